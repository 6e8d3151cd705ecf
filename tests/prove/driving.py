"""The driver on claims written on one line, for the tests beside this: what it finds, the kernel checks."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import conjunction
from verifier.language.claim import claim
from verifier.language.named import negation, substitute
from verifier.prove.driver.closers import CLOSERS, prover
from verifier.prove.driver.driver import OutOfTime
from verifier.prove.driver.effort import now

Claim = tuple[str, dict[str, str], list[str]]


def lines(text: str) -> list[str]:
    return [line for line in text.strip().splitlines() if line]


def statement_of(text: str, variables: dict[str, str], given: list[str]) -> Statement:
    return claim("claim", text, variables=variables, given=given).statement()


def proves(
    statement: Statement, seconds: float, effort: int = 3, closers: Sequence[ModuleType] | None = None
) -> bool:
    """Whether the driver finds a proof; raises `Rejected` where the kernel does not accept what was found."""
    s = Sequent()
    for name, sort in statement.variables:
        s = s.declare(name, sort)
    for label, formula in statement.given:
        s = s.assume(label, formula)
    driver = prover(now() + seconds, CLOSERS if closers is None else closers)
    driver.given = frozenset(s.facts)
    try:
        node = driver.prove(s, statement.goal, effort)
    except OutOfTime:
        return False
    if node is not None:
        Checker().check(s, statement.goal, node)
    return node is not None


def proved(line: str, closers: Sequence[ModuleType] | None = None, effort: int = 2, seconds: float = 90.0) -> bool:
    """Whether a line ``goal | x in domain; ... | hypothesis; ...`` is proved, also on a machine that is busy."""
    goal, domains, given = ([p.strip() for p in part.split(";") if p.strip()] for part in (line + "||").split("|")[:3])
    variables: dict[str, str] = {}
    for part in domains:
        names, _, domain = part.partition(" in ")
        variables.update(dict.fromkeys(names.split(), domain))
    return proves(statement_of(goal[0], variables, given), seconds, effort, closers)


def refuted_at(statement: Statement, point: dict[str, int], seconds: float = 20.0) -> bool:
    """Whether the negation of the goal is proved at a point."""
    return proves(Statement((), (), substitute(conjunction([negation(statement.goal)]), point)), seconds, 1)
