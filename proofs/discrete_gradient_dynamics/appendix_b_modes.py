"""Appendix B.2, epsilon = 0: the change of basis, the equations of the modes and their solutions; Lemma 1.

In the basis: W_l = Q_{l-1} Wbar_l Q_l^{-1}.  A and B are the products of the transformed layers before and behind the one at hand,
P_1 and P_2 the matrices Q_{l-1} and Q_l, R_1 and R_2 their inverses.
"""

from verifier.claims.script import Bootstrap, Bounded, Have, Inside, Ladder, Linear, Numbers, Obtain, Split, Take, Use
from verifier.theory.flows import GRONWALL

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
        [Linear(terms=[("decomposition.0", "U.T", "V"), ("U.orthogonal", "1", "K*V.T*V"), ("V.orthogonal", "K", "1")])],
        [Linear(terms=[("decomposition.1", "U.T", "U"), ("U.orthogonal", "1", "D*U.T*U"), ("U.orthogonal", "D", "1")])]])],
        example={"d": 1, "p": 1, "U": 1, "V": 1, "K": 1, "D": 1, "S": 1, "Q": 1})  # fmt: skip
    item.note("K is the paper's S.")


@paper.equation("eq-37", "The change of basis", where="Appendix B.2, Eq. (37)")
def substitution(item):
    item.printed("W_l = Q_{l-1} Wbar_l Q_l^{-1} with Q_0 = U, Q_L = V and arbitrary invertible Q_1, ..., Q_{L-1}.")
    item.let(**BASIS)
    item.suppose("inverses", INVERSES)
    item.conclude(f"{BEFORE}*{LAYER}*{BEHIND} == U*(A*W*B)*V.T and R_1*{LAYER}*P_2 == W", expected="proved", argument=[
        Split([[Linear(terms=[("inverses.0", "U*A", "W*R_2*P_2*B*V.T"), ("inverses.2", "U*A*W", "B*V.T")])],
               [Linear(terms=[("inverses.0", "1", "W*R_2*P_2"), ("inverses.2", "W", "1")])]])],
        example={**dict.fromkeys(BASIS, 1)})  # fmt: skip
    item.note("For every depth and any widths: the inverses cancel in the product of all layers.")


@paper.equation("eq-38", "The flow after the substitution", where="Appendix B.2, Eq. (38)")
def substituted(item):
    item.printed("The dynamics of Wbar_l after the substitution (37).")
    item.let(**BASIS)
    item.suppose("inverses", INVERSES)
    item.conclude(f"{VELOCITY} == (R_1*R_1.T)*(A.T*(K - D*A*W*B)*B.T)*(P_2.T*P_2)", expected="proved", argument=[
        Linear(terms=[
            ("inverses.0", "-R_1*R_1.T*A.T*U.T*U*D*U.T*U*A", "W*R_2*P_2*B*V.T*V*B.T*P_2.T*P_2"),
            ("inverses.2", "-R_1*R_1.T*A.T*U.T*U*D*U.T*U*A*W", "B*V.T*V*B.T*P_2.T*P_2"),
            ("U.orthogonal", "R_1*R_1.T*A.T", "K*V.T*V*B.T*P_2.T*P_2"), ("V.orthogonal", "R_1*R_1.T*A.T*K", "B.T*P_2.T*P_2"),
            ("U.orthogonal", "-R_1*R_1.T*A.T", "D*U.T*U*A*W*B*V.T*V*B.T*P_2.T*P_2"),
            ("U.orthogonal", "-R_1*R_1.T*A.T*D", "A*W*B*V.T*V*B.T*P_2.T*P_2"),
            ("V.orthogonal", "-R_1*R_1.T*A.T*D*A*W*B", "B.T*P_2.T*P_2")])],
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
            Have("R_1*R_1.T == eye(a)", name="first", by=[Linear(terms=[("inverses.0", "1", "1"), Inside("orthogonal.0", "R_1*HOLE.T")])]),
            Linear(terms=[("general", "1", "1"), ("first", "1", f"{flow}*(P_2.T*P_2)"),
                          ("orthogonal.1", flow, "1")])], expected="proved", example={**dict.fromkeys(BASIS, 1)})  # fmt: skip
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
        Use("gronwall", at=[("(m[t] - n[t])**2", "t"), "M", "T"], name="growth", premises=[[Numbers(using=["given"])], [
            Take("t"), Use("flow of m", at=["t"], name="a"), Use("flow of n", at=["t"], name="b"), Use("bound", at=["t"], name="c"),
            Have("(m[t] - n[t])**2 >= 0", name="square", by=[Numbers(using=[])]),
            Have(f"(m[t] - n[t])**2*(-2*{rate}) <= (m[t] - n[t])**2*M", name="product", by=[Numbers(using=["c", "square"])]),
            Numbers(using=["a", "b", "product"])]]),
        Have("(m[0] - n[0])**2 == 0", name="nothing", by=[Numbers(using=["start"])]),
        Have("(m[T] - n[T])**2 <= 0", name="end", by=[Numbers(using=["growth", "nothing"])]), Numbers(using=["end"])],
        example={"sigma": 0, "lam": 0, "m": 0, "n": 0, "rest": 0})  # fmt: skip
    item.without("start", counterexample={"sigma": 0, "lam": 0, "m": 1, "n": 0, "rest": 0})
    item.note("For any two layers; rest is the product of the entries of the others, so any depth.")


@paper.equation("eq-43", "The equation of the product", where="Appendix B.2, Eq. (43)")
def product(item):
    item.printed("dw_i/dt = L w_i^{2 - 2/L} (sigma_i - lambda_i w_i).")
    item.let(sigma="real", lam="real", L="positive integer", v="positive", w="positive", dv="real", dw="real")
    item.suppose("w", "w == v**L")
    item.suppose("velocities", "dv == v**(L-1)*(sigma - lam*v**L) and dw == L*v**(L-1)*dv")
    item.conclude("dw == L*w**(2 - 2/L)*(sigma - lam*w)", expected="proved",
                  argument=[Have("w**(2 - 2/L) == v**(2*L - 2)", name="power"), Numbers()])  # fmt: skip
    item.note("v is the common entry of the L layers, w = v^L their product; dv and dw are the velocities.")


@paper.lemma("lemma-1", "The modes grow to their limit", where="Appendix B.2, Lemma 1")
def increasing(item):
    item.printed("If w_i(0) lies in (0, sigma_i/lambda_i), (43) has a unique solution, it increases and stays in (0, sigma_i/lambda_i).")
    item.let(**SCALAR, L="positive integer", v="real curve")
    item.suppose("flow", SYSTEM)
    item.suppose("start", "v[0] > 0 and sigma - lam*v[0]**L > 0")
    item.conclude("forall(T, [0, oo), v[T] > 0 and sigma - lam*v[T]**L > 0)", fidelity="fragment", expected="proved", argument=[
        GRONWALL, Bootstrap("T", step=[], start=[])], example={**SCALAR, "sigma": 1, "lam": 2, "L": 1, "v": "1/2"})  # fmt: skip
