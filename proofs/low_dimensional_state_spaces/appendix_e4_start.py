"""Section 4.3 and Appendix E.4: the random start near zero, and what the gradients look like there.

A standard normal vector with m entries has a squared norm with the law chi_squared(m); that, and Markov's inequality
for exponentials, is what is taken for granted here about random vectors.  m is the paper's n in Lemma E.10.
"""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Contradict,
    Have,
    Induct,
    Inside,
    Linear,
    Numbers,
    Obtain,
    Order,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.library.short_names import NORM, norms

from . import paper
from .lemmas.tails import LOWER, TOGETHER, UPPER, chernoff
from .notation import systems, teacher

# -- the sketch in Section 4.3 ----------------------------------------------------------------------------------------
#: (s^(i+2) g_i - w_i) s^(i+1) is at most s^2 (|g_i| + |w_i|) in size, for an index i >= 1 at hand and 0 < s <= 1.
FACTOR = "(s**(i+2)*g(i) - w(i))*s**(i+1)"
SIZE = "s**2*(norm(g(i)) + norm(w(i)))"
COEFFICIENT = [
    Use("sizes", at=["g(i)"], name="|g|"),
    Use("sizes", at=["w(i)"], name="|w|"),
    Use("powers of s", at=["i-1"], name="power"),
    Use("powers of s", at=["i+2"], name="higher"),
    Have(f"-({SIZE}) <= {FACTOR} and {FACTOR} <= {SIZE}", name="between", by=[Split([
        [Order(positive=[
            Square(root="s", facts=["power.1", "|g|.0"]), Square(root="s", facts=["power.0", "higher.1", "|g|.0"]),
            Square(root="s", facts=["power.0", "higher.0", "|g|.3"]),
            Square(root="s", facts=["power.1", "|w|.0"]), Square(root="s", facts=["power.0", "|w|.2"])])],
        [Order(positive=[
            Square(root="s", facts=["power.1", "|g|.0"]), Square(root="s", facts=["power.0", "higher.1", "|g|.0"]),
            Square(root="s", facts=["power.0", "higher.0", "|g|.2"]),
            Square(root="s", facts=["power.1", "|w|.0"]), Square(root="s", facts=["power.0", "|w|.3"])])],
    ])]),
    Use("size between", at=[FACTOR, SIZE], name="size"),
]  # fmt: skip
#: In each term: what multiplies the number, its norm, and how the rest of the gradient is spelled.
LEFT = ("A.T**i*C.T", "norm(A)**i*norm(C)", "C.T", "gradB(s*A, s*B, s*C) + 2*s*w(0)*C.T", ("d", "1"),
        ("d", "1", "A.T", "C.T"))
RIGHT = ("B.T*A.T**i", "norm(A)**i*norm(B)", "B.T", "gradC(s*A, s*B, s*C) + 2*s*w(0)*B.T", ("1", "d"),
         ("d", "1", "A", "B"))


def bound(side):
    """The constant K of one gradient."""
    _, size, first, *_ = side
    return f"2*(norm(g(0))*norm({first}) + Sum((norm(g(i)) + norm(w(i)))*{size}, (i, 1, k-1)))"


def called(letter, shape, value):
    """A short name for a matrix; the fact `letter` says what it is."""
    return [
        Have(f"exists({letter}, matrix({', '.join(shape)}), {letter} == {value})", name=f"there is {letter}",
             by=[Witness(value)]),
        Obtain(f"there is {letter}", letter, label=letter),
    ]


