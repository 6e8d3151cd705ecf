"""What is done to an expression once it is read: size and power bounds, flattening, squared norms.

Abbreviations can make expressions that no text of bounded length would spell out; the bounds here hold
after expansion.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from verifier.kernel.terms.expr import BINDERS, RELATIONS, Expr
from verifier.language.errors import ClaimError
from verifier.language.laws.outcomes import scope_of
from verifier.language.typing.typing import IllTyped, shape_of

MAX_NODES = 60_000
MAX_DEPTH = 180
MAX_EXPONENT = 10_000
MAX_BITS = 200_000


def size(e: Expr) -> int:
    """The number of nodes; raises `ClaimError` beyond `MAX_NODES` nodes or `MAX_DEPTH` levels."""
    count, stack = 0, [(e, 0)]
    while stack:
        part, depth = stack.pop()
        count += 1
        if count > MAX_NODES:
            raise ClaimError(f"the expression has more than {MAX_NODES} parts")
        if depth > MAX_DEPTH:
            raise ClaimError(f"the expression is nested deeper than {MAX_DEPTH} levels")
        if isinstance(part, tuple):
            stack.extend((a, depth + 1) for a in part[1:])
    return count


def check_size(e: Expr) -> None:
    """Raises `ClaimError` beyond the bounds on size and depth."""
    size(e)


def number(e: Expr) -> Fraction | None:
    """The value of an expression of rational numbers alone; None for anything else."""
    if isinstance(e, int):
        return Fraction(e)
    if isinstance(e, str):
        return None
    values = [number(a) for a in e[1:]]
    if any(v is None for v in values):
        return None
    known = [v for v in values if v is not None]
    if e[0] == "+":
        return sum(known, Fraction(0))
    if e[0] == "-":
        return known[0] - known[1]
    if e[0] == "neg":
        return -known[0]
    if e[0] == "*":
        product = Fraction(1)
        for v in known:
            product *= v
        return product
    if e[0] == "/" and known[1]:
        return known[0] / known[1]
    if e[0] == "^" and known[1].denominator == 1 and abs(known[1]) <= 64 and (known[0] or known[1] >= 0):
        return Fraction(known[0] ** int(known[1]))
    return None


def obvious(formula: Expr) -> bool:
    """Whether a formula is a true comparison of two numbers; False says nothing."""
    if not isinstance(formula, tuple) or formula[0] not in RELATIONS:
        return False
    a, b = number(formula[1]), number(formula[2])
    if a is None or b is None:
        return False
    holds = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
    return holds[str(formula[0])]


def check_powers(e: Expr) -> int:
    """A bound on the digits (degree) of the value; raises `ClaimError` where a power is too large."""
    if isinstance(e, int):
        return max(1, e.bit_length())
    if isinstance(e, str):
        return 1
    sizes = [check_powers(a) for a in e[1:]] or [1]
    if e[0] in ("+", "-"):
        bits = max(sizes) + len(sizes)
    elif e[0] == "^":
        # arguments are checked first, so the exponent's own powers are small enough to work out
        closed = not _has_names(e[2])
        exponent = number(e[2]) if closed and sizes[1] <= 4 * MAX_EXPONENT else None
        if closed and exponent is None and sizes[1] > 64:
            raise ClaimError("an exponent is too large")
        if exponent is not None and abs(exponent) > MAX_EXPONENT:
            raise ClaimError(f"an exponent is larger than {MAX_EXPONENT}")
        bits = sizes[0] * max(1, int(abs(exponent))) if exponent is not None else sum(sizes)
    else:
        bits = sum(sizes)
    if bits > MAX_BITS:
        raise ClaimError("a power is too large")
    return bits


def _has_names(e: Expr) -> bool:
    if isinstance(e, tuple):
        return any(_has_names(a) for a in e[(2 if e[0] == "fn" else 1) :])
    return isinstance(e, str)


def tidy(e: Expr) -> Expr:
    """Sums and products flattened on the left, negative literals as literals: what the text would give.

    >>> tidy(("+", ("+", "a", "b"), ("neg", 3)))
    ('+', 'a', 'b', -3)
    """
    if not isinstance(e, tuple):
        return e
    args = tuple(tidy(a) for a in e[1:])
    first = args[0] if args else None
    if e[0] in ("+", "*") and isinstance(first, tuple) and first[0] == e[0]:
        return (*first, *args[1:])
    if e[0] == "neg" and isinstance(first, int) and first >= 0:
        return -first
    return (e[0], *args)


def resolve_norms(e: Expr, sorts: Mapping[str, Expr]) -> Expr:
    """Write norm2 out: the square of a scalar, ``trace(M.T*M)`` of anything else."""
    if not isinstance(e, tuple) or not _has_norm(e):
        return e
    if e[0] == "fn" and e[1] == "norm2":
        inside = resolve_norms(e[2], sorts)
        try:
            scalar = shape_of(inside, sorts) == ("scalar",)
        except IllTyped:
            scalar = False
        return ("^", inside, 2) if scalar else ("trace", tidy(("*", ("T", inside), inside)))
    if e[0] not in BINDERS:
        return (e[0], *(resolve_norms(a, sorts) for a in e[1:]))
    _, scope = BINDERS[str(e[0])]
    args, inner = e[1:], scope_of(e, sorts)
    return (e[0], *(resolve_norms(a, inner if i in scope else sorts) for i, a in enumerate(args)))


def _has_norm(e: Expr) -> bool:
    if not isinstance(e, tuple):
        return False
    return (e[0] == "fn" and e[1] == "norm2") or any(_has_norm(a) for a in e[1:])
