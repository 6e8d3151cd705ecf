"""The page of all derivations is what the program makes: a complete table, and sections that are made anew."""

from pathlib import Path

import pytest

from verifier.derive.handbook import _section
from verifier.derive.query import QUERIES, derive
from verifier.models import MODELS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "derivations.md"
SAMPLES = [("linear-rnn", "gradient"), ("linear-network-2", "conserved"), ("linear-neuron", "metric"),
           ("diagonal-network", "potential"), ("exponential-sums", "hessian"), ("linear-rnn-symmetric", "moments"),
           ("linear-network-1", "closed-form"), ("linear-neuron", "hankel")]  # fmt: skip


def test_every_model_and_query_is_in_the_table():
    text = PAGE.read_text(encoding="utf-8")
    header = next(line for line in text.splitlines() if line.startswith("| model |"))
    assert header.strip("| ").split(" | ") == ["model", *QUERIES]
    rows = [line for line in text.splitlines() if line.startswith("| [")]
    assert [row.split("]")[0].removeprefix("| [") for row in rows] == list(MODELS)
    assert all(row.count(" | ") == len(QUERIES) for row in rows)


@pytest.mark.parametrize(("name", "query"), SAMPLES)
def test_sections_are_what_the_program_says_today(name, query):
    def asked(all_sizes):
        try:
            return derive(query, name, all_sizes=all_sizes)
        except ValueError as error:
            return str(error)

    made = "\n".join(_section(query, asked(True), asked(False)))
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {name}\n")[1].split("\n## ")[0]
    assert made in section
