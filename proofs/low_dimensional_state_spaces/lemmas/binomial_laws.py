"""Two laws with n atoms in [0, 1] and the same first 2n - 2 moments: a proof for all n, as a script.

Toss a coin 2n - 1 times; the laws are those of the share of heads given that their number is even, and that it is odd.
In R^(2n) let L shift e_i to e_{i+1}, D = I - L, X = diag(l_i) with l_i = z i and (2n-1) z = 1, and E = (1, ..., 1).
The entries of D^t e_0 are the binomial coefficients with alternating signs.  From XL = LX + zL it follows that
X D^(t+1) = D^(t+1) X + (t+1) z (D^(t+1) - D^t), so for the moments M_t(j) = E X^j D^t e_0

    M_(t+1)(j+1) = (t+1) z (M_(t+1)(j) - M_t(j)),    M_(t+1)(0) = 0:

those with j < t vanish, and M_t(t) does not.  At t = 2n - 1 the positive entries and the negative ones are the laws.
"""

from __future__ import annotations

from verifier.language.script import (
    Axiom,
    Cases,
    Contradict,
    Have,
    Induct,
    Linear,
    Negate,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Step,
    Take,
    Use,
    Witness,
)

LAW = (
    "Sum({p}[i, 0], (i, 0, n-1)) == 1"
    " and forall(i, integer[0, n-1], {p}[i, 0] > 0 and -1 <= {x}[i, 0] and {x}[i, 0] <= 1)"
)
MOMENT = "Sum({p}[i, 0]*{x}[i, 0]**({j}), (i, 0, n-1))"
#: Weights p at atoms a, and q at b: n of each, moments 0, ..., 2n-2 agree and the next ones do not.
TWO_LAWS = (
    "exists(a, matrix(n, 1), exists(p, matrix(n, 1), exists(b, matrix(n, 1), exists(q, matrix(n, 1),"
    f" {LAW.format(p='p', x='a')} and {LAW.format(p='q', x='b')} and forall(j, integer[0, 2*n-2],"
    f" {MOMENT.format(p='p', x='a', j='j')} == {MOMENT.format(p='q', x='b', j='j')})"
    f" and {MOMENT.format(p='p', x='a', j='2*n-1')} != {MOMENT.format(p='q', x='b', j='2*n-1')}))))"
)

START = "basis(2*n, 0)"
LAST = "basis(2*n, 2*n-1).T"


def entry(i: str, t: str = "t") -> str:
    """e_i' D^t e_0."""
    return f"basis(2*n, {i}).T*D**({t})*{START}"


MATRICES: list[Step] = [
    Have("2*n-1 > 0", name="room"),
    Have("exists(z, real, (2*n-1)*z == 1)", name="there is z", by=[Witness("1/(2*n-1)")]),
    Obtain("there is z", "z", label="z"),
    Have("z > 0", name="z positive", by=[
        Negate("low")]),
    Have("exists(l, real sequence, forall(i, nonnegative integer, l[i] == z*i))", name="there is l",
         by=[Witness("z*i", index="i")]),
    Obtain("there is l", "l", label="l"),
    Have("forall(i, nonnegative integer, l[i+1] == l[i] + z)", name="gap", by=[
        Take("i"), Use("l", at=["i+1"], name="a"), Use("l", at=["i"], name="b")]),
    Have("l[0] == 0", name="l zero", by=[Use("l", at=["0"], name="a")]),
    Axiom("resolution-of-identity"),
    Use("resolution-of-identity", at=["2*n"], name="identity"),
    Set("L", "Sum(basis(2*n, i+1)*basis(2*n, i).T, (i, 0, 2*n-2))"),
    Set("D", "eye(2*n) - L"),
    Set("X", "Sum(l[i]*basis(2*n, i)*basis(2*n, i).T, (i, 0, 2*n-1))"),
    Set("E", "Sum(basis(2*n, i).T, (i, 0, 2*n-1))"),
]  # fmt: skip

COMMUTATOR: list[Step] = [
    Have("forall(i, integer[0, 2*n-1], basis(2*n, i).T*X == l[i]*basis(2*n, i).T)", name="rows",
         by=[Take("i")]),
    Have("forall(i, integer[0, 2*n-1], X*basis(2*n, i) == l[i]*basis(2*n, i))", name="columns",
         by=[Take("i")]),
    Have("Sum((l[i+1] - l[i] - z)*basis(2*n, i+1)*basis(2*n, i).T, (i, 0, 2*n-2)) == zeros(2*n, 2*n)", name="gaps"),
    Have("X*L == Sum(l[i+1]*basis(2*n, i+1)*basis(2*n, i).T, (i, 0, 2*n-2))", name="XL"),
    Have("L*X == Sum(l[i]*basis(2*n, i+1)*basis(2*n, i).T, (i, 0, 2*n-2))", name="LX"),
    Have("X*L == L*X + z*L", name="commute"),
    Have("forall(t, nonnegative integer, X*D**(t+1) == D**(t+1)*X + (t+1)*z*(D**(t+1) - D**t))", name="shifted", by=[
        Induct("t", step=[Linear(terms=[
                ("IH", "1", "D"), ("D", "D**(t+1)*X", "1"), ("D", "-D**(t+1)", "X"), ("commute", "-D**(t+1)", "1"),
                ("D", "-z*D**(t+1)", "1")])])]),
]  # fmt: skip

