"""What an inference of a claim file says: the lines it cites under their own hypotheses, and nothing else."""

from __future__ import annotations

import pytest

from verifier.language.citations import Fact, further, inference
from verifier.language.claim import Claim
from verifier.language.files import loads
from verifier.language.typing.typing import check_types

FILE = """
[[claim]]
id = "bound"
variables = { a = "real", b = "positive" }
given = ["b > 1", "a < b"]
goal = "a**2 <= b"

[[claim]]
id = "wide"
variables = { a = "nonnegative", n = "integer[0, 9]" }
goal = "a + n >= 0"

[[claim]]
id = "energy"
variables = { x = "real", y = "real" }
definitions = ["H := x**2 + y**2"]
given = { start = "H <= 1" }
goal = "H >= 2*x*y"
"""

LINE = """
[[claim]]
id = "line"
variables = { a = "real", b = "real" }
given = ["b > 1"]
because = ["bound"]
goal = "a**2 <= b**2"
"""


def stated(line: str, *names: str, unfold: bool = False) -> tuple[Claim, tuple[str, ...]]:
    claims = {c.id: c for c in loads(FILE + line)}
    facts = []
    for name in names:
        id, _, hypothesis = name.partition(":")
        facts.append(Fact(claims[id], hypothesis or None))
    made, hidden = inference(claims["line"], facts, "i", unfold)
    check_types(made.statement())
    return made, hidden


def test_hypotheses_are_shared_or_obligations() -> None:
    made, _ = stated(LINE, "bound")
    given = {h.name: h.formula for h in made.given}
    # b > 1 is shared; that b is positive and that a < b remain to be shown
    assert given["bound"] == ("implies", ("and", (">", "b", 0), ("<", "a", "b")), ("<=", ("^", "a", 2), "b"))
    assert given["h1"] == (">", "b", 1)


def test_further_hypotheses_discharge_obligations() -> None:
    made, _ = stated(LINE, "bound", "bound:h2")
    given = {h.name: h.formula for h in made.given}
    assert given["bound"] == ("implies", (">", "b", 0), ("<=", ("^", "a", 2), "b"))
    assert given["bound:h2"] == ("<", "a", "b")


def test_candidates_are_the_missing_hypotheses_and_then_the_other_lines() -> None:
    claims = loads(FILE + LINE)
    assert [f.name for f in further(claims[-1], claims[:-1])] == ["bound:b.positive", "bound:h2", "wide", "energy"]


def test_variables_that_the_line_has_not_are_general() -> None:
    line = LINE.replace('a = "real", b = "real"', 'b = "real"').replace("a**2 <= b**2", "b >= 0")
    made, _ = stated(line, "bound")
    given = {h.name: h.formula for h in made.given}
    assert given["bound"][:3] == ("forall", "a", ("real",))
    assert [v.name for v in made.variables] == ["b"]


def test_a_range_that_is_wider_in_the_line_is_an_obligation() -> None:
    line = LINE.replace('b = "real"', 'b = "real", n = "integer"').replace('"bound"', '"wide"')
    made, _ = stated(line, "wide")
    premise = {h.name: h.formula for h in made.given}["wide"]
    assert premise[:2] == ("implies", ("and", (">=", "a", 0), (">=", "n", 0), ("<=", "n", 9))) or premise[1] == (
        "and", (">=", "n", 0), ("<=", "n", 9), (">=", "a", 0))  # fmt: skip


ENERGY = """
[[claim]]
id = "line"
because = ["energy"]
given = { start = "H <= 1" }
goal = "H + 1 >= 2*x*y"
"""


def test_abbreviations_stand_for_fresh_variables_until_definitions_are_cited() -> None:
    made, hidden = stated(ENERGY, "energy")
    given = {h.name: h.formula for h in made.given}
    assert hidden == ("H",) and "H_" in {v.name for v in made.variables}
    assert given["start"] == ("<=", "H_", 1) and given["energy"] == (">=", "H_", ("*", 2, "x", "y"))  # start is shared
    unfolded, none = stated(ENERGY, "energy", unfold=True)
    assert none == () and [v.name for v in unfolded.variables] == ["x", "y"]
    assert unfolded.goal == (">=", ("+", ("^", "x", 2), ("^", "y", 2), 1), ("*", 2, "x", "y"))


def test_an_abbreviation_of_a_variable_that_the_line_has_not_is_no_constant() -> None:
    line = '[[claim]]\nid = "line"\nvariables = { z = "real" }\nbecause = ["energy"]\ngoal = "z**2 >= 0"\n'
    made, hidden = stated(line, "energy")
    premise = {h.name: h.formula for h in made.given}["energy"]
    assert hidden == () and premise[:2] == ("forall", "x")


def test_a_complex_abbreviation_is_no_real_variable() -> None:
    cited = '[[claim]]\nid = "c"\nvariables = { z = "complex" }\ndefinitions = ["W := z**2"]\ngoal = "W**2 == -1"\n'
    line = '[[claim]]\nid = "line"\nbecause = ["c"]\ngoal = "W == W + 1"\n'
    made, hidden = stated(cited + line, "c")
    assert hidden == () and [v.domain.text for v in made.variables] == ["complex"]
    assert stated(cited.replace("complex", "real") + line, "c")[1] == ("W",)


@pytest.mark.parametrize("because", ['["energy", "definitions"]', '["definitions", "energy"]'])
def test_definitions_are_cited_by_name(because: str) -> None:
    claims = loads(FILE + ENERGY.replace('["energy"]', because))
    assert "definitions" in claims[-1].because
