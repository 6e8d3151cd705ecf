"""Expansions of terms: power series at finite limits of the arguments, the lines of `function_table` elsewhere.

Which line applies is decided by the expansions themselves; conditions on constants are looked up among the facts.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial, floor

from verifier.kernel.algebra.field import Ratio, constant, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.derivative import derivative
from verifier.kernel.analysis.expansions import EXACTLY_ZERO, number
from verifier.kernel.analysis.growth import Scale
from verifier.kernel.analysis.scales import ONE, ZERO, Expansion, Wanted
from verifier.kernel.facts.function_table import DEFINITIONS, ENDS, FAR, definition, tail_coefficient
from verifier.kernel.meaning.definedness import meaningful
from verifier.kernel.meaning.regularity import conditions
from verifier.kernel.terms.binding import free_names, marked, operands, same, substitute
from verifier.kernel.terms.expr import BINDERS, TRUE, Expr, head


class Asymptotics(Scale):
    """Reads terms in x -> oo over a scale; `bounded` are terms that are known to stay bounded."""

    def __init__(self, sorts: dict[str, Expr], x: str, depth: int) -> None:
        super().__init__(sorts, x, depth)
        self.bounded: set[Expr] = set()
        self.memory: dict[tuple[Expr, int], Expansion] = {}

    def expand(self, e: Expr, i: int) -> Expansion:
        if self.x not in free_names(e):
            return self.slow(self.defined(e))
        if i >= len(self.basis):
            raise Unknown(f"no limit of {e!r:.60}")
        if (e, i) not in self.memory:
            self.memory[e, i] = self._expand(e, i)
        return self.memory[e, i]

    def _expand(self, e: Expr, i: int) -> Expansion:
        form, op = marked(e), head(e)
        if form in self.bounded:
            return self.slow(self.read(e) if op == "fn" else self.field.atom(("bounded", form), e))
        if e in self.chain:
            if self.chain[e] < i:
                raise Unknown("something that is too large for its level")
            return Expansion(((ONE, ONE),)) if self.chain[e] == i else self.slow(self.read(e))
        if op in BINDERS:
            raise Unknown(f"no expansion of {op!r}")
        args = operands(e)
        if op == "+":
            return self.plus(*(self.expand(a, i) for a in args))
        if op == "-":
            return self.plus(self.expand(args[0], i), self._minus(self.expand(args[1], i)))
        if op == "neg":
            return self._minus(self.expand(args[0], i))
        if op == "*":
            total = self.expand(args[0], i)
            for a in args[1:]:
                total = self.mul(total, self.expand(a, i))
            return total
        if op == "/":
            return self.mul(self.expand(args[0], i), self.power(self.expand(args[1], i), number(-1), i))
        if op == "sqrt":
            return self.power(self.expand(args[0], i), (({(): Fraction(1, 2)}), {}), i)
        if op == "^" and self.x not in free_names(args[1]):
            return self.power(self.expand(args[0], i), self.defined(args[1]), i)
        if op == "^":
            return self.expand(("fn", "exp", ("*", args[1], ("fn", "log", args[0]))), i)
        if op == "abs":
            if not is_real(args[0], self.field.sorts):  # the only real term with something complex inside
                raise Unknown("the modulus of something that may not be real")
            return self.expand(args[0] if self._sign(args[0], i) >= 0 else ("neg", args[0]), i)
        if op in ("min", "max"):
            low = self._sign(("-", args[0], args[1]), i) <= 0
            return self.expand(args[0] if low == (op == "min") else args[1], i)
        if op == "floor":
            return self._floor(args[0], i)
        if op != "fn":
            raise Unknown(f"no expansion of {op!r}")
        if args[0] == "Piecewise":
            for value, condition in zip(args[1::2], args[2::2], strict=False):
                if self.holds(condition, i):
                    return self.expand(value, i)
            raise Unknown("no case of a Piecewise holds")
        if len(args) == 2:
            return self._function(str(args[0]), args[1], i)
        if args[0] in ("stirling", "erfcx") and isinstance(args[2], int) and 0 <= args[2] <= 40:
            return self._tail(str(args[0]), args[1], args[2], i)
        if len(args) == 3 and args[0] in DEFINITIONS:
            return self._rewritten(DEFINITIONS[str(args[0])], args[1:], i)
        if args[0] == "root" and isinstance(args[2], int) and args[2] > 0:
            root: Expr = ("^", args[1], ("/", 1, args[2]))
            if args[2] % 2 and self._sign(args[1], i) < 0:
                root = ("neg", ("^", ("neg", args[1]), ("/", 1, args[2])))
            return self.expand(root, i)
        raise Unknown(f"no expansion of {args[0]!r:.40}")

    def _minus(self, a: Expansion) -> Expansion:
        return self.scaled(a, ZERO, number(-1))

    def _sign(self, e: Expr, i: int) -> int:
        return self.sign_of(self.expand(e, i), i)

    def holds(self, p: Expr, i: int) -> bool:
        """Whether a formula is true for all large x, or false for all large x."""
        op, args = head(p), operands(p)
        if op in ("true", "false"):
            return op == "true"
        if op == "not":
            return not self.holds(args[0], i)
        if op in ("and", "or"):
            values = [self.holds(a, i) for a in args]
            return all(values) if op == "and" else any(values)
        s = self._sign(("-", *args), i)
        return {"==": s == 0, "!=": s != 0, "<": s < 0, "<=": s <= 0, ">": s > 0, ">=": s >= 0}[str(op)]

    def _rewritten(self, lines: tuple[str, ...], args: tuple[Expr, ...], i: int) -> Expansion:
        values = dict(zip("ab", args, strict=False))
        known = [definition(text) for text in lines]
        if frozenset().union(*(free_names(e) for pair in known for e in pair)) != values.keys():
            raise Unknown("a function of another number of arguments")  # b would be a variable of that name
        for condition, value in known:
            if self.holds(substitute(condition, values), i):
                return self.expand(substitute(value, values), i)
        raise Unknown("no definition applies")

    def _floor(self, u: Expr, i: int) -> Expansion:
        a = self.expand(u, i)
        p = self.limit(a, i)
        if isinstance(p, int):  # u minus its fractional part
            part: Expr = ("-", u, ("floor", u))
            self.bounded.add(marked(part))
            return self.plus(a, self._minus(self.expand(part, i)))
        q = constant(p)
        whole = constant(self.read(("floor", self.expr(p)))) if q is None else Fraction(floor(q))
        if whole is None:
            raise Wanted("floor", self.expr(p))
        below = int(whole)
        if not self.sign(self.add(p, number(below), -1)):  # from which side?
            below -= self.sign_of(self.plus(a, self.slow(number(-below))), i) < 0
        return self.slow(number(below))

    def _function(self, name: str, u: Expr, i: int) -> Expansion:
        if name == "exp":
            return self.exp(self.expand(u, i), i)
        if name == "log":
            return self.log(self.expand(u, i), i)
        if name in DEFINITIONS:
            return self._rewritten(DEFINITIONS[name], (u,), i)
        a = self.expand(u, i)
        p = self.limit(a, i)
        if isinstance(p, int) and name in ("sin", "cos"):
            return self._wave(name, a, i)
        if isinstance(p, int):
            return self._rewritten(FAR.get(name, ()), (u,), i)
        if name in ENDS and constant(p) in (-1, 1):
            return self._rewritten(ENDS[name], (u,), i)
        if name == "gamma" and self.sign(p) <= 0:
            return self.expand(("/", ("fn", "gamma", ("+", u, 1)), u), i)
        c, s = self.parted(a)
        y = "_" + self.x  # no name that a certificate can declare, so that no fact is about it
        here, there = {y: self.expr(p)}, {y: self.expr(c)}
        series: list[Ratio] = []
        self.field.sorts = {**self.field.sorts, y: ("real",)}
        form: Expr = ("fn", name, y)
        for k in range(self.depth if s != EXACTLY_ZERO else 1):
            if k:
                try:
                    form = self.expr(self.tidy(self.field.read(derivative(form, y))))
                    needed = conditions(form, y, inner=True)
                except Unknown:
                    break
            else:
                needed = conditions(form, y, inner=True)
            for f in needed:
                self.require(substitute(f, here))
            series.append(self._divided(self.read(substitute(form, there)), factorial(k)))
        return self.compose(series, s)

    def _wave(self, name: str, a: Expansion, i: int) -> Expansion:
        """Sine and cosine of what is large: bounded with all their derivatives, so the small terms split off."""
        if a.error is not None and self.sign(a.error) >= 0:
            raise Wanted("depth")
        large = [t for t in a.terms if self.sign(t[0]) >= 0]
        centre: Expr = ("+", 0, *(("*", self.expr(c), ("^", self.basis[i], self.expr(e))) for e, c in large))
        values = [self.read(("fn", f, centre)) for f in (("sin", "cos") if name == "sin" else ("cos", "sin"))]
        signs = (1, 1, -1, -1) if name == "sin" else (1, -1, -1, 1)
        turned = [self.times(values[k % 2], number(signs[k % 4])) for k in range(self.depth)]
        series = [self._divided(v, factorial(k)) for k, v in enumerate(turned)]
        return self.compose(series, Expansion(a.terms[len(large) :], a.error))

    def defined(self, e: Expr) -> Ratio:
        """A constant of the statement; the conditions under which it means something must be facts."""
        needed = meaningful(e, self.field.sorts)
        for f in operands(needed) if head(needed) == "and" else (needed,) if needed != TRUE else ():
            self.require(f)
        return self.constant(e)

    def require(self, condition: Expr) -> None:
        """A condition on constants: known by the sign of a difference, or one of the facts.  Raises `Wanted`."""
        op = head(condition)
        if op in ("==", "!=", "<", "<=", ">", ">="):
            a, b = (self.constant(e) for e in operands(condition))
            gap = self.add(a, b, -1)
            if op == "!=":
                return self.apart(gap)
            s = self.sign(gap)
            if {"==": s == 0, "<": s < 0, "<=": s <= 0, ">": s > 0, ">=": s >= 0}[str(op)]:
                return None
            raise Unknown("a constant outside of the domain of a function")
        if not any(same(condition, f) for f in self.facts):
            raise Wanted("fact", condition)
        return None

    def _tail(self, name: str, u: Expr, k: int, i: int) -> Expansion:
        """A function with an asymptotic series at oo, at something that tends to oo."""
        a = self.expand(u, i)
        if self.limit(a, i) != 1:
            raise Unknown("an asymptotic series away from oo")
        if self.sign(a.terms[0][0]) > 0:
            inverse = self.power(a, number(-1), i)
            front = ONE if name == "stirling" else self.over(ONE, self.read(("sqrt", ("fn", "pi"))))
            total = Expansion((), self.times(number(2 * self.depth - 1 + k), inverse.terms[0][0]))
            for m in range(1, self.depth):
                q = tail_coefficient(name, m)
                for j in range(k):
                    q *= -(2 * m - 1 + j)
                term = self.power(inverse, number(2 * m - 1 + k), i)
                total = self.plus(total, self.scaled(term, ZERO, self.times(front, ({(): q}, {}))))
            return total
        c, s = self.parted(a)
        at = self.expr(c)
        return self.compose(
            [self._divided(self.read(("fn", name, at, k + j)), factorial(j)) for j in range(self.depth)], s
        )
