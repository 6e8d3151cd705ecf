"""Appendix C.3, on tau_0': how far below the plateau the loss can be at all, for any parameters."""

from verifier.language.script import (
    Cases,
    Have,
    Inside,
    Ladder,
    Linear,
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
from verifier.library.short_names import BOX

from . import paper
from .lemmas.exponential_values import ARGUMENT, FORM, GRAM, SETUP, VALUE

RATES = "forall(i, integer[0, n-1], v[i, 0] > 0)"
SORTS = {"n": "positive integer", "v": "matrix(n, 1)", "c": "matrix(n, 1)", "G": "matrix(n, n)"}
#: One exponential e^(-t) with the coefficient 0.
POINT = {"n": 1, "v": 1, "c": 0, "G": "1/2"}


@paper.remark("sums-at-a-time", "A sum of exponentials at one time", where="Appendix C.3, cross-check of tau_0'", provenance="derived")
def at_a_time(item):
    item.printed("(not in the paper) T s(T)^2 <= n int_0^oo s(t)^2 dt for every sum s of n exponentials c_k e^(-v_k t), v_k > 0, and all T >= 0.")
    item.let(**SORTS)
    item.suppose("rates", RATES)
    item.suppose("Gram", GRAM)
    item.conclude(f"forall(T, nonnegative, T*{VALUE.replace('*t)', '*T)')}**2 <= n*{FORM})", expected="proved", argument=ARGUMENT, example=POINT)
    item.without("rates", counterexample={"n": 1, "v": -1, "c": 1, "G": "-1/2"})
    item.without("Gram", counterexample={"n": 1, "v": 1, "c": 1, "G": 0})
    item.note("For every n; rates may coincide. The integral is c'Gc with G_ij = 1/(v_i + v_j). The kernel k(t) of the point value at t, for the space that the exponentials span, "
              "has the integral n at most, and it falls, since the space is closed under shifts: so t k(t) <= n. Nothing depends on the rates.")  # fmt: skip


#: 2 F <= c'Gc/2 - |s|^2 beyond t, plus 2 A, up to S.
EARLY = Have("2*F[S] <= 1/2*(trace(c.T*G*c) - trace(c.T*D[S]*G*D[S]*c)) + 2*A[S]", name="early part", by=[Ladder("S", "0", time="q", slope=[
    Use("flow", at=["q"], name="now"), Use("rows", at=["q"], premises=[[]], name="row"),
    Use("overlap.1", at=["q"], premises=[[]], name="F now"), Use("early.1", at=["q"], premises=[[]], name="A now"),
    Set("z", "trace(c.T*D[q]*bb)"), Have("diff(F[q], q) == z*rho(q)", name="rate"),
    Order(positive=[Square(root="z - 2*rho(q)", weight="1/2"), Square(facts=["A now"], weight="2")], rewrite=["now.0", "now.2"], terms=[
        ("rate", "-2", "1"), Inside("now.1", "1/2*trace(c.T*HOLE*G*D[q]*c)"), Inside("Lyapunov", "1/2*trace(c.T*D[q]*HOLE*D[q]*c)"), ("z", "-1/2*z - 1/2*trace(c.T*D[q]*bb)", "1")])])])


@paper.remark("plateau-floor", "How much of the memory a few neurons can see", where="Appendix C.3, cross-check of tau_0'", provenance="derived")
def floor(item):
    item.printed("(not in the paper) For s = rhohat - rhobar, a sum of n exponentials, and a memory r: 2 int s r <= |s|^2 + 2 int_0^S r^2 + 2 n (int_S^oo |r|)^2/S, that is "
                 "|s - r|^2 >= |r|^2 - 2 int_0^S r^2 - 2 n (int_S^oo |r|)^2/S.")  # fmt: skip
    item.let(**SORTS, Rho="real curve", F="real curve", A="real curve", N="real curve", S="positive", alpha="nonnegative", beta="nonnegative")
    item.define("rho(t) := diff(Rho[r], (r, t))")
    item.suppose("rates", RATES)
    item.suppose("Gram", GRAM)
    item.suppose("overlap", f"F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == {VALUE}*rho(t))")
    item.suppose("early", "A[0] == 0 and forall(t, [0, S], diff(A[t], t) >= rho(t)**2) and A[S] <= alpha")
    item.suppose("late", "forall(t, [S, oo), diff(N[t], t) == Abs(rho(t)) and N[t] - N[S] <= beta)")
    item.conclude(f"forall(T, [S, oo), 2*F[T] <= {FORM} + 2*alpha + 2*n*beta**2/S)", because=["sums-at-a-time"], expected="proved", argument=[
        *SETUP, Use("cited:sums-at-a-time", at=["n", "v", "c", "G"], premises=[[Split([[Use("rates")], [Use("Gram")]])]], name="values"),
        EARLY,
        BOX, Have("forall(zz, real, forall(kk, real, forall(pp, real, implies(-kk <= zz and zz <= kk, zz*pp <= kk*Abs(pp)))))", name="product", by=[
            Take("zz", "kk", "pp"), Cases("pp >= 0", name="sign")]),
        Take("T"),
        Set("g", "trace(c.T*G*c)"), Have(f"{FORM} == g", name="g form", by=[Linear(rewrite=["g"], terms=[
            Inside("identity", "-trace(c.T*HOLE*G*c)"), Inside("identity", "-trace(c.T*Sum(basis(n, i)*basis(n, i).T, (i, 0, n-1))*G*HOLE*c)")])]),
        Have("n >= 1", name="n large"), Have("n > 0", name="n positive"),
        Use("form", at=["c"], name="c form"), Have("g >= 0", name="g sign"),
        Have("exists(k, real, k >= 0 and S*k**2 == n*g)", name="there is k", by=[
            Witness("sqrt(n*g/S)"), Split([[], []])]), Obtain("there is k", "k", label="k"),
        *positive_ratio("ni", "1", "n", ["n positive"]), Set("y", "beta/S"), Have("y*S == beta", name="y is"),
        Have("F[T] - F[S] <= k*(N[T] - N[S])", name="late part", by=[Ladder("T", "S", time="q", slope=[
            Have("q >= S and q >= 0", name="now late"),
            Use("rows", at=["q"], premises=[[]], name="row"), Use("values", at=["q"], premises=[[]], name="value"),
            Use("overlap.1", at=["q"], premises=[[]], name="F now"), Use("late", at=["q"], premises=[[]], name="N now"),
            Set("z", "trace(c.T*D[q]*bb)"), Rewritten("value", ["row", "g form"], name="value here", forwards=True), Rewritten("value here", ["z"], name="value z"),
            Have("q - S >= 0", name="gap"),
            Have("S*z**2 <= S*k**2", name="times S", by=[Order(positive=[Square(facts=["value z"]), Square(root="z", facts=["gap"])], terms=[("k.1", "1", "1")])]),
            Have("z**2 <= k**2", name="smaller"),
            Use("box", at=["z", "k"], premises=[[Split([[Use("k.0")], [Use("smaller")]])]], name="ends"), Use("product", at=["z", "k", "rho(q)"], premises=[[Use("ends")]], name="rate"),
            Numbers(using=["F now", "row", "z", "rate", "N now"])])]),
        Use("late", at=["T"], premises=[[Use("given")]], name="N end"), Use("form", at=["D[S]*c"], name="rest"), Use("flow", at=["S"], name="at S"),
        Have("2*F[S] <= g/2 + 2*alpha", name="first", by=[Order(positive=[Square(facts=["early part"]), Square(facts=["rest"], weight="1/2"), Square(facts=["early.2"], weight="2")],
                                                                rewrite=["g", "at S.2"])]),
        Have("2*k*beta <= g/2 + 2*n*beta*y", name="second", by=[Order(positive=[Square(root="k - 2*n*y", weight="1/2", facts=["S.positive", "ni.0"])], terms=[
            ("k.1", "-ni/2", "1"), ("ni.1", "-g/2 + 2*S*k*y - 2*S*n*y**2", "1"), ("y is", "2*k - 2*n*y", "1")])]),
        Have("2*F[T] <= g + 2*alpha + 2*n*beta*y", name="in all", by=[Order(positive=[
            Square(facts=["first"]), Square(facts=["second"]), Square(facts=["late part"], weight="2"), Square(facts=["N end.1", "k.0"], weight="2")])]),
        Have("2*n*beta**2/S == 2*n*beta*y", name="last"),
        Have("2*F[T] <= g + 2*alpha + 2*n*beta**2/S", name="end"),
        Rewritten("end", ["g form"], name="written out"), Use("written out"),
        ], example={**POINT, "Rho": 0, "F": 0, "A": 0, "N": 0, "S": 1, "alpha": 0, "beta": 0})  # fmt: skip
    for name, point in {"rates": {"v": -1, "c": 1, "G": "-1/2"}, "overlap": {"F": 1}}.items():
        item.without(name, counterexample={**POINT, "Rho": 0, "F": 0, "A": 0, "N": 0, "S": 1, "alpha": 0, "beta": 0, **point})
    item.note("For all n, all positive rates, which may coincide, and all coefficients. F(T) is the integral of s r over [0, T], |s|^2 = c'Gc. Beyond S the bound of "
              "sums-at-a-time says |s(t)| <= (n/S)^(1/2) |s|; before S it is 2 s r <= s^2/2 + 2 r^2.")  # fmt: skip


LIMIT = "forall(e, positive, exists(R, positive, forall(T, [R, oo), Abs(F[T] - P) <= e)))"
CANDIDATE = [("v", "matrix(n, 1)"), ("c", "matrix(n, 1)"), ("G", "matrix(n, n)"), ("F", "real curve"), ("P", "real")]
SURhoOSED = f"({RATES}) and ({GRAM}) and F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == {VALUE}*rho(t - u)) and {LIMIT}"


@paper.remark("loss-floor", "No parameters are better than the plateau by a fixed gap", where="Appendix C.3, Theorem C.1, on tau_0'", provenance="derived")
def loss_floor(item):
    item.printed("(not in the paper) For every m, m* and delta > 0 there is omega_0 such that for omega <= omega_0 and every theta, J_omega(theta) >= |rho_(0,omega)|^2 - delta, "
                 "the loss of an exact start on the plateau less delta: tau_0' = oo.")  # fmt: skip
    item.let(n="positive integer", Rho="real curve", A="real curve", N="real curve", M="positive")
    item.define("rho(t) := diff(Rho[r], (r, t))")
    item.suppose("L1", "forall(t, real, diff(N[t], t) == Abs(rho(t))) and forall(s, real, forall(t, [s, oo), N[t] - N[s] <= M))")
    item.suppose("L2", "forall(t, real, diff(A[t], t) >= rho(t)**2) and forall(e, positive, exists(b, real, forall(s, real, forall(t, [s, oo), implies(t <= b, A[t] - A[s] <= e)))))")
    quantified = "".join(f"forall({name}, {sort}, " for name, sort in CANDIDATE)
    item.conclude(f"forall(delta, positive, exists(u0, positive, forall(u, [u0, oo), {quantified}implies({SURhoOSED}, {FORM} - 2*P >= -delta)" + ")"*len(CANDIDATE) + ")))",
                  because=["plateau-floor"], expected="proved", argument=[
        Take("delta"), Use("L2.1", at=["delta/8"], premises=[[]], name="quiet"), Obtain("quiet", "b", label="b"),
        Have("n >= 1", name="n large"), Have("16*n*M**2 > 0", name="size"),
        *positive_ratio("x", "16*n*M**2", "delta", ["size", "given"]),
        Witness("2*Abs(b) + x + 1"), Split([[], [
            Take("u", *(name for name, _ in CANDIDATE)),
            Have("u > 0 and u >= x and -u/2 <= b", name="u large", by=[Split([[], [], []])]),
            Use("cited:plateau-floor", at=["n", "v", "c", "G", ("Rho[t - u]", "t"), ("F[t]", "t"), ("A[t - u] - A[-u]", "t"), ("N[t - u]", "t"), "u/2", "delta/8", "M"],
                name="bound", premises=[[Split([
                    [], [], [], [Use("given2.0")], [Use("given2.1")], [Split([[Use("given2.2")], [Use("given2.3")]])],
                    [Split([[], [Take("t"), Use("L2.0", at=["t - u"], name="now")], [
                        Use("b", at=["-u", "u/2 - u"], premises=[[], []], name="now")]])],
                    [Take("t"), Split([[Use("L1.0", at=["t - u"], name="now")], [
                        Use("L1.1", at=["u/2 - u", "t - u"], premises=[[]], name="now")]])]])]]),
            Use("given2.4", at=["delta/8"], premises=[[]], name="near"), Obtain("near", "R", label="R"),
            Use("R.1", at=["R + u/2"], premises=[[]], name="P near"),
            Use("bound", at=["R + u/2"], premises=[[]], name="now"),
            Set("q", FORM), Rewritten("now", ["q"], name="now q"),
            Have("u - x >= 0", name="gap"), Have("2*n*M**2/(u/2) <= delta/4", name="tail", by=[
                Have("16*n*M**2 <= u*delta", name="product")]),
            Have("q - 2*P >= -delta", name="end"),
            Rewritten("end", ["q"], name="written out", forwards=True), Use("written out")]])],
        example={"n": 1, "Rho": 0, "A": 0, "N": 0, "M": 1})  # fmt: skip
    item.note("u = 1/omega. s = sum_k c_k e^(-v_k t) is rhohat(.; theta) - rhobar, with n = m + m*: c holds the a_i and the -a*_j, v the rates; P is the integral of s rho_0(t - u), so that "
              "J_omega(theta) = |s|^2 - 2 P + |rho_(0,omega)|^2. A start with rhohat = rhobar has s = 0. rho_0 = Rho' is integrable, |rho_0|_1 <= M, and square integrable at -oo (A is any curve with A' >= rho_0^2), "
              "as every rho_0 with the tail (81) is; u_0 depends on delta, m + m* and rho_0, and not on theta.")  # fmt: skip
    item.note("So the least loss that m neurons can have at all is within delta of the plateau: as omega -> 0 at fixed m, a memory at 1/omega of fixed shape is out of reach for m + m* exponentials, "
              "which change on the scale of 1/(omega (m + m*)) there. By plateau-floor at S = u/2 the gap is at most 2 int_(-oo)^(-u/2) rho_0^2 + 4 (m + m*) M^2 omega; "
              "to lower the loss by delta takes a width of the order of delta/omega. Along the flow the loss only falls, so |J(theta(tau)) - J(theta_0)| <= delta for all tau.")  # fmt: skip
