"""Equation (69) by other routes: the least value on a grid, the increments of power laws, and corrupted twins."""

from fractions import Fraction
from math import exp

import pytest
import shipped
from shipped import decide

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


@pytest.mark.parametrize("id", ["power-law-far", "truncations-exist", "best-rate-fails", "eq-69"])
def test_what_the_pages_expect(paper, id):
    item = next(i for i in paper.items if i.id == id)
    for entry in shipped.book("curse_of_memory").entries(item):
        found = shipped.found(entry.claim)
        assert found.verdict == (entry.expected or "proved") and entry.fidelity == "faithful"


def test_the_truncated_kernel_needs_to_fall(paper):
    item = next(i for i in paper.items if i.id == "truncations-exist")
    hint = item.hints["falls"]
    dropped = stated(paper, "truncations-exist", given={}, counterexample=hint.counterexample, argument=hint.argument)
    assert decide(dropped, 15).verdict == "refuted"


LEAST = "C*exp(2)/4*T**(1 - omega)/m <= C*exp(beta*T)*T**(-1 - omega)/(beta**2*m)"


@pytest.mark.parametrize(
    "old, new",
    [
        ("<=", "<"),
        ("exp(2)/4", "exp(2)/3"),
        ("T**(1 - omega)", "T**(2 - omega)"),
        ("(beta**2*m)", "(beta**3*m)"),
        ("exp(beta*T)", "exp(beta)"),
    ],
)
def test_twins_of_the_least_value_are_refuted(paper, old, new):
    """At omega = C = m = 1 and T = 2: at beta = 1, and where the twin holds there, at beta = 3."""
    text = next(i for i in paper.items if i.id == "eq-69").conclusion.text
    assert LEAST in text and old in LEAST
    sorts = {"omega": "positive", "C": "positive", "T": "positive", "m": "positive integer", "beta": "positive"}
    point = {"omega": 1, "C": 1, "T": 2, "m": 1, "beta": 3 if "**3" in new else 1}
    assert decide(claim("twin", LEAST.replace(old, new), variables=sorts, counterexample=point), 9).verdict == "refuted"
    assert decide(claim("right", LEAST, variables=sorts, counterexample=point), 1).verdict != "refuted"


def test_a_twin_where_every_rate_gives_more_is_not_proved(paper):
    step = next(s for s in next(i for i in paper.items if i.id == "eq-69").steps if s.name == "minimum")
    old = "beta != 2/T"
    assert old in step.formula.text
    twin = claim(
        "twin",
        step.formula.text.replace(old, "beta != 1/T"),
        variables={"omega": "positive"},
        argument=step.formula.argument,
    )
    assert decide(twin, 1).verdict != "proved"


@pytest.mark.parametrize(
    "id, old, new",
    [
        ("best-rate-fails", "C*T**(1 - omega)", "C*T**(omega - 1)"),
        ("best-rate-fails", "(T0, positive, exists(T, [T0, oo)", "(T0, positive, exists(T, [0, T0]"),
        ("power-law-far", "forall(s, [0, Z], q[s] == rho[s])", "forall(s, [0, 1], q[s] == rho[s])"),
        ("truncations-exist", "q[r] <= q[s]", "q[r] < q[s]"),
        ("truncations-exist", "q[s] == rho[s]", "q[s] == 2*rho[s]"),
    ],
)
def test_twins_are_not_proved(paper, id, old, new):
    text = next(i for i in paper.items if i.id == id).conclusion.text
    assert old in text
    assert decide(stated(paper, id, goal=text.replace(old, new, 1)), 1).verdict != "proved"


def test_without_omega_above_1_the_bound_does_not_fall(paper):
    twin = stated(paper, "best-rate-fails", variables={"omega": "(0, 1]", "rho": "real curve"})
    assert decide(twin, 1).verdict != "proved"


@pytest.mark.parametrize("omega", [Fraction(1, 3), 1, 3])
def test_increments_of_power_laws_are_in_no_geometric_progression(omega):
    """Over [1, 2], [36, 37] and [71, 72] power laws have d1 d3 > d2^2, exponentials equality."""

    def gap(primitive):
        d1, d2, d3 = (primitive(a + 1) - primitive(a) for a in (1, 36, 71))
        return d1 * d3 / d2**2 - 1

    assert gap(lambda t: -(float(t) ** -float(omega))) > 1
    assert abs(gap(lambda t: -exp(-0.01 * t))) < 1e-9


def test_the_least_value_on_a_grid():
    for T in (0.5, 3.0, 40.0):
        values = [exp(b * T) / b**2 for b in (2 / T * (1 + i / 50) for i in range(-49, 100))]
        assert min(values) == values[49] and abs(values[49] - exp(2) * T**2 / 4) < 1e-9 * values[49]
