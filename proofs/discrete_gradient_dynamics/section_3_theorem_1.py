"""Section 3.1: Theorem 1, the two-layer flow in closed form and its perturbation.

u_i, v_i and r_i are the columns of U, V and of the matrix Q of the paper; S and Q are Sigma_x and Sigma_xy; k modes are switched
on, k at most the smallest of d, h and p.
"""

from verifier.audit.setting import Setting
from verifier.claims.script import At, Have, Inside, Linear, Numbers, Split, Take, Use

from . import paper
from .appendix_b_perturbation import ALL_NAMES, GAP, RATE, RESTS, perturbed

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
