"""Section 8 and Appendix G: a single leaky ReLU neuron a sigma(w'x), slope rho > 0 on the negative side.

Gradient inclusion: at every time there are r and h with h^(n) in the generalised derivative of sigma at w'x^(n), and c^(n) = r^(n) h^(n)
moves the weights: dw/dt = a X c, da/dt = w'X c.  Only c is kept in the hypotheses: any residuals r, any selection h.
"""

from verifier.language.script import (
    At,
    Axiom,
    Cases,
    Choose,
    Have,
    Induct,
    Inside,
    Ladder,
    Limit,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Root,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)
from verifier.language.script_parts import named_number as named
from verifier.papers.setting import Setting

from . import paper
from .neuron import SAME_SQUARE

SIGMA = "sigma(z) := Piecewise((z, z >= 0), (rho*z, True))"
#: h is a generalised derivative of sigma at z.
SLOPES = "slope(h, z) := Min(1, rho) <= h and h <= Max(1, rho) and (z <= 0 or h == 1) and (z >= 0 or h == rho)"
leaky_flow = Setting(
    let={"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "w": "matrix(d, 1) curve", "a": "real curve"},
    suppose={"inclusion": "forall(t, [0, oo), exists(c, matrix(N, 1), diff(w[t], t) == a[t]*X*c and diff(a[t], t) == trace(w[t].T*X*c)))"},
)
REST = {"d": 1, "N": 1, "X": 1, "w": 1, "a": 1}
NOW = [Use("inclusion", at=["r"], premises=[[]], name="moves"), Obtain("moves", "c", label="now")]
KEPT = [
    Have("forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), forall(t, [0, oo), trace(v.T*w[t]) == trace(v.T*w[0]))))", name="row", by=[
        Take("v", "T"), Ladder("T", "0", slope=[*NOW])]),
    Have("forall(t, [0, oo), a[t]**2 - trace(w[t].T*w[t]) == a[0]**2 - trace(w[0].T*w[0]))", name="balance", by=[
        Take("T"), Ladder("T", "0", slope=[*NOW])]),
]  # fmt: skip


def line(id, title, provenance="derived"):
    return paper.equation(id, title, where="Appendix G", provenance=provenance)


@paper.definition("def-leaky", "Leaky ReLU", where="Section 8", provenance="printed")
def leaky(item):
    item.printed("sigma(z) = z for z >= 0 and rho z for z < 0, rho > 0; its generalised derivative is 1, rho or [min(1, rho), max(1, rho)].")
    item.let(rho="positive", z="real", h="real")
    item.define(SIGMA, SLOPES)
    item.suppose("slope", "slope(h, z)")
    item.conclude("sigma(z) == h*z and h > 0", expected="proved")
    item.step("homogeneous", "forall(c, positive, c*sigma(z) == sigma(c*z))", because=["definitions"], says="sigma is positively homogeneous",
              argument=[Take("c"), Cases("z >= 0", name="side", yes=[Have("c*z >= 0", name="both")],
                                         no=[Have("c*z < 0", name="both")])])
    item.note("For c < 0, c sigma(z) is not sigma(c z): at c = -1, z = 1 it is -1 against -rho. So a network with a(0) < 0 does not compute "
              "sigma(w'x) of its product w; Theorem 4's hypothesis sigma(w(oo)'x) = y is about networks with a > 0.")  # fmt: skip


@paper.definition("def-kkt-G", "KKT points of a problem with equality constraints", where="Appendix G, Definition 1", provenance="printed")
def kkt(item):
    item.printed("Stationarity 0 in df + sum_n lambda_n dg_n, feasibility; for equality constraints no complementary slackness is needed.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", h="matrix(N, 1)", g="matrix(d, 1)", nu="matrix(N, 1)")
    item.suppose("stationary", "g == Sum(nu[n, 0]*h[n, 0]*X*basis(N, n), (n, 0, N-1))")
    item.conclude("forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), v.T*g == 0))", argument=[
        Take("v")],
        expected="proved")  # fmt: skip
    item.note("g is the gradient of Q, h^(n) the chosen slope of sigma. What is used is that g lies in the span of the samples; a vector lies there "
              "if and only if it is orthogonal to all v that are orthogonal to the samples (kkt-multipliers), and pages speak of the latter.")  # fmt: skip


def slope_of(length, outer, inner, letter, balance, square, positive, long):
    """(S - delta/2)^(1/2)/x = 1/a for the layers a > 0, w of a product of length x > 0."""
    return [
        Have(f"norm2({inner}) >= 0", name=f"size {letter}"), Root(f"norm2({inner})", name=f"root {letter}", by=[]),
        *named(letter, f"sqrt(norm2({inner}))", also=f"{letter} >= 0 and {letter}**2 == norm2({inner})", by=[Split([
            [], [], []])]),
        Have(f"{outer}**2 - {letter}**2 == delta", name=f"balance {letter}"),
        Have(f"({letter}*{outer})**2 == {length}**2", name=f"squares {letter}"),
        Have(f"{letter}*{outer} == {length}", name=f"length {letter}", by=[Use("same square", at=[f"{letter}*{outer}", length], premises=[[Split([
            [], [], []])]])]),
        Use("cited:B/coordinates", at=["delta", outer, letter, length], name=f"at {letter}", premises=[[]]),
        Have(f"{letter} > 0", name=f"{letter}>0", by=[Numbers(using=[f"length {letter}", long, positive, f"{letter}.1"])]),
        Have(f"sqrt(S({length}) - delta/2)/{length}*{outer} == 1", name=f"slope {letter}", by=[
            Have(f"{letter}/({letter}*{outer})*{outer} == 1", name="plain")]),
    ]  # fmt: skip


#: e = 1 or -1 is the sign of the outer layer; A = |a(0)| and B = |b|.
SIGN = [
    Have("exists(e, real, e**2 == 1 and e*a[0] > 0 and e*b >= 0)", name="a sign", by=[
        Set("a0", "a[0]"), Set("l0", "norm2(w[0])"),
        Have("x0**2 == a0**2*l0", name="first", by=[Linear(rewrite=["a0", "l0"], terms=[("start.2", "1", "1")])]),
        Have("a0 != 0", name="moves", by=[Negate("zero"), Have("x0**2 == 0", name="none")]), Have("a0*b >= 0", name="same"),
        Cases("a0 > 0", name="up", yes=[Witness("1"), Split([[], [Numbers(using=["a0", "up"])], [Numbers(using=["same", "up"])]])],
              no=[Have("a0 < 0", name="down"), Have("b <= 0", name="low"),
                  Witness("-1"), Split([[], [], []])])]),
    Obtain("a sign", "e", label="e"),
    *named("A", "e*a[0]", also="A > 0", by=[Split([[], []])]), *named("B", "e*b", also="B >= 0", by=[Split([[], []])]),
]  # fmt: skip
AT_THE_START = slope_of("x0", "A", "w[0]", "n0", [("start.1", "-1", "1"), ("A.0", "A + e*a[0]", "1"), ("e.0", "a[0]**2", "1")],
                        [("start.2", "-1", "1"), ("A.0", "norm2(w[0])*(A + e*a[0])", "1"), ("e.0", "norm2(w[0])*a[0]**2", "1")], "A.1", "x0.positive")  # fmt: skip
AT_THE_END = [
    Set("l1", "norm2(V)"), Have("x**2 == B**2*l1", name="last", by=[Linear(terms=[
        ("length", "1", "1"), ("l1", "-B**2", "1"), ("B.0", "-norm2(V)*(B + e*b)", "1"), ("e.0", "-norm2(V)*b**2", "1")])]),
    Have("B > 0", name="B>0", by=[Negate("low"), Have("B == 0", name="B is 0"), Have("x**2 == 0", name="x is 0"), Numbers(using=["x is 0", "away"])]),
    *slope_of("x", "B", "V", "n1", [("balance at the end", "1", "1"), ("f", "1", "1"), ("start.1", "-1", "1"), ("B.0", "B + e*b", "1"), ("e.0", "b**2", "1")],
              [("length", "-1", "1"), ("B.0", "norm2(V)*(B + e*b)", "1"), ("e.0", "norm2(V)*b**2", "1")], "B>0", "away"),
]  # fmt: skip
#: A limit b V = 0 has V = 0, since b^2 = delta + |V|^2.
NOTHING = [
    Set("l1", "norm2(V)"), Have("norm2(V) >= 0", name="size"), Have("l1*(delta + l1) == 0", name="none"),
    Have("l1 == 0", name="l1 is 0"),
    Have("norm2(V) <= 0", name="flat"), Vanish("flat", squares=[Square(root="V", name="gone")]),
]  # fmt: skip


def pulled(h):
    """At d = N = 1: with this slope the gradient does not vanish along v = 1, which no sample sees."""
    at_0 = [Induct("n", base=[Numbers()])]
    return [Choose(1), Witness(h), Split([at_0, [Witness("1"), Split([at_0, [Numbers()]])]])]


@paper.theorem("thm-4", "A single leaky ReLU neuron", where="Section 8, Theorem 4", provenance="guess")
def leaky_neuron(item):
    item.printed("For a depth 2 leaky ReLU network with one neuron, any delta >= 0 and any initialisation: if the limit has sigma(w(oo)'x^(n)) = "
                 "y^(n) for all n, then w(oo) is a KKT point of argmin Q(w) subject to sigma(w'x^(n)) = y^(n), Q as in Theorem 2.")
    item.use(leaky_flow)
    item.let(V="matrix(d, 1)", b="real", delta="real", x0="positive", x="nonnegative", p="real", rho="positive", y="matrix(N, 1)")
    item.define(SIGMA, SLOPES, "S(l) := sqrt(l**2 + delta**2/4)", "z := -3/2*sqrt(S(x0) - delta/2)/x0*a[0]*w[0]",
                "slopeQ := 3/2*p*b*V + z", "seen(v, n) := trace(v.T*X*basis(N, n))")  # fmt: skip
    item.suppose("start", "a[0]*b >= 0 and delta == a[0]**2 - norm2(w[0]) and x0**2 == norm2(a[0]*w[0])")
    item.suppose("length", "x**2 == norm2(b*V)")
    item.suppose("slope", "p*x == sqrt(S(x) - delta/2)")
    item.suppose("converges", "tends(w[n], n, V) and tends(a[n], n, b)")
    item.suppose("fit", "forall(n, integer[0, N-1], sigma(seen(b*V, n)) == y[n, 0])")
    item.conclude("forall(n, integer[0, N-1], sigma(seen(b*V, n)) == y[n, 0])"
                  " and forall(h, matrix(N, 1), implies(forall(n, integer[0, N-1], slope(h[n, 0], seen(b*V, n))),"
                  " forall(v, matrix(d, 1), implies(forall(n, integer[0, N-1], h[n, 0]*seen(v, n) == 0), v.T*slopeQ == 0))))",
                  because=["B/coordinates"], argument=[
        *KEPT, Set("f", "a[0]**2 - norm2(w[0])"),
        Have("forall(n, nonnegative integer, a[n]**2 - trace(w[n].T*w[n]) == f)", name="balance at n", by=[
            Take("n"), Use("balance", at=["n"], name="now")]),
        Limit("balance at n", limits=["converges.0", "converges.1"], name="balance at the end"),
        SAME_SQUARE, *SIGN,
        *AT_THE_START,
        Have("z == -3/2*e*w[0]", name="gradient at the start", by=[Linear(terms=[
            Inside("slope n0", "-3/2*e*HOLE*w[0]"), ("A.0", "3/2*e*sqrt(S(x0) - delta/2)/x0", "w[0]"), ("e.0", "3/2*a[0]*sqrt(S(x0) - delta/2)/x0", "w[0]")])]),
        Have("3/2*p*b*V == 3/2*e*V", name="gradient at the end", by=[Cases("x > 0", name="away", yes=[
            *AT_THE_END, Linear(terms=[
                ("slope", "3/2*b/x", "V"), Inside("slope n1", "3/2*e*HOLE*V"), ("B.0", "-3/2*e*sqrt(S(x) - delta/2)/x", "V"), ("e.0", "-3/2*b*sqrt(S(x) - delta/2)/x", "V")],
                nonzero=["away"])],
            no=[Have("x == 0", name="still"),
                Have("delta >= 0", name="not smaller", by=[Numbers(using=["slope", "still"])]), *NOTHING])]),
        Have("slopeQ == 3/2*e*(V - w[0])", name="gradient", by=[Linear(terms=[("gradient at the start", "1", "1"), ("gradient at the end", "1", "1")])]),
        Split([[], [
            Take("h"), Take("v"),
            Have("forall(n, integer[0, N-1], trace(v.T*X*basis(N, n)) == 0)", name="entries", by=[
                Take("n"), Use("given", at=["n"], name="slope now"), Use("given1", at=["n"], name="zero"),
                Set("l", "h[n, 0]"), Set("g", "trace(v.T*X*basis(N, n))"),
                Have("l >= Min(1, rho)", name="least slope"),
                Have("l > 0", name="l>0"),
                Have("g == 0", name="g is 0", by=[
                    Have("l*g == 0", name="product")])]),
            Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["N"], name="identity"),
            Have("v.T*X == zeros(1, N)", name="orthogonal"),
            Use("row", at=["v"], name="kept", premises=[[]]), Set("g", "trace(v.T*w[0])"),
            Have("forall(n, nonnegative integer, trace(v.T*w[n]) == g)", name="kept at n", by=[
                Take("n"), Use("kept", at=["n"], name="now")]),
            Limit("kept at n", limits=["converges.0"], name="kept at the end"),
            Linear(terms=[("gradient", "v.T", "1"), ("kept at the end", "3/2*e", "1"), ("g", "3/2*e", "1")])]]),
    ], expected="proved", example={**REST, "V": 1, "b": 1, "delta": 0, "x0": 1, "x": 1, "p": 1, "rho": 1, "y": 1})  # fmt: skip
    item.note("The gradient of Q at q = b V, with x = |q| and x0 = |a(0) w(0)|, is orthogonal to every v that is orthogonal to the h^(n) x^(n): it is in "
              "their span, for every choice of slopes h^(n) of sigma at q'x^(n). That and feasibility are the KKT conditions. Any d, N, data and "
              "residuals. The limit may be q = 0, where the gradient of Q is z: p = sqrt(S(x) - delta/2)/x, any number at x = 0.")  # fmt: skip
    item.note("Kinks may be crossed, and the trajectory may slide along them. The weights are differentiable at all times, and nothing is asked of the residuals, so "
              "any clock is allowed, one that stands still for a moment too. Thus corners at kinks, finitely many in each bounded time, are covered: a clock that "
              "slows down to 0 at the corners (a factor of the residuals that vanishes there) makes the path differentiable and keeps its limit. Paths that are "
              "merely absolutely continuous, with the inclusion at almost all times, are not.")  # fmt: skip
    blind = {**REST, "X": 0, "V": 1, "b": 1, "delta": 0, "x0": 1, "x": 1, "p": 1, "rho": 1, "y": 0}
    for name, change in {"converges": {"V": 4, "x": 4, "p": "1/2"}, "inclusion": {"w": "4 - 3*exp(-t)", "V": 4, "x": 4, "p": "1/2"},
                         "length": {"x": 4, "p": "1/2"}, "slope": {"p": 2}, "start": {"x0": 4}}.items():  # fmt: skip
        item.without(name, counterexample={**blind, **change}, argument=[At({"goal": pulled("1")})])
    item.without("fit", counterexample={**blind, "X": 1})
    item.without("x0.positive", counterexample={**blind, "x0": -1}, argument=[At({"goal": pulled("1")})])
    item.without("x.nonnegative", counterexample={**blind, "x": -1, "p": -1}, argument=[At({"goal": pulled("1")})])
    grown = "exp(log(2)*(1 - exp(-t)))"
    item.without("rho.positive", counterexample={**blind, "X": 1, "a": grown, "w": f"-{grown}", "V": -2, "b": 2, "x": 4, "p": "1/2", "rho": 0}, argument=[
        At({"inclusion": [Take("t"), Witness("-log(2)*exp(-t)"), Numbers()], "goal": pulled("0")})])  # fmt: skip
    item.note("More is true: q is the minimiser of the strictly convex Q on X'w = X'q (neuron-argmin), whatever the outputs. The outer layer may have either "
              "sign, which may not change: for delta > 0 it cannot, since a^2 >= delta. Nothing else uses the printed delta >= 0, so the formula does not ask for it. For a < 0 the hypothesis sigma(q'x) = y is not the zero "
              "loss: thm-4-negative.")  # fmt: skip


@paper.remark("thm-4-negative", "What a leaky ReLU neuron with a negative outer layer computes", where="Section 8, cross-check", provenance="derived")
def negative_neuron(item):
    item.printed("(not in the paper) For a < 0 the network a sigma(w'x) computes sigma~(q'x), q = a w, with sigma~(z) = -sigma(-z), which is sigma for rho = 1 only.")
    item.let(rho="positive", a="negative", z="real")
    item.define(SIGMA, "other(q) := -sigma(-q)")
    item.conclude("a*sigma(z) == other(a*z) and a*sigma(1) - sigma(a) == (1 - rho)*a", argument=[Split([
        [Cases("z >= 0", name="side", yes=[Have("-(a*z) >= 0", name="both")],
               no=[Have("-(a*z) < 0", name="both")])],
        []])],
        expected="proved", example={"rho": 1, "a": -1, "z": 0})  # fmt: skip
    item.note("So zero loss is sigma~(q'x) = y. Example: a = -1, w = x = 1, y = -1 is at rest with zero loss, and sigma(q'x) = -rho. sigma~ has the slopes 1 "
              "below and rho above 0, all at least min(1, rho): Theorem 4's argument gives the KKT conditions of min Q subject to sigma~(w'x) = y.")  # fmt: skip
