"""Gradient flow of a network on squared loss by Taylor series, to many digits; confirms formulas and decides nothing.

theta' = J(theta)' X r,  r = y - X' w(theta): a polynomial field.  The coefficients of the series come one order after
the other from products of series.  Numbers are integers times 2^-bits: absolute accuracy, no rounding to learn from
but that of the last bits, which the drift of conserved quantities shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import mul
from typing import Any

MAX_STEPS = 2500


class NotConverged(ValueError):
    """The flow did not reach an interpolating predictor; one line says what happened."""


class _Program:
    """Products and linear forms of series, in the order in which they are computed."""

    def __init__(self, size: int, bits: int) -> None:
        self.size, self.bits = size, bits
        self.order = bits // 4  # the square of the order over the width of a step is smallest near here
        self.nodes: list[tuple[str, Any]] = [("letter", i) for i in range(size)]
        self.known: dict[Any, int] = {}

    def add(self, kind: str, data: Any) -> int:
        key = (kind, data)
        if key not in self.known:
            self.known[key] = len(self.nodes)
            self.nodes.append(key)
        return self.known[key]

    def monomial(self, letters: tuple[int, ...]) -> int:
        """The node of a product of at least one letter."""
        if len(letters) == 1:
            return letters[0]
        return self.add("product", (self.monomial(letters[:-1]), letters[-1]))

    def linear(self, terms: Sequence[tuple[int, int]], constant: int) -> int:
        """sum of coefficient * node / 2^bits + constant; coefficients and constant are scaled integers."""
        return self.add("linear", (tuple(terms), constant))

    def polynomial(self, e: Any, letters: Sequence[Any]) -> int:
        """The node of a polynomial with rational coefficients."""
        import sympy

        terms, constant = [], 0
        for powers, c in sympy.Poly(e, *letters, domain=sympy.QQ).terms():
            value = self.scaled(c)
            if flat := tuple(i for i, n in enumerate(powers) for _ in range(n)):
                terms.append((self.monomial(flat), value))
            else:
                constant = value
        if len(terms) == 1 and not constant and terms[0][1] == 1 << self.bits:
            return terms[0][0]
        return self.linear(terms, constant)

    def scaled(self, c: Any) -> int:
        """A rational number as an integer times 2^-bits."""
        return (int(c.p) << self.bits) // int(c.q)

    def coefficient(self, series: list[list[int]], node: int, n: int) -> int:
        """The coefficient of order n of a node whose inputs are known up to that order."""
        kind, data = self.nodes[node]
        if kind == "product":
            a, b = series[data[0]], series[data[1]]
            return int(sum(map(mul, a[: n + 1], b[n::-1])) >> self.bits)
        total: int = sum(c * series[i][n] for i, c in data[0]) >> self.bits
        return total + (data[1] if n == 0 else 0)


@dataclass(frozen=True)
class Flow:
    """The end of a flow: parameters and predictor at 60 or so digits (mpmath), residuals, and how it went."""

    parameters: tuple[Any, ...]
    predictor: tuple[Any, ...]
    training_residual: Any
    time: Any
    steps: int
    signs_kept: bool = True
    data: Any = field(default=None, repr=False)


def gradient_flow(
    parameters: Sequence[Any], predictor: Sequence[Any], X: Any, y: Sequence[Any], start: Sequence[Any],
    digits: int = 40, slopes: Sequence[Any] | None = None, least_squares: bool = False,
) -> Flow:  # fmt: skip
    """The limit of gradient flow on sum_n (y_n - h_n x_n' w(theta))^2/2 from a rational start.

    X: d x N SymPy matrix of rationals (columns are samples), y: N rationals, `slopes` h: N rationals (all 1), whose
    pattern belongs to the signs of x_n' w at the start.  With `least_squares` labels may be out of reach: the flow
    ends where X r vanishes.  Raises `NotConverged`.
    """
    import mpmath
    import sympy

    d, N = X.shape
    y = [sympy.Rational(v) for v in y]
    h = [sympy.Rational(s) for s in (slopes or [1] * N)]
    bits = int((digits + 25) * 3.33)
    program = _Program(len(parameters), bits)
    w = [program.polynomial(sympy.sympify(e), parameters) for e in predictor]
    r = [
        program.linear([(w[i], -program.scaled(h[n] * X[i, n])) for i in range(d)], program.scaled(y[n]))
        for n in range(N)
    ]
    p = [program.linear([(r[n], program.scaled(h[n] * X[i, n])) for n in range(N)], 0) for i in range(d)]
    speeds = []
    for s in parameters:
        terms = []
        for i, e in enumerate(predictor):
            if (slope := sympy.diff(e, s)) != 0:
                terms.append((program.add("product", (p[i], program.polynomial(slope, parameters))), 1 << bits))
        speeds.append(program.linear(terms, 0))
    signs = [program.linear([(w[i], program.scaled(X[i, n])) for i in range(d)], 0) for n in range(N)]

    at = [program.scaled(sympy.Rational(s)) for s in start]
    goal = (1 << bits) // 10 ** (digits + 3)
    time, pattern, kept = 0, None, True
    for step in range(MAX_STEPS):
        series = _series(program, at, speeds)
        here = tuple(series[n][0] >= 0 for n in signs)
        pattern = here if pattern is None else pattern
        kept = kept and here == pattern
        worst = max(abs(series[n][0]) for n in r)
        if (max(abs(series[i][0]) for i in p) if least_squares else worst) <= goal:
            with mpmath.workdps(digits + 25):
                unit = mpmath.mpf(2) ** -bits
                return Flow(
                    tuple(a * unit for a in at), tuple(series[n][0] * unit for n in w), worst * unit, time * unit,
                    step, kept,
                )  # fmt: skip
        width = _width(series[: len(at)], program)
        at = [_horner(row, width, bits) for row in series[: len(at)]]
        time += width
    raise NotConverged(f"the residual of the samples is above 10^-{digits} after {MAX_STEPS} steps of the flow")


def _series(program: _Program, at: Sequence[int], speeds: Sequence[int]) -> list[list[int]]:
    series: list[list[int]] = [[a] for a in at] + [[] for _ in program.nodes[len(at) :]]
    for n in range(program.order + 1):
        for node in range(len(at), len(program.nodes)):
            series[node].append(program.coefficient(series, node, n))
        for i, speed in enumerate(speeds):
            series[i].append(series[speed][n] // (n + 1))
    return series


def _width(rows: Sequence[Sequence[int]], program: _Program) -> int:
    """A step for which the last two terms of the series are below the last bits that matter."""
    import math

    best, bits = math.inf, program.bits
    for order in (program.order, program.order + 1):
        size = max(abs(row[order]) for row in rows)
        if size > 1:
            best = min(best, -(size.bit_length() - 8) / order)  # 2^best to the power `order` times size is 2^8 units
    if best == math.inf:
        return 1 << bits
    return max(1, int(2 ** (best + min(bits, 900))) << max(0, bits - 900))


def _horner(row: Sequence[int], width: int, bits: int) -> int:
    total = 0
    for c in reversed(row):
        total = c + (total * width >> bits)
    return total
