"""The geometry of training: the metric M in dw/dt = M p, where w is the equivalent linear predictor and p = -dL/dw.

M = J J' with the Jacobian J of w by the parameters.  Shown is what M does to p; that <q, M p> is the inner product of
the forces J'q and J'p is proved for all p and q, and that these are gradients of <p, w> and <q, w>.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verifier.derive.answer import Answer, Check, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.factored import Factored, TooLarge
from verifier.derive.formulas import Formula, Refused
from verifier.derive.matrix_calculus import NoDerivative, directional, gradient
from verifier.derive.queries.training import within
from verifier.derive.readable_terms import Scope, plus, tidied, times
from verifier.kernel.terms.expr import Expr
from verifier.language.named import substitute
from verifier.language.text.printing import to_text
from verifier.models.model import Model

INDEX: Expr = ("integer", 0, "oo")


def predictor_of(model: Model, query: str) -> tuple[Expr, Scope]:
    """The predictor as a term, and the model's letters.  Raises `Refused`."""
    if not model.predictor:
        raise Refused(f"{query}: {model.name} has no equivalent linear predictor")
    return model.read(model.predictor, {"j": INDEX}), Scope(model.sorts, model.symmetric)


def refuse_options(ask: Ask, query: str, taken: Sequence[str] = ()) -> None:
    """Raises `Refused` for an option that the query does not take: nothing is ignored in silence."""
    shown = {"data": "set"}
    for option, value in ask.options.items():
        if value and option not in taken:
            raise Refused(f"{query} of {ask.model.name} takes no --{shown.get(option, option)}")


def operands_of(sort: Expr) -> tuple[Any, ...]:
    """A sort's name and what it is made of."""
    return sort if isinstance(sort, tuple) else (sort,)


def domain_of(sort: Expr) -> str:
    """The text of a sort: ``matrix(d, p)``, ``real sequence``, ``matrix(n, 1) sequence``."""
    if sort == ("real",):
        return "real"
    op, *args = operands_of(sort)
    return f"{domain_of(args[0])} sequence" if op == "sequence" else f"matrix({to_text(args[0])}, {to_text(args[1])})"


def inner(left: Expr, right: Expr, scope: Scope) -> Expr:
    """<left, right>: of numbers, columns or matrices."""
    if left == 0 or right == 0:
        return 0
    if scope.is_number(left):
        return times(scope.atom(left), scope.atom(right))
    word = times(scope.transposed(left), right)
    return scope.atom(word) if scope.is_number(word) else ("trace", word)


def listed(made: Concrete) -> str:
    """The sizes, ``d = 2, k = 3``."""
    return ", ".join(f"{n} = {v}" for n, v in made.sizes.items())


def slopes_of(made: Concrete, outputs: list[Any], wrt: Sequence[str]) -> list[list[Any]]:
    """The gradients of numbers entry by entry, within the structure of the parameters `wrt`."""
    found = []
    for f in outputs:
        own = [made.gradient(Factored.of(made.ring, f), x) for x in wrt]
        found.append([e for g in own for e in ([g] if isinstance(g, Factored) else [x for r in g.entries for x in r])])
    return found


def squares(made: Concrete, outputs: list[Any], wrt: Sequence[str]) -> list[list[Any]]:
    """J J' entry by entry."""
    rows = slopes_of(made, outputs, wrt)
    return [[sum((a * b for a, b in zip(r, s, strict=True)), made.zero) for s in rows] for r in rows]


def outputs_of(made: Concrete, response: Expr | None, predictor: Expr) -> list[Any]:
    """The numbers of the predictor row by row: of w, or of the first k terms of the impulse response."""
    terms = [predictor] if response is None else [substitute(response, {"i_": i}) for i in range(made.sizes["k"])]
    return [x for term in terms for row in made.matrix(term).entries for x in row]


def metric(ask: Ask) -> Answer:
    """The metric of the predictor's flow, see `_metric`."""
    return within_bounds(ask, "metric", _metric)


