"""Scales of growth: their order, leading terms, powers, exponentials, logarithms and limits of expansions.

`depth` is the number of terms of a power series that are kept.  See `scales` for what an expansion says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from verifier.kernel.algebra.field import Frozen, Poly, Ratio, constant, frozen
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.expansions import EXACTLY_ZERO, Arithmetic, number
from verifier.kernel.analysis.scales import ONE, ZERO, Expansion, Wanted
from verifier.kernel.terms.binding import operands
from verifier.kernel.terms.expr import Expr, head

#: exponents of b_i, ..., b_{n-1}; None for something that tends to oo more slowly than each b_j
Vector: TypeAlias = tuple[Ratio, ...] | None
class Scale(Arithmetic):
    """A scale with its levels; `expand` is left to `asymptotics`."""

    def __init__(self, sorts: dict[str, Expr], x: str, depth: int) -> None:
        super().__init__(sorts, x)
        self.depth = depth
        self.basis: list[Expr] = []
        self.logs: list[Ratio] = []  # log b_i
        self.vectors: list[Vector] = []  # leading exponents of log b_i at level i + 1
        self.leads: list[Ratio] = []  # leading constants of log b_i
        self.chain: dict[Expr, int] = {}
        self.known: dict[object, Expansion] = {}

    def expand(self, e: Expr, i: int) -> Expansion:
        raise NotImplementedError

    # -- the scale ------------------------------------------------------------------------------------
    def build(self, basis: Sequence[Expr]) -> None:
        """Check a scale: x, log x, log log x, ... and between them exp(h), each growing faster than the next."""
        self.basis = list(basis)
        n = len(basis)
        chain: list[Expr] = [self.x]
        while chain[-1] in basis and len(chain) < 8:
            chain.append(("fn", "log", chain[-1]))
        if n > 12 or len(chain) < 2 or basis[-1] != chain[-2]:
            raise Unknown("a scale ends with x, or with the last one of x, log x, log log x, ...")
        self.chain = {e: basis.index(e) for e in chain[:-1]}
        self.logs, self.vectors, self.leads = [ZERO] * n, [None] * n, [ONE] * n
        for i in range(n - 1, -1, -1):
            b = basis[i]
            if b in self.chain:
                self.logs[i] = self.read(("fn", "log", b))
                j = self.chain.get(("fn", "log", b))
                self.vectors[i] = None if j is None else tuple(ONE if k == j else ZERO for k in range(i + 1, n))
                if j is None and i < n - 1:
                    raise Unknown("a scale is not in order")
            elif head(b) == "fn" and operands(b)[0] == "exp":
                self.logs[i], self.vectors[i], self.leads[i] = self._exponent(operands(b)[1], i)
            else:
                raise Unknown("a scale has an element of another kind")
            below = self.vectors[i + 1] if i < n - 1 else None
            mine = self.vectors[i]
            if mine is not None and self.compare(mine, None if below is None else (ZERO, *below)) <= 0:
                raise Unknown("a scale is not in order")

    def _exponent(self, h: Expr, i: int) -> tuple[Ratio, Vector, Ratio]:
        """log b_i = h as a coefficient: a polynomial in slow atoms that tends to oo."""
        lead, vector = self.lead_of(self.expand(h, i + 1), i + 1)
        if self.sign(lead) <= 0:
            raise Unknown("the exponent of an element of a scale does not tend to oo")
        r = self.field.read(h)
        for atom in sorted({a for m in r[0] for a, _ in m}):
            self.lead_of(self.atom(atom, i + 1), i + 1)
        for f in r[1]:
            self.lead_of(self._polynomial(f, i + 1), i + 1)
        return self.tidy(r), vector, lead

    def compare(self, v: tuple[Ratio, ...], w: Vector) -> int:
        """Which of two leading exponents grows faster; a prefix of zeros counts."""
        if w is None:
            first = next((s for s in map(self.sign, v) if s), 0)
            return 1 if first > 0 else -1
        return next((s for s in (self.sign(self.add(a, b, -1)) for a, b in zip(v, w, strict=True)) if s), 0)

    # -- leading terms, powers, exponentials, logarithms -----------------------------------------------------
    def leading(self, a: Expansion, i: int) -> tuple[Ratio, Ratio, Ratio, Expansion]:
        """a = c b_i^e (1 + s): e, c, the constant in front of c's leading term (not 0), and s."""
        a = self.trimmed(a, i)
        k, _ = self.lead_of(a, i)
        e, c = a.terms[0]
        rest = self.scaled(Expansion(a.terms[1:], a.error), self.times(e, number(-1)), self.over(ONE, c))
        return e, c, k, rest

    def trimmed(self, a: Expansion, i: int) -> Expansion:
        """Without leading terms whose coefficients turn out to be 0."""
        terms = a.terms
        while terms and i < len(self.basis) and self.ratio(terms[0][1], i + 1) == EXACTLY_ZERO:
            terms = terms[1:]
        return Expansion(terms, a.error)

    def lead_of(self, a: Expansion, i: int) -> tuple[Ratio, tuple[Ratio, ...]]:
        """a ~ constant * product of powers of b_i, ..., b_{n-1}: the constant, not 0, and the exponents."""
        a = self.trimmed(a, i)
        if not a.terms:
            raise Wanted("depth") if a.error is not None else Unknown("the leading term of 0")
        e, c = a.terms[0]
        if i == len(self.basis):
            self.apart(c)
            return c, ()
        k, vector = self.lead_of(self.ratio(c, i + 1), i + 1)
        return k, (e, *vector)

    def sign_of(self, a: Expansion, i: int) -> int:
        """The sign for all large x."""
        return 0 if self.trimmed(a, i) == EXACTLY_ZERO else self.sign(self.lead_of(a, i)[0])

    def power(self, a: Expansion, r: Ratio, i: int) -> Expansion:
        """a^r for a constant r: an integer, or any real where a is positive."""
        q = constant(r)
        whole = q is not None and q.denominator == 1
        n = int(q) if q is not None else 0
        if whole and 0 <= n <= 6:
            total = self.slow(ONE)
            for _ in range(n):
                total = self.mul(total, a)
            return total
        if a == EXACTLY_ZERO and q is not None and q > 0:
            return a
        e, c, k, s = self.leading(a, i)
        if not whole and self.sign(k) <= 0:
            raise Unknown("a real power of something negative")
        series = [ONE]
        for j in range(self.depth if s != EXACTLY_ZERO else 0):
            factor = self.add(r, number(j), -1)
            if not factor[0]:
                break
            series.append(self._divided(self.times(series[-1], factor), j + 1))
        total = self.compose(series, s, exact=whole and len(series) == n + 1)
        front = ONE if c == ONE else self.read(("^", self.expr(c), self.expr(r)))
        return self.scaled(total, self.times(r, e), front)

    def exp(self, a: Expansion, i: int) -> Expansion:
        c, s = self.parted(a)
        q = ZERO
        if self.ratio(c, i + 1) == EXACTLY_ZERO:
            c = ZERO
        if not self.fixed(c):
            k, vector = self.lead_of(self.ratio(c, i + 1), i + 1)
            order = self.compare(vector, self.vectors[i])
            if order > 0:
                raise Wanted("scale", self.expr(c))
            if order == 0:
                q = self.over(k, self.leads[i])
        rest = self.add(c, self.times(q, self.logs[i]), -1)
        value = ONE if self.vanishes(rest) else self.read(("fn", "exp", self.expr(rest)))
        series = [ONE]
        for j in range(1, self.depth):
            series.append(self._divided(series[-1], j))
        return self.scaled(self.compose(series, s), q, value)

    def parted(self, a: Expansion) -> tuple[Ratio, Expansion]:
        """a = c + s with c slow and s tending to 0 as a power.  Raises `Wanted` where a is larger."""
        if a.terms and self.sign(a.terms[0][0]) > 0:
            raise Wanted("large")
        if a.error is not None and self.sign(a.error) >= 0:
            raise Wanted("depth")
        if a.terms and not self.sign(a.terms[0][0]):
            return a.terms[0][1], Expansion(a.terms[1:], a.error)
        return ZERO, a

    def log(self, a: Expansion, i: int) -> Expansion:
        e, c, k, s = self.leading(a, i)
        if self.sign(k) <= 0:
            raise Unknown("a logarithm of something that is not positive")
        series = [self.add(self.log_of(c), self.times(e, self.logs[i]))]
        for j in range(1, self.depth):
            series.append(self._divided(number(1 if j % 2 else -1), j))
        return self.compose(series, s)

    def log_of(self, c: Ratio) -> Ratio:
        """The logarithm of a positive coefficient; elements of the scale and exponentials are split off products."""
        total = ZERO
        for p, sign in ((c[0], 1), *((dict(f), -k) for f, k in c[1].items())):
            for a, k in next(iter(p)) if len(p) == 1 else ():
                source = self.field.sources[a]
                exponential = head(source) == "fn" and operands(source)[0] == "exp"
                if exponential or source in self.chain:
                    part = self.read(operands(source)[1] if exponential else ("fn", "log", source))
                    total = self.add(total, part, k * sign)
                    c = self.times(c, self.field.power_of(a, -k * sign))
        return total if c == ONE else self.add(total, self.read(("fn", "log", self.expr(c))))

    # -- coefficients ---------------------------------------------------------------------------------
    def atom(self, a: int, i: int) -> Expansion:
        return self.expand(self.field.sources[a], i)

    def ratio(self, r: Ratio, i: int) -> Expansion:
        """A coefficient of a level above, expanded at level i."""
        if self.fixed(r):
            return self.slow(r)
        key = (frozen(r), i)
        if key not in self.known:
            total = self._polynomial(r[0], i)
            for f, k in r[1].items():
                total = self.mul(total, self.power(self._polynomial(f, i), number(-k), i))
            self.known[key] = total
        return self.known[key]

    def _polynomial(self, p: Poly | Frozen, i: int) -> Expansion:
        parts: list[Expansion] = []
        for m, c in dict(p).items():
            part = self.slow(({(): c}, {}))
            for a, k in m:
                part = self.mul(part, self.power(self.atom(a, i), number(k), i))
            parts.append(part)
        return self.plus(*parts)

    def limit(self, a: Expansion, i: int) -> Ratio | int:
        """The limit: a constant, or 1 for oo and -1 for -oo."""
        if a.terms and self.sign(a.terms[0][0]) >= 0:
            a = self.trimmed(a, i)
        top = self.top(a)
        if top is None or self.sign(top) < 0:
            return ZERO
        if not a.terms:
            raise Wanted("depth")
        e, c = a.terms[0]
        if i == len(self.basis):
            return c
        if self.sign(e) > 0:
            return self.sign(self.lead_of(a, i)[0])
        return self.limit(self.ratio(c, i + 1), i + 1)
