"""Theorem C.1: the printed proof line by line, and what the hypotheses are for."""

from verifier.language.script import Have, Numbers, Split, Take, Use

from .appendix_c_distance import STUDENT
from .lemmas.energy_escape import SLOW
from .lemmas.exponential_curves import EXPONENTIAL

TANGENT = Have("forall(x, real, exp(x) >= 1 + x)", name="tangent", by=[Take("x")])


def steps(item, start):
    some = {"lam": "positive", "kap": "positive", "gn": "positive", "dd": "positive", "tt": "positive"}
    because = ["definitions"]
    point = {**start, "lam": 1, "kap": 1, "gn": 1, "dd": 1, "tt": 1}
    item.step("t2", "forall(y, real curve, forall(l1, nonzero real, forall(g1, real, implies(y[0] == 0 and forall(s, [0, oo), diff(y[s], s) == -g1 - l1*y[s]),"
              " forall(s, nonnegative, y[s] == -g1*(1 - exp(-l1*s))/l1)))))", because=because,
              says="one eigendirection of the linearised flow: y = -h(lambda; tau) g", argument=[
        EXPONENTIAL, Take("y", "l1", "g1"),
        Use("exponential", at=[("y[t1] + g1/l1", "t1"), "-l1"], name="grows", premises=[[
            Take("t"), Use("given1.1", at=["t"], premises=[[]], name="now")]]),
        Take("s"), Use("grows", at=["s"], premises=[[]], name="then")])  # fmt: skip
    item.step("t4", "implies(lam <= kap, (1 - exp(-kap*tt))/kap <= (1 - exp(-lam*tt))/lam) and (1 - exp(-kap*tt))/kap <= tt", let=some, example=point, because=because,
              says="h falls in lambda, and h <= h(0; tau) = tau", argument=[Split([[Numbers(using=["lam", "kap", "tt"])], [
                  TANGENT, Use("tangent", at=["-kap*tt"], name="e")]])])  # fmt: skip
    item.step("t5", "implies((1 - exp(-lam*tt))/lam*gn >= dd, tt >= dd/gn) and implies((exp(lam*tt) - 1)/lam*gn >= dd, tt >= log(1 + lam*dd/gn)/lam)", let=some, example=point,
              because=because, says="(118): the three cases", argument=[Split([[
                  Take(), TANGENT, Use("tangent", at=["-lam*tt"], name="e"),
                  Have("(1 - exp(-lam*tt))/lam <= tt", name="h"),
                  Have("forall(x, real, implies(x <= tt and x*gn >= dd, tt >= dd/gn))", name="reached", by=[
                      Take("x"), Have("tt*gn >= x*gn", name="more"),
                      Have("tt*gn >= dd", name="far")]),
                  Use("reached", at=["(1 - exp(-lam*tt))/lam"], premises=[[]])],
                  [Take()]])])  # fmt: skip
    item.step("t6", "Min(dd/gn, log(1 + lam*dd/gn)/lam) == log(1 + lam*dd/gn)/lam", let=some, example=point, because=because,
              says="(119): of the two terms of the minimum the second is never larger", argument=[
                  Have("log(1 + lam*dd/gn)/lam <= dd/gn", name="order"),
                  Have("forall(x1, real, forall(x2, real, implies(x2 <= x1, Min(x1, x2) == x2)))", name="least", by=[
                      Take("x1", "x2")]),
                  Use("least", at=["dd/gn", "log(1 + lam*dd/gn)/lam"], premises=[[]])])  # fmt: skip
    item.step("t7", "forall(c, positive, limit(log(1 + v**2*exp(-c*v)*delta/(v*exp(-c*v)))/(v**2*exp(-c*v)), v, oo) == oo)", because=because,
              says="(120): the bound grows without limit as omega = 1/v -> 0", argument=[Take("c")])  # fmt: skip
    item.step("t8", "forall(c, positive, forall(y, [1, oo), forall(x, [1, oo), c*y**2*exp(-y) > 0 and c*x*y*exp(-y) > 0)))", because=because, fidelity="fragment",
              says="(121), (122): positive bounds of |lambda_min| and |g|, inserted in escape-linearised-time",
              argument=[Take("c", "y", "x"), Split([[], []])])  # fmt: skip
    item.step("t9", "forall(q, nonnegative, forall(x, real, forall(y, real, implies(x - y <= gn*dd and gn <= 1, (0 + x) - (q + y) <= dd))))",
              let=some, example=point, because=because, says="the loss is no faster: J = Q + P, Q = 0 at the start, P falls by at most G delta in a ball of radius delta",
              argument=[Take("q", "x", "y"), Have("1 - gn >= 0", name="slower")])  # fmt: skip
    item.step("t10", SLOW.formula, because=because, argument=SLOW.by, says="starts near rhobar: |theta(T) - theta_0| <= G T + Q(0)/G, Q = |rhohat - rhobar|^2")


#: One neuron and a target of size 0: what happens where a hypothesis fails; the bound on T is above 7 for C = D = 1/1000, delta = 1/10, u = 1.
SMALL = {**STUDENT, "wlow": 1, "abar": 0, "T": 3, "C": "1/1000", "u": 1, "D": "1/1000", "delta": "1/10", "rt": 1}
#: The neuron's amplitude moves like t, its rate stays at 1.
MOVES = {**SMALL, "a": "t", "Q": "t**2/2", "gw": "-t**2/2"}
WITHOUT = {
    "flow": {**MOVES, "ga": "t", "J": "t**2/2"},
    "gradient": {**MOVES, "ga": -1, "gw": 0, "J": "t**2/2"},
    "memory seen": {**MOVES, "ga": "t", "l": "(1 + t)/2", "n": "t**2/4", "J": "-t**2/2 - t"},
}
