"""What tests of the theory share: a bad question gets one line that says something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def refused_in_one_line(call: Callable[[], Any]) -> None:
    """The call raises a `ValueError` with one line that is more than a word."""
    with pytest.raises(ValueError) as error:
        call()
    assert "\n" not in str(error.value) and len(str(error.value)) > 20
