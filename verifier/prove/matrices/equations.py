"""Equations of the matrix algebra, numbers included, at sizes that may be symbols; under a deadline.

Decides: a == b, from equations among the facts.  How: both sides are expanded; at literal sizes entry is compared with
entry; then facts are tried as rewriting rules, the latest first, one more as long as rewriting ends; what is left is
looked for as a combination of equations (`combination`). Complete for: equations whose two sides have one normal form
in the kernel (`kernel.words`). Cannot do: chains of rewriting in which a term has to be made larger first, and
combinations where more than 40 terms are left.
"""

from __future__ import annotations

import contextlib
from typing import Any

from verifier.kernel.algebra.closing import HOLE
from verifier.kernel.algebra.field import EXTENDED
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.algebra.words import Poly
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import same, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import fresh, operands, to_json
from verifier.language.text.rebuild import atom_expr, product
from verifier.prove.driver.effort import now
from verifier.prove.matrices import coordinates
from verifier.prove.matrices.at_sizes.entry_nodes import identity
from verifier.prove.matrices.combination import combine
from verifier.prove.matrices.spelling import Node, Rewriting, accepted, accepts
from verifier.prove.matrices.word_rewriting import rules_of

FEW = 6  # rules that are tried in more orders than one
__all__ = ["Equations", "Node", "OutOfTime", "accepted", "accepts", "identical"]


def identical(goal: Expr) -> bool:
    """a == a, letter for letter, where a has a value."""
    return head(goal) == "==" and same(*operands(goal)) and not any(
        head(e) == "fn" and operands(e)[0] in EXTENDED for e in subexpressions(goal)
    )  # fmt: skip


class OutOfTime(Exception):
    """The budget is spent; nothing follows from that."""


