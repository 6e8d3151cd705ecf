"""Marks that are not bound, marks that are bound again, and names of functions, which nothing binds."""

from __future__ import annotations

import pytest

from verifier.kernel.terms.binding import bind, free_names, fresh, marked, numbered, same
from verifier.kernel.terms.expr import REAL, Expr, Malformed
from verifier.kernel.work import TooMuch

LOOSE: Expr = ("==", ("+", "x", "#1"), 0)


def test_a_loose_mark_is_not_caught() -> None:
    for made in (lambda: bind("forall", "x", REAL, LOOSE), lambda: marked(("forall", "x", REAL, LOOSE))):
        with pytest.raises(Malformed, match="a loose mark"):
            made()


def test_a_loose_mark_has_no_number() -> None:
    with pytest.raises(Malformed, match="a loose mark"):
        numbered(LOOSE)
    bound: Expr = ("forall", "#1", REAL, ("==", ("+", "x", "#1"), 0))
    assert numbered(bound) == ("forall", "#0", REAL, ("==", ("+", "x", "#0"), 0))


def test_a_mark_may_be_bound_as_a_name_is() -> None:
    body: Expr = ("==", "#1", 0)
    assert bind("forall", "#1", REAL, body) == ("forall", "#1", REAL, body)


def test_a_mark_that_is_bound_inside_is_another_one() -> None:
    inner: Expr = ("sum", ("*", "#1", "#2"), "#2", 0, 1)
    body: Expr = ("==", ("sum", inner, "#1", 0, "#1"), 0)
    assert bind("forall", "#1", REAL, body) == ("forall", "#1", REAL, body)


def test_the_name_of_a_function_is_not_bound() -> None:
    named: Expr = ("forall", "f", REAL, ("==", ("sum", ("fn", "f", "j"), "j", 0, 1), "f"))
    assert marked(named) == ("forall", "#1", REAL, ("==", ("sum", ("fn", "f", "#1"), "#1", 0, 1), "#1"))


def test_equality_is_up_to_bound_names() -> None:
    one, other = (("forall", x, REAL, ("==", x, "a")) for x in "xy")
    assert same(one, other)
    assert not same(one, ("forall", "x", REAL, ("==", "x", "b")))


def test_what_nobody_could_pay_for_is_not_read() -> None:
    e: Expr = "x"
    for _ in range(30):
        e = ("+", e, e)
    with pytest.raises(TooMuch):
        free_names(e)


@pytest.mark.parametrize(("name", "new"), [("x", "x2"), ("x1", "x2"), ("1", "11"), ("y", "y")])
def test_a_fresh_name_has_another_number(name: str, new: str) -> None:
    assert fresh(name, {"x", "x1", "1"}) == new
