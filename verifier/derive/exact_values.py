"""The exact value of a displayed SymPy formula where its symbols have rational values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any


def value_at(e: Any, point: Mapping[str, Any], seen: dict[Any, Any] | None = None) -> Any:
    """The number, or the rows of a matrix; `seen` keeps the values of parts at this point.

    Raises `ValueError` for anything but sums, products and integer powers, `KeyError` for a symbol without a value,
    `ZeroDivisionError`.
    """
    known: dict[Any, Any] = {} if seen is None else seen
    if getattr(e, "is_Matrix", False):
        return tuple(tuple(_number(x, point, known) for x in e.row(i)) for i in range(e.rows))
    return _number(e, point, known)


def _number(e: Any, point: Mapping[str, Any], seen: dict[Any, Any]) -> Any:
    found = seen.get(e)
    if found is not None:
        return found
    if e.is_Symbol:
        found = point[e.name]
    elif e.is_Rational:
        found = int(e.p) if e.q == 1 else Fraction(int(e.p), int(e.q))
    elif e.is_Add:
        found = sum((_number(a, point, seen) for a in e.args), 0)
    elif e.is_Mul:
        found = 1
        for a in e.args:
            found = found * _number(a, point, seen)
    elif e.is_Pow and e.exp.is_Integer:
        base, n = _number(e.base, point, seen), int(e.exp)
        found = base**n if n >= 0 else Fraction(1) / Fraction(base) ** -n
    else:
        raise ValueError(f"{e!s:.60} is no sum, product or integer power")
    seen[e] = found
    return found
