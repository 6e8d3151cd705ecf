"""What an exponential sum is: impulse response, Hankel kernel, moments, differential equation, tangent kernel.

h(t) = sum_i a_i e^(-w_i t) is the Laplace transform of the measure with the weight a_i at the atom w_i.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verifier.derive.answer import Answer, Check, decided, demanded
from verifier.derive.ask import Ask
from verifier.derive.continuous import exponential_sum_claims as claims
from verifier.derive.continuous.exponential_networks import plain, residual
from verifier.derive.continuous.sum_checks import derivatives, timed
from verifier.derive.formulas import Formula
from verifier.kernel.terms.expr import Expr
from verifier.models.model import Model

REAL: Expr = ("real",)
WHOLE: Expr = ("integer", 0, "oo")


def _general(model: Model, query: str, rows: Sequence[tuple[str, str, str]], letters: dict[str, Expr],
             checks: Callable[[], Sequence[Check]], notes: Sequence[str] = ()) -> Answer:  # fmt: skip
    """An answer for all widths from names, LaTeX names and texts."""
    formulas = tuple(Formula(name, latex, model.read(text, letters)) for name, latex, text in rows)
    return demanded(Answer(query, model, None, formulas, notes=(*notes, model.note), verifier=checks, letters=letters))


def _sized(ask: Ask, query: str, rows: Sequence[tuple[str, str, Any]], checks: Callable[[], Sequence[Check]],
           letters: dict[str, Expr] | None = None, notes: Sequence[str] = ()) -> Answer:  # fmt: skip
    formulas = tuple(Formula(name, latex, None, plain(value)) for name, latex, value in rows)
    return demanded(Answer(query, ask.model, ask.sizes, formulas, notes=(*notes, ask.model.note), verifier=checks,
                           letters=letters or {}))  # fmt: skip


def _claims(*names: str) -> list[Check]:
    """The proofs of claims about single exponentials, by their ids."""
    known = {c.id: c for c in (*claims.response_claims(), *claims.integral_claims(), *claims.tangent_claims())}
    return [decided(n, known[n]) for n in names]


def _sum(term: str) -> str:
    return f"Sum({term}, (i, 0, m-1))"


def impulse_response(ask: Ask) -> Answer:
    """h(t), what the network answers at the time t after a unit impulse, and its Laplace transform."""
    letters = {"t": REAL, "x": REAL}
    names = ("the kernel's equation", "its start", "the integral of exp(-x t)")
    if ask.sizes is None:
        rows = (("h(t)", "h(t)", _sum("a[i,0]*exp(-w[i,0]*t)")), ("H(x)", "H(x)", _sum("a[i,0]/(x + w[i,0])")))
        note = "h_i' = -w_i h_i, h_i(0) = 1 for each neuron; H is the Laplace transform of h, for x > -min(w)"
        return _general(ask.model, "impulse-response", rows, letters, lambda: _claims(*names), (note,))
    from sympy import Symbol

    found, t, x = residual(ask), Symbol("t", real=True), Symbol("x", positive=True)
    h, transform = found.student(t), found.over_neurons(lambda a, w: a / (x + w))

    def checks() -> list[Check]:
        from sympy import Integer, Matrix, cancel, diag, expand, eye

        W, b = -diag(*found.w), Matrix(list(found.a))
        modes = [h.coeff(a) for a in found.a]

        def right() -> bool:
            rates = all(expand(e.diff(t) - W[i, i] * e) == 0 and e.subs(t, 0) == 1 for i, e in enumerate(modes))
            total = sum((a * e for a, e in zip(found.a, modes, strict=True)), Integer(0))
            solved = Matrix([a / (x + w) for a, w in zip(found.a, found.w, strict=True)])
            left = ((x * eye(W.rows) - W) * solved - b).applyfunc(cancel)
            return bool(rates and expand(h - total) == 0 and left.is_zero_matrix and sum(solved) == transform)

        return [timed("dh/dt = W h, (x - W) g = b and H = c'g", "exactly", right)]

    return _sized(ask, "impulse-response", (("h(t)", "h(t)", h), ("H(x)", "H(x)", transform)), checks, letters)


def hankel(ask: Ask) -> Answer:
    """The Hankel kernel h(s + t), a sum of m products; and the Hankel matrix of the moments, V' diag(a) V."""
    letters: dict[str, Expr] = {"s_": REAL, "t_": REAL, "p_": WHOLE, "q_": WHOLE}
    note = "both have at most the rank m: that of the distinct exponents whose amplitudes have a sum other than 0"
    if ask.sizes is None:
        rows = (
            ("h(s_ + t_)", "h(s + t)", _sum("a[i,0]*exp(-w[i,0]*s_)*exp(-w[i,0]*t_)")),
            ("H[p_, q_]", "H_{pq}", _sum("a[i,0]*w[i,0]**(p_ + q_)")),
            ("H[p_, q_], factored", "(V^{T} A V)_{pq}", _sum("w[i,0]**p_*(a[i,0]*w[i,0]**q_)")),
        )
        return _general(ask.model, "hankel", rows, letters,
                        lambda: _claims("exp(-w (s + t))", "H = V' diag(a) V"), (note,))  # fmt: skip
    from sympy import ImmutableMatrix, Matrix, diag, expand, prod

    found = residual(ask)
    m = len(found.a)
    table = ImmutableMatrix(m, m, lambda p, q: found.over_neurons(lambda a, w: a * w ** (p + q)))
    gaps = [(found.w[i] - found.w[j]) ** 2 for i in range(m) for j in range(i)]
    value = prod([*found.a, *gaps])

    def checks() -> list[Check]:
        def factored() -> bool:
            V = Matrix(m, m, lambda i, q: found.w[i] ** q)
            return bool((V.T * diag(*found.a) * V - table).applyfunc(expand).is_zero_matrix)

        def determinant() -> bool:  # V' diag(a) V and Vandermonde's determinant
            V = Matrix(m, m, lambda i, q: found.w[i] ** q)
            root = prod(found.w[i] - found.w[j] for i in range(m) for j in range(i))
            return bool(expand(V.det(method="berkowitz") - root) == 0 and value == prod(found.a) * prod(gaps))

        return [timed("H = V' diag(a) V", "multiplied out", factored), *_claims("exp(-w (s + t))"),
                timed("det H", "Vandermonde's determinant expanded", determinant)]  # fmt: skip

    rows_at = (("H", "H", table), ("det H", r"\det H", value))
    about = f"H_pq is the moment p + q of the measure with weights a at the atoms w, p and q below {m}"
    return _sized(ask, "hankel", rows_at, checks, notes=(about, note))


