"""False statements with certificates made up for them: entries of matrices, roots between two ends,
Taylor's formula, closeness to a limit, finite sums, and points at which a statement is said to be undefined.
"""

from __future__ import annotations

from typing import Any

import pytest
from pace import within_bounds
from sequents import accepts, sequent

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import FALSE, INTEGER, REAL, TRUE, Expr
from verifier.language.claim import claim
from verifier.language.named import to_json

Node = dict[str, Any]
FIELD: Node = {"rule": "field"}
LINEAR: Node = {"rule": "linear"}
TRIVIAL: Node = {"rule": "split", "nodes": []}
OO: Expr = ("fn", "oo")
NATURAL: Expr = ("integer", 0, "oo")
SQUARE: Expr = ("matrix", 2, 2)


def grid(*rows: tuple[Expr, ...]) -> Expr:
    return ("matrix", *(("row", *row) for row in rows))


def proves(statement: Statement, tree: Node, **more: Any) -> bool:
    try:
        check(statement, {"kind": "proof", "tree": tree, **more})
    except Rejected:
        return False
    return True


# -- by-entries ---------------------------------------------------------------------------------------------

MEMBER: Expr = ("at", "S", 0)
MEAN: Expr = ("expect", ("at", "X", "w"), "w")
SOME: Expr = ("sum", ("at", "S", "j"), "j", 0, "n")
WRITTEN: Expr = ("sum", ("at", "S", "j"), "j", 0, 1)


@pytest.mark.parametrize("closing", [FIELD, LINEAR], ids=["field", "linear"])
@pytest.mark.parametrize("hidden", [MEMBER, MEAN, SOME, WRITTEN], ids=["member", "mean", "sum", "written"])
def test_a_matrix_without_entries_of_its_own_is_no_number(hidden: Expr, closing: Node) -> None:
    variables: tuple[tuple[str, Expr], ...] = (
        ("n", NATURAL), ("A", SQUARE), ("S", ("sequence", SQUARE)), ("X", ("random", SQUARE)),
    )  # fmt: skip
    each = {"rule": "split", "nodes": [closing] * 4}
    goals: list[tuple[Expr, Node]] = [
        (("==", ("*", hidden, "A"), ("*", "A", hidden)), each),
        (("==", ("T", hidden), hidden), closing),
        (("==", ("*", "A", ("T", hidden)), ("*", "A", hidden)), each),
        (("==", ("*", 2, ("trace", hidden)), ("*", 2, ("det", hidden))), closing),
    ]
    for goal, rest in goals:
        assert not proves(Statement(variables, (), goal), {"rule": "by-entries", "then": rest}), goal
    scalars = tuple((n, ("real",) if s == SQUARE else (s[0], REAL) if len(s) == 2 else s) for n, s in variables)
    goal = ("==", ("*", hidden, "A"), ("*", "A", hidden))
    if closing is LINEAR or hidden is MEMBER:  # of numbers it is true
        assert proves(Statement(scalars, (), goal), closing)


def shear(x: Expr) -> Expr:
    return grid((1, x), (0, 1))


def test_a_known_power_is_not_that_of_a_bound_name() -> None:
    """From M(x)^n == M(x), which says that x == 0, nothing follows for other x."""
    each = {"rule": "intro", "as": "z", "then": {"rule": "split", "nodes": [FIELD] * 4}}
    by = {"rule": "by-entries", "equations": ["h"], "then": each}
    for bound in ("x", "n"):
        variables: tuple[tuple[str, Expr], ...] = (("n", INTEGER), ("x", REAL))
        sort: Expr = REAL if bound == "x" else INTEGER
        known: Expr = ("==", ("^", shear("x"), "n"), shear("x"))
        given = (("least", (">=", "n", 3)), ("h", known))
        fact: Expr = ("forall", bound, sort, known)
        then = {"rule": "exact", "fact": "g"}
        tree = {"rule": "have", "as": "g", "formula": to_json(fact), "proof": by, "then": then}
        assert not proves(Statement(variables, given, fact), tree), bound


