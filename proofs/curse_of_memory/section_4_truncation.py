"""Section 4 and Appendix B: the curse of memory in the approximation rate, line by line under truncation."""

from verifier.language.script import (
    At,
    Cases,
    Contradict,
    Have,
    Ladder,
    Negate,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper


@paper.equation("eq-64-65", "A power law as memory", where="Section 4; Appendix B, Eqs. (64), (65)", provenance="recalled")
def power_law(item):
    item.printed("H_t(x) = int_0^oo x_(t-s) rho(s) ds with rho in C^1 and rho(t) ~ t^(-(1+omega)) as t -> oo.")
    item.let(omega="positive")
    item.define("rho(t) := (1 + t)**(-1 - omega)")
    item.conclude("asymptotic(rho(t), t**(-1 - omega), t, oo) and integrate(rho(t), (t, 0, oo)) == 1/omega"
                  " and forall(t, [0, oo), rho(t) > 0 and diff(rho(t), t) == -(1 + omega)*(1 + t)**(-2 - omega))", expected="proved", argument=[
        Split([[], [], [Take("t"), Split([[], [
            Have("(1 + t)**(-1 - omega - 1) == (1 + t)**(-2 - omega)", name="power")]])]])])  # fmt: skip
    item.note("A definition: for every omega > 0 the kernel (1 + t)^(-1-omega) is one: positive, continuously differentiable with a negative slope, and of L^1 norm "
              "1/omega, so that H is bounded on bounded inputs. It is the example of the pages that follow.")


@paper.equation("eq-66", "Condition (13) fails for every beta", where="Appendix B, Eq. (66)", provenance="recalled")
def condition_fails(item):
    item.printed("y' = rho, so no beta > 0 satisfies sup_t |e^(beta t) y^(k)(t)|/beta^k <= gamma.")
    item.let(omega="positive", beta="positive", c="positive", gamma="positive", rho="real curve")
    item.suppose("tail", "eventually(rho[t] >= c*t**(-1 - omega), t, oo)")
    item.conclude("not forall(t, [0, oo), exp(beta*t)*rho[t]/beta <= gamma)", expected="proved", argument=[
        Negate("bounded"),
        Obtain("tail", "N", label="from N"),
        Have("eventually(exp(beta*t)*(c*t**(-1 - omega))/beta > gamma, t, oo)", name="grows"),
        Obtain("grows", "M", label="from M"),
        Use("from N.1", at=["Max(N, M) + 1"], premises=[[]], name="low"),
        Use("from M.1", at=["Max(N, M) + 1"], premises=[[]], name="large"),
        Use("bounded", at=["Max(N, M) + 1"], premises=[[Numbers(using=["from N.0"])]], name="small"),
        Numbers(using=["low", "large", "small", "beta", "from N.0"]),
    ], example={"omega": 1, "beta": 1, "c": 1, "gamma": 1, "rho": 1})  # fmt: skip
    item.note("For every differentiable kernel that stays above a multiple of t^(-1-omega); k = 1 is enough.")


@paper.definition("truncation", "The truncated kernel", where="Appendix B", provenance="recalled")
def truncated(item):
    item.printed("rhotilde = rho on [0, T], 0 for t >= T + 1, monotone decreasing on [T, T + 1], and smooth enough.")
    item.let(T="positive", rho="real curve")
    item.define("cut(s) := (1 - s)**2*(1 + 2*s)", "q(t) := rho[t]*cut(t - T)")
    item.suppose("kernel", "forall(t, [T, T + 1], rho[t] >= 0 and diff(rho[t], t) <= 0)")
    product = "diff(rho[t], t)*cut(t - T) + rho[t]*(-6*(t - T)*(1 - (t - T)))"
    item.conclude("q(T) == rho[T] and q(T + 1) == 0 and diff(q(t), (t, T)) == diff(rho[t], (t, T)) and diff(q(t), (t, T + 1)) == 0"
                  " and forall(t, [T, T + 1], diff(q(s), (s, t)) <= 0 and 0 <= q(t) and q(t) <= rho[t])"
                  " and forall(s, [T, T + 1], forall(t, [s, T + 1], q(t) <= q(s)))", expected="proved", argument=[
        Have("forall(x, [0, 1], 0 <= cut(x) and cut(x) <= 1 and -6*x*(1 - x) <= 0)", name="cut off", by=[
            Take("x"), Split([[]]*3)]),
        Have(f"forall(t, real, diff(q(s), (s, t)) == {product})", name="slope", by=[Take("t")]),
        Have("forall(t, [T, T + 1], diff(q(s), (s, t)) <= 0 and 0 <= q(t) and q(t) <= rho[t])", name="falls", by=[
            Take("t"), Have("0 <= t - T and t - T <= 1", name="inside"),
            Use("cut off", at=["t - T"], premises=[[Use("inside")]], name="c"), Use("kernel", at=["t"], premises=[[Use("given")]], name="k"),
            Have("1 - cut(t - T) >= 0 and 6*(t - T)*(1 - (t - T)) >= 0 and -diff(rho[t], t) >= 0", name="signs", by=[
                Split([[], [], []])]),
            Use("slope", at=["t"], name="now"), Split([
                [Have(f"{product} <= 0", name="down")],
                [], []])]),
        Split([[], [], [Use("slope", at=["T"], name="now")], [Use("slope", at=["T + 1"], name="now")],
               [Use("falls")], [Take("s", "t"), Ladder("t", "s", time="r", slope=[
                   Have("T <= r and r <= T + 1", name="here"),
                   Use("falls", at=["r"], premises=[[Use("here")]], name="f"), Use("slope", at=["r"], name="now")])]])],
        example={"T": 1, "rho": 1})  # fmt: skip
    item.without("kernel", counterexample={"T": 1, "rho": -1})
    item.note("A definition. For every continuously differentiable kernel that is nonnegative and decreasing on [T, T + 1], q = rho times the Hermite cut-off "
              "(1 - s)^2 (1 + 2 s), s = t - T, continues rho from T to 0 at T + 1: values and slopes agree at both ends, so that "
              "rho on [0, T], q on [T, T + 1] and 0 afterwards is continuously differentiable; q decreases and 0 <= q <= rho.")


#: From T_0 on, rho is within a tenth of p = r^(-1-omega) and falls by less than half over [T, T + 1].
TAIL = [
    Have("forall(r, [T, oo), rho[r] > 0 and 9/10*r**(-1-omega) <= rho[r] and rho[r] <= 11/10*r**(-1-omega))", name="tail", by=[
        Take("r"), Have("r > 0", name="r positive"),
        Use("N.1", at=["r"], premises=[[]], name="close"),
        Set("p", "r**(-1-omega)"),
        Have("r**(-1-omega) > 0", name="power"), Have("p > 0", name="p positive"),
        Have("Abs(rho[r] - p) <= 1/10*Abs(p)", name="near p"),
        Have("rho[r] > 0 and 9/10*p <= rho[r] and rho[r] <= 11/10*p", name="in letters")]),
    Have("forall(r, [T, T + 1], T**(-1-omega) <= 3/2*r**(-1-omega))", name="slowly", by=[
        Take("r"), Have("r > 0", name="r positive"),
        Set("y", "r/T"),
        Have("y >= 1 and (1 + omega)*(y - 1) <= 1/4", name="y is", by=[Split([
            [], [
                Have("T*(y - 1) == r - T", name="scaled"),
                Have("(y - 1)*T <= 1", name="less"),
                Have("4*(1 + omega)*(y - 1) <= T*(y - 1)", name="more", by=[
                    Have("y - 1 >= 0", name="sign")])]])]),
        Have("log(y) <= y - 1", name="logarithm"),
        Have("(1 + omega)*log(y) <= 1/4", name="exponent", by=[
            Have("(1 + omega)*log(y) <= (1 + omega)*(y - 1)", name="scaled")]),
        Have("y**(1 + omega) <= 3/2", name="growth", by=[
            Have("y**(1 + omega) == exp((1 + omega)*log(y))", name="as exp"),
            Have("exp((1 + omega)*log(y)) <= exp(1/4)", name="rises"), Have("exp(1/4) <= 3/2", name="at most")]),
        Have("T**(-1-omega) == (r/T)**(1 + omega)*r**(-1-omega)", name="quotient"),
        Set("p", "r**(-1-omega)"),
        Have("r**(-1-omega) > 0", name="power"), Have("p > 0", name="p positive"),
        Rewritten("quotient", ["y", "p"], name="in letters"),
        Have("y**(1 + omega)*p <= 3/2*p", name="product")]),
    Have("forall(r, [T, oo), Abs(rho[r] - q[r]) <= rho[r])", name="between 0 and 2 rho", by=[
        Take("r"), Use("tail", at=["r"], premises=[[]], name="now"), Cases("r <= T + 1", name="where", yes=[
            Use("tail", at=["T"], premises=[[]], name="at T"), Use("slowly", at=["r"], premises=[[]], name="slow"),
            Use("q.0", at=["T"], premises=[[]], name="first"), Use("q.1", at=["T + 1"], premises=[[]], name="last"),
            Use("q.2", at=["T", "r"], premises=[[], []], name="below"),
            Use("q.2", at=["r", "T + 1"], premises=[[], []], name="above"),
            Have("q[r] >= 0 and q[r] <= rho[T]", name="in between"),
            Have("rho[T] <= 2*rho[r]", name="twice", by=[
                Have("forall(a, real, forall(b, real, forall(c, real, forall(d, real, implies(a <= 11/10*c and c <= 3/2*d and 9/10*d <= b and b > 0, a <= 2*b)))))", name="chain", by=[
                    Take("a", "b", "c", "d")]),
                Use("chain", at=["rho[T]", "rho[r]", "T**(-1-omega)", "r**(-1-omega)"], premises=[[Split([[Use("at T.2")], [Use("slow")], [Use("now.1")], [Use("now.0")]])]])]),
            Numbers(using=["in between", "twice", "now.0"])], no=[
            Use("q.1", at=["r"], premises=[[]], name="gone"), Numbers(using=["gone", "now.0"])])]),
]  # fmt: skip
#: The integrals of (rho - q) x, |rho - q| and rho from T on.
CHAIN = [
    Have(f"{low} <= {high}", name=name, by=[Ladder("S", "T", time="r", slope=[
        Use("integrals.1", at=["r"], premises=[[]], name="now"),
        Use("between 0 and 2 rho", at=["r"], premises=[[]], name="less"),
        Have("forall(a, real, forall(b, real, implies(Abs(b) <= 1, a*b <= Abs(a) and -Abs(a) <= a*b)))", name="product", by=[
            Take("a", "b"), Have("-1 <= b and b <= 1", name="b in"), Have("Abs(a) >= a and Abs(a) >= -a", name="a in"),
            Split([[]]*2)]),
        Use("product", at=["rho[r] - q[r]", "x[r]"], premises=[[Use("now.0")]], name="weighted")])])
    for low, high, name in (("F[S]", "A[S]", "up"), ("-A[S]", "F[S]", "down"), ("A[S]", "P[S]", "of rho"))
]  # fmt: skip


@paper.equation("eq-67", "What the truncation costs", where="Appendix B, Eq. (67)", provenance="recalled")
def truncation_error(item):
    item.printed("sup_t |H_t - Htilde_t| <= int_T^oo |rho - rhotilde| <= int_T^oo rho <= C T^(-omega).")
    item.let(omega="positive")
    truncated = ("forall(s, [0, T], q[s] == rho[s]) and forall(s, [T + 1, oo), q[s] == 0) and forall(s, [T, T + 1], forall(r, [s, T + 1], q[r] <= q[s]))")
    integrals = ("F[T] == 0 and A[T] == 0 and P[T] == 0", "forall(s, [T, oo), Abs(x[s]) <= 1 and diff(F[s], s) == (rho[s] - q[s])*x[s]"
                 " and diff(A[s], s) == Abs(rho[s] - q[s]) and diff(P[s], s) == rho[s])")
    item.conclude("forall(rho, real curve, implies(asymptotic(rho[t], t**(-1-omega), t, oo), exists(C, positive, exists(T0, positive, forall(T, (T0, oo), forall(q, real curve,"
                  f" implies({truncated}, forall(x, real curve, forall(F, real curve, forall(A, real curve, forall(P, real curve, implies({integrals[0]} and {integrals[1]},"
                  " forall(S, [T, oo), Abs(F[S]) <= A[S] and A[S] <= P[S] and P[S] <= C*T**(-omega))))))))))))))", expected="proved", argument=[
        Take("rho"), Use("given", at=["1/10"], name="near"), Obtain("near", "N", label="N"),
        Witness("2/omega"), Split([[], [Witness("N + 4*(1 + omega)"), Split([[], [
            Take("T", "q"), Have(truncated, name="q"), Take("x", "F", "A", "P"), Have(f"({integrals[0]}) and {integrals[1]}", name="integrals"),
            Have("T > 0", name="T positive"), Have("T > N", name="T large"),
            Have("T >= 4*(1 + omega)", name="T slow"),
            *TAIL, Take("S"), *CHAIN,
            Have("P[S] <= 2/omega*(T**(-omega) - S**(-omega))", name="least", by=[Ladder("S", "T", time="r", slope=[
                Have("r > 0", name="r positive"),
                Use("integrals.1", at=["r"], premises=[[]], name="now"), Use("tail", at=["r"], premises=[[]], name="bound"),
                Set("p", "r**(-1-omega)"),
                Have("r**(-1-omega) > 0", name="power"), Have("p > 0", name="p positive"),
                Have("rho[r] <= 2*p", name="twice", by=[Numbers(using=["bound.2", "p", "p positive", "r positive"])])])]),
            Have("S**(-omega) > 0", name="sign"),
            Set("h", "2/omega"), Have("h > 0", name="h positive"),
            Have("P[S] <= h*(T**(-omega) - S**(-omega))", name="with h", by=[Numbers(using=["least", "h", "omega"])]),
            Have("P[S] <= h*T**(-omega)", name="bound"),
            Split([[], [Use("of rho")], []])]])]])])  # fmt: skip
    item.note("For every kernel with the tail (65), every truncation q of it (as decreasing as it is printed, differentiable) and every T from some T_0 on, which depends on the kernel; C = 2/omega. "
              "F, A and P are the integrals from T on of (rho - q) x, |rho - q| and rho, where x is the input seen backwards; before T the kernels agree.")
    item.note("A q that is only decreasing on [T, T + 1] may exceed rho where rho dips; the middle inequality holds all the same from T_0 on, since rho(T) <= 2 rho there.")


#: At beta = 2/T and t = 0 the left-hand side is T/2, the right-hand side C e^2 T^(-omega)/2.
FAILS = [
    Negate("bounded"), Obtain("bounded", "C", label="C"),
    Have("exp(2/(C + 8)*0)*(1 + 0)**(-1 - 1)/(2/(C + 8)) > C*exp(2/(C + 8)*(C + 8))*(C + 8)**(-1 - 1)/(2/(C + 8))", name="large"),
    Contradict("C.1", [Witness("C + 8"), Split([[], [Witness("2/(C + 8)"), Split([[], [
        Witness("0"), Split([[], []])]])]])]),
]


@paper.equation("eq-68", "Theorem 4.2 applied to the truncated kernel", where="Appendix B, Eq. (68)", provenance="guess")
def applied(item):
    item.printed("For any beta > 0: sup_t |Htilde_t - Hhat_t| <= C/(beta m) sup_(t,k) |e^(beta t) ytilde^(k)(t)|/beta^k "
                 "<= C e^(beta T) T^(-(1+omega))/(beta^2 m).")  # fmt: skip
    item.let(omega="positive")
    item.conclude("exists(C, positive, forall(T, [1, oo), forall(beta, positive, forall(t, [0, T], exp(beta*t)*(1 + t)**(-1 - omega)/beta"
                  " <= C*exp(beta*T)*T**(-1 - omega)/beta))))", expected="refuted",
                  counterexample={"omega": 1}, argument=[At({"goal": FAILS})])  # fmt: skip
    with item.repair("where beta (1 + T) <= 1 + omega, the supremum over [0, T] is the value at t = 0") as r:
        r.conclude("forall(T, positive, forall(beta, positive, forall(t, [0, T], implies(beta <= 1 + omega and (1 + T)*beta <= 1 + omega,"
                   " exp(beta*t)*(1 + t)**(-1 - omega)/beta <= 1/beta))))", argument=[
            Take("T", "beta", "t"),
            Have("beta*t <= (1 + omega)*log(1 + t)", name="below", by=[
                Have("t/(1 + t) <= log(1 + t)", name="logarithm"),
                Have("beta*(1 + t) <= 1 + omega", name="rate"),
                Have("beta*t <= (1 + omega)*(t/(1 + t))", name="scaled"),
                Set("q", "t/(1 + t)"), Set("L", "log(1 + t)"),
                Have("(1 + omega)*q <= (1 + omega)*L", name="product", by=[
                    Have("q <= L", name="plain")]),
                Have("beta*t <= (1 + omega)*q", name="left"),
                Have("beta*t <= (1 + omega)*L", name="said")]),
            Have("exp(beta*t) <= exp((1 + omega)*log(1 + t))", name="rises"),
            Have("exp((1 + omega)*log(1 + t))*(1 + t)**(-1 - omega) == 1", name="power"),
            Have("(1 + t)**(-1 - omega) > 0", name="sign"),
            Have("exp(beta*t)*(1 + t)**(-1 - omega) <= 1", name="product")])
    item.leads_to("eq-69", "eq-70/15", "eq-71/16")
    item.note("The second inequality, with k = 1 and the kernel (1 + t)^(-1-omega). Its right-hand side is the value at t = T; but where "
              "beta T is bounded, as for beta = 2/T in Eq. (69), the weight e^(beta t) does not make up for the decay of the kernel, and "
              "the supremum is the value 1/beta at t = 0, larger by the factor T^(1+omega). The constant was meant not to depend on T and beta. (The first inequality is (14), see Theorem 4.2.)")


@paper.remark("weight-at-0", "Where the weight does not make up for the decay", where="Appendix B, cross-check", provenance="derived")
def weight(item):
    item.printed("(not in the paper) For beta (1 + T) <= 1 + omega, e^(beta t) (1 + t)^(-1-omega) <= 1 on [0, T].")
    item.let(omega="positive", T="positive", beta="positive", t="[0, T]")
    item.suppose("slow", "(1 + T)*beta <= 1 + omega")
    item.conclude("exp(beta*t)*(1 + t)**(-1 - omega) <= 1", expected="proved", argument=[
            Have("beta*t <= (1 + omega)*log(1 + t)", name="below", by=[
                Have("t/(1 + t) <= log(1 + t)", name="logarithm"),
                Have("beta*(1 + t) <= 1 + omega", name="rate"),
                Have("beta*t <= (1 + omega)*(t/(1 + t))", name="scaled"),
                Set("q", "t/(1 + t)"), Set("L", "log(1 + t)"),
                Have("(1 + omega)*q <= (1 + omega)*L", name="product", by=[
                    Have("q <= L", name="plain")]),
                Have("beta*t <= (1 + omega)*q", name="left"),
                Have("beta*t <= (1 + omega)*L", name="said")]),
            Have("exp(beta*t) <= exp((1 + omega)*log(1 + t))", name="rises"),
            Have("exp((1 + omega)*log(1 + t))*(1 + t)**(-1 - omega) == 1", name="power"),
            Have("(1 + t)**(-1 - omega) > 0", name="sign"),
            Have("exp(beta*t)*(1 + t)**(-1 - omega) <= 1", name="product")], example={"omega": 1, "T": 1, "beta": 1, "t": 0})  # fmt: skip
    item.without("slow", counterexample={"omega": 1, "T": 1, "beta": 3, "t": 1})
