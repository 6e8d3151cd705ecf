"""How large a sum of n exponentials is at one time against its norm: t s(t)^2 <= n |s|^2, a proof for all sizes, as a script.

With the rates on the diagonal of V, the Gram matrix G of the exponentials satisfies V G + G V = b b', b = (1, ..., 1).  For
every e > 0 let Z Z' be the inverse of G + e and D = e^(-Vt).  Then t |Z'Db|^2 + |Z' D G D Z| falls, from at most n, and
s(t) = c'Db is at most |Z'Db| times (c'Gc + e |c|^2)^(1/2).  No basis is needed, and rates may coincide.
"""

from __future__ import annotations

from verifier.language.script import (
    Axiom,
    Have,
    Induct,
    Inside,
    Ladder,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Step,
    Take,
    Term,
    Use,
    Witness,
)
from verifier.library.short_names import PRODUCT

from .cauchy_matrices import NONNEGATIVE, TERMWISE
from .exponential_curves import EXPONENTIAL
from .positive_definite import INVERSE

_DIAGONAL = "Sum({value}*basis({n}, k)*basis({n}, k).T, (k, 0, {n}-1))"
_RATES = _DIAGONAL.format(value="rr[k]", n="NN")


def _falling(rate: str) -> list[Step]:
    """A curve uu with uu(0) = 1 and uu' = -rate uu: the fact ``uu falls``."""
    said = f"uu[0] == 1 and forall(t, real, diff(uu[t], t) == -{rate}*uu[t])"
    return [
        Have(f"exists(uu, real curve, {said})", name="there is uu", by=[Witness(f"exp(-{rate}*t)", index="t"), Split([
            [], [Take("t")]])]),
        Obtain("there is uu", "uu", label="uu falls"),
    ]  # fmt: skip


_NEXT = "JJ*DD[t]*JJ.T + uu[t]*LL*LL.T"
_BLOCKS: list[Term] = [
    ("isometry", "JJ*VV", "DD[t]*JJ.T"), Inside("last", "rr[NN]*LL*HOLE.T*DD[t]*JJ.T"), ("last", "uu[t]*JJ*VV", "LL.T"),
    ("unit", "rr[NN]*uu[t]*LL", "LL.T"),
]  # fmt: skip
#: The exponential of a diagonal matrix, one entry more at a time.
DECAY = Have(
    "forall(rr, real sequence, forall(NN, positive integer, exists(DD, matrix(NN, NN) curve, DD[0] == eye(NN) and forall(t, real,"
    f" diff(DD[t], t) == -{_RATES}*DD[t] and {_RATES}*DD[t] == DD[t]*{_RATES} and DD[t].T == DD[t]))))",
    name="decay",
    by=[Take("rr"), Induct("NN", base=[
        *_falling("rr[0]"), Witness("uu[t]*eye(1)", index="t"), Split([[], [
            Take("t"), Use("uu falls.1", at=["t"], name="now"), Split([[], [], []])]])], step=[
        Obtain("IH", "DD", label="D"), *_falling("rr[NN]"), Set("JJ", "Sum(basis(NN+1, j)*basis(NN, j).T, (j, 0, NN-1))"),
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["NN"], name="n"), Use("resolution-of-identity", at=["NN+1"], name="n + 1"),
        Set("VV", _RATES), Set("LL", "basis(NN+1, NN)"),
        Have("JJ.T*JJ == eye(NN)", name="isometry"),
        Have("JJ.T*LL == zeros(NN, 1)", name="last"),
        Have("LL.T*LL == 1", name="unit"),
        Have(f"{_RATES.replace('NN', 'NN+1')} == JJ*VV*JJ.T + rr[NN]*LL*LL.T", name="V"),
        Witness("JJ*DD[t]*JJ.T + uu[t]*LL*LL.T", index="t"), Split([
            [],
            [Take("t"), Use("D.1", at=["t"], name="now"), Use("uu falls.1", at=["t"], name="uu now"), Split([
                [Linear(terms=[("now.0", "JJ", "JJ.T"), ("uu now", "LL", "LL.T"), ("V", "1", _NEXT), ("VV", "JJ", "DD[t]*JJ.T"), *_BLOCKS])],
                [Linear(terms=[
                    ("now.1", "JJ", "JJ.T"), ("V", "1", _NEXT), ("V", f"-({_NEXT})", "1"), ("VV", "JJ", "DD[t]*JJ.T"), ("VV", "-JJ*DD[t]", "JJ.T"), *_BLOCKS,
                    ("isometry", "-JJ*DD[t]", "VV*JJ.T"), ("last", "-rr[NN]*JJ*DD[t]", "LL.T"), Inside("last", "-uu[t]*LL*HOLE.T*VV*JJ.T"),
                    ("unit", "-rr[NN]*uu[t]*LL", "LL.T")])],
                []])]])])],
)  # fmt: skip

