"""Inequalities between numbers of the matrix algebra: visible sums of squares, and combinations of known inequalities.

Decides: a <= b and a < b, at sizes that may be symbols.  How: b - a, as it stands or rewritten with equations among
the facts, is a number, a sum of squares by its form or its words or after completing squares (`visible_squares`), or
one that `matrix_squares` finds; else it is a nonnegative combination of at most two known inequalities and a number.
Complete for: polynomials of degree two in scalars that nothing is assumed of.  Cannot do: three inequalities at once,
products of inequalities beyond factors that are facts, case distinctions.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.algebra.words import UNIT, Poly
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.text.rebuild import poly_expr
from verifier.prove.matrices.combination import solve
from verifier.prove.matrices.equations import Equations, Node, accepts
from verifier.prove.matrices.squares.inner_products import inner_products
from verifier.prove.matrices.squares.matrix_squares import matrix_squares
from verifier.prove.matrices.squares.visible_squares import Piece, completed_squares, pieces, square_words


class Inequalities(Equations):
    """Closes inequalities between numbers; squares that are not visible are looked for where they are asked for."""

    def __init__(self, deadline: float, squares: bool = True) -> None:
        super().__init__(deadline)
        self.squares = squares

    def inequality(self, s: Sequent, goal: Expr) -> Node | None:
        low, high = operands(as_less(goal))
        strict = head(as_less(goal)) == "<"
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
                short = self._shortest(s, goal, rewrite, node)
                if short is not None:
                    return short
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
        return self._by_facts(s, goal) or inner_products(s, goal, self.tick)

    def _shapes(self, s: Sequent, low: Expr, high: Expr, strict: bool, rewrite: list[str]) -> Iterable[list[Piece]]:
        """Visible decompositions of high - low."""
        floor = self.constant(s, low, rewrite)
        if floor is not None and floor <= 0:
            found = pieces(s, high)
            if found is not None:
                yield [*found, Piece(-floor)] if floor else found
        value = self.constant(s, ("-", high, low), rewrite)
        if value is not None and (value > 0 or (value == 0 and not strict)):
            yield [Piece(value)] if value else []
        gap: Expr = ("-", high, low)
        for decompose in (pieces, square_words, completed_squares):
            found = decompose(s, gap)
            if found is not None:
                yield found
        if rewrite:
            with contextlib.suppress(Unknown, Rejected):
                found = square_words(s, poly_expr(self._rest(s, gap, rewrite, self.nonzero(s)).items()))
                if found is not None:
                    yield found
        found = matrix_squares(s, gap, self.tick) if self.squares else None
        if found is not None:
            yield found

    def constant(self, s: Sequent, e: Expr, rewrite: list[str] | None = None) -> Fraction | None:
        """The number that an expression is, where its normal form is one."""
        try:
            value = self._rest(s, e, rewrite or [], self.nonzero(s))
        except (Unknown, Rejected):
            return None
        return Fraction(value.get(UNIT, 0)) if set(value) <= {UNIT} else None

    def _by_facts(self, s: Sequent, goal: Expr) -> Node | None:
        """high - low as a nonnegative combination of at most two known inequalities and a number."""
        low, high = operands(as_less(goal))
        known = [n for n, f in s.facts.items() if head(as_less(f)) in ("<", "<=")]
        try:
            target = self._rest(s, ("-", high, low), [], [])
        except (Unknown, Rejected):
            return None
        columns: list[tuple[list[str], Poly]] = []
        for label in known:
            a, b = operands(as_less(s.facts[label]))
            try:
                columns.append(([label], self._rest(s, ("-", b, a), [], [])))
            except (Unknown, Rejected):
                continue
        constants: list[list[tuple[list[str], Poly]]] = [[], [([], {UNIT: Fraction(1)})]]
        for size in (1, 2):
            for chosen in combinations(columns, size):
                for constant in constants:
                    self.tick()
                    every = [*chosen, *constant]
                    solution = solve([p for _, p in every], target)
                    if solution is None or any(c < 0 for c in solution):
                        continue
                    positive = [{"weight": str(c), "facts": f} for (f, _), c in zip(every, solution, strict=True) if c]
                    node: Node = {"rule": "order", "positive": positive}
                    if accepts(s, goal, node):
                        return node
        return None
