"""What hypotheses say of curves and sequences as equations for all times: rates, terms in the time, recursions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, substitute
from verifier.prove.properties.moving import Flow, Member


@dataclass
class Equations:
    """What the hypotheses say of curves and sequences as equations for all times."""

    rates: dict[str, tuple[str, Expr]] = field(default_factory=dict)  # curve -> (time, right side)
    terms: dict[str, tuple[str, Expr]] = field(default_factory=dict)  # curve or sequence -> (index, term)
    steps: dict[str, tuple[str, int, int, Expr]] = field(default_factory=dict)  # sequence -> (index, shift, from, term)
    met: set[Expr] = field(default_factory=set)  # the hypotheses that hold by how the curves are made
    told: dict[Expr, str] = field(default_factory=dict)  # hypotheses, and the curve or sequence that each defines
    both: set[str] = field(default_factory=set)  # curves with a rate for all times, also before 0

    @staticmethod
    def of(formulas: Iterator[Expr], sorts: Mapping[str, Expr]) -> Equations:
        found = Equations()
        for whole in formulas:
            said = list(_for_all_times(whole))
            read = [found._read(e, time, least, sorts) for time, least, e in said]
            if head(whole) == "forall" and head(operands(whole)[2]) != "implies":
                found.both |= {name for name in read if name in found.rates}
            if head(whole) == "forall" and len(read) == 1 and read[0] is not None:
                found.told[whole] = read[0]
        for name in list(found.terms):  # a term that leads back to itself defines nothing
            if name in found.rates or found._leads_to(name, found.terms[name][1], set()):
                del found.terms[name]
        kept = {*found.rates, *found.terms, *found.steps}
        found.met = {whole for whole, name in found.told.items() if name in kept}
        return found

    def without_steps(self) -> Equations:
        """What they say of others than sequences that are given by recursion."""
        kept = {whole for whole in self.met if self.told[whole] not in self.steps}
        return replace(self, steps={}, met=kept)

    def flow(self, name: str, env: Mapping[str, Any], starts: Mapping[str, str]) -> dict[str, Member]:
        """The curves of a flow, those whose equations speak of each other, from values in `env`, whose names are given.

        Raises `KeyError` where a starting value is missing.
        """
        rates = self.rates
        system, waiting = {name}, [name]
        while waiting:
            for n in free_names(self._right(waiting.pop())):
                if n in rates and n not in system and n not in env:
                    system.add(n)
                    waiting.append(n)
        time = rates[name][0]
        equations = {}
        for n in sorted(system):
            t, _ = rates[n]
            equations[n] = _renamed(self._right(n), t, time)
        flow = Flow(equations, time, {n: env[starts[n]] for n in equations}, dict(env))
        return {n: Member(flow, n) for n in equations}

    def _right(self, name: str) -> Expr:
        """The right side of an equation for a rate, with curves that are terms written out."""
        right = self.rates[name][1]
        for _ in range(4):
            right = _written(right, self.terms)
        return right

    def _leads_to(self, name: str, term: Expr, seen: set[str]) -> bool:
        for n in free_names(term):
            if n == name or (n in self.terms and n not in seen and self._leads_to(name, self.terms[n][1], seen | {n})):
                return True
        return False

    def _read(self, equation: Expr, time: str, least: int | None, sorts: Mapping[str, Expr]) -> str | None:
        """Keep an equation; returns the curve or the sequence that it makes, if it makes one."""
        a, b = operands(equation)
        return self._side(a, b, time, least, sorts) or self._side(b, a, time, least, sorts)

    def _side(self, left: Expr, right: Expr, time: str, least: int | None, sorts: Mapping[str, Expr]) -> str | None:
        if head(left) == "neg":
            left, right = operands(left)[0], ("neg", right)
        if head(left) not in ("at", "rate") or not isinstance(operands(left)[0], str):
            return None
        name, index = str(operands(left)[0]), operands(left)[1]
        kind, again = head(sorts.get(name, 0)), name in free_names(right)
        shift = 0 if index == time else _ahead(index, time)
        back = _furthest(right, name, time)
        if shift == 0 and again and back > 0 and least is not None:  # s[n] by members before it
            shift, least, right = back, least - back, substitute(right, {time: ("+", time, back)})
        if head(left) == "rate":
            if index != time or kind != "curve" or name in self.rates:
                return None
            self.rates[name] = (time, right)
        elif kind not in ("curve", "sequence") or name in self.terms or name in self.steps:
            return None
        elif index == time and not again:
            self.terms[name] = (time, right)
        elif kind == "sequence" and shift and least is not None and again:
            self.steps[name] = (time, shift, least, right)
        else:
            return None
        return name


def _ahead(index: Expr, time: str) -> int | None:
    """The number k of an index time + k."""
    args = operands(index)
    return args[1] if head(index) == "+" and len(args) == 2 and args[0] == time and isinstance(args[1], int) else None


def _furthest(e: Expr, name: str, time: str) -> int:
    """The largest number k of members name[time - k] in a term."""
    if not isinstance(e, tuple):
        return 0
    if head(e) == "at" and e[1] == name and head(e[2]) == "-" and len(e[2]) == 3:  # type: ignore[arg-type]
        index: Any = e[2]
        return index[2] if index[1] == time and isinstance(index[2], int) else 0
    return max((_furthest(a, name, time) for a in e[1:]), default=0)


def _renamed(e: Expr, old: str, new: str) -> Expr:
    return e if old == new else substitute(e, {old: new})


def _written(e: Expr, terms: Mapping[str, tuple[str, Expr]]) -> Expr:
    """Values of curves that are terms in the time, written out."""
    if not isinstance(e, tuple):
        return e
    if e[0] == "at" and isinstance(e[1], str) and e[1] in terms:
        time, term = terms[e[1]]
        return substitute(term, {time: e[2]})
    return (e[0], *(_written(a, terms) for a in e[1:]))


def _for_all_times(formula: Expr) -> Iterator[tuple[str, int | None, Expr]]:
    """The equations that hold for all reals or all integers from some number on: (variable, that number, equation)."""
    waiting = [formula]
    while waiting:
        f = waiting.pop(0)
        if head(f) == "and":
            waiting = [*operands(f), *waiting]
        elif head(f) == "forall":
            name, sort, body = operands(f)
            least = operands(sort)[0] if head(sort) == "integer" else None
            if head(sort) not in ("real", "integer") or (head(sort) == "integer" and operands(sort)[1] != "oo"):
                continue
            inner = [body]
            while inner:
                b = inner.pop(0)
                if head(b) == "implies":
                    inner.append(operands(b)[1])
                elif head(b) == "and":
                    inner += operands(b)
                elif head(b) == "==":
                    yield str(name), least if isinstance(least, int) else None, b
