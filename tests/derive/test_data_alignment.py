"""Eq. (27) on given data: exact cases, floating-point linear algebra as a second route, and data that are not there."""

import importlib.util
from fractions import Fraction

import data_alignment
import numpy
import pytest
from data_alignment import NoData, NotSimple, alignment, one_hot, shipped
from flint import arb

F = Fraction


def rational(rows):
    return [[F(x) for x in row] for row in rows]


def test_inputs_that_commute_with_the_singular_vectors_have_no_rest():
    found = alignment(rational([[2, 0], [0, 1]]), rational([[1, 0], [0, 3]]))
    assert found.kernel == 0
    assert all(x.contains(0) for x in (*found.rest, *found.alignment))
    assert not found.isotropy.contains(0)  # |diag(4, 1)/sqrt 17 - I/sqrt 2|^2 = 2 - 10/sqrt 34
    assert found.isotropy.overlaps((2 - 10 / arb(34).sqrt()).sqrt())


def test_one_output_leaves_the_rest_of_the_vectors_free():
    found = alignment(rational([[1, 0], [0, 1], [1, 1]]), rational([[F(1)], [F(-1)], [F(0)]]))
    assert found.kernel == 1  # Sigma_xy = (1, -1)'/3 is an eigenvector
    assert all(x.contains(0) for x in found.rest)
    skew = alignment(rational([[1, 0], [0, 1], [1, 1]]), rational([[F(1)], [F(0)], [F(0)]]))
    assert all(x.overlaps((arb(2) / 10).sqrt()) for x in skew.rest)  # |B|^2 = 2, |Sigma_x|^2 = 10, times 1/9


def by_floats(X, Y):
    X, Y = numpy.array(X, float), numpy.array(Y, float)
    S, Q = X.T @ X / len(X), X.T @ Y / len(X)
    U = numpy.linalg.svd(Q)[0]
    D = numpy.diag(numpy.diag(U.T @ S @ U))
    A, UDU = S / numpy.linalg.norm(S), U @ D @ U.T
    rest = numpy.linalg.norm(U.T @ S @ U - D) / numpy.linalg.norm(S)
    return numpy.linalg.norm(A - UDU / numpy.linalg.norm(UDU)), rest


@pytest.mark.parametrize("seed", range(3))
def test_floating_point_lies_between_the_two_choices(seed):
    draw = numpy.random.default_rng(seed)
    X, Y = draw.integers(-5, 6, (9, 4)), draw.integers(-5, 6, (9, 2))
    found = alignment(rational(X.tolist()), rational(Y.tolist()))
    for value, (best, worst) in zip(by_floats(X, Y), (found.alignment, found.rest), strict=True):
        assert float(best) - 1e-9 <= value <= float(worst) + 1e-9
    assert found.kernel == 2 and float(found.rest[0]) < float(found.rest[1])


def test_repeated_or_vanishing_singular_values_are_refused():
    with pytest.raises(NotSimple):
        alignment(rational([[1, 0], [0, 1]]), rational([[1, 0], [0, 1]]))
    with pytest.raises(NotSimple):
        alignment(rational([[1, 0], [0, 1]]), rational([[1, 1], [1, 1]]))


def test_missing_data_are_one_clear_line(monkeypatch):
    monkeypatch.setattr(data_alignment.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NoData, match=r"scikit-learn, which is not installed: pip install 'verifier\[data\]'"):
        shipped("iris")
    with pytest.raises(NoData, match="no data set"):
        shipped("mnist")


@pytest.mark.skipif(importlib.util.find_spec("sklearn") is None, reason="needs the extra `data` (scikit-learn)")
@pytest.mark.parametrize("name, below, above", [
    ("iris", "0.00085", "0.98"), ("wine", "0.0081", "1.2"), ("breast-cancer", "0.033", "1.27")])  # fmt: skip
def test_on_data_that_ship_with_scikit_learn(name, below, above):
    """Delta_xy is at least 38 times smaller than Delta_x, which exceeds 1 on two of them without the factor 1/2."""
    X, classes = shipped(name)
    Y = one_hot(classes)
    found = alignment(X, Y)
    assert found.alignment[1] < arb(below) and found.isotropy > arb(above)
    value = by_floats(X, Y)
    assert float(found.alignment[0]) - 1e-6 <= value[0] <= float(found.alignment[1]) + 1e-6
