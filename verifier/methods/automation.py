"""What is obvious: close a goal without being told how.

`Auto.prove(sequent, goal)` takes the goal apart and tries, in this order: known facts, integer arithmetic,
equations by rewriting with the facts, equations as combinations of facts, inequalities that are visibly
sums of squares, squares that vanish, contradictions, induction, small witnesses.  It returns a node that
the kernel has accepted at every leaf, or None, which means "not found" and nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from fractions import Fraction

from verifier.evidence.kernel.closing import Balance
from verifier.evidence.kernel.expr import (
    FALSE,
    TRUE,
    Expr,
    free_names,
    fresh,
    head,
    negation,
    operands,
    substitute,
    to_json,
)
from verifier.evidence.kernel.integers import Unknown, index_of
from verifier.evidence.kernel.logic import Checker, Rejected, Sequent, _usual
from verifier.evidence.kernel.rewrite import rules_of
from verifier.evidence.kernel.words import UNIT, Poly
from verifier.methods.combination import combine
from verifier.methods.positivity import Piece, completed_squares, halves, pieces, square_words
from verifier.methods.rebuild import rational

Node = dict[str, object]


class OutOfTime(Exception):
    """The budget is spent; nothing follows from that."""


def accepts(s: Sequent, goal: Expr, node: Node) -> bool:
    """Whether the kernel accepts this node for this goal."""
    try:
        Checker().check(s, goal, node)
    except Rejected:
        return False
    return True


class Auto:
    """The automatic prover under a deadline."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline

    def tick(self) -> None:
        if time.monotonic() > self.deadline:
            raise OutOfTime

    def label(self, s: Sequent, stem: str) -> str:
        return fresh(stem, frozenset(s.facts))

    # -- the goal -------------------------------------------------------------------------------------
    def prove(self, s: Sequent, goal: Expr, depth: int = 3) -> Node | None:
        """A node that the kernel accepts for the goal, or None.  Raises `OutOfTime`."""
        self.tick()
        for label, fact in s.facts.items():  # what a constant sequence tends to
            if head(fact) == "tends" and f"value:{label}" not in s.facts:
                body, t, value = operands(fact)
                if t not in free_names(body):
                    inner = s.assume(f"value:{label}", ("==", value, body))
                    return _under(
                        {"rule": "constant-limit", "fact": label, "as": f"value:{label}"},
                        self.prove(inner, goal, depth),
                    )
        if head(goal) == "not":
            goal = negation(operands(goal)[0])
        node = self._prove(s, goal, depth)
        return self._cited(s, goal, depth) if node is None and depth > 0 else node

    def _prove(self, s: Sequent, goal: Expr, depth: int) -> Node | None:
        op, args = head(goal), operands(goal)
        known = self._known(s, goal)
        if known is not None:
            return known
        if s.context.contradictory():
            return (
                {"rule": "negate", "as": self.label(s, "no"), "then": {"rule": "arith"}}
                if goal != FALSE
                else {"rule": "arith"}
            )
        if op == "and":
            nodes = [self.prove(s, a, depth) for a in args]
            return None if None in nodes else {"rule": "split", "nodes": nodes}
        if op == "or":
            for i, a in enumerate(args):
                chosen = self.prove(s, a, depth)
                if chosen is not None:
                    return {"rule": "choose", "index": i, "then": chosen}
            label = self.label(s, "neither")
            inner = s.assume(label, negation(goal))
            return (
                _under({"rule": "negate", "as": label}, self.prove(inner, FALSE, depth))
                if depth > 0
                else None
            )
        if op == "implies":
            name = self.label(s, "given")
            if not free_names(args[0]):  # a premise about numbers that is false
                false = self.prove(s, negation(args[0]), 0)
                if false is not None:
                    then: Node = {"rule": "contradict", "fact": name, "proof": false}
                    return {"rule": "intro", "as": name, "then": then}
            return _under({"rule": "intro", "as": name}, self.prove(s.assume(name, args[0]), args[1], depth))
        if op == "forall":
            return self._forall(s, goal, depth)
        if op == "exists":
            return self._exists(s, goal, depth)
        if accepts(s, goal, {"rule": "arith"}):
            return {"rule": "arith"}
        node: Node | None = None
        if op == "tends":
            return self._constant_sequence(s, goal)
        if op == "==":
            node = self.equation(s, goal)
        elif op in ("<", "<=", ">", ">="):
            node = self.inequality(s, goal)
        elif op == "!=":
            name = self.label(s, "equal")
            node = _under(
                {"rule": "intro", "as": name}, self.prove(s.assume(name, ("==", *args)), FALSE, depth)
            )
        elif goal == FALSE:
            node = self.contradiction(s, depth)
        if node is None and depth > 0:
            node = self._squares(s, goal, depth)
        return node

    def _cited(self, s: Sequent, goal: Expr, depth: int) -> Node | None:
        """Apply a cited statement to the variables of the same names."""
        for label, formula in s.facts.items():
            if not label.startswith("cited:") or f"by:{label}" in s.facts:
                continue
            at: list[object] = []
            premises: list[Node] = []
            while formula is not None and head(formula) in ("forall", "implies"):
                args = operands(formula)
                if head(formula) == "implies":
                    proof = self.prove(s, args[0], 1)
                    if proof is None:
                        break
                    premises.append(proof)
                    formula = args[1]
                    continue
                name = str(args[0])
                if s.sorts.get(name) is None or head(s.sorts[name]) != head(args[1]):
                    break
                sequence = head(args[1]) == "sequence"
                at.append({"value": ["at", name, "t"], "index": "t"} if sequence else name)
                formula = args[2]
            else:
                new = f"by:{label}"
                node: Node = {"rule": "use", "fact": label, "at": at, "premises": premises, "as": new}
                return _under(node, self.prove(s.assume(new, formula), goal, depth))
        return None

    def _known(self, s: Sequent, goal: Expr) -> Node | None:
        if goal == TRUE:
            return {"rule": "trivial"}
        for label in s.facts:
            node: Node = {"rule": "exact", "fact": label}
            if accepts(s, goal, node):
                return node
        return None

    def _forall(self, s: Sequent, goal: Expr, depth: int) -> Node | None:
        bound, sort, body = operands(goal)
        name = fresh(str(bound), frozenset(s.sorts))
        inner = s.declare(name, sort)
        node = _under(
            {"rule": "intro", "as": name}, self.prove(inner, substitute(body, {str(bound): name}), depth)
        )
        if node is not None or head(sort) != "integer" or operands(sort)[0] == "-oo" or depth <= 0:
            return node
        lo, hi = operands(sort)
        first, last = (None if x == "oo" else index_of(x).constant for x in (lo, hi))
        if first is not None and last is not None and last - first < 12:
            nodes = [self.prove(s, substitute(body, {str(bound): i}), depth - 1) for i in range(first, last + 1)]
            return None if None in nodes else {"rule": "enumerate", "nodes": nodes}
        start = s if hi == "oo" else s.assume(self.label(s, "range"), ("<=", lo, hi))
        base = self.prove(start, substitute(body, {str(bound): lo}), depth - 1)
        if base is None:
            return None
        label = self.label(s, "IH")
        step_scope = s.declare(name, ("integer", lo, hi if hi == "oo" else ("-", hi, 1)))
        step_scope = step_scope.assume(label, substitute(body, {str(bound): name}))
        step = self.prove(step_scope, substitute(body, {str(bound): ("+", name, 1)}), depth - 1)
        if step is None:
            return None
        return {"rule": "induction", "name": name, "as": label, "base": base, "step": step,
                "range": self.label(s, "range")}  # fmt: skip

    def _exists(self, s: Sequent, goal: Expr, depth: int) -> Node | None:
        """Small witnesses: few integers near the end of the range, 0 and 1 for reals."""
        bound, sort, body = operands(goal)
        candidates: list[Expr] = []
        if head(sort) == "integer":
            lo = operands(sort)[0]
            start = lo if isinstance(lo, int) else 0
            candidates = [lo] if lo != "-oo" and not isinstance(lo, int) else []
            candidates += list(range(start, start + 7))
            candidates += [n for n, x in s.sorts.items() if head(x) == "integer"]
        elif head(sort) == "real":
            candidates = [0, 1]
        for value in candidates:
            try:
                Checker().fits(s, value, sort)
            except (Rejected, Unknown):
                continue
            node = self.prove(s, substitute(body, {str(bound): value}), min(depth, 1))
            if node is not None:
                return {"rule": "witness", "value": to_json(value), "then": node}
        return None

    def _constant_sequence(self, s: Sequent, goal: Expr) -> Node | None:
        """A sequence that is its limit from the start, or from its second member on."""
        body, t, value = operands(goal)
        name = fresh(str(t), frozenset(s.sorts))
        for start in (0, 1):
            inner = s.declare(name, ("integer", start, "oo"))
            proof = self.prove(inner, ("==", substitute(body, {str(t): name}), value), 0)
            if proof is not None:
                return {"rule": "eventually", "from": start, "name": name, "proof": proof}
        return None

    # -- equations ------------------------------------------------------------------------------------
    def rules(self, s: Sequent) -> list[str]:
        """Labels of facts that can be used for rewriting."""
        found: list[str] = []
        for label, formula in s.facts.items():
            if head(formula) == "and":
                continue
            for back in ("", "~"):
                try:
                    rules_of(_turned(formula) if back else formula, dict(s.sorts), s.context)
                except (Unknown, AssertionError, ValueError):
                    continue
                found.append(back + label)
                break
        return found

    def _rest(self, s: Sequent, e: Expr, rewrite: list[str], nonzero: list[str]) -> Poly:
        balance = Balance(Checker(), s, {"rewrite": rewrite, "nonzero": nonzero})
        balance.start(e)
        return balance.rest()

    def nonzero(self, s: Sequent) -> list[str]:
        return [n for n, f in s.facts.items() if head(_usual(f)) in ("!=", "<")]

    def equation(self, s: Sequent, goal: Expr) -> Node | None:
        gap: Expr = ("-", *operands(goal))
        nonzero = self.nonzero(s)
        node: Node = {"rule": "linear"}
        if nonzero and ("'/'" in repr(goal) or "'/'" in repr(list(s.facts.values()))):
            node["nonzero"] = nonzero
        if accepts(s, goal, node):
            return node
        if all(isinstance(n, int) for x in s.sorts.values() for n in operands(x)) and accepts(
            s, goal, {"rule": "entries"}
        ):
            return {"rule": "entries"}
        usable = self.rules(s)
        options: list[list[str]] = [[]]
        for labels in (usable[::-1], usable):  # the latest facts are the most special ones
            chosen, closed = self._rewriting(s, gap, labels, nonzero)
            if closed:
                return {**node, "rewrite": self._fewest(s, goal, chosen, node)}
            if chosen not in options:
                options.append(chosen)
        letters = [u for u in usable if _exchanges_letters(s.facts[u.removeprefix("~")])]
        if letters not in options:
            options.insert(1, letters)
        for rewrite in options:
            found = self._combination(s, gap, rewrite, nonzero)
            if found is not None:
                candidate = {**node, "rewrite": rewrite, "terms": found}
                if accepts(s, goal, candidate):
                    return candidate
        return None

    def _rewriting(
        self, s: Sequent, gap: Expr, labels: list[str], nonzero: list[str]
    ) -> tuple[list[str], bool]:
        """Add rules one by one as long as rewriting ends; stop when nothing is left of the gap."""
        chosen: list[str] = []
        for label in labels:
            self.tick()
            try:
                rest = self._rest(s, gap, [*chosen, label], nonzero)
            except (Unknown, Rejected):
                continue
            chosen.append(label)
            if not rest:
                return chosen, True
        return chosen, False

    def _fewest(self, s: Sequent, goal: Expr, labels: list[str], node: Node) -> list[str]:
        """Leave out the facts that are not needed."""
        kept = list(labels)
        for label in labels:
            fewer = [x for x in kept if x != label]
            if accepts(s, goal, {**node, "rewrite": fewer}):
                kept = fewer
        return kept

    def _combination(
        self, s: Sequent, gap: Expr, rewrite: list[str], nonzero: list[str]
    ) -> list[Node] | None:
        try:
            target = self._rest(s, gap, rewrite, nonzero)
        except (Unknown, Rejected):
            return None
        reader = s.reader()
        equations: list[tuple[str, Poly]] = []
        for label, formula in s.facts.items():
            if head(formula) != "==" or label in rewrite:
                continue
            try:
                value = self._rest(s, ("-", *operands(formula)), rewrite, nonzero)
            except (Unknown, Rejected):
                continue
            if value:
                equations.append((label, value))
        if not equations or len(target) > 40:
            return None

        def finish(label: str, left: Expr, right: Expr) -> Poly:
            self.tick()
            body: Expr = ("*", left, ("-", *operands(s.facts[label])), right)
            return self._rest(s, body, rewrite, nonzero)

        terms = combine(reader, target, equations, finish)
        if terms is None:
            return None
        return [{"fact": f, "left": to_json(a), "right": to_json(b)} for f, a, b in terms]

    # -- inequalities and squares ---------------------------------------------------------------------
    def inequality(self, s: Sequent, goal: Expr) -> Node | None:
        low, high = operands(_usual(goal))
        strict = head(_usual(goal)) == "<"
        rewrite_options: list[list[str]] = [[]]
        usable = self.rules(s)
        for labels in (usable[::-1], usable) if usable else ():
            rewrite_options.append(self._rewriting(s, ("-", high, low), labels, self.nonzero(s))[0])
        for rewrite in rewrite_options:
            for found in self._shapes(s, low, high, strict, rewrite):
                self.tick()
                node: Node = {"rule": "order", "positive": [p.node(s) for p in found], "rewrite": rewrite}
                if "'/'" in repr(goal):
                    node["nonzero"] = self.nonzero(s)
                if accepts(s, goal, node):
                    return {**node, "rewrite": self._fewest(s, goal, rewrite, node)}
        zero = None if low == 0 else self.equation(s, ("==", 0, low))
        above = pieces(s, high) if zero is not None else None
        if zero is not None and above is not None:
            node = {**zero, "rule": "order", "positive": [p.node(s) for p in above]}
            if accepts(s, goal, node):
                return node
        if not strict:
            equal = self.equation(s, ("==", high, low))
            if equal is not None:
                return {**equal, "rule": "order"}
        return self._by_facts(s, goal)

    def _shapes(
        self, s: Sequent, low: Expr, high: Expr, strict: bool, rewrite: list[str]
    ) -> Iterable[list[Piece]]:
        """Visible decompositions of high - low."""
        floor = self._constant(s, low, rewrite)
        if floor is not None and floor <= 0:
            found = pieces(s, high)
            if found is not None:
                yield [*found, Piece(-floor)] if floor else found
        value = self._constant(s, ("-", high, low), rewrite)
        if value is not None and (value > 0 or (value == 0 and not strict)):
            yield [Piece(value)] if value else []
        gap: Expr = ("-", high, low)
        for found in (pieces(s, gap), square_words(s, gap), completed_squares(s, gap)):
            if found is not None:
                yield found

    def _constant(self, s: Sequent, e: Expr, rewrite: list[str] | None = None) -> Fraction | None:
        """The number that an expression is, where its normal form is one."""
        try:
            value = self._rest(s, e, rewrite or [], self.nonzero(s))
        except (Unknown, Rejected):
            return None
        return value.get(UNIT, Fraction(0)) if set(value) <= {UNIT} else None

    def _by_facts(self, s: Sequent, goal: Expr) -> Node | None:
        """high - low as a nonnegative combination of at most two known inequalities and a number."""
        low, high = operands(_usual(goal))
        known = [n for n, f in s.facts.items() if head(_usual(f)) in ("<", "<=")]
        try:
            target = self._rest(s, ("-", high, low), [], [])
        except (Unknown, Rejected):
            return None
        columns: list[tuple[list[str], Poly]] = []
        for label in known:
            a, b = operands(_usual(s.facts[label]))
            try:
                columns.append(([label], self._rest(s, ("-", b, a), [], [])))
            except (Unknown, Rejected):
                continue
        from itertools import combinations

        from verifier.methods.combination import solve

        constants: list[list[tuple[list[str], Poly]]] = [[], [([], {UNIT: Fraction(1)})]]
        for size in (1, 2):
            for chosen in combinations(columns, size):
                for constant in constants:
                    self.tick()
                    every = [*chosen, *constant]
                    solution = solve([p for _, p in every], target)
                    if solution is None or any(c < 0 for c in solution):
                        continue
                    positive = [
                        {"weight": str(c), "facts": f} for (f, _), c in zip(every, solution, strict=True) if c
                    ]
                    node: Node = {"rule": "order", "positive": positive}
                    if accepts(s, goal, node):
                        return node
        return None

    def _squares(self, s: Sequent, goal: Expr, depth: int) -> Node | None:
        """Facts that say a sum of squares is 0: their roots vanish."""
        usable = self.rules(s)
        for label, formula in s.facts.items():
            usual = _usual(formula)
            if head(usual) not in ("==", "<=") or f"root:{label}" in s.facts or label.startswith("root:"):
                continue
            left, right = operands(usual)
            options = [pieces(s, left if self._constant(s, right) == 0 else ("-", left, right))]
            if head(usual) == "==":
                options += list(halves(s, left, right, usable))
            for found in options:
                if not found or not any(p.square is not None for p in found):
                    continue
                self.tick()
                names = [f"root:{label}" if i == 0 else f"root:{label}:{i}" for i in range(len(found))]
                if any(p.square is None for p in found) or any(n in s.facts for n in names):
                    continue
                items = [{**p.node(s), "as": n} for p, n in zip(found, names, strict=True)]
                for rewrite in ([], [u for u in usable if u != label]):
                    probe: Node = {"rule": "vanish", "fact": label, "positive": items, "rewrite": rewrite}
                    inner = _assumed(s, probe, found, names)
                    if inner is None:
                        continue
                    node = self.prove(inner, goal, depth - 1)
                    if node is not None:
                        return {**probe, "then": node}
                    break
        return None

    # -- contradictions -------------------------------------------------------------------------------
    def contradiction(self, s: Sequent, depth: int) -> Node | None:
        """Two facts that cannot both hold."""
        for label, formula in s.facts.items():
            self.tick()
            if head(formula) == "!=":
                node = self.equation(s, ("==", *operands(formula)))
                if node is not None:
                    return {"rule": "contradict", "fact": label, "proof": node}
            elif head(formula) in ("<", ">"):
                node = self.inequality(s, negation(formula))
                if node is not None:
                    return {"rule": "contradict", "fact": label, "proof": node}
            elif head(formula) == "==":
                usable = [u for u in self.rules(s) if u.removeprefix("~") != label]
                gap: Expr = ("-", *operands(formula))
                orders = [self._rewriting(s, gap, x, self.nonzero(s))[0] for x in (usable[::-1], usable)]
                for rewrite in ([], *orders):
                    try:
                        rest = self._rest(s, ("-", *operands(formula)), rewrite, self.nonzero(s))
                    except (Unknown, Rejected):
                        continue
                    if set(rest) == {UNIT}:
                        term = {"fact": label, "left": to_json(rational(-1 / rest[UNIT]))}
                        closing: Node = {
                            "rule": "order",
                            "positive": [{"weight": "1"}],
                            "terms": [term],
                            "rewrite": rewrite,
                        }
                        if accepts(s, FALSE, closing):
                            return closing
                node = self._entry_differs(s, label, formula)
                if node is not None:
                    return node
        return None

    def _entry_differs(self, s: Sequent, label: str, formula: Expr) -> Node | None:
        """An equation between matrices that fails in one entry, at fixed sizes."""
        gap: Expr = ("-", *operands(formula))
        try:
            _, shape = s.reader().read(gap)
        except Unknown:
            return None
        rows, columns = (x.constant for x in shape) if shape is not None else (None, None)
        if rows is None or columns is None or rows * columns > 64:
            return None
        for i in range(rows):
            for j in range(columns):
                left: Expr = ("T", ("basis", rows, i))
                right: Expr = ("basis", columns, j)
                try:
                    rest = self._rest(s, ("*", left, gap, right), [], [])
                except (Unknown, Rejected):
                    return None
                if set(rest) == {UNIT}:
                    factor: Expr = ("*", rational(-1 / rest[UNIT]), left)
                    term = {"fact": label, "left": to_json(factor), "right": to_json(right)}
                    node: Node = {"rule": "order", "positive": [{"weight": "1"}], "terms": [term]}
                    if accepts(s, FALSE, node):
                        return node
        return None


