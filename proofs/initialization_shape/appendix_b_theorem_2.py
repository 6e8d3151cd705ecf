"""Section 6, Theorem 2: one linear neuron, from its flow to the minimum of its potential."""

from verifier.language.script import (
    At,
    Cases,
    Contradict,
    Have,
    Inside,
    Limit,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Root,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import named_number as named

from . import paper
from .neuron import BALANCED, POTENTIAL, REPLACED, SAME_SIGN, SAME_SQUARE, UNSEEN, neuron

KEPT = "b**2 - norm2(W) == a0**2 - norm2(w0) and a0*b >= 0 and forall(u, matrix(d, 1), implies(X.T*u == zeros(N, 1), trace(u.T*W) == trace(u.T*w0)))"
#: Q, and what is said of its minimum; |v| is written as the x >= 0 with x^2 = v'v.
NEURON_POTENTIAL = (*POTENTIAL, "z := -3/2*sqrt(S(x0) - delta/2)/x0*a0*w0", "Q(v, x) := q(x) + z.T*v")
MINIMUM = ("forall(v, matrix(d, 1), forall(x, nonnegative, implies(X.T*v == y and v != b*W and x**2 == norm2(v),"
           " Q(b*W, xb) < Q(v, x))))")  # fmt: skip
LENGTHS = "x0**2 == norm2(a0*w0) and xb**2 == norm2(b*W)"


def root_of(name, square, known):
    """A letter for the square root of a number that is known to be at least 0."""
    return [Root(square, known, name=f"the root {name}"),
            Have(f"exists({name}, real, {name} >= 0 and {name}**2 == {square})", name=f"a root {name}", by=[Witness(f"sqrt({square})")]),
            Obtain(f"a root {name}", name, label=name)]  # fmt: skip


#: al = |a(0)|, be = |b|, n0 = |w(0)|, n = |W|; sgn is the sign of a(0) and of b.
LETTERS = [
    *named("al", "Abs(a0)", also="al > 0 and al**2 == a0**2", by=[Split([[], [], []])]),
    *named("be", "Abs(b)", also="be >= 0 and be**2 == b**2", by=[Split([[], [], []])]),
    *root_of("n0", "norm2(w0)", []),
    *root_of("n", "norm2(W)", []),
    Have("al*n0 == x0", name="x0 is", by=[Use("same square", at=["al*n0", "x0"], premises=[[Split([
        [Numbers(using=["al", "n0"])], [], [Numbers(using=["al", "n0", "x0 squared"])]])]])]),
    Have("b**2*norm2(W) == xb**2", name="xb squared"),
    Have("be*n == xb", name="xb is", by=[Use("same square", at=["be*n", "xb"], premises=[[Split([
        [Numbers(using=["be", "n"])], [], [Numbers(using=["be", "n", "xb squared"])]])]])]),
    Set("sgn", "a0/al"),
    Have("sgn**2 == 1 and sgn*b == be", name="sgn facts", by=[Cases("a0 > 0", name="up", yes=[
        Have("sgn == 1 and b >= 0", name="is", by=[Split([[Numbers(using=["sgn", "al", "up"])], [Numbers(using=["up", "sign"])]])]),
        Split([[], []])], no=[
        Have("a0 < 0", name="down"),
        Have("sgn == -1 and b <= 0", name="is", by=[Split([[Numbers(using=["sgn", "al", "down"])], [Numbers(using=["down", "sign"])]])]),
        Split([[], []])])]),
    Have("al**2 - n0**2 == delta and be**2 - n**2 == delta", name="balances", by=[Split([
        [], []])]),
    Use("cited:B/coordinates", at=["delta", "al", "n0", "x0"], name="at start", premises=[[]]),
    Use("cited:B/coordinates", at=["delta", "be", "n", "xb"], name="at limit", premises=[[]]),
    Have("n0 > 0", name="n0 positive", by=[Numbers(using=["x0 is", "x0.positive", "al", "n0"])]),
    Have("3/2*sqrt(S(x0) - delta/2)/x0*a0 == 3/2*sgn", name="scale", by=[
        Have("3/2*n0/(al*n0)*a0 == 3/2*sgn", name="plain", by=[Numbers(using=["sgn", "n0 positive", "al"])]),
        Linear(terms=[Inside("at start.1", "3/2*HOLE/x0*a0"), Inside("x0 is", "-3/2*n0/HOLE*a0"), ("plain", "1", "1")])]),
]  # fmt: skip

#: Q(b W) < Q(v) for a v != b W with X'v = X'(b W).
COMPARED = [
    Take("v", "x"),
    Have("X.T*(v - b*W) == zeros(N, 1)", name="same data"),
    Use("unseen limit", at=["v - b*W"], name="kept"),
    Have("z.T*v - z.T*(b*W) == -3/2*sgn*trace(W.T*v) + 3/2*be*n**2", name="linear part", by=[
        Linear(terms=[Inside("scale", "-HOLE*trace(w0.T*(v - b*W))"), ("kept", "3/2*sgn", "1"),
                      Inside("sgn facts.1", "3/2*HOLE*trace(W.T*W)"), ("n.1", "-3/2*be", "1")])]),
    Set("c", "sgn*trace(W.T*v)"),
    Use("cited:cauchy-schwarz", at=["d", "sgn*W", "v", "n", "x"], name="cauchy", premises=[[Split([
        [], [], [Split([[], []])]])]]),
    Have("c <= n*x", name="c bound", by=[Order(positive=[Square(facts=["cauchy.1"])], terms=[("c", "-1", "1")])]),
    Use("cited:B/polar", at=["delta", "x"], name="polar", premises=[[]]),
    Obtain("polar", "m", label="m"), Obtain("m.1", "B", label="B"),
    Use("cited:B/coordinates", at=["delta", "B", "m", "x"], name="at v", premises=[[Numbers(using=["delta.nonnegative", "m", "B"])]]),
    Use("cited:B/tangent", at=["delta", "be", "n", "B", "m"], name="tangent", premises=[[]]),
    Have("B*(3*m**2 - B**2)/2 - be*(3*n**2 - be**2)/2 - 3/2*c + 3/2*be*n**2 > 0", name="gap", by=[Cases("be == B", name="same", yes=[
        Have("m == n", name="m is", by=[Use("same square", at=["m", "n"], premises=[[Split([
            [], [], [Numbers(using=["same", "balances", "B"])]])]])]),
        Have("norm2(v - b*W) > 0", name="apart", by=[Order(positive=[Square(root="v - b*W", nonzero="given1.1")])]),
        Have("norm2(v - b*W) == x**2 - 2*be*c + be**2*n**2", name="expanded", by=[
            Have("b == sgn*be", name="b is"),
            Linear(terms=[("given1.2", "-1", "1"), ("c", "2*be", "1"), ("be.2", "-1", "norm2(W)"), ("n.1", "-be**2", "1"),
                          ("b is", "-2*trace(W.T*v)", "1")])]),
        Have("2*be*(be*n**2 - c) > 0", name="product", by=[Numbers(using=["apart", "expanded", "same", "m is", "B"])]),
        Have("be*n**2 - c > 0", name="factor"),
        Numbers(using=["factor", "same", "m is"])],
        no=[
        Use("tangent.1", premises=[[]], name="strictly"),
        Have("B*(3*m**2 - B**2)/2 - be*(3*n**2 - be**2)/2 > 3/2*n*(x - n*be)", name="above", by=[Numbers(using=["strictly", "B"])]),
        Numbers(using=["above", "c bound"])])]),
    Use("replaced", at=["q(xb)", "q(x)", "z.T*(b*W)", "z.T*v", "be*(3*n**2 - be**2)/2", "B*(3*m**2 - B**2)/2"],
        premises=[[Split([[], [], [Order(positive=[Square(facts=["gap"])], terms=[("linear part", "1", "1"), ("c", "3/2", "1")])]])]]),
]  # fmt: skip



A_STARTS = [
    Have("norm2(w0) >= 0", name="w0 size"),
    Have("norm2(W) >= 0", name="W size"),
    Have("a0**2*norm2(w0) == x0**2", name="x0 squared"),
    Have("a0 != 0", name="a starts", by=[
        Negate("gone"),
        Have("x0**2 == 0", name="nothing", by=[Linear(terms=[("x0 squared", "-1", "1"), ("gone", "a0*norm2(w0)", "1")])]),
        Contradict("x0.positive", [])]),
]  # fmt: skip


def ends(item):
    """The start (a0, w0) and the end (b, W) of a path, and the potential between them."""
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", y="matrix(N, 1)", a0="real", w0="matrix(d, 1)",
             b="real", W="matrix(d, 1)", delta="nonnegative", x0="positive", xb="nonnegative")  # fmt: skip
    item.define(*NEURON_POTENTIAL)
    item.suppose("delta", "delta == a0**2 - norm2(w0)")
    item.suppose("lengths", LENGTHS)
    item.suppose("fit", "X.T*(b*W) == y")


