"""Tangent kernels: K(x, z) = sum over the parameters of df(x)/dtheta df(z)/dtheta', for two inputs x and z.

Of several outputs K is a matrix, with u' K v the inner product of the gradients of u'f(x) and v'f(z), which is proved
for all u and v.  Of a recurrent network x is a sequence of k inputs, and K[s, t] is the kernel of the outputs at the
steps s and t.  (Jacot, Gabriel and Hongler 2018.)
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from verifier.derive.answer import Answer, Check, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.factored import Factored
from verifier.derive.formulas import Formula, Refused
from verifier.derive.matrix_calculus import NoDerivative, directional, gradient
from verifier.derive.queries.geometry import (
    domain_of,
    inner,
    listed,
    operands_of,
    predictor_of,
    refuse_options,
    slopes_of,
    training_only,
    within_bounds,
)
from verifier.derive.queries.training import within
from verifier.derive.readable_terms import Scope, plus, tidied, times
from verifier.derive.stripping import stripped
from verifier.kernel.terms.expr import Expr
from verifier.language.named import substitute
from verifier.language.values.arithmetic import matrix, pack
from verifier.models.model import Model

STEP = "nonnegative integer"


@dataclass(frozen=True)
class _Outputs:
    """The output f as a term in the input x_ (and the step t_), with the sorts of the letters that it has."""

    model: Model
    term: Expr
    input: Expr  # the sort of x_
    outputs: Expr  # their number
    steps: bool
    wrt: tuple[str, ...]  # the parameters that are trained

    def at(self, letter: str, step: str = "t_") -> Expr:
        return substitute(self.term, {"x_": letter, "t_": step} if self.steps else {"x_": letter})

    @property
    def letters(self) -> dict[str, Expr]:
        own: dict[str, Expr] = {"x_": self.input, "z_": self.input}
        steps: Expr = ("integer", 0, "oo")
        return {**own, "s_": steps, "t_": steps} if self.steps else own

    @property
    def table(self) -> Expr:
        """The sort of a sequence of k inputs at given sizes: a column for each step."""
        own = operands_of(self.input)[1]
        return ("matrix", 1 if own == ("real",) else own[1], "k")

    @property
    def column(self) -> Expr:
        return ("matrix", self.outputs, 1)

    @property
    def scope(self) -> Scope:
        free = self.model.symmetric - self.model.parameters.keys()
        return Scope({**self.model.sorts, **self.letters, "u_": self.column, "v_": self.column}, free)

    @property
    def domains(self) -> dict[str, str]:
        """Of the letters in proofs, the parameters free of their structure."""
        own = {"x_": domain_of(self.input), "z_": domain_of(self.input)}
        own |= {"u_": domain_of(self.column), "v_": domain_of(self.column)} if self.outputs != 1 else {}
        return {**self.model.free, **own, **({"s_": STEP, "t_": STEP} if self.steps else {})}

    def tested(self, letter: str, test: str, step: str) -> Expr:
        """<test, f(letter)>, a number."""
        f = self.at(letter, step)
        return f if self.scope.is_number(f) else inner(test, f, self.scope)


def tangent_kernel(ask: Ask) -> Answer:
    """The tangent kernel, see `_tangent_kernel`."""
    return within_bounds(ask, "tangent-kernel", _tangent_kernel)


def _tangent_kernel(ask: Ask) -> Answer:
    """K(x, z) as a formula in x and z (here x_ and z_): a number, or a matrix where there are several outputs."""
    model = ask.model
    refuse_options(ask, "tangent-kernel")
    predictor, scope = predictor_of(model, "tangent-kernel")
    try:
        made = _of_sequences(ask) if model.response else _of_matrix(ask, predictor, scope)
        return _answer(ask, made)
    except NoDerivative as error:
        raise Refused(f"tangent-kernel of {model.name}: {error}") from None


def _of_matrix(ask: Ask, predictor: Expr, scope: Scope) -> _Outputs:
    _, d, p = scope.shape(predictor)
    own = scope.with_letters({"x_": ("matrix", d, 1)})
    f = times(own.transposed(predictor), "x_")
    return _Outputs(ask.model, f, ("matrix", d, 1), p, False, ask.model.trained(ask.wrt))


def _of_sequences(ask: Ask) -> _Outputs:
    """The output at step t is the sum over j <= t of C A^j B x(t - j), where x(s) is the input at step s."""
    model = ask.model
    (_, _, n), (_, m, _) = (operands_of(model.sorts[letter]) for letter in ("B", "C"))
    response = model.read(model.response, {"j": ("integer", 0, "oo")})
    entering: Expr = ("at", "x_", ("-", "t_", "j"))
    word = times(entering, response) if n == 1 else times(response, entering)
    own: Expr = ("real",) if n == 1 else ("matrix", n, 1)
    return _Outputs(model, ("sum", word, "j", 0, "t_"), ("sequence", own), m, True, model.trained(ask.wrt))


def _slopes(made: _Outputs, letter: str, test: str, step: str) -> tuple[Expr, dict[str, Expr]]:
    f = made.tested(letter, test, step)
    return f, {x: gradient(f, x, made.scope) for x in made.wrt}


def _kernel(made: _Outputs) -> Expr:
    """K for all sizes, at the steps s and t where there are steps."""
    model, scope = made.model, made.scope
    slopes = _slopes(made, "z_", "v_", "t_")[1]
    forces = {x: within(model, x, g, scope) for x, g in slopes.items()}
    if made.outputs == 1:
        own = {x: within(model, x, g, scope) for x, g in _slopes(made, "x_", "u_", "s_")[1].items()}
        return tidied(plus([inner(own[x], forces[x], scope) for x in own]))
    moving = {x: f"d{x}" for x in made.wrt}
    full = scope.with_letters({d: model.sorts[x] for x, d in moving.items()})
    speed = substitute(directional(made.at("x_", "s_"), moving, full), {d: forces[x] for x, d in moving.items()})
    return stripped(speed, "v_", scope)


def _answer(ask: Ask, made: _Outputs) -> Answer:
    model, term = ask.model, _kernel(made)
    notes = (*training_only(ask), *ask.notes)
    terms = [("K(x_, z_)", "K(x, z)", term)]
    if made.steps:
        last = tidied(substitute(term, {"s_": ("-", "k", 1), "t_": ("-", "k", 1)}))
        terms = [("K[s_, t_](x_, z_)", "K_{st}(x, z)", term), ("K(x_, z_)", "K(x, z)", last)]
        where = "x_[t]" if ask.sizes is None else "column t of x_"
        notes = (f"{where} is the input at step t, 0 <= t < k; K[s, t] is of the outputs at steps s and t", *notes)
    if model.network == "leaky_relu_neuron":
        notes = ("x_ and z_ stand for the inputs times the slopes of s there: h x with h = 1 or rho by the sign of w'x",
                 *notes)  # fmt: skip
    if made.outputs != 1:
        notes = ("u' K v is the inner product of the gradients of u'f(x) and v'f(z)", *notes)

    def checks() -> list[Check]:
        f, slopes = _slopes(made, "z_", "v_", "t_")
        proofs = [proved(f"df/d{x}", ("==", ("grad", f, x, x), g if g != 0 else ("*", 0, x)), model, made.domains)
                  for x, g in slopes.items()]  # fmt: skip
        return [*proofs, *([_polarised(made, term)] if made.outputs != 1 else []), _kernel_at(made, term, ask)]

    letters = made.letters
    if ask.sizes is None:
        formulas = tuple(Formula(*shown) for shown in terms)
        return demanded(Answer("tangent-kernel", model, None, formulas, notes=notes, letters=letters, verifier=checks))
    at = _concrete(made, ask)
    values = [("K(x_, z_)", "K(x, z)", term)] if not made.steps else [
        (f"K[{s}, {t}](x_, z_)", f"K_{{{s}{t}}}(x, z)", substitute(term, {"s_": s, "t_": t}))
        for s in range(at.sizes["k"]) for t in range(at.sizes["k"])
    ]  # fmt: skip
    formulas = tuple(Formula(name, latex, None, _value(at, e)) for name, latex, e in values)
    letters = dict.fromkeys(("x_", "z_"), made.table if made.steps else made.input)
    return demanded(Answer("tangent-kernel", model, at.sizes, formulas, notes=notes, letters=letters, verifier=checks))


def _concrete(made: _Outputs, ask: Ask) -> Concrete:
    """The model at sizes with two inputs; a sequence of k inputs is a matrix with a column for each step."""
    if not made.steps:
        return Concrete(made.model, ask.sizes or {}, {v: domain_of(made.input) for v in ("x_", "z_")})
    at = Concrete(made.model, ask.sizes or {}, {v: domain_of(made.table) for v in ("x_", "z_")})
    for v in ("x_", "z_"):
        at.env[v] = _column(at, v)
    return at


def _column(at: Concrete, letter: str) -> Any:
    """Column t of a matrix letter, for each t."""
    own, rows = at.places[letter], at.shape(letter)[0]
    return lambda t: pack(matrix(rows, 1, lambda i, _: at.generator(own[i, t])))


def _value(at: Concrete, e: Expr) -> Any:
    found = at.sympy(at.matrix(e))
    return found[0, 0] if found.shape == (1, 1) else found


def _polarised(made: _Outputs, term: Expr) -> Check:
    """u' K v is the inner product of the gradients of u'f(x) and v'f(z): with all u and v this says what K is."""
    model, scope = made.model, made.scope
    left, right = (_slopes(made, *at)[1] for at in (("x_", "u_", "s_"), ("z_", "v_", "t_")))
    parts = [inner(within(model, x, left[x], scope), within(model, x, right[x], scope), scope) for x in left]
    goal: Expr = ("==", times(("T", "u_"), term, "v_"), tidied(plus(parts)))
    return proved("u' K v = <grad u'f(x), grad v'f(z)>", goal, model, made.domains)


def _kernel_at(made: _Outputs, term: Expr, ask: Ask) -> Check:
    """The formula at given or small sizes against the gradients of each output entry by entry."""
    start = time.monotonic()
    at = _concrete(made, ask)
    steps = range(at.sizes["k"]) if made.steps else [0]
    slopes = {}
    for letter, t in ((v, t) for v in ("x_", "z_") for t in steps):
        f = substitute(made.at(letter), {"t_": t})
        slopes[letter, t] = slopes_of(at, [x for row in at.matrix(f).entries for x in row], made.wrt)
    same = True
    for s, t in ((s, t) for s in steps for t in steps):
        found = at.matrix(substitute(term, {"s_": s, "t_": t})).entries
        for i, row in enumerate(slopes["x_", s]):
            for j, other in enumerate(slopes["z_", t]):
                total = sum((a * b for a, b in zip(row, other, strict=True)), at.zero)
                same = same and Factored.of(at.ring, found[i][j]) == total
    return Check(f"K(x, z) against the gradients of the outputs at {listed(at)}", "checked" if same else "refuted",
                 "equal as polynomials", time.monotonic() - start)  # fmt: skip
