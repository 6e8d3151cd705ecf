"""Assuming and showing formulas about symbolic entries at fixed sizes: the reasoning behind `small_sizes`.

Integer quantifiers are written out; quantifiers over matrices give new atoms in a goal and a few instances in a
hypothesis; what a hypothesis says beyond that is left out, so that more is shown than was asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import Expr, conjunction, head
from verifier.language.named import negation, operands
from verifier.language.values import arithmetic as ar
from verifier.language.values.arithmetic import Inexact, Matrix, Undefined, shape, times, transpose
from verifier.language.values.semantics import Env
from verifier.prove.driver.effort import now
from verifier.prove.properties.small_algebra import Full, Ideal, Late, Room
from verifier.prove.properties.tried_values import pool

REACH = 4  # values of an unbounded integer in a goal; one more in a hypothesis
INSTANCES = 160  # of one quantified hypothesis
BRANCHES = 24


class Attempt:
    """Assumes and shows formulas in one room; raises `Full`, `Late`, `Inexact` or `Undefined`."""

    def __init__(self, room: Room, until: float, reach: int = REACH) -> None:
        self.room = room
        self.until = until
        self.reach = reach
        self.substitutes = False
        self.trying = 0  # depth of witnesses being tried: many of them, so that each is decided quickly

    def statement(self, s: Statement, sizes: dict[str, int]) -> bool:
        env: dict[str, Any] = dict(sizes)
        for name, sort in s.variables:
            if name not in sizes:
                env[name] = self.room.unknown(sort, env)
        formulas = [*(f for _, f in s.given), s.goal]
        self.substitutes = not any(head(e) == "grad" for f in formulas for e in subexpressions(f))
        return self.follows(conjunction(formulas[:-1]), s.goal, env, [])

    def follows(self, given: Expr, goal: Expr, env: Env, branch: list[Any]) -> bool:
        """Whether the goal is shown in every branch of what is given: equations first, then inequalities."""
        states = [(env, branch)]
        for part in _conjuncts(given):
            states = [(self._put(e, c) if len(c) > len(b) else e, c)
                      for e, b in states for c in self.assume(part, e, [b])]  # fmt: skip
        for e, b in states:
            if self.goal(goal, e, b):
                continue
            sharper = self.sharpened(given, e, b)
            if sharper == b or not self.goal(goal, self._put(e, sharper), sharper):
                return False
        return True

    def _put(self, env: Env, branch: list[Any]) -> Env:
        """The values with the atoms that the equations determine put in: powers of them stay small."""
        if not self.substitutes:
            return env
        ideal = Ideal(self.room, branch)
        if not ideal.solved:
            return env

        def put(x: Any) -> Any:
            if isinstance(x, Matrix):
                return x.map(put)
            if hasattr(x, "monoms"):
                return ideal.reduced(x)
            return (lambda t: put(x(t))) if callable(x) else x

        return {name: put(x) for name, x in env.items()}

    def check(self) -> None:
        if now() > self.until:
            raise Late

    # what is given

    def assume(self, p: Expr, env: Env, branches: list[list[Any]]) -> list[list[Any]]:
        """The branches (lists of equations) with what p adds to them; a part that is of no use adds nothing."""
        try:
            return self._assume(p, env, branches)
        except (Inexact, Undefined, ArithmeticError):
            return branches

    def _assume(self, p: Expr, env: Env, branches: list[list[Any]]) -> list[list[Any]]:
        self.check()
        op, args = head(p), operands(p)
        if op == "and":
            for part in args:
                branches = self.assume(part, env, branches)
            return branches
        if op == "==":
            gap = self.room.polys(self._gap(args, env))
            return [[*b, *gap] for b in branches]
        if op == "false":
            return []
        if op in ("!=", "<", ">"):
            gap = [q for q in self.room.polys(self._gap(args, env)) if q != 0]
            if len(gap) * len(branches) > BRANCHES:
                return branches
            if any(q.is_constant() for q in gap):
                return branches
            return [[*b, q * self.room.atom() - 1] for b in branches for q in gap]
        if op == "or":
            parts = [self.assume(part, env, branches) for part in args]
            return [b for part in parts for b in part] if sum(map(len, parts)) <= BRANCHES else branches
        if op == "not":
            inner = negation(args[0])
            return branches if head(inner) == "not" else self.assume(inner, env, branches)
        if op == "implies":
            return self.assume(args[1], env, branches) if self.goal(args[0], env, []) else branches
        if op == "forall" and head(args[1]) == "integer":
            for i in self._integers(args[1], env, self.reach + 1):
                branches = self.assume(args[2], {**env, str(args[0]): i}, branches)
            return branches
        if op == "exists":
            if head(args[1]) != "integer":
                new = self.room.unknown(args[1], env)
                return self.assume(args[2], {**env, str(args[0]): new}, branches)
            if "oo" in operands(args[1]) or "-oo" in operands(args[1]):
                return branches
            parts = [self.assume(args[2], {**env, str(args[0]): i}, branches)
                     for i in self._integers(args[1], env, 99)]  # fmt: skip
            return [b for part in parts for b in part] if sum(map(len, parts)) <= BRANCHES else branches
        return branches

    def sharpened(self, p: Expr, env: Env, branch: list[Any]) -> list[Any]:
        """The equations that sums of squares and instances of quantified hypotheses add to a branch."""
        new: list[Any] = []
        ideal = Ideal(self.room, [*branch, *self.room.facts])
        for part in _conjuncts(p):
            successes = 0
            for instance, inner in self._instances(part, env):
                self.check()
                if successes >= 2:
                    break
                try:
                    found = self._squares(instance, inner, ideal)
                    if found and head(instance) == "==":  # the squares say more than their sum
                        whole = self.room.polys(self._gap(operands(instance), inner))
                        branch = [q for q in branch if q not in whole or found == whole]
                except (Inexact, Undefined, ArithmeticError, Full):
                    continue
                if found:
                    successes += head(instance) != "=="
                    new += [q for q in found if ideal.reduced(q) != 0]
                    ideal = Ideal(self.room, [*branch, *new, *self.room.facts])
        return [*branch, *new]

    def _instances(self, p: Expr, env: Env) -> Iterator[tuple[Expr, Env]]:
        bound = []
        while head(p) == "forall" and head(operands(p)[1]) != "integer":
            bound.append(operands(p)[:2])
            p = operands(p)[2]
        if head(p) == "forall" and not bound and head(operands(p)[1]) == "integer":
            name, sort, body = operands(p)
            for i in self._integers(sort, env, self.reach + 1):
                yield from self._instances(body, {**env, str(name): i})
            return
        if head(p) == "and":
            for part in operands(p):
                for name, sort in reversed(bound):
                    part = ("forall", name, sort, part)
                yield from self._instances(part, env)
            return
        pools = [pool(self.room, sort, env, self.reach + 1, few=True) for _, sort in bound]
        ranked = sorted(itertools.product(*(range(len(q)) for q in pools)), key=lambda c: (sum(c), c))
        for choice in ranked[:INSTANCES]:
            yield p, {**env, **{str(b[0]): q[i] for b, q, i in zip(bound, pools, choice, strict=True)}}

    def _squares(self, p: Expr, env: Env, ideal: Ideal) -> list[Any] | None:
        """What must vanish because squares add up to at most 0, or to at most some of them; None: nothing."""
        op, args = head(p), operands(p)
        if op == "implies":
            return self._squares(args[1], env, ideal) if self.goal(args[0], env, []) else None
        if op not in ("==", "<=", ">="):
            return None
        if op == "==":
            sides = [s for s, o in (args, args[::-1]) if all(
                ideal.reduced(q) == 0 for q in self.room.polys(self.room.value(o, env)))]  # fmt: skip
            halves = [h for s in sides for h in self._halves(s, env, ideal)]
            roots = halves + [q for s in sides for q in self._roots(s, env, ideal) or ()]
            return roots or self.room.polys(self._gap(args, env))
        small, large = args if op == "<=" else args[::-1]
        left = self._roots(small, env, ideal)
        if left is None:
            return None
        if all(ideal.reduced(q) == 0 for q in self.room.polys(self.room.value(large, env))):
            return left
        right = self._roots(large, env, ideal)
        if right is None:
            return None
        right = [q for q in map(ideal.reduced, right) if q != 0]
        kept = []
        for q in left:
            same = next((r for r in right if ideal.reduced(q) in (r, -r)), None)
            if same is None:
                kept.append(q)
            else:
                right.remove(same)
        return kept if not right else None

    def _roots(self, e: Expr, env: Env, ideal: Ideal) -> list[Any] | None:
        """Polynomials whose squares add up to the scalar e, by the way it is written; None where it is not."""
        op, args = head(e), operands(e)
        if e == 0:
            return []
        if op == "+":
            parts = [self._roots(a, env, ideal) for a in args]
            return None if any(q is None for q in parts) else [r for q in parts for r in q or ()]
        if op == "^" and args[1] == 2:
            base = self.room.value(args[0], env)
            return None if isinstance(base, Matrix) else self.room.polys(base)
        if op == "sum":
            body, j, lo, hi = args
            parts = [self._roots(body, {**env, str(j): i}, ideal) for i in self.room.span(lo, hi, env)]
            return None if any(q is None for q in parts) else [r for q in parts for r in q or ()]
        if op == "*" and isinstance(args[0], int) and 0 < args[0] <= 4 and len(args) == 2:
            once = self._roots(args[1], env, ideal)
            return None if once is None else once * args[0]
        inner = operands(args[0]) if op == "trace" and head(args[0]) == "*" else ()
        if len(inner) == 2 and (inner[0] == ("T", inner[1]) or inner[1] == ("T", inner[0])):
            return self.room.polys(self.room.value(inner[0], env))
        return None

    def _halves(self, e: Expr, env: Env, ideal: Ideal) -> list[Any]:
        """The entries of H where e is a product that is H.T*H by the equations (so that e = 0 makes H = 0)."""
        factors = list(self._factors(e, env))
        half = len(factors) // 2
        if not factors or len(factors) % 2:
            return []
        left, right = factors[0], factors[half]
        for x in factors[1:half]:
            left = times(left, x)
        for x in factors[half + 1 :]:
            right = times(right, x)
        if shape(left) != shape(right)[::-1]:
            return []
        gap = ar.plus(transpose(left), times(-1, right))
        return self.room.polys(right) if all(ideal.reduced(q) == 0 for q in self.room.polys(gap)) else []

    def _factors(self, e: Expr, env: Env) -> Iterator[Any]:
        if head(e) == "*":
            for a in operands(e):
                yield from self._factors(a, env)
        elif head(e) == "^":
            k = ar.whole(self.room.value(operands(e)[1], env), "an exponent")
            for _ in range(min(max(k, 0), 9)):
                yield from self._factors(operands(e)[0], env)
        elif head(e) != "+" and not isinstance(e, int):
            yield self.room.value(e, env)

    # what is to be shown

    def goal(self, p: Expr, env: Env, branch: list[Any]) -> bool:
        """Whether p is shown where the equations of the branch hold."""
        self.check()
        op, args = head(p), operands(p)
        if op == "true":
            return True
        if op == "false":
            return Ideal(self.room, [*branch, *self.room.facts]).inconsistent()
        if op == "and":
            return all(self.goal(a, env, branch) for a in args)
        if op == "==":
            gap = self.room.polys(self._gap(args, env))
            return self._vanish(gap, branch)
        if op in ("<=", ">=", "<", ">"):
            return self._order(op, args, env, branch)
        if op == "!=":
            return self._absurd(("==", *args), env, branch)
        if op == "not":
            inner = negation(args[0])
            return self.goal(inner, env, branch) if head(inner) == "exists" else self._absurd(args[0], env, branch)
        if op == "implies":
            return self.follows(args[0], args[1], env, branch)
        if op == "or":
            if any(self.goal(a, env, branch) for a in args):
                return True
            return len(args) == 2 and head(args[0]) != "or" and self.goal(
                ("implies", negation(args[0]), args[1]), env, branch)  # fmt: skip
        if op == "forall":
            if head(args[1]) == "integer":
                return all(
                    self.goal(args[2], {**env, str(args[0]): i}, branch)
                    for i in self._integers(args[1], env, self.reach)
                )
            return self.goal(args[2], {**env, str(args[0]): self.room.unknown(args[1], env)}, branch)
        if op == "exists":
            if head(args[1]) == "integer":
                values: list[Any] = list(self._integers(args[1], env, self.reach))
            elif self._solvable(p, env, branch):
                return True
            else:
                values = pool(self.room, args[1], env, self.reach + 1)
            return any(self._witnessed(p, env, branch, v) for v in values[:INSTANCES])
        return False

    def _witnessed(self, p: Expr, env: Env, branch: list[Any], value: Any) -> bool:
        name, _, body = operands(p)
        first = self.room.used
        self.trying += 1
        try:
            if self.goal(body, {**env, str(name): value}, branch):
                return True
        except Undefined:
            pass
        finally:
            self.trying -= 1
        if not self.room.lazy:
            self.room.used = first  # nothing refers to the atoms of a failed try
        return False

    def _solvable(self, p: Expr, env: Env, branch: list[Any]) -> bool:
        """Whether equations that determine the sought atoms one after the other make the inside true."""
        first = self.room.used
        while head(p) == "exists" and head(operands(p)[1]) != "integer":
            name, sort, p = operands(p)
            env = {**env, str(name): self.room.unknown(sort, env)}
        wanted = self._demands(p, env)
        if wanted is None:
            return False
        sought = {i for q in wanted for i, d in enumerate(q.degrees()) if d and i >= first}
        return Ideal(self.room, wanted, sought).free(Ideal(self.room, [*branch, *self.room.facts]))

    def _demands(self, p: Expr, env: Env) -> list[Any] | None:
        """Equations that make p true (within the horizon), or None."""
        op, args = head(p), operands(p)
        if op in ("==", "<=", ">="):
            return self.room.polys(self._gap(args, env))
        if op == "and":
            parts = [self._demands(a, env) for a in args]
        elif op == "forall" and head(args[1]) == "integer":
            parts = [self._demands(args[2], {**env, str(args[0]): i})
                     for i in self._integers(args[1], env, self.reach)]  # fmt: skip
        elif op == "exists" and head(args[1]) == "integer":
            parts = [self._demands(args[2], {**env, str(args[0]): i})
                     for i in itertools.islice(self._integers(args[1], env, 1), 1)]  # fmt: skip
        else:
            return None
        return None if any(q is None for q in parts) else [r for q in parts for r in q or ()]

    def _vanish(self, gap: list[Any], branch: list[Any]) -> bool:
        if not any(q != 0 for q in gap):
            return True
        ideal = Ideal(self.room, [*branch, *self.room.facts])
        return all(ideal.contains(q, radical=not self.trying) for q in gap)

    def _absurd(self, p: Expr, env: Env, branch: list[Any]) -> bool:
        return self.follows(p, ("false",), env, branch)

    def _order(self, op: str, args: tuple[Expr, ...], env: Env, branch: list[Any]) -> bool:
        small, large = args if op in ("<", "<=") else args[::-1]
        ideal = Ideal(self.room, [*branch, *self.room.facts])
        below = ideal.reduced(ar.number(self.room.value(small, env)))
        if below == 0 and op in ("<=", ">=") and self._roots(large, env, ideal) is not None:
            return True
        (gap,) = map(ideal.reduced, self.room.polys(self._gap((large, small), env)))
        if gap.is_constant():
            return op in ("<=", ">=") if gap == 0 else bool(gap.leading_coefficient() > 0)
        if op in ("<", ">"):
            return False
        if len(gap) <= 200 and ideal.contains(gap):
            return True
        return all(c > 0 and not any(e % 2 for e in m) for m, c in gap.to_dict().items())

    def _gap(self, sides: tuple[Expr, ...], env: Env) -> Any:
        left, right = (self.room.value(a, env) for a in sides)
        if shape(left) != shape(right) and not any(isinstance(x, int) and x == 0 for x in (left, right)):
            raise Undefined("shapes differ")
        return ar.plus(left, times(-1, right))

    # values

    def _integers(self, sort: Expr, env: Env, reach: int) -> Iterator[int]:
        lo, hi = operands(sort)
        low = None if lo == "-oo" else ar.whole(self.room.value(lo, env), "a bound")
        high = None if hi == "oo" else ar.whole(self.room.value(hi, env), "a bound")
        if low is None:
            low = -reach if high is None else high - reach + 1
        top = low + reach - 1 if high is None else min(high, low + 40)
        yield from range(low, top + 1)


def _conjuncts(p: Expr) -> Iterator[Expr]:
    if head(p) == "and":
        for part in operands(p):
            yield from _conjuncts(part)
    else:
        yield p
