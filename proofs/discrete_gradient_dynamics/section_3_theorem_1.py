"""Section 3.1: Theorem 1, the two-layer flow in closed form and its perturbation.

u_i, v_i and r_i are the columns of U, V and of the matrix Q of the paper; S and Q are Sigma_x and Sigma_xy; k modes are switched
on, k at most the smallest of d, h and p.
"""

from verifier.audit.setting import Setting
from verifier.claims.script import (
    At,
    Have,
    Inside,
    Linear,
    Obtain,
    Order,
    Split,
    Square,
    Take,
    Use,
)

from . import paper
from .appendix_b_perturbation import GAP, PARTED, RATE, RESTS, ZERO, beyond, perturbed

ORTHONORMAL = "forall(i, integer[0, {0}-1], forall(j, integer[0, {0}-1], {1}[i].T*{1}[j] == delta(i, j)))"
#: Layers that are sums over modes, at one time: a_i and b_i are the diagonal entries of the two layers.
modes = Setting(
    let={
        "d": "positive integer", "h": "positive integer", "p": "positive integer", "k": "nonnegative integer",
        "m": "nonnegative integer", "S": "matrix(d, d)", "Q": "matrix(d, p)", "W": "matrix(d, h)", "Z": "matrix(h, p)",
        "u": "matrix(d, 1) sequence", "v": "matrix(p, 1) sequence", "r": "matrix(h, 1) sequence", "sigma": "real sequence",
        "lam": "real sequence", "a": "real sequence", "b": "real sequence",
    },
    suppose={
        "sizes": "k <= m and m <= d",
        "U": ORTHONORMAL.format("d", "u"), "V": ORTHONORMAL.format("m", "v"), "Q orthogonal": ORTHONORMAL.format("k", "r"),
        "Sigma_x": "S == Sum(lam[i]*u[i]*u[i].T, (i, 0, d-1))", "Sigma_xy": "Q == Sum(sigma[i]*u[i]*v[i].T, (i, 0, m-1))",
        "first layer": "W == Sum(a[i]*u[i]*r[i].T, (i, 0, k-1))", "second layer": "Z == Sum(b[i]*r[i]*v[i].T, (i, 0, k-1))",
    },
)  # fmt: skip
ON_MODES = [
    Have("forall(ii, integer[0, k-1], Q*v[ii] == sigma[ii]*u[ii])", name="Qv", by=[Take("ii"), Linear(rewrite=["Sigma_xy", "V"])]),
    Have("forall(ii, integer[0, k-1], Q.T*u[ii] == sigma[ii]*v[ii])", name="Qu", by=[
        Take("ii"), Linear(terms=[Inside("Sigma_xy", "HOLE.T*u[ii]")], rewrite=["U"])]),
    Have("forall(ii, integer[0, k-1], S*u[ii] == lam[ii]*u[ii])", name="Su", by=[Take("ii"), Linear(rewrite=["Sigma_x", "U"])]),
    Have("S.T == S", name="symmetric", by=[Linear(rewrite=["Sigma_x"])]),
    Have("forall(ii, integer[0, k-1], Z*v[ii] == b[ii]*r[ii])", name="Zv", by=[Take("ii"), Linear(rewrite=["second layer", "V"])]),
    Have("forall(ii, integer[0, k-1], W*r[ii] == a[ii]*u[ii])", name="Wr", by=[Take("ii"), Linear(rewrite=["first layer", "Q orthogonal"])]),
    Have("forall(ii, integer[0, k-1], W.T*u[ii] == a[ii]*r[ii])", name="Wu", by=[
        Take("ii"), Linear(terms=[Inside("first layer", "HOLE.T*u[ii]")], rewrite=["U"])]),
    Have("forall(ii, integer[0, k-1], Z.T*r[ii] == b[ii]*v[ii])", name="Zr", by=[
        Take("ii"), Linear(terms=[Inside("second layer", "HOLE.T*r[ii]")], rewrite=["Q orthogonal"])]),
]  # fmt: skip
FIRST_VELOCITY = "(Q - S*W*Z)*Z.T == Sum(b[i]*(sigma[i] - lam[i]*a[i]*b[i])*u[i]*r[i].T, (i, 0, k-1))"
SECOND_VELOCITY = "W.T*(Q - S*W*Z) == Sum(a[i]*(sigma[i] - lam[i]*a[i]*b[i])*r[i]*v[i].T, (i, 0, k-1))"
SMALL = {"d": 1, "h": 1, "p": 1, "k": 1, "m": 1, "S": 1, "Q": 1, "u": 1, "v": 1, "r": 1, "sigma": 1, "lam": 1}


