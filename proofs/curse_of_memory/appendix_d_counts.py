"""Appendix D: how many coincided critical spaces there are, compared with the global minimisers, for all m."""

from verifier.claims.script import Cases, Have, Linear, Numbers, Obtain, Split, Take, Use, Witness
from verifier.theory.coincided_totals import TRANSFORMS, assignment, counted_spaces, minimiser, n_rho
from verifier.theory.stirling_numbers import STIRLING_SECOND, TWO_TERMS
from verifier.theory.surjection_totals import THREE_TERMS

from . import paper

TOTAL = "Sum(factorial(n)*stirling2(m, n), (n, 1, m-1))"
POLY = "(m + 1)*(3*m - 2)/24"
BOUND = f"factorial(m)*({POLY}) <= {TOTAL}"

COUNT = Have(BOUND, name="count", by=[
    Cases("m <= 2", name="small", yes=[Have("m == 2", name="two"), Numbers(using=["two"])], no=[Have("m >= 3", name="three"), *TWO_TERMS])])

#: The bound as a result that is cited.
COUNTED = Use("cited:thm-D.2-count", at=["m"], name="count")
#: Every global minimiser of J_m is a rearrangement of the target (A, W).
REARRANGED = (f"forall(b, matrix(m, 1), forall(v, matrix(m, 1), implies({minimiser('m', 'b', 'v')},"
              f" exists(S, matrix(m, m), {assignment('S', 'm', 'm')} and b == S*A and v == S*W))))")  # fmt: skip
#: The list for n < m, as the facts ``K``.
SPACES = [
    Use("cited:thm-D.6", at=["m", "m-1", ("R[t]", "t"), ("P[t]", "t"), "nu"], premises=[[], [], []], name="there is K"),
    Obtain("there is K", "K", label="K"),
]


def listed(number):
    """Every global minimiser of J_m is one of the first points (a_r, z_r)."""
    return (f"forall(b, matrix(m, 1), forall(v, matrix(m, 1), implies({minimiser('m', 'b', 'v')},"
            f" exists(r, integer[0, {number}-1], b == a[r] and v == z[r]))))")


@paper.remark("thm-D.2-count", "The counting behind Theorem D.2", where="Appendix D, Theorem D.2", provenance="derived")
def counting(item):
    item.printed("(not in the paper) m! (m + 1)(3 m - 2)/24 <= sum_(n=1)^(m-1) n! S(m, n) for every m >= 2, with equality for m = 2 and m = 3.")
    item.let(m="integer[2, oo]")
    item.conclude(BOUND, expected="proved", argument=list(COUNT.by))
    item.step("recurrence", "forall(n, nonnegative integer, stirling2(m + 1, n + 1) == (n + 1)*stirling2(m, n + 1) + stirling2(m, n))", because=["definitions"],
              says="S(m, n) = n S(m-1, n) + S(m-1, n-1)", argument=[Take("n"), Numbers()])  # fmt: skip
    item.step("first", "stirling2(m, m-1) == m*(m-1)/2", because=["definitions"], says="S(m, m-1) by the recurrence", argument=[Numbers()])
    item.step("second", "implies(m >= 3, stirling2(m, m-2) == m*(m-1)*(m-2)*(3*m-5)/24)", because=["definitions"],
              says="S(m, m-2) by the recurrence", argument=[Take(), STIRLING_SECOND, Use("stirling second", at=["m"])])  # fmt: skip
    item.step("over m!", "implies(m >= 3, factorial(m-1)*(m*(m-1)/2) + factorial(m-2)*(m*(m-1)*(m-2)*(3*m-5)/24) == factorial(m)*((m-1)/2 + (m-2)*(3*m-5)/24))",
              because=["definitions"], says="the last two terms over m!", argument=[Take(), Numbers()])  # fmt: skip
    item.step("Poly", f"(m-1)/2 + (m-2)*(3*m-5)/24 == {POLY}", because=["definitions"], says="Poly(m)")
    item.step("m = 2, 3", "factorial(2)*(3*4/24) == Sum(factorial(n)*stirling2(2, n), (n, 1, 1)) and factorial(3)*(4*7/24) =="
              " Sum(factorial(n)*stirling2(3, n), (n, 1, 2))", because=["definitions"], says="equality")
    item.instance("m = 1", {"m": "1"}, expected="ill-posed")


