"""Appendix C: several inputs and outputs; long and short training sequences."""

from verifier.language.script import (
    At,
    Axiom,
    Choose,
    Cite,
    Contradict,
    Have,
    Linear,
    Negate,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)

from . import paper
from .notation import mimo_network
from .section_3 import STATES

#: A minimiser does at least as well as the same B and C with A = 0, which has C A^i B = 0.
SEEN = [
    Use("minimiser", at=["zeros(d, d)", "B", "C"], name="better"),
    Vanish("better", squares=[Square(root="C*A**i*B", over=[("i", "1", "k-1")], name="seen")], rewrite=[]),
]


#: From ``seen``: C A^j B = 0 for all j >= 1.
SILENT = [
    Cite("silent-response"),
    Have("forall(j, positive integer, C*A**j*B == zeros(m, n))", name="silent",
         by=[Take("j"), Use("silent-response", at=["d", "m", "n", "j", "A", "B", "C"])]),
]
#: e_0' S^j = e_(j mod k)'.
SHIFT = [
    Cite("cyclic-shift"),
    Set("S", "Sum(basis(d, i)*basis(d, Mod(i+1, k)).T, (i, 0, k-1))"),
    Have("forall(j, nonnegative integer, basis(d, 0).T*S**j == basis(d, Mod(j, k)).T)", name="powers",
         by=[Take("j"), Use("cyclic-shift", at=["d", "k", "j", "S"])]),
]


def identity_is_out_of_reach(narrow, wide, k):
    """For W = I of size `wide` > `narrow` = d: |RQ - I|^2 >= 1, because some x != 0 has Qx = 0."""
    gap = f"(R*Q - eye({wide}))"
    return [
        Cite("linear-dependence"),
        Use("linear-dependence", at=[str(narrow), str(wide), "Q"], name="null"),
        Obtain("null", "x"),
        Have("x.T*x != 0", name="length", by=[
            Negate("flat"), Contradict("x.0", [Vanish("flat", squares=[Square(root="x", name="x is zero")])])]),
        Have(f"(x.T*x)**2*(norm2({gap}) - 1) >= 0", name="stretched", by=[
            Order(positive=[Square(root=f"(x.T*x)*{gap} - {gap}*x*x.T")], rewrite=["x.1"])]),
        Have(f"norm2({gap}) >= 1", name="apart", by=[
            Negate("near"),
            Have(f"(x.T*x)**2*(1 - norm2({gap})) > 0", name="positive")]),
        Order(positive=[Square(facts=["apart"]), Square(root="R*P**i*Q", over=[("i", "1", str(k - 1))])]),
    ]  # fmt: skip


#: d = 1 and W = I_2: some x != 0 has Bx = 0, but C B x = x.
NO_FIT = [
    Vanish("zero", squares=[Square(root="C*B - eye(2)", name="gain")], rewrite=[]),
    Cite("linear-dependence"),
    Use("linear-dependence", at=["1", "2", "B"], name="null"),
    Obtain("null", "x"),
    Contradict("x.0", []),
]

MISLED = ("exists(A, matrix(d, d), exists(B, matrix(d, n), exists(C, matrix(m, d),"
          " loss(A, B, C) == 0 and not memoryless(A, B, C))))")  # fmt: skip

#: Value number k of the impulse response is u v again.
RETURNS = [Choose(1), Witness("k")]


@paper.equation("eq-19", "Several inputs and outputs", where="Appendix C, Eq. (19)")
def mimo_recurrence(item):
    item.printed("s_t = A s_{t-1} + B x_t, y_t = C s_t with s_0 = 0; teacher y_t = W x_t.")
    item.use(mimo_network)
    item.let(x="matrix(n, 1) sequence", s="matrix(d, 1) sequence", y="matrix(m, 1) sequence")
    item.suppose("start", "s[0] == zeros(d, 1)")
    item.suppose("state", "forall(t, nonnegative integer, s[t+1] == A*s[t] + B*x[t+1])")
    item.suppose("readout", "forall(t, positive integer, y[t] == C*s[t])")
    item.conclude(
        "forall(t, positive integer, y[t] == Sum(C*A**i*B*x[t-i], (i, 0, t-1)))",
        argument=[Have("forall(t, nonnegative integer, s[t] == Sum(A**i*B*x[t-i], (i, 0, t-1)))", name="states",
                       by=STATES)],
    )  # fmt: skip


