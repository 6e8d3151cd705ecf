"""One rung of a derivative ladder, and towers of plain derivatives: the nodes, and the side conditions they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from verifier.kernel.algebra.field import Field, is_real
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.meaning.regularity import moving
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, REAL, TRUE, Expr, conjunction, head
from verifier.language.named import closeness, conditions, derivative, fresh, negation, operands, substitute, to_json
from verifier.library.trees import near
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.existence.beyond import obtain
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.gathered import Steps, stem_of
from verifier.prove.order.numeric import weakly
from verifier.prove.refute.floating.sign_profiles import Profile, exact_zero
from verifier.prove.refute.floating.stationary import stationary
from verifier.prove.refute.recognition import values
from verifier.prove.values import limit_values

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
        a, b = operands(goal)
        if a == b:
            branch = Steps(self.plain, s, stem_of(s, goal))
            same = summed(branch, {"a": a}, {}, ("<=", "a", "a")) if head(goal) == "<=" else None
            return None if same is None else branch.wrap({"rule": "exact", "fact": same})
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
        self,
        s: Sequent,
        x: str,
        goal: Expr,
        anchor: Expr,
        sign: int,
        depth: int,
        prove: Slope | None = None,
        known: Sequence[str] = (),
    ) -> Node | None:
        """The rule ``ladder`` for a goal whose gap rises (sign 1) or falls from the anchor to x.

        What has to hold in between is taken from facts of all places, `known` by their labels, or proved.
        """
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
        regular = conjunction(conditions(here, t, False, moving(s.sorts)))
        continuous = self.of_place(known, closed, t, regular) or self.ask(closed, regular, 1)
        if continuous is None:
            return None
        inside = around.assume(f"{stem}.b", ("and", ("<", low, t), ("<", t, high)))
        regular = conjunction(conditions(here, t, True, moving(s.sorts)))
        smooth = self.of_place(known, inside, t, regular) or self.ask(inside, regular, 1)
        if smooth is None:
            return None
        slope = derivative(here, t, moving(s.sorts))
        relation = "<" if strict else "<="
        wanted: Expr = (relation, 0, slope) if sign > 0 else (relation, slope, 0)
        rung = self.of_place(known, inside, t, wanted)
        rung = rung or (self.prove(inside, t, wanted, depth - 1) if prove is None else prove(inside, t, wanted))
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
        value = limit_values.evaluate(self.plain, steps, term, 2)
        known = [n for n, f in steps.s.facts.items() if head(f) == "==" and operands(f)[0] == term]
        if value is None or not known or not is_real(value, s.sorts):
            return None
        relation = str(head(goal))
        ground = self.closed(steps.s, (relation, 0, value))
        inside = relation == "<" and ground is None  # then the slope has to be strict
        ground = ground or self.closed(steps.s, ("<=", 0, value))
        if ground is None:
            return None
        base = steps.have(("<=" if inside else relation, 0, value), ground)
        moving_away = self.moving_away(steps, x, gap, point if side else None, sign, inside, depth)
        if base is None or moving_away is None:
            return None
        against = steps.label()
        branch = Steps(self.plain, steps.s.assume(against, negation(goal)), f"{steps.stem}'")
        here: Expr = x
        if inside:
            here = ("/", ("+", x, point), 2) if side else ("-" if sign > 0 else "+", x, 1)
        there = substitute(gap, {x: here})
        short: Expr = ("-", value, there)
        height: Expr = ("-", "v", "u")
        premises = {base: ("<=" if inside else relation, 0, "l"), against: negation((relation, "u", "v"))}
        if inside:
            ahead = self.used(branch, moving_away, x, here)
            if ahead is None:
                return None
            premises[ahead] = ("<", "a", height)
        letters = {"a": there, "l": value, "u": u, "v": v}
        below = summed(branch, letters, premises, ("<", 0, ("-", "l", "a" if inside else height)))
        limit: Expr = ("==", term, value)
        close = closeness(term, value, short, branch.s)
        r = fresh("r", frozenset(branch.s.sorts))
        positive: Node = {"rule": "exact", "fact": below}
        label = branch.step(near(limit, known[-1], short, positive, close, branch.label()), close)
        obtain(branch, label, r, REAL, substitute(operands(close)[2], {str(operands(close)[0]): r}))
        label = str(branch.steps[-1]["as"])
        beyond = nearer(here, point, r, sign) if side else further_out(branch, here, r, f"{label}.0", sign)
        close_by = self.used(branch, f"{label}.1", beyond)
        further = self.used(branch, moving_away, here, beyond)
        if close_by is None or further is None:
            return None
        letters = {"a": there, "b": substitute(gap, {x: beyond}), "l": value}
        premises = {f"{close_by}.0": ("<", ("-", "l", ("-", "l", "a")), "b")}
        premises[further] = ("<" if inside else "<=", "b", "a")
        absurd = summed(branch, letters, premises, FALSE)
        done = branch.wrap({"rule": "exact", "fact": absurd})
        return steps.wrap({"rule": "negate", "as": against, "then": done})

    def moving_away(
        self, steps: Steps, x: str, gap: Expr, point: Expr | None, sign: int, strict: bool, depth: int
    ) -> str | None:
        """The label of: the gap is no higher at z than at y, where y lies between x and the end, and z beyond y.

        `point` is a finite end.  What the ladder from z to y asks for is shown of all places between x and the end.
        """
        bounds = f"{steps.stem}.place"
        t, y, z = (fresh(f"t{len(steps.s.sorts) + i}", frozenset(steps.s.sorts)) for i in range(3))
        here = substitute(gap, {x: t})
        curves = moving(steps.s.sorts)
        slope, relation = derivative(("-", here, 0), t, curves), "<" if strict else "<="
        goes: Expr = (relation, 0, slope) if sign > 0 else (relation, slope, 0)
        labels: dict[Expr, str] = {}
        for r, said in (
            ("<=", conjunction(conditions(here, t, False, curves))),
            ("<", conjunction(conditions(here, t, True, curves))),
            ("<", goes),
        ):
            if said == TRUE or said in labels:
                continue
            place = conjunction(between(x, t, r, point, sign))
            at = steps.s.declare(t, REAL).assume(bounds, place)
            node = self.prove(at, t, said, depth - 1) if said == goes else self.ask(at, said, 1)
            if node is None:
                return None
            node = {"rule": "intro", "as": t, "then": {"rule": "intro", "as": bounds, "then": node}}
            everywhere: Expr = ("forall", t, REAL, ("implies", place, said))
            labels[said] = str(steps.have(everywhere, node))
        way = [*between(x, y, "<=", None, sign), *between(y, z, "<", point, sign)]
        on_the_way = f"{steps.stem}.way"
        there = steps.s.declare(y, REAL).declare(z, REAL).assume(on_the_way, conjunction(way))
        moves: Expr = (relation, substitute(gap, {x: z}), substitute(gap, {x: y}))
        rung = self.ladder(there, y, moves, z, sign, depth, known=[*labels.values()])
        if rung is None:
            return None
        for name in (on_the_way, z, y):
            rung = {"rule": "intro", "as": name, "then": rung}
        everywhere = ("forall", y, REAL, ("forall", z, REAL, ("implies", conjunction(way), moves)))
        return steps.have(everywhere, rung)

    def of_place(self, labels: Sequence[str], s: Sequent, t: str, wanted: Expr) -> Node | None:
        """What is known of every place, at t."""
        branch = Steps(self.plain, s, stem_of(s, wanted))
        for label in labels:
            name, _, body = operands(s.facts[label])
            if operands(substitute(body, {str(name): t}))[1] == wanted:
                found = self.used(branch, label, t)
                return None if found is None else branch.wrap({"rule": "exact", "fact": found})
        return None

    def used(self, branch: Steps, label: str, *terms: Expr) -> str | None:
        """A fact 'for all ...: P implies Q' at terms, where P is proved; the label of Q."""
        formula = branch.s.facts[label]
        for e in terms:
            name, _, body = operands(formula)
            formula = substitute(body, {str(name): e})
        guard, said = operands(formula)
        premise = self.ask(branch.s, guard, 1)
        if premise is None:
            return None
        node: Node = {"rule": "use", "fact": label, "at": [to_json(e) for e in terms], "premises": [premise]}
        return branch.step(node, said)


def between(x: str, t: str, r: str, point: Expr | None, sign: int) -> list[Expr]:
    """t lies on the way from x to an end, which is `point` where it is finite; it may be x where r is <=."""
    if sign > 0:
        return [*([] if point is None else [("<", point, t)]), (r, t, x)]
    return [(r, x, t), *([] if point is None else [("<", t, point)])]


def nearer(here: Expr, point: Expr, r: Expr, sign: int) -> Expr:
    """A place less than r from a finite end, and not as far from it as `here`."""
    apart: Expr = ("-", here, point) if sign > 0 else ("-", point, here)
    return ("+" if sign > 0 else "-", point, ("/", ("*", r, apart), ("+", r, apart)))


def further_out(branch: Steps, here: Expr, r: Expr, positive: str, sign: int) -> Expr:
    """A place beyond r and beyond `here` on the way to an infinite end, where it is known that r is positive."""
    far: Expr = ("+", "r", ("^", "h", 2), 1)
    letters, given = {"h": here, "r": r}, {positive: (">", "r", 0)}
    half: Expr = ("+" if sign > 0 else "-", "h", ("/", 1, 2))
    z = ("neg", far) if sign > 0 else far
    summed(branch, letters, given, ("<", z, "h") if sign > 0 else ("<", "h", z), [("1", half), ("3/4", 1)])
    summed(branch, letters, {}, ("<", z, ("neg", "r")) if sign > 0 else (">", z, "r"), [("1", "h"), ("1", 1)])
    return substitute(z, letters)


def summed(
    branch: Steps,
    letters: Mapping[str, Expr],
    premises: Mapping[str, Expr],
    said: Expr,
    squares: Sequence[tuple[str, Expr]] = (),
) -> str:
    """The label of what follows from the sum of facts and weighted squares, whatever terms the letters stand for.

    No term is taken apart.
    """
    names = {letter: fresh(letter, frozenset(branch.s.sorts)) for letter in letters}
    given = {label: substitute(f, dict(names)) for label, f in premises.items()}
    new = branch.label()
    labels = [f"{new}.{i}" for i in range(len(given))]
    roots = [{"weight": weight, "square": to_json(substitute(root, dict(names)))} for weight, root in squares]
    node: Node = {"rule": "positive", "products": [*({"facts": [label]} for label in labels), *roots]}
    formula = substitute(said, dict(names))
    for label, f in reversed([*zip(labels, given.values(), strict=True)]):
        node, formula = {"rule": "intro", "as": label, "then": node}, ("implies", f, formula)
    for name in reversed(names.values()):
        node, formula = {"rule": "intro", "as": name, "then": node}, ("forall", name, REAL, formula)
    always = str(branch.have(formula, node))
    exact = [{"rule": "exact", "fact": label} for label in given]
    node = {"rule": "use", "fact": always, "at": [to_json(e) for e in letters.values()], "premises": exact}
    return branch.step(node, substitute(said, dict(letters)))


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
