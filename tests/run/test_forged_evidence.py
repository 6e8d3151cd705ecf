"""Evidence that somebody edited: each lie is found, in one line, and nothing comes out stronger than it is.

The same edits are given to `recheck`, which says so and does not end with 0, and to an audit, which searches again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from evidence_files import plain

from verifier.cli import cli
from verifier.evidence.strict_json import read_json
from verifier.kernel.check import check
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import REAL
from verifier.run.evidence_file import path_for
from verifier.run.recheck import Rechecked, recheck_file

BODY = """
from verifier.language.script import Take, Use

@paper.lemma("square", "")
def square(item):
    item.let(x="real")
    item.suppose("large", "x > 1")
    item.conclude("x**2 > x")

@paper.lemma("twice", "")
def twice(item):
    item.let(z="real")
    item.suppose("huge", "z > 1")
    item.conclude("z**2 > z", because=["square"], argument=[Use("cited:square", at=["z"], premises=[[Use("huge")]])])

@paper.lemma("false", "")
def false(item):
    item.let(x="real")
    item.conclude("x**2 > x", expected="refuted")
"""
Claims = dict[str, dict[str, Any]]  # the entries of a file by the ids of their claims
Edit = Callable[[Claims], None]
X = (("x", REAL),)
NONSENSE = Statement(X, (), ("<", ("^", "x", 2), 0))  # false, and nobody proves it
ITSELF = {"rule": "use", "fact": "cited:it", "at": ["x"], "premises": [], "as": "h",
          "then": {"rule": "exact", "fact": "h"}}  # fmt: skip
FOLLOWS = Statement(X, (), ("or", NONSENSE.goal, ("<", "x", 0)))
FROM_IT = {**ITSELF, "then": {"rule": "choose", "index": 0, "then": {"rule": "exact", "fact": "h"}}}


def digest(found: dict[str, Any]) -> str:
    return Statement.from_json(found["statement"]).digest()


def entry(statement: Statement, verdict: str, certificate: Any = None, **more: Any) -> dict[str, Any]:
    words = {"verdict": verdict, "reason": "", "method": "", "trust": [], "certificate": certificate, **more}
    return {"statement": statement.to_json(), "hints": "", "verdict": words}


def proof(tree: Any, **cites: str) -> dict[str, Any]:
    return {"kind": "proof", "tree": tree, "cites": cites}


@pytest.fixture
def paper(write: Any, audit: Any) -> Path:
    page: Path = write(BODY)
    audit(page, write_evidence=True)
    return page


def edited(paper: Path, edit: Edit) -> Path:
    """The evidence of the paper after an edit of its entries by id, each under the digest of its statement."""
    path = path_for(paper)
    data = plain(path)
    claims = {id: found for known in data["claims"].values() for id, found in known.items()}
    edit(claims)
    data["claims"] = {}
    for id, found in claims.items():
        data["claims"].setdefault(digest(found), {})[id] = found
    path.write_text(json.dumps(data))
    return path


def refused(found: Rechecked) -> dict[str, str]:
    assert all(r.reason and r.reason.isprintable() for r in found.rows if not r.ok)
    return {r.id: str(r.reason) for r in found.rows if not r.ok}


def test_what_nobody_edited_stands(paper: Path, audit: Any) -> None:
    found = recheck_file(edited(paper, lambda claims: None))
    assert refused(found) == {} and found.exit_code in (0, 3)
    assert {"square", "twice", "false"} <= {r.id for r in found.rows}
    certificate = plain(path_for(paper))
    cited = [f["verdict"]["assumes"] for known in certificate["claims"].values() for i, f in known.items()]
    assert [len(d) for digests in cited for d in digests] == [64] * sum(map(len, cited)) != []


# -- citations ---------------------------------------------------------------------------------------------------------
def cite_false(claims: Claims) -> None:
    claims["twice"]["verdict"]["certificate"] = proof({"rule": "exact", "fact": "cited:it"}, it=["false"])  # type: ignore[arg-type]


def cite_what_is_not_there(claims: Claims) -> None:
    claims["nonsense"] = entry(NONSENSE, "proved", proof(ITSELF, it="0" * 64))


def cite_itself(claims: Claims) -> None:
    claims["nonsense"] = entry(NONSENSE, "proved", proof(ITSELF, it=NONSENSE.digest()))


def cite_each_other(claims: Claims) -> None:
    both = Statement(X, (), ("and", NONSENSE.goal, ("true",)))
    parts = [{"rule": "exact", "fact": "h"}, {"rule": "split", "nodes": []}]
    there = {**ITSELF, "then": {"rule": "split", "nodes": parts}}
    back = {**ITSELF, "then": {"rule": "exact", "fact": "h.0"}}
    claims["nonsense"] = entry(NONSENSE, "proved", proof(back, it=both.digest()))
    claims["both"] = entry(both, "proved", proof(there, it=NONSENSE.digest()))


def cite_what_is_open(claims: Claims) -> None:
    claims["open"] = entry(NONSENSE, "undecided")
    claims["nonsense"] = entry(FOLLOWS, "proved", proof(FROM_IT, it=NONSENSE.digest()))


def cite_what_is_refuted(claims: Claims) -> None:
    false = Statement.from_json(claims["false"]["statement"])
    consequence = Statement(X, (), ("or", false.goal, ("<", "x", 0)))
    claims["nonsense"] = entry(consequence, "proved", proof(FROM_IT, it=false.digest()))


def cite_under_another_digest(claims: Claims) -> None:
    [(label, _)] = claims["twice"]["verdict"]["certificate"]["cites"].items()
    claims["twice"]["verdict"]["certificate"]["cites"][label] = digest(claims["false"])


CITING: list[tuple[Edit, str, str]] = [
    (cite_false, "twice", "not at hand"),
    (cite_what_is_not_there, "nonsense", "not at hand"),
    (cite_itself, "nonsense", "own proof is not established"),
    (cite_each_other, "both", "own proof is not established"),
    (cite_what_is_open, "nonsense", "open, which is undecided"),
    (cite_what_is_refuted, "nonsense", "false, which is refuted"),
    (cite_under_another_digest, "twice", "than the fact takes"),
]


@pytest.mark.parametrize(("edit", "id", "why"), CITING, ids=[e.__name__ for e, *_ in CITING])
def test_a_citation_is_believed_only_where_it_is_established(paper: Path, edit: Edit, id: str, why: str) -> None:
    found = recheck_file(edited(paper, edit))
    assert found.exit_code == 1 and id in refused(found)
    assert why in refused(found)[id]


def test_the_kernel_alone_would_accept_a_circle() -> None:
    assert check(NONSENSE, proof(ITSELF, it=NONSENSE.digest()), {NONSENSE.digest(): NONSENSE}).assumes


def test_what_rests_on_an_assumption_says_so(paper: Path) -> None:
    def edit(claims: Claims) -> None:
        claims["elsewhere"] = entry(NONSENSE, "assumed")
        claims["nonsense"] = entry(FOLLOWS, "proved", proof(FROM_IT, it=NONSENSE.digest()))

    path = edited(paper, edit)
    [row] = [r for r in recheck_file(path).rows if r.id == "nonsense"]
    assert row.ok and row.given == ("elsewhere",)
    done = CliRunner().invoke(cli, ["recheck", str(path)])
    assert done.exit_code == 3 and "nonsense: proved given elsewhere" in done.output
    assert "assumed, not checked here: elsewhere: forall(x, real, x**2 < 0)" in done.output


def test_what_is_shown_of_an_assumption_is_what_is_assumed(paper: Path) -> None:
    harmless = Statement((), (), ("true",))

    def edit(claims: Claims) -> None:
        claims["elsewhere"] = entry(NONSENSE, "assumed")
        claims["nonsense"] = entry(FOLLOWS, "proved", proof(FROM_IT, it=NONSENSE.digest()))

    path = edited(paper, edit)
    data = plain(path)
    data["claims"][harmless.digest()] = {"elsewhere": entry(harmless, "assumed")}  # of the same name
    path.write_text(json.dumps(data))
    assert recheck_file(path).assumed == (("elsewhere", NONSENSE),)


@pytest.mark.parametrize("edit", [e for e, *_ in CITING], ids=[e.__name__ for e, *_ in CITING])
def test_an_audit_makes_of_edited_citations_what_it_makes_of_none(
    paper: Path, audit: Any, edit: Edit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "another home"))
    edited(paper, edit)
    found = audit(paper)["by_id"]
    assert {id: found[id]["verdict"] for id in found} == {"square": "proved", "twice": "proved", "false": "refuted"}


# -- verdicts, certificates and examples -------------------------------------------------------------------------------
def relabelled_as_proved(claims: Claims) -> None:
    claims["false"]["verdict"]["verdict"] = "proved"


def relabelled_as_refuted(claims: Claims) -> None:
    claims["square"]["verdict"]["verdict"] = "refuted"


def relabelled_as_ill_posed(claims: Claims) -> None:
    claims["square"]["verdict"]["verdict"] = "ill-posed"


def an_example_that_is_none(claims: Claims) -> None:
    claims["square"]["verdict"]["details"]["inhabited"]["values"]["x"] = 1  # where x > 1 does not hold


def an_example_of_another_claim(claims: Claims) -> None:
    other = {"kind": "inhabited", "values": {}, "tree": {"rule": "split", "nodes": []}}
    claims["square"]["verdict"]["details"]["inhabited"] = other


def swapped_certificates(claims: Claims) -> None:
    one, two = claims["square"]["verdict"], claims["false"]["verdict"]
    one["certificate"], two["certificate"] = two["certificate"], one["certificate"]


def no_certificate(claims: Claims) -> None:
    claims["square"]["verdict"]["certificate"] = None


VERDICTS: list[tuple[Edit, str]] = [
    (relabelled_as_proved, "false"), (relabelled_as_refuted, "square"), (relabelled_as_ill_posed, "square"),
    (an_example_that_is_none, "square"), (an_example_of_another_claim, "square"), (swapped_certificates, "square"),
    (no_certificate, "square"),
]  # fmt: skip


@pytest.mark.parametrize(("edit", "id"), VERDICTS, ids=[e.__name__ for e, _ in VERDICTS])
def test_a_verdict_is_what_its_evidence_earns(
    paper: Path, audit: Any, edit: Edit, id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = recheck_file(edited(paper, edit))
    assert found.exit_code == 1 and id in refused(found)
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "another home"))
    report = audit(paper)
    assert any(note.startswith(f"{id}: the evidence is damaged") for note in report["notes"])
    verdicts = {i: item["verdict"] for i, item in report["by_id"].items()}
    assert verdicts == {"square": "proved", "twice": "proved", "false": "refuted"}


def test_a_vacuity_that_is_only_said_is_not_believed(
    paper: Path, audit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edit(claims: Claims) -> None:
        del claims["square"]["verdict"]["details"]["inhabited"]
        assert claims["square"]["verdict"]["vacuity"] == "inhabited"

    edited(paper, edit)
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "another home"))
    assert audit(paper)["by_id"]["square"]["vacuity"] == "unknown"


@pytest.mark.parametrize("word", ["computed", "ill-posed", "assumed"])
def test_a_word_without_a_certificate_is_asked_again(
    paper: Path, audit: Any, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edit(claims: Claims) -> None:
        said = entry(Statement.from_json(claims["square"]["statement"]), word, trust=["me"])
        claims["square"] = said | {"hints": claims["square"]["hints"]}

    path = edited(paper, edit)
    assert recheck_file(path).exit_code in (1, 3)  # 1: what cites an open claim is not established
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "another home"))
    report = audit(paper)
    assert report["by_id"]["square"]["verdict"] == "proved" and report["counts"]["search"] > 0


def test_swapped_ids_change_no_verdict(
    paper: Path, audit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edit(claims: Claims) -> None:
        claims["square"], claims["false"] = claims["false"], claims["square"]

    edited(paper, edit)
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "another home"))
    verdicts = {i: item["verdict"] for i, item in audit(paper)["by_id"].items()}
    assert verdicts == {"square": "proved", "twice": "proved", "false": "refuted"}


def test_a_statement_under_another_digest_is_refused(paper: Path) -> None:
    path = path_for(paper)
    data = plain(path)
    one, two, *_ = data["claims"]
    data["claims"][one], data["claims"][two] = data["claims"][two], data["claims"][one]
    path.write_text(json.dumps(data))
    found = recheck_file(path)
    assert found.exit_code == 1 and "not the one of its digest" in "".join(refused(found).values())


# -- bytes -------------------------------------------------------------------------------------------------------------
BYTES: dict[str, Callable[[str], str]] = {
    "nothing": lambda text: "",
    "an empty list": lambda text: "[]",
    "no claims": lambda text: '{"version": 3, "claims": {}}',
    "no version": lambda text: text.replace('"version": 3', '"edition": 2'),
    "another version": lambda text: text.replace('"version": 3', '"version": 4'),
    "an old version": lambda text: text.replace('"version": 3', '"version": 1'),
    "a key twice": lambda text: text.replace('"version": 3', '"version": 3, "version": 3'),
    "a verdict twice": lambda text: text.replace('"verdict":"refuted"', '"verdict":"refuted","verdict":"proved"'),
    "a control character": lambda text: text.replace('"square"', '"squ\\u001b[2Jare"'),
    "a line feed": lambda text: text.replace('"square"', '"squ\\nare"'),
    "text that runs backwards": lambda text: text.replace('"square"', '"squ\\u202Eare"'),
    "half a character": lambda text: text.replace('"square"', '"squ\\ud835are"'),
    "no number": lambda text: text.replace('"version": 3', '"version": 3, "n": NaN'),
    "infinity": lambda text: text.replace('"version": 3', '"version": 3, "n": -Infinity'),
    "a huge float": lambda text: text.replace('"version": 3', '"version": 3, "n": 1e999'),
    "a huge integer": lambda text: text.replace('"version": 3', f'"version": 3, "n": {"9" * 5000}'),
    "too deep": lambda text: "[" * 100_000,
    "too many values": lambda text: "[" + "[]," * 6_000_000 + "[]]",
}


@pytest.mark.parametrize("name", BYTES)
def test_what_is_no_evidence_is_refused_in_a_line(paper: Path, name: str) -> None:
    path = path_for(paper)
    before = path.read_text()
    after = BYTES[name](before)
    assert after != before
    path.write_text(after)
    done = CliRunner().invoke(cli, ["recheck", str(path)])
    assert done.exit_code not in (0, 1, 3) or isinstance(done.exception, ValueError)
    with pytest.raises(ValueError, match="is no evidence file") as error:
        recheck_file(path)
    assert str(error.value).isprintable() and len(str(error.value)) < 400


@pytest.mark.parametrize("name", [n for n in BYTES if n not in ("no claims", "too many values")])
def test_an_audit_says_in_a_line_that_it_searches_again(
    paper: Path, audit: Any, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = path_for(paper)
    path.write_text(BYTES[name](path.read_text()))
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "another home"))
    report = audit(paper)
    [note] = report["notes"]
    assert "cannot be used" in note and note.isprintable()
    assert report["by_id"]["false"]["verdict"] == "refuted"


def test_what_is_to_be_done_with_evidence_of_another_version_is_said(paper: Path, audit: Any) -> None:
    path = path_for(paper)
    text = path.read_text()
    for version in (1, 2):
        path.write_text(text.replace('"version": 3', f'"version": {version}'))
        why = f"of version {version}, and 3 is read here: make it anew with verifier audit --write-evidence PAPER"
        with pytest.raises(ValueError, match=why):
            recheck_file(path)
        [note] = audit(paper, recheck=True)["notes"]
        assert why in note
    audit(paper, write_evidence=True)
    assert path.read_text() == text


def test_a_pipe_is_no_evidence_and_nobody_waits_for_it(tmp_path: Path) -> None:
    path = tmp_path / "evidence.json"
    os.mkfifo(path)
    with pytest.raises(ValueError, match="no regular file"):
        recheck_file(path)


def test_what_is_escaped_and_what_lies_beyond_the_first_plane_is_text(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for text in (r"a\n", "𝑥", "Â", r"\\u001b", "'\"/"):
        for ascii in (True, False):
            path.write_text(json.dumps([text], ensure_ascii=ascii), encoding="utf-8")
            assert read_json(path) == [text]
