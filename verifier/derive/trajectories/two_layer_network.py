"""The two-layer linear network in closed form: W_1 (d x h) and W_2 (h x p) from its modes.

Gradient flow: dW_1/dt = (Q - S W_1 W_2) W_2', dW_2/dt = W_1' (Q - S W_1 W_2), with S = X'X/n and Q = X'Y/n.  Where
S = U diag(lambda) U' and Q = U diag(sigma) V' with orthogonal U and V, layers W_1 = U M B', W_2 = B N V' with an
orthogonal B keep this form, and dM/dt = (Sigma - Lambda M N) N', dN/dt = M' (Sigma - Lambda M N); diagonal M and N stay
diagonal, one mode of `sigmoid_modes` each.  B has to be orthogonal: for another invertible B, B^-1 in place of B', the
factor B'B remains in the equations.

Source: Saxe, McClelland and Ganguli (2014); Gidel, Bach and Lacoste-Julien (NeurIPS 2019), equations (12), (36)-(39).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verifier.derive.continuous.exponential_sums import exact
from verifier.derive.exact_numbers import NotVerified
from verifier.derive.trajectories.pseudoinverse import rational_matrix
from verifier.derive.trajectories.sigmoid_modes import NoMode, UnbalancedMode, unbalanced_mode
from verifier.language.claim import claim


@dataclass(frozen=True)
class TwoLayerNetwork:
    """U (d x d), B (h x h), V (p x p) orthogonal and exact; `sigma`, `lam` of length d (sigma 0 beyond p); the modes.

    `modes[i]` is None where neuron i does not move: M_ii = N_ii = 0.
    """

    U: Any
    B: Any
    V: Any
    sigma: tuple[Any, ...]
    lam: tuple[Any, ...]
    modes: tuple[UnbalancedMode | None, ...]

    @property
    def sizes(self) -> tuple[int, int, int]:
        """(d, h, p)."""
        return self.U.rows, self.B.rows, self.V.rows

    @property
    def input_covariance(self) -> Any:
        """S = U diag(lambda) U', d x d."""
        from sympy import diag

        return self.U * diag(*self.lam) * self.U.T

    @property
    def cross_covariance(self) -> Any:
        """Q = U diag(sigma) V', d x p."""
        d, _, p = self.sizes
        return self.U * _rectangular(d, p, self.sigma) * self.V.T

    def at(self, t: Any) -> tuple[Any, Any]:
        """(W_1, W_2) at time t, exact."""
        d, h, p = self.sizes
        zero = exact(0)
        values = [(zero, zero) if mode is None else mode.at(t) for mode in self.modes]
        first = self.U * _rectangular(d, h, [m for m, _ in values]) * self.B.T
        return first, self.B * _rectangular(h, p, [n for _, n in values]) * self.V.T

    def product(self, t: Any) -> Any:
        """W_1 W_2 = U diag(w_i(t)) V', d x p."""
        d, _, p = self.sizes
        values = [exact(0) if mode is None else mode.product(t) for mode in self.modes]
        return self.U * _rectangular(d, p, values) * self.V.T

    def verify(self) -> bool:
        """Orthogonality; every mode; the flow put in with the modes' values and rates as independent letters."""
        from sympy import Symbol, expand, eye

        d, h, p = self.sizes
        if any(x.T * x != eye(x.rows) for x in (self.U, self.B, self.V)):
            return False
        if not all(mode is None or mode.verify() for mode in self.modes):
            return False
        m, n, speed_m, speed_n = [], [], [], []
        for i, mode in enumerate(self.modes):
            s, l = self.sigma[i], self.lam[i]  # noqa: E741
            if mode is not None and (mode.sigma, mode.lam) != (s, l):
                return False
            x, y = (exact(0), exact(0)) if mode is None else (Symbol(f"m{i}"), Symbol(f"n{i}"))
            m.append(x)
            n.append(y)
            speed_m.append(y * (s - l * x * y))
            speed_n.append(x * (s - l * x * y))
        first, second = self.U * _rectangular(d, h, m) * self.B.T, self.B * _rectangular(h, p, n) * self.V.T
        error = self.cross_covariance - self.input_covariance * first * second
        gaps = (
            error * second.T - self.U * _rectangular(d, h, speed_m) * self.B.T,
            first.T * error - self.B * _rectangular(h, p, speed_n) * self.V.T,
        )
        return all(expand(x) == 0 for gap in gaps for x in gap)

    def _repr_latex_(self) -> str:
        from sympy import Symbol, latex

        return f"$\\displaystyle W_1 W_2 = {latex(self.product(Symbol('t')))}$"


