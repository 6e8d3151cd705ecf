"""Section 2: the deep linear model, its loss, and the low rank that a narrow layer imposes.

Layers of any widths: a claim about all depths takes square layers of one size N (narrower ones are padded by zeros), or the
products A and B of the layers on the two sides of the one at hand.
"""

from verifier.claims.script import Axiom, CasesOn, Have, Induct, Inside, Linear, Obtain, Split, Take, Use, Witness
from verifier.theory.linear_dependence import named

from . import paper

LOSS = "f(W) := norm2(Y - X*W)/(2*n)"
SIZES = {"d": "positive integer", "p": "positive integer", "n": "positive integer"}
SAMPLES = Have("2*n != 0", name="samples")
DATA = {**SIZES, "X": "matrix(n, d)", "Y": "matrix(n, p)"}


def identity_block(letter, rows, columns):
    """The matrix with an identity in its upper left corner, rows <= columns, and that it has orthonormal rows."""
    return [
        *named(letter, f"{rows}, {columns}", f"Sum(basis({rows}, i)*basis({columns}, i).T, (i, 0, {rows}-1))"),
        Have(f"{letter}*{letter}.T == eye({rows})", name=f"{letter} rows", by=[
            Axiom("resolution-of-identity"), Use("resolution-of-identity", at=[rows], name="rows"),
            Linear(rewrite=[letter], terms=[("rows", "-1", "1")])]),
    ]  # fmt: skip


@paper.equation("eq-1", "The deep linear network", where="Section 2, Eq. (1)", provenance="recalled")
def network(item):
    item.printed("yhat(x) = W_L' ... W_1' x, with W_l of size h_{l-1} x h_l; in rows, yhat' = x' W_1 ... W_L.")
    item.let(N="positive integer", W="matrix(N, N) sequence", P="matrix(N, N) sequence", y="matrix(N, 1) sequence")
    item.suppose("layers", "forall(l, nonnegative integer, y[l+1] == W[l].T*y[l])")
    item.suppose("product", "P[0] == eye(N) and forall(l, nonnegative integer, P[l+1] == P[l]*W[l])")
    item.conclude("forall(l, nonnegative integer, y[l].T == y[0].T*P[l])", argument=[Induct("l", step=[
        Use("layers", at=["l"], name="next"), Use("product.1", at=["l"], name="longer"),
        Linear(terms=[Inside("next", "HOLE.T"), ("IH", "1", "W[l]"), ("longer", "-y[0].T", "1")])])],
        expected="proved", example={"N": 1, "W": 0, "P": "Piecewise((1, t < 1), (0, True))", "y": 0})  # fmt: skip
    item.note("y[l] is what the l-th hidden layer shows, y[0] = x, and W[l] is W_{l+1}. Widths that differ are padded by zeros.")


@paper.equation("eq-2", "The least-squares loss", where="Section 2, Eq. (2)", provenance="recalled")
def loss(item):
    item.printed("Minimise f(W_1, ..., W_L) = (1/(2n)) |Y - X W_1 ... W_L|_F^2.")
    item.let(**DATA, W="matrix(d, p)", Sx="matrix(d, d)", Sxy="matrix(d, p)", Sy="matrix(p, p)")
    item.define(LOSS)
    item.suppose("Sigma_x", "n*Sx == X.T*X")
    item.suppose("Sigma_xy", "n*Sxy == X.T*Y")
    item.suppose("Sigma_y", "n*Sy == Y.T*Y")
    item.conclude("n*f(W) == n*(trace(W.T*Sx*W)/2 - trace(W.T*Sxy) + trace(Sy)/2)", expected="proved",
                  argument=[SAMPLES, Linear(nonzero=["samples"], terms=[Inside("Sigma_x", "-trace(W.T*HOLE*W)/2"), Inside("Sigma_xy", "trace(W.T*HOLE)"),
                                          Inside("Sigma_y", "-trace(HOLE)/2")])])  # fmt: skip
    item.note("The factor 1/(2n) is the one with which the gradient is Sigma_x W - Sigma_xy.")


@paper.equation("eq-3", "The design matrices", where="Section 2, Eq. (3)")
def design(item):
    item.printed("X' = (x_1 ... x_n) and Y' = (y_1 ... y_n).")
    item.let(**DATA, W="matrix(d, p)", x="matrix(d, 1) sequence", y="matrix(p, 1) sequence")
    item.define(LOSS)
    item.suppose("X", "X == Sum(basis(n, i)*x[i].T, (i, 0, n-1))")
    item.suppose("Y", "Y == Sum(basis(n, i)*y[i].T, (i, 0, n-1))")
    item.conclude("X.T*X == Sum(x[i]*x[i].T, (i, 0, n-1)) and X.T*Y == Sum(x[i]*y[i].T, (i, 0, n-1))"
                  " and 2*n*f(W) == Sum(norm2(y[i] - W.T*x[i]), (i, 0, n-1))",
                  argument=[Split([[Linear(rewrite=["X"])], [Linear(rewrite=["X", "Y"])], [SAMPLES, Linear(rewrite=["X", "Y"], nonzero=["samples"])]])],
                  expected="proved")  # fmt: skip


