"""The spectral theorem for all sizes: what its argument shows, and what it must not show."""


import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("discrete_gradient_dynamics")


def entry_of(paper, id):
    item = next(i for i in paper.items if i.id == id)
    return item, shipped.conclusion("discrete_gradient_dynamics", item.id)


@pytest.mark.parametrize("id", ["secular-equation", "spectral-theorem"])
def test_what_the_pages_expect(paper, id):
    _, entry = entry_of(paper, id)
    found = shipped.found(entry.claim)
    assert (found.verdict, found.vacuity) == ("proved", "inhabited")


@pytest.mark.parametrize("id, old, new", [
    ("secular-equation", "== mu - g", "== g - mu"),  # -mu^2 == c^2 for n = 1, d = g = 0
    ("secular-equation", "(mu - d[i]) == c[i]", "(mu - d[i]) == -c[i]"),
    ("spectral-theorem", "implies(S.T == S, ", "implies(S == S, "),
    ("spectral-theorem", "S.T == S", "S.T == -S"),
    ("spectral-theorem", "delta(i, j)", "2*delta(i, j)"),
    ("spectral-theorem", "eye(n)", "2*eye(n)"),
])  # fmt: skip
def test_corrupted_twins_are_not_proved_by_the_argument(paper, id, old, new):
    item, entry = entry_of(paper, id)
    text = item.conclusion.text
    assert old in text
    twin = claim("twin", text.replace(old, new), argument=item.conclusion.argument, lemmas=entry.claim.lemmas)
    assert decide(twin, 3).verdict != "proved"


def test_a_matrix_that_is_not_symmetric_may_have_no_such_basis():
    """S = [[0, 1], [0, 0]]: a sum of multiples of u u' is symmetric."""
    goal = ("exists(u, matrix(2, 1) sequence, exists(lam, real sequence,"
            " Matrix([[0, 1], [0, 0]]) == Sum(lam[i]*u[i]*u[i].T, (i, 0, 1))))")  # fmt: skip
    assert decide(claim("nilpotent", goal), 3).verdict != "proved"
