"""Appendix B.2, epsilon = 0: the change of basis, the equations of the modes and their solutions; Lemma 1.

In the basis: W_l = Q_{l-1} Wbar_l Q_l^{-1}.  A and B are the products of the transformed layers before and behind the one at hand,
P_1 and P_2 the matrices Q_{l-1} and Q_l, R_1 and R_2 their inverses.
"""

from verifier.language.script import (
    Bootstrap,
    Bounded,
    Have,
    Ladder,
    Linear,
    Numbers,
    Obtain,
    Order,
    Split,
    Square,
    Take,
    Use,
)
from verifier.library.short_names import GRONWALL, LINEAR_GROWTH

from . import paper

BASIS = {
    "d": "positive integer", "p": "positive integer", "a": "positive integer", "b": "positive integer", "U": "orthogonal matrix(d)",
    "V": "orthogonal matrix(p)", "K": "matrix(d, p)", "D": "matrix(d, d)", "A": "matrix(d, a)", "B": "matrix(b, p)", "W": "matrix(a, b)",
    "P_1": "matrix(a, a)", "P_2": "matrix(b, b)", "R_1": "matrix(a, a)", "R_2": "matrix(b, b)",
}  # fmt: skip
INVERSES = "R_1*P_1 == eye(a) and P_1*R_1 == eye(a) and R_2*P_2 == eye(b) and P_2*R_2 == eye(b)"
BEFORE, BEHIND, LAYER = "(U*A*R_1)", "(P_2*B*V.T)", "(P_1*W*R_2)"
ERROR = f"(U*K*V.T - U*D*U.T*{BEFORE}*{LAYER}*{BEHIND})"
VELOCITY = f"R_1*({BEFORE}.T*{ERROR}*{BEHIND}.T)*P_2"
CANCEL = [Have("R_1*P_1 == eye(a)", name="one"), Have("R_2*P_2 == eye(b)", name="two")]


@paper.equation("eq-36", "The joint decomposition for epsilon = 0", where="Appendix B.2, Eq. (36)", provenance="printed")
def joint(item):
    item.printed("Sigma_xy = U S V', Sigma_x = U D U'.")
    item.let(d="positive integer", p="positive integer", U="orthogonal matrix(d)", V="orthogonal matrix(p)", K="matrix(d, p)",
             D="diagonal matrix(d)", S="matrix(d, d)", Q="matrix(d, p)")  # fmt: skip
    item.suppose("decomposition", "Q == U*K*V.T and S == U*D*U.T")
    item.conclude("U.T*Q*V == K and U.T*S*U == D", expected="proved", argument=[Split([
        [],
        []])],
        example={"d": 1, "p": 1, "U": 1, "V": 1, "K": 1, "D": 1, "S": 1, "Q": 1})  # fmt: skip
    item.note("K is the paper's S.")


@paper.equation("eq-37", "The change of basis", where="Appendix B.2, Eq. (37)")
def substitution(item):
    item.printed("W_l = Q_{l-1} Wbar_l Q_l^{-1} with Q_0 = U, Q_L = V and arbitrary invertible Q_1, ..., Q_{L-1}.")
    item.let(**BASIS)
    item.suppose("inverses", INVERSES)
    item.conclude(f"{BEFORE}*{LAYER}*{BEHIND} == U*(A*W*B)*V.T and R_1*{LAYER}*P_2 == W", expected="proved", argument=[
        Split([[],
               []])],
        example={**dict.fromkeys(BASIS, 1)})  # fmt: skip
    item.note("For every depth and any widths: the inverses cancel in the product of all layers.")


@paper.equation("eq-38", "The flow after the substitution", where="Appendix B.2, Eq. (38)")
def substituted(item):
    item.printed("The dynamics of Wbar_l after the substitution (37).")
    item.let(**BASIS)
    item.suppose("inverses", INVERSES)
    item.conclude(f"{VELOCITY} == (R_1*R_1.T)*(A.T*(K - D*A*W*B)*B.T)*(P_2.T*P_2)", expected="proved", argument=[],
        example={**dict.fromkeys(BASIS, 1)})  # fmt: skip
    item.note("The factors Q_{l-1}^{-1} Q_{l-1}^{-T} and Q_l'Q_l remain; Q_0 = U and Q_L = V are orthogonal, so there they are 1.")


