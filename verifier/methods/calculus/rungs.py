"""One rung of a derivative ladder, and towers of plain derivatives: the nodes, and the side conditions they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from verifier.claims.named import (
    closeness,
    conditions,
    derivative,
    fresh,
    negation,
    operands,
    substitute,
    to_json,
)
from verifier.kernel.binding import free_names, subexpressions
from verifier.kernel.expr import FALSE, REAL, Expr, conjunction, head
from verifier.kernel.field import Field, is_real
from verifier.kernel.logic import Sequent
from verifier.kernel.regularity import moving
from verifier.library.trees import near
from verifier.methods.calculus.basic import term_of
from verifier.methods.calculus.beyond import obtain
from verifier.methods.calculus.driver import Driver, Node
from verifier.methods.calculus.evaluators import EVALUATORS
from verifier.methods.calculus.facts import Steps, stem_of
from verifier.methods.calculus.numeric import weakly
from verifier.methods.calculus.profiles import Profile, exact_zero
from verifier.methods.calculus.recognition import values
from verifier.methods.calculus.stationary import stationary

CLOSED = 4  # depth of ladders for a base in the parameters
INFINITE: dict[int, Expr] = {-1: ("fn", "oo"), 1: ("neg", ("fn", "oo"))}
Slope: TypeAlias = Callable[[Sequent, str, Expr], Node | None]


class Rungs:
    """Builds ladder nodes; `prove` finds the signs of derivatives."""

    plain: Driver  # the other closers

    def prove(self, s: Sequent, x: str, goal: Expr, depth: int) -> Node | None:
        """A node for an inequality, or None."""
        raise NotImplementedError

    def ask(self, s: Sequent, goal: Expr, effort: int) -> Node | None:
        """The other closers."""
        try:
            return self.plain.prove(s, goal, effort)
        except RecursionError:
            return None

    # -- plain goals ----------------------------------------------------------------------------------
    def closed(self, s: Sequent, goal: Expr) -> Node | None:
        """A goal without the running variable: a number, or an inequality in the parameters; equal sides too."""
        node = self.ask(s, goal, 1)
        if node is None and head(goal) == "<=":
            try:
                node = weakly(self.plain, s, goal, 2)
            except RecursionError:
                return None
        for y in sorted(free_names(goal)) if node is None else ():
            if s.sorts.get(y) == ("real",):
                node = node or self.prove(s, y, goal, CLOSED)
        return node

    def rung(
        self, s: Sequent, x: str, goal: Expr, h: Expr, divisor: Expr, anchor: Expr, sign: int, depth: int
    ) -> Node | None:
        positive: Node | None = {"rule": "split", "nodes": []}
        size: Expr = ("<", 0, divisor)
        if divisor != 1:
            positive = self.ask(s, size, 0) or self.prove(s, x, size, depth - 1)
            if positive is None:
                return None
        if divisor == 1:
            return self.ladder(s, x, (str(head(goal)), *operands(goal)), anchor, sign, depth)
        stem = stem_of(s, (goal, h))
        known = s.assume(f"{stem}.size", size)
        wanted: Expr = (str(head(goal)), 0, h)
        node = self.ladder(known, x, wanted, anchor, sign, depth)
        if node is None:
            return None
        nonzero = [{"of": to_json(divisor), "proof": self.nonzero(known, divisor, f"{stem}.size", f"{stem}.zero")}]
        end: Node = {
            "rule": "positive", "products": [{"facts": [f"{stem}.size", f"{stem}.order"]}], "nonzero": nonzero,
        }  # fmt: skip
        end = {"rule": "have", "formula": to_json(wanted), "proof": node, "as": f"{stem}.order", "then": end}
        return {"rule": "have", "formula": to_json(size), "proof": positive, "as": f"{stem}.size", "then": end}

    @staticmethod
    def nonzero(s: Sequent, e: Expr, label: str, new: str) -> Node:
        """e != 0 from the fact 0 < e."""
        end: Node = {"rule": "positive", "products": [{"facts": [label]}], "terms": [{"fact": new, "times": 1}]}
        return {"rule": "intro", "as": new, "then": end}

    def ladder(
        self, s: Sequent, x: str, goal: Expr, anchor: Expr, sign: int, depth: int, prove: Slope | None = None
    ) -> Node | None:
        """The rule ``ladder`` for a goal whose gap rises (sign 1) or falls from the anchor to x."""
        u, v = operands(goal)
        if anchor in INFINITE.values() or (head(anchor) == "fn" and operands(anchor)[0] == "limit"):
            return self.from_limit(s, x, goal, anchor, sign, depth)
        at = {x: anchor}
        base: Expr = (str(head(goal)), substitute(u, at), substitute(v, at))
        strict = ""
        ground = self.closed(s, base)
        if ground is None and head(goal) == "<":
            strict = "slope"
            ground = self.closed(s, ("<=", *operands(base)))
        if ground is None:
            return None
        low, high = (anchor, x) if sign > 0 else (x, anchor)
        side = self.ask(s, ("<" if strict else "<=", low, high), 1)
        if side is None:
            return None
        gap: Expr = ("-", v, u)
        stem = stem_of(s, (goal, anchor))
        t = fresh(f"t{len(s.sorts)}", frozenset(s.sorts))
        around = s.declare(t, ("real",))
        closed = around.assume(f"{stem}.b", ("and", ("<=", low, t), ("<=", t, high)))
        here = substitute(gap, {x: t})
        continuous = self.ask(closed, conjunction(conditions(here, t, False, moving(s.sorts))), 1)
        if continuous is None:
            return None
        inside = around.assume(f"{stem}.b", ("and", ("<", low, t), ("<", t, high)))
        smooth = self.ask(inside, conjunction(conditions(here, t, True, moving(s.sorts))), 1)
        if smooth is None:
            return None
        slope = derivative(here, t, moving(s.sorts))
        relation = "<" if strict else "<="
        wanted: Expr = (relation, 0, slope) if sign > 0 else (relation, slope, 0)
        rung = prove(inside, t, wanted) if prove is not None else self.prove(inside, t, wanted, depth - 1)
        if rung is None:
            return None
        node: Node = {
            "rule": "ladder", "of": x, "at": to_json(anchor), "from": "left" if sign > 0 else "right", "as": t,
            "bounds": f"{stem}.b", "side": side, "base": ground, "continuous": continuous, "smooth": smooth,
            "slope": rung,
        }  # fmt: skip
        return {**node, "strict": strict} if strict else node

    def from_limit(self, s: Sequent, x: str, goal: Expr, anchor: Expr, sign: int, depth: int) -> Node | None:
        """A goal whose gap moves away from its limit at an end, on the way from there to x.

        Were it false at x, then the gap would be below its limit by something at x, and by no less from there to the
        end; where the limit is 0 and the goal strict, at a place between instead.
        """
        u, v = operands(goal)
        gap: Expr = ("-", v, u)
        steps = Steps(self.plain, s, stem_of(s, (goal, anchor)))
        point = anchor if anchor in INFINITE.values() else operands(anchor)[1]
        side = 0 if anchor in INFINITE.values() else sign
        term: Expr = ("fn", "limit", ("forall", x, ("real",), gap), point, side)
        value = EVALUATORS["limit"].evaluate(self.plain, steps, term, 2) if "limit" in EVALUATORS else None
        known = [n for n, f in steps.s.facts.items() if head(f) == "==" and operands(f)[0] == term]
        if value is None or not known or not is_real(value, s.sorts):
            return None
        relation = str(head(goal))
        ground = self.closed(steps.s, (relation, 0, value))
        inside = relation == "<" and ground is None  # then the slope has to be strict
        ground = ground or self.closed(steps.s, ("<=", 0, value))
        if ground is None:
            return None
        steps.have(("<=" if inside else relation, 0, value), ground)
        t, y, z = (fresh(f"t{len(s.sorts) + i}", frozenset(s.sorts)) for i in range(3))
        way: list[Expr] = [("<", z, y), ("<=", y, x)] if sign > 0 else [("<=", x, y), ("<", y, z)]
        place: list[Expr] = [("<", t, x) if sign > 0 else ("<", x, t)]
        if side:
            place, way = [("<", point, t), *place] if sign > 0 else [*place, ("<", t, point)], [*way]
            way += [("<", point, z) if sign > 0 else ("<", z, point)]
        slopes = self.slopes(steps, t, conjunction(place), ("-", substitute(gap, {x: t}), 0), sign, inside, depth)
        if slopes is None:
            return None
        on_the_way = f"{steps.stem}.way"
        there = steps.s.declare(y, REAL).declare(z, REAL).assume(on_the_way, conjunction(way))
        moves: Expr = ("<" if inside else "<=", substitute(gap, {x: z}), substitute(gap, {x: y}))
        rung = self.ladder(there, y, moves, z, sign, depth, partial(self.of_place, slopes))
        if rung is None:
            return None
        for name in (on_the_way, z, y):
            rung = {"rule": "intro", "as": name, "then": rung}
        everywhere: Expr = ("forall", y, REAL, ("forall", z, REAL, ("implies", conjunction(way), moves)))
        moving_away = steps.have(everywhere, rung)
        against = steps.label()
        branch = Steps(self.plain, steps.s.assume(against, negation(goal)), f"{steps.stem}'")
        here: Expr = x
        if inside:
            here = ("/", ("+", x, point), 2) if side else ("-" if sign > 0 else "+", x, 1)
            if self.used(branch, moving_away, x, here) is None:
                return None
        short: Expr = ("-", value, substitute(gap, {x: here}))
        positive = self.closed(branch.s, (">", short, 0))
        if positive is None:
            return None
        limit: Expr = ("==", term, value)
        close = closeness(term, value, short, branch.s)
        r = fresh("r", frozenset(branch.s.sorts))
        label = branch.step(near(limit, known[-1], short, positive, close, branch.label()), close)
        obtain(branch, label, r, REAL, substitute(operands(close)[2], {str(operands(close)[0]): r}))
        label = str(branch.steps[-1]["as"])
        apart: Expr = ("-", here, point) if sign > 0 else ("-", point, here)
        beyond: Expr = ("+", r, ("^", here, 2), 1)
        if side:  # less than r from the point, and not as far from it as `here`
            beyond = ("/", ("*", r, apart), ("+", r, apart))
            beyond = ("+", point, beyond) if sign > 0 else ("-", point, beyond)
        elif sign > 0:
            beyond = ("neg", beyond)
        close_by = self.used(branch, f"{label}.1", beyond)
        further = self.used(branch, moving_away, here, beyond)
        if close_by is None or further is None:
            return None
        lower, a, b = (fresh(n, frozenset(branch.s.sorts)) for n in "lab")
        clash: Expr = ("implies", ("<", ("-", lower, ("-", lower, a)), b), ("implies", (str(head(moves)), b, a), FALSE))
        for name in (b, a, lower):
            clash = ("forall", name, REAL, clash)
        never = branch.have(clash)
        at = [to_json(e) for e in (value, substitute(gap, {x: here}), substitute(gap, {x: beyond}))]
        premises = [{"rule": "exact", "fact": f"{close_by}.0"}, {"rule": "exact", "fact": further}]
        absurd = branch.label()
        end: Node = {"rule": "use", "fact": never, "at": at, "premises": premises, "as": absurd}
        done = branch.wrap({**end, "then": {"rule": "exact", "fact": absurd}})
        return steps.wrap(None if done is None else {"rule": "negate", "as": against, "then": done})

    def slopes(
        self, steps: Steps, t: str, place: Expr, gap: Expr, sign: int, strict: bool, depth: int
    ) -> str | None:
        """The label of: the derivative of the gap has a sign at all t of the place."""
        bounds = f"{steps.stem}.place"
        slope, relation = derivative(gap, t, moving(steps.s.sorts)), "<" if strict else "<="
        said: Expr = (relation, 0, slope) if sign > 0 else (relation, slope, 0)
        node = self.prove(steps.s.declare(t, REAL).assume(bounds, place), t, said, depth - 1)
        if node is None:
            return None
        node = {"rule": "intro", "as": t, "then": {"rule": "intro", "as": bounds, "then": node}}
        return steps.have(("forall", t, REAL, ("implies", place, said)), node)

    def of_place(self, label: str, s: Sequent, t: str, wanted: Expr) -> Node | None:
        """A sign that is known of every place."""
        branch = Steps(self.plain, s, stem_of(s, wanted))
        sign = self.used(branch, label, t)
        return None if sign is None else branch.wrap({"rule": "exact", "fact": sign})

    def used(self, branch: Steps, label: str | None, *terms: Expr) -> str | None:
        """A fact 'for all ...: P implies Q' at terms, where P is proved; the label of Q."""
        formula = branch.s.facts[str(label)]
        for e in terms:
            name, _, body = operands(formula)
            formula = substitute(body, {str(name): e})
        guard, said = operands(formula)
        premise = self.ask(branch.s, guard, 1)
        if premise is None:
            return None
        node: Node = {"rule": "use", "fact": label, "at": [to_json(e) for e in terms], "premises": [premise]}
        return branch.step(node, said)


def touching(f: Expr, x: str, profile: Profile) -> list[Expr]:
    """Exact points at which f seems to vanish together with its derivative."""
    found: list[Expr] = []
    for start in profile.lowest(f):
        q = stationary(f, x, start, tries=16, near=None)
        if q is None or not profile.lo <= float(q) <= profile.hi:
            continue
        for c in values(float(q), 1e-12):
            if c not in found and exact_zero(f, x, c):
                found.append(c)
                break
    return found


def simple(s: Sequent, e: Expr) -> Expr:
    """The numerator over a denominator without a sign change, as far as the field's arithmetic sees it."""
    field = Field(s.sorts)
    top, below = field.read(e)
    odd = [dict(factor) for factor, k in below.items() if k % 2]
    for factor in odd:
        top = field.times(top, factor)
    return term_of(field, tuple(sorted(top.items())))


