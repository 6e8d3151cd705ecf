"""Section 5: extrapolation may fail for short training sequences."""

from verifier.language.script import (
    At,
    CasesOn,
    Choose,
    Cite,
    Contradict,
    Have,
    Induct,
    Linear,
    Negate,
    Obtain,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)

from . import paper
from .notation import network

SHIFT = "P == Sum(basis(d, i)*basis(d, Mod(i+1, d)).T, (i, 0, d-1))"
POWERS = "forall(j, nonnegative integer, basis(d, 0).T*P**j == basis(d, Mod(j, d)).T)"
MISLED = ("exists(A, matrix(d, d), exists(B, matrix(d, 1), exists(C, matrix(1, d),"
          " minimiser(A, B, C) and not memoryless(A, B, C))))")  # fmt: skip

#: The cyclic shift fits the first d values of the impulse response; value number d is w again.
CYCLIC = [
    Cite("cyclic-shift"),
    Set("S", "Sum(basis(d, i)*basis(d, Mod(i+1, d)).T, (i, 0, d-1))"),
    Have("forall(j, nonnegative integer, basis(d, 0).T*S**j == basis(d, Mod(j, d)).T)", name="powers",
         by=[Take("j"), Use("cyclic-shift", at=["d", "d", "j", "S"])]),
    Witness("S"),
    Witness("w*basis(d, 0)"),
    Witness("basis(d, 0).T"),
    Split([[Take("P", "Q", "R")],
           [Have("basis(d, 0).T*S**d*(w*basis(d, 0)) == w", name="returns"), Choose(1), Witness("d")]]),
]  # fmt: skip


#: The minimum is 0: what a minimiser (A, B, C) at fixed small sizes must satisfy.
ONE_UNIT = [At({"goal": [
    Take("A", "B", "C"), Negate("misled"), Use("misled.0", at=["0", "1", "1"], name="best"),
    Vanish("best", squares=[Square(root="C*B - 1", name="gain"), Square(root="C*A*B", name="seen")], rewrite=[]),
    Have("A == 0", name="still", by=[Linear(terms=[("gain", "-A", "1"), ("seen", "1", "1")])]),
    CasesOn("misled.1", [[Contradict("case")], [Obtain("case", "j"), Contradict("j", [Linear(rewrite=["still"])])]]),
]})]
NO_GAIN = [At({"goal": [
    Take("A", "B", "C"), Negate("misled"), Use("misled.0", at=["0", "0", "0"], name="best"),
    Vanish("best", squares=[Square(root="C*B", name="gain")], rewrite=[]),
    CasesOn("misled.1", [[Contradict("case")],
                         [Obtain("case", "j"), Contradict("j", [Linear(terms=[("gain", "A**j", "1")])])]]),
]})]


@paper.proposition("prop-5.1", "Minimisers that do not extrapolate", where="Section 5")
def short_sequences(item):
    item.printed("For any training sequence length k and model width d >= k, there exist RNN parameters that "
                 "minimise the loss (4) but do not extrapolate.")  # fmt: skip
    item.use(network)
    item.let(w="nonzero")
    item.suppose("short", "d >= k")
    item.conclude(MISLED, argument=CYCLIC, expected="proved")
    item.step("s1", f"forall(P, matrix(d, d), implies({SHIFT}, forall(q, positive integer, forall(M, matrix(d, q),"
              " forall(i, integer[0, d-1], basis(d, i).T*P*M == basis(d, Mod(i+1, d)).T*M)))))",
              says="P from the left shifts the rows cyclically",
              argument=[Take("P", "q", "M", "i")])  # fmt: skip
    shifted = [Take("P"), Have(POWERS, name="powers", by=[Induct("j")])]
    item.step("s2", f"forall(P, matrix(d, d), implies({SHIFT}, forall(q, positive integer,"
              " basis(d, 0).T*P**(d*q)*(w*basis(d, 0)) == w)))",
              says="P^(dq) = I, so the impulse response returns to w", argument=[*shifted, Take("q")])  # fmt: skip
    item.step("s3", f"forall(P, matrix(d, d), implies({SHIFT}, forall(j, integer[1, d-1],"
              " basis(d, 0).T*P**j == basis(d, j).T)))",
              says="footnote 2: the first row of P^j is e_{j+1}'", argument=[*shifted, Take("j")])  # fmt: skip
    item.step("s4", f"forall(P, matrix(d, d), implies({SHIFT}, loss(P, w*basis(d, 0), basis(d, 0).T) == 0))",
              because=["short"], says="since k <= d, the loss is zero", argument=shifted)  # fmt: skip
    item.without("short", counterexample={"d": "1", "k": "2", "w": "1"}, argument=ONE_UNIT)
    item.without("w.nonzero", counterexample={"d": "1", "k": "1", "w": "0"}, argument=NO_GAIN)
    item.instance("boundary d=k=1", {"d": "1", "k": "1"}, argument=[Witness("1"), Witness("w"), Witness("1")])
    item.note("The proof opens with an assumption whose content is lost; none is needed.")


@paper.remark("rem-5.1a", "Minimising the loss does not guarantee extrapolation", where="Section 5")
def consequence(item):
    item.printed("An arbitrary loss-minimising learning algorithm may result in non-extrapolating solutions.")
    item.use(network)
    item.let(w="nonzero")
    item.suppose("short", "d >= k")
    item.conclude(
        "not forall(A, matrix(d, d), forall(B, matrix(d, 1), forall(C, matrix(1, d),"
        " implies(minimiser(A, B, C), memoryless(A, B, C)))))",
        argument=CYCLIC,
    )
