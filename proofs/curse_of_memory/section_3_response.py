"""Section 3: the response of a linear network is an integral over its past (7), and the space of these functionals (9)."""

from verifier.language.script import (
    At,
    CasesOn,
    Contradict,
    Have,
    Ladder,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)
from verifier.language.script_parts import positive_ratio
from verifier.library.short_names import GRONWALL, MODULUS, PRODUCT

from . import paper
from .notation import curve
from .signals import EXPONENTIAL, hurwitz, past, value

NETWORK = {"m": "positive integer", "d": "positive integer", "W": "matrix(m, m)", "U": "matrix(m, d)", "c": "matrix(m, 1)"}
GAP = "(W*E[s] - E[s]*W)"
#: W E - E W solves the same equation and starts at 0.
COMMUTES = Have("forall(T, nonnegative, W*E[T] == E[T]*W)", name="commutes", by=[
    Take("T"),
    Use("gronwall", at=[(f"trace({GAP}.T*{GAP})", "s"), "1 + trace(W.T*W)", "T"], name="growth", premises=[[], [
        Take("s"), Use("exponential.1", at=["s"], name="e"), Use("norm of a product", at=["m", "m", "m", "W", GAP], name="product"),
        Order(positive=[Square(root=f"{GAP} - W*{GAP}"), Square(facts=["product"])], rewrite=["e"])]]),
    Have("trace((W*E[0] - E[0]*W).T*(W*E[0] - E[0]*W)) == 0", name="start"),
    Have("trace((W*E[T] - E[T]*W).T*(W*E[T] - E[T]*W)) <= 0", name="end", by=[Numbers(using=["growth", "start"])]),
    Vanish("end", squares=[Square(root="W*E[T] - E[T]*W", name="zero")])])  # fmt: skip
#: c' (h(t) - E(s) h(t - s)) is the integral up to s, and |c' E h|^2 <= |c|^2 C |h|^2.
PRIMITIVE = "trace(c.T*(h[t] - E[s]*h[t - s]))"
LIMIT = [
    Take("e"), Set("g", "C*(1 + trace(c.T*c))"),
    Have("trace(c.T*c) >= 0", name="c size"), Have("g > 0", name="g positive"),
    *positive_ratio("r", "e**2", "g", ["given1", "g positive"]),
    Use("from rest", at=["r"], premises=[[]], name="early"), Obtain("early", "N", label="N"), Witness("N + Abs(t)"), Split([[], [
        Take("S"), Have("t - S < -N and S >= 0", name="past", by=[Split([[], []])]),
        Use("N.1", at=["t - S"], premises=[[]], name="small"), Use("decay", at=["S"], premises=[[]], name="E now"),
        Set("n", "trace(E[S].T*E[S])"), Set("h2", "trace(h[t - S].T*h[t - S])"), Set("w", "exp(-k*S)"), Set("v", "trace(c.T*E[S]*h[t - S])"),
        Have("w <= 1", name="w small"),
        Have("n <= C*w", name="n now"), Have("n <= C", name="n small"),
        Have("0 <= h2 and h2 <= r", name="h small", by=[Split([[], []])]),
        Use("norm of a product", at=["1", "m", "1", "c.T", "E[S]*h[t - S]"], name="outer"), Use("norm of a product", at=["m", "m", "1", "E[S]", "h[t - S]"], name="inner"),
        Have("v**2 <= trace(c.T*c)*(n*h2)", name="square", by=[Order(positive=[Square(facts=["outer"]), Square(root="c", facts=["inner"])], terms=[
            ("v", "-v - trace(c.T*E[S]*h[t - S])", "1"), ("n", "h2*trace(c.T*c)", "1"), ("h2", "trace(c.T*c)*trace(E[S].T*E[S])", "1")])]),
        Have("n*h2 <= C*r", name="both"),
        Set("cc", "trace(c.T*c)"),
        Have("v**2 <= e**2", name="square small", by=[Order(positive=[Square(facts=["square"]), Square(root="c", facts=["both"]), Square(facts=["Cs.0", "r.0"])], terms=[
            ("r.1", "-1", "1"), ("g", "r", "1")])]),
        Use("modulus", at=["v", "e"], premises=[[Split([[], []])]], name="bound"),
        Have(f"{PRIMITIVE.replace('[s]', '[S]').replace('- s]', '- S]')} - trace(c.T*h[t]) == -v", name="rest"),
        Numbers(using=["bound", "rest"])]])]  # fmt: skip


