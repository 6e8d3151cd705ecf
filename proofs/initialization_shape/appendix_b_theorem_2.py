"""Section 6, Theorem 2, and Appendix B: one linear neuron, from its flow to the minimum of its potential."""

from . import paper
from .neuron import *
from verifier.claims.script import *
from verifier.theory.real_numbers import named_number as named


@paper.remark("B/coordinates", "The potential in the coordinates of the neuron", where="Appendix B, cross-check", provenance="derived")
def coordinates(item):
    item.printed("(not in the paper) With n = |w|, A = |a|, A^2 - n^2 = delta >= 0 and x = nA: S(x) = (A^2 + n^2)/2, "
                 "sqrt(S(x) - delta/2) = n and q_delta(x) = A (3 n^2 - A^2)/2.")  # fmt: skip
    item.let(delta="nonnegative", A="nonnegative", n="nonnegative", x="real")
    item.suppose("balance", "A**2 - n**2 == delta")
    item.suppose("length", "x == n*A")
    item.define(*POTENTIAL)
    item.conclude("S(x) == (A**2 + n**2)/2 and sqrt(S(x) - delta/2) == n and q(x) == A*(3*n**2 - A**2)/2", expected="proved", argument=[
        ROOT_IS,
        root_is("x**2 + delta**2/4", "(A**2 + n**2)/2", [Numbers(using=["balance", "length"])], [Numbers(using=[])], "S"),
        root_is("S(x) - delta/2", "n", [Linear(terms=[("S", "1", "1"), ("balance", "1/2", "1")])], [], "n"),
        Split([[], [], [Cases("x == 0", name="zero", yes=[
            Have("n <= A", name="order", by=[Numbers(using=["balance", "n", "A", "delta"])]),
            Have("n == 0", name="still", by=[Numbers(using=["zero", "length", "order", "n"])]),
            Have("delta**(3/2) == A**3", name="power", by=[
                Have("delta == A**2", name="delta", by=[Numbers(using=["still", "balance"])]),
                Numbers(using=["delta", "A"])]),
            Numbers(using=["zero", "power", "still"])],
            no=[
            Have("n*A != 0", name="apart", by=[Numbers(using=["zero", "length"])]),
            Have("((n*A)**2 - delta/2*(delta/2 + (A**2 + n**2)/2))*n/(n*A) == A*(3*n**2 - A**2)/2", name="quotient",
                 by=[Numbers(using=["apart", "balance"])]),
            Have("(x**2 - delta/2*(delta/2 + S(x)))*sqrt(S(x) - delta/2)/x == A*(3*n**2 - A**2)/2", name="there",
                 by=[Linear(terms=[Inside("S", "(x**2 - delta/2*(delta/2 + HOLE))*n/x"), ("quotient", "1", "1"),
                     Inside("length", "(HOLE**2 - delta/2*(delta/2 + (A**2 + n**2)/2))*n/HOLE"),
                     Inside("n", "(x**2 - delta/2*(delta/2 + S(x)))*HOLE/x")])]),
            Numbers(using=["zero", "there"])])]])])  # fmt: skip


@paper.remark("B/polar", "Every length has such coordinates", where="Appendix B, cross-check", provenance="derived")
def polar(item):
    item.printed("(not in the paper) For x >= 0 and delta >= 0 there are n, A >= 0 with nA = x and A^2 - n^2 = delta.")
    item.let(delta="nonnegative", x="nonnegative")
    item.conclude("exists(n, nonnegative, exists(A, nonnegative, n*A == x and A**2 - n**2 == delta))", expected="proved", argument=[
        Have("exists(s, real, s >= 0 and s**2 == x**2 + delta**2/4)", name="there is s",
             by=[Witness("sqrt(x**2 + delta**2/4)"), Split([[Numbers()], [Numbers()]])]),
        Obtain("there is s", "s", label="s"),
        Have("s >= delta/2", name="above", by=[Numbers(using=["s", "delta"])]),
        Have("exists(n, real, n >= 0 and n**2 == s - delta/2)", name="there is n",
             by=[Witness("sqrt(s - delta/2)"), Split([[Numbers(using=["above"])], [Numbers(using=["above"])]])]),
        Obtain("there is n", "n", label="n square"),
        Have("exists(A, real, A >= 0 and A**2 == s + delta/2)", name="there is A",
             by=[Witness("sqrt(s + delta/2)"), Split([[Numbers(using=["above", "delta"])], [Numbers(using=["above", "delta"])]])]),
        Obtain("there is A", "A", label="A square"),
        Have("(n*A)**2 == x**2", name="product", by=[Linear(terms=[("n square.1", "A**2", "1"), ("A square.1", "s - delta/2", "1"), ("s.1", "1", "1")])]),
        Have("n*A == x", name="length", by=[SAME_SQUARE, Use("same square", at=["n*A", "x"], premises=[[
            Split([[Order(positive=[Square(facts=["n square.0", "A square.0"])])], [Numbers(using=["x"])], []])]])]),
        Have("A**2 - n**2 == delta", name="balance", by=[Numbers(using=["n square.1", "A square.1"])]),
        Witness("n"), Split([[], [Witness("A")]])])  # fmt: skip


