"""What arguments of linear algebra leave to the prover: entries, division, chains, alternatives; each with a twin."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

SIZES = {"n": "positive integer", "m": "positive integer", "d": "positive integer", "s": "integer", "i": "integer"}
LETTERS = {**SIZES, "X": "matrix(n, n)", "Y": "matrix(n, n)", "x": "matrix(n, 1)", "y": "matrix(n, 1)",
           "z": "matrix(d+1, 1)", "a": "real", "b": "real", "c": "real", "t": "real", "l": "real sequence",
           "h": "real sequence", "k": "integer[0, m]"}  # fmt: skip
ROWS = "forall(i, integer[0, n-1], forall(j, integer[{}, n-1], X[i, j] == Y[i, j]))"
MOMENTS = "forall(i, integer[0, {}], Sum(l[j]**i*h[j], (j, 0, m)) == 0)"
CASES = [
    # equal in every entry, every column
    ("x == zeros(n, 1)", ["forall(i, integer[0, n-1], x[i, 0] == 0)"], ["forall(i, integer[0, n-2], x[i, 0] == 0)"]),
    ("X == Y", [ROWS.format(0)], [ROWS.format(1)]),
    ("X == Y", ["forall(j, integer[0, n-1], X*basis(n, j) == Y*basis(n, j))"],
     ["forall(j, integer[0, n-1], X*basis(n, j) == Y*basis(n, 0))"]),
    ("exists(j, integer[0, n-1], x[j, 0] != 0)", ["x != zeros(n, 1)"], ["x != y"]),
    # not equal, for what is left has a positive square
    ("basis(n, 0) != -basis(n, 0)", [], None),
    ("basis(n, 0) != basis(n, i)", ["1 <= i", "i <= n-1"], ["0 <= i", "i <= n-1"]),
    # divided by what is not zero
    ("x == 2/c*y", ["c*x == 2*y", "c != 0"], ["c*x == y", "c != 0"]),
    ("x == zeros(n, 1)", ["c*x == zeros(n, 1)", "c > 0"], ["c*x == zeros(n, 1)", "c >= 0"]),
    ("X**k*x == Sum(-h[j]/a*X**j*x, (j, 0, k-1))",
     ["a*X**k*x + Sum(h[j]*X**j*x, (j, 0, k-1)) == zeros(n, 1)", "a != 0"],
     ["a*X**k*x - Sum(h[j]*X**j*x, (j, 0, k-1)) == zeros(n, 1)", "a != 0"]),
    # transitivity between matrices, as they are written
    ("X*x == zeros(n, 1)", ["X*x == Y*y + X*y", "Y*y + X*y == zeros(n, 1)"],
     ["X*x == Y*y + X*y", "Y*y - X*y == zeros(n, 1)"]),
    # alternatives that are known in other words, of integers one next to the other
    ("a <= 0 or b <= 0", ["b <= 0 or a <= -1"], ["b <= 1 or a <= -1"]),
    ("i == n-s-1 or i >= n-s", ["i >= n-s-1"], ["i >= n-s-2"]),
    ("exists(j, integer[0, d], z[j, 0] > 0)", ["exists(j, integer[0, d+1-1], z[j, 0] > 0)"],
     ["exists(j, integer[0, d+1-1], z[j, 0] >= 0)"]),
    # an integer that is given by another one; sums with the same range; a number in an exponent
    ("Sum(l[j]**i*h[j], (j, 0, m)) == t", ["t == Sum(l[j]**m*h[j], (j, 0, m))", "i == m"],
     ["t == Sum(l[j]**m*h[j], (j, 0, m))", "i == m + 1"]),
    ("Sum(l[j]**m*(l[j] - c)*h[j], (j, 0, d)) == 0",
     ["Sum(l[j]**(m+1)*h[j], (j, 0, d)) == 0", "Sum(l[j]**m*h[j], (j, 0, d)) == 0"],
     ["Sum(l[j]**(m+1)*h[j], (j, 0, d)) == 0", "Sum(l[j]**(m+2)*h[j], (j, 0, d)) == 0"]),
    # one function at equal arguments; equal sums, term by term
    ("exp(a*b) == exp(c*t + (1 - c)*a)", ["c*t + (1 - c)*a == a*b"], ["c*t + (1 - c)*a == a + b"]),
    ("Sum(binomial(m, j)*h[j], (j, 1, m)) == Sum(l[j]*h[j], (j, 1, m))",
     ["forall(j, integer[1, m], binomial(m, j) == l[j])"], ["forall(j, integer[2, m], binomial(m, j) == l[j])"]),
    ("Sum(l[j]**k*h[j], (j, 0, m)) == 0", [MOMENTS.format("m")], [MOMENTS.format("m-1")]),
]  # fmt: skip


def _decided(goal, given):
    used = {n: d for n, d in LETTERS.items() if n in SIZES or n in goal or any(n in g for g in given)}
    return decide(claim("c", goal, variables=used, given=given), 8.0).verdict


@pytest.mark.parametrize(("goal", "given"), [c[:2] for c in CASES])
def test_it_is_found(goal, given):
    assert _decided(goal, given) == "proved"


@pytest.mark.parametrize(("goal", "given"), [(c[0], c[2]) for c in CASES if c[2] is not None])
def test_its_twin_is_not(goal, given):
    assert _decided(goal, given) != "proved"
