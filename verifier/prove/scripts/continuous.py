"""Steps of a script about numbers, curves and continuous terms, on top of those of `tactics`.

Decides: what `Numbers`, `Ladder`, `Bounded`, `Bootstrap`, `Inverse` and their like break down into goals that close.
How: each step becomes the kernel's rule of the same name; its parts are proved by their own scripts, or automatically.
Complete for: nothing.  Cannot do: guess an integrating factor or a bound; the script names them.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.meaning.regularity import moving
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import REAL, TRUE, Expr, conjunction, head
from verifier.language import script as S
from verifier.language.named import (
    arrival,
    conditions,
    covering,
    derivative,
    fresh,
    has_slope,
    openness,
    operands,
    substitute,
    to_json,
)
from verifier.language.text.printing import to_text
from verifier.library.trees import arrives, equal_from, unfolded
from verifier.prove.driver.closers import NUMBERS, prover
from verifier.prove.driver.driver import Node, OutOfTime
from verifier.prove.scripts.algebra_steps import AlgebraTactics
from verifier.prove.scripts.tactics import Stuck


class ContinuousTactics(AlgebraTactics):
    """Runs scripts with steps about numbers and curves as well."""

    def _numbers(self, s: Sequent, goal: Expr, step: S.Numbers, rest: Sequence[S.Step], where: str) -> Node:
        if step.using is not None:
            for label in step.using:
                if label not in s.sorts:  # a variable stands for the conditions of its domain
                    self._fact(s, label, where)
            known = (*step.using, *(f"{label}." for label in step.using))  # the parts of a conjunction come with it
            seen = {n: f if n in known or n.startswith(known[len(step.using) :]) else TRUE for n, f in s.facts.items()}
            s = Sequent(s.sorts, seen, s.context)
        driver = prover(self.driver.deadline, NUMBERS)
        driver.given = frozenset(s.facts)
        try:
            node = driver.prove(s, goal, step.effort)
        except (Rejected, Unknown, OutOfTime) as error:
            raise Stuck(f"{where}: {error}") from None
        if node is None:
            raise Stuck(f"{where}: no proof found of {to_text(goal)}")
        return node

    # -- sequences -------------------------------------------------------------------------------------
    def _converge(self, s: Sequent, goal: Expr, step: S.Converge, rest: Sequence[S.Step], where: str) -> Node:
        if head(goal) != "tends":
            raise Stuck(f"{where}: the goal is no convergence")
        try:
            asked = arrival(goal, s)
        except Rejected as error:
            raise Stuck(f"{where}: {error}") from None
        return arrives(goal, self.prove(s, asked, rest, where), fresh("convergence", frozenset(s.facts)))

    def _unfold(self, s: Sequent, goal: Expr, step: S.Unfold, rest: Sequence[S.Step], where: str) -> Node:
        fact = self._fact(s, step.fact, where)
        if head(fact) != "tends":
            raise Stuck(f"{where}: {step.fact} is no convergence")
        try:
            said = arrival(fact, s)
        except Rejected as error:
            raise Stuck(f"{where}: {error}") from None
        name = step.name or f"{step.fact} unfolded"
        return unfolded(fact, step.fact, name, self.prove(s.assume(name, said), goal, rest, where))

    def _eventually(self, s: Sequent, goal: Expr, step: S.Eventually, rest: Sequence[S.Step], where: str) -> Node:
        if head(goal) != "tends":
            raise Stuck(f"{where}: the goal is no convergence")
        body, t, value = operands(goal)
        start = self.text(s, step.start)
        inner = s.declare(step.name, ("integer", start, "oo"))
        here: Expr = ("==", substitute(body, {str(t): step.name}), value)
        proof = self.prove(inner, here, [*step.by, *rest], where)
        return equal_from(goal, s, start, step.name, proof, fresh("equal", frozenset(s.facts)))

    # -- continuous terms -----------------------------------------------------------------------------
    def _ladder(self, s: Sequent, goal: Expr, step: S.Ladder, rest: Sequence[S.Step], where: str) -> Node:
        if head(as_less(goal)) not in ("<", "<=", "=="):
            raise Stuck(f"{where}: the goal is no equation and no inequality")
        u, v = operands(as_less(goal))
        relation, x, t = str(head(as_less(goal))), step.variable, step.time
        t = fresh(t, frozenset(s.sorts)) if t in s.sorts else t
        start = self.text(s, step.start)
        low, high = (x, start) if step.right else (start, x)
        slack = relation if relation != "<" or step.strict != "slope" else "<="
        base: Expr = (slack, substitute(u, {x: start}), substitute(v, {x: start}))
        curves, here = moving(s.sorts), substitute(("-", v, u), {x: t})
        around = s.declare(t, REAL)
        closed = around.assume(step.bounds, ("and", ("<=", low, t), ("<=", t, high)))
        inside = around.assume(step.bounds, ("and", ("<", low, t), ("<", t, high)))
        try:
            slope = derivative(here, t, curves)
            continuous, smooth = (conjunction(conditions(here, t, inner, curves)) for inner in (False, True))
        except Unknown as error:
            raise Stuck(f"{where}: {error}") from None
        sign = relation if relation == "==" else "<" if step.strict == "slope" else "<="
        wanted: Expr = (sign, slope, 0) if relation == "==" or step.right else (sign, 0, slope)
        node: Node = {
            "rule": "ladder", "of": x, "at": to_json(start), "from": "right" if step.right else "left", "as": t,
            "bounds": step.bounds,
            "side": self.prove(s, ("<" if step.strict == "slope" else "<=", low, high), step.side, f"{where} side"),
            "base": self.prove(s, base, step.base, f"{where} base"),
            "continuous": self.prove(closed, continuous, step.smooth, f"{where} continuous"),
            "smooth": self.prove(inside, smooth, step.smooth, f"{where} smooth"),
            "slope": self.prove(inside, wanted, step.slope, f"{where} slope"),
        }  # fmt: skip
        return {**node, "strict": step.strict} if step.strict else node

    def _bounded(self, s: Sequent, goal: Expr, step: S.Bounded, rest: Sequence[S.Step], where: str) -> Node:
        x = step.variable
        term = self.text(s, step.term, {x: REAL})
        low, high = self.text(s, step.low), self.text(s, step.high)
        between: Expr = ("and", ("<=", low, x), ("<=", x, high))
        here = s.declare(x, REAL).assume("between", between)
        continuous = conjunction(conditions(term, x, False, moving(s.sorts)))
        m = fresh("M", free_names(term) | free_names(between) | frozenset(s.sorts))
        bound: Expr = ("exists", m, REAL, ("forall", x, REAL, ("implies", between, ("<=", term, m))))
        name = self._name(s, step.name, "bounded")
        return {
            "rule": "bounded", "of": to_json(term), "name": x, "low": to_json(low), "high": to_json(high),
            "bounds": "between", "continuous": self.prove(here, continuous, step.by, f"{where} continuous"),
            "as": name, "then": self.prove(s.assume(name, bound), goal, rest, where.rpartition(" > ")[0]),
        }  # fmt: skip

    def _intermediate(self, s: Sequent, goal: Expr, step: S.Intermediate, rest: Sequence[S.Step], where: str) -> Node:
        x, t = step.variable, fresh("point", frozenset(s.sorts))
        term = self.text(s, step.term, {x: REAL})
        low, high = self.text(s, step.low), self.text(s, step.high)
        first, last = (high, low) if step.falling else (low, high)
        here = s.declare(t, REAL).assume("between", ("and", ("<=", low, t), ("<=", t, high)))
        continuous = conjunction(conditions(substitute(term, {x: t}), t, False, moving(s.sorts)))
        found: Expr = ("exists", x, REAL, ("and", ("<=", low, x), ("<=", x, high), ("==", term, 0)))
        name = self._name(s, step.name, "between")
        return {
            "rule": "intermediate", "name": x, "point": t, "of": to_json(term),
            "low": to_json(low), "high": to_json(high),
            "order": self.prove(s, ("<=", low, high), step.order, f"{where} order"), "bounds": "between",
            "negative": self.prove(s, ("<=", substitute(term, {x: first}), 0), step.signs[0], f"{where} negative"),
            "positive": self.prove(s, (">=", substitute(term, {x: last}), 0), step.signs[1], f"{where} positive"),
            "continuous": self.prove(here, continuous, step.by, f"{where} continuous"), "falling": step.falling,
            "as": name, "then": self.prove(s.assume(name, found), goal, rest, where.rpartition(" > ")[0]),
        }  # fmt: skip

    def _sameslope(self, s: Sequent, goal: Expr, step: S.SameSlope, rest: Sequence[S.Step], where: str) -> Node:
        x, sorts = step.variable, {step.variable: REAL}
        left, right = (self.text(s, side, sorts) for side in (step.left, step.right))
        low, point = self.text(s, step.low), self.text(s, step.at)
        high = [self.text(s, step.high)] if step.high else []
        inner = s.declare(x, REAL)
        try:
            needed = [f for e in (left, right) for f in conditions(e, x, True, moving(inner.sorts))]
            slopes = [substitute(derivative(e, x, moving(inner.sorts)), {x: point}) for e in (left, right)]
        except Unknown as error:
            raise Stuck(f"{where}: {error}") from None
        ends = [(rel, a, b) for b in high for rel, a in (("<", low), ("<=", point))]
        place = conjunction([("<=", low, point), *ends])
        between = inner.assume(step.bounds, conjunction([("<=", low, x), *(("<=", x, end) for end in high)]))
        smooth = conjunction([substitute(f, {x: point}) for f in needed])
        name = self._name(s, step.name, "slopes")
        return {
            "rule": "agree", "name": x, "left": to_json(left), "right": to_json(right), "low": to_json(low),
            "at": to_json(point), **({"high": to_json(high[0])} if high else {}), "bounds": step.bounds,
            "place": self.prove(s, place, step.place, f"{where} place"),
            "equal": self.prove(between, ("==", left, right), step.by, f"{where} equal"),
            "smooth": self.prove(s, smooth, step.smooth, f"{where} smooth"),
            "as": name, "then": self.prove(s.assume(name, ("==", *slopes)), goal, rest, where.rpartition(" > ")[0]),
        }  # fmt: skip

    def _antiderivative(
        self, s: Sequent, goal: Expr, step: S.Antiderivative, rest: Sequence[S.Step], where: str
    ) -> Node:
        x = step.variable
        inner = s.declare(x, REAL)
        term, start = self.text(inner, step.term), self.text(s, step.start)
        try:
            continuous = conjunction(conditions(term, x, False, moving(s.sorts)))
        except Unknown as error:
            raise Stuck(f"{where}: {error}") from None
        node: Node = {
            "rule": "antiderivative", "name": x, "of": to_json(term), "start": to_json(start),
            "continuous": self.prove(inner, continuous, step.by, f"{where} continuous"),
            "as": self._name(s, step.name, "antiderivative"),
        }  # fmt: skip
        if step.shape:
            node["shape"] = [to_json(self.text(s, size)) for size in step.shape.split(",")]
        return {**node, "then": self.prove(self._after(s, node, where), goal, rest, where.rpartition(" > ")[0])}

    def _differentiable(
        self, s: Sequent, goal: Expr, step: S.Differentiable, rest: Sequence[S.Step], where: str
    ) -> Node:
        x, matrix = step.variable, bool(step.shape)
        sort: Expr = ("matrix", *(self.text(s, size) for size in step.shape.split(","))) if matrix else REAL
        inner = s.declare(x, REAL)
        term = self.text(inner, step.term)
        slope = fresh("slope", free_names(term) | frozenset(inner.sorts))
        asked: Expr = ("forall", x, REAL, ("exists", slope, sort, has_slope(term, x, slope, matrix)))
        node: Node = {
            "rule": "differentiable", "name": x, "of": to_json(term), "sort": to_json(sort),
            "proof": self.prove(s, asked, step.by, where), "as": self._name(s, step.name, "differentiable"),
        }  # fmt: skip
        return {**node, "then": self.prove(self._after(s, node, where), goal, rest, where.rpartition(" > ")[0])}

    def _chosen(self, s: Sequent, goal: Expr, step: S.Chosen, rest: Sequence[S.Step], where: str) -> Node:
        node: Node = {"rule": "choice", "fact": step.fact, "as": self._name(s, step.name, "chosen")}
        return {**node, "then": self.prove(self._after(s, node, where), goal, rest, where.rpartition(" > ")[0])}

    def _compact(self, s: Sequent, goal: Expr, step: S.Compact, rest: Sequence[S.Step], where: str) -> Node:
        inner = s.declare(step.variable, REAL).declare(step.radius, REAL)
        low, high, claim = self.text(s, step.low), self.text(s, step.high), self.text(inner, step.formula)
        asked = covering(inner, step.variable, step.radius, claim, low, high)
        node: Node = {
            "rule": "compact", "name": step.variable, "radius": step.radius, "formula": to_json(claim),
            "low": to_json(low), "high": to_json(high), "as": self._name(s, step.name, "compact"),
            "local": self.prove(s, asked[0], step.local, f"{where} local"),
            "smaller": self.prove(s, asked[1], step.smaller, f"{where} smaller"),
        }  # fmt: skip
        return {**node, "then": self.prove(self._after(s, node, where), goal, rest, where.rpartition(" > ")[0])}

    def _inverse(self, s: Sequent, goal: Expr, step: S.Inverse, rest: Sequence[S.Step], where: str) -> Node:
        x, t = step.variable, step.value
        inner = s.declare(x, REAL)
        term = self.text(inner, step.term)
        try:
            smooth = conjunction(conditions(term, x, True, moving(s.sorts)))
            slope = derivative(term, x, moving(s.sorts))
        except Unknown as error:
            raise Stuck(f"{where}: {error}") from None
        onto: Expr = ("forall", t, REAL, ("exists", x, REAL, ("==", term, t)))
        node: Node = {
            "rule": "inverse", "name": x, "value": t, "of": to_json(term),
            "smooth": self.prove(inner, smooth, step.by, f"{where} smooth"),
            "slope": self.prove(inner, ("<", 0, slope), step.slope, f"{where} slope"),
            "onto": self.prove(s, onto, step.onto, f"{where} onto"), "as": self._name(s, step.name, "inverse"),
        }  # fmt: skip
        return {**node, "then": self.prove(self._after(s, node, where), goal, rest, where.rpartition(" > ")[0])}

    def _bootstrap(self, s: Sequent, goal: Expr, step: S.Bootstrap, rest: Sequence[S.Step], where: str) -> Node:
        if head(goal) != "forall" or head(operands(goal)[2]) != "implies":
            raise Stuck(f"{where}: the goal is no statement about all times from one on")
        t, now = str(operands(goal)[0]), step.time
        guard, claim = operands(operands(goal)[2])
        ends = [as_less(p) for p in (operands(guard) if head(guard) == "and" else (guard,))]
        order = [operands(p) for p in ends if head(p) == "<="]
        if len(order) != len(ends) or [i for e in order for i in (0, 1) if e[i] == t] != [1, 0][: len(ends)]:
            raise Stuck(f"{where}: the times are those with a <= {t}, or with a <= {t} and {t} <= b")
        start, last = order[0][0], [e[1] for e in order[1:]]
        try:
            needed = openness(claim, t, s.sorts)
        except (Unknown, Rejected) as error:
            raise Stuck(f"{where}: {error}") from None
        first = s.assume(step.bounds, ("<=", start, last[0])) if last else s
        reached = s.declare(now, REAL).assume(
            step.bounds, conjunction([("<", start, now), *(("<=", now, end) for end in last)])
        )
        r = fresh("r", free_names(goal) | frozenset(reached.sorts))
        earlier: Expr = ("and", ("<=", start, r), ("<", r, now))
        held: Expr = ("forall", r, REAL, ("implies", earlier, substitute(claim, {t: r})))
        inside = s.declare(t, REAL).assume(step.bounds, guard)
        return {
            "rule": "bootstrap", "time": t, "as": now, "bounds": step.bounds, "before": step.before,
            "continuous": self.prove(inside, conjunction(needed), step.by, f"{where} continuous"),
            "start": self.prove(first, substitute(claim, {t: start}), step.start, f"{where} start"),
            "step": self.prove(reached.assume(step.before, held), substitute(claim, {t: now}), step.step, where),
        }  # fmt: skip
