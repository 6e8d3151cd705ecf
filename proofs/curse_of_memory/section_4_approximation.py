"""Section 4, Appendices A and B: universal approximation and its rate."""

from verifier.claims.script import (
    At,
    Cases,
    Choose,
    Have,
    Induct,
    Linear,
    Numbers,
    Obtain,
    Order,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.theory.real_numbers import named_number

from . import paper
from .rate import memory, quantified, rate


@paper.equation("eq-12", "The common representation", where="Section 4, Eq. (12)", provenance="recalled")
def representation(item):
    item.printed("H_t(x) = int_0^oo x_(t-s)' rho(s) ds with rho in L^1.")
    item.let(c="real", v="positive", b="real")
    item.conclude("integrate(b*(c*exp(-v*s)), (s, 0, oo)) == b*c/v", fidelity="special case")
    item.note("Said here of the constant input b and the kernel c e^(-v s); Lemma A.1 has the general statement.")


@paper.cited("thm-A.1", "Riesz-Markov-Kakutani", where="Appendix A, Theorem A.1, Eqs. (24), (25), cited", provenance="recalled")
def riesz(item):
    item.printed("A continuous linear H on X is integration against a unique regular measure mu, and |H| = |mu|.")
    item.cites("Riesz, Markov, Kakutani")
    item.let(n="positive integer", b="real sequence", x="real sequence")
    item.suppose("signs", "forall(j, nonnegative integer, x[j]*b[j] == Abs(b[j]))")
    item.conclude("Sum(b[j]*x[j], (j, 0, n-1)) == Sum(Abs(b[j]), (j, 0, n-1))", fidelity="fragment", argument=[
        Have("forall(k, nonnegative integer, Sum(b[j]*x[j], (j, 0, k-1)) == Sum(Abs(b[j]), (j, 0, k-1)))", name="sums", by=[Induct("k", base=[Numbers(using=[])], step=[
            Use("signs", at=["k"], name="now"), Numbers(using=["IH", "now"])])]), Use("sums", at=["n"])],
        example={"n": 1, "b": 0, "x": 0})  # fmt: skip
    item.note("Checked here: for finitely many point masses the norm is attained at the signs. The rest is cited.")


@paper.lemma("lem-A.1", "Representation by a kernel", where="Appendix A, Lemma A.1, Eqs. (26)-(35)", provenance="recalled")
def kernel(item):
    item.printed("Continuous, linear, causal, regular, time-homogeneous {H_t} have rho in L^1 with H_t(x) = int_0^oo x_(t-s)' rho(s) ds, "
                 "sup_t |H_t| = |rho|_(L^1).")  # fmt: skip
    item.let(x="real sequence", z="real sequence", b="real sequence", n="positive integer", t="nonnegative integer", tau="nonnegative integer")
    item.suppose("shift", "forall(r, nonnegative integer, z[r + tau] == x[r])")
    item.suppose("started", "n <= t + 1")
    item.conclude("Sum(b[j]*z[t - j + tau], (j, 0, n-1)) == Sum(b[j]*x[t - j], (j, 0, n-1))", fidelity="fragment", argument=[
        Have("forall(j, integer[0, n-1], z[t - j + tau] == x[t - j])", name="moved", by=[Take("j"), Use("shift", at=["t - j"], name="now"), Linear(terms=[("now", "1", "1")])]),
        Linear(rewrite=["moved"])], example={"x": 0, "b": 0, "n": 1, "t": 0, "tau": 0, "z": 0})  # fmt: skip
    item.note("Said here: the form (31) is time-homogeneous, for measures with finitely many atoms at multiples of one time step. Existence of the measure is Theorem A.1, its "
              "density needs regularity and the theorem of Radon-Nikodym; both are cited. A single atom is not regular.")  # fmt: skip


@paper.lemma("lem-A.2", "Exponential polynomials are dense", where="Appendix A, Lemma A.2, Eqs. (36)-(41)", provenance="derived")
def dense(item):
    item.printed("For rho in L^1 and eps > 0 there is a polynomial p with p(0) = 0 and |rho - p(e^(-.))|_(L^1) <= eps.")
    item.let(c="real", k="positive integer", e="positive")
    item.conclude("integrate(c*exp(-k*t), (t, 0, oo)) == integrate(c*u**k/u, (u, 0, 1)) and e/2 + e/2 == e", fidelity="fragment")
    item.note("Said here: the substitution u = e^(-t) on monomials, and the two halves of eps. Density of continuous functions in L^1 and the theorem of "
              "Weierstrass are cited.")  # fmt: skip


@paper.theorem("thm-4.1", "Universal approximation", where="Section 4, Theorem 4.1; Appendix A, Eqs. (42)-(46)", provenance="recalled")
def universal(item):
    item.printed("For all eps > 0 there is {Hhat_t} in Hhat with sup_t |H_t - Hhat_t| <= eps.")
    item.let(m="positive integer", al="matrix(m, 1)", p="real", X="matrix(m, m)")
    item.suppose("exponential", "X == Sum(p**(j+1)*basis(m, j)*basis(m, j).T, (j, 0, m-1))")
    item.conclude("Sum(basis(m, j).T, (j, 0, m-1))*X*al == Sum(al[j, 0]*p**(j+1), (j, 0, m-1))", fidelity="fragment", argument=[
        Linear(rewrite=["exponential"])], example={"m": 1, "al": 0, "p": 1, "X": 1})  # fmt: skip
    item.note("The construction (45), for every width: W = diag(-1, ..., -m), e^(Wt) = diag(p, p^2, ..., p^m) with p = e^(-t), c = (1, ..., 1), and "
              "U's column the coefficients: c' e^(Wt) u = p_i(e^(-t)). With Lemmas A.1 and A.2 (cited parts) the theorem follows by adding d errors eps/d.")


#: For each C the kernel with lam = 120 C + 1 has error 1/20 or more, and the bound is 6 C/lam < 1/20.
TOO_GOOD = [
    Take("C"), Cases("C <= 0", name="C", yes=[Choose(0)], no=[
        Choose(1), *named_number("lam", "120*C + 1"), Have("lam > 0", name="lam positive", by=[Numbers(using=["C", "lam"])]),
        Use("cited:kernel-13", at=["lam"], premises=[[Numbers(using=["lam positive"])]], name="a kernel"), Obtain("a kernel", "Y", label="kernel"),
        Witness("1"), Witness("1"), Witness("lam"), Split([[Numbers(using=["lam positive"])], [Witness("6"), Split([[Numbers(using=[])], [
            Witness("Y[t]", index="t"), Split([[], [
                Take("W", "U", "c", "E"),
                Cases("E[0] == eye(1)", name="start", no=[Choose(0)], yes=[
                    Cases("forall(s, [0, oo), diff(E[s], s) == W*E[s])", name="flow", no=[Choose(1)], yes=[
                        Cases("littleo(trace(E[s].T*E[s]), 1, s, oo)", name="decay", no=[Choose(2)], yes=[
                            Choose(3), Use("cited:distance-1", at=["lam", ("Y[t]", "t"), "W", "U", "c", ("E[t]", "t")], name="far"),
                            Obtain("far", "x", label="input"), Obtain("input", "F", label="seen"),
                            Witness("x[s]", index="s"), Witness("F[s]", index="s"), Split([[], [
                                Have("6*C/lam < 1/20", name="bound", by=[Numbers(using=["C", "lam"])]),
                                Numbers(using=["seen.1", "bound", "lam positive"])]])])])])]])]])]])])]  # fmt: skip


def said_of_all(line):
    """A line about the rows k + 1 of Y, k = 0, ..., alpha, for all targets with memory (13)."""
    targets = [("forall", "d", "positive integer"), ("forall", "beta", "positive"), ("forall", "gamma", "positive"),
               ("forall", "Y", "matrix(alpha+2, d) curve")]  # fmt: skip
    rows = [("forall", "k", "integer[0, alpha]"), ("forall", "i", "integer[0, d-1]"), ("forall", "t", "[0, oo)")]
    return quantified(targets, f"implies({memory()}, {quantified(rows, line)})")


FACTOR_KEPT = [
    Take("d", "beta", "gamma", "Y", "k", "i", "t"),
    Use("given2.2", at=["k+1", "i"], name="row"), Use("row.1", at=["t"], name="now"),
    Have("forall(xx, real, forall(yy, positive, implies(Abs(xx)/(beta*yy) <= gamma, Abs(xx)/yy <= beta*gamma)))", name="over", by=[
        Take("xx", "yy"), Numbers(using=["given", "given4", "given5"])]),
    Have("beta**k > 0", name="power", by=[Numbers(using=["given"])]),
    Use("over", at=["exp(beta*t)*Y[t][k+1, i]", "beta**k"], premises=[[Numbers(using=["power"])], [Numbers(using=["now", "given"])]])]  # fmt: skip


@paper.theorem("thm-4.2", "Rate of approximation", where="Section 4, Theorem 4.2; Appendix B, Eqs. (47)-(63)", provenance="recalled")
def rate(item):
    item.printed("If |e^(beta t) y_i^(k)(t)|/beta^k <= gamma for k = 1, ..., alpha + 1 and i = 1, ..., d, then some width-m network has "
                 "sup_t |H_t - Hhat_t| <= C(alpha) gamma d/(beta m^alpha).")  # fmt: skip
    item.let(alpha="positive integer")
    item.conclude(rate("C*gamma*d/(beta*m**alpha)"), because=["kernel-13", "distance-1"], expected="refuted", counterexample={"alpha": 1},
                  argument=[At({"goal": TOO_GOOD})])  # fmt: skip
    item.step("scaling of (13)", "forall(y, real curve, forall(lam, positive, forall(t, real, diff(y[lam*t], t)/(lam*beta)"
              " == diff(y[s], (s, lam*t))/beta and exp(lam*beta*t) == exp(beta*(lam*t)))))", because=["definitions"], let={"beta": "positive"},
              says="y(lam t) satisfies (13) with lam beta in place of beta and the same gamma; here k = 1",
              argument=[Take("y", "lam", "t"), Split([[Numbers(using=["given", "beta"])], [Numbers(using=[])]])])  # fmt: skip
    item.step("scaling of the error", "forall(F, real curve, forall(f, real curve, implies(forall(t, real, diff(F[t], t) == f[t]), forall(lam,"
              " positive, forall(t, real, diff(F[lam*t], t) == lam*f[lam*t])))))", because=["definitions"],
              says="the L^1 norm of lam f(lam t) is that of f", argument=[
                  Take("F", "f", "lam", "t"), Use("given", at=["lam*t"], name="now"), Numbers(using=["now", "given1"])])  # fmt: skip
    item.step("s2", "forall(t, nonnegative, forall(rho, real, implies(Abs(exp(beta*t)*rho)/beta <= gamma, Abs(exp(beta*t)*rho) <= gamma)))",
              because=["definitions"], let={"beta": "positive", "gamma": "positive"}, says="(48) at k = 0: rho = y', and (13) at k = 1",
              expected="refuted", expected_inference="does not follow", counterexample={"alpha": 1, "beta": 2, "gamma": 1}, argument=[At({"goal": [
                  Witness("0"), Split([[Numbers()], [Witness("2"), Numbers()]])]})])  # fmt: skip
    item.step("s2 with the factor", said_of_all("Abs(exp(beta*t)*Y[t][k+1, i])/beta**k <= beta*gamma"), because=["definitions"],
              says="what (13) gives: one factor beta more", argument=FACTOR_KEPT)  # fmt: skip
    item.leads_to("eq-68", "eq-69", "eq-70/15", "eq-71/16")
    item.note("The units do not agree: by (13) gamma has those of y, so gamma/beta has those of y times time, and the error has those of y. The kernel "
              "lam rho(lam t) satisfies (13) with lam beta and the same gamma, and its distance to the width-m networks, err, is that of rho; "
              "so (14) with a constant C(alpha) would say err <= C gamma d/(lam beta m^alpha) for every lam > 0, that is err = 0. But err > 0 unless rho is a "
              "sum of m exponentials (with powers).")  # fmt: skip
    item.note("What survives: (13) gives sup |e^(beta t) rho^(k)|/beta^k <= beta gamma, one factor beta more than (48); with it the printed proof gives "
              "C(alpha) gamma d/m^alpha. Equivalently (14) holds if (13) is asked of rho = y' with k = 0, ..., alpha. Jackson's theorem is cited.")
    item.note("The formulas are recalled. Formalised is the scaling alone: that some kernel has a positive distance err from the networks of "
              "width m is argued here, not proved, so the item stays undecided.")


@paper.remark("rem-dim", "Linear in the dimension", where="Section 4", provenance="recalled")
def dimension(item):
    item.printed("The bound is linear in d: errors of the coordinates add up.")
    item.let(d="positive integer", e="real sequence", b="real")
    item.suppose("each", "forall(i, nonnegative integer, e[i] <= b)")
    item.conclude("Sum(e[i], (i, 0, d-1)) <= d*b", argument=[
        Have("forall(k, nonnegative integer, Sum(e[i], (i, 0, k-1)) <= k*b)", name="sums", by=[Induct("k", base=[], step=[
            Use("each", at=["k"], name="now"), Order(positive=[Square(facts=["IH"]), Square(facts=["now"])])])]), Use("sums", at=["d"])],
        example={"d": 1, "e": 0, "b": 0})  # fmt: skip
    item.without("each", counterexample={"d": 1, "e": 1, "b": 0})
