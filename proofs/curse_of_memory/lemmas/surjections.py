"""How many maps of m things onto n things there are: n! S(m, n), for all m and n, as scripts.

Every map is onto its image, so the numbers s_k of maps onto k given things obey n^m = sum_k binomial(n, k) s_k for all n, and
nothing else does: s_n is what is left of the equation for n.  k! S(m, k) obeys it, by induction on m: with the falling
factorials u_k = k! binomial(n, k), u_(k+1) = (n - k) u_k and S(m+1, k+1) = (k+1) S(m, k+1) + S(m, k), the sum of u_k S(m+1, k) up to K is
n times that of u_k S(m, k) below K and K u_K S(m, K).
"""

from __future__ import annotations

from verifier.language.script import Have, Induct, Linear, Numbers, Split, Step, Take, Use

#: Sums of u_k y_k from those of u_k x_k, where u and y obey the recurrences above.
SUMMED = Have(
    "forall(nn, nonnegative integer, forall(uu, real sequence, forall(xx, real sequence, forall(yy, real sequence, implies("
    "forall(kk, nonnegative integer, uu[kk+1] == (nn - kk)*uu[kk]) and yy[0] == 0"
    " and forall(kk, nonnegative integer, yy[kk+1] == (kk + 1)*xx[kk+1] + xx[kk]),"
    " forall(KK, nonnegative integer, Sum(uu[k]*yy[k], (k, 0, KK)) == nn*Sum(uu[k]*xx[k], (k, 0, KK-1)) + KK*(uu[KK]*xx[KK])))))))",
    name="summed",
    by=[Take("nn", "uu", "xx", "yy"), Induct("KK", step=[
        Use("given.0", at=["KK"], name="u"), Use("given.2", at=["KK"], name="y")])],
)  # fmt: skip

#: n^m is the sum over k of n (n - 1) ... (n - k + 1) S(m, k).
MAPS_BY_IMAGE = Have(
    "forall(mm, nonnegative integer, forall(nn, nonnegative integer,"
    " nn**mm == Sum(FallingFactorial(nn, k)*stirling2(mm, k), (k, 0, nn))))",
    name="maps by image",
    by=[
        Have("forall(x1, real, forall(y1, real, forall(z1, real, implies(x1 == y1 and y1 == 1 and z1 == 1, z1 == x1))))", name="chain", by=[
            Take("x1", "y1", "z1")]),
        Have("forall(n1, real, forall(p1, real, forall(q1, real, forall(a1, real, forall(b1, real, forall(c1, real, forall(l1, real,"
             " implies(q1 == n1*p1 and p1 == b1 and b1 == c1 + l1 and a1 == n1*c1 + n1*l1, q1 == a1))))))))", name="sums", by=[
            Take("n1", "p1", "q1", "a1", "b1", "c1", "l1")]),
        Induct("mm", base=[
        Take("nn"),
        Have("forall(uu, real sequence, forall(xx, real sequence, implies(xx[0] == 1 and forall(kk, positive integer, xx[kk] == 0),"
             " forall(KK, nonnegative integer, Sum(uu[k]*xx[k], (k, 0, KK)) == uu[0]))))", name="only the first", by=[
            Take("uu", "xx"), Induct("KK", hypothesis="so far", step=[
                Use("given.1", at=["KK+1"], name="none")])]),
        Use("only the first", at=[("FallingFactorial(nn, k)", "k"), ("stirling2(0, k)", "k")], name="sum", premises=[[
            Split([[], [Take("kk")]])]]),
        Use("sum", at=["nn"], name="first"), Have("FallingFactorial(nn, 0) == 1", name="one"),
        Have("nn**0 == 1", name="power"),
        Use("chain", at=["Sum(FallingFactorial(nn, k)*stirling2(0, k), (k, 0, nn))", "FallingFactorial(nn, 0)", "nn**0"],
            premises=[[Split([[], [], []])]])], step=[
        Take("nn"), Use("IH", at=["nn"], name="before"),
        Use("summed", at=["nn", ("FallingFactorial(nn, k)", "k"), ("stirling2(mm, k)", "k"), ("stirling2(mm+1, k)", "k")],
            name="recurrence", premises=[[Split([[Take("kk")], [],
                                                 [Take("kk")]])]]),
        Use("recurrence", at=["nn"], name="now"),
        Have("forall(uu, real sequence, Sum(uu[k], (k, 0, nn)) == Sum(uu[k], (k, 0, nn-1)) + uu[nn])", name="split"),
        Use("split", at=[("FallingFactorial(nn, k)*stirling2(mm, k)", "k")], name="last"),
        Have("nn**(mm+1) == nn*nn**mm", name="power"),
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
]  # fmt: skip

#: The same the other way round, for n > 0.
MAPS_BY_IMAGES: list[Step] = [
    SUMMED, MAPS_BY_IMAGE,
    Have("forall(mm, nonnegative integer, forall(nn, positive integer,"
         " Sum(FallingFactorial(nn, k)*stirling2(mm, k), (k, 0, nn)) == nn**mm))", name="maps by images", by=[
        Have("forall(x1, real, forall(y1, real, implies(x1 == y1, y1 == x1)))", name="turned", by=[
            Take("x1", "y1")]),
        Take("mm", "nn"), Use("maps by image", at=["mm", "nn"]),
        Use("turned", at=["nn**mm", "Sum(FallingFactorial(nn, k)*stirling2(mm, k), (k, 0, nn))"], premises=[[]])]),
]  # fmt: skip
