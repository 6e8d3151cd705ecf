"""Solutions of (D + w_0) ... (D + w_(n-1)) v = 0 on [0, oo) as chains u_0 = v, (D + w_j) u_j = u_(j+1), u_n = 0.

Each entry is a `Have` that stands on its own: a chain may be longer than it need be; exponential sums have chains with their own
rates; and so has t^k e^(-st), with the rate s alone.
"""

from __future__ import annotations

from verifier.language.script import (
    Cases,
    Have,
    Induct,
    Obtain,
    Recursion,
    Rewritten,
    Set,
    Split,
    Step,
    Take,
    Term,
    Use,
    Witness,
)


def rows(n: str, rate: str = "w[j]", states: str = "U") -> str:
    """(D + w_j) u_j = u_(j+1) for j < n and u_n = 0, at the time t."""
    return (f"{states}[t][{n}, 0] == 0"
            f" and forall(j, integer[0, {n}-1], diff({states}[t], t)[j, 0] + {rate}*{states}[t][j, 0] == {states}[t][j+1, 0])")  # fmt: skip


def chain(n: str, value: str, rate: str = "w[j]") -> str:
    """The function with this value at t is u_0 of a chain U with n steps."""
    return f"forall(t, [0, oo), {value} == U[t][0, 0] and {rows(n, rate)})"


#: The last step, where the next state is the one that vanishes.
LAST: list[Step] = [Have("p == j+1", name="length"), Rewritten("now.0", ["length"], name="last", forwards=True)]  # fmt: skip
#: A chain with p steps is one with q >= p steps: zeros follow.
LONGER_CHAINS = Have(
    "forall(q, positive integer, forall(p, integer[1, q], forall(w, real sequence, forall(U, matrix(p+1, 1) curve, implies("
    f"forall(t, [0, oo), {rows('p')}), exists(Z, matrix(q+1, 1) curve, forall(t, [0, oo), Z[t][0, 0] == U[t][0, 0] and {rows('q', states='Z')})))))))",
    name="longer chains", by=[
        Take("q", "p", "w", "U"), Witness("Sum(U[t][i, 0]*basis(q+1, i), (i, 0, p-1))", index="t"), Take("t"), Use("given", at=["t"], premises=[[]], name="now"),
        Split([[], [], [Take("j"), Cases("j < p", name="within", yes=[
            Use("now.1", at=["j"], name="row"), Cases("j < p-1", name="inner", no=LAST)],
            no=[Have("j >= p", name="behind")])]])],
)  # fmt: skip

