"""Each line of a proof on a page of text has two verdicts: it holds, and it follows from what it names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli import cli
from verifier.papers.book import Book, Faulty
from verifier.papers.load import load

INDEX = 'name = "notes"\ntitle = "Notes"\npages = ["one"]\n'
SECTION = 'section "S"\n  let x, y: real\n  let n: positive integer\n  let a: real sequence\n\n'
ITEMS = {
    "sound": ("""
theorem it "Young"
  conclude x*y <= x^2/2 + y^2/2

proof
  1. (x - y)^2 >= 0
  2. x^2 - 2*x*y + y^2 >= 0     by 1
  by 2
qed
""", {"1": "sound", "2": "sound", "qed": "sound"}, "sound"),
    "a chain": ("""
theorem it "A chain"
  suppose low: x >= 1
  conclude x <= x^3

proof
  1. x
       <= x^2      by low
       <= x^3      by low
  by 1
qed
""", {"1": "sound", "1/1a": "sound", "1/1b": "sound", "qed": "sound"}, "sound"),
    "a true line behind a wrong argument": ("""
theorem it "A gap"
  suppose a1: x >= 1
  suppose b1: y >= 1
  conclude x*y >= 1

proof
  1. x*y >= 1      by a1
  by 1
qed
""", {"1": "sound with further facts", "qed": "sound"}, "sound with further facts"),
    "a false line": ("""
theorem it "A false line"
  suppose low: x >= 1
  conclude x^2 >= x

proof
  1. x^2 >= 2*x           by low
  2. 2*x >= x             by low
  by 1, 2
qed
""", {"1": "false line", "2": "sound", "qed": "sound"}, "error at 1, which the result survives"),
    "an end that does not follow": ("""
theorem it "The conclusion does not follow from the lines"
  suppose low: x >= 1
  conclude x^3 >= x

proof
  1. x >= 0               by low
  by 1
qed
""", {"1": "sound", "qed": "sound with further facts"}, "sound with further facts"),
    "a wrong result": ("""
theorem it "A wrong result"
  suppose low: x >= 1
  conclude x >= 2

proof
  1. x + x >= 2          by low
  2. x >= 2              by 1
  by 2
qed
""", {"1": "sound", "2": "false line", "qed": "sound"}, "error at 2"),
    "cases, one of which cannot be": ("""
theorem it "Cases"
  suppose low: x >= 1
  conclude x^2 > 0

proof
  case x > 0:
    1. x*x > 0           by case
    by 1
  case x <= 0:
    2. 1 <= 0            by case, low
    by 2
qed
""", dict.fromkeys(("cases", "case 1/1", "case 1/qed", "case 2/2", "case 2/qed"), "sound"), "sound"),
    "an induction whose step is wrong": ("""
theorem it "An induction"
  suppose start: a[0] = 1
  suppose step: a[j+1] = 2*a[j] for all j: nonnegative integer
  conclude a[n] >= 1

proof
  1. a[j] >= 1 for all j: nonnegative integer  by induction on j:
       base:
         by start
       step:
         2. a[j+1] >= 3*a[j]       by step
         by 2, IH
  by 1(n)
qed
""", {"1": None, "1/base/qed": "sound", "1/2": "false line", "1/qed": "sound", "qed": "sound"},
        "error at 1/2, which the result survives"),
    "letters that are obtained and set": ("""
theorem it "Letters"
  suppose there: exists(z, real, z > x and z < y)
  conclude y - x > 0

proof
  obtain z from there as z1
  set d := y - z
  1. d > 0               by d, z1
  2. y - x > d           by d, z1
  by 1, 2
qed
""", {"d has a value": "sound", "1": "sound", "2": "sound", "qed": "sound"}, "sound"),
}  # fmt: skip


#: proofs that are wrong in a place where no line of their own is written; found by somebody who attacked this
ATTACKS = {
    "a condition of what an object is obtained from": ("""
theorem it "A condition"
  suppose roots: exists(z, real, z*z = u) for all u: nonnegative
  conclude x >= 0

proof
  obtain z from roots(x) as root
  1. x >= 0      by root
  by 1
qed
""", None),
    "the end of a nested proof": ("""
theorem it "Nested"
  suppose h: x >= 1
  conclude x*x >= 1

proof
  1. x*x*x >= 1:
    2. x >= 0     by h
    by 2
  3. x*x >= 1     by h
  by 3
