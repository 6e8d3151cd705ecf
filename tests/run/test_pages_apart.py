"""A page is executed in a process of its own: whatever it does there is a line and an exit code, and leaves nothing."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from verifier.papers.book import Book
from verifier.papers.discover import shipped_folder
from verifier.papers.load import load
from verifier.run import loading
from verifier.run.audit import exit_code

GOOD = """
@paper.equation("good", "")
def good(item):
    item.let(a="real")
    item.conclude("a*a == a**2")
"""
ENDLESS = """
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
"""
THREAD = """
import threading
def forever():
    while True:
        pass
threading.Thread(target=forever).start()
"""


@pytest.mark.parametrize("where", ["import", "page"])
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("import os; os._exit(0)", "without an answer (exit code 0)"),
        ("import os; os.kill(os.getpid(), 9)", "SIGKILL"),
        ("import os; os.abort()", "SIGABRT"),
        (ENDLESS, "time limit"),
    ],
    ids=["exit", "kill", "abort", "endless"],
)
def test_a_page_that_ends_its_process_or_never_ends_is_a_line_and_exit_code_2(
    write, audit, monkeypatch, where, body, said
):
    monkeypatch.setattr(loading, "WHOLE", 5.0)
    if where == "page":
        lines = body.strip().replace("\n", "\n    ")
        body = f"@paper.lemma('bad', '')\ndef bad(item):\n    {lines}\n"
    report = audit(write(section_1=body, section_2=GOOD))
    [line] = report["faults"]
    assert said in line and "folder" in line and exit_code([report["result"]]) == 2


@pytest.mark.parametrize("command", [("audit",), ("audit", "--json"), ("list",), ("list", "--json"), ("show", "good")])
def test_no_command_is_green_and_silent_on_a_page_that_exits(write, tmp_path, command):
    page = write("import os; os._exit(0)\n" + GOOD)
    line = [command[0], page, *command[1:]]
    done = subprocess.run([sys.executable, "-m", "verifier", *line], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2 and "page.py" in done.stdout + done.stderr


def test_pytest_is_not_green_on_a_page_that_exits(write, tmp_path):
    page = write("import os; os._exit(0)\n" + GOOD)
    plugin = ["-p", "verifier.pytest_plugin", "-p", "no:cacheprovider"]
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", *plugin, "-q", "--rootdir", str(tmp_path), str(page)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=env)
    assert done.returncode == 1 and "could not be loaded" in done.stdout


def test_a_thread_that_a_page_leaves_behind_ends_with_the_page(write, audit):
    report = audit(write(THREAD + GOOD))
    assert report["faults"] == [] and report["by_id"]["good"]["verdict"] == "proved"


def test_what_comes_back_is_made_of_classes_of_this_program(write, audit):
    page = """
    class Mine:
        pass

    @paper.equation("bad", "")
    def bad(item):
        item.let(a="real")
        item.conclude("a == a")
        item.extra = Mine()
    """
    report = audit(write(page + GOOD.replace("\n", "\n    ")))
    assert "cannot leave its page" in report["by_id"]["bad"]["fault"]
    assert report["by_id"]["good"]["verdict"] == "proved"


class Hostile:
    def __init__(self, call):
        self.call = call

    def __reduce__(self):
        return self.call


@pytest.mark.parametrize("call", [(os.system, ("true",)), (subprocess.Popen, (["true"],)), (eval, ("1",)), (list, ())])
def test_a_text_that_calls_a_function_is_refused(call):
    with pytest.raises(pickle.UnpicklingError, match="no class of this program"):
        loading._Unpickler(io.BytesIO(pickle.dumps(Hostile(call)))).load()


def test_a_text_that_reaches_through_a_module_of_this_program_is_refused():
    module, name = b"verifier.run.runner", b"subprocess.Popen"
    text = b"\x80\x04\x8c" + bytes([len(module)]) + module + b"\x8c" + bytes([len(name)]) + name + b"\x93."
    with pytest.raises(pickle.UnpicklingError, match="no class of this program"):
        loading._Unpickler(io.BytesIO(text)).load()


def test_a_paper_is_the_same_whether_loaded_here_or_apart():
    folder = shipped_folder() / "temporal_extrapolation"
    here, there = load(folder), loading.loaded(folder)
    assert vars(there).keys() == vars(here).keys() and there.faults == []
    for one, other in zip(here.items, there.items, strict=True):
        mine, theirs = Book(here).entries(one), Book(there).entries(other)
        assert [(e.id, e.claim.digest, e.hints) for e in mine] == [(e.id, e.claim.digest, e.hints) for e in theirs]


@pytest.mark.parametrize("module", ["section", "notation"])
def test_a_page_is_what_its_file_says_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    """Python keeps byte code for a file of one length and time of change: two pages in a second were the first one.

    The audit imports a section, which imports its notation as modules do.
    """
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    folder = tmp_path / "paper"
    folder.mkdir()
    text = {
        "__init__": "from verifier.papers.paper import Paper\npaper = Paper('p')\nsections = ['section']\n",
        "section": "from . import paper\nfrom .notation import NAME\npaper.title = NAME + ' 1'\n",
        "notation": "NAME = 'version 1'\n",
    }
    for name, said in text.items():
        (folder / f"{name}.py").write_text(said)
        os.utime(folder / f"{name}.py", (10**9, 10**9))
    first = load(folder)
    assert first.faults == [] and first.title == "version 1 1"
    (folder / f"{module}.py").write_text(text[module].replace("1", "2"))
    os.utime(folder / f"{module}.py", (10**9, 10**9))
    assert load(folder).title == {"section": "version 1 2", "notation": "version 2 1"}[module]
