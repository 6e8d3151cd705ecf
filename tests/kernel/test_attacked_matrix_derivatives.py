"""False statements about derivatives of matrices, and about points that are matrices, sequences, curves or functions.

Tried are: a chain rule without its factor, functions of matrices and members of sequences as if they were continuous,
kinks, inverses and negative powers, ranges that move, complex numbers among the entries, numbers that pass for
matrices, names that are bound twice; and points in ranges that are empty, of sizes below 0, in the wrong order, where
something has no value, or where something is random.
"""

from __future__ import annotations

from typing import Any

import pytest
from test_curves import CURVE, LINEAR, REAL, TRIVIAL, Node, by_diff

from verifier.kernel.check import check
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr
from verifier.kernel.work import bounded
from verifier.language.named import to_json

TWO: Expr = ("matrix", 2, 2)
ANY: Expr = ("integer", "-oo", "oo")
NATURAL: Expr = ("integer", 0, "oo")
Variables = list[tuple[str, Expr]]
SORTS: Variables = [
    ("n", ANY), ("A", ("curve", TWO)), ("M", TWO), ("S", ("sequence", TWO)), ("f", ("function", TWO, TWO)),
    ("y", CURVE), ("z", ("complex",)), ("w", ("sequence", ("complex",))), ("Z", ("random", ("complex",))),
    ("s", REAL), ("t", REAL),
]  # fmt: skip
HERE: Expr = ("at", "A", "s")
MEAN: Expr = ("expect", ("at", "Z", "o"), "o")


def slope(body: Expr, point: Expr = "t") -> Expr:
    return ("fn", "diff", ("forall", "s", REAL, body), point, 1)


def why(body: Expr, value: Expr, point: Expr = "t") -> str:
    """Why that is not accepted as a derivative, where nobody asks whether everything has a value."""
    term, s = slope(body, point), Sequent()
    for name, sort in SORTS:
        s = s.declare(name, sort)
    try:
        with bounded():
            Checker().check(s, ("==", term, value), by_diff(term, LINEAR))
    except Rejected as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("body", "value", "true"),
    [
        (("at", "A", ("at", "y", "s")), ("*", ("rate", "y", "t"), ("rate", "A", ("at", "y", "t"))), True),
        (("at", "A", ("at", "y", "s")), ("rate", "A", ("at", "y", "t")), False),
        (("*", "s", ("at", "A", "t")), ("at", "A", "t"), True),
        (("*", "s", ("at", "A", "t")), ("+", ("at", "A", "t"), ("*", "t", ("rate", "A", "t"))), False),
        (("*", "M", HERE, "M"), ("*", "M", ("rate", "A", "t"), "M"), True),
        (("*", "M", HERE, "M"), ("*", ("rate", "A", "t"), "M", "M"), False),
    ],
)  # fmt: skip
def test_times_inside_of_times_and_names_that_are_bound_again(body: Expr, value: Expr, true: bool) -> None:
    assert (why(body, value) == "") is true


@pytest.mark.parametrize(
    "body",
    [
        ("at", "f", HERE),
        ("at", "S", ("floor", "s")),
        ("*", ("delta", ("floor", "s"), 0), "M"),
        ("inverse", ("+", HERE, "M")),
        ("*", ("det", HERE), "M"),
        ("sum", ("*", "j", "M"), "j", 0, ("floor", "s")),
        ("product", HERE, "j", 0, 1),
        ("*", ("entry", "M", ("floor", "s"), 0), "M"),
        ("rate", "A", "s"),
        slope(("*", "s", "M"), "s"),
    ],
)  # fmt: skip
def test_what_need_not_have_a_derivative(body: Expr) -> None:
    """Not one of them has the derivative 0 at all times, whatever is asked for."""
    assert why(body, ("zeros", 2, 2))


