"""Appendix B.2, Lemma 1: the modes have one solution, which grows to its limit, for every depth L."""

from verifier.language.script import At, Cases, Choose, Have, Numbers, Obtain, Rewritten, Set, Split, Take, Use, Witness
from verifier.language.script_parts import positive_ratio

from . import paper
from .appendix_b_existence import FROM
from .appendix_b_growth import INSIDE, RISES, SCALARS, equation

LIMIT = "forall(eps, positive, exists(D, positive, forall(T, [D, oo), sigma - lam*w[T] <= eps)))"
ONLY = f"forall(y, real curve, implies(y[0] == w_0 and {equation('y', 'L', '2 - 2/L')}, forall(T, [0, oo), y[T] == w[T])))"


@paper.lemma("lemma-1", "The modes grow to their limit", where="Appendix B.2, Lemma 1")
def increasing(item):
    item.printed("If w_i(0) lies in (0, sigma_i/lambda_i), (43) has a unique solution, it increases and stays in (0, sigma_i/lambda_i).")
    item.leads_to("eq-47", "thm-2")
    item.let(**SCALARS, **FROM, L="positive integer")
    item.suppose("start", "sigma - lam*w_0 > 0")
    item.conclude(f"exists(w, real curve, w[0] == w_0 and {equation('w', 'L', '2 - 2/L')} and {INSIDE} and {RISES} and {LIMIT} and {ONLY})",
                  because=["lemma-1/existence", "lemma-1/trap", "lemma-1/unique"], expected="proved", argument=[
        Use("cited:lemma-1/existence", at=["sigma", "lam", "w_0", "L"], name="solution"), Obtain("solution", "w", label="w"), Witness("w[t]", index="t"),
        Have("L >= 1", name="depth"), Set("q", "2 - 2/L"), Have("q >= 0", name="exponent"),
        Rewritten("w.1", ["q"], name="moves"),
        Have("0 < w[0] and sigma - lam*w[0] > 0", name="inside", by=[Split([[], []])]),
        Use("cited:lemma-1/trap", at=["sigma", "lam", "L", "q", ("w[t]", "t")], name="trap", premises=[[Split([
            [], [], [], [], [], []])]]),
        Split([[], [], [], [], [
            Take("eps"), Have("eps > 0", name="eps"),
            Set("m", "lam*L*w[0]**q"),
            Have("m > 0", name="m above", by=[
                Have("w[0]**q > 0", name="power"),
                Have("lam*L > 0", name="factor")]),
            Set("g", "sigma - lam*w[0]"), Have("g > 0", name="gap"),
            *positive_ratio("D", "g", "m*eps", ["gap", "m above", "eps"]), Witness("D"), Split([[], [
                Take("T"), Have("T >= D", name="late"), Use("trap.2", at=["T"], name="near", premises=[[]]),
                Set("e", "exp(-(lam*L*w[0]**q)*T)"), Rewritten("near", ["e", "g"], name="letters"),
                Have("forall(hh, real, forall(kk, real, exp(-hh*kk)*(1 + hh*kk) <= 1))", name="tangent", by=[
                    Take("hh", "kk"), Have("exp(hh*kk) >= 1 + hh*kk and exp(-hh*kk)*exp(hh*kk) == 1 and exp(-hh*kk) > 0", name="f", by=[
                        Have("forall(ll, real, exp(ll) >= 1 + ll)", name="line", by=[Take("ll")]),
                        Split([[Use("line", at=["hh*kk"])], [], []])])]),
                Use("tangent", at=["lam*L*w[0]**q", "T"], name="raw"), Have("e*(1 + m*T) <= 1", name="small", by=[
                    Rewritten("raw", ["e", "m"], name="this")]),
                Have("e > 0", name="e above"),
                Have("m*T >= m*D", name="long"),
                Have("e*(m*T)*eps >= e*g", name="enough", by=[
                    Have("m*T*eps >= g", name="times")]),
                Have("e*(m*T) <= 1", name="short"),
                Have("e*(m*T)*eps <= eps", name="shorter")]])],
            [Take("y"), Have(f"y[0] == w_0 and {equation('y', 'L', '2 - 2/L')}", name="other"), Rewritten("other", ["q"], name="other q"),
             Use("cited:lemma-1/unique", at=["sigma", "lam", "L", "q", ("w[t]", "t"), ("y[t]", "t")], name="same", premises=[[Split([
                [], [], [], [],
                [Cases("L >= 2", name="two", yes=[Choose(1)], no=[
                    Choose(0), Have("L == 1", name="one")])],
                [], [], [], []])]])]])],
        example={"sigma": 1, "lam": 1, "w_0": "1/2", "L": 1})  # fmt: skip
    for name, start, outside in (("w_0.positive", 0, 0), ("start", 1, 1)):  # which end of the interval it starts at
        item.without(name, counterexample={"sigma": 1, "lam": 1, "w_0": start, "L": 1}, argument=[At({"goal": [
            Take("w"), Cases(f"w[0] == {start}", name="starts", no=[Choose(0)], yes=[
                Choose(2), Witness("0"), Split([[], [Choose(outside), Numbers()]])])]})])  # fmt: skip
    item.without("lam.positive", counterexample={"sigma": 1, "lam": 0, "w_0": 1, "L": 1}, argument=[At({"goal": [
        Take("w"), Choose(4), Witness("1/2"), Split([[], [Take("D"), Cases("D > 0", no=[Choose(0)], yes=[
            Choose(1), Witness("D"), Split([[], [Numbers()]])])]])]})])  # fmt: skip
    item.note("For every depth L; increasing strictly, and to sigma/lambda, at the rate lambda L w(0)^(2 - 2/L). Existence "
              "(lemma-1/existence) and uniqueness are proved, without the theorem of Cauchy and Lipschitz.")  # fmt: skip
    item.note("The right-hand side is Lipschitz near 0 for L = 2 and L >= 2 in general (exponent 2 - 2/L >= 1); for L = 1 the exponent is 0 "
              "and 0 is no equilibrium: a solution passes through it (lemma-1/zero).")  # fmt: skip


#: With w = v^L the speed L w^(2 - 2/L) (sigma - lambda w) is L v^(2L - 2) (sigma - lambda v^L).
ZEROS = "forall(v, nonnegative, implies(v == 0 or lam*v**L == sigma, L*v**(2*L - 2)*(sigma - lam*v**L) == 0))"


@paper.remark("lemma-1/zero", "The equilibria", where="Appendix B.2, proof of Lemma 1", provenance="printed")
def equilibria(item):
    item.printed("0 and sigma_i/lambda_i are equilibria of (43), so by the theorem of Cauchy and Lipschitz a solution that touches one is constant.")
    item.let(**SCALARS, L="positive integer")
    item.conclude(ZEROS, expected="refuted",
                  counterexample={"sigma": 1, "lam": 1, "L": 1}, argument=[At({"goal": [Witness("0")]})])  # fmt: skip
    with item.repair("for two layers and more") as r:
        r.let(L="integer[2, oo]")
        r.conclude(ZEROS, expected="proved")
    item.note("For L = 1 the speed at 0 is sigma, not 0 (0^0 = 1). Lemma 1 is true all the same, since solutions go up at 0; and "
              "Theorem 1 has L = 2, where the line is true.")
