"""How many maps of m things onto n things there are: n! S(m, n), for all m and n, as scripts.

Every map is onto its image, so the numbers s_k of maps onto k given things obey n^m = sum_k binomial(n, k) s_k for all n, and
nothing else does: s_n is what is left of the equation for n.  k! S(m, k) obeys it, by induction on m: with the falling
factorials u_k = k! binomial(n, k), u_(k+1) = (n - k) u_k and S(m+1, k+1) = (k+1) S(m, k+1) + S(m, k), the sum of u_k S(m+1, k) up to K is
n times that of u_k S(m, k) below K and K u_K S(m, K).
"""Maps between finite sets counted by their images: n^m = sum_k C(n, k) k! S(m, k), for all sizes, as a script.

Each map of m elements into n is onto exactly one set of k of the n elements.  So the numbers N(m, k) of surjections
satisfy n^m = sum_k C(n, k) N(m, k) for every n, which determines them, and k! S(m, k) satisfies it.  Induction on m:
C(n, k+1) (k+1)! = (n - k) C(n, k) k! and S(m+1, k+1) = (k + 1) S(m, k+1) + S(m, k).
"""

from __future__ import annotations

from verifier.claims.script import Have, Induct, Linear, Numbers, Split, Step, Take, Use

#: Sums of u_k y_k from those of u_k x_k, where u and y obey the recurrences above.
SUMMED = Have(
    "forall(nn, nonnegative integer, forall(uu, real sequence, forall(xx, real sequence, forall(yy, real sequence, implies("
    "forall(kk, nonnegative integer, uu[kk+1] == (nn - kk)*uu[kk]) and yy[0] == 0"
    " and forall(kk, nonnegative integer, yy[kk+1] == (kk + 1)*xx[kk+1] + xx[kk]),"
    " forall(KK, nonnegative integer, Sum(uu[k]*yy[k], (k, 0, KK)) == nn*Sum(uu[k]*xx[k], (k, 0, KK-1)) + KK*(uu[KK]*xx[KK])))))))",
    name="summed",
    by=[Take("nn", "uu", "xx", "yy"), Induct("KK", base=[Linear(rewrite=["given.1"])], step=[
        Use("given.0", at=["KK"], name="u"), Use("given.2", at=["KK"], name="y"),
        Linear(terms=[("IH", "1", "1"), ("y", "uu[KK+1]", "1"), ("u", "xx[KK]", "1")])])],
)  # fmt: skip

#: n^m is the sum over k of n (n - 1) ... (n - k + 1) S(m, k).
MAPS_BY_IMAGE = Have(
    "forall(mm, nonnegative integer, forall(nn, nonnegative integer,"
    " nn**mm == Sum(FallingFactorial(nn, k)*stirling2(mm, k), (k, 0, nn))))",
    name="maps by image",
    by=[
        Have("forall(x1, real, forall(y1, real, forall(z1, real, implies(x1 == y1 and y1 == 1 and z1 == 1, z1 == x1))))", name="chain", by=[
            Take("x1", "y1", "z1"), Linear(terms=[("given.0", "-1", "1"), ("given.1", "-1", "1"), ("given.2", "1", "1")])]),
        Have("forall(n1, real, forall(p1, real, forall(q1, real, forall(a1, real, forall(b1, real, forall(c1, real, forall(l1, real,"
             " implies(q1 == n1*p1 and p1 == b1 and b1 == c1 + l1 and a1 == n1*c1 + n1*l1, q1 == a1))))))))", name="sums", by=[
            Take("n1", "p1", "q1", "a1", "b1", "c1", "l1"), Linear(terms=[
                ("given.0", "1", "1"), ("given.1", "n1", "1"), ("given.2", "n1", "1"), ("given.3", "-1", "1")])]),
        Induct("mm", base=[
        Take("nn"),
        Have("forall(uu, real sequence, forall(xx, real sequence, implies(xx[0] == 1 and forall(kk, positive integer, xx[kk] == 0),"
             " forall(KK, nonnegative integer, Sum(uu[k]*xx[k], (k, 0, KK)) == uu[0]))))", name="only the first", by=[
            Take("uu", "xx"), Induct("KK", hypothesis="so far", base=[Linear(rewrite=["given.0"])], step=[
                Use("given.1", at=["KK+1"], name="none"), Linear(terms=[("so far", "1", "1"), ("none", "uu[KK+1]", "1")])])]),
        Use("only the first", at=[("FallingFactorial(nn, k)", "k"), ("stirling2(0, k)", "k")], name="sum", premises=[[
            Split([[Numbers(using=[])], [Take("kk"), Numbers(using=["kk"])]])]]),
        Use("sum", at=["nn"], name="first"), Have("FallingFactorial(nn, 0) == 1", name="one", by=[Numbers(using=["nn"])]),
        Have("nn**0 == 1", name="power", by=[Numbers(using=["nn"])]),
        Use("chain", at=["Sum(FallingFactorial(nn, k)*stirling2(0, k), (k, 0, nn))", "FallingFactorial(nn, 0)", "nn**0"],
            premises=[[Split([[], [], []])]])], step=[
        Take("nn"), Use("IH", at=["nn"], name="before"),
        Use("summed", at=["nn", ("FallingFactorial(nn, k)", "k"), ("stirling2(mm, k)", "k"), ("stirling2(mm+1, k)", "k")],
            name="recurrence", premises=[[Split([[Take("kk"), Numbers(using=["kk", "nn"])], [Numbers(using=["mm"])],
                                                 [Take("kk"), Numbers(using=["kk", "mm"])]])]]),
        Use("recurrence", at=["nn"], name="now"),
        Have("forall(uu, real sequence, Sum(uu[k], (k, 0, nn)) == Sum(uu[k], (k, 0, nn-1)) + uu[nn])", name="split"),
        Use("split", at=[("FallingFactorial(nn, k)*stirling2(mm, k)", "k")], name="last"),
        Have("nn**(mm+1) == nn*nn**mm", name="power", by=[Linear()]),
        Use("sums", at=["nn", "nn**mm", "nn**(mm+1)", "Sum(FallingFactorial(nn, k)*stirling2(mm+1, k), (k, 0, nn))",
                        "Sum(FallingFactorial(nn, k)*stirling2(mm, k), (k, 0, nn))",
                        "Sum(FallingFactorial(nn, k)*stirling2(mm, k), (k, 0, nn-1))",
                        "FallingFactorial(nn, nn)*stirling2(mm, nn)"], premises=[[Split([[], [], [], []])]])])],
)  # fmt: skip

#: Numbers s_k that obey the same equations for one m are k! S(m, k).
SURJECTIONS: list[Step] = [
    SUMMED, MAPS_BY_IMAGE,
    Have("forall(bb, real sequence, forall(ss, real sequence, forall(zz, real sequence, forall(ff, real sequence, forall(xx, real sequence,"
         " forall(nn, nonnegative integer, forall(pp, real, implies(forall(kk, integer[0, nn-1], ss[kk] == zz[kk]) and bb[nn] == 1"
         " and pp == Sum(bb[k]*ss[k], (k, 0, nn)) and pp == Sum(ff[k]*xx[k], (k, 0, nn))"
         " and forall(kk, integer[0, nn], bb[kk]*zz[kk] == ff[kk]*xx[kk]), ss[nn] == zz[nn]))))))))", name="next", by=[
        Take("bb", "ss", "zz", "ff", "xx", "nn", "pp"),
        Have("Sum(bb[k]*ss[k], (k, 0, nn-1)) == Sum(bb[k]*zz[k], (k, 0, nn-1))", name="same before", by=[Linear(rewrite=["given.0"])]),
        Have("Sum(bb[k]*zz[k], (k, 0, nn)) == Sum(ff[k]*xx[k], (k, 0, nn))", name="same", by=[Linear(rewrite=["given.4"])]),
        Linear(terms=[("given.2", "-1", "1"), ("given.3", "1", "1"), ("same", "-1", "1"), ("same before", "-1", "1"),
                      ("given.1", "zz[nn] - ss[nn]", "1")])]),
    Have("forall(mm, nonnegative integer, forall(ss, real sequence, implies(forall(nn, nonnegative integer,"
         " nn**mm == Sum(binomial(nn, k)*ss[k], (k, 0, nn))), forall(nn, nonnegative integer, ss[nn] == factorial(nn)*stirling2(mm, nn)))))",
         name="surjections", by=[
        Take("mm", "ss"), Induct("nn", strong=True, step=[
            Use("maps by image", at=["mm", "nn"], name="all maps"), Use("given", at=["nn"], name="by s"),
            Use("next", at=[("binomial(nn, k)", "k"), ("ss[k]", "k"), ("factorial(k)*stirling2(mm, k)", "k"), ("FallingFactorial(nn, k)", "k"),
                            ("stirling2(mm, k)", "k"), "nn", "nn**mm"], premises=[[Split([[], [Numbers(using=["nn"])], [], [], [
                Take("kk"), Have("binomial(nn, kk)*factorial(kk) == FallingFactorial(nn, kk)", name="falling", by=[Numbers(using=["nn", "kk"])]),
                Numbers(using=["falling"])]])]])])]),
from verifier.claims.script import Have, Induct, Linear, Numbers, Rewritten, Split, Take, Use
from verifier.theory.stirling_numbers import STIRLING_SECOND, STIRLING_SIGNS, SUM_SIGNS

_F = "FallingFactorial(nn, k)"
#: The step of the induction for any sequences with these recurrences.
_STEP = Have(
    "forall(nn, positive integer, forall(ff, real sequence, forall(tt, real sequence, forall(uu, real sequence, implies("
    "forall(k, integer[0, nn-1], ff[k+1] == (nn - k)*ff[k]) and uu[0] == 0"
    " and forall(k, nonnegative integer, uu[k+1] == (k + 1)*tt[k+1] + tt[k]),"
    " Sum(ff[k]*uu[k], (k, 0, nn)) == nn*Sum(ff[k]*tt[k], (k, 0, nn)))))))",
    name="weighted recurrence", by=[
        Take("nn", "ff", "tt", "uu"),
        Have("forall(gg, real sequence, Sum(gg[k], (k, 0, nn)) == gg[0] + Sum(gg[k+1], (k, 0, nn-1)))", name="first apart"),
        Have("forall(gg, real sequence, Sum(gg[k], (k, 0, nn)) == gg[nn] + Sum(gg[k], (k, 0, nn-1)))", name="last apart"),
        Use("first apart", at=[("ff[k]*uu[k]", "k")], name="left"),
        Use("first apart", at=[("ff[k]*k*tt[k]", "k")], name="shifted"),
        Use("last apart", at=[("(nn - k)*ff[k]*tt[k]", "k")], name="cut"),
        Have("Sum(ff[k+1]*uu[k+1], (k, 0, nn-1)) == Sum(ff[k+1]*(k + 1)*tt[k+1], (k, 0, nn-1)) + Sum(ff[k+1]*tt[k], (k, 0, nn-1))",
             name="apart", by=[Linear(rewrite=["given.2"])]),
        Have("Sum(ff[k+1]*tt[k], (k, 0, nn-1)) == Sum((nn - k)*ff[k]*tt[k], (k, 0, nn-1))", name="down", by=[Linear(rewrite=["given.0"])]),
        Linear(rewrite=["given.1"], terms=[("left", "1", "1"), ("apart", "1", "1"), ("down", "1", "1"), ("shifted", "-1", "1"), ("cut", "-1", "1")]),
    ],
)  # fmt: skip

_BASE = Have(
    "forall(nn, positive integer, forall(ff, real sequence, forall(tt, real sequence, implies("
    "forall(k, nonnegative integer, tt[k+1] == 0), Sum(ff[k]*tt[k], (k, 0, nn)) == ff[0]*tt[0]))))",
    name="only first", by=[
        Take("nn", "ff", "tt"),
        Have("forall(gg, real sequence, Sum(gg[k], (k, 0, nn)) == gg[0] + Sum(gg[k+1], (k, 0, nn-1)))", name="first apart"),
        Use("first apart", at=[("ff[k]*tt[k]", "k")], name="now"), Linear(rewrite=["given"], terms=[("now", "1", "1")])],
)  # fmt: skip

#: All maps are onto their images.
MAPS_BY_IMAGES = [
    _BASE, _STEP,
    Have(f"forall(mm, nonnegative integer, forall(nn, positive integer, Sum({_F}*stirling2(mm, k), (k, 0, nn)) == nn**mm))",
         name="maps by images", by=[Induct("mm", base=[
             Take("nn"),
             Use("only first", at=["nn", (_F, "k"), ("stirling2(0, k)", "k")], name="now", premises=[[Take("k"), Numbers(using=[])]]),
             Have("FallingFactorial(nn, 0)*stirling2(0, 0) == nn**0", name="value", by=[Numbers(using=[])]),
             Rewritten("now", ["value"], name="then", forwards=True)],
             step=[
             Take("nn"), Use("IH", at=["nn"], name="before"),
             Use("weighted recurrence", at=["nn", (_F, "k"), ("stirling2(mm, k)", "k"), ("stirling2(mm+1, k)", "k")], name="now", premises=[[
                 Split([[Take("k"), Numbers()], [Numbers()], [Take("k"), Numbers()]])]]),
             Have("nn*nn**mm == nn**(mm+1)", name="power", by=[Numbers(using=[])]),
             Rewritten("now", ["before", "power"], name="then", forwards=True)])]),
]  # fmt: skip

#: S(m, m-3) = C(m, 4) C(m-2, 2), for m >= 4; needs ``stirling second``.
STIRLING_THIRD = Have(
    "forall(k, integer[4, oo], stirling2(k, k-3) == k*(k-1)*(k-2)**2*(k-3)**2/48)", name="stirling third",
    by=[Induct("k", base=[Numbers()], step=[
        Have("stirling2(k+1, k-2) == (k-2)*stirling2(k, k-2) + stirling2(k, k-3)", name="recurrence",
             by=[Numbers(using=["k"])]),
        Use("stirling second", at=["k"], name="second"),
        Have("stirling2(k+1, (k+1)-3) == stirling2(k+1, k-2)", name="same", by=[Numbers(using=[])]),
        Numbers(using=["recurrence", "second", "IH", "same", "k"])])],
)  # fmt: skip

_TERM = "factorial(n)*stirling2(m, n)"
#: The three largest terms of the sum over n < m of n! S(m, n), for m >= 4.
THREE_TERMS = [
    SUM_SIGNS, STIRLING_SIGNS, STIRLING_SECOND, STIRLING_THIRD,
    Use("stirling second", at=["m"], name="second"), Use("stirling third", at=["m"], name="third"),
    Have("stirling2(m, m-1) == m*(m-1)/2", name="first", by=[Numbers(using=["m"])]),
    Have("forall(f, real sequence, Sum(f[n], (n, 1, m-1)) == Sum(f[n], (n, 1, m-4)) + f[m-3] + f[m-2] + f[m-1])", name="split"),
    Have(f"forall(n, positive integer, {_TERM} >= 0)", name="terms", by=[
        Take("n"), Use("stirling signs", at=["m", "n"], name="sign"),
        Have("factorial(n) > 0", name="factorial", by=[Numbers(using=["n"])]), Numbers(using=["sign", "factorial"])]),
    Use("sum signs", at=[(_TERM, "n")], premises=[[Take("n"), Use("terms", at=["n"])]], name="rest"),
    Use("rest", at=["m-4"], name="rest now"),
    Use("split", at=[(_TERM, "n")], name="sum"),
    Have("factorial(m-1)*(m*(m-1)/2) + factorial(m-2)*(m*(m-1)*(m-2)*(3*m-5)/24)"
         " + factorial(m-3)*(m*(m-1)*(m-2)**2*(m-3)**2/48)"
         " == factorial(m)*((m+1)*(3*m-2)/24 + (m-2)*(m-3)**2/48)", name="value", by=[Numbers(using=["m"])]),
    Have("factorial(m-1)*stirling2(m, m-1) == factorial(m-1)*(m*(m-1)/2)", name="one", by=[Numbers(using=["first"])]),
    Have("factorial(m-2)*stirling2(m, m-2) == factorial(m-2)*(m*(m-1)*(m-2)*(3*m-5)/24)", name="two",
         by=[Numbers(using=["second"])]),
    Have("factorial(m-3)*stirling2(m, m-3) == factorial(m-3)*(m*(m-1)*(m-2)**2*(m-3)**2/48)", name="three",
         by=[Numbers(using=["third"])]),
    Numbers(using=["sum", "rest now", "value", "one", "two", "three"]),
]  # fmt: skip
