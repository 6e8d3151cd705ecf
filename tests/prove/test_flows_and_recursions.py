"""Inequalities along flows, recursions solved by induction, sums inside of functions; and twins."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

FLOW = {"d": "positive integer", "m": "positive", "S": "matrix(d,d)", "w": "matrix(d,1) curve", "t": "nonnegative"}
STEEP = ("forall(x, matrix(d,1), trace(x.T*S*x) >= m*norm2(x))", "forall(s, real, diff(w[s], s) == -S*w[s])")
CURVE = {"m": "positive", "f": "real curve", "g": "real curve", "t": "nonnegative"}
GRADIENT = ("forall(s, real, diff(f[s], s) == -g[s]**2)", "forall(s, real, g[s]**2 >= 2*m*f[s])")
SEQUENCE = {"x": "real sequence", "k": "nonnegative integer"}
THREE = ("x[0] == 0", "x[1] == 1", "forall(j, nonnegative integer, x[j+2] == 5*x[j+1] - 6*x[j])")
DOUBLE = ("x[0] == 0", "forall(j, nonnegative integer, x[j+1] == 2*x[j] + 1)")
FRANK = ("forall(j, nonnegative integer, x[j+1] <= (1 - 2/(j + 2))*x[j] + 4*C/(j + 2)**2)",)
MEAN = {"b": "real", "m": "real sequence", "g": "real sequence", "G": "positive", "k": "nonnegative integer"}
MOVING = ("0 < b", "b < 1", "m[0] == 0", "forall(j, nonnegative integer, m[j+1] == b*m[j] + (1-b)*g[j])",
          "forall(j, nonnegative integer, Abs(g[j]) <= G)")  # fmt: skip
SUM = {"n": "positive integer", "k": "positive integer", "x": "real sequence"}
TRUE = {
    "decay": (FLOW, STEEP, "norm2(w[t]) <= exp(-2*m*t)*norm2(w[0])"),
    "a norm that shrinks": (FLOW, STEEP, "norm2(w[t]) <= norm2(w[0])"),
    "Polyak-Lojasiewicz": (CURVE, GRADIENT, "f[t] <= f[0]*exp(-2*m*t)"),
    "second order": (SEQUENCE, THREE, "x[k] == 3**k - 2**k"),
    "doubling": (SEQUENCE, DOUBLE, "x[k] == 2**k - 1"),
    "Frank-Wolfe": ({**SEQUENCE, "C": "positive", "k": "positive integer"}, FRANK, "x[k] <= 4*C/(k + 2)"),
    "a moving average": (MEAN, MOVING, "Abs(m[k]) <= G"),
    "one term of a sum": (SUM, ("k <= n",), "x[k] <= log(Sum(exp(x[i]), (i, 1, n)))"),
    "a logarithm of a sum": (
        {**SUM, "M": "real"}, ("forall(i, nonnegative integer, x[i] <= M)",),
        "log(Sum(exp(x[i]), (i, 1, n))) <= M + log(n)"),
    "a logarithm and an exponential": (
        {"y": "real", "z": "positive", "n": "positive"}, ("z <= n*exp(y)",), "log(z) <= y + log(n)"),
}  # fmt: skip
TWINS = {
    "decay that is too fast": (FLOW, STEEP, "norm2(w[t]) <= exp(-3*m*t)*norm2(w[0])"),
    "before the start": ({**FLOW, "t": "real"}, STEEP, "norm2(w[t]) <= exp(-2*m*t)*norm2(w[0])"),
    "another start": (FLOW, STEEP, "norm2(w[t]) <= exp(-2*m*t)*norm2(w[1])"),
    "twice the rate": (CURVE, GRADIENT, "f[t] <= f[0]*exp(-4*m*t)"),
    "another solution": (SEQUENCE, THREE, "x[k] == 3**k - 2**k + k*(k-1)"),
    "without the second member": (SEQUENCE, (THREE[0], THREE[2]), "x[k] == 3**k - 2**k"),
    "from the start": ({**SEQUENCE, "C": "positive"}, FRANK, "x[k] <= 4*C/(k + 2)"),
    "an average below": (MEAN, MOVING, "Abs(m[k]) <= G/2"),
    "a term beyond the sum": (SUM, ("k <= n + 1",), "x[k] <= log(Sum(exp(x[i]), (i, 1, n)))"),
    "a logarithm of a sum without its length": (
        {**SUM, "M": "real"}, ("forall(i, nonnegative integer, x[i] <= M)",), "log(Sum(exp(x[i]), (i, 1, n))) <= M"),
    "a logarithm that is too small": (
        {"y": "real", "z": "positive", "n": "positive"}, ("z <= 2*n*exp(y)",), "log(z) <= y + log(n)"),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_proved(name: str) -> None:
    variables, given, goal = TRUE[name]
    assert decide(claim("c", goal, variables=variables, given=list(given)), 15).verdict == "proved"


@pytest.mark.parametrize("name", TWINS)
def test_a_twin_is_not_proved(name: str) -> None:
    variables, given, goal = TWINS[name]
    assert decide(claim("c", goal, variables=variables, given=list(given)), 3).verdict != "proved"
