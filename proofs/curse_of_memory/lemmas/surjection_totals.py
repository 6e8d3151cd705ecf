"""The largest terms of the sum over n < m of n! S(m, n), the number of maps onto fewer things, as scripts."""

from __future__ import annotations

from verifier.language.script import Have, Induct, Take, Use

from .stirling_numbers import STIRLING_SECOND, STIRLING_SIGNS, SUM_SIGNS

#: S(m, m-3) = C(m, 4) C(m-2, 2), for m >= 4; needs ``stirling second``.
STIRLING_THIRD = Have(
    "forall(k, integer[4, oo], stirling2(k, k-3) == k*(k-1)*(k-2)**2*(k-3)**2/48)", name="stirling third",
    by=[Induct("k", step=[
        Have("stirling2(k+1, k-2) == (k-2)*stirling2(k, k-2) + stirling2(k, k-3)", name="recurrence"),
        Use("stirling second", at=["k"], name="second"),
        Have("stirling2(k+1, (k+1)-3) == stirling2(k+1, k-2)", name="same")])],
)  # fmt: skip

_TERM = "factorial(n)*stirling2(m, n)"
#: The three largest terms of the sum over n < m of n! S(m, n), for m >= 4.
THREE_TERMS = [
    SUM_SIGNS, STIRLING_SIGNS, STIRLING_SECOND, STIRLING_THIRD,
    Use("stirling second", at=["m"], name="second"), Use("stirling third", at=["m"], name="third"),
    Have("stirling2(m, m-1) == m*(m-1)/2", name="first"),
    Have("forall(f, real sequence, Sum(f[n], (n, 1, m-1)) == Sum(f[n], (n, 1, m-4)) + f[m-3] + f[m-2] + f[m-1])", name="split"),
    Have(f"forall(n, positive integer, {_TERM} >= 0)", name="terms", by=[
        Take("n"), Use("stirling signs", at=["m", "n"], name="sign"),
        Have("factorial(n) > 0", name="factorial")]),
    Use("sum signs", at=[(_TERM, "n")], premises=[[Take("n"), Use("terms", at=["n"])]], name="rest"),
    Use("rest", at=["m-4"], name="rest now"),
    Use("split", at=[(_TERM, "n")], name="sum"),
    Have("factorial(m-1)*(m*(m-1)/2) + factorial(m-2)*(m*(m-1)*(m-2)*(3*m-5)/24)"
         " + factorial(m-3)*(m*(m-1)*(m-2)**2*(m-3)**2/48)"
         " == factorial(m)*((m+1)*(3*m-2)/24 + (m-2)*(m-3)**2/48)", name="value"),
    Have("factorial(m-1)*stirling2(m, m-1) == factorial(m-1)*(m*(m-1)/2)", name="one"),
    Have("factorial(m-2)*stirling2(m, m-2) == factorial(m-2)*(m*(m-1)*(m-2)*(3*m-5)/24)", name="two"),
    Have("factorial(m-3)*stirling2(m, m-3) == factorial(m-3)*(m*(m-1)*(m-2)**2*(m-3)**2/48)", name="three"),
]  # fmt: skip