@paper.remark("eq-16/layers", "The flow on sums of modes", where="Section 3.1, cross-check")
def on_modes(item):
    item.printed("(not in the paper) At W_1 = sum_i a_i u_i r_i', W_2 = sum_i b_i r_i v_i' with orthonormal u_i, v_i, r_i the flow (12) has "
                 "the velocities sum_i b_i (sigma_i - lambda_i a_i b_i) u_i r_i' and sum_i a_i (sigma_i - lambda_i a_i b_i) r_i v_i', and "
                 "W_1 W_2 = sum_i a_i b_i u_i v_i'.")  # fmt: skip
    item.use(modes)
    item.conclude(f"W*Z == Sum(a[i]*b[i]*u[i]*v[i].T, (i, 0, k-1)) and {FIRST_VELOCITY} and {SECOND_VELOCITY}", expected="proved",
                  argument=[*ON_MODES, Split([
                      [Linear(terms=[Inside("second layer", "W*HOLE")], rewrite=["Wr"])],
                      [Linear(terms=[Inside("second layer", "(Q - S*W*Z)*HOLE.T")], rewrite=["Qv", "Zv", "Wr", "Su"])],
                      [Have("forall(ii, integer[0, k-1], u[ii].T*Q == sigma[ii]*v[ii].T)", name="uQ", by=[
                          Take("ii"), Use("Qu", at=["ii"], name="now"), Linear(terms=[Inside("now", "HOLE.T")])]),
                       Have("forall(ii, integer[0, k-1], u[ii].T*S == lam[ii]*u[ii].T)", name="uS", by=[
                           Take("ii"), Use("Su", at=["ii"], name="now"), Linear(terms=[Inside("now", "HOLE.T")], rewrite=["symmetric"])]),
                       Have("forall(ii, integer[0, k-1], u[ii].T*W == a[ii]*r[ii].T)", name="uW", by=[
                           Take("ii"), Use("Wu", at=["ii"], name="now"), Linear(terms=[Inside("now", "HOLE.T")])]),
                       Have("forall(ii, integer[0, k-1], r[ii].T*Z == b[ii]*v[ii].T)", name="rZ", by=[
                           Take("ii"), Use("Zr", at=["ii"], name="now"), Linear(terms=[Inside("now", "HOLE.T")])]),
                       Linear(terms=[Inside("first layer", "HOLE.T*(Q - S*W*Z)")], rewrite=["uQ", "uS", "uW", "rZ"])]])],
                  example={**SMALL, "W": 1, "Z": 1, "a": 1, "b": 1})  # fmt: skip
    item.without("Q orthogonal", counterexample={**SMALL, "r": 2, "W": 2, "Z": 4, "a": 1, "b": 2})
    item.note("For all sizes: the modes stay what they are, and each pair (a_i, b_i) moves by itself. With r_i that are not orthonormal "
              "the modes mix.")  # fmt: skip


#: Eq. (16): the squared singular value of mode i; the three cases are sigma_i > 0, sigma_i = 0 < lambda_i, and both 0.
MODE = ("w(i, t) := Piecewise((sigma[i]*exp(2*sigma[i]*t - kappa*delta_of[i])/(lam[i]*(exp(2*sigma[i]*t - kappa*delta_of[i])"
        " - exp(-kappa*delta_of[i])) + sigma[i]), sigma[i] > 0), (exp(-kappa*delta_of[i])/(1 + 2*lam[i]*exp(-kappa*delta_of[i])*t), True))")  # fmt: skip
GROWING = "sigma*exp(2*sigma*t - kappa*delta)/(lam*(exp(2*sigma*t - kappa*delta) - exp(-kappa*delta)) + sigma)"
SCALARS = {"sigma": "positive", "lam": "nonnegative", "kappa": "positive", "delta": "positive", "t": "nonnegative"}


@paper.equation("eq-16", "The modes with sigma_i > 0", where="Section 3.1, Eq. (16)", provenance="recalled")
def growing_modes(item):
    item.printed("W_1^0 = U diag(sqrt w_i) Q^{-1}, W_2^0 = Q diag(sqrt w_i) V' with w_i(t) = sigma_i exp(2 sigma_i t - kappa delta_i) / "
                 "(lambda_i (exp(2 sigma_i t - kappa delta_i) - exp(-kappa delta_i)) + sigma_i), 1 <= i <= r_xy.")  # fmt: skip
    item.let(**SCALARS)
    item.conclude(f"{GROWING} > 0 and diff({GROWING}, t) == 2*{GROWING}*(sigma - lam*{GROWING})"
                  f" and ({GROWING.replace('*t', '*0')}) == exp(-kappa*delta)", expected="proved")  # fmt: skip
    item.note("Each product of the diagonal entries moves by dw/dt = 2 w (sigma - lambda w) and starts at exp(-kappa delta); the square "
              "roots then solve (40), see eq-48..50, and the layers solve (12) for orthogonal Q, see eq-16/layers and thm-1.")


