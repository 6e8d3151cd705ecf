"""Appendix C.2 (1): where an over-parametrised student equals an exponential sum: exactly on the affine spaces M*_P."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Cite,
    Contradict,
    Have,
    Induct,
    Inside,
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

from . import paper
from .lemmas.level_sets import LEVELS, grouped

#: Neuron i lies in block j where S_i = e_j: j < n for the rates w*_j, and q further blocks with the rates v_r.
MEMBER = " and ".join([
    *grouped("m")[:4],
    "forall(j, integer[0, n+q-1], exists(i, integer[0, m-1], S[i] == basis(n+m, j)))",
    "forall(j, integer[0, n-1], Sum(a[i]*(basis(n+m, j).T*S[i]), (i, 0, m-1)) == A[j])",
    "forall(j, integer[n, n+q-1], Sum(a[i]*(basis(n+m, j).T*S[i]), (i, 0, m-1)) == 0)",
])  # fmt: skip
SPACES = f"exists(q, integer[0, m], exists(V, real sequence, exists(S, matrix(n+m, 1) sequence, {MEMBER})))"
FUNCTIONS = "forall(t, [0, oo), Sum(a[i]*exp(-w[i]*t), (i, 0, m-1)) == Sum(A[j]*exp(-W[j]*t), (j, 0, n-1)))"
MINIMISERS = {
    "wide": "n <= m",
    "positive": "forall(i, integer[0, m-1], w[i] > 0)",
    "target positive": "forall(j, integer[0, n-1], W[j] > 0)",
    "target distinct": "forall(j, integer[0, n-1], forall(k, integer[0, n-1], implies(j != k, W[j] != W[k])))",
    "amplitudes": "forall(j, integer[0, n-1], A[j] != 0)",
}
FULL = "Sum(yy[j]*basis(n+m, j), (j, 0, n+q-1))"

#: Every point of M*_P has the function of the target: values e_i of the neurons, y_j of the blocks, Y_j of the target's rates.
SUBSTITUTED = [
    Take(), Obtain("given", "q", label="q"), Obtain("q", "V", label="V"), Obtain("V", "S", label="P"),
    Have("forall(ev, real sequence, forall(yy, real sequence, forall(Y, real sequence, implies(forall(j, integer[0, n-1], yy[j] == Y[j])"
         " and forall(i, integer[0, m-1], exists(j, integer[0, n+q-1], S[i] == basis(n+m, j) and ev[i] == yy[j])),"
         " Sum(a[i]*ev[i], (i, 0, m-1)) == Sum(A[j]*Y[j], (j, 0, n-1))))))", name="same values", by=[
        Take("ev", "yy", "Y"), Set("Lam", FULL), Set("B", "Sum(a[i]*S[i], (i, 0, m-1))"),
        Have("forall(i, integer[0, m-1], Lam.T*S[i] == ev[i])", name="neurons", by=[
            Take("i"), Use("given1.1", at=["i"], name="there is j"), Obtain("there is j", "j", label="j")]),
        Have("forall(j, integer[0, n-1], basis(n+m, j).T*B == A[j])", name="sums", by=[
            Take("j"), Use("P.5", at=["j"], name="sum")]),
        Have("forall(j, integer[n, n+q-1], basis(n+m, j).T*B == 0)", name="null sums", by=[
            Take("j"), Use("P.6", at=["j"], name="sum"), Linear(rewrite=["B"], terms=[("sum", "1", "1")])]),
        Have("Lam == Sum(yy[j]*basis(n+m, j), (j, 0, n-1)) + Sum(yy[j]*basis(n+m, j), (j, n, n+q-1))", name="parts"),
        Have("Lam.T*B == Sum(a[i]*ev[i], (i, 0, m-1))", name="by neurons", by=[Linear(terms=[("B", "Lam.T", "1")], rewrite=["neurons"])]),
        Have("Lam.T*B == Sum(A[j]*yy[j], (j, 0, n-1))", name="by blocks", by=[
            Linear(terms=[Inside("parts", "HOLE.T*B")], rewrite=["sums", "null sums"])]),
        Have("Sum(A[j]*yy[j], (j, 0, n-1)) == Sum(A[j]*Y[j], (j, 0, n-1))", name="targets", by=[Linear(rewrite=["given1.0"])]),
        Linear(terms=[("by neurons", "-1", "1"), ("by blocks", "1", "1"), ("targets", "1", "1")])]),
    Have("forall(x, real, forall(y, real, forall(t, real, implies(x == y, exp(-x*t) == exp(-y*t)))))", name="congruence", by=[
        Take("x", "y", "t"), Have("-x*t == -y*t", name="exponent"),
        Have("forall(u, real, forall(v, real, implies(u == v, exp(u) == exp(v))))", name="function", by=[Take("u", "v")]),
        Use("function", at=["-x*t", "-y*t"], premises=[[]])]),
    Take("t"),
    Use("same values", at=[("exp(-w[i]*t)", "i"), ("exp(-V[j]*t)", "j"), ("exp(-W[j]*t)", "j")], premises=[[Split([
        [Take("j"), Use("P.0", at=["j"], name="rate"), Use("congruence", at=["V[j]", "W[j]", "t"], premises=[[]])],
        [Take("i"), Use("P.3", at=["i"], name="there is j"), Obtain("there is j", "j", label="j"), Witness("j"), Split([
            [], [Use("congruence", at=["w[i]", "V[j]", "t"], premises=[[]])]])]])]]),
]  # fmt: skip

#: Equal functions: the sums of amplitudes over the level sets of w agree, as the powers of e^(-V_j) are independent.
GROUPED = [
    Take(), LEVELS, Use("levels", at=["m"], name="there is q"), Obtain("there is q", "q", label="q"), Obtain("q", "V", label="V"),
    Obtain("V", "S", label="blocks"),
    Have("exists(l, real sequence, forall(j, nonnegative integer, l[j] == exp(-V[j])))", name="there is l", by=[Witness("exp(-V[j])", index="j")]),
    Obtain("there is l", "l", label="factors"),
    Have("exists(f, real sequence, forall(i, nonnegative integer, f[i] == exp(-w[i])))", name="there is f", by=[Witness("exp(-w[i])", index="i")]),
    Obtain("there is f", "f", label="neuron factors"),
    Have("forall(x, real, forall(y, real, forall(u, real, forall(v, real, implies(x == y and u == exp(-x) and v == exp(-y), u == v)))))",
         name="one value", by=[Take("x", "y", "u", "v")]),
    Have("forall(x, real, forall(y, real, forall(u, real, forall(v, real, implies(u == exp(-x) and v == exp(-y), implies(x != y, u != v))))))",
         name="two values", by=[Take("x", "y", "u", "v"), Cases("x < y", name="order", yes=[
             Have("exp(-y) < exp(-x)", name="less")], no=[
             Have("y < x", name="other way"),
             Have("exp(-x) < exp(-y)", name="less")])]),
    Have("forall(x, real, forall(i, nonnegative integer, exp(-x*i) == exp(-x)**i))", name="exponents", by=[Take("x", "i")]),
    Have("forall(p, integer[0, n+q-1], forall(s, integer[0, n+q-1], implies(p != s, l[p] != l[s])))", name="distinct", by=[
        Take("p1", "s1"), Use("blocks.1", at=["p1", "s1"], premises=[[]], name="apart"), Use("factors", at=["p1"], name="one"),
        Use("factors", at=["s1"], name="other"), Use("two values", at=["V[p1]", "V[s1]", "l[p1]", "l[s1]"], premises=[[Split([[], []])], []])]),
    Cite("moments-determine-weights"),
    Set("X", "Sum(a[i]*S[i], (i, 0, m-1)) - Sum(A[j]*basis(n+m, j), (j, 0, n-1))"),
    Have("forall(k, integer[0, n+m], exists(g, real sequence, forall(j, integer[0, k-1], g[j] == basis(n+m, j).T*X)))", name="coordinates", by=[
        Induct("k", base=[Witness("0", index="j")], step=[
            Obtain("IH", "g", label="g"), Witness("(1 - delta(j, k))*g[j] + delta(j, k)*(basis(n+m, k).T*X)", index="j"),
            Have("forall(j, integer[k, k], (1 - delta(j, k))*g[j] + delta(j, k)*(basis(n+m, k).T*X) == basis(n+m, j).T*X)", name="new", by=[
                Induct("j", hypothesis="never")]),
            Take("j"), Cases("j <= k-1", yes=[Use("g", at=["j"], name="old")], no=[Use("new", at=["j"])])])]),
    Use("coordinates", at=["n+q"], name="there is g"), Obtain("there is g", "g", label="g"),
    Have("forall(ev, real sequence, forall(Y, real sequence, forall(r, nonnegative integer, implies(Sum(a[i]*ev[i], (i, 0, m-1))"
         " == Sum(A[j]*Y[j], (j, 0, n-1)) and forall(i, integer[0, m-1], ev[i] == f[i]**r) and forall(j, integer[0, n-1], Y[j] == l[j]**r),"
         " Sum(a[i]*f[i]**r, (i, 0, m-1)) == Sum(A[j]*l[j]**r, (j, 0, n-1))))))", name="as powers", by=[
        Take("ev", "Y", "r"), Linear(terms=[("given1.0", "1", "1")], rewrite=["given1.1", "given1.2"])]),
    Have("forall(r, integer[0, n+q-1], Sum(l[j]**r*g[j], (j, 0, n+q-1)) == 0)", name="moments", by=[
        Take("r"), Use("given", at=["r"], premises=[[]], name="at r"),
        Use("as powers", at=[("exp(-w[i]*r)", "i"), ("exp(-W[j]*r)", "j"), "r"], name="powers", premises=[[Split([[], [
            Take("i"), Use("exponents", at=["w[i]", "r"], name="power"), Use("neuron factors", at=["i"], name="factor"), Rewritten("power", ["factor"])], [
            Take("j"), Use("exponents", at=["W[j]", "r"], name="power"), Use("factors", at=["j"], name="factor"), Use("blocks.0", at=["j"], name="rate"),
            Rewritten("factor", ["rate"], forwards=True, name="target factor"), Rewritten("power", ["target factor"])]])]]),
        Set("Lam", "Sum(l[j]**r*basis(n+m, j), (j, 0, n+q-1))"),
        Have("forall(i, integer[0, m-1], Lam.T*S[i] == f[i]**r)", name="neurons", by=[
            Take("i"), Use("blocks.3", at=["i"], name="there is j"), Obtain("there is j", "j", label="j"), Use("factors", at=["j"], name="one"),
            Use("neuron factors", at=["i"], name="other"), Use("one value", at=["w[i]", "V[j]", "f[i]", "l[j]"], premises=[[]], name="equal"),
            Have("Lam.T*S[i] == l[j]**r", name="power of the block"),
            Rewritten("power of the block", ["equal"])]),
        Have("forall(j, integer[0, n-1], Lam.T*basis(n+m, j) == l[j]**r)", name="targets", by=[Take("j")]),
        Have("Lam.T*X == 0", name="vanishes", by=[Linear(terms=[("X", "Lam.T", "1"), ("powers", "1", "1")], rewrite=["neurons", "targets"])]),
        Linear(rewrite=["g"], terms=[Inside("Lam", "-1*HOLE.T*X"), ("vanishes", "1", "1")])]),
    Have("forall(j, integer[0, n+q-1], g[j] == 0)", name="none", by=[Take("j"), Use("moments-determine-weights", at=["n+q", "l", "g", "j"])]),
    Have("forall(j, integer[0, n+q-1], basis(n+m, j).T*X == 0)", name="no difference", by=[
        Take("j"), Use("none", at=["j"], name="zero"), Use("g", at=["j"], name="coordinate")]),
    Have("forall(j, integer[0, n-1], Sum(a[i]*(basis(n+m, j).T*S[i]), (i, 0, m-1)) == A[j])", name="sums", by=[
        Take("j"), Use("no difference", at=["j"], name="zero")]),
    Have("forall(j, integer[n, n+q-1], Sum(a[i]*(basis(n+m, j).T*S[i]), (i, 0, m-1)) == 0)", name="null sums", by=[
        Take("j"), Use("no difference", at=["j"], name="zero"), Linear(terms=[("zero", "1", "1"), ("X", "-basis(n+m, j).T", "1")])]),
    Witness("q"), Witness("V[j]", index="j"), Witness("S[i]", index="i"), Split([[], [], [], [], [
        Take("j"), Cases("j >= n", yes=[Use("blocks.4", at=["j"])], no=[
            Negate("empty"), Use("amplitudes", at=["j"], name="amplitude"), Contradict("amplitude", [
                Have("forall(i, integer[0, m-1], basis(n+m, j).T*S[i] == 0)", name="elsewhere", by=[
                    Take("i"), Use("blocks.3", at=["i"], name="there is k"), Obtain("there is k", "k", label="k"), Cases("j <= k-1", name="below", no=[Cases("j >= k+1", name="above", no=[
                            Have("j == k", name="same"), Contradict("empty", [Witness("i"), Rewritten("k.0", ["same"])])])])]),
                Use("sums", at=["j"], name="sum"), Linear(terms=[("sum", "-1", "1")], rewrite=["elsewhere"])])])], [], []]),
]  # fmt: skip


#: Target 0 = 0 e^(-2t), student 0 e^(-t): equal functions, but the neuron is in no block with the rate 2.
NO_NEURON = [
    Split([[Take("t"), Numbers()], [Take("q", "V", "S"), Negate("member"),
        Use("member.4", at=["0"], name="first"), Obtain("first", "i", label="i"), Use("member.3", at=["0"], name="second"), Obtain("second", "j", label="j"),
        Have("i == 0", name="the neuron"), Rewritten("i", ["the neuron"], forwards=True, name="its block"),
        Cases("j <= 0", name="first of all", yes=[Have("j == 0", name="same"), Rewritten("j.1", ["same"], forwards=True, name="its rate"), Use("member.0", at=["0"], name="rate"),
                                          Contradict("rate", [Numbers(using=["its rate"])])], no=[
            Have("0 == 1", name="absurd", by=[Linear(terms=[("its block", "basis(2, 0).T", "1"), ("j.0", "-basis(2, 0).T", "1")])]), Contradict("absurd")])]]),
]  # fmt: skip
#: A neuron without amplitude at the rate -1: no block has it.
NEGATIVE_RATE = [
    Split([[Take("t"), Numbers()], [Take("q", "V", "S"), Negate("member"), Use("member.3", at=["1"], name="second"), Obtain("second", "j", label="j"),
        Use("member.2", at=["j"], name="sign"), Contradict("sign", [Numbers(using=["j.1"])])]]),
]  # fmt: skip
#: The target's blocks would have equal rates.
EQUAL_RATES = [
    Split([[Take("t"), Numbers()], [Take("q", "V", "S"), Negate("member"), Use("member.0", at=["0"], name="first"), Use("member.0", at=["1"], name="second"),
        Use("member.1", at=["0", "1"], premises=[[]], name="apart"), Contradict("apart", [Numbers(using=["first", "second"])])]]),
]  # fmt: skip
AMPLITUDES = {"m": 1, "n": 1, "a": 0, "w": 1, "A": 0, "W": 2}


@paper.lemma("lem-C.3", "The spaces hold exactly the minimisers", where="Appendix C.2, Lemma C.3", provenance="recalled")
def on_the_spaces(item):
    item.printed("For m >= m*: {theta: rhohat(.; theta) = rhobar} is the union of the M*_P over all partitions P.")
    item.let(m="positive integer", n="positive integer", a="real sequence", w="real sequence", A="real sequence", W="real sequence")
    for name, formula in MINIMISERS.items():
        item.suppose(name, formula)
    item.conclude(f"implies({FUNCTIONS}, {SPACES}) and implies({SPACES}, {FUNCTIONS})", argument=[Split([GROUPED, SUBSTITUTED])],
                  example={"m": 1, "n": 1, "a": 1, "w": 1, "A": 1, "W": 1}, expected="proved")
    item.without("wide", argument=[Split([GROUPED, SUBSTITUTED])])
    item.without("positive", counterexample={"m": 2, "n": 1, "a": "1 - t", "w": "1 - 2*t", "A": 1, "W": 1}, argument=[At({"goal": [Choose(0), *NEGATIVE_RATE]})])
    item.without("target distinct", counterexample={"m": 2, "n": 2, "a": 1, "w": 1, "A": 1, "W": 1}, argument=[At({"goal": [Choose(0), *EQUAL_RATES]})])
    item.without("amplitudes", counterexample=AMPLITUDES, argument=[At({"goal": [Choose(0), *NO_NEURON]})])
    item.note("Both inclusions, for all m and m* = n. S_i = e_j says that neuron i lies in block j: the blocks j < n have the rates w*_j, the q <= m "
              "blocks behind them are I_(0,1), ..., I_(0,q) with the rates v_r = V_j, distinct and none of the w*_j; every block has a neuron. "
              "The blocks are the level sets of w (proofs/curse_of_memory/lemmas/level_sets.py); where the functions agree at t = 0, 1, 2, ... the sums of "
              "amplitudes agree by Vandermonde's matrix, which is Lemma C.2 for n = 0 on these points. A block I_j without a neuron would "
              "leave a*_j = 0: this is where a*_j != 0 enters. For m < m* both sides are empty, so m >= m* is not needed.")  # fmt: skip
