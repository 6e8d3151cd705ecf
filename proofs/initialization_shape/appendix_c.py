"""Appendix C: strictly balanced networks with any number of neurons; the metric of the linear predictor.

W (d x m) has the neurons' weights as columns, a (m x 1) the output weights, w = W a is the linear predictor and p = X r.
"""

from verifier.language.script import (
    At,
    Cases,
    Contradict,
    Have,
    Ladder,
    Linear,
    Negate,
    Numbers,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)
from verifier.papers.setting import Setting

from . import paper

SIZES = {"d": "positive integer", "m": "positive integer", "W": "matrix(d, m)", "a": "matrix(m, 1)"}
#: |a|^2 W - w a' = 0, since its squared norm is |a|^4 (tr(W'W) - |a|^2) = 0
REST = "(trace(a.T*a)*W - W*a*a.T)"
PARALLEL = [
    Have(f"trace({REST}.T*{REST}) <= 0", name="end"),
    Vanish("end", squares=[Square(root=REST, name="parallel")]),
]

network = Setting(let=SIZES)
balanced = Setting(let=SIZES, suppose={"balanced": "W.T*W == a*a.T"})
#: a network whose predictor is not 0
moving = Setting(let=SIZES, suppose={"balanced": "W.T*W == a*a.T", "nonzero": "trace(a.T*a) > 0"})
ONE = {"d": 1, "m": 1}
METRIC = "1/trace(a.T*a)*(eye(d) - 1/trace(a.T*a)*W*W.T + 1/2*(1/trace(a.T*a))**2*W*a*a.T*W.T)"

GAP = "({A}*{A}.T - {W}.T*{W})"
#: |a a' - W'W|^2 does not move
STAYS_BALANCED = [
    Have("forall(t, [0, oo), diff(a[t], t)*a[t].T == W[t].T*diff(W[t], t))", name="rate", by=[
        Take("t"), Use("flow of W", at=["t"], name="W moves"), Use("flow of a", at=["t"], name="a moves")]),
    Take("T"),
    Have("trace({0}.T*{0}) == 0".format(GAP.format(A="a[T]", W="W[T]")), name="gap", by=[
        Ladder("T", "0", slope=[
            Use("rate", at=["r"], premises=[[]], name="now")])]),
    Have("trace({0}.T*{0}) <= 0".format(GAP.format(A="a[T]", W="W[T]")), name="flat"),
    Vanish("flat", squares=[Square(root=GAP.format(A="a[T]", W="W[T]"), name="zero")]),
]  # fmt: skip


def line(id, title, provenance="derived"):
    return paper.equation(id, title, where="Appendix C", provenance=provenance)


@line("C/step-1", "How the linear predictor moves")
def motion(item):
    item.printed("dw/dt = (|a|^2 I + W W') X r.")
    item.let(d="positive integer", m="positive integer", W="matrix(d, m) curve", a="matrix(m, 1) curve", p="matrix(d, 1) curve")
    item.suppose("flow of W", "forall(t, [0, oo), diff(W[t], t) == p[t]*a[t].T)")
    item.suppose("flow of a", "forall(t, [0, oo), diff(a[t], t) == W[t].T*p[t])")
    item.conclude("forall(v, matrix(d, 1), forall(t, [0, oo),"
                  " diff(trace(v.T*W[t]*a[t]), t) == v.T*(trace(a[t].T*a[t])*eye(d) + W[t]*W[t].T)*p[t]))", argument=[
        Take("v", "t"), Use("flow of W", at=["t"], name="W moves"), Use("flow of a", at=["t"], name="a moves")], expected="proved")  # fmt: skip
    item.without("flow of W", counterexample={**ONE, "W": 0, "a": 1, "p": 1})
    item.without("flow of a", counterexample={**ONE, "W": "t", "a": 1, "p": 1})
    item.note("Said of v'w for every fixed v, so of every coordinate of w.")


@line("C/step-2", "Woodbury's identity for the metric")
def woodbury(item):
    item.printed("(|a|^2 I + W W')^-1 = (1/|a|^2) [I - W (|a|^2 I + W'W)^-1 W'].")
    item.use(network)
    item.let(G="matrix(m, m)")
    item.suppose("nonzero", "trace(a.T*a) > 0")
    item.suppose("inverse", "(trace(a.T*a)*eye(m) + W.T*W)*G == eye(m)")
    item.conclude("(trace(a.T*a)*eye(d) + W*W.T)*(1/trace(a.T*a)*(eye(d) - W*G*W.T)) == eye(d)", argument=[
        Linear(terms=[("inverse", "-1/trace(a.T*a)*W", "W.T")], nonzero=["nonzero"])], expected="proved")  # fmt: skip
    item.without("inverse", counterexample={**ONE, "W": 1, "a": 1, "G": 0})


