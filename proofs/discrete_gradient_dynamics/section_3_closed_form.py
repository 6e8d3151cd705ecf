"""Section 3.1, Eq. (16): the two-layer flow in closed form, for all sizes.

u_i, v_i and r_i are the columns of U, V and of the matrix Q of the paper; S (or M) and Q are Sigma_x and Sigma_xy; k modes are
switched on, k at most the smallest of d, h and p.
"""

from verifier.language.script import (
    Cases,
    Have,
    Linear,
    Numbers,
    Rewritten,
    SameSlope,
    Set,
    Split,
    Square,
    Step,
    Take,
    Use,
    Vanish,
)
from verifier.papers.setting import Setting

from . import paper

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
    Have("forall(ii, integer[0, k-1], Q*v[ii] == sigma[ii]*u[ii])", name="Qv", by=[Take("ii")]),
    Have("forall(ii, integer[0, k-1], Q.T*u[ii] == sigma[ii]*v[ii])", name="Qu", by=[
        Take("ii")]),
    Have("forall(ii, integer[0, k-1], S*u[ii] == lam[ii]*u[ii])", name="Su", by=[Take("ii")]),
    Have("S.T == S", name="symmetric"),
    Have("forall(ii, integer[0, k-1], Z*v[ii] == b[ii]*r[ii])", name="Zv", by=[Take("ii")]),
    Have("forall(ii, integer[0, k-1], W*r[ii] == a[ii]*u[ii])", name="Wr", by=[Take("ii")]),
    Have("forall(ii, integer[0, k-1], W.T*u[ii] == a[ii]*r[ii])", name="Wu", by=[
        Take("ii")]),
    Have("forall(ii, integer[0, k-1], Z.T*r[ii] == b[ii]*v[ii])", name="Zr", by=[
        Take("ii")]),
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
                      [],
                      [],
                      [Have("forall(ii, integer[0, k-1], u[ii].T*Q == sigma[ii]*v[ii].T)", name="uQ", by=[
                          Take("ii"), Use("Qu", at=["ii"], name="now")]),
                       Have("forall(ii, integer[0, k-1], u[ii].T*S == lam[ii]*u[ii].T)", name="uS", by=[
                           Take("ii"), Use("Su", at=["ii"], name="now")]),
                       Have("forall(ii, integer[0, k-1], u[ii].T*W == a[ii]*r[ii].T)", name="uW", by=[
                           Take("ii"), Use("Wu", at=["ii"], name="now")]),
                       Have("forall(ii, integer[0, k-1], r[ii].T*Z == b[ii]*v[ii].T)", name="rZ", by=[
                           Take("ii"), Use("Zr", at=["ii"], name="now")])]])],
                  example={**SMALL, "W": 1, "Z": 1, "a": 1, "b": 1})  # fmt: skip
    item.without("Q orthogonal", counterexample={**SMALL, "r": 2, "W": 2, "Z": 4, "a": 1, "b": 2})
    item.note("For all sizes: the modes stay what they are, and each pair (a_i, b_i) moves by itself. With r_i that are not orthonormal "
              "the modes mix.")  # fmt: skip


#: Eq. (16): the squared singular value of mode i; the three cases are sigma_i > 0, sigma_i = 0 < lambda_i, and both 0.
MODE = ("w(i, t) := Piecewise((sigma[i]*exp(2*sigma[i]*t - kappa*delta_of[i])/(lam[i]*(exp(2*sigma[i]*t - kappa*delta_of[i])"
        " - exp(-(kappa*delta_of[i]))) + sigma[i]), sigma[i] > 0), (exp(-(kappa*delta_of[i]))/(1 + 2*lam[i]*exp(-(kappa*delta_of[i]))*t), True))")  # fmt: skip
VECTORS = {"k": "nonnegative integer", "m": "nonnegative integer", "u": "matrix(d, 1) sequence", "v": "matrix(p, 1) sequence",
           "r": "matrix(h, 1) sequence", "sigma": "real sequence", "lam": "real sequence", "delta_of": "real sequence",
           "kappa": "real", "root": "matrix(d, 1) curve"}  # fmt: skip
