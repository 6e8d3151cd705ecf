"""The standing notation of the paper."""

from verifier.language.script import Have, Numbers
from verifier.papers.setting import Setting

#: One mode of gradient descent on the balanced two-layer network, Eq. (22): singular value sigma, diagonal entry lam.
mode = Setting(
    let={"sigma": "positive", "lam": "positive", "eta": "positive", "w": "real sequence"},
    suppose={
        "step": "forall(t, nonnegative integer, w[t+1] == w[t]*(1 + eta*(sigma - lam*w[t]))**2)",
        "start": "0 < w[0] and w[0] < sigma/lam",
        "small step": "2*eta*sigma < 1",
    },
)
#: With 2 eta sigma >= 1 a mode may jump over its limit and die: 2/5, 8/5, 0, 0, ...
LONG_STEP = {"sigma": 1, "lam": 1, "eta": "5/3", "w": "Piecewise((2/5, t < 1), (8/5, t < 2), (0, True))"}
#: With a negative step-size it may die at once: 1/2, 0, 0, ...
BACK_STEP = {"sigma": 1, "lam": 1, "eta": -2, "w": "Piecewise((1/2, t < 1), (0, True))"}
#: A start between 0 and sigma/lambda is one of a mode with signal.
SIGNAL = Have("sigma > 0", name="sigma.positive", by=[Numbers(using=["start", "lam.positive"])])
