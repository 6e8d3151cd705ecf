"""Scopes: outcomes inside outcomes, sums inside of denominators, sizes that are no sizes."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.meaning.definedness import meaningful
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import marked, subexpressions
from verifier.kernel.terms.expr import INTEGER, TRUE, Expr, Malformed, head
from verifier.language.named import to_json
from verifier.language.typing.typing import IllTyped, check_types

Node = dict[str, Any]
REAL: Expr = ("real",)
LINEAR: Node = {"rule": "linear"}


def mean(body: Expr, w: str) -> Expr:
    return ("expect", body, w)


def proved(statement: Statement, tree: Node) -> None:
    check(statement, {"kind": "proof", "tree": tree})


def intros(names: tuple[str, ...], then: Node) -> Node:
    for name in reversed(names):
        then = {"rule": "intro", "as": name, "then": then}
    return then


def test_a_law_is_about_one_outcome_at_a_time() -> None:
    """E over w of E over v of X(w)*X(v) is (E X)^2, which is 0; the law took both for one outcome, and found E X^2."""
    here, there = ("at", "X", "w"), ("at", "X", "v")
    statement = Statement(
        (("X", ("random", REAL)),),
        (("centred", ("==", mean(here, "w"), 0)),),
        ("==", mean(mean(("*", here, there), "v"), "w"), 0),
    )
    law = {"weights": ["1/2", "1/2"], "outcomes": {"X": [1, -1]}}
    apart = {"rule": "order", "positive": [{"weight": 1}], "terms": [{"fact": "h", "in": ["neg", "_"]}]}
    tree = {"rule": "split", "nodes": [LINEAR, {"rule": "intro", "as": "h", "then": apart}]}
    with pytest.raises(Rejected, match="outside every expectation"):
        check(statement, {"kind": "refutation", "values": {}, "law": law, "tree": tree})


@pytest.mark.parametrize("inner", [("at", "X", "w"), ("*", ("at", "X", "w"), ("at", "X", "v"))])
def test_inside_an_expectation_there_is_no_other_outcome(inner: Expr) -> None:
    goal: Expr = ("==", mean(mean(inner, "v"), "w"), mean(mean(inner, "v"), "w"))
    with pytest.raises(Rejected, match="outside every expectation"):
        proved(Statement((("X", ("random", REAL)),), (), goal), LINEAR)


NEGATIVE: Expr = ("-", "n", 5)


@pytest.mark.parametrize(
    "value",
    [
        ("*", ("fn", "exp", 0), ("zeros", NEGATIVE, NEGATIVE)),
        ("*", ("fn", "exp", 0), ("eye", NEGATIVE)),
        ("zeros", NEGATIVE, NEGATIVE),
    ],
)
def test_there_is_no_matrix_of_a_size_that_may_be_negative(value: Expr) -> None:
    """With one of size n - 5 for every n, the square of its power 0 has a trace, n - 5, that is never negative."""
    square = {"rule": "order", "positive": [{"weight": 1, "square": ["^", "A", 0]}]}
    there: Expr = ("exists", "A", ("matrix", NEGATIVE, NEGATIVE), ("==", 0, 0))
    size = {
        "rule": "have", "as": "there", "formula": to_json(there),
        "proof": {"rule": "witness", "value": to_json(value), "then": LINEAR},
        "then": {"rule": "obtain", "fact": "there", "name": "A", "as": "t", "then": square},
    }  # fmt: skip
    goal: Expr = ("forall", "n", INTEGER, (">=", NEGATIVE, 0))
    with pytest.raises(Rejected, match=r"size (that )?may be negative"):
        proved(Statement((), (), goal), intros(("n",), size))


def test_matrices_with_functions_in_them_have_sizes_that_are_known() -> None:
    there: Expr = ("exists", "A", ("matrix", "n", 2), ("==", 0, 0))
    value = ["*", ["fn", "exp", 0], ["zeros", "n", 2]]
    tree = {"rule": "witness", "value": value, "then": LINEAR}
    proved(Statement((("n", ("integer", 0, "oo")),), (), there), tree)
    with pytest.raises(Rejected, match="size may be negative"):
        proved(Statement((("n", INTEGER),), (), there), tree)


def summed(index: Expr) -> Expr:
    return ("sum", ("at", "y", index), "i", "lo", "hi")


BELOW: Expr = ("*", ("/", 1, summed("i")), ("sum", ("*", ("delta", "j", "k"), ("at", "x", "j")), "j", "lo", "hi"))
COUNT: Expr = ("sum", ("sum", 1, "u", "k", "hi"), "v", "lo", "k")  # of what is only where lo <= k <= hi
VARIABLES: tuple[tuple[str, Expr], ...] = (
    ("lo", INTEGER), ("hi", INTEGER), ("k", INTEGER), ("x", ("sequence", REAL)), ("y", ("sequence", REAL)),
)  # fmt: skip


@pytest.mark.parametrize("index, true", [("k", False), ("i", True)])
def test_a_sum_inside_of_a_denominator_keeps_its_variable(index: Expr, true: bool) -> None:
    """Cleared of its denominator, the sum of y over its own index became one of y[k]: so 1 == 2 was proved."""
    top: Expr = ("*", COUNT, ("at", "x", "k"), ("/", 1, summed(index)))
    lemma: Expr = ("==", COUNT, ("*", top, ("/", 1, BELOW)))
    for e in (summed("i"), summed("k"), BELOW):
        lemma = ("implies", ("!=", e, 0), lemma)
    for name, sort in reversed(VARIABLES):
        lemma = ("forall", name, sort, lemma)
    labels = ("d", "e", "f")
    proof = intros((*(name for name, _ in VARIABLES), *labels), {"rule": "linear", "nonzero": [*labels]})
    then = {"rule": "split", "nodes": []}
    tree = {"rule": "have", "formula": to_json(lemma), "as": "lemma", "proof": proof, "then": then}
    if true:
        proved(Statement((), (), ("true",)), tree)
        return
    with pytest.raises(Rejected, match="the sides differ"):
        proved(Statement((), (), ("true",)), tree)


N: Expr = ("integer", 1, "oo")
SQUARE: tuple[tuple[str, Expr], ...] = (("n", N), ("A", ("matrix", "n", "n")))


@pytest.mark.parametrize(
    "sort, side",
    [
        (N, ("trace", ("+", "A", ("eye", "n")))),
        (("integer", 1, 1), ("fn", "exp", "A")),
        (REAL, ("trace", "A")),
    ],
)
def test_a_bound_name_is_no_size_of_what_stands_outside(sort: Expr, side: Expr) -> None:
    """A is n by n for the outer n: its shape was read with the inner one, and what has no meaning was proved.

    For the kernel the inner one has no name, so the statement means the same as under another one.
    """
    other = ("forall", "k", sort, ("==", side, side))
    both: Expr = ("implies", ("forall", "n", sort, ("==", side, side)), other)
    tree = {"rule": "intro", "as": "h", "then": {"rule": "exact", "fact": "h"}}
    if side != ("trace", "A"):  # a sum with the identity of another size; no number
        with pytest.raises(Rejected, match="do not agree in"):
            proved(Statement(SQUARE, (), both), tree)
    else:
        proved(Statement(SQUARE, (), both), tree)
    with pytest.raises(IllTyped):
        check_types(Statement(SQUARE, (), ("forall", "n", N, ("==", ("trace", ("+", "A", ("eye", "n"))), 0))))


def test_another_bound_name_changes_no_size() -> None:
    goal: Expr = ("forall", "m", N, ("==", ("trace", ("+", "A", ("eye", "n"))), ("+", ("trace", "A"), "n")))
    check_types(Statement(SQUARE, (), goal))
    proved(Statement(SQUARE, (), goal), intros(("k",), LINEAR))


def factorial(x: Expr) -> Expr:
    return ("fn", "factorial", x)


@pytest.mark.parametrize(
    "term",
    [
        ("sum", ("eye", factorial("j")), "j", 0, 3),
        ("sum", ("eye", ("+", "j", 1)), "j", 0, 3),
        ("product", ("eye", factorial("j")), "j", 0, 3),
        ("expect", ("eye", factorial(("at", "K", "w"))), "w"),
        ("fn", "limit", ("forall", "x", REAL, ("eye", factorial(("floor", "x")))), 0, 0),
    ],
)
def test_terms_that_are_added_up_have_one_shape(term: Expr) -> None:
    """The sum of identities of sizes 0!, 1!, 2! has no meaning; its trace was equal to itself, and that was proved."""
    variables: tuple[tuple[str, Expr], ...] = (("K", ("random", ("integer", 0, "oo"))),)
    same: Expr = ("==", ("trace", term), 0)
    statement = Statement(variables, (), ("implies", same, same))
    tree = {"rule": "intro", "as": "h", "then": {"rule": "exact", "fact": "h"}}
    with pytest.raises(Rejected, match="different shapes"):
        proved(statement, tree)
    with pytest.raises(IllTyped):
        check_types(statement)


def test_the_index_of_a_sequence_is_no_size_of_its_limit() -> None:
    variables = (("t", N), ("A", ("matrix", "t", "t")))
    goal: Expr = ("implies", ("tends", ("eye", "t"), "t", "A"), ("tends", ("eye", "t"), "t", "A"))
    tree = {"rule": "intro", "as": "h", "then": {"rule": "exact", "fact": "h"}}
    with pytest.raises(Rejected, match="different shapes"):
        proved(Statement(variables, (), goal), tree)
    with pytest.raises(IllTyped):
        check_types(Statement(variables, (), goal))


def test_what_is_made_of_an_outer_name_keeps_its_range_and_its_size() -> None:
    """m >= n and A is n by n for the outer n, also where another variable is called n."""
    s = Sequent().declare("n", ("integer", 1, "oo")).declare("m", ("integer", "n", "oo"))
    s = s.declare("A", ("matrix", "n", "n")).declare("B", ("matrix", 2, 2))
    s.formula(("forall", "n", ("integer", 0, 3), ("==", ("eye", "m"), ("eye", "m"))))
    s.formula(("forall", "n", ("integer", 0, 3), ("==", "A", "A")))
    with pytest.raises(Malformed, match="do not agree"):
        s.formula(("forall", "n", ("integer", 2, 2), ("==", "A", "B")))


@pytest.mark.parametrize("op", ["forall", "exists"])
def test_a_loose_mark_is_not_caught_by_a_binder_with_a_name(op: str) -> None:
    """A statement in marks whose inner binder has a name: 'all numbers are equal' was read as 'each equals itself'."""
    mixed: Expr = ("forall", "#1", REAL, (op, "j", REAL, ("==", "#1", "j")))
    with pytest.raises(Malformed, match="a loose mark '#1' under a binder of 'j'"):
        marked(mixed)
    whole: Expr = ("forall", "x", REAL, (op, "y", REAL, ("==", "x", "y")))
    assert Statement((), (), mixed).digest() == Statement((), (), whole).digest()  # what it says, not what it became
    with pytest.raises(Rejected, match="a loose mark"):
        proved(Statement((), (), mixed), intros(("a", "b"), LINEAR))


def test_terms_with_names_may_stand_in_terms_with_marks() -> None:
    """Where nothing is caught they mean what they say."""
    total: Expr = ("sum", "j", "j", 0, 3)
    mixed: Expr = ("forall", "#2", REAL, ("exists", "#1", REAL, ("<", ("+", "#2", total), "#1")))
    whole: Expr = ("forall", "x", REAL, ("exists", "y", REAL, ("<", ("+", "x", total), "y")))
    assert marked(mixed) == marked(whole)
    assert marked(("forall", "x", REAL, ("exists", "#1", REAL, ("<", "x", "#1")))) == marked(
        ("forall", "x", REAL, ("exists", "y", REAL, ("<", "x", "y")))
    )


@pytest.mark.parametrize("name", ["#1", "?0000000", "_", "_0", "_w", "-oo", "oo", "!x", ""])
def test_no_certificate_can_name_what_is_the_kernels_own(name: str) -> None:
    goal: Expr = ("forall", "n", N, ("exists", "s", ("sequence", REAL), ("==", ("at", "s", 3), "n")))
    witness = {"rule": "witness", "value": "m", "index": name, "then": LINEAR}
    with pytest.raises(Rejected, match=r"taken or reserved|field is missing|needs a value with an index"):
        proved(Statement((), (), goal), intros(("m",), witness))
    with pytest.raises(Rejected, match="taken or reserved"):
        proved(Statement((), (), goal), intros((name,), {**witness, "index": "k"}))
    with pytest.raises(Rejected, match="taken or reserved"):
        proved(Statement(((name, REAL),), (), ("==", 0, 0)), LINEAR)
    proved(Statement((), (), goal), intros(("m",), {**witness, "index": "k"}))


def test_what_is_put_in_under_a_binder_is_not_bound_there() -> None:
    """There is a number other than y; none differs from itself, whatever the names are."""
    other: Expr = ("forall", "x", REAL, ("exists", "y", REAL, ("!=", "x", "y")))
    tree = {"rule": "use", "fact": "h", "at": ["y"], "as": "k", "then": {"rule": "exact", "fact": "k"}}
    for inner, true in ((("!=", "y", "z"), True), (("!=", "z", "z"), False)):
        goal: Expr = ("forall", "y", REAL, ("implies", other, ("exists", "z", REAL, inner)))
        if true:
            proved(Statement((), (), goal), intros(("y", "h"), tree))
            continue
        with pytest.raises(Rejected, match="another formula"):
            proved(Statement((), (), goal), intros(("y", "h"), tree))


def ended(index: str) -> Expr:
    """There is a complex u, and the sum of x over an index up to u is at most 0: nobody knows that it is real."""
    return ("exists", "u", ("complex",), ("<=", ("sum", "x", index, 0, "u"), 0))


def of_gradient(name: str) -> Expr:
    return ("==", ("entry", ("grad", ("trace", ("*", name, "A")), name, "B"), 0, 1), 0)


@pytest.mark.parametrize("formula, other, same_name", [(ended, "j", "u"), (of_gradient, "X", "k")])
def test_what_a_formula_needs_does_not_hang_on_its_names(formula: Any, other: str, same_name: str) -> None:
    """The ends of a sum are outside of its index; a gradient has the shape of its point, not of a name outside."""
    matrix: Expr = ("matrix", 2, 2)
    sorts: dict[str, Expr] = {"k": INTEGER, "x": REAL, "A": matrix, "B": matrix}
    needed = meaningful(marked(formula(other)), sorts)
    assert meaningful(marked(formula(same_name)), sorts) == meaningful(formula(same_name), sorts) == needed
    imaginary = any(head(e) == "fn" and e[1] == "im" for e in subexpressions(needed))  # type: ignore[index]
    assert imaginary if formula is ended else needed == TRUE