def _assumed(s: Sequent, probe: Node, found: list[Piece], names: list[str]) -> Sequent | None:
    """The sequent after a `vanish` step, if the kernel accepts the step."""

    class _Seen(Exception):
        pass

    result: list[Sequent] = []

    class _Spy(Checker):
        def check(self, sequent: Sequent, goal: Expr, node: object) -> None:  # type: ignore[override]
            if node == {"rule": "?"}:
                result.append(sequent)
                return
            super().check(sequent, goal, node)  # type: ignore[arg-type]

    try:
        _Spy().check(s, TRUE, {**probe, "then": {"rule": "?"}})
    except Rejected:
        return None
    return result[0] if result else None


def _exchanges_letters(formula: Expr) -> bool:
    """An equation whose left side is one variable, perhaps transposed or indexed."""
    while head(formula) in ("forall", "implies"):
        formula = operands(formula)[-1]
    left = operands(formula)[0] if head(formula) == "==" else None
    return isinstance(left, str) or head(left or 0) in ("T", "at")


def _turned(formula: Expr) -> Expr:
    op, args = head(formula), operands(formula)
    if op == "forall":
        return ("forall", args[0], args[1], _turned(args[2]))
    if op == "implies":
        return ("implies", args[0], _turned(args[1]))
    return ("==", args[1], args[0]) if op == "==" else formula


def _under(node: Node, then: Node | None) -> Node | None:
    return None if then is None else {**node, "then": then}
