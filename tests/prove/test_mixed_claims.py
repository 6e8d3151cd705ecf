"""Numbers, matrices of any size, functions, curves, sequences and random variables in one claim; each with a twin.

A twin differs in a sign, a factor, an index or a hypothesis, and is false: it must not be proved.
"""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

N = {"n": "positive integer"}
VECTORS = {**N, "x": "matrix(n, 1)", "y": "matrix(n, 1)"}
FUNCTION = {**VECTORS, "L": "positive", "f": "real function of matrix(n, 1)",
            "G": "matrix(n, 1) function of matrix(n, 1)"}  # fmt: skip
CURVES = {**N, "h": "positive integer", "W": "matrix(n, h) curve", "V": "matrix(h, n) curve", "R": "matrix(n, n) curve",
          "t": "real"}  # fmt: skip
FLOW = ("forall(s, real, diff(W[s], s) == -R[s]*V[s].T)", "forall(s, real, diff(V[s], s) == -W[s].T*R[s])")
ITERATES = {**N, "x": "matrix(n, 1) sequence", "q": "(0, 1)", "k": "nonnegative integer"}
SMOOTH = "forall(u, matrix(n, 1), forall(v, matrix(n, 1), f[v] <= f[u] + trace(G[u].T*(v - u)) + L/2*norm2(v - u)))"
UGLY = {"u": "real", "w": "real", "p": "real", "q": "real", "v": "positive"}

TRUE: dict[str, tuple[dict[str, str], tuple[str, ...], str]] = {
    "calculus beside a matrix": ({**N, "B": "matrix(n, n)", "a": "real"}, (), "exp(a) > 0"),
    "exp of a trace": ({**N, "B": "matrix(n, n)"}, (), "exp(trace(B.T*B)) >= 1"),
    "log of a norm": (VECTORS, (), "log(1 + norm2(x)) <= norm2(x)"),
    "exp of a sum": (VECTORS, (), "exp(norm2(x + y)) <= exp(2*norm2(x) + 2*norm2(y))"),
    "young with a weight": ({**VECTORS, "e": "positive"}, (), "trace(x.T*y) <= e/2*norm2(x) + norm2(y)/(2*e)"),
    "bounds of a norm": (VECTORS, ("norm2(x) <= 1", "norm2(y) <= 1", "trace(y.T*x) <= 1/4"), "norm2(x + y) <= 5/2"),
    "an instance": (FUNCTION, ("forall(u, matrix(n, 1), f[u] >= 0)",), "f[2*x] >= 0"),
    "twice an operator": (
        {**VECTORS, "A": "matrix(n, n)"}, ("forall(u, matrix(n, 1), norm2(A*u) <= norm2(u))",),
        "norm2(A*(A*x)) <= norm2(x)"),
    "descent": (FUNCTION, (SMOOTH,), "f[x - G[x]/L] <= f[x] - norm2(G[x])/(2*L)"),
    "product rule": (CURVES, (), "diff(W[t]*V[t], t) == diff(W[t], t)*V[t] + W[t]*diff(V[t], t)"),
    "balance": (CURVES, FLOW, "diff(W[t].T*W[t] - V[t]*V[t].T, t) == zeros(h, h)"),
    "balance at all times": (CURVES, (*FLOW, "W[0].T*W[0] == V[0]*V[0].T"), "W[t].T*W[t] == V[t]*V[t].T"),
    "energy": (
        {**N, "S": "symmetric matrix(n)", "w": "matrix(n, 1) curve", "t": "real"},
        ("forall(s, real, diff(w[s], s) == -S*w[s])",), "diff(trace(w[t].T*S*w[t]), t) <= 0"),
    "linear rate": (
        ITERATES, ("forall(j, nonnegative integer, norm2(x[j+1]) <= q*norm2(x[j]))",),
        "norm2(x[k]) <= q**k*norm2(x[0])"),
    "a chain of ugly terms": (UGLY, ("u <= v**w", "v**w == exp(p)*q**3", "exp(p)*q**3 < 7"), "u < 7"),
    "an equation put in": (
        {"u": "real", "a": "real", "b": "real"}, ("u == (a + sqrt(a**2 - 4*b))/2", "a**2 > 4*b"), "u*(a - u) == b"),
    "a sum term by term": (
        {"n": "nonnegative integer", "M": "real", "x": "real sequence"}, ("forall(i, integer, x[i] <= M)",),
        "Sum(exp(x[i]), (i, 1, n)) <= n*exp(M)"),
}  # fmt: skip

