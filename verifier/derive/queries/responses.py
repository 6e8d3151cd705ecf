"""What a recurrent network computes: its impulse response, and the measure whose moments it is."""

from __future__ import annotations

import itertools
import time

from verifier.derive.answer import Answer, Check, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.formulas import Formula, Refused
from verifier.kernel.terms.expr import Expr
from verifier.language.named import substitute
from verifier.language.script import Have
from verifier.language.values.arithmetic import Matrix
from verifier.models.model import Model


def response_of(model: Model, query: str) -> str:
    """The impulse response of a recurrent network as text.  Raises `Refused` for another model."""
    if not model.response:
        raise Refused(f"{query}: {model.name} is no discrete-time recurrent network; the models linear-rnn... are")
    return model.response


def impulse_response(ask: Ask) -> Answer:
    """C A^j B: what the network answers j steps after a unit input; for given sizes j = 0, ..., k-1."""
    model, text = ask.model, response_of(ask.model, "impulse-response")
    term = model.read(text, {"j": ("integer", 0, "oo")})
    if ask.sizes is None:
        return demanded(Answer("impulse-response", model, None, (Formula("h(j)", "h_j", term),), notes=ask.notes,
                               letters={"j": ("integer", 0, "oo")}, verifier=lambda: [_recurrence(model)]))  # fmt: skip
    made = Concrete(model, ask.sizes)
    count = made.sizes["k"]
    found = [made.matrix(substitute(term, {"j": j})) for j in range(count)]
    formulas = tuple(Formula(f"h({j})", f"h_{{{j}}}", None, _plain(made, h)) for j, h in enumerate(found))
    return demanded(Answer("impulse-response", model, made.sizes, formulas, notes=ask.notes,
                           verifier=lambda: [_stepped(made, found)]))  # fmt: skip


def _recurrence(model: Model) -> Check:
    """The state after a unit input: s(0) = B and s(j+1) = A s(j) give C s(j) = h(j)."""
    state = f"{model.parameters['B']} sequence"
    goal = f"forall(j, nonnegative integer, s[j] == {model.response.removeprefix('C*')})"
    given = {"start": "s[0] == B", "step": "forall(j, nonnegative integer, s[j+1] == A*s[j])"}
    return proved("h(j) = C s(j), s(0) = B, s(j+1) = A s(j)", goal, model, {"s": state}, given)


def _plain(made: Concrete, x: Matrix) -> object:
    shown = made.sympy(x)
    return shown[0, 0] if shown.shape == (1, 1) else shown


def _stepped(made: Concrete, found: list[Matrix]) -> Check:
    """The same responses by stepping the state s = A s from s = B: equal as polynomials."""
    start = time.monotonic()
    state: Expr = "B"
    verdict = "checked"
    for h in found:
        own = made.matrix(("*", "C", state))
        if any(x != y for r, s in zip(h.entries, own.entries, strict=True) for x, y in zip(r, s, strict=True)):
            verdict = "refuted"
        state = ("*", "A", state)
    how = "the states stepped one by one, equal as polynomials"
    return Check("h(j) = C s(j)", verdict, how, time.monotonic() - start)


def power_of(n: int) -> Expr:
    """A^n as a term, the unit matrix for n = 0."""
    return ("eye", "d") if n == 0 else ("^", "A", n)


def moments(ask: Ask) -> Answer:
    """The impulse response as moments: of the measure with weight (C U)_i (U'B)_i at each eigenvalue, A = U D U'."""
    model = ask.model
    response_of(model, "moments")
    if not model.parameters["A"].startswith(("symmetric", "diagonal")):
        raise Refused(f"moments: the transition of {model.name} is not symmetric; ask linear-rnn-symmetric")
    if ask.sizes is None:
        whole: Expr = ("integer", 0, "oo")
        sorts: dict[str, Expr] = {"j": whole, "U": model.sorts["A"], "D": model.sorts["A"]}
        term = model.read("C*U*D**j*U.T*B", sorts)
        letters = {"U": "matrix(d, d)", "D": "matrix(d, d)"}
        given = {"spectral": "A == U*D*U.T", "orthogonal": "U.T*U == eye(d) and U*U.T == eye(d)"}
        goal = "forall(j, nonnegative integer, C*A**j*B == C*U*D**j*U.T*B)"
        powers = Have("forall(j, nonnegative integer, A**j == U*D**j*U.T)")
        formula = Formula("h(j)", "h_j", term)
        notes = ("A = U D U': the i-th atom is D_ii with weight (C U)_i (U'B)_i; h(j) is the j-th moment", *ask.notes)
        return demanded(Answer("moments", model, None, (formula,), notes=notes, letters=sorts, verifier=lambda: [
            proved("C A^j B = C U D^j U'B", goal, model, letters, given, [powers])]))  # fmt: skip
    if not model.parameters["A"].startswith("diagonal"):
        raise Refused(f"moments of {model.name}: eigenvalues have no formula at given sizes; ask with --all-sizes")
    made = Concrete(model, ask.sizes)
    atoms, b, c = made.symbols("A").diagonal(), made.symbols("B"), made.symbols("C")
    each = [c[:, i] * b[i, :] for i in range(made.sizes["d"])]
    formulas = [Formula("atoms", r"\lambda", None, atoms)]
    if b.cols == c.rows == 1:
        formulas.append(Formula("weights", r"\mu", None, type(atoms)([[w[0, 0] for w in each]])))
    else:
        formulas += [Formula(f"weight_{i}", rf"\mu_{{{i}}}", None, w) for i, w in enumerate(each)]

    def checks() -> list[Check]:
        start = time.monotonic()
        named = dict(zip(made.names, map(made.generator, range(len(made.names))), strict=True))
        same = True
        for j in range(made.sizes["k"]):
            h = made.matrix(("*", "C", power_of(j), "B"))
            for p, q in itertools.product(range(h.rows), range(h.cols)):
                total = made.zero
                for i, w in enumerate(each):
                    term = named[atoms[0, i].name] ** j
                    for factor in w[p, q].args:
                        term = term * named[factor.name]
                    total = total + term
                same = same and total == h.entries[p][q]
        return [Check("h(j) is the j-th moment", "checked" if same else "refuted", "multiplied out for each j < k",
                      time.monotonic() - start)]  # fmt: skip

    return demanded(Answer("moments", model, made.sizes, tuple(formulas), notes=ask.notes, verifier=checks))