FADING = {"A": ("exp(-kappa*delta)/(1 + 2*lam*exp(-kappa*delta)*t)", "derived", "proved"),
          "B": ("exp(-kappa*delta)/(1 + lam*exp(-kappa*delta)*t)", "recalled", "refuted")}  # fmt: skip


def fading_modes(letter):
    formula, source, verdict = FADING[letter]

    @paper.equation(f"eq-16b/{letter}", "The modes with sigma_i = 0", where="Section 3.1, Eq. (16)", provenance=source)
    def page(item):
        item.printed("w_i(t) = exp(-kappa delta_i) / (1 + " + ("2 " if letter == "A" else "") + "lambda_i exp(-kappa delta_i) t), "
                     "r_xy < i <= r_x; w_i(t) = exp(-kappa delta_i) for i > r_x.")  # fmt: skip
        item.let(**{name: domain for name, domain in SCALARS.items() if name != "sigma"})
        item.conclude(f"diff({formula}, t) == -2*lam*({formula})**2 and {formula.replace('*t', '*0')} == exp(-kappa*delta)"
                      f" and implies(lam == 0, {formula} == exp(-kappa*delta))", expected=verdict)  # fmt: skip
        if letter == "B":
            with item.repair("with the factor 2") as r:
                right = FADING["A"][0]
                r.conclude(f"diff({right}, t) == -2*lam*({right})**2", expected="proved")
            item.note("Solving dw/dt = -2 lambda w^2 gives 1/w(t) = 1/w(0) + 2 lambda t. Without the factor 2 the formula solves the "
                      "equation with half of the rate. Both formulas tend to 0 like 1/t; the reading is recalled, not printed.")  # fmt: skip


fading_modes("A")
fading_modes("B")

VECTORS = {"k": "nonnegative integer", "m": "nonnegative integer", "u": "matrix(d, 1) sequence", "v": "matrix(p, 1) sequence",
           "r": "matrix(h, 1) sequence", "sigma": "real sequence", "lam": "real sequence", "delta_of": "real sequence",
           "kappa": "positive"}  # fmt: skip
#: At each time the unperturbed layers are the sums of (16), differentiated term by term (eq-48..50).
CLOSED = ("forall(t, [0, oo), exists(a, real sequence, forall(i, integer[0, k-1], a[i] >= 0 and a[i]**2 == w(i, t))"
          " and A[t] == Sum(a[i]*u[i]*{0}[i].T, (i, 0, k-1)) and B[t] == Sum(a[i]*r[i]*v[i].T, (i, 0, k-1))"
          " and diff(A[t], t) == Sum(a[i]*(sigma[i] - lam[i]*a[i]*a[i])*u[i]*{0}[i].T, (i, 0, k-1))"
          " and diff(B[t], t) == Sum(a[i]*(sigma[i] - lam[i]*a[i]*a[i])*r[i]*v[i].T, (i, 0, k-1))"
          "{1}))")  # fmt: skip
