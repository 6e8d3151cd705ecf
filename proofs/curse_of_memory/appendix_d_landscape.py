"""Appendix D: coincided critical points, their number, and the rank of the Hessian there."""

from verifier.claims.script import Cases, Have, Linear, Numbers, Split, Take, Use
from verifier.theory.stirling_numbers import STIRLING_SECOND, TWO_TERMS

from . import paper


@paper.equation("eq-127", "The loss for a general target", where="Appendix D, Eq. (127)", provenance="recalled")
def general_loss(item):
    item.printed("J_m(a, w) = int_0^oo (sum_i a_i e^(-w_i t) - rho(t))^2 dt, rho in L^2.")
    item.let(a="real", w="positive", R="real", nu="real")
    item.conclude("a**2/(2*w) - 2*a*R + nu == (a - 2*w*R)**2/(2*w) + nu - 2*w*R**2", fidelity="special case")
    item.note("A definition; its closed form for every m is Eq. (77). Said here for m = 1 with R = R(w), nu = |rho|^2: the best amplitude is "
              "2 w R(w), with the loss |rho|^2 - 2 w R(w)^2.")  # fmt: skip


@paper.definition("def-D.1", "Coincided critical solutions", where="Appendix D, Definition D.1", provenance="recalled")
def coincided(item):
    item.printed("An n-coincided critical solution of J_m: grad J_m = 0 and what has n different components.")
    item.let(m="positive integer", n="positive integer")
    item.suppose("sizes", "n <= m")
    item.conclude("stirling2(m, 1) == 1 and stirling2(m, m) == 1", fidelity="fragment")
    item.note("A definition. Said here: the extreme cases are possible in one way: all rates equal, all different.")


@paper.definition("def-D.2", "Non-degenerate global minimisers", where="Appendix D, Definition D.2, Eqs. (128)-(130)", provenance="recalled")
def nondegenerate(item):
    item.printed("J_m(ahat, what) = inf J_m, all ahat_i != 0, all what_i distinct; N_rho: the n such that J_1, ..., J_n have such minimisers.")
    item.let(c="nonzero", v="positive")
    item.conclude("forall(a, real, forall(w, positive, a**2/(2*w) - 2*a*c/(w + v) + c**2/(2*v) >= 0)) and c**2/(2*v) - 2*c*c/(v + v) + c**2/(2*v) == 0",
                  fidelity="special case", argument=[Split([[
                      Take("a", "w"), Have("a**2/(2*w) - 2*a*c/(w + v) + c**2/(2*v) == (a - 2*w*c/(w + v))**2/(2*w) + c**2*(w - v)**2/(2*v*(w + v)**2)",
                                           name="squares", by=[Numbers(using=["given", "v"])]),
                      Have("(a - 2*w*c/(w + v))**2/(2*w) >= 0", name="first", by=[Numbers(using=["given", "v"])]),
                      Have("c**2*(w - v)**2/(2*v*(w + v)**2) >= 0", name="second", by=[Numbers(using=["given", "v"])]),
                      Numbers(using=["squares", "first", "second"])], [Numbers(using=["v"])]])])  # fmt: skip
    item.note("A definition. It is inhabited: for rho = c e^(-v t) the pair (c, v) is a non-degenerate global minimiser of J_1.")


@paper.lemma("lem-D.1", "One neuron has a non-degenerate minimiser", where="Appendix D, Lemma D.1, Eq. (131)", provenance="recalled")
def one_neuron(item):
    item.printed("R = L[rho] smooth, sqrt(w) R(w) -> 0 as w -> 0+ and as w -> oo. Then 1 in N_rho.")
    item.let(R="real curve", nu="real", v="positive")
    item.define("J1(a, w) := a**2/(2*w) - 2*a*R[w] + nu", "F(w) := w*R[w]**2")
    item.suppose("largest", "forall(w, positive, F(w) <= F(v))")
    item.suppose("target", "F(v) > 0")
    item.conclude("2*v*R[v] != 0 and forall(a, real, forall(w, positive, J1(2*v*R[v], v) <= J1(a, w)))", fidelity="fragment",
                  argument=[Split([[Numbers(using=["target", "v"])], [
                      Take("a", "w"), Use("largest", at=["w"], premises=[[]], name="F now"),
                      Have("forall(x, real, (2*v*x)**2/(2*v) - 2*(2*v*x)*x + nu == nu - 2*(v*x**2))", name="at v", by=[Take("x"), Numbers(using=["v"])]),
                      Have("forall(x, real, a**2/(2*w) - 2*a*x + nu >= nu - 2*(w*x**2))", name="at w", by=[
                          Take("x"), Have("(a - 2*w*x)**2/(2*w) >= 0", name="square", by=[Numbers(using=["given"])]),
                          Have("a**2/(2*w) - 2*a*x + 2*(w*x**2) == (a - 2*w*x)**2/(2*w)", name="same", by=[Numbers(using=["given"])]),
                          Numbers(using=["square", "same"])]),
                      Use("at v", at=["R[v]"], name="left"), Use("at w", at=["R[w]"], name="right"),
                      Numbers(using=["left", "right", "F now"])]])],
                  example={"R": "1/2", "nu": 1, "v": 1})  # fmt: skip
    item.without("largest", counterexample={"R": "1/2", "nu": 1, "v": 1})
    item.note("The step from w = v: where F(w) = w R(w)^2 has its maximum, (2 v R(v), v) is a global minimiser and its amplitude is not 0. That F has a "
              "maximum is the theorem of Weierstrass on a compact piece (F > 0 somewhere, F -> 0 at both ends), which is cited. The "
              "hypothesis rho != 0 is tacit: for rho = 0 every (0, w) is a minimiser and none is non-degenerate.")  # fmt: skip


