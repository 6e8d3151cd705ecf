"""The continuous-time linear network with any stable transition: everything through Lyapunov's equations.

For all sizes the formulas are in the solutions P, N, M, Q, X of linear equations, which are listed with them; at given
sizes these are solved over the field of rational functions (`verifier.derive.continuous.symbolic_lyapunov`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verifier.derive.answer import Answer, Check, decided, demanded
from verifier.derive.ask import Ask
from verifier.derive.continuous import lyapunov_claims as theory
from verifier.derive.continuous.sum_checks import no_answer, refused, timed
from verifier.derive.continuous.symbolic_lyapunov import letters, solved
from verifier.derive.formulas import Formula, Refused
from verifier.kernel.terms.expr import Expr
from verifier.language.claim import claim
from verifier.language.text.text import read_domain

MOST = {"m": 2, "n": 2, "d": 2}
REAL: Expr = ("real",)
WHOLE: Expr = ("integer", 0, "oo")


def _letters(ask: Ask) -> dict[str, Expr]:
    """The sorts of the solutions."""
    return {n: read_domain(text, declared=ask.model.sorts).sort for n, text in theory.SOLUTIONS.items()}


def _general(ask: Ask, query: str, rows: Sequence[tuple[str, str, str]], checks: Callable[[], list[Check]],
             more: dict[str, Expr] | None = None, notes: Sequence[str] = ()) -> Answer:  # fmt: skip
    letters = {**_letters(ask), **(more or {})}
    formulas = tuple(Formula(n, latex, ask.model.read(text, letters)) for n, latex, text in rows)
    return demanded(Answer(query, ask.model, None, formulas, notes=(*notes, ask.model.note), verifier=checks,
                           letters=letters))  # fmt: skip


def _equations(names: str) -> tuple[str, ...]:
    return tuple(f"{n}: {theory.EQUATIONS[n].replace('==', '=').split(' = ')[0]} = 0" for n in names)


def _solved(ask: Ask) -> Any:
    assert ask.sizes is not None
    big = [f"{n} = {ask.sizes[n]}" for n, most in MOST.items() if ask.sizes[n] > most]
    if big:
        why = "the rational functions are too long; ask with --all-sizes, or lyapunov_loss in Python with numbers"
        raise Refused(f"{ask.model.name} at {', '.join(big)}: {why}")
    return solved(ask.sizes["m"], ask.sizes["n"], ask.sizes["d"])


def _at_numbers(found: Any) -> Check:
    how = "solutions substituted in their equations; numbers by another route at an exact stable point"
    return timed("loss and gradient", how, found.verify)


def loss(ask: Ask) -> Answer:
    """c'P c - 2 c'N cs + cs'M cs."""
    if ask.sizes is None:
        def proofs() -> list[Check]:
            return [decided(c.id, c) for c in theory.loss_claims()]

        return _general(ask, "loss", (("L", "L", theory.LOSS),), proofs, notes=_equations("PNM"))
    found = _solved(ask)
    return demanded(Answer("loss", ask.model, ask.sizes, (Formula("L", "L", None, found.value),), notes=ask.notes,
                           verifier=lambda: [_at_numbers(found)]))  # fmt: skip


def gradient(ask: Ask, query: str = "gradient") -> Answer:
    """2 (Q P + X N'), 2 (Q U + X Us), 2 (P c - N cs)."""
    wrt = ask.model.trained(ask.wrt)
    names = {"gradient": ("dL/d{0}", r"\nabla_{{{0}}} L"), "flow": ("d{0}/dt", r"\dot{{{0}}}"),
             }.get(query, ("{0}_next", "{0}^{{+}}"))  # fmt: skip
    shown = {x: (names[0].format(x), names[1].format(x)) for x in wrt}
    if ask.sizes is None:
        step = {"gradient": "{1}", "flow": "-{1}", "descent-step": "{0} - 2*eta*{2}",
                "momentum-step": "{0} - 2*eta*{2} + mu*({0} - {0}_previous)"}[query]  # fmt: skip
        more: dict[str, Expr] = {"eta": REAL} if query in ("descent-step", "momentum-step") else {}
        if query == "momentum-step":
            more |= {"mu": REAL, **{f"{x}_previous": ask.model.sorts[x] for x in wrt}}
        rows = [(*shown[x], step.format(x, g, g.removeprefix("2*"))) for x, g in theory.GRADIENT.items() if x in wrt]

        def proofs() -> list[Check]:
            claims = theory.gradient_claims()
            return [decided(c.id, c) for c in (*theory.loss_claims(), *(claims[x] for x in wrt))]

        return _general(ask, query, rows, proofs, more, _equations("PNQX"))
    import sympy

    found = _solved(ask)
    eta, mu = sympy.symbols("eta mu")
    formulas = []
    for x in wrt:
        g, own = found.gradient[x], found.letters[x]
        before = own.applyfunc(lambda e: sympy.Symbol(e.name.replace("_", "_previous_", 1)))
        value = {"gradient": g, "flow": -g, "descent-step": own - eta * g,
                 "momentum-step": own - eta * g + mu * (own - before)}[query]  # fmt: skip
        formulas.append(Formula(*shown[x], None, sympy.ImmutableMatrix(value)))
    letters: dict[str, Expr] = {"eta": REAL} if query in ("descent-step", "momentum-step") else {}
    if query == "momentum-step":
        letters |= {"mu": REAL, **{f"{x}_previous": ask.model.sorts[x] for x in wrt}}
    return demanded(Answer(query, ask.model, ask.sizes, tuple(formulas), notes=ask.notes, letters=letters,
                           verifier=lambda: [_at_numbers(found)]))  # fmt: skip