@line("C/step-3", "The layers stay balanced")
def stay_balanced(item):
    item.printed("By Theorem 2.2 of Du et al. with Delta = 0: W'W = a a' at all times.")
    item.let(d="positive integer", m="positive integer", W="matrix(d, m) curve", a="matrix(m, 1) curve", p="matrix(d, 1) curve")
    item.suppose("flow of W", "forall(t, [0, oo), diff(W[t], t) == p[t]*a[t].T)")
    item.suppose("flow of a", "forall(t, [0, oo), diff(a[t], t) == W[t].T*p[t])")
    item.suppose("balanced at the start", "W[0].T*W[0] == a[0]*a[0].T")
    item.conclude("forall(t, [0, oo), W[t].T*W[t] == a[t]*a[t].T)", argument=STAYS_BALANCED, expected="proved",
                  example={**ONE, "W": 0, "a": 0, "p": 0})  # fmt: skip
    item.without("flow of W", counterexample={**ONE, "W": "t", "a": 0, "p": 0})
    item.without("flow of a", counterexample={**ONE, "W": 0, "a": "t", "p": 0})
    item.without("balanced at the start", counterexample={**ONE, "W": 1, "a": 0, "p": 0})


@line("C/step-4", "The inverse for balanced layers")
def small_inverse(item):
    item.printed("(|a|^2 I + a a')^-1 = (1/|a|^2) (I - a a'/(2 |a|^2)).")
    item.let(m="positive integer", a="matrix(m, 1)")
    item.suppose("nonzero", "trace(a.T*a) > 0")
    item.conclude("(trace(a.T*a)*eye(m) + a*a.T)*(1/trace(a.T*a)*(eye(m) - 1/(2*trace(a.T*a))*a*a.T)) == eye(m)",
                  argument=[], expected="proved")  # fmt: skip


@line("C/step-5", "The metric of balanced layers")
def metric(item):
    item.printed("The metric is (1/|a|^2) (I - (1/|a|^2) W W' + w w'/(2 |a|^4)).")
    item.use(moving)
    item.conclude(f"(trace(a.T*a)*eye(d) + W*W.T)*({METRIC}) == eye(d)", argument=[], expected="proved")
    item.without("balanced", counterexample={**ONE, "W": 0, "a": 1})


@line("C/step-6", "Each neuron is balanced")
def neurons(item):
    item.printed("By Theorem 2.1 of Du et al.: |w_i| = |a_i|.")
    item.use(balanced)
    item.conclude("forall(i, integer[0, m-1], norm2(W*basis(m, i)) == a[i, 0]**2)", argument=[
        Take("i")], expected="proved")  # fmt: skip
    item.without("balanced", counterexample={**ONE, "W": 1, "a": 0})
    item.note("Squared. The diagonal of W'W = a a'.")


@line("C/step-7", "All neurons are parallel")
def parallel(item):
    item.printed("W'W = a a' has rank one, so rank W W' = 1 and rank W = 1; hence w_i = c_i w, where sum_i a_i c_i = 1.")
    item.use(moving)
    item.conclude("exists(c, matrix(m, 1), W == W*a*c.T and a.T*c == 1)", argument=[
        *PARALLEL, Witness("1/trace(a.T*a)*a"),
        Split([[Linear(terms=[("parallel", "1/trace(a.T*a)", "1")], nonzero=["nonzero"])], []])],
        expected="proved")  # fmt: skip
    item.without("balanced", counterexample={"d": 2, "m": 2, "W": "eye(2)", "a": "basis(2, 0)"},
                 argument=[At({"goal": [Take("c"), Negate("both"), Contradict("both.0", [
                     Negate("same"), Have("basis(2, 1).T*eye(2)*basis(2, 1) == basis(2, 1).T*(eye(2)*basis(2, 0)*c.T)*basis(2, 1)",
                                          by=[Linear(terms=[("same", "basis(2, 1).T", "basis(2, 1)")])])])]})])  # fmt: skip
    item.without("nonzero", counterexample={**ONE, "W": 0, "a": 0})
    item.note("c = a/|a|^2. No rank is needed: |a|^2 W = w a' because the squared norm of the difference is "
              "|a|^4 (tr(W'W) - |a|^2) = 0. At w = 0 every weight is 0 and no such c exists; Proposition 1 excludes it.")  # fmt: skip


