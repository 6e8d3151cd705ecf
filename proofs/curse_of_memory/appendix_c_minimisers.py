"""Appendix C.2 (1): partitions of the neurons, their affine spaces, dimensions and number."""

from verifier.claims.script import At, Choose, Have, Linear, Numbers, Obtain, Rewritten, Split, Take, Use, Witness
from verifier.theory.dimensions import RANK_AND_NULLITY, SQUARE, representatives
from verifier.theory.surjections import SURJECTIONS

from . import paper


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
        *representatives("m", "k"), Witness("Q*b"), Witness("S*V"), Split([[Linear(terms=[("inverse", "1", "b")])], [], [
            Take("i"), Use("one block each", at=["i"], name="there is j"), Obtain("there is j", "j", label="j"), Use("rates", at=["j"], name="rate"),
            Have("(S*V)[i, 0] == V[j, 0]", name="value", by=[Linear(terms=[("j", "1", "V")])]), Rewritten("rate", ["value"])]])])  # fmt: skip
    item.without("one block each", counterexample={"m": 2, "k": 1, "S": "Matrix([[1], [0]])", "b": 1, "V": 1})
    item.without("no empty block", counterexample={"m": 1, "k": 2, "S": "Matrix([[1, 0]])", "b": "Matrix([[1], [1]])", "V": "Matrix([[1], [1]])"})
    item.without("rates", counterexample={"m": 1, "k": 1, "S": 1, "b": 1, "V": 0})
    item.note("A definition: every M*_P is inhabited by admissible parameters. S has a row for each neuron and a column for each of the k = m* + i_0 "
              "blocks, S_ij = 1 if neuron i lies in block j and 0 if not; b are the sums of amplitudes (a*_j, and 0 for the blocks I_(0,r)), V the "
              "rates (w*_j and v_r).")  # fmt: skip


@paper.remark("rem-C.2", "Dimension and number of the spaces", where="Appendix C.2, Remark C.2", provenance="recalled")
def how_many(item):
    item.printed("I_0 empty: each M*_P has dimension m - m*, and there are m*! S(m, m*) of them; I_0 not empty: uncountably many.")
    item.let(n="positive integer", e="positive integer", S="matrix(n+e, n)", b="matrix(n, 1)", s="real sequence")
    for name, formula in blocks("(n+e)", "n").items():
        item.suppose(name, formula)
    item.suppose("maps by their image", "forall(k, nonnegative integer, k**(n+e) == Sum(binomial(k, j)*s[j], (j, 0, k)))")
    item.conclude(
        "exists(p, matrix(n+e, 1), exists(Z, matrix(n+e, e), exists(L, matrix(e, n+e), L*Z == eye(e) and forall(y, matrix(e, 1), S.T*(p + Z*y) == b)"
        " and forall(a, matrix(n+e, 1), implies(S.T*a == b, a == p + Z*(L*(a - p)))))))"
        " and s[n] == factorial(n)*stirling2(n+e, n)", fidelity="special case", argument=[Split([[
            *representatives("(n+e)", "n"), *RANK_AND_NULLITY, Use("nullity", at=["n", "e", "S", "Q"], premises=[[]], name="there is Z"),
            Obtain("there is Z", "Z", label="Z"), Obtain("Z", "L", label="L"), Witness("Q*b"), Witness("Z"), Witness("L"), Split([
                [], [Take("y"), Linear(terms=[("inverse", "1", "b"), ("L.1", "1", "y")])],
                [Take("a"), Linear(terms=[("L.2", "-1", "a"), ("given", "Q", "1"), ("L.2", "1", "Q*b"), ("inverse", "-Q", "b")])]])],
            [*SURJECTIONS, Use("surjections", at=["n+e", ("s[k]", "k")], premises=[[]], name="number"), Use("number", at=["n"])]])])  # fmt: skip
    item.without("no empty block", counterexample={"n": 2, "e": 1, "S": "Matrix([[1, 0], [1, 0], [1, 0]])", "b": "Matrix([[0], [1]])",
                                                   "s": "factorial(t)*stirling2(3, t)"})
    item.without("maps by their image", counterexample={"n": 1, "e": 1, "S": "Matrix([[1], [1]])", "b": 0, "s": 0},
                 argument=[At({"goal": [Choose(1)]})])
    item.step("m = m*", "forall(k, positive integer, forall(R, matrix(k, k), forall(Q, matrix(k, k), forall(c, matrix(k, 1), forall(a, matrix(k, 1),"
              " implies(R.T*Q == eye(k), implies(R.T*a == c, a == Q*c)))))))", because=["definitions"], says="without spare neurons a point",
              argument=[*RANK_AND_NULLITY, SQUARE, Take("k", "R", "Q", "c", "a"), Use("square", at=["k", "R", "Q"], premises=[[]], name="inverse"),
                        Linear(terms=[("inverse", "-1", "a"), ("given1", "Q", "1")])])  # fmt: skip
    item.step("recurrence", "forall(m, nonnegative integer, forall(k, nonnegative integer, factorial(k + 1)*stirling2(m + 1, k + 1) == (k + 1)"
              "*(factorial(k + 1)*stirling2(m, k + 1) + factorial(k)*stirling2(m, k))))", because=["definitions"],
              says="the last neuron's rate is used by others or it is not", argument=[Take("m", "k"), Numbers()])  # fmt: skip
    item.step("null blocks", "forall(v, positive, forall(u, positive, implies(exists(x, real, x == v and x == u), v == u)))",
              argument=[Take("v", "u"), Obtain("given2", "x", label="x"), Linear(terms=[("x.0", "-1", "1"), ("x.1", "1", "1")])],
              because=["definitions"], says="spaces with different v_r have no point in common: there are as many as values of v_r")
    item.note("For every m = n + e > m* = n, every partition and all sums b of amplitudes: y -> p + Z y maps R^(m - m*) one to one onto the amplitudes "
              "of M*_P, its inverse is a -> L(a - p); the rates are fixed, w = S (w*). For m = m* there is one point (step). The n equations are "
              "independent as every block has a neuron, so the rank of all constraints is m + m* and 2 m - (m + m*) = m - m*.")  # fmt: skip
    item.note("s_k is the number of maps of m neurons onto k rates. Every map into k rates is onto its image, so k^m = sum_j binomial(k, j) s_j: "
              "this principle is the hypothesis, and s_k = k! S(m, k) is what it implies. Different maps give disjoint spaces, because the "
              "w*_j are distinct. Both counts are compared with an enumeration in the tests.")  # fmt: skip
    item.note("The last sentence is said as a step only: that an interval less finitely many points is uncountable is taken as known. With null blocks "
              "the dimension is m - m* - i_0 for fixed v_r and m - m* with the v_r free; every component has dimension m - m*.")  # fmt: skip