@pytest.mark.parametrize(
    ("body", "point"),
    [(("*", ("abs", "s"), "M"), 0), (("*", ("max", "s", 0), "M"), 0), (("*", ("sqrt", "s"), "M"), 0),
     (("*", ("fn", "sign", "s"), "M"), 0), (("/", HERE, "s"), 0), (("*", ("^", "s", -1), "M"), 0),
     (("*", ("fn", "Piecewise", "s", (">", "s", 0), 0, ("true",)), "M"), 0),
     (("^", HERE, "n"), "t"), (("^", HERE, -1), "t"), (("^", HERE, ("floor", "s")), "t")],
)  # fmt: skip
def test_kinks_poles_and_powers_below_0(body: Expr, point: Expr) -> None:
    assert why(body, ("zeros", 2, 2), point) and why(body, "M", point)


@pytest.mark.parametrize(
    "factor",
    ["z", ("at", "w", 0), ("fn", "I"), MEAN, ("abs", ("*", "z", "s")), ("fn", "exp", ("*", ("fn", "I"), "s")),
     ("fn", "limit", ("forall", "r", REAL, "r"), "t", 0)],
)  # fmt: skip
def test_factors_that_may_not_be_real_or_may_have_no_value(factor: Expr) -> None:
    assert "real" in why(("*", factor, HERE), ("*", factor, ("rate", "A", "t")))


@pytest.mark.parametrize("point", ["z", ("fn", "I"), ("at", "w", 0), "n"])
def test_points_that_may_not_be_real(point: Expr) -> None:
    assert (why(("*", "s", "M"), "M", point) == "") is (point == "n")


@pytest.mark.parametrize("body", [("matrix", ("row", "s")), ("*", ("T", ("basis", 2, 0)), HERE, ("basis", 2, 1))])
def test_numbers_that_are_written_as_matrices(body: Expr) -> None:
    assert why(body, 1)


# -- points without values -------------------------------------------------------------------------------------------
UNEQUAL: Node = {"rule": "intro", "as": "e", "then": {"rule": "order", "positive": [{"weight": 1}],
                 "terms": [{"fact": "e", "in": ["/", "_", -2]}]}}  # fmt: skip
ARITH: Node = {"rule": "arith"}


def denied(variables: Variables, goal: Expr, point: list[Node], *proofs: Node, **more: Any) -> str:
    """Why it is not accepted that the goal fails at some point; "" where it is."""
    tree: Node = {"rule": "split", "nodes": [*proofs]}
    for found in reversed(point):
        tree = {"rule": "witness", **found, "then": tree}
    certificate = {"kind": "refutation", "somewhere": True, "tree": tree, **more}
    try:
        assert check(Statement(tuple(variables), (), goal), certificate).establishes == "denial"
    except Rejected as error:
        return str(error)
    return ""


def value(e: Expr, index: str = "") -> Node:
    return {"value": to_json(e), **({"index": index} if index else {})}


def test_sizes_and_matrices_of_one_point() -> None:
    traceless: Expr = ("==", ("trace", "M"), 0)
    sized: Variables = [("n", NATURAL), ("M", ("matrix", "n", "n"))]
    assert denied(sized, traceless, [value(2), value(("eye", 2))], UNEQUAL, TRIVIAL) == ""
    assert "shape" in denied(sized, traceless, [value(2), value(("eye", 3))], UNEQUAL, TRIVIAL)
    assert "n" in denied(sized[::-1], traceless, [value(("eye", 2)), value(2)], UNEQUAL, TRIVIAL)
    wide: Variables = [("m", NATURAL), ("n", NATURAL), ("N", ("matrix", "m", "n"))]
    point = [value(2), value(1), value(("zeros", 2, 1))]
    assert denied(wide, ("<=", "m", "n"), point, ARITH, TRIVIAL) == ""
    assert "shape" in denied(wide, ("<=", "m", "n"), [*point[:2], value(("zeros", 1, 2))], ARITH, TRIVIAL)


EMPTY: Expr = ("sum", ("*", ("basis", -1, "j"), ("T", ("basis", -1, "j"))), "j", 0, -2)


