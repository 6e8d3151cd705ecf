"""Appendix C.2 (1): partitions of the neurons, their affine spaces, dimensions and number."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Contradict,
    Have,
    Induct,
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
)
from verifier.language.script_parts import renamed

from . import paper
from .lemmas.coincided_totals import INJ, assignment
from .lemmas.dimensions import RANK_AND_NULLITY, SOLUTIONS, SQUARE, representatives, solutions
from .lemmas.surjections import SURJECTIONS
from .lemmas.uncountable import SUPREMUM, UNLISTED


def blocks(m, n):
    """Each of m neurons lies in one of n blocks; no block is empty."""
    return {
        "one block each": f"forall(i, integer[0, {m}-1], exists(j, integer[0, {n}-1], basis({m}, i).T*S == basis({n}, j).T))",
        "no empty block": f"forall(j, integer[0, {n}-1], exists(i, integer[0, {m}-1], basis({m}, i).T*S == basis({n}, j).T))",
    }


@paper.definition("def-C.1", "Partitions and their affine spaces", where="Appendix C.2, Definition C.1", provenance="recalled")
def spaces(item):
    item.printed("M*_P: sum_(i in I_j) a_i = a*_j and w_i = w*_j for i in I_j; sum_(i in I_(0,r)) a_i = 0 and w_i = v_r for i in I_(0,r).")
    item.let(m="positive integer", k="positive integer", S="matrix(m, k)", b="matrix(k, 1)", V="matrix(k, 1)")
    for name, formula in blocks("m", "k").items():
        item.suppose(name, formula)
    item.suppose("rates", "forall(j, integer[0, k-1], V[j, 0] > 0)")
    item.conclude("exists(a, matrix(m, 1), exists(w, matrix(m, 1), S.T*a == b and w == S*V and forall(i, integer[0, m-1], w[i, 0] > 0)))",
                  expected="proved", example={"m": 1, "k": 1, "S": 1, "b": 1, "V": 1}, argument=[
        *representatives("m", "k"), Witness("Q*b"), Witness("S*V"), Split([[], [], [
            Take("i"), Use("one block each", at=["i"], name="there is j"), Obtain("there is j", "j", label="j"), Use("rates", at=["j"], name="rate"),
            Have("(S*V)[i, 0] == V[j, 0]", name="value"), Rewritten("rate", ["value"])]])])  # fmt: skip
    item.without("one block each", counterexample={"m": 2, "k": 1, "S": "Matrix([[1], [0]])", "b": 1, "V": 1})
    item.without("no empty block", counterexample={"m": 1, "k": 2, "S": "Matrix([[1, 0]])", "b": "Matrix([[1], [1]])", "V": "Matrix([[1], [1]])"})
    item.without("rates", counterexample={"m": 1, "k": 1, "S": 1, "b": 1, "V": 0})
    item.note("A definition: every M*_P is inhabited by admissible parameters. S has a row for each neuron and a column for each of the k = m* + i_0 "
              "blocks, S_ij = 1 if neuron i lies in block j and 0 if not; b are the sums of amplitudes (a*_j, and 0 for the blocks I_(0,r)), V the "
              "rates (w*_j and v_r).")  # fmt: skip


#: A partition with the null blocks n, ..., h - 1; its sums of amplitudes.
NULL_SUMS = "Sum(A[j, 0]*basis(h, j), (j, 0, n-1))"


def how_many_spaces(A="A", W="W"):
    """Dimension and number of the spaces for a target with the amplitudes A and the rates W."""
    # the spaces without null blocks, in a list without repetition; their rates are S_r W, their amplitudes an affine space of dimension m - m*
    listed = (
        f"exists(K, nonnegative integer, K == factorial(n)*stirling2(m, n) and exists(S, matrix(m, n) sequence, forall(r, integer[0, K-1], {assignment('S[r]')})"
        f" and forall(X, matrix(m, n), implies({assignment('X')}, exists(r, integer[0, K-1], X == S[r])))"
        f" and forall(r, integer[0, K-1], forall(s, integer[0, K-1], implies(r != s, S[r]*{W} != S[s]*{W})))"
        f" and forall(r, integer[0, K-1], {solutions('S[r]', A, 'm', '(m-n)')})))"
    )
    there_is = f"implies(m >= n+1, exists(S, matrix(m, n+1), {assignment('S', 'm', '(n+1)')}))"
    # however points with the rates x_0, x_1, ... are chosen, there are rates V for which the space holds none of them
    uncountable = (
        f"forall(h, integer[n+1, m], forall(S, matrix(m, h), implies({assignment('S', 'm', 'h')}, exists(b, matrix(m, 1), S.T*b == {NULL_SUMS.replace('A', A)})"
        f" and forall(x, matrix(m, 1) sequence, exists(V, matrix(h, 1), forall(j, integer[0, n-1], V[j, 0] == {W}[j, 0])"
        " and forall(j, integer[0, h-1], V[j, 0] > 0) and forall(j, integer[0, h-1], forall(l, integer[0, h-1], implies(j != l, V[j, 0] != V[l, 0])))"
        " and forall(r, nonnegative integer, x[r] != S*V))))))"
    )
    return f"{listed} and {there_is} and {uncountable}"


IN_A_LIST = [
    *RANK_AND_NULLITY, SQUARE, *renamed([SOLUTIONS, INJ], {"n": "size"}),
    Use("cited:rem-assignments", at=["m", "n"], name="there is K"), Obtain("there is K", "K", label="K"), Obtain("K.1", "S", label="S"),
    Witness("K"), Split([[], [Witness("S[r]", index="r"), Split([[], [], [
        Take("r", "s"), Use("S.0", at=["r", "s"], premises=[[]], name="apart"), Use("S.1", at=["r"], name="one"), Use("S.1", at=["s"], name="other"),
        Negate("same"), Contradict("apart", [Use("one to one", at=["n", "W", "S[r]", "S[s]"], premises=[[Split([[], [], [
            Take("k", "l"), Negate("differ"), Use("target distinct", at=["k", "l"], premises=[[]], name="rates"), Contradict("rates")], []])]])])], [
        Take("r"), Use("S.1", at=["r"], name="now"), Use("solutions", at=["n", "m-n", "S[r]"], name="space", premises=[[
            Take("j"), Use("now.1", at=["j"], name="some"), Obtain("some", "i", label="i"), Witness("i")]]), Use("space", at=["A"], name="there is p"),
        Obtain("there is p", "p", label="p"), Obtain("p", "z", label="z"), Witness("p"), Witness("z[j]", index="j"), Split([[], [
            Take("x"), Use("z.1", at=["x"], premises=[[]], name="there is y"), Obtain("there is y", "y", label="y"),
            Witness("y[j]", index="j")], [
            Take("y"), Use("z.2", at=[("y[j]", "j")], premises=[[Linear(terms=[("given", "1", "1")])]], name="zero"), Take("j"), Use("zero", at=["j"])]])]])]]),
]  # fmt: skip
#: Rates of the null blocks beyond a bound c of the target's: v + j, with v not among the x_r(i) - n, i a neuron of block n.
NOT_LISTED = [
    Have("forall(kk, integer[0, n], exists(c, positive, forall(j, integer[0, kk-1], W[j, 0] <= c)))", name="bounds", by=[Induct("kk", base=[Witness("1")], step=[
        Obtain("IH", "c0", label="c0"), Have("forall(j, integer[kk, kk], W[j, 0] <= Max(c0, W[kk, 0]))", name="top", by=[
            Induct("j", hypothesis="unused")]), Witness("Max(c0, W[kk, 0])"), Split([[], [Take("j"), Cases("j <= kk-1", name="old", yes=[
            Use("c0", at=["j"], name="now"), Numbers(using=["now"])], no=[Use("top", at=["j"])])]])])]),
    Use("bounds", at=["n"], name="there is c"), Obtain("there is c", "c", label="c"),
    Take("h", "S"), Split([[
        Have("forall(j, integer[0, h-1], exists(i, integer[0, m-1], basis(m, i).T*S == basis(h, j).T))", name="no empty block", by=[
            Take("j"), Use("given.1", at=["j"], name="some"), Obtain("some", "i", label="i"), Witness("i")]),
        *representatives("m", "h"), Witness(f"Q*{NULL_SUMS}")], [
        Take("x"), Use("given.1", at=["n"], name="some"), Obtain("some", "i", label="i"),
        Use("cited:rem-unlisted", at=[("x[r][i, 0] - n", "r"), "c"], name="there is v"), Obtain("there is v", "v", label="v"),
        Set("V", "Sum(W[j, 0]*basis(h, j), (j, 0, n-1)) + Sum((v + j)*basis(h, j), (j, n, h-1))"),
        Have("forall(j, integer[0, n-1], V[j, 0] == W[j, 0])", name="old", by=[Take("j")]),
        Have("forall(j, integer[n, h-1], V[j, 0] == v + j)", name="new", by=[Take("j")]),
        Have("forall(j, integer[0, n-1], forall(l, integer[n, h-1], V[j, 0] < V[l, 0]))", name="beyond", by=[
            Take("j", "l"), Use("old", at=["j"], name="one"), Use("new", at=["l"], name="other"), Use("c.1", at=["j"], name="bound")]),
        Witness("V"), Split([[], [
            Take("j"), Cases("j <= n-1", name="which", yes=[Use("old", at=["j"], name="now"), Use("target positive", at=["j"], name="rate")], no=[
                Use("new", at=["j"], name="now")])], [
            Take("j", "l"), Cases("j <= n-1", name="first", yes=[Use("old", at=["j"], name="one"), Cases("l <= n-1", name="second", yes=[
                Use("old", at=["l"], name="other"), Use("target distinct", at=["j", "l"], premises=[[]], name="apart"), Negate("same"), Contradict("apart", [])], no=[
                Use("beyond", at=["j", "l"], name="apart"), Negate("same"), Contradict("apart", [])])], no=[Use("new", at=["j"], name="one"), Cases("l <= n-1", name="second", yes=[
                Use("beyond", at=["l", "j"], name="apart"), Negate("same"), Contradict("apart", [])], no=[Use("new", at=["l"], name="other"), Negate("same"), Have("j == l", name="equal"), Contradict("equal")])])], [
            Take("r"), Use("v.2", at=["r"], name="not listed"), Negate("same"), Use("new", at=["n"], name="rate"), Contradict("not listed", [])]])]]),
]  # fmt: skip
NULL_BLOCK = [
    Take(), Witness("Sum(basis(m, i)*basis(n+1, i).T, (i, 0, n-1)) + Sum(basis(m, i)*basis(n+1, n).T, (i, n, m-1))"), Split([[
        Take("i"), Cases("i <= n-1", name="which", yes=[Witness("i")], no=[Witness("n")])], [
        Take("k"), Witness("k"), Cases("k <= n-1", name="which", no=[Have("k == n", name="last"), Have("(Sum(basis(m, i)*basis(n+1, i).T, (i, 0, n-1))"
            " + Sum(basis(m, i)*basis(n+1, n).T, (i, n, m-1))).T*basis(m, n) == basis(n+1, n)", name="there"), Rewritten("there", ["last"])])]]),
]  # fmt: skip


@paper.remark("rem-unlisted", "No sequence lists the numbers of an interval", where="Appendix C.2, Remark C.2", provenance="derived")
def unlisted(item):
    item.printed("(used without mention) The numbers between c and c + 1 are uncountable: for each sequence one of them is not in it.")
    item.let(x="real sequence", c="real")
    item.conclude("exists(v, real, c <= v and v <= c + 1 and forall(n, nonnegative integer, x[n] != v))", expected="proved",
                  argument=[*renamed([SUPREMUM], {"c": "top"}), *UNLISTED.by[1:]], example={"x": 0, "c": 0})  # fmt: skip
    item.note("Nested intervals: of each, one of two outer thirds is kept, which x_n is not in. Their common point exists by completeness, in the form of the "
              "continuity method: the s below some left end are an open set (proofs/curse_of_memory/lemmas/uncountable.py).")  # fmt: skip


@paper.remark("rem-C.2", "Dimension and number of the spaces", where="Appendix C.2, Remark C.2", provenance="recalled")
def how_many(item):
    item.printed("I_0 empty: each M*_P has dimension m - m*, and there are m*! S(m, m*) of them; I_0 not empty: uncountably many.")
    item.let(n="positive integer", m="integer[n, oo]", A="matrix(n, 1)", W="matrix(n, 1)")
    item.suppose("target positive", "forall(j, integer[0, n-1], W[j, 0] > 0)")
    item.suppose("target distinct", "forall(j, integer[0, n-1], forall(k, integer[0, n-1], implies(j != k, W[j, 0] != W[k, 0])))")
    item.conclude(how_many_spaces(), because=["rem-assignments", "rem-unlisted"], expected="proved",
                  argument=[Split([IN_A_LIST, NULL_BLOCK, NOT_LISTED])], example={"n": 1, "m": 2, "A": 1, "W": 1})  # fmt: skip
    item.without("target positive", counterexample={"n": 1, "m": 2, "A": 1, "W": 0}, argument=[At({"goal": [
        Choose(2), Witness("2"), Witness("eye(2)"), Split([[], [Choose(1), Witness("zeros(2, 1)", index="r"), Take("V"),
            Cases("V[0, 0] == 0", yes=[Choose(1), Witness("0"), Numbers()], no=[Choose(0), Witness("0"), Numbers()])]])]})])  # fmt: skip
    item.without("target distinct", counterexample={"n": 2, "m": 3, "A": "Matrix([[1], [1]])", "W": "Matrix([[1], [1]])"}, argument=[At({"goal": [
        Choose(2), Witness("3"), Witness("eye(3)"), Split([[], [Choose(1), Witness("zeros(3, 1)", index="r"), Take("V"),
            Cases("V[0, 0] == 1", name="first", yes=[Cases("V[1, 0] == 1", name="second", yes=[Choose(2), Witness("0"), Witness("1"), Numbers()], no=[
                Choose(0), Witness("1"), Numbers()])], no=[Choose(0), Witness("0"), Numbers()])]])]})])  # fmt: skip
    item.step("count", "forall(s, real sequence, implies(forall(k, nonnegative integer, k**m == Sum(binomial(k, j)*s[j], (j, 0, k))),"
              " s[n] == factorial(n)*stirling2(m, n)))", because=["definitions"], says="each map of neurons to rates is onto its image: the number by another route",
              argument=[*renamed(SURJECTIONS, {"n": "size", "m": "things"}), Take("s"), Use("surjections", at=["m", ("s[k]", "k")], premises=[[]], name="number"),
                        Use("number", at=["n"])])  # fmt: skip
    item.note("For all m >= m* = n and all sums A of amplitudes. A partition is an assignment S: row i is the unit vector of the block of neuron i, no block is "
              "empty. The space of S is {(a, w): S'a = (A, 0, ..., 0), w = S V}, where V holds the rates of the target and then those of the null blocks; all its "
              "points have the same w, so spaces with different S V have no point in common.")  # fmt: skip
    item.note("I_0 empty: S_0, ..., S_(K-1) are the assignments to n blocks, K = n! S(m, n), and the S_r W are pairwise different. Dimension: the a of each space are "
              "p + y_0 z_0 + ... + y_(m-n-1) z_(m-n-1) with independent vectors z_j, which do not depend on y.")  # fmt: skip
    item.note("I_0 not empty, for every partition with null blocks (there is one if m > n): however a sequence of points is chosen, with the rates x_0, x_1, ..., for "
              "some choice of the v_r the space is not empty and holds none of them. So no sequence of spaces has all of them in it: uncountably many.")  # fmt: skip