def test_other_ways_to_read_entries_wrongly() -> None:
    s = sequent(A=("matrix", 2, 3), B=("matrix", 3, 2), C=SQUARE, k=INTEGER, x=REAL)
    false_ones: list[Expr] = [
        ("==", ("det", ("*", "A", "B")), ("det", ("*", "B", "A"))),
        ("==", ("det", ("*", "A", "B")), 0),
        ("==", ("trace", "A"), ("trace", ("T", "A"))),
        ("==", ("sum", "C", "j", 1, 0), "C"),
        ("==", ("trace", ("sum", "C", "j", 1, 0)), ("trace", "C")),
        ("==", ("product", grid(("j", 1), (0, 1)), "j", 1, 2), grid((2, 3), (0, 1))),  # not in this order
        ("==", ("entry", "C", "k", 0), ("entry", "C", 0, 0)),
        ("==", ("entry", "A", 0, 1), ("entry", ("T", "A"), 0, 1)),
        ("==", "C", ("trace", "C")),
        ("==", ("*", "C", ("inverse", "C")), ("eye", 2)),
        ("==", ("^", "C", "k"), "C"),
        ("forall", "x", REAL, ("==", ("*", ("inverse", grid(("x", 0), (0, 1))), grid(("x", 0), (0, 1))), ("eye", 2))),
    ]  # fmt: skip
    for goal in false_ones:
        for n in (1, 4):
            rest: Node = FIELD if n == 1 else {"rule": "split", "nodes": [FIELD] * n}
            away = {"rule": "intro", "as": "z", "then": FIELD}
            for more in ({}, {"apart": [away]}):
                assert not accepts(s, goal, {"rule": "by-entries", "then": rest, **more}), goal
    assert accepts(s, ("==", ("det", ("*", "B", "A")), 0), {"rule": "by-entries", "then": FIELD})


def cased(e: Expr) -> Expr:
    return ("fn", "Piecewise", e, TRUE)


def named(e: Expr, of: Expr, index: int, label: str, then: Node) -> Node:
    """Take `e` for a Piecewise that is always equal to it."""
    fail = [TRIVIAL] * index
    node = {"rule": "piece", "of": to_json(of), "index": index, "fail": fail, "holds": TRIVIAL, "as": label}
    return {**node, "then": {"rule": "replace", "fact": label, "back": True, "then": then}}


def test_a_matrix_in_a_case_or_under_a_derivative_is_no_number() -> None:
    variables: tuple[tuple[str, Expr], ...] = (("A", SQUARE), ("B", SQUARE), ("S", ("sequence", SQUARE)))
    each = {"rule": "by-entries", "then": {"rule": "split", "nodes": [FIELD] * 4}}
    for a, b in (("A", "B"), (MEMBER, ("at", "S", 1)), ("A", MEMBER)):
        swapped: Expr = ("==", ("*", a, b), ("*", b, a))
        for closing in (FIELD, LINEAR, each):
            both = named(a, cased(a), 0, "p", named(b, cased(b), 0, "q", closing))
            assert not proves(Statement(variables, (), swapped), both)
            mixed: Expr = ("fn", "Piecewise", 0, FALSE, a, TRUE)  # a number by its first case
            assert not proves(Statement(variables, (), swapped), named(a, mixed, 1, "p", closing))
    s = sequent(A=SQUARE, B=SQUARE, S=("sequence", SQUARE))
    slope: Expr = ("fn", "diff", ("forall", "x", REAL, ("*", "x", "A")), 0, 1)
    turn: Expr = ("fn", "diff", ("forall", "x", REAL, ("*", "x", "B")), 0, 1)
    goals: list[Expr] = [("==", ("*", f, g), ("*", g, f)) for f, g in ((cased("A"), cased("B")), (slope, turn))]
    for goal in goals:
        assert not accepts(s, goal, FIELD), goal
    for hidden in ("A", MEMBER, cased("A"), cased(MEMBER), slope):
        witness = {"rule": "witness", "value": to_json(hidden), "then": TRIVIAL}
        assert not accepts(s, ("exists", "z", ("complex",), TRUE), witness), hidden
        for name in ("abs-nonnegative", "exp-nonzero", "re-im"):
            tree = {"rule": "instance", "name": name, "at": [to_json(hidden)], "as": "e", "then": TRIVIAL}
            assert not accepts(s, TRUE, tree), (name, hidden)