def linearised(side, g):
    """|G| <= K s^2 for the gradient without its linear part, G = 2 (s^3 g_0 first + R), for the s at hand."""
    word, size, first, gradient, shape, power = side
    r, total = f"R{g}", f"s**3*g(0)*{first} + R{g}"
    return [
        *called(r, shape, f"Sum({FACTOR}*{word}, (i, 1, k-1))"),
        *called(g, shape, gradient),
        Have(f"{g} == 2*({total})", name=f"{g} is"),
        Use("norm of a later sum", at=[*shape, (f"{FACTOR}*{word}", "i"), "k"], name=f"{g} terms"),
        Use("later bounds", at=[(f"norm({FACTOR}*{word})", "i"), (f"{SIZE}*{size}", "i"), "k"], name=f"{g} each",
            premises=[[
            Take("i"), *COEFFICIENT,
            Use("multiple", at=[FACTOR, *shape, word], name="factor"),
            Use("powers", at=[*power, "i"], name="power of A"),
            Use("norms", at=[*shape, word], name="|word|"),
            Have(f"{SIZE} >= 0", name="weight"),
            Order(positive=[Square(facts=["factor"]), Square(facts=["size", "|word|.0"]),
                            Square(facts=["weight", "power of A"])]),
        ]]),
        Have(f"norm({r}) <= Sum({SIZE}*{size}, (i, 1, k-1))", name=f"{g} rest", by=[
            Order(positive=[Square(facts=[f"{g} terms"]), Square(facts=[f"{g} each"])],
                  terms=[Inside(r, "-norm(HOLE)")])]),
        Use("multiple", at=["s**3*g(0)", *shape, first], name=f"{g} first"),
        Use("sizes", at=["g(0)"], name=f"{g} |g0|"),
        Use("norms", at=[*shape, first], name=f"{g} |first|"),
        Have("norm(s**3*g(0)) <= s**2*norm(g(0))", name=f"{g} number", by=[Use(
            "size between", at=["s**3*g(0)", "s**2*norm(g(0))"], premises=[[Split([
                [Order(positive=[Square(root="s", facts=["below", f"{g} |g0|.0"]),
                                 Square(root="s", facts=["above", f"{g} |g0|.3"])])],
                [Order(positive=[Square(root="s", facts=["below", f"{g} |g0|.0"]),
                                 Square(root="s", facts=["above", f"{g} |g0|.2"])])],
            ])]])]),
        Use("triangle", at=[*shape, f"s**3*g(0)*{first}", r], name=f"{g} both"),
        Use("multiple", at=["2", *shape, total], name=f"{g} twice"),
        Use("norms", at=[*shape, total], name=f"{g} |all|"),
        Have(f"norm({g}) <= s**2*({bound(side)})", name=f"{g} bound", by=[Order(positive=[
            Square(facts=[f"{g} twice"]), Square(facts=["two", f"{g} |all|.0"]),
            Square(facts=[f"{g} both"], weight="2"),
            Square(facts=[f"{g} first"], weight="2"), Square(facts=[f"{g} number", f"{g} |first|.0"], weight="2"),
            Square(facts=[f"{g} rest"], weight="2")], terms=[Inside(f"{g} is", "-norm(HOLE)")])]),
        Use("norms", at=[*shape, g], name=f"|{g}|"),
    ]  # fmt: skip


NEAR_B = "norm2(gradB(s*A, s*B, s*C) + 2*w(0)*(s*C).T) <= K*s**4"
NEAR_C = "norm2(gradC(s*A, s*B, s*C) + 2*w(0)*(s*B).T) <= K*s**4"


@paper.remark("9/s1", "The gradients near zero", where="Section 4.3, proof sketch of Proposition 9",
              provenance="printed")
