"""What is proved about exponential sums for every width m and every target: derivatives, symmetries, critical points.

Numbers of the text: K_ij = 1/(w_i + w_j), G_ij = 1/(w_i + w_j)^2, H_ij = 1/(w_i + w_j)^3, and for a target rho with
the Laplace transform R the columns r_i = R(w_i), q_i = -R'(w_i), p_i = R''(w_i).  Then

    J = a' K a - 2 a' r + |rho|^2,   I_0(w_k) = (K a - r)_k,   I_1(w_k) = (G a - q)_k,   I_2(w_k) = (2 H a - p)_k,

I_n(x) the integral of t^n e^(-x t) (rhohat - rho).  Where the exponents move with speeds D = diag(w'), the entries of
these matrices move by ENTRIES; what follows for whole columns are identities of words in matrices of any size.

Source: Li, Han, E and Li (ICLR 2021), (18), (90), (91), (97)-(101), Definition D.1, Theorem D.1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from verifier.language.claim import claim

if TYPE_CHECKING:
    from verifier.language.claim import Claim

_M: Mapping[str, str] = {"m": "positive integer", "a": "matrix(m, 1)"}
_MOVING: Mapping[str, str] = {
    **_M, "t": "real", "D": "matrix(m, m)", "K": "matrix(m, m) curve", "G": "matrix(m, m) curve",
    "H": "matrix(m, m) curve", "r": "matrix(m, 1) curve", "q": "matrix(m, 1) curve", "p": "matrix(m, 1) curve",
    "f": "matrix(m, 1)", "A": "matrix(m, m)",
}  # fmt: skip
_RATES = {
    "K": "forall(s, real, diff(K[s], s) == -(D*G[s] + G[s]*D))", "r": "forall(s, real, diff(r[s], s) == -D*q[s])",
    "G": "forall(s, real, diff(G[s], s) == -2*(D*H[s] + H[s]*D))", "q": "forall(s, real, diff(q[s], s) == -D*p[s])",
}  # fmt: skip


def _claims(rows: Sequence[tuple[str, str, Mapping[str, str], Sequence[str]]]) -> tuple[Claim, ...]:
    return tuple(claim(name, goal, variables=v, given=list(given)) for name, goal, v, given in rows)


def integral_claims() -> tuple[Claim, ...]:
    """The integrals behind the closed form and the residual moments of the student."""
    x = {"x": "positive"}
    return _claims([
        ("the integral of exp(-x t)", "integrate(exp(-x*t), (t, 0, oo)) == 1/x", x, ()),
        ("the integral of t exp(-x t)", "integrate(t*exp(-x*t), (t, 0, oo)) == 1/x**2", x, ()),
        ("the integral of t**2 exp(-x t)", "integrate(t**2*exp(-x*t), (t, 0, oo)) == 2/x**3", x, ()),
    ])  # fmt: skip


def speed_claims() -> tuple[Claim, ...]:
    """The speeds of the entries of K and G when the exponents move."""
    xy = {"x": "positive curve", "y": "positive curve", "t": "real"}
    speed = "(diff(x[t], t) + diff(y[t], t))"
    return _claims([
        ("the speed of 1/(w_i + w_j)", f"diff(1/(x[t] + y[t]), t) == -{speed}/(x[t] + y[t])**2", xy, ()),
        ("the speed of 1/(w_i + w_j)**2", f"diff(1/(x[t] + y[t])**2, t) == -2*{speed}/(x[t] + y[t])**3", xy, ()),
    ])  # fmt: skip


def gradient_claims() -> tuple[Claim, ...]:
    """dJ/da = 2 (K a - r), and J moves with the exponents at the rate -2 sum_k w_k' a_k (G a - q)_k."""
    symmetric = ["D == D.T", "forall(s, real, G[s] == G[s].T)"]
    moving = {n: x for n, x in _MOVING.items() if n in ["m", "a", "t", "D", "K", "G", "r", "q"]}
    return _claims([
        ("dJ/da = 2 (K a - r)", "grad(a.T*K*a - 2*a.T*r, a) == 2*(K*a - r)",
         {**_M, "K": "symmetric matrix(m)", "r": "matrix(m, 1)"}, ()),
        ("dJ/dw_k = -2 a_k (G a - q)_k",
         "diff(trace(a.T*K[t]*a - 2*a.T*r[t]), t) == trace(-2*a.T*D*(G[t]*a - q[t]))", moving,
         (_RATES["K"], _RATES["r"], *symmetric)),
    ])  # fmt: skip


def hessian_claims() -> tuple[Claim, ...]:
    """How both parts of the gradient move, in the inner product with any f; A is diag(a)."""
    def moving(names: str) -> dict[str, str]:
        return {n: x for n, x in _MOVING.items() if n in f"m a t D f {names}".split()}

    return _claims([
        ("K a - r, when a moves by b", "K*(a + b) - r == (K*a - r) + K*b",
         {**_M, "K": "matrix(m, m)", "r": "matrix(m, 1)", "b": "matrix(m, 1)"}, ()),
        ("K a - r, when w moves",
         "diff(trace(f.T*(K[t]*a - r[t])), t) == trace(f.T*(-D*(G[t]*a - q[t]) - G[t]*D*a))",
         moving("K G r q"), (_RATES["K"], _RATES["r"])),
        ("A (G a - q), when w moves",
         "diff(trace(f.T*A*(G[t]*a - q[t])), t) == trace(f.T*A*(D*(p[t] - 2*H[t]*a) - 2*H[t]*D*a))",
         moving("A G H q p"), (_RATES["G"], _RATES["q"])),
    ])  # fmt: skip


