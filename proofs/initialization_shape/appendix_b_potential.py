"""Appendix B: the radial potential of one neuron, derived from its metric.

x stands for |w|, the length of the predictor (wt in the paper's Appendix B), S for sqrt(x^2 + delta^2/4).
"""

from verifier.claims.script import Cases, Have, Inside, Ladder, Linear, Numbers, Order, Split, Square, Take, Use, Witness

from verifier.theory.real_numbers import named_number as named

from . import paper
from .neuron import POTENTIAL, ROOT_IS, root_is

ROOT = "sqrt(S(x) - delta/2)"
#: The matrix of Eq. (23), and the Hessian of q(|w|) + z'w with p1 = q'(|w|), p2 = q''(|w|), for |w| = x > 0.
METRIC = "1/(s + delta/2)*(eye(d) - 1/(2*s*(s + delta/2))*w*w.T)"
HESSIAN = "p1/x*(eye(d) - 1/x**2*w*w.T) + p2/x**2*w*w.T"
RADIAL = {"d": "positive integer", "w": "matrix(d, 1)", "x": "positive", "delta": "nonnegative", "s": "real", "g": "real", "p1": "real", "p2": "real"}
MATCHED = "p1/x == g/(s + delta/2) and p2 == g/(2*s)"
#: With h = s + delta/2, l = s - delta/2: x^2 = h l.
LETTERS = [
    Have("s > 0 and s**2 == x**2 + delta**2/4", name="s facts", by=[Split([[Numbers(using=["s is", "x"])], [Numbers(using=["s is"])]])]),
    Have("s + delta/2 > 0", name="h", by=[Numbers(using=["s facts.0", "delta"])]),
    Have("2*s*(s + delta/2) > 0", name="sh", by=[Numbers(using=["s facts.0", "h"])]),
    Have("x**2 > 0", name="x2 positive", by=[Numbers(using=["x"])]),
    Have("x**2 == (s + delta/2)*(s - delta/2)", name="x2", by=[Numbers(using=["s facts.1"])]),
    Have("g/(s + delta/2) - g/(s + delta/2)*(1/(2*s*(s + delta/2)))*x**2 == g/(2*s)", name="along", by=[
        Linear(terms=[("x2", "-g/(s + delta/2)*(1/(2*s*(s + delta/2)))", "1")], nonzero=["s facts.0", "h", "sh"])]),
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
        *named("e", "p1/x - g/(s + delta/2)", [Numbers(using=["x", "h"])]),
        *named("f", "p2/x**2 - p1/x/x**2 + g/(s + delta/2)*(1/(2*s*(s + delta/2)))", [Numbers(using=["x", "h", "sh"])]),
        Have(f"{HESSIAN} - g*({METRIC}) == e*eye(d) + f*w*w.T", name="difference", by=[
            Linear(terms=[("e", "-1", "eye(d)"), ("f", "-w", "w.T")], nonzero=["x2 positive", "x.positive", "h", "sh"])]),
        Split([[Split([
            [Take(),
             Have("e*eye(d) + f*w*w.T == zeros(d, d)", name="none", by=[Linear(terms=[("difference", "-1", "1"), ("given", "1", "1")])]),
             Have("e*d + f*x**2 == 0", name="trace", by=[Linear(terms=[Inside("none", "trace(HOLE)"), ("length", "f", "1")])]),
             Have("e*x**2 + f*x**4 == 0", name="form", by=[Linear(terms=[("none", "w.T", "w"), ("length", "e + f*(x**2 + norm2(w))", "1")])]),
             Have("e*x**2*(d - 1) == 0", name="across", by=[Linear(terms=[("trace", "x**2", "1"), ("form", "-1", "1")])]),
             Have("d - 1 >= 1", name="more", by=[Numbers(using=["dimension"])]),
             Have("x**2*(d - 1) > 0", name="factor", by=[Order(positive=[Square(facts=["x2 positive", "more"]), Square(facts=["x2 positive"])])]),
             Have("forall(k, real, forall(u, real, implies(k > 0 and u*k == 0, u == 0)))", name="cancel", by=[
                 Take("k", "u"), Numbers(using=["given1"])]),
             Use("cancel", at=["x**2*(d - 1)", "e"], name="e is", premises=[[Split([[], [Linear(terms=[("across", "1", "1")])]])]]),
             Have("f*x**4 == 0", name="f flat", by=[Linear(terms=[("form", "1", "1"), ("e is", "-x**2", "1")])]),
             Have("f == 0", name="f is", by=[Numbers(using=["f flat", "x"])]),
             Split([[Linear(terms=[("e", "-1", "1"), ("e is", "1", "1")], nonzero=["x2 positive", "x.positive", "h", "sh"])], [
                 Have("p2 == g/(s + delta/2) - g/(s + delta/2)*(1/(2*s*(s + delta/2)))*x**2", name="p2 is",
                      by=[Linear(terms=[("f", "-x**2", "1"), ("f is", "x**2", "1"), ("e", "-1", "1"), ("e is", "1", "1")], nonzero=["x2 positive", "x.positive", "h", "sh"])]),
                 Linear(terms=[("p2 is", "1", "1"), ("along", "1", "1")])]])],
            [Take(),
             Have("e == 0", name="e is", by=[Linear(terms=[("e", "1", "1"), ("given.0", "1", "1")], nonzero=["x2 positive", "x.positive", "h", "sh"])]),
             Have("f == 0", name="f is", by=[
                 Have("x**2*f == p2 - g/(s + delta/2) + g/(s + delta/2)*(1/(2*s*(s + delta/2)))*x**2", name="f now",
                      by=[Linear(terms=[("f", "x**2", "1"), ("given.0", "-1", "1")], nonzero=["x2 positive", "x.positive", "h", "sh"])]),
                 Have("x**2*f == 0", name="flat", by=[Linear(terms=[("f now", "1", "1"), ("given.1", "1", "1"), ("along", "-1", "1")], nonzero=["s facts.0", "h", "sh"])]),
                 Numbers(using=["flat", "x"])]),
             Linear(terms=[("difference", "1", "1"), ("e is", "1", "eye(d)"), ("f is", "w", "w.T")])]])],
            [Take(), Have("2*s*x > 0", name="sx", by=[Numbers(using=["s facts.0", "x"])]), Linear(terms=[("given.1", "1/p1", "1"), ("given.0", "-(s + delta/2)/(2*s)/p1", "1")],
                            nonzero=["s facts.0", "x2 positive", "x.positive", "h", "sh", "sx", "given.2"])]])], expected="proved",
        example={"d": 2, "w": "Matrix([[1], [0]])", "x": 1, "delta": 0, "s": 1, "g": 1, "p1": 1, "p2": "1/2"})  # fmt: skip
    item.without("dimension", counterexample={"d": 1, "w": 1, "x": 1, "delta": 0, "s": 1, "g": 2, "p1": 1, "p2": 1})
    item.note("For d = 1 only the second equation is forced. s stands for S, p1 and p2 for q' and q'' at x = |w| > 0.")
