"""Inequalities in two variables that come apart: D*(v - u) == A(x) + B(y), each part with a sign of its own.

Decides: u < v, u <= v where the gap, times 1 or a factor of its denominators, is a sum of a term in x and a term in y,
both nonnegative.  How: the mixed differences of D*(v - u) at points vanish; A is what is left at a fixed y, or half of
the diagonal where the term is symmetric; the driver proves the signs and the normal form the equation.  Complete for:
such sums where the constant can be split at a point of the domain.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, substitute
from verifier.prove.driver.driver import Driver, Node, OutOfTime
from verifier.prove.normal.handlers import WAYS
from verifier.prove.normal.normal import Normal
from verifier.prove.numbers.gathered import stem_of
from verifier.prove.numbers.shared_terms import structural
from verifier.prove.order.box_search import box_for, samples
from verifier.prove.refute.floating.floats import Floats
from verifier.prove.refute.floating.sign_profiles import Profile

NAME = "separation of variables"
EFFORT = 2
POINTS: tuple[Expr, ...] = (0, 1, ("/", 1, 2), 2)


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">="):
        return None
    goal = as_less(goal)
    names = sorted(free_names(goal))
    if len(names) != 2 or any(s.sorts.get(n) != ("real",) for n in names):
        return None
    words = [e for e in subexpressions(goal) if head(e) in ("fn", "sqrt") and free_names(e)]
    if not words or not all(is_real(e, s.sorts) for e in operands(goal)):
        return None
    driver = driver.within(0.8)
    others = driver.asking(c for c in driver.closers if c.NAME != NAME)
    try:
        for d in _multipliers(goal):
            node = _apart(others, s, goal, d, effort)
            if node is not None and driver.accepts(s, goal, node):
                return node
    except OutOfTime:
        return None
    except (Unknown, Rejected) as error:
        driver.notes.append(f"{NAME}: {error}"[:200])
    return None


def _multipliers(goal: Expr) -> Iterator[Expr]:
    """1, and the factors of the denominators as they are written that contain both variables."""
    yield 1
    seen: set[Expr] = set()
    for below in structural(list(operands(goal))):
        for e in operands(below) if head(below) == "*" else (below,):
            if len(free_names(e)) == 2 and e not in seen:
                seen.add(e)
                yield e


def _grid(s: Sequent, names: list[str]) -> dict[str, np.ndarray]:
    """Points of the domain, in a column for each variable."""
    return samples(box_for(s, 60)[0].bounds, names, 12, s)


def _separable(s: Sequent, h: Expr, names: list[str]) -> bool:
    x, y = names
    env = _grid(s, names)
    mid = {n: (env[n] > np.quantile(env[n], 0.2)) & (env[n] < np.quantile(env[n], 0.7)) for n in names}
    a, b = env[x][mid[x]][:4], env[y][mid[y]][:4]
    n = min(len(a), len(b))
    if n < 2:
        return False
    with np.errstate(all="ignore"):
        def at(u: np.ndarray, v: np.ndarray) -> np.ndarray:
            return np.asarray(Floats({x: u, y: v}).value(h), dtype=float)

        mixed = at(a[1:n], b[1:n]) - at(a[: n - 1], b[1:n]) - at(a[1:n], b[: n - 1]) + at(a[: n - 1], b[: n - 1])
        size = np.abs(at(a[1:n], b[1:n])) + np.abs(at(a[: n - 1], b[: n - 1])) + 1e-6
    return bool(np.all(np.isfinite(mixed)) and np.all(np.abs(mixed) < 1e-9 * size))


def _adds_up(s: Sequent, h: Expr, a: Expr, b: Expr, names: list[str]) -> bool:
    """Whether h == a + b seems to hold; halves of the diagonal are right for symmetric terms only.

    At most points only: floating point may lose all digits of h near its poles.
    """
    with np.errstate(all="ignore"):
        env = Floats(_grid(s, names))
        whole, one, two = (np.asarray(env.value(e), dtype=float) for e in (h, a, b))
        gap, size = np.abs(whole - one - two), np.abs(one) + np.abs(two) + 1e-6
    seen = np.isfinite(gap)
    return bool(np.mean(gap[seen] <= 1e-7 * size[seen]) > 0.5) if np.any(seen) else True


def _parts(s: Sequent, h: Expr, names: list[str]) -> Iterator[tuple[Expr, Expr]]:
    """Ways to write h(x, y) == A(x) + B(y)."""
    x, y = names
    yield ("/", substitute(h, {y: x}), 2), ("/", substitute(h, {x: y}), 2)
    for c in POINTS:
        for d in POINTS:
            yield substitute(h, {y: d}), ("-", substitute(h, {x: c}), substitute(h, {x: c, y: d}))
            yield ("-", substitute(h, {y: d}), substitute(h, {x: c, y: d})), substitute(h, {x: c})


def _apart(driver: Driver, s: Sequent, goal: Expr, d: Expr, effort: int) -> Node | None:
    u, v = operands(goal)
    names = sorted(free_names(goal))
    gap: Expr = ("-", v, u)
    h: Expr = gap if d == 1 else ("*", d, gap)
    if not _separable(s, h, names):
        return None
    normal = Normal(driver, s, 1, stem_of(s, (goal, d, "apart")), WAYS)
    factor: list[str] = []
    if d != 1:
        positive = normal.ask((">", d, 0), 1)
        if positive is None:
            return None
        factor = [positive]
    strict = head(goal) == "<"
    profiles = [Profile(s, [n], n) for n in names]
    for a, b in _parts(s, h, names):
        driver.tick()
        if not _adds_up(s, h, a, b, names):
            continue
        try:
            if not all(p.may_be(e, 1) for p, e in zip(profiles, (a, b), strict=True)):
                continue
        except (Unknown, ArithmeticError):
            continue
        labels: list[str] = []
        for e in (a, b):
            proof = driver.prove(s, ("<", 0, e), effort) if strict and not labels else None
            relation = "<" if proof is not None else "<="
            proof = proof or driver.prove(s, ("<=", 0, e), effort)
            if proof is None:
                break
            labels.append(normal.have((relation, 0, e), proof))
        if len(labels) < 2:
            continue
        whole: Expr = ("+", a, b)
        equal = normal.equation(h, whole)
        if equal is None:
            continue
        known = normal.have(("==", h, whole), equal)
        end: Node = {
            "rule": "positive", "products": [{"facts": [n]} for n in labels],
            "terms": [{"fact": known, "times": -1}], "nonzero": list(normal.denominators(gap, whole)),
        }  # fmt: skip
        if factor:
            end["multiplier"] = [{"facts": factor}]
        return normal.steps.wrap(end)
    return None
