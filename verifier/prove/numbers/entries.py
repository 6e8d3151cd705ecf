"""Matrices of literal size inside a goal are written out by their entries, which are numbers like any others.

Decides: what the other closers decide about the entries: identities with det, trace, inverse, transposes and powers,
inequalities between traces and determinants, and powers with a symbolic exponent by induction on it.  Complete for:
nothing by itself; equations between polynomials in the entries are `fixed_size`'s too.  Cannot: symbolic sizes.
"""

from __future__ import annotations

from collections.abc import Mapping

from verifier.kernel.algebra.integers import index_of
from verifier.kernel.algebra.literal_matrices import Entries, mentions
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, REAL, Expr, head
from verifier.language.named import fresh, operands, replaced, substitute, to_json
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.numbers.letters import generalised

NAME = "entries"
MARK = "entries"  # stem of the labels of facts that are written out already


def literal_sizes(sort: Expr) -> tuple[int, int] | None:
    """Rows and columns of a matrix sort whose sizes are literals."""
    if head(sort) != "matrix":
        return None
    m, n = (a if isinstance(a, int) else None for a in operands(sort))
    return None if m is None or n is None or not (0 < m <= 12 and 0 < n <= 12) else (m, n)


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    written = any(label.startswith(MARK) for label in s.facts)
    by_facts = goal == FALSE and not written and any(mentions(f, s.sorts) for f in s.facts.values())
    if not by_facts and not mentions(goal, s.sorts):
        return None
    node = _written(driver, s, goal, effort)
    return _by_induction(driver, s, goal, effort) if node is None and effort >= 1 and goal != FALSE else node


def _written(driver: Driver, s: Sequent, goal: Expr, effort: int, equations: tuple[str, ...] = ()) -> Node | None:
    """The facts and the goal by entries, then the entries as numbers of their own."""
    branch = Branch(driver, s)
    for label, fact in s.facts.items():
        if label in equations or not mentions(fact, s.sorts):
            continue
        found = _expanded(driver, branch.s, fact, effort, ())
        if found is not None:
            node: Node = {"rule": "by-entries", "on": label, "apart": found[1]}
            branch.step(node, found[0], MARK)
    found = _expanded(driver, branch.s, goal, effort, equations)
    if found is None:
        return None
    new, apart = found
    end = _generalised(driver, branch.s, new, effort)
    if end is None:
        return None
    if new != goal:
        end = {"rule": "by-entries", "equations": list(equations), "apart": apart, "then": end}
    return branch.wrap(end)


def _expanded(
    driver: Driver, s: Sequent, formula: Expr, effort: int, equations: tuple[str, ...]
) -> tuple[Expr, list[Node]] | None:
    """A formula by entries, with proofs that the determinants of inverses do not vanish."""
    writer = Entries(s.sorts, s.context, [s.facts[e] for e in equations])
    try:
        new = writer.formula(formula)
    except Rejected as error:
        driver.notes.append(str(error)[:200])
        return None
    proofs: list[Node] = []
    for below in writer.apart:
        node = _generalised(driver, s, ("!=", below, 0), min(effort, 1))
        if node is None:
            return None
        proofs.append(node)
    return new, proofs


def _names(sorts: Mapping[str, Expr]) -> dict[Expr, str]:
    """A name for every entry of the matrices that are variables."""
    names: dict[Expr, str] = {}
    taken = set(sorts)
    for name, sort in sorts.items():
        m, n = literal_sizes(sort) or (0, 0)
        for i in range(m):
            for j in range(n):
                new = fresh(f"{name}{i}{j}", taken)
                taken.add(new)
                names[("entry", name, i, j)] = new
    return names


def _named(f: Expr, names: Mapping[Expr, str]) -> Expr:
    for entry, name in names.items():
        f = replaced(f, entry, name)
    return f


def scalar_statement(statement: Statement) -> tuple[Statement, dict[str, Expr]]:
    """The statement about the entries, where it has matrices; and the matrices in terms of the new variables.

    Raises `Rejected` where it cannot be written so.
    """
    sorts = dict(statement.variables)
    if not any(literal_sizes(sort) for sort in sorts.values()):
        return statement, {}
    s = Sequent()
    for name, sort in statement.variables:
        s = s.declare(name, sort)
    names = _names(sorts)
    writer = Entries(s.sorts, s.context)
    given = [(label, _named(writer.formula(f), names)) for label, f in statement.given]
    goal = _named(writer.formula(statement.goal), names)
    given += [(f"apart{i}", ("!=", _named(below, names), 0)) for i, below in enumerate(writer.apart)]
    variables = [(n, sort) for n, sort in statement.variables if literal_sizes(sort) is None]
    variables += [(new, REAL) for new in names.values()]
    matrices: dict[str, Expr] = {}
    for name, sort in statement.variables:
        m, n = literal_sizes(sort) or (0, 0)
        if m * n == 1:
            matrices[name] = names[("entry", name, 0, 0)]
        elif m:
            rows = [("row", *(names[("entry", name, i, j)] for j in range(n))) for i in range(m)]
            matrices[name] = ("matrix", *rows)
    return Statement(tuple(variables), tuple(given), goal), matrices


def _generalised(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """The goal for all real numbers in place of the entries, used at the entries."""
    names = _names(s.sorts)
    if not names:
        return driver.prove(s, goal, effort)
    matrices = frozenset(n for n, sort in s.sorts.items() if head(sort) == "matrix")
    return generalised(driver, s, goal, effort, names, matrices, [])


def _exponents(goal: Expr, sorts: Mapping[str, Expr]) -> list[str]:
    """Integer variables in exponents of matrices."""
    found: list[str] = []
    for e in subexpressions(goal):
        if head(e) == "^" and mentions(operands(e)[0], sorts):
            found += [n for n in sorted(index_of(operands(e)[1]).names()) if head(sorts.get(n, 0)) == "integer"]
    return list(dict.fromkeys(found))


def _by_induction(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """M^n == N: from M^n to M^n * M."""
    if head(goal) != "==":
        return None
    for n in _exponents(goal, s.sorts):
        lo, hi = operands(s.sorts[n])
        if not isinstance(lo, int) or hi != "oo" or any(n in free_names(f) for f in s.facts.values()):
            continue
        k, known = fresh(n, frozenset(s.sorts)), fresh("known", frozenset(s.facts))
        base = _written(driver, s, substitute(goal, {n: lo}), effort)
        if base is None:
            continue
        inner = s.declare(k, s.sorts[n]).assume(known, substitute(goal, {n: k}))
        step = _written(driver, inner, substitute(goal, {n: ("+", k, 1)}), effort, (known,))
        if step is None:
            continue
        label, last = fresh("all", frozenset(s.facts)), fresh("here", frozenset(s.facts))
        formula: Expr = ("forall", k, s.sorts[n], substitute(goal, {n: k}))
        proof: Node = {"rule": "induction", "name": k, "as": known, "base": base, "step": step}
        use: Node = {"rule": "use", "fact": label, "at": [n], "as": last, "then": {"rule": "exact", "fact": last}}
        return {"rule": "have", "as": label, "formula": to_json(formula), "proof": proof, "then": use}
    return None
