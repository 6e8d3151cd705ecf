"""From SymPy to statements: what `from_sympy` of the bridge does."""

from __future__ import annotations

import functools
from typing import Any

from verifier.kernel.terms.expr import REAL, Expr
from verifier.language.errors import ClaimError, ClaimTypeError, one_line
from verifier.language.text.printing import to_text
from verifier.language.text.scan import is_name
from verifier.language.text.settling import tidy
from verifier.language.text.vocabulary import HEAD_FUNCTIONS, SCALAR_FUNCTIONS

_RELATIONS = {
    "Equality": "==", "Unequality": "!=", "StrictLessThan": "<", "LessThan": "<=", "StrictGreaterThan": ">",
    "GreaterThan": ">=",
}  # fmt: skip
_CONSTANTS = {
    "Pi": "pi", "Exp1": "E", "ImaginaryUnit": "I", "Infinity": "oo", "EulerGamma": "EulerGamma",
    "GoldenRatio": "GoldenRatio", "Catalan": "Catalan",
}  # fmt: skip
_RENAMED = {"LambertW": "lambertw"}
_MATRIX = {"Transpose": "T", "Trace": "trace", "Determinant": "det", "Identity": "eye"}
_HEADS = {"Mod": "mod", "KroneckerDelta": "delta", "floor": "floor", "Abs": "abs"}


@functools.cache
def _domains() -> list[tuple[Any, str]]:
    import sympy

    table: list[tuple[dict[str, bool], str]] = [({}, "real"), ({"real": True}, "real")]
    table.append(({"complex": True}, "complex"))
    signs = ("positive", "negative", "nonnegative", "nonpositive", "nonzero")
    for sign in signs:
        table += [({sign: True}, sign), ({sign: True, "real": True}, sign)]
    table.append(({"integer": True}, "integer"))
    table += [({"integer": True, sign: True}, f"{sign} integer") for sign in signs]
    return [(sympy.Symbol("x", **a).assumptions0, text) for a, text in table]


def from_sympy(statement: Any) -> tuple[Expr, dict[str, str]]:
    """The statement (or term) and the domains of its symbols, taken from their assumptions.

    A symbol without assumptions is real, as everywhere in the language.  Raises `ClaimTypeError` for
    truth values and floats, `ClaimError` for what the language cannot say.
    """
    reader = _Reader()
    e = tidy(reader.read(statement))
    return e, reader.variables


