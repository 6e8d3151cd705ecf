"""Matrix calculus on expressions of symbolic size: gradients by adjoints, directional derivatives by the product rule.

The rules are those of every textbook (Magnus and Neudecker 1988): for f = <W, L X R> the gradient with respect to X is
L' W R'; for a power, d(A^j) = sum over r < j of A^r dA A^(j-1-r).  Nothing here is trusted: what is shown as a gradient
has been proved to be one by the kernel, see `verifier.derive.queries.training`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from verifier.derive.readable_terms import Scope, fresh, joined, over, plus, power, split, summed, tidied, times
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, substitute


class NoDerivative(ValueError):
    """An operation whose derivative is not known here; the message names it."""


#: functions of one number -> their derivatives
ELEMENTARY: Mapping[str, Callable[[Expr], Expr]] = {
    "exp": lambda x: ("fn", "exp", x),
    "log": lambda x: ("/", 1, x),
    "sin": lambda x: ("fn", "cos", x),
    "cos": lambda x: ("neg", ("fn", "sin", x)),
    "tanh": lambda x: ("-", 1, ("^", ("fn", "tanh", x), 2)),
    "sinh": lambda x: ("fn", "cosh", x),
    "cosh": lambda x: ("fn", "sinh", x),
    "asinh": lambda x: ("/", 1, ("sqrt", ("+", 1, ("^", x, 2)))),
    "atan": lambda x: ("/", 1, ("+", 1, ("^", x, 2))),
}
_NAMES = {"+": "plus", "-": "minus", "*": "times", "/": "over", "^": "power"}


def gradient(f: Expr, variable: str, scope: Scope) -> Expr:
    """The gradient of a number with respect to a real or matrix variable, of the variable's shape; 0 where it is 0.

    Raises `NoDerivative` for an operation without a rule.
    """
    return tidied(plus(_Adjoint(variable, scope).of(f, 1)))


class _Adjoint:
    """What each place of the variable contributes to the gradient of <bar, e>."""

    def __init__(self, variable: str, scope: Scope) -> None:
        self.variable, self.scope = variable, scope

    def of(self, e: Expr, bar: Expr) -> list[Expr]:
        if self.variable not in free_names(e):
            return []
        if e == self.variable:
            return [bar]
        op = str(head(e))
        rule = getattr(self, f"_{_NAMES.get(op, op)}", None)
        if rule is None:
            raise NoDerivative(f"there is no rule for the derivative of {op!r}")
        found: list[Expr] = rule(self.scope.atom(bar), *operands(e))
        return found

    def _inside(self, index: str, lo: Expr, hi: Expr) -> _Adjoint:
        return _Adjoint(self.variable, self.scope.inside(index, lo, hi))

    # -- sums and products -------------------------------------------------------------------------

    def _plus(self, bar: Expr, *parts: Expr) -> list[Expr]:
        return [c for part in parts for c in self.of(part, bar)]

    def _minus(self, bar: Expr, a: Expr, b: Expr) -> list[Expr]:
        return [*self.of(a, bar), *self.of(b, times(-1, bar))]

    def _neg(self, bar: Expr, a: Expr) -> list[Expr]:
        return self.of(a, times(-1, bar))

    def _times(self, bar: Expr, *factors: Expr) -> list[Expr]:
        numbers = [self.scope.is_number(f) for f in factors]
        factors = tuple(self.scope.atom(f) if n else f for f, n in zip(factors, numbers, strict=True))
        word = times(*(f for f, n in zip(factors, numbers, strict=True) if not n))
        found: list[Expr] = []
        for place, factor in enumerate(factors):
            others = [f for i, f in enumerate(factors) if numbers[i] and i != place]
            if numbers[place]:
                found += self.of(factor, times(*others, self._inner(bar, word)))
                continue
            left = times(*(f for i, f in enumerate(factors) if not numbers[i] and i < place))
            right = times(*(f for i, f in enumerate(factors) if not numbers[i] and i > place))
            found += self.of(factor, self._between(left, times(*others, bar), right))
        return found

    def _between(self, left: Expr, bar: Expr, right: Expr) -> Expr:
        """left' bar right', numbers in front."""
        before, after = self.scope.transposed(left), self.scope.transposed(right)
        return times(bar, before, after) if self.scope.is_number(bar) else times(before, bar, after)

    def _inner(self, bar: Expr, value: Expr) -> Expr:
        """<bar, value>: the product of numbers, the trace of bar' value for matrices."""
        if self.scope.is_number(value):
            return times(bar, self.scope.atom(value))
        word = times(self.scope.transposed(bar), value)
        if self.scope.is_number(word):  # columns
            return self.scope.atom(word)
        number, factors = split(word)
        return joined(number, [("trace", joined(Fraction(1), factors))])

    def _over(self, bar: Expr, a: Expr, b: Expr) -> list[Expr]:
        found = self.of(a, over(bar, b))
        if self.variable in free_names(b):
            found += self.of(b, times(-1, over(self._inner(bar, a), ("^", b, 2))))
        return found

    def _power(self, bar: Expr, base: Expr, exponent: Expr) -> list[Expr]:
        if self.variable in free_names(exponent):
            raise NoDerivative("there is no rule for a variable exponent")
        last: Expr = exponent - 1 if isinstance(exponent, int) else ("-", exponent, 1)
        if self.scope.is_number(base):
            return self.of(base, times(exponent, bar, power(self.scope.atom(base), last)))
        turned = self.scope.transposed(base)
        if isinstance(last, int) and 0 <= last <= 2:
            return [c for r in range(last + 1)
                    for c in self.of(base, times(power(turned, r), bar, power(turned, last - r)))]  # fmt: skip
        r = fresh("r", base, exponent, bar)
        numbers, matrices = self.scope.parted(bar)
        terms = self._inside(r, 0, last).of(base, times(("^", turned, r), *matrices, ("^", turned, ("-", last, r))))
        return [times(*numbers, summed(t, r, 0, last)) for t in terms]

    def _sum(self, bar: Expr, body: Expr, index: Expr, lo: Expr, hi: Expr) -> list[Expr]:
        name = str(index)
        if name in free_names(bar):
            new = fresh(name, bar, body)
            body, name = substitute(body, {name: new}), new
        return [summed(c, name, lo, hi) for c in self._inside(name, lo, hi).of(body, bar)]

    # -- functions of matrices and numbers ---------------------------------------------------------

    def _T(self, bar: Expr, a: Expr) -> list[Expr]:
        return self.of(a, self.scope.transposed(bar))

    def _trace(self, bar: Expr, a: Expr) -> list[Expr]:
        if head(a) in ("+", "-", "neg", "sum"):
            return self.of(self._trace_of_each(a), bar)
        factors = operands(a) if head(a) == "*" else (a,)
        if len(factors) == 1:
            return self.of(a, times(bar, ("eye", self.scope.shape(a)[1])))
        found: list[Expr] = []  # the trace of a product turns: no unit matrix is needed
        for place, factor in enumerate(factors):
            rest = times(*factors[place + 1 :], *factors[:place])
            if self.scope.is_number(factor):
                found += self.of(factor, times(bar, ("trace", rest)))
            else:
                found += self.of(factor, times(bar, self.scope.transposed(rest)))
        return found

    @staticmethod
    def _trace_of_each(a: Expr) -> Expr:
        args = operands(a)
        if head(a) == "sum":
            return ("sum", ("trace", args[0]), *args[1:])
        return (str(head(a)), *(("trace", part) for part in args))

    def _inverse(self, bar: Expr, a: Expr) -> list[Expr]:
        turned: Expr = ("inverse", self.scope.transposed(a))
        return self.of(a, times(-1, turned, bar, turned))

    def _entry(self, bar: Expr, a: Expr, i: Expr, j: Expr) -> list[Expr]:
        _, m, n = self.scope.shape(a)
        column = ("basis", m, i)
        return self.of(a, times(bar, column) if n == 1 else times(bar, column, ("T", ("basis", n, j))))

    def _sqrt(self, bar: Expr, a: Expr) -> list[Expr]:
        return self.of(a, over(bar, times(2, ("sqrt", a))))

    def _fn(self, bar: Expr, name: Expr, *args: Expr) -> list[Expr]:
        if name not in ELEMENTARY or len(args) != 1:
            raise NoDerivative(f"there is no rule for the derivative of {name}")
        return self.of(args[0], times(bar, ELEMENTARY[str(name)](args[0])))


