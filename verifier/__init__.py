"""pytest for theorems: ``from verifier import check``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.asking import check

__all__ = ["check"]


def __getattr__(name: str) -> Any:
    """`check`, imported when it is first asked for: the command line starts without it."""
    if name == "check":
        from verifier.asking import check

        return check
    raise AttributeError(f"module 'verifier' has no attribute {name!r}")