def gradients_near_zero(item):
    item.printed("When the entries of (A, B, C) are of the order of eps: dL/dB = -2 Chat Bhat C' and dL/dC = -2 Chat "
                 "Bhat B', approximately.")  # fmt: skip
    item.use(systems)
    item.define(NORM)
    item.conclude(f"exists(K, real, forall(s, (0, 1], {NEAR_B} and {NEAR_C}))", expected="proved", argument=[
        *norms("norms", "sizes", "size between", "norm of a later sum", "later bounds", "multiple", "powers",
               "triangle"),
        Witness(f"({bound(LEFT)} + {bound(RIGHT)})**2"),
        Take("s"),
        Have("s >= 0", name="above"),
        Have("s <= 1", name="below"),
        Have("forall(jj, nonnegative integer, 0 <= s**jj and s**jj <= 1)", name="powers of s",
             by=[Induct("jj", step=[Split([
            [],
            []])])]),
        Use("size between", at=["2", "2"], name="two"),
        *linearised(LEFT, "GB"), *linearised(RIGHT, "GC"),
        Split([[
            Have(f"norm({g}) <= s**2*({bound(LEFT)} + {bound(RIGHT)})", name="all", by=[Order(positive=[
                Square(facts=["GB bound"]), Square(facts=["GC bound"]), Square(facts=[f"|{other}|.0"])])]),
            Order(positive=[Square(facts=["all", "all"]), Square(facts=["all", f"|{g}|.0"], weight="2")],
                  terms=[(f"|{g}|.1", "1", "1"), Inside(g, "norm2(HOLE)")]),
        ] for g, other in (("GB", "GC"), ("GC", "GB"))]),
    ])  # fmt: skip
    item.note("Stated as an order: along (sA, sB, sC) the gradients are -2 Chat Bhat times sC' and sB', up to an error"
              " whose norm is at most a constant times s^2. The factor 2 is right here; Lemma E.4 and Eq. (E.58) lose "
              "it.")  # fmt: skip


DOWN = "-gradB(s*A, s*B, s*C) + gradC(s*A, s*B, s*C).T + 2*w(0)*(s*B - (s*C).T)"
UP = "-gradB(s*A, s*B, s*C) - gradC(s*A, s*B, s*C).T - 2*w(0)*(s*B + (s*C).T)"
NEAR = ("gradB(s*A, s*B, s*C) + 2*w(0)*(s*C).T", "(gradC(s*A, s*B, s*C) + 2*w(0)*(s*B).T).T")


@paper.remark("9/s2", "Difference and sum near zero", where="Section 4.3, proof sketch of Proposition 9",
              provenance="printed")
def motion_near_zero(item):
    item.printed("Therefore d/dtau (B - C') = -2 Chat Bhat (B - C') and d/dtau (B + C') = 2 Chat Bhat (B + C'), "
                 "approximately.")  # fmt: skip
    item.use(systems)
    item.conclude(f"exists(K, real, forall(s, (0, 1], norm2({DOWN}) <= K*s**4 and norm2({UP}) <= K*s**4))",
                  because=["9/s1"], expected="proved", argument=[
        Use("cited:9/s1", at=["d", "n", "k", "Ahat", "Bhat", "Chat", "A", "B", "C"], name="near"),
        Obtain("near", "K", label="bound"),
        Witness("4*K"), Take("s"), Use("bound", at=["s"], name="now"),
        Split([
            [Order(positive=[Square(facts=["now.0"], weight="2"), Square(facts=["now.1"], weight="2"),
                             Square(root=f"{NEAR[0]} + {NEAR[1]}")])],
            [Order(positive=[Square(facts=["now.0"], weight="2"), Square(facts=["now.1"], weight="2"),
                             Square(root=f"{NEAR[0]} - {NEAR[1]}")])],
        ]),
    ])  # fmt: skip
    item.note("At (sA, sB, sC), with dB/dtau = -dL/dB and dC/dtau = -dL/dC: the speeds are the printed ones up to an "
              "error whose norm is at most a constant times s^2.")  # fmt: skip


@paper.remark("9/s3", "The gain of the teacher is positive", where="Section 4.3, proof sketch of Proposition 9",
              provenance="printed")
