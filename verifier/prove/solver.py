"""z3: finds counterexamples that the kernel then checks, and is a last resort whose `unsat` is `computed` at most.

Decides: claims about reals and integers in + - * /, whole and rational powers, roots, absolute values, min, max, floor
and quantifiers.  How: the hypotheses and the negated goal go to z3.  A model is a candidate: its values, rational or a
square root, are replayed exactly, and only that refutes.  `unsat` is `computed`, and `trust` names the solver.
Complete for: polynomial arithmetic over the reals, as far as the time allows.  Cannot do: other functions, matrices,
sums, limits.  z3 is an extra (``pip install 'verifier[smt]'``); without it this method says so and does nothing.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from math import gcd
from typing import Any

from verifier.evidence.verdict import Verdict, computed, judge
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import ENDS, TRUE, Expr, conjunction, head
from verifier.language.named import negation, operands
from verifier.machine import lost
from verifier.prove.driver.effort import spend
from verifier.prove.driver.task import Evidence, Task
from verifier.prove.overdue import net
from verifier.prove.questions import wellposed
from verifier.prove.refute.refute import evidence, shown_at

NAME = "z3"
POWER = 40
#: z3's units in a second of effort.  Of integers it counts 6 to 9 million in a second; over the reals most of the work
#: is algebraic numbers, which it does not count: 0.03 to 0.3 million where it is hard.
UNITS, REAL_UNITS = 6_000_000, 250_000


class Unsayable(ValueError):
    """The claim is not in the solver's language."""


def attempt(task: Task) -> Verdict | None:
    """`refuted` at a replayed model, `computed` for `unsat`, or None."""
    statement = task.statement
    if any(head(sort) not in ("real", "integer") for _, sort in statement.variables):
        return None
    if importlib.util.find_spec("z3") is None:
        task.notes.append("z3 is not installed (pip install 'verifier[smt]')")
        return None
    if task.left() < 1:
        return None
    try:
        answer, model, version = ask(statement, task.left() - 0.5)
    except Unsayable as error:
        task.notes.append(f"z3: {error}")
        return None
    if answer == "sat" and model is not None:
        denial = conjunction([f for _, f in statement.given] + [negation(statement.goal)])
        node = shown_at(statement, denial, model, 2, task.deadline)
        if node is None:
            task.notes.append("z3: its model could not be replayed exactly")
            return None
        return _refuted(task, evidence("refutation", model, node, "refuted at an exact point that z3 found"))
    if answer == "unsat" and (wellposed.needed(statement) == TRUE or wellposed.defined(task) is not None):
        return computed(statement, NAME, "z3 finds no counterexample (unsat)", trust=(f"z3 {version}: unsat",))
    return None


def _refuted(task: Task, found: Evidence) -> Verdict | None:
    whole = wellposed.completed(task, found)
    if whole is None:
        return None
    return judge(task.statement, whole.certificate, NAME, whole.reason, whole.counterexample, task.claim.cited)


def ask(statement: Statement, seconds: float) -> tuple[str, dict[str, Expr] | None, str]:
    """z3's answer to "is there a counterexample?" (sat, unsat or unknown), its values, and its version.

    `seconds` are of effort, which z3 counts in units of its own; the clock is a net.
    Raises `Unsayable` for a claim that is not in its language.
    """
    import z3

    reading = _Reading(dict(statement.variables))
    solver = z3.Solver()
    units = UNITS if any(head(sort) == "integer" for _, sort in statement.variables) else REAL_UNITS
    solver.set("rlimit", max(1, int(seconds * units)))
    solver.set("timeout", int(3000 * net(seconds)))
    for name, sort in statement.variables:
        solver.add(reading.range(reading.names[name], sort))
    for _, formula in statement.given:
        solver.add(reading.formula(formula))
    solver.add(z3.Not(reading.formula(statement.goal)))
    solver.add(*reading.meanings)
    answer = _checked(solver, units)
    model = solver.model() if answer == "sat" else None
    values: dict[str, Expr] | None = None
    if model is not None:
        values = {}
        for name, _ in statement.variables:
            value = _exact(model.eval(reading.names[name], model_completion=True))
            if value is None:
                return answer, None, z3.get_version_string()
            values[name] = value
    return answer, values, z3.get_version_string()


