"""Section 6: Theorem 3, networks with any number of neurons and a small start."""

from verifier.language.script import (
    At,
    Axiom,
    Have,
    Inside,
    Linear,
    Obtain,
    Order,
    Root,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import named_number as named

from . import paper
from .appendix_a_minimum import TERM_BY_TERM
from .section_6_products import FAR_AWAY
from .section_6_shape import fitted

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
        Witness("sqrt(norm2(X*nu))"), Split([[], []])]),
    Obtain("there is mu", "mu", label="mu"),
]  # fmt: skip


OUTER = "forall(i, integer[0, m-1], norm2(W[0]*basis(m, i)) <= a[0][i, 0]**2)"
TERM = "a[0][{0}, 0]*W[0]*basis(m, {0})"
#: The size of the start by its neurons: |W(0)|^2 <= m eps and |W(0) a(0)|^2 <= (m eps)^2.
BY_NEURONS = [
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="identity"),
    Have("norm2(W[0]) == Sum(norm2(W[0]*basis(m, i)), (i, 0, m-1))", name="W by neurons", by=[
        Linear(terms=[Inside("identity", "trace(W[0]*HOLE*W[0].T)")])]),
    Have(f"W[0]*a[0] == Sum({TERM.format('i')}, (i, 0, m-1))", name="product by neurons", by=[
        Linear(terms=[Inside("identity", "W[0]*HOLE*a[0]")])]),
    Use("term by term", at=["m", ("norm2(W[0]*basis(m, i))", "i"), ("e", "i")], name="small weights", premises=[[
        Take("i"), Use("given1.6", at=["i"], name="outer"), Use("given1.5", at=["i"], name="product"),
        Set("x", "norm2(W[0]*basis(m, i))"), Have("norm2(W[0]*basis(m, i)) >= 0", name="size now"),
        Have("x >= 0", name="x>=0"), Set("z", "a[0][i, 0]**2"),
        Have("x <= z and x*z <= e**2", name="letters", by=[Split([[],
                                                                  []])]),
        Have("x <= e", name="below")]]),
    Use("term by term", at=["m", ("norm2(W[0]*basis(m, i))*a[0][i, 0]**2", "i"), ("e**2", "i")], name="small products", premises=[[
        Take("i"), Use("given1.5", at=["i"])]]),
    Have("norm2(W[0]) <= m*e", name="weights", by=[Order(positive=[Square(facts=["small weights"])], terms=[("W by neurons", "-1", "1")])]),
    Have("norm2(W[0]*a[0]) <= m*Sum(norm2(W[0]*basis(m, i))*a[0][i, 0]**2, (i, 0, m-1))", name="spread", by=[
        Order(rewrite=["product by neurons"], positive=[
            Square(root=f"{TERM.format('i')} - {TERM.format('j')}", weight="1/2", over=[("i", "0", "m-1"), ("j", "0", "m-1")])])]),
    Have("norm2(W[0]*a[0]) <= (m*e)**2", name="products", by=[Order(positive=[
        Square(facts=["spread"]), Square(facts=["small products"]), Square(facts=["small products", "m>=1"])])]),
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
                [], [], [],
                []])]),
            Witness("e"), Split([[], near([
                Set("k", "norm2(a[0])"), Set("j", "norm2(W[0])"),
                Have("norm2(W[0]) >= 0", name="W>=0"), Have("j >= 0", name="j>=0"),
                Have("j <= e**2", name="start W"),
                Have("k <= e**2", name="start a"),
                Have("e**2 <= 1", name="e2"),
                Have("(k + mu)*j <= (1 + mu)*e**2", name="small"),
                Order(positive=[Square(facts=["rate"]), Square(facts=["small"]), Square(facts=["e.3"])], terms=[
                    ("k", "norm2(W[0])", "1"), ("j", "k + mu", "1")])])])], expected="proved")  # fmt: skip
    with item.reading("the products a_i w_i are small") as r:
        r.conclude(for_every_start(PRODUCTS, flows=SETTLES), because=["thm-3-logistic"], expected="refuted", argument=[At({"goal": FAR_AWAY})],
                   counterexample={"d": 2, "m": 1, "N": 1, "X": "basis(2, 0)", "nu": 1, "mu": 1})  # fmt: skip
    with item.repair("the products a_i w_i are small and delta_i >= 0") as r:
        r.conclude(for_every_start(f"{PRODUCTS} and {OUTER}"), because=["thm-3-rate-products"], argument=[
            TERM_BY_TERM, *LEAST_NORM, Have("m >= 1", name="m>=1"),
            Take("eta"),
            *named("s", "eta**2/(8*(1 + mu)*(1 + eta**2))", also="s > 0 and 8*s <= 1 and 8*s <= eta**2 and 8*mu*s <= eta**2", by=[Split([
                [], [], [],
                [], []])]),
            *named("e", "s/m", also="e > 0 and m*e == s", by=[Split([
                [], [], []])]),
            Witness("e"), Split([[], [
                Take("W", "a", "rho", "V", "b"), *BY_NEURONS,
                Use("cited:thm-3-rate-products", at=["d", "m", "N", "X", ("W[t]", "t"), ("a[t]", "t"), ("rho[t]", "t"), "X.T*X*nu", "V", "b", "nu", "mu"],
                    name="rate"),
                Set("j", "norm2(W[0])"), Set("p", "norm2(W[0]*a[0])"),
                Have("norm2(W[0]) >= 0", name="W>=0"), Have("j >= 0", name="j>=0"),
                Have("j <= s", name="start W"),
                Have("p <= s**2", name="start product", by=[Order(positive=[Square(facts=["products"])], terms=[("p", "-1", "1"), ("e.2", "-(m*e + s)", "1")])]),
                Have("2*(p + j**2) + 4*mu*j <= eta**2", name="small", by=[
                    Have("j**2 <= s**2", name="square"),
                    Have("mu*j <= mu*s", name="scaled"),
                    Have("8*s**2 <= eta**2", name="s2")]),
                Order(positive=[Square(facts=["rate"]), Square(facts=["small"])], terms=[
                    ("p", "2", "1"), ("j", "2*(j + norm2(W[0])) + 4*mu", "1")])]])], expected="proved")  # fmt: skip
    item.note("Which reading is meant: \"infinitesimal initialisation\" speaks of the weights, and read so the theorem holds. The words after \"i.e.\" are a "
              "reconstruction; taken at their letter they speak of the products a_i w_i only, and that is false. The printed proof takes for each neuron the "
              "potential of Theorem 2, which supposes delta_i >= 0, and lets the products vanish: that is the repaired form, and it holds. So the readings disagree "
              "about neurons with delta_i < 0 alone: those of small |a_i| whose w_i is not small.")  # fmt: skip
    item.note("Under |w_i(0)| -> 0 alone, w_i = a_i w_i the neuron's predictor, the statement fails, also with convergence at all times: at one sample e_0 with output 1 the flow "
              "from a(0) = p(0), w(0) = (p(0), 1) ends at (1, 1) for every p(0) > 0; there delta_i is about -1. With the weights a(0), W(0) "
              "small it holds for all sizes at the rate O(|W(0)|), by thm-3-rate, uniformly in the flow: |w(oo) - w*|^2 <= (|a(0)|^2 + |w*|) "
              "|W(0)|^2. With delta_i >= 0, the hypothesis of Theorem 2, small products are enough, however large a(0) is: the rate is O(eps^(1/2)), "
              "|w(oo) - w*|^2 <= 4 (m eps)^2 + 4 |w*| m eps (thm-3-rate-products).")  # fmt: skip
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
        Set("h", "trace(b.T*b)"), Set("k", "norm2(V)"), Set("j", "norm2(X)"), Set("g", "norm2(y)"), Set("f", "norm2(V*b)"),
        Have("norm2(X) >= 0", name="X>=0"), Have("j >= 0", name="j>=0"),
        Have("trace(b.T*b) >= 0", name="b>=0"), Have("h >= 0", name="h>=0"),
        Have("norm2(V) >= 0", name="V>=0"), Have("k >= 0", name="k>=0"),
        Have("g <= j*f", name="outputs", by=[Order(rewrite=["g", "j", "f"], positive=[Square(facts=["1"])], terms=[
            ("fit", "(y + X.T*V*b).T", "1")])]),
        Have("f <= k*h", name="predictor"),
        Have("d >= 1", name="d>=1"),
        Have("(d*h + k)**2*j >= 4*g", name="numbers", by=[
            Have("(d*h + k)**2 >= 4*h*k", name="mean")]),
        Split([[],
               [Have("kernel(V, b) == d*h + k", name="kernel"),
                Order(positive=[Square(facts=["numbers"])], terms=[
                    ("j", "-(d*h + k)**2", "1"), ("g", "4", "1"), ("kernel", "norm2(X)", "kernel(V, b) + d*h + k")])]]),
    ], expected="proved")  # fmt: skip
    item.note("The kernel is K(x, x') = x'(|a|^2 I + W W')x', its trace d |a|^2 + |W|^2. At the start it is O(eps^2), at the end at least "
              "2 |y|/|X|, whatever eps: the ratio diverges like eps^-2 for every y != 0.")  # fmt: skip