def flow(ask: Ask) -> Answer:
    """Minus the gradient."""
    return gradient(ask, "flow")


def descent_step(ask: Ask) -> Answer:
    """One step of gradient descent with step size eta."""
    return gradient(ask, "descent-step")


def momentum_step(ask: Ask) -> Answer:
    """One step of the heavy ball."""
    return gradient(ask, "momentum-step")


def hessian(ask: Ask) -> Answer:
    """At m = n = d = 1 the matrix of second derivatives."""
    import sympy

    if ask.sizes is None or ask.sizes["m"] > 1:
        raise refused(ask, "hessian", "its formula is long: the derivative of the gradient, where P, N, Q, X move by "
                                      "further Lyapunov equations; ask at m = 1, or for the gradient")  # fmt: skip
    found = _solved(ask)
    own = [e for x in ask.model.trained(ask.wrt) for e in found.letters[x]]
    table = sympy.ImmutableMatrix(sympy.hessian(found.value, own).applyfunc(sympy.factor))
    slopes = [found.slope(e) for e in own]

    def right() -> bool:
        n = range(len(own))
        return all(sympy.cancel(table[i, j] - slopes[i].diff(own[j])) == 0 for i in n for j in n)

    def checks() -> list[Check]:
        return [_at_numbers(found), timed("hess L", "the derivatives of Lyapunov's gradient", right)]

    return demanded(Answer("hessian", ask.model, ask.sizes, (Formula("hess L", r"\nabla^2 L", None, table),),
                           notes=(f"rows and columns: {', '.join(map(str, own))}", *ask.notes), verifier=checks))


def _by_sizes(ask: Ask, query: str) -> None:
    if ask.sizes is not None:
        raise refused(ask, query, "it has a formula in exp(t W) alone; ask with --all-sizes")


def impulse_response(ask: Ask) -> Answer:
    """h(t) = c' F(t) U with F(t) = e^(t W): the solution of s' = W s from s(0) = U gives c's."""
    _by_sizes(ask, "impulse-response")
    return _general(ask, "impulse-response", (("h(t)", "h(t)", "c.T*F[t]*U"),), lambda: [_state()], {"t": REAL},
                    ("F(t) = e^(t W)",))  # fmt: skip


def _state() -> Check:
    letters = {**theory.SIZES, **theory.SYSTEMS, "F": "matrix(m, m) curve", "t": "real", "f": "matrix(d, 1)"}
    given = {"F": "forall(s, real, diff(F[s], s) == W*F[s])"}
    made = claim("h' = c'W s, s = F U", "diff(trace(c.T*F[t]*U*f), t) == trace(c.T*W*(F[t]*U)*f)", variables=letters,
                 given=given)  # fmt: skip
    return decided(made.id, made)


def hankel(ask: Ask) -> Answer:
    """h(s + t) = (c' F(s)) (F(t) U) by the group property of e^(t W), and c' W^(p+q) U: the rank is at most m."""
    _by_sizes(ask, "hankel")
    rows = (("h(s_ + t_)", "h(s + t)", "(c.T*F[s_])*(F[t_]*U)"), ("H[p_, q_]", "H_{pq}", "c.T*W**(p_ + q_)*U"),
            ("H[p_, q_], factored", "(c'W^p)(W^q U)", "(c.T*W**p_)*(W**q_*U)"))  # fmt: skip

    def proofs() -> list[Check]:
        letters = {**theory.SIZES, **theory.SYSTEMS, "p": "nonnegative integer", "q": "nonnegative integer"}
        made = claim("H = O R", "c.T*W**(p + q)*U == (c.T*W**p)*(W**q*U)", variables=letters)
        return [decided(made.id, made), _state()]

    return _general(ask, "hankel", rows, proofs, {"s_": REAL, "t_": REAL, "p_": WHOLE, "q_": WHOLE},
                    ("F(t) = e^(t W), F(s + t) = F(s) F(t); both have at most the rank m",))  # fmt: skip


