"""What a query gives: formulas with their names, how each was verified, and the forms in which they are shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from verifier.derive.batch_sources import numpy_source
from verifier.derive.entry_sources import entry_source
from verifier.derive.formulas import Formula, Formulas, Refused
from verifier.derive.sympy_form import sympy_form
from verifier.kernel.terms.expr import Expr
from verifier.language.claim import Claim, claim
from verifier.language.errors import ClaimError
from verifier.language.text.latex import to_latex
from verifier.language.text.printing import to_text
from verifier.models.model import Model
from verifier.prove.portfolio import decide

PASSED = ("proved", "checked")
CONFIRMED = "confirmed"  # by many digits, beside proofs: it decides nothing


@dataclass(frozen=True)
class Check:
    """One verification of an answer: what was asked, what came out, how, in how many seconds.

    `proved`: the kernel has checked a certificate.  `checked`: an exact comparison by another route came out equal;
    `how` says what was compared, and an equality at a point is no proof.  `confirmed`: flows integrated to many digits
    agree, which decides nothing.
    """

    what: str
    verdict: str
    how: str
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.what}: {self.verdict} ({self.how}, {self.seconds * 1000:.0f} ms)"


@dataclass(frozen=True)
class Answer(Formulas):
    """Verified formulas about a model, for given sizes or (`sizes` is None) for all sizes."""

    checks: tuple[Check, ...] = ()
    notes: tuple[str, ...] = ()
    verifier: Callable[[], Sequence[Check]] | None = field(default=None, compare=False, repr=False)

    def verify(self) -> tuple[Check, ...]:
        """Run the verification again; each check with its verdict."""
        return tuple(self.verifier()) if self.verifier is not None else self.checks

    @property
    def verified(self) -> bool:
        """Whether there are checks, and all of them came out."""
        verdicts = {c.verdict for c in self.checks}
        return bool(verdicts & set(PASSED)) and verdicts <= {*PASSED, CONFIRMED}

    def sympy(self) -> dict[str, Any]:
        """The formulas as SymPy objects, by name.  Raises `Refused` where SymPy has no such form."""
        return {f.name: self._value(f) for f in self.formulas}

    def _value(self, f: Formula) -> Any:
        if f.term is None:
            return f.value
        try:
            return sympy_form(f.term, self.sorts)
        except ClaimError as error:
            raise Refused(f"{f.name}: {error}; ask for latex, or for given sizes") from None
        except (NotImplementedError, TypeError) as error:  # SymPy's own: sums of matrices with one-by-one factors
            raise Refused(f"{f.name}: SymPy cannot hold it ({error}); ask for latex, or for given sizes") from None

    def text(self) -> str:
        """The formulas in the text language, or as SymPy prints them; one line each."""
        return "\n".join(f"{f.name} = {to_text(f.term) if f.term is not None else f.value}" for f in self.formulas)

    def latex(self) -> str:
        """The formulas as LaTeX, one line each."""
        from sympy import latex

        shown = (to_latex(f.term) if f.term is not None else latex(f.value) for f in self.formulas)
        return "\n".join(rf"{f.latex_name} = {s}" for f, s in zip(self.formulas, shown, strict=True))

    def python(self) -> str:
        """Source of a Python function of exact or floating numbers.  Raises `Refused` for all sizes."""
        return entry_source(self, "python")

    def numpy(self) -> str:
        """Source of a NumPy function that is vectorised over leading batch axes.  Raises `Refused`."""
        return numpy_source(self)

    def _repr_latex_(self) -> str:
        lines = self.latex().splitlines()
        if len(lines) == 1:
            return f"$${lines[0]}$$"
        return r"$$\begin{gathered}" + r" \\ ".join(lines) + r"\end{gathered}$$"

    def __str__(self) -> str:
        lines = [self.text(), *(str(c) for c in self.checks), *self.notes]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            "query": self.query, "model": self.model.name,
            "sizes": dict(self.sizes) if self.sizes is not None else None,
            "formulas": [{"name": f.name, "text": to_text(f.term) if f.term is not None else str(f.value),
                          "latex": latex} for f, latex in zip(self.formulas, self.latex().splitlines(), strict=True)],
            "checks": [{"what": c.what, "verdict": c.verdict, "how": c.how, "seconds": round(c.seconds, 4)}
                       for c in self.checks],
            "notes": list(self.notes), "source": self.model.source,
        }  # fmt: skip


# -- verifying -----------------------------------------------------------------------------------------


def proved(
    what: str, goal: Expr | str, model: Model, letters: Mapping[str, Any] | None = None,
    given: Sequence[str] | Mapping[str, Any] = (), argument: Sequence[Any] = (), budget: float = 5.0,
) -> Check:  # fmt: skip
    """The verdict on a claim about the model's letters, for all their values and sizes; `letters` replaces some."""
    data = {n: model.free[n] for n in model.data}  # diagonal data as symmetric: what holds for these holds for those
    made = claim(what, goal, variables={**model.variables, **data, **(letters or {})}, definitions=model.definitions,
                 given=given, argument=argument)  # fmt: skip
    return decided(what, made, budget)


def decided(what: str, made: Claim, budget: float = 10.0) -> Check:
    """The verdict on a claim as a check; a claim that is left undecided is tried once more, on a machine less busy."""
    start = time.monotonic()
    verdict = decide(made, budget)
    if verdict.verdict == "undecided":
        verdict = decide(made, budget)
    return Check(what, verdict.verdict, verdict.method or verdict.reason, time.monotonic() - start)


def demanded(answer: Answer) -> Answer:
    """The answer with its checks run.  Raises `Refused` where one does not come out: nothing unverified is shown."""
    return accepted(replace(answer, checks=tuple(answer.verify())))


def accepted(answer: Answer) -> Answer:
    """The answer, whose checks have been run.  Raises `Refused` where one has not come out."""
    for check in answer.checks:
        if check.verdict not in (*PASSED, CONFIRMED):
            hint = "; give sizes" if answer.sizes is None else ""
            why = f"{check.what} is {check.verdict}, so nothing is shown{hint}"
            raise Refused(f"{answer.query} of {answer.model.name}: {why}")
    return answer
