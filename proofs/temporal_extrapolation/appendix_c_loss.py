"""Appendix C.1: the population loss with several inputs and outputs."""

from verifier.language.script import Cases, Have, Take, Use

from . import paper
from .notation import mimo_network

COVARIANCE = "forall(i, integer[1, k], forall(j, integer[1, k], expect(x[i]*x[j].T) == delta(i, j)*eye(n)))"
#: One input, one sample, a fair sign: a law that satisfies the hypotheses.
FAIR_SIGN = {"d": "1", "k": "1", "n": "1", "m": "1", "A": "0", "B": "1", "C": "1", "W": "1"}
WHITE = [Have(COVARIANCE, name="covariance", by=[
    Take("i", "j"),
    Cases("i < j", name="before", yes=[Use("uncorrelated", at=["i", "j"], name="apart")],
          no=[Cases("i > j", name="after", yes=[Use("uncorrelated", at=["i", "j"], name="apart")])]),
])]  # fmt: skip


def random_inputs(item):
    item.use(mimo_network)
    item.let(x="random matrix(n, 1) sequence")
    item.define("output := Sum(H(i)*x[k-i], (i, 0, k-1))", "population := expect(norm2(output - W*x[k]))")
    item.suppose("centred", "forall(i, integer[1, k], expect(x[i]) == zeros(n, 1))")
    item.suppose("white", "forall(i, integer[1, k], expect(x[i]*x[i].T) == eye(n))")
    item.suppose("uncorrelated", "forall(i, integer[1, k], forall(j, integer[1, k], implies(i != j,"
                 " expect(x[i]*x[j].T) == zeros(n, n))))")  # fmt: skip


def loss_page(item):
    item.printed("Assume E[x_i] = 0, E[x_i x_i'] = I_n and E[x_i x_j'] = 0 for i != j. Then, given a memoryless "
                 "teacher RNN, the loss is sum_{i=1}^{k-1} |C A^i B|_F^2 + |CB - W|_F^2.")  # fmt: skip
    random_inputs(item)
    item.conclude("population == loss(A, B, C)", argument=WHITE, expected="proved", example=FAIR_SIGN)
    item.without("white", counterexample={
        "d": "1", "k": "1", "n": "1", "m": "1", "A": "0", "B": "1", "C": "0", "W": "1", "x": "0"})
    item.without("centred", argument=WHITE)


@paper.lemma("lemma-C.1", "Population loss, several inputs and outputs", where="Appendix C")
def population_loss(item):
    loss_page(item)
    terms = ("Sum(norm2(H(i)), (i, 0, k-1))", "trace(C*B*W.T)", "norm2(W)")
    item.step("sum", f"{terms[0]} - 2*{terms[1]} + {terms[2]} == loss(A, B, C)", because=["definitions"],
              says="sum the three terms and complete the square")  # fmt: skip


@paper.equation("eq-20", "The population loss", where="Appendix C, Eq. (20)")
def population_loss_formula(item):
    loss_page(item)


@paper.equation("eq-28", "The square of a difference, by traces", where="Appendix C.1, Eq. (28)")
def trace_expansion(item):
    item.printed("For two general matrices u, v: |u - v|^2 = tr(u u') - 2 tr(u v') + tr(v v').")
    item.let(p="positive integer", q="positive integer", u="matrix(p, q)", v="matrix(p, q)")
    item.conclude("norm2(u - v) == trace(u*u.T) - 2*trace(u*v.T) + trace(v*v.T)", expected="proved")


def term(name, title, left, right, says):
    @paper.equation(f"eq-{name}", title, where=f"Appendix C.1, Eq. ({name})")
    def page(item):
        item.printed(says)
        random_inputs(item)
        item.conclude(f"{left} == {right}", argument=WHITE, expected="proved", example=FAIR_SIGN)

    return page


term("29", "The first term", "expect(trace(output*output.T))", "Sum(norm2(H(i)), (i, 0, k-1))",
     "E tr(u u') = sum_{i=0}^{k-1} |H_i|_F^2.")  # fmt: skip
term("30", "The middle term", "expect(trace(output*(W*x[k]).T))", "trace(C*B*W.T)", "E tr(u v') = tr(CB W').")
term("31", "The last term", "expect(trace(W*x[k]*(W*x[k]).T))", "norm2(W)", "E tr(v v') = |W|_F^2.")
