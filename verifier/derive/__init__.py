"""Derivation queries: what follows from a model, for given sizes or for all sizes, verified before it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.derive.query import derive

__all__ = ["derive"]


def __getattr__(name: str) -> Any:
    """`derive`, imported when it is first asked for: its modules are many."""
    if name in __all__:
        from verifier.derive import query  # whoever needs one module of this room needs not all of them

        return getattr(query, name)
    raise AttributeError(f"module 'verifier.derive' has no attribute {name!r}")
