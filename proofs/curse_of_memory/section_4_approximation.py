"""Section 4, Appendices A and B: universal approximation and its rate."""

from verifier.claims.script import (
    Have,
    Induct,
    Linear,
    Numbers,
    Order,
    Square,
    Take,
    Use,
)

from . import paper


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
    item.let(G="real curve", e="positive")
    item.conclude("forall(t, real, diff(-G[exp(-t)], t) == exp(-t)*diff(G[u], (u, exp(-t)))) and e/2 + e/2 == e", fidelity="fragment")
    item.note("Said here: the substitution u = e^(-t) of (38) and (41) for all continuous integrands (G is a primitive of |R| or of |R - p(u)/u|, and "
              "-G(e^(-t)) one of |rho(t)| or |rho(t) - p(e^(-t))|), and the two halves of eps. Density of continuous functions in L^1 and the theorem of "
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
