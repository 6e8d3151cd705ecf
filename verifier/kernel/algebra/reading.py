"""From expressions to values of the matrix algebra: sums, powers, gradients, expectations.

`Reader.read` gives (value, shape).  It refuses (`Unknown`) what it cannot represent exactly; a shape that
does not conform is `Unknown` too, since a statement is typechecked before it reaches the kernel.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.canonical import normal
from verifier.kernel.algebra.integers import Index, Unknown
from verifier.kernel.algebra.words import (
    ONE,
    UNIT,
    ZERO,
    Algebra,
    Base,
    Binder,
    Factor,
    Mono,
    Poly,
    Shape,
    add,
    atoms_of,
    each,
    freeze,
    number_power,
    parts_of,
    scalar_atom,
)
from verifier.kernel.terms.binding import free_names, opened, operands, outer
from verifier.kernel.terms.expr import BINDERS, INTEGER, Expr, exact, head
from verifier.kernel.work import spend

OPAQUE = 200  # terms under a root or in a denominator, which are compared as a whole wherever they stand
READS = 100_000  # subexpressions that one reader looks at, terms of short sums included


class Reader(Algebra):
    """Reads expressions under the sorts and the integer context of the algebra."""

    outcome: str | None = None  # what the innermost expectation binds

    def read(self, e: Expr) -> tuple[Poly, Shape]:
        spend(2)
        if next(self._reads) > READS:
            raise Unknown("an expression that is too long")
        if isinstance(e, int):
            return ({UNIT: e} if e else {}), None
        if isinstance(e, str):
            return self._variable(e)
        op = str(e[0])
        if op not in _READABLE:
            raise Unknown(f"no exact normal form for {op!r}")
        method = getattr(self, "_" + _NAMES.get(op, op))
        result: tuple[Poly, Shape] = method(e) if op in BINDERS else method(*operands(e))
        return result

    def scalar(self, e: Expr) -> Poly:
        value, shape = self.read(e)
        if shape is not None:
            raise Unknown("a matrix where a number is expected")
        return value

    def _variable(self, name: str) -> tuple[Poly, Shape]:
        sort = self.sorts.get(name, 0)  # of an undeclared name no letter is made
        if head(sort) == "integer":
            return self.integer(Index.var(name), ONE, self.context), None
        return self._letter(("var", name), sort)

    def _letter(self, base: Base, sort: Expr) -> tuple[Poly, Shape]:
        if head(sort) not in ("real", "matrix", "integer"):
            raise Unknown(f"{base[1]} is no number and no matrix")
        shape = self.sort_shape(sort)
        return (scalar_atom(base) if shape is None else self._word(((base, False, ONE),))), shape

    def _word(self, word: tuple[Factor, ...]) -> Poly:
        m = self.mono((), [], word, self.context)
        return {} if m is None else self.settle(m, self.context)

    def _at(self, name: Expr, t: Expr) -> tuple[Poly, Shape]:
        """A member of a sequence, a value of a curve or a function, a random variable at the innermost outcome."""
        if head(name) == "at":
            name = self._random(name)
            sort = operands(self.sorts[name])[0]
        elif not isinstance(name, str) or name not in self.sorts:
            raise Unknown("an index behind something that is no sequence")
        else:
            sort = self.sorts[name]
        if head(sort) in ("curve", "function"):
            return self._moment("at", name, t)
        if head(sort) == "random":
            return self._letter(("random", self._random(("at", name, t))), operands(sort)[0])
        if head(sort) != "sequence":
            raise Unknown(f"{name} is no sequence")
        kind = "seq" if head(self.sorts[name]) == "sequence" else "random"
        return self._letter((kind, name, self.index(t)), operands(sort)[0])

    def _random(self, e: Expr) -> str:
        """The name of a random variable at the innermost outcome: elsewhere it is no letter of this expectation."""
        name, outcome = operands(e)
        if not isinstance(name, str) or head(self.sorts.get(name, 0)) != "random" or outcome != self.outcome:
            raise Unknown("something random that does not belong to the innermost expectation")
        return name

    def _rate(self, name: Expr, t: Expr) -> tuple[Poly, Shape]:
        if not isinstance(name, str) or head(self.sorts.get(name, 0)) != "curve":
            raise Unknown("the derivative of something that is no curve")
        return self._moment("rate", name, t)

    def _moment(self, kind: str, name: str, t: Expr) -> tuple[Poly, Shape]:
        """A curve or its derivative at a time, or a function at an argument; no sum may bind a part of it."""
        if any(n.startswith("_") for n in free_names(t)):
            raise Unknown("a curve at a time that a sum runs over")
        sort = self.sorts[name]
        shape = self.sort_shape(sort)
        value, own = self.read(t)
        if own != (self.sort_shape(operands(sort)[0]) if head(sort) == "function" else None):
            raise Unknown("a time that is a matrix, or an argument of another shape")
        time = freeze(normal(self, value))
        spend(200 * len(time))
        if len(time) > OPAQUE:
            raise Unknown(f"a time that is a sum of more than {OPAQUE} terms")
        # bound names inside would be caught when the term comes under other sums
        if any(n[:1] in ("_", "#") for n in (*atoms_of(time), *(p for p in parts_of(time) if isinstance(p, str)))):
            raise Unknown("a curve at a time that is a sum over a variable")
        base = (kind, name, time)
        return (scalar_atom(base) if shape is None else self._word(((base, False, ONE),))), shape

    # -- sums and products ----------------------------------------------------------------------------
    def _plus(self, *args: Expr) -> tuple[Poly, Shape]:
        total, shape = self.read(args[0])
        for a in args[1:]:
            value, other = self.read(a)
            if other != shape:
                raise Unknown("a sum of different shapes")
            total = add(total, value)
        return total, shape

    def _minus(self, a: Expr, b: Expr) -> tuple[Poly, Shape]:
        return self._plus(a, ("neg", b))

    def _neg(self, a: Expr) -> tuple[Poly, Shape]:
        value, shape = self.read(a)
        return {m: -c for m, c in value.items()}, shape

    def _star(self, *args: Expr) -> tuple[Poly, Shape]:
        total, shape = self.read(args[0])
        for a in args[1:]:
            value, other = self.read(a)
            if shape is None or other is None:
                shape = shape or other
            elif shape[1] != other[0]:
                raise Unknown("a product of matrices that do not conform")
            else:
                shape = (shape[0], other[1])
                shape = None if shape == (ONE, ONE) else shape
            total = self.times(total, value, self.context)
        return total, shape

    def _caret(self, a: Expr, e: Expr) -> tuple[Poly, Shape]:
        value, shape = self.read(a)
        if shape is not None and shape[0] != shape[1]:
            raise Unknown("a power of a matrix that is not square")
        exponent = self.index(e)
        if not self.context.entails(exponent):
            raise Unknown("an exponent that may be negative")
        single = next(iter(value)) if len(value) == 1 else None
        simple = single is not None and not single[0] and len(single[2]) <= 1
        if exponent.constant is not None and (not simple or exponent.constant <= 2):
            if exponent.constant > 40:
                raise Unknown("a large power of a sum")
            result: Poly = {UNIT: 1}
            for _ in range(exponent.constant):
                result = self.times(result, value, self.context)
            return result, shape
        if not value and self.context.entails(exponent.plus(-1)):
            return {}, shape
        if simple and single is not None and (value[single] == 1 or exponent.constant is not None):
            _, scalars, word = single
            if any(a[0] == "delta" for a, _ in scalars):
                raise Unknown("a symbolic power of a delta")
            raised = [(a, x.times(exponent)) for a, x in scalars]
            factors = tuple((b, t, x.times(exponent)) for b, t, x in word)
            m = self.mono((), raised, factors, self.context)
            return ({} if m is None else {m: number_power(value[single], exponent.constant or 1)}), shape
        raise Unknown("a symbolic power of a sum, of a product of matrices or of zero")

    def _slash(self, a: Expr, b: Expr) -> tuple[Poly, Shape]:
        value, shape = self.read(a)
        below = self.scalar(b)
        if not below:
            raise Unknown("a division by zero")
        if set(below) == {UNIT}:
            return {m: exact(Fraction(c) / below[UNIT]) for m, c in value.items()}, shape
        return self.times(value, self._opaque("inv", below), self.context), shape

    def _sqrt(self, a: Expr) -> tuple[Poly, Shape]:
        return self._opaque("sqrt", self.scalar(a)), None

    def _opaque(self, kind: str, inside: Poly) -> Poly:
        inside = normal(self, inside)
        frozen = freeze(inside)
        spend(200 * len(frozen))
        if len(frozen) > OPAQUE:
            raise Unknown(f"{kind} of a sum of more than {OPAQUE} terms")
        if any(b for (b, _, _), _ in frozen) and any(n.startswith("_") for n in self.sorts):
            raise Unknown(f"{kind} of a sum, under a sum")
        return scalar_atom((kind, frozen))

    def _inside(self, binders: tuple[Binder, ...], sorts: dict[str, Expr]) -> Reader:
        """A reader under sums."""
        inner = Reader(sorts, self.under(binders, self.context))
        inner._names, inner._reads, inner.outcome = self._names, self._reads, self.outcome
        return inner

    def _sum(self, e: Expr) -> tuple[Poly, Shape]:
        v = f"_{next(self._names)}"
        body, lo, hi = opened(e, v)
        low, high = self.index(lo), self.index(hi)
        first, last = low.constant, high.constant
        if first is not None and last is not None and last - first < 8:  # few terms are written out
            parts = [opened(e, i)[0] for i in range(first, last + 1)]
            if parts:
                return self._plus(*parts)
        binder = (v, low, high)
        inner = self._inside((binder,), {**self.sorts, v: INTEGER})
        value, shape = inner.read(body)
        if v in atoms_of(shape):
            raise Unknown("a sum of matrices of different shapes")
        for size in shape or ():  # asked outside: inside a sum that may be empty, anything may follow
            self.size(size.expr())
        return each(value, lambda m: self.settle(((binder, *m[0]), *m[1:]), self.context)), shape

    def _delta(self, i: Expr, j: Expr) -> tuple[Poly, Shape]:
        piece = self.delta(self.index(i), self.index(j), self.context)
        return ({} if piece is None else {((), tuple(piece), ()): 1}), None

    def _mod(self, a: Expr, n: Expr) -> tuple[Poly, Shape]:
        return self.integer(self.index(("mod", a, n)), ONE, self.context), None

    # -- matrices -------------------------------------------------------------------------------------
    def _T(self, a: Expr) -> tuple[Poly, Shape]:
        value, shape = self.read(a)
        return (value, None) if shape is None else (self.transpose(value), (shape[1], shape[0]))

    def _trace(self, a: Expr) -> tuple[Poly, Shape]:
        value, shape = self.read(a)
        if shape is not None and shape[0] != shape[1]:
            raise Unknown("the trace of a matrix that is not square")
        return self.trace(value, shape, self.context), None

    def size(self, n: Expr) -> Index:
        """A number of rows or columns, at least 0."""
        size = self.index(n)
        if not self.context.entails(size):
            raise Unknown(f"a size that may be negative: {size.expr()}")
        return size

    def _eye(self, n: Expr) -> tuple[Poly, Shape]:
        size = self.size(n)
        return {UNIT: 1}, None if size == ONE else (size, size)

    def _zeros(self, m: Expr, n: Expr) -> tuple[Poly, Shape]:
        shape = (self.size(m), self.size(n))
        return {}, None if shape == (ONE, ONE) else shape

    def _basis(self, n: Expr, i: Expr) -> tuple[Poly, Shape]:
        size, place = self.index(n), self.context.reduced(self.index(i))
        if not (self.context.entails(place) and self.context.below(place, size.plus(-1))):
            raise Unknown(f"a basis vector whose index may be out of range: {place.expr()}")
        if size == ONE:
            return {UNIT: 1}, None
        return {((), (), ((("basis", size, place), False, ONE),)): 1}, (size, ONE)

    def _entry(self, a: Expr, i: Expr, j: Expr) -> tuple[Poly, Shape]:
        value, shape = self.read(a)
        rows, columns = shape or (ONE, ONE)
        left, _ = self._basis(rows.expr(), i)
        right, _ = self._basis(columns.expr(), j)
        return self.times(self.times(self.transpose(left), value, self.context), right, self.context), None

    def _matrix(self, *rows: Expr) -> tuple[Poly, Shape]:
        m, n = len(rows), len(operands(rows[0]))
        total: Poly = {}
        for i, row in enumerate(rows):
            if head(row) != "row" or len(operands(row)) != n:
                raise Unknown("a literal matrix with rows of different lengths")
            for j, entry in enumerate(operands(row)):
                left, _ = self._basis(m, i)
                right, _ = self._basis(n, j)
                value = self.times(left, self.scalar(entry), self.context)
                total = add(total, self.times(value, self.transpose(right), self.context))
        shape = (Index.const(m), Index.const(n))
        return total, None if shape == (ONE, ONE) else shape

    # -- gradients ------------------------------------------------------------------------------------
    def _grad(self, e: Expr) -> tuple[Poly, Shape]:
        """The matrix of partial derivatives: d tr(U X V) = <U'V', dX>, and the product rule.

        The point is a variable that the function does not depend on otherwise, so the variable of the function can
        have its name.
        """
        (point,) = outer(e)
        if not isinstance(point, str) or head(self.sorts.get(point, 0)) not in ("real", "matrix"):
            raise Unknown("a gradient at something that is no variable")
        if point in free_names(opened(e, 0)[0]):
            raise Unknown("a gradient at a point that the function depends on in another way")
        shape = self.sort_shape(self.sorts[point])
        value = self.scalar(opened(e, point)[0])
        return each(value, lambda m: self._mono_gradient(m, point)), shape

    def _mono_gradient(self, m: Mono, name: str) -> Poly:
        binders, scalars, word = m
        if word:
            raise Unknown("the gradient of a matrix")
        inner = self._inside(binders, self.sorts)
        total: Poly = {}
        for place, (atom, e) in enumerate(scalars):
            if not _mentions(atom, name):
                continue
            if not inner.context.entails(e.plus(-1)):
                raise Unknown("the derivative of a power that may be 0")
            others = list(scalars[:place] + scalars[place + 1 :])
            if e != ONE:
                others.append((atom, e.plus(-1)))
            outer: Poly = {(binders, tuple(sorted(others, key=repr)), ()): 1}
            factor = inner.times(
                inner.integer(e, ONE, inner.context), inner._atom_gradient(atom, name), inner.context
            )
            total = add(total, self.times(outer, factor, self.context))
        return total

    def _atom_gradient(self, atom: tuple, name: str) -> Poly:  # type: ignore[type-arg]
        if atom == ("var", name):
            return {UNIT: 1}
        if atom[0] not in ("word", "trace"):
            raise Unknown(f"the derivative of {atom[0]}")
        total: Poly = {}
        word: tuple[Factor, ...] = atom[1]
        for i, (base, transposed, e) in enumerate(word):
            if base != ("var", name):
                if _mentions(base, name):
                    raise Unknown("the derivative of an expectation")
                continue
            # the word read from behind this factor: an outer product, where it is a number and no trace
            letter = (base, transposed)
            if e == ONE:
                piece: Poly = {((), (), word[i + 1 :] + word[:i]): 1}
            else:
                v = f"_{next(self._names)}"
                low, high = Index.var(v), e.plus(-1) - Index.var(v)
                before = word[:i] + tuple(x for x in ((*letter, low),) if x[2] != ZERO)
                behind = tuple(x for x in ((*letter, high),) if x[2] != ZERO) + word[i + 1 :]
                piece = {(((v, ZERO, e.plus(-1)),), (), behind + before): 1}
            total = add(total, piece if transposed else self.transpose(piece))
        return total

    # -- expectations ---------------------------------------------------------------------------------
    def _expect(self, e: Expr) -> tuple[Poly, Shape]:
        outer = self.outcome
        self.outcome = f"{outer or '_'}w"  # of each expectation another one
        try:
            value, shape = self.read(opened(e, self.outcome)[0])
        finally:
            self.outcome = outer
        return each(value, self._mean), shape

    def _mean(self, m: Mono) -> Poly:
        """Deterministic factors move out; what stays is the least random block."""
        binders, scalars, word = m
        fixed = [(a, e) for a, e in scalars if not self.is_random(a)]
        random = [a for a, e in scalars if self.is_random(a) for _ in range(min(e.constant or 99, 99))]
        if len(random) > 8:
            raise Unknown("a high or symbolic power of a random variable")
        places = [i for i, f in enumerate(word) if self.is_random(f[0])]
        outer: Poly = {(binders, tuple(fixed), ()): 1}
        if not random and not places:
            return self.times(outer, {((), (), word): 1}, self.context)
        if not random:
            a, b = places[0], places[-1] + 1
            if any(not word[i][2].constant == 1 for i in places):
                raise Unknown("a power of a random matrix")
            block = (self._mean_letter(word[a:b]),)
            return self.times(outer, {((), (), word[:a] + block + word[b:]): 1}, self.context)
        if places:
            raise Unknown("the mean of a random number times a random matrix")
        mean = self.times(outer, self._scalar_mean(random), self.context)
        return self.times(mean, {((), (), word): 1}, self.context)

    def _mean_letter(self, block: tuple[Factor, ...]) -> Factor:
        flipped = self.transposed(block)
        if repr(flipped) < repr(block):
            return ("mean", flipped), True, ONE
        return ("mean", block), False, ONE

    def _scalar_mean(self, atoms: list[tuple]) -> Poly:  # type: ignore[type-arg]
        """The mean of a product of random numbers, as a word around the least random block."""
        words = [a[1] for a in atoms if a[0] == "word"]
        if len(words) == len(atoms) <= 2:
            places = [[i for i, f in enumerate(w) if self.is_random(f[0])] for w in words]
            if len(words) == 1:
                w, p = words[0], places[0]
                if len(p) == 1:
                    i = p[0]
                    return self._word((*w[:i], self._mean_letter((w[i],)), *w[i + 1 :]))
                around = w[p[1] :] + w[: p[0] + 1]  # x' M y = tr(M y x')
                if p == [0, len(w) - 1]:
                    block = self._mean_letter(around)
                    size = self.factor_shape(block)[0]
                    return self.trace({((), (), (*w[1:-1], block)): 1}, (size, size), self.context)
            if len(words) == 2 and all(len(p) == 1 for p in places):
                left, right = words
                left = left if self.is_random(left[-1][0]) else self.transposed(left)
                right = right if self.is_random(right[0][0]) else self.transposed(right)
                if self.is_random(left[-1][0]) and self.is_random(right[0][0]):
                    block = self._mean_letter((left[-1], right[0]))
                    return self._word((*left[:-1], block, *right[1:]))
        return scalar_atom(("scalar-mean", tuple(sorted(atoms, key=repr))))


def _mentions(part: object, name: str) -> bool:
    return any(p == ("var", name) for p in parts_of(part))


_NAMES = {"+": "plus", "-": "minus", "*": "star", "^": "caret", "/": "slash"}
_READABLE = frozenset(
    ("+", "-", "*", "^", "/", "neg", "sqrt", "sum", "delta", "mod", "T", "trace", "eye", "zeros", "basis",
     "entry", "matrix", "grad", "expect", "at", "rate")
)  # fmt: skip