# -- work ---------------------------------------------------------------------------------------------------

BIG = grid(*(tuple(10**1000 + i * j for j in range(12)) for i in range(12)))
THIN = grid(*(tuple(("/", 10**900 + i, 10**900 + 3 * i + 7 * j + 1) for j in range(12)) for i in range(12)))


@pytest.mark.parametrize(
    "goal",
    [
        ("==", ("^", BIG, 40), BIG),
        ("==", ("^", THIN, 40), THIN),
        ("==", ("^", grid(("x", "y"), ("y", "x")), 40), ("^", grid(("x", "y"), ("y", "x")), 40)),
    ],
    ids=["numbers", "fractions", "terms"],
)
def test_long_work_is_stopped(goal: Expr) -> None:
    with within_bounds():
        assert not accepts(sequent(n=NATURAL, x=REAL, y=REAL), goal, {"rule": "by-entries", "then": FIELD})


# -- a root between two ends --------------------------------------------------------------------------------

#: term in x, low, high: it changes its sign and vanishes nowhere between the ends
JUMPS: list[tuple[str, Expr, Expr]] = [
    ("1/x", -1, 1), ("tan(x)", 1, 2), ("sign(x)", -1, 1), ("floor(x) - 1/2", 0, 2), ("acot(x)", -1, 1),
    ("x/Abs(x)", -1, 1),
    ("Piecewise((x - 1, x < 0), (x + 1, True))", -1, 1), ("Piecewise((x - 2, x <= 1/2), (x + 1, True))", 0, 1),
    ("Piecewise((-1, x == 0), (1, True))", 0, 1), ("gamma(x)", -1, 1), ("1/(x - 1/3)**3", 0, 1), ("atan(1/x)", -1, 1),
    ("ceiling(x) - 1/2", 0, 1), ("Min(1/x, 1)", -1, 1), ("csc(x)", -1, 1), ("x**(-3)", -1, 1), ("exp(1/x) - 1", -1, 1),
]  # fmt: skip


def rooted(text: str, low: Expr, high: Expr) -> bool:
    """The signs at the ends are granted; that the term is continuous is tried with all that could close it."""
    term = claim("t", f"{text} == 0", variables={"x": "real"}).statement().goal[1]  # type: ignore[index]
    goal: Expr = ("exists", "x", REAL, ("and", ("<=", low, "x"), ("<=", "x", high), ("==", term, 0)))

    def at(e: Expr, v: Expr) -> Expr:
        return v if e == "x" else tuple(at(a, v) for a in e) if isinstance(e, tuple) else e

    facts = {"a": ("<=", at(term, low), 0), "b": (">=", at(term, high), 0), "c": ("<=", at(term, high), 0),
             "d": (">=", at(term, low), 0)}  # fmt: skip
    box: Node = {"rule": "box", "prec": 60, "tree": "pass", "facts": ["bounds.0", "bounds.1"]}
    closing: list[Node] = [TRIVIAL, FIELD, box, {"rule": "intro", "as": "q", "then": FIELD}]
    closing += [{"rule": "split", "nodes": [node] * n} for node in list(closing) for n in (2, 3)]
    for falling, signs in ((False, "ab"), (True, "cd")):
        for continuous in closing:
            tree = {
                "rule": "intermediate", "name": "x", "of": to_json(term), "low": to_json(low), "high": to_json(high),
                "order": {"rule": "arith"}, "negative": {"rule": "exact", "fact": signs[0]}, "falling": falling,
                "positive": {"rule": "exact", "fact": signs[1]}, "point": "t", "bounds": "bounds",
                "continuous": continuous, "as": "found", "then": {"rule": "exact", "fact": "found"},
            }  # fmt: skip
            if accepts(sequent(facts), goal, tree):
                return True
    return False


