"""The power law as a memory and its truncation: what the pages say, by other routes and as corrupted twins."""

from fractions import Fraction

import pytest
import shipped
from shipped import decide

from verifier.language.claim import claim


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def twin(paper, id, old, new, **point):
    item = next(i for i in paper.items if i.id == id)
    text = item.conclusion.text
    assert old in text
    rest = {"variables": item.variables, "given": item.given, "definitions": item.definitions}
    return claim("twin", text.replace(old, new, 1), **rest, counterexample=point or None)


@pytest.mark.parametrize("id", ["eq-64-65", "truncation", "eq-80/21"])
def test_what_the_pages_expect(paper, id):
    item = next(i for i in paper.items if i.id == id)
    for entry in shipped.book("curse_of_memory").entries(item):
        found = shipped.found(entry.claim)
        assert found.verdict == (entry.expected or "proved") and found.vacuity == "inhabited"
        assert entry.role != "conclusion" or entry.fidelity == "faithful"


@pytest.mark.parametrize("old, new", [
    ("diff(q(t), (t, T + 1)) == 0", "diff(q(t), (t, T + 1)) == rho[T + 1]"), ("q(t) <= rho[t]", "q(t) < rho[t]"),
    ("q(T) == rho[T]", "q(T) == 2*rho[T]"), ("q(t) <= q(s)", "q(t) < q(s)"), ("(s, t)) <= 0", "(s, t)) < 0"),
])  # fmt: skip
def test_twins_of_the_truncation_are_refuted(paper, old, new):
    assert decide(twin(paper, "truncation", old, new, T=1, rho=1), 9).verdict == "refuted"


@pytest.mark.parametrize("old, new", [("== 1/omega", "== omega"), ("-(1 + omega)*", "-omega*"), ("(1 + t)**", "t**")])
def test_twins_of_the_power_law_are_not_proved(paper, old, new):
    assert decide(twin(paper, "eq-64-65", old, new, omega=2), 1).verdict != "proved"


def test_the_cut_off_of_a_kernel_that_falls_by_exact_values():
    """rho = 3 - t on [1, 2] times (1 - s)^2 (1 + 2 s) falls from 2 to 0, with the slopes -1 and 0 at the ends."""
    cut = lambda s: (1 - s) ** 2 * (1 + 2 * s)  # noqa: E731
    q = lambda t: (3 - t) * cut(t - 1)  # noqa: E731
    values = [q(1 + Fraction(i, 100)) for i in range(101)]
    assert values[0] == 2 and values[-1] == 0 and values == sorted(values, reverse=True)
    h = Fraction(1, 10**6)
    assert abs((q(1 + h) - q(1)) / h + 1) < Fraction(1, 10**4) and abs((q(2) - q(2 - h)) / h) < Fraction(1, 10**4)


def test_twins_of_gradient_flow_are_not_proved(paper):
    item = next(i for i in paper.items if i.id == "eq-80/21")
    for old, new in (("== -Sum", "== Sum"), ("J[t] <= J[S]", "J[S] <= J[t]"), ("== Sum(ga", "== -Sum(ga")):
        text = item.conclusion.text
        assert old in text
        rest = {"variables": item.variables, "given": item.given, "definitions": item.definitions}
        made = claim("twin", text.replace(old, new), **rest, argument=item.conclusion.argument)
        assert decide(made, 1).verdict != "proved"


def test_a_gradient_without_the_factor_is_refuted(paper):
    """One neuron with a = 1 + t, w = 1/2 and no target: J = (1 + t)^2, which rises at the rate 2 at 0."""
    item = next(i for i in paper.items if i.id == "eq-80/21")
    text = item.conclusion.text.split(" and implies(")[0]
    point = {"m": 1, "T": 1, "a": "1 + t", "w": "1/2", "K": 1, "J": "(1 + t)**2", "c": 0, "lo": "1/2"}
    point |= dict.fromkeys(("R", "R1", "p", "q"), 0)
    rest = {"variables": item.variables, "given": item.given, "counterexample": point}
    half = tuple(d.replace(":= 2*(", ":= (") for d in item.definitions)
    assert decide(claim("twin", text, **rest, definitions=half), 9).verdict == "refuted"
    assert decide(claim("right", text, **rest, definitions=item.definitions), 1).verdict != "refuted"
