"""Appendix D: the coincided critical affine spaces, for every assignment of m neurons to n rates."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Contradict,
    Have,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.papers.setting import Setting

from . import paper
from .lemmas.coincided_spaces import ASSIGNED, GRAM, IN, INVERSE, ONTO, SPREAD, TABLE
from .lemmas.surjections import MAPS_BY_IMAGES

UNITS_SUM = "Sum(basis(m, i)*basis(m, i).T, (i, 0, m-1))"
KERNELS = ("forall(k, integer[0, n-1], forall(l, integer[0, n-1], (v[k, 0] + v[l, 0])*K[k, l] == 1 and L[k, l] == K[k, l]**2))"
           " and forall(i, integer[0, m-1], forall(j, integer[0, m-1], (w[i, 0] + w[j, 0])*G[i, j] == 1 and H[i, j] == G[i, j]**2))")  # fmt: skip

#: m neurons (a, w) in n blocks with the sums b and the rates v.  K, G: 1/(v_k + v_l) and 1/(w_i + w_j); L, H their squares.
#: r and p: the transforms R and -R' of the target at the rates v; s and q: at the rates w.
coincided = Setting(
    let={"m": "positive integer", "n": "positive integer", "S": "matrix(m, n)", "a": "matrix(m, 1)", "w": "matrix(m, 1)", "b": "matrix(n, 1)",
         "v": "matrix(n, 1)", "K": "matrix(n, n)", "L": "matrix(n, n)", "G": "matrix(m, m)", "H": "matrix(m, m)", "r": "matrix(n, 1)",
         "p": "matrix(n, 1)", "s": "matrix(m, 1)", "q": "matrix(m, 1)"},
    suppose={
        "assigned": ASSIGNED,
        "onto": ONTO,
        "sums": "S.T*a == b",
        "rates": "w == S*v",
        "kernels": KERNELS,
        "target": "forall(i, integer[0, m-1], forall(k, integer[0, n-1], implies(w[i, 0] == v[k, 0], s[i, 0] == r[k, 0] and q[i, 0] == p[k, 0])))",
    },
)  # fmt: skip

#: The tables and transforms at the neurons by those at the blocks: G = S K S', H = S L S', s = S r, q = S p.
TABLES = [
    *SPREAD, TABLE,
    Have(f"forall(i, integer[0, m-1], forall(k, integer[0, n-1], implies({IN}, w[i, 0] == v[k, 0])))", name="same rate", by=[
        Take("i", "k")]),
    Use("spread", at=["s", "r"], name="s is", premises=[[
        Take("i", "k"), Use("same rate", at=["i", "k"], premises=[[]], name="rate"), Use("target", at=["i", "k"], premises=[[]], name="t")]]),
    Use("spread", at=["q", "p"], name="q is", premises=[[
        Take("i", "k"), Use("same rate", at=["i", "k"], premises=[[]], name="rate"), Use("target", at=["i", "k"], premises=[[]], name="t")]]),
    Have("forall(x, real, forall(y, real, forall(z, real, implies(x*y == 1 and x*z == 1, y == z))))", name="one inverse", by=[
        Take("x", "y", "z")]),
    Have("forall(i, integer[0, m-1], forall(j, integer[0, m-1], forall(k, integer[0, n-1], forall(l, integer[0, n-1],"
         " implies(S.T*basis(m, i) == basis(n, k) and S.T*basis(m, j) == basis(n, l), G[i, j] == K[k, l])))))", name="entry", by=[
             Take("i", "j", "k", "l"), Use("same rate", at=["i", "k"], premises=[[]], name="first"),
             Use("same rate", at=["j", "l"], premises=[[]], name="second"),
             Use("kernels.0", at=["k", "l"], name="below"), Use("kernels.1", at=["i", "j"], name="above"),
             Use("one inverse", at=["w[i, 0] + w[j, 0]", "G[i, j]", "K[k, l]"], premises=[[Split([
                 [],
                 []])]])]),
    Use("table", at=["G", "K"], name="G is"),
    Use("table", at=["H", "L"], name="H is", premises=[[
        Take("i", "j", "k", "l"), Use("entry", at=["i", "j", "k", "l"], premises=[[]], name="now"),
        Use("kernels.0", at=["k", "l"], name="below"), Use("kernels.1", at=["i", "j"], name="above")]]),
]

GRADIENT_A, GRADIENT_W = "2*(G*a - s)[i, 0]", "-2*a[i, 0]*(H*a - q)[i, 0]"
BLOCK_A, BLOCK_W = "2*(K*b - r)[k, 0]", "-2*b[k, 0]*(L*b - p)[k, 0]"
#: (132): the gradient of J_m by that of J_n.
TRANSFER = f"forall(i, integer[0, m-1], forall(k, integer[0, n-1], implies({IN}, {GRADIENT_A} == {BLOCK_A} and b[k, 0]*({GRADIENT_W}) == a[i, 0]*({BLOCK_W}))))"
TRANSFER_BY = [
    *TABLES, Take("i", "k"),
    Have("(G*a - s)[i, 0] == (K*b - r)[k, 0]", name="first"),
    Have("(H*a - q)[i, 0] == (L*b - p)[k, 0]", name="second"),
    Split([[], []]),
]


CRITICAL_SPACES = [
    Have(TRANSFER, name="transfer", by=TRANSFER_BY), *SPREAD, *GRAM, *INVERSE,
    Have(f"forall(i, integer[0, m-1], forall(k, integer[0, n-1], implies({IN}, w[i, 0] == v[k, 0])))", name="same rate", by=[
        Take("i", "k")]),
    Split([
        [Take("i"), Use("assigned", at=["i"], name="here"), Obtain("here", "k", label="block"),
         Use("transfer", at=["i", "k"], premises=[[]], name="moved"), Use("critical", at=["k"], name="now"),
         Use("amplitudes", at=["k"], name="apart"),
         Split([[],
                [Linear(terms=[("moved.1", "1/b[k, 0]", "1"), ("now.1", "a[i, 0]/b[k, 0]", "1")], nonzero=["apart"])]])],
        [Take("i"), Use("assigned", at=["i"], name="here"), Obtain("here", "k", label="block"), Witness("k"),
         Use("same rate", at=["i", "k"], premises=[[]])],
        [Take("k"), Use("onto", at=["k"], name="here"), Obtain("here", "i", label="block"), Witness("i"),
         Use("same rate", at=["i", "k"], premises=[[]])],
        [Take("c"), Use("sums are free", at=["c"])],
        [Take("Z"),
         Have("forall(i, integer[0, m-1], S.T*basis(m, i) == Z.T*basis(m, i))", name="rows", by=[
             Take("i"), Use("assigned", at=["i"], name="here"), Obtain("here", "k", label="row"),
             Use("given.0", at=["i"], name="there"), Obtain("there", "l", label="other"),
             Have("v[k, 0] == v[l, 0]", name="alike"),
             Use("distinct", at=["k", "l"], premises=[[]], name="same"),
             Rewritten("row", ["same"], name="row now", forwards=True),
         ]),
         Have("forall(i, integer[0, m-1], forall(j, integer[0, n-1], S[i, j] == Z[i, j]))", name="entries", by=[
             Take("i", "j"), Use("rows", at=["i"], name="row")]),
         Linear(rewrite=["entries"], terms=[("neurons", "1", "S"), ("neurons", "-1", "Z"), ("blocks", f"{UNITS_SUM}*S", "1"),
                                            ("blocks", f"-{UNITS_SUM}*Z", "1")])],
    ]),
]
ONES, HALVES, QUARTERS = "Matrix([[1], [1]])", "Matrix([[1/2, 1/2], [1/2, 1/2]])", "Matrix([[1/4, 1/4], [1/4, 1/4]])"
#: One neuron in one block, for the target e^(-t).
ONE = {"m": 1, "n": 1, "S": 1, "a": 1, "b": 1, "w": 1, "v": 1, "K": "1/2", "L": "1/4", "G": "1/2", "H": "1/4", "r": "1/2", "p": "1/4", "s": "1/2", "q": "1/4"}
#: A block without neurons has the sum 0.
ONTO_BY = [
    *SPREAD, Take("k"), Negate("empty"), Use("amplitudes", at=["k"], name="some"),
    Have("forall(i, integer[0, m-1], S[i, k] == 0)", name="column", by=[
        Take("i"), Use("assigned", at=["i"], name="here"), Obtain("here", "l", label="block"),
        Have("l != k", name="other", by=[Negate("same"), Contradict("empty", [Witness("i"), Rewritten("block", ["same"], name="now", forwards=True)])]),
        Cases("l < k", name="before", yes=[Linear(rewrite=["block"])], no=[Have("l > k", name="after", by=[Numbers(using=["before", "other"])]), Linear(rewrite=["block"])])]),
    Contradict("some", [Linear(rewrite=["column"], terms=[("sums", "-basis(n, k).T", "1"), ("neurons", "basis(n, k).T*S.T", "a")])]),
]


@paper.remark("thm-D.1-space", "One coincided critical affine space", where="Appendix D, Theorem D.1, Eqs. (131)-(134)", provenance="recalled")
def critical_spaces(item):
    item.printed("M_(n,P) = {theta: sum_(i in I_j) a_i = ahat_j, w_i = what_j for i in I_j} consists of critical points of J_m, and its m + n equations are independent.")
    item.use(coincided)
    item.suppose("distinct", "forall(k, integer[0, n-1], forall(l, integer[0, n-1], implies(v[k, 0] == v[l, 0], k == l)))")
    item.suppose("amplitudes", "forall(k, integer[0, n-1], b[k, 0] != 0)")
    item.suppose("critical", f"forall(k, integer[0, n-1], {BLOCK_A} == 0 and {BLOCK_W} == 0)")
    item.conclude(
        f"forall(i, integer[0, m-1], {GRADIENT_A} == 0 and {GRADIENT_W} == 0)"
        " and forall(i, integer[0, m-1], exists(k, integer[0, n-1], w[i, 0] == v[k, 0]))"
        " and forall(k, integer[0, n-1], exists(i, integer[0, m-1], w[i, 0] == v[k, 0]))"
        " and forall(c, matrix(n, 1), exists(x, matrix(m, 1), S.T*x == c))"
        " and forall(Z, matrix(m, n), implies(forall(i, integer[0, m-1], exists(k, integer[0, n-1], Z.T*basis(m, i) == basis(n, k)))"
        " and S*v == Z*v, S == Z))",
        argument=CRITICAL_SPACES,
        expected="proved", example=ONE)  # fmt: skip
    item.without("assigned", counterexample={
        **ONE, "m": 2, "S": "Matrix([[1], [2]])", "a": "Matrix([[1], [0]])", "w": "Matrix([[1], [2]])", "G": "Matrix([[1/2, 1/3], [1/3, 1/4]])",
        "H": "Matrix([[1/4, 1/9], [1/9, 1/16]])", "s": "Matrix([[1/2], [0]])", "q": "Matrix([[1/4], [0]])"})  # fmt: skip
    item.without("sums", counterexample={**ONE, "a": 0})
    item.without("rates", counterexample={**ONE, "w": 2, "G": "1/4", "H": "1/16"})
    item.without("kernels", counterexample={**ONE, "G": 0})
    item.without("target", counterexample={**ONE, "s": 5})
    item.without("distinct", counterexample={
        "m": 2, "n": 2, "S": "eye(2)", "a": ONES, "b": ONES, "v": ONES, "w": ONES, "K": HALVES, "G": HALVES,
        "L": QUARTERS, "H": QUARTERS, "r": ONES, "s": ONES, "p": "Matrix([[1/2], [1/2]])", "q": "Matrix([[1/2], [1/2]])"},
        argument=[At({"goal": [Choose(4), Witness("Matrix([[0, 1], [1, 0]])")]})])  # fmt: skip
    item.without("amplitudes", counterexample={
        "m": 2, "n": 1, "S": ONES, "a": "Matrix([[1], [-1]])", "b": 0, "v": 1, "w": ONES, "K": "1/2", "L": "1/4",
        "G": HALVES, "H": QUARTERS, "r": 0, "p": 1, "s": "Matrix([[0], [0]])", "q": ONES})  # fmt: skip
    item.without("critical", counterexample={**ONE, "r": 5, "s": 5})
    item.without("onto", argument=[Have(ONTO, name="onto", by=ONTO_BY), *CRITICAL_SPACES])
    item.step("(132)", TRANSFER, because=["assigned", "sums", "rates", "kernels", "target"], argument=TRANSFER_BY,
              says="dJ_m/da_i = dJ_n/da_k and dJ_m/dw_i = (a_i/b_k) dJ_n/dw_k")  # fmt: skip
    item.note("For all m and n, and any target: S is the assignment of neurons to blocks, row i the unit vector of the block of neuron i. Of the minimiser "
              "(b, v) of J_n only that it is critical, b_k != 0 and that the rates are distinct is used. The conclusion: every point of the space is "
              "critical, with the n rates v_k; the n equations for the sums are independent, as are the m equations w = S v; and different "
              "assignments give disjoint spaces. How many there are, and their dimension, is Theorem D.1.")
    item.note("The gradient is 2 I_0(w_i) and -2 a_i I_1(w_i), Eqs. (90), (91). That every block has a neuron follows from b_k != 0.")


@paper.remark("rem-surjections", "The number of assignments", where="Appendix D, Theorem D.1", provenance="derived")
def surjections(item):
    item.printed("(not in the paper) n^m = sum_k C(n, k) k! S(m, k): each map of m neurons to n rates is onto exactly one set of k rates.")
    item.let(m="nonnegative integer", n="positive integer")
    item.conclude("Sum(FallingFactorial(n, k)*stirling2(m, k), (k, 0, n)) == n**m", expected="proved",
                  argument=[*MAPS_BY_IMAGES, Use("maps by images", at=["m", "n"])])  # fmt: skip
    item.note("C(n, k) k! = n (n-1) ... (n-k+1). The numbers N(m, k) of maps onto k given rates satisfy n^m = sum_k C(n, k) N(m, k) for all n, "
              "which determines them one after the other: N(m, k) = k! S(m, k).")