class _Reader:
    def __init__(self) -> None:
        self.variables: dict[str, str] = {}
        self.bound: dict[Any, str] = {}

    def read(self, x: Any) -> Expr:
        kind = type(x).__name__
        if isinstance(x, bool) or kind in ("BooleanTrue", "BooleanFalse", "bool_"):
            raise ClaimTypeError(
                f"{x} is no statement: SymPy evaluated it before it got here (for real x, x**2 >= 0 is "
                "already True); give the statement as text"
            )
        if isinstance(x, float) or kind == "Float":
            raise ClaimTypeError(f"{x} is a float; claims are exact: use Rational, or a decimal as text")
        if isinstance(x, int):
            return x
        if getattr(x, "is_Integer", False):
            return int(x)
        if getattr(x, "is_Rational", False):
            return ("/", int(x.p), int(x.q))
        if kind in ("Symbol", "Dummy"):
            return self.symbol(x)
        if kind in _CONSTANTS:
            return ("fn", _CONSTANTS[kind])
        if kind == "NegativeInfinity":
            return ("neg", ("fn", "oo"))
        if kind in ("ComplexInfinity", "NaN"):
            raise ClaimTypeError(f"{x} is no number: SymPy evaluated something that is undefined")
        if not hasattr(x, "args"):
            raise ClaimTypeError(f"a SymPy statement is expected, not {kind}")
        rule = getattr(self, f"read_{kind}", None)
        if rule is not None:
            result: Expr = rule(x)
            return result
        return self.generic(kind, x)

    def generic(self, kind: str, x: Any) -> Expr:
        if kind in _RELATIONS:
            return (_RELATIONS[kind], self.read(x.args[0]), self.read(x.args[1]))
        if kind in ("And", "Or", "Not", "Implies"):
            return (kind.lower(), *(self.read(a) for a in x.args))
        name = _RENAMED.get(kind, kind)
        if kind in _MATRIX or kind in _HEADS:
            return (_MATRIX.get(kind) or _HEADS[kind], *(self.read(a) for a in x.args))
        if kind in ("Min", "Max"):
            e = self.read(x.args[0])
            for a in x.args[1:]:
                e = (HEAD_FUNCTIONS[kind][0], e, self.read(a))
            return e
        if name in SCALAR_FUNCTIONS and SCALAR_FUNCTIONS[name][0] <= len(x.args) <= SCALAR_FUNCTIONS[name][1]:
            return ("fn", name, *(self.read(a) for a in x.args))
        raise ClaimError(f"the language has no form for SymPy's {one_line(kind, 40)}")

    def symbol(self, x: Any) -> Expr:
        if x in self.bound:
            return self.bound[x]
        name = self.checked(str(x.name))
        domain = next((text for assumed, text in _domains() if assumed == x.assumptions0), None)
        if domain is None:
            raise ClaimError(f"the assumptions of the symbol {name} are no domain of the language")
        return self.declare(name, domain)

    def checked(self, name: str) -> str:
        if not is_name(name):
            raise ClaimError(f"{one_line(name, 40)!r} is no name for a variable")
        return name

    def declare(self, name: str, domain: str) -> Expr:
        if self.variables.setdefault(name, domain) != domain:
            raise ClaimError(f"two symbols have the name {name}: {self.variables[name]} and {domain}")
        if name in self.bound.values():
            raise ClaimError(f"the name {name} is both free and bound")
        return name

    def under(self, variable: Any, body: Any) -> tuple[str, Expr]:
        name = self.checked(str(variable.name))
        if name in self.variables and not any(str(s) == name for s in self.bound):
            raise ClaimError(f"the name {name} is both free and bound")
        before = self.bound.get(variable)
        self.bound[variable] = name
        try:
            return name, self.read(body)
        finally:
            if before is None:
                del self.bound[variable]

    # -- arithmetic ---------------------------------------------------------------------------------

    def read_Add(self, x: Any) -> Expr:
        return ("+", *(self.read(a) for a in x.args))

    read_MatAdd = read_Add

    def read_Mul(self, x: Any) -> Expr:
        above: list[Expr] = []
        below: list[Expr] = []
        for a in x.args:
            if a.is_Pow and a.exp.is_Rational and a.exp.is_negative and not getattr(a, "is_Matrix", False):
                below.append(self.power(a.base, -a.exp))
            else:
                above.append(self.read(a))
        sign = len(above) > 1 and above[0] == -1
        top = _joined(above[1:] if sign else above)
        e: Expr = ("/", top, _joined(below)) if below else top
        return ("neg", e) if sign else e

    read_MatMul = read_Mul

    def read_Pow(self, x: Any) -> Expr:
        if x.exp.is_Rational and x.exp.is_negative:
            return ("/", 1, self.power(x.base, -x.exp))
        return self.power(x.base, x.exp)

    def power(self, base: Any, exponent: Any) -> Expr:
        if exponent == 1:
            return self.read(base)
        if exponent.is_Rational and exponent.p == 1 and exponent.q == 2:
            return ("sqrt", self.read(base))
        return ("^", self.read(base), self.read(exponent))

    def read_MatPow(self, x: Any) -> Expr:
        return ("^", self.read(x.base), self.read(x.exp))

    def read_Equivalent(self, x: Any) -> Expr:
        if len(x.args) != 2:
            raise ClaimError("an equivalence of more than two statements; join them with And")
        a, b = (self.read(s) for s in x.args)
        return ("and", ("implies", a, b), ("implies", b, a))

    # -- matrices -----------------------------------------------------------------------------------

    def read_MatrixSymbol(self, x: Any) -> Expr:
        sizes = ", ".join(to_text(self.read(n)) for n in x.shape)
        return self.declare(self.checked(str(x.name)), f"matrix({sizes})")

    def read_Inverse(self, x: Any) -> Expr:
        return ("inverse", self.read(x.arg))

    def read_ZeroMatrix(self, x: Any) -> Expr:
        return ("zeros", self.read(x.shape[0]), self.read(x.shape[1]))

    def read_MatrixElement(self, x: Any) -> Expr:
        return ("entry", *(self.read(a) for a in x.args))

    def read_ImmutableDenseMatrix(self, x: Any) -> Expr:
        rows, columns = x.shape
        if not rows or not columns:
            return ("zeros", int(rows), int(columns))
        return ("matrix", *(("row", *(self.read(x[i, j]) for j in range(columns))) for i in range(rows)))

    read_MutableDenseMatrix = read_ImmutableDenseMatrix

    # -- binders ------------------------------------------------------------------------------------

    def read_Sum(self, x: Any) -> Expr:
        return self.ranged("sum", x.function, list(x.limits))

    def read_Product(self, x: Any) -> Expr:
        return self.ranged("product", x.function, list(x.limits))

    def read_Integral(self, x: Any) -> Expr:
        return self.ranged("integrate", x.function, list(x.limits))

    def ranged(self, op: str, body: Any, limits: list[Any]) -> Expr:
        if not limits:
            return self.read(body)
        *inner, outermost = limits
        if len(outermost) != 3:
            raise ClaimError(f"a {op} without ends has no form in the language")
        j, lo, hi = outermost
        ends: list[Expr] = [self.read(lo), self.read(hi)]
        rest = _Rest(op, body, inner) if inner else body
        name, f = self.under(j, rest)
        if op == "integrate":
            return ("fn", op, ("forall", name, REAL, f), *ends)
        words: dict[Expr, Expr] = {("fn", "oo"): "oo", ("neg", ("fn", "oo")): "-oo"}
        if any(end in words for end in ends):
            sort: Expr = ("integer", *(words.get(end, end) for end in ends))
            return ("fn", op.capitalize(), ("forall", name, sort, f))
        return (op, f, name, *ends)

    def read__Rest(self, x: _Rest) -> Expr:
        return self.ranged(x.op, x.body, x.limits)

    def read_Derivative(self, x: Any) -> Expr:
        (variable, order), *rest = reversed(x.variable_count)
        body: Any = x.expr if not rest else type(x)(x.expr, *reversed(rest))
        point = self.read(variable)
        if variable in self.bound:
            name, f = self.bound[variable], self.read(body)
        else:
            # the variable is free outside and bound inside: the derivative is taken at its own value
            name, f = str(variable.name), self.read(body)
        return ("fn", "diff", ("forall", name, REAL, f), point, int(order))

    def read_Limit(self, x: Any) -> Expr:
        body, variable, point, side = x.args
        at = self.read(point)
        name, f = self.under(variable, body)
        return ("fn", "limit", ("forall", name, REAL, f), at, {"+": 1, "-": -1}.get(str(side), 0))

    def read_Piecewise(self, x: Any) -> Expr:
        parts: list[Expr] = []
        for value, condition in x.args:
            truth: Expr = ("true",) if condition == True else self.read(condition)  # noqa: E712 (SymPy's True)
            parts += [self.read(value), truth]
        return ("fn", "Piecewise", *parts)


class _Rest:
    """The inner ranges of a sum, product or integral that are still to be read."""

    def __init__(self, op: str, body: Any, limits: list[Any]) -> None:
        self.op, self.body, self.limits = op, body, limits
        self.args = ()


def _joined(factors: list[Expr]) -> Expr:
    return 1 if not factors else factors[0] if len(factors) == 1 else ("*", *factors)