def positive_gain(item):
    item.printed("Chat Bhat > 0, since the teacher is balanced and non-degenerate.")
    item.use(teacher)
    item.suppose("balanced", "Chat == Bhat.T")
    item.suppose("non-degenerate", "exists(j, nonnegative integer, w(j) != 0)")
    item.conclude("w(0) > 0", expected="proved", argument=[
        Obtain("non-degenerate", "j", label="seen"),
        Cases("Bhat == zeros(n, 1)", name="zero",
              yes=[Have("w(j) == 0", name="nothing"),
                   Contradict("seen")],
              no=[Order(positive=[Square(root="Bhat", nonzero="zero")], rewrite=["balanced"])]),
    ])  # fmt: skip
    item.without("balanced", counterexample={"n": "1", "Ahat": "0", "Bhat": "1", "Chat": "-1"})
    item.without("non-degenerate", counterexample={"n": "1", "Ahat": "0", "Bhat": "0", "Chat": "0"})
    item.note("Chat Bhat = |Bhat|^2. The teacher's matrix need not be symmetric.")


# -- Appendix E.4 -----------------------------------------------------------------------------------------------------
@paper.definition("init-law", "Normal initialisation at scale eps", where="Appendix E.4", provenance="printed")
def normal_start(item):
    item.printed("The mentioned initialization scheme, where every coordinate in a vector is initialized as N(0, "
                 "eps^2/d), is called eps-normal.")  # fmt: skip
    item.let(epsilon="positive", d="positive integer")
    item.conclude("variance(X, X, normal(0, epsilon/sqrt(d))) == epsilon**2/d", expected="proved")
    item.step("the mentioned scheme",
              "implies(expect(z*z.T) == eye(d), expect((epsilon*z)*(epsilon*z).T) == epsilon**2/d*eye(d))",
              let={"z": "random matrix(d, 1)"}, expected="refuted", expected_inference="does not follow",
              counterexample={"epsilon": "1", "d": "2"},
              says="in Proposition 9 the start is eps times a standard normal point")  # fmt: skip
    item.note("In Propositions 9 and E.11 the entries are eps times standard normal, with variance eps^2: that is the "
              "eps-normal start at scale eps sqrt(d). The limit eps -> 0 at fixed d does not "
              "notice, the constants do.")  # fmt: skip


@paper.remark("ext-LM-moments", "The moment generating function of the chi-squared law",
              where="Appendix E.4, cross-check")
def moments(item):
    item.printed("(not in the paper) E[exp(t X)] = (1 - 2 t)^(-m/2) for t < 1/2 and X with m degrees of freedom.")
    item.let(m="positive", u="positive")
    item.conclude("integrate(y**(m/2-1)*exp(-u*y/2), (y, 0, oo))/(2**(m/2)*gamma(m/2)) == u**(-m/2)", expected="proved",
                  argument=[])  # fmt: skip
    item.note("u = 1 - 2 t; the density y^(m/2-1) exp(-y/2)/(2^(m/2) Gamma(m/2)) and exp(t y) are written as one "
              "exponential.")  # fmt: skip


@paper.cited("ext-LM", "Tails of the chi-squared law", where="Appendix E.4, Eqs. (E.39)-(E.40)")
def tails(item):
    item.printed("For X with m degrees of freedom and x > 0: P(X >= m + 2 sqrt(m x) + 2 x) <= exp(-x) and P(X <= m - 2"
                 " sqrt(m x)) <= exp(-x).")  # fmt: skip
    item.cites("Laurent and Massart 2000, Lemma 1")
    item.let(m="positive", r="positive", p="real", q="real")
    item.define("x := m*r**2", "high := m + 2*m*r + 2*x", "low := m - 2*m*r")
    item.suppose("Markov, upper tail", "forall(t, [0, 1/2), p <= exp(-t*high)*(1 - 2*t)**(-m/2))")
    item.suppose("Markov, lower tail", "forall(t, [0, oo), q <= exp(t*low)*(1 + 2*t)**(-m/2))")
    item.conclude("sqrt(m*x) == m*r and p <= exp(-x) and q <= exp(-x)", fidelity="fragment",
                  example={"m": "1", "r": "1", "p": "0", "q": "0"}, argument=[
                      TOGETHER, *UPPER, Split([[], [], LOWER])])  # fmt: skip
    item.note("p and q stand for the two probabilities. Taken for granted is that they obey Markov's inequality, P(X "
              ">= a) <= exp(-t a) E[exp(t X)] and P(X <= a) <= exp(t a) E[exp(-t X)]; the rest is proved, for all m > "
              "0 and x = m r^2 > 0.")  # fmt: skip


