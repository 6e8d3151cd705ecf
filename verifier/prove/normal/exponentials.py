"""Exponentials, logarithms, real powers and hyperbolic functions in terms of exp(g) with independent exponents g.

exp of a sum becomes a product, with one common denominator for every monomial of exponents; logarithms of products
are taken apart where the factors are known to be positive; u^b becomes exp(b*log(u)) for a base that is known to be
positive; hyperbolic functions are written by exponentials.  Not found: factors whose sign the driver cannot prove.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.field import constant, is_real
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, replaced
from verifier.prove.driver.driver import Node
from verifier.prove.normal.linear_terms import Part, factored, primes, rest_of, scaled, sole_atom, split, total
from verifier.prove.normal.normal import Handler, Normal
from verifier.prove.normal.radicals import rational_power
from verifier.prove.normal.special import integer_power, is_integer
from verifier.prove.numbers.shared_terms import number


def fn(word: str, *args: Expr) -> Expr:
    return ("fn", word, *args)


def imaginary(normal: Normal, part: Part) -> Expr | None:
    """m where the part is a multiple of I*m."""
    unit: Expr = ("fn", "I")
    ((m, _),) = part.poly.items()
    rest = tuple((a, e) for a, e in m if normal.field.sources[a] != unit)
    if len(rest) == len(m):
        return None
    below = normal.field.read(part.of)[1]
    return normal.expr(({rest: 1}, below))


def exponential(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    parts = split(normal, operands(e)[1])
    if not parts:
        normal.rule(normal.instance("exp-zero"), e)
        return
    if len(parts) > 1:
        first, rest = rest_of(parts[:1]), rest_of(parts[1:])
        if normal.rule(normal.instance("exp-add", rest, first), e):
            normal.learn(fn("exp", first))
            normal.learn(fn("exp", rest))
        return
    part = parts[0]
    if (inner := imaginary(normal, part)) is not None:
        angle = scaled(part.factor, inner)
        if normal.rule(normal.instance("euler", angle), e):
            normal.learn(fn("cos", angle))
            normal.learn(fn("sin", angle))
        return
    atom_of = sole_atom(normal.field, part)
    if atom_of is not None and atom_of == fn("log", *operands(atom_of)[1:2]):
        u = operands(atom_of)[1]
        if _of_log(normal, e, part, u):
            return
    d = normal.common(("exp", part.key), part.factor.denominator)
    n = part.factor * d
    base = scaled(Fraction(1, d), part.of)
    if n != 1 and n.denominator == 1 and normal.rule(normal.instance("exp-multiple", int(n), base), e):
        normal.learn(fn("exp", base))


def _of_log(normal: Normal, e: Expr, part: Part, u: Expr) -> bool:
    """exp(q*log(u)) is a power of u, for u > 0."""
    log: Expr = fn("log", u)
    if part.factor == 1:
        return normal.rule(normal.instance("exp-log", u), e)
    if part.factor.denominator == 1:
        if normal.rule(normal.instance("exp-multiple", int(part.factor), log), e):
            normal.learn(fn("exp", log))
            return True
        return False
    known, power = normal.instance("exp-log", u), normal.instance("exp-power", log, number(part.factor))
    if known is None or power is None:
        return False
    new: Expr = ("==", fn("exp", ("*", log, number(part.factor))), ("^", u, number(part.factor)))
    node: Node = {"rule": "replace", "fact": known, "on": power}
    if normal.rule(normal.steps.step(node, new), e):
        normal.learn(("^", u, number(part.factor)))
        return True
    return False


def logarithm(normal: Normal, e: Expr, atom: int) -> None:
    if len(operands(e)) == 3:  # log(a, b)
        a, b = operands(e)[1:]
        if normal.rule(normal.instance("log-base", a, b), e):
            normal.learn(fn("log", a))
            normal.learn(fn("log", b))
        return
    e = normal.settle(e)
    u = operands(e)[1]
    c, parts = factored(normal, u)
    if c == 0:
        return
    found = _logs(normal, c, parts)
    if found is None:
        return
    value = normal.canonical(total(found)) if found else 0
    if value == e:
        return
    by_inverse(normal, e, "log-exp", value, fn("exp", value))


def _logs(normal: Normal, c: Fraction, parts: list[tuple[Expr, int]]) -> list[Expr] | None:
    """The logarithm of a product as a sum; None where it is no better."""
    found: list[Expr] = []
    for f, k in parts:
        if head(f) == "fn" and operands(f)[0] == "exp":
            found.append(scaled(k, operands(f)[1]))
            continue
        root = _root(f)
        if root is not None and normal.ask((">", root[0], 0)) is not None:
            found.append(scaled(k * root[1], fn("log", root[0])))
            continue
        if normal.ask((">", f, 0)) is None:
            if normal.ask(("<", f, 0)) is not None:
                c = -c if k % 2 else c
                f = normal.canonical(("neg", f))
            elif k % 2 == 0 and is_real(f, normal.start.sorts) and normal.ask(("!=", f, 0)) is not None:
                normal.learn(("abs", f))
                f = ("abs", f)
            else:
                return None
        found.append(scaled(k, fn("log", f)))
    if c <= 0:
        return None
    if len(found) == 1 and c == 1 and head(found[0]) == "fn" and parts[0][1] == 1:
        return None
    for n, sign in ((c.numerator, 1), (c.denominator, -1)):
        found += [scaled(sign * k, fn("log", p)) for p, k in primes(n)]
    if len(found) == 1 and not parts and c.denominator == 1 and primes(c.numerator)[0][1] == 1:
        return None
    return found


def _root(f: Expr) -> tuple[Expr, Fraction] | None:
    """Base and exponent of a square root or a rational power."""
    if head(f) == "sqrt":
        return operands(f)[0], Fraction(1, 2)
    if head(f) == "^":
        base, exponent = operands(f)
        if head(exponent) == "/" and all(isinstance(x, int) for x in operands(exponent)):
            return base, Fraction(*operands(exponent))  # type: ignore[arg-type]
    return None


def by_inverse(normal: Normal, e: Expr, name: str, value: Expr, image: Expr) -> bool:
    """f(u) == value, from the schema ``f(g(value)) == value`` and g(value) == u."""
    u = operands(e)[-1]
    known = normal.instance(name, value)
    if known is None:
        return False
    node = normal.equation(image, u)
    if node is None and not free_names(u):
        node = normal.driver.prove(normal.start, ("==", image, u), min(1, normal.effort))
    if node is None:
        return False
    equal = normal.have(("==", image, u), node)
    assert isinstance(e, tuple)
    left: Expr = (*e[:-1], image)
    if normal.fact(known) != ("==", left, value):
        return False
    step: Node = {"rule": "replace", "fact": equal, "on": known}
    new = replaced(normal.fact(known), image, u)
    done = normal.rule(normal.steps.step(step, new), e)
    if done:
        normal.learn(value)
    return done


def power(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    if head(e) != "^":
        return
    base, exponent = operands(e)
    q = constant(normal.field.read(exponent))
    if q is not None:
        if q.denominator > 1:
            rational_power(normal, e, base, q)
        return

    if is_integer(normal, exponent):
        integer_power(normal, e, base, exponent)
        return
    if base == 1:
        normal.rule(normal.instance("power-one", exponent), e)
        return
    if head(base) == "fn" and operands(base)[0] == "exp":
        inner = operands(base)[1]
        if normal.rule(normal.instance("exp-power", inner, exponent), e):
            normal.learn(fn("exp", ("*", inner, exponent)))
        return
    if normal.rule(normal.instance("power-exp", base, exponent), e):
        normal.learn(fn("exp", ("*", exponent, fn("log", base))))


def euler_number(normal: Normal, e: Expr, atom: int) -> None:
    if normal.rule(normal.instance("E"), e):
        normal.learn(fn("exp", 1))


def hyperbolic(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    word, u = operands(e)
    parts = split(normal, u)
    if word in ("sinh", "cosh") and parts and all(imaginary(normal, p) is not None for p in parts):
        angle = normal.canonical(("neg", ("*", fn("I"), u)))
        other = fn(str(word), ("*", fn("I"), angle))
        normal.learn(angle)
        name = "sinh-imaginary" if word == "sinh" else "cosh-imaginary"
        if normal.rule(normal.instance(name, angle), other):
            normal.learn(fn("sin" if word == "sinh" else "cos", angle))
        node = normal.equation(("*", fn("I"), angle), u)
        if node is not None and normal.field.read(other) != normal.field.read(e):
            known = normal.have(("==", u, ("*", fn("I"), angle)), node)
            normal.rule(normal.have(("==", e, other), {"rule": "replace", "fact": known, "then": {"rule": "field"}}), e)
        return
    if normal.rule(normal.instance(str(word), u), e):
        for other in {"tanh": ("exp",), "coth": ("sinh", "cosh"), "sech": ("cosh",), "csch": ("sinh",)}.get(
            str(word), ("exp",)
        ):
            normal.learn(fn(other, u))
            if other == "exp":
                normal.learn(fn("exp", ("neg", u)))


def area(normal: Normal, e: Expr, atom: int) -> None:
    """asinh, acosh, atanh are logarithms."""
    e = normal.settle(e)
    word, u = operands(e)
    label = normal.instance(str(word), u)
    if normal.rule(label, e) and label is not None:
        normal.learn(operands(normal.fact(label))[1])


HANDLERS: dict[str, Handler] = {
    "exp": exponential, "log": logarithm, "^": power, "E": euler_number,
    **dict.fromkeys(("sinh", "cosh", "tanh", "coth", "sech", "csch"), hyperbolic),
    **dict.fromkeys(("asinh", "acosh", "atanh"), area),
}  # fmt: skip
