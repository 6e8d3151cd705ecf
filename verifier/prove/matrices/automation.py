"""What is obvious: close a goal without being told how.

`Auto.prove(sequent, goal)` takes the goal apart and tries, in this order: known facts, integer arithmetic, equations by
rewriting with the facts, equations as combinations of facts, inequalities that are visibly sums of squares, squares
that vanish, contradictions, induction, small witnesses.  It returns a node that the kernel has accepted at every leaf,
or None, which means "not found" and nothing else.  Complete for: nothing as a whole.  It invents no lemma, and no
witness beyond small ones.
"""

from __future__ import annotations

from verifier.kernel.algebra.integers import Unknown, index_of
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, RELATIONS, TRUE, Expr, head
from verifier.language.named import fresh, named_sequent, negation, operands, substitute, to_json
from verifier.library.trees import each, equal_from, of_a_constant
from verifier.prove.matrices.contradictions import Contradictions
from verifier.prove.matrices.equations import Node, OutOfTime, accepts, identical
from verifier.prove.matrices.rates import at_the_times, without_derivatives
from verifier.prove.matrices.vanishing import known, stated, vanished
from verifier.prove.matrices.visible_squares import halves, pieces
from verifier.prove.numbers.standing import Standing

__all__ = ["Auto", "Node", "OutOfTime", "accepts", "after"]

_CITING = Standing()  # labels of cited statements whose premises are being proved


def _alike(a: Expr, b: Expr) -> bool:
    """Whether two formulas may be the same up to names: most facts differ early, and are not looked at further."""
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and a[0] == b[0] and all(map(_alike, a[1:], b[1:]))
    return isinstance(b, str) if isinstance(a, str) else a == b


class Auto(Contradictions):
    """The automatic prover under a deadline."""

    def prove(self, s: Sequent, goal: Expr, depth: int = 3) -> Node | None:
        """A node that the kernel accepts for the goal, or None.  Raises `OutOfTime`."""
        self.tick()
        if identical(goal):
            return {"rule": "identical"}
        for label, fact in s.facts.items():  # what a constant sequence tends to
            if head(fact) == "tends" and f"value:{label}" not in s.facts:
                body, t, value = operands(fact)
                if t not in free_names(body):
                    inner = s.assume(f"value:{label}", ("==", value, body))
                    found = self.prove(inner, goal, depth)
                    return None if found is None else of_a_constant(fact, s, label, f"value:{label}", found)
        if head(goal) == "not":
            goal = negation(operands(goal)[0])
        if (known := self._known(s, goal)) is not None:
            return known
        if depth > 0 and head(goal) in (*RELATIONS, "false"):
            there, steps = at_the_times(s, goal, lambda around, premise: self.prove(around, premise, 0))
            if steps:
                found = self.prove(there, goal, depth)
                for step in reversed(steps):
                    found = _under(step, found)
                return found
        node = self._prove(s, goal, depth)
        return self._cited(s, goal, depth) if node is None and depth > 0 else node

    def _prove(self, s: Sequent, goal: Expr, depth: int) -> Node | None:
        op, args = head(goal), operands(goal)
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
            return _under({"rule": "negate", "as": label}, self.prove(inner, FALSE, depth)) if depth > 0 else None
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
        if depth > 0 and op in RELATIONS and (found := without_derivatives(s, goal, self.prove)) is not None:
            return found
        if op == "==":
            node = self.equation(s, goal)
        elif op in ("<", "<=", ">", ">="):
            node = self.inequality(s, goal)
        elif op == "!=":
            name = self.label(s, "equal")
            node = _under({"rule": "intro", "as": name}, self.prove(s.assume(name, ("==", *args)), FALSE, depth))
        elif goal == FALSE:
            node = self.contradiction(s)
        if node is None and depth > 0:
            node = self._squares(s, goal, depth)
        return node

    def _cited(self, s: Sequent, goal: Expr, depth: int) -> Node | None:
        """Apply a cited statement to the variables of the same names."""
        for label, formula in s.facts.items():
            if not label.startswith("cited:") or f"by:{label}" in s.facts or label in _CITING:
                continue
            at: list[object] = []
            premises: list[Node] = []
            while formula is not None and head(formula) in ("forall", "implies"):
                args = operands(formula)
                if head(formula) == "implies":
                    with _CITING.asking(label):  # not for its own premises
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
            return {"rule": "split", "nodes": []}
        for label, fact in s.facts.items():
            node: Node = {"rule": "exact", "fact": label}
            if (head(goal) == "not" or _alike(as_less(goal), as_less(fact))) and accepts(s, goal, node):
                return node
        return None

    def _forall(self, s: Sequent, goal: Expr, depth: int) -> Node | None:
        bound, sort, body = operands(goal)
        name = fresh(str(bound), frozenset(s.sorts))
        inner = s.declare(name, sort)
        node = _under({"rule": "intro", "as": name}, self.prove(inner, substitute(body, {str(bound): name}), depth))
        if node is not None or head(sort) != "integer" or operands(sort)[0] == "-oo" or depth <= 0:
            return node
        lo, hi = operands(sort)
        first, last = (None if x == "oo" else index_of(x).constant for x in (lo, hi))
        if first is not None and last is not None and last - first < 12:
            found = (self.prove(s, substitute(body, {str(bound): i}), depth - 1) for i in range(first, last + 1))
            nodes = [node for node in found if node is not None]
            taken = {*s.sorts, *s.facts}
            return each(goal, first, last, nodes, taken) if len(nodes) == max(0, last - first + 1) else None
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
        """Small witnesses: few integers near the start, 0, 1 and what is in scope for reals, 0 for matrices."""
        bound, sort, body = operands(goal)
        candidates: list[Expr] = []
        if head(sort) == "integer":
            lo = operands(sort)[0]
            start = lo if isinstance(lo, int) else 0
            candidates = [lo] if lo != "-oo" and not isinstance(lo, int) else []
            candidates += list(range(start, start + 7))
            candidates += [n for n, x in s.sorts.items() if head(x) == "integer"]
        elif head(sort) == "real":
            candidates = [0, 1, *[n for n, x in s.sorts.items() if head(x) == "real"][-3:]]
        elif head(sort) == "matrix":
            candidates = [("zeros", *operands(sort))]
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
                return equal_from(goal, s, start, name, proof, self.label(s, "equal"))
        return None

    def _squares(self, s: Sequent, goal: Expr, depth: int) -> Node | None:
        """Facts that say a sum of squares is 0: their roots vanish."""
        usable = self.rules(s)
        for label, formula in s.facts.items():
            usual = as_less(formula)
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
                    try:
                        roots = vanished(s, label, items, rewrite)
                    except (Rejected, Unknown):
                        continue
                    node = self.prove(known(s, roots), goal, depth - 1)
                    if node is not None:
                        return stated(roots, node)
                    break
        return None


def after(s: Sequent, probe: Node) -> Sequent | None:
    """The sequent after a step that adds facts, if the kernel accepts the step."""

    result: list[Sequent] = []

    class _Spy(Checker):
        def check(self, sequent: Sequent, goal: Expr, node: object) -> None:  # type: ignore[override]
            if node == {"rule": "?"}:
                result.append(named_sequent(sequent))
                return
            super().check(sequent, goal, node)  # type: ignore[arg-type]

    try:
        _Spy().check(s, TRUE, {**probe, "then": {"rule": "?"}})
    except Rejected:
        return None
    return result[0] if result else None


def _under(node: Node, then: Node | None) -> Node | None:
    return None if then is None else {**node, "then": then}