@pytest.mark.parametrize(("text", "low", "high"), JUMPS, ids=[t for t, *_ in JUMPS])
def test_a_jump_over_zero_is_no_root(text: str, low: Expr, high: Expr) -> None:
    assert not rooted(text, low, high)


@pytest.mark.parametrize("text", ["cos(x) - x", "x**3 - 1/2", "1/(x + 1) - x", "sqrt(x) - 1/2", "Abs(x - 1/2) - 1/4"])
def test_a_continuous_term_has_a_root(text: str) -> None:
    assert rooted(text, 0, 1)


# -- points where a statement is said to be undefined -------------------------------------------------------


def undefined(goal: str, values: dict[str, Any], *trees: Node, given: tuple[str, ...] = (), **variables: str) -> bool:
    statement = claim("t", goal, variables=variables, given=given).statement()
    for tree in trees:
        try:
            check(statement, {"kind": "undefined", "values": values, "tree": tree})
        except Rejected:
            continue
        return True
    return False


EQUAL: Node = {"rule": "split", "nodes": [FIELD, FIELD]}
CLOSE: tuple[Node, ...] = (TRIVIAL, FIELD, {"rule": "arith"}, EQUAL, {"rule": "positive", "products": [{}]})


def test_a_power_of_zero_has_a_value() -> None:
    assert not undefined("Abs(z**(1/2))**2 == Abs(z)", {"z": 0}, *CLOSE, z="complex")
    assert not undefined("z**w == z**w", {"z": 0, "w": 0}, *CLOSE, z="complex", w="complex")
    assert not undefined("z**2 == z**2", {"z": 0}, *CLOSE, z="complex")
    assert undefined("z**(-1/2) == z**(-1/2)", {"z": 0}, *CLOSE, z="complex")
    assert undefined("z**(-2) == z**(-2)", {"z": 0}, *CLOSE, z="complex")


def test_guards_keep_a_term_from_being_undefined() -> None:
    assert undefined("1/x == 1/x", {"x": 0}, *CLOSE, x="real")
    for goal in ("implies(x != 0, 1/x == 1/x)", "x == 0 or 1/x == 1/x", "Piecewise((1/x, x != 0), (0, True)) == 0",
                 "x != 0 and 1/x > 0", "Sum(1/k, (k, 1, 0)) == x", "diff(x**2, x)/x == 2"):  # fmt: skip
        assert not undefined(goal, {"x": 0}, *CLOSE, x="real"), goal
    assert not undefined("1/x == 1/x", {"x": 0}, *CLOSE, given=("x > 0",), x="real")
    assert not undefined("1/x == 1/x", {"x": 0}, *CLOSE, x="positive")


# -- sums ---------------------------------------------------------------------------------------------------


def test_ends_and_empty_ranges_of_sums() -> None:
    s = sequent(n=INTEGER, f=("sequence", REAL))
    total: Expr = ("sum", ("at", "f", "j"), "j", 1, "n")
    exact = {"as": "e", "then": {"rule": "exact", "fact": "e"}}
    last: Expr = ("==", total, ("+", ("sum", ("at", "f", "j"), "j", 1, ("-", "n", 1)), ("at", "f", "n")))
    first: Expr = ("==", total, ("+", ("at", "f", 1), ("sum", ("at", "f", "j"), "j", 2, "n")))
    for goal, rest in ((last, [1, ["-", "n", 1]]), (first, [2, "n"])):
        node: Node = {"rule": "sum-range", "of": to_json(total), "range": rest, **exact}
        assert not accepts(s, goal, node)  # wrong for n < 1
        assert accepts(s.assume("h", (">=", "n", 1)), goal, node)
