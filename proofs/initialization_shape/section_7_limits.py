"""Section 7.2 and Appendix F.2: the limits of large scale and of shape 1, for one set of data and for all of it.

k = (1 - s)/(1 + s) and A = |a(0)|, so alpha = k A^2: see `section_7_neuron`.
"""

from verifier.claims.script import At, Cases, Choose, Have, Linear, Numbers, Order, Split, Square, Take, Use, Witness
from verifier.theory.real_numbers import named_number as named

from . import paper
from .section_7_neuron import REST, SPACE, TARGET, neuron

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
        Witness(BIG), Split([[Numbers(using=[])], [
            Witness(f"3/5*{BIG}"), Split([[Numbers(using=["no"])], [
                Witness(f"3/5*{BIG}*basis(2, 1)"), Witness("-20/41*basis(2, 0)"),
                Split([
                    [Split([[], [Take("v"), Linear(terms=[("given", f"-4/5*{BIG}", "1")])], [],
                            [Take("v"), Linear(terms=[("given", "-20/41", "1")])], []])],
                    [Have(f"{BIG}**4 > 14**4", name="large", by=[Numbers(using=["no"])]),
                     Order(positive=[Square(facts=["large"], weight="36/1050625"), Square(weight="332351/1050625")])],
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
        *named("F", "norm2(f)"), Have("norm2(f) >= 0", name="f>=0"), Have("F >= 0", name="F>=0", by=[Numbers(using=["F", "f>=0"])]),
        *named("k0", value, also=f"0 < k0 and k0 <= 1 and {conditions}", by=[Split([
            [Numbers(using=["given", "F>=0", "alpha"])], [Numbers(using=["given", "F>=0", "alpha"])],
            [Numbers(using=["given", "F>=0", "alpha"])], [Numbers(using=["given", "F>=0", "alpha"])]])]),
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
        Split([[], [Take("k", "A", "a", "b", "z"),
            Use("cited:neuron-kernel", at=["d", "N", "X", "u", "k", "A", "a", "b", "f", "z"], name="bound"),
        ]])], expected="proved")  # fmt: skip
