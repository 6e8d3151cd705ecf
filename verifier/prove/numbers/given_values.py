"""A variable that a hypothesis gives: from v == term, the term is put in its place where functions meet.

Where v stands inside a function, or a function stands in the term.  Decides: what follows once
the value is written out, such as exp(2*g) == q^2 from g == log(q).  The equation is used up, the problem has one
variable less, and the other closers go on.  It changes the problem and decides nothing by itself.
Complete for: the reduction.  Cannot do: equations that give a variable only after they are solved for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import RELATIONS, TRUE, Expr, head
from verifier.language.named import operands, replaced
from verifier.prove.driver.driver import Branch, Driver, Node

NAME = "given values"
EFFORT = 1
FUNCTIONS = ("fn", "sqrt", "abs", "floor", "mod", "min", "max")


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    known = list(given(s))
    for label, name, value, back in known:
        about = [n for n, f in s.facts.items() if n != label and head(f) in RELATIONS and name in free_names(f)]
        met = name in free_names(goal) and functional(value)
        if not met and not any(inside(f, name) for f in (goal, *(s.facts[n] for n in about))):
            continue
        branch = Branch(driver, s)
        rewrite: Node = {"rule": "replace", "fact": label, **({"back": True} if back else {})}
        new = {}
        for n in about:
            fact = replaced(s.facts[n], name, value)
            new[branch.step({**rewrite, "on": n}, fact)] = fact
        used = {n for n, f in s.facts.items() if n == label or name in free_names(f)}
        kept = {n: TRUE if n in used else f for n, f in s.facts.items()}  # their labels stay taken
        end = driver.prove(Sequent(s.sorts, {**kept, **new}, branch.s.context), replaced(goal, name, value), effort)
        return None if end is None else branch.wrap({**rewrite, "then": end})
    return None


def given(s: Sequent) -> Iterator[tuple[str, str, Expr, bool]]:
    """Equations between a number and a term without it: label, variable, term, whether right to left."""
    for label, fact in s.facts.items():
        if head(fact) != "==":
            continue
        for back, (name, value) in enumerate((operands(fact), operands(fact)[::-1])):
            # of an integer no floor is put in: it has its letter from `floors`
            sort = head(s.sorts.get(name, 0)) if isinstance(name, str) else None
            plain = sort == "real" or (sort == "integer" and not functional(value))
            if isinstance(name, str) and plain and name not in free_names(value):
                yield label, name, value, bool(back)
                break


def inside(e: Expr, name: str) -> bool:
    """Whether the variable stands in the argument of a function or in an exponent."""
    if not isinstance(e, tuple) or name not in free_names(e):
        return False
    if e[0] in FUNCTIONS or (e[0] == "^" and name in free_names(e[2])):
        return True
    return any(inside(a, name) for a in e[1:])


def functional(e: Expr) -> bool:
    """Whether a function is applied somewhere in it."""
    return isinstance(e, tuple) and (e[0] in FUNCTIONS or any(functional(a) for a in e[1:]))
