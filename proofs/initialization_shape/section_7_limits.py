"""Section 7.2 and Appendix F.2: the limits of large scale and of shape 1, for one set of data and for all of it.

k = (1 - s)/(1 + s) and A = |a(0)|, so alpha = k A^2: see `section_7_neuron`.
"""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Have,
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
from verifier.language.script_parts import named_number as named

from . import paper
from .section_7_neuron import NEAR_LEAST_NORM, REST, SPACE, TARGET, least_norm_roles, neuron

LETTERS = ("A = |a(0)| and k = (1 - s)/(1 + s), so alpha = k A^2; (a, b) are the layers of the minimiser w_Q = a b of Q: balanced and stationary, which "
           "makes it the minimiser (neuron-argmin).")  # fmt: skip
#: (a, b) is the minimiser of Q and w(0) + K z that of the Mahalanobis norm, both with the outputs y.
MINIMISERS = (
    "a**2 - norm2(b) == A**2 - k**2*A**2 and forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), v.T*(b - k*A*u) == 0))"
    f" and a*X.T*b == y and forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), v.T*z == 0)) and X.T*{TARGET} == y"
)
LARGE = (
    "forall(eta, positive, exists(A0, positive, forall(A, [A0, oo), forall(a, positive, forall(b, matrix(d, 1),"
    f" forall(z, matrix(d, 1), implies({MINIMISERS}, norm2{REST} <= eta**2)))))))"
)
#: One sample e_0, output 0, u = (4/5, 3/5), s = 0: the minimisers are alpha (0, 9/25) and alpha (0, 15/41).
BIG = "(A0 + 14)"
FAR = [
    Witness("1"), Split([[], [Take("A0"), Cases("A0 <= 0", name="no", yes=[Choose(0)], no=[Choose(1),
        Witness(BIG), Split([[], [
            Witness(f"3/5*{BIG}"), Split([[], [
                Witness(f"3/5*{BIG}*basis(2, 1)"), Witness("-20/41*basis(2, 0)"),
                Split([
                    [Split([[], [Take("v")], [],
                            [Take("v")], []])],
                    [Have(f"{BIG}**4 > 14**4", name="large")],
                ])]])]])])]]),
]  # fmt: skip


#: The same at outputs within reach of the start, with the rate.
RATE = [Use("cited:neuron-kernel", at=["d", "N", "X", "u", "k", "A", "a", "b", "f", "z"])]


def large_scale(id, kind, title, where, words, note, provenance="derived"):
    @getattr(paper, kind)(id, title, where=where, provenance=provenance)
    def page(item):
        item.printed(words)
        item.let(**{n: s for n, s in SPACE.items() if n != "A"}, y="matrix(N, 1)")
        item.suppose("unit", "norm2(u) == 1")
        item.conclude(LARGE, expected="refuted", counterexample={
            "d": 2, "N": 1, "X": "basis(2, 0)", "u": "4/5*basis(2, 0) + 3/5*basis(2, 1)", "k": 1, "y": 0},
            argument=[At({"goal": FAR})])  # fmt: skip
        with item.repair("with the displacement in the bound", alone=True) as r:
            r.use(neuron)
            r.let(f="matrix(d, 1)", z="matrix(d, 1)")
            r.suppose("feasible", "X.T*(k*A**2*u + f) == a*X.T*b")
            r.suppose("kernel", "forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), v.T*z == 0))")
            r.suppose("outputs", f"X.T*{TARGET} == a*X.T*b")
            r.conclude(f"A**4*norm2{REST} <= 32*norm2(f)**2", because=["neuron-kernel"], argument=RATE, expected="proved",
                       example={"d": 1, "N": 1, "X": 1, "u": 1, "k": 1, "A": 1, "a": 1, "b": 1, "f": 0, "z": 0})  # fmt: skip
        item.note(note)
        item.note("At d = 2, one sample e_0 with output 0, u = (4/5, 3/5), s = 0 the minimisers are alpha (0, 9/25) and alpha (0, 15/41) for every "
                  "alpha: their distance is (6/1025) alpha, so it is not small against alpha or the displacement either. The displacement itself "
                  "is of the order of alpha, as it must be when the outputs are fixed and X'u != 0.")  # fmt: skip
        item.note("What holds: |w_Q - w_K| <= 4 2^(1/2) ((1 - s)/(1 + s)) |f|^2/alpha for every displacement f from w(0) to a solution. So the limit "
                  "is right where the outputs keep a bounded distance from those of the start (or o(alpha^(1/2))), uniformly in data and shape.")

    return page


