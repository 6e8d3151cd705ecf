"""Corrupted twins: many kinds, all typed, none equal to the original."""

from verifier.claims.typing import check_types
from verifier.evidence.kernel.expr import Statement
from verifier.methods.polynomial import prove_identity
from verifier.methods.search import search
from verifier.methods.twins import pick, twins

SORTS = (("A", ("matrix", 2, 2)), ("B", ("matrix", 2, 1)), ("C", ("matrix", 1, 2)))
SQUARE = ("^", ("*", "C", "A", "B"), 2)
FORMULA = ("*", 2, "C", "A", "B", ("T", "C"), ("T", "B"))
GRADIENT = Statement(SORTS, (), ("==", ("grad", SQUARE, "A"), FORMULA))
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
