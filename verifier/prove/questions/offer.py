"""What is known of a claim when one of its hypotheses is taken away: the proof with it.  Imports no prover."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.evidence.decision import Decision
from verifier.kernel.terms.expr import TRUE, Expr


@dataclass(frozen=True)
class Offer:
    """What was decided of the claim with the hypothesis, and the hypothesis: its label and formula.

    Without a label it is about several hypotheses at once, `parts`, and `formula` is their conjunction.  `hinted`
    says that the page gives an argument or a counterexample for this question.  `sorts` are those of all variables, of
    those as well that go with the hypothesis.
    """

    proved: Decision
    label: str = ""
    formula: Expr = TRUE
    hinted: bool = False
    sorts: Mapping[str, Expr] = field(default_factory=dict)
    parts: tuple[tuple[str, Expr], ...] = ()

    @property
    def taken(self) -> tuple[tuple[str, Expr], ...]:
        """The hypotheses that were taken away, by their labels."""
        return self.parts or (((self.label, self.formula),) if self.label else ())
