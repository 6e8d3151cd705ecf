"""Limits between two bounds: where an oscillation decides nothing, although it never dies out.

Decides: limits of functions that lie between what they become when their sines and cosines are replaced by -1 or 1,
provided that these two have the same limit (one of them does where the limit is infinite). How: which replacement is a
bound is seen at sample points and proved by the driver; the bounds have their limits by expansions; then by definition.
Complete for nothing.  Cannot do: more than two oscillations, and functions with parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from verifier.kernel.analysis.limits import infinite
from verifier.kernel.analysis.nearness import vicinity
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import REAL, TRUE, Expr, head
from verifier.language.named import closeness, fresh, meaningful, operands, parts, replaced, substitute, to_json
from verifier.library.trees import approached, near, used
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.existence.beyond import obtain
from verifier.prove.refute.floating.approximation import NoValue, value
from verifier.prove.values.limit_expansions import expanded

SAMPLES = tuple(Fraction(37 * k, 11) + 90 for k in range(1, 40))


def evaluate(driver: Driver, branch: Branch, term: Expr, effort: int) -> Expr | None:
    """The value of a limit, which becomes a fact of the branch."""
    name, body, point, side = parts(term, branch.s)
    waves = [e for e in dict.fromkeys(subexpressions(body)) if _wave(e) and name in free_names(e)]
    if not 1 <= len(waves) <= 2 or free_names(body) != {name}:
        return None
    trial = Branch(driver, branch.s)
    found: dict[str, tuple[Expr, Expr, str]] = {}
    for bound in _bounds(body, waves):
        kind = _kind(body, bound, name, point, side)
        other: Expr = ("fn", "limit", ("forall", name, REAL, bound), point, side)
        if kind is None or kind in found:
            continue
        limit = expanded(driver, trial, other, effort)
        label = next((n for n, f in trial.s.facts.items() if limit is not None and f == ("==", other, limit)), None)
        if limit is None or label is None:
            continue
        found[kind] = (bound, limit, label)
        if infinite(limit) == (1 if kind == "low" else -1):
            return _between(trial, branch, term, {kind: found[kind]}, effort)
    if len(found) == 2 and found["low"][1] == found["high"][1]:
        return _between(trial, branch, term, {kind: found[kind] for kind in ("low", "high")}, effort)
    return None


def _wave(e: Expr) -> bool:
    return head(e) == "fn" and operands(e)[0] in ("sin", "cos")


def _bounds(body: Expr, waves: list[Expr]) -> Iterator[Expr]:
    """The function with its oscillations at their ends."""
    for ends in product((-1, 1), repeat=len(waves)):
        bound = body
        for wave, end in zip(waves, ends, strict=True):
            bound = replaced(bound, wave, end)
        yield bound


def _kind(body: Expr, bound: Expr, name: str, point: Expr, side: int) -> str | None:
    """Whether a function seems to be a lower or an upper bound near the point."""
    low = high = True
    for k, t in enumerate(SAMPLES):
        try:
            if infinite(point):
                x = value(("*", infinite(point), int(t * 10)), {})
            else:
                sign = side or (1 if k % 2 else -1)
                x = value(("+", point, ("/", sign, int(t * 100))), {})
            f, g = value(body, {name: x}), value(bound, {name: x})
        except NoValue:
            return None
        low, high = low and g <= f, high and g >= f
    return "low" if low else "high" if high else None


def _between(
    trial: Branch, branch: Branch, term: Expr, found: dict[str, tuple[Expr, Expr, str]], effort: int
) -> Expr | None:
    """The function is defined and lies between its bounds within some radius: so its limit is theirs."""
    name, body, point, side = parts(term, trial.s)
    driver, s = trial.driver, trial.s
    formula: Expr = ("==", term, next(iter(found.values()))[1])
    v, label = fresh("v", frozenset(s.sorts)), trial.label("near")
    here = substitute(body, {name: v})
    for size in (1, 10):
        radius: Expr = size if infinite(point) else ("/", 1, size)
        guard = vicinity(point, side, radius, v)
        inner = s.declare(v, REAL).assume(label, guard)
        said = [meaningful(here, inner.sorts)]
        for kind, (bound, _, _) in found.items():
            pair = (substitute(bound, {name: v}), here)
            said.append(("<=", *(pair if kind == "low" else pair[::-1])))
        nodes = [driver.prove(inner, p, min(effort, 2)) for p in said]
        if None in nodes:
            continue
        proof: Node = {"rule": "intro", "as": label, "then": {"rule": "split", "nodes": nodes}}
        work = Branch(driver, s)
        work.steps = list(trial.steps)
        lemma = work.have(
            ("forall", v, REAL, ("implies", guard, ("and", *said))), {"rule": "intro", "as": v, "then": proof}
        )
        try:
            assert lemma is not None
            squeezed = Squeeze(work, formula, found, lemma).proof(radius)
            node = work.wrap(approached(formula, squeezed, work.label("approach")))
        except Rejected:
            continue
        if node is not None and driver.accepts(branch.s, formula, node):
            return operands(formula)[1] if branch.have(formula, node) else None
    return None


class Squeeze:
    """That a function approaches its limit, from what is known of it near the point and from limits of its bounds."""

    def __init__(self, work: Branch, formula: Expr, found: dict[str, tuple[Expr, Expr, str]], lemma: str) -> None:
        self.driver, self.formula, self.found, self.lemma = work.driver, formula, found, lemma
        self.term, self.limit = operands(formula)
        self.name, self.body, self.point, self.side = parts(self.term, work.s)
        self.h, self.positive = fresh("h", frozenset(work.s.sorts)), work.label("positive")
        s = work.s.declare(self.h, REAL)
        self.outer = Branch(self.driver, s if infinite(self.limit) else s.assume(self.positive, (">", self.h, 0)))

    def proof(self, radius: Expr) -> Node:
        """The node; within the radius the lemma is known.  Raises `Rejected`."""
        b, radii, close = self.outer, [radius], {}
        for kind, (bound, _, fact) in self.found.items():
            other: Expr = ("fn", "limit", ("forall", self.name, REAL, bound), self.point, self.side)
            said = closeness(other, self.limit, self.h, b.s)
            above: Node | None = None if infinite(self.limit) else {"rule": "exact", "fact": self.positive}
            step = near(("==", other, self.limit), fact, self.h, above, said, b.label("limit"))
            r = fresh("r", frozenset(b.s.sorts))
            close[kind] = _taken(b, b.step(step, said, "close"), r, said, 1)
            radii.append(r)
        radii = (radii * 3)[:3]
        r, far = fresh("r", frozenset(b.s.sorts)), infinite(self.point)
        least: Expr = ("and", (">", r, 0), *((">=" if far else "<=", r, q) for q in radii))
        premise = None if far else self.driver.prove(b.s, ("and", *((">", q, 0) for q in radii)), 1)
        known = b.theorem("common-bound" if far else "common-radius", [to_json(q) for q in radii],
                          [] if premise is None else [premise], ("exists", r, REAL, least))  # fmt: skip
        first: Node = {"rule": "exact", "fact": _taken(b, known, r, ("exists", r, REAL, least), 0)}
        both: Node = {"rule": "split", "nodes": [first, self._inside(r, close)]}
        tree = b.wrap({"rule": "witness", "value": r, "then": both})
        assert tree is not None
        tree = tree if infinite(self.limit) else {"rule": "intro", "as": self.positive, "then": tree}
        return {"rule": "intro", "as": self.h, "then": tree}

    def _inside(self, r: str, close: dict[str, str]) -> Node:
        v, label = fresh("v", frozenset(self.outer.s.sorts)), self.outer.label("inside")
        inner = self.outer.s.declare(v, REAL).assume(label, vicinity(self.point, self.side, r, v))
        b = Branch(self.driver, inner)
        held = self._at(b, self.lemma, v)
        here = substitute(self.body, {self.name: v})
        nodes: list[Node] = []
        for i, (kind, fact) in enumerate(close.items()):
            bound, known, lower = substitute(self.found[kind][0], {self.name: v}), self._at(b, fact, v), kind == "low"
            end: Expr = self.h if infinite(self.limit) else ("-" if lower else "+", self.limit, self.h)
            label_ = known if infinite(self.limit) else f"{known}.{0 if lower else 1}"
            terms, facts = [end, bound, here], [label_, f"{held}.{i + 1}"]
            name = "strictly-below" if lower else "below-strictly"
            terms, facts = (terms, facts) if lower else (terms[::-1], facts[::-1])
            so = b.label("so")
            premises = [{"rule": "exact", "fact": x} for x in facts]
            nodes.append(used(name, [to_json(e) for e in terms], premises, so, {"rule": "exact", "fact": so}))
        end_: Node = nodes[0] if len(nodes) == 1 else {"rule": "split", "nodes": nodes}
        if meaningful(here, inner.sorts) != TRUE:
            end_ = {"rule": "split", "nodes": [{"rule": "exact", "fact": f"{held}.0"}, end_]}
        return {"rule": "intro", "as": v, "then": {"rule": "intro", "as": label, "then": b.wrap(end_)}}

    def _at(self, b: Branch, label: str, v: str) -> str:
        """What a fact about a vicinity says at a point of it.  Raises `Rejected` where it may not lie there."""
        x, _, inside = operands(b.s.facts[label])
        guard, said = operands(inside)
        premise = self.driver.prove(b.s, substitute(guard, {str(x): v}), 1)
        if premise is None:
            raise Rejected("a point that may not be near")
        node: Node = {"rule": "use", "fact": label, "at": [v], "premises": [premise]}
        return b.step(node, substitute(said, {str(x): v}), "at")


def _taken(b: Branch, label: str, name: str, fact: Expr, part: int) -> str:
    """Take what a fact promises under a name; the label of a part of what is known of it."""
    old, _, body = operands(fact)
    obtain(b, label, name, REAL, substitute(body, {str(old): name}))
    return f"{b.steps[-1]['as']}.{part}"
