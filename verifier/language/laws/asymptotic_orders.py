"""Asymptotic orders and "small epsilon": words that expand, while a text is read, into nested quantifiers.

With r > 0 a radius round the point (a bound where the point is oo), C and c positive constants:

* ``bigo(f, g, x, a)``: there are C and r such that |f| <= C*|g| wherever x is within r of a;
* ``bigomega(f, g, x, a)``: there are c and r such that c*|g| <= |f| there;
* ``bigtheta(f, g, x, a)``: there are c, C and r such that c*|g| <= |f| <= C*|g| there;
* ``lesssim(f, g, x, a)``: there are C and r such that f <= C*g there;
* ``littleo(f, g, x, a)``: for every c there is r such that |f| <= c*|g| there;
* ``asymptotic(f, g, x, a)``: f - g is ``littleo`` of g;
* ``eventually(P, x, a)``: there is r such that P holds there;  ``small(eps, P)`` is ``eventually(P, eps, 0, '+')``.

A last argument '+' or '-' takes x on one side of a finite point; without it x is on both sides, never at the point.
That f and g are defined there is part of each statement and stands in the expansion where it is not evident.  The
constants stand inside everything that is quantified outside, and may depend on that and on nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.nearness import vicinity
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import BINDERS, REAL, TRUE, Expr, head
from verifier.language.errors import ClaimError
from verifier.language.laws.outcomes import scope_of
from verifier.language.named import fresh, meaningful, operands, substitute
from verifier.language.text.reader import Reader
from verifier.language.text.settling import size
from verifier.language.text.vocabulary import OO

NEAR = "near"  # ("near", x, where, P): where implies that P is defined and holds; resolved once the sorts are known
MOST = 6_000  # nodes of a statement near a point


def read_order(r: Reader, name: str, node: ast.Call) -> Expr:
    """The expansion of a call of one of `vocabulary.ORDERS`.  Raises `ClaimError`."""
    if name == "small":
        if len(node.args) != 2:
            raise r.error(node, "small epsilon is written small(eps, P)")
        x, parts = _bodies(r, node.args[0], [node.args[1]], formula=True)
        return _within(x, 0, 1, parts[0])
    bodies = 1 if name == "eventually" else 2
    if not bodies + 2 <= len(node.args) <= bodies + 3:
        what = "P" if bodies == 1 else "f, g"
        raise r.error(node, f"{name} is written {name}({what}, x, point) or {name}({what}, x, point, '+')")
    x, parts = _bodies(r, node.args[bodies], node.args[:bodies], formula=bodies == 1)
    point = r.term(node.args[bodies + 1])
    side = _side(r, node.args[bodies + 2]) if len(node.args) > bodies + 2 else 0
    infinite = point in (OO, ("neg", OO))
    if infinite and side:
        raise r.error(node.args[-1], "oo and -oo are approached from one side only")
    if x in free_names(point):
        new = fresh(x, free_names(point).union(*map(free_names, parts)))
        x, parts = new, [substitute(p, {x: new}) for p in parts]
    if name == "eventually":
        return _within(x, point, side, parts[0])
    return _order(name, parts[0], parts[1], x, point, side)


def _order(name: str, f: Expr, g: Expr, x: str, point: Expr, side: int) -> Expr:
    taken = free_names(f) | free_names(g) | free_names(point) | {x}
    large = fresh("C", taken)
    little = fresh("c", taken | {large})
    above: Expr = ("<=", _size(f), _times(large, _size(g)))
    below: Expr = ("<=", _times(little, _size(g)), _size(f))
    if name == "littleo" or name == "asymptotic":
        rest = f if name == "littleo" else ("-", f, g)
        bound = _within(x, point, side, ("<=", _size(rest), _times(little, _size(g))), taken | {little})
        return ("forall", little, REAL, ("implies", (">", little, 0), bound))
    said: dict[str, Expr] = {
        "bigo": above, "bigomega": below, "bigtheta": ("and", below, above), "lesssim": ("<=", f, _times(large, g)),
    }  # fmt: skip
    result = _within(x, point, side, said[name], taken | {large, little})
    for constant in ((little,) if name == "bigomega" else (large, little) if name == "bigtheta" else (large,)):
        result = ("exists", constant, REAL, ("and", (">", constant, 0), result))
    return result


def _within(x: str, point: Expr, side: int, p: Expr, taken: frozenset[str] = frozenset()) -> Expr:
    """There is r > 0 such that p is defined and holds within r of the point."""
    taken = taken | free_names(point) | {x} | {e for e in subexpressions(p) if isinstance(e, str)}
    radius = fresh("N" if point in (OO, ("neg", OO)) else "r", taken)
    body: Expr = (NEAR, x, vicinity(point, side, radius, x), p)
    return ("exists", radius, REAL, ("and", (">", radius, 0), ("forall", x, REAL, body)))


def _size(e: Expr) -> Expr:
    return e if isinstance(e, int) and e >= 0 else ("abs", e)


def _times(c: str, e: Expr) -> Expr:
    return c if e == 1 else ("*", c, e)


def _side(r: Reader, node: ast.expr) -> int:
    if not isinstance(node, ast.Constant) or node.value not in ("+", "-"):
        raise r.error(node, "the side of a point is '+' or '-'")
    return 1 if node.value == "+" else -1


def _bodies(r: Reader, variable: ast.expr, nodes: list[ast.expr], formula: bool) -> tuple[str, list[Expr]]:
    """Several terms (or a statement) in one bound variable, and its name."""
    name = r.bound(variable)
    read = [r.under(name, node, formula=formula) for node in nodes]
    taken = frozenset().union(*(free_names(e) - {bound} for bound, e in read))
    x = fresh(name, taken)
    return x, [e if bound == x else substitute(e, {bound: x}) for bound, e in read]


# -- what it means to be defined near a point -----------------------------------------------------------
def resolve_nearness(e: Expr, sorts: Mapping[str, Expr]) -> Expr:
    """Write out, in every statement near a point, under which conditions it is defined.  Raises `ClaimError`."""
    if not isinstance(e, tuple) or not _has(e):
        return e
    if e[0] == NEAR:
        x, where, p = str(e[1]), e[2], resolve_nearness(e[3], sorts)
        if size(p) > MOST:
            raise ClaimError(f"a statement near a point has more than {MOST} parts")
        conditions = [c for c in _conditions(p, sorts) if x in free_names(c) and not _evident(c, x, where, sorts)]
        return ("implies", where, ("and", *conditions, p) if conditions else p)
    if e[0] not in BINDERS:
        start = 2 if e[0] == "fn" else 1
        return (*e[:start], *(resolve_nearness(a, sorts) for a in e[start:]))
    _, scope = BINDERS[str(e[0])]
    args, inner = e[1:], scope_of(e, sorts)
    return (e[0], *(resolve_nearness(a, inner if i in scope else sorts) for i, a in enumerate(args)))


def _has(e: Expr) -> bool:
    return isinstance(e, tuple) and (e[0] == NEAR or any(_has(a) for a in e[1:]))


def _conditions(p: Expr, sorts: Mapping[str, Expr]) -> list[Expr]:
    try:
        needed = meaningful(p, sorts)
    except (Unknown, ValueError, TypeError, IndexError):
        return []  # what does not type is reported by its types
    parts = operands(needed) if head(needed) == "and" else (needed,)
    return [c for c in parts if c != TRUE]


def _evident(c: Expr, x: str, where: Expr, sorts: Mapping[str, Expr]) -> bool:
    """Whether a condition holds plainly where x lies as `where` says: x, and what is built from it, is positive."""
    op, args = head(c), operands(c)
    if op == "and":
        return all(_evident(a, x, where, sorts) for a in args)
    if op == "or":
        return any(_evident(a, x, where, sorts) for a in args)
    limits = operands(where) if head(where) == "and" else (where,)
    if c in limits:
        return True
    low = next((operands(a)[1] for a in limits if head(a) == ">" and operands(a)[0] == x), None)
    above = (isinstance(low, int) and low >= 0) or (isinstance(low, str) and low != x and len(limits) == 1)
    if op in (">", ">=", "!=") and args[1] == 0:
        sort = sorts.get(args[0], 0) if isinstance(args[0], str) else 0
        first = operands(sort)[0] if head(sort) == "integer" else -1
        if isinstance(first, int) and first >= (0 if op == ">=" else 1):
            return True
        if above and _positive(args[0], x):
            return True
        return op == "!=" and args[0] == x and any(a in limits for a in ((">", x, 0), ("<", x, 0)))
    return False


def _positive(e: Expr, x: str) -> bool:
    """Whether a term is positive by the way it is written, given that x is."""
    if isinstance(e, int):
        return e > 0
    if isinstance(e, str):
        return e == x
    op, args = e[0], e[1:]
    if op in ("+", "*", "/", "sqrt", "min"):
        return all(_positive(a, x) for a in args)
    if op == "^":
        return _positive(args[0], x)
    return op == "fn" and args[0] in ("exp", "cosh", "pi", "E")
