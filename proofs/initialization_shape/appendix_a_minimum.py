"""Section 4, Theorem 1, and Appendix A: diagonal linear networks, from their flow to the minimum of their potential.

c_i = u_i^2 + v_i^2, so that sqrt(k_i) = 2 c_i; s_i is the running integral of (X r)_i.
"""

from verifier.language.script import (
    Axiom,
    Cases,
    Contradict,
    Have,
    Induct,
    Ladder,
    Limit,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

from . import paper
from .appendix_a import better

INSIDE = [[]]
#: One coordinate of the flow of f(x) = (up vp - um vm)'x.
COORDINATE = {
    "flow of u": "forall(t, [0, oo), diff(up[t], t) == vp[t]*diff(s[t], t) and diff(um[t], t) == -vm[t]*diff(s[t], t))",
    "flow of v": "forall(t, [0, oo), diff(vp[t], t) == up[t]*diff(s[t], t) and diff(vm[t], t) == -um[t]*diff(s[t], t))",
}


def grows(name, plus, sign, rate):
    """u + v or u - v of one layer times exp(-+s) stays what it was."""
    return Have(f"forall(t, [0, oo), ({plus.format('t')})*exp({rate}*(s[t] - s[0])) == {plus.format('0')})", name=name, by=[
        Take("t"), Ladder("t", "0", time="m", slope=[
            Use("flow of u", at=["m"], premises=INSIDE, name="u moves"), Use("flow of v", at=["m"], premises=INSIDE, name="v moves")])])  # fmt: skip


@paper.remark("A/closed", "One coordinate in closed form", where="Appendix A, cross-check", provenance="derived")
def closed_form(item):
    item.printed("(not in the paper) From an unbiased start w_i(t) = (u_i^2 + v_i^2) sinh(2 (s_i(t) - s_i(0))).")
    item.let(up="real curve", um="real curve", vp="real curve", vm="real curve", s="real curve", u="real", v="real")
    for name, formula in COORDINATE.items():
        item.suppose(name, formula)
    item.suppose("unbiased", "up[0] == u and um[0] == u and vp[0] == v and vm[0] == v")
    item.conclude("forall(t, [0, oo), up[t]*vp[t] - um[t]*vm[t] == (u**2 + v**2)*sinh(2*(s[t] - s[0])))", argument=[
        Have("forall(p, real, forall(c, real, forall(h, real, forall(q, real, implies(p == c*q and h == q, p == c*h)))))", name="put in",
             by=[Take("p", "c", "h", "q")]),
        grows("a", "up[{0}] + vp[{0}]", "+", "-1"), grows("b", "up[{0}] - vp[{0}]", "-", "1"),
        grows("c", "um[{0}] + vm[{0}]", "+", "1"), grows("e", "um[{0}] - vm[{0}]", "-", "-1"),
        Take("t"), *(Use(x, at=["t"], name=f"{x} now") for x in "abce"),
        Have("forall(y, real, exp(y) > 0 and exp(-1*y) == 1/exp(y) and exp(1*y) == exp(y) and sinh(2*y) == (exp(y)**2 - 1/exp(y)**2)/2)",
             name="exponentials", by=[Take("y"), Split([[], [], [], []])]),
        Have("exists(g, real, g > 0 and exp(-1*(s[t] - s[0])) == 1/g and exp(1*(s[t] - s[0])) == g and sinh(2*(s[t] - s[0])) == (g**2 - 1/g**2)/2)", name="there is g",
             by=[Witness("exp(s[t] - s[0])"), Use("exponentials", at=["s[t] - s[0]"])]),
        Obtain("there is g", "g", label="g facts"),
        Have("up[t] + vp[t] == (u + v)*g and up[t] - vp[t] == (u - v)/g", name="plus", by=[Split([
            [], []])]),
        Have("um[t] + vm[t] == (u + v)/g and um[t] - vm[t] == (u - v)*g", name="minus", by=[Split([
            [], []])]),
        Have("g**2 > 0", name="g2"),
        Have("up[t] == ((u + v)*g + (u - v)/g)/2", name="up is"),
        Have("vp[t] == ((u + v)*g - (u - v)/g)/2", name="vp is"),
        Have("um[t] == ((u + v)/g + (u - v)*g)/2", name="um is"),
        Have("vm[t] == ((u + v)/g - (u - v)*g)/2", name="vm is"),
        Have("up[t]*vp[t] - um[t]*vm[t] == (u**2 + v**2)*((g**2 - 1/g**2)/2)", name="product"),
        Use("put in", at=["up[t]*vp[t] - um[t]*vm[t]", "u**2 + v**2", "sinh(2*(s[t] - s[0]))", "(g**2 - 1/g**2)/2"])],
        expected="proved", example={"up": 1, "um": 1, "vp": 0, "vm": 0, "s": 0, "u": 1, "v": 0})  # fmt: skip


#: Eq. (9), with K for sqrt(k).
POTENTIAL = "q(x, K) := K/4*(1 - sqrt(1 + 4*x**2/K**2) + 2*x/K*asinh(2*x/K))"


def above_tangent(id, relation, apart):
    @paper.remark(id, "The potential lies above its tangents", where="Appendix A, cross-check", provenance="derived")
    def page(item):
        item.printed("(not in the paper) q(y) >= q(x) + q'(x) (y - x) with q'(x) = arcsinh(2x/sqrt(k))/2, and > for y != x.")
        item.let(K="positive", x="real", y="real", g="real")
        item.define(POTENTIAL)
        item.suppose("slope", "g == asinh(2*x/K)")
        if apart:
            item.suppose("apart", "x != y")
        item.conclude(f"q(x, K) + g/2*(y - x) {relation} q(y, K)", expected="proved", argument=[
            Have(f"q(x, K) + asinh(2*x/K)/2*(y - x) {relation} q(y, K)", name="plain", by=[Numbers(using=["K", *apart])]),
            Have(f"forall(p, real, forall(e, real, forall(h, real, implies(g == h and p + h/2*(y - x) {relation} e, p + g/2*(y - x) {relation} e))))",
                 name="put in", by=[Take("p", "e", "h")]),
            Use("put in", at=["q(x, K)", "q(y, K)", "asinh(2*x/K)"])],
            example={"K": 1, "x": 0, "y": 1, "g": 0})  # fmt: skip

    return page


above_tangent("A/tangent", "<=", [])
above_tangent("A/tangent-strict", "<", ["apart"])


@paper.remark("arcsinh-lipschitz", "arcsinh does not expand", where="Appendix A, cross-check", provenance="derived")
def lipschitz(item):
    item.printed("(not in the paper) |arcsinh x - arcsinh y| <= |x - y|.")
    item.let(x="real", y="real")
    item.conclude("Abs(asinh(x) - asinh(y)) <= Abs(x - y)", expected="proved")


NEAR = [Use("cited:arcsinh-lipschitz", at=["p", "q"], name="close"), Have("Abs(p - q) <= 0", name="near")]


@paper.remark("arcsinh-congruent", "arcsinh of equal numbers", where="Appendix A, cross-check", provenance="derived")
def congruent(item):
    item.printed("(not in the paper) p = q gives arcsinh p = arcsinh q; for terms that stand in hypotheses.")
    item.let(p="real", q="real")
    item.suppose("same", "p == q")
    item.conclude("asinh(p) == asinh(q)", because=["arcsinh-lipschitz"], expected="proved", argument=[*NEAR])


@paper.remark("arcsinh-of-sinh", "arcsinh undoes sinh", where="Appendix A, cross-check", provenance="derived")
def undone(item):
    item.printed("(not in the paper) p = sinh h gives h = arcsinh p.")
    item.let(p="real", h="real")
    item.suppose("same", "p == sinh(h)")
    item.conclude("h == asinh(p)", because=["arcsinh-congruent"], expected="proved", argument=[
        Use("cited:arcsinh-congruent", at=["p", "sinh(h)"], name="now"),
        Have("asinh(sinh(h)) == h", name="inverse")])


#: Numbers a_i <= b_i, term by term.
TERM_BY_TERM = Have(
    "forall(q, positive integer, forall(left, real sequence, forall(right, real sequence, implies("
    "forall(i, integer[0, q-1], left[i] <= right[i]), Sum(left[i], (i, 0, q-1)) <= Sum(right[i], (i, 0, q-1))))))", name="term by term",
    by=[Induct("q", base=[Take("left", "right"), Use("given", at=["0"], name="first")],
               step=[Take("left", "right"),
                     Use("IH", at=[("left[i]", "i"), ("right[i]", "i")], name="before", premises=[[Take("i"), Use("given", at=["i"])]]),
                     Use("given", at=["q"], name="last")])],
)  # fmt: skip
ENDS = "W(i) := A[i, 0]*C[i, 0] - B[i, 0]*D[i, 0]"
PATH = "w(i, m) := up[m][i, 0]*vp[m][i, 0] - um[m][i, 0]*vm[m][i, 0]"
TENDS = "tends(up[m], m, A) and tends(um[m], m, B) and tends(vp[m], m, C) and tends(vm[m], m, D)"


@paper.remark("A/limit", "A sum of arcsinh that keeps its value along the path has it at the end", where="Appendix A, cross-check", provenance="derived")
def limit_of_sums(item):
    item.printed("(not in the paper) If sum_i z_i arcsinh(kappa_i w_i(m)) = g for all m, then also at the limit; since arcsinh is continuous.")
    item.let(d="positive integer", z="matrix(d, 1)", kappa="real sequence", A="matrix(d, 1)", B="matrix(d, 1)", C="matrix(d, 1)", D="matrix(d, 1)",
             theta="matrix(d, 1) sequence", Theta="real sequence", g="real", **dict.fromkeys(("up", "um", "vp", "vm"), "matrix(d, 1) sequence"))  # fmt: skip
    item.define(ENDS, PATH)
    item.suppose("converges", TENDS)
    item.suppose("values", "forall(m, nonnegative integer, forall(i, integer[0, d-1], theta[m][i, 0] == asinh(kappa[i]*w(i, m))))")
    item.suppose("end values", "forall(i, integer[0, d-1], Theta[i] == asinh(kappa[i]*W(i)))")
    item.suppose("vanishes", "forall(m, nonnegative integer, Sum(z[i, 0]*theta[m][i, 0], (i, 0, d-1)) == g)")
    bound = "e*z[i, 0]**2 + f*(kappa[i]*W(i) - kappa[i]*w(i, m))**2"

    def half(sign, name):
        term = f"{sign}z[i, 0]*(Theta[i] - theta[m][i, 0])"
        return Have(f"forall(e, positive, {sign}sw <= e*Sum(z[i, 0]**2, (i, 0, d-1)))", name=name, by=[
            Take("e"), Set("f", "1/(4*e)"),
            Have("f > 0 and 4*e*f == 1", name="f facts", by=[Split([[], []])]),
            Have(f"forall(m, nonnegative integer, {sign}sw <= Sum({bound}, (i, 0, d-1)))", name="along", by=[
                Take("m"),
                Use("term by term", at=["d", (term, "i"), (bound, "i")], name="sums", premises=[[
                    Take("i"), Use("end values", at=["i"], name="at the end"), Use("values", at=["m", "i"], name="at m"),
                    Use("close", at=["kappa[i]*W(i)", "kappa[i]*w(i, m)", "Theta[i]", "theta[m][i, 0]", f"{sign}z[i, 0]", "e", "f"],
                        name="now", premises=[[Split([[], [], [], [], []])]])]]),
                Use("vanishes", at=["m"], name="zero"),
                Order(positive=[Square(facts=["sums"])], terms=[("sw", f"{'-' if not sign else ''}1", "1"), ("zero", f"{'-' if not sign else ''}1", "1")])]),
            Limit("along", limits=["converges.0", "converges.1", "converges.2", "converges.3"], name="end")])  # fmt: skip

    item.conclude("Sum(z[i, 0]*Theta[i], (i, 0, d-1)) == g", expected="proved", because=["arcsinh-lipschitz"], argument=[
        TERM_BY_TERM,
        Have("forall(x, real, forall(y, real, forall(gg, real, forall(h, real, forall(c, real, forall(e, real, forall(f, real,"
             " implies(gg == asinh(x) and h == asinh(y) and e > 0 and f > 0 and 4*e*f == 1,"
             " c*(gg - h) <= e*c**2 + f*(x - y)**2))))))))", name="close", by=[
            Take("x", "y", "gg", "h", "c", "e", "f"),
            Use("cited:arcsinh-lipschitz", at=["x", "y"], name="lipschitz"),
            Have("(gg - h)**2 <= (x - y)**2", name="square", by=[
                Have("(asinh(x) - asinh(y))**2 <= (x - y)**2", name="plain")]),
            Order(positive=[
                Square(root="e*c - (gg - h)/2", facts=["given.3"], weight="4"), Square(facts=["square", "given.3"])],
                terms=[("given.4", "-(e*c**2 - c*(gg - h))", "1")])]),
        Set("sw", "Sum(z[i, 0]*Theta[i], (i, 0, d-1)) - g"),
        half("", "above"), half("-", "below"),
        Have("forall(p, real, forall(q, real, implies(q >= 0 and forall(e, positive, p <= e*q), p <= 0)))", name="squeeze", by=[
            Take("p", "q"), Negate("more"),
            Use("given.1", at=["p/(2*(q + 1))"], name="now", premises=[[]]),
            Have("p/(2*(q + 1))*q <= p/2", name="small"),
            Have("p <= p/2", name="half"), Contradict("more", [])]),
        Have("Sum(z[i, 0]**2, (i, 0, d-1)) >= 0", name="size"),
        Use("squeeze", at=["sw", "Sum(z[i, 0]**2, (i, 0, d-1))"], name="no more"),
        Use("squeeze", at=["-sw", "Sum(z[i, 0]**2, (i, 0, d-1))"], name="no less"),
        Have("sw == 0", name="nothing")],
        example={"d": 1, "z": 0, "kappa": 0, "A": 0, "B": 0, "C": 0, "D": 0, "up": 0, "um": 0, "vp": 0, "vm": 0, "theta": 0, "Theta": 0, "g": 0})  # fmt: skip


APART = [Have("delta(i, j) == 0", name="none")]
#: All a_i <= b_i and one a_j < b_j.
STRICT_SUM = Have(
    "forall(q, positive integer, forall(left, real sequence, forall(right, real sequence, forall(j, integer[0, q-1], implies("
    "forall(i, integer[0, q-1], left[i] <= right[i]) and left[j] < right[j], Sum(left[i], (i, 0, q-1)) < Sum(right[i], (i, 0, q-1)))))))",
    name="strict sum", by=[
        Take("q", "left", "right", "j"),
        Use("term by term", at=["q", ("left[i] + delta(i, j)*(right[i] - left[i])", "i"), ("right[i]", "i")], name="sums", premises=[[
            Take("i"), Use("given.0", at=["i"], name="now"),
            Cases("i < j", name="before", yes=APART, no=[Cases("j < i", name="behind", yes=APART, no=[
                Have("i == j", name="same"), Have("delta(i, j) == 1", name="one")])])]])],
)  # fmt: skip


def at_index(i):
    """The tangent at the coordinate i."""
    return [
        Use("scales", at=[i], name=f"scale {i}"), Use("values", at=[i], name=f"value {i}"),
    ]


END = {"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "y": "matrix(N, 1)", "W": "matrix(d, 1)", "Theta": "real sequence",
       "K": "matrix(d, 1)"}  # fmt: skip
BETTER = ("forall(z, matrix(d, 1), implies(X.T*z == y and z != W,"
          " Sum(q(W[i, 0], K[i, 0]){0}, (i, 0, d-1)) < Sum(q(z[i, 0], K[i, 0]){1}, (i, 0, d-1))))")  # fmt: skip
#: sum_i q(W_i) + Theta_i (z_i - W_i)/2 < sum_i q(z_i) for a z != W with X'z = X'W.
COMPARED = [
    Take("z"),
    Have("X.T*(z - W) == zeros(N, 1)", name="same data"),
    Use("unseen", at=["z - W"], name="kept"),
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="identity"),
    Have("exists(j, integer[0, d-1], basis(d, j).T*W != basis(d, j).T*z)", name="different", by=[
        Negate("none"), Contradict("given.1", [Linear(terms=[("identity", "1", "z"), ("identity", "-1", "W")], rewrite=["none"])])]),
    Obtain("different", "j", label="j"),
    Use("strict sum", at=["d", ("q(W[i, 0], K[i, 0]) + Theta[i]/2*(z[i, 0] - W[i, 0])", "i"), ("q(z[i, 0], K[i, 0])", "i"), "j"], name="sums",
        premises=[[Split([
            [Take("i"), *at_index("i"), Use("cited:A/tangent", at=["K[i, 0]", "W[i, 0]", "z[i, 0]", "Theta[i]"])],
            [*at_index("j"), Have("W[j, 0] != z[j, 0]", name="apart", by=[Negate("level"), Contradict("j", [])]),
             Use("cited:A/tangent-strict", at=["K[j, 0]", "W[j, 0]", "z[j, 0]", "Theta[j]"])]])]]),
]  # fmt: skip


