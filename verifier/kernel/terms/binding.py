"""Bound variables: the one module that looks inside of what binds.

A bound variable has no name but a *mark*, ``#1``, ``#2``, ..., which no variable and no certificate can have for one:
the least number above those of all binding operations that stand between it and its binder (``#0`` where it does not
occur).  So a formula has one form, two formulas that differ in the names of bound variables are equal as data, and
nothing can be captured: what is put in for a name has no mark that is not bound in it, and a mark never stands under
another binder of the same mark (Pollack, Sato, Ricciotti, A canonical locally named representation of binding, 2012).

`opened` alone yields what stands under a binder, with a value for the bound variable; `bind` makes a binder; `outer` is
what its variable does not reach; `operands` refuses a binder.  Terms whose bound variables still have the names that
they are read and written with are given marks by `marked`, and wherever one is met here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from verifier.kernel.terms.expr import BINDERS, ENDS, FALSE, TRUE, Expr, Malformed, from_json, head
from verifier.kernel.work import STEPS, TooMuch, bounded, next_number, spend

KNOWN = 1 << 16  # so many expressions are remembered at most: then all are forgotten
LONGEST = STEPS  # parts of an expression that anybody can pay for
NO_NAMES: frozenset[str] = frozenset()
#: What is known of operations, by identity: (the operation, which is kept alive by this, names, parts, named binders).
_known: dict[int, tuple[Expr, frozenset[str], int, bool]] = {}
#: Expressions whose bound variables have names, by identity: (the expression, the same with marks, the steps it took).
_marked: dict[int, tuple[Expr, Expr, int]] = {}
_room = [KNOWN]  # parts of such expressions that may still be remembered: unlike above, each is kept with all inside it


class Closed(AssertionError):
    """Somebody looked into a binding operation without opening it."""


def operands(e: Expr) -> tuple[Expr, ...]:
    """The arguments of an operation that binds nothing; none for a literal or a name.  Raises `Closed`."""
    if not isinstance(e, tuple):
        return ()
    if e[0] in BINDERS:
        raise Closed(f"{e[0]!r} has to be opened")
    return e[1:]


def outer(e: Expr) -> tuple[Expr, ...]:
    """The arguments of a binding operation that its variable does not reach: a sort, the ends of a range, a point."""
    assert isinstance(e, tuple)
    place, scope = BINDERS[e[0]]  # type: ignore[index]
    return tuple(a for i, a in enumerate(e[1:]) if i != place and i not in scope)


def opened(e: Expr, value: Expr) -> tuple[Expr, ...]:
    """The arguments of a binding operation, in their order, with a value for the bound variable, which is left out.

    The value is any term, or a name that does not occur in `e`.
    """
    e = marked(e)
    assert isinstance(e, tuple)
    place, scope = BINDERS[e[0]]  # type: ignore[index]
    here = {str(e[1 + place]): value}
    return tuple(substitute(a, here) if i in scope else a for i, a in enumerate(e[1:]) if i != place)


def bind(op: str, name: str, *args: Expr) -> Expr:
    """The operation that binds `name` in its scope; `args` are as `opened` gives them.

    Raises `Malformed` where the mark would catch one that stands loose in the scope: in an expression with marks, of
    which a part inside of their binder still has a name for its bound variable.
    """
    place, scope = BINDERS[op]
    args = tuple(marked(a) for a in (*args[:place], name, *args[place:]))
    mark = f"#{max(_height(args[i], name) for i in scope)}"
    if mark != name and any(mark in _about(args[i])[0] for i in scope):
        raise Malformed(f"a loose mark {mark!r} under a binder of {name!r}")
    here: dict[str, Expr] = {name: mark}
    return (op, *(mark if i == place else substitute(a, here) if i in scope else a for i, a in enumerate(args)))


def under(e: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The binding operation with all arguments changed; the bound variable has a name of its own meanwhile."""
    name = new_name()
    return bind(str(head(e)), name, *(change(a) for a in opened(e, name)))


def _height(e: Expr, name: str) -> int:
    """The least mark for a name that is bound around `e`."""
    if e == name:
        return 1
    if not isinstance(e, tuple) or name not in _about(e)[0]:
        return 0
    spend()
    if e[0] not in BINDERS:
        return max(_height(a, name) for a in e[1:])
    place, scope = BINDERS[e[0]]  # type: ignore[index]
    own = str(e[1 + place])
    reached = [a for i, a in enumerate(e[1:]) if not (i in scope and own == name)]
    crossed = own != name and any(name in _about(e[1 + i])[0] for i in scope)
    return max([int(own[1:]) + 1 if crossed else 0, *(_height(a, name) for a in reached)])


