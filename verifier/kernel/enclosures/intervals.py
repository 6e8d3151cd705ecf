"""Interval arithmetic on terms and formulas: what holds for all values of the variables in a box.

``truth(formula)`` is True or False where that is so on the whole box, else None; ``value(e)``
encloses a real term and raises `Unknown` wherever a function may leave its domain.  Functions are
total in the kernel, hence a part whose domain is uncertain is only unknown: it decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from verifier.kernel.algebra.counting import counted
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.enclosures import balls
from verifier.kernel.enclosures.balls import NONE, UNIT, ZERO, Interval
from verifier.kernel.terms.binding import new_name, opened, operands
from verifier.kernel.terms.expr import BINDERS, FALSE, TRUE, Expr, head
from verifier.kernel.work import spend as pay

WORK = 3_000_000  # operations that one purse pays for
LONGEST = 600  # terms of a sum
#: functions that vanish at 0 only; the sine as far as 3, the tangent as far as 1
_ODD = frozenset(("sin", "tan", "sinh", "tanh", "asin", "atan", "asinh", "atanh", "erf", "cbrt"))
_COMBINATORIAL = frozenset(
    ("factorial", "binomial", "harmonic", "fibonacci", "bell", "stirling1", "stirling2")
)
_SLOW = frozenset((
    "gamma", "loggamma", "digamma", "beta", "zeta", "erf", "erfc", "lambertw",
    "EulerGamma", "Catalan",
))  # fmt: skip


class Purse:
    """What is left of the work that may be done; shared by the evaluators of one tree."""

    def __init__(self, work: int) -> None:
        self.work = work

    def spend(self, amount: int) -> None:
        pay(2 * amount)
        self.work -= amount
        if self.work < 0:
            raise Unknown("too much interval arithmetic")


class Intervals:
    """Evaluates terms and formulas over a box of intervals.

    ``apart``: variables that are known not to be 0, though their interval may end there.
    """

    def __init__(
        self,
        prec: int,
        box: Mapping[str, Interval],
        apart: frozenset[str] = frozenset(),
        purse: Purse | None = None,
    ) -> None:
        self.prec, self.box, self.apart = prec, box, apart
        self.purse = purse or Purse(WORK)
        self._known: dict[int, tuple[Expr, Interval]] = {}

    def truth(self, p: Expr) -> bool | None:
        """Whether a formula without quantifiers holds everywhere, nowhere, or neither (None)."""
        with balls.precision(self.prec):
            return self._truth(p)

    def value(self, e: Expr) -> Interval:
        """An enclosure of a real term on the box.  Raises `Unknown` where it may be undefined."""
        with balls.precision(self.prec):
            return self._value(e)

    def whole(self, e: Expr) -> int | None:
        """The value of a term that is visibly one integer on the box."""
        return self.value(e).whole()

    # -- formulas ------------------------------------------------------------------------------
    def _truth(self, p: Expr) -> bool | None:
        if head(p) in BINDERS:
            return None
        op, args = head(p), operands(p)
        if p in (TRUE, FALSE):
            return p == TRUE
        if op == "not":
            inner = self._truth(args[0])
            return None if inner is None else not inner
        if op == "and" or op == "or":
            parts = [self._truth(a) for a in args]
            decisive = op == "or"
            return decisive if decisive in parts else None if None in parts else not decisive
        if op == "implies":
            first, second = self._truth(args[0]), self._truth(args[1])
            if first is False or second is True:
                return True
            return False if first and second is False else None
        if op in ("==", "!=", "<", "<=", ">", ">="):
            try:
                return self._compare(str(op), args[0], args[1])
            except Unknown:
                return None
        return None

    def _compare(self, op: str, a: Expr, b: Expr) -> bool | None:
        if op in (">", ">="):
            op, a, b = ("<" if op == ">" else "<="), b, a
        u, v = self._value(a), self._value(b)
        if op == "==" or op == "!=":
            if u.below(v) or v.below(u) or self._distinct(a, b, u, v):
                return op == "!="
            return op == "==" if u.is_point and u == v else None
        if u.below(v) or (u.under(v) and (op == "<=" or self._distinct(a, b, u, v))):
            return True
        if v.below(u) or (v.under(u) and (op == "<" or self._distinct(a, b, u, v))):
            return False
        return None

    def _distinct(self, a: Expr, b: Expr, u: Interval, v: Interval) -> bool:
        """One of the two is 0 and the other one is not."""
        return (u == NONE and self._nonzero(b)) or (v == NONE and self._nonzero(a))

    def _nonzero(self, e: Expr) -> bool:
        """Whether a term is known not to vanish, though its enclosure may end at 0."""
        try:
            u = self._value(e)
        except Unknown:
            return False
        if u.positive or u.negative:
            return True
        if isinstance(e, str):
            return e in self.apart
        if head(e) in BINDERS:
            return False
        op, args = head(e), operands(e)
        if op in ("*", "neg", "sqrt", "abs"):
            return all(self._nonzero(a) for a in args)
        if op in ("/", "^"):  # a quotient that was evaluated has a denominator that does not vanish
            return self._nonzero(args[0])
        if op == "+":
            values = [self._value(a) for a in args]
            one_sign = all(w.nonnegative for w in values) or all(w.nonpositive for w in values)
            return one_sign and any(self._nonzero(a) for a in args)
        if op != "fn":
            return False
        if args[0] in _ODD:  # these and those below have an enclosure with one argument only
            reach = {"sin": 3, "tan": 1}.get(str(args[0]))
            v = self._value(args[1])
            return (reach is None or v.within(-reach, reach)) and self._nonzero(args[1])
        return args[0] in ("exp", "cosh", "sech")

    # -- terms ---------------------------------------------------------------------------------
    def _value(self, e: Expr) -> Interval:
        self.purse.spend(1)
        if isinstance(e, int):
            return balls.number(e)
        if isinstance(e, str):
            if e not in self.box:
                raise Unknown(f"nothing bounds {e}")
            return self.box[e]
        known = self._known.get(id(e))
        if known is None:  # what is known is kept alive, so that nothing else has its identity
            inside = self._finite(e) if e[0] in BINDERS else self._operation(str(e[0]), operands(e))
            known = self._known[id(e)] = e, inside
        return known[1]

    def _operation(self, op: str, args: tuple[Expr, ...]) -> Interval:
        if op == "fn":
            return self._function(str(args[0]), args[1:])
        if op == "/" and isinstance(args[0], int) and isinstance(args[1], int) and args[1]:
            return balls.ratio(Fraction(args[0], args[1]))
        if op == "^":
            return self._power(args[0], args[1])
        if op == "*" and len(args) == 2 and args[0] == args[1]:
            return self._value(args[0]).power(2)
        values = [self._value(a) for a in args]
        if op in ("+", "*"):
            total = values[0]
            for v in values[1:]:
                total = total + v if op == "+" else total * v
            return total
        if op == "-":
            return values[0] - values[1]
        if op == "/":
            return values[0] * values[1].reciprocal(self._away(args[1]))
        if op in ("neg", "abs", "floor"):
            return -values[0] if op == "neg" else (abs if op == "abs" else balls.floor)(values[0])
        if op in ("min", "max"):
            pick, (u, v) = min if op == "min" else max, values
            return Interval(pick(u.lo, v.lo), pick(u.hi, v.hi))
        if op == "sqrt":
            self.purse.spend(2 + self.prec // 100)
            return balls.MONOTONE["sqrt"].of(values[0])
        raise Unknown(f"no enclosure of {op!r:.40}")

    def _away(self, e: Expr) -> bool:
        """Whether a term is known not to be 0, where its enclosure ends there."""
        u = self._value(e)
        return (u.lo == ZERO or u.hi == ZERO) and self._nonzero(e)

    def _power(self, base: Expr, raised: Expr) -> Interval:
        u, r = self._value(base), self._value(raised)
        n = r.whole()
        if n is not None:
            if abs(n) > 1_000_000:
                raise Unknown("a power that is too large")
            self.purse.spend(n.bit_length() * (1 + self.prec // 1000))
            value = u.power(abs(n))
            return value if n >= 0 else value.reciprocal(self._away(base))
        self.purse.spend(20 + self.prec * self.prec // 1000)
        if u.lo == ZERO and not self._nonzero(base):
            if not r.positive:
                raise Unknown("a power of what may vanish")
            most = NONE if u.is_point else _raised(Interval(u.hi, u.hi), r)
            return Interval(ZERO, most.hi)  # 0**r is 0 for r > 0
        return _raised(u, r)

    def _finite(self, e: Expr) -> Interval:
        op, name = head(e), new_name()
        if op not in ("sum", "product"):
            raise Unknown(f"no enclosure of {op!r}")
        body, lo, hi = opened(e, name)
        first, last = self._value(lo).whole(), self._value(hi).whole()
        if first is None or last is None or last - first > LONGEST:
            raise Unknown("a sum that is too long, or has no numbers for ends")
        total = NONE if op == "sum" else UNIT
        for i in range(first, last + 1):
            inner = type(self)(self.prec, {**self.box, name: balls.number(i)}, self.apart, self.purse)
            term = inner._value(body)
            total = total + term if op == "sum" else total * term
        return total

    # -- functions -----------------------------------------------------------------------------
    def _function(self, name: str, args: tuple[Expr, ...]) -> Interval:
        self.purse.spend(10 + self.prec * self.prec // 25_000)
        if name in _SLOW:
            self.purse.spend(100 + self.prec)
            if self.prec > 1000:
                raise Unknown(f"{name} at such a precision")
        if name == "Piecewise":
            return self._piecewise(args)
        if name in _COMBINATORIAL:
            return self._exact(name, args)
        if not args and name in balls.CONSTANTS:
            return balls.constant(name)
        values = [self._value(a) for a in args]
        if len(args) == 1 and name in balls.FUNCTIONS:
            return balls.FUNCTIONS[name](values[0], self._away(args[0]))
        if len(args) == 2 and name in balls.PAIRS:
            return balls.PAIRS[name](*values)
        n = values[1].whole() if len(args) == 2 and name == "root" else None
        if n is not None and 1 <= n <= 200:
            return balls.root(values[0], n)
        raise Unknown(f"no enclosure of {name!r:.40}")

    def _piecewise(self, args: tuple[Expr, ...]) -> Interval:
        found: Interval | None = None
        for value, condition in zip(args[::2], args[1::2], strict=True):
            truth = self._truth(condition)
            if truth is False:
                continue
            here = self._value(value)
            found = here if found is None else found.hull(here)
            if truth:
                return found
        raise Unknown("a Piecewise of which no case may hold")

    def _exact(self, name: str, args: tuple[Expr, ...]) -> Interval:
        numbers = [self._value(a).whole() for a in args]
        known = [n for n in numbers if n is not None]
        if len(known) < len(numbers):
            raise Unknown(f"{name} at something that is no integer")
        self.purse.spend(50)
        value = counted(name, known)
        if value is None:
            raise Unknown(f"{name} outside of the numbers that are computed")
        return balls.ratio(value)


def _raised(u: Interval, r: Interval) -> Interval:
    """u**r for u > 0."""
    with balls.working(10):
        logs = balls.MONOTONE["log"].of(u, apart=True)
        return balls.MONOTONE["exp"].of(r * logs)
