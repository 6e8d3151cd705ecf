"""Section 2: the deep linear model, its loss, and the low rank that a narrow layer imposes.

Layers of any widths: a claim about all depths takes square layers of one size N (narrower ones are padded by zeros), or the
products A and B of the layers on the two sides of the one at hand.
"""

from verifier.language.script import Cases, CasesOn, Have, Induct, Obtain, Split, Take, Use, Witness

from . import paper

LOSS = "f(W) := norm2(Y - X*W)/(2*n)"
SIZES = {"d": "positive integer", "p": "positive integer", "n": "positive integer"}
SAMPLES = Have("2*n != 0", name="samples")
DATA = {**SIZES, "X": "matrix(n, d)", "Y": "matrix(n, p)"}


@paper.equation("eq-1", "The deep linear network", where="Section 2, Eq. (1)", provenance="recalled")
def network(item):
    item.printed("yhat(x) = W_L' ... W_1' x, with W_l of size h_{l-1} x h_l; in rows, yhat' = x' W_1 ... W_L.")
    item.let(N="positive integer", W="matrix(N, N) sequence", P="matrix(N, N) sequence", y="matrix(N, 1) sequence")
    item.suppose("layers", "forall(l, nonnegative integer, y[l+1] == W[l].T*y[l])")
    item.suppose("product", "P[0] == eye(N) and forall(l, nonnegative integer, P[l+1] == P[l]*W[l])")
    item.conclude("forall(l, nonnegative integer, y[l].T == y[0].T*P[l])", argument=[Induct("l", step=[
        Use("layers", at=["l"], name="next"), Use("product.1", at=["l"], name="longer")])],
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
                  argument=[SAMPLES])  # fmt: skip
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
                  argument=[Split([[], [], [SAMPLES]])],
                  expected="proved")  # fmt: skip


#: W_1 ... W_L = M for layers of the widths that E says: E_l projects onto the first h_l coordinates of R^N.
LAYERED = ("exists(W, matrix(N, N) sequence, exists(P, matrix(N, N) sequence, forall(l, integer[0, L-1], E[l]*W[l]*E[l+1] == W[l])"
           " and P[0] == eye(N) and forall(l, integer[0, L-1], P[l+1] == P[l]*W[l]) and M == P[L]))")  # fmt: skip
LOW_RANK = "exists(F, matrix(N, N), exists(G, matrix(N, N), M == E[0]*F*E[m]*G*E[L]))"
#: F, then the identity of the narrowest width, then G.
THREE = ("W[0] == E[0]*F*E[m] and forall(l, integer[1, L-2], W[l] == E[m]) and W[L-1] == E[m]*G*E[L]")
RUNNING = ("P[0] == eye(N) and forall(l, integer[1, L-1], P[l] == E[0]*F*E[m]) and P[L] == E[0]*F*E[m]*G*E[L]")


def everywhere(formula, first, middle, last):
    """`formula` for all l in [0, L-1]: at 0, strictly between, and at L-1."""
    return [
        Have(f"forall(l, integer[0, 0], {formula})", name="at first", by=[Induct("l", hypothesis="never", base=first)]),
        Have(f"forall(l, integer[1, L-2], {formula})", name="between", by=[Take("l"), *middle]),
        Have(f"forall(l, integer[L-1, L-1], {formula})", name="at last", by=[Induct("l", hypothesis="never", base=last)]),
        Take("l"), Cases("l <= 0", yes=[Use("at first", at=["l"])], no=[Cases("l <= L-2", name="inner", yes=[Use("between", at=["l"])], no=[
            Use("at last", at=["l"])])]),
    ]  # fmt: skip


