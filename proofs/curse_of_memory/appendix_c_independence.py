"""Appendix C.2 (1): polynomials times exponentials are linearly independent on every interval."""

from verifier.language.script import (
    At,
    Cases,
    Contradict,
    Have,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)  # fmt: skip
from verifier.language.script_parts import renamed

from . import paper
from .lemmas.exponential_polynomials import EXPONENTIAL_POLYNOMIALS
from .lemmas.polynomial_shifts import SEEN, SHIFT, monomials

VALUE = "Sum(Sum(c[i][k, 0]*t**k, (k, 0, N-1))*exp(-w[i]*t), (i, 0, d-1))"

#: Equally spaced points of the interval, enough of them; there the exponentials are powers of distinct numbers.
POINTS = renamed([
    EXPONENTIAL_POLYNOMIALS, Use("exponential polynomials", at=["d"], name="there is L"), Obtain("there is L", "L", label="L"),
    Set("eta", "(b - a)/(L + 2)"),
    Have("eta > 0", name="eta positive", by=[Numbers(using=["eta", "interval", "L"])]),
    Have("eta != 0", name="step", by=[Numbers(using=["eta positive"])]),
    Set("tau", "a + eta"),
    *SHIFT, *SEEN,
    Have("forall(x, real, forall(y, real, implies(x != y, exp(-x*eta) != exp(-y*eta))))", name="monotone", by=[
        Take("x", "y"), Cases("x < y", name="order", yes=[
            Have("exp(-y*eta) < exp(-x*eta)", name="less", by=[Numbers(using=["order", "eta positive"])]), Numbers(using=["less"])], no=[
            Have("y < x", name="other way", by=[Numbers(using=["order", "given"])]),
            Have("exp(-x*eta) < exp(-y*eta)", name="less", by=[Numbers(using=["other way", "eta positive"])]), Numbers(using=["less"])])]),
    Have("forall(x, real, forall(y, real, implies(x == y, exp(x) == exp(y))))", name="congruence", by=[Take("x", "y"), Numbers(using=["given"])]),
    Have("forall(x, real, forall(j, nonnegative integer, exp(-x*(tau + eta*j)) == exp(-x*tau)*exp(-x*eta)**j))", name="exponents", by=[
        Take("x", "j"), Numbers(using=[])]),
    Have("exists(ll, real sequence, forall(i, nonnegative integer, ll[i] == exp(-w[i]*eta)))", name="there is ll", by=[
        Witness("exp(-w[i]*eta)", index="i")]), Obtain("there is ll", "ll", label="factors"),
    Have("exists(ff, real sequence, forall(i, nonnegative integer, ff[i] == exp(-w[i]*tau)))", name="there is ff", by=[
        Witness("exp(-w[i]*tau)", index="i")]), Obtain("there is ff", "ff", label="weights"),
    Have("forall(e, real sequence, forall(y, real, forall(jj, nonnegative integer, implies("
         "Sum(Sum(c[i][k, 0]*y**k, (k, 0, N-1))*e[i], (i, 0, d-1)) == 0 and forall(i, integer[0, d-1], e[i] == ff[i]*ll[i]**jj),"
         f" Sum(ll[i]**jj*(ff[i]*c[i]).T*({monomials('y', 'N')}), (i, 0, d-1)) == 0))))", name="as vectors", by=[
        Take("e", "y", "jj"), Linear(terms=[("given.0", "1", "1")], rewrite=["given.1"])]),
    Have("forall(p, integer[0, d-1], ll[p] != 0)", name="not zero", by=[
        Take("p"), Use("factors", at=["p"], name="now"), Have("ll[p] > 0", name="sign", by=[Numbers(using=["now"])]), Numbers(using=["sign"])]),
    Have("forall(p, integer[0, d-1], forall(q, integer[0, d-1], implies(p != q, ll[p] != ll[q])))", name="factors differ", by=[
        Take("p1", "q1"), Use("rates", at=["p1", "q1"], premises=[[]], name="apart"), Use("factors", at=["p1"], name="one"),
        Use("factors", at=["q1"], name="other"), Use("monotone", at=["w[p1]", "w[q1]"], premises=[[]], name="different"),
        Negate("equal"), Contradict("different", [Numbers(using=["one", "other", "equal"])])]),
    Use("L", at=["DD", (monomials("l[j]", "N"), "j"), ("ll[j]", "j"), ("ff[i]*c[i]", "i")], name="none", premises=[
        [Split([[], [Take("jj"), Use("points", at=["jj"], name="here"), Use("points", at=["jj+1"], name="there"),
                     Use("shift", at=["l[jj]", "l[jj+1]"], premises=[[Linear(terms=[("there", "1", "1"), ("here", "-1", "1")])]])],
                [], [], []])],
        [Take("jj"), Use("points", at=["jj"], name="here"),
         Have("a < l[jj] and l[jj] < b", name="inside", by=[Numbers(using=["here", "tau", "eta", "eta positive", "interval", "jj"])]),
         Use("zero", at=["l[jj]"], premises=[[]], name="now"),
         Have("forall(i, integer[0, d-1], exp(-w[i]*l[jj]) == ff[i]*ll[i]**jj)", name="exponentials", by=[
             Take("i"), Use("exponents", at=["w[i]", "jj"], name="product"), Use("factors", at=["i"], name="factor"),
             Use("weights", at=["i"], name="weight"), Have("-w[i]*l[jj] == -w[i]*(tau + eta*jj)", name="exponent", by=[Linear(terms=[("here", "-w[i]", "1")])]),
             Use("congruence", at=["-w[i]*l[jj]", "-w[i]*(tau + eta*jj)"], premises=[[]], name="same"),
             Rewritten("product", ["factor", "weight", "same"])]),
         Use("as vectors", at=[("exp(-w[i]*l[jj])", "i"), "l[jj]", "jj"], premises=[[Split([[], []])]])]]),
    Have("forall(i, integer[0, d-1], c[i] == zeros(N, 1))", name="all zero", by=[
        Take("i"), Use("none", at=["i"], name="product"), Use("weights", at=["i"], name="weight"),
        Have("ff[i] > 0", name="positive", by=[Numbers(using=["weight"])]), Have("ff[i] != 0", name="not none", by=[Numbers(using=["positive"])]),
        Linear(terms=[("product", "1/ff[i]", "1")], nonzero=["not none"])]),
    Take("i", "k"), Use("all zero", at=["i"], name="row"), Linear(rewrite=["row"]),
], {"NN": "N"})  # fmt: skip


