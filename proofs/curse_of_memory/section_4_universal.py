"""Section 4 and Appendix A: exponential polynomials approximate differentiable kernels, and universal approximation."""

from verifier.language.script import (
    Antiderivative,
    At,
    Axiom,
    Beyond,
    Bounded,
    Cases,
    CasesOn,
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
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio
from verifier.library.short_names import MODULUS, PRODUCT

from . import paper
from .lemmas.improper_integrals import FALLING
from .notation import POLYNOMIAL_CURVE, curve
from .rate import quantified
from .section_3_functionals import UNIT
from .section_3_stability import SUMS
from .signals import EXPONENTIAL, hurwitz

#: |p(s)| <= A'(s) with A bounded: an integrable kernel that is differentiable.
INTEGRABLE = ("forall(s, [0, oo), diff(A[s], s) >= 0 and norm2(p[s]) <= diff(A[s], s)**2)"
              " and forall(S, nonnegative, A[S] <= a)")  # fmt: skip


def polynomial(body, m="m", u="exp(-s)"):
    """The body with r = e^(-s) and the values of d polynomials without constant term at it, k = sum_j r^(j+1) al_j."""
    return (f"forall(r, real, forall(k, matrix(d, 1), implies(r == {u}"
            f" and k == al.T*Sum(r**(j+1)*basis({m}, j), (j, 0, {m}-1)), {body})))")  # fmt: skip


POLYNOMIALS = [("exists", "m", "positive integer"), ("exists", "al", "matrix(m, d)")]
#: The integral of |p - k| is at most e: every F with F(0) = 0 and |F'| <= |p - k| stays within e.
NEAR = quantified([("forall", "F", "real curve")], "implies(F[0] == 0 and forall(s, [0, oo), "
                  + polynomial("diff(F[s], s)**2 <= norm2(p[s] - k)") + "), forall(S, nonnegative, Abs(F[S]) <= e))")  # fmt: skip


@paper.cited("ext-Weierstrass-polynomials", "Polynomials are dense in the continuous functions", where="Appendix A, Lemma A.2, Eq. (40), cited",
             provenance="derived")  # fmt: skip
def weierstrass(item):
    item.printed("(Weierstrass) A function f on [0, oo) that is continuous and tends to 0 at infinity is approximated uniformly by polynomials q in "
                 "u = e^(-s): f(-log u) is continuous on [0, 1].")  # fmt: skip
    item.cites("Weierstrass's theorem of approximation, for each of the d coordinates")
    item.let(d="positive integer", f="matrix(d, 1) curve")
    item.conclude("implies(littleo(trace(f[s].T*f[s]), 1, s, oo), forall(e, positive, exists(m, positive integer, exists(al, matrix(m, d),"
                  " forall(s, [0, oo), forall(r, real, implies(r == exp(-s), norm2(f[s] - al.T*Sum(r**j*basis(m, j), (j, 0, m-1))) <= e)))))))")  # fmt: skip


#: An increasing bounded A gains at most b from some time on: else it would gain n b for every n.
TAIL = Have("exists(T, nonnegative, forall(S, [T, oo), A[S] - A[T] <= b))", name="tail", by=[
    Negate("never"),
    Have("forall(n, nonnegative integer, exists(T, nonnegative, A[T] >= A[0] + n*b))", name="steps", by=[Induct("n", base=[
        Witness("0"), Split([[], []])], step=[
        Obtain("IH", "T0", label="T0"), Use("never", at=["T0"], name="goes on"), CasesOn("goes on", [
            [],
            [Obtain("more", "S", label="S"), Witness("S"), Split([[], []])]], name="more")])]),
    Have("exists(x, real, x*b == a - A[0])", name="a ratio x", by=[Witness("(a - A[0])/b")]), Obtain("a ratio x", "x", label="x"),
    Beyond("x", name="beyond"), Obtain("beyond", "n", label="n"),
    Use("integrable.1", at=["0"], name="first", premises=[[]]),
    Cases("n >= 0", name="n sign", yes=[
        Use("steps", at=["n"], name="far"), Obtain("far", "T", label="T"), Use("integrable.1", at=["T"], premises=[[]], name="last"),
        Have("(n - x)*b > 0", name="gap"), Numbers(using=["T.1", "last", "gap", "x"])], no=[
        Have("x*b >= 0", name="x sign"), Have("x >= 0", name="x positive")])])  # fmt: skip
INSIDE = [Numbers(using=["between"])]
LETTERS = [
    Set("b", "e/3"), Have("b > 0", name="b positive"), TAIL, Obtain("tail", "T", label="T"),
    Bounded("trace(p[s].T*p[s])", "s", "0", "T", name="bounded"), Obtain("bounded", "M", label="M"),
    Use("integrable.1", at=["0"], name="first", premises=[[]]),
    Set("L", "exp(2*T)*(1 + Abs(M))*(1 + a - A[0])"), Have("L > 0", name="L positive", by=[
        Set("l1", "exp(2*T)"), Set("l2", "1 + Abs(M)"), Set("l3", "1 + a - A[0]"),
        Have("l1 > 0", name="1"), Have("l2 > 0", name="2"), Have("l3 > 0", name="3"),
        Have("l1*l2*l3 > 0", name="product"), Have("L == l1*l2*l3", name="same")]),
    *positive_ratio("g", "b", "L", ["b positive", "L positive"]),
]


WEIGHT = "exp(s)*exp(-g*exp(2*s)*(1 + trace(p[s].T*p[s])))"
#: w(s) = e^s v with v = e^(-g z), z = e^(2s) (1 + |p|^2).
AT_S = [
    Use("w", at=["s"], name="w now"), Set("E2", "exp(2*s)"), Set("P", "trace(p[s].T*p[s])"), Set("z", "E2*(1 + P)"), Set("h", "g*z"),
    Have("E2 > 0", name="E2 sign"), Have("P >= 0", name="P sign"),
    Have("z > 0", name="z sign"), Have("h > 0", name="h sign"),
    Set("v", "exp(-h)"), Use("falling", at=["h"], name="far"), Have("v*h <= 1", name="vh"),
    Have("0 < v and v <= 1 and 1 - v <= h", name="v in", by=[Split([[], [], [
        Have("1 - h <= exp(-h)", name="tangent")]])]),
    Have("g*exp(2*s)*(1 + trace(p[s].T*p[s])) == h", name="exponent", by=[
        Have("exp(2*s)*(1 + trace(p[s].T*p[s])) == z", name="inner"), Numbers(using=["inner", "h"])]),
    Have("w[s] == exp(s)*v", name="w is", by=[
        Have("-g*exp(2*s)*(1 + trace(p[s].T*p[s])) == -h", name="minus"),
        Rewritten("w now", ["minus"], name="w short", forwards=True)]),
]
#: |w p|^2 <= e^(-2s)/g^2.
VANISHES = Have("littleo(trace((w[s]*p[s]).T*(w[s]*p[s])), 1, s, oo)", name="vanishes", by=[
    Take("c"), *positive_ratio("x0", "1", "2*g**2*c", ["g.0", "given1"]), Witness("x0"), Split([[], [
        Take("s"), *AT_S,
        Have("w[s]**2 == E2*v**2", name="w square", by=[Have("exp(s)**2 == E2", name="double")]),
        Set("y", "w[s]**2*P"), Have("y >= 0", name="y sign"),
        Have("v**2*h**2 <= 1", name="square"),
        Have("y*(g**2*E2) <= 1", name="small", by=[Order(positive=[Square(facts=["square"]), Square(root="v*g*E2"), Square(root="v*g*E2*P"), Square(root="v*g*E2", facts=["P sign"])],
            terms=[("y", "-g**2*E2", "1"), ("w square", "-P*g**2*E2", "1"),
                   ("h", "v**2*(h + g*z)", "1"), ("z", "v**2*g**2*(z + E2*(1 + P))", "1")])]),
        Have("E2 >= 2*s", name="grows", by=[Have("exp(2*s) >= 1 + 2*s", name="tangent")]),
        Have("g**2*c*(2*s) >= 1", name="late", by=[Have("g**2*c > 0", name="factor"),
                                                   Have("g**2*c*(2*s) >= g**2*c*(2*x0)", name="more")]),
        Have("c*(g**2*E2) >= 1", name="large", by=[Have("g**2*c*(E2 - 2*s) >= 0", name="gain")]),
        Have("g**2*E2 > 0", name="positive"),
        Have("y <= c", name="y small", by=[Set("kk", "g**2*E2"), Have("kk > 0 and y*kk <= 1 and c*kk >= 1", name="in letters", by=[Split([
            [], [], []])])]),
        Have("trace((w[s]*p[s]).T*(w[s]*p[s])) == y", name="size"),
        Numbers(using=["size", "y small", "y sign"])]])])
#: r (w p - q) and (1 - v) p make up p - k, the one of size r b at most, the other of size (1 - v) A'.
POINTWISE = Have("forall(s, nonnegative, exists(x, real, 0 <= x and x <= 1 and x <= g*(exp(2*s)*(1 + trace(p[s].T*p[s])))"
                 " and Abs(diff(F[s], s)) <= x*diff(A[s], s) + b*exp(-s)))", name="pointwise", by=[
    Take("s"), *AT_S, Set("r", "exp(-s)"),
    Have("r > 0 and r*w[s] == v", name="rw", by=[Split([[], [
        Have("exp(-s)*exp(s) == 1", name="inverse"), Have("r*exp(s) == 1", name="short")]])]),
    Set("k", "al.T*Sum(r**(j+1)*basis(m, j), (j, 0, m-1))"), Set("y", "w[s]*p[s] - al.T*Sum(r**j*basis(m, j), (j, 0, m-1))"),
    Use("given1.1", at=["s", "r", "k"], premises=[[], [Split([[], []])]], name="F now"), Use("al", at=["s", "r"], premises=[[], []], name="close"),
    Have("norm2(y) <= b**2", name="y size", by=[Order(positive=[Square(facts=["close"])], rewrite=["y"])]),
    Have("p[s] - k == (1 - v)*p[s] + r*y", name="apart"),
    Use("integrable.0", at=["s"], name="A now"), Set("B", "diff(A[s], s)"),
    Have("B >= 0 and P <= B**2", name="B now", by=[Split([[], []])]),
    Use("norm of a product", at=["1", "d", "1", "p[s].T", "y"], name="product"), Set("q", "trace(p[s].T*y)"),
    Have("q**2 <= P*norm2(y)", name="cauchy", by=[Order(positive=[Square(facts=["product"])], terms=[
        ("q", "-q - trace(p[s].T*y)", "1"), ("P", "norm2(y)", "1")])]),
    Have("norm2(y) >= 0", name="y sign"),
    Have("q**2 <= (B*b)**2", name="q square", by=[Order(positive=[Square(facts=["cauchy"]), Square(facts=["B now.1", "y sign"]), Square(root="B", facts=["y size"])])]),
    Have("B*b >= 0", name="Bb"),
    Use("modulus", at=["q", "B*b"], premises=[[Split([[], []])]], name="q size"), Have("q <= B*b", name="q upper"),
    Have("1 - v >= 0", name="x sign"),
    Have("norm2(p[s] - k) <= ((1 - v)*B + b*r)**2", name="whole", by=[Order(positive=[
        Square(root="1 - v", facts=["B now.1"]), Square(root="r", facts=["y size"]), Square(facts=["x sign", "rw.0", "q upper"], weight="2")],
        terms=[Inside("apart", "-trace((p[s] - k).T*HOLE) - trace(HOLE.T*((1 - v)*p[s] + r*y))"), ("P", "(1 - v)**2", "1"), ("q", "2*(1 - v)*r", "1")])]),
    Have("diff(F[s], s)**2 <= ((1 - v)*B + b*r)**2", name="F square"),
    Have("(1 - v)*B + b*r >= 0", name="bound sign"),
    Use("modulus", at=["diff(F[s], s)", "(1 - v)*B + b*r"], premises=[[Split([[], []])]], name="F size"),
    Witness("1 - v"), Split([[], [], [
        Have("g*(exp(2*s)*(1 + trace(p[s].T*p[s]))) == h", name="there"), Numbers(using=["there", "v in.2"])],
        [Rewritten("F size", ["B", "r"], name="done", forwards=True)]])])  # fmt: skip
#: |F'| <= kap A' + b e^(-s) up to T, and A' + b e^(-s) afterwards.
SPEEDS = [
    Set("ET", "exp(2*T)"), Set("kap", "g*(ET*(1 + Abs(M)))"), Have("ET > 0", name="ET sign"),
    Have("kap >= 0", name="kap sign", by=[Have("ET*(1 + Abs(M)) >= 0", name="factor")]),
    Have("kap*(1 + a - A[0]) == b", name="kap size", by=[Have("L == ET*(1 + Abs(M))*(1 + a - A[0])", name="L short")]),
    Have("forall(s, nonnegative, Abs(diff(F[s], s)) <= diff(A[s], s) + b*exp(-s))", name="fast", by=[
        Take("s"), Use("pointwise", at=["s"], name="there is x"), Obtain("there is x", "x", label="x"), Use("integrable.0", at=["s"], name="A now"),
        Have("x*diff(A[s], s) <= diff(A[s], s)", name="less")]),
    Have("forall(s, [0, T], Abs(diff(F[s], s)) <= kap*diff(A[s], s) + b*exp(-s))", name="slow", by=[
        Take("s"), Use("pointwise", at=["s"], premises=[[]], name="there is x"), Obtain("there is x", "x", label="x"), Use("integrable.0", at=["s"], premises=[[]], name="A now"),
        Use("M", at=["s"], name="M now"), Set("P", "trace(p[s].T*p[s])"), Set("E2", "exp(2*s)"),
        Have("P >= 0 and P <= Abs(M)", name="P in", by=[Split([[], []])]),
        Have("0 <= E2 and E2 <= ET", name="E2 in", by=[Split([[], [Have("exp(2*s) <= exp(2*T)", name="rises")]])]),
        Have("E2*(1 + P) <= ET*(1 + Abs(M))", name="product", by=[Have("0 <= 1 + P and 1 + P <= 1 + Abs(M)", name="one")]),
        Have("g*(E2*(1 + P)) <= kap", name="scaled"),
        Have("g*(exp(2*s)*(1 + trace(p[s].T*p[s]))) == g*(E2*(1 + P))", name="said"),
        Have("x <= kap", name="x small"),
        Have("x*diff(A[s], s) <= kap*diff(A[s], s)", name="less")]),
]


def piece(sign, start, rate, fact, name, slack):
    """(+-) (F(Q) - F(start)) against the integral of `rate` A' + b e^(-s) from `start` to Q."""
    return Ladder("Q", start, time="q", slope=[
        Use(fact, at=["q"], premises=[[]], name="now")])  # fmt: skip


PIECES = [
    Have("forall(Q, [0, T], F[Q] - F[0] <= kap*(A[Q] - A[0]) + b*(exp(-0) - exp(-Q)) and F[0] - F[Q] <= kap*(A[Q] - A[0]) + b*(exp(-0) - exp(-Q)))",
         name="early", by=[Take("Q"), Split([[piece("", "0", "kap", "slow", "up", ["given3"])], [piece("-", "0", "kap", "slow", "down", ["given3"])]])]),
    Have("forall(Q, [T, oo), F[Q] - F[T] <= A[Q] - A[T] + b*(exp(-T) - exp(-Q)) and F[T] - F[Q] <= A[Q] - A[T] + b*(exp(-T) - exp(-Q)))",
         name="late", by=[Take("Q"), Split([[piece("", "T", "1", "fast", "up", ["T.0"])], [piece("-", "T", "1", "fast", "down", ["T.0"])]])]),
    Have("exp(-0) == 1", name="one"), Set("eS", "exp(-S)"), Have("eS > 0", name="eS sign"),
    Cases("S <= T", name="when", yes=[
        Use("early", at=["S"], premises=[[]], name="now"), Use("integrable.1", at=["S"], premises=[[]], name="A there"),
        Have("kap*(A[S] - A[0]) <= b", name="first part"),
        Have("b*(1 - eS) <= b", name="second part"),
        Have("-2*b <= F[S] and F[S] <= 2*b", name="within"),
        Numbers(using=["within", "b", "b positive"])], no=[
        Use("early", at=["T"], premises=[[]], name="before"), Use("late", at=["S"], premises=[[]], name="after"),
        Use("integrable.1", at=["T"], premises=[[]], name="A there"), Use("T.1", at=["S"], premises=[[]], name="gain"),
        Have("kap*(A[T] - A[0]) <= b", name="first part"),
        Set("eT", "exp(-T)"),
        Have("b*(1 - eT) + b*(eT - eS) <= b", name="second part"),
        Have("-3*b <= F[S] and F[S] <= 3*b", name="within", by=[Split([
            [],
            []])]),
        Numbers(using=["within", "b"])]),
]


#: The kernel 1 is not close to an exponential polynomial k: |k| <= B e^(-s), so that |1 - k| >= 1/2 from 2 B + 1 on.
CONSTANT_KERNEL = [
    *curve("u", "exp(-s)", "-exp(-s)", [], "s"), POLYNOMIAL_CURVE[0], MODULUS,
    Have("forall(b, real sequence, forall(n, nonnegative integer, exists(B, nonnegative, forall(y, [0, 1], forall(x, real,"
         " implies(x == Sum(b[j]*y**(j+1), (j, 0, n-1)), Abs(x) <= B*y and 0 <= y**n and y**n <= 1))))))", name="small", by=[Take("b"), Induct("n", base=[
        Witness("0"), Split([[], [Take("y", "x"), Split([[Numbers(using=["given1"])], [], []])]])], step=[
        Obtain("IH", "B", label="B"), Set("c", "Abs(b[n])"), Have("c >= 0 and -c <= b[n] and b[n] <= c", name="c in", by=[Split([[Numbers(using=["c"])]]*3)]),
        Witness("B + c"), Split([[Numbers(using=["B.0", "c in"])], [
            Take("y", "x"), Set("w", "Sum(b[j]*y**(j+1), (j, 0, n-1))"), Set("v", "y**n"), Use("B.1", at=["y", "w"], premises=[[], [Linear(terms=[("w", "1", "1")])]], name="before"),
            Have("0 <= v and v <= 1", name="v in", by=[Split([[Numbers(using=["before.1", "v"])], [Numbers(using=["before.2", "v"])]])]),
            Have("x == w + b[n]*(v*y)", name="x is", by=[Linear(terms=[("given1", "1", "1"), ("w", "-1", "1"), ("v", "-b[n]*y", "1")])]),
            Have("y >= 0 and y <= 1", name="y in", by=[Split([[Numbers(using=["given"])], [Numbers(using=["given"])]])]),
            Have("v*y >= 0 and v*y <= y", name="vy in", by=[Split([[Order(positive=[Square(facts=["v in.0", "y in.0"])])], [Order(positive=[Square(facts=["v in.1", "y in.0"])])]])]),
            Have("-c*y <= b[n]*(v*y) and b[n]*(v*y) <= c*y", name="last", by=[Split([
                [Order(positive=[Square(facts=["c in.1", "vy in.0"]), Square(facts=["c in.0", "vy in.1"])])], [Order(positive=[Square(facts=["c in.2", "vy in.0"]), Square(facts=["c in.0", "vy in.1"])])]])]),
            Set("g", "b[n]*(v*y)"), Have("-B*y <= w and w <= B*y", name="w in", by=[Split([[Numbers(using=["before.0"])], [Numbers(using=["before.0"])]])]),
            Have("-(B + c)*y <= x and x <= (B + c)*y", name="x in", by=[Split([
                [Order(positive=[Square(facts=["w in.0"]), Square(facts=["last.0"])], terms=[("x is", "1", "1")])], [Order(positive=[Square(facts=["w in.1"]), Square(facts=["last.1"])], terms=[("x is", "-1", "1")])]])]),
            Have("y**(n+1) == v*y", name="power", by=[Linear(terms=[("v", "-y", "1")])]),
            Split([[Numbers(using=["x in"])], [Rewritten("vy in.0", ["power"], name="done"), Use("done")], [
                Have("v*y <= 1", name="one", by=[Numbers(using=["vy in.1", "y in.1"])]), Rewritten("one", ["power"], name="done"), Use("done")]])]])])]),
    Witness("1"), Split([[], [
        Take("m", "al"), Use("polynomials of u", at=[("al[j, 0]", "j"), "m"], name="a power"), Obtain("a power", "v", label="a polynomial"), Obtain("a polynomial", "k", label="ks"),
        Use("small", at=[("al[j, 0]", "j"), "m"], name="there is B"), Obtain("there is B", "B", label="B"),
        Antiderivative("Abs(1 - k[s])", "s", "0", name="distance"), Obtain("distance", "D", label="D"), Set("T", "2*B + 1"), Have("T >= 1", name="T sign", by=[Numbers(using=["T", "B.0"])]),
        Have("forall(s, [T, oo), diff(D[s], s) >= 1/2)", name="apart", by=[
            Take("s"), Use("D.1", at=["s"], name="D now"), Use("ks", at=["s"], name="k now"), Use("u", at=["s"], name="u now"), Set("y", "exp(-s)"),
            Have("0 <= y and y <= 1 and s*y <= 1", name="y in", by=[Split([[Numbers(using=["y"])], [Numbers(using=["y", "given", "T sign"])], [
                Have("s*exp(-s) <= 1", name="falls", by=[Numbers(using=[])]), Rewritten("falls", ["y"], name="in y"), Use("in y")]])]),
            Have("u[s] == y", name="same", by=[Numbers(using=["u now.0", "y"])]), Rewritten("k now.1", ["same"], name="k y", forwards=True),
            Use("B.1", at=["y", "k[s]"], premises=[[], [Use("k y")]], name="bound"), Have("B*y <= 1/2", name="half", by=[
                Have("T*y <= s*y", name="more", by=[Order(positive=[Square(facts=["given", "y in.0"])])]), Numbers(using=["more", "T", "y in"])]),
            Set("x", "k[s]"), Have("Abs(x) <= 1/2", name="x in", by=[Numbers(using=["bound.0", "half", "x"])]), Numbers(using=["D now", "x", "x in"])]),
        Have("D[T] >= 0", name="before", by=[Ladder("T", "0", time="r", slope=[Use("D.1", at=["r"], name="now"), Numbers(using=["now"])], base=[Numbers(using=["D.0"])], side=[Numbers(using=["T sign"])])]),
        Have("forall(S, [T, oo), D[S] >= (S - T)/2)", name="grows", by=[Take("S"), Ladder("S", "T", time="r", slope=[
            Use("apart", at=["r"], premises=[[Numbers(using=["between"])]], name="now"), Numbers(using=["now"])], base=[Numbers(using=["before"])], side=[Numbers(using=["given"])])]),
        Witness("D[q]", index="q"), Split([[Split([[], [
            Take("s", "r", "kk"), Use("D.1", at=["s"], name="D now"), Use("ks", at=["s"], name="k now"), Use("u", at=["s"], name="u now"),
            Have("u[s] == r", name="same", by=[Numbers(using=["u now.0", "given1.0"])]), Rewritten("k now.1", ["same"], name="k r", forwards=True),
            Have("kk == k[s]", name="value", by=[Linear(terms=[("given1.1", "1", "1"), ("k r", "-1", "1")])]),
            Have("diff(D[s], s)**2 == (1 - k[s])**2", name="square", by=[Numbers(using=["D now"])]),
            Order(terms=[("square", "-1", "1"), Inside("value", "norm2(1 - HOLE)")])]])], [
            Witness("T + 4"), Split([[Numbers(using=["T sign"])], [Use("grows", at=["T + 4"], premises=[[Numbers(using=[])]], name="far"), Numbers(using=["far"])]])]])]])]


@paper.remark("exponential-polynomials", "Exponential polynomials approximate an integrable kernel", where="Appendix A, Lemma A.2, in its proof",
              provenance="derived")  # fmt: skip
def approximation(item):
    item.printed("For a differentiable kernel p, integrable on [0, oo) with values in R^d, and e > 0 there are d polynomials p_i with p_i(0) = 0 such that the integral of "
                 "|p - (p_i(e^(-s)))_i| is at most e.")  # fmt: skip
    item.let(d="positive integer", p="matrix(d, 1) curve", A="real curve", a="real")
    item.suppose("integrable", INTEGRABLE)
    item.conclude("forall(e, positive, " + quantified(POLYNOMIALS, NEAR) + ")", because=["ext-Weierstrass-polynomials"], argument=[
        FALLING, PRODUCT, MODULUS, Take("e"), *LETTERS,
        Have(f"exists(w, real curve, forall(s, real, w[s] == {WEIGHT}))", name="a weight", by=[Witness(WEIGHT, index="s")]), Obtain("a weight", "w", label="w"), VANISHES,
        Use("cited:ext-Weierstrass-polynomials", at=["d", ("w[q]*p[q]", "q")], premises=[[]], name="dense"), Use("dense", at=["b**2"], premises=[[]], name="found"),
        Obtain("found", "m", label="m"), Obtain("m", "al", label="al"), Witness("m"), Witness("al"), Take("F", "S"), POINTWISE, *SPEEDS, *PIECES,
        ], example={"d": 1, "p": 0, "A": 0, "a": 0}, expected="proved")  # fmt: skip
    item.without("integrable", counterexample={"d": 1, "p": 1, "A": 0, "a": 0}, argument=[At({"goal": CONSTANT_KERNEL})])


#: The network (45): W = diag(-1, ..., -m), E(s) = diag(e^(-s), ..., e^(-ms)), c = (1, ..., 1).
DIAGONAL = "Sum(-(j+1)*basis(m, j)*basis(m, j).T, (j, 0, m-1))"
POWERS_OF = "Sum(u[s]**(j+1)*basis({m}, j)*basis({m}, j).T, (j, 0, {m}-1))"
SLOPES_OF = "-Sum((j+1)*u[s]**(j+1)*basis({m}, j)*basis({m}, j).T, (j, 0, {m}-1))"
#: The exponential by induction on its size: one more entry w(s) = e^(-(m+1)s) on the diagonal.
EXPONENTIALS = [
    *curve("u", "exp(-s)", "-exp(-s)", [], "s"),
    Have("forall(s, real, diff(u[s], s) == -u[s])", name="u falls", by=[Take("s"), Use("u", at=["s"], name="now")]),
    Have("u[0] == 1", name="u starts", by=[Use("u", at=["0"], name="now"), Have("exp(-0) == 1", name="one")]),
    Have("forall(mm, positive integer, exists(E, matrix(mm, mm) curve, E[0] == eye(mm) and forall(s, real, "
         f"E[s] == {POWERS_OF.format(m='mm')} and diff(E[s], s) == {SLOPES_OF.format(m='mm')})))", name="exponentials", by=[Induct("mm", base=[
        Witness("u[s]*eye(1)", index="s"), Split([[], [
            Take("s"), Use("u falls", at=["s"], name="now"), Split([[], []])]])], step=[
        Obtain("IH", "E", label="E"), *curve("w", "exp(-(mm+1)*s)", "-(mm+1)*exp(-(mm+1)*s)", [], "s"),
        Have("forall(s, real, w[s] == u[s]**(mm+1) and diff(w[s], s) == -(mm+1)*w[s])", name="w is", by=[Take("s"), Use("w", at=["s"], name="w now"), Use("u", at=["s"], name="u now"),
            Have("exp(-(mm+1)*s) == exp(-s)**(mm+1)", name="power"), Rewritten("power", ["w now.0", "u now.0"], name="powers"), Split([[], []])]),
        Set("J", "Sum(basis(mm+1, j)*basis(mm, j).T, (j, 0, mm-1))"),
        Use("w", at=["0"], name="w first"), Have("exp(-(mm+1)*0) == 1", name="none"), Have("w[0] == 1", name="w starts"),
        Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["mm+1"], name="one"), Use("resolution-of-identity", at=["mm"], name="one less"),
        Witness("J*E[s]*J.T + w[s]*basis(mm+1, mm)*basis(mm+1, mm).T", index="s"), Split([[], [Take("s"), Use("E.1", at=["s"], name="E now"), Use("w is", at=["s"], name="w now"), Split([
            [], []])]])])]),
]
NETWORK_45 = [
    SUMS, *EXPONENTIALS,
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="identity"),
    Set("W", DIAGONAL), Set("c", "Sum(basis(m, j), (j, 0, m-1))"),
    Use("exponentials", at=["m"], name="there is E"), Obtain("there is E", "E", label="E"),
    Have("forall(x, matrix(m, 1), trace(x.T*W*x) <= -norm2(x))", name="negative", by=[
        Take("x"), Use("sums", at=[("j*x[j, 0]**2", "j"), "m"], name="all", premises=[[Take("j"), Have("j >= 0", name="j sign")]]),
        Order(positive=[Square(facts=["all"])], rewrite=["W"], terms=[Inside("identity", "-trace(x.T*HOLE*x)")])]),
    Have("forall(s, [0, oo), diff(E[s], s) == W*E[s])", name="flow", by=[Take("s"), Use("E.1", at=["s"], name="now")]),
]


