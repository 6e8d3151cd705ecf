"""Linear recurrent networks near zero: what their size bounds at one fixed time, as arguments for all sizes.

N = |X|^2 + |Y|^2 + |Z|^2 is the squared norm of a student (X, Y, Z) of width d with N <= 1, and e_i = Z X^i Y - w_i.
Numbers that are products of matrices stand under a trace, so that the calculus of numbers can read them.
"""

from __future__ import annotations

from verifier.language.script import Have, Induct, Numbers, Order, Split, Square, Take, Use

SIZE = "(trace(X.T*X) + trace(Y.T*Y) + trace(Z*Z.T))"

#: |X| <= 1 gives |X^i Y| <= |Y|.
POWERS = Have(
    "forall(X, matrix(d, d), forall(Y, matrix(d, 1), implies(trace(X.T*X) <= 1,"
    " forall(i, nonnegative integer, trace((X**i*Y).T*(X**i*Y)) <= trace(Y.T*Y)))))",
    name="powers",
    by=[
        Take("X", "Y"),
        Induct("i", step=[
            Use("norm of a product", at=["d", "d", "1", "X", "X**i*Y"], name="product"),
        ]),
    ],
)  # fmt: skip

#: (Z X^i Y)^2 <= N^2/4.
RESPONSES = Have(
    f"forall(X, matrix(d, d), forall(Y, matrix(d, 1), forall(Z, matrix(1, d), implies({SIZE} <= 1,"
    f" forall(i, nonnegative integer, trace(Z*X**i*Y)**2 <= {SIZE}**2/4)))))",
    name="responses",
    by=[
        Take("X", "Y", "Z"),
        Have("trace(X.T*X) >= 0", name="X"), Have("trace(Y.T*Y) >= 0", name="Y"), Have("trace(Z*Z.T) >= 0", name="Z"),
        Have("trace(X.T*X) <= 1", name="X small"),
        Use("powers", at=["X", "Y"], premises=[[]], name="powers now"),
        Take("i"),
        Use("powers now", at=["i"], name="power"),
        Use("norm of a product", at=["1", "d", "1", "Z", "X**i*Y"], name="product"),
        Have("trace(Z*X**i*Y)**2 <= trace(Z*Z.T)*trace((X**i*Y).T*(X**i*Y))", name="first"),
        Have("trace(Z*Z.T)*trace((X**i*Y).T*(X**i*Y)) <= trace(Z*Z.T)*trace(Y.T*Y)", name="second",
             by=[Numbers(using=["power", "Z"])]),
        Have(f"trace(Z*Z.T)*trace(Y.T*Y) <= {SIZE}**2/4", name="third", by=[Numbers(using=["X", "Y", "Z"])]),
    ],
)  # fmt: skip

#: |g| <= s/2 gives -4 (g - v) g <= (1 + v^2) s: a mean of (1 - v)^2 and (1 + v)^2.
ONE_TERM = Have(
    "forall(g, real, forall(v, real, forall(s, nonnegative, implies(g**2 <= s**2/4, -4*(g - v)*g <= (1 + v**2)*s))))",
    name="one term",
    by=[
        Take("g", "v", "s"),
        Have("g <= s/2", name="upper"), Have("-s/2 <= g", name="lower"),
    ],
)  # fmt: skip

RATE = "Sum((i + 2)*(1 + trace(w(i))**2), (i, 0, k-1))"
#: -4 sum_i (i + 2) e_i g_i <= sum_i (i + 2)(1 + w_i^2) N: how fast N can grow along the flow.
GROWTH = Have(
    f"forall(X, matrix(d, d), forall(Y, matrix(d, 1), forall(Z, matrix(1, d), implies({SIZE} <= 1,"
    f" -4*Sum((i + 2)*(trace(Z*X**i*Y) - trace(w(i)))*trace(Z*X**i*Y), (i, 0, k-1)) <= {RATE}*{SIZE}))))",
    name="growth",
    by=[
        Take("X", "Y", "Z"),
        Use("responses", at=["X", "Y", "Z"], premises=[[]], name="bounds"),
        Have("trace(X.T*X) >= 0", name="X"), Have("trace(Y.T*Y) >= 0", name="Y"), Have("trace(Z*Z.T) >= 0", name="Z"),
        Have("forall(i, nonnegative integer, -4*(trace(Z*X**i*Y) - trace(w(i)))*trace(Z*X**i*Y)"
             f" <= (1 + trace(w(i))**2)*{SIZE})", name="terms", by=[
            Take("i"), Use("bounds", at=["i"], name="bound"),
            Use("one term", at=["trace(Z*X**i*Y)", "trace(w(i))", SIZE], premises=[[], []]),
        ]),
        Have("forall(m, integer[0, k], -4*Sum((i + 2)*(trace(Z*X**i*Y) - trace(w(i)))*trace(Z*X**i*Y), (i, 0, m-1))"
             f" <= Sum((i + 2)*(1 + trace(w(i))**2), (i, 0, m-1))*{SIZE})", name="sums", by=[
            Induct("m", step=[
                Use("terms", at=["m"], name="term"),
                Have("m + 2 >= 0", name="weight"),
                Order(positive=[Square(facts=["IH"]), Square(facts=["weight", "term"])]),
            ]),
        ]),
        Use("sums", at=["k"]),
    ],
)  # fmt: skip

