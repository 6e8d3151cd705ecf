"""`pytest proofs/`: claims are tests, found by item id, and failures are printed as mathematics."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from verifier.papers.discover import package_folder

# the plugin is named explicitly, so that it is loaded once, installed or not
PACKAGE = {"PYTHONPATH": str(package_folder().parent), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
BODY = """
@paper.lemma("thm-4.1", "Fine")
def fine(item):
    item.let(a="real")
    item.conclude("a*a == a**2")
    item.step("s1", "a*a == a**2", because=[])

@paper.lemma("thm-4.2", "False")
def false(item):
    item.let(a="real")
    item.conclude("a*a == a")

@paper.lemma("thm-4.3", "Expectedly false")
def expected(item):
    item.let(a="real")
    item.conclude("a*a == a", expected="refuted")

@paper.lemma("thm-4.4", "Hypotheses that random points miss")
def narrow(item):
    item.let(a="real", b="real", c="real")
    item.suppose("narrow", "a**2 + b**2 + c**2 == 10007")
    item.conclude("a*b == b*a")

@paper.lemma("thm-4.6", "Hypotheses that no point meets")
def empty(item):
    item.let(a="real", f="real curve")
    item.suppose("rare", "a == integrate(exp(-t**4), (t, 0, 1))")
    item.conclude("a*2 == a + a")

@paper.lemma("thm-4.7", "False in a special case, which leaves the printed claim open")
def special(item):
    item.let(a="real")
    item.conclude("a*a == a", fidelity="special case")

@paper.lemma("thm-4.5", "Unreadable")
def unreadable(item):
    item.conclude("q == 1")
"""


def run(path, *arguments):
    plugin = ["-p", "verifier.pytest_plugin", "-p", "no:cacheprovider"]
    command = [
        sys.executable,
        "-m",
        "pytest",
        *plugin,
        "-q",
        "-rA",
        "--rootdir",
        str(path.parent),
        str(path),
        *arguments,
    ]
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **PACKAGE}, timeout=600, cwd=path.parent
    ).stdout


def test_a_folder_of_sections_is_collected_with_the_ids_of_its_items(write):
    folder = write(section_4=BODY)
    out = run(folder)
    for passed in ("thm-4.1", "thm-4.1/s1", "thm-4.1/s1#inference", "thm-4.3", "thm-4.4", "thm-4.7"):
        assert f"PASSED folder/section_4.py::{passed}\n" in out
    assert "FAILED folder/section_4.py::thm-4.2" in out and "FAILED folder/section_4.py::thm-4.5" in out
    assert "thm-4.2: refuted" in out and "|- a*a == a" in out and "a = -1" in out
    assert "undeclared name q" in out
    assert re.search(r"6 claims: 5 at 25 points or more, 1 at none; .*\nno point: test-paper/thm-4.6", out)


def test_a_folder_of_text_is_collected_with_the_ids_of_its_items(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "paper.toml").write_text('name = "notes"\ntitle = "Notes"\npages = ["one", "two", "lost"]\n')
    (folder / "one.page").write_text(
        'theorem lemma-1 "Fine"\n  let x, y: real\n  conclude x*y <= x^2/2 + y^2/2\n\n'
        'theorem lemma-2 "False"\n  let x, y: real\n  conclude x*y <= x^2/4 + y^2/2\n'
    )
    (folder / "two.page").write_text('theorem lemma-3 "Own"\n  let x: real\n  suppose x: x^2 <= 1\n  conclude x < 2\n')
    out = run(folder)
    assert "PASSED notes/one.page::lemma-1\n" in out and "FAILED notes/one.page::lemma-2" in out
    assert "lemma-2: refuted" in out and "x = 1" in out
    assert "line 3, column 3: x is no name for a hypothesis" in out and "lost.page: cannot be read" in out


def test_the_health_of_each_claim_is_told_on_request(write):
    out = run(write(BODY), "-vv", "-k", "thm-4.4")
    assert "test-paper/thm-4.4: 25 points, goal seen at 25" in out


def test_a_share_is_the_same_for_the_same_seed(write):
    folder = write(BODY)
    shares = [run(folder, "--claim-share", "0.4", "--claim-samples", "0") for _ in range(2)]
    passed = [sorted(re.findall(r"PASSED \S+", out)) for out in shares]
    assert passed[0] == passed[1] and "deselected" in shares[0]


def test_a_single_claim_is_selected_by_its_item_id(write):
    out = run(write(BODY), "-k", "thm-4.3")
    assert "1 passed" in out and "deselected" in out


def test_a_folder_without_a_paper_is_left_alone(write, tmp_path):
    other = tmp_path / "elsewhere"
    other.mkdir()
    (other / "module.py").write_text("raise RuntimeError('imported')\npapers = 3\n")
    (other / "quoted.py").write_text('TEXT = """\npaper = Paper("x")\n"""\nraise RuntimeError("imported")\n')
    assert "no tests ran" in run(other)


def test_a_module_that_raises_is_one_failure(write):
    out = run(write(section_1="raise RuntimeError('boom')", section_4=BODY), "-k", "module or thm-4.1")
    assert "boom" in out and "3 passed" in out and "1 failed" in out
