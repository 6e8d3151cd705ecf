"""Checks a claim entry by entry, at concrete sizes, from a certificate of polynomial identities.

A node of rule "entries" is

    {"rule": "entries",
     "terms":    [{"entry": [i, j], "fact": label, "at": [p, q], "times": expr}, ...],
     "squares":  [{"entry": [i, j], "weight": "3/4", "of": expr}, ...],
     "products": [{"entry": [i, j], "weight": "1", "facts": [label, ...], "square": expr}, ...],
     "power": n,
     "clear":    [{"of": expr, "nonzero": label}, ...]}

where everything but "rule" may be left out.  A *term* is times * (left - right) of an equation among the
facts (its entry "at" for matrices).  A *square* is weight * of^2, a *product* is weight * square^2 * the
product of its facts, where a fact a <= b or a < b counts as b - a and a fact a != b as (a - b)^2; weights are
at least 0.  "entry" names the entry of the goal (left out for scalars).  With T the sum of the terms and
N >= 0 the sum of squares and products, the checker accepts, if the identity of polynomials holds,

    goal  a == b:   (a - b)^n = T - N,  for every entry; N must be empty unless n is even;
    goal  a <= b:   b - a     = T + N;
    goal  a < b:    b - a     = T + N,  with something in N positive: a weight above 0, a square that is a
                    constant other than 0 (or left out), and only strict facts;
    goal  a != b:   (a - b)^2 = T + N,  likewise;
    goal  false:    0         = T + N,  likewise (a contradiction among the facts).

Each is sound because every T is 0 and every N at least 0 where the facts hold.  Division is by constants,
and by what "clear" declares with a fact that says it is not 0: x < y, x > y or x != y with y - x a multiple
of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verifier.evidence.kernel.expansion import Mat, Ring
from verifier.evidence.kernel.expr import Expr, from_json, head, operands
from verifier.evidence.kernel.sparse import Poly, constant, plus, scale, value_of

__all__ = ["Poly", "Ring", "admit_division", "close_entries"]

KEYS = {"rule", "terms", "squares", "products", "power", "clear"}
STRICT = ("<", ">", "!=")


def close_entries(
    goal: Expr,
    facts: Mapping[str, Expr],
    sorts: Mapping[str, Expr],
    node: Mapping[str, Any],
    values: Mapping[str, Expr] | None = None,
) -> None:
    """Accept `node` as a proof of `goal` from `facts`, or raise `ValueError` with one line that says why not.

    `sorts` types the free variables; the sizes in them are literals, or integers fixed by `values`, which may
    fix further variables to rational numbers and matrices.
    """
    try:
        _close(goal, facts, sorts, node, values)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError(f"a malformed certificate: {error!r:.80}") from None
    except RecursionError:
        raise ValueError("an expression that is nested too deeply") from None


def _close(
    goal: Expr,
    facts: Mapping[str, Expr],
    sorts: Mapping[str, Expr],
    node: Mapping[str, Any],
    values: Mapping[str, Expr] | None,
) -> None:
    if not set(node) <= KEYS:
        raise ValueError(f"unknown parts of a certificate: {sorted(set(node) - KEYS)}")
    ring = Ring(sorts, values)
    for part in node.get("clear", ()):
        admit_division(ring, part, facts)
    op, (left, right) = (head(goal), operands(goal)) if head(goal) != "false" else ("false", (0, 0))
    if op not in ("==", "<=", "<", ">=", ">", "!=", "false"):
        raise ValueError("the goal is neither an equation nor an inequality")
    if op in (">=", ">"):
        op, left, right = ("<=" if op == ">=" else "<"), right, left
    gap = ring.expand(("-", right, left), {})
    if op != "==" and isinstance(gap, Mat):
        raise ValueError("an inequality between matrices")
    shape = (gap.rows, gap.cols) if isinstance(gap, Mat) else (1, 1)
    power = node.get("power", 2 if op == "!=" else 1)
    if not isinstance(power, int) or isinstance(power, bool) or not 1 <= power <= 12:
        raise ValueError("the power must be an integer from 1 to 12")
    if power != 1 and op not in ("==", "!="):
        raise ValueError("a power belongs to an equation")
    if op == "!=" and power != 2:
        raise ValueError("the power of an inequation is 2")

    totals: dict[tuple[int, int], Poly] = {}
    for part in node.get("terms", ()):
        _collect(totals, shape, part, _term(ring, part, facts))
    strict = False
    sign = -1 if op == "==" else 1
    for part in node.get("squares", ()):
        value, positive = _nonnegative(ring, part, "of", (), facts)
        _collect(totals, shape, part, scale(value, sign))
        strict = strict or positive
    for part in node.get("products", ()):
        value, positive = _nonnegative(ring, part, "square", part["facts"], facts)
        _collect(totals, shape, part, scale(value, sign))
        strict = strict or positive
    if op == "==" and power % 2 and (node.get("squares") or node.get("products")):
        raise ValueError("squares for an equation need an even power")
    if op in ("<", "!=", "false") and not strict:
        raise ValueError("nothing in the certificate is strictly positive")

    for i in range(shape[0]):
        for j in range(shape[1]):
            entry = gap.data[i][j] if isinstance(gap, Mat) else gap
            if op == "==":  # the documentation has a - b
                entry = scale(entry, -1)
            target = ring.power(entry, power)
            if not ring.vanishes(plus(target, scale(totals.get((i, j), constant(0)), -1))):
                raise ValueError(f"the identity fails at entry ({i}, {j})")


def _collect(
    totals: dict[tuple[int, int], Poly], shape: tuple[int, int], part: Mapping[str, Any], value: Poly
) -> None:
    place = _place(part.get("entry", (0, 0) if shape == (1, 1) else None))
    if not (place[0] < shape[0] and place[1] < shape[1]):
        raise ValueError(f"the goal has no entry {place}")
    totals[place] = plus(totals.get(place, constant(0)), value)


def _place(data: Any) -> tuple[int, int]:
    if (
        not isinstance(data, (list, tuple))
        or len(data) != 2
        or any(type(x) is not int or x < 0 for x in data)
    ):
        raise ValueError("an entry must be a pair of integers")
    return data[0], data[1]


def _relation(facts: Mapping[str, Expr], label: Any) -> tuple[str, Expr, Expr]:
    """The fact as (one of == != < <=, left, right)."""
    if label not in facts:
        raise ValueError(f"there is no fact {label!r:.60}")
    fact = facts[label]
    op = head(fact)
    if op not in ("==", "!=", "<", "<=", ">", ">="):
        raise ValueError(f"the fact {label!r:.60} is neither an equation nor an inequality")
    left, right = operands(fact)
    if op in (">", ">="):
        return ("<" if op == ">" else "<="), right, left
    return str(op), left, right


def _term(ring: Ring, part: Mapping[str, Any], facts: Mapping[str, Expr]) -> Poly:
    op, left, right = _relation(facts, part["fact"])
    if op != "==":
        raise ValueError(f"the fact {part['fact']!r:.60} is no equation")
    gap = ring.expand(("-", left, right), {})
    if isinstance(gap, Mat):
        p, q = _place(part["at"])
        gap = gap.data[p][q]
    elif _place(part.get("at", (0, 0))) != (0, 0):
        raise ValueError(f"the fact {part['fact']!r:.60} has only one entry")
    return ring.times(gap, ring.scalar(from_json(part["times"])))


def _nonnegative(
    ring: Ring, part: Mapping[str, Any], key: str, labels: Any, facts: Mapping[str, Expr]
) -> tuple[Poly, bool]:
    """A polynomial that is at least 0 where the facts hold, and whether it is surely above 0."""
    weight = _weight(part.get("weight", 1))
    base = ring.scalar(from_json(part.get(key, 1) if key == "square" else part[key]))
    value, positive = scale(ring.power(base, 2), weight), bool(weight) and bool(value_of(base))
    for label in labels:
        op, left, right = _relation(facts, label)
        if op == "==":
            raise ValueError(f"the fact {label!r:.60} is an equation, not an inequality")
        gap = ring.scalar(("-", right, left))
        value = ring.times(value, ring.power(gap, 2) if op == "!=" else gap)
        positive = positive and op in STRICT
    return value, positive


def rational(data: Any) -> Fraction:
    """An integer or a string "p/q" as a number.  Raises `ValueError`."""
    rational = isinstance(data, str) and re.fullmatch(r"-?[0-9]{1,2000}(/0*[1-9][0-9]{0,1999})?", data)
    if type(data) is not int and not rational:
        raise ValueError(f"{data!r:.40} is no rational number")
    return Fraction(data)


def _weight(data: Any) -> Fraction:
    weight = rational(data)
    if weight < 0:
        raise ValueError("a negative weight")
    return weight


def admit_division(ring: Ring, part: Mapping[str, Any], facts: Mapping[str, Expr]) -> None:
    """Let `ring` divide by part["of"], which the fact part["nonzero"] says is not 0."""
    wanted = ring.scalar(from_json(part["of"]))
    op, left, right = _relation(facts, part["nonzero"])
    if op not in STRICT:
        raise ValueError(f"the fact {part['nonzero']!r:.60} does not say that something is not 0")
    known = ring.scalar(("-", right, left))
    if not wanted.terms or not known.terms:
        raise ValueError("a denominator that is 0")
    top = max(wanted.terms)
    ratio = Fraction(known.terms.get(top, 0)) / wanted.terms[top]
    if not ratio or plus(known, scale(wanted, -ratio)).terms:
        raise ValueError(f"the fact {part['nonzero']!r:.60} is about something else")
    ring.declare_nonzero(wanted)