AT_REST = {"d": 1, "N": 1, "X": 0, "y": 0, "r": 0, "a": 1, "w": 1, "a0": 1, "w0": 1, "b": 1, "W": 1, "delta": 0, "x0": 1, "xb": 1}
AT_END = {"d": 1, "N": 1, "X": 0, "y": 0, "a0": 1, "w0": 1, "b": 1, "W": 1, "delta": 0, "x0": 1, "xb": 1}
#: v = 1 does better than b W = 4 in dimension 1.
BEATEN = [At({"goal": [Witness("1"), Witness("1"), Numbers()]})]
#: The same of v = 0, and of a v with the output 16/9 in the plane.
ZERO = [At({"goal": [Witness("0"), Witness("0"), Numbers()]})]
OTHER_BALANCE = [At({"goal": [Witness("Matrix([[16/9], [20/27]])"), Witness("52/27"), Numbers()]})]
FACTS = ["cauchy-schwarz", "B/coordinates", "B/polar", "B/tangent"]


@paper.remark("B/minimum", "What the flow keeps makes the end a minimum", where="Section 6, cross-check", provenance="derived")
def end_is_minimum(item):
    item.printed("(not in the paper) An end (b, W) with the balance, the sign and the unseen components of the start (a(0), w(0)) is the "
                 "strict minimum of Q among the v with X'v = y.")  # fmt: skip
    ends(item)
    item.suppose("kept balance", "b**2 - norm2(W) == a0**2 - norm2(w0)")
    item.suppose("sign", "a0*b >= 0")
    item.suppose("unseen limit", "forall(u, matrix(d, 1), implies(X.T*u == zeros(N, 1), trace(u.T*W) == trace(u.T*w0)))")
    item.conclude(MINIMUM, because=FACTS, argument=[SAME_SQUARE, REPLACED, *A_STARTS, *LETTERS, *COMPARED], expected="proved",
                  example={"d": 1, "N": 1, "X": 1, "y": 1, "a0": 1, "w0": 1, "b": 1, "W": 1, "delta": 0, "x0": 1, "xb": 1})  # fmt: skip
    plane = {"d": 2, "N": 1, "X": "Matrix([[1], [0]])", "delta": 0, "x0": 1}
    item.without("sign", counterexample={**plane, "y": "-3/5", "a0": 1, "w0": "Matrix([[3/5], [4/5]])", "b": -1, "W": "Matrix([[3/5], [4/5]])", "xb": 1},
                 argument=[At({"goal": [Witness("Matrix([[-3/5], [4/5]])"), Witness("1"), Numbers()]})])  # fmt: skip
    item.without("unseen limit", counterexample={**plane, "X": "Matrix([[0], [1]])", "y": "4/5", "a0": 1, "w0": "Matrix([[1], [0]])", "b": 1,
                                                 "W": "Matrix([[3/5], [4/5]])", "xb": 1},
                 argument=[At({"goal": [Witness("Matrix([[16/15], [4/5]])"), Witness("4/3"), Numbers()]})])  # fmt: skip
    item.without("kept balance", counterexample={**plane, "y": 0, "a0": 1, "w0": "Matrix([[3/5], [4/5]])", "b": 2, "W": "Matrix([[0], [4/5]])",
                                                 "xb": "8/5"},
                 argument=[At({"goal": [Witness("Matrix([[0], [16/25]])"), Witness("16/25"), Numbers()]})])  # fmt: skip
    item.without("lengths", counterexample={**AT_END, "x0": 4}, argument=[At({"goal": [Witness("1/4"), Witness("1/4"), Numbers()]})])
    item.without("fit", counterexample={"d": 1, "N": 1, "X": 1, "y": 1, "a0": 1, "w0": 1, "b": 2, "W": 2, "delta": 0, "x0": 1, "xb": 4},
                 argument=BEATEN)  # fmt: skip
    item.without("x0.positive", counterexample={**AT_END, "x0": -1}, argument=ZERO)
    item.without("xb.nonnegative", counterexample={**AT_END, "a0": 2, "b": 2, "delta": 3, "x0": 2, "xb": -2}, argument=ZERO)
    item.without("delta", counterexample={**plane, "y": "16/9", "a0": "3/4", "w0": "Matrix([[3/4], [1]])", "b": "4/3", "W": "Matrix([[4/3], [1]])",
                                          "delta": 1, "x0": "15/16", "xb": "20/9"}, argument=OTHER_BALANCE)  # fmt: skip


