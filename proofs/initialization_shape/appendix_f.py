"""Appendix F: what the potential of a single neuron becomes at extreme scales and shapes.

k = (1 - s)/(1 + s) is |w_1(0)|/|a(0)|, A is |a(0)|: alpha = k A^2.  On a line through w(0), w(0) + t v, with |w(0)| = alpha and
p = u'v, n = |v|^2, |w|^2 = alpha^2 + 2 alpha p t + n t^2.
"""

from verifier.claims.script import Have, Linear, Numbers, Order, Split, Square, Take, Use, Witness
from verifier.theory.real_numbers import named_number as named

from . import paper
from .section_7_neuron import SPACE, neuron

SLOPE = "3/2*sqrt(sqrt(x**2 + D**2/4) - D/2)"


def line(id, title, provenance="derived"):
    return paper.equation(id, title, where="Appendix F", provenance=provenance)


@line("F.1", "Small scale: the least norm")
def small_scale(item):
    item.printed("For any s, alpha -> 0 gives z -> 0, and q is increasing: argmin Q tends to argmin |w| (anti-NTK).")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", nu="matrix(N, 1)", mu="nonnegative")
    item.suppose("least norm", "norm2(X*nu) == mu**2")
    item.conclude(
        "forall(eta, positive, exists(alpha0, positive, forall(u, matrix(d, 1), forall(k, (0, 1], forall(A, positive, forall(a, positive,"
        " forall(b, matrix(d, 1), implies(k*A**2 <= alpha0 and norm2(u) == 1 and a**2 - norm2(b) == A**2 - k**2*A**2"
        " and forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), v.T*(b - k*A*u) == 0)) and a*X.T*b == X.T*X*nu,"
        " norm2(a*b - X*nu) <= eta**2))))))))", because=["neuron-least-norm"], argument=[
            Take("eta"),
            *named("h", "eta**2/((1 + eta**2)*(1 + mu))", also="0 < h and h <= 1 and h*(1 + mu) <= eta**2", by=[Split([
                [Numbers(using=["mu"])], [Numbers(using=["given", "mu"])], [Numbers(using=["given", "mu"])], [Numbers(using=["given", "mu"])]])]),
            Witness("h"), Split([[Numbers(using=["h.1"])], [
                Take("u", "k", "A", "a", "b"),
                Use("cited:neuron-least-norm", at=["d", "N", "X", "u", "k", "A", "a", "b", "nu", "mu"], name="bound"),
                *named("al", "k*A**2"),
                Have("al <= h", name="scale", by=[Order(rewrite=["al"], positive=[Square(facts=["given4.0"])])]),
                Have("al > 0", name="al>0", by=[
                    Have("k*A**2 > 0", name="plain", by=[Numbers(using=["given1", "given2"])]), Numbers(using=["al", "plain"])]),
                Have("(A**2 + mu)*k**2*A**2 == al**2 + mu*k*al", name="same", by=[Numbers(using=["al"])]),
                Have("mu*k*al <= mu*al", name="k<1", by=[Numbers(using=["mu", "al>0", "given1"])]),
                Have("al**2 + mu*al <= h*(1 + mu)", name="small", by=[Numbers(using=["scale", "al>0", "h", "mu"])]),
                Have("(A**2 + mu)*k**2*A**2 <= eta**2", name="last", by=[Numbers(using=["same", "k<1", "small", "h"])]),
                Order(positive=[Square(facts=["bound"]), Square(facts=["last"])]),
            ]])], expected="proved")  # fmt: skip
