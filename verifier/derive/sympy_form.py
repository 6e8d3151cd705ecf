"""Formulas for all sizes as SymPy expressions, sums of matrices included.

SymPy has no sum of matrices of symbolic size: its `Sum` of them counts as a noncommutative number, which no product of
matrices takes.  Entry by entry it has one, so a sum of matrices becomes the matrix of the sums of the entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.kernel.terms.expr import Expr
from verifier.language.errors import ClaimError
from verifier.language.sympy_view.sympy_bridge import _Writer, symbol
from verifier.language.typing.kinds import SCALAR
from verifier.language.typing.typing import IllTyped, shape_of

ANY: Expr = ("integer", "-oo", "oo")


def sympy_form(e: Expr, sorts: Mapping[str, Expr]) -> Any:
    """A term as a SymPy object.  Raises `ClaimError` for what SymPy cannot say."""
    try:
        return _Matrices(dict(sorts)).side(e)
    except IllTyped as error:
        raise ClaimError(f"not well typed: {error}") from None
    except (TypeError, ValueError, NotImplementedError) as error:
        if isinstance(error, ClaimError):
            raise
        raise ClaimError(f"SymPy has no such form ({error!s:.60})") from None


class _Matrices(_Writer):
    def inside(self, name: str, sort: Expr) -> _Writer:
        return _Matrices({**self.sorts, name: sort})

    def ranged(self, name: str, body: Expr, j: str, lo: Expr, hi: Expr) -> Any:
        sorts = {**self.sorts, j: ANY}
        shape = shape_of(body, sorts)
        if name != "Sum" or shape == SCALAR or shape[1:] == (1, 1):
            return super().ranged(name, body, j, lo, hi)
        import sympy
        from sympy.matrices.expressions.matexpr import MatrixElement

        row, column = sympy.Dummy("row", integer=True), sympy.Dummy("column", integer=True)
        entry = MatrixElement(_Matrices(sorts).write(body), row, column)
        total = sympy.Sum(entry, (symbol(j, ANY), self.scalar(lo), self.scalar(hi)))
        return sympy.FunctionMatrix(self.scalar(shape[1]), self.scalar(shape[2]), sympy.Lambda((row, column), total))
