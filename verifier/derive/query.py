"""What follows from a model: a query about it by name, for given sizes or for all sizes, and its verified answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verifier.derive.answer import Answer
from verifier.derive.ask import Ask
from verifier.derive.batch_sources import OF_THE_LOSS, name_of
from verifier.derive.batch_sources import numpy_source as source_of
from verifier.derive.continuous import sum_points, sum_responses, sum_structure, sum_training, systems
from verifier.derive.continuous.exponential_networks import idle, wide
from verifier.derive.formulas import Formula, Formulas, Refused
from verifier.derive.queries import (
    closed_forms,
    conserved_quantities,
    geometry,
    losses,
    realisations,
    responses,
    structure,
    tangent_kernels,
    training,
    training_steps,
)
from verifier.derive.queries.bias import mirror_dynamics, potentials
from verifier.derive.queries.critical import critical_points
from verifier.models import ModelError, find
from verifier.models.model import Model

Query = Callable[[Ask], Answer]

#: query -> the function that answers it
QUERIES: Mapping[str, Query] = {
    "loss": losses.loss,
    "gradient": training.gradient_query,
    "hessian": training.hessian,
    "flow": training_steps.flow,
    "descent-step": training_steps.descent_step,
    "momentum-step": training_steps.momentum_step,
    "impulse-response": responses.impulse_response,
    "hankel": realisations.hankel,
    "moments": responses.moments,
    "characteristic-polynomial": realisations.characteristic_polynomial,
    "tangent-kernel": tangent_kernels.tangent_kernel,
    "metric": geometry.metric,
    "mirror-flow": potentials.mirror_flow,
    "warped-flow": mirror_dynamics.warped_flow,
    "mirror-step": mirror_dynamics.mirror_step,
    "hessian-map": potentials.hessian_map,
    "time-warp": potentials.time_warp,
    "potential": potentials.potential,
    "bregman": potentials.bregman,
    "conserved": conserved_quantities.conserved,
    "closed-form": closed_forms.closed_form,
    "critical-points": critical_points.critical_points,
    "symmetries": structure.symmetries,
}
#: the same for continuous-time networks with a diagonal transition, and for those with another one
SUMS: Mapping[str, Query] = {
    "loss": sum_training.loss,
    "gradient": sum_training.gradient,
    "flow": sum_training.flow,
    "descent-step": sum_training.descent_step,
    "momentum-step": sum_training.momentum_step,
    "hessian": sum_training.hessian,
    "impulse-response": sum_responses.impulse_response,
    "hankel": sum_responses.hankel,
    "moments": sum_responses.moments,
    "characteristic-polynomial": sum_responses.characteristic_polynomial,
    "tangent-kernel": sum_responses.tangent_kernel,
    "metric": sum_responses.metric,
    "symmetries": sum_structure.symmetries,
    "conserved": sum_structure.conserved,
    "closed-form": sum_structure.closed_form,
    "mirror-flow": sum_structure.mirror_flow,
    "warped-flow": sum_structure.warped_flow,
    "mirror-step": sum_structure.mirror_step,
    "hessian-map": sum_structure.hessian_map,
    "time-warp": sum_structure.time_warp,
    "potential": sum_structure.potential,
    "bregman": sum_structure.bregman,
    "critical-points": sum_points.critical_points,
}
SYSTEMS: Mapping[str, Query] = {
    "loss": systems.loss,
    "gradient": systems.gradient,
    "flow": systems.flow,
    "descent-step": systems.descent_step,
    "momentum-step": systems.momentum_step,
    "hessian": systems.hessian,
    "impulse-response": systems.impulse_response,
    "hankel": systems.hankel,
    "moments": systems.moments,
    "characteristic-polynomial": systems.characteristic_polynomial,
    "tangent-kernel": systems.tangent_kernel,
    "metric": systems.metric,
    "symmetries": systems.symmetries,
    "conserved": systems.conserved,
    "closed-form": systems.closed_form,
    "mirror-flow": systems.mirror_flow,
    "warped-flow": systems.warped_flow,
    "mirror-step": systems.mirror_step,
    "hessian-map": systems.hessian_map,
    "time-warp": systems.time_warp,
    "potential": systems.potential,
    "bregman": systems.bregman,
    "critical-points": systems.critical_points,
}
#: the queries about parameters that can be asked about one of them, and the queries that take further options
ABOUT_PARAMETERS = ("gradient", "hessian", "flow", "descent-step", "momentum-step", "tangent-kernel", "metric")
_BIAS = ("mirror-flow", "warped-flow", "mirror-step", "hessian-map", "time-warp")
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "conserved": ("degree", "data"), "characteristic-polynomial": ("degree",), "critical-points": ("data",),
    **dict.fromkeys(_BIAS, ("data", "balanced")),
    **dict.fromkeys(("potential", "bregman"), ("data", "balanced", "confirm")),
}  # fmt: skip
_FLAGS = {"degree": "--degree", "data": "--set", "balanced": "--balanced", "confirm": "--confirm"}


def derive(
    query: str, model: str | Model, sizes: Mapping[str, int] | None = None, *, all_sizes: bool = False,
    wrt: str | None = None, **options: Any,
) -> Answer:  # fmt: skip
    """The verified answer to a query about a model, by its name or as a `Model`.

    Without `sizes` and `all_sizes` the model's own small sizes are taken.  `wrt` names one parameter.

    Raises `ValueError` with one line that says what would work: for an unknown query or model, sizes that do not fit, a
    letter that is no parameter, an option that the query has no use for (`ModelError`), an answer that does not exist
    or is not verified (`Refused`), a formula that is too long (`TooLarge`).

    >>> derive("gradient", "linear-neuron", all_sizes=True, wrt="w").text()
    'dL/dw = a*X*(a*X.T*w - y)'
    """
    if query not in QUERIES:
        raise ModelError(f"no query {query!r:.60}; the queries are {', '.join(QUERIES)}")
    if all_sizes and sizes:
        raise ModelError("sizes are given together with all_sizes: choose one")
    _expected(query, wrt, {n: v for n, v in options.items() if n != "transform"})
    found = find(model) if isinstance(model, str) else model
    if "transform" in options and found.kernel != "transform":
        raise ModelError(f"a Laplace transform belongs to exponential-sums-transform, not to {found.name}")
    if found.rates and query != "conserved":
        raise ModelError(f"a vector field has no loss, so no {query}: the query about it is conserved")
    asked = Ask(found, None if all_sizes else found.with_sizes(sizes or {}), wrt, options)
    if found.kernel:
        idle(query, found, wrt, options)
        wide(query, asked)
    table = SYSTEMS if found.kernel == "system" else SUMS if found.kernel else QUERIES
    return table[query](asked)


def numpy_source(
    query: str, model: str | Model, sizes: Mapping[str, int] | None = None, *, wrt: str | None = None,
) -> str:  # fmt: skip
    """NumPy source of the loss, gradient, flow or a step, at sizes that may be too large for a written formula.

    It is compared with the loss and its slopes at an exact point.  Raises `ValueError` as `derive` does.
    """
    _expected(query, wrt, {})
    found = find(model) if isinstance(model, str) else model
    if found.kernel:  # no program of matrix operations
        return str(derive(query, found, sizes, wrt=wrt).numpy())
    if query not in OF_THE_LOSS:
        raise Refused(
            f"NumPy source of {query} needs the formula; without it there is that of {', '.join(OF_THE_LOSS)}"
        )
    chosen = found.trained(wrt)
    formulas = tuple(Formula(name_of(query, x), "") for x in chosen) if query != "loss" else (Formula("L", "L"),)
    letters = training_steps.letters_of(query, found, chosen)
    return source_of(Formulas(query, found, found.with_sizes(sizes or {}), formulas, letters=letters))


def _expected(query: str, wrt: str | None, options: Mapping[str, Any]) -> None:
    """Raises `ModelError` for an option that the query has no use for: none is passed over in silence."""
    if wrt is not None and query not in ABOUT_PARAMETERS:
        raise ModelError(f"{query} is not asked about one parameter (wrt); {', '.join(ABOUT_PARAMETERS)} are")
    for option in options:
        if option not in OPTIONS.get(query, ()):
            takers = [q for q, known in OPTIONS.items() if option in known]
            name = _FLAGS.get(option, option)
            known = f"it belongs to {', '.join(takers)}" if takers else f"the options are {', '.join(_FLAGS)}"
            raise ModelError(f"{query} has no option {name:.40}; {known}")


def answers(models: Sequence[str], all_sizes: bool) -> dict[tuple[str, str], Any]:
    """Every query asked of every model: the answer, or the line that says why there is none."""
    table: dict[tuple[str, str], Any] = {}
    for name in models:
        for query in QUERIES:
            try:
                table[name, query] = derive(query, name, all_sizes=all_sizes)
            except ValueError as error:
                table[name, query] = str(error)
    return table
