"""Section 5, Corollary 3: when a mode of gradient descent is learned, as the scale of the start vanishes."""

from verifier.audit.setting import Setting
from verifier.claims.script import Have, Induct, Linear, Numbers, Order, Split, Square, Take, Use, Witness
from verifier.theory.real_numbers import named_number

from . import paper

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

SAME = [Numbers(using=[])]
MODE = ["sigma", "lam", "eta", ("w[r]", "r")]


def inside(item):
    """One mode of gradient descent that starts inside."""
    item.let(sigma="positive", lam="positive", eta="positive", w="real sequence")
    item.suppose("step", STEP_OF_MODE)
    item.suppose("start", "0 < w[0] and w[0] < sigma/lam")
    item.suppose("small step", "2*eta*sigma < 1")


#: (1 + eta sigma)^(2t) as an exponential, whose rate is `G`.
BASE = [
    *named_number("G", "log(1 + eta*sigma)", SAME),
    Have("exp(2*G) == (1 + eta*sigma)**2", name="base", by=[Numbers(using=["G", "eta", "sigma"])]),
]


@paper.remark("growth", "A mode grows at most geometrically", where="Section 5, cross-check", provenance="derived")
def growth(item):
    item.printed("(not in the paper) w^(t) <= w^(0) (1 + eta sigma)^(2t).")
    inside(item)
    item.conclude("forall(t, nonnegative integer, w[t] <= w[0]*exp(2*log(1 + eta*sigma)*t))", because=["lemma-6"], argument=[
        Use("cited:lemma-6", at=MODE, name="l"), *BASE,
        Have("forall(t, nonnegative integer, w[t] <= w[0]*exp(2*G*t))", name="powers", by=[Induct("t", base=[Numbers(using=[])], step=[
            Use("step", at=["t"], name="next"), Use("l.0", at=["t"], name="here"),
            Have("lam*w[t] < sigma", name="below", by=[Numbers(using=["here.1", "lam"])]),
            Have("w[t]*(1 + eta*(sigma - lam*w[t]))**2 <= w[t]*(1 + eta*sigma)**2", name="a", by=[
                Numbers(using=["below", "here.0", "eta", "lam"])]),
            *named_number("E", "exp(2*G)", SAME), *named_number("P", "exp(2*G*t)", SAME),
            Have("exp(2*G*(t + 1)) == P*E", name="product", by=[Numbers(using=["E", "P"])]),
            Have("E == (1 + eta*sigma)**2", name="E base", by=[Numbers(using=["E", "base"])]),
            Have("w[t] <= w[0]*P", name="before", by=[Numbers(using=["IH", "P"])]),
            Have("E > 0", name="E positive", by=[Numbers(using=["E"])]),
            Have("w[t+1] <= E*w[t]", name="b", by=[Order(positive=[Square(facts=["a"])], rewrite=["next", "E base"])]),
            Have("E*w[t] <= E*(w[0]*P)", name="c", by=[Order(positive=[Square(facts=["E positive", "before"])])]),
            Numbers(using=["b", "c", "product"])])]),
        Take("t"), Use("powers", at=["t"], name="bound"), Numbers(using=["bound", "G"])], expected="proved")  # fmt: skip


#: z <= e x, x <= y and v = e y give z <= v.
STEPPED = Have(
    "forall(e, real, forall(x, real, forall(y, real, forall(z, real, forall(v, real,"
    " implies(e > 0 and x <= y and z <= e*x and e*y == v, z <= v))))))",
    name="stepped", by=[Take("e", "x", "y", "z", "v"), Numbers(using=["given"])],
)  # fmt: skip

REWRITTEN = Have("forall(x, real, forall(y, real, forall(v, real, implies(x <= y and y == v, x <= v))))",
                 name="rewritten", by=[Take("x", "y", "v"), Numbers(using=["given"])])  # fmt: skip


@paper.remark("decay", "What is missing decays at least geometrically", where="Section 5, cross-check", provenance="derived")
def decay(item):
    item.printed("(not in the paper) u_t <= u_0 (1 + eta sigma)^(-2t) with u_t = 1/w^(t) - lambda/sigma.")
    inside(item)
    item.define("u(t) := 1/w[t] - lam/sigma")
    item.conclude("forall(t, nonnegative integer, w[t] > 0 and u(t) <= u(0)*exp(-2*log(1 + eta*sigma)*t))", because=["eq-92-sharp"], argument=[
        Use("cited:eq-92-sharp", at=MODE, name="steps"), *BASE, STEPPED, REWRITTEN,
        Have("forall(t, nonnegative integer, w[t] > 0 and u(t) <= u(0)*exp(-2*G*t))", name="powers", by=[Induct("t", base=[Split([[], [Numbers(using=["start", "sigma", "lam"])]])], step=[
            Use("steps", at=["t"], name="here"),
            *named_number("E", "exp(-2*G)", SAME), *named_number("P", "exp(-2*G*t)", SAME),
            Have("exp(-2*G*(t + 1)) == P*E", name="product", by=[Numbers(using=["E", "P"])]),
            Have("E == 1/(1 + eta*sigma)**2", name="E base", by=[
                Have("E*exp(2*G) == 1", name="inverse", by=[Numbers(using=["E"])]),
                Have("1 + eta*sigma > 0", name="p", by=[Numbers(using=["eta", "sigma"])]),
                Have("E*(1 + eta*sigma)**2 == 1", name="inverse of base", by=[Numbers(using=["inverse", "base"])]),
                Numbers(using=["inverse of base", "p"])]),
            Have("E > 0", name="E positive", by=[Numbers(using=["E"])]),
            Have("u(t+1) <= E*u(t)", name="b", by=[Order(positive=[Square(facts=["here.2"])], rewrite=["E base"])]),
            Have("forall(a, real, E*(a*exp(-2*G*t)) == a*exp(-2*G*(t + 1)))", name="shift", by=[Take("a"), Numbers(using=["product", "P"])]),
            Use("shift", at=["u(0)"], name="shifted"),
            Split([[], [Use("stepped", at=["E", "u(t)", "u(0)*exp(-2*G*t)", "u(t+1)", "u(0)*exp(-2*G*(t + 1))"])]])])]),
        Take("t"), Use("powers", at=["t"], name="bound"),
        Have("forall(a, real, a*exp(-2*G*t) == a*exp(-2*log(1 + eta*sigma)*t))", name="rate", by=[Take("a"), Numbers(using=["G"])]),
        Use("rate", at=["u(0)"], name="rate here"),
        Split([[], [Use("rewritten", at=["u(t)", "u(0)*exp(-2*G*t)", "u(0)*exp(-2*log(1 + eta*sigma)*t)"])]])], expected="proved")  # fmt: skip