def moments(ask: Ask) -> Answer:
    """The j-th derivative of h at 0 is c' W^j U."""
    _by_sizes(ask, "moments")
    return _general(ask, "moments", (("M(j)", "M_j", "c.T*W**j*U"),), lambda: [_state()], {"j": WHOLE},
                    ("M_j is the j-th derivative of h at 0, as h' has c'W in place of c'",))  # fmt: skip


def characteristic_polynomial(ask: Ask) -> Answer:
    """det(x - W) and the differential equation of h."""
    import sympy

    if ask.sizes is None:
        raise refused(ask, "characteristic-polynomial", "its coefficients are no words of W for all sizes; "
                                                        "give --size m=2")  # fmt: skip
    if ask.sizes["m"] > 5:
        raise refused(ask, "characteristic-polynomial", "the polynomial is long; m is at most 5")

    W, x = letters(ask.sizes["m"], ask.sizes["n"], ask.sizes["d"])["W"], sympy.Symbol("x")
    value = sympy.collect(W.charpoly(x).as_expr().expand(), x)

    def right() -> bool:
        size, total = W.rows, sympy.zeros(W.rows, W.rows)
        for k in range(size + 1):
            total += value.expand().coeff(x, k) * W**k
        return bool(total.applyfunc(sympy.expand).is_zero_matrix)

    return demanded(Answer("characteristic-polynomial", ask.model, ask.sizes,
                           (Formula("det(x - W)", r"\det(x I - W)", None, value),),
                           notes=("with d/dt in place of x it is a linear differential equation for h", *ask.notes),
                           verifier=lambda: [timed("W is a root (Cayley-Hamilton)", "multiplied out", right)]))


def symmetries(ask: Ask) -> Answer:
    """The change of basis of the states, and the sign of input and output."""
    square: Expr = ("matrix", "m", "m")
    rows = [(f"change of basis: {x}", x, text) for x, text in theory.BASIS.items()]
    return _general(ask, "symmetries", rows, lambda: [decided(c.id, c) for c in theory.symmetry_claims()],
                    {"T": square, "R": square}, ("R is the inverse of T; the kernel c' exp(t W) U stays as it is",))


def conserved(ask: Ask) -> Answer:
    """W W' - W'W + U U' - c c' for every teacher."""
    def proofs() -> list[Check]:
        return [decided(c.id, c) for c in (theory.law_claim(), *theory.gradient_claims().values())]

    return _general(ask, "conserved", (("Q_", "Q", theory.LAW),), proofs,
                    notes=("conserved by gradient flow for every teacher; further laws are not searched for here",))


def critical_points(ask: Ask) -> Answer:
    """Where U and c vanish the gradient does, for every teacher; the other points solve X N' = -Q P and so on."""
    rows = (("U", "U", "zeros(m, d)"), ("c", "c", "zeros(m, 1)"), ("W", "W", "W"))

    def proofs() -> list[Check]:
        letters = {**theory.SIZES, **theory.SYSTEMS, **theory.SOLUTIONS}
        zero = {"P": "P == zeros(m, m)", "N": "N == zeros(m, n)", "Q": "Q == zeros(m, m)", "X": "X == zeros(m, n)"}
        solve = claim("P, N, Q, X = 0 solve their equations",
                      "W*zeros(m, m) + zeros(m, m)*W.T + zeros(m, d)*zeros(m, d).T == zeros(m, m)"
                      " and W*zeros(m, n) + zeros(m, n)*Ws.T + zeros(m, d)*Us.T == zeros(m, n)"
                      " and W.T*zeros(m, n) + zeros(m, n)*Ws - zeros(m, 1)*cs.T == zeros(m, n)", variables=letters)
        rest = claim("the gradient vanishes there",
                     "2*(Q*P + X*N.T) == zeros(m, m) and 2*(Q*zeros(m, d) + X*Us) == zeros(m, d)"
                     " and 2*(P*zeros(m, 1) - N*cs) == zeros(m, 1)", variables=letters, given=zero)  # fmt: skip
        return [decided(c.id, c) for c in (solve, rest, *theory.gradient_claims().values())]

    return _general(ask, "critical-points", rows, proofs,
                    notes=("stationary for every teacher and every stable W; the other critical points depend on it",))


_WHY = "its predictor is a function on [0, oo): its metric is an operator, of which no closed form is known here"
tangent_kernel = no_answer("tangent-kernel", "the derivative of exp(t W) by W is an integral; ask exponential-sums")
metric = no_answer("metric", _WHY)
mirror_flow = no_answer("mirror-flow", _WHY)
warped_flow = no_answer("warped-flow", _WHY)
mirror_step = no_answer("mirror-step", _WHY)
hessian_map = no_answer("hessian-map", _WHY)
time_warp = no_answer("time-warp", _WHY)
potential = no_answer("potential", _WHY)
bregman = no_answer("bregman", _WHY)
closed_form = no_answer("closed-form", "its flow has no known solution; ask for the flow")
