"""How grave a faulty line is, told from the verdicts of what the paper derives from it."""

import pytest
import shipped

from verifier.papers.discover import shipped_folder
from verifier.papers.results import ClaimResult, Heading, InferenceResult, ItemResult, StepResult
from verifier.report.findings import OURS, consequences, counted, findings, letter


def item(id, kind, verdict, *behind, steps=(), printed="x", provenance="printed"):
    heading = Heading("p", id, kind, "T", "W", provenance, printed, leads_to=behind)
    return ItemResult(heading, said(id, verdict), steps=tuple(steps))


def said(id, verdict):
    return ClaimResult(id, verdict, "r", "m", counterexample={"x": "1"})


LINE = item("E.1", "equation", "refuted", "E.2", "lemma-1")


@pytest.mark.parametrize(
    ("second", "lemma", "severity"),
    [
        ("proved", "proved", "slip"),
        ("refuted", "proved", "proof broken, result survives"),
        ("undecided", "proved", "proof broken, result survives"),
        ("proved", "undecided", "proof broken, result survives"),
        ("proved", "refuted", "result broken"),
    ],
)
def test_the_verdicts_behind_a_line_say_how_grave_it_is(second, lemma, severity):
    items = [LINE, item("E.2", "equation", second), item("lemma-1", "lemma", lemma)]
    assert findings(items)[0].severity == severity


def test_what_is_reached_indirectly_counts():
    items = [item("E.1", "equation", "refuted", "E.2"), item("E.2", "equation", "proved", "E.3"),
             item("E.3", "equation", "refuted"), item("thm", "theorem", "proved")]  # fmt: skip
    first = findings(items)[0]
    assert (first.breaks, first.survives) == (("E.3",), ("E.2",))
    assert consequences(first) == "with it fail E.3; E.2 holds all the same"


def test_a_result_that_is_refuted_is_broken_and_a_proof_with_a_gap_is_a_broken_proof():
    fails = InferenceResult("does not follow", said("s#inference", "refuted"), witness="realised")
    gap = StepResult("lemma/s", "s", "", "x", (), None, None, said("s", "proved"), fails, "wrong argument")
    proved = item("lemma", "lemma", "proved", steps=[gap])
    items = [item("thm", "theorem", "refuted"), proved, item("ok", "equation", "proved")]
    found = findings(items)
    assert [f.severity for f in found] == ["result broken", "proof broken, result survives"]
    assert counted(found) == "1 result broken, 1 proof broken whose result survives"


def test_reconstructed_formulas_are_counted_by_themselves():
    """What fails of a formula that is recalled or guessed is no fault of the paper."""
    recalled = item("thm", "theorem", "refuted", provenance="recalled")
    found = findings([recalled, item("E.1", "equation", "refuted")])
    assert counted(found) == "1 slip, 1 of reconstructed formulas, of which nothing printed is said"
    assert [f.grade for f in found] == ["result broken, of a reconstructed formula", "slip"]
    assert "### thm: T (result broken, of a reconstructed formula)" in "\n".join(letter(found))


def test_what_a_page_adds_itself_is_no_finding_about_the_paper():
    assert findings([item("own", "remark", "refuted", printed=f"{OURS} ...")]) == []


def test_circles_end():
    assert findings([item("a", "equation", "refuted", "b"), item("b", "equation", "refuted", "a")])[0].breaks == ("b",)


def test_the_letter_says_what_was_printed_and_where_it_fails():
    text = "\n".join(letter(findings([LINE, item("E.2", "equation", "proved"), item("lemma-1", "lemma", "proved")])))
    for part in ("### E.1: T (slip)", "> x", "refuted: x = 1", "E.2, lemma-1 hold all the same"):
        assert part in text


@pytest.mark.parametrize("folder", sorted(p.name for p in shipped_folder().iterdir() if (p / "__init__.py").is_file()))
def test_the_names_behind_a_line_are_items(folder):
    paper = shipped.paper(folder)
    known = {i.id for i in paper.items}
    assert [(i.id, name) for i in paper.items for name in i.behind if name not in known] == []
