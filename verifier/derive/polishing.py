"""The last hand on a formula: numbers in front, powers for repeated numbers, no index bound twice.

What comes out is another expression for the same thing, and is shown only where it has been proved itself.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.derive.readable_terms import Scope, joined, plus, power, split, summed
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, substitute
from verifier.language.text.printing import to_text
from verifier.language.typing.kinds import SCALAR
from verifier.language.typing.typing import IllTyped

INDICES = "ijlqrstpmnhgu"


def polished(e: Expr, scope: Scope, taken: frozenset[str] = frozenset()) -> Expr:
    """An equal expression that reads better; `taken` are the indices bound around it."""
    if not isinstance(e, tuple):
        return e
    op, args = str(e[0]), e[1:]
    if op == "sum":
        return _sum(args, scope, taken)
    if op == "fn":
        return (op, args[0], *(polished(a, scope, taken) for a in args[1:]))
    if op == "forall":
        return e
    parts = [polished(a, scope, taken) for a in args]
    if op == "+":
        return plus(parts) if len(parts) > 1 else parts[0]
    if op == "-":
        return plus([parts[0], *_negative(parts[1])])
    if op == "neg":
        return plus(_negative(parts[0]))
    if op in ("*", "/"):
        return _product((op, *parts), scope)
    if op == "^":
        return power(parts[0], parts[1])
    if op == "trace":
        return _trace(parts[0], scope)
    return (op, *parts)


def _sum(args: tuple[Expr, ...], scope: Scope, taken: frozenset[str]) -> Expr:
    body, index, lo, hi = args[0], str(args[1]), args[2], args[3]
    if index in taken:
        used = taken | free_names(body) | scope.sorts.keys()
        new = next(n for n in (*INDICES, *(f"i{k}" for k in range(99))) if n not in used)
        body, index = substitute(body, {index: new}), new
    inner = scope.inside(index, lo, hi)
    return summed(polished(body, inner, taken | {index}), index, polished(lo, scope, taken), polished(hi, scope, taken))


def _negative(e: Expr) -> list[Expr]:
    """Minus an expression, term by term."""
    if head(e) == "+":
        return [x for part in operands(e) for x in _negative(part)]
    if head(e) == "-":
        return [*_negative(operands(e)[0]), operands(e)[1]]
    value, factors = split(e)
    return [joined(-value, factors)]


def _product(e: Expr, scope: Scope) -> Expr:
    """Numbers in front, each once with its power, then matrices in their order."""
    value, factors = _factors(e, scope)
    powers: dict[Expr, int] = {}
    words: list[Expr] = []  # one-by-one products and numbers under a symbolic exponent
    matrices: list[Expr] = []
    for base, exponent in factors:
        if not _is_number(base, scope):
            matrices.append(base)
        elif _is_scalar(base, scope):
            powers[base] = powers.get(base, 0) + exponent
        else:
            words.append(base if exponent == 1 else ("^", base, exponent))
    order = sorted(powers.items(), key=lambda item: (not isinstance(item[0], str), to_text(item[0])))
    above = [power(b, n) for b, n in order if n > 0]
    below = [power(b, -n) for b, n in order if n < 0]
    top = joined(Fraction(1), [*above, *words, *matrices])
    if below:
        top = ("/", top, joined(Fraction(1), below))
        return joined(value, [top])
    return joined(value, [*above, *words, *matrices])


def _factors(e: Expr, scope: Scope) -> tuple[Fraction, list[tuple[Expr, int]]]:
    """The rational number of a product, and its other factors with exponents, negative below a fraction's bar."""
    if head(e) == "/":
        top, bottom = operands(e)
        value, found = _factors(top, scope)
        under, below = _factors(bottom, scope)
        return value / under, [*found, *((b, -n) for b, n in below)]
    value, factors = split(e)
    found = []
    for f in factors:
        exponent = operands(f)[1] if head(f) == "^" else 1
        if f is not e and head(f) in ("*", "/") and _is_scalar(f, scope):
            inner, parts = _factors(f, scope)
            value *= inner
            found += parts
        elif head(f) == "^" and isinstance(exponent, int) and _is_scalar(operands(f)[0], scope):
            found.append((operands(f)[0], exponent))
        else:
            found.append((f, 1))
    return value, found


def _trace(e: Expr, scope: Scope) -> Expr:
    if _is_number(e, scope):
        return e
    value, factors = split(e)
    numbers = [f for f in factors if _is_number(f, scope)]
    matrices = [f for f in factors if not _is_number(f, scope)]
    if not matrices or not (numbers or value != 1):
        return ("trace", e)
    return _product(joined(value, [*numbers, ("trace", joined(Fraction(1), matrices))]), scope)


def _is_number(e: Expr, scope: Scope) -> bool:
    try:
        return scope.is_number(e)
    except IllTyped:
        return False


def _is_scalar(e: Expr, scope: Scope) -> bool:
    """Whether an expression is made of numbers alone; a one-by-one product of matrices stays in its parentheses."""
    if head(e) in ("*", "/", "^", "neg"):
        return all(_is_scalar(a, scope) for a in operands(e))
    try:
        return bool(scope.shape(e) == SCALAR)
    except IllTyped:
        return False
