"""Appendix D: completely monotonic targets, with examples."""

from verifier.language.script import Have, Induct, Split, Take, Use

from . import paper


@paper.definition("def-D.3", "Completely monotonic targets", where="Appendix D, Definition D.3", provenance="recalled")
def monotonic(item):
    item.printed("(-1)^k rho^(k)(t) >= 0 for t > 0, k = 0, 1, ..., rho continuous on [0, oo), and the integral of rho^2 is finite.")
    item.let(v="positive")
    item.define("D(k, t) := (-v)**k*exp(-v*t)")
    item.conclude("forall(t, real, D(0, t) == exp(-v*t)) and forall(k, nonnegative integer, forall(t, real, diff(D(k, t), t) == D(k + 1, t)"
                  " and (-1)**k*D(k, t) >= 0)) and integrate(exp(-v*s)**2, (s, 0, oo)) == 1/(2*v)", expected="proved", argument=[Split([
                      [Take("t")], [Take("k", "t"), Split([[], []])], []])])  # fmt: skip
    item.note("A definition. It is inhabited: D(k, t) = (-v)^k e^(-v t), each the derivative of the one before, are the derivatives of e^(-v t).")


@paper.remark("rem-D.6", "Examples", where="Appendix D, Remark D.6", provenance="recalled")
def examples(item):
    item.printed("(1 + t)^(-p) with p > 1/2, and exponential sums with positive coefficients, are completely monotonic.")
    item.let(p="(1/2, oo)")
    item.define("D(k, t) := (-1)**k*RisingFactorial(p, k)*(1 + t)**(-p - k)")
    item.conclude("forall(t, nonnegative, D(0, t) == (1 + t)**(-p)) and forall(k, nonnegative integer, forall(t, nonnegative, diff(D(k, t), t) == D(k + 1, t)"
                  " and (-1)**k*D(k, t) >= 0)) and integrate(((1 + s)**(-p))**2, (s, 0, oo)) == 1/(2*p - 1)"
                  " and forall(m, nonnegative integer, forall(c, positive sequence, forall(v, positive sequence, forall(k, nonnegative integer, forall(t, real,"
                  " Sum((-1)**k*(c[j]*((-v[j])**k*exp(-v[j]*t))), (j, 0, m)) >= 0)))))",
                  expected="proved", argument=[
                      Have("forall(s, real, forall(f, real, forall(g, real, implies(s*s == 1 and f >= 0 and g > 0, s*(s*f*g) >= 0))))", name="twice", by=[
                          Take("s", "f", "g"), Have("s*(s*f*g) == f*g", name="same"),
                          Have("f*g >= 0", name="product")]),
                      Have("forall(k, nonnegative integer, forall(x, positive, forall(y, positive, forall(t, real, (-1)**k*(x*((-y)**k*exp(-y*t))) >= 0))))",
                           name="term", by=[Take("k", "x", "y", "t")]),
                      Have("forall(f, real sequence, implies(forall(j, nonnegative integer, f[j] >= 0), forall(m, nonnegative integer, Sum(f[j], (j, 0, m)) >= 0)))",
                           name="sums", by=[Take("f"), Induct("m", base=[Use("given", at=["0"], name="first")], step=[
                               Use("given", at=["m+1"], name="last")])]),
                      Split([
                      [Take("t")], [Take("k", "t"), Split([[], [
                          Have("RisingFactorial(p, k) >= 0", name="factor"), Have("(1 + t)**(-p - k) > 0", name="power"),
                          Have("(-1)**k*(-1)**k == 1", name="sign"),
                          Use("twice", at=["(-1)**k", "RisingFactorial(p, k)", "(1 + t)**(-p - k)"], premises=[[Split([[], [], []])]])]])],
                      [],
                      [Take("m", "c", "v", "k", "t"), Use("sums", at=[("(-1)**k*(c[j]*((-v[j])**k*exp(-v[j]*t)))", "j")], name="all", premises=[[
                          Take("j"), Use("given", at=["j"], name="cj"), Use("given1", at=["j"], name="vj"), Use("term", at=["k", "c[j]", "v[j]", "t"], premises=[[], []])]]), Use("all", at=["m"])]])])  # fmt: skip
    item.note("(1 + t)^(-p): D(k, t) = (-1)^k p (p + 1) ... (p + k - 1) (1 + t)^(-p-k), each the derivative of the one before; the integral of the square is "
              "1/(2 p - 1), and for p <= 1/2 it diverges. Sums: each term (-1)^k a_j (-w_j)^k e^(-w_j t) is positive.")
    item.instance("p = 1/2", {"p": "1/2"}, expected="ill-posed")
