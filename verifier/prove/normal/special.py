"""Powers with integer exponents that are symbols, floors, and gamma-like functions by their recurrences.

z^(a*k + b*n + c) becomes a product of powers of z^k, z^n; a base that is a product or a negative number is taken
apart.  gamma(u + n), loggamma, digamma, factorial and harmonic go down to the least argument of the same kind.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from verifier.kernel.algebra.field import constant
from verifier.kernel.algebra.integers import Unknown, index_of
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Node
from verifier.prove.normal.linear_terms import factored, primes, product, rest_of, scaled, split, total
from verifier.prove.normal.normal import Handler, Normal
from verifier.prove.numbers.shared_terms import number
from verifier.prove.refute.floating.approximation import NoValue, samples, value

STEPS = 12  # largest shift of an argument


def is_integer(normal: Normal, e: Expr) -> bool:
    """Whether a term is a linear integer expression in integer variables."""
    try:
        index = index_of(e)
    except Unknown:
        return False
    return all(head(normal.start.sorts.get(n, 0)) == "integer" for n in index.names())


def integer_power(normal: Normal, e: Expr, base: Expr, exponent: Expr) -> None:
    """base^exponent for a symbolic integer exponent."""
    parts = split(normal, exponent)
    if not parts:
        return
    if len(parts) > 1:
        first, rest = rest_of(parts[:1]), rest_of(parts[1:])
        names = ("power-integer-add", "power-natural-add")
        if any(normal.rule(normal.instance(name, first, rest, base), e) for name in names):
            normal.learn(("^", base, first))
            normal.learn(("^", base, rest))
        return
    part = parts[0]
    if part.factor != 1 and part.factor.denominator == 1:
        n = int(part.factor)
        for name in ("power-integer-multiple", "power-natural-multiple"):
            label = normal.instance(name, part.of, n, base)
            if normal.rule(label, e):
                normal.learn(("^", base, part.of))
                return
        return
    if base == -1:
        normal.rule(normal.instance("power-even", exponent), e)
        return
    if head(base) == "fn" and operands(base)[0] == "exp":
        u = operands(base)[1]
        if normal.rule(normal.instance("exp-multiple", exponent, u), e):
            normal.learn(("fn", "exp", ("*", exponent, u)))
        return
    if _de_moivre(normal, e, base, exponent):
        return
    c, factors = factored(normal, base)
    if c == 0:
        normal.rule(normal.instance("power-natural-zero", exponent), e)
        return
    pieces: list[Expr] = [-1] if c < 0 else []
    pieces += [p if k == 1 else ("^", p, k) for p, k in primes(abs(c.numerator))]
    pieces += [("/", 1, p if k == 1 else ("^", p, k)) for p, k in primes(c.denominator)]
    pieces += [
        f if k == 1 else ("^", f, k) if k > 0 else ("/", 1, f if k == -1 else ("^", f, -k)) for f, k in factors
    ]
    if len(pieces) == 1:
        _single(normal, e, exponent, pieces[0])
        return
    if not pieces:
        normal.rule(normal.instance("power-one", exponent), e)
        return
    first, rest = pieces[0], product(pieces[1:])
    for name in ("power-integer-product", "power-natural-product"):
        if normal.rule(normal.instance(name, exponent, rest, first), e):
            normal.learn(("^", first, exponent))
            normal.learn(("^", rest, exponent))
            return


def _single(normal: Normal, e: Expr, exponent: Expr, piece: Expr) -> None:
    if head(piece) == "/":  # (1/f)^n * f^n == 1
        below = operands(piece)[1]
        if normal.rule(normal.instance("power-inverse", exponent, below), e):
            normal.learn(("^", below, exponent))
    elif head(piece) == "^":
        f, k = operands(piece)
        for name in ("power-integer-multiple", "power-natural-multiple"):
            if normal.rule(normal.instance(name, k, exponent, f), e):
                normal.learn(("^", f, ("*", k, exponent)))
                return


def _de_moivre(normal: Normal, e: Expr, base: Expr, exponent: Expr) -> bool:
    """(cos(u) + I*sin(u))^n = exp(I*u)^n = cos(n*u) + I*sin(n*u)."""
    unit: Expr = ("fn", "I")
    for atom in {a for m in normal.field.read(base)[0] for a, _ in m}:
        source = normal.field.sources[atom]
        if head(source) != "fn" or operands(source)[0] != "cos":
            continue
        for u in (operands(source)[1], ("neg", operands(source)[1])):
            value: Expr = ("+", ("fn", "cos", u), ("*", unit, ("fn", "sin", u)))
            if (equal := normal.equation(value, base)) is None:
                continue
            euler, power = normal.instance("euler", u), normal.instance("exp-multiple", exponent, ("*", unit, u))
            if euler is None or power is None:
                continue
            angle: Expr = ("*", exponent, u)
            further = normal.instance("euler", angle)
            same = normal.have(("==", value, base), equal)
            # exp(n*(I*u)) == exp(I*u)^n, with exp(I*u) == value == base
            node: Node = {"rule": "replace", "fact": euler, "on": power}
            left: Expr = ("fn", "exp", ("*", exponent, ("*", unit, u)))
            step = normal.steps.step(node, ("==", left, ("^", value, exponent)))
            last = normal.steps.step(
                {"rule": "replace", "fact": same, "on": step}, ("==", left, ("^", base, exponent))
            )
            if further is None:
                continue
            if normal.rule(last, e):
                normal.rule(further, left)
                normal.learn(("fn", "cos", angle))
                normal.learn(("fn", "sin", angle))
                return True
    return False


def floored(normal: Normal, e: Expr, u: Expr) -> None:
    """floor of a term that is known to lie between an integer and the next, or of an integer plus a term."""
    q = constant(normal.field.read(u))
    if q is not None:
        normal.rule(normal.instance("floor-value", number(q), floor(q)), e)
        return
    parts = split(normal, u)
    whole = [p for p in parts if is_integer(normal, scaled(p.factor, p.of)) and p.factor.denominator == 1]
    if whole and len(whole) < len(parts):
        n, rest = rest_of(whole), rest_of([p for p in parts if p not in whole])
        if normal.rule(normal.instance("floor-shift", rest, n), e):
            normal.learn(("floor", rest))
    elif whole:
        normal.rule(normal.instance("floor-value", u, rest_of(whole)), e)
    else:
        for n in _near(normal, u):
            if normal.rule(normal.instance("floor-value", u, n, effort=1), e):
                return


def _near(normal: Normal, u: Expr) -> list[int]:
    """The integer below a term at a sample."""
    try:
        for at in samples(normal.start, free_names(u), 1):
            return [floor(value(u, at))]
        return [] if free_names(u) else [floor(value(u, {}))]
    except (NoValue, OverflowError):
        return []


def _kind(normal: Normal, u: Expr) -> tuple[Expr, Fraction]:
    """The part without a number, and the number, of an argument."""
    parts = split(normal, u)
    return rest_of([p for p in parts if p.of != 1]), sum((p.factor for p in parts if p.of == 1), Fraction(0))


def shifted(normal: Normal, e: Expr, atom: int) -> None:
    """f(u + n) by f(u), down to the least argument met that is positive."""
    e = normal.settle(e)
    if len(operands(e)) != 2:
        return
    word, u = operands(e)
    name, one = {"factorial": ("factorial", "factorial-zero"), "harmonic": ("harmonic", "harmonic-zero")}.get(
        str(word), (f"{word}-step", f"{word}-one")
    )
    rest, c = _kind(normal, u)
    if word == "loggamma":
        one = "loggamma-one"
    start = Fraction(1) if word not in ("factorial", "harmonic") else Fraction(0)
    if rest == 0:
        least = c - floor(c) if c.denominator > 1 else start
    else:
        key = ("shift", word, repr(normal.field.read(rest)[0]), str(c - floor(c)))
        least = Fraction(-normal.fractions.get(key, -(floor(c) + 1000))) + c - floor(c)
        if floor(c) < least - (c - floor(c)) and _in_range(normal, word, total([rest, number(c)])):
            if key in normal.used:
                normal.stale = True
            normal.fractions[key] = -floor(c)
            least = c
        if least > 500:
            least = c
        normal.used[key] = 1
    if c <= least or c - least > STEPS:
        if rest == 0 and c == start:
            normal.rule(normal.instance(one), e)
        elif rest == 0 and c < 0 and c.denominator > 1 and c > -STEPS and word == "gamma":
            if normal.rule(normal.instance("gamma-step-apart", number(c), floor(c)), e):
                normal.learn(("fn", "gamma", number(c + 1)))
        elif rest == 0 and c == Fraction(1, 2) and word in ("digamma", "loggamma"):
            label = normal.instance(f"{word}-half")
            if normal.rule(label, e) and label is not None:
                normal.learn(operands(normal.fact(label))[1])
        elif rest != 0 and word in ("gamma", "digamma"):
            _related(normal, e, str(word), u)
        elif rest == 0 and c == Fraction(1, 2) and word == "gamma" and normal.rule(normal.instance("gamma-half"), e):
            normal.learn(("sqrt", ("fn", "pi")))
        return
    below = total([rest, number(c - 1)]) if rest != 0 and c != 1 else rest if rest != 0 else number(c - 1)
    if normal.rule(normal.instance(name, below), e):
        normal.learn(("fn", word, below))
        if word == "loggamma":
            normal.learn(("fn", "log", below))


def _related(normal: Normal, e: Expr, word: str, u: Expr) -> None:
    """gamma and digamma of 1 - v by those of v, and of 2*v by those of v and v + 1/2."""
    parts = [p for p in split(normal, u) if p.of != 1]
    if parts[0].factor < 0:
        v = normal.canonical(("-", 1, u))
        fact = f"{word}-reflection"
    elif all(p.factor.denominator == 1 and p.factor % 2 == 0 for p in parts):
        v = normal.canonical(("/", u, 2))
        fact = f"{word}-double"
    else:
        return
    label = normal.instance(fact, v)
    if label is None or (word == "gamma" and fact == "gamma-reflection" and
                         normal.vanishes_not(("fn", "sin", ("*", ("fn", "pi"), v))) is None):  # fmt: skip
        return
    if normal.rule(label, e):
        for side in operands(normal.fact(label)):
            normal.learn(side)


def _in_range(normal: Normal, word: Expr, u: Expr) -> bool:
    relation = ">=" if word in ("factorial", "harmonic") else ">"
    return normal.ask((relation, u, 0)) is not None


def beta(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    a, b = operands(e)[1:]
    if normal.ask((">", ("+", a, b), 0)) is None:
        return
    label = normal.instance("beta", a, b)
    for u in (a, b, ("+", a, b)):
        normal.learn(("fn", "gamma", u))
    if normal.vanishes_not(("fn", "gamma", ("+", a, b))) is not None:
        normal.rule(label, e)


def odd(normal: Normal, e: Expr, atom: int) -> None:
    """erf is odd, erfc = 1 - erf."""
    e = normal.settle(e)
    word, u = operands(e)
    if word == "erfc":
        if normal.rule(normal.instance("erfc", u), e):
            normal.learn(("fn", "erf", u))
        return
    if u == 0:
        normal.rule(normal.instance("erf-zero"), e)
    elif leads_negative(normal, u):
        other = normal.canonical(("neg", u))
        if normal.rule(normal.instance("erf-odd", other), e):
            normal.learn(("fn", "erf", other))


def leads_negative(normal: Normal, u: Expr) -> bool:
    """Whether the first term of a normal form has a negative coefficient: one of u and -u does."""
    parts = split(normal, u)
    return bool(parts) and parts[0].factor < 0


def known_value(normal: Normal, e: Expr, atom: int) -> None:
    """zeta at a few integers."""
    e = normal.settle(e)
    u = operands(e)[1]
    names: dict[Expr, str] = {
        2: "zeta-two", 4: "zeta-four", 6: "zeta-six", 0: "zeta-zero", -1: "zeta-minus-one", -3: "zeta-minus-three",
    }  # fmt: skip
    q = constant(normal.field.read(u))
    if q is None or q.denominator != 1:
        return
    n = int(q)
    if n < 0 and n % 2 == 0:
        normal.rule(normal.instance("zeta-trivial", -n // 2), e)
    elif n in names:
        normal.rule(normal.instance(names[n]), e)


def falling(normal: Normal, e: Expr, atom: int) -> None:
    """FallingFactorial(n, k) of natural numbers is n!/(n - k)! where n - k is a number, else k!*binomial(n, k)."""
    e = normal.settle(e)
    n, k = operands(e)[1:]
    if not is_integer(normal, n) or not is_integer(normal, k):
        return
    gap = constant(normal.field.read(("-", n, k)))
    name = "falling-binomial" if gap is None else "falling-factorial"
    try:
        label = normal.instance(name, k, n, effort=1)
    except (Unknown, Rejected):
        return
    if label is not None and normal.rule(label, e):
        for part in (n, k) if gap is None else (n, normal.canonical(("-", n, k))):
            normal.learn(("fn", "factorial", part))


HANDLERS: dict[str, Handler] = {
    "FallingFactorial": falling,
    **dict.fromkeys(("gamma", "loggamma", "digamma", "factorial", "harmonic"), shifted), "beta": beta, "erf": odd,
    "erfc": odd, "zeta": known_value,
}  # fmt: skip
