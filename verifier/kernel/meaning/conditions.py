"""Where operations have a value: the conditions on their arguments.

Those of functions stand in `function_table`, for real and for complex arguments.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.field import EXTENDED, is_real
from verifier.kernel.facts.function_table import FUNCTIONS, formula
from verifier.kernel.facts.schemas import _CONSTANTS as CONSTANTS
from verifier.kernel.meaning.regularity import Sorts
from verifier.kernel.terms.binding import bind, new_name, opened, operands, substitute
from verifier.kernel.terms.expr import BINDERS, ENDS, FALSE, INTEGER, REAL, TRUE, Expr, head
from verifier.kernel.work import spend

OO: Expr = ("fn", "oo")


def both(parts: list[Expr]) -> Expr:
    """A conjunction without the parts that are true."""
    every = dict.fromkeys(q for p in parts for q in (operands(p) if head(p) == "and" else (p,)))
    spend(1 + len(every))
    flat = [q for q in every if q != TRUE]
    return TRUE if not flat else flat[0] if len(flat) == 1 else ("and", *flat)


def extended(e: Expr) -> bool:
    """Whether a term is a limit, an integral, an infinite sum or product."""
    return head(e) == "fn" and operands(e)[0] in EXTENDED and e != OO


def without_complex(e: Expr, sorts: Sorts) -> bool:
    """Whether nothing complex goes into a term."""
    spend()
    if isinstance(e, str):
        sort = sorts.get(e, REAL)
        while head(sort) in ("sequence", "curve", "function", "random"):
            sort = operands(sort)[0]
        return head(sort) != "complex"
    args, inner = within(e, sorts)
    return e not in (("fn", "I"), ("complex",)) and all(without_complex(a, inner) for a in args)


def within(e: Expr, sorts: Sorts) -> tuple[tuple[Expr, ...], Sorts]:
    """The arguments of any operation, and the sorts of the names in them: a bound variable has one of its own."""
    if head(e) not in BINDERS:
        return operands(e), sorts
    x = new_name()
    args = opened(e, x)
    return args, {**sorts, x: args[0] if head(e) in ("forall", "exists") else INTEGER}


def real(e: Expr, sorts: Sorts) -> bool:
    """Whether a term is real, given that its parts have a value and what looks real has a real one."""
    return without_complex(e, sorts) or is_real(_finite(e, sorts), sorts)


def _finite(e: Expr, sorts: Sorts) -> Expr:
    """The term with 0 for every limit, integral and sum of something real."""
    spend()
    if not isinstance(e, tuple):
        return e
    if extended(e) and without_complex(e, sorts):
        return 0
    if head(e) in BINDERS:
        x = new_name()
        args = opened(e, x)
        sorts = {**sorts, x: args[0] if head(e) in ("forall", "exists") else INTEGER}
        return bind(str(head(e)), x, *(_finite(a, sorts) for a in args))
    return (e[0], *(_finite(a, sorts) for a in operands(e)))


def _re(u: Expr) -> Expr:
    return ("fn", "re", u)


def _cut(u: Expr, where: Expr) -> Expr:
    """For a function of a complex argument, the complex plane without the part of the line where it has two meanings.

    There the real function has no value, and for the kernel some unknown one, which may not be the complex one.
    """
    return ("or", ("!=", ("fn", "im", u), 0), where)


def is_cut(p: Expr) -> bool:
    """Whether a condition only keeps a complex argument away from where a function has two meanings."""
    args = operands(p) if head(p) == "or" else ()
    return len(args) == 2 and head(args[0]) == "!=" and operands(args[0])[0][:2] == ("fn", "im")  # type: ignore[index]


def on_the_line(args: tuple[Expr, ...], sorts: Sorts) -> list[Expr]:
    """What is only meant for real numbers."""
    return [("==", ("fn", "im", u), 0) for u in args if not real(u, sorts)]


def number(e: Expr) -> Fraction | None:
    """The value of a literal, a negated literal or a quotient of such."""
    if isinstance(e, int):
        return Fraction(e)
    values = [number(a) for a in operands(e)] if head(e) in ("neg", "/") else [None]
    if None in values or (head(e) == "/" and not values[1]):
        return None
    return -values[0] if head(e) == "neg" else values[0] / values[1]  # type: ignore[operator]


def apart(e: Expr) -> Expr:
    """e != 0; nothing where e is a literal other than 0, or a product of such and powers of them."""
    n = number(e)
    if n is not None:
        return TRUE if n else FALSE
    if head(e) == "^" and isinstance(operands(e)[1], int) and operands(e)[1] > 0:  # type: ignore[operator]
        return apart(operands(e)[0])
    return ("!=", e, 0)


def order(relation: str, e: Expr, bound: int) -> Expr:
    n = number(e)
    if n is None:
        return (relation, e, bound)
    return TRUE if (n > bound or (n == bound and relation == ">=")) else FALSE


def decided(p: Expr, sorts: Sorts) -> Expr:
    """A condition without what its form decides: relations between literals, and that an integer is one."""
    if head(p) in BINDERS:
        return p
    op, args = head(p), operands(p)
    if op in ("and", "or"):
        parts = [decided(a, sorts) for a in args]
        if op == "and":
            return FALSE if FALSE in parts else both(parts)
        left = [q for q in parts if q != FALSE]
        return TRUE if TRUE in left else FALSE if not left else left[0] if len(left) == 1 else ("or", *left)
    if op in ("==", "!="):
        if args[0] == ("floor", args[1]):
            integer = whole(args[1], sorts)
            if integer in (TRUE, FALSE):
                return TRUE if (integer == TRUE) == (op == "==") else FALSE
        if op == "==" and args[1] == 0 and head(args[0]) == "fn":
            name, *inside = operands(args[0])
            if name == "im" and real(inside[0], sorts):
                return TRUE
    if op == "!=" and args[1] == 0:
        return apart(args[0])
    a, b = (number(e) for e in args) if len(args) == 2 else (None, None)
    if a is None or b is None:
        return p
    truth = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
    return TRUE if truth[str(op)] else FALSE


def _integral(e: Expr, sorts: Sorts) -> bool:
    """Whether an exponent is visibly an integer."""
    if isinstance(e, int):
        return True
    if isinstance(e, str):
        return head(sorts.get(e, 0)) == "integer"
    return e[0] in ("+", "-", "*", "neg", "mod", "floor") and all(_integral(a, sorts) for a in operands(e))


#: the value at integers is one
_COUNTING = frozenset(("factorial", "binomial", "stirling1", "stirling2", "bell", "fibonacci"))


def whole(e: Expr, sorts: Sorts) -> Expr:
    """What makes a term an integer; nothing where that can be seen."""
    op, (args, inner) = head(e), within(e, sorts)
    if op in ("floor", "delta") or (op == "fn" and args[0] == "ceiling"):
        return TRUE
    if isinstance(e, str) or op == "at":
        name = e if isinstance(e, str) else args[0]
        sort = sorts.get(name, REAL) if isinstance(name, str) else REAL
        while head(sort) in ("random", "sequence"):
            sort = operands(sort)[0]
        seen = head(sort) == "integer"
    elif op == "^":
        seen = all(whole(a, sorts) == TRUE for a in args) and _not_negative(args[1], sorts)
    elif op in ("sum", "product"):
        seen = whole(args[0], inner) == TRUE
    elif op == "fn":
        seen = args[0] in _COUNTING and all(whole(a, sorts) == TRUE for a in args[1:])
    else:
        known = op in ("+", "-", "neg", "*", "abs", "min", "max", "mod")
        seen = known and all(whole(a, sorts) == TRUE for a in args)
    n = number(e)
    if seen or (n is not None and n.denominator == 1):
        return TRUE
    return ("==", ("floor", e), e) if n is None else FALSE


def _not_negative(e: Expr, sorts: Sorts) -> bool:
    """Whether what is visibly an integer (`whole`) is visibly at least 0."""
    if isinstance(e, str):
        low = operands(sorts[e])[0]
        return isinstance(low, int) and low >= 0
    if isinstance(e, int):
        return e >= 0
    return e[0] in ("+", "*") and all(_not_negative(a, sorts) for a in operands(e))


def natural(e: Expr, sorts: Sorts) -> list[Expr]:
    return [whole(e, sorts), order(">=", e, 0)]


def place(i: Expr, size: Expr, sorts: Sorts) -> list[Expr]:
    """An index from 0 to size - 1."""
    if isinstance(i, int) and isinstance(size, int):
        return [TRUE if 0 <= i < size else FALSE]
    return [*natural(i, sorts), ("<=", i, size - 1 if isinstance(size, int) else ("-", size, 1))]


def shape(e: Expr, sorts: Sorts) -> tuple[Expr, Expr]:
    """Rows and columns of a term whose parts conform; a number has one of each."""
    spend()
    op, (args, inner) = head(e), within(e, sorts)
    if isinstance(e, str) or op in ("at", "rate"):
        while isinstance(e, tuple):
            e = operands(e)[0]
        sort = sorts.get(str(e), REAL)
        while head(sort) in ("sequence", "curve", "function", "random"):
            sort = operands(sort)[-1]
        return operands(sort) if head(sort) == "matrix" else (1, 1)  # type: ignore[return-value]
    if op in ("+", "-", "neg", "^", "inverse", "/", "expect"):
        return shape(args[0], inner)
    if op == "*":
        rows, columns = shape(args[0], sorts)
        for a in args[1:]:
            up, across = shape(a, sorts)
            if (rows, columns) == (1, 1):
                rows, columns = up, across
            elif (up, across) != (1, 1):
                columns = across
        return rows, columns
    if op == "T":
        rows, columns = shape(args[0], sorts)
        return columns, rows
    if op == "eye":
        return args[0], args[0]
    if op == "zeros":
        return args[0], args[1]
    if op == "basis":
        return args[0], 1
    if op == "matrix":
        return len(args), len(operands(args[0]))
    if op == "grad":
        return shape(args[1], sorts)
    if op in ("sum", "product"):
        return shape(args[0], inner)
    if op == "fn" and args[0] == "Piecewise":
        return shape(args[1], sorts)
    if op == "fn" and args[0] in ("diff", "integrate", "limit", "Sum", "Product"):
        (_, body), inner = within(args[1], sorts)
        return shape(body, inner)
    return 1, 1


def operation(e: Expr, sorts: Sorts) -> list[Expr]:
    """What one operation that has a head of its own asks of its arguments."""
    op, args = head(e), operands(e)
    if op == "/":
        return [apart(args[1])]
    if op == "mod":
        return [apart(args[1]), *on_the_line(args, sorts)]
    if op in ("floor", "min", "max"):
        return on_the_line(args, sorts)
    if op == "sqrt":
        return [order(">=", args[0], 0) if real(args[0], sorts) else _cut(args[0], (">=", _re(args[0]), 0))]
    if op == "inverse":
        return [("!=", ("det", args[0]), 0)]
    if op == "^":
        return [power(args[0], args[1], sorts)]
    if op in ("eye", "zeros"):
        return [q for n in args for q in natural(n, sorts)]
    if op == "basis":
        return place(args[1], args[0], sorts)
    if op == "entry":
        return [q for i, n in zip(args[1:], shape(args[0], sorts), strict=True) for q in place(i, n, sorts)]
    if op == "delta":
        return [whole(i, sorts) for i in args]
    if op in ("at", "rate"):
        kind = head(_indexed(args[0], sorts))
        if kind == "curve":
            return on_the_line(args[1:], sorts)
        return [whole(args[1], sorts)] if kind == "sequence" else []
    if op == "integer":  # the range of a variable
        return [whole(end, sorts) for end in args if end not in ENDS]
    return []


def _indexed(e: Expr, sorts: Sorts) -> Expr:
    """The sort of what has an index behind it: a name, or a member of a sequence of sequences."""
    if isinstance(e, str):
        return sorts.get(e, REAL)
    return operands(_indexed(operands(e)[0], sorts))[-1]


def power(base: Expr, exponent: Expr, sorts: Sorts) -> Expr:
    n = number(exponent)
    if n is not None and n.denominator == 1 and n >= 0:
        return TRUE
    if shape(base, sorts) != (1, 1):
        return both(natural(exponent, sorts))
    if n is not None and n.denominator == 1:
        return apart(base)
    if _integral(exponent, sorts):
        literal = number(base)
        if literal is not None and literal != 0:
            return TRUE
        return ("or", order(">=", exponent, 0), apart(base))
    if not real(base, sorts):
        if n is not None and n > 0:  # the root of 0 is 0
            return _cut(base, (">=", _re(base), 0))
        # a power of 0 has a value where the exponent grows, or is 0
        grows: Expr = ("or", apart(base), (">", _re(exponent), 0), ("==", exponent, 0))
        return both([apart(base) if n is not None else grows, _cut(base, (">", _re(base), 0))])
    if head(base) == "fn" and operands(base) in (("E",), ("pi",)):
        return TRUE
    positive = order(">", base, 0)
    if positive == TRUE:
        return TRUE
    if n is not None:
        return order(">=", base, 0) if n > 0 else positive
    return ("or", positive, ("and", ("==", base, 0), (">", exponent, 0)))


def domain(name: str, args: tuple[Expr, ...], sorts: Sorts) -> list[Expr]:
    """The domain of a function; nothing has a value that is not in the table."""
    u, line = args[0] if args else 0, all(real(a, sorts) for a in args)
    if name in CONSTANTS and not args:
        return []
    if name == "root" and len(args) == 2:
        return _root(*args, line, sorts)
    if len(args) == 2 and name in ("log", "lambertw", "harmonic"):
        first = [decided(q, sorts) for q in domain(name, (u,), sorts)]
        if name == "log":
            return [*first, *domain(name, args[1:], sorts), decided(("!=", args[1], 1), sorts)]
        if name == "harmonic":
            return [*on_the_line((u,), sorts), *natural(u, sorts)]
        if not line:
            return [_cut(u, FALSE), *on_the_line(args[1:], sorts), whole(args[1], sorts)]
        return _branch(u, args[1], both(first))
    known = FUNCTIONS.get(name)
    if known is None or len(args) != known.arity:
        return [FALSE]
    values = dict(zip("ab", args, strict=False))
    alone = on_the_line(args, sorts) if known.plane is None else []
    asked = formula(known.line if line or known.plane is None else known.plane)
    return [*alone, *(decided(substitute(q, values), sorts) for q in asked)]


def _root(u: Expr, n: Expr, line: bool, sorts: Sorts) -> list[Expr]:
    """The real root of a number that is not negative, and the odd roots of all real numbers."""
    above = order(">", n, 0)
    if not line:
        return [_cut(u, (">", _re(u), 0)), *on_the_line((n,), sorts), above]
    literal = number(n)
    if literal is not None and literal % 2 == 1 and literal > 0:
        return []
    odd: Expr = ("==", ("mod", n, 2), 1)
    real_root = order(">=", u, 0)
    variable = literal is None and real_root != TRUE and _integral(n, sorts)
    return [("or", real_root, odd) if variable else real_root, above]


def _branch(u: Expr, k: Expr, principal: Expr) -> list[Expr]:
    """The principal branch of W, or the branch -1, which is real on [-1/e, 0)."""
    if number(k) == 0:
        return [principal]
    first: list[Expr] = [] if number(k) == -1 else [("==", k, -1)]
    lower = both([principal, ("<", u, 0), *first])
    return [lower if not first else ("or", both([principal, ("==", k, 0)]), lower)]
