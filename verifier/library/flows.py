"""Steps of arguments about gradient flows and other curves: comparison with linear differential equations (Gronwall).

Each entry is a `Have` that stands on its own, for all curves; a page puts it into an argument and then uses it.  Its
variables have long names, so that they differ from those of the pages.
"""

from __future__ import annotations

from verifier.language.script import Have, Ladder, Numbers, Rewritten, Split, Take, Use
from verifier.library.real_numbers import named_number

#: u' <= M u on [0, T) gives u(T) <= exp(M T) u(0).  (Gronwall's inequality with a constant rate.)
GRONWALL = Have(
    "forall(path, real curve, forall(pace, real, forall(until, nonnegative,"
    " implies(forall(t, [0, until), diff(path[t], t) <= pace*path[t]), path[until] <= exp(pace*until)*path[0]))))",
    name="gronwall",
    by=[
        Take("path", "pace", "until"),
        Have("exp(-pace*until)*path[until] <= path[0]", name="weighted", by=[Ladder(
            "until", "0", time="moment",
            slope=[
                Use("given1", at=["moment"], premises=[[]], name="rate"),
                Have("exp(-pace*moment) > 0", name="weight"),
            ],
            base=[Have("exp(-pace*0)*path[0] == path[0]", name="one")],
        )]),
    ],
)  # fmt: skip


def _comparison(name: str, sign: str) -> Have:
    strict = sign == "<"
    final = "exp(pace*until)*(path[0] + push/pace)"
    rate = f"forall(t, [0, until), diff(path[t], t) {sign} pace*path[t] + push)"
    times = "positive" if strict else "nonnegative"
    behind = "diff(path[moment], moment) - pace*path[moment] - push"
    return Have(
        f"forall(path, real curve, forall(pace, nonzero real, forall(push, real, forall(until, {times},"
        f" implies({rate}, path[until] {sign} {final} - push/pace)))))",
        name=name,
        by=[
            Take("path", "pace", "push", "until"),
            Have(f"exp(-pace*until)*(path[until] + push/pace) {sign} path[0] + push/pace", name="weighted", by=[Ladder(
                "until", "0", time="moment",
                slope=[
                    Use("given2", at=["moment"], premises=[[]], name="rate"),
                    Have("exp(-pace*moment) > 0", name="weight"),
                    Have(f"exp(-pace*moment)*({behind}) {sign} 0", name="product"),
                ],
                base=[Have("exp(-pace*0)*(path[0] + push/pace) == path[0] + push/pace", name="one")],
                strict="slope" if strict else "",
            )]),
            Have("exp(pace*until)*exp(-pace*until) == 1", name="inverse"),
            Have("exp(pace*until) > 0", name="factor"),
            Have(f"exp(pace*until)*(exp(-pace*until)*(path[until] + push/pace)) {sign} {final}", name="undone"),
            Have(
                "exp(pace*until)*(exp(-pace*until)*(path[until] + push/pace)) == path[until] + push/pace",
                name="left",
            ),
        ],
    )  # fmt: skip


#: u' <= a u + b on [0, T), a not 0, gives u(T) <= exp(a T) (u(0) + b/a) - b/a.
COMPARISON = _comparison("comparison", "<=")
#: The same with strict inequalities, for T > 0.
STRICT_COMPARISON = _comparison("strict comparison", "<")

#: u' <= b on [0, T) gives u(T) <= u(0) + b T.
LINEAR_GROWTH = Have(
    "forall(path, real curve, forall(push, real, forall(until, nonnegative,"
    " implies(forall(t, [0, until), diff(path[t], t) <= push), path[until] <= path[0] + push*until))))",
    name="linear growth",
    by=[
        Take("path", "push", "until"),
        Ladder("until", "0", time="moment", slope=[
            Use("given1", at=["moment"], premises=[[]], name="rate"),
        ]),
    ],
)  # fmt: skip

#: u' >= -M u on [0, T) gives u(T) >= exp(-M T) u(0): what is positive stays positive.
SLOW_DECAY = Have(
    "forall(path, real curve, forall(pace, real, forall(until, nonnegative,"
    " implies(forall(t, [0, until), diff(path[t], t) >= -pace*path[t]), path[until] >= exp(-pace*until)*path[0]))))",
    name="slow decay",
    by=[
        Take("path", "pace", "until"),
        Have("exp(pace*until)*path[until] >= path[0]", name="weighted", by=[Ladder(
            "until", "0", time="moment",
            slope=[
                Use("given1", at=["moment"], premises=[[]], name="rate"),
                Have("exp(pace*moment) > 0", name="weight"),
            ],
            base=[Have("exp(pace*0)*path[0] == path[0]", name="one")],
        )]),
        Have("exp(-pace*until)*exp(pace*until) == 1", name="inverse"),
        Have("exp(-pace*until) > 0", name="factor"),
        Have("exp(-pace*until)*(exp(pace*until)*path[until]) >= exp(-pace*until)*path[0]", name="undone"),
    ],
)  # fmt: skip

#: f' = k f and g' = 2 k g with g > 0 keep f/sqrt(g): f(T)^2 g(0) = f(0)^2 g(T), and f keeps its sign.
KEPT_RATIO = Have(
    "forall(ff, real curve, forall(gg, real curve, forall(until, nonnegative,"
    " implies(forall(t, [0, oo), gg[t] > 0 and 2*diff(ff[t], t)*gg[t] == ff[t]*diff(gg[t], t)),"
    " ff[until]**2*gg[0] == ff[0]**2*gg[until] and ff[until]*ff[0] >= 0))))",
    name="kept ratio",
    by=[
        Take("ff", "gg", "until"),
        Use("given1", at=["0"], name="first"),
        Use("given1", at=["until"], premises=[[]], name="last"),
        Have("ff[until]/sqrt(gg[until]) == ff[0]/sqrt(gg[0])", name="ratio", by=[Ladder(
            "until", "0", time="moment",
            slope=[
                Use("given1", at=["moment"], premises=[[]], name="rate"),
                Have("sqrt(gg[moment]) > 0 and sqrt(gg[moment])**2 == gg[moment]", name="root"),
                Have("diff(ff[moment], moment)*sqrt(gg[moment])"
                     " - ff[moment]*(diff(gg[moment], moment)/(2*sqrt(gg[moment]))) == 0",
                     name="still"),
            ],
            smooth=[Use("given1", at=["moment"], premises=[[]], name="rate")],
        )]),
        *named_number("root", "sqrt(gg[until])"), *named_number("root_0", "sqrt(gg[0])"),
        Have("sqrt(gg[until]) > 0 and sqrt(gg[until])**2 == gg[until]", name="A written"),
        Rewritten("A written", ["root"], name="A"),
        Have("sqrt(gg[0]) > 0 and sqrt(gg[0])**2 == gg[0]", name="B written"),
        Rewritten("B written", ["root_0"], name="B"),
        Rewritten("ratio", ["root", "root_0"], name="letters"),
        Have("ff[until]*root_0 == ff[0]*root", name="crossed", by=[Numbers(using=["letters", "A.0", "B.0"])]),
        Split([
            [Have("(ff[until]*root_0)**2 == (ff[0]*root)**2", name="squared", by=[Numbers(using=["crossed"])])],
            [Have("ff[until]*ff[0]*root_0 == ff[0]**2*root", name="once more", by=[Numbers(using=["crossed"])]),
             Have("ff[0]**2*root >= 0", name="square")]]),
    ],
)  # fmt: skip
