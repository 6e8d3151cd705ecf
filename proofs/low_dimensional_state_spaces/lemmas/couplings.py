"""Couplings of finite laws and their Wasserstein costs, for every number of atoms, as abbreviations and arguments.

A coupling of two finite laws is a finite law of pairs: weights c_t >= 0 with sum 1, pairs (x_t, y_t), t < N.  The
moments of the two laws are the sums of c_t x_t^q and c_t y_t^q, the cost of order q is the sum of c_t r_t^q with
r_t = |x_t - y_t|, and the Wasserstein distance W_q is the q-th root of the least cost.  What holds of the costs of
every coupling holds of W_q.
"""

from __future__ import annotations

from collections.abc import Mapping

from verifier.language.script import Have, Induct, Obtain, Order, Split, Square, Step, Take, Use, Witness
from verifier.library.short_names import BETWEEN, MODULUS, SIZES, TANGENT

#: a_i <= b_i for i < m gives the same for the sums.
MONOTONE = Have(
    "forall(mm, nonnegative integer, forall(aa, real sequence, forall(bb, real sequence,"
    " implies(forall(ii, integer[0, mm-1], aa[ii] <= bb[ii]),"
    " Sum(aa[ii], (ii, 0, mm-1)) <= Sum(bb[ii], (ii, 0, mm-1))))))",
    name="monotone sums",
    by=[Induct("mm", step=[
        Take("aa", "bb"),
        Use("IH", at=[("aa[t]", "t"), ("bb[t]", "t")], premises=[[Take("ii"), Use("given", at=["ii"])]], name="before"),
        Use("given", at=["mm"], name="last"),
    ])],
)  # fmt: skip

#: N pairs (x_t, y_t) with weights c_t and distances r_t.
PAIRS: Mapping[str, str] = {
    "N": "positive integer",
    "c": "real sequence",
    "x": "real sequence",
    "y": "real sequence",
    "r": "real sequence",
}

#: The cost of order i, and the difference of the moments of order i.
COSTS: tuple[str, ...] = (
    "cost(i) := Sum(c[t]*r[t]**i, (t, 0, N-1))",
    "gap(i) := Sum(c[t]*x[t]**i, (t, 0, N-1)) - Sum(c[t]*y[t]**i, (t, 0, N-1))",
)

COUPLING: Mapping[str, str] = {
    "weights": "forall(t, integer[0, N-1], c[t] >= 0)",
    "mass": "Sum(c[t], (t, 0, N-1)) == 1",
    "distances": "forall(t, integer[0, N-1], r[t] >= 0 and r[t]**2 == (x[t] - y[t])**2)",
}

#: From ``distances``, fact ``apart``: 0 <= r_t and -r_t <= x_t - y_t <= r_t.
APART: list[Step] = [
    MODULUS,
    BETWEEN,
    Have("forall(t, integer[0, N-1], 0 <= r[t] and -r[t] <= x[t] - y[t] and x[t] - y[t] <= r[t])", name="apart", by=[
        Take("t"),
        Use("distances", at=["t"], name="distance"),
        Use("modulus", at=["x[t] - y[t]", "r[t]"], name="size", premises=[[
            Split([[], []])]]),
        Use("between", at=["x[t] - y[t]", "r[t]"], name="both"),
        Split([[], [],
               []]),
    ]),
]  # fmt: skip


def higher_cost(q: str = "q", p: str = "p", gamma: str = "gamma") -> list[Step]:
    """From ``range``: r_t <= gamma and q >= p >= 0, fact ``higher``: cost(q) <= cost(p) gamma^(q-p).

    Needs ``monotone sums``, ``powers`` and ``apart``.
    """
    return [
        Use("monotone sums", at=["N", (f"c[t]*r[t]**({q})", "t"), (f"c[t]*r[t]**({p})*({gamma})**({q}-({p}))", "t")],
            name="sum", premises=[[
                Take("ii"),
                Use("weights", at=["ii"], name="weight"),
                Use("range", at=["ii"], name="bound"),
                Use("apart", at=["ii"], name="far"),
                Use("powers", at=[f"{q}-({p})", "r[ii]", gamma], name="rest"),
                Use("powers", at=[p, "r[ii]", gamma], name="power"),
            ]]),
        Have(f"cost({q}) <= cost({p})*({gamma})**({q}-({p}))", name="higher",
             by=[Order(positive=[Square(facts=["sum"])])]),
    ]  # fmt: skip


