"""A second opinion at small sizes: true statements are shown, corrupted ones never, whatever is left out."""

from __future__ import annotations

import pytest
from small_sizes import at_small_sizes, shown_at_point

from verifier.kernel.statement import Statement
from verifier.language.claim import claim
from verifier.prove.driver.effort import now
from verifier.prove.properties.small_algebra import Ideal, Room
from verifier.prove.properties.solved_points import solved_sample

SYSTEM = {"d": "positive integer", "k": "positive integer", "w": "real",
          "A": "matrix(d, d)", "B": "matrix(d, 1)", "C": "matrix(1, d)"}  # fmt: skip
MINIMAL = (
    "forall(Q, matrix(d, 1), forall(R, matrix(1, d),"
    " (C*B - w)**2 + Sum((C*A**i*B)**2, (i, 1, k - 1)) <= (R*Q - w)**2))"
)
RECURSION = {"d": "positive integer", "A": "matrix(d, d)", "s": "matrix(d, 1) sequence"}
STATE = {"state": "forall(t, nonnegative integer, s[t + 1] == A*s[t])"}
SPREAD = {"x": "random matrix(k, 1)", "k": "positive integer", "v": "matrix(1, k)"}
WHITE = {"white": "expect(x*x.T) == eye(k)"}

TRUE = [
    ("(A*B).T == B.T*A.T", SYSTEM, {}),
    ("C*A*B == 0", SYSTEM, {"tied": "C == B.T", "odd": "A.T == -A"}),
    ("C*B == w", SYSTEM, {"minimal": MINIMAL}),
    ("C*A**3*B == 0", SYSTEM, {"two": "d == 2", "one": "C*A*B == 0", "square": "C*A**2*B == 0"}),
    ("A*B == zeros(d, 1)", SYSTEM, {"tied": "C == B.T", "even": "A.T == A", "still": "C*A**2*B == 0"}),
    ("s[2] == A**2*s[0]", RECURSION, STATE),
    ("expect((v*x)**2) == v*v.T", SPREAD, WHITE),
    ("exists(X, matrix(d, d), X*A == A)", SYSTEM, {}),
    ("exists(y, real sequence, forall(t, positive integer, y[t] == w))", SYSTEM, {}),
    ("w != 0", SYSTEM, {"gain": "C*B == w", "alive": "C*B > 0"}),
    ("0 <= w*w", SYSTEM, {}),
    ("grad((C*B)**2, B) == 2*(C*B)*C.T", SYSTEM, {}),
    ("sqrt(w)**2 == w", {"w": "nonnegative"}, {}),
    ("w == 0", {"w": "real", "x": "real"}, {"weights": "2*x**2 + w**2 <= x**2"}),
]
FALSE = [
    ("(A*B).T == B.T*A", SYSTEM, {}),
    ("C*A*B == 0", SYSTEM, {"tied": "C == B.T"}),
    ("C*B == 2*w", SYSTEM, {"minimal": MINIMAL}),
    ("C*B == w", SYSTEM, {"maximal": MINIMAL.replace("<=", ">=")}),
    ("C*A**3*B == 0", SYSTEM, {"two": "d == 2", "one": "C*A*B == 0"}),
    ("A*B == zeros(d, 1)", SYSTEM, {"even": "A.T == A", "still": "C*A**2*B == 0"}),
    ("s[2] == A**3*s[0]", RECURSION, STATE),
    ("expect((v*x)**2) == 2*v*v.T", SPREAD, WHITE),
    ("exists(X, matrix(d, d), X*A == eye(d))", SYSTEM, {}),
    ("w != 0", SYSTEM, {"gain": "C*B == w"}),
    ("0 < w*w", SYSTEM, {}),
    ("0 <= w", SYSTEM, {"small": "w <= 1"}),
    ("grad((C*B)**2, B) == (C*B)*C.T", SYSTEM, {}),
    ("implies(w == 1, w == 2)", SYSTEM, {}),
    ("not w == 0", SYSTEM, {}),
    ("w == 0", {"w": "real", "x": "real"}, {"weights": "x**2 + w**2 <= 2*x**2"}),
    ("w == 0 or w == 1", SYSTEM, {"three": "w == 0 or w == 1 or w == 2"}),
]


def made(goal: str, variables: dict[str, str], given: dict[str, str]) -> Statement:
    return claim("c", goal, variables=variables, given=given).statement()


@pytest.mark.parametrize(("goal", "variables", "given"), TRUE)
def test_true_statements_are_shown(goal, variables, given) -> None:
    assert at_small_sizes(made(goal, variables, given), 20.0).settled


@pytest.mark.parametrize(("goal", "variables", "given"), FALSE)
def test_false_statements_are_not_shown(goal, variables, given) -> None:
    report = at_small_sizes(made(goal, variables, given), 20.0)
    assert not report.settled and report.open


def test_the_ideal_knows_what_follows_and_what_does_not() -> None:
    room = Room(8)
    x, y, z = (room.atom() for _ in range(3))
    ideal = Ideal(room, [x * y - 1, z - x])
    assert ideal.contains(z * y - 1)
    assert not ideal.contains(z - 1)
    assert not ideal.inconsistent()
    assert Ideal(room, [x * x, x - 1]).inconsistent()
    assert Ideal(room, [x * x]).contains(x)  # the radical
    assert not Ideal(room, [x * y]).contains(x)


def test_goals_are_shown_at_points_and_false_ones_are_not() -> None:
    from fractions import Fraction

    s = made("exists(y, real, a*y == 1)", {"a": "real"}, {})
    until = now() + 5
    assert shown_at_point(s, {"a": Fraction(2)}, until)
    assert not shown_at_point(s, {"a": Fraction(0)}, until)


RARE = {"gain": "C*B == w", "silent": "forall(j, integer[1, k - 1], C*A**j*B == 0)", "alive": "w != 0", "long": "k > 2"}


def test_rare_hypotheses_are_solved_and_then_checked() -> None:
    report = solved_sample(made("w*w > 0", SYSTEM, RARE), 40, 20.0)
    assert report.satisfied >= 20 and not report.violated


def test_a_false_claim_under_rare_hypotheses_is_violated() -> None:
    report = solved_sample(made("C*A**k*B == 0", SYSTEM, RARE), 400, 20.0)
    assert report.violated and report.violation is not None


def test_constant_sequences_converge_to_their_value_only() -> None:
    variables = {"x": "real sequence", "y": "real"}
    given = {"limit": "tends(x[t], t, y)", "start": "x[0] == 2"}
    assert not solved_sample(made("y == 2", variables, given), 30, 10.0).violated
    assert solved_sample(made("y == 3", variables, given), 30, 10.0).violated
