"""What no single certificate can tell, and so is asked of the field itself: what is real, and how long numbers are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.kernel.algebra.field import BITS, WORK, Field, _checked, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.terms.expr import REAL, Expr, Number

COMPLEX: Expr = ("complex",)
MATRIX: Expr = ("matrix", 2, 2)
SORTS: dict[str, Expr] = {
    "x": REAL, "z": COMPLEX, "n": ("integer", 0, "oo"), "A": MATRIX,
    "c": ("curve", REAL), "cA": ("curve", MATRIX), "s": ("sequence", REAL), "sz": ("sequence", COMPLEX),
    "sA": ("sequence", MATRIX), "X": ("random", REAL), "f": ("function", MATRIX, REAL),
    "fA": ("function", MATRIX, MATRIX),
}  # fmt: skip
UNREAL: Expr = ("matrix", ("row", ("fn", "I"), 0), ("row", 0, 0))


@pytest.mark.parametrize(
    ("term", "real"),
    [
        (("sum", "x", "j", 0, 1), True), (("sum", "z", "j", 0, 1), False), (("sum", 1, "j", 0, "z"), False),
        (("at", "c", "x"), True), (("rate", "c", "x"), True), (("at", "c", "z"), False), (("at", "cA", "x"), False),
        (("at", "s", "n"), True), (("rate", "s", "n"), False), (("at", "sz", "n"), False), (("at", "sA", "n"), False),
        (("at", "X", "x"), False),
        (("at", "f", "A"), True), (("rate", "f", "A"), False), (("at", "fA", "A"), False), (("at", "f", UNREAL), False),
        (("fn", "diff", ("forall", "x", REAL, 1), 0, 1), True),
        (("fn", "diff", ("forall", "x", REAL, "z"), 0, 1), False),
        (("fn", "diff", ("forall", "x", COMPLEX, 1), 0, 1), False),
    ],
)  # fmt: skip
def test_what_is_real(term: Expr, real: bool) -> None:
    assert is_real(term, SORTS) is real


@pytest.mark.parametrize(
    "term", [("rate", "f", "A"), ("rate", "s", "n"), ("at", "X", "x"), ("at", ("at", "s", 0), 0), ("/", 1, 0)]
)
def test_what_the_field_does_not_read(term: Expr) -> None:
    with pytest.raises(Unknown):
        Field(SORTS).read(term)


def test_other_forms_of_an_atom_are_told() -> None:
    field, one, other = Field(SORTS), ("fn", "exp", ("+", "x", "n")), ("fn", "exp", ("+", "n", "x"))
    assert field.read(one) == field.read(other)
    assert field.forms == [(field.sources.index(one), other)]


# -- bounds --------------------------------------------------------------------------------------------------------


def test_a_field_has_so_much_work() -> None:
    field = Field({})
    field.spend(WORK)
    with pytest.raises(Unknown, match="too much work"):
        field.spend(1)


def test_a_power_has_an_exponent_of_4000_at_most() -> None:
    assert Field({}).power({((0, 1),): 1}, 4000) == {((0, 4000),): 1}
    with pytest.raises(Unknown, match="a power that is too large"):
        Field({}).power({((0, 1),): 1}, 4001)


@pytest.mark.parametrize(("number", "most"), [(2**48, 1000), (Fraction(1, 2**48), 1000)])
def test_a_power_of_a_number_is_not_too_long(number: Number, most: int) -> None:
    assert Field({}).power({(): number}, most) == {(): number**most}
    with pytest.raises(Unknown, match="a number that is too large"):
        Field({}).power({(): number}, most + 1)


@pytest.mark.parametrize("below", [False, True])
def test_a_coefficient_is_not_too_long(below: bool) -> None:
    longest, longer = Fraction(2**BITS - 1), Fraction(2**BITS)
    good, bad = (1 / longest, 1 / longer) if below else (longest, longer)
    assert _checked(good) == good
    with pytest.raises(Unknown, match="a number that is too large"):
        _checked(bad)
