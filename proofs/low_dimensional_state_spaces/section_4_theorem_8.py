"""Theorem 8: students with a small loss extrapolate approximately; a proof for all widths, without Wasserstein distances.

Some Ahat^p Bhat with p <= n is the combination sum_i y_i Ahat^i Bhat.  With the same numbers y let
V = A^p B - sum_i y_i A^i B.  |V|^2 is a combination of the errors e_0, ..., e_{2p}, all of them seen in training, so V is
small; and e_m = sum_i y_i e_{m-p+i} + B' A^{m-p} V carries the smallness from one index to the next.
"""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Cite,
    Have,
    Induct,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.library.short_names import BOX, PRODUCT

from . import paper
from .notation import teacher

V = "(A**p*B - Sum(y[i, 0]*A**i*B, (i, 0, p-1)))"
TEACHERS = "(Ahat**p*Bhat - Sum(y[i, 0]*Ahat**i*Bhat, (i, 0, p-1)))"
STUDENT = "A.T == A and C == B.T and trace(A.T*A) <= tau**2 and trace(B.T*B) <= tau**2 and loss(A, B, C) <= delta"


def error(t):
    return f"(C*A**({t})*B - Chat*Ahat**({t})*Bhat)"


def close(last):
    """A loss below some delta > 0 makes all errors up to this index at most epsilon."""
    return (
        "exists(delta, real, delta > 0 and forall(A, matrix(d, d), forall(B, matrix(d, 1), forall(C, matrix(1, d),"
        f" implies({STUDENT}, forall(i, integer[0, {last}],"
        " -epsilon <= C*A**i*B - w(i) and C*A**i*B - w(i) <= epsilon))))))"
    )


#: For e > 0 and k >= 1 + y there is s > 0 with s <= e, s y <= e/2 and 4 s k^2 <= e^2.
PICK = Have(
    "forall(ee, real, forall(kk, real, forall(yy, real, implies(ee > 0 and kk >= 1 + yy and yy >= 0,"
    " exists(ss, real, ss > 0 and ss <= ee and ss*yy <= ee/2 and 4*ss*kk**2 <= ee**2)))))", name="pick", by=[
        Take("ee", "kk", "yy"),
        Have("ee/(2*(1+yy)) > 0", name="one"),
        Have("ee**2/(4*kk**2) > 0", name="two"),
        Have("exists(ss, real, ss > 0 and ss <= ee and ss <= ee/(2*(1+yy)) and ss <= ee**2/(4*kk**2))", name="below", by=[
            Have("forall(a, real, forall(b, real, forall(c, real, implies(a > 0 and b > 0 and c > 0, Min(a, Min(b, c)) > 0"
                 " and Min(a, Min(b, c)) <= a and Min(a, Min(b, c)) <= b and Min(a, Min(b, c)) <= c))))", name="least",
                 by=[Take("a", "b", "c")]),
            Use("least", at=["ee", "ee/(2*(1+yy))", "ee**2/(4*kk**2)"], name="minimum"),
            Witness("Min(ee, Min(ee/(2*(1+yy)), ee**2/(4*kk**2)))")]),
        Obtain("below", "ss", label="ss"),
        Witness("ss"),
        Split([[], [], [
            Have("ss*(2*(1+yy)) <= ee", name="cleared")], [
            Have("forall(a, real, forall(b, real, forall(c, real, implies(c > 0 and a <= b/c, a*c <= b))))", name="clear",
                 by=[Take("a", "b", "c")]),
            Have("4*kk**2 > 0", name="positive"),
            Use("clear", at=["ss", "ee**2", "4*kk**2"], name="cleared", premises=[[Split([
                [], []])]])]])])  # fmt: skip

#: Indices that training sees: delta = epsilon^2.
SEEN = [
    Take("epsilon"),
    Witness("epsilon**2"),
    Split([[], [
        Take("A", "B", "C"),
        Have(STUDENT.replace("delta", "epsilon**2"), name="student"),
        Take("m"),
        Have(f"loss(A, B, C) == Sum({error('i')}**2, (i, 0, m-1)) + {error('m')}**2 + Sum({error('i')}**2, (i, m+1, k-1))",
             name="parts"),
        Have(f"{error('m')}**2 <= epsilon**2", name="term", by=[Order(positive=[
            Square(root=error("i"), over=[("i", "0", "m-1")]), Square(root=error("i"), over=[("i", "m+1", "k-1")]),
            Square(facts=["student.4"])], terms=[("parts", "1", "1")])]),
        Use("box", at=[error("m"), "epsilon"])]]),
]  # fmt: skip


def sums(name, values, size, premises):
    """The bound on the combination of these values with the coefficients y."""
    return Use("small sums", at=["p", ("y[t, 0]", "t"), (values, "t"), size], name=name, premises=[premises])


ROW = f"Sum(y[l, 0]*{error('i+l')}, (l, 0, p-1))"

