"""Hypotheses: an exact point that meets them is kept, or a proof that none does makes the claim ill-posed."""

from __future__ import annotations

import pytest

from verifier.evidence.verdict import Verdict
from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.language.claim import claim
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.portfolio import decide
from verifier.prove.refute import points

BUDGET = 6.0


def decided(goal: str, given: list[str], **domains: str) -> Verdict:
    return decide(claim("t", goal, variables=domains, given=given), BUDGET)


@pytest.mark.parametrize(
    ("goal", "given", "domains"),
    [
        ("x**4 == 4", ["x**2 == 2"], {"x": "real"}),
        ("n**4 == 256", ["n**2 == 16"], {"n": "integer"}),
        ("n**2 > 10", ["n**2 == 1000000"], {"n": "positive integer"}),
        ("z**4 == 1", ["z**2 == -1"], {"z": "complex"}),
        ("x*y + y*z + z*x <= 1", ["x**2 + y**2 + z**2 <= 1", "x + y + z >= 1.73"], dict.fromkeys("xyz", "real")),
        ("x == y", ["x**2 + y**2 <= 2*x*y"], {"x": "real", "y": "real"}),
        ("a == 3", ["limit((exp(a*t) - 1)/t, t, 0) == 3"], {"a": "real"}),
        ("n*(n + 1) == 110", ["Sum(k, (k, 1, n)) == 55"], {"n": "positive integer"}),
        ("a > 1", ["integrate(t*a, (t, 0, 1)) > 1"], {"a": "real"}),
        ("a >= 0", ["forall(x, real, x**2 + a >= 0)"], {"a": "real"}),
        ("A**3 == A", ["A**2 == eye(2)"], {"A": "symmetric matrix(2)"}),
        ("n <= m", [], {"m": "nonnegative integer", "n": "integer[0, m]"}),
        ("x**10 == x**2 + 2*x + 1", ["x**5 - x - 1 == 0"], {"x": "real"}),  # no closed form
        ("cos(x)**2 == x**2", ["cos(x) == x"], {"x": "real"}),
    ],
)
def test_a_point_of_the_hypotheses_is_kept(goal: str, given: list[str], domains: dict[str, str]) -> None:
    made = claim("t", goal, variables=domains, given=given)
    verdict = decide(made, BUDGET)
    assert (verdict.verdict, verdict.vacuity) == ("proved", "inhabited")
    if made.statement().given or verdict.example is not None:
        assert check(made.statement(), verdict.example).establishes == "inhabited"


CONTRADICTORY = [
    (["x > 1", "x < 0"], {"x": "real"}, ["x > -1", "x < 0"]),
    (["x**2 < 0"], {"x": "real"}, ["x**2 < 1"]),
    (["x**2 < 0"], {"x": "real"}, ["x**2 <= 0"]),
    (["sin(x) > 2"], {"x": "real"}, ["sin(x) >= 1"]),
    (["exp(x) <= 0"], {"x": "real"}, ["exp(x) <= 1"]),
    (["n**2 == 2"], {"n": "integer"}, ["n**2 == 4"]),
    (["2*n == 7"], {"n": "integer"}, ["2*n == 8"]),
    (["n*(n + 1) == 7"], {"n": "integer"}, ["n*(n + 1) == 6"]),
    (["x + y < 0"], {"x": "positive", "y": "positive"}, ["x + y < 1"]),
    (["x > y", "y > z", "z > x"], dict.fromkeys("xyz", "real"), ["x > y", "y > z", "z < x"]),
    (["x**2 + y**2 < 2*x*y"], {"x": "real", "y": "real"}, ["x**2 + y**2 <= 2*x*y"]),
    (["Abs(x) == -1"], {"x": "real"}, ["Abs(x) == 1"]),
    (["x > 1 or x < -1", "x**2 < 1"], {"x": "real"}, ["x >= 1 or x < -1", "x**2 <= 1"]),
    (["implies(x > 0, x > 3)", "x > 1", "x < 2"], {"x": "real"}, ["implies(x > 0, x > 1)", "x > 1", "x < 2"]),
    (["limit(sin(t)/t, t, 0) == x", "x > 1"], {"x": "real"}, ["limit(sin(t)/t, t, 0) == x", "x > 0"]),
    (["forall(t, real, t**2 < a)"], {"a": "real"}, ["forall(t, real, t**2 >= a)"]),
    (["A*A == -eye(2)"], {"A": "symmetric matrix(2)"}, ["A*A == eye(2)"]),
]


@pytest.mark.parametrize(("given", "domains", "twin"), CONTRADICTORY)
def test_contradictory_hypotheses_are_no_proof(given: list[str], domains: dict[str, str], twin: list[str]) -> None:
    """The twin can be met, so that a false goal is refuted there."""
    for goal in ("1 == 1", "1 == 2"):
        verdict = decided(goal, given, **domains)
        assert verdict.verdict == "ill-posed" and "vacuous" in verdict.reason
        assert verdict.certificate is not None and verdict.certificate["kind"] == "vacuous"
    assert decided("1 == 2", twin, **domains).verdict == "refuted"


@pytest.mark.parametrize("domain", ["(1, 1)", "[1, 1)", "(2, 1)", "[2, 1]", "integer[3, 2]"])
def test_empty_domains_are_vacuous(domain: str) -> None:
    assert decided("x == 5", [], x=domain).verdict == "ill-posed"