STILL = {"d": 1, "N": 1, "X": 0, "r": 0, "a": 1, "w": 1, "a0": 1, "w0": 1, "b": 1, "W": 1}
#: sinh(s) and cosh(s) with s from -log 2 to log 2 solve da/dt = p ds/dt, dp/dt = a ds/dt; a passes 0.
ANGLE, SPEED = "log(2)*(1 - 2*exp(-t))", "2*log(2)*exp(-t)"
DOUBLED = "exp(log(2)*(1 - exp(-t)))"  # from 1 to 2
TURNED = (f"sinh({ANGLE})", f"cosh({ANGLE})")


SIGN_AT_THE_END = [
    Have("forall(m, nonnegative integer, a[m]*a0 >= 0)", name="signs at integers", by=[Take("m"), Use("same sign", at=["m"])]),
    Limit("signs at integers", limits=["converges.0"], name="sign"),
]  # fmt: skip
REST_AT_THE_END = [
    Have("forall(m, nonnegative integer, a[m]**2 - norm2(w[m]) == a0**2 - norm2(w0))", name="balanced at integers",
         by=[Take("m"), Use("balanced", at=["m"])]),
    Limit("balanced at integers", limits=["converges.0", "converges.1"], name="balanced limit"),
    Split([[], [], [
        Take("u"),
        Have("forall(m, nonnegative integer, trace(u.T*w[m]) == trace(u.T*w0))", name="unseen at integers",
             by=[Take("m"), Use("unseen", at=["u", "m"], premises=[[], []])]),
        Limit("unseen at integers", limits=["converges.1"], name="now")]]),
]  # fmt: skip


