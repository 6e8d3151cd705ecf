"""Values of infinite sums and products.

How: a term p(k) * t(k) for a series sum of t with a known value (geometric, exponential, logarithmic, binomial and
trigonometric series, zeta, ...), after a shift of the index, is found by its ratio of neighbouring terms; powers of k
come from differentiating power series; rational terms by partial fractions; what telescopes, by a limit of the partial
sums that the other closers prove.  Complete for: nothing.
"""

from __future__ import annotations

from typing import Any

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.limits import infinite
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import REAL, Expr, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver
from verifier.prove.values import limit_values
from verifier.prove.values.sums.finite_sums import growing, name_for
from verifier.prove.values.sums.known_series import (
    OO,
    combined,
    folded,
    generating,
    listed,
    matched,
    parts_of,
    series,
    shifted,
    single,
)
from verifier.prove.values.sums.known_series import partial as partial_of
from verifier.prove.values.sums.power_series import differentiated
from verifier.prove.values.sums.telescoping import expression, factors, rational, zeilberger


def evaluate(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    word, k, lo, _ = parts_of(term)
    if not isinstance(lo, int) or k in branch.s.sorts or effort < 1:
        return None
    ways = (by_table, by_parts, by_limit) if word == "Sum" else (by_limit,)
    for way in ways:
        steps, s = list(branch.steps), branch.s
        try:
            value = way(driver, branch, term, effort)
        except (Unknown, Rejected, ZeroDivisionError):
            value = None
        if value is not None:
            return value
        branch.steps[:], branch.s = steps, s
    return None


# -- by partial sums ----------------------------------------------------------------------------------


def by_limit(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """A closed form for the partial sums, and its limit."""
    word, k, lo, f = parts_of(term)
    n = name_for(branch, "n", term)
    partial = closed(word, k, lo, f, n)
    if partial is None:
        return None
    limit: Expr = ("fn", "limit", ("forall", n, REAL, partial), OO, 0)
    inner = Branch(driver, branch.s)
    value = limit_values.evaluate(driver, inner, limit, effort)
    if value is None or free_names(value) - set(branch.s.sorts):
        return None
    total = partial_of(word, k, lo, f, n)
    each = driver.prove(branch.s, ("forall", n, ("integer", lo, "oo"), ("==", total, partial)), 2)
    arrives = [_growth(n, value, e) if infinite(value) else ("tends", e, n, value) for e in (partial, total)]
    proof = None if each is None else driver.prove(branch.s, arrives[0], 2)
    if each is None or proof is None:
        return None
    theorem = "same-limit" if not infinite(value) else f"same-growth-{'up' if infinite(value) > 0 else 'down'}"
    at: list[Any] = [{"index": n, "value": to_json(e)} for e in (total, partial)]
    at += [to_json(lo)] if infinite(value) else [to_json(value), to_json(lo)]
    label = branch.theorem(theorem, at, [each, proof], arrives[1])
    folded(branch, ("==", term, value), arrives[1], label)
    return value


def _growth(n: str, value: Expr, e: Expr) -> Expr:
    """A term in n passes every bound from some n on."""
    h, first = (fresh(x, free_names(e) | {n}) for x in ("h", "N"))
    late: Expr = ("forall", n, ("integer", first, "oo"), ("<" if infinite(value) > 0 else ">", h, e))
    return ("forall", h, REAL, ("exists", first, ("integer", 0, "oo"), late))


def closed(word: str, k: str, lo: Expr, f: Expr, n: str) -> Expr | None:
    """A formula for the partial sums."""
    if word == "Product":
        growth = growing(f, k)
        return None if growth is None else ("/", substitute(growth, {k: ("+", n, 1)}), substitute(growth, {k: lo}))
    found = zeilberger(f, k, None, 0)
    if found is None:
        return harmonic(k, lo, f, n)
    total: Expr = ("-", substitute(found.gap, {k: ("+", n, 1)}), substitute(found.gap, {k: lo}))
    return total if found.coefficients[0] == 1 else ("/", total, found.coefficients[0])


def harmonic(k: str, lo: Expr, f: Expr, n: str) -> Expr | None:
    """The partial sums of c/(k + s), for an integer s: c times a difference of harmonic numbers."""
    import sympy

    symbols: dict[Expr, Any] = {k: sympy.Symbol("k")}
    try:
        top, below = sympy.fraction(sympy.cancel(rational(f, symbols)))
    except Unknown:
        return None
    x = symbols[k]
    if len(symbols) > 1 or top.has(x) or sympy.degree(below, x) != 1 or not isinstance(lo, int):
        return None
    a, b = sympy.Poly(below, x).all_coeffs()
    shift, scale = sympy.cancel(b / a), sympy.cancel(top / a)
    if not shift.is_Integer or lo + shift < 1:
        return None
    upper: Expr = ("+", n, int(shift)) if shift else n
    rise: Expr = ("fn", "harmonic", upper)
    if lo + shift > 1:
        rise = ("-", rise, ("fn", "harmonic", lo + int(shift) - 1))
    return rise if scale == 1 else ("*", expression(scale, {}), rise)


# -- by known series ----------------------------------------------------------------------------------


def by_table(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """c * k^i * t(k + d) for a known series of t."""
    _, k, _, f = parts_of(term)
    value = matched(driver, branch, term, "series-EulerGamma", [])
    value = value or single(driver, branch, term) or generating(driver, branch, term) or listed(driver, branch, term)
    if value is not None:
        return value
    others = [(g, p) for g, p in factors(f)]
    powers = sum(p for g, p in others if g == k)
    if not 0 < powers <= 6:
        return None
    rest: list[Expr] = [g if p == 1 else ("^", g, p) for g, p in others if g != k]
    inner: Expr = 1 if not rest else rest[0] if len(rest) == 1 else ("*", *rest)
    return differentiated(driver, branch, term, inner, powers)


# -- rational terms -----------------------------------------------------------------------------------


def by_parts(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """A rational term by partial fractions: zeta values, and what is left telescopes; sums of terms one by one."""
    import sympy

    _, k, lo, f = parts_of(term)
    assert isinstance(lo, int)
    symbols: dict[Expr, Any] = {k: sympy.Symbol("k")}
    x = symbols[k]
    try:
        value = sympy.apart(sympy.cancel(rational(f, symbols)), x)
    except (Unknown, ZeroDivisionError, NotImplementedError, sympy.PolynomialError):
        return None
    if any(k in free_names(e) for e in symbols if e != k):
        return addends(driver, branch, term, effort)
    back = {symbol: e for e, symbol in symbols.items()}
    parts: list[tuple[Expr, str]] = []
    rest = sympy.Integer(0)
    for piece in sympy.Add.make_args(value):
        top, below = sympy.fraction(sympy.together(piece))
        factored = sympy.factor_list(below, x)
        q, power = factored[1][0] if len(factored[1]) == 1 else (x, 1)
        if power > 1 and sympy.degree(q, x) == 1 and not top.has(x):
            a, b = sympy.Poly(q, x).all_coeffs()
            shift = sympy.cancel(b / a)
            weight = sympy.cancel(top / (factored[0] * a**power))
            if shift.is_Integer:
                label = zeta(branch, int(power), int(shift), lo)
                if label is None:
                    return None
                parts.append((expression(weight, back), label))
                continue
            half = sympy.cancel(shift - sympy.Rational(1, 2))
            if half.is_Integer and lo + half >= 0:
                odd = branch.instance("series-odd", int(power), effort=1)
                if odd is not None and (lo + half or half):
                    odd = shifted(branch, odd, int(lo + half), int(half))
                if odd is None:
                    return None
                parts.append((expression(weight * 2**power, back), odd))
                continue
        rest += piece
    if not parts:
        return None
    rest = sympy.cancel(sympy.together(rest))
    if rest != 0:
        piece = series(k, lo, expression(rest, back))
        if by_limit(driver, branch, piece, effort) is None:
            return None
        label = next(n for n, g in branch.s.facts.items() if head(g) == "==" and operands(g)[0] == piece)
        parts.append((1, label))
    return combined(driver, branch, term, parts)


def zeta(branch: Branch, power: int, shift: int, lo: int) -> str | None:
    """The sum of 1/(k + shift)^power from lo on."""
    label = branch.instance("series-zeta", power, effort=1)
    if label is None or lo + shift < 1:
        return None
    if lo == 1 and shift == 0:
        return label
    return shifted(branch, label, lo + shift - 1, shift)


def addends(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """A sum of terms, each with a value."""
    _, k, lo, f = parts_of(term)
    op, args = head(f), operands(f)
    if op not in ("+", "-"):
        return None
    parts: list[tuple[Expr, str]] = []
    for i, g in enumerate(args):
        piece = series(k, lo, g)
        if evaluate(driver, branch, piece, effort) is None:
            return None
        label = next(n for n, h in branch.s.facts.items() if head(h) == "==" and operands(h)[0] == piece)
        parts.append((-1 if op == "-" and i else 1, label))
    return combined(driver, branch, term, parts)
