"""Remainders modulo literals: what holds for all remainders that there are is proved; what fails at some is not."""

from __future__ import annotations

import random

import pytest
from sequents import sequent

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import FALSE, INTEGER, REAL, Expr
from verifier.language.claim import claim
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.integers import remainders
from verifier.prove.portfolio import decide

NATURAL: Expr = ("integer", 0, "oo")
POSITIVE: Expr = ("integer", 1, "oo")


def shown(s: Sequent, goal: Expr) -> bool:
    """Whether the method finds a proof; raises `Rejected` where the kernel does not accept what was found."""
    node = remainders.close(prover(now() + 60), s, goal, 2)
    if node is not None:
        Checker().check(s, goal, node)
    return node is not None


@pytest.mark.parametrize(("goal", "given", "good"), [
    ("Mod(n**2, 4) != 2", "", True),
    ("Mod(n**2, 4) != 1", "", False),
    ("Mod(n**5 - n, 30) == 0", "", True),
    ("Mod(n**5 - n, 60) == 0", "", False),
    ("Mod(n, 2) == 0 or Mod(n, 2) == 1", "", True),
    ("implies(Mod(n, 2) == 1, Mod(n**2, 8) == 1)", "", True),
    ("implies(Mod(n, 2) == 1, Mod(n**2, 16) == 1)", "", False),
    ("Mod(n**2, 8) == 1", "Mod(n, 2) == 1", True),
    ("Mod(n**2, 8) == 1", "7 < n", False),
    ("Mod(Mod(n, 6), 3) == Mod(n, 3)", "", True),
    ("Mod(Mod(n, 5), 3) == Mod(n, 3)", "", False),
    ("n < Mod(n, 5)", "", False),
    ("Mod(4**m - 1, 3) == 0", "", True),
    ("Mod(2**m, 4) == 0", "", False),  # fails at 0 and 1 alone
    ("Mod(2**m, 4) == 0", "m >= 1", False),
    ("Mod(2**m, 4) == 0", "m >= 2", True),
    ("Mod(2**m, 7) == 1 or Mod(2**m, 7) == 2 or Mod(2**m, 7) == 4", "", True),
    ("Mod(2**m, 7) == 1 or Mod(2**m, 7) == 2", "", False),
    ("Mod(2**(m + 2) + 3**(2*m + 1), 7) == 0", "", True),
    ("Mod(2**(m + 1) + 3**(2*m + 1), 7) == 0", "", False),
    ("Mod(n*k, 7) == 2", "Mod(n, 7) == 1; Mod(k, 7) == 2", True),
    ("Mod(n*k, 7) == 2", "Mod(n, 7) == 1; Mod(k, 7) == 3", False),
], ids=str)  # fmt: skip
def test_claims(goal: str, given: str, good: bool) -> None:
    variables = {"n": "integer", "k": "integer", "m": "nonnegative integer"}
    asked = claim("claim", goal, variables=variables, given=[g for g in given.split("; ") if g])
    assert decide(asked, 10).verdict == ("proved" if good else "refuted")


def mod(p: Expr, m: Expr) -> Expr:
    return ("mod", p, m)


WAVE: Expr = mod(("^", ("neg", 1), ("-", "n", 1)), 3)  # 1 and 2 from n == 1 on; no integer power of 0 below


