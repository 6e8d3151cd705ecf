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


def large_scale(id, kind, title, where, words, provenance="derived"):
    @getattr(paper, kind)(id, title, where=where, provenance=provenance)
    def page(item):
        item.printed(words)
        item.let(**{n: s for n, s in SPACE.items() if n != "A"}, y="matrix(N, 1)")
        item.suppose("unit", "norm2(u) == 1")
        item.conclude(LARGE, expected="refuted", counterexample={
            "d": 2, "N": 1, "X": "basis(2, 0)", "u": "4/5*basis(2, 0) + 3/5*basis(2, 1)", "k": 1, "y": 0}, argument=[At({"goal": FAR})])

    return page


large_scale("F.2/step-4", "equation", "Minimising the second order", "Appendix F.2",
            "Under (26), minimising Q boils down to minimising (w - w(0))'B(w - w(0)) subject to X'w = y.")