@paper.equation("eq-39", "The flow in the basis", where="Appendix B.2, Eq. (39)")
def in_the_basis(item):
    item.printed("dWbar_l/dt = Wbar_{1:l-1}' (S - D Wbar_{1:L}) Wbar_{l+1:L}', for arbitrary invertible Q_1, ..., Q_{L-1}.")
    item.leads_to("thm-1", "diag-invariance")
    item.let(**BASIS)
    item.suppose("inverses", INVERSES)
    flow = "A.T*(K - D*A*W*B)*B.T"
    item.conclude(f"{VELOCITY} == {flow}", expected="refuted", counterexample={
        **dict.fromkeys(BASIS, 1), "P_2": 2, "R_2": "1/2", "D": 0})  # fmt: skip
    with item.repair("for orthogonal Q_1, ..., Q_{L-1}") as r:
        r.suppose("orthogonal", "R_1 == P_1.T and P_2.T*P_2 == eye(b)")
        r.conclude(f"{VELOCITY} == {flow}", because=["eq-38"], argument=[
            Use("cited:eq-38", at=list(BASIS), name="general"),
            Have("R_1*R_1.T == eye(a)", name="first")], expected="proved", example={**dict.fromkeys(BASIS, 1)})  # fmt: skip
        r.without("orthogonal", counterexample={**dict.fromkeys(BASIS, 1), "P_2": 2, "R_2": "1/2", "D": 0})
    item.note("The inverses cancel in the product W but not in the transposes: what remains is eq-38. In one dimension with Q_1 = 2 the "
              "first layer would move 4 times as fast. The paper's results hold for orthogonal matrices (thm-1).")  # fmt: skip


SYSTEM = "forall(t, [0, oo), diff(v[t], t) == v[t]**(L-1)*(sigma - lam*v[t]**L))"
SCALAR = {"sigma": "positive", "lam": "positive"}


@paper.equation("eq-41", "The equations of the modes", where="Appendix B.2, Eq. (41)")
def modes(item):
    item.printed("dw_{l,i}/dt = (sigma_i - lambda_i w_i) prod_{k != l} w_{k,i}, w_i = prod_k w_{k,i}.")
    item.let(sigma="real", lam="real", x="real", rest="real")
    item.define("f(x, rest) := lam*(x*rest)**2/2 - sigma*(x*rest)")
    item.conclude("-grad(f(x, rest), x) == (sigma - lam*(x*rest))*rest", expected="proved")
    item.note("x is the entry w_{l,i} of one layer and rest the product of the others: the flow of the loss of one mode.")


@paper.equation("eq-40", "The equations of two layers", where="Appendix B.2, Eq. (40)")
def two_modes(item):
    item.printed("dm/dt = n (sigma - lambda m n), dn/dt = m (sigma - lambda m n).")
    item.let(sigma="real", lam="real", m="real", n="real")
    item.define("f(m, n) := lam*(m*n)**2/2 - sigma*m*n")
    item.conclude("-grad(f(m, n), m) == n*(sigma - lam*m*n) and -grad(f(m, n), n) == m*(sigma - lam*m*n)", expected="proved")


@paper.equation("eq-42", "Equal entries stay equal", where="Appendix B.2, Eq. (42)")
def equal_entries(item):
    item.printed("If w_{l,i}(0) is the same for all l, the w_{l,i} stay equal.")
    item.let(sigma="real", lam="real", m="real curve", n="real curve", rest="real curve")
    item.suppose("flow of m", "forall(t, [0, oo), diff(m[t], t) == n[t]*rest[t]*(sigma - lam*m[t]*n[t]*rest[t]))")
    item.suppose("flow of n", "forall(t, [0, oo), diff(n[t], t) == m[t]*rest[t]*(sigma - lam*m[t]*n[t]*rest[t]))")
    item.suppose("start", "m[0] == n[0]")
    rate = "(rest[t]*(sigma - lam*m[t]*n[t]*rest[t]))"
    item.conclude("forall(T, [0, oo), m[T] == n[T])", expected="proved", argument=[
        GRONWALL, Take("T"), Bounded(f"-2*{rate}", "t", "0", "T", name="bounded"), Obtain("bounded", "M", label="bound"),
        Use("gronwall", at=[("(m[t] - n[t])**2", "t"), "M", "T"], name="growth", premises=[[], [
            Take("t"), Use("flow of m", at=["t"], name="a"), Use("flow of n", at=["t"], name="b"), Use("bound", at=["t"], name="c"),
            Have("(m[t] - n[t])**2 >= 0", name="square"),
            Have(f"(m[t] - n[t])**2*(-2*{rate}) <= (m[t] - n[t])**2*M", name="product")]]),
        Have("(m[0] - n[0])**2 == 0", name="nothing"),
        Have("(m[T] - n[T])**2 <= 0", name="end")],
        example={"sigma": 0, "lam": 0, "m": 0, "n": 0, "rest": 0})  # fmt: skip
    item.without("start", counterexample={"sigma": 0, "lam": 0, "m": 1, "n": 0, "rest": 0})
    item.note("For any two layers; rest is the product of the entries of the others, so any depth.")


