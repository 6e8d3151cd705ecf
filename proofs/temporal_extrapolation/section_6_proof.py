"""Section 6, second part of the proof: complementary slackness, and the cited facts."""

from verifier.language.script import Have, Induct, Linear, Split, Take

from . import paper
from .notation import ZERO_IS_ATTAINED, network

#: B'AAB with A = U diag(lam) U' is the sum of lam_i^2 v_i^2.
EXPANDED = [Linear(rewrite=["balanced", "spectral", "U.orthogonal"], terms=[("eq-11", "1", "1")])]
DIAGONAL = "Sum(lam[i]*basis(d, i)*basis(d, i).T, (i, 0, d-1))"


def symmetric_minimiser(item):
    """A minimiser with A = A' and B = C', as the proof has it from here on."""
    item.use(network)
    item.suppose("symmetric", "A.T == A")
    item.suppose("balanced", "C == B.T")
    item.suppose("length", "k > 2")
    item.suppose("minimiser", "minimiser(A, B, C)")


def diagonalised(item):
    """A = U diag(lam) U' with U orthogonal, and Eq. (11)."""
    item.use(network)
    item.let(U="orthogonal matrix(d)", lam="real sequence")
    item.suppose("spectral", f"A == U*{DIAGONAL}*U.T")
    item.suppose("balanced", "C == B.T")
    item.suppose("eq-11", "C*A*A*B == 0")


@paper.equation("eq-11", "The second value of the impulse response vanishes", where="Section 6, Eq. (11)")
def second_value(item):
    item.printed("C A^2 B = B' A A B = 0.")
    symmetric_minimiser(item)
    item.conclude(
        "C*A**2*B == 0 and B.T*A*A*B == 0",
        argument=[ZERO_IS_ATTAINED, Have("forall(j, integer[1, k-1], h(j) == 0)", name="seen"),
                  Have("C*A**2*B == 0", name="second")],
        example={"d": "1", "k": "3", "A": "0", "B": "1", "C": "1", "w": "1"},
    )  # fmt: skip
    item.without("length", counterexample={
        "d": "2", "k": "2", "A": "Matrix([[0,1],[1,0]])", "B": "basis(2,0)", "C": "basis(2,0).T", "w": "1"})


@paper.equation("eq-12", "A sum of squares that vanishes", where="Section 6, Eq. (12)")
def weighted_squares(item):
    item.printed("With v = U' B: sum_{i=1}^d lambda_i^2 v_i^2 = 0.")
    diagonalised(item)
    item.conclude("Sum(lam[i]**2*(U.T*B)[i, 0]**2, (i, 0, d-1)) == 0", argument=EXPANDED)


@paper.equation("eq-13", "Complementary slackness", where="Section 6, Eq. (13)")
def complementary_slackness(item):
    item.printed("lambda_i v_i = 0 for every i.")
    diagonalised(item)
    squares = "Sum(lam[i]**2*(U.T*B)[i, 0]**2, (i, 0, d-1)) == 0"
    slack = "forall(i, integer[0, d-1], lam[i]*(U.T*B)[i, 0] == 0)"
    item.conclude(slack, argument=[Have(squares, name="squares", by=EXPANDED)])
    item.step("s9", slack, because=["eq-12", "spectral", "balanced", "eq-11"], says="non-negative terms that sum to zero",
              argument=[Have(squares, name="squares", by=EXPANDED)], inference_argument=[])  # fmt: skip
    powers = "forall(j, positive integer, A**j == U*Sum(lam[i]**j*basis(d, i)*basis(d, i).T, (i, 0, d-1))*U.T)"
    item.step("s10", "forall(j, positive integer, C*A**j*B == Sum(lam[i]**j*(U.T*B)[i, 0]**2, (i, 0, d-1))"
              " and C*A**j*B == 0)", because=["s9", "spectral", "balanced", "U.orthogonal"],
              says="for arbitrary j: C A^j B = sum_i lambda_i^j v_i^2 = 0",
              argument=[
                  Have(squares, name="squares", by=EXPANDED), Have(slack, name="slackness"),
                  Have(powers, name="powers", by=[Induct("j")]),
                  Have("A*B == zeros(d, 1)", name="null"),
                  Take("j"), Split([[], []]),
              ])  # fmt: skip


@paper.cited("ext-spec", "Spectral theorem for real symmetric matrices", where="Section 6, cited", provenance="printed")
def spectral_theorem(item):
    item.printed("A symmetric matrix is orthogonally diagonalisable: A = U Lambda U'.")
    item.cites("standard; used without a reference")
    item.let(d="positive integer", A="symmetric matrix(d)")
    item.conclude("exists(U, matrix(d, d), exists(lam, real sequence, U.T*U == eye(d) and"
                  f" A == U*{DIAGONAL}*U.T))")  # fmt: skip
    item.note("The theorem itself is also proved here without diagonalising: |AB|^2 = C A^2 B = 0 gives AB = 0.")


@paper.cited("ext-cookbook91", "Derivative of a'X^n b", where="Appendix B, cited", provenance="derived")
def cookbook(item):
    item.printed("d(a' X^n b)/dX = sum_{r=0}^{n-1} (X^r)' a b' (X^{n-1-r})'.")
    item.cites("Petersen and Pedersen 2012, Eq. (91)")
    item.let(d="positive integer", n="nonnegative integer", X="matrix(d, d)", a="matrix(d, 1)", b="matrix(d, 1)")
    item.conclude("grad(a.T*X**n*b, X) == Sum((X**r).T*a*b.T*(X**(n-1-r)).T, (r, 0, n-1))", expected="proved")
    for d, n in ((1, 3), (2, 3), (3, 5)):
        item.instance(f"d={d},n={n}", {"d": d, "n": n})
