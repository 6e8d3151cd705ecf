"""Section 5 and Appendix C: gradient descent on one mode, Lemmas 5 and 6."""

from verifier.language.script import Have, Induct, Negate, Numbers, Order, Set, Split, Square, Take, Use, Witness
from verifier.papers.setting import Setting

from . import paper
from .notation import BACK_STEP, LONG_STEP, SIGNAL, mode

NEXT = "z*(1 + y*(1 - z))**2"
INSIDE = "forall(t, nonnegative integer, 0 < w[t] and w[t] < sigma/lam)"


@paper.remark("norm-1", "One step in the normal form z = lambda w/sigma, y = eta sigma", where="Section 5, cross-check", provenance="derived")
def normal_form(item):
    item.printed("(not in the paper) For 0 < z < 1 and 0 < y <= 1/2 the step z -> z (1 + y (1 - z))^2 goes up and stays below 1, and "
                 "u = 1/z - 1 shrinks by a factor between 1 - 2y and 1/(1 + y)^2, which is at most 1 - 2y + 3y^2.")  # fmt: skip
    item.let(z="(0, 1)", y="(0, 1/2]")
    item.conclude(f"{NEXT} > z and {NEXT} < 1 and 1/({NEXT}) - 1 >= (1 - 2*y)*(1/z - 1) and 1/({NEXT}) - 1 <= (1/z - 1)/(1 + y)**2"
                  f" and 1/(1 + y)**2 <= 1 - 2*y + 3*y**2", expected="proved")  # fmt: skip


SCALE = ["sigma", "lam"]
#: The factor of a step, and what the bound's factor is made of, as letters.
LETTERS = [
    Set("K", "1 + eta*(sigma - lam*w)"),
    Have("K > 0 and x > 0", name="positive", by=[Split([[], []])]),
]  # fmt: skip
FASTER = "(sigma - lam*w*K**2)*(1 + x)**2 <= (sigma - lam*w)*K**2"


@paper.remark("one-step", "One step from below the limit", where="Section 5, cross-check", provenance="derived")
def one_step(item):
    item.printed("(not in the paper) For 0 < w < sigma/lambda and 2 eta sigma <= 1 one step goes up, stays below sigma/lambda, and "
                 "u = 1/w - lambda/sigma shrinks by a factor between 1 - 2 eta sigma and 1/(1 + eta sigma)^2.")  # fmt: skip
    item.let(sigma="positive", lam="positive", eta="positive", w="positive", v="real", x="real")
    item.suppose("scale", "x == eta*sigma")
    item.suppose("step", "v == w*(1 + eta*(sigma - lam*w))**2")
    item.suppose("below", "w < sigma/lam")
    item.suppose("small step", "2*eta*sigma <= 1")
    item.define("u := 1/w - lam/sigma", "next := 1/v - lam/sigma")
    item.conclude(
        "w < v and v < sigma/lam and u > 0 and next >= (1 - 2*x)*u and next <= 1/(1 + x)**2*u"
        " and next <= (1 - 2*x + 3*x**2)*u", argument=[
            Have("lam*w < sigma", name="inside"),
            *LETTERS,
            Have("K >= 1", name="grows"),
            Have("v == w*K**2", name="after"),
            Have("w < v", name="rises", by=[
                Have("w < w*(1 + eta*(sigma - lam*w))**2", name="b")]),
            Have("v < sigma/lam", name="stays", by=[
                Set("a", "eta*lam*w"), Set("b", "eta*(sigma - lam*w)"),
                Have("a > 0 and b > 0 and a + b <= 1/2", name="ab", by=[Split([
                    [Order(positive=[Square(facts=["eta.positive", "lam.positive", "w.positive"])], rewrite=["a"])],
                    [],
                    []])]),
                Have("2*a + a*b < 1", name="small"),
                Have("(sigma - lam*w)*(1 - 2*a - a*b) > 0", name="product"),
                Have("lam*v < sigma", name="lam v")]),
            Have("u > 0", name="u"),
            Have("v != 0", name="v"),
            Have("w*(1 + eta*(sigma - lam*w))**2 != 0", name="written v"),
            Have("w*K**2 != 0", name="lettered v"),
            Have("next >= (1 - 2*x)*u", name="slow", by=[
                Have("1/(w*(1 + eta*(sigma - lam*w))**2) - lam/sigma >= (1 - 2*eta*sigma)*u", name="written out"),
                Have("1/v == 1/(w*(1 + eta*(sigma - lam*w))**2)", name="same"),
                Order(positive=[Square(facts=["written out"])], rewrite=["same", "scale"])]),
            Have("next <= 1/(1 + x)**2*u", name="fast", by=[
                Have("(sigma - lam*w*(1 + eta*(sigma - lam*w))**2)*(1 + eta*sigma)**2 <= (sigma - lam*w)*(1 + eta*(sigma - lam*w))**2",
                     name="polynomial", by=[Numbers(using=["inside", "small step", "eta", "w", *SCALE], effort=3)]),
                Have("(sigma - lam*w*K**2)*(1 + x)**2 <= (sigma - lam*w)*K**2", name="faster", by=[
                    Order(positive=[Square(facts=["polynomial"])], rewrite=["K", "scale"])]),
                Have("1/(w*K**2) - lam/sigma <= 1/(1 + x)**2*u", name="letters"),
                Have("1/v == 1/(w*K**2)", name="same"),
                Order(positive=[Square(facts=["letters"])], rewrite=["same"])]),
            Set("U", "1/w - lam/sigma"),
            Have("1/(1 + x)**2*U <= (1 - 2*x + 3*x**2)*U", name="wider", by=[
                Have("U > 0", name="U positive")]),
            Split([[], [], [], [], [], [Order(positive=[Square(facts=["fast"]), Square(facts=["wider"])], rewrite=["U"])]]),
        ], expected="proved",
    )  # fmt: skip
    item.without("below", counterexample={"sigma": 1, "lam": 1, "eta": "1/4", "w": 2, "v": "9/8", "x": "1/4"})


