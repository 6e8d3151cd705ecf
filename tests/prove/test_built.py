"""Counterexamples with sequences, curves and functions that are built, and flows in closed form."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.language.claim import claim
from verifier.language.values.arithmetic import Matrix
from verifier.prove.portfolio import decide
from verifier.prove.properties.ball_values import ball, precision
from verifier.prove.properties.closed_flows import closed_flow
from verifier.prove.properties.moving import Formula

N = {"n": "positive integer"}
FLOW = {"d": "positive integer", "m": "positive", "S": "matrix(d,d)", "w": "matrix(d,1) curve", "t": "nonnegative"}
DOWN = ("forall(x, matrix(d,1), trace(x.T*S*x) >= m*norm2(x))", "forall(s, real, diff(w[s], s) == -S*w[s])")
SPRING = {"d": "positive integer", "K": "symmetric matrix(d)", "q": "matrix(d,1) curve", "p": "matrix(d,1) curve",
          "t": "real"}  # fmt: skip
SWING = ("forall(s, real, diff(q[s], s) == p[s])", "forall(s, real, diff(p[s], s) == -K*q[s])")
STEPS = {"d": "positive integer", "n": "positive integer", "s": "positive", "x": "matrix(d,1) sequence",
         "g": "matrix(d,1) sequence", "u": "matrix(d,1)"}  # fmt: skip
FALSE = {
    "the last term": ({**N, "e": "real sequence"}, (), "Sum(e[i+1] - e[i], (i, 0, n-1)) == e[n-1] - e[0]"),
    "relative entropy is not symmetric": (
        {**N, "p": "positive sequence", "q": "positive sequence"},
        ("Sum(p[i], (i, 1, n)) == 1", "Sum(q[i], (i, 1, n)) == 1"),
        "Sum(p[i]*log(p[i]/q[i]), (i, 1, n)) == Sum(q[i]*log(q[i]/p[i]), (i, 1, n))"),
    "a recursion that is an inequality": (
        {"h": "real sequence", "C": "positive", "k": "nonnegative integer"},
        ("forall(j, nonnegative integer, h[j+1] <= (1 - 2/(j + 2))*h[j] + 4*C/(j + 2)**2)",), "h[k] <= 4*C/(k + 2)"),
    "half a step": (
        STEPS, ("forall(j, nonnegative integer, x[j+1] == x[j] - s*g[j])",),
        "Sum(trace(g[i].T*(x[i] - u)), (i, 0, n-1)) <= norm2(x[0] - u)/(2*s) + s/4*Sum(norm2(g[i]), (i, 0, n-1))"),
    "energy with a factor too many": (SPRING, SWING, "diff(norm2(p[t])/2 + trace(q[t].T*K*q[t]), t) == 0"),
    "decay that is too fast": (FLOW, DOWN, "norm2(w[t]) <= exp(-4*m*t)*norm2(w[0])"),
    "Gronwall backwards": (
        {"c": "real", "u": "real curve", "t": "real"}, ("forall(s, real, diff(u[s], s) <= c*u[s])",),
        "u[t] <= exp(c*t)*u[0]"),
    "the square of a curve": (
        {"d": "positive integer", "A": "matrix(d,d) curve", "t": "real"}, (),
        "diff(A[t]**2, t) == 2*A[t]*diff(A[t], t)"),
}  # fmt: skip
TRUE = {
    "energy": (SPRING, SWING, "diff(norm2(p[t])/2 + trace(q[t].T*K*q[t])/2, t) == 0"),
    "steps": (
        {**N, "e": "real sequence"}, (), "Sum(e[i+1] - e[i], (i, 0, n-1)) == e[n] - e[0]"),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_what_fails_is_refuted(name: str) -> None:
    variables, given, goal = FALSE[name]
    assert decide(claim("c", goal, variables=variables, given=list(given)), 15).verdict == "refuted"


@pytest.mark.parametrize("name", TRUE)
def test_a_twin_that_holds_is_not(name: str) -> None:
    variables, given, goal = TRUE[name]
    assert decide(claim("c", goal, variables=variables, given=list(given)), 5).verdict != "refuted"


def test_the_claim_that_holds_of_a_flow_is_not_refuted() -> None:
    found = decide(claim("c", "norm2(w[t]) <= exp(-2*m*t)*norm2(w[0])", variables=FLOW, given=list(DOWN)), 5)
    assert found.verdict != "refuted"


def _matrix(*rows: tuple[int, ...]) -> Matrix:
    return Matrix(len(rows), len(rows[0]), tuple(tuple(Fraction(c) for c in row) for row in rows))


@pytest.mark.parametrize(
    ("matrix", "start", "form"),
    [
        (((0, 1), (-1, 0)), (1, 0), "a turn"),
        (((2, 0), (0, 2)), (1, 3), "growth"),
        (((0, 1), (0, 0)), (0, 1), "a line"),
        (((1, 0), (0, -1)), (1, 1), "two rates"),
        (((0, 1), (1, 1)), (1, 0), ""),  # the golden ratio
        (((1, 1), (0, 1)), (0, 1), ""),  # t*exp(t)
    ],
)
def test_flows_in_closed_form(matrix: tuple[tuple[int, ...], ...], start: tuple[int, ...], form: str) -> None:
    """Those with a form solve the equation, which the prover is asked; the others have none."""
    m = _matrix(*matrix)

    def slope(values):
        x = [row[0] for row in values["w"].entries]
        return {"w": _column(sum(a * b for a, b in zip(row, x, strict=True)) for row in m.entries)}

    found = closed_flow({"w": _column(map(Fraction, start))}, slope, "t")
    assert bool(found) == bool(form)
    assert not found or _solves(found["w"], m, start)


def _column(entries) -> Matrix:
    return Matrix(2, 1, tuple((c,) for c in entries))


def _solves(curve, m: Matrix, start: tuple[int, ...]) -> bool:
    """Whether a curve starts there and has m*w as its derivative, at several times in balls."""
    with precision():
        w = Formula(curve, "t", {})
        pairs = list(zip((row[0] for row in w(Fraction(0)).entries), start, strict=True))
        for t in (Fraction(1, 3), Fraction(-2), Fraction(5, 2)):
            x = [ball(row[0]) for row in w(t).entries]
            rates = [row[0] for row in w.rate(t).entries]
            pairs += [
                (r, sum((ball(a) * b for a, b in zip(row, x, strict=True)), ball(0)))
                for row, r in zip(m.entries, rates, strict=True)
            ]
        return all(abs(ball(a) - ball(b)) < 1e-12 for a, b in pairs)