@paper.remark("network-45", "The network of exponential polynomials", where="Appendix A, Eq. (45)", provenance="recalled")
def network_45(item):
    item.printed("W = diag(-1, ..., -m), U_ji = alpha_ij, c = (1, ..., 1): (c' e^(Ws) U)_i = p_i(e^(-s)), and W is stable.")
    item.let(m="positive integer", d="positive integer", al="matrix(m, d)")
    item.conclude("exists(W, matrix(m, m), exists(c, matrix(m, 1), exists(E, matrix(m, m) curve, "
                  f"{hurwitz()} and {EXPONENTIAL} and forall(s, [0, oo), " + polynomial("al.T*E[s].T*c == k") + "))))", argument=[
        *NETWORK_45, Witness("W"), Witness("c"), Witness("E[s]", index="s"), Split([
            [Take("a", "b", "v", "z"), Use("negative", at=["v"], name="nv"), Use("negative", at=["z"], name="nz"), Set("n", "norm2(v) + norm2(z)"),
             Have("n > 0", name="n sign"),
             Have("a*n == trace(v.T*W*v) + trace(z.T*W*z)", name="short"),
             Have("a*n <= -n", name="falls")], [Use("E.0")], [], [Take("s", "r", "k"), Use("E.1", at=["s"], name="now"), Use("u", at=["s"], name="u now"),
            Have("u[s] == r", name="same"),
            Rewritten("now.0", ["same"], name="E r", forwards=True)]])],
        expected="proved")  # fmt: skip


