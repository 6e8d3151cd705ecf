"""Fermat's rule as an argument: it holds as it stands, and its corruptions are false."""

import pytest

from proofs.curse_of_memory.lemmas.sum_minimisers import RECIPROCALS
from verifier.derive.stationary.minima import FERMAT, RISES, least
from verifier.language.claim import claim
from verifier.prove.portfolio import decide

LETTERS = {"ff": "real curve", "gg": "real curve", "ss": "real", "hh": "positive"}
LEFT, BOTH = least("ss", "ss + hh"), least("ss - hh", "ss + hh")


@pytest.mark.parametrize("entry", [RISES, FERMAT, RECIPROCALS], ids=lambda e: e.name)
def test_each_entry_stands_on_its_own(entry):
    assert decide(claim(entry.name, entry.formula, argument=entry.by), 5).verdict == "proved"


TWINS = (
    ("gg[ss] == 0", LEFT, {"ff": "t", "gg": 1, "ss": 0, "hh": 1}),  # a minimum at an end
    ("gg[ss] <= 0", LEFT, {"ff": "t", "gg": 1, "ss": 0, "hh": 1}),
    ("gg[ss] > 0", LEFT, {"ff": "t**2", "gg": "2*t", "ss": 0, "hh": 1}),
    ("gg[ss] == 0", BOTH.replace("ff[ss] <= ff[t]", "ff[ss] - 1 <= ff[t]"), {"ff": "t", "gg": 1, "ss": 0, "hh": 1}),
    ("gg[ss] == 0", BOTH.replace("== gg[t]", "<= gg[t]"), {"ff": "t**2", "gg": "2*t + 1", "ss": 0, "hh": 1}),
    ("gg[ss + hh] == 0", BOTH, {"ff": "t**2", "gg": "2*t", "ss": 0, "hh": 1}),
)


@pytest.mark.parametrize(("goal", "given", "point"), TWINS)
def test_corrupted_twins_are_refuted(goal, given, point):
    twin = claim("twin", goal, variables=LETTERS, given=[given], counterexample=point)
    assert decide(twin, 1.5).verdict == "refuted"


@pytest.mark.parametrize(("goal", "given", "point"), TWINS)
def test_the_argument_does_not_prove_a_corrupted_twin(goal, given, point):
    names = "".join(f"forall({n}, {sort}, " for n, sort in LETTERS.items())
    twin = claim("twin", f"{names}implies({given}, {goal}))))" + ")", argument=FERMAT.by)
    assert decide(twin, 0.5).verdict != "proved"
