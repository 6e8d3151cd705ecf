"""Arguments in claim files: what follows, what follows only with more, what does not, and their corrupted twins."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from verifier import check_file
from verifier.evidence.decision import Decision
from verifier.language.claim import claim
from verifier.language.files import loads
from verifier.papers.book import Entry
from verifier.papers.inference import Inference, Question, follows, infer
from verifier.papers.results import CheckedClaim
from verifier.report import wording
from verifier.report.jsonout import checked
from verifier.run import checks
from verifier.run.recheck import recheck_file
from verifier.run.runner import DECIDE, Runner
from verifier.run.store import Store

ARGUMENT = """
[[claim]]
id = "square"
variables = { x = "real" }
goal = "x**2 >= 0"

[[claim]]
id = "big"
variables = { x = "real" }
given = ["x > 1"]
goal = "x**2 > x"

[[claim]]
id = "undefined"           # a term without a value is no contradiction
variables = { x = "real" }
because = ["square"]
goal = "1/x < 1/x + 1"

[[claim]]
id = "strict"
variables = { x = "real" }
because = ["square"]
goal = "x**2 > 0"

[[claim]]
id = "first"
variables = { x = "real", y = "real" }
goal = "x + y == 1"

[[claim]]
id = "second"
variables = { x = "real", y = "real" }
goal = "x - y == 3"

[[claim]]
id = "energy"
variables = { x = "real", y = "real" }
definitions = ["H := x**2 + y**2"]
goal = "H >= 2*x*y"

[[claim]]
id = "shared"              # the hypothesis of what is cited is the line's too
variables = { x = "real" }
given = ["x > 1"]
because = ["big"]
goal = "x**3 > x"

[[claim]]
id = "lost"                # the line lost it on the way
variables = { x = "real" }
because = ["big"]
goal = "x**3 > x"

[[claim]]
id = "solved"              # from false lines; each is needed
variables = { x = "real", y = "real" }
because = ["first", "second", "square"]
goal = "x == 2 and y == -1"

[[claim]]
id = "solved/twin"
variables = { x = "real", y = "real" }
because = ["first", "second"]
goal = "x == 2 and y == 1"

[[claim]]
id = "half"                # one equation is not cited
variables = { x = "real", y = "real" }
because = ["first"]
goal = "x == 2"

[[claim]]
id = "opaque"              # from what the line says of H, whatever H is
because = ["energy"]
goal = "H + 1 > 2*x*y"

[[claim]]
id = "unfolded"            # needs to know what H is
because = ["energy"]
goal = "H >= -2*x*y"

[[claim]]
id = "cited"
because = ["definitions"]
variables = { x = "real", y = "real" }
definitions = ["H := x**2 + y**2"]
goal = "H >= -2*x*y"
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, CheckedClaim]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VERIFIER_HOME", str(tmp_path_factory.mktemp("home")))
        with Store() as store, Runner(2) as runner:
            results = checks.decide_all(loads(ARGUMENT), store, runner, 5.0, DECIDE)
    return {result.claim.id: result for result in results}


@pytest.fixture(scope="module")
def found(results: dict[str, CheckedClaim]) -> Any:
    """The same as ``check --json`` prints it."""
    return {id: checked(result) for id, result in results.items()}


@pytest.mark.parametrize(
    ("id", "verdict", "answer", "further", "superfluous"),
    [
        ("shared", "proved", "follows", [], ["big"]),
        ("lost", "refuted", "follows with", ["big:h1"], ["big"]),
        ("solved", "refuted", "follows", [], ["square"]),
        ("solved/twin", "refuted", "does not follow", [], []),
        ("half", "refuted", "follows with", ["second"], []),
        ("strict", "refuted", "does not follow", [], []),
        ("opaque", "proved", "follows", [], []),
        ("unfolded", "proved", "follows with", ["definitions"], ["energy"]),
        ("cited", "proved", "follows", [], []),
        ("undefined", "ill-posed", "unknown", [], []),
    ],
)
def test_a_line_has_two_answers(
    found: Any, id: str, verdict: str, answer: str, further: list[str], superfluous: list[str]
) -> None:
    inference = found[id]["inference"]
    assert (found[id]["verdict"], inference["answer"]) == (verdict, answer)
    assert (inference["with"], inference["superfluous"]) == (further, superfluous)


def test_a_witness_is_a_point_where_everything_cited_holds_and_the_line_fails(found: Any) -> None:
    inference = found["strict"]["inference"]
    assert inference["realised"] is True and inference["witness"] == {"x": "0"}
    assert found["solved/twin"]["inference"]["witness"] == {"x": "2", "y": "-1"}
    assert found["solved"]["inference"]["witness"] is None and found["solved"]["inference"]["realised"] is None


def test_only_lines_with_because_have_an_inference(found: Any) -> None:
    assert "inference" not in found["square"] and "because" not in found["square"]
    assert found["shared"]["because"] == ["big"] and found["shared"]["inference"]["vacuity"] == "exempt"


