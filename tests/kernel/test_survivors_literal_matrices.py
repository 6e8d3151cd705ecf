"""What is refused where terms are written by entries: a rule checks shapes before, so no certificate comes so far."""

from __future__ import annotations

import pytest

from verifier.kernel.algebra.integers import Context
from verifier.kernel.algebra.literal_matrices import Entries, _number
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import Expr, from_json

SORTS: dict[str, Expr] = {
    "A": ("matrix", 2, 2), "B": ("matrix", 2, 3), "x": ("real",), "n": ("integer", 0, "oo"),
    "s": ("sequence", ("real",)),
}  # fmt: skip


@pytest.mark.parametrize(
    ("e", "why"),
    [
        (("==", "A", 1), "different shapes"),
        (("==", 1, "A"), "different shapes"),
        (("==", "A", "B"), "different shapes"),
        (("==", ("+", "A", 1), "A"), "different shapes"),
        (("==", ("+", 1, "A"), "A"), "different shapes"),
        (("<", "A", 1), "where a number is needed"),
        (("+", "A", "A"), "a formula with matrices"),
        (("tends", ("trace", "A"), "t", ("real",)), "a formula with matrices"),
        (("==", ("expect", ("trace", "A"), "w"), 0), "matrices inside of expect"),
        (("==", ("/", 1, "A"), 1), "division by a matrix"),
        (("==", ("basis", 2, 2), 0), "a unit vector"),
        (("==", ("basis", 2, -1), 0), "a unit vector"),
        (("==", ("basis", 2, "n"), 0), "a unit vector"),
        (("==", ("entry", "A", 2, 0), 0), "an entry without"),
        (("==", ("entry", "A", 0, 2), 0), "an entry without"),
        (("==", ("entry", "A", -1, 0), 0), "an entry without"),
        (("==", ("entry", "A", 0, -1), 0), "an entry without"),
        (("==", ("entry", "A", "n", 0), 0), "an entry without"),
        (("==", ("entry", "A", 0, "n"), 0), "an entry without"),
        (("==", ("eye", "n"), "A"), "no literal"),
        (("==", ("zeros", 2, "n"), "A"), "no literal"),
        (("==", ("trace", "B"), 0), "not square"),
        (("==", ("^", "B", 2), 0), "not square"),
        (("==", ("^", "A", "n"), 0), "a power that is not known"),
        (("==", ("matrix", ("row", 1, 2), ("row", 1)), 0), "rows of different lengths"),
        (("==", ("*", "B", "A"), 0), "cannot be multiplied"),
    ],
)
def test_what_cannot_be_written_by_entries(e: Expr, why: str) -> None:
    with pytest.raises(Rejected, match=why):
        Entries(SORTS, Context()).formula(marked(from_json(e)))


def test_only_literals_are_numbers() -> None:
    assert _number(("neg", "x")) is None and _number(("neg", 2)) == -2


def test_a_sum_with_other_ends_stays() -> None:
    e = marked(from_json(("sum", ("at", "s", "j"), "j", 0, "n")))
    assert Entries(SORTS, Context()).value(e) == e


def test_entries_at_the_ends_of_their_range_are_there() -> None:
    for e in (("entry", "A", 0, 0), ("entry", "A", 1, 1), ("entry", ("basis", 2, 0), 0, 0)):
        assert Entries(SORTS, Context()).value(e) in (e, 1)
