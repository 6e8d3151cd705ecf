"""Near a critical point of J_m the gradient is small, with a constant: |gradient| <= C r within r, as scripts.

J_m is the loss of ``coincided_totals``: amplitudes x_j, rates e^(y_j), transforms R(y_i) and P(y_i) of the target.  With
|x_j - a_j| <= r <= 1 and |y_j - w_j| <= r a term x_j/(e^(y_i) + e^(y_j)) of the gradient, or one with the square of the
denominator, is off by at most 8 r (|a_j| + 2)/(e^(w_i) + e^(w_j)) (``quotient``), and so is a sum by the sum (``sum bound``);
R and P, which have continuous derivatives, are Lipschitz continuous near w_i (``Lipschitz``).
"""

from __future__ import annotations

from verifier.language.script import (
    Bounded,
    Cases,
    Have,
    Induct,
    Ladder,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Step,
    Take,
    Use,
    Witness,
)  # fmt: skip

_M = "(1 + Abs(M1) + Abs(M2))"


def _between(gap: str, first: int, right: bool) -> list[Step]:
    """-M gap <= f(y) - f(u) <= M gap, from the bound on the slope."""
    return [
        Have(f"ff[yy] - ff[uu] <= {_M}*({gap}) and ff[yy] - ff[uu] >= -{_M}*({gap})", name="both", by=[Split([[
            Ladder("yy", "uu", time="v", right=right, slope=[
                Use("slope", at=["v"], premises=[[]], name="s"), Use("given", at=["v"], name="d")])] for i in (first, 1 - first)])])]  # fmt: skip


#: A function with a continuous derivative is Lipschitz continuous within 1 of each point.
LIPSCHITZ = Have("forall(ff, real curve, forall(gg, real curve, implies(forall(t, real, diff(ff[t], t) == gg[t]), forall(uu, real, exists(C, positive, forall(yy, real,"
                 " implies(Abs(yy - uu) <= 1, Abs(ff[yy] - ff[uu]) <= C*Abs(yy - uu))))))))", name="Lipschitz", by=[
    Take("ff", "gg", "uu"), Bounded("gg[z]", "z", "uu-1", "uu+1", name="above"), Obtain("above", "M1", label="M1"), Bounded("-gg[z]", "z", "uu-1", "uu+1", name="below"),
    Obtain("below", "M2", label="M2"), Witness(_M), Split([[], [
        Take("yy"), Have(f"forall(z, real, implies(uu - 1 <= z and z <= uu + 1, gg[z] <= {_M} and gg[z] >= -{_M}))", name="slope", by=[
            Take("z"), Use("M1", at=["z"], premises=[[]], name="a"), Use("M2", at=["z"], premises=[[]], name="b"), Split([[], []])]),
        Cases("yy >= uu", name="side", yes=_between("yy - uu", 0, False), no=_between("uu - yy", 1, True))]])])  # fmt: skip

#: e^p is within the factor e^r of e^u.
SHIFT = Have("forall(uu, real, forall(pp, real, forall(rr, positive, implies(Abs(pp - uu) <= rr, exp(pp) <= exp(rr)*exp(uu) and exp(uu) <= exp(rr)*exp(pp)))))", name="shift", by=[
    Take("uu", "pp", "rr"), Have("exp(rr)*exp(uu) == exp(rr + uu) and exp(rr)*exp(pp) == exp(rr + pp)", name="s", by=[Split([[], []])]),
    Have("exp(pp) <= exp(rr + uu) and exp(uu) <= exp(rr + pp)", name="q", by=[Split([[], []])]),
    Split([[], []])])  # fmt: skip
