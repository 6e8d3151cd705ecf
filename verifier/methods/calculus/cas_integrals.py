"""What SymPy says that an integral is, compared with a quadrature: for verdicts that trust it, never for proofs."""

from __future__ import annotations

from verifier.claims.named import fresh, operands, substitute
from verifier.kernel.binding import free_names
from verifier.kernel.expr import Expr, head
from verifier.kernel.logic import Sequent
from verifier.methods.calculus.approximation import NoValue, value
from verifier.methods.calculus.symbolic import from_sympy, guarded, symbol, to_sympy


def cas_integral(term: Expr, seconds: float, s: Sequent | None = None) -> Expr | None:
    """SymPy's value of ``integrate(f, (x, a, b))`` under what `s` says about its parameters; None where it has none.

    The value may be ("fn", "oo") or its negative.  It is not compared with anything: see `close_to`.
    """
    if head(term) != "fn" or operands(term)[0] != "integrate":
        return None
    _, binder, lo, hi = operands(term)
    x, _, body = operands(binder)
    around = s or Sequent()
    inner = substitute_name(body, str(x), around)
    try:
        symbols = {n: symbol(n, around) for n in free_names(term)}
        t = symbol(inner[1], around)
        f = to_sympy(inner[0], {**symbols, inner[1]: t})
        ends = [to_sympy(e, symbols) for e in (lo, hi)]
    except ValueError:
        return None

    def work() -> Expr | None:
        import sympy

        found = sympy.integrate(f, (t, *ends))
        if found.has(sympy.Integral, sympy.Piecewise, sympy.nan, sympy.zoo):
            return None
        return from_sympy(found)

    return guarded(work, seconds)


def substitute_name(body: Expr, x: str, s: Sequent) -> tuple[Expr, str]:
    """The integrand with a name for its variable that nothing in scope has."""
    name = fresh(x, frozenset(s.sorts) | (free_names(body) - {x}))
    return substitute(body, {x: name}), name


def close_to(term: Expr, v: Expr, seconds: float, digits: int = 30) -> bool | None:
    """Whether a quadrature agrees with a value to two thirds of the digits; None where it cannot say.

    For integrals without variables; done in a child process, so that the time holds.
    """
    if free_names(term) or free_names(v):
        return None

    def work() -> bool | None:
        import mpmath

        _, binder, lo, hi = operands(term)
        x, _, body = operands(binder)
        try:
            wanted = value(v, {}, digits)
            with mpmath.workdps(digits + 10):
                a, b = value(lo, {}, digits + 10), value(hi, {}, digits + 10)
                found, error = mpmath.quad(lambda t: value(body, {str(x): t}, digits + 10), [a, b], error=True)
        except (NoValue, ArithmeticError, ValueError):
            return None
        tolerance = mpmath.mpf(10) ** (-2 * digits // 3) * (1 + abs(wanted))
        return bool(abs(found - wanted) < tolerance) if error < tolerance else None

    return guarded(work, seconds)
