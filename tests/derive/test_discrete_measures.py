"""Discrete measures: moments, Hankel positivity, recovery from moments, pairs that share moments."""

import doctest
import random
from dataclasses import replace
from fractions import Fraction
from math import factorial

import mpmath
import pytest
from questions import refused_in_one_line
from sympy import Integer, Matrix, Poly, Rational

from verifier.derive.exact_numbers import Inexact
from verifier.derive.measures import discrete_measures, hankel_positivity, moment_recovery
from verifier.derive.measures.discrete_measures import NoMeasure, binomial_pair, chebyshev_pair, matching_pair, measure
from verifier.derive.measures.hankel_positivity import TooFewMoments, hankel, moment_conditions, positivity
from verifier.derive.measures.moment_recovery import NotMoments, recover


def test_examples():
    for module in (discrete_measures, hankel_positivity, moment_recovery):
        assert doctest.testmod(module).failed == 0


def random_measure(source, n, positive=False):
    atoms = source.sample([Fraction(p, q) for p in range(-9, 10) for q in (1, 2, 3, 7)], n)
    weights = [Fraction(source.randint(1, 9), source.randint(1, 9)) for _ in atoms]
    signs = [1 if positive else source.choice((1, -1)) for _ in atoms]
    return measure(atoms, [s * w for s, w in zip(signs, weights, strict=True)])


def test_hankel_matrices_are_those_of_the_moments():
    source = random.Random(0)
    for n in range(1, 5):
        m = random_measure(source, n)
        assert hankel(m.moments(7)) == m.hankel(4) and m.verify()
        assert not replace(m, weights=(*m.weights[:-1], Integer(0))).verify()
        assert hankel(m.moments(8), 3, shift=2) == Matrix(3, 3, lambda i, j, m=m: m.moment(i + j + 2))


def test_positivity_agrees_with_all_principal_minors():
    source = random.Random(1)
    seen = set()
    for _ in range(150):
        n = source.randint(1, 4)
        root = Matrix(n, source.randint(1, 4), lambda i, j: source.randint(-2, 2))
        a = root * root.T - source.choice([0, 0, 1]) * Matrix.diag(*[source.randint(0, 1) for _ in range(n)])
        found = positivity(a)
        minors = []
        for mask in range(1, 2**n):
            rows = [i for i in range(n) if mask >> i & 1]
            minors.append(a.extract(rows, rows).det())
        leading = [a[:k, :k].det() for k in range(1, n + 1)]
        kind = "positive definite" if min(leading) > 0 else "indefinite" if min(minors) < 0 else "positive semidefinite"
        assert found.kind == kind and found.verify()
        if found.holds:
            assert found.rank == a.rank()
        seen.add(kind)
    assert len(seen) == 3


def test_moments_of_positive_measures_pass_and_others_do_not():
    source = random.Random(2)
    for n in (1, 2, 3):
        m = random_measure(source, n, positive=True)
        low, high = min(m.atoms), max(m.atoms)
        conditions = moment_conditions(m.moments(7), (low, high + 1))
        assert all(c.holds for c in conditions) and conditions[0].rank == n
        if n > 1:
            outside = moment_conditions(m.moments(9), (low, (low + high) / 2))
            assert any(not c.holds for c in outside)
    failed = next(c for c in moment_conditions([1, 0, "-1/10"]) if not c.holds)
    assert (failed.witness.T * failed.matrix * failed.witness)[0, 0] < 0


@pytest.mark.parametrize("seed", range(12))
def test_recovery_of_rational_atoms(seed):
    source = random.Random(seed)
    n = source.randint(1, 4)
    m = random_measure(source, n)
    found = recover(m.moments(2 * n + seed % 3))
    assert found.measure == m and found.rational and found.verify()
    atoms = len(m.atoms)
    assert recover(m.moments(2 * atoms), atoms=atoms).measure == m
    assert found.moment(11) == m.moment(11)
    assert mpmath.mpf(found.residual_bound(30)) < mpmath.mpf(10) ** -10


def test_recovery_of_gauss_nodes():
    """The moments of the uniform law on [-1, 1]: the atoms are the roots of Legendre's polynomials."""
    for n in range(1, 8):
        moments = [Fraction(1 - k % 2, k + 1) for k in range(2 * n)]
        found = recover(moments)
        from sympy import legendre

        x = found.polynomial.gen
        assert found.polynomial.as_expr() == Poly(legendre(n, x), x).monic().as_expr()
        with mpmath.workdps(60):
            known = [mpmath.mpf(c.p) / c.q for c in Poly(legendre(n, x), x).all_coeffs()]
            gauss = sorted(mpmath.polyroots(known, 400, extraprec=400))
            for (atom, weight), node in zip(found.numbers(50), gauss, strict=True):
                assert abs(mpmath.mpf(atom.middle) - node) < mpmath.mpf(10) ** -40
                r = mpmath.mpf(atom.middle)
                p = mpmath.diff(lambda t, n=n: mpmath.legendre(n, t), r)
                assert abs(mpmath.mpf(weight.middle) - 1 / ((1 - r * r) * p * p)) < mpmath.mpf(10) ** -25
        bound = mpmath.mpf(found.residual_bound(50))
        assert bound < mpmath.mpf(10) ** -45
        with mpmath.workdps(60):
            pairs = [(mpmath.mpf(a.middle), mpmath.mpf(w.middle)) for a, w in found.numbers(50)]
            for k, m in enumerate(moments):
                assert abs(sum(w * a**k for a, w in pairs) - mpmath.mpf(m.numerator) / m.denominator) <= bound


