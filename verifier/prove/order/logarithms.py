"""Comparing products of powers by their logarithms.

Decides: u < v, u <= v between products, quotients, powers with symbolic exponents and exponentials of positive terms,
such as (1 + x/n)**n <= exp(x) or ((a + b)/2)**(a + b) <= a**a*b**b: log u <= log v, written out as a sum, is left to
the other closers.  Complete for: nothing.  Cannot do: factors that may vanish, sums of powers.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import Field, is_real
from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, replaced
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.normal.term_rewriting import field_node
from verifier.prove.numbers.basic import gap_of, nonzero

NAME = "logarithms"
EFFORT = 2
Found = tuple[Expr, str | None]
Terms = list[tuple[str, Expr]]


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    less = as_less(goal)
    if head(less) not in ("<", "<=") or not all(is_real(a, s.sorts) for a in operands(less)):
        return None
    if not any(symbolic_power(e) or curved(e) for e in subexpressions(less)):
        return None
    return _through_fact(driver, s, less, effort) or _compared(driver, s, less, effort)


def _through_fact(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """u <= k*c from a <= c, a fact (the hypothesis of an induction, say), by way of u <= k*a."""
    low, high = operands(goal)
    factors = operands(high) if head(high) == "*" else (high,)
    for label, fact in s.facts.items():
        if head(as_less(fact)) not in ("<", "<="):
            continue
        a, c = operands(as_less(fact))
        if c not in factors or not any(symbolic_power(e) for e in subexpressions(a)):
            continue
        rest = list(factors)
        rest.remove(c)
        middle: Expr = ("*", *rest, a) if rest else a
        inner = _compared(driver, s, (str(head(goal)), low, middle), effort)
        if inner is None:
            continue
        branch = Branch(driver, s)
        below = branch.have((str(head(goal)), low, middle), inner)
        sign = branch.have((">=", ("*", *rest) if rest else 1, 0), effort=1)
        if sign is None:
            return None
        return branch.wrap(sum_of_products(driver, branch.s, goal, [[str(below)], [sign, label]]))
    return None


def sum_of_products(driver: Driver, s: Sequent, goal: Expr, products: list[list[str]]) -> Node | None:
    """The goal's difference of sides as a sum of products of facts."""
    field = Field(s.sorts)
    below = {f for r in (goal, *(s.facts[n] for p in products for n in p)) for f in gap_of(field, r)[1]}
    proofs = nonzero(driver, s, field, sorted(field.needed.union(below)))
    if proofs is None:
        return None
    return {"rule": "positive", "products": [{"facts": p} for p in products], "nonzero": proofs}


def _compared(driver: Driver, s: Sequent, less: Expr, effort: int) -> Node | None:
    low, high = operands(less)
    below, above = logarithm(low), logarithm(high)
    if below is None or above is None:
        return None
    branch = Branch(driver, s)
    for leaf in dict.fromkeys((*positive_leaves(low), *positive_leaves(high))):
        if branch.have((">", leaf, 0), effort=1) is None:
            return None
    if branch.have((str(head(less)), below, above), effort=effort) is None:
        return None
    name = "exp-monotone" if head(less) == "<" else "exp-monotone-weak"
    order = branch.instance(name, below, above)
    if order is None:
        return None
    for side in (low, high):
        found = exponential(branch, side)
        if found is None:
            return None
        if found[1] is not None:
            moved = replaced(branch.s.facts[order], ("fn", "exp", found[0]), side)
            order = branch.step({"rule": "replace", "fact": found[1], "on": order}, moved)
    return branch.wrap({"rule": "exact", "fact": order})


def symbolic_power(e: Expr) -> bool:
    return head(e) == "^" and any(isinstance(x, str) for x in subexpressions(operands(e)[1]))


def curved(e: Expr) -> bool:
    """Whether a term is an exponential of a power of something with variables: its logarithm is much plainer."""
    if head(e) != "fn" or operands(e)[0] != "exp":
        return False
    return any(head(p) == "^" and free_names(p) for p in subexpressions(operands(e)[1]))


