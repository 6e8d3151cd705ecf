"""Bad input: each fault gets one clear line, and the rest of the audit completes."""

from __future__ import annotations

import sqlite3

import pytest

from verifier.run import audit as audits
from verifier.run import settle
from verifier.run.nursery import Limits

GOOD = """
@paper.equation("good", "")
def good(item):
    item.let(a="real")
    item.conclude("a*a == a**2")
"""
MISBEHAVING = "audit_fakes:misbehaving"


def one_line(text: str) -> bool:
    return bool(text) and "\n" not in text


def test_a_module_that_never_ends_spoils_only_itself(write, audit, monkeypatch):
    monkeypatch.setattr("verifier.papers.load.LONGEST", 0.3)
    report = audit(write(section_1="while True:\n    pass", section_2=GOOD))
    assert [f for f in report["faults"] if "not imported after 0.3 s" in f]
    assert report["items"]


def test_a_module_that_raises_on_import_spoils_only_itself(write, audit):
    bad = GOOD.replace("good", "early") + "\nraise RuntimeError('boom')"
    report = audit(write(section_1=GOOD, section_2=bad, section_3=GOOD.replace("good", "late")))
    [line] = report["faults"]
    assert one_line(line) and "section_2.py:8" in line and "boom" in line
    assert {i: r["verdict"] for i, r in report["by_id"].items()} == dict.fromkeys(("good", "early", "late"), "proved")
    assert audits.exit_code([report["result"]]) == 2


def test_a_module_that_exits_or_does_not_parse_spoils_only_itself(write, audit):
    report = audit(write(section_1="raise SystemExit(0)", section_2="def broken(:", section_3=GOOD))
    assert len(report["faults"]) == 2 and "section_2.py:2" in report["faults"][1]
    assert report["by_id"]["good"]["verdict"] == "proved"


def test_a_page_that_raises_names_its_line(write, audit):
    report = audit(write(f"{GOOD}\n@paper.lemma('bad', '')\ndef bad(item):\n    item.let(a='real')\n    1/0\n"))
    assert "page.py:12" in report["by_id"]["bad"]["fault"] and "ZeroDivisionError" in report["by_id"]["bad"]["fault"]
    assert report["by_id"]["good"]["verdict"] == "proved"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("item.conclude('a*q == a')", "undeclared name q"),
        ("item.let(A='matrix(2, 3)'); item.conclude('A*A == A')", "3"),
        ("item.conclude('a ==')", "column"),
        ("item.let(b='posittive'); item.conclude('b > 0')", "unknown domain"),
        ("item.conclude('a == a'); item.step('s', 'a == 0', because=['g'])", "'g'"),
    ],
    ids=["undeclared", "shapes", "syntax", "domain", "because"],
)  # fmt: skip
def test_a_statement_without_meaning_is_ill_posed_in_one_line(write, audit, body, said):
    page = f"@paper.lemma('bad', '')\ndef bad(item):\n    item.let(a='real')\n    {body}\n"
    report = audit(write(f"{GOOD}\n{page}"))
    bad = report["by_id"]["bad"]
    assert bad["verdict"] == "ill-posed" and one_line(bad["fault"]) and "page.py:" in bad["fault"]
    assert said in bad["fault"]
    assert report["by_id"]["good"]["verdict"] == "proved"
    assert audits.exit_code([report["result"]]) == 3


def test_contradictory_hypotheses_are_vacuous(write, audit):
    bad = audit(
        write("""
        @paper.lemma("bad", "")
        def bad(item):
            item.let(a="real")
            item.suppose("low", "a == 0")
            item.suppose("high", "a == 1")
            item.conclude("a == 7")
    """)
    )["by_id"]["bad"]
    assert bad["verdict"] in ("ill-posed", "proved")
    assert bad["verdict"] == "ill-posed" or (bad["vacuity"] == "unknown" and not bad["counts"])


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("hungry", "memory exhausted"), ("endless", "time limit"), ("crash", "SIGABRT"),
        ("raising", "RuntimeError: a method with a defect"), ("lying", "not a verdict"),
    ],
)  # fmt: skip
def test_a_claim_that_breaks_its_process_is_undecided(write, audit, monkeypatch, kind, said):
    wall = 2 if kind == "endless" else 600  # alone on its page, where the others would have no more time either
    monkeypatch.setattr(settle, "limits", lambda budget: Limits(wall, cpu=600, memory=1 << 30))
    bad_page = GOOD.replace("good", kind).replace("a*a == a**2", "a*a*a == a**3")
    report = audit(write(bad_page if kind == "endless" else GOOD + bad_page), decide=MISBEHAVING)
    bad = report["by_id"][kind]
    assert bad["verdict"] == "undecided" and said in bad["reason"] and one_line(bad["reason"])
    assert kind == "endless" or report["by_id"]["good"]["verdict"] == "proved"
    assert [n for n in report["notes"] if n.startswith(f"{kind}:")]


def test_a_corrupted_store_is_set_aside_and_rebuilt(write, audit, tmp_path):
    page = write(GOOD)
    audit(page)
    store = tmp_path / "home" / "store.sqlite"
    store.write_bytes(b"this is no database" * 1000)
    report = audit(page)
    [line] = report["notes"]
    assert "damaged" in line and "set aside" in line and one_line(line)
    assert report["by_id"]["good"]["verdict"] == "proved"
    assert list(store.parent.glob("store.sqlite.damaged-*"))
    assert audit(page)["notes"] == [] and audit(page)["cached"]


def test_a_store_corrupted_in_the_middle_does_not_end_the_audit(write, audit, tmp_path):
    page = write(GOOD)
    audit(page)
    store = tmp_path / "home" / "store.sqlite"
    with sqlite3.connect(store) as db:
        db.execute("pragma journal_mode = delete")
        db.execute("update papers set report = 'no json'")
        db.execute("update verdicts set verdict = '[]'")
    report = audit(page)
    assert report["by_id"]["good"]["verdict"] == "proved"


def test_an_unwritable_store_costs_memory_and_nothing_else(write, audit, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path / "file" / "below"))
    report = audit(write(GOOD))
    assert report["by_id"]["good"]["verdict"] == "proved"
    assert "nothing is remembered" in report["notes"][0]


def test_two_papers_of_one_name_do_not_mix(write, audit, tmp_path):
    first = write(GOOD)
    other = tmp_path / "other"
    other.mkdir()
    second = other / "page.py"
    second.write_text(first.read_text().replace("good", "second"), encoding="utf-8")
    assert set(audit(first)["by_id"]) == {"good"}
    assert set(audit(second)["by_id"]) == {"second"}
