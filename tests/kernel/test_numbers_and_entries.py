"""The rules by-entries and intermediate: what each accepts, and what it must not accept."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
import sympy
from sequents import accepts, sequent

from verifier.kernel.algebra.integers import Context
from verifier.kernel.algebra.literal_matrices import Entries, Grid
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import INTEGER, REAL, TRUE, Expr, conjunction, head
from verifier.language.named import operands

NATURAL: Expr = ("integer", 0, "oo")
TRIVIAL: dict[str, Any] = {"rule": "split", "nodes": []}
FIELD: dict[str, Any] = {"rule": "field"}


def mat(*rows: tuple[Expr, ...]) -> Expr:
    return ("matrix", *(("row", *r) for r in rows))


# -- by-entries --------------------------------------------------------------------------------------------
SIZES = {"A": (2, 2), "B": (2, 2), "C": (2, 3), "D": (3, 3)}
TERMS: list[Expr] = [
    ("*", "A", "B"), ("+", "A", ("T", "B")), ("-", ("*", 3, "A"), "B"), ("*", "A", "C"), ("*", ("T", "C"), "A", "C"),
    ("^", "D", 3), ("trace", ("*", "D", "D")), ("det", "D"), ("det", ("*", "A", "B")), ("inverse", "A"),
    ("inverse", "D"),
    ("/", "C", 7), ("neg", "B"), ("entry", ("*", "A", "C"), 1, 2), ("*", ("eye", 2), "A"), ("+", ("zeros", 2, 3), "C"),
    ("*", "A", ("basis", 2, 1)), ("^", "A", 0), ("*", ("inverse", "A"), ("^", "B", 2), ("trace", "A")),
]  # fmt: skip


def by_sympy(e: Expr, at: dict[str, Any]) -> Any:
    if isinstance(e, int):
        return sympy.Integer(e)
    if isinstance(e, str):
        return at[e]
    op, args = head(e), operands(e)
    if op == "eye":
        return sympy.eye(args[0])
    if op == "zeros":
        return sympy.zeros(*args)
    if op == "basis":
        return sympy.Matrix([int(i == args[1]) for i in range(args[0])])
    if op == "entry":
        return by_sympy(args[0], at)[args[1], args[2]]
    v = [by_sympy(a, at) for a in args]
    return {
        "+": lambda: v[0] + v[1], "-": lambda: v[0] - v[1], "*": lambda: sympy.prod(v[1:], v[0]),
        "/": lambda: v[0] / v[1],
        "neg": lambda: -v[0], "T": lambda: v[0].T, "trace": lambda: v[0].trace(), "det": lambda: v[0].det(),
        "inverse": lambda: v[0].inv(), "^": lambda: v[0] ** v[1],
    }[str(op)]()  # fmt: skip


def number(e: Expr, at: dict[str, Any]) -> Fraction:
    """The value of a scalar term of entries."""
    if isinstance(e, int):
        return Fraction(e)
    op, args = head(e), operands(e)
    if op == "entry":
        q = at[str(args[0])][args[1], args[2]]
        return Fraction(int(q.p), int(q.q))
    v = [number(a, at) for a in args]
    if op == "+":
        return sum(v, Fraction(0))
    if op == "*":
        total = Fraction(1)
        for x in v:
            total *= x
        return total
    return {"-": lambda: v[0] - v[1], "neg": lambda: -v[0], "/": lambda: v[0] / v[1]}[str(op)]()


@pytest.mark.parametrize("term", TERMS, ids=str)
def test_entries_are_what_another_program_computes(term: Expr) -> None:
    draw = random.Random(3)
    sorts: dict[str, Expr] = {n: ("matrix", *s) for n, s in SIZES.items()}
    found = Entries(sorts, Context()).value(term)
    for _ in range(5):
        at = {n: sympy.Matrix(*s, lambda i, j: sympy.Rational(draw.randint(-9, 9), draw.randint(1, 4)))
              for n, s in SIZES.items()}  # fmt: skip
        if at["A"].det() == 0 or at["D"].det() == 0:
            continue
        wanted = by_sympy(term, at)
        rows = found.rows if isinstance(found, Grid) else ((found,),)
        entries = [[wanted]] if not hasattr(wanted, "rows") else wanted.tolist()
        exact = [[Fraction(int(q.p), int(q.q)) for q in r] for r in entries]
        assert [[number(x, at) for x in r] for r in rows] == exact


def entries_rule(then: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"rule": "by-entries", **more, "then": then}


def split(n: int) -> dict[str, Any]:
    return {"rule": "split", "nodes": [FIELD] * n}


def test_an_inverse_needs_a_determinant_that_is_not_zero() -> None:
    m, inverse = mat((2, 1), (1, 1)), mat((1, -1), (-1, 2))
    goal: Expr = ("==", ("inverse", m), inverse)
    clash = {"rule": "positive", "products": [{}], "terms": [{"fact": "z", "times": 1}]}
    apart = {"rule": "intro", "as": "z", "then": clash}
    assert accepts(Sequent(), goal, entries_rule(split(4), apart=[apart]))
    assert not accepts(Sequent(), goal, entries_rule(split(4)))
    assert not accepts(Sequent(), goal, entries_rule(split(4), apart=[TRIVIAL]))
    singular: Expr = ("==", ("inverse", mat((1, 1), (1, 1))), inverse)
    assert not accepts(Sequent(), singular, entries_rule(split(4), apart=[apart]))
    wrong: Expr = ("==", ("inverse", m), mat((1, -1), (1, 2)))
    assert not accepts(Sequent(), wrong, entries_rule(split(4), apart=[apart]))


def test_an_inverse_under_a_quantifier_is_refused() -> None:
    goal: Expr = ("forall", "x", REAL, ("==", ("inverse", mat(("x", 0), (0, 1))), ("eye", 2)))
    with pytest.raises(Rejected, match="bound"):
        Entries({}, Context()).formula(goal)


@pytest.mark.parametrize("e", [
    ("==", "A", "C"), ("==", ("*", "C", "A"), "C"), ("==", ("det", "C"), 0), ("==", "A", 1), ("<", "A", "A"),
    ("==", ("entry", "A", 2, 0), 0), ("==", ("entry", "A", ("neg", 1), 0), 0), ("==", ("^", "A", ("neg", 1)), "A"),
    ("==", ("^", "A", "n"), "A"), ("==", "M", "M"), ("==", ("sum", "A", "j", 0, "n"), "A"),
    ("==", ("sum", "A", "j", 1, 0), "A"),
    ("==", ("fn", "diff", ("forall", "x", REAL, ("det", ("inverse", mat(("x", 0), (0, 1))))), 1, 1), 0),
    ("==", ("/", 1, "A"), "A"),
    ("==", ("+", "A", 1), "A"), ("==", mat((1, 2), (3,)), mat((1, 2), (3,))),
], ids=str)  # fmt: skip
def test_what_has_no_entries_is_refused(e: Expr) -> None:
    sorts: dict[str, Expr] = {"A": ("matrix", 2, 2), "C": ("matrix", 2, 3), "n": INTEGER, "M": ("matrix", "n", "n")}
    with pytest.raises(Rejected):
        Entries(sorts, Context()).formula(e)


def test_limits_inside_of_matrices_are_refused() -> None:
    limit: Expr = ("fn", "limit", ("forall", "x", REAL, "x"), ("fn", "oo"), 0)
    goal: Expr = ("==", ("*", 0, mat((limit,), (1,))), mat((0,), (0,)))
    assert not accepts(Sequent(), goal, entries_rule(split(2)))


def test_a_power_is_known_from_a_lower_one_alone() -> None:
    m = mat((1, "a"), (0, 1))

    def value(n: Expr) -> Expr:
        return mat((1, ("*", n, "a")), (0, 1))

    known: Expr = ("==", ("^", m, "n"), value("n"))
    for sort, exponent, good in ((NATURAL, ("+", "n", 1), True), (NATURAL, ("+", "n", 2), True), (NATURAL, "n", True),
                                 (NATURAL, ("-", "n", 1), False), (INTEGER, ("+", "n", 1), False),
                                 (NATURAL, ("*", 2, "n"), False)):  # fmt: skip
        s = sequent({"ih": known}, n=sort, a=REAL)
        goal: Expr = ("==", ("^", m, exponent), value(exponent))
        assert accepts(s, goal, entries_rule(split(4), equations=["ih"])) == good, exponent
    s = sequent({"ih": ("==", ("^", mat((1, "a"), (0, 2)), "n"), value("n"))}, n=NATURAL, a=REAL)
    goal = ("==", ("^", m, ("+", "n", 1)), value(("+", "n", 1)))
    assert not accepts(s, goal, entries_rule(split(4), equations=["ih"]))


# -- intermediate ------------------------------------------------------------------------------------------
POSITIVE: dict[str, Any] = {"rule": "positive", "products": [{}]}
NEVER: dict[str, Any] = {"rule": "positive", "products": []}


def root(term: Expr, low: Expr, high: Expr, **more: Any) -> dict[str, Any]:
    node: dict[str, Any] = {
        "rule": "intermediate", "name": "x", "of": term, "low": low, "high": high, "order": POSITIVE,
        "negative": POSITIVE, "positive": POSITIVE, "point": "t", "bounds": "b", "continuous": TRIVIAL, "as": "there",
        "then": {"rule": "exact", "fact": "there"},
    }  # fmt: skip
    return {**node, **more}


def there(term: Expr, low: Expr, high: Expr) -> Expr:
    return ("exists", "x", REAL, conjunction([("<=", low, "x"), ("<=", "x", high), ("==", term, 0)]))


SQUARE: Expr = ("-", ("^", "x", 2), 2)


def test_a_change_of_sign_gives_a_zero() -> None:
    signs = {"negative": POSITIVE, "positive": {"rule": "positive", "products": [{"weight": 2}]}}
    assert accepts(Sequent(), there(SQUARE, 1, 2), root(SQUARE, 1, 2, **signs))


def test_no_zero_without_a_change_of_sign() -> None:
    two = {"rule": "positive", "products": [{"weight": 2}]}
    assert not accepts(Sequent(), there(SQUARE, 2, 3), root(SQUARE, 2, 3, negative=two, positive=two))
    assert not accepts(Sequent(), there(SQUARE, 1, 2), root(SQUARE, 1, 2, falling=True, positive=two))
    assert not accepts(Sequent(), there(SQUARE, 2, 1), root(SQUARE, 2, 1, falling=True, positive=two))  # no such range
    apart: Expr = ("+", ("^", "x", 2), 1)
    assert not accepts(Sequent(), there(apart, 0, 1), root(apart, 0, 1, positive=two))


@pytest.mark.parametrize("term", [
    ("/", 1, "x"), ("-", ("floor", "x"), ("/", 1, 2)), ("fn", "sign", "x"), ("fn", "tan", ("*", 2, "x")),
], ids=str)  # fmt: skip
def test_a_jump_is_no_zero(term: Expr) -> None:
    for proof in (POSITIVE, {"rule": "positive", "products": [{"weight": "1/2"}]}, TRIVIAL):
        node = root(term, ("neg", 1), 1, negative=proof, positive=proof)
        node["order"] = {"rule": "positive", "products": [{"weight": 2}]}
        assert not accepts(Sequent(), there(term, ("neg", 1), 1), node)


def test_the_ends_and_the_term_are_real_and_apart_from_the_variable() -> None:
    two = {"rule": "positive", "products": [{"weight": 2}]}
    assert not accepts(Sequent(), there(SQUARE, 1, "x"), root(SQUARE, 1, "x", positive=two))
    assert not accepts(sequent(x=REAL), TRUE, root(SQUARE, 1, 2, positive=two, then=TRIVIAL))  # the name is taken
    wave: Expr = ("*", ("fn", "I"), SQUARE)
    assert not accepts(Sequent(), there(wave, 1, 2), root(wave, 1, 2, positive=two))
