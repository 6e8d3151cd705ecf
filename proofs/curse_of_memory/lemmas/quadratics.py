"""Steps of arguments about quadratics in one real variable, and Cauchy's inequality for integrals that follows.

Each entry is a `Have` that stands on its own; a page puts it into an argument and then uses it.  An integral is written
by its primitive: a curve with the integrand as its slope.
"""

from __future__ import annotations

from verifier.language.script import Cases, Have, Ladder, Negate, Take, Use

#: l^2 x - 2 l y + z >= 0 for all l, with x >= 0, gives y^2 <= x z.
DISCRIMINANT = Have(
    "forall(xx, nonnegative, forall(yy, real, forall(zz, real, implies("
    "forall(ll, real, ll**2*xx - 2*ll*yy + zz >= 0), yy**2 <= xx*zz))))",
    name="discriminant",
    by=[
        Take("xx", "yy", "zz"),
        Cases("xx == 0", name="flat", yes=[
            Use("given1", at=["0"], name="at 0"),
            Have("yy == 0", name="no slope", by=[
                Negate("slope"),
                Use("given1", at=["(zz + 1)/(2*yy)"], premises=[], name="far"),
            ]),
        ], no=[
            Use("given1", at=["yy/xx"], name="lowest"),
        ]),
    ],
)  # fmt: skip

_SLOPES = "{0}**2*diff(nn[{1}], {1}) - 2*{0}*diff(gg[{1}], {1}) + diff(qq[{1}], {1}) >= 0"
_INSIDE = []

#: (int f g)^2 <= int f^2 int g^2 for primitives gg, nn, qq of f g, f^2, g^2; needs ``discriminant``.
CAUCHY = Have(
    "forall(gg, real curve, forall(nn, real curve, forall(qq, real curve,"
    " forall(low, real, forall(high, [low, oo), implies("
    f"forall(t, [low, high], diff(nn[t], t) >= 0 and forall(ll, real, {_SLOPES.format('ll', 't')})),"
    " (gg[high] - gg[low])**2 <= (nn[high] - nn[low])*(qq[high] - qq[low])))))))",
    name="cauchy",
    by=[
        Take("gg", "nn", "qq", "low", "high"),
        Have("nn[low] <= nn[high]", name="rises", by=[Ladder(
            "high", "low", time="moment",
            slope=[Use("given1", at=["moment"], premises=[_INSIDE], name="there")],
            base=[],
        )]),
        Have("forall(ll, real, 0 <= ll**2*(nn[high] - nn[low]) - 2*ll*(gg[high] - gg[low]) + (qq[high] - qq[low]))",
             name="square", by=[Take("ll"), Ladder(
                 "high", "low", time="moment",
                 slope=[Use("given1", at=["moment"], premises=[_INSIDE], name="there"),
                        Use("there.1", at=["ll"], name="now")],
             )]),
        Use("discriminant", at=["nn[high] - nn[low]", "gg[high] - gg[low]", "qq[high] - qq[low]"],
            premises=[[],
                      [Take("ll"), Use("square", at=["ll"], name="s")]]),
    ],
)  # fmt: skip