FEW = {"m": "1", "p": "0", "q": "0"}
INSIDE = "probability({0}/4 < X and X < 9*{0}/4, X, chi_squared({1})) >= 1 - 2*exp(-9*{1}/64)"
#: P(X >= 9m/4) and P(X <= m/4), at the best t.
LEVELS = [
    TOGETHER,
    Have("m > 0", name="m > 0"),
    *chernoff("p", "Markov, upper tail", "5/18", "-(5/18)*(9*m/4)", "(1 - 2*(5/18))**(-m/2)", "m*log(3/2)", "-(9*m/64)",
              ["m > 0"], [Have("log(3/2) < 5/8 - 9/64", name="logarithm")], "upper"),
    *chernoff("q", "Markov, lower tail", "3/2", "(3/2)*(m/4)", "(1 + 2*(3/2))**(-m/2)", "-m*log(2)", "-(9*m/64)",
              ["m > 0"], [Have("log(2) > 3/8 + 9/64", name="lower logarithm")], "lower"),
]  # fmt: skip


@paper.lemma("lemma-E.10", "The norm of a random start", where="Appendix E.4, Lemma E.10, Eq. (E.38)",
             provenance="printed")
def norm_of_a_start(item):
    item.printed("Let v have m independent coordinates N(0, eps^2/m). Then P(eps/2 < |v| < 3 eps/2) >= 1 - 2 "
                 "exp(-9m/64).")  # fmt: skip
    item.let(m="positive integer", p="real", q="real")
    item.suppose("Markov, upper tail", "forall(t, [0, 1/2), p <= exp(-t*(9*m/4))*(1 - 2*t)**(-m/2))")
    item.suppose("Markov, lower tail", "forall(t, [0, oo), q <= exp(t*(m/4))*(1 + 2*t)**(-m/2))")
    item.conclude("1 - p - q >= 1 - 2*exp(-(9*m/64))", fidelity="fragment", example=FEW,
                  argument=[*LEVELS])  # fmt: skip
    item.step("change of variables", "iff(m/4 < m*y**2 and m*y**2 < 9*m/4, 1/2 < y and y < 3/2)",
              let={"y": "nonnegative"},
              example={**FEW, "y": "1"}, expected="proved", argument=[],
              says="y is |v|/eps; m y^2 has m degrees of freedom")  # fmt: skip
    level = "9*m/64"
    item.step("E.41-E.44",
              f"m - 2*sqrt(m*({level})) == m/4 and m + 2*sqrt(m*({level})) + 2*({level}) == m + 3*m/4 + 9*m/32"
              " and m + 3*m/4 + 9*m/32 <= 9*m/4", expected="proved",
              says="the levels of Laurent and Massart at x = 9m/64")  # fmt: skip
    for size in (1, 2, 3, 4, 6, 20, 21):
        item.step(f"the law itself, m = {size}", INSIDE.format(size, size), expected="proved", fidelity="special case",
                  argument=[Numbers(using=[])],
                  says="from the density, nothing taken for granted")  # fmt: skip
    item.note("p and q are P(X >= 9m/4) and P(X <= m/4) for X with m degrees of freedom, which obey Markov's "
              "inequality: as for the cited tails. For the sizes in the steps the density is integrated.")  # fmt: skip


@paper.remark("lemma-E.10/matrix", "The norm of a random matrix", where="Appendix E.4, after Lemma E.10",
              provenance="printed")