#: The hypotheses at these points.
DECAYING = {"exponential": [Split([[Numbers(using=[])], [Take("s"), Numbers(using=[])]])]}
RISING = {"from rest": [
    Take("e"), *positive_ratio("N", "1", "e", ["given"]), Witness("N"), Split([[], [
        Take("s"), Set("x", "exp(s)"), Have("exp(s)*(-s) <= 1", name="falls", by=[Numbers(using=[])]), Have("0 < x and x <= 1", name="x in", by=[Split([
            [Numbers(using=["x"])], [Have("s < 0", name="before", by=[Numbers(using=["given1", "N.0"])]), Numbers(using=["x", "before"])]])]),
        Have("x*N <= 1", name="small", by=[Have("x*(-s) <= 1", name="product", by=[Rewritten("falls", ["x"], name="in x"), Use("in x")]), Numbers(using=["product", "given1", "x in"])]),
        Have("x <= e", name="close", by=[Numbers(using=["small", "N.0", "N.1"])]), Have("trace((x/2).T*(x/2)) == x**2/4", name="size", by=[Linear()]), Set("n", "trace((x/2).T*(x/2))"),
        Have("Abs(n) <= e", name="bound", by=[Have("n == x**2/4", name="short", by=[Linear(terms=[("n", "1", "1"), ("size", "1", "1")])]), Numbers(using=["short", "x in", "close"])]),
        Rewritten("bound", ["n", "x"], name="done", forwards=True), Use("done")]])], "states": [Take("s"), Numbers(using=[])]}


def silent(output, seen, parts):
    """For a witness that Eq. (7) fails at W = -1: the integral vanishes, the output does not."""
    return [At({**parts, "goal": [Split([
        [Take("a", "b", "u", "v"), Set("n", "trace(u.T*u) + trace(v.T*v)"), Have("n > 0", name="n sign", by=[Numbers(using=["n", "given.2"])]),
         Have("a*n == -n", name="short", by=[Linear(terms=[("given.0", "-u.T", "1"), ("given.1", "-v.T", "1"), ("n", "a + 1", "1")])]), Numbers(using=["short", "n sign"])],
        [Negate("seen"), Obtain("seen", "F", label="F"), Set("y", output), Have("y > 0", name="y sign", by=[Numbers(using=["y"])]),
         Have("forall(S, nonnegative, F[S] == 0)", name="none", by=[Take("S"), Ladder("S", "0", time="r", slope=[
             Use("F.1", at=["r"], name="or"), CasesOn("or", [[Contradict("now", [Numbers(using=["between"])])], [Set("e", seen), Rewritten("now", ["e"], name="short"), Linear(terms=[("short", "-1", "1")])]], name="now")],
             base=[Linear(terms=[("F.0", "1", "1")])], side=[])]),
         Use("F.2", at=["y/2"], name="near"), CasesOn("near", [[Contradict("late", [Numbers(using=["y sign"])])], [Obtain("late", "N", label="N"), Use("N.1", at=["N + 1"], name="or"), CasesOn("or", [
             [Contradict("now", [Numbers(using=[])])], [Use("none", at=["N + 1"], premises=[[Numbers(using=["N.0"])]], name="zero"), Numbers(using=["now", "zero", "y", "y sign"])]], name="now")]], name="late")]])]})]  # fmt: skip


