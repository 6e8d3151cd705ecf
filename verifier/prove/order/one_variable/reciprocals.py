"""Variables that occur only as reciprocals: 1/x becomes a variable of its own.

Decides: inequalities in which a variable x, known not to be 0, occurs only in denominators by itself, such as 1/x^2 +
2*y == 3; a new variable r with r == 1/x takes its place, and the problem without denominators goes to `squares`. It
changes the problem and decides nothing by itself.  Complete for: the reduction.  Cannot do: variables that occur
outside of denominators as well.
"""

from __future__ import annotations

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, Expr, head
from verifier.language.named import fresh, operands, replaced, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.order.certificates import squares

NAME = "reciprocals"
EFFORT = 2
RELATIONS = ("==", "!=", "<", "<=", ">", ">=")


def only_below(e: Expr, x: str) -> bool:
    """Whether x occurs in e, if at all, only as a factor of denominators."""
    if e == x:
        return False
    if not isinstance(e, tuple):
        return True
    if e[0] == "/":
        return only_below(e[1], x) and (_factor(e[2], x) or only_below(e[2], x))
    if e[0] == "^" and e[1] == x:
        return isinstance(e[2], int) and e[2] < 0
    return all(only_below(a, x) for a in e[1:])


def _factor(e: Expr, x: str) -> bool:
    """A product of powers of x and of terms without x."""
    if e == x:
        return True
    if isinstance(e, tuple) and e[0] == "*":
        return all(_factor(a, x) for a in e[1:])
    if isinstance(e, tuple) and e[0] == "^" and e[1] == x:
        return isinstance(e[2], int) and e[2] > 0
    return x not in free_names(e)


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal == FALSE:
        return None
    facts = {n: f for n, f in s.facts.items() if head(f) in RELATIONS}
    signs = {n for n, f in facts.items() if any(isinstance(a, int) for a in operands(f)) and any(
        isinstance(a, str) for a in operands(f))}  # fmt: skip
    chosen = [
        x for x, sort in s.sorts.items()
        if sort == ("real",) and x in free_names(goal) | frozenset().union(*(free_names(f) for f in facts.values()))
        and all(only_below(f, x) for f in (goal, *(f for n, f in facts.items() if n not in signs)))
        and any("'/'" in repr(f) or "'^'" in repr(f) for f in (goal, *facts.values()) if x in free_names(f))
        and driver.prove(s, ("!=", x, 0), 0) is not None
    ]  # fmt: skip
    if not chosen or (len(chosen) == 1 and not _worth(goal, facts, chosen[0])):
        return None
    branch = Introducing(driver, s)
    dropped: set[str] = set()
    current = goal
    ends: list[str] = []
    for x in chosen:
        at = branch.reciprocal(x)
        if at is None:
            return None
        new = operands(branch.s.facts[at])[1]
        ends.append(at)
        dropped |= {at}
        for label, fact in list(branch.s.facts.items()):
            if label in dropped or head(fact) not in RELATIONS or x not in free_names(fact):
                continue
            dropped.add(label)
            if label not in signs and label not in branch.own:
                branch.step({"rule": "replace", "fact": at, "on": label}, replaced(fact, x, new))
        current = replaced(current, x, new)
    end = squares.close(driver, branch.s, current, effort, frozenset(dropped))
    if end is None:
        return None
    for at in reversed(ends):
        end = {"rule": "replace", "fact": at, "then": end}
    return branch.wrap(end)


def _worth(goal: Expr, facts: dict[str, Expr], x: str) -> bool:
    """One reciprocal alone pays where it stands beside other variables."""
    return any(len(free_names(f)) > 1 and x in free_names(f) for f in (goal, *facts.values()))


class Introducing(Branch):
    """A branch that may take new variables."""

    def __init__(self, driver: Driver, s: Sequent) -> None:
        super().__init__(driver, s)
        self.own: set[str] = set()

    def reciprocal(self, x: str) -> str | None:
        """A new variable r with r == 1/x; the label of x == 1/r, or None."""
        r = fresh("r", frozenset(self.s.sorts) | {x})
        inverse: Expr = ("/", 1, x)
        apart = self.driver.prove(self.s, ("!=", x, 0), 0)
        if apart is None:
            return None
        nonzero = [{"of": x, "proof": apart}]
        there: Expr = ("exists", r, ("real",), ("==", r, inverse))
        proof: Node = {"rule": "witness", "value": to_json(inverse), "then": {"rule": "field", "nonzero": nonzero}}
        label = self.have(there, proof)
        assert label is not None
        same = self.label("inverse")
        self.steps.append({"rule": "obtain", "fact": label, "name": r, "as": same})
        self.s = self.s.declare(r, ("real",)).assume(same, ("==", r, inverse))
        self.own.add(same)
        for op in ("<", ">", "!="):
            known = self.driver.prove(self.s, (op, inverse, 0), 0)
            if known is None:
                continue
            sign = self.have((op, r, 0), {"rule": "replace", "fact": same, "then": known})
            assert sign is not None
            rest = {"of": r, "proof": self.driver.prove(self.s, ("!=", r, 0), 0)}
            term = {"fact": same, "times": ["/", ["neg", x], r]}
            return self.have(("==", x, ("/", 1, r)), {"rule": "field", "terms": [term], "nonzero": [*nonzero, rest]})
        return None
