"""When a statement has a meaning: the conditions under which no term of it is undefined.

`meaningful` gives a formula; where it holds, every partial operation of the given formula is applied inside its domain.
`and`, `or`, `implies` and `Piecewise` guard from left to right, and hypotheses guard the goal.  Inside
limits and integrals only parameters are asked about: an equation with one of them says itself that the value exists.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from verifier.evidence.kernel.derivative import conditions, derivative
from verifier.evidence.kernel.expr import (
    FALSE,
    RELATIONS,
    TRUE,
    Expr,
    Statement,
    free_names,
    fresh,
    head,
    negation,
    operands,
    subexpressions,
    substitute,
)
from verifier.evidence.kernel.field import EXTENDED, is_real
from verifier.evidence.kernel.integers import Unknown, index_of
from verifier.evidence.kernel.logic import Sequent
from verifier.evidence.kernel.rewrite import relation_facts

Sorts = Mapping[str, Expr]
_E: Expr = ("fn", "E")


def _both(parts: list[Expr]) -> Expr:
    """A conjunction without the parts that are true."""
    flat: list[Expr] = []
    for p in parts:
        flat += [q for q in (operands(p) if head(p) == "and" else (p,)) if q != TRUE and q not in flat]
    return TRUE if not flat else flat[0] if len(flat) == 1 else ("and", *flat)


def _guarded(guard: Expr, p: Expr) -> Expr:
    return p if p == TRUE else ("implies", guard, p)


def _for_all(name: str, sort: Expr, p: Expr) -> Expr:
    return p if p == TRUE else ("forall", name, sort, p)


def meaningful(e: Expr, sorts: Sorts) -> Expr:
    """A formula that makes `e`, a formula or a term, well defined; `TRUE` where nothing is needed."""
    op, args = head(e), operands(e)
    if op == "and" or op == "implies" or op == "or":
        result: Expr = meaningful(args[-1], sorts)
        for part in reversed(args[:-1]):
            guard = negation(part) if op == "or" else part
            result = _both([meaningful(part, sorts), _guarded(guard, result)])
        return result
    if op == "forall" or op == "exists":
        inner = {**sorts, str(args[0]): args[1]}
        inside = _for_all(str(args[0]), args[1], meaningful(args[2], inner))
        return _both([meaningful(args[1], sorts), inside])
    if op == "tends":
        sort: Expr = ("integer", 0, "oo")
        inside = meaningful(args[0], {**sorts, str(args[1]): sort})
        return _both([_for_all(str(args[1]), sort, inside), meaningful(args[2], sorts)])
    if op == "expect":
        inside = meaningful(args[0], sorts)
        random = {n for n, sort in sorts.items() if head(sort) == "random"}
        return FALSE if free_names(inside) & random else inside  # what holds for all outcomes is not said here
    if op == "sum" or op == "product":
        span: Expr = ("integer", args[2], args[3])
        inside = meaningful(args[0], {**sorts, str(args[1]): ("integer", "-oo", "oo")})
        return _both([meaningful(a, sorts) for a in args[2:]] + [_for_all(str(args[1]), span, inside)])
    if op == "fn":
        return _function(str(args[0]), args[1:], sorts)
    parts = [meaningful(a, sorts) for a in args]
    return _both([*parts, *_operation(e, sorts)]) if op not in RELATIONS else _both(parts)


def _operation(e: Expr, sorts: Sorts) -> list[Expr]:
    """What one operation that has a head of its own asks of its arguments."""
    op, args = head(e), operands(e)
    if op == "/":
        return [_apart(args[1])]
    if op == "mod":
        return [_apart(args[1])]
    if op == "sqrt":
        return [_order(">=", args[0], 0)] if is_real(args[0], sorts) else []
    if op == "inverse":
        return [("!=", ("det", args[0]), 0)]
    if op == "^":
        return [_power(args[0], args[1], sorts)]
    return []


def _number(e: Expr) -> Fraction | None:
    """The value of a literal, a negated literal or a quotient of such."""
    if isinstance(e, int):
        return Fraction(e)
    values = [_number(a) for a in operands(e)] if head(e) in ("neg", "/") else [None]
    if None in values or (head(e) == "/" and not values[1]):
        return None
    return -values[0] if head(e) == "neg" else values[0] / values[1]  # type: ignore[operator]


def _apart(e: Expr) -> Expr:
    """e != 0; nothing where e is a literal other than 0, or a product of such and powers of them."""
    n = _number(e)
    if n is not None:
        return TRUE if n else FALSE
    if head(e) == "^" and isinstance(operands(e)[1], int) and operands(e)[1] > 0:  # type: ignore[operator]
        return _apart(operands(e)[0])
    return ("!=", e, 0)


def _order(relation: str, e: Expr, bound: int) -> Expr:
    n = _number(e)
    if n is None:
        return (relation, e, bound)
    return TRUE if (n > bound or (n == bound and relation == ">=")) else FALSE


def _integral(e: Expr, sorts: Sorts) -> bool:
    """Whether a term is visibly an integer."""
    if isinstance(e, int):
        return True
    if isinstance(e, str):
        return head(sorts.get(e, 0)) == "integer"
    return e[0] in ("+", "-", "*", "neg", "mod", "floor") and all(_integral(a, sorts) for a in e[1:])


def _power(base: Expr, exponent: Expr, sorts: Sorts) -> Expr:
    n = _number(exponent)
    if n is not None and n.denominator == 1:
        return TRUE if n >= 0 else _apart(base)
    if any(head(sorts.get(x, 0)) == "matrix" for x in free_names(base)) and not is_real(base, sorts):
        return _order(">=", exponent, 0)
    if _integral(exponent, sorts):
        literal = _number(base)
        if literal is not None and literal != 0:
            return TRUE
        return ("or", _order(">=", exponent, 0), _apart(base))
    if not is_real(base, sorts):
        return _apart(base)
    if head(base) == "fn" and operands(base) in (("E",), ("pi",)):
        return TRUE
    positive = _order(">", base, 0)
    if positive == TRUE:
        return TRUE
    if n is not None:
        return _order(">=", base, 0) if n > 0 else positive
    return ("or", positive, ("and", ("==", base, 0), (">", exponent, 0)))


def _function(name: str, args: tuple[Expr, ...], sorts: Sorts) -> Expr:
    if name in EXTENDED:
        series = name in ("Sum", "Product")
        parts = [meaningful(a, sorts) for a in args if series or head(a) != "forall"]
        return _both(parts + [p for a in args if not series and head(a) == "forall" for p in _fixed(a, sorts)])
    if name == "Piecewise":
        result: Expr = FALSE
        for value, condition in reversed(list(zip(args[::2], args[1::2], strict=True))):
            if condition == TRUE:
                result = meaningful(value, sorts)
                continue
            chosen = _guarded(condition, meaningful(value, sorts))
            result = _both([meaningful(condition, sorts), chosen, _guarded(negation(condition), result)])
        return result
    if name == "diff":
        return _derivative(args, sorts)
    return _both([*(meaningful(a, sorts) for a in args), *_domain(name, args, sorts)])


def _fixed(binder: Expr, sorts: Sorts) -> list[Expr]:
    """What a function asks of its parameters alone, whatever its variable is: elsewhere it has no value at all."""
    x, sort, body = operands(binder)
    p = meaningful(body, {**sorts, str(x): sort})
    if any(head(e) == "fn" and operands(e)[0] == "diff" for e in subexpressions(body)):
        p = TRUE if p == FALSE else p  # a derivative that is not understood
    return [q for q in (operands(p) if head(p) == "and" else (p,)) if q != TRUE and x not in free_names(q)]


def _domain(name: str, args: tuple[Expr, ...], sorts: Sorts) -> list[Expr]:
    """The domain of a function; the whole line or plane for those that are not named here."""
    u = args[0] if args else 0
    real = all(is_real(a, sorts) for a in args)
    if name == "log":
        needed = [_order(">", a, 0) if real else _apart(a) for a in args]
        return [*needed, ("!=", args[1], 1)] if len(args) == 2 and args[1] not in (2, 3, 10) else needed
    if name in ("asin", "acos", "acosh", "atanh", "lambertw") and real:
        table: dict[str, list[Expr]] = {
            "asin": [("<=", -1, u), ("<=", u, 1)], "acos": [("<=", -1, u), ("<=", u, 1)], "acosh": [(">=", u, 1)],
            "atanh": [("<", -1, u), ("<", u, 1)], "lambertw": [(">=", u, ("neg", ("/", 1, _E)))],
        }  # fmt: skip
        if name == "lambertw" and len(args) == 2 and _number(args[1]) != 0:  # the branch -1 is real on [-1/e, 0)
            return [*table[name], ("<", u, 0)] if _number(args[1]) == -1 else [FALSE]
        return table[name]
    if name in ("tan", "sec"):
        return [("!=", ("fn", "cos", u), 0)]
    if name in ("cot", "csc"):
        return [("!=", ("fn", "sin", u), 0)]
    if name in ("coth", "csch", "arg"):
        return [_apart(u)]
    if name in ("gamma", "digamma") and real:
        positive = _order(">", u, 0)
        return [positive if positive == TRUE else ("or", positive, ("!=", ("floor", u), u))]
    if name in ("factorial", "harmonic", "bell") and real:
        return [_order(">=", u, 0)]
    if name == "loggamma":
        return [_order(">", u, 0)]
    if name == "beta":
        return [_order(">", a, 0) for a in args]
    if name == "zeta":
        return [TRUE if _number(u) not in (None, 1) else ("!=", u, 1)]
    if name in ("stirling1", "stirling2"):
        return [_order(">=", a, 0) for a in args]
    if name in ("RisingFactorial", "FallingFactorial"):
        return [_order(">=", args[1], 0)]
    if name == "root":
        n = _number(args[1])
        if n is not None and n.denominator == 1 and n % 2 == 1 and n > 0:
            return []
        return [_order(">=", u, 0), _order(">", args[1], 0)]
    if name == "atan2":
        return [("or", _apart(args[0]), _apart(args[1]))]
    return []


def _derivative(args: tuple[Expr, ...], sorts: Sorts) -> Expr:
    binder, point, order = args
    name, sort, body = operands(binder)
    if not isinstance(order, int) or not 1 <= order <= 12:
        return FALSE
    taken = frozenset(sorts) | free_names(body)
    x = fresh(str(name), taken)
    body = substitute(body, {str(name): x})
    try:
        needed = [meaningful(body, {**sorts, x: sort})]
        for _ in range(order):
            needed += [_apart(f[1]) if f[0] == "!=" and f[2] == 0 else f for f in conditions(body, x, inner=True)]  # type: ignore[index]
            body = derivative(body, x)
    except Unknown:
        return FALSE
    return _both([meaningful(point, sorts), *(substitute(f, {x: point}) for f in needed)])


def definedness(statement: Statement, everything: bool = False, least: bool = False) -> Expr:
    """A formula in the statement's variables that makes the goal well defined wherever the hypotheses hold.

    A point where a hypothesis is undefined is none where it holds; with `everything` the hypotheses must be well
    defined too; with `least` it fails only where a term has no value at all.  What follows from the ranges of integers
    alone (exponents of matrices, mostly) is left out.
    """
    sorts = dict(statement.variables)
    given = [f for _, f in statement.given]
    if everything:
        needed = meaningful(("implies", *given, statement.goal), sorts)
    else:
        needed = meaningful(statement.goal, sorts)
        for formula in reversed(given):
            needed = _guarded(_both([meaningful(formula, sorts), formula]), needed)
    if least:
        needed = _weakened(needed)
    if needed == TRUE:
        return TRUE
    s = Sequent()
    for name, sort in statement.variables:
        s = s.declare(name, sort)
    return _remaining(s, needed)


def _weakened(p: Expr) -> Expr:
    """The same where the exponent of a real power may happen to be an integer."""
    op, args = head(p), operands(p)
    if op == "and":
        return (op, *(_weakened(a) for a in args))
    if op in ("implies", "forall"):
        return (op, *args[:-1], _weakened(args[-1]))
    if op == "or" and head(args[-1]) == "and" and head(operands(args[-1])[-1]) == ">":  # of `_power`
        base, exponent = (operands(q)[0] for q in operands(args[-1]))
        whole: Expr = ("==", ("floor", exponent), exponent)
        return ("or", *args, ("and", whole, ("or", (">=", exponent, 0), ("!=", base, 0))))
    return p


def _remaining(s: Sequent, p: Expr) -> Expr:
    """The formula without the parts that the facts about integers entail."""
    op, args = head(p), operands(p)
    if op == "and":
        return _both([_remaining(s, a) for a in args])
    if op == "implies":
        inner = s.assume(f"guard{len(s.facts)}", args[0])
        return _guarded(args[0], _remaining(inner, args[1]))
    if op == "forall":
        name = str(args[0])
        new = fresh(name, frozenset(s.sorts))
        body = substitute(args[2], {name: new})
        return _for_all(new, args[1], _remaining(s.declare(new, args[1]), body))
    if op == "or":
        parts = [_remaining(s, a) for a in args]
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
