"""A target by its Laplace transform, as a user writes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verifier.derive.continuous.lyapunov_loss import NoLoss, lyapunov_loss, system
from verifier.derive.formulas import Refused
from verifier.language.sympy_view.sympy_bridge import to_sympy
from verifier.language.text.text import parse


def given(text: str | None) -> tuple[Callable[[Any], Any], Any, tuple[str, ...]]:
    """R as a function, the integral of rho^2, notes.  Without a text R is unspecified and the norm a symbol.

    A rational R is realised as a linear system; it is refused unless it is strictly proper and stable, and Lyapunov's
    equation gives the norm.  For any other R that it is the transform of a square-integrable rho is supposed, and the
    norm stays a symbol.  Raises `Refused`, `ClaimError`.
    """
    from sympy import Function, Symbol

    if text is None:
        R = Function("R")
        return lambda x: R(x), Symbol("rho2", nonnegative=True), (
            "R(x) is the integral over t >= 0 of e^(-x t) times the target, rho2 that of its square",)  # fmt: skip

    sorts: dict[str, Any] = {"s": ("real",)}
    e = to_sympy(parse(text, declared=sorts), sorts)
    variable = next(iter(e.free_symbols), Symbol("s", real=True))
    if e == 0:
        return lambda x: e, e, ("R = 0, the target 0",)
    if e.is_number:
        raise Refused(f"transform {text!r:.40}: the transform of a square-integrable function tends to 0, this one not")
    if e.is_rational_function(variable):
        norm = _norm(e, variable, text)
        return lambda x: e.subs(variable, x), norm, (f"R(s) = {text}, realised as a stable linear system",)
    _tends_to_zero(e, variable, text)
    return lambda x: e.subs(variable, x), Symbol("rho2", nonnegative=True), (
        f"R(s) = {text} is supposed to be the transform of a square-integrable function, rho2 its squared norm",
    )  # fmt: skip


def _norm(e: Any, s: Any, text: str) -> Any:
    """The integral of rho^2 for R = e, from the companion matrix of the denominator; c'(s - W)^-1 b = R is checked."""
    from sympy import Poly, cancel, eye, fraction, zeros

    top, bottom = (Poly(p, s, domain="QQ") for p in fraction(cancel(e)))
    n = bottom.degree()
    if n == 0 or top.degree() >= n:
        raise Refused(f"transform {text!r:.40}: the degree of the numerator is not smaller, so rho is no function")
    top, bottom = top * (1 / bottom.LC()), bottom.monic()
    W, b, c = zeros(n, n), zeros(n, 1), zeros(n, 1)
    for i in range(n):
        W[n - 1, i] = -bottom.coeff_monomial(s**i)
        c[i] = top.coeff_monomial(s**i)
        if i + 1 < n:
            W[i, i + 1] = 1
    b[n - 1] = 1
    if cancel((c.T * (s * eye(n) - W).inv() * b)[0, 0] - e) != 0:
        raise Refused(f"transform {text!r:.40}: its realisation has another transfer function")
    try:
        return lyapunov_loss(system(W, b, list(c))).value
    except NoLoss:
        why = "a pole has a real part that is not negative, so rho is not in L^2"
        raise Refused(f"transform {text!r:.40}: {why}") from None


def _tends_to_zero(e: Any, s: Any, text: str) -> None:
    """Refuse a transform whose limit at oo SymPy finds to be other than 0: |R(s)|^2 <= |rho|^2/(2 s)."""
    from sympy import limit, oo

    try:
        found = limit(e, s, oo)
    except (NotImplementedError, ValueError):
        return
    if found.is_zero is False:
        raise Refused(f"transform {text!r:.40}: it tends to {found} at oo; that of a square-integrable function to 0")
