"""Stirling numbers of the second kind as arguments for all sizes: signs, the two largest, and sums of surjections."""

from __future__ import annotations

from verifier.language.script import Cases, Have, Induct, Step, Take, Use

#: S(k, n) >= 0 for n >= 1.
STIRLING_SIGNS = Have(
    "forall(k, nonnegative integer, forall(n, positive integer, stirling2(k, n) >= 0))", name="stirling signs",
    by=[Induct("k", base=[Take("n")], step=[
        Take("n"),
        Cases("n <= 1", name="low", yes=[
            Have("n == 1", name="one"), Have("stirling2(k+1, 1) == 1", name="single")],
            no=[
            Use("IH", at=["n"], name="a"), Use("IH", at=["n-1"], name="b"),
            Have("stirling2(k+1, n) == n*stirling2(k, n) + stirling2(k, n-1)", name="recurrence"),
            Have("n*stirling2(k, n) >= 0", name="first")]),
    ])],
)  # fmt: skip

#: S(m, m-2) for m >= 3, from the recurrence and S(m, m-1) = m (m-1)/2.
STIRLING_SECOND = Have(
    "forall(k, integer[3, oo], stirling2(k, k-2) == k*(k-1)*(k-2)*(3*k-5)/24)", name="stirling second",
    by=[Induct("k", step=[
        Have("stirling2(k+1, k-1) == (k-1)*stirling2(k, k-1) + stirling2(k, k-2)", name="recurrence"),
        Have("stirling2(k, k-1) == k*(k-1)/2", name="first"),
        Have("stirling2(k+1, (k+1)-2) == stirling2(k+1, k-1)", name="same")])],
)  # fmt: skip

#: A sum of terms that are not negative is not negative.
SUM_SIGNS = Have(
    "forall(f, real sequence, implies(forall(n, positive integer, f[n] >= 0),"
    " forall(k, nonnegative integer, Sum(f[n], (n, 1, k)) >= 0)))",
    name="sum signs",
    by=[Take("f"), Induct("k", step=[
        Use("given", at=["k+1"], name="last")])],
)  # fmt: skip

TERM = "factorial(n)*stirling2(m, n)"
#: (m + 1)(3 m - 2)/24 times m! is at most the number of maps of m neurons onto 1, ..., m-1 rates, for m >= 3.
TWO_TERMS: list[Step] = [
    SUM_SIGNS, STIRLING_SIGNS, STIRLING_SECOND,
    Use("stirling second", at=["m"], name="second"),
    Have("stirling2(m, m-1) == m*(m-1)/2", name="first"),
    Have("forall(f, real sequence, Sum(f[n], (n, 1, m-1)) == Sum(f[n], (n, 1, m-3)) + f[m-2] + f[m-1])", name="split"),
    Have(f"forall(n, positive integer, {TERM} >= 0)", name="terms", by=[
        Take("n"), Use("stirling signs", at=["m", "n"], name="sign"),
        Have("factorial(n) > 0", name="factorial")]),
    Use("sum signs", at=[(TERM, "n")], premises=[[Take("n"), Use("terms", at=["n"])]], name="rest"),
    Use("rest", at=["m-3"], name="rest now"),
    Use("split", at=[(TERM, "n")], name="sum"),
    Have("factorial(m-1)*(m*(m-1)/2) + factorial(m-2)*(m*(m-1)*(m-2)*(3*m-5)/24)"
         " == factorial(m)*((m+1)*(3*m-2)/24)", name="value"),
    Have("factorial(m-1)*stirling2(m, m-1) == factorial(m-1)*(m*(m-1)/2)", name="one"),
    Have("factorial(m-2)*stirling2(m, m-2) == factorial(m-2)*(m*(m-1)*(m-2)*(3*m-5)/24)", name="two"),
]  # fmt: skip