def within_bounds(ask: Ask, query: str, made: Callable[[Ask], Answer]) -> Answer:
    """The answer, or the line that says that its entries are too long; their NumPy source would be, too."""
    try:
        return made(ask)
    except TooLarge:
        raise TooLarge(f"{query} of {ask.model.name} is too long at these sizes; ask for all sizes") from None


def _metric(ask: Ask) -> Answer:
    """dw/dt = M p under gradient flow, p = -dL/dw: for all sizes M applied to p, for given sizes the matrix M.

    Of a recurrent network w is the impulse response h(0), ..., h(k-1), and M[i, j] is its block: dh(i)/dt is the sum of
    M[i, j] p(j) over j < k.
    """
    model, wrt = ask.model, ask.model.trained(ask.wrt)
    refuse_options(ask, "metric")
    predictor, scope = predictor_of(model, "metric")
    try:
        made = _responses(model, wrt, scope) if model.response else _matrix(model, wrt, predictor, scope)
    except NoDerivative as error:
        raise Refused(f"metric of {model.name}: {error}") from None
    name, latex, term, letters, proofs, response = made

    def checks() -> list[Check]:
        return [*proofs(), _metric_at(ask, term, predictor, response, letters)]

    notes = (*training_only(ask), *ask.notes)
    if model.response:
        notes = ("w is the impulse response h(j) = C A^j B, j < k: dh(i)/dt = sum over j of M[i, j] p(j)", *notes)
    if ask.sizes is None:
        return demanded(Answer("metric", model, None, (Formula(name, latex, term),), notes=notes, letters=letters,
                               verifier=checks))  # fmt: skip
    import sympy

    at = Concrete(model, ask.sizes)
    table = squares(at, outputs_of(at, response, predictor), wrt)
    value = sympy.ImmutableMatrix([[at.sympy(x) for x in row] for row in table])
    return demanded(Answer("metric", model, at.sizes, (Formula("M", "M", None, value),), notes=notes, verifier=checks))


def training_only(ask: Ask) -> tuple[str, ...]:
    """A note where one parameter is named."""
    return (f"where {ask.wrt} alone is trained",) if ask.wrt else ()


def forces(wrt: Sequence[str], output: Expr, letter: str, scope: Scope) -> tuple[Expr, dict[str, Expr]]:
    """<letter, output> and its gradients with respect to the parameters, free of their structure."""
    product = inner(letter, output, scope)
    return product, {x: gradient(product, x, scope) for x in wrt}


def moved(model: Model, output: Expr, pulls: Mapping[str, Expr], scope: Scope) -> Expr:
    """How an output moves where the parameters move along given forces."""
    moving = {x: f"d{x}" for x in pulls}
    full = scope.with_letters({d: model.sorts[x] for x, d in moving.items()})
    speed = directional(output, moving, full)
    return tidied(substitute(speed, {d: pulls[x] for x, d in moving.items()}))


def _matrix(
    model: Model, wrt: Sequence[str], predictor: Expr, scope: Scope
) -> tuple[str, str, Expr, dict[str, Expr], Any, None]:  # fmt: skip
    _, m, n = scope.shape(predictor)
    sort: Expr = ("matrix", m, n)
    letters: dict[str, Expr] = {"p_": sort}
    full = scope.with_letters({"p_": sort, "q_": sort})
    product, pulls = forces(wrt, predictor, "p_", full)
    term = moved(model, predictor, {x: within(model, x, g, full) for x, g in pulls.items()}, full)

    def proofs() -> list[Check]:
        own = {**model.free, "p_": domain_of(sort), "q_": domain_of(sort)}
        grads = [proved(f"d<p, w>/d{x}", ("==", ("grad", product, x, x), _named(x, pulls[x])), model, own)
                 for x in wrt]  # fmt: skip
        return [*grads, _polarised(model, wrt, (predictor, predictor), term, full, own)]

    return "M p_", "M p", term, letters, proofs, None


def _named(letter: str, value: Expr) -> Expr:
    """A gradient; zero as a matrix of the letter's shape."""
    return ("*", 0, letter) if value == 0 else value