@paper.theorem("thm-D.2", "How many critical spaces per minimiser", where="Appendix D, Theorem D.2, Eqs. (135), (136)", provenance="derived")
def per_minimiser(item):
    item.printed("For a target with exactly m exponentials and m - 1 in N_rho the number of coincided critical affine spaces is at least Poly(m) "
                 "times that of global minimisers, Poly(m) = (m + 1)(3 m - 2)/24, for m relatively large.")  # fmt: skip
    item.let(m="integer[2, oo]", R="real curve", P="real curve", nu="real", A="matrix(m, 1)", W="matrix(m, 1)")
    item.suppose("transforms", TRANSFORMS)
    item.conclude(
        f"implies({n_rho('(m-1)')} and {REARRANGED}, exists(L, nonnegative integer, L == factorial(m) and exists(a, matrix(m, 1) sequence,"
        f" exists(z, matrix(m, 1) sequence, {listed('L')}))) and {counted_spaces('(m-1)', f' and K >= ({POLY})*factorial(m)')})",
        because=["thm-D.6", "rem-assignments", "thm-D.2-count"], fidelity="fragment", argument=[
            COUNTED, Have("stirling2(m, m) == 1", name="one", by=[Numbers(using=["m"])]), Take(), Split([[
                Use("cited:rem-assignments", at=["m", "m"], name="there is L"), Obtain("there is L", "L", label="L"), Obtain("L.1", "S", label="S"),
                Witness("L"), Split([[Numbers(using=["L.0", "one"])], [
                    Witness("S[r]*A", index="r"), Witness("S[r]*W", index="r"), Take("b", "v"), Use("given.1", at=["b", "v"], premises=[[]], name="some"),
                    Obtain("some", "X", label="X"), Use("S.2", at=["X"], premises=[[Split([[], []])]], name="found"), Obtain("found", "r", label="r"),
                    Witness("r"), Split([[Linear(terms=[("X.2", "1", "1"), ("r", "1", "A")])], [Linear(terms=[("X.3", "1", "1"), ("r", "1", "W")])]])]])], [
                *SPACES, Witness("K"), Split([[], [Numbers(using=["K.0", "count"])], []])]])],
        example={"m": 2, "R": "exp(-t)/2", "P": "exp(-2*t)/2", "nu": "1/2", "A": "Matrix([[1], [1]])", "W": "Matrix([[0], [1]])"})  # fmt: skip
    item.note("The recurrence, both closed forms and Poly(m) are the steps of thm-D.2-count; the spaces are the list of Theorem D.6 for h = m - 1. It holds for "
              "every m >= 2, not only for large m, with equality of the bounds for m = 2 and m = 3; for m = 1 it fails, since the sum is empty "
              "and 1/12 > 0.")  # fmt: skip
    item.note("A premise is the first half of (135): each global minimiser (b, v) of J_m is (S A, S W) for an m x m assignment S, where the target is the sum of "
              "A_j e^(-e^(W_j) t). Then all of them stand in the list of the L = m! points (S_r A, S_r W). Not derived here: (135) from the target, which "
              "rests on Lemma C.2, and that the points of the spaces, with n < m rates, are none of them.")  # fmt: skip


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
                  because=["thm-D.6", "thm-D.2-count"], expected="proved", argument=[
        COUNTED, Have(f"{POLY} >= 0", name="sign", by=[Numbers(using=["m"])]),
        Have(f"mu*({POLY}) <= factorial(m)*({POLY})", name="fewer", by=[Numbers(using=["at most m!", "sign"])]),
        Take(), *SPACES, Witness("K"), Split([[], [Numbers(using=["K.0", "count", "fewer"])], []])],
        example={"m": 2, "mu": 0, "R": "exp(-t)/2", "P": "exp(-2*t)/2", "nu": "1/2", "a": "Matrix([[0], [0]])", "z": "Matrix([[0], [0]])"})  # fmt: skip
    item.note("The global minimisers of J_m stand in the list of the (a_r, z_r), r < mu, and mu <= m!; the spaces are the list of Theorem D.6 for h = m - 1, K of "
              "them, so K >= Poly(m) mu. Finite is not enough by itself: the bound m! on the number is what is used.")  # fmt: skip
