"""What is known of a claim when one of its hypotheses is taken away: the proof with it.  Imports no prover."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verifier.evidence.kernel.expr import TRUE, Expr


@dataclass(frozen=True)
class Offer:
    """The stored verdict of the claim with the hypothesis, and the hypothesis: its label and formula.

    Without a label, for several hypotheses at once, only the evidence is used.  `hinted` says that the page gives an
    argument or a counterexample for this question.
    """

    proved: Mapping[str, Any]
    label: str = ""
    formula: Expr = TRUE
    hinted: bool = False
