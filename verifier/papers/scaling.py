"""What a statement says after a change of scale: the same, if its two sides scale alike.

A change of scale multiplies each of its letters by a power of a positive number.  Where it carries the hypotheses over
to themselves, a bound whose sides do not scale alike cannot hold with constants that the change leaves alone, unless
one side vanishes: it would become as strong as one likes.  Such a claim is decided like every other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import TRUE, Expr, conjunction, head
from verifier.language.claim import Claim, Hypothesis, Variable, claim
from verifier.language.errors import ClaimError
from verifier.language.named import apply_value, fresh, operands, substitute
from verifier.language.ranges import Domain
from verifier.language.text.printing import sort_text

ORDERS = ("<", "<=", ">", ">=")
Powers = Mapping[str, tuple[int, ...]]  # (p,): x -> s^p x; (p, q) of a curve: x(t) -> s^p x(s^q t)


def covariant(made: Claim, powers: Powers, id: str) -> Claim:
    """The claim that the hypotheses and the conclusion of `made` say the same after the change of scale.

    Raises `ClaimError` for letters that the claim does not have, and where a curve stands without its time.
    """
    statement = made.statement()
    inner, guards, body = _opened(statement.goal, {v.name for v in made.variables})
    known = {v.name: v.domain.sort for v in made.variables} | inner
    if missing := [n for n in powers if n not in known]:
        raise ClaimError(f"there is no variable {missing[0]!r}", f"claim {id!r}")
    if timeless := [n for n, p in powers.items() if len(p) > 1 and head(known[n]) != "curve"]:
        raise ClaimError(f"{timeless[0]!r} is no curve and has no time to change", f"claim {id!r}")
    scale = fresh("s", frozenset(known))
    change = _Change(scale, powers, known)
    own = {n for v in made.variables for n, _ in v.domain.conditions(v.name)}
    supposed = [*(f for n, f in statement.given if n not in own), *guards]
    goal = conjunction([*(change(f) for f in supposed if change(f) != f), change.says_the_same(body)])
    variables = (
        *made.variables, *(Variable(n, Domain(sort_text(sort), sort)) for n, sort in inner.items()),
        *claim("scale", TRUE, variables={scale: "positive"}).variables,
    )  # fmt: skip
    given = (*made.given, *(Hypothesis(f"where.{i}", f) for i, f in enumerate(guards)))
    return replace(
        made, id=id, variables=variables, given=given, goal=goal, goal_text="", argument=(), counterexample=None,
        example=None,
    )  # fmt: skip


def _opened(goal: Expr, taken: set[str]) -> tuple[dict[str, Expr], list[Expr], Expr]:
    """The bound variables of a goal as variables, the conditions on them, and what is said of them.

    A constant that is said to exist is any number here: it is not changed, or changed as the page says.
    """
    inner: dict[str, Expr] = {}
    guards: list[Expr] = []
    while head(goal) in ("forall", "exists", "implies"):
        if head(goal) == "implies":
            guard, goal = operands(goal)
            guards += operands(guard) if head(guard) == "and" else (guard,)
            continue
        quantifier, (name, sort, body) = head(goal), operands(goal)
        new = fresh(str(name), frozenset(taken | set(inner)))
        inner[new], goal = sort, substitute(body, {str(name): new})
        if quantifier == "exists" and head(goal) == "and":
            first, *rest = operands(goal)
            if free_names(first) == {new}:  # the condition of its domain
                guards.append(first)
                goal = conjunction(rest)
    return inner, guards, goal


class _Change:
    """Puts the scaled letters into formulas."""

    def __init__(self, scale: str, powers: Powers, sorts: Mapping[str, Expr]) -> None:
        self.scale, self.powers, self.sorts = scale, powers, sorts

    def _times(self, power: int, e: Expr) -> Expr:
        if power == 0:
            return e
        factor: Expr = self.scale if abs(power) == 1 else ("^", self.scale, abs(power))
        return ("*", factor, e) if power > 0 else ("/", e, factor)

    def __call__(self, e: Expr) -> Expr:
        """The expression at the scaled letters."""
        plain: dict[str, Expr] = {}
        for name, power in self.powers.items():
            kind = head(self.sorts.get(name, ("real",)))
            if kind not in ("curve", "sequence"):
                plain[name] = self._times(power[0], name)
                continue
            t = fresh("t", free_names(e) | {name, self.scale})
            value = self._times(power[0], ("at", name, self._times(power[1] if len(power) > 1 else 0, t)))
            e = apply_value(e, name, self.sorts[name], value, t, {**self.sorts, self.scale: ("real",)})
        return substitute(e, plain)

    def says_the_same(self, p: Expr) -> Expr:
        """That a formula and the formula at the scaled letters are equivalent; of a bound: its sides scale alike."""
        op, args = head(p), operands(p)
        if op in ORDERS and 0 not in args:
            a, b = args
            return TRUE if self(p) == p else ("==", ("*", self(a), b), ("*", a, self(b)))
        if op == "and":
            return conjunction([self.says_the_same(q) for q in args])
        if op == "implies":
            return ("implies", args[0], conjunction([self(args[0]), self.says_the_same(args[1])]))
        if op in ("forall", "exists"):
            name, sort, body = args
            inner = _Change(self.scale, self.powers, {**self.sorts, str(name): sort})
            return ("forall", name, sort, inner.says_the_same(body))
        return conjunction([("implies", p, self(p)), ("implies", self(p), p)])