@line("C/step-8", "The metric in terms of the predictor")
def metric_of_predictor(item):
    item.printed("|w| = |a|^2 and W W' = w w'/|w|, so the metric is (1/|w|) (I - w w'/(2 |w|^2)).")
    item.use(moving)
    item.let(w="matrix(d, 1)")
    item.define("size := sqrt(norm2(w))")
    item.suppose("predictor", "w == W*a")
    item.conclude("size == trace(a.T*a) and size*W*W.T == w*w.T"
                  " and (size*eye(d) + 1/size*w*w.T)*(1/size*(eye(d) - 1/2*(1/size)**2*w*w.T)) == eye(d)", argument=[
        *PARALLEL,
        Have("norm2(w) == trace(a.T*a)**2", name="square"),
        Have("sqrt(norm2(w)) == trace(a.T*a)", name="size"),
        Have("sqrt(norm2(w)) > 0", name="positive"),
        Have("norm2(w) == sqrt(norm2(w))**2", name="root"),
        Split([[], [],
               []])],
        expected="proved")  # fmt: skip
    item.without("balanced", counterexample={**ONE, "W": 1, "a": 2, "w": 2})


@line("eq-25", "The potential of balanced layers")
def potential(item):
    item.printed("g H = Hess Q with Q = q(|w|) + z'w: q'/x = g/x and q'' = g/(2 x), so q''/q' = 1/(2 x), q' = C x^(1/2), "
                 "q = (2 C/3) x^(3/2); C = 3/2; z = -(3/2) |w(0)|^(-1/2) w(0).")  # fmt: skip
    item.let(x="positive", n="positive", b="real", c="nonnegative", t="real")
    item.suppose("not 0", "n + 2*b*t + c*t**2 > 0")
    item.conclude("diff(x**(3/2), x) == 3/2*sqrt(x) and diff(3/2*sqrt(x), x) == 3/2*sqrt(x)/(2*x)"
                  " and diff((n + 2*b*t + c*t**2)**(3/4), t, 2)"
                  " == 3/2*(n + 2*b*t + c*t**2)**(-1/4)*(c - (b + c*t)**2/(2*(n + 2*b*t + c*t**2)))", expected="proved")  # fmt: skip
    item.step("unique", "forall(f, real curve, implies(forall(r, positive, diff(f[r], r) == f[r]/(2*r)), f[x] == f[1]*sqrt(x)))",
              says="q''/q' = 1/(2x) gives q' = C x^(1/2)", argument=[
        Take("f"),
        Have("forall(T, [1, oo), f[T]/sqrt(T) == f[1])", name="above", by=[Take("T"), Ladder(
            "T", "1", slope=[Use("given", at=["r"], premises=[[]], name="now"),
                             Have("sqrt(r) > 0 and sqrt(r)**2 == r", name="root"),
                             Have("diff(f[r], r)*sqrt(r) - f[r]*(1/(2*sqrt(r))) == 0", name="still")],
            base=[Have("sqrt(1) == 1", name="one")])]),
        Have("forall(T, (0, 1], f[T]/sqrt(T) == f[1])", name="below", by=[Take("T"), Ladder(
            "T", "1", right=True, slope=[Use("given", at=["r"], premises=[[]], name="now"),
                                         Have("sqrt(r) > 0 and sqrt(r)**2 == r", name="root"),
                             Have("diff(f[r], r)*sqrt(r) - f[r]*(1/(2*sqrt(r))) == 0", name="still")],
            base=[Have("sqrt(1) == 1", name="one")])]),
        Have("f[x]/sqrt(x) == f[1]", name="at x", by=[Cases("x >= 1", yes=[Use("above", at=["x"], premises=[[]])],
                                                            no=[Use("below", at=["x"], premises=[[]])])]),
        Numbers(using=["at x", "x"])])  # fmt: skip
    item.note("Along the line w + t v, |w + t v|^2 = n + 2 b t + c t^2 with n = |w|^2, b = w'v, c = |v|^2: the second derivative of "
              "|w + t v|^(3/2) is v'(g H)v with g H = (3/2) |w|^(-1/2) (I - w w'/(2 |w|^2)), so g = (3/2) |w|^(1/2).")  # fmt: skip
