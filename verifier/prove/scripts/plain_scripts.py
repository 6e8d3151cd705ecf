"""Scripts for a formula at a point, as anyone would write them: parts, variables taken, simple witnesses, numbers.

Decides: hypotheses and negated goals at a point that a page suggests, where the prover needs to be told what to do.
How: the form of the formula says the steps; "there is" is tried with 0, with 1 and zero matrices, with the variables
before it, with their moduli, and with 1 and zero functions.  Complete for: nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.script import Numbers, Split, Step, Take, Witness
from verifier.language.text.printing import to_text
from verifier.prove.driver.task import Task
from verifier.prove.matrices.equations import OutOfTime
from verifier.prove.scripts.tactics import Stuck

#: What a number is, and the values of a function.
CHOICES = (("0", "0"), ("1", "1"), ("{}", "{}"), ("Abs({})", "Abs({})"), ("Abs({}) + 1", "Abs({}) + 1"), ("1", "0"))
FUNCTIONS = ("sequence", "curve", "function")
ORDERS = ("<", "<=", ">", ">=")


def closed_script(task: Task, formula: Expr, share: float) -> list[Step] | None:
    """A script that proves a closed formula; None where none was found."""
    return next((s for s in _candidates(formula) if _proves(task, formula, s, share)), None)


def _proves(task: Task, formula: Expr, script: list[Step], share: float) -> bool:
    try:
        task.tactics(share / 4).prove(Sequent(), formula, script)
    except (Stuck, Rejected, Unknown, OutOfTime):
        return False
    return True


def _candidates(formula: Expr) -> Iterator[list[Step]]:
    yield []
    seen: list[list[Step]] = [[]]
    chosen = CHOICES if any(head(e) == "exists" for e in subexpressions(formula)) else CHOICES[:1]
    for number, value in chosen:
        for numbers in (False, True):
            script = _Plain(number, value, numbers).script(formula)
            if script is not None and script not in seen:
                seen.append(script)
                yield script


class _Plain:
    """The steps that the form of a formula suggests.

    `number`, `value`: what witnesses are, and the values of those that are functions; `numbers`: whether all
    equations are about numbers, or those with functions alone.
    """

    def __init__(self, number: str, value: str, numbers: bool) -> None:
        self.number, self.value, self.numbers = number, value, numbers

    def script(self, formula: Expr, bound: str = "", assumed: bool = False) -> list[Step] | None:
        """`bound` is the last number that was taken; `assumed`: conditions were."""
        op, args = head(formula), operands(formula)
        if op == "and":
            parts = [self.script(a, bound, assumed) for a in args]
            return None if any(p is None for p in parts) else [Split([p for p in parts if p is not None])]
        if op == "forall" or op == "implies":
            names: list[str] = []
            while head(formula) == "forall":
                name, sort, formula = operands(formula)
                names.append(str(name))
                bound = str(name) if head(sort) in ("real", "integer") else bound
            if head(formula) == "implies":
                formula, assumed = operands(formula)[1], True
            rest = self.script(formula, bound, assumed)
            return None if rest is None else [Take(*names), *rest]
        if op == "exists":
            choice = self.value if head(args[1]) in FUNCTIONS else self.number
            witness, rest = _witness(args[1], choice, bound), self.script(args[2], bound, assumed)
            return None if witness is None or rest is None else [witness, *rest]
        functions = any(head(e) in ("fn", "sqrt") for e in subexpressions(formula))
        if not (self.numbers or op in ORDERS or functions):
            return []
        return [Numbers(using=None if assumed else [])]


def _witness(sort: Expr, choice: str, bound: str) -> Witness | None:
    if head(sort) in FUNCTIONS:
        inner = _witness(operands(sort)[-1], choice, bound)
        return None if inner is None else Witness(inner.value, index="r")
    if sort == ("matrix", 1, 1) and choice in ("0", "1"):
        return Witness(choice)
    if head(sort) == "matrix":
        zero = f"zeros({', '.join(to_text(n) for n in operands(sort))})"
        return Witness(zero) if choice in ("0", "1") else None
    if "{" in choice and not bound:
        return None
    return Witness(choice.format(bound)) if head(sort) in ("real", "integer") else None
