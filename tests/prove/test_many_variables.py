"""Claims of many variables cost no more than their length."""

from __future__ import annotations

from verifier.prove.refute.candidates import _ranked


def test_simple_points_of_many_variables_are_few() -> None:
    """Two values for each of 150 variables are 2**150 points; they were listed before they were sorted."""
    found = list(_ranked([[0, 1, 2]] * 150, 500))
    assert len(found) == 500 == len(set(found))
    assert found[0] == (0,) * 150 and sum(found[1]) == 1
    assert len(list(_ranked([[0, 1]] * 3, 500))) == 8 and len(set(_ranked([[7]] + [[0, 1]] * 40, 9))) == 8
