"""Appendix B: the radial potential of one neuron, derived from its metric.

x stands for |w|, the length of the predictor (wt in the paper's Appendix B), S for sqrt(x^2 + delta^2/4).
"""

from verifier.language.script import (
    Cases,
    Have,
    Inside,
    Ladder,
    Linear,
    Numbers,
    Obtain,
    Root,
    Set,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .neuron import POTENTIAL

ROOT = "sqrt(S(x) - delta/2)"
#: The matrix of Eq. (23), and the Hessian of q(|w|) + z'w with p1 = q'(|w|), p2 = q''(|w|), for |w| = x > 0.
METRIC = "1/(s + delta/2)*(eye(d) - 1/(2*s*(s + delta/2))*w*w.T)"
HESSIAN = "p1/x*(eye(d) - 1/x**2*w*w.T) + p2/x**2*w*w.T"
RADIAL = {"d": "positive integer", "w": "matrix(d, 1)", "x": "positive", "delta": "nonnegative", "s": "real", "g": "real", "p1": "real", "p2": "real"}
MATCHED = "p1/x == g/(s + delta/2) and p2 == g/(2*s)"
#: With h = s + delta/2, l = s - delta/2: x^2 = h l.
LETTERS = [
    Have("s > 0 and s**2 == x**2 + delta**2/4", name="s facts", by=[Split([[], []])]),
    Have("2*s*x > 0", name="sx"),
    Have("s + delta/2 > 0", name="h"),
    Have("2*s*(s + delta/2) > 0", name="sh"),
    Have("x**2 > 0", name="x2 positive"),
    Have("x**2 == (s + delta/2)*(s - delta/2)", name="x2"),
    Have("g/(s + delta/2) - g/(s + delta/2)*(1/(2*s*(s + delta/2)))*x**2 == g/(2*s)", name="along"),
]  # fmt: skip

#: The Hessian of the ansatz minus g times the metric is e I + f w w'.
DIFFERENCE = [
    Set("e", "p1/x - g/(s + delta/2)"),
    Set("f", "p2/x**2 - p1/x/x**2 + g/(s + delta/2)*(1/(2*s*(s + delta/2)))"),
    Have(f"{HESSIAN} - g*({METRIC}) == e*eye(d) + f*w*w.T", name="difference", by=[
        Linear(terms=[("e", "-1", "eye(d)"), ("f", "-w", "w.T")], nonzero=["x2 positive", "x.positive", "h", "sh"])]),

]  # fmt: skip


def agrees(first, second):
    """Steps to the equality of both matrices from the two matching equations."""
    return [
        Have("e == 0", name="e is", by=[Linear(terms=[("e", "1", "1"), (first, "1", "1")], nonzero=["x2 positive", "x.positive", "h", "sh"])]),
        Have("f == 0", name="f is", by=[
            Have("x**2*f == p2 - g/(s + delta/2) + g/(s + delta/2)*(1/(2*s*(s + delta/2)))*x**2", name="f now",
                 by=[Linear(terms=[("f", "x**2", "1"), (first, "-1", "1")], nonzero=["x2 positive", "x.positive", "h", "sh"])]),
            Have("x**2*f == 0", name="flat", by=[Linear(terms=[("f now", "1", "1"), (second, "1", "1"), ("along", "-1", "1")], nonzero=["s facts.0", "h", "sh"])]),
            Numbers(using=["flat", "x"])]),
        Linear(terms=[("difference", "1", "1"), ("e is", "1", "eye(d)"), ("f is", "w", "w.T")]),
    ]  # fmt: skip


def radial(item):
    item.let(**RADIAL)
    item.suppose("s is", "s == sqrt(x**2 + delta**2/4)")
    item.suppose("length", "x**2 == norm2(w)")


@paper.equation("B/step-5", "Matching the Hessian of the ansatz", where="Appendix B", provenance="derived")
def matching(item):
    item.printed("Matching the Hessian of q(|w|) + z'w with g times the matrix of (23): q'/x = g/(S + delta/2), q'' = g/(2S); hence "
                 "q''/q' = (S + delta/2)/(2 S x).")  # fmt: skip
    radial(item)
    item.suppose("dimension", "d >= 2")
    item.conclude(f"iff({HESSIAN} == g*({METRIC}), {MATCHED}) and implies({MATCHED} and p1 != 0, p2/p1 == (s + delta/2)/(2*s*x))", argument=[
        *LETTERS,
        *DIFFERENCE,
        Split([[Split([
            [Take(),
             Have("e*eye(d) + f*w*w.T == zeros(d, d)", name="none", by=[Linear(terms=[("difference", "-1", "1"), ("given", "1", "1")])]),
             Have("e*d + f*x**2 == 0", name="trace", by=[Linear(terms=[Inside("none", "trace(HOLE)"), ("length", "f", "1")])]),
             Have("e*x**2 + f*x**4 == 0", name="form", by=[Linear(terms=[("none", "w.T", "w"), ("length", "e + f*(x**2 + norm2(w))", "1")])]),
             Have("e*x**2*(d - 1) == 0", name="across"),
             Have("d - 1 >= 1", name="more"),
             Have("x**2*(d - 1) > 0", name="factor"),
             Have("forall(k, real, forall(u, real, implies(k > 0 and u*k == 0, u == 0)))", name="cancel", by=[
                 Take("k", "u")]),
             Use("cancel", at=["x**2*(d - 1)", "e"], name="e is", premises=[[Split([[], []])]]),
             Have("f*x**4 == 0", name="f flat"),
             Have("f == 0", name="f is", by=[Numbers(using=["f flat", "x"])]),
             Split([[], [
                 Have("p2 == g/(s + delta/2) - g/(s + delta/2)*(1/(2*s*(s + delta/2)))*x**2", name="p2 is")]])],
            [Take(), *agrees("given.0", "given.1")]])],
            [Take()]])], expected="proved",
        example={"d": 2, "w": "Matrix([[1], [0]])", "x": 1, "delta": 0, "s": 1, "g": 1, "p1": 1, "p2": "1/2"})  # fmt: skip
    item.without("dimension", counterexample={"d": 1, "w": 1, "x": 1, "delta": 0, "s": 1, "g": 2, "p1": 1, "p2": 1})
    item.note("For d = 1 only the second equation is forced. s stands for S, p1 and p2 for q' and q'' at x = |w| > 0.")


@paper.equation("eq-24", "The Hessian to be found", where="Appendix B, Eq. (24)", provenance="derived")
def hessian_to_find(item):
    item.printed("Hessian of Q(wt) = g(wt) (1/(S + delta/2)) (I - wt wt'/(2S (S + delta/2))).")
    radial(item)
    item.suppose("slope", "p1 == 3/2*sqrt(s - delta/2)")
    item.suppose("curvature", "p2 == (s + delta/2)/(2*s*x)*p1")
    item.suppose("factor", "g == (s + delta/2)*p1/x")
    item.conclude(f"{HESSIAN} == g*({METRIC})", argument=[
        *LETTERS,
        Have("p1/x == g/(s + delta/2)", name="first", by=[Linear(terms=[("factor", "-1/(s + delta/2)", "1")], nonzero=["x.positive", "h"])]),
        Have("p2 == g/(2*s)", name="second", by=[Linear(terms=[("curvature", "1", "1"), ("factor", "-1/(2*s)", "1")],
                                                       nonzero=["s facts.0", "x.positive", "sx"])]),
        *DIFFERENCE, *agrees("first", "second")], expected="proved",
        example={"d": 2, "w": "Matrix([[1], [0]])", "x": 1, "delta": 0, "s": 1, "g": "3/2", "p1": "3/2", "p2": "3/4"})  # fmt: skip
    there = {"d": 2, "w": "Matrix([[1], [0]])", "x": 1, "delta": 0, "s": 1, "g": "3/2", "p1": "3/2", "p2": "3/4"}
    item.without("s is", counterexample={**there, "s": 4, "g": 12, "p1": 3, "p2": "3/2"})
    item.without("curvature", counterexample={**there, "p2": 0})
    item.without("factor", counterexample={**there, "g": 0})
    item.note("With q' and q'' from the following steps; x = |wt| > 0, S = s.")


@paper.equation("B/step-6", "q' from the matching equations", where="Appendix B", provenance="derived")
def slope_of_potential(item):
    item.printed("log q' = (1/2) log(S - delta/2) + const; q'(x) = C sqrt(sqrt(x^2 + delta^2/4) - delta/2).")
    item.let(delta="nonnegative", x="positive", C="real")
    item.define(POTENTIAL[0])
    item.conclude(f"diff(log(S(x) - delta/2)/2, x) == (S(x) + delta/2)/(2*S(x)*x) and diff(C*{ROOT}, x) == (S(x) + delta/2)/(2*S(x)*x)*(C*{ROOT})",
                  expected="proved")  # fmt: skip
    item.note("That there is no other solution on x > 0, with or without a sign, is B/step-6-unique.")


QUOTIENT = [
    Use("rate of p", at=["s"], premises=[[]], name="p moves"),
    Use("rate of R", at=["s"], premises=[[]], name="R moves"),
    Use("positive", at=["s"], premises=[[]], name="R here"),
]
QUOTIENT.insert(3, Have("R[s]**2 > 0", name="R2 here"))
NEVER_ZERO = [Use("positive", at=["s"], premises=[[]], name="R here")]


@paper.remark("B/step-6-unique", "Solutions of a linear equation are proportional", where="Appendix B, cross-check", provenance="derived")
def proportional(item):
    item.printed("(not in the paper) If p' = k p and R' = k R for x > 0 and R > 0, then p = C R.")
    item.let(p="real curve", R="real curve", k="real curve")
    item.suppose("rate of p", "forall(x, positive, diff(p[x], x) == k[x]*p[x])")
    item.suppose("rate of R", "forall(x, positive, diff(R[x], x) == k[x]*R[x])")
    item.suppose("positive", "forall(x, positive, R[x] > 0)")
    item.conclude("exists(C, real, forall(x, positive, p[x] == C*R[x]))", expected="proved", argument=[
        Use("positive", at=["1"], name="R at 1", premises=[[]]),
        Witness("p[1]/R[1]"), Take("x"),
        Have("p[x]/R[x] == p[1]/R[1]", name="constant", by=[Cases("1 <= x", name="side",
            yes=[Ladder("x", "1", time="s", slope=QUOTIENT, smooth=NEVER_ZERO)],
            no=[Ladder("x", "1", time="s", right=True, slope=QUOTIENT, smooth=NEVER_ZERO)])]),
        Use("positive", at=["x"], name="R now")],
        example={"p": "1", "R": "1", "k": "0"})  # fmt: skip


@paper.equation("B/step-7", "q_delta", where="Appendix B", provenance="derived")
def antiderivative(item):
    item.printed("q(x) = (2C/3) q_delta(x) + const, since q_delta'(x) = (3/2) sqrt(S - delta/2).")
    item.let(delta="nonnegative", x="positive")
    item.define(POTENTIAL[0])
    item.conclude(f"diff((x**2 - delta/2*(delta/2 + S(x)))*{ROOT}/x, x) == 3/2*{ROOT}", expected="proved")


@paper.equation("B/step-8", "The linear term", where="Appendix B", provenance="derived")
def linear_term(item):
    item.printed("grad Q(wt(0)) = 0 gives z = -q'(|wt(0)|) wt(0)/|wt(0)|; with C = 3/2 these are the printed q_delta and z.")
    item.let(d="positive integer", w="matrix(d, 1)", z="matrix(d, 1)", x="positive", delta="nonnegative")
    item.define(POTENTIAL[0])
    item.suppose("length", "x**2 == norm2(w)")
    item.conclude(f"iff(3/2*{ROOT}/x*w + z == zeros(d, 1), z == -3/2*{ROOT}/x*w)", expected="proved", argument=[Split([
        [Take()], [Take()]])],
        example={"d": 1, "w": 1, "z": "-3/2", "x": 1, "delta": 0})  # fmt: skip
    item.note("w is wt(0), x its length.")


@paper.equation("B/step-10", "Q is strictly convex", where="Appendix B, implicit", provenance="derived")
def strictly_convex(item):
    item.printed("The eigenvalues q'(x)/x and q''(x) of the Hessian are positive.")
    item.let(delta="nonnegative", x="positive")
    item.define(POTENTIAL[0])
    item.conclude(f"3/2*{ROOT}/x > 0 and diff(3/2*{ROOT}, x) > 0", expected="proved")
    item.note("For w != 0. At w = 0 the Hessian is sqrt(...)/sqrt(delta) for delta > 0 and does not exist for delta = 0; strict convexity on "
              "all of R^d is what Theorem 2 proves on the way (B/tangent, with equality only for the same length and direction).")  # fmt: skip


@paper.corollary("cor-2-delta0", "delta = 0", where="Section 6", provenance="derived")
def balanced_start(item):
    item.printed("delta = 0: q_0(x) = x^(3/2), z = -(3/2) |wt(0)|^(-1/2) wt(0).")
    item.let(d="positive integer", w="matrix(d, 1)", x="nonnegative", x0="positive", delta="real")
    item.define(*POTENTIAL)
    item.suppose("balanced", "delta == 0")
    item.conclude("q(x) == x**(3/2) and -3/2*sqrt(S(x0) - delta/2)/x0*w == -3/2*(1/sqrt(x0))*w", because=["B/coordinates"], argument=[
        Have("forall(y, nonnegative, exists(n, real, n >= 0 and n**2 == y))", name="roots", by=[
            Take("y"), Root("y", []), Witness("sqrt(y)")]),
        Have("forall(n, real, forall(y, real, implies(n >= 0 and n**2 == y, n*(3*n**2 - n**2)/2 == y**(3/2))))", name="cubes", by=[
            Take("n", "y"), Have("y >= 0", name="sign"),
            Have("n == sqrt(y)", name="root"), Numbers(using=["root", "sign"])]),
        Have("forall(p, real, forall(e, real, forall(ee, real, implies(p == e and e == ee, p == ee))))", name="transitive",
             by=[Take("p", "e", "ee")]),
        Use("roots", at=["x"], name="root of x"), Obtain("root of x", "n", label="n"),
        Use("roots", at=["x0"], name="root of x0", premises=[[]]), Obtain("root of x0", "m", label="m"),
        Use("cited:B/coordinates", at=["delta", "n", "n", "x"], name="at x", premises=[[]]),
        Use("cited:B/coordinates", at=["delta", "m", "m", "x0"], name="at x0", premises=[[]]),
        Use("cubes", at=["n", "x"], name="power"),
        Have("m/x0 == 1/sqrt(x0)", name="inverse root", by=[
            Have("m == sqrt(x0)", name="is"),
            Have("sqrt(x0)/x0 == 1/sqrt(x0)", name="plain"),
            Have("forall(p, real, forall(e, real, implies(p == sqrt(x0) and sqrt(x0)/x0 == e, p/x0 == e)))", name="put in", by=[
                Take("p", "e")]),
            Use("put in", at=["m", "1/sqrt(x0)"])]),
        Split([[Use("transitive", at=["q(x)", "n*(3*n**2 - n**2)/2", "x**(3/2)"])],
               [Linear(terms=[Inside("at x0.1", "-3/2*HOLE/x0*w"), ("inverse root", "-3/2", "w")])]])],
        expected="proved", example={"d": 1, "w": 1, "x": 1, "x0": 1, "delta": 0})  # fmt: skip
    item.note("w is wt(0), x0 > 0 its length; q is q_delta with its limit at x = 0.")
