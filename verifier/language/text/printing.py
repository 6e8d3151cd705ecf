"""Expressions in the text language again: reading what is printed gives the same expression."""

from __future__ import annotations

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import RELATIONS, Expr
from verifier.language.laws.outcomes import as_written
from verifier.language.named import fresh, named
from verifier.language.text.vocabulary import INTEGERS

# how tightly an operation binds; an operand that binds less tightly than its place demands gets brackets
IMPLICATION, OR, AND, NOT, RELATION, SUM, PRODUCT, SIGN, POWER, ATOM = range(10)

_CALLS = {
    "sqrt": "sqrt", "abs": "Abs", "floor": "floor", "min": "Min", "max": "Max", "mod": "Mod",
    "trace": "trace", "det": "det", "inverse": "inverse", "eye": "eye", "zeros": "zeros", "basis": "basis",
    "delta": "delta", "expect": "expect", "implies": "implies", "grad": "grad",
}  # fmt: skip
_SIGNS = {">": "positive", "<": "negative", ">=": "nonnegative", "<=": "nonpositive", "!=": "nonzero"}
_INFINITE = {"oo": "oo", "-oo": "-oo"}


def to_text(e: Expr) -> str:
    """The expression in the text language.

    >>> to_text(("<=", ("*", 2, ("+", "a", "b")), ("^", "x", -1)))
    '2*(a + b) <= x**(-1)'
    """
    return _show(named(e))[0]


def sort_text(sort: Expr) -> str:
    """A sort in the text language.

    >>> sort_text(("sequence", ("integer", 1, "oo")))
    'positive integer sequence'
    """
    assert isinstance(sort, tuple)
    op = sort[0]
    if op == "integer":
        for name, known in INTEGERS.items():
            if known == sort:
                return name
        return f"integer[{to_text(sort[1])}, {to_text(sort[2])}]"
    if op == "matrix":
        return f"matrix({to_text(sort[1])}, {to_text(sort[2])})"
    if op in ("sequence", "curve"):
        return f"{sort_text(sort[1])} {op}"
    if op == "function":
        return f"{sort_text(sort[2])} function of {sort_text(sort[1])}"
    if op == "random":
        return f"random {sort_text(sort[1])}"
    return str(op)


def _at(e: Expr, level: int) -> str:
    text, own = _show(e)
    return text if own >= level else f"({text})"


def _show(e: Expr) -> tuple[str, int]:
    if isinstance(e, int):
        return str(e), SIGN if e < 0 else ATOM
    if isinstance(e, str):
        return _INFINITE.get(e, e), SIGN if e == "-oo" else ATOM
    op, args = str(e[0]), e[1:]
    if op in RELATIONS:
        return f"{_at(args[0], SUM)} {op} {_at(args[1], SUM)}", RELATION
    if op in ("and", "or") and len(args) > 1:
        level = AND if op == "and" else OR
        return f" {op} ".join(_at(a, level + 1) for a in args), level
    if op == "not":
        return f"not {_at(args[0], NOT)}", NOT
    if op in ("true", "false"):
        return op.capitalize(), ATOM
    if op in ("+", "*") and len(args) > 1:
        return _chain(op, args)
    if op == "-":
        return f"{_at(args[0], SUM)} - {_at(args[1], SIGN if _signed(args[1]) else PRODUCT)}", SUM
    if op == "neg":
        # -3 is a literal, so a minus sign before a literal keeps its brackets away from it
        return f"-{_at(args[0], SIGN)}", SIGN
    if op == "/":
        return f"{_at(args[0], PRODUCT)}/{_at(args[1], POWER)}", PRODUCT
    if op == "^":
        return f"{_at(args[0], ATOM)}**{_at(args[1], POWER)}", POWER
    if op == "T":
        return f"{_owner(args[0])}.T", ATOM
    if op == "entry":
        return f"{_owner(args[0])}[{to_text(args[1])}, {to_text(args[2])}]", ATOM
    if op == "at":
        return f"{_owner(args[0])}[{to_text(args[1])}]", ATOM
    if op == "rate":
        t = args[1] if isinstance(args[1], str) else fresh("t", free_names(args[1]) | free_names(args[0]))
        return f"diff({_owner(args[0])}[{t}], {t if t == args[1] else f'({t}, {to_text(args[1])})'})", ATOM
    if op == "matrix" and all(isinstance(r, tuple) and r[0] == "row" for r in args):
        return f"Matrix([{', '.join(f'[{_list(r[1:])}]' for r in args if isinstance(r, tuple))}])", ATOM
    if op in ("sum", "product"):
        name = "Sum" if op == "sum" else "Product"
        return f"{name}({to_text(args[0])}, ({_list(args[1:])}))", ATOM
    if op in ("forall", "exists"):
        domain, body = _domain(op, str(args[0]), args[2]) if args[1] == ("real",) else ("", args[2])
        return f"{op}({args[0]}, {domain or sort_text(args[1])}, {to_text(body)})", ATOM
    if op == "tends":
        return f"tends({_list(args)})", ATOM
    if op == "fn":
        return _function(args), ATOM
    if op == "grad" and args[1] == args[2]:
        return f"grad({_list(args[:2])})", ATOM
    if op == "expect":
        return f"expect({to_text(as_written(args[0], str(args[1])))})", ATOM
    if op in _CALLS:
        return f"{_CALLS[op]}({_list(args)})", ATOM
    if op in ("real", "complex", "integer", "matrix", "sequence", "curve", "function", "random"):
        return sort_text(e), ATOM
    return f"{op}({_list(args)})", ATOM


