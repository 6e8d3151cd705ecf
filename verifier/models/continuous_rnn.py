"""Continuous-time linear recurrent networks: exponential sums (diagonal transition), and any stable transition.

dh/dt = W h + U x, y = c'h has the kernel c' e^(W t) U.  For white noise as input the Ito isometry makes the loss the
squared distance of the kernels of student and target in L^2(0, oo).  With a diagonal W = -diag(w) the student's kernel
is the exponential sum of a_i e^(-w_i t), and the loss needs the target only by its Laplace transform.
(Li et al. 2021, (6)-(9), (18)-(20), (74)-(77), (90), (91), (97)-(101), (125).)
"""

from __future__ import annotations

from verifier.models.model import Model, Scaling

STUDENT = {"a": "matrix(m, 1)", "w": "matrix(m, 1)"}
TERMS = {"s": "matrix(n, 1)", "v": "matrix(n, 1)"}
_RHO = "Sum(s[j,0]*exp(-v[j,0]*t), (j, 0, n-1))"


def _squared(target: str) -> str:
    return f"integrate((Sum(a[i,0]*exp(-w[i,0]*t), (i, 0, m-1)) - {target})**2, (t, 0, oo))"


def _memory(name: str, title: str, source: str, target: str, data: dict[str, str], note: str) -> Model:
    """A target with terms s_j e^(-v_j t) and a memory of amplitude c at the time mu = 1/omega."""
    return Model(
        name=f"exponential-sums-{name}", title=f"exponential sums of width m, {title}", source=source,
        sizes={"m": 2, "n": 1}, parameters=STUDENT, data={**TERMS, "c": "real", "mu": "positive", **data},
        loss=_squared(f"{_RHO} - c*{target}"), kernel=name, note=f"All exponents w_i and v_j are positive{note}.",
    )  # fmt: skip


MODELS = (
    Model(
        name="exponential-sums", title="continuous-time linear RNN, diagonal: exponential sums of width m",
        source="Li et al. 2021 (18)", sizes={"m": 2, "n": 1}, parameters=STUDENT, data=TERMS,
        loss="Sum(Sum(a[i,0]*a[j,0]/(w[i,0] + w[j,0]), (j, 0, m-1)), (i, 0, m-1))"
             " - 2*Sum(Sum(a[i,0]*s[j,0]/(w[i,0] + v[j,0]), (j, 0, n-1)), (i, 0, m-1))"
             " + Sum(Sum(s[i,0]*s[j,0]/(v[i,0] + v[j,0]), (j, 0, n-1)), (i, 0, n-1))",
        kernel="sum", note="All exponents w_i and v_j are positive.",
        scalings=(Scaling("outputs", {"a": 1, "s": 1}, 2), Scaling("time", {"w": 1, "v": 1}, -1)),
    ),
    Model(
        name="exponential-sums-transform", title="exponential sums of width m, any target by its Laplace transform R",
        source="Li et al. 2021 (18), (127)", sizes={"m": 2}, parameters=STUDENT,
        data={"R": "real curve", "rho2": "nonnegative"},
        loss="Sum(Sum(a[i,0]*a[j,0]/(w[i,0] + w[j,0]), (j, 0, m-1)), (i, 0, m-1))"
             " - 2*Sum(a[i,0]*R[w[i,0]], (i, 0, m-1)) + rho2",
        kernel="transform", note="All exponents w_i are positive.",
    ),
    _memory("gaussian", "target with a Gaussian memory", "Li et al. 2021 (20), (125)",
            "exp(-(t-mu)**2/(2*sigma**2))", {"sigma": "positive"}, ""),
    _memory("compact", "target with a compactly supported memory", "Li et al. 2021 (20), Remark C.1",
            "Piecewise((0, t < mu - h), (0, t > mu + h), ((1 - (t-mu)**2/h**2)**2, True))", {"h": "positive"},
            "; the memory lies at t > 0, which is h <= mu"),
    _memory("airy", "target with an Airy function as memory", "Li et al. 2021, Section 6, Figure 1 (b)",
            "y[t]", {"kappa": "positive", "y": "real curve"}, "; y(t) is Airy's function Ai(kappa (t - mu))"),
    Model(
        name="linear-rnn-continuous", title="continuous-time linear RNN c' exp(t W) U, any stable W, with a teacher",
        source="Li et al. 2021 (7)-(9), (74)", sizes={"m": 1, "n": 1, "d": 1},
        parameters={"W": "matrix(m, m)", "U": "matrix(m, d)", "c": "matrix(m, 1)"},
        data={"Ws": "matrix(n, n)", "Us": "matrix(n, d)", "cs": "matrix(n, 1)", "F": "matrix(m, m) curve",
              "E": "matrix(n, n) curve"},
        loss="integrate(trace((U.T*F[t].T*c - Us.T*E[t].T*cs).T*(U.T*F[t].T*c - Us.T*E[t].T*cs)), (t, 0, oo))",
        kernel="system", note="W and the teacher's Ws are stable: all eigenvalues have negative real parts.",
    ),
)  # fmt: skip
