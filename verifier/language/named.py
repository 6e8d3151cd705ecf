"""Terms whose bound variables have names, as people write them: the one adapter to what the kernel binds.

The kernel computes with marks (its module `binding`) and gives them to terms that are handed over with names.
Here are the operations that look into terms with names, and the functions of the kernel whose results bind something,
with names in their results.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, ParamSpec

from verifier.kernel import check as _check
from verifier.kernel.algebra import sums as _sums
from verifier.kernel.analysis import curves as _curves
from verifier.kernel.analysis import derivative as _derivative
from verifier.kernel.analysis import functions as _functions
from verifier.kernel.analysis import integrals as _integrals
from verifier.kernel.analysis import limits as _limits
from verifier.kernel.analysis import nearness as _nearness
from verifier.kernel.facts import integral_table as _integral_table
from verifier.kernel.facts import schemas as _schemas
from verifier.kernel.facts.axioms import AXIOMS as _AXIOMS
from verifier.kernel.logic import instances as _instances
from verifier.kernel.logic import means as _means
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.meaning import definedness as _definedness
from verifier.kernel.meaning import regularity as _regularity
from verifier.kernel.statement import Statement
from verifier.kernel.terms import expr as _expr
from verifier.kernel.terms.binding import free_names, marked, same, subexpressions
from verifier.kernel.terms.binding import fresh as _fresh
from verifier.kernel.terms.expr import BINDERS, FALSE, TRUE, Expr, conjunction, head
from verifier.kernel.work import spend

P = ParamSpec("P")
_USUAL = {"index": "i", "time": "t", "outcome": "w", "integer": "n", "complex": "z", "matrix": "X", "sequence": "s",
          "curve": "q", "function": "f", "random": "Y"}  # fmt: skip


def operands(e: Expr) -> tuple[Expr, ...]:
    """The arguments of an operation, bound names among them; none for a literal or a name."""
    return e[1:] if isinstance(e, tuple) else ()


def fresh(name: str, taken: Collection[str]) -> str:
    """`name`, or `name` with the first number that makes it differ from all taken names; "x" for a mark."""
    return _fresh("x" if name[:1] == "#" else name, taken)


def substitute(e: Expr, values: Mapping[str, Expr]) -> Expr:
    """Replace free names by expressions, renaming bound names where they would capture one."""
    if isinstance(e, str):
        spend()
        return values.get(e, e)
    if not isinstance(e, tuple) or free_names(e).isdisjoint(values):
        return e
    op, args = e[0], e[1:]
    if op == "fn":
        return ("fn", args[0], *(substitute(a, values) for a in args[1:]))
    if op not in BINDERS:
        return (op, *(substitute(a, values) for a in args))
    place, scope = BINDERS[op]  # type: ignore[index]
    bound = str(args[place])
    inner = {k: v for k, v in values.items() if k != bound}
    used = frozenset().union(*(free_names(args[i]) for i in scope))
    incoming = frozenset().union(*(free_names(v) for k, v in inner.items() if k in used))
    if bound in incoming:
        name = fresh(bound, incoming | used | frozenset(inner))
        inner[bound] = name
        args = (*args[:place], name, *args[place + 1 :])
    return (op, *(a if i == place else substitute(a, inner if i in scope else values) for i, a in enumerate(args)))


def replaced(e: Expr, old: Expr, new: Expr) -> Expr:
    """Equals for equals, where no binder catches a name."""
    if head(e) == head(old) and same(e, old):
        return new
    if not isinstance(e, tuple):
        return e
    if e[0] in BINDERS:
        place, scope = BINDERS[e[0]]  # type: ignore[index]
        caught = e[1 + place] in free_names(old) | free_names(new)
        kept = (place, *(scope if caught else ()))
        return (e[0], *(a if i in kept else replaced(a, old, new) for i, a in enumerate(e[1:])))
    start = 2 if e[0] == "fn" else 1
    return (*e[:start], *(replaced(a, old, new) for a in e[start:]))


def negation(p: Expr) -> Expr:
    """The negation of a formula, pushed through connectives and quantifiers down to relations."""
    op, args = head(p), operands(p)
    flipped = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
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
    if op == "forall" or op == "exists":
        return ("exists" if op == "forall" else "forall", args[0], args[1], negation(args[2]))
    return ("not", p)


def apart(statement: Statement) -> Statement:
    """The statement with bound names that differ from each other and from those of its variables."""
    taken = {n for n, _ in statement.variables}
    given = tuple((label, _apart(f, taken)) for label, f in statement.given)
    return Statement(statement.variables, given, _apart(statement.goal, taken))


def _apart(e: Expr, taken: set[str]) -> Expr:
    if not isinstance(e, tuple):
        return e
    if e[0] not in BINDERS:
        return (e[0], *(_apart(a, taken) for a in e[1:]))
    place, scope = BINDERS[e[0]]  # type: ignore[index]
    args = e[1:]
    bound = str(args[place])
    name = fresh(bound, taken)
    taken.add(name)
    if name != bound:
        here: dict[str, Expr] = {bound: name}
        args = tuple(name if i == place else substitute(a, here) if i in scope else a for i, a in enumerate(args))
    return (e[0], *(a if i == place else _apart(a, taken) for i, a in enumerate(args)))


def named(e: Expr, like: Expr = 0) -> Expr:
    """The expression with a name for each mark, which is not used for anything else around it or in it.

    `like`: what it was made from.  Its binding operations are gone through in their order, again and again, and each
    of those of `e` takes the name of the next one that runs over values of the same kind.  So a term keeps its names
    where something was put into it, and so do copies of it side by side.
    """
    return _named(e, frozenset(), _Names(like))


class _Names:
    """The names of the bound variables of a term, and the place that has been reached in it."""

    def __init__(self, like: Expr) -> None:
        binders = [(str(head(x)), operands(x)) for x in subexpressions(like) if head(x) in BINDERS] if like != 0 else []
        found = [(_kind(op, args), str(args[BINDERS[op][0]])) for op, args in binders]
        self.known = [(kind, name) for kind, name in found if name[:1] != "#"]
        self.place = 0
        self.whole: dict[Expr, list[str]] = {}  # the names that a binding operation has, as a whole

    def of(self, e: Expr, taken: frozenset[str]) -> str | None:
        """The name that the binding operation has, as a whole."""
        return next((n for n in self.whole.get(e, ()) if n not in taken), None)

    def next(self, kind: str, fits: Callable[[str], bool]) -> str | None:
        """The next name of that kind that fits; what makes a sum well defined runs over integers."""
        kinds = (kind, "index", "time") if kind == "integer" else (kind,)
        for i in range(len(self.known)):
            place = (self.place + i) % len(self.known)
            if self.known[place][0] in kinds and fits(self.known[place][1]):
                self.place = place + 1
                return self.known[place][1]
        return None


def naming(like: Expr, *others: Expr) -> Callable[[Expr], Expr]:
    """`named` for the eyes: what stands in `like`, or in one of the others, keeps the names that it has there."""
    known = _Names(like)
    for x in subexpressions(("and", like, *others)):
        if head(x) in BINDERS:
            known.whole.setdefault(marked(x), []).append(str(operands(x)[BINDERS[str(head(x))][0]]))

    def named_alike(e: Expr) -> Expr:
        known.place = 0
        return _named(e, frozenset(), known)

    return named_alike


def _kind(op: str, args: tuple[Expr, ...]) -> str:
    """Over what a binding operation runs."""
    return {"sum": "index", "product": "index", "tends": "time", "expect": "outcome"}.get(op) or (
        "point" if op == "grad" else str(head(args[1]))
    )


def _named(e: Expr, taken: frozenset[str], known: _Names) -> Expr:
    if not isinstance(e, tuple):
        return e
    if e[0] not in BINDERS:
        inside = tuple(_named(a, taken, known) for a in e[1:])
        return e if all(a is b for a, b in zip(inside, e[1:], strict=True)) else (e[0], *inside)
    place, scope = BINDERS[e[0]]  # type: ignore[index]
    name, args, kind = str(e[1 + place]), e[1:], _kind(str(e[0]), e[1:])
    if name[:1] == "#":
        names = taken.union(*(free_names(a) for a in args if a != name))
        liked = known.of(e, names) or known.next(kind, lambda n: n not in names)
        mark, name = name, liked or _fresh(_USUAL.get(kind, "x"), names)
        here: dict[str, Expr] = {mark: name}
        args = tuple(name if i == place else substitute(a, here) if i in scope else a for i, a in enumerate(args))
    else:
        known.next(kind, name.__eq__)
    inner = taken | {name}
    return (e[0], *(a if i == place else _named(a, inner if i in scope else taken, known) for i, a in enumerate(args)))


def closed(statement: Statement) -> Expr:
    """The statement as one closed formula, its variables by their names."""
    body = statement.goal
    if statement.given:
        body = ("implies", conjunction([f for _, f in statement.given]), body)
    for name, sort in reversed(statement.variables):
        body = ("forall", name, sort, body)
    return body


def to_json(e: Expr) -> Any:
    """The expression as lists, strings and integers, with a name for each mark."""
    return _expr.to_json(named(e))


def _term(f: Callable[P, Expr]) -> Callable[P, Expr]:
    """The function with names in the term that it gives."""

    @wraps(f)
    def inner(*args: P.args, **kwargs: P.kwargs) -> Expr:
        return named(f(*args, **kwargs), _source(args))

    return inner


def _terms(f: Callable[P, list[Expr]]) -> Callable[P, list[Expr]]:
    @wraps(f)
    def inner(*args: P.args, **kwargs: P.kwargs) -> list[Expr]:
        return [named(e, _source(args)) for e in f(*args, **kwargs)]

    return inner


def _source(args: tuple[Any, ...]) -> Expr:
    """What a result is made from: the first argument, a term or a statement."""
    first = args[0]
    if isinstance(first, Statement):
        return ("and", *(f for _, f in first.given), first.goal)
    return first if isinstance(first, tuple) else 0  # type: ignore[return-value]


meaningful = _term(_definedness.meaningful)
definedness = _term(_definedness.definedness)
remaining = _term(_definedness.remaining)
derivative = _term(_derivative.derivative)
apply_value = _term(_instances.apply_value)
at_value = _term(_check.at_value)
under_law = _term(_check.under_law)
closeness = _term(_nearness.closeness)
approach = _term(_nearness.approach)
at_outcome = _term(_means.at_outcome)
almost_sure = _term(_means.almost_sure)
arrival = _term(_nearness.arrival)
has_slope = _term(_functions.has_slope)
integral = _term(_integrals.integral)
fewer = _term(_sums.fewer)
conditions = _terms(_regularity.conditions)
openness = _terms(_curves.openness)
AXIOMS = {name: named(formula) for name, formula in _AXIOMS.items()}


def covering(*args: Any) -> tuple[Expr, Expr, Expr]:
    a, b, c = _functions.covering(*args)
    return named(a), named(b), named(c)


def flattened(body: Expr, y: str, sorts: Mapping[str, Expr]) -> tuple[Expr, list[Expr]]:
    formula, needed = _derivative.flattened(body, y, sorts)
    return named(formula), [named(f) for f in needed]


def parts(term: Expr, s: Sequent) -> tuple[str, Expr, Expr, int]:
    """Name, body, point and side of a limit of a real function.  Raises `Rejected`."""
    binder, point, side = _limits.parts(term, s)
    name, _, body = operands(named(binder))
    return str(name), body, point, side


def schema(name: str) -> tuple[tuple[str, ...], tuple[Expr, ...], Expr]:
    letters, needed, fact = _schemas.schema(name)
    return letters, tuple(named(p) for p in needed), named(fact)


def line(name: str, *terms: Expr) -> tuple[list[Expr], Expr, Expr]:
    needed, term, value = _integral_table.line(name, *terms)
    return [named(p) for p in needed], named(term), named(value)


def named_sequent(s: Sequent) -> Sequent:
    """The sequent with names in its facts."""
    return replace(s, facts={label: named(f) for label, f in s.facts.items()})
