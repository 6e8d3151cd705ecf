"""Appendix D: how many coincided critical spaces there are, compared with the global minimisers, for all m."""

from verifier.language.script import (
    Cases,
    Contradict,
    Have,
    Negate,
    Obtain,
    Rewritten,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .appendix_d_recovery import SECOND_TWO, TWO, target
from .lemmas.assignments import different
from .lemmas.coincided_totals import INJ, TRANSFORMS, counted_spaces, minimiser, n_rho
from .lemmas.log_transforms import SECOND
from .lemmas.stirling_numbers import STIRLING_SECOND, TWO_TERMS
from .lemmas.surjection_totals import THREE_TERMS

TOTAL = "Sum(factorial(n)*stirling2(m, n), (n, 1, m-1))"
POLY = "(m + 1)*(3*m - 2)/24"
BOUND = f"factorial(m)*({POLY}) <= {TOTAL}"

COUNT = Have(BOUND, name="count", by=[
    Cases("m <= 2", name="small", yes=[Have("m == 2", name="two")], no=[Have("m >= 3", name="three"), *TWO_TERMS])])

#: The bound as a result that is cited.
COUNTED = Use("cited:thm-D.2-count", at=["m"], name="count")
#: The list for n < m, as the facts ``K``.
SPACES = [
    Use("cited:thm-D.6-list", at=["m", "m-1", ("R[t]", "t"), ("P[t]", "t"), "nu"], premises=[[], [], []], name="there is K"),
    Obtain("there is K", "K", label="K"),
]


def listed(number):
    """Every global minimiser of J_m is one of the first points (a_r, z_r)."""
    return (f"forall(b, matrix(m, 1), forall(v, matrix(m, 1), implies({minimiser('m', 'b', 'v')},"
            f" exists(r, integer[0, {number}-1], b == a[r] and v == z[r]))))")


#: The global minimisers of J_m, each once, are the first L points (a_r, z_r); even their rates are pairwise different.
MINIMISERS_LISTED = (f"{different('z', 'L')} and forall(r, integer[0, L-1], {minimiser('m', 'a[r]', 'z[r]')}) and {listed('L')}")
#: No point with the rates of a space is a global minimiser.
NO_MINIMISER = f"forall(r, integer[0, K-1], forall(c, matrix(m, 1), not ({minimiser('m', 'c', 'w[r]')})))"
#: There are m! global minimisers and at least Poly(m) times as many spaces, on which no point is one of them.
MANY_SPACES = (f"exists(L, nonnegative integer, L == factorial(m) and exists(a, matrix(m, 1) sequence, exists(z, matrix(m, 1) sequence, {MINIMISERS_LISTED}))"
               f" and {counted_spaces('(m-1)', f' and K >= ({POLY})*L', f' and {NO_MINIMISER}')})")  # fmt: skip
#: The points of a space have fewer than m rates.
APART = [
    Take("r", "c"), Use("w.1", at=["r"], name="there is n"), Obtain("there is n", "n", label="n"), Obtain("n", "b0", label="b0"), Obtain("b0", "v0", label="v0"), Obtain("v0", "S0", label="S0"),
    Use("cited:rem-fewer-rates", at=["m", "A", "W", ("R[t]", "t"), "nu", "n", "v0", "S0", "c", "w[r]"], premises=[[Split([[], [], [], [], [Split([[], []])], []])]], name="so"), Use("so"),
]  # fmt: skip
MANY_SPACES_BY = [
    COUNTED, INJ, Have("stirling2(m, m) == 1", name="one"),
    Use("cited:rem-target-transforms", at=["m", "A", "W", ("R[t]", "t"), ("P[t]", "t")], premises=[[]], name="transforms"),
    Use("cited:eq-135", at=["m", "A", "W", ("R[t]", "t"), "nu"], premises=[[]], name="target"),
    Take(), Use("cited:rem-assignments", at=["m", "m"], name="there is L"), Obtain("there is L", "L", label="L"), Obtain("L.1", "S", label="S"), Witness("L"), Split([
        [],
        [Witness("S[r]*A", index="r"), Witness("S[r]*W", index="r"), Split([
            [Take("r", "s"), Use("S.0", at=["r", "s"], premises=[[]], name="apart"), Use("S.1", at=["r"], name="first"), Use("S.1", at=["s"], name="second"), Negate("same"),
             Contradict("apart", [Use("one to one", at=["m", "W", "S[r]", "S[s]"], premises=[[Split([[], [], [], []])]])])],
            [Take("r"), Use("S.1", at=["r"], name="now"), Use("target.1", at=["S[r]*A", "S[r]*W"], name="which"),
             Use("which.1", premises=[[Witness("S[r]"), Split([[], [], [], []])]], name="so"), Use("so")],
            [Take("b", "v"), Use("target.1", at=["b", "v"], name="which"), Use("which.0", premises=[[]], name="some"), Obtain("some", "X", label="X"),
             Use("S.2", at=["X"], premises=[[Split([[], []])]], name="found"), Obtain("found", "r", label="r"),
             Witness("r"), Split([[], []])]])],
        [*SPACES, Obtain("K.1", "w", label="w"), Witness("K"), Split([
            [Use("K.0")], [Have("L == factorial(m)", name="number"), Have(f"K >= ({POLY})*factorial(m)", name="many"),
                            Rewritten("many", ["number"], name="so"), Use("so")],
            [Witness("w[r]", index="r"), Split([[Use("w.0")], [Use("w.1")], APART])]])]])]  # fmt: skip


@paper.remark("thm-D.2-count", "The counting behind Theorem D.2", where="Appendix D, Theorem D.2", provenance="derived")
def counting(item):
    item.printed("(not in the paper) m! (m + 1)(3 m - 2)/24 <= sum_(n=1)^(m-1) n! S(m, n) for every m >= 2, with equality for m = 2 and m = 3.")
    item.let(m="integer[2, oo]")
    item.conclude(BOUND, expected="proved", argument=list(COUNT.by))
    item.step("recurrence", "forall(n, nonnegative integer, stirling2(m + 1, n + 1) == (n + 1)*stirling2(m, n + 1) + stirling2(m, n))", because=["definitions"],
              says="S(m, n) = n S(m-1, n) + S(m-1, n-1)", argument=[Take("n")])  # fmt: skip
    item.step("first", "stirling2(m, m-1) == m*(m-1)/2", because=["definitions"], says="S(m, m-1) by the recurrence", argument=[])
    item.step("second", "implies(m >= 3, stirling2(m, m-2) == m*(m-1)*(m-2)*(3*m-5)/24)", because=["definitions"],
              says="S(m, m-2) by the recurrence", argument=[Take(), STIRLING_SECOND, Use("stirling second", at=["m"])])  # fmt: skip
    item.step("over m!", "implies(m >= 3, factorial(m-1)*(m*(m-1)/2) + factorial(m-2)*(m*(m-1)*(m-2)*(3*m-5)/24) == factorial(m)*((m-1)/2 + (m-2)*(3*m-5)/24))",
              because=["definitions"], says="the last two terms over m!", argument=[Take()])  # fmt: skip
    item.step("Poly", f"(m-1)/2 + (m-2)*(3*m-5)/24 == {POLY}", because=["definitions"], says="Poly(m)")
    item.step("m = 2, 3", "factorial(2)*(3*4/24) == Sum(factorial(n)*stirling2(2, n), (n, 1, 1)) and factorial(3)*(4*7/24) =="
              " Sum(factorial(n)*stirling2(3, n), (n, 1, 2))", because=["definitions"], says="equality")
    item.instance("m = 1", {"m": "1"}, expected="ill-posed")


@paper.theorem("thm-D.2", "How many critical spaces per minimiser", where="Appendix D, Theorem D.2, Eqs. (135), (136)", provenance="derived")
def per_minimiser(item):
    item.printed("For a target with exactly m exponentials and m - 1 in N_rho the number of coincided critical affine spaces is at least Poly(m) "
                 "times that of global minimisers, Poly(m) = (m + 1)(3 m - 2)/24, for m relatively large.")  # fmt: skip
    item.use(target)
    item.let(m="integer[2, oo]", P="real curve")
    item.suppose("second transform", SECOND)
    item.conclude(f"implies({n_rho('(m-1)')}, {MANY_SPACES})", because=["eq-135", "rem-fewer-rates", "thm-D.6-list", "rem-assignments", "thm-D.2-count", "rem-target-transforms"], expected="proved",
                  argument=MANY_SPACES_BY, example={**TWO, **SECOND_TWO})  # fmt: skip
    item.note("The target is sum_j A_j exp(-e^(W_j) t), A_j != 0, the W_j distinct: every positive rate is an e^(W_j). J_m is the loss of Eq. (127) in its closed form, which is the "
              "integral of the squared error (rem-closed-loss); R and P are the transforms of rho(t) and t rho(t) at the rate e^u, nu = |rho|^2. The premise is m - 1 in N_rho, Eq. (130).")  # fmt: skip
    item.note("The conclusion: there are exactly L = m! global minimisers of J_m, the (S_r A, S_r W) (Eq. (135)); there are K = sum_(n=1)^(m-1) n! S(m, n) >= Poly(m) L pairwise different vectors w of "
              "rates, and to each an affine space of critical points of J_m, as Theorem D.6 says (w = S v for a non-degenerate minimiser (b, v) of J_n and S onto n < m rates); and no point with "
              "the rates w is a global minimiser.")  # fmt: skip
    item.note("It holds for every m >= 2, not only for large m, with equality of K and Poly(m) L for m = 2 and m = 3; for m = 1 it fails, since the sum is empty and 1/12 > 0. The recurrence, both "
              "closed forms and Poly(m) are the steps of thm-D.2-count. For m = 2 the premise is Lemma D.1 with Remark D.1.")  # fmt: skip


@paper.remark("rem-D.2", "More than two terms", where="Appendix D, Remark D.2", provenance="recalled")
def more_terms(item):
    item.printed("Only two terms of the sum were used; higher-degree bounds are possible.")
    item.let(m="integer[4, oo]")
    item.conclude(f"factorial(m)*({POLY} + (m - 2)*(m - 3)**2/48) <= {TOTAL}", expected="proved", argument=THREE_TERMS)
    item.note("A bound of degree 3, from three terms: (m-3)! S(m, m-3)/m! = (m-2)(m-3)^2/48. With equality for m = 4; the k-th term has degree k.")


@paper.remark("rem-D.3", "Other targets", where="Appendix D, Remark D.3", provenance="recalled")
def other_targets(item):
    item.printed("Theorem D.2 persists for other targets if the number of global minimisers is finite (at most factorial).")
    item.let(m="integer[2, oo]", mu="nonnegative integer", R="real curve", P="real curve", nu="real", a="matrix(m, 1) sequence", z="matrix(m, 1) sequence")
    item.suppose("transforms", TRANSFORMS)
    item.suppose("at most m!", "mu <= factorial(m)")
    item.conclude(f"implies({n_rho('(m-1)')} and {listed('mu')}, {counted_spaces('(m-1)', f' and K >= ({POLY})*mu')})",
                  because=["thm-D.6-list", "thm-D.2-count"], expected="proved", argument=[
        COUNTED, Have(f"{POLY} >= 0", name="sign"),
        Have(f"mu*({POLY}) <= factorial(m)*({POLY})", name="fewer"),
        Take(), *SPACES, Witness("K"), Split([[], [], []])],
        example={"m": 2, "mu": 0, "R": "exp(-t)/2", "P": "exp(-2*t)/2", "nu": "1/2", "a": "Matrix([[0], [0]])", "z": "Matrix([[0], [0]])"})  # fmt: skip
    item.note("The global minimisers of J_m stand in the list of the (a_r, z_r), r < mu, and mu <= m!; the spaces are the list of thm-D.6-list for h = m - 1, K of "
              "them, so K >= Poly(m) mu. Finite is not enough by itself: the bound m! on the number is what is used.")  # fmt: skip
