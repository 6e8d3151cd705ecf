"""`verifier moments` and `verifier partitions`: what a positive measure needs, and spaces counted in two ways."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from verifier.cli import cli
from verifier.derive.measures.discrete_measures import NoMeasure, measure
from verifier.derive.measures.moment_recovery import NotMoments, TooFewMoments, recover
from verifier.derive.measures.set_partitions import critical_spaces, restricted_growth_strings
from verifier.derive.stationary.minima_counting import NoMinimum, count


def asked(*arguments):
    found = CliRunner().invoke(cli, list(arguments))
    assert found.exit_code == 0, found.output
    return json.loads(found.output) if "--json" in arguments else found.output


def test_the_gauss_measure_of_its_moments():
    found = asked("moments", "1", "0", "1/3", "0", "1/5", "0", "--json")
    assert found["atoms and weights"] == ["-sqrt(15)/5: 5/18", "0: 4/9", "sqrt(15)/5: 5/18"]
    assert found["positive measure"].startswith("there is one")


@pytest.mark.parametrize(("numbers", "says"), [
    (["1", "0", "-1"], "none on the line"), (["1", "0", "0", "0", "1"], "none on the line"),
    (["1", "0", "1", "0", "1", "0"], "exactly one"), (["4", "8", "16", "--support", "0,1"], "none on [0,1]"),
    (["1", "1/2", "1/2", "--support", "0,1"], "not decided"), (["0", "1", "0", "1"], "none"),
    (["1", "2", "4", "8", "--atoms", "2"], "exactly one on the line: 1 at 2"),
    (["1", "0", "--support", "0,oo"], "there is one"),
    (["1", "1/2", "1/3", "1/4", "--support", "0,1"], "there is one on [0,1]"),
])  # fmt: skip
def test_positive_measures(numbers, says):
    assert asked("moments", *numbers, "--json")["positive measure"].startswith(says)


def test_pairs_that_moments_do_not_tell_apart():
    found = asked("moments", "--pair", "3", "--json")
    first, second = ([tuple(map(Fraction, line.split(": "))) for line in found[f"{n} measure"]]
                     for n in ("first", "second"))  # fmt: skip
    gaps = [sum(w * x**k for x, w in first) - sum(w * x**k for x, w in second) for k in range(4)]
    assert gaps == [0, 0, 0, 1.5] and found["same moments"] == "0, ..., 2"
    assert "1/4" in asked("moments", "--chebyshev", "4")


@pytest.mark.parametrize("arguments", [
    ["moments"], ["moments", "1", "--pair", "2"], ["moments", "x"], ["moments", "1e9"], ["moments", "1", "--foo"],
    ["moments", "1", "--support", "3"], ["moments", "1", "2", "--support", "1,0"], ["partitions", "3", "5"],
    ["partitions", "20", "3", "--list"],
])  # fmt: skip
def test_bad_questions_are_refused(arguments):
    found = CliRunner().invoke(cli, arguments)
    assert found.exit_code != 0 and "Traceback" not in found.output


def test_partitions_are_counted_and_listed():
    found = asked("partitions", "4", "2", "--list", "--json")
    assert found["number"] == found["enumerated"] == "14" and len(set(found["spaces"])) == 14
    assert "families of dimension 2" in asked("partitions", "3", "1", "--null-blocks", "1")


def test_what_has_no_answer_says_why():
    with pytest.raises(NotMoments, match="at most 1 atom has these 3 moments; one with 2 is determined by 4"):
        recover([1, 2, 3])
    with pytest.raises(TooFewMoments, match="no -1 atoms"):
        recover([1, 1], -1)
    with pytest.raises(NotMoments, match="counted from 0"):
        recover([1, 1]).moment(-1)
    with pytest.raises(NoMeasure, match="counted from 0"):
        measure([0], [1]).moment(-1)
    with pytest.raises(NoMinimum, match="integers"):
        count(2.5, 1)
    with pytest.raises(ValueError, match="at least one neuron"):
        critical_spaces(0)
    with pytest.raises(ValueError, match="at least 0"):
        next(restricted_growth_strings(-1))
