"""Contradictions between the facts of a branch, in the matrix algebra: two of them that cannot both hold.

Decides: false, from facts.  How: for a strict inequality its opposite is shown by `inequalities`, for a != b the
equation by `equations`; an equation is at fault where its sides, rewritten with the other facts, differ by a number
other than 0, or do so in one entry of matrices of literal size.  Complete for: nothing.  Cannot do: case distinctions,
and contradictions between weak inequalities alone.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.closing import HOLE
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.algebra.words import UNIT
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import negation, operands, to_json
from verifier.language.text.rebuild import rational
from verifier.prove.matrices.equations import Node, accepted, accepts
from verifier.prove.matrices.inequalities import Inequalities


class Contradictions(Inequalities):
    """Derives false from the facts."""

    def contradiction(self, s: Sequent) -> Node | None:
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
                        term = {"fact": label, "in": to_json(("*", rational(-1 / Fraction(rest[UNIT])), HOLE))}
                        closing: Node = {
                            "rule": "order",
                            "positive": [{"weight": "1"}],
                            "terms": [term],
                            "rewrite": rewrite,
                        }
                        short = accepted(s, FALSE, closing)
                        if short is not None:
                            return short
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
                    factor: Expr = ("*", rational(-1 / Fraction(rest[UNIT])), left)
                    term = {"fact": label, "in": to_json(("*", factor, HOLE, right))}
                    node: Node = {"rule": "order", "positive": [{"weight": "1"}], "terms": [term]}
                    if accepts(s, FALSE, node):
                        return node
        return None
