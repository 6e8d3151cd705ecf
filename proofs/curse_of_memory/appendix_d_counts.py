"""Appendix D: how many coincided critical spaces there are, compared with the global minimisers, for all m."""

from verifier.claims.script import Cases, Have, Numbers, Take, Use
from verifier.theory.stirling_numbers import STIRLING_SECOND, TWO_TERMS
from verifier.theory.surjection_totals import THREE_TERMS

from . import paper

TOTAL = "Sum(factorial(n)*stirling2(m, n), (n, 1, m-1))"
POLY = "(m + 1)*(3*m - 2)/24"
BOUND = f"factorial(m)*({POLY}) <= {TOTAL}"

COUNT = Have(BOUND, name="count", by=[
    Cases("m <= 2", name="small", yes=[Have("m == 2", name="two"), Numbers(using=["two"])], no=[Have("m >= 3", name="three"), *TWO_TERMS])])


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
    item.let(m="positive integer", spaces="nonnegative", minimisers="nonnegative")
    item.suppose("relatively large", "m >= 2")
    item.suppose("Theorem D.1", f"spaces >= {TOTAL}")
    item.suppose("(135)", "factorial(m) <= minimisers and minimisers <= factorial(m)")
    item.conclude(f"spaces >= ({POLY})*minimisers", fidelity="fragment", argument=[
        COUNT, Numbers(using=["count", "Theorem D.1", "(135)"])],
        example={"m": 2, "spaces": 1, "minimisers": 2})  # fmt: skip
    item.without("relatively large", counterexample={"m": 1, "spaces": 0, "minimisers": 1})
    item.without("Theorem D.1", counterexample={"m": 2, "spaces": 0, "minimisers": 2})
    item.without("(135)", counterexample={"m": 2, "spaces": 1, "minimisers": 3})
    item.note("The letters spaces and minimisers are the two numbers; the recurrence, both closed forms and Poly(m) are the steps of thm-D.2-count. Theorem D.1, for n = 1, ..., m - 1, gives the first hypothesis: n! S(m, n) disjoint spaces "
              "with n rates each. Eq. (135), the global minimisers are the m! permutations of the target, rests on Lemma C.2; a point with n < m "
              "rates is none of them. It holds for every m >= 2, not only for large m, with equality for m = 2 and m = 3; for m = 1 it fails, "
              "since the sum is empty and 1/12 > 0.")  # fmt: skip
    item.note("The numbers of spaces and of minimisers are letters here: what is proved is the counting, from the two results as hypotheses.")


@paper.remark("rem-D.2", "More than two terms", where="Appendix D, Remark D.2", provenance="recalled")
def more_terms(item):
    item.printed("Only two terms of the sum were used; higher-degree bounds are possible.")
    item.let(m="integer[4, oo]")
    item.conclude(f"factorial(m)*({POLY} + (m - 2)*(m - 3)**2/48) <= {TOTAL}", expected="proved", argument=THREE_TERMS)
    item.note("A bound of degree 3, from three terms: (m-3)! S(m, m-3)/m! = (m-2)(m-3)^2/48. With equality for m = 4; the k-th term has degree k.")


@paper.remark("rem-D.3", "Other targets", where="Appendix D, Remark D.3", provenance="recalled")
def other_targets(item):
    item.printed("Theorem D.2 persists for other targets if the number of global minimisers is finite (at most factorial).")
    item.let(m="positive integer", spaces="nonnegative", minimisers="nonnegative")
    item.suppose("relatively large", "m >= 2")
    item.suppose("Theorem D.1", f"spaces >= {TOTAL}")
    item.suppose("at most m!", "minimisers <= factorial(m)")
    item.conclude(f"spaces >= ({POLY})*minimisers", fidelity="fragment", argument=[
        COUNT, Have(f"{POLY} >= 0", name="sign", by=[Numbers(using=["m"])]),
        Have(f"minimisers*({POLY}) <= factorial(m)*({POLY})", name="fewer", by=[Numbers(using=["at most m!", "sign"])]),
        Numbers(using=["count", "fewer", "Theorem D.1"])], example={"m": 2, "spaces": 1, "minimisers": 2})  # fmt: skip
    item.without("relatively large", counterexample={"m": 1, "spaces": 0, "minimisers": 1})
    item.without("Theorem D.1", counterexample={"m": 2, "spaces": 0, "minimisers": 2})
    item.without("at most m!", counterexample={"m": 2, "spaces": 1, "minimisers": 3})
    item.note("Finite is not enough by itself, as the last counterexample shows: the bound m! on the number is what is used.")
    item.note("The numbers of spaces and of minimisers are letters here: what is proved is the counting, from the two results as hypotheses.")
