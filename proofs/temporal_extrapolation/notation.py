"""The standing notation of the paper."""

from verifier.language.script import Use
from verifier.papers.setting import Setting

from .lemmas.network import MIMO, MIMO_VARIABLES, SISO, SISO_VARIABLES

#: Sections 3 to 6: one input, one output.
network = Setting(let=SISO_VARIABLES, define=SISO)

#: Section 3 with a random input sequence of length k; x[k-1, 0] is the latest input x_k.
sampled_network = Setting(
    let={**SISO_VARIABLES, "x": "random matrix(k, 1)"},
    define=(
        *SISO,
        "output := Sum(h(i)*x[k-1-i, 0], (i, 0, k-1))",
        "target := w*x[k-1, 0]",
        "population := expect((output - target)**2)",
    ),
)

#: Appendix C: n inputs, m outputs.
mimo_network = Setting(let=MIMO_VARIABLES, define=MIMO)

#: The loss is 0 at A = 0, B = w e_0, C = e_0'; so a minimiser has loss at most 0.
ZERO_IS_ATTAINED = Use("minimiser", at=["zeros(d, d)", "w*basis(d, 0)", "basis(d, 0).T"], name="best")

#: One sample, a fair sign: values (the law is fair signs by default) that satisfy the hypotheses on the inputs.
FAIR_SIGN = {"d": "1", "k": "1", "A": "0", "B": "1", "C": "1", "w": "1"}
