"""Types: what conforms, and the line that says where something does not."""

from __future__ import annotations

import pytest

from verifier.language.claim import Claim, claim
from verifier.language.text.text import parse
from verifier.language.typing.sizes import same_size
from verifier.language.typing.typing import IllTyped, check_types, shape_of

VARIABLES = {
    "d": "positive integer", "k": "positive integer", "A": "matrix(d, d)", "B": "matrix(d, 1)",
    "C": "matrix(1, d)", "W": "matrix(d+1, k)", "S": "matrix(d, d) sequence", "M": "matrix(2, 3)",
    "w": "real",
    "m": "integer sequence", "X": "random matrix(d, 1)",
}  # fmt: skip


def stated(goal: str) -> Claim:
    return claim("c", goal, variables=VARIABLES)


SHAPES = [
    ("C*A**k*B", ("scalar",)),
    ("B*C", ("matrix", "d", "d")),
    ("w*A + A*w", ("matrix", "d", "d")),
    ("C*B*A", ("matrix", "d", "d")),
    ("A/2 - 3*eye(d)", ("matrix", "d", "d")),
    ("M.T*M", ("matrix", 3, 3)),
    ("Sum(A**j, (j, 0, k - 1))", ("matrix", "d", "d")),
    ("grad(C*B*w, B)", ("matrix", "d", 1)),
    ("expect(X*X.T)", ("matrix", "d", "d")),
    ("S[k + 1]", ("matrix", "d", "d")),
    ("basis(d, 0)", ("matrix", "d", 1)),
    ("Matrix([[1, w]])", ("matrix", 1, 2)),
    ("Matrix([[w]])", ("scalar",)),
    ("W[d, 0]", ("scalar",)),
    ("eye(d + 1 - d)", ("scalar",)),
    ("trace(A) + det(A) + w**(1/3)", ("scalar",)),
]


@pytest.mark.parametrize(("text", "shape"), SHAPES)
def test_shapes(text: str, shape: tuple[object, ...]) -> None:
    c = stated("w == w")
    assert shape_of(parse(text, declared=c.sorts()), c.sorts()) == shape


@pytest.mark.parametrize(
    "goal",
    [
        "W[d, 0] == w",
        "A*zeros(d, (k + 1)*(k - 1)) == zeros(d, k**2 - 1)",
        "B.T*B >= 0",
        "S[k]*B == A*B",
        "A**m[k] == A",
        "forall(Q, matrix(d, k), Q*Q.T == A)",
        "tends(A**t, t, zeros(d, d))",
        "Sum(w**j, (j, 0, oo)) == oo",
        "limit(1/x, x, 0, '+') == oo",
        "Piecewise((w, w > 0), (-w, True)) >= 0",
    ],
)
def test_conforming_statements_type(goal: str) -> None:
    check_types(stated(goal).statement())


