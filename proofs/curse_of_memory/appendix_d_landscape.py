"""Appendix D: coincided critical points, their number, and the rank of the Hessian there."""

from verifier.language.script import (
    At,
    Cases,
    Choose,
    Have,
    Induct,
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
from .lemmas.coincided_spaces import ASSIGNED, ONTO
from .minimisers import TARGET, distinct, has_minimiser, in_index_set, least, loss, model
from .section_5_optimisation import student

WEIERSTRASS = ("forall(f, real curve, forall(c, real, forall(d, real, implies(c <= d, exists(x, real, c <= x and x <= d"
               " and forall(y, real, implies(c <= y and y <= d, f[y] <= f[x])))))))")  # fmt: skip
#: F(u) = e^u r(u)^2 is largest at u: between two points by Weierstrass, and smaller than F(z) > 0 beyond them.
LARGEST = [
    Have("exp(z)*r[z]**2 > 0", name="height"),
    Use("given", at=["exp(z)*r[z]**2"], name="low", premises=[[]]), Obtain("low", "T", label="beyond"),
    Use("cited:ext-Weierstrass", at=[("exp(u)*r[u]**2", "u"), "-(T + Abs(z))", "T + Abs(z)"], premises=[[]], name="some"),
    Obtain("some", "u", label="top"),
    Use("top.2", at=["z"], premises=[[Split([[], []])]], name="above z"),
    Have("forall(y, real, exp(y)*r[y]**2 <= exp(u)*r[u]**2)", name="largest", by=[
        Take("y"), Cases("y < -T or y > T", name="place", yes=[
            Use("beyond.1", at=["y"], premises=[[]], name="small")], no=[
            Use("top.2", at=["y"], premises=[[Split([[], []])]])])]),
]
ATTAINED = [
    *LARGEST, Have("exp(u)*r[u]**2 > 0", name="positive"),
    Witness("2*exp(u)*r[u]"), Witness("u"),
    Split([[], [
        Take("x", "y"), Use("largest", at=["y"], name="F now"),
        Have("forall(p, real, forall(w, positive, (2*w*p)**2/(2*w) - 2*(2*w*p)*p + nu == nu - 2*(w*p**2)))", name="at best", by=[
            Take("p", "w")]),
        Have("forall(p, real, forall(w, positive, x**2/(2*w) - 2*x*p + nu >= nu - 2*(w*p**2)))", name="at any", by=[
            Take("p", "w"), Have("(x - 2*w*p)**2/(2*w) >= 0", name="square"),
            Have("x**2/(2*w) - 2*x*p + 2*(w*p**2) == (x - 2*w*p)**2/(2*w)", name="same")]),
        Have("exp(u) > 0", name="rate"), Have("exp(y) > 0", name="other rate"),
        Use("at best", at=["r[u]", "exp(u)"], premises=[[]], name="left"), Use("at any", at=["r[y]", "exp(y)"], premises=[[]], name="right"),
        Numbers(using=["left", "right", "F now"])]]),
]


@paper.equation("eq-127", "The loss for a general target", where="Appendix D, Eq. (127)", provenance="recalled")
def general_loss(item):
    item.printed("J_m(a, w) = int_0^oo (sum_i a_i e^(-w_i t) - rho(t))^2 dt, rho in L^2.")
    student(item)
    item.let(r="matrix(m, 1)", nu="real", J="real", Z="matrix(m, m)")
    item.suppose("decay", "tends(E[n], n, Z)")
    item.suppose("transform", "tends(G[n], n, r)")
    item.suppose("norm", "tends(N[n], n, nu)")
    item.suppose("integral", "tends(L[n], n, J)")
    item.conclude("J == a.T*(K - Z*K*Z)*a - 2*a.T*r + nu", because=["eq-77/18"], expected="proved", argument=[
        Use("cited:eq-77/18", at=["m", "a", "u", "D", "K", ("E[t]", "t"), ("rho[t]", "t"), ("L[t]", "t"), ("G[t]", "t"), ("N[t]", "t"), "r", "nu", "J", "Z"],
            premises=[[]], name="loss value")],
        example={"m": 1, "a": 0, "u": 0, "D": 0, "K": 0, "E": 1, "Z": 1, "rho": 0, "L": 0, "G": 0, "N": 0, "r": 0, "nu": 0, "J": 0})  # fmt: skip
    zero = {"m": 1, "a": 0, "u": 0, "D": 0, "K": 0, "E": 1, "Z": 1, "rho": 0, "L": 0, "G": 0, "N": 0, "r": 0, "nu": 0, "J": 0}
    item.without("states", counterexample={**zero, "a": 1, "K": 1, "E": 0, "Z": 0})
    item.without("correlation", counterexample={**zero, "a": 1, "G": 1, "r": 1})
    item.without("decay", counterexample={**zero, "a": 1, "K": 1, "Z": 0})
    item.without("transform", counterexample={**zero, "a": 1, "r": 1})
    item.step("m = 1", "forall(x, real, forall(w, positive, forall(y, real, x**2/(2*w) - 2*x*y + nu == (x - 2*w*y)**2/(2*w) + nu - 2*w*y**2)))",
              because=["definitions"], says="the best amplitude is 2 w R(w)", argument=[Take("x", "w", "y")])  # fmt: skip
    item.note("A definition; its closed form for every m and every continuous target in L^2 is that of Eq. (77). Z is the limit of e^(-Dt), "
              "which is 0 for positive rates.")


@paper.definition("def-D.1", "Coincided critical solutions", where="Appendix D, Definition D.1", provenance="recalled")
def coincided(item):
    item.printed("An n-coincided critical solution of J_m: grad J_m = 0 and what has n different components.")
    item.let(m="positive integer", n="positive integer", v="matrix(n, 1)")
    item.suppose("sizes", "n <= m")
    item.suppose("rates", "forall(k, integer[0, n-1], v[k, 0] > 0) and forall(k, integer[0, n-1], forall(l, integer[0, n-1], implies(v[k, 0] == v[l, 0], k == l)))")
    student = "Sum(a[i, 0]*exp(-(S*v)[i, 0]*t), (i, 0, m-1))"
    vanishes = f"exists(F, real curve, F[0] == 0 and forall(t, [0, oo), diff(F[t], t) == {{weight}}*exp(-(S*v)[k, 0]*t)*({student} - rho[t])) and littleo(F[t], 1, t, oo))"
    first, rest = "Sum(basis(m, i)*basis(n, i).T, (i, 0, n-1))", "Sum(basis(m, i)*basis(n, 0).T, (i, n, m-1))"
    item.conclude(
        f"exists(S, matrix(m, n), {ASSIGNED} and {ONTO}"
        " and forall(i, integer[0, m-1], exists(k, integer[0, n-1], (S*v)[i, 0] == v[k, 0]))"
        " and forall(k, integer[0, n-1], exists(i, integer[0, m-1], (S*v)[i, 0] == v[k, 0]))"
        f" and forall(a, matrix(m, 1), forall(rho, real curve, implies(forall(t, [0, oo), rho[t] == {student}),"
        f" forall(k, integer[0, m-1], {vanishes.format(weight='1')} and {vanishes.format(weight='t')})))))",
        expected="proved", argument=[Witness(f"{first} + {rest}"), Split([
            [Take("i"), Cases("i < n", name="low", yes=[Witness("i")], no=[Have("i >= n", name="high"), Witness("0")])],
            [Take("k"), Witness("k")],
            [Take("i"), Cases("i < n", name="low", yes=[Witness("i")], no=[Have("i >= n", name="high"), Witness("0")])],
            [Take("k"), Witness("k")],
            [Take("a", "rho", "k"), Split([[Witness("0", index="t"), Split([[], [
                Take("t"), Use("given", at=["t"], premises=[[]], name="same"), Set("x", f"exp(-(({first} + {rest})*v)[k, 0]*t)")], [Take("c"), Witness("1"), Split([[], [Take("t")]])]])]]*2)]])],
        example={"m": 1, "n": 1, "v": 1})  # fmt: skip
    item.note("A definition, inhabited for all n <= m: an assignment S of m neurons onto n blocks exists, w = S v has exactly the components of v, and for "
              "the target sum_i a_i e^(-w_i t) itself the integrals of e^(-w_k t) and t e^(-w_k t) times the residual, and with them the gradient, vanish. Critical points that are no minimisers: "
              "Theorem D.1.")  # fmt: skip


@paper.definition("def-D.2", "Non-degenerate global minimisers", where="Appendix D, Definition D.2, Eqs. (128)-(130)", provenance="recalled")
def nondegenerate_minimisers(item):
    item.printed("J_m(ahat, what) = inf J_m, all ahat_i != 0, all what_i distinct; N_rho: the n such that J_1, ..., J_n have such minimisers.")
    item.let(m="positive integer", c="real sequence", v="positive sequence", R="real curve")
    item.suppose("target", f"forall(t, [0, oo), {TARGET} == {model('m', 'c', 'v')})")
    item.suppose("amplitudes", "forall(i, integer[0, m-1], c[i] != 0)")
    item.suppose("rates", distinct("m", "v"))
    item.conclude(f"{loss('m', 'c', 'v', '0')} and {least('m', '0')} and {has_minimiser('m')} and implies(m == 1, {in_index_set('1')})",
                  expected="proved", argument=[
        Have("forall(x, real, forall(y, real, implies(y == x, 0*0 == (x - y)**2)))", name="no error", by=[Take("x", "y")]),
        Have(loss("m", "c", "v", "0"), name="attained", by=[Witness("0", index="t"), Split([[], [
            Take("t"), Use("target", at=["t"], premises=[[]], name="now"), Use("no error", at=[model("m", "c", "v"), TARGET], premises=[[]], name="zero")],
            [Take("h"), Witness("0"), Split([[], [Take("t")]])]])]),
        Have(least("m", "0"), name="least", by=[
            Take("b", "u", "e"), Obtain("given1", "L", label="L"),
            Have("forall(T, nonnegative, L[T] >= 0)", name="rises", by=[Take("T"), Ladder("T", "0", time="r", slope=[
                Use("L.1", at=["r"], premises=[[]], name="s")], side=[])]),
            Negate("below"), Use("L.2", at=["-e/2"], premises=[[]], name="late"), Obtain("late", "T", label="T"),
            Use("T.1", at=["T"], name="near"), Use("rises", at=["T"], name="size")]),
        Have(has_minimiser("m"), name="minimiser", by=[Witness("c[i]", index="i"), Witness("v[i]", index="i"), Split([[], [
            Witness("0"), Split([[Use("amplitudes")], [Use("rates")], [Use("attained")], [Use("least")]])]])]),
        Split([[Use("attained")], [Use("least")], [Use("minimiser")], [
            Take(), Take("k"), Have("m == k", name="one"), Rewritten("minimiser", ["one"], name="this", forwards=True), Use("this")]])],
        example={"m": 1, "c": 1, "v": 1, "R": "-exp(-t)"})  # fmt: skip
    item.note("A definition. For a continuous target rho = R' the loss J_m(a, w) is the limit d of the integrals L(T) of (sum_i a_i e^(-w_i t) - rho)^2 up to T, and a "
              "non-degenerate global minimiser is a pair (a, w) with w_i > 0, Eq. (129), and d <= e for every value e = J_m(b, u). It is inhabited for every m: for a "
              "target of m exponentials with different rates and amplitudes that are not 0 the loss is 0 at these, and nowhere negative. N_rho is inhabited: it "
              "contains 1 for one exponential; for other targets see Lemma D.1 and Theorem D.5.")


@paper.remark("lem-D.1-maximum", "The minimiser at the maximum of w R(w)^2", where="Appendix D, Lemma D.1, Eq. (131)", provenance="derived")
def at_the_maximum(item):
    item.printed("(not in the paper) Where F(w) = w R(w)^2 > 0 is largest, at v, (2 v R(v), v) is a global minimiser of J_1.")
    item.let(R="real curve", nu="real", v="positive")
    item.define("J1(a, w) := a**2/(2*w) - 2*a*R[w] + nu", "F(w) := w*R[w]**2")
    item.suppose("largest", "forall(w, positive, F(w) <= F(v))")
    item.suppose("target", "F(v) > 0")
    item.conclude("2*v*R[v] != 0 and forall(a, real, forall(w, positive, J1(2*v*R[v], v) <= J1(a, w)))", expected="proved",
                  argument=[Split([[], [
                      Take("a", "w"), Use("largest", at=["w"], premises=[[]], name="F now"),
                      Have("forall(x, real, (2*v*x)**2/(2*v) - 2*(2*v*x)*x + nu == nu - 2*(v*x**2))", name="at v", by=[Take("x")]),
                      Have("forall(x, real, a**2/(2*w) - 2*a*x + nu >= nu - 2*(w*x**2))", name="at w", by=[
                          Take("x"), Have("(a - 2*w*x)**2/(2*w) >= 0", name="square"),
                          Have("a**2/(2*w) - 2*a*x + 2*(w*x**2) == (a - 2*w*x)**2/(2*w)", name="same")]),
                      Use("at v", at=["R[v]"], name="left"), Use("at w", at=["R[w]"], name="right"),
                      Numbers(using=["left", "right", "F now"])]])],
                  example={"R": "exp(-t)", "nu": 1, "v": "1/2"})  # fmt: skip
    item.without("largest", counterexample={"R": "exp(-t)", "nu": 1, "v": 1})
    item.without("target", counterexample={"R": 0, "nu": 1, "v": 1})


@paper.cited("ext-Weierstrass", "A continuous function has a maximum on a compact interval", where="Appendix D, Lemma D.1, cited", provenance="derived")
def extreme_value(item):
    item.printed("(used without mention) A continuous function on [c, d] attains its maximum.")
    item.cites("Weierstrass")
    item.conclude(WEIERSTRASS)


@paper.lemma("lem-D.1", "One neuron has a non-degenerate minimiser", where="Appendix D, Lemma D.1, Eq. (131)", provenance="recalled")
def one_neuron(item):
    item.printed("R = L[rho] smooth, sqrt(w) R(w) -> 0 as w -> 0+ and as w -> oo. Then 1 in N_rho.")
    item.let(r="real curve", nu="real", z="real")
    item.define("J1(x, u) := x**2/(2*exp(u)) - 2*x*r[u] + nu", "F(u) := exp(u)*r[u]**2")
    item.suppose("target", "r[z] != 0")
    item.conclude("implies(forall(e, positive, exists(T, positive, forall(u, real, implies(u < -T or u > T, F(u) < e)))),"
                  " exists(a, real, exists(u, real, a != 0 and forall(x, real, forall(y, real, J1(a, u) <= J1(x, y))))))",
                  because=["ext-Weierstrass"], argument=[Take(), *ATTAINED], expected="proved", example={"r": 1, "nu": 1, "z": 0})  # fmt: skip
    item.without("target", counterexample={"r": 0, "nu": 0, "z": 0}, argument=[At({"goal": [Split([
        [Take("e"), Witness("1"), Split([[], [Take("u"), Numbers()]])],
        [Take("a", "u"), Cases("a == 0", name="flat", yes=[Choose(0)], no=[Choose(1), Witness("0"), Witness("0"), Numbers()])]])]})])
    item.step("(131)", "forall(x, real, forall(u, real, J1(x, u) == (x - 2*exp(u)*r[u])**2/(2*exp(u)) + nu - 2*F(u)))", because=["definitions"],
              says="J_1 by its best amplitude", argument=[
                  Take("x", "u"), Have("forall(y, real, forall(w, positive, x**2/(2*w) - 2*x*y + nu == (x - 2*w*y)**2/(2*w) + nu - 2*(w*y**2)))", name="plain",
                                       by=[Take("y", "w")]),
                  Have("exp(u) > 0", name="rate"), Use("plain", at=["r[u]", "exp(u)"], premises=[[]])])  # fmt: skip
    item.note("The rate is w = e^u, so that R may be any differentiable function on (0, oo): r(u) = R(e^u), F(u) = w R(w)^2, and |sqrt(w) R(w)|^2 -> 0 "
              "at both ends is the premise. That F attains its maximum between two points is the theorem of Weierstrass, which is "
              "cited; the rest is proved. That rho is not 0 is tacit in the paper and needed: for rho = 0 every (0, w) is a minimiser, and none "
              "is non-degenerate.")  # fmt: skip


SUM = "Sum(c[j]/(w + v[j]), (j, 0, h-1))"
#: The transform of h exponentials and w times it are bounded.
SUM_BOUNDS = Have(
    f"forall(h, nonnegative integer, exists(C, positive, forall(w, positive, Abs({SUM}) <= C and w*Abs({SUM}) <= C)))", name="bounds", by=[
        Have("forall(x, real, forall(z, real, Abs(x + z) <= Abs(x) + Abs(z)))", name="triangle inequality", by=[Take("x", "z")]),
        Have("forall(y, real, forall(d, positive, Abs(y/d) == Abs(y)/d))", name="quotient", by=[Take("y", "d")]),
        Have("forall(k, nonnegative, forall(w, positive, forall(b, positive, k/(w + b) <= k/b and w*(k/(w + b)) <= k)))", name="smaller", by=[
            Take("k", "w", "b"), Split([[], []])]),
        Induct("h", base=[Witness("1"), Split([[], [Take("w")]])], step=[
            Obtain("IH", "C", label="before"), Witness("C + Abs(c[h])*(1 + 1/v[h])"),
            Use("v.positive", at=["h"], name="rate"),
            Have("forall(y, real, forall(b, positive, Abs(y)*(1 + 1/b) >= 0))", name="sign", by=[
                Take("y", "b"), Have("1 + 1/b >= 0", name="one"),
                Have("Abs(y) >= 0", name="size")]),
            Use("sign", at=["c[h]", "v[h]"], premises=[[]], name="more"),
            Split([[], [
                Take("w"), Use("before.1", at=["w"], premises=[[]], name="now"),
                Have("forall(f, real sequence, Sum(f[j], (j, 0, h + 1 - 1)) == Sum(f[j], (j, 0, h-1)) + f[h])", name="last"),
                Use("last", at=[("c[j]/(w + v[j])", "j")], name="apart"),
                Have("forall(g, real, forall(x, real, forall(d, real, forall(e, real, forall(y, real, forall(s, real, implies("
                     "g <= x + d and x <= C and d <= e and y >= 0 and s == y + e, g <= C + s)))))))", name="added", by=[
                         Take("g", "x", "d", "e", "y", "s")]),
                Have("forall(x, real, forall(y, real, forall(b, positive, implies(Abs(x) <= C and w*Abs(x) <= C,"
                     " Abs(x + y/(w + b)) <= C + Abs(y)*(1 + 1/b) and w*Abs(x + y/(w + b)) <= C + Abs(y)*(1 + 1/b)))))", name="step", by=[
                    Take("x", "y", "b"),
                    Have("w + b > 0", name="sum"),
                    Use("triangle inequality", at=["x", "y/(w + b)"], name="first"), Use("quotient", at=["y", "w + b"], premises=[[]], name="second"),
                    Rewritten("first", ["second"], name="triangle", forwards=True),
                    Have("Abs(y) >= 0", name="modulus"),
                    Use("smaller", at=["Abs(y)", "w", "b"], premises=[[], [], []], name="size"),
                    Have("Abs(y)*(1 + 1/b) == Abs(y) + Abs(y)/b and Abs(y) >= 0 and Abs(y)/b >= 0", name="parts", by=[Split([
                        [], [], []])]),
                    Have("w*Abs(x + y/(w + b)) <= w*Abs(x) + w*(Abs(y)/(w + b))", name="scaled"),
                    Split([[Use("added", at=["Abs(x + y/(w + b))", "Abs(x)", "Abs(y)/(w + b)", "Abs(y)/b", "Abs(y)", "Abs(y)*(1 + 1/b)"], premises=[[Split([[], [], [], [], []])]])],
                           [Use("added", at=["w*Abs(x + y/(w + b))", "w*Abs(x)", "w*(Abs(y)/(w + b))", "Abs(y)", "Abs(y)/b", "Abs(y)*(1 + 1/b)"], premises=[[
                               Split([[], [], [], [], []])]])]])]),
                Use("step", at=[SUM, "c[h]", "v[h]"], premises=[[], [Split([[], []])]], name="then"),
                Rewritten("then", ["apart"], name="done")]])])],
)  # fmt: skip


@paper.remark("rem-D.1", "Exponential sums satisfy Lemma D.1", where="Appendix D, Remark D.1", provenance="recalled")
def sums_qualify(item):
    item.printed("For rho = sum_j a*_j e^(-w*_j t): R(w) = sum a*_j/(w + w*_j), sqrt(w) R = O(sqrt w) at 0+ and O(1/sqrt w) at oo.")
    item.let(m="positive integer", c="real sequence", v="positive sequence")
    item.define("R(w) := Sum(c[j]/(w + v[j]), (j, 0, m-1))")
    item.conclude("exists(C, positive, forall(w, positive, Abs(sqrt(w)*R(w)) <= C*sqrt(w) and Abs(sqrt(w)*R(w)) <= C/sqrt(w)))", expected="proved",
                  argument=[SUM_BOUNDS, Use("bounds", at=["m"], name="some"), Obtain("some", "C", label="bound"), Witness("C"), Split([[], [
                      Take("w"), Use("bound.1", at=["w"], premises=[[]], name="now"),
                      Have("forall(x, real, implies(Abs(x) <= C and w*Abs(x) <= C, Abs(sqrt(w)*x) <= C*sqrt(w) and Abs(sqrt(w)*x) <= C/sqrt(w)))", name="root", by=[
                          Take("x"), Have("Abs(sqrt(w)*x) == sqrt(w)*Abs(x) and sqrt(w) > 0", name="s", by=[Split([[], []])]),
                          Have("sqrt(w)*sqrt(w) == w", name="square"),
                          Have("sqrt(w)*(sqrt(w)*Abs(x)) <= C", name="product"),
                          Split([[], [
                              Have("forall(a, real, forall(p, positive, forall(k, real, implies(a == p*k and p*(p*k) <= C, a <= C/p))))", name="divided", by=[
                                  Take("a", "p", "k"), Have("p*a <= C", name="pa")]),
                              Use("divided", at=["Abs(sqrt(w)*x)", "sqrt(w)", "Abs(x)"], premises=[[], [Split([[], []])]])]])]),
                      Use("root", at=["R(w)"], premises=[[Split([[], []])]])]])], example={"m": 1, "c": 1, "v": 1})  # fmt: skip
    item.note("For all m, amplitudes and rates, with one constant for all w > 0, which depends on the target: it is 1 + sum_j |a*_j| (1 + 1/w*_j).")
