"""Appendix C.1: the population loss under white noise is an integral (74), the limit of the losses of finer and finer steps."""

from verifier.language.script import (
    Beyond,
    Cases,
    Have,
    Induct,
    Ladder,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio

from . import paper

#: Values and noise of N steps of length h = T/N.
NOISE = ("N*h == T and forall(j, nonnegative integer, g[j] == f(j*h))"
         " and forall(i, integer[0, N-1], forall(j, integer[0, N-1], expect(dB[i]*dB[j].T) == delta(i, j)*h*eye(d)))")  # fmt: skip
LOSS = "expect(Sum(g[j].T*dB[j], (j, 0, N-1))**2)"
#: Increments within k of y_j add up to within n k.
CELLS = Have("forall(n, nonnegative integer, forall(x, real sequence, forall(y, real sequence, forall(k, real, implies(x[0] == 0"
             " and forall(j, integer[0, n-1], -k <= x[j+1] - x[j] - y[j] and x[j+1] - x[j] - y[j] <= k),"
             " -n*k <= x[n] - Sum(y[j], (j, 0, n-1)) and x[n] - Sum(y[j], (j, 0, n-1)) <= n*k)))))", name="cells", by=[Induct("n", base=[
                 Take("x", "y", "k"), Split([[], []])], step=[
                 Take("x", "y", "k"), Use("IH", at=[("x[t]", "t"), ("y[t]", "t"), "k"], premises=[[Split([[], [Take("j"), Use("given.1", at=["j"])]])]], name="before"),
                 Use("given.1", at=["n"], name="last"),
                 Split([[],
                        []])])])  # fmt: skip
#: On a step from x the integral grows by (z - x) q(x), up to b (z - x).
CELL = Have("forall(x, [0, T], forall(z, [x, T], implies(z <= x + r, -b*(z - x) <= L[z] - L[x] - (z - x)*q(x) and L[z] - L[x] - (z - x)*q(x) <= b*(z - x))))", name="cell", by=[
    Take("x", "z"), Split([[Ladder("z", "x", time="w", slope=[
        Use("r.1", at=["x", "w"], premises=[[], [], []], name="s"),
        Use("integral.1", at=["w"], premises=[[]], name="l"),
        Have("-b <= q(w) - q(x) and q(w) - q(x) <= b", name="near", by=[Numbers(using=["s"])]), Numbers(using=[f"near.{i}", "l"])])] for i in (0, 1)])])  # fmt: skip


@paper.equation("eq-74", "Ito's isometry", where="Appendix C.1, Eq. (74)", provenance="derived")
def isometry(item):
    item.printed("L = int_0^T |U' e^(W's) c - rho(s)|_2^2 ds.")
    item.let(m="positive integer", d="positive integer", T="positive", c="matrix(m, 1)", U="matrix(m, d)",
             E="matrix(m, m) curve", R="matrix(d, 1) curve", L="real curve")  # fmt: skip
    item.define("f(t) := U.T*E[t].T*c - diff(R[t], t)", "q(t) := norm2(f(t))")
    item.suppose("integral", "L[0] == 0 and forall(t, [0, T], diff(L[t], t) == q(t))")
    item.suppose("continuous", "forall(e, positive, exists(r, positive, forall(x, [0, T], forall(z, [x, T], implies(z <= x + r, Abs(q(z) - q(x)) <= e)))))")
    item.conclude("forall(e, positive, exists(M, positive integer, forall(N, integer[M, oo], forall(h, positive, forall(g, matrix(d, 1) sequence,"
                  f" forall(dB, random matrix(d, 1) sequence, implies({NOISE}, Abs(L[T] - {LOSS}) <= e)))))))", argument=[
        CELLS, Take("e"), *positive_ratio("b", "e", "T", ["given", "T.positive"]), Use("continuous", at=["b"], premises=[[]], name="there is r"), Obtain("there is r", "r", label="r"),
        *positive_ratio("x0", "T", "r", ["T.positive", "r.0"]), Beyond("x0", name="beyond"), Obtain("beyond", "M", label="M"),
        Cases("M >= 1", name="M sign", no=[Numbers(using=["M", "M sign", "x0.0"])], yes=[
            Witness("M"), Take("N", "h", "g", "dB"), Have("N >= M", name="many"),
            Have("h <= r", name="fine", by=[Have("x0 < N", name="count"), Have("N*r > T", name="cover", by=[
                Have("(N - x0)*r > 0", name="gap")]), Have("N > 0", name="N sign"),
                Have("N*h < N*r", name="times")]),
            CELL,
            Have(f"{LOSS} == Sum(h*norm2(g[j]), (j, 0, N-1))", name="isometry"),
            Use("cells", at=["N", ("L[t*h]", "t"), ("h*norm2(g[t])", "t"), "b*h"], name="all", premises=[[Split([
                [], [Take("j"), Use("given2.1", at=["j"], name="sample"), Have("norm2(g[j]) == q(j*h)", name="size"),
                 Have("0 <= N - 1 - j", name="room"), Have("0 <= j", name="j0"), Have("h > 0", name="h positive"),
                 Use("cell", at=["j*h", "(j+1)*h"], name="next", premises=[
                     [Split([[],
                             []])],
                     [Split([[], []])],
                     []]),
                 Split([[Order(positive=[Square(facts=["next.0"])], terms=[("size", "-h", "1")])],
                        [Order(positive=[Square(facts=["next.1"])], terms=[("size", "h", "1")])]])]])]]),
            Rewritten("all", ["isometry"], name="in losses"), Rewritten("in losses", ["given2.0"], name="whole", forwards=True),
            Have("N*(b*h) == e", name="total"),
            Have("forall(x, real, implies(-N*(b*h) <= L[T] - x and L[T] - x <= N*(b*h), Abs(L[T] - x) <= e))", name="within", by=[
                Take("x"), Have("-e <= L[T] - x and L[T] - x <= e", name="ends", by=[Split([
                    [], []])])]),
            Use("within", at=[LOSS], premises=[[Split([[], []])]])])], example={"m": 1, "d": 1, "T": 1, "c": 0, "U": 0, "E": 1, "R": "t", "L": "t"}, expected="proved")  # fmt: skip
    item.note("For all m and d and every integrand f = U' e^(W's) c - rho with |f|^2 uniformly continuous on [0, T], as it is for continuous rho = R' (so asked in Section 5): with N steps of length h = T/N the loss "
              "of the sum of f(jh)' dB_j is within e of L as soon as N >= M. Ito's integral of f is by its definition the limit in mean square of these sums, so "
              "that L is its variance.")  # fmt: skip
    item.note("Of the noise only the covariance of its increments is used, which independent increments N(0, h I) have, in either direction of time. "
              "E is any curve, e^(Ws) in particular.")
