"""What holds for all vectors, matrices, functions or indices is used at terms of the goal.

Decides: goals that follow from instances.  How: a bound variable stands in the hypothesis as an argument of a function,
a sequence or a curve, as an index of an entry, or as the last factor of a product; what stands there in the goal and in
other facts is put in for it, or what has its shape, where nothing does.  Premises are proved.  In two generations, so
that the second sees the terms of the first.  Complete for: nothing.  Cannot do: values that stand nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from verifier.kernel.algebra.integers import Index, Unknown, index_of
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import RELATIONS, TRUE, Expr, head
from verifier.language.named import fresh, operands, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.normal.term_rewriting import free_terms

NAME = "instances"
OBJECTS = True
EFFORT = 1
MOST = 24  # instances of one fact
TERMS = 8  # for one bound variable
FROM = "case of "
APPLIED = ("at", "rate")  # values and slopes
ENTRIES = (*APPLIED, "entry")  # and entries, with effort or among few facts: where there are some there are many
FEW = 8


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if any(label.startswith(FROM * 2) for label in s.facts):
        return None
    branch = Branch(driver, s)
    again = any(label.startswith(FROM) for label in s.facts)
    few = sum(fact != TRUE for fact in s.facts.values()) <= FEW
    heads = ENTRIES if effort > 2 or few else APPLIED
    for label, fact in s.facts.items():
        if head(fact) == "forall" and not label.startswith(FROM):
            _use(branch, label, fact, goal, again, heads)
    return branch.wrap(driver.prove(branch.s, goal, effort)) if branch.steps else None


def _use(branch: Branch, label: str, fact: Expr, goal: Expr, again: bool, heads: tuple[str, ...]) -> None:
    """Add the instances of a fact; `again`: in the second generation."""
    bound: list[tuple[str, Expr]] = []
    body = fact
    taken = set(branch.s.sorts)
    while head(body) == "forall":
        name, sort, inner = operands(body)
        new = fresh(str(name), taken)
        taken.add(new)
        body = substitute(inner, {str(name): new})
        bound.append((new, sort))
    for n, sort in bound:
        anywhere = head(sort) in ("matrix", "function") or (head(sort) == "integer" and heads == ENTRIES)
        if not anywhere and not _patterns(n, sort, body, heads):
            return
    indexed = any(head(sort) == "integer" for _, sort in bound)
    if indexed and again:  # values of values of ...
        return
    ground = [t for f in ((goal,) if indexed else (goal, *_relations(branch.s))) for t in free_terms(f)]
    if indexed:
        ground += [t for e in tuple(ground) for last in _last(e) for t in free_terms(last)]
    choices = [_values(branch.s, name, sort, body, ground, heads) for name, sort in bound]
    for values in islice(product(*choices), MOST):
        at = dict(zip((n for n, _ in bound), values, strict=True))
        formula, premises = substitute(body, at), []
        while head(formula) == "implies":
            given, formula = operands(formula)
            proof = branch.driver.prove(branch.s, given, 0)
            if proof is None:
                break
            premises.append(proof)
        else:
            if formula in branch.s.facts.values():
                continue
            node: Node = {"rule": "use", "fact": label, "at": [to_json(v) for v in values], "premises": premises}
            try:
                Checker().applied(branch.s, fact, node)
            except (Rejected, Unknown):
                continue
            branch.step(node, formula, FROM * (2 if again else 1) + label)


def _last(e: Expr) -> Iterator[Expr]:
    """The last term of a sum, the last factor of a product: what a step of an induction adds."""
    if head(e) in ("sum", "product"):
        body, index, _, end = operands(e)
        yield substitute(body, {str(index): end})


def _relations(s: Sequent) -> Iterator[Expr]:
    return (f for f in s.facts.values() if head(f) in RELATIONS)


def _values(s: Sequent, name: str, sort: Expr, body: Expr, ground: list[Expr], heads: tuple[str, ...]) -> list[Expr]:
    """Terms to put in for a bound variable, the best first."""
    found: dict[Expr, None] = {}
    for pattern in _patterns(name, sort, body, heads):
        for term in ground:
            value = _match(pattern, term, name)
            if value is not None and _fits(s, value, sort):
                found[value] = None
    if not found and head(sort) in ("matrix", "function"):
        for term in ground:
            if (isinstance(term, str) or head(term) in ("+", "-", "*", "at", "T")) and _fits(s, term, sort):
                found[term] = None
        for n in s.sorts:
            if _fits(s, n, sort):
                found[n] = None
    if not found and head(sort) == "integer" and not _shifted(name, body):  # an exponent, the end of a sum
        found.update((n, None) for t in ground[:1] for n in sorted(free_names(t)) if _fits(s, n, sort))
    forms: dict[object, Expr] = {}
    for value in found:
        try:
            form = repr(sorted(s.reader().read(value)[0].items(), key=repr))
        except (Unknown, Rejected):
            form = repr(value)
        forms.setdefault(form, value)
    return list(forms.values())[:TERMS]


def _patterns(name: str, sort: Expr, body: Expr, heads: tuple[str, ...]) -> list[Expr]:
    """Where a bound variable stands alone: as an argument, or as the last factor of a product.

    Of an integer also shifted, in equations, with effort or among few facts: recursions are for inductions.
    """
    found: dict[Expr, None] = {}
    if head(sort) == "integer" and not (heads == ENTRIES and _equates(body)) and _shifted(name, body, heads):
        return []
    for e in free_terms(body):
        if head(e) in heads and (name in operands(e)[1:] or (head(sort) == "integer" and _shifts(e, name) is not None)):
            found[e] = None
        factors = _factors(e) if head(e) == "*" else []
        if factors[-1:] == [name] and name not in free_names(("*", *factors[:-1], 0)):
            found[("*", *factors)] = None
        if factors[:1] == [("T", name)] and factors[-1:] == [name] and name not in free_names(("*", *factors[1:-1], 0)):
            found[("*", *factors)] = None  # a quadratic form
    return list(found)


def _equates(body: Expr) -> bool:
    while head(body) == "implies":
        body = operands(body)[1]
    return head(body) == "=="


def _shifts(e: Expr, name: str) -> tuple[int, Index] | None:
    """The argument that is the variable and an integer more, and how much more."""
    for place, argument in enumerate(operands(e)[1:], 1):
        if name in free_names(argument):
            try:
                more = index_of(argument) - Index.var(name)
            except Unknown:
                return None
            return None if name in more.names() else (place, more)
    return None


def _shifted(name: str, body: Expr, heads: tuple[str, ...] = ENTRIES) -> bool:
    """Whether a member of a sequence stands at an index other than the variable itself."""
    return any(
        head(e) in heads and name not in operands(e)[1:] and name in free_names(("row", *operands(e)[1:]))
        for e in free_terms(body)
    )


def _factors(e: Expr) -> list[Expr]:
    """The factors of a product, those of transposed products turned."""
    if head(e) == "*":
        return [f for a in operands(e) for f in _factors(a)]
    if head(e) == "T" and head(operands(e)[0]) == "*":
        return [_transposed(f) for f in reversed(_factors(operands(e)[0]))]
    return [e]


def _transposed(e: Expr) -> Expr:
    return operands(e)[0] if head(e) == "T" else ("T", e)


def _match(pattern: Expr, term: Expr, name: str) -> Expr | None:
    """What stands in a term where the bound variable stands in the pattern."""
    if head(pattern) in ENTRIES:
        if head(term) != head(pattern) or operands(term)[0] != operands(pattern)[0]:
            return None
        if name in operands(pattern)[1:]:
            return operands(term)[operands(pattern).index(name, 1)]
        place, more = _shifts(pattern, name) or (1, Index())
        try:
            return (index_of(operands(term)[place]) - more).expr()
        except Unknown:
            return None
    if head(term) != "*":
        return None
    before, factors = operands(pattern)[:-1], tuple(_factors(term))
    if before[0] == ("T", name):  # what stands behind the matrix of a quadratic form
        middle = before[1:]
        places = [i for i in range(1, len(factors) - len(middle)) if factors[i : i + len(middle)] == middle]
        rest = factors[places[0] + len(middle) :] if places and middle else ()
    else:
        rest = factors[len(before) :] if factors[: len(before)] == before else ()
    return None if not rest else rest[0] if len(rest) == 1 else ("*", *rest)


def _fits(s: Sequent, value: Expr, sort: Expr) -> bool:
    try:
        Checker().fits(s, value, sort)
    except (Rejected, Unknown, ValueError):
        return False
    return True
