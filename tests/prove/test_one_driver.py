"""One driver for numbers and matrices beside each other, with few of many facts; and twins."""

from __future__ import annotations

import pytest

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import TRUE, Expr
from verifier.language.claim import claim
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.driver.relevance import relevant
from verifier.prove.portfolio import decide

Case = tuple[dict[str, str], list[str], str]
MATRICES = {"d": "positive integer", "B": "matrix(d, d)", "v": "matrix(d, 1)"}
MANY = [f"y{i} <= exp(y{i + 1})*sin(y{i})" for i in range(12)]
LETTERS = {f"y{i}": "real" for i in range(13)}
SEQUENCES = {"d": "positive integer", "A": "matrix(d, d) sequence", "X": "matrix(d, d)", "M": "matrix(d, d)"}
STILL = ["forall(t, nonnegative integer, A[t+1] == A[t])", "A[0] == M"]
ORDERED_BELL = (
    "Sum(factorial(n)*stirling2(m, n), (n, 1, m))"
    " == Sum(binomial(m, i)*Sum(factorial(n)*stirling2(m-i, n), (n, 0, m-i)), (i, {}, m))"
)
TRUE_ONES: dict[str, Case] = {
    "numbers beside matrices": ({**MATRICES, "a": "real"}, [], "exp(a) > 0"),
    "an equation of matrices beside functions": ({**MATRICES, "a": "real"}, ["exp(a) > 2"], "(B*B).T == B.T*B.T"),
    "both": ({**MATRICES, "a": "real"}, [], "exp(a) > 0 and (B*v).T == v.T*B.T"),
    "a case of numbers, a goal of matrices": (
        {**MATRICES, "a": "real"}, ["implies(a > 0, B == eye(d))", "implies(a <= 0, B == eye(d))"], "B*v == v"),
    "a root": (MATRICES, ["trace(B.T*B) == 0"], "B == zeros(d, d)"),
    "a root of a part": ({**MATRICES, "a": "real"}, ["a**2 + norm2(v) <= 0"], "v == zeros(d, 1) and a == 0"),
    "the limit of what does not move": (SEQUENCES, ["tends(M, t, X)"], "X == M"),
    "what does not move tends to what it is": (SEQUENCES, STILL, "tends(A[t], t, M)"),
    "an induction on matrices": (SEQUENCES, STILL, "forall(t, nonnegative integer, A[t] == M)"),
    "a range": ({"x": "real"}, ["x >= 1"], "forall(i, integer[0, 4], x**i >= 1)"),
    "an empty range": ({"x": "real", "n": "integer"}, ["n < 0"], "forall(i, integer[0, n], x == i)"),
    "the zero matrix": (MATRICES, [], "exists(X, matrix(d, 1), B*X == X)"),
    "few of many facts": ({**LETTERS, "a": "real", "b": "real", "k": "real"}, [*MANY, "k > 0", "k*a <= k*b"], "a <= b"),
    "a sum whose index has the name of a random variable": ({"X": "random real"}, [], "Sum(expect(X), (X, 1, 3)) == 6"),
    "equal sums whose terms are not": ({"m": "integer"}, ["1 <= m", "m <= 9"], ORDERED_BELL.format("1")),
    "a chain among many facts": (
        {**LETTERS, "a": "real", "b": "real", "c": "real"}, [*MANY, "a <= exp(b)", "exp(b) < c"], "a < c"),
}  # fmt: skip
FALSE_ONES: dict[str, Case] = {
    "a sum of means": ({"X": "random real"}, [], "Sum(expect(X), (k, 1, 3)) == 6"),
    "unequal sums": ({"m": "integer"}, ["1 <= m", "m <= 9"], ORDERED_BELL.format("0")),
    "numbers beside matrices, too much": ({**MATRICES, "a": "real"}, [], "exp(a) > 1"),
    "matrices that do not commute": ({**MATRICES, "C": "matrix(d, d)", "a": "real"}, ["exp(a) > 2"], "B*C == C*B"),
    "one case only": ({**MATRICES, "a": "real"}, ["implies(a > 0, B == eye(d))"], "B*v == v"),
    "no root": (MATRICES, ["trace(B*B) == 0"], "B == zeros(d, d)"),
    "a root of a difference": ({**MATRICES, "a": "real"}, ["norm2(v) - a**2 <= 0"], "v == zeros(d, 1)"),
    "the limit of something else": (SEQUENCES, ["tends(M.T, t, X)"], "X == M"),
    "what moves once": (SEQUENCES, ["forall(t, positive integer, A[t+1] == A[t])", "A[0] == M"], "tends(A[t], t, M)"),
    "an induction without its start": (SEQUENCES, STILL[:1], "forall(t, nonnegative integer, A[t] == M)"),
    "a range with one more": ({"x": "real"}, ["x >= 0", "x <= 2"], "forall(i, integer[0, 4], x**i <= 8)"),
    "a range that may not be empty": ({"x": "real", "n": "integer"}, ["n < 1"], "forall(i, integer[0, n], x == i)"),
    "the factor may be negative": (
        {"a": "real", "b": "real", "k": "real"}, ["k < 0", "k*a <= k*b"], "a <= b"),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE_ONES)
def test_what_holds_is_proved(name: str) -> None:
    variables, given, goal = TRUE_ONES[name]
    assert decide(claim("c", goal, variables=variables, given=given), 10).verdict == "proved"


@pytest.mark.parametrize("name", FALSE_ONES)
def test_what_fails_is_not_proved(name: str) -> None:
    variables, given, goal = FALSE_ONES[name]
    assert decide(claim("c", goal, variables=variables, given=given), 4).verdict != "proved"


def scope(facts: dict[str, Expr]) -> Sequent:
    s = Sequent()
    for name in "abcxyz":
        s = s.declare(name, ("real",))
    for label, fact in facts.items():
        s = s.assume(label, fact)
    return s


def test_facts_come_from_near_to_far_and_none_is_changed() -> None:
    far: dict[str, Expr] = {f"far{i}": ("<", ("+", "y", i), "z") for i in range(9)}
    facts: dict[str, Expr] = {"a": ("<", "a", 1), "ab": ("<", "a", "b"), "b": ("<", "b", 5), **far}
    s = scope(facts)
    seen = [{n for n, f in near.facts.items() if f != TRUE} for near in relevant(s, ("<", "a", 7))]
    assert seen == [{"a"}, {"a", "ab"}, {"a", "ab", "b"}, set(facts)]
    for near in relevant(s, ("<", "a", 7)):
        assert near.sorts == s.sorts and near.context is s.context and list(near.facts) == list(s.facts)
        assert all(f in (TRUE, s.facts[n]) for n, f in near.facts.items())


def test_a_contradiction_is_looked_for_in_all_facts() -> None:
    facts: dict[str, Expr] = {f"far{i}": ("<", ("+", "y", i), "z") for i in range(9)}
    s = scope(facts)
    assert [near is s for near in relevant(s, ("false",))] == [True]


def test_what_only_far_facts_say_is_found() -> None:
    facts: dict[str, Expr] = {f"idle{i}": ("<", "a", ("+", "b", i)) for i in range(9)}
    s = scope({**facts, "x": ("<", "x", "y"), "y": ("<", "y", "x")})
    assert prover(now() + 10).search(s, ("<", "c", 0), 2) is not None
    assert prover(now() + 5).search(scope(facts), ("<", "c", 0), 2) is None
