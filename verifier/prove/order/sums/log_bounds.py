"""Logarithms below their tangent: log(T) <= T - 1 and log(T) >= 1 - 1/T, T the quotient that makes them one logarithm.

Decides: u <= v where v - u is C*(n_1*log(u_1) + n_2*log(u_2) + ...) + D, with rational n_k, C of one sign, and no
logarithm in C and D (x counts as log(exp(x)) where exp(x) occurs as well), by putting a bound for the one of
log(u_1^n_1*u_2^n_2*...) and leaving the rest to the other closers: relative entropies, entropies, Jensen's inequality
for the logarithm.  Complete for: goals that are tight where T == 1, given the rest.  Cannot do: products of logarithms.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from verifier.kernel.algebra.field import Field, Poly, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import FALSE, RELATIONS, Expr, head
from verifier.language.named import operands
from verifier.language.text.rebuild import product, rational
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime
from verifier.prove.order.certificates.problem import expression
from verifier.prove.order.logarithms import sum_of_products

NAME = "bounds of logarithms"
EFFORT = 1
MOST = 6  # logarithms
Parted = tuple[Poly, dict[int, Fraction], Poly]  # C, the n_k, D


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    less = as_less(goal) if goal != FALSE else goal
    if head(less) != "<=" or not all(is_real(a, s.sorts) for a in operands(less)):
        return None
    try:
        return _bounded(driver.within(0.3), s, less, effort)
    except OutOfTime:
        driver.tick()
        return None
    except Unknown:
        return None


def _bounded(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    field = Field(s.sorts)
    low, high = operands(goal)
    top, below = field.add(field.read(high), field.read(low), -1)
    logs = {a: (e, operands(e)[1]) for a, e in enumerate(field.sources) if head(e) == "fn" and operands(e)[0] == "log"}
    powers = {x for f in (goal, *s.facts.values()) if head(f) in RELATIONS for x in subexpressions(f)}
    raised = {operands(x)[1] for x in powers if head(x) == "fn" and operands(x)[0] == "exp"}
    plain = {a: (e, ("fn", "exp", e)) for a, e in enumerate(field.sources) if e in raised}
    for more in (plain, {}) if plain else ({},):
        parted = _parted(top, {**logs, **more}.keys()) if logs else None
        node = parted and _by_tangent(driver, s, goal, effort, field, parted, below, {**logs, **more})
        if node:
            return node
    return None


def _by_tangent(
    driver: Driver, s: Sequent, goal: Expr, effort: int, field: Field, parted: Parted, below: Mapping[Any, int],
    logs: Mapping[int, tuple[Expr, Expr]],
) -> Node | None:  # fmt: skip
    """From C, the n_k and D; `logs`: of an atom the term that is a logarithm, and of what."""
    common, powers, rest = parted
    divided: Expr = product([_powered(expression(field, dict(f)), Fraction(e)) for f, e in below.items()])
    one, other = (e if divided == 1 else ("/", e, divided) for e in (expression(field, p) for p in (common, rest)))
    arguments = [(logs[a][1], n) for a, n in powers.items()]
    for sign in (1, -1):  # of C: the bound is one of sign*(n_1*log(u_1) + ...) from below
        inverse = _quotient([(u, -sign * n) for u, n in arguments])
        branch = Branch(driver, s)
        weight = branch.have(("<=", 0, one if sign == 1 else ("neg", one)), effort=min(effort, 1))
        if weight is None:
            continue
        bound = branch.instance("log-bound", inverse, effort=1)
        if bound is None:
            return None
        total: Expr = ("+", *(("*", rational(-sign * n), logs[a][0]) for a, n in powers.items()))
        equal = branch.have(("==", ("fn", "log", inverse), total), effort=1)
        left = branch.have(("<=", 0, ("+", ("*", one, sign, ("-", 1, inverse)), other)), effort=effort)
        if equal is None or left is None:
            return None
        fact: Expr = ("<=", total, ("-", inverse, 1))
        bound = branch.step({"rule": "replace", "fact": equal, "on": bound}, fact, "bound")
        tree = branch.wrap(sum_of_products(driver, branch.s, goal, [[weight, bound], [left]]))
        if tree is not None and driver.accepts(s, goal, tree):
            return tree
    return None


def _parted(top: Poly, logs: Collection[int]) -> Parted | None:
    """C, the numbers n_k and D of C*(n_1*log(u_1) + ...) + D; None where it has no such form."""
    rest: Poly = {}
    parts: dict[int, Poly] = {}
    for m, c in top.items():
        within = [(a, e) for a, e in m if a in logs]
        if not within:
            rest[m] = c
        elif len(within) == 1 and within[0][1] == 1:
            parts.setdefault(within[0][0], {})[tuple(x for x in m if x[0] not in logs)] = c
        else:
            return None
    if not 1 <= len(parts) <= MOST:
        return None
    common = next(iter(parts.values()))
    lead, value = next(iter(common.items()))
    powers = {a: Fraction(p.get(lead, 0)) / Fraction(value) for a, p in parts.items()}
    for a, p in parts.items():
        if not powers[a] or {m: Fraction(c) for m, c in p.items()} != {m: powers[a] * c for m, c in common.items()}:
            return None
    least = min(abs(n) for n in powers.values())
    return {m: c * least for m, c in common.items()}, {a: n / least for a, n in powers.items()}, rest


def _quotient(parts: list[tuple[Expr, Fraction]]) -> Expr:
    """The product of powers."""
    top = product([_powered(u, n) for u, n in parts if n > 0])
    below = product([_powered(u, -n) for u, n in parts if n < 0])
    return top if below == 1 else ("/", top, below)


def _powered(e: Expr, n: Fraction) -> Expr:
    return e if n == 1 else ("^", e, rational(n))
