"""The one line in which `verifier check` answers: each kind of verdict says its word once, and how it is known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from verifier.cli import cli
from verifier.papers.results import CheckedClaim, ClaimResult, Heading, ItemResult, Meaning
from verifier.report import wording

PLAIN = ClaimResult(
    "c", "proved", "proved for all values", "derivative ladder", {"kind": "proof"}, scope="all values", seconds=0.312,
    vacuity="inhabited",
)
POINT: dict[str, Any] = {"counterexample": {"x": "-1"}, "certificate": {"kind": "refutation", "values": {"x": -1}}}
NOWHERE = "a term is undefined at a point that the hypotheses allow; it needs x != 0"
SAID: list[tuple[dict[str, Any], str]] = [
    ({}, "c: proved for all values (derivative ladder; 0.31 s)"),
    ({"reason": "proved, with C = 2"}, "c: proved, with C = 2 (derivative ladder; 0.31 s)"),
    ({"vacuity": "unknown"}, "c: proved for all values (vacuity unknown; derivative ladder; 0.31 s)"),
    ({"fidelity": "fragment"}, "c: proved for all values (fragment; derivative ladder; 0.31 s)"),
    ({"assumes": ("ext-CH",), "reason": "proved given ext-CH"}, "c: proved given ext-CH (derivative ladder; 0.31 s)"),
    ({"verdict": "refuted", "reason": "refuted at an exact point", **POINT},
     "c: refuted at x = -1 (exact counterexample; 0.31 s)"),
    ({"verdict": "refuted", "counterexample": {"x": "a root of cos(x) == x in [1/2, 1]"},
      "certificate": {"kind": "refutation", "somewhere": True}, "reason": "refuted at a point that is shown to exist"},
     "c: refuted at x = a root of cos(x) == x in [1/2, 1] (a counterexample that is shown to exist; 0.31 s)"),
    ({"verdict": "refuted", "reason": "refuted: its negation is proved"},
     "c: refuted (its negation is proved; 0.31 s)"),
    ({"verdict": "ill-posed", "reason": NOWHERE, "counterexample": {"x": "0"}},
     "c: ill-posed at x = 0: a term is undefined; it needs x != 0 (0.31 s)"),
    ({"verdict": "ill-posed", "reason": "c: A*B: shapes"}, "c: ill-posed: A*B: shapes (0.31 s)"),
    ({"verdict": "computed", "reason": "z3 finds no counterexample (unsat)", "trust": ("z3 4.13: unsat",)},
     "c: computed: z3 finds no counterexample (unsat) (trusted: z3 4.13: unsat; 0.31 s)"),
    ({"verdict": "supported", "reason": "no counterexample among 60 exact samples"},
     "c: supported: no counterexample among 60 exact samples (nothing is proved; 0.31 s)"),
    ({"verdict": "undecided", "reason": "no proof and no certified counterexample found"},
     "c: undecided: no proof and no certified counterexample found (0.31 s)"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "line"), SAID, ids=lambda x: x if isinstance(x, str) else "")
def test_every_verdict_is_one_line_that_says_its_word_once(change, line):
    assert wording.line(replace(PLAIN, **change)) == line


def test_a_reason_that_says_more_than_the_verdict_is_kept():
    found = replace(PLAIN, verdict="supported", reason="open for all sizes; proved at n = 2")
    assert wording.said(found) == "supported: open for all sizes; proved at n = 2"
    assert wording.said(replace(PLAIN, fidelity="fragment")) == "proved for all values [fragment]"
    # "proved" is part of the first word here, and not the verdict
    assert wording.said(replace(PLAIN, reason="proved-looking")) == "proved: proved-looking"


def test_what_is_open_is_explained_below_the_line():
    def remarks(*tried, **change):
        return wording.remarks(CheckedClaim(replace(PLAIN, **change), Meaning("", {}), tried=tried))

    tried = ("analysis (4.10 s)", "points (0.00 s)", "z3: not its language")
    assert remarks(*tried, verdict="undecided") == ["tried: analysis (4.10 s); z3: not its language"]
    assert remarks(vacuity="unknown")[0].startswith("vacuity unknown: ")
    assert remarks() == []


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        (("x**2 >= 0",), "goal: proved for all values (", 0),
        (("2 + 2 == 4",), "goal: proved (", 0),
        (("2 + 2 == 5",), "goal: refuted (its negation is proved; ", 1),
        (("sqrt(x**2) == x",), "goal: refuted at x = -1 (exact counterexample; ", 1),
        (("x > 2", "--given", "cos(x) == x"), "(a counterexample that is shown to exist; ", 1),
        (("1/x*x == 1",), "goal: ill-posed at x = 0: a term is undefined; it needs x != 0 (", 3),
        (("1/0 == 1",), "goal: ill-posed: a term is undefined (", 3),
        (("x > y/z", "--given", "y > 0"), "it needs z != 0 (", 3),
    ],
)  # fmt: skip
def test_the_command_line_says_it(arguments, said, code):
    found = CliRunner().invoke(cli, ["check", *arguments])
    assert said in found.output and found.exit_code == code, found.output


def test_readings_that_disagree_are_each_said_once():
    refuted = replace(PLAIN, **POINT, name="at t = 0", verdict="refuted", reason="refuted at an exact point")
    why = "the readings disagree: c[for all t] is proved; c[at t = 0] is refuted"
    heading = Heading("p", "c", "lemma", "T", "W", "guess", "x")
    own = ClaimResult("c", "undecided", why)
    said = wording.note(ItemResult(heading, own, readings=(replace(PLAIN, name="for all t"), refuted)))
    assert said == "formula guessed; the readings disagree; for all t: proved; at t = 0: refuted"
