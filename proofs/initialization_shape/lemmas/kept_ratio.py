"""A quotient of curves that does not move."""

from verifier.language.script import Have, Ladder, Numbers, Rewritten, Set, Split, Take, Use

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
        Set("root", "sqrt(gg[until])"), Set("root_0", "sqrt(gg[0])"),
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