#: One more exponential, with c_0 = 1 and c_(j+1) = (w_j - w_n) c_j in the states: the n equations before its own act as numbers.
MORE = "Sum(U[t][i, 0]*basis(n+2, i), (i, 0, n-1)) + a[n]*e[t]*k"
ROW: list[Term] = [("de", "a[n]*k[j, 0]", "1"), ("kj", "a[n]*e[t]*(w[j] - w[n])", "1"), ("cj", "-a[n]*e[t]", "1"), ("kn", "-a[n]*e[t]", "1")]
#: a_0 e^(-w_0 t) + ... + a_(n-1) e^(-w_(n-1) t) has a chain with the rates w_0, ..., w_(n-1), whatever they are.
CHAINS_OF_SUMS = Have(
    f"forall(a, real sequence, forall(w, real sequence, forall(n, nonnegative integer, exists(U, matrix(n+1, 1) curve, {chain('n', 'Sum(a[i]*exp(-w[i]*t), (i, 0, n-1))')}))))",
    name="chains of sums", by=[Take("a", "w"), Induct("n", base=[
        Witness("zeros(1, 1)", index="t"), Take("t"), Have("forall(f, real sequence, Sum(f[i], (i, 0, 0-1)) == zeros(1, 1)[0, 0])", name="empty"),
        Split([[Use("empty", at=[("a[i]*exp(-w[i]*t)", "i")])], [], [Take("j")]])], step=[
        Obtain("IH", "U", label="before"),
        Have("exists(e, real curve, forall(t, real, e[t] == exp(-w[n]*t) and diff(e[t], t) == -w[n]*e[t]))", name="there is e", by=[
            Witness("exp(-w[n]*t)", index="t"), Take("t"), Split([[], []])]), Obtain("there is e", "e", label="e"),
        Recursion("c", "1", "(w[r] - w[n])*x", label="c"),
        Set("k", "Sum(c[i]*basis(n+2, i), (i, 0, n))"),
        Have("forall(j, integer[0, n], k[j, 0] == c[j])", name="k entries", by=[Take("j")]),
        Have("k[n+1, 0] == 0", name="k end"),
        Have("forall(f, real sequence, forall(x, real, forall(y, real, implies(Sum(f[i], (i, 0, n-1)) == x and f[n] == y, Sum(f[i], (i, 0, n+1-1)) == x + y))))",
             name="add", by=[Take("f", "x", "y")]),
        Use("k entries", at=["0"], name="k0"),
        Witness(MORE, index="t"), Take("t"), Use("before", at=["t"], premises=[[]], name="now"), Use("e", at=["t"], name="e now"), Split([
            [Use("add", at=[("a[i]*exp(-w[i]*t)", "i"), "U[t][0, 0]", "a[n]*e[t]"], name="sum", premises=[[Split([[], []])]]),
             Have(f"({MORE})[0, 0] == U[t][0, 0] + a[n]*e[t]", name="value", by=[Cases("n < 1", name="small", yes=[
                 Have("n == 0", name="none"), Rewritten("now.1", ["none"], name="zero", forwards=True)], no=[
                 Have("n >= 1", name="some")])]),
             Rewritten("sum", ["value"], name="done"), Use("done")],
            [],
            [Take("j"), Use("e now.1", name="de"), Use("k entries", at=["j"], name="kj"), Cases("j < n", name="low", yes=[
                Use("now.2", at=["j"], name="row"), Use("c.1", at=["j"], name="cj"), Use("k entries", at=["j+1"], name="kn"),
                Cases("j < n-1", name="inner", no=[
                    Have("n == j+1", name="length"), Rewritten("now.1", ["length"], name="last", forwards=True)])], no=[
                Have("n == j", name="here"), Rewritten("k end", ["here"], name="end", forwards=True), Rewritten("de", ["here"], name="de now", forwards=True)])]])])],
)  # fmt: skip

POWER = "x[t]*basis(k+3, 0) + (k+1)*Sum(U[t][i, 0]*basis(k+3, i+1), (i, 0, k+1))"
#: t^k e^(-st) has a chain of k + 1 steps with the rate s alone; t u_1 = k u_0 in it.
CHAINS_OF_POWERS = Have(
    "forall(s, real, forall(k, nonnegative integer, exists(U, matrix(k+2, 1) curve, forall(t, real,"
    f" t**k*exp(-s*t) == U[t][0, 0] and t*U[t][1, 0] == k*U[t][0, 0] and {rows('(k+1)', 's')}))))",
    name="chains of powers", by=[Take("s"), Induct("k", base=[
        Have("exists(x, real curve, forall(t, real, t**0*exp(-s*t) == x[t] and diff(x[t], t) == -s*x[t]))", name="there is x", by=[
            Witness("exp(-s*t)", index="t"), Take("t"), Split([[], []])]), Obtain("there is x", "x", label="x"),
        Witness("x[t]*basis(2, 0)", index="t"), Take("t"), Use("x", at=["t"], name="now"),
        Split([[Have("(x[t]*basis(2, 0))[0, 0] == x[t]", name="value"), Rewritten("now.0", ["value"], name="done"), Use("done")],
               [], [], [Take("j"), Have("j == 0", name="j")]])], step=[
        Obtain("IH", "U", label="before"),
        Have("exists(x, real curve, forall(t, real, x[t] == t*U[t][0, 0] and diff(x[t], t) == U[t][0, 0] + t*diff(U[t], t)[0, 0]))", name="there is x", by=[
            Witness("t*U[t][0, 0]", index="t"), Take("t"), Split([[], []])]), Obtain("there is x", "x", label="x"),
        Witness(POWER, index="t"), Take("t"), Use("before", at=["t"], name="now"), Use("now.3", at=["0"], name="first"), Use("x", at=["t"], name="x now"),
        Split([[Have(f"({POWER})[0, 0] == t*U[t][0, 0]", name="value")],
               [], [],
               [Induct("j", hypothesis="above", step=[
                   Use("now.3", at=["j"], name="row")])]])])],
)  # fmt: skip