@pytest.mark.parametrize(
    ("goal", "line"),
    [
        ("B*A == A", "goal: B*A: a matrix of d x 1 times one of d x d"),
        ("A*B + C == A", "goal: A*B + C: a matrix of d x 1 plus a matrix of 1 x d"),
        ("M - M.T == M", "goal: M - M.T: a matrix of 2 x 3 minus a matrix of 3 x 2"),
        ("A == B", "goal: A == B: a matrix of d x d == a matrix of d x 1"),
        ("A == 0", "goal: A == 0: a matrix of d x d == a number; write zeros(m, n) for the zero matrix"),
        ("A < A", "goal: the relation < needs a number, A is a matrix of d x d"),
        ("trace(M) == 0", "goal: trace needs a square matrix, M is a matrix of 2 x 3"),
        ("M**2 == M", "goal: a power needs a square matrix, M is a matrix of 2 x 3"),
        ("A**w == A", "goal: the exponent of a matrix must be an integer, w need not be one"),
        ("A**(-1) == A", "goal: A**(-1): the exponent of a matrix is negative; write inverse(...)"),
        ("w/A == w", "goal: a denominator needs a number, A is a matrix of d x d"),
        ("A + 1 == A", "goal: A + 1: a matrix of d x d plus a number"),
        ("sqrt(A) == w", "goal: the function sqrt needs a number, A is a matrix of d x d"),
        ("exp(A) == w", "goal: the function exp needs a number, A is a matrix of d x d"),
        ("S == A", "goal: the relation == needs a number or a matrix, S is a sequence"),
        ("A[0] == B",
         "goal: A[0]: A is a matrix of d x d, not a sequence; an entry of a matrix has two indices"),
        ("S[w] == A", "goal: the index of a sequence must be an integer, w need not be one"),
        ("A[d, 0] == 0", "goal: A[d, 0]: the index d is outside 0, ..., d - 1"),
        ("M[0, 3] == 0", "goal: M[0, 3]: the index 3 is outside 0, ..., 3 - 1"),
        ("M[-1, 0] == 0", "goal: M[-1, 0]: the index -1 is outside 0, ..., 2 - 1"),
        ("eye(w) == 1", "goal: the size of a matrix must be an integer, w need not be one"),
        ("zeros(2, 1 - 2) == 1", "goal: the size of a matrix cannot be 1 - 2"),
        ("Sum(w, (j, 0, w)) == 0", "goal: an end of a sum must be an integer, w need not be one"),
        ("grad(A, A) == A", "goal: a gradient needs a number, A is a matrix of d x d"),
        ("grad(w*d, d) == w",
         "goal: a gradient is taken with respect to a real or matrix variable, not d"),
        ("forall(Q, matrix(w, 2), Q == Q)",
         "goal: the size of a matrix must be an integer, w need not be one"),
        ("forall(Q, matrix(2, 2), Q*A == Q)", "goal: Q*A: a matrix of 2 x 2 times one of d x d"),
        ("tends(A**t, t, 0)", "goal: tends(A**t, t, 0): a matrix of d x d tends to a number"),
        ("delta(w, d) == 0", "goal: an argument of delta must be an integer, w need not be one"),
        ("w < oo", "goal: w < oo: only limits, infinite sums and integrals are compared with oo"),
        ("exists(z, real, z == oo)",
         "goal: z == oo: only limits, infinite sums and integrals are compared with oo"),
        ("w + oo > 0", "goal: the operation + needs a number or a matrix, oo is none"),
        ("Piecewise((w, w > 0), (A, True)) == w",
         "goal: the pieces of Piecewise((w, w > 0), (A, True)) have different shapes"),
    ],
)  # fmt: skip
def test_clashes_are_reported_in_one_line(goal: str, line: str) -> None:
    with pytest.raises(IllTyped) as caught:
        check_types(stated(goal).statement())
    assert str(caught.value) == line


def test_clashes_in_domains_and_hypotheses_are_named() -> None:
    with pytest.raises(IllTyped, match="domain of A: the size of a matrix must be an integer"):
        check_types(claim("c", "A == A", variables={"w": "real", "A": "matrix(w, w)"}).statement())
    with pytest.raises(IllTyped, match="hypothesis long: A == 1"):
        bad = claim(
            "c", "n > 0", variables={"n": "positive integer", "A": "matrix(2, 2)"}, given={"long": "A == 1"}
        )
        check_types(bad.statement())


def test_sizes_that_agree_only_under_a_hypothesis_do_not_conform() -> None:
    c = claim(
        "c", "A*B == A*B", given=["m == n"],
        variables={"m": "positive integer", "n": "positive integer", "A": "matrix(2, m)",
                   "B": "matrix(n, 2)"},
    )  # fmt: skip
    with pytest.raises(IllTyped, match="2 x m times one of n x 2"):
        check_types(c.statement())


def test_sizes_are_compared_as_polynomials() -> None:
    assert same_size(("-", ("+", "d", 1), 1), "d")
    assert same_size(("*", ("+", "d", 1), ("-", "d", 1)), ("-", ("^", "d", 2), 1))
    assert not same_size("d", ("+", "d", 1))
    assert not same_size(("floor", "d"), "d")
