"""Results on moments and distances of laws that the paper takes from elsewhere.

A finite law has d atoms x_i with weights v_i^2, so every weight that is not negative is allowed; the other law has n atoms
xhat_i with weights vhat_i^2.
"""

from verifier.language.script import At, Have, Obtain, Split, Take, Use, Witness
from verifier.library.short_names import POWERS, WITHIN

from . import paper
from .appendix_e3_distances import POINTS, SECOND_MOMENTS, coupling
from .lemmas.couplings import APART, MONOTONE, higher_cost, moment_gap
from .lemmas.moments import EQUAL_LAWS, diagonal_system, one_function
from .section_4_exact import MOMENTS

SEQUENCES = {"d": "positive integer", "n": "positive integer", "v": "real sequence", "x": "real sequence",
             "vhat": "real sequence", "xhat": "real sequence"}  # fmt: skip


def same(size, last):
    """The moments up to this one agree; `size` is the number of the first law's atoms."""
    domain = "nonnegative integer" if last is None else f"integer[0, {last}]"
    return (f"forall(j, {domain}, Sum(v[i]**2*x[i]**j, (i, 0, {size}-1))"
            " == Sum(vhat[i]**2*xhat[i]**j, (i, 0, n-1)))")  # fmt: skip


#: The two laws as balanced diagonal systems, and then Lemma 7.
DETERMINED = [
    Have("exists(k, positive integer, k == 2*n+1)", name="there is k", by=[Witness("2*n+1")]),
    Obtain("there is k", "k", label="length"),
    Have("k > 2*n", name="long"),
    *diagonal_system("A", "B", "C", "d", "v", "x"),
    *diagonal_system("Ahat", "Bhat", "Chat", "n", "vhat", "xhat"),
    Have("forall(j, integer[0, k-1], C*A**j*B == Chat*Ahat**j*Bhat)", name="fit", by=[
        Take("j"), Use("agree", at=["j"], name="moment"), Use("response of A", at=["j"], name="one"),
        Use("response of Ahat", at=["j"], name="other")]),
    Have("A.T == A", name="student symmetric"),
    Have("Ahat.T == Ahat", name="teacher symmetric"),
    Have("C == B.T", name="student balanced"),
    Have("Chat == Bhat.T", name="teacher balanced"),
    Have("forall(j, nonnegative integer, C*A**j*B == Chat*Ahat**j*Bhat)", name="extrapolates", by=MOMENTS),
    Take("j"),
    Use("extrapolates", at=["j"], name="now"), Use("response of A", at=["j"], name="one"),
    Use("response of Ahat", at=["j"], name="other"),
]  # fmt: skip
#: Weights 9/25 and 16/25 at 16 and -9 have mean 0, like the point mass at 0.
TWO_ATOMS = {"d": "2", "n": "1", "v": "3/5*delta(t, 0) + 4/5*delta(t, 1)", "x": "16*delta(t, 0) - 9*delta(t, 1)",
             "vhat": "delta(t, 0)", "xhat": "0"}  # fmt: skip


def equal(size):
    """Every function (f_i at x_i and fhat_i at xhat_i) has the same mean under both laws."""
    return (f"forall(f, real sequence, forall(fhat, real sequence, implies({one_function(size, 'x', 'f', 'n', 'xhat', 'fhat')},"
            f" Sum(v[i]**2*f[i], (i, 0, {size}-1)) == Sum(vhat[i]**2*fhat[i], (i, 0, n-1)))))")  # fmt: skip


def equal_laws(size):
    """From ``all``: the laws agree in all moments."""
    return [Take("f", "fhat"), Use("equal laws", at=[
        size, "n", ("v[t]**2", "t"), ("x[t]", "t"), ("vhat[t]**2", "t"), ("xhat[t]", "t"), ("f[t]", "t"), ("fhat[t]", "t")],
        premises=[[Split([[Take("j"), Use("all", at=["j"])], [], [], []])]])]  # fmt: skip


def determined(item):
    item.let(**SEQUENCES)
    item.suppose("agree", same("d", "2*n"))
    item.conclude(f"{same('d', None)} and {equal('d')}", expected="proved", argument=[
        EQUAL_LAWS, Have(same("d", None), name="all", by=DETERMINED), Split([[], equal_laws("d")])])  # fmt: skip
    item.note("Proved for all d and n, from Lemma 7: a law is a balanced diagonal system whose response are its moments. That the "
              "moments 0, ..., 2n agree includes that the masses do. The conclusion: all moments agree, and so do the means of every "
              "function, given by its values f_i at x_i and fhat_i at xhat_i; so the laws are equal.")  # fmt: skip


@paper.remark("remark-4.1", "2n moments determine n atoms", where="Section 4.1", provenance="printed")
def remark(item):
    item.printed("The first 2n moments of a discrete random variable taking at most n values uniquely define it: any discrete random "
                 "variable agreeing with these 2n moments must be identical to it.")  # fmt: skip
    determined(item)
    item.without("agree", counterexample=TWO_ATOMS)


@paper.cited("ext-CY", "2n moments determine n atoms", where="Section 4.1, cited", provenance="printed")
def cohen_yeredor(item):
    item.printed("The first 2n moments of a discrete random variable taking at most n values uniquely define it.")
    item.cites("Cohen and Yeredor 2011, Theorem 1")
    determined(item)