#: Facts ``vanish``: M_(t+1)(j) = 0 for j <= t, and ``top``: M_t(t) != 0.
MOMENTS: list[Step] = [
    Have(f"forall(j, integer[0, 2*n-1], forall(i, integer[j+1, 2*n-1], {entry('i', 'j')} == 0))", name="above", by=[
        Induct("j", step=[
            Take("i"), Have("basis(2*n, i).T*L == basis(2*n, i-1).T", name="row"),
            Use("IH", at=["i"], name="here"), Use("IH", at=["i-1"], name="before")])]),
    Have(f"E*D == {LAST}", name="sum", by=[
        Have("forall(i, integer[0, 2*n-1], E*basis(2*n, i) == 1)", name="ones", by=[Take("i")]),
        Have("E*L == Sum(basis(2*n, i).T, (i, 0, 2*n-2))", name="EL")]),
    Have(f"X*{START} == zeros(2*n, 1)", name="first"),
    Have(f"forall(t, integer[0, 2*n-2], forall(j, integer[0, t], E*X**j*D**(t+1)*{START} == 0))", name="vanish", by=[
        Induct("t", base=[Induct("j", hypothesis="never")], step=[
            Use("shifted", at=["t+1"], name="now"), Use("above", at=["t+1", "2*n-1"], name="last"),
            Induct("j", hypothesis="inner", step=[
                    Use("IH", at=["j"], name="lower")])])]),
    Have(f"forall(t, integer[0, 2*n-1], E*X**t*D**t*{START} != 0)", name="top", by=[Induct("t", base=[
        Negate("none")], step=[
            Use("shifted", at=["t"], name="now"), Use("vanish", at=["t", "t"], name="zero"), Negate("none"),
            Have("t+1 > 0", name="later"),
            Have("(t+1)*z > 0", name="factor"),
            Contradict("IH", [Linear(terms=[
                ("now", "1/((t+1)*z)*E*X**t", START), ("first", "1/((t+1)*z)*E*X**t*D**(t+1)", "1"),
                ("zero", "1", "1"), ("none", "-1/((t+1)*z)", "1")], nonzero=["factor"])])])]),
]  # fmt: skip

#: The entries with even numbers are positive and the others negative, as far as they go.
SIGNS: list[Step] = [
    Have("forall(i, integer[1, 2*n-1], basis(2*n, i).T*L == basis(2*n, i-1).T)", name="row of L",
         by=[Take("i")]),
    Have("basis(2*n, 0).T*L == zeros(1, 2*n)", name="row 0"),
    Have("forall(t, integer[0, 2*n-2], forall(i, integer[1, 2*n-1],"
         f" {entry('i', 't+1')} == {entry('i')} - {entry('i-1')}))", name="pascal", by=[
             Take("t", "i"), Use("row of L", at=["i"], name="row")]),
    Have(f"forall(t, integer[0, 2*n-1], {entry('0')} == 1)", name="first entry", by=[Induct("t")]),
    Have(f"forall(t, integer[0, 2*n-1], forall(i, integer[0, 0], {entry('2*i')} == 1))", name="first entries", by=[
        Take("t"), Induct("i", hypothesis="never", base=[
            Use("first entry", at=["t"], name="now")])]),
    Have("forall(t, integer[0, 2*n-1], forall(i, nonnegative integer,"
         f" implies(2*i <= t, {entry('2*i')} > 0) and implies(2*i+1 <= t, {entry('2*i+1')} < 0)))", name="signs", by=[
        Induct("t", base=[Take("i"), Split([
            [Take(), Use("first entries", at=["0", "i"], name="one")],
            [Take(), Negate("no")]])], step=[Take("i"), Split([
                [Take(), Cases("i <= 0", name="least", yes=[
                    Use("first entries", at=["t+1", "i"], name="one")], no=[
                    Use("pascal", at=["t", "2*i"], name="now"), Use("IH", at=["i-1"], name="before"),
                    Use("before.1", premises=[[]], name="left"), Cases("2*i <= t", name="inside", yes=[
                        Use("IH", at=["i"], name="here"), Use("here.0", premises=[[]], name="right")],
                        no=[Use("above", at=["t", "2*i"], name="right")])])],
                [Take(), Use("pascal", at=["t", "2*i+1"], name="now"), Use("IH", at=["i"], name="here"),
                 Use("here.0", premises=[[]], name="left"), Cases("2*i+1 <= t", name="inside", yes=[
                     Use("here.1", premises=[[]], name="right"),
                     Order(positive=[Square(facts=["left"]), Square(facts=["right"])], terms=[("now", "-1", "1")])],
                     no=[Use("above", at=["t", "2*i+1"], name="right")])],
            ])])]),
]  # fmt: skip

