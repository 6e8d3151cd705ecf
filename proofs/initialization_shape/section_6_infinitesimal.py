"""Section 6: Theorem 3, networks with any number of neurons and a small start."""

from verifier.claims.script import (
    At,
    Have,
    Inside,
    Ladder,
    Limit,
    Linear,
    Numbers,
    Obtain,
    Order,
    Root,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.theory.linear_dependence import named as named_matrix
from verifier.theory.real_numbers import named_number as named

from . import paper
from .section_6_products import FAR_AWAY
from .section_6_shape import fitted, trained

ROW = "trace(v.T*W[{0}]*e)"
FORM = "(trace(a[{0}].T*e)**2 - trace((W[{0}]*e).T*(W[{0}]*e)))"
#: At rest: one neuron, one sample.
REST = {"d": 1, "m": 1, "N": 1, "X": 1, "y": 1, "W": 1, "a": 1, "rho": 0, "V": 1, "b": 1, "nu": 1, "mu": 1}


@paper.remark("thm-3-kept", "What the flow of every network keeps", where="Section 6, cross-check")
def kept(item):
    item.printed("(not in the paper) For v orthogonal to the samples v'W is kept, and a a' - W'W is kept (Du et al., Theorem 2.2).")
    item.use(trained)
    item.let(e="matrix(m, 1)")
    item.conclude(f"forall(t, [0, oo), {FORM.format('t')} == {FORM.format('0')})"
                  f" and forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), forall(t, [0, oo), {ROW.format('t')} == {ROW.format('0')})))",
                  argument=[
        Have("forall(t, [0, oo), diff(a[t], t)*a[t].T + a[t]*diff(a[t], t).T == diff(W[t], t).T*W[t] + W[t].T*diff(W[t], t))", name="rate", by=[
            Take("t"), Use("flow of W", at=["t"], name="W moves"), Use("flow of a", at=["t"], name="a moves"),
            Linear(rewrite=["W moves", "a moves"])]),
        Split([
            [Take("T"), Ladder("T", "0", slope=[
                Use("rate", at=["r"], premises=[[Numbers(using=["between"])]], name="now"),
                Linear(terms=[Inside("now", "-e.T*HOLE*e")])])],
            [Take("v", "T"), Ladder("T", "0", slope=[
                Use("flow of W", at=["r"], premises=[[Numbers(using=["between"])]], name="now"),
                Linear(terms=[("now", "-v.T", "e"), ("given", "-1", "rho[r]*a[r].T*e")])])]])],
        expected="proved", example={**{k: v for k, v in REST.items() if k not in ("V", "b", "nu", "mu", "y")}, "e": 1})  # fmt: skip


#: v = w(oo) - X nu is orthogonal to the samples, |v|^2 = v'W(0) b and |b|^4 <= (a(0)'b)^2 + |X nu|^2.
DISTANCE = [
    *named_matrix("v", "d, 1", "V*b - X*nu"),
    Have("X.T*v == zeros(N, 1)", name="orthogonal", by=[Linear(rewrite=["v"], terms=[("fit", "1", "1"), ("least.0", "-1", "1")])]),
    Have("v.T*X == zeros(1, N)", name="v is orthogonal", by=[Linear(terms=[Inside("orthogonal", "HOLE.T")])]),
    Use("cited:thm-3-kept", at=["d", "m", "N", "X", ("W[t]", "t"), ("a[t]", "t"), ("rho[t]", "t"), "b"], name="kept", premises=[[], []]),
    Use("kept.1", at=["v"], name="row", premises=[[]]),
    *named("f", FORM.format("0").replace("*e", "*b")), *named("g", ROW.format("0").replace("*e", "*b")),
    Have("forall(n, nonnegative integer, trace(a[n].T*b)**2 - trace((W[n]*b).T*(W[n]*b)) == f)", name="form at n", by=[
        Take("n"), Use("kept.0", at=["n"], name="now"), Linear(rewrite=["f"], terms=[("now", "1", "1")])]),
    Have("forall(n, nonnegative integer, trace(v.T*W[n]*b) == g)", name="row at n", by=[
        Take("n"), Use("row", at=["n"], name="now"), Linear(rewrite=["g"], terms=[("now", "1", "1")])]),
    Limit("form at n", limits=["converges.0", "converges.1"], name="form"),
    Limit("row at n", limits=["converges.0"], name="row at the end"),
    Have("norm2(v) == trace(v.T*W[0]*b)", name="size", by=[
        Linear(terms=[("v", "v.T", "1"), ("v is orthogonal", "-1", "nu"), ("row at the end", "1", "1"), ("g", "1", "1")])]),
    Have("norm2(v) <= norm2(W[0]*b)", name="short", by=[Order(positive=[Square(root="W[0]*b - v")], terms=[("size", "-2", "1")])]),
]  # fmt: skip


@paper.remark("thm-3-rate", "How far the limit is from the least norm, for every start", where="Section 6, cross-check")
def rate(item):
    item.printed("(not in the paper) For every start: |w(oo) - w*|^2 <= (|a(0)|^2 + |w*|) |W(0)|^2, where w* = X nu is the solution of "
                 "least norm.")  # fmt: skip
    item.use(fitted)
    item.let(nu="matrix(N, 1)", mu="nonnegative")
    item.suppose("least", "X.T*X*nu == y and norm2(X*nu) == mu**2")
    item.conclude("norm2(V*b - X*nu) <= (norm2(a[0]) + mu)*norm2(W[0])", because=["thm-3-kept", "norm-product"], argument=[
        *DISTANCE,
        Use("cited:norm-product", at=["d", "m", "1", "W[0]", "b"], name="product of W"),
        Use("cited:norm-product", at=["1", "m", "1", "a[0].T", "b"], name="product of a"),
        *named("h", "trace(b.T*b)"), *named("k", "norm2(a[0])"), *named("j", "norm2(W[0])"),
        Have("norm2(V*b) == norm2(v) + mu**2", name="parts", by=[
            Linear(terms=[("v", "-(V*b + v + X*nu).T", "1"), ("least.1", "1", "1"), ("v is orthogonal", "2", "nu")])]),
        Have("h**2 <= mu**2 + k*h", name="quadratic", by=[Order(positive=[Square(facts=["product of a"]), Square(facts=["short"])], terms=[
            ("form", "-1", "1"), ("f", "-1", "1"), ("parts", "-1", "1"), ("h", "-1", "h + trace(b.T*b)"),
            ("h", "k", "1"), ("k", "trace(b.T*b)", "1")])]),
        Have("k >= 0", name="k>=0", by=[Have("norm2(a[0]) >= 0", name="plain"), Numbers(using=["plain", "k"])]),
        Have("h <= k + mu", name="bounded", by=[Numbers(using=["quadratic", "k>=0", "mu"])]),
        Have("j >= 0", name="j>=0", by=[Have("norm2(W[0]) >= 0", name="plain"), Numbers(using=["plain", "j"])]),
        Have("norm2(v) <= j*(k + mu)", name="in numbers", by=[
            Order(positive=[Square(facts=["short"]), Square(facts=["product of W"]), Square(facts=["j>=0", "bounded"])],
                  terms=[("h", "j", "1"), ("j", "trace(b.T*b)", "1")])]),
        Order(positive=[Square(facts=["in numbers"])], terms=[
            ("v", "(v + V*b - X*nu).T", "1"), ("j", "-(k + mu)", "1"), ("k", "-norm2(W[0])", "1")]),
    ], expected="proved", example=REST)  # fmt: skip


FLOWS = ("forall(t, [0, oo), diff(W[t], t) == X*rho[t]*a[t].T) and forall(t, [0, oo), diff(a[t], t) == W[t].T*X*rho[t])"
         " and tends(W[n], n, V) and tends(a[n], n, b) and X.T*V*b == X.T*X*nu")  # fmt: skip
#: The same with convergence at all times.
SETTLES = FLOWS.replace("tends(W[n], n, V) and tends(a[n], n, b)", "forall(h, positive, exists(T, nonnegative, forall(t, [T, oo),"
                        " norm2(W[t] - V) <= h and norm2(a[t] - b) <= h)))")  # fmt: skip
PRODUCTS = "forall(i, integer[0, m-1], norm2(W[0]*basis(m, i))*a[0][i, 0]**2 <= eps**2)"


def for_every_start(start, end="norm2(V*b - X*nu) <= eta**2", flows=FLOWS):
    """For every eta there is eps such that every flow from a start as described ends within eta of X nu."""
    return ("forall(eta, positive, exists(eps, positive, forall(W, matrix(d, m) curve, forall(a, matrix(m, 1) curve,"
            " forall(rho, matrix(N, 1) curve, forall(V, matrix(d, m), forall(b, matrix(m, 1),"
            f" implies({flows} and {start}, {end}))))))))")  # fmt: skip


def near(bound):
    """Steps: the bound of thm-3-rate for the flow at hand, and with it the distance."""
    return [
        Take("W", "a", "rho", "V", "b"),
        Use("cited:thm-3-rate", at=["d", "m", "N", "X", ("W[t]", "t"), ("a[t]", "t"), ("rho[t]", "t"), "X.T*X*nu", "V", "b", "nu", "mu"],
            name="rate"),
        *bound,
    ]


#: mu = |X nu|, the least norm of a solution.
LEAST_NORM = [
    Have("norm2(X*nu) >= 0", name="size"), Root("norm2(X*nu)", name="root", by=[]),
    Have("exists(mu, real, mu >= 0 and norm2(X*nu) == mu**2)", name="there is mu", by=[
        Witness("sqrt(norm2(X*nu))"), Split([[], [Linear(terms=[("root.1", "-1", "1")])]])]),
    Obtain("there is mu", "mu", label="mu"),
]  # fmt: skip


@paper.theorem("thm-3", "Infinitesimal starts", where="Section 6, Theorem 3", provenance="guess")
def infinitesimal(item):
    item.printed("For a multi-neuron network and nonzero infinitesimal initialisation, i.e. |w_i(0)| -> 0 for all neurons' predictors "
                 "w_i = a_i w_i: if the gradient flow solution satisfies X'w(oo) = y, then w(oo) = argmin |w| subject to X'w = y.")
    item.let(d="positive integer", m="positive integer", N="positive integer", X="matrix(d, N)", nu="matrix(N, 1)")
    with item.reading("all weights are small") as r:
        r.conclude(for_every_start("norm2(W[0]) <= eps**2 and norm2(a[0]) <= eps**2"), because=["thm-3-rate"], argument=[
            *LEAST_NORM,
            Take("eta"),
            *named("e", "eta/((1 + eta)*(1 + mu))", also="0 < e and e <= 1 and e**2*(1 + mu) <= eta**2", by=[Split([
                [Numbers(using=["given", "mu"])], [Numbers(using=["given", "mu"])], [Numbers(using=["given", "mu"])],
                [Numbers(using=["given", "mu"])]])]),
            Witness("e"), Split([[Numbers(using=["e.1"])], near([
                *named("k", "norm2(a[0])"), *named("j", "norm2(W[0])"),
                Have("norm2(W[0]) >= 0", name="W>=0"), Have("j >= 0", name="j>=0", by=[Numbers(using=["j", "W>=0"])]),
                Have("j <= e**2", name="start W", by=[Order(rewrite=["j"], positive=[Square(facts=["given1.5"])])]),
                Have("k <= e**2", name="start a", by=[Order(rewrite=["k"], positive=[Square(facts=["given1.6"])])]),
                Have("e**2 <= 1", name="e2", by=[Numbers(using=["e.1", "e.2"])]),
                Have("(k + mu)*j <= (1 + mu)*e**2", name="small", by=[
                    Numbers(using=["start W", "start a", "e2", "j>=0", "mu"])]),
                Order(positive=[Square(facts=["rate"]), Square(facts=["small"]), Square(facts=["e.3"])], terms=[
                    ("k", "norm2(W[0])", "1"), ("j", "k + mu", "1")])])])], expected="proved")  # fmt: skip
    with item.reading("the products a_i w_i are small") as r:
        r.conclude(for_every_start(PRODUCTS, flows=SETTLES), because=["thm-3-logistic"], expected="refuted", argument=[At({"goal": FAR_AWAY})],
                   counterexample={"d": 2, "m": 1, "N": 1, "X": "basis(2, 0)", "nu": 1, "mu": 1})  # fmt: skip
    item.note("Under |w_i(0)| -> 0 alone the statement fails, also with convergence at all times: at one sample e_0 with output 1 the flow "
              "from a(0) = p(0), w(0) = (p(0), 1) ends at (1, 1) for every p(0) > 0; there delta_i is about -1. With the weights a(0), W(0) "
              "small it holds for all sizes at the rate O(|W(0)|), by thm-3-rate, uniformly in the flow: |w(oo) - w*|^2 <= (|a(0)|^2 + |w*|) "
              "|W(0)|^2. With delta_i >= 0, |W(0)|^2 <= sum_i |w_i(0)|, and products are enough where a(0) is bounded.")  # fmt: skip
    item.note("X nu is the solution of least norm, y = X'X nu (D/step-6). First t -> oo, then the start -> 0, as in the paper.")


@paper.remark("rem-anti-NTK", "The tangent kernel moves", where="Section 6", provenance="printed")
def kernel_moves(item):
    item.printed("For infinitesimal initialisation the tangent kernel is not fixed during training.")
    item.use(fitted)
    item.let(eps="positive")
    item.define("kernel(A, c) := d*norm2(c) + norm2(A)")
    item.suppose("start", "norm2(a[0]) <= eps**2 and norm2(W[0]) <= eps**2")
    item.conclude("kernel(W[0], a[0]) <= (d + 1)*eps**2 and kernel(V, b)**2*norm2(X) >= 4*norm2(y)", because=["norm-product"], argument=[
        Use("cited:norm-product", at=["N", "d", "1", "X.T", "V*b"], name="1"), Use("cited:norm-product", at=["d", "m", "1", "V", "b"], name="2"),
        *named("h", "trace(b.T*b)"), *named("k", "norm2(V)"), *named("j", "norm2(X)"), *named("g", "norm2(y)"), *named("f", "norm2(V*b)"),
        Have("norm2(X) >= 0", name="X>=0"), Have("j >= 0", name="j>=0", by=[Numbers(using=["j", "X>=0"])]),
        Have("trace(b.T*b) >= 0", name="b>=0"), Have("h >= 0", name="h>=0", by=[Numbers(using=["h", "b>=0"])]),
        Have("norm2(V) >= 0", name="V>=0"), Have("k >= 0", name="k>=0", by=[Numbers(using=["k", "V>=0"])]),
        Have("g <= j*f", name="outputs", by=[Order(rewrite=["g", "j", "f"], positive=[Square(facts=["1"])], terms=[
            ("fit", "(y + X.T*V*b).T", "1")])]),
        Have("f <= k*h", name="predictor", by=[Order(rewrite=["f", "k", "h"], positive=[Square(facts=["2"])])]),
        Have("d >= 1", name="d>=1"),
        Have("(d*h + k)**2*j >= 4*g", name="numbers", by=[
            Have("(d*h + k)**2 >= 4*h*k", name="mean", by=[Order(positive=[
                Square(root="d*h - k"), Square(facts=["d>=1", "h>=0", "k>=0"], weight="4")])]),
            Order(positive=[Square(facts=["mean", "j>=0"]), Square(facts=["predictor", "j>=0"], weight="4"), Square(facts=["outputs"], weight="4")])]),
        Split([[Order(positive=[Square(facts=["d>=1", "start.0"]), Square(facts=["start.0"]), Square(facts=["start.1"])])],
               [Have("kernel(V, b) == d*h + k", name="kernel", by=[Linear(rewrite=["h", "k"])]),
                Order(positive=[Square(facts=["numbers"])], terms=[
                    ("j", "-(d*h + k)**2", "1"), ("g", "4", "1"), ("kernel", "norm2(X)", "kernel(V, b) + d*h + k")])]]),
    ], expected="proved")  # fmt: skip
    item.note("The kernel is K(x, x') = x'(|a|^2 I + W W')x', its trace d |a|^2 + |W|^2. At the start it is O(eps^2), at the end at least "
              "2 |y|/|X|, whatever eps: the ratio diverges like eps^-2 for every y != 0.")  # fmt: skip