def test_the_json_can_be_rechecked_and_damage_is_found(found: Any, tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    path.write_text(json.dumps(list(found.values())))
    rows = recheck_file(path).rows
    assert {r.id for r in rows} >= {"shared", "shared#inference", "lost#inference+big:h1"}
    assert [r.reason for r in rows if not r.ok] == []
    damaged = json.loads(json.dumps(found))
    twin = damaged["solved/twin"]["inference"]
    twin["certificate"]["values"]["x"] = 3
    damaged["shared"]["inhabited"]["values"]["x"] = 1  # where x > 1 does not hold
    path.write_text(json.dumps(list(damaged.values())))
    assert sorted(r.id for r in recheck_file(path).rows if not r.ok) == ["shared", twin["id"]]


def test_exit_codes(results: dict[str, CheckedClaim]) -> None:
    def code(*ids: str) -> int:
        return checks.exit_code([results[i] for i in ids])

    assert code("square", "shared", "opaque", "unfolded") == 0
    assert code("square", "strict") == 1
    assert code("undefined") == 3
    shared = results["shared"]
    assert shared.inference is not None
    gap = replace(shared, inference=replace(shared.inference, answer="does not follow"))
    assert checks.exit_code([gap]) == 3
    assert checks.exit_code([replace(shared, claim=replace(shared.claim, vacuity="unknown"))]) == 3


def test_words_for_the_terminal(results: dict[str, CheckedClaim]) -> None:
    said = {id: wording.inference(r.inference) for id, r in results.items() if r.inference is not None}
    assert said["lost"] == "follows with big:h1; already without big"
    assert said["strict"] == "does not follow; realised witness: x = 0"
    assert wording.remarks(results["shared"])[0].startswith("the hypotheses hold at x = ")


def test_the_example_of_the_readme_comes_out_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "home"))
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    section = readme.split("## A file of claims", 1)[1].split("\n## ", 1)[0]
    file = tmp_path / "argument.toml"
    file.write_text(section.split("```toml\n", 1)[1].split("```", 1)[0])
    printed = [line.split() for line in section.split("*Follows?*", 1)[1].splitlines() if line.startswith("    ")][1:]
    with Store() as store, Runner(2) as runner:
        results = checks.decide_all(checks.from_file(file), store, runner, 5.0, DECIDE)
    rows = check_file(file, budget=5.0)
    assert len(rows) == len(printed) == 4
    for row, result, line in zip(rows, results, printed, strict=True):
        said = "-" if result.inference is None else wording.inference(result.inference)
        assert [row["id"], row["verdict"], *row.get("because", ["-"]), *said.split()] == line
    [strict] = check_file(file, only="strict", budget=5.0)
    assert strict["inference"]["answer"] == "does not follow"


# -- the search for the fewest further facts, with answers that are known ----------------------------------------------
def asked(facts: str, enough: Sequence[str], cited: str = "", need: str = "") -> Inference:
    """The answer where exactly the sets that include one of `enough`, and the citations in `need`, follow."""

    def ask(further: Sequence[str], without: Sequence[str] = ()) -> Entry:
        id = "i+" + "".join(further) + "-" + "".join(without)
        return Entry("i", "more", "", claim(id, "0 == 0"))

    def verdict(id: str) -> Decision:
        further, _, without = id.removeprefix("i+").partition("-")
        good = any(set(e) <= set(further) for e in enough) and not set(need) & set(without)
        return Decision("proved" if good else "refuted")

    question = Question(ask(()), tuple(facts), ask, None, tuple(cited))
    inquiry = infer(question, verdict("i+-"), Decision("refuted"))
    try:
        trials = next(inquiry)
        while True:
            trials = inquiry.send({e.id: verdict(e.id) for e in trials})
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "enough", [["a"], ["bd"], ["abc", "de"], ["abcd", "bcde", "ace"], ["abcde"], ["abd", "bce", "acde"], ["ef", "abc"]]
)
def test_the_fewest_facts_are_found(enough: list[str]) -> None:
    answer = asked("abcdef", enough)
    least = min(len(s) for s in enough)
    assert answer.answer == "follows with" and len(answer.further) == least and "".join(answer.further) in enough


def test_nothing_is_added_where_nothing_helps_or_nothing_is_missing() -> None:
    assert asked("abc", []).answer == "does not follow"
    assert asked("abc", [""]).answer == "follows"
    assert asked("", []).answer == "does not follow"


def test_many_facts_end_in_a_set_that_none_can_be_left_out_of() -> None:
    facts = "abcdefghijklmnop"
    enough = ["".join(c) for c in combinations(facts, 6) if "a" not in c][:40]
    answer = asked(facts, enough)
    sets = [set(e) for e in enough]
    assert any(s <= set(answer.further) for s in sets)
    assert not any(any(s <= set(answer.further) - {f} for s in sets) for f in answer.further)


def test_superfluous_citations_can_all_go_at_once() -> None:
    assert asked("", [""], cited="abc", need="b").superfluous == ("a", "c")
    assert asked("", [""], cited="abc").superfluous == ("a", "b", "c")
    assert asked("", [""], cited="abc", need="abc").superfluous == ()


def test_an_undefined_term_is_no_contradiction() -> None:
    assert follows(Decision("ill-posed", certificate={"kind": "vacuous"}))
    assert not follows(Decision("ill-posed", certificate={"kind": "undefined"}))
    assert not follows(Decision("ill-posed", certificate=None))
    assert not follows(Decision("refuted", certificate={"kind": "refutation"}))
