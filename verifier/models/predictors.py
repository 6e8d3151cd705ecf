"""Networks that are linear predictors x' w with w a polynomial in the parameters, trained on X'w = y (columns of X).

Diagonal networks, one linear neuron, fully connected networks of m neurons, a leaky-ReLU neuron while the signs of its
preactivations stay.  (Azulay et al. 2021, Sections 4 to 6 and 8.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from verifier.language.script import Axiom, Linear, Use
from verifier.models import simulation
from verifier.models.model import Meaning, Model, Scaling, Symmetry

SIZES = {"d": 2, "N": 1}
DATA = {"X": "matrix(d, N)", "y": "matrix(N, 1)"}
NOTE = "The sum over the N samples; a factor 1/N rescales time only."


def _diagonal(signs: str) -> str:
    return f"Sum(({signs})*basis(d, i), (i, 0, d-1))"


def _meaning(answers: str, network: Callable[[Any, Sequence[Any]], Any] | simulation.Simulation) -> Meaning:
    """Half the sum of the squared errors on the samples; `answers` is the column of the network's answers."""
    simulate = network if network is simulation.leaky_relu else simulation.samples(network)  # type: ignore[arg-type]
    return Meaning(
        "half the sum of (f(x) - y)^2 over the N samples, columns of X",
        f"Sum((basis(N, s).T*({answers}) - basis(N, s).T*y)**2, (s, 0, N-1))/2 == norm2({answers} - y)/2", simulate,
        argument=(Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["N"], name="samples"),
                  Linear(terms=[("samples", f"-1/2*({answers} - y).T", f"{answers} - y")])),
    )  # fmt: skip


DIAGONAL = _diagonal("up[i,0]*vp[i,0] - um[i,0]*vm[i,0]")
TIED = _diagonal("up[i,0]**2 - um[i,0]**2")

MODELS = (
    Model(
        name="diagonal-network", network="diagonal", title="diagonal linear network u+ v+ - u- v-", source="Azulay et al. 2021 (8)",
        sizes=SIZES, parameters=dict.fromkeys(("up", "vp", "um", "vm"), "matrix(d, 1)"), data=DATA,
        loss=f"norm2(X.T*{DIAGONAL} - y)/2", meaning=_meaning(f"X.T*{DIAGONAL}", simulation.diagonal),
        predictor=DIAGONAL, note=NOTE,
        families=("up[i,0]**2 - vp[i,0]**2", "um[i,0]**2 - vm[i,0]**2"), indices={"i": "d"},
        symmetries=(Symmetry("layers change places", {"up": "vp", "vp": "up"}), Symmetry("signs", {"up": "-up", "vp": "-vp"}),
                    Symmetry("negative layers change places", {"um": "vm", "vm": "um"}),
                    Symmetry("negative signs", {"um": "-um", "vm": "-vm"}),
                    Symmetry("scale of the layers", {"up": "c*up", "vp": "e*vp"}, {"c": "real", "e": "real"}, ("c*e == 1",)),
                    Symmetry("negative scale of the layers", {"um": "c*um", "vm": "e*vm"}, {"c": "real", "e": "real"},
                             ("c*e == 1",))),
        scalings=(Scaling("outputs", {"up": 1, "vp": 1, "um": 1, "vm": 1, "y": 2}, 4),),
    ),
    Model(
        name="diagonal-network-tied", network="tied_diagonal", title="diagonal linear network with shared weights u+^2 - u-^2",
        source="Woodworth et al. 2020; Azulay et al. 2021, Section 4", sizes=SIZES,
        parameters=dict.fromkeys(("up", "um"), "matrix(d, 1)"), data=DATA, loss=f"norm2(X.T*{TIED} - y)/2", predictor=TIED,
        meaning=_meaning(f"X.T*{TIED}", simulation.tied), note=NOTE, families=("up[i,0]*um[i,0]",), indices={"i": "d"},
        symmetries=(Symmetry("signs", {"up": "-up"}), Symmetry("negative signs", {"um": "-um"})),
        scalings=(Scaling("outputs", {"up": 1, "um": 1, "y": 2}, 4),),
    ),
    Model(
        name="linear-neuron", network="single_neuron", title="one linear neuron a w'x", source="Azulay et al. 2021, Section 6, m = 1", sizes=SIZES,
        parameters={"a": "real", "w": "matrix(d, 1)"}, data=DATA, loss="norm2(a*X.T*w - y)/2", predictor="a*w", note=NOTE,
        meaning=_meaning("a*X.T*w", simulation.neuron), normal=("X*X.T", "X*y", "norm2(y)/2"),
        families=("a**2 - w.T*w",), symmetries=(
            Symmetry("signs", {"a": "-a", "w": "-w"}),
            Symmetry("scale of the layers", {"a": "c*a", "w": "e*w"}, {"c": "real", "e": "real"}, ("c*e == 1",))),
        scalings=(Scaling("outputs", {"a": 1, "w": 1, "y": 2}, 4),),
    ),
    Model(
        name="fully-connected-network", network="fully_connected", title="two-layer linear network sum a_i w_i'x with m neurons (columns of W)",
        source="Azulay et al. 2021, Section 6", sizes={"d": 2, "N": 1, "m": 2},
        parameters={"a": "matrix(m, 1)", "W": "matrix(d, m)"}, data=DATA, loss="norm2(X.T*W*a - y)/2", predictor="W*a",
        meaning=_meaning("X.T*W*a", simulation.fully_connected),
        normal=("X*X.T", "X*y", "norm2(y)/2"), note=NOTE, families=("a*a.T - W.T*W",),
        symmetries=(
            Symmetry("orthogonal change of neurons", {"a": "Q.T*a", "W": "W*Q"}, {"Q": "matrix(m, m)"}, ("Q*Q.T == eye(m)",)),
            Symmetry("change of neurons", {"a": "P*a", "W": "W*Q"}, {"P": "matrix(m, m)", "Q": "matrix(m, m)"},
                     ("Q*P == eye(m)",))),
        scalings=(Scaling("outputs", {"a": 1, "W": 1, "y": 2}, 4),),
    ),
    Model(
        name="leaky-relu-neuron", network="leaky_relu_neuron", title="leaky-ReLU neuron a s(w'x), slope H_ss of s at each sample",
        source="Azulay et al. 2021, Section 8", sizes=SIZES, parameters={"a": "real", "w": "matrix(d, 1)"},
        normal=("X*H*H*X.T", "X*H*y", "norm2(y)/2"), meaning=_meaning("a*H*X.T*w", simulation.leaky_relu),
        data={**DATA, "H": "diagonal matrix(N)"}, loss="norm2(a*H*X.T*w - y)/2", predictor="a*w",
        families=("a**2 - w.T*w",),
        symmetries=(Symmetry("scale of the layers", {"a": "c*a", "w": "e*w"}, {"c": "positive", "e": "positive"}, ("c*e == 1",)),),
        scalings=(Scaling("outputs", {"a": 1, "w": 1, "y": 2}, 4),),
        note=f"Holds while no preactivation changes sign: H is the diagonal matrix of their slopes, 1 or rho. {NOTE}",
    ),
)  # fmt: skip
