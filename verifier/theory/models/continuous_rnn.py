"""The continuous-time linear recurrent network with diagonal transition: exponential sums.

The student's kernel is sum_i a_i e^(-w_i t), the teacher's sum_j s_j e^(-v_j t), all exponents positive.  For white
noise as input the Ito isometry makes the loss the squared distance of the kernels in L^2(0, oo), a rational function.
(Li et al. 2021, (18), (19), (77), (90), (91), (97)-(101).)
"""

from __future__ import annotations

from verifier.theory.models.model import Model, Scaling

MODELS = (
    Model(
        name="exponential-sums", title="continuous-time linear RNN, diagonal: exponential sums of width m",
        source="Li et al. 2021 (18)", sizes={"m": 2, "n": 1},
        parameters={"a": "matrix(m, 1)", "w": "matrix(m, 1)"}, data={"s": "matrix(n, 1)", "v": "matrix(n, 1)"},
        loss="Sum(Sum(a[i,0]*a[j,0]/(w[i,0] + w[j,0]), (j, 0, m-1)), (i, 0, m-1))"
             " - 2*Sum(Sum(a[i,0]*s[j,0]/(w[i,0] + v[j,0]), (j, 0, n-1)), (i, 0, m-1))"
             " + Sum(Sum(s[i,0]*s[j,0]/(v[i,0] + v[j,0]), (j, 0, n-1)), (i, 0, n-1))",
        entrywise=True, note="All exponents w_i and v_j are positive.",
        scalings=(Scaling("outputs", {"a": 1, "s": 1}, 2), Scaling("time", {"w": 1, "v": 1}, -1)),
    ),
)  # fmt: skip
