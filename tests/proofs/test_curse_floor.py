"""How low the loss can be: kernels of point values and best fits by high-precision sums, and corrupted twins."""

from itertools import combinations

import mpmath
import pytest
import shipped
from shipped import decide

from proofs.curse_of_memory.lemmas.exponential_values import DECAY, FORM, VALUE
from proofs.curse_of_memory.lemmas.positive_definite import INVERSE
from verifier.language.claim import claim


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def stated(paper, id, **changes):
    """The conclusion of an item with these changes, its argument, and the same results cited."""
    item = next(i for i in paper.items if i.id == id)
    cited = shipped.conclusion("curse_of_memory", item.id).claim.lemmas
    rest = {"variables": item.variables, "given": item.given, "definitions": item.definitions, "lemmas": cited}
    return claim("x", **{"goal": item.conclusion.text, "argument": item.conclusion.argument, **rest, **changes})


@pytest.mark.parametrize("id", ["sums-at-a-time", "plateau-floor", "loss-floor"])
def test_what_the_pages_expect(paper, id):
    item = next(i for i in paper.items if i.id == id)
    entry = next(e for e in shipped.book("curse_of_memory").entries(item) if e.id.endswith(id))
    found = shipped.found(entry.claim)
    assert found.verdict == "proved" and found.vacuity == "inhabited" and entry.fidelity == "faithful"


@pytest.mark.parametrize("rates", [(1, 2, 4), (0.01, 1, 100), (1, 1.1, 1.2), (0.5, 3)])
def test_the_kernel_of_a_point_value_is_at_most_n_over_t(rates):
    with mpmath.workdps(40):
        gram = mpmath.matrix([[1 / (mpmath.mpf(v) + w) for w in rates] for v in rates])
        for T in (mpmath.mpf(10) ** k for k in range(-3, 4)):
            e = mpmath.matrix([mpmath.exp(-v * T) for v in rates])
            assert 0 <= T * (e.T * mpmath.lu_solve(gram, e))[0] <= len(rates)


def test_the_best_fit_of_a_bump_by_two_exponentials_sees_little_of_it():
    """The indicator of [9, 10], of norm 1: no two exponentials on a grid fit more than 2 n/S = 4/9 of it."""
    with mpmath.workdps(40):
        grid = [mpmath.mpf(2) ** k / 10 for k in range(-3, 5)]
        for pair in combinations(grid, 2):
            gram = mpmath.matrix([[1 / (v + w) for w in pair] for v in pair])
            seen = mpmath.matrix([(mpmath.exp(-9 * v) - mpmath.exp(-10 * v)) / v for v in pair])
            assert (seen.T * mpmath.lu_solve(gram, seen))[0] <= mpmath.mpf(4) / 9


SORTS = {"n": "positive integer", "v": "matrix(n, 1)", "c": "matrix(n, 1)", "G": "matrix(n, n)", "T": "nonnegative"}
AT = VALUE.replace("*t)", "*T)")


@pytest.mark.parametrize(
    "goal, point",
    [
        (f"T*{AT}**2 <= n*{FORM}/3", {"v": 1, "c": 1, "G": "1/2", "T": "1/2"}),
        (f"(T + 1)*{AT}**2 <= n*{FORM}", {"v": 1, "c": 1, "G": "1/2", "T": 0}),
        (f"T**2*{AT}**2 <= n*{FORM}", {"v": "1/10", "c": 1, "G": 5, "T": 5}),
    ],
)
def test_twins_of_the_bound_at_a_time_are_refuted(paper, goal, point):
    given = next(i for i in paper.items if i.id == "sums-at-a-time").given
    twin = claim("twin", goal, variables=SORTS, given=given, counterexample={"n": 1, **point})
    assert decide(twin, 15).verdict == "refuted"


@pytest.mark.parametrize("name", ["rates", "Gram"])
def test_the_hypotheses_of_the_bound_at_a_time_are_needed(paper, name):
    item = next(i for i in paper.items if i.id == "sums-at-a-time")
    given = {k: g for k, g in item.given.items() if k != name}
    dropped = stated(paper, "sums-at-a-time", given=given, counterexample=item.hints[name].counterexample, argument=())
    assert decide(dropped, 15).verdict == "refuted"


@pytest.mark.parametrize(
    "id, old, new",
    [
        ("plateau-floor", "2*F[T] <=", "3*F[T] <="),
        ("plateau-floor", "2*n*beta**2/S", "n*beta**2/S"),
        ("plateau-floor", "+ 2*alpha", "+ alpha"),
        ("loss-floor", ">= -delta", ">= 0"),
        ("loss-floor", "- 2*P", "- 3*P"),
    ],
)
def test_twins_of_the_floor_are_not_proved(paper, id, old, new):
    text = next(i for i in paper.items if i.id == id).conclusion.text
    assert old in text
    assert decide(stated(paper, id, goal=text.replace(old, new)), 1).verdict != "proved"


@pytest.mark.parametrize("entry", [INVERSE, DECAY])
def test_the_laws_behind_it(entry):
    assert decide(claim("law", entry.formula, argument=entry.by), 24).verdict == "proved"


@pytest.mark.parametrize(
    "entry, old, new",
    [
        (INVERSE, "AA*ZZ*ZZ.T", "AA*ZZ"),
        (INVERSE, ">= ee*norm2(xx)", ">= -ee*norm2(xx)"),
        (DECAY, "diff(DD[t], t) == -Sum", "diff(DD[t], t) == Sum"),
    ],
)
def test_twins_of_the_laws_are_not_proved(entry, old, new):
    twin = entry.formula.replace(old, new)
    assert twin != entry.formula
    assert decide(claim("twin", twin, argument=entry.by), 1).verdict != "proved"


@pytest.mark.parametrize("id", ["plateau-floor", "loss-floor"])
def test_what_is_true_is_proved_by_the_same_means(paper, id):
    assert decide(stated(paper, id), 24).verdict == "proved"
