"""Section 3.1, sequential learning, and Appendix B.3: Theorem 2 and its corollaries.

The time t is written by its distance g from the transition where that matters: t = (kappa + g)/(2 sigma), or t = c/(2 sigma)
with kappa = c + g.
"""

from verifier.language.script import At, Choose, Have, Numbers, Set, Split, Take, Use, Witness

from . import paper

SCALARS = {"sigma": "positive", "lam": "positive", "kappa": "positive"}
TIMES = {"after": "(kappa + g)/(2*sigma)", "before": "c/(2*sigma)", "at": "kappa/(2*sigma)"}


def rescaled(t):
    """w_i(delta t) with delta_i = delta."""
    e = f"exp(delta*(2*sigma*({t}) - kappa))"
    return f"(sigma*{e}/(lam*({e} - exp(-kappa*delta)) + sigma))"

#: The time at which w = sigma/(2 lambda), for delta = D.
HALF = "(log(sigma*exp(kappa*D) - lam) - log(lam))/(2*sigma)"
HALF_TIME = [Split([[
    Set("y", "exp(-kappa*delta)"),
    Have("y*exp(kappa*delta) == 1 and y > 0", name="inverse"),
    Have("sigma*exp(kappa*delta) - lam > 0", name="above", by=[
        Have("lam*y*exp(kappa*delta) < sigma*exp(kappa*delta)", name="times")]),
    Have("exp(2*sigma*t) == (sigma*exp(kappa*delta) - lam)/lam", name="grown"),
    Have("exp(2*sigma*t - kappa*delta) == exp(2*sigma*t)*exp(-kappa*delta)", name="split"),
    Have("exp(2*sigma*t - kappa*delta) == exp(2*sigma*t)*y", name="product"),
    Have("exp(2*sigma*t - kappa*delta) == sigma/lam - y", name="value"),
    Have("sigma - lam*y > 0", name="denominator"),
    Split([[], []])], [], []])]
_D = "(lam*(x - y) + sigma)"
RATES = [Split([
    [Take("x"), Have(f"{_D}*(lam + sigma) >= lam*sigma*x", name="large"), Have(f"{_D} > 0", name="positive"),
     Have("(1 + sigma/lam)**2/x == (lam + sigma)**2/(lam**2*x)", name="rate"),
     Have(f"sigma*x/{_D} - sigma/lam == sigma*(lam*y - sigma)/(lam*{_D})", name="difference"),
     Have(f"1/{_D} <= (lam + sigma)/(lam*sigma*x)", name="inverse")],
    [Take(), Take("x"), Have(f"{_D} > 0", name="positive")]])]


@paper.equation("eq-17", "The time of the transition", where="Section 3.1, Eq. (17)", provenance="recalled")
def transition_time(item):
    item.printed("t_i ~ (1/(2 sigma_i)) ln(sigma_i/exp(-kappa delta_i)) up to O(1); it grows as kappa delta_i/(2 sigma_i).")
    item.let(**SCALARS, delta="positive")
    e = "exp(2*sigma*t - kappa*delta)"
    item.let(t="real")
    item.suppose("below", "lam*exp(-kappa*delta) < sigma")
    item.suppose("half", "lam*exp(2*sigma*t) == sigma*exp(kappa*delta) - lam")
    item.conclude(f"(2*lam*(sigma*{e}) == sigma*(lam*({e} - exp(-kappa*delta)) + sigma) and lam*({e} - exp(-kappa*delta)) + sigma > 0)"
                  " and log(sigma/exp(-kappa*delta))/(2*sigma) == kappa*delta/(2*sigma) + log(sigma)/(2*sigma) and"
                  f" limit({HALF} - log(sigma/exp(-kappa*D))/(2*sigma), D, oo) == -log(lam)/(2*sigma)", expected="proved",
                  argument=HALF_TIME)  # fmt: skip
    item.note("The time t at which w = sigma/(2 lambda) (the equation times the denominators), exactly: (ln(sigma exp(kappa delta) - lambda) - "
              "ln lambda)/(2 sigma). It differs from the printed one by O(1): the difference tends to -ln(lambda)/(2 sigma) as delta grows.")  # fmt: skip


@paper.equation("eq-63", "The modes at the rescaled time", where="Appendix B.3, Eq. (63)")
def rescaled_modes(item):
    item.printed("w_i(delta t) = sigma_i exp(delta (2 sigma_i t - kappa)) / (lambda_i (exp(delta (2 sigma_i t - kappa)) - "
                 "exp(-kappa delta)) + sigma_i).")  # fmt: skip
    item.let(sigma="positive", lam="nonnegative", kappa="positive", delta="positive", t="nonnegative")
    e = "exp(2*sigma*(delta*t) - kappa*delta)"
    item.conclude(f"sigma*{e}/(lam*({e} - exp(-kappa*delta)) + sigma) == {rescaled('t')}", expected="proved")


