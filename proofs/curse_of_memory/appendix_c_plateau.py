"""Appendix C.2 (2), (3): loss, gradient and Hessian where the student equals the exponential sum."""

from verifier.language.script import Have, Ladder, Negate, Numbers, Obtain, Set, Split, Take, Use, Witness

from . import paper

INSIDE = []
#: rhohat(t; theta), rhobar(t), and that they agree.
STUDENT, TARGET = "Sum(a[i]*exp(-w[i]*t), (i, 0, m-1))", "Sum(A[j]*exp(-W[j]*t), (j, 0, n-1))"
AGREE = f"forall(t, [0, oo), {STUDENT} == {TARGET})"
#: rhohat - rho_omega, u = 1/omega.
RESIDUAL = f"({STUDENT} - ({TARGET} + r(t - u)))"
MEMORY = [("u", "[u0, oo)"), ("m", "positive integer"), ("n", "nonnegative integer"), ("a", "real sequence"), ("w", "positive sequence"),
          ("A", "real sequence"), ("W", "positive sequence")]  # fmt: skip


@paper.proposition("prop-C.1", "The loss on the plateau", where="Appendix C.2, Proposition C.1, Eq. (87)", provenance="recalled")
def loss_on_the_plateau(item):
    item.printed("If rhohat(.; theta) = rhobar, then C_1 <= J_omega(theta) <= C_2 for all small omega, C_1, C_2 > 0 depending only on rho_0.")
    item.let(R="real curve", P="real curve", c="real", s="real")
    item.define("r(t) := diff(R[t], t)")
    item.suppose("energy", "forall(t, real, diff(P[t], t) == r(t)**2)")
    item.suppose("square integrable", "forall(x, real, forall(y, real, P[y] - P[x] <= c))")
    item.suppose("not zero", "r(s) != 0")
    continuous = "forall(e, positive, exists(d, positive, forall(t, [s - d, s + d], Abs(r(t) - r(s)) <= e)))"
    loss = f"{AGREE} and L[0] == 0 and forall(t, [0, oo), diff(L[t], t) == {RESIDUAL}**2) and littleo(L[t] - J, 1, t, oo)"
    inner = [*MEMORY, ("L", "real curve"), ("J", "real")]
    item.conclude(
        f"implies({continuous}, exists(C1, positive, exists(C2, positive, exists(u0, positive, "
        + "".join(f"forall({name}, {sort}, " for name, sort in inner)
        + f"implies({loss}, C1 <= J and J <= C2)" + ")"*(len(inner) + 4), expected="proved", argument=[
            Take(), Have(continuous, name="continuous", by=[Use("given")]),
            Set("b", "Abs(r(s))"), Have("b > 0", name="b positive"),
            Use("continuous", at=["b/2"], premises=[[]], name="near"), Obtain("near", "d", label="heard"),
            Have("forall(x, real, forall(y, [x, oo), P[x] <= P[y]))", name="rises", by=[Take("x", "y"), Ladder("y", "x", time="z", slope=[
                Use("energy", at=["z"], name="p")], base=[])]),
            Have("b**2/4*(s + d - (s - d)) <= P[s + d] - P[s - d]", name="heard part", by=[
                Have("forall(y, [s - d, s + d], b**2/4*(y - (s - d)) <= P[y] - P[s - d])", name="part", by=[
                    Take("y"), Ladder("y", "s - d", time="z", slope=[
                        Use("energy", at=["z"], name="p"), Use("heard.1", at=["z"], premises=[[]], name="h"),
                        Have("Abs(r(z)) >= b/2", name="loud"),
                        Have("r(z)**2 >= (b/2)**2", name="square")])]),
                Use("part", at=["s + d"], premises=[[]])]),
            Have("b**2*d/2 > 0", name="C1 positive"),
            Witness("b**2*d/2"), Split([[], [
                Witness("c"), Split([[
                    Use("square integrable", at=["s - d", "s + d"], name="all")], [
                    Witness("Abs(s) + d"), Split([[], [
                        Take(*(name for name, _ in inner)),
                        Have("forall(T, nonnegative, L[T] == P[T - u] - P[-u])", name="loss", by=[
                            Take("T"), Ladder("T", "0", time="z", slope=[
                                Use("given4.2", at=["z"], premises=[INSIDE], name="l"), Use("given4.0", at=["z"], premises=[INSIDE], name="same"),
                                Use("energy", at=["z - u"], name="p"),
                                Set("x", STUDENT.replace("t)", "z)")), Set("y", TARGET.replace("t)", "z)"))])]),
                        Have("forall(T, nonnegative, L[T] <= c)", name="below", by=[
                            Take("T"), Use("loss", at=["T"], name="l"), Use("square integrable", at=["-u", "T - u"], name="all")]),
                        Have("forall(T, [u + s + d, oo), implies(T >= 0, L[T] >= b**2*d/2))", name="above", by=[
                            Take("T"), Use("loss", at=["T"], premises=[[]], name="l"),
                            Use("rises", at=["s + d", "T - u"], premises=[[]], name="after"),
                            Use("rises", at=["-u", "s - d"], premises=[[]], name="before")]),
                        Split([[Negate("too low"), Use("given4.3", at=["(b**2*d/2 - J)/2"], premises=[[]], name="close"),
                                Obtain("close", "Z", label="Z"), Set("T", "Z + Abs(u + s + d) + 1"),
                                Use("Z.1", at=["T"], premises=[[]], name="now"),
                                Use("above", at=["T"], premises=[[], []], name="high"),
                                Numbers(using=["now", "high", "too low"])],
                               [Negate("too high"), Use("given4.3", at=["(J - c)/2"], premises=[[]], name="close"),
                                Obtain("close", "Z", label="Z"), Set("T", "Z + 1"),
                                Use("Z.1", at=["T"], premises=[[]], name="now"),
                                Use("below", at=["T"], premises=[[]], name="low"),
                                Numbers(using=["now", "low", "too high"])]])]])]])]])],
        example={"R": "2*atan(exp(t))", "P": "tanh(t)", "c": 2, "s": 0})  # fmt: skip
    item.note("For every width m, every rhobar and every continuous rho_0 = r in L^2, u = 1/omega: C_1 = rho_0(s)^2 d/2, where rho_0(s) is not 0 and |rho_0| >= "
              "|rho_0(s)|/2 within d of s, and C_2 = c bounds the integral of rho_0^2 over every interval (P is a primitive of rho_0^2); omega <= 1/(|s| + d). "
              "L(T) is the integral of (rhohat - rho_omega)^2 over [0, T] and J_omega(theta) = J its limit. Continuity is used at s only.")  # fmt: skip