#: The index m = k + j, from the errors before it, which are at most s.
NEXT = [
    Have(f"exists(V, matrix(d, 1), V == {V})", name="there is V", by=[Witness(V)]),
    Obtain("there is V", "V", label="V is"),
    Have(f"V.T*V == {error('2*p')} - 2*Sum(y[i, 0]*{error('p+i')}, (i, 0, p-1)) + Sum(y[i, 0]*{ROW}, (i, 0, p-1))", name="norm"),
    Have(f"forall(i, integer[0, p-1], -(s*Y) <= {ROW} and {ROW} <= s*Y)", name="rows", by=[
        Take("i"), sums("row", error("i+t"), "s", [Take("ii"), Use("seen", at=["i+ii"])]),
        Split([[Order(positive=[Square(facts=["row.0"])], terms=[("Y is", "s", "1")])],
               [Order(positive=[Square(facts=["row.1"])], terms=[("Y is", "s", "1")])]])]),
    sums("outer", ROW.replace("i+l", "t+l"), "s*Y", [Take("ii"), Use("rows", at=["ii"])]),
    sums("middle", error("p+t"), "s", [Take("ii"), Use("seen", at=["p+ii"])]),
    Use("seen", at=["2*p"], name="top"),
    Have("trace(V.T*V) <= s*(1+Y)**2", name="V small", by=[Order(
        positive=[Square(facts=["top.1"]), Square(facts=["middle.0"], weight="2"), Square(facts=["outer.1"])],
        terms=[("norm", "-1", "1"), ("Y is", "2*s + s*Y", "1")])]),
    Have("forall(r, nonnegative integer, trace((A**r*V).T*(A**r*V)) <= tau**(2*r)*trace(V.T*V))", name="states", by=[
        Induct("r", hypothesis="so far", step=[
            Use("norm of a product", at=["d", "d", "1", "A", "A**r*V"], name="product"),
            Order(positive=[Square(facts=["product"]), Square(root="A**r*V", facts=["student.2"]),
                            Square(root="tau", facts=["so far"])])])]),
    Use("states", at=["m-p"], name="state"),
    Use("norm of a product", at=["1", "d", "1", "B.T", "A**(m-p)*V"], name="readout"),
    Use("power", at=["k+j-m"], name="gap"),
    Use("power", at=["m-p+1"], name="low"),
    Have("1 + Y >= 0", name="positive"),
    Have("(1+Y)*tau**(m-p+1) <= K", name="K now", by=[Order(positive=[
        Square(facts=["gap", "low", "positive"]), Square(facts=["gap", "positive"])], terms=[("K is", "1", "1")])]),
    Have("(1+Y)*tau**(m-p+1) >= 0", name="no less"),
    Have("4*(B.T*A**(m-p)*V)**2 <= epsilon**2", name="square", by=[Order(positive=[
        Square(facts=["readout"], weight="4"), Square(root="A**(m-p)*V", facts=["student.3"], weight="4"),
        Square(root="tau", facts=["state"], weight="4"), Square(root="tau**(m-p+1)", facts=["V small"], weight="4"),
        Square(facts=["s is.3"]), Square(facts=["K now", "K now", "s is.0"], weight="4"),
        Square(facts=["K now", "no less", "s is.0"], weight="8")])]),
    Use("box", at=["2*B.T*A**(m-p)*V", "epsilon"], name="cross"),
    sums("tail", error("m-p+t"), "s", [Take("ii"), Use("seen", at=["m-p+ii"])]),
    Have(f"{error('m')} == Sum(y[i, 0]*{error('m-p+i')}, (i, 0, p-1)) + B.T*A**(m-p)*V", name="step"),
    Split([
        [Order(positive=[Square(facts=["tail.0"]), Square(facts=["cross.0"], weight="1/2"), Square(facts=["s is.2"])],
               terms=[("step", "1", "1"), ("Y is", "s", "1")])],
        [Order(positive=[Square(facts=["tail.1"]), Square(facts=["cross.1"], weight="1/2"), Square(facts=["s is.2"])],
               terms=[("step", "-1", "1"), ("Y is", "s", "1")])]]),
]  # fmt: skip

#: One more index: apply what is known with a smaller epsilon, s.
MORE = [
    Take("epsilon"),
    Set("K", "(1+Y)*tau**(k+j-p+1)", label="K is"),
    Use("power", at=["k+j-p+1"], name="power last"),
    Have("K >= 1 + Y", name="K large"),
    Use("pick", at=["epsilon", "K", "Y"], name="picked"),
    Obtain("picked", "s", label="s is"),
    Use("IH", at=["s"], name="found"),
    Obtain("found", "delta", label="delta is"),
    Witness("delta"),
    Split([[], [
        Take("A", "B", "C"),
        Have(STUDENT, name="student"),
        Use("delta is.1", at=["A", "B", "C"], name="seen"),
        Take("m"),
        Cases("m <= k-1+j", name="old", no=NEXT, yes=[Use("seen", at=["m"], name="now"), Split([
            [],
            []])])]]),
]  # fmt: skip

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


