"""Appendix C.2 (2), (3): loss, gradient and Hessian where the student equals the exponential sum."""

from verifier.claims.script import Have, Induct, Ladder, Numbers, Order, Split, Square, Take, Use

from . import paper

INSIDE = [Numbers(using=["between"])]


@paper.proposition("prop-C.1", "The loss on the plateau", where="Appendix C.2, Proposition C.1, Eq. (87)", provenance="recalled")
def loss_on_the_plateau(item):
    item.printed("If rhohat(.; theta) = rhobar, then C_1 <= J_omega(theta) <= C_2 for all small omega, C_1, C_2 > 0 depending only on rho_0.")
    item.let(q="real curve", F="real curve", s="real", d="positive", b="positive", lo="real", c="positive")
    item.suppose("primitive", "forall(t, real, diff(F[t], t) == q[t]**2)")
    item.suppose("heard", "forall(t, [s - d, s + d], q[t]**2 >= (b/2)**2)")
    item.suppose("small omega", "lo <= s - d")
    item.let(T="real", first="real", last="real")
    item.suppose("late", "T >= s + d")
    item.suppose("square integrable", "first <= lo and T <= last and F[last] - F[first] <= c")
    item.conclude("b**2*d/2 <= F[T] - F[lo] and F[T] - F[lo] <= c", expected="proved", argument=[
        Have("forall(x, real, forall(y, [x, oo), F[x] <= F[y]))", name="rises", by=[Take("x", "y"), Ladder("y", "x", time="r", slope=[
            Use("primitive", at=["r"], name="p"), Numbers(using=["p"])], base=[], side=[Numbers(using=["given"])])]),
        Have("b**2/4*(s + d - (s - d)) <= F[s + d] - F[s - d]", name="heard part", by=[
            Have("forall(y, [s - d, s + d], b**2/4*(y - (s - d)) <= F[y] - F[s - d])", name="part", by=[
                Take("y"), Ladder("y", "s - d", time="r", slope=[
                    Use("primitive", at=["r"], name="p"), Use("heard", at=["r"], premises=[[Numbers(using=["between", "given"])]], name="h"),
                    Numbers(using=["p", "h", "b"])], base=[Numbers(using=[])], side=[Numbers(using=["given"])])]),
            Use("part", at=["s + d"], premises=[[Numbers(using=["d"])]])]),
        Use("rises", at=["s + d", "T"], premises=[[Numbers(using=["late"])]], name="after"),
        Use("rises", at=["lo", "s - d"], premises=[[Numbers(using=["small omega"])]], name="before"),
        Split([[Numbers(using=["heard part", "after", "before"])], [
            Use("rises", at=["first", "lo"], premises=[[Numbers(using=["square integrable"])]], name="left"),
            Use("rises", at=["T", "last"], premises=[[Numbers(using=["square integrable"])]], name="right"),
            Numbers(using=["left", "right", "square integrable"])]]),
    ], example={"q": 1, "F": "t", "s": 0, "d": 1, "b": 1, "lo": -2, "T": 1, "first": -2, "last": 1, "c": 3})  # fmt: skip
    item.without("heard", counterexample={"q": 0, "F": 0, "s": 0, "d": 1, "b": 1, "lo": -2, "T": 1, "first": -2, "last": 1, "c": 3})
    item.note("J_omega(theta) is the integral of rho_0^2 from lo = -1/omega on; F is a primitive of rho_0^2, b = |rho_0(s)|, and d a radius "
              "within which |rho_0| >= b/2 (squared above). So C_1 = rho_0(s)^2 d/2; C_2 = c bounds the integral over any longer interval [first, last].")  # fmt: skip


