"""Section 4, Appendices A and B: universal approximation and its rate."""

from verifier.language.script import Have, Induct, Linear, Take, Use

from . import paper


@paper.cited("thm-A.1", "Riesz-Markov-Kakutani", where="Appendix A, Theorem A.1, Eqs. (24), (25), cited", provenance="recalled")
def riesz(item):
    item.printed("A continuous linear H on X is integration against a unique regular measure mu, and |H| = |mu|.")
    item.cites("Riesz, Markov, Kakutani")
    item.let(n="positive integer", b="real sequence", x="real sequence")
    item.suppose("signs", "forall(j, nonnegative integer, x[j]*b[j] == Abs(b[j]))")
    item.conclude("Sum(b[j]*x[j], (j, 0, n-1)) == Sum(Abs(b[j]), (j, 0, n-1))", fidelity="fragment", argument=[
        Have("forall(k, nonnegative integer, Sum(b[j]*x[j], (j, 0, k-1)) == Sum(Abs(b[j]), (j, 0, k-1)))", name="sums", by=[Induct("k", step=[
            Use("signs", at=["k"], name="now")])]), Use("sums", at=["n"])],
        example={"n": 1, "b": 0, "x": 0})  # fmt: skip
    item.note("Checked here: for finitely many point masses the norm is attained at the signs. The rest is cited.")


@paper.remark("eq-31-atoms", "Measures with finitely many atoms", where="Appendix A, Lemma A.1, Eq. (31), cross-check", provenance="derived")
def atoms(item):
    item.printed("(not in the paper) H_t(x) = sum_j b_j' x_(t - j h) is time-homogeneous.")
    item.let(x="real sequence", z="real sequence", b="real sequence", n="positive integer", t="nonnegative integer", tau="nonnegative integer")
    item.suppose("shift", "forall(r, nonnegative integer, z[r + tau] == x[r])")
    item.suppose("started", "n <= t + 1")
    item.conclude("Sum(b[j]*z[t - j + tau], (j, 0, n-1)) == Sum(b[j]*x[t - j], (j, 0, n-1))", expected="proved", argument=[
        Have("forall(j, integer[0, n-1], z[t - j + tau] == x[t - j])", name="moved", by=[Take("j"), Use("shift", at=["t - j"], name="now")]),
        Linear(rewrite=["moved"])], example={"x": 0, "b": 0, "n": 1, "t": 0, "tau": 0, "z": 0})  # fmt: skip
    item.without("started", counterexample={"n": 2, "t": 0, "tau": 1, "b": 1, "x": 0, "z": "delta(t, 0)"})
    item.note("The form (31) for measures with finitely many atoms at multiples of one time step h; a single atom is not regular.")


@paper.remark("rem-dim", "Linear in the dimension", where="Section 4", provenance="recalled")
def dimension(item):
    item.printed("The bound is linear in d: errors of the coordinates add up.")
    item.let(d="positive integer", e="real sequence", b="real")
    item.suppose("each", "forall(i, nonnegative integer, e[i] <= b)")
    item.conclude("Sum(e[i], (i, 0, d-1)) <= d*b", argument=[
        Have("forall(k, nonnegative integer, Sum(e[i], (i, 0, k-1)) <= k*b)", name="sums", by=[Induct("k", base=[], step=[
            Use("each", at=["k"], name="now")])]), Use("sums", at=["d"])],
        example={"d": 1, "e": 0, "b": 0})  # fmt: skip
    item.without("each", counterexample={"d": 1, "e": 1, "b": 0})
