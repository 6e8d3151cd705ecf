"""Gradient and Hessian of the loss of exponential sums, entry by entry, for every number of neurons and every target.

For all m at once, the neurons other than k and j enter the loss only through the Laplace transform of their sum, an
unknown function of the one point at which it is read:

    J = pairs of k and j + 2 a_k rest(w_k) + 2 a_j rest(w_j) - 2 a_k R(w_k) - 2 a_j R(w_j) + what moves with neither.

That the double sum splits like this is proved for all m by `split_claims`; the rest is differentiation.

Source: Li, Han, E and Li (ICLR 2021), equations (19), (90), (91), (97)-(101).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verifier.derive.continuous.exponential_sums import Loss, NoLoss, general_target, loss, same
from verifier.derive.exact_numbers import NotVerified
from verifier.language.claim import claim


@dataclass(frozen=True)
class AllWidths:
    """Gradient and Hessian entries for every number of neurons m and every target, in terms of residual moments.

    `entries` maps names such as "a_k", "w_k", "a_k a_j", "w_k a_k" to expressions in a_k, w_k, a_j, w_j (j != k)
    and the functions I_0, I_1, I_2, where I_n(w) is the integral of t^n e^(-w t) (rhohat - rho).
    """

    entries: tuple[tuple[str, Any], ...]
    symbols: tuple[Any, Any, Any, Any]

    def entry(self, name: str) -> Any:
        """One entry; raises `NoLoss` with the names that there are."""
        found = dict(self.entries)
        if name not in found:
            raise NoLoss(f"{name!r} is no entry; there are {', '.join(found)}")
        return found[name]

    def at(self, which: Loss, name: str, k: int, j: int | None = None) -> Any:
        """The entry for the neurons k and j (from 0) of a concrete loss."""
        from sympy import Function

        names = self.symbols
        other = k if j is None else j
        values = dict(zip(names, (which.a[k], which.w[k], which.a[other], which.w[other]), strict=True))
        found = self.entry(name).subs(values, simultaneous=True)
        for n in range(3):
            moment = Function(f"I_{n}")
            found = found.replace(moment, lambda point, n=n: which.residual_moment(n, point))
        return found

    def verify(self, widths: Sequence[int] = (1, 2, 3, 4)) -> bool:
        """Every entry equals the derivative of the closed form at these widths, for an unspecified target."""
        for m in widths:
            which = loss(m, general_target())
            for k in range(m):
                j = None if m == 1 else (k + 1) % m
                a_k, w_k = which.a[k], which.w[k]
                wanted: dict[str, Any] = {"a_k": [a_k], "w_k": [w_k], "a_k a_k": [a_k, a_k], "w_k a_k": [w_k, a_k]}
                wanted["w_k w_k"] = [w_k, w_k]
                if j is not None:
                    a_j, w_j = which.a[j], which.w[j]
                    wanted |= {"a_k a_j": [a_k, a_j], "w_k a_j": [w_k, a_j], "w_k w_j": [w_k, w_j]}
                for name, letters in wanted.items():
                    if not same(which.value.diff(*letters) - self.at(which, name, k, j)):
                        return False
        return True

    def _repr_latex_(self) -> str:
        from sympy import latex

        rows = [f"\\partial^{{{len(n.split())}}}_{{{n}}} J &= {latex(e)}" for n, e in self.entries]
        return "$\\displaystyle \\begin{aligned} " + " \\\\ ".join(rows) + " \\end{aligned}$"


def all_widths() -> AllWidths:
    """Gradient and Hessian for every m, every pair of neurons k != j and every target, derived by differentiation.

    >>> all_widths().entry("w_k a_j")
    -2*a_k/(w_j + w_k)**2
    """
    from sympy import Function, Symbol, expand_mul, factorial, symbols

    a_k, a_j = symbols("a_k a_j", real=True)
    w_k, w_j = symbols("w_k w_j", positive=True)
    s = Symbol("s", positive=True)
    rest, target = Function("rest"), Function("R")  # rest(s): the transform of all neurons but k and j
    value = a_k**2 / (2 * w_k) + a_j**2 / (2 * w_j) + 2 * a_k * a_j / (w_k + w_j)
    value += 2 * a_k * rest(w_k) + 2 * a_j * rest(w_j) - 2 * a_k * target(w_k) - 2 * a_j * target(w_j)

    def named(expression: Any) -> Any:
        """With the moments I_n at w_k in place of the derivatives of `rest`."""
        found = expression.doit()
        for n in (2, 1, 0):
            moment = Function(f"I_{n}")(w_k)
            own = (a_k / (w_k + s) ** (n + 1) + a_j / (w_j + s) ** (n + 1)).subs(s, w_k) * factorial(n)
            solved = (-1) ** n * (moment - own) + (target(w_k).diff(w_k, n) if n else target(w_k))
            found = found.xreplace({rest(w_k).diff(w_k, n) if n else rest(w_k): solved})
        return expand_mul(found)  # denominators stay powers

    wanted = {
        "a_k": (a_k,), "w_k": (w_k,), "a_k a_k": (a_k, a_k), "a_k a_j": (a_k, a_j), "w_k a_k": (w_k, a_k),
        "w_k a_j": (w_k, a_j), "w_k w_k": (w_k, w_k), "w_k w_j": (w_k, w_j),
    }  # fmt: skip
    result = AllWidths(tuple((n, named(value.diff(*x))) for n, x in wanted.items()), (a_k, w_k, a_j, w_j))
    if not result.verify((1, 2)):
        raise NotVerified("an entry is not the derivative of the closed form")
    return result


def split_claims() -> tuple[Any, ...]:
    """What `decide` proves for all m: how the loss J = a' K a - 2 a' r + |rho|^2 changes with neuron k alone.

    K has the entries 1/(w_i + w_j), r the entries R(w_i).  ``amplitude``: a_k moves by h.  ``exponent``: w_k moves, so
    that row and column k of K move by u and the entry r_k by h (u_k is half of what K_kk moves by).
    """
    variables = {
        "m": "positive integer", "k": "integer[0, m-1]", "a": "matrix(m, 1)", "r": "matrix(m, 1)",
        "K": "symmetric matrix(m)", "h": "real",
    }  # fmt: skip
    e, value = "basis(m, k)", "a.T*K*a - 2*a.T*r"
    moved = f"(a + h*{e}).T*K*(a + h*{e}) - 2*(a + h*{e}).T*r"
    turned = f"a.T*(K + {e}*u.T + u*{e}.T)*a - 2*a.T*(r + h*{e})"
    return (
        claim("amplitude", f"{moved} == {value} + 2*h*{e}.T*(K*a - r) + h**2*{e}.T*K*{e}", variables=variables),
        claim("exponent", f"{turned} == {value} + 2*({e}.T*a)*(u.T*a - h*eye(1))",
              variables={**variables, "u": "matrix(m, 1)"}),
    )  # fmt: skip
