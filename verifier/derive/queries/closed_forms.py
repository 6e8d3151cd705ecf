"""Closed forms of training: matrices for one layer, modes of more layers, coordinates of diagonal networks."""

from __future__ import annotations

import time
from typing import Any

from verifier.derive.answer import Answer, Check, decided, demanded
from verifier.derive.ask import Ask
from verifier.derive.formulas import Formula, Refused
from verifier.derive.queries import separations
from verifier.derive.trajectories.depth_modes import depth_mode
from verifier.derive.trajectories.heavy_ball import REGIMES, heavy_ball_flow, regime_claims
from verifier.derive.trajectories.linear_closed_forms import all_sizes_claims
from verifier.derive.trajectories.scalar_recursion import bracket, step_claims
from verifier.derive.trajectories.separated_modes import SeparatedMode, positivity_claims, two_layer_mode
from verifier.derive.trajectories.sigmoid_modes import mode
from verifier.language.text.text import parse


def closed_form(ask: Ask) -> Answer:
    """The solution of gradient flow, for one layer also of descent and the heavy ball, where there is one.

    One layer: matrices, for all sizes.  Two layers: the modes of a start in the common singular basis of the data, with
    any sizes of the two layers; that they separate is proved for all sizes.  More layers: the time at which a mode has
    a given size.  Diagonal networks: each coordinate, where the covariance of the data is diagonal.  Raises `Refused`
    for other models.
    """
    model = ask.model
    if model.name == "linear-network-1":
        return _one_layer(ask)
    if separations.separable(model):
        return _two_layers(ask)
    if model.name.startswith("linear-network-"):
        return _deeper(ask, int(model.name.removeprefix("linear-network-")))
    if model.network in separations.COORDINATES:
        return _coordinates(ask)
    raise Refused(f"closed-form: none is known for gradient flow on {model.name}; there is one for linear-network-1 to "
                  "-8, the autoencoder, reduced-rank regression, two-layer and diagonal networks, neurons")  # fmt: skip


def _timed(what: str, test: Any, how: str) -> Check:
    began = time.monotonic()
    return Check(what, "checked" if test() else "refuted", how, time.monotonic() - began)


def _one_layer(ask: Ask) -> Answer:
    """dW/dt = Q - S W with S = S_x, Q = S_xy, and W+ = W - eta (S W - Q); the heavy ball along an eigenvector of S."""
    import sympy

    square, wide = ("matrix", "d", "d"), ("matrix", "d", "p")
    letters: dict[str, Any] = {"S": square, "P": square, "Q": wide, "K": wide, "F": ("curve", square), "M": square,
                               "t": ("real",), "n": ("integer", 0, "oo"), "eta": ("real",),
                               "d": ("integer", 1, "oo"), "p": ("integer", 1, "oo")}  # fmt: skip
    texts = {"W1(t)": "F[t]*(K - P*Q) + P*Q + t*(Q - S*P*Q)", "W1_n": "M**n*(K - P*Q) + P*Q + eta*n*(Q - S*P*Q)"}
    formulas = [Formula(n, latex, parse(texts[n], declared=letters))
                for n, latex in (("W1(t)", "W_1(t)"), ("W1_n", "W_1^{(n)}"))]  # fmt: skip
    kappa, lam, t = sympy.symbols("kappa lambda t", positive=True)
    x0, v0 = sympy.symbols("x0 v0", real=True)
    rates = {"overdamped": lam, "critical": kappa**2 / 4, "underdamped": lam}
    balls = {regime: heavy_ball_flow(kappa, rates[regime], x0, v0, regime) for regime in REGIMES}
    formulas += [Formula(f"x(t) {r}", rf"x_{{\text{{{r}}}}}(t)", None, b.at(t)) for r, b in balls.items()]
    notes = (
        "S = S_x, Q = S_xy, P the pseudoinverse of S, K = W1(0), F(t) = exp(-t S), M = 1 - eta S; for all t >= 0 and n",
        "Q - S P Q = 0 for covariances of data, so that the drift vanishes",
        "x(t): the heavy ball x'' + kappa x' + lambda x = 0, x(0) = x0, x'(0) = v0, for x = u^T (W1 - P Q) with "
        "S u = lambda u; overdamped for kappa**2 > 4 lambda, critical for =, underdamped for <", *ask.notes,
    )  # fmt: skip

    def checks() -> list[Check]:
        kept = [c for c in regime_claims() if c.id in REGIMES]
        own = [_timed(f"{r}: the start and the equation", b.verify, "substituted exactly") for r, b in balls.items()]
        return [*(decided(c.id, c) for c in (*all_sizes_claims(), *kept)), *own]

    return demanded(Answer("closed-form", ask.model, None, tuple(formulas), notes=notes, letters=letters,
                           verifier=checks))  # fmt: skip


