"""What no single certificate can tell: statements as they are read."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Malformed


@pytest.mark.parametrize(
    "data",
    [{}, 5, None, {"variables": [["x"]], "given": [], "goal": ["true"]}, {"variables": [], "given": [], "goal": []},
     {"variables": [[5, ["real"]]], "given": [], "goal": ["true"]},
     {"variables": [], "given": [[None, ["true"]]], "goal": ["true"]}],
)  # fmt: skip
def test_what_is_no_statement(data: Any) -> None:
    with pytest.raises(Malformed):
        Statement.from_json(data)
