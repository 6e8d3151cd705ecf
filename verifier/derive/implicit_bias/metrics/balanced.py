"""Strictly balanced linear networks with any number of neurons: the radial metric for every m and d.

w = W a with W in R^{d x m}, a in R^m and J J' = |a|^2 I + W W'.  The equations of motion dW/dt = p a', da/dt = W'p
conserve a a' - W'W; where it is 0 at the start it stays 0, and then |w| = |a|^2 and |a|^2 W W' = w w'.
(Azulay et al. 2021, proposition 1 and appendix C, whose rank argument is replaced by a vanishing norm.)
"""

from __future__ import annotations

from verifier.derive.implicit_bias.metrics.metric_kinds import RadialMetric
from verifier.derive.implicit_bias.proving import prove
from verifier.language.script import Have, Inside, Linear, Square, Vanish

SIZES = {"d": "positive integer", "m": "positive integer", "W": "matrix(d, m)", "a": "matrix(m, 1)"}
BALANCED = ("W.T*W == a*a.T",)
REST = "(trace(a.T*a)*W - W*a*a.T)"


def balanced_metric() -> RadialMetric:
    """J J' = |w| I + w w'/|w| for all m and d, its three ingredients proved.  Raises `NotVerified`."""
    import sympy

    x, t = sympy.symbols("x t", positive=True)
    parallel = [
        Have(f"trace({REST}.T*{REST}) <= 0", name="end"),
        Vanish("end", squares=[Square(root=REST, name="zero")]),
        Linear(terms=[Inside("zero", "HOLE*W.T")]),
    ]
    evidence = (
        prove("a a' - W'W is conserved", "(W.T*p)*a.T + a*(W.T*p).T == (p*a.T).T*W + W.T*(p*a.T)",
              {**SIZES, "p": "matrix(d, 1)"}),
        prove("|w|^2 = |a|^4", "trace((W*a).T*(W*a)) == trace(a.T*a)**2", SIZES, BALANCED),
        prove("|a|^2 W W' = w w'", "trace(a.T*a)*W*W.T == W*a*a.T*W.T", SIZES, BALANCED, argument=parallel),
    )  # fmt: skip
    conditions = (
        "W'W = a a' at the start, and then always; any number of neurons",
        "proved for w != 0 (w = 0 does not move)",
    )
    return RadialMetric(
        "strictly balanced network", x, t, t**2, x, t, 1 / t, (), (), t - x, conditions, evidence
    )
