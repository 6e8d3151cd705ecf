"""Rule ``taylor``: what no single node reaches."""

from __future__ import annotations

import pytest
from ends import interval

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.taylor import coefficient


def test_a_term_with_a_kink_in_the_range_is_not_smooth() -> None:
    assert coefficient(("abs", "x"), "x", interval(1, 2), 1, 53).within(1, 1)
    with pytest.raises(Unknown, match="a term that may not be smooth"):
        coefficient(("abs", "x"), "x", interval(-1, 2), 1, 53)