PRODUCT = Have("forall(x1, real, forall(x2, real, forall(y1, nonnegative, forall(y2, nonnegative, implies(Abs(x1) <= y1 and Abs(x2) <= y2, Abs(x1*x2) <= y1*y2)))))", name="product", by=[
    Take("x1", "x2", "y1", "y2"), Have("forall(z1, nonnegative, forall(z2, nonnegative, implies(z1 <= y1 and z2 <= y2, z1*z2 <= y1*y2)))", name="mono", by=[Take("z1", "z2")]),
    Have("Abs(x1*x2) == Abs(x1)*Abs(x2)", name="same"),
    Use("mono", at=["Abs(x1)", "Abs(x2)"], premises=[[], [], [Split([[], []])]], name="so")])  # fmt: skip
SUM_OF_TWO = Have("forall(x1, real, forall(x2, real, forall(y1, real, forall(y2, real, implies(Abs(x1) <= y1 and Abs(x2) <= y2, Abs(x1 + x2) <= y1 + y2)))))", name="sum of two", by=[
    Take("x1", "x2", "y1", "y2"), Have("-y1 <= x1 and x1 <= y1", name="p", by=[Split([[], []])]),
    Have("-y2 <= x2 and x2 <= y2", name="q", by=[Split([[], []])]),
    Have("-(y1 + y2) <= x1 + x2 and x1 + x2 <= y1 + y2", name="r", by=[Split([[], []])])])  # fmt: skip

#: Quotients with denominators within the factor s of each other.
QUOTIENT = Have("forall(AA, positive, forall(BB, positive, forall(ss, [1, oo), forall(rr, positive, forall(al, real, forall(xx, real, implies("
                "rr <= 1 and AA <= ss*BB and BB <= ss*AA and ss - 1 <= 8*rr and Abs(xx - al) <= rr, Abs(xx/BB - al/AA) <= 8*rr*((Abs(al) + 2)/AA))))))))", name="quotient", by=[
    Take("AA", "BB", "ss", "rr", "al", "xx"),
    Have("1/BB - 1/AA <= (ss - 1)/AA and 1/AA - 1/BB <= (ss - 1)/AA", name="inverses", by=[Split([[]]*2)]),
    Have("exists(ia, real, ia == 1/AA and ia > 0)", name="there is ia", by=[Witness("1/AA"), Split([[], []])]), Obtain("there is ia", "ia", label="ia"),
    Set("ib", "1/BB"),
    Have("forall(k, real, k/AA == k*ia and k/BB == k*ib)", name="over", by=[Take("k"), Split([[], []])]),
    Have("ib - ia <= 8*rr*ia and ia - ib <= 8*rr*ia", name="close", by=[
        Have("1/BB - 1/AA == ib - ia and 1/AA - 1/BB == ia - ib and (ss - 1)/AA == (ss - 1)*ia", name="letters", by=[Split([
            [], [], []])]),
        Rewritten("inverses.0", ["letters.0", "letters.2"], name="p", forwards=True), Rewritten("inverses.1", ["letters.1", "letters.2"], name="q", forwards=True),
        Have("(ss - 1)*ia <= 8*rr*ia", name="r"), Split([[], []])]),
    Have("Abs(ib - ia) <= 8*rr*ia", name="abs"), Have("Abs(xx) <= Abs(al) + 1", name="size", by=[Numbers(using=["given4.4", "given4.0"])]),
    Have("8*rr*ia >= 0", name="room"),
    Use("product", at=["xx", "ib - ia", "Abs(al) + 1", "8*rr*ia"], premises=[[], [Use("room")], [Split([[], []])]], name="one"),
    Have("Abs((xx - al)*ia) <= rr*ia", name="two"),
    Use("sum of two", at=["xx*(ib - ia)", "(xx - al)*ia", "(Abs(al) + 1)*(8*rr*ia)", "rr*ia"], premises=[[Split([[], []])]], name="three"),
    Have("xx*(ib - ia) + (xx - al)*ia == xx*ib - al*ia", name="split"), Rewritten("three", ["split"], forwards=True, name="four"),
    Have("Abs(xx*ib - al*ia) <= 8*rr*((Abs(al) + 2)*ia)", name="both", by=[Have("rr*ia <= 8*rr*ia", name="more")]),
    Use("over", at=["xx"], name="x over"), Use("over", at=["al"], name="a over"), Use("over", at=["Abs(al) + 2"], name="more over"),
    Rewritten("both", ["x over.1", "a over.0", "more over.0"], name="so"), Use("so")])  # fmt: skip
