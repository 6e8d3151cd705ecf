"""Appendix B.2: diagonal layers stay diagonal along the flow (39), for every depth and all sizes.

The L layers are R[0] M, ..., R[L-1] M for one curve M of stacked layers, each padded by zeros to the size N.  A reflection G that
commutes with the data D and K carries solutions to solutions, so by uniqueness layers that commute with it at time 0 always do;
diagonal matrices are those that commute with all G = I - 2 e_i e_i'.
"""

from verifier.claims.script import (
    Bounded,
    Cases,
    Have,
    Induct,
    Inside,
    Linear,
    Numbers,
    Obtain,
    Order,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)
from verifier.theory.flows import GRONWALL
from verifier.theory.least_squares_flow import PRODUCT
from verifier.theory.linear_dependence import named
from verifier.theory.norms import norms
from verifier.theory.real_numbers import named_number

from . import paper
from .appendix_b_products import REFLECTION, moved

COMMUTES = "G*K == K*G and G*D == D*G"
V = "(P.T*(K - D*X)*B.T)"
Y = "(K - D*X)"
FACTOR = "(6*A**2*(2*norm2(K) + 2*norm2(D)*A) + 3*A**3*norm2(D))"


def triple(name, first, second, third, sizes):
    """``name``: the square of a product of three matrices is at most the product of the bounds that the facts `sizes` give."""
    (f1, a1), (f2, a2), (f3, a3) = sizes
    return [
        Use("norm of a product", at=["N", "N", "N", first, second], name=f"{name} 1"),
        Use("norm of a product", at=["N", "N", "N", f"{first}*{second}", third], name=f"{name} 2"),
        Have(f"norm2({second}) >= 0", name=f"{name} b", by=[Order(positive=[Square(root=second)])]),
        Have(f"norm2({third}) >= 0", name=f"{name} c", by=[Order(positive=[Square(root=third)])]),
        Have(f"norm2({first}*{second}*{third}) <= {a1}*{a2}*{a3}", name=name, by=[Order(positive=[
            Square(facts=[f"{name} 2"]), Square(facts=[f"{name} c", f"{name} 1"]), Square(facts=[f"{name} c", f"{name} b", f1]),
            Square(facts=[f"{name} c", f"{a1} above", f2]), Square(facts=[f"{a1} above", f"{a2} above", f3])])]),
    ]  # fmt: skip


