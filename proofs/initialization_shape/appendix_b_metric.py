"""Appendix B: how the predictor of one neuron moves, and its metric, in the parameters and in the predictor itself.

One neuron a_i, w_i of the network; n2 stands for |w_i|^2 and x for |wt_i|.
"""

from verifier.language.script import Cases, Contradict, Have, Linear, Order, Split, Square, Take, Use, Witness

from . import paper
from .neuron import ROOT_IS, root_is

NEURON = {"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "r": "matrix(N, 1)", "a": "real", "w": "matrix(d, 1)",
          "speed": "matrix(d, 1)"}  # fmt: skip
#: Sherman-Morrison at work: (c I + w w')^{-1} for a number c.
INVERSE = "1/{c}*(eye(d) - 1/({c} + norm2(w))*w*w.T)"


@paper.equation("B/step-2", "How the predictor moves", where="Appendix B", provenance="derived")
def predictor_moves(item):
    item.printed("d wt_i/dt = (a_i^2 I + w_i w_i') X r.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", r="matrix(N, 1) curve", a="real curve", w="matrix(d, 1) curve",
             c="matrix(d, 1)")  # fmt: skip
    item.suppose("flow of a", "forall(t, [0, oo), diff(a[t], t) == w[t].T*X*r[t])")
    item.suppose("flow of w", "forall(t, [0, oo), diff(w[t], t) == a[t]*X*r[t])")
    item.conclude("forall(t, [0, oo), diff(a[t], t)*w[t] + a[t]*diff(w[t], t) == (a[t]**2*eye(d) + w[t]*w[t].T)*X*r[t]"
                  " and diff(trace(c.T*(a[t]*w[t])), t) == trace(c.T*(a[t]**2*eye(d) + w[t]*w[t].T)*X*r[t]))", argument=[
        Have("forall(p, real, forall(q, real, forall(e, real, implies(p == q and q == e, p == e))))", name="transitive",
             by=[Take("p", "q", "e")]),
        Take("t"), Use("flow of a", at=["t"], name="a moves"), Use("flow of w", at=["t"], name="w moves"),
        Have("trace(c.T*(diff(a[t], t)*w[t] + a[t]*diff(w[t], t))) == trace(c.T*(a[t]**2*eye(d) + w[t]*w[t].T)*X*r[t])", name="rate"),
        Have("diff(trace(c.T*(a[t]*w[t])), t) == trace(c.T*(diff(a[t], t)*w[t] + a[t]*diff(w[t], t)))", name="product rule"),
        Split([[],
               [Use("transitive", at=["diff(trace(c.T*(a[t]*w[t])), t)", "trace(c.T*(diff(a[t], t)*w[t] + a[t]*diff(w[t], t)))",
                                      "trace(c.T*(a[t]**2*eye(d) + w[t]*w[t].T)*X*r[t])"])]])],
        expected="proved", example={"d": 1, "N": 1, "X": 0, "r": 0, "a": 1, "w": 1, "c": 1})  # fmt: skip
    item.note("As the product rule gives it, and as the derivative of every component c'wt. Each neuron of a wide network moves like this.")


@paper.equation("eq-21", "The same with delta_i, and when it can be inverted", where="Appendix B, Eq. (21)", provenance="derived")
def metric_with_delta(item):
    item.printed("d wt_i/dt = ((delta_i + |w_i|^2) I + w_i w_i') X r; assuming delta_i >= 0 and a non-zero initialisation the matrix has an inverse.")
    item.let(**NEURON, delta="real")
    item.suppose("conserved", "delta == a**2 - norm2(w)")
    item.suppose("flow", "speed == (a**2*eye(d) + w*w.T)*X*r")
    item.suppose("delta", "delta >= 0")
    item.suppose("not zero", "a*w != zeros(d, 1)")
    matrix = "((delta + norm2(w))*eye(d) + w*w.T)"
    item.conclude(f"speed == {matrix}*X*r and exists(K, matrix(d, d), K*{matrix} == eye(d) and {matrix}*K == eye(d) and K*speed == X*r)",
                  argument=[
        Have(f"speed == {matrix}*X*r", name="moves"),
        Have("norm2(w) > 0", name="size", by=[
            Cases("w == zeros(d, 1)", name="none", yes=[Contradict("not zero", [])],
                  no=[Order(positive=[Square(root="w", nonzero="none")])])]),
        Have("delta + norm2(w) > 0", name="c"),
        Have("delta + 2*norm2(w) > 0", name="e"),
        Split([[], [Witness("1/(delta + norm2(w))*(eye(d) - 1/(delta + 2*norm2(w))*w*w.T)"),
                    Split([[Linear(nonzero=["c", "e"])], [Linear(nonzero=["c", "e"])],
                           [Linear(terms=[("moves", "1/(delta + norm2(w))*(eye(d) - 1/(delta + 2*norm2(w))*w*w.T)", "1")], nonzero=["c", "e"])]])]])],
        expected="proved", example={"d": 1, "N": 1, "X": 1, "r": 1, "a": 1, "w": 1, "speed": 2, "delta": 0})  # fmt: skip
    item.without("not zero", counterexample={"d": 1, "N": 1, "X": 1, "r": 1, "a": 0, "w": 0, "speed": 0, "delta": 0})
    item.note("What is needed for the inverse is a_i != 0; delta_i >= 0 with wt_i != 0 gives that, and so does wt_i != 0 alone.")