def logarithm(e: Expr) -> Expr | None:
    """The logarithm of a product of powers as a sum; None for the number 0 and for what is negative."""
    op, args = head(e), operands(e)
    if isinstance(e, int):
        return None if e <= 0 else 0 if e == 1 else ("fn", "log", e)
    if op == "fn" and args[0] == "exp":
        return args[1]
    if e == ("fn", "E"):
        return 1
    if op in ("*", "/"):
        parts = [logarithm(a) for a in args]
        if any(p is None for p in parts):
            return None
        total = parts[0]
        for p in parts[1:]:
            total = joined(op == "*", total, p)  # type: ignore[arg-type]
        return total
    if op == "^":
        inner = logarithm(args[0])
        return None if inner is None else ("*", inner, args[1])
    if op == "sqrt":
        inner = logarithm(args[0])
        return None if inner is None else ("*", inner, ("/", 1, 2))
    return ("fn", "log", e)


def joined(times: bool, a: Expr, b: Expr) -> Expr:
    return ("+", a, b if times else ("neg", b))


def positive_leaves(e: Expr) -> list[Expr]:
    """The terms of which `logarithm` takes the logarithm."""
    op, args = head(e), operands(e)
    if isinstance(e, int) or e == ("fn", "E") or (op == "fn" and args[0] == "exp"):
        return []
    if op in ("*", "/"):
        return [leaf for a in args for leaf in positive_leaves(a)]
    if op in ("^", "sqrt"):
        return positive_leaves(args[0])
    return [e]


def exponential(branch: Branch, e: Expr) -> Found | None:
    """The logarithm of e as above, and the label of the fact ``exp(logarithm) == e`` (None for an exponential)."""
    op, args = head(e), operands(e)
    if op == "fn" and args[0] == "exp":
        return args[1], None
    if e == 1 or e == ("fn", "E"):
        return (0, branch.instance("exp-zero")) if e == 1 else (1, branch.instance("E"))
    if op in ("^", "sqrt"):
        return _power(branch, e)
    if op in ("*", "/"):
        return _product(branch, e)
    label = branch.instance("exp-log", e)
    return None if label is None else (("fn", "log", e), label)


def _power(branch: Branch, e: Expr) -> Found | None:
    base, exponent = (operands(e)[0], ("/", 1, 2)) if head(e) == "sqrt" else operands(e)
    inner = exponential(branch, base)
    if inner is None:
        return None
    total: Expr = ("*", inner[0], exponent)
    known = branch.instance("exp-power", inner[0], exponent)
    if known is None:
        return None
    if inner[1] is not None:
        moved = replaced(branch.s.facts[known], ("fn", "exp", inner[0]), base)
        known = branch.step({"rule": "replace", "fact": inner[1], "on": known}, moved)
    if head(e) == "sqrt":
        root = branch.instance("sqrt-power", base, effort=1)
        if root is None:
            return None
        moved = replaced(branch.s.facts[known], *operands(branch.s.facts[root]))
        known = branch.step({"rule": "replace", "fact": root, "on": known}, moved)
    return total, known


def _product(branch: Branch, e: Expr) -> Found | None:
    first, *rest = operands(e)
    p, found = first, exponential(branch, first)
    for q in rest:
        part = exponential(branch, q)
        if found is None or part is None:
            return None
        times = head(e) == "*"
        total = joined(times, found[0], part[0])
        known = branch.instance("exp-add", operands(total)[1], found[0])
        terms: Terms = [] if known is None else [(known, 1)]
        exp_p: Expr = ("fn", "exp", found[0])
        if times:
            terms += [(label, factor) for label, factor in ((found[1], q), (part[1], exp_p)) if label]
        else:
            inverse: Expr = ("fn", "exp", operands(total)[1])
            negative = branch.instance("exp-negative", part[0])
            ratio: Expr = ("/", p, q)
            terms += [(found[1], inverse)] if found[1] else []
            terms += [(negative, ratio)] if negative else []
            terms += [(part[1], ("neg", ("*", inverse, ratio)))] if part[1] else []
        p = (str(head(e)), p, q)
        found = _kept(branch, total, p, terms)
    return found


def _kept(branch: Branch, total: Expr, e: Expr, terms: Terms) -> Found | None:
    goal: Expr = ("==", ("fn", "exp", total), e)
    node = field_node(branch.driver, branch.s, goal, [(label, ("neg", times)) for label, times in terms])
    return None if node is None else (total, branch.have(goal, node))