@paper.equation("eq-43", "The equation of the product", where="Appendix B.2, Eq. (43)")
def product(item):
    item.printed("dw_i/dt = L w_i^{2 - 2/L} (sigma_i - lambda_i w_i).")
    item.let(sigma="real", lam="real", L="positive integer", v="positive", w="positive", dv="real", dw="real")
    item.suppose("w", "w == v**L")
    item.suppose("velocities", "dv == v**(L-1)*(sigma - lam*v**L) and dw == L*v**(L-1)*dv")
    item.conclude("dw == L*v**(2*L-2)*(sigma - lam*w)", expected="proved", argument=[Linear(
        terms=[("velocities.1", "1", "1"), ("velocities.0", "L*v**(L-1)", "1"), ("w", "L*v**(2*L-2)*lam", "1")])])  # fmt: skip
    item.note("v^{2L-2} = w^{2-2/L}. v is the common entry of the L layers, w = v^L their product; dv and dw are the velocities.")


@paper.remark("lemma-1/entries", "The common entries stay positive and below", where="Appendix B.2, cross-check")
def increasing(item):
    item.printed("(not in the paper) Lemma 1 for the common entry v of the L layers, w = v^L: v stays positive and v^L below sigma/lambda.")
    item.let(**SCALAR, L="positive integer", v="real curve")
    item.suppose("flow", SYSTEM)
    item.suppose("start", "v[0] > 0 and sigma - lam*v[0]**L > 0")
    item.conclude("forall(T, [0, oo), v[T] > 0 and sigma - lam*v[T]**L > 0)", expected="proved", argument=[
        LINEAR_GROWTH, Have("forall(e, real, forall(y, real, implies(e == 1, y <= e*y)))", name="unit", by=[
            Take("e", "y")]), Bootstrap("T", start=[], step=[
            Have("forall(t, [0, T), v[t]**(L-1) > 0 and v[t]**(L-1)*(sigma - lam*v[t]**L) > 0)", name="rises", by=[
                Take("t"), Use("before", at=["t"], name="inside"), Have("v[t]**(L-1) > 0", name="power"),
                Split([[], []])]),
            Use("linear growth", at=[("-v[t]", "t"), "0", "T"], name="grown", premises=[[], [
                Take("t"), Use("flow", at=["t"], name="now"), Use("rises", at=["t"], name="up")]]),
            Bounded("lam*L*v[t]**(2*L-2)", "t", "0", "T", name="bounded"), Obtain("bounded", "M", label="bound"),
            Have("exp(M*T)*(sigma - lam*v[T]**L) >= sigma - lam*v[0]**L", name="near", by=[Ladder("T", "0", time="r", slope=[
                Use("flow", at=["r"], name="now"), Use("before", at=["r"], name="inside"), Use("bound", at=["r"], name="top"),
                Have("exp(M*r) > 0", name="weight"),
                Have("M*(sigma - lam*v[r]**L) - lam*L*v[r]**(2*L-2)*(sigma - lam*v[r]**L) >= 0", name="product"),
                Have("M*(sigma - lam*v[r]**L) - lam*(L*v[r]**(L-1)*diff(v[r], r)) >= 0", name="net", by=[
                    Order(positive=[Square(facts=["product"])], terms=[("now", "-lam*L*v[r]**(L-1)", "1")])])],
                base=[Have("exp(M*0) == 1", name="one"), Use("unit", at=["exp(M*0)", "sigma - lam*v[0]**L"])])]),
            Have("exp(M*T) > 0", name="weight"),
            Split([[], []])])], example={"sigma": 1, "lam": 1, "L": 1, "v": "1 - exp(-t)/2"})  # fmt: skip
    item.without("flow", counterexample={"sigma": 1, "lam": 1, "L": 1, "v": "1/2 - t"})
    item.note("In terms of the common entry v of the L layers, w = v^L, where the equation is polynomial: v stays positive and below "
              "the equilibrium, so v and w increase. For every depth L >= 1.")  # fmt: skip


LOGISTIC = "sigma*w_0*exp(2*sigma*{t})/(lam*w_0*(exp(2*sigma*{t}) - 1) + sigma)"