@pytest.mark.parametrize("domain", ["[1, 1]", "integer[2, 2]"])
def test_domains_of_one_point_are_not(domain: str) -> None:
    assert decided("x == 5", [], x=domain).verdict == "refuted"
    assert decided("x < 5", [], x=domain).vacuity == "inhabited"


def test_what_is_not_known_is_shown() -> None:
    verdict = decided("n > m", ["n**2 - 61*m**2 == 1"], n="positive integer", m="positive integer")
    assert (verdict.verdict, verdict.vacuity) == ("proved", "unknown")  # the least solution has ten digits


@pytest.mark.parametrize(
    ("goal", "given", "low", "high"),
    [
        ("x < 1", ["x**5 - x - 1 == 0"], 1.1, 1.2),
        ("x > 4", ["log(x)/x == 1/3", "x > 1", "x < 3"], 1.8, 1.9),
        ("x*exp(x) != 1", [], 0.5, 0.6),
    ],
)
def test_a_claim_can_fail_at_a_number_without_closed_form(goal: str, given: list[str], low: float, high: float) -> None:
    made = claim("t", goal, variables={"x": "real"}, given=given)
    verdict = decide(made, BUDGET)
    assert verdict.verdict == "refuted" and verdict.certificate is not None and verdict.certificate["somewhere"]
    assert verdict.counterexample is not None and verdict.counterexample["x"].startswith("a root of ")
    ends = verdict.counterexample["x"].rsplit("[", 1)[1].rstrip("]").split(", ")
    a, b = (int(e.partition("/")[0]) / int(e.partition("/")[2] or 1) for e in ends)
    assert a <= high and b >= low  # the enclosure meets the place where the root is
    true = claim("t", goal, variables={"x": "real"}, given=[*given, "x == 2"])
    with pytest.raises(Rejected):  # the same evidence for another claim
        check(true.statement(), verdict.certificate)


@pytest.mark.parametrize(
    ("goal", "given"),
    [("x > 1", ["x**5 - x - 1 == 0"]), ("x < 1", ["cos(x) == x"]), ("x*exp(x) != -1", []), ("exp(x) != x", [])],
)
def test_true_twins_are_not_refuted(goal: str, given: list[str]) -> None:
    assert decided(goal, given, x="real").verdict != "refuted"


def test_a_damaged_proof_of_existence_is_rejected() -> None:
    made = claim("t", "cos(x)**2 == x**2", variables={"x": "real"}, given=["cos(x) == x"])
    good = decide(made, BUDGET).example
    assert good["somewhere"] and check(made.statement(), good).establishes == "inhabited"
    root = good["tree"]
    assert root["rule"] == "intermediate"
    for field, value in [("low", root["high"]), ("high", root["low"]), ("low", ["neg", 3]), ("continuous", None),
                         ("falling", not root.get("falling")), ("of", ["-", "x", 1])]:  # fmt: skip
        with pytest.raises(Rejected):
            check(made.statement(), {**good, "tree": {**root, field: value}})
    for given in (["cos(x) == x", "x > 1"], ["sin(x) == x"], ["cos(x) == x", "x < 2/3"]):
        other = claim("t", "1 == 1", variables={"x": "real"}, given=given)
        with pytest.raises(Rejected):
            check(other.statement(), good)
    with pytest.raises(Rejected):  # a point of the hypotheses refutes nothing
        check(made.statement(), {**good, "kind": "refutation"})


#: Hypotheses with quantifiers and functions at a suggested point, and the same with one value corrupted.
SUGGESTED = [
    (["forall(t, [0, oo), exists(c, matrix(2, 1), diff(a[t], t) == trace(X*c)))"],
     {"X": "matrix(1, 2)", "a": "real curve"}, {"X": "zeros(1, 2)", "a": "3"}, {"X": "zeros(1, 2)", "a": "t"}),
    (["forall(R, nonnegative, exists(t, nonnegative, tau[t] >= R))"], {"tau": "real curve"},
     {"tau": "t"}, {"tau": "0"}),
    (["forall(i, integer[0, d-1], g[i] == asinh(w[i, 0]))"],
     {"d": "positive integer", "w": "matrix(d, 1)", "g": "real sequence"},
     {"d": "2", "w": "Matrix([[0], [0]])", "g": "0"}, {"d": "2", "w": "Matrix([[0], [1]])", "g": "0"}),
    (["s == sqrt(x**2 + 3)", "x**2 == norm2(w)"], {"w": "matrix(2, 1)", "x": "positive", "s": "real"},
     {"w": "Matrix([[1], [0]])", "x": "1", "s": "2"}, {"w": "Matrix([[1], [0]])", "x": "1", "s": "3"}),
]  # fmt: skip


@pytest.mark.parametrize(("given", "domains", "right", "wrong"), SUGGESTED)
def test_a_suggested_point_is_checked(
    given: list[str], domains: dict[str, str], right: dict[str, str], wrong: dict[str, str]
) -> None:
    assert decide(claim("t", "0 == 0", variables=domains, given=given, example=right), BUDGET).vacuity == "inhabited"
    made = claim("t", "0 == 0", variables=domains, given=given, example=wrong)
    assert points.inhabit(Task(made, now() + BUDGET), made.example or {}) is None
