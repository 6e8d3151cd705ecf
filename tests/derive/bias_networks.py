"""Networks, their potentials and a comparison to many digits, for the tests of implicit bias."""

import functools

import sympy
from sympy import Rational, symbols

from verifier.derive.implicit_bias.networks import Network, diagonal, fully_connected, single_neuron, tied_diagonal
from verifier.derive.implicit_bias.potentials.potential import potential

U, V, T = symbols("u v t", real=True)
X = sympy.Symbol("x", positive=True)
PRODUCT = Network("product", (U, V), (U * V,), copies=True)


@functools.cache
def derived(name):
    """Potentials that several tests look at."""
    made = {
        "diagonal": diagonal, "biased": lambda: diagonal(unbiased=False), "tied": tied_diagonal,
        "neuron": single_neuron, "balanced": lambda: fully_connected(2, balanced=True), "product": lambda: PRODUCT,
    }  # fmt: skip
    return potential(made[name]())


def near(e, f, at):
    """Whether two expressions agree to 40 digits at rational values of their symbols, by name."""
    def values(g):
        return g.subs({s: at[s.name] for s in g.free_symbols})

    return abs(sympy.N(values(e) - values(f), 60)) < Rational(1, 10**40)