def symmetry_claims() -> tuple[Claim, ...]:
    """Permutations of the neurons leave J as it is; the scales of outputs and of time multiply it."""
    whole = {**_M, "n": "positive integer", "s": "matrix(n, 1)", "K": "matrix(m, m)", "N": "matrix(m, n)",
             "M": "matrix(n, n)", "z": "positive"}  # fmt: skip
    value = "a.T*K*a - 2*a.T*N*s + s.T*M*s"
    return _claims([
        ("permutation of the neurons", "(P*a).T*(P*K*P.T)*(P*a) - 2*(P*a).T*(P*r) == a.T*K*a - 2*a.T*r",
         {**_M, "P": "matrix(m, m)", "K": "matrix(m, m)", "r": "matrix(m, 1)"}, ("P.T*P == eye(m)",)),
        ("scale of outputs", f"(z*a).T*K*(z*a) - 2*(z*a).T*N*(z*s) + (z*s).T*M*(z*s) == z**2*({value})", whole, ()),
        ("scale of time: the entries", "1/(z*x + z*y) == 1/z*(1/(x + y))",
         {"x": "positive", "y": "positive", "z": "positive"}, ()),
        ("scale of time", f"a.T*(1/z*K)*a - 2*a.T*(1/z*N)*s + s.T*(1/z*M)*s == 1/z*({value})", whole, ()),
    ])  # fmt: skip


def coincidence_claims() -> tuple[Claim, ...]:
    """A critical point of n neurons is one of m neurons on each space of merged ones.

    The rows of S are unit vectors: row i has its 1 at the block of neuron i.  Then w = S v, K = S L S' and G = S F S'
    with the matrices L, F of the n neurons, and r = S x, q = S y.  With S'a = b both parts of the gradient are those of
    the n neurons: for amplitudes b_j that are not 0 they vanish together.
    """
    sizes = {"m": "positive integer", "n": "positive integer", "a": "matrix(m, 1)", "b": "matrix(n, 1)",
             "S": "matrix(m, n)"}  # fmt: skip
    return _claims([
        ("the kernels agree", "a.T*(S*e) == b.T*e", {**sizes, "e": "matrix(n, 1)"}, ("S.T*a == b",)),
        ("I_0 vanishes at every neuron", "S*L*S.T*a - S*x == zeros(m, 1)",
         {**sizes, "L": "matrix(n, n)", "x": "matrix(n, 1)"}, ("S.T*a == b", "L*b - x == zeros(n, 1)")),
        ("I_1 vanishes at every neuron", "S*F*S.T*a - S*y == zeros(m, 1)",
         {**sizes, "F": "matrix(n, n)", "y": "matrix(n, 1)"}, ("S.T*a == b", "F*b - y == zeros(n, 1)")),
    ])  # fmt: skip


def response_claims() -> tuple[Claim, ...]:
    """The kernel's differential equation, its Hankel kernel as a product, its moments as a product."""
    return _claims([
        ("the kernel's equation", "diff(exp(-w*t), t) + w*exp(-w*t) == 0", {"w": "positive", "t": "real"}, ()),
        ("its start", "exp(-w*0) == 1", {"w": "positive"}, ()),
        ("t**(j + 1) exp(-x t) by parts",
         "diff(t**(j + 1)*exp(-x*t), t) == (j + 1)*t**j*exp(-x*t) - x*(t**(j + 1)*exp(-x*t))",
         {"x": "positive", "t": "positive", "j": "nonnegative integer"}, ()),
        ("exp(-w (s + t))", "exp(-w*(s + t)) == exp(-w*s)*exp(-w*t)", {"w": "positive", "s": "real", "t": "real"}, ()),
        ("H = V' diag(a) V", "Sum(a[i, 0]*w[i, 0]**(p + q), (i, 0, m - 1)) =="
                             " Sum(w[i, 0]**p*(a[i, 0]*w[i, 0]**q), (i, 0, m - 1))",
         {**_M, "w": "matrix(m, 1)", "p": "nonnegative integer", "q": "nonnegative integer"}, ()),
    ])  # fmt: skip


def tangent_claims() -> tuple[Claim, ...]:
    """The partial derivatives of a e^(-w t), whose products make the tangent kernel."""
    return _claims([
        ("d/da of a exp(-w t)", "diff(a*exp(-w*t), a) == exp(-w*t)", {"a": "real", "w": "positive", "t": "real"}, ()),
        ("d/dw of a exp(-w t)", "diff(a*exp(-w*t), w) == -a*t*exp(-w*t)", {"a": "real", "w": "positive", "t": "real"},
         ()),
        ("their products", "exp(-w*s)*exp(-w*t) + (-a*s*exp(-w*s))*(-a*t*exp(-w*t)) == (1 + a**2*s*t)*exp(-w*(s + t))",
         {"a": "real", "w": "positive", "s": "real", "t": "real"}, ()),
    ])  # fmt: skip
