"""Appendix C.3, on tau_0': how far the loss of a student can fall from the plateau, in the formulas of Theorem C.1."""

import re

from verifier.language.script import (
    Axiom,
    Cases,
    Have,
    Induct,
    Inside,
    Ladder,
    Linear,
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
from verifier.language.script_parts import positive_ratio
from verifier.library.short_names import BETWEEN, WITHIN

from . import paper
from .appendix_c_transforms import MEMORY, SIZE, TAIL, TRANSFORM
from .lemmas.cauchy_matrices import TERMWISE

#: |rho_0(t)| <= K1/(1 + t^2) everywhere, K1 = (c + top e^(2 p^2 t0^2)) (1 + 1/(2 p^2)).
ENVELOPE = [
    Set("q", "2*p**2"), Have("q > 0", name="q sign"), *positive_ratio("r", "1", "q", ["q sign"]),
    Set("g", "exp(2*p**2*t0**2)"), Have("g > 0", name="g sign"),
    Set("K1", "(c + top*g)*(1 + r)"), Have("c + top*g > 0", name="front"), Have("K1 > 0", name="K1 sign"),
    Have("forall(t, real, Abs(rho(t))*(1 + t**2) <= K1)", name="envelope", by=[
        Take("t"), Set("x", "Abs(rho(t))"), Have("0 <= x and x <= top", name="x in", by=[Use("size", at=["t"], name="now"), Rewritten("now", ["x"], name="now x"), Split([[], []])]),
        Set("e", "exp(-2*p**2*t**2)"), Have("e > 0 and e*(1 + q*t**2) <= 1", name="e small", by=[Split([[], [
            Have("forall(z, real, exp(-z)*(1 + z) <= 1)", name="tangent", by=[Take("z")]), Use("tangent", at=["2*p**2*t**2"], name="now"),
            Have("exp(-(2*p**2*t**2)) == exp(-2*p**2*t**2)", name="same"), Rewritten("now", ["same"], name="now e", forwards=True), Rewritten("now e", ["e"], name="e now"),
            Order(positive=[Square(facts=["e now"])], terms=[("q", "-e*t**2", "1")])]])]),
        Have("x <= (c + top*g)*e", name="bound", by=[Cases("Abs(t) >= t0", name="far", yes=[
            Use("tail", at=["t"], premises=[[Use("far")]], name="now"), Rewritten("now", ["x", "e"], name="now x")], no=[
            Have("g*e >= 1", name="one", by=[Have("t**2 <= t0**2", name="near"), Have("2*p**2*t0**2 - 2*p**2*t**2 >= 0", name="gap"),
                Have("exp(2*p**2*t0**2 - 2*p**2*t**2) >= 1", name="rises"),
                Have("exp(2*p**2*t0**2 - 2*p**2*t**2) == exp(2*p**2*t0**2)*exp(-2*p**2*t**2)", name="law"), Rewritten("law", ["g", "e"], name="law here")])])]),
        Have("1 + t**2 <= (1 + r)*(1 + q*t**2)", name="squares"),
        Have("x*(1 + t**2) <= K1", name="in letters", by=[Order(positive=[
            Square(facts=["bound"], root="t"), Square(facts=["bound"]), Square(facts=["squares", "front", "e small.0"]), Square(facts=["e small.1", "front", "r.0"]), Square(facts=["e small.1", "front"])],
            terms=[("K1", "1", "1")])]),
        Rewritten("in letters", ["x"], name="written out", forwards=True), Use("written out")]),
]  # fmt: skip
FINITE = ("exists(M, positive, forall(s, real, forall(t, [s, oo), N[t] - N[s] <= M)))"
          " and forall(e, positive, exists(b, real, forall(s, real, forall(t, [s, oo), implies(t <= b, N[t] - N[s] <= e)))))")  # fmt: skip
#: A sub-Gaussian memory.
SUB_GAUSSIAN = {"Rho": "real curve", "N": "real curve", "top": "nonnegative", "p": "positive", "c": "positive", "t0": "positive"}


@paper.remark("memory-integrable", "A sub-Gaussian memory is integrable", where="Appendix C.2, Eq. (81)", provenance="derived")
def integrable(item):
    item.printed("(not in the paper) If rho_0 is sub-Gaussian, the integral of |rho_0| over every interval is at most some M, and over every interval before b at most e, for each e > 0 and some b.")
    item.let(**SUB_GAUSSIAN)
    item.define(MEMORY)
    item.suppose("size", SIZE)
    item.suppose("tail", TAIL)
    item.conclude(FINITE, expected="proved", argument=[*ENVELOPE, Split([[
        Witness("4*K1"), Split([[], [Take("s", "t"),
            Have("N[t] - N[s] <= K1*(atan(t) - atan(s))", name="so far", by=[Ladder("t", "s", slope=[
                Use("envelope", at=["r1"], name="now"), Use("size", at=["r1"], name="rate")], time="r1")]),
            Have("atan(t) - atan(s) <= 4", name="ends"), Set("z", "atan(t) - atan(s)"), Rewritten("so far", ["z"], name="z far"), Rewritten("ends", ["z"], name="z end")]])], [
        Take("e"), *positive_ratio("d", "K1", "e", ["K1 sign", "given"]), Witness("-d"), Take("s", "t"), Have("s < 0 and t < 0", name="early", by=[Split([[], []])]),
        Have("N[t] - N[s] <= K1*(1/s - 1/t)", name="so far", by=[Ladder("t", "s", slope=[
            Have("r1 < 0", name="here"),
            Use("envelope", at=["r1"], name="now"), Use("size", at=["r1"], name="rate")], time="r1")]),
        Have("K1*(1/s - 1/t) <= e", name="small", by=[
            Have("forall(z, positive, forall(y, positive, implies(z >= d, K1*(-1/y + 1/z) <= e)))", name="plain", by=[Take("z", "y"), Have("K1 <= e*z", name="product")]),
            Use("plain", at=["-t", "-s"], premises=[[], [], []], name="now")]),
        Set("z", "K1*(1/s - 1/t)"), Rewritten("so far", ["z"], name="z far"), Rewritten("small", ["z"], name="z small")]])], example={"Rho": 0, "N": 0, "top": 0, "p": 1, "c": 1, "t0": 1})  # fmt: skip
    item.note("|rho_0(t)| (1 + t^2) is bounded, so that M = 4 sup |rho_0(t)| (1 + t^2) will do.")


#: The neurons and then the target's exponentials: coefficients, rates and Gram matrix.
COEFFICIENTS = "Sum(a[i, 0]*basis(m+ms, i), (i, 0, m-1)) - Sum(b[j, 0]*basis(m+ms, m+j), (j, 0, ms-1))"
RATES = "Sum(w[i, 0]*basis(m+ms, i), (i, 0, m-1)) + Sum(v[j, 0]*basis(m+ms, m+j), (j, 0, ms-1))"
TABLE = ("Sum(Sum(K[i, k]*basis(m+ms, i)*basis(m+ms, k).T, (k, 0, m-1)), (i, 0, m-1))"
         " + Sum(Sum(H[i, j]*(basis(m+ms, i)*basis(m+ms, m+j).T + basis(m+ms, m+j)*basis(m+ms, i).T), (j, 0, ms-1)), (i, 0, m-1))"
         " + Sum(Sum(B[j, l]*basis(m+ms, m+j)*basis(m+ms, m+l).T, (l, 0, ms-1)), (j, 0, ms-1))")  # fmt: skip
KERNELS = ("forall(i, integer[0, m-1], w[i, 0] > 0) and forall(i, integer[0, m-1], forall(k, integer[0, m-1], (w[i, 0] + w[k, 0])*K[i, k] == 1))"
           " and forall(i, integer[0, m-1], forall(j, integer[0, ms-1], (w[i, 0] + v[j, 0])*H[i, j] == 1))")  # fmt: skip
TARGET = "forall(j, integer[0, ms-1], v[j, 0] > 0) and forall(j, integer[0, ms-1], forall(l, integer[0, ms-1], (v[j, 0] + v[l, 0])*B[j, l] == 1))"
SQUARE = ("Sum(Sum(a[i, 0]*a[k, 0]*K[i, k], (k, 0, m-1)), (i, 0, m-1)) - 2*Sum(Sum(a[i, 0]*b[k, 0]*H[i, k], (k, 0, ms-1)), (i, 0, m-1))"
          " + Sum(Sum(b[i, 0]*b[k, 0]*B[i, k], (k, 0, ms-1)), (i, 0, ms-1))")  # fmt: skip
NEURONS_SEE = "Sum(a[i, 0]*L[w[i, 0]], (i, 0, m-1))"
SEEN = f"{NEURONS_SEE} - Sum(b[j, 0]*L[v[j, 0]], (j, 0, ms-1))"
STUDENTS = (f"forall(L, real curve, forall(L1, real curve, implies({TRANSFORM}, forall(w, matrix(m, 1), forall(K, matrix(m, m), forall(H, matrix(m, ms), implies({KERNELS},"
            f" forall(a, matrix(m, 1), forall(b, matrix(ms, 1), {SQUARE} - 2*({SEEN}) >= -delta)))))))))")  # fmt: skip
#: A sum over all of them is one over the neurons and one over the target.
SPLIT_SUM = Have("forall(f, real sequence, forall(k, nonnegative integer, Sum(f[i], (i, 0, m+k-1)) == Sum(f[i], (i, 0, m-1)) + Sum(f[m+j], (j, 0, k-1))))", name="split sum",
                 by=[Take("f"), Induct("k")])  # fmt: skip
#: The integral of s times the memory, and its limit, one exponential after the other.
OVERLAP = Have("forall(k, integer[0, m+ms], exists(F, real curve, F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == Sum(C[i, 0]*exp(-V[i, 0]*t), (i, 0, k-1))*rho(t - u))"
               " and forall(e, positive, exists(R, positive, forall(T, [R, oo), Abs(F[T] - Sum(C[i, 0]*L[V[i, 0]], (i, 0, k-1))) <= e)))))", name="overlap", by=[
    Induct("k", base=[Witness("0", index="t"), Split([[], [Take("t")], [Take("e"), Have("e > 0", name="e positive"), Witness("1"), Split([[], [Take("T")]])]])], step=[
        Obtain("IH", "F", label="F"), Use("V sign", at=["k"], name="rate"), Use("transform", at=["V[k, 0]"], premises=[[Use("rate")]], name="there are G, H"),
        Obtain("there are G, H", "G1", label="there is H"), Obtain("there is H", "H1", label="G1"), Set("z", "C[k, 0]"), Set("y", "L[V[k, 0]]"), Set("S", "Sum(C[i, 0]*L[V[i, 0]], (i, 0, k-1))"),
        Witness("F[t] + C[k, 0]*G1[t]", index="t"), Split([[], [
            Take("t"), Use("F.1", at=["t"], premises=[[]], name="F now"), Use("G1.2", at=["t"], premises=[[]], name="G now"),
            Set("x", "rho(t - u)"), Set("g", "exp(-V[k, 0]*t)"), Set("h", "Sum(C[i, 0]*exp(-V[i, 0]*t), (i, 0, k-1))"),
            Have("Sum(C[i, 0]*exp(-V[i, 0]*t), (i, 0, k + 1 - 1)) == h + C[k, 0]*g", name="next"),
            Rewritten("F now", ["x", "h"], name="F x"), Rewritten("G now", ["x", "g"], name="G x"),
            Have("diff(F[t], t) + C[k, 0]*diff(G1[t], t) == (h + C[k, 0]*g)*x", name="rate x"),
            Rewritten("rate x", ["next"], name="rate sum"), Rewritten("rate sum", ["x"], name="written", forwards=True), Use("written")], [
            Take("e"), Have("e > 0", name="e positive"), Have("1 + Abs(z) > 0", name="weight"), *positive_ratio("d", "e", "1 + Abs(z)", ["weight", "e positive"]),
            Use("F.2", at=["d"], premises=[[Use("d.0")]], name="far"), Obtain("far", "R1", label="R1"), Use("G1.3", at=["d"], premises=[[Use("d.0")]], name="far too"), Obtain("far too", "R2", label="R2"),
            Witness("R1 + R2"), Split([[], [
                Take("T"), Have("T >= R1 + R2", name="T late"), Have("T >= R1 and T >= R2", name="late", by=[Split([[], []])]),
                Use("R1.1", at=["T"], premises=[[Use("late.0")]], name="F near"), Use("R2.1", at=["T"], premises=[[Use("late.1")]], name="G near"),
                Set("x1", "F[T] - S"), Set("x2", "G1[T] - y"), Set("x3", "z*x2"), Set("x4", "Abs(z)*d"),
                Rewritten("F near", ["S", "x1"], name="x1 small"), Rewritten("G near.0", ["y", "x2"], name="x2 small"),
                Have("Abs(z*x2) <= Abs(z)*d", name="product", by=[Numbers(using=["x2 small"])]), Rewritten("product", ["x3", "x4"], name="x3 small"), Set("y1", "Abs(z)"), Rewritten("d.1", ["y1"], name="d1"), Rewritten("x4", ["y1"], name="x4 is"), Have("d + x4 == e", name="shares"),
                *(Use("between", at=[x, z], premises=[[Use(f"{x} small")]], name=f"{x} in") for x, z in (("x1", "d"), ("x3", "x4"))),
                Have("Sum(C[i, 0]*L[V[i, 0]], (i, 0, k + 1 - 1)) == S + C[k, 0]*y", name="next"),
                Have("F[T] + C[k, 0]*G1[T] - (S + C[k, 0]*y) == x1 + x3", name="parts"),
                Have("x1 + x3 <= e and -e <= x1 + x3", name="both", by=[Split([[], []])]),
                Use("within", at=["x1 + x3", "e"], premises=[[Use("both")]], name="sum"), Rewritten("sum", ["parts"], name="sum so far"), Rewritten("sum so far", ["next"], name="written"), Use("written")]])]])])])  # fmt: skip
def entry(one, other):
    """(V_i + V_j) G_ij = 1 from the same for the parts."""
    return Linear(terms=[("now", "1", "1"), ("entry", f"{one} + {other}", "1"), ("one", "G[i, j]", "1"), ("other", "G[i, j]", "1")])


#: The entries of the coefficients C, the rates V and the Gram matrix G.
ENTRIES = [
    *(Have(f"forall(i, integer[0, m-1], {x}[i, 0] == {y}[i, 0])", name=f"{x} of neurons", by=[Take("i")]) for x, y in ("Ca", "Vw")),
    *(Have(f"forall(j, integer[0, ms-1], {x}[m+j, 0] == {y}[j, 0])", name=f"{x} of the target", by=[Take("j")]) for x, y in (("C", "-b"), ("V", "v"))),
    *(Have(f"forall(i, integer[0, {n}-1], forall(k, integer[0, {count}-1], G[{x}, {y}] == {z}))", name=name, by=[Take("i", "k")]) for name, n, count, x, y, z in (
        ("neurons", "m", "m", "i", "k", "K[i, k]"), ("mixed", "m", "ms", "i", "m+k", "H[i, k]"), ("mixed too", "m", "ms", "m+k", "i", "H[i, k]"), ("targets", "ms", "ms", "m+i", "m+k", "B[i, k]"))),
    Have("forall(k, integer[0, m+ms-1], V[k, 0] > 0)", name="V sign", by=[Take("k"), Cases("k <= m-1", name="kind", yes=[
        Use("V of neurons", at=["k"], name="now"), Use("kernels.0", at=["k"], name="rate")], no=[
        Use("V of the target", at=["k-m"], name="now"), Use("target.0", at=["k-m"], name="rate"), Order(positive=[Square(facts=["rate"])], terms=[("now", "1", "1")])])]),
    Have("forall(i, integer[0, m+ms-1], forall(j, integer[0, m+ms-1], (V[i, 0] + V[j, 0])*G[i, j] == 1))", name="Gram", by=[Take("i", "j"), Cases("i <= m-1", name="kind", yes=[
        Use("V of neurons", at=["i"], name="one"), Cases("j <= m-1", name="other kind", yes=[
            Use("V of neurons", at=["j"], name="other"), Use("neurons", at=["i", "j"], name="entry"), Use("kernels.1", at=["i", "j"], name="now"), entry("w[i, 0]", "w[j, 0]")], no=[
            Use("V of the target", at=["j-m"], name="other"), Use("mixed", at=["i", "j-m"], name="entry"), Use("kernels.2", at=["i", "j-m"], name="now"), entry("w[i, 0]", "v[j-m, 0]")])], no=[
        Use("V of the target", at=["i-m"], name="one"), Cases("j <= m-1", name="other kind", yes=[
            Use("V of neurons", at=["j"], name="other"), Use("mixed too", at=["j", "i-m"], name="entry"), Use("kernels.2", at=["j", "i-m"], name="now"), entry("v[i-m, 0]", "w[j, 0]")], no=[
            Use("V of the target", at=["j-m"], name="other"), Use("targets", at=["i-m", "j-m"], name="entry"), Use("target.1", at=["i-m", "j-m"], name="now"), entry("v[i-m, 0]", "v[j-m, 0]")])])]),
]  # fmt: skip
ALL = "Sum(Sum(C[i, 0]*C[j, 0]*G[i, j], (j, 0, m+ms-1)), (i, 0, m+ms-1))"
ALL_SEEN = "Sum(C[i, 0]*L[V[i, 0]], (i, 0, m+ms-1))"
#: |s|^2 and what it sees of the memory, by neurons and target.
PARTS = [
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m+ms"], name="identity"),
    Have(f"{ALL} == trace(C.T*G*C)", name="form", by=[Linear(terms=[Inside("identity", "-trace(C.T*HOLE*G*C)"),
        Inside("identity", "-trace(C.T*Sum(basis(m+ms, i)*basis(m+ms, i).T, (i, 0, m+ms-1))*G*HOLE*C)")])]),
    Have(f"trace(C.T*G*C) == {SQUARE}", name="form in parts", by=[Linear(rewrite=["C", "G"])]), Rewritten("form", ["form in parts"], name="square", forwards=True),
    Have("exists(f, real sequence, forall(k, integer[0, m+ms-1], f[k] == C[k, 0]*L[V[k, 0]]))", name="there is f", by=[Witness("C[k, 0]*L[V[k, 0]]", index="k")]), Obtain("there is f", "f", label="f"),
    Have(f"{ALL_SEEN} == Sum(f[i], (i, 0, m+ms-1))", name="in all", by=[Use("termwise", at=["m+ms-1", ("C[k, 0]*L[V[k, 0]]", "k"), ("f[k]", "k")], premises=[[
        Take("k"), Use("f", at=["k"], name="now")]])]),
    Use("split sum", at=[("f[t]", "t"), "ms"], name="two sums"),
    Have("Sum(f[i], (i, 0, m-1)) == Sum(a[i, 0]*L[w[i, 0]], (i, 0, m-1))", name="first sum", by=[Use("termwise", at=["m-1", ("f[k]", "k"), ("a[k, 0]*L[w[k, 0]]", "k")], premises=[[
        Take("k"), Use("f", at=["k"], name="now"), Use("C of neurons", at=["k"], name="C now"), Use("V of neurons", at=["k"], name="V now"), Rewritten("now", ["C now", "V now"], name="then", forwards=True), Use("then")]])]),
    Have("exists(g, real sequence, forall(k, integer[0, ms-1], g[k] == b[k, 0]*L[v[k, 0]]))", name="there is g", by=[Witness("b[k, 0]*L[v[k, 0]]", index="k")]), Obtain("there is g", "g", label="g"),
    Have("Sum(g[j], (j, 0, ms-1)) == Sum(b[j, 0]*L[v[j, 0]], (j, 0, ms-1))", name="second sum", by=[Use("termwise", at=["ms-1", ("g[k]", "k"), ("b[k, 0]*L[v[k, 0]]", "k")], premises=[[Take("k"), Use("g", at=["k"])]])]),
    Have("Sum(f[m+j], (j, 0, ms-1)) == Sum(-g[j], (j, 0, ms-1))", name="sign", by=[Use("termwise", at=["ms-1", ("f[m+k]", "k"), ("-g[k]", "k")], premises=[[
        Take("k"), Use("f", at=["m+k"], name="now"), Use("C of the target", at=["k"], name="C now"), Use("V of the target", at=["k"], name="V now"), Use("g", at=["k"], name="g now"),
        Rewritten("now", ["C now", "V now"], name="then", forwards=True)]])]),
    Set("p1", ALL_SEEN), Set("p2", "Sum(a[i, 0]*L[w[i, 0]], (i, 0, m-1))"), Set("p3", "Sum(b[j, 0]*L[v[j, 0]], (j, 0, ms-1))"),
    Rewritten("in all", ["p1"], name="all p"), Rewritten("first sum", ["p2"], name="first p"), Rewritten("second sum", ["p3"], name="second p"),
    Have("p1 == p2 - p3", name="sum of p", by=[Linear(terms=[("all p", "1", "1"), ("two sums", "1", "1"), ("first p", "1", "1"), ("sign", "1", "1"), ("second p", "-1", "1")])]),
    Rewritten("sum of p", ["p1", "p2", "p3"], name="seen", forwards=True),
]  # fmt: skip


def setting(item):
    item.let(m="positive integer", ms="positive integer", v="matrix(ms, 1)", B="matrix(ms, ms)", **SUB_GAUSSIAN)
    item.define(MEMORY)
    item.suppose("size", SIZE)
    item.suppose("tail", TAIL)
    item.suppose("target", TARGET)


@paper.remark("plateau-gap", "No student is better than the target by a fixed gap", where="Appendix C.3, Theorem C.1, on tau_0'", provenance="derived")
def gap(item):
    item.printed("(not in the paper) For a sub-Gaussian memory, every m, m* and delta > 0 there is omega_0 such that for omega <= omega_0 and every theta and a*,"
                 " |rhohat - rhobar|^2 - 2 <rhohat - rhobar, rho_(0,omega)> >= -delta.")  # fmt: skip
    setting(item)
    item.conclude(f"forall(delta, positive, exists(u0, positive, forall(u, [u0, oo), {STUDENTS})))", because=["memory-integrable", "loss-floor"], expected="proved", argument=[
        BETWEEN, WITHIN, TERMWISE, SPLIT_SUM,
        Use("cited:memory-integrable", at=[("Rho[t]", "t"), ("N[t]", "t"), "top", "p", "c", "t0"], name="finite", premises=[[Split([
            *([Use(f"{name}.{sign}")] for name, sign in (("top", "nonnegative"), ("p", "positive"), ("c", "positive"), ("t0", "positive"))), [Use("size")], [Use("tail")]])]]),
        Obtain("finite.0", "M", label="M"),
        Use("cited:loss-floor", at=["m+ms", ("Rho[t]", "t"), ("top*N[t]", "t"), ("N[t]", "t"), "M"], name="floor", premises=[[Split([
            [Use("M.0")], [Split([[Take("t"), Use("size", at=["t"], name="now"), Use("now.0")], [Use("M.1")]])],
            [Split([[Take("t"), Set("x", "Abs(rho(t))"), Use("size", at=["t"], name="now"), Rewritten("now", ["x"], name="now x"), Have("x >= 0", name="x sign"), Have("top - x >= 0", name="room"),
                     Have("rho(t)**2 == x**2", name="square")],
                    [Take("e"), Have("1 + top > 0", name="some"), *positive_ratio("d", "e", "1 + top", ["some", "given"]), Use("finite.1", at=["d"], premises=[[Use("d.0")]], name="quiet"), Obtain("quiet", "b1", label="b1"), Witness("b1"),
                     Take("s", "t"), Use("b1", at=["s", "t"], premises=[[Use("given1")], [Use("given2")]], name="now")]])]])]]),
        Take("delta"), Use("floor", at=["delta"], premises=[[Use("given")]], name="there is u0"), Obtain("there is u0", "u0", label="u0"), Witness("u0"), Split([[Use("u0.0")], [
            Take("u", "L", "L1", "w", "K", "H", "a", "b"), Have(TRANSFORM, name="transform", by=[Use("given2")]), Have(KERNELS, name="kernels", by=[Use("given3")]),
            Set("C", COEFFICIENTS), Set("V", RATES), Set("G", TABLE),
            *ENTRIES,
            OVERLAP,
            Use("overlap", at=["m+ms"], name="there is F"), Obtain("there is F", "F", label="F"),
            Use("u0.1", at=["u", "V", "C", "G", ("F[t]", "t"), "Sum(C[i, 0]*L[V[i, 0]], (i, 0, m+ms-1))"], name="below", premises=[[Use("given1")], [Split([
                [Use("V sign")], [Use("Gram")], [Use("F.0")], [Use("F.1")], [Use("F.2")]])]]),
            *PARTS,
            Rewritten("below", ["square", "seen"], name="in parts", forwards=True), Use("in parts")]])],
        example={"m": 1, "ms": 1, "v": 1, "B": "1/2", "Rho": 0, "N": 0, "top": 0, "p": 1, "c": 1, "t0": 1})  # fmt: skip
    item.note("loss-floor for the m + m* exponentials of rhohat - rhobar: the coefficients are a and -a* = -b, the Gram matrix is made of K_ij = 1/(w_i + w_j), H_ij = 1/(w_i + w*_j), B_ij = 1/(w*_i + w*_j), "
              "and the overlap is sum_i a_i L(w_i) - sum_j a*_j L(w*_j), L the transform of rho_(0,omega). omega_0 depends on delta, m, rho_0 and rhobar's rates, and on neither theta nor a*.")


def at_start(formula):
    """The formula for the student theta_0 = (a0, w0)."""
    return re.sub(r"\b([awKH])\b(?!\()", r"\g<1>0", formula)


FALL = ("forall(delta, positive, exists(u0, positive, forall(u, [u0, oo), forall(L, real curve, forall(L1, real curve, implies({transform}, forall(b, matrix(ms, 1),"
        " forall(w, matrix(m, 1), forall(K, matrix(m, m), forall(H, matrix(m, ms), forall(w0, matrix(m, 1), forall(K0, matrix(m, m), forall(H0, matrix(m, ms), implies({kernels} and {kernels0},"
        " forall(a, matrix(m, 1), forall(a0, matrix(m, 1), {square0} - 2*{sees0} - ({square} - 2*{sees}) <= 3/2*({square0}) + delta))))))))))))))))").format(
            transform=TRANSFORM, kernels=KERNELS, kernels0=at_start(KERNELS), square=SQUARE, square0=at_start(SQUARE), sees=NEURONS_SEE, sees0=at_start(NEURONS_SEE))  # fmt: skip
_SCALED = at_start(SQUARE).replace("a0[", "(-1/2*a0)[").replace("b[", "(-1/2*b)[")


def halved(name, size, term):
    """The sum of -x_i/2 L is -1/2 of the sum of x_i L: the fact ``half name``, with the letter `name` for the latter."""
    x, rest = term.split("[i, 0]", 1)
    scaled = f"(-1/2*{x})[i, 0]{rest}"
    return [
        Have(f"exists(f{name}, real sequence, forall(k, integer[0, {size}-1], f{name}[k] == {term.replace('[i,', '[k,')}))", name=f"there is f{name}", by=[Witness(term.replace("[i,", "[k,"), index="k")]),
        Obtain(f"there is f{name}", f"f{name}", label=f"f{name}"),
        Have(f"Sum(f{name}[i], (i, 0, {size}-1)) == Sum({term}, (i, 0, {size}-1))", name=f"sum {name}", by=[Use("termwise", at=[f"{size}-1", (f"f{name}[k]", "k"), (term.replace("[i,", "[k,"), "k")], premises=[[Take("k"), Use(f"f{name}", at=["k"])]])]),
        Have(f"Sum({scaled}, (i, 0, {size}-1)) == Sum(-1/2*f{name}[i], (i, 0, {size}-1))", name=f"scaled {name}", by=[Use("termwise", at=[f"{size}-1", (scaled.replace("[i,", "[k,"), "k"), (f"-1/2*f{name}[k]", "k")], premises=[[
            Take("k"), Use(f"f{name}", at=["k"], name="now")]])]),
        Set(name, f"Sum({term}, (i, 0, {size}-1))"), Set(f"{name}2", f"Sum({scaled}, (i, 0, {size}-1))"), Rewritten(f"sum {name}", [name], name=f"sum {name} is"), Rewritten(f"scaled {name}", [f"{name}2"], name=f"scaled {name} is"),
        Have(f"{name}2 == -1/2*{name}", name=f"half {name}", by=[Linear(terms=[(f"scaled {name} is", "1", "1"), (f"sum {name} is", "-1/2", "1")])]),
    ]  # fmt: skip


@paper.remark("plateau-fall", "How far the loss can fall from near the plateau", where="Appendix C.3, Theorem C.1, on tau_0'", provenance="derived")
def fall(item):
    item.printed("(not in the paper) For a sub-Gaussian memory, every m, m* and delta > 0 there is omega_0 such that for omega <= omega_0 and any theta_0 and theta,"
                 " J_omega(theta_0) - J_omega(theta) <= 3/2 |rhohat(.; theta_0) - rhobar|^2 + delta.")  # fmt: skip
    setting(item)
    item.conclude(FALL, because=["plateau-gap"], expected="proved", argument=[
        TERMWISE,
        Use("cited:plateau-gap", at=["m", "ms", "v", "B", ("Rho[t]", "t"), ("N[t]", "t"), "top", "p", "c", "t0"], name="gap", premises=[[Split([
            *([Use(f"{name}.{sign}")] for name, sign in (("top", "nonnegative"), ("p", "positive"), ("c", "positive"), ("t0", "positive"))), [Use("size")], [Use("tail")], [Use("target")]])]]),
        Take("delta"), Use("gap", at=["delta/3"], premises=[[]], name="there is u0"), Obtain("there is u0", "u0", label="u0"), Witness("u0"), Split([[Use("u0.0")], [
            Take("u", "L", "L1", "b", "w", "K", "H", "w0", "K0", "H0", "a", "a0"),
            Use("u0.1", at=["u", ("L[t]", "t"), ("L1[t]", "t"), "w", "K", "H", "a", "b"], premises=[[Use("given1")], [Use("given2")], [Split([[Use("given3.0")], [Use("given3.1")], [Use("given3.2")]])]], name="end"),
            Use("u0.1", at=["u", ("L[t]", "t"), ("L1[t]", "t"), "w0", "K0", "H0", "-1/2*a0", "-1/2*b"], premises=[[Use("given1")], [Use("given2")], [Split([[Use("given3.3")], [Use("given3.4")], [Use("given3.5")]])]], name="start"),
            *halved("S", "m", "a0[i, 0]*L[w0[i, 0]]"), *halved("Y", "ms", "b[i, 0]*L[v[i, 0]]"),
            Set("q", at_start(SQUARE)), Set("q2", _SCALED), Have("q2 == 1/4*q", name="quarter", by=[Linear(rewrite=["q", "q2"])]), Set("z", SQUARE), Set("X", NEURONS_SEE),
            Rewritten("start", ["q2", "S2", "Y2"], name="start so far"), Rewritten("end", ["z", "X", "Y"], name="end so far"),
            Have("q - 2*S - (z - 2*X) <= 3/2*q + delta", name="in letters"),
            Rewritten("in letters", ["q", "S", "z", "X"], name="written out", forwards=True), Use("written out")]])],
        example={"m": 1, "ms": 1, "v": 1, "B": "1/2", "Rho": 0, "N": 0, "top": 0, "p": 1, "c": 1, "t0": 1})  # fmt: skip
    item.note("J = |rhohat - rhobar|^2 - 2 sum_i a_i L(w_i) + a constant. Nothing is said of theta, which may be far away, and m need not be large: plateau-gap at theta, and at -(a0, a*)/2.")
