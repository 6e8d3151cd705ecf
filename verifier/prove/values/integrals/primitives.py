"""Primitives: terms F whose derivative may be a given f; suggestions, each compared with f in floating point.

How: a small table for what is seen at once, then SymPy's `manualintegrate` and `integrate`, also after x == u**n where
roots of x occur, and, for rational functions of sin and cos, after u == tan(x/2).  What SymPy gives is made real:
logarithms take the sign that their argument has on the range, and cases are chosen by the values at sample points.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any

from verifier.kernel.algebra.field import Field
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import derivative, operands, substitute
from verifier.prove.driver.effort import kept
from verifier.prove.numbers.shared_terms import number
from verifier.prove.refute.floating.approximation import NoValue, value
from verifier.prove.values.symbolic import assumptions, from_sympy, guarded, to_sympy

Point = dict[str, Any]


_NAME = "x0"  # of the variable while SymPy has it


def agrees(f: Expr, primitive: Expr, x: str, points: list[Point]) -> bool:
    """Whether F' is f at the sample points, as far as floating point can tell."""
    try:
        slope = derivative(primitive, x)
        return all(_close(value(f, p), value(slope, p)) for p in points)
    except (NoValue, Unknown):
        return False


def _close(a: Any, b: Any) -> bool:
    return bool(abs(a - b) <= 1e-9 * (1 + abs(a)))


def signed(primitive: Expr, points: list[Point]) -> Expr:
    """log(u) becomes log(-u) where u is negative at all sample points, log(abs(u)) and abs(u) lose the bars."""

    def sign(u: Expr) -> int:
        try:
            values = [value(u, p) for p in points]
        except NoValue:
            return 0
        return 1 if all(v > 0 for v in values) else -1 if all(v < 0 for v in values) else 0

    def walk(e: Expr) -> Expr:
        if not isinstance(e, tuple):
            return e
        start = 2 if e[0] == "fn" else 1
        e = (*e[:start], *(walk(a) for a in e[start:]))
        if e[0] == "abs":
            k = sign(e[1])
            return e if k == 0 else e[1] if k > 0 else _minus(e[1])
        if e[:2] == ("fn", "log") and sign(e[2]) < 0:
            return ("fn", "log", _minus(e[2]))
        return e

    return walk(primitive)


def _minus(u: Expr) -> Expr:
    if head(u) == "-":
        return ("-", operands(u)[1], operands(u)[0])
    return operands(u)[0] if head(u) == "neg" else ("neg", u)


def primitives(
    f: Expr, x: str, s: Sequent, points: list[Point], seconds: float, ways: tuple[int, ...] = (0, 1, 2, 3)
) -> Iterator[Expr]:
    """Terms whose derivative is f at the sample points, the likeliest first; way 0 is the quick one."""
    seen: list[Expr] = []
    easy = (plain(f, x, s) or multiple(f, x, points)) if 0 in ways else None
    if easy is not None and agrees(f, easy, x, points):
        seen.append(easy)
        yield easy
    for way in ways:
        known = tuple((n, assumptions(n, s, n == x)) for n in sorted(free_names(f)))
        for e in _suggested(substitute(f, {x: _NAME}), known, x, way, round(seconds, 1)):
            e = signed(substitute(e, {_NAME: x}), points)
            if e not in seen and agrees(f, e, x, points):
                seen.append(e)
                yield e


# -- what is seen at once ------------------------------------------------------------------------------
def plain(f: Expr, x: str, s: Sequent) -> Expr | None:
    """A primitive of a sum of multiples of powers of x and of exp, sin, cos, sinh, cosh of a multiple of x."""
    if x not in free_names(f):
        return ("*", f, x)
    op, args = head(f), operands(f)
    if op in ("+", "-", "neg"):
        parts = [plain(a, x, s) for a in args]
        return None if None in parts else (op, *parts)  # type: ignore[arg-type]
    if op == "*":
        moving = [a for a in args if x in free_names(a)]
        rest = [a for a in args if x not in free_names(a)]
        if len(moving) == 1 and rest:
            inner = plain(moving[0], x, s)
            return None if inner is None else ("*", *rest, inner)
        return None
    if op == "/" and x not in free_names(args[1]):
        inner = plain(args[0], x, s)
        return None if inner is None else ("/", inner, args[1])
    if f == x:
        return ("/", ("^", x, 2), 2)
    if op == "^" and args[0] == x and x not in free_names(args[1]):
        n = args[1]
        if isinstance(n, int):
            return None if n < 0 else ("/", ("^", x, n + 1), n + 1)
        return ("/", ("^", x, ("+", n, 1)), ("+", n, 1)) if not _is_minus_one(n) else None
    if op == "sqrt" and args[0] == x:
        return ("/", ("*", 2, x, ("sqrt", x)), 3)
    if op == "fn" and len(args) == 2 and args[0] in _WAVES:
        scale = slope_of(args[1], x, s)
        if scale is None or scale == 0:
            return None
        name, sign = _WAVES[str(args[0])]
        inner = ("fn", name, args[1])
        inner = ("neg", inner) if sign < 0 else inner
        return inner if scale == 1 else ("/", inner, scale)
    return None


