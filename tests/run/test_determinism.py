"""The same paper gives the same report: with one worker and with two, with another order of sets and of items.

The claims here are decided in a small part of their time; what the end of the time changes is another matter.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

ITEMS = [
    ("square", "item.let(a='real', b='real')", "a*b <= a**2/2 + b**2/2"),
    ("tangent", "item.let(x='positive')", "log(x) <= x - 1"),
    ("false", "item.let(x='real')", "sin(x)*cos(x) == sin(2*x)"),
    ("sum", "item.let(n='positive integer')", "Sum(k, (k, 1, n)) == n*(n + 1)/2"),
    ("undefined", "item.let(x='real')", "1/x*x == 1"),
    ("used", "item.let(x='real'); item.suppose('low', 'x >= 1'); item.suppose('high', 'x <= 7')", "x**2 >= x"),
]


def page(items):
    head = "from verifier.papers.paper import Paper\npaper = Paper('p')\n"
    return head + "\n".join(
        f"@paper.lemma({id!r}, '')\ndef page(item):\n    {said}\n    item.conclude({goal!r})\n"
        f"    item.step('line', {goal!r}, because=['definitions'])\n"
        for id, said, goal in items
    )


def report(folder, items, workers, seed):
    folder.mkdir()
    (folder / "page.py").write_text(page(items))
    env = {**os.environ, "VERIFIER_HOME": str(folder / "home"), "PYTHONHASHSEED": seed}
    command = [sys.executable, "-m", "verifier", "audit", "page.py", "--json", "--budget", "60", "--workers", workers]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    return {item["id"]: timeless(item) for item in json.loads(done.stdout)}, done.stderr


def timeless(value):
    """Without what says how long something took."""
    if isinstance(value, dict):
        return {k: timeless(v) for k, v in value.items() if k not in ("seconds", "tried")}
    return [timeless(v) for v in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    return report(tmp_path_factory.mktemp("one") / "paper", ITEMS, "1", "1")


@pytest.mark.parametrize(
    ("items", "workers", "seed"),
    [(ITEMS, "2", "1"), (ITEMS, "1", "2"), (ITEMS[::-1], "2", "3")],
    ids=["two workers", "another seed", "another order"],
)
def test_the_report_is_the_same(first, tmp_path, items, workers, seed):
    assert {id: item["verdict"] for id, item in first[0].items()} == {
        "square": "proved", "tangent": "proved", "false": "refuted", "sum": "proved", "undefined": "ill-posed",
        "used": "proved",
    }  # fmt: skip
    assert report(tmp_path / "paper", items, workers, seed) == first
