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
