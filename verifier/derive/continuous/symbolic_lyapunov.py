"""The loss of a continuous-time linear RNN at small sizes as a rational function of all entries.

Lyapunov's equations are solved over the field of rational functions; see `lyapunov_claims` for the formulas.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from verifier.derive.continuous.lyapunov_loss import lyapunov_loss, system


@dataclass(frozen=True)
class SymbolicLoss:
    """Value and gradient (by W, U, c) as SymPy expressions in the entries of `letters` (W, U, c, Ws, Us, cs)."""

    letters: Mapping[str, Any]
    solutions: Mapping[str, Any]
    value: Any
    gradient: Mapping[str, Any]

    def slope(self, entry: Any) -> Any:
        """The partial derivative by one entry."""
        found = ((n, p) for n in "WUc" for p in range(len(self.letters[n])) if self.letters[n][p] == entry)
        name, place = next(found)
        return self.gradient[name][place]

    def verify(self) -> bool:
        """The equations hold identically; at a stable rational point value and gradient are those of numbers."""
        from sympy import Rational, cancel, eye

        x, s = self.letters, self.solutions
        W, U, c, Ws, Us, cs = (x[n] for n in ("W", "U", "c", "Ws", "Us", "cs"))
        residuals = (
            W * s["P"] + s["P"] * W.T + U * U.T, W * s["N"] + s["N"] * Ws.T + U * Us.T,
            Ws * s["M"] + s["M"] * Ws.T + Us * Us.T, W.T * s["Q"] + s["Q"] * W + c * c.T,
            W.T * s["X"] + s["X"] * Ws - c * cs.T,
        )  # fmt: skip
        if not all(r.applyfunc(cancel).is_zero_matrix for r in residuals):
            return False
        source = random.Random(5)
        point = {e: Rational(source.randint(-9, 9), 10) for m in x.values() for e in m}
        at = {n: m.subs(point) for n, m in x.items()}
        at["W"], at["Ws"] = (at[n] - 3 * eye(at[n].rows) for n in ("W", "Ws"))  # diagonally dominant, so stable
        point = {e: at[n][i] for n, m in x.items() for i, e in enumerate(m)}
        other = lyapunov_loss(system(at["W"], at["U"], at["c"]), system(at["Ws"], at["Us"], at["cs"]))
        own = {n: g.subs(point) for n, g in self.gradient.items()}
        return bool(self.value.subs(point) == other.value and own["W"] == other.gradient_W
                    and own["U"] == other.gradient_U and own["c"] == other.gradient_c)  # fmt: skip


def letters(m: int, n: int, d: int) -> dict[str, Any]:
    """Matrices of symbols W_00, ..., with one index for a column or a row."""
    from sympy import ImmutableMatrix, Symbol

    shapes = {"W": (m, m), "U": (m, d), "c": (m, 1), "Ws": (n, n), "Us": (n, d), "cs": (n, 1)}

    def entry(name: str, rows: int, columns: int) -> Any:
        def at(i: int, j: int) -> Any:
            return Symbol(f"{name}_{i}" if columns == 1 else f"{name}_{j}" if rows == 1 else f"{name}_{i}{j}")

        return ImmutableMatrix(rows, columns, at)

    return {name: entry(name, *shape) for name, shape in shapes.items()}


@cache
def solved(m: int, n: int, d: int) -> SymbolicLoss:
    """The loss of m states against n with d inputs."""
    from sympy import ImmutableMatrix, cancel

    x = letters(m, n, d)
    W, U, c, Ws, Us, cs = (x[name] for name in ("W", "U", "c", "Ws", "Us", "cs"))
    s = {"P": _sylvester(W, W.T, U * U.T), "N": _sylvester(W, Ws.T, U * Us.T), "M": _sylvester(Ws, Ws.T, Us * Us.T),
         "Q": _sylvester(W.T, W, c * c.T), "X": _sylvester(W.T, Ws, -c * cs.T)}  # fmt: skip
    parts = (c.T * s["P"] * c, c.T * s["N"] * cs, cs.T * s["M"] * cs)
    first, cross, last = (cancel(part[0, 0]) for part in parts)
    value = first - 2 * cross + last
    gradient = {"W": 2 * (s["Q"] * s["P"] + s["X"] * s["N"].T), "U": 2 * (s["Q"] * U + s["X"] * Us),
                "c": 2 * (s["P"] * c - s["N"] * cs)}  # fmt: skip
    return SymbolicLoss(x, s, value, {k: ImmutableMatrix(g) for k, g in gradient.items()})


def _sylvester(A: Any, B: Any, right: Any) -> Any:
    """The Z with A Z + Z B + right = 0."""
    from sympy import QQ, Dummy, ImmutableMatrix, Matrix
    from sympy.polys.matrices import DomainMatrix

    rows, columns = A.rows, B.rows
    unknown = Matrix(rows, columns, lambda i, j: Dummy(f"z{i}{j}"))
    equations = A * unknown + unknown * B + right
    flat = [unknown[i, j] for i in range(rows) for j in range(columns)]
    system = Matrix([[equations[i, j].expand().coeff(z) for z in flat] for i in range(rows) for j in range(columns)])
    constants = Matrix([-right[i, j] for i in range(rows) for j in range(columns)])
    field = QQ.frac_field(*sorted((system.free_symbols | constants.free_symbols), key=str))
    left, side = (DomainMatrix.from_Matrix(M).convert_to(field) for M in (system, constants))
    found = left.lu_solve(side).to_Matrix()
    return ImmutableMatrix(rows, columns, list(found))
