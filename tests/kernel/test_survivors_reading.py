"""What the reader refuses by itself: a rule checks shapes and scopes before, so no certificate comes so far."""

from __future__ import annotations

import pytest

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.algebra.reading import OPAQUE, Reader
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import Expr, from_json

NATURAL: Expr = ("integer", 0, "oo")
TERMS = tuple(f"x{i}" for i in range(OPAQUE + 1))


def reader() -> Reader:
    s = Sequent()
    for name, sort in (
        ("d", ("integer", 1, "oo")), ("n", NATURAL), ("x", ("real",)), ("A", ("matrix", "d", "d")),
        ("B", ("matrix", "d", 1)), ("C", ("matrix", 1, "d")), ("D", ("matrix", "d", "n")),
        ("s", ("sequence", ("real",))), ("c", ("curve", ("real",))), ("r", ("random", ("real",))),
        ("S", ("sequence", ("sequence", ("real",)))),
        ("R", ("random", ("matrix", "d", "d"))), ("u", ("random", ("matrix", "d", 1))),
        ("v", ("random", ("matrix", "d", 1))), *((x, ("real",)) for x in TERMS),
    ):  # fmt: skip
        s = s.declare(name, sort)
    return s.reader()


@pytest.mark.parametrize(
    ("e", "why"),
    [
        (("abs", "x"), "no exact normal form"),
        (("random", "x"), "no exact normal form"),
        ("nowhere", "no number and no matrix"),
        ("s", "no number and no matrix"),
        (("at", 5, 0), "an index behind"),
        (("at", "nowhere", 0), "an index behind"),
        (("at", "x", 0), "x is no sequence"),
        (("at", "A", 0), "A is no sequence"),
        (("at", ("at", "x", "w"), 0), "something random"),
        (("at", ("at", 5, "w"), 0), "something random"),
        (("at", "r", "w"), "something random"),
        (("expect", ("expect", ("at", "r", "w"), "v"), "w"), "something random"),
        (("expect", ("at", "r", "Nonew"), "w"), "something random"),
        (("expect", ("at", ("at", "S", "w"), 0), "w"), "something random"),
        (("rate", "x", 0), "no curve"),
        (("rate", 5, 0), "no curve"),
        (("sum", ("at", "c", "j"), "j", 0, "n"), "that a sum runs over"),
        (("at", "c", "A"), "a time that is a matrix"),
        (("at", "c", ("sum", ("at", "s", "j"), "j", 0, "n")), "a sum over a variable"),
        (("at", "c", ("+", *TERMS)), "a time that is a sum"),
        (("sqrt", ("+", *TERMS)), "a sum of more"),
        (("+", "x", "A"), "different shapes"),
        (("*", "A", "C"), "do not conform"),
        (("^", "D", 2), "not square"),
        (("trace", "D"), "not square"),
        (("^", ("sum", ("at", "s", "j"), "j", 0, "n"), "n"), "a symbolic power of a sum"),
        (("^", ("+", "x", 1), "n"), "a symbolic power of a sum"),
        (("sum", ("zeros", "j", "j"), "j", 1, "n"), "different shapes"),
        (("matrix", ("row", 1, 2), ("row", 1)), "rows of different lengths"),
        (("matrix", ("row", 1), ("+", 1)), "rows of different lengths"),
        (("grad", ("*", "y", "y"), "y", ("+", "x", 1)), "no variable"),
        (("grad", ("*", "y", "y"), "y", "s"), "no variable"),
        (("grad", ("sqrt", "y"), "y", "x"), "the derivative of sqrt"),
        (("expect", ("^", ("at", "r", "w"), "n"), "w"), "a high or symbolic power"),
    ],
)  # fmt: skip
def test_the_reader_refuses(e: Expr, why: str) -> None:
    with pytest.raises(Unknown, match=why):
        reader().read(marked(from_json(e)))


def test_so_many_terms_are_compared_as_a_whole() -> None:
    for e in (("at", "c", ("+", *TERMS[1:])), ("sqrt", ("+", *TERMS[1:]))):
        assert len(reader().scalar(e)) == 1


def test_a_word_that_is_left_over_has_no_gradient() -> None:
    (word,), _ = reader().read("A")
    with pytest.raises(Unknown, match="the gradient of a matrix"):
        reader()._mono_gradient(word, "A")


@pytest.mark.parametrize(
    "e",
    [
        ("*", ("T", ("at", "u", "w")), ("at", "v", "w"), ("T", ("at", "u", "w")), "B"),
        ("*", "C", ("at", "R", "w"), "B", "C", ("at", "R", "w"), "B"),
        ("*", "C", ("at", "R", "w"), "B", "C", ("at", "u", "w")),
        ("*", "C", ("at", "u", "w"), "C", ("at", "R", "w"), "B"),
        ("*", ("T", "B"), ("at", "R", "w"), "B", ("T", "B"), ("at", "u", "w")),
        ("*", ("entry", ("at", "R", "w"), 0, 0), ("T", ("at", "u", "w")), "B"),
    ],
)
def test_a_mean_of_numbers_that_cannot_be_joined_stays_one(e: Expr) -> None:
    value = reader().scalar(marked(("expect", e, "w")))
    ((_, ((atom, _),), word),) = value
    assert atom[0] == "scalar-mean" and not word
