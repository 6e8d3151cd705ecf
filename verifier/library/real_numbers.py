"""Steps of arguments about real numbers that matrices and sums need on the way: absolute values, powers, tangents.

Each entry is a `Have` that stands on its own; a page puts it into an argument and then uses it.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.language.script import (
    Cite,
    Have,
    Induct,
    Obtain,
    Order,
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


BETWEEN = Cite("between", "between")
MODULUS = Cite("modulus", "modulus")
WITHIN = Cite("within", "within")
BOX = Cite("box", "box")
POWERS = Cite("powers-keep-order", "powers")
TANGENT = Cite("bernoulli", "tangent")
SIZES = Cite("sizes-of-powers", "sizes")
ONE_OF_A_SUM = Cite("one-of-a-sum", "one of a sum")

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