def _checked(solver: Any, units: int) -> str:
    """z3's answer, paid for; no answer of the claim's where the clock or the memory came to an end."""
    before = _units(solver)
    answer = str(solver.check())
    spend((_units(solver) - before) / units)
    if answer == "unknown" and (why := solver.reason_unknown()) in ("timeout", "max. memory exceeded"):
        lost.told(NAME, "stopped by the clock" if why == "timeout" else "its memory was full")
    return answer


def _units(solver: Any) -> int:
    """What z3 has counted in this process so far."""
    found = solver.statistics()
    return int(found.get_key_value("rlimit count")) if "rlimit count" in found.keys() else 0  # noqa: SIM118


def _exact(value: Any) -> Expr | None:
    """An integer, a fraction, a number of degree two or a positive root of a fraction, as an expression."""
    import z3

    if z3.is_int_value(value):
        return int(value.as_long())
    if z3.is_rational_value(value):
        p, q = value.numerator_as_long(), value.denominator_as_long()
        return p if q == 1 else ("/", p, q)
    if not z3.is_algebraic_value(value):
        return None
    minimal = [int(k.as_long()) for k in value.poly()]  # from the constant term upwards
    if len(minimal) == 3:
        c, b, a = minimal
        return _quadratic(a, b, c, upper=value.index() == 2)
    n = len(minimal) - 1
    if any(minimal[1:-1]) or not z3.is_true(z3.simplify(value > 0)):
        return None
    power = _exact(z3.simplify(z3.Q(-minimal[0], minimal[-1])))
    return None if power is None else ("^", power, ("/", 1, n))


def _quadratic(a: int, b: int, c: int, upper: bool) -> Expr:
    """The lower or the upper root of a x^2 + b x + c, with the square taken out of the root."""
    square, rest, p = 1, b * b - 4 * a * c, 2
    while p * p <= rest and p < 10_000:
        while rest % (p * p) == 0:
            square, rest = square * p, rest // (p * p)
        p += 1
    if not upper:
        square = -square
    shared = gcd(b, square, 2 * a)
    middle, square, below = -b // shared, square // shared, 2 * abs(a) // shared
    if a < 0:
        middle = -middle
    root: Expr = ("sqrt", rest) if abs(square) == 1 else ("*", abs(square), ("sqrt", rest))
    if middle == 0:
        above: Expr = root if square > 0 else ("neg", root)
    else:
        above = ("+" if square > 0 else "-", middle, root)
    return above if below == 1 else ("/", above, below)


