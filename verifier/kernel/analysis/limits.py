"""Rule ``asymptotic``: the value of a limit, by expansions over a scale that the certificate names.

``limit(f, x, a) == L`` says that the limit exists and is L, which is real, oo or -oo.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import Ratio, is_real
from verifier.kernel.analysis.asymptotics import Asymptotics
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Rule, Sequent, as_less
from verifier.kernel.meaning.definedness import meaningful
from verifier.kernel.terms.binding import free_names, marked, new_name, opened, operands, outer, substitute
from verifier.kernel.terms.expr import TRUE, Expr, head

OO: Expr = ("fn", "oo")
REAL: Expr = ("real",)


def infinite(e: Expr) -> int:
    """1 for oo, -1 for -oo, 0 for anything else."""
    return 1 if e == OO else -1 if e == ("neg", OO) else 0


def parts(term: Expr, s: Sequent) -> tuple[Expr, Expr, int]:
    """The binder of the function, point and side of a limit of a real function.  Raises `Rejected`."""
    args = operands(term) if head(term) == "fn" else ()
    if len(args) != 4 or args[0] != "limit" or head(args[1]) != "forall":
        raise Rejected("no limit")
    _, binder, point, side = args
    x = new_name()
    if outer(binder) != (REAL,) or side not in (-1, 0, 1) or not is_real(opened(binder, x)[1], {**s.sorts, x: REAL}):
        raise Rejected("no limit of a real function")
    if not infinite(point) and not is_real(point, s.sorts):
        raise Rejected("a limit at a point that may not be real")
    return binder, point, int(side)  # type: ignore[call-overload]


def curves(term: Expr, s: Sequent, y: str) -> list[Expr]:
    """The function along x = y, -y, a + 1/y, a - 1/y: limits at y -> oo that together are the limit."""
    binder, point, side = parts(term, s)
    ways: list[Expr] = []
    if infinite(point):
        ways = [y if point == OO else ("neg", y)]
    else:
        for sign in (1, -1):
            if side != -sign:
                step: Expr = ("/", sign, y)
                ways.append(step if point == 0 else ("+", point, step))
    return [opened(binder, way)[1] for way in ways]


def scale_of(s: Sequent, y: str, basis: list[Expr], depth: int, facts: list[Expr]) -> Asymptotics:
    """A scale in y -> oo with what the facts say of constants and of terms that stay bounded."""
    sorts = {**s.sorts, y: REAL}
    scale = Asymptotics(sorts, y, depth)
    for fact in facts:
        e = bounded_term(fact, y, dict(s.sorts))
        if e is None:
            scale.learn(as_less(fact))
        elif is_real(e, sorts):
            scale.bounded.add(marked(e))
    if not all(is_real(b, sorts) for b in basis):
        raise Rejected("asymptotic: a scale that may not be real")
    scale.build(basis)
    return scale


def bounded_term(fact: Expr, y: str, sorts: dict[str, Expr]) -> Expr | None:
    """The term e, from: for all real v >= start, low <= e(v) and e(v) <= high and e(v) means something."""
    if head(fact) != "forall" or outer(fact) != (REAL,):
        return None
    v = new_name()
    body = opened(fact, v)[1]
    if head(body) != "implies" or head(operands(body)[1]) != "and":
        return None
    start, said = operands(body)[0], operands(operands(body)[1])
    if head(start) != "<=" or len(said) < 2 or head(said[0]) != "<=" or head(said[1]) != "<=":
        return None
    e = operands(said[0])[1]
    ends = (operands(start)[0], operands(said[0])[0], operands(said[1])[1])
    if operands(start)[1] != v or operands(said[1])[0] != e or any(v in free_names(end) for end in ends):
        return None
    if not all(is_real(end, sorts) for end in ends):  # oo bounds nothing, and nothing lies beyond it
        return None
    needed = meaningful(e, {**sorts, v: REAL})
    if not set(operands(needed) if head(needed) == "and" else {needed} - {TRUE}) <= set(said[2:]):
        return None
    return substitute(e, {v: y})


def asymptotic(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """The value of a limit: ``ways`` has a scale, a depth and labels of facts for each way to the point."""
    term, value = c.expression(s, node["of"]), c.expression(s, node["value"])
    y = str(node["name"])
    inner = s.declare(y, REAL)
    if not infinite(value) and not is_real(value, s.sorts):
        raise Rejected("asymptotic: a value that may not be real")
    ways = curves(term, s, y)
    if not isinstance(node["ways"], list) or len(node["ways"]) != len(ways):
        raise Rejected("asymptotic: not that many ways to the point")
    for curve, way in zip(ways, node["ways"], strict=True):
        if not isinstance(way["depth"], int) or not 1 <= way["depth"] <= 30:
            raise Rejected("asymptotic: a depth outside 1 to 30")
        basis = [c.expression(inner, b) for b in way["scale"]]
        scale = scale_of(s, y, basis, way["depth"], [s.fact(label) for label in way["facts"]])
        limit = scale.limit(scale.expand(curve, 0), 0)
        if not _agrees(scale, limit, value):
            raise Rejected("asymptotic: the limit is another one")
    c.check(s.assume(node["as"], ("==", term, value)), goal, node["then"])


def _agrees(scale: Asymptotics, limit: Ratio | int, value: Expr) -> bool:
    if isinstance(limit, int) or infinite(value):
        return limit == infinite(value)
    return scale.vanishes(scale.add(limit, scale.constant(value), -1))


LIMITS: dict[str, Rule] = {"asymptotic": asymptotic}
