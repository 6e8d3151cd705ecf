"""A model at given sizes: its letters as matrices of symbols, its terms as exact formulas in them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import verifier.language.values.arithmetic as ar
from verifier.derive.factored import Factored, Room, TooLarge
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.text.text import read_domain
from verifier.language.values.arithmetic import Dual, Inexact, Matrix, Undefined, matrix, pack
from verifier.language.values.semantics import Evaluator, Limits
from verifier.models.model import Model, ModelError

LIMITS = Limits(steps=400_000)


class _Squares(Evaluator):
    """An evaluator that leaves a squared norm as a sum of squares."""

    def value(self, e: Expr, env: Mapping[str, Any]) -> Any:
        if head(e) == "trace" and head(operands(e)[0]) == "*":
            factors = operands(operands(e)[0])
            if len(factors) == 2 and factors[0] == ("T", factors[1]):
                found = self.value(factors[1], env)
                entries = [x for row in found.entries for x in row] if isinstance(found, Matrix) else [found]
                return ar.add(0, functools.reduce(ar.add, (ar.power(x, 2) for x in entries), 0))
        return super().value(e, env)


class Concrete:
    """The letters of a model at given sizes, and its terms in them.

    `places` gives for each letter the number of the generator at each entry (row, column), or of the letter itself
    under (0, 0); a symmetric matrix has one generator for both entries, a diagonal one none outside the diagonal.
    Raises `ModelError` where the sizes do not fit.
    """

    def __init__(self, model: Model, sizes: Mapping[str, int], more: Mapping[str, str] | None = None) -> None:
        from sympy import QQ
        from sympy.polys.rings import ring

        self.model, self.sizes = model, model.with_sizes(sizes)
        self.letters = {**model.parameters, **model.data, **(more or {})}
        self.sorts = {**model.sorts, **{n: _sort(model, t) for n, t in (more or {}).items()}}
        self.places: dict[str, dict[tuple[int, int], int]] = {}
        self.names: list[str] = []
        self._shown: dict[Any, Any] = {}
        for letter, text in self.letters.items():
            self._place(letter, text)
        self.ring: Any = None
        indices = self._indices()
        for letter, used in indices.items():
            self.places[letter] = {(j, 0): self._new(f"{letter}_{j}") for j in sorted(used)}
        self.ring = Room(ring(self.names or ["unused"], QQ)[0])
        self.env = self._environment(self.generator)

    # -- letters -------------------------------------------------------------------------------------

    def _new(self, name: str) -> int:
        self.names.append(name)
        return len(self.names) - 1

    def _place(self, letter: str, text: str) -> None:
        if self.is_sequence(letter):
            return
        m, n = self.shape(letter)
        sort = self.sorts[letter]
        if head(sort) != "matrix":
            self.places[letter] = {(0, 0): self._new(letter)}
            return
        found: dict[tuple[int, int], int] = {}
        for i, j in itertools.product(range(m), range(n)):
            if text.startswith(("symmetric", "psd")) and j < i:
                found[i, j] = found[j, i]
            elif not text.startswith("diagonal") or i == j:
                index = f"{i}" if n == 1 else f"{j}" if m == 1 else f"{i}{j}" if max(m, n) <= 10 else f"{i}_{j}"
                found[i, j] = self._new(f"{letter}_{index}")
        self.places[letter] = found

    def is_sequence(self, letter: str) -> bool:
        return head(self.sorts[letter]) == "sequence"

    def shape(self, letter: str) -> tuple[int, int]:
        """Rows and columns of a letter at these sizes; (1, 1) for a number."""
        sort = self.sorts[letter]
        if head(sort) != "matrix":
            return 1, 1
        rows, columns = (Evaluator().size(e, self.sizes) for e in operands(sort))
        return rows, columns

    def generator(self, place: int) -> Factored:
        """A generator as an exact number."""
        return Factored.of(self.ring, self.ring.gens[place])

    def _environment(self, value: Callable[[int], Any]) -> dict[str, Any]:
        env: dict[str, Any] = dict(self.sizes)
        for letter in self.letters:
            places = self.places.get(letter, {})
            if self.is_sequence(letter):
                env[letter] = _sequence({j: value(p) for (j, _), p in places.items()})
                continue
            m, n = self.shape(letter)

            def entry(i: int, j: int, places: Mapping[tuple[int, int], int] = places) -> Any:
                return value(places[i, j]) if (i, j) in places else 0

            env[letter] = pack(matrix(m, n, entry)) if head(self.sorts[letter]) == "matrix" else value(places[0, 0])
        return env

    def _indices(self) -> dict[str, set[int]]:
        """The indices at which the model's loss uses its sequences."""
        used: dict[str, set[int]] = {n: set() for n in self.letters if self.is_sequence(n)}
        if used:
            self._look_up(self.model.loss_term, {}, used)
        return used

    def _look_up(self, e: Expr, bound: Mapping[str, int], used: Mapping[str, set[int]]) -> None:
        """Add the indices of sequences in a term, sums and products written out."""
        if not any(name in used for name in free_names(e)):
            return
        op, args = head(e), operands(e)
        at = Evaluator()
        if op in ("sum", "product"):
            lo, hi = (int(at.value(x, {**self.sizes, **bound})) for x in args[2:4])
            for j in range(lo, hi + 1):
                self._look_up(args[0], {**bound, str(args[1]): j}, used)
        elif op == "at" and args[0] in used:
            used[str(args[0])].add(int(at.value(args[1], {**self.sizes, **bound})))
        else:
            for part in args:
                self._look_up(part, bound, used)

    @property
    def zero(self) -> Factored:
        return Factored(self.ring, {})

    @property
    def one(self) -> Factored:
        return Factored.of(self.ring, 1)

    # -- terms ---------------------------------------------------------------------------------------

    def _run(self, term: Expr, env: Mapping[str, Any]) -> Any:
        try:
            return _Squares(LIMITS).value(term, env)
        except Undefined as error:
            shown = ", ".join(f"{n} = {v}" for n, v in self.sizes.items())
            raise ModelError(f"{self.model.name} at {shown}: {error}") from None
        except Inexact as error:
            raise TooLarge(f"{self.model.name} at these sizes: {error}; ask for all sizes") from None

    def matrix(self, term: Expr) -> Matrix:
        """A term of the model as a matrix of exact numbers; a number is a one-by-one matrix."""
        found = self._run(term, self.env)
        return found if isinstance(found, Matrix) else matrix(1, 1, lambda i, j: found)

    def number(self, term: Expr) -> Factored:
        """A term that is a number.  Raises `ModelError`."""
        found = self.matrix(term)
        if (found.rows, found.cols) != (1, 1):
            raise ModelError("a matrix stands where a number is needed")
        return Factored.of(self.ring, found.entries[0][0])

    def value(self, term: Expr, point: Mapping[int, Any]) -> Any:
        """The exact value of a term, of a gradient too, where the generators have given values."""
        return self._run(term, self._environment(lambda place: point[place]))

    def slope(self, term: Expr, point: Mapping[int, Any], direction: Mapping[int, Any]) -> Any:
        """The exact derivative of a number at a point along a direction, by one dual number."""
        found = self._run(term, self._environment(lambda place: Dual(1, point[place], direction.get(place, 0))))
        if isinstance(found, Matrix):
            found = found.entries[0][0]
        return found.slope if isinstance(found, Dual) else 0

    def named(self, point: Mapping[int, Any]) -> dict[str, Any]:
        """Values of the generators by their names."""
        return {self.names[place]: x for place, x in point.items()}

    def letters_at(self, point: Mapping[int, Any]) -> dict[str, Any]:
        """The letters at given values of the generators: numbers, lists of rows, lists of a sequence's values."""
        found: dict[str, Any] = {}
        for letter in self.letters:
            places = self.places[letter]
            if self.is_sequence(letter):
                length = 1 + max((j for j, _ in places), default=-1)
                found[letter] = [point[places[j, 0]] if (j, 0) in places else Fraction(0) for j in range(length)]
            elif head(self.sorts[letter]) == "matrix":
                m, n = self.shape(letter)
                found[letter] = [
                    [point[places[i, j]] if (i, j) in places else Fraction(0) for j in range(n)] for i in range(m)
                ]
            else:
                found[letter] = point[places[0, 0]]
        return found

    def dual(self, term: Expr, point: Mapping[int, Any], place: int, own: list[int]) -> list[Any]:
        """The derivative, along the generator at a place, of the partial derivatives of a term at a point."""
        found = []
        for other in own:

            def value(i: int, other: int = other) -> Any:
                inner = Dual(1, point[i], int(i == other))
                return Dual(2, inner, Dual(1, int(i == place), 0)) if i == place else inner

            whole = self._run(term, self._environment(value))
            outer = whole.slope if isinstance(whole, Dual) and whole.tag == 2 else 0
            found.append(outer.slope if isinstance(outer, Dual) else 0)
        return found

    def sympy(self, x: Any) -> Any:
        """A number or matrix as a SymPy object, symbols real."""
        import sympy

        if isinstance(x, Matrix):
            return sympy.ImmutableMatrix(x.rows, x.cols, [self.sympy(e) for row in x.entries for e in row])
        return Factored.of(self.ring, x).as_sympy(self._shown)

    def symbols(self, letter: str) -> Any:
        """A letter as SymPy has it here: a matrix of symbols, a symbol, or the list of a sequence's values."""
        import sympy

        places = self.places[letter]
        if self.is_sequence(letter):
            return {j: sympy.Symbol(self.names[p]) for (j, _), p in places.items()}
        m, n = self.shape(letter)
        table = [sympy.Symbol(self.names[places[i, j]]) if (i, j) in places else sympy.Integer(0)
                 for i in range(m) for j in range(n)]  # fmt: skip
        return sympy.ImmutableMatrix(m, n, table) if head(self.sorts[letter]) == "matrix" else table[0]

    def own(self, letters: tuple[str, ...]) -> list[tuple[str, int, int, int]]:
        """The independent entries of letters: (letter, row, column, generator), each generator once."""
        found, seen = [], set()
        for letter in letters:
            for (i, j), place in self.places[letter].items():
                if place not in seen:
                    seen.add(place)
                    found.append((letter, i, j, place))
        return found

    def gradient(self, f: Factored, letter: str) -> Matrix | Factored:
        """The gradient of a number with respect to a letter, within the letter's structure."""
        slopes = {place: f.diff(place) for place in set(self.places[letter].values())}
        if head(self.sorts[letter]) != "matrix":
            return slopes[self.places[letter][0, 0]]
        m, n = self.shape(letter)
        shared = len(set(self.places[letter].values())) < len(self.places[letter])

        def entry(i: int, j: int) -> Any:
            place = self.places[letter].get((i, j))
            if place is None:
                return Factored(self.ring, {})
            return slopes[place] * Fraction(1, 2) if shared and i != j else slopes[place]

        return matrix(m, n, entry)


def _sort(model: Model, text: str) -> Expr:
    return read_domain(text, declared=model.sorts).sort


def _sequence(values: Mapping[int, Any]) -> Callable[[int], Any]:
    def at(j: int) -> Any:
        if j not in values:
            raise Inexact(f"the index {j} of a sequence does not occur in the loss")
        return values[j]

    return at
