"""Exact values for the variables of a statement, from simple to random, respecting domains by construction.

A `Plan` reads off a statement which variables are sizes, which equations determine a variable (``C == B.T``,
``C*B == w``), and which domain each matrix belongs to (symmetric, orthogonal, positive definite, ...).
`sample` counts how many random points satisfy the hypotheses and violate the goal; it proves nothing.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import TRUE, Expr, head
from verifier.language.named import apart, operands
from verifier.language.values.arithmetic import Inexact, Undefined, matrix, pack, shape, transpose
from verifier.language.values.semantics import Env, Evaluator, Limits, exact, holds
from verifier.prove.refute.plain_values import as_probability, constant, impose, matrices, structured

KINDS = ("symmetric", "skew", "diagonal", "orthogonal", "psd", "pd", "nonnegative")
QUICK = Limits(steps=60_000, span=200, reach=8, pool=4)


@dataclass
class Plan:
    """How to give values to the variables of a statement."""

    statement: Statement
    integers: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()  # the random variables
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    solved: dict[str, tuple[Expr, bool]] = field(default_factory=dict)  # name -> (expression, transposed)
    _sizes: dict[int, list[dict[str, int]]] = field(default_factory=dict, repr=False)  # what `point` chooses from

    @cached_property
    def _alone(self) -> dict[str, list[Expr]]:
        """What is given about each variable alone."""
        names = [(free_names(f), f) for _, f in self.statement.given]
        return {name: [f for found, f in names if found == {name}] for name, _ in self.statement.variables}

    @staticmethod
    def of(statement: Statement) -> Plan:
        sorts = dict(statement.variables)
        plan = Plan(statement)
        plan.integers = tuple(n for n, s in sorts.items() if head(s) == "integer")
        plan.laws = tuple(n for n, s in sorts.items() if _is_random(s))
        plan.data = tuple(n for n in sorts if n not in plan.integers and n not in plan.laws)
        labels = [label for label, _ in statement.given]
        for name in plan.data:
            found = [k for k in KINDS if f"{name}.{k}" in labels]
            for _, f in statement.given:
                if f in (("==", ("T", name), name), ("==", name, ("T", name))) and "symmetric" not in found:
                    found.insert(0, "symmetric")
            if f"{name}.total" in labels:
                found = ["probability"]
            plan.kinds[name] = tuple(found)
        for _, f in statement.given:
            plan._solve(f)
        return plan

    def _solve(self, f: Expr) -> None:
        """Use an equation with a variable alone on one side to determine that variable."""
        if head(f) == "and":
            for part in operands(f):
                self._solve(part)
        if head(f) != "==":
            return
        left, right = operands(f)
        for side, other in ((left, right), (right, left)):
            other, side = alone(side, other, dict(self.statement.variables))
            flipped = head(side) == "T"
            name = operands(side)[0] if flipped else side
            if not isinstance(name, str) or name not in self.data or name in self.solved:
                continue
            if head(dict(self.statement.variables)[name]) == "sequence" or name in self._needs(other):
                continue
            self.solved[name] = (other, flipped)
            return

    def _needs(self, e: Expr) -> set[str]:
        """All variables on whose values `e` depends, through the solved ones."""
        found: set[str] = set()
        todo = list(free_names(e))
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo += free_names(self.solved[name][0]) if name in self.solved else ()
        return found

    @property
    def free(self) -> tuple[str, ...]:
        """The variables with values to choose, sizes apart."""
        return tuple(n for n in self.data if n not in self.solved)

    def complete(self, env: Mapping[str, Any]) -> dict[str, Any] | None:
        """The environment with the solved variables and the laws added; None where they have no value."""
        full = {n: v for n, v in env.items() if n not in self.solved}
        left = dict(self.solved)
        while left:
            ready = [n for n, (e, _) in left.items() if not free_names(e) & left.keys()]
            if not ready:
                return None
            for name in ready:
                e, flipped = left.pop(name)
                try:
                    value = exact(Evaluator(QUICK).value(e, full))
                    if shape(value) != self.shape(name, full)[:: -1 if flipped else 1]:
                        return None
                except (Inexact, Undefined):
                    return None
                full[name] = transpose(value) if flipped else value
        if self.laws:
            full["__law__"] = signs({n: s for n, s in self.statement.variables if n in self.laws}, full)
        return full

    def shape(self, name: str, env: Env) -> tuple[int, int]:
        """The shape of a variable (of the members of a sequence) at the sizes of `env`."""
        sort = dict(self.statement.variables)[name]
        while head(sort) in ("sequence", "random"):
            sort = operands(sort)[0]
        if head(sort) != "matrix":
            return (1, 1)
        terms = Evaluator(QUICK)
        m, n = (terms.size(a, env) for a in operands(sort))
        return m, n

    def depth(self, name: str) -> int:
        """How many indices a sequence takes."""
        sort, depth = dict(self.statement.variables)[name], 0
        while head(sort) == "sequence":
            sort, depth = operands(sort)[0], depth + 1
        return depth

    def sizes(self, most: int = 4) -> Iterator[dict[str, int]]:
        """Values for the integer variables, small ones first, that satisfy what is given about them alone."""
        if not self.integers:
            yield {}
            return
        sorts = dict(self.statement.variables)
        span = range(-most, most + 1)
        facts = [f for _, f in self.statement.given if free_names(f) <= set(self.integers)]
        ranges = []
        for name in self.integers:
            lo, hi = operands(sorts[name])
            low = lo if isinstance(lo, int) else -most if lo == "-oo" else 0
            top = min(hi, low + most) if isinstance(hi, int) else low + most if isinstance(lo, int) else most
            ranges.append([v for v in span if v >= low] if isinstance(lo, str) else list(range(low, top + 1)))
        points = itertools.islice(itertools.product(*ranges), 50_000)
        for point in sorted(points, key=lambda p: (max(map(abs, p)), sum(map(abs, p)), [-v for v in p])):
            env = dict(zip(self.integers, point, strict=True))
            try:
                inside = all(self._inside(env[n], sorts[n], env) for n in self.integers)
                if inside and not any(holds(f, env, QUICK) is False for f in facts):
                    yield env
            except (Inexact, Undefined):
                continue

    def _inside(self, value: int, sort: Expr, env: Env) -> bool:
        lo, hi = operands(sort)
        terms = Evaluator(QUICK)
        return (lo == "-oo" or terms.value(lo, env) <= value) and (
            hi == "oo" or value <= terms.value(hi, env)
        )

    def pool(self, name: str, env: Env) -> list[Any]:
        """Simple values of a variable that its own conditions do not exclude."""
        facts = [
            f for _, f in self.statement.given if name in free_names(f) and free_names(f) <= {name, *env}
        ]
        depth, found = self.depth(name), []
        for x in self._candidates(name, env):
            value = constant(x, depth)
            try:
                if not any(holds(f, {**env, name: value}, QUICK) is False for f in facts):
                    found.append(value)
            except (Inexact, Undefined):
                continue
        return found

    def _candidates(self, name: str, env: Env) -> Iterator[Any]:
        seen = []
        for x in matrices(*self.shape(name, env)):
            for kind in ("", *self.kinds[name]):
                try:
                    y = as_probability(x) if kind == "probability" else impose(kind, x) if kind else x
                except Undefined:
                    continue
                if y not in seen:
                    seen.append(y)
                    yield y

    def draw(self, name: str, env: Env, source: random.Random) -> Any:
        """A random structured value of a variable at the sizes of `env`."""
        m, n = self.shape(name, env)
        for _ in range(20):
            x = structured(m, n, source)
            try:
                for kind in self.kinds[name]:
                    x = as_probability(x) if kind == "probability" else impose(kind, x)
            except Undefined:
                continue
            facts = self._alone[name]
            try:
                if (m, n) != (1, 1) or not any(holds(f, {name: x}, QUICK) is False for f in facts):
                    break
            except (Inexact, Undefined):
                continue
        return constant(x, self.depth(name))

    def point(self, source: random.Random, most: int = 3) -> dict[str, Any] | None:
        """A random environment; None where the equations cannot be solved there."""
        if most not in self._sizes:
            self._sizes[most] = list(itertools.islice(self.sizes(most), 60))
        if not self._sizes[most]:
            return None
        env: dict[str, Any] = dict(source.choice(self._sizes[most]))
        for name in self.free:
            env[name] = self.draw(name, env, source)
        return self.complete(env)


def alone(side: Expr, other: Expr, sorts: Mapping[str, Expr]) -> tuple[Expr, Expr]:
    """An equation ``n*S == E`` with a positive whole number n as ``S == E/n``: (the other side, this side)."""
    if head(side) != "*" or len(operands(side)) != 2:
        return other, side
    n, rest = operands(side)
    sort = sorts.get(n, n) if isinstance(n, str) else n
    least = operands(sort)[0] if head(sort) == "integer" else sort
    return (("/", other, n), rest) if isinstance(least, int) and least > 0 else (other, side)


def _is_random(sort: Expr) -> bool:
    return head(sort) == "random" or (head(sort) == "sequence" and _is_random(operands(sort)[0]))


def signs(sorts: Mapping[str, Expr], env: Env) -> list[tuple[Fraction, dict[str, Any]]]:
    """The law of fair signs: every entry (at every time, modulo a small period) is 1 or -1.

    They are independent, and of more than ten entries only each two of them (they are the parities of subsets).
    """
    plan = Plan(Statement(tuple(sorts.items()), (), ("true",)))
    cells = []
    for name, sort in sorts.items():
        timed = "sequence" in (head(sort), head(operands(sort)[0]) if operands(sort) else None)
        m, n = plan.shape(name, env)
        cells.append((name, timed, m, n, max(1, 6 // max(1, m * n)) if timed else 1))
    count = sum(m * n * period for _, _, m, n, period in cells)
    outcomes: list[tuple[int, ...]] = list(itertools.product((1, -1), repeat=count)) if count <= 10 else []
    if not outcomes:
        masks = range(1 << count.bit_length())
        outcomes = [tuple(1 - 2 * ((j & mask).bit_count() % 2) for j in range(1, count + 1)) for mask in masks]
    law = []
    for outcome in outcomes:
        left, values = iter(outcome), {}
        for name, timed, m, n, period in cells:
            block = [pack(matrix(m, n, lambda i, j: next(left))) for _ in range(period)]  # noqa: B023
            values[name] = (lambda t, b=block: b[t % len(b)]) if timed else block[0]
        law.append((Fraction(1, len(outcomes)), values))
    return law


@dataclass(frozen=True)
class SampleReport:
    """How random points fared: how many satisfied the hypotheses, and how many of those violated the goal."""

    tried: int
    satisfied: int
    violated: int
    undecided: int
    seed: int
    violation: dict[str, Any] | None = None
    open: tuple[dict[str, Any], ...] = field(default=(), compare=False, repr=False)  # where the goal is undecided

    @property
    def filtered(self) -> float:
        """The fraction of points that did not (knowingly) satisfy the hypotheses."""
        return 1 - self.satisfied / self.tried if self.tried else 1.0

    @property
    def complaint(self) -> str | None:
        """A warning where nearly all points are filtered away, so that the sample says little."""
        if self.filtered <= 0.95:
            return None
        return f"only {self.satisfied} of {self.tried} points satisfy the hypotheses"


def sample(
    statement: Statement, n: int = 100, seed: int = 0, limits: Limits = QUICK, keep: bool = False
) -> SampleReport:
    """Try `n` random points.  Violations are exact; their absence proves nothing.

    With `keep` the points at which evaluation leaves the goal open are in the report.
    """
    statement = constant_form(statement)
    plan, source = Plan.of(statement), random.Random(seed)
    satisfied = violated = undecided = 0
    violation = None
    left_open = []
    for _ in range(n):
        env = plan.point(source)
        verdicts = None if env is None else judge(statement, env, limits)
        if env is None or verdicts is None or verdicts[0] is not True:
            continue
        satisfied += 1
        undecided += verdicts[1] is None
        if verdicts[1] is None and keep:
            left_open.append(env)
        if verdicts[1] is False:
            violated, violation = violated + 1, violation or env
    return SampleReport(n, satisfied, violated, undecided, seed, violation, tuple(left_open))


def judge(statement: Statement, env: Env, limits: Limits = QUICK) -> tuple[bool | None, bool | None] | None:
    """(whether everything given holds, whether the goal holds) at a point; None where undefined."""
    try:
        unknown = False
        for _, f in statement.given:
            found = holds(f, env, limits)
            if found is False:
                return False, None
            unknown = unknown or found is None
        return (None if unknown else True), (None if unknown else holds(statement.goal, env, limits))
    except Undefined:
        return None


def _met_somewhere(premise: Expr, name: str) -> bool:
    """Whether it is plain that a number satisfies a premise: none, or one bound of the number."""
    args = operands(premise)
    bound = head(premise) in ("<", "<=", ">", ">=") and name in args and args[0] != args[1]
    return premise == TRUE or (bound and not any(name in free_names(a) for a in args if a != name))


def constant_form(statement: Statement) -> Statement:
    """The statement about constant sequences, curves and functions: ``x[t]`` becomes ``x``, a member.

    A constant sequence tends to its value and to nothing else; a constant curve does not move.
    """
    statement = apart(statement)
    sequences = {
        n
        for n, s in statement.variables
        if head(s) in ("curve", "function") or (head(s) == "sequence" and head(operands(s)[0]) != "random")
    }

    def flat(e: Expr) -> Expr:
        if head(e) == "at":
            base: Expr = e
            while head(base) == "at":
                base = operands(base)[0]
            if base in sequences:
                return base
        if head(e) == "rate" and operands(e)[0] in sequences:
            return ("*", 0, operands(e)[0])
        if not isinstance(e, tuple):
            return e
        changed = (str(head(e)), *(flat(a) for a in operands(e)))
        if head(e) == "tends" and changed[2] not in free_names(changed[1]):
            return ("==", changed[1], changed[3])
        if head(e) == "forall" and operands(e)[1] == ("real",):  # at all times of an interval the same
            name, body = str(operands(e)[0]), operands(changed)[2]
            premise, always = operands(body) if head(body) == "implies" else (TRUE, body)
            if name in free_names(always):
                return changed
            met: Expr = ("exists", name, ("real",), premise)
            return always if _met_somewhere(premise, name) else ("implies", met, always)
        return changed

    def member(s: Expr) -> Expr:
        return member(operands(s)[-1]) if head(s) in ("sequence", "curve", "function") else s

    if not sequences:
        return statement
    return Statement(
        tuple((n, member(s) if n in sequences else s) for n, s in statement.variables),
        tuple((label, flat(f)) for label, f in statement.given),
        flat(statement.goal),
    )
