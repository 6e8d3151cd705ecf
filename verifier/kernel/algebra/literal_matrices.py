"""Rule ``by-entries``: matrices whose sizes are literals are replaced by their entries.

An equation between matrices becomes the conjunction of the equations between their entries, an inequation the
disjunction; trace, det and entry become terms of the entries, and sums between literals are written out.  An entry of
a variable stays ``entry(A, i, j)``.  inverse(M) is the adjugate over det(M), where det(M) is proved not to vanish.  A
power with an exponent that is no literal is known from an equation for a lower power of the same matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from verifier.kernel.algebra.field import EXTENDED
from verifier.kernel.algebra.integers import Context, Unknown, index_of
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent
from verifier.kernel.terms.binding import bind, free_names, new_name, opened, operands, outer, same, subexpressions
from verifier.kernel.terms.expr import BINDERS, INTEGER, REAL, RELATIONS, Expr, conjunction, head
from verifier.kernel.terms.shapes import Shapes
from verifier.kernel.work import spend

LARGEST, HIGHEST = 6, 40  # rows or columns of a matrix whose determinant is written out; a literal exponent
LONGEST = 200  # terms of a sum or product that is written out
HEADS = frozenset(("T", "trace", "det", "inverse", "eye", "zeros", "basis", "entry", "matrix"))
#: not looked into: an inverse under a binder would need its determinant at every value of the bound name
_ELSEWHERE = frozenset(("grad", "expect", "at", "tends", "sum", "product", "forall", "exists"))


class Grid(NamedTuple):
    """The entries of a matrix that is not 1 by 1; a 1-by-1 matrix is a number."""

    rows: tuple[tuple[Expr, ...], ...]

    @property
    def columns(self) -> int:
        return len(self.rows[0])


Value: TypeAlias = Expr | Grid


def mentions(e: Expr, sorts: Mapping[str, Expr]) -> bool:
    """Whether a matrix occurs in a term or formula."""
    matrices = {n for n, sort in sorts.items() if head(sort) == "matrix"}
    return any(head(x) in HEADS or x in matrices for x in subexpressions(e))


def _number(e: Expr) -> Fraction | None:
    """The value of a literal rational."""
    if isinstance(e, int):
        return Fraction(e)
    if head(e) == "neg" and (n := _number(operands(e)[0])) is not None:
        return -n
    if head(e) == "/" and all(isinstance(a, int) for a in operands(e)) and operands(e)[1] != 0:
        return Fraction(*operands(e))  # type: ignore[arg-type]
    return None


def _literal(q: Fraction) -> Expr:
    return q.numerator if q.denominator == 1 else ("/", q.numerator, q.denominator)


def _plus(parts: Sequence[Expr]) -> Expr:
    total, rest = Fraction(0), []
    for p in parts:
        n = _number(p)
        spend(1 + (total.denominator.bit_length() >> 10) ** 2)
        if n is None:
            rest.append(p)
        else:
            total += n
    if total or not rest:
        rest.append(_literal(total))
    return rest[0] if len(rest) == 1 else ("+", *rest)


def _times(a: Expr, b: Expr) -> Expr:
    spend(4)
    m, n = _number(a), _number(b)
    if m is not None and n is not None:
        bits = sum(k.bit_length() for q in (m, n) for k in (q.numerator, q.denominator))
        spend(bits // 256 + (bits >> 10) ** 2)
        return _literal(m * n)
    if m == 0 or n == 0:
        return 0
    return b if m == 1 else a if n == 1 else ("neg", b) if m == -1 else ("neg", a) if n == -1 else ("*", a, b)


def _finite(e: Expr) -> bool:
    """Not a limit or an integral, with which no arithmetic is done."""
    return not any(head(x) == "fn" and operands(x)[0] in EXTENDED for x in subexpressions(e))


class Entries:
    """Writes terms and formulas by entries.  Raises `Rejected` where something is no matrix of literal size.

    `equations` are facts ``M^n == N``; `apart` collects the determinants that must not vanish.
    """

    def __init__(self, sorts: Mapping[str, Expr], context: Context, equations: Sequence[Expr] = ()) -> None:
        self.sorts, self.context, self.equations = dict(sorts), context, equations
        self.apart: list[Expr] = []
        self._bound: frozenset[str] = frozenset()

    def formula(self, e: Expr) -> Expr:
        if not self._concerned(e):
            return e
        if head(e) in BINDERS:
            return self._quantified(e)
        op, args = head(e), operands(e)
        if op in ("==", "!="):
            a, b = self.value(args[0]), self.value(args[1])
            if not isinstance(a, Grid) and not isinstance(b, Grid):
                return (op, a, b)
            pairs = list(self._pairs(a, b))
            if op == "==":
                return conjunction([("==", x, y) for x, y in pairs])
            return ("or", *(("!=", x, y) for x, y in pairs))
        if op in RELATIONS:
            return (str(op), self.scalar(args[0]), self.scalar(args[1]))
        if op in ("and", "or", "implies", "not"):
            return (str(op), *(self.formula(a) for a in args))
        raise Rejected("by-entries: a formula with matrices that cannot be written by entries")

    def _quantified(self, e: Expr) -> Expr:
        if head(e) not in ("forall", "exists") or outer(e)[0] not in (REAL, INTEGER):
            raise Rejected("by-entries: a formula with matrices that cannot be written by entries")
        name, before, bound = new_name(), self.sorts, self._bound
        sort, body = opened(e, name)
        self.sorts, self._bound = {**before, name: sort}, bound | {name}
        inner = self.formula(body)
        self.sorts, self._bound = before, bound
        return bind(str(head(e)), name, sort, inner)

    def _pairs(self, a: Value, b: Value) -> list[tuple[Expr, Expr]]:
        if not isinstance(a, Grid) or not isinstance(b, Grid) or (len(a.rows), a.columns) != (len(b.rows), b.columns):
            raise Rejected("by-entries: matrices of different shapes")
        return [(x, y) for p, q in zip(a.rows, b.rows, strict=True) for x, y in zip(p, q, strict=True)]

    def scalar(self, e: Expr) -> Expr:
        value = self.value(e)
        if isinstance(value, Grid):
            raise Rejected("by-entries: a matrix where a number is needed")
        return value

    def value(self, e: Expr) -> Value:
        spend(4)
        if head(e) in ("sum", "product") and (parts := self._written_out(e)):
            return self._arithmetic("+" if head(e) == "sum" else "*", ("*", *parts))
        if not self._concerned(e):
            return self._untouched(e)
        if isinstance(e, str):
            return self._variable(e)
        op = str(head(e))
        if op in _ELSEWHERE:
            if not mentions(e, self.sorts):
                return self._untouched(e)
            raise Rejected(f"by-entries: matrices inside of {op}")
        args = operands(e)
        if op in ("+", "-", "neg", "*", "/", "^"):
            return self._arithmetic(op, e)
        if op in HEADS:
            return self._matrix(op, args)
        if op == "fn":
            return (op, args[0], *(self.scalar(a) for a in args[1:]))
        return (op, *(self.scalar(a) for a in args))

    def _untouched(self, e: Expr) -> Expr:
        """A term that stays as it is has to be a number: a member of a sequence, or a mean, may be a matrix."""
        if Shapes(self.sorts, self.context).argument(e) is not None:
            raise Rejected("by-entries: a matrix without entries")
        return e

    def _concerned(self, e: Expr) -> bool:
        """Whether something in it may be written out."""
        return mentions(e, self.sorts) or any(head(x) in ("sum", "product") for x in subexpressions(e))

    def _written_out(self, e: Expr) -> list[Expr]:
        """The terms of a sum or product between literals; nothing where the ends are none, or where it is empty."""
        try:
            lo, hi = (index_of(a).constant for a in outer(e))
        except Unknown:
            return []
        if lo is None or hi is None or not 0 <= hi - lo < LONGEST:
            return []
        return [opened(e, i)[0] for i in range(lo, hi + 1)]

    def _variable(self, name: str) -> Value:
        m, n = self._sizes(operands(self.sorts[name]))
        return _grid([[("entry", name, i, j) for j in range(n)] for i in range(m)])

    def _sizes(self, sizes: Sequence[Expr]) -> tuple[int, int]:
        found = [index_of(a).constant for a in sizes]
        m, n = found[0], found[-1]
        if m is None or n is None or not (1 <= m <= 12 and 1 <= n <= 12):
            raise Rejected("by-entries: a size that is no literal from 1 to 12")
        return m, n

    def _arithmetic(self, op: str, e: Expr) -> Value:
        args = operands(e)
        if op == "^":
            base = self.value(args[0])
            return self._power(args[0], base, args[1]) if isinstance(base, Grid) else (op, base, self.scalar(args[1]))
        values = [self.value(a) for a in args]
        if not any(isinstance(v, Grid) for v in values):
            return (op, *values)
        if op == "*":
            product = values[0]
            for v in values[1:]:
                product = _product(product, v)
            return product
        if op == "/":
            if isinstance(values[1], Grid):
                raise Rejected("by-entries: division by a matrix")
            return _map(values[0], lambda x: ("/", x, values[1]))
        if op == "neg":
            return _map(values[0], lambda x: _times(-1, x))
        total = values[0]
        for v in values[1:]:
            flat = iter([_plus([x, _times(-1, y) if op == "-" else y]) for x, y in self._pairs(total, v)])
            total = _map(total, lambda _, flat=flat: next(flat))  # type: ignore[misc]
        return total

    def _matrix(self, op: str, args: Sequence[Expr]) -> Value:
        if op == "matrix":
            return _grid([[self.scalar(a) for a in operands(row)] for row in args])
        if op in ("eye", "zeros"):
            m, n = self._sizes(args)
            return _grid([[int(op == "eye" and i == j) for j in range(n)] for i in range(m)])
        if op == "basis":
            m, _ = self._sizes(args[:1])
            place = index_of(args[1]).constant
            if place is None or not 0 <= place < m:
                raise Rejected("by-entries: a unit vector without a literal index")
            return _grid([[int(i == place)] for i in range(m)])
        value = self.value(args[0])
        rows: tuple[tuple[Expr, ...], ...] = value.rows if isinstance(value, Grid) else ((value,),)
        if op == "T":
            return _grid(list(zip(*rows, strict=True)))
        if op == "entry":
            i, j = (index_of(a).constant for a in args[1:])
            if i is None or j is None or not (0 <= i < len(rows) and 0 <= j < len(rows[0])):
                raise Rejected("by-entries: an entry without literal indices in range")
            return rows[i][j]
        if len(rows) != len(rows[0]):
            raise Rejected(f"by-entries: {op} of a matrix that is not square")
        if op == "trace":
            return _plus([rows[i][i] for i in range(len(rows))])
        if op == "det":
            return determinant(rows)
        return self._inverse(rows)

    def _inverse(self, rows: tuple[tuple[Expr, ...], ...]) -> Value:
        below, n = determinant(rows), len(rows)
        if free_names(below) & self._bound:
            raise Rejected("by-entries: the inverse of a matrix with bound variables")
        self.apart.append(below)

        def cofactor(i: int, j: int) -> Expr:
            minor = tuple(r[:j] + r[j + 1 :] for k, r in enumerate(rows) if k != i)
            return _times((-1) ** (i + j), determinant(minor) if minor else 1)

        q = _number(below)
        if q:
            return _grid([[_times(_literal(1 / q), cofactor(j, i)) for j in range(n)] for i in range(n)])
        return _grid([[("/", cofactor(j, i), below) for j in range(n)] for i in range(n)])

    def _power(self, matrix: Expr, base: Grid, exponent: Expr) -> Value:
        if len(base.rows) != base.columns:
            raise Rejected("by-entries: a power of a matrix that is not square")
        wanted, n = index_of(exponent), len(base.rows)
        start, steps = Grid(tuple(tuple(int(i == j) for j in range(n)) for i in range(n))), wanted.constant
        for equation in self.equations if steps is None else ():
            for left, right in (operands(equation), operands(equation)[::-1]):
                if head(left) != "^" or not same(operands(left)[0], matrix):
                    continue
                known = index_of(operands(left)[1])
                gap = (wanted - known).constant
                if gap is not None and gap >= 0 and self.context.entails(known):
                    value = self.value(right)
                    if isinstance(value, Grid):
                        start, steps = value, gap
        if steps is None or not 0 <= steps <= HIGHEST:
            raise Rejected("by-entries: a power that is not known")
        for _ in range(steps):
            start = _product(start, base)  # type: ignore[assignment]
        return start


def _grid(rows: Sequence[Sequence[Expr]]) -> Value:
    if len({len(r) for r in rows}) != 1:
        raise Rejected("by-entries: rows of different lengths")
    return rows[0][0] if len(rows) == len(rows[0]) == 1 else Grid(tuple(tuple(r) for r in rows))


def _map(value: Value, f: Callable[[Expr], Expr]) -> Value:
    if not isinstance(value, Grid):
        return f(value)
    return Grid(tuple(tuple(f(x) for x in row) for row in value.rows))


def _product(a: Value, b: Value) -> Value:
    if not isinstance(a, Grid):
        return _map(b, lambda x: _times(a, x))
    if not isinstance(b, Grid):
        return _map(a, lambda x: _times(x, b))
    if a.columns != len(b.rows):
        raise Rejected("by-entries: matrices that cannot be multiplied")
    columns = list(zip(*b.rows, strict=True))
    return _grid([[_plus([_times(x, y) for x, y in zip(r, c, strict=True)]) for c in columns] for r in a.rows])


def determinant(rows: Sequence[Sequence[Expr]]) -> Expr:
    """By the first row.  Raises `Rejected` for large matrices."""
    n = len(rows)
    if n > LARGEST:
        raise Rejected("by-entries: a large determinant")
    if n == 1:
        return rows[0][0]
    terms = []
    for j, a in enumerate(rows[0]):
        if a == 0:
            continue
        minor = determinant([tuple(r[:j]) + tuple(r[j + 1 :]) for r in rows[1:]])
        terms.append(_times(_times((-1) ** j, a), minor))
    return _plus(terms)


def by_entries(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Rewrite the goal, or the fact ``on`` into a new fact; ``apart`` proves that no determinant below is 0."""
    equations = [s.fact(label) for label in node.get("equations", [])]
    if any(head(f) != "==" for f in equations):
        raise Rejected("by-entries: a fact that is no equation")
    writer = Entries(s.sorts, s.context, equations)
    old = s.fact(node["on"]) if "on" in node else goal
    if not all(_finite(f) for f in (old, *equations)):
        raise Rejected("by-entries: limits and integrals inside of matrices")
    new = writer.formula(old)
    free_names(new)  # pays for its length: entries of products share their parts, and can be very long
    proofs = list(node.get("apart", []))
    if len(proofs) != len(writer.apart):
        raise Rejected("by-entries: not as many determinants as proofs")
    for below, proof in zip(writer.apart, proofs, strict=True):
        c.check(s, ("!=", below, 0), proof)
    if "on" in node:
        c.check(s.assume(node["as"], new), goal, node["then"])
    else:
        c.check(s, new, node["then"])


LITERAL_MATRICES: dict[str, Any] = {"by-entries": by_entries}
