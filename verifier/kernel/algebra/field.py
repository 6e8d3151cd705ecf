"""Scalars: commutative rational functions over the rationals in opaque atoms.

An atom is a variable, or an operation that field arithmetic does not look into, such as ``exp(u)`` or
``sum(f, j, a, b)``; scalar arguments of an atom are read themselves, so that ``exp(x + y)`` and ``exp(y + x)``
are one atom.  Combinatorial functions are computed at literals (`counting`).  Every function is total here: at points
where mathematics leaves ``log(-1)`` or ``1/0`` undefined it has some value that nothing is known about.  Hence a
denominator must be shown not to vanish.

The one exception is 1/0, which may be taken to be 0: then 1/(u*v) is 1/u * 1/v and 1/(1/u) is u everywhere, and
only sums over a common denominator are in doubt.  `Field.needed` collects what must not vanish for those that were
formed, also inside of atoms and in denominators, where the common denominator is not seen in the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeAlias

from verifier.kernel.algebra.counting import counted
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.terms.binding import marked, new_name, opened, operands, subexpressions
from verifier.kernel.terms.expr import BINDERS, INTEGER, RELATIONS, Expr, Number, exact, head
from verifier.kernel.work import spend as pay

Mono: TypeAlias = tuple[tuple[int, int], ...]  # (number of the atom, exponent >= 1), sorted
Poly: TypeAlias = dict[Mono, Number]
Frozen: TypeAlias = tuple[tuple[Mono, Number], ...]
#: numerator, and the denominator as powers of polynomials whose leading coefficient is 1
Ratio: TypeAlias = tuple[Poly, dict[Frozen, int]]

WORK = 3_000_000  # multiplications of short coefficients that one field does
LONG = 1_000  # bits of a coefficient from which on it is paid for by its length
BITS = 50_000  # length of a coefficient
#: operations that are one scalar, whatever stands inside
_SCALARS = frozenset(("fn", "abs", "sqrt", "floor", "min", "max", "mod", "entry", "trace", "det", "delta"))
_BINDING_WORDS = frozenset(("diff", "Piecewise"))
#: words whose value may be infinite: an equation with one of them says that the limit exists and what it is,
#: and no arithmetic is done with them
EXTENDED = frozenset(("limit", "integrate", "Sum", "Product", "oo"))
_REAL_ALWAYS = frozenset(("re", "im", "arg"))


def is_real(e: Expr, sorts: Mapping[str, Expr]) -> bool:
    """Whether a scalar term is real whatever the values of its variables."""
    pay()
    if isinstance(e, int):
        return True
    if isinstance(e, str):
        return head(sorts.get(e, 0)) in ("real", "integer")
    op = e[0]
    if op in ("sum", "product"):
        j = new_name()
        body, *ends = opened(e, j)
        return is_real(body, {**sorts, j: INTEGER}) and all(is_real(end, sorts) for end in ends)
    if op in BINDERS:
        return False
    args = operands(e)
    if op == "fn":
        if args[0] in _REAL_ALWAYS:
            return not unsettled(e)
        if args[0] in _BINDING_WORDS:
            return all(_real_inside(a, sorts) for a in args[1:])
        return args[0] != "I" and args[0] not in EXTENDED and all(is_real(a, sorts) for a in args[1:])
    if op in ("+", "-", "*", "/", "^", "neg", "sqrt", "floor", "min", "max", "mod"):
        return all(is_real(a, sorts) for a in args)
    if op == "abs" or op == "delta":
        return not unsettled(e)
    if op in ("at", "rate"):
        sort = sorts.get(args[0], 0) if isinstance(args[0], str) else 0
        if head(sort) == "curve":
            return operands(sort)[0] == ("real",) and is_real(args[1], sorts)
        if head(sort) == "function":
            real = operands(sort)[1] == ("real",) and all(_real_part(x, sorts) for x in subexpressions(args[1]))
            return real and op == "at"
        return op == "at" and head(sort) == "sequence" and head(operands(sort)[0]) in ("real", "integer")
    return op in ("entry", "trace", "det") and all(_real_part(x, sorts) for x in subexpressions(e))


def _real_part(e: Expr, sorts: Mapping[str, Expr]) -> bool:
    """Whether a part of a matrix brings in nothing complex."""
    if head(e) == "fn":
        return is_real(e, sorts)
    sort = sorts.get(e, 0) if isinstance(e, str) else 0
    while head(sort) in ("sequence", "curve", "function", "random"):
        sort = operands(sort)[-1]
    return head(sort) != "complex"


def _real_inside(e: Expr, sorts: Mapping[str, Expr]) -> bool:
    """The same for what stands under a binder or in a condition."""
    op = head(e)
    if op == "forall":
        x = new_name()
        sort, body = opened(e, x)
        return head(sort) != "complex" and is_real(body, {**sorts, x: sort})
    if op in (*RELATIONS, "and", "or", "not", "true", "false"):
        return all(_real_inside(a, sorts) for a in operands(e))
    return is_real(e, sorts)


def is_real_curve(e: Expr, sorts: Mapping[str, Expr]) -> bool:
    """Whether a term is real, and all terms in it as well: the modulus of a complex function has another derivative."""
    return is_real(e, sorts) and _moduli_of_reals(e, sorts)


def _moduli_of_reals(e: Expr, sorts: Mapping[str, Expr]) -> bool:
    pay()
    op = head(e)
    if op in BINDERS:
        x = new_name()
        args = opened(e, x)
        sorts = {**sorts, x: args[0] if op in ("forall", "exists") else INTEGER}
    else:
        args = operands(e)
    if op == "abs" and not is_real(args[0], sorts):
        return False
    return all(_moduli_of_reals(a, sorts) for a in args)


def unsettled(e: Expr) -> bool:
    """Whether a limit, an integral or an infinite sum stands in a term: it may have no value."""
    return any(head(x) == "fn" and operands(x)[0] in EXTENDED for x in subexpressions(e))


class Field:
    """Reads scalars under the sorts of their variables, and adds and multiplies what it read."""

    def __init__(self, sorts: Mapping[str, Expr]) -> None:
        self.sorts = sorts
        self.atoms: dict[object, int] = {}
        self.sources: list[Expr] = []  # the expression that each atom was read from first
        self.forms: list[tuple[int, Expr]] = []  # those that it was read from later
        self.work = WORK
        self.needed: set[Frozen] = set()  # must not vanish, or what was read means something else
        self._needs: list[set[Frozen]] = []  # the same for what stands inside of each atom

    # -- polynomials ----------------------------------------------------------------------------------
    def spend(self, work: int) -> None:
        pay(1 + work // 2)
        self.work -= work
        if self.work < 0:
            raise Unknown("too much work in a polynomial identity")

    def times(self, p: Poly, q: Poly) -> Poly:
        bits, length = _length(p), _longest(p) + _longest(q)
        bits += _length(q)
        self.spend(len(p) * len(q) * (1 + length // 4 + bits // 256 + (bits >> 10) ** 2) + 1)
        total: Poly = {}
        for m, c in p.items():
            for n, d in q.items():
                key = _product(m, n)
                total[key] = _checked(total.get(key, 0) + c * d)
        return {m: c for m, c in total.items() if c}

    def power(self, p: Poly, exponent: int) -> Poly:
        if exponent > 4000:
            raise Unknown("a power that is too large")
        if len(p) == 1 and exponent:
            ((m, c),) = p.items()
            if abs(c.numerator) != 1 or c.denominator != 1:
                bits = _length(p) * exponent
                if bits > BITS:
                    raise Unknown("a number that is too large")
                self.spend(1 + (bits >> 8) + (bits >> 10) ** 2)
            return {tuple((a, e * exponent) for a, e in m): c**exponent}
        result: Poly = {(): 1}
        for _ in range(exponent):
            result = self.times(result, p)
        return result

    def plus(self, p: Poly, q: Poly, weight: Number = 1) -> Poly:
        bits = _length(q)
        self.spend(len(q) * (1 + bits // 256 + (bits >> 10) ** 2) + len(p) // 16 + 1)
        total, weight = dict(p), exact(weight)
        for m, c in q.items():
            value = _checked(total.get(m, 0) + c * weight)
            if value:
                total[m] = value
            else:
                total.pop(m, None)
        return total

    # -- rational functions ---------------------------------------------------------------------------
    def over(self, r: Ratio, common: Mapping[Frozen, int]) -> Poly:
        """The numerator of `r` over a common denominator."""
        p = r[0]
        for factor, e in common.items():
            if e != r[1].get(factor, 0):
                p = self.times(p, self.power(dict(factor), e - r[1].get(factor, 0)))
        return p

    def add(self, a: Ratio, b: Ratio, weight: Number = 1) -> Ratio:
        common = dict(a[1])
        for factor, e in b[1].items():
            common[factor] = max(e, common.get(factor, 0))
        self.spend(sum(map(len, common)))
        for one in (a, b):
            if one[0]:
                self.needed |= common.keys() - one[1].keys()
        return self.plus(self.over(a, common), self.over(b, common), weight), common

    def multiply(self, a: Ratio, b: Ratio) -> Ratio:
        below = dict(a[1])
        for factor, e in b[1].items():
            below[factor] = below.get(factor, 0) + e
        return self.times(a[0], b[0]), below

    def invert(self, r: Ratio) -> Ratio:
        if not r[0]:
            raise Unknown("a division by zero")
        self.spend(len(r[0]) * (2 + _longest(r[0])))
        lead, parts = factors(r[0])
        top: Poly = {(): exact(1 / Fraction(lead))}
        for factor, e in r[1].items():
            top = self.times(top, self.power(dict(factor), e))
        return top, parts

    # -- reading --------------------------------------------------------------------------------------
    def read(self, e: Expr) -> Ratio:
        """A scalar as a rational function.  Raises `Unknown` where `e` is no scalar."""
        self.spend(6)
        if isinstance(e, int):
            return ({(): e} if e else {}), {}
        if isinstance(e, str):
            if head(self.sorts.get(e, 0)) not in ("real", "integer", "complex"):
                raise Unknown(f"{e} is no scalar variable")
            return self.atom(e, e)
        op = e[0]
        if op in BINDERS:
            return self._bound(e)
        args = operands(e)
        if op == "+":
            total = self.read(args[0])
            for a in args[1:]:
                total = self.add(total, self.read(a))
            return total
        if op == "-":
            return self.add(self.read(args[0]), self.read(args[1]), -1)
        if op == "neg":
            return self.add(({}, {}), self.read(args[0]), -1)
        if op == "*":
            total = self.read(args[0])
            for a in args[1:]:
                total = self.multiply(total, self.read(a))
            return total
        if op == "/":
            return self.multiply(self.read(args[0]), self.invert(self.read(args[1])))
        if op == "^":
            return self._power(args[0], args[1])
        return self._opaque(e)

    def _power(self, base: Expr, exponent: Expr) -> Ratio:
        (b, x), needs = self.inside(base, exponent)
        n = constant(x)
        if n is not None and n.denominator == 1:
            self.needed |= needs
            k = int(n)
            if k < 0:
                b, k = self.invert(b), -k
            return self.power(b[0], k), {factor: e * k for factor, e in b[1].items() if k}
        return self.atom(("^", frozen(b), frozen(x)), ("^", base, exponent), needs)

    def _opaque(self, e: Expr) -> Ratio:
        op, args = head(e), operands(e)
        if op == "fn" and args[0] in EXTENDED:
            raise Unknown(f"no arithmetic with {args[0]!r}, which may be infinite")
        if op == "fn" and args[0] in _BINDING_WORDS:
            if unsettled(e):
                raise Unknown(f"no arithmetic with {args[0]!r} of something that may be infinite")
            self._numbers(args)
            return self.atom(marked(e), e)
        if op == "fn":
            parts, needs = self.inside(*args[1:])
            value = _value(str(args[0]), parts)
            if value is not None:
                self.needed |= needs
                return ({(): value} if value else {}), {}
            return self.atom(("fn", args[0], *(frozen(p) for p in parts)), e, needs)
        if op in ("at", "rate") and isinstance(args[0], str):
            sort = self.sorts.get(args[0], 0)
            if op == "at" and head(sort) == "function" and operands(sort)[1] == ("real",) and not unsettled(e):
                return self.atom(marked(e), e)  # its argument is a matrix
            kinds = ("sequence", "curve") if op == "at" else ("curve",)
            if head(sort) not in kinds or head(operands(sort)[0]) not in ("real", "integer", "complex"):
                raise Unknown(f"{args[0]} is no {'sequence' if op == 'at' else 'curve'} of numbers")
            parts, needs = self.inside(args[1])
            return self.atom((op, args[0], frozen(parts[0])), e, needs)
        if op in ("entry", "trace", "det"):
            if unsettled(e):
                raise Unknown("no arithmetic with matrices of something that may be infinite")
            return self.atom(marked(e), e)
        if op in _SCALARS:
            parts, needs = self.inside(*args)
            return self.atom((op, *(frozen(p) for p in parts)), e, needs)
        raise Unknown(f"{op!r} is no scalar operation")

    def _bound(self, e: Expr) -> Ratio:
        """A finite sum or product of scalars."""
        if head(e) not in ("sum", "product"):
            raise Unknown(f"{head(e)!r} is no scalar operation")
        j = new_name()
        Field({**self.sorts, j: INTEGER}).read(opened(e, j)[0])  # a scalar
        return self.atom(marked(e), e)

    def _numbers(self, args: tuple[Expr, ...]) -> None:
        """The cases of a Piecewise, or what is differentiated: a scalar, and no matrix.  Raises `Unknown`."""
        sorts = self.sorts
        values = args[1::2]
        if args[0] == "diff":
            x = new_name()
            sort, body = opened(args[1], x)
            sorts, values = {**sorts, x: sort}, (body,)
        for value in values:
            Field(sorts).read(value)

    def inside(self, *parts: Expr) -> tuple[list[Ratio], set[Frozen]]:
        """Terms, and what their reading needs, kept apart from `needed`."""
        outside, self.needed = self.needed, set()
        read = [self.read(p) for p in parts]
        needs, self.needed = self.needed, outside
        return read, needs

    def atom(self, key: object, source: Expr, needs: Iterable[Frozen] = ()) -> Ratio:
        """One atom; two forms of it are one only where the denominators inside do not vanish."""
        number = self.atoms.setdefault(key, len(self.atoms))
        if number == len(self.sources):
            self.sources.append(source)
            self._needs.append(set(needs))
        elif source != self.sources[number]:
            self.forms.append((number, source))
            self.needed |= self._needs[number].union(needs)
        return {((number, 1),): 1}, {}


def _length(p: Poly) -> int:
    """Bits of the longest coefficient."""
    return max((c.numerator.bit_length() + c.denominator.bit_length() for c in p.values()), default=0)


def _longest(p: Poly) -> int:
    """Atoms in the longest monomial."""
    return max(map(len, p), default=0)


def _checked(c: Number) -> Number:
    """A coefficient of bounded length; what makes a long one takes longer than what is paid for before."""
    if c.denominator.bit_length() > LONG or c.numerator.bit_length() > LONG:
        bits = max(c.denominator.bit_length(), c.numerator.bit_length())
        pay(bits >> 7)
        if bits > BITS:
            raise Unknown("a number that is too large")
    return c


def _product(m: Mono, n: Mono) -> Mono:
    if not m or not n:
        return m or n
    if len(m) == len(n) == 1:
        (a, e), (b, f) = m[0], n[0]
        return ((a, e + f),) if a == b else (m[0], n[0]) if a < b else (n[0], m[0])
    powers = dict(m)
    for a, e in n:
        powers[a] = powers.get(a, 0) + e
    return tuple(sorted(powers.items()))


def _poly(p: Poly) -> Frozen:
    return tuple(sorted(p.items()))


def frozen(r: Ratio) -> object:
    """A ratio as a key; a common factor of the numerator and the denominator is not cancelled."""
    return _poly(r[0]), tuple(sorted(r[1].items()))


def factors(p: Poly) -> tuple[Number, dict[Frozen, int]]:
    """The leading coefficient, the atoms that divide p, and the rest of p made monic."""
    pay(len(p) * (6 + 2 * _longest(p)))
    common = dict(min(p))
    for m in p:
        powers = dict(m)
        common = {a: min(e, powers[a]) for a, e in common.items() if a in powers}
    rest: Poly = {tuple((a, e - common.get(a, 0)) for a, e in m if e > common.get(a, 0)): c for m, c in p.items()}
    lead = rest[max(rest)]
    parts: dict[Frozen, int] = {((((a, 1),), 1),): e for a, e in common.items()}
    if max(rest) != ():
        parts[_poly({m: exact(Fraction(c) / lead) for m, c in rest.items()})] = 1
    return lead, parts


def _value(word: str, args: list[Ratio]) -> Number | None:
    """The value of a combinatorial function at literal arguments."""
    values = [constant(a) for a in args]
    integers = [int(v) for v in values if v is not None and v.denominator == 1]
    return counted(word, integers) if len(integers) == len(args) else None


def constant(r: Ratio) -> Fraction | None:
    """The value of a rational function that is visibly a rational number."""
    if r[1] or any(m for m in r[0]):
        return None
    return Fraction(r[0].get((), 0))
