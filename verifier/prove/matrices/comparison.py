"""Comparison of a curve with the solution of a linear differential equation.

Decides: bounds of u(T) where a hypothesis says u' <= a u + b or u' >= a u + b for all times from 0 on, a and b fixed.
How: the comparison lemmas of `flows` in the library, with u or -u; the rest is left to the driver.  Complete for:
nothing.  Cannot do: rates that move with time, several curves at once, other starting times than 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import REAL, Expr, head
from verifier.language.named import operands
from verifier.language.script import Have, Numbers, Step, Take, Use
from verifier.language.text.printing import to_text
from verifier.library.short_names import COMPARISON, GRONWALL, LINEAR_GROWTH, STRICT_COMPARISON
from verifier.prove.driver.task import Evidence, Task
from verifier.prove.matrices.equations import OutOfTime
from verifier.prove.matrices.rates import times
from verifier.prove.scripts.tactics import Stuck

NAME = "comparison"


def attempt(task: Task) -> Evidence | None:
    """A proof that uses one differential inequality of the hypotheses at the times in the goal."""
    s = task.sequent
    curves = frozenset(n for n, sort in s.sorts.items() if sort == ("curve", REAL))
    goal = task.statement.goal
    if not curves & free_names(goal) or head(goal) not in ("<", "<=", ">", ">="):
        return None
    for script in _scripts(s, goal, curves):
        try:
            tree = task.tactics(0.3).prove(s, goal, script)
        except (Stuck, Rejected) as error:
            task.notes.append(f"comparison: {error}"[:200])
            continue
        except OutOfTime:
            return None
        return Evidence(task.proof(tree), "proved for all values, by comparison with a linear differential equation")
    return None


def _scripts(s: Sequent, goal: Expr, curves: frozenset[str]) -> Iterator[list[Step]]:
    for label, fact in s.facts.items():
        if head(fact) != "forall" or operands(fact)[1] != REAL:
            continue
        t, _, body = operands(fact)
        relation = as_less(operands(body)[1] if head(body) == "implies" else body)
        if head(relation) not in ("<", "<="):
            continue
        for u in sorted(curves & free_names(relation)):
            found = _linear(relation, u, str(t))
            if found is None:
                continue
            sign, a, b = found
            for time in times(goal, frozenset([u])):
                if time != 0:
                    yield _script(label, str(head(relation)), u, sign, a, b, time)


def _linear(relation: Expr, u: str, t: str) -> tuple[str, Expr, Expr] | None:
    """("", a, b) for u' <= a u + b, ("-", a, b) for -u' <= a (-u) + b; None where a or b moves."""
    rate, value = ("rate", u, t), ("at", u, t)
    left, right = operands(relation)
    if left == rate:
        sign, bound = "", right
    elif right == rate:
        sign, bound = "-", ("neg", left)
    else:
        return None
    parts = _parts(bound, value)
    if parts is None:
        return None
    a, b = parts if not sign or parts[0] == 0 else (("neg", parts[0]), parts[1])  # -u' <= (-a)(-u) + b
    if any(t in free_names(e) or any(head(x) in ("at", "rate") for x in subexpressions(e)) for e in (a, b)):
        return None
    return sign, a, b


def _parts(e: Expr, value: Expr) -> tuple[Expr, Expr] | None:
    """(a, b) with e == a*value + b, read off the form of e; None where it is not linear in that form."""
    if e == value:
        return 1, 0
    if value not in tuple(subexpressions(e)):
        return 0, e
    op, args = head(e), operands(e)
    found = [_parts(x, value) for x in args]
    if op in ("+", "-", "neg") and None not in found:
        moving = [(i, p[0]) for i, p in enumerate(found) if p is not None and p[0] != 0]
        fixed = [(i, p[1]) for i, p in enumerate(found) if p is not None and p[1] != 0]
        return _sum(str(op), moving), _sum(str(op), fixed)
    if op in ("*", "/"):
        places = [i for i, x in enumerate(args) if value in tuple(subexpressions(x))]
        inside = found[places[0]]
        if len(places) == 1 and inside is not None and (op == "*" or places == [0]):
            return tuple(
                0 if p == 0 else (op, *(p if i == places[0] else x for i, x in enumerate(args))) for p in inside
            )  # type: ignore[return-value]
    return None


def _sum(op: str, terms: list[tuple[int, Expr]]) -> Expr:
    signed = [("neg", x) if op == "neg" or (op == "-" and i) else x for i, x in terms]
    return 0 if not signed else signed[0] if len(signed) == 1 else ("+", *signed)


def _script(label: str, relation: str, u: str, sign: str, a: Expr, b: Expr, time: Expr) -> list[Step]:
    rates: list[Step] = [
        Take("instant"), Use(label, at=["instant"], premises=[[Numbers()]], name="now"), Numbers(),
    ]  # fmt: skip
    value, until = (f"{sign}{u}[s]", "s"), to_text(time)
    first: list[Step] = [Numbers()]
    if a == 0:
        used = Use(LINEAR_GROWTH.name, at=[value, to_text(b), until], premises=[first, rates], name="compared")
        return [LINEAR_GROWTH, used, Numbers()]
    positive = Have(f"exp(({to_text(a)})*({until})) > 0", name="factor", by=[Numbers(using=[])])
    if b == 0 and relation == "<=":
        used = Use(GRONWALL.name, at=[value, to_text(a), until], premises=[first, rates], name="compared")
        return [GRONWALL, used, positive, Numbers()]
    lemma = STRICT_COMPARISON if relation == "<" else COMPARISON
    used = Use(lemma.name, at=[value, to_text(a), to_text(b), until], premises=[first, first, rates], name="compared")
    return [lemma, used, positive, Numbers()]