@paper.remark("B/tangent", "The potential lies above its tangents", where="Appendix B, cross-check", provenance="derived")
def tangent(item):
    item.printed("(not in the paper) q_delta(y) >= q_delta(x) + q_delta'(x) (y - x), with equality at y = x only.")
    item.let(delta="nonnegative", A="nonnegative", n="nonnegative", B="nonnegative", m="nonnegative")
    item.suppose("balance", "A**2 - n**2 == delta")
    item.suppose("balance there", "B**2 - m**2 == delta")
    item.define(*POTENTIAL)
    item.conclude("B*(3*m**2 - B**2)/2 - A*(3*n**2 - A**2)/2 >= 3/2*n*(m*B - n*A) and implies(A != B, B*(3*m**2 - B**2)/2 - A*(3*n**2 - A**2)/2 > 3/2*n*(m*B - n*A))")


#: From the flow to what its limit (b, W) keeps of the start.
LIMIT = [
    SAME_SQUARE,
    REPLACED,
    BALANCED,
    UNSEEN,
    Have("norm2(w0) >= 0", name="w0 size", by=[Order(positive=[Square(root="w0")])]),
    Have("norm2(W) >= 0", name="W size", by=[Order(positive=[Square(root="W")])]),
    Have("a0**2 - norm2(w0) >= 0", name="not smaller", by=[Numbers(using=["delta", "delta.nonnegative"])]),
    Have("a0**2*norm2(w0) == x0**2", name="x0 squared", by=[Linear(terms=[("lengths.0", "-1", "1")])]),
    Have("a0 != 0", name="a starts", by=[Negate("gone"),
         Have("x0**2 == 0", name="nothing", by=[Linear(terms=[("x0 squared", "-1", "1"), ("gone", "a0*norm2(w0)", "1")])]),
         Contradict("x0.positive", [Numbers(using=["nothing"])])]),
    *SAME_SIGN,
    Have("forall(m, nonnegative integer, a[m]**2 - norm2(w[m]) == a0**2 - norm2(w0))", name="balanced at integers",
         by=[Take("m"), Use("balanced", at=["m"])]),
    Have("forall(m, nonnegative integer, a[m]*a0 >= 0)", name="signs at integers", by=[Take("m"), Use("same sign", at=["m"])]),
    Limit("balanced at integers", limits=["converges.0", "converges.1"], name="balanced limit"),
    Limit("signs at integers", limits=["converges.0"], name="sign"),
    Have("forall(u, matrix(d, 1), implies(X.T*u == zeros(N, 1), trace(u.T*W) == trace(u.T*w0)))", name="unseen limit", by=[
        Take("u"),
        Have("forall(m, nonnegative integer, trace(u.T*w[m]) == trace(u.T*w0))", name="unseen at integers",
             by=[Take("m"), Use("unseen", at=["u", "m"], premises=[[], []])]),
        Limit("unseen at integers", limits=["converges.1"]),
    ]),
]  # fmt: skip


def root_of(name, square, known):
    """A letter for the square root of a number that is known to be at least 0."""
    return [Root(square, known, name=f"the root {name}"),
            Have(f"exists({name}, real, {name} >= 0 and {name}**2 == {square})", name=f"a root {name}", by=[Witness(f"sqrt({square})")]),
            Obtain(f"a root {name}", name, label=name)]  # fmt: skip


