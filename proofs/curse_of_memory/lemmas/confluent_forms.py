"""Cauchy's form with double poles is never negative, for all sizes and all positive rates, equal ones included:

    sum_ik f_i f_k/(w_i + w_k) - (f_i g_k + g_i f_k)/(w_i + w_k)^2 + 2 g_i g_k/(w_i + w_k)^3 >= 0.

It is the integral of (sum_i (f_i - g_i t) e^(-w_i t))^2 over [0, oo).  Shown by elimination, without integrals: with the pivot
V = w_p and x_i = 1/(w_i + V) the form is

    2 V (sum_i f_i x_i - g_i x_i^2)^2 + the form at f_i (1 - 2 V x_i) + 2 V x_i^2 g_i and g_i (1 - 2 V x_i).

As 1 - 2 V x_p = 0, doing so twice leaves the form of the other rates.
"""

from __future__ import annotations

from verifier.language.script import (
    Have,
    Induct,
    Inside,
    Linear,
    Obtain,
    Order,
    Split,
    Square,
    Step,
    Take,
    Use,
    Witness,
)

from .cauchy_matrices import TERMWISE, double_sums


def _term(f: str, g: str, i: str, k: str, entry: str) -> str:
    return (f"({f}[{i}]*{f}[{k}]*{entry} - ({f}[{i}]*{g}[{k}] + {g}[{i}]*{f}[{k}])*{entry}**2 + 2*{g}[{i}]*{g}[{k}]*{entry}**3)")  # fmt: skip


def form(f: str, g: str, n: str) -> str:
    """The form of the first n rates."""
    return f"Sum(Sum({_term(f, g, 'i', 'k', 'K[i, k]')}, (k, 0, {n}-1)), (i, 0, {n}-1))"


_LETTERS = ["vv", "pp", "qq", "kk", "x1", "x2", "f1", "g1", "f2", "g2"]
_NEW = "(f{0}*(1 - 2*vv*x{0}) + 2*vv*x{0}**2*g{0})", "(g{0}*(1 - 2*vv*x{0}))"
_OLD_TERM = "f1*f2*kk - (f1*g2 + g1*f2)*kk**2 + 2*g1*g2*kk**3"
_NEW_TERM = "{a}*{b}*kk - ({a}*{d} + {c}*{b})*kk**2 + 2*{c}*{d}*kk**3".format(
    a=_NEW[0].format(1), b=_NEW[0].format(2), c=_NEW[1].format(1), d=_NEW[1].format(2)
)
#: One term of the form after elimination.
PIVOT = Have(
    "".join(f"forall({c}, real, " for c in _LETTERS) + "implies((pp + qq)*kk == 1 and (pp + vv)*x1 == 1 and (qq + vv)*x2 == 1,"
    f" {_NEW_TERM} == {_OLD_TERM} - 2*vv*(f1*x1 - g1*x1**2)*(f2*x2 - g2*x2**2))" + ")"*len(_LETTERS), name="double pivot", by=[
        Take(*_LETTERS),
        Have("kk*(x1 + x2) - x1*x2*(1 + 2*vv*kk) == 0", name="harmonic")],
)  # fmt: skip