APPROXIMATE = [
    PRODUCT, SMALL_SUMS, BOX, PICK,
    Cite("krylov-relation"),
    Use("krylov-relation", at=["n", "Ahat", "Bhat"], name="krylov"),
    Obtain("krylov", "p"),
    Obtain("p", "y", label="recurrence"),
    Have("tau - 1 >= 0", name="scale"),
    Have("forall(i, nonnegative integer, tau**i >= 1)", name="power", by=[Induct("i")]),
    Set("Y", "Sum(1 + y[i, 0]**2, (i, 0, p-1))", label="Y is"),
    Have("Y >= 0", name="Y is not negative", by=[Order(positive=[
        Square(root="y[i, 0]", over=[("i", "0", "p-1")]), Square(root="1", over=[("i", "0", "p-1")])],
        terms=[("Y is", "1", "1")])]),
    Have(f"forall(j, nonnegative integer, forall(epsilon, real, implies(epsilon > 0, {close('k-1+j')})))", name="all",
         by=[Induct("j", base=SEEN, step=MORE)]),
    Take("epsilon"),
    Use("all", at=["N", "epsilon"], name="yes"),
    Obtain("yes", "delta", label="delta is"),
    Witness("delta"),
    Split([[], [Take("A", "B", "C"), Use("delta is.1", at=["A", "B", "C"], name="seen"), Take("m"), Use("seen", at=["m"])]]),
]  # fmt: skip
#: k = 2n = 2: the teacher is silent, the student is the path with two points, and its third value is 1.
TOO_SHORT = {"d": "3", "k": "2", "n": "1", "Ahat": "0", "Bhat": "1", "Chat": "1", "tau": "2", "N": "3"}
PATH = [At({"goal": [Witness("1/2"), Split([[], [Take("delta"), Cases("delta > 0", name="sign", no=[Choose(0)], yes=[
    Choose(1), Witness("Matrix([[0, 1, 0], [1, 0, 0], [0, 0, 0]])"), Witness("Matrix([[1], [0], [0]])"),
    Witness("Matrix([[1, 0, 0]])"), Split([[], [Witness("2")]])])]])]})]  # fmt: skip


def conditions(item):
    item.use(teacher)
    item.let(tau="[1, oo)", N="positive integer")
    item.suppose("wide", "d > k")
    item.suppose("long", "k > 2*n")
    item.suppose("teacher symmetric", "Ahat.T == Ahat")
    item.suppose("teacher balanced", "Chat == Bhat.T")
    item.suppose("stable", "forall(x, matrix(n, 1), trace((Ahat*x).T*(Ahat*x)) <= trace(x.T*x))")
    item.suppose("non-degenerate", "exists(j, nonnegative integer, w(j) != 0)")
    item.conclude(f"forall(epsilon, real, implies(epsilon > 0, {close('N-1')}))", argument=APPROXIMATE, expected="proved",
                  example={"d": "4", "k": "3", "n": "1", "Ahat": "0", "Bhat": "1", "Chat": "1", "tau": "1", "N": "1"})  # fmt: skip


@paper.theorem("thm-8", "Approximate extrapolation", where="Section 4.2, Theorem 8", provenance="printed")
def approximate_extrapolation(item):
    item.printed("Assume the conditions of Theorem 5, a stable and non-degenerate teacher, and a student confined to some bounded "
                 "domain. Then for any eps > 0 and q there is delta(eps, q) > 0 such that the student eps-extrapolates with horizon "
                 "q whenever L <= delta(eps, q).")  # fmt: skip
    item.by_another_route()
    conditions(item)
    for name in ("wide", "stable", "non-degenerate"):
        item.without(name, argument=APPROXIMATE)
    item.without("long", counterexample=TOO_SHORT, argument=PATH)
    item.note("N is the horizon q. Proved for every balanced student with |A|_F, |B| <= tau; Lemma 6 says that gradient flow from a "
              "balanced start passes through such students only. delta depends on eps, N, tau, k, d and the teacher.")  # fmt: skip
    item.note("So the theorem stands, although the printed proof breaks at (E.35) and (E.36e). The proof here uses no distance of "
              "laws and no cited bound; it needs neither a stable nor a non-degenerate teacher, nor d > k.")  # fmt: skip


@paper.theorem("thm-E.9", "Approximate extrapolation, with its list of conditions", where="Appendix E.3, Theorem E.9",
               provenance="printed")  # fmt: skip
def approximate_extrapolation_in_full(item):
    item.printed("(i) d > k > 2n; (ii) the teacher is balanced and stable; (iii) it is non-degenerate; (iv) gradient flow from a "
                 "balanced initialization; (v) Theta is bounded. Then for any eps > 0 and q there is delta(eps, q) > 0 such that the "
                 "student eps-extrapolates with horizon q whenever L <= delta(eps, q).")  # fmt: skip
    item.by_another_route()
    conditions(item)
    item.note("The same statement as Theorem 8; see there for what of (i) to (v) is needed.")
