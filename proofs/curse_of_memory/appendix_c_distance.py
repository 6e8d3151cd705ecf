"""Appendix C.3: the distance of a student to the exponential sum, and its loss, along a path."""

from verifier.language.script import Axiom, Have, Linear, SameSlope, Split, Take, Use
from verifier.papers.setting import Setting

from . import paper
from .appendix_c_energy import FALLS, FLOW, SEEN, known, plateau
from .lemmas.cauchy_matrices import KERNEL, LOSS_MOVES, MOVING, NONNEGATIVE, TERMWISE

#: H_ik = 1/(w_i + w*_k), B_ik = 1/(w*_i + w*_k); b and v are the amplitudes and the rates of the target.
MOVING_KERNELS = f"{KERNEL} and forall(t, [0, T], forall(i, integer[0, m-1], forall(k, integer[0, ms-1], (w[t][i, 0] + v[k, 0])*H[t][i, k] == 1)))"
TARGET_TABLE = "forall(i, integer[0, ms-1], forall(k, integer[0, ms-1], (v[i, 0] + v[k, 0])*B[i, k] == 1))"
KERNELS = f"{MOVING_KERNELS} and {TARGET_TABLE}"
CONSTANT = "Sum(Sum(b[i, 0]*b[k, 0]*B[i, k], (k, 0, ms-1)), (i, 0, ms-1))"
#: (77) for rho = rhobar.
SQUARED = ("Sum(Sum(a[t][i, 0]*a[t][k, 0]*K[t][i, k], (k, 0, m-1)), (i, 0, m-1))"
           f" - 2*Sum(Sum(a[t][i, 0]*b[k, 0]*H[t][i, k], (k, 0, ms-1)), (i, 0, m-1)) + {CONSTANT}")  # fmt: skip
GRADIENT = ("forall(t, [0, T], forall(k, integer[0, m-1],"
            " trace(basis(m, k).T*ga[t]) == 2*(Sum(K[t][k, i]*a[t][i, 0], (i, 0, m-1)) - Sum(H[t][k, j]*b[j, 0], (j, 0, ms-1)))"
            " and trace(basis(m, k).T*gw[t]) == -2*a[t][k, 0]*(Sum(K[t][k, i]**2*a[t][i, 0], (i, 0, m-1)) - Sum(H[t][k, j]**2*b[j, 0], (j, 0, ms-1)))))")  # fmt: skip
CHAIN = plateau.suppose["chain rule"]

#: A student of width m on the way of gradient flow, the target being n exponentials with a memory: everything is given by its formula.
student = Setting(
    let={**{name: sort for name, sort in plateau.let.items() if name not in ("wlow", "abar")}, "ms": "positive integer", "b": "matrix(ms, 1)", "v": "matrix(ms, 1)", "B": "matrix(ms, ms)", "c0": "real",
         "low": "nonnegative", "K": "matrix(m, m) curve", "H": "matrix(m, ms) curve"},
    define=plateau.define,
    suppose={
        "target": "forall(k, integer[0, ms-1], v[k, 0] > 0)",
        "positive rates": "forall(t, [0, T], forall(i, integer[0, m-1], w[t][i, 0] > low))",
        "kernels": KERNELS,
        "distance": f"forall(t, [0, T], Q[t] == {SQUARED})",
        "gradient": GRADIENT,
        "transform": "forall(s, (low, oo), diff(L[s], s) == -L1[s])",
        "memory seen": SEEN,
        "loss": "forall(t, [0, T], J[t] == Q[t] - 2*trace(a[t].T*l[t]) + c0)",
        "flow": FLOW,
    },
)  # fmt: skip
#: The transform of rhobar at the rates of the neurons, and its derivative less the sign.
_SEEN = "Sum(Sum(H[t][k, j]{0}*b[j, 0], (j, 0, ms-1))*basis(m, k), (k, 0, m-1))"