@paper.remark("rem-D.1", "Exponential sums satisfy Lemma D.1", where="Appendix D, Remark D.1", provenance="recalled")
def sums_qualify(item):
    item.printed("For rho = sum_j a*_j e^(-w*_j t): R(w) = sum a*_j/(w + w*_j), sqrt(w) R = O(sqrt w) at 0+ and O(1/sqrt w) at oo.")
    item.let(c="positive", v="positive")
    item.conclude("bigo(sqrt(w)*(c/(w + v)), sqrt(w), w, 0, '+') and bigo(sqrt(w)*(c/(w + v)), 1/sqrt(w), w, oo)", fidelity="special case")
    item.note("For one term, up to its sign; sums of orders are orders.")


@paper.theorem("thm-D.2", "How many critical spaces per minimiser", where="Appendix D, Theorem D.2, Eqs. (135), (136)", provenance="derived")
def per_minimiser(item):
    item.printed("For a target with exactly m exponentials and m - 1 in N_rho the number of coincided critical affine spaces is at least Poly(m) "
                 "times that of global minimisers, Poly(m) = (m + 1)(3 m - 2)/24, for m relatively large.")  # fmt: skip
    item.let(m="positive integer")
    item.suppose("relatively large", "m >= 2")
    item.conclude("factorial(m)*((m + 1)*(3*m - 2)/24) <= Sum(factorial(n)*stirling2(m, n), (n, 1, m-1))", fidelity="fragment", argument=[
        Cases("m <= 2", name="small", yes=[Have("m == 2", name="two"), Numbers(using=["two"])], no=[Have("m >= 3", name="three"), *TWO_TERMS])])
    item.without("relatively large", counterexample={"m": 1})
    item.step("first", "stirling2(m, m-1) == m*(m-1)/2", because=["definitions"], says="S(m, m-1) by the recurrence", argument=[Numbers()])
    item.step("second", "implies(m >= 3, stirling2(m, m-2) == m*(m-1)*(m-2)*(3*m-5)/24)", because=["definitions"],
              says="S(m, m-2) by the recurrence", argument=[Take(), STIRLING_SECOND, Use("stirling second", at=["m"])])  # fmt: skip
    item.note("The counting, for every m >= 2, not only for large m; with equality for m = 2, and false for m = 1, where the sum is empty. The global minimisers "
              "are the m! permutations of the target by Lemma C.2, and each space of n < m rates misses them.")  # fmt: skip


@paper.remark("rem-D.2", "More than two terms", where="Appendix D, Remark D.2", provenance="recalled")
def more_terms(item):
    item.printed("Only two terms of the sum were used; higher-degree bounds are possible.")
    item.let(m="positive integer")
    item.conclude("(m + 1)*(3*m - 2)/24 == (m - 1)/2 + (m - 2)*(3*m - 5)/24", fidelity="fragment")
    item.note("Said here: the two terms that were used, each over m!.")


@paper.remark("rem-D.3", "Other targets", where="Appendix D, Remark D.3", provenance="recalled")
def other_targets(item):
    item.printed("Theorem D.2 persists for other targets if the number of global minimisers is finite (at most factorial).")
    item.let(m="positive integer", N="nonnegative")
    item.suppose("relatively large", "m >= 2")
    item.suppose("factorial", "N <= factorial(m)")
    item.conclude("N*((m + 1)*(3*m - 2)/24) <= Sum(factorial(n)*stirling2(m, n), (n, 1, m-1))", because=["thm-D.2"], fidelity="fragment", argument=[
        Use("cited:thm-D.2", at=["m"], name="bound"), Have("(m + 1)*(3*m - 2)/24 >= 0", name="sign", by=[Numbers(using=["m"])]),
        Have("N*((m + 1)*(3*m - 2)/24) <= factorial(m)*((m + 1)*(3*m - 2)/24)", name="fewer", by=[Numbers(using=["factorial", "sign"])]),
        Numbers(using=["bound", "fewer"])])  # fmt: skip
    item.note("N is the number of global minimisers. Finite is not enough by itself: the bound on N is what is used.")