large_scale("F.2/step-4", "equation", "Minimising the second order", "Appendix F.2",
            "Under (26), minimising Q boils down to minimising (w - w(0))'B(w - w(0)) subject to X'w = y.",
            "Here s is fixed and alpha -> infinity, so (26) holds. For s -> 1 the conclusion is right: F.2.2.")  # fmt: skip
large_scale("F.2.1", "remark", "Large scale: the kernel regime", "Appendix F.2.1",
            "alpha -> infinity for any 0 <= s < 1: (26) holds, so the NTK regime.", "(26) as reconstructed does hold here; F.2/step-4 is what fails.")
large_scale("claim-7.2b", "remark", "Large scale: the kernel regime", "Section 7.2",
            "For a fixed shape 0 <= s < 1 and alpha -> infinity: NTK regime, the tangent kernel is fixed during training, and argmin Q = "
            "argmin (w - w(0))'B(w - w(0)) subject to X'w = y.",
            "The kernel moves as well: in the example a(oo)^2/a(0)^2 = 9/25 for every alpha.", "recalled")  # fmt: skip

FIXED_SCALE = {**{n: s for n, s in SPACE.items() if n not in ("A", "k")}, "alpha": "positive", "f": "matrix(d, 1)"}
CLOSE = (
    "forall(eta, positive, exists(k0, (0, 1], forall(k, (0, k0], forall(A, positive, forall(a, positive, forall(b, matrix(d, 1),"
    " forall(z, matrix(d, 1), implies(k*A**2 == alpha and {0}, {1}))))))))"
)
DATA = MINIMISERS.replace("== y", "== X.T*(alpha*u + f)")


def threshold(value, conditions):
    """k0 and what it is good for."""
    return [
        Set("F", "norm2(f)"), Have("norm2(f) >= 0", name="f>=0"), Have("F >= 0", name="F>=0"),
        *named("k0", value, also=f"0 < k0 and k0 <= 1 and {conditions}", by=[Split([
            [], [],
            [], []])]),
        Witness("k0"),
    ]  # fmt: skip


@paper.remark("F.2.2", "Shape 1: the kernel regime", where="Appendix F.2.2", provenance="derived")
def shape_one(item):
    item.printed("s -> 1 for any alpha > 0: (26) holds, so the NTK regime.")
    item.let(**FIXED_SCALE)
    item.suppose("unit", "norm2(u) == 1")
    item.conclude(CLOSE.format(DATA, f"norm2{REST} <= eta**2"), because=["neuron-kernel"], argument=[
        Take("eta"),
        *threshold("eta*alpha/((6 + eta*alpha)*(1 + F))", "6*k0*F <= eta*alpha"),
        Split([[], [], [Take("k", "A", "a", "b", "z"),
            Have("k <= 1", name="k<=1", by=[Numbers(using=["given1.1", "k0.2"])]),
            Have("X.T*(k*A**2*u + f) == a*X.T*b", name="feasible"),
            Use("cited:neuron-kernel", at=["d", "N", "X", "u", "k", "A", "a", "b", "f", "z"], name="bound"),
            Set("x", f"norm2{REST}"),
            Have("A**4*x <= 32*F**2", name="numbers", by=[Order(rewrite=["x", "F"], positive=[Square(facts=["bound"])])]),
            Have("alpha**2*x <= 32*F**2*k**2", name="scaled", by=[Order(positive=[Square(facts=["numbers"], root="k")], terms=[
                ("given4.0", "(alpha + k*A**2)*x", "1")])]),
            Have("k*F <= k0*F", name="below"),
            Have("6*k*F <= eta*alpha and 0 <= 6*k*F", name="small", by=[Split([
                [], []])]),
            Have("36*(k*F)**2 <= eta**2*alpha**2", name="squares"),
            Have("alpha**2*x <= eta**2*alpha**2", name="last", by=[Numbers(using=["scaled", "squares"])]),
            Have("x <= eta**2", name="done", by=[
                Have("alpha**2 > 0", name="square"), Negate("more"),
                Have("alpha**2*(x - eta**2) > 0", name="gap"),
                Numbers(using=["gap", "last"])]),
        ]])], expected="proved")  # fmt: skip
    item.note(LETTERS)
    item.note("Uniform in the data, the orientation and in alpha as long as |f|^2/alpha is bounded, f a displacement from w(0) = alpha u to a solution: "
              "|w_Q - w_K| <= 4 2^(1/2) ((1 - s)/(1 + s)) |f|^2/alpha.")  # fmt: skip


