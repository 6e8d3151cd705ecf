"""When a statement has a meaning: the conditions under which no term of it is undefined.

`meaningful` gives a formula; where it holds, every partial operation of the given formula is applied inside its domain.
`and`, `or`, `implies` and `Piecewise` guard from left to right, and hypotheses guard the goal.

A limit, an integral or an infinite sum has to exist wherever it stands, and to be finite where something is done with
it.  Only an equation or an order that has to hold if the statement is true (`asserted`) says itself that its first such
term exists.  Inside of one only parameters are asked about.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import EXTENDED
from verifier.kernel.algebra.integers import Unknown, index_of, relation_facts
from verifier.kernel.analysis.derivative import derivative
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.meaning.conditions import (
    OO,
    apart,
    both,
    decided,
    domain,
    extended,
    is_cut,
    on_the_line,
    operation,
    real,
    whole,
    without_complex,
)
from verifier.kernel.meaning.regularity import Sorts, conditions, moving
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import (
    bind,
    free_names,
    fresh,
    negation,
    new_name,
    opened,
    operands,
    subexpressions,
    substitute,
)
from verifier.kernel.terms.expr import BINDERS, FALSE, INTEGER, OUTCOME, REAL, RELATIONS, TRUE, Expr, head

INFINITE: tuple[Expr, ...] = (OO, ("neg", OO))
LONGEST = 5_000  # parts of a derivative that is looked at: each may be many times as long as the one before


def _guarded(guard: Expr, p: Expr) -> Expr:
    return p if p == TRUE else ("implies", guard, p)


def _for_all(name: str, sort: Expr, p: Expr) -> Expr:
    return p if p == TRUE else bind("forall", name, sort, p)


def meaningful(e: Expr, sorts: Sorts, asserted: bool = False) -> Expr:
    """A formula that makes `e`, a formula or a term, well defined; `TRUE` where nothing is needed.

    `asserted`: the statement is false where the formula `e` is.
    """
    op = head(e)
    if op in BINDERS:
        return _under(e, sorts, asserted)
    args = operands(e)
    if op == "and" or op == "implies" or op == "or":
        result: Expr = meaningful(args[-1], sorts, asserted)
        for part in reversed(args[:-1]):
            guard = negation(part) if op == "or" else part
            result = both([meaningful(part, sorts, asserted and op == "and"), _guarded(guard, result)])
        return result
    if op in RELATIONS:
        return _relation(e, sorts, asserted)
    if op == "fn":
        return _function(str(args[0]), args[1:], sorts)
    if not isinstance(e, tuple):
        return TRUE
    return both([*(meaningful(a, sorts) for a in args), *operation(e, sorts)])


def _under(e: Expr, sorts: Sorts, asserted: bool) -> Expr:
    """What a binding operation asks for: inside, for all values of its variable."""
    op, x = head(e), new_name()
    args = opened(e, x)
    if op == "forall" or op == "exists":
        sort, body = args
        inside = meaningful(body, {**sorts, x: sort}, asserted)
        return both([meaningful(sort, sorts), _for_all(x, sort, inside)])
    if op == "grad":
        return _gradient(e, sorts)
    if op == "expect":
        inside = meaningful(args[0], {**sorts, x: OUTCOME})
        return FALSE if x in free_names(inside) else inside  # what holds for all outcomes is not said here
    if op == "tends":
        sort = ("integer", 0, "oo")
        inside = meaningful(args[0], {**sorts, x: sort})
        return both([_for_all(x, sort, inside), meaningful(args[1], sorts)])
    inside = meaningful(args[0], {**sorts, x: INTEGER})
    ends = [q for a in args[1:] for q in (meaningful(a, sorts), whole(a, sorts))]
    return both([*ends, _for_all(x, ("integer", *args[1:]), inside)])


def _relation(e: Expr, sorts: Sorts, asserted: bool) -> Expr:
    """The sides of a relation may be infinite; the first limit that an equation or an order asserts does exist."""
    parts: list[Expr] = []
    free = asserted and head(e) != "!="
    for side in operands(e):
        core = operands(side)[0] if head(side) == "neg" else side
        if not extended(core):
            parts.append(_end(side, sorts))
            continue
        parts.append(_parameters(core, sorts))
        if not free or core is not side:
            parts.append(_exists(core, sorts, infinite=True))
        free = False
    return both(parts if head(e) in ("==", "!=") else [*parts, *on_the_line(operands(e), sorts)])


def _end(e: Expr, sorts: Sorts) -> Expr:
    """What a term asks for where it may also be oo or -oo."""
    return TRUE if e in INFINITE else meaningful(e, sorts)


def _exists(term: Expr, sorts: Sorts, infinite: bool) -> Expr:
    """The limit, integral or sum has a value, which may be `infinite`."""
    v = new_name()
    value = bind("exists", v, REAL if without_complex(term, sorts) else ("complex",), ("==", term, v))
    return ("or", value, *(("==", term, end) for end in INFINITE)) if infinite else value


def _function(name: str, args: tuple[Expr, ...], sorts: Sorts) -> Expr:
    if name in EXTENDED:
        term: Expr = ("fn", name, *args)
        return FALSE if term == OO else both([_parameters(term, sorts), _exists(term, sorts, infinite=False)])
    if name == "Piecewise":
        result: Expr = FALSE
        for value, condition in reversed(list(zip(args[::2], args[1::2], strict=True))):
            if condition == TRUE:
                result = meaningful(value, sorts)
                continue
            chosen = _guarded(condition, meaningful(value, sorts))
            result = both([meaningful(condition, sorts), chosen, _guarded(negation(condition), result)])
        return result
    if name == "diff":
        return _derivative(args, sorts)
    return both([*(meaningful(a, sorts) for a in args), *domain(name, args, sorts)])


def _parameters(term: Expr, sorts: Sorts) -> Expr:
    """What a limit, an integral or an infinite sum asks for besides that it exists."""
    name, *args = operands(term)
    series = name in ("Sum", "Product")
    parts = [_end(a, sorts) for a in args if series or head(a) != "forall"]
    return both(parts + [p for a in args if not series and head(a) == "forall" for p in _fixed(a, sorts)])


def _fixed(binder: Expr, sorts: Sorts) -> list[Expr]:
    """What a function asks of its parameters alone, whatever its variable is: elsewhere it has no value at all."""
    x = new_name()
    sort, body = opened(binder, x)
    p = meaningful(body, {**sorts, x: sort})
    if any(head(e) == "fn" and operands(e)[0] == "diff" for e in subexpressions(body)):
        p = TRUE if p == FALSE else p  # a derivative that is not understood
    return [q for q in (operands(p) if head(p) == "and" else (p,)) if x not in free_names(q)]


def _gradient(e: Expr, sorts: Sorts) -> Expr:
    """Where the function is differentiable at the point, which is a variable; nothing is known of other gradients."""
    x = new_name()
    body, point = opened(e, x)
    if not isinstance(point, str):
        return FALSE
    inner = {**sorts, x: sorts.get(point, REAL)}
    try:
        needed = [decided(q, inner) for q in conditions(body, x, True, inner)]
    except Unknown:
        return FALSE
    return substitute(both([meaningful(body, inner), *needed]), {x: point})


def _derivative(args: tuple[Expr, ...], sorts: Sorts) -> Expr:
    binder, point, order = args
    x, curves = new_name(), moving(sorts)
    sort, body = opened(binder, x)
    if sort != REAL or not isinstance(order, int) or not 1 <= order <= 12:
        return FALSE
    try:  # at a point that may not be real the variable is as complex as the point; |x| has slopes on the line alone
        needed = [meaningful(body, {**sorts, x: REAL if real(point, sorts) else ("complex",)})]
        if any(head(e) == "abs" or (head(e) == "fn" and operands(e)[0] == "sign") for e in subexpressions(body)):
            needed += on_the_line((point,), sorts)
        for _ in range(order):
            needed += [apart(f[1]) if f[0] == "!=" and f[2] == 0 else f for f in conditions(body, x, True, curves)]  # type: ignore[index]
            body = derivative(body, x, curves)
            if any(i == LONGEST for i, _ in enumerate(subexpressions(body))):
                return FALSE
    except Unknown:
        return FALSE
    return both([meaningful(point, sorts), *(substitute(f, {x: point}) for f in needed)])


def definedness(statement: Statement, everything: bool = False, least: bool = False) -> Expr:
    """A formula in the statement's variables that makes the goal well defined wherever the hypotheses hold.

    A point where a hypothesis is undefined is none where it holds; with `everything` the hypotheses must be well
    defined too; with `least` it fails only where a term has no value at all.  What follows from the ranges of integers
    alone (exponents of matrices, mostly) is left out.
    """
    sorts = dict(statement.variables)
    s = Sequent()
    for name, sort in statement.variables:
        s = s.declare(name, sort)
    guards: list[tuple[Expr, Expr]] = []
    known = s
    for i, (_, formula) in enumerate(statement.given):
        here = meaningful(formula, sorts, asserted=True)
        parts = operands(here) if head(here) == "and" else (here,)
        # indices in their ranges are no news; alternatives stay, as a point is shown to satisfy them
        guards.append((both([q if head(q) in ("or", "true") else remaining(known, q) for q in parts]), formula))
        known = known.assume(f"given{i}", formula)
    needed = meaningful(statement.goal, sorts, asserted=True)
    for here, formula in reversed(guards):
        if everything:
            needed = both([here, _guarded(formula, needed)])
        else:
            needed = _guarded(both([here, formula]), needed)
    if least:
        needed = _weakened(needed)
    return TRUE if needed == TRUE else remaining(s, needed)


def _weakened(p: Expr) -> Expr:
    """What fails only where a term has no value: real powers may have whole exponents, and limits be infinite."""
    op = head(p)
    if op in BINDERS:
        x = new_name()
        sort, body = opened(p, x)
        if op == "exists":  # of `_exists`
            return ("or", p, *(("==", operands(body)[0], end) for end in INFINITE))
        return _for_all(x, sort, _weakened(body)) if op == "forall" else p
    args = operands(p)
    if op == "and":
        return both([_weakened(a) for a in args])
    if op == "implies":
        return _guarded(args[0], _weakened(args[1]))
    if op == "or" and head(args[-1]) == "and" and head(operands(args[-1])[-1]) == ">":  # of `power`
        base, exponent = (operands(q)[0] for q in operands(args[-1]))
        whole: Expr = ("==", ("floor", exponent), exponent)
        return ("or", *args, ("and", whole, ("or", (">=", exponent, 0), ("!=", base, 0))))
    return TRUE if is_cut(p) else p


def remaining(s: Sequent, p: Expr) -> Expr:
    """The formula without the parts that the facts about integers entail."""
    op = head(p)
    if op == "forall":
        x = fresh("x", s.sorts.keys() | free_names(p))
        sort, body = opened(p, x)
        return _for_all(x, sort, remaining(s.declare(x, sort), body))
    if op in BINDERS:
        return p
    args = operands(p)
    if op == "and":
        return both([remaining(s, a) for a in args])
    if op == "implies":
        inner = s.assume(f"guard{len(s.facts)}", args[0])
        return _guarded(args[0], remaining(inner, args[1]))
    if op == "or":
        parts = [remaining(s, a) for a in args]
        return TRUE if TRUE in parts else ("or", *parts)
    integers = {n for n, sort in s.sorts.items() if head(sort) == "integer"}
    if op == "!=" and free_names(p) <= integers:
        try:
            a, b = (index_of(x) for x in args)
        except Unknown:
            return p
        return TRUE if s.context.below(a, b.plus(-1)) or s.context.below(b, a.plus(-1)) else p
    facts = relation_facts(p, integers) if op in RELATIONS else None
    return TRUE if facts is not None and all(s.context.entails(f) for f in facts) else p