@paper.equation("B/step-3", "Sherman-Morrison for one neuron", where="Appendix B", provenance="derived")
def inverse_of_metric(item):
    item.printed("(a^2 I + w w')^{-1} = (1/a^2)(I - w w'/(a^2 + |w|^2)).")
    item.let(d="positive integer", a="real", w="matrix(d, 1)")
    item.suppose("not zero", "a != 0")
    inverse = INVERSE.format(c="a**2")
    item.conclude(f"(a**2*eye(d) + w*w.T)*({inverse}) == eye(d) and ({inverse})*(a**2*eye(d) + w*w.T) == eye(d)", argument=[
        Have("norm2(w) >= 0", name="size"),
        Have("a**2 > 0", name="a"),
        Have("a**2 + norm2(w) > 0", name="sum"),
        Split([[], []])], expected="proved")  # fmt: skip


@paper.equation("eq-22", "The metric in w", where="Appendix B, Eq. (22)", provenance="derived")
def metric_in_w(item):
    item.printed("(1/(delta + |w|^2)) (I - w w'/(delta + 2|w|^2)) d wt/dt = X r.")
    item.let(**NEURON, delta="real", n2="nonnegative")
    item.suppose("conserved", "delta == a**2 - n2")
    item.suppose("length", "n2 == norm2(w)")
    item.suppose("flow", "speed == (a**2*eye(d) + w*w.T)*X*r")
    item.suppose("not zero", "a != 0")
    item.conclude("delta + n2 > 0 and delta + 2*n2 > 0 and 1/(delta + n2)*(eye(d) - 1/(delta + 2*n2)*w*w.T)*speed == X*r", argument=[
        Have("delta + n2 > 0", name="c"),
        Have("delta + 2*n2 > 0", name="e"),
        Have("a**2 > 0", name="a"),
        Have("a**2 + n2 > 0", name="f"),
        Split([[], [], []])],
        expected="proved", example={"d": 1, "N": 1, "X": 1, "r": 1, "a": 1, "w": 1, "speed": 2, "delta": 0, "n2": 1})  # fmt: skip
    item.without("not zero", counterexample={"d": 1, "N": 1, "X": 1, "r": 1, "a": 0, "w": 0, "speed": 0, "delta": 0, "n2": 0})
    item.note("delta >= 0 is not needed here, a != 0 is; n2 is |w|^2.")


@paper.equation("B/step-4", "|w|^2 from |wt|", where="Appendix B", provenance="derived")
def length_of_w(item):
    item.printed("|wt|^2 = |w|^2 (|w|^2 + delta), so |w|^2 = -delta/2 +- sqrt(delta^2/4 + |wt|^2), with + since |w|^2 >= 0.")
    item.let(n2="nonnegative", a="real", delta="real", x="nonnegative")
    item.suppose("conserved", "a**2 - n2 == delta")
    item.suppose("length", "x**2 == a**2*n2")
    item.conclude("x**2 == n2*(n2 + delta) and n2 == -delta/2 + sqrt(delta**2/4 + x**2)", argument=[
        ROOT_IS,
        Have("x**2 == n2*(n2 + delta)", name="first"),
        Have("n2 + delta/2 >= 0", name="sign"),
        root_is("delta**2/4 + x**2", "n2 + delta/2", [], [], "root"),
        Split([[], []])], expected="proved")  # fmt: skip
    item.without("conserved", counterexample={"n2": 0, "a": 0, "delta": -1, "x": 0})
    item.without("length", counterexample={"n2": 1, "a": 1, "delta": 0, "x": 0})
    item.note("Also for delta < 0, since |w|^2 + delta = a^2 >= 0; it is |w|^2 >= 0 and a^2 >= 0 together that choose the sign.")


@paper.equation("eq-23", "The metric in the predictor", where="Appendix B, Eq. (23)", provenance="derived")
def metric_in_predictor(item):
    item.printed("With S = sqrt(|wt|^2 + delta^2/4): (1/(S + delta/2)) (I - wt wt'/(2S (S + delta/2))) d wt/dt = X r.")
    item.let(**NEURON, delta="real", x="nonnegative")
    item.define("S := sqrt(x**2 + delta**2/4)")
    item.suppose("conserved", "delta == a**2 - norm2(w)")
    item.suppose("length", "x**2 == norm2(a*w)")
    item.suppose("flow", "speed == (a**2*eye(d) + w*w.T)*X*r")
    item.suppose("not zero", "a != 0")
    item.conclude("S + delta/2 > 0 and S > 0 and 1/(S + delta/2)*(eye(d) - 1/(2*S*(S + delta/2))*(a*w)*(a*w).T)*speed == X*r", argument=[
        ROOT_IS,
        Have("norm2(w) >= 0", name="size"),
        Have("x**2 == a**2*norm2(w)", name="product"),
        root_is("x**2 + delta**2/4", "a**2 - delta/2", [], [], "root"),
        Have("a**2 > 0", name="a"),
        Have("forall(s, real, implies(s == a**2 - delta/2, s + delta/2 > 0 and s > 0 and"
             " 1/(s + delta/2)*(eye(d) - 1/(2*s*(s + delta/2))*(a*w)*(a*w).T)*speed == X*r))", name="plain", by=[
            Take("s"),
            Have("s > 0", name="half"),
            Have("s + delta/2 > 0", name="whole"),
            Have("2*s*(s + delta/2) > 0", name="both"),
            Split([[], [], []])]),
        Use("plain", at=["S"])],
        expected="proved",
        example={"d": 1, "N": 1, "X": 1, "r": 1, "a": 1, "w": 1, "speed": 2, "delta": 0, "x": 1})  # fmt: skip
    item.note("a and w are the neuron's layers, wt = a w, x = |wt| and speed = dwt/dt; S in the formula is taken at x.")