NETWORKS = [("exists", "m", "positive integer"), ("exists", "W", "matrix(m, m)"), ("exists", "U", "matrix(m, d)"), ("exists", "c", "matrix(m, 1)"),
            ("exists", "E", "matrix(m, m) curve")]  # fmt: skip
#: F and G are the integrals of the kernels p and U' E' c against one input of norm at most 1.
BOTH = ("F[0] == 0 and G[0] == 0 and forall(s, [0, oo), exists(x, matrix(d, 1), forall(i, integer[0, d-1], Abs(x[i, 0]) <= 1)"
        " and diff(F[s], s) == trace(p[s].T*x) and diff(G[s], s) == trace(c.T*E[s]*U*x)))")  # fmt: skip
CLOSE = f"forall(F, real curve, forall(G, real curve, implies({BOTH}, forall(S, nonnegative, Abs(F[S] - G[S]) <= e))))"


@paper.remark("eq-46", "A network close to an integrable kernel", where="Appendix A, Eq. (46)", provenance="recalled")
def close_network(item):
    item.printed("|H_t(x) - Hhat_t(x)| <= sum_i int_0^oo |x_(t-s,i)| |rho_i(s) - p_i(e^(-s))| ds <= eps for |x|_X <= 1.")
    item.let(d="positive integer", p="matrix(d, 1) curve", A="real curve", a="real")
    item.suppose("integrable", INTEGRABLE)
    item.conclude("forall(e, positive, " + quantified(NETWORKS, f"{hurwitz()} and {EXPONENTIAL} and {CLOSE}") + ")",
                  because=["exponential-polynomials", "network-45"], argument=[
        SUMS, UNIT, PRODUCT, Take("e"), Have("d >= 1", name="d one"), *positive_ratio("b", "e", "d", ["given", "d one"]), *positive_ratio("f", "1", "d", ["d one"]),
        Use("cited:exponential-polynomials", at=["d", ("p[q]", "q"), ("A[q]", "q"), "a"], premises=[[]], name="polynomials"), Use("polynomials", at=["b"], premises=[[]], name="some"),
        Obtain("some", "m", label="m"), Obtain("m", "al", label="near"), Use("cited:network-45", at=["m", "d", "al"], name="network"),
        Obtain("network", "W", label="W"), Obtain("W", "c", label="c"), Obtain("c", "E", label="E"),
        Witness("m"), Witness("W"), Witness("al"), Witness("c"), Witness("E[s]", index="s"), Split([[], [], [], [
            Take("F", "G", "S"), Use("near", at=[("f*(F[q] - G[q])", "q")], name="bound", premises=[[Split([[], [
                Take("s", "r", "k"), Use("E.3", at=["s", "r", "k"], premises=[[], [Split([[], []])]], name="k is"), Use("given1.2", at=["s"], name="there is x"), Obtain("there is x", "x", label="x"),
                Use("unit", at=["x"], premises=[[]], name="x size"), Set("z", "p[s] - k"), Use("norm of a product", at=["1", "d", "1", "z.T", "x"], name="product"),
                Set("D", "diff(F[s], s) - diff(G[s], s)"),
                Have("D == trace(z.T*x)", name="D is"),
                Set("Z2", "norm2(z)"), Have("Z2 >= 0", name="Z2 sign", by=[Order(positive=[Square(root="z")], terms=[("Z2", "1", "1")])]),
                Have("D**2 <= d*Z2", name="square", by=[Order(positive=[Square(facts=["product"]), Square(facts=["Z2 sign", "x size"])], terms=[
                    ("D is", "-D - trace(z.T*x)", "1"), ("Z2", "norm2(x)", "1")])]),
                Have("f <= 1", name="f small"),
                Have("(f*D)**2 <= Z2", name="scaled", by=[Order(positive=[Square(root="f", facts=["square"]), Square(facts=["f small", "Z2 sign"])], terms=[("f.1", "-f*Z2", "1")])]),
                Have("Z2 == norm2(p[s] - k)", name="Z2 is"),
                Order(positive=[Square(facts=["scaled"])], terms=[("D", "f**2*(D + diff(F[s], s) - diff(G[s], s))", "1"), ("Z2 is", "-1", "1")])]])]]),
            Use("bound", at=["S"], premises=[[]], name="now"), Set("h", "F[S] - G[S]"),
            Have("Abs(f*h) <= b", name="small"),
            Have("-b <= f*h and f*h <= b", name="in", by=[Numbers(using=["small"])]),
            Have("-e <= h and h <= e", name="within", by=[Split([
                [Order(positive=[Square(facts=["in.0", "d one"]), Square(facts=["in.0"])], terms=[("b.1", "-1", "1"), ("f.1", "-h", "1")])],
                [Order(positive=[Square(facts=["in.1", "d one"]), Square(facts=["in.1"])], terms=[("b.1", "-1", "1"), ("f.1", "h", "1")])]])])]])], example={"d": 1, "p": 0, "A": 0, "a": 0}, expected="proved")  # fmt: skip
