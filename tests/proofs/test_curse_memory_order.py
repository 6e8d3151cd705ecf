"""Lemma C.1 (iii) under its printed hypotheses, by quadrature and as corrupted twins."""


import mpmath
import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def conclusion(paper, id):
    item = next(i for i in paper.items if i.id == id)
    return item, shipped.conclusion("curse_of_memory", item.id)


def stated(paper, id, **changes):
    item, entry = conclusion(paper, id)
    rest = {"variables": item.variables, "given": item.given, "lemmas": entry.claim.lemmas}
    return claim("x", **{"goal": item.conclusion.text, "argument": item.conclusion.argument, **rest, **changes})


@pytest.mark.parametrize("id", ["lem-C.1-parts", "lem-C.1-order", "lem-C.1"])
def test_what_the_pages_expect(paper, id):
    _, entry = conclusion(paper, id)
    found = shipped.found(entry.claim)
    assert (found.verdict, found.vacuity, entry.fidelity) == ("proved", "inhabited", "faithful")


@pytest.mark.parametrize("name", ["F", "H", "G", "size"])
def test_hypotheses_of_the_parts_are_needed(paper, name):
    item, _ = conclusion(paper, "lem-C.1-parts")
    given = {k: g for k, g in item.given.items() if k != name}
    dropped = stated(paper, "lem-C.1-parts", given=given, counterexample=item.hints[name].counterexample, argument=())
    assert decide(dropped, 15).verdict == "refuted"


@pytest.mark.parametrize(
    "old, new",
    [
        ("K*u**n*exp(-w*u)", "K*u**n*exp(-2*w*u)"),
        ("(t0, oo)", "(0, oo)"),
        ("diff(Q[t], t) <= B and ", ""),
    ],
)
def test_twins_of_the_order_are_not_proved(paper, old, new):
    item, _ = conclusion(paper, "lem-C.1-order")
    text = item.conclusion.text
    assert old in text
    twin = stated(paper, "lem-C.1-order", goal=text.replace(old, new))
    assert decide(twin, 1).verdict != "proved"


@pytest.mark.parametrize("n", [0, 1, 2])
def test_the_order_by_quadrature(n):
    """q = e^(-t^2), w = 1: the integral over u^n e^(-u) stays between two constants."""
    ratios = []
    for u in (1, 3, 6, 12):
        seen = mpmath.quad(lambda t, u=u: t**n * mpmath.exp(-t - (t - u) ** 2), [0, u, u + 8])
        ratios.append(seen / (u**n * mpmath.exp(-u)))
    assert max(ratios) < 4 and min(ratios) > 1


@pytest.mark.parametrize(
    ("old", "new"), [("K*u**n*exp(-w*u)", "K*exp(-w*u)"), ("forall(u, (t0, oo)", "forall(u, (0, oo)")]
)
def test_twins_of_the_lemma_are_not_proved(paper, old, new):
    item, _ = conclusion(paper, "lem-C.1")
    text = item.conclusion.text
    assert old in text
    twin = stated(paper, "lem-C.1", goal=text.replace(old, new), definitions=item.definitions)
    assert decide(twin, 1).verdict != "proved"