#: The step of `mode` at t, as `one-step` has it: `moved`.
STEP = [
    Use("step", at=["t"], name="next"),
    Have("2*eta*sigma <= 1", name="small"),
    Use("cited:one-step", at=["sigma", "lam", "eta", "w[t]", "w[t+1]", "eta*sigma"], name="moved"),
]  # fmt: skip
STAYS = [*STEP, Split([[], []])]
RISES = [*STEP]


@paper.equation("eq-70", "One step on diagonal layers", where="Section 5, Eq. (70)", provenance="derived")
def diagonal_step(item):
    item.printed("m_i^(t+1) = m_i^(t) + eta n_i^(t) (sigma_i - lambda_i m_i^(t) n_i^(t)), and the same with m and n exchanged.")
    item.let(sigma="real", lam="real", eta="real", m="real", n="real")
    item.define("f(m, n) := lam*(m*n)**2/2 - sigma*m*n")
    item.conclude("m - eta*grad(f(m, n), m) == m + eta*n*(sigma - lam*m*n) and n - eta*grad(f(m, n), n) == n + eta*m*(sigma - lam*m*n)",
                  expected="proved")  # fmt: skip
    item.note("The loss of one mode, up to a constant, is lambda (m n)^2/2 - sigma m n; that diagonal layers stay diagonal is Eq. (69).")


@paper.lemma("lemma-5", "Balanced modes stay balanced", where="Section 5, Lemma 5, Eq. (71)", provenance="derived")
def stays_balanced(item):
    item.printed("If m_i^(0) = n_i^(0), then m_i^(t) = n_i^(t) for all t.")
    item.let(sigma="real", lam="real", eta="real", m="real sequence", n="real sequence")
    item.suppose("step of m", "forall(t, nonnegative integer, m[t+1] == m[t] + eta*n[t]*(sigma - lam*m[t]*n[t]))")
    item.suppose("step of n", "forall(t, nonnegative integer, n[t+1] == n[t] + eta*m[t]*(sigma - lam*m[t]*n[t]))")
    item.suppose("start", "m[0] == n[0]")
    item.conclude("forall(t, nonnegative integer, m[t] == n[t])", argument=[
        Induct("t", step=[Use("step of m", at=["t"], name="a"), Use("step of n", at=["t"], name="b")])], expected="proved",
        example={"sigma": 1, "lam": 1, "eta": 1, "m": 0, "n": 0})  # fmt: skip
    item.without("start", counterexample={"sigma": 0, "lam": 0, "eta": 0, "m": 1, "n": 0})
    item.without("step of m", counterexample={"sigma": 0, "lam": 0, "eta": 0, "m": "t", "n": 0})
    item.without("step of n", counterexample={"sigma": 0, "lam": 0, "eta": 0, "m": 0, "n": "t"})


@paper.equation("eq-71", "Lemma 5, displayed", where="Appendix C, Eq. (71)", provenance="derived")
def stays_balanced_displayed(item):
    item.printed("m_i^(t) = n_i^(t) for all t.")
    item.let(sigma="real", lam="real", eta="real", m="real", n="real")
    item.suppose("balanced", "m == n")
    item.conclude("m + eta*n*(sigma - lam*m*n) == n + eta*m*(sigma - lam*m*n)", expected="proved")
    item.note("The induction's step; Lemma 5 has the induction.")
    item.without("balanced", counterexample={"sigma": 0, "lam": 0, "eta": 0, "m": 1, "n": 0})


