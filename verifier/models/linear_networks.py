"""Linear networks with weight matrices, the autoencoder, reduced-rank and plain regression.

The data enter through their covariances S_x = X'X/n and S_xy = X'Y/n; the loss leaves out the constant tr(S_y)/2.
(Gidel et al. 2019, Sections 2 and 3, and Appendix A.)
"""

from __future__ import annotations

from itertools import pairwise

from verifier.language.script import Linear
from verifier.models import simulation
from verifier.models.model import Meaning, Model, ModelError, Scaling, Symmetry

SOURCE = "Gidel et al. 2019 (2), (5), (6), (11)"
COVARIANCES = {"Sx": "symmetric matrix(d)", "Sxy": "matrix(d, p)"}

SAMPLES = {"N": "positive integer", "X": "matrix(N, d)"}
HALF_MEAN = "half the mean of |y - f(x)|^2 over N samples, rows of X and Y, less tr(S_y)/2"


def deep(depth: int) -> Model:
    """The linear network x' W1 ... WL of a given depth.  Raises `ModelError` for a depth outside 1..8."""
    if not 1 <= depth <= 8:
        raise ModelError(f"L = {depth}: a depth lies between 1 and 8")
    letters = [f"W{i}" for i in range(1, depth + 1)]
    widths = ["d", *(f"h{i}" for i in range(1, depth)), "p"]
    product = "*".join(letters)
    turned = "*".join(f"{w}.T" for w in reversed(letters))
    loss = f"trace({turned}*Sx*{product})/2 - trace({turned}*Sxy)"
    return Model(
        name=f"linear-network-{depth}", title=f"linear network of depth {depth}", source=SOURCE,
        sizes=dict.fromkeys(widths, 2),
        parameters={w: f"matrix({a}, {b})" for w, (a, b) in zip(letters, pairwise(widths), strict=True)},
        data=COVARIANCES, predictor=product, normal=("Sx", "Sxy", "0") if depth <= 2 else (),
        loss=loss,
        families=tuple(f"{a}.T*{a} - {b}*{b}.T" for a, b in pairwise(letters)),
        symmetries=tuple(
            Symmetry(f"basis of hidden layer {i}", {a: f"{a}*P", b: f"Q*{b}"},
                     {"P": f"matrix({w}, {w})", "Q": f"matrix({w}, {w})"}, (f"P*Q == eye({w})",))
            for i, (w, (a, b)) in enumerate(zip(widths[1:], pairwise(letters), strict=False), 1)
        ),
        scalings=(Scaling("outputs", {"W1": 1, "Sxy": 1}, 2), Scaling("covariances", {"Sx": 1, "Sxy": 1}, 1)),
        note="The loss leaves out the constant tr(S_y)/2.",
        meaning=Meaning(
            HALF_MEAN, f"norm2(Y - X*{product}) == 2*N*({loss}) + norm2(Y)",
            simulation.covariances(letters), {**SAMPLES, "Y": "matrix(N, p)"},
            {"inputs": "N*Sx == X.T*X", "labels": "N*Sxy == X.T*Y"}, (Linear(rewrite=["inputs", "labels"]),)),
    )  # fmt: skip


MODELS = (
    deep(1), deep(2), deep(3),
    Model(
        name="linear-autoencoder", title="linear autoencoder x' W1 W2 of its own input", source="Gidel et al. 2019 (14), (29)",
        sizes={"d": 2, "h": 1}, parameters={"W1": "matrix(d, h)", "W2": "matrix(h, d)"}, data={"Sx": "symmetric matrix(d)"},
        loss="trace((eye(d) - W1*W2).T*Sx*(eye(d) - W1*W2))/2", predictor="W1*W2", families=("W1.T*W1 - W2*W2.T",),
        symmetries=(Symmetry("basis of the hidden layer", {"W1": "W1*P", "W2": "Q*W2"},
                             {"P": "matrix(h, h)", "Q": "matrix(h, h)"}, ("P*Q == eye(h)",)),),
        normal=("Sx", "Sx", "trace(Sx)/2"), scalings=(Scaling("covariance", {"Sx": 1}, 1),),
        meaning=Meaning(
            "half the mean of |x - f(x)|^2 over N samples, rows of X",
            "r*norm2(X - X*W1*W2)/2 == trace((eye(d) - W1*W2).T*Sx*(eye(d) - W1*W2))/2",
            simulation.covariances(("W1", "W2")), {**SAMPLES, "r": "real"},
            {"mean": "r*N == 1", "inputs": "Sx == r*X.T*X"}, (Linear(rewrite=["inputs"]),)),
    ),
    Model(
        name="reduced-rank-regression", title="regression Y = X W1 W2 with n samples and rank at most h",
        source="Gidel et al. 2019 (4)", sizes={"n": 2, "d": 2, "h": 1, "p": 2},
        parameters={"W1": "matrix(d, h)", "W2": "matrix(h, p)"}, data={"X": "matrix(n, d)", "Y": "matrix(n, p)"},
        loss="norm2(Y - X*W1*W2)/2", predictor="W1*W2", families=("W1.T*W1 - W2*W2.T",),
        symmetries=(Symmetry("basis of the hidden layer", {"W1": "W1*P", "W2": "Q*W2"},
                             {"P": "matrix(h, h)", "Q": "matrix(h, h)"}, ("P*Q == eye(h)",)),),
        normal=("X.T*X", "X.T*Y", "norm2(Y)/2"), scalings=(Scaling("outputs", {"W1": 1, "Y": 1}, 2),),
        note="The sum over the n samples; a factor 1/n rescales time only.",
        meaning=Meaning(
            "half the sum of |y - f(x)|^2 over the n samples, rows of X and Y: half the trace of their Gram matrix",
            "trace((Y - X*W1*W2)*(Y - X*W1*W2).T)/2 == norm2(Y - X*W1*W2)/2", simulation.regression),
    ),
)  # fmt: skip
