"""What no single certificate can tell: the bound on work."""

from __future__ import annotations

import pytest

from verifier.kernel.work import TooMuch, bounded, spend


def test_there_are_as_many_steps_as_were_given() -> None:
    with bounded(5) as left:
        spend(5)
        assert left[0] == 0
        with pytest.raises(TooMuch):
            spend()
    spend(10)  # nobody counts outside
