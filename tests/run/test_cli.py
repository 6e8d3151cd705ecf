"""The command line: exit codes, JSON alone on stdout, one line for bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from verifier.papers.discover import package_folder
from verifier.run.audit import exit_code, judgements

PACKAGE = {"PYTHONPATH": str(package_folder().parent)}
CLAIM = {
    "id", "verdict", "scope", "method", "trust", "seconds", "counterexample", "certificate", "assumes",
    "fidelity", "instance_of", "vacuity", "reason",
}  # fmt: skip
RECHECKED = {"statement", "digest"}  # what `recheck` needs beside the certificate
BODY = """
@paper.theorem("thm-1", "A theorem", where="Section 2", provenance="printed")
def page(item):
    item.printed("a a = a^2")
    item.let(a="real")
    item.conclude("a*a == a**2")
    item.step("s1", "a*a == a**2", because=[])
"""


def run(*arguments, cwd=None):
    command = [sys.executable, "-m", "verifier", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env={**os.environ, **PACKAGE}, timeout=600)


def test_a_sound_paper_exits_with_0_and_shows_its_item(write):
    page = write(BODY)
    done = run("audit", page)
    assert done.returncode == 0 and "thm-1" in done.stdout and "proved" in done.stdout
    shown = run("show", page, "thm-1")
    assert "a a = a^2" in shown.stdout and "|- a*a == a**2" in shown.stdout and shown.returncode == 0


def test_json_is_the_one_object(write):
    done = run("audit", write(BODY), "--json")
    [item] = json.loads(done.stdout)
    assert set(item) >= CLAIM | {"readings", "hypotheses", "repair", "steps"}
    assert set(item["steps"][0]["conclusion"]) >= CLAIM and set(item["steps"][0]["inference"]) >= CLAIM


def test_list_has_the_fields_of_the_contract(write):
    page = write(BODY)
    [row] = json.loads(run("list", page, "--json").stdout)
    assert row == {
        "paper": "test-paper", "id": "thm-1", "kind": "theorem", "title": "A theorem", "where": "Section 2",
        "provenance": "printed", "steps": ["thm-1/s1"], "verdict": None,
    }  # fmt: skip
    run("audit", page, "-q")
    assert json.loads(run("list", page, "--json").stdout)[0]["verdict"] == "proved"


@pytest.mark.parametrize(
    ("conclusion", "code"),
    [
        ("'a*a == a**2'", 0), ("'a*a == a'", 1), ("'a*a == a', expected='refuted'", 0),
        ("'a*a == a**2', expected='refuted'", 1), ("'a == q'", 3),
        ("'a == a', fidelity='fragment'", 3), ("1.5", 2),
    ],
)  # fmt: skip
def test_exit_codes(write, audit, conclusion, code):
    report = audit(
        write(f"@paper.lemma('x', '')\ndef x(item):\n    item.let(a='real')\n    item.conclude({conclusion})\n")
    )
    assert exit_code([report["result"]]) == code, [judgements(i) for i in report["result"].items]


@pytest.mark.parametrize(
    "arguments",
    [
        ("audit", "no-such-paper"), ("audit", "."), ("check", "a <"), ("check", "a + 1"),
        ("check", "x > 0", "--var", "x"), ("check", "nothing.toml"), ("recheck", "nothing.json"),
        ("audit", "--budget", "soon"), ("no-such-command",), ("new", "9 lives"),
        ("check", "x > 0", "--budget", "nan"), ("check", "x > 0", "--only", "one"), ("check", ".", "--only", "one"),
        ("check", "x > 0", "--var", "x=real", "--var", "x=positive"), ("check", "x > 0", "--var", "=real"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_on_stderr_and_exit_code_2(arguments, tmp_path):
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


CLAIM_A = '[[claim]]\nid = "a"\nvariables = { x = "real" }\ngoal = "x*x >= 0"\n'


@pytest.mark.parametrize(
    ("name", "content", "more", "said"),
    [
        ("a.toml", "", (), "a.toml: no claims in it"),
        ("a.toml", CLAIM_A, ("--only", "zz"), "a.toml: no claim 'zz'; its claims are a"),
        ("a.toml", CLAIM_A, ("--only", ""), "a.toml: no claim ''"),
        ("a.toml", CLAIM_A, ("--given", "x > 0"), "--var and --given belong to a goal"),
        ("a.toml", CLAIM_A * 2, (), "claim 'a': there is an earlier claim of this id"),
        ("a.toml", CLAIM_A + 'because = ["a"]', (), "because names 'a', which is no earlier claim"),
        ("a.toml", CLAIM_A.encode() + b'\nnote = "\xe9"', (), "a.toml: line 6: not UTF-8"),
        ("a.toml", CLAIM_A.replace("x*x", "x\0x"), (), "line 4"),
        ("a.txt", CLAIM_A, (), "a.txt: the name of a file of claims ends in .toml"),
    ],
)  # fmt: skip
def test_bad_claim_files_say_where_and_what(tmp_path, name, content, more, said):
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    done = run("check", name, *more, cwd=tmp_path)
    assert done.returncode == 2 and done.stdout == "" and said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("x**(10**10) > 0", "column 5: an exponent is larger"),
        ("x is 3", "no relation"),
        ("x => 0", "column 3: write >=, not =>"),
        ("x + y => frob(z)", "write >=, not =>"),
    ],
)
def test_a_goal_is_faulted_for_what_is_wrong_and_not_for_its_undeclared_names(goal, said):
    done = run("check", goal)
    assert done.returncode == 2 and said in done.stderr and "undeclared" not in done.stderr


def test_a_claim_file_may_begin_with_a_byte_order_mark(tmp_path):
    (tmp_path / "a.toml").write_bytes(b"\xef\xbb\xbf" + CLAIM_A.encode())
    assert run("check", tmp_path / "a.toml").returncode == 0


def test_check_decides_a_goal_and_says_what_was_undeclared():
    done = run("check", "a*a == a**2", "--json")
    assert done.returncode == 0 and set(json.loads(done.stdout)[0]) == CLAIM | RECHECKED
    done = run("check", "a < b", "--var", "a=integer")
    assert done.returncode == 1 and "undeclared, taken as real: b" in done.stdout


def test_check_reads_claim_files(tmp_path):
    (tmp_path / "claims.toml").write_text(
        '[[claim]]\nid = "one"\nvariables = { a = "real" }\ngoal = "a*a == a**2"\n'
        '[[claim]]\nid = "two"\nvariables = { a = "real" }\ngoal = "a == 1"\n'
    )
    done = run("check", tmp_path / "claims.toml", "--json")
    assert [c["verdict"] for c in json.loads(done.stdout)] == ["proved", "refuted"] and done.returncode == 1
    assert run("check", tmp_path / "claims.toml", "--only", "one").returncode == 0


def test_the_starting_point_is_a_sound_paper(tmp_path):
    assert run("new", "my-paper", cwd=tmp_path).returncode == 0
    done = run("audit", "my_paper", cwd=tmp_path)
    assert done.returncode == 0 and "1 needed" in done.stdout
    assert run("new", "my-paper", cwd=tmp_path).returncode == 2


def test_help_and_recheck_import_no_prover(write, audit):
    page = write(BODY)
    audit(page, write_evidence=True)
    code = """
import sys
from pathlib import Path
import verifier.cli
PROVERS = ("sympy", "mpmath", "rich", "verifier.prove", "verifier.language", "verifier.models")
assert not [m for m in sys.modules if m.startswith((*PROVERS, "flint"))]
from verifier.run.recheck import recheck_file
assert recheck_file(Path(sys.argv[1])).rows
assert not [m for m in sys.modules if m.startswith(PROVERS)]
"""
    subprocess.run([sys.executable, "-c", code, str(page.with_suffix(".evidence.json"))], check=True)


def test_markdown_has_table_and_statements(write, tmp_path):
    target = tmp_path / "report.md"
    run("audit", write(BODY), "--markdown", target)
    text = target.read_text()
    assert "| thm-1 | theorem |" in text and "> a a = a^2" in text
