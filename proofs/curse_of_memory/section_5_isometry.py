"""Appendix C.1: the population loss under white noise is an integral (74), the limit of the losses of finer and finer steps."""

from verifier.language.script import (
    Beyond,
    Cases,
    Have,
    Induct,
    Ladder,
    Linear,
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
from verifier.library.real_numbers import positive_ratio

from . import paper

#: Values and noise of N steps of length h = T/N.
NOISE = ("N*h == T and forall(j, nonnegative integer, g[j] == f(j*h))"
         " and forall(i, integer[0, N-1], forall(j, integer[0, N-1], expect(dB[i]*dB[j].T) == delta(i, j)*h*eye(d)))")  # fmt: skip
LOSS = "expect(Sum(g[j].T*dB[j], (j, 0, N-1))**2)"
#: Increments within k of y_j add up to within n k.
CELLS = Have("forall(n, nonnegative integer, forall(x, real sequence, forall(y, real sequence, forall(k, real, implies(x[0] == 0"
             " and forall(j, integer[0, n-1], -k <= x[j+1] - x[j] - y[j] and x[j+1] - x[j] - y[j] <= k),"
             " -n*k <= x[n] - Sum(y[j], (j, 0, n-1)) and x[n] - Sum(y[j], (j, 0, n-1)) <= n*k)))))", name="cells", by=[Induct("n", base=[
                 Take("x", "y", "k"), Split([[Order(terms=[("given.0", "1", "1")])], [Order(terms=[("given.0", "-1", "1")])]])], step=[
                 Take("x", "y", "k"), Use("IH", at=[("x[t]", "t"), ("y[t]", "t"), "k"], premises=[[Split([[], [Take("j"), Use("given.1", at=["j"])]])]], name="before"),
                 Use("given.1", at=["n"], name="last"),
                 Split([[Order(positive=[Square(facts=["before.0"]), Square(facts=["last.0"])])],
                        [Order(positive=[Square(facts=["before.1"]), Square(facts=["last.1"])])]])])])  # fmt: skip
#: On a step from x the integral grows by (z - x) q(x), up to b (z - x).
CELL = Have("forall(x, [0, T], forall(z, [x, T], implies(z <= x + r, -b*(z - x) <= L[z] - L[x] - (z - x)*q(x) and L[z] - L[x] - (z - x)*q(x) <= b*(z - x))))", name="cell", by=[
    Take("x", "z"), Split([[Ladder("z", "x", time="w", slope=[
        Use("r.1", at=["x", "w"], premises=[[], [Numbers(using=["between", "given4"])], [Numbers(using=["between", "given5"])]], name="s"),
        Use("integral.1", at=["w"], premises=[[Numbers(using=["between", "given3", "given4"])]], name="l"),
        Have("-b <= q(w) - q(x) and q(w) - q(x) <= b", name="near", by=[Numbers(using=["s"])]), Numbers(using=[f"near.{i}", "l"])],
        base=[Numbers(using=[])], side=[Numbers(using=["given4"])])] for i in (0, 1)])])  # fmt: skip


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
            Have("h <= r", name="fine", by=[Have("x0 < N", name="count", by=[Numbers(using=["M", "many"])]), Have("N*r > T", name="cover", by=[
                Have("(N - x0)*r > 0", name="gap", by=[Numbers(using=["count", "r.0"])]), Numbers(using=["gap", "x0.1"])]), Have("N > 0", name="N sign"),
                Have("N*h < N*r", name="times", by=[Numbers(using=["cover", "given2.0"])]), Numbers(using=["times", "N sign"])]),
            CELL,
            Have(f"{LOSS} == Sum(h*norm2(g[j]), (j, 0, N-1))", name="isometry", by=[Linear(rewrite=["given2.2"])]),
            Use("cells", at=["N", ("L[t*h]", "t"), ("h*norm2(g[t])", "t"), "b*h"], name="all", premises=[[Split([
                [Linear(terms=[("integral.0", "1", "1")])], [Take("j"), Use("given2.1", at=["j"], name="sample"), Have("norm2(g[j]) == q(j*h)", name="size", by=[Linear(rewrite=["sample"])]),
                 Have("0 <= N - 1 - j", name="room"), Have("0 <= j", name="j0"), Have("h > 0", name="h positive"),
                 Use("cell", at=["j*h", "(j+1)*h"], name="next", premises=[
                     [Split([[Order(positive=[Square(facts=["j0", "h positive"])])],
                             [Order(positive=[Square(facts=["room", "h positive"]), Square(facts=["h positive"])], terms=[("given2.0", "-1", "1")])]])],
                     [Split([[Order(positive=[Square(facts=["h positive"])])], [Order(positive=[Square(facts=["room", "h positive"])], terms=[("given2.0", "-1", "1")])]])],
                     [Order(positive=[Square(facts=["fine"])])]]),
                 Split([[Order(positive=[Square(facts=["next.0"])], terms=[("size", "-h", "1")])],
                        [Order(positive=[Square(facts=["next.1"])], terms=[("size", "h", "1")])]])]])]]),
            Rewritten("all", ["isometry"], name="in losses"), Rewritten("in losses", ["given2.0"], name="whole", forwards=True),
            Have("N*(b*h) == e", name="total", by=[Linear(terms=[("given2.0", "b", "1"), ("b.1", "1", "1")])]),
            Have("forall(x, real, implies(-N*(b*h) <= L[T] - x and L[T] - x <= N*(b*h), Abs(L[T] - x) <= e))", name="within", by=[
                Take("x"), Have("-e <= L[T] - x and L[T] - x <= e", name="ends", by=[Split([
                    [Order(positive=[Square(facts=["given3.0"])], terms=[("total", "-1", "1")])], [Order(positive=[Square(facts=["given3.1"])], terms=[("total", "-1", "1")])]])]),
                Numbers(using=["ends"])]),
            Use("within", at=[LOSS], premises=[[Split([[Order(positive=[Square(facts=["whole.0"])])], [Order(positive=[Square(facts=["whole.1"])])]])]])])], example={"m": 1, "d": 1, "T": 1, "c": 0, "U": 0, "E": 1, "R": "t", "L": "t"}, expected="proved")  # fmt: skip
    item.note("For all m and d and every integrand f = U' e^(W's) c - rho with |f|^2 uniformly continuous on [0, T], as it is for continuous rho = R' (so asked in Section 5): with N steps of length h = T/N the loss "
              "of the sum of f(jh)' dB_j is within e of L as soon as N >= M. Ito's integral of f is by its definition the limit in mean square of these sums, so "
              "that L is its variance.")  # fmt: skip
    item.note("Of the noise only the covariance of its increments is used, which independent increments N(0, h I) have, in either direction of time. "
              "E is any curve, e^(Ws) in particular.")
