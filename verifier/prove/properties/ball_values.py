"""Values beyond the rationals, as balls of 128 bits: for looking at statements at points, never for deciding them.

An environment may give names to curves and to functions of matrices as well (`moving`).  Numbers stay exact as long as
they can; where a function is applied they become balls (python-flint's `arb`), or power series in the time around
which a curve is looked at.  Whatever has no value here raises `Undefined`, whatever is not known `Inexact`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, ClassVar

import flint

import verifier.language.values.arithmetic as ar
from verifier.kernel.algebra.counting import counted
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.values.arithmetic import Dual, Inexact, Matrix, Undefined
from verifier.language.values.semantics import PLAIN, Env, Evaluator, Limits

BITS = 128
SLACK = flint.arb(2) ** -40  # a ball around 0 that is wider than this, relative to what was compared, says nothing
ORDER = 18  # of the power series
LONG = 400  # bits of a fraction, beyond which members of a sequence are balls
USUAL = Limits(steps=20_000, span=400, reach=8, pool=4)


@contextlib.contextmanager
def precision(wanted: int = BITS) -> Iterator[None]:
    """The precision of everything here."""
    bits, cap = flint.ctx.prec, flint.ctx.cap
    flint.ctx.prec, flint.ctx.cap = wanted, ORDER + 4
    try:
        yield
    finally:
        flint.ctx.prec, flint.ctx.cap = bits, cap


def ball(x: Any) -> Any:
    """A number as a ball; a power series as its value; raises `Inexact` where it is not finite."""
    x = ar.primal(x)
    if isinstance(x, flint.arb_series):
        x = x[0]
    if not isinstance(x, flint.arb):
        x = flint.arb(flint.fmpq(x.numerator, x.denominator))
    if not x.is_finite():
        raise Inexact("a value that is not finite")
    return x


def shortened(x: Any) -> Any:
    """A number, as a ball where it is long."""
    if isinstance(x, Fraction) and x.denominator.bit_length() + x.numerator.bit_length() > LONG:
        return ball(x)
    return x


def varies(x: Any) -> bool:
    """Whether a value carries its change with a variable as well."""
    return isinstance(x, (Dual, flint.arb_series))


def is_exact(x: Any) -> bool:
    return isinstance(ar.primal(x), (int, Fraction))


def sign(x: Any, scale: Any = 1) -> int:
    """The sign of a number: exact, or of a ball that excludes 0, or 0 for a narrow ball around it; else `Inexact`."""
    p = ar.primal(x)
    b = p if isinstance(p, (int, Fraction)) else ball(p)
    if b > 0:
        return 1
    if b < 0:
        return -1
    if varies(x):
        raise Inexact("the sign of what is 0 and varies")
    if is_exact(b) or abs(b) <= SLACK * scale:
        return 0
    raise Inexact("a ball around 0")


def compared(x: Any, y: Any) -> int:
    """The sign of x - y."""
    return sign(ar.add(x, ar.mul(-1, y)), 1 + abs(ball(x)) + abs(ball(y)))


def above(x: Any, y: Any) -> bool:
    """Whether x > y; raises `Inexact` where a ball leaves that open."""
    found = compared(x, y)
    if found == 0 and not (is_exact(x) and is_exact(y)):
        raise Inexact("a ball at the edge")
    return found > 0


# -- functions ----------------------------------------------------------------------------------------------------
def _series(name: str, x: Any) -> Any:
    """A function of a power series, by those that the library has."""
    if hasattr(x, name):
        return getattr(x, name)()
    if name in _OF_SERIES:
        return _OF_SERIES[name](x)
    raise Inexact(f"no series of {name}")


_OF_SERIES: dict[str, Callable[[Any], Any]] = {
    "sinh": lambda x: (x.exp() - (-x).exp()) / 2,
    "cosh": lambda x: (x.exp() + (-x).exp()) / 2,
    "tanh": lambda x: 1 - 2 / ((2 * x).exp() + 1),
    "asinh": lambda x: (x + (x * x + 1).sqrt()).log() if x[0] >= 0 else -((x * x + 1).sqrt() - x).log(),
    "acosh": lambda x: (x + (x * x - 1).sqrt()).log(),
    "atanh": lambda x: ((1 + x) / (1 - x)).log() / 2,
    "cot": lambda x: x.cos() / x.sin(),
    "sec": lambda x: 1 / x.cos(),
    "csc": lambda x: 1 / x.sin(),
    "coth": lambda x: 1 + 2 / ((2 * x).exp() - 1),
    "sech": lambda x: 2 / (x.exp() + (-x).exp()),
    "csch": lambda x: 2 / (x.exp() - (-x).exp()),
}
#: derivatives, where a derivative is taken of something that varies already
_SLOPES: dict[str, Callable[[Any], Any]] = {
    "exp": lambda x: applied("exp", x),
    "log": lambda x: ar.divide(1, x),
    "sin": lambda x: applied("cos", x),
    "cos": lambda x: ar.mul(-1, applied("sin", x)),
    "sinh": lambda x: applied("cosh", x),
    "cosh": lambda x: applied("sinh", x),
    "tanh": lambda x: ar.add(1, ar.mul(-1, ar.power(applied("tanh", x), 2))),
    "atan": lambda x: ar.divide(1, ar.add(1, ar.mul(x, x))),
}
_LIBRARY = {"loggamma": "lgamma"}
_CONSTANTS = {"pi": "pi", "E": "const_e", "EulerGamma": "const_euler", "Catalan": "const_catalan"}
_PLAIN_VALUES = {("exp", 0): 1, ("log", 1): 0, ("sin", 0): 0, ("cos", 0): 1, ("tan", 0): 0, ("sinh", 0): 0,
                 ("cosh", 0): 1, ("tanh", 0): 0, ("asinh", 0): 0, ("atan", 0): 0, ("erf", 0): 0}  # fmt: skip
#: where functions have a real value, for those that do not have one everywhere
_DOMAINS: dict[str, Callable[[Any], bool]] = {
    "log": lambda x: above(x, 0),
    "loggamma": lambda x: above(x, 0),
    "acosh": lambda x: compared(x, 1) >= 0,
    "asin": lambda x: compared(absolute(x), 1) <= 0,
    "acos": lambda x: compared(absolute(x), 1) <= 0,
    "atanh": lambda x: above(1, absolute(x)),
}


def applied(name: str, x: Any) -> Any:
    """A function of one real number."""
    if isinstance(x, Dual):
        if varies(x.value):
            if name not in _SLOPES:
                raise Inexact(f"no second derivative of {name}")
            return Dual(x.tag, applied(name, x.value), ar.mul(_SLOPES[name](x.value), x.slope))
        y = applied(name, flint.arb_series([ball(x.value), 1], prec=2))
        return Dual(x.tag, y[0], ar.mul(y[1], x.slope))
    if is_exact(x) and (name, x) in _PLAIN_VALUES:
        return _PLAIN_VALUES[name, x]
    if name == "sign":
        found = sign(x)
        if found == 0 and not is_exact(x):
            raise Inexact("the sign of a ball around 0")
        return found
    if name == "ceiling":
        return ar.mul(-1, floor(ar.mul(-1, x)))
    if name in ("factorial", "bell", "fibonacci", "harmonic"):
        value = counted(name, [ar.whole(x, "an argument")])
        if value is None:
            raise Inexact(f"no value of {name}")
        return value
    if name in _DOMAINS and not _DOMAINS[name](x):
        raise Undefined(f"{name} outside of its domain")
    if name == "cbrt":
        return root(x, 3)
    if isinstance(x, flint.arb_series):
        return _series(_LIBRARY.get(name, name), x)
    method = getattr(ball(x), _LIBRARY.get(name, name), None)
    if method is None:
        raise Inexact(f"no ball of {name}")
    return finite(method())


def finite(x: Any) -> Any:
    value = x[0] if isinstance(x, flint.arb_series) else x
    if isinstance(value, flint.arb) and not value.is_finite():
        raise Inexact("a value that is not finite")
    return x


def root(x: Any, n: int = 2) -> Any:
    """The n-th root; real and odd for odd n."""
    if n == 2 and isinstance(x, (int, Fraction)):
        with contextlib.suppress(Inexact):
            return ar.root(x)
    if isinstance(x, Dual):
        s = root(x.value, n)
        return Dual(x.tag, s, ar.divide(x.slope, ar.mul(n, ar.power(s, n - 1))))
    if sign(x) < 0:
        if n % 2 == 0:
            raise Undefined("the square root of a negative number")
        return ar.mul(-1, root(ar.mul(-1, x), n))
    if sign(x) == 0:
        if isinstance(x, flint.arb_series):
            raise Inexact("the root of a series at 0")
        if is_exact(x):
            return 0
        most = ball(x).abs_upper()
        return flint.arb(0, (most.sqrt() if n == 2 else most.root(n)).upper())
    if isinstance(x, flint.arb_series):
        return finite(x.sqrt() if n == 2 else (x.log() / n).exp())
    return finite(ball(x).sqrt() if n == 2 else ball(x).root(n))


def absolute(x: Any) -> Any:
    if sign(x) == 0:  # a ball around 0 becomes one that is never negative
        return 0 if is_exact(x) else abs(ball(x))
    return x if sign(x) > 0 else ar.mul(-1, x)


def floor(x: Any) -> Any:
    if is_exact(x):
        return ar.floor(x)
    found = ball(x).floor().unique_fmpz()
    if found is None:
        raise Inexact("the floor of a ball around an integer")
    return int(found)


def chosen(x: Any, y: Any, which: int) -> Any:
    """The larger or the smaller one; where balls leave that open, a ball around both."""
    found = compared(x, y)
    if found == 0 and not (is_exact(x) and is_exact(y)):
        return ball(x).union(ball(y))
    return x if found * which >= 0 else y


class Balls(Evaluator):
    """Evaluates terms in balls and series."""

    plain: ClassVar[dict[str, Any]] = {
        **PLAIN, "sqrt": lambda x: root(ar.number(x)), "abs": absolute, "floor": floor,
        "min": lambda x, y: chosen(x, y, -1), "max": lambda x, y: chosen(x, y, 1),
    }  # fmt: skip

    def __init__(self, limits: Limits | None = None, truth: Callable[[Expr, Env], bool | None] | None = None) -> None:
        super().__init__(limits or USUAL, truth)

    def raised(self, base: Any, exponent: Any) -> Any:
        p = ar.primal(exponent)
        if isinstance(p, int) or (isinstance(p, Fraction) and p.denominator == 1):
            return super().raised(base, exponent)
        x = ar.number(base)
        if is_exact(x) and x == 0 and sign(exponent) > 0:
            return 0
        if isinstance(p, Fraction) and p.denominator == 2:
            return ar.power(root(x), p.numerator)
        return applied("exp", ar.mul(exponent, applied("log", x)))

    def _at(self, env: Env, x: Expr, t: Expr) -> Any:
        base = env.get(x) if isinstance(x, str) else None
        if hasattr(base, "rate") or hasattr(base, "argument"):
            found = base(self.value(t, env))  # type: ignore[misc]
            return ar.pack(found) if isinstance(found, Matrix) else found
        return super()._at(env, x, t)

    def _rate(self, env: Env, x: Expr, t: Expr) -> Any:
        base = env.get(x) if isinstance(x, str) else None
        if not hasattr(base, "rate"):
            raise Inexact("the rate of something that is no curve here")
        found = base.rate(self.value(t, env))  # type: ignore[union-attr]
        return ar.pack(found) if isinstance(found, Matrix) else found

    def _fn(self, env: Env, *called: Expr) -> Any:
        word, args = str(called[0]), called[1:]
        if word in _CONSTANTS:
            return getattr(flint.arb, _CONSTANTS[word])()
        if word == "GoldenRatio":
            return (1 + flint.arb(5).sqrt()) / 2
        if word == "Piecewise":
            return super()._fn(env, *called)
        if word == "diff" and isinstance(args[2], int):
            return self._derivative(args[0], self.value(args[1], env), args[2], env)
        if word in ("binomial", "stirling1", "stirling2", "RisingFactorial", "FallingFactorial"):
            found = counted(word, [ar.whole(self.value(a, env), "an argument") for a in args])
            if found is None:
                raise Inexact(f"no value of {word}")
            return found
        if len(args) != 1 or head(args[0]) in ("forall", "exists"):
            raise Inexact(f"no ball of {word}")
        return applied(word, ar.number(self.value(args[0], env)))

    def _derivative(self, function: Expr, point: Any, times: int, env: Env) -> Any:
        name, sort, body = operands(function)
        if head(sort) != "real" or not 1 <= times <= 6:
            raise Inexact("a derivative of a high order, or not of a real variable")
        if isinstance(point, Dual) or any(varies(env.get(n)) for n in free_names(body) if n != name):
            raise Inexact("a derivative of what varies with something else")
        if isinstance(point, flint.arb_series):
            value = self.value(body, {**env, str(name): lifted(point, times)})
            for _ in range(times):
                value = each(value, slope)
            return value
        value = self.value(body, {**env, str(name): flint.arb_series([ball(point), 1], prec=times + 1)})
        factor = int(counted("factorial", [times]) or 1)
        return each(value, lambda v: ar.mul(factor, coefficient(v, times)))


def lifted(time: Any, more: int) -> Any:
    """The series of a time t0 + x with more terms.  Raises `Inexact` for any other series."""
    if time.prec > 1 and not (time[1] == 1 and all(time[k] == 0 for k in range(2, time.prec))):
        raise Inexact("the derivative at something that is no time")
    return flint.arb_series([time[0], 1], prec=time.prec + more)


def each(value: Any, f: Callable[[Any], Any]) -> Any:
    return value.map(f) if isinstance(value, Matrix) else f(value)


def coefficient(x: Any, k: int) -> Any:
    """Of x^k in a series; a number is constant.  Raises `Inexact` where the series does not go that far."""
    if not isinstance(x, flint.arb_series):
        return x if k == 0 else 0
    if k >= x.prec:
        raise Inexact("a coefficient that is not known")
    return x[k]


def slope(x: Any) -> Any:
    return x.derivative() if isinstance(x, flint.arb_series) else 0
