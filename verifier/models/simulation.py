"""Losses by their definition, at exact points: the network is run, its error squared, the mean taken exactly.

Nothing here knows a formula for a loss.  A recurrent network is run step by step on inputs that are letters of a
polynomial ring, and the mean over independent normal inputs is taken monomial by monomial from the moments of the
normal law; the other networks are run on each sample.  Numbers are `Fraction`, matrices lists of rows, sequences lists.

Every function takes the sizes, the values of all letters and a source of numbers; it returns the letters that it had to
give other values (covariances, slopes) and the loss.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

Rows: TypeAlias = list[list[Any]]
Values: TypeAlias = Mapping[str, Any]
Simulation: TypeAlias = Callable[[Mapping[str, int], Values, random.Random], tuple[dict[str, Any], Any]]


# -- small exact linear algebra -----------------------------------------------------------------------------


def product(a: Rows, b: Rows) -> Rows:
    return [[sum((x * b[j][q] for j, x in enumerate(row)), 0) for q in range(len(b[0]))] for row in a]


def minus(a: Rows, b: Rows) -> Rows:
    return [[x - y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def plus(a: Rows, b: Rows) -> Rows:
    return [[x + y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def transposed(a: Rows) -> Rows:
    return [list(column) for column in zip(*a, strict=True)]


def squares(a: Rows) -> Any:
    return sum((x * x for row in a for x in row), 0)


def drawn(rows: int, columns: int, source: random.Random) -> Rows:
    return [[Fraction(source.randint(-9, 9), source.randint(1, 5)) for _ in range(columns)] for _ in range(rows)]


# -- recurrent networks -------------------------------------------------------------------------------------


def outputs(a: Rows, b: Rows, c: Rows, inputs: Sequence[Rows]) -> list[Rows]:
    """The outputs y_1, y_2, ... of s_t = A s_(t-1) + B x_t, y_t = C s_t, s_0 = 0."""
    state: Rows = [[0] for _ in a]
    found = []
    for x in inputs:
        state = plus(product(a, state), product(b, x))
        found.append(product(c, state))
    return found


def mean(polynomial: Any, variances: Sequence[Any]) -> Fraction:
    """The mean of a polynomial in independent normal variables with mean zero: E x^(2n) = (2n-1)!! variance^n."""
    total = Fraction(0)
    for exponents, coefficient in polynomial.terms():
        term = Fraction(int(coefficient.numerator), int(coefficient.denominator))
        for e, variance in zip(exponents, variances, strict=True):
            for odd in range(1, e, 2):
                term = term * odd * variance
            term = term * (e % 2 == 0)
        total += term
    return total


def teacher_outputs(teacher: str, values: Values, sizes: Mapping[str, int], inputs: Sequence[Rows]) -> list[Rows]:
    """What a teacher answers to inputs, step by step.  Raises `KeyError` for a teacher that is none of these."""
    last = range(len(inputs))
    if teacher == "memoryless":
        weight = values.get("W", [[values["w"]]]) if "w" in values else values["W"]
        return [product(weight, x) for x in inputs]
    if teacher == "recurrent":
        return outputs(values["Ahat"], values["Bhat"], values["Chat"], inputs)
    if teacher == "balanced":
        return outputs(values["Ahat"], values["Bhat"], transposed(values["Bhat"]), inputs)
    if teacher == "delay":
        return [inputs[t - sizes["n"]] if t >= sizes["n"] else [[0]] for t in last]
    if teacher == "response":
        v = values["v"]
        return [[[sum((v[j] * inputs[t - j][0][0] for j in range(t + 1)), 0)]] for t in last]
    raise KeyError(teacher)


def recurrent(teacher: str, loss: str) -> Simulation:
    """The loss of a recurrent network: of its last output, accumulated over every step, weighted, or on sequences.

    "weighted": the input j steps before the end has variance c_j.  "random shift": the teacher answers x_(k-j) with
    probability p_j, and 0 otherwise; the loss leaves out the sum of p_j (1 - p_j), which no student can avoid.
    """
    if loss == "empirical":
        return _empirical

    def simulated(sizes: Mapping[str, int], values: Values, source: random.Random) -> tuple[dict[str, Any], Any]:
        from sympy import QQ
        from sympy.polys.rings import ring

        k, channels = sizes["k"], len(values["B"][0])
        made = ring([f"x_{i}" for i in range(k * channels)], QQ)[0]
        inputs = [[[made.gens[t * channels + i]] for i in range(channels)] for t in range(k)]
        number: Any = made.domain

        def inside(x: Any) -> Any:
            """The numbers of a matrix as numbers of the ring."""
            if isinstance(x, list):
                return [inside(y) for y in x]
            return made(number(x.numerator, x.denominator)) if isinstance(x, Fraction | int) else x

        given = {n: inside(x) for n, x in values.items()}
        student = outputs(given["A"], given["B"], given["C"], inputs)
        variances: list[Any] = [1] * (k * channels)
        if loss == "weighted":
            variances = [values["c"][k - 1 - t] for t in range(k) for _ in range(channels)]

        def error(y: Rows, z: Rows) -> Fraction:
            return mean(made(squares(minus(y, z))), variances)

        if teacher == "random shift":
            p, last = values["p"], student[-1]
            shifted = sum((p[j] * error(last, inputs[k - 1 - j]) for j in range(k)), Fraction(0))
            silent = (1 - sum(p[:k])) * error(last, [[made.zero]])
            return {}, shifted + silent - sum(q * (1 - q) for q in p[:k])
        right = teacher_outputs(teacher, given, sizes, inputs)
        pairs = list(zip(student, right, strict=True))
        seen = pairs if loss == "accumulating" else pairs[-1:]
        return {}, sum((error(y, z) for y, z in seen), Fraction(0))

    return simulated


def _empirical(sizes: Mapping[str, int], values: Values, source: random.Random) -> tuple[dict[str, Any], Any]:
    total: Any = 0
    for s in range(sizes["N"]):
        inputs = [[[x]] for x in reversed(values["X"][s])]  # the last input stands first
        total += squares(minus(outputs(values["A"], values["B"], values["C"], inputs)[-1], [values["y"][s]]))
    return {}, total


# -- linear networks ----------------------------------------------------------------------------------------


def covariances(letters: Sequence[str]) -> Simulation:
    """Half the mean of |y - x' W1 ... WL|^2 over drawn samples, less the part that no network can avoid."""

    def simulated(sizes: Mapping[str, int], values: Values, source: random.Random) -> tuple[dict[str, Any], Any]:
        n = sizes["d"] + 1
        x = drawn(n, sizes["d"], source)
        own = "Sxy" not in values  # an autoencoder: the input is its own label
        y = x if own else drawn(n, len(values[letters[-1]][0]), source)
        total = Fraction(0)
        for row, label in zip(x, y, strict=True):
            answer: Rows = [row]
            for letter in letters:
                answer = product(answer, values[letter])
            total += Fraction(squares(minus([label], answer)) - (0 if own else squares([label]))) / (2 * n)
        found = {"Sx": [[z / n for z in r] for r in product(transposed(x), x)]}
        return found | ({} if own else {"Sxy": [[z / n for z in r] for r in product(transposed(x), y)]}), total

    return simulated


