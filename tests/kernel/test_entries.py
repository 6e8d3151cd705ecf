"""Equations at fixed sizes, by entries: the kernel takes the identities and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import Expr

SORTS: dict[str, Expr] = {
    "x": ("real",), "y": ("real",), "z": ("real",), "A": ("matrix", 2, 2), "B": ("matrix", 2, 1), "C": ("matrix", 1, 2),
    "n": ("integer", 1, "oo"), "D": ("matrix", "n", "n"), "s": ("sequence", ("real",)),
}  # fmt: skip
FACTS: dict[str, Expr] = {
    "xy": ("==", ("*", "x", "y"), 1), "pos": (">", "x", 0), "non": (">=", "y", 0), "ne": ("!=", "z", 0),
    "AB": ("==", ("*", "A", "B"), ("zeros", 2, 1)), "sq": ("==", ("+", ("^", "x", 2), ("^", "y", 2)), 0),
    "turned": ("!=", ("det", "A"), 0),
}  # fmt: skip
FIELD: dict[str, Any] = {"rule": "field"}


def sequent() -> Sequent:
    s = Sequent()
    for name, sort in SORTS.items():
        s = s.declare(name, sort)
    for label, fact in FACTS.items():
        s = s.assume(label, fact)
    return s


def accepts(goal: Expr, node: dict[str, Any]) -> bool:
    try:
        Checker().check(sequent(), goal, node)
    except Rejected:
        return False
    return True


def written(*nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    """By entries, then one node for each entry."""
    then = nodes[0] if len(nodes) == 1 else {"rule": "split", "nodes": list(nodes)}
    return {"rule": "by-entries", "then": then, **more}


SUM: Expr = ("sum", ("sum", ("^", ("entry", "A", "i", "j"), 2), "j", 0, 1), "i", 0, 1)
IDENTITIES: list[tuple[Expr, Expr, int]] = [
    (("trace", ("*", "A", ("T", "A"))), SUM, 1),
    (("^", "A", 2), ("-", ("*", ("trace", "A"), "A"), ("*", ("det", "A"), ("eye", 2))), 4),
    (("*", "C", "B", "A"), ("*", "A", ("*", "C", "B")), 4),
    (("*", "A", ("basis", 2, 1)), ("matrix", ("row", ("entry", "A", 0, 1)), ("row", ("entry", "A", 1, 1))), 2),
    (("sum", ("*", "j", "A"), "j", 1, 3), ("*", 6, "A"), 4),
    (("product", ("+", "j", "x"), "j", 0, 1), ("+", "x", ("^", "x", 2)), 1),
    (("sum", ("trace", ("^", "A", "j")), "j", 0, 1), ("+", 2, ("trace", "A")), 1),
    (("det", ("*", 3, "A")), ("*", 9, ("det", "A")), 1),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right", "entries"), IDENTITIES)
def test_identities_and_their_twins(left: Expr, right: Expr, entries: int) -> None:
    node = written(*[FIELD] * entries)
    assert accepts(("==", left, right), node)
    assert not accepts(("==", left, ("*", 2, right)), node)
    assert not accepts(("==", left, ("+", right, right)), node)


@pytest.mark.parametrize(
    "goal",
    [
        ("==", ("*", "A", ("T", "A")), ("*", ("T", "A"), "A")),
        ("==", "A", "B"),
        ("==", ("entry", "A", 2, 0), ("entry", "A", 2, 0)),
        ("==", "D", ("T", "D")),
        ("==", ("sum", "A", "j", 1, "n"), ("*", "n", "A")),
        ("==", ("sum", "A", "j", 1, 0), "A"),
        ("==", ("trace", ("product", ("*", "j", "A"), "j", 1, 0)), 1),
        ("==", ("sum", ("at", "s", "j"), "j", 0, 2), ("+", ("at", "s", 0), ("at", "s", 1))),
        ("<=", "A", "A"),
    ],
)
def test_what_is_no_identity_is_rejected(goal: Expr) -> None:
    for entries in (1, 2, 4):
        assert not accepts(goal, written(*[FIELD] * entries))


def test_an_equation_between_matrices_is_used_entry_by_entry() -> None:
    goal: Expr = ("==", ("*", "C", "A", "B"), 0)

    def terms(*cofactors: Any) -> dict[str, Any]:
        cited = [{"fact": f"e.{i}", "times": c} for i, c in enumerate(cofactors)]
        return written(written({**FIELD, "terms": cited}), on="AB", **{"as": "e"})

    c0, c1 = ["neg", ["entry", "C", 0, 0]], ["neg", ["entry", "C", 0, 1]]
    assert accepts(goal, terms(c0, c1))
    assert not accepts(goal, terms(c1, c0)) and not accepts(goal, terms(c0)) and not accepts(goal, terms(c0, c0))


def test_an_inverse_needs_a_determinant_that_does_not_vanish() -> None:
    goal: Expr = ("==", ("*", "A", ("inverse", "A")), ("eye", 2))
    below = ["-", ["*", ["entry", "A", 0, 0], ["entry", "A", 1, 1]], ["*", ["entry", "A", 0, 1], ["entry", "A", 1, 0]]]
    times = {"fact": "zero", "times": below}
    square = {"rule": "positive", "products": [{"facts": ["d"]}], "terms": [times]}
    away = {"rule": "intro", "as": "zero", "then": square}
    cleared = {**FIELD, "nonzero": [{"of": below, "proof": away}]}
    node = written(written(*[cleared] * 4, apart=[away]), on="turned", **{"as": "d"})
    assert accepts(goal, node)
    times["times"] = ["neg", below]
    assert not accepts(goal, node)
    assert not accepts(goal, written(*[FIELD] * 4)) and not accepts(goal, written(*[FIELD] * 4, apart=[FIELD]))


def test_a_square_that_vanishes_and_a_contradiction() -> None:
    zero: Expr = ("==", "x", 0)
    both = [{"facts": ["apart"]}, {"square": "y"}]
    node = {"rule": "negate", "as": "apart", "then": {"rule": "positive", "products": both, "terms": [{"fact": "sq"}]}}
    assert accepts(zero, node)
    for wrong in ([{"facts": ["apart"]}], [{"square": "y"}], both[:1] * 2):
        assert not accepts(zero, {**node, "then": {"rule": "positive", "products": wrong, "terms": [{"fact": "sq"}]}})
    assert not accepts(("false",), {"rule": "positive", "products": [{}], "terms": [{"fact": "xy"}]})


@pytest.mark.parametrize("terms", [3, [3], [{}], [{"fact": "pos"}], [{"fact": "no"}], [{"fact": "xy", "times": "?"}]])
def test_malformed_terms_are_rejected(terms: Any) -> None:
    assert not accepts(("==", "x", "y"), {**FIELD, "terms": terms})
    assert not accepts(("==", "A", "A"), written(*[{**FIELD, "terms": terms}] * 4))
