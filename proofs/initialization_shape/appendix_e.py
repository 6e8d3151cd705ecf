"""Section 7.1 and Appendix E: the potential of a diagonal network at large and at small k; c = k^(1/2)."""

from verifier.language.script import Have, Ladder, Numbers, Order, Rewritten, Set, Split, Square, Take, Use, Witness
from verifier.library.short_names import norms

from . import paper

J = "J(z) := 1 - sqrt(1 + z**2) + z*asinh(z)"
Q = "q(x, c) := c/4*(1 - sqrt(1 + (2*x/c)**2) + 2*x/c*asinh(2*x/c))"


@paper.remark("claim-7.1a", "The factor that controls the transition", where="Section 7.1", provenance="printed")
def factor(item):
    item.printed("k controls the transition; since 1 <= 1 + s^2 <= 2, alpha/(1 - s^2) is the factor that controls it.")
    item.let(alpha="positive", s="(-1, 1)")
    item.define("gamma0 := alpha/(1 - s**2)", "c := 4*alpha*(1 + s**2)/(1 - s**2)")
    item.conclude("4*gamma0 <= c and c < 8*gamma0", expected="proved")
    item.note("c = k^(1/2) by Lemma 1. The upper bound is strict for |s| < 1 and is approached as |s| -> 1; 4 is attained at s = 0.")


@paper.remark("claim-7.1b", "Scale against shape", where="Section 7.1", provenance="printed")
def scale_against_shape(item):
    item.printed("alpha -> 0 pushes to the rich regime, |s| -> 1 to the NTK regime; the joint limit of alpha/(1 - s^2) decides, and any value in "
                 "(0, oo) may occur.")  # fmt: skip
    item.let(alpha="positive", s="(-1, 1)", g="positive")
    item.conclude("limit(x/(1 - s**2), x, 0, '+') == 0 and limit(alpha/(1 - x**2), x, 1, '-') == oo and limit(alpha/(1 - x**2), x, -1, '+') == oo"
                  " and limit((1 - x**2)**2/(1 - x**2), x, 1, '-') == 0 and limit(sqrt(1 - x**2)/(1 - x**2), x, 1, '-') == oo"
                  " and limit(g*(1 - x**2)/(1 - x**2), x, 1, '-') == g", expected="proved")  # fmt: skip
    item.note("The last three: alpha = (1 - s^2)^2, (1 - s^2)^(1/2) and g (1 - s^2), each with alpha -> 0 and s -> 1 together.")


def parabola(id, words, domain, goal, argument=()):
    @paper.remark(id, "The potential and a parabola", where="Appendix E, cross-check")
    def page(item):
        item.printed(f"(not in the paper) {words} for all z; both sides are even.")
        item.let(z=domain)
        item.define(J)
        item.conclude(goal, expected="proved", argument=argument)


parabola("app-E-below", "1 - (1 + z^2)^(1/2) + z arcsinh z <= z^2/2", "real", "J(z) <= z**2/2")
parabola("app-E-above", "1 - (1 + z^2)^(1/2) + z arcsinh z >= z^2/2 - z^4/24", "nonnegative", "z**2/2 - z**4/24 <= 1 - sqrt(1 + z**2) + z*asinh(z)",
         [Ladder("z", "0", slope=[Numbers(using=["between"])])])