#: The products have h_l columns, and d rows.
SIDES = [
    Have("forall(l, integer[0, L-1], P[l+1]*E[l+1] == P[l+1])", name="right", by=[
        Take("l"), Use("layers.2", at=["l"], name="next"), Use("layers.0", at=["l"], name="fits"), Use("projections", at=["l+1"], name="idem")]),
    Have("forall(l, integer[0, L-1], E[0]*P[l+1] == P[l+1])", name="left", by=[Induct("l", base=[
        Use("layers.2", at=["0"], name="next"), Use("layers.0", at=["0"], name="fits")], step=[
        Use("layers.2", at=["l+1"], name="next")])]),
]  # fmt: skip
ANY_DEPTH = [
    Use("narrowest", at=["m"], name="narrow"), Use("projections", at=["0"], name="first"), Use("projections", at=["L"], name="last"),
    Take("M"), Split([
        [Take(), Obtain("given", "W"), Obtain("W", "P", label="layers"),
         *SIDES,
         Have("forall(l, integer[m, L], exists(Z, matrix(N, N), P[l] == P[m]*Z))", name="behind", by=[Induct("l", base=[Witness("eye(N)")], step=[
             Obtain("IH", "Z", label="Z"), Use("layers.2", at=["l"], name="next"), Witness("Z*W[l]")])]),
         Use("behind", at=["L"], name="whole"), Obtain("whole", "Z", label="Z"), Use("right", at=["L-1"], name="ends"),
         Use("right", at=["m-1"], name="narrow end"), Use("left", at=["m-1"], name="narrow start"),
         Witness("P[m]"), Witness("Z")],
        [Take(), Obtain("given", "F"), Obtain("F", "G", label="M is"),
         Have(f"exists(W, matrix(N, N) sequence, {THREE})", name="some layers", by=[
             Witness("E[m] + delta(r, 0)*(E[0]*F*E[m] - E[m]) + delta(r, L-1)*(E[m]*G*E[L] - E[m])", index="r"),
             Split([[], [Take("l")], []])]),
         Obtain("some layers", "W", label="W"),
         Have(f"exists(P, matrix(N, N) sequence, {RUNNING})", name="some products", by=[
             Witness("E[0]*F*E[m] + delta(r, 0)*(eye(N) - E[0]*F*E[m]) + delta(r, L)*(E[0]*F*E[m]*G*E[L] - E[0]*F*E[m])", index="r"),
             Split([[], [Take("l")], []])]),
         Obtain("some products", "P", label="P"),
         Witness("W[r]", index="r"), Witness("P[r]", index="r"), Split([
             everywhere("E[l]*W[l]*E[l+1] == W[l]",
                        [Use("narrowest", at=["1"], name="wide")],
                        [Use("W.1", at=["l"], name="now"), Use("narrowest", at=["l"], name="wide"), Use("narrowest", at=["l+1"], name="wider")],
                        [Use("narrowest", at=["L-1"], name="wide")]),
             [], everywhere("P[l+1] == P[l]*W[l]",
                            [Use("P.1", at=["1"], name="after")],
                            [Use("P.1", at=["l"], name="here"), Use("P.1", at=["l+1"], name="after"), Use("W.1", at=["l"], name="now")],
                            [Use("P.1", at=["L-1"], name="here")]),
             []])]])]  # fmt: skip


@paper.equation("eq-4", "Reduced-rank regression", where="Section 2, Eq. (4)")
def reduced_rank(item):
    item.printed("If r = min_{1 <= l <= L-1} h_l < min(p, d), then (2) is equivalent to reduced-rank regression: "
                 "minimise (1/(2n)) |Y - X W|_F^2 over the W in R^{d x p} of rank at most r.")  # fmt: skip
    item.let(N="positive integer", L="integer[2, oo]", m="integer[1, L-1]", E="matrix(N, N) sequence")
    item.suppose("projections", "forall(l, integer[0, L], E[l]*E[l] == E[l])")
    item.suppose("narrowest", "forall(l, integer[1, L-1], E[m]*E[l] == E[m] and E[l]*E[m] == E[m])")
    item.conclude(f"forall(M, matrix(N, N), iff({LAYERED}, {LOW_RANK}))", argument=ANY_DEPTH, expected="proved",
                  example={"N": 1, "L": 2, "m": 1, "E": 1})  # fmt: skip
    item.note("For every depth L and all widths h_0 = d, h_1, ..., h_L = p: matrices are padded by zeros to one size N, and E_l is the projection onto the "
              "first h_l coordinates, so that E_{l-1} W_l E_l = W_l says that W_l is h_{l-1} x h_l (W[l] is W_{l+1}). The m-th layer is the narrowest hidden "
              "one: E_m E_l = E_m says h_m <= h_l. E_0 F E_m G E_L is any d x p matrix of rank at most r = h_m, a product of a d x r and an r x p "
              "matrix. So the two sets of matrices agree, and with them the values and the products of the minimisers; r < min(p, d) is not "
              "needed.")  # fmt: skip