@paper.remark("B/limit", "What the flow keeps, and its limit", where="Section 6, cross-check", provenance="derived")
def limit_keeps(item):
    item.printed("(not in the paper) From a(0)^2 >= |w(0)|^2 and a(0) != 0 the limit (b, W) keeps a^2 - |w|^2, the sign of a, and the "
                 "components of w that no sample sees.")  # fmt: skip
    item.use(neuron)
    item.let(b="real", W="matrix(d, 1)")
    item.suppose("not smaller", "a0**2 - norm2(w0) >= 0")
    item.suppose("a starts", "a0 != 0")
    item.suppose("converges", "tends(a[m], m, b) and tends(w[m], m, W)")
    item.conclude(KEPT, argument=[BALANCED, UNSEEN, *SAME_SIGN, *SIGN_AT_THE_END, *REST_AT_THE_END], expected="proved",
        example=STILL)  # fmt: skip
    item.without("flow of a", counterexample={**STILL, "a": "2 - exp(-t)", "b": 2})
    item.without("flow of w", counterexample={**STILL, "w": "2 - exp(-t)", "W": 2})
    item.without("not smaller", counterexample={**STILL, "X": 1, "r": SPEED, **dict(zip(("a", "w"), TURNED, strict=True)),
                                                "a0": "-3/4", "w0": "5/4", "b": "3/4", "W": "5/4"})  # fmt: skip
    item.without("a starts", argument=[BALANCED, UNSEEN, Cases("a0 == 0", name="a starts", yes=[
        Have("a0*b >= 0", name="sign", by=[Numbers(using=["a starts"])]), *REST_AT_THE_END], no=[
        *SAME_SIGN, *SIGN_AT_THE_END, *REST_AT_THE_END])])  # fmt: skip
    item.note("a never vanishes: as long as a^2 >= |w|^2, a^2 falls at most at the rate 1 + |X r|^2, which is bounded on every finite "
              "interval (Gronwall); so a keeps its sign, also for delta = 0.")  # fmt: skip