@pytest.mark.parametrize(("sort", "goal", "good"), [
    (NATURAL, ("==", mod(("-", ("^", 4, "n"), 1), 3), 0), True),
    (INTEGER, ("==", mod(("-", ("^", 4, "n"), 1), 3), 0), False),  # no powers with negative exponents
    (("integer", "-oo", 5), ("!=", mod(("^", 2, "n"), 3), 0), False),
    (POSITIVE, ("==", mod(("^", 4, ("-", "n", 1)), 3), 1), True),
    (NATURAL, ("==", mod(("^", 4, ("-", "n", 1)), 3), 1), False),
    (POSITIVE, ("!=", WAVE, 0), True),
    (NATURAL, ("!=", WAVE, 0), False),
    (("integer", 2, "oo"), ("==", mod(("^", 2, "n"), 4), 0), True),
    (POSITIVE, ("==", mod(("^", 2, "n"), 4), 0), False),  # fails at 1 alone
    (NATURAL, ("!=", mod(("^", 0, "n"), 2), 1), False),  # fails at 0 alone
    (POSITIVE, ("==", mod(("^", 0, "n"), 2), 0), True),
    (INTEGER, ("==", mod(("-", ("^", "n", 13), "n"), 2730), 0), True),
    (INTEGER, ("==", mod(("-", ("^", "n", 13), "n"), 5460), 0), False),
    (NATURAL, ("==", mod(("^", 2, ("-", 10, "n")), 3), 1), False),
    (NATURAL, ("==", mod(("^", "n", "n"), 2), mod("n", 2)), False),
    (NATURAL, ("==", mod(("^", 2, ("^", "n", 2)), 3), 1), False),
    (NATURAL, ("==", mod(("^", 2, mod("n", 2)), 1), 0), False),
    (NATURAL, ("==", mod(("^", 3, ("*", 7**1999, "n")), 2), 1), False),  # too long to be written down
    (INTEGER, ("==", mod("n", ("neg", 3)), 0), False),
    (INTEGER, ("==", mod("n", 0), "n"), False),
    (INTEGER, ("==", mod("n", "n"), 0), False),
    (INTEGER, ("==", mod(("/", ("*", 2, "n"), 2), 1), 0), False),
    (INTEGER, ("==", mod(("floor", ("/", "n", 2)), 1), 0), False),
    (REAL, ("==", mod("n", 1), 0), False),
    (REAL, ("<", mod("n", 2), 2), False),
], ids=str)  # fmt: skip
def test_what_is_a_remainder_of_integers(sort: Expr, goal: Expr, good: bool) -> None:
    assert shown(sequent(n=sort), goal) == good


def polynomial(source: random.Random, depth: int) -> Expr:
    """A term of m, n and k; n stands in exponents too, where it is at least 2."""
    if depth == 0:
        power: Expr = ("^", source.choice([2, 3, ("neg", 2), 6, 0, -5]), ("+", ("*", source.randint(1, 3), "n"), -2))
        return source.choice(["m", "n", "k", source.randint(-9, 9), power])
    a, b = (polynomial(source, depth - 1) for _ in range(2))
    power, remainder = ("^", a, source.randint(0, 3)), ("mod", a, source.randint(1, 6))
    return source.choice([("+", a, b), ("-", a, b), ("*", a, b), power, remainder])


def points(source: random.Random, count: int, reach: int) -> list[dict[str, int]]:
    randint = source.randint
    return [{"m": randint(-reach, reach), "n": randint(2, reach), "k": randint(-4, reach)} for _ in range(count)]


def value(e: Expr, at: dict[str, int]) -> int:
    if isinstance(e, int):
        return e
    if isinstance(e, str):
        return at[e]
    values = [value(a, at) for a in e[1:]]
    if e[0] == "mod":
        return values[0] - values[1] * (values[0] // values[1])
    if e[0] == "neg":
        return -values[0]
    a, b = values
    return int(a + b if e[0] == "+" else a - b if e[0] == "-" else a * b if e[0] == "*" else a**b)


def test_remainders_against_many_integers() -> None:
    """Random congruences with the remainders that occur, of which one may be missing: proved just where they hold."""
    source = random.Random(5)
    s = sequent(m=INTEGER, n=("integer", 2, "oo"), k=("integer", -4, "oo"))
    proved, refused = 0, 0
    for _ in range(60):
        term, modulus = polynomial(source, 2), source.randint(2, 6)
        near = points(source, 60, 30)
        found = sorted({value(term, at) % modulus for at in near})
        if len(found) > 1 and source.random() < 0.7:
            found.remove(source.choice(found))
        goal: Expr = ("or", FALSE, *(("==", ("mod", term, modulus), r) for r in found))
        holds = all(value(term, at) % modulus in found for at in [*near, *points(source, 99, 99)])
        good = shown(s, goal)
        assert good == holds, goal
        proved, refused = proved + good, refused + (not good)
    assert proved > 15 and refused > 15
