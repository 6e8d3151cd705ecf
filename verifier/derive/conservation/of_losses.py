"""What a flow conserves: one entry for losses and vector fields, given as SymPy expressions or as callables.

A callable adds, multiplies and uses integers only, on elements of any ring; it names its variables and parameters.
With a SymPy expression every symbol that is no variable is a parameter: a law then holds for all its values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verifier.derive.conservation.conservation_laws import ConservationLaws, conservation_laws
from verifier.derive.conservation.conserved_polynomials import Flow, gradient_flow
from verifier.derive.conservation.duals import Point
from verifier.derive.conservation.polynomial_programs import (
    expression_of,
    field_from_sympy,
    gradient_field,
    loss_from_sympy,
)


def conserved_by_loss(
    loss: Any, variables: Sequence[Any], parameters: Sequence[str] | None = None, degree: int = 2
) -> ConservationLaws:
    """All polynomials up to a degree that gradient flow on a polynomial or rational loss conserves.

    Raises `NotPolynomial` for other losses, `ValueError` for symbols that are neither variables nor parameters, and
    `conservation.NotFound` where the coefficients are no small rationals.

    >>> from sympy.abc import u, v, y
    >>> print(conserved_by_loss((u*v - y)**2/2, [u, v]))
    1 conserved up to degree 2, 1 of them independent:
      u**2 - v**2
    """
    if callable(loss) and not _is_sympy(loss):
        names = [str(v) for v in variables]
        return conservation_laws(_gradient(loss, names), names, list(parameters or ()), degree)
    if _has_denominator(loss):
        field = gradient_field(loss, variables)
        return conservation_laws(field, field.variables, _checked(field.parameters, parameters), degree)
    polynomial = loss_from_sympy(loss, variables)
    return conservation_laws(
        polynomial.flow(), polynomial.variables, _checked(polynomial.parameters, parameters), degree
    )


def conserved_by_field(
    field: Any, variables: Sequence[Any] = (), parameters: Sequence[str] | None = None, degree: int = 2
) -> ConservationLaws:
    """All polynomials up to a degree that are constant along a polynomial or rational vector field.

    `field` is a table of the time derivatives of the variables, or a callable (then `variables` are needed).
    Raises as `conserved_by_loss`.

    >>> from sympy.abc import x, v
    >>> print(conserved_by_field({x: v, v: -4*x}))
    1 conserved up to degree 2, 1 of them independent:
      v**2/4 + x**2
    """
    if isinstance(field, Mapping):
        if variables and sorted(map(str, variables)) != sorted(map(str, field)):
            raise ValueError(f"the field moves {', '.join(map(str, field))}: name these variables, or none")
        made = field_from_sympy(field)
        return conservation_laws(made, made.variables, _checked(made.parameters, parameters), degree)
    if not callable(field):
        raise ValueError("a vector field is a table of time derivatives or a callable")
    return conservation_laws(field, [str(v) for v in variables], list(parameters or ()), degree)


def _gradient(loss: Callable[[Point], Any], names: Sequence[str]) -> Flow:
    return gradient_flow(names, loss)


def _is_sympy(e: Any) -> bool:
    import sympy

    return isinstance(e, sympy.Basic)


def _has_denominator(loss: Any) -> bool:
    import sympy

    parts = sympy.preorder_traversal(expression_of(loss))
    return any(p.is_Pow and p.exp.is_Integer and p.exp < 0 and p.free_symbols for p in parts)


def _checked(found: Sequence[str], stated: Sequence[str] | None) -> list[str]:
    if stated is not None and (strange := sorted(set(found) - {str(p) for p in stated})):
        raise ValueError(f"{strange[0]} is neither a variable nor a parameter")
    return list(found)
