"""Evidence that is written once is read as it was, and a reader is not led astray by references."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from evidence_files import plain
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.evidence.sharing import shared, whole
from verifier.evidence.strict_json import MAX_BYTES, MAX_VALUES, read_json
from verifier.run.evidence_file import read, write

LONG = ["+", *(["*", "x", n] for n in range(30))]
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.text("ab=", max_size=3), st.just(LONG))
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["rule", "then", "a", "1"]), inner, max_size=3)
    ),
    max_leaves=25,
)


def same(a: Any, b: Any) -> bool:
    """Equality that tells 1 from True."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


@settings(max_examples=300, deadline=None)
@given(VALUES)
def test_what_is_shared_is_read_as_it_was(value: Any) -> None:
    before = copy.deepcopy(value)
    short, table = shared([value, value, [value, LONG]])
    assert same(value, before)
    text = json.loads(json.dumps([short, table]))
    assert same(whole(text[0], text[1], MAX_VALUES, MAX_BYTES), [value, value, [value, LONG]])


def test_a_part_is_written_once() -> None:
    short, table = shared({"a": LONG, "b": ["have", LONG], "c": [1, True, 1.5]})
    assert len(table) == 1 and len(json.dumps([short, table])) < 1.5 * len(json.dumps(LONG))
    assert whole(short, table, MAX_VALUES, MAX_BYTES) == {"a": LONG, "b": ["have", LONG], "c": [1, True, 1.5]}