@paper.lemma("lem-C.2", "Exponentials are linearly independent", where="Appendix C.2, Lemma C.2, Eqs. (85), (86)", provenance="recalled")
def independent(item):
    item.printed("For distinct w_1, ..., w_m > 0 the functions t^k e^(-w_i t), i = 1, ..., m, k = 0, ..., n, are linearly independent on any interval.")
    item.let(d="positive integer", N="positive integer", c="matrix(N, 1) sequence", w="real sequence", a="real", b="real")
    item.suppose("rates", "forall(p, integer[0, d-1], forall(q, integer[0, d-1], implies(p != q, w[p] != w[q])))")
    item.suppose("positive rates", "forall(p, integer[0, d-1], w[p] > 0)")
    item.suppose("interval", "a < b")
    item.suppose("zero", f"forall(t, real, implies(a < t and t < b, {VALUE} == 0))")
    item.conclude("forall(i, integer[0, d-1], forall(k, integer[0, N-1], c[i][k, 0] == 0))", argument=POINTS, expected="proved",
                  example={"d": 1, "N": 1, "c": 0, "w": 1, "a": 0, "b": 1})
    item.without("rates", counterexample={"d": 2, "N": 1, "c": "Matrix([[1 - 2*t]])", "w": 1, "a": 0, "b": 1})
    item.without("positive rates", argument=POINTS)
    item.without("interval", counterexample={"d": 1, "N": 1, "c": 1, "w": 1, "a": 0, "b": 0}, argument=[At({"zero": [
        Take("t"), Have("0 < 0", name="absurd", by=[Numbers(using=["given"])]), Contradict("absurd", [Numbers(using=[])])]})])
    item.without("zero", counterexample={"d": 1, "N": 1, "c": 1, "w": 1, "a": 0, "b": 1})
    item.by_another_route()
    item.note("For every number d = m of rates and every degree n = N - 1; c_i are the coefficients of the polynomial in front of e^(-w_i t). "
              "The printed route continues the combination analytically and lets t -> oo. Here it is evaluated at L + 1 equally spaced points "
              "of the interval, L depending on m and n alone: Vandermonde's matrix with repeated nodes replaces continuation and limits. "
              "The signs of the rates do not matter.")  # fmt: skip