#: al = |a(0)|, be = |b|, n0 = |w(0)|, n = |W|; sgn is the sign of a(0) and of b.
LETTERS = [
    *named("al", "Abs(a0)", also="al > 0 and al**2 == a0**2", by=[Split([[Numbers(using=[])], [Numbers(using=["a starts"])], [Numbers(using=["a starts"])]])]),
    *named("be", "Abs(b)", also="be >= 0 and be**2 == b**2", by=[Split([[Numbers(using=[])], [Numbers(using=[])], [Numbers(using=[])]])]),
    *root_of("n0", "norm2(w0)", []),
    *root_of("n", "norm2(W)", []),
    Have("al*n0 == x0", name="x0 is", by=[Use("same square", at=["al*n0", "x0"], premises=[[Split([
        [Numbers(using=["al", "n0"])], [Numbers(using=["x0"])], [Numbers(using=["al", "n0", "x0 squared"])]])]])]),
    Have("b**2*norm2(W) == xb**2", name="xb squared", by=[Linear(terms=[("lengths.1", "-1", "1")])]),
    Have("be*n == xb", name="xb is", by=[Use("same square", at=["be*n", "xb"], premises=[[Split([
        [Numbers(using=["be", "n"])], [Numbers(using=["xb"])], [Numbers(using=["be", "n", "xb squared"])]])]])]),
    *named("sgn", "a0/al", [Numbers(using=["al.1"])]),
    Have("sgn**2 == 1 and sgn*b == be", name="sgn facts", by=[Cases("a0 > 0", name="up", yes=[
        Have("sgn == 1 and b >= 0", name="is", by=[Split([[Numbers(using=["sgn", "al", "up"])], [Numbers(using=["up", "sign"])]])]),
        Split([[Numbers(using=["is"])], [Numbers(using=["is", "be"])]])], no=[
        Have("a0 < 0", name="down", by=[Numbers(using=["up", "a starts"])]),
        Have("sgn == -1 and b <= 0", name="is", by=[Split([[Numbers(using=["sgn", "al", "down"])], [Numbers(using=["down", "sign"])]])]),
        Split([[Numbers(using=["is"])], [Numbers(using=["is", "be"])]])])]),
    Have("al**2 - n0**2 == delta and be**2 - n**2 == delta", name="balances", by=[Split([
        [Numbers(using=["al", "n0", "delta"])], [Numbers(using=["be", "n", "delta", "balanced limit"])]])]),
    Use("cited:B/coordinates", at=["delta", "al", "n0", "x0"], name="at start", premises=[[Numbers(using=["delta.nonnegative", "al", "n0", "balances", "x0 is"])]]),
    Use("cited:B/coordinates", at=["delta", "be", "n", "xb"], name="at limit", premises=[[Numbers(using=["delta.nonnegative", "be", "n", "balances", "xb is"])]]),
    Have("n0 > 0", name="n0 positive", by=[Numbers(using=["x0 is", "x0.positive", "al", "n0"])]),
    Have("3/2*sqrt(S(x0) - delta/2)/x0*a0 == 3/2*sgn", name="scale", by=[
        Have("3/2*n0/(al*n0)*a0 == 3/2*sgn", name="plain", by=[Numbers(using=["sgn", "n0 positive", "al"])]),
        Linear(terms=[Inside("at start.1", "3/2*HOLE/x0*a0"), Inside("x0 is", "-3/2*n0/HOLE*a0"), ("plain", "1", "1")])]),
]  # fmt: skip