APART: list[tuple[Any, Any]] = [
    ({}, []), (1, True), (0, False), (1, 1.0), (0.0, -0.0), ("1", 1), ([], [[]]), ({}, {"a": {}}), ([{}], [[]]),
    (None, "null"), ({"a": [], "b": {}}, {"a": {}, "b": []}), (["{"], {"{": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), APART)
def test_long_parts_that_differ_in_little_are_told_apart(one: Any, other: Any) -> None:
    """Also where `==` takes the small ones for the same."""
    value = [[LONG, one], [LONG, other], {"a": [LONG, one]}, {"a": [LONG, other]}, [one, LONG], [other, LONG]]
    short, table = json.loads(json.dumps(shared(value)))
    assert same(whole(short, table, MAX_VALUES, MAX_BYTES), value)


def test_a_value_with_the_key_of_references_is_not_written() -> None:
    with pytest.raises(ValueError, match="reserved"):
        shared({"=": "x"})


DOUBLED = {f"p{n}": [{"=": f"p{n - 1}"}] * 2 for n in range(1, 60)} | {"p0": ["x"] * 10}
ATTACKS: dict[str, tuple[Any, dict[str, Any]]] = {
    "no such part": ({"=": "b"}, {"a": 1}),
    "a part of itself": ({"=": "a"}, {"a": ["x", {"=": "a"}]}),
    "a circle": ({"=": "a"}, {"a": [{"=": "b"}], "b": [{"=": "c"}], "c": {"then": {"=": "a"}}}),
    "a name that is no text": ({"=": 1}, {"a": 1}),
    "a name that is a list": ({"=": ["a"]}, {"a": 1}),
    "a reference with more keys": ({"=": "a", "rule": "split"}, {"a": 1}),
    "parts that double": ({"=": "p59"}, DOUBLED),
    "parts that double under keys": ({"=": "q40"}, {
        "q0": {"rule": "x"}, **{f"q{n}": {"a": {"=": f"q{n - 1}"}, "b": {"=": f"q{n - 1}"}} for n in range(1, 41)}}),
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_references_that_lead_nowhere_or_too_far_are_refused(name: str) -> None:
    value, table = copy.deepcopy(ATTACKS[name])
    with pytest.raises(ValueError):
        whole(value, table, MAX_VALUES, MAX_BYTES)


def test_no_two_places_share_what_was_read() -> None:
    table = {"a": [{"=": "b"}, {"=": "b"}], "b": {"c": [1]}}
    found = whole([{"=": "a"}, {"=": "a"}, {"x": {"=": "a"}}], table, 99, 999)
    parts = [found[0], found[1], found[2]["x"]]
    assert len({id(p) for p in parts}) == 3 and len({id(q["c"]) for p in parts for q in p}) == 6
    found[0][0]["c"].append(2)
    assert found[1:] == [[{"c": [1]}, {"c": [1]}], {"x": [{"c": [1]}, {"c": [1]}]}]


@pytest.mark.parametrize("part", [[1], 1, None, "claims", True])
def test_claims_that_are_no_table_are_a_fault(part: Any, tmp_path: Path) -> None:
    path = tmp_path / "evidence.json"
    path.write_text(json.dumps({"version": 3, "paper": "p", "claims": {"=": "a"}, "shared": {"a": part}}))
    assert "no table" in read(path).faults[0]


def test_a_long_text_in_many_places_is_refused_before_it_is_written_out(tmp_path: Path) -> None:
    claims = {"d": {"c": {"statement": [{"=": "s"}] * 300, "verdict": {}}}}
    path = tmp_path / "evidence.json"
    path.write_text(json.dumps({"version": 3, "paper": "p", "claims": claims, "shared": {"s": "x" * 100_000}}))
    assert "characters" in read(path).faults[0]


def test_a_key_that_occurs_twice_among_many_is_found_in_one_pass(tmp_path: Path) -> None:
    path = tmp_path / "evidence.json"
    path.write_text("{" + ", ".join(f'"{n}": 0' for n in range(200_000)) + ', "199999": 1}')
    with pytest.raises(ValueError, match="'199999' occurs twice"):  # minutes, were it compared with all others
        read_json(path)


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.parametrize("place", ["claims", "a claim", "a certificate"])
def test_a_file_with_such_references_is_no_evidence(name: str, place: str, tmp_path: Path) -> None:
    value, table = ATTACKS[name]
    claims = {"claims": value, "a claim": {"d": value}, "a certificate": {"d": {"c": {"verdict": value}}}}[place]
    path = tmp_path / "evidence.json"
    path.write_text(json.dumps({"version": 3, "paper": "p", "claims": claims, "shared": table}))
    found = read(path)
    assert not found.claims and len(found.faults) == 1 and "\n" not in found.faults[0]


@pytest.mark.parametrize("table", [[], None, "parts", 3])
def test_parts_that_are_no_table_are_refused(table: Any, tmp_path: Path) -> None:
    path = tmp_path / "evidence.json"
    path.write_text(json.dumps({"version": 3, "paper": "p", "claims": {}, "shared": table}))
    assert "no table" in read(path).faults[0]


def test_a_deep_chain_of_parts_is_one_line(tmp_path: Path) -> None:
    table = {f"p{n}": [{"=": f"p{n - 1}"}] for n in range(1, 100_000)} | {"p0": ["x"]}
    path = tmp_path / "evidence.json"
    path.write_text(json.dumps({"version": 3, "paper": "p", "claims": {"d": {"=": "p99999"}}, "shared": table}))
    assert "too deep" in read(path).faults[0]


def test_writing_the_same_twice_gives_the_same_bytes_and_one_claim_changes_few_lines(tmp_path: Path) -> None:
    claims = {f"{n:x}" * 4: {"c": {"statement": {"goal": ["<=", LONG, n]}, "verdict": {"n": LONG}}} for n in range(9)}
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    write(first, "p", claims)
    write(second, "p", json.loads(json.dumps(claims)))
    assert first.read_bytes() == second.read_bytes() and plain(first)["claims"] == claims
    changed = copy.deepcopy(claims)
    changed["3333"]["c"]["statement"]["goal"][2] = 77
    write(second, "p", changed)
    apart = set(first.read_text().splitlines()) ^ set(second.read_text().splitlines())
    assert len(apart) == 2