SUM_BOUND = Have("forall(n, nonnegative integer, forall(ff, real sequence, forall(gg, real sequence, forall(hh, real sequence, forall(cc, real, implies("
                 "forall(j, integer[0, n-1], Abs(ff[j] - gg[j]) <= cc*hh[j]), Abs(Sum(ff[j], (j, 0, n-1)) - Sum(gg[j], (j, 0, n-1))) <= cc*Sum(hh[j], (j, 0, n-1))))))))", name="sum bound", by=[
    Induct("n", base=[Take("ff", "gg", "hh", "cc")], step=[
        Take("ff", "gg", "hh", "cc"), Use("IH", at=[("ff[j]", "j"), ("gg[j]", "j"), ("hh[j]", "j"), "cc"], premises=[[Take("j"), Use("given", at=["j"])]], name="before"), Use("given", at=["n"], name="last"),
        Use("sum of two", at=["Sum(ff[j], (j, 0, n-1)) - Sum(gg[j], (j, 0, n-1))", "ff[n] - gg[n]", "cc*Sum(hh[j], (j, 0, n-1))", "cc*hh[n]"], premises=[[Split([[], []])]], name="total"),
        Have("Sum(ff[j], (j, 0, n+1-1)) - Sum(gg[j], (j, 0, n+1-1)) == Sum(ff[j], (j, 0, n-1)) - Sum(gg[j], (j, 0, n-1)) + (ff[n] - gg[n])"
             " and cc*Sum(hh[j], (j, 0, n+1-1)) == cc*Sum(hh[j], (j, 0, n-1)) + cc*hh[n]", name="sums", by=[Split([[], []])]),
        Rewritten("total", ["sums.0", "sums.1"], name="so"), Use("so")])])  # fmt: skip


def term(P: str, name: str) -> Have:
    """How far x/(e^p + e^q)**P is from al/(e^u + e^z)**P; P is empty or a square."""
    A, B = f"(exp(uu) + exp(zz)){P}", f"(exp(pp) + exp(qq)){P}"
    return Have("forall(al, real, forall(xx, real, forall(uu, real, forall(zz, real, forall(pp, real, forall(qq, real, forall(rr, positive, implies("
                f"rr <= 1 and Abs(xx - al) <= rr and Abs(pp - uu) <= rr and Abs(qq - zz) <= rr, Abs(xx/{B} - al/{A}) <= 8*rr*((Abs(al) + 2)/{A})))))))))", name=name, by=[
        Take("al", "xx", "uu", "zz", "pp", "qq", "rr"), Use("shift", at=["uu", "pp", "rr"], premises=[[], [Use("given1.2")]], name="one"), Use("shift", at=["zz", "qq", "rr"], premises=[[], [Use("given1.3")]], name="two"),
        Have("exp(2*rr) - 1 <= 8*rr and exp(2*rr) == exp(rr)**2 and exp(2*rr) >= 1 and exp(rr) >= 1", name="factor", by=[Split([[], [], [], []])]),
        Have("forall(t, [1, oo), forall(x1, positive, forall(x2, positive, forall(y1, positive, forall(y2, positive, implies(x1 <= t*y1 and x2 <= t*y2,"
             f" (x1 + x2){P} <= t**2*(y1 + y2){P}))))))", name="sides", by=[
            Take("t", "x1", "x2", "y1", "y2"), Have("x1 + x2 <= t*(y1 + y2)", name="sum")]),
        Use("sides", at=["exp(rr)", "exp(uu)", "exp(zz)", "exp(pp)", "exp(qq)"], premises=[[Use("factor.3")], *[[]]*4, [Split([[Use("one.1")], [Use("two.1")]])]], name="low"),
        Use("sides", at=["exp(rr)", "exp(pp)", "exp(qq)", "exp(uu)", "exp(zz)"], premises=[[Use("factor.3")], *[[]]*4, [Split([[Use("one.0")], [Use("two.0")]])]], name="high"),
        Rewritten("low", ["factor.1"], name="low now"), Rewritten("high", ["factor.1"], name="high now"),
        Use("quotient", at=[A, B, "exp(2*rr)", "rr", "al", "xx"], premises=[[], [], [Use("factor.2")], [Use("given")], [
            Split([[Use("given1.0")], [Use("low now")], [Use("high now")], [Use("factor.0")], [Use("given1.1")]])]])])  # fmt: skip