def weight(e: Expr, x: str) -> int:
    """How complicated a term in x is: functions count most."""
    parts = [p for p in subexpressions(e) if isinstance(p, tuple) and x in free_names(p)]
    kinds = {p for p in parts if head(p) in ("fn", "sqrt") or (head(p) == "^" and not isinstance(operands(p)[1], int))}
    return 40 * len(kinds) + len(parts)


def forms(s: Sequent, x: str, f: Expr) -> Iterator[tuple[Expr, Expr]]:
    """(h, d) with f = h*d: f itself, and f divided by the coefficient of a function, or by an exponential."""
    yield f, 1
    field = Field(s.sorts)
    top, below = field.read(f)
    if below:
        return
    seen: list[Expr] = []
    for number, atom in enumerate(field.sources):
        if atom == x or not free_names(atom):
            continue
        by_degree: dict[int, dict[object, object]] = {}
        for m, c in top.items():
            by_degree.setdefault(dict(m).get(number, 0), {})[tuple((a, e) for a, e in m if a != number)] = c
        degree = max(by_degree)
        if degree == 0:
            continue
        lead = term_of(field, tuple(sorted(by_degree[degree].items())))  # type: ignore[arg-type]
        options: list[Expr] = []
        if x in free_names(lead):
            options += [lead] if lead == x else [lead, ("neg", lead)]
        if head(atom) == "fn" and operands(atom)[0] == "exp":
            options.append(atom if degree == 1 else ("^", atom, degree))
            rest = term_of(field, tuple(sorted(by_degree.get(0, {}).items())))  # type: ignore[arg-type]
            if rest != 0 and x in free_names(rest):
                options += [rest, ("neg", rest)]
        for d in options:
            if d not in seen:
                seen.append(d)
                yield ("/", f, d), d