@pytest.mark.parametrize("found", [("zeros", -1, -1), ("eye", -1), ("T", ("zeros", -1, -1)), EMPTY, 0, ("eye", 1),
                                   ("*", ("fn", "exp", 0), ("eye", -1)), ("basis", -1, 0)])  # fmt: skip
@pytest.mark.parametrize("kind", ["", "sequence", "curve"])
def test_there_is_no_matrix_of_a_size_below_0(found: Expr, kind: str) -> None:
    sort: Expr = ("matrix", "n", "n")
    variables: Variables = [("n", ANY), ("M", (kind, sort) if kind else sort)]
    assert denied(variables, (">=", "n", 0), [value(-1), value(found, "j" if kind else "")], ARITH, TRIVIAL)


@pytest.mark.parametrize(("sort", "found"), [(("integer", 1, 0), n) for n in (-1, 0, 1, 2)])
def test_a_range_that_is_empty_has_no_point(sort: Expr, found: Expr) -> None:
    assert denied([("n", sort), ("M", TWO)], ("false",), [value(found), value(("eye", 2))], TRIVIAL, TRIVIAL)


NEGATIVE: Node = {"rule": "intro", "as": "e", "then": {
    "rule": "positive", "products": [{"weight": 1}, {"square": ["sqrt", -1]}], "terms": [{"fact": "e"}]}}  # fmt: skip


@pytest.mark.parametrize(("sort", "place"), [
    (("sequence", REAL), 0), (CURVE, 0), (("function", TWO, REAL), ("eye", 2)),
])  # fmt: skip
def test_a_point_at_which_a_root_has_no_value(sort: Expr, place: Expr) -> None:
    """The square of a root of -1 is not -1 for real numbers, but there is none."""
    x: Expr = ("at", "x", place)
    goal: Expr = ("==", ("^", ("sqrt", x), 2), x)
    for defined in (TRIVIAL, ARITH, {"rule": "positive"}, LINEAR):
        assert denied([("x", sort)], goal, [value(-1, "j")], NEGATIVE, defined)
    assert "parts" in denied([("x", sort)], goal, [value(-1, "j")], NEGATIVE)
    assert denied([("x", sort)], ("==", ("^", x, 2), x), [value(-1, "j")], UNEQUAL, TRIVIAL) == ""


@pytest.mark.parametrize("sort", [("random", REAL), ("random", TWO), ("sequence", ("random", REAL)),
                                  ("random", ("sequence", REAL)), ("function", TWO, ("random", REAL))])  # fmt: skip
def test_random_variables_are_no_part_of_a_point(sort: Expr) -> None:
    law = {"weights": [1], "outcomes": {"x": [0]}}
    assert denied([("x", sort)], ("false",), [value(0, "j")], TRIVIAL, TRIVIAL, values={}, law=law)
    assert denied([("x", sort)], ("false",), [value(0)], TRIVIAL, TRIVIAL, values={"x": 0}, law=law)


@pytest.mark.parametrize(("sort", "found"), [
    (CURVE, ("abs", "j")), (("curve", TWO), ("*", ("sqrt", "j"), ("eye", 2))),
    (("function", TWO, REAL), ("fn", "log", ("trace", "j"))), (("sequence", ANY), ("/", "j", 2)),
])  # fmt: skip
def test_values_that_do_not_belong_to_their_sort(sort: Expr, found: Expr) -> None:
    assert denied([("x", sort)], ("false",), [value(found, "j")], TRIVIAL, TRIVIAL)


def test_values_and_somewhere_and_nothing_at_all() -> None:
    one: Expr = ("==", "x", 1)
    assert denied([("x", REAL)], one, [value(3)], UNEQUAL, TRIVIAL, values={"x": 1}) == ""
    assert denied([("x", REAL)], one, [value(1)], UNEQUAL, TRIVIAL, values={"x": 3})
    assert denied([("x", REAL)], one, [value(1)], UNEQUAL, TRIVIAL, kind="undefined")
    assert denied([], ("==", 2, 0), [], UNEQUAL, TRIVIAL) == "" and denied([], ("==", 0, 0), [], UNEQUAL, TRIVIAL)