_OFF = "Abs(t1 - s1) <= 8*rr*k1 and Abs(v1 - v0) <= l1*rr"
_OFF_BY: list[Step] = [
    Have("Abs(t1 - s1) <= 8*Abs(k1)*rr", name="sums off", by=[Have("8*rr*k1 <= 8*Abs(k1)*rr", name="size")]),
    Have("Abs(-(v1 - v0)) <= l1*rr", name="values off"),
    Use("sum of two", at=["t1 - s1", "-(v1 - v0)", "8*Abs(k1)*rr", "l1*rr"], premises=[[Split([[], []])]], name="off"),
    Have("t1 - s1 + -(v1 - v0) == t1 - v1 - (s1 - v0) and 8*Abs(k1)*rr + l1*rr == (8*Abs(k1) + l1)*rr", name="in one", by=[Split([[], []])]),
    Rewritten("off", ["in one.0", "in one.1"], forwards=True, name="difference"),
]  # fmt: skip
_LETTERS = "".join(f"forall({x}, real, " for x in ("s1", "t1", "v0", "v1", "k1")) + "forall(l1, positive, forall(rr, positive, "
FIRST = Have(f"{_LETTERS}forall(c1, real, implies({_OFF} and s1 == v0 and c1 == 2*(8*Abs(k1) + l1), Abs(2*(t1 - v1)) <= c1*rr)))))))))", name="first entry", by=[
    Take("s1", "t1", "v0", "v1", "k1", "l1", "rr", "c1"), *_OFF_BY, Have("Abs(t1 - v1) <= (8*Abs(k1) + l1)*rr", name="so", by=[
        Have("t1 - v1 - (s1 - v0) == t1 - v1", name="same"), Rewritten("difference", ["same"], forwards=True, name="now"), Use("now")]),
    Have("Abs(2*(t1 - v1)) == 2*Abs(t1 - v1)", name="double"), Set("z", "Abs(t1 - v1)"), Set("k", "Abs(k1)"), Rewritten("so", ["z", "k"], name="bound"), Rewritten("given2.3", ["k"], name="c is"),
    Have("2*z <= c1*rr", name="last"),
    Rewritten("last", ["z"], forwards=True, name="back"), Rewritten("back", ["double"], name="done"), Use("done")])  # fmt: skip
