"""Random exact models: integers for sizes, integer matrices, fractions, finite laws; and terms evaluated in them."""

from __future__ import annotations

import random
from fractions import Fraction
from math import isqrt

from trace_terms import ENDS, op

WEIGHTS = (Fraction(1, 3), Fraction(1, 6), Fraction(1, 2))  # of the outcomes


class Cannot(Exception):
    """This term, or this model, is not for evaluation."""


class Undefined(Cannot):
    """A summand whose formula has no value: 0 inside of a prefix sum."""


class Matrix:
    """A matrix of fractions; one with a single entry is a number and never made."""

    def __init__(self, rows):
        self.rows = tuple(tuple(r) for r in rows)
        self.shape = len(self.rows), len(self.rows[0])

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def __hash__(self):
        return hash(self.rows)


def made(rows):
    if not rows or not rows[0]:
        raise Cannot("an empty matrix")
    return rows[0][0] if len(rows) == len(rows[0]) == 1 else Matrix(rows)


def scalar_matrix(x, shape):
    if shape[0] != shape[1]:
        raise Cannot("a number beside a matrix that is not square")
    return Matrix([[x if i == j else 0 for j in range(shape[1])] for i in range(shape[0])])


def plus(a, b):
    """A number beside a square matrix is that multiple of the identity."""
    if isinstance(a, Matrix) != isinstance(b, Matrix):
        if not isinstance(a, Matrix):
            a, b = b, a
        if b == 0:
            return a
        b = scalar_matrix(b, a.shape)
    if isinstance(a, Matrix):
        if a.shape != b.shape:
            raise Cannot("shapes")
        return made([[x + y for x, y in zip(r, s, strict=True)] for r, s in zip(a.rows, b.rows, strict=True)])
    return a + b


def times(a, b):
    if not isinstance(a, Matrix) and not isinstance(b, Matrix):
        return a * b
    if isinstance(a, Matrix) and isinstance(b, Matrix):
        if a.shape[1] != b.shape[0]:
            raise Cannot("shapes")
        columns = list(zip(*b.rows, strict=True))
        return made([[sum(x * y for x, y in zip(r, c, strict=True)) for c in columns] for r in a.rows])
    m, x = (a, b) if isinstance(a, Matrix) else (b, a)
    return Matrix([[x * y for y in r] for r in m.rows])


def equal(a, b) -> bool:
    """0 is the zero matrix of every shape, and 1 the identity of every size."""
    if isinstance(a, Matrix) == isinstance(b, Matrix):
        return a == b
    m, x = (a, b) if isinstance(a, Matrix) else (b, a)
    if x == 0:
        return all(y == 0 for r in m.rows for y in r)
    return m.shape[0] == m.shape[1] and m == scalar_matrix(x, m.shape)


