"""Claims from Python: SymPy or text in, a verdict out; or a file of claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier.evidence.decision import Decision
from verifier.evidence.verdict import Verdict, received, undecided
from verifier.language.claim import Claim, claim
from verifier.language.sympy_view.sympy_reading import from_sympy
from verifier.language.text.text import undeclared
from verifier.prove.portfolio import decide
from verifier.report.jsonout import checked
from verifier.run.checks import decide_all, from_file
from verifier.run.runner import DECIDE, Job, Runner, limits
from verifier.run.store import Store


def check(goal: Any, *, given: Any = (), budget: float = 10.0, isolated: bool = False, **domains: str) -> Verdict:
    """Decide one claim.

    `goal`: a SymPy relation or other Boolean expression, or a text in the language of the claim file; `given`: one
    hypothesis or several, each like the goal; `domains`: the domains of variables by name (``x="nonnegative"``), else
    taken from the symbols' assumptions, real where there are none.  `budget`: seconds.  With `isolated` the search
    runs in a process of its own under hard limits of time and memory.

    >>> check("asinh(x) <= x", x="nonnegative").verdict
    'proved'

    Raises `ClaimError` for what the language cannot say, with one line, and `ClaimTypeError` (a `TypeError`) for floats
    and for truth values: SymPy evaluates ``x**2 >= 0`` to True for a real x before anybody can look at it.
    """
    made = statement(goal, given, domains)
    if isolated:
        return _apart(made, budget)
    return decide(made, budget).of(made)


def check_file(
    path: str | Path, *, only: str | None = None, budget: float = 10.0, workers: int | None = None
) -> list[dict[str, Any]]:
    """Decide the claims of a file, each in a process of its own.

    The objects are those that ``verifier check FILE --json`` prints: for each claim its verdict, and for one with
    `because` whether it follows from what it cites, under ``"inference"``.  With `only`, the claim of this id alone.
    Raises `BadInput`, with one line, where the file cannot be read.
    """
    claims = from_file(Path(path), only)
    with Store() as store, Runner(workers) as runner:
        return [checked(one) for one in decide_all(claims, store, runner, budget, DECIDE, only)]


def statement(goal: Any, given: Any, domains: Mapping[str, str]) -> Claim:
    """The claim that the arguments of `check` mean.  Raises `ClaimError`."""
    hypotheses: Sequence[Any] = given if isinstance(given, (list, tuple)) else [given]
    read: list[Any] = []
    variables: dict[str, str] = {}
    for formula in (*hypotheses, goal):
        if isinstance(formula, (str, tuple)):
            read.append(formula)
            continue
        expression, found = from_sympy(formula)
        read.append(expression)
        variables.update(found)
    for text in read:
        if isinstance(text, str):
            variables.update(dict.fromkeys(undeclared(text, {**variables, **domains}), "real"))
    return claim("goal", read[-1], variables={**variables, **domains}, given=read[:-1])


def _apart(made: Claim, budget: float) -> Verdict:
    with Runner(1) as runner:
        job = Job(None, "verifier.run.searching:search", (DECIDE, made, budget), limits(budget))
        ((_, reply),) = runner.run([job])
    if reply.failure is not None:
        return undecided(reply.failure).of(made)
    return received(made.statement(), Decision.from_json(reply.value), made.cited).of(made)
