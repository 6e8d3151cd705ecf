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
