"""Section 3.1: the one-layer model under the time rescaling, where nothing is learned step by step."""

from verifier.claims.script import Have, Linear, Numbers, Obtain, Split, Take, Use, Witness
from verifier.theory.flows import GRONWALL
from verifier.theory.least_squares_flow import COMMUTE, CONVERGES, FLOW, PRODUCT, RANGE, STAYS

from . import paper
from .section_3_linear import GAP_AT, WITNESS_RATE, ZERO, least_squares

NAMES = ["d", "p", "n", "X", "Y", "S", "Q", "P"]


@paper.remark("eq-10/rate", "The rate of the linear flow", where="Section 3.1, cross-check")
def rate(item):
    item.printed("(not in the paper) |W(t) - L|^2 <= exp(-2 m t) |W(0) - L|^2 for L = P Q + (I - P S) W(0), with m > 0 that depends on X.")
    item.use(least_squares)
    item.conclude("exists(speed, positive, forall(W, matrix(d, p) curve, implies("
                  f"{FLOW}, forall(T, [0, oo), norm2({GAP_AT['T']}) <= exp(-2*speed*T)*norm2({GAP_AT['0']})))))",
                  argument=[GRONWALL, *PRODUCT, *RANGE, *COMMUTE, *WITNESS_RATE, Witness("speed"), Split([[], [
                      Take("W"), Have(FLOW, name="flow"), *STAYS, *CONVERGES]])], expected="proved", example=ZERO)  # fmt: skip


@paper.remark("prose-lin-rescaled", "The rescaled linear flow", where="Section 3.1, after Theorem 2", provenance="printed")
def rescaled(item):
    item.printed("With the time rescaled by delta and a vanishing W_0, the limit of the solution of (8) is a constant function of t > 0.")
    item.use(least_squares)
    item.conclude("exists(speed, positive, forall(W, matrix(d, p) curve, implies("
                  f"{FLOW} and W[0] == zeros(d, p), forall(T, [0, oo), norm2(W[T] - P*Q) <= exp(-2*speed*T)*norm2(P*Q)))))",
                  fidelity="fragment", because=["eq-10/rate"], example=ZERO, argument=[
        Use("cited:eq-10/rate", at=NAMES, name="rate"), Obtain("rate", "speed", label="pace"), Witness("speed"), Split([[], [
            Take("W"), Use("pace.1", at=[("W[s]", "s")], name="near"), Take("T"), Use("near", at=["T"], name="gap"),
            Have(f"norm2({GAP_AT['T']}) == norm2(W[T] - P*Q)", name="here", by=[Linear(rewrite=["given.1"])]),
            Have(f"norm2({GAP_AT['0']}) == norm2(P*Q)", name="there", by=[Linear(rewrite=["given.1"])]),
            Numbers(using=["gap", "here", "there"])]])])  # fmt: skip
    item.note("From W_0 = 0: |W(delta t) - Sigma_x^+ Sigma_xy|^2 <= exp(-2 m delta t) |Sigma_x^+ Sigma_xy|^2, so at every t > 0 the limit "
              "is Sigma_x^+ Sigma_xy. A start that vanishes as delta grows adds (I - P S) W_0, which vanishes too, and changes W(0) in "
              "eq-10/rate; the passage to that limit is not said here.")  # fmt: skip


@paper.remark("prose-lin-simultaneous", "No sequence in the one-layer model", where="Section 3.1, after Proposition 1", provenance="printed")
def simultaneous(item):
    item.printed("The one-layer model does not learn the components sequentially.")
    item.let(lam="positive", t="positive")
    item.conclude("limit(1 - exp(-lam*(delta*t)), delta, oo) == 1", fidelity="fragment")
    item.note("From 0 the part of eigenvalue lambda of Sigma_x has the share 1 - exp(-lambda t) of its limit; at the rescaled time all "
              "parts have all of it at every t > 0, so there is no step at a positive time. At times of order 1 they do come in the "
              "order of the lambda_i, at rates that differ by constants and not by a growing factor.")  # fmt: skip