_Y = "ZZ*ZZ.T*D[t]*bb"
_AT = "t*trace(bb.T*D[t]*ZZ*ZZ.T*D[t]*bb) + trace(ZZ.T*D[t]*G*D[t]*ZZ)"
GRAM = "forall(i, integer[0, n-1], forall(j, integer[0, n-1], (v[i, 0] + v[j, 0])*G[i, j] == 1))"
FORM = "Sum(Sum(c[i, 0]*c[j, 0]*G[i, j], (j, 0, n-1)), (i, 0, n-1))"
VALUE = "Sum(c[k, 0]*exp(-v[k, 0]*t), (k, 0, n-1))"
_SUMS = Have(
    "forall(ff, real sequence, forall(kk, nonnegative integer, implies(forall(j, integer[0, kk-1], ff[j] >= 0), Sum(ff[j], (j, 0, kk-1)) >= 0)))",
    name="sums", by=[Take("ff"), Induct("kk", base=[Take()], step=[
        Take(), Use("IH", premises=[[Take("j"), Use("given", at=["j"])]], name="before"), Use("given", at=["kk"], name="last")])])  # fmt: skip

_ENTRIES: list[Step] = [Take("i", "k"), Use("Gram", at=["i", "k"], name="now")]
#: From the facts ``rates`` and ``Gram`` of v (n x 1), c (n x 1) and G (n x n): D = e^(-Vt), and s(t) = c'Db by the fact ``rows``.
SETUP: list[Step] = [
    EXPONENTIAL, TERMWISE, DECAY, NONNEGATIVE,
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["n"], name="identity"),
    Use("decay", at=[("v[k, 0]", "k"), "n"], name="there is D"), Obtain("there is D", "D", label="D"),
    Set("VV", _DIAGONAL.format(value="v[k, 0]", n="n")), Set("bb", "Sum(basis(n, k), (k, 0, n-1))"),
    Set("PP", "VV*G"), Set("QQ", "G*VV"),
    Have("forall(i, integer[0, n-1], forall(j, integer[0, n-1], PP[i, j] == 1 - QQ[i, j]))", name="entries", by=[
        Take("i", "j"), Use("Gram", at=["i", "j"], name="now")]),
    Have("PP + QQ == bb*bb.T", name="sum", by=[Linear(rewrite=["bb", "entries"], terms=[
        ("identity", "1", "PP + QQ"), ("identity", "Sum(basis(n, i)*basis(n, i).T, (i, 0, n-1))*(PP + QQ)", "1")])]),
    Have("forall(t, real, diff(D[t], t) == -VV*D[t] and VV*D[t] == D[t]*VV and D[t].T == D[t])", name="flow", by=[
        Take("t"), Use("D.1", at=["t"], name="now"), Split([[],
                                                            [Linear(rewrite=["VV"], terms=[("now.1", "1", "1")])], [Use("now.2")]])]),
    Have("VV*G + G*VV == bb*bb.T", name="Lyapunov"),
    Set("GT", "G.T"),
    Have("forall(i, integer[0, n-1], forall(j, integer[0, n-1], GT[i, j] == G[i, j]))", name="mirror", by=[
        Take("i", "j"), Use("Gram", at=["i", "j"], name="one"), Use("Gram", at=["j", "i"], name="two"),
        Have("GT[i, j] == G[j, i]", name="other")]),
    Have("GT == G", name="same", by=[Linear(rewrite=["mirror"], terms=[
        ("identity", "1", "GT - G"), ("identity", "Sum(basis(n, i)*basis(n, i).T, (i, 0, n-1))*(GT - G)", "1")])]),
    Have("G.T == G", name="symmetric"),
    Use("nonnegative", at=["n", "n", "v", "v", "G", "G", "G"], name="squares", premises=[[Split([
        [Use("rates")], [Use("rates")], _ENTRIES, _ENTRIES, _ENTRIES])]]),
    Have("forall(x, matrix(n, 1), trace(x.T*G*x) >= 0)", name="form", by=[
        Take("x"), Use("squares", at=[("x[t, 0]", "t"), ("0*t", "t")], name="now"),
        Order(positive=[Square(facts=["now"])], terms=[("identity", "x.T", "G*x"), ("identity", "x.T*Sum(basis(n, i)*basis(n, i).T, (i, 0, n-1))*G", "x")])]),
    Have(f"forall(T, nonnegative, {VALUE.replace('*t)', '*T)')} == trace(c.T*D[T]*bb))", name="rows", by=[
        Take("T"),
        Have("forall(k, integer[0, n-1], trace(basis(n, k).T*D[T]*bb) == exp(-v[k, 0]*T))", name="entry", by=[
            Take("k"), Use("exponential", at=[("trace(basis(n, k).T*D[t]*bb)", "t"), "-v[k, 0]"], name="falls", premises=[[
                Take("t"), Use("flow", at=["t"], name="now")]]),
            Use("falls", at=["T"], premises=[[Use("given")]], name="then"),
            Have("trace(basis(n, k).T*D[0]*bb) == 1", name="start"), Numbers(using=["then", "start"])]),
        Have("exists(z, real sequence, forall(k, integer[0, n-1], z[k] == trace(basis(n, k).T*D[T]*bb)))", name="there is z", by=[
            Witness("trace(basis(n, k).T*D[T]*bb)", index="k")]), Obtain("there is z", "z", label="z"),
        Have(f"{VALUE.replace('*t)', '*T)')} == Sum(c[k, 0]*z[k], (k, 0, n-1))", name="sum z", by=[
            Use("termwise", at=["n-1", ("c[k, 0]*exp(-v[k, 0]*T)", "k"), ("c[k, 0]*z[k]", "k")], premises=[[
                Take("k"), Use("entry", at=["k"], name="now"), Use("z", at=["k"], name="z now")]])]),
        Have("Sum(c[k, 0]*z[k], (k, 0, n-1)) == trace(c.T*D[T]*bb)", name="sum s", by=[Linear(rewrite=["z"], terms=[("identity", "-c.T", "D[T]*bb")])]),
        Set("sv", VALUE.replace("*t)", "*T)")), Rewritten("sum z", ["sv"], name="total z"),
        Have("sv == trace(c.T*D[T]*bb)", name="total"),
        Rewritten("total", ["sv"], name="written out", forwards=True), Use("written out")]),
]