def norm_of_a_matrix(item):
    item.printed("For a matrix X in R^{m x p}: P(eps/2 < |X|_F < 3 eps/2) >= 1 - 2 exp(-9mp/64), by vectorising.")
    item.leads_to("E.57", "lemma-E.13")
    item.let(m="positive integer", p="positive integer")
    with item.reading("entries of variance eps^2/(mp)") as r:
        r.let(u="real", v="real")
        r.suppose("Markov, upper tail", "forall(t, [0, 1/2), u <= exp(-t*(9*(m*p)/4))*(1 - 2*t)**(-(m*p)/2))")
        r.suppose("Markov, lower tail", "forall(t, [0, oo), v <= exp(t*((m*p)/4))*(1 + 2*t)**(-(m*p)/2))")
        r.conclude("1 - u - v >= 1 - 2*exp(-(9*(m*p)/64))", because=["lemma-E.10"], fidelity="fragment",
                   expected="proved",
                   example={"m": "1", "p": "1", "u": "0", "v": "0"}, argument=[
                       Use("cited:lemma-E.10", at=["m*p", "u", "v"], name="vectorised")])  # fmt: skip
    with item.reading("entries of variance eps^2/m, as in the eps-normal start of a d x d matrix") as r:
        r.conclude(INSIDE.format(6, 36), expected="refuted", fidelity="special case")
    item.note("In the first reading u and v are the tail probabilities with m p degrees of freedom. In the second one, "
              "decided for m = p = 6, |X|_F^2 has the mean p eps^2, and the event is rare: for A(0) with entries "
              "N(0, eps^2/d), d > 20, |A(0)|_F is about sqrt(d) eps, above the bound 2 eps of (E.57). There 2 sqrt(d) "
              "eps has to take its place.")  # fmt: skip


@paper.definition("E.46", "Difference and sum", where="Appendix E.4, Eq. (E.46)", provenance="printed")
def difference_and_sum(item):
    item.printed("Y = B - C', W = B + C', w_0 = Chat Bhat.")
    item.use(systems)
    item.define("Y := B - C.T", "W := B + C.T")
    item.conclude("B == (W + Y)/2 and C.T == (W - Y)/2 and norm2(Y) + norm2(W) == 2*norm2(B) + 2*norm2(C)"
                  " and w(0) == Chat*Bhat and norm2(Y) == norm2(C.T - B)", expected="proved")  # fmt: skip
    item.note("Appendix E.4.1 has the other sign, Y = C' - B, which (E.103) and (E.104) need; norms do not notice.")


#: b^2 for the network of width 1 with k = 1 from B = C = eps: the flow of speed c times that of (E.58).
SOLUTION = "w0/(1 + (w0/epsilon**2 - 1)*exp(-2*{0}*w0*{1}))"


#: For every M_1 and r there is s < r with s^4/2 <= the solution and M_1^2 s^6 < s^4/4: s = 1/(2 (M_1 + 1) + 1/r).
TOO_LARGE = [At({"goal": [Take("M1"), Cases("M1 > 0", name="M", no=[Choose(0)], yes=[
    Choose(1), Take("r"), Cases("r > 0", name="R", no=[Choose(0)], yes=[
        Choose(2),
        Have("exists(s, positive, s*(2*(M1+1) + 1/r) == 1)", name="there is s",
             by=[Witness("1/(2*(M1+1) + 1/r)")]),
        Obtain("there is s", "s", label="small"),
        Have("s < r", name="below r"),
        Have("M1*s < 1/2", name="below M"),
        Have("s < 1", name="below 1"),
        Have("M1**2*s**6 < s**4/4", name="left"),
        Have("1 + s**4 - s**8 <= 2 and 1 + s**4 - s**8 > 0", name="below"),
        Have("1/(1 + (1/s**8 - 1)*s**4) == s**4/(1 + s**4 - s**8)", name="value"),
        Have("s**4/(1 + s**4 - s**8) >= s**4/2", name="right"),
        Have("s**4 > 0", name="positive"),
        Have("forall(u, real, forall(v, real, forall(y, real, forall(z, real,"
             " implies(u == v and v >= z/2 and y < z/4 and z > 0, u > y)))))", name="chain"),
        Use("chain", at=["1/(1 + (1/s**8 - 1)*s**4)", "s**4/(1 + s**4 - s**8)", "M1**2*s**6", "s**4"], name="end"),
        Witness("s"), Split([[], []]),
    ]),
])]})]  # fmt: skip


