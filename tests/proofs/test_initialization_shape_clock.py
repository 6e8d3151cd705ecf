"""Initialization shape: the new time of one neuron, and which neurons have the same factor."""

from itertools import product

import mpmath
import pytest
import shipped
from mpmath import mpf
from shipped import decide

from verifier.language.claim import claim
from verifier.papers.book import Book


@pytest.fixture(scope="module")
def book() -> Book:
    return shipped.book("initialization_shape")


def test_the_items_are_proved(book: Book) -> None:
    for item in ("B1-g", "B1-g-negative", "claim-5-multi-own"):
        entry = book.entries(book.items[item])[0]
        assert (shipped.found(entry.claim).verdict, entry.fidelity) == ("proved", "faithful")


@pytest.mark.parametrize(("item", "old", "new"), [
    ("B1-g", "tau[T] >= R", "tau[T] <= R"),
    ("B1-g", "exists(T, nonnegative, tau[T] >= R)", "forall(T, nonnegative, tau[T] >= R)"),
    ("B1-g-negative", "3/2*Abs(a0)", "a0**2"),
    ("B1-g-negative", "-c*k*delta", "c*k*delta"),
    ("claim-5-multi-own", "delta1 == delta2", "delta1 == 2*delta2"),
    ("claim-5-multi-own", "delta1 == delta2", "delta1 != delta2"),
])  # fmt: skip
def test_corrupted_twins_are_not_proved(book: Book, item: str, old: str, new: str) -> None:
    page = book.items[item]
    text = page.conclusion.text
    assert old in text
    twin = claim("twin", text.replace(old, new), variables=page.variables, given=page.given,
                 definitions=page.definitions, argument=page.conclusion.argument)  # fmt: skip
    assert decide(twin, 2).verdict != "proved"


@pytest.mark.parametrize(("item", "hypothesis"), [
    ("B1-g", "delta >= 0"), ("B1-g", "zero error"), ("B1-g", "square loss"), ("B1-g", "a starts"), ("B1-g", "clock"),
    ("B1-g-negative", "delta < 0"), ("B1-g-negative", "full rank"),
])  # fmt: skip
def test_no_hypothesis_is_idle(book: Book, item: str, hypothesis: str) -> None:
    made = book.entries(book.items[item])[0].claim
    assert decide(made.without(hypothesis), 2).verdict != "proved"


# -- the flow of one neuron in one dimension, by its closed forms: p = |wt| = a^2 for delta = 0 ----------------------
def new_time(p: object, until: int) -> mpf:
    return mpmath.quad(lambda t: mpf(3) / 2 * mpmath.sqrt(p(t)), mpmath.linspace(0, until, 20))  # type: ignore[operator]


def test_the_new_time_goes_on_for_data_zero_and_stops_for_data_of_the_other_sign() -> None:
    with mpmath.workdps(20):
        slow = [new_time(lambda t: 1 / (1 + 2 * t), n) for n in (10, 100, 1000)]  # p' = -2 p^2: y = 0
        grown = [mpf(3) / 2 * (mpmath.sqrt(1 + 2 * n) - 1) for n in (10, 100, 1000)]
        assert all(abs(s - g) < 1e-6 for s, g in zip(slow, grown, strict=True))
        fast = new_time(lambda t: 1 / (2 * mpmath.exp(2 * t) - 1), 40)  # p' = 2 p (-1 - p): y = -1, limit 0
        assert abs(fast - mpf(3) / 8 * mpmath.pi) < 1e-6


def test_the_new_time_stops_for_a_negative_delta() -> None:
    """delta = -1, y = 0, X = 1: u = w^2 with u' = -2 u (u - 1) is 1/(1 - exp(-2 t)/2), and a^2 = u - 1."""
    with mpmath.workdps(20):
        assert new_time(lambda t: mpmath.exp(-2 * t) / 2 / (1 - mpmath.exp(-2 * t) / 2), 40) < mpf(3) / 2 * 1


def test_the_factors_of_two_neurons_are_proportional_for_equal_deltas_alone() -> None:
    def factor(x: mpf, delta: int) -> mpf:
        return mpf(3) / 2 * mpmath.sqrt(mpmath.sqrt(x**2 + mpf(delta) ** 2 / 4) + mpf(delta) / 2)

    for one, other in product((0, 1, 2, 5), repeat=2):
        ratios = [factor(mpf(x), one) / factor(mpf(x), other) for x in (1, 2, 10)]
        assert (max(ratios) - min(ratios) < 1e-12) == (one == other)
