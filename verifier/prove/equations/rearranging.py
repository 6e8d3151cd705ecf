"""Equations whose terms are first written in another way: powers of one base, square roots, multiplied-out exponents.

Decides: u == v, mostly between integrands, where these rewritings make the sides equal.  How: each new form is a fact
that is proved and put in before the equation itself is asked for.  Complete for: nothing.  Cannot do: forms that are
not listed here.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.algebra.field import Field, constant
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, replaced, to_json
from verifier.prove.driver.driver import Branch, Node
from verifier.prove.values.integrals.integration import Integration
from verifier.prove.values.symbolic import from_sympy, symbol, to_sympy


def rearranged(work: Integration, s: Sequent, goal: Expr) -> Node | None:
    """A proof of the equation in another form; None where there is no other form, or it is not proved either."""
    branch = Branch(work.driver, s)
    new, facts = goal, []
    for e in dict.fromkeys(subexpressions(goal)):
        if head(e) == "^" and not isinstance(operands(e)[1], int):
            label = _as_power(work, branch, e) or _as_root(work, branch, e)
        elif head(e) == "fn" and operands(e)[0] == "exp":
            label = _multiplied_out(work, branch, e)
        else:
            continue
        if label is not None:
            facts.append(label)
            new = replaced(new, e, operands(branch.s.facts[label])[1])
    end = work.ask(branch.s, new, work.effort) if facts else None
    for fact in reversed(facts):
        end = None if end is None else {"rule": "replace", "fact": fact, "then": end}
    return branch.wrap(end)


def _as_power(work: Integration, branch: Branch, e: Expr) -> str | None:
    """A power of sin(u)**2, 1 - sin(u)**2, 1 + tan(u)**2 and the like as a power of sin(u), cos(u) or tan(u)."""
    base, exponent = operands(e)
    for root, k in _bases(base):
        shape: Expr = ("^", root, k)
        equal = None
        if base != shape:
            proof = work.ask(branch.s, ("==", base, shape), 2, 0.3)
            equal = None if proof is None else branch.have(("==", base, shape), proof)
            if equal is None:
                continue
        power = branch.instance("power-power", root, k, exponent, effort=1)
        if power is None:
            continue
        step: Node = {"rule": "exact", "fact": power}
        if equal is not None:
            step = {"rule": "replace", "fact": equal, "then": step}
        return branch.have(("==", e, ("^", root, ("*", k, exponent))), step)
    return None


def _bases(base: Expr) -> Iterator[tuple[Expr, int]]:
    """v and k such that the base may be v**k."""
    if head(base) == "^" and isinstance(operands(base)[1], int):
        yield operands(base)[0], int(operands(base)[1])  # type: ignore[arg-type]
    for e in subexpressions(base):
        if head(e) == "fn" and operands(e)[0] in ("sin", "cos", "tan"):
            u = operands(e)[1]
            yield from ((("fn", "cos", u), 2), (("fn", "sin", u), 2), (("fn", "cos", u), -2))
            return


def _as_root(work: Integration, branch: Branch, e: Expr) -> str | None:
    """b**(k/2) as a power of sqrt(b), for a positive b that is a sum."""
    base, exponent = operands(e)
    try:
        field = Field(branch.s.sorts)
        q = constant(field.read(exponent))
        top, below = field.read(base)
    except Unknown:
        return None
    if q is None or q.denominator != 2 or (len(top) < 2 and not below):
        return None
    k, half = abs(q.numerator), ("/", 1, 2)
    inner = Branch(work.driver, branch.s)
    root = inner.instance("sqrt-power", base, effort=1)
    power = inner.instance("power-power", base, half, q.numerator, effort=1)
    positive = inner.instance("power-positive", base, half, effort=1)
    if root is None or power is None or positive is None:
        return None
    plain: Expr = ("^", ("sqrt", base), k) if k > 1 else ("sqrt", base)
    new: Expr = plain if q > 0 else ("/", 1, plain)
    entries = [{"of": to_json(p), "proof": work.ask(inner.s, ("!=", p, 0), 1)} for p in (("^", base, half), base)]
    if any(entry["proof"] is None for entry in entries):
        return None
    end: Node = {"rule": "field", "terms": [{"fact": power, "times": 1}], "nonzero": entries}
    tree = inner.wrap({"rule": "replace", "fact": root, "back": True, "then": end})
    if tree is None or not work.driver.accepts(branch.s, ("==", e, new), tree):
        return None
    return branch.have(("==", e, new), tree)


def _multiplied_out(work: Integration, branch: Branch, e: Expr) -> str | None:
    """exp of a square as exp of a sum."""
    u = operands(e)[1]
    powers = [operands(p)[0] for p in subexpressions(u) if head(p) == "^"]
    if not any(head(q) in ("+", "-") for p in powers for q in subexpressions(p)):
        return None
    import sympy

    try:
        new = from_sympy(sympy.expand(to_sympy(u, {n: symbol(n, branch.s) for n in free_names(u)})))
    except ValueError:
        return None
    proof = work.ask(branch.s, ("==", u, new), 2, 0.5)
    equal = None if proof is None else branch.have(("==", u, new), proof)
    if equal is None:
        return None
    step: Node = {"rule": "replace", "fact": equal, "then": {"rule": "identical"}}
    return branch.have(("==", e, ("fn", "exp", new)), step)
