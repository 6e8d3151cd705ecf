"""Solutions of (D + w_0) ... (D + w_(n-1)) v = 0 with positive rates fall exponentially, as scripts; powers do not.

Each entry is a `Have` that stands on its own.  (K e^(-ct) - x) e^(wt) rises where x' = -w x + y, c < w and |y| <= (w - c) K e^(-ct).
"""

from __future__ import annotations

from verifier.language.script import (
    Cases,
    Have,
    Induct,
    Ladder,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Step,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import named_number

from .exponential_chains import rows


def _below(sign: str) -> list[Step]:
    """sign x(T) <= K e^(-cT)."""
    x, y = f"({sign}xx[tau])", f"({sign}yy[tau])"
    return [
        Have(f"0 <= (k1*exp(-cc*tau) - {x})*exp(ww*tau)", name=f"rises{sign}", by=[Ladder("tau", "0", time="r", slope=[
            Use("moves", at=["r"], premises=[[]], name="now"), Set("E", "exp(-cc*r)"), Set("W", "exp(ww*r)"),
            Have("0 < W", name="W positive"), Rewritten("now", ["E"], name="small"), Have("0 <= E", name="E positive"),
            Have("kk*E <= (ww - cc)*k1*E", name="room"),
            Have(f"0 <= ((ww - cc)*k1*E - {y.replace('tau', 'r')})*W", name="slope", by=[Numbers(using=["small.1", "room", "W positive"])]),
            Numbers(using=["slope", "now.0", "E", "W"])])]),
        Have("0 < exp(ww*tau)", name=f"weight{sign}"),
        Have(f"{x} <= k1*exp(-cc*tau)", name=f"below{sign}"),
    ]  # fmt: skip


#: x' = -w x + y with |y| <= K e^(-ct) and c < w: |x| <= K' e^(-ct).
BARRIER = Have(
    "forall(xx, real curve, forall(yy, real curve, forall(ww, real, forall(cc, real, forall(kk, nonnegative, implies(cc < ww and forall(t, [0, oo),"
    " diff(xx[t], t) == -ww*xx[t] + yy[t] and Abs(yy[t]) <= kk*exp(-cc*t)), exists(k1, nonnegative, forall(t, [0, oo), Abs(xx[t]) <= k1*exp(-cc*t)))))))))",
    name="barrier", by=[
        Take("xx", "yy", "ww", "cc", "kk"), Have("forall(t, [0, oo), diff(xx[t], t) == -ww*xx[t] + yy[t] and Abs(yy[t]) <= kk*exp(-cc*t))", name="moves"),
        Have("cc < ww", name="order"), Have("kk >= 0", name="kk positive"),
        Have("exists(d, nonnegative, d*(ww - cc) == kk)", name="there is d", by=[
            Witness("kk/(ww - cc)"), Split([[], []])]), Obtain("there is d", "d", label="d"),
        Have("exists(k1, nonnegative, Abs(xx[0]) <= k1 and kk <= (ww - cc)*k1)", name="there is k1", by=[
            *named_number("start", "Abs(xx[0])", [], ""), Have("0 <= start", name="start positive"),
            Have("0 <= (ww - cc)*start", name="product"),
            Witness("start + d"), Split([[], [Split([
                [], []])]])]),
        Obtain("there is k1", "k1", label="k1"), Witness("k1"), Split([[], [Take("tau"), Have("tau >= 0", name="time"), *_below(""), *_below("-")]])],
)  # fmt: skip

#: There is a positive number below the first n rates.
BELOW_RATES = Have(
    "forall(w, positive sequence, forall(n, nonnegative integer, exists(c, positive, forall(j, integer[0, n-1], c < w[j]))))", name="below rates", by=[
        Take("w"), Have("forall(j, nonnegative integer, w[j] > 0)", name="rates"), Induct("n", base=[Witness("1"), Split([[], [Take("j")]])], step=[
            Obtain("IH", "c", label="c"), Use("rates", at=["n"], name="last"),
            Have("exists(d, positive, d <= c and d < w[n])", name="there is d", by=[Cases("c < w[n]", name="order", yes=[Witness("c")], no=[
                Witness("w[n]/2"), Split([[], [Split([[], []])]])])]),
            Obtain("there is d", "d", label="d"), Witness("d"), Split([[], [Take("j"), Cases("j <= n-1", name="place", yes=[
                Use("c.1", at=["j"], name="old")], no=[Have("n == j", name="here"), Rewritten("d.1.1", ["here"], name="done", forwards=True), Use("done")])]])])],
)  # fmt: skip
#: All states of a chain fall exponentially: |u_0| <= K e^(-ct).
CHAINS_FALL = Have(
    f"forall(n, positive integer, forall(w, positive sequence, forall(U, matrix(n+1, 1) curve, implies(forall(t, [0, oo), {rows('n')}),"
    " exists(c, positive, exists(k1, nonnegative, forall(t, [0, oo), Abs(U[t][0, 0]) <= k1*exp(-c*t))))))))", name="chains fall", by=[
        Take("n", "w", "U"), Have("forall(j, nonnegative integer, w[j] > 0)", name="rates"), Have(f"forall(t, [0, oo), {rows('n')})", name="chain"),
        Use("below rates", at=[("w[j]", "j"), "n"], premises=[[Use("rates")]], name="there is c"), Obtain("there is c", "c", label="c"),
        Have("forall(k, integer[0, n], exists(k1, nonnegative, forall(t, [0, oo), Abs(U[t][n-k, 0]) <= k1*exp(-c*t))))", name="states", by=[
            Induct("k", base=[Witness("0"), Split([[], [Take("t"), Use("chain", at=["t"], premises=[[]], name="now"),
                Have("U[t][n-0, 0] == 0", name="zero"), Numbers(using=["zero"])]])], step=[
                Obtain("IH", "k0", label="k0"), Use("c.1", at=["n-k-1"], name="order"),
                Use("barrier", at=[("U[t][n-(k+1), 0]", "t"), ("U[t][n-k, 0]", "t"), "w[n-k-1]", "c", "k0"], premises=[[Use("k0.0")], [Split([[Use("order")], [
                    Take("t"), Use("chain", at=["t"], premises=[[]], name="now"), Use("now.1", at=["n-k-1"], name="row"), Use("k0.1", at=["t"], premises=[[]], name="bound"),
                    Split([[], [Use("bound")]])]])]])])]),
        Use("states", at=["n"], name="first"), Witness("c"), Obtain("first", "k1", label="k1"), Split([[], [Witness("k1"), Split([[Use("k1.0")], [
            Take("t"), Use("k1.1", at=["t"], premises=[[]], name="now"), Have("U[t][n-n, 0] == U[t][0, 0]", name="start"), Rewritten("now", ["start"], name="done", forwards=True), Use("done")]])]])],
)  # fmt: skip
#: (1 + t)^(-p) does not fall exponentially.
POWERS_STAY = Have(
    "forall(p, positive, forall(c, positive, forall(k1, nonnegative, exists(t, nonnegative, k1*exp(-c*t) < (1 + t)**(-p)))))",
    name="powers stay",
)  # fmt: skip