_P, _B, _Y = f"{moved('P')}.T", f"{moved('B')}.T", f"(G*{Y}*G)"
VELOCITY = [
    *PRODUCT, *named_number("kk", "trace(K.T*K)"), *named_number("dd", "trace(D.T*D)"), *named_number("y", "2*kk + 2*dd*A"),
    *named_number("v", "A*u"), *named_number("w", "dd*v"),
    Have("trace(K.T*K) >= 0", name="K size", by=[Order(positive=[Square(root="K")])]),
    Have("trace(D.T*D) >= 0", name="D size", by=[Order(positive=[Square(root="D")])]),
    Have("A >= 0", name="A above"), Have("kk >= 0", name="kk above", by=[Numbers(using=["kk", "K size"])]),
    Have("dd >= 0", name="dd above", by=[Numbers(using=["dd", "D size"])]),
    Have("dd*A >= 0", name="dA", by=[Numbers(using=["dd above", "A above"])]),
    Have("y >= 0", name="y above", by=[Numbers(using=["y", "dA", "kk above"])]),
    Have("v >= 0", name="v above", by=[Numbers(using=["v", "A above", "u"])]),
    Have("w >= 0", name="w above", by=[Numbers(using=["w", "v above", "dd above"])]),
    Use("norm of a product", at=["N", "N", "N", "D", "X"], name="DX"),
    Use("norm of a product", at=["N", "N", "N", "D", moved("X")], name="DE"),
    Have(f"norm2({Y}) <= y", name="Y size", by=[Order(positive=[
        Square(root="K + D*X"), Square(facts=["DX"], weight="2"), Square(facts=["dd above", "X"], weight="2")], terms=[
            ("kk", "2", "1"), ("dd", "2*trace(X.T*X)", "1"), ("y", "1", "1")])]),
    Have(f"norm2(D*{moved('X')}) <= w", name="E size", by=[Order(positive=[
        Square(facts=["DE"]), Square(facts=["dd above", "X moved"])], terms=[
            ("dd", f"norm2({moved('X')})", "1"), ("v", "dd", "1"), ("w", "1", "1")])]),
    Have(f"norm2(G*P.T*G) == norm2(P)", name="P reflected", by=[Linear(terms=[
        Inside("G.0", "trace(G.T*P*HOLE*G*P.T*G)"), Inside("G.0", "trace(HOLE*P*G*G*P.T*G)"),
        Inside("G.1", "trace(P*HOLE*P.T*G*G)"), Inside("G.1", "trace(P*P.T*HOLE)")])]),
    Have(f"norm2({_Y}) == norm2({Y})", name="Y reflected", by=[Linear(terms=[
        Inside("G.0", f"trace(G.T*{Y}.T*HOLE*G*{Y}*G)"), Inside("G.0", f"trace(HOLE*{Y}.T*G*G*{Y}*G)"),
        Inside("G.1", f"trace({Y}.T*HOLE*{Y}*G*G)"), Inside("G.1", f"trace({Y}.T*{Y}*HOLE)")])]),
    Have("norm2(G*P.T*G) <= A", name="P turned", by=[Order(positive=[Square(facts=["P"])], terms=[("P reflected", "-1", "1")])]),
    Have(f"norm2({_Y}) <= y", name="Y turned", by=[Order(positive=[Square(facts=["Y size"])], terms=[("Y reflected", "-1", "1")])]),
    Have(f"norm2({_P}) <= v", name="P gap", by=[Order(positive=[Square(facts=["P moved"])], terms=[("v", "1", "1")])]),
    Have(f"norm2({_B}) <= v", name="B gap", by=[Order(positive=[Square(facts=["B moved"])], terms=[("v", "1", "1")])]),
    Have("norm2(B.T) <= A", name="B size", by=[Order(positive=[Square(facts=["B"])])]),
    *triple("one", _P, Y, "B.T", [("P gap", "v"), ("Y size", "y"), ("B size", "A")]),
    *triple("two", "(G*P.T*G)", f"(D*{moved('X')})", "B.T", [("P turned", "A"), ("E size", "w"), ("B size", "A")]),
    *triple("three", "(G*P.T*G)", _Y, _B, [("P turned", "A"), ("Y turned", "y"), ("B gap", "v")]),
    *named("T1", "N, N", f"{_P}*{Y}*B.T"), *named("T2", "N, N", f"(G*P.T*G)*(D*{moved('X')})*B.T"), *named("T3", "N, N", f"(G*P.T*G)*{_Y}*{_B}"),
    Have(f"{V} - G*{V}*G == T1 - T2 + T3", name="parts", by=[Linear(
        rewrite=["T1", "T2", "T3", "G.0", "G.1", "commute.0", "commute.1"])]),
    Have("norm2(T1) <= v*y*A", name="T1 size", by=[Order(positive=[Square(facts=["one"])], rewrite=["T1"])]),
    Have("norm2(T2) <= A*w*A", name="T2 size", by=[Order(positive=[Square(facts=["two"])], rewrite=["T2"])]),
    Have("norm2(T3) <= A*y*v", name="T3 size", by=[Order(positive=[Square(facts=["three"])], rewrite=["T3"])]),
    *named("T", "N, N", "T1 - T2 + T3"),
    Have("norm2(T) <= 6*A*v*y + 3*A**2*w", name="T size", by=[Order(positive=[
        Square(root="T1 + T2"), Square(root="T1 - T3"), Square(root="T2 + T3"), Square(facts=["T1 size"], weight="3"),
        Square(facts=["T2 size"], weight="3"), Square(facts=["T3 size"], weight="3")], rewrite=["T"])]),
    Have(f"norm2({V} - G*{V}*G) == norm2(T)", name="same", by=[
        Have(f"{V} - G*{V}*G == T", name="T is", by=[Linear(terms=[("parts", "1", "1"), ("T", "-1", "1")])]),
        Linear(terms=[Inside("T is", f"trace(HOLE.T*({V} - G*{V}*G))"), Inside("T is", "trace(T.T*HOLE)")])]),
    Have(f"6*A*v*y + 3*A**2*w == {FACTOR}*u", name="factor", by=[Linear(terms=[
            ("w", "3*A**2", "1"), ("v", "6*A*y + 3*A**2*dd", "1"), ("y", "6*A**2*u", "1"), ("kk", "12*A**2*u", "1"), ("dd", "15*A**3*u", "1")])]),
    Order(positive=[Square(facts=["T size"])], terms=[("same", "-1", "1"), ("factor", "-1", "1")]),
]  # fmt: skip
ONE_LAYER = {"N": 1, "D": 0, "K": 0, "G": 1, "P": 0, "B": 0, "X": 0, "A": 0, "u": 0}


