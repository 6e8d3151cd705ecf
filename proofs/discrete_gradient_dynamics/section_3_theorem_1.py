"""Section 3.1: Theorem 1, the perturbation of the two-layer flow.

The notation is that of Eq. (16), `section_3_closed_form`.
"""

from verifier.language.script import At, Have, Order, Split, Square, Take, Use

from . import paper
from .appendix_b_perturbation import GAP, PARTED, RATE, RESTS, ZERO, beyond, perturbed
from .section_3_closed_form import CLOSED, JOINT, MODE, ORTHONORMAL, SMALL, VECTORS, modes

UNPERTURBED = [
    Use("cited:eq-16", at=["d", "h", "p", "M", "Q", ("A[t]", "t"), ("B[t]", "t"), "k", "m", ("u[i]", "i"), ("v[i]", "i"), ("r[i]", "i"), ("sigma[i]", "i"),
                           ("lam[i]", "i"), ("delta_of[i]", "i"), "kappa", ("root[t]", "t")], name="unperturbed", premises=[[Split([
        [], [], [], [], [], [], [Take("t"), Use("closed", at=["t"])]])]]),
    Have("forall(t, [0, oo), diff(A[t], t) == (Q - M*A[t]*B[t])*B[t].T)", name="flow of A", by=[Use("unperturbed.0")]),
    Have("forall(t, [0, oo), diff(B[t], t) == A[t].T*(Q - M*A[t]*B[t]))", name="flow of B", by=[Use("unperturbed.1")]),
    Have("forall(ii, integer[0, k-1], u[ii].T*u[ii] == 1)", name="uu", by=[Take("ii"), Use("U", at=["ii", "ii"])]),
    Have("forall(ii, integer[0, k-1], v[ii].T*v[ii] == 1)", name="vv", by=[Take("ii"), Use("V", at=["ii", "ii"])]),
    Have("forall(t, [0, oo), trace(A[t].T*A[t]) <= K and trace(B[t].T*B[t]) <= K)", name="bounded", by=[
        Take("t"), Use("closed", at=["t"], name="mode"),
        Have("trace(A[t].T*A[t]) == Sum(root[t][i, 0]*root[t][i, 0], (i, 0, k-1))", name="|A|"),
        Have("trace(B[t].T*B[t]) == Sum(root[t][i, 0]*root[t][i, 0], (i, 0, k-1))", name="|B|"),
        Split([[],
               []])]),
]  # fmt: skip
CLOSE_AT = GAP.replace("[t]", "[T]")
THEOREM = ("W_1(t) = W_1^0(t) + W_1^eps(t) and W_2(t) = W_2^0(t) + W_2^eps(t) with |W_j^eps(t)| <= eps exp(c t^2) for all t >= 0, "
           "c not depending on eps and t, and W_j^0 as in (16)")  # fmt: skip

@paper.theorem("thm-1", "The two-layer flow up to a perturbation", where="Section 3.1, Theorem 1", provenance="recalled")
def theorem_1(item):
    item.printed(f"Under Assumption 1, L = 2 and W_1(0) = U diag(exp(-kappa delta_i/2)) Q^{{-1}}, W_2(0) = Q diag(exp(-kappa delta_i/2)) V' "
                 f"with an arbitrary invertible Q: {THEOREM}.")  # fmt: skip
    item.leads_to("thm-2", "cor-1", "cor-2")
    item.use(modes)
    item.let(r_inverse="matrix(h, 1) sequence")
    del item.given["Q orthogonal"]
    item.suppose("first layer", "W == Sum(a[i]*u[i]*r_inverse[i].T, (i, 0, k-1))")
    item.suppose("second layer", "Z == Sum(a[i]*r[i]*v[i].T, (i, 0, k-1))")
    item.suppose("Q invertible", "forall(i, integer[0, k-1], forall(j, integer[0, k-1], r_inverse[i].T*r[j] == delta(i, j)))")
    item.conclude("(Q - S*W*Z)*Z.T == Sum(a[i]*(sigma[i] - lam[i]*a[i]*a[i])*u[i]*r_inverse[i].T, (i, 0, k-1))", expected="refuted",
                  counterexample={**SMALL, "r": 2, "r_inverse": "1/2", "a": "1/2", "b": 0, "W": "1/4", "Z": 1})  # fmt: skip
    with item.repair("with an orthogonal Q", alone=True) as r:
        r.use(perturbed)
        r.let(**VECTORS)
        r.define(MODE)
        for name in ("flow of A", "flow of B", "bounded"):
            del r.given[name]
        for name, formula in JOINT.items():
            r.suppose(name, formula)
        r.suppose("Q orthogonal", ORTHONORMAL.format("k", "r"))
        r.suppose("closed", CLOSED.format(" and Sum(root[t][i, 0]*root[t][i, 0], (i, 0, k-1)) <= K"))
        r.let(c="real")
        r.suppose("c", f"c == {RATE}")
        argument = [*UNPERTURBED, *PARTED, Take("T"), Use("final", at=["T"])]
        none = {"c": "25/8", "k": 0, "m": 0, "u": 1, "v": 1, "r": 1, "sigma": 0, "delta_of": 1, "kappa": 1, "root": 0}
        r.conclude(f"forall(T, [0, oo), {CLOSE_AT} <= eps**2*exp(2*c*T**2))", because=["eq-16", "eq-62/parting"], argument=argument,
                   expected="proved", example={**RESTS, **none, "lam": 1})
        late = [At({"goal": beyond("1")})]
        for name, layer in (("flow of W", "W"), ("flow of Z", "Z"), ("closed", "A")):
            r.without(name, counterexample={**ZERO, **none, "lam": 0, layer: "tanh(t)"}, argument=late)
        r.without("same start", counterexample={**ZERO, **none, "lam": 0, "W": 1}, argument=late)
        r.without("K.nonnegative", argument=[
            Use("closed", at=["0"], name="first"), Have("K >= 0", name="K.nonnegative", by=[
                Order(positive=[Square(facts=["first.3"]), Square(root="root[0][i, 0]", over=[("i", "0", "k-1")])])]), *argument])
    item.note("What is refuted is the case epsilon = 0: there the theorem says that the layers of (16) solve (12); at one time, with "
              "a_i = sqrt w_i, the conclusion says so of the first layer. The repair has the whole theorem.")  # fmt: skip
    item.note("With another invertible Q the factor Q'Q stays in the equations (see eq-39), and (16) does not solve the flow: for "
              "Q = 2, one mode, W_1 = sqrt(w)/2 and W_2 = 2 sqrt(w) would have to move 4 times and 1/4 times as fast. In particular "
              "W_1 W_2 is not U diag(w_i) V' then, so Theorem 2 and its corollaries need an orthogonal Q as well.")  # fmt: skip
    item.note("The repair is proved for all sizes, with a constant c that depends on bounds of |Sigma_x|, |Sigma_xy|, |Y|^2/n and of the "
              "unperturbed layers alone; in squares and in Frobenius norm (the spectral norm is smaller). It covers every splitting "
              "Sigma_x = U (D + B) U' with |B| <= eps and every time. The layers of (16) "
              "are said as they are printed, by the square roots of the w_i; that they solve the flow is eq-16. "
              "Nothing of Y is needed, and exp(c t) will do in place of exp(c t^2) (eq-62/parting).")  # fmt: skip
