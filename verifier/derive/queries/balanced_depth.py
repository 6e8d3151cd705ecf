"""Linear networks of depth L from a balanced start, W_l'W_l = W_(l+1) W_(l+1)': the flow of the product closes.

U = W_1 W_1' and V = W_L'W_L are then the positive semidefinite L-th roots of w w' and w'w, and dw/dt = M p with
M p = sum over l of U^(l-1) p V^(L-l).  (Arora, Cohen and Hazan 2018, theorem 1.)  H = M^-1 is a Hessian map only where
w is a number; a time warp exists where it is a vector, |w|^(1+1/L) L/(L+1) being the potential.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from verifier.derive.answer import Answer, Check, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.formulas import Formula, Refused
from verifier.derive.implicit_bias.metrics.closed_metrics import contradiction, residuals
from verifier.derive.implicit_bias.metrics.metric_kinds import RadialMetric
from verifier.derive.implicit_bias.proving import Proved
from verifier.derive.queries.geometry import domain_of, forces, moved, predictor_of
from verifier.derive.queries.moving_predictor import PredictorFlow, entries, fields_at
from verifier.derive.readable_terms import plus, power, times
from verifier.kernel.terms.expr import Expr
from verifier.models.model import Model


@dataclass(frozen=True)
class _Again:
    """A verdict that is reached once more when it is asked for."""

    verdict: str
    method: str
    again: Callable[[], Check]

    def recheck(self) -> bool:
        if self.again().verdict != self.verdict:
            raise Refused("a proof that was found is not found again")
        return True


def is_deep(model: Model) -> bool:
    """Whether the predictor is a product of at least two weight matrices that has balanced starts."""
    return model.predictor == "*".join(model.parameters) and len(model.parameters) > 1 and bool(model.families)


def _balance(model: Model) -> str:
    return f"balanced start: {', '.join(f + ' = 0' for f in model.families)}, and then always"


def is_matrix(ask: Ask) -> bool:
    """Whether a balanced start of a product is asked for, and the product is a matrix, or of any size."""
    if not (ask.options.get("balanced") and is_deep(ask.model)):
        return False
    if ask.sizes is None:
        return True
    term, scope = predictor_of(ask.model, "mirror-flow")
    return all(not isinstance(n, str) or ask.sizes[n] > 1 for n in scope.shape(term)[1:])


def mirror_flow(ask: Ask) -> Answer:
    """M p in the roots U and V, for all sizes."""
    model, depth = ask.model, len(ask.model.parameters)
    shape, scope = predictor_of(model, "mirror-flow")
    _, d, p = scope.shape(shape)
    letters: dict[str, Expr] = {"U_": ("matrix", d, d), "V_": ("matrix", p, p), "p_": ("matrix", d, p)}
    term = plus([times(*(_powers("U_", i)), "p_", *(_powers("V_", depth - 1 - i))) for i in range(depth)])
    notes = (f"U_ = (w w')^(1/{depth}) and V_ = (w'w)^(1/{depth}), positive semidefinite roots, w = {model.predictor}",
             _balance(model), *ask.notes)  # fmt: skip
    return demanded(Answer("mirror-flow", model, None, (Formula("M p_", "M p", term),), notes=notes, letters=letters,
                           verifier=lambda: proofs(model, term)))  # fmt: skip


def _powers(letter: str, n: int) -> list[Expr]:
    return [] if n == 0 else [power(letter, n)]


def proofs(model: Model, term: Expr | None = None) -> list[Check]:
    """That U and V are roots, and that M p is the metric applied to p; supposing balance."""
    own = list(model.parameters)
    depth, first, last = len(own), own[0], own[-1]
    w, scope = predictor_of(model, "mirror-flow")
    sort: Expr = ("matrix", *scope.shape(w)[1:])
    given = {f"balance {a}": f"{a}.T*{a} == {b}*{b}.T" for a, b in pairwise(own)}
    upper, lower = f"({first}*{first}.T)", f"({last}.T*{last})"
    turned = f"({model.predictor})"
    found = [
        proved(f"U^{depth} = w w'", f"{upper}**{depth} == {turned}*{turned}.T", model, {}, given),
        proved(f"V^{depth} = w'w", f"{lower}**{depth} == {turned}.T*{turned}", model, {}, given),
    ]
    full = scope.with_letters({"p_": sort})
    speed = moved(model, w, forces(tuple(own), w, "p_", full)[1], full)
    parts = [f"{upper}**{i}*p_*{lower}**{depth - 1 - i}" for i in range(depth)]
    said = model.read(" + ".join(parts), {"p_": sort})
    found.append(proved("M p", ("==", speed, said), model, {"p_": domain_of(sort)}, given))
    return found


def fields(ask: Ask) -> tuple[Any, str]:
    """The fields of the entries of w at a balanced rational start, and the start in words.  Raises `Refused`."""
    at, outputs = entries(ask)
    own = at.own(tuple(ask.model.parameters))
    rank = min(min(at.shape(letter)) for letter in ask.model.parameters)
    point = {place: (i + 2 if i == j < rank else 0) for _, i, j, place in own}
    if len(outputs) > 16:
        raise Refused(f"a balanced start of {ask.model.name} at {dict(at.sizes)}: too large here; give smaller sizes")
    found = fields_at(at, outputs, own, point)
    if found.rank < found.n:
        raise Refused(f"{ask.model.name}: J J' is singular at balanced starts too; the hidden layers are too narrow")
    return found, f"all W_l with {', '.join(str(i + 2) for i in range(rank))} on the diagonal, else 0"


def hessian_map(ask: Ask) -> Answer:
    """The residual at an exact balanced start."""
    import sympy

    ask = Ask(ask.model, ask.sizes or ask.model.sizes, None, ask.options)
    found, where = fields(ask)
    own = residuals(found)
    (i, j, k), value = next(iter(own.items()))
    warp = ("no factor g(w) makes g H one: two demands on its slope differ there" if contradiction(found)
            else "a factor g(w) that makes g H one is not excluded there")  # fmt: skip

    def checks() -> list[Check]:
        start = time.monotonic()
        again = residuals(fields(ask)[0]).get((i, j, k))
        shown = Check("residual", "checked" if again == value else "refuted", "brackets in rational numbers",
                      time.monotonic() - start)  # fmt: skip
        return [*proofs(ask.model), shown]

    name = (f"d_{k} H_{i}{j} - d_{j} H_{i}{k}", rf"\partial_{{{k}}} H_{{{i},{j}}} - \partial_{{{j}}} H_{{{i},{k}}}")
    formula = Formula(*name, None, sympy.Rational(int(value.p), int(value.q)))
    notes = (f"not a Hessian map: the residual at {where}; entries of w row by row from 0", warp, *ask.notes)
    return demanded(Answer("hessian-map", ask.model, ask.sizes, (formula,), notes=notes, verifier=checks))


def radial_flow(ask: Ask, query: str) -> PredictorFlow:
    """The radial metric where w is a vector.  Raises `Refused` with the contradiction where it is a matrix."""
    import sympy

    model, depth = ask.model, len(ask.model.parameters)
    if ask.sizes is None:
        raise Refused(f"{query}: for all sizes ask for mirror-flow; where w is a vector give sizes, as in --size p=1")
    found, where = fields(ask)
    if contradiction(found):
        raise Refused(f"{query} of {model.name}: no factor g(w) makes g H the Hessian of a function: with H of the"
                      f" balanced flow two demands on its slope differ at {where}")  # fmt: skip
    x = sympy.Symbol("x", positive=True)
    across = x ** (2 - sympy.Rational(2, depth))
    made = RadialMetric.of(1 / across, (sympy.Rational(1, depth) - 1) / (across * x**2), x, f"balanced depth {depth}")
    def again(i: int) -> Callable[[], Check]:
        return lambda: proofs(model)[i]

    checks = tuple(
        Proved(c.what, c.what, _Again(c.verdict, c.how, again(i))) for i, c in enumerate(proofs(model))
    )
    if any(c.verdict.verdict != "proved" for c in checks):
        raise Refused(f"{query} of {model.name}: the metric of balanced starts is not proved, so nothing is shown")
    conditions = (_balance(model), "w(0) is not 0 (w = 0 does not move)")
    own = replace(made, conditions=conditions, evidence=checks)
    legend = (f"w_0, ... are the coordinates of {model.predictor}",)
    flow = PredictorFlow(model, None, own, found.n, "w", {}, legend)
    return replace(flow, extra=lambda: [_metric_there(ask, flow, found)])


def _metric_there(ask: Ask, flow: PredictorFlow, found: Any) -> Check:
    """The radial metric against J J' at the balanced start, where w is 2^L times a unit vector."""
    import sympy

    start = time.monotonic()
    w = [2 ** len(ask.model.parameters), *([0] * (found.n - 1))]
    own = flow.matrix().subs(dict(zip(flow.coordinates, w, strict=True)))
    entries_of = [sympy.Rational(str(found.square[a, b])) for a in range(found.n) for b in range(found.n)]
    same = all(sympy.simplify(a - b) == 0 for a, b in zip(own, entries_of, strict=True))
    return Check("M against J J' at a balanced start", "checked" if same else "refuted",
                 "equal as numbers at a rational start", time.monotonic() - start)  # fmt: skip
