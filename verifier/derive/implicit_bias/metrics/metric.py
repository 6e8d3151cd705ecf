"""The metric of the equivalent linear predictor: J J' as a function of w and of what the flow conserves.

dw/dt = J J' p with the Jacobian J of w and p, minus the gradient of the loss with respect to w.  J J' depends on all
parameters; where it is a function of w and of quantities that the flow conserves for every p, the flow of w closes
and H = (J J')^-1 is its metric: H(w) dw/dt = p.  The relation is found by exact linear algebra in a graded ansatz,
checked by expansion, and solved; the sign of a root is proved.

Three classes: separable (J J' is diagonal, one coordinate at a time; any dimension), radial (J J' = A I + B w w' with
functions A, B of |w|; any dimension) and, for finitely many parameters, entries that are rational functions of w.
(Azulay et al. 2021, eqs 3, 17, 21 to 25.)
"""

from __future__ import annotations

from verifier.derive.implicit_bias.algebra import NoRelation
from verifier.derive.implicit_bias.metrics.entrywise_networks import entrywise_metric
from verifier.derive.implicit_bias.metrics.metric_kinds import Metric, NoMetric
from verifier.derive.implicit_bias.metrics.radial import radial_metric, vector_metric
from verifier.derive.implicit_bias.metrics.separable import separable_metric
from verifier.derive.implicit_bias.networks import Network, VectorNetwork


def metric(network: Network | VectorNetwork, degree: int = 2) -> Metric:
    """The metric of a network, with the conserved polynomials up to `degree` (at least 1).

    Raises `NoMetric` where J J' is no function of w and these, or where the relation cannot be solved.

    >>> from verifier.derive.implicit_bias.networks import diagonal
    >>> metric(diagonal()).coordinates[0].speed
    sqrt(k + 4*w**2)
    """
    if not isinstance(network, (Network, VectorNetwork)):
        raise NoMetric(f"a metric is derived for a Network or a VectorNetwork, not for {type(network).__name__}")
    if not isinstance(degree, int) or degree < 1:
        raise NoMetric(f"the degree of conserved quantities must be a positive integer, not {degree!r}")
    try:
        if isinstance(network, VectorNetwork):
            return vector_metric(network, degree)
        return separable_metric(network, degree) or radial_metric(network, degree) or entrywise_metric(network, degree)
    except NoRelation as error:
        raise NoMetric(f"{network.name}: {error}") from None
