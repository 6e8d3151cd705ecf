"""Initialization shape, Eqs. (5) and (10): when a metric is a Hessian; corrupted twins, and potentials in numbers."""

from fractions import Fraction as F
from itertools import product

import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim
from verifier.papers.book import Book


@pytest.fixture(scope="module")
def book() -> Book:
    return shipped.book("initialization_shape")


def verdict(book: Book, item: str, where: str = "", old: str = "", new: str = "", budget: float = 30) -> str:
    """Of the claim with one text in its conclusion, in a hypothesis or in a domain changed."""
    page, made = book.items[item], book.entries(book.items[item])[0].claim
    goal, given, letters = page.conclusion.text, dict(page.given), dict(page.variables)
    text = given.get(where) or letters.get(where) or goal
    assert old in str(text)
    changed = str(text).replace(old, new) if old else text
    if where in given:
        given[where] = changed
    elif where in letters:
        letters[where] = changed
    else:
        goal = changed
    twin = claim("twin", goal, variables=letters, given=given, definitions=page.definitions, lemmas=made.lemmas,
                 argument=page.conclusion.argument)  # fmt: skip
    return decide(twin, budget).verdict


@pytest.mark.parametrize("item", ["eq-5", "eq-10", "eq-5-poincare", "eq-6-everywhere"])
def test_they_are_proved_for_all_metrics(book: Book, item: str) -> None:
    entry = book.entries(book.items[item])[0]
    found = shipped.found(entry.claim)
    assert (found.verdict, found.vacuity, entry.fidelity) == ("proved", "inhabited", "faithful")
    assert verdict(book, item) == "proved"  # the twins differ from it by what they change


@pytest.mark.parametrize(("item", "where", "old", "new"), [
    ("eq-5-poincare", "closed", "P[k]*basis(d, j) == P[j]*basis(d, k)", "P[k]*basis(d, j) == -P[j]*basis(d, k)"),
    ("eq-5-poincare", "closed", "P[k]*basis(d, j) == P[j]*basis(d, k)", "P[k] == P[k]"),  # without the condition
    ("eq-5-poincare", "closed", "<= e*norm2(v)", "<= norm2(v)"),
    ("eq-5-poincare", "", "- M[w]*v", "- norm2(w)*M[w]*v"),
    ("eq-5-poincare", "", "<= e*norm2(v)", "<= e*norm2(v)**2"),
    ("eq-6-everywhere", "Jacobian", "- H[w]*v", "- H[zeros(d, 1)]*v"),
    ("eq-5", "H", "symmetric matrix(d)", "matrix(d, d)"),
    ("eq-5", "", "P[k][i, j] == P[j][i, k]", "P[k][i, j] == -P[j][i, k]"),
    ("eq-5", "", "- H[w]*v", "- H[zeros(d, 1)]*v"),
    ("eq-5", "", "**2 <= e*norm2(v)", "**2 <= e*norm2(v)**2"),
    ("eq-10", "", "(g[w]*H[w])*v", "H[w]*v"),
])  # fmt: skip
def test_corrupted_twins_are_not_proved(book: Book, item: str, where: str, old: str, new: str) -> None:
    """Each is false: multiples of M, H, G or Q would be no corruption, since they have potentials when M has one."""
    assert verdict(book, item, where, old, new, 1.5) != "proved"


# -- another route: the line integral of H(s w) w over [0, 1] in exact numbers ----------------------------------------
def test_the_line_integral_of_a_hessian_is_its_gradient() -> None:
    """Q = x^2 y + x y^3: the part of H of degree n comes with 1/(n + 1)."""
    for x, y in product((F(-1), F(1, 2), F(2)), repeat=2):
        first, second = [[2 * y, 2 * x], [2 * x, F(0)]], [[F(0), 3 * y**2], [3 * y**2, 6 * x * y]]
        field = [(a[0] * x + a[1] * y) / 2 + (b[0] * x + b[1] * y) / 3 for a, b in zip(first, second, strict=True)]
        assert field == [2 * x * y + y**3, x**2 + 3 * x * y**2]


def test_the_line_integral_of_another_metric_has_another_jacobian() -> None:
    """H = I + w w' gives G = w + |w|^2 w/3, and d G_0/dy = 2 x y/3 where H_01 = x y (footnote 3)."""
    x, y = F(3), F(5)

    def first(z: F) -> F:
        return x + (x**2 + z**2) * x / 3

    assert first(y + 1) - first(y - 1) == 2 * F(2, 3) * x * y  # quadratic in y: the central difference is the slope
    assert F(2, 3) * x * y != x * y