@paper.theorem("thm-C.2", "Long training sequences, several inputs and outputs", where="Appendix C")
def long_sequences(item):
    item.printed("In the main paper we show that when the sequence length is greater than the hidden dimension "
                 "(k > d), extrapolation is guaranteed by showing that C A^j B = 0. The analysis is not dependent on "
                 "the dimensions of B and C and therefore applies to the MIMO setting as-is.")  # fmt: skip
    item.use(mimo_network)
    item.suppose("long", "k > d")
    item.suppose("minimiser", "minimiser(A, B, C)")
    counterexample = {"d": "1", "k": "2", "n": "2", "m": "2", "A": "0", "B": "basis(2,0).T", "C": "basis(2,0)",
                      "W": "eye(2)"}  # fmt: skip
    refuting = [At({"minimiser": [Take("P", "Q", "R"), *identity_is_out_of_reach(1, 2, 2)]})]
    item.conclude("memoryless(A, B, C)", expected="refuted", counterexample=counterexample, argument=refuting)
    item.note("A network of width d reaches only teachers of rank at most d. Beyond that the minimum of the loss is "
              "positive and the best network does not compute the teacher's map, however long the training.")  # fmt: skip
    item.step("silent", "silent(A, B, C)", because=["long", "minimiser", "definitions"],
              says="the part of the claim that does hold for every W: C A^j B = 0 for all j >= 1",
              argument=[*SEEN, *SILENT])  # fmt: skip
    item.step("hence", "memoryless(A, B, C)", because=["silent", "definitions"],
              says="extrapolation is guaranteed by showing that C A^j B = 0", expected="refuted",
              expected_inference="does not follow", counterexample=counterexample, argument=refuting)  # fmt: skip
    with item.repair("for a teacher of rank at most d") as r:
        r.let(U="matrix(m, d)", V="matrix(d, n)")
        r.suppose("rank", "W == U*V")
        r.conclude("memoryless(A, B, C)", argument=[
            Use("minimiser", at=["zeros(d, d)", "V", "U"], name="fit"),
            Vanish("fit", squares=[Square(root="C*B - W", name="gain"),
                                   Square(root="C*A**i*B", over=[("i", "1", "k-1")], name="seen")], rewrite=["rank"]),
            *SILENT,
        ], example={"d": "1", "k": "2", "n": "1", "m": "1", "A": "0", "B": "1", "C": "1", "W": "1", "U": "1", "V": "1"})  # fmt: skip


@paper.proposition("prop-C.3", "Short training sequences, several inputs and outputs", where="Appendix C")
def short_sequences(item):
    item.printed("When d >= k, there exist solutions that attain zero loss but do not extrapolate w.r.t. a memoryless "
                 "teacher: the parameters of the SISO proof, padded with zeros.")  # fmt: skip
    item.use(mimo_network)
    item.suppose("short", "d >= k")
    item.conclude(
        "exists(A, matrix(d, d), exists(B, matrix(d, n), exists(C, matrix(m, d),"
        " loss(A, B, C) == 0 and not memoryless(A, B, C))))",
        expected="refuted",
        counterexample={"d": "1", "k": "1", "n": "2", "m": "2", "W": "eye(2)"},
        argument=[At({"goal": [Take("A", "B", "C"), Choose(0), Negate("zero"), *NO_FIT]})],
    )
    item.note("Padding by zeros gives C B = w e_0 e_0', a teacher of rank one in one direction only. Already with "
              "d = k = 2 and W = I every zero-loss network extrapolates: B and C are invertible, so A = 0. "
              "The widths in the repairs are the least possible (rank of the block Hankel matrix; that argument is "
              "tested at small sizes, not formalised).")  # fmt: skip
    with item.repair("for a teacher of rank one, d >= k suffices") as r:
        r.let(u="matrix(m, 1)", v="matrix(1, n)")
        r.suppose("teacher", "W == u*v")
        r.suppose("not-zero", "u*v != zeros(m, n)")
        r.conclude(MISLED, argument=[
            *SHIFT, Witness("S"), Witness("basis(d, 0)*v"), Witness("u*basis(d, 0).T"),
            Split([[], RETURNS])])  # fmt: skip
    with item.repair("for a teacher of rank 1 + s, d >= k + s suffices") as r:
        r.let(s="positive integer", u="matrix(m, 1)", v="matrix(1, n)", U="matrix(m, s)", V="matrix(s, n)")
        r.suppose("short", "d >= k + s")
        r.suppose("teacher", "W == u*v + U*V")
        r.suppose("not-zero", "u*v != zeros(m, n)")
        pad = "Sum(basis(d, k+i)*basis(s, i).T, (i, 0, s-1))"
        r.conclude(MISLED, argument=[
            *SHIFT,
            Have(f"exists(J, matrix(d, s), J == {pad})", name="padding", by=[Witness(pad)]),
            Obtain("padding", "J", label="J"),
            Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["s"], name="identity"),
            Have("J.T*J == eye(s)", name="isometric"),
            Have("S*J == zeros(d, s)", name="right"),
            Have("J.T*S == zeros(s, d)", name="left"),
            Have("basis(d, 0).T*J == zeros(1, s)", name="aside"),
            Witness("S"), Witness("basis(d, 0)*v + J*V"), Witness("u*basis(d, 0).T + U*J.T"),
            Split([[Linear(rewrite=["right", "left", "aside", "isometric", "powers", "teacher"])], RETURNS])])  # fmt: skip
