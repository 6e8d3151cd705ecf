"""Every line of the kernel's table of functions against high-precision numbers, at ordinary and at extreme points.

The numbers are mpmath's, which knows nothing of the table; where a function has no value for real arguments is written
down here once more, by its definition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import mpmath
import pytest
from mpmath import mp, mpc, mpf

from verifier.kernel.facts.function_table import (
    DEFINITIONS,
    ENDS,
    FAR,
    FUNCTIONS,
    definition,
    formula,
    tail_coefficient,
)
from verifier.kernel.terms.expr import Expr, head

DIGITS = 60
H = mpf(10) ** -20
ORDINARY = ("1/2", "-1/2", "1/3", "2", "-2", "3/2", "-3/2", "7/3", "-7/3", "9/10", "-9/10", "5", "-4.75", "1/100")
#: ends of domains, integers, places next to them, huge and tiny numbers
EXTREME = ("0", "1", "-1", "1e-12", "-1e-12", "1.000001", "0.999999", "-0.999999", "-1.000001", "3", "-3", "1e6",
           "-1e6", "40.5", "-40.5", "-0.36787944117", "-0.36787944118", "-0.367")  # fmt: skip


def point(text: str) -> Any:
    top, _, below = text.partition("/")
    return mpf(top) / mpf(below or 1)


POINTS = [*ORDINARY, *EXTREME]


def _root(x: Any) -> Any:
    return mpmath.cbrt(x) if x >= 0 else -mpmath.cbrt(-x)


def _real(f: Callable[..., Any]) -> Callable[..., Any]:
    def value(*args: Any) -> Any:
        y = f(*args)
        return y.real if isinstance(y, mpc) and y.imag == 0 else y

    return value


def _stirling(u: Any, k: Any) -> Any:
    def f(x: Any) -> Any:
        return mpmath.loggamma(x) - (x - mpf(1) / 2) * mpmath.log(x) + x - mpmath.log(2 * mpmath.pi) / 2

    return mpmath.diff(f, u, int(k))


#: by mpmath, for real arguments
VALUES: dict[str, Callable[..., Any]] = {
    **{n: _real(getattr(mpmath, n)) for n in (
        "exp", "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "sinh", "cosh", "tanh", "coth",
        "sech", "csch", "asinh", "acosh", "atanh", "erf", "erfc", "gamma", "loggamma", "digamma", "lambertw", "sign",
        "re", "im", "arg", "zeta", "atan2", "beta", "factorial", "harmonic", "binomial", "fibonacci", "sqrt")},
    "log": lambda a, b=None: _real(mpmath.log)(a) if b is None else mpmath.log(a) / mpmath.log(b),
    "acot": lambda a: mpmath.pi / 2 if a == 0 else mpmath.atan(1 / a), "cbrt": _root, "conjugate": lambda a: a,
    "ceiling": mpmath.ceil, "bell": lambda n: mpf(mpmath.bell(int(n))), "RisingFactorial": mpmath.rf,
    "FallingFactorial": mpmath.ff, "stirling1": lambda n, k: abs(mpmath.stirling1(int(n), int(k))),
    "stirling2": lambda n, k: mpmath.stirling2(int(n), int(k)), "stirling": _stirling,
    "erfcx": lambda u, k: mpmath.diff(lambda x: mpmath.exp(x * x) * mpmath.erfc(x), u, int(k)),
    "pi": lambda: +mpmath.pi, "E": lambda: +mpmath.e, "EulerGamma": lambda: +mpmath.euler,
}  # fmt: skip


def value(e: Expr, at: Mapping[str, Any]) -> Any:
    """The value of a term.  Raises `ZeroDivisionError` or `ValueError` where it has none."""
    if isinstance(e, int):
        return mpf(e)
    if isinstance(e, str):
        return at[e]
    op, args = e[0], e[1:]
    if op == "fn":
        return VALUES[str(args[0])](*(value(a, at) for a in args[1:]))
    x = [value(a, at) for a in args]
    if op == "+":
        return mpmath.fsum(x)
    if op == "*":
        return mpmath.fprod(x)
    if op == "^":
        return x[0] ** (int(x[1]) if x[1] == int(x[1]) else x[1])
    simple = {"-": lambda a, b: a - b, "neg": lambda a: -a, "/": lambda a, b: a / b, "sqrt": mpmath.sqrt,
              "floor": mpmath.floor, "abs": abs}  # fmt: skip
    return simple[str(op)](*x)


def holds(p: Expr, at: Mapping[str, Any]) -> bool:
    op, args = head(p), p[1:] if isinstance(p, tuple) else ()
    if op in ("and", "or", "true"):
        return (all if op != "or" else any)(holds(a, at) for a in args)
    a, b = (value(e, at) for e in args)
    return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[str(op)]


def where(text: str, at: Mapping[str, Any]) -> bool:
    return all(holds(p, at) for p in formula(text))


# -- domains, written down once more --------------------------------------------------------------------------------
def _whole(x: Any) -> bool:
    return bool(x == mpmath.floor(x))


def _pole(x: Any) -> bool:
    return bool(x <= 0 and _whole(x))


DOMAINS: dict[str, Callable[..., bool]] = {
    "log": lambda a: a > 0, "asin": lambda a: abs(a) <= 1, "acos": lambda a: abs(a) <= 1, "acosh": lambda a: a >= 1,
    "atanh": lambda a: abs(a) < 1, "cot": lambda a: a != 0, "csc": lambda a: a != 0, "coth": lambda a: a != 0,
    "csch": lambda a: a != 0, "gamma": lambda a: not _pole(a), "digamma": lambda a: not _pole(a),
    "loggamma": lambda a: a > 0, "lambertw": lambda a: a * mpmath.e >= -1, "arg": lambda a: a != 0,
    "zeta": lambda a: a != 1, "factorial": lambda a: not _pole(a + 1), "harmonic": lambda a: not _pole(a + 1),
    "fibonacci": _whole, "bell": lambda a: a >= 0 and _whole(a), "atan2": lambda a, b: a != 0 or b != 0,
    "beta": lambda a, b: not _pole(a) and not _pole(b),
    "binomial": lambda a, b: _whole(b) or not _pole(a + 1),
    "RisingFactorial": lambda a, b: b >= 0 and (_whole(b) or not _pole(a + b)),
    "FallingFactorial": lambda a, b: b >= 0 and (_whole(b) or not _pole(a + 1)),
    "stirling1": lambda a, b: min(a, b) >= 0 and _whole(a) and _whole(b),
    "stirling2": lambda a, b: min(a, b) >= 0 and _whole(a) and _whole(b),
}  # fmt: skip


def everywhere(*_: Any) -> bool:
    return True


def arguments(name: str) -> list[dict[str, Any]]:
    points = [point(text) for text in POINTS]
    if FUNCTIONS[name].arity == 1:
        return [{"a": x} for x in points]
    return [{"a": x, "b": y} for x in points[::2] for y in points[1::2] if max(abs(x), abs(y)) < 50]


def wrong_domain(name: str) -> list[Any]:
    """Points where the table and the definition of the function disagree on whether it has a value."""
    right = DOMAINS.get(name, everywhere)
    return [at for at in arguments(name) if where(FUNCTIONS[name].line, at) != right(*at.values())]


def wrong_slope(name: str) -> list[Any]:
    """Points at which the function is said to be smooth and its difference quotient is not the slope."""
    known, told = FUNCTIONS[name], []
    for at in arguments(name):
        smooth = known.smooth if known.smooth is not None else known.continuous
        if not where(smooth or "", at) or not where(known.line, at):
            continue
        x = at["a"]
        if known.smooth is None and any(where(known.line, {"a": x + d}) != where(known.line, at) for d in (-H, H)):
            continue  # an end of a closed domain: inside alone it is smooth
        try:
            quotient = (VALUES[name](x + H) - VALUES[name](x - H)) / (2 * H)
            slope = value(formula(str(known.slope))[0], at)
        except (ZeroDivisionError, ValueError):
            told.append(at)
            continue
        if not abs(quotient - slope) <= mpf(10) ** -12 * (1 + abs(slope)):
            told.append(at)
    return told


def wrong_lines(name: str, lines: tuple[str, ...], least: Any, most: Any) -> list[Any]:
    """Points between two sizes at which the first line whose condition holds is not the function."""
    told = []
    both = name in ("binomial", "beta")
    seconds = POINTS if both else ["2"]
    places = [{"a": point(t), "b": point(u)} for t in POINTS for u in seconds]
    for at in [at for at in places if least <= abs(at["a"]) <= most]:
        line = next((t for c, t in map(definition, lines) if holds(c, at)), None)
        if line is None:
            continue
        try:
            exact, found = VALUES[name](*(at.values() if both else (at["a"],))), value(line, at)
        except (ZeroDivisionError, ValueError):
            told.append(at)
            continue
        if not abs(exact - found) <= mpf(10) ** -20 * (1 + abs(exact)):
            told.append(at)
    return told


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_function_has_a_value_where_the_table_says(name: str) -> None:
    with mp.workdps(DIGITS):
        assert not wrong_domain(name)


@pytest.mark.parametrize("name", sorted(n for n, known in FUNCTIONS.items() if known.slope is not None))
def test_the_slopes_of_the_table_are_those_of_difference_quotients(name: str) -> None:
    with mp.workdps(DIGITS):
        assert not wrong_slope(name)


@pytest.mark.parametrize("name", sorted(DEFINITIONS))
def test_a_function_is_the_other_term_that_the_table_says_it_is(name: str) -> None:
    lines = DEFINITIONS[name]
    with mp.workdps(DIGITS):
        if name == "log":  # of two arguments
            condition, term = definition(*lines)
            for at in ({"a": point(t), "b": point(u)} for t in POINTS for u in POINTS):
                if holds(condition, at):
                    assert abs(at["b"] ** value(term, at) / at["a"] - 1) < mpf(10) ** -20
        else:
            assert not wrong_lines(name, lines, 0, 1000)


@pytest.mark.parametrize(("name", "least"), [(name, 1) for name in sorted(FAR)] + [(name, 0) for name in sorted(ENDS)])
def test_a_function_is_far_out_and_at_its_ends_what_the_table_says(name: str, least: int) -> None:
    with mp.workdps(DIGITS):
        assert not wrong_lines(name, FAR.get(name) or ENDS[name], least, 50)


@pytest.mark.parametrize("name", ["acosh", "erfc", "lambertw", "loggamma", "asin", "acot", "atanh", "sech", "cbrt"])
def test_another_slope_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    known = FUNCTIONS[name]
    for slope in ("0", f"2*({known.slope})", f"-({known.slope})", f"({known.slope}) + 1"):
        monkeypatch.setitem(FUNCTIONS, name, replace(known, slope=slope))
        with mp.workdps(DIGITS):
            assert wrong_slope(name)


@pytest.mark.parametrize(
    ("name", "line"),
    [("acosh", "a >= 0"), ("acosh", "a > 1"), ("log", ""), ("asin", "a <= 1"), ("asin", "-1 <= a and a < 1"),
     ("atanh", "-1 <= a and a < 1"), ("gamma", "a > 0"), ("gamma", "a >= 0 or floor(a) != a"), ("zeta", ""),
     ("lambertw", "a >= -1"), ("lambertw", "a > -(1/3)"), ("binomial", "floor(b) == b"), ("stirling1", "a >= 0"),
     ("fibonacci", ""), ("RisingFactorial", "b >= 0"), ("beta", "")],
)  # fmt: skip
def test_another_domain_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str, line: str) -> None:
    monkeypatch.setitem(FUNCTIONS, name, replace(FUNCTIONS[name], line=line))
    with mp.workdps(DIGITS):
        assert wrong_domain(name)


@pytest.mark.parametrize("name", ["stirling", "erfcx"])
def test_the_series_far_out_are_those_of_the_values(name: str) -> None:
    with mp.workdps(DIGITS):
        u = mpf(30)
        terms = (tail_coefficient(name, m) for m in range(1, 21))
        series = sum(mpf(c.numerator) / c.denominator * u ** (1 - 2 * m) for m, c in enumerate(terms, 1))
        exact = VALUES[name](u, 0) * (mpmath.sqrt(mpmath.pi) if name == "erfcx" else 1)
        assert abs(series - exact) < mpf(10) ** -20 * exact