def directional(e: Expr, directions: Mapping[str, str], scope: Scope) -> Expr:
    """The derivative of a term, where each variable moves in the direction of the letter that is named for it.

    Linear in the directions; 0 where nothing moves.  Raises `NoDerivative`.
    """
    return tidied(_Moving(directions, scope).of(e))


class _Moving:
    """The product rule, place by place."""

    def __init__(self, directions: Mapping[str, str], scope: Scope) -> None:
        self.directions, self.scope = directions, scope

    def of(self, e: Expr) -> Expr:
        if not free_names(e) & self.directions.keys():
            return 0
        if isinstance(e, str):
            return self.directions[e]
        op = str(head(e))
        rule = getattr(self, f"_{_NAMES.get(op, op)}", None)
        if rule is None:
            raise NoDerivative(f"there is no rule for the derivative of {op!r}")
        found: Expr = rule(*operands(e))
        return found

    def _plus(self, *parts: Expr) -> Expr:
        return plus([self.of(p) for p in parts])

    def _minus(self, a: Expr, b: Expr) -> Expr:
        return plus([self.of(a), times(-1, self.of(b))])

    def _neg(self, a: Expr) -> Expr:
        return times(-1, self.of(a))

    def _times(self, *factors: Expr) -> Expr:
        atom = self.scope.atom
        factors = tuple(atom(f) for f in factors)
        moved = [atom(self.of(f)) for f in factors]
        return plus([times(*factors[:i], m, *factors[i + 1 :]) for i, m in enumerate(moved) if m != 0])

    def _over(self, a: Expr, b: Expr) -> Expr:
        top, bottom = self.of(a), self.of(b)
        first = over(top, b) if top != 0 else 0
        return plus([first, times(-1, over(times(a, bottom), ("^", b, 2))) if bottom != 0 else 0])

    def _power(self, base: Expr, exponent: Expr) -> Expr:
        if self.directions.keys() & free_names(exponent):
            raise NoDerivative("there is no rule for a variable exponent")
        last: Expr = exponent - 1 if isinstance(exponent, int) else ("-", exponent, 1)
        moved = self.of(base)
        if self.scope.is_number(base):
            return times(exponent, power(self.scope.atom(base), last), self.scope.atom(moved))
        if isinstance(last, int) and 0 <= last <= 2:
            return plus([times(power(base, r), moved, power(base, last - r)) for r in range(last + 1)])
        q = fresh("q", base, exponent, moved)
        return summed(times(("^", base, q), moved, ("^", base, ("-", last, q))), q, 0, last)

    def _sum(self, body: Expr, index: Expr, lo: Expr, hi: Expr) -> Expr:
        inner = _Moving(self.directions, self.scope.inside(str(index), lo, hi))
        return summed(inner.of(body), str(index), lo, hi)

    def _T(self, a: Expr) -> Expr:
        return self.scope.transposed(self.of(a))

    def _trace(self, a: Expr) -> Expr:
        return ("trace", self.of(a))

    def _entry(self, a: Expr, i: Expr, j: Expr) -> Expr:
        return ("entry", self.of(a), i, j)

    def _inverse(self, a: Expr) -> Expr:
        return times(-1, ("inverse", a), self.of(a), ("inverse", a))

    def _sqrt(self, a: Expr) -> Expr:
        return over(self.of(a), times(2, ("sqrt", a)))

    def _fn(self, name: Expr, *args: Expr) -> Expr:
        if name not in ELEMENTARY or len(args) != 1:
            raise NoDerivative(f"there is no rule for the derivative of {name}")
        return times(ELEMENTARY[str(name)](args[0]), self.of(args[0]))
