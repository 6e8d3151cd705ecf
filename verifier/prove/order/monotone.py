"""Two points of one function: monotonicity and Lipschitz bounds by the mean value theorem.

Decides: a relation between terms in x and y, with an order between x and y among the facts (or in both orders), whose
two sides agree where x == y: the sign of the derivative in one of them decides.  |A| <= B by A <= B and -A <= B.
Complete for: nothing; the sign of the derivative is left to the other closers.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.algebra.field import EXTENDED, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import REAL, TRUE, Expr, conjunction, head
from verifier.language.named import conditions, derivative, fresh, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, accepts
from verifier.prove.refute.floating.approximation import NoValue, samples, value

NAME = "monotone"
EFFORT = 1
_MARK = "order"  # stem of the labels of orders that were assumed here


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">=") or endless(goal):
        return None
    if not all(is_real(a, s.sorts) for a in operands(goal)):
        return None
    for way in (_known_monotone, _between, _modulus):
        node = way(driver, s, goal, effort)
        if node is not None:
            return node
    return None


def endless(e: Expr) -> bool:
    return any(head(x) == "fn" and operands(x)[0] in EXTENDED for x in subexpressions(e))


def _ordered(s: Sequent, names: frozenset[str]) -> Iterator[tuple[str, str, bool]]:
    """Pairs x <= y of real variables by the facts, and whether x < y."""
    for fact in s.facts.values():
        fact = as_less(fact)
        if head(fact) not in ("<", "<="):
            continue
        x, y = operands(fact)
        if isinstance(x, str) and isinstance(y, str) and {x, y} <= names and s.sorts[x] == s.sorts[y] == REAL:
            yield x, y, head(fact) == "<"


def _meets(s: Sequent, gap: Expr, x: str, y: str) -> bool:
    """Whether a term seems to vanish where x == y."""
    import mpmath

    here = substitute(gap, {x: y})
    try:
        found = list(samples(s, free_names(here), 2)) or [{y: mpmath.mpf("0.37")}]
        return all(abs(value(here, at)) < mpmath.mpf(10) ** -12 for at in found)
    except NoValue:
        return False


#: f(u) < f(v), or f(v) < f(u), of u < v inside the domain
_TABLE = {"digamma": ("digamma-monotone", True), "zeta": ("zeta-monotone", False), "exp": ("exp-monotone", True),
          "log": ("log-monotone", True), "lambertw": ("lambertw-monotone", True)}  # fmt: skip


def _known_monotone(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    a, b = operands(as_less(goal))
    if head(a) != "fn" or head(b) != "fn" or operands(a)[0] != operands(b)[0] or len(operands(a)) != 2:
        return None
    found = _TABLE.get(str(operands(a)[0]))
    if found is None or head(goal) not in ("<", ">"):
        return None
    u, v = operands(a)[1], operands(b)[1]
    branch = Branch(driver, s)
    label = branch.instance(found[0], *((u, v) if found[1] else (v, u)), effort=min(effort, 1))
    return None if label is None else branch.wrap({"rule": "exact", "fact": label})


def _between(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """u R v at x, where both sides agree at x == y, by the sign of the derivative between x and y."""
    names = free_names(goal)
    less = as_less(goal)
    a, b = operands(less)
    gap: Expr = ("-", b, a)
    pairs = list(dict.fromkeys(_ordered(s, names)))
    for x, y, apart in pairs:
        if not _meets(s, gap, x, y):
            continue
        for moving, anchor, side in ((y, x, "left"), (x, y, "right")):
            node = _ladder(driver, s, less, moving, anchor, side, apart, effort)
            if node is not None and accepts(s, goal, node):
                return node
    if pairs or effort < 2 or any(label.startswith(_MARK) for label in s.facts):
        return None
    reals = sorted(n for n in names if s.sorts.get(n) == REAL)
    for i, x in enumerate(reals):
        for y in reals[i + 1 :]:
            if _meets(s, gap, x, y):
                label = fresh(_MARK, frozenset(s.facts))
                yes = driver.prove(s.assume(label, ("<=", x, y)), goal, effort)
                no = None if yes is None else driver.prove(s.assume(label, (">", x, y)), goal, effort)
                if yes is not None and no is not None:
                    formula = to_json(("<=", x, y))
                    return {"rule": "either", "formula": formula, "as": label, "yes": yes, "no": no}
    return None


def _ladder(
    driver: Driver, s: Sequent, goal: Expr, x: str, anchor: str, side: str, apart: bool, effort: int
) -> Node | None:
    u, v = operands(goal)
    strict = head(goal) == "<"
    if strict and not apart:
        return None
    lo, hi = (anchor, x) if side == "left" else (x, anchor)
    t, label = fresh("t", frozenset(s.sorts)), fresh("between", frozenset(s.facts))
    gap = substitute(("-", v, u), {x: t})
    try:
        closed, smooth = (conjunction(conditions(gap, t, inner=inner)) for inner in (False, True))
        slope = derivative(gap, t)
    except Unknown:
        return None
    base = driver.prove(s, ("<=", substitute(u, {x: anchor}), substitute(v, {x: anchor})), 1)
    order = driver.prove(s, ("<" if strict else "<=", lo, hi), 0)
    if base is None or order is None:
        return None
    node: Node = {
        "rule": "ladder", "of": x, "at": anchor, "from": side, "side": order, "base": base, "as": t, "bounds": label,
        **({"strict": "slope"} if strict else {}),
    }  # fmt: skip
    around = s.declare(t, REAL)
    sign = "<" if strict else "<="
    wanted: Expr = (sign, 0, slope) if side == "left" else (sign, slope, 0)
    for name, formula, inside in (("continuous", closed, False), ("smooth", smooth, True), ("slope", wanted, True)):
        relation = "<" if inside else "<="
        here = around.assume(label, ("and", (relation, lo, t), (relation, t, hi)))
        branch = Branch(driver, here)
        if formula != TRUE:
            _passed_on(branch, t, lo, hi, inside)
        proof = branch.wrap(driver.prove(branch.s, formula, min(effort, 2)))
        if proof is None:
            return None
        node[name] = proof
    return node


def _passed_on(branch: Branch, t: str, lo: str, hi: str, inside: bool) -> None:
    """Bounds of the ends that hold in between."""
    for fact in list(branch.s.facts.values()):
        fact = as_less(fact)
        if head(fact) not in ("<", "<="):
            continue
        a, b = operands(fact)
        op = "<" if inside else str(head(fact))
        if b == lo and a not in (t, hi) and t not in free_names(a):
            branch.have((op, a, t), effort=0)
        if a == hi and b not in (t, lo) and t not in free_names(b):
            branch.have((op, t, b), effort=0)


def _modulus(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """|A| <= B, or |A| < B, from A <= B and -A <= B, where A vanishes with x - y."""
    less = as_less(goal)
    a, b = operands(less)
    if head(a) != "abs" or effort < 2 or len(free_names(goal)) < 2:
        return None
    inner = operands(a)[0]
    reals = sorted(n for n in free_names(goal) if s.sorts.get(n) == REAL)
    if not any(_meets(s, ("-", b, a), x, y) for i, x in enumerate(reals) for y in reals[i + 1 :]):
        return None
    op = str(head(less))
    if not any(n.startswith(_MARK) for n in s.facts) and not list(_ordered(s, free_names(goal))):
        pair = next((x, y) for i, x in enumerate(reals) for y in reals[i + 1 :] if _meets(s, ("-", b, a), x, y))
        label = fresh(_MARK, frozenset(s.facts))
        sides = [driver.prove(s.assume(label, (r, *pair)), goal, effort) for r in ("<=", ">")]
        if None in sides:
            return None
        formula = to_json(("<=", *pair))
        return {"rule": "either", "formula": formula, "as": label, "yes": sides[0], "no": sides[1]}
    for x, y, _ in _ordered(s, free_names(goal)):
        branch = Branch(driver, s)
        for e in dict.fromkeys(e for e in subexpressions(b) if head(e) == "abs"):
            u = operands(e)[0]
            if u not in (("-", x, y), ("-", y, x)):
                continue
            name = "abs-positive" if u == ("-", y, x) else "abs-negative"
            fact = branch.instance(name, u)
            if fact is None:
                return None
            b = _put(b, e, ("-", y, x))
            branch.have(("==", e, ("-", y, x)), effort=1)
        low, high = branch.have((op, inner, b), effort=effort), None
        if low is not None:
            high = branch.have((op, ("neg", inner), b), effort=effort)
        if low is None or high is None:
            return None
        return branch.wrap(_either_sign(driver, branch.s, goal, inner))
    return None


def _either_sign(driver: Driver, s: Sequent, goal: Expr, u: Expr) -> Node | None:
    label = fresh("sign", frozenset(s.facts))
    nodes: list[Node | None] = []
    for formula, name in (((">=", u, 0), "abs-positive"), (("<", u, 0), "abs-negative")):
        branch = Branch(driver, s.assume(label, formula))
        fact = branch.instance(name, u)
        nodes.append(None if fact is None else branch.wrap(driver.prove(branch.s, goal, 1)))
    if nodes[0] is None or nodes[1] is None:
        return None
    return {"rule": "either", "formula": to_json((">=", u, 0)), "as": label, "yes": nodes[0], "no": nodes[1]}


def _put(e: Expr, old: Expr, new: Expr) -> Expr:
    return new if e == old else (e[0], *(_put(a, old, new) for a in e[1:])) if isinstance(e, tuple) else e
