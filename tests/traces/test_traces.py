"""What a trace says is so: code that shares nothing with the kernel replays it (`test_damaged_traces` damages it)."""

import json

import pytest
from click.testing import CliRunner
from trace_replay import replay
from trace_samples import SAMPLE, SMALL, cited, shipped, varied, written

from verifier.cli import cli
from verifier.evidence.steps import trace
from verifier.kernel.logic.sequents import Rejected


def replayed(paper, step, start=0):
    total = None
    for statement, certificate in shipped(paper, step, start):
        count = replay(written(statement, certificate, cited(paper)))
        total = count if total is None else total + count
    return total


def test_certificates_of_a_small_paper_are_replayed():
    count = replayed(SMALL, 8)
    assert count["by rule"] > 5 * count["by parts alone"]
    for what in ("values", "distribute", "transpose", "merge", "write out", "split", "swap"):
        assert count[what] > 8 * count[what + ", not evaluated"], what
    assert count["derivations"] > 500


@pytest.mark.parametrize("paper", SAMPLE)
def test_a_sample_of_the_other_papers_is_replayed(paper):
    count = replayed(paper, SAMPLE[paper])
    assert count["by rule"] > 20 * count["by parts alone"]
    assert count["identities"] > 50 and count["values"] > 10 and count["boxes"] > 0


def test_bound_variables_have_names_in_a_trace():
    """Of values in normal form, which nobody typed, the form is the kernel's."""

    def names(data):
        if isinstance(data, list):
            for part in data:
                yield from names(part)
        elif isinstance(data, str):
            yield data

    for s in (s for one in varied() for s in one["steps"]):
        found = [f[word] for f in s["found"] for word in ("read", "form", "atoms", "integers", "lines") if word in f]
        terms = [s["goal"], *s["sorts"].values(), *s["facts"].values(), *found]
        assert not [n for n in names(terms) if n[:1] in ("#", "?")]


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
