"""Equations among the hypotheses solved for variables, so that a search runs over the others only.

Finds: variables in which an equation is linear, quadratic or a pure power, also inside exp, log, sqrt and the like.
Branches (two square roots) are alternatives.  What it finds are suggestions: the points are proved afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from verifier.kernel.algebra.field import Field, Poly, constant
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, substitute
from verifier.language.values.arithmetic import Inexact, Undefined
from verifier.language.values.semantics import evaluate
from verifier.prove.numbers.basic import term_of

_INVERSE = {
    "exp": "log", "log": "exp", "sinh": "asinh", "cosh": "acosh", "tanh": "atanh", "tan": "atan", "sin": "asin",
    "cos": "acos", "asinh": "sinh", "atan": "tan", "asin": "sin",
}  # fmt: skip
BRANCHES = 6
LARGEST = 400  # parts of a term that is still put into other equations


def tidy(e: Expr) -> Expr:
    """A term in which the parts without variables are literals, where they are rational."""
    if free_names(e) or not isinstance(e, tuple):
        return e
    try:
        value = evaluate(e, {})
    except (Inexact, Undefined, ArithmeticError, ValueError, TypeError):
        start = 2 if e[0] == "fn" else 1
        return _plainer((*e[:start], *(tidy(part) for part in e[start:])))
    return literal(value) if isinstance(value, Fraction) else e


def _plainer(e: Expr) -> Expr:
    """Without quotients by 1, factors 1 and double signs."""
    op, args = head(e), operands(e)
    if op == "/" and args[1] == 1:
        return args[0]
    if op == "*" and len(args) == 2 and args[0] in (1, -1):
        return args[1] if args[0] == 1 else _plainer(("neg", args[1]))
    if op == "neg" and head(args[0]) == "neg":
        return operands(args[0])[0]
    return e


def literal(q: Fraction) -> Expr:
    """A rational number as an expression."""
    return q.numerator if q.denominator == 1 else ("/", q.numerator, q.denominator)


def _coefficients(p: Poly, number: int) -> dict[int, Poly]:
    """The polynomial by powers of one atom."""
    found: dict[int, Poly] = {}
    for m, c in p.items():
        power = dict(m).get(number, 0)
        found.setdefault(power, {})[tuple((a, e) for a, e in m if a != number)] = c
    return found


def roots(left: Expr, right: Expr, x: str, sorts: dict[str, Expr], depth: int = 0) -> list[Expr]:
    """Terms without x that x is equal to where left == right holds, as far as they are found."""
    field = Field(sorts)
    try:
        top, _ = field.add(field.read(left), field.read(right), -1)
    except Unknown:
        return []
    with_x = [i for i, e in enumerate(field.sources) if x in free_names(e) and any(a == i for m in top for a, _ in m)]
    if len(with_x) != 1 or depth > 4:
        return []
    atom = field.sources[with_x[0]]
    parts = {n: term_of(field, tuple(p.items())) for n, p in _coefficients(top, with_x[0]).items()}
    low = parts.pop(0, 0)
    values: list[Expr] = []
    if set(parts) == {1}:
        values = [("/", ("neg", low), parts[1])]
    elif set(parts) == {1, 2}:
        a, b = parts[2], parts[1]
        square: Expr = ("sqrt", ("-", ("^", b, 2), ("*", 4, a, low)))
        values = [("/", (op, ("neg", b), square), ("*", 2, a)) for op in ("+", "-")]
    elif len(parts) == 1:
        ((n, a),) = parts.items()
        ratio: Expr = ("/", ("neg", low), a)
        if n == 2:
            values = [("sqrt", ratio), ("neg", ("sqrt", ratio))]
        else:
            values = [("fn", "root", ratio, n)] if n > 3 else [("fn", "cbrt", ratio)]
    if atom == x:
        return values
    op, args = head(atom), operands(atom)
    found: list[Expr] = []
    for value in values:
        if op == "sqrt":
            found += roots(args[0], ("^", value, 2), x, sorts, depth + 1)
        elif op == "abs":
            found += roots(args[0], value, x, sorts, depth + 1)
            found += roots(args[0], ("neg", value), x, sorts, depth + 1)
        elif op == "fn" and len(args) == 2 and args[0] in _INVERSE:
            found += roots(args[1], ("fn", _INVERSE[str(args[0])], value), x, sorts, depth + 1)
        elif op == "^" and x not in free_names(args[1]):
            found += roots(args[0], ("^", value, ("/", 1, args[1])), x, sorts, depth + 1)
    return found


def systems(equations: list[Expr], sorts: dict[str, Expr]) -> Iterator[list[tuple[str, Expr]]]:
    """Ways to write some variables by the others, each as (name, term in what remains) to be put in one by one."""
    yield from islice(_solve(equations, sorts, []), BRANCHES)


def _solve(
    equations: list[Expr], sorts: dict[str, Expr], done: list[tuple[str, Expr]]
) -> Iterator[list[tuple[str, Expr]]]:
    if not equations:
        yield done
        return
    first, *rest = equations
    options: list[tuple[int, str, list[Expr]]] = []
    for x in sorted(free_names(first)):
        left, right = operands(first)
        found = roots(left, right, x, sorts) if head(sorts.get(x, 0)) in ("real", "integer") else []
        if found:
            options.append((len(found) * 100 + len(repr(found)), x, found))
    if not options:
        yield from _solve(rest, sorts, done)
        return
    for _, x, found in sorted(options)[:2]:
        for value in found:
            value = tidy(value)
            put = {x: value}
            if _larger(value):
                continue
            others = [substitute(e, put) for e in rest]
            yield from _solve(others, sorts, [(n, substitute(e, put)) for n, e in done] + [(x, value)])


def _larger(e: Expr) -> bool:
    """Whether a term has more parts than one works with."""
    return next(islice(subexpressions(e), LARGEST, None), None) is not None


def is_rational(e: Expr, sorts: dict[str, Expr]) -> bool:
    """Whether a term is visibly a rational number."""
    try:
        return constant(Field(sorts).read(e)) is not None
    except Unknown:
        return False
