"""Inequalities between words for all sizes: what is a sum of squares is proved, its corrupted twins are not."""

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

SORTS = {
    "n": "positive integer", "m": "positive integer", "a": "real", "b": "real", "x": "matrix(n, 1)",
    "y": "matrix(n, 1)", "z": "matrix(n, 1)", "A": "matrix(m, n)", "B": "matrix(m, n)", "C": "matrix(n, n)",
}  # fmt: skip


def decided(goal, names, *given):
    made = claim("c", goal, variables={v: SORTS[v] for v in names.split()}, given=list(given))
    return decide(made, 10).verdict


@pytest.mark.parametrize(
    "goal, names, twin",
    [
        ("(x.T*y)**2 <= (x.T*x)*(y.T*y)", "n x y", "(x.T*y)**2 < (x.T*x)*(y.T*y)"),
        ("(x.T*y)**2 <= (x.T*x)*(y.T*y)", "n x y", "1001/1000*(x.T*y)**2 <= (x.T*x)*(y.T*y)"),
        ("2*trace(A.T*B) <= trace(A.T*A) + trace(B.T*B)", "n m A B", "2*trace(A.T*B) <= trace(A.T*A) + trace(B.T*B)/2"),
        ("(x + y).T*(x + y) <= 2*x.T*x + 2*y.T*y", "n x y", "(x + y).T*(x + y) <= 2*x.T*x + y.T*y"),
        ("(x + y + z).T*(x + y + z) <= 3*(x.T*x + y.T*y + z.T*z)", "n x y z",
         "(x + y + z).T*(x + y + z) <= 29/10*(x.T*x + y.T*y + z.T*z)"),
        ("trace(C*C) <= trace(C.T*C)", "n C", "trace(C.T*C) <= trace(C*C)"),
        ("trace(C**4) <= trace(C.T*C*C.T*C)", "n C", "2*trace(C**4) <= trace(C.T*C*C.T*C)"),
        ("2*a*b*x.T*y <= a**2*x.T*x + b**2*y.T*y", "n a b x y", "2*a*b*x.T*y <= a**2*x.T*x + b**2*x.T*x"),
        ("(x.T*C*y)**2 <= (x.T*x)*(y.T*C.T*C*y)", "n x y C", "(x.T*C*y)**2 <= (x.T*x)*(y.T*C*C*y)"),
    ],
)  # fmt: skip
def test_squares_of_words(goal, names, twin):
    assert decided(goal, names) == "proved"
    assert decided(twin, names) != "proved"


def test_known_inequalities_take_part():
    given = "trace(A.T*A) <= a", "trace(B.T*B) <= b"
    assert decided("2*trace(A.T*B) <= a + b", "n m a b A B", *given) == "proved"
    assert decided("2*trace(A.T*B) <= a + b - 1", "n m a b A B", *given) != "proved"
    assert decided("2*trace(A.T*B) <= a + b", "n m a b A B", given[0]) != "proved"