#: |U' X^(i+1) Y|^2 <= 2 v^6 where N <= v^2 <= 1 and |U|^2 <= 2 v^2.
SMALL = Have(
    "forall(X, matrix(d, d), forall(Y, matrix(d, 1), forall(Z, matrix(1, d), forall(U, matrix(d, 1), forall(v, nonnegative,"
    f" implies({SIZE} <= v**2 and v <= 1 and trace(U.T*U) <= 2*v**2,"
    " forall(i, nonnegative integer, trace(U.T*X**(i+1)*Y)**2 <= 2*v**6)))))))",
    name="small",
    by=[
        Take("X", "Y", "Z", "U", "v"),
        Have("trace(X.T*X) >= 0", name="X"), Have("trace(Y.T*Y) >= 0", name="Y"), Have("trace(Z*Z.T) >= 0", name="Z"),
        Have("v**2 <= 1", name="v"),
        Have("trace(X.T*X) <= 1", name="X small"),
        Use("powers", at=["X", "Y"], premises=[[]], name="powers now"),
        Take("i"),
        Use("powers now", at=["i"], name="power"),
        Use("norm of a product", at=["d", "d", "1", "X", "X**i*Y"], name="product"),
        Have("trace((X**(i+1)*Y).T*(X**(i+1)*Y)) <= trace(X.T*X)*trace(Y.T*Y)", name="higher",
             by=[Order(positive=[Square(facts=["product"]), Square(facts=["power"], root="X")])]),
        Have("trace(X.T*X)*trace(Y.T*Y) <= v**4", name="fourth", by=[
            Have("trace(X.T*X) <= v**2", name="a"),
            Have("trace(Y.T*Y) <= v**2", name="b"),
        ]),
        Use("norm of a product", at=["1", "d", "1", "U.T", "X**(i+1)*Y"], name="inner"),
        Have("trace(U.T*X**(i+1)*Y)**2 <= trace(U.T*U)*trace((X**(i+1)*Y).T*(X**(i+1)*Y))", name="cauchy"),
        Have("trace(U.T*U) >= 0", name="U"),
        Have("trace(U.T*U)*trace((X**(i+1)*Y).T*(X**(i+1)*Y)) <= trace(U.T*U)*v**4", name="scaled",
             by=[Numbers(using=["U", "higher", "fourth"])]),
        Have("trace(U.T*U)*v**4 <= 2*v**6", name="last"),
    ],
)  # fmt: skip

#: (g - w)(a + b) <= 4 (1 + w^2) v^3 where |g| <= 1/2 and a^2, b^2 <= 2 v^6.
ONE_PRODUCT = Have(
    "forall(g, real, forall(u, real, forall(a, real, forall(b, real, forall(v, nonnegative,"
    " implies(g**2 <= 1/4 and a**2 <= 2*v**6 and b**2 <= 2*v**6, (g - u)*(a + b) <= 4*(1 + u**2)*v**3))))))",
    name="one product",
    by=[
        Take("g", "u", "a", "b", "v"),
        Have("v**3 >= 0", name="cube"),
        Have("a**2 <= (2*v**3)**2", name="a squared"),
        Have("b**2 <= (2*v**3)**2", name="b squared"),
        *(Have(f"{x} <= 2*v**3", name=f"{x} above") for x in "ab"),
        *(Have(f"-2*v**3 <= {x}", name=f"{x} below") for x in "ab"),
        Have("g - u <= 1 + u**2", name="above"),
        Have("-(1 + u**2) <= g - u", name="below"),
        Have("0 <= 4*v**3 + (a + b)", name="p"),
        Have("0 <= 4*v**3 - (a + b)", name="q"),
    ],
)  # fmt: skip

