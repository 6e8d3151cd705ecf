"""What a method gets and what it gives.

A method is a module with ``NAME`` (for reports), a docstring that says what it decides, how, what it is
complete for and what it cannot do, and ``attempt(task) -> Evidence | None``.  None means "does not apply"
or "nothing found"; it never means "false".  Evidence is a certificate that the kernel has not seen yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr
from verifier.language.claim import Claim
from verifier.language.text.text import parse
from verifier.prove.driver.closers import prover
from verifier.prove.driver.driver import Driver
from verifier.prove.driver.effort import now
from verifier.prove.scripts.continuous import ContinuousTactics
from verifier.prove.scripts.tactics import Tactics

INDEX = "t"  # the index in the value of a sequence or a curve, the argument in that of a function


@dataclass(frozen=True)
class Evidence:
    """A certificate for the kernel, and words for the reader."""

    certificate: dict[str, Any]
    reason: str
    counterexample: Mapping[str, str] | None = None
    method: str = ""  # what decided it, where that says more than the name of the module


@dataclass
class Task:
    """A claim with its deadline; what one method learns, the next one finds here."""

    claim: Claim
    deadline: float
    notes: list[str] = field(default_factory=list)
    inhabited: dict[str, Any] | None = None  # the certificate of a point of the hypotheses, once there is one
    known: dict[str, Any] = field(default_factory=dict)  # what was found out about the claim, for who found it out

    @cached_property
    def statement(self) -> Statement:
        return self.claim.statement()

    @cached_property
    def cites(self) -> dict[str, Expr]:
        return dict(self.claim.lemmas)

    @cached_property
    def cited(self) -> Sequent:
        """Cited facts alone, without variables."""
        s = Sequent()
        for label, formula in self.cites.items():
            s = s.assume(f"cited:{label}", formula)
        return s

    @cached_property
    def sequent(self) -> Sequent:
        """Variables, hypotheses and cited facts.  Raises `Rejected` where a domain is malformed."""
        s = self.cited
        for name, sort in self.statement.variables:
            s = s.declare(name, sort)
        for label, formula in self.statement.given:
            s = s.assume(label, formula)
        return s

    def left(self) -> float:
        """Seconds until the deadline."""
        return max(0.0, self.deadline - now())

    def driver(self, share: float = 1.0) -> Driver:
        """The prover, for this share of the time that is left."""
        left = max(0.05, self.deadline - now())
        return prover(now() + share * left)

    def tactics(self, share: float = 1.0) -> Tactics:
        return ContinuousTactics(self.read, self.driver(share))

    def read(self, text: str, sorts: Mapping[str, Expr]) -> Expr:
        """Text in the language of the claim's page, under the names in scope."""
        return parse(text, declared=sorts, definitions=self.claim.definitions)

    def proof(self, tree: Mapping[str, Any], kind: str = "proof") -> dict[str, Any]:
        """A certificate from a tree, with the cited facts that the tree really uses."""
        import json

        text = json.dumps(tree)
        used = {
            label: Statement((), (), f).digest()
            for label, f in self.cites.items()
            if json.dumps(f"cited:{label}")[:-1] in text
        }
        certificate: dict[str, Any] = {"kind": kind, "tree": tree}
        return {**certificate, "cites": used} if used else certificate
