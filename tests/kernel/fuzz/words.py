"""The functions of the kernel's language at numbers: exact where they are rational, else to 70 digits."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial, floor, isqrt
from typing import Any

from fuzz.numbers import CONTEXT as MP
from fuzz.numbers import NoValue, Number, Ratio, Undefined, approx, floor_far, whole_power


def exact_root(x: Fraction) -> Fraction | None:
    a, b = isqrt(x.numerator), isqrt(x.denominator)
    return Fraction(a, b) if a * a == x.numerator and b * b == x.denominator else None


def sqrt(x: Number) -> Number:
    if isinstance(x, Fraction):
        if x < 0:
            raise NoValue("the root of a negative number")
        exact = exact_root(x)
        return exact if exact is not None else MP.sqrt(approx(x))
    x = line(x)
    if not isinstance(x, MP.mpc) and x < 0:
        raise NoValue("the root of a negative number")
    return MP.sqrt(x)


def line(x: Number) -> Any:
    """The digits of a number, as a real one where it is."""
    y = approx(x)
    return y.real if isinstance(y, MP.mpc) and y.imag == 0 else y


def power(base: Number, exponent: Number) -> Number:
    """A real power of a number; 0^0 is 1."""
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        if exponent > 400 or exponent < -400:
            raise Undefined("a large power")
        return whole_power(base, int(exponent))
    x, y = line(base), line(exponent)
    if isinstance(x, MP.mpc) or isinstance(y, MP.mpc):
        if not isinstance(x, MP.mpc) and x <= 0:
            raise NoValue("a complex power on the cut") if x else Undefined("a complex power of 0")
        return MP.power(x, y)
    if x < 0:
        raise NoValue("a real power of a negative number")
    if x == 0:
        if y < 0:
            raise NoValue("a negative power of 0")
        return Fraction(0)
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and exponent.denominator == 2:
        exact = exact_root(base)
        if exact is not None:
            return whole_power(exact, exponent.numerator)
    return MP.power(x, y)


def floor_of(x: Number) -> Fraction:
    if isinstance(x, Fraction):
        return Fraction(floor(x))
    if isinstance(x, Ratio):
        return floor_far(x)
    x = line(x)
    if isinstance(x, MP.mpc):
        raise NoValue("the floor of a complex number")
    if abs(x - MP.nint(x)) < MP.mpf(10) ** -30:
        raise Undefined("a floor that cannot be told")
    return Fraction(int(MP.floor(x)))


def _natural(x: Number) -> int:
    if not isinstance(x, Fraction) or x.denominator != 1:
        raise Undefined("no integer")
    if x < 0:
        raise NoValue("a negative number of things")
    if x > 60:
        raise Undefined("a large number of things")
    return int(x)


def _counted(x: Number) -> int:
    """A natural number, of which alone something is counted."""
    if isinstance(x, MP.mpc) or (isinstance(x, Fraction) and x.denominator != 1):
        raise NoValue("no natural number of things")
    return _natural(x)


def _triangle(n: int, k: Number, weight: Callable[[int, int], int]) -> Fraction:
    k = Fraction(_counted(k))
    rows = [[1]]
    for m in range(n):
        old = [*rows[-1], 0]
        rows.append([(old[i - 1] if i else 0) + weight(m, i) * old[i] for i in range(m + 2)])
    return Fraction(rows[n][int(k)] if 0 <= k <= n else 0)


def _bell(n: int) -> Fraction:
    return sum((_triangle(n, Fraction(k), lambda m, i: i) for k in range(n + 1)), Fraction(0))


def gamma(x: Number) -> Number:
    if isinstance(x, Fraction) and x.denominator == 1:
        if x <= 0:
            raise NoValue("a pole of gamma")
        if x < 60:
            return Fraction(factorial(int(x) - 1))
    return MP.gamma(approx(x))


def binomial(n: Number, k: Number) -> Number:
    """By the falling factorial for a natural k, 0 for a negative integer, by gamma for others.

    Source: Graham, Knuth, Patashnik, Concrete Mathematics, 5.1.
    """
    if isinstance(k, Fraction) and k.denominator == 1:
        return _div(falling(n, k), Fraction(factorial(_natural(k)))) if k >= 0 else Fraction(0)
    above = _shift(n, 1)
    if isinstance(n, Fraction) and n.denominator == 1 and n < 0:
        raise NoValue("a pole of gamma")
    return MP.gamma(approx(above)) * MP.rgamma(approx(k) + 1) * MP.rgamma(approx(n) - approx(k) + 1)


def _div(a: Number, b: Fraction) -> Number:
    return a / b if isinstance(a, Fraction) else approx(a) * b.denominator / b.numerator


def _shift(x: Number, n: int) -> Number:
    return x + n if isinstance(x, Fraction) else approx(x) + n


def falling(x: Number, n: Number) -> Number:
    result: Number = Fraction(1)
    for i in range(_natural(n)):
        step = _shift(x, -i)
        exact = isinstance(result, Fraction) and isinstance(step, Fraction)
        result = result * step if exact else approx(result) * approx(step)
    return result


def rising(x: Number, n: Number) -> Number:
    return falling(_shift(x, _natural(n) - 1), n) if _natural(n) else Fraction(1)


def harmonic(n: Number, *order: Number) -> Number:
    if order:
        raise Undefined("a harmonic number of higher order")
    if isinstance(n, Fraction) and n.denominator == 1:
        return sum((Fraction(1, i) for i in range(1, _natural(n) + 1)), Fraction(0))
    return MP.digamma(approx(n) + 1) + MP.euler


def _real(name: str, low: Any, high: Any, open_: str = "") -> Callable[[Number], Number]:
    """A function of mpmath with a real domain from low to high, ends open as said."""

    def f(x: Number) -> Number:
        y = approx(x)
        if not isinstance(y, MP.mpc):
            out = (low is not None and (y < low or ("(" in open_ and y == low))) or (
                high is not None and (y > high or (")" in open_ and y == high))
            )
            if out:
                raise NoValue(f"{name} outside its domain")
        return getattr(MP, name)(y)

    return f


def _log(x: Number, base: Number | None = None) -> Number:
    y = approx(x)
    if not isinstance(y, MP.mpc) and y <= 0:
        raise NoValue("the logarithm of no positive number")
    if y == 1:
        return Fraction(0)
    if base is None:
        return MP.log(y)
    below = _log(base)
    if below == 0:
        raise NoValue("a logarithm to the base 1")
    return MP.log(y) / approx(below)


def _quotient(top: str, bottom: str) -> Callable[[Number], Number]:
    def f(x: Number) -> Number:
        y = approx(x)
        a = getattr(MP, top)(y) if top else MP.mpf(1)
        b = getattr(MP, bottom)(y)
        if abs(b) < MP.mpf(10) ** -45:
            raise NoValue("a pole")
        return a / b

    return f


def _away(name: str) -> Callable[[Number], Number]:
    def f(x: Number) -> Number:
        if isinstance(x, Fraction) and x.denominator == 1 and x <= 0:
            raise NoValue(f"a pole of {name}")
        return getattr(MP, name)(approx(x))

    return f


def _cbrt(x: Number) -> Number:
    return _root(x, Fraction(3))


def _root(x: Number, n: Number) -> Number:
    k = _natural(n)
    if k == 0:
        raise NoValue("a zeroth root")
    y = approx(x)
    if isinstance(y, MP.mpc):
        return MP.power(y, MP.mpf(1) / k)
    if y < 0 and k % 2 == 0:
        raise NoValue("an even root of a negative number")
    if y == int(y) and abs(y) < 10**6:
        for r in range(int(abs(y)) + 1):
            if r**k >= abs(y):
                if r**k == abs(y):
                    return Fraction(r if y >= 0 else -r)
                break
    return MP.root(y, k) if y >= 0 else -MP.root(-y, k)


def _sign(x: Number) -> Number:
    y = approx(x)
    if isinstance(y, MP.mpc):
        return y / abs(y)
    return Fraction(int(y > 0) - int(y < 0))


def _loggamma(x: Number) -> Number:
    y = approx(x)
    if not isinstance(y, MP.mpc) and y <= 0:
        raise NoValue("loggamma of no positive number")
    return MP.loggamma(y)


def _lambertw(x: Number, branch: Number = Fraction(0)) -> Number:
    y = approx(x)
    if branch != 0:
        raise Undefined("another branch")
    if isinstance(y, MP.mpc):
        return MP.lambertw(y)
    if y < -1 / MP.e:
        raise NoValue("lambertw outside its domain")
    return MP.lambertw(y).real


def _zeta(x: Number) -> Number:
    if x == 1:
        raise NoValue("the pole of zeta")
    return MP.zeta(approx(x))


def _beta(a: Number, b: Number) -> Number:
    x, y = approx(a), approx(b)
    if any(isinstance(u, Fraction) and u.denominator == 1 and u <= 0 for u in (a, b)):
        raise NoValue("a pole of beta")
    return MP.gamma(x) * MP.gamma(y) * MP.rgamma(x + y)


def _atan2(y: Number, x: Number) -> Number:
    if x == 0 and y == 0:
        raise NoValue("the angle of the origin")
    if isinstance(x, MP.mpc) or isinstance(y, MP.mpc):
        raise NoValue("the angle of a complex point")
    return MP.atan2(approx(y), approx(x))


def _acot(x: Number) -> Number:
    return MP.pi / 2 if x == 0 else MP.atan(1 / approx(x))


def _part(name: str) -> Callable[[Number], Number]:
    def f(x: Number) -> Number:
        if isinstance(x, Fraction):
            return Fraction(0) if name == "im" else x
        y = MP.mpc(approx(x))
        return {"re": y.real, "im": y.imag}.get(name, MP.conj(y))

    return f


def _arg(x: Number) -> Number:
    if x == 0:
        raise NoValue("the angle of 0")
    y = approx(x)
    return MP.atan2(y.imag, y.real) if isinstance(y, MP.mpc) else +MP.pi if y < 0 else Fraction(0)


def _fibonacci(x: Number) -> Fraction:
    """By the recurrence, which also goes down from 0."""
    if isinstance(x, MP.mpc) or (isinstance(x, Fraction) and x.denominator != 1):
        raise NoValue("a Fibonacci number between the others")
    if not isinstance(x, Fraction) or x.denominator != 1 or abs(x) > 60:
        raise Undefined("no integer, or a large one")
    a, b = 0, 1
    for _ in range(abs(int(x))):
        a, b = b, a + b
    return Fraction(a if x >= 0 or int(x) % 2 else -a)


CONSTANTS: dict[str, Callable[[], Number]] = {
    "pi": lambda: +MP.pi, "E": lambda: +MP.e, "I": lambda: MP.mpc(0, 1), "EulerGamma": lambda: +MP.euler,
    "GoldenRatio": lambda: +MP.phi, "Catalan": lambda: +MP.catalan,
}  # fmt: skip

FUNCTIONS: dict[str, Callable[..., Number]] = {
    "exp": lambda x: Fraction(1) if x == 0 else MP.exp(approx(x)), "log": _log, "sign": _sign, "cbrt": _cbrt,
    "root": _root, "ceiling": lambda x: -floor_of(-x if isinstance(x, Fraction) else -approx(x)),
    **{n: _real(n, None, None) for n in ("sin", "cos", "sinh", "cosh", "tanh", "asinh", "atan", "erf", "erfc")},
    "tan": _quotient("sin", "cos"), "cot": _quotient("cos", "sin"), "sec": _quotient("", "cos"),
    "csc": _quotient("", "sin"), "coth": _quotient("cosh", "sinh"), "sech": _quotient("", "cosh"),
    "csch": _quotient("", "sinh"), "asin": _real("asin", -1, 1), "acos": _real("acos", -1, 1),
    "acosh": _real("acosh", 1, None), "atanh": _real("atanh", -1, 1, "()"), "atan2": _atan2, "acot": _acot,
    "gamma": gamma, "loggamma": _loggamma, "digamma": _away("digamma"), "beta": _beta, "zeta": _zeta,
    "lambertw": _lambertw, "factorial": lambda x: gamma(_shift(x, 1)), "binomial": binomial,
    "stirling1": lambda n, k: _triangle(_counted(n), k, lambda m, i: m),
    "stirling2": lambda n, k: _triangle(_counted(n), k, lambda m, i: i), "bell": lambda n: _bell(_counted(n)),
    "fibonacci": _fibonacci, "harmonic": harmonic, "RisingFactorial": rising,
    "FallingFactorial": falling, "re": _part("re"), "im": _part("im"), "conjugate": _part("conjugate"), "arg": _arg,
}  # fmt: skip
