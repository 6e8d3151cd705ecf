"""Each line of a proof on a page of text has two verdicts: it holds, and it follows from what it names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from verifier.cli import cli
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
    "the definition of a limit": ("""
theorem it "Twice a sequence"
  let v: real
  suppose limit: tends(a[t], t, v)
  conclude tends(2*a[t], t, 2*v)
  example a := 0; v := 0

proof
  unfold limit as near
  unfold
  take h
  obtain N from near(h/4) as there
  choose N
  take t
  by there(t)
qed
""", {"condition": "sound", "qed": "sound"}, "sound"),
    "an argument by continuity": ("""
theorem it "An integer beyond"
  conclude exists(m, integer, x < m)

proof
  1. exists(m, integer, t < m) for all t: real with 0 <= t     by continuity in t:
       base:
         choose 1
       step:
         case t < 1 as place:
           choose 1
         case t >= 1 as place:
           obtain k from earlier(t - 1) as above
           choose k + 1
  case x >= 0 as sign:
    by 1(x), sign
  case x < 0 as sign:
    choose 0
qed
""", {
        "1": "sound", "1/case 1/qed": "sound", "1/case 2/condition": "sound", "1/case 2/qed": "sound",
        "1/cases of place": "sound", "1/start/qed": "sound", "1/continuous/qed": "sound", "case 1/qed": "sound",
        "case 2/qed": "sound", "cases of sign": "sound"}, "sound"),
    "known facts by name": ("""
theorem it "A double angle"
  conclude sin(2*x) = 2*sin(x)*cos(x)

proof
  1. sin(x + x) = sin(x)*cos(x) + cos(x)*sin(x)      by sin-add(x, x)
  by 1
qed
""", {"1": "sound", "qed": "sound"}, "sound"),
    "a known fact that says something else": ("""
theorem it "A double angle"
  suppose low: x >= 1
  conclude x^3 >= x

proof
  1. x^2 >= 1       by low
  2. x >= 1         by sin-add(x, x)
  by 1, 2
qed
""", {"1": "sound", "2": "sound with further facts", "qed": "sound"}, "sound with further facts"),
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
    "a nested proof that looks like a chain": ("""
theorem it "Nested"
  suppose h: x >= 1
  conclude x*x >= 1

proof
  1. x*x*x >= 1:
    1a. x >= 0     by h
    by 1a
  3. x*x >= 1     by h
  by 3
qed
""", "1/qed"),
    "links that are none": ("""
theorem it "Nested"
  suppose h: x >= 1
  suppose k: y >= 1
  conclude x*y >= 1

proof
  1. x*y >= 1:
    1a. x >= 0     by h
    1b. y >= 0     by k
    by 1a, 1b
  by 1
qed
""", "1/qed"),
    "a limit that is not near enough": ("""
theorem it "Twice a sequence"
  let v: real
  suppose limit: tends(a[t], t, v)
  conclude tends(2*a[t], t, 2*v)

proof
  unfold limit as near
  unfold
  take h
  obtain N from near(h) as there
  choose N
  take t
  by there(t)
qed
""", "qed"),
    "a limit near nothing": ("""
theorem it "Near nothing"
  let v: real
  suppose limit: tends(a[t], t, v)
  conclude exists(N, nonnegative integer, (a[N] - v)^2 <= 0)

proof
  unfold limit as near
  obtain N from near(0) as there
  choose N
  by there(N)
qed
""", "condition"),
    "a time before the first": ("""
theorem it "Positive"
  let u: real curve
  suppose start: u[0] > 0
  conclude u[x] > 0

proof
  1. u[t] > 0 for all t: real with 0 <= t     by continuity in t:
       base:
         by start
       step:
         by earlier(t - 1)
  by 1(x)
qed
""", None),
    "a condition of a known fact": ("""
theorem it "A logarithm"
  let v: real
  suppose at: v != 0
  conclude exp(log(v)) = v

proof
  by exp-log(v)
qed
""", "qed"),
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


UNFIT = {
    "nothing is promised": ("""
theorem it "Nothing is promised"
  conclude x^2 >= 0

proof
  1. x^2 >= 0
  obtain z from 1
  2. z = 0         by z
  by 2
qed
""", "one.page:11: Obtain: 1 is no 'there is'"),
    "a witness that is no integer": ("""
theorem it "Beyond"
  conclude exists(m, integer, x < m)

proof
  1. x < floor(x) + 1
  choose floor(x) + 1
  by 1
qed
""", "one.page:12: Witness: floor(x) + 1: 'floor' in an integer expression"),
    "a guard that does not bound the time": ("""
theorem it "A guard"
  suppose h: x <= 5
  conclude y^2 - 12*y + 40 > 0 or y < 0