@paper.remark("E.47b", "How long the bounds hold", where="Appendix E.4, after Lemma E.12", provenance="printed")
def how_long(item):
    item.printed("For 0 <= t <= (1/(2 w_0)) ln(1/eps^0.5) all norms are bounded, |B|, |C| < M_1 eps^0.75; there is a "
                 "critical time O(ln(1/eps^0.5)) up to which the bounds hold.")  # fmt: skip
    item.leads_to("lemma-E.12")
    item.let(w0="positive", t="nonnegative")
    end = "(log(1/epsilon**(1/2))/(2*w0))"
    item.conclude("exists(M1, positive, exists(r, (0, 1], forall(s, (0, r),"
                  " w0/(1 + (w0/s**8 - 1)*s**4) <= M1**2*s**6)))",
                  fidelity="special case", counterexample={"w0": "1"},
                  argument=TOO_LARGE)  # fmt: skip
    item.step("the end of the time", f"exp(-4*w0*{end}) == epsilon", let={"epsilon": "(0, 1)"}, expected="proved")
    u = SOLUTION.format(2, "t")
    item.step("the solution", f"implies(epsilon**2 < w0, diff({u}, t) == -4*({u} - w0)*({u}))",
              let={"epsilon": "(0, 1)"},
              expected="proved",
              says="u = B^2 has u' = 2 B B' = -4 (u - w_0) u: gradient flow of (C B - w_0)^2 with B = C")  # fmt: skip
    with item.repair("with the speed of (E.58), half of the gradient") as r:
        r.conclude(f"bigo({SOLUTION.format(1, end)}, epsilon**(3/2), epsilon, 0, '+')", fidelity="special case",
                   expected="proved")
    item.note("Audited where the flow is solved by a formula: k = 1, where A does not move, and B(0) = C(0)' = "
              "(eps, 0, ..., 0), where B = C' stays a multiple of that, for every width; s = eps^0.25. The line says "
              "that B^2 is at most M_1^2 eps^1.5 at the end of the time, for all small eps. For gradient flow on the "
              "loss (3.4) it is of the order eps there. With the derivatives as printed in (E.58), which lack the "
              "factor 2, it is of the order eps^1.5. With the factor the time has to be halved.")  # fmt: skip
    item.note("This is one start; the printed line is about starts of probability 0.75 together.")


@paper.remark("E.14/sign", "A teacher with a negative gain", where="Appendix E.4, after Lemma E.14",
              provenance="printed")
def negative_gain(item):
    item.printed("The same analysis applies for w_0 < 0 with opposite roles for Y and W.")
    item.use(systems)
    item.define("down(Z) := 2*Sum((Z*A**i*B + w(i))*A.T**i*Z.T, (i, 0, k-1))",
                "right(Z) := 2*Sum((Z*A**i*B + w(i))*B.T*A.T**i, (i, 0, k-1))")
    item.conclude("Sum((-C*A**i*B + w(i))**2, (i, 0, k-1)) == loss(A, B, C) and down(-C) == gradB(A, B, C)"
                  " and right(-C) == -gradC(A, B, C) and B - (-C).T == B + C.T and B + (-C).T == B - C.T",
                  expected="proved")  # fmt: skip
    item.note("down and right are the gradients for the teacher with -Chat. Where (A, B, C) follows the flow for Chat,"
              " (A, B, -C) follows the one for -Chat, and Y and W change places. The start has the same "
              "law.")  # fmt: skip