def _domain(op: str, x: str, body: Expr) -> tuple[str, Expr]:
    """The domain that the first conditions of a quantified statement say, and the rest; "" where they say none."""
    if not isinstance(body, tuple) or body[0] != ("and" if op == "exists" else "implies"):
        return "", body
    if op == "exists":
        bounds, rest = body[1:-1], body[-1]
    else:
        guard, rest = body[1], body[2]
        bounds = guard[1:] if isinstance(guard, tuple) and guard[0] == "and" else (guard,)
    if len(bounds) == 1 and isinstance(bounds[0], tuple) and bounds[0][0] in _SIGNS and bounds[0][1:] == (x, 0):
        return _SIGNS[str(bounds[0][0])], rest
    relations = [str(b[0]) if isinstance(b, tuple) and len(b) == 3 and b[1] == x else "" for b in bounds]
    ends = [to_text(b[2]) for b in bounds if isinstance(b, tuple) and len(b) == 3 and x not in free_names(b[2])]
    if len(ends) == len(bounds) == 2 and relations[0] in (">", ">=") and relations[1] in ("<", "<="):
        return f"{'(['[relations[0] == '>=']}{ends[0]}, {ends[1]}{')]'[relations[1] == '<=']}", rest
    if len(ends) == len(bounds) == 1 and relations[0] == ">":
        return f"({ends[0]}, oo)", rest
    if len(ends) == len(bounds) == 1 and relations[0] == "<":
        return f"(-oo, {ends[0]})", rest
    return "", body


def _owner(e: Expr) -> str:
    # 2.T would read as a decimal
    return f"({e})" if isinstance(e, int) else _at(e, ATOM)


def _signed(e: Expr) -> bool:
    return (isinstance(e, int) and e < 0) or (isinstance(e, tuple) and e[0] == "neg")


def _list(args: tuple[Expr, ...]) -> str:
    return ", ".join(to_text(a) for a in args)


def _chain(op: str, args: tuple[Expr, ...]) -> tuple[str, int]:
    # the first term may itself be a difference or quotient: those are read from the left
    level = SUM if op == "+" else PRODUCT
    first = args[0]
    same = isinstance(first, tuple) and first[0] == op
    parts = [_at(first, ATOM if same else level)]
    parts += [_at(a, POWER if op == "*" or _signed(a) else PRODUCT) for a in args[1:]]
    return (" + " if op == "+" else "*").join(parts), level


def _function(args: tuple[Expr, ...]) -> str:
    name, rest = str(args[0]), args[1:]
    if name in ("diff", "integrate", "limit", "Sum", "Product") and rest:
        f = rest[0]
        if isinstance(f, tuple) and f[0] == "forall":
            return _analysis(name, f, rest[1:])
    if name == "Piecewise":
        pieces = zip(rest[::2], rest[1::2], strict=True)
        return f"Piecewise({', '.join(f'({to_text(v)}, {to_text(c)})' for v, c in pieces)})"
    return f"{name}({_list(rest)})" if rest else name


def _analysis(name: str, f: tuple[Expr, ...], rest: tuple[Expr, ...]) -> str:
    x, sort, body = str(f[1]), f[2], to_text(f[3])
    if name == "integrate":
        return f"integrate({body}, ({x}, {_list(rest)}))"
    if name == "limit":
        side = {1: ", '+'", -1: ", '-'"}.get(rest[1], "") if isinstance(rest[1], int) else ""
        return f"limit({body}, {x}, {to_text(rest[0])}{side})"
    if name == "diff":
        point = x if rest[0] == x else f"({x}, {to_text(rest[0])})"
        return f"diff({body}, {point}{'' if rest[1] == 1 else f', {rest[1]}'})"
    assert isinstance(sort, tuple)
    return f"{name}({body}, ({x}, {to_text(sort[1])}, {to_text(sort[2])}))"
