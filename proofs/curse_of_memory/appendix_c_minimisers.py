"""Appendix C.2 (1): exponentials are independent, and where an over-parametrised student equals an exponential sum."""

from verifier.claims.script import Cases, Contradict, Have, Linear, Negate, Numbers, Split, Take, Use, Witness
from verifier.theory.vandermonde import distinct, vandermonde

from . import paper


@paper.definition("def-C.1", "Partitions and their affine spaces", where="Appendix C.2, Definition C.1", provenance="recalled")
def spaces(item):
    item.printed("M*_P: sum_(i in I_j) a_i = a*_j and w_i = w*_j for i in I_j; sum_(i in I_(0,r)) a_i = 0 and w_i = v_r for i in I_(0,r).")
    item.let(m="positive integer", n="positive integer", S="matrix(m, n)", b="matrix(n, 1)", w="matrix(n, 1)", a="matrix(m, 1)")
    item.suppose("blocks", "S.T*S*b == b")
    item.conclude("exists(x, matrix(m, 1), S.T*x == b)", argument=[Witness("S*b"), Linear(terms=[("blocks", "1", "1")])],
                  fidelity="fragment")  # fmt: skip
    item.note("A definition. S has a row for each neuron and a column for each block, S_ij = 1 if neuron i lies in block j and 0 if not; b are "
              "the sums of amplitudes (a*_j, and 0 for the blocks I_(0,r)). With one neuron of each block marked the sums can be met.")  # fmt: skip


@paper.lemma("lem-C.3", "The spaces hold minimisers", where="Appendix C.2, Lemma C.3", provenance="recalled")
def on_the_spaces(item):
    item.printed("For m >= m*: {theta: rhohat(.; theta) = rhobar} is the union of the M*_P over all partitions P.")
    item.let(m="positive integer", n="positive integer", S="matrix(m, n)", a="matrix(m, 1)", b="matrix(n, 1)",
             x="matrix(m, 1) sequence", y="matrix(n, 1) sequence")  # fmt: skip
    item.suppose("rates", "forall(t, nonnegative integer, x[t] == S*y[t])")
    item.suppose("sums", "S.T*a == b")
    item.conclude("forall(t, nonnegative integer, a.T*x[t] == b.T*y[t])", fidelity="fragment", argument=[
        Take("t"), Use("rates", at=["t"], name="now"), Linear(terms=[("now", "a.T", "1"), ("sums", "y[t].T", "1")])])  # fmt: skip
    item.without("sums", counterexample={"m": 1, "n": 1, "S": 1, "a": 0, "b": 1, "x": 1, "y": 1})
    item.without("rates", counterexample={"m": 1, "n": 1, "S": 1, "a": 1, "b": 1, "x": 0, "y": 1})
    item.step("two terms", "forall(a1, real, forall(a2, real, forall(c1, nonzero, forall(w1, positive, forall(w2, positive, forall(v1, positive,"
              " implies(forall(t, [0, oo), a1*exp(-w1*t) + a2*exp(-w2*t) == c1*exp(-v1*t)) and w1 == v1 and w2 == v1, a1 + a2 == c1)))))))",
              because=["definitions"], says="the other inclusion, m = 2, m* = 1, equal rates: the value at t = 0", argument=[
              Take("a1", "a2", "c1", "w1", "w2", "v1"), Use("given4.0", at=["0"], premises=[[Numbers(using=[])]], name="start"),
              *(Have(f"exp(-{x}*0) == 1", name=f"one {x}", by=[Numbers(using=[])]) for x in ("w1", "w2", "v1")),
              Numbers(using=["start", "one w1", "one w2", "one v1"])])  # fmt: skip
    item.note("Said for all sizes: every point of M*_P reproduces rhobar. Row i of S is the unit vector of the block of neuron i, y the values "
              "e^(-v t) of the blocks' rates, x those of the neurons. The other inclusion: group equal rates; by Lemma C.2 the sums of "
              "amplitudes agree. It is not formalised here.")  # fmt: skip


@paper.remark("rem-C.2", "Dimension and number of the spaces", where="Appendix C.2, Remark C.2", provenance="recalled")
def how_many(item):
    item.printed("I_0 empty: each M*_P has dimension m - m*, and there are m*! S(m, m*) of them; I_0 not empty: uncountably many.")
    item.let(m="positive integer", n="positive integer")
    item.suppose("wide", "n <= m")
    item.define("spaces(m, n) := factorial(n)*stirling2(m, n)")
    item.conclude("2*m - (m + n) == m - n and spaces(m, m) == factorial(m) and spaces(m, 1) == 1 and spaces(m, 2) == 2**m - 2"
                  " and spaces(m + 1, n + 1) == (n + 1)*(spaces(m, n + 1) + spaces(m, n))", fidelity="fragment", argument=[Split([
                      [], [Numbers()], [Numbers()], [Numbers()], [Numbers()]])])  # fmt: skip
    item.note("m equations w_i = w*_j and n = m* equations for the sums are independent. n! S(m, n) counts the surjections of m neurons onto n "
              "rates: the last neuron's rate is used by others or it is not, which is the recurrence. Both counts are compared with an "
              "enumeration in the tests.")  # fmt: skip
    item.note("With null blocks: dimension m - m* - i_0 for fixed v_r and m - m* with the v_r free; every component has dimension m - m*.")