class _Reading:
    """A claim in z3's own language; a root is a fresh number with its defining equation."""

    def __init__(self, sorts: Mapping[str, Expr]) -> None:
        import z3

        self.names = {n: z3.Int(n) if head(s) == "integer" else z3.Real(n) for n, s in sorts.items()}
        self.meanings: list[Any] = []
        self.bound = 0

    def range(self, variable: Any, sort: Expr) -> Any:
        """What the sort says beyond its kind: the ends of a range of integers."""
        import z3

        if head(sort) == "real":
            return z3.BoolVal(True)
        if head(sort) != "integer":
            raise Unsayable(f"a quantifier over {head(sort)}")
        lo, hi = operands(sort)
        known = [self.term(lo) <= variable] if lo not in ENDS else []
        known += [variable <= self.term(hi)] if hi not in ENDS else []
        return z3.And(*known)

    def formula(self, e: Expr) -> Any:
        import z3

        op, args = head(e), operands(e)
        if op in ("forall", "exists"):
            return self._quantified(e)
        if op in _RELATIONS:
            return _RELATIONS[str(op)](*(self.term(a) for a in args))
        connectives: dict[str, Callable[..., Any]] = {
            "and": z3.And, "or": z3.Or, "not": z3.Not, "implies": z3.Implies,
            "true": lambda: z3.BoolVal(True), "false": lambda: z3.BoolVal(False),
        }  # fmt: skip
        if op not in connectives:
            raise Unsayable(f"{op} is no relation between numbers")
        return connectives[str(op)](*(self.formula(a) for a in args))

    def _quantified(self, e: Expr) -> Any:
        import z3

        name, sort, body = operands(e)
        outer, before = self.names, len(self.meanings)
        self.bound += 1
        own = f"{name}!{self.bound}"
        variable = z3.Int(own) if head(sort) == "integer" else z3.Real(own)
        self.names = {**outer, str(name): variable}
        limits, inside = self.range(variable, sort), self.formula(body)
        self.names = outer
        if len(self.meanings) > before:
            raise Unsayable("a root under a quantifier")
        if head(e) == "forall":
            return z3.ForAll([variable], z3.Implies(limits, inside))
        return z3.Exists([variable], z3.And(limits, inside))

    def term(self, e: Expr) -> Any:
        import z3

        if isinstance(e, int):
            return z3.RealVal(e)
        if isinstance(e, str):
            if e not in self.names:
                raise Unsayable(f"{e} is no number")
            variable = self.names[e]
            return z3.ToReal(variable) if z3.is_int(variable) else variable
        op, args = head(e), operands(e)
        if op == "^":
            return self._power(args[0], args[1])
        if op == "sqrt":
            return self._root(self.term(args[0]), 2)
        if op not in _OPERATIONS:
            raise Unsayable(f"{args[0] if op == 'fn' else op} is not in its language")
        return _OPERATIONS[str(op)](*(self.term(a) for a in args))

    def _power(self, base: Expr, exponent: Expr) -> Any:
        import z3

        if head(exponent) == "/" and all(isinstance(k, int) for k in operands(exponent)):
            p, q = operands(exponent)
            assert isinstance(p, int) and isinstance(q, int)
            if 0 < p <= POWER and 2 <= q <= POWER:
                return self._root(self.term(base), q) ** p
        if exponent == 0:
            return z3.RealVal(1)  # also 0**0
        if isinstance(exponent, int) and abs(exponent) <= POWER:
            power = self.term(base) ** abs(exponent)
            return power if exponent >= 0 else 1 / power
        raise Unsayable("an exponent that is no small number")

    def _root(self, radicand: Any, degree: int) -> Any:
        """The nonnegative root; the claim is shown elsewhere to take roots of nonnegative numbers only."""
        import z3

        root = z3.Real(f"root!{len(self.meanings)}")
        self.meanings.append(z3.Implies(radicand >= 0, z3.And(root >= 0, root**degree == radicand)))
        return root


def _fold(operation: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def folded(first: Any, *rest: Any) -> Any:
        for x in rest:
            first = operation(first, x)
        return first

    return folded


def _choice(smaller: bool) -> Callable[..., Any]:
    def chosen(a: Any, b: Any) -> Any:
        import z3

        return z3.If(a <= b, a, b) if smaller else z3.If(a >= b, a, b)

    return _fold(chosen)


def _absolute(a: Any) -> Any:
    import z3

    return z3.If(a >= 0, a, -a)


def _floor(a: Any) -> Any:
    import z3

    return z3.ToReal(z3.ToInt(a))


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": _fold(lambda a, b: a + b), "*": _fold(lambda a, b: a * b), "-": lambda a, b: a - b, "neg": lambda a: -a,
    "/": lambda a, b: a / b, "abs": _absolute, "floor": _floor, "min": _choice(True), "max": _choice(False),
}  # fmt: skip
_RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
