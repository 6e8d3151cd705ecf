"""The Lie algebra that vector fields generate, at one exact point: a bound on how many laws they share.

What is constant along two fields is constant along their bracket, hence along the Lie algebra they generate.  Where D
of its fields are independent at a point, they are independent on a dense open set (a minor is a polynomial), so near a
generic point at most n - D functions of n variables that are constant along all fields are independent: polynomials or
not.  (Marcotte, Gribonval and Peyre 2023, "Abide by the law and follow the flow", for gradient fields.)

Where the fields found are moreover closed under brackets, which `involution` proves by polynomial identities, the
theorem of Frobenius gives exactly n - D such functions near each point at which the minor is not 0.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

from verifier.derive.conservation.conservation_laws import determinant, independent_rows
from verifier.derive.conservation.conserved_polynomials import Flow
from verifier.derive.conservation.duals import Dual, Point, lifted, parts

#: The number of a generator, or a pair (generator, bracket): [X_i, Z].
Bracket: TypeAlias = "int | tuple[int, Bracket]"

CANDIDATES = 120  # brackets of one depth that are looked at
LARGEST_MINOR = 5  # dimension up to which minors of polynomials are expanded
LARGEST_PRODUCT = 10**6  # estimated terms of such a minor


@dataclass(frozen=True)
class LieBracket:
    """[X, Y] = DY X - DX Y, evaluated by nested directional derivatives over the ring of the point."""

    x: Flow
    y: Flow

    def __call__(self, point: Point) -> dict[str, Any]:
        along_x = self.y(lifted(point, {n: {0: v} for n, v in self.x(point).items()}))
        y = {n: v.a if isinstance(v, Dual) else v for n, v in along_x.items()}
        along_y = self.x(lifted(point, {n: {0: v} for n, v in y.items()}))
        return {n: parts(along_x[n]).get(0, 0) - parts(along_y[n]).get(0, 0) for n in along_x}


@dataclass(frozen=True)
class LieBound:
    """Brackets of the generators that are independent at a point: the certificate is the nonzero minor.

    `depth` is the depth of nesting that was searched, 1 for the generators alone.  `closed` says that a whole further
    depth added nothing at the point (no proof that deeper brackets add nothing; see `involution`).
    """

    variables: tuple[str, ...]
    names: tuple[str, ...]
    generators: tuple[Flow, ...] = field(repr=False, compare=False)
    brackets: tuple[Bracket, ...]
    point: tuple[tuple[str, Fraction], ...]
    columns: tuple[str, ...]
    minor: Fraction
    depth: int
    closed: bool

    @property
    def dimension(self) -> int:
        """A lower bound on the dimension of the generated Lie algebra at generic points."""
        return len(self.brackets)

    @property
    def bound(self) -> int:
        """No more than so many functions constant along all generators are independent near a generic point."""
        return len(self.variables) - self.dimension

    def rows(self) -> list[list[Fraction]]:
        """The values of the brackets at the point, in the columns of the minor."""
        at = dict(self.point)
        values = [flow_of(b, self.generators)(at) for b in self.brackets]
        return [[Fraction(v[n]) for n in self.columns] for v in values]

    def verify(self) -> bool:
        """Evaluate the brackets once more and compare the minor, exactly."""
        square = len(self.columns) == len(set(self.columns)) == self.dimension
        return square and self.minor != 0 and determinant(self.rows()) == self.minor

    def certificate(self) -> dict[str, Any]:
        """The bound as plain data: the fields as nested brackets, the point, the matrix of the minor, the minor."""
        return {
            "fields": [spelled(b, self.names) for b in self.brackets],
            "point": {n: str(x) for n, x in self.point},
            "columns": list(self.columns),
            "matrix": [[str(x) for x in row] for row in self.rows()],
            "minor": str(self.minor),
            "bound": self.bound,
        }

    def __str__(self) -> str:
        shown = ", ".join(spelled(b, self.names) for b in self.brackets)
        return f"at most {self.bound} independent laws: {self.dimension} fields are independent, {shown}"


def lie_bound(
    generators: Sequence[Flow], variables: Sequence[str], names: Sequence[str] = (), *,
    target: int = 0, depth: int = 4, seed: int = 0, tries: int = 2,
) -> LieBound:  # fmt: skip
    """A bound on the number of independent functions that are constant along all generators.

    `target` is a number of laws that are known: the search stops where the bound meets it.  `depth` bounds the nesting
    of brackets.  The best of `tries` random integer points is kept.
    """
    if not generators:
        raise ValueError("there are no vector fields: give at least one generator")
    labels = tuple(names) or tuple(f"X{i}" for i in range(len(generators)))
    if len(labels) != len(generators):
        raise ValueError(f"{len(labels)} names for {len(generators)} generators")
    source, best = random.Random(seed), None
    for _ in range(tries):
        point = {n: Fraction(source.choice([-1, 1]) * source.randint(1, 7)) for n in variables}
        found = _bound_at(point, generators, variables, labels, target, depth)
        if best is None or found.bound < best.bound:
            best = found
        if best.bound <= target:
            break
    assert best is not None
    return best


def flow_of(bracket: Bracket, generators: Sequence[Flow]) -> Flow:
    """The vector field of a nested bracket."""
    if isinstance(bracket, int):
        return generators[bracket]
    return LieBracket(generators[bracket[0]], flow_of(bracket[1], generators))


def spelled(bracket: Bracket, names: Sequence[str]) -> str:
    """A nested bracket as text."""
    if isinstance(bracket, int):
        return names[bracket]
    return f"[{names[bracket[0]]}, {spelled(bracket[1], names)}]"


def _bound_at(
    point: Mapping[str, Fraction], generators: Sequence[Flow], variables: Sequence[str], names: tuple[str, ...],
    target: int, depth: int,
) -> LieBound:  # fmt: skip
    whole = {n: int(x) for n, x in point.items()}
    brackets: list[Bracket] = []
    rows: list[list[Fraction]] = []
    columns: list[int] = []
    level: list[Bracket] = list(range(len(generators)))
    room, reached, closed = len(variables) - target, 0, False
    while level and reached < depth and len(rows) < room and not closed:
        before, candidates = len(rows), level[: max(CANDIDATES, len(generators))]
        for b in candidates:
            value = flow_of(b, generators)(whole)
            row = [Fraction(value[n]) for n in variables]
            kept, places = independent_rows([*rows, row])
            if len(kept) > len(rows):
                rows, brackets, columns = [*rows, row], [*brackets, b], places
            if len(rows) >= room:
                break
        reached += 1
        # [X_i, X_j] = -[X_j, X_i]: of two generators one order is enough
        further = ((i, z) for z in candidates for i in range(len(generators)) if isinstance(z, tuple) or i < z)
        complete = len(candidates) == len(level) and len(rows) < room
        level = list(itertools.islice(further, CANDIDATES + 1))
        closed = complete and (not level or (reached > 1 and len(rows) == before))
    minor = determinant([[row[j] for j in columns] for row in rows])
    return LieBound(
        tuple(variables), names, tuple(generators), tuple(brackets), tuple(point.items()),
        tuple(variables[j] for j in columns), minor, reached, closed,
    )  # fmt: skip


def involution(bound: LieBound) -> bool | None:
    """Whether the brackets of the bound span all generators and are closed under brackets with them, over functions.

    True is proved: every bordered minor expands to the polynomial 0; then near each point where the minor of the bound
    is not 0 there are exactly `bound.bound` independent analytic functions that are constant along the generators.
    False: at some point a bracket leaves the span, so that the bound can be lowered.  None: too large to expand.
    """
    if bound.dimension == len(bound.variables):
        return True
    from flint import Ordering, fmpz_mpoly_ctx

    names = bound.variables
    context = fmpz_mpoly_ctx.get((("x", len(names)),), Ordering.degrevlex)
    point = dict(zip(names, context.gens(), strict=True))
    zero = context.constant(0)
    flows = [flow_of(b, bound.generators) for b in bound.brackets]
    further: list[Flow] = [g for i, g in enumerate(bound.generators) if i not in bound.brackets]
    further += [
        LieBracket(g, z)
        for i, g in enumerate(bound.generators)
        for b, z in zip(bound.brackets, flows, strict=True)
        if i != b and (i, b) not in bound.brackets
    ]
    for shift in (3, 11):
        sample = {n: (7 * i + shift) % 13 - 6 for i, n in enumerate(names)}
        at = [[Fraction(v[n]) for n in names] for v in (flow(sample) for flow in flows)]
        for flow in further:
            value = flow(sample)
            if len(independent_rows([*at, [Fraction(value[n]) for n in names]])[0]) > bound.dimension:
                return False
    if bound.dimension > LARGEST_MINOR:
        return None
    base = [flow(point) for flow in flows]
    others = [n for n in names if n not in bound.columns]
    for flow in further:
        values = [{n: zero + v[n] for n in names} for v in (*base, flow(point))]
        if prod(1 + max(len(v[n]) for n in names) for v in values) > LARGEST_PRODUCT:
            return None
        if any(_minor([[v[n] for n in (*bound.columns, extra)] for v in values]) != 0 for extra in others):
            return False
    return True


def _minor(rows: Sequence[Sequence[Any]]) -> Any:
    """The determinant of polynomials, by cofactors of the first row; each smaller minor is formed once."""
    known: dict[tuple[int, ...], Any] = {(): 1}

    def below(columns: tuple[int, ...]) -> Any:
        if columns not in known:
            row = rows[len(rows) - len(columns)]
            total: Any = 0
            for i, j in enumerate(columns):
                term = row[j] * below(columns[:i] + columns[i + 1 :])
                total = term + total if i % 2 == 0 else -term + total
            known[columns] = total
        return known[columns]

    return below(tuple(range(len(rows))))
