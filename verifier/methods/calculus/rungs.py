"""One rung of a derivative ladder, and towers of plain derivatives: the nodes, and the side conditions they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from verifier.claims.named import conditions, derivative, operands, substitute, to_json
from verifier.kernel.binding import free_names, subexpressions
from verifier.kernel.expr import Expr, conjunction, head
from verifier.kernel.field import Field, is_real
from verifier.kernel.logic import Sequent
from verifier.kernel.regularity import moving
from verifier.methods.calculus.basic import term_of
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
        t = f"t{len(s.sorts)}"
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
        """The rule ``ladder-limit``: as `ladder`, from the limit of the gap at an end."""
        u, v = operands(goal)
        gap: Expr = ("-", v, u)
        steps = Steps(self.plain, s, stem_of(s, (goal, anchor)))
        point = anchor if anchor in INFINITE.values() else operands(anchor)[1]
        side = 0 if anchor in INFINITE.values() else sign
        term: Expr = ("fn", "limit", ("forall", x, ("real",), gap), point, side)
        value = EVALUATORS["limit"].evaluate(self.plain, steps, term, 2) if "limit" in EVALUATORS else None
        labels = [n for n, f in steps.s.facts.items() if head(f) == "==" and operands(f)[0] == term]
        if value is None or not labels or not is_real(value, s.sorts):
            return None
        label = labels[-1]
        s = steps.s
        strict, ground = "", None
        if head(goal) == "<":
            ground = self.closed(s, ("<", 0, value))
            strict = "slope" if ground is None else ""
        ground = ground or self.closed(s, ("<=", 0, value))
        apart: Node | None = None
        toward: list[Expr] = []
        t = f"t{len(s.sorts)}"
        if side:
            apart = self.ask(s, ("<", point, x) if sign > 0 else ("<", x, point), 1)
            toward = [("<", point, t) if sign > 0 else ("<", t, point)]
        if ground is None or (side and apart is None):
            return None
        bounds = f"{steps.stem}.b"
        around = s.declare(t, ("real",))
        here = substitute(gap, {x: t})
        closed = around.assume(bounds, conjunction([*toward, ("<=", t, x) if sign > 0 else ("<=", x, t)]))
        inside = around.assume(bounds, conjunction([*toward, ("<", t, x) if sign > 0 else ("<", x, t)]))
        continuous = self.ask(closed, conjunction(conditions(here, t, False, moving(s.sorts))), 1)
        smooth = self.ask(inside, conjunction(conditions(here, t, True, moving(s.sorts))), 1)
        if continuous is None or smooth is None:
            return None
        slope, relation = derivative(here, t, moving(s.sorts)), "<" if strict else "<="
        rung = self.prove(inside, t, (relation, 0, slope) if sign > 0 else (relation, slope, 0), depth - 1)
        if rung is None:
            return None
        node: Node = {
            "rule": "ladder-limit", "of": x, "fact": label, "from": "left" if sign > 0 else "right", "as": t,
            "bounds": bounds, "base": ground, "continuous": continuous, "smooth": smooth, "slope": rung,
        }  # fmt: skip
        if strict:
            node["strict"] = strict
        return steps.wrap({**node, "side": apart} if side else node)


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