def regression(sizes: Mapping[str, int], values: Values, source: random.Random) -> tuple[dict[str, Any], Any]:
    """Half the sum over the samples of |y - x W1 W2|^2."""
    total: Any = 0
    for x, y in zip(values["X"], values["Y"], strict=True):
        total += squares(minus([y], product(product([x], values["W1"]), values["W2"])))
    return {}, Fraction(total) / 2


# -- linear predictors --------------------------------------------------------------------------------------


def _entry(values: Values, letter: str, i: int) -> Any:
    return values[letter][i][0]


def diagonal(values: Values, x: Sequence[Any]) -> Any:
    total: Any = 0
    for i, z in enumerate(x):
        total += _entry(values, "vp", i) * (_entry(values, "up", i) * z) - _entry(values, "vm", i) * (
            _entry(values, "um", i) * z
        )
    return total


def tied(values: Values, x: Sequence[Any]) -> Any:
    return diagonal({**values, "vp": values["up"], "vm": values["um"]}, x)


def neuron(values: Values, x: Sequence[Any]) -> Any:
    return values["a"] * sum((_entry(values, "w", i) * z for i, z in enumerate(x)), 0)


def fully_connected(values: Values, x: Sequence[Any]) -> Any:
    hidden = [sum((values["W"][i][j] * z for i, z in enumerate(x)), 0) for j in range(len(values["a"]))]
    return sum((_entry(values, "a", j) * h for j, h in enumerate(hidden)), 0)


def samples(network: Callable[[Values, Sequence[Any]], Any]) -> Simulation:
    """Half the sum over the samples, columns of X, of the squared error of a network."""

    def simulated(sizes: Mapping[str, int], values: Values, source: random.Random) -> tuple[dict[str, Any], Any]:
        answers = [network(values, x) for x in transposed(values["X"])]
        return {}, Fraction(sum(((f - y) ** 2 for f, (y,) in zip(answers, values["y"], strict=True)), 0)) / 2

    return simulated


def leaky_relu(sizes: Mapping[str, int], values: Values, source: random.Random) -> tuple[dict[str, Any], Any]:
    """Half the sum over the samples of (a s(w'x) - y)^2, s(z) = z for z > 0 and rho z otherwise.

    Every other sample is turned where that makes its preactivation negative, so that both slopes occur.
    """
    rho, total, slopes, inputs = Fraction(source.randint(1, 8), 9), Fraction(0), [], []
    for i, (x, (y,)) in enumerate(zip(transposed(values["X"]), values["y"], strict=True)):
        z = sum((_entry(values, "w", j) * t for j, t in enumerate(x)), 0)
        turn = -1 if (z > 0) == (i % 2 == 0) else 1
        z = turn * z
        inputs.append([turn * t for t in x])
        slopes.append(Fraction(1) if z > 0 else rho)
        total += Fraction(values["a"] * (z if z > 0 else rho * z) - y) ** 2 / 2
    slope = [[s if i == j else Fraction(0) for j in range(len(slopes))] for i, s in enumerate(slopes)]
    return {"H": slope, "X": transposed(inputs)}, total