def _two_layers(ask: Ask) -> Answer:
    """The layers in the common singular basis, and the modes m, n of each pair of singular vectors."""
    import sympy

    model = ask.model
    basis, claims, letters, lines = separations.common_basis(model)
    separated = two_layer_mode()
    formulas, start = _modes(separated, model.normal[0] == model.normal[1])
    lam, z0, t, eta = sympy.symbols("lambda z0 t eta", positive=True)
    count = sympy.Symbol("n", integer=True, nonnegative=True)
    sigma = lam if model.normal[0] == model.normal[1] else sympy.Symbol("sigma", positive=True)
    balanced = mode(sigma, lam, z0)
    low, high = bracket(eta, sigma, lam, z0, count)
    formulas += (
        Formula("z(t)", "z(t)", None, balanced.at(t)), Formula("z(oo)", r"z(\infty)", None, balanced.limit),
        Formula("z_n lower", r"\underline{z}_n", None, low), Formula("z_n upper", r"\overline{z}_n", None, high),
    )  # fmt: skip
    notes = (
        *lines, start, "balanced, m = n: z = m n from z(0) = z0 > 0, for sigma, lambda > 0 and all t >= 0",
        "gradient descent with step size eta moves m and n by eta times m' and n'; the balanced iterates z_n have no "
        "closed form unless eta sigma = 2, and lie between the bounds for 0 < eta sigma <= 1/2, 0 < z0 < sigma/lambda",
        *ask.notes,
    )  # fmt: skip

    def checks() -> list[Check]:
        return [
            *claims(), *_verified(separated, 2),
            _timed("z' = 2 z (sigma - lambda z), z(0) = z0", balanced.verify, "substituted exactly"),
            *(decided(f"one step, {c.id}", c) for c in step_claims()[:2]),
        ]  # fmt: skip

    return demanded(Answer("closed-form", model, None, (*basis, *formulas), notes=notes, letters=letters,
                           verifier=checks))  # fmt: skip


def _modes(mode: SeparatedMode, same: bool = False) -> tuple[tuple[Formula, ...], str]:
    """q(t) and the parameters by it; `same` where sigma = lambda."""
    import sympy

    lam, kappa, t = sympy.symbols("lambda kappa t", positive=True)
    sigma = lam if same else sympy.Symbol("sigma", real=True)
    formulas = tuple(Formula(f"{x}(t)", f"{x}(t)", None, value) for x, value in mode.at(sigma, lam, kappa, t).items())
    square = f"4 sigma**2 + lambda**2*{mode.alpha * mode.beta}"
    note = (f"from any start, for lambda >= 0 and all t >= 0: kappa = sqrt({square}) > 0 (else the limit kappa -> 0), "
            "q = q(t); a mode that starts at 0 stays there")  # fmt: skip
    return formulas, note.replace("sigma**2", "lambda**2") if same else note


def _verified(mode: SeparatedMode, count: int = 1) -> list[Check]:
    return [_timed(f"{', '.join(mode.values)}: the starts and the equations", mode.verify, "substituted exactly"),
            *(decided(c.id, c) for c in positivity_claims()[:count])]  # fmt: skip


def _deeper(ask: Ask, depth: int) -> Answer:
    """w' = L w^(2 - 2/L) (sigma - lambda w): the time at which a mode has the size w."""
    import sympy

    sigma, lam, start, w = sympy.symbols("sigma lambda w0 w", positive=True)
    found = depth_mode(depth, sigma, lam, start)
    formula = Formula("t(w)", "t(w)", None, found.time(w))
    notes = ("the time at which a balanced mode in the common singular basis of S_x (lambda) and S_xy (sigma), started "
             "at 0 < w0 < sigma/lambda, has the size w between w0 and sigma/lambda", *ask.notes)  # fmt: skip

    def checks() -> list[Check]:
        return [_timed("dt/dw is 1 over the speed", found.verify, "differentiated exactly")]

    return demanded(Answer("closed-form", ask.model, None, (formula,), notes=notes, verifier=checks))


def _coordinates(ask: Ask) -> Answer:
    """Each coordinate of a diagonal network by itself."""
    mode, claims, lines = separations.coordinates(ask.model)
    formulas, start = _modes(mode)

    def checks() -> list[Check]:
        return [*claims(), *_verified(mode)]

    notes = (*lines, start, *ask.notes)
    return demanded(Answer("closed-form", ask.model, None, formulas, notes=notes, verifier=checks))
