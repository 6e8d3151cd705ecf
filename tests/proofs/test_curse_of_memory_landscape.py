"""Second routes to Appendix D of the curse of memory, by programs that share nothing with it, and corrupted twins."""

from fractions import Fraction
from itertools import product
from math import comb, factorial

import pytest
import shipped
from exponential_students import hessian, moment, rank
from shipped import decide

from verifier.derive.stationary.inertia import exact_inertia
from verifier.language.claim import claim

F = Fraction


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def item_of(paper, id):
    return next(i for i in paper.items if i.id == id)


#: Targets with the critical points (1, 1) and (1, 1/2) of J_1; I_2 is -1/36 there, and 1/25.
POSITIVE = [(F(3, 8), F(1, 2)), (F(3, 4), F(2))]
#: 1/(what + w*) = 9/10 and 4/5 with what = 1/2.
MIXED = [(F(20, 9), F(10, 9) - F(1, 2)), (F(-5, 4), F(5, 4) - F(1, 2))]


SHARES = [(F(1, 2), F(1, 3), F(1, 6)), (F(2), F(-3), F(2)), (F(1), F(0), F(0)), (F(1, 2), F(1, 2), F(0))]


@pytest.mark.parametrize(("target", "rate"), [(POSITIVE, F(1)), (MIXED, F(1, 2))])
@pytest.mark.parametrize("shares", SHARES)
def test_rank_and_inertia_on_a_space_with_one_rate(target, rate, shares):
    """m = 3, n = 1: the inertia is that of J_1's Hessian, two zeros, and that of the signs of a_i less one sign."""
    one = hessian([F(1)], [rate], target)
    assert moment(0, rate, [F(1)], [rate], target) == moment(1, rate, [F(1)], [rate], target) == 0
    curvature = moment(2, rate, [F(1)], [rate], target)
    assert curvature != 0
    large = hessian(list(shares), [rate] * 3, target)
    signs = [a * curvature for a in shares]
    less = 1 if curvature > 0 else -1  # the sum of the shares is 1
    positive = sum(s > 0 for s in signs) - (less > 0)
    negative = sum(s < 0 for s in signs) - (less < 0)
    alone, found = exact_inertia(one), exact_inertia(large)
    assert (found.positive, found.negative) == (alone.positive + positive, alone.negative + negative)
    assert rank(large) == alone.positive + alone.negative + sum(a != 0 for a in shares) - 1 <= 3 + 1


def test_the_gradient_moves_with_the_assignment():
    """(132) at points that are not critical, for all maps of 3 neurons onto 2 rates."""
    b, v = [F(2), F(-3)], [F(1), F(5, 2)]
    for s in product(range(2), repeat=3):
        if set(s) != {0, 1}:
            continue
        sizes = [s.count(0), s.count(1)]
        a = [b[k] / sizes[k] for k in s]
        w = [v[k] for k in s]
        for i, k in enumerate(s):
            assert moment(0, w[i], a, w, POSITIVE) == moment(0, v[k], b, v, POSITIVE)
            assert moment(1, w[i], a, w, POSITIVE) == moment(1, v[k], b, v, POSITIVE)


def stirling(m, n):
    return sum((-1) ** k * comb(n, k) * (n - k) ** m for k in range(n + 1)) // factorial(n)


def test_counts():
    for m in range(1, 30):
        total = sum(factorial(n) * stirling(m, n) for n in range(1, m))
        poly = F((m + 1) * (3 * m - 2), 24)
        assert (total >= poly * factorial(m)) == (m >= 2)
        assert (total == poly * factorial(m)) == (m in (2, 3))
        assert m < 4 or total >= (poly + F((m - 2) * (m - 3) ** 2, 48)) * factorial(m)
        assert all(n**m == sum(comb(n, k) * factorial(k) * stirling(m, k) for k in range(n + 1)) for n in range(1, 6))


TWINS = (
    ("thm-D.1-space", "-2*a[i, 0]*(H*a - q)[i, 0] == 0", "-2*a[i, 0]*(H*a + q)[i, 0] == 0"),
    ("thm-D.1", "K == factorial(n)*stirling2(m, n)", "K == factorial(n)*stirling2(m, n) + 1"),
    ("thm-D.1", "(j, 0, (m-n)-1)", "(j, 0, (m-n))"),
    ("thm-D.3", "Q == V*S.T", "Q == S*V.T*S*S.T"),
    ("thm-D.3", "m-n-1", "m-n"),
    ("rem-D.4-congruence", "+ 2*z.T*", "+ z.T*"),
    ("rem-D.5-constant", "- 2*(a + x).T*s", "+ 2*(a + x).T*s"),
    ("rem-D.2", "**2/48", "**2/24"),
    ("rem-surjections", "stirling2(m, k), (k, 0, n)", "stirling2(m, k), (k, 0, n-1)"),
    ("rem-D.8", "r > 0 and", "r < 0 and"),
    ("lem-D.1", "J1(a, u) <= J1(x, y)", "J1(a, u) < J1(x, y)"),
)


@pytest.mark.parametrize(("id", "old", "new"), TWINS)
def test_corrupted_twins_are_not_proved(paper, id, old, new):
    item = item_of(paper, id)
    text = item.conclusion.text
    assert old in text
    twin = claim("twin", text.replace(old, new), variables=item.variables, given=item.given,
                 definitions=item.definitions, argument=item.conclusion.argument)  # fmt: skip
    assert decide(twin, 0.5).verdict != "proved"


@pytest.mark.parametrize("id", ["thm-D.3", "thm-D.7"])
def test_verdicts(paper, id):
    for entry in shipped.book("curse_of_memory").entries(item_of(paper, id)):
        assert shipped.found(entry.claim).verdict == (entry.expected or "proved"), entry.id