#: Q(b W) < Q(v) for a v != b W with X'v = X'(b W).
COMPARED = [
    Take("v", "x"),
    Have("X.T*(v - b*W) == zeros(N, 1)", name="same data", by=[Linear(terms=[("given1.0", "1", "1"), ("fit", "-1", "1")])]),
    Use("unseen limit", at=["v - b*W"], name="kept"),
    Have("z.T*v - z.T*(b*W) == -3/2*sgn*trace(W.T*v) + 3/2*be*n**2", name="linear part", by=[
        Linear(terms=[Inside("scale", "-HOLE*trace(w0.T*(v - b*W))"), ("kept", "3/2*sgn", "1"),
                      Inside("sgn facts.1", "3/2*HOLE*trace(W.T*W)"), ("n.1", "-3/2*be", "1")])]),
    *named("c", "sgn*trace(W.T*v)"),
    Use("cited:cauchy-schwarz", at=["d", "sgn*W", "v", "n", "x"], name="cauchy", premises=[[Split([
        [], [], [Split([[Linear(terms=[("n.1", "1", "1"), ("sgn facts.0", "-1", "norm2(W)")])], []])]])]]),
    Have("c <= n*x", name="c bound", by=[Order(positive=[Square(facts=["cauchy.1"])], terms=[("c", "-1", "1")])]),
    Use("cited:B/polar", at=["delta", "x"], name="polar", premises=[[Numbers(using=["delta.nonnegative", "given"])]]),
    Obtain("polar", "m", label="m"), Obtain("m.1", "B", label="B"),
    Use("cited:B/coordinates", at=["delta", "B", "m", "x"], name="at v", premises=[[Numbers(using=["delta.nonnegative", "m", "B"])]]),
    Use("cited:B/tangent", at=["delta", "be", "n", "B", "m"], name="tangent", premises=[[
        Numbers(using=["delta.nonnegative", "balances", "be", "n", "m", "B"])]]),
    Have("B*(3*m**2 - B**2)/2 - be*(3*n**2 - be**2)/2 - 3/2*c + 3/2*be*n**2 > 0", name="gap", by=[Cases("be == B", name="same", yes=[
        Have("m == n", name="m is", by=[Use("same square", at=["m", "n"], premises=[[Split([
            [], [], [Numbers(using=["same", "balances", "B"])]])]])]),
        Have("norm2(v - b*W) > 0", name="apart", by=[Order(positive=[Square(root="v - b*W", nonzero="given1.1")])]),
        Have("norm2(v - b*W) == x**2 - 2*be*c + be**2*n**2", name="expanded", by=[
            Have("b == sgn*be", name="b is", by=[Linear(terms=[("sgn facts.1", "sgn", "1"), ("sgn facts.0", "-b", "1")])]),
            Linear(terms=[("given1.2", "-1", "1"), ("c", "2*be", "1"), ("be.2", "-1", "norm2(W)"), ("n.1", "-be**2", "1"),
                          ("b is", "-2*trace(W.T*v)", "1")])]),
        Have("2*be*(be*n**2 - c) > 0", name="product", by=[Numbers(using=["apart", "expanded", "same", "m is", "B"])]),
        Have("be*n**2 - c > 0", name="factor", by=[Numbers(using=["product", "be.1"])]),
        Numbers(using=["factor", "same", "m is"])],
        no=[
        Use("tangent.1", premises=[[]], name="strictly"),
        Have("B*(3*m**2 - B**2)/2 - be*(3*n**2 - be**2)/2 > 3/2*n*(x - n*be)", name="above", by=[Numbers(using=["strictly", "B"])]),
        Numbers(using=["above", "c bound"])])]),
    Use("replaced", at=["q(xb)", "q(x)", "z.T*(b*W)", "z.T*v", "be*(3*n**2 - be**2)/2", "B*(3*m**2 - B**2)/2"],
        premises=[[Split([[], [], [Order(positive=[Square(facts=["gap"])], terms=[("linear part", "1", "1"), ("c", "3/2", "1")])]])]]),
]  # fmt: skip


@paper.theorem("tst", "t", provenance="recalled")
def tst(item):
    item.printed("t")
    item.use(neuron)
    item.let(y="matrix(N, 1)", b="real", W="matrix(d, 1)", delta="nonnegative", x0="positive", xb="nonnegative")
    item.define(*POTENTIAL, "z := -3/2*sqrt(S(x0) - delta/2)/x0*a0*w0", "Q(v, x) := q(x) + z.T*v")
    item.suppose("delta", "delta == a0**2 - norm2(w0)")
    item.suppose("lengths", "x0**2 == norm2(a0*w0) and xb**2 == norm2(b*W)")
    item.suppose("converges", "tends(a[m], m, b) and tends(w[m], m, W)")
    item.suppose("fit", "X.T*(b*W) == y")
    item.conclude("forall(v, matrix(d, 1), forall(x, nonnegative, implies(X.T*v == y and v != b*W and x**2 == norm2(v), Q(b*W, xb) < Q(v, x))))", because=["cauchy-schwarz", "B/coordinates", "B/polar", "B/tangent"], argument=[*LIMIT, *LETTERS, *COMPARED])
