"""Any polynomial of the parameters as a function of the predictor and of what the flow conserves, where it is one."""

from __future__ import annotations

from typing import Any

from verifier.derive.implicit_bias.algebra import NoRelation, Variety, conserved
from verifier.derive.implicit_bias.metrics.metric_kinds import Constant, NoMetric
from verifier.derive.implicit_bias.metrics.metric_relations import persistent, solved
from verifier.derive.implicit_bias.metrics.radial import gram_field, is_square
from verifier.derive.implicit_bias.metrics.separable import force_field
from verifier.derive.implicit_bias.networks import Network, VectorNetwork


def expressed(
    network: Network | VectorNetwork, quantity: Any, degree: int = 2
) -> tuple[Any, tuple[Constant, ...]]:
    """A polynomial quantity as a function of w (a coordinate) or x = |w| (a network of vectors), and the constants.

    The network is one of vectors, or one coordinate (`copies`).  Raises `NoMetric`.

    >>> from verifier.derive.implicit_bias.networks import inner, single_neuron
    >>> expressed(single_neuron(), inner("v", "v"))[0]
    -c1/2 + sqrt(c1**2 + 4*x**2)/2
    """
    import sympy

    weights: tuple[int, ...] = ()
    squares: frozenset[Any] = frozenset()
    if isinstance(network, VectorNetwork):
        letters, field = network.letters, gram_field(network)
        f, gram = sympy.Matrix(network.coefficients), network.gram()
        place, predictor = sympy.Symbol("x", nonnegative=True), (f.T * gram * f)[0, 0]
        weights = (*(2 for _ in network.products), *(1 for _ in network.scalars))
        squares = frozenset(s for s in letters if is_square(s))
    elif network.copies:
        letters, field = network.parameters, force_field(network.parameters, network.predictor[0])
        place, predictor = sympy.Symbol("w", real=True), network.predictor[0]
    else:
        raise NoMetric(f"{network.name}: a quantity is expressed for networks of vectors and of copies")
    quantities = conserved(letters, *field, degree)
    free = Variety(letters, (), weights)
    variety = Variety(letters, persistent(free, quantities, network.start), weights)
    mark = sympy.Dummy("W")
    constants = {
        sympy.Symbol(f"c{i}", real=True): q for i, q in enumerate(quantities, 1) if not variety.vanishes(q)
    }
    names = {s: f"theta{i}" for i, s in enumerate(letters, 1)}
    try:
        _, _, root, _ = solved(sympy.expand(quantity), {mark: predictor, **constants}, variety, names, squares)
    except NoRelation as error:
        why = str(error).replace("J J'", "the quantity")
        raise NoMetric(f"{network.name}: {why}") from None
    start = Variety(letters, (*network.start, *variety.relations), weights)
    used = tuple(Constant(s, q, start.expression(q)) for s, q in constants.items() if root.has(s))
    return root.subs(mark, place**2 if isinstance(network, VectorNetwork) else place), used
