"""What standard models compute, as polynomials of their parameters at concrete sizes; entries are counted from 0.

Each function returns the names of the parameters and the outputs, callables on elements of any ring.  The loss of a
model is a function of the outputs alone, whatever the data: `complete_laws.laws_of_outputs` counts its laws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from verifier.derive.conservation.complete_laws import CompleteLaws, laws_of_outputs
from verifier.derive.conservation.duals import Point

Output = Callable[[Point], Any]


@dataclass(frozen=True)
class OutputMap:
    """The parameters of a model, and its outputs with their names."""

    variables: tuple[str, ...]
    names: tuple[str, ...]
    outputs: tuple[Output, ...] = field(repr=False)

    def laws(self, degree: int = 2, *, depth: int = 4, seed: int = 0) -> CompleteLaws:
        """The laws that gradient flow has for every loss of the outputs, with the bound on their number."""
        return laws_of_outputs(self.outputs, self.variables, degree, self.names, depth=depth, seed=seed)


def entries(letter: str, rows: int, columns: int) -> list[list[str]]:
    """The names of the entries of a matrix: A00, A01, ..., with an underscore where a size passes 10."""
    gap = "_" if max(rows, columns) > 10 else ""
    return [[f"{letter}{i}{gap}{j}" for j in range(columns)] for i in range(rows)]


def linear_rnn(d: int, k: int, inputs: int = 1, outputs: int = 1) -> OutputMap:
    """The impulse response C A^i B, i < k, with A of size d x d, B of size d x inputs, C of size outputs x d.

    >>> found = linear_rnn(2, 4).laws()
    >>> found.laws.independent, found.complete
    (3, True)
    """
    _positive(d=d, k=k, inputs=inputs, outputs=outputs)
    a, b, c = entries("A", d, d), entries("B", d, inputs), entries("C", outputs, d)

    def response(i: int, row: int, column: int) -> Output:
        def value(p: Point) -> Any:
            state = [p[b[r][column]] for r in range(d)]
            for _ in range(i):
                state = [_inner([p[x] for x in a[r]], state) for r in range(d)]
            return _inner([p[x] for x in c[row]], state)

        return value

    places = [(i, r, s) for i in range(k) for r in range(outputs) for s in range(inputs)]
    single = inputs == outputs == 1
    names = tuple(f"h{i}" if single else f"h{i}[{r},{s}]" for i, r, s in places)
    return OutputMap(_flat(a, b, c), names, tuple(response(*place) for place in places))


def linear_network(*widths: int) -> OutputMap:
    """The entries of W_L ... W_1 for layers W_l of size widths[l] x widths[l-1]; at least two widths.

    >>> found = linear_network(2, 3, 2).laws()
    >>> found.laws.independent, found.complete
    (6, True)
    """
    if len(widths) < 2:
        raise ValueError("a linear network has at least an input width and an output width")
    _positive(**{f"width {i}": w for i, w in enumerate(widths)})
    layers = [entries(f"W{i + 1}_", widths[i + 1], widths[i]) for i in range(len(widths) - 1)]

    def entry(row: int, column: int) -> Output:
        def value(p: Point) -> Any:
            state = [p[r[column]] for r in layers[0]]
            for layer in layers[1:-1]:
                state = [_inner([p[x] for x in r], state) for r in layer]
            return state[row] if len(layers) == 1 else _inner([p[x] for x in layers[-1][row]], state)

        return value

    places = [(r, s) for r in range(widths[-1]) for s in range(widths[0])]
    return OutputMap(_flat(*layers), tuple(f"M[{r},{s}]" for r, s in places), tuple(entry(*q) for q in places))


def diagonal_network(d: int, depth: int = 2, signed: bool = False, tied: bool = False) -> OutputMap:
    """The predictor whose entries are products of `depth` weights p0_i, p1_i, ...

    `signed`: minus the same with weights q0_i, q1_i, ...; `tied`: the factors are one weight, p0_i^depth.
    """
    _positive(d=d, depth=depth)
    halves = ["p", "q"] if signed else ["p"]
    factors = {h: [[f"{h}{f}_{i}" for f in range(1 if tied else depth)] for i in range(d)] for h in halves}

    def entry(i: int) -> Output:
        def value(p: Point) -> Any:
            total: Any = 0
            for h in halves:
                weights = factors[h][i] * (depth if tied else 1)
                product = p[weights[0]]
                for x in weights[1:]:
                    product = product * p[x]
                total = total + product if h == "p" else total + (-1) * product
            return total

        return value

    return OutputMap(_flat(*factors.values()), tuple(f"w{i}" for i in range(d)), tuple(entry(i) for i in range(d)))


def _inner(x: Sequence[Any], y: Sequence[Any]) -> Any:
    return sum((a * b for a, b in zip(x, y, strict=True)), start=0)


def _flat(*matrices: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(x for m in matrices for row in m for x in row)


def _positive(**sizes: int) -> None:
    for name, size in sizes.items():
        if not isinstance(size, int) or size < 1:
            raise ValueError(f"{name} is a positive integer, not {size!r}")