@paper.equation("eq-7", "The response of a linear network", where="Section 3, Eq. (7)", provenance="derived")
def response(item):
    item.printed("sigma = id, h_(-oo) = 0: yhat_t = int_0^oo c' e^(Ws) U x_(t-s) ds.")
    item.let(**NETWORK, E="matrix(m, m) curve", X="matrix(d, 1) curve", h="matrix(m, 1) curve", t="real")
    item.suppose("exponential", EXPONENTIAL)
    item.suppose("states", "forall(s, real, diff(h[s], s) == W*h[s] + U*diff(X[s], s))")
    item.suppose("from rest", "littleo(trace(h[s].T*h[s]), 1, s, -oo)")
    item.conclude(f"implies({hurwitz()}, {value(past(), 'trace(c.T*h[t])')})", because=["ext-Lyapunov", "stable-decay"], argument=[
        GRONWALL, PRODUCT, MODULUS, COMMUTES, Take(),
        Use("cited:ext-Lyapunov", at=["m", "W"], premises=[[]], name="there is P"), Obtain("there is P", "P", label="P"),
        Use("cited:stable-decay", at=["m", "W", "P"], name="decays", premises=[[]]*3), Obtain("decays", "C", label="Cs"), Obtain("Cs.1", "k", label="ks"),
        Use("ks.1", at=[("E[q]", "q")], premises=[[]], name="decay"),
        Witness(PRIMITIVE, index="s"), Split([[], [
            Take("s"), Use("exponential.1", at=["s"], name="e"), Use("states", at=["t - s"], name="moves"), Use("commutes", at=["s"], name="w")],
            LIMIT])],
        example={"m": 1, "d": 1, "W": -1, "U": 0, "c": 0, "E": "exp(-t)", "X": 0, "h": 0, "t": 0}, expected="proved")  # fmt: skip
    point = {"m": 1, "d": 1, "W": -1, "U": 0, "c": 1, "E": "exp(-t)", "X": 0, "t": 0}
    item.without("exponential", counterexample={**point, "U": 1, "E": 0, "X": "exp(t)", "h": "exp(t)/2"}, argument=silent("exp(0)/2", "exp(0 - r)", RISING))
    item.without("states", counterexample={**point, "h": "exp(t)/2"}, argument=silent("exp(0)/2", "exp(-r)", {**DECAYING, "from rest": RISING["from rest"]}))
    item.without("from rest", counterexample={**point, "h": "exp(-t)"}, argument=silent("exp(-0)", "exp(-r)", {**DECAYING, "states": RISING["states"]}))
    item.note("For all m, d, W in W_m and all inputs x = X': c' h_t is the integral, since c' (h_t - e^(Ws) h_(t-s)) is a primitive of c' e^(Ws) U x_(t-s) "
              "and e^(Ws) h_(t-s) -> 0 as s -> oo. That a stable W has a Lyapunov matrix is cited.")  # fmt: skip


MEMBER = (f"{hurwitz()} and {EXPONENTIAL} and forall(s, [0, oo), forall(r, real, implies(r == exp(-s), c.T*E[s]*U == r*c.T*U)))")


@paper.definition("eq-9", "The hypothesis space", where="Section 3, Eq. (9)", provenance="derived")
def hypotheses(item):
    item.printed("Hhat_m: the functionals int_0^oo c' e^(Ws) U x_(t-s) ds with W in W_m; Hhat is their union over m.")
    item.let(m="positive integer", d="positive integer", U="matrix(m, d)", c="matrix(m, 1)")
    item.conclude(f"exists(W, matrix(m, m), exists(E, matrix(m, m) curve, {MEMBER}))", because=["eq-8"], argument=[
        *curve("u", "exp(-s)", "-exp(-s)", [], "s"), Witness("-eye(m)"), Witness("u[s]*eye(m)", index="s"), Split([
            [Use("cited:eq-8", at=["m"])],
            [Use("u", at=["0"], name="now"), Have("exp(-0) == 1", name="one"), Have("u[0] == 1", name="start"),
             Linear(terms=[("start", "eye(m)", "1")])],
            [Take("s"), Use("u", at=["s"], name="now"), Have("diff(u[s], s) == -u[s]", name="rate"), Linear(terms=[("rate", "eye(m)", "1")])],
            [Take("s", "r"), Use("u", at=["s"], name="now"), Have("u[s] == r", name="same")]])],
        expected="proved")  # fmt: skip
    item.note("A definition. For all m, d, U and c the kernel e^(-s) U'c is one of Hhat_m's: W = -I. E(s) is e^(Ws).")