def together(p, power):
    """i_p = e_p - d_p, in the limit of the integrals up to T."""
    facts = [(curve, f"{label}.{p - 1}") for curve, label in (("F", "moments"), ("G", "moments of J_0"), ("H", "moments of the memory"))]
    return [
        Have(f"forall(T, nonnegative, F{p}[T] - G{p}[T] + H{p}[T] == 0)", name=f"nothing {p}", by=[Take("T"), Ladder("T", "0", time="z", slope=[
            *[Use(f"{fact}.1", at=["z"], premises=[INSIDE], name=f"slope {curve}") for curve, fact in facts],
            Set("c", f"{power}*exp(-w[k]*z)")])]),
        Use("cited:moment-limit", at=[*[(f"{curve}{p}[t]", "t") for curve in "FGH"], f"i{p}", f"e{p}", f"d{p}", "-1", "0"], name=f"limit {p}", premises=[[Split([
            *[[Use(f"{fact}.2")] for _, fact in facts], [Take("T"), Use(f"nothing {p}", at=["T"], premises=[[]], name="now")]])]]),
        Have(f"i{p} - e{p} + d{p} == 0", name=f"sum {p}"),
    ]  # fmt: skip


NO_MEMORY = {"m": 1, "n": 0, "k": 0, "a": 0, "w": 1, "A": 0, "W": 1, "h": 0, **{f"{c}{p}": 0 for c in "iedFGH" for p in (1, 2)}}


