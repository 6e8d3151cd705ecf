"""What lies beside a claim is not executed by whoever checks the claim."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from verifier.machine import isolation
from verifier.papers.discover import package_folder
from verifier.run.nursery import Limits
from verifier.run.runner import Job, Runner

ROOT = str(package_folder().parent)
#: what the console script does, and the module; each is started in the hostile folder itself
COMMANDS = {
    "script": ["-P", "-c", "import re, sys; from verifier.__main__ import main; main()"],
    "module": ["-m", "verifier"],
}
#: what a stranger may leave in a folder: modules of the program, of the standard library and of others
HOSTILE = (
    "verifier", "mpmath", "struct", "flint", "sympy", "numpy", "z3", "sitecustomize", "usercustomize", "fractions",
    "json", "select", "resource", "pickle", "decimal", "sqlite3", "click", "rich", "tomllib", "calendar",
)  # fmt: skip
CLAIMS = """
[[claim]]
id = "true"
variables = { x = "real" }
goal = "x**2*exp(x) >= 0"
[[claim]]
id = "false"
variables = { x = "real" }
goal = "sin(x) >= 0"
"""
PAGE = """
from verifier.papers.paper import Paper
paper = Paper("p")
@paper.lemma("false", "")
def page(item):
    item.let(x="real")
    item.conclude("sin(x) >= 0")
"""


@pytest.fixture
def hostile(tmp_path):
    """A folder in which every module that is imported leaves a trace."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    trace = f"with open({str(tmp_path / 'executed')!r}, 'a') as file:\n    file.write(__name__ + ' ')\n"
    for name in HOSTILE:
        (folder / f"{name}.py").write_text(trace + "raise ImportError('a trap')\n")
    (folder / "verifier").mkdir()
    (folder / "verifier" / "__init__.py").write_text(trace)
    (folder / "libz3.so").write_bytes(b"no library")
    (folder / "claims.toml").write_text(CLAIMS)
    (folder / "page.py").write_text(PAGE)
    return folder


def run(how, *arguments, cwd, path=ROOT):
    command = [sys.executable, *COMMANDS[how], *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env, timeout=300)


def executed(folder):
    trace = folder.parent / "executed"
    return trace.read_text().split() if trace.exists() else []


@pytest.mark.parametrize("path", [ROOT, f"{ROOT}:", f".:{ROOT}"], ids=["whole", "empty entry", "relative entry"])
def test_a_folder_of_traps_changes_no_verdict_and_none_is_executed(hostile, path):
    if path != ROOT:  # Python itself imports it before the command begins
        (hostile / "sitecustomize.py").unlink()
        (hostile / "usercustomize.py").unlink()
        path = f"{ROOT}:{path.replace(ROOT, '')}"
    done = run("script", "check", "claims.toml", "--json", cwd=hostile, path=path)
    assert [c["verdict"] for c in json.loads(done.stdout)] == ["proved", "refuted"], done.stderr
    assert done.returncode == 1 and executed(hostile) == []


def test_a_paper_among_traps_is_audited_and_none_is_executed(hostile):
    done = run("script", "audit", "page.py", "--json", cwd=hostile)
    assert [c["verdict"] for c in json.loads(done.stdout)] == ["refuted"], done.stderr
    assert done.returncode == 1 and executed(hostile) == []


def test_the_module_forgets_the_folder_before_it_imports(hostile):
    (hostile / "verifier" / "__init__.py").unlink()  # `python -m` would take that one, as Python documents it
    (hostile / "verifier").rmdir()
    (hostile / "verifier.py").unlink()
    done = run("module", "check", "claims.toml", "--json", cwd=hostile)
    assert [c["verdict"] for c in json.loads(done.stdout)] == ["proved", "refuted"], done.stderr
    assert executed(hostile) == []


def test_what_was_decided_among_traps_is_what_is_remembered(hostile, tmp_path):
    run("script", "check", "claims.toml", "-q", cwd=hostile)
    again = run("script", "check", hostile / "claims.toml", "--json", cwd=tmp_path)
    assert [c["verdict"] for c in json.loads(again.stdout)] == ["proved", "refuted"]


def test_a_worker_has_neither_the_current_folder_nor_that_of_a_script_on_its_path(hostile, monkeypatch):
    monkeypatch.chdir(hostile)
    monkeypatch.syspath_prepend(str(hostile))  # as pytest does with the folder of a test
    monkeypatch.setenv("PYTHONPATH", f"{os.environ['PYTHONPATH']}:.::{hostile}")
    with Runner(1) as running:
        [(_, reply)] = running.run([Job(0, "nursery_fakes:surroundings", (), Limits(wall=60, cpu=60))])
    path, folder, seed, file = reply.value
    assert str(hostile) not in path and "" not in path and folder == isolation.FOLDER
    assert seed == "0" and file == str(package_folder() / "__init__.py")


def test_whole_paths_in_the_environment_come_last(hostile, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", f"{os.environ['PYTHONPATH']}:{hostile}")  # named by the user, from elsewhere
    with Runner(1) as running:
        [(_, reply)] = running.run([Job(0, "nursery_fakes:surroundings", (), Limits(wall=60, cpu=60))])
    assert reply.value[0][-1] == str(hostile) and executed(hostile) == []


def test_the_command_forgets_the_current_folder_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", ".", str(tmp_path), "/elsewhere", "relative", *sys.path])
    kept = [p for p in sys.path if os.path.isabs(p) and p != str(tmp_path)]
    isolation.forget_current_folder()
    assert sys.path == kept
