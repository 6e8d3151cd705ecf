"""What a trace says is so: code that shares nothing with the kernel replays it, and notices where it is damaged."""

import copy
import json
import random
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from trace_forms import ONE, formed
from trace_replay import Replay, replay
from trace_terms import Wrong

from verifier.cli import cli
from verifier.evidence.steps import trace
from verifier.kernel.logic import Rejected
from verifier.kernel.statement import Statement

PROOFS = Path(__file__).resolve().parents[2] / "proofs"
SMALL = "temporal_extrapolation"
CHUNKS = 6
SAMPLE = {"curse_of_memory": 40, "discrete_gradient_dynamics": 40, "initialization_shape": 40,
          "low_dimensional_state_spaces": 40}  # fmt: skip


@cache
def claims(paper):
    return json.loads((PROOFS / paper / "evidence.json").read_text(encoding="utf-8"))["claims"]


@cache
def cited(paper):
    return {d: Statement.from_json(next(iter(entries.values()))["statement"]) for d, entries in claims(paper).items()}


def shipped(paper, step=1, start=0):
    """Certificates of a paper, each once: (statement, certificate)."""
    seen = set()
    for digest in sorted(claims(paper))[start::step]:
        for _, entry in sorted(claims(paper)[digest].items()):
            certificate = entry["verdict"].get("certificate")
            if certificate is not None and (text := json.dumps(certificate, sort_keys=True)) not in seen:
                seen.add(text)
                yield Statement.from_json(entry["statement"]), certificate


def written(statement, certificate, known=None):
    """The trace as it is read back from JSON."""
    return json.loads(json.dumps(trace(statement, certificate, known or {})))


def replayed(paper, step, start=0):
    total = None
    for statement, certificate in shipped(paper, step, start):
        count = replay(written(statement, certificate, cited(paper)))
        total = count if total is None else total + count
    return total


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_certificate_of_a_small_paper_is_replayed(chunk):
    count = replayed(SMALL, CHUNKS, chunk)
    assert count["by rule"] > 5 * count["by parts alone"]
    for what in ("values", "distribute", "transpose", "merge", "write out", "split", "swap"):
        assert count[what] > 8 * count[what + ", not evaluated"], what
    assert count["derivations"] > 1000


@pytest.mark.parametrize("paper", SAMPLE)
def test_a_sample_of_the_other_papers_is_replayed(paper):
    count = replayed(paper, SAMPLE[paper])
    assert count["by rule"] > 20 * count["by parts alone"]
    assert count["identities"] > 100 and count["values"] > 100 and count["boxes"] > 0


@cache
def damaged_ones():
    """Traces in which there is something of everything."""
    found = [written(s, c, cited(SMALL)) for s, c in shipped(SMALL, 23)]
    for paper, step in SAMPLE.items():
        found += [written(s, c, cited(paper)) for s, c in shipped(paper, step)]
    return [one for one in found if len(json.dumps(one)) < 120_000]


def entries(one, word):
    """All that was found of one kind, with the step that found it."""
    return [(s, f) for s in one["steps"] for f in s["found"] if word in f]


def noticed(one):
    try:
        replay(one)
    except (Wrong, KeyError, TypeError, IndexError, ValueError):
        return True
    return False


def damages(damage, most=8):
    """Each trace in which the damage finds something to damage, damaged."""
    dice, tried = random.Random(5), 0
    for one in damaged_ones():
        worse = copy.deepcopy(one)
        if damage(worse, dice) is None:
            continue
        assert worse != one
        tried += 1
        yield worse
        if tried == most:
            break
    assert tried > 2


def multiplier_of_integers(one, dice):
    lines = [line for _, f in entries(one, "integers") for line in f["lines"] if line[0] == "sum"]
    if lines:
        line = dice.choice(lines)
        line[1] += 1
        return line
    return None


def line_of_integers(one, dice):
    found = [f["lines"] for _, f in entries(one, "integers") if f["lines"]]
    if found:
        dice.choice(found).pop(0)
        return True
    return None


def unknown_fact(one, dice):
    lines = [line for _, f in entries(one, "integers") for line in f["lines"] if line[0] == "fact"]
    if lines:
        line = dice.choice(lines)
        line[1] = ["+", line[1], 1]
        return line
    return None


def weight(one, dice):
    steps = [s for s in one["steps"] if s["rule"] == "positive" and s["data"].get("products")]
    if steps:
        dice.choice(steps)["data"]["products"][0]["weight"] = "17/3"
        return True
    return None


def times(one, dice):
    terms = [t for s in one["steps"] if s["rule"] == "field" for t in s["data"].get("terms", [])]
    if terms:
        term = dice.choice(terms)
        term["times"] = ["+", term.get("times", 1), 1]
        return term
    return None


def weight_of_what_was_read(one, dice):
    found = [f for _, f in entries(one, "read") if f["value"]]
    if found:
        dice.choice(found)["weight"] = "5/7"
        return True
    return None


def coefficient_that_was_read(one, dice):
    found = [f["value"] for _, f in entries(one, "read") if f["value"]]
    if found:
        dice.choice(found)[0][0] = "5/7"
        return True
    return None


