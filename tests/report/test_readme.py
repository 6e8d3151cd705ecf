"""What README.md shows is what the program says: its commands, their answers, its file of claims and its proof."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli import cli

TEXT = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
#: how a command's line goes on after its arguments, and the exit code that it announces
ANSWERS = {"refuted": 1, "ill-posed": 3}
SECTIONS = TEXT[TEXT.index("## One claim") : TEXT.index("## A file of claims")]
#: a backslash at the end of a line continues it
LINES = re.sub(r"\\\n +", "", SECTIONS).splitlines()
COMMANDS = [line.strip() for line in LINES if line.startswith("    verifier check")]


def without_seconds(text: str) -> str:
    return re.sub(r"\d+\.\d\d s\)", "t s)", text)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_comes_out_as_the_readme_says(line):
    words = shlex.split(line)[2:]
    end = next((i for i, w in enumerate(words) if w.rstrip(":") in ANSWERS), len(words))
    said = words[end:]
    found = CliRunner().invoke(cli, ["check", *words[:end]])
    assert found.exit_code == (ANSWERS[said[0].rstrip(":")] if said else 0), found.output
    if "at" in said:
        assert f"goal: {' '.join(said)}" in found.output


def test_there_are_commands_of_each_kind():
    assert len(COMMANDS) >= 15 and any("refuted" in c for c in COMMANDS) and any("ill-posed" in c for c in COMMANDS)


def test_the_proof_is_the_one_that_is_shown():
    start = TEXT.index("    $ verifier check ")
    command, *lines = [line[4:] for line in TEXT[start : TEXT.index("In Python")].rstrip().splitlines()]
    found = CliRunner().invoke(cli, shlex.split(command)[2:])
    assert without_seconds(found.output).splitlines() == without_seconds("\n".join(lines)).splitlines()


def test_the_file_of_claims_has_the_answers_that_are_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("VERIFIER_HOME", str(tmp_path))
    path = tmp_path / "claims.toml"
    path.write_text(re.findall(r"```toml\n(.*?)```", TEXT, re.S)[0], encoding="utf-8")
    found = CliRunner().invoke(cli, ["check", str(path)])
    table = TEXT[TEXT.index("    claim    true?") :].split("\n\n")[0]
    printed = [" ".join(line.split()) for line in found.output.splitlines()]
    for line in table.splitlines():
        assert " ".join(line.split()) in printed
    assert found.exit_code == 1