_BOUND = "2*(Abs(al) + 1)*(8*Abs(k1) + l1) + 2*Abs(s1 - v0)"
SECOND = Have(f"{_LETTERS}forall(al, real, forall(xx, real, forall(c1, real, implies({_OFF} and -2*al*(s1 - v0) == 0 and Abs(xx - al) <= rr and rr <= 1"
              f" and c1 == {_BOUND}, Abs(-2*xx*(t1 - v1)) <= c1*rr)))))))))))", name="second entry", by=[
    Take("s1", "t1", "v0", "v1", "k1", "l1", "rr", "al", "xx", "c1"), *_OFF_BY, Have("Abs(xx) <= Abs(al) + 1", name="size", by=[Numbers(using=["given2.3", "given2.4"])]),
    Have("(8*Abs(k1) + l1)*rr >= 0", name="room"),
    Use("product", at=["xx", "t1 - v1 - (s1 - v0)", "Abs(al) + 1", "(8*Abs(k1) + l1)*rr"], premises=[[], [Use("room")], [Split([[], []])]], name="one"),
    Use("product", at=["xx - al", "s1 - v0", "rr", "Abs(s1 - v0)"], premises=[[], [], [Split([[Use("given2.3")], []])]], name="two"),
    Use("sum of two", at=["xx*(t1 - v1 - (s1 - v0))", "(xx - al)*(s1 - v0)", "(Abs(al) + 1)*((8*Abs(k1) + l1)*rr)", "rr*Abs(s1 - v0)"], premises=[[Split([[], []])]], name="three"),
    Have("xx*(t1 - v1 - (s1 - v0)) + (xx - al)*(s1 - v0) == xx*(t1 - v1)", name="whole"), Rewritten("three", ["whole"], forwards=True, name="four"),
    Have("Abs(-2*xx*(t1 - v1)) == 2*Abs(xx*(t1 - v1))", name="double"), Set("z", "Abs(xx*(t1 - v1))"), Set("g", "Abs(al)"), Set("k", "Abs(k1)"), Set("c", "Abs(s1 - v0)"),
    Rewritten("four", ["z", "g", "k", "c"], name="bound"), Rewritten("given2.5", ["g", "k", "c"], name="c is"),
    Have("2*z <= c1*rr", name="so"),
    Rewritten("so", ["z"], forwards=True, name="back"), Rewritten("back", ["double"], name="done"), Use("done")])  # fmt: skip


def _sum(a: str, w: str, P: str) -> str:
    return f"Sum({a}[j, 0]/(exp({w}[i, 0]) + exp({w}[j, 0])){P}, (j, 0, m-1))"


def _weights(P: str) -> str:
    return f"(Abs(a[j, 0]) + 2)/(exp(w[i, 0]) + exp(w[j, 0])){P}"


def gradient(a: str, w: str, relation: str) -> str:
    """Eqs. (90), (91): the entries of the gradient of J_m at (a, w) that belong to neuron i, each in a relation."""
    first = f"2*({_sum(a, w, '')} - R[{w}[i, 0]])"
    second = f"-2*{a}[i, 0]*({_sum(a, w, '**2')} - P[{w}[i, 0]])"
    return f"{relation.format(first)} and {relation.format(second)}"


_ENTRIES = [part.removesuffix(" <= ") for part in gradient("x", "y", "Abs({}) <= ").split(" and ")]
#: (x, y) is within r of (a, w).
WITHIN_R = "forall(j, integer[0, m-1], Abs(x[j, 0] - a[j, 0]) <= r and Abs(y[j, 0] - w[j, 0]) <= r)"


def small_gradient(neurons: str) -> str:
    """There is C with |gradient| <= C r within r <= 1, in the entries of these neurons."""
    return ("exists(C, positive, forall(r, positive, forall(x, matrix(m, 1), forall(y, matrix(m, 1), implies("
            f"r <= 1 and {WITHIN_R}, forall(i, integer[0, {neurons}-1], {gradient('x', 'y', 'Abs({}) <= C*r')}))))))")  # fmt: skip


_ONE = ("exists(C, positive, forall(r, positive, forall(x, matrix(m, 1), forall(y, matrix(m, 1), implies("
        f"r <= 1 and {WITHIN_R}, {gradient('x', 'y', 'Abs({}) <= C*r')})))))")  # fmt: skip


