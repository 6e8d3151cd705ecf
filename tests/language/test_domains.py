"""Domains: their sorts and the conditions that go with them."""

from __future__ import annotations

import pytest

from verifier.kernel.terms.expr import Expr
from verifier.language.errors import ClaimError
from verifier.language.text.text import read_domain

REAL: Expr = ("real",)
DECLARED: dict[str, Expr] = {"n": ("integer", 1, "oo"), "k": ("integer", 1, "oo"), "x": REAL}
LAST: Expr = ("-", "n", 1)
SQUARE: Expr = ("matrix", "n", "n")

DOMAINS: list[tuple[str, Expr, list[tuple[str, Expr]]]] = [
    ("real", REAL, []),
    ("complex", ("complex",), []),
    ("positive", REAL, [("v.positive", (">", "v", 0))]),
    ("negative", REAL, [("v.negative", ("<", "v", 0))]),
    ("nonnegative", REAL, [("v.nonnegative", (">=", "v", 0))]),
    ("nonpositive", REAL, [("v.nonpositive", ("<=", "v", 0))]),
    ("nonzero", REAL, [("v.nonzero", ("!=", "v", 0))]),
    ("(0, 1]", REAL, [("v.lower", (">", "v", 0)), ("v.upper", ("<=", "v", 1))]),
    ("[1, oo)", REAL, [("v.lower", (">=", "v", 1))]),
    ("(-oo, pi/2)", REAL, [("v.upper", ("<", "v", ("/", ("fn", "pi"), 2)))]),
    ("(1/2-(2.1*10**(-8)), oo)", REAL,
     [("v.lower", (">", "v", ("-", ("/", 1, 2), ("*", ("/", 21, 10), ("^", 10, -8)))))]),
    ("integer", ("integer", "-oo", "oo"), []),
    ("positive integer", ("integer", 1, "oo"), []),
    ("nonnegative  integer", ("integer", 0, "oo"), []),
    ("integer[1, k-1]", ("integer", 1, ("-", "k", 1)), []),
    ("integer[-oo, 3]", ("integer", "-oo", 3), []),
    ("matrix(n, 2)", ("matrix", "n", 2), []),
    ("vector(n)", ("matrix", "n", 1), []),
    ("symmetric matrix(n)", SQUARE, [("v.symmetric", ("==", ("T", "v"), "v"))]),
    ("skew matrix(n)", SQUARE, [("v.skew", ("==", ("T", "v"), ("neg", "v")))]),
    ("orthogonal matrix(n)", SQUARE, [("v.orthogonal", ("==", ("*", ("T", "v"), "v"), ("eye", "n")))]),
    ("diagonal matrix(n)", SQUARE,
     [("v.diagonal", ("forall", "i", ("integer", 0, LAST), ("forall", "j", ("integer", 0, LAST),
       ("implies", ("!=", "i", "j"), ("==", ("entry", "v", "i", "j"), 0)))))]),
    ("psd matrix(n)", SQUARE,
     [("v.symmetric", ("==", ("T", "v"), "v")),
      ("v.psd", ("forall", "x", ("matrix", "n", 1), (">=", ("*", ("T", "x"), "v", "x"), 0)))]),
    ("probability vector(n)", ("matrix", "n", 1),
     [("v.nonnegative", ("forall", "i", ("integer", 0, LAST), (">=", ("entry", "v", "i", 0), 0))),
      ("v.total", ("==", ("sum", ("entry", "v", "i", 0), "i", 0, LAST), 1))]),
    ("matrix(n, n) sequence", ("sequence", SQUARE), []),
    ("positive sequence", ("sequence", REAL),
     [("v.positive", ("forall", "t", ("integer", 0, "oo"), (">", ("at", "v", "t"), 0)))]),
    ("random matrix(n, 1)", ("random", ("matrix", "n", 1)), []),
    ("random real sequence", ("random", ("sequence", REAL)), []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sort", "conditions"), DOMAINS)
def test_a_domain_is_a_sort_with_conditions(
    text: str, sort: Expr, conditions: list[tuple[str, Expr]]
) -> None:
    domain = read_domain(text, declared=DECLARED)
    assert domain.sort == sort
    assert domain.conditions("v") == conditions


def test_conditions_avoid_the_name_of_their_variable_and_of_its_sizes() -> None:
    domain = read_domain("diagonal matrix(i)", declared={"i": ("integer", 1, "oo")})
    ((_, condition),) = domain.conditions("j")
    assert isinstance(condition, tuple) and isinstance(condition[3], tuple)
    assert {condition[1], condition[3][1]}.isdisjoint({"i", "j"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "missing"),
        ("banana", "unknown domain"),
        ("Matrix(2, 2)", "unknown domain"),
        ("positive matrix(2)", "unknown domain"),
        ("(0, 1", "unknown domain"),
        ("[0, oo]", "open at oo"),
        ("[-oo, 0]", "open at -oo"),
        ("(oo, 0)", "wrong order"),
        ("(0, 1, 2)", "two ends"),
        ("symmetric matrix(2, 3)", "one size"),
        ("integer(0, 1)", "unknown domain"),
        ("integer[oo, 1]", "wrong order"),
        ("matrix(q, 1)", "undeclared name q"),
        ("matrix(x > 0, 1)", "a number or an object"),
        ("random positive", "state its conditions"),
        ("a " * 9_000, "unknown domain"),
        ("x" * 30_000, "limit"),
        ("real" + " sequence" * 50, "nested"),
        ("matrix(__import__('os'), 1)", "unknown function"),
    ],
)
def test_mistakes_in_domains(text: str, words: str) -> None:
    with pytest.raises(ClaimError, match=words) as caught:
        read_domain(text, declared=DECLARED)
    assert "\n" not in str(caught.value)


def test_a_condition_can_be_dropped_by_its_label() -> None:
    domain = read_domain("psd matrix(n)", declared=DECLARED)
    assert [label for label, _ in domain.without("psd").conditions("A")] == ["A.symmetric"]
    with pytest.raises(ClaimError):
        domain.without("skew")