def moments(ask: Ask) -> Answer:
    """h as moments: of the measure with weight a_i at w_i (its derivatives at 0), and in time."""
    note = "M_j = (-1)^j times the j-th derivative of h at 0, the moment of the measure with weight a_i at the atom w_i"
    time_note = "T_j is the integral over t >= 0 of t^j h(t)"
    if ask.sizes is None:
        rows = (("M(j)", "M_j", _sum("a[i,0]*w[i,0]**j")),
                ("T(j)", "T_j", _sum("a[i,0]*factorial(j)/w[i,0]**(j+1)")))  # fmt: skip
        names = ("the kernel's equation", "its start", "t**(j + 1) exp(-x t) by parts", "the integral of exp(-x t)")
        return _general(ask.model, "moments", rows, {"j": WHOLE}, lambda: _claims(*names), (note, time_note))
    from sympy import ImmutableMatrix, Symbol, factorial

    found, t, x = residual(ask), Symbol("t", real=True), Symbol("x", positive=True)
    count = 2 * len(found.a)

    def power(j: int) -> Any:
        return found.over_neurons(lambda a, w: a * w**j)

    rows_at = (
        ("atoms", "x", ImmutableMatrix([list(found.w)])), ("weights", r"\mu", ImmutableMatrix([list(found.a)])),
        ("M", "M", ImmutableMatrix([[power(j) for j in range(count)]])),
        ("T", "T", ImmutableMatrix([[factorial(j) * power(-j - 1) for j in range(count)]])),
    )  # fmt: skip

    def checks() -> list[Check]:
        from sympy import expand

        h, transform = found.student(t), found.over_neurons(lambda a, w: a / (x + w))

        def right() -> bool:
            M, T = rows_at[2][2], rows_at[3][2]
            at_zero = [((-1) ** j * h.diff(t, j).subs(t, 0), (-1) ** j * transform.diff(x, j).subs(x, 0))
                       for j in range(count)]  # fmt: skip
            return all(expand(p - M[j]) == 0 == expand(q - T[j]) for j, (p, q) in enumerate(at_zero))

        return [timed(f"derivatives of h and of its transform at 0, j < {count}", "differentiated exactly", right)]

    return _sized(ask, "moments", rows_at, checks, notes=(note, time_note))


