"""Fermat's rule: where a function is least, its derivative vanishes.

Of F' = G only is used that G is continuous, and of the minimum only what is near it: F lies nowhere below F(s) on
[s - h, s + h].  If G(s) < 0, then G < 0 on [s, s + h], since F would have fallen up to the first zero (the continuity
method); so F falls there.  The other sign is the mirror image.  Each entry is a `Have` that stands on its own.
"""

from __future__ import annotations

from verifier.language.script import Bootstrap, Contradict, Have, Ladder, Negate, Split, Step, Take, Use


def least(low: str, high: str) -> str:
    """F' = G and F(s) <= F(t) for t between two points."""
    return f"forall(t, real, implies({low} <= t and t <= {high}, diff(ff[t], t) == gg[t] and ff[ss] <= ff[t]))"


_LETTERS = "forall(ff, real curve, forall(gg, real curve, forall(ss, real, forall(hh, positive, implies("


def _falls(slope: str, place: str) -> Step:
    """F(e) < F(s), where G < 0 in between."""
    return Ladder("e", "ss", time="moment", strict="slope", slope=[
        Use(slope, at=["moment"], premises=[[]], name="sign"),
        Use("given1", at=["moment"], premises=[[]], name="now")])  # fmt: skip


#: At the left end of an interval: F rises from its minimum.
RISES = Have(f"{_LETTERS}{least('ss', 'ss + hh')}, gg[ss] >= 0)))))", name="rises", by=[
    Take("ff", "gg", "ss", "hh"), Negate("down"),
    Have("forall(r, real, implies(ss <= r and r <= ss + hh, gg[r] < 0))", name="slopes", by=[
        Bootstrap("e", step=[
            Have("ff[e] < ff[ss]", name="falls", by=[_falls("before", "time")]),
            Use("given1", at=["e"], premises=[[]], name="least"),
            Contradict("falls", [Use("least.1")])])]),
    Have("forall(e, real, implies(ss < e and e <= ss + hh, ff[e] < ff[ss]))", name="falls", by=[
        Take("e"), _falls("slopes", "given2")]),
    Use("falls", at=["ss + hh"], premises=[[]], name="below"),
    Use("given1", at=["ss + hh"], premises=[[]], name="least"),
    Contradict("below", [Use("least.1")]),
])  # fmt: skip

#: Inside of an interval, from both sides.
FERMAT = Have(f"{_LETTERS}{least('ss - hh', 'ss + hh')}, gg[ss] == 0)))))", name="Fermat", by=[
    RISES, Take("ff", "gg", "ss", "hh"),
    Use("rises", at=[("ff[t]", "t"), ("gg[t]", "t"), "ss", "hh"], premises=[[], [
        Take("t"), Use("given1", at=["t"], premises=[[]], name="now"),
        Split([[Use("now.0")], [Use("now.1")]])]], name="right"),
    Use("rises", at=[("ff[-t]", "t"), ("-gg[-t]", "t"), "-ss", "hh"], premises=[[], [
        Take("t"), Use("given1", at=["-t"], premises=[[]], name="now"),
        Split([[], []])]], name="left"),
])  # fmt: skip