def product_step(id, where):
    @paper.equation(id, "The product of balanced modes", where=where, provenance="derived")
    def page(item):
        item.printed("w_i^(t+1) = w_i^(t) (1 + eta (sigma_i - lambda_i w_i^(t)))^2.")
        item.let(sigma="real", lam="real", eta="real", m="real", n="real", w="real")
        item.suppose("balanced", "m == n")
        item.suppose("product", "w == m*n")
        item.conclude("(m + eta*n*(sigma - lam*m*n))*(n + eta*m*(sigma - lam*m*n)) == w*(1 + eta*(sigma - lam*w))**2", expected="proved")
        item.without("balanced", counterexample={"sigma": 1, "lam": 0, "eta": 1, "m": 1, "n": 0, "w": 0})

    return page


product_step("eq-22", "Section 5, Eq. (22)")
product_step("eq-72", "Appendix C, Eq. (72)")


@paper.lemma("lemma-6", "The mode grows and stays below its limit", where="Section 5, Lemma 6", provenance="recalled")
def increases(item):
    item.printed("For 1 <= i <= r_xy, if 0 < w_i^(0) < sigma_i/lambda_i and 2 eta sigma_i < 1, then w_i^(t) is increasing and "
                 "0 < w_i^(t) < sigma_i/lambda_i for all t.")  # fmt: skip
    item.use(mode)
    steps = [Have(INSIDE, name="IH2", by=[Induct("t", base=[], step=STAYS)]),
             Split([[], [Take("t"), Use("IH2", at=["t"], name="IH"), *RISES]])]  # fmt: skip
    item.conclude(f"{INSIDE} and forall(t, nonnegative integer, w[t] < w[t+1])", because=["one-step"], argument=steps, expected="proved")
    item.without("sigma.positive", argument=[SIGNAL, *steps])
    item.without("step", counterexample={"sigma": 1, "lam": 1, "eta": "1/4", "w": "Piecewise((1/2, t < 1), (2, True))"})
    item.without("start", counterexample={"sigma": 1, "lam": 1, "eta": "1/4", "w": 0})
    item.without("small step", counterexample=LONG_STEP)
    item.scaling("modes", {"w": 1, "lam": -1})
    item.note("The bound on the step-size is sharp up to equality: see lemma-6-sharp.")


@paper.remark("lemma-6-sharp", "The largest step-size of Lemma 6", where="Section 5, cross-check", provenance="derived")
def sharp_step(item):
    item.printed("(not in the paper) The step maps (0, sigma/lambda) into itself if and only if eta sigma <= 1/2; in the normal form.")
    item.let(y="positive")
    item.conclude(f"iff(forall(z, (0, 1), 0 < {NEXT} and {NEXT} < 1), y <= 1/2)", argument=[Split([
        [Take(), Negate("large"),
         Set("z", "(1 + y)/(3*y)"),
         Have("z*(3*y) == 1 + y", name="z times"),
         Have("0 < z and z < 1", name="z inside", by=[Split([[], []])]),
         Have("4*(1 + y)**3 >= 27*y", name="cubic"),
         Have(f"27*y*({NEXT}) == 4*(1 + y)**3", name="value"),
         Use("given", at=["z"], name="below")],
        [Take("z"), Use("cited:norm-1", at=["z", "y"], name="moved"),
         Split([[], []])],
    ])], because=["norm-1"], expected="proved")  # fmt: skip


@paper.equation("eq-73", "Lemma 6, displayed", where="Appendix C, Eq. (73)", provenance="derived")
def displayed(item):
    item.printed("w_i^(t) <= w_i^(t+1) and 0 < w_i^(t) < sigma_i/lambda_i.")
    item.use(mode)
    lemma = [Take("t"), Use("cited:lemma-6", at=["sigma", "lam", "eta", ("w[r]", "r")], name="l"), Use("l.0", at=["t"], name="a"),
             Use("l.1", at=["t"], name="b")]  # fmt: skip
    item.conclude("forall(t, nonnegative integer, w[t] <= w[t+1] and 0 < w[t] and w[t] < sigma/lam)", because=["lemma-6"], argument=lemma,
                  expected="proved")  # fmt: skip
    item.without("sigma.positive", argument=[SIGNAL, *lemma])
    item.without("small step", counterexample=LONG_STEP)
    item.without("eta.positive", counterexample=BACK_STEP)


#: One point of the interval [0, sigma/lambda] and the map g that a step applies to it.
point = Setting(
    let={"sigma": "positive", "lam": "positive", "eta": "positive", "x": "nonnegative"},
    define=("g(x) := x*(1 + eta*(sigma - lam*x))**2",),
    suppose={"below": "x <= sigma/lam"},
)
SMALL = "2*eta*sigma < 1"


