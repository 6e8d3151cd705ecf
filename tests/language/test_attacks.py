"""Texts and files that attack the reader: one line that says where, and what is a claim stays one."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from attack_texts import LARGE, TEXTS, file, files, odd_files

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.work import bounded
from verifier.language.claim import MAX_GIVEN, MAX_VARIABLES, claim
from verifier.language.errors import ClaimError
from verifier.language.files import load, loads
from verifier.language.named import definedness
from verifier.language.typing.typing import IllTyped, check_types

FILES = files()


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_no_claim_gets_one_line_with_its_place(name: str) -> None:
    with pytest.raises(ClaimError) as caught:
        loads(file(TEXTS[name]), "f.toml")
    line = str(caught.value)
    assert re.match(r"f\.toml, claim 'a', .*line \d+, column \d+: .", line)
    assert line.isprintable() and len(line) < 600


@pytest.mark.parametrize("name", FILES)
def test_what_is_no_claim_file_gets_one_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "f.toml"
    data = FILES[name]
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    if not data:
        assert load(path) == []  # the command line says that it holds no claims
        return
    with pytest.raises(ClaimError) as caught:
        load(path)
    line = str(caught.value)
    assert line.startswith(str(path)) and line.isprintable() and len(line) < 1_000


def test_a_key_of_many_parts_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time and memory would grow with the square of its parts: forty thousand of them took 6 GB."""
    monkeypatch.setattr("tomllib.loads", lambda text: pytest.fail("the parser was asked"))
    part = "a.'b . c' . \"d\\\"=\"."
    for text in (f"{part * 3}e = 1", f"[{part * 3}e]", f" [[ {part * 3}e ]]", f"x = {{{part * 3}e = 1}}",
                 f"x = {{y = 1, {part * 3}e = 1}}"):  # fmt: skip
        with pytest.raises(ClaimError, match=r"f.toml: line 2: a key of too many parts"):
            loads("\n" + text, "f.toml")


def test_dots_in_a_goal_are_no_key() -> None:
    for goal in ("A.T.T.T.T.T.T.T.T == A", "\\nA.T.T.T.T.T.T.T.T == A"):
        [found] = loads(file("A == A").replace("A == A", goal))
        assert found.goal[0] == "=="
    [found] = loads(file("A == A").replace('"A == A"', '"""\nA.T.T.T.T.T.T.T.T == A"""'))
    assert found.goal[0] == "=="


@pytest.mark.parametrize("text", [*(file(t) for t in LARGE.values()), *odd_files().values()])
def test_what_is_large_or_odd_is_read_or_refused_and_its_conditions_are_few(text: str) -> None:
    try:
        [found] = loads(text, "f.toml")
        statement = found.statement()
        check_types(statement)
    except (ClaimError, IllTyped) as error:
        assert "\n" not in str(error)
        return
    assert len(statement.digest()) == 64
    with bounded(1_000_000), contextlib.suppress(Unknown):
        definedness(statement)


def test_a_claim_has_so_many_variables_and_hypotheses() -> None:
    names = [f"v{i}" for i in range(MAX_VARIABLES + 1)]
    most = claim("a", "v0 == v0", variables=dict.fromkeys(names[:-1], "real"))
    assert len(most.statement().digest()) == 64
    with pytest.raises(ClaimError, match="at most 200 variables"):
        claim("a", "v0 == v0", variables=dict.fromkeys(names, "real"))
    with pytest.raises(ClaimError, match="at most 500 hypotheses"):
        claim("a", "x == x", variables={"x": "real"}, given=["x > 0"] * (MAX_GIVEN + 1))


def test_only_plain_white_space_surrounds_a_claim() -> None:
    assert claim("a", " \t\r\n1 < 2\n ").goal == ("<", 1, 2)
    for other in ("\f", "\v", "\u2028", "\u00a0", "\u3000", "\x1f"):
        for text in (f"{other}1 < 2", f"1 < 2{other}"):
            with pytest.raises(ClaimError, match="has no meaning here"):
                claim("a", text)