@paper.remark("invariance/velocity", "The velocity of a layer near a reflection", where="Appendix B.2, cross-check")
def velocity(item):
    item.printed("(not in the paper) Where the products P, B and X before, behind and of all layers have squared norms at most A and commute "
                 "with a reflection up to A u, the velocity P'(K - D X)B' commutes with it up to C u, C made of A, |K| and |D|.")  # fmt: skip
    item.let(N="positive integer", **dict.fromkeys(("D", "K", "G", "P", "B", "X"), "matrix(N, N)"), A="nonnegative", u="nonnegative")
    item.suppose("G", REFLECTION)
    item.suppose("commute", COMMUTES)
    for name in ("P", "B", "X"):
        item.suppose(name, f"norm2({name}) <= A")
        item.suppose(f"{name} moved", f"norm2({moved(name)}) <= A*u")
    item.conclude(f"norm2({V} - G*{V}*G) <= {FACTOR}*u", argument=VELOCITY, expected="proved", example=ONE_LAYER)


CURVES = {"N": "positive integer", "L": "positive integer", "m": "positive integer", "D": "matrix(N, N)", "K": "matrix(N, N)",
          "M": "matrix(m, N) curve", "R": "matrix(N, m) sequence"}  # fmt: skip
W = "(R[l]*M[t])"
FLOW = ("forall(t, [0, oo), exists(P, matrix(N, N) sequence, exists(B, matrix(N, N) sequence,"
        f" P[0] == eye(N) and forall(l, integer[0, L-1], P[l+1] == P[l]*{W})"
        f" and B[0] == eye(N) and forall(l, integer[0, L-1], B[l+1] == {W.replace('R[l]', 'R[L-1-l]')}*B[l])"
        " and forall(l, integer[0, L-1], R[l]*diff(M[t], t) == P[l].T*(K - D*P[L])*B[L-1-l].T))))")  # fmt: skip
E = moved(W)
SPEED = moved("(R[l]*diff(M[t], t))")
GAP = f"Sum(trace({E}.T*{E}), (l, 0, L-1))"


def at(formula, **values):
    """A formula with other names of the layer l and the time t."""
    for name, value in values.items():
        formula = formula.replace(f"[{name}]", f"[{value}]").replace(f"({name}, 0, L-1)", f"({value}, 0, L-1)")
    return formula


ONE_OF_A_SUM = Have(
    "forall(mm, nonnegative integer, forall(aa, real sequence, implies(forall(ii, integer[0, mm-1], aa[ii] >= 0),"
    " Sum(aa[i], (i, 0, mm-1)) >= 0 and forall(jj, integer[0, mm-1], aa[jj] <= Sum(aa[i], (i, 0, mm-1))))))",
    name="one of a sum", by=[Induct("mm", base=[Take("aa"), Split([[], [Take("jj")]])], step=[
        Take("aa"), Use("IH", at=[("aa[t]", "t")], name="before", premises=[[Take("ii"), Use("given", at=["ii"])]]),
        Use("given", at=["mm"], name="last"),
        Split([[Order(positive=[Square(facts=["before.0"]), Square(facts=["last"])])],
               [Take("jj"), Cases("jj <= mm - 1", yes=[
                   Use("before.1", at=["jj"], name="this"), Order(positive=[Square(facts=["this"]), Square(facts=["last"])])], no=[
                   Have("jj == mm", name="end"), Order(positive=[Square(facts=["before.0"])], rewrite=["end"])])]])])])  # fmt: skip