#: |x|, |y| <= M and |x - y| <= r give |x^(i+1) - y^(i+1)| <= (i+1) M^i r.  Needs ``sizes``.
LIPSCHITZ = Have(
    "forall(ii, nonnegative integer, forall(xx, real, forall(yy, real, forall(rr, real, forall(MM, real, implies("
    "-MM <= xx and xx <= MM and -MM <= yy and yy <= MM and -rr <= xx - yy and xx - yy <= rr,"
    " -(ii+1)*MM**ii*rr <= xx**(ii+1) - yy**(ii+1) and xx**(ii+1) - yy**(ii+1) <= (ii+1)*MM**ii*rr))))))",
    name="lipschitz",
    by=[Induct("ii", step=[
        Take("xx", "yy", "rr", "MM"),
        Use("IH", at=["xx", "yy", "rr", "MM"], name="before"),
        Use("sizes", at=["ii+1", "yy", "MM"], name="power"),
        Split([
            [Order(positive=[
                Square(weight="1/2", facts=["given.0", "before.0"]),
                Square(weight="1/2", facts=["given.1", "before.1"]),
                Square(weight="1/2", facts=["power.0", "given.4"]),
                Square(weight="1/2", facts=["power.1", "given.5"])])],
            [Order(positive=[
                Square(weight="1/2", facts=["given.1", "before.0"]),
                Square(weight="1/2", facts=["given.0", "before.1"]),
                Square(weight="1/2", facts=["power.1", "given.4"]),
                Square(weight="1/2", facts=["power.0", "given.5"])])],
        ]),
    ])],
)  # fmt: skip


def moment_gap(q: str = "q", M: str = "M") -> list[Step]:
    """From ``inside``: -M <= x_t, y_t <= M and q >= 1, fact ``gap``: |gap(q)| <= q M^(q-1) cost(1).

    Needs ``monotone sums`` and ``apart``.
    """
    order = f"{q}-1"

    def sum_of(low: str, high: str, fact: str, name: str) -> Step:
        return Use("monotone sums", at=["N", (low, "t"), (high, "t")], name=name, premises=[[
            Take("ii"),
            Use("weights", at=["ii"], name="weight"),
            Use("inside", at=["ii"], name="in"),
            Use("apart", at=["ii"], name="far"),
            Use("lipschitz", at=[order, "x[ii]", "y[ii]", "r[ii]", M], name="slope"),
        ]])  # fmt: skip

    whole = f"({q})*({M})**({order})*cost(1)"
    step, bound = f"c[t]*(x[t]**({q}) - y[t]**({q}))", f"c[t]*(({q})*({M})**({order})*r[t])"
    return [
        SIZES, LIPSCHITZ,
        sum_of(step, bound, "slope.1", "above"),
        sum_of(f"-{bound}", step, "slope.0", "below"),
        Have(f"-({whole}) <= gap({q}) and gap({q}) <= {whole}", name="gap", by=[
            Split([[Order(positive=[Square(facts=["below"])])], [Order(positive=[Square(facts=["above"])])]])]),
    ]  # fmt: skip


def jensen(q: str = "q", mean: str = "mu") -> list[Step]:
    """For q >= 1, a letter for cost(1) and fact ``jensen``: cost(1)^q <= cost(q), by the tangent at cost(1).

    Needs ``monotone sums``, ``powers`` and ``apart``.
    """
    line = f"{mean}**({q}) + ({q})*{mean}**({q}-1)*(r[t] - {mean})"
    return [
        TANGENT,
        Have(f"exists({mean}, real, {mean} == cost(1))", name="there is a mean", by=[Witness("cost(1)")]),
        Obtain("there is a mean", mean, label="mean"),
        Have(f"0 <= {mean}", name="no less", by=[
            Use("monotone sums", at=["N", ("0", "t"), ("c[t]*r[t]", "t")], name="sum", premises=[[
                Take("ii"), Use("weights", at=["ii"], name="weight"), Use("apart", at=["ii"], name="far")]]),
            Order(positive=[Square(facts=["sum"])], rewrite=["mean"])]),
        Use("monotone sums", at=["N", (f"c[t]*({line})", "t"), (f"c[t]*r[t]**({q})", "t")], name="sum", premises=[[
            Take("ii"),
            Use("weights", at=["ii"], name="weight"),
            Use("apart", at=["ii"], name="far"),
            Use("tangent", at=[f"{q}-1", "r[ii]", mean], name="line"),
        ]]),
        Have(f"{mean}**({q}) <= cost({q})", name="jensen", by=[Order(positive=[Square(facts=["sum"])], terms=[
            ("mass", f"{mean}**({q}) - ({q})*{mean}**({q})", "1"), ("mean", f"-({q})*{mean}**({q}-1)", "1")])]),
    ]  # fmt: skip