#: T s(T)^2 <= n c'Gc.
ARGUMENT: list[Step] = [
    INVERSE, PRODUCT, _SUMS, *SETUP,
    Have("forall(x, matrix(n, 1), trace(x.T*VV*x) >= 0)", name="VV positive", by=[
        Take("x"), Use("sums", at=[("v[k, 0]*x[k, 0]**2", "k"), "n"], name="all", premises=[[
            Take("j"), Use("rates", at=["j"], name="rate")]]),
        Order(positive=[Square(facts=["all"])], rewrite=["VV"])]),
    Have("forall(X, matrix(n, n), trace(X.T*G*X) >= 0)", name="forms", by=[
        Take("X"), Use("sums", at=[("trace(basis(n, k).T*X.T*G*X*basis(n, k))", "k"), "n"], name="all", premises=[[
            Take("j"), Use("form", at=["X*basis(n, j)"])]]),
        Order(positive=[Square(facts=["all"])], terms=[Inside("identity", "trace(X.T*G*X*HOLE)")])]),
    Take("T"), Set("s", "c.T*D[T]*bb"),
    Have("forall(ee, positive, T*trace(s.T*s) <= n*(trace(c.T*G*c) + ee*norm2(c)))", name="nearly", by=[
        Take("ee"), Use("definite inverse", at=["n", "G + ee*eye(n)", "ee"], name="there is Z", premises=[[Use("given1")], [Split([
            [], [Take("xx"), Use("form", at=["xx"], name="now")]])]]),
        Obtain("there is Z", "ZZ", label="Z"),
        Have("ZZ*ZZ.T*(G + ee*eye(n)) == eye(n)", name="Z too", by=[Linear(terms=[Inside("Z", "HOLE.T"), ("symmetric", "-ZZ*ZZ.T", "1")])]),
        Have(f"{_AT.replace('[t]', '[T]').replace('t*trace', 'T*trace')} <= trace(ZZ.T*G*ZZ)", name="fallen", by=[Ladder("T", "0", time="t", slope=[
            Use("flow", at=["t"], name="now"), Use("VV positive", at=[_Y], name="y"),
            Order(positive=[Square(root=f"bb.T*{_Y}", facts=["between.0"]), Square(facts=["y", "given1", "between.0"], weight="2")],
                  rewrite=["now.0", "now.2"], terms=[
                Inside("now.1", "trace(ZZ.T*HOLE*G*D[t]*ZZ)"), Inside("Lyapunov", "trace(ZZ.T*D[t]*HOLE*D[t]*ZZ)"),
                Inside("now.1", "t*trace(bb.T*HOLE*ZZ*ZZ.T*D[t]*bb)"), Inside("Z too", f"-t*trace(bb.T*D[t]*HOLE*VV*{_Y})"),
                Inside("Z", "-t*trace(bb.T*D[t]*ZZ*ZZ.T*VV*HOLE*D[t]*bb)"), Inside("Lyapunov", f"t*trace(bb.T*D[t]*ZZ*ZZ.T*HOLE*{_Y})")])])]),
        Use("forms", at=["D[T]*ZZ"], name="left"), Use("flow", at=["T"], name="then"),
        Have("T*trace(bb.T*D[T]*ZZ*ZZ.T*D[T]*bb) <= n", name="value", by=[Order(
            positive=[Square(facts=["fallen"]), Square(facts=["left"]), Square(root="ZZ", facts=["given1"])], rewrite=["then.2"],
            terms=[Inside("Z", "-trace(HOLE)")])]),
        Have("s == c.T*(G + ee*eye(n))*ZZ*ZZ.T*D[T]*bb", name="s is"),
        Set("Q", "trace(c.T*G*c) + ee*norm2(c)"), Set("P", "trace(bb.T*D[T]*ZZ*ZZ.T*D[T]*bb)"),
        Use("form", at=["c"], name="c form"), Have("Q >= 0", name="Q sign"),
        Set("X", "c.T*(G + ee*eye(n))*ZZ"), Set("Y", "ZZ.T*D[T]*bb"),
        Have("trace(X.T*X) == Q", name="X size"),
        Have("trace(Y.T*Y) == P", name="Y size"),
        Have("s == X*Y", name="s product"),
        Use("norm of a product", at=["1", "n", "1", "X", "Y"], name="cauchy"),
        Have("trace(s.T*s) <= Q*P", name="product", by=[Order(positive=[Square(facts=["cauchy"])], rewrite=["s product"], terms=[
            ("X size", "-trace(Y.T*Y)", "1"), ("Y size", "-Q", "1")])]),
        Have("T*P <= n", name="value P"),
        Have("T*trace(s.T*s) <= n*Q", name="both", by=[Order(positive=[Square(facts=["product", "given"]), Square(facts=["value P", "Q sign"])])]),
        Order(positive=[Square(facts=["both"])], rewrite=["Q"]),
    ]),
    Set("a", "T*trace(s.T*s)"), Set("g", "n*trace(c.T*G*c)"), Set("d", "n*norm2(c)"),
    Have("forall(ee, positive, a <= g + d*ee)", name="for each", by=[
        Take("ee"), Use("nearly", at=["ee"], premises=[[Use("given1")]], name="now")]),
    Have("d >= 0", name="d sign", by=[Have("n >= 0", name="n sign")]),
    Have("a <= g", name="limit", by=[
        Negate("more"), Set("h", "(a - g)/(2*(d + 1))"),
        Have("h > 0 and 2*h*(d + 1) == a - g", name="h is", by=[Split([[], []])]),
        Use("for each", at=["h"], premises=[[]], name="now"), Numbers(using=["now", "h is", "d sign"])]),
    Use("rows", at=["T"], premises=[[Use("given")]], name="row"),
    Set("sv", VALUE.replace("*t)", "*T)")), Rewritten("row", ["sv"], name="total"),
    Have(f"T*sv**2 <= n*{FORM}", name="done", by=[Order(positive=[Square(facts=["limit"])], rewrite=["a", "g", "s", "total"], terms=[
        Inside("identity", "-n*trace(c.T*HOLE*G*c)"), Inside("identity", "-n*trace(c.T*Sum(basis(n, i)*basis(n, i).T, (i, 0, n-1))*G*HOLE*c)")])]),
    Rewritten("done", ["sv"], name="written out", forwards=True), Use("written out"),
]