ROW = entry("i", "2*n-1")
EVEN, ODD = entry("2*i", "2*n-1"), entry("2*i+1", "2*n-1")
SUMS = "Sum(l[2*i]**j*({even}), (i, 0, {m}-1)) + Sum(l[2*i+1]**j*({odd}), (i, 0, {m}-1))"
STATE = f"D**(2*n-1)*{START}"

#: The moments of D^(2n-1) e_0 in two parts, and the mass 1/w of the even one.
PARTS: list[Step] = [
    Have("forall(j, nonnegative integer, E*X**j == Sum(l[i]**j*basis(2*n, i).T, (i, 0, 2*n-1)))", name="E powers", by=[
        Induct("j")]),
    Have("forall(j, nonnegative integer, forall(m, integer[0, n],"
         f" Sum(l[i]**j*({ROW}), (i, 0, 2*m-1)) == {SUMS.format(even=EVEN, odd=ODD, m='m')}))", name="parity",
         by=[Take("j"), Induct("m", step=[Linear(terms=[("IH", "1", "1")])])]),
    Have(f"forall(j, nonnegative integer, E*X**j*{STATE} == {SUMS.format(even=EVEN, odd=ODD, m='n')})", name="halves",
         by=[
        Take("j"), Use("E powers", at=["j"], name="now"), Use("parity", at=["j", "n"], name="parts"),
        Linear(terms=[("now", "1", STATE), ("parts", "1", "1")])]),
    Have(f"forall(m, integer[1, n], Sum({EVEN}, (i, 0, m-1)) > 0)", name="partial", by=[Induct("m", base=[
        Use("signs", at=["2*n-1", "0"], name="sign"), Use("sign.0", premises=[[]], name="even")], step=[
            Use("signs", at=["2*n-1", "m"], name="sign"), Use("sign.0", premises=[[]], name="even")])]),
    Use("partial", at=["n"], name="mass"),
    Set("f", f"Sum({EVEN}, (i, 0, n-1))"),
    Have("f > 0", name="f positive", by=[Order(positive=[Square(facts=["mass"])], terms=[("f", "1", "1")])]),
    Have("exists(w, real, w*f == 1)", name="there is w", by=[Witness("1/f")]),
    Obtain("there is w", "w", label="wf"),
    Have(f"w*Sum({EVEN}, (i, 0, n-1)) == 1", name="w"),
    Have("w > 0", name="w positive", by=[
        Negate("low"), Order(positive=[Square(facts=["low", "f positive"]), Square()], terms=[("wf", "1", "1")])]),
    Have("forall(i, integer[0, 2*n-1], -1 <= l[i] and l[i] <= 1)", name="atoms", by=[
        Take("i"), Use("l", at=["i"], name="value"), Have("2*n-1-i >= 0", name="up"), Have("i >= 0", name="down"),
        Split([
            [],
            []])]),
    Use("halves", at=["0"], name="total"),
    Use("vanish", at=["2*n-2", "0"], name="no mass"),
    Have(f"Sum({EVEN}, (i, 0, n-1)) + Sum({ODD}, (i, 0, n-1)) == 0", name="equal masses"),
]  # fmt: skip


def weights(part: int, atom: str) -> list[Step]:
    """Each weight is positive, each atom in [-1, 1]."""
    return [
        Take("i"), Use("signs", at=["2*n-1", "i"], name="sign"), Use(f"sign.{part}", premises=[[]], name="one"),
        Use("atoms", at=[atom], name="place"), Split([
            [],
            [], [Order(positive=[Square(facts=["place.1"])])]]),
    ]  # fmt: skip


#: A script for `TWO_LAWS`.
PROOF: list[Step] = [
    *MATRICES, *COMMUTATOR, *MOMENTS, *SIGNS, *PARTS,
    Witness("Sum(l[2*i]*basis(n, i), (i, 0, n-1))"), Witness(f"Sum(w*({EVEN})*basis(n, i), (i, 0, n-1))"),
    Witness("Sum(l[2*i+1]*basis(n, i), (i, 0, n-1))"), Witness(f"Sum(-w*({ODD})*basis(n, i), (i, 0, n-1))"),
    Split([
        [], weights(0, "2*i"),
        [Linear(terms=[("w", "1", "1"), ("equal masses", "-w", "1")])], weights(1, "2*i+1"),
        [Take("j"), Use("halves", at=["j"], name="now"), Use("vanish", at=["2*n-2", "j"], name="zero"),
         Linear(terms=[("now", "-w", "1"), ("zero", "w", "1")])],
        [Negate("same"), Use("halves", at=["2*n-1"], name="now"), Use("top", at=["2*n-1"], name="not zero"),
         Contradict("not zero", [Linear(terms=[("now", "1", "1"), ("same", "1/w", "1")], nonzero=["w positive"])])],
    ]),
]  # fmt: skip
