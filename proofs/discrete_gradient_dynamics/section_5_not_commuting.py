"""Appendix C: gradient descent on two layers where Sigma_x and Sigma_xy Sigma_xy' do not commute (B != 0 in Assumption 1).

(W, Z) are the layers of gradient descent with Sigma_x = U (D + N) U', where N is the paper's B, and (A, B) those with U D U' in its
place, from the same start.  By the triangle inequality one step makes the distance g = |W - A| + |Z - B| at most
(1 + c eta) g + c eta |N|, so that g <= |N| (exp(c eta t) - 1) as long as all four sequences are bounded.
"""

from verifier.language.script import (
    At,
    Choose,
    Have,
    Induct,
    Inside,
    Numbers,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.library.short_names import NORM, norms

from . import paper

SIZES = {"d": "positive integer", "h": "positive integer", "p": "positive integer"}
NUMBERS = dict.fromkeys(("q", "s", "e", "k"), "nonnegative")
FIRST, SECOND = "((Q - S*W*Z)*Z.T - (Q - M*A*B)*B.T)", "(W.T*(Q - S*W*Z) - A.T*(Q - M*A*B))"
#: The steps of the two layers differ by at most these numbers, where |W - A| <= x and |Z - B| <= y.
FIRST_BOUND, SECOND_BOUND = "(q*y + e*k**3 + s*k**2*(x + 2*y))", "(q*x + e*k**3 + s*k**2*(2*x + y))"
NORMS = norms("norms", "norm of a transpose", "product of norms", "triangle", "squares")
#: |X1 X2 X3 X4| <= |X1| |X2| |X3| |X4|.
FOUR = Have(
    "forall(n1, positive integer, forall(n2, positive integer, forall(n3, positive integer, forall(n4, positive integer,"
    " forall(n5, positive integer, forall(X1, matrix(n1, n2), forall(X2, matrix(n2, n3), forall(X3, matrix(n3, n4), forall(X4, matrix(n4, n5),"
    " norm(X1*X2*X3*X4) <= norm(X1)*norm(X2)*norm(X3)*norm(X4))))))))))", name="four factors", by=[
        Take("n1", "n2", "n3", "n4", "n5", "X1", "X2", "X3", "X4"),
        Use("product of norms", at=["n1", "n4", "n5", "X1*X2*X3", "X4"], name="a"), Use("product of norms", at=["n1", "n3", "n4", "X1*X2", "X3"], name="b"),
        Use("product of norms", at=["n1", "n2", "n3", "X1", "X2"], name="c"),
        Use("norms", at=["n4", "n5", "X4"], name="|4|"), Use("norms", at=["n3", "n4", "X3"], name="|3|"),
        Order(positive=[Square(facts=["a"]), Square(facts=["b", "|4|.0"]), Square(facts=["c", "|3|.0", "|4|.0"])])])  # fmt: skip
FIVE = Have(
    "forall(n1, positive integer, forall(n2, positive integer, forall(X1, matrix(n1, n2), forall(X2, matrix(n1, n2), forall(X3, matrix(n1, n2),"
    " forall(X4, matrix(n1, n2), forall(X5, matrix(n1, n2),"
    " norm(X1 + X2 + X3 + X4 + X5) <= norm(X1) + norm(X2) + norm(X3) + norm(X4) + norm(X5))))))))", name="five terms", by=[
        Take("n1", "n2", "X1", "X2", "X3", "X4", "X5"),
        Use("triangle", at=["n1", "n2", "X1 + X2 + X3 + X4", "X5"], name="a"), Use("triangle", at=["n1", "n2", "X1 + X2 + X3", "X4"], name="b"),
        Use("triangle", at=["n1", "n2", "X1 + X2", "X3"], name="c"), Use("triangle", at=["n1", "n2", "X1", "X2"], name="e")])  # fmt: skip
#: the product of four numbers that are at most as large
FACTORS = Have(
    "forall(a1, real, forall(a2, real, forall(a3, real, forall(a4, real, forall(b1, real, forall(b2, real, forall(b3, real, forall(b4, real,"
    " implies(a1 >= 0 and a2 >= 0 and a3 >= 0 and a4 >= 0 and a1 <= b1 and a2 <= b2 and a3 <= b3 and a4 <= b4, a1*a2*a3*a4 <= b1*b2*b3*b4)))))))))",
    name="four numbers", by=[
        Take("a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4"),
        Have("b1 >= 0 and b2 >= 0 and b3 >= 0", name="b", by=[Split([
            [], [], []])]),
        Order(positive=[Square(facts=["given.4", "given.1", "given.2", "given.3"]), Square(facts=["b.0", "given.5", "given.2", "given.3"]),
                        Square(facts=["b.0", "b.1", "given.6", "given.3"]), Square(facts=["b.0", "b.1", "b.2", "given.7"])])])  # fmt: skip


def root(matrix, sizes, letter, fact):
    """``|matrix|``, ``matrix below``: the norm is at least 0, and at most the number whose square is above that of the norm."""
    return [
        Use("norms", at=[*sizes.split(", "), matrix], name=f"|{matrix}|"),
        Use("squares", at=[f"norm({matrix})", letter], name=f"{matrix} below", premises=[[Split([[], [
            Order(positive=[Square(facts=[fact])], terms=[(f"|{matrix}|.1", "-1", "1")])]])]])]  # fmt: skip


def square(matrix, sizes, bound, size):
    """The goal |matrix|^2 <= bound^2, from |matrix| <= bound (``less``); `size` proves that the bound is at least 0."""
    return [
        Use("norms", at=[*sizes, matrix], name="|V|"), Have(f"{bound} >= 0", name="bound", by=size),
        Order(positive=[Square(facts=["less", "|V|.0"]), Square(facts=["less", "bound"])], terms=[("|V|.1", "1", "1")])]  # fmt: skip


def product(name, sizes, factors, letters):
    """``name``: the norm of a product of four factors is at most the product of the letters that bound theirs."""
    bare = [x.removesuffix(".T") for x in factors]
    return Have(f"norm({'*'.join(factors)}) <= {'*'.join(letters)}", name=name, by=[
        Use("four factors", at=[*sizes, *factors], name="factors"),
        Use("four numbers", at=[*(f"norm({x})" for x in bare), *letters], name="numbers"),
        Order(positive=[Square(facts=["factors"]), Square(facts=["numbers"])])])  # fmt: skip


def five(matrix, sizes, parts, bound, first, data):
    """The goal |matrix|^2 <= bound^2, where the matrix is a sum of five terms, the first one at most `first`, and that by `data`."""
    return [
        Have(f"norm({matrix}) <= {bound}", name="less", by=[
            Use("five terms", at=[*sizes, *parts], name="sum"),
            Order(positive=[Square(facts=["sum"]), *(Square(facts=[f]) for f in (first, "R", "E", "F", "G")), *data])]),
        *square(matrix, sizes, bound, [Numbers(using=["q", "s", "e", "k", "x", "y"])])]  # fmt: skip


R, E, F, E_T, F_T = "(S - M)", "(W - A)", "(Z - B)", "(W - A).T", "(Z - B).T"
INNER, OUTER = ["d", "d", "h", "p", "h"], ["h", "d", "d", "h", "p"]


@paper.remark("case-B-nonzero/step", "How far one step takes two descents apart", where="Appendix C, cross-check")
def one_step(item):
    item.printed("(not in the paper) Where |W|, |Z|, |A|, |B| <= k, |Q| <= q, |M| <= s, |S - M| <= e, |W - A| <= x and |Z - B| <= y, the steps of the "
                 "first layers differ by at most q y + e k^3 + s k^2 (x + 2 y), and those of the second layers by q x + e k^3 + s k^2 (2 x + y).")  # fmt: skip
    item.let(**SIZES, **NUMBERS, S="matrix(d, d)", M="matrix(d, d)", Q="matrix(d, p)", W="matrix(d, h)", Z="matrix(h, p)", A="matrix(d, h)",
             B="matrix(h, p)", x="nonnegative", y="nonnegative")  # fmt: skip
    item.define(NORM)
    item.suppose("data", "norm2(Q) <= q**2 and norm2(M) <= s**2 and norm2(S - M) <= e**2")
    item.suppose("bounded", "norm2(W) <= k**2 and norm2(Z) <= k**2 and norm2(A) <= k**2 and norm2(B) <= k**2")
    item.suppose("gaps", "norm2(W - A) <= x**2 and norm2(Z - B) <= y**2")
    item.conclude(f"norm2({FIRST}) <= {FIRST_BOUND}**2 and norm2({SECOND}) <= {SECOND_BOUND}**2", expected="proved", argument=[
        *NORMS, FOUR, FIVE, FACTORS,
        *root("Q", "d, p", "q", "data.0"), *root("M", "d, d", "s", "data.1"), *root(R, "d, d", "e", "data.2"),
        *root("W", "d, h", "k", "bounded.0"), *root("Z", "h, p", "k", "bounded.1"), *root("A", "d, h", "k", "bounded.2"),
        *root("B", "h, p", "k", "bounded.3"), *root(E, "d, h", "x", "gaps.0"), *root(F, "h, p", "y", "gaps.1"),
        Split([[
            Use("product of norms", at=["d", "p", "h", "Q", F_T], name="data of F"),
            product("R", INNER, [R, "W", "Z", "Z.T"], ["e", "k", "k", "k"]), product("E", INNER, ["M", E, "Z", "Z.T"], ["s", "x", "k", "k"]),
            product("F", INNER, ["M", "A", F, "Z.T"], ["s", "k", "y", "k"]), product("G", INNER, ["M", "A", "B", F_T], ["s", "k", "k", "y"]),
            *five(FIRST, ["d", "h"], ["Q*(Z - B).T", "-(S - M)*W*Z*Z.T", "-M*(W - A)*Z*Z.T", "-M*A*(Z - B)*Z.T", "-M*A*B*(Z - B).T"], FIRST_BOUND,
                  "data of F", [Square(facts=["Q below", f"|{F}|.0"]), Square(facts=["q.nonnegative", f"{F} below"])])], [
            Use("product of norms", at=["h", "d", "p", E_T, "Q"], name="data of E"),
            product("R", OUTER, ["W.T", R, "W", "Z"], ["k", "e", "k", "k"]), product("E", OUTER, [E_T, "M", "W", "Z"], ["x", "s", "k", "k"]),
            product("F", OUTER, ["A.T", "M", E, "Z"], ["k", "s", "x", "k"]), product("G", OUTER, ["A.T", "M", "A", F], ["k", "s", "k", "y"]),
            *five(SECOND, ["h", "p"], ["(W - A).T*Q", "-W.T*(S - M)*W*Z", "-(W - A).T*M*W*Z", "-A.T*M*(W - A)*Z", "-A.T*M*A*(Z - B)"], SECOND_BOUND,
                  "data of E", [Square(facts=["Q below", f"|{E}|.0"]), Square(facts=["q.nonnegative", f"{E} below"])])]])],
        example={"d": 1, "h": 1, "p": 1, "S": 1, "M": 0, "Q": 0, "W": 1, "Z": 0, "A": 0, "B": 0, "q": 0, "s": 0, "e": 1, "k": 1, "x": 1, "y": 0})  # fmt: skip
    ones = {**dict.fromkeys(("d", "h", "p", "S", "W", "Z", "A", "B", "e", "k", "q", "y"), 1), **dict.fromkeys(("M", "Q", "s", "x"), 0)}
    item.without("e.nonnegative", counterexample={**ones, "e": -1})
    item.without("k.nonnegative", counterexample={**ones, "k": -1})
    item.without("gaps", counterexample={**ones, "M": 1, "A": 0, "B": 0, "s": 1, "e": 0, "y": 0})


#: |e X| <= e |X| for e >= 0.
MULTIPLE = Have(
    "forall(n1, positive integer, forall(n2, positive integer, forall(X1, matrix(n1, n2), forall(ee, real, implies(ee >= 0, norm(ee*X1) <= ee*norm(X1))))))",
    name="multiple", by=[
        Take("n1", "n2", "X1", "ee"), Use("norms", at=["n1", "n2", "X1"], name="|X|"), Use("norms", at=["n1", "n2", "ee*X1"], name="|eX|"),
        Use("squares", at=["norm(ee*X1)", "ee*norm(X1)"], premises=[[Split([
            [],
            []])]])])  # fmt: skip


#: A sequence from 0 with g^+ <= g + c h (g + e) stays below e (exp(c h t) - 1).
GROWTH = Have(
    "forall(gg, real sequence, forall(cc, real, forall(hh, real, forall(ee, nonnegative, implies(cc*hh >= 0 and gg[0] <= 0 and forall(t,"
    " nonnegative integer, gg[t+1] <= gg[t] + cc*hh*(gg[t] + ee)), forall(t, nonnegative integer, gg[t] <= ee*(exp(cc*hh*t) - 1)))))))",
    name="growth", by=[
        Take("gg", "cc", "hh", "ee"), Have("forall(ll, real, exp(ll) >= 1 + ll)", name="tangent", by=[Take("ll")]),
        Use("tangent", at=["cc*hh"], name="line"), Induct("t", base=[
            Have("exp(cc*hh*0) == 1", name="one")], step=[
            Use("given1.2", at=["t"], name="next"), Have("exp(cc*hh*(t + 1)) == exp(cc*hh)*exp(cc*hh*t)", name="power"),
            Have("exp(cc*hh*t) > 0", name="above"),
            Set("y", "exp(cc*hh*t)"), Set("z", "exp(cc*hh)"),
            Rewritten("above", ["y"], name="y above"), Rewritten("line", ["z"], name="z above"), Rewritten("power", ["y", "z"], name="yz"), Rewritten("IH", ["y"], name="before"),
            Have("gg[t+1] <= ee*(z*y - 1)", name="after", by=[
                Order(positive=[Square(facts=["next"]), Square(facts=["before"]), Square(facts=["before", "given1.0"]), Square(facts=["given", "y above", "z above"])])])])])  # fmt: skip


def descent(first, second, covariance):
    """One step of gradient descent on both layers."""
    error = f"(Q - {covariance}*{first}[t]*{second}[t])"
    return (f"forall(t, nonnegative integer, {first}[t+1] == {first}[t] + eta*({error}*{second}[t].T) and "
            f"{second}[t+1] == {second}[t] + eta*({first}[t].T*{error}))")  # fmt: skip


def nothing(gap, sizes, start):
    """The norm of a difference that is 0 is at most 0."""
    return [
        Use("norms", at=[*sizes.split(", "), gap], name="|0|"),
        Use("squares", at=[f"norm({gap})", "0"], premises=[[Split([[], []])]])]  # fmt: skip


def last(step, sizes, bound, fact, name):
    """``name``: the norm of the difference of the steps is at most its bound, from the squares."""
    return [Have(f"norm({step}) <= {bound}", name=name, by=[
        Have(f"{bound} >= 0", name="bound"),
        Use("norms", at=[*sizes.split(", "), step], name="|V|"),
        Use("squares", at=[f"norm({step})", bound], premises=[[Split([[], [
            Order(positive=[Square(facts=[fact])], terms=[("|V|.1", "-1", "1")])]])]])])]  # fmt: skip


def below(gap, one, other):
    """The goal |gap|^2 <= e^2 z^2, from the bound e (z - 1) on the sum of both gaps."""
    return [
        Have(f"norm({gap}) <= e*z", name="less"),
        Have("e*z >= 0", name="bound")]  # fmt: skip


def moved(layer, other, sizes, step, part):
    """``|layer|``: the gap of a layer after one step is at most the gap before it plus eta times the norm of the difference of the steps."""
    gap = f"({layer}[t] - {other}[t])"
    return Have(f"norm({layer}[t+1] - {other}[t+1]) <= norm{gap} + eta*norm({step})", name=f"|{layer}|", by=[
        Use("triangle", at=[*sizes, gap, f"eta*({step})"], name="sum"), Use("multiple", at=[*sizes, step, "eta"], name="scaled"),
        Have(f"{layer}[t+1] - {other}[t+1] == {gap} + eta*({step})", name="is"),
        Order(positive=[Square(facts=["sum"]), Square(facts=["scaled"])], terms=[Inside("is", "-norm(HOLE)")])])  # fmt: skip


def at_t(e):
    """A term in the letters of one step at the time t."""
    for x in "WZAB":
        e = e.replace(x, f"{x}[t]")
    return e.replace("M", "(U*D*U.T)")


GAP = "(norm(W[{t}] - A[{t}]) + norm(Z[{t}] - B[{t}]))"
NONE = {"d": 1, "h": 1, "p": 1, "U": 1, "S": 1, "D": 0, "N": 1, "Q": 0, "W": 0, "Z": 0, "A": 0, "B": 0, "eta": 1,
        "q": 0, "s": 0, "k": 0, "e": 1, "c": 0}  # fmt: skip
#: W = Z = 1, 0, 0, ... with Sigma_x = 1 and A = B = 1 with D = 0: the first step leads to the saddle
STOPS = {**NONE, "A": 1, "B": 1, "W": "Piecewise((1, t < 1), (0, True))", "Z": "Piecewise((1, t < 1), (0, True))", "k": 1, "c": 2}


@paper.remark("case-B-nonzero", "The discrete case with B != 0", where="Appendix C", provenance="guess")
def not_commuting(item):
    item.printed("If we are able to show that all the sequences are bounded ... [the source breaks off; as in Theorem 1: then W_j^(t) = W_j^{0,(t)} + "
                 "W_j^{eps,(t)} with |W_j^{eps,(t)}| <= eps exp(c eta t), c a constant that does not depend on eps and t].")  # fmt: skip
    item.let(**SIZES, **NUMBERS, S="matrix(d, d)", U="orthogonal matrix(d)", D="matrix(d, d)", N="matrix(d, d)", Q="matrix(d, p)", eta="positive",
             W="matrix(d, h) sequence", Z="matrix(h, p) sequence", A="matrix(d, h) sequence", B="matrix(h, p) sequence", c="real")  # fmt: skip
    item.define(NORM)
    item.suppose("joint", "S == U*(D + N)*U.T and norm2(N) <= e**2")
    item.suppose("descent", descent("W", "Z", "S"))
    item.suppose("commuting descent", descent("A", "B", "U*D*U.T"))
    item.suppose("start", "W[0] == A[0] and Z[0] == B[0]")
    item.suppose("bounded", "forall(t, nonnegative integer, norm2(W[t]) <= k**2 and norm2(Z[t]) <= k**2 and norm2(A[t]) <= k**2 and norm2(B[t]) <= k**2)")
    item.suppose("data", "norm2(Q) <= q**2 and norm2(D) <= s**2")
    item.suppose("c", "c == q + 3*s*k**2 + 2*k**3")
    item.conclude("forall(t, nonnegative integer, norm2(W[t] - A[t]) <= e**2*exp(c*eta*t)**2 and norm2(Z[t] - B[t]) <= e**2*exp(c*eta*t)**2)",
                  because=["case-B-nonzero/step"], expected="proved", argument=[
        *NORMS, MULTIPLE, GROWTH,
        Have("norm2(U*D*U.T) <= s**2", name="M", by=[Order(positive=[Square(facts=["data.1"])], rewrite=["U.orthogonal"])]),
        Have("norm2(S - U*D*U.T) <= e**2", name="R", by=[Order(positive=[Square(facts=["joint.1"])], rewrite=["U.orthogonal", "joint.0"])]),
        Have(f"forall(t, nonnegative integer, {GAP.format(t='t+1')} <= {GAP.format(t='t')} + c*eta*({GAP.format(t='t')} + e))", name="step", by=[
            Take("t"), Use("descent", at=["t"], name="next"), Use("commuting descent", at=["t"], name="next too"), Use("bounded", at=["t"], name="now"),
            Use("norms", at=["d", "h", "W[t] - A[t]"], name="|E|"), Use("norms", at=["h", "p", "Z[t] - B[t]"], name="|F|"),
            Set("x", "norm(W[t] - A[t])"), Set("y", "norm(Z[t] - B[t])"),
            Rewritten("|E|.0", ["x"], name="x above"), Rewritten("|F|.0", ["y"], name="y above"),
            Rewritten("|E|.1", ["x"], name="x square"), Rewritten("|F|.1", ["y"], name="y square"),
            Have("norm2(W[t] - A[t]) <= x**2", name="E"),
            Have("norm2(Z[t] - B[t]) <= y**2", name="F"),
            Use("cited:case-B-nonzero/step", at=["d", "h", "p", *NUMBERS, "S", "U*D*U.T", "Q", "W[t]", "Z[t]", "A[t]", "B[t]", "x", "y"], name="apart"),
            *last(at_t(FIRST), "d, h", FIRST_BOUND, "apart.0", "V"), *last(at_t(SECOND), "h, p", SECOND_BOUND, "apart.1", "T"),
            moved("W", "A", ["d", "h"], at_t(FIRST), 0), moved("Z", "B", ["h", "p"], at_t(SECOND), 1),
            Order(positive=[Square(facts=["|W|"]), Square(facts=["|Z|"]), Square(facts=["eta.positive", "V"]), Square(facts=["eta.positive", "T"]),
                            Square(root="k", facts=["k.nonnegative", "eta.positive", "x above"], weight="2"),
                            Square(root="k", facts=["k.nonnegative", "eta.positive", "y above"], weight="2"),
                            Square(facts=["q.nonnegative", "e.nonnegative", "eta.positive"]),
                            Square(root="k", facts=["s.nonnegative", "e.nonnegative", "eta.positive"], weight="3")],
                  terms=[("x", "-eta*c", "1"), ("y", "-eta*c", "1"), ("c", "eta*(x + y + e)", "1")])]),
        Have("norm(W[0] - A[0]) <= 0", name="no E", by=nothing("W[0] - A[0]", "d, h", "start.0")),
        Have("norm(Z[0] - B[0]) <= 0", name="no F", by=nothing("Z[0] - B[0]", "h, p", "start.1")),
        Have("c*eta >= 0", name="rate"),
        Use("growth", at=[(GAP.format(t="t"), "t"), "c", "eta", "e"], premises=[[], [Split([[],
            [],
            [Take("t"), Use("step", at=["t"], name="one")]])]], name="all"),
        Take("t"), Use("all", at=["t"], name="now"), Set("z", "exp(c*eta*t)"), Rewritten("now", ["z"], name="small"),
        Use("norms", at=["d", "h", "W[t] - A[t]"], name="|E|"), Use("norms", at=["h", "p", "Z[t] - B[t]"], name="|F|"),
        Have("norm2(W[t] - A[t]) <= e**2*z**2 and norm2(Z[t] - B[t]) <= e**2*z**2", name="result", by=[Split([
            below("W[t] - A[t]", "|E|", "|F|"), below("Z[t] - B[t]", "|F|", "|E|")])]),
        Rewritten("result", ["z"], name="spelled", forwards=True)], example=NONE)  # fmt: skip
    item.without("start", counterexample={**NONE, "S": 0, "N": 0, "W": 1, "k": 1, "e": 0, "c": 2})
    for name, change in (("q.nonnegative", {"q": -3, "c": -1}), ("s.nonnegative", {"s": -1, "c": -1}), ("k.nonnegative", {"k": -1, "c": -2}),
                         ("eta.positive", {"eta": -1, "S": -1, "N": -1}), ("c", {"c": -1}), ("joint", {"N": 0, "e": 0}),
                         ("descent", {"S": 0, "N": 0, "e": 0}), ("bounded", {"eta": 2, "S": "1/2", "N": "1/2", "e": "1/2", "k": 0, "c": 0}),
                         ("U.orthogonal", {"U": 100, "N": "1/10000", "e": "1/10000"})):  # fmt: skip
        item.without(name, counterexample={**STOPS, **change}, argument=[At({"goal": [Witness("1"), Choose(0), Numbers()]})])
    stays = {**STOPS, "N": 0, "S": 0, "e": 0, "W": 1, "Z": 1, "A": "Piecewise((1, t < 1), (0, True))", "B": "Piecewise((1, t < 1), (0, True))"}
    item.without("commuting descent", counterexample=stays, argument=[At({"goal": [Witness("1"), Choose(0), Numbers()]})])
    item.without("data", counterexample={
        **STOPS, "eta": "1/4", "Q": "8441/205", "D": "8441/205", "N": "-1/5", "S": "1680/41", "e": "1/5", "k": "21/20", "c": "9261/4000",
        "W": "Piecewise((1, t < 1), (21/20, t < 2), (0, True))", "Z": "Piecewise((1, t < 1), (21/20, t < 2), (0, True))"},
        argument=[At({"goal": [Witness("2"), Choose(0), Numbers()]})])  # fmt: skip
    item.note("What the source would have concluded is a reconstruction, after Theorem 1 and with eta t for the time. N is the paper's B; q, s, k "
              "and e bound the norms of Sigma_xy, D, all four sequences and B, and c = q + 3 s k^2 + 2 k^3; Frobenius norms. For all sizes, and U "
              "may be the left singular vectors of Sigma_xy or any other orthogonal matrix. The proof gives eps (exp(c eta t) - 1) for the sum of both.")  # fmt: skip
    item.note("In discrete time the sequences need not be bounded, whatever the step-size (case-B-nonzero/unbounded).")


@paper.remark("case-B-nonzero/unbounded", "No step-size keeps every descent bounded", where="Appendix C, cross-check")
def unbounded(item):
    item.printed("(not in the paper) For every step-size, gradient descent on two layers diverges from large starts, also where B = 0: from "
                 "eta lambda w_0 >= 3 + eta sigma the mode w = m n with m = n grows by the factor 4 in every step.")  # fmt: skip
    item.let(sigma="nonnegative", lam="positive", eta="positive", w="real sequence")
    item.suppose("step", "forall(t, nonnegative integer, w[t+1] == w[t]*(1 + eta*(sigma - lam*w[t]))**2)")
    item.suppose("start", "eta*lam*w[0] >= 3 + eta*sigma")
    item.conclude("forall(t, nonnegative integer, w[t] >= 4**t*w[0])", expected="proved", argument=[
        Have("eta*sigma >= 0 and eta*lam > 0", name="numbers", by=[Split([[], []])]),
        Have("forall(t, nonnegative integer, eta*lam*w[t] >= 3 + eta*sigma and w[t] >= 4**t*w[0])", name="both", by=[Induct("t", base=[], step=[
            Use("step", at=["t"], name="next"),
            Have("w[t] > 0", name="above"),
            Have("(1 + eta*(sigma - lam*w[t]))**2 >= 4", name="factor"),
            Have("w[t+1] >= 4*w[t]", name="longer"),
            Have("4**(t+1) == 4*4**t", name="power"), Set("z", "4**t"),
            Rewritten("power", ["z"], name="one more"), Rewritten("IH.1", ["z"], name="so far"),
            Split([[], [
                Have("w[t+1] >= 4*z*w[0]", name="large")]])])]),
        Take("t"), Use("both", at=["t"])])  # fmt: skip
    item.without("start", counterexample={"sigma": 1, "lam": 1, "eta": 1, "w": 1})
    dies = {"lam": 1, "w": "Piecewise((-3/8, t < 1), (-27/8, t < 2), (0, True))"}
    item.without("sigma.nonnegative", counterexample={**dies, "sigma": "-35/8", "eta": 1})
    dies["w"] = "Piecewise((3/8, t < 1), (27/8, t < 2), (0, True))"
    item.without("eta.positive", counterexample={**dies, "sigma": "35/8", "eta": -1}, argument=[At({"goal": [Witness("2"), Numbers()]})])
