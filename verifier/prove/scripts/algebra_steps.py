"""Steps of a script that say how to compute: recursions, known facts, roots, limits, closing by the matrix algebra."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.kernel.algebra.closing import HOLE
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import INTEGER, Expr, head
from verifier.kernel.terms.shapes import Shapes
from verifier.language import script as S
from verifier.language.named import AXIOMS, fresh, operands, schema, substitute, to_json
from verifier.language.text.rebuild import product
from verifier.library.theorems import theorem
from verifier.library.trees import root, used
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.matrices.contradictions import Contradictions
from verifier.prove.matrices.spelling import spelled
from verifier.prove.matrices.squares.vanishing import known, stated, vanished
from verifier.prove.scripts.tactics import Parse, Stuck, Tactics


class AlgebraTactics(Tactics):
    """Scripts whose steps may say how to compute."""

    def __init__(self, parse: Parse, driver: Driver) -> None:
        super().__init__(parse, driver)
        self.algebra = Contradictions(driver.deadline)

    def _recursion(self, s: Sequent, goal: Expr, step: S.Recursion, rest: Sequence[S.Step], where: str) -> Node:
        sort: Expr = ("matrix", *(self.text(s, size) for size in step.shape.split(","))) if step.shape else ("real",)
        inner: dict[str, Expr] = {step.index: ("integer", 0, "oo"), step.value: sort}
        start, following = self.text(s, step.start), self.text(s, step.next, inner)
        node: Node = {"rule": "recursion", "name": step.name, "index": step.index, "value": step.value,
                      "sort": to_json(sort), "start": to_json(start), "next": to_json(following),
                      "as": self._name(s, step.label, step.name)}  # fmt: skip
        return {**node, "then": self.prove(self._after(s, node, where), goal, rest, where.rpartition(" > ")[0])}

    def _beyond(self, s: Sequent, goal: Expr, step: S.Beyond, rest: Sequence[S.Step], where: str) -> Node:
        bound, label = self.text(s, step.bound), self._name(s, step.name, "beyond")
        node: Node = {"rule": "use", "fact": label, "at": [to_json(bound)], "premises": []}
        try:
            Checker().applied(s, theorem("integer-beyond").statement, node)
        except (Rejected, Unknown) as error:
            raise Stuck(f"{where}: {error}") from None
        n = fresh("n", {*s.sorts, *free_names(bound)})
        inner = s.assume(label, ("exists", n, INTEGER, ("<", bound, n)))
        then = self.prove(inner, goal, rest, where.rpartition(" > ")[0])
        return used("integer-beyond", [to_json(bound)], [], label, then)

    def _rewritten(self, s: Sequent, goal: Expr, step: S.Rewritten, rest: Sequence[S.Step], where: str) -> Node:
        nodes: list[Node] = []
        on = step.fact
        for i, equation in enumerate(step.equations):
            last = i == len(step.equations) - 1
            name = self._name(s, step.name if last else "", "rewritten")
            node: Node = {"rule": "replace", "fact": equation, "on": on, "as": name}
            nodes.append(node if step.forwards else {**node, "back": True})
            s, on = self._after(s, nodes[-1], where), name
        then = self.prove(s, goal, rest, where.rpartition(" > ")[0])
        for node in reversed(nodes):
            then = {**node, "then": then}
        return then

    def _axiom(self, s: Sequent, goal: Expr, step: S.Axiom, rest: Sequence[S.Step], where: str) -> Node:
        if step.name not in AXIOMS:
            raise Stuck(f"{where}: there is no axiom {step.name!r}")
        if step.name in s.facts:
            return self.prove(s, goal, rest, where)
        then = self.prove(s.assume(step.name, AXIOMS[step.name]), goal, rest, where.rpartition(" > ")[0])
        return {"rule": "instance", "name": step.name, "at": [], "premises": [], "as": step.name, "then": then}

    def _recall(self, s: Sequent, goal: Expr, step: S.Recall, rest: Sequence[S.Step], where: str) -> Node:
        terms = [self.text(s, text) for text in step.at]
        try:
            letters, conditions, _ = schema(step.fact)
        except Rejected as error:
            raise Stuck(f"{where}: {error}") from None
        if len(letters) != len(terms):
            raise Stuck(f"{where}: {step.fact} is about {', '.join(letters) or 'nothing'}")
        values = dict(zip(letters, terms, strict=True))
        proofs = [self.prove(s, substitute(c, values), (), f"{where} premise") for c in conditions]
        node: Node = {"rule": "instance", "name": step.fact, "at": [to_json(t) for t in terms], "premises": proofs,
                      "as": self._name(s, step.name, step.fact)}  # fmt: skip
        return {**node, "then": self.prove(self._after(s, node, where), goal, rest, where.rpartition(" > ")[0])}

    def _root(self, s: Sequent, goal: Expr, step: S.Root, rest: Sequence[S.Step], where: str) -> Node:
        q = self.text(s, step.of)
        proof = self.prove(s, (">=", q, 0), step.by, where)
        fact: Expr = ("and", (">=", ("sqrt", q), 0), ("==", ("^", ("sqrt", q), 2), q))
        then = self.prove(s.assume(step.name, fact), goal, rest, where.rpartition(" > ")[0])
        return root(q, proof, step.name, then)

    def _limit(self, s: Sequent, goal: Expr, step: S.Limit, rest: Sequence[S.Step], where: str) -> Node:
        name = self._name(s, step.name, "limit")
        node: Node = {"rule": "limit", "fact": step.fact, "limits": list(step.limits), "as": name}
        return {
            **node,
            "then": self.prove(self._after(s, node, where), goal, rest, where.rpartition(" > ")[0]),
        }

    def _vanish(self, s: Sequent, goal: Expr, step: S.Vanish, rest: Sequence[S.Step], where: str) -> Node:
        positive = [self._square(s, q, f"{step.fact}:{i}") for i, q in enumerate(step.squares)]
        rewrite = self.algebra.rules(s) if step.rewrite is None else list(step.rewrite)
        rewrite = [r for r in rewrite if r.removeprefix("~") != step.fact]
        terms = self._terms(s, step.terms, where)
        self._fact(s, step.fact, where)
        try:
            roots = vanished(s, step.fact, positive, rewrite, terms)
        except (Rejected, Unknown) as error:
            raise Stuck(f"{where}: {error}") from None
        return stated(roots, self.prove(known(s, roots), goal, rest, where.rpartition(" > ")[0]))

    # -- closing --------------------------------------------------------------------------------------
    def _square(self, s: Sequent, q: S.Square, name: str) -> dict[str, Any]:
        scope: dict[str, Expr] = {v: ("integer", "-oo", "oo") for v, _, _ in q.over}
        term: dict[str, Any] = {"weight": q.weight, "facts": list(q.facts), "as": q.name or name}
        if q.root:
            term["square"] = to_json(self.text(s, q.root, scope))
        if q.nonzero:
            term["nonzero"] = q.nonzero
        if q.over:
            term["over"] = self._ranges(s, q.over)
        return term

    def _terms(self, s: Sequent, terms: Sequence[S.Term], where: str) -> list[dict[str, Any]]:
        return [
            self._inside(s, term, where)
            if isinstance(term, S.Inside)
            else {"fact": term[0], "in": to_json(product([self.text(s, term[1]), HOLE, self.text(s, term[2])]))}
            for term in terms
        ]

    def _inside(self, s: Sequent, term: S.Inside, where: str) -> dict[str, Any]:
        fact = self._fact(s, term.fact, where)
        if head(fact) != "==":
            raise Stuck(f"{where}: {term.fact} is no equation")
        shape = Shapes(s.sorts, s.context).term(operands(fact)[0])
        sort: Expr = ("real",) if shape is None else ("matrix", *(n.expr() for n in shape))
        scope: dict[str, Expr] = {v: INTEGER for v, _, _ in term.over}
        place = substitute(self.text(s, term.within, {**scope, "HOLE": sort}), {"HOLE": HOLE})
        over = self._ranges(s, term.over)
        return {"fact": term.fact, "in": to_json(place), **({"over": over} if over else {})}

    def _ranges(self, s: Sequent, over: Sequence[tuple[str, str, str]]) -> list[list[Any]]:
        """The ranges of a sum; the ends of one may mention the variables of those before it."""
        scope: dict[str, Expr] = {}
        found: list[list[Any]] = []
        for v, a, b in over:
            found.append([v, to_json(self.text(s, a, scope)), to_json(self.text(s, b, scope))])
            scope[v] = INTEGER
        return found

    def _linear(self, s: Sequent, goal: Expr, step: S.Linear, rest: Sequence[S.Step], where: str) -> Node:
        return self._closed(s, goal, {"rule": "linear", "rewrite": list(step.rewrite),
                                      "terms": self._terms(s, step.terms, where),
                                      "nonzero": list(step.nonzero) or self.algebra.nonzero(s)}, where)  # fmt: skip

    def _order(self, s: Sequent, goal: Expr, step: S.Order, rest: Sequence[S.Step], where: str) -> Node:
        positive = [self._square(s, q, "") for q in step.positive]
        return self._closed(s, goal, {"rule": "order", "positive": positive, "rewrite": list(step.rewrite),
                                      "terms": self._terms(s, step.terms, where),
                                      "nonzero": list(step.nonzero) or self.algebra.nonzero(s)}, where)  # fmt: skip

    def _closed(self, s: Sequent, goal: Expr, node: Node, where: str) -> Node:
        try:
            node = spelled(s, goal, node)
            Checker().check(s, goal, node)
        except (Rejected, Unknown) as error:
            raise Stuck(f"{where}: {error}") from None
        return node
