"""Second routes to Appendix C.2 of the curse of memory, by enumeration and exact algebra, and corrupted twins."""

from fractions import Fraction
from itertools import product
from math import comb, factorial

import pytest
import shipped
from shipped import decide

from proofs.curse_of_memory.lemmas.dimensions import RANK_AND_NULLITY, SQUARE
from proofs.curse_of_memory.lemmas.surjections import SURJECTIONS
from verifier.derive.measures.set_partitions import restricted_growth_strings, stirling2
from verifier.language.claim import claim


@pytest.fixture(scope="module")
def claims():
    paper = shipped.paper("curse_of_memory")
    book = shipped.book("curse_of_memory")
    return {e.id: e for item in paper.items if item.id == "lem-C.2" for e in book.entries(item)}


def determinant(rows):
    rows, sign, value = [list(map(Fraction, r)) for r in rows], 1, Fraction(1)
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != k:
            rows[k], rows[pivot], sign = rows[pivot], rows[k], -sign
        value *= rows[k][k]
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return sign * value


def rank(rows):
    rows, found = [list(map(Fraction, r)) for r in rows], 0
    for column in range(len(rows[0])):
        pivot = next((i for i in range(found, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        for i in range(found + 1, len(rows)):
            factor = rows[i][column] / rows[found][column]
            rows[i] = [x - factor * y for x, y in zip(rows[i], rows[found], strict=True)]
        found += 1
    return found


CLOSE = (Fraction(1, 2), Fraction(51, 100))


@pytest.mark.parametrize(("factors", "degrees"), [((2, 3), 2), ((2, 3, 5), 1), (CLOSE, 3), ((7,), 5)])
def test_independence_by_the_matrix_with_repeated_nodes(factors, degrees):
    """Columns j^k l^j at j = 0, 1, ..., as many as there are functions."""
    size = len(factors) * (degrees + 1)
    rows = [[Fraction(x) ** j * j**k for x in factors for k in range(degrees + 1)] for j in range(size)]
    assert determinant(rows) != 0
    again = (*factors[:-1], factors[0]) if len(factors) > 1 else None
    if again:
        rows = [[Fraction(x) ** j * j**k for x in again for k in range(degrees + 1)] for j in range(size)]
        assert determinant(rows) == 0


@pytest.mark.parametrize("m", range(1, 7))
def test_number_of_spaces_by_enumeration(m):
    onto = [sum(set(f) == set(range(n)) for f in product(range(n), repeat=m)) for n in range(m + 1)]
    for n in range(1, m + 1):
        assert onto[n] == factorial(n) * stirling2(m, n) == factorial(n) * len(list(restricted_growth_strings(m, n)))
        assert n**m == sum(comb(n, k) * onto[k] for k in range(n + 1))


SIZES = [(m, n) for m in range(1, 6) for n in range(1, m + 1)]


@pytest.mark.parametrize(("m", "n"), SIZES)
def test_dimension_by_the_rank_of_the_constraints(m, n):
    """w_i = w*_j and the sums of amplitudes, for every partition without null blocks."""
    for word in restricted_growth_strings(m, n):
        rates = [[int(k == m + i) for k in range(2 * m)] for i in range(m)]
        sums = [[int(k < m and word[k] == j) for k in range(2 * m)] for j in range(n)]
        assert 2 * m - rank(rates + sums) == m - n


def test_equal_functions_and_level_sets():
    """All students with m = 3 on small grids, two targets: equal transforms at 8 points, or the level conditions."""
    for target in ([(1, 2)], [(1, 1), (-1, 3)]):
        wanted = {w: c for c, w in target}
        for a, w in product(product((-1, 0, 1, 2), repeat=3), product((1, 2, 3), repeat=3)):
            equal = all(
                sum(Fraction(x, s + u) for x, u in zip(a, w, strict=True)) == sum(Fraction(c, s + u) for c, u in target)
                for s in range(1, 9)
            )  # fmt: skip
            levels = {u: sum(x for x, v in zip(a, w, strict=True) if v == u) for u in {*w, *wanted}}
            on_a_space = all(levels[u] == wanted.get(u, 0) for u in levels) and wanted.keys() <= set(w)
            assert equal == on_a_space


@pytest.mark.parametrize(
    ("goal", "steps", "variables"),
    [
        ("forall(k, positive integer, forall(R, matrix(k, k), forall(Q, matrix(k, k), implies(R.T*Q == eye(k),"
         " Q*R.T == 2*eye(k)))))",
         [*RANK_AND_NULLITY, SQUARE], {}),
        ("factorial(n + 1)*stirling2(m + 1, n + 1)"
         " == (n + 1)*(factorial(n + 1)*stirling2(m, n + 1) + factorial(n + 1)*stirling2(m, n))",
         SURJECTIONS, {"m": "nonnegative integer", "n": "nonnegative integer"}),
        ("n**m == Sum(FallingFactorial(n, k)*stirling2(m, k), (k, 0, n - 1))", SURJECTIONS,
         {"m": "nonnegative integer", "n": "nonnegative integer"}),
    ],
)  # fmt: skip
def test_corrupted_twins(goal, steps, variables):
    found = decide(claim("twin", goal, variables=variables, argument=steps), 2).verdict
    assert found in ("refuted", "undecided", "supported")


def test_equal_rates_are_not_independent(claims):
    """Lemma C.2 without distinct rates: the same argument does not go through."""
    made = claims["lem-C.2"].claim
    given = {h.name: h.formula for h in made.given if h.name != "rates"}
    domains = {"d": "positive integer", "N": "positive integer", "c": "matrix(N, 1) sequence", "w": "real sequence"}
    domains |= {"a": "real", "b": "real"}
    weak = claim("weak", made.goal, variables=domains, given=given, argument=made.argument)
    assert decide(weak, 2).verdict != "proved"
