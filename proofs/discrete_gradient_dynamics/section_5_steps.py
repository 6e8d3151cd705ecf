"""Section 5 and Appendix C: gradient descent on one mode, Lemmas 5 and 6."""

from verifier.claims.script import Have, Induct, Negate, Numbers, Split, Take, Use
from verifier.theory.real_numbers import named_number as named

from . import paper
from .notation import mode

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
#: One step from a point between 0 and sigma/lam: z goes to v, and `moved` says what is known of them.
STEP = [
    Use("step", at=["t"], name="next"),
    *named("z", "lam*w[t]/sigma"), *named("y", "eta*sigma"), *named("v", NEXT),
    Have("w[t] == sigma/lam*z", name="here", by=[Numbers(using=["z", *SCALE])]),
    Have("w[t+1] == sigma/lam*v", name="there", by=[Numbers(using=["next", "here", "y", "v", *SCALE])]),
    Have("0 < z and z < 1 and 0 < y and y <= 1/2", name="inside", by=[Split([
        [Numbers(using=["z", "IH", *SCALE])], [Numbers(using=["z", "IH", *SCALE])],
        [Numbers(using=["y", "eta", "sigma"])], [Numbers(using=["y", "small step"])]])]),
    Use("cited:norm-1", at=["z", "y"], name="moved"),
    Have("z < v and v < 1", name="order", by=[Split([[Numbers(using=["moved.0", "v"])], [Numbers(using=["moved.1", "v"])]])]),
]  # fmt: skip
STAYS = [*STEP, Split([[Numbers(using=["there", "order.0", "inside.0", *SCALE])], [Numbers(using=["there", "order.1", *SCALE])]])]
RISES = [*STEP, Numbers(using=["here", "there", "order.0", *SCALE])]


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
        Induct("t", step=[Use("step of m", at=["t"], name="a"), Use("step of n", at=["t"], name="b"),
                          Numbers(using=["a", "b", "IH"])])], expected="proved",
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
    item.conclude(f"{INSIDE} and forall(t, nonnegative integer, w[t] < w[t+1])", because=["norm-1"], argument=[
        Have(INSIDE, name="IH2", by=[Induct("t", base=[], step=STAYS)]),
        Split([[], [Take("t"), Use("IH2", at=["t"], name="IH"), *RISES]])], expected="proved")  # fmt: skip
    item.without("step", counterexample={"sigma": 1, "lam": 1, "eta": "1/4", "w": "Piecewise((1/2, t < 1), (2, True))"})
    item.without("start", counterexample={"sigma": 1, "lam": 1, "eta": "1/4", "w": 0})
    item.note("The bound on the step-size is sharp up to equality: see lemma-6-sharp.")


@paper.remark("lemma-6-sharp", "The largest step-size of Lemma 6", where="Section 5, cross-check", provenance="derived")
def sharp_step(item):
    item.printed("(not in the paper) The step maps (0, sigma/lambda) into itself if and only if eta sigma <= 1/2; in the normal form.")
    item.let(y="positive")
    item.conclude(f"iff(forall(z, (0, 1), 0 < {NEXT} and {NEXT} < 1), y <= 1/2)", argument=[Split([
        [Take(), Negate("large"),
         Have("(1 + y)/(3*y)*(1 + y*(1 - (1 + y)/(3*y)))**2 >= 1", name="beyond"),
         Use("given", at=["(1 + y)/(3*y)"], name="below", premises=[[], []]), Numbers(using=["below", "beyond"])],
        [Take("z"), Use("cited:norm-1", at=["z", "y"], name="moved"), Numbers(using=["moved"])],
    ])], because=["norm-1"], expected="proved")  # fmt: skip


@paper.equation("eq-73", "Lemma 6, displayed", where="Appendix C, Eq. (73)", provenance="derived")
def displayed(item):
    item.printed("w_i^(t) <= w_i^(t+1) and 0 < w_i^(t) < sigma_i/lambda_i.")
    item.use(mode)
    item.conclude("forall(t, nonnegative integer, w[t] <= w[t+1] and 0 < w[t] and w[t] < sigma/lam)", because=["lemma-6"],
                  argument=[Take("t"), Use("cited:lemma-6", at=["sigma", "lam", "eta", "w"], name="l"), Use("l.0", at=["t"], name="a"),
                            Use("l.1", at=["t"], name="b")], expected="proved")  # fmt: skip