def layered(first, inner, last, running, wide):
    """Layers whose product is M: `first`, `inner` everywhere between, `last`; `running` are the products before the last layer."""
    return [
        Have(f"exists(W, matrix(N, N) sequence, W[0] == {first} and forall(l, integer[1, L-2], W[l] == {inner}) and W[L-1] == {last})",
             name="some layers", by=[
                 Witness(f"{inner} + delta(r, 0)*({first} - {inner}) + delta(r, L-1)*({last} - {inner})", index="r"),
                 Split([[], [Take("l")], []])]),
        Obtain("some layers", "W", label="W"),
        Have(f"exists(P, matrix(N, N) sequence, P[0] == eye(N) and forall(l, integer[1, L-1], P[l] == {running}) and P[L] == M)",
             name="some products", by=[
                 Witness(f"{running} + delta(r, 0)*(eye(N) - {running}) + delta(r, L)*(M - {running})", index="r"),
                 Split([[], [Take("l")], []])]),
        Obtain("some products", "P", label="P"),
        Witness("W[r]", index="r"), Witness("P[r]", index="r"), Split([
            everywhere("E[l]*W[l]*E[l+1] == W[l]",
                       [Use(wide, at=["1"], name="near")],
                       [Use("W.1", at=["l"], name="now"), Use(wide, at=["l"], name="near"), Use(wide, at=["l+1"], name="far")],
                       [Use(wide, at=["L-1"], name="near")]),
            [], everywhere("P[l+1] == P[l]*W[l]",
                           [Use("P.1", at=["1"], name="after")],
                           [Use("P.1", at=["l"], name="here"), Use("P.1", at=["l+1"], name="after"), Use("W.1", at=["l"], name="now")],
                           [Use("P.1", at=["L-1"], name="here")]),
            []])]  # fmt: skip


def wide_terms(place, layer):
    """E_l W E_{l+1} = W for the first and the last layer, which are M or the identity of the width that all others contain."""
    return {("first", "E[0]"): [("first", "1", "E[1]"), ("near.0", "1", "1")],
            ("last", "M"): [("near.1", "1", "M*E[L]*E[L]"), ("last", "E[0]*M", "1"), ("given", "-E[L-1]", "E[L]"), ("given", "1", "1")],
            ("first", "M"): [("first", "1", "M*E[L]*E[1]"), ("near.0", "E[0]*M", "1"), ("given", "-E[0]", "E[1]"), ("given", "1", "1")],
            ("last", "E[L]"): [("near.1", "1", "E[L]"), ("last", "1", "1")]}[place, layer]  # fmt: skip


def absorbed(running, layer):
    """running = running * layer."""
    return {("E[0]", "E[0]"): [("first", "-1", "1")], ("E[0]", "M"): [("given", "-1", "1"), ("given", "E[0]", "1"), ("first", "-1", "M*E[L]")],
            ("M", "E[L]"): [("given", "-1", "1"), ("given", "1", "E[L]"), ("last", "-E[0]*M", "1")]}[running, layer]  # fmt: skip


@paper.equation("eq-4b", "No constraint when over-parametrised", where="Section 2, after Eq. (4)", provenance="printed")
def over_parametrised(item):
    item.printed("If r >= min(p, d), then {W_1 ... W_L} = R^{d x p}.")
    item.let(N="positive integer", L="integer[2, oo]", E="matrix(N, N) sequence")
    item.suppose("projections", "forall(l, integer[0, L], E[l]*E[l] == E[l])")
    contains = "forall(l, integer[1, L-1], {0}*E[l] == {0} and E[l]*{0} == {0})"
    item.suppose("wide", f"{contains.format('E[0]')} or {contains.format('E[L]')}")
    item.conclude(f"forall(M, matrix(N, N), iff({LAYERED}, E[0]*M*E[L] == M))", expected="proved", argument=[
        Use("projections", at=["0"], name="first"), Use("projections", at=["L"], name="last"), Take("M"), Split([
            [Take(), Obtain("given", "W"), Obtain("W", "P", label="layers"), *SIDES,
             Use("right", at=["L-1"], name="ends"), Use("left", at=["L-1"], name="starts")],
            [Take(), CasesOn("wide", [
                layered("E[0]", "E[0]", "M", "E[0]", "side"), layered("M", "E[L]", "E[L]", "M", "side")], name="side")]])],
        example={"N": 1, "L": 2, "E": 1})  # fmt: skip
    item.note("For every depth L and all widths, written as in eq-4: E_0 M E_L = M says that M is d x p, and `wide` that all hidden widths are at least d, or all "
              "at least p, which is what r >= min(p, d) says.")  # fmt: skip
