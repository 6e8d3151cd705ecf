"""Maps between finite sets counted by their images: n^m = sum_k C(n, k) k! S(m, k), for all sizes, as a script.

Each map of m elements into n is onto exactly one set of k of the n elements.  So the numbers N(m, k) of surjections
satisfy n^m = sum_k C(n, k) N(m, k) for every n, which determines them, and k! S(m, k) satisfies it.  Induction on m:
C(n, k+1) (k+1)! = (n - k) C(n, k) k! and S(m+1, k+1) = (k + 1) S(m, k+1) + S(m, k).
"""

from __future__ import annotations

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
