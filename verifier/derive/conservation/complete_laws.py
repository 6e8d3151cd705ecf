"""Conservation laws that hold for every data set, counted from below and from above.

Below: all polynomial laws up to a degree, by linear algebra, with the data as symbols (`conservation_laws`).  Above:
the gradient fields of the losses generate a Lie algebra, along which each law is constant (`lie_algebras`).  Where both
numbers agree, every law, polynomial or not, is near generic points a function of those found.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from verifier.derive.conservation.conservation_laws import ConservationLaws, conservation_laws
from verifier.derive.conservation.conserved_polynomials import Flow, gradient_flow
from verifier.derive.conservation.duals import Point
from verifier.derive.conservation.lie_algebras import LieBound, involution, lie_bound


@dataclass(frozen=True)
class CompleteLaws:
    """The laws found, the bound on their number, and whether the two meet.

    `exact` says whether the bound is attained by analytic functions near generic points, polynomials or not: True where
    the laws meet it or the theorem of Frobenius applies, None where this was not decided.
    """

    laws: ConservationLaws
    bound: LieBound
    exact: bool | None

    @property
    def complete(self) -> bool:
        """Whether every law is, near generic points, a function of the laws found."""
        return self.laws.independent == self.bound.bound

    def verify(self) -> bool:
        """Check the laws, their independence and the minor of the bound once more, exactly."""
        if not (self.laws.verify() and self.bound.verify()):
            return False
        return self.exact is None or self.complete or involution(self.bound) is True

    def __str__(self) -> str:
        found, most = self.laws.independent, self.bound.bound
        if self.complete:
            end = f"at most {most} laws are independent: every law is, near generic points, a function of these"
        elif self.exact:
            end = (f"exactly {most} laws are independent near generic points (Frobenius), so {most - found} more exist "
                   f"that are no polynomials of degree up to {self.laws.degree}")  # fmt: skip
        else:
            end = f"at most {most} laws are independent: whether there are more than {found} is open"
        return f"{self.laws}\n{end}"


def laws_of_outputs(
    outputs: Sequence[Callable[[Point], Any]], variables: Sequence[str], degree: int = 2, names: Sequence[str] = (),
    *, depth: int = 4, seed: int = 0,
) -> CompleteLaws:  # fmt: skip
    """The laws of gradient flow on every loss that is a function of the given outputs of a model.

    `outputs` are polynomials of the parameters `variables`: predictions, entries of an end-to-end matrix, an impulse
    response.  The gradient of such a loss is a combination of their gradients with coefficients that the data move.

    >>> print(laws_of_outputs([lambda p: p["u"] * p["v"]], ["u", "v"]))
    1 conserved up to degree 2, 1 of them independent:
      u**2 - v**2
    at most 1 laws are independent: every law is, near generic points, a function of these
    """
    weights = _fresh("y", len(outputs), variables)

    def pairing(point: Point) -> Any:
        return sum((f(point) * point[y] for f, y in zip(outputs, weights, strict=True)), start=0)

    laws = conservation_laws(gradient_flow(variables, pairing), variables, weights, degree, seed)
    labels = tuple(names) or tuple(f"phi{i}" for i in range(len(outputs)))
    generators = [gradient_flow(variables, f) for f in outputs]
    return _counted(laws, generators, [f"grad {n}" for n in labels], depth, seed)


def laws_of_fields(
    fields: Sequence[Flow], variables: Sequence[str], degree: int = 2, names: Sequence[str] = (), *,
    parameters: Sequence[str] = (), depth: int = 4, seed: int = 0,
) -> CompleteLaws:  # fmt: skip
    """The functions that are constant along each of some polynomial vector fields, for all values of `parameters`.

    One field without parameters has n - 1 of them near each point where it is not 0, few of which are polynomials.

    >>> prey = lambda p: {"x": p["x"] - p["x"] * p["y"], "y": p["x"] * p["y"] - p["y"]}
    >>> found = laws_of_fields([prey], ["x", "y"], degree=3)
    >>> len(found.laws.laws), found.bound.bound, found.exact, found.complete
    (0, 1, True, False)
    """
    weights = _fresh("y", len(fields), variables) if len(fields) > 1 else []  # one field needs no weight

    def combined(point: Point) -> dict[str, Any]:
        values = [f(point) for f in fields]
        return {n: sum((v[n] * point[y] for v, y in zip(values, weights, strict=True)), start=0) for n in variables}

    flow = combined if weights else fields[0]
    laws = conservation_laws(flow, variables, [*weights, *parameters], degree, seed)
    if not parameters:
        return _counted(laws, fields, names, depth, seed)
    labels = tuple(names) or tuple(f"X{i}" for i in range(len(fields)))
    values = _random_data(parameters, len(variables), seed)
    generators = [AtData(f, tuple(v.items())) for f in fields for v in values]
    return _counted(laws, generators, [f"{n} at {_listed(v)}" for n in labels for v in values], depth, seed)


def laws_for_every_data_set(
    loss: Callable[[Point], Any], variables: Sequence[str], data: Sequence[str], degree: int = 2, *,
    data_sets: Sequence[Mapping[str, int]] = (), depth: int = 4, seed: int = 0,
) -> CompleteLaws:  # fmt: skip
    """The laws of gradient flow on a polynomial loss that hold for all values of its symbols `data`.

    The fields of the bound are gradients at particular data: those of `data_sets`, or else random integers, as many
    as there are variables.  Give `data_sets` where not all real values are admitted (a covariance matrix, say).
    """
    flow = gradient_flow(variables, loss)
    laws = conservation_laws(flow, variables, data, degree, seed)
    chosen = [dict(d) for d in data_sets] or _random_data(data, len(variables) if data else 1, seed)
    names = [f"grad L at {_listed(d)}" if d else "grad L" for d in chosen]
    return _counted(laws, [AtData(flow, tuple(d.items())) for d in chosen], names, depth, seed)


@dataclass(frozen=True)
class AtData:
    """A flow at particular values of its symbols."""

    flow: Flow = field(repr=False)
    values: tuple[tuple[str, int], ...]

    def __post_init__(self) -> None:
        for name, x in self.values:
            if not isinstance(x, int) or isinstance(x, bool):
                raise ValueError(f"{name} = {x!r}: data are integers here; multiply the loss or the unit by a number")

    def __call__(self, point: Point) -> Mapping[str, Any]:
        return self.flow({**point, **dict(self.values)})


def _counted(
    laws: ConservationLaws, generators: Sequence[Flow], names: Sequence[str], depth: int, seed: int
) -> CompleteLaws:
    bound = lie_bound(generators, laws.variables, names, target=laws.independent, depth=depth, seed=seed)
    if bound.bound < laws.independent:  # pragma: no cover - two exact facts that exclude each other
        raise ArithmeticError("more independent laws than the bound allows: report this as a defect")
    exact = True if bound.bound == laws.independent else involution(bound) or None
    return CompleteLaws(laws, bound, exact)


def _random_data(names: Sequence[str], count: int, seed: int) -> list[dict[str, int]]:
    source = random.Random(seed)
    return [{n: source.choice([-1, 1]) * source.randint(1, 9) for n in names} for _ in range(count)]


def _listed(values: Mapping[str, int]) -> str:
    return ", ".join(f"{n} = {x}" for n, x in values.items())


def _fresh(letter: str, count: int, taken: Sequence[str]) -> list[str]:
    while any(n.startswith(letter) for n in taken):
        letter += "_"
    return [f"{letter}{i}" for i in range(count)]