@paper.equation("E.134", "The law of the difference at the start", where="Appendix E.4.2, Eq. (E.134)")
def law_of_difference(item):
    item.printed("The entries of Y(0) are N(0, 2 eps^2/d): the sum of the variances; W is distributed as Y.")
    item.let(d="positive integer", epsilon="positive", B="random matrix(d, 1)", C="random matrix(1, d)")
    item.suppose("law of B", "expect(B*B.T) == epsilon**2/d*eye(d)")
    item.suppose("law of C", "expect(C.T*C) == epsilon**2/d*eye(d)")
    item.suppose("independent", "expect(B*C) == zeros(d, d)")
    both = "expect((B {0} C.T)*(B {0} C.T).T) == 2*epsilon**2/d*eye(d)"
    item.conclude(f"{both.format('-')} and {both.format('+')}", expected="proved", argument=[Split([
        [Linear(terms=[("law of B", "1", "1"), ("law of C", "1", "1"), ("independent", sign, "1"),
                       Inside("independent", f"{sign}*HOLE.T")])]
        for sign in ("-1", "1")])])
    item.note("The line is missing in the source. Audited for the covariances; that sums of independent normal "
              "variables are normal is taken for granted.")  # fmt: skip


@paper.equation("E.134b", "Difference and sum at the start", where="Appendix E.4.2, after Eq. (E.134)",
                provenance="printed")
def sizes_at_the_start(item):
    item.printed("From Cauchy-Schwarz z(0) < 3 eps^2 with high probability. W is distributed as Y, so x(0) > eps^2/2.")
    item.let(d="positive integer", B="matrix(d, 1)", C="matrix(1, d)", epsilon="positive")
    item.conclude("1 - probability(X >= 63/2, X, chi_squared(21)) - probability(X <= 21/4, X, chi_squared(21)) > 0.93",
                  fidelity="special case")  # fmt: skip
    item.step("with the norms of A, B and C",
              "1 - probability(X >= 63/2, X, chi_squared(21)) - probability(X <= 21/4, X, chi_squared(21))"
              " - 2*(1 - probability(21/4 < X and X < 9*21/4, X, chi_squared(21))) - 2*exp(-9*21**2/64) > 0.92",
              fidelity="special case", expected="proved",
              says="the union bound over all events of Lemmas E.13 and E.15")  # fmt: skip
    item.step("from Cauchy-Schwarz",
              "implies(epsilon**2/4 < norm2(B) and norm2(B) < 9*epsilon**2/4 and epsilon**2/4 < norm2(C)"
              " and norm2(C) < 9*epsilon**2/4, norm2(C.T - B) < 3*epsilon**2)", expected="refuted",
              expected_inference="does not follow", says="on the event of Lemma E.10",
              counterexample={"d": "1", "epsilon": "1", "B": "1", "C": "-1"})  # fmt: skip
    with item.repair("what Cauchy-Schwarz gives on the event of Lemma E.10") as r:
        r.conclude("implies(norm2(B) < 9*epsilon**2/4 and norm2(C) < 9*epsilon**2/4, norm2(C.T - B) < 9*epsilon**2)",
                   expected="proved", argument=[
                       Take()])  # fmt: skip
    item.note("z(0) = (2 eps^2/d) X with d degrees of freedom, so z(0) < 3 eps^2 means X < 3d/2, and x(0) > eps^2/2 "
              "means X > d/4. Decided for d = 21, the smallest width; with the cited tail bounds alone P(X >= 3d/2) is"
              " not small at d = 21.")  # fmt: skip
    item.note("It is a further event, not a consequence of the bounds on |B(0)| and |C(0)|: B = -C' gives z(0) = 4 "
              "|B|^2, and W = 0.")  # fmt: skip


@paper.cited("ext-EC", "Small steps of gradient descent follow the flow", where="Appendix E.1.5", provenance="printed")
def small_steps(item):
    item.printed("For sufficiently small step size gradient descent approximates gradient flow with arbitrary "
                 "precision.")  # fmt: skip
    item.cites("Elkabetz and Cohen 2021, Theorem 3")
    item.note("Not needed: Lemma 6 is proved from the differential equation.")