qed
""", "1/qed"),
    "the end of a nested case": ("""
theorem it "Nested case"
  suppose h: x >= 1
  conclude x*x >= 1

proof
  1. x*x >= 1:
    case x >= 2:
      2. x >= 0   by h
      by 2
    case x < 2:
      by h
  by 1
qed
""", "1/case 1/qed"),
    "the step of an induction": ("""
theorem it "Induction"
  suppose h: x >= 1
  conclude x^n >= 1

proof
  1. x^m >= 1 for all m: nonnegative integer  by induction on m:
       step:
         2. x^m >= 0   by h
         by 2
  by 1(n)
qed
""", "1/qed"),
    "an object that will not do": ("""
theorem it "Witness"
  conclude x*x >= 0

proof
  1. exists(z, real, z >= x + 1):
    choose x
    by x
  2. x*x >= 0
  by 2
qed
""", "1/qed"),
    "a contradiction that is none": ("""
theorem it "No contradiction"
  suppose h: x >= 2
  conclude x*x >= 4

proof
  1. x*x >= 4:
    contradiction as no
    2. x >= 0     by h
    by 2
  by 1
qed
""", "1/qed"),
    "a letter without a value": ("""
theorem it "Undefined"
  conclude x*x >= 0

proof
  set u := 1/x
  1. x*x >= 0
  by 1
qed
""", "u has a value"),
}  # fmt: skip
NAMES = {"qed": "qed. x >= 1", "cases": "cases. x >= 5", "condition": "condition. x >= 5"}


def paper(folder: Path, text: str) -> Path:
    (folder / "paper.toml").write_text(INDEX)
    (folder / "one.page").write_text(SECTION + text)
    return folder


@pytest.mark.parametrize("which", ITEMS)
def test_each_line_has_its_state_and_the_proof_that_of_the_weakest(which: str, tmp_path: Path) -> None:
    text, states, whole = ITEMS[which]
    said = CliRunner().invoke(cli, ["audit", str(paper(tmp_path, text)), "--json"]).stdout
    [item] = json.loads(said)
    found = {step["name"]: step["state"] for step in item["steps"]}
    assert {n: s for n, s in found.items() if states.get(n, s) is not None} == {n: s for n, s in states.items() if s}
    assert item["proof"]["state"] == whole


def test_a_step_that_does_not_fit_is_an_error_of_the_page(tmp_path: Path) -> None:
    text = """
theorem it "Nothing is promised"
  conclude x^2 >= 0

proof
  1. x^2 >= 0
  obtain z from 1
  2. z = 0         by z
  by 2
qed
"""
    book = Book(load(paper(tmp_path, text)))
    with pytest.raises(Faulty, match=r"one.page:8: it: the proof does not fit: Obtain: 1 is no 'there is'"):
        book.entries(book.items["it"])


@pytest.mark.parametrize("which", ATTACKS)
def test_a_proof_is_not_sound_that_is_wrong_where_nothing_is_written(which: str, tmp_path: Path) -> None:
    text, place = ATTACKS[which]
    said = CliRunner().invoke(cli, ["audit", str(paper(tmp_path, text)), "--json"]).stdout
    [item] = json.loads(said)
    assert "sound" not in {item["proof"]["state"]}
    if place is not None:
        assert {s["name"]: s["state"] for s in item["steps"]}[place] != "sound"


@pytest.mark.parametrize("name", NAMES)
def test_no_line_has_a_name_that_others_have(name: str, tmp_path: Path) -> None:
    text = f'\ntheorem it "Lost"\n  conclude x*x >= 0\n\nproof\n  {NAMES[name]}\n  by {name}\nqed\n'
    made = load(paper(tmp_path, text))
    assert made.items == [] and f"{name} is a name that proofs use themselves" in made.faults[0]


def test_a_label_may_be_used_again_behind_the_proof_that_it_stood_in(tmp_path: Path) -> None:
    text = """
theorem it "Again"
  conclude implies(x >= 1, x*x >= 1)

proof
  1. x*x >= 0:
    Q. x*x + 1 >= 1
    by Q
  assume Q: x >= 1
  2. x*x >= x      by Q
  by 2, Q
qed
"""
    said = CliRunner().invoke(cli, ["audit", str(paper(tmp_path, text)), "--json"]).stdout
    assert json.loads(said)[0]["proof"]["state"] == "sound"
