"""The shapes of functions without a head in the kernel: exp, sin, diff, integrate, limit, Piecewise, ..."""

from __future__ import annotations

from verifier.kernel.terms.expr import Expr
from verifier.language.text.vocabulary import CONSTANTS, OO, SCALAR_FUNCTIONS
from verifier.language.typing import typing as t


def function_shape(e: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    """The shape of ``("fn", name, arguments...)``.  Raises `IllTyped`."""
    name = str(e[1]) if len(e) > 1 else ""
    args = e[2:]
    if name in CONSTANTS and not args:
        if name == "oo":
            raise t.IllTyped("oo is not a number")
        return t.SCALAR
    if name in SCALAR_FUNCTIONS:
        least, most = SCALAR_FUNCTIONS[name]
        if not least <= len(args) <= most:
            raise t.IllTyped(f"{name} does not take {len(args)} arguments")
        for a in args:
            t.scalar(a, sorts, f"the function {name}")
        return t.SCALAR
    if name in ("diff", "integrate", "limit") and len(args) == 3:
        return _analysis(name, args, sorts)
    if name in ("Sum", "Product") and len(args) == 1:
        shape = _abstraction(args[0], sorts, name)
        if name == "Product" and shape != t.SCALAR:
            raise t.IllTyped("an infinite product needs numbers")
        return shape
    if name == "Piecewise" and args and len(args) % 2 == 0:
        shape = t.value(args[0], sorts, "Piecewise")
        for v, c in zip(args[::2], args[1::2], strict=True):
            t.truth(c, sorts, "a condition of Piecewise")
            if not t.conform(shape, t.value(v, sorts, "Piecewise")):
                raise t.IllTyped(f"the pieces of {t.show(e)} have different shapes")
        return shape
    if name == "norm2" and len(args) == 1:
        t.value(args[0], sorts, "norm2")
        return t.SCALAR
    raise t.IllTyped(f"undefined function {name[:40]!r} of {len(args)} arguments")


def _abstraction(f: Expr, sorts: t.Sorts, what: str) -> t.Shape:
    if not isinstance(f, tuple) or f[0] != "forall" or len(f) != 4:
        raise t.IllTyped(f"{what} needs a function of one variable")
    t.check_sort(f[2], sorts)
    return t.settled(f[3], sorts, str(f[1]), f[2], what)


def _analysis(name: str, args: tuple[Expr, ...], sorts: t.Sorts) -> t.Shape:
    f, first, second = args
    shape = _abstraction(f, sorts, name)
    if name == "diff":
        t.scalar(first, sorts, "the point of a derivative")
        if not isinstance(second, int) or second < 1:
            raise t.IllTyped("the order of a derivative is a number from 1")
        return shape
    for end in (first,) if name == "limit" else (first, second):
        if end not in (OO, ("neg", OO)):
            t.scalar(end, sorts, f"an end of {name}")
    return shape
