"""Terms whose value an evaluator may find: limits, integrals, derivatives and sums."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.prove.driver.driver import Branch, Driver

#: (driver, branch, term, effort) -> the value, with the fact ``term == value`` added to the branch, or None
Evaluator = Callable[[Driver, Branch, Expr, int], Expr | None]
Evaluators = Mapping[str, Evaluator]


def word(e: Expr) -> str | None:
    """The word under which an evaluator may know the term."""
    op = head(e)
    return str(operands(e)[0]) if op == "fn" else op


def terms(goal: Expr, s: Sequent, words: Container[str | None]) -> Iterator[Expr]:
    """The terms with such words that may be evaluated here, innermost first: those that mention no bound variable."""
    found = [e for e in subexpressions(goal) if word(e) in words and free_names(e) <= set(s.sorts)]
    yield from reversed(list(dict.fromkeys(found)))
