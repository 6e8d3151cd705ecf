"""SymPy as a view of a statement, and statements that SymPy users bring along.

`to_sympy` builds with ``evaluate=False`` where SymPy allows it; what SymPy still rewrites is its view
only, the statement stays what it is.  `from_sympy` reads a relation that SymPy has not evaluated away.
SymPy is imported inside the functions: importing this module costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verifier.kernel.terms.expr import Expr
from verifier.language.errors import ClaimError, one_line
from verifier.language.sympy_view.sympy_reading import from_sympy
from verifier.language.text.printing import to_text
from verifier.language.text.vocabulary import is_formula
from verifier.language.typing.kinds import SCALAR
from verifier.language.typing.typing import IllTyped, shape_of

__all__ = ["from_sympy", "to_sympy"]

_RELATIONS = {"==": "Eq", "!=": "Ne", "<": "Lt", "<=": "Le", ">": "Gt", ">=": "Ge"}
_CONSTANTS = {
    "pi": "pi", "E": "E", "I": "I", "oo": "oo", "EulerGamma": "EulerGamma", "GoldenRatio": "GoldenRatio",
    "Catalan": "Catalan",
}  # fmt: skip
#: names that are not SymPy's own
RENAMED = {"lambertw": "LambertW"}


def to_sympy(e: Expr, sorts: Mapping[str, Expr]) -> Any:
    """The expression as a SymPy object.

    Raises `ClaimError` for what SymPy cannot say: quantifiers, matrix gradients, expectations, sequences
    of matrices.
    """
    try:
        writer = _Writer(dict(sorts))
        return writer.write(e) if is_formula(e) else writer.side(e)
    except IllTyped as error:
        raise ClaimError(f"not well typed: {error}") from None


def symbol(name: str, sort: Expr) -> Any:
    """The SymPy symbol of a variable of a sort, with the assumptions that its sort implies."""
    import sympy

    assert isinstance(sort, tuple)
    if sort[0] == "integer":
        lo = sort[1]
        if isinstance(lo, int) and lo >= 0:
            return sympy.Symbol(name, integer=True, **{"positive" if lo else "nonnegative": True})
        return sympy.Symbol(name, integer=True)
    if sort[0] == "complex":
        return sympy.Symbol(name, complex=True)
    if sort[0] == "random":
        return symbol(name, sort[1])
    return sympy.Symbol(name, real=True)


class _Writer:
    def __init__(self, sorts: dict[str, Expr]) -> None:
        self.sorts = sorts

    def write(self, e: Expr) -> Any:
        import sympy

        if isinstance(e, int):
            return sympy.Integer(e)
        if isinstance(e, str):
            return self.name(e)
        op, args = str(e[0]), e[1:]
        if op in _RELATIONS:
            a, b = self.side(args[0]), self.side(args[1])
            return getattr(sympy, _RELATIONS[op])(a, b, evaluate=False)
        if op in ("and", "or"):
            return getattr(sympy, op.capitalize())(*(self.write(a) for a in args), evaluate=False)
        if op == "not":
            return sympy.Not(self.write(args[0]), evaluate=False)
        if op == "implies":
            return sympy.Implies(self.write(args[0]), self.write(args[1]), evaluate=False)
        if op in ("true", "false"):
            return sympy.true if op == "true" else sympy.false
        if op == "tends":
            t = symbol(str(args[1]), ("integer", "-oo", "oo"))
            body = self.inside(str(args[1]), ("integer", "-oo", "oo")).scalar(args[0])
            return sympy.Eq(sympy.Limit(body, t, sympy.oo), self.scalar(args[2]), evaluate=False)
        if op == "fn":
            return self.function(str(args[0]), args[1:])
        rule = getattr(self, f"op_{_METHODS.get(op, op)}", None)
        if rule is None:
            raise ClaimError(f"SymPy has no form for {one_line(to_text(e), 80)}")
        return rule(e, *args)

    # -- shapes -------------------------------------------------------------------------------------

    def name(self, name: str) -> Any:
        import sympy

        if name in ("oo", "-oo"):
            return sympy.oo if name == "oo" else -sympy.oo
        if name not in self.sorts:
            raise ClaimError(f"undeclared name {name}")
        sort = self.sorts[name]
        shape = shape_of(name, self.sorts)
        if shape[0] == "matrix":
            return sympy.MatrixSymbol(name, self.write(shape[1]), self.write(shape[2]))
        if shape[0] == "sequence":
            return sympy.IndexedBase(name)
        return symbol(name, sort)

    def inside(self, name: str, sort: Expr) -> _Writer:
        return _Writer({**self.sorts, name: sort})

    def scalar(self, e: Expr) -> Any:
        """A number; SymPy keeps a one-by-one product of matrices as a matrix, so take its entry.

        The entry stays unevaluated: SymPy 1.14 expands ``(C*A**2*B)[0, 0]`` with clashing indices.
        """
        x = self.write(e)
        if not getattr(x, "is_Matrix", False):
            return x
        from sympy.matrices.expressions.matexpr import MatrixElement

        return MatrixElement(x, 0, 0)

    def side(self, e: Expr) -> Any:
        if is_formula(e):
            raise ClaimError("a statement stands where an object is expected")
        return self.scalar(e) if self.is_scalar(e) else self.write(e)

    def is_scalar(self, e: Expr) -> bool:
        return e in (("fn", "oo"), ("neg", ("fn", "oo"))) or shape_of(e, self.sorts) == SCALAR

    # -- operations ---------------------------------------------------------------------------------

    def op_add(self, e: Expr, *args: Expr) -> Any:
        import sympy

        if self.is_scalar(e):
            return sympy.Add(*(self.scalar(a) for a in args), evaluate=False)
        return sympy.MatAdd(*(self.write(a) for a in args))

    def op_sub(self, e: Expr, a: Expr, b: Expr) -> Any:
        return self.op_add(e, a, ("neg", b))

    def op_neg(self, e: Expr, a: Expr) -> Any:
        import sympy

        if e == ("neg", ("fn", "oo")):
            return -sympy.oo
        if self.is_scalar(e):
            return sympy.Mul(-1, self.scalar(a), evaluate=False)
        return sympy.MatMul(-1, self.write(a))

    def op_mul(self, e: Expr, *args: Expr) -> Any:
        import sympy

        if all(self.is_scalar(a) for a in args):
            return sympy.Mul(*(self.scalar(a) for a in args), evaluate=False)
        return sympy.MatMul(*(self.side(a) for a in args))

    def op_div(self, e: Expr, a: Expr, b: Expr) -> Any:
        import sympy

        if isinstance(a, int) and isinstance(b, int) and b:
            return sympy.Rational(a, b)
        inverse = sympy.Pow(self.scalar(b), -1, evaluate=False)
        if self.is_scalar(a):
            return sympy.Mul(self.scalar(a), inverse, evaluate=False)
        return sympy.MatMul(inverse, self.write(a))

    def op_pow(self, e: Expr, a: Expr, n: Expr) -> Any:
        import sympy

        if self.is_scalar(a):
            return sympy.Pow(self.scalar(a), self.scalar(n), evaluate=False)
        return sympy.MatPow(self.write(a), self.scalar(n))

    def op_T(self, e: Expr, a: Expr) -> Any:
        import sympy

        return self.scalar(a) if self.is_scalar(a) else sympy.Transpose(self.write(a))

    def op_trace(self, e: Expr, a: Expr) -> Any:
        import sympy

        return self.scalar(a) if self.is_scalar(a) else sympy.Trace(self.write(a))

    def op_det(self, e: Expr, a: Expr) -> Any:
        import sympy

        return self.scalar(a) if self.is_scalar(a) else sympy.Determinant(self.write(a))

    def op_inverse(self, e: Expr, a: Expr) -> Any:
        import sympy

        if self.is_scalar(a):
            return sympy.Pow(self.scalar(a), -1, evaluate=False)
        return sympy.Inverse(self.write(a))

    def op_eye(self, e: Expr, n: Expr) -> Any:
        import sympy

        return sympy.Integer(1) if self.is_scalar(e) else sympy.Identity(self.scalar(n))

    def op_zeros(self, e: Expr, m: Expr, n: Expr) -> Any:
        import sympy

        return sympy.Integer(0) if self.is_scalar(e) else sympy.ZeroMatrix(self.scalar(m), self.scalar(n))

    def op_basis(self, e: Expr, n: Expr, i: Expr) -> Any:
        import sympy

        row, column = sympy.Symbol("row", integer=True), sympy.Symbol("column", integer=True)
        entry = sympy.Lambda((row, column), sympy.KroneckerDelta(row, self.scalar(i)))
        return sympy.FunctionMatrix(self.scalar(n), 1, entry)

    def op_entry(self, e: Expr, a: Expr, i: Expr, j: Expr) -> Any:
        return self.scalar(a) if self.is_scalar(a) else self.write(a)[self.scalar(i), self.scalar(j)]

    def op_matrix(self, e: Expr, *rows: Expr) -> Any:
        import sympy

        entries = [[self.scalar(x) for x in r[1:]] for r in rows if isinstance(r, tuple)]
        return sympy.ImmutableDenseMatrix(entries)

    def op_at(self, e: Expr, x: Expr, t: Expr) -> Any:
        if not self.is_scalar(e) or not isinstance(x, str):
            raise ClaimError(f"SymPy has no form for the sequence {one_line(to_text(x), 40)}")
        return self.write(x)[self.scalar(t)]

    def op_delta(self, e: Expr, i: Expr, j: Expr) -> Any:
        import sympy

        return sympy.KroneckerDelta(self.scalar(i), self.scalar(j))

    def op_grad(self, e: Expr, f: Expr, x: Expr, point: Expr) -> Any:
        import sympy

        if not self.is_scalar(point) or x != point:
            raise ClaimError("SymPy has no form for a gradient with respect to a matrix, or at a value")
        return sympy.Derivative(self.scalar(f), self.write(x))

    def op_sum(self, e: Expr, body: Expr, j: Expr, lo: Expr, hi: Expr) -> Any:
        return self.ranged("Sum", body, str(j), lo, hi)

    def op_product(self, e: Expr, body: Expr, j: Expr, lo: Expr, hi: Expr) -> Any:
        return self.ranged("Product", body, str(j), lo, hi)

    def ranged(self, name: str, body: Expr, j: str, lo: Expr, hi: Expr) -> Any:
        import sympy

        sort: Expr = ("integer", "-oo", "oo")
        f = self.inside(j, sort).side(body)
        return getattr(sympy, name)(f, (symbol(j, sort), self.scalar(lo), self.scalar(hi)))

    # -- functions ----------------------------------------------------------------------------------

    def plain(self, name: str) -> Callable[..., Any]:
        import sympy

        def apply(e: Expr, *args: Expr) -> Any:
            return getattr(sympy, name)(*(self.scalar(a) for a in args), evaluate=False)

        return apply

    def __getattr__(self, name: str) -> Any:
        classes = {"op_abs": "Abs", "op_floor": "floor", "op_min": "Min", "op_max": "Max", "op_mod": "Mod"}
        if name in classes:
            return self.plain(classes[name])
        if name == "op_sqrt":
            return lambda e, a: self.op_pow(e, a, ("/", 1, 2))
        raise AttributeError(name)

    def function(self, name: str, args: tuple[Expr, ...]) -> Any:
        import sympy

        if not args:
            if name not in _CONSTANTS:
                raise ClaimError(f"undefined constant {one_line(name, 40)}")
            return getattr(sympy, _CONSTANTS[name])
        f = args[0]
        if isinstance(f, tuple) and f[0] == "forall":
            return self.analysis(name, f, args[1:])
        if name == "Piecewise":
            pieces = zip(args[::2], args[1::2], strict=True)
            return sympy.Piecewise(*((self.scalar(v), self.write(c)) for v, c in pieces), evaluate=False)
        values = [self.scalar(a) for a in args]
        if name in ("cbrt", "root"):
            degree = sympy.Integer(3) if name == "cbrt" else values[1]
            if degree.is_odd:  # the real root, where SymPy's power is the principal complex one
                size = sympy.Pow(sympy.Abs(values[0]), 1 / degree, evaluate=False)
                return sympy.Mul(sympy.sign(values[0]), size, evaluate=False)
            return sympy.Pow(values[0], 1 / degree, evaluate=False)
        if name in ("stirling1", "stirling2"):
            return sympy.Function(name)(*values)
        head = getattr(sympy, RENAMED.get(name, name), None)
        if head is None:
            raise ClaimError(f"SymPy has no form for {one_line(name, 40)}")
        try:
            return head(*values, evaluate=False)
        except TypeError:
            return head(*values)

    def analysis(self, name: str, f: tuple[Expr, ...], rest: tuple[Expr, ...]) -> Any:
        import sympy

        x, sort = str(f[1]), f[2]
        variable, body = symbol(x, sort), self.inside(x, sort).side(f[3])
        if name in ("Sum", "Product"):
            assert isinstance(sort, tuple)
            return self.ranged(name, f[3], x, sort[1], sort[2])
        if name == "integrate":
            return sympy.Integral(body, (variable, self.scalar(rest[0]), self.scalar(rest[1])))
        if name == "limit":
            side = {1: "+", -1: "-"}.get(rest[1], "+-") if isinstance(rest[1], int) else "+-"
            return sympy.Limit(body, variable, self.scalar(rest[0]), side)
        derivative = sympy.Derivative(body, (variable, rest[1]))
        if rest[0] == x and self.sorts.get(x) == sort:
            return derivative
        return sympy.Subs(derivative, variable, self.scalar(rest[0]))


_METHODS = {"+": "add", "-": "sub", "*": "mul", "/": "div", "^": "pow"}
