"""Interval arithmetic on terms and formulas: what holds for all values of the variables in a box.

``truth(formula)`` is True or False where that is so on the whole box, else None; ``value(e)`` encloses a real term
and raises `Unknown` wherever a function may leave its domain.  Functions are total in the kernel, hence a part whose
domain is not certain is only unknown, and never decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from mpmath import libmp as mp

from verifier.kernel import enclosures as en
from verifier.kernel.enclosures import INF, MINF, ONE, ZERO, Bounds, Mpf
from verifier.kernel.expr import FALSE, TRUE, Expr, head, operands
from verifier.kernel.integers import Unknown
from verifier.kernel.work import spend as pay

LINE: Bounds = (MINF, INF)
WORK = 3_000_000  # operations that one purse pays for
LONGEST = 600  # terms of a sum, and arguments of combinatorial functions
#: functions that vanish at 0 only; the sine as far as 3, the tangent as far as 1
_ODD = frozenset(("sin", "tan", "sinh", "tanh", "asin", "atan", "asinh", "atanh", "erf", "cbrt"))


class Purse:
    """What is left of the work that may be done; shared by the evaluators of one tree."""

    def __init__(self, work: int) -> None:
        self.work = work

    def spend(self, amount: int) -> None:
        pay(2 * amount)
        self.work -= amount
        if self.work < 0:
            raise Unknown("too much interval arithmetic")


class Terms:
    """Evaluates terms and formulas over a box of intervals with binary ends, infinite ones included.

    ``apart``: variables that are known not to be 0, though their interval may end there.
    """

    def __init__(
        self, prec: int, box: Mapping[str, Bounds], apart: frozenset[str] = frozenset(), purse: Purse | None = None
    ) -> None:
        self.prec, self.box, self.apart = prec, box, apart
        self.purse = purse or Purse(WORK)
        self._known: dict[int, tuple[Expr, Bounds]] = {}

    # -- formulas -------------------------------------------------------------------------------------
    def truth(self, p: Expr) -> bool | None:
        """Whether a formula without quantifiers holds everywhere (True) or nowhere (False); else None."""
        op, args = head(p), operands(p)
        if p in (TRUE, FALSE):
            return p == TRUE
        if op == "not":
            inner = self.truth(args[0])
            return None if inner is None else not inner
        if op == "and" or op == "or":
            parts = [self.truth(a) for a in args]
            decisive = op == "or"
            return decisive if decisive in parts else None if None in parts else not decisive
        if op == "implies":
            first, second = self.truth(args[0]), self.truth(args[1])
            return True if first is False or second is True else False if first and second is False else None
        if op in ("==", "!=", "<", "<=", ">", ">="):
            try:
                return self._compare(str(op), args[0], args[1])
            except Unknown:
                return None
        return None

    def _compare(self, op: str, a: Expr, b: Expr) -> bool | None:
        if op in (">", ">="):
            op, a, b = ("<" if op == ">" else "<="), b, a
        u, v = self.value(a), self.value(b)
        if op == "==" or op == "!=":
            if mp.mpf_lt(u[1], v[0]) or mp.mpf_lt(v[1], u[0]) or self._distinct(a, b, u, v):
                return op == "!="
            return op == "==" if u == v and u[0] == u[1] and u[0] not in (INF, MINF) else None
        if mp.mpf_lt(u[1], v[0]) or (mp.mpf_le(u[1], v[0]) and (op == "<=" or self._distinct(a, b, u, v))):
            return True
        if mp.mpf_gt(u[0], v[1]) or (mp.mpf_ge(u[0], v[1]) and (op == "<" or self._distinct(a, b, u, v))):
            return False
        return None

    def _distinct(self, a: Expr, b: Expr, u: Bounds, v: Bounds) -> bool:
        """One of the two is 0 and the other one is not."""
        none: Bounds = (ZERO, ZERO)
        return (u == none and self.nonzero(b)) or (v == none and self.nonzero(a))

    def nonzero(self, e: Expr) -> bool:
        """Whether a term is known not to vanish, though its enclosure may end at 0."""
        try:
            u = self.value(e)
        except Unknown:
            return False
        if mp.mpf_gt(u[0], ZERO) or mp.mpf_lt(u[1], ZERO):
            return True
        if isinstance(e, str):
            return e in self.apart
        op, args = head(e), operands(e)
        if op in ("*", "neg", "sqrt", "abs"):
            return all(self.nonzero(a) for a in args)
        if op == "/":  # a quotient that was evaluated has a denominator that does not vanish
            return self.nonzero(args[0])
        if op == "^":
            return self.nonzero(args[0])
        if op == "+" and (mp.mpf_ge(u[0], ZERO) or mp.mpf_le(u[1], ZERO)):
            values = [self.value(a) for a in args]
            one_sign = all(mp.mpf_ge(w[0], ZERO) for w in values) or all(mp.mpf_le(w[1], ZERO) for w in values)
            return one_sign and any(self.nonzero(a) for a in args)
        if op != "fn" or len(args) != 2:
            return False
        if args[0] in _ODD:
            lo, hi = self.value(args[1])
            reach = en.binary(3 if args[0] == "sin" else 1)
            inside = mp.mpf_ge(lo, mp.mpf_neg(reach)) and mp.mpf_le(hi, reach)
            return (inside or args[0] not in ("sin", "tan")) and self.nonzero(args[1])
        return args[0] in ("exp", "cosh", "sech")

    # -- terms ----------------------------------------------------------------------------------------
    def value(self, e: Expr) -> Bounds:
        """An enclosure of a real term on the box.  Raises `Unknown` where it may be undefined."""
        self.purse.spend(1)
        if isinstance(e, int):
            return en.rounded((en.binary(e),) * 2, self.prec)
        if isinstance(e, str):
            if e not in self.box:
                raise Unknown(f"nothing bounds {e}")
            return self.box[e]
        known = self._known.get(id(e))
        if known is None or known[0] is not e:
            known = e, self._operation(str(e[0]), e[1:])
            if mp.fnan in known[1]:
                raise Unknown("an operation with infinite ends")
            self._known[id(e)] = known
        return known[1]

    def _operation(self, op: str, args: tuple[Expr, ...]) -> Bounds:
        p = self.prec
        if op == "fn":
            return self._function(str(args[0]), args[1:])
        if op in ("sum", "product"):
            return self._finite(op, *args)
        if op == "/" and isinstance(args[0], int) and isinstance(args[1], int) and args[1]:
            return en.ratio(Fraction(args[0], args[1]), p)
        if op == "^":
            return self._power(args[0], args[1])
        if op == "*" and len(args) == 2 and args[0] == args[1]:
            return en.power(self.value(args[0]), 2, p)
        values = [self.value(a) for a in args]
        if op == "neg":
            return en.negate(values[0])
        if op == "-":
            return en.sub(values[0], values[1], p)
        if op in ("+", "*"):
            total = values[0]
            for v in values[1:]:
                total = en.add(total, v, p) if op == "+" else en.mul(total, v, p)
            return total
        if op == "/":
            return en.mul(values[0], en.reciprocal(values[1], p + 4, self.nonzero(args[1])), p)
        if op == "sqrt":
            lo, hi = self._within(values[0], ZERO, INF)
            self.purse.spend(2 + p // 100)
            return en.sqrt(lo, p)[0], en.sqrt(hi, p)[1]
        if op == "abs":
            return absolute(values[0])
        if op in ("min", "max"):
            u, v = values
            choose = en.smallest if op == "min" else en.largest
            return choose([u[0], v[0]]), choose([u[1], v[1]])
        if op == "floor":
            return mp.mpf_floor(en.finite(values[0][0])), mp.mpf_floor(en.finite(values[0][1]))
        raise Unknown(f"no enclosure of {op!r:.40}")

    def _within(self, u: Bounds, lo: Mpf, hi: Mpf, apart: bool = False) -> Bounds:
        """The same interval, which must lie between the ends (``apart``: strictly)."""
        strict = mp.mpf_gt(u[0], lo) and mp.mpf_lt(u[1], hi)
        if not strict and (apart or not (mp.mpf_ge(u[0], lo) and mp.mpf_le(u[1], hi))):
            raise Unknown("an argument that may lie outside of its domain")
        return u

    def whole(self, e: Expr) -> int | None:
        """The value of a term that is visibly one integer on the box."""
        lo, hi = self.value(e)
        if lo != hi or lo in (INF, MINF) or en.exponent(lo) > 60 or mp.mpf_floor(lo) != lo:
            return None
        return int(mp.to_int(lo))

    def _power(self, base: Expr, raised: Expr) -> Bounds:
        p = self.prec
        n = self.whole(raised)
        u = self.value(base)
        if n is not None:
            if abs(n) > 1_000_000:
                raise Unknown("a power that is too large")
            self.purse.spend(n.bit_length() * (1 + p // 1000))
            value = en.power(u, abs(n), p + 4)
            return value if n >= 0 else en.reciprocal(value, p, self.nonzero(base))
        r = self.value(raised)
        if u[0] == ZERO and not self.nonzero(base):
            if not mp.mpf_gt(r[0], ZERO):
                raise Unknown("a power of what may vanish")
            return ZERO, ZERO if u[1] == ZERO else self._raised((u[1], u[1]), r, p)[1]  # 0**r is 0 for r > 0
        return self._raised(self._within(u, ZERO, INF), r, p)

    def _raised(self, u: Bounds, r: Bounds, p: int) -> Bounds:
        wp = p + 10
        self.purse.spend(20 + p * p // 1000)
        logs = (MINF if u[0] == ZERO else en.log(u[0], wp)[0], en.log(u[1], wp)[1])
        u = en.mul(r, logs, wp)
        return en.exp(u[0], p)[0], en.exp(u[1], p)[1]

    def _finite(self, op: str, body: Expr, name: Expr, lo: Expr, hi: Expr) -> Bounds:
        first, last = self.whole(lo), self.whole(hi)
        if first is None or last is None or last - first > LONGEST:
            raise Unknown("a sum that is too long, or has no numbers for ends")
        total: Bounds = (ZERO, ZERO) if op == "sum" else (ONE, ONE)
        for i in range(first, last + 1):
            here = {**self.box, str(name): (en.binary(i),) * 2}
            term = type(self)(self.prec, here, self.apart - {str(name)}, self.purse).value(body)
            total = en.add(total, term, self.prec) if op == "sum" else en.mul(total, term, self.prec)
        return total

    def _function(self, name: str, args: tuple[Expr, ...]) -> Bounds:
        raise Unknown(f"no enclosure of {name!r:.40}")


def absolute(u: Bounds) -> Bounds:
    """The absolute values of an interval."""
    if mp.mpf_ge(u[0], ZERO):
        return u
    if mp.mpf_le(u[1], ZERO):
        return en.negate(u)
    return ZERO, en.largest([mp.mpf_neg(u[0]), u[1]])
