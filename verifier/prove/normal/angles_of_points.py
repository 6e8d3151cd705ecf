"""arg and atan2: by the signs of the coordinates, and from polar coordinates.

atan2(b, a) is expressed by an arcus tangent where a > 0, b > 0, b < 0, or a < 0 with the sign of b; atan2 of
r*sin(u) and r*cos(u) is u where u lies in (-pi, pi].  arg(z) of a real number is 0 or pi, otherwise z is brought to the
form a + I*b and arg(z) == atan2(b, a).
"""

from __future__ import annotations

from verifier.kernel.algebra.field import is_real
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Node
from verifier.prove.normal.complexes import cartesian
from verifier.prove.normal.exponentials import fn
from verifier.prove.normal.normal import Handler, Normal

PI: Expr = ("fn", "pi")


def two_arguments(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    b, a = operands(e)[1:]
    if _polar(normal, e, a, b):
        return
    for name, quotient in (
        ("atan2-right", ("/", b, a)), ("atan2-up", ("/", a, b)), ("atan2-down", ("/", a, b)),
        ("atan2-left-up", ("/", b, a)), ("atan2-left-down", ("/", b, a)),
    ):  # fmt: skip
        label = normal.instance(name, a, b)
        if label is not None:
            if normal.rule(label, e):
                normal.learn(fn("atan", quotient))
                normal.learn(PI)
            return


def _polar(normal: Normal, e: Expr, a: Expr, b: Expr) -> bool:
    """atan2(r*sin(u), r*cos(u)) == u."""
    for atom in sorted({x for m in normal.field.read(b)[0] for x, _ in m}):
        source = normal.field.sources[atom]
        if head(source) != "fn" or operands(source)[0] != "sin":
            continue
        u = operands(source)[1]
        radius = normal.canonical(("/", b, source))
        equal = normal.equation(("*", radius, fn("cos", u)), a)
        if equal is None:
            continue
        label = normal.instance("atan2-polar", u, radius, effort=1)
        if label is None:
            continue
        up, right = ("*", radius, fn("sin", u)), ("*", radius, fn("cos", u))
        proofs = [normal.equation(b, up), normal.equation(a, right)]
        if None in proofs:
            return False
        # the coordinates of e and of the point in the fact are equal, one after the other
        pairs = zip((b, a), (up, right), proofs, strict=True)
        first, second = (normal.have(("==", x, y), p) for x, y, p in pairs if p is not None)
        point: Expr = fn("atan2", up, right)
        node: Node = {"rule": "replace", "fact": second, "then": {"rule": "field"}}
        node = {"rule": "replace", "fact": first, "then": node}
        equation: Expr = ("==", e, point)
        if not normal.driver.accepts(normal.steps.s, equation, node):
            return False
        known = normal.have(equation, node)
        value: Expr = ("==", e, u)
        terms = [{"fact": known, "times": -1}, {"fact": label, "times": -1}]
        last = normal.have(value, {"rule": "field", "terms": terms})
        return normal.rule(last, e)
    return False


def argument(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    u = operands(e)[1]
    if is_real(u, normal.start.sorts):
        for name in ("arg-positive", "arg-negative"):
            label = normal.instance(name, u, effort=1)
            if label is not None:
                normal.rule(label, e)
                return
        return
    found = cartesian(normal, e, u)
    if found is None:
        return
    new, a, b = found
    label = normal.instance("arg-cartesian", a, b, effort=1)
    if normal.rule(label, new):
        normal.learn(fn("atan2", b, a))


HANDLERS: dict[str, Handler] = {"atan2": two_arguments, "arg": argument}