def _sum_near(P: str, fact: str, name: str, letters: tuple[str, str, str]) -> list[Step]:
    """The sum at (x, y) against that at (a, w)."""
    t, s, k = letters
    return [
        Use("sum bound", at=["m", (f"x[j, 0]/(exp(y[i, 0]) + exp(y[j, 0])){P}", "j"), (f"a[j, 0]/(exp(w[i, 0]) + exp(w[j, 0])){P}", "j"), (_weights(P), "j"), "c8"], premises=[[
            Take("j"), Use("near", at=["j"], name="near j"), Use("near", at=["i"], name="near i"),
            Use(fact, at=["a[j, 0]", "x[j, 0]", "w[i, 0]", "w[j, 0]", "y[i, 0]", "y[j, 0]", "r"], premises=[[], [Split([[Use("small")], [Use("near j.0")], [Use("near i.1")], [Use("near j.1")]])]], name="so"),
            Use("regroup", at=[f"Abs(x[j, 0]/(exp(y[i, 0]) + exp(y[j, 0])){P} - a[j, 0]/(exp(w[i, 0]) + exp(w[j, 0])){P})", _weights(P)], premises=[[Use("so")]])]], name=f"{name} plain"),
        Set(t, _sum("x", "y", P)), Rewritten(f"{name} plain", [t, s, k], name=f"{name} now"), Have(f"Abs({t} - {s}) <= 8*r*{k}", name=name)]  # fmt: skip


#: What the argument rests on, as two formulas for results of their own, and their proofs.
_SAID = {"rem-D.5-estimates": [LIPSCHITZ, SUM_BOUND, term("", "term"), term("**2", "second term")], "rem-D.5-entries": [FIRST, SECOND]}
ESTIMATES, ENTRIES = (" and ".join(fact.formula for fact in facts) for facts in _SAID.values())
ESTIMATED: list[Step] = [SUM_OF_TWO, PRODUCT, SHIFT, QUOTIENT, *_SAID["rem-D.5-estimates"], Split([[Use(fact.name)] for fact in _SAID["rem-D.5-estimates"]])]
ENTERED: list[Step] = [SUM_OF_TWO, PRODUCT, FIRST, SECOND, Split([[Use(FIRST.name)], [Use(SECOND.name)]])]


def _cited(result: str) -> list[Step]:
    """The facts of a result, by their names."""
    return [Use(f"cited:{result}", at=["m"], name=result), *(Have(fact.formula, name=fact.name, by=[Use(f"{result}.{i}")]) for i, fact in enumerate(_SAID[result]))]


