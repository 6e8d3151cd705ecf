"""Certificates kept apart from a remembered report: none is lost, and a table does without them."""

import json
import sqlite3

import pytest

from verifier.run import bulk

PAGE = """
@paper.lemma("square", "A square")
def square(item):
    item.let(x="real")
    item.suppose("at least one", "x >= 1")
    item.conclude("x**2 >= 1", example={"x": 2})


@paper.lemma("cube", "A cube")
def cube(item):
    item.let(x="real")
    item.conclude("x**3 >= 0")
"""
FOUND = {
    "a": {"certificate": {"kind": "proof", "tree": [1]}, "n": 1},
    "b": [{"inhabited": {"kind": "point"}}, {"certificate": None}],
}


def test_a_report_comes_back_whole():
    bare, certificates = bulk.apart(FOUND)
    assert bulk.together(json.loads(json.dumps(bare)), certificates) == FOUND
    assert len(certificates) == 2 and "tree" not in json.dumps(bare)


def test_a_missing_certificate_is_an_error_and_never_another_one():
    bare, certificates = bulk.apart(FOUND)
    with pytest.raises(IndexError):
        bulk.together(bare, certificates[:1])


def test_the_remembered_report_has_every_certificate(write, audit):
    page = write(PAGE)
    first, again = audit(page), audit(page)
    assert again["cached"] and not first["cached"]
    assert first["by_id"]["square"]["certificate"]["kind"]
    for id in ("square", "cube"):
        assert json.loads(json.dumps(first["by_id"][id])) == again["by_id"][id]


def test_a_table_reads_the_report_without_them(write, audit):
    page = write(PAGE)
    whole, table = audit(page), audit(page, certificates=False)
    assert table["cached"]
    assert set(table["by_id"]["square"]["certificate"]) == {"kind", "kept"}
    assert [i["verdict"] for i in table["items"]] == [i["verdict"] for i in whole["items"]]


def test_damaged_certificates_cost_a_second_audit_and_nothing_else(write, audit, tmp_path):
    page = write(PAGE)
    first = audit(page)
    with sqlite3.connect(tmp_path / "home" / "store.sqlite") as db:
        db.execute("pragma journal_mode = delete")
        db.execute("update papers set certificates = '[]'")
    again = audit(page)
    assert not again["cached"] and "damaged" in again["notes"][0]
    assert again["by_id"]["square"]["certificate"] == first["by_id"]["square"]["certificate"]
