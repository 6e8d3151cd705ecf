"""Claims about remainders Mod(p, m): all remainders of the variables are tried.

Decides: relations between remainders of polynomials in integer variables, and of powers of literals with a natural
exponent, modulo literals, from facts of the same kind.  Complete for these, as long as there are few remainders.
Cannot do: moduli or bases that are variables.
"""

from __future__ import annotations

from verifier.kernel.binding import subexpressions
from verifier.kernel.expr import FALSE, Expr, head
from verifier.kernel.integers import Unknown
from verifier.kernel.logic import Rejected, Sequent
from verifier.kernel.residues import Residues
from verifier.methods.calculus.driver import Driver, Node, accepts

NAME = "remainders"


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal != FALSE and not _about(goal):
        return None
    labels = [label for label, f in s.facts.items() if _about(f) and _read(f)]
    if not _read(goal) or (goal == FALSE and not labels):
        return None
    for chosen in ([], labels) if labels and goal != FALSE else (labels,):
        node: Node = {"rule": "residues", "facts": chosen}
        if accepts(s, goal, node):
            return node
    return None


def _about(e: Expr) -> bool:
    return any(head(x) == "mod" for x in subexpressions(e))


def _read(e: Expr) -> bool:
    try:
        Residues(e)
    except (Rejected, Unknown):
        return False
    return True