#: From the facts ``transforms``, ``second``, ``critical``, and the results that are cited.
NEAR_CRITICAL: list[Step] = [
    *_cited("rem-D.5-estimates"), *_cited("rem-D.5-entries"),
    Use("Lipschitz", at=[("R[t]", "t"), ("-exp(t)*P[t]", "t")], premises=[[Use("transforms")]], name="R moves"),
    Use("Lipschitz", at=[("P[t]", "t"), ("-exp(t)*Q[t]", "t")], premises=[[Use("second")]], name="P moves"),
    Have(f"forall(i, integer[0, m-1], {_ONE})", name="each", by=[
        Take("i"), Use("critical", at=["i"], name="here"), Use("R moves", at=["w[i, 0]"], name="R near"), Obtain("R near", "L1", label="L1"), Use("P moves", at=["w[i, 0]"], name="P near"), Obtain("P near", "L2", label="L2"),
        Set("S1", _sum("a", "w", "")), Set("S2", _sum("a", "w", "**2")), Set("K1", f"Sum({_weights('')}, (j, 0, m-1))"), Set("K2", f"Sum({_weights('**2')}, (j, 0, m-1))"),
        Rewritten("here.0", ["S1"], name="first here"), Rewritten("here.1", ["S2"], name="second here"),
        Have("S1 == R[w[i, 0]]", name="still"),
        Set("C1", "2*(8*Abs(K1) + L1)"), Set("C2", "2*(Abs(a[i, 0]) + 1)*(8*Abs(K2) + L2) + 2*Abs(S2 - P[w[i, 0]])"),
        Witness("1 + Abs(C1) + Abs(C2)"), Split([[], [
            Take("r", "x", "y"), Have("r <= 1", name="small"), Have(WITHIN_R, name="near"), Use("near", at=["i"], name="own"),
            Set("c8", "8*r"), Have("forall(z, real, forall(h, real, implies(z <= 8*r*h, z <= c8*h)))", name="regroup", by=[Take("z", "h"), Have("8*r*h == c8*h", name="same")]),
            *_sum_near("", "term", "sum", ("T1", "S1", "K1")), *_sum_near("**2", "second term", "second sum", ("T2", "S2", "K2")),
            *[step for name, L, curve in (("R off", "L1", "R"), ("P off", "L2", "P")) for step in (
                Use(f"{L}.1", at=["y[i, 0]"], premises=[[]], name=f"{name} plain"),
                Have(f"Abs({curve}[y[i, 0]] - {curve}[w[i, 0]]) <= {L}*r", name=name, by=[
                    Have(f"{L}*Abs(y[i, 0] - w[i, 0]) <= {L}*r", name="size")]))],
            Use("first entry", at=["S1", "T1", "R[w[i, 0]]", "R[y[i, 0]]", "K1", "L1", "r", "C1"], premises=[[], [], [Split([[Use("sum")], [Use("R off")], [Use("still")], [Use("C1")]])]], name="G"),
            Use("second entry", at=["S2", "T2", "P[w[i, 0]]", "P[y[i, 0]]", "K2", "L2", "r", "a[i, 0]", "x[i, 0]", "C2"], premises=[[], [], [
                Split([[Use("second sum")], [Use("P off")], [Use("second here")], [Use("own.0")], [Use("small")], [Use("C2")]])]], name="H"),
            Have("forall(h, real, forall(z, real, implies(z <= h*r and h <= 1 + Abs(C1) + Abs(C2), z <= (1 + Abs(C1) + Abs(C2))*r)))", name="larger", by=[Take("h", "z"), Set("q", "1 + Abs(C1) + Abs(C2)"), Rewritten("given2.1", ["q"], name="top"),
                Have("z <= q*r", name="so", by=[Have("r > 0", name="r positive")]), Rewritten("so", ["q"], forwards=True, name="done"), Use("done")]),
            Split([[Use("larger", at=["C1", "Abs(2*(T1 - R[y[i, 0]]))"], premises=[[Split([[Use("G")], [Numbers(using=[])]])]], name="so"), Rewritten("so", ["T1"], forwards=True, name="done"), Use("done")],
                   [Use("larger", at=["C2", "Abs(-2*x[i, 0]*(T2 - P[y[i, 0]]))"], premises=[[Split([[Use("H")], []])]], name="so"), Rewritten("so", ["T2"], forwards=True, name="done"), Use("done")]])]])]),
    Have(f"forall(k, integer[0, m], {small_gradient('k')})", name="all", by=[Induct("k", base=[Witness("1")], step=[
        Obtain("IH", "C", label="C"), Use("each", at=["k"], name="new"), Obtain("new", "B", label="B"), Witness("C + B"), Split([[], [
            Take("r", "x", "y"), Have("r <= 1", name="small"), Have(WITHIN_R, name="near"), Have("r > 0", name="r positive"),
            Use("C.1", at=["r", "x", "y"], premises=[[], [Split([[Use("small")], [Use("near")]])]], name="old"), Use("B.1", at=["r", "x", "y"], premises=[[], [Split([[Use("small")], [Use("near")]])]], name="last"),
            Have("forall(z, real, implies(z <= C*r, z <= (C + B)*r) and implies(z <= B*r, z <= (C + B)*r))", name="larger", by=[Take("z"), Split([
                [Take()], [Take()]])]),
            Take("i"), Cases("i <= k-1", name="side", yes=[Use("old", at=["i"], name="now"), Split([[Use("larger", at=[e], name="more"), Use("more.0", premises=[[Use(f"now.{p}")]])] for p, e in enumerate(_ENTRIES)])], no=[
                Have("k == i", name="here"), Rewritten("last", ["here"], forwards=True, name="now"), Split([[Use("larger", at=[e], name="more"), Use("more.1", premises=[[Use(f"now.{p}")]])] for p, e in enumerate(_ENTRIES)])])]])])]),
    Use("all", at=["m"]),
]  # fmt: skip