@paper.equation("eq-44..46", "Separation of variables", where="Appendix B.2, Eq. (44)-(46)")
def separation(item):
    item.printed("dw/(w (sigma - lambda w)) = 2 dt; partial fractions (1/sigma) (1/w + lambda/(sigma - lambda w)); logarithms.")
    item.let(**SCALAR, w="positive")
    item.suppose("below", "lam*w < sigma")
    item.conclude("1/(w*(sigma - lam*w)) == (1/w + lam/(sigma - lam*w))/sigma"
                  " and diff((log(w) - log(sigma - lam*w))/sigma, w) == 1/(w*(sigma - lam*w))", expected="proved")  # fmt: skip
    item.without("below", counterexample={"sigma": 1, "lam": 1, "w": 1})


@paper.equation("eq-47", "The mode in closed form", where="Appendix B.2, Eq. (47)")
def closed_form(item):
    item.printed("w(t) = sigma w_0 exp(2 sigma t) / (lambda w_0 (exp(2 sigma t) - 1) + sigma).")
    item.let(sigma="positive", lam="nonnegative", w="real curve", w_0="positive")
    item.suppose("flow", "forall(t, [0, oo), diff(w[t], t) == 2*w[t]*(sigma - lam*w[t]))")
    item.suppose("start", "w[0] == w_0")
    gap = "(w[{t}]*(lam*w_0*(exp(2*sigma*{t}) - 1) + sigma) - sigma*w_0*exp(2*sigma*{t}))"
    item.conclude("forall(T, [0, oo), w[T]*(lam*w_0*(exp(2*sigma*T) - 1) + sigma) == sigma*w_0*exp(2*sigma*T))", expected="proved",
                  argument=[
        GRONWALL, Take("T"), Bounded("4*(sigma - lam*w[t])", "t", "0", "T", name="bounded"), Obtain("bounded", "M", label="bound"),
        Use("gronwall", at=[(f"{gap.format(t='t')}**2", "t"), "M", "T"], name="growth", premises=[[], [
            Take("t"), Use("flow", at=["t"], name="now"), Use("bound", at=["t"], name="top"),
            Have(f"{gap.format(t='t')}**2 >= 0", name="square", by=[Numbers(using=[])]),
            Have(f"{gap.format(t='t')}**2*(4*(sigma - lam*w[t])) <= {gap.format(t='t')}**2*M", name="product", by=[
                Numbers(using=["top", "square"])]),
            Have("diff(w[t], t)*(lam*w_0*(exp(2*sigma*t) - 1) + sigma) + w[t]*(lam*w_0*(exp(2*sigma*t)*(2*sigma)))"
                 f" - sigma*w_0*(exp(2*sigma*t)*(2*sigma)) == 2*(sigma - lam*w[t])*{gap.format(t='t')}", name="speed"),
            Have(f"2*{gap.format(t='t')}*(diff(w[t], t)*(lam*w_0*(exp(2*sigma*t) - 1) + sigma) + w[t]*(lam*w_0*(exp(2*sigma*t)*(2*sigma)))"
                 f" - sigma*w_0*(exp(2*sigma*t)*(2*sigma))) == {gap.format(t='t')}**2*(4*(sigma - lam*w[t]))", name="slope",
                 by=[Numbers(using=["speed"])])]]),
        Have("exp(2*sigma*0) == 1", name="one"),
        Have(f"{gap.format(t='0')} == 0", name="nothing"),
        Have(f"{gap.format(t='0')}**2 == 0", name="square"),
        Have(f"{gap.format(t='T')}**2 <= 0", name="end", by=[Numbers(using=["growth", "square"])]), Numbers(using=["end"])],
        example={"sigma": 1, "lam": 1, "w": 1, "w_0": 1})  # fmt: skip
    item.step("solves", f"forall(t, nonnegative, diff({LOGISTIC.format(t='t')}, t) == 2*({LOGISTIC.format(t='t')})*(sigma - lam*("
              f"{LOGISTIC.format(t='t')})))", says="the formula solves the equation", argument=[
                  Have("forall(hh, real, implies(hh >= 0, exp(hh) >= 1))", name="growth", by=[Take("hh")]),
                  Take("t"), Have("2*sigma*t >= 0", name="time"),
                  Use("growth", at=["2*sigma*t"], name="grown"),
                  Have("lam*w_0*(exp(2*sigma*t) - 1) >= 0", name="more"),
                  Have("lam*w_0*(exp(2*sigma*t) - 1) + sigma > 0", name="below")])  # fmt: skip
    item.note("Uniqueness: every solution satisfies the formula, times its denominator, which is positive. w_0 may be at or above the "
              "equilibrium too, and lambda may be 0.")  # fmt: skip


