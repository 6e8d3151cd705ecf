"""The matrices 1/(w_i + w_j), 1/(w_i + W_j), 1/(W_i + W_j) of the squared distance of two exponential sums.

|sum_i a_i e^(-w_i t) - sum_j A_j e^(-W_j t)|^2 over [0, oo) is a' K a - 2 a' H A + A' G A with these entries, where all
rates are positive.  That it is never negative is shown without integrals, by elimination: with the pivot V and
x_i = 1/(w_i + V),

    1/(w_i + w_k) - 2 V x_i x_k = (1 - 2 V x_i) (1 - 2 V x_k)/(w_i + w_k),

so that the form is 2 V times a square plus the form with one row less and other coefficients.

Each entry is a `Have` that stands on its own, for all sizes and all positive rates.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.language.script import (
    Have,
    Induct,
    Inside,
    Linear,
    Numbers,
    Obtain,
    Order,
    SameSlope,
    Split,
    Square,
    Step,
    Take,
    Term,
    Use,
    Witness,
)
from verifier.language.script_parts import renamed

#: The rest after elimination of the pivot vv.
PIVOT = Have(
    "forall(vv, real, forall(pp, real, forall(qq, real, forall(kk, real, forall(x1, real, forall(x2, real, implies("
    "(pp+qq)*kk == 1 and (pp+vv)*x1 == 1 and (qq+vv)*x2 == 1, kk*(1 - 2*vv*x1)*(1 - 2*vv*x2) == kk - 2*vv*x1*x2)))))))",
    name="pivot",
    by=[
        Take("vv", "pp", "qq", "kk", "x1", "x2"),
        Linear(terms=[("given.0", "-2*vv*x1*x2", "1"), ("given.1", "2*vv*kk*x2", "1"), ("given.2", "2*vv*kk*x1", "1")]),
    ],
)

#: Sums of equal numbers are equal.
TERMWISE = Have(
    "forall(nn, integer, forall(xx, real sequence, forall(yy, real sequence, implies("
    "forall(k, integer[0, nn], xx[k] == yy[k]), Sum(xx[k], (k, 0, nn)) == Sum(yy[k], (k, 0, nn))))))",
    name="termwise",
    by=[Take("nn", "xx", "yy")],
)


def double_sums(left: str, right: str, last: tuple[str, str], by: Sequence[Step], name: str) -> Have:
    """Double sums over i up to the first number and k up to the second, with equal terms by `by`."""
    rows, columns = last
    inner = [f"Sum({side}, (k, 0, {columns}))" for side in (left, right)]
    return Have(
        f"Sum({inner[0]}, (i, 0, {rows})) == Sum({inner[1]}, (i, 0, {rows}))",
        name=name,
        by=[
            Have(
                f"forall(i, integer[0, {rows}], {inner[0]} == {inner[1]})",
                name="rows",
                by=[Take("i"), Use("termwise", at=[columns, (left, "k"), (right, "k")], premises=[[Take("k"), *by]])],
            ),
            Use("termwise", at=[rows, (inner[0], "i"), (inner[1], "i")], premises=[[Take("i"), Use("rows", at=["i"])]]),
        ],
    )


def reduced(name: str, of: str, pivot: str, column: str) -> list[Step]:
    """The coefficients after elimination: a letter for the sequence of them."""
    value = f"{of}[{{0}}]*(1 - 2*{pivot}*{column})"
    return [
        Have(
            f"exists({name}, real sequence, forall(t, nonnegative integer, {name}[t] == {value.format('t')}))",
            name=f"there is {name}",
            by=[Witness(value.format("r").replace("[t,", "[r,"), index="r")],
        ),
        Obtain(f"there is {name}", name, label=f"{name} is"),
    ]


def pairs(
    name: str,
    new: tuple[str, str],
    old: tuple[str, str],
    matrix: str,
    pivot: tuple[str, str],
    columns: tuple[str, str],
    rates: tuple[str, str],
    last: tuple[str, str],
) -> Have:
    """The double sum with the new coefficients is the old one less 2 V x_i x_k."""
    first, second = (f"{c}[{i}, {pivot[1]}]" for c, i in zip(columns, "ik", strict=True))
    v = f"{pivot[0]}[{pivot[1]}, 0]"
    return double_sums(
        f"{new[0]}[i]*{new[1]}[k]*{matrix}[i, k]",
        f"{old[0]}[i]*{old[1]}[k]*({matrix}[i, k] - 2*{v}*{first}*{second})",
        last,
        [
            *(
                Use(f"{c} is", at=[i, k], name=f"entry{n}")
                for n, (c, i, k) in enumerate(
                    [(matrix, "i", "k"), (columns[0], "i", pivot[1]), (columns[1], "k", pivot[1])]
                )
            ),
            Use(
                "pivot",
                at=[v, f"{rates[0]}[i, 0]", f"{rates[1]}[k, 0]", f"{matrix}[i, k]", first, second],
                premises=[[Split([[], [], []])]],
                name="one",
            ),
            Use(f"{new[0]} is", at=["i"], name="new i"),
            Use(f"{new[1]} is", at=["k"], name="new k"),
            Linear(
                terms=[
                    ("one", f"{old[0]}[i]*{old[1]}[k]", "1"),
                    ("new i", f"{new[1]}[k]*{matrix}[i, k]", "1"),
                    ("new k", f"{old[0]}[i]*(1 - 2*{v}*{first})*{matrix}[i, k]", "1"),
                ]
            ),
        ],
        name,
    )


def gone(name: str, corner: str, pivot: str, at: str) -> list[Step]:
    """The coefficient of the pivot itself is 0 after elimination."""
    return [
        Use(f"{corner} is", at=[at, at], name="corner"),
        Use(f"{name} is", at=[at], name="pivot's"),
        Have(
            f"{name}[{at}] == 0", name="gone", by=[Linear(terms=[("pivot's", "1", "1"), ("corner", f"-{pivot}", "1")])]
        ),
    ]


def top(first: str, second: str, matrix: str, at: str, last: str) -> list[Term]:
    """The row and the column of the pivot in the double sum with the new coefficients, which vanish."""
    return [
        Inside("gone", f"HOLE*{second}[k]*{matrix}[{at}, k]", over=[("k", "0", last)]),
        Inside("gone", f"{first}[i]*HOLE*{matrix}[i, {at}]", over=[("i", "0", f"{last}-1")]),
    ]


#: The form of the first p rates is never negative; needs ``pivot``, ``termwise``, ``K is`` and ``w positive``.
ALONE = Have(
    "forall(p, integer[0, m], forall(f, real sequence, Sum(Sum(f[i]*f[k]*K[i, k], (k, 0, p-1)), (i, 0, p-1)) >= 0))",
    name="alone",
    by=[
        Induct(
            "p",
            step=[
                Take("f"),
                *reduced("g", "f", "w[p, 0]", "K[t, p]"),
                Use("IH", at=[("g[t]", "t")], name="before"),
                *gone("g", "K", "f[p]", "p"),
                pairs("pairs", ("g", "g"), ("f", "f"), "K", ("w", "p"), ("K", "K"), ("w", "w"), ("p", "p")),
                Use("w positive", at=["p"], name="w now"),
                Order(
                    positive=[
                        Square(facts=["before"]),
                        Square(root="Sum(f[i]*K[i, p], (i, 0, p))", facts=["w now"], weight="2"),
                    ],
                    terms=[("pairs", "-1", "1"), *top("g", "g", "K", "p", "p")],
                ),
            ],
        )
    ],
)

_FORM = (
    "Sum(Sum(f[i]*f[k]*K[i, k], (k, 0, m-1)), (i, 0, m-1)) - 2*Sum(Sum(f[i]*F[k]*H[i, k], (k, 0, {0}-1)), (i, 0, m-1))"
    " + Sum(Sum(F[i]*F[k]*G[i, k], (k, 0, {0}-1)), (i, 0, {0}-1))"
)
_WITH_TARGET = Have(
    f"forall(q, integer[0, n], forall(f, real sequence, forall(F, real sequence, {_FORM.format('q')} >= 0)))",
    name="with target",
    by=[
        Induct(
            "q",
            base=[
                Take("f", "F"),
                Use("alone", at=["m", ("f[t]", "t")], name="none"),
                Order(positive=[Square(facts=["none"])]),
            ],
            step=[
                Take("f", "F"),
                *reduced("g", "f", "W[q, 0]", "H[t, q]"),
                *reduced("h", "F", "W[q, 0]", "G[t, q]"),
                Use("IH", at=[("g[t]", "t"), ("h[t]", "t")], name="before"),
                *gone("h", "G", "F[q]", "q"),
                pairs("own pairs", ("g", "g"), ("f", "f"), "K", ("W", "q"), ("H", "H"), ("w", "w"), ("m-1", "m-1")),
                pairs("mixed pairs", ("g", "h"), ("f", "F"), "H", ("W", "q"), ("H", "G"), ("w", "W"), ("m-1", "q")),
                pairs("target pairs", ("h", "h"), ("F", "F"), "G", ("W", "q"), ("G", "G"), ("W", "W"), ("q", "q")),
                Use("W positive", at=["q"], name="W now"),
                Order(
                    positive=[
                        Square(facts=["before"]),
                        Square(
                            root="Sum(f[i]*H[i, q], (i, 0, m-1)) - Sum(F[i]*G[i, q], (i, 0, q))",
                            facts=["W now"],
                            weight="2",
                        ),
                    ],
                    terms=[
                        ("own pairs", "-1", "1"),
                        ("mixed pairs", "2", "1"),
                        ("target pairs", "-1", "1"),
                        *top("h", "h", "G", "q", "q"),
                        Inside("gone", "-2*g[i]*HOLE*H[i, q]", over=[("i", "0", "m-1")]),
                    ],
                ),
            ],
        )
    ],
)


def entries(matrix: str, first: tuple[str, str], second: tuple[str, str]) -> str:
    """The entries of the matrix are 1/(r_i + s_k); `first` is (name of the rates, their number)."""
    (r, rows), (s, columns) = first, second
    return (
        f"forall(i, integer[0, {rows}-1], forall(k, integer[0, {columns}-1],"
        f" ({r}[i, 0] + {s}[k, 0])*{matrix}[i, k] == 1))"
    )


def positive(rates: str, number: str) -> str:
    return f"forall(i, integer[0, {number}-1], {rates}[i, 0] > 0)"


_NONNEGATIVE = Have(
    "forall(m, positive integer, forall(n, positive integer, forall(w, matrix(m, 1),"
    " forall(W, matrix(n, 1), forall(K, matrix(m, m),"
    " forall(H, matrix(m, n), forall(G, matrix(n, n), implies("
    f"{positive('w', 'm')} and {positive('W', 'n')} and {entries('K', ('w', 'm'), ('w', 'm'))}"
    f" and {entries('H', ('w', 'm'), ('W', 'n'))} and {entries('G', ('W', 'n'), ('W', 'n'))},"
    f" forall(f, real sequence, forall(F, real sequence, {_FORM.format('n')} >= 0))))))))))",
    name="nonnegative",
    by=[
        PIVOT,
        TERMWISE,
        Take("m", "n", "w", "W", "K", "H", "G"),
        *(
            Have(formula, name=name, by=[Take(*names), Use(f"given.{i}", at=list(names))])
            for i, (name, formula, names) in enumerate(
                [
                    ("w positive", positive("w", "m"), ("i",)),
                    ("W positive", positive("W", "n"), ("i",)),
                    ("K is", entries("K", ("w", "m"), ("w", "m")), ("i", "k")),
                    ("H is", entries("H", ("w", "m"), ("W", "n")), ("i", "k")),
                    ("G is", entries("G", ("W", "n"), ("W", "n")), ("i", "k")),
                ]
            )
        ),
        ALONE,
        _WITH_TARGET,
        Use("with target", at=["n"]),
    ],
)
LONG = {name: f"{name}_1" for name in ("m", "n", "w", "W", "K", "H", "G", "f", "F", "g", "h", "p", "q", "termwise")}
#: a' K a - 2 a' H A + A' G A >= 0, in entries.
(NONNEGATIVE,) = renamed([_NONNEGATIVE], LONG)

#: How 1/(w_i + v_k) moves with w and v, on [0, T): by differentiating the product with w_i + v_k.
MOVING = Have(
    "forall(mm, positive integer, forall(nn, positive integer,"
    " forall(ww, matrix(mm, 1) curve, forall(vv, matrix(nn, 1) curve,"
    " forall(KK, matrix(mm, nn) curve, forall(TT, real, implies(forall(t, [0, TT], forall(i, integer[0, mm-1],"
    " forall(k, integer[0, nn-1], (ww[t][i, 0] + vv[t][k, 0])*KK[t][i, k] == 1))),"
    " forall(t, [0, TT), forall(i, integer[0, mm-1], forall(k, integer[0, nn-1],"
    " diff(KK[t], t)[i, k] == -(diff(ww[t], t)[i, 0] + diff(vv[t], t)[k, 0])*KK[t][i, k]**2))))))))))",
    name="moving",
    by=[
        Take("mm", "nn", "ww", "vv", "KK", "TT", "t", "i", "k"),
        SameSlope(
            "(ww[s][i, 0] + vv[s][k, 0])*KK[s][i, k]",
            "1",
            "s",
            "t",
            "0",
            "TT",
            name="slopes",
            by=[Use("given", at=["s", "i", "k"], premises=[[]])],
            place=[],
        ),
        Use("given", at=["t", "i", "k"], premises=[[]], name="now"),
    ],
)


def value(p: str, t: str) -> str:
    """a' K a - 2 a' p at the time t, in entries."""
    return (
        f"Sum(Sum(a[{t}][i, 0]*a[{t}][k, 0]*K[{t}][i, k], (k, 0, m-1)), (i, 0, m-1))"
        f" - 2*Sum(a[{t}][i, 0]*{p}[{t}][i, 0], (i, 0, m-1))"
    )


#: The derivatives by a_k and by w_k; p is the transform of the target at the rates, q = -p'.
GRADIENT = (
    "2*(Sum(K[t][k, i]*a[t][i, 0], (i, 0, m-1)) - p[t][k, 0])",
    "-2*a[t][k, 0]*(Sum(K[t][k, i]**2*a[t][i, 0], (i, 0, m-1)) - q[t][k, 0])",
)
#: K_ik = 1/(w_i + w_k).
KERNEL = (
    "forall(t, [0, T], forall(i, integer[0, m-1], forall(k, integer[0, m-1],"
    " (w[t][i, 0] + w[t][k, 0])*K[t][i, k] == 1)))"
)
_TURNED = ("{0}*K[t][i, k]{1}", "{0}*K[t][k, i]{1}")


def _turned(factors: str, square: bool) -> Have:
    """K_ik and K_ki are equal, in a double sum with these factors."""
    left, right = (side.format(factors, "**2" if square else "") for side in _TURNED)
    weight = f"{factors}*(K[t][i, k] + K[t][k, i])" if square else factors
    return double_sums(
        left,
        right,
        ("m-1", "m-1"),
        [
            Use("symmetric", at=["t", "i", "k"], premises=[[Use("time")]], name="now"),
            Linear(terms=[("now", weight, "1")]),
        ],
        "turned squares" if square else "turned",
    )


_LOSS_MOVES = Have(
    "forall(m, positive integer, forall(a, matrix(m, 1) curve,"
    " forall(w, matrix(m, 1) curve, forall(K, matrix(m, m) curve,"
    " forall(p, matrix(m, 1) curve, forall(q, matrix(m, 1) curve, forall(J, real curve,"
    " forall(c, real, forall(T, real, implies("
    f"{KERNEL} and forall(t, [0, T), forall(k, integer[0, m-1], diff(p[t], t)[k, 0]"
    " == -diff(w[t], t)[k, 0]*q[t][k, 0]))"
    f" and forall(t, [0, T], J[t] == {value('p', 't')} + c),"
    f" forall(t, [0, T), diff(J[t], t) == Sum({GRADIENT[0]}*diff(a[t], t)[k, 0]"
    f" + ({GRADIENT[1]})*diff(w[t], t)[k, 0], (k, 0, m-1)))"
    "))))))))))",
    name="loss moves",
    by=[
        MOVING,
        TERMWISE,
        Take("m", "a", "w", "K", "p", "q", "J", "c", "T"),
        Use(
            "moving",
            at=["m", "m", ("w[t]", "t"), ("w[t]", "t"), ("K[t]", "t"), "T"],
            name="K moves",
            premises=[[Take("t", "i", "k"), Use("given.0", at=["t", "i", "k"], premises=[[Use("given1")]])]],
        ),
        Have(
            "forall(t, [0, T], forall(i, integer[0, m-1], forall(k, integer[0, m-1], K[t][i, k] == K[t][k, i])))",
            name="symmetric",
            by=[
                Take("t", "i", "k"),
                Use("given.0", at=["t", "i", "k"], premises=[[Use("given1")]], name="x"),
                Use("given.0", at=["t", "k", "i"], premises=[[Use("given1")]], name="y"),
                Linear(terms=[("x", "K[t][k, i]", "1"), ("y", "-K[t][i, k]", "1")]),
            ],
        ),
        Take("t"),
        SameSlope(
            "J[s]",
            f"{value('p', 's')} + c",
            "s",
            "t",
            "0",
            "T",
            name="slopes",
            by=[Use("given.2", at=["s"], premises=[[Numbers(using=["between"])]])],
            place=[Numbers(using=["given1"])],
        ),
        Have("0 <= t and t <= T", name="time", by=[Numbers(using=["given1"])]),
        Use("K moves", at=["t"], premises=[[Use("given1")]], name="K now"),
        Use("given.1", at=["t"], premises=[[Use("given1")]], name="p now"),
        _turned("a[t][i, 0]*diff(a[t], t)[k, 0]", square=False),
        _turned("a[t][i, 0]*a[t][k, 0]*diff(w[t], t)[k, 0]", square=True),
        Linear(
            terms=[("slopes", "1", "1"), ("turned", "1", "1"), ("turned squares", "-1", "1")],
            rewrite=["K now", "p now"],
        ),
    ],
)
#: a' K a - 2 a' p + c moves as its gradient says, for every p that moves with the rates alone.
(LOSS_MOVES,) = renamed([_LOSS_MOVES], {**LONG, **{name: f"{name}_1" for name in ("a", "J", "c", "T", "moving")}})
