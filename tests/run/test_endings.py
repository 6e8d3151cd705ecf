"""How the command ends where it cannot speak or is interrupted: never with a code that says something of a claim."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from verifier.papers.discover import package_folder

ENV = {"PYTHONPATH": str(package_folder().parent)}
TRUE, FALSE = "x*x >= 0", "x >= 0"


def shell(line, cwd):
    """The exit code of a line of the shell, in which $V is the command."""
    env = {**os.environ, **ENV, "PYTHON": sys.executable}
    script = f'V() {{ "$PYTHON" -m verifier "$@"; }}\n{line}'
    return subprocess.run(["bash", "-c", script], cwd=cwd, env=env, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"V check '{TRUE}' >&-", 4),
        (f"V check '{TRUE}' --json >&-", 4),
        (f"V check '{TRUE}' >/dev/full", 4),
        (f"V check '{TRUE}' -q >&-", 0),
        (f"V check '{FALSE}' -q >&-", 1),
        (f"V check '{TRUE}' 2>&-", 0),
        (f"V check '{FALSE}' 2>&-", 1),
        (f"V check '{TRUE}' <&-", 0),
        ("V check 'x >' 2>&-", 2),
        ("V check 'x >' >&- 2>&- <&-", 2),
        ("V --help >&-", 4),
        (f"V check '{TRUE}' 2>/dev/full", 0),
        (f"exec 3> >(exec true); wait $!; V check '{TRUE}' >&3", 4),
        (f"exec 3> >(exec true); wait $!; V check '{FALSE}' --json >&3", 4),
    ],
)  # fmt: skip
def test_an_answer_that_nobody_can_read_has_a_code_of_its_own(tmp_path, line, code):
    done = shell(line, tmp_path)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr
    assert code != 4 or "could not be written" in done.stderr


def test_a_store_is_not_opened_where_a_closed_output_was(tmp_path):
    """A file that takes the number of a closed output would be written into."""
    check = f"V check '{FALSE}'"
    assert shell(f"{check} >&-; {check} >&- 2>&-; {check} --json", tmp_path).returncode == 1


def test_a_defect_of_the_program_is_no_refutation(tmp_path, monkeypatch):
    script = (
        "import verifier.cli as c\n"
        "def broken(*_): raise AttributeError('a defect')\n"
        "import verifier.run.checks as k; k.typed = broken\n"
        "c.main()"
    )
    command = [sys.executable, "-P", "-c", script, "check", TRUE]
    done = subprocess.run(command, env={**os.environ, **ENV}, capture_output=True, text=True, timeout=300)
    assert done.returncode == 4 and "a defect of this program" in done.stderr and done.stderr.count("\n") == 1