PRODUCTS = ("forall(W, matrix(d, p), iff(exists(A, matrix(d, r), exists(B, matrix(r, h), exists(C, matrix(h, p), W == A*B*C))),"
            " exists(F, matrix(d, r), exists(G, matrix(r, p), W == F*G))))")  # fmt: skip


@paper.equation("eq-4", "Reduced-rank regression", where="Section 2, Eq. (4)")
def reduced_rank(item):
    item.printed("If r = min_{1 <= l <= L-1} h_l < min(p, d), then (2) is equivalent to reduced-rank regression: "
                 "minimise (1/(2n)) |Y - X W|_F^2 over the W in R^{d x p} of rank at most r.")  # fmt: skip
    item.let(d="positive integer", p="positive integer", r="positive integer", h="positive integer")
    item.suppose("narrowest", "r <= h")
    item.conclude(PRODUCTS, argument=[
        *identity_block("J", "r", "h"), Take("W"), Split([
            [Take(), Obtain("given", "A"), Obtain("A", "B"), Obtain("B", "C", label="W is"), Witness("A"), Witness("B*C")],
            [Take(), Obtain("given", "F"), Obtain("F", "G", label="W is"), Witness("F"), Witness("J"), Witness("J.T*G"),
             Linear(terms=[("W is", "1", "1"), ("J rows", "-F", "G")])]])], expected="proved")  # fmt: skip
    item.without("narrowest", counterexample={"d": 2, "p": 2, "r": 2, "h": 1})
    item.step("step1", "forall(A, matrix(d, r), forall(B, matrix(r, p), exists(F, matrix(d, r), exists(G, matrix(r, p), A*B == F*G))))",
              says="the products have rank at most r: A are the layers up to the narrowest, B the layers behind it",
              argument=[Take("A", "B"), Witness("A"), Witness("B")])  # fmt: skip
    item.step("step2", "forall(F, matrix(d, r), forall(G, matrix(r, p), exists(M, matrix(r, h), exists(Z, matrix(h, p),"
              " F*G == (F*M)*Z))))", because=["narrowest"],
              says="one more layer of any width h >= r: F M has rank at most r again, so any depth follows one by one",
              argument=[*identity_block("J", "r", "h"), Take("F", "G"), Witness("J"), Witness("J.T*G"),
                        Linear(terms=[("J rows", "-F", "G")])])  # fmt: skip
    item.note("Rank at most r is written as W = F G with r columns in F. The conclusion is for two hidden layers, the narrowest one "
              "first; the two steps are for any depth. The sets of matrices agree, so the values and the minimisers do.")  # fmt: skip


@paper.equation("eq-4b", "No constraint when over-parametrised", where="Section 2, after Eq. (4)", provenance="printed")
def over_parametrised(item):
    item.printed("If r >= min(p, d), then {W_1 ... W_L} = R^{d x p}.")
    item.let(d="positive integer", p="positive integer", h="positive integer", k="positive integer")
    item.suppose("wide", "(h >= d and k >= d) or (h >= p and k >= p)")
    every = "exists(A, matrix(d, h), exists(B, matrix(h, k), exists(C, matrix(k, p), W == A*B*C)))"
    item.conclude(f"forall(W, matrix(d, p), {every})", argument=[Take("W"), CasesOn("wide", [
        [Have("d <= h", name="dh", by=[]), *identity_block("J", "d", "h"), *identity_block("K", "d", "k"),
         Witness("J"), Witness("J.T*K"), Witness("K.T*W"),
         Linear(terms=[("J rows", "-1", "K*K.T*W"), ("K rows", "-1", "W")])],
        [*identity_block("J", "p", "h"), *identity_block("K", "p", "k"),
         Witness("W*J"), Witness("J.T*K"), Witness("K.T"),
         Linear(terms=[("J rows", "-W", "K*K.T"), ("K rows", "-W", "1")])]])], expected="proved",
                  example={"d": 1, "p": 1, "h": 1, "k": 1})  # fmt: skip
    item.without("wide", counterexample={"d": 2, "p": 2, "h": 1, "k": 1})
    item.note("Three layers with hidden widths h and k, both at least d or both at least p, which is what r >= min(p, d) says.")