@paper.theorem("thm-2", "The implicit bias of one neuron", where="Section 6, Theorem 2", provenance="recalled")
def theorem_2(item):
    item.printed("m = 1, any delta >= 0, wt(0) = a(0) w(0): if the limit satisfies X'wt(inf) = y, then wt(inf) = argmin Q(w) s.t. X'w = y "
                 "with Q(w) = q_delta(|w|) + z'w, q_delta(x) = [x^2 - (delta/2)(delta/2 + sqrt(x^2 + delta^2/4))] "
                 "sqrt(sqrt(x^2 + delta^2/4) - delta/2)/x, z = -(3/2) sqrt(sqrt(|wt(0)|^2 + delta^2/4) - delta/2) wt(0)/|wt(0)|.")  # fmt: skip
    item.use(neuron)
    ends(item)
    item.suppose("converges", "tends(a[m], m, b) and tends(w[m], m, W)")
    item.conclude(MINIMUM, because=["B/minimum", "B/limit"], argument=[
        *A_STARTS,
        Have("a0**2 - norm2(w0) >= 0", name="not smaller"),
        Use("cited:B/limit", at=["d", "N", "X", ("r[t]", "t"), ("a[t]", "t"), ("w[t]", "t"), "a0", "w0", "b", "W"], name="kept"),
        Use("cited:B/minimum", at=["d", "N", "X", "y", "a0", "w0", "b", "W", "delta", "x0", "xb"]),
    ], expected="proved",
        example=AT_REST)  # fmt: skip
    item.without("starts", counterexample={**AT_REST, "a": 2, "w": 2, "b": 2, "W": 2, "xb": 4}, argument=BEATEN)
    item.without("converges", counterexample={**AT_REST, "b": 2, "W": 2, "xb": 4}, argument=BEATEN)
    item.without("lengths", counterexample={**AT_REST, "xb": 4}, argument=ZERO)
    item.without("x0.positive", counterexample={**AT_REST, "x0": -1}, argument=ZERO)
    item.without("xb.nonnegative", argument=ZERO, counterexample={
        **AT_REST, "a": 2, "a0": 2, "b": 2, "delta": 3, "x0": 2, "xb": -2})  # fmt: skip
    item.without("flow of a", counterexample={**AT_REST, "a": "4 - 3*exp(-t)", "b": 4, "xb": 4}, argument=BEATEN)
    item.without("flow of w", counterexample={**AT_REST, "w": "4 - 3*exp(-t)", "W": 4, "xb": 4}, argument=BEATEN)
    item.without("fit", counterexample={**AT_REST, "X": 1, "y": 1, "r": "log(2)*exp(-t)", "a": DOUBLED, "w": DOUBLED,
                                        "b": 2, "W": 2, "xb": 4}, argument=BEATEN)  # fmt: skip
    rising = "3/4*exp(log(16/9)*(1 - exp(-t)))"
    item.without("delta", counterexample={
        "d": 2, "N": 1, "X": "basis(2, 0)", "y": "16/9", "r": "log(16/9)*exp(-t)", "a": rising, "w": f"{rising}*basis(2, 0) + basis(2, 1)",
        "a0": "3/4", "w0": "3/4*basis(2, 0) + basis(2, 1)", "b": "4/3", "W": "4/3*basis(2, 0) + basis(2, 1)", "delta": 1, "x0": "15/16", "xb": "20/9",
    }, argument=OTHER_BALANCE)  # fmt: skip
    item.without("delta.nonnegative", counterexample={
        "d": 2, "N": 1, "X": "basis(2, 0)", "y": "15/16", "r": SPEED, "a": TURNED[0], "w": f"{TURNED[1]}*basis(2, 0) + 3*basis(2, 1)",
        "a0": "-3/4", "w0": "5/4*basis(2, 0) + 3*basis(2, 1)", "b": "3/4", "W": "5/4*basis(2, 0) + 3*basis(2, 1)", "delta": -10,
        "x0": "39/16", "xb": "39/16",
    }, argument=[At({"goal": [Witness("15/16*basis(2, 0) - 9/4*basis(2, 1)"), Witness("39/16"), Numbers()]})])  # fmt: skip
    item.step("balance", "forall(t, [0, oo), a[t]**2 - norm2(w[t]) == a0**2 - norm2(w0))", because=["flow of a", "flow of w", "starts"],
              says="Du et al., Theorem 2.1", argument=[BALANCED], inference_argument=[BALANCED])  # fmt: skip
    item.note("For all d and N, any data, any loss of the predictions (r is any curve), and with a strict minimum, so it is unique. Two readings are "
              "filled in: q_delta(0) is the limit -delta^(3/2)/2 of the formula, and |v| is a letter x with x^2 = v'v. wt(0) != 0 is printed in Appendix B.")
    item.note("The proof does not need B1-e and B1-g: grad Q(wt(t)) = (3/2) sgn(a(0)) (w(t) - w(0)) keeps its components along directions that no sample "
              "sees, and these are polynomial in the parameters, so they pass to the limit.")  # fmt: skip
    item.note("delta >= 0 keeps a(t) from changing its sign. For delta < 0 the flow may pass a = 0 (where wt = 0), and behind it the sign in grad Q is "
              "the other one: B/minimum needs the sign. An exact flow with delta = -2 for which the statement fails: thm-2-negative. For w(0) = 0 and "
              "delta > 0, where z has no value, the theorem holds with z = 0: thm-2-origin. The integral nu exists for the square loss (B1-e); for other losses it need not.")  # fmt: skip
