"""Appendices A and B: the population loss once more, and the gradients term by term."""

from . import paper
from .notation import FAIR_SIGN, network, sampled_network


@paper.equation("eq-14", "Lemma A.1: the population loss, restated", where="Appendix A, Eq. (14)", provenance="printed")
def restated_population_loss(item):
    item.printed("Assume x ~ D such that E[x] = 0 and E[x x'] = I_k. Then, given a memoryless teacher RNN, the loss "
                 "for the student RNN is given by (14).")  # fmt: skip
    item.use(sampled_network)
    item.suppose("centred", "expect(x) == zeros(k, 1)")
    item.suppose("white", "expect(x*x.T) == eye(k)")
    item.conclude("population == loss(A, B, C)", expected="proved", example=FAIR_SIGN)
    item.without("white", counterexample={"d": "1", "k": "1", "A": "0", "B": "1", "C": "0", "w": "1", "x": "0"})
    item.note("The mean plays no part: the main text's hypothesis is enough.")


@paper.equation("eq-15", "The square expanded", where="Appendix A, Eq. (15)")
def expanded_square(item):
    item.printed("E (sum_i h_i x_{k-i})^2 - 2 w E x_k sum_i h_i x_{k-i} + w^2 E x_k^2.")
    item.use(sampled_network)
    item.conclude(
        "population == expect(output**2) - 2*w*expect(x[k-1,0]*output) + w**2*expect(x[k-1,0]**2)", expected="proved"
    )


@paper.equation("eq-16", "Derivative of the first term", where="Appendix B, Eq. (16)")
def first_term(item):
    item.printed("d/dB (CB - w)^2 = 2 (CB - w) C'.")
    item.use(network)
    item.conclude("grad((C*B - w)**2, B) == 2*(C*B - w)*C.T", expected="proved")


@paper.equation("eq-17", "Derivative of the other terms", where="Appendix B, Eq. (17)")
def other_terms(item):
    item.printed("For 1 <= i < k: d/dB (C A^i B)^2 = 2 (C A^i B) (A')^i C'.")
    item.use(network)
    item.conclude("forall(i, integer[1, k-1], grad((C*A**i*B)**2, B) == 2*(C*A**i*B)*A.T**i*C.T)", expected="proved")
    item.step("sum", "grad(loss(A, B, C), B) == 2*(C*B - w)*C.T + Sum(2*(C*A**i*B)*A.T**i*C.T, (i, 1, k-1))",
              because=["definitions"], says="summing over i gives (5)")  # fmt: skip
    item.step("similar", "grad(loss(A, B, C), C) == 2*(C*B - w)*B.T + Sum(2*(C*A**i*B)*B.T*A.T**i, (i, 1, k-1))",
              because=["definitions"], says="a similar derivation with respect to C yields (6)")  # fmt: skip


@paper.equation("eq-18", "Derivative with respect to A", where="Appendix B, Eq. (18)")
def derivative_in_a(item):
    item.printed("d/dA (C A^i B)^2 = 2 (C A^i B) sum_{r=0}^{i-1} (A')^r C' B' (A')^{i-r-1}; summed over i, this is (7).")
    item.use(network)
    term = "2*(C*A**i*B)*Sum(A.T**r*C.T*B.T*A.T**(i-r-1), (r, 0, i-1))"
    item.conclude(f"forall(i, positive integer, grad((C*A**i*B)**2, A) == {term})", expected="proved")
    item.step("sum", f"grad(loss(A, B, C), A) == Sum({term}, (i, 1, k-1))", because=["definitions"],
              says="summing over i")  # fmt: skip
