"""Initialization shape, Theorem 4, Eqs. (26), (28), (31), F.2/step-1, and their corrupted twins."""

from __future__ import annotations

import pytest
import shipped
from shipped import LONGEST, decide

from verifier.language.claim import claim
from verifier.language.script import At, Choose, Induct, Numbers, Split, Step, Witness
from verifier.papers.book import Book

AT_0: list[Step] = [Induct("n", base=[Numbers()])]
#: At d = N = 1: with the slope 1 of sigma the gradient does not vanish along v = 1, which no sample sees.
PULLED: list[Step] = [Choose(1), Witness("1"), Split([AT_0, [Witness("1"), Split([AT_0, [Numbers()]])]])]
BLIND = {"d": 1, "N": 1, "X": 0, "w": 1, "a": 1, "V": 1, "b": 1, "delta": 0, "x0": 1, "x": 1, "p": 1, "rho": 1, "y": 0}
ONE = {"d": 1, "N": 1, "X": 1, "g": 1, "m": 1, "h": 2, "nu": "1/2"}
START = {"alpha": 1, "s": 0, "D": 0, "d": 1, "u": 1}


@pytest.fixture(scope="module")
def book() -> Book:
    return shipped.book("initialization_shape")


def verdict(book: Book, id: str, old: str, new: str, point: dict[str, object], script: list[Step]) -> str:
    """Of the claim with one text in its conclusion, its hypotheses or its definitions changed, at a point."""
    page = book.items[id]
    given, definitions = dict(page.given), [str(d) for d in page.definitions]
    assert sum(old in text for text in (page.conclusion.text, *map(str, given.values()), *definitions)) >= 1
    twin = claim("twin", page.conclusion.text.replace(old, new), variables=page.variables,
                 given={n: str(g).replace(old, new) for n, g in given.items()},
                 definitions=[d.replace(old, new) for d in definitions], counterexample=point,
                 argument=[At({"goal": script})] if script else [])  # fmt: skip
    return decide(twin, LONGEST).verdict


@pytest.mark.parametrize(("id", "old", "new", "point", "script"), [
    ("thm-4", "z := -3/2", "z := 3/2", BLIND, PULLED),
    ("thm-4", "z := -3/2", "z := -1", BLIND, PULLED),
    ("thm-4", "slopeQ := 3/2*p", "slopeQ := 3*p", BLIND, PULLED),
    ("thm-4", "z := -3/2", "z := 3/2", {**BLIND, "a": -1, "b": -1}, PULLED),  # the outer layer may be negative
    ("thm-4-negative", "other(q) := -sigma(-q)", "other(q) := sigma(q)", {"rho": 2, "a": -1, "z": 1}, []),
    ("eq-31", "nu[n, 0]*h[n, 0]*X", "nu[n, 0]*X", ONE, []),
    ("eq-31", "nu[n, 0]*h[n, 0]*X", "-nu[n, 0]*h[n, 0]*X", ONE, []),
    ("F.2/step-1", "z := -3/2", "z := 3/2", START, []),
    ("F.2/step-1", "== 3/2*sqrt(alpha*(1 - s)", "== 3/2*sqrt(alpha*(1 + s)", {**START, "s": "1/2", "D": "8/3"}, []),
    ("F.2/step-1", "3/4*(1 + s)**(3/2)", "-3/4*(1 + s)**(3/2)", START, [Choose(2), Numbers()]),
])  # fmt: skip
def test_corrupted_twins_are_refuted(
    book: Book, id: str, old: str, new: str, point: dict[str, object], script: list[Step]
) -> None:
    assert verdict(book, id, old, new, point, script) == "refuted"


#: w(0) = 1 at k = A = 1, where s = 0, and w = x^2 = 1/4.
NEAR_ZERO = {"d": 1, "u": 1, "k": 1, "A": 1, "f": "-3/4", "g": "3/4", "x": "1/2"}


@pytest.mark.parametrize(("old", "new"), [
    ("136*g", "1/1000*g"), ("(1 - s(k))/alpha", "s(k)/alpha"), ("136*g*(1 - s(k))", "136*g*(s(k) - 1)"),
])  # fmt: skip
def test_corrupted_repairs_of_the_condition_are_refuted(book: Book, old: str, new: str) -> None:
    page = book.items["eq-26"].repairs[0]
    assert old in page.conclusion.text
    twin = claim("twin", page.conclusion.text.replace(old, new), variables=page.variables, given=dict(page.given),
                 definitions=[*book.items["eq-26"].definitions, *page.definitions],
                 counterexample=NEAR_ZERO)  # fmt: skip
    assert decide(twin, 30).verdict == "refuted"


def test_the_gradient_inclusion_is_proved_as_it_is_printed(book: Book) -> None:
    entry = book.entries(book.items["eq-28"])[0]
    verdict = shipped.found(entry.claim)
    assert (verdict.verdict, verdict.vacuity, entry.fidelity) == ("proved", "inhabited", "faithful")


@pytest.mark.parametrize(("old", "new"), [
    ("== -(trace(b.T*A[W]*r)", "== (trace(b.T*A[W]*r)"),
    ("trace(a.T*M*r)", "2*trace(a.T*M*r)"),
    ("(z <= 0 or h == 1)", "(z < 0 or h == 1)"),  # at a kink the slope 1 does not serve the directions downwards
    ("r := 1/N*", "r := "),
])  # fmt: skip
def test_corrupted_inclusions_are_not_proved(book: Book, old: str, new: str) -> None:
    page = book.items["eq-28"]
    assert sum(old in text for text in (page.conclusion.text, *page.definitions)) == 1
    definitions = [d.replace(old, new) for d in page.definitions]
    twin = claim("twin", page.conclusion.text.replace(old, new), variables=page.variables, given=dict(page.given),
                 definitions=definitions, argument=page.conclusion.argument)  # fmt: skip
    assert decide(twin, 2).verdict != "proved"
