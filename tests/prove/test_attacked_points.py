"""What an attack on the property runs found: true claims that seemed to fail, and points that met nothing."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.language.claim import claim
from verifier.prove.properties.ball_values import precision
from verifier.prove.properties.seeing import Seeing
from verifier.prove.questions.properties import PropertyReport, property_run

R, S, F = "real", "real sequence", "real curve"
Case = tuple[str, list[str], dict[str, str]]


def run(case: Case) -> PropertyReport:
    goal, given, variables = case
    facts = {f"h{i}": g for i, g in enumerate(given)}
    return property_run(claim("c", goal, variables=variables, given=facts).statement(), 25, seconds=0.6)


#: by what was wrong
TRUE: dict[str, list[Case]] = {
    "derivatives of what varies with something else": [
        ("diff(x*y, x, y) == 1", [], {"x": R, "y": R}),
        ("grad(diff(x**3, x), x) == 6*x", [], {"x": R}),
        ("grad(diff(y*s, s), y) == 1", [], {"y": R, "s": R}),
        ("grad(trace(grad(exp(x), x)), x) == exp(x)", [], {"x": R}),
        ("grad(grad(log(1 + exp(x)), x), x) > 0", [], {"x": R}),
        ("forall(t, real, diff(diff(s*x[t], t), s) == diff(x[t], t))", [], {"x": F, "s": R}),
    ],
    "ties inside derivatives": [
        ("diff(Max(x, -x) + Min(x, -x), x) == 0", ["x == 0"], {"x": R}),
        ("diff(Piecewise((0, x == 0), (x, True)), x) == 1", ["x == 0"], {"x": R}),
    ],
    "signs that are not sure": [
        ("Max(2, sqrt(2)**2 + 1/10**39) > 2", [], {"x": R}),
        ("Abs(sqrt(2)**2 - 2 - 9/10**39)*10**39 == 9", [], {"x": R}),
        ("Piecewise((1, sqrt(2)**2 + 1/10**39 <= 2), (0, True)) == 0", [], {"x": R}),
        ("Piecewise((1, forall(t, real, (t-1/7)**2 > 0)), (0, True)) == 0", [], {"x": R}),
    ],
    "hypotheses that are only sampled": [
        ("m == 7", ["forall(p, real, (m-7)**2 <= (p-7)**2)"], {"m": R}),
        ("det(A) >= 0", ["A.T == A", "forall(x, matrix(2,1), trace(x.T*A*x) >= 0)"], {"A": "matrix(2,2)"}),
        ("a == 0", ["forall(x, real, a*x <= 100)"], {"a": R}),
        ("a == 0", ["forall(k, integer, a*k <= 1)"], {"a": R}),
        ("L == M", ["tends(s[n], n, L)", "tends(s[n], n, M)"], {"s": S, "L": R, "M": R}),
        ("x[0] <= 0", ["forall(t, nonnegative, diff(x[t],t) == x[t])", "forall(t, nonnegative, x[t] <= 99)"], {"x": F}),
        ("y < 1", ["1/(1+exp(-x)) >= y"], {"x": R, "y": R}),
    ],
    "flows that end": [
        ("x[0] <= 0", ["forall(t, nonnegative, diff(x[t],t) == x[t]**2)"], {"x": F}),
        ("x[0] <= 0", ["forall(t, nonnegative, diff(x[t],t) == x[t]**2/10)"], {"x": F}),
    ],
    "errors of flows": [
        ("forall(t, nonnegative, x[t] == log(1+1000*t**5)/1000 + x[0])",
         ["forall(t, nonnegative, diff(x[t],t) == 5*t**4/(1+1000*t**5))"], {"x": F}),
        ("x[1] == x[0] + 1/21", ["forall(t, nonnegative, diff(x[t],t) == t**20)"], {"x": F}),
        ("x[2] == sin(2)", ["forall(t, nonnegative, diff(x[t],t) == 20*(x[t]-sin(t))+cos(t))", "x[0] == 0"], {"x": F}),
    ],
    "premises that no value meets": [
        ("forall(t, real, implies(t**2 < 0, x[t] == 5))",
         ["forall(t, nonnegative, diff(x[t],t) == 0)", "x[0]*(x[0]-1) == 0"], {"x": F}),
        ("forall(t, real, implies(t > a and t < b, x[t] == 3)) and 1 == 1",
         ["forall(t, nonnegative, diff(x[t],t) == 0)", "x[0]*(x[0]-1) == 0", "b == 0", "a == 1"],
         {"x": F, "a": R, "b": R}),
    ],
    "laws of many numbers": [
        ("expect(1) == 1", [], {"x": "random matrix(4,4)"}),
        ("expect(a + x[0,0]) == a + expect(x[0,0])", ["expect(x) == zeros(n,n)"],
         {"x": "random matrix(n,n)", "n": "positive integer", "a": R}),
    ],
    "names of bound variables": [
        ("x[1] == x[0] + y[0] + b/2",
         ["forall(b, real, diff(x[b], b) == y[b])", "forall(s, real, diff(y[s], s) == b)"], {"x": F, "y": F, "b": R}),
        ("x[1] == x[0] + 3*k",
         ["forall(t, real, diff(x[t], t) == Sum(y[t+k], (k,0,2)))", "forall(t, real, y[t] == k)"],
         {"x": F, "y": F, "k": R}),
        ("exists(s, real sequence, s[0] < s[1])", ["forall(n, nonnegative integer, s[n]*(s[n]-1) == 0)"], {"s": S}),
    ],
    "recursions": [
        ("s[3] == s[0] + 3", ["forall(n, positive integer, s[n] == s[n-1] + 1)"], {"s": S}),
    ],
}  # fmt: skip
#: hypotheses that nothing meets
NONE: list[Case] = [
    ("0 == 1", ["tanh(x) == 1"], {"x": R}),
    ("0 == 1", ["forall(t, real, diff(x[t],t) == 1 + x[t]**2)"], {"x": F}),
    ("0 == 1", ["forall(n, nonnegative integer, s[n+1] == s[n])", "forall(s, real sequence, s[0] >= 1)"], {"s": S}),
    ("0 == 1", ["forall(n, nonnegative integer, s[n+1] == s[n+1] + 1)"], {"s": S}),
    ("0 == 1", ["forall(n, nonnegative integer, s[n+1] == s[n]/(s[n]-1))", "s[0] == 1"], {"s": S}),
]


@pytest.mark.parametrize("case", [c for cases in TRUE.values() for c in cases], ids=lambda c: c[0])
def test_nothing_true_seems_to_fail(case: Case) -> None:
    assert not run(case).violated


@pytest.mark.parametrize("goal", ["exists(k, integer[0, 50], k > 50)", "exists(k, integer[-30, 30], k > 30)"])
def test_integers_stay_in_their_range(goal: str) -> None:
    statement = claim("c", goal).statement()
    with precision():
        assert Seeing().decide(statement.goal, {}, []) is not True


@pytest.mark.parametrize("case", NONE, ids=lambda c: c[1][-1])
def test_what_nothing_meets_has_no_points(case: Case) -> None:
    assert not run(case).satisfied


@pytest.mark.parametrize(
    ("goal", "given", "variables"),
    [
        ("diff(x**2*y, x) == x*y", [], {"x": R, "y": R}),
        ("grad(exp(2*x), x) == exp(2*x)", [], {"x": R}),
        ("Max(x, y) == x", [], {"x": R, "y": R}),
        ("s[3] == s[0] + 4", ["forall(n, positive integer, s[n] == s[n-1] + 1)"], {"s": S}),
        ("x[1] == 2*x[0]", ["forall(t, nonnegative, diff(x[t],t) == x[t])"], {"x": F}),
        ("expect(x[0,0]*x[0,1]) == 1", [], {"x": "random matrix(4,4)"}),
    ],
)
def test_what_is_false_still_fails(goal: str, given: list[str], variables: dict[str, Any]) -> None:
    assert run((goal, given, variables)).violated