@paper.cited("ext-WY-L4", "Moments of laws with n atoms", where="Appendix A, cited", provenance="recalled")
def wu_yang(item):
    item.printed("(1) Two laws with n atoms are equal iff their first 2n - 1 moments are. (2) If one of them has n atoms, the first 2n "
                 "moments are enough.")  # fmt: skip
    item.cites("Wu and Yang 2020, Lemma 4 (1)")
    item.let(**SEQUENCES)
    item.suppose("agree", same("n", "2*n-1"))
    item.conclude(equal("n"), expected="proved", argument=[
        EQUAL_LAWS, Have(same("n", "2*n-1"), name="all"), *equal_laws("n")])  # fmt: skip
    item.note("Part (1); for (2) see ext-WY-L4/2. (1) needs no sign of the weights: laws with l and m atoms are told apart by l + m moments, the mass among them. The "
              "other directions are evident.")  # fmt: skip


@paper.cited("ext-WY-L4/2", "Moments of laws of which one has n atoms", where="Appendix A, cited", provenance="recalled")
def wu_yang_one_sided(item):
    item.printed("(2) If one of two finite laws has n atoms, they are equal iff their first 2n moments are.")
    item.cites("Wu and Yang 2020, Lemma 4 (2)")
    determined(item)


@paper.cited("ext-WY-P2", "Close moments, close laws", where="Appendix E.3, cited", provenance="recalled")
def close_laws(item):
    item.printed("Let nu have n atoms, nu and nu' live on [-1, 1], and let their first 2n moments differ by at most delta. Then "
                 "W_1(nu, nu') <= O(n delta^(1/(2n))).")  # fmt: skip
    item.cites("Wu and Yang 2020, Proposition 2")
    item.let(n="positive integer", a="matrix(n, 1)", h="matrix(n, 1)")
    item.suppose("support", "forall(l, integer[0, n-1], -1 <= a[l, 0] and a[l, 0] <= 1)")
    item.suppose("weights", "forall(l, integer[0, n-1], h[l, 0] >= 0)")
    item.suppose("mass", "Sum(h[l, 0], (l, 0, n-1)) == 1")
    law = ("forall(i, integer[0, d-1], p[i, 0] >= 0 and -1 <= z[i, 0] and z[i, 0] <= 1) and Sum(p[i, 0], (i, 0, d-1)) == 1"
           " and forall(j, integer[1, 2*n], Abs(Sum(p[i, 0]*z[i, 0]**j, (i, 0, d-1)) - Sum(h[l, 0]*a[l, 0]**j, (l, 0, n-1))) <= s**(2*n))")
    plan = ("forall(i, integer[0, d-1], forall(l, integer[0, n-1], P[i, l] >= 0))"
            " and forall(i, integer[0, d-1], Sum(P[i, l], (l, 0, n-1)) == p[i, 0])"
            " and forall(l, integer[0, n-1], Sum(P[i, l], (i, 0, d-1)) == h[l, 0])"
            " and Sum(Sum(P[i, l]*Abs(z[i, 0] - a[l, 0]), (l, 0, n-1)), (i, 0, d-1)) <= K*s")
    item.conclude("exists(K, real, K > 0 and forall(d, positive integer, forall(p, matrix(d, 1), forall(z, matrix(d, 1),"
                  f" forall(s, real, implies(s > 0 and {law}, exists(P, matrix(d, n), {plan})))))))",
                  example={"n": "1", "a": "0", "h": "1"})  # fmt: skip
    item.note("s is delta^(1/(2n)). Assumed. For n = 1 see 4.2/s3. The proof of Theorem 8 in section_4_theorem_8 does not use it.")


BASE = [MONOTONE, POWERS, *APART]


@paper.cited("ext-PZ", "Wasserstein distances of bounded laws", where="Appendix E.3, cited", provenance="printed")
def panaretos_zemel(item):
    item.printed("For q > p: W_q^q <= W_p^p gamma^(q-p), gamma a bound on the distances.")
    item.cites("Panaretos and Zemel 2019, Section 2.3")
    item.use(coupling)
    item.let(p="positive integer", q="positive integer", gamma="real")
    item.suppose("range", "forall(t, integer[0, N-1], r[t] <= gamma)")
    item.suppose("order", "q > p")
    item.conclude("cost(q) <= cost(p)*gamma**(q-p)", argument=[*BASE, *higher_cost()], expected="proved")
    item.note("For finite laws, the only ones here, and for every coupling of them.")


@paper.cited("ext-BM", "Moments and Wasserstein distances, as used", where="Appendix E.3, cited", provenance="printed")
def biswas_mackey(item):
    item.printed("|m_q - mhat_q| <= W_q.")
    item.leads_to("E.36e", "E.37")
    item.cites("Biswas and Mackey 2021, Section 1.2, as the paper quotes it")
    item.use(coupling)
    item.let(q="positive integer", tau="nonnegative")
    item.suppose("inside", "forall(t, integer[0, N-1], -tau <= x[t] and x[t] <= tau and -tau <= y[t] and y[t] <= tau)")
    item.conclude("Abs(gap(q)) <= cost(q)**(1/q)", expected="refuted", counterexample=POINTS,
                  argument=[At({"goal": SECOND_MOMENTS})])  # fmt: skip
    with item.repair("with the Lipschitz constant q tau^(q-1)") as r:
        r.conclude("Abs(gap(q)) <= q*tau**(q-1)*cost(1)", expected="proved", argument=[
            *BASE, *moment_gap("q", "tau"), WITHIN, Use("within", at=["gap(q)", "q*tau**(q-1)*cost(1)"])])  # fmt: skip
    item.note("True for q = 1. For 1-Lipschitz functions f the means of f differ by at most W_1; x^q is q tau^(q-1)-Lipschitz.")
