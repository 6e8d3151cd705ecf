"""Discrete gradient dynamics: every depth, norms, all times, as they are printed, and their twins."""

from fractions import Fraction as F

import mpmath
import pytest
import shipped
from mpmath import mpf
from shipped import decide

from verifier.papers.book import Book


@pytest.fixture(scope="module")
def book() -> Book:
    return shipped.book("discrete_gradient_dynamics")


def twin_of(item: str, hypothesis: str, old: str, new: str):
    """The claim of an item with `old` replaced by `new` in a hypothesis, or in the conclusion."""
    from dataclasses import replace

    page = shipped.copy_of("discrete_gradient_dynamics", item)
    said = page.given[hypothesis] if hypothesis else page.conclusion.text
    assert said.count(old) >= 1
    if hypothesis:
        page.given[hypothesis] = said.replace(old, new)
    else:
        page.conclusion = replace(page.conclusion, text=said.replace(old, new), expected=None)
    return shipped.entries("discrete_gradient_dynamics", page)[0].claim


@pytest.mark.parametrize("item", ["eq-4", "eq-4b", "eq-61", "eq-62", "eq-69", "prose-rank", "eq-17", "eq-105"])
def test_they_are_proved_as_they_are_printed(book: Book, item: str) -> None:
    entry = book.entries(book.items[item])[0]
    verdict = shipped.found(entry.claim)
    assert (verdict.verdict, verdict.vacuity, entry.fidelity) == ("proved", "inhabited", "faithful")


TWINS = [
    ("eq-4", "", "E[0]*F*E[m]*G*E[L]", "E[0]*F*G*E[L]"),  # no bound of the rank
    ("eq-4", "", "P[l+1] == P[l]*W[l]", "P[l+1] == W[l]*P[l]"),
    ("eq-4", "narrowest", "E[m]*E[l] == E[m]", "E[m]*E[l] == E[l]"),  # the widest layer
    ("eq-4b", "wide", "E[0]*E[l] == E[0]", "E[0]*E[l] == E[l]"),
    ("eq-61", "", "e*k**3*t", "e*k**2*t"),
    ("eq-61", "", "2*s*k**2", "s*k**2/2"),
    ("eq-62", "", "2*e*k**3*T*exp", "e*k**3*T*exp"),
    ("eq-69", "", "a[i] + eta*b[i]*(s[i]", "a[i] + eta*a[i]*(s[i]"),
    ("prose-rank", "time", "2*sigma[i]*t > kappa", "2*sigma[i]*t >= kappa"),
    ("eq-17", "", "-log(lam)/(2*sigma)", "log(lam)/(2*sigma)"),
]


@pytest.mark.parametrize(("item", "hypothesis", "old", "new"), TWINS)
def test_corrupted_twins_are_not_proved(item: str, hypothesis: str, old: str, new: str) -> None:
    assert decide(twin_of(item, hypothesis, old, new), 1.5).verdict != "proved"


@pytest.mark.parametrize(
    ("old", "new", "verdict"), [("", "", "proved"), ("2*mu[i]*t < kappa, ell", "2*mu[i]*t < 0, ell", "")]
)
def test_the_path_of_the_autoencoder(old: str, new: str, verdict: str) -> None:
    """The repair of Eq. (33), and its twin in which the modes before their transition may be anything."""
    page = shipped.copy_of("discrete_gradient_dynamics", "eq-33")
    repair = page.repairs[0]
    assert old in repair.given["limits"]
    repair.given["limits"] = repair.given["limits"].replace(old, new) if old else repair.given["limits"]
    made = next(e for e in shipped.entries("discrete_gradient_dynamics", page) if "/repair:" in e.id).claim
    found = decide(made, 10 if verdict else 1.5).verdict
    assert found == verdict if verdict else found != "proved"


# -- other routes -------------------------------------------------------------------------------------------------
def test_the_half_time_by_numbers() -> None:
    with mpmath.workdps(40):
        sigma, lam, kappa = mpf(2), mpf(3), mpf(1)
        for delta in (mpf(20), mpf(40)):
            half = mpmath.log((sigma * mpmath.exp(kappa * delta) - lam) / lam) / (2 * sigma)
            printed = mpmath.log(sigma * mpmath.exp(kappa * delta)) / (2 * sigma)
            assert abs(half - printed + mpmath.log(lam) / (2 * sigma)) < mpmath.exp(-delta)


def test_one_step_of_rectangular_diagonal_layers() -> None:
    """Sizes 3, 2, 4 with two modes, in exact numbers."""
    d, h, p, eta = 3, 2, 4, F(1, 7)

    def diagonal(rows: int, columns: int, entries: list[F]) -> list[list[F]]:
        return [[entries[i] if i == j and i < len(entries) else F(0) for j in range(columns)] for i in range(rows)]

    def times(x: list[list[F]], y: list[list[F]]) -> list[list[F]]:
        columns = list(zip(*y, strict=True))
        return [[sum((a * b for a, b in zip(row, column, strict=True)), F(0)) for column in columns] for row in x]

    def plus(x: list[list[F]], y: list[list[F]], c: F) -> list[list[F]]:
        return [[a + c * b for a, b in zip(r, s, strict=True)] for r, s in zip(x, y, strict=True)]

    lam, sig, a, b = [F(2), F(3), F(5)], [F(7), F(11), F(13)], [F(1, 2), F(1, 3)], [F(1, 5), F(2, 3)]
    D, S, M, N = diagonal(d, d, lam), diagonal(d, p, sig), diagonal(d, h, a), diagonal(h, p, b)
    error = plus(S, times(D, times(M, N)), F(-1))
    first = plus(M, times(error, [list(r) for r in zip(*N, strict=True)]), eta)
    pairs = zip(a, b, sig[:2], lam[:2], strict=True)
    assert first == diagonal(d, h, [x + eta * y * (s - m * x * y) for x, y, s, m in pairs])


def test_the_jump_is_later_than_its_heuristic_place() -> None:
    with mpmath.workdps(30):
        for y in (mpf("0.01"), mpf("0.2"), mpf("0.49")):
            ratio = y / mpmath.log(1 + y)
            assert 1 < ratio <= 1 + y / 2


def test_which_norms_jump(book: Book) -> None:
    """The readings, and that the two sums of k and of k + 1 modes are not the same the other way round."""
    from verifier.language.claim import claim

    entries = book.entries(book.items["prose-any-norm"])
    assert [shipped.found(e.claim).verdict for e in entries] == ["proved", "proved", "refuted", "proved"]
    for entry in entries[:2]:
        twin = claim("twin", entry.claim.goal_text.replace(" > ", " < "), argument=entry.claim.argument,
                     variables={v.name: v.domain for v in entry.claim.variables})  # fmt: skip
        assert decide(twin, 0.5).verdict != "proved"