@paper.remark("app-E/NTK", "Large k: a squared norm", where="Appendix E", provenance="derived")
def large(item):
    item.printed("k -> oo: q_k(x) = x^2/(2 k^(1/2)) + O(k^(-3/2)); the tangent kernel at the start is K(x, x') = x'diag(k_i^(1/2))x', and by Lemma 4 "
                 "Q is proportional to the squared RKHS norm: the NTK regime.")  # fmt: skip
    item.let(z="nonnegative", c="positive")
    item.define(J, "x := c*z/2")
    item.conclude("x**2/(2*c) - x**4/(6*c**3) <= c/4*J(z) and c/4*J(z) <= x**2/(2*c)", because=["app-E-below", "app-E-above"], argument=[
        Use("cited:app-E-below", at=["z"], name="below"), Use("cited:app-E-above", at=["z"], name="above"),
        Have("forall(jj, real, implies(jj <= z**2/2 and z**2/2 - z**4/24 <= jj, (c*z/2)**2/(2*c) - (c*z/2)**4/(6*c**3) <= c/4*jj"
             " and c/4*jj <= (c*z/2)**2/(2*c)))", name="scaled", by=[
            Take("jj"),
            Have("(c*z/2)**2/(2*c) == c*z**2/8 and (c*z/2)**4/(6*c**3) == c*z**4/96", name="powers"),
            Have("c*z**2/8 - c*z**4/96 <= c/4*jj and c/4*jj <= c*z**2/8", name="plain", by=[Split([
                [],
                []])]),
            Split([[], []])]),
        Use("scaled", at=["J(z)"], premises=[[Split([[], []])]])], expected="proved")  # fmt: skip
    item.step("limit", "limit(r/4*(1 - sqrt(1 + 4*t**2/r**2) + 2*t/r*asinh(2*t/r))*r, r, oo) == t**2/2", let={"t": "real"}, says="k^(1/2) q_k(x) -> x^2/2")
    item.step("kernel", "forall(u, real, forall(v, real, u**2 + v**2 + u**2 + v**2 == 2*(u**2 + v**2)))",
              says="the kernel's entry u_+^2 + v_+^2 + u_-^2 + v_-^2 is k^(1/2) at an unbiased start")  # fmt: skip
    item.note("q_k(x) = (c/4) J(2 x/c), c = k^(1/2). The remainder is at most x^4/(6 k^(3/2)), for every x and every k > 0; so it is uniform on bounded sets and not on all of R, where q_k "
              "grows like |x| log |x| only. sum_i w_i^2/(2 k_i^(1/2)) is half of w'B^-1 w with B = diag(k_i^(1/2)).")  # fmt: skip


#: 2 q_k/log(1/k^(1/2)) tends to |x|, uniformly on bounded sets.
UNIFORM = ("forall(R, positive, forall(e, positive, exists(c0, (0, 1), forall(c, (0, c0), forall(y, [-R, R], Abs(2*q(y, c) - log(1/c)*Abs(y)) <= e*log(1/c))))))")
UNIFORM_BY = [
    Take("R", "e"), Set("B", "log(1 + 4*R)"), Set("M", "1 + R*B"),
    Have("B > 0", name="B sign"), Have("M >= 1", name="M sign"),
    Set("c0", "exp(-M/e)"),
    Have("c0 > 0 and c0 < 1", name="c0 in", by=[Split([[], [Have("-M/e < 0", name="exponent"),
        Have("forall(t, negative, exp(t) < 1)", name="below 1", by=[Take("t")]), Use("below 1", at=["-M/e"], premises=[[Use("exponent")]], name="less")]])]),
    Witness("c0"), Split([[], [], [
        Take("c", "y"), Have("c > 0 and c < 1", name="c in", by=[Split([[], []])]),
        Set("L", "log(1/c)"), Set("z", "Abs(y)"), Have("0 <= z and z <= R", name="z in"),
        Have("L*e >= M", name="late", by=[
            Have("log(c0) == -M/e", name="log c0"), Have("log(c) <= log(c0)", name="rises"),
            Have("L == -log(c)", name="L is"), Have("L >= M/e", name="plain")]),
        Have("L > 0", name="L sign"),
        Use("cited:app-E-cone", at=["y", "c", "L"], premises=[[Use("L")]], name="cone"), Set("Q", "q(y, c)"),
        Have("z*log(1 + 4*z) <= R*B", name="product", by=[
            Set("b", "log(1 + 4*z)"), Have("b >= 0 and b <= B", name="logs", by=[Split([[], []])]),
            Have("z*b <= R*B", name="in letters")]),
        Rewritten("cone.0", ["Q", "z"], name="low"), Rewritten("cone.1", ["Q", "z"], name="high"),
        Have("-e*L <= 2*Q - L*z and 2*Q - L*z <= e*L", name="close", by=[Split([[], []])]),
        Have("Abs(2*Q - L*z) <= e*L", name="in letters", by=[Numbers(using=["close"])]), Rewritten("in letters", ["L", "Q", "z"], name="done", forwards=True), Use("done")]]),
]  # fmt: skip


