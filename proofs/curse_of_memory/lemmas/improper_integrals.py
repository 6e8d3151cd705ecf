"""Integrals over [0, oo) as limits of their partial integrals: they are unique and linear.

The partial integrals of a continuous function f are a curve F with F(0) = 0 and F' = f; y is the integral where
F(s) - y = o(1).  Each entry is a `Have` that stands on its own; a page puts it into an argument and then uses it.
"""

from __future__ import annotations

from verifier.language.script import (
    Have,
    Ladder,
    Negate,
    Obtain,
    Set,
    Split,
    Step,
    Take,
    Use,
)
from verifier.language.script_parts import positive_ratio

_REALS = ("ll", "mm", "yy", "zz", "vv")
_SIZE = "Abs(vv - ll*yy - mm*zz)"
_LATE = []
_AT = "[N + P + Q]"


def _every(names: tuple[str, ...], sort: str, body: str) -> str:
    return "".join(f"forall({n}, {sort}, " for n in names) + body + ")" * len(names)


def _limit(fact: str, name: str) -> list[Step]:
    return [Use(fact, at=["rr"], premises=[[]], name=f"{name} small"), Obtain(f"{name} small", name, label=name)]


#: h' = lam f' + mu g' from f = g = h = 0 at 0 gives the same for the limits: v = lam y + mu z.
LINEAR_LIMITS = Have(
    _every(("ff", "gg", "hh"), "real curve", _every(_REALS, "real",
        "implies(ff[0] == 0 and gg[0] == 0 and hh[0] == 0"
        " and forall(s, [0, oo), diff(hh[s], s) == ll*diff(ff[s], s) + mm*diff(gg[s], s))"
        " and littleo(ff[s] - yy, 1, s, oo) and littleo(gg[s] - zz, 1, s, oo) and littleo(hh[s] - vv, 1, s, oo),"
        " vv == ll*yy + mm*zz)")),
    name="linear limits",
    by=[
        Take("ff", "gg", "hh", *_REALS),
        Have("forall(S, nonnegative, hh[S] == ll*ff[S] + mm*gg[S])", name="all along", by=[Take("S"), Ladder(
            "S", "0", time="moment",
            slope=[Use("given.3", at=["moment"], premises=[[]], name="now")])]),
        Have(_every(("xx", "pp", "ee"), "real", "implies(Abs(pp) <= ee, Abs(xx*pp) <= Abs(xx)*ee)"), name="scaled", by=[
            Take("xx", "pp", "ee"), Have("Abs(xx*pp) == Abs(xx)*Abs(pp)", name="product"),
            Have("Abs(xx) >= 0", name="sign")]),
        Have(_every(("xx", "aa", "bb", "cc", "pp", "qq", "rr"), "real",
                    "implies(xx == aa + bb - cc and Abs(aa) <= pp and Abs(bb) <= qq and Abs(cc) <= rr,"
                    " Abs(xx) <= pp + qq + rr)"), name="three", by=[
            Take("xx", "aa", "bb", "cc", "pp", "qq", "rr"),
            *(Have(f"-{bound} <= {x} and {x} <= {bound}", name=x)
              for i, (x, bound) in enumerate((("aa", "pp"), ("bb", "qq"), ("cc", "rr")), 1)),
            Have("-(pp + qq + rr) <= xx and xx <= pp + qq + rr", name="sum")]),
        Negate("apart"),
        Have(f"{_SIZE} > 0", name="gap"),
        Have("2*(1 + Abs(ll) + Abs(mm)) > 0", name="weight"),
        *positive_ratio("rr", _SIZE, "2*(1 + Abs(ll) + Abs(mm))", ["gap", "weight"]),
        *_limit("given.4", "N"), *_limit("given.5", "P"), *_limit("given.6", "Q"),
        *(Use(f"{n}.1", at=["N + P + Q"], premises=[_LATE], name=f"{n} now") for n in "NPQ"),
        Use("all along", at=["N + P + Q"], premises=[_LATE], name="now"),
        Use("scaled", at=["ll", f"ff{_AT} - yy", "rr"], premises=[[]], name="lf"),
        Use("scaled", at=["mm", f"gg{_AT} - zz", "rr"], premises=[[]], name="mg"),
        Have(f"vv - ll*yy - mm*zz == ll*(ff{_AT} - yy) + mm*(gg{_AT} - zz) - (hh{_AT} - vv)", name="parts"),
        Use("three", at=["vv - ll*yy - mm*zz", f"ll*(ff{_AT} - yy)", f"mm*(gg{_AT} - zz)", f"hh{_AT} - vv",
                         "Abs(ll)*rr", "Abs(mm)*rr", "rr"], premises=[[Split([[], [], [], []])]], name="triangle"),
    ],
)  # fmt: skip

#: v e^(-v) <= 1.
FALLING = Have(
    "forall(vv, real, exp(-vv)*vv <= 1)",
    name="falling",
    by=[
        Take("vv"), Set("aa", "exp(-vv)"), Set("bb", "exp(vv)"),
        Have("1 + vv <= exp(vv)", name="tangent"),
        Have("1 + vv <= bb", name="line"),
        Have("aa > 0 and aa*bb == 1", name="inverse", by=[Split([
            [], []])]),
        Have("aa*vv <= 1", name="product"),
    ],
)  # fmt: skip
