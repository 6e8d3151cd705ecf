"""Appendix D: the proof of Theorem 3, neuron by neuron.

One neuron: weights a and w (d x 1), product q = a w, delta = a^2 - |w|^2; n is |w|.  With S = (|q|^2 + delta^2/4)^(1/2) =
(a^2 + n^2)/2 the slope of the potential is q'(|q|) = (3/2) (S - delta/2)^(1/2) = (3/2) n.
"""

from verifier.language.script import Have, Use

from . import paper
from .appendix_b_time_warp import S, along


def line(id, title, provenance="derived"):
    return paper.equation(id, title, where="Appendix D", provenance=provenance)


@line("D/step-1", "The potential of one neuron")
def potential(item):
    item.printed("Q_i(w) = q_i(|w|) + z_i'w, z_i = -(3/2) ((|w_i(0)|^2 + delta_i^2/4)^(1/2) - delta_i/2)^(1/2) w_i(0)/|w_i(0)|; its gradient "
                 "vanishes at w_i(0).")  # fmt: skip
    item.let(a="positive", n="positive")
    item.conclude("3/2*sqrt(sqrt((a*n)**2 + (a**2 - n**2)**2/4) - (a**2 - n**2)/2) == 3/2*n", expected="proved")
    item.note("a and n are |a_i(0)| and the norm of the neuron's weights: q_i'(|w_i(0)|) = |z_i| = (3/2) n, so the gradient at the start is 0. "
              "The direction of q' w/|w| is that of a_i's sign times the weights: the whole gradient is (3/2) sign(a_i) times the weights.")


@line("D/step-2", "The linear term vanishes")
def pull_vanishes(item):
    item.printed("In the limit |w_i(0)| -> 0 we can see that z_i -> 0.")
    item.let(a="nonnegative", n="nonnegative", eps="positive")
    item.define("pull := 3/2*n")
    item.suppose("small", "a*n <= eps")
    item.suppose("delta", "a**2 - n**2 >= 0")
    item.conclude("pull <= 3/2*sqrt(eps)", expected="proved")
    item.without("delta", counterexample={"a": 0, "n": 1, "eps": "1/4"})
    item.without("small", counterexample={"a": 2, "n": 2, "eps": 1})
    item.note("|z_i| = (3/2) n by D/step-1. The rate is O(eps^(1/2)), uniform in delta_i >= 0, and it is attained at delta_i = 0; for "
              "delta_i < 0 the product alone does not bound z_i.")  # fmt: skip


@line("D/step-3", "What the flow of one neuron gives")
def gradient_of_neuron(item):
    item.printed("With z_i = 0: q_i'(|w_i|) w_i/|w_i| = sum_n x^(n) int g_i r^(n) dt.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", w="matrix(d, 1) curve", sigma="matrix(N, 1) curve", w0="matrix(d, 1)",
             W="matrix(d, 1)", nu="matrix(N, 1)", b="real", delta="real", xb="positive", sgn="real")  # fmt: skip
    item.define(S)
    item.suppose("flow of w", "forall(t, [0, oo), diff(w[t], t) == X*diff(sigma[t], t))")
    item.suppose("starts", "w[0] == w0 and sigma[0] == zeros(N, 1)")
    item.suppose("limits", "tends(w[m], m, W) and tends(sigma[m], m, nu)")
    item.suppose("end", "b**2 - norm2(W) == delta and xb**2 == norm2(b*W)")
    item.suppose("one sign", "sgn**2 == 1 and sgn*b > 0")
    item.conclude("3/2*sqrt(S(xb) - delta/2)/xb*b*W == X*(3/2*sgn*nu) + 3/2*sgn*w0", because=["imd/step-2", "B/coordinates"], expected="proved", argument=[
        Use("cited:imd/step-2", at=["d", "N", "X", ("sigma[t]", "t"), ("w[t]", "t"), "W", "w0", "nu"], name="integrated"),
        along("one sign.0"), Use("along", at=["b", "W", "xb"], name="last")],
        example={"d": 1, "N": 1, "X": 0, "w": 1, "sigma": 0, "w0": 1, "W": 1, "nu": 0, "b": 1, "delta": 0, "xb": 1, "sgn": 1})  # fmt: skip
    still = {"d": 1, "N": 1, "X": 0, "w": 1, "sigma": 0, "w0": 1, "W": 1, "nu": 0, "b": 1, "delta": 0, "xb": 1, "sgn": 1}
    for name, change in {"xb.positive": {"xb": -1}, "flow of w": {"w": "4 - 3*exp(-t)", "W": 4, "b": 4, "xb": 16}, "starts": {"w0": 4},
                         "end": {"xb": 4}, "one sign": {"b": -1}}.items():  # fmt: skip
        item.without(name, counterexample={**still, **change})
    item.note("For one neuron with the layers a_i, w (end b, W), a_i of the sign sgn, and its product w_i = b W at the end, xb = |w_i| > 0, delta_i of either sign; sigma is the running "
              "integral of a_i r, so that (3/2) sgn sigma is that of g_i r, g_i = (3/2) |a_i|. The last term, (3/2) sgn w(0), is -z_i: with z_i = 0 the line is "
              "the printed one. Where the integral does not converge: thm-3-kept.")  # fmt: skip


@line("D/step-4", "The multipliers are finite")
def multipliers(item):
    item.printed("nu_i^(n) = (|w_i|/q_i'(|w_i|)) int g_i r^(n) dt; |w_i|/q_i' is finite for finite |w_i|.")
    item.let(a="positive", n="positive")
    item.conclude("a*n/(3/2*sqrt(sqrt((a*n)**2 + (a**2 - n**2)**2/4) - (a**2 - n**2)/2)) == 2/3*a", expected="proved", argument=[
        Have("sqrt((a*n)**2 + (a**2 - n**2)**2/4) == (a**2 + n**2)/2", name="S"),
        Have("sqrt(sqrt((a*n)**2 + (a**2 - n**2)**2/4) - (a**2 - n**2)/2) == n", name="root", by=[
            Have("sqrt((a**2 + n**2)/2 - (a**2 - n**2)/2) == n", name="plain")])])  # fmt: skip
    item.note("|w_i|/q_i' = (2/3) |a_i|, with a and n the sizes of the neuron's two layers at the end. At n = 0 it is 0/0, and nothing "
              "is lost: there w_i = 0.")  # fmt: skip


@line("D/step-5", "Summing over the neurons")
def summed(item):
    item.printed("Summing over i, w(oo) = X nu with nu = sum_i nu_i: a valid KKT condition of min |w|^2/2.")
    item.let(d="positive integer", m="positive integer", N="positive integer", X="matrix(d, N)", V="matrix(d, m)", b="matrix(m, 1)", M="matrix(N, m)")
    item.suppose("neurons", "V == X*M")
    item.conclude("V*b == X*(M*b)", argument=[], expected="proved")
    item.note("The columns of M are the neurons' multipliers; sum_i b_i w_i = X (M b).")


@line("D/step-6", "Least norm")
def least_norm(item):
    item.printed("w = X nu with X'w = y is the KKT condition of argmin |w|^2, which is argmin |w|.")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", nu="matrix(N, 1)", u="matrix(d, 1)")
    item.suppose("feasible", "X.T*u == X.T*X*nu")
    item.conclude("norm2(u) == norm2(X*nu) + norm2(u - X*nu)", argument=[], expected="proved")
    item.without("feasible", counterexample={"d": 1, "N": 1, "X": 1, "nu": 1, "u": 0})
    item.note("So X nu has the least norm of all solutions, and is the only one: squares and norms are ordered alike.")
