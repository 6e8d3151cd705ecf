"""Derivation queries: what follows from a model, for given sizes or for all sizes, verified before it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.derive.answer import Answer
    from verifier.theory.models.model import Model

__all__ = ["QUERIES", "derive"]

_HERE = "verifier.derive.queries"
#: query -> the function that answers it
QUERIES: Mapping[str, str] = {
    "loss": f"{_HERE}.training:loss",
    "gradient": f"{_HERE}.training:gradient_query",
    "hessian": f"{_HERE}.training:hessian",
    "flow": f"{_HERE}.training:flow",
    "descent-step": f"{_HERE}.training:descent_step",
    "momentum-step": f"{_HERE}.training:momentum_step",
    "impulse-response": f"{_HERE}.responses:impulse_response",
    "hankel": f"{_HERE}.responses:hankel",
    "moments": f"{_HERE}.responses:moments",
    "characteristic-polynomial": f"{_HERE}.responses:characteristic_polynomial",
    "tangent-kernel": f"{_HERE}.structure:tangent_kernel",
    "metric": f"{_HERE}.structure:metric",
    "mirror-flow": f"{_HERE}.implicit_bias:mirror_flow",
    "hessian-map": f"{_HERE}.implicit_bias:hessian_map",
    "time-warp": f"{_HERE}.implicit_bias:time_warp",
    "potential": f"{_HERE}.implicit_bias:potential",
    "bregman": f"{_HERE}.implicit_bias:bregman",
    "conserved": f"{_HERE}.conservation:conserved",
    "closed-form": f"{_HERE}.closed_forms:closed_form",
    "critical-points": f"{_HERE}.critical_points:critical_points",
    "symmetries": f"{_HERE}.structure:symmetries",
}
#: the queries that take one parameter, and those that heed each option
WITH_RESPECT_TO = ("gradient", "hessian", "flow", "descent-step", "momentum-step")
_BIAS = ("mirror-flow", "hessian-map", "time-warp", "potential", "bregman")
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "data": ("conserved", "critical-points", *_BIAS), "degree": ("conserved",), "balanced": _BIAS,
}  # fmt: skip


def derive(
    query: str, model: str | Model, sizes: Mapping[str, int] | None = None, *, all_sizes: bool = False,
    wrt: str | None = None, **options: Any,
) -> Answer:  # fmt: skip
    """The verified answer to a query about a model, by its name or as a `Model`.

    Without `sizes` and `all_sizes` the model's own small sizes are taken.  `wrt` names one parameter.

    Raises `ValueError` with one line that says what would work: for an unknown query or model, sizes that do not fit, a
    letter that is no parameter (`ModelError`), an answer that does not exist or is not verified (`Refused`), a formula
    that is too long (`TooLarge`).

    >>> derive("gradient", "linear-neuron", all_sizes=True, wrt="w").text()
    'dL/dw = X*a*(a*X.T*w - y)'
    """
    from verifier.derive.ask import Ask
    from verifier.theory.models import ModelError, find

    if query not in QUERIES:
        raise ModelError(f"no query {query!r:.60}; the queries are {', '.join(QUERIES)}")
    if all_sizes and sizes:
        raise ModelError("sizes are given together with all_sizes: choose one")
    found = find(model) if isinstance(model, str) else model
    if found.rates and query != "conserved":
        raise ModelError(f"a vector field has no loss, so no {query}: the query about it is conserved")
    if wrt is not None and query not in WITH_RESPECT_TO:
        raise ModelError(f"{query} is about all parameters; wrt is for {', '.join(WITH_RESPECT_TO)}")
    if strange := [name for name in options if query not in OPTIONS.get(name, ())]:
        known = ", ".join(OPTIONS.get(strange[0], ())) or "no query"
        raise ModelError(f"{query} does not use {strange[0]}; it is for {known}")
    asked = Ask(found, None if all_sizes else found.with_sizes(sizes or {}), wrt, options)
    return _function(query)(asked)  # type: ignore[no-any-return]


def _function(query: str) -> Any:
    from importlib import import_module

    module, name = QUERIES[query].split(":")
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