class Equations:
    """Closes equations; the sequent's facts are the only source of rules and of terms."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline

    def tick(self) -> None:
        """Raises `OutOfTime` behind the deadline."""
        if now() > self.deadline:
            raise OutOfTime

    def label(self, s: Sequent, stem: str) -> str:
        """A label that no fact has yet."""
        return fresh(stem, frozenset(s.facts))

    def rules(self, s: Sequent) -> list[str]:
        """Labels of facts that can be used for rewriting."""
        found: list[str] = []
        for label, formula in s.facts.items():
            if head(formula) == "and":
                continue
            for back in ("", "~"):
                try:
                    rules_of(back + label, s)
                except (Unknown, AssertionError, ValueError):
                    continue
                found.append(back + label)
                break
        return found

    def _rest(self, s: Sequent, e: Expr, rewrite: list[str], nonzero: list[str]) -> Poly:
        return Rewriting(s, {"nonzero": nonzero}, e, rewrite).rest()

    def nonzero(self, s: Sequent) -> list[str]:
        return [n for n, f in s.facts.items() if head(as_less(f)) in ("!=", "<")]

    def equation(self, s: Sequent, goal: Expr) -> Node | None:
        gap: Expr = ("-", *operands(goal))
        nonzero = self.nonzero(s)
        node: Node = {"rule": "linear"}
        if nonzero and ("'/'" in repr(goal) or "'/'" in repr(list(s.facts.values()))):
            node["nonzero"] = nonzero
        if accepts(s, goal, node):
            return node
        if all(isinstance(n, int) for x in s.sorts.values() for n in operands(x)):
            written = identity(s, goal)
            if written is not None:
                return written
        summed = self._over_coordinates(s, goal, gap, [], node)
        if summed is not None:
            return summed
        usable = self.rules(s)
        options: list[list[str]] = [[]]
        for labels in (usable[::-1], usable):  # the latest facts are the most special ones
            chosen, closed = self._rewriting(s, gap, labels, nonzero)
            short = self._shortest(s, goal, chosen, node) if closed else None
            if short is not None:
                return short
            if chosen not in options:
                options.append(chosen)
        letters = [u for u in usable if _exchanges_letters(s.facts[u.removeprefix("~")])]
        if letters not in options:
            options.insert(1, letters)
        for rewrite in options:
            summed = self._over_coordinates(s, goal, gap, rewrite, node) if rewrite else None
            if summed is not None:
                return summed
            found = self._combination(s, gap, rewrite, nonzero)
            if found is not None:
                dividing = {"nonzero": nonzero} if nonzero and "'/'" in repr(found) else {}
                candidate = accepted(s, goal, {**node, **dividing, "rewrite": rewrite, "terms": found})
                if candidate is not None:
                    return candidate
        others = [u for u in usable if u not in letters] if len(usable) <= FEW else []
        for labels in ([*letters, *others[::-1]], [*letters, *others]) if letters and others else ():
            chosen, closed = self._rewriting(s, gap, labels, nonzero)  # a rule may take away what another one needs
            short = self._shortest(s, goal, chosen, node) if closed else None
            short = short or self._over_coordinates(s, goal, gap, chosen, node)
            if short is not None:
                return short
        return None

    def _over_coordinates(self, s: Sequent, goal: Expr, gap: Expr, rewrite: list[str], node: Node) -> Node | None:
        """A node for an equation of which sums over coordinates are left, when it is rewritten."""
        nonzero = [n for n in self.nonzero(s) if "nonzero" in node]
        if "'sum'" not in repr([goal, *(s.facts[label.removeprefix("~")] for label in rewrite)]):
            return None
        with contextlib.suppress(Unknown, Rejected):
            if any(m[0] for m in self._rest(s, gap, rewrite, nonzero)):
                closing = {**node, "rewrite": rewrite} if rewrite else node
                return coordinates.equation(s, goal, lambda e: self._rest(s, e, rewrite, nonzero), closing)
        return None

    def _rewriting(self, s: Sequent, gap: Expr, labels: list[str], nonzero: list[str]) -> tuple[list[str], bool]:
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

    def _shortest(self, s: Sequent, goal: Expr, labels: list[str], node: Node) -> Node | None:
        """The node spelled out, rewriting with the facts that are needed; None where the kernel does not take it."""
        kept, best = list(labels), accepted(s, goal, {**node, "rewrite": labels})
        for label in labels if best is not None else ():
            fewer = [x for x in kept if x != label]
            shorter = accepted(s, goal, {**node, "rewrite": fewer})
            if shorter is not None:
                kept, best = fewer, shorter
        return best

    def _combination(self, s: Sequent, gap: Expr, rewrite: list[str], nonzero: list[str]) -> list[Node] | None:
        """Terms for the node, which may divide by what is not zero."""
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
        if not equations:
            return None

        cleared: dict[tuple[str, Expr, Expr], dict[Expr, int]] = {}

        def finish(label: str, left: Expr, right: Expr) -> Poly:
            self.tick()
            body: Expr = ("*", left, ("-", *operands(s.facts[label])), right)
            balance = Rewriting(s, {"nonzero": nonzero}, body, rewrite)
            rest = balance.rest()
            cleared[label, left, right] = balance.cleared
            return rest

        atoms = {a for _, value in equations for m in value for a, _ in m[1]}
        for unit in (None, *(u for u in _units(s, nonzero) if u in atoms)):
            scaled = gap if unit is None else ("*", atom_expr(unit), gap)
            try:
                balance = Rewriting(s, {"nonzero": nonzero}, scaled, rewrite)
                target = balance.rest()
            except (Unknown, Rejected):
                return None
            if len(target) > 40:
                return None
            terms = combine(target, equations, finish)
            if terms is not None:
                over: Expr = 1 if unit is None else ("/", 1, atom_expr(unit))
                factors = [product([over, _ratio(cleared[f, a, b], balance.cleared), c]) for f, c, a, b in terms]
                return [{"fact": f, "in": to_json(product([factor, a, HOLE, b]))}
                        for factor, (f, _, a, b) in zip(factors, terms, strict=True)]  # fmt: skip
        return None


def _ratio(above: dict[Expr, int], below: dict[Expr, int]) -> Expr:
    """A quotient of products of powers."""
    powers = {e: above.get(e, 0) - below.get(e, 0) for e in {**above, **below}}
    return product([("^", e, p) if p > 0 else ("^", ("/", 1, e), -p) for e, p in powers.items() if p])


def _units(s: Sequent, nonzero: list[str]) -> list[Any]:
    """Scalar atoms of which a fact says that they are not zero."""
    found: dict[Any, None] = {}
    for label in nonzero:
        with contextlib.suppress(Unknown, Rejected):
            gap = s.reader().read(("-", *operands(as_less(s.facts[label]))))[0]
            if len(gap) == 1 and not (m := next(iter(gap)))[0] and not m[2]:
                found.update(dict.fromkeys(atom for atom, _ in m[1]))
    return list(found)


def _exchanges_letters(formula: Expr) -> bool:
    """An equation whose left side is one variable, perhaps transposed or indexed."""
    while head(formula) in ("forall", "implies"):
        formula = operands(formula)[-1]
    left = operands(formula)[0] if head(formula) == "==" else None
    return isinstance(left, str) or head(left or 0) in ("T", "at")
