"""pytest for theorems: ``from verifier import check``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.asking import check, check_file

__all__ = ["check", "check_file"]


def __getattr__(name: str) -> Any:
    """`check` and `check_file`, imported when they are first asked for: the command line starts without them."""
    if name in __all__:
        from verifier import asking

        return getattr(asking, name)
    raise AttributeError(f"module 'verifier' has no attribute {name!r}")
