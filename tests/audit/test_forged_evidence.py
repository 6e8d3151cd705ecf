"""Evidence that somebody edited: each lie is found, in one line, and nothing comes out stronger than it is.

The same edits are given to `recheck`, which says so and does not end with 0, and to an audit, which searches again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from verifier.audit.evidence_file import path_for
from verifier.audit.recheck import Rechecked, recheck_file
from verifier.cli import cli
from verifier.kernel.check import check
from verifier.kernel.expr import REAL, Statement

BODY = """
from verifier.claims.script import Take, Use

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
    data = json.loads(path.read_text())
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
    certificate = json.loads(path_for(paper).read_text())
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
    there = {**ITSELF, "then": {"rule": "split", "nodes": [{"rule": "exact", "fact": "h"}, {"rule": "trivial"}]}}
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


@pytest.mark.parametrize("edit", [e for e, *_ in CITING], ids=[e.__name__ for e, *_ in CITING])
def test_an_audit_makes_of_edited_citations_what_it_makes_of_none(
    paper: Path, audit: Any, edit: Edit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "another home"))
    edited(paper, edit)
    found = audit(paper)["by_id"]
    assert {id: found[id]["verdict"] for id in found} == {"square": "proved", "twice": "proved", "false": "refuted"}
