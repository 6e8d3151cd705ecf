"""Section 3.1: the secular equation of a bordered diagonal matrix has a root, for every size.

Above the largest d_i the sum of c_i^2/(mu - d_i) falls from oo to 0, so that it meets mu - g by the intermediate value theorem.
"""

from verifier.language.script import (
    Cases,
    Have,
    Induct,
    Intermediate,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.library.short_names import ONE_OF_A_SUM

from . import paper

#: one of finitely many numbers is the largest
LARGEST = Have("forall(k, nonnegative integer, forall(dd, real sequence, exists(mm, integer[0, k], forall(i, integer[0, k], dd[i] <= dd[mm]))))",
               name="largest", by=[Induct("k", base=[Take("dd"), Witness("0")], step=[
    Take("dd"), Use("IH", at=[("dd[i]", "i")], name="before"), Obtain("before", "mm", label="m"), Cases("dd[k+1] <= dd[mm]", name="c", yes=[
        Witness("mm"), Take("i"), Cases("i <= k", name="ik", yes=[Use("m", at=["i"])], no=[
            Have("i == k+1", name="is"), Rewritten("c", ["is"], name="there")])], no=[
        Witness("k+1"), Take("i"), Cases("i <= k", name="ik", yes=[
            Use("m", at=["i"], name="u")], no=[
            Have("i == k+1", name="is"), Negate("neg"), Rewritten("neg", ["is"], name="there")])])])])  # fmt: skip
#: sums term by term
SUMS = Have("forall(k, nonnegative integer, forall(uu, real sequence, forall(vv, real sequence, implies(forall(i, integer[0, k-1], uu[i] <= vv[i]),"
            " Sum(uu[i], (i, 0, k-1)) <= Sum(vv[i], (i, 0, k-1))))))", name="sums", by=[Induct("k", base=[Take("uu", "vv")], step=[
    Take("uu", "vv"), Use("IH", at=[("uu[i]", "i"), ("vv[i]", "i")], premises=[[Take("i"), Use("given", at=["i"])]], name="before"),
    Use("given", at=["k"], name="last")])])  # fmt: skip
SECULAR = (
    "forall(n, positive integer, forall(d, real sequence, forall(c, real sequence, forall(g, real, implies(forall(i, integer[0, n-1], c[i] != 0),"
    " exists(mu, real, exists(y, real sequence, forall(i, integer[0, n-1], y[i]*(mu - d[i]) == c[i]) and Sum(c[i]*y[i], (i, 0, n-1)) == mu - g)))))))"
)
#: the sign changes between d_m + e, with the largest d_m and a small e, and a large number
ROOT = [
    LARGEST,
    SUMS,
    ONE_OF_A_SUM,
    Take("n", "d", "c", "g"),
    Use("largest", at=["n-1", ("d[i]", "i")], name="top"),
    Obtain("top", "m", label="m"),
    Use("given", at=["m"], name="cm"),
    Set("s", "c[m]**2"),
    Have("s > 0", name="s above"),
    Set("K", "Sum(c[i]**2, (i, 0, n-1))"),
    Have(
        "forall(h, real, exists(e, real, e > 0 and e <= 1 and e*(Abs(h) + 1) <= s))",
        name="small",
        by=[
            Take("h"),
            Witness("s/(Abs(h) + 1 + s)"),
            Split([[], [], []]),
        ],
    ),
    Use("small", at=["d[m] - g"], name="there is e"),
    Obtain("there is e", "e", label="e"),
    Set("lo", "d[m] + e"),
    Set("hi", "Max(d[m] + 1, g + K)"),
    Have(
        "hi >= d[m] + 1 and hi >= g + K and lo <= hi",
        name="ends",
        by=[Split([[], [Numbers(using=["hi"])], []])],
    ),
    Have("forall(i, integer[0, n-1], d[i] <= d[m])", name="m all", by=[Take("i"), Use("m", at=["i"])]),
    Have(
        "forall(w, real, implies(w > d[m], forall(i, integer[0, n-1], c[i]**2/(w - d[i]) >= 0 and w - d[i] > 0)))",
        name="terms",
        by=[
            Take("w", "i"),
            Use("m all", at=["i"], name="mi"),
            Have("w - d[i] > 0", name="gap"),
            Split([[], []]),
        ],
    ),
    Intermediate(
        "w - g - Sum(c[i]**2/(w - d[i]), (i, 0, n-1))",
        "w",
        "lo",
        "hi",
        order=[],
        signs=(
            [
                Use(
                    "one of a sum",
                    at=["n", ("c[i]**2/(lo - d[i])", "i")],
                    premises=[
                        [Take("ii"), Use("terms", at=["lo"], premises=[[]], name="tt"), Use("tt", at=["ii"])]
                    ],
                    name="ones",
                ),
                Use("ones.1", at=["m"], name="one"),
                Have("lo - d[m] != 0", name="gap lo"),
                Have(
                    "c[m]**2/(lo - d[m]) >= lo - g",
                    name="big",
                    by=[
                        Have(
                            "forall(h, real, forall(z, real, forall(v, real, implies(v > 0 and h <= z and v <= 1 and v*(z + 1) <= s, s/v >= h + v))))",
                            name="quotient",
                            by=[
                                Take("h", "z", "v"),
                                Have(
                                    "(h + v)*v <= s",
                                    name="p",
                                ),
                            ],
                        ),
                        Have(
                            "d[m] - g <= Abs(d[m] - g)",
                            name="abs",
                            by=[
                                Have("forall(h, real, h <= Abs(h))", name="abs", by=[Take("h")]),
                                Use("abs", at=["d[m] - g"]),
                            ],
                        ),
                        Use("quotient", at=["d[m] - g", "Abs(d[m] - g)", "e"], name="q"),
                        Have("lo - d[m] == e", name="le"),
                        Rewritten("q", ["s"], name="q1", forwards=True),
                        Rewritten("q1", ["le"], name="q2"),
                        Set("X", "c[m]**2/(lo - d[m])"),
                        Rewritten("q2", ["X"], name="q3"),
                        Have("X >= lo - g", name="Xb"),
                        Rewritten("Xb", ["X"], name="spelled", forwards=True),
                    ],
                ),
                Set("ss", "Sum(c[i]**2/(lo - d[i]), (i, 0, n-1))"),
                Rewritten("one", ["ss"], name="one s"),
                Have(
                    "lo - g - ss <= 0",
                    name="sign",
                ),
                Rewritten("sign", ["ss"], name="spelled", forwards=True),
            ],
            [
                Use(
                    "sums",
                    at=["n", ("c[i]**2/(hi - d[i])", "i"), ("c[i]**2", "i")],
                    premises=[
                        [
                            Take("i"),
                            Use("m all", at=["i"], name="mi"),
                            Have("hi - d[i] >= 1", name="gap"),
                        ]
                    ],
                    name="less",
                ),
                Set("ss", "Sum(c[i]**2/(hi - d[i]), (i, 0, n-1))"),
                Rewritten("less", ["ss", "K"], name="less s"),
                Have("hi - g - ss >= 0", name="sign"),
                Rewritten("sign", ["ss"], name="spelled", forwards=True),
            ],
        ),
        by=[Take("i"), Use("m all", at=["i"], name="mi")],
        name="root",
    ),
    Obtain("root", "mu", label="root mu"),
    Witness("mu"),
    Have(
        "forall(i, integer[0, n-1], mu - d[i] > 0)",
        name="above",
        by=[Take("i"), Use("m all", at=["i"], name="mi")],
    ),
    Have(
        "exists(y, real sequence, forall(i, integer[0, n-1], y[i]*(mu - d[i]) == c[i] and c[i]*y[i] == c[i]**2/(mu - d[i])))",
        name="there is y",
        by=[
            Witness("c[i]/(mu - d[i])", index="i"),
            Take("i"),
            Use("above", at=["i"], name="gap"),
            Split([[], []]),
        ],
    ),
    Obtain("there is y", "y", label="y"),
    Witness("y[i]", index="i"),
    Split(
        [
            [Take("i"), Use("y", at=["i"], name="yi")],
            [
                Use(
                    "sums",
                    at=["n", ("c[i]*y[i]", "i"), ("c[i]**2/(mu - d[i])", "i")],
                    premises=[
                        [
                            Take("i"),
                            Use("y", at=["i"], name="yi"),
                            Set("X", "c[i]**2/(mu - d[i])"),
                            Rewritten("yi", ["X"], name="yx"),
                            Have("c[i]*y[i] <= X", name="le"),
                            Rewritten("le", ["X"], name="spelled", forwards=True),
                        ]
                    ],
                    name="s1",
                ),
                Use(
                    "sums",
                    at=["n", ("c[i]**2/(mu - d[i])", "i"), ("c[i]*y[i]", "i")],
                    premises=[
                        [
                            Take("i"),
                            Use("y", at=["i"], name="yi"),
                            Set("X", "c[i]**2/(mu - d[i])"),
                            Rewritten("yi", ["X"], name="yx"),
                            Have("X <= c[i]*y[i]", name="le"),
                            Rewritten("le", ["X"], name="spelled", forwards=True),
                        ]
                    ],
                    name="s2",
                ),
                Set("SS", "Sum(c[i]**2/(mu - d[i]), (i, 0, n-1))"),
                Set("YY", "Sum(c[i]*y[i], (i, 0, n-1))"),
                Rewritten("s1", ["SS", "YY"], name="s1x"),
                Rewritten("s2", ["SS", "YY"], name="s2x"),
                Rewritten("root mu", ["SS"], name="rx"),
                Have("YY == mu - g", name="fin"),
                Rewritten("fin", ["YY"], name="spelled", forwards=True),
            ],
        ]
    ),
]


@paper.remark("secular-equation", "The secular equation has a root", where="Section 3.1, cross-check")
def secular_equation(item):
    item.printed(
        "(not in the paper) For numbers d_i, c_i != 0 and g there are mu and y_i with (mu - d_i) y_i = c_i and sum c_i y_i = mu - g."
    )
    item.conclude(SECULAR, expected="proved", argument=ROOT)
    item.note(
        "For all n and repeated d_i too, by the intermediate value theorem. The mu of the proof lies above all d_i, and mu - g = sum c_i^2/(mu - d_i)."
    )
