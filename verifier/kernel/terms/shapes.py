"""Which expressions mean something: formulas and terms, the shapes of terms, what must be an integer.

A formula of a certificate is checked before it is used.  Sizes agree when the facts about integers in scope say
so.  What is outside its range for certain (an entry, a unit vector, a size) is refused; what only may be outside
is left to the rules.  A random variable has its values at the outcomes of expectations, and nowhere else.
Functions without a head (``fn``) are taken to be applied to what they ask for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from verifier.kernel.algebra.integers import Context, Index, Unknown, index_of, relation_facts
from verifier.kernel.terms.binding import new_name, opened, operands, outer
from verifier.kernel.terms.expr import BINDERS, ENDS, INTEGER, OUTCOME, REAL, RELATIONS, Expr, Malformed, head
from verifier.kernel.work import spend

Shape: TypeAlias = tuple[Index, Index] | None  # None: a number; a 1-by-1 matrix is one

_ONE = Index.const(1)
_FORMULAS = frozenset((*RELATIONS, "and", "or", "not", "true", "false", "implies", "forall", "exists", "tends"))
_OF_FUNCTIONS = ("diff", "integrate", "limit", "Sum", "Product")  # of the shape of its values
_NUMBERS = ("abs", "sqrt", "floor", "min", "max")
_WHOLE = ("+", "-", "neg", "*", "abs", "min", "max", "mod")  # integers of integers


class Shapes:
    """Checks expressions over variables of given sorts.  Everything raises `Malformed` with one line."""

    def __init__(self, sorts: Mapping[str, Expr], context: Context) -> None:
        self.sorts, self.context = sorts, context

    def inside(self, e: Expr) -> tuple[tuple[Expr, ...], str, Shapes]:
        """The arguments of a binding operation, the name of its variable in them, and what is known in its scope."""
        op, x = str(e[0]), new_name()  # type: ignore[index]
        args = opened(e, x)
        if op in ("forall", "exists"):
            sort = args[0]
        elif op == "grad":
            sort = _sort(self.term(args[1]))
        else:
            sort = OUTCOME if op == "expect" else INTEGER if op == "tends" else ("integer", *args[1:])
        known = self.sorts if op != "expect" else {n: s for n, s in self.sorts.items() if s != OUTCOME}  # one at a time
        sorts = {**known, x: sort}
        facts: list[Index] = []
        if head(sort) == "integer":
            lo, hi = operands(sort)
            facts = relation_facts(("<=", lo, x), _integers(sorts)) or [] if lo != "-oo" else []
            facts += relation_facts(("<=", x, hi), _integers(sorts)) or [] if hi != "oo" else []
        return args, x, Shapes(sorts, self.context.extended(facts))

    # -- formulas -----------------------------------------------------------------------------------------
    def formula(self, e: Expr) -> None:
        spend()
        op = head(e)
        if op in BINDERS:
            return self.bound_formula(e)
        args = operands(e)
        if op in RELATIONS:
            a, b = self.term(args[0]), self.term(args[1])
            if op not in ("==", "!=") and (a is not None or b is not None):
                raise Malformed("matrices are not ordered")
            self.conform(a, b, "a relation")
        elif op == "implies":
            self.formula(args[0])
            known = relation_facts(args[0], _integers(self.sorts)) or []
            Shapes(self.sorts, self.context.extended(known)).formula(args[1])
        elif op in ("and", "or", "not", "true", "false"):
            for part in args:
                self.formula(part)
        else:
            raise Malformed(f"{op or str(e)[:40]!r} where a formula is needed")

    def bound_formula(self, e: Expr) -> None:
        op = head(e)
        if op in ("forall", "exists"):
            self.sort(outer(e)[0])
            args, _, inside = self.inside(e)
            inside.formula(args[1])
        elif op == "tends":
            args, t, inside = self.inside(e)
            self.conform(fixed(inside.term(args[0]), t), self.term(args[1]), "a limit")
        else:
            raise Malformed(f"{op!r} where a formula is needed")

    def sort(self, sort: Expr, inside: bool = False) -> None:
        """Ends and sizes are integers; only a variable as a whole is random."""
        op, args = head(sort), operands(sort)
        curve = op == "curve" and head(args[0]) in ("real", "matrix")
        if op == "function" and not inside and head(args[0]) == "matrix" and head(args[1]) in ("real", "matrix"):
            self.sort(args[0], True)
            self.sort(args[1], True)
        elif op == "sequence" or (not inside and (curve or op == "random")):
            self.sort(args[0], True)
        elif op == "matrix" and len(args) == 2:
            for n in args:
                self.size(n)
        elif op == "integer":
            for end, infinite in zip(args, ENDS, strict=True):
                if end != infinite:
                    self.index(end)
        elif op not in ("real", "complex"):
            raise Malformed(f"{op!r} is no sort here")

    # -- terms --------------------------------------------------------------------------------------------
    def term(self, e: Expr) -> Shape:
        """The shape of a number or a matrix."""
        spend()
        if isinstance(e, int):
            return None
        if isinstance(e, str) or e[0] in ("at", "rate"):
            return self.shape_of(self.element(e))
        op = str(e[0])
        if op in BINDERS:
            return self.bound_term(e)
        args = operands(e)
        if op in ("+", "-"):
            shape = self.term(args[0])
            for a in args[1:]:
                self.conform(shape, self.term(a), "a sum")
            return shape
        if op == "*":
            shape = self.term(args[0])
            for a in args[1:]:
                other = self.term(a)
                if shape is not None and other is not None:
                    self.same(shape[1], other[0], "a product")
                    shape = self.shaped(shape[0], other[1])
                else:
                    shape = shape if other is None else other
            return shape
        if op in ("neg", "/", "^", "T", "trace", "det", "inverse"):
            shape = self.term(args[0])
            if shape is not None and op in ("^", "trace", "det", "inverse"):
                self.same(*shape, op)
            if op == "/" or (op == "^" and shape is None):
                self.number(args[1])
            elif op == "^":
                self.index(args[1])
            if shape is None or op in ("trace", "det"):
                return None
            return (shape[1], shape[0]) if op == "T" else shape
        if op in _NUMBERS or op in ("mod", "delta"):
            for a in args:
                self.number(a) if op in _NUMBERS else self.index(a)
            return None
        if op in ("eye", "zeros"):
            return self.shaped(self.size(args[0]), self.size(args[-1]))
        if op == "basis":
            self.within(args[1], self.size(args[0]))
            return self.shaped(self.size(args[0]), _ONE)
        if op == "entry":
            for i, limit in zip(args[1:], self.term(args[0]) or (_ONE, _ONE), strict=True):
                self.within(i, limit)
            return None
        if op == "matrix":
            if any(head(r) != "row" or len(operands(r)) != len(operands(args[0])) for r in args):
                raise Malformed("rows of different lengths")
            for a in (a for r in args for a in operands(r)):
                self.number(a)
            return self.shaped(Index.const(len(args)), Index.const(len(operands(args[0]))))
        if op == "fn":
            return self.applied(str(args[0]), args[1:])
        raise Malformed(f"{op!r} where a number or a matrix is needed")

    def bound_term(self, e: Expr) -> Shape:
        op = head(e)
        if op in ("sum", "product"):
            for end in outer(e):
                self.index(end)
        elif op not in ("grad", "expect"):
            raise Malformed(f"{op!r} where a number or a matrix is needed")
        args, x, inside = self.inside(e)
        if op == "grad":
            inside.number(args[0])
            return self.term(args[1])
        shape = fixed(inside.term(args[0]), x)
        if shape is not None and op == "product":
            self.same(*shape, "product")
        return shape

    def applied(self, name: str, args: tuple[Expr, ...]) -> Shape:
        """A function of numbers; cases, each with a condition; or one of a function of one variable, and of numbers."""
        if name == "Piecewise":
            shapes = [self.term(value) for value in args[::2]]
            for condition in args[1::2]:
                self.formula(condition)
            for shape in shapes[1:]:
                self.conform(shapes[0], shape, "the cases of a Piecewise")
            return shapes[0] if shapes else None
        shape = self.function(args[0]) if name in _OF_FUNCTIONS and args else None
        for a in args[1:] if name in _OF_FUNCTIONS else args:
            self.number(a)
        return shape

    def argument(self, e: Expr) -> Shape:
        """What a certificate may name: a term, or a formula, which has no shape."""
        if head(e) in _FORMULAS:
            self.formula(e)
            return None
        return self.term(e)

    def function(self, e: Expr) -> Shape:
        """The shape of the values of a function of one variable."""
        if head(e) != "forall":
            raise Malformed("no function where one is needed")
        self.sort(outer(e)[0])
        (_, body), x, inside = self.inside(e)
        return fixed(inside.term(body), x)

    def element(self, e: Expr) -> Expr:
        """The sort of a variable, of a member of a sequence, or of a curve at one time."""
        if isinstance(e, str):
            sort = self.sorts.get(e)
            if sort is None:
                raise Malformed(f"undeclared name {e}")
            if head(sort) == "random":
                raise Malformed(f"the random variable {e} outside every expectation")
            if sort == OUTCOME:
                raise Malformed(f"the outcome {e} is no value")
            return sort
        if head(e) not in ("at", "rate"):
            raise Malformed("an index behind something that is no sequence")
        name, place = operands(e)
        chance = self.sorts.get(name, 0) if isinstance(name, str) else 0
        if head(chance) == "random" and head(e) == "at":
            if not isinstance(place, str) or self.sorts.get(place) != OUTCOME:
                raise Malformed(f"the random variable {name} outside every expectation")
            return operands(chance)[0]
        sort = self.element(operands(e)[0])
        if head(sort) == "curve":
            self.number(operands(e)[1])
            return operands(sort)[0]
        if head(sort) == "function" and head(e) == "at":
            self.conform(self.term(operands(e)[1]), self.shape_of(operands(sort)[0]), "an argument of a function")
            return operands(sort)[1]
        if head(sort) != "sequence" or head(e) != "at":
            raise Malformed("an index behind something that is no sequence")
        self.index(operands(e)[1])
        return operands(sort)[0]

    def shape_of(self, sort: Expr) -> Shape:
        if head(sort) in ("sequence", "curve", "function"):
            raise Malformed(f"a {head(sort)} without an index")
        return self.shaped(*(_size(n) for n in operands(sort))) if head(sort) == "matrix" else None

    def shaped(self, rows: Index, columns: Index) -> Shape:
        return None if rows == _ONE and columns == _ONE else (rows, columns)

    # -- demands ------------------------------------------------------------------------------------------
    def number(self, e: Expr) -> None:
        self.conform(self.term(e), None, "a number")

    def index(self, e: Expr) -> None:
        self.number(e)
        if not self.whole(e):
            raise Malformed("an index, a size, an end or an exponent that need not be an integer")

    def whole(self, e: Expr) -> bool:
        """Whether a term is visibly an integer; functions without a head are believed."""
        spend()
        if isinstance(e, (int, str)) or e[0] == "at":
            return isinstance(e, int) or head(self.element(e)) == "integer"
        if e[0] in ("sum", "product"):
            args, _, inside = self.inside(e)
            return inside.whole(args[0])
        return e[0] in ("fn", "floor", "delta") or (e[0] in (*_WHOLE, "^") and all(self.whole(a) for a in operands(e)))

    def size(self, e: Expr) -> Index:
        self.index(e)
        size = _size(e)
        if self.context.below(size, Index.const(-1)) and not self.context.entails(size):
            raise Malformed("a negative size")
        return size

    def within(self, e: Expr, size: Index) -> None:
        """An index that is not outside 0, ..., size - 1 for certain."""
        self.index(e)
        try:
            i = index_of(e)
        except Unknown:
            return
        if self.context.entails(i) and self.context.below(i, size.plus(-1)):
            return
        if self.context.below(size, i) or self.context.below(i, Index.const(-1)):
            raise Malformed("an index outside its range")

    def same(self, a: Index, b: Index, what: str) -> None:
        if a != b and not (self.context.below(a, b) and self.context.below(b, a)):
            raise Malformed(f"sizes that do not agree in {what}")

    def conform(self, a: Shape, b: Shape, what: str) -> None:
        for m, n in zip(a or (_ONE, _ONE), b or (_ONE, _ONE), strict=True):
            self.same(m, n, what)


def _integers(sorts: Mapping[str, Expr]) -> set[str]:
    return {n for n, s in sorts.items() if head(s) == "integer"}


def _sort(shape: Shape) -> Expr:
    """The sort of the numbers or matrices of a shape."""
    return REAL if shape is None else ("matrix", shape[0].expr(), shape[1].expr())


def fixed(shape: Shape, name: str) -> Shape:
    """The shape, which is one for all values of a bound name."""
    for n in (n for size in shape or () for n in size.names()):
        if n == name or repr(name) in n:  # the text of a size that is no polynomial: `_size`
            raise Malformed("a sum or a mean of matrices of different shapes")
    return shape


def _size(e: Expr) -> Index:
    """A size; one that is no polynomial is compared by its form."""
    try:
        return index_of(e)
    except Unknown:
        return Index.var(f"?{e!r}")
