"""Derivation queries: what follows from a model, for given sizes or for all sizes, verified before it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.derive.answer import Answer
    from verifier.models.model import Model

__all__ = ["QUERIES", "derive", "numpy_source"]

_HERE = "verifier.derive.queries"
#: query -> the function that answers it
QUERIES: Mapping[str, str] = {
    "loss": f"{_HERE}.losses:loss",
    "gradient": f"{_HERE}.training:gradient_query",
    "hessian": f"{_HERE}.training:hessian",
    "flow": f"{_HERE}.training_steps:flow",
    "descent-step": f"{_HERE}.training_steps:descent_step",
    "momentum-step": f"{_HERE}.training_steps:momentum_step",
    "impulse-response": f"{_HERE}.responses:impulse_response",
    "hankel": f"{_HERE}.realisations:hankel",
    "moments": f"{_HERE}.responses:moments",
    "characteristic-polynomial": f"{_HERE}.realisations:characteristic_polynomial",
    "tangent-kernel": f"{_HERE}.tangent_kernels:tangent_kernel",
    "metric": f"{_HERE}.geometry:metric",
    "mirror-flow": f"{_HERE}.potentials:mirror_flow",
    "warped-flow": f"{_HERE}.mirror_dynamics:warped_flow",
    "mirror-step": f"{_HERE}.mirror_dynamics:mirror_step",
    "hessian-map": f"{_HERE}.potentials:hessian_map",
    "time-warp": f"{_HERE}.potentials:time_warp",
    "potential": f"{_HERE}.potentials:potential",
    "bregman": f"{_HERE}.potentials:bregman",
    "conserved": f"{_HERE}.conserved_quantities:conserved",
    "closed-form": f"{_HERE}.closed_forms:closed_form",
    "critical-points": f"{_HERE}.critical_points:critical_points",
    "symmetries": f"{_HERE}.structure:symmetries",
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
    from verifier.derive.ask import Ask
    from verifier.models import ModelError, find

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
        from verifier.derive.continuous.exponential_networks import idle, wide

        idle(query, found, wrt, options)
        wide(query, asked)
    return _function(query, found)(asked)  # type: ignore[no-any-return]


def numpy_source(
    query: str, model: str | Model, sizes: Mapping[str, int] | None = None, *, wrt: str | None = None,
) -> str:  # fmt: skip
    """NumPy source of the loss, gradient, flow or a step, at sizes that may be too large for a written formula.

    It is compared with the loss and its slopes at an exact point.  Raises `ValueError` as `derive` does.
    """
    from verifier.derive.batch_sources import loss_source
    from verifier.models import find

    _expected(query, wrt, {})
    found = find(model) if isinstance(model, str) else model
    if found.kernel:  # no program of matrix operations
        return str(derive(query, found, sizes, wrt=wrt).numpy())
    return loss_source(query, found, sizes or {}, wrt)


def _expected(query: str, wrt: str | None, options: Mapping[str, Any]) -> None:
    """Raises `ModelError` for an option that the query has no use for: none is passed over in silence."""
    from verifier.models import ModelError

    if wrt is not None and query not in ABOUT_PARAMETERS:
        raise ModelError(f"{query} is not asked about one parameter (wrt); {', '.join(ABOUT_PARAMETERS)} are")
    for option in options:
        if option not in OPTIONS.get(query, ()):
            takers = [q for q, known in OPTIONS.items() if option in known]
            name = _FLAGS.get(option, option)
            known = f"it belongs to {', '.join(takers)}" if takers else f"the options are {', '.join(_FLAGS)}"
            raise ModelError(f"{query} has no option {name:.40}; {known}")


def _function(query: str, model: Model) -> Any:
    from importlib import import_module

    from verifier.derive.continuous.exponential_networks import KERNELS, SYSTEMS

    table = SYSTEMS if model.kernel == "system" else KERNELS if model.kernel else QUERIES
    module, name = table[query].split(":")
    return getattr(import_module(module), name)


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
