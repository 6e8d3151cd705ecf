"""Where a run, or what is remembered of earlier ones, both proves and refutes a claim, nothing is said of any claim."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from verifier import cli
from verifier.evidence.consistency import Contradiction
from verifier.evidence.decision import Decision
from verifier.evidence.verdict import judge
from verifier.kernel.logic.rules import RULES
from verifier.run import fingerprint, judging
from verifier.run.audit import Options
from verifier.run.compile import audit_paper
from verifier.run.evidence_file import path_for
from verifier.run.nursery import resolve
from verifier.run.runner import Job, Reply, Runner
from verifier.run.store import Store

BODY = """
@paper.lemma("one", "")
def one(item):
    item.let(x="real")
    item.conclude("x == 1", expected="refuted")

@paper.lemma("two", "")
def two(item):
    item.let(x="real")
    item.conclude("x**2 >= 0")

@paper.lemma("three", "")
def three(item):
    item.let(z="real")
    item.conclude("z == 1", expected="refuted")
"""
FALSE: dict[str, Any] = {"kind": "proof", "tree": {"rule": "field"}}


class InProcess(Runner):
    """Does its jobs where the kernel of the test has its fault."""

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Reply]]:
        for job in jobs:
            value = json.loads(json.dumps(resolve(job.function)(*job.arguments)))
            if job.about is not None:
                value = judging.judge(job.about[0], value, job.about[1])
            yield job, Reply(value)


@pytest.fixture
def faulty_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel in which one rule proves everything, and which works in this process."""
    monkeypatch.setitem(RULES, "field", lambda *_: None)
    monkeypatch.setattr("verifier.run.runner.Runner", InProcess)


@pytest.fixture
def forged(write: Any, audit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A paper with a proof of what is false in its evidence, for one of two claims of the same meaning."""
    page: Path = write(BODY)
    audit(page, write_evidence=True)
    path = path_for(page)
    data = json.loads(path.read_text())
    for known in data["claims"].values():
        if "one" in known:
            known["one"]["verdict"] |= {"verdict": "proved", "certificate": FALSE}
    path.write_text(json.dumps(data))
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "another home"))
    return page


def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[Any, str, str]:
    monkeypatch.setattr("sys.argv", ["verifier", *words])
    with pytest.raises(SystemExit) as end:
        cli.main()
    told = capsys.readouterr()
    return end.value.code, told.out, told.err


@pytest.mark.usefixtures("faulty_kernel")
def test_an_audit_ends_with_a_line_and_no_verdict_as_often_as_it_is_run(
    forged: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = path_for(forged).read_bytes()
    for how in ([], ["--json"], ["--recheck"], ["--write-evidence"]):
        code, out, err = command(monkeypatch, capsys, "audit", str(forged), *how)
        assert code == 4 and out == "" and err.count("\n") == 1
        assert "a defect of this program" in err and "one is proved, and three is refuted" in err
    assert path_for(forged).read_bytes() == before


def test_a_kernel_without_a_fault_refuses_the_proof(forged: Path, audit: Any) -> None:
    assert {i: item["verdict"] for i, item in audit(forged)["by_id"].items()} == {
        "one": "refuted", "two": "proved", "three": "refuted"}  # fmt: skip


@pytest.mark.usefixtures("faulty_kernel")
def test_claims_of_a_file_that_mean_the_same_are_not_both_proved_and_refuted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def decide(claim: Any, budget: float) -> Any:
        point = {"kind": "refutation", "values": {"b": 2}, "tree": {"rule": "arith"}}
        return judge(claim.statement(), FALSE if claim.id == "a" else point, "a test")

    monkeypatch.setattr("verifier.prove.portfolio.decide", decide)
    file = tmp_path / "claims.toml"
    lines = (f'[[claim]]\nid = "{x}"\nvariables = {{ {x} = "real" }}\ngoal = "{x} == 1"\n' for x in "ab")
    file.write_text("".join(lines))
    code, out, err = command(monkeypatch, capsys, "check", str(file))
    assert code == 4 and out == "" and "a is proved, and b is refuted" in err
    code, out, err = command(monkeypatch, capsys, "check", str(file), "--only", "a")
    assert code == 4 and out == "" and "a is proved, and a, as it is remembered, is refuted" in err


def test_what_is_remembered_of_another_program_or_another_kind_is_no_defect(write: Any) -> None:
    page = write(BODY)
    options, again = Options(2.0), Options(2.0, recheck=True)
    with Store() as store, Runner(1) as runner:
        audit_paper(page, options, store, runner)
        digest = _digest(store)
        code = fingerprint.of_deciding_code()
        proved = Decision("proved", certificate=FALSE)
        store.keep(digest, "another program", "a search", proved)
        store.keep(digest, code, "a search", Decision("undecided"))
        assert audit_paper(page, again, store, runner).items[0].verdict == "refuted"
        store.keep(digest, code, "a search", proved)
        with pytest.raises(Contradiction, match="as it is remembered, is proved"):
            audit_paper(page, again, store, runner)


def _digest(store: Store) -> str:
    query = "select digest from verdicts where verdict like '%\"verdict\": \"refuted\"%'"
    [(digest,)] = set(store._db.execute(query).fetchall())
    return str(digest)