_WAVES = {"exp": ("exp", 1), "sin": ("cos", -1), "cos": ("sin", 1), "sinh": ("cosh", 1), "cosh": ("sinh", 1)}


def multiple(f: Expr, x: str, points: list[Point]) -> Expr | None:
    """A rational multiple of g(u), where u stands in f and f/(g(u))' looks constant in floating point."""
    inner: list[Expr] = []
    for e in subexpressions(f):
        if x in free_names(e) and e != f:
            inner += [e] if head(e) in ("+", "-", "sqrt") else []
            inner += [a for a in operands(e)[1:] if x in free_names(a)] if head(e) == "fn" else []
            inner += [e] if head(e) == "fn" else []
    for u in list(dict.fromkeys([*inner, x]))[:8]:
        forms: list[Expr] = [u, *(("fn", name, u) for name in ("exp", "log", "sin", "cos", "atan"))]
        forms += [("^", u, 2), ("sqrt", u), ("/", 1, u), ("*", u, ("sqrt", u)), ("^", u, 3), ("/", 1, ("^", u, 2))]
        for g in forms:
            c = _factor(f, g, x, points)
            if c is not None:
                return g if c == 1 else ("*", number(c), g)
    return None


def _factor(f: Expr, g: Expr, x: str, points: list[Point]) -> Fraction | None:
    try:
        slope = derivative(g, x)
        first = value(f, points[0]) / value(slope, points[0])
        c = Fraction(float(first)).limit_denominator(400)
        if c == 0 or not all(_close(value(f, p), c.numerator * value(slope, p) / c.denominator) for p in points):
            return None
    except (NoValue, Unknown, ZeroDivisionError, OverflowError, ValueError):
        return None
    return c


def _is_minus_one(e: Expr) -> bool:
    try:
        return bool(value(("+", e, 1), {}) == 0)
    except NoValue:
        return False


def slope_of(u: Expr, x: str, s: Sequent) -> Expr | None:
    """The factor of x in a term that is linear in x and has no denominators with x; None for other terms."""
    try:
        slope = derivative(u, x)
        if x in free_names(slope):
            return None
        top, below = Field(s.sorts).read(slope)
        if not below and all(not m for m in top):
            number = top.get((), 0)
            return int(number) if number == int(number) else ("/", number.numerator, number.denominator)
        return slope
    except Unknown:
        return None


# -- SymPy ---------------------------------------------------------------------------------------------
@kept(256)
def _suggested(
    f: Expr, known: tuple[tuple[str, tuple[str, ...]], ...], x: str, way: int, seconds: float
) -> tuple[Expr, ...]:
    import sympy

    try:
        names = [(_NAME if n == x else n, a) for n, a in known]
        symbols = {n: sympy.Symbol(n, **dict.fromkeys(a, True)) for n, a in names}
        body = to_sympy(f, symbols)
    except ValueError:
        return ()
    x = _NAME
    if way == 2 and not _roots(f, x):
        return ()
    if way == 3 and not any(head(e) == "fn" and operands(e)[0] in ("sin", "cos", "tan") for e in subexpressions(f)):
        return ()
    return guarded(lambda: _find(body, symbols[x], way, _roots(f, x)), seconds) or ()


