"""Conservation laws of one loss beyond those that hold for every data set, and the data that each of them needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verifier.derive.conservation.complete_laws import AtData, CompleteLaws, laws_for_every_data_set
from verifier.derive.conservation.conservation_laws import ConservationLaws, Law, conservation_laws, exact_rank
from verifier.derive.conservation.conserved_polynomials import Flow
from verifier.derive.conservation.duals import Point


@dataclass(frozen=True)
class ExtraLaw:
    """A law of the flow at particular data, and what the data must satisfy for it: polynomials that must vanish.

    The conditions are a basis of the span of the coefficients, polynomials in the data, of the law's rate of change.
    """

    law: Law
    conditions: tuple[Law, ...]

    def sympy_conditions(self) -> list[Any]:
        """The conditions as factored SymPy polynomials in the data."""
        import sympy

        return [sympy.factor(c.sympy()) for c in self.conditions]

    def common_factor(self) -> Any:
        """The greatest common divisor of the conditions: where it vanishes, the law holds."""
        import sympy

        return sympy.factor(sympy.gcd_list([c.sympy() for c in self.conditions]).primitive()[1])

    def needs(self) -> list[Any]:
        """What must vanish: the conditions, or the factor that all have in common."""
        factor = self.common_factor()
        return self.sympy_conditions() if factor.is_number else [factor]

    def __str__(self) -> str:
        return f"{self.law}, where " + ", ".join(f"{c} = 0" for c in self.needs())


@dataclass(frozen=True)
class SeparatedLaws:
    """Laws for every data set, and the further polynomial ones (modulo these) of the loss at the data `at`."""

    every: CompleteLaws
    at: tuple[tuple[str, int], ...]
    one: ConservationLaws
    extra: tuple[ExtraLaw, ...]

    def verify(self) -> bool:
        """Check all laws once more, and that each extra law fails for other data while its conditions hold at these."""
        if not (self.every.verify() and self.one.verify()):
            return False
        flow, laws = self.every.laws.flow, self.every.laws
        for found in self.extra:
            again = _conditions(found.law, laws.variables, laws.parameters, flow)
            if not again or again != found.conditions or any(c.value(dict(self.at)) != 0 for c in again):
                return False
        return len(self.extra) == len(self.one.laws) - len(laws.laws)

    def __str__(self) -> str:
        data = ", ".join(f"{n} = {x}" for n, x in self.at)
        more = [f"  {found}" for found in self.extra] or ["  none"]
        return "\n".join(["for every data set:", str(self.every), f"further laws at {data}:", *more])


def separated_laws(
    loss: Callable[[Point], Any], variables: Sequence[str], at: Mapping[str, int], degree: int = 2, *,
    depth: int = 4, seed: int = 0,
) -> SeparatedLaws:  # fmt: skip
    """The laws for every data set apart from the further polynomial ones of the loss at the integer data `at`.

    A single flow has n - 1 independent laws near each point where it moves, most of them no polynomials; what is
    listed is the basis that completes the polynomial laws for every data set, up to the degree.

    >>> loss = lambda p: (p["a"] * p["u"] + p["b"] * p["v"] - p["y"]) ** 2
    >>> print(separated_laws(loss, ["u", "v"], {"a": 1, "b": 2, "y": 3}, degree=1).extra[0])
    u - v/2, where 2*a - b = 0
    """
    every = laws_for_every_data_set(loss, variables, list(at), degree, depth=depth, seed=seed)
    flow = every.laws.flow
    one = conservation_laws(AtData(flow, tuple(at.items())), variables, (), degree, seed)
    return SeparatedLaws(every, tuple(at.items()), one, extra_laws(every.laws, one, at))


def extra_laws(
    every: ConservationLaws, one: ConservationLaws, at: Mapping[str, Fraction | int]
) -> tuple[ExtraLaw, ...]:
    """The laws of one loss, at the data `at`, that complete those of every data set; and what each needs of the data.

    Raises `ArithmeticError` where a condition does not hold at the data: then these are not the laws at the data.
    """
    extra = []
    for law in _beyond(one.laws, every.laws):
        conditions = _conditions(law, every.variables, every.parameters, every.flow)
        if not conditions or any(c.value(at) != 0 for c in conditions):
            raise ArithmeticError("a law that holds for other data than these: report this as a defect")
        extra.append(ExtraLaw(law, conditions))
    return tuple(extra)


def _beyond(laws: Sequence[Law], known: Sequence[Law]) -> list[Law]:
    """The laws that complete the known ones to a basis of the span of all."""
    everything = sorted({m for law in (*laws, *known) for m, _ in law.terms})
    rows = [[law.quantity.get(m, Fraction(0)) for m in everything] for law in known]
    further: list[Law] = []
    rank = len(rows)
    for law in laws:
        rows.append([law.quantity.get(m, Fraction(0)) for m in everything])
        if exact_rank(rows) > rank:
            rank, further = rank + 1, [*further, law]
        else:
            rows.pop()
    return further


def _conditions(law: Law, variables: Sequence[str], data: Sequence[str], flow: Flow) -> tuple[Law, ...]:
    """A reduced basis of the span of the coefficients of grad Q . F, which are polynomials in the data."""
    from flint import Ordering, fmpq, fmpq_mat, fmpq_mpoly_ctx

    names = [*variables, *data]
    context = fmpq_mpoly_ctx.get((("x", len(names)),), Ordering.degrevlex)
    point = dict(zip(names, context.gens(), strict=True))
    speed, rate = flow(point), context.constant(0)
    for m, c in law.terms:
        for i, moving in enumerate(m):
            term = fmpq(c.numerator, c.denominator) * speed[moving]
            for j, other in enumerate(m):
                if j != i:
                    term = term * point[other]
            rate += term
    rows: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
    for powers, c in rate.to_dict().items():
        rows.setdefault(powers[: len(variables)], {})[powers[len(variables) :]] = c
    columns = sorted({m for row in rows.values() for m in row}, reverse=True)
    if not columns:
        return ()
    entries = [row.get(m, fmpq(0)) for row in rows.values() for m in columns]
    reduced, rank = fmpq_mat(len(rows), len(columns), entries).rref()
    found = []
    for r in range(int(rank)):
        row = [Fraction(int(reduced[r, j].p), int(reduced[r, j].q)) for j in range(len(columns))]
        found.append(Law.of({_spelled(m, data): c for m, c in zip(columns, row, strict=True)}))
    return tuple(found)


def _spelled(powers: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(n for n, e in zip(names, powers, strict=True) for _ in range(int(e)))
