"""Sums over coordinates, instances of slopes and of entries, roots of matrices that are constant; each with twins."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

SIZES = {"p": "positive integer", "q": "positive integer", "r": "positive integer"}
MATRICES = {**SIZES, "X": "matrix(p, q)", "Z": "matrix(q, r)", "S": "matrix(q, q)", "x": "matrix(q, 1)",
            "i": "integer[0, p-1]", "k": "integer[0, r-1]"}  # fmt: skip
COORDINATES = [
    ("(X*Z)[i, k] == Sum(X[i, j]*Z[j, k], (j, 0, q-1))", "(X*Z)[i, k] == Sum(X[i, j]*Z[j, k], (j, 0, q-2))"),
    ("trace(X.T*X) == Sum(Sum(X[i, j]**2, (j, 0, q-1)), (i, 0, p-1))",
     "trace(X.T*X) == Sum(Sum(X[i, j]**2, (j, 1, q-1)), (i, 0, p-1))"),
    ("trace(S) == Sum(S[j, j], (j, 0, q-1))", "trace(S) == Sum(S[j, 0], (j, 0, q-1))"),
    ("trace(S*S) == Sum(Sum(S[i, j]*S[j, i], (j, 0, q-1)), (i, 0, q-1))",
     "trace(S*S) == Sum(Sum(S[i, j]*S[i, j], (j, 0, q-1)), (i, 0, q-1))"),
    ("X*Z == Sum(X*basis(q, j)*basis(q, j).T*Z, (j, 0, q-1))",
     "X*Z == Sum(X*basis(q, j)*basis(q, j).T*Z, (j, 1, q-1))"),
    ("x == Sum(x[j, 0]*basis(q, j), (j, 0, q-1))", "x == Sum(x[j, 0]*basis(q, 0), (j, 0, q-1))"),
    ("X*x == Sum(x[j, 0]*(X*basis(q, j)), (j, 0, q-1))", "X*x == Sum(x[0, 0]*(X*basis(q, j)), (j, 0, q-1))"),
    ("x.T == Sum(x[j, 0]*basis(q, j).T, (j, 0, q-1))", "x.T == 2*Sum(x[j, 0]*basis(q, j).T, (j, 0, q-1))"),
    ("norm2(X*Z) == Sum(Sum((X*Z)[i, k]**2, (k, 0, r-1)), (i, 0, p-1))",
     "norm2(X*Z) == Sum(Sum((X*Z)[i, k], (k, 0, r-1))**2, (i, 0, p-1))"),
    ("Sum(Sum(X[i, j]*basis(p, i)*basis(q, j).T, (j, 0, q-1)), (i, 0, p-1)) == X",
     "Sum(Sum(X[i, j]*basis(p, i)*basis(q, j).T, (j, 0, q-1)), (i, 0, p-2)) == X"),
]  # fmt: skip
CURVES = {"u": "real curve", "b": "real", "T": "real", "r": "real", "n": "positive integer", "A": "matrix(n, n)",
          "k": "integer[0, n-1]"}  # fmt: skip
INSTANCES = [
    ("diff(u[r], r) <= b", ["forall(t, [0, T), diff(u[t], t) <= b)", "0 < r", "r < T"],
     ["forall(t, [0, T), diff(u[t], t) <= b)", "0 < r", "r <= T"]),
    ("0 <= 2*b - diff(u[r], r) - diff(u[2*r], (r, r))/2", ["forall(t, real, diff(u[t], t) <= b)"],
     ["forall(t, [0, oo), diff(u[t], t) <= b)"]),
    ("A[k, 0] >= 1", ["forall(i, integer[0, n-1], forall(j, integer[0, n-1], A[i, j] >= i + 1))"],
     ["forall(i, integer[0, n-1], forall(j, integer[0, n-1], A[i, j] >= i))"]),
    ("A[k, 0] == A[0, k]", ["forall(i, integer[0, n-1], forall(j, integer[0, n-1], A[i, j] == A[j, i]))"],
     ["forall(i, integer[0, n-1], forall(j, integer[0, n-1], A[i, j]**2 == A[j, i]**2))"]),
]  # fmt: skip
FORMS = {"m": "positive integer", "n": "positive integer", "A": "matrix(n, n)", "C": "matrix(n, m)",
         "z": "matrix(m, 1)", "y": "matrix(m, 1)", "u": "real sequence", "v": "real sequence"}  # fmt: skip
PSD, TERMS = "forall(x, matrix(n, 1), x.T*A*x >= 0)", "forall(j, integer[{}, n-1], u[j] <= v[j])"
SUMS = "Sum(u[j], (j, 0, n-1)) {} Sum(v[i], (i, 0, n-1))"
USED = [
    ("z.T*(C.T*A*C)*z >= 0", [PSD], "z.T*(C.T*A*C)*y >= 0", [PSD]),
    ("(C*z - C*y).T*A*(C*z - C*y) >= 0", [PSD], "(C*z - C*y).T*A*(C*z + C*y) >= 0", [PSD]),
    (SUMS.format("<="), [TERMS.format(0)], SUMS.format("<="), [TERMS.format(1)]),
    ("Sum(exp(u[j]), (j, 0, n-1)) <= Sum(exp(v[j]), (j, 0, n-1))", [TERMS.format(0)],
     "Sum(exp(-u[j]), (j, 0, n-1)) <= Sum(exp(-v[j]), (j, 0, n-1))", [TERMS.format(0)]),
    ("Sum(Sum(u[j]*exp(i), (i, 0, n)), (j, 0, n-1)) <= Sum(Sum(v[j]*exp(i), (i, 0, n)), (j, 0, n-1))",
     [TERMS.format(0)],
     "Sum(Sum(u[j]*i, (i, -1, n)), (j, 0, n-1)) <= Sum(Sum(v[j]*exp(i), (i, -1, n)), (j, 0, n-1))", [TERMS.format(0)]),
    (SUMS.format("<="), [TERMS.format(0)], SUMS.format("<"), [TERMS.format(0)]),
]  # fmt: skip
ROOTS = [
    ("sqrt(norm2(zeros(p, q))) == 0", "sqrt(norm2(zeros(p, q)) + 1) == 0"),
    ("exp(trace(eye(p)*zeros(p, p))) == 1", "exp(trace(eye(p))) == 1"),
    ("sqrt(norm2(Sum(F[j], (j, 0, -1)))) <= 0", "sqrt(norm2(Sum(F[j], (j, 0, 0)))) <= 0"),
]


def verdict(goal: str, variables: dict[str, str], given: list[str] | None = None) -> str:
    return decide(claim("c", goal, variables=variables, given=given or []), 5).verdict


@pytest.mark.parametrize(("true", "false"), COORDINATES)
def test_sums_over_coordinates(true: str, false: str) -> None:
    assert verdict(true, MATRICES) == "proved"
    assert verdict(false, MATRICES) != "proved"


@pytest.mark.parametrize(("goal", "enough", "too_little"), INSTANCES)
def test_what_holds_for_all_is_used_at_slopes_and_entries(goal: str, enough: list[str], too_little: list[str]) -> None:
    assert verdict(goal, CURVES, enough) == "proved"
    assert verdict(goal, CURVES, too_little) != "proved"


@pytest.mark.parametrize(("true", "false"), ROOTS)
def test_functions_of_matrices_that_are_constant(true: str, false: str) -> None:
    variables = {**SIZES, "F": "matrix(p, q) sequence"}
    assert verdict(true, variables) == "proved"
    assert verdict(false, variables) != "proved"


@pytest.mark.parametrize(("goal", "given", "false", "too_little"), USED)
def test_quadratic_forms_at_terms_and_sums_term_by_term(
    goal: str, given: list[str], false: str, too_little: list[str]
) -> None:
    assert verdict(goal, FORMS, given) == "proved"
    assert verdict(false, FORMS, too_little) != "proved"
