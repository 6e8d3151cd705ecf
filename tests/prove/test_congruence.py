"""Equals for equals, values of what holds for all indices, and what is promised under a condition; with twins."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.portfolio import decide

Case = tuple[dict[str, str], list[str], str]
DOMAINS = ("real", "complex")
NUMBERS = dict.fromkeys("uwxz", "{}")
SEQUENCES = {"F": "{} sequence", "G": "{} sequence", "c": "{}", "n": "positive integer", "m": "positive integer"}
INTEGERS = {"j": "positive integer", "q": "integer", "r": "integer[0, j-1]", "y": "integer"}
TRUE_ONES: dict[str, Case] = {
    "a letter": (NUMBERS, ["u == z", "Abs(u) == Abs(w)"], "Abs(z) == Abs(w)"),
    "a term": (NUMBERS, ["u*x == z + w", "Abs(u*x) == Abs(w)"], "Abs(z + w) == Abs(w)"),
    "inside of functions": (NUMBERS, ["u*x == z + w", "w == x"], "sin(exp(u*x))*w == x*sin(exp(z + w))"),
    "a step of arithmetic at the end": (NUMBERS, ["u*x == z + w", "exp(u*x) + 1 == x"], "exp(z + w) == x - 1"),
    "one equation changes another": (NUMBERS, ["u == x", "exp(u)*w == z", "exp(x)*w == x"], "Abs(z) == Abs(u)"),
    "indices": (SEQUENCES, ["n == m"], "F[n]*G[m+1] == F[m]*G[n+1]"),
    "the last factor": (
        SEQUENCES, ["forall(j, integer[1, oo], F[j] == G[j])", "Product(F[j], (j, 1, n)) == Product(G[j], (j, 1, n))"],
        "Product(F[j], (j, 1, n+1)) == Product(G[j], (j, 1, n+1))"),
    "the last term, where indices are shifted": (
        SEQUENCES, ["forall(j, integer[1, oo], c*F[j] == G[j+1] - G[j])", "c*Sum(F[j], (j, 1, n)) == G[n+1] - G[1]"],
        "c*Sum(F[j], (j, 1, n+1)) == G[n+2] - G[1]"),
    "a value with shifted indices": (
        SEQUENCES, ["forall(j, integer[1, oo], F[j]*F[j+1] == G[j])"], "G[n+3]**2 == F[n+3]**2*F[n+4]**2"),
    "an integer inside of a remainder": (INTEGERS, ["Mod(y, j) == 0", "y == j*q + r"], "y == j*q"),
}  # fmt: skip
FALSE_ONES: dict[str, Case] = {
    "a letter": (NUMBERS, ["Abs(u) == Abs(z)", "u == w"], "z == w"),
    "a term": (NUMBERS, ["u*x == z + w", "Abs(u*x) == Abs(w)"], "Abs(z) == Abs(w)"),
    "inside of functions": (NUMBERS, ["u*x == z + w", "w == x"], "exp(u*x)*w == u*exp(z + w)"),
    "a function that is not injective": (NUMBERS, ["u**2 == z**2", "u**2 == w"], "u == z"),
    "indices": (SEQUENCES, ["n == m"], "F[n]*G[m+1] == F[m+1]*G[n]"),
    "an index under a sum": (SEQUENCES, ["n == m"], "Sum(F[n], (n, 1, m)) == m*F[m]"),
    "the last factor": (
        SEQUENCES, ["forall(j, integer[1, oo], F[j] == G[j])", "Product(F[j], (j, 1, n)) == Product(G[j], (j, 1, n))"],
        "Product(F[j], (j, 1, n+1)) == Product(G[j], (j, 1, n+2))"),
    "the last term, outside of the range": (
        SEQUENCES, ["forall(j, integer[1, n], c*F[j] == G[j+1] - G[j])", "c*Sum(F[j], (j, 1, n)) == G[n+1] - G[1]"],
        "c*Sum(F[j], (j, 1, n+1)) == G[n+2] - G[1]"),
    "a value with shifted indices": (
        SEQUENCES, ["forall(j, integer[1, oo], F[j]*F[j+1] == G[j])"], "G[n+3] == F[n+2]*F[n+3]"),
    "an integer inside of a remainder": (INTEGERS, ["Mod(y, j) == 1", "y == j*q + r"], "y == j*q"),
}  # fmt: skip


def verdict(case: Case, domain: str, seconds: float) -> str:
    variables, given, goal = case
    return decide(claim("c", goal, variables={n: d.format(domain) for n, d in variables.items()}, given=given),
                  seconds).verdict  # fmt: skip


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("which", TRUE_ONES)
def test_what_follows_is_proved(which: str, domain: str) -> None:
    assert verdict(TRUE_ONES[which], domain, 8) == "proved"


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("which", FALSE_ONES)
def test_what_does_not_follow_is_not_proved(which: str, domain: str) -> None:
    assert verdict(FALSE_ONES[which], domain, 1) != "proved"


@pytest.mark.parametrize(("low", "proved"), [("x > 2", True), ("x > 0", False)])
def test_what_is_promised_under_a_condition(low: str, proved: bool) -> None:
    """For x = 1/2 nothing is promised, and there is none."""
    given = ["implies(x > 1, exists(n, integer, n**2 == x))", low]
    made = claim("c", "exists(k, integer, k**2 == x)", variables={"x": "real"}, given=given)
    assert (decide(made, 5).verdict == "proved") is proved
