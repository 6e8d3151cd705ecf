"""Claims about remainders Mod(p, m): all remainders of the variables are gone through.

Decides: relations between remainders of polynomials in integer variables, and of powers of literals with a natural
exponent, modulo literals, from facts of the same kind.  How: m*q + r is put for n, with each r from 0 to m - 1 (the
theorem `division`), where m is a multiple of the moduli and of the periods of the powers; a power a^(k*n + d) is
u + M*p then (`power-remainder`).  The kernel drops multiples of a modulus, so that only numbers are left.  An equation
is proved modulo coprime factors where there are many cases (`coprime-moduli`).  Complete for these, with at most `MOST`
cases, exponents up to `HIGHEST` and periods that are not too long.  Cannot do: moduli or bases that are variables.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from verifier.kernel.algebra.integers import Unknown, index_of
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import FALSE, INTEGER, RELATIONS, Expr, conjunction, head
from verifier.language.named import fresh, negation, operands, replaced, to_json
from verifier.library.theorems import theorem
from verifier.library.trees import used
from verifier.prove.driver.driver import Branch, Driver, Node
from verifier.prove.numbers.generalised import bounds

NAME = "remainders"
MOST = 1_000  # cases, and values that a variable has in them
FEW = 100  # cases of a side condition
HIGHEST = 64  # literal exponents
READ = 8  # literal exponents that the kernel multiplies out
LARGEST = 10_000  # moduli
LONGEST = 5_000  # bits of a power of a literal
POWERS = "power-remainder"
Equation = tuple[str, Expr, Expr]  # its label and its sides


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if goal != FALSE and not _about(goal, s):
        return None
    with suppress(Unknown, Rejected):
        node = _parted(driver, s, goal, effort)
        if node is not None and driver.accepts(s, goal, node):
            return node
    labels = [label for label, f in s.facts.items() if _about(f, s)]
    for chosen in ([], labels) if labels and goal != FALSE else (labels,):
        if not chosen and goal == FALSE:
            continue
        try:
            node = Remainders(driver, s, goal, chosen, MOST if effort > 0 else FEW).node()
        except Unknown:
            continue
        if driver.accepts(s, goal, node):
            return node
    return None


def _about(e: Expr, s: Sequent) -> bool:
    """Whether it is about remainders modulo literals, of integers."""
    moduli = [operands(x)[1] for x in subexpressions(e) if head(x) == "mod"]
    whole = all(head(s.sorts.get(n, 0)) == "integer" for n in free_names(e))
    return bool(moduli) and whole and all(isinstance(m, int) and 0 < m <= LARGEST for m in moduli)


def _parted(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    """Mod(x, m*n) == c from Mod(x - c, m) == 0 and Mod(x - c, n) == 0, where m and n are coprime."""
    if head(goal) != "==" or head(operands(goal)[0]) != "mod":
        return None
    c, modulus = operands(goal)[1], operands(operands(goal)[0])[1]
    assert isinstance(modulus, int)
    m = next((d for d in range(2, modulus) if modulus % d == 0 and math.gcd(d, modulus // d) == 1), 0)
    few = modulus ** len(free_names(goal)) <= FEW
    if few or m == 0 or not isinstance(c, int) or not 0 <= c < modulus:
        return None
    branch = Branch(driver, s)
    equations = list(_multiplied(branch, [goal]))
    x, n = operands(operands(_at(goal, equations))[0])[0], modulus // m
    Checker().fits(branch.s, x, INTEGER)
    parts = [close(driver, branch.s, ("==", ("mod", ("-", x, c), d), 0), effort) for d in (m, n)]
    if None in parts:
        return None
    u = pow(m, -1, n)
    at = [to_json(x), c, m, n, modulus, u, (1 - u * m) // n]
    premises = [{"rule": "arith"}, {"rule": "arith"}, {"rule": "split", "nodes": [{"rule": "arith"}] * 2}, *parts]
    label = fresh(f"modulo {modulus}", frozenset(s.facts))
    end = used("coprime-moduli", at, premises, label, {"rule": "exact", "fact": label})
    return branch.wrap(_replacing(goal, equations, end))


def _multiplied(branch: Branch, formulas: Iterable[Expr]) -> Iterator[Equation]:
    """High literal powers as products of lower ones."""
    for e in dict.fromkeys(e for f in formulas for e in subexpressions(f)):
        base, k = operands(e) if head(e) == "^" else (0, 0)
        if not isinstance(k, int) or k <= READ:
            continue
        if k > HIGHEST:
            raise Unknown("a high power")
        product: Expr = ("*", *[("^", base, READ)] * (k // READ), ("^", base, k % READ))
        label = branch.have(("==", e, product), {"rule": "field"})
        assert label is not None
        yield label, e, product


@dataclass(frozen=True)
class Power:
    """base^(rate*n + offset), where n is a variable; its remainder by `modulus` comes again after `period` from `start`

    on.  `name`: the p in u + modulus*p.
    """

    term: Expr
    base: int
    rate: int
    offset: int
    modulus: int
    start: int
    period: int
    name: str


@dataclass(frozen=True)
class Variable:
    """Its values: first, ..., start - 1 themselves, and step*quotient + r for r = start, ..., start + step - 1."""

    name: str
    first: int
    start: int
    step: int
    quotient: str
    rest: str
    powers: Sequence[Power]

    @property
    def cases(self) -> range:
        return range(self.first, self.start + self.step)

    def value(self, case: int) -> Expr:
        return case if case < self.start else ("+", ("*", self.step, self.quotient), case)


class Remainders:
    """The goal from facts about remainders.  Raises `Unknown` where they do not show it, or not in so many cases."""

    def __init__(self, driver: Driver, s: Sequent, goal: Expr, labels: Sequence[str], most: int) -> None:
        self.driver, self.goal, self.left = driver, goal, most
        self.facts = {label: s.facts[label] for label in labels}
        self.branch = Branch(driver, s)
        self.start = tuple(_multiplied(self.branch, (goal, *self.facts.values())))
        self.whole = conjunction([_at(f, self.start) for f in (goal, *self.facts.values())])
        self.names = set(s.sorts) | free_names(self.whole)
        self.variables = [self._variable(n) for n in sorted(free_names(self.whole))]
        self.stem = fresh("case", {label.split(" ")[0] for label in s.facts})

    def node(self) -> Node:
        for v in self.variables:
            self._divided(v)
        if any(v.powers for v in self.variables):
            known = theorem(POWERS)
            have: Node = {"rule": "have", "formula": to_json(known.statement), "proof": known.tree}
            self.branch.steps.append({**have, "as": f"{self.stem}:{POWERS}"})
        found = self.branch.wrap(self._from(0, self.start))
        assert found is not None
        return found

    # -- what the variables are -----------------------------------------------------------------------
    def _fresh(self, stem: str) -> str:
        name = fresh(stem, self.names)
        self.names.add(name)
        return name

    def _variable(self, n: str) -> Variable:
        about = {e for e in subexpressions(self.whole) if n in free_names(e)}
        modulus = math.lcm(*(m for e in about if head(e) == "mod" and isinstance(m := operands(e)[1], int)))
        terms = sorted((e for e in about if head(e) == "^" and not isinstance(operands(e)[1], int)), key=repr)
        low = [x.constant for x in bounds(self.branch.s, n)[0] if x.constant is not None]
        if terms and not low:
            raise Unknown("an exponent that may be negative")
        first = max(low) if terms else 0
        powers = [self._power(e, n, first, modulus) for e in terms]
        rest = self.whole
        for e in terms:
            rest = replaced(rest, e, 1)
        step = math.lcm(*(p.period for p in powers), modulus if n in free_names(rest) else 1)
        start = max((p.start for p in powers), default=first)
        if start + step - first > MOST:
            raise Unknown("too many cases")
        if any((p.rate * (start + step) + p.offset) * p.base.bit_length() > LONGEST for p in powers):
            raise Unknown("large powers")
        return Variable(n, first, start, step, self._fresh("q"), self._fresh("r"), powers)

    def _power(self, term: Expr, n: str, low: int, modulus: int) -> Power:
        base, exponent = (index_of(e) for e in operands(term))
        rate = exponent.coefficient(n)
        if base.constant is None or rate is None or rate < 1 or exponent.names() != {n}:
            raise Unknown("another power than that of a literal")
        if rate * low + exponent.offset < 0:
            raise Unknown("an exponent that may be negative")
        seen: dict[int, int] = {}
        for at in range(low, low + MOST):
            rest = pow(base.constant, rate * at + exponent.offset, modulus)
            if rest in seen:
                period = at - seen[rest]
                name = self._fresh("p")
                return Power(term, base.constant, rate, exponent.offset, modulus, seen[rest], period, name)
            seen[rest] = at
        raise Unknown("a long period")

    # -- the proof ------------------------------------------------------------------------------------
    def _divided(self, v: Variable) -> None:
        """Quotient and remainder of a variable become known."""
        n: Expr = ("-", v.name, v.start) if v.start else v.name
        equal: Expr = ("==", n, ("+", ("*", v.step, v.quotient), v.rest))
        inner: Expr = ("exists", v.rest, ("integer", 0, ("-", v.step, 1)), equal)
        whole: Expr = ("exists", v.quotient, INTEGER, inner)
        known = self.branch.theorem("division", [to_json(n), v.step], [], whole)
        for name, formula in ((v.quotient, inner), (v.rest, equal)):
            label, sort = self.branch.label("divided"), operands(self.branch.s.facts[known])[1]
            self.branch.steps.append({"rule": "obtain", "fact": known, "name": name, "as": label})
            self.branch.s = self.branch.s.declare(name, sort).assume(label, formula)
            known = label

    def _from(self, k: int, equations: tuple[Equation, ...]) -> Node:
        """A node for the goal, where the variables before the k-th have the values that the equations say."""
        self.driver.tick()
        found = self._decided(equations)
        if found is None:
            if k == len(self.variables):
                raise Unknown("it fails at some remainders")
            cases = self.variables[k].cases
            return self._cases(k, equations, cases.start, cases.stop - 1)
        self.left -= 1
        if self.left < 0:
            raise Unknown("too many cases")
        return found

    def _cases(self, k: int, equations: tuple[Equation, ...], lo: int, hi: int) -> Node:
        v = self.variables[k]
        if lo < hi:
            middle = v.start - 1 if lo < v.start <= hi else (lo + hi) // 2
            node: Node = {"rule": "either", "formula": to_json(("<=", v.name, v.value(middle)))}
            node["as"] = f"{self.stem} {v.name} {lo}..{hi}"
            node["yes"] = self._cases(k, equations, lo, middle)
            node["no"] = self._cases(k, equations, middle + 1, hi)
            return node
        label = f"{self.stem} {v.name}"
        steps: list[Node] = [_have((v.name, v.value(lo)), {"rule": "arith"}, label)]
        added: list[Equation] = []
        for i, p in enumerate(v.powers):
            mine = f"{label}^{i}"
            value, more = self._value(p, v, lo, mine)
            equal: Node = {"rule": "field", "terms": [{"fact": f"{mine} rest", "times": -1}] if more else []}
            steps += [*more, _have((p.term, value), {"rule": "replace", "fact": label, "then": equal}, mine)]
            added.append((mine, p.term, value))
        node = self._from(k + 1, (*equations, *added, (label, v.name, v.value(lo))))
        for step in reversed(steps):
            node = {**step, "then": node}
        return node

    def _value(self, p: Power, v: Variable, case: int, label: str) -> tuple[Expr, list[Node]]:
        """What a power is in a case, and the steps that make this known."""
        d, c = p.rate * case + p.offset, p.rate * v.step
        if case < v.start:
            return p.base**d, []
        s, u = divmod(p.base**d, p.modulus)
        b = p.base**c
        at = [p.base, b, p.modulus, u, s, (b - 1) * u // p.modulus, c, d, v.quotient]
        use: Node = {"rule": "use", "fact": f"{self.stem}:{POWERS}", "at": at, "premises": [{"rule": "field"}] * 3}
        obtain: Node = {"rule": "obtain", "fact": f"{label} some", "name": p.name, "as": f"{label} rest"}
        return ("+", u, ("*", p.modulus, p.name)), [{**use, "as": f"{label} some"}, obtain]

    def _decided(self, equations: tuple[Equation, ...]) -> Node | None:
        """The goal, if it holds under the equations, or if a fact does not."""
        goal = _at(self.goal, equations)
        if _holds(goal):
            return _replacing(self.goal, equations, _proof(goal))
        for label, fact in self.facts.items():
            at = _at(fact, equations)
            if _holds(at) is not False:
                continue
            steps: list[Node] = []
            for equation, old, new in equations:
                if replaced(fact, old, new) != fact:
                    fact, last = replaced(fact, old, new), label
                    label = f"{self.stem} fact {len(steps)}"
                    steps.append({"rule": "replace", "fact": equation, "on": last, "as": label})
            node: Node = {"rule": "contradict", "fact": label, "proof": _proof(negation(fact))}
            for step in reversed(steps):
                node = {**step, "then": node}
            return node
        return None


def _have(sides: tuple[Expr, Expr], proof: Node, label: str) -> Node:
    return {"rule": "have", "formula": to_json(("==", *sides)), "proof": proof, "as": label}


def _at(e: Expr, equations: Iterable[Equation]) -> Expr:
    for _, old, new in equations:
        e = replaced(e, old, new)
    return e


def _replacing(goal: Expr, equations: Iterable[Equation], end: Node) -> Node:
    """A node for the goal from one for what it is under the equations."""
    labels: list[str] = []
    for label, old, new in equations:
        if replaced(goal, old, new) != goal:
            goal = replaced(goal, old, new)
            labels.append(label)
    for label in reversed(labels):
        end = {"rule": "replace", "fact": label, "then": end}
    return end


def _holds(p: Expr) -> bool | None:
    """Whether a formula holds, where its remainders are numbers; None where some are not."""
    op, args = head(p), operands(p)
    if op in ("true", "false"):
        return op == "true"
    if op in ("and", "or"):
        parts = [_holds(a) for a in args]
        end = op == "or"  # what one part decides
        return end if end in parts else None if None in parts else not end
    if op == "not":
        value = _holds(args[0])
        return None if value is None else not value
    if op == "implies":
        return _holds(("or", ("not", args[0]), args[1]))
    if op not in RELATIONS:
        return None
    try:
        gap = (index_of(args[1]) - index_of(args[0])).constant
    except Unknown:  # a power
        gap = None
    if gap is None:
        return None
    return {"==": gap == 0, "!=": gap != 0, "<": gap > 0, "<=": gap >= 0, ">": gap < 0, ">=": gap <= 0}[str(op)]


def _proof(p: Expr) -> Node:
    """A node for a formula that holds in this way."""
    op, args = head(p), operands(p)
    if op in ("and", "true"):
        return {"rule": "split", "nodes": [_proof(a) for a in args]}
    if op == "or":
        index = next(i for i, a in enumerate(args) if _holds(a))
        return {"rule": "choose", "index": index, "then": _proof(args[index])}
    if op == "not":
        return _proof(negation(args[0]))
    if op == "implies":
        label = f"if {len(repr(p))}"  # longer than those of the formulas inside
        if _holds(args[1]):
            return {"rule": "intro", "as": label, "then": _proof(args[1])}
        no: Node = {"rule": "contradict", "fact": label, "proof": _proof(negation(args[0]))}
        return {"rule": "intro", "as": label, "then": no}
    return {"rule": "arith"}