@paper.remark("app-E/rich", "Small k: the absolute value", where="Appendix E", provenance="derived")
def small(item):
    item.printed("k -> 0: q_k(x) = (|x|/2) (log(4 |x|/k^(1/2)) - 1) + k^(1/2)/4 + O(k); therefore Q is |w|_1: the rich regime.")
    item.let(x="positive")
    item.define(Q)
    item.conclude("limit((q(x, c) - x/2*(log(4*x/c) - 1) - c/4)/c**2, c, 0, '+') == -1/(32*x)"
                  f" and {UNIFORM}", because=["app-E-cone"], expected="proved", argument=[Split([[], UNIFORM_BY])], example={"x": 1})  # fmt: skip
    item.step("order", "bigo(q(x, c) - x/2*(log(4*x/c) - 1) - c/4, c**2, c, 0, '+')", because=["definitions"], says="O(k) for x != 0")
    item.step("leading", "limit(q(x, c)*2/log(1/c), c, 0, '+') == x", because=["definitions"], says="2 q_k/log(1/k^(1/2)) -> |x|")
    item.note("c stands for k^(1/2), x for |x| > 0: at x = 0 the formula has no value, and with 0 log 0 = 0 it would be off by k^(1/2)/4. The remainder is "
              "-k/(32 |x|) to first order, so O(k) is right for every x != 0 and not uniform near 0. The last part says that Q, scaled by 2/log(1/k^(1/2)), tends to |w|_1 "
              "uniformly on bounded sets; that its minimisers do what this suggests is rem-woodworth-regimes.")


@paper.remark("app-E-rich-bound", "Bounds for all x", where="Appendix E, cross-check")
def bounds(item):
    item.printed("(not in the paper) J(sinh t) = 1 - cosh t + t sinh t is at least L sinh t - (cosh L - 1), for every L; and e^t <= 1 + 2 sinh t, t >= 0.")
    item.let(t="nonnegative", L="real")
    item.conclude("L*sinh(t) - (cosh(L) - 1) <= 1 - cosh(t) + t*sinh(t)", expected="proved")
    item.step("upper", "exp(t) <= 1 + 2*sinh(t)", says="so J(z) <= z log(1 + 2 z) with z = sinh t, since 1 - cosh t <= 0")
    item.note("With q_k(x) = (k^(1/2)/4) J(2 |x|/k^(1/2)) and L = log(1/k^(1/2)): q_k(x) >= L |x|/2 - 1/8 and q_k(x) <= (|x|/2) (L + log(k^(1/2) + 4 |x|)).")


@paper.remark("app-E-rich-minimisers", "The minimisers tend to least l1 norm", where="Appendix E, cross-check")
def minimisers(item):
    item.printed("(not in the paper) If w minimises Q_k on X'w = y, k < 1, then |w|_1 <= |v|_1 + (d/4 + sum_i |v_i| log(1 + 4 |v_i|))/L for every other "
                 "solution v, L = log(1/k^(1/2)).")  # fmt: skip
    item.let(d="positive integer", L="positive", a="real sequence", b="real sequence", e="real sequence", Qw="real sequence", Qv="real sequence")
    item.suppose("below", "forall(i, integer[0, d-1], L*a[i]/2 - 1/8 <= Qw[i])")
    item.suppose("above", "forall(i, integer[0, d-1], Qv[i] <= L*b[i]/2 + e[i]/2)")
    item.suppose("minimal", "Sum(Qw[i], (i, 0, d-1)) <= Sum(Qv[i], (i, 0, d-1))")
    item.conclude("L*Sum(a[i], (i, 0, d-1)) <= L*Sum(b[i], (i, 0, d-1)) + Sum(e[i], (i, 0, d-1)) + d/4", argument=[
        *norms("sum of bounds"),
        Use("sum of bounds", at=[("L*a[t]/2 - 1/8", "t"), ("Qw[t]", "t"), "d"], name="lower", premises=[[Take("j"), Use("below", at=["j"])]]),
        Use("sum of bounds", at=[("Qv[t]", "t"), ("L*b[t]/2 + e[t]/2", "t"), "d"], name="upper", premises=[[Take("j"), Use("above", at=["j"])]]),
        Order(positive=[Square(facts=["lower"], weight="2"), Square(facts=["upper"], weight="2"), Square(facts=["minimal"], weight="2")])],
        expected="proved", example={"d": 1, "L": 1, "a": 0, "b": 0, "e": 0, "Qw": 0, "Qv": 0})  # fmt: skip
    item.note("a_i = |w_i|, b_i = |v_i|, e_i = |v_i| log(1 + 4 |v_i|), Qw and Qv the values q_k(w_i) and q_k(v_i), bounded by app-E-rich-bound. So the l1 "
              "norm of the minimiser tends to the least one at the rate O(1/log(1/k)), uniformly in the data for bounded v. Where several "
              "solutions have least l1 norm, its limit points are among them.")  # fmt: skip