def test_recovery_with_radicals():
    found = recover([1, 0, "1/2", 0])
    assert [x**2 for x in found.measure.atoms] == [Rational(1, 2)] * 2
    assert [found.moment(k) for k in range(6)] == [1, 0, Rational(1, 2), 0, Rational(1, 4), 0]
    assert [found.measure.moment(k) for k in range(6)] == [found.moment(k) for k in range(6)]


def test_what_is_no_measure_is_refused():
    for moments in ([1, 0, -1, 0], [1, 0, 0, 0, 1, 0], [0, 1], [1, 1, 1, 2], [1, 2, 3, 4]):
        with pytest.raises(NotMoments) as error:
            recover(moments)
        assert "\n" not in str(error.value)
    with pytest.raises(TooFewMoments):
        recover([1, 1, 1], atoms=2)
    with pytest.raises(NotMoments):
        recover(measure([1], [1]).moments(4), atoms=2)
    with pytest.raises(Inexact):
        recover([1.0, 0])


@pytest.mark.parametrize("n", range(1, 12))
def test_binomial_pairs(n):
    pair = binomial_pair(n)
    assert pair.verify() and pair.agree == n
    # the n-th difference of x^n is n!; the mass of each part is 2^(n-1)
    assert pair.difference == Rational(factorial(n), 2 ** (n - 1))
    on_interval = binomial_pair(n, -1, 1)
    assert on_interval.difference == pair.difference * Rational(2, n) ** n
    assert on_interval.first.moments(n) == on_interval.second.moments(n)


@pytest.mark.parametrize("n", range(1, 12))
def test_chebyshev_pairs(n):
    pair = chebyshev_pair(n)
    assert pair.verify() and pair.difference == Rational(4, 2**n)
    # twice the distance of x^n from lower degrees, so no pair on [-1, 1] differs more
    assert pair.difference >= binomial_pair(n, -1, 1).difference
    with mpmath.workdps(50):
        for k in range(n + 1):
            sides = []
            for side in (pair.first, pair.second):
                atoms = [mpmath.mpf(a.evalf(50)) for a in side.atoms]
                weights = [mpmath.mpf(w.p) / w.q for w in side.weights]
                sides.append(sum(w * (a**k if k else 1) for a, w in zip(atoms, weights, strict=True)))
            gap = sides[0] - sides[1] - (mpmath.mpf(4) / 2**n if k == n else 0)
            assert abs(gap) < mpmath.mpf(10) ** -45


def test_pairs_on_any_rational_nodes():
    source = random.Random(7)
    for n in range(1, 8):
        nodes = source.sample([Fraction(p, q) for p in range(-9, 10) for q in (1, 5, 7)], 3 * n)
        nodes = sorted(set(nodes))[: n + 1]
        pair = matching_pair(nodes)
        assert pair.verify()
        assert {Fraction(str(x)) for x in (*pair.first.atoms, *pair.second.atoms)} == set(nodes)
    # two systems of n states: 2n nodes share 2n - 1 moments and not the next (Cohen-Karlik et al., Lemma A.1)
    pair = matching_pair([Fraction(j, 7) for j in range(-3, 3)])
    assert len(pair.first.atoms) == len(pair.second.atoms) == 3 and pair.agree == 5


def test_twins_fail():
    pair = binomial_pair(4)
    assert not replace(pair, agree=5).verify()
    assert not replace(pair, difference=pair.difference + 1).verify()
    assert not replace(pair, second=measure(pair.second.atoms, [Fraction(1, 3), Fraction(2, 3)])).verify()
    cheb = chebyshev_pair(4)
    assert not replace(cheb, difference=-cheb.difference).verify()
    assert not replace(cheb, first=cheb.second, second=cheb.first).verify()
    wrong = replace(cheb.first, weights=(Rational(1, 3),) * len(cheb.first.atoms))
    assert not replace(cheb, first=wrong).verify()
    found = recover([1, 0, "1/2", 0])
    assert not replace(found, moments=(Integer(1), Integer(0), Rational(1, 3), Integer(0))).verify()
    factor, weight = found.parts[0]
    assert not replace(found, parts=((factor, weight * 2),)).verify()
    good = positivity(Matrix([[2, 1], [1, 2]]))
    assert not replace(good, pivots=(Integer(2), Integer(1))).verify()
    assert not replace(good, kind="positive semidefinite").verify()
    assert not replace(good, kind="indefinite", witness=Matrix([1, 1])).verify()


@pytest.mark.parametrize("call", [
    lambda: measure([1, 2], [1]),
    lambda: matching_pair([1]),
    lambda: matching_pair([1, 1, 2]),
    lambda: binomial_pair(0),
    lambda: binomial_pair(3, 1, 0),
    lambda: chebyshev_pair(0),
    lambda: chebyshev_pair(61),
    lambda: hankel([1, 2], 2),
    lambda: positivity(Matrix([[1, 2], [3, 4]])),
    lambda: moment_conditions([]),
    lambda: moment_conditions([1, 0], (1, 0)),
])  # fmt: skip
def test_bad_questions_get_one_line(call):
    refused_in_one_line(call)
    assert issubclass(NoMeasure, ValueError)
