"""Sums of terms in one variable each, under a linear equation between the variables: the tangent line trick.

Decides: u <= v where v - u == c + g(x) + h(y) + ... and a*x + b*y + ... == d is a fact, when every summand lies above
its tangent at the point where all variables are equal, and these tangents have a common multiple of the equation for
their sum.  How: each g(x) - g(p) - g'(p)*(x - p) is proved nonnegative under the bounds of x, and the value at the
point closed.  Complete for: nothing.  It cannot handle least values at points with different variables.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.field import Field, Poly, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import TRUE, Expr, head
from verifier.language.named import derivative, operands, substitute, to_json
from verifier.prove.driver.driver import Driver, Node, OutOfTime
from verifier.prove.numbers.basic import nonzero, term_of
from verifier.prove.numbers.gathered import Steps, stem_of
from verifier.prove.order.numeric import weakly
from verifier.prove.refute.floating.sign_profiles import Profile, as_float

NAME = "tangent lines"
EFFORT = 1
SHARE = 0.4  # of the time that is left


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<=", ">="):
        return None
    goal = as_less(goal)
    names = sorted(free_names(goal))
    if not 2 <= len(names) <= 5 or any(s.sorts.get(n) != ("real",) for n in names):
        return None
    words = [e for e in subexpressions(goal) if head(e) in ("fn", "sqrt") and free_names(e)]
    if not words or not all(is_real(e, s.sorts) for e in operands(goal)):
        return None
    try:
        for label, fact in s.facts.items():
            if head(fact) == "==" and free_names(fact) == set(names):
                node = _by_tangents(driver.within(SHARE), s, goal, names, label)
                if node is not None and driver.accepts(s, goal, node):
                    return node
    except OutOfTime:
        driver.tick()
    except (Unknown, Rejected, RecursionError) as error:
        driver.notes.append(f"{NAME}: {error}"[:200])
    return None


def _linear(field: Field, e: Expr, names: list[str]) -> tuple[dict[str, Fraction], Expr] | None:
    """The coefficients of a sum a*x + b*y + ... - d, all of one sign and the same, and d."""
    top, below = field.read(e)
    found: dict[str, Fraction] = {}
    rest: Poly = {}
    for m, c in top.items():
        atoms = [field.sources[a] for a, _ in m]
        if len(m) == 1 and m[0][1] == 1 and atoms[0] in names:
            found[str(atoms[0])] = Fraction(c)
        elif any(free_names(a) for a in atoms):
            return None
        else:
            rest[m] = -c
    if below or set(found) != set(names):
        return None
    return found, term_of(field, tuple(sorted(rest.items())))


def _summands(field: Field, gap: Expr, names: list[str]) -> tuple[dict[str, Expr], Expr] | None:
    """The parts of a sum by their variable, and the part without variables."""
    top, below = field.read(gap)
    parts: dict[str, Poly] = {n: {} for n in names}
    rest: Poly = {}
    for m, c in top.items():
        here = {n for a, _ in m for n in free_names(field.sources[a])}
        if len(here) > 1:
            return None
        (parts[here.pop()] if here else rest)[m] = c
    if below or not all(parts.values()):
        return None
    return ({n: term_of(field, tuple(sorted(p.items()))) for n, p in parts.items()},
            term_of(field, tuple(sorted(rest.items()))))  # fmt: skip


def _by_tangents(driver: Driver, s: Sequent, goal: Expr, names: list[str], label: str) -> Node | None:
    field = Field(s.sorts)
    left, right = operands(s.facts[label])
    line = _linear(field, ("-", left, right), names)
    parts = _summands(field, ("-", operands(goal)[1], operands(goal)[0]), names)
    if line is None or parts is None:
        return None
    weights, end = line
    total = sum(weights.values())
    if not total or min(weights.values()) * max(weights.values()) <= 0:
        return None
    point = _times(1 / total, end)
    slopes = {n: substitute(derivative(g, n), {n: point}) for n, g in parts[0].items()}
    sizes = {n: as_float(e) for n, e in slopes.items()}
    first = names[0]
    ratio = {n: size / float(weights[n]) for n, size in sizes.items() if size is not None}
    if len(ratio) < len(names) or any(abs(r - ratio[first]) > 1e-9 * (1 + abs(r)) for r in ratio.values()):
        return None
    steps = Steps(driver, s, stem_of(s, (goal, label, "tangents")))
    for n in names:  # with all variables bounded on one side, the equation bounds them on the other
        for bound in (("<", n, _times(1 / weights[n], end)), (">", n, _times(1 / weights[n], end))):
            steps.have(bound, effort=0)
    labels: list[str] = []
    terms: list[Expr] = []
    for n in names:
        g = parts[0][n]
        slope = _times(weights[n] / weights[first], slopes[first])
        over: Expr = ("-", ("-", g, substitute(g, {n: point})), ("*", slope, ("-", n, point)))
        own = {k: f if free_names(f) <= {n} else TRUE for k, f in steps.s.facts.items()}
        inner = Sequent(s.sorts, own, s.context)
        if not Profile(inner, [n], n).may_be(over, 1):
            return None
        proof = driver.prove(inner, ("<=", 0, over), 2)
        if proof is None:
            return None
        labels.append(str(steps.have(("<=", 0, over), proof)))
        terms.append(substitute(g, {n: point}))
    value: Expr = ("<=", 0, ("+", *terms, parts[1]))
    ground = driver.prove(s, value, 1) or weakly(driver, s, value, 2)
    if ground is None:
        return None
    labels.append(str(steps.have(value, ground)))
    node: Node = {
        "rule": "positive", "products": [{"facts": [n]} for n in labels],
        "terms": [{"fact": label, "times": to_json(_times(-1 / weights[first], slopes[first]))}],
    }  # fmt: skip
    proofs = nonzero(driver, steps.s, field, sorted(field.needed))
    return steps.wrap({**node, "nonzero": proofs or []})


def _times(q: Fraction, e: Expr) -> Expr:
    """A rational number times a term."""
    if q == 1:
        return e
    number: Expr = q.numerator if q.denominator == 1 else ("/", q.numerator, q.denominator)
    return ("*", number, e)