def _project(f: str, g: str, new_f: str, new_g: str, name: str) -> list[Step]:
    """Letters for the coefficients after elimination of the rate p, and the form in them."""
    values = {new_f: f"{f}[t]*(1 - 2*w[p, 0]*K[t, p]) + 2*w[p, 0]*K[t, p]**2*{g}[t]", new_g: f"{g}[t]*(1 - 2*w[p, 0]*K[t, p])"}
    steps: list[Step] = []
    for letter, value in values.items():
        steps += [
            Have(f"exists({letter}, real sequence, forall(t, nonnegative integer, {letter}[t] == {value}))", name=f"there is {letter}", by=[Witness(value, index="t")]),
            Obtain(f"there is {letter}", letter, label=f"{letter} is"),
        ]  # fmt: skip
    old = f"({f}[{{0}}]*K[{{0}}, p] - {g}[{{0}}]*K[{{0}}, p]**2)"
    # f_i' f_k' K - (f_i' g_k' + g_i' f_k') K^2 + 2 g_i' g_k' K^3, one letter after the other
    put_in = [
        (f"{new_f} is i", f"{new_f}[k]*K[i, k] - {new_g}[k]*K[i, k]**2"),
        (f"{new_g} is i", f"-{new_f}[k]*K[i, k]**2 + 2*{new_g}[k]*K[i, k]**3"),
        (f"{new_f} is k", f"({values[new_f].replace('[t', '[i')})*K[i, k] - ({values[new_g].replace('[t', '[i')})*K[i, k]**2"),
        (f"{new_g} is k", f"-({values[new_f].replace('[t', '[i')})*K[i, k]**2 + 2*({values[new_g].replace('[t', '[i')})*K[i, k]**3"),
    ]  # fmt: skip
    return [*steps, double_sums(
        _term(new_f, new_g, "i", "k", "K[i, k]"), f"{_term(f, g, 'i', 'k', 'K[i, k]')} - 2*w[p, 0]*{old.format('i')}*{old.format('k')}", ("p", "p"), [
            *(Use("kernel", at=list(at), name=f"entry {n}") for n, at in enumerate(("ik", "ip", "kp"))),
            *(Use(f"{letter} is", at=[at], name=f"{letter} is {at}") for letter in values for at in "ik"),
            Use("double pivot", at=["w[p, 0]", "w[i, 0]", "w[k, 0]", "K[i, k]", "K[i, p]", "K[k, p]", f"{f}[i]", f"{g}[i]", f"{f}[k]", f"{g}[k]"],
                premises=[[Split([[], [], []])]], name="one"),
            Linear(terms=[("one", "1", "1"), *((fact, factor, "1") for fact, factor in put_in)])], name)]  # fmt: skip


_ROW = "Sum({f}[i]*K[i, p] - {g}[i]*K[i, p]**2, (i, 0, p))"
_TOP = [
    Inside(f"no {x}", f"HOLE*({y})", over=[("k", "0", "p")]) for x, y in (("f2", "f2[k]*K[p, k] - g2[k]*K[p, k]**2"), ("g2", "-f2[k]*K[p, k]**2 + 2*g2[k]*K[p, k]**3"))
] + [
    Inside(f"no {x}", f"HOLE*({y})", over=[("i", "0", "p-1")]) for x, y in (("f2", "f2[i]*K[i, p] - g2[i]*K[i, p]**2"), ("g2", "-f2[i]*K[i, p]**2 + 2*g2[i]*K[i, p]**3"))
]  # fmt: skip
#: From ``kernel``: (w_i + w_k) K_ik = 1, and ``rates``: w_i > 0, for the first m rates.
NEVER_NEGATIVE: list[Step] = [
    TERMWISE, PIVOT,
    Have(f"forall(p, integer[0, m], forall(f, real sequence, forall(g, real sequence, {form('f', 'g', 'p')} >= 0)))", name="confluent form", by=[Induct("p", step=[
        Take("f", "g"), *_project("f", "g", "f1", "g1", "once"), *_project("f1", "g1", "f2", "g2", "twice"),
        Use("kernel", at=["p", "p"], name="corner"), Use("rates", at=["p"], name="rate"),
        *(Use(f"{x} is", at=["p"], name=f"{x} at p") for x in ("f1", "g1", "f2", "g2")),
        Have("g1[p] == 0", name="no g1"),
        Have("g2[p] == 0", name="no g2"),
        Have("f2[p] == 0", name="no f2"),
        Use("IH", at=[("f2[t]", "t"), ("g2[t]", "t")], name="before"),
        Order(positive=[Square(facts=["before"]), *(Square(root=_ROW.format(f=f, g=g), facts=["rate"], weight="2") for f, g in (("f", "g"), ("f1", "g1")))],
              terms=[("once", "-1", "1"), ("twice", "-1", "1"), *_TOP])])]),
]  # fmt: skip
