"""Roots of squares whose sum is at most 0: which are found, and that no other is."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import Expr
from verifier.language.named import to_json
from verifier.prove.matrices.squares.vanishing import known, stated, vanished

N: Expr = ("integer", 1, "oo")
U: Expr = ("sequence", ("real",))
RANGE = ["i", 0, ["-", "d", 1]]
HERE: Expr = ("entry", "A", "i", 0)


def scope(fact: Expr) -> Sequent:
    s = Sequent().declare("d", N).declare("x", ("real",)).declare("u", U).declare("A", ("matrix", "d", "d"))
    return s.assume("h", fact)


def square(root: Expr, label: str, **more: Any) -> dict[str, Any]:
    return {"weight": "1", "square": to_json(root), "as": label, **more}


SUM: Expr = ("sum", ("^", HERE, 2), "i", 0, ("-", "d", 1))
NORM: Expr = ("trace", ("*", ("T", "A"), "A"))
TWICE: Expr = ("sum", ("sum", ("^", ("at", "u", ("+", "i", "j")), 2), "j", 1, "i"), "i", 0, ("-", "d", 1))
WHERE = [RANGE, ["j", 1, "i"]]
FOUND: list[tuple[Expr, list[dict[str, Any]], list[Expr]]] = [
    (("<=", NORM, 0), [square("A", "z")], [("==", "A", ("zeros", "d", "d"))]),
    (("==", ("+", ("*", 4, ("^", "x", 2)), NORM), 0), [square("x", "z", weight="4"), square("A", "y")],
     [("==", "x", 0), ("==", "A", ("zeros", "d", "d"))]),
    (("<=", SUM, 0), [square(HERE, "z", over=[RANGE])],
     [("forall", "i", ("integer", 0, ("-", "d", 1)), ("==", HERE, 0))]),
    (("==", ("*", 3, SUM), ("neg", ("^", "x", 2))), [square(HERE, "z", weight="3", over=[RANGE]), square("x", "y")],
     [("forall", "i", ("integer", 0, ("-", "d", 1)), ("==", HERE, 0)), ("==", "x", 0)]),
    (("<=", TWICE, 0), [square(("at", "u", ("+", "i", "j")), "z", over=WHERE)],
     [("forall", "i", ("integer", 0, ("-", "d", 1)),
       ("forall", "j", ("integer", 1, "i"), ("==", ("at", "u", ("+", "i", "j")), 0)))]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "items", "roots"), FOUND)
def test_the_roots_are_0(fact: Expr, items: list[dict[str, Any]], roots: list[Expr]) -> None:
    s = scope(fact)
    found = vanished(s, "h", items, [])
    assert [formula for _, formula, _ in found] == roots
    Checker().check(s, roots[0], stated(found, {"rule": "exact", "fact": items[0]["as"]}))
    assert known(s, found).facts[items[-1]["as"]] == roots[-1]


@pytest.mark.parametrize("fact", [
    ("<=", NORM, 1), (">=", NORM, 0), ("!=", NORM, 0), ("==", NORM, "x"), ("==", ("-", NORM, ("^", "x", 2)), 0),
])  # fmt: skip
def test_what_is_no_such_sum_has_no_roots(fact: Expr) -> None:
    with pytest.raises((Rejected, Unknown)):
        vanished(scope(fact), "h", [square("A", "z")], [])


def test_a_square_with_a_factor_has_no_root() -> None:
    s = scope(("<=", ("*", "d", NORM), 0)).assume("p", (">=", "d", 0))
    assert vanished(s, "h", [square("A", "z", facts=["p"])], []) == []