class Model:
    """Values of what is in scope: sizes are given, the rest is drawn where it is first asked for."""

    def __init__(self, sorts, integers, seed):
        self.sorts, self.integers = sorts, dict(integers)
        self.random = random.Random(seed)
        self.known = {}
        self.exact = False  # whether a root is one

    def drawn(self, key, sort):
        if key not in self.known:
            self.known[key] = self._draw(sort)
        return self.known[key]

    def _draw(self, sort):
        kind = op(sort)
        if kind == "integer":
            raise Cannot("an integer without a value")
        if kind == "matrix":
            m, n = (self.whole(a) for a in sort[1:])
            if not (0 < m <= 6 and 0 < n <= 6):
                raise Cannot("a size")
            return made([[self.random.randint(-3, 3) for _ in range(n)] for _ in range(m)])
        if kind == "real":
            top, below = self.random.choice([-3, -2, -1, 1, 2, 3, 5]), self.random.choice([1, 1, 2])
            return top if below == 1 else Fraction(top, below)
        raise Cannot(f"a value of sort {kind}")

    def whole(self, e):
        value = self.value(e)
        if isinstance(value, Matrix) or value.denominator != 1:
            raise Cannot("no integer")
        return int(value)

    def value(self, e, outcome=None):
        if isinstance(e, int):
            return e
        if isinstance(e, str):
            if e in self.integers:
                return self.integers[e]
            if e not in self.sorts:
                raise Cannot(f"the name {e}")
            return self.drawn(e, self.sorts[e])
        method = getattr(self, "_" + WORDS.get(e[0], e[0]), None)
        if method is None:
            raise Cannot(e[0])
        return method(outcome, *e[1:])

    def _add(self, w, *args):
        total = self.value(args[0], w)
        for a in args[1:]:
            total = plus(total, self.value(a, w))
        return total

    def _sub(self, w, a, b):
        return plus(self.value(a, w), times(-1, self.value(b, w)))

    def _neg(self, w, a):
        return times(-1, self.value(a, w))

    def _mul(self, w, *args):
        total = self.value(args[0], w)
        for a in args[1:]:
            total = times(total, self.value(a, w))
        return total

    def _div(self, w, a, b):
        below = self.value(b, w)
        if isinstance(below, Matrix) or below == 0:
            raise Undefined("a denominator that is 0")
        return times(Fraction(1) / below, self.value(a, w))

    def _pow(self, w, a, x):
        base, n = self.value(a, w), self.whole(x)
        if n < 0:
            raise Undefined("a negative exponent")
        if n > 60:
            raise Cannot("a large exponent")
        if not isinstance(base, Matrix):
            return base**n
        total = scalar_matrix(1, base.shape)
        for _ in range(n):
            total = times(total, base)
        return total

    def _T(self, w, a):
        value = self.value(a, w)
        return Matrix(zip(*value.rows, strict=True)) if isinstance(value, Matrix) else value

    def _trace(self, w, a):
        value = self.value(a, w)
        return sum(value.rows[i][i] for i in range(value.shape[0])) if isinstance(value, Matrix) else value

    def _eye(self, w, n):
        n = self.whole(n)
        return made([[int(i == j) for j in range(n)] for i in range(n)])

    def _zeros(self, w, m, n):
        return made([[0] * self.whole(n) for _ in range(self.whole(m))])

    def _basis(self, w, n, i):
        n, i = self.whole(n), self.whole(i)
        if not 0 <= i < n:
            raise Undefined("a basis vector out of range")
        return made([[int(j == i)] for j in range(n)])

    def _entry(self, w, a, i, j):
        value, i, j = self.value(a, w), self.whole(i), self.whole(j)
        rows = value.rows if isinstance(value, Matrix) else ((value,),)
        if not (0 <= i < len(rows) and 0 <= j < len(rows[0])):
            raise Undefined("an entry out of range")
        return rows[i][j]

    def _matrix(self, w, *rows):
        return made([[self.value(a, w) for a in r[1:]] for r in rows])

    def _delta(self, w, i, j):
        return int(self.value(i, w) == self.value(j, w))

    def _mod(self, w, a, n):
        a, n = self.whole(a), self.whole(n)
        if n < 1:
            raise Cannot("a modulus")
        return a % n

    def _sqrt(self, w, a):
        value = self.value(a, w)
        if not self.exact:  # a normal form uses only that it is a function of its argument
            return self.drawn(("sqrt", value), ("real",))
        root = Fraction(isqrt(max(0, Fraction(value).numerator)), isqrt(Fraction(value).denominator))
        if root * root != value:
            raise Cannot("an irrational root")
        return root

    def _at(self, w, x, t):
        if op(x) == "at":  # a random sequence
            return self._member(x[1], self.sorts[x[1]][1][1], (w, self.value(t, w)))
        sort = self.sorts.get(x)
        if op(sort) == "random":
            if w is None:
                raise Cannot("an outcome outside of an expectation")
            return self._member(x, sort[1], w)
        if op(sort) in ("sequence", "curve", "function"):
            return self._member(x, sort[-1], self.value(t, w))
        raise Cannot("at")

    def _rate(self, w, x, t):
        return self._member(("rate", x), self.sorts[x][1], self.value(t, w))

    def _member(self, name, sort, key):
        return self.drawn((name, key), sort)

    def _expect(self, w, body, name):
        total = None
        for place, weight in enumerate(WEIGHTS):
            part = times(weight, self.value(body, place))
            total = part if total is None else plus(total, part)
        return total

    def _sum(self, w, body, v, lo, hi):
        return self._range(w, body, v, self.whole(lo), self.whole(hi), False)

    def _prefix(self, w, body, v, n):
        n = self.whole(n)
        if n >= 0:
            return self._range(w, body, v, 0, n - 1, True)
        return times(-1, self._range(w, body, v, n, -1, True))

    def _range(self, w, body, v, lo, hi, prefix):
        if hi - lo > 40:
            raise Cannot("a long sum")
        total, outer = 0, self.integers
        try:
            for i in range(lo, hi + 1):
                self.integers = {**outer, v: i}
                try:
                    total = plus(total, self.value(body, w))
                except Undefined:
                    if not prefix:
                        raise
        finally:
            self.integers = outer
        return total

    def holds(self, f) -> bool:
        """A relation between what can be evaluated.  Raises `Cannot` for others."""
        kind = op(f)
        if kind == "and":
            return all(self.holds(a) for a in f[1:])
        if kind == "or":
            return any(self.holds(a) for a in f[1:])
        if kind not in ("==", "!=", "<", "<=", ">", ">="):
            raise Cannot(str(kind))
        a, b = self.value(f[1]), self.value(f[2])
        if kind in ("==", "!="):
            return equal(a, b) == (kind == "==")
        if isinstance(a, Matrix) or isinstance(b, Matrix):
            raise Cannot("an order of matrices")
        return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[kind]


WORDS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "^": "pow"}


def assignments(sorts, relevant, conditions, seed, wanted=2, tries=300):
    """Values of the integers among the names that meet the conditions (terms that are at least 0)."""
    dice = random.Random(seed)
    names = sorted(relevant)
    found = []
    for attempt in range(tries):
        most = 3 if attempt < tries // 2 else 6
        at = {n: dice.randint(0 if attempt % 3 else 1, most) for n in names}
        if attempt % 5 == 4:
            at = {n: dice.randint(-2, most) for n in names}
        model = Model(sorts, at, seed)
        try:
            good = all(model.value(c) >= 0 for c in conditions)
        except Cannot:
            continue
        if good and at not in found:
            found.append(at)
        if len(found) == wanted or (good and not names):
            break
    return found


def integer_names(sorts):
    return {n for n, s in sorts.items() if op(s) == "integer"}


def bounds(sorts):
    """What the ranges of integers say, as terms that are at least 0."""
    found = []
    for n in integer_names(sorts):
        lo, hi = sorts[n][1:]
        found += [("-", n, lo)] if lo not in ENDS else []
        found += [("-", hi, n)] if hi not in ENDS else []
    return found
