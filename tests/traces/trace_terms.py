"""Terms of a trace, read by code of its own: nothing of the kernel is used to replay what it wrote."""

from __future__ import annotations

from functools import lru_cache
from itertools import count

#: head -> (place of the bound name, places of its scope), behind the head
BINDERS = {
    "sum": (1, (0,)), "product": (1, (0,)), "prefix": (1, (0,)), "tends": (1, (0,)), "grad": (1, (0,)),
    "expect": (1, (0,)), "forall": (0, (2,)), "exists": (0, (2,)),
}  # fmt: skip
ENDS = ("-oo", "oo")
FALSE = ("false",)
TRUE = ("true",)
_names = count()


class Wrong(AssertionError):
    """The trace does not show what it says."""


def need(condition: object, why: str) -> None:
    if not condition:
        raise Wrong(why)


def term(data):
    """Lists as tuples, through and through."""
    return tuple(term(a) for a in data) if isinstance(data, list) else data


def op(e):
    return e[0] if isinstance(e, tuple) else None


@lru_cache(maxsize=100_000)
def names(e) -> frozenset[str]:
    """The free names."""
    if isinstance(e, str):
        return frozenset() if e in ENDS else frozenset((e,))
    if not isinstance(e, tuple):
        return frozenset()
    place, scope = BINDERS.get(e[0], (None, ()))
    found: frozenset[str] = frozenset()
    for i, a in enumerate(e[1:]):
        if i == place or (e[0] == "fn" and i == 0):
            continue
        found |= names(a) - ({e[1 + place]} if i in scope else set())
    return found


@lru_cache(maxsize=100_000)
def nameless(e, bound=()):
    """Bound names as numbers, counted from outside."""
    if isinstance(e, str):
        places = [i for i, n in enumerate(bound) if n == e]
        return ("bound", places[-1]) if places else e
    if not isinstance(e, tuple):
        return e
    place, scope = BINDERS.get(e[0], (None, ()))
    args = []
    for i, a in enumerate(e[1:]):
        if i == place or (e[0] == "fn" and i == 0):
            args.append("" if i == place else a)
        else:
            args.append(nameless(a, (*bound, e[1 + place]) if i in scope else bound))
    return (e[0], *args)


def alike(a, b) -> bool:
    """Equal up to the names of bound variables."""
    return a == b or nameless(a) == nameless(b)


def put(e, values):
    """Terms for free names; what is bound is renamed first, so nothing is captured."""
    if isinstance(e, str):
        return values.get(e, e)
    if not isinstance(e, tuple) or not names(e) & set(values):
        return e
    if e[0] not in BINDERS:
        start = 2 if e[0] == "fn" else 1
        return (*e[:start], *(put(a, values) for a in e[start:]))
    place, scope = BINDERS[e[0]]
    bound = e[1 + place]
    outer = [put(a, values) if i not in scope and i != place else a for i, a in enumerate(e[1:])]
    inner = {n: v for n, v in values.items() if n != bound}
    if any(bound in names(v) for v in inner.values()):
        new = f"~{next(_names)}"
        outer = [put(a, {bound: new}) if i in scope else a for i, a in enumerate(outer)]
        outer[place] = new
    return (e[0], *(put(a, inner) if i in scope else a for i, a in enumerate(outer)))


def turned(f):
    """> and >= as < and <=."""
    if op(f) in (">", ">="):
        return ("<" if f[0] == ">" else "<=", f[2], f[1])
    return f


def denied(f):
    """The negation, with `not` inside."""
    flipped = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
    if op(f) in flipped:
        return (flipped[f[0]], *f[1:])
    if f in (TRUE, FALSE):
        return TRUE if f == FALSE else FALSE
    if op(f) == "not":
        return f[1]
    if op(f) in ("and", "or"):
        return ("or" if f[0] == "and" else "and", *(denied(a) for a in f[1:]))
    if op(f) == "implies":
        return ("and", f[1], denied(f[2]))
    if op(f) in ("forall", "exists"):
        return ("exists" if f[0] == "forall" else "forall", *f[1:3], denied(f[3]))
    return ("not", f)


def inward(f):
    """A goal or a fact with a negation in front of it pushed inside."""
    return denied(f[1]) if op(f) == "not" else f


def same_fact(a, b) -> bool:
    return alike(turned(inward(a)), turned(inward(b)))
