"""The critical points of one layer, and what those of two-layer linear networks have in common, for all sizes.

The loss is L(0) + tr(Z'SZ)/2 - tr(Z'Q) of the end-to-end matrix Z = U V, so that the gradients are (S Z - Q) V' and
U' (S Z - Q).  With a matrix T such that S T Q = Q (the pseudoinverse of S, where Q lies in its range, as for data) a
critical point satisfies V Q'TQ = K V with K = V V'U'S U: the rows of V span an invariant subspace of the symmetric
Q'TQ.  K' vanishes on the kernel of V', so tr K is the trace of Q'TQ on that subspace, and L = L(0) - tr(K)/2.
(Baldi and Hornik 1989, for invertible S.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verifier.derive.answer import Check, proved
from verifier.derive.formulas import Formula
from verifier.derive.queries.training import gradients
from verifier.derive.readable_terms import Scope
from verifier.kernel.terms.expr import Expr
from verifier.language.named import substitute
from verifier.language.script import Inside, Linear
from verifier.language.text.latex import to_latex
from verifier.language.text.printing import to_text
from verifier.models.model import Model

Found = tuple[tuple[Formula, ...], Callable[[], list[Check]], tuple[str, ...]]


def invariance(model: Model) -> Found:
    """Formulas that hold at every critical point, their checks and what they mean; nothing for other models."""
    if not model.normal or any(Scope(model.sorts).shape(x)[0] == "scalar" for x in model.parameters):
        return (), list, ()
    first, second = model.predictor.split("*")
    s, q, start = model.normal
    t = next(n for n in ("T", "T_", "T__") if n not in model.sorts)
    scope = Scope(model.sorts, model.symmetric)
    more = {t: ("matrix", *scope.shape(first)[1:2] * 2)}
    square = f"{q if q.isidentifier() else f'({q})'}.T*{t}*{q}"
    rows, kept = f"{second}*{square}", f"{second}*{second}.T*{first}.T*{s}*{first}"
    lost = f"trace({kept})/2"
    value = model.read(f"-{lost}" if start == "0" else f"{start} - {lost}", more)
    symmetric = [(f"{s}.symmetric", f"{second}*{second}.T*{first}.T", f"{t}*{q}")] if s in model.symmetric else []

    def checks() -> list[Check]:
        slopes = gradients(model, tuple(model.parameters))
        size = to_text(scope.shape(first)[1])
        letters = {**model.free, t: f"matrix({size}, {size})"}
        given: dict[str, Any] = {
            name: ("==", slopes[x], ("zeros", *scope.shape(x)[1:]))
            for name, x in (("first", first), ("second", second))
        }  # fmt: skip
        known = {**given, "range": f"{s}*{t}*{q} == {q}"}
        steps: list[Any] = [Inside("first", f"-HOLE.T*{t}*{q}"), ("range", f"{second}*{second}.T*{first}.T", "1"),
                 ("second", f"-{second}*{second}.T", "1"), *symmetric]  # fmt: skip
        loss: list[Any] = [Inside("first", f"trace({first}.T*HOLE)")]
        if q == s and s in model.symmetric:
            loss.append(Inside(f"{s}.symmetric", f"trace({first}*{second}*HOLE)/2"))
        what = "where the gradient vanishes"
        return [
            proved(f"{rows} = {kept}*{second} {what}", f"{rows} == {kept}*{second}", model, letters, known,
                   [Linear(terms=steps)]),
            proved(f"L {what}", ("==", model.loss_term, value), model, letters, given,
                   [Linear(terms=loss)]),
        ]  # fmt: skip

    def formula(left: str, term: Expr) -> Formula:
        return Formula(left, to_latex(model.read(left, more)) if left != "L" else "L", term)

    notes = (
        f"at every critical point, for any matrix {t} with {s}*{t}*{q} = {q} (the pseudoinverse of {s}, for data)",
        f"the rows of {second} span an invariant subspace of {square}, so that of its eigenvalues some, at "
        f"most as many as {second} has rows, are chosen; the loss is the one at the origin less half their sum",
    )
    return (formula(rows, model.read(f"{kept}*{second}", more)), formula("L", value)), checks, notes


def solutions(model: Model) -> Found:
    """All critical points of one layer: P Q + (1 - P S) Z for any Z, where S P Q = Q and S P S = S."""
    (w,) = model.parameters
    s, q, _ = model.normal
    scope = Scope(model.sorts, model.symmetric)
    d, p = (to_text(n) for n in scope.shape(w)[1:])
    letters = {**model.free, "P": f"matrix({d}, {d})", "Z": f"matrix({d}, {p})"}
    text = f"P*{q} + (eye({d}) - P*{s})*Z"
    more: dict[str, Expr] = {"P": ("matrix", *scope.shape(w)[1:2] * 2), "Z": scope.shape(w)}
    term = model.read(text, more)
    zero = ("zeros", *scope.shape(w)[1:])
    penrose = [f"{s}*P*{q} == {q}", f"{s}*P*{s} == {s}"]

    def checks() -> list[Check]:
        slope = gradients(model, (w,))[w]
        again = model.read(f"P*{q} + (eye({d}) - P*{s})*{w}", more)
        return [
            proved(f"dL/d{w} = 0 there", ("==", substitute(slope, {w: term}), zero), model, letters,
                   {"range": penrose[0], "inverse": penrose[1]}),
            proved("there are no others: each is the formula with itself for Z", ("==", again, w), model, letters,
                   {"stationary": ("==", slope, zero)}),
        ]  # fmt: skip

    notes = (f"for every Z; P is any matrix with {' and '.join(penrose)}: the pseudoinverse of {s}, where {q} lies in "
             f"the range of {s}, as for data (elsewhere there is no critical point)",)  # fmt: skip
    return (Formula(w, w, term),), checks, notes
