"""Frozen results as plain data for the store, and back: by the names and the types of their fields."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def plain(value: Any) -> Any:
    """A result as data that JSON can say."""
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    return [plain(v) for v in value] if isinstance(value, tuple) else value


def frozen(kind: type[T], data: Any) -> T:
    """The result of a kind that the data say.  Raises `ValueError` where they say none."""
    try:
        found: T = _reader(kind)(data)  # type: ignore[arg-type]  # a class can be hashed
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no {kind.__name__}: {error!r:.120}") from None
    return found


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What reads a value of a type; fields that the data lack or that it has no type for are errors."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        readers = [(f.name, _reader(hints[f.name])) for f in fields(kind)]
        return lambda data: kind(**{name: read(data[name]) for name, read in readers})  # type: ignore[operator]
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        [some] = (p for p in parts if p is not type(None))
        inside = _reader(some)
        return lambda data: None if data is None else inside(data)
    if origin is tuple and len(parts) == 2 and parts[1] is ...:
        each = _reader(parts[0])
        return lambda data: tuple([each(d) for d in _of(list, data)])
    if origin is tuple:
        several = [_reader(p) for p in parts]
        return lambda data: tuple([read(d) for read, d in zip(several, _of(list, data), strict=True)])
    if origin is not None and issubclass(origin, Mapping):
        return lambda data: _of(dict, data)
    return lambda data: _of((int, float) if kind is float else kind, data)


def _of(kind: Any, data: Any) -> Any:
    if not isinstance(data, kind):
        raise TypeError(f"{data!r:.40} is no {kind}")
    return data
