"""Section 5, Corollary 3 as it stands: the times T_j = kappa/(2 eta sigma_j), and the gaps."""

from verifier.language.script import (
    At,
    Beyond,
    Cases,
    Choose,
    Have,
    Obtain,
    Order,
    Recursion,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import named_number, positive_ratio
from verifier.papers.setting import Setting

from . import paper
from .section_5_transitions import LEARNED, NOT_YET, transition

#: Mode i with singular value sigma, observed at the time of the mode j with singular value `at`.
observed = Setting(
    let={"sigma": "positive", "at": "positive", "lam": "positive", "eta": "positive", "kappa": "positive"},
    suppose={"small step": "2*eta*sigma < 1"},
)
TIME = "(kappa/(2*eta*at))"
OBSERVED = ["sigma", "lam", "eta", "kappa", TIME]


@paper.equation("eq-103", "The exponent of a later mode", where="Appendix C, Eq. (103)", provenance="derived")
def later_exponent(item):
    item.printed("(2 eta sigma_i + 4 eta^2 sigma_i^2) T_j < kappa for i > j.")
    item.use(observed)
    item.suppose("gap", "eta < (at - sigma)/(2*sigma**2)")
    item.conclude(f"(2*eta*sigma + 4*eta**2*sigma**2)*{TIME} < kappa", expected="proved")
    item.without("gap", counterexample={"sigma": 1, "at": 1, "lam": 1, "eta": "1/4", "kappa": 1})
    item.note("Stated for i = j + 1; for later modes sigma_i is smaller and the exponent with it.")


@paper.equation("eq-104", "The exponent of an earlier mode", where="Appendix C, Eq. (104)", provenance="derived")
def earlier_exponent(item):
    item.printed("(2 eta sigma_i - eta^2 sigma_i^2) T_j > kappa for i < j.")
    item.use(observed)
    item.let(follows="positive")
    item.suppose("order", "at <= follows")
    item.suppose("gap", "eta < 2*(sigma - follows)/sigma**2")
    item.conclude(f"(2*eta*sigma - eta**2*sigma**2)*{TIME} > kappa", expected="proved", argument=[
        Have("eta*sigma**2 < 2*(sigma - follows)", name="gap times"),
        Have("2*sigma - eta*sigma**2 > 2*at", name="wide"),
        Have("(2*eta*sigma - eta**2*sigma**2)*kappa > 2*eta*at*kappa", name="product", by=[
            Have("eta*kappa > 0", name="x")])])  # fmt: skip
    item.without("gap", counterexample={"sigma": 1, "at": 1, "lam": 1, "eta": "1/4", "kappa": 1, "follows": 1})
    item.note("sigma is sigma_i, `follows` sigma_(i+1) and `at` sigma_j, at most sigma_(i+1) for j > i.")


@paper.equation("eq-105", "The modes without signal stay small", where="Appendix C, Eq. (105)", provenance="derived")
def silent_stays_small(item):
    item.printed("For i > r_xy: w_i^(t) <= e^(-kappa delta) -> 0.")
    item.let(x="positive", kappa="positive")
    item.conclude(
        "forall(e, positive, exists(D, positive, forall(delta, [D, oo), forall(w, real sequence, implies(w[0] == exp(-kappa*delta)"
        " and forall(t, nonnegative integer, w[t+1] == w[t]*(1 - x*w[t])**2),"
        " forall(n, nonnegative integer, 0 < w[n] and w[n] < e))))))", because=["eq-101", "small-exponential"], argument=[
            Take("e"), *positive_ratio("D1", "1", "kappa*e", ["kappa", "given"]), *positive_ratio("D2", "x", "kappa", ["kappa", "x"]),
            *named_number("D0", "D1 + D2", also="D0 > 0 and D0*(kappa*e) >= 1 and D0*kappa >= x", by=[Split([
                [], [], [],
                []])]),
            Witness("D0"), Split([[], [
                Take("delta", "w"),
                Have("exp(-kappa*delta) > 0", name="positive"),
                Set("a", "exp(-kappa*delta)"), Have("a > 0", name="a positive"),
                Have("w[0] == a", name="w0"),
                Have("delta > 0", name="delta"),
                Use("cited:small-exponential", at=["kappa*delta"], name="decayed", premises=[[]]),
                Have("a*(kappa*delta) < 1", name="small"),
                Have("D0*(kappa*e) >= 1", name="D e", by=[]),
                Have("kappa*delta >= x", name="later"),
                Have("x*a < 1", name="tiny"),
                Have("x*w[0] < 1", name="tiny start"),
                Have("kappa*delta*e >= 1", name="late"),
                Have("a < e", name="below"),
                Have("w[0] > 0", name="start"),
                Use("cited:eq-101", at=["x", ("w[r]", "r")], name="l"),
                Take("n"), Use("l", at=["n"], name="here"),
                Split([[], [
                    Have("2*x*n >= 0", name="rest"),
                    Have("1/w[n] >= 1/w[0]", name="inverse", by=[Order(positive=[Square(facts=["here.2"]), Square(facts=["rest"])])]),
                    Have("w[n] <= w[0]", name="falls"),
                    Have("w[0] < e", name="first")]]),
            ]])], expected="proved")  # fmt: skip
    item.note("x = eta lambda. The rate of Eq. (101) is not needed, only that w does not grow. That eta lambda w_0 < 1, which Eq. (101) asks for, "
              "holds as soon as delta is large.")  # fmt: skip


OTHERS = f"implies(sigma < at, {NOT_YET}) and implies(at <= follows and eta < 2*(sigma - follows)/sigma**2, {LEARNED})"
#: ln(1 + eta sigma) lies below eta sigma and above eta sigma - (eta sigma)^2/2.
COMPARED = [
    Have(f"{TIME} > 0", name="time"),
    Have(f"{TIME}*(2*(eta*at)) == kappa", name="time times"),
    Have("forall(x, positive, log(1 + x) < x and log(1 + x) > x - x**2/2)", name="logarithm", by=[
        Take("x"), Split([[], []])]),
    Use("logarithm", at=["eta*sigma"], name="rate", premises=[[]]),
    Set("g", "log(1 + eta*sigma)"), Set("tau", TIME),
    Have("tau > 0 and tau*(2*(eta*at)) == kappa", name="tau facts", by=[Split([
        [], []])]),
    Split([[
        Take(), Have("g < eta*at", name="slower", by=[
            Have("eta*sigma < eta*at", name="x")]),
        Have("2*tau*g < kappa", name="before tau"),
        Have(f"2*{TIME}*log(1 + eta*sigma) < kappa", name="before", by=[Rewritten("before tau", ["tau", "g"], forwards=True)]),
        Use("cited:not-yet", at=OBSERVED)], [
        Take(),
        Have("eta*sigma**2 < 2*(sigma - follows)", name="gap times"),
        Have("eta*sigma - (eta*sigma)**2/2 > eta*at", name="wide", by=[
            Have("2*sigma - eta*sigma**2 > 2*at", name="x")]),
        Have("g > eta*at", name="faster"),
        Have("2*tau*g > kappa", name="after tau"),
        Have(f"2*{TIME}*log(1 + eta*sigma) > kappa", name="after", by=[Rewritten("after tau", ["tau", "g"], forwards=True)]),
        Use("cited:learned", at=OBSERVED)]]),
]  # fmt: skip


@paper.corollary("cor-3/A", "Sequential learning at the times T_j", where="Section 5, Corollary 3", provenance="recalled")
def sequential(item):
    item.printed("As delta -> infinity, w_i^(floor(delta T_j)) -> 0 for i > j and -> sigma_i/lambda_i for i < j.")
    item.use(observed)
    item.let(follows="positive")
    item.define(f"T := {TIME}")
    item.conclude(OTHERS, because=["not-yet", "learned"], argument=COMPARED, expected="proved")
    item.note("n = floor(delta T_j) is a step with n <= delta T_j and n > delta T_j - 1. For the later modes (i > j) neither hypothesis on "
              "the gaps is needed; `follows` is sigma_(i+1). At T_0 = 0 every mode is at its start e^(-kappa delta); the modes without signal are "
              "under eq-105.")  # fmt: skip


def at_times(when, claims):
    """What the corollary says of mode j itself: for every mode and every T that `when` admits, it is learned by then."""
    return ("forall(sigma, positive, forall(lam, positive, forall(eta, positive, forall(kappa, positive, forall(T, positive, implies("
            f"2*eta*sigma < 1 and {when}, {claims}))))))")  # fmt: skip


BETWEEN = at_times("T > kappa/(2*eta*sigma)", LEARNED)


#: sigma = lambda = kappa = 1, eta = 1/4: T_j = 2 while 2 ln(5/4) T < 1 up to T = 2.2407...
def still_small(p, q):
    """After delta T steps, T = p/q, the mode is still below 1/2 where the corollary wants it above; delta = q M."""
    return At({"goal": [
        Have(f"2*({p}/{q})*log(1 + 1/4*1) < 1", name="before"),
        Use("cited:not-yet", at=["1", "1", "1/4", "1", f"{p}/{q}"], name="all small"), Use("all small", at=["1/2"], name="small from"),
        Obtain("small from", "D1", label="D1"),
        *witnesses(["1", "1", "1/4", "1", f"{p}/{q}"], [
            Split([[], [Witness("1/2"), Split([[], [Take("D"), Cases("D <= 0", name="D", yes=[Choose(0)], no=[Choose(1),
                Beyond("D + D1", name="late"), Obtain("late", "M", label="M"),
                Have("M > 0", name="positive"),
                Witness(f"{q}*M"), Split([[], [
                    Recursion("s", start=f"exp(-1*({q}*M))", next="x*(1 + 1/4*(1 - 1*x))**2", label="s"),
                    Have("forall(t, nonnegative integer, s[t+1] == s[t]*(1 + 1/4*(1 - 1*s[t]))**2)", name="step", by=[
                        Take("t"), Use("s.1", at=["t"])]),
                    Use("D1.1", at=[f"{q}*M", ("s[r]", "r"), f"{p}*M"], name="small", premises=[
                        [], [Split([[], []])], []]),
                    Witness("s[r]", index="r"), Split([[Split([[], []])], [
                        Witness(f"{p}*M"), Split([[], [Choose(0)]])]])]])])]])]]),
        ])]})  # fmt: skip


def witnesses(values, then):
    """Values of positive variables, one after the other."""
    return then if not values else [Witness(values[0]), Split([[], witnesses(values[1:], then)])]


@paper.corollary("cor-3/B", "Sequential learning, the mode of the time included", where="Section 5, Corollary 3", provenance="guess")
def included(item):
    item.printed("As delta -> infinity, w_i^(floor(delta T_j)) -> sigma_i/lambda_i for i <= j.")
    item.conclude(at_times("T == kappa/(2*eta*sigma)", LEARNED), because=["not-yet"], expected="refuted", counterexample={},
                  argument=[still_small(2, 1)])  # fmt: skip
    item.note("False for the mode j itself, and by (not-yet) for every mode and step-size: T_j = kappa/(2 eta sigma_j) comes before "
              "kappa/(2 ln(1 + eta sigma_j)), up to which the mode tends to 0. The hypotheses on the gaps do not help; with one mode, as in the "
              "refutation (sigma = lambda = kappa = 1, eta = 1/4), there are none. The reading is a guess; reading A is true.")  # fmt: skip


def corrected(item):
    """The transition where it is."""
    with item.repair("at kappa/(2 ln(1 + eta sigma_i)), for every step-size with 2 eta sigma_i < 1", alone=True) as r:
        r.use(transition)
        r.conclude(f"implies(2*T*log(1 + eta*sigma) < kappa, {NOT_YET}) and implies(2*T*log(1 + eta*sigma) > kappa, {LEARNED})",
                   because=["not-yet", "learned"], argument=[Split([
                       [Take(), Use("cited:not-yet", at=["sigma", "lam", "eta", "kappa", "T"])],
                       [Take(), Use("cited:learned", at=["sigma", "lam", "eta", "kappa", "T"])]])])  # fmt: skip


@paper.corollary("cor-3/C", "Sequential learning between the times T_j", where="Section 5, Corollary 3", provenance="guess")
def between(item):
    item.printed("For every T in (T_j, T_(j+1)), as delta -> infinity: components 1, ..., j -> sigma_i/lambda_i, others -> 0.")
    item.conclude(BETWEEN, because=["not-yet"], expected="refuted", counterexample={}, argument=[still_small(21, 10)])
    item.note("Of component j itself just after T_j = kappa/(2 eta sigma_j): it is learned at kappa/(2 ln(1 + eta sigma_j)), which is later. "
              "The corresponding statement with these times is true, and needs no gap between the singular values. The refutation has one mode "
              "(sigma = lambda = kappa = 1, eta = 1/4, T = 21/10 after T_1 = 2), where the hypotheses on the gaps say nothing; the same happens to "
              "every mode, since ln(1 + eta sigma) < eta sigma.")  # fmt: skip
    corrected(item)


@paper.equation("eq-25", "The transition time of gradient descent", where="Section 5, Eq. (25)", provenance="derived")
def transition_time(item):
    item.printed("T_i = kappa/(2 eta sigma_i) in units of delta steps: the i-th component is learned around the step delta T_i.")
    with item.reading("A: the place of the jump, for a fixed step-size") as r:
        r.conclude(BETWEEN, because=["not-yet"], expected="refuted", counterexample={}, argument=[still_small(21, 10)])
    with item.reading("B: to first order in the step-size") as r:
        r.let(sigma="positive", kappa="positive")
        r.conclude("limit(log(1 + eta*sigma)/(eta*sigma), eta, 0, '+') == 1 and forall(eta, positive, forall(T, positive, implies("
                   "2*T*log(1 + eta*sigma) == kappa, kappa < T*(2*eta*sigma) and T*(2*eta*sigma) <= (1 + eta*sigma/2)*kappa)))",
                   expected="proved", argument=[
                       Have("forall(x, positive, log(1 + x) < x and x <= (1 + x/2)*log(1 + x))", name="log", by=[
                           Take("x"), Split([[], []])]),
                       Split([[], [
                           Take("eta", "T"), Have("eta*sigma > 0", name="step"),
                           Use("log", at=["eta*sigma"], premises=[[]], name="now"), Set("l", "log(1 + eta*sigma)"),
                           Have("l < eta*sigma and eta*sigma <= (1 + eta*sigma/2)*l", name="between"),
                           Have("2*T*l == kappa", name="place"),
                           Split([[],
                                  []])]])])  # fmt: skip
    item.note("\"Around\" may be read in two ways. For a fixed step-size, as delta -> infinity, the transition lies at "
              "kappa/(2 ln(1 + eta sigma_i)), the T with 2 T ln(1 + eta sigma_i) = kappa, later than T_i by a factor between 1 and 1 + eta sigma_i/2 (reading B); so the jump is not at T_i, and "
              "just after it the component is still 0 (reading A). Both agree as eta -> 0.")  # fmt: skip
    item.leads_to("cor-3/B", "cor-3/C")
    corrected(item)


def readings(id, where):
    @paper.corollary(id, "Sequential learning by gradient descent", where=where, provenance="recalled")
    def page(item):
        item.printed("If eta < 1/(2 sigma_1), eta < 2 (sigma_i - sigma_(i+1))/sigma_i^2 and eta < (sigma_i - sigma_(i+1))/(2 sigma_(i+1)^2), "
                     "then at the times T_j the components are learned one after the other.")  # fmt: skip
        with item.reading("A: the components before j, and after j") as r:
            r.use(observed)
            r.let(follows="positive")
            r.define(f"T := {TIME}")
            r.conclude(OTHERS, because=["not-yet", "learned"], argument=COMPARED)
        with item.reading("B: component j included") as r:
            r.conclude(at_times("T == kappa/(2*eta*sigma)", LEARNED), because=["not-yet"], expected="refuted", counterexample={},
                       argument=[still_small(2, 1)])
        with item.reading("C: between two times") as r:
            r.conclude(BETWEEN, because=["not-yet"], expected="refuted", counterexample={}, argument=[still_small(21, 10)])
        item.note("Readings B and C are false because of the component j itself: at T_j = kappa/(2 eta sigma_j) it still tends to 0, and so it does just after "
                  "T_j, up to kappa/(2 ln(1 + eta sigma_j)), which is later. With sigma = lambda = kappa = 1 and eta = 1/4, w is 0.000022 after 2 delta "
                  "steps and 0.0019 after 2.1 delta steps for delta = 100, and falls with delta; from T = 2.2407... on it rises to 1. To mend them: say "
                  "nothing of component j (reading A), or put kappa/(2 ln(1 + eta sigma_j)) in place of T_j; then no gap between the singular values is "
                  "needed.")  # fmt: skip
        corrected(item)

    return page


readings("cor-3", "Section 5, Corollary 3")
readings("eq-26", "Section 5, Eq. (26)")


@paper.remark("prose-gap", "The gaps are necessary", where="Section 5", provenance="printed")
def gaps(item):
    item.printed("The step-size cannot be larger than the relative eigen-gaps, because otherwise the discrete algorithm would not be able to "
                 "distinguish some components.")  # fmt: skip
    item.let(sigma="positive", follows="positive", eta="positive", kappa="positive")
    item.suppose("order", "follows < sigma")
    item.suppose("small step", "2*eta*sigma < 1")
    item.suppose("no gap", "eta >= 2*(sigma - follows)/sigma**2")
    item.conclude("forall(T, positive, not (2*T*log(1 + eta*sigma) > kappa and 2*T*log(1 + eta*follows) < kappa))", expected="refuted",
                  counterexample={"sigma": 1, "follows": "9/10", "eta": "2/5", "kappa": 1}, argument=[At({"goal": [
                      Witness("3/2")]})])  # fmt: skip
    item.note("The condition on T says that component i is learned at delta T and component i + 1 is not (not-yet, learned).")
    with item.repair("whatever the gap, there is a time between the two transitions") as r:
        r.conclude("exists(T, positive, 2*T*log(1 + eta*sigma) > kappa and 2*T*log(1 + eta*follows) < kappa)", argument=[
            Set("g", "log(1 + eta*sigma)"), Set("h", "log(1 + eta*follows)"),
            Have("log(1 + eta*follows) < log(1 + eta*sigma)", name="rises", by=[
                Have("eta*follows < eta*sigma", name="x")]),
            Have("log(1 + eta*follows) > 0", name="p"),
            Have("h > 0 and h < g", name="gh", by=[Split([[], []])]),
            *positive_ratio("tau", "kappa", "g + h", ["kappa", "gh.0", "gh.1"]),
            Have("2*tau*g > kappa and 2*tau*h < kappa", name="between", by=[Split([
                [], []])]),
            Witness("tau"), Split([[], [
                Split([[Rewritten("between.0", ["g"], forwards=True)], [Rewritten("between.1", ["h"], forwards=True)]])]])])  # fmt: skip


@paper.remark("prose-stepsize-lip", "How small the step-size has to be", where="Section 5", provenance="printed")
def step_size(item):
    item.printed("The step-size has to be smaller than the Lipschitz constant and some notion of eigen-gap.")
    item.let(lam="positive", eta="positive")
    item.suppose("contracts", "Abs(1 - eta*lam) < 1")
    item.conclude("eta < lam", expected="refuted", counterexample={"lam": 1, "eta": 1})
    item.note("Read literally, on the one-layer problem with one eigenvalue lambda, the Lipschitz constant L of its gradient: 1 - eta lambda is the "
              "factor of one step. That eta < L has to hold is false, and it is not enough either (lambda = 3, eta = 2). The inverse 1/L is meant, "
              "a slip of the words. That the eigen-gap is not needed is under prose-gap.")  # fmt: skip
    with item.repair("smaller than twice the inverse of the Lipschitz constant", alone=True) as r:
        r.let(lam="positive", eta="positive")
        r.conclude("iff(Abs(1 - eta*lam) < 1, eta < 2/lam)", expected="proved")