JOINT = {
    "sizes": "k <= m and m <= d",
    "U": ORTHONORMAL.format("d", "u"), "V": ORTHONORMAL.format("m", "v"),
    "Assumption 1": "M == Sum(lam[i]*u[i]*u[i].T, (i, 0, d-1)) and Q == Sum(sigma[i]*u[i]*v[i].T, (i, 0, m-1))",
    "signs": "forall(i, integer[0, d-1], sigma[i] >= 0 and lam[i] >= 0)",
}  # fmt: skip

SCALARS = {"sigma": "positive", "lam": "nonnegative", "kappa": "positive", "delta": "positive", "t": "nonnegative"}
#: y is the square root of (16) for one mode, x = kappa delta.
ROOT = ("forall(t, [0, oo), y[t] >= 0 and y[t]**2 == Piecewise((sigma*exp(2*sigma*t - x)/(lam*(exp(2*sigma*t - x) - exp(-x)) + sigma), sigma > 0),"
        " (exp(-x)/(1 + 2*lam*exp(-x)*t), True)))")  # fmt: skip
SIGNAL, NO_SIGNAL = "(lam*(exp(2*sigma*{0} - x) - exp(-x)) + sigma)", "(1 + 2*lam*exp(-x)*{0})"


def root_moves(below: str, above: str, case: str) -> list[Step]:
    """y' = y (sigma - lam y^2) at t, from the derivative of y^2 below = above; `below` is positive."""
    return [
        Have(f"forall(s, [0, oo), y[s]**2*{below.format('s')} == {above.format('s')})", name="times", by=[
            Take("s"), Use("root", at=["s"], name="now"), Use("below", at=["s"], name="b"), Numbers(using=["now.1", "b", "case"])]),
        SameSlope(f"y[s]**2*{below.format('s')}", above.format("s"), "s", "t", "0", name="slopes", by=[Use("times", at=["s"])],
                  place=[]),
        Use("times", at=["t"], name="here"), Use("below", at=["t"], name="b"), Use("positive", at=["t"], name="p"),
        Have(f"2*y[t]*{below.format('t')}*(diff(y[t], t) - y[t]*(sigma - lam*y[t]**2)) == 0", name="product", by=[
            Numbers(using=["slopes", "here", case])]),
        Set("D", below.format("t")), Have("D > 0", name="D above"),
        Set("g", "diff(y[t], t) - y[t]*(sigma - lam*y[t]**2)"), Rewritten("product", ["D", "g"], name="zero"),
        Have("y[t]*D > 0", name="yD"),
        Have("g == 0", name="g is 0", by=[Numbers(using=["zero", "yD"])]), Linear(terms=[("g is 0", "1", "1"), ("g", "-1", "1")])]  # fmt: skip


GROWS = Have("exp(2*sigma*s - x) >= exp(-x)", name="grows")
E_ABOVE = Have("exp(-x) > 0", name="e")
LATE = Have("s >= 0", name="s is late")
BELOW = {
    "signal": Have(f"forall(s, [0, oo), {SIGNAL.format('s')} > 0)", name="below", by=[
        Take("s"), LATE, GROWS]),
    "none": Have(f"forall(s, [0, oo), {NO_SIGNAL.format('s')} > 0)", name="below", by=[
        Take("s"), LATE, E_ABOVE]),
}  # fmt: skip


def root_above(*more: Have) -> list[Step]:
    return [
        Take("s"), LATE, E_ABOVE, *more, Use("root", at=["s"], name="now"), Use("below", at=["s"], name="b"),
        Have("y[s]**2 > 0", name="square"), Numbers(using=["square", "now.0"])]  # fmt: skip


