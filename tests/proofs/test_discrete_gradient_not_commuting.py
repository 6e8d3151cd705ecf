"""Discrete gradient dynamics, descent where B != 0 in Assumption 1: corrupted twins and a second route."""

from fractions import Fraction

import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("discrete_gradient_dynamics")


def item_of(paper, id):
    return next(i for i in paper.items if i.id == id)


@pytest.mark.parametrize("id", ["case-B-nonzero/step", "case-B-nonzero", "case-B-nonzero/unbounded"])
def test_what_the_pages_expect(paper, id):
    entry = shipped.conclusion("discrete_gradient_dynamics", id)
    found = shipped.found(entry.claim)
    assert (found.verdict, found.vacuity) == (entry.expected, "inhabited")


REST = {"d": 1, "h": 1, "p": 1, "q": 0, "s": 0, "e": 0, "k": 1, "x": 0, "y": 0,
        "S": 0, "M": 0, "Q": 0, "W": 1, "Z": 1, "A": 1, "B": 1}  # fmt: skip


@pytest.mark.parametrize("old, new, point", [
    ("q*y + ", "", {"Q": 1, "q": 1, "B": 0, "y": 1}),
    (" + e*k**3", "", {"S": 1, "e": 1}),
    ("(x + 2*y)", "(x + y)", {"S": 1, "M": 1, "s": 1, "B": "1/2", "y": "1/2"}),
    ("s*k**2*(x + 2*y)", "s*k*(x + 2*y)", {"S": 1, "M": 1, "s": 1, "k": 4, "x": 4, "y": 4, "W": 4, "Z": 4,
                                            "A": 0, "B": 0}),
])  # fmt: skip
def test_smaller_bounds_on_one_step_are_refuted(paper, old, new, point):
    item = item_of(paper, "case-B-nonzero/step")
    text = item.conclusion.text
    assert old in text
    twin = claim("twin", text.replace(old, new, 1), variables=item.variables, given=item.given,
                 definitions=item.definitions, counterexample={**REST, **point})  # fmt: skip
    assert decide(twin, 15).verdict == "refuted"


@pytest.mark.parametrize("name, old, new", [
    ("c", " + 2*k**3", ""), ("c", "3*s*k**2", "2*s*k**2"), ("joint", "e**2", "2*e**2"),
    ("start", "W[0] == A[0] and ", ""), ("descent", "[t+1] ==", "[t+1] == 2*"),
])  # fmt: skip
def test_corrupted_hypotheses_prove_nothing(paper, name, old, new):
    item = item_of(paper, "case-B-nonzero")
    assert old in item.given[name]
    given = {**item.given, name: item.given[name].replace(old, new)}
    step = shipped.conclusion("discrete_gradient_dynamics", item.id).claim.lemmas
    twin = claim("twin", item.conclusion.text, variables=item.variables, given=given, definitions=item.definitions,
                 argument=item.conclusion.argument, lemmas=step)  # fmt: skip
    assert decide(twin, 2).verdict != "proved"


def test_a_start_that_is_smaller_by_1_may_rest(paper):
    """eta lambda w = 2 + eta sigma is a rest point: w (1 - 2)^2 = w."""
    item = item_of(paper, "case-B-nonzero/unbounded")
    given = {**item.given, "start": item.given["start"].replace("3 +", "2 +")}
    twin = claim("twin", item.conclusion.text, variables=item.variables, given=given,
                 counterexample={"sigma": 0, "lam": 1, "eta": 1, "w": 2})  # fmt: skip
    assert decide(twin, 15).verdict == "refuted"


def test_two_descents_by_hand():
    """Layers of size 1, exact arithmetic: sigma = 1, lambda = 1 with B = 1/10, and the bound with k = 1."""
    eta, e, k = Fraction(1, 10), Fraction(1, 10), Fraction(1)
    w = z = a = b = Fraction(1, 2)
    rate = 1 + 3 * 1 * k**2 + 2 * k**3
    for t in range(1, 60):
        w, z = w + eta * (1 - (1 + e) * w * z) * z, z + eta * w * (1 - (1 + e) * w * z)
        a, b = a + eta * (1 - a * b) * b, b + eta * a * (1 - a * b)
        w, z, a, b = (x.limit_denominator(10**12) for x in (w, z, a, b))
        assert max(w, z, a, b) <= k and w != a
        assert abs(w - a) + abs(z - b) <= e * ((1 + rate * eta) ** t - 1)