def _polarised(
    model: Model, wrt: Sequence[str], outputs: tuple[Expr, Expr], term: Expr, scope: Scope, own: Mapping[str, str],
    what: str = "M p",
) -> Check:  # fmt: skip
    """<q, M p> is the inner product of the forces of q on the first output and of p on the second."""
    left, right = (forces(wrt, e, v, scope)[1] for e, v in zip(outputs, ("q_", "p_"), strict=True))
    own_parts = [inner(within(model, x, left[x], scope), within(model, x, right[x], scope), scope) for x in left]
    goal: Expr = ("==", tidied(inner("q_", term, scope)), tidied(plus(own_parts)))
    return proved(f"<q, {what}> = <J'q, J'p>", goal, model, own)


def _responses(
    model: Model, wrt: Sequence[str], scope: Scope
) -> tuple[str, str, Expr, dict[str, Expr], Any, Expr]:  # fmt: skip
    names: dict[str, Expr] = {"i_": INDEX, "j_": INDEX}
    own = Scope({**model.sorts, **names}, model.symmetric - model.parameters.keys())
    first, second = (model.read(model.response.replace("j", n), {n: INDEX}) for n in names)
    if own.is_number(first):
        slopes = [{x: gradient(h, x, own) for x in wrt} for h in (first, second)]
        inside = [{x: within(model, x, g, own) for x, g in each.items()} for each in slopes]
        term = tidied(plus([inner(inside[0][x], inside[1][x], own) for x in wrt]))

        def proofs() -> list[Check]:
            return [proved(f"dh(i)/d{x}", ("==", ("grad", first, x, x), slopes[0][x]), model,
                           {**model.free, "i_": "nonnegative integer"}) for x in wrt]  # fmt: skip

        return "M[i_, j_]", "M_{ij}", term, names, proofs, first
    _, m, n = own.shape(first)
    sort: Expr = ("matrix", m, n)
    full = own.with_letters({"p_": sort, "q_": sort})
    product, pulls = forces(wrt, second, "p_", full)
    term = moved(model, first, {x: within(model, x, g, full) for x, g in pulls.items()}, full)
    domains = {**model.free, **dict.fromkeys(names, "nonnegative integer")}
    domains |= {"p_": domain_of(sort), "q_": domain_of(sort)}

    def proofs_of_blocks() -> list[Check]:
        grads = [proved(f"d<p, h(j)>/d{x}", ("==", ("grad", product, x, x), pulls[x]), model, domains)
                 for x in wrt]  # fmt: skip
        return [*grads, _polarised(model, wrt, (first, second), term, full, domains, "M[i, j] p")]

    return "M[i_, j_] p_", "M_{ij} p", term, {**names, "p_": sort}, proofs_of_blocks, first


def _metric_at(ask: Ask, term: Expr, predictor: Expr, response: Expr | None, letters: Mapping[str, Expr]) -> Check:
    """The formula at the sizes asked for (or small ones) against the Jacobian entry by entry: equal as polynomials."""
    start = time.monotonic()
    extra = {n: domain_of(sort) for n, sort in letters.items() if n == "p_"}
    made = Concrete(ask.model, ask.sizes or {}, extra)
    table = squares(made, outputs_of(made, response, predictor), ask.model.trained(ask.wrt))
    p = [made.generator(place) for *_, place in made.own(("p_",))] if extra else [made.one]
    places = [{}] if response is None else [{"i_": i, "j_": j} for i in range(made.sizes["k"])
                                            for j in range(made.sizes["k"])]  # fmt: skip
    same = True
    for at in places:
        found = [x for row in made.matrix(substitute(term, at)).entries for x in row]
        for a, own in enumerate(found):
            row = table[at.get("i_", 0) * len(found) + a]
            first = at.get("j_", 0) * len(p)
            total = sum((row[first + b] * x for b, x in enumerate(p)), made.zero)
            same = same and Factored.of(made.ring, own) == total
    return Check(f"M against J J' at {listed(made)}", "checked" if same else "refuted", "equal as polynomials",
                 time.monotonic() - start)  # fmt: skip
