"""Polynomial losses and vector fields from SymPy, as straight-line programs that run on elements of any ring.

Nothing is expanded: sums, products and powers are kept as they are written, rational coefficients are cleared on the
way, and denominators that depend on variables are cleared for all components at once.  A common factor f of a field
changes neither what is constant along it nor, where f is not 0, the span of the field and its brackets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any, TypeAlias

from verifier.derive.conservation.conserved_polynomials import GradientFlow
from verifier.derive.conservation.duals import Point

#: ("name", n), ("integer", c), ("sum", ((c, i), ...)), ("product", i, j), ("power", i, n); i, j number earlier steps.
Step: TypeAlias = tuple[Any, ...]


class NotPolynomial(ValueError):
    """The expression is no polynomial or rational function with rational coefficients; the message says where."""


@dataclass(frozen=True)
class Program:
    """Polynomials with integer coefficients, by steps; `outputs` are the numbers of the steps with the results."""

    steps: tuple[Step, ...]
    outputs: tuple[int, ...]

    def run(self, point: Point) -> list[Any]:
        """The values at a point of any commutative ring."""
        values: list[Any] = []
        for step in self.steps:
            kind = step[0]
            if kind == "name":
                values.append(point[step[1]])
            elif kind == "integer":
                values.append(step[1])
            elif kind == "product":
                values.append(values[step[1]] * values[step[2]])
            elif kind == "power":
                values.append(values[step[1]] ** step[2])
            else:
                total: Any = 0
                for c, i in step[1]:
                    total = (values[i] if c == 1 else values[i] * c) + total
                values.append(total)
        return [values[i] for i in self.outputs]


@dataclass(frozen=True)
class PolynomialLoss:
    """A loss times an integer that makes its coefficients integers (the `factor`, 1 for most losses)."""

    variables: tuple[str, ...]
    parameters: tuple[str, ...]
    program: Program = field(repr=False)
    factor: int

    def __call__(self, point: Point) -> Any:
        return self.program.run(point)[0]

    def flow(self) -> GradientFlow:
        """The field -factor grad L."""
        return GradientFlow(self.variables, self)


@dataclass(frozen=True)
class PolynomialField:
    """A vector field times the polynomial `factor` (as text) that clears all its denominators."""

    variables: tuple[str, ...]
    parameters: tuple[str, ...]
    program: Program = field(repr=False)
    factor: str

    def __call__(self, point: Point) -> dict[str, Any]:
        return dict(zip(self.variables, self.program.run(point), strict=True))


def loss_from_sympy(loss: Any, variables: Sequence[Any]) -> PolynomialLoss:
    """A polynomial loss; all symbols that are no variables are parameters.

    Raises `NotPolynomial` for floats, irrational constants, functions, and denominators with symbols (for those,
    `field_from_sympy` of the gradient works).

    >>> from sympy.abc import x, y, w
    >>> loss_from_sympy((x*y - w)**2/2, [x, y]).flow()({"x": 3, "y": 2, "w": 1})
    {'x': -20, 'y': -30}
    """
    expression, names = expression_of(loss), _names(variables)
    program, denominators = compiled([expression])
    return PolynomialLoss(names, _parameters([expression], names), program, denominators[0])


def gradient_field(loss: Any, variables: Sequence[Any]) -> PolynomialField:
    """The field -grad L of a loss that is a rational function, times what clears its denominators."""
    import sympy

    symbols = [sympy.Symbol(n) for n in _names(variables)]
    plain = _plain(loss)
    return field_from_sympy({x: -sympy.diff(plain, x) for x in symbols})


def field_from_sympy(components: Mapping[Any, Any]) -> PolynomialField:
    """A vector field from the time derivative of each variable, rational functions with rational coefficients.

    >>> from sympy.abc import x, y, a
    >>> field = field_from_sympy({x: y/2, y: a*x/(1 + x**2)})
    >>> field.factor, field({"x": 1, "y": 3, "a": 5})
    ('2*x**2 + 2', {'x': 6, 'y': 10})
    """
    import sympy

    names = _names(list(components))
    expressions = [_plain(e) for e in components.values()]
    for e in expressions:
        _refuse(e)
    fractions = [sympy.fraction(sympy.together(e)) for e in expressions]
    factor = sympy.Integer(1)
    if any(below.free_symbols for _, below in fractions):
        factor = sympy.lcm_list([below for _, below in fractions])
        expressions = [sympy.cancel(e * factor) for e in expressions]
    program, denominators = compiled(expressions)
    whole = lcm(*denominators)
    steps, outputs = list(program.steps), []
    for i, d in zip(program.outputs, denominators, strict=True):
        steps.append(("sum", ((whole // d, i),)))
        outputs.append(len(steps) - 1)
    return PolynomialField(
        names, _parameters(expressions, names), Program(tuple(steps), tuple(outputs)), str(sympy.expand(whole * factor))
    )


def expression_of(e: Any) -> Any:
    """A SymPy expression, or a number as one; texts are never evaluated.  Raises `NotPolynomial` for all else."""
    import sympy

    try:
        found = sympy.sympify(e, strict=True)
    except sympy.SympifyError:
        found = None
    if not isinstance(found, sympy.Expr):
        raise NotPolynomial(f"a SymPy expression is expected, not {_shown(repr(e))}")
    return found


def compiled(expressions: Sequence[Any]) -> tuple[Program, list[int]]:
    """A program for integer multiples of the expressions, and these multiples.  Raises `NotPolynomial`."""
    import sympy

    steps: list[Step] = []
    known: dict[Any, tuple[int, int]] = {}

    def add(step: Step) -> int:
        steps.append(step)
        return len(steps) - 1

    def visit(e: Any) -> tuple[int, int]:
        if e in known:
            return known[e]
        if e.is_Rational:
            found = add(("integer", int(e.p))), int(e.q)
        elif e.is_Symbol:
            found = add(("name", e.name)), 1
        elif isinstance(e, sympy.Add):
            inner = [visit(a) for a in e.args]
            common = lcm(*(d for _, d in inner))
            found = add(("sum", tuple((common // d, i) for i, d in inner))), common
        elif isinstance(e, sympy.Mul):
            i, d = visit(e.args[0])
            for a in e.args[1:]:
                j, below = visit(a)
                i, d = add(("product", i, j)), d * below
            found = i, d
        elif isinstance(e, sympy.Pow) and e.exp.is_Integer and e.exp >= 0:
            i, d = visit(e.base)
            found = add(("power", i, int(e.exp))), d ** int(e.exp)
        else:
            raise NotPolynomial(f"{_shown(e)} is no polynomial with rational coefficients{_advice(e)}")
        known[e] = found
        return found

    results = [visit(e) for e in expressions]
    return Program(tuple(steps), tuple(i for i, _ in results)), [d for _, d in results]


def _refuse(e: Any) -> None:
    """Raises `NotPolynomial` where an expression is no rational function with rational coefficients."""
    import sympy

    for part in sympy.preorder_traversal(e):
        rational = part.is_Rational or part.is_Symbol or isinstance(part, (sympy.Add, sympy.Mul))
        if not rational and not (isinstance(part, sympy.Pow) and part.exp.is_Integer):
            raise NotPolynomial(f"{_shown(part)} is no rational function with rational coefficients{_advice(part)}")


def _advice(e: Any) -> str:
    if e.is_Float:
        return ": write the number as a fraction"
    if e.is_number:
        return ": put a symbol for it, it is then a parameter"
    if e.is_Pow and e.exp.is_Integer:
        return ": pass the gradient to field_from_sympy, which clears denominators"
    return ": change variables until it is one"


def _shown(e: Any) -> str:
    text = str(e)
    return text if len(text) <= 60 else text[:57] + "..."


def _plain(e: Any) -> Any:
    """The expression with symbols that have no assumptions, so that equal names are equal symbols."""
    import sympy

    e = expression_of(e)
    return e.xreplace({x: sympy.Symbol(x.name) for x in e.free_symbols})


def _names(variables: Sequence[Any]) -> tuple[str, ...]:
    names = tuple(str(v) for v in variables)
    if not names:
        raise ValueError("there are no variables: name at least one")
    if len(set(names)) != len(names):
        raise ValueError(f"a variable is named twice: {', '.join(names)}")
    return names


def _parameters(expressions: Sequence[Any], variables: Sequence[str]) -> tuple[str, ...]:
    found = {x.name for e in expressions for x in e.free_symbols}
    return tuple(sorted(found - set(variables)))