def two_layer_network(
    U: Any, V: Any, sigma: Sequence[Any], lam: Sequence[Any], starts: Sequence[tuple[Any, Any]], B: Any = None
) -> TwoLayerNetwork:
    """The flow from W_1(0) = U diag(m_i) B', W_2(0) = B diag(n_i) V'; `starts` are the pairs (m_i, n_i).

    U (d x d), V (p x p) and B (h x h; the identity with one neuron for each start where left out) are orthogonal and
    rational; `lam` has d entries, `sigma` at most min(d, p), `starts` at most min(d, h, p), (0, 0) for a silent neuron.
    Raises `NoMode` where sizes do not fit or a matrix is not orthogonal, and for what `unbalanced_mode` refuses.

    >>> two_layer_network([[1]], [[1]], [1], [1], [(1, 1)]).product(0)
    Matrix([[1]])
    """
    from sympy import eye

    u, v = rational_matrix(U, "U"), rational_matrix(V, "V")
    b = eye(len(starts)) if B is None else rational_matrix(B, "B")
    for name, x in (("U", u), ("V", v), ("B", b)):
        if x.rows != x.cols or x.T * x != eye(x.rows):
            raise NoMode(f"{name} is not orthogonal; with another invertible matrix the modes do not separate")
    d, h, p = u.rows, b.rows, v.rows
    if len(lam) != d or len(sigma) > min(d, p) or len(starts) > min(d, h, p):
        raise NoMode(f"with (d, h, p) = {(d, h, p)}: {d} lambdas, at most {min(d, p)} sigmas, {min(d, h, p)} starts")
    s = tuple(exact(x) for x in sigma) + (exact(0),) * (d - len(sigma))
    l = tuple(exact(x) for x in lam)  # noqa: E741
    modes = []
    for i, (m, n) in enumerate(starts):
        silent = exact(m) == 0 and exact(n) == 0
        modes.append(None if silent else unbalanced_mode(s[i], l[i], m, n))
    found = TwoLayerNetwork(u, b, v, s, l, tuple(modes))
    if not found.verify():
        raise NotVerified("the network's closed form does not solve the flow")
    return found


def separation_claims() -> tuple[Any, ...]:
    """What `decide` proves for all d, h, p: the flow of W_1 and W_2 is that of M and N in orthogonal coordinates."""
    variables = {
        "d": "positive integer", "h": "positive integer", "p": "positive integer", "U": "matrix(d, d)",
        "V": "matrix(p, p)", "B": "matrix(h, h)", "S": "matrix(d, p)", "D": "matrix(d, d)", "M": "matrix(d, h)",
        "N": "matrix(h, p)",
    }  # fmt: skip
    given = {"U": "U.T*U == eye(d)", "V": "V.T*V == eye(p)", "B": "B.T*B == eye(h)"}
    first, second = "(U*M*B.T)", "(B*N*V.T)"
    error = f"(U*S*V.T - U*D*U.T*{first}*{second})"
    return (
        claim("first-layer", f"{error}*{second}.T == U*((S - D*M*N)*N.T)*B.T", variables=variables, given=given),
        claim("second-layer", f"{first}.T*{error} == B*(M.T*(S - D*M*N))*V.T", variables=variables, given=given),
    )


def _rectangular(rows: int, columns: int, values: Sequence[Any]) -> Any:
    """A matrix with these values on its diagonal, 0 where there are none left."""
    from sympy import Matrix

    return Matrix(rows, columns, lambda i, j: values[i] if i == j and i < len(values) else 0)