@paper.equation("eq-64", "The exponential's limit", where="Appendix B.3, Eq. (64)")
def exponential_limit(item):
    item.printed("exp(delta (2 sigma t - kappa)) tends to 0, 1 or infinity for t below, at or above kappa/(2 sigma).")
    item.let(sigma="positive", kappa="positive", g="positive", c="nonnegative")
    e = {name: f"exp(delta*(2*sigma*({t}) - kappa))" for name, t in TIMES.items()}
    e["before"] = e["before"].replace("kappa", "(c + g)")
    item.conclude(f"limit({e['before']}, delta, oo) == 0 and limit({e['at']}, delta, oo) == 1 and limit({e['after']}, delta, oo) == oo",
                  expected="proved")  # fmt: skip


@paper.equation("eq-65", "The initial scale vanishes", where="Appendix B.3, Eq. (65)")
def scale_limit(item):
    item.printed("exp(-kappa delta) tends to 0.")
    item.let(kappa="positive")
    item.conclude("limit(exp(-kappa*delta), delta, oo) == 0", expected="proved")


BIG = "sigma*x/(lam*(x - y) + sigma)"


@paper.remark("thm-2/rate", "How fast the modes become steps", where="Section 3.1, cross-check")
def rates(item):
    item.printed("(not in the paper) With x = exp(delta (2 sigma t - kappa)) and y = exp(-kappa delta): for t >= T_i the mode differs from "
                 "sigma/lambda by at most (1 + sigma/lambda)^2/x; for t <= T_i and y <= sigma/(2 lambda) it is at most 2x.")  # fmt: skip
    item.let(sigma="positive", lam="positive", y="(0, 1)")
    item.conclude(f"forall(x, [1, oo), {BIG} - sigma/lam <= (1 + sigma/lam)**2/x and sigma/lam - {BIG} <= (1 + sigma/lam)**2/x)"
                  f" and implies(lam*y <= sigma/2, forall(x, (0, 1], 0 < {BIG} and {BIG} <= 2*x))", expected="proved",
                  argument=RATES)  # fmt: skip
    item.without("y.lower", counterexample={"sigma": 1, "lam": 1, "y": -10}, argument=[
        At({"goal": [Choose(0), Witness("10"), Split([[], [Choose(1), Numbers()]])]})])  # fmt: skip
    item.note("Constants that do not depend on t or delta, so each mode converges uniformly on |t - T_i| >= r for every r > 0, at the "
              "rate exp(-2 sigma r delta).")  # fmt: skip


MODE = rescaled("t")
AFTER = (f"forall(t, nonnegative, implies(2*sigma*t > kappa, forall(eps, positive, exists(D, positive, forall(delta, [D, oo),"
         f" {MODE} - sigma/lam <= eps and sigma/lam - {MODE} <= eps)))))")  # fmt: skip
BEFORE = (f"forall(t, nonnegative, implies(2*sigma*t < kappa, forall(eps, positive, exists(D, positive, forall(delta, [D, oo),"
          f" 0 < {MODE} and {MODE} <= eps)))))")  # fmt: skip
AT_ONCE = f"limit({rescaled(TIMES['at'])}, delta, oo) == sigma/(lam + sigma)"
FADES = "forall(l, nonnegative, forall(t, nonnegative, limit(exp(-kappa*delta)/(1 + 2*l*exp(-kappa*delta)*delta*t), delta, oo) == 0))"
X, Y_0 = "exp(delta*(2*sigma*t - kappa))", "exp(-kappa*delta)"
CHAIN = Have("forall(aa, real, forall(bb, real, forall(cc, real, implies(aa <= bb and bb <= cc, aa <= cc))))", name="chain", by=[
    Take("aa", "bb", "cc")])  # fmt: skip
