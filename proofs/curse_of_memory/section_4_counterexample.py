"""A kernel that changes sign is far from all networks of width 1, on every scale of time (not in the paper)."""

from verifier.language.script import (
    Cases,
    Have,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

from . import paper
from .lemmas.exponential_curves import EXPONENTIAL
from .notation import curve
from .rate import memory, network, quantified, tried

#: rho(t) = lam u^2 (1 - u)^2 (1 - 2 u), u = exp(-lam t): the powers of u and their coefficients.
TERMS = {2: 1, 3: -4, 4: 5, 5: -2}


def powers(weight):
    """The sum of weight(k, c) u^k."""
    return " + ".join(f"({weight(k, c)})*exp(-{k}*lam*t)" for k, c in TERMS.items())


#: y, y' = rho, y'' and the derivative of that.
JETS = (
    "1/60 + " + powers(lambda k, c: f"{-c}/{k}"),
    f"lam*({powers(lambda k, c: c)})",
    f"lam**2*({powers(lambda k, c: -k * c)})",
    f"lam**3*({powers(lambda k, c: k * k * c)})",
)
KERNEL = f"forall(s, [0, oo), Y[s][1, 0] == {JETS[1].replace('t)', 's)')})"
#: exp(lam t) rho(t) and exp(lam t) rho'(t) in u = exp(-lam t), over powers of lam.
WEIGHTED = {1: "u - 4*u**2 + 5*u**3 - 2*u**4", 2: "12*u**2 - 2*u - 20*u**3 + 10*u**4"}


def follows(first, second):
    return Have(f"forall(t, real, diff({first}[t], t) == {second}[t])", name=first + second, by=[
        Take("t"), Use(first, at=["t"], name="one"), Use(second, at=["t"], name="two")])


STACK = "p[t]*basis(3, 0) + q[t]*basis(3, 1) + r[t]*basis(3, 2)"


def row(k, script):
    return [Have("i == 0", name="i"), Cases(f"k <= {k}", yes=[Have(f"k == {k}", name="k"), *script(k)],
                                            no=[Have(f"k == {k + 1}", name="k"), *script(k + 1)])]  # fmt: skip


def at_zero(name, value):
    return [Use(name, at=["0"], name=f"{name} now"), Have(f"{value.replace('t)', '0)')} == 0", name=f"{name} start"),
            Have(f"{name}[0] == 0", name=f"{name} at 0")]


def bounded(k):
    """Row k of (13), for beta = lam and gamma = 1."""
    name, value = "pqr"[k], JETS[k]
    weighted, entry = WEIGHTED[k], f"exp(lam*t)*({STACK})[k, i]"
    factor = "lam" if k == 2 else ""
    sides = [[Order(positive=[Square(facts=[f"z in.{j}"], root=factor)])] if k == 2 else [] for j in (0, 1)]
    return [
        Have(f"forall(t, real, ({STACK})[k, i] == {name}[t])", name="entry", by=[Take("t")]),
        Have(f"littleo(exp(lam*t)*({value}), 1, t, oo)", name="explicit", by=[Numbers(using=["lam"])]),
        Split([[Take("eps"), Use("explicit", at=["eps"], name="small"), Obtain("small", "N", label="N"), Witness("N"), Split([[], [
            Take("t"), Use("N.1", at=["t"], name="now"), Use("entry", at=["t"], name="here"), Use(name, at=["t"], name="value"),
            Use("as small", at=["exp(lam*t)", f"({STACK})[k, i]", f"{name}[t]", value, "eps"], premises=[[Split([[], [], []])]])]])], [
            Take("t"), Use("entry", at=["t"], name="here"), Use(name, at=["t"], name="value"),
            Set("u", "exp(-lam*t)"),
            Have("0 < u and u <= 1", name="u in"),
            Set("z", weighted), Have("-1 <= z and z <= 1", name="z in", by=[Numbers(using=["z", "u in"])]),
            Have(f"exp(lam*t)*({value}) == lam**{k}*({weighted.replace('u', 'exp(-lam*t)')})", name="plain"),
            Have(f"{weighted.replace('u', 'exp(-lam*t)')} == z", name="z is", by=[Numbers(using=["u", "z"])]),
            Have(f"exp(lam*t)*({value}) == lam**{k}*z", name="said"),
            Have(f"{entry} == lam**{k}*z", name="entry said"),
            Have(f"lam**k == lam**{k}", name="power"),
            Have("lam**k > 0", name="positive"),
            Have(f"-lam**{k} <= lam**{k}*z and lam**{k}*z <= lam**{k}", name="scaled", by=[Split(sides)]),
            Use("ratio", at=[entry, "lam**k"], premises=[[], [Split(
                [[Numbers(using=["entry said", "power", "scaled"])]]*2)]])]]),
    ]  # fmt: skip


@paper.remark("kernel-13", "A kernel that changes sign, on every scale of time", where="Theorem 4.2, cross-check", provenance="derived")
def kernel(item):
    item.printed("(not in the paper) rho(t) = lam u^2 (1 - u)^2 (1 - 2 u), u = e^(-lam t), satisfies (13) with alpha = 1, beta = lam and "
                 "gamma = 1, for every lam > 0, and y, y' and y'' vanish at t = 0.")  # fmt: skip
    item.let(lam="positive")
    item.conclude(f"exists(Y, matrix(1+2, 1) curve, ({memory('1', '1', 'lam', '1', smooth=True)}) and {KERNEL})", expected="proved", argument=[
        Have("forall(xx, real, forall(yy, positive, implies(-yy <= xx and xx <= yy, Abs(xx)/yy <= 1)))", name="ratio",
             by=[Take("xx", "yy")]),
        Have("forall(ff, real, forall(xx, real, forall(yy, real, forall(vv, real, forall(ee, real, implies("
             "xx == yy and yy == vv and Abs(ff*vv) <= ee, Abs(ff*xx) <= ee))))))", name="as small",
             by=[Take("ff", "xx", "yy", "vv", "ee"), Have("ff*xx == ff*vv", name="same")]),
        *curve("p", JETS[0], JETS[1]), *curve("q", JETS[1], JETS[2]), *curve("r", JETS[2], JETS[3]), follows("p", "q"), follows("q", "r"),
        Witness(STACK, index="t"), Split([[Split([
            [Take("k", "i"), *at_zero("p", JETS[0]), *at_zero("q", JETS[1]), *at_zero("r", JETS[2]), Have("i == 0", name="i"),
             Cases("k <= 0", yes=[Have("k == 0", name="k")], no=[
                 Cases("k <= 1", name="next", yes=[Have("k == 1", name="k")],
                       no=[Have("k == 2", name="k")])])],
            [Take("t", "k", "i"), Use("pq", at=["t"], name="pq now"), Use("qr", at=["t"], name="qr now"),
             *row(0, lambda k: [])],
            [Take("k", "i"), *row(1, bounded)]])],
            [Take("s"), Use("q", at=["s"], name="now"),
             Have(f"({STACK.replace('[t]', '[s]')})[1, 0] == q[s]", name="entry")]])])  # fmt: skip
    item.note("y = 0 for t < 0 continues it to a function in C^2(R).")


#: Facts that need nothing of the network.
BEFORE = [
    EXPONENTIAL,
    Have("forall(zz, real, forall(bb, real, forall(yy, real, forall(xx, real, implies(-4*xx <= zz and zz <= 4*xx and 0 <= yy and yy <= xx,"
         " Abs(zz - bb*yy) <= (4 + Abs(bb))*xx)))))", name="triangle", by=[
        Take("zz", "bb", "yy", "xx"), Have("0 <= xx", name="xx")]),
    Have("forall(ff, real, forall(vv, real, forall(hh, real, forall(xx, real, forall(rr, real, forall(ee, positive, forall(kk, positive, implies("
         "ff == vv and Abs(vv) <= hh*xx and kk == hh and Abs(xx) <= rr and kk*rr == ee, Abs(ff) <= ee))))))))", name="chain", by=[
        Take("ff", "vv", "hh", "xx", "rr", "ee", "kk"),
        Have("xx <= rr", name="upper"),
        Have("kk*xx <= ee", name="times"),
        Have("Abs(vv) <= ee", name="value")]),
]  # fmt: skip
#: The 1 x 1 matrices W, E and c'U as numbers w, e and a; E is exp(w s), and w < 0.
SCALARS = [
    Set("w", "W"), Set("a", "c.T*U"),
    Have("exists(e, real curve, forall(s, real, E[s] == e[s] and diff(E[s], s) == diff(e[s], s)))", name="a curve e", by=[Witness("E[s]", index="s")]),
    Obtain("a curve e", "e", label="e"),
    Have("e[0] == 1", name="e starts", by=[Use("e", at=["0"], name="e0"), Linear(terms=[("e0.0", "-1", "1"), ("network.0", "1", "1")])]),
    Have("forall(s, [0, oo), diff(e[s], s) == w*e[s])", name="e flow", by=[
        Take("s"), Use("e", at=["s"], name="es"), Use("network.1", at=["s"], name="fs"),
        Linear(terms=[("es.1", "-1", "1"), ("fs", "1", "1"), ("es.0", "W", "1"), ("w", "-e[s]", "1")])]),
    Use("exponential", at=[("e[s]", "s"), "w"], name="e is", premises=[[]]),
    Have("forall(s, [0, oo), e[s] == exp(w*s))", name="all e", by=[Take("s"), Use("e is", at=["s"], name="now")]),
    Have("w < 0", name="stable", by=[
        Negate("w large"), Use("network.2", at=["1/2"], name="half"), Obtain("half", "N", label="N"),
        Use("N.1", at=["N + 1"], name="now", premises=[[]]),
        Use("all e", at=["N + 1"], name="e now", premises=[[]]), Use("e", at=["N + 1"], name="E now"),
        Have("trace(E[N + 1].T*E[N + 1]) == e[N + 1]**2", name="square"),
        Have("exp(w*(N + 1)) >= 1", name="one"),
        Numbers(using=["now", "square", "one", "e now"])]),
]  # fmt: skip


def probe(p, transform, sign):
    """The input exp(-p lam s): the transform of rho there is that number, that of the network b."""
    x, decay = f"exp(-{p}*lam*s)", f"exp((w - {p}*lam)*s)"
    seen = {k: f"exp(-({k} + {p})*lam*s)" for k in TERMS}
    left = " + ".join(f"({c}/({k} + {p}))*{seen[k]}" for k, c in TERMS.items())
    rate = " + ".join(f"({c})*{seen[k]}" for k, c in TERMS.items())
    value, slope = f"{left} - b*{decay}", f"b*({p}*lam - w)*{decay} - lam*({rate})"
    shape = powers(lambda k, c: c).replace("t)", "s)")
    each = " and ".join(f"(0 <= x{k} and x{k} <= xx)" for k in TERMS)
    whole = " + ".join(f"({c}/({k} + {p}))*x{k}" for k, c in TERMS.items())
    parts = f"forall(xx, real, implies({each}, -4*xx <= {whole} and {whole} <= 4*xx))"
    for k in reversed(TERMS):
        parts = f"forall(x{k}, real, {parts})"
    return [
        Have(parts, name="parts", by=[Take(*(f"x{k}" for k in TERMS), "xx")]),
        Have(f"exists(b, real, b*({p}*lam - w) == a)", name="a transform", by=[
            Witness(f"a/({p}*lam - w)")]),
        Obtain("a transform", "b", label="b"),
        Have(f"b {sign} 0", name="sign of b"),
        *curve("x", x, f"-{p}*lam*{x}", ["lam"], "s"), *curve("F", value, slope, ["lam", "stable"], "s"),
        Have(f"forall(s, [0, oo), 0 < {x} and {x} <= 1)", name="size", by=[Take("s")]),
        Have(f"littleo({x}, 1, s, oo)", name="explicit"),
        Witness("x[s]", index="s"), Witness("F[s]", index="s"), Split([[Split([
            [Take("i"), Have("i == 0", name="i"), Have("forall(s, real, x[s][i, 0] == x[s])", name="entry", by=[Take("s")]),
             Split([[Take("eps"), Use("explicit", at=["eps"], name="small"), Obtain("small", "N", label="N"), Witness("N"), Split([[], [
                 Take("s"), Use("N.1", at=["s"], name="now"), Use("x", at=["s"], name="value"), Use("entry", at=["s"], name="here")]])],
                [Take("s"), Use("x", at=["s"], name="value"), Use("entry", at=["s"], name="here"),
                 Use("size", at=["s"], premises=[[]], name="now"),
                 Have("0 < x[s] and x[s] <= 1", name="in"), Have("Abs(x[s]) <= 1", name="modulus"),
                 Numbers(using=["modulus", "here"])]])],
            [Set("k", "4 + Abs(b)"), Have("k > 0", name="k positive"),
             Take("eps"), Have("exists(r, real, k*r == eps and r > 0)", name="a part", by=[Witness("eps/k"), Split([[], []])]), Obtain("a part", "r", label="part"),
             Use("explicit", at=["r"], premises=[[]], name="small"), Obtain("small", "N", label="N"), Witness("N"), Split([[], [
                 Take("s"), Have("s > 0", name="s"),
                 Use("N.1", at=["s"], name="now"), Use("F", at=["s"], name="value"),
                 *(Have(f"0 <= {part} and {part} <= {x}", name=f"part {k}") for k, part in seen.items()),
                 Have(f"0 <= {decay} and {decay} <= {x}", name="third"),
                 Use("parts", at=[*seen.values(), x], name="sizes", premises=[[Split([[]]*len(seen))]]),
                 Use("triangle", at=[left, "b", decay, x], name="sum", premises=[[Split([
                     [], [],
                     [], []])]]),
                 Use("chain", at=["F[s]", value, "4 + Abs(b)", x, "r", "eps", "k"],
                     premises=[[], [], [Split([[], [], [], [], []])]])]])],
            [Take("s"), Use("all e", at=["s"], name="e now"), Use("e", at=["s"], name="E now"), Use("x", at=["s"], name="x now"),
             Use("F", at=["s"], name="F now"), Use("kernel", at=["s"], name="kernel now"),
             Set("y", "Y[s][1, 0]"),
             Have("c.T*E[s]*U*x[s] - Sum(Y[s][1, i]*x[s][i, 0], (i, 0, 1 - 1)) == a*e[s]*x[s] - y*x[s]", name="right"),
             Have(f"e[s]*x[s] == {decay}", name="product", by=[
                 Have(f"exp(w*s)*{x} == {decay}", name="powers"), Numbers(using=["e now", "x now.0", "powers"])]),
             Have(f"y*x[s] == lam*({rate})", name="seen", by=[
                 Have(f"({shape})*{x} == {rate}", name="powers"),
                 Have(f"y == lam*({shape})", name="y is"),
                 Have(f"y*x[s] == lam*(({shape})*{x})", name="both", by=[Numbers(using=["y is", "x now.0"])])]),
             Have(f"a*e[s]*x[s] == b*({p}*lam - w)*{decay}", name="answer", by=[Numbers(using=["product", "b"])]),
             Have("diff(F[s], s) == a*e[s]*x[s] - y*x[s]", name="slope", by=[Numbers(using=["F now.1", "seen", "answer"])])]])],
            [Use("F", at=["0"], name="F0"), Have(f"{value.replace('s)', '0)')} == {transform} - b", name="at 0"),
             Have(f"F[0] == {transform} - b", name="start")]]),
    ]  # fmt: skip


@paper.remark("distance-1", "One exponential stays away from that kernel", where="Theorem 4.2, cross-check", provenance="derived")
def distance(item):
    item.printed("(not in the paper) Every network of width 1 differs from rho(t) = lam u^2 (1 - u)^2 (1 - 2 u), u = e^(-lam t), by at least 1/420 in the norm of "
                 "Theorem 4.2, for every lam > 0.")  # fmt: skip
    item.let(lam="positive")
    found = quantified([("exists", "x", "matrix(1, 1) curve"), ("exists", "F", "real curve")], f"({tried('1')}) and Abs(F[0]) >= 1/420")
    given = [("forall", "Y", "matrix(1+2, 1) curve"), ("forall", "W", "matrix(1, 1)"), ("forall", "U", "matrix(1, 1)"),
             ("forall", "c", "matrix(1, 1)"), ("forall", "E", "matrix(1, 1) curve")]  # fmt: skip
    item.conclude(quantified(given, f"implies({KERNEL}, implies({network('1')}, {found}))"), expected="proved", argument=[
        *BEFORE, Take("Y", "W", "U", "c", "E"), Have(KERNEL, name="kernel"), Have(network("1"), name="network"),
        *SCALARS, Cases("a >= 0", name="sign", yes=probe("2", "-1/420", ">="), no=probe("1/2", "16/3465", "<="))])
    item.note("The inputs e^(-p lam s) see the transform R(p) - a/(p - w) of the difference, R(p) = 2 (1 - p)/((p + 2)(p + 3)(p + 4)(p + 5)): it is "
              "16/3465 at p = 1/2 and -1/420 at p = 2, while a/(p - w) has the sign of a.")  # fmt: skip
