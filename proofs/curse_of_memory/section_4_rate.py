"""Section 4 and Appendix B: the rate of approximation, Theorem 4.2, line by line."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Have,
    Induct,
    Ladder,
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
from .rate import memory, quantified, rate

#: For each C the kernel with lam = 420 C + 1 has error 1/420 or more, and the bound is C/lam < 1/420.
TOO_GOOD = [
    Take("C"), Cases("C <= 0", name="C", yes=[Choose(0)], no=[
        Choose(1), Set("lam", "420*C + 1"), Have("lam > 0", name="lam positive"),
        Use("cited:kernel-13", at=["lam"], premises=[[]], name="a kernel"), Obtain("a kernel", "Y", label="kernel"),
        Witness("1"), Witness("1"), Witness("lam"), Split([[], [Witness("1"), Split([[], [
            Witness("Y[t]", index="t"), Split([[], [
                Take("W", "U", "c", "E"),
                Cases("E[0] == eye(1)", name="start", no=[Choose(0)], yes=[
                    Cases("forall(s, [0, oo), diff(E[s], s) == W*E[s])", name="flow", no=[Choose(1)], yes=[
                        Cases("littleo(trace(E[s].T*E[s]), 1, s, oo)", name="decay", no=[Choose(2)], yes=[
                            Choose(3), Use("cited:distance-1", at=["lam", ("Y[t]", "t"), "W", "U", "c", ("E[t]", "t")], name="far",
                                          premises=[[], [], [Split([[], [], []])]]),
                            Obtain("far", "x", label="input"), Obtain("input", "F", label="seen"),
                            Witness("x[s]", index="s"), Witness("F[s]", index="s"), Split([[], [
                                Have("C/lam < 1/420", name="bound")]])])])])]])]])]])])]  # fmt: skip


def said_of_all(line):
    """A line about the rows k + 1 of Y, k = 0, ..., alpha, for all targets with memory (13)."""
    targets = [("forall", "d", "positive integer"), ("forall", "beta", "positive"), ("forall", "gamma", "positive"),
               ("forall", "Y", "matrix(alpha+2, d) curve")]  # fmt: skip
    rows = [("forall", "k", "integer[0, alpha]"), ("forall", "i", "integer[0, d-1]"), ("forall", "t", "[0, oo)")]
    return quantified(targets, f"implies({memory()}, {quantified(rows, line)})")


FACTOR_KEPT = [
    Take("d", "beta", "gamma", "Y", "k", "i", "t"),
    Use("given2.2", at=["k+1", "i"], name="row"), Use("row.1", at=["t"], name="now"),
    Have("forall(xx, real, forall(yy, positive, implies(Abs(xx)/(beta*yy) <= gamma, Abs(xx)/yy <= beta*gamma)))", name="over", by=[
        Take("xx", "yy")]),
    Have("beta**k > 0", name="power"),
    Use("over", at=["exp(beta*t)*Y[t][k+1, i]", "beta**k"], premises=[[], [Numbers(using=["now", "given"])]])]  # fmt: skip


#: Consecutive rows c, cc of the coefficients c(., k), c(., k+1); y_j = rho^(j); f one of the curves sum_j c_j K^j rho^(j).
ROWS = {"K": "positive", "k": "nonnegative integer", "c": "real sequence", "cc": "real sequence", "y": "real sequence", "sigma": "real",
        "f": "real curve"}  # fmt: skip
TRIANGLE = "cc[0] == (k+1)*c[0] and c[k+1] == 0 and forall(j, nonnegative integer, cc[j+1] == (k+1)*c[j+1] + c[j])"
OPERATOR = (
    f"implies({TRIANGLE}, -sigma*Sum(cc[j]*K**j*y[j], (j, 0, k+1))"
    " == -(k+1)*(sigma*Sum(c[j]*K**j*y[j], (j, 0, k))) - K*(sigma*Sum(c[j]*K**j*y[j+1], (j, 0, k))))"
    " and forall(t, real, -K*exp(t/K)*diff(exp((k+1)*t/K)*f[t], t) == exp((k+2)*t/K)*(-(k+1)*f[t] - K*diff(f[t], t)))"
)


def next_row(value, after, first, last):
    """The row k + 1 of a sum over j with the weights K^j `value`, from the row k: a script, and the equations that remain."""
    return [
        Have("forall(h, real sequence, Sum(h[j], (j, 0, k+1)) == Sum(h[j], (j, 0, k)) + h[k+1])", name="last"),
        Have("forall(h, real sequence, Sum(h[j], (j, 0, k+1)) == h[0] + Sum(h[j+1], (j, 0, k)))", name="first"),
        Use("last", at=[(f"c[j]*K**j{value}", "j")], name="top"), Use("first", at=[(f"c[j]*K**j{value}", "j")], name="bottom"),
        Use("first", at=[(f"cc[j]*K**j{value}", "j")], name="whole"),
        Have(f"Sum(cc[j+1]*K**(j+1){after}, (j, 0, k)) == (k+1)*Sum(c[j+1]*K**(j+1){after}, (j, 0, k)) + K*Sum(c[j]*K**j{after}, (j, 0, k))",
             name="parts"),
    ], [("whole", "1", "1"), ("parts", "1", "1"), ("given.0", first, "1"), ("bottom", "-(k+1)", "1"), ("top", "k+1", "1"),
        ("given.1", f"(k+1)*K**(k+1)*{last}", "1")]  # fmt: skip


_SUMS, _LEFT = next_row("*y[j]", "*y[j+1]", "y[0]", "y[k+1]")
OPERATOR_PROOF = [Split([
    [Take(), *_SUMS, Have("Sum(cc[j]*K**j*y[j], (j, 0, k+1)) == (k+1)*Sum(c[j]*K**j*y[j], (j, 0, k)) + K*Sum(c[j]*K**j*y[j+1], (j, 0, k))",
                          name="now")],
    [Take("t")]])]  # fmt: skip
_SUMS, _LEFT = next_row("", "", "1", "1")
CONSTANT = [Take(), *_SUMS]
STIRLING = [
    Have("forall(k, nonnegative integer, stirling1(k+1, 0) == 0)", name="at 0", by=[Induct("k", step=[
        Have("stirling1(k+2, 0) == (k+1)*stirling1(k+1, 0)", name="row")])]),
    Take("k"), Use("at 0", at=["k"], name="zero"), Split([
        [Have("stirling1(k+2, 1) == (k+1)*stirling1(k+1, 1) + stirling1(k+1, 0)", name="row")],
        [], [], [Take("j")]])]  # fmt: skip
_SUM, _BOUND = "Sum(c[j]*K**j*y[j], (j, 0, k))", "B*Sum(c[j]*(K*beta)**j, (j, 0, k))"
_SMALL = "forall(j, nonnegative integer, c[j] >= 0 and -B*beta**j <= y[j] and y[j] <= B*beta**j)"
SIZE = [
    Have(f"forall(k, nonnegative integer, implies({_SMALL}, -{_BOUND} <= {_SUM} and {_SUM} <= {_BOUND}))", name="both", by=[Induct("k", base=[
        Take(), Use("given", at=["0"], name="now"), Split([[], [Order(positive=[Square(facts=["now.0", "now.2"])])]])],
        step=[Take(), Use("given", at=["k+1"], name="now"), Use("IH", premises=[[]], name="before"),
              Have("K**(k+1) >= 0", name="power"), Split([
                  [],
                  [Order(positive=[Square(facts=["before.1"]), Square(facts=["power", "now.0", "now.2"])])]])])]),
    Take("k"), Use("both", at=["k"], premises=[[]], name="ends"), Set("L", _SUM), Set("R", _BOUND),
    Have("-R <= L and L <= R", name="within", by=[Split([[],
                                                         []])]),
    Have("Abs(L) <= R", name="modulus")]  # fmt: skip

#: e = rho - phi, its bounds a, the input x, and the two integrals.
SIGNALS = {"d": "positive integer", "a": "matrix(d, 1) curve", "e": "matrix(d, 1) curve", "x": "matrix(d, 1) curve", "F": "real curve", "N": "real curve"}
SAMPLED = (
    "F[0] == 0 and N[0] == 0 and forall(s, [0, oo), diff(F[s], s) == Sum(e[s][i, 0]*x[s][i, 0], (i, 0, d-1)) and diff(N[s], s) == Sum(a[s][i, 0], (i, 0, d-1))"
    " and forall(i, integer[0, d-1], Abs(x[s][i, 0]) <= 1 and Abs(e[s][i, 0]) <= a[s][i, 0]))"
)
_ADDED = [
    Use("given.2", at=["r"], premises=[[]], name="now"),
    Use("sums", at=["d", ("e[r][i, 0]", "i"), ("x[r][i, 0]", "i"), ("a[r][i, 0]", "i")], name="sum", premises=[[
        Take("i"), Use("now.2", at=["i"], name="sizes"), Use("product", at=["e[r][i, 0]", "x[r][i, 0]", "a[r][i, 0]"], premises=[[]])]]),
    Set("L", "Sum(e[r][i, 0]*x[r][i, 0], (i, 0, d-1))"), Set("R", "Sum(a[r][i, 0], (i, 0, d-1))"),
    Have("-R <= L and L <= R", name="within", by=[Split([[],
                                                         []])]),
    Have("diff(F[r], r) == L", name="slope of F"),
    Have("diff(N[r], r) == R", name="slope of N")]  # fmt: skip


def along(goal, name):
    return Have(goal, name=name, by=[Ladder("T", "0", time="r", slope=_ADDED)])


ADDS_UP = [
    Have("forall(n, nonnegative integer, forall(u, real sequence, forall(v, real sequence, forall(b, real sequence, implies("
         "forall(i, integer[0, n-1], -b[i] <= u[i]*v[i] and u[i]*v[i] <= b[i]), -Sum(b[i], (i, 0, n-1)) <= Sum(u[i]*v[i], (i, 0, n-1))"
         " and Sum(u[i]*v[i], (i, 0, n-1)) <= Sum(b[i], (i, 0, n-1)))))))", name="sums", by=[Induct("n", base=[Take("u", "v", "b")], step=[
             Take("u", "v", "b"), Use("IH", at=[("u[i]", "i"), ("v[i]", "i"), ("b[i]", "i")], name="before", premises=[[Take("i"), Use("given", at=["i"])]]),
             Use("given", at=["n"], name="last"), Split([[],
                                                         [Order(positive=[Square(facts=["before.1"]), Square(facts=["last.1"])])]])])]),
    Have("forall(xx, real, forall(yy, real, forall(zz, real, implies(Abs(yy) <= 1 and Abs(xx) <= zz, -zz <= xx*yy and xx*yy <= zz))))", name="product", by=[
        Take("xx", "yy", "zz"), Have("-1 <= yy and yy <= 1", name="y"),
        Have("-zz <= xx and xx <= zz", name="x"), Split([[]]*2)]),
    Take(), Take("T"), along("F[T] <= N[T]", "up"), along("-N[T] <= F[T]", "down")]  # fmt: skip


@paper.theorem("thm-4.2", "Rate of approximation", where="Section 4, Theorem 4.2; Appendix B, Eqs. (47)-(63)", provenance="recalled")
def rate_of_approximation(item):
    item.printed("As in Theorem 4.1; y_i(t) = H_t(e_i 1_(t >= 0)) is in C^(alpha+1), e^(beta t) y_i^(k)(t) -> 0 and |e^(beta t) y_i^(k)(t)|/beta^k <= "
                 "gamma for t >= 0, k = 1, ..., alpha + 1 and i = 1, ..., d. Then for every m some network of width m has sup_t |H_t - Hhat_t| <= "
                 "C(alpha) gamma d/(beta m^alpha), C(alpha) depending on alpha only.")  # fmt: skip
    item.let(alpha="positive integer")
    item.conclude(rate("C*gamma*d/(beta*m**alpha)"), because=["kernel-13", "distance-1"], expected="refuted", counterexample={"alpha": 1},
                  argument=[At({"goal": TOO_GOOD})])  # fmt: skip
    item.step("scaling of (13)", "forall(y, real curve, forall(lam, positive, forall(t, real, diff(y[lam*t], t)/(lam*beta)"
              " == diff(y[s], (s, lam*t))/beta and exp(lam*beta*t) == exp(beta*(lam*t)))))", because=["definitions"], let={"beta": "positive"},
              says="y(lam t) satisfies (13) with lam beta in place of beta and the same gamma; here k = 1",
              argument=[Take("y", "lam", "t"), Split([[], []])])  # fmt: skip
    item.step("scaling of the error", "forall(F, real curve, forall(f, real curve, implies(forall(t, real, diff(F[t], t) == f[t]), forall(lam,"
              " positive, forall(t, real, diff(F[lam*t], t) == lam*f[lam*t])))))", because=["definitions"],
              says="the L^1 norm of lam f(lam t) is that of f", argument=[
                  Take("F", "f", "lam", "t"), Use("given", at=["lam*t"], name="now")])  # fmt: skip
    item.step("s2", "forall(t, nonnegative, forall(rho, real, implies(Abs(exp(beta*t)*rho)/beta <= gamma, Abs(exp(beta*t)*rho) <= gamma)))",
              because=["definitions"], let={"beta": "positive", "gamma": "positive"}, says="(48) at k = 0: rho = y', and (13) at k = 1",
              expected="refuted", expected_inference="does not follow", counterexample={"alpha": 1, "beta": 2, "gamma": 1}, argument=[At({"goal": [
                  Witness("0"), Split([[], [Witness("2")]])]})])  # fmt: skip
    item.step("s2 with the factor", said_of_all("Abs(exp(beta*t)*Y[t][k+1, i])/beta**k <= beta*gamma"), because=["definitions"],
              says="what (13) gives: one factor beta more", argument=FACTOR_KEPT)  # fmt: skip
    item.step("s4", OPERATOR, because=["definitions"], let=ROWS, argument=OPERATOR_PROOF,
              says="(50) by induction, in s = e^(-t/K): if q^(k) is sigma s^(-(k+1)) sum_j c_j K^j rho^(j) with sigma = (-1)^k, then q^(k+1) is of the "
                   "same form with the next coefficients; f is that sum, y_j are the values rho^(j)(t)")  # fmt: skip
    item.step("s4, the coefficients", "forall(k, nonnegative integer, stirling1(k+2, 1) == (k+1)*stirling1(k+1, 1) and stirling1(k+1, k+2) == 0 and"
              " stirling1(1, 1) == 1 and forall(j, nonnegative integer, stirling1(k+2, j+2) == (k+1)*stirling1(k+1, j+2) + stirling1(k+1, j+1)))",
              because=["definitions"], says="c(j, k) = [k+1, j+1], the Stirling numbers of the first kind", argument=STIRLING)  # fmt: skip
    item.step("s5", "forall(k, nonnegative integer, implies(forall(j, nonnegative integer, c[j] >= 0 and -B*beta**j <= y[j] and y[j] <= B*beta**j),"
              " Abs(Sum(c[j]*K**j*y[j], (j, 0, k))) <= B*Sum(c[j]*(K*beta)**j, (j, 0, k))))", because=["definitions"],
              let={**ROWS, "beta": "positive", "B": "nonnegative"}, argument=SIZE,
              says="(51): |rho^(j)(t)| <= B beta^j, B being e^(-beta t) times the bound of (48)")  # fmt: skip
    item.step("s5, the constant", f"implies({TRIANGLE}, Sum(cc[j]*K**j, (j, 0, k+1)) == (K+k+1)*Sum(c[j]*K**j, (j, 0, k)))", because=["definitions"],
              let=ROWS, argument=CONSTANT, says="at K beta = alpha + 1: the sum is (alpha + 2)...(alpha + 1 + k) = (alpha + k + 1)!/(alpha + 1)!")
    item.step("s6", "forall(k, nonnegative integer, implies(k < alpha, limit(s**(alpha-k), s, 0, '+') == 0)) and"
              " forall(k, nonnegative integer, forall(s, (0, 1], s**(-k-1)*s**(alpha+1) == s**(alpha-k)))", because=["definitions"],
              says="(52): |q^(k)(s)| is at most a constant times s^(alpha-k), as e^(-beta t) = s^(alpha+1); at k = alpha it is the o(1) of (13) that "
                   "gives the limit", argument=[Split([[Take("k")], [Take("k", "s")]])])  # fmt: skip
    item.step("s9", "Sum(basis(m, j).T, (j, 0, m-1))*Sum(p**(j+1)*basis(m, j)*basis(m, j).T, (j, 0, m-1))*al == p*Sum(al[j, 0]*p**j, (j, 0, m-1))",
              because=["definitions"], let={"m": "positive integer", "p": "real", "al": "matrix(m, 1)"},
              says="(55)-(59): c' e^(Wt) u = p Q(p), p = e^(-beta t/(alpha+1)), e^(Wt) = diag(p, ..., p^m)")  # fmt: skip
    item.step("s10", "forall(t, real, diff(-K*G[exp(-t/K)], t) == exp(-t/K)*diff(G[s], (s, exp(-t/K))))", because=["definitions"],
              let={"K": "positive", "G": "real curve"},
              says="(60): with G' = |q - Q| on (0, 1], |rho - phi| = s |q - Q| has the primitive -K G(e^(-t/K)), K = (alpha+1)/beta")  # fmt: skip
    item.step("s12", f"implies({SAMPLED}, forall(T, nonnegative, Abs(F[T]) <= N[T]))", because=["definitions"], let=SIGNALS, argument=ADDS_UP,
              says="(63): F is the integral of sum_i x_i (rho_i - phi_i), N that of bounds a_i of |rho_i - phi_i|; for all d")  # fmt: skip
    with item.repair("C(alpha) gamma d/m^alpha: the last line of its proof, given the bound by Jackson's theorem with the factor beta that (48) lost") as r:
        r.let(alpha="positive integer", beta="positive", gamma="positive", d="positive integer", m="positive integer", C="positive", e="real", M="positive")
        r.suppose("M", "M == m**alpha")
        r.suppose("Jackson", "e <= C*(gamma*beta)/M")
        r.conclude("d*((alpha + 1)/beta*e) <= ((alpha + 1)*C)*gamma*d/M", argument=[
            Set("k", "d*((alpha + 1)/beta)"), Set("g", "C*(gamma*beta)/M"),
            Have("d*((alpha + 1)/beta) > 0", name="front"),
            Have("k*e <= k*g", name="scaled", by=[Have("k > 0", name="k0"),
                                                  Have("e <= g", name="e")]),
            Have("k*e == d*((alpha + 1)/beta*e)", name="left"),
            Have("k*g == ((alpha + 1)*C)*gamma*d/M", name="right")],
            example={"beta": 1, "gamma": 1, "alpha": 1, "m": 1, "d": 1, "err": 1, "C": 1, "e": 0, "M": 1})  # fmt: skip
    item.leads_to("eq-68", "eq-69", "eq-70/15", "eq-71/16")
    item.note("Every hypothesis and quantifier of the theorem is in the formula; x is the input seen backwards from t, and the supremum over x in X with "
              "|x| <= 1 is taken over differentiable x, which gives the same number. y and its derivatives up to the order alpha + 1 are differentiable "
              "curves and vanish at t = 0, so that y = 0 for t < 0 continues y in C^(alpha+1) to the whole line; where C^(alpha+1) is asked on [0, oo) "
              "only, the statement is stronger, and refuted as well.")
    item.note("Refuted for alpha = 1 with d = m = 1, so no C(1) exists: rho(t) = lam u^2 (1 - u)^2 (1 - 2 u), u = e^(-lam t), satisfies (13) with beta = lam and "
              "gamma = 1 for every lam > 0, and no a e^(-wt) is nearer to it than 1/420. The units show it: by (13) gamma has those of y, so gamma/beta has those of y times "
              "time, and the error has those of y. The kernel lam rho(lam t) satisfies (13) with lam beta and the same gamma, its distance to the "
              "networks of width m is that of rho, and so (14) would make it 0 for every rho.")
    item.note("What survives: (13) gives sup |e^(beta t) rho^(k)|/beta^k <= beta gamma, one factor beta more than (48); with it the printed proof gives "
              "C(alpha) gamma d/m^alpha. Equivalently (14) holds if (13) is asked of rho = y' with k = 0, ..., alpha. Jackson's theorem (s7) is cited: what is proved of the repaired theorem here are the steps and the last line, where e is the error of the best "
              "polynomials, and not the theorem as a whole.")
    item.note("The formulas are recalled; the reconstructed (14) is what is refuted.")