EXPONENTIALS = [
    Set("x", "exp(delta*(2*sigma*t - kappa))"), Set("y", "exp(-kappa*delta)"),
    Have("x > 0", name="x above"),
    Have("kappa*delta > 0", name="scale"),
    Have("forall(h, real, exp(h) >= 1 + h)", name="tangent", by=[Take("h")]),
    Use("tangent", at=["kappa*delta"], name="scaled"),
    Have("y*exp(kappa*delta) == 1 and y > 0", name="inverse"),
    Have("y < 1 and y*(1 + kappa*delta) <= 1", name="y below"),
    Use("cited:thm-2/rate", at=["sigma", "lam", Y_0], name="rate", premises=[[Split([
        [], [], [], []])]]),
]  # fmt: skip
STEP_UP = [
    Take("t", "eps"), Set("g", "2*sigma*t - kappa"), Have("g > 0", name="g above"),
    Set("C", "(1 + sigma/lam)**2"), Have("C > 0", name="C above"),
    Witness("C/(eps*g)"), Split([[], [
        Take("delta"), Have("delta > 0", name="D", by=[
            Have("C/(eps*g) > 0", name="bound")]),
        Have("delta*g*eps >= C", name="long"),
        *EXPONENTIALS, Use("tangent", at=["delta*(2*sigma*t - kappa)"], name="growth"),
        Have("x >= 1 + delta*g", name="large"),
        Have("delta*g > 0", name="run"),
        Use("rate.0", at=[X], name="close", premises=[[]]),
        Have("x*eps >= C", name="enough"),
        Have("C/x <= eps", name="ratio"),
        Have("(1 + sigma/lam)**2/x == C/x", name="written"),
        Have(f"(1 + sigma/lam)**2/{X} <= eps", name="small", by=[Numbers(using=["ratio", "written", "x", "x above", "lam"])]),
        Split([[Use("chain", at=[f"{MODE} - sigma/lam", f"(1 + sigma/lam)**2/{X}", "eps"])],
               [Use("chain", at=[f"sigma/lam - {MODE}", f"(1 + sigma/lam)**2/{X}", "eps"])]])]])]  # fmt: skip
STEP_DOWN = [
    Take("t", "eps"), Set("g", "kappa - 2*sigma*t"), Have("g > 0", name="g above"),
    Witness("2/(eps*g) + 2*lam/(sigma*kappa)"), Split([[], [
        Take("delta"),
        Have("2/(eps*g) > 0", name="first"),
        Have("2*lam/(sigma*kappa) > 0", name="second"),
        Have("delta > 0", name="D", by=[Numbers(using=["first", "second", "given3", "given2", "g above", "sigma", "kappa"])]),
        Have("delta >= 2/(eps*g)", name="delta first"),
        Have("delta >= 2*lam/(sigma*kappa)", name="delta second"),
        Have("delta*g*eps >= 2", name="long"),
        Have("kappa*delta*sigma >= 2*lam", name="tiny"),
        *EXPONENTIALS, Use("tangent", at=["-delta*(2*sigma*t - kappa)"], name="growing"),
        Have("exp(-delta*(2*sigma*t - kappa)) >= 1 + delta*g", name="growth"),
        Have(f"{X}*exp(-delta*(2*sigma*t - kappa)) == 1", name="pair"),
        Have("x*exp(-delta*(2*sigma*t - kappa)) == 1", name="reciprocal"),
        Have("delta*g > 0", name="run"),
        Have("x*(1 + delta*g) <= 1", name="little", by=[Numbers(using=["reciprocal", "growth", "x above"])]),
        Have("x <= 1", name="x below"),
        Have("lam*y <= sigma/2", name="start"),
        Use("rate.1", premises=[[]], name="all"),
        Use("all", at=[X], name="close", premises=[[]]),
        Have("2*x <= eps", name="small x"),
        Have(f"2*{X} <= eps", name="small"),
        Split([[], [Use("chain", at=[MODE, f"2*{X}", "eps"])]])]])]  # fmt: skip


def step_function(kind, id, title, where):
    @kind(id, title, where=where)
    def page(item):
        item.printed("As delta -> infinity, for each t >= 0: w_i(delta t) -> (sigma_i/lambda_i) 1{t > T_i} + (sigma_i/(lambda_i + "
                     "sigma_i)) 1{t = T_i}, 0 for t < T_i, with T_i = kappa/(2 sigma_i); for sigma_i = 0 the limit is 0 for all t.")
        item.let(**SCALARS)
        item.conclude(f"{AFTER} and {BEFORE} and {AT_ONCE} and {FADES}", because=["thm-2/rate"],
                      argument=[CHAIN, Split([STEP_UP, STEP_DOWN, [], [Take("l", "t")]])], expected="proved")  # fmt: skip
        item.without("kappa.positive", counterexample={"sigma": 1, "lam": 1, "kappa": 0}, argument=[At({"goal": [Choose(2), Numbers()]})])
        item.note("Limits with thresholds D; 2 sigma t > kappa says t > T_i. The last part is for the modes with sigma_i = 0, l = lambda_i >= 0. For every t >= 0; thm-2/rate has the rates: the convergence "
                  "is uniform away from T_i, and cannot be uniform near it, since the limit is discontinuous there.")  # fmt: skip

    return page


step_function(paper.theorem, "thm-2", "The modes become step functions", "Section 3.1, Theorem 2; Appendix B.3")
step_function(paper.equation, "eq-18", "The modes become step functions, displayed", "Section 3.1, Eq. (18)")
