"""Gate zero and floor over claim files with known truth: what is false is never proved, what is true never refuted.

`claims/*.toml` are restated from public collections (special-function inequalities, sums of squares, limits, sums,
integrals, derivatives) with corrupted twins; `traps.toml` is our own.  `truth.json` says which are true; `floor.json`
lists what has been decided before: a claim once decided must not quietly become undecided.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from verifier.language.files import load
from verifier.run.runner import DECIDE, Job, Runner, limits

CLAIMS = Path(__file__).parent / "claims"
BUDGET = 24.0  # seconds a claim, twice what it is meant to need: the machine may be busy
PATIENCE = 5  # times as long, for what was not decided in that time: the machine may be slow
TRUE, FALSE = (frozenset(json.loads((CLAIMS / "truth.json").read_text())[k]) for k in ("true", "false"))
FLOOR = frozenset(json.loads((CLAIMS / "floor.json").read_text()))
def claims():
    return [c for f in sorted(CLAIMS.glob("*.toml")) for c in load(f)]


@pytest.fixture(scope="module")
def tried(share):
    """Of what is false a share, of what is true half of that, and the first hour; `benchmarks/claims.py` tries all."""
    first_hour = frozenset(c.id for c in load(CLAIMS / "newcomer.toml"))
    return first_hour | frozenset(sorted(FALSE)[:: round(1 / share)]) | frozenset(sorted(TRUE)[:: round(2 / share)])


@pytest.fixture(scope="module")
def verdicts(tried):
    """The verdict of every claim, each decided in its own process; what is not on the floor gets little time."""
    found = searched([(c, BUDGET if c.id in FLOOR else 1.0) for c in claims() if c.id in tried])
    # a process may be lost on a busy machine: what should be decided and is not is tried once more
    lost = {i for i in FLOOR & tried if found[i]["verdict"] not in ("proved", "refuted")}
    again = [(c, PATIENCE * BUDGET) for c in claims() if c.id in lost]
    return {**found, **searched(again)}


def searched(asked):
    """The verdicts on claims, each with its budget; a lost process has found nothing."""
    lost = {"verdict": "undecided", "certificate": None}
    with Runner() as runner:
        jobs = [Job(c.id, "verifier.run.searching:search", (DECIDE, c, budget), limits(budget)) for c, budget in asked]
        return {job.key: reply.value or lost for job, reply in runner.run(jobs)}


def test_every_claim_has_a_known_truth():
    ids = [c.id for c in claims()]
    assert len(ids) == len(set(ids)) and set(ids) == TRUE | FALSE and not TRUE & FALSE
    assert set(ids) >= FLOOR


def test_no_verdict_is_wrong(verdicts, tried, capsys):
    count = Counter(v["verdict"] for v in verdicts.values())
    with capsys.disabled():
        print("\nclaim files:", ", ".join(f"{n} {verdict}" for verdict, n in count.most_common()))
    assert [i for i in FALSE & tried if verdicts[i]["verdict"] in ("proved", "computed")] == []
    assert [i for i in TRUE & tried if verdicts[i]["verdict"] == "refuted"] == []


def test_what_was_decided_once_is_decided(verdicts, tried):
    lost = [i for i in FLOOR & tried if verdicts[i]["verdict"] != ("proved" if i in TRUE else "refuted")]
    assert lost == []


def test_every_decision_carries_a_certificate(verdicts):
    assert [i for i, v in verdicts.items() if v["verdict"] in ("proved", "refuted") and not v["certificate"]] == []
