"""Square roots, rational powers and absolute values.

A root of a product is taken apart where the signs of the factors are known; squares leave the root as absolute
values; of every base there is one root, whose exponent has the common denominator of all that occur.  A root that is
left satisfies s^2 == u where u >= 0 is proved, and nothing is known of it otherwise.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from verifier.kernel.algebra.field import is_real
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Node
from verifier.prove.normal.complexes import modulus
from verifier.prove.normal.linear_terms import factored, primes, product, scaled
from verifier.prove.normal.normal import Handler, Normal
from verifier.prove.normal.special import floored
from verifier.prove.numbers.shared_terms import number


def square_root(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    u = operands(e)[0]
    if not is_real(u, normal.start.sorts):
        return
    value = _taken_out(normal, u)
    if value is not None:
        image: Expr = ("^", value, 2)
        known = normal.instance("sqrt-abs", value)
        node = None if known is None else normal.equation(image, u)
        if known is not None and node is not None:
            equal = normal.have(("==", image, u), node)
            step: Node = {"rule": "replace", "fact": equal, "on": known}
            if normal.rule(normal.steps.step(step, ("==", e, ("abs", value))), e):
                normal.learn(("abs", value))
                return
    d = normal.common(("root", repr(normal.field.read(u)[0])), 2)
    if d > 2 and normal.rule(normal.instance("sqrt-power", u), e):  # a power of the common root
        normal.learn(("^", u, ("/", 1, 2)))
        return
    normal.rule(normal.instance("sqrt-square", u, effort=1), e)


def _taken_out(normal: Normal, u: Expr) -> Expr | None:
    """v with v^2 == u that is simpler than sqrt(u); None where u is as simple as it gets."""
    c, parts = factored(normal, u)
    if c == 0:
        return 0
    outside: list[Expr] = []
    inside: list[Expr] = []  # factors whose sign is not known stay together
    roots: list[Expr] = []
    simple = True
    for f, k in parts:
        low = k // 2
        if low:
            outside.append(f if low == 1 else ("^", f, low))
            simple = False
        if k % 2 == 0:
            continue
        if normal.ask((">=", f, 0)) is not None:
            roots.append(("sqrt", f))
        elif normal.ask(("<=", f, 0)) is not None:
            c = -c
            roots.append(("sqrt", normal.canonical(("neg", f))))
        else:
            inside.append(f)
    n = abs(c.numerator) * c.denominator
    out = 1
    bare: list[int] = []
    for p, k in primes(n):
        out *= p ** (k // 2)
        bare += [p] * (k % 2)
    if isqrt(n) ** 2 == n:
        out, bare = isqrt(n), []
    scale = Fraction(out, c.denominator)
    sign = -1 if c < 0 else 1
    if sign < 0 and not inside:
        return None
    if inside:
        rest = product([scaled(sign, inside[0]), *inside[1:]])
        roots.append(("sqrt", normal.canonical(rest)))
    roots += [("sqrt", p) for p in bare]
    if simple and scale == 1 and len(roots) <= 1:
        return None
    return product([number(scale), *outside, *roots])


def rational_power(normal: Normal, e: Expr, base: Expr, q: Fraction) -> None:
    """base^q for a rational q that is no integer."""
    c, parts = factored(normal, base)
    if not is_real(base, normal.start.sorts):
        return
    before = normal.atom(e) in normal.rules
    if c > 0:
        _apart(normal, e, base, q, c, parts)
    free = not before and normal.atom(e) not in normal.rules and not _generates(normal, base)
    if q == Fraction(1, 2) and free and normal.rule(normal.instance("sqrt-power", base), e):
        normal.learn(("sqrt", base))


def _generates(normal: Normal, base: Expr) -> bool:
    """Whether roots of this base are written by one with a larger exponent."""
    return normal.used.get(("root", repr(normal.field.read(base)[0])), 1) > 2


def _apart(normal: Normal, e: Expr, base: Expr, q: Fraction, c: Fraction, parts: list[tuple[Expr, int]]) -> None:
    pieces: list[tuple[Expr, int]] = [(f, k) for f, k in parts]
    pieces += [(p, k) for p, k in primes(c.numerator)] + [(p, -k) for p, k in primes(c.denominator)]
    if len(pieces) > 1 and all(normal.ask((">", f, 0)) is not None for f, _ in pieces if not isinstance(f, int)):
        first, rest = [_piece(f, k) for f, k in pieces[:1]], [_piece(f, k) for f, k in pieces[1:]]
        a, b = product(first), product(rest)
        if normal.rule(normal.instance("power-product", a, b, number(q)), e):
            normal.learn(("^", a, number(q)))
            normal.learn(("^", b, number(q)))
        return
    if len(pieces) == 1 and pieces[0][1] != 1:
        f, k = pieces[0]
        known = normal.instance("power-integer-power", f, number(q), k)
        if normal.rule(known, e):
            normal.learn(("^", f, number(q * k)))
        return
    key = ("root", repr(normal.field.read(base)[0]))
    d = normal.common(key, q.denominator)
    if d == 2:
        half: Expr = ("^", base, ("/", 1, 2))
        if q != Fraction(1, 2) and not _multiple(normal, e, base, q, d):
            return
        if normal.rule(normal.instance("sqrt-power", base), half):
            normal.learn(("sqrt", base))
        return
    _multiple(normal, e, base, q, d)


def _piece(f: Expr, k: int) -> Expr:
    return f if k == 1 else ("^", f, k) if k > 0 else ("/", 1, f if k == -1 else ("^", f, -k))


def _multiple(normal: Normal, e: Expr, base: Expr, q: Fraction, d: int) -> bool:
    """base^q is a power of base^(1/d), and base^(1/d) is a root."""
    k = q * d
    if k.denominator != 1:
        return False
    unit = Fraction(1, d)
    generator: Expr = ("^", base, number(unit))
    if q != unit:
        name = "power-power" if normal.ask((">", base, 0)) or k < 0 else "power-power-nonnegative"
        if not normal.rule(normal.instance(name, base, number(unit), int(k)), e):
            return False
    number_of = normal.atom(generator)
    if number_of not in normal.learnt or q == unit:
        normal.learnt.add(number_of)
        if d > 2:
            name = "power-power" if normal.ask((">", base, 0)) else "power-power-nonnegative"
            label = normal.instance(name, base, number(unit), d)
            normal.rule(label, generator)
    return True


def cube_root(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    u = operands(e)[1]
    if u == 0:
        normal.rule(normal.instance("cbrt-value", 0), e)
        return
    if normal.ask((">=", u, 0)) is not None:
        label = normal.instance("cbrt-power", u)
        if normal.rule(label, e):
            normal.learn(("^", u, ("/", 1, 3)))
        return
    if normal.ask(("<=", u, 0)) is not None:
        other = normal.canonical(("neg", u))
        if normal.rule(normal.instance("cbrt-negative", other), e):
            normal.learn(("fn", "cbrt", other))
        return
    normal.rule(normal.instance("cbrt-cube", u), e)


def any_root(normal: Normal, e: Expr, atom: int) -> None:
    inner, order = operands(e)[1:]
    if head(inner) == "^" and operands(inner)[1] == order and isinstance(order, int) and order > 1:
        base = operands(inner)[0]
        if normal.rule(normal.instance(f"root-{'odd' if order % 2 else 'even'}-power", base, order // 2), e):
            normal.learn(base if order % 2 else ("abs", base))
            return
    e = normal.settle(e)
    u, n = operands(e)[1:]
    if not isinstance(n, int) or n < 1:
        return
    if normal.ask((">=", u, 0)) is not None:
        if normal.rule(normal.instance("root-power", u, n), e):
            normal.learn(("^", u, ("/", 1, n)))
    elif n % 2 and normal.ask(("<=", u, 0)) is not None:
        other = normal.canonical(("neg", u))
        if normal.rule(normal.instance("root-odd", other, n // 2), e):
            normal.learn(("fn", "root", other, n))


def absolute(normal: Normal, e: Expr, atom: int) -> None:
    inner = operands(e)[0]
    if head(inner) == "/" and not is_real(inner, normal.start.sorts):
        over, under = operands(inner)
        if normal.ask(("!=", under, 0)) and normal.rule(normal.instance("abs-quotient", under, over), e):
            normal.learn(("abs", over))
            normal.learn(("abs", under))
            return
    e = normal.settle(e)
    u = operands(e)[0]
    if not is_real(u, normal.start.sorts):
        modulus(normal, e, u)
        return
    if u == 0 or normal.ask((">=", u, 0)) is not None:
        normal.rule(normal.instance("abs-positive", u), e)
        return
    if normal.ask(("<=", u, 0)) is not None:
        normal.rule(normal.instance("abs-negative", u), e)
        return
    if head(u) == "sqrt" and normal.rule(normal.instance("abs-sqrt", operands(u)[0]), e):
        return
    c, parts = factored(normal, u)
    factors: list[Expr] = [] if c == 1 else [number(c)]
    below: list[Expr] = []
    for f, k in parts:
        (factors if k > 0 else below).extend([f] * abs(k))
    if below:
        top, bottom = product(factors), product(below)
        if normal.rule(normal.instance("abs-quotient", bottom, top), e):
            normal.learn(("abs", top))
            normal.learn(("abs", bottom))
        return
    if len(factors) > 1:
        first, rest = factors[0], product(factors[1:])
        if normal.rule(normal.instance("abs-product", rest, first), e):
            normal.learn(("abs", first))
            normal.learn(("abs", rest))
        return
    normal.rule(normal.instance("abs-square", u), e)


def signum(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    u = operands(e)[1]
    for relation, name in ((">", "sign-positive"), ("<", "sign-negative")):
        if normal.ask((relation, u, 0)) is not None:
            normal.rule(normal.instance(name, u), e)
            return
    if u == 0:
        normal.rule(normal.instance("sign-zero"), e)
    elif normal.ask(("!=", u, 0)) is not None:
        label = normal.instance("sign-abs", u)
        normal.learn(("abs", u))
        normal.rule(label, e)


def extreme(normal: Normal, e: Expr, atom: int) -> None:
    """min and max by absolute values."""
    e = normal.settle(e)
    a, b = operands(e)
    gap: Expr = ("abs", ("-", a, b))
    if normal.rule(normal.instance(f"{head(e)}-abs", a, b), e):
        normal.learn(gap)


def whole_part(normal: Normal, e: Expr, atom: int) -> None:
    """floor and ceiling of numbers, and of terms shifted by an integer."""
    e = normal.settle(e)
    if head(e) == "fn":
        u = operands(e)[1]
        if normal.rule(normal.instance("ceiling", u), e):
            normal.learn(("floor", ("neg", u)))
        return

    floored(normal, e, operands(e)[0])


def golden(normal: Normal, e: Expr, atom: int) -> None:
    normal.rule(normal.instance("GoldenRatio"), e)
    normal.learn(("sqrt", 5))


HANDLERS: dict[str, Handler] = {
    "sqrt": square_root, "cbrt": cube_root, "root": any_root, "abs": absolute, "sign": signum, "min": extreme,
    "max": extreme, "floor": whole_part, "ceiling": whole_part, "GoldenRatio": golden,
}  # fmt: skip