def characteristic_polynomial(ask: Ask) -> Answer:
    """The polynomial of -diag(w): prod_i (d/dt + w_i) h = 0."""
    note = "with d/dt in place of x it is a linear differential equation for h"
    if ask.sizes is None:
        rows = (("det(x - W)", r"\det(x I - W)", "Product(x + w[i,0], (i, 0, m-1))"),)
        return _general(ask.model, "characteristic-polynomial", rows, {"x": REAL},
                        lambda: _claims("the kernel's equation"),
                        ("W = -diag(w); the factor of neuron i removes its exponential, as the factors commute", note))
    from sympy import Symbol, diag, expand, eye, prod

    found, t, x = residual(ask), Symbol("t", real=True), Symbol("x")
    value = expand(prod(x + w for w in found.w))

    def checks() -> list[Check]:
        def right() -> bool:
            h = found.student(t)
            for w in found.w:
                h = expand(h.diff(t) + w * h)
            size = len(found.w)
            return bool(h == 0 and expand((x * eye(size) + diag(*found.w)).det(method="berkowitz") - value) == 0)

        return [timed("prod (d/dt + w_i) h = 0", "applied factor by factor", right)]

    return _sized(ask, "characteristic-polynomial", (("det(x - W)", r"\det(x I - W)", value),), checks, notes=(note,))


PRODUCTS = ("d/da of a exp(-w t)", "d/dw of a exp(-w t)", "their products")


def tangent_kernel(ask: Ask) -> Answer:
    """K(s, t) = sum over the parameters of dh(s)/dtheta dh(t)/dtheta."""
    letters: dict[str, Expr] = {"s_": REAL, "t_": REAL}
    if ask.sizes is None:
        rows = (("K(s_, t_)", "K(s, t)", _sum("(1 + a[i,0]**2*s_*t_)*exp(-w[i,0]*(s_ + t_))")),)
        return _general(ask.model, "tangent-kernel", rows, letters, lambda: _claims(*PRODUCTS),
                        ("a neuron's parameters enter its own exponential alone, so that K is a sum over neurons",))
    from sympy import exp, symbols

    found = residual(ask)
    s, t = symbols("s_ t_", real=True)
    value = found.over_neurons(lambda a, w: (1 + a**2 * s * t) * exp(-w * (s + t)))

    def checks() -> list[Check]:
        from sympy import Integer, expand

        def right() -> bool:
            own = (*found.a, *found.w)
            total = sum((found.student(s).diff(p) * found.student(t).diff(p) for p in own), Integer(0))
            return bool(expand(expand(total) - expand(value)) == 0)

        return [timed("K(s, t) = sum of dh(s) dh(t)", "differentiated exactly", right)]

    return _sized(ask, "tangent-kernel", (("K(s_, t_)", "K(s, t)", value),), checks, letters)


def metric(ask: Ask) -> Answer:
    """dh(t)/dtau = (M p)(t) under gradient flow, p = -dL/dh = 2 (rho - h): M is the integral operator of K."""
    from sympy import Function, Indexed, IndexedBase, Sum, exp, symbols

    t = symbols("t", real=True)
    forces = [Function(f"P_{n}") for n in range(2)]
    notes = ("P_n(x) is the integral over t >= 0 of t^n e^(-x t) p(t), p = 2 (target - h); M is the integral operator "
             "with the tangent kernel K", "h is a function: no finite matrix is its metric")  # fmt: skip

    def term(a: Any, w: Any) -> Any:
        return exp(-w * t) * (forces[0](w) + a**2 * t * forces[1](w))

    if ask.sizes is None:
        i, m = symbols("i m", integer=True)
        a, w = (Indexed(IndexedBase(n), i) for n in "aw")
        value = Sum(term(a, w), (i, 0, m - 1))
    else:
        found = residual(ask)
        value = plain(found.over_neurons(term))

    def checks() -> list[Check]:
        from sympy import Integer, expand

        own = residual(Ask(ask.model, ask.sizes or dict(ask.model.sizes), None, ask.options))

        def right() -> bool:
            h = own.student(t)
            rate = sum((h.diff(a) * forces[0](w) - a * h.diff(w) * forces[1](w)
                        for a, w in zip(own.a, own.w, strict=True)), Integer(0))  # fmt: skip
            return bool(expand(expand(rate) - expand(own.over_neurons(term))) == 0)

        # a' = -2 I_0 = P_0 and w' = 2 a I_1 = -a P_1
        return [*derivatives("gradient"), *_claims(*PRODUCTS),
                timed(f"dh/dtau at m = {len(own.a)}", "chain rule, equal as formulas", right)]  # fmt: skip

    formula = Formula("(M p)(t)", "(M p)(t)", None, value)
    return demanded(Answer("metric", ask.model, ask.sizes, (formula,), notes=(*notes, ask.model.note),
                           verifier=checks))  # fmt: skip
