"""Points whose sequences are defined by recursion, for hypotheses of the form "w[t+1] == F(t, w[t]) for all t".

Decides: that the hypotheses can be met, and that a goal about an early value fails.  How: a first value is found with
the values of the other variables, among points at which the hypotheses about w[0] hold; the sequence is then defined by
the rule of recursion, and the closed statement that there is such a point is proved like any other; for a goal, with
the values up to the one at which it seems to fail.  Complete for: nothing.  Cannot do: hypotheses about later values
that the prover does not see at once; recurrences of several sequences in each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verifier.evidence.inhabited import KIND, existence, inhabited
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, TRUE, Expr, conjunction, head
from verifier.language.named import definedness, negation, operands, replaced, substitute
from verifier.language.script import Numbers, Recursion, Split, Step, Take, Use, Witness
from verifier.language.text.point_words import point_words
from verifier.language.text.printing import to_text
from verifier.prove.driver.task import Evidence, Task
from verifier.prove.matrices.equations import OutOfTime
from verifier.prove.questions import wellposed
from verifier.prove.refute.floating.rough import roughly
from verifier.prove.scripts.tactics import Stuck

NATURAL: Expr = ("integer", 0, "oo")
VALUE, INDEX = "value before", "r"  # no variable has the name of the first
REACH = 9  # iterates that are looked at
Search = Callable[[Statement], Mapping[str, Expr] | None]


def inhabit(task: Task, search: Search, share: float = 0.5) -> dict[str, Any] | None:
    """A certificate that the hypotheses can be met by sequences that their recurrences define, or None.

    `search` finds values of the variables of a statement about numbers at which its hypotheses hold.
    """
    steps = recurrences(task.statement)
    if not steps:
        return None
    values = _values(task.statement, steps, search)
    if values is None:
        return None
    try:
        meant = existence(task.statement)
        tree = task.tactics(share).prove(Sequent(), meant.goal, _script(task.statement, steps, values))
        certificate = {"kind": KIND, "names": [n for n, _ in task.statement.variables], "tree": tree}
        needed = wellposed.needed(meant)
        if needed != TRUE:
            node = wellposed.proved(task, Sequent(), needed)
            if node is None:
                return None
            certificate["defined"] = node
        inhabited(task.statement, certificate)
        return certificate
    except (Stuck, Rejected, Unknown) as error:
        task.notes.append(f"sequences by recursion: {error}"[:300])
    except OutOfTime:
        task.notes.append("sequences by recursion: out of time")
    return None


def refute(task: Task, search: Search, share: float = 0.5) -> Evidence | None:
    """The iterates up to one at which the goal fails, by floating point first and then by proof; or None."""
    statement = task.statement
    indices = [(n, operands(sort)) for n, sort in statement.variables if head(sort) == "integer"]
    if len(indices) > 1 or not recurrences(statement):
        return None
    name, (low, high) = indices[0] if indices else ("", (0, 0))
    first = low if isinstance(low, int) else 0
    for k in range(first, min(first + REACH, high + 1 if isinstance(high, int) else first + REACH)):
        fixed = {name: k} if name else {}
        left = tuple((n, sort) for n, sort in statement.variables if n not in fixed)
        given = tuple((label, substitute(f, fixed)) for label, f in statement.given)
        at = Statement(left, given, substitute(statement.goal, fixed))
        steps = recurrences(at)
        values = _values(at, steps, search) if steps else None
        if values is None or not _fails(at, steps, values):
            continue
        tree = _failure(task, steps, {**fixed, **values}, k, share)
        if tree is not None:
            certificate = {"kind": "refutation", "values": {}, "somewhere": True, "tree": tree}
            return Evidence(certificate, "refuted by its first iterates", point_words(statement, certificate))
    return None


def _failure(
    task: Task, steps: Mapping[str, tuple[str, Expr]], values: Mapping[str, Expr], k: int, share: float
) -> Any:
    """A proof that there are values at which the hypotheses hold and the goal fails, with so many iterates."""
    statement = task.statement
    parts = [*(f for _, f in statement.given), negation(statement.goal)]
    goal = conjunction([conjunction(parts), definedness(statement, everything=True)])
    for n, sort in reversed(statement.variables):
        goal = ("exists", n, sort, goal)
    unrolled: list[Step] = [Use(f"{n}_iterates.1", at=[str(i)]) for n in steps for i in range(k)]
    script = _named(statement, steps, values)
    made, facts = {n: f"{n}_iterates" for n in steps}, [f"{n}_iterates.0" for n in steps]
    each = [_proof(f, steps, made, facts) for f in parts[:-1]] + [[*unrolled, Numbers()]]
    needed = definedness(statement, everything=True)
    first: list[Step] = [Split(each)] if len(each) > 1 else each[0]
    proof: list[Step] = [Split([first, [*unrolled, Numbers()] if needed != TRUE else []])]
    try:
        return task.tactics(share).prove(Sequent(), goal, [*script, *proof])
    except (Stuck, Rejected, Unknown) as error:
        task.notes.append(f"iterates: {error}"[:300])
    except OutOfTime:
        task.notes.append("iterates: out of time")
    return None


def _fails(statement: Statement, steps: Mapping[str, tuple[str, Expr]], values: Mapping[str, Expr]) -> bool:
    """Whether the goal seems to be false at the iterates, in floating point."""
    try:
        floats: dict[str, float] = {n: roughly(v, {}) for n, v in values.items()}
        iterates = {n: [floats[n]] for n in steps}
        for n, (t, following) in steps.items():
            for i in range(REACH):
                e = _with_value(following, n, t, VALUE)
                iterates[n].append(roughly(e, {**floats, t: i, VALUE: iterates[n][-1]}))
        known: dict[str, float] = dict(floats)
        goal = statement.goal
        for e in set(subexpressions(goal)):
            if head(e) == "at" and operands(e)[0] in steps:
                letter = f"value {len(known)}"
                known[letter] = iterates[str(operands(e)[0])][round(roughly(operands(e)[1], {}))]
                goal = replaced(goal, e, letter)
        if head(goal) not in ("<", "<=", ">", ">=", "=="):
            return False
        a, b = (roughly(e, known) for e in operands(as_less(goal)))
    except (ArithmeticError, ValueError, TypeError, KeyError, IndexError):
        return False
    slack = 1e-9 * (1 + abs(a) + abs(b))
    return a > b + slack or (head(goal) == "==" and b > a + slack)


def recurrences(statement: Statement) -> dict[str, tuple[str, Expr]]:
    """For each sequence of numbers that a hypothesis defines by recursion: the index and F in w[t+1] == F(t, w[t])."""
    sequences = {n for n, sort in statement.variables if head(sort) == "sequence" and operands(sort)[0] == ("real",)}
    found: dict[str, tuple[str, Expr]] = {}
    for _, formula in statement.given:
        for part in _parts(formula):
            for name in sorted(sequences - found.keys()):
                step = _step(name, part, sequences)
                if step is not None:
                    found[name] = step
    return found if found.keys() == sequences else {}


def _parts(formula: Expr) -> tuple[Expr, ...]:
    return operands(formula) if head(formula) == "and" else (formula,)


def _step(name: str, formula: Expr, sequences: set[str]) -> tuple[str, Expr] | None:
    if head(formula) != "forall" or operands(formula)[1] != NATURAL or head(operands(formula)[2]) != "==":
        return None
    t, _, body = operands(formula)
    for left, right in (operands(body), operands(body)[::-1]):
        if left in (("at", name, ("+", t, 1)), ("at", name, ("+", 1, t))):
            bare = _with_value(right, name, t, VALUE)
            return (str(t), right) if not free_names(bare) & sequences else None
    return None


def _with_value(e: Expr, name: str, index: Expr, value: Expr) -> Expr:
    """`e` with a value in the place of name[index]."""
    if e == ("at", name, index):
        return value
    if not isinstance(e, tuple):
        return e
    return (e[0], *(_with_value(a, name, index, value) for a in e[1:]))


def _values(statement: Statement, steps: Mapping[str, tuple[str, Expr]], search: Search) -> dict[str, Expr] | None:
    """Values of the other variables, and the first values of the sequences under the sequences' names."""
    first = {name: f"{name}_first" for name in steps}
    variables = [(first.get(n, n), ("real",) if n in first else sort) for n, sort in statement.variables]
    given = []
    for label, formula in statement.given:
        for name in first:
            formula = _with_value(formula, name, 0, first[name])
        if not free_names(formula) & first.keys():  # what is said of later values is left to the proof
            given.append((label, formula))
    found = search(Statement(tuple(variables), tuple(given), FALSE))
    return None if found is None else {n: found[first.get(n, n)] for n, _ in statement.variables}