def marked(e: Expr) -> Expr:
    """The expression with marks for all bound variables.

    It is found once for each expression, but everybody who asks pays for it (see `_about`).
    """
    if not isinstance(e, tuple):
        return e
    _, parts, raw = _about(e)
    if not raw:
        return e
    known = _marked.get(id(e))
    if known is None or known[0] is not e:
        marks: dict[int, str] = {}
        with bounded() as left:  # counted also where nobody counts: who asks next may have to pay
            _heights(e, marks, {})
            result = _with_marks(e, marks, {})
        known = e, result, STEPS - left[0]
        if parts <= KNOWN:
            if parts > _room[0]:
                _marked.clear()
                _room[0] = KNOWN
            _room[0] -= parts
            _marked[id(e)] = known
    spend(known[2])
    return known[1]


def _heights(e: Expr, marks: dict[int, str], seen: dict[int, dict[str, int]]) -> dict[str, int]:
    """The least mark for each free name, were it bound around `e`; adds the mark of each binder in `e`, by identity."""
    if not isinstance(e, tuple):
        return {e: 1} if isinstance(e, str) and e not in ENDS else {}
    if id(e) in seen:
        return seen[id(e)]
    place, scope = BINDERS.get(e[0], (None, ()))  # type: ignore[arg-type]
    inside: dict[str, int] = {}
    outside: dict[str, int] = {}
    for i, a in enumerate(e[1:]):
        if i == place or (e[0] == "fn" and i == 0):
            continue
        found = inside if i in scope else outside
        for name, height in _heights(a, marks, seen).items():
            found[name] = max(height, found.get(name, 0))
    spend(1 + len(inside) + len(outside))
    if place is not None:
        name = str(e[1 + place])
        height = inside.pop(name, 0)
        mark = marks[id(e)] = f"#{height}"
        if mark in inside:
            raise Malformed(f"a loose mark {mark!r} under a binder of {name!r}")
        for other, least in inside.items():
            outside[other] = max(least, height + 1, outside.get(other, 0))
    seen[id(e)] = outside
    return outside


def _with_marks(e: Expr, marks: Mapping[int, str], here: Mapping[str, str]) -> Expr:
    if isinstance(e, str):
        return here.get(e, e)
    if not isinstance(e, tuple):
        return e
    spend()
    names, _, raw = _about(e)
    if not raw and names.isdisjoint(here):
        return e
    if e[0] not in BINDERS:
        start = 2 if e[0] == "fn" else 1
        return (*e[:start], *(_with_marks(a, marks, here) for a in e[start:]))
    (place, scope), mark = BINDERS[e[0]], marks[id(e)]  # type: ignore[index]
    inner = {**here, str(e[1 + place]): mark}
    parts = ((i, a) for i, a in enumerate(e[1:]))
    return (e[0], *(mark if i == place else _with_marks(a, marks, inner if i in scope else here) for i, a in parts))


def universal(variables: Sequence[tuple[str, Expr]], body: Expr) -> Expr:
    """For all values of the variables, which keep their names: each marked by itself would read all of it again."""
    for name, sort in reversed(variables):
        body = ("forall", name, sort, body)
    return body


def numbered(e: Expr, numbers: Mapping[str, str] = MappingProxyType({}), depth: int = 0) -> Expr:
    """The expression with bound variables numbered from outside, from 0 on: what digests are made of.

    They may have names or marks.  Raises `Malformed` for a mark that is not bound: it could be taken for a number.
    """
    spend()
    if isinstance(e, str):
        if e[:1] == "#" and e not in numbers:
            raise Malformed(f"a loose mark {e!r}")
        return numbers.get(e, e)
    if not isinstance(e, tuple):
        return e
    if e[0] not in BINDERS:
        start = 2 if e[0] == "fn" else 1  # a function's name is no variable
        return (*e[:start], *(numbered(a, numbers, depth) for a in e[start:]))
    (place, scope), number = BINDERS[e[0]], f"#{depth}"  # type: ignore[index]
    parts = list(e[1:])
    for i, a in enumerate(parts):
        inside = {**numbers, str(parts[place]): number} if i in scope else numbers
        if i != place:
            parts[i] = numbered(a, inside, depth + (i in scope))
    parts[place] = number
    return (e[0], *parts)


def read(data: Any) -> Expr:
    """An expression from decoded JSON, with marks.  Raises `Malformed`."""
    return marked(from_json(data))


def same(a: Expr, b: Expr) -> bool:
    """Equality up to the names of bound variables: of the marked forms."""
    spend(_about(a)[1])
    return a == b or marked(a) == marked(b)


def free_names(e: Expr) -> frozenset[str]:
    """Names that occur in `e` and are not bound in it (heads, names of functions and -oo, oo excluded)."""
    names, parts, _ = _about(e)
    spend(parts)
    return names