def end(item):
    item.let(**END)
    item.define(POTENTIAL)
    item.suppose("scales", "forall(i, integer[0, d-1], K[i, 0] > 0)")
    item.suppose("values", "forall(i, integer[0, d-1], Theta[i] == asinh(2*W[i, 0]/K[i, 0]))")
    item.suppose("fit", "X.T*W == y")


@paper.remark("A/minimum", "What the flow keeps makes the end a minimum", where="Section 4, cross-check", provenance="derived")
def end_is_minimum(item):
    item.printed("(not in the paper) If arcsinh(2W_i/sqrt(k_i)) is orthogonal to all directions that no sample sees, and X'W = y, then W is the "
                 "strict minimum of sum_i q_{k_i} among the z with X'z = y.")  # fmt: skip
    end(item)
    item.suppose("unseen", "forall(z, matrix(d, 1), implies(X.T*z == zeros(N, 1), Sum(z[i, 0]*Theta[i], (i, 0, d-1)) == 0))")
    item.conclude(BETTER.format("", ""), because=["A/tangent", "A/tangent-strict"], expected="proved", argument=[
        TERM_BY_TERM, STRICT_SUM,
        Have("forall(V, real sequence, forall(T, real sequence, forall(U, real sequence, implies("
             "Sum(V[i] + T[i], (i, 0, d-1)) < Sum(U[i], (i, 0, d-1)) and Sum(T[i], (i, 0, d-1)) == 0,"
             " Sum(V[i], (i, 0, d-1)) < Sum(U[i], (i, 0, d-1))))))", name="without", by=[
            Take("V", "T", "U")]),
        *COMPARED,
        Use("without", at=[("q(W[i, 0], K[i, 0])", "i"), ("Theta[i]/2*(z[i, 0] - W[i, 0])", "i"), ("q(z[i, 0], K[i, 0])", "i")],
            premises=[[Split([[], [Linear(terms=[("kept", "1/2", "1")])]])]])],
        example={"d": 1, "N": 1, "X": 1, "y": 0, "W": 0, "Theta": 0, "K": 1})  # fmt: skip
    at_zero = better("Matrix([[1]])", "Matrix([[0]])", "Matrix([[1]])")
    point = {"d": 1, "N": 1, "X": 0, "y": 0, "W": "Matrix([[1]])", "Theta": "asinh(2)", "K": "Matrix([[1]])"}
    item.without("unseen", counterexample=point, argument=at_zero)
    item.without("fit", counterexample={**point, "X": 1}, argument=at_zero)
    item.without("values", counterexample={**point, "Theta": 0}, argument=at_zero)
    item.without("scales", counterexample={**point, "W": "Matrix([[0]])", "Theta": 0, "K": "Matrix([[-1]])"},
                 argument=better("Matrix([[0]])", "Matrix([[1]])", "Matrix([[-1]])"))  # fmt: skip
