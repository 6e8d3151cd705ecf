"""Appendix B.2: diagonal layers stay diagonal along the flow (39), for every depth and all sizes.

The L layers are R[0] M, ..., R[L-1] M for one curve M of stacked layers, each padded by zeros to the size N.  A reflection G that
commutes with the data D and K carries solutions to solutions, so by uniqueness layers that commute with it at time 0 always do;
diagonal matrices are those that commute with all G = I - 2 e_i e_i'.
"""

from verifier.language.script import (
    Bounded,
    Cases,
    Contradict,
    Have,
    Inside,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
)
from verifier.library.short_names import GRONWALL, ONE_OF_A_SUM, PRODUCT, norms

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
        Have(f"norm2({second}) >= 0", name=f"{name} b"),
        Have(f"norm2({third}) >= 0", name=f"{name} c"),
        Have(f"norm2({first}*{second}*{third}) <= {a1}*{a2}*{a3}", name=name, by=[Order(positive=[
            Square(facts=[f"{name} 2"]), Square(facts=[f"{name} c", f"{name} 1"]), Square(facts=[f"{name} c", f"{name} b", f1]),
            Square(facts=[f"{name} c", f"{a1} above", f2]), Square(facts=[f"{a1} above", f"{a2} above", f3])])]),
    ]  # fmt: skip


