"""The dual potential of separate quadratic coordinates, for any start, in closed form.

One coordinate w = theta' A theta/2 moves by dtheta/dt = p A theta, so theta = exp(s A) theta(0) with s = int p dt, and
w is a function w(s) with w' = |A theta|^2 >= 0.  Hence q'(w(s)) = s defines a potential whatever A is, and its
conjugate q*(s) = int w ds = |exp(s A) theta(0)|^2/4 needs no metric in closed form.  The limit of the flow is
w_i = q_i*'((X nu)_i) for the nu that minimises sum_i q_i*((X nu)_i) - y'nu, the dual of min Q(w) under X'w = y.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.derive.implicit_bias.networks import Network
from verifier.derive.implicit_bias.potentials.coordinate_profiles import NoPotential


@dataclass(frozen=True)
class DualPotential:
    """q*(s) of one coordinate: `value`, and `slope` = w(s), in the symbol `s` and the parameters at the start.

    `path` is theta(s).  q* is strictly convex wherever grad w(theta(0)) is not 0.
    """

    parameters: tuple[Any, ...]
    s: Any
    path: tuple[Any, ...]
    value: Any
    slope: Any


def dual_potential(network: Network) -> tuple[DualPotential, ...]:
    """q* for each coordinate (for the one of a network of copies), verified by exact differentiation.

    Raises `NoPotential` where coordinates share parameters or are no homogeneous quadratic forms.

    >>> from verifier.derive.implicit_bias.networks import tied_diagonal
    >>> dual_potential(tied_diagonal())[0].slope
    -u_minus**2*exp(-4*s) + u_plus**2*exp(4*s)
    """
    import sympy

    if not isinstance(network, Network):
        raise NoPotential(f"{network.name}: a dual potential is derived for separate coordinates")
    used = [sympy.sympify(e).free_symbols for e in network.predictor]
    if any(a & b for i, a in enumerate(used) for b in used[:i]):
        raise NoPotential(f"{network.name}: its coordinates share parameters")
    return tuple(_coordinate(network.name, sympy.sympify(e)) for e in network.predictor)


def _coordinate(name: str, e: Any) -> DualPotential:
    import sympy

    own = tuple(sorted(e.free_symbols, key=str))
    if not own or any(sum(m) != 2 for m in sympy.Poly(e, *own).monoms()):
        raise NoPotential(f"{name}: the coordinate {e} is no quadratic form in its parameters")
    s = sympy.Dummy("s", real=True) if any(x.name == "s" for x in own) else sympy.Symbol("s", real=True)
    A, start = sympy.hessian(e, own), sympy.Matrix(own)
    path = (sympy.zeros(len(own), 1)).copy()
    for eigenvalue, _, basis in A.eigenvects():  # symmetric: eigenspaces are orthogonal
        B = sympy.Matrix.hstack(*basis)
        path += sympy.exp(s * eigenvalue) * B * (B.T * B).inv() * B.T * start
    path = path.applyfunc(lambda x: sympy.expand(sympy.simplify(x)))
    value = sympy.expand(sympy.expand((path.T * path)[0, 0]) / 4)
    slope = sympy.expand(e.subs(dict(zip(own, path, strict=True)), simultaneous=True))
    checks = [*(path.diff(s) - A * path), *(path.subs(s, 0) - start), sympy.diff(value, s) - slope]
    if any(sympy.simplify(sympy.expand(c)) != 0 for c in checks):
        raise NoPotential(f"{name}: the solution of the flow in s did not verify")
    return DualPotential(own, s, tuple(path), value, slope)