@paper.equation("eq-48..50", "The layers of a mode", where="Appendix B.2, Eq. (48)-(50)")
def square_roots(item):
    item.printed("m = n = sqrt(w) solves (40).")
    item.let(sigma="real", lam="real", m="positive", dm="real", w="positive", dw="real")
    item.suppose("root", "m**2 == w")
    item.suppose("velocities", "dw == 2*m*dm and dw == 2*w*(sigma - lam*w)")
    item.conclude("dm == m*(sigma - lam*(m*m))", expected="proved",
                  example={"sigma": 1, "lam": 1, "m": 1, "dm": 0, "w": 1, "dw": 0})  # fmt: skip


@paper.equation("eq-51", "The modes with sigma = 0", where="Appendix B.2, Eq. (51)")
def no_correlation(item):
    item.printed("dw/dt = -2 lambda w^2.")
    item.let(sigma="real", lam="real", w="real")
    item.suppose("none", "sigma == 0")
    item.conclude("2*w*(sigma - lam*w) == -2*lam*w**2", expected="proved")


def fading(id, where, start):
    @paper.equation(id, "The solution for sigma = 0", where=where)
    def page(item):
        item.printed("w(t) = w_0/(1 + 2 lambda w_0 t)" + (", w_0 = exp(-kappa delta)." if start else "."))
        curve, flow, scale = {"w": "real curve", "w_0": "positive"}, "forall(t, [0, oo), diff(w[t], t) == -2*lam*w[t]**2)", "w_0 == exp(-kappa*delta)"
        item.let(lam="nonnegative", kappa="positive", delta="positive", **({} if start else curve))
        if not start:
            item.suppose("flow", flow)
            item.suppose("start", "w[0] == w_0")
        taken = [Take("w", "w_0"), Have(flow, name="flow"), Have("w[0] == w_0", name="start"), Have(scale, name="scale"), Have("w_0 > 0", name="w_0")]
        gap = "(w[{t}]*(1 + 2*lam*w_0*{t}) - w_0)"
        goal = "w[T]*(1 + 2*lam*exp(-kappa*delta)*T) == exp(-kappa*delta)" if start else "w[T]*(1 + 2*lam*w_0*T) == w_0"
        goal = f"forall(T, [0, oo), {goal})"
        whole = f"forall(w, real curve, forall(w_0, positive, implies({flow} and w[0] == w_0 and {scale}, {goal})))"
        item.conclude(whole if start else goal, expected="proved", argument=[
            GRONWALL, *(taken if start else []), Take("T"), Have("T >= 0", name="time"), Bounded("-4*lam*w[t]", "t", "0", "T", name="bounded"), Obtain("bounded", "M", label="bound"),
            Use("gronwall", at=[(f"{gap.format(t='t')}**2", "t"), "M", "T"], name="growth", premises=[[], [
                Take("t"), Use("flow", at=["t"], name="now"), Use("bound", at=["t"], name="top"),
                Have(f"{gap.format(t='t')}**2 >= 0", name="square"),
                Have(f"{gap.format(t='t')}**2*(-4*lam*w[t]) <= {gap.format(t='t')}**2*M", name="product"),
                Have(f"diff(w[t], t)*(1 + 2*lam*w_0*t) + w[t]*(2*lam*w_0) == -2*lam*w[t]*{gap.format(t='t')}", name="speed"),
                Have(f"2*{gap.format(t='t')}*(diff(w[t], t)*(1 + 2*lam*w_0*t) + w[t]*(2*lam*w_0)) == {gap.format(t='t')}**2*(-4*lam*w[t])",
                     name="slope")]]),
            Have(f"{gap.format(t='0')}**2 == 0", name="square"),
            Have(f"{gap.format(t='T')}**2 <= 0", name="end"),
            Have("w[T]*(1 + 2*lam*w_0*T) == w_0", name="plain")],
            example={"lam": 0, "w": "exp(-1)" if start else 1, "w_0": "exp(-1)" if start else 1, "kappa": 1, "delta": 1})  # fmt: skip
        item.note("Every solution, times the denominator; with lambda = 0 it is constant.")

    return page


fading("eq-52", "Appendix B.2, Eq. (52)", False)
fading("eq-53", "Appendix B.2, Eq. (53)", True)