TWINS: dict[str, tuple[dict[str, str], tuple[str, ...], str]] = {
    "exp of a trace": ({**N, "B": "matrix(n, n)"}, (), "exp(trace(B.T*B)) > 1"),
    "exp of the trace of a square": ({**N, "B": "matrix(n, n)"}, (), "exp(trace(B*B)) >= 1"),
    "log of a norm": (VECTORS, (), "log(1 + norm2(x)) <= norm2(x)/2"),
    "young with a weight": ({**VECTORS, "e": "positive"}, (), "trace(x.T*y) <= e/3*norm2(x) + norm2(y)/(2*e)"),
    "bounds of a norm": (VECTORS, ("norm2(x) <= 1", "norm2(y) <= 1", "trace(y.T*x) <= 1/4"), "norm2(x + y) <= 9/4"),
    "an instance": (FUNCTION, ("forall(u, matrix(n, 1), f[u] >= f[x])",), "f[2*x] >= f[3*x]"),
    "twice an operator": (
        {**VECTORS, "A": "matrix(n, n)"}, ("forall(u, matrix(n, 1), norm2(A*u) <= norm2(u))",),
        "norm2(x) <= norm2(A*x)"),
    "descent": (FUNCTION, (SMOOTH,), "f[x - G[x]/L] <= f[x] - norm2(G[x])/L"),
    "product rule": (CURVES, (), "diff(W[t]*V[t], t) == diff(W[t], t)*V[t]"),
    "balance": (CURVES, FLOW, "diff(W[t].T*W[t] + V[t]*V[t].T, t) == zeros(h, h)"),
    "balance at all times": (CURVES, (FLOW[0], "W[0].T*W[0] == V[0]*V[0].T"), "W[t].T*W[t] == V[t]*V[t].T"),
    "energy": (
        {**N, "S": "matrix(n, n)", "w": "matrix(n, 1) curve", "t": "real"},
        ("forall(s, real, diff(w[s], s) == -S*w[s])",), "diff(trace(w[t].T*S*w[t]), t) <= 0"),
    "linear rate": (
        ITERATES, ("forall(j, nonnegative integer, norm2(x[j+1]) <= q*norm2(x[j]))",),
        "norm2(x[k]) <= q**(k+1)*norm2(x[0])"),
    "a chain of ugly terms": (UGLY, ("u <= v**w", "v**w == exp(p)*q**3", "exp(p)*q**3 <= 7"), "u < 7"),
    "an equation put in": (
        {"u": "real", "a": "real", "b": "real"}, ("u == (a + sqrt(a**2 - 4*b))/2", "a**2 > 4*b"), "u*(a - u) == 2*b"),
    "a sum term by term": (
        {"n": "nonnegative integer", "M": "real", "x": "real sequence"}, ("forall(i, integer, x[i] <= M)",),
        "Sum(exp(x[i]), (i, 0, n)) <= n*exp(M)"),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_proved(name):
    variables, given, goal = TRUE[name]
    assert decide(claim("c", goal, variables=variables, given=list(given)), 10.0).verdict == "proved"


@pytest.mark.parametrize("name", TWINS)
def test_a_twin_is_not_proved(name):
    variables, given, goal = TWINS[name]
    assert decide(claim("c", goal, variables=variables, given=list(given)), 2.0).verdict != "proved"


@pytest.mark.parametrize(
    ("variables", "given", "goal", "point"),
    [
        ({"X": "random real"}, (), "expect(X) == 0", {"X": "always 1"}),
        ({"X": "random real"}, ("expect(X) == 0",), "expect(X**3) == 0",
         {"X": "2 with probability 1/3, -1 with probability 2/3"}),
        ({"X": "random real", "Y": "random real"}, ("expect(X*Y) == 0",), "expect(X) == 0 or expect(Y) == 0",
         {"(X, Y)": "(0, 1), (1, 0), each with probability 1/2"}),
        ({"t": "real sequence", "k": "nonnegative integer"},
         ("t[0] == 1", "forall(j, nonnegative integer, t[j+1] == t[j]/2)"), "t[k] >= 1/4",
         {"t": "(1/2)**t", "k": "3"}),
        ({**VECTORS}, (), "log(1 + norm2(x)) <= norm2(x)/2", {"n": "1", "x": "1", "y": "0"}),
        (FUNCTION, (SMOOTH,), "f[x - G[x]/L] <= f[x] - norm2(G[x])/L",
         {"n": "1", "x": "1", "y": "0", "L": "1", "f": "trace(t.T*t)/2", "G": "t"}),
        ({**N, "A": "matrix(n, n) curve", "t": "real"}, (), "diff(A[t]*A[t].T, t) == 2*diff(A[t], t)*A[t].T",
         {"n": "2", "A": "eye(2) + t*basis(2, 0)*basis(2, 1).T", "t": "0"}),
    ],
)  # fmt: skip
def test_what_fails_is_refuted_and_the_law_or_the_sequence_is_named(variables, given, goal, point):
    verdict = decide(claim("c", goal, variables=variables, given=list(given)), 10.0)
    assert (verdict.verdict, dict(verdict.counterexample)) == ("refuted", point)


@pytest.mark.parametrize(
    ("variables", "given", "goal"),
    [
        ({"X": "random real", "c": "real"}, (), "expect((X - expect(X))**2) <= expect((X - c)**2)"),
        ({"X": "random real", "Y": "random real"}, (), "expect(X + Y) == expect(X) + expect(Y)"),
        ({"t": "real sequence", "k": "nonnegative integer"},
         ("t[0] == 1", "forall(j, nonnegative integer, t[j+1] == t[j]/2)"), "t[k] > 0"),
    ],
)  # fmt: skip
def test_what_holds_is_not_refuted_by_a_law_or_an_iterate(variables, given, goal):
    assert decide(claim("c", goal, variables=variables, given=list(given)), 5.0).verdict == "proved"
