"""What is no expression and what is no rational number is refused with one line."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.terms.expr import Malformed, from_json, rational


@pytest.mark.parametrize("data", [None, 0.5, True, "", "a\n", "#1", {"+": 1}, {}, [], [1], [["+"], 1], ["bar", 1]])
def test_what_is_no_expression(data: Any) -> None:
    with pytest.raises(Malformed):
        from_json(data)


@pytest.mark.parametrize(("levels", "good"), [(200, True), (201, False)])
def test_an_expression_has_200_levels_at_most(levels: int, good: bool) -> None:
    data: Any = "x"
    for _ in range(levels):
        data = ["neg", data]
    if good:
        from_json(data)
    else:
        with pytest.raises(Malformed, match="nested deeper"):
            from_json(data)


@pytest.mark.parametrize("data", [0.5, True, None, "0.5", "1e3", " 1", "1/0", [1]])
def test_what_is_no_rational_number(data: Any) -> None:
    with pytest.raises(ValueError, match="is no rational number"):
        rational(data)