@paper.remark("eq-16/roots", "The square root of a mode", where="Section 3.1, Eq. (16), cross-check")
def root_of_a_mode(item):
    item.printed("(not in the paper) y = sqrt w_i moves with y' = y (sigma_i - lambda_i y^2) from exp(-kappa delta_i/2), for the w_i of (16) with sigma_i > 0 "
                 "and for those with sigma_i = 0.")  # fmt: skip
    item.let(sigma="nonnegative", lam="nonnegative", x="real", y="real curve")
    item.suppose("root", ROOT)
    item.conclude("forall(t, [0, oo), diff(y[t], t) == y[t]*(sigma - lam*y[t]**2)) and y[0] == exp(-x/2)", expected="proved", argument=[
        Have("forall(s, [0, oo), y[s] > 0)", name="positive", by=[
            Cases("sigma > 0", yes=[BELOW["signal"], *root_above(GROWS)], no=[BELOW["none"], *root_above()])]),
        Split([[
            Take("t"), Cases("sigma > 0", yes=[BELOW["signal"], *root_moves(SIGNAL, "sigma*exp(2*sigma*{0} - x)", "case")], no=[
                BELOW["none"], Have("sigma == 0", name="none"),
                *root_moves(NO_SIGNAL, "exp(-x)", "none")])], [
            Use("root", at=["0"], name="now"), Use("positive", at=["0"], name="p"), Have("y[0]**2 == exp(-x)", name="square", by=[
                Cases("sigma > 0")]),
            Have("exp(-x/2) > 0 and exp(-x/2)**2 == exp(-x)", name="half", by=[Split([[], []])]),
            Set("g", "exp(-x/2)"), Have("y[0]**2 == g**2 and g > 0", name="same", by=[Split([
                [], []])]),
            Have("y[0] == g", name="start", by=[Numbers(using=["same", "p"])]), Rewritten("start", ["g"], forwards=True)]])],
        example={"sigma": 0, "lam": 0, "x": 0, "y": 1})  # fmt: skip
    item.without("root", counterexample={"sigma": 0, "lam": 0, "x": 0, "y": "t"})
    item.note("Where there is no signal w_i is the formula of eq-16b/A, with the factor 2.")


#: The unperturbed layers, with the column of the square roots of (16).
CLOSED = ("forall(t, [0, oo), forall(i, integer[0, k-1], root[t][i, 0] >= 0 and root[t][i, 0]**2 == w(i, t))"
          " and A[t] == Sum(root[t][i, 0]*u[i]*r[i].T, (i, 0, k-1)) and B[t] == Sum(root[t][i, 0]*r[i]*v[i].T, (i, 0, k-1)){0})")  # fmt: skip
SPEED = "root[t][i, 0]*(sigma[i] - lam[i]*root[t][i, 0]*root[t][i, 0])"
LAYER = "Sum({2}*{0}[i]*{1}[i].T, (i, 0, k-1))"
BEGINS = "exp(-kappa*delta_of[i]/2)"
ROOTS = Have(f"forall(t, [0, oo), forall(i, integer[0, k-1], diff(root[t], t)[i, 0] == {SPEED})) and forall(i, integer[0, k-1], root[0][i, 0] == {BEGINS})",
             name="roots", by=[
    Have("forall(i, integer[0, k-1], forall(t, [0, oo), diff(root[t], t)[i, 0] == root[t][i, 0]*(sigma[i] - lam[i]*root[t][i, 0]**2))"
         " and root[0][i, 0] == exp(-(kappa*delta_of[i])/2))", name="each", by=[
        Take("i"), Use("signs", at=["i"], name="sign"),
        Use("cited:eq-16/roots", at=["sigma[i]", "lam[i]", "kappa*delta_of[i]", ("root[t][i, 0]", "t")], premises=[[Split([[], [], [
            Take("s"), Use("closed", at=["s"], name="now"), Use("now.0", at=["i"])]])]])]),
    Split([[Take("t", "i"), Use("each", at=["i"], name="now"), Use("now.0", at=["t"], name="here")],
           [Take("i"), Use("each", at=["i"], name="now")]])])  # fmt: skip


def layer_moves(layer: str, left: str, right: str, shape: str, part: int) -> Step:
    """The derivative of a layer: a matrix L is 0 where tr(L'L) is, with L the difference."""
    total = LAYER.format(left, right, SPEED)
    return Have(f"forall(t, [0, oo), diff({layer}[t], t) == {total})", name=f"{layer} moves", by=[
        Take("t"), Set("L", f"diff({layer}[t], t) - {total}"),
        SameSlope(f"trace(L.T*{layer}[s])", f"Sum(root[s][i, 0]*trace(L.T*{left}[i]*{right}[i].T), (i, 0, k-1))", "s", "t", "0", name="slopes",
                  place=[], by=[Use("closed", at=["s"], name="now")]),
        Use("roots.0", at=["t"], name="each"),
        Have("trace(L.T*L) <= 0", name="none"),
        Vanish("none", squares=[Square(root="L", name="L is 0")])])  # fmt: skip


