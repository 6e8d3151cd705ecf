"""What the kernel says of single nodes and statements, put down in `said`: each entry tells a mutant from the kernel.

`benchmarks/hostile.py` has found them, among the nodes of the rule fuzz, of the shipped evidence and of these tests, as
they are or damaged.  Most are refused, by the one condition that is named beside them.  That the kernel says no more
than is true is for the fuzz and the hostile tests; here nothing changes unseen.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from single import said

FOLDER = Path(__file__).parent / "said"
ENTRIES = [
    pytest.param(json.loads(line), id=f"{file.stem}-{number}")
    for file in sorted(FOLDER.glob("*.jsonl"))
    for number, line in enumerate(file.read_text().splitlines())
]


@pytest.mark.parametrize("kept", ENTRIES)
def test_the_kernel_says_what_it_said(kept: dict[str, Any]) -> None:
    assert json.loads(json.dumps(said(kept["entry"]))) == kept["said"], kept["tells"]
