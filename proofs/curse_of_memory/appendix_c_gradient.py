"""Appendix C.2 (2): the gradient where the student equals the exponential sum, Proposition C.2."""

from verifier.language.script import (
    Have,
    Induct,
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
from verifier.language.script_parts import named_number

from . import paper
from .appendix_c_plateau import AGREE, RESIDUAL, STUDENT, TARGET

WEIGHTS = ("1", "t", "t**2")
#: G is at most the integral of t^j e^(-wlow t) q(t - u), q = |rho_0|.
LESS = "G[0] == 0 and forall(t, [0, oo), diff(G[t], t) <= t**{j}*exp(-wlow*t)*q(t - u))"
#: p is the integral of t^j e^(-v t) times the residual over [0, oo).
INTEGRAL = "exists(F, real curve, F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == {slope}) and littleo(F[s] - {p}, 1, s, oo))"
MOMENTS = "forall(k, integer[0, m-1], " + " and ".join(
    INTEGRAL.format(slope=f"{weight}*exp(-w[k]*t)*{RESIDUAL}", p=f"I{j}[k]") for j, weight in enumerate(WEIGHTS[:2])) + ")"
BOX = "forall(k, integer[0, m-1], w[k] >= wlow and Abs(a[k]) <= abar)"
#: |grad J|^2 by Eqs. (90), (91).
NORM = "Sum((2*I0[k])**2 + (-2*a[k]*I1[k])**2, (k, 0, {m}-1))"
THETA = [("n", "nonnegative integer"), ("a", "real sequence"), ("w", "positive sequence"), ("A", "real sequence"), ("W", "positive sequence"),
         ("I0", "real sequence"), ("I1", "real sequence")]  # fmt: skip
NAMES = [name for name, _ in THETA]


def everywhere(bound):
    """For all theta with rhohat = rhobar, rates of at least wlow and amplitudes of at most abar, and its gradient."""
    text = f"implies({BOX} and {AGREE} and {MOMENTS}, {NORM.format(m='m')} <= {bound})"
    for name, sort in reversed(THETA):
        text = f"forall({name}, {sort}, {text})"
    return text


def seen(j):
    """What bounds the integrals of t^j e^(-wlow t) |rho_0| bounds the moment of the residual at every larger rate."""
    weight = WEIGHTS[j]
    said = (f"forall(u, real, forall(E, real, forall(v, [wlow, oo), forall(F, real curve, forall(p, real, implies(forall(G, real curve, implies({LESS.format(j=j)},"
            f" forall(T, nonnegative, G[T] <= E))) and F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == -{weight}*exp(-v*t)*r(t - u))"
            " and littleo(F[s] - p, 1, s, oo), Abs(p) <= E))))))")  # fmt: skip
    below = [Split([[], [
        Take("t"), Use("given1.2", at=["t"], premises=[[]], name="f"), Use("modulus", at=["t - u"], name="q now"),
        Have("exp(-v*t) <= exp(-wlow*t)", name="order"), Have("exp(-v*t) > 0", name="sign"),
        Set("x", "exp(-v*t)"), Set("y", "exp(-wlow*t)"), Set("z", "r(t - u)"),
        Have("x <= y and x > 0", name="letters"),
        Have("x*Abs(z) <= y*Abs(z)", name="scaled"),
        Have("-x*Abs(z) <= x*z and x*z <= x*Abs(z)", name="both"),
        *([Have(f"{weight}*(x*Abs(z)) <= {weight}*(y*Abs(z)) and {weight}*(-x*Abs(z)) <= {weight}*(x*z) and {weight}*(x*z) <= {weight}*(x*Abs(z))", name="times t")] if j else []),
        Numbers(using=["f", "q now", "x", "y", "z", "scaled", "both", *(["times t"] if j else [])])]])]  # fmt: skip
    return Have(said, name=f"moment {j}", by=[
        Take("u", "E", "v", "F", "p"),
        Have("forall(T, nonnegative, F[T] <= E)", name="above", by=[Use("given1.0", at=[("F[t]", "t")], premises=[below])]),
        Have("forall(T, nonnegative, -F[T] <= E)", name="below", by=[Use("given1.0", at=[("-F[t]", "t")], premises=[below])]),
        Have("p <= E and -p <= E", name="in the limit", by=[Split([[
            Negate("far"), Use("given1.3", at=[f"({sign}p - E)/2"], premises=[[]], name="close"), Obtain("close", "S", label="S"),
            Set("T", "S + 1"), Use("S.1", at=["T"], premises=[[]], name="now"),
            Use(side, at=["T"], premises=[[]], name="bound")]
            for sign, side in (("", "above"), ("-", "below"))])])])  # fmt: skip


#: |grad J|^2 <= 4 m (E0^2 + abar^2 E1^2).
SUMS = Have("forall(E0, nonnegative, forall(E1, nonnegative, forall(a, real sequence, forall(I0, real sequence, forall(I1, real sequence, forall(m, nonnegative integer,"
            " implies(forall(k, integer[0, m-1], Abs(I0[k]) <= E0 and Abs(I1[k]) <= E1 and Abs(a[k]) <= abar),"
            f" {NORM.format(m='m')} <= 4*m*(E0**2 + abar**2*E1**2))))))))", name="sums", by=[
    Have("forall(x, real, forall(y, real, implies(Abs(x) <= y, x**2 <= y**2)))", name="squares", by=[Take("x", "y")]),
    Take("E0", "E1", "a", "I0", "I1"), Induct("m", base=[Take()], step=[
        Take(), Use("IH", premises=[[Take("k"), Use("given2", at=["k"])]], name="before"), Use("given2", at=["m"], name="last"),
        Use("squares", at=["I0[m]", "E0"], premises=[[]], name="first"), Use("squares", at=["I1[m]", "E1"], premises=[[]], name="second"),
        Use("squares", at=["a[m]", "abar"], premises=[[]], name="third"),
        Order(positive=[Square(facts=["before"]), Square(facts=["first"], weight="4"), Square(facts=["second"], root="a[m]", weight="4"),
                        Square(facts=["third"], root="E1", weight="4")])])])  # fmt: skip


CHAIN = Have("forall(x, real, forall(y, real, forall(p, real, forall(q, real, implies(p == q and x == p and y == q, x == y)))))", name="chain", by=[
    Take("x", "y", "p", "q")])  # fmt: skip
THROUGH = Have("forall(x, real, forall(y, real, forall(p, real, forall(q, real, implies(x <= y and y == p and p <= q, x <= q)))))", name="through", by=[
    Take("x", "y", "p", "q")])  # fmt: skip
KNOWN = [[], [], [Take("t"), Use("modulus", at=["t"], name="now")]]


def gradient(first, second, small):
    """|grad J|^2 <= 4 m (E0^2 + abar^2 E1^2) for E0 = first, E1 = second, by the facts `small` + 0 and 1 on integrals."""
    return [
        Have(BOX, name="box"), Have(AGREE, name="agree"), Have(MOMENTS, name="moments"),
        Use("sums", at=[first, second, ("a[i]", "i"), ("I0[i]", "i"), ("I1[i]", "i"), "m"], name="sum", premises=[
            [], [], [
                Take("k"), Use("box", at=["k"], name="here"), Use("moments", at=["k"], name="both"), Split([
                    *[[Obtain(f"both.{j}", "F", label="F"),
                       Use(f"moment {j}", at=["u", (first, second)[j], "w[k]", ("F[t]", "t"), f"I{j}[k]"], premises=[[], [Split([
                           [Use(f"{small}{j}")], [Use("F.0")], [
                               Take("t"), Use("F.1", at=["t"], premises=[[]], name="f"), Use("agree", at=["t"], premises=[[]], name="same"),
                               Set("s1", STUDENT), Set("s2", TARGET), Set("s3", "r(t - u)"),
                               Set("s4", "exp(-w[k]*t)"),
                               Use("chain", at=["s1", "s2", STUDENT, TARGET], premises=[[Split([[], [], []])]], name="equal")],
                           [Use("F.2")]])]])] for j in (0, 1)], [Use("here.1")]])]]),
    ]  # fmt: skip


LIMIT = [
    Take("m", "e"), Set("K", "4*m*(1 + abar**2)"), Have("K > 0", name="K positive"),
    Set("e1", "e/(K*(1 + e))"),
    Have("e1 > 0 and e1 <= 1 and K*e1 <= e", name="level", by=[Split([
        [], [
            Have("K >= 1", name="K large")],
        []])]),
    *[step for j in (0, 1) for step in (
        Use("cited:lem-C.1-vanishes", at=[str(j), "wlow", "B", ("Q[t]", "t")], premises=[[Split([*KNOWN, []])]], name=f"vanishes {j}"),
        Use(f"vanishes {j}", at=["e1"], premises=[[]], name=f"late {j}"), Obtain(f"late {j}", f"u{j}", label=f"from {j}"))],
    Witness("u0 + u1"), Split([[], [
        Take("u", *NAMES), Have("e1 >= 0", name="signs"),
        *[Have(f"forall(G, real curve, implies({LESS.format(j=j)}, forall(T, nonnegative, G[T] <= e1)))", name=f"small {j}", by=[
            Take("G", "T"), Use(f"from {j}.1", at=["u", ("G[t]", "t"), "T"], premises=[[], [], []])])
          for j in (0, 1)],
        *gradient("e1", "e1", "small "), Set("x", NORM.format(m="m")), Set("y", "e1"),
        Have("x <= 4*m*(1 + abar**2)*e1**2", name="bound"),
        Have("K*e1**2 <= e", name="enough"),
        Have("x <= e", name="in letters", by=[Order(positive=[Square(facts=["bound"]), Square(facts=["enough"])], terms=[("K", "e1**2", "1")])]),
        Rewritten("in letters", ["x"], name="done", forwards=True)]])]  # fmt: skip


def explicit(j):
    """Lemma C.1 (iii) in letters: an integral with t^j is at most D e^(-wlow u) u^j."""
    at, nu = ["e0", "e1"][j], ["0", "nu"][j]
    value = f"(c + B*exp(2*b**2*t0**2))*sqrt(pi)/b*(exp(b**2*{nu}**2)*exp(b**2*mu**2 - wlow*u))*u**{j}"
    letters = ("kk*(mm*x)", "kk*(n1*(mm*x))*u")[j]
    return Have(f"forall(G, real curve, implies({LESS.format(j=j)}, forall(T, nonnegative, G[T] <= {at})))", name=f"small {j}", by=[
        Take("G", "T"),
        Use("cited:lem-C.1-tail", at=[str(j), "wlow", "B", ("Q[t]", "t"), "b", "c", "t0", "u", ("G[t]", "t"), "mu", nu, "T"], name="bound", premises=[
            [Split(KNOWN)], *[[] for f in ("given", "given1", "given2", "given4", "mu", "nu")],
            [Split([[Split([[], [], [Use("given3")]])], [Use("given5")]])], []]),
        Have(f"{value} == {letters}", name="in letters"),
        Have(f"{letters} <= {at}", name="below"),
        Use("through", at=["G[T]", value, letters, at], premises=[[Split([[], [], []])]])])  # fmt: skip


TAIL = [
    Take("b", "c", "t0"),
    *named_number("mu", "wlow/(2*b**2)", [Split([[], []])], also="mu > 0"),
    *named_number("nu", "1/(2*b**2)", [Split([[], []])], also="nu > 0"),
    *named_number("kk", "(c + B*exp(2*b**2*t0**2))*sqrt(pi)/b", [Split([[], []])], also="kk > 0"),
    *named_number("mm", "exp(b**2*mu**2)", [Split([[], []])], also="mm > 0"),
    *named_number("n1", "exp(b**2*nu**2)", [Split([[], []])], also="n1 >= 1"),
    Set("D", "kk*n1*mm"), Have("D > 0", name="D positive", by=[
        Have("kk*mm > 0", name="front")]),
    Witness("2*D*(1 + abar)"), Split([[], [
        Take("m", "u", *NAMES), *named_number("x", "exp(-wlow*u)", [Split([[], []])], also="x > 0"),
        Set("e0", "D*x"), Set("e1", "D*x*u"), Have("D*x > 0", name="Dx"),
        Have("e0 >= 0 and e1 >= 0", name="signs", by=[Split([[], []])]),
        Have("kk*(mm*x) <= D*x and D == kk*n1*mm", name="letters", by=[Split([[
            Have("kk*(mm*x) > 0", name="part")], [Use("D")]])]),
        explicit(0), explicit(1), *gradient("e0", "e1", "small "), Set("v", NORM.format(m="m")),
        Have("v <= (2*D*(1 + abar))**2*m*(u*x)**2", name="bound", by=[
            Have("m >= 0", name="wide"), Have("(D*x)**2 <= (D*x*u)**2", name="u large"),
            Order(positive=[Square(facts=["sum"]), Square(facts=["u large", "wide"], weight="4"), Square(facts=["abar.nonnegative", "wide"], root="D*x*u", weight="8")],
                  terms=[("v", "-1", "1"), ("e0", "-4*m*(e0 + D*x)", "1"), ("e1", "-4*m*abar**2*(e1 + D*x*u)", "1")])]),
        Rewritten("bound", ["v", "x.0"], name="done", forwards=True)]])]


@paper.proposition("prop-C.2", "The gradient on the plateau", where="Appendix C.2, Proposition C.2, Eqs. (88)-(93)", provenance="recalled")
def gradient_on_the_plateau(item):
    item.printed("If rhohat(.; theta) = rhobar: |grad J_omega| -> 0; sub-Gaussian: |grad J_omega|_2 <~ sqrt(m) omega^(-1) e^(-wlow/omega).")
    item.let(R="real curve", Q="real curve", B="nonnegative", wlow="positive", abar="nonnegative")
    item.define("r(t) := diff(R[t], t)", "q(t) := diff(Q[t], t)")
    item.suppose("modulus", "forall(t, real, q(t) == Abs(r(t)) and q(t) <= B)")
    item.suppose("forgets", "forall(e, positive, exists(s, real, forall(t, real, implies(t <= s, q(t) <= e))))")
    limit = f"forall(m, positive integer, forall(e, positive, exists(u0, positive, forall(u, [u0, oo), {everywhere('e')}))))"
    tail = ("forall(b, positive, forall(c, positive, forall(t0, positive, implies(forall(t, real, implies(Abs(t) >= t0, q(t) <= c*exp(-2*b**2*t**2))),"
            f" exists(C, positive, forall(m, positive integer, forall(u, [1, oo), {everywhere('C**2*m*(u*exp(-wlow*u))**2')})))))))")
    item.conclude(f"{limit} and {tail}", because=["lem-C.1-vanishes", "lem-C.1-tail"], expected="proved", argument=[
        seen(0), seen(1), SUMS, CHAIN, THROUGH, Split([LIMIT, TAIL])],
        example={"R": 0, "Q": 0, "B": 0, "wlow": 1, "abar": 0})  # fmt: skip
    item.note("For every width m, every rhobar and every continuous bounded rho_0 = r that tends to 0 at -oo; u = 1/omega, Q is a primitive of |rho_0|. I0_k and I1_k "
              "are the integrals of e^(-w_k t) and t e^(-w_k t) times rhohat - rho_omega, so that (90), (91) give the gradient (2 I0_k, -2 a_k I1_k). (88): for "
              "every e there is u0, which depends on m, e, rho_0, wlow and abar, with |grad J_omega|^2 <= e for all u >= u0 and all theta with rhohat = "
              "rhobar, w_k >= wlow, |a_k| <= abar.")  # fmt: skip
    item.note("(89): |grad J_omega|^2 <= C^2 m (u e^(-wlow u))^2 for omega <= 1, C = 2 D (1 + abar) with the constant D of Lemma C.1 for n = 1; C depends on the tail "
              "(81), sup |rho_0|, wlow and abar only, not on omega, m, theta.")  # fmt: skip
