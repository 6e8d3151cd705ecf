"""Where functions have a value: the conditions on their arguments.

A function of a complex argument is asked for less than a real one, where its value may be complex.  On the part of the
line where the real function has no value the kernel takes some unknown real number for it, which need not be the
complex value; a complex argument has to stay away from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from verifier.kernel.expr import BINDERS, FALSE, INTEGER, REAL, TRUE, Expr, head, operands
from verifier.kernel.field import EXTENDED, is_real
from verifier.kernel.work import spend

Sorts: TypeAlias = Mapping[str, Expr]
_E: Expr = ("fn", "E")
OO: Expr = ("fn", "oo")
_MATRICES = frozenset(("matrix", "eye", "zeros", "basis", "T", "inverse", "grad"))


def both(parts: list[Expr]) -> Expr:
    """A conjunction without the parts that are true."""
    every = dict.fromkeys(q for p in parts for q in (operands(p) if head(p) == "and" else (p,)))
    spend(1 + len(every))
    flat = [q for q in every if q != TRUE]
    return TRUE if not flat else flat[0] if len(flat) == 1 else ("and", *flat)


def extended(e: Expr) -> bool:
    """Whether a term is a limit, an integral, an infinite sum or product."""
    return head(e) == "fn" and operands(e)[0] in EXTENDED and e != OO


def without_complex(e: Expr, sorts: Sorts) -> bool:
    """Whether nothing complex goes into a term."""
    spend()
    if isinstance(e, str):
        sort = sorts.get(e, REAL)
        while head(sort) in ("sequence", "curve", "function", "random"):
            sort = operands(sort)[0]
        return head(sort) != "complex"
    return e not in (("fn", "I"), ("complex",)) and all(without_complex(a, _scope(e, sorts)) for a in operands(e))


def _scope(e: Expr, sorts: Sorts) -> Sorts:
    """The sorts inside of a term: a bound name is no longer the outer one."""
    if head(e) not in BINDERS:
        return sorts
    args = operands(e)
    name = args[BINDERS[str(head(e))][0]]
    return {**sorts, str(name): args[1] if head(e) in ("forall", "exists") else INTEGER}


def real(e: Expr, sorts: Sorts) -> bool:
    """Whether a term is real, given that its parts have a value and what looks real has a real one."""
    return without_complex(e, sorts) or is_real(_finite(e, sorts), sorts)


def _finite(e: Expr, sorts: Sorts) -> Expr:
    """The term with 0 for every limit, integral and sum of something real."""
    spend()
    if not isinstance(e, tuple):
        return e
    if extended(e) and without_complex(e, sorts):
        return 0
    return (e[0], *(_finite(a, _scope(e, sorts)) for a in e[1:]))


def _re(u: Expr) -> Expr:
    return ("fn", "re", u)


def _cut(u: Expr, where: Expr) -> Expr:
    """For a function of a complex argument, the complex plane without the part of the line where it has two meanings.

    There the real function has no value, and for the kernel some unknown one, which may not be the complex one.
    """
    return ("or", ("!=", ("fn", "im", u), 0), where)


def is_cut(p: Expr) -> bool:
    """Whether a condition only keeps a complex argument away from where a function has two meanings."""
    op, args = head(p), operands(p)
    return op == "or" and len(args) == 2 and head(args[0]) == "!=" and operands(args[0])[0][:2] == ("fn", "im")  # type: ignore[index]


def on_the_line(args: tuple[Expr, ...], sorts: Sorts) -> list[Expr]:
    """What is only meant for real numbers."""
    return [("==", ("fn", "im", u), 0) for u in args if not real(u, sorts)]


def number(e: Expr) -> Fraction | None:
    """The value of a literal, a negated literal or a quotient of such."""
    if isinstance(e, int):
        return Fraction(e)
    values = [number(a) for a in operands(e)] if head(e) in ("neg", "/") else [None]
    if None in values or (head(e) == "/" and not values[1]):
        return None
    return -values[0] if head(e) == "neg" else values[0] / values[1]  # type: ignore[operator]


def apart(e: Expr) -> Expr:
    """e != 0; nothing where e is a literal other than 0, or a product of such and powers of them."""
    n = number(e)
    if n is not None:
        return TRUE if n else FALSE
    if head(e) == "^" and isinstance(operands(e)[1], int) and operands(e)[1] > 0:  # type: ignore[operator]
        return apart(operands(e)[0])
    return ("!=", e, 0)


def order(relation: str, e: Expr, bound: int) -> Expr:
    n = number(e)
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


def operation(e: Expr, sorts: Sorts) -> list[Expr]:
    """What one operation that has a head of its own asks of its arguments."""
    op, args = head(e), operands(e)
    if op == "/":
        return [apart(args[1])]
    if op == "mod":
        return [apart(args[1]), *on_the_line(args, sorts)]
    if op in ("floor", "min", "max"):
        return on_the_line(args, sorts)
    if op == "sqrt":
        return [order(">=", args[0], 0) if real(args[0], sorts) else _cut(args[0], (">=", _re(args[0]), 0))]
    if op == "inverse":
        return [("!=", ("det", args[0]), 0)]
    if op == "^":
        return [power(args[0], args[1], sorts)]
    return []


def power(base: Expr, exponent: Expr, sorts: Sorts) -> Expr:
    n = number(exponent)
    if n is not None and n.denominator == 1 and n >= 0:
        return TRUE
    if _matrices(base, sorts) and not is_real(base, sorts):
        return order(">=", exponent, 0)
    if n is not None and n.denominator == 1:
        return apart(base)
    if _integral(exponent, sorts):
        literal = number(base)
        if literal is not None and literal != 0:
            return TRUE
        return ("or", order(">=", exponent, 0), apart(base))
    if not real(base, sorts):
        if n is not None and n > 0:  # the root of 0 is 0
            return _cut(base, (">=", _re(base), 0))
        # a power of 0 has a value where the exponent grows, or is 0
        grows: Expr = ("or", apart(base), (">", _re(exponent), 0), ("==", exponent, 0))
        return both([apart(base) if n is not None else grows, _cut(base, (">", _re(base), 0))])
    if head(base) == "fn" and operands(base) in (("E",), ("pi",)):
        return TRUE
    positive = order(">", base, 0)
    if positive == TRUE:
        return TRUE
    if n is not None:
        return order(">=", base, 0) if n > 0 else positive
    return ("or", positive, ("and", ("==", base, 0), (">", exponent, 0)))


def _matrices(e: Expr, sorts: Sorts) -> bool:
    """Whether matrices go into a term."""
    spend()
    if isinstance(e, str):
        sort = sorts.get(e, 0)
        while head(sort) in ("sequence", "curve", "function", "random"):
            sort = operands(sort)[0]
        return head(sort) == "matrix"
    return head(e) in _MATRICES or any(_matrices(a, _scope(e, sorts)) for a in operands(e))


def _no_pole(u: Expr, relation: str) -> Expr:
    """For a real number: positive (or not negative), or no integer."""
    above = order(relation, u, 0)
    return above if above == TRUE else ("or", above, ("!=", ("floor", u), u))


def _away_from_poles(u: Expr) -> list[Expr]:
    """Not 0, -1, -2, ..."""
    return [("or", ("!=", ("fn", "im", u), 0), (">", _re(u), 0), ("!=", ("floor", _re(u)), _re(u)))]


#: what functions of a complex argument ask for that are not defined, or mean two things, somewhere in the plane
_COMPLEX: dict[str, Callable[[Expr], list[Expr]]] = {
    "tanh": lambda u: [("!=", ("fn", "cosh", u), 0)], "sech": lambda u: [("!=", ("fn", "cosh", u), 0)],
    "coth": lambda u: [("!=", ("fn", "sinh", u), 0)], "csch": lambda u: [("!=", ("fn", "sinh", u), 0)],
    "atan": lambda u: [("!=", ("+", ("^", u, 2), 1), 0)], "acot": lambda u: [("!=", ("+", ("^", u, 2), 1), 0)],
    "asin": lambda u: [_cut(u, ("and", ("<=", -1, _re(u)), ("<=", _re(u), 1)))],
    "acos": lambda u: [_cut(u, ("and", ("<=", -1, _re(u)), ("<=", _re(u), 1)))],
    "acosh": lambda u: [_cut(u, (">=", _re(u), 1))],
    "atanh": lambda u: [_cut(u, ("and", ("<", -1, _re(u)), ("<", _re(u), 1)))],
    "lambertw": lambda u: [_cut(u, (">=", _re(u), ("neg", ("/", 1, _E))))],
    "gamma": _away_from_poles, "digamma": _away_from_poles,
    "factorial": lambda u: _away_from_poles(("+", u, 1)), "harmonic": lambda u: _away_from_poles(("+", u, 1)),
    "bell": lambda u: [_cut(u, (">=", _re(u), 0))], "loggamma": lambda u: [_cut(u, (">", _re(u), 0))],
    "cbrt": lambda u: [_cut(u, (">=", _re(u), 0))],
}  # fmt: skip


def domain(name: str, args: tuple[Expr, ...], sorts: Sorts) -> list[Expr]:
    """The domain of a function; the whole line or plane for those that are not named here."""
    u = args[0] if args else 0
    line = all(real(a, sorts) for a in args)
    if name == "log":
        each = [[order(">", a, 0)] if line else [apart(a), _cut(a, (">", _re(a), 0))] for a in args]
        needed = [q for conditions in each for q in conditions]
        return [*needed, ("!=", args[1], 1)] if len(args) == 2 and args[1] not in (2, 3, 10) else needed
    if not line and name in _COMPLEX:
        return _COMPLEX[name](u) if len(args) == 1 else [_cut(u, FALSE)]
    if name in ("asin", "acos", "acosh", "atanh", "lambertw"):
        table: dict[str, list[Expr]] = {
            "asin": [("<=", -1, u), ("<=", u, 1)], "acos": [("<=", -1, u), ("<=", u, 1)], "acosh": [(">=", u, 1)],
            "atanh": [("<", -1, u), ("<", u, 1)], "lambertw": [(">=", u, ("neg", ("/", 1, _E)))],
        }  # fmt: skip
        if name == "lambertw" and len(args) == 2 and number(args[1]) != 0:  # the branch -1 is real on [-1/e, 0)
            branch = TRUE if number(args[1]) == -1 else ("==", args[1], -1)
            lower = both([*table[name], ("<", u, 0), branch])
            return [lower if branch == TRUE else ("or", both([*table[name], ("==", args[1], 0)]), lower)]
        return table[name]
    if name in ("tan", "sec"):
        return [("!=", ("fn", "cos", u), 0)]
    if name in ("cot", "csc"):
        return [("!=", ("fn", "sin", u), 0)]
    if name in ("coth", "csch", "arg"):
        return [apart(u)]
    if name == "ceiling":
        return on_the_line(args, sorts)
    if name in ("gamma", "digamma", "beta"):
        return [_no_pole(a, ">") if line else _cut(a, (">", _re(a), 0)) for a in args]
    if name in ("factorial", "harmonic") and not _integral(u, sorts):
        return [_no_pole(u, ">=")]
    if name in ("factorial", "harmonic", "bell"):
        return [order(">=", u, 0)]
    if name == "loggamma":
        return [order(">", u, 0)]
    if name == "zeta":
        return [TRUE if number(u) not in (None, 1) else ("!=", u, 1)]
    if name in ("stirling1", "stirling2"):
        return [order(">=", a, 0) for a in args]
    if name in ("RisingFactorial", "FallingFactorial"):
        return [order(">=", args[1], 0)]
    if name == "root" and not line:
        return [_cut(u, (">", _re(u), 0))]
    if name == "root":
        n = number(args[1])
        if n is not None and n.denominator == 1 and n % 2 == 1 and n > 0:
            return []
        odd: Expr = ("==", ("mod", args[1], 2), 1)
        above = order(">=", u, 0)
        variable = n is None and above != TRUE and _integral(args[1], sorts)
        return [("or", above, odd) if variable else above, order(">", args[1], 0)]
    if name == "atan2":
        return [("or", apart(args[0]), apart(args[1]))]
    return []
