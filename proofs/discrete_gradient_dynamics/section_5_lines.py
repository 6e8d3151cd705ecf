"""Appendix C: the remaining lines of the proof of Theorem 3, and the modes without signal."""

from verifier.language.script import (
    At,
    Choose,
    Have,
    Induct,
    Order,
    Recursion,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.papers.setting import Setting

from . import paper

factors = Setting(let={"y": "(0, 1/2)"})


@paper.equation("eq-86..88", "From powers to exponentials, first bound", where="Appendix C, Eq. (86)-(88)", provenance="recalled")
def first_exponential(item):
    item.printed("1 - 2 eta sigma >= e^(-2 eta sigma - 4 eta^2 sigma^2).")
    item.use(factors)
    item.conclude("1 - 2*y >= exp(-2*y - 4*y**2)", expected="refuted", counterexample={"y": "2/5"})
    item.note("y = eta sigma. True up to y = 0.3419..., where both sides agree.")
    item.leads_to("thm-3/A")
    with item.repair("for y <= 1/3") as r:
        r.suppose("smaller", "y <= 1/3")
        r.conclude("1 - 2*y >= exp(-2*y - 4*y**2)")
    with item.repair("with a root between 341/1000 and 342/1000, where it turns", alone=True) as r:
        r.conclude("exists(c, (341/1000, 342/1000), 1 - 2*c == exp(-2*c - 4*c**2))")


@paper.equation("eq-93..95", "From powers to exponentials, second bound", where="Appendix C, Eq. (93)-(95)", provenance="recalled")
def second_exponential(item):
    item.printed("1 - 2 eta sigma + 3 eta^2 sigma^2 <= e^(-2 eta sigma + eta^2 sigma^2).")
    item.use(factors)
    item.conclude("1 - 2*y + 3*y**2 <= exp(-2*y + y**2)", expected="refuted", counterexample={"y": "1/10"})
    item.note("False for every y in the range: the logarithm of the left side is -2y + y^2 + (10/3) y^3 + ... . The bound of the theorem "
              "holds by the smaller factor 1/(1 + y)^2.")  # fmt: skip
    item.leads_to("thm-3/A")
    with item.repair("with the factor 1/(1 + y)^2") as r:
        r.conclude("1/(1 + y)**2 <= exp(-2*y + y**2)")
    with item.repair("the other way round for every y") as r:
        r.conclude("1 - 2*y + 3*y**2 > exp(-2*y + y**2)")


@paper.equation("eq-24", "The candidate of the continuous time", where="Section 5, Eq. (24)", provenance="derived")
def candidate(item):
    item.printed("1/w_i(t) - lambda_i/sigma_i = (1/w_i(0) - lambda_i/sigma_i) e^(-2 sigma_i t).")
    item.let(sigma="positive", lam="positive", w0="positive", t="nonnegative")
    item.suppose("start", "w0 < sigma/lam")
    item.define("w(t) := sigma*w0*exp(2*sigma*t)/(lam*w0*(exp(2*sigma*t) - 1) + sigma)")
    item.conclude("1/w(t) - lam/sigma == (1/w0 - lam/sigma)*exp(-2*sigma*t)", expected="proved")
    item.note("For the solution of Eq. (47); the start below the limit is superfluous.")


solved = Setting(let={"sigma": "positive", "lam": "positive", "w0": "positive", "w": "positive", "q": "positive"},
                 suppose={"start": "w0 < sigma/lam"})  # fmt: skip


@paper.equation("eq-89", "Solved for w, first bound", where="Appendix C, Eq. (89)", provenance="derived")
def solved_first(item):
    item.printed("u >= u_0 q means w <= sigma w_0/((sigma - lambda w_0) q + lambda w_0).")
    item.use(solved)
    item.suppose("bound", "1/w - lam/sigma >= (1/w0 - lam/sigma)*q")
    item.conclude("w <= sigma*w0/((sigma - lam*w0)*q + lam*w0)", expected="proved")
    item.without("bound", counterexample={"sigma": 1, "lam": 1, "w0": "1/2", "w": 2, "q": 1})


@paper.equation("eq-96", "Solved for w, second bound", where="Appendix C, Eq. (96)", provenance="derived")
def solved_second(item):
    item.printed("u <= u_0 q means w >= sigma w_0/((sigma - lambda w_0) q + lambda w_0).")
    item.use(solved)
    item.suppose("bound", "1/w - lam/sigma <= (1/w0 - lam/sigma)*q")
    item.conclude("w >= sigma*w0/((sigma - lam*w0)*q + lam*w0)", expected="proved")
    item.without("bound", counterexample={"sigma": 1, "lam": 1, "w0": "1/2", "w": "1/4", "q": 1})


#: A mode without signal: sigma = 0, x = eta lambda.
silent = Setting(
    let={"x": "positive", "w": "real sequence"},
    suppose={"step": "forall(t, nonnegative integer, w[t+1] == w[t]*(1 - x*w[t])**2)", "start": "w[0] > 0"},
)
one = Setting(let={"x": "positive", "w": "positive", "v": "real"}, suppose={"step": "v == w*(1 - x*w)**2"})
RAW = "w*(1 - x*w)**2"


def inverse(bound):
    """v > 0 and the bound on 1/v, from the bound on the inverse of what v is."""
    return [
        Have(f"{RAW} > 0", name="raw"),
        Have(bound.replace("1/v", f"1/({RAW})"), name="raw bound"),
        Have("v > 0", name="v"),
        Have(f"1/v == 1/({RAW})", name="same"),
        Split([[], []]),
    ]


@paper.equation("eq-97", "One step without signal", where="Appendix C, Eq. (97)", provenance="derived")
def silent_step(item):
    item.printed("w_i^(t+1) = w_i^(t) (1 - eta lambda_i w_i^(t))^2.")
    item.let(lam="real", eta="real", w="real", sigma="real")
    item.suppose("no signal", "sigma == 0")
    item.conclude("w*(1 + eta*(sigma - lam*w))**2 == w*(1 - eta*lam*w)**2", expected="proved")
    item.without("no signal", counterexample={"sigma": 1, "eta": 1, "lam": 1, "w": 1})


@paper.equation("eq-98..100", "The inverse grows", where="Appendix C, Eq. (98)-(100)", provenance="derived")
def inverse_grows(item):
    item.printed("1/w^+ = (1/w)(1 - eta lambda w)^(-2) >= (1/w)(1 + 2 eta lambda w) = 1/w + 2 eta lambda.")
    item.use(one)
    item.suppose("small", "x*w < 1")
    item.conclude("v > 0 and 1/v >= 1/w + 2*x", argument=inverse("1/v >= 1/w + 2*x"), expected="proved")
    item.without("small", counterexample={"x": 1, "w": 2, "v": 2})
    item.note("x = eta lambda.")


@paper.remark("silent-upper", "The inverse grows at most so much", where="Appendix C, cross-check", provenance="derived")
def inverse_grows_at_most(item):
    item.printed("(not in the paper) 1/w^+ <= 1/w + 3 eta lambda for eta lambda w <= (5 - sqrt(13))/6 = 0.2324..., which is sharp.")
    item.use(one)
    item.suppose("small", "x*w <= (5 - sqrt(13))/6")
    item.conclude("v > 0 and 1/v <= 1/w + 3*x", argument=inverse("1/v <= 1/w + 3*x"), expected="proved")
    item.without("small", counterexample={"x": 1, "w": "1/4", "v": "9/64"})


ZERO_LOWER = "forall(t, nonnegative integer, w[t] > 0 and w[t] >= w[0]/(1 + 3*x*w[0]*t))"
ZERO_UPPER = "forall(t, nonnegative integer, w[t] > 0 and w[t] <= w[0]/(1 + 2*x*w[0]*t))"


@paper.equation("eq-101", "The inverse, telescoped", where="Appendix C, Eq. (101)", provenance="derived")
def telescoped(item):
    item.printed("1/w^(t) is increasing, and 1/w^(t) >= 1/w^(0) + 2 eta lambda t.")
    item.use(silent)
    item.suppose("small", "x*w[0] < 1")
    item.conclude("forall(t, nonnegative integer, w[t] > 0 and x*w[t] < 1 and 1/w[t] >= 1/w[0] + 2*x*t)", because=["eq-98..100"], argument=[
        Induct("t", base=[], step=[
            Use("step", at=["t"], name="next"), Use("cited:eq-98..100", at=["x", "w[t]", "w[t+1]"], name="grown"),
            Have("x*w[t+1] < 1", name="inside", by=[
                Have("(1 - x*w[t])**2 < 1", name="factor"),
                Have("x*w[t]*(1 - x*w[t])**2 < 1", name="product")]),
            Split([[], [], []])])], expected="proved")  # fmt: skip
    item.without("small", counterexample={"x": 1, "w": "Piecewise((1, t < 1), (0, True))"})


def silent_modes(bound):
    """Both bounds for every eta lambda = x and every start under a condition."""
    return ("forall(x, positive, forall(w, real sequence, implies("
            f"forall(t, nonnegative integer, w[t+1] == w[t]*(1 - x*w[t])**2) and w[0] > 0{bound}, {ZERO_LOWER} and {ZERO_UPPER})))")


def fails_at_1(x, parts):
    """From w = 1 and eta lambda = x the lower bound fails after one step: the goal's negation, part by part."""
    return At({"goal": [
        Recursion("s", start="1", next=f"v*(1 - {x}*v)**2", value="v", label="s"), Use("s.1", at=["0"], name="first"),
        Have(f"s[1] == (1 - {x})**2", name="second"),
        Witness(x), Split([[], [Witness("s[r]", index="r"), Split([
            [Split([[Take("t"), Use("s.1", at=["t"])], *([[]]*parts)])],
            [Choose(0), Witness("1"), Choose(1)]])]])]})  # fmt: skip


#: 1/w[t] lies between 1/w[0] + 2 x t and 1/w[0] + 3 x t.
BOTH = [
    Have("x*w[0] < 1", name="first"),
    Use("cited:eq-101", at=["x", ("w[r]", "r")], name="low"),
    Have("forall(t, nonnegative integer, x*w[t] <= x*w[0] and 1/w[t] <= 1/w[0] + 3*x*t)", name="high", by=[Induct("t", base=[], step=[
        Use("step", at=["t"], name="next"), Use("low", at=["t"], name="here"),
        Have("x*w[t] <= (5 - sqrt(13))/6", name="still small"),
        Use("cited:silent-upper", at=["x", "w[t]", "w[t+1]"], name="grown"),
        Split([[
            Have("(1 - x*w[t])**2 <= 1", name="factor"),
            Have("x*w[t]*(1 - x*w[t])**2 <= x*w[t]", name="product")],
            [Order(positive=[Square(facts=["grown.1"]), Square(facts=["IH.1"])])]])])]),
    Split([[Take("t"), Use("low", at=["t"], name="l"), Use("high", at=["t"], name="h"), Split([[], []])], [
        Take("t"), Use("low", at=["t"], name="l"), Split([[], []])]]),
]  # fmt: skip


@paper.theorem("thm-3/zero", "The modes without signal", where="Section 5, Theorem 3, sigma_i = 0", provenance="guess")
def without_signal(item):
    item.printed("For r_xy < i <= r_x: w_0/(1 + 3 eta lambda_i w_0 t) <= w_i^(t) <= w_0/(1 + 2 eta lambda_i w_0 t), under a smallness "
                 "assumption on eta lambda_i w_0.")  # fmt: skip
    for name, bound, x in (("A: no assumption", "", "1"), ("B: eta lambda w_0 <= 1/2", " and x*w[0] <= 1/2", "1/2"),
                           ("C: eta lambda w_0 <= 1/4", " and x*w[0] <= 1/4", "1/4")):  # fmt: skip
        with item.reading(name) as r:
            r.conclude(silent_modes(bound), expected="refuted", counterexample={}, argument=[fails_at_1(x, 2 if bound else 1)])
    with item.repair("for eta lambda w_0 <= (5 - sqrt(13))/6, which is sharp") as r:
        r.use(silent)
        r.suppose("small", "x*w[0] <= (5 - sqrt(13))/6")
        r.conclude(f"{ZERO_LOWER} and {ZERO_UPPER}", because=["eq-101", "silent-upper"], argument=BOTH)
    item.note("The lower bound on w fails after one step wherever eta lambda w_0 lies between (5 - sqrt(13))/6 = 0.2324... and 1; the "
              "upper bound needs eta lambda w_0 < 1 only (Eq. (101)).")  # fmt: skip


@paper.equation("eq-102", "The modes without signal, concluded", where="Appendix C, Eq. (102)", provenance="guess")
def silent_concluded(item):
    item.printed("w_i^(t) <= w_0/(1 + 2 eta lambda_i w_0 t).")
    item.use(silent)
    item.suppose("small", "x*w[0] < 1")
    item.conclude(ZERO_UPPER, because=["eq-101"], argument=[
        Use("cited:eq-101", at=["x", ("w[r]", "r")], name="low"), Take("t"), Use("low", at=["t"], name="l"),
        Split([[], []])], expected="proved")  # fmt: skip
    item.without("small", counterexample={"x": 1, "w": "Piecewise((3, t < 1), (12*4**(t-1), True))"})