FLOW_OF_A = "forall(t, [0, oo), diff(A[t], t) == (Q - M*A[t]*B[t])*B[t].T)"
FLOW_OF_B = "forall(t, [0, oo), diff(B[t], t) == A[t].T*(Q - M*A[t]*B[t]))"
AT_REST = {**dict.fromkeys(("d", "h", "p", "k", "m", "M", "Q", "A", "B", "u", "v", "r", "sigma", "lam", "root", "kappa"), 1), "delta_of": 0}


@paper.equation("eq-16", "The two-layer flow in closed form", where="Section 3.1, Eq. (16)", provenance="recalled")
def closed_form(item):
    item.printed("W_1^0 = U diag(sqrt w_i) Q^{-1}, W_2^0 = Q diag(sqrt w_i) V' with w_i(t) = sigma_i exp(2 sigma_i t - kappa delta_i) / "
                 "(lambda_i (exp(2 sigma_i t - kappa delta_i) - exp(-kappa delta_i)) + sigma_i), 1 <= i <= r_xy, and for the other i as below; "
                 "they solve (12) where B = 0.")  # fmt: skip
    item.let(d="positive integer", h="positive integer", p="positive integer", M="matrix(d, d)", Q="matrix(d, p)", A="matrix(d, h) curve",
             B="matrix(h, p) curve", **VECTORS)  # fmt: skip
    item.define(MODE)
    for name, formula in JOINT.items():
        item.suppose(name, formula)
    item.suppose("Q orthogonal", ORTHONORMAL.format("k", "r"))
    item.suppose("closed", CLOSED.format(""))
    item.conclude(f"{FLOW_OF_A} and {FLOW_OF_B} and forall(i, integer[0, k-1], root[0][i, 0] == {BEGINS})",
                  because=["eq-16/layers", "eq-16/roots"], expected="proved", argument=[
        ROOTS, layer_moves("A", "u", "r", "d, h", 1), layer_moves("B", "r", "v", "h, p", 2),
        Have(f"{FLOW_OF_A.removesuffix(')')} and {FLOW_OF_B.removeprefix('forall(t, [0, oo), ')}", name="flows", by=[
            Take("t"), Use("closed", at=["t"], name="now"), Use("A moves", at=["t"], name="a"), Use("B moves", at=["t"], name="b"),
            Use("cited:eq-16/layers", at=["d", "h", "p", "k", "m", "M", "Q", "A[t]", "B[t]", ("u[i]", "i"), ("v[i]", "i"), ("r[i]", "i"), ("sigma[i]", "i"),
                                          ("lam[i]", "i"), ("root[t][i, 0]", "i"), ("root[t][i, 0]", "i")], name="layers"),
            Split([[], []])]),
        Split([[Take("t"), Use("flows", at=["t"])], [Take("t"), Use("flows", at=["t"])], []])],
        example=AT_REST)  # fmt: skip
    apart = {**AT_REST, "d": 2, "m": 2, "M": "Matrix([[1, 0], [0, 1]])", "Q": "Matrix([[1], [1]])", "A": "Matrix([[1], [0]])",
             "u": "Matrix([[1 - t], [t]])", "root": "Matrix([[1], [0]])"}  # fmt: skip
    for name, point in (("Assumption 1", {"M": 0}), ("closed", {"A": 2}), ("U", {"u": 2, "A": 2, "M": 4, "Q": 2}), ("V", apart),
                        ("Q orthogonal", {"r": 2, "A": 2, "B": 2}), ("sizes", {"m": 0, "Q": 0}),
                        ("signs", {"sigma": -1, "lam": 0, "M": 0, "Q": -1})):  # fmt: skip
        item.without(name, counterexample={**AT_REST, **point})
    item.note("For all sizes and ranks, at all times, and from the start that Theorem 1 says; r_i are the columns of the orthogonal Q, root(t) is "
              "the column of the square roots, k of which are switched on, and A, B are W_1^0, W_2^0. The layers are differentiated as curves: for "
              "every fixed matrix L the number tr(L'A(t)) is a finite sum of differentiable terms. For modes without signal w_i is the formula of "
              "eq-16b/A. That root, A and B are differentiable curves is supposed; the w_i are positive and smooth, so they are.")  # fmt: skip


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
