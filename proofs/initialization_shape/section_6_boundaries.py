"""Section 6: Theorem 2 at the ends of its hypotheses, delta < 0 and a start at 0."""


from verifier.language.script import (
    At,
    Have,
    Limit,
    Negate,
    Numbers,
    Obtain,
    Order,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

from . import paper
from .appendix_b_theorem_2 import FACTS
from .neuron import POTENTIAL, SAME_SQUARE, UNSEEN, neuron

A = "(1 - 2*exp(-t))"
P = f"sqrt(1 + {A}**2)"
R = f"2*exp(-t)/{P}"


@paper.remark("thm-2-negative", "delta < 0: the neuron passes 0 and ends elsewhere", where="Section 6, cross-check", provenance="derived")
def negative(item):
    item.printed("(not in the paper) One sample e_0, output 2^(1/2), a(0) = -1, w(0) = (2^(1/2), 1), so delta = -2: the flow with the residual r ends at a = 1 "
                 "and w = (2^(1/2), 1). There Q = q_delta(|v|) + z'v is larger, by 3, than at (2^(1/2), -1), which has the same output.")  # fmt: skip
    item.let(delta="real")
    item.suppose("delta", "delta == -2")
    item.define("S(x) := sqrt(x**2 + delta**2/4)", "z(y) := -3/2*sqrt(S(sqrt(3)) - delta/2)/sqrt(3)*(-1)*y")
    item.conclude(
        f"forall(t, real, diff(1 - 2*exp(-t), t) == {P}*({R}) and diff({P}, t) == {A}*({R}))"
        f" and limit(1 - 2*exp(-t), t, oo) == 1 and limit({P}, t, oo) == sqrt(2) and 1 - 2*exp(-0) == -1 and sqrt(1 + (1 - 2*exp(-0))**2) == sqrt(2)"
        " and (-1)**2 - (sqrt(2)**2 + 1**2) == delta and sqrt(2)**2 + 1**2 == sqrt(2)**2 + (-1)**2"
        " and z(1)*1 - z(1)*(-1) == 3", expected="proved")
    item.note("a = 1 - 2 exp(-t), w = ((1 + a^2)^(1/2), 1), r = 2 exp(-t)/(1 + a^2)^(1/2); the second component of w is what the sample does not see. Both "
              "points have the length 3^(1/2), hence the same q_delta, and z_1 = 3/2. So for delta < 0 the statement fails with the printed formula: "
              "a changes its sign at t = log 2, where the predictor is 0, and B/minimum needs the sign.")  # fmt: skip


#: A neuron at rest at w = 0, and the angle from 0 to log 2 by which (a, w) turns hyperbolically.
AT_ORIGIN = {"d": 1, "N": 1, "X": 0, "y": 0, "r": 0, "a": 1, "w": 0, "a0": 1, "w0": 0, "b": 1, "W": 0, "delta": 1, "xb": 0}
TURN = "log(2)*(1 - exp(-t))"


def coordinates_of(length, inner, outer, known):
    """The layers of a neuron whose predictor has this length, and the potential there."""
    return [
        Use("cited:B/polar", at=["delta", length], name=f"polar {length}", premises=[[]]),
        Obtain(f"polar {length}", inner, label=inner), Obtain(f"{inner}.1", outer, label=outer),
        Use("cited:B/coordinates", at=["delta", outer, inner, length], name=f"at {length}", premises=[[]]),
    ]  # fmt: skip


@paper.remark("thm-2-origin", "A start at w(0) = 0 with a(0) != 0", where="Section 6, cross-check", provenance="derived")
def origin(item):
    item.printed("(not in the paper) For w(0) = 0, delta = a(0)^2 > 0, where z has no value as printed: with z = 0 the theorem holds, and the limit is the "
                 "solution of least norm.")  # fmt: skip
    item.use(neuron)
    item.let(y="matrix(N, 1)", b="real", W="matrix(d, 1)", delta="positive", xb="nonnegative")
    item.define(*POTENTIAL)
    item.suppose("origin", "w0 == zeros(d, 1) and delta == a0**2")
    item.suppose("length", "xb**2 == norm2(b*W)")
    item.suppose("fit", "X.T*(b*W) == y")
    item.suppose("converges", "tends(a[m], m, b) and tends(w[m], m, W)")
    item.conclude("forall(v, matrix(d, 1), forall(x, nonnegative, implies(X.T*v == y and v != b*W and x**2 == norm2(v), xb < x and q(xb) < q(x))))",
                  because=FACTS[1:], expected="proved", argument=[
        SAME_SQUARE,
        Have("forall(p, real, forall(e, real, forall(q, real, forall(g, real, implies(p == e and q == g and g > e, p < q)))))", name="replaced",
             by=[Take("p", "e", "q", "g")]),
        UNSEEN, Have("delta >= 0", name="sign"),
        Take("v", "x"),
        Have("X.T*(v - b*W) == zeros(N, 1)", name="same data"),
        Have("forall(m, nonnegative integer, trace((v - b*W).T*w[m]) == trace((v - b*W).T*w0))", name="unseen at integers",
             by=[Take("m"), Use("unseen", at=["v - b*W", "m"], premises=[[], []])]),
        Limit("unseen at integers", limits=["converges.1"], name="kept"),
        Have("trace((v - b*W).T*W) == 0", name="across"),
        Have("norm2(v - b*W) > 0", name="apart", by=[Order(positive=[Square(root="v - b*W", nonzero="given1.1")])]),
        Have("norm2(v - b*W) == x**2 - xb**2", name="longer"),
        Have("xb < x", name="order"),
        *coordinates_of("xb", "n", "be", ["xb"]), *coordinates_of("x", "m", "B", ["given"]),
        Use("cited:B/tangent", at=["delta", "be", "n", "B", "m"], name="tangent", premises=[[]]),
        Have("be != B", name="different", by=[Negate("same"),
            Have("m == n", name="m is", by=[Use("same square", at=["m", "n"], premises=[[Split([[], [], []])]])])]),
        Use("tangent.1", premises=[[]], name="strictly"),
        Have("B*(3*m**2 - B**2)/2 > be*(3*n**2 - be**2)/2", name="gap", by=[
            Have("3/2*n*(m*B - n*be) >= 0", name="room")]),
        Split([[], [Use("replaced", at=["q(xb)", "be*(3*n**2 - be**2)/2", "q(x)", "B*(3*m**2 - B**2)/2"])]])],
        example=AT_ORIGIN)  # fmt: skip
    zero = [At({"goal": [Witness("0"), Witness("0"), Numbers()]})]
    away = {**AT_ORIGIN, "W": 1, "xb": 1}
    item.without("starts", counterexample={**away, "w": 1}, argument=zero)
    item.without("flow of w", counterexample={**away, "w": "1 - exp(-t)"}, argument=zero)
    item.without("origin", counterexample={**away, "w": 1, "w0": 1}, argument=zero)
    item.without("converges", counterexample=away, argument=zero)
    item.without("length", counterexample={**AT_ORIGIN, "xb": 1}, argument=[At({"goal": [Witness("1/2"), Witness("1/2"), Numbers()]})])
    turned = {"a": f"cosh({TURN})", "r": "log(2)*exp(-t)", "b": "5/4"}
    item.without("fit", counterexample={**AT_ORIGIN, **turned, "X": 1, "w": f"sinh({TURN})", "W": "3/4", "xb": "15/16"}, argument=zero)
    item.without("xb.nonnegative", counterexample={
        **AT_ORIGIN, "d": 2, "X": "basis(2, 0)", "y": "65/144", "r": "log(3/2)*exp(-t)", "a": "cosh(log(3/2)*(1 - exp(-t)))",
        "w": "sinh(log(3/2)*(1 - exp(-t)))*basis(2, 0)", "w0": "zeros(2, 1)", "b": "13/12", "W": "5/12*basis(2, 0)", "xb": "-65/144",
    }, argument=[At({"goal": [Witness("65/144*basis(2, 0) + 65/192*basis(2, 1)"), Witness("325/576"), Numbers()]})])  # fmt: skip
    item.note("For all d and N, any data, any loss of the predictions. So a start with w(0) = 0 behaves like an infinitesimal one, at every scale a(0).")