ABOUT_THE_START = CLOSE.format(DATA.replace(f"X.T*{TARGET}", "X.T*(k*A**2*u + z)"), "norm2(a*b - k*A**2*u - z) <= eta**2")


@paper.remark("claim-7.2d", "Shape 1: the bias about the start", where="Section 7.2", provenance="recalled")
def about_the_start(item):
    item.printed("For a fixed scale alpha and s -> 1: NTK regime, since the gradients of a are much smaller than the gradients of w; the bias "
                 "is min |w - w(0)|.")  # fmt: skip
    item.let(**FIXED_SCALE)
    item.suppose("unit", "norm2(u) == 1")
    item.conclude(ABOUT_THE_START,
                  because=["neuron-projection"], argument=[
        Take("eta"),
        *threshold("eta/((2 + eta)*(1 + F))", "4*k0**2*F <= eta**2"),
        Split([[], [], [Take("k", "A", "a", "b", "z"),
            Have("k <= 1", name="k<=1"),
            Have("X.T*(k*A**2*u + f) == a*X.T*b", name="feasible"),
            Use("cited:neuron-projection", at=["d", "N", "X", "u", "k", "A", "a", "b", "f", "z"], name="bound"),
            Set("x", "norm2(a*b - k*A**2*u - z)"),
            Have("x <= 4*k**2*F", name="numbers", by=[Order(rewrite=["x", "F"], positive=[Square(facts=["bound"])])]),
            Have("k**2 <= k0**2", name="squares"),
            Have("x <= 4*k0**2*F", name="last"),
            Order(positive=[Square(facts=["last"]), Square(facts=["k0.3"])], terms=[("x", "1", "1")]),
        ]])], expected="proved")  # fmt: skip
    item.step("gradients", "forall(x, matrix(d, 1), forall(k, (0, 1], forall(A, positive, norm2(k*A*u.T*x) <= k**2*norm2(A*x))))",
              because=["unit"], says="|df/da| = |w_1'x| is at most k |df/dw| = k |a| |x|, k = (1 - s)/(1 + s)", argument=[
        Take("x", "k", "A"), Order(positive=[Square(root="k*A*(x - trace(u.T*x)*u)")], terms=[("unit", "-k**2*A**2*trace(u.T*x)**2", "1")])])
    item.note(LETTERS)
    item.note("|w_Q - w_E| <= 2 ((1 - s)/(1 + s)) |f|: uniform in the data, the orientation and even in the scale, f a displacement from w(0) to a "
              "solution. The rate is of first order in 1 - s.")  # fmt: skip


@paper.remark("claim-7.2c", "Shape 1: the matrix tends to the identity", where="Section 7.2", provenance="derived")
def matrix_at_shape_one(item):
    item.printed("When s -> 1, B -> I, and the bias is min |w - w(0)|.")
    item.let(**FIXED_SCALE)
    item.suppose("unit", "norm2(u) == 1")
    item.conclude("limit((1 - s)**2/(2*(1 + s**2)), s, 1, '-') == 0 and forall(k, (0, 1], forall(v, matrix(d, 1), norm2(k**2/(1 + k**2)*trace(u.T*v)*u) <= k**4*norm2(v)))"
                  f" and {ABOUT_THE_START}", because=["claim-7.2d"], argument=[Split([[], [
                      Take("k", "v"),
                      *named("h", "k**2/(1 + k**2)", also="0 <= h and h <= k**2", by=[Split([
                          [], [], []])]),
                      Have("h**2 <= k**4", name="square"),
                      Order(rewrite=["~h.0", "unit"], positive=[Square(facts=["square"], root="v"), Square(root="h*v - h*trace(u.T*v)*u")])],
                      [Use("cited:claim-7.2d", at=["d", "N", "X", "u", "alpha", "f"], premises=[[Use("unit")]])]])],
                  expected="proved")  # fmt: skip
    item.note("|(B - I) v| <= k^2 |v| with k = (1 - s)/(1 + s). The last part is claim-7.2d: the minimiser of Q tends to that of |w - w(0)|.")


@paper.remark("claim-7.2a", "Small scale: the least norm", where="Section 7.2", provenance="recalled")
def small_scale(item):
    item.printed("For a fixed shape 0 <= s < 1 and alpha -> 0: anti-NTK regime, the minimum norm predictor.")
    item.use(neuron)
    item.let(nu="matrix(N, 1)", mu="nonnegative")
    item.suppose("least", "a*X.T*b == X.T*X*nu and norm2(X*nu) == mu**2")
    item.conclude("norm2(a*b - X*nu) <= (A**2 + mu)*k**2*A**2", argument=NEAR_LEAST_NORM, expected="proved",
                  example={"d": 1, "N": 1, "X": 1, "u": 1, "k": 1, "A": 1, "a": 1, "b": 1, "nu": 1, "mu": 1})  # fmt: skip
    least_norm_roles(item)
    item.note(LETTERS)
    item.note("alpha^2 + alpha |w*| (1 - s)/(1 + s) on the right; F.1 has the limit with its quantifiers.")


