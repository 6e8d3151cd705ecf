"""Real quantifiers that can be decided exactly at concrete values.

`decide_universal` settles a block of quantifiers over reals and real matrices when the relation inside is

* an equality of polynomials (true for all reals iff the polynomials are equal),
* an inequality of degree at most 2 (non-negative everywhere iff a symmetric rational matrix is positive
  semidefinite), or
* v <= f with a number v <= 0 and f a sum of squares as it is written.

It is complete for the first two and says None for everything else.  `candidates` are the few
simple values that are tried first.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import RELATIONS, Expr, head
from verifier.language.named import negation, operands
from verifier.language.values.arithmetic import Inexact, Matrix, Undefined, matrix, shape
from verifier.language.values.ring import Ring

#: candidates for real quantifiers, in a mathematician's order
SCALARS = tuple(
    Fraction(p, q)
    for p, q in (
        (0, 1),
        (1, 1),
        (-1, 1),
        (1, 2),
        (2, 1),
        (-2, 1),
        (3, 1),
        (-3, 1),
        (1, 3),
        (100, 1),
        (1, 100),
    )
)


def candidates(m: int, n: int, most: int) -> Iterator[Any]:
    """A few simple matrices: zero, identity, unit, shift, ones, ..."""
    if (m, n) == (1, 1):
        yield from SCALARS[:most]
        return
    forms: list[Callable[[int, int], int]] = [
        lambda i, j: 0,
        lambda i, j: int(i == j),
        lambda i, j: int(i == j == 0),
        lambda i, j: int(j == i + 1),
        lambda i, j: 1,
        lambda i, j: -int(i == j),
        lambda i, j: 2 * int(i == j),
        lambda i, j: (i + 1) * (-1) ** j,
    ]
    yield from itertools.islice(dict.fromkeys(matrix(m, n, f) for f in forms), most)


def literal(value: Any) -> Expr:
    """A rational number or matrix as an expression.  Raises `Inexact` for anything else."""
    if isinstance(value, Matrix):
        if value.rows == 0 or value.cols == 0:
            return ("zeros", value.rows, value.cols)
        return ("matrix", *(("row", *(literal(x) for x in row)) for row in value.entries))
    if isinstance(value, int):
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else ("/", value.numerator, value.denominator)
    raise Inexact("no rational value")


def decide_universal(p: Expr, env: Any, terms: Any) -> bool | None:
    """Decide a quantified formula at the values of `env`, or None.

    `terms` is the `Evaluator` whose budget pays for the closed parts.
    """
    if head(p) == "exists":
        found = decide_universal(negation(p), env, terms)
        return None if found is None else not found
    bound: dict[str, Expr] = {}
    while head(p) == "forall" and head(operands(p)[1]) in ("real", "matrix"):
        name, sort, p = operands(p)
        if name in bound:
            return None
        bound[str(name)] = sort
    if not bound:
        return None
    if head(p) == "and":
        parts = []
        for part in operands(p):
            for name, sort in reversed(bound.items()):
                part = ("forall", name, sort, part)
            parts.append(decide_universal(part, env, terms))
        return False if False in parts else None if None in parts else True
    definite = False
    if head(p) == "implies" and head(operands(p)[0]) == "!=" and len(bound) == 1:
        name = next(iter(bound))
        zero: Expr = ("zeros", *operands(bound[name])) if head(bound[name]) == "matrix" else 0
        guard, p = operands(p)
        definite = operands(guard) in ((name, zero), (zero, name), (name, 0))
        if not definite or head(p) not in ("<", ">"):
            return None
    op, args = head(p), operands(p)
    if op not in RELATIONS:
        return None
    if op in (">", ">="):
        op, args = "<" if op == ">" else "<=", args[::-1]
    if op == "<=" and not free_names(args[0]) & bound.keys() and is_square_sum(args[1]):
        try:
            if terms.value(args[0], env) <= 0:
                return True
        except (Inexact, Undefined, TypeError):
            return None
    gaps = _expand(args, bound, env)
    if gaps is None:
        return None
    if op == "==":
        return all(not g for g in gaps)
    if op == "<=" and len(gaps) == 1:
        return _nonnegative(gaps[0])
    if definite:
        return _definite(gaps[0], bound, env, terms)
    return None


def _expand(args: tuple[Expr, ...], bound: dict[str, Expr], env: Any) -> list[dict[Any, Any]] | None:
    """The entries of right minus left as {atoms with exponents: coefficient}."""
    values: dict[str, Expr] = {}
    sorts = dict(bound)
    try:
        for name in sorted((free_names(args[0]) | free_names(args[1])).union(*map(free_names, bound.values()))):
            if name not in bound:
                sorts[name] = ("matrix", *shape(env[name])) if isinstance(env[name], Matrix) else ("real",)
                values[name] = literal(env[name])
        ring = Ring(sorts, values)
        return [ring.readable(x) for x in ring.entries(("-", args[1], args[0]))]
    except (ValueError, KeyError):
        return None


def is_square_sum(e: Expr) -> bool:
    """Whether a scalar is at least 0 by the way it is written, for all real values of its variables."""
    op, args = head(e), operands(e)
    if isinstance(e, int):
        return e >= 0
    if op == "^":
        return isinstance(args[1], int) and args[1] >= 0 and (args[1] % 2 == 0 or is_square_sum(args[0]))
    if op in ("+", "min", "max", "/"):
        return all(is_square_sum(a) for a in args)
    if op == "*":
        if len(args) == 2 and (args[0] == args[1] or args[0] == ("T", args[1])):
            return True
        return all(is_square_sum(a) for a in args)
    if op == "sum" or op == "product":
        return is_square_sum(args[0])
    if op == "trace":
        inner = operands(args[0])
        return head(args[0]) == "*" and len(inner) == 2 and (
            inner[0] == ("T", inner[1]) or inner[1] == ("T", inner[0])
        )  # fmt: skip
    return op in ("abs", "sqrt", "delta", "mod")


def _nonnegative(p: dict[Any, Any]) -> bool | None:
    """Whether a polynomial of degree at most 2 is at least 0 everywhere; None for higher degrees."""
    atoms = sorted({a for m in p for a, _ in m}, key=repr)
    place = {a: i + 1 for i, a in enumerate(atoms)}
    n = len(atoms) + 1
    form = [[Fraction(0)] * n for _ in range(n)]
    for monomial, c in p.items():
        spots = [place[a] for a, k in monomial for _ in range(k)]
        if len(spots) > 2:
            return None
        i, j = (*spots, 0, 0)[:2]
        form[i][j] += Fraction(c) / 2
        form[j][i] += Fraction(c) / 2
    return is_psd(form)


def _definite(p: dict[Any, Any], bound: dict[str, Expr], env: Any, terms: Any) -> bool | None:
    """Whether a quadratic form is positive away from 0; None for other polynomials."""
    sort = next(iter(bound.values()))
    count = 1
    for a in operands(sort):
        count *= terms.size(a, env)
    if any(sum(k for _, k in m) != 2 for m in p):
        return None
    atoms = sorted({a for m in p for a, _ in m}, key=repr)
    if len(atoms) < count:
        return False
    place = {a: i for i, a in enumerate(atoms)}
    form = [[Fraction(0)] * count for _ in range(count)]
    for m, c in p.items():
        i, j = (place[a] for a, k in m for _ in range(k))
        form[i][j] += Fraction(c) / 2
        form[j][i] += Fraction(c) / 2
    return is_psd(form, definite=True)


def is_psd(form: list[list[Fraction]], definite: bool = False) -> bool:
    """Whether a symmetric rational matrix is positive (semi)definite, by symmetric elimination."""
    rows = [list(r) for r in form]
    while rows:
        n = len(rows)
        pivot = next((i for i in range(n) if rows[i][i] != 0), None)
        if pivot is None:
            return not definite and all(x == 0 for r in rows for x in r)
        d = rows[pivot][pivot]
        if d < 0 or any(rows[i][i] < 0 for i in range(n)):
            return False
        keep = [i for i in range(n) if i != pivot]
        rows = [[rows[i][j] - rows[i][pivot] * rows[pivot][j] / d for j in keep] for i in keep]
    return True