@paper.proposition("prop-C.2", "The gradient on the plateau", where="Appendix C.2, Proposition C.2, Eqs. (88)-(93)", provenance="recalled")
def gradient_on_the_plateau(item):
    item.printed("If rhohat(.; theta) = rhobar: |grad J_omega| -> 0; sub-Gaussian: |grad J_omega|_2 <~ sqrt(m) omega^(-1) e^(-wlow/omega).")
    item.let(m="positive integer", p="real sequence", q="real sequence", a="real sequence", abar="nonnegative", D="positive", u="[1, oo)",
             w="positive")  # fmt: skip
    item.suppose("first", "forall(k, nonnegative integer, p[k]**2 <= D**2)")
    item.suppose("second", "forall(k, nonnegative integer, q[k]**2 <= (u*D)**2)")
    item.suppose("amplitudes", "forall(k, nonnegative integer, a[k]**2 <= abar**2)")
    item.conclude("Sum((-2*p[k])**2 + (2*a[k]*q[k])**2, (k, 0, m-1)) <= 4*(1 + abar**2)*m*(u*D)**2", expected="proved", argument=[
        Have("forall(n, nonnegative integer, Sum((-2*p[k])**2 + (2*a[k]*q[k])**2, (k, 0, n-1)) <= 4*(1 + abar**2)*n*(u*D)**2)",
             name="sums", by=[Induct("n", base=[], step=[
            Use("first", at=["n"], name="f"), Use("second", at=["n"], name="s"), Use("amplitudes", at=["n"], name="am"),
            Have("0 <= u - 1", name="u1", by=[Numbers(using=["u"])]), Have("0 <= u", name="u0", by=[Numbers(using=["u"])]),
            Order(positive=[Square(facts=["IH"]), Square(facts=["f"], weight="4"), Square(facts=["s"], root="a[n]", weight="4"),
                            Square(facts=["am"], root="u*D", weight="4"), Square(root="D", facts=["u1", "u0"], weight="4"),
                            Square(root="D", facts=["u1"], weight="4")])])]),
        Use("sums", at=["m"]),
    ], example={"m": 1, "p": 0, "q": 0, "a": 0, "abar": 0, "D": 1, "u": 1, "w": 1})  # fmt: skip
    item.step("vanishes", "limit(u*exp(-w*u), u, oo) == 0", because=["definitions"], says="the bound tends to 0 as omega -> 0",
              argument=[Numbers(using=["w"])])
    item.note("For every m: p_k and q_k are the integrals of e^(-w_k t) and t e^(-w_k t) times the memory, at most D = C e^(-w u) and u D "
              "by Lemma C.1, w the least rate, u = 1/omega >= 1, abar the largest |a_k|. So |grad J| <= 2 C sqrt(1 + abar^2) sqrt(m) u e^(-w u).")
    item.without("amplitudes", counterexample={"m": 1, "p": 0, "q": 1, "a": 2, "abar": 0, "D": 1, "u": 1, "w": 1})
    item.without("first", counterexample={"m": 1, "p": 2, "q": 0, "a": 0, "abar": 0, "D": 1, "u": 1, "w": 1})


@paper.equation("eq-102-103", "The memory's part of the Hessian", where="Appendix C.2, Eqs. (102), (103)", provenance="recalled")
def splitting(item):
    item.printed("At rhohat = rhobar: Hess J_omega = Hess J_0 + E_omega, E zero except (a_k, w_k): 2 int t e^(-w_k t) rho_(0,omega) and "
                 "(w_k, w_k): -2 a_k int t^2 e^(-w_k t) rho_(0,omega).")  # fmt: skip
    item.let(a="real", w="positive", i1="real", i2="real", d1="real", d2="real")
    item.suppose("moments", "i1 == 0 - d1 and i2 == 0 - d2")
    item.conclude("(-2*a/(2*w)**2 - 2*i1) - (-2*a/(2*w)**2 - 2*0) == 2*d1"
                  " and (4*a**2/(2*w)**3 + 2*a*i2) - (4*a**2/(2*w)**3 + 2*a*0) == -2*a*d2", expected="proved")  # fmt: skip
    item.note("The residual is -rho_(0,omega), so I_n = -d_n with d_n the integral of t^n e^(-w_k t) rho_(0,omega); for J_0 it is 0. Entries "
              "(97), (98), (100) do not see the residual.")  # fmt: skip