@paper.equation("eq-102-103", "The memory's part of the Hessian", where="Appendix C.2, Eqs. (102), (103)", provenance="recalled")
def splitting(item):
    item.printed("At rhohat = rhobar: Hess J_omega = Hess J_0 + E_omega, E zero except (a_k, w_k): 2 int t e^(-w_k t) rho_(0,omega) and "
                 "(w_k, w_k): -2 a_k int t^2 e^(-w_k t) rho_(0,omega).")  # fmt: skip
    item.let(m="positive integer", n="nonnegative integer", k="integer[0, m-1]", a="real sequence", w="positive sequence", A="real sequence", W="positive sequence", h="real curve",
             **{f"{letter}{p}": sort for letter, sort in [(c, "real") for c in "ied"] + [(c, "real curve") for c in "FGH"] for p in (1, 2)})  # fmt: skip
    for name, curve, letter, what in (("moments", "F", "i", f"({STUDENT} - ({TARGET} + h[t]))"), ("moments of J_0", "G", "e", f"({STUDENT} - {TARGET})"),
                                      ("moments of the memory", "H", "d", "h[t]")):  # fmt: skip
        item.suppose(name, " and ".join(
            f"({curve}{p}[0] == 0 and forall(t, [0, oo), diff({curve}{p}[t], t) == {power}*exp(-w[k]*t)*{what}) and littleo({curve}{p}[s] - {letter}{p}, 1, s, oo))"
            for p, power in ((1, "t"), (2, "t**2"))))  # fmt: skip
    item.conclude("(-2*a[k]/(2*w[k])**2 - 2*i1) - (-2*a[k]/(2*w[k])**2 - 2*e1) == 2*d1"
                  " and (4*a[k]**2/(2*w[k])**3 + 2*a[k]*i2) - (4*a[k]**2/(2*w[k])**3 + 2*a[k]*e2) == -2*a[k]*d2",
                  because=["moment-limit"], expected="proved", argument=[*together(1, "z"), *together(2, "z**2"), Split([
                      [], []])],
                  example=NO_MEMORY)
    for name, moment in (("moments", "i1"), ("moments of J_0", "e1"), ("moments of the memory", "d1")):
        item.without(name, counterexample={**NO_MEMORY, moment: 1})
    item.step("moments", "forall(N, nonnegative integer, forall(v, positive, forall(x, real curve, forall(y, real curve, forall(r, real curve, forall(P, real curve,"
              " forall(Q, real curve, implies(forall(t, [0, oo), x[t] == y[t]) and P[0] == 0 and Q[0] == 0 and forall(t, [0, oo), diff(P[t], t) =="
              " t**N*exp(-v*t)*(x[t] - (y[t] + r[t])) and diff(Q[t], t) == t**N*exp(-v*t)*r[t]), forall(T, nonnegative, P[T] == -Q[T])))))))))", because=["definitions"],
              says="I_n = -d_n: with rhohat = x, rhobar = y and r the memory at 1/omega, the integrals of t^n e^(-w_k t) times the residual and times r up to T",
              argument=[Take("N", "v", "x", "y", "r", "P", "Q", "T"), Ladder("T", "0", time="z", slope=[
                  Use("given1.3", at=["z"], premises=[INSIDE], name="now"), Use("given1.0", at=["z"], premises=[INSIDE], name="same"),
                  Set("c", "z**N*exp(-v*z)")])])  # fmt: skip
    item.note("For every m, every rhobar and every memory h(t) = rho_0(t - 1/omega): i_n, e_n and d_n are the integrals of t^n e^(-w_k t) times the residual rhohat - rho_omega, that of J_0, "
              "rhohat - rhobar, and the memory; F, G, H are the integrals up to T. The two entries of Hess J_omega - Hess J_0 that see the residual, (99) and (101); (97), (98) and (100) do not. It holds at every theta; where "
              "rhohat = rhobar the moments of J_0 are 0, so that i_n = -d_n (step moments).")  # fmt: skip
