"""The matrix families whose gradient flows have conservation laws for all sizes and every data set.

In each, the gradient is a combination of the gradients of the outputs with arbitrary weights, letters of the family:
the derivatives of the loss with respect to the outputs.  So a law holds for every loss that depends on the outputs
alone, every teacher, data set and weighting; families with one particular loss are there to show the weights.

A law belongs to a change of parameters that leaves the outputs as they are, with a symmetric generator: for the linear
RNN (A, B, C) -> (Q A Q^-1, Q B, C Q^-1).  (Arora, Cohen and Hazan 2018 for linear networks; Marcotte,
Gribonval and Peyre 2023 for the count.)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.derive.conservation.complete_laws import CompleteLaws, laws_of_fields
from verifier.derive.conservation.conserved_polynomials import Flow
from verifier.derive.conservation.continuous_balance import AT_REST, SENSITIVITY, continuous_balance
from verifier.derive.conservation.duals import Point
from verifier.derive.conservation.matrix_laws import Family, ProvedFamily, prove_drift, prove_family


class UnknownFamily(ValueError):
    """There is no family of this name; the message lists those that exist."""


_SIZES = (("d", "positive integer"), ("k", "nonnegative integer"))
_SISO = (*_SIZES, ("A", "matrix(d, d)"), ("B", "matrix(d, 1)"), ("C", "matrix(1, d)"))
_MIMO = (
    *_SIZES, ("n", "positive integer"), ("m", "positive integer"), ("A", "matrix(d, d)"), ("B", "matrix(d, n)"),
    ("C", "matrix(m, d)"),
)  # fmt: skip
_BALANCE = ("A*A.T - A.T*A + B*B.T - C.T*C",)
_INNER = "Sum(A.T**r*C.T*{}*B.T*A.T**(i-1-r), (r, 0, i-1))"


def _siso(weight: str, outer: str = "Sum({}, (i, 0, k-1))") -> tuple[tuple[str, str], ...]:
    """The gradients of a loss whose derivative with respect to C A^i B is `weight`."""
    inner = _INNER.replace("*{}*", "*")
    return (
        ("A", outer.format(f"{weight}*{inner}")),
        ("B", outer.format(f"{weight}*A.T**i*C.T")),
        ("C", outer.format(f"{weight}*B.T*A.T**i")),
    )


def _mimo(weight: str) -> tuple[tuple[str, str], ...]:
    return (
        ("A", f"Sum({_INNER.format(weight)}, (i, 0, k-1))"),
        ("B", f"Sum(A.T**i*C.T*{weight}, (i, 0, k-1))"),
        ("C", f"Sum({weight}*B.T*A.T**i, (i, 0, k-1))"),
    )


_ERROR = "(C*A**i*B - w[i])"
_COORDINATE = ("i", "integer[0, d-1]")

FAMILIES: Mapping[str, Family] = {f.name: f for f in (
    Family(
        "linear-rnn", (*_SISO, ("e", "real sequence")), _siso("e[i]"), _BALANCE, "Sum(e[i]*C*A**i*B, (i, 0, k-1))",
        says="one input, one output; every loss of the impulse response C A^i B, i < k, with derivatives e[i]",
        source="Cohen-Karlik et al. 2022, Section 7.1, where the law is left open",
    ),
    Family(
        "linear-rnn-last-step", (*_SISO, ("w", "real sequence")), _siso(f"2*{_ERROR}"), _BALANCE,
        f"Sum({_ERROR}**2, (i, 0, k-1))", says="population loss of the last step, any teacher impulse response w",
        source="Cohen-Karlik et al. 2023, Eq. (3.4)",
    ),
    Family(
        "linear-rnn-weighted", (*_SISO, ("w", "real sequence"), ("p", "real sequence")), _siso(f"2*p[i]*{_ERROR}"),
        _BALANCE, f"Sum(p[i]*{_ERROR}**2, (i, 0, k-1))", says="the errors of the impulse response with any weights p",
    ),
    Family(
        "linear-rnn-every-step", (*_SISO, ("w", "real sequence")),
        _siso(f"2*{_ERROR}", "Sum(Sum({}, (i, 0, s-1)), (s, 1, k))"), _BALANCE,
        f"Sum(Sum({_ERROR}**2, (i, 0, s-1)), (s, 1, k))", says="population loss summed over the steps s = 1..k",
    ),
    Family(
        "linear-rnn-empirical", (*_SISO, ("n", "positive integer"), ("X", "matrix(n, k)"), ("y", "matrix(n, 1)")),
        _siso("2*(Sum(C*A**l*B*X[s, l], (l, 0, k-1)) - y[s, 0])*X[s, i]",
              "Sum(Sum({}, (i, 0, k-1)), (s, 0, n-1))"), _BALANCE,
        "Sum((Sum(C*A**i*B*X[s, i], (i, 0, k-1)) - y[s, 0])**2, (s, 0, n-1))",
        says="n sequences, X[s, i] the input i steps before the last, squared error of the last output",
    ),
    Family(
        "linear-rnn-mimo", (*_MIMO, ("E", "matrix(m, n) sequence")), _mimo("E[i]"), _BALANCE,
        "Sum(trace(E[i].T*C*A**i*B), (i, 0, k-1))",
        says="n inputs, m outputs; every loss of C A^i B, i < k, with derivatives E[i]",
    ),
    Family(
        "linear-rnn-mimo-weighted", (*_MIMO, ("W", "matrix(m, n) sequence"), ("p", "real sequence")),
        _mimo("(2*p[i]*(C*A**i*B - W[i]))"), _BALANCE, "Sum(p[i]*norm2(C*A**i*B - W[i]), (i, 0, k-1))",
        says="squared errors of the impulse response with any weights p and any teacher W",
    ),
    Family(
        "linear-rnn-continuous-time",
        (*_MIMO[:1], *_MIMO[2:], ("E", "matrix(m, n)"), ("F", "matrix(d, d) curve"), ("K", "matrix(d, d) curve"),
         ("t", "[0, oo)")),
        (("A", "K[t]"), ("B", "F[t].T*C.T*E"), ("C", "E*B.T*F[t].T")), _BALANCE, given=SENSITIVITY,
        says="every loss of C exp(A t) B: F is the exponential; K, F'C'E, E B'F' are the gradients of trace(E' C F B)"
             " at the time t; E is the derivative of the loss at t, over which one integrates",
        argument=continuous_balance(), example=tuple(AT_REST.items()),
    ),
    Family(
        "diagonal-rnn",
        (*_SIZES, _COORDINATE, ("a", "matrix(d, 1)"), ("b", "matrix(d, 1)"), ("c", "matrix(d, 1)"),
         ("g", "matrix(d, 1)"), ("h", "matrix(d, 1)")),
        (("a", "h"), ("b", "Sum(g[j, 0]*c[j, 0]*basis(d, j), (j, 0, d-1))"),
         ("c", "Sum(g[j, 0]*b[j, 0]*basis(d, j), (j, 0, d-1))")),
        ("b[i, 0]**2 - c[i, 0]**2",),
        says="every loss of a and of the products b_i c_i, with derivatives h and g: discrete time sum b_i c_i a_i^t,"
             " continuous time sum b_i c_i exp(-a_i t)",
    ),
    Family(
        "deep-linear",
        (("q", "positive integer"), ("a", "positive integer"), ("b", "positive integer"), ("c", "positive integer"),
         ("f", "positive integer"), ("P", "matrix(q, a)"), ("V", "matrix(a, b)"), ("U", "matrix(b, c)"),
         ("N", "matrix(c, f)"), ("T", "matrix(q, f)"), ("S", "symmetric matrix(f)")),
        (("U", "V.T*P.T*(P*V*U*N - T)*S*N.T"), ("V", "P.T*(P*V*U*N - T)*S*N.T*U.T")),
        ("U*U.T - V.T*V",), "trace((P*V*U*N - T)*S*(P*V*U*N - T).T)/2",
        says="adjacent layers U, then V, of a product of any depth: P is the product of the later layers, N of the"
             " earlier ones, S any data covariance, T the teacher; P and N may move in any way",
        source="Arora, Cohen and Hazan 2018",
    ),
    Family(
        "two-layer",
        (("d", "positive integer"), ("m", "positive integer"), ("W", "matrix(d, m)"), ("a", "matrix(m, 1)"),
         ("g", "matrix(d, 1)")),
        (("W", "g*a.T"), ("a", "W.T*g")), ("a*a.T - W.T*W",), "trace(g.T*W*a)",
        says="m neurons, predictor W a; every loss of W a, with derivative g",
        source="Azulay et al. 2021, Section 6",
    ),
    Family(
        "autoencoder",
        (("d", "positive integer"), ("m", "positive integer"), ("W", "matrix(m, d)"), ("D", "matrix(d, m)"),
         ("S", "symmetric matrix(d)")),
        (("W", "D.T*(D*W - eye(d))*S"), ("D", "(D*W - eye(d))*S*W.T")), ("W*W.T - D.T*D",),
        "trace((D*W - eye(d))*S*(D*W - eye(d)).T)/2", says="encoder W, decoder D, any data covariance S",
    ),
    Family(
        "reduced-rank-regression",
        (("d", "positive integer"), ("m", "positive integer"), ("q", "positive integer"), ("n", "positive integer"),
         ("W", "matrix(m, d)"), ("D", "matrix(q, m)"), ("X", "matrix(d, n)"), ("Y", "matrix(q, n)")),
        (("W", "D.T*(D*W*X - Y)*X.T"), ("D", "(D*W*X - Y)*X.T*W.T")), ("W*W.T - D.T*D",),
        "norm2(D*W*X - Y)/2", says="rank m, n samples as the columns of X and Y",
    ),
    Family(
        "diagonal-network",
        (("d", "positive integer"), _COORDINATE, ("u", "matrix(d, 1)"), ("v", "matrix(d, 1)"), ("g", "matrix(d, 1)")),
        (("u", "Sum(g[j, 0]*v[j, 0]*basis(d, j), (j, 0, d-1))"),
         ("v", "Sum(g[j, 0]*u[j, 0]*basis(d, j), (j, 0, d-1))")),
        ("u[i, 0]**2 - v[i, 0]**2",), "Sum(g[j, 0]*u[j, 0]*v[j, 0], (j, 0, d-1))",
        says="predictor with entries u_i v_i; every loss of it, with derivative g",
    ),
    Family(
        "diagonal-network-signed",
        (("d", "positive integer"), _COORDINATE, ("u", "matrix(d, 1)"), ("v", "matrix(d, 1)"), ("p", "matrix(d, 1)"),
         ("q", "matrix(d, 1)"), ("g", "matrix(d, 1)")),
        (("u", "Sum(g[j, 0]*v[j, 0]*basis(d, j), (j, 0, d-1))"),
         ("v", "Sum(g[j, 0]*u[j, 0]*basis(d, j), (j, 0, d-1))"),
         ("p", "-Sum(g[j, 0]*q[j, 0]*basis(d, j), (j, 0, d-1))"),
         ("q", "-Sum(g[j, 0]*p[j, 0]*basis(d, j), (j, 0, d-1))")),
        ("u[i, 0]**2 - v[i, 0]**2", "p[i, 0]**2 - q[i, 0]**2", "u[i, 0]*q[i, 0] + p[i, 0]*v[i, 0]",
         "u[i, 0]*p[i, 0] + v[i, 0]*q[i, 0]"),
        "Sum(g[j, 0]*(u[j, 0]*v[j, 0] - p[j, 0]*q[j, 0]), (j, 0, d-1))",
        says="predictor with entries u_i v_i - p_i q_i (u+, v+, u-, v-); three of the laws are independent",
        source="Azulay et al. 2021, Section 4",
    ),
    Family(
        "leaky-relu-neuron",
        (("d", "positive integer"), ("w", "matrix(d, 1)"), ("a", "real"), ("g", "matrix(d, 1)")),
        (("w", "a*g"), ("a", "w.T*g")), ("a**2 - w.T*w",), "a*(w.T*g)",
        says="one neuron a s(w.x) with s(z) = s'(z) z, where no w.x is 0: g is the sum over the data of the derivative"
             " of the loss times s'(w.x) x",
        source="Azulay et al. 2021, Section 8",
    ),
)}  # fmt: skip


def family(name: str) -> Family:
    """The family of this name.  Raises `UnknownFamily` with the list of names."""
    if name not in FAMILIES:
        raise UnknownFamily(f"there is no family {name!r:.60}: choose from {', '.join(FAMILIES)}")
    return FAMILIES[name]


def proved_laws(name: str, budget: float = 20.0) -> ProvedFamily:
    """The laws of a family, proved for all sizes.

    >>> print(proved_laws("two-layer"))
    two-layer, all sizes:
      a*a.T - W.T*W is conserved
    """
    return prove_family(family(name), budget)


def proved_drift(name: str, budget: float = 20.0) -> ProvedFamily:
    """The drift eta^2 Q(gradients) of each law Q of a family in one step of gradient descent, proved for all sizes."""
    return prove_drift(family(name), budget)


def exponential_sum_laws(m: int, degree: int = 2) -> CompleteLaws:
    """What gradient flow conserves for sum_i a_i exp(-w_i t), i < m, fitted to every target: nothing.

    The outputs are the Laplace transforms sum_i a_i/(w_i + v) at v = 1..2m, on which the loss depends where the target
    is a sum of the exponentials exp(-v t).  The gradient fields are multiplied by prod_j (w_j + v)^2.  They are
    independent at a point, so that no function at all is constant along all of them.
    """
    if m < 1:
        raise ValueError(f"the number of exponentials is at least 1, not {m}")
    names = [*(f"a{i}" for i in range(m)), *(f"w{i}" for i in range(m))]

    def at(v: int) -> Flow:
        def flow(p: Point) -> dict[str, Any]:
            speed: dict[str, Any] = {}
            for i in range(m):
                others: Any = 1
                for j in range(m):
                    if j != i:
                        others = (p[f"w{j}"] + v) ** 2 * others
                speed[f"a{i}"] = (p[f"w{i}"] + v) * others
                speed[f"w{i}"] = -p[f"a{i}"] * others
            return speed

        return flow

    targets = range(1, 2 * m + 1)
    return laws_of_fields([at(v) for v in targets], names, degree, [f"grad at v = {v}" for v in targets])
