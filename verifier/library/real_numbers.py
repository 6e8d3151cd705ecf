"""Steps of arguments about real numbers that matrices and sums need on the way: absolute values, powers, tangents.

Each entry is a `Have` that stands on its own; a page puts it into an argument and then uses it.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.language.script import (
    Cases,
    Have,
    Induct,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Split,
    Square,
    Step,
    Take,
    Use,
    Witness,
)


def named_number(name: str, value: str, by: Sequence[Step] = (), also: str = "") -> list[Step]:
    """A letter for a real number: the fact of that name says which, and `also`, which `by` proves of the value."""
    said = f"{name} == {value}" + (f" and {also}" if also else "")
    return [
        Have(f"exists({name}, real, {said})", name=f"a value {name}", by=[Witness(value), *by]),
        Obtain(f"a value {name}", name, label=name),
    ]


def positive_ratio(name: str, above: str, below: str, using: Sequence[str]) -> list[Step]:
    """A letter for above/below, both positive by the facts `using`: ``name.0`` that it is, ``name.1`` its product."""
    said = f"{name} > 0 and {name}*({below}) == {above}"
    by: list[Step] = [Witness(f"({above})/({below})"), Split([[], []])]
    return [
        Have(f"exists({name}, real, {said})", name=f"a ratio {name}", by=by),
        Obtain(f"a ratio {name}", name, label=name),
    ]


#: |x| <= y means -y <= x <= y.
BETWEEN = Have(
    "forall(xx, real, forall(yy, real, implies(Abs(xx) <= yy, -yy <= xx and xx <= yy)))",
    name="between", by=[Take("xx", "yy")],
)  # fmt: skip

#: x^2 <= y^2 with y >= 0 gives |x| <= y.
MODULUS = Have(
    "forall(xx, real, forall(yy, real, implies(yy >= 0 and xx**2 <= yy**2, Abs(xx) <= yy)))",
    name="modulus", by=[Take("xx", "yy")],
)  # fmt: skip

#: -y <= x <= y means |x| <= y.
WITHIN = Have(
    "forall(xx, real, forall(yy, real, implies(-yy <= xx and xx <= yy, Abs(xx) <= yy)))",
    name="within", by=[Take("xx", "yy")],
)  # fmt: skip

#: x^2 <= y^2 with y >= 0 gives -y <= x <= y.
BOX = Have(
    "forall(xx, real, forall(yy, real, implies(yy >= 0 and xx**2 <= yy**2, -yy <= xx and xx <= yy)))",
    name="box", by=[Take("xx", "yy")],
)  # fmt: skip

#: 0 <= x and x^q <= y give x <= y^(1/q), and roots keep the order.
ROOTS = [
    Have("forall(xx, real, forall(yy, real, forall(ee, real,"
         " implies(0 < xx and ee > 0 and xx**ee <= yy, xx <= yy**(1/ee)))))",
         name="real root", by=[Take("xx", "yy", "ee"), Numbers(using=["given.0", "given.1", "given.2"])]),
    Have("forall(qq, positive integer, forall(xx, real, forall(yy, real,"
         " implies(0 <= xx and 0 <= yy and xx**qq <= yy, xx <= yy**(1/qq)))))", name="root", by=[
        Take("qq", "xx", "yy"), Cases("xx <= 0", name="zero", yes=[
            Have("0 <= yy**(1/qq)", name="no less", by=[Numbers(using=["given.1"])]),
            Numbers(using=["zero", "no less"])],
            no=[Use("real root", at=["xx", "yy", "qq"])])]),
    Have("forall(qq, positive integer, forall(xx, real, forall(yy, real,"
         " implies(0 <= xx and xx <= yy, xx**(1/qq) <= yy**(1/qq)))))", name="roots", by=[
        Take("qq", "xx", "yy"), Numbers(using=["given.0", "given.1"])]),
]  # fmt: skip

#: 0 <= r <= s gives 0 <= r^i <= s^i.
POWERS = Have(
    "forall(ii, nonnegative integer, forall(rr, real, forall(ss, real,"
    " implies(0 <= rr and rr <= ss, 0 <= rr**ii and rr**ii <= ss**ii))))",
    name="powers",
    by=[Induct("ii", step=[
        Take("rr", "ss"),
        Use("IH", at=["rr", "ss"], name="before"),
        Split([
            [],
            [],
        ]),
    ])],
)  # fmt: skip

#: x^i lies above its tangent at s >= 0, for x >= 0 (Bernoulli's inequality).
TANGENT = Have(
    "forall(ii, nonnegative integer, forall(xx, real, forall(ss, real, implies(0 <= xx and 0 <= ss,"
    " xx**(ii+1) >= ss**(ii+1) + (ii+1)*ss**ii*(xx - ss)))))",
    name="tangent",
    by=[Induct("ii", step=[
        Take("xx", "ss"),
        Use("IH", at=["xx", "ss"], name="before"),
        Have("0 <= ii + 1", name="count"),
        Use("powers", at=["ii", "ss", "ss"], name="power"),
        Order(positive=[Square(facts=["before", "given.0"]), Square(root="xx - ss", facts=["count", "power.0"])]),
    ])],
)  # fmt: skip

#: |y| <= M gives |y^i| <= M^i.
SIZES = Have(
    "forall(ii, nonnegative integer, forall(yy, real, forall(MM, real,"
    " implies(-MM <= yy and yy <= MM, -MM**ii <= yy**ii and yy**ii <= MM**ii))))",
    name="sizes",
    by=[Induct("ii", step=[
        Take("yy", "MM"),
        Use("IH", at=["yy", "MM"], name="before"),
        Split([
            [Order(positive=[Square(weight="1/2", facts=["before.0", "given.0"]),
                             Square(weight="1/2", facts=["before.1", "given.1"])])],
            [Order(positive=[Square(weight="1/2", facts=["before.0", "given.1"]),
                             Square(weight="1/2", facts=["before.1", "given.0"])])],
        ]),
    ])],
)  # fmt: skip

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


def _halves(a: str, b: str) -> list[Square]:
    """s (1 + a^2) - a b as a sum of squares times s - b and s + b, whose names are given."""
    return [Square(facts=[a], root="1 + aa[mm]", weight="1/4"), Square(facts=[a], weight="1/4"),
            Square(facts=[a], root="aa[mm]", weight="1/4"), Square(facts=[b], root="1 - aa[mm]", weight="1/4"),
            Square(facts=[b], weight="1/4"), Square(facts=[b], root="aa[mm]", weight="1/4")]  # fmt: skip


_SUM, _BOUND = "Sum(aa[ii]*bb[ii], (ii, 0, mm-1))", "ss*Sum(1 + aa[ii]**2, (ii, 0, mm-1))"

#: |b_i| <= s for i < m gives |sum of a_i b_i| <= s times the sum of 1 + a_i^2.
SMALL_SUMS = Have(
    "forall(mm, nonnegative integer, forall(aa, real sequence, forall(bb, real sequence, forall(ss, real, implies("
    "forall(ii, integer[0, mm-1], -ss <= bb[ii] and bb[ii] <= ss),"
    f" -({_BOUND}) <= {_SUM} and {_SUM} <= {_BOUND})))))",
    name="small sums",
    by=[Induct("mm", step=[
        Take("aa", "bb", "ss"),
        Use("IH", at=[("aa[t]", "t"), ("bb[t]", "t"), "ss"], name="before",
            premises=[[Take("ii"), Use("given", at=["ii"])]]),
        Use("given", at=["mm"], name="last"),
        Split([[Order(positive=[Square(facts=["before.0"]), *_halves("last.0", "last.1")])],
               [Order(positive=[Square(facts=["before.1"]), *_halves("last.1", "last.0")])]]),
    ])],
)  # fmt: skip

#: Where all terms are at least 0, so is their sum, and none of them is more than the sum.
ONE_OF_A_SUM = Have(
    "forall(mm, nonnegative integer, forall(aa, real sequence, implies(forall(ii, integer[0, mm-1], aa[ii] >= 0),"
    " Sum(aa[i], (i, 0, mm-1)) >= 0 and forall(jj, integer[0, mm-1], aa[jj] <= Sum(aa[i], (i, 0, mm-1))))))",
    name="one of a sum", by=[Induct("mm", base=[Take("aa"), Split([[], [Take("jj")]])], step=[
        Take("aa"), Use("IH", at=[("aa[t]", "t")], name="before", premises=[[Take("ii"), Use("given", at=["ii"])]]),
        Use("given", at=["mm"], name="last"),
        Split([[],
               [Take("jj"), Cases("jj <= mm - 1", yes=[
                   Use("before.1", at=["jj"], name="this")], no=[
                   Have("jj == mm", name="end"), *named_number("ss", "Sum(aa[i], (i, 0, mm))"),
                   Have("aa[mm] <= ss", name="whole", by=[
                       Order(positive=[Square(facts=["before.0"])], terms=[("ss", "1", "1")])]),
                   Rewritten("whole", ["end"], name="this")])]])])],
)  # fmt: skip
