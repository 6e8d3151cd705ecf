"""Claims about integers: recurrences, induction, finitely many values, and passing to the reals.

Decides: equations and inequalities with factorials, binomials, powers, Fibonacci, harmonic, Stirling and Bell numbers
and finite sums or products with symbolic ends.  How: neighbouring terms are expressed by the first of them
(`neighbouring`); what is left is an identity, or follows by elimination (`elimination`), or by induction on an integer
variable (two values at once for second-order recurrences; a later start after finitely many values), in whose step
the rewritten hypothesis is eliminated and the other closers prove the rest.  A range between two numbers is gone
through; an integer variable that occurs only in real functions is made real.  Complete for: nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.kernel.algebra.integers import Index, Unknown, index_of
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, REAL, RELATIONS, Expr, head
from verifier.language.named import fresh, operands, replaced, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node, OutOfTime
from verifier.prove.driver.standing import Standing
from verifier.prove.integers.neighbouring import HANDLERS
from verifier.prove.matrices.equations import accepts
from verifier.prove.normal.term_rewriting import Rewriter, free_terms, integer
from verifier.prove.numbers.generalised import abstracted, bounds, enumerated, gapped, general, pruned, real
from verifier.prove.numbers.letters import generalised, lettered
from verifier.prove.order import elimination
from verifier.prove.refute.floating.rough import plausible
from verifier.prove.values.sums.creative import Found, parametric, recurrences, telescoped

NAME = "integers"
MOST = 8  # members that are numbers of their own, about
LATER = 8  # how much later than at the least value an induction may start
_OPEN = Standing()  # goals in normal form that are being proved


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal == FALSE:
        return None
    if head(as_less(goal)) == "<=" and all(head(e) == "floor" for e in operands(goal)) and effort > 0:
        branch = Branch(driver, s)
        a, b = (operands(e)[0] for e in operands(as_less(goal)))
        label = branch.instance("floor-monotone", a, b, effort=effort)
        return None if label is None else branch.wrap({"rule": "exact", "fact": label})
    combinatorial = any(known(t) for t in free_terms(goal))
    integers = [n for n in sorted(free_names(goal)) if head(s.sorts.get(n, 0)) == "integer"]
    if combinatorial:
        node = direct(driver, s, goal, effort)
        if node is not None:
            return node
    if effort < 2 or not integers:
        return None
    node = enumerated(driver, s, goal, integers, effort)
    if node is not None:
        return node
    if combinatorial and (node := ordered(driver, s, goal, effort)) is not None:
        return node
    if not combinatorial and (node := real(driver, s, goal, integers, effort)) is not None:
        return node
    if nested(s) > (effort > 2):
        return None
    if (node := gapped(driver, s, goal, integers, effort)) is not None:
        return node
    if not plausible(s, goal):
        return None
    if (node := abstracted(driver, s, goal, effort)) is not None:
        return node
    if nested(s) == 0 and head(goal) not in ("==", "!="):
        branch = signed(driver, s, goal, integers)
        if branch.steps:
            return branch.wrap(by_induction(driver, branch.s, goal, integers, effort))
    return by_induction(driver, s, goal, integers, effort)


def signed(driver: Driver, s: Sequent, goal: Expr, integers: list[str]) -> Branch:
    """That sums in a product are not negative, for all their ends: the induction may need it, and cannot carry it."""
    branch = Branch(driver, s)
    products = [e for e in subexpressions(goal) if head(e) == "*" and any(head(a) == "sum" for a in operands(e))]
    factors = dict.fromkeys(a for e in products for a in operands(e) if head(a) == "sum")
    if len(factors) < 2:
        return branch
    for n, lo in variables(s, goal, integers):
        for t in factors:
            if n in free_names(operands(t)[0]) or n not in free_names(t):
                continue
            m = fresh("end", frozenset(s.sorts) | free_names(goal))
            fact: Expr = ("forall", m, ("integer", lo.expr(), "oo"), (">=", substitute(t, {n: m}), 0))
            node = driver.within(0.2).prove(pruned(branch.s, n), fact, 2)
            if node is not None:
                branch.have(fact, node)
    return branch


def by_induction(driver: Driver, s: Sequent, goal: Expr, integers: list[str], effort: int) -> Node | None:
    for strength in (2, 3) if effort > 2 else (2,):
        for n, lo in variables(s, goal, integers):
            for width in (1, 2):
                node = induction(driver, s, goal, n, lo, width, strength)
                if node is not None:
                    return node
            if head(goal) not in ("==", "!=") and lo.constant is not None and nested(s) == 0:
                node = later(driver, s, goal, n, lo.constant, strength)
                if node is not None:
                    return node
    return None


def later(driver: Driver, s: Sequent, goal: Expr, n: str, lo: int, effort: int) -> Node | None:
    """The first values one by one, induction from a later start."""
    label = fresh("first", frozenset(s.facts))
    for start in range(lo + 1, lo + LATER):
        few: Expr = ("<=", n, start - 1)
        no = induction(driver, s.assume(label, (">", n, start - 1)), goal, n, Index.const(start), 1, effort)
        if no is None:
            continue
        yes = enumerated(driver, s.assume(label, few), goal, [n], effort)
        return None if yes is None else {"rule": "either", "formula": to_json(few), "as": label, "yes": yes, "no": no}
    return None


def known(e: Expr) -> bool:
    """Whether recurrences may say something about a term."""
    op = head(e)
    if op == "fn":
        return operands(e)[0] in HANDLERS
    return op in ("sum", "product") or (op == "^" and not isinstance(operands(e)[1], int))


def nested(s: Sequent) -> int:
    """In how many induction steps this is."""
    return sum(1 for label in s.facts if label.startswith("ih") and "." not in label)


# -- without induction --------------------------------------------------------------------------------


def direct(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """By rewriting, and by elimination with the equations among the facts."""
    branch = Branch(driver, s)
    rewriter = Rewriter(branch, HANDLERS)
    labels = [n for n, f in s.facts.items() if head(f) in ("==", "<", "<=", ">", ">=") and effort > 0]
    if head(goal) != "==":
        labels = [n for n in labels if any(known(t) for t in free_terms(s.facts[n]))]
    new = rewriter.run([goal, *(s.facts[n] for n in labels)])[0]
    if not rewriter.found:
        return _plain(driver, s, goal)
    if new in _OPEN:  # a goal in normal form is asked of the other closers once
        return None
    with _OPEN.asking(new):
        node = finish(driver, rewriter, new, labels, effort)
    return branch.wrap(rewriter.rewrite(goal, node))


def _plain(driver: Driver, s: Sequent, goal: Expr) -> Node | None:
    return elimination.equation(driver, s, goal, list(s.facts)) if head(goal) == "==" else None


def finish(driver: Driver, rewriter: Rewriter, goal: Expr, hypotheses: list[str], effort: int) -> Node | None:
    """A goal in normal form, from hypotheses that are brought into it."""
    branch = rewriter.branch
    labels = [rewriter.fact(label) for label in hypotheses]
    extra = constraints(rewriter, [goal, *(branch.s.facts[label] for label in labels)])
    if head(goal) == "==":
        other = foreign(goal)
        node = elimination.equation(driver, branch.s, goal, [*labels, *extra], effort if other else 0)
        if node is not None:
            return node
        return substituted(driver, branch, goal, labels, effort) if other else None
    if head(goal) in ("<", "<=", ">", ">=") and effort > 0:
        helpful(rewriter, [goal, *(branch.s.facts[label] for label in labels)])
        if not plausible(branch.s, goal):
            return None
        for strength in (1, effort) if effort > 1 else (1,):
            node = elimination.inequality(driver, branch.s, goal, labels, strength)
            node = node or substituted(driver, branch, goal, labels, strength)
            if node is not None:
                return node
        return None
    return driver.prove(branch.s, goal, effort) if rewriter.found else None


def helpful(rewriter: Rewriter, formulas: list[Expr]) -> None:
    """Facts about terms of the step: b^n >= 1, and log(u) - log(v) <= u/v - 1."""
    for t in dict.fromkeys(t for f in formulas for t in free_terms(f)):
        if head(t) == "^" and isinstance(operands(t)[0], int) and operands(t)[0] > 1 and free_names(t):  # type: ignore[operator]
            rewriter.instance("power-natural-one", *operands(t))
    terms = dict.fromkeys(t for f in formulas for t in free_terms(f))
    logs = [t for t in terms if head(t) == "fn" and operands(t)[0] == "log"]
    for t in logs[:3]:
        for u in logs[:3]:
            if t != u and len(t) == len(u) == 3:  # type: ignore[arg-type]
                ratio: Expr = ("/", operands(t)[1], operands(u)[1])
                if rewriter.instance("log-quotient", operands(t)[1], operands(u)[1]) is not None:
                    rewriter.instance("log-bound", ratio)


def foreign(e: Expr) -> bool:
    """Whether functions occur that recurrences know nothing of."""
    for t in free_terms(e):
        if head(t) in ("abs", "sqrt", "floor", "min", "max", "mod") and not isinstance(operands(t)[0], int):
            return True
        if head(t) == "fn" and operands(t)[0] not in HANDLERS and len(operands(t)) > 1:
            return True
        if t == ("fn", "I"):
            return True
    return False


def substituted(driver: Driver, branch: Branch, goal: Expr, labels: list[str], effort: int) -> Node | None:
    """With hypotheses ``term == value`` put into the goal, by the other closers."""
    used: list[str] = []
    for label in labels:
        fact = branch.s.facts[label]
        if head(fact) == "==" and known(operands(fact)[0]):
            new = replaced(goal, *operands(fact))
            if new != goal:
                goal = new
                used.append(label)
    node = driver.prove(branch.s, goal, effort)
    for label in reversed(used):
        if node is not None:
            node = {"rule": "replace", "fact": label, "then": node}
    return node


def constraints(rewriter: Rewriter, formulas: list[Expr]) -> list[str]:
    """Equations that hold for terms in normal form: ((-1)^n)^2 == 1, sqrt(5)^2 == 5, 2*GoldenRatio == 1 + sqrt(5)."""
    terms = list(dict.fromkeys(t for f in formulas for t in free_terms(f)))
    if ("fn", "GoldenRatio") in terms:
        terms.append(("sqrt", 5))
    found = [rewriter.instance("GoldenRatio")] if ("fn", "GoldenRatio") in terms else []
    for t in dict.fromkeys(terms):
        args = operands(t)
        if head(t) == "^" and args[0] == -1 and not isinstance(args[1], int):
            found.append(rewriter.instance("power-even", args[1]))
        if head(t) == "fn" and args[0] == "stirling1" and args[2] == 0:
            found.append(rewriter.instance("stirling1-edge", args[1]))
        if head(t) == "sqrt" and isinstance(args[0], int):
            found.append(rewriter.instance("sqrt-square", args[0]))
        if t == ("fn", "I"):
            found.append(rewriter.instance("I"))
    return [label for label in found if label is not None]


def ordered(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """binomial(u, v) with v <= u and with v > u, where that is open and the goal is no induction on both."""
    for t in free_terms(goal):
        if head(t) != "fn" or operands(t)[0] != "binomial" or head(goal) != "==":
            continue
        u, v = (integer(Branch(driver, s), e) for e in operands(t)[1:])
        if u is None or v is None or not (u - v).names():
            continue
        if s.context.entails(u - v) or s.context.entails(v - u.plus(1)) or not s.context.entails(u):
            continue
        few: Expr = ("<=", v.expr(), u.expr())
        label = fresh("order", frozenset(s.facts))
        yes = direct(driver, s.assume(label, few), goal, 1)
        no = yes and direct(driver, s.assume(label, (">", v.expr(), u.expr())), goal, 1)
        if yes and no:
            return {"rule": "either", "formula": to_json(few), "as": label, "yes": yes, "no": no}
    return None


# -- induction ----------------------------------------------------------------------------------------


def variables(s: Sequent, goal: Expr, integers: list[str]) -> Iterator[tuple[str, Index]]:
    """Variables with a least value; those that only occur at the ends of sums come first."""
    def inside(n: str) -> tuple[bool, bool]:
        summands = any(n in free_names(operands(t)[0]) for t in free_terms(goal) if head(t) in ("sum", "product"))
        _, high = bounds(s, n)
        return summands, bool(high)

    for n in sorted(integers, key=lambda n: (*inside(n), n)):
        low, _ = bounds(s, n)
        best = [x for x in low if all(s.context.below(y, x) for y in low)]
        if best:
            yield n, best[0]


def induction(driver: Driver, s: Sequent, goal: Expr, n: str, lo: Index, width: int, effort: int) -> Node | None:
    """For all m >= lo: the goal at m, by induction with `width` values at once; then m = n."""
    inner = pruned(s, n)
    m = fresh("m", frozenset(s.sorts) | free_names(goal))
    at = [substitute(goal, {n: ("+", m, i) if i else m}) for i in range(width)]
    base = [_first(driver, inner, substitute(a, {m: lo.expr()}), lo, min(effort, 2)) for a in at]
    if any(b is None for b in base):
        return None
    label = fresh("ih", frozenset(s.facts))
    body: Expr = at[0] if width == 1 else ("and", *at)
    sort: Expr = ("integer", lo.expr(), "oo")
    hypotheses = [label] if width == 1 else [f"{label}.{i}" for i in range(width)]
    target = substitute(at[-1], {m: ("+", m, 1)})
    sums = parametric(goal, n)
    found = recurrences(sums, n, width)
    if found is None or (width > 1 and sums and recurrences(sums, n, 1) is not None):
        return None
    node = step(driver, inner.declare(m, sort).assume(label, body), target, m, hypotheses, effort, found)
    if node is None:
        return None
    if width > 1:
        node = {"rule": "split", "nodes": [*({"rule": "exact", "fact": h} for h in hypotheses[1:]), node]}
    first = base[0] if width == 1 else {"rule": "split", "nodes": base}
    proof: Node = {"rule": "induction", "name": m, "as": label, "base": first, "step": node}
    return general(s, ("forall", m, sort, body), proof, n, None if width == 1 else 0)


def _first(driver: Driver, s: Sequent, goal: Expr, lo: Index, effort: int) -> Node | None:
    """The goal at the least value, also from what the recursions say of the member before."""
    node = driver.prove(s, goal, effort)
    if node is not None:
        return node
    branch = Branch(driver, s)
    members(branch, goal, [lo.plus(-1).expr()])
    return branch.wrap(opaque(driver, branch.s, goal, effort)) if branch.steps else None


def members(branch: Branch, target: Expr, values: list[Expr]) -> None:
    """What is known of all members of the sequences in a relation, at these values of the index."""
    sequences = {operands(e)[0] for e in subexpressions(target) if head(e) == "at"}
    for label, fact in list(branch.s.facts.items()):
        if head(fact) != "forall" or head(operands(fact)[1]) != "integer" or sequences.isdisjoint(free_names(fact)):
            continue
        name, sort, body = operands(fact)
        for value in values:
            try:
                Checker().fits(branch.s, value, sort)
            except (Rejected, Unknown):
                continue
            instance = substitute(body, {str(name): value})
            branch.step({"rule": "use", "fact": label, "at": [to_json(value)]}, instance, "at")


def step(
    driver: Driver, s: Sequent, target: Expr, m: str, hypotheses: list[str], effort: int, sums: list[Found]
) -> Node | None:
    """The goal at the next integer from the goal at m."""
    for margin in ((0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 2)) if sums else ((0, 0),):
        branch = Branch(driver, s)
        low, _ = bounds(s, m)
        for bound in low:
            branch.have((">=", m, bound.expr()), {"rule": "arith"})
        members(branch, target, [m, ("+", m, 1)])
        labels = [telescoped(branch, found, m, margin) for found in sums]
        if any(label is None for label in labels):
            continue
        known_facts = [*hypotheses, *(label for label in labels if label is not None)]
        rewriter = Rewriter(branch, HANDLERS)
        new = rewriter.run([target, *(branch.s.facts[h] for h in known_facts)])[0]
        with _OPEN.asking(new):
            node = opaque(driver, branch.s, new, effort) or finish(driver, rewriter, new, known_facts, effort)
        if node is not None:
            return branch.wrap(rewriter.rewrite(target, node))
    return None


def opaque(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """A relation between members and sums of sequences, as one between any numbers of which the same is known."""
    sequences = frozenset(n for n, sort in s.sorts.items() if head(sort) == "sequence") & free_names(goal)
    if head(goal) == "!=" or not sequences:
        return None
    def numbers(e: Expr) -> list[Expr]:
        return [t for t in free_terms(e) if head(t) in ("sum", "product", "at") and free_names(t) & sequences]

    branch = Branch(driver, s)
    used = respelled(branch, goal)
    for _, old, new in used:
        goal = replaced(goal, old, new)
    s = branch.s
    terms = dict.fromkeys(numbers(goal))
    for _ in range(2):  # of facts only with some of these
        near = [numbers(f) for f in s.facts.values() if head(f) in RELATIONS]
        terms |= dict.fromkeys(t for its in near if terms.keys() & set(its) and len(terms) < MOST for t in its)
    names = lettered(terms, "y", s.sorts)
    try:
        node = generalised(driver.within(0.5), s, goal, effort, names, sequences, [])
    except OutOfTime:
        driver.tick()
        return None
    for label, _, _ in reversed(used):
        node = node and {"rule": "replace", "fact": label, "then": node}
    return branch.wrap(node)


def respelled(branch: Branch, goal: Expr) -> list[tuple[str, Expr, Expr]]:
    """One spelling for each index of a member: equations (label, as it is, as it shall be), put in the facts."""
    facts = [f for f in branch.s.facts.values() if head(f) in RELATIONS]
    found: list[tuple[str, Expr, Expr]] = []
    for t in dict.fromkeys(t for f in (goal, *facts) for t in free_terms(f) if head(t) == "at"):
        name, index = operands(t)
        if branch.s.sorts.get(str(name)) != ("sequence", REAL):
            continue
        try:
            new: Expr = ("at", name, index_of(index).expr())
        except Unknown:
            continue
        if new != t and accepts(branch.s, ("==", t, new), {"rule": "linear"}):
            label = branch.step({"rule": "have", "formula": to_json(("==", t, new)), "proof": {"rule": "linear"}},
                                ("==", t, new), "spelled")  # fmt: skip
            found.append((label, t, new))
            for n, f in list(branch.s.facts.items()):
                if head(f) in RELATIONS and n != label and replaced(f, t, new) != f:
                    branch.step({"rule": "replace", "fact": label, "on": n}, replaced(f, t, new), "spelled")
    return found
