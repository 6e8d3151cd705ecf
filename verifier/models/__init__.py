"""The models of the papers.  A new one is an entry in the list of a module here."""

from __future__ import annotations

from verifier.models import continuous_rnn, linear_networks, linear_rnn, predictors
from verifier.models.model import Model, ModelError

__all__ = ["MODELS", "Model", "ModelError", "find"]

MODELS: dict[str, Model] = {
    m.name: m for group in (linear_rnn, linear_networks, predictors, continuous_rnn) for m in group.MODELS
}


def find(name: str) -> Model:
    """The model of a name.  Raises `ModelError` with the names that there are."""
    if name in MODELS:
        return MODELS[name]
    recurrent = linear_rnn.named(name)
    if recurrent is not None:
        return recurrent
    depth = name.removeprefix("linear-network-")
    if depth != name and depth.isdigit():
        return linear_networks.deep(int(depth))
    raise ModelError(f"no model {name!r:.60}; the models are {', '.join(MODELS)}")
