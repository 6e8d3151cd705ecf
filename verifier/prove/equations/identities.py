"""Equations between terms with exponentials, logarithms, roots, trigonometric and other known functions.

Decides: a == b where both sides have the same normal form (see `normal`, and the handlers beside it), where the
difference is a zero divisor whose cofactor does not vanish (conjugates of square roots), where a case distinction on
the sign under an absolute value leads there, and where the derivative by a variable vanishes and the sides agree at
one point (`derivatives`).
Complete for: polynomial identities in exp and in sin, cos of rational-linear arguments.
It cannot: prove relations between constants beyond those that the table of known facts implies.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.field import EXTENDED, Poly, Ratio, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import fresh, operands, replaced, to_json
from verifier.library.trees import compared
from verifier.prove.driver.driver import Driver, Node, accepts
from verifier.prove.equations import derivatives
from verifier.prove.normal.handlers import WAYS
from verifier.prove.normal.normal import Normal, Terms, powers_of
from verifier.prove.numbers.gathered import stem_of
from verifier.prove.refute.floating.approximation import NoValue, samples, value

NAME = "identities"
EFFORT = 1
RESTARTS = 4
_PARTS = frozenset(("re", "im", "conjugate", "arg"))


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) != "==" or any(_unread(e) for e in subexpressions(goal)) or not plausible(s, goal):
        return None
    node = by_normal_form(driver, s, goal, effort)
    if node is not None and accepts(s, goal, node):
        return node
    if effort < 2:
        return None
    node = by_signs(driver, s, goal, effort)
    if node is not None:
        return node

    return derivatives.by_derivative(driver, s, goal, effort)


def _unread(e: Expr) -> bool:
    """Terms that are evaluated first, or that are no scalars."""
    return head(e) in ("matrix", "T", "trace", "det", "inverse") or (
        head(e) == "fn" and (operands(e)[0] in EXTENDED or operands(e)[0] in ("diff", "Piecewise"))
    )


def plausible(s: Sequent, goal: Expr) -> bool:
    """False where the two sides differ at a sample; facts that are equations may make samples rare."""
    import mpmath

    a, b = operands(goal)
    names = free_names(goal)
    try:
        points = list(samples(s, names, 2)) if names else [{}]
        for at in points:
            u, v = value(a, at, 30), value(b, at, 30)
            if abs(u - v) > mpmath.mpf(10) ** -15 * (1 + abs(u) + abs(v)):
                return False
    except NoValue:
        return True
    return True


def by_normal_form(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """Both sides in normal form.  Raises `OutOfTime`."""
    fractions: dict[object, int] = {}
    if any(head(e) == "abs" or (head(e) == "fn" and operands(e)[0] in _PARTS) for e in subexpressions(goal)):
        fractions["cartesian"] = 1
    a, b = operands(goal)
    for _ in range(RESTARTS):
        normal = Normal(driver, s, effort, stem_of(s, goal), WAYS, fractions)
        try:
            normal.learn(a)
            normal.learn(b)
        except (Unknown, Rejected) as error:
            driver.notes.append(f"{NAME}: {error}"[:200])
            return None
        if not normal.stale:
            break
    try:
        gap = normal.field.add(normal.field.read(a), normal.field.read(b), -1)
        rest, terms = normal.reduce(gap)
        if rest[0]:
            more = vanish(normal, rest)
            if more is None:
                return None
            terms = terms + more
        return normal.steps.wrap(normal.combination(gap, terms))
    except (Unknown, Rejected) as error:
        driver.notes.append(f"{NAME}: {error}"[:200])
        return None


# -- zero divisors -----------------------------------------------------------------------------------------
def vanish(normal: Normal, r: Ratio, depth: int = 0) -> Terms | None:
    """Cofactors that show r == 0 for a difference of conjugates: (A + B*s)*(A - B*s) == A^2 - B^2*s^2."""
    found = None if depth else arcus_sum(normal, r)
    if found is not None:
        return found
    if depth > 6:
        return None
    field = normal.field
    atoms = {a for m in r[0] for a, _ in m}
    roots = [a for a in atoms if (rule := normal.rules.get(a)) is not None and rule.degree == 2]
    if not roots:
        return None
    s = max(roots)
    by_degree = powers_of(r[0], s)
    if max(by_degree) > 1:
        return None
    low, high = by_degree.get(0, {}), field.times(by_degree[1], {((s, 1),): 1})
    other = field.plus(low, high, -1)
    if not _vanishes_at_sample(normal, other):
        product: Ratio = (field.times(r[0], other), r[1])
        rest, terms = normal.reduce(product)
        more: Terms | None = [] if not rest[0] else vanish(normal, rest, depth + 1)
        if more is None:
            return None
        inverse = field.invert((other, {}))
        return [(label, field.multiply(c, inverse)) for label, c in terms + more]
    parts: Terms = []
    for p, times in ((low, None), (by_degree[1], s)):
        if not p:
            continue
        inner = vanish(normal, (p, r[1]), depth + 1)
        if inner is None:
            return None
        scale: Ratio = ({(): 1}, {}) if times is None else ({((s, 1),): 1}, {})
        parts += [(label, field.multiply(c, scale)) for label, c in inner]
    return parts


def _vanishes_at_sample(normal: Normal, p: Poly) -> bool:
    import mpmath

    e = normal.expr((p, {}))
    try:
        names = free_names(e)
        at = next(iter(samples(normal.start, names, 1)), {}) if names else {}
        return bool(abs(value(e, at, 30)) < mpmath.mpf(10) ** -18)
    except NoValue:
        return False


def arcus_sum(normal: Normal, r: Ratio) -> Terms | None:
    """A sum of arcus tangents is brought to fewer of them, two at a time, until the difference is plain."""
    total: Terms = []
    for _ in range(12):
        found = _arcus(normal, r[0])
        if len(found) < 2:
            return None
        done = False
        for (a, c), (b, d) in [(x, y) for i, x in enumerate(found) for y in found[i + 1 :]]:
            if _merge(normal, a, b, 1 if c * d > 0 else -1):
                done = True
                break
        if not done:
            return None
        r, terms = normal.reduce(r)
        total += terms
        if not r[0]:
            return total
    return None


def _arcus(normal: Normal, p: Poly) -> list[tuple[Expr, Fraction]]:
    """Arguments of the arcus tangents that occur linearly, with coefficients."""
    found = []
    for m, c in sorted(p.items()):
        if len(m) == 1 and m[0][1] == 1:
            e = normal.field.sources[m[0][0]]
            if head(e) == "fn" and operands(e)[0] == "atan":
                found.append((operands(e)[1], Fraction(c)))
    return found


def _merge(normal: Normal, a: Expr, b: Expr, sign: int) -> bool:
    """A rule that expresses atan(a) by atan(b) and one more."""
    b = b if sign > 0 else normal.canonical(("neg", b))
    atan: Expr = ("fn", "atan", a)
    for name in ("atan-sum", "atan-sum-above", "atan-sum-below"):
        label = normal.instance(name, a, b, effort=1)
        if label is not None:
            for side in operands(normal.fact(label)):
                normal.learn(side)
            return normal.atom(atan) not in normal.rules and normal.rule(label, atan)
    return False


# -- cases -------------------------------------------------------------------------------------------------
def by_signs(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """The sign of what stands in an absolute value (or min, max, sign, or a squared root) decides."""
    label = fresh("side", frozenset(s.facts))
    if len([n for n in s.facts if n.startswith("side")]) >= 3:
        return None
    for u in _undecided(s, goal):
        if driver.prove(s, (">=", u, 0), 0) is not None or driver.prove(s, ("<=", u, 0), 0) is not None:
            continue
        apart = driver.prove(s, ("!=", u, 0), 0)
        at_zero: Node | None = None
        if apart is not None:
            at_zero = {"rule": "contradict", "fact": label, "proof": apart}
        elif isinstance(u, str):
            zero = driver.prove(s.assume(label, ("==", u, 0)), replaced(goal, u, 0), 1)
            at_zero = None if zero is None else {"rule": "replace", "fact": label, "then": zero}
        if at_zero is not None:
            nodes: dict[str, Node | None] = {"==": at_zero}
            for sign in (">", "<"):
                nodes[sign] = driver.prove(s.assume(label, (sign, u, 0)), goal, effort)
                if nodes[sign] is None:
                    return None
            return compared(u, 0, label, nodes)
        yes = driver.prove(s.assume(label, (">=", u, 0)), goal, effort)
        no = None if yes is None else driver.prove(s.assume(label, ("<", u, 0)), goal, effort)
        if yes is None or no is None:
            return None
        return {"rule": "either", "formula": to_json((">=", u, 0)), "as": label, "yes": yes, "no": no}
    return None


def _odd(e: Expr) -> bool:
    return head(e) == "fn" and operands(e)[0] in ("atan", "log")


def _undecided(s: Sequent, goal: Expr) -> list[Expr]:
    found: list[Expr] = []
    for e in subexpressions(goal):
        u: Expr | None = None
        if head(e) == "abs":
            u = operands(e)[0]
        elif head(e) == "fn" and operands(e)[0] in ("sign", "acot", "cbrt", "root", "arg"):
            u = operands(e)[1]
            found += sorted(free_names(u)) if operands(e)[0] == "root" and not isinstance(u, str) else []
        elif head(e) == "fn" and operands(e)[0] == "atan2":
            found += operands(e)[1:]
        elif head(e) in ("min", "max"):
            u = ("-", *operands(e))
        elif head(e) == "sqrt" or (head(e) == "^" and head(operands(e)[1]) == "/") or _odd(e):
            found += sorted(free_names(e))
        if u is not None and not (head(e) == "fn" and operands(e)[0] == "root" and found):
            found.insert(0, u)
    known = set(s.sorts)
    return [u for u in dict.fromkeys(found) if free_names(u) <= known and is_real(u, s.sorts)][:4]