@paper.equation("eq-74", "The step is a product with a factor", where="Appendix C, Eq. (74)", provenance="derived")
def factor(item):
    item.printed("(1 + eta (sigma_i - lambda_i w_i^(t)))^2 >= 1.")
    item.use(point)
    item.conclude("(1 + eta*(sigma - lam*x))**2 >= 1", expected="proved")
    item.without("below", counterexample={"sigma": 1, "lam": 1, "eta": "1/4", "x": 2})


@paper.equation("eq-75", "The mode does not decrease", where="Appendix C, Eq. (75)", provenance="derived")
def does_not_decrease(item):
    item.printed("w_i^(t+1) >= w_i^(t).")
    item.use(point)
    item.conclude("g(x) >= x", because=["eq-74"], expected="proved")
    item.without("below", counterexample={"sigma": 1, "lam": 1, "eta": "1/4", "x": 2})


@paper.equation("eq-76..78", "One step is bounded by the largest value of g", where="Appendix C, Eq. (76)-(78)", provenance="derived")
def largest_value(item):
    item.printed("w_i^(t+1) = g(w_i^(t)) <= max of g over [0, sigma_i/lambda_i], with g(w) = w (1 + eta (sigma_i - lambda_i w))^2.")
    item.use(point)
    item.suppose("small step", SMALL)
    item.conclude("g(x) <= g(sigma/lam)", expected="proved")
    item.note("Read with the value of that maximum, g(sigma/lambda), which Eq. (79) and (80) supply.")
    item.without("below", counterexample={"sigma": 1, "lam": 1, "eta": "1/4", "x": 20})
    item.without("small step", counterexample={"sigma": 1, "lam": 1, "eta": 1, "x": "1/2"})


@paper.equation("eq-79", "The slope of g", where="Appendix C, Eq. (79)", provenance="derived")
def slope(item):
    item.printed("g'(w) = (1 + eta (sigma_i - lambda_i w)) (1 + eta (sigma_i - 3 lambda_i w)) >= 0 on [0, sigma_i/lambda_i].")
    item.use(point)
    item.suppose("small step", SMALL)
    item.conclude("diff(g(x), x) == (1 + eta*(sigma - lam*x))*(1 + eta*(sigma - 3*lam*x))"
                  " and (1 + eta*(sigma - lam*x))*(1 + eta*(sigma - 3*lam*x)) >= 0", expected="proved")  # fmt: skip
    item.without("small step", counterexample={"sigma": 1, "lam": 1, "eta": 1, "x": 1})
    item.without("below", counterexample={"sigma": 1, "lam": 1, "eta": "1/4", "x": 3})


@paper.equation("eq-80", "The limit is a fixed point", where="Appendix C, Eq. (80)", provenance="derived")
def fixed_point(item):
    item.printed("Hence w_i^(t+1) <= g(sigma_i/lambda_i) = sigma_i/lambda_i.")
    item.use(point)
    item.suppose("small step", SMALL)
    item.conclude("g(sigma/lam) == sigma/lam and g(x) <= sigma/lam", because=["eq-76..78"], expected="proved")
    item.without("small step", counterexample={"sigma": 1, "lam": 1, "eta": 1, "x": "1/2"})
    item.without("below", counterexample={"sigma": 1, "lam": 1, "eta": "1/4", "x": 20})


@paper.remark("prose-bounded-eta-horizon", "The step-size does not depend on the horizon", where="Section 5", provenance="printed")
def no_horizon(item):
    item.printed("The step-size of the results on discrete dynamics does not depend on the horizon.")
    item.let(sigma="positive", lam="positive")
    item.conclude(
        "exists(eta0, positive, forall(eta, (0, eta0), forall(w, real sequence, implies(0 < w[0] and w[0] < sigma/lam and"
        " forall(t, nonnegative integer, w[t+1] == w[t]*(1 + eta*(sigma - lam*w[t]))**2),"
        " forall(t, nonnegative integer, 0 < w[t] and w[t] < sigma/lam)))))", because=["lemma-6"], argument=[
            Witness("1/(2*sigma)"), Split([[], [
                Take("eta", "w"),
                Have("2*eta*sigma < 1", name="small", by=[
                    Have("1/(2*sigma)*(2*sigma) == 1", name="unit")]),
                Use("cited:lemma-6", at=["sigma", "lam", "eta", ("w[r]", "r")], name="l")]])], expected="proved")  # fmt: skip
    item.note("Of Lemma 6: one step-size serves all times. Corollary 3 has the same for the scale of the initialisation.")
