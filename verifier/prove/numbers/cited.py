"""Statements that were proved elsewhere, about variables of the same names: what they say of these.

Decides: relations and 'there is' that follow from them.  How: variables are put in for bound ones of their names and
sorts, premises are proved.  Complete for: nothing.  Cannot do: other values (`instantiation`, for vectors, matrices,
functions and indices).
"""

from __future__ import annotations

import contextlib

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.expr import FALSE, RELATIONS, Expr, Malformed, head
from verifier.language.named import fresh, operands
from verifier.prove.driver.driver import Driver, Node, under
from verifier.prove.driver.standing import Standing

NAME = "cited statements"
HEADS = (*RELATIONS, head(FALSE), "exists", "or", "tends")
EFFORT = 1
CITED = "cited:"
_CITING = Standing()  # labels of cited statements whose premises are being proved


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    for label, formula in s.facts.items():
        if not label.startswith(CITED) or head(formula) not in ("forall", "implies"):
            continue
        if f"by:{label}" in s.facts or label in _CITING:
            continue
        at: list[object] = []
        premises: list[Node] = []
        said: Expr | None = formula
        while said is not None and head(said) in ("forall", "implies"):
            args = operands(said)
            if head(said) == "implies":
                with _CITING.asking(label):  # not for its own premises
                    proof = driver.prove(s, args[0], 1)
                if proof is not None:
                    premises.append(proof)
                said = None if proof is None else args[1]
                continue
            name = str(args[0])
            if s.sorts.get(name) is None or head(s.sorts[name]) != head(args[1]):
                break
            t = fresh("t", frozenset(s.sorts))
            indexed = head(args[1]) in ("sequence", "curve", "function")
            at.append({"value": ["at", name, t], "index": t} if indexed else name)
            said = args[2]
        else:
            if said is None:
                continue
            node: Node = {"rule": "use", "fact": label, "at": at, "premises": premises, "as": f"by:{label}"}
            with contextlib.suppress(Rejected, Unknown, Malformed):  # of other shapes
                Checker().applied(s, formula, node)
                return under(node, driver.prove(s.assume(f"by:{label}", said), goal, effort))
    return None