proof
  1. t^2 - 12*t + 40 > 0 for all t: real with 0 <= t and x <= 5     by continuity in t:
       base:
         by x
       step:
         2. t <= 5      by times
         3. (5 - t)*(7 - t) >= 0   by 2
         by 3
  case y < 0 as sign:
    by sign
  case y >= 0 as sign:
    by 1(y), h, sign
qed
""", "one.page:12: Have 1 > Bootstrap: the times are those with a <= t"),
    "integers are no times": ("""
theorem it "Integers"
  conclude x*x >= 0

proof
  1. t + 1 > 0 for all t: integer with 0 <= t     by continuity in t:
       base:
         by x
       step:
         by times
  by 1(n)
qed
""", ": bootstrap: the goal is no statement about all times"),
}
OWNED = """
theorem it "A"
  suppose h: x >= 1
  conclude x*x >= 1

proof
  1. x >= 1  by h
  by 1
qed

lemma it/1 "Euler's conjecture, which is false"
  let p, q, r, s, m: positive integer
  conclude p^5 + q^5 + r^5 + s^5 != m^5

theorem main "A consequence"
  conclude 1 = 0

proof
  1. 27^5 + 84^5 + 110^5 + 133^5 != 144^5    by it/1(27, 84, 110, 133, 144)
  by 1
qed
"""
SECRET = {
    "assume x.secret: x >= 1": "a condition of the goal is supposed under a name",
    "obtain z from there as given": "given is a name that proofs use themselves",
    "obtain given from there": "given is a name that proofs use themselves",
    "obtain z from there as x.low": "'there as x.low' is no name of a fact",
    "given1. x\n    <= x + 1\n    <= x + 2": "given1 is a name that proofs use themselves",
    "contradiction as x.no": "the goal is supposed to fail under a name",
    "1. a[j] >= 0 for all j: integer[0, n]  by induction on j as given": "given is a name that proofs use themselves",
    "take given": "given is a name that proofs use themselves",
}


def audited(folder: Path, text: str) -> list[dict[str, Any]]:
    said = CliRunner().invoke(cli, ["audit", str(paper(folder, text)), "--json"])
    found: list[dict[str, Any]] = json.loads(said.stdout)
    return found


@pytest.mark.parametrize("which", UNFIT)
def test_a_proof_that_does_not_fit_is_said_to_and_the_item_is_decided(which: str, tmp_path: Path) -> None:
    text, said = UNFIT[which]
    [item] = audited(tmp_path, text)
    assert item["proof"]["state"].startswith("does not fit: ") and said in item["proof"]["state"]
    assert item["verdict"] in ("proved", "undecided", "supported") and item["steps"] == []


def test_no_line_of_an_item_has_the_id_of_another_item(tmp_path: Path) -> None:
    items = {item["id"]: item for item in audited(tmp_path, OWNED)}
    assert "it/1 is a claim of it and of it/1" in items["it"]["fault"]
    assert items["it/1"]["verdict"] not in ("proved", "ill-posed") and items["main"]["verdict"] != "proved"


@pytest.mark.parametrize("line", SECRET)
def test_no_fact_has_a_name_by_which_it_would_always_be_at_hand(line: str, tmp_path: Path) -> None:
    text = '\ntheorem it "Secret"\n  suppose there: exists(z, real, z >= 1)\n  conclude x*x >= 0\n'
    text += f"\nproof\n  {line}\n  by x\nqed\n"
    made = load(paper(tmp_path, text))
    assert made.items == [] and SECRET[line] in made.faults[0]


def test_a_line_is_not_taken_for_one_of_its_name_elsewhere(tmp_path: Path) -> None:
    [item] = audited(tmp_path, """
theorem it "Again"
  conclude implies(x >= 1, x*x >= 1)

proof
  1. x*x >= 0:
    case x >= 1 as c:
      Q. x >= 1 by c
      2. x*x >= x by Q
      by 2, Q
    case x < 1 as c:
      3. x*x >= 0
      by 3
  assume Q: x >= 1
  2. x*x >= x      by Q
  by 2, Q
qed
""")
    assert item["proof"]["state"] == "sound"


def test_a_line_with_a_proof_of_its_own_follows_from_that(tmp_path: Path) -> None:
    [item] = audited(tmp_path, """
theorem it "Below"
  let c: positive
  suppose r: u*w > 0 for all u, w: positive
  suppose h: x >= 1
  suppose k: y >= 1
  conclude x*y >= y

proof
  1. x*y >= y:
    2. (x - 1)*y >= 0
    by 2
  3. x*x > 0      by r(x, x), h
  4. c > 0        by c
  by 1
qed
""")
    assert {s["name"]: s["state"] for s in item["steps"] if s["state"] != "sound"} == {}
    assert item["proof"]["state"] == "sound"


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
