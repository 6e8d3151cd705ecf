"""What the kernel takes for a formula: sizes agree by the facts in scope, and nonsense is refused everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr, Malformed
from verifier.language.named import to_json

SORTS: dict[str, Expr] = {
    "d": ("integer", 1, "oo"), "k": ("integer", 1, "oo"), "n": ("integer", "-oo", "oo"), "x": ("real",),
    "c": ("complex",), "A": ("matrix", "d", "d"), "K": ("matrix", "d", "k"), "B": ("matrix", "d", 1),
    "F": ("matrix", 2, 3), "s": ("sequence", ("real",)), "X": ("sequence", ("matrix", "d", "k")),
    "i": ("sequence", ("integer", 0, "oo")), "z": ("random", ("real",)), "Y": ("random", ("matrix", "d", 1)),
    "r": ("random", ("sequence", ("real",))),
}  # fmt: skip
ZERO: Expr = ("zeros", "d", "d")
LIN: dict[str, Any] = {"rule": "linear"}


def scope(*facts: Expr) -> Sequent:
    s = Sequent()
    for name, sort in SORTS.items():
        s = s.declare(name, sort)
    for i, fact in enumerate(facts):
        s = s.assume(str(i), fact)
    return s


GOOD: list[Expr] = [
    ("==", ("*", "A", "K"), "K"), ("==", ("trace", ("*", "K", ("T", "K"))), "x"), ("==", "c", ("*", "x", "c")),
    ("==", ("T", "x"), "x"), ("==", ("*", ("T", "B"), "B"), 1), ("==", ("^", "A", ("at", "i", 3)), ZERO),
    ("<=", ("entry", "F", 1, 2), ("det", "A")), ("==", ("at", "X", "n"), "K"),
    ("==", ("grad", ("trace", "A"), "A", "A"), "A"), ("==", ("grad", ("trace", "M"), "M", ("T", "A")), "A"),
    ("==", ("expect", ("*", ("at", "Y", "w"), ("T", ("at", "Y", "w"))), "w"), "A"),
    ("==", ("expect", ("*", ("at", ("at", "r", "w"), 2), ("at", "z", "w")), "w"), 0),
    ("tends", ("at", "X", "t"), "t", "K"), ("forall", "m", ("integer", 0, "oo"), ("==", ("eye", "m"), ("eye", "m"))),
    ("==", ("sum", ("*", ("basis", "d", "p"), ("T", ("basis", "d", "p"))), "p", 0, ("-", "d", 1)), ("eye", "d")),
    ("implies", ("==", "k", "d"), ("==", ("*", "K", "K"), "K")), ("==", ("fn", "exp", "x"), ("fn", "pi")),
    ("==", ("fn", "diff", ("forall", "t", ("real",), ("^", "t", 2)), "x", 1), 0), ("==", ("^", "x", "x"), 1),
    ("==", ("fn", "Piecewise", "A", ("<", 0, "x"), ZERO, ("true",)), "A"), ("not", ("and", ("true",), ("false",))),
    ("==", ("eye", ("floor", ("/", "n", 2))), ("eye", ("floor", ("/", "n", 2)))),
    ("==", ("delta", ("mod", "n", 3), 0), 1),
    ("==", ("matrix", ("row", 1, "x", 0), ("row", "x", 0, 1)), "F"), ("!=", ("inverse", "A"), "A"),
    ("==", ("product", ("^", "A", "j"), "j", 0, "d"), "A"), ("==", ("at", "s", ("at", "i", 0)), 0),
    ("==", ("sum", ("entry", "A", ("+", "p", 1), 0), "p", 0, ("-", "d", 2)), 0), ("==", ("entry", "A", "n", 0), 0),
]  # fmt: skip
BAD: dict[str, Expr] = {
    "a product that does not conform": ("==", ("*", "K", "A"), "K"),
    "a product that conforms only sometimes": ("==", ("*", "K", "K"), "K"),
    "a sum of different shapes": ("==", ("+", "A", "K"), "A"),
    "a number plus a matrix": ("==", ("+", "A", 1), "A"),
    "an equation between shapes": ("==", "K", ("T", "K")),
    "a matrix equal to 0": ("==", "A", 0),
    "matrices in order": ("<=", ZERO, "A"),
    "a term as a formula": ("+", "x", 1),
    "a name as a formula": "x",
    "a formula as a term": ("==", ("<", "x", 1), 1),
    "a formula under a connective": ("and", ("true",), "A"),
    "a formula in a sum": ("==", ("sum", ("true",), "j", 0, 1), 0),
    "a sort as a term": ("==", ("real",), "x"),
    "a term as a sort": ("forall", "t", "x", ("true",)),
    "no square": ("==", ("trace", "K"), 0),
    "a power of a rectangle": ("==", ("^", "K", 2), "K"),
    "a determinant of a column": ("==", ("det", "B"), 0),
    "a quotient of matrices": ("==", ("/", "A", "A"), "A"),
    "a matrix under a root": ("==", ("sqrt", "A"), "A"),
    "a matrix as an exponent": ("==", ("^", "x", "A"), 1),
    "a real exponent of a matrix": ("==", ("^", "A", "x"), "A"),
    "an entry outside": ("==", ("entry", "F", 2, 0), 0),
    "an entry outside by the facts": ("==", ("entry", "A", 0, "d"), 0),
    "a negative entry": ("==", ("entry", "A", -1, 0), 0),
    "an entry of a number": ("==", ("entry", "x", 1, 0), 0),
    "a unit vector outside": ("==", ("basis", "d", ("+", "d", 1)), "B"),
    "a negative size": ("==", ("eye", -1), ("eye", -1)),
    "a real size": ("==", ("eye", "x"), ("eye", "x")),
    "a real index": ("==", ("at", "s", "x"), 0),
    "a real end": ("==", ("sum", 1, "j", 0, "x"), 0),
    "a real remainder": ("==", ("mod", "x", 2), 0),
    "an index behind a number": ("==", ("at", "x", 1), 0),
    "a sequence without an index": ("==", "s", "s"),
    "rows of different lengths": ("==", ("matrix", ("row", 1, 2), ("row", 1)), "F"),
    "a row alone": ("==", ("row", 1, 2), "F"),
    "a matrix in a row": ("==", ("matrix", ("row", "A", 1)), "F"),
    "a gradient of a matrix": ("==", ("grad", "A", "A", "A"), "A"),
    "a gradient by a sequence": ("==", ("grad", "x", "s", "s"), 0),
    "a gradient of another shape": ("==", ("grad", "x", "K", "K"), ("T", "K")),
    "a free name": ("==", "w", 0),
    "a name free outside its sum": ("==", ("+", ("sum", "j", "j", 0, 1), "j"), 0),
    "sizes that change under a sum": ("==", ("sum", ("eye", "j"), "j", 1, 2), "A"),
    "a limit of another shape": ("tends", ("at", "X", "t"), "t", ("T", "K")),
    "a random number outside": ("==", "z", 0),
    "a random matrix outside": ("==", ("*", "Y", ("expect", ("T", ("at", "Y", "w")), "w")), "A"),
    "a random matrix without its outcome": ("==", ("expect", "Y", "w"), "A"),
    "a random matrix at a number": ("==", ("expect", ("at", "Y", 1), "w"), "A"),
    "a random matrix at another outcome": ("==", ("at", "Y", "w"), "A"),
    "an outcome as a number": ("==", ("expect", "w", "w"), 0),
    "a random member outside": ("<=", ("at", "r", 0), 1),
    "a random matrix at random": ("forall", "q", ("sequence", ("random", ("real",))), ("true",)),
    "a fact about an outer variable": ("implies", ("==", "k", "d"), ("forall", "k", ("integer", 1, "oo"),
        ("forall", "M", ("matrix", "k", "k"), ("==", ("*", "M", "A"), "A")))),
}  # fmt: skip


@pytest.mark.parametrize("formula", GOOD, ids=str)
def test_a_formula_with_a_meaning_is_taken(formula: Expr) -> None:
    scope().formula(formula)


@pytest.mark.parametrize("name", BAD)
def test_nonsense_is_refused_everywhere(name: str) -> None:
    formula = BAD[name]
    with pytest.raises((Malformed, Rejected)):
        scope().formula(formula)
    variables = tuple(SORTS.items())
    true: Expr = ("==", "x", "x")
    data = to_json(formula)
    proofs: list[tuple[Statement, Any]] = [
        (Statement(variables, (), formula), LIN),
        (Statement(variables, (("h", formula),), true), LIN),
        (Statement(variables, (), true), {"rule": "have", "as": "h", "formula": data, "proof": LIN, "then": LIN}),
        (Statement(variables, (), true), {"rule": "either", "as": "h", "formula": data, "yes": LIN, "no": LIN}),
    ]
    for statement, tree in proofs:
        with pytest.raises(Rejected):
            check(statement, {"kind": "proof", "tree": tree})
    values = {"d": 1, "k": 1, "n": 0, "x": 0}
    for statement in (Statement(variables, (), formula), Statement(variables, (("h", formula),), ("false",))):
        with pytest.raises(Rejected):
            check(statement, {"kind": "refutation", "values": values, "tree": LIN})
    cited = Statement(variables, (), formula)
    with pytest.raises(Rejected):
        check(Statement(variables, (), true), {"kind": "proof", "cites": {"a": cited.digest()}, "tree": LIN},
              {cited.digest(): cited})  # fmt: skip


def test_sizes_agree_by_the_facts_in_scope() -> None:
    product: Expr = ("==", ("*", "K", "K"), "K")
    with pytest.raises(Malformed, match="do not agree"):
        scope().formula(product)
    scope(("==", "k", "d")).formula(product)
    scope(("<=", "k", "d"), ("<", "d", ("+", "k", 1))).formula(product)
    with pytest.raises(Malformed, match="do not agree"):
        scope(("<=", "k", "d")).formula(product)
    statement = Statement(tuple(SORTS.items()), (("same", ("==", "k", "d")),), ("or", product, ("==", "x", "x")))
    assert check(statement, {"kind": "proof", "tree": {"rule": "choose", "index": 1, "then": LIN}})


@pytest.mark.parametrize(
    "value", ["w", "A", ["==", 1, 1], ["entry", "F", 2, 0], "z", ["trace", ["*", "Y", ["T", "Y"]]]]
)
def test_values_have_the_sort_of_their_variable(value: Any) -> None:
    goal: Expr = ("exists", "y", ("real",), ("true",))
    tree = {"rule": "witness", "value": value, "then": {"rule": "split", "nodes": []}}
    with pytest.raises(Rejected):
        check(Statement(tuple(SORTS.items()), (), goal), {"kind": "proof", "tree": tree})
    fact = {"rule": "use", "fact": "h", "at": [value], "as": "u", "then": LIN}
    given = (("h", ("forall", "y", ("real",), ("==", "y", "y"))),)
    with pytest.raises(Rejected):
        check(Statement(tuple(SORTS.items()), given, ("==", "x", "x")), {"kind": "proof", "tree": fact})
