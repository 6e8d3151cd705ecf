"""Numbers made from the members of sequences of vectors or matrices, as sequences of numbers.

Decides: goals about norm2(x[k]) and the like that hold for all sequences of numbers of which the same is known.  How:
a number in which members of such sequences stand, all at one index, becomes a member of a sequence of numbers, in the
goal and in the facts, under their quantifiers too; that it is not negative goes with it where the algebra of matrices
shows it; the goal for all such sequences is one for the driver, and is used at the numbers.  Complete for: nothing.
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import BINDERS, INTEGER, REAL, TRUE, Expr, head
from verifier.language.named import fresh, operands, replaced, to_json
from verifier.prove.driver.driver import Driver, Node
from verifier.prove.driver.objects import objects
from verifier.prove.numbers.letters import by_form, used_at

NAME = "numbers of sequences"
OBJECTS = True
EFFORT = 1
INDEX = "i"
_HEADS = ("trace", "det", "entry")


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    others = objects(s)
    sequences = frozenset(n for n in others if head(s.sorts[n]) == "sequence")
    if not sequences & free_names(goal):
        return None
    index = fresh(INDEX, frozenset(s.sorts))
    found: dict[Expr, str] = {}
    body = _put(goal, sequences, others, index, found, s)
    if not found or others & free_names(body):
        return None
    known: list[tuple[Expr, Node]] = []
    left: dict[str, Expr] = {}
    for label, fact in s.facts.items():
        new = _put(fact, sequences, others, index, found, s)
        left[label] = TRUE if others & free_names(fact) else fact
        if new != fact and not others & free_names(new) and head(new) != "and":
            known.append((new, {"rule": "exact", "fact": label}))
    for form, name in found.items():
        proof = by_form(driver, s.declare(index, INTEGER), (">=", form, 0))
        if proof is not None:
            sign: Expr = ("forall", index, INTEGER, (">=", ("at", name, index), 0))
            known.append((sign, {"rule": "intro", "as": index, "then": proof}))
    whole = body
    for f, _ in reversed(known):
        whole = ("implies", f, whole)
    for name in reversed(found.values()):
        whole = ("forall", name, ("sequence", REAL), whole)
    node = driver.prove(Sequent(s.sorts, left, s.context), whole, effort)  # names and labels stay taken
    if node is None:
        return None
    at = [{"value": to_json(form), "index": index} for form in found]
    return used_at(s, whole, node, at, [p for _, p in known])


def _put(
    e: Expr, sequences: frozenset[str], others: frozenset[str], index: str, found: dict[Expr, str], s: Sequent
) -> Expr:
    """The formula with members of sequences of numbers in the place of numbers made from one member each."""
    if not isinstance(e, tuple) or not sequences & free_names(e):
        return e
    if e[0] in _HEADS:
        places = list(dict.fromkeys(_places(e, sequences)))
        if len(places) == 1 and places[0] is not None:
            form: Expr = e
            for n in sorted(sequences & free_names(e)):
                form = replaced(form, ("at", n, places[0]), ("at", n, index))
            bound = free_names(form) - set(s.sorts) - {index}
            if not bound and (head(places[0]) is not None or places[0] not in free_names(form)):
                if form not in found:
                    found[form] = fresh(f"a{len(found) + 1}", frozenset(s.sorts) | free_names(e))
                return ("at", found[form], places[0])
        return e
    start = 2 if e[0] == "fn" else 1
    return (*e[:start], *(a if isinstance(a, str) else _put(a, sequences, others, index, found, s) for a in e[start:]))


def _places(e: Expr, sequences: frozenset[str]) -> list[Expr | None]:
    """The indices at which the sequences stand; None where one stands without an index or under a binder."""
    if e in sequences:
        return [None]
    if not isinstance(e, tuple) or not sequences & free_names(e):
        return []
    if e[0] == "at" and e[1] in sequences:
        return [e[2], *_places(e[2], sequences)]
    if e[0] in BINDERS:
        return [None]
    return [p for a in operands(e) for p in _places(a, sequences)]


