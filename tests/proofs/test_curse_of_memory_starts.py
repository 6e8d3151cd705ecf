"""Corrupted twins of what is said of the spaces M*_P, of their number and of starts near them."""

from dataclasses import replace

import pytest
import shipped
from shipped import decide

from verifier.kernel.terms.expr import TRUE
from verifier.language.claim import claim
from verifier.language.script import At, Cases, Choose, Numbers, Split, Take, Witness
from verifier.papers.book import trimmed


@pytest.fixture(scope="module")
def paper():
    return shipped.paper("curse_of_memory")


def conclusion(paper, id):
    item = next(i for i in paper.items if i.id == id)
    return item, shipped.book("curse_of_memory").entries(item)[0].claim


def twin(paper, id, old, new):
    """The claim of an item with other words in its conclusion."""
    item, made = conclusion(paper, id)
    assert old in item.conclusion.text
    text = item.conclusion.text.replace(old, new)
    goal = claim("twin", text, variables=item.variables, definitions=item.definitions).goal
    return replace(made, id="twin", goal=goal, counterexample=None)


def at(made, script, **values):
    """A claim with a suggested counterexample and a proof that the goal fails there."""
    domains = {v.name: v.domain for v in made.variables}
    point = claim("point", TRUE, variables=domains, counterexample=values).counterexample
    return replace(made, counterexample=point, argument=(At({"goal": script}),))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("K == factorial(n)*stirling2(m, n)", "K == stirling2(m, n)"),
        ("K == factorial(n)*stirling2(m, n)", "K == factorial(n)*stirling2(m, n) + 1"),
        ("(m-n)-1", "(m-n)"),
    ],
)
def test_another_number_dimension_or_rate_is_not_proved(paper, old, new):
    assert decide(twin(paper, "rem-C.2", old, new), 1.5).verdict != "proved"


def test_without_null_blocks_a_sequence_lists_the_rates(paper):
    """One neuron, one block: the rates are the target's, and a sequence holds them."""
    made = twin(paper, "rem-C.2", "forall(h, integer[n+1, m]", "forall(h, integer[n, m]")
    known = Cases("V[0, 0] == 1", yes=[Choose(3), Witness("0"), Numbers()], no=[Choose(0), Witness("0"), Numbers()])
    space = Split([[], [Choose(1), Witness("1", index="r"), Take("V"), known]])
    made = at(made, [Choose(2), Witness("1"), Witness("1"), space], n=1, m=1, A=1, W=1)
    assert decide(made, 18).verdict == "refuted"


def test_rates_need_not_be_above_1(paper):
    made = twin(paper, "rem-C.2", "V[j, 0] > 0", "V[j, 0] > 1")
    known = Cases("V[0, 0] == 1", yes=[Choose(1), Witness("0"), Numbers()], no=[Choose(0), Witness("0"), Numbers()])
    space = Split([[], [Choose(1), Witness("zeros(2, 1)", index="r"), Take("V"), known]])
    made = at(made, [Choose(2), Witness("2"), Witness("eye(2)"), space], n=1, m=2, A=1, W=1)
    assert decide(made, 18).verdict == "refuted"


#: One neuron, or two, at the rate 1: how far F is at the time 3, F(T) = d^2 (1 - e^(-2T))/2.
ONE = {"n": 1, "a": 0, "w": 1, "A": 0, "W": 1, "y": 1, "wl": 1, "abar": 0}
RISING = "100*((1 - exp(-4*t))/4 - 2*(1 - exp(-3*t))/3 + (1 - exp(-2*t))/2)"


@pytest.mark.parametrize(
    ("old", "new", "point"),
    [
        ("m**2*", "", {**ONE, "m": 2, "x": 1, "r": 1, "F": "2*(1 - exp(-2*t))"}),
        ("1/wl +", "1/(4*wl) +", {**ONE, "m": 1, "x": 1, "r": 1, "F": "(1 - exp(-2*t))/2"}),
        ("r**2", "r**3", {**ONE, "m": 1, "x": "1/4", "r": "1/4", "F": "(1 - exp(-2*t))/32"}),
        ("abar**2/(2*wl**3)", "0", {**ONE, "m": 1, "a": 10, "A": 10, "x": 10, "y": 2, "abar": 10, "r": 1, "F": RISING}),
    ],
)
def test_a_smaller_bound_of_the_distance_is_refuted(paper, old, new, point):
    made = twin(paper, "near-minimisers", old, new)
    assert decide(at(made, [Witness("3"), Numbers()], **point), 18).verdict == "refuted"


@pytest.mark.parametrize(("old", "new"), [("F[T] <= eps", "F[T] <= 0"), ("y[i] > 0)", "y[i] >= w[i])")])
def test_nearness_to_a_start_gives_no_more(paper, old, new):
    assert decide(twin(paper, "rem-C.4", old, new), 1.0).verdict != "proved"


@pytest.mark.parametrize("id", ["rem-unlisted", "rem-C.2", "near-minimisers", "rem-C.4"])
def test_verdicts(paper, id):
    item = next(i for i in paper.items if i.id == id)
    for entry in shipped.book("curse_of_memory").entries(item):
        assert shipped.found(entry.claim).verdict == "proved", entry.id


NEEDED = {
    "lem-C.3": "positive, target distinct, amplitudes",
    "prop-C.3": "modulus, forgets",
    "plateau-spectrum": "small, hessian",
    "plateau-blocks": "positive",
    "sorted-eigenvalues": "orthonormal, eigenvectors, eigenvalues",
    "plateau-eigenvalues": "small, hessian, orthonormal, eigenvectors, eigenvalues",
    "rem-confluent-form": "rates",
    "rem-perturbed-spectrum": "minimum, perturbation, rank",
    "rem-C.2": "target positive, target distinct",
    "eq-102-103": "moments, moments of J_0, moments of the memory",
    "thm-C.1-both": "loss",
    "near-minimisers": "equal, rates, amplitudes, near, distance",
    "rem-C.4": "positive, target positive, target distinct, amplitudes",
    "escape-linearised": "curvature, gradient, linearised",
    "escape-linearised-time": "gradient, curvature, escape",
    "rem-plateau-mechanism-one": "late, start, energy, moments",
    "rem-plateau-mechanism": "rates, late, start, energy, moments",
}


@pytest.mark.parametrize(("id", "name"), [(id, name) for id, names in NEEDED.items() for name in names.split(", ")])
def test_hypotheses_are_needed(paper, id, name):
    _, made = conclusion(paper, id)
    assert shipped.found(trimmed(made.without(name))).verdict == "refuted"


def test_the_way_of_the_parameters_does_not_speak_of_the_loss(paper):
    item, made = conclusion(paper, "plateau-escape")
    dropped = replace(made.without("loss"), argument=tuple(item.hints["loss"].argument))
    assert decide(dropped, 60).verdict == "proved"


@pytest.mark.parametrize(("old", "new"), [("== 2*d1", "== -2*d1"), ("== -2*a[k]*d2", "== -a[k]*d2")])
def test_twins_of_the_memory_in_the_hessian_are_not_proved(paper, old, new):
    item, made = conclusion(paper, "eq-102-103")
    assert old in item.conclusion.text
    rest = {"variables": item.variables, "given": item.given, "lemmas": made.lemmas, "argument": made.argument}
    assert decide(claim("twin", item.conclusion.text.replace(old, new), **rest), 1).verdict != "proved"
