"""Papers of text, and theorems of the library that they, modules and claim files cite."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli import cli
from verifier.papers.load import load
from verifier.run import assumptions, checks, recheck
from verifier.run.evidence_file import path_for
from verifier.run.recheck import recheck_file
from verifier.run.runner import DECIDE, Runner
from verifier.run.store import Store

INDEX = 'name = "notes"\ntitle = "Notes"\nauthors = ["A. Author"]\nyear = 2026\npages = ["one"]\n'
PAGE = """
section "Norms"
  let n: positive integer
  let x, y, z: matrix(n, 1)
  define norm(u) := sqrt(norm2(u))

theorem three "The triangle inequality for three vectors"
  conclude norm(x + y + z) <= norm(x) + norm(y) + norm(z)

proof
  1. norm(x + y + z) <= norm(x + y) + norm(z)      by triangle-inequality(n, 1, x + y, z)
  2. norm(x + y) <= norm(x) + norm(y)              by triangle-inequality(n, 1, x, y)
qed

theorem wrong "Without one of them"
  conclude norm(x + y + z) <= norm(x) + norm(y)
  expected refuted
"""
MODULE = """
@paper.lemma("cites", "")
def cites(item):
    item.let(n="positive integer", x="matrix(n, 1)", y="matrix(n, 1)")
    item.conclude("sqrt(norm2(x + y)) <= sqrt(norm2(x)) + sqrt(norm2(y))", argument=[
        Cite("triangle-inequality", "triangle"), Use("triangle", at=["n", "1", "x", "y"])])
"""
CLAIM = """
[[claim]]
id = "double"
variables = { n = "positive integer", x = "matrix(n, 1)", y = "matrix(n, 1)" }
goal = "sqrt(norm2(x + y)) <= sqrt(norm2(x)) + sqrt(norm2(y))"
because = ["library:triangle-inequality"]
"""


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "paper.toml").write_text(INDEX)
    (folder / "one.page").write_text(PAGE)
    return folder


def test_a_paper_of_text_is_audited_and_its_evidence_holds_alone(notes, audit):  # type: ignore[no-untyped-def]
    report = audit(notes, write_evidence=True)
    assert report["faults"] == []
    assert {i: item["verdict"] for i, item in report["by_id"].items()} == {"three": "proved", "wrong": "refuted"}
    rows = {r.id: r.ok for r in recheck_file(path_for(notes)).rows}
    assert rows["three"] and rows["library:triangle-inequality"] and rows["library:cauchy-schwarz"]


def test_without_the_library_nothing_that_cites_it_is_established(notes, audit, monkeypatch, tmp_path):  # type: ignore[no-untyped-def]
    audit(notes, write_evidence=True)
    monkeypatch.setattr(recheck, "LIBRARY", tmp_path / "nowhere.json")
    [row] = [r for r in recheck_file(path_for(notes)).rows if r.id == "three"]
    assert not row.ok and "is not at hand" in str(row.reason)


def test_a_theorem_without_a_proof_carries_nobody(notes, audit, monkeypatch):  # type: ignore[no-untyped-def]
    monkeypatch.setattr(assumptions, "theorem_entries", lambda names: [])
    report = audit(notes)
    assert report["by_id"]["three"]["verdict"] == "undecided"
    assert "rests on" in report["by_id"]["three"]["reason"]


def test_modules_cite_theorems_by_a_step(write, audit):  # type: ignore[no-untyped-def]
    page = write("from verifier.language.script import Cite, Use\n" + MODULE)
    report = audit(page, write_evidence=True)
    assert report["by_id"]["cites"]["verdict"] == "proved"
    shipped = json.loads(path_for(page).read_text())
    assert "triangle-inequality" in json.dumps(shipped)
    assert all(r.ok for r in recheck_file(path_for(page)).rows)


def test_claim_files_and_the_command_line_cite_theorems(tmp_path: Path) -> None:
    file = tmp_path / "claims.toml"
    file.write_text(CLAIM)
    with Store() as store, Runner(1) as runner:
        [found] = checks.decide_all(checks.from_file(file), store, runner, 10.0, DECIDE)
    assert found.claim.verdict == "proved"
    goal = ["check", "sqrt(norm2(x + y)) <= sqrt(norm2(x)) + sqrt(norm2(y))", "--var", "n=positive integer",
            "--var", "x=matrix(n, 1)", "--var", "y=matrix(n, 1)", "--because"]  # fmt: skip
    assert CliRunner().invoke(cli, [*goal, "triangle-inequality"]).exit_code == 0
    unknown = CliRunner().invoke(cli, [*goal, "triangle"])
    assert unknown.exit_code != 0 and "no theorem of the library" in str(unknown.exception)


@pytest.mark.parametrize(
    ("index", "said"),
    [
        ("pages = 1", "pages must be a list of texts"),
        ('pages = ["../one"]', "is no name of a page"),
        ('pages = ["two"]', "cannot be read"),
        ('pages = ["one"]\nyear = true', "year must be a year"),
        ('pages = ["one"]\nname = "my paper"', "the name is made of letters"),
        ('pages = ["one"]\ntitle = 5', "title must be a text"),
        ('pages = ["one"]\ncolour = "red"', "unknown key 'colour'"),
        ("", "it names no pages"),
        ("pages = [", "cannot be read"),
        ("year = " + "9" * 5000, "cannot be read"),
        (".".join("a" * 9000) + " = 1", "a key of many parts"),
    ],
)
def test_a_bad_index_is_one_line(notes: Path, index: str, said: str) -> None:
    (notes / "paper.toml").write_text(index)
    [fault] = load(notes).faults
    assert said in fault and "\n" not in fault


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("theorem t\n  conclude 0 = \n", "no expression"),
        ("theorem t\n  conclude 0 = 0\n  expected banana\n", "expected must be one of"),
        ("theorem t\n  conclude 0 = 0\nproof\n  1. ((( garbage\nqed\n", "line 4, column 8"),
        ("theorem triangle-inequality\n  conclude 0 = 0\n", "a theorem triangle-inequality already"),
    ],
)
def test_a_bad_page_is_one_line_with_its_place(notes: Path, page: str, said: str) -> None:
    (notes / "one.page").write_text(page)
    paper = load(notes)
    faults = paper.faults
    if not faults:
        from verifier.papers.book import Book, Faulty

        with pytest.raises(Faulty) as fault:
            Book(paper).entries(paper.items[0])
        faults = [str(fault.value)]
    [line] = faults
    assert said in line and "\n" not in line
