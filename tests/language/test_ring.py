"""Terms at concrete sizes as polynomials."""

import pytest

from verifier.language.values.ring import Ring


def test_gradients_at_fixed_values_are_taken_before_the_values_go_in():
    ring = Ring({"A": ("matrix", 2, 2)}, {"A": ("matrix", ("row", 1, 2), ("row", 3, 4))})
    found = ring.entries(("grad", ("trace", ("*", "A", "A")), "A", "A"))
    assert [p.terms for p in found] == [{0: 2}, {0: 6}, {0: 4}, {0: 8}]


def test_nested_reciprocals_differentiate_once():
    ring = Ring({"x": ("real",)})
    ring.declare_nonzero(ring.scalar("x"))
    ring.declare_nonzero(ring.scalar(("+", 1, ("/", 1, "x"))))
    f = ("/", 1, ("+", 1, ("/", 1, "x")))
    slope = ("*", ("^", f, 2), ("^", "x", -2))
    assert ring.vanishes(ring.scalar(("-", ("grad", f, "x", "x"), slope)))
    assert not ring.vanishes(ring.scalar(("-", ("grad", f, "x", "x"), ("*", 2, slope))))


def test_sequences_are_atoms_and_symbolic_sizes_are_refused():
    ring = Ring({"a": ("sequence", ("real",)), "t": ("integer", 0, "oo"), "D": ("matrix", "t", "t")})
    assert not ring.scalar(("-", ("at", "a", ("+", "t", 1)), ("at", "a", ("+", 1, "t")))).terms
    assert ring.scalar(("-", ("at", "a", ("+", "t", 1)), ("at", "a", "t"))).terms
    for e in ("D", ("^", "t", "t"), ("/", 1, "t"), ("^", ("+", "t", 1), 10**6)):
        with pytest.raises(ValueError):
            ring.entries(e)
