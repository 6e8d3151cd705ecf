"""Initialization shape: no function has the Hessian (23), for one neuron and for several."""


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


@pytest.mark.parametrize("item", ["B1-a", "claim-imd-fails-fc", "claim-5-multi"])
def test_they_are_proved_as_they_are_printed(book: Book, item: str) -> None:
    entry = book.entries(book.items[item])[0]
    verdict = shipped.found(entry.claim)
    assert (verdict.verdict, verdict.vacuity, entry.fidelity) == ("proved", "inhabited", "faithful")


@pytest.mark.parametrize(("item", "old", "new"), [
    ("B1-a", "1/(2*h*(h + c/2))", "1/(h*(h + c/2))"),  # at delta = 0 the Hessian of |w|
    ("B1-a", "d == 1", "d == 2"),
    ("B1-a", "norm2(u[t]) > 0 and", "norm2(u[t]) < 0 and"),  # no curves: nothing is asked of G
    ("claim-imd-fails-fc", "1/(2*h*(h + c/2))", "1/(h*(h + c/2))"),
    ("claim-imd-fails-fc", "d == 1", "m == 1"),
    ("claim-5-multi", "m >= 2", "m >= 1"),  # one neuron has a factor: B1-b
    ("claim-5-multi", "g[V] > 0", "g[V] >= 0"),
    ("claim-5-multi", "1/(2*h*(h + c/2))", "1/(h*(h + c/2))"),
])  # fmt: skip
def test_corrupted_twins_are_not_proved(book: Book, item: str, old: str, new: str) -> None:
    page = book.items[item]
    lemmas = book.entries(page)[0].claim.lemmas
    assert old in page.conclusion.text + "".join([*page.definitions, *page.given.values()])
    twin = claim("twin", page.conclusion.text.replace(old, new), variables=page.variables, lemmas=lemmas,
                 given={n: g.replace(old, new) for n, g in page.given.items()}, argument=page.conclusion.argument,
                 definitions=[d.replace(old, new) for d in page.definitions])  # fmt: skip
    assert decide(twin, 1.5).verdict != "proved"


# -- another route: the metric around a closed curve of two arcs and two rays -------------------------------------
def test_the_metric_does_not_add_up_to_nothing_around_a_closed_curve() -> None:
    with mpmath.workdps(25):
        for delta in (mpf(0), mpf("0.5"), mpf(3)):

            def size(r, delta=delta):
                return mpmath.sqrt(r**2 + delta**2 / 4)

            inner, outer = mpf(1), mpf(2)
            arcs = outer / (size(outer) + delta / 2) - inner / (size(inner) + delta / 2)
            rays = mpmath.quad(lambda r: 1 / (2 * size(r)), [inner, outer])
            assert abs(arcs - rays) > mpf("1e-2")