def _about(e: Expr) -> tuple[frozenset[str], int, bool]:
    """(free names, of how many parts that is read, whether a bound variable has no mark).

    Expressions never change, so each is read once.  Whoever asks again pays for all parts again: the work of a check
    must not depend on what was asked before.  What nobody could pay for is not read to its end: where much has been
    forgotten, shared parts are read again and again.  Raises `TooMuch`.
    """
    if not isinstance(e, tuple):
        return (NO_NAMES if isinstance(e, int) or e in ENDS else frozenset((e,))), 1, False
    known = _known.get(id(e))
    if known is None or known[0] is not e:
        known = _read(e)
    return known[1], known[2], known[3]


def _read(e: Any) -> tuple[Expr, frozenset[str], int, bool]:
    """What is known of an operation from now on."""
    op, args = e[0], e[1:]
    place, scope = BINDERS.get(op, (None, ()))
    raw, parts = place is not None and str(args[place])[:1] != "#", 1
    names = NO_NAMES
    for i, a in enumerate(args):
        if i == place or (op == "fn" and i == 0):  # ("fn", name, arguments...): a function's name is no variable
            continue
        if not isinstance(a, tuple):
            parts += 1
            if isinstance(a, str) and a not in names and a not in ENDS and not (i in scope and a == args[place]):
                names = names | {a}
            continue
        known = _known.get(id(a))
        if known is None or known[0] is not a:
            known = _read(a)
        _, inside, more, deeper = known
        if i in scope and args[place] in inside:
            inside = inside - {args[place]}
        if not inside <= names:
            names = names | inside if names else inside
        raw, parts = raw or deeper, parts + more
        if parts > LONGEST:
            raise TooMuch("too much work")
    if len(_known) >= KNOWN:
        _known.clear()
    _known[id(e)] = known = e, names, parts, raw
    return known


def fresh(name: str, taken: Collection[str]) -> str:
    """`name`, or `name` with the first number that makes it differ from all taken names."""
    if name not in taken:
        return name
    stem = name.rstrip("0123456789") or name
    i = 1
    while f"{stem}{i}" in taken:
        i += 1
    return f"{stem}{i}"


def new_name() -> str:
    """A name that nothing has yet and no certificate can declare; in one check they are numbered in their order."""
    return f"?{next_number():07d}"


def substitute(e: Expr, values: Mapping[str, Expr]) -> Expr:
    """Replace free names by expressions."""
    if isinstance(e, str):
        spend()
        return values.get(e, e)
    names, parts, raw = _about(e)
    if names.isdisjoint(values):
        spend(parts)
        return e
    spend()
    assert isinstance(e, tuple)
    op, args = e[0], e[1:]
    if op not in BINDERS:
        start = 2 if op == "fn" else 1
        return (*e[:start], *[substitute(a, values) for a in e[start:]])
    if raw:
        return substitute(marked(e), {name: marked(v) for name, v in values.items()})
    place, scope = BINDERS[op]  # type: ignore[index]
    mark = args[place]
    # a mark is put in by `opened` and `bind` alone, and no binder of the same mark stands around an occurrence
    inner = {n: v for n, v in values.items() if n != mark} if mark in values else values
    return (op, *(a if i == place else substitute(a, inner if i in scope else values) for i, a in enumerate(args)))


def replaced(e: Expr, old: Expr, new: Expr) -> Expr:
    """Equals for equals, everywhere: neither has a mark that is not bound in it."""
    spend(4)
    if head(e) == head(old) and e == old:
        return new
    if not isinstance(e, tuple):
        return e
    place = BINDERS[e[0]][0] if e[0] in BINDERS else 0 if e[0] == "fn" else None  # type: ignore[index]
    return (e[0], *(a if i == place else replaced(a, old, new) for i, a in enumerate(e[1:])))


def subexpressions(e: Expr) -> Iterator[Expr]:
    """`e` and everything inside it, outermost first; bound variables are marks."""
    parts = [e]
    while parts:
        part = parts.pop()
        spend()
        yield part
        if isinstance(part, tuple):
            parts.extend(part[:0:-1])


def negation(p: Expr) -> Expr:
    """The negation of a formula, pushed through connectives and quantifiers down to relations."""
    spend()
    op = head(p)
    flipped = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
    if op == "forall" or op == "exists":
        name = new_name()
        sort, body = opened(p, name)
        return bind("exists" if op == "forall" else "forall", name, sort, negation(body))
    args = operands(p) if op in _CONNECTED or op in flipped else ()
    if op in flipped:
        return (flipped[op], *args)
    if op == "true" or op == "false":
        return FALSE if op == "true" else TRUE
    if op == "not":
        return args[0]
    if op == "and" or op == "or":
        return ("or" if op == "and" else "and", *(negation(a) for a in args))
    if op == "implies":
        return ("and", args[0], negation(args[1]))
    return ("not", p)


_CONNECTED = ("not", "and", "or", "implies")