#: How H moves: the target does not.
TARGET_KERNEL = [
    MOVING, Use("moving", at=["m", "ms", ("w[t]", "t"), ("v", "t"), ("H[t]", "t"), "T"], name="H moves so", premises=[[
        Take("t", "i", "k"), Use("kernels.1", at=["t", "i", "k"], premises=[[Use("given")]])]]),
    Have("forall(t, [0, T), forall(i, integer[0, m-1], forall(k, integer[0, ms-1], diff(H[t], t)[i, k] == -diff(w[t], t)[i, 0]*H[t][i, k]**2)))",
         name="H moves", by=[Take("t", "i", "k"), Use("H moves so", at=["t", "i", "k"], premises=[[Use("given")]], name="now")]),
]  # fmt: skip
Q_MOVES = [
    LOSS_MOVES, Use("loss moves", at=["m", ("a[t]", "t"), ("w[t]", "t"), ("K[t]", "t"), (_SEEN.format(""), "t"), (_SEEN.format("**2"), "t"), ("Q[t]", "t"),
                                      CONSTANT, "T"], name="Q moves", premises=[[Split([
        [Use("kernels.0")],
        [Take("t", "k"), Use("H moves", at=["t"], premises=[[Use("given")]], name="now")],
        [Take("t"), Use("distance", at=["t"], premises=[[Use("given")]], name="now")]])]]),
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="identity"),
    Have(CHAIN, name="chain rule", by=[
        Take("t"), Have("0 <= t and t <= T", name="time"),
        Use("Q moves", at=["t"], premises=[[Use("given")]], name="now"), Use("gradient", at=["t"], premises=[[Use("time")]], name="grad"),
        Have("trace(ga[t].T*diff(a[t], t)) == Sum(trace(basis(m, k).T*ga[t])*diff(a[t], t)[k, 0], (k, 0, m-1))", name="by a", by=[
            Linear(terms=[("identity", "diff(a[t], t).T", "ga[t]")])]),
        Have("trace(gw[t].T*diff(w[t], t)) == Sum(trace(basis(m, k).T*gw[t])*diff(w[t], t)[k, 0], (k, 0, m-1))", name="by w", by=[
            Linear(terms=[("identity", "diff(w[t], t).T", "gw[t]")])])]),
]  # fmt: skip
J_MOVES = Have(FALLS, name="falls", by=[
    Take("t"), Have("0 <= t and t <= T", name="time"),
    Have("forall(k, integer[0, m-1], a[t][k, 0]*diff(l[t], t)[k, 0] == -diff(w[t], t)[k, 0]*n[t][k, 0])", name="l moves", by=[
        Take("k"), Use("memory seen", at=["t", "k"], premises=[[Use("time")]], name="memory now"), SameSlope("trace(basis(m, k).T*l[s])", "L[R(k, s)]", "s", "t", "0", "T", name="slopes", place=[], by=[
            Use("memory seen", at=["s", "k"], premises=[[]], name="then"), Use("then.0")]),
        Use("positive rates", at=["t", "k"], premises=[[Use("time")]], name="rate"),
        Have("R(k, t) > low", name="rate now", by=known("rate")),
        Use("transform", at=["R(k, t)"], premises=[[Use("rate now")]], name="slope")]),
    SameSlope("J[s]", "Q[s] - 2*trace(a[s].T*l[s]) + c0", "s", "t", "0", "T", name="slopes", place=[], by=[
        Use("loss", at=["s"], premises=[[]])]),
    Use("chain rule", at=["t"], premises=[[Use("given")]], name="Q now"), Use("flow", at=["t"], premises=[[Use("given")]], name="flows"),
    Use("termwise", at=["m-1", ("a[t][k, 0]*diff(l[t], t)[k, 0]", "k"), ("-diff(w[t], t)[k, 0]*n[t][k, 0]", "k")], name="in all", premises=[
        [Take("k"), Use("l moves", at=["k"])]]),
    Have("trace(a[t].T*diff(l[t], t)) == -trace(n[t].T*diff(w[t], t))", name="memory moves", by=[
        Linear(terms=[("identity", "a[t].T", "diff(l[t], t)"), ("identity", "diff(w[t], t).T", "n[t]"), ("in all", "1", "1")])]),
])  # fmt: skip
#: One neuron equal to the target's only one, at rest; nothing to be seen.
STUDENT = {"m": 1, "ms": 1, "n": 0, "T": 0, "a": 0, "w": 1, "b": 0, "v": 1, "K": "1/2", "H": "1/2", "B": "1/2", "c0": 0, "low": 0, "Q": 0, "J": 0, "ga": 0, "gw": 0, "l": 0,
           "L": 0, "L1": 0}  # fmt: skip


@paper.remark("plateau-distance", "The distance to the exponential sum along the flow", where="Appendix C.3, from Eq. (77)", provenance="derived")
def distance(item):
    item.printed("(not in the paper) |rhohat - rhobar|^2 = sum a_i a_j/(w_i + w_j) - 2 sum a_i a*_j/(w_i + w*_j) + sum a*_i a*_j/(w*_i + w*_j) "
                 "is at least 0, changes by the product of its gradient with theta', and along the flow the loss falls at the rate |theta'|^2.")  # fmt: skip
    item.use(student)
    item.conclude(f"forall(t, [0, T], Q[t] >= 0) and {CHAIN} and {FALLS}", expected="proved", argument=[
        TERMWISE, *TARGET_KERNEL, *Q_MOVES, J_MOVES, NONNEGATIVE, Split([[
            Take("t"), Use("nonnegative", at=["m", "ms", "w[t]", "v", "K[t]", "H[t]", "B"], name="form", premises=[[Split([
                [Take("i"), Use("positive rates", at=["t", "i"], premises=[[Use("given")]], name="rate")], [Use("target")],
                [Take("i", "k"), Use("kernels.0", at=["t", "i", "k"], premises=[[Use("given")]])],
                [Take("i", "k"), Use("kernels.1", at=["t", "i", "k"], premises=[[Use("given")]])], [Use("kernels.2")]])]]),
            Use("form", at=[("a[t][i, 0]", "i"), ("b[j, 0]", "j")], name="here"), Use("distance", at=["t"], premises=[[Use("given")]], name="now")], [Use("chain rule")], [Use("falls")]])], example=STUDENT)  # fmt: skip
    item.note("For all m and m* = ms, all times up to T: b and v are amplitudes and rates of the target, K_ij = 1/(w_i + w_j), H_ij = 1/(w_i + w*_j), "
              "B_ij = 1/(w*_i + w*_j); (ga, gw) is the gradient of Q, L the transform of rho_(0,omega) beyond a rate low below all rates, L1 = -L', l and n what the neurons see of them; "
              "J = Q - 2 <rhohat, rho_(0,omega)> + const is (77) for rho = rhobar + rho_(0,omega).")  # fmt: skip
