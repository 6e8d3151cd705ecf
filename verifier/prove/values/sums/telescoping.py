"""Finds sums that telescope: Gosper's and Zeilberger's algorithms, and the recurrences of Stirling triangles.

Nothing here decides anything: what is found is a pointwise identity ``sum of a_i(n) F(n + i, k) == G(k + 1) - G(k)``
that the kernel proves again.  F is a product of rational functions, powers, factorials and
binomials (complete for these, up to the order tried), or a Stirling number times such a term.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from verifier.kernel.algebra.integers import Unknown, index_of
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, substitute

DEGREE = 8


class Telescoped(NamedTuple):
    """sum of coefficients[i] * F(n + i, k) == gap(k + 1) - gap(k)."""

    coefficients: list[Expr]
    gap: Expr


def rational(e: Expr, symbols: dict[Expr, Any]) -> Any:
    """A term as a SymPy expression over symbols for everything that is not arithmetic."""
    import sympy

    if isinstance(e, int):
        return sympy.Integer(e)
    if isinstance(e, tuple):
        op, args = e[0], e[1:]
        if op == "+":
            return sympy.Add(*(rational(a, symbols) for a in args))
        if op == "*":
            return sympy.Mul(*(rational(a, symbols) for a in args))
        if op == "-":
            return rational(args[0], symbols) - rational(args[1], symbols)
        if op == "neg":
            return -rational(args[0], symbols)
        if op == "/":
            below = rational(args[1], symbols)
            if below == 0:
                raise Unknown("a division by zero")
            return rational(args[0], symbols) / below
        if op == "^" and isinstance(args[1], int) and abs(args[1]) < 40:
            return rational(args[0], symbols) ** args[1]
    if e not in symbols:
        symbols[e] = sympy.Symbol(f"s{len(symbols)}")
    return symbols[e]


def factors(e: Expr, power: int = 1) -> list[tuple[Expr, int]]:
    """A product as factors with exponents."""
    op, args = head(e), operands(e)
    if op == "*":
        return [f for a in args for f in factors(a, power)]
    if op == "/":
        return factors(args[0], power) + factors(args[1], -power)
    if op == "neg":
        return [(-1, 1), *factors(args[0], power)]
    if op == "^" and isinstance(args[1], int):
        return factors(args[0], power * args[1])
    return [(e, power)]


def ratio(term: Expr, name: str, shift: int, symbols: dict[Expr, Any]) -> Any:
    """term at name + shift over term, a rational function.  Raises `Unknown` where it is none."""
    import sympy

    total = sympy.Integer(1)
    for f, power in factors(term):
        total *= _ratio(f, name, shift, symbols) ** power
    return total


def _slope(e: Expr, name: str) -> int:
    """The coefficient of a variable in an integer expression that is linear in it."""
    c = index_of(e).coefficient(name) if name in free_names(e) else 0
    if c is None:
        raise Unknown("an argument that is not linear")
    return c


def _rising(u: Any, d: int) -> Any:
    """factorial(u + d) / factorial(u)."""
    import sympy

    if d >= 0:
        return sympy.Mul(*(u + i for i in range(1, d + 1)))
    return 1 / sympy.Mul(*(u - i for i in range(-d)))


def _ratio(f: Expr, name: str, shift: int, symbols: dict[Expr, Any]) -> Any:
    import sympy

    if name not in free_names(f):
        return sympy.Integer(1)
    op, args = head(f), operands(f)
    if op == "^":
        base, u = args
        if name in free_names(base):
            raise Unknown("a base that changes")
        return rational(base, symbols) ** (shift * _slope(u, name))
    if op == "fn" and args[0] == "factorial":
        return _rising(rational(args[1], symbols), shift * _slope(args[1], name))
    if op == "fn" and args[0] == "binomial":
        u, v = (rational(a, symbols) for a in args[1:])
        du, dv = (shift * _slope(a, name) for a in args[1:])
        return _rising(u, du) / (_rising(v, dv) * _rising(u - v, du - dv))
    if op == "fn" and args[0] in ("RisingFactorial", "FallingFactorial") and name not in free_names(args[1]):
        z, u = (rational(a, symbols) for a in args[1:])
        d = shift * _slope(args[2], name)
        return _rising(z + u - 1, d) if args[0] == "RisingFactorial" else _fall(z, u, d)
    if op in ("+", "-", "*", "/", "neg") or isinstance(f, str):
        if any(op2 in ("fn", "^", "sum") and name in free_names(t) for t, op2 in _opaque(f)):
            raise Unknown("a sum of terms of different kinds")
        moved = substitute(f, {name: ("+", name, shift)})
        return rational(moved, symbols) / rational(f, symbols)
    raise Unknown("no hypergeometric term")


def _fall(z: Any, u: Any, d: int) -> Any:
    """FallingFactorial(z, u + d) / FallingFactorial(z, u)."""
    import sympy

    return sympy.Mul(*(z - u - i for i in range(d))) if d >= 0 else 1 / sympy.Mul(*(z - u + i for i in range(1, 1 - d)))


def _opaque(e: Expr) -> list[tuple[Expr, str]]:
    if not isinstance(e, tuple):
        return []
    if e[0] in ("+", "-", "*", "/", "neg") or (e[0] == "^" and isinstance(e[2], int)):
        return [x for a in e[1:] for x in _opaque(a)]
    return [(e, str(e[0]))]


def expression(e: Any, back: Mapping[Any, Expr]) -> Expr:
    """A SymPy rational function as an expression, each factor of the denominator by itself."""
    import sympy

    top, below = sympy.fraction(sympy.together(e))
    constant, parts = sympy.factor_list(sympy.expand(below))
    result = _polynomial(top / constant, back)
    for f, k in parts:
        for _ in range(k):
            result = ("/", result, _expanded(f, back))
    return result


def _polynomial(e: Any, back: Mapping[Any, Expr]) -> Expr:
    import sympy

    factored = sympy.factor_list(sympy.expand(e))
    parts: list[Expr] = []
    q = sympy.Rational(factored[0])
    if q != 1:
        parts.append(int(q.p) if q.q == 1 else ("/", int(q.p), int(q.q)))
    for f, k in factored[1]:
        base = _expanded(f, back)
        parts.append(base if k == 1 else ("^", base, int(k)))
    return 1 if not parts else parts[0] if len(parts) == 1 else ("*", *parts)


def _expanded(e: Any, back: Mapping[Any, Expr]) -> Expr:
    import sympy

    symbols = sorted(e.free_symbols, key=str)
    if not symbols:
        q = sympy.Rational(e)
        return int(q.p) if q.q == 1 else ("/", int(q.p), int(q.q))
    terms: list[Expr] = []
    for powers, c in sympy.Poly(e, *symbols).terms():
        used = [(back[x], int(k)) for x, k in zip(symbols, powers, strict=True) if k]
        parts: list[Expr] = [e if k == 1 else ("^", e, k) for e, k in used]
        if c != 1 or not parts:
            parts.insert(0, int(c.p) if c.q == 1 else ("/", int(c.p), int(c.q)))
        terms.append(parts[0] if len(parts) == 1 else ("*", *parts))
    return terms[0] if len(terms) == 1 else ("+", *terms)


def zeilberger(term: Expr, k: str, n: str | None, order: int) -> Telescoped | None:
    """A recurrence of this order in n for the sum of a term over k; for order 0 its indefinite sum (Gosper)."""
    import sympy
    from sympy.concrete.gosper import gosper_normal

    symbols: dict[Expr, Any] = {k: sympy.Symbol("k")}
    if n is not None:
        symbols[n] = sympy.Symbol("n")
    x = symbols[k]
    try:
        step = sympy.cancel(ratio(term, k, 1, symbols))
        moved = [sympy.cancel(ratio(term, n, i, symbols)) if n and i else sympy.Integer(1) for i in range(order + 1)]
    except (Unknown, ZeroDivisionError):
        return None
    if step.has(sympy.zoo, sympy.nan) or step == 0:
        return None
    if any((symbol.has(x) or symbol == x) and e != k for e, symbol in symbols.items()):
        return None
    if any(k in free_names(e) for e in symbols if e != k):
        return None
    common = sympy.Integer(1)
    for r in moved:
        common = sympy.lcm(common, sympy.fraction(sympy.together(r))[1])
    tops = [sympy.cancel(r * common) for r in moved]
    top, below = sympy.fraction(sympy.cancel(step * common / common.subs(x, x + 1)))
    try:
        a, b, c = gosper_normal(top, below, x, polys=False)
    except (sympy.PolynomialError, ValueError):
        return None
    found = _solve(a, sympy.expand(b.subs(x, x - 1)), c, tops, x)
    if found is None:
        return None
    weights, solution = found
    back = {symbol: e for e, symbol in symbols.items()}
    certificate = sympy.cancel(b.subs(x, x - 1) * solution / (c * common))
    if certificate == 0:
        return None
    gap = product_of(certificate, term, symbols, back)
    return Telescoped([expression(w, back) for w in weights], gap)


def product_of(certificate: Any, term: Expr, symbols: dict[Expr, Any], back: Mapping[Any, Expr]) -> Expr:
    """certificate * term, with the rational part of the term multiplied in, so that common factors cancel."""
    import sympy

    others: list[Expr] = []
    for f, power in factors(term):
        if _opaque(f) == [] or all(op not in ("fn", "^", "sum", "product") for _, op in _opaque(f)):
            known = dict(symbols)
            certificate *= rational(f, known) ** power
            if len(known) == len(symbols):
                continue
            symbols, back = known, {**back, **{symbol: e for e, symbol in known.items()}}
        else:
            others.append(f if power == 1 else ("^", f, power))
    first = expression(sympy.cancel(certificate), back)
    return first if not others else ("*", first, *others)


def _solve(a: Any, b: Any, c: Any, tops: list[Any], x: Any) -> tuple[list[Any], Any] | None:
    """Weights w and a polynomial y with a*y(x + 1) - b*y(x) == c * sum of w_i * tops_i; the weights not all 0."""
    import sympy

    right = [sympy.Poly(sympy.expand(c * t), x) for t in tops]
    left_a, left_b = sympy.Poly(a, x), sympy.Poly(b, x)
    bound = max(p.degree() for p in right) - max(left_a.degree(), left_b.degree()) + 2
    for degree in sorted({min(max(bound, 0), DEGREE), min(max(bound + 2, 1), DEGREE)}):
        columns = [-p for p in right]
        for i in range(degree + 1):
            columns.append(left_a * sympy.Poly((x + 1) ** i, x) - left_b * sympy.Poly(x**i, x))
        height = max(p.degree() for p in columns) + 1
        rows = [[p.coeff_monomial(x**i) for p in columns] for i in range(height)]
        basis = _nullspace(rows)
        for vector in basis:
            weights = vector[: len(right)]
            if any(w != 0 for w in weights):
                y = sum(v * x**i for i, v in enumerate(vector[len(right) :]))
                return weights, sympy.factor(y)
    return None


def _nullspace(rows: list[list[Any]]) -> list[list[Any]]:
    """A basis of the kernel over a field of rational functions, with denominators cleared."""
    import sympy
    from sympy.polys.matrices import DomainMatrix

    width = len(rows[0])
    matrix = DomainMatrix.from_list_sympy(len(rows), width, rows).to_field()
    found: list[list[Any]] = []
    for row in matrix.nullspace().to_Matrix().tolist():
        row = [sympy.cancel(v) for v in row]
        below = sympy.Integer(1)
        for v in row:
            below = sympy.lcm(below, sympy.fraction(sympy.together(v))[1])
        row = [sympy.cancel(v * below) for v in row]
        common = sympy.Integer(0)
        for v in row:
            common = sympy.gcd(common, v)
        found.append([sympy.cancel(v / common) for v in row] if common != 0 else row)
    return found


def triangle(term: Expr, k: str, n: str) -> Telescoped | None:
    """A recurrence of first order for the sum of T(n, k) * g(k), where T(n + 1, k) = a T(n, k) + T(n, k - 1)."""
    import sympy

    parts = factors(term)
    for i, (f, power) in enumerate(parts):
        if head(f) != "fn" or operands(f)[0] not in ("stirling1", "stirling2", "binomial") or power != 1:
            continue
        word, u, v = operands(f)
        rest: list[Expr] = [g if p == 1 else ("^", g, p) for j, (g, p) in enumerate(parts) if j != i]
        others: Expr = 1 if not rest else rest[0] if len(rest) == 1 else ("*", *rest)
        if (u, v) != (n, k) or n in free_names(others):
            continue
        symbols: dict[Expr, Any] = {k: sympy.Symbol("k"), n: sympy.Symbol("n")}
        weight = {"stirling1": symbols[n], "stirling2": symbols[k], "binomial": sympy.Integer(1)}[str(word)]
        try:
            factor = sympy.cancel(weight + ratio(others, k, 1, symbols))
        except (Unknown, ZeroDivisionError):
            continue
        if factor.has(symbols[k]) or any(k in free_names(e) for e in symbols if e != k):
            continue
        back = {symbol: e for e, symbol in symbols.items()}
        gap: Expr = ("neg", ("*", ("fn", word, u, ("-", k, 1)), others))
        return Telescoped([expression(-factor, back), 1], gap)
    return None
