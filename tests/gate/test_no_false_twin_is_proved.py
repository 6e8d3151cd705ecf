"""Soundness at zero: corrupted twins of what the audit proves are not proved, unless shown to be true otherwise.

A sample: one twin of each of `TRIED` proved claims (conclusions, steps, inferences, repairs, instances), or of a share
of them, drawn with a seed; `python benchmarks/twins.py` tries them all.
"""

import random
from collections import Counter

import pytest
from twin_trials import ROUTES, UNSHOWN, proved, proved_claims, trial
from twins import pick

SEED = 20260
EACH = 2
TRIED = 140
ORIGINALS = 20  # of these it is asked whether they are proved
MADE = 300  # claims of which it is asked whether they have twins
LONGEST = 20.0  # seconds of effort for one of them
ONE_TRIAL = 0.6


@pytest.fixture(scope="module")
def originals(share):
    """Claims that are proved, of all papers alike, as (claim, its sampled twins)."""
    found = list(proved_claims())
    random.Random(SEED).shuffle(found)
    return [(e.claim, pick(e.claim.statement(), EACH, SEED)) for e in found[: round(share * MADE)]]


@pytest.fixture(scope="module")
def outcomes(originals, share):
    return [trial(claim, sampled[0], ONE_TRIAL) for claim, sampled in originals[: round(share * TRIED)]]


def test_every_proved_claim_has_two_twins(originals, share):
    assert len(originals) == round(share * MADE)
    assert all(len(sampled) == EACH for _, sampled in originals)


def test_what_tries_the_twins_proves_the_originals(originals):
    """Otherwise no twin could be proved, true or false, and the gate would guard nothing."""
    lost = [claim.id for claim, _ in originals[:ORIGINALS] if not proved(claim, LONGEST)]
    assert len(lost) <= ORIGINALS // 10, lost


def test_no_twin_is_proved_that_is_false(originals, outcomes, capsys):
    count = Counter(o.outcome for o in outcomes)
    routes = Counter(o.route for o in outcomes if o.outcome == "true variant")
    with capsys.disabled():
        print(
            f"\ntwins: {len(originals)} proved claims, {len(outcomes)} twins, {count['refuted']} refuted exactly,"
            f" {count['undecided']} undecided, {count['unsound']} unsound, {count['crash']} crashes;"
            f" proved and shown to be true independently: {count['true variant']}"
            f" ({', '.join(f'{routes[r]} by {r}' for r in ROUTES)}); proved, not shown: {count[UNSHOWN]}"
        )
        for o in outcomes:
            if o.outcome == UNSHOWN:
                print(f"  proved, not independently shown: {o.claim}: {o.twin}")
    assert [o for o in outcomes if o.outcome == "unsound"] == []
    assert [o for o in outcomes if o.outcome == "crash"] == []


def test_proved_twins_are_shown_to_be_true_by_other_means(originals, outcomes):
    """A floor for the evidence: few of them, if any, rest on the prover alone.

    The second opinion at small sizes knows no curves, so twins about curves are left out; it also says little of
    quotients and roots of real numbers, of sequences and of nested quantifiers, which the later papers are full of.
    """
    curves = {c.id for c, _ in originals if any("curve" in v.domain.text for v in c.variables)}
    unshown = [o for o in outcomes if o.outcome == UNSHOWN and o.claim not in curves]
    accepted = [o for o in outcomes if o.outcome in ("true variant", UNSHOWN)]
    assert len(unshown) <= max(8, 3 * len(accepted) // 4), unshown


def test_the_twins_are_worth_trying(outcomes, share):
    """A floor of the whole sample: where search no longer refutes twins, the gate guards nothing."""
    assert len(outcomes) == round(share * TRIED)
    refuted = sum(o.outcome == "refuted" for o in outcomes)
    assert refuted >= (len(outcomes) // 5 if share == 1 else 1)
    assert len({o.kind for o in outcomes}) >= min(10, len(outcomes) // 5)
