"""Special values: what a primitive at an end of the range is worth, term by term.

Puts log(1), atan(0), sqrt(1), 0**r, gamma(5) and the like at their values, gamma at integers as a factorial.  Each is
a fact that is proved first.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial, isqrt

from verifier.kernel.algebra.field import Field, constant
from verifier.kernel.algebra.integers import Unknown, index_of
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, replaced
from verifier.prove.driver.driver import Branch, Node
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.shared_terms import number

_PI: Expr = ("fn", "pi")
_HALF_PI: Expr = ("/", _PI, 2)
_QUARTER_PI: Expr = ("/", _PI, 4)
_AT: dict[str, dict[int, Expr]] = {
    "log": {1: 0}, "exp": {0: 1}, "sin": {0: 0}, "cos": {0: 1}, "tan": {0: 0}, "sinh": {0: 0}, "cosh": {0: 1},
    "tanh": {0: 0}, "atan": {0: 0, 1: _QUARTER_PI, -1: ("neg", _QUARTER_PI)}, "asinh": {0: 0}, "atanh": {0: 0},
    "asin": {0: 0, 1: _HALF_PI, -1: ("neg", _HALF_PI)}, "acos": {1: 0, 0: _HALF_PI, -1: _PI}, "erf": {0: 0},
    "erfc": {0: 1},
}  # fmt: skip


def neat(branch: Branch, e: Expr) -> tuple[Expr, list[str]]:
    """The term with special values put in, and the facts to rewrite it with, in their order."""
    used: list[str] = []
    failed: set[Expr] = set()
    for _ in range(40):
        parts = [p for p in reversed(list(dict.fromkeys(subexpressions(e)))) if p not in failed]
        for part in parts:
            new = _value(branch, part)
            fact = None if new is None else _fact(branch, part, new)
            if new is not None and fact is not None:
                used.append(fact)
                e = replaced(e, part, new)
                break
            failed.add(part)
        else:
            break
    return e, used


def _number(branch: Branch, e: Expr) -> Fraction | None:
    try:
        top, below = Field(branch.s.sorts).read(e)
        return constant((top, below if top else {}))  # where the denominators may vanish, no proof will be found
    except Unknown:
        return None


def _value(branch: Branch, e: Expr) -> Expr | None:
    op, args = head(e), operands(e)
    if op == "^" and not isinstance(args[1], int):
        q = _number(branch, args[0])
        return (0 if q == 0 else 1) if q in (0, 1) else None
    if op == "sqrt":
        q = _number(branch, args[0])
        if q is None or q < 0:
            return None
        root = Fraction(isqrt(q.numerator), isqrt(q.denominator))
        return number(root) if root * root == q else None
    if op != "fn" or len(args) != 2:
        return None
    name, u = str(args[0]), args[1]
    q = _number(branch, u)
    if name == "gamma":
        if q is not None:
            return factorial(int(q) - 1) if q.denominator == 1 and 1 <= q <= 20 else None
        try:
            if not all(head(branch.s.sorts.get(n, 0)) == "integer" for n in index_of(u).names()):
                return None
        except (Unknown, AssertionError):
            return None
        field = Field(branch.s.sorts)
        return ("fn", "factorial", term_of(field, tuple(sorted(field.read(("-", u, 1))[0].items()))))
    return _AT[name].get(int(q)) if name in _AT and q is not None and q.denominator == 1 else None


def _fact(branch: Branch, e: Expr, new: Expr) -> str | None:
    if head(new) == "fn" and operands(new)[0] == "factorial":
        inner = Branch(branch.driver, branch.s)
        try:
            label = inner.instance("factorial-gamma", operands(new)[1], effort=1)
        except ValueError:
            return None
        end: Node = {"rule": "field", "terms": [{"fact": label, "times": 1}]}
        return None if label is None else branch.have(("==", e, new), inner.wrap(end))
    if head(e) == "^" and new == 0:
        inner = Branch(branch.driver, branch.s)
        label = inner.instance("power-zero", operands(e)[1], effort=1)
        if label is None:
            return None
        same: Node = {"rule": "field", "terms": [{"fact": label, "times": -1}]}
        return branch.have(("==", e, new), inner.wrap(same))
    return branch.have(("==", e, new), effort=1)


def tidy(e: Expr) -> Expr:
    """Sums and products without zeros and ones, numbers put together."""
    if not isinstance(e, tuple) or (e[0] == "fn" and len(e) > 2 and head(e[2]) == "forall"):
        return e
    start = 2 if e[0] == "fn" else 1
    args = [tidy(a) for a in e[start:]]
    op = e[0]
    if op in ("sum", "product", "forall", "exists", "tends"):
        return e
    if op == "-":
        return args[0] if args[1] == 0 else tidy(("neg", args[1])) if args[0] == 0 else _folded((op, *args))
    if op == "neg":
        return -args[0] if isinstance(args[0], int) else operands(args[0])[0] if head(args[0]) == "neg" else (op, *args)
    if op == "+":
        args = [a for a in args if a != 0]
        return 0 if not args else args[0] if len(args) == 1 else _folded((op, *args))
    if op == "*":
        args = [a for a in args if a != 1]
        return 0 if 0 in args else 1 if not args else args[0] if len(args) == 1 else _folded((op, *args))
    if op == "/":
        return 0 if args[0] == 0 else args[0] if args[1] == 1 else (op, *args)
    if op == "^" and isinstance(args[1], int) and isinstance(args[0], int) and 0 < args[1] < 20:
        return int(args[0] ** args[1])
    return (*e[:start], *args)


def _folded(e: Expr) -> Expr:
    op, args = head(e), operands(e)
    if not all(isinstance(a, int) for a in args):
        return e
    numbers = [int(a) for a in args if isinstance(a, int)]
    if op == "-":
        return numbers[0] - numbers[1]
    total = 0 if op == "+" else 1
    for n in numbers:
        total = total + n if op == "+" else total * n
    return total

