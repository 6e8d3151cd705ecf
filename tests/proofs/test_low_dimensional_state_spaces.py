"""The audit of low dimensional state spaces, as far as it goes: every claim comes out as its page says.

The important verdicts are reached a second time by unlike means: exact arithmetic on examples, finite differences,
interval arithmetic.
"""

from fractions import Fraction

import pytest
import shipped
from mpmath import iv, mp, mpf
from shipped import LONGEST, decide

from verifier.prove import portfolio

PAPER = shipped.paper("low_dimensional_state_spaces")
BOOK = shipped.book("low_dimensional_state_spaces")
ENTRIES = {e.id: e for item in PAPER.items for e in BOOK.entries(item)}
#: Inferences that do not follow.
BROKEN = ["lemma-E.4/E.14#inference", "init-law/the mentioned scheme#inference", "E.109/ends#inference",
          "E.134b/from Cauchy-Schwarz#inference", "E.37/first#inference"]  # fmt: skip
#: Cited and not shown here.
ASSUMED = ["ext-WY-P2"]
WRONG = {
    "def-1", "E.35", "E.35b", "lemma-E.4", "lemma-E.4/E.14", "E.52", "E.53", "E.13/p2", "E.76", "E.58", "E.81",
    "E.69-E.70", "E.76b", "E.77b", "E.115", "E.116", "E.136", "lemma-E.15", "D.2/b", "E.67", "E.109", "E.109/ends",
    "E.87[with A, as legible]", "E.112-E.113[(M_1^2 eps^0.75)^2]", "init-law/the mentioned scheme", "E.47b",
    "lemma-E.10/matrix[entries of variance eps^2/m, as in the eps-normal start of a d x d matrix]",
    "E.134b/from Cauchy-Schwarz", "E.36/argument", "E.36d/gamma", "E.36e", "ext-BM", "E.37", "E.37/first", "E.37/ends",
    "E.37c",
}  # fmt: skip


def verdict(id):
    return decide(ENTRIES[id].claim, LONGEST)


def test_the_pages_have_no_faults():
    assert PAPER.faults == []
    assert [item.fault for item in PAPER.items if item.fault] == []


#: Of the instances of one law at all sizes up to 21 the least and the greatest.
INSTANCES = [id for id in ENTRIES if "the law itself, m = " in id and not id.endswith(("m = 1", "m = 21"))]


#: Claims that the page proves in steps.
ARGUED = [id for id, entry in ENTRIES.items() if entry.claim.argument and id not in (*WRONG, *BROKEN)]


@pytest.mark.parametrize("id", ARGUED[::15])
def test_a_claim_is_proved_anew_by_the_steps_of_its_page(id):
    assert portfolio.decide(ENTRIES[id].claim, LONGEST).verdict == "proved"


@pytest.mark.parametrize("id", [id for id in ENTRIES if id not in (*BROKEN, *ASSUMED, *INSTANCES)])
def test_a_claim_comes_out_as_its_page_says(id):
    wanted = "refuted" if id in WRONG else "proved"
    assert ENTRIES[id].expected in (None, wanted)
    assert verdict(id).verdict == wanted, verdict(id).reason


@pytest.mark.parametrize("id", BROKEN)
def test_an_argument_that_breaks_is_refuted(id):
    assert verdict(id).verdict == "refuted"


# -- second routes ----------------------------------------------------------------------------------------------------
def path(points, size):
    """The adjacency matrix of a path on the first `points` of `size` points."""
    return [[int(abs(i - j) == 1 and max(i, j) < points) for j in range(size)] for i in range(size)]


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def closed_walks(matrix, length):
    """How many walks of 0, 1, ..., length - 1 steps lead from the first point back to it."""
    state, found = [1] + [0] * (len(matrix) - 1), []
    for _ in range(length):
        found.append(state[0])
        state = times(matrix, state)
    return found


@pytest.mark.parametrize("n", range(1, 9))
def test_the_paths_agree_for_2n_steps_and_then_differ_by_one(n):
    for d in range(n + 1, n + 4):
        short, long = closed_walks(path(n, n), 2 * n + 1), closed_walks(path(n + 1, d), 2 * n + 1)
        assert short[:-1] == long[:-1] and long[-1] == short[-1] + 1


@pytest.mark.parametrize("n", range(1, 5))
def test_moments_below_2n_do_not_determine_a_law_and_one_more_does(n):
    """A law with n atoms, weights positive: its Hankel matrix of size n + 1 is singular, smaller ones are definite."""
    atoms = [Fraction(2 * i - n, n + 1) for i in range(n)]
    weights = [Fraction(i + 1, n * (n + 1) // 2) for i in range(n)]
    moments = [sum(w * a**m for w, a in zip(weights, atoms, strict=True)) for m in range(2 * n + 1)]
    hankel = [[moments[i + j] for j in range(n + 1)] for i in range(n + 1)]
    assert determinant(hankel) == 0 and all(determinant([r[:m] for r in hankel[:m]]) > 0 for m in range(1, n + 1))
    hankel[n][n] += 1  # another last moment is that of a law with n + 1 atoms
    assert determinant(hankel) > 0


def determinant(matrix):
    rows, value = [[Fraction(x) for x in row] for row in matrix], Fraction(1)
    for i in range(len(rows)):
        pivot = next((r for r in range(i, len(rows)) if rows[r][i]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != i:
            rows[i], rows[pivot], value = rows[pivot], rows[i], -value
        value *= rows[i][i]
        for r in range(i + 1, len(rows)):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return value


def test_the_gradient_has_a_factor_two():
    """d = k = 1, no teacher: L = (cb)^2 and dL/db = 2 c^2 b; central differences of parabolas are exact."""
    b, c, h = Fraction(3), Fraction(5), Fraction(1, 7)
    quotient = ((c * (b + h)) ** 2 - (c * (b - h)) ** 2) / (2 * h)
    assert quotient == 2 * (c * b) * c != (c * b) * c


def test_the_joint_probability_is_below_three_quarters():
    iv.dps = 30
    one, three = 1 - 2 * iv.exp(-iv.mpf(180) / 64), (1 - 2 * iv.exp(-iv.mpf(180) / 64)) ** 3
    assert three.b < mpf("0.69") and (one**2 * (1 - 2 * iv.exp(-iv.mpf(3600) / 64))).a > mpf("0.77")


def test_the_exponential_of_a_logarithm_is_a_power():
    mp.dps = 40
    for eps in (mpf(1) / 10, mpf(1) / 1000):
        left = mp.exp(-2 * mpf(3) * mp.log(1 / mp.sqrt(eps)))  # w_0 = 3, C = 1
        assert abs(left / eps**3 - 1) < mpf(10) ** -30
        assert abs(left / (mp.exp(-6) * mp.sqrt(eps)) - 1) > mpf(1) / 10


def test_a_normalised_moment_may_exceed_the_gain():
    """One atom at 1 with b = 1/2: Chat Bhat = 1/4, and every normalised moment is 1."""
    gain = Fraction(1, 2) * Fraction(1, 2)
    assert all(gain * 1**j / gain > gain for j in range(5))