JOINT = {
    "sizes": "k <= m and m <= d",
    "U": ORTHONORMAL.format("d", "u"), "V": ORTHONORMAL.format("m", "v"),
    "Assumption 1": "M == Sum(lam[i]*u[i]*u[i].T, (i, 0, d-1)) and Q == Sum(sigma[i]*u[i]*v[i].T, (i, 0, m-1))",
    "signs": "forall(i, integer[0, d-1], sigma[i] >= 0 and lam[i] >= 0)",
}  # fmt: skip
UNPERTURBED = [
    Have("forall(t, [0, oo), diff(A[t], t) == (Q - M*A[t]*B[t])*B[t].T and diff(B[t], t) == A[t].T*(Q - M*A[t]*B[t])"
         " and trace(A[t].T*A[t]) <= K and trace(B[t].T*B[t]) <= K)", name="unperturbed", by=[
        Take("t"), Use("eq-16", at=["t"], name="sums"), Obtain("sums", "a", label="mode"),
        Use("cited:eq-16/layers", at=["d", "h", "p", "k", "m", "M", "Q", "A[t]", "B[t]", ("u[i]", "i"), ("v[i]", "i"), ("r[i]", "i"),
                                      ("sigma[i]", "i"), ("lam[i]", "i"), ("a[i]", "i"), ("a[i]", "i")], name="layers"),
        Have("forall(ii, integer[0, k-1], u[ii].T*u[ii] == 1)", name="uu", by=[Take("ii"), Use("U", at=["ii", "ii"])]),
        Have("forall(ii, integer[0, k-1], v[ii].T*v[ii] == 1)", name="vv", by=[Take("ii"), Use("V", at=["ii", "ii"])]),
        Have("trace(A[t].T*A[t]) == Sum(a[i]*a[i], (i, 0, k-1))", name="|A|", by=[
            Linear(rewrite=["mode.1", "U", "Q orthogonal"])]),
        Have("trace(B[t].T*B[t]) == Sum(a[i]*a[i], (i, 0, k-1))", name="|B|", by=[
            Linear(rewrite=["mode.2", "V", "Q orthogonal"])]),
        Split([
            [Linear(terms=[("mode.3", "1", "1"), ("layers.1", "-1", "1")])],
            [Linear(terms=[("mode.4", "1", "1"), ("layers.2", "-1", "1")])],
            [Order(positive=[Square(facts=["mode.5"])], terms=[("|A|", "-1", "1")])],
            [Order(positive=[Square(facts=["mode.5"])], terms=[("|B|", "-1", "1")])]])]),
    Have("forall(t, [0, oo), diff(A[t], t) == (Q - M*A[t]*B[t])*B[t].T)", name="flow of A"),
    Have("forall(t, [0, oo), diff(B[t], t) == A[t].T*(Q - M*A[t]*B[t]))", name="flow of B"),
    Have("forall(t, [0, oo), trace(A[t].T*A[t]) <= K and trace(B[t].T*B[t]) <= K)", name="bounded"),
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
        r.suppose("eq-16", CLOSED.format("r", " and Sum(a[i]*a[i], (i, 0, k-1)) <= K"))
        r.let(c="real")
        r.suppose("c", f"c == {RATE}")
        argument = [*UNPERTURBED, *PARTED, Take("T"), Use("final", at=["T"])]
        none = {"c": "25/8", "k": 0, "m": 0, "u": 1, "v": 1, "r": 1, "sigma": 0, "delta_of": 1, "kappa": 1}
        r.conclude(f"forall(T, [0, oo), {CLOSE_AT} <= eps**2*exp(2*c*T**2))", because=["eq-16/layers", "eq-62/parting"], argument=argument,
                   expected="proved", example={**RESTS, **none, "lam": 1})
        late = [At({"goal": beyond("1")})]
        for name, layer in (("flow of W", "W"), ("flow of Z", "Z"), ("eq-16", "A")):
            r.without(name, counterexample={**ZERO, **none, "lam": 0, layer: "tanh(t)"}, argument=late)
        r.without("same start", counterexample={**ZERO, **none, "lam": 0, "W": 1}, argument=late)
        r.without("K.nonnegative", argument=[
            Use("eq-16", at=["0"], name="at 0"), Obtain("at 0", "start", label="first"), Have("K >= 0", name="K.nonnegative", by=[
                Order(positive=[Square(facts=["first.5"]), Square(root="start[i]", over=[("i", "0", "k-1")])])]), *argument])
    item.note("What is refuted is the case epsilon = 0: there the theorem says that the layers of (16) solve (12); at one time, with "
              "a_i = sqrt w_i, the conclusion says so of the first layer. The repair has the whole theorem.")  # fmt: skip
    item.note("With another invertible Q the factor Q'Q stays in the equations (see eq-39), and (16) does not solve the flow: for "
              "Q = 2, one mode, W_1 = sqrt(w)/2 and W_2 = 2 sqrt(w) would have to move 4 times and 1/4 times as fast. In particular "
              "W_1 W_2 is not U diag(w_i) V' then, so Theorem 2 and its corollaries need an orthogonal Q as well.")  # fmt: skip
    item.note("The repair is proved for all sizes, with a constant c that depends on bounds of |Sigma_x|, |Sigma_xy|, |Y|^2/n and of the "
              "unperturbed layers alone; in squares and in Frobenius norm (the spectral norm is smaller). It covers every splitting "
              "Sigma_x = U (D + B) U' with |B| <= eps and every time. Its hypothesis eq-16 says of the layers of (16) also what their derivatives "
              "are, entry by entry; that is eq-16 and eq-48..50 for each entry, and the sum over the entries is not differentiated in the proof. "
              "Nothing of Y is needed, and exp(c t) will do in place of exp(c t^2) (eq-62/parting).")  # fmt: skip