def _script(statement: Statement, steps: Mapping[str, tuple[str, Expr]], values: Mapping[str, Expr]) -> list[Step]:
    """Define the sequences, name all values, and prove the hypotheses one after the other."""
    made = {name: f"{name}_iterates" for name in steps}
    goal = existence(statement).goal
    while head(goal) == "exists":
        goal = operands(goal)[2]
    return _named(statement, steps, values) + _proof(goal, steps, made, [f"{label}.0" for label in made.values()])


def _named(statement: Statement, steps: Mapping[str, tuple[str, Expr]], values: Mapping[str, Expr]) -> list[Step]:
    """Define the sequences, and name all values."""
    numbers = {n: v for n, v in values.items() if n not in steps}
    made = {name: f"{name}_iterates" for name in steps}
    script: list[Step] = []
    for name, (t, following) in steps.items():
        term = substitute(_with_value(following, name, t, VALUE), {**numbers, t: INDEX})
        term = substitute(term, {VALUE: "x"})
        script.append(Recursion(made[name], start=to_text(values[name]), next=to_text(term), index=INDEX, value="x",
                                label=made[name]))  # fmt: skip
    for name, _ in statement.variables:
        script.append(
            Witness(f"{made[name]}[{INDEX}]", index=INDEX) if name in made else Witness(to_text(values[name]))
        )
    return script


def _proof(
    formula: Expr, steps: Mapping[str, tuple[str, Expr]], made: Mapping[str, str], facts: list[str]
) -> list[Step]:
    if head(formula) == "and":
        return [Split([_proof(p, steps, made, facts) for p in operands(formula)])]
    for name in steps:
        if _step(name, formula, set(steps)) is not None:
            return [Take(str(operands(formula)[0])), Use(f"{made[name]}.1", at=[str(operands(formula)[0])])]
    if free_names(formula) & steps.keys() and head(formula) in ("<", "<=", ">", ">=", "==", "!="):
        return []
    return []
