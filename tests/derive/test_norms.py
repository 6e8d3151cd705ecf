"""Norms: every fact is proved where it stands, and its corrupted twins are not."""

import pytest

from verifier.language.claim import claim
from verifier.language.script import Use
from verifier.library.scripts.norms import _FACTS, NORM, norms
from verifier.prove.portfolio import decide

TWIN = 0.8  # seconds, three times what any of the true ones needs
TWINS = {
    "product of norms": ("norm(X*Z) <= norm(X)*norm(Z)", "norm(X*Z) < norm(X)*norm(Z)"),
    "inner product": ("trace(X.T*Z) <= norm(X)*norm(Z)", "2*trace(X.T*Z) <= norm(X)*norm(Z)"),
    "triangle": ("norm(X + Z) <= norm(X) + norm(Z)", "norm(X + Z) < norm(X) + norm(Z)"),
    "norm of a power": ("positive integer, norm(X**jj)", "nonnegative integer, norm(X**jj)"),
    "sum of bounds": ("integer[0, kk-1]", "integer[1, kk-1]"),
}


@pytest.mark.parametrize("name", _FACTS)
def test_a_fact_is_proved(name):
    verdict = decide(claim(name, _FACTS[name][0], definitions=[NORM], argument=norms(name)), 10)
    assert verdict.verdict == "proved"


@pytest.mark.parametrize("name", TWINS)
def test_a_corrupted_fact_is_not_proved(name):
    right, wrong = TWINS[name]
    assert right in _FACTS[name][0]
    twin = _FACTS[name][0].replace(right, wrong)
    verdict = decide(claim(name, twin, definitions=[NORM], argument=[*norms(name), Use(name)]), TWIN)
    assert verdict.verdict != "proved"