_P, _B, _Y = f"{moved('P')}.T", f"{moved('B')}.T", f"(G*{Y}*G)"
VELOCITY = [
    PRODUCT, Set("kk", "trace(K.T*K)"), Set("dd", "trace(D.T*D)"), Set("y", "2*kk + 2*dd*A"),
    Set("v", "A*u"), Set("w", "dd*v"),
    Have("trace(K.T*K) >= 0", name="K size"),
    Have("trace(D.T*D) >= 0", name="D size"),
    Have("A >= 0", name="A above"), Have("kk >= 0", name="kk above"),
    Have("dd >= 0", name="dd above"),
    Have("dd*A >= 0", name="dA"),
    Have("y >= 0", name="y above"),
    Have("v >= 0", name="v above"),
    Have("w >= 0", name="w above"),
    Use("norm of a product", at=["N", "N", "N", "D", "X"], name="DX"),
    Use("norm of a product", at=["N", "N", "N", "D", moved("X")], name="DE"),
    Have(f"norm2({Y}) <= y", name="Y size", by=[Order(positive=[
        Square(root="K + D*X"), Square(facts=["DX"], weight="2"), Square(facts=["dd above", "X"], weight="2")], terms=[
            ("kk", "2", "1"), ("dd", "2*trace(X.T*X)", "1"), ("y", "1", "1")])]),
    Have(f"norm2(D*{moved('X')}) <= w", name="E size", by=[Order(positive=[
        Square(facts=["DE"]), Square(facts=["dd above", "X moved"])], terms=[
            ("dd", f"norm2({moved('X')})", "1"), ("v", "dd", "1"), ("w", "1", "1")])]),
    Have("norm2(G*P.T*G) == norm2(P)", name="P reflected"),
    Have(f"norm2({_Y}) == norm2({Y})", name="Y reflected"),
    Have("norm2(G*P.T*G) <= A", name="P turned", by=[Order(positive=[Square(facts=["P"])], terms=[("P reflected", "-1", "1")])]),
    Have(f"norm2({_Y}) <= y", name="Y turned", by=[Order(positive=[Square(facts=["Y size"])], terms=[("Y reflected", "-1", "1")])]),
    Have(f"norm2({_P}) <= v", name="P gap", by=[Order(positive=[Square(facts=["P moved"])], terms=[("v", "1", "1")])]),
    Have(f"norm2({_B}) <= v", name="B gap", by=[Order(positive=[Square(facts=["B moved"])], terms=[("v", "1", "1")])]),
    Have("norm2(B.T) <= A", name="B size"),
    *triple("one", _P, Y, "B.T", [("P gap", "v"), ("Y size", "y"), ("B size", "A")]),
    *triple("two", "(G*P.T*G)", f"(D*{moved('X')})", "B.T", [("P turned", "A"), ("E size", "w"), ("B size", "A")]),
    *triple("three", "(G*P.T*G)", _Y, _B, [("P turned", "A"), ("Y turned", "y"), ("B gap", "v")]),
    Set("T1", f"{_P}*{Y}*B.T"), Set("T2", f"(G*P.T*G)*(D*{moved('X')})*B.T"), Set("T3", f"(G*P.T*G)*{_Y}*{_B}"),
    Have(f"{V} - G*{V}*G == T1 - T2 + T3", name="parts"),
    Have("norm2(T1) <= v*y*A", name="T1 size", by=[Order(positive=[Square(facts=["one"])], rewrite=["T1"])]),
    Have("norm2(T2) <= A*w*A", name="T2 size", by=[Order(positive=[Square(facts=["two"])], rewrite=["T2"])]),
    Have("norm2(T3) <= A*y*v", name="T3 size", by=[Order(positive=[Square(facts=["three"])], rewrite=["T3"])]),
    Set("T", "T1 - T2 + T3"),
    Have("norm2(T) <= 6*A*v*y + 3*A**2*w", name="T size", by=[Order(positive=[
        Square(root="T1 + T2"), Square(root="T1 - T3"), Square(root="T2 + T3"), Square(facts=["T1 size"], weight="3"),
        Square(facts=["T2 size"], weight="3"), Square(facts=["T3 size"], weight="3")], rewrite=["T"])]),
    Have(f"norm2({V} - G*{V}*G) == norm2(T)", name="same", by=[
        Have(f"{V} - G*{V}*G == T", name="T is")]),
    Have(f"6*A*v*y + 3*A**2*w == {FACTOR}*u", name="factor"),
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
    none, one, off = "zeros(2, 2)", "eye(2)", "Matrix([[0, 1], [0, 0]])"
    still = {"N": 2, "D": none, "K": one, "G": "Matrix([[1, 0], [0, -1]])", "P": one, "B": one, "X": one, "A": 2, "u": 0}
    turned = dict.fromkeys("PBX", "Matrix([[1, 0], [0, -1]])")
    for name, change in (
        ("P", {"P": "1000*eye(2)", "B": off, "u": 2}), ("B", {"B": "1000*eye(2)", "P": off, "u": 2}),
        ("X", {"D": one, "K": none, "X": "1000*eye(2)", "B": off, "u": 2}),
        ("P moved", {"P": off}), ("B moved", {"B": off}), ("X moved", {"D": one, "K": none, "X": off}), ("commute", {"K": off}),
        ("G", {"G": "Matrix([[0, -1], [1, 0]])", **turned})):  # fmt: skip
        item.without(name, counterexample={**still, **change})


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


_SIZE, _EE = f"trace({W}.T*{W})", f"trace({E}.T*{E})"
STAYS = [
    Have("N > 0", name="size"), Have("L >= 1", name="depth"),
    Take("T"), Bounded(f"Sum({_SIZE}, (l, 0, L-1))", "t", "0", "T", name="bounded"), Obtain("bounded", "r", label="bound"),
    Set("b", "r**2 + 1"), Have("b >= 0 and r <= b", name="b above", by=[Split([[], []])]),
    Set("q", "2*b + 2"), Set("A", "N*q**L"),
    Have("A >= 0", name="A above", by=[
        Have("q**L > 0", name="power")]),
    Set("C", FACTOR),
    Use("gronwall", at=[(GAP, "t"), "1 + L*C", "T"], name="growth", premises=[[], [
        Take("t"), Have("t >= 0", name="time"), Have("t <= T", name="end"), Use("bound", at=["t"], name="top"),
        Use("one of a sum", at=["L", (at(_SIZE, l="i"), "i")], name="sizes", premises=[[], [
            Take("ii"), Order(positive=[Square(root=at(W, l="ii"))])]]),
        Use("one of a sum", at=["L", (at(_EE, l="i"), "i")], name="gaps", premises=[[], [
            Take("ii"), Order(positive=[Square(root=at(E, l="ii"))])]]),
        Set("u", GAP), Have("u >= 0", name="u above"),
        Use("flow", at=["t"], name="now"), Obtain("now", "P"), Obtain("P", "B", label="f"),
        Have(f"forall(l, integer[0, L-1], norm2({W}) <= b and norm2({E}) <= u)", name="near", by=[
            Take("l"), Use("sizes.1", at=["l"], name="one"), Use("gaps.1", at=["l"], name="two"), Split([
                [],
                []])]),
        Use("cited:products/front", at=["N", "L", "G", (W, "l"), "b", "u", "q", ("P[l]", "l")], name="front", premises=[[Split([
            [], [], [], [], [], []])]]),
        Use("cited:products/behind", at=["N", "L", "G", (W, "l"), "b", "u", "q", ("B[l]", "l")], name="behind", premises=[[Split([
            [], [], [], [], [], []])]]),
        Have(f"forall(l, integer[0, L-1], 2*trace({E}.T*{SPEED}) <= {_EE} + C*u)", name="each", by=[
            Take("l"), Use("f.4", at=["l"], name="speed"),
            Use("front", at=["l"], name="of P"), Use("behind", at=["L-1-l"], name="of B"), Use("front", at=["L"], name="of X"),
            *[Have(f"norm2({X}) <= A", name=f"{n} size", by=[Order(positive=[Square(facts=[f"of {n}.0"])], terms=[("A", "1", "1")])])
              for n, X in (("P", "P[l]"), ("B", "B[L-1-l]"), ("X", "P[L]"))],
            *[Have(f"norm2({moved(X)}) <= A*u", name=f"{n} gap", by=[Order(positive=[Square(facts=[f"of {n}.1"])], terms=[("A", "u", "1")])])
              for n, X in (("P", "P[l]"), ("B", "B[L-1-l]"), ("X", "P[L]"))],
            Use("cited:invariance/velocity", at=["N", "D", "K", "G", "P[l]", "B[L-1-l]", "P[L]", "A", "u"], name="close", premises=[[Split([
                [], [], *([[]]*8)])]]),
            Set("F", "P[l].T*(K - D*P[L])*B[L-1-l].T"), Have(f"norm2({moved('F')}) <= C*u", name="slow", by=[
                Order(positive=[Square(facts=["close"])], terms=[("C", "u", "1"), Inside("F", f"-trace({moved('HOLE')}.T*{moved('F')})"),
                      Inside("F", f"-trace(({moved('(P[l].T*(K - D*P[L])*B[L-1-l].T)')}).T*{moved('HOLE')})")])]),
            Have("R[l]*diff(M[t], t) == F", name="F is"),
            Order(positive=[Square(root=f"{E} - {moved('F')}"), Square(facts=["slow"])], terms=[
                Inside("F is", f"-2*trace({E}.T*{moved('HOLE')})")])]),
        Use("sum of bounds", at=[(at(f"2*trace({E}.T*{SPEED})", l="i"), "i"), (at(f"{_EE} + C*u", l="i"), "i"), "L"], name="total", premises=[[
            Take("jj"), Use("each", at=["jj"])]]),
        Order(positive=[Square(facts=["total"])], terms=[("u", "-L*C", "1")])]]),
    Use("sum of bounds", at=[(at(_EE, l="i", t="0"), "i"), ("0", "i"), "L"], name="none", premises=[[
        Take("jj"), Use("start", at=["jj"], name="first"), Order(terms=[Inside("first", f"-trace({at(E, l='jj', t='0')}.T*HOLE)")])]]),
    Set("g", at(GAP, t="0")), Have("g <= 0", name="nothing", by=[Order(positive=[Square(facts=["none"])], terms=[("g", "-1", "1")])]),
    Set("h", at(GAP, t="T")), Rewritten("growth", ["g", "h"], name="letters"),
    Have("h <= 0", name="gone"),
    Take("l"), Use("one of a sum", at=["L", (at(_EE, l="i", t="T"), "i")], name="gaps", premises=[[], [
        Take("ii"), Order(positive=[Square(root=at(E, l="ii", t="T"))])]]),
    Use("gaps.1", at=["l"], name="this"),
    Have(f"{at(_EE, t='T')} <= 0", name="flat"),
    Vanish("flat", squares=[Square(root=at(E, t="T"), name="zero")]),
]  # fmt: skip


SYMMETRIC = f"forall(l, integer[0, L-1], {at(E, t='0')} == zeros(N, N))"
KEPT = f"forall(T, [0, oo), forall(l, integer[0, L-1], {at(E, t='T')} == zeros(N, N)))"
SIZES = {name: domain for name, domain in CURVES.items() if name != "M"}


@paper.remark("diag-invariance/symmetry", "The flow keeps its symmetries", where="Appendix B.2, cross-check")
def symmetry(item):
    item.printed("(not in the paper) If all layers commute with a reflection G at time 0, and S and D do, then the layers commute with G at "
                 "all times, for every depth L.")  # fmt: skip
    item.let(**SIZES, G="matrix(N, N)")
    item.suppose("G", REFLECTION)
    item.suppose("commute", COMMUTES)
    item.conclude(f"forall(M, matrix(m, N) curve, implies({FLOW} and {SYMMETRIC}, {KEPT}))", expected="proved",
                  because=["products/front", "products/behind", "invariance/velocity"],
                  argument=[PRODUCT, *norms("sum of bounds"), GRONWALL, ONE_OF_A_SUM,
                            Take("M"), Have(FLOW, name="flow"), Have(SYMMETRIC, name="start"), *STAYS],
                  example={"N": 1, "L": 1, "m": 1, "D": 0, "K": 0, "G": 1, "R": 1})  # fmt: skip


DIAGONAL = "Sum({}[k]*basis(N, k)*basis(N, k).T, (k, 0, N-1))"
STARTS = f"forall(l, integer[0, L-1], exists(z, real sequence, R[l]*M[0] == {DIAGONAL.format('z')}))"
ENTRIES = ("forall(T, [0, oo), forall(l, integer[0, L-1], forall(i, integer[0, N-1], forall(j, integer[0, N-1], implies(i != j,"
           " basis(N, i).T*(R[l]*M[T])*basis(N, j) == 0)))))")  # fmt: skip
REFLECTED = "eye(N) - 2*basis(N, i)*basis(N, i).T"


@paper.remark("diag-invariance", "Diagonal layers stay diagonal", where="Appendix B.2", provenance="printed")
def invariance(item):
    item.printed("If all Wbar_l(0) are (rectangular) diagonal, they stay diagonal.")
    item.let(**SIZES, x="real sequence", y="real sequence")
    item.suppose("diagonal data", f"D == {DIAGONAL.format('x')} and K == {DIAGONAL.format('y')}")
    item.conclude(f"forall(M, matrix(m, N) curve, implies({FLOW} and {STARTS}, {ENTRIES}))", expected="proved",
                  because=["diag-invariance/symmetry"], argument=[
        Take("M"), Have(FLOW, name="flow"), Have(STARTS, name="starts"), Take("T", "l", "i", "j"), Have("i != j", name="apart"),
        Set("G", REFLECTED), Use("cited:diag-invariance/symmetry", at=["N", "L", "m", "D", "K", ("R[r]", "r"), "G"], name="kept",
            premises=[[Split([
                [Split([[], []])],
                [Split([[], []])]])]]),
        Use("kept", at=[("M[s]", "s")], name="all", premises=[[Split([[], [
            Take("ll"), Use("starts", at=["ll"], name="there is"), Obtain("there is", "z", label="z")]])]]),
        Use("all", at=["T"], name="now", premises=[[]]), Use("now", at=["l"], name="this"),
        Have("basis(N, i).T*(R[l]*M[T] - G*(R[l]*M[T])*G)*basis(N, j) == 0", name="entry"),
        Have("basis(N, i).T*basis(N, j) == 0", name="orthogonal", by=[Cases("i <= j - 1", no=[
            Cases("j <= i - 1", name="more", no=[Have("i == j", name="same"), Contradict("apart", [])])])]),
        Have("basis(N, i).T*G == -basis(N, i).T", name="left"),
        Have("G*basis(N, j) == basis(N, j)", name="right")],
        example={"N": 1, "L": 1, "m": 1, "D": 0, "K": 0, "R": 1, "x": 0, "y": 0})  # fmt: skip
    item.note("For every depth L and any widths: layer l is R[l] M, padded by zeros to the size N of the largest width (a padded row or "
              "column stays 0, entries beyond the smallest width have no gradient); R[l] picks it out of the stacked layers. Uniqueness "
              "is proved here by Gronwall's inequality and not cited.")  # fmt: skip


@paper.remark("diag-invariance/now", "The velocity of diagonal layers", where="Appendix B.2, cross-check")
def diagonal_velocity(item):
    item.printed("(not in the paper) Where all layers are (rectangular) diagonal, so is the velocity of each.")
    item.let(a="positive integer", b="positive integer", c="positive integer", e="positive integer", k="nonnegative integer",
             A="matrix(a, b)", K="matrix(a, e)", B="matrix(c, e)", x="real sequence", y="real sequence", z="real sequence")  # fmt: skip
    item.suppose("sizes", "k <= a and k <= b and k <= c and k <= e")
    item.suppose("diagonal", "A == Sum(x[i]*basis(a, i)*basis(b, i).T, (i, 0, k-1)) and K == Sum(y[i]*basis(a, i)*basis(e, i).T,"
                 " (i, 0, k-1)) and B == Sum(z[i]*basis(c, i)*basis(e, i).T, (i, 0, k-1))")  # fmt: skip
    item.conclude("A.T*K*B.T == Sum(x[i]*y[i]*z[i]*basis(b, i)*basis(c, i).T, (i, 0, k-1))",
                  expected="proved", argument=[])  # fmt: skip
    item.note("The velocity of a layer is diagonal where all layers are, for any widths: A and B are the products before and behind "
              "it, K the error.")  # fmt: skip
