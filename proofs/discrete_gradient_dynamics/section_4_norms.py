"""Section 3.1, Corollary 1: the nuclear norm of the product at the rescaled time, for any number of modes.

The nuclear norm of M is the largest trace(C'M) over the matrices C of spectral norm at most 1, that is |C x| <= |x| for all x.
"""

import re
from functools import partial

from verifier.language.script import (
    At,
    Cases,
    CasesOn,
    Choose,
    Have,
    Induct,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio
from verifier.library.short_names import norms

from . import paper

CONTRACTION = "forall(x, matrix(p, 1), norm2({0}*x) <= norm2(x))"
NUCLEAR = ("forall(C, matrix(d, p), implies(" + CONTRACTION.format("C") + ", trace(C.T*M) <= {0})) and exists(C, matrix(d, p), "
           + CONTRACTION.format("C") + " and trace(C.T*M) == {0})")  # fmt: skip
BASES = {
    "U": "forall(i, integer[0, m-1], forall(j, integer[0, m-1], u[i].T*u[j] == delta(i, j)))",
    "V": "forall(i, integer[0, m-1], forall(j, integer[0, m-1], v[i].T*v[j] == delta(i, j)))",
}
MATRIX = {"d": "positive integer", "p": "positive integer", "m": "nonnegative integer", "u": "matrix(d, 1) sequence",
          "v": "matrix(p, 1) sequence"}  # fmt: skip
PRODUCT = "M == Sum(w[i]*u[i]*v[i].T, (i, 0, m-1))"
DUAL = [
    *norms("sum of bounds"),
    Have("forall(ii, integer[0, m-1], u[ii].T*u[ii] == 1 and v[ii].T*v[ii] == 1)", name="unit", by=[
        Take("ii"), Split([[Use("U", at=["ii", "ii"])], [Use("V", at=["ii", "ii"])]])]),
    Split([
        [Take("C"),
         Have("forall(ii, integer[0, m-1], u[ii].T*C*v[ii] <= 1)", name="at most 1", by=[
             Take("ii"), Use("given", at=["v[ii]"], name="shorter"), Use("unit", at=["ii"], name="one"),
             Order(positive=[Square(root="u[ii] - C*v[ii]", weight="1/2"), Square(facts=["shorter"], weight="1/2")], terms=[
                 ("one.0", "-1/2", "1"), ("one.1", "-1/2", "1")])]),
         Have("trace(C.T*M) == Sum(w[i]*(u[i].T*C*v[i]), (i, 0, m-1))", name="sum"),
         Use("sum of bounds", at=[("w[i]*(u[i].T*C*v[i])", "i"), ("w[i]", "i"), "m"], name="bound", premises=[[
             Take("jj"), Use("at most 1", at=["jj"], name="small"), Use("nonnegative", at=["jj"], name="sign"),
             Order(positive=[Square(facts=["small", "sign"])])]]),
         Order(positive=[Square(facts=["bound"])], terms=[("sum", "-1", "1")])],
        [Witness("Sum(u[i]*v[i].T, (i, 0, m-1))"), Split([
            [Take("x"), Order(positive=[Square(root="x - Sum(v[i]*(v[i].T*x), (i, 0, m-1))")], rewrite=["U", "V"])],
            []])]]),
]  # fmt: skip


@paper.remark("cor-1/nuclear", "The nuclear norm of a sum of modes", where="Section 3.1, cross-check")
def nuclear_norm(item):
    item.printed("(not in the paper) For w_i >= 0 and orthonormal u_i and v_i the nuclear norm of sum_i w_i u_i v_i' is sum_i w_i.")
    item.let(**MATRIX, w="real sequence", M="matrix(d, p)")
    for name, formula in BASES.items():
        item.suppose(name, formula)
    item.suppose("product", PRODUCT)
    item.suppose("nonnegative", "forall(i, integer[0, m-1], w[i] >= 0)")
    one = {"d": 1, "p": 1, "m": 1, "u": 1, "v": 1, "w": 1, "M": 1}
    item.conclude(NUCLEAR.format("Sum(w[i], (i, 0, m-1))"), argument=DUAL, expected="proved", example=one)
    item.note("By the definition as a dual norm; the largest trace is reached by C = sum_i u_i v_i'.")


LIMIT = {
    "signs": "(sigma > 0 and lam > 0) or (sigma == 0 and lam >= 0)",
    "limit": "implies(2*sigma*t > kappa, lam*ell == sigma) and implies(2*sigma*t == kappa, (lam + sigma)*ell == sigma)"
             " and implies(2*sigma*t < kappa, ell == 0)",
}  # fmt: skip
_X, _Y = "exp(delta*(2*sigma*t - kappa))", "exp(-kappa*delta)"
#: (16) at the time delta t, times the denominators.
VALUE = (f"implies(sigma > 0, x*(lam*({_X} - {_Y}) + sigma) == sigma*{_X})"
         f" and implies(sigma == 0, x*(1 + 2*lam*{_Y}*delta*t) == {_Y})")  # fmt: skip
NEAR = "x >= 0 and -eps <= x - ell and x - ell <= eps"
EXPONENTIAL = [
    Have("forall(hh, real, exp(hh) >= 1 + hh and exp(-hh)*exp(hh) == 1 and exp(hh) > 0 and exp(-hh) > 0)", name="exponential", by=[
        Take("hh"), Split([[], [], [], []])]),
    Have("forall(hh, real, forall(kk, real, implies(hh <= kk, exp(hh) <= exp(kk))))", name="order", by=[Take("hh", "kk")]),
    Have("forall(hh, real, implies(hh == 0, exp(hh) == 1))", name="exp 0", by=[Take("hh")]),
]  # fmt: skip
#: Letters for the two exponentials, once delta > 0.
LETTERS = [
    Use("exponential", at=["kappa*delta"], name="e_1"), Use("exponential", at=["delta*(2*sigma*t - kappa)"], name="f"),
    Use("order", at=["-kappa*delta", "delta*(2*sigma*t - kappa)"], name="g", premises=[[
        Have("delta*(sigma*t) >= 0", name="st")]]),
    Have("kappa*delta > 0", name="kd"),
    Have(f"exists(E, real, exists(y, real, E == {_X} and y == {_Y} and E > 0 and y > 0 and y < 1 and E >= y and y*(1 + kappa*delta) <= 1))",
         name="letters", by=[Witness(_X), Witness(_Y), Split([
             [], [], [], [], [], [],
             []])]),
    Obtain("letters", "E"), Obtain("E", "y", label="y"), Rewritten("value", ["y.0", "y.1"], name="values"),
]  # fmt: skip
#: The equation of x for sigma > 0, and x > 0.
POSITIVE = [
    Have("x*(lam*(E - y) + sigma) == sigma*E", name="x", by=[Use("values.0")]),
    Have("lam*(E - y) + sigma > 0", name="below"),
    Have("sigma*E > 0", name="above"),
    Have("x > 0", name="x above", by=[Numbers(using=["x", "below", "above"])]),
]  # fmt: skip


def later(body):
    """From a D with D e kappa = 1 on, for the e at hand; y <= e."""
    return [*positive_ratio("D", "1", "kappa*ee", ["kappa", "e"]), Witness("D"), Split([[], [
        Take("delta"), Have("delta >= D", name="late"), Have("delta > 0", name="delta"),
        Have("kappa*ee > 0", name="ke"),
        Have("delta*(kappa*ee) >= 1", name="long"),
        Take("x"), Have(VALUE, name="value"), *LETTERS,
        Have("y*(kappa*delta) <= ee*(kappa*delta)", name="more"),
        Have("y <= ee", name="small y"), *body]])]  # fmt: skip


def by_theorem(part, close):
    """The limit on one side of the transition, by Theorem 2."""
    return [
        Use("cited:thm-2", at=["sigma", "lam", "kappa"], name="thm"), Use(f"thm.{part}", at=["t", "eps"], premises=[[], [], []], name="found"),
        Obtain("found", "D", label="D"), Witness("D"), Split([[], [
            Take("delta"), Have("delta >= D", name="late"), Have("delta > 0", name="delta"),
            Use("D.1", at=["delta"], name="nearer"), Take("x"), Have(VALUE, name="value"), *LETTERS, *POSITIVE,
            Rewritten("nearer", ["y.0", "y.1"], name="near"),
            Have("sigma*E/(lam*(E - y) + sigma) == x", name="ratio"),
            Rewritten("near", ["ratio"], name="close", forwards=True), *close]])]  # fmt: skip


AT_T = [
    *positive_ratio("ee", "eps*(lam + sigma)", "lam", ["eps", "growing", "lam above"]), Have("ee > 0", name="e"),
    *later([
        *POSITIVE, Use("limit.1", name="ell"),
        Have("E == 1", name="one", by=[
            Have("delta*(2*sigma*t - kappa) == 0", name="exponent"),
            Use("exp 0", at=["delta*(2*sigma*t - kappa)"], name="is 1")]),
        Have("x*(lam*(1 - y) + sigma) == sigma", name="x times"),
        Have("lam*(1 - y) >= 0", name="rest"),
        Have("(x - ell)*(lam + sigma) == x*lam*y", name="gap"),
        Have("x <= 1", name="x below"),
        Have("x*lam*y <= lam*ee", name="small", by=[
            Have("lam*y >= 0", name="ly"),
            Have("x*(lam*y) <= lam*y", name="first"),
            Have("lam*y <= lam*ee", name="second")]),
        Have("x*lam*y >= 0", name="xly"),
        Have("lam + sigma > 0", name="sum"),
        Split([[], [],
               [Have("(x - ell)*(lam + sigma) <= eps*(lam + sigma)", name="upper")]])])]  # fmt: skip
SILENT = [
    *positive_ratio("ee", "eps", "1", ["eps"]), Have("ee > 0", name="e"),
    *later([
        Have("x*(1 + 2*lam*y*delta*t) == y", name="x", by=[Use("values.1")]), Use("limit.2", name="ell"),
        Have("lam*y*delta*t >= 0", name="run", by=[
            Have("lam*y >= 0", name="ly"), Have("delta*t >= 0", name="dt")]),
        Have("x > 0", name="x above"),
        Have("x <= y", name="x below"),
        Split([[], [], []])])]  # fmt: skip
MODE_LIMIT = [
    *EXPONENTIAL, Take("eps"), Have("eps > 0", name="eps"), CasesOn("signs", name="sign", scripts=[[
        Have("sigma > 0", name="growing"), Have("lam > 0", name="lam above"),
        Cases("2*sigma*t > kappa", name="now", yes=[
            Use("limit.0", name="ell"), Have("sigma/lam == ell", name="limit is"), *by_theorem(0, [
                Rewritten("close", ["limit is"], name="closer", forwards=True),
                Split([[], [], []])])],
            no=[Cases("2*sigma*t < kappa", name="then", yes=[
                Use("limit.2", name="ell"), *by_theorem(1, [
                    Split([[], [], []])])],
                no=[Have("2*sigma*t == kappa", name="at T"), *AT_T])])],
        [Have("2*sigma*t < kappa", name="before"), *SILENT]])]  # fmt: skip
SCALARS = {"sigma": "real", "lam": "real", "kappa": "positive", "t": "nonnegative", "ell": "real"}


@paper.remark("cor-1/mode", "The limit of one mode", where="Section 3.1, cross-check")
def one_mode(item):
    item.printed("(not in the paper) Theorem 2 for all modes at once: each one is nonnegative and tends to sigma/lambda after, "
                 "sigma/(lambda + sigma) at and 0 before its transition; those with sigma = 0 tend to 0.")  # fmt: skip
    item.let(**SCALARS)
    for name, formula in LIMIT.items():
        item.suppose(name, formula)
    item.conclude(f"forall(eps, positive, exists(D, positive, forall(delta, [D, oo), forall(x, real, implies({VALUE}, {NEAR})))))",
                  because=["thm-2"], argument=MODE_LIMIT, expected="proved",
                  example={"sigma": 1, "lam": 1, "kappa": 1, "t": 0, "ell": 0})  # fmt: skip


def indexed(formula):
    """A formula about one mode, for mode i."""
    for name in ("sigma", "lam", "ell", "x"):
        formula = re.sub(rf"\b{name}\b", f"{'w' if name == 'x' else name}[i]", formula)
    return formula


MODES = {name: f"forall(i, integer[0, m-1], {indexed(formula)})" for name, formula in LIMIT.items()}
VALUES = f"forall(i, integer[0, m-1], {indexed(VALUE)})"
UNIFORM = ("forall(k, nonnegative integer, implies(k <= m, forall(eps, positive, exists(D, positive, forall(delta, [D, oo),"
           f" forall(i, integer[0, k-1], forall(x, real, implies({re.sub(chr(92) + 'bw.i.', 'x', indexed(VALUE))},"
           " x >= 0 and -eps <= x - ell[i] and x - ell[i] <= eps))))))))")  # fmt: skip
UNIFORMLY = [Induct("k", base=[Take(), Take("eps"), Witness("1"), Split([[], [Take("delta", "i", "x")]])], step=[
    Take(), Have("k + 1 <= m", name="below"), Take("eps"), Use("IH", at=["eps"], name="before", premises=[[], []]), Obtain("before", "D", label="D"),
    Use("signs", at=["k"], name="sign"), Use("limit", at=["k"], name="goal"),
    Use("cited:cor-1/mode", at=["sigma[k]", "lam[k]", "kappa", "t", "ell[k]"], name="one"),
    Use("one", at=["eps"], name="this", premises=[[]]), Obtain("this", "DD", label="DD"),
    Witness("D + DD"), Split([[], [Take("delta", "i"), Have("delta >= D + DD", name="late"), Cases("i <= k - 1", name="old", yes=[
        Use("D.1", at=["delta"], name="nearer", premises=[[]]), Use("nearer", at=["i"])], no=[
        Have("i == k", name="new"), Use("DD.1", at=["delta"], name="near", premises=[[]]),
        Rewritten("near", ["new"], name="here")])]])])]


@paper.remark("cor-1/uniform", "The limits of all modes, uniformly", where="Section 3.1, cross-check")
def uniform_limit(item):
    item.printed("(not in the paper) One D serves the first k modes at once.")
    item.let(m="nonnegative integer", sigma="real sequence", lam="real sequence", kappa="positive", t="nonnegative", ell="real sequence")
    for name, formula in MODES.items():
        item.suppose(name, formula)
    item.conclude(UNIFORM, because=["cor-1/mode"], argument=UNIFORMLY, expected="proved",
                  example={"m": 1, "sigma": 1, "lam": 1, "kappa": 1, "t": 0, "ell": 0})  # fmt: skip


SUM = [
    *norms("sum of bounds"),
    Use("cited:cor-1/uniform", at=["m", ("sigma[i]", "i"), ("lam[i]", "i"), "kappa", "t", ("ell[i]", "i")], name="uniform"),
    Take("eps"), Have("eps > 0", name="eps"), Have("m >= 0", name="count"),
    *positive_ratio("ee", "eps", "m + 1", ["eps", "count"]),
    Use("uniform", at=["m", "ee"], name="all", premises=[[], []]), Obtain("all", "D", label="D"), Witness("D"), Split([[], [
        Take("delta", "w", "M"), Have(VALUES, name="values"), Have(PRODUCT, name="product"),
        Use("D.1", at=["delta"], name="now", premises=[[]]),
        Have("forall(ii, integer[0, m-1], w[ii] >= 0 and -ee <= w[ii] - ell[ii] and w[ii] - ell[ii] <= ee)", name="near", by=[
            Take("ii"), Use("values", at=["ii"], name="value"), Use("now", at=["ii", "w[ii]"])]),
        Use("cited:cor-1/nuclear", at=["d", "p", "m", ("u[i]", "i"), ("v[i]", "i"), ("w[i]", "i"), "M"], name="norm", premises=[[
            Split([[], [], [], [Take("ii"), Use("near", at=["ii"])]])]]),
        Use("sum of bounds", at=[("w[i]", "i"), ("ell[i] + ee", "i"), "m"], name="upper", premises=[[
            Take("jj"), Use("near", at=["jj"], name="n")]]),
        Use("sum of bounds", at=[("ell[i] - ee", "i"), ("w[i]", "i"), "m"], name="lower", premises=[[
            Take("jj"), Use("near", at=["jj"], name="n")]]),
        Have("m*ee <= eps", name="little"),
        Witness("Sum(w[i], (i, 0, m-1))"), Split([[], [], [
            Order(positive=[Square(facts=["lower"]), Square(facts=["little"])])], [
            Order(positive=[Square(facts=["upper"]), Square(facts=["little"])])]])]]),
]  # fmt: skip
TENDS = ("forall(eps, positive, exists(D, positive, forall(delta, [D, oo), forall(w, real sequence, forall(M, matrix(d, p), implies("
         f"{VALUES} and {PRODUCT}, exists(N, real, {NUCLEAR.format('N')} and -eps <= N - Sum(ell[i], (i, 0, m-1))"
         " and N - Sum(ell[i], (i, 0, m-1)) <= eps)))))))")  # fmt: skip


def other_norm(w, product, least="1", matrix="1", value=Numbers):
    """The norm of one mode w is at least `least`, by a matrix C, and so far from the limit, for every D."""
    return [At({"goal": [Witness("1/4"), Split([[], [Take("D"), Cases("D > 0", no=[Choose(0)], yes=[
        Choose(1), Witness("D"), Split([[], [Witness(w, index="r"), Witness(product), Split([
            [Split([[Take("i"), Split([[value()], [value()]])], [Numbers()]])],
            [Take("N"), Cases(f"N < {least}", name="small", no=[Choose(3), Numbers()], yes=[
                Choose(0), Witness(matrix), Split([[Take("x")], [Numbers()]])])]])]])])]])]})]  # fmt: skip


ONE_MODE = {"d": 1, "p": 1, "m": 1, "u": 1, "v": 1, "sigma": 1, "lam": 1, "kappa": 1, "t": 0, "ell": 0}
THERE = "1/(2 - exp(-D))"  # the mode at the time of its transition


def nuclear_limit(kind, id, where):
    @kind(id, "The nuclear norm of the product", where=where)
    def page(item):
        item.printed("|W_1(delta t) W_2(delta t)|_* -> sum_i [(sigma_i/lambda_i) 1{t > T_i} + (sigma_i/(lambda_i + sigma_i)) 1{t = T_i}].")
        item.let(**MATRIX, sigma="real sequence", lam="real sequence", kappa="positive", t="nonnegative", ell="real sequence")
        for name, formula in {**BASES, **MODES}.items():
            item.suppose(name, formula)
        item.conclude(TENDS, because=["cor-1/uniform", "cor-1/nuclear"], argument=SUM, expected="proved",
                      example=ONE_MODE)  # fmt: skip
        for name, vector in (("U", "u"), ("V", "v")):
            point = {**ONE_MODE, vector: 2, "t": "1/2", "ell": "1/2"}
            item.without(name, counterexample=point, argument=other_norm(THERE, f"2*{THERE}"))
        item.without("signs", counterexample={**ONE_MODE, "sigma": -1}, argument=other_norm("1", "1", value=partial(Numbers, using=[])))
        item.without("kappa.positive", counterexample={**ONE_MODE, "sigma": 0, "lam": 0, "kappa": 0}, argument=other_norm("1", "1"))
        item.without("limit", counterexample={**ONE_MODE, "sigma": 0, "lam": 0, "ell": -1},
                     argument=other_norm("exp(-D)", "exp(-D)", "0", "0"))  # fmt: skip
        item.note("For any number of modes, those with sigma_i = 0 included, which contribute nothing in the limit; ell_i is the limit of "
                  "mode i at the time t. M is the product of the layers at delta t by Theorem 1 (epsilon = 0, orthogonal Q), N its nuclear norm.")
        if id == "cor-1":
            item.leads_to("prose-any-norm")

    return page


nuclear_limit(paper.corollary, "cor-1", "Section 3.1, Corollary 1")
nuclear_limit(paper.equation, "eq-19", "Section 3.1, Eq. (19)")
