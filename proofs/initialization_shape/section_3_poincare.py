"""Section 3: the equation for the potential, Hessian of Q = H, for arbitrary metrics on R^d.

It has a solution if and only if the condition (6) holds at every point.  Metrics are continuously differentiable here,
said point by point: near w, H(x + v) = H(x) + sum_k v_k P_k + o(|v|), with P_k = dH/dw_k.  Gradient and Jacobian are
derivatives in the ordinary sense: Q(w + v) = Q(w) + G(w)'v + o(|v|), G(w + v) = G(w) + H(w) v + o(|v|).
"""

import re

from verifier.language.script import (
    Have,
    Inside,
    Ladder,
    Linear,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.library.short_names import PRODUCT

from . import paper
from .lemmas.poincare import (
    BASES,
    CANCEL,
    CLOSED,
    IDENTITY,
    JACOBIAN,
    LEAST,
    POINCARE,
    STRICT,
    continuous,
    lines,
)
from .lemmas.second_derivatives import DERIVATIVE, schwarz
from .lemmas.second_derivatives import SYMMETRIC as ENTRIES

FIELD = {"d": "positive integer", "m": "positive integer", "M": "matrix(m, d) function of matrix(d, 1)"}
SOLVED = f"exists(G, matrix(m, 1) function of matrix(d, 1), {JACOBIAN})"


@paper.lemma("eq-5-poincare", "Poincare's lemma", where="Section 3, cross-check", provenance="derived")
def poincare(item):
    item.printed("(not in the paper) A continuously differentiable M from R^d to m-by-d matrices is the Jacobian of a field G if dM_ij/dw_k = dM_ik/dw_j.")
    item.let(**FIELD)
    item.suppose("closed", CLOSED)
    item.conclude(SOLVED, expected="proved", argument=POINCARE, example={"d": 2, "m": 1, "M": "zeros(1, 2)"})
    item.note("For all d and m: G(w) is the integral of M(s w) w over s in [0, 1]. The derivative of M at w is v -> sum_k v_k P_k, and it is symmetric: "
              "P_k e_j = P_j e_k. Shown with the trapezoid rule for G(w + v) - G(w), without a derivative under an integral sign.")  # fmt: skip


def of_h(formula: str, factor: str = "") -> str:
    """With H for M, or with the warped metric, a factor times H."""
    return re.sub(r"M\[([^]]*)\]", rf"({factor}[\1]*H[\1])" if factor else r"H[\1]", formula)


METRIC = {"d": "positive integer", "H": "symmetric matrix(d) function of matrix(d, 1)"}
GRADIENT = (
    "forall(w, matrix(d, 1), forall(e, positive, exists(D, positive, forall(v, matrix(d, 1),"
    " implies(norm2(v) <= D, (Q[w + v] - Q[w] - trace(G[w].T*v))**2 <= e*norm2(v))))))"
)


def smooth(factor: str = "") -> str:
    return f"forall(w, matrix(d, 1), exists(P, matrix(d, d) sequence, {of_h(STRICT, factor)}))"


def solvable(factor: str = "") -> str:
    """(6) holds if and only if there is a potential."""
    condition = f"forall(w, matrix(d, 1), forall(P, matrix(d, d) sequence, implies({of_h(STRICT, factor)}, {ENTRIES})))"
    potential = ("exists(Q, real function of matrix(d, 1), exists(G, matrix(d, 1) function of matrix(d, 1),"
                 f" {GRADIENT} and {of_h(JACOBIAN, factor)}))")  # fmt: skip
    return f"iff({condition}, {potential})"



LINES = ("forall(x, matrix(d, 1), forall(v, matrix(d, 1), exists(g, matrix(d, 1) curve, forall(s, real,"
         " g[s] == G[x + s*v] and diff(g[s], s) == H[x + s*v]*v))))")  # fmt: skip

#: (6) gives G with the Jacobian H.
GRADIENT_EXISTS = [
    Use("cited:eq-5-poincare", at=["d", "d", ("H[t]", "t")], name="field", premises=[[
        Take("w"), Use("continuously differentiable", at=["w"], name="here"), Obtain("here", "P", label="P"), Witness("P[k]", index="k"), Split([[
            Take("k", "j"), Use("given", at=["w", ("P[r]", "r")], premises=[[]], name="entries"),
            Have("forall(i, integer[0, d-1], P[k][i, j] == P[j][i, k])", name="column", by=[Take("i"), Use("entries", at=["i", "j", "k"])]),
            Linear(rewrite=["column"], terms=[("identity", "1", "P[k]*basis(d, j)"), ("identity", "-1", "P[j]*basis(d, k)")])], []])]]),
    Obtain("field", "G", label="Jacobian"),
]  # fmt: skip
#: G is continuously differentiable: G(x + v) - G(x) = H(w) v + o(|v|) for x near w.
STRICTLY = Have(
    f"forall(G, matrix(d, 1) function of matrix(d, 1), implies({of_h(JACOBIAN)},"
    " forall(w, matrix(d, 1), forall(e, positive, exists(D, positive, forall(x, matrix(d, 1), forall(v, matrix(d, 1),"
    " implies(norm2(x - w) <= D and norm2(v) <= D, norm2(G[x + v] - G[x] - H[w]*v) <= e*norm2(v)))))))))", name="strictly", by=[
        Take("G", "w", "e"), Use("continuous", at=["w", "e"], premises=[[]], name="near"), Obtain("near", "C", label="C"),
        Witness("C/4"), Split([[], [
            Take("x", "v"), Use("lines", at=[("G[t]", "t"), "x", "v"], premises=[[]], name="line"), Obtain("line", "g", label="g"),
            Have("forall(c, matrix(d, 1), forall(T, [0, 1], trace(c.T*(g[T] - g[0] - T*H[w]*v)) <= T*(norm2(c) + e*norm2(v))/2))", name="along", by=[
                Take("c", "T"), Ladder("T", "0", time="s", base=[], slope=[
                    Have("s**2 <= 1", name="s2"),
                    Have("norm2(x + s*v - w) <= C", name="reach"),
                    Use("C.1", at=["x + s*v - w"], premises=[[]], name="close"),
                    Use("norm of a product", at=["d", "d", "1", "H[x + s*v] - H[w]", "v"], name="product"), Use("g", at=["s"], name="g now"),
                    Order(positive=[
                        Square(root="c - (H[x + s*v] - H[w])*v", weight="1/2"), Square(facts=["product"], weight="1/2"),
                        Square(root="v", facts=["close"], weight="1/2")], terms=[("g now.1", "-c.T", "1")])])]),
            Use("along", at=["g[1] - g[0] - H[w]*v", "1"], premises=[[]], name="end"),
            Have("norm2(g[1] - g[0] - H[w]*v) <= e*norm2(v)", name="small"),
            Use("g", at=["1"], name="g end"), Use("g", at=["0"], name="g start"),
            Have("g[1] - g[0] - H[w]*v == G[x + v] - G[x] - H[w]*v", name="same"),
            Rewritten("small", ["same"], forwards=True)]])])  # fmt: skip
ROW = "Sum(trace(basis(d, k).T*v)*(E[k].T*H[w]), (k, 0, d-1))"
#: G is a gradient, since H is symmetric.
POTENTIAL_EXISTS = [
    *BASES,
    Use("cited:eq-5-poincare", at=["d", "1", ("G[t].T", "t")], name="potential", premises=[[
        Take("w"), Witness("E[k].T*H[w]", index="k"), Use("H.symmetric", at=["w"], name="symmetric"), Split([
            [Take("k", "j")],
            [Take("e"), Use("strictly", at=[("G[t]", "t"), "w", "e"], premises=[[], []], name="near"), Obtain("near", "D", label="D"), Witness("D"), Split([[], [
                Take("x", "v"), Use("D.1", at=["x", "v"], premises=[[]], name="small"), Set("X", "G[x + v] - G[x] - H[w]*v"),
                Have("norm2(X.T) <= e*norm2(v)", name="X small"),
                Have(f"G[x + v].T - G[x].T - {ROW} == X.T", name="same", by=[Linear(rewrite=["X", "E"], terms=[
                    Inside("identity", "v.T*HOLE*H[w]"), Inside("symmetric", "v.T*HOLE")])]),
                Rewritten("X small", ["same"])]])]])]]),
    Obtain("potential", "q", label="q"), Witness("trace(q[t])", index="t"), Witness("G[t]", index="t"), Split([[
        Take("w", "e"), Use("q", at=["w", "e"], premises=[[]], name="near"), Obtain("near", "D", label="D"), Witness("D"), Split([[], [
            Take("v"), Use("D.1", at=["v"], premises=[[]], name="small")]])], []]),
]  # fmt: skip


@paper.lemma("eq-6-everywhere", "Schwarz's theorem", where="Section 3, cross-check", provenance="derived")
def schwarz_lemma(item):
    item.printed("(not in the paper) If G has the Jacobian H then dH_ij/dw_k = dH_ik/dw_j wherever H has a derivative.")
    item.let(**{**METRIC, "H": "matrix(d, d) function of matrix(d, 1)"}, G="matrix(d, 1) function of matrix(d, 1)", w="matrix(d, 1)", P="matrix(d, d) sequence")
    item.suppose("Jacobian", of_h(JACOBIAN))
    item.suppose("derivative of H", DERIVATIVE)
    item.conclude(ENTRIES, expected="proved", argument=[
        LEAST, CANCEL, lines(), Have(LINES, name="along lines", by=[Take("x", "v"), Use("lines", at=[("G[t]", "t"), "x", "v"], premises=[[]])]),
        *schwarz("along lines")], example={"d": 1, "G": 0, "H": 0, "w": 0, "P": 0})  # fmt: skip
    item.note("eq-6 with the Jacobian in the sense of a derivative at each point instead of along all curves.")


@paper.equation("eq-5", "Hessian of the potential", where="Section 3, Eq. (5)", provenance="derived")
def hessian(item):
    item.printed("The Hessian of Q is H.")
    item.let(**METRIC)
    item.suppose("continuously differentiable", smooth())
    item.conclude(solvable(), because=["eq-5-poincare", "eq-6-everywhere"], expected="proved", argument=[
        PRODUCT, LEAST, CANCEL, *IDENTITY, lines(), continuous("H", "d", "continuously differentiable", "P"), STRICTLY, Split([
            [Take(), *GRADIENT_EXISTS, *POTENTIAL_EXISTS],
            [Take(), Obtain("given", "Q", label="Q"), Obtain("Q", "G", label="G"), Take("w", "P"),
             Use("cited:eq-6-everywhere", at=["d", ("H[t]", "t"), ("G[t]", "t"), "w", ("P[r]", "r")], premises=[[Split([[], [
                 Take("e"), Use("given1", at=["e"], premises=[[]], name="near"), Obtain("near", "D", label="D"), Witness("D"), Split([[], [
                     Take("v"), Use("D.1", at=["w", "v"], premises=[[Split([[], []])]])]])]])]])]])],
        example={"d": 2, "H": "zeros(2, 2)"})  # fmt: skip
    item.note("An equation to be solved for Q. For all d and every metric H(w) that is symmetric and continuously differentiable, positive definite or not: "
              "there are Q and G = grad Q with the Jacobian H if and only if (6) holds at every point. Any P that is the derivative of H at w is meant; "
              "there is one, and only one. Q is unique up to an affine function: eq-5-unique.")  # fmt: skip
    item.note("The metric is one on all of R^d. On a part of it that is not simply connected (6) is not enough: -y dx + x dy over x^2 + y^2.")
