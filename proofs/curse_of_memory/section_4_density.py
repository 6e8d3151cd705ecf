"""Appendix A, Lemma A.2: exponential polynomials are dense in L^1([0, oo)).

Lebesgue's integral is said by functions that majorise: see `at_most`.
"""

from verifier.language.script import (
    Antiderivative,
    Have,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

from . import paper
from .notation import POLYNOMIAL_CURVE, curve


def at_most(f, e="e"):
    """The upper integral of f >= 0 over [0, oo) is at most e; f may use r = e^(-s).

    A function F + G, F differentiable, grows by at most e, and at each s all its derivates (upper and lower, from the
    right and from the left) are at least f(s).
    """
    return (f"exists(F, real curve, exists(G, real function of matrix(1, 1), forall(S, nonnegative, F[S] + G[S] - F[0] - G[0] <= {e})"
            " and forall(s, [0, oo), forall(r, real, forall(h, positive, implies(r == exp(-s), exists(w, positive, forall(q, [0, oo), implies((q - s)**2 <= w,"
            f" (G[q] - G[s])*(q - s) >= ({f} - diff(F[s], s) - h)*(q - s)**2)))))))))")  # fmt: skip


@paper.lemma("lem-A.2", "Exponential polynomials are dense", where="Appendix A, Lemma A.2, Eqs. (36)-(41)", provenance="derived")
def dense(item):
    item.printed("For rho in L^1 and eps > 0 there is a polynomial p with p(0) = 0 and |rho - p(e^(-.))|_(L^1) <= eps.")
    item.let(rho="real function of matrix(1, 1)")
    item.suppose("integrable", "forall(e, positive, exists(p, real curve, exists(A, real curve, exists(a, real, forall(s, [0, oo), Abs(p[s]) <= diff(A[s], s))"
                 f" and forall(S, nonnegative, A[S] <= a) and {at_most('Abs(rho[s] - p[s])')}))))")  # fmt: skip
    item.conclude("forall(e, positive, exists(m, positive integer, exists(al, real sequence, "
                  + at_most("Abs(rho[s] - Sum(al[j]*r**(j+1), (j, 0, m-1)))") + ")))", because=["exponential-polynomials"], expected="proved", argument=[
        *curve("u", "exp(-s)", "-exp(-s)", [], "s"), Take("e"), Use("integrable", at=["e/2"], premises=[[]], name="there is p"),
        Obtain("there is p", "p", label="p"), Obtain("p", "A", label="A"), Obtain("A", "a", label="near p"), Obtain("near p.2", "F", label="F"), Obtain("F", "G", label="G"),
        Use("cited:exponential-polynomials", at=["1", ("p[q]", "q"), ("A[q]", "q"), "a"], name="polynomials", premises=[[Split([
            [Take("s"), Use("near p.0", at=["s"], name="now"), Split([[], [
                Have("p[s]**2 <= diff(A[s], s)**2", name="square")]])], []])]]),
        Use("polynomials", at=["e/2"], premises=[[]], name="some"), Obtain("some", "m", label="m"), Obtain("m", "al", label="near"),
        *POLYNOMIAL_CURVE, Use("polynomials of u", at=[("al[j, 0]", "j"), "m"], name="a power"), Obtain("a power", "v", label="a polynomial"),
        Obtain("a polynomial", "k", label="ks"),
        Have("forall(s, real, k[s] == Sum(al[j, 0]*u[s]**(j+1), (j, 0, m-1)))", name="k", by=[Take("s"), Use("ks", at=["s"], name="now"), Use("now.1")]),
        Antiderivative("Abs(p[s] - k[s])", "s", "0", name="distance"), Obtain("distance", "D", label="D"),
        Use("near", at=[("D[q]", "q")], name="bound", premises=[[Split([[], [
            Take("s", "r", "kk"), Use("D.1", at=["s"], name="D now"), Use("u", at=["s"], name="u now"), Use("k", at=["s"], name="k now"),
            Have("u[s] == r", name="same"), Rewritten("k now", ["same"], name="k r", forwards=True),
            Have("kk == k[s]", name="value"),
            Have("diff(D[s], s)**2 == (p[s] - k[s])**2", name="square")]])]]),
        Witness("m"), Witness("al[j, 0]", index="j"), Witness("F[q] + D[q]", index="q"), Witness("G[q]", index="q"), Split([
            [Take("S"), Use("bound", at=["S"], premises=[[]], name="D there"), Use("G.0", at=["S"], premises=[[]], name="G there")],
            [Take("s", "r", "h"), Use("G.1", at=["s", "r", "h"], premises=[[], [], []], name="there is w"), Obtain("there is w", "w", label="w"), Witness("w"), Split([[], [
                Take("q"), Use("w.1", at=["q"], premises=[[], []], name="now"), Use("D.1", at=["s"], name="D now"), Use("u", at=["s"], name="u now"), Use("k", at=["s"], name="k now"),
                Have("u[s] == r", name="same"), Rewritten("k now", ["same"], name="k r", forwards=True),
                Set("x", "Sum(al[j, 0]*r**(j+1), (j, 0, m-1))"), Have("x == k[s]", name="x is"),
                Have("Abs(rho[s] - x) <= Abs(rho[s] - p[s]) + diff(D[s], s)", name="triangle", by=[Numbers(using=["x is", "D now"])]),
                Have("Abs(rho[s] - Sum(al[j, 0]*r**(j+1), (j, 0, m-1))) <= Abs(rho[s] - p[s]) + diff(D[s], s)", name="apart"),
                Set("x1", "Abs(rho[s] - p[s])"), Set("x2", "Abs(rho[s] - Sum(al[j, 0]*r**(j+1), (j, 0, m-1)))"),
                Have("x2 <= x1 + diff(D[s], s)", name="less"), Rewritten("now", ["x1"], name="then"),
                Have("(G[q] - G[s])*(q - s) >= (x2 - (diff(F[s], s) + diff(D[s], s)) - h)*(q - s)**2", name="derivates", by=[
                    Order(positive=[Square(facts=["then"]), Square(root="q - s", facts=["less"])])]), Rewritten("derivates", ["x2"], name="done", forwards=True), Use("done")]])]])],
        example={"rho": 0})  # fmt: skip
    item.step("(38), (41)", "forall(G, real curve, forall(t, real, diff(-G[exp(-t)], t) == exp(-t)*diff(G[u], (u, exp(-t)))))",
              argument=[Take("G", "t")], says="u = e^(-t): G is a primitive of |R| or of |R - p(u)/u|")  # fmt: skip
    item.note("rho is any function on [0, oo). That it is Lebesgue integrable is said as Bourbaki does: for every e > 0 there is a continuous integrable p, here one that is "
              "differentiable with |p| <= A' and A bounded, such that the upper integral of |rho - p| is at most e. The upper integral of f >= 0 is at most e where a function M grows by at most e "
              "and has all its derivates at least f(s) at each s: such an M rises, and f <= M' almost everywhere; for measurable f there is one for every e above the integral "
              "(Vitali and Caratheodory). M is written F + G with a differentiable F, and r is e^(-s).")  # fmt: skip
    item.note("Proof: p within e/2 of rho, p(e^(-s)) within e/2 of p by Weierstrass's theorem, which is cited; M is that of rho - p plus a primitive of |p - p(e^(-s))|.")