def _find(body: Any, x: Any, way: int, roots: int) -> tuple[Expr, ...]:
    import sympy
    from sympy.integrals.manualintegrate import manualintegrate
    from sympy.integrals.rationaltools import ratint

    u = sympy.Symbol("u_", positive=True)
    if way == 0:
        rational = body.is_rational_function(x)
        found = ratint(sympy.cancel(body), x) if rational else _gaussian(body, x)
        found = manualintegrate(body, x) if found is None else found
    elif way == 1:
        found = sympy.integrate(body, x)
    elif way == 2:
        new = sympy.powdenest(sympy.expand_power_base(body.subs(x, u**roots) * roots * u ** (roots - 1), force=True))
        found = sympy.integrate(sympy.simplify(new), u).subs(u, x ** sympy.Rational(1, roots))
    else:
        half = {sympy.sin(x): 2 * u / (1 + u**2), sympy.cos(x): (1 - u**2) / (1 + u**2)}
        new = sympy.expand_trig(body.rewrite(sympy.cos).rewrite(sympy.sin) if body.has(sympy.tan) else body).subs(half)
        if new.has(x):
            return ()
        v = sympy.Symbol("v_", real=True)
        new = sympy.cancel((new * 2 / (1 + u**2)).subs(u, v))
        found = sympy.integrate(new, v).subs(v, sympy.tan(x / 2))
    results: list[Expr] = []
    for option in _options(found):
        for form in (option, sympy.simplify(option)) if way else (option, *_levelled(option, x)):
            if form.has(sympy.Integral, sympy.RootSum, sympy.I, sympy.zoo, sympy.nan, sympy.hyper, sympy.meijerg):
                continue
            try:
                e = from_sympy(form)
            except ValueError:
                continue
            if e not in results:
                results.append(e)
    return tuple(results)


def _gaussian(body: Any, x: Any) -> Any:
    """A primitive of a polynomial times exp(-a*x**2 + b*x + c) with a > 0, by erf; None for other terms."""
    import sympy

    powers = [a for a in sympy.Mul.make_args(sympy.powsimp(body)) if a.has(x) and isinstance(a, sympy.exp)]
    if len(powers) != 1:
        return None
    g = sympy.expand(powers[0].args[0])
    rest = sympy.expand(sympy.powsimp(body) / powers[0])
    if not (g.is_polynomial(x) and rest.is_polynomial(x)) or sympy.degree(g, x) != 2:
        return None
    if not (-g.coeff(x, 2)).is_positive:
        return None
    a, b, c = -g.coeff(x, 2), g.coeff(x, 1), g.coeff(x, 0)
    left, q = rest, sympy.Integer(0)
    while left != 0 and (n := sympy.degree(left, x)) > 0:  # the top term is that of (q*exp(g))'
        term = -left.coeff(x, n) / (2 * a) * x ** (n - 1)
        q += term
        left = sympy.expand(sympy.cancel(left - sympy.diff(term, x) - term * (b - 2 * a * x)))
    top = sympy.exp(sympy.expand(c + b**2 / (4 * a)))
    scale = left * sympy.sqrt(sympy.pi) / (2 * sympy.sqrt(a)) * top
    return q * powers[0] + scale * sympy.erf((2 * a * x - b) / (2 * sympy.sqrt(a)))


def _levelled(f: Any, x: Any) -> Iterator[Any]:
    """A primitive with parameters that vanishes at 0 or at 1, which may make sense for more parameters."""
    import sympy

    if len(f.free_symbols) > 1 and f.is_rational_function():
        yield from (sympy.factor(sympy.cancel(f - f.subs(x, p))) for p in (0, 1))


def _options(found: Any) -> Iterator[Any]:
    """The branches of a result with cases."""
    import sympy

    cases = sorted(found.atoms(sympy.Piecewise), key=lambda p: p.count_ops(), reverse=True)
    if not cases:
        yield found
        return
    for branch, _ in cases[0].args[:6]:
        yield from _options(found.subs(cases[0], branch))


def _roots(f: Expr, x: str) -> int:
    """The least common denominator of the rational powers of x itself in f; 0 where there is none."""
    found: set[int] = set()
    for e in subexpressions(f):
        if head(e) == "sqrt" and operands(e)[0] == x:
            found.add(2)
        if head(e) == "^" and operands(e)[0] == x and head(operands(e)[1]) == "/":
            below = operands(operands(e)[1])[1]
            if isinstance(below, int) and 1 < below < 13:
                found.add(below)
    return lcm(*found) if found else 0
