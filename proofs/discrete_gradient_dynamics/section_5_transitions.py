"""Section 5, Corollary 3: when a mode of gradient descent is learned, as the scale of the start vanishes."""

from verifier.language.script import (
    At,
    Choose,
    Have,
    Induct,
    Numbers,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio
from verifier.papers.setting import Setting

from . import paper
from .notation import LONG_STEP

STEP_OF_MODE = "forall(t, nonnegative integer, w[t+1] == w[t]*(1 + eta*(sigma - lam*w[t]))**2)"
#: One mode, step-size and scale of the start; T is the time in units of delta steps.
transition = Setting(
    let={"sigma": "positive", "lam": "positive", "eta": "positive", "kappa": "positive", "T": "nonnegative"},
    suppose={"small step": "2*eta*sigma < 1"},
)


def eventually(bound, when):
    """For every e > 0, every delta from some D on and every start exp(-kappa delta): the bound at the steps that `when` names."""
    return (f"forall(e, positive, exists(D, positive, forall(delta, [D, oo), forall(w, real sequence, implies("
            f"w[0] == exp(-kappa*delta) and {STEP_OF_MODE}, forall(n, nonnegative integer, implies({when}, {bound})))))))")  # fmt: skip


NOT_YET = eventually("0 < w[n] and w[n] < e", "n <= delta*T")
LEARNED = eventually("sigma/lam - e < w[n] and w[n] < sigma/lam", "n > delta*T - 1")

MODE = ["sigma", "lam", "eta", ("w[r]", "r")]


@paper.remark("small-exponential", "An exponential is below an inverse", where="Section 5, cross-check", provenance="derived")
def small_exponential(item):
    item.printed("(not in the paper) y e^(-y) < 1 for y > 0.")
    item.let(y="positive")
    item.conclude("exp(-y)*y < 1", expected="proved")


@paper.remark("close", "What is missing is small where u is", where="Section 5, cross-check", provenance="derived")
def close(item):
    item.printed("(not in the paper) If 0 < w < sigma/lambda and u sigma^2 < e lambda^2, then w > sigma/lambda - e.")
    item.let(sigma="positive", lam="positive", e="positive", w="positive")
    item.suppose("below", "w < sigma/lam")
    item.suppose("small", "(1/w - lam/sigma)*sigma**2 < e*lam**2")
    item.conclude("sigma/lam - e < w", expected="proved")


def inside(item):
    """One mode of gradient descent that starts inside."""
    item.let(sigma="positive", lam="positive", eta="positive", w="real sequence")
    item.suppose("step", STEP_OF_MODE)
    item.suppose("start", "0 < w[0] and w[0] < sigma/lam")
    item.suppose("small step", "2*eta*sigma < 1")


#: (1 + eta sigma)^(2t) as an exponential, whose rate is `G`.
BASE = [
    Set("G", "log(1 + eta*sigma)"),
    Have("exp(2*G) == (1 + eta*sigma)**2", name="base"),
]


@paper.remark("growth", "A mode grows at most geometrically", where="Section 5, cross-check", provenance="derived")
def growth(item):
    item.printed("(not in the paper) w^(t) <= w^(0) (1 + eta sigma)^(2t).")
    inside(item)
    item.conclude("forall(t, nonnegative integer, w[t] <= w[0]*exp(2*log(1 + eta*sigma)*t))", because=["lemma-6"], argument=[
        Use("cited:lemma-6", at=MODE, name="l"), *BASE,
        Have("forall(t, nonnegative integer, w[t] <= w[0]*exp(2*G*t))", name="powers", by=[Induct("t", step=[
            Use("step", at=["t"], name="next"), Use("l.0", at=["t"], name="here"),
            Have("lam*w[t] < sigma", name="below"),
            Have("w[t]*(1 + eta*(sigma - lam*w[t]))**2 <= w[t]*(1 + eta*sigma)**2", name="a", by=[
                Numbers(using=["below", "here.0", "eta", "lam"])]),
            Set("E", "exp(2*G)"), Set("P", "exp(2*G*t)"),
            Have("exp(2*G*(t + 1)) == P*E", name="product"),
            Have("E == (1 + eta*sigma)**2", name="E base"),
            Have("w[t] <= w[0]*P", name="before"),
            Have("E > 0", name="E positive"),
            Have("w[t+1] <= E*w[t]", name="b"),
            Have("E*w[t] <= E*(w[0]*P)", name="c")])]),
        Take("t"), Use("powers", at=["t"], name="bound")], expected="proved")  # fmt: skip
    item.scaling("modes", {"w": 1, "lam": -1})
    item.scaling("time", {"eta": 1, "sigma": -1, "lam": -1})


#: z <= e x, x <= y and v = e y give z <= v.
STEPPED = Have(
    "forall(e, real, forall(x, real, forall(y, real, forall(z, real, forall(v, real,"
    " implies(e > 0 and x <= y and z <= e*x and e*y == v, z <= v))))))",
    name="stepped", by=[Take("e", "x", "y", "z", "v")],
)  # fmt: skip


@paper.remark("decay", "What is missing decays at least geometrically", where="Section 5, cross-check", provenance="derived")
def decay(item):
    item.printed("(not in the paper) u_t <= u_0 (1 + eta sigma)^(-2t) with u_t = 1/w^(t) - lambda/sigma.")
    inside(item)
    item.define("u(t) := 1/w[t] - lam/sigma")
    item.conclude("forall(t, nonnegative integer, w[t] > 0 and u(t) <= u(0)*exp(-2*log(1 + eta*sigma)*t))", because=["eq-92-sharp"], argument=[
        Use("cited:eq-92-sharp", at=MODE, name="steps"), *BASE, STEPPED,
        Have("forall(t, nonnegative integer, w[t] > 0 and u(t) <= u(0)*exp(-2*G*t))", name="powers", by=[Induct("t", base=[Split([[], []])], step=[
            Use("steps", at=["t"], name="here"),
            Set("E", "exp(-2*G)"), Set("P", "exp(-2*G*t)"),
            Have("exp(-2*G*(t + 1)) == P*E", name="product"),
            Have("E == 1/(1 + eta*sigma)**2", name="E base", by=[
                Have("E*exp(2*G) == 1", name="inverse"),
                Have("1 + eta*sigma > 0", name="p"),
                Have("E*(1 + eta*sigma)**2 == 1", name="inverse of base")]),
            Have("E > 0", name="E positive"),
            Have("u(t+1) <= E*u(t)", name="b", by=[Order(positive=[Square(facts=["here.2"])], rewrite=["E base"])]),
            Have("forall(a, real, E*(a*exp(-2*G*t)) == a*exp(-2*G*(t + 1)))", name="shift", by=[Take("a")]),
            Use("shift", at=["u(0)"], name="shifted"),
            Split([[], [Use("stepped", at=["E", "u(t)", "u(0)*exp(-2*G*t)", "u(t+1)", "u(0)*exp(-2*G*(t + 1))"])]])])]),
        Take("t"), Use("powers", at=["t"], name="bound"),
        Rewritten("bound", ["G"], name="spelled", forwards=True)], expected="proved")  # fmt: skip
    item.without("small step", counterexample=LONG_STEP, argument=[At({"goal": [Witness("2"), Choose(0), Numbers(using=[])]})])


#: The start is inside for delta kappa sigma >= lam.
STARTS_INSIDE = [
    Have("exp(-kappa*delta) > 0", name="start positive"),
    Set("a", "exp(-kappa*delta)"),
    Have("a > 0", name="a positive"),
    Have("delta > 0", name="delta"),
    Have("a*(kappa*delta) < 1", name="small start", by=[
        Use("cited:small-exponential", at=["kappa*delta"], name="decayed", premises=[[]])]),
    Have("kappa*delta*sigma >= lam", name="late enough", by=[
        Order(positive=[Square(facts=["late", "sigma.positive", "kappa.positive"]), Square(facts=["D lam"])])]),
    Have("a < sigma/lam", name="a inside"),
    Have("w[0] == a", name="w0"),
    Have("0 < w[0] and w[0] < sigma/lam", name="start", by=[Split([
        [],
        []])]),
]  # fmt: skip


def latest(above, below, positive):
    """D0 = p + q with p = above/below and q = lam/(sigma kappa)."""
    return [
        *positive_ratio("p", above, below, positive), *positive_ratio("q", "lam", "sigma*kappa", ["lam", "sigma", "kappa"]),
        Set("D0", "p + q"),
        Have("D0 > 0", name="D positive"),
        Have("D0*(sigma*kappa) >= lam", name="D lam", by=[
            Have("p*(sigma*kappa) > 0", name="x")]),
        Have(f"D0*({below}) >= {above}", name="D e", by=[
            Have(f"q*({below}) > 0", name="x"), Numbers(using=["D0", "x", "p.1"])]),
    ]  # fmt: skip


@paper.theorem("not-yet", "Before its transition a mode is not learned", where="Section 5, cross-check", provenance="derived")
def not_yet(item):
    item.printed("(not in the paper) If T < kappa/(2 ln(1 + eta sigma)), then w^(n) -> 0 as delta -> infinity, uniformly in n <= delta T.")
    item.use(transition)
    item.suppose("before", "2*T*log(1 + eta*sigma) < kappa")
    item.conclude(NOT_YET, because=["growth", "lemma-6", "small-exponential"], argument=[
        Take("e"),
        Set("G", "log(1 + eta*sigma)"), Set("c", "kappa - 2*T*G"),
        Have("c > 0", name="c positive"),
        Have("G > 0", name="G positive", by=[
            Have("log(1 + eta*sigma) > 0", name="rate")]),
        *latest("1", "c*e", ["c positive", "given"]),
        Witness("D0"), Split([[], [
            Take("delta", "w"), Have("delta >= D0", name="late", by=[]), Have(f"w[0] == exp(-kappa*delta) and {STEP_OF_MODE}", name="here", by=[]),
            *STARTS_INSIDE,
            Use("cited:lemma-6", at=MODE, name="l"), Use("cited:growth", at=MODE, name="g"),
            Take("n"), Use("l.0", at=["n"], name="positive"), Use("g", at=["n"], name="bound"),
            Have("exp(2*log(1 + eta*sigma)*n) <= exp(2*G*(delta*T))", name="time", by=[
                Have("n <= delta*T", name="n"), Have("2*G*n <= 2*G*(delta*T)", name="m")]),
            Set("P", "exp(2*G*(delta*T))"), Set("r", "exp(-(c*delta))"),
            Have("a*P == r", name="aP"),
            Have("w[n] <= a*P", name="bounded", by=[
                Set("Q", "exp(2*log(1 + eta*sigma)*n)"),
                Have("w[n] <= a*Q", name="x"),
                Have("Q <= P", name="y")]),
            Have("r*(c*delta) < 1", name="r small", by=[
                Use("cited:small-exponential", at=["c*delta"], name="there", premises=[[]])]),
            Have("c*delta*e >= 1", name="e large", by=[
                Order(positive=[Square(facts=["late", "c positive", "given"]), Square(facts=["D e"])])]),
            Have("r > 0", name="r positive"),
            Have("r < e", name="below e"),
            Split([[], []]),
        ]])], expected="proved")  # fmt: skip


@paper.theorem("learned", "After its transition a mode is learned", where="Section 5, cross-check", provenance="derived")
def learned(item):
    item.printed("(not in the paper) If T > kappa/(2 ln(1 + eta sigma)), then w^(n) -> sigma/lambda as delta -> infinity, uniformly in "
                 "n > delta T - 1.")  # fmt: skip
    item.use(transition)
    item.suppose("after", "2*T*log(1 + eta*sigma) > kappa")
    item.conclude(LEARNED, because=["decay", "lemma-6", "small-exponential", "close"], argument=[
        Take("e"),
        Set("G", "log(1 + eta*sigma)"), Set("c", "2*T*G - kappa"), Set("B", "exp(2*G)"),
        Have("c > 0", name="c positive"),
        Have("B > 0", name="B positive"),
        Have("G > 0", name="G positive", by=[
            Have("log(1 + eta*sigma) > 0", name="rate")]),
        *latest("B*sigma**2", "c*e*lam**2", ["B positive", "c positive", "given", "sigma", "lam"]),
        Witness("D0"), Split([[], [
            Take("delta", "w"), Have("delta >= D0", name="late", by=[]), Have(f"w[0] == exp(-kappa*delta) and {STEP_OF_MODE}", name="here", by=[]),
            *STARTS_INSIDE,
            Use("cited:lemma-6", at=MODE, name="l"), Use("cited:decay", at=MODE, name="d"),
            Take("n"), Use("l.0", at=["n"], name="inside"), Use("d", at=["n"], name="bound"),
            Set("Q", "exp(-2*log(1 + eta*sigma)*n)"), Set("R", "exp(-2*G*(delta*T - 1))"),
            Have("Q <= R", name="time", by=[
                Have("n > delta*T - 1", name="n"), Have("-2*G*n <= -2*G*(delta*T - 1)", name="m"),
                Have("exp(-2*G*n) <= exp(-2*G*(delta*T - 1))", name="x")]),
            Set("r", "exp(-(c*delta))"),
            Have("1/a*R == B*r", name="rates", by=[
                Have("R == a*(B*r)", name="x")]),
            Set("U", "1/w[n] - lam/sigma"),
            Have("U <= B*r", name="bounded", by=[
                Have("R > 0 and Q > 0", name="RQ", by=[Split([[], []])]),
                Have("1/w[0] == 1/a", name="same"),
                Set("V", "1/w[0]"),
                Have("V == 1/a", name="V a"),
                Have("V > 0", name="V positive"),
                Have("(V - lam/sigma)*Q <= V*R", name="x", by=[
                    Have("lam/sigma*Q > 0", name="y"),
                    Have("V*Q <= V*R", name="z")]),
                Have("V*R == B*r", name="vr"),
                Rewritten("bound.1", ["U", "Q", "V"], name="uv"),
                Order(positive=[Square(facts=["uv"]), Square(facts=["x"])], terms=[("vr", "-1", "1")])]),
            Have("r > 0", name="r positive"),
            Have("r*(c*delta) < 1", name="r small", by=[
                Use("cited:small-exponential", at=["c*delta"], name="there", premises=[[]])]),
            Have("c*delta*(e*lam**2) >= B*sigma**2", name="e large", by=[
                Have("e*lam**2 > 0", name="x"),
                Order(positive=[Square(facts=["late", "c positive", "x"]), Square(facts=["D e"])])]),
            Have("U*sigma**2 < e*lam**2", name="close", by=[
                Have("r*(B*sigma**2) <= r*(c*delta)*(e*lam**2)", name="x"),
                Have("r*(c*delta)*(e*lam**2) < e*lam**2", name="y", by=[
                    Have("e*lam**2 > 0", name="z")]),
                Have("U*sigma**2 <= B*r*sigma**2", name="z")]),
            Split([[
                Have("(1/w[n] - lam/sigma)*sigma**2 < e*lam**2", name="close here", by=[Order(positive=[Square(facts=["close"])], rewrite=["U"])]),
                Use("cited:close", at=["sigma", "lam", "e", "w[n]"])], []]),
        ]])], expected="proved")  # fmt: skip
