"""The page that the documentation shows is a paper, and what it says is proved."""

from __future__ import annotations

import re
from pathlib import Path

from verifier.papers.book import Book
from verifier.papers.load import load
from verifier.prove.portfolio import decide

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "pages.md"


def test_the_documented_page_is_a_paper_and_is_proved(tmp_path: Path) -> None:
    index, page = re.findall(r"```(?:toml)?\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    (tmp_path / "paper.toml").write_text(index)
    (tmp_path / "smooth.page").write_text(page)
    paper = load(tmp_path)
    assert (paper.name, paper.faults, [i.id for i in paper.items]) == ("gradient-methods", [], ["small-gradient"])
    entry, *lines = Book(paper).entries(paper.items[0])
    assert [name for name, _ in entry.claim.lemmas] == ["descent"]
    assert [(e.role, e.name) for e in lines[::2]] == [("step", n) for n in ("1", "2", "3", "qed")]
    assert {decide(e.claim, 10).verdict for e in (entry, *lines)} == {"proved"}