@paper.remark("claim-7.2e", "Intermediate scale: no kernel", where="Section 7.2", provenance="printed")
def no_kernel(item):
    item.printed("For intermediate alpha the bias is not that of a kernel.")
    item.let(k="(0, 1]", A="positive", c="positive")
    item.define("a(t) := sqrt(t**2 + c**2*k**2*A**2 + (1 - k**2)*A**2)")
    item.conclude("not exists(p, real, exists(q, real, forall(beta, real, a(beta)*c*k*A == p + q*(a(beta)*beta))))", expected="proved", argument=[
        Negate("affine"), Obtain("affine", "p"), Obtain("p", "q", label="line"),
        Use("line", at=["0"], name="at 0"), Use("line", at=["1"], name="at 1"), Use("line", at=["-1"], name="at -1"),
        Set("m", "c**2*k**2*A**2 + (1 - k**2)*A**2"), Have("m > 0", name="m>0", by=[
            Have("c**2*k**2*A**2 > 0 and (1 - k**2)*A**2 >= 0", name="both", by=[Split([[], []])])]),
        Have("sqrt(1 + m) > sqrt(m)", name="grows"),
        Have("c*k*A > 0", name="front"),
        Have("sqrt(1 + m)*(c*k*A) > sqrt(m)*(c*k*A)", name="scaled"),
        Have("forall(x, real, forall(y, real, implies(x >= 0 and x == y, sqrt(x) == sqrt(y))))", name="root", by=[
            Take("x", "y")]),
        *(Use("root", at=[f"({t})**2 + c**2*k**2*A**2 + (1 - k**2)*A**2", value], name=f"a {t}", premises=[[Split([
            [], []])]])
          for t, value in (("0", "m"), ("1", "1 + m"), ("-1", "1 + m"))),
        Have("2*sqrt(1 + m)*(c*k*A) == 2*sqrt(m)*(c*k*A)", name="same")])  # fmt: skip
    item.note("One sample e_0 in the plane and an orientation u with u_1 = c != 0: the minimisers of Q are a (beta, c k A), beta any number, with the output "
              "a beta (neuron-argmin; A = |a(0)|, k = (1 - s)/(1 + s)). The minimiser of a Mahalanobis norm (w - o)'M(w - o), M positive definite, subject to "
              "w_0 = y is o plus a multiple of M^{-1} e_0, so its second coordinate is affine in y. That of Q is not, at any scale and shape.")  # fmt: skip


@paper.equation("F.2/step-5", "The matrix and the tangent kernel", where="Appendix F.2", provenance="derived")
def tangent_kernel(item):
    item.printed("B^-1 = I + ((1 - s)/(1 + s))^2 u u'; the tangent kernel at the start is K(x, x') = x'(a(0)^2 I + w(0) w(0)')x' = "
                 "alpha ((1 + s)/(1 - s)) x'B^-1 x'.")  # fmt: skip
    item.let(d="positive integer", u="matrix(d, 1)", k="(0, 1]", A="positive")
    item.define("s := (1 - k)/(1 + k)", "alpha := k*A**2")
    item.suppose("unit", "norm2(u) == 1")
    item.conclude("((1 - s)/(1 + s))**2 == k**2 and alpha*(1 + s)/(1 - s) == A**2"
                  " and (eye(d) - k**2/(1 + k**2)*u*u.T)*(eye(d) + k**2*u*u.T) == eye(d)"
                  " and A**2*eye(d) + (k*A*u)*(k*A*u).T == A**2*(eye(d) + k**2*u*u.T)", expected="proved", argument=[
        Split([[], [], [
            *named("h", "k**2/(1 + k**2)", also="k**2 - h - h*k**2 == 0", by=[Split([[], []])]),
            Linear(rewrite=["~h.0", "unit"], terms=[("h.1", "u*u.T", "1")])], []])])  # fmt: skip
    item.note("In Section 7.2 the factor alpha (1 + s)/(1 - s) is left out; kernels that differ by a factor have the same minimisers. w(0) in the "
              "kernel is the neuron's weight vector, not the predictor.")  # fmt: skip