CORRECTIONS = "Sum(1 + trace(w(i))**2, (i, 1, k-1))"
#: What the terms behind the first do to U'(C' + c B), c = 1 or -1: at most 4 v^3 sum_{i >= 1} (1 + w_i^2).
DRIFT = Have(
    "forall(X, matrix(d, d), forall(Y, matrix(d, 1), forall(Z, matrix(1, d), forall(U, matrix(d, 1), forall(v, nonnegative,"
    f" forall(c, real, implies({SIZE} <= v**2 and v <= 1 and trace(U.T*U) <= 2*v**2 and c**2 == 1,"
    " Sum((trace(Z*X**i*Y) - trace(w(i)))*(trace(U.T*X.T**i*Z.T) + c*trace(U.T*X**i*Y)), (i, 1, k-1))"
    f" <= 4*v**3*{CORRECTIONS})))))))",
    name="drift",
    by=[
        Take("X", "Y", "Z", "U", "v", "c"),
        Have(f"{SIZE} <= 1", name="unit"),
        Use("responses", at=["X", "Y", "Z"], premises=[[]], name="bounds"),
        Have("trace(X.T*X) >= 0", name="X"), Have("trace(Y.T*Y) >= 0", name="Y"), Have("trace(Z*Z.T) >= 0", name="Z"),
        Have(f"{SIZE}**2 <= 1", name="square", by=[
            Have(f"{SIZE} >= 0", name="size"), Numbers(using=["size", "unit"]),
        ]),
        Use("small", at=["X", "Y", "Z", "U", "v"], premises=[[], []], name="right"),
        Use("small", at=["X.T", "Z.T", "Y.T", "U", "v"], premises=[[], []], name="left"),
        Have("forall(i, nonnegative integer, (trace(Z*X**(i+1)*Y) - trace(w(i+1)))"
             "*(trace(U.T*X.T**(i+1)*Z.T) + c*trace(U.T*X**(i+1)*Y)) <= 4*(1 + trace(w(i+1))**2)*v**3)", name="terms", by=[
            Take("i"), Use("bounds", at=["i+1"], name="bound"),
            Use("right", at=["i"], name="a"), Use("left", at=["i"], name="b"),
            Use("one product", at=["trace(Z*X**(i+1)*Y)", "trace(w(i+1))", "trace(U.T*X.T**(i+1)*Z.T)",
                                   "c*trace(U.T*X**(i+1)*Y)", "v"], premises=[[], [Split([
                [],
                [],
                [Have("(c*trace(U.T*X**(i+1)*Y))**2 == trace(U.T*X**(i+1)*Y)**2", name="sign")],
            ])]]),
        ]),
        Have("forall(m, integer[0, k-1], Sum((trace(Z*X**i*Y) - trace(w(i)))*(trace(U.T*X.T**i*Z.T) + c*trace(U.T*X**i*Y)), (i, 1, m))"
             " <= 4*v**3*Sum(1 + trace(w(i))**2, (i, 1, m)))", name="sums", by=[
            Induct("m", step=[Use("terms", at=["m"], name="term"), Order(positive=[Square(facts=["IH"]), Square(facts=["term"])])]),
        ]),
        Use("sums", at=["k-1"]),
    ],
)  # fmt: skip

#: -4 sum_i i e_i g_i <= 8 v^3 sum_i (i + 2)(1 + w_i^2): how fast |X|^2 can grow.
TRANSITION = Have(
    "forall(X, matrix(d, d), forall(Y, matrix(d, 1), forall(Z, matrix(1, d), forall(v, nonnegative,"
    f" implies({SIZE} <= v**2 and v <= 1,"
    f" -4*Sum(i*(trace(Z*X**i*Y) - trace(w(i)))*trace(Z*X**i*Y), (i, 0, k-1)) <= 8*v**3*{RATE})))))",
    name="transition",
    by=[
        Take("X", "Y", "Z", "v"),
        Have("trace(X.T*X) >= 0", name="X"), Have("trace(Y.T*Y) >= 0", name="Y"), Have("trace(Z*Z.T) >= 0", name="Z"),
        Have("v**2 <= 1", name="v"),
        Have(f"{SIZE} <= 1", name="unit"),
        Have(f"{SIZE}**2 <= 1", name="square", by=[
            Have(f"{SIZE} >= 0", name="size"), Numbers(using=["size", "unit"]),
        ]),
        Use("responses", at=["X", "Y", "Z"], premises=[[]], name="bounds"),
        Have("trace(Z*Z.T) <= 2*v**2", name="Z small"),
        Have("trace(Z.T.T*Z.T) <= 2*v**2", name="U"),
        Use("small", at=["X", "Y", "Z", "Z.T", "v"], premises=[[], [Split([[], [], []])]], name="higher"),
        Have("v**3 >= 0", name="cube"),
        Have("forall(i, nonnegative integer, -4*(trace(Z*X**(i+1)*Y) - trace(w(i+1)))*trace(Z*X**(i+1)*Y)"
             " <= 8*(1 + trace(w(i+1))**2)*v**3)", name="terms", by=[
            Take("i"), Use("bounds", at=["i+1"], name="bound"), Use("higher", at=["i"], name="g now"),
            Have("trace(Z*X**(i+1)*Y)**2 <= 2*v**6", name="g"),
            Use("one product", at=["-trace(Z*X**(i+1)*Y)", "-trace(w(i+1))", "trace(Z*X**(i+1)*Y)", "trace(Z*X**(i+1)*Y)", "v"],
                name="product", premises=[[], [Split([[], [],
                                                      []])]]),
        ]),
        Have("forall(m, integer[0, k-1], -4*Sum(i*(trace(Z*X**i*Y) - trace(w(i)))*trace(Z*X**i*Y), (i, 0, m))"
             " <= 8*v**3*Sum((i + 2)*(1 + trace(w(i))**2), (i, 0, m)))", name="sums", by=[
            Induct("m",
                   step=[
                Use("terms", at=["m"], name="term"),
                Have("m + 1 >= 0", name="weight"),
                Order(positive=[Square(facts=["IH"]), Square(facts=["weight", "term"]), Square(facts=["cube"], weight="16"),
                                Square(facts=["cube"], root="trace(w(m+1))", weight="16")]),
            ]),
        ]),
        Use("sums", at=["k-1"]),
    ],
)  # fmt: skip