def part(one, dice):
    steps = [s for s in one["steps"] if s["parts"]]
    if steps:
        return dice.choice(steps)["parts"].pop()
    return None


def two_parts(one, dice):
    steps = [s for s in one["steps"] if len(s["parts"]) > 1]
    steps = [s for s in steps if one["steps"][s["parts"][0]]["goal"] != one["steps"][s["parts"][1]]["goal"]]
    steps = [s for s in steps if s["rule"] in ("split", "have", "use", "induction", "field", "positive")]
    if steps:
        s = dice.choice(steps)
        s["parts"][:2] = reversed(s["parts"][:2])
        return s
    return None


def goal_of_a_part(one, dice):
    steps = [s for s in one["steps"] if s["rule"] in ("split", "negate", "have", "intro") and s["parts"]]
    if steps:
        below = one["steps"][dice.choice(steps)["parts"][0]]
        below["goal"] = ["and", below["goal"], ["==", 0, 0]]
        return below
    return None


def atoms_taken_for_one(one, dice):
    found = [(s, f) for s, f in entries(one, "same") if len(next(x["atoms"] for x in s["found"] if "atoms" in x)) > 1]
    if found:
        s, f = dice.choice(found)
        f["same"] = (f["same"] + 1) % len(next(x["atoms"] for x in s["found"] if "atoms" in x))
        return f
    return None


def denominator(one, dice):
    found = [(s, f) for s, f in entries(one, "nonzero") if f.get("powers")]
    if found:
        dice.choice(found)[1]["powers"][0][1] += 1
        return True
    return None


def box(one, dice):
    found = [f for _, f in entries(one, "box") if f["bounds"]]
    if found:
        bounds = dice.choice(found)["bounds"]
        bounds[sorted(bounds)[0]] = [[1000, 0], [1001, 0]]
        return True
    return None


def position(one, dice):
    found = [f["positions"] for _, f in entries(one, "positions") if f["positions"]]
    if found:
        return dice.choice(found).pop()
    return None


DAMAGES = [multiplier_of_integers, line_of_integers, unknown_fact, weight, times, weight_of_what_was_read,
           coefficient_that_was_read, part, two_parts, goal_of_a_part, atoms_taken_for_one, denominator, box,
           position]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda d: d.__name__)
def test_damage_is_noticed(damage):
    for worse in damages(damage):
        assert noticed(worse)


@pytest.mark.parametrize("name", ["distribute", "rotate", "clear", *ONE])
def test_a_rewrite_under_another_name_is_noticed(name):
    """By its form or by its value.

    Always, where the two differ in what they are of.  Rewrites of one value all say that it stays the same, and some
    have the same form at times, as a shift of a sum that is merged as well.
    """
    two = ("distribute", "rotate", "clear")
    tried, seen = 0, dict.fromkeys({*two, *ONE, "simplify"} - {name, "normal", "empty"}, 0)
    for one in damaged_ones():
        replayed = Replay(one)
        replayed.run()
        for s in replayed.steps:
            found = [f for f in s["found"] if f.get("rewrite") == name and len(repr(f["of"])) > 60]
            for f in found[:2]:
                tried += 1
                for other in seen:
                    seen[other] += renamed(replayed, s, f, other)
    if name in ("empty", "normal", "inside", "clear") and not tried:
        pytest.skip("none in the sample")
    assert tried
    assert seen["simplify"] == tried
    for other, count in seen.items():
        if (other in two) != (name in two):
            assert count == tried, other
    if name not in ("transpose", "normal", "empty"):
        assert sum(seen.values()) > 0.7 * tried * len(seen), seen


def renamed(replayed, s, f, other):
    """Whether the replay refuses the rewrite under the other name."""
    if not formed(other, f["of"], f["to"]):
        return True
    before = replayed.count.copy()
    try:
        replayed.compare(s, f["of"], f["to"], f["where"], other, other)
    except (Wrong, TypeError, ValueError):  # not even of its form
        return True
    return replayed.count[other] == before[other]  # there was no value to compare: it cannot be this


def test_what_the_kernel_rejects_has_no_trace():
    statement, certificate = next(shipped(SMALL, 37))
    damaged = json.loads(json.dumps(certificate).replace('"rule": "', '"rule": "no-', 1))
    with pytest.raises(Rejected):
        trace(statement, damaged, cited(SMALL))


def test_the_command_line_writes_a_trace_for_each_certificate(tmp_path):
    runner = CliRunner()
    claim = runner.invoke(cli, ["check", "x**2 + y**2 >= 2*x*y", "--given", "x > 0", "--json"])
    (tmp_path / "claim.json").write_text(claim.output)
    target = tmp_path / "steps.jsonl"
    found = runner.invoke(cli, ["recheck", str(tmp_path / "claim.json"), "--trace", str(target)])
    assert found.exit_code == 0, found.output
    written = [json.loads(line) for line in target.read_text().splitlines()]
    assert [w["field"] for w in written] == ["certificate", "example"]
    assert [w["establishes"] for w in written] == ["statement", "inhabited"]
    for one in written:
        replay(one)
    missing = runner.invoke(cli, ["recheck", str(tmp_path / "claim.json"), "--trace", str(tmp_path / "no" / "t")])
    assert missing.exit_code == 1 and "No such file" in missing.output
