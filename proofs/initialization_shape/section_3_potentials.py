"""Section 3: the equation for the potential, and the condition for it to be solvable.

That (5) has a solution if and only if (6) holds is eq-5 (section_3_poincare).  Here: the solution is unique up to an affine function, (6) is
necessary at each point under less, and a closed form of the solution for metrics that are affine in w.
"""

from verifier.language.script import At, Axiom, Have, Inside, Ladder, Linear, Numbers, Obtain, Split, Take, Use, Witness

from . import paper
from .lemmas.second_derivatives import DERIVATIVE, GRADIENT, JACOBIAN, SCHWARZ, SYMMETRIC

COMBINED = "Sum(trace(basis(d, k).T*({0}))*B[k]*({1}), (k, 0, d-1))"
#: H(w) = A + sum_k w_k B_k, its line integral from 0 to w, and the potential of that.
AFFINE = (
    f"H(w, v) := A*v + {COMBINED.format('w', 'v')}",
    f"G(w) := A*w + 1/2*{COMBINED.format('w', 'w')}",
    "Q(w) := trace(w.T*A*w)/2 + Sum(trace(basis(d, k).T*w)*trace(w.T*B[k]*w), (k, 0, d-1))/6",
)
CONDITION = "forall(k, integer[0, d-1], forall(j, integer[0, d-1], forall(i, integer[0, d-1], B[k][i, j] == B[j][i, k])))"
SOLVED = ("forall(w, matrix(d, 1) curve, forall(c, matrix(d, 1), forall(t, real, diff(trace(c.T*G(w[t])), t)"
          " == trace(c.T*H(w[t], diff(w[t], t))))))")  # fmt: skip
POTENTIAL = "forall(w, matrix(d, 1) curve, forall(t, real, diff(Q(w[t]), t) == trace(G(w[t]).T*diff(w[t], t))))"
IDENTITY = [Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="identity")]
#: sum_k v_k B_k w = sum_k w_k B_k v.
EXCHANGED = [
    *IDENTITY,
    Have("forall(k, integer[0, d-1], forall(j, integer[0, d-1], B[k]*basis(d, j) == B[j]*basis(d, k)))", name="columns", by=[
        Take("k", "j"), Use("entries", at=["k", "j"], name="now"),
        Linear(rewrite=["now"], terms=[("identity", "1", "B[k]*basis(d, j)"), ("identity", "-1", "B[j]*basis(d, k)")])]),
    Have(f"forall(w, matrix(d, 1), forall(v, matrix(d, 1), {COMBINED.format('v', 'w')} == {COMBINED.format('w', 'v')}))", name="exchanged", by=[
        Take("w", "v"),
        Have("forall(k, integer[0, d-1], B[k]*w == Sum(trace(basis(d, j).T*w)*B[j]*basis(d, k), (j, 0, d-1)))", name="moved", by=[
            Take("k"), Use("columns", at=["k"], name="here"),
            Have("B[k]*w == Sum(trace(basis(d, j).T*w)*B[k]*basis(d, j), (j, 0, d-1))", name="spread", by=[
                Linear(terms=[("identity", "B[k]", "w")])])]),
        Linear(rewrite=["moved"], terms=[Inside("identity", "-trace(basis(d, k).T*w)*B[k]*HOLE*v", over=[("k", "0", "d-1")])])]),
]  # fmt: skip
RATE = Have("forall(w, matrix(d, 1) curve, forall(c, matrix(d, 1), forall(t, real, diff(trace(c.T*G(w[t])), t) == trace(c.T*(A*diff(w[t], t)"
            f" + 1/2*{COMBINED.format('diff(w[t], t)', 'w[t]')} + 1/2*{COMBINED.format('w[t]', 'diff(w[t], t)')})))))", name="rate",
            by=[Take("w", "c", "t")])  # fmt: skip
CHAIN = Have("forall(p, real, forall(q, real, forall(e, real, implies(p == q and q == e, p == e))))", name="chain",
             by=[Take("p", "q", "e")])  # fmt: skip
MOVED = f"trace(c.T*(A*diff(w[t], t) + 1/2*{COMBINED.format('diff(w[t], t)', 'w[t]')} + 1/2*{COMBINED.format('w[t]', 'diff(w[t], t)')}))"
SOLVES = [
    RATE, Take("w", "c", "t"), Use("rate", at=[("w[r]", "r"), "c", "t"], name="moves"),
    Use("exchanged", at=["w[t]", "diff(w[t], t)"], name="now"),
    Have(f"{MOVED} == trace(c.T*H(w[t], diff(w[t], t)))", name="same", by=[Linear(terms=[("now", "c.T/2", "1")])]),
    Use("chain", at=["diff(trace(c.T*G(w[t])), t)", MOVED, "trace(c.T*H(w[t], diff(w[t], t)))"]),
]
SPEED = ("trace(w[t].T*A*diff(w[t], t))"
         " + Sum(trace(basis(d, k).T*diff(w[t], t))*trace(w[t].T*B[k]*w[t]), (k, 0, d-1))/6"
         " + Sum(trace(basis(d, k).T*w[t])*trace(w[t].T*(B[k] + B[k].T)*diff(w[t], t)), (k, 0, d-1))/6")  # fmt: skip
#: The potential moves as its gradient says.
DESCENDS = [
    Have(f"forall(w, matrix(d, 1) curve, forall(t, real, diff(Q(w[t]), t) == {SPEED}))", name="speed", by=[Take("w", "t")]),
    Take("w", "t"), Use("speed", at=[("w[r]", "r"), "t"], name="moves"), Use("exchanged", at=["w[t]", "diff(w[t], t)"], name="now"),
    Have(f"{SPEED} == trace(G(w[t]).T*diff(w[t], t))", name="same", by=[Linear(rewrite=["symmetric", "A.symmetric"], terms=[("now", "w[t].T/6", "1")])]),
    Use("chain", at=["diff(Q(w[t]), t)", SPEED, "trace(G(w[t]).T*diff(w[t], t))"]),
]  # fmt: skip


def affine(item):
    item.let(d="positive integer", A="symmetric matrix(d)", B="matrix(d, d) sequence")
    item.define(*AFFINE)
    item.suppose("symmetric", "forall(k, integer[0, d-1], B[k].T == B[k])")


FAILS = [Witness("0"), Witness("1"), Witness("0"), Numbers()]
def solution(item, n):
    """Q_n is a solution of (5), with the gradient G_n."""
    item.suppose(f"gradient {n}", GRADIENT.replace("Q[", f"Q{n}[").replace("G[", f"G{n}["))
    item.suppose(f"Jacobian {n}", JACOBIAN.replace("G[", f"G{n}["))


#: Curves p_n = Q_n and q_n = G_n along the ray t w.
ALONG_THE_RAY = [step for n in (1, 2) for step in (
    Use(f"gradient {n}", at=[("t*w", "t")], name=f"value {n}"), Obtain(f"value {n}", f"p{n}", label=f"p{n}"),
    Use(f"Jacobian {n}", at=[("t*w", "t")], name=f"slope {n}"), Obtain(f"slope {n}", f"q{n}", label=f"q{n}"))]  # fmt: skip
AT = [Use(f"{f}{n}", at=["s"], name=f"{f}{n} now") for f in ("p", "q") for n in (1, 2)]
START = [Use(f"{f}{n}", at=["0"], name=f"{f}{n} start") for f in ("p", "q") for n in (1, 2)]


@paper.remark("eq-5-unique", "The potential is unique up to an affine function", where="Section 3, cross-check", provenance="derived")
def unique_potential(item):
    item.printed("(not in the paper) Two functions with the same Hessian on R^d differ by an affine function.")
    item.let(d="positive integer", H="matrix(d, d) function of matrix(d, 1)", Q1="real function of matrix(d, 1)", Q2="real function of matrix(d, 1)",
             G1="matrix(d, 1) function of matrix(d, 1)", G2="matrix(d, 1) function of matrix(d, 1)", w="matrix(d, 1)")  # fmt: skip
    solution(item, 1)
    solution(item, 2)
    o = "zeros(d, 1)"
    item.conclude(f"Q1[w] - Q2[w] == Q1[{o}] - Q2[{o}] + trace((G1[{o}] - G2[{o}]).T*w)", expected="proved", argument=[
        *ALONG_THE_RAY, *START,
        Have("forall(T, [0, oo), trace(w.T*(q1[T] - q2[T])) == trace(w.T*(q1[0] - q2[0])))", name="same slope", by=[
            Take("T"), Ladder("T", "0", time="s", slope=[*AT],
                              base=[])]),
        Have("forall(T, [0, oo), p1[T] - p2[T] == p1[0] - p2[0] + T*trace(w.T*(q1[0] - q2[0])))", name="line", by=[
            Take("T"), Ladder("T", "0", time="s", slope=[*AT,
                Use("same slope", at=["s"], premises=[[]], name="flat")],
                base=[])]),
        Use("line", at=["1"], premises=[[]], name="end"),
        Use("p1", at=["1"], name="p1 end"), Use("p2", at=["1"], name="p2 end")],
        example={"d": 1, "H": 0, "Q1": 1, "Q2": 0, "G1": 0, "G2": 0, "w": 1})  # fmt: skip
    item.without("Jacobian 1", counterexample={"d": 1, "H": 0, "Q1": "t**2", "Q2": 0, "G1": "2*t", "G2": 0, "w": 1}, argument=[At({
        "gradient 1": [Take("u"), Witness("u[r]**2", index="r"), Take("t"), Split([[], []])],
        "gradient 2": [Take("u"), Witness("0", index="r"), Take("t"), Split([[], []])],
        "Jacobian 2": [Take("u"), Witness("0", index="r"), Take("t"), Split([[], []])], "goal": [Numbers()]})])  # fmt: skip
    item.note("For all d and every H; no symmetry and no continuity of H is used. So grad Q(w(0)) = 0, as in Theorem 1, fixes Q up to a constant.")


ZERO = {"d": 2, "G": "zeros(2, 1)", "H": "zeros(2, 2)", "w": "zeros(2, 1)", "P": "zeros(2, 2)"}
ONE_ENTRY = "Matrix([[0, 1 - t], [0, 0]])"  # of P_0; P_1 = 0


@paper.equation("eq-6", "The Hessian-map condition", where="Section 3, Eq. (6)", provenance="derived")
def necessary(item):
    item.printed("dH_ij/dw_k = dH_ik/dw_j for all i, j, k; eq-5 is solvable only if this holds.")
    item.let(d="positive integer", G="matrix(d, 1) function of matrix(d, 1)", H="matrix(d, d) function of matrix(d, 1)",
             w="matrix(d, 1)", P="matrix(d, d) sequence")  # fmt: skip
    item.suppose("Jacobian", JACOBIAN)
    item.suppose("derivative of H", DERIVATIVE)
    item.conclude(SYMMETRIC, expected="proved", argument=SCHWARZ, example=ZERO)
    item.without("Jacobian", counterexample={**ZERO, "H": "Matrix([[0, t[0, 0]], [0, 0]])", "P": ONE_ENTRY}, argument=[At({
        "derivative of H": [Take("e"), Witness("1"), Split([[Numbers()], [Take("v"), Numbers()]])], "goal": FAILS})])  # fmt: skip
    item.without("derivative of H", counterexample={**ZERO, "P": ONE_ENTRY}, argument=[At({
        "Jacobian": [Take("u"), Witness("zeros(2, 1)", index="r"), Take("t"), Split([[], []])], "goal": FAILS})])
    item.note("For all d, all fields G = grad Q with the Jacobian H (eq-5), and every point w at which H has a derivative: H(w + v) = H(w) + "
              "sum_k v_k P_k + o(|v|), where P_k = dH/dw_k. That G has the Jacobian H is said along all curves u: the derivative of G(u(t)) is "
              "H(u(t)) u'(t). It is Schwarz's theorem, shown here with the second difference of G_i; nothing is asked of H elsewhere, no continuity "
              "of its derivative. For metrics on a part of R^d the argument is the same near w.")  # fmt: skip
    item.note("The other direction, for every continuously differentiable H: eq-5. In closed form: eq-6-affine for metrics that are affine in w, "
              "radial-criterion and B1-f for radial metrics.")  # fmt: skip


@paper.remark("eq-6-affine", "The condition for affine metrics", where="Section 3, cross-check", provenance="derived")
def hessian_map(item):
    item.printed("(not in the paper) For H(w) = A + sum_k w_k B_k the condition (6) is necessary and sufficient for eq-5.")
    affine(item)
    item.conclude(f"iff({CONDITION}, {SOLVED}) and implies({CONDITION}, {POTENTIAL})", expected="proved", argument=[CHAIN, Split([
        [Split([
            [Take(), Have(CONDITION, name="entries"), *EXCHANGED, *SOLVES],
            [Take(), RATE,
             Have(f"forall(w, matrix(d, 1) curve, forall(c, matrix(d, 1), forall(t, real, {MOVED} == trace(c.T*H(w[t], diff(w[t], t))))))",
                  name="equal", by=[
                Take("w", "c", "t"), Use("rate", at=[("w[r]", "r"), "c", "t"], name="moves"), Use("given", at=[("w[r]", "r"), "c", "t"], name="solved"),
                Use("chain", at=[MOVED, "diff(trace(c.T*G(w[t])), t)", "trace(c.T*H(w[t], diff(w[t], t)))"])]),
             Take("k", "j", "i"), Use("equal", at=[("basis(d, j) + r*basis(d, k)", "r"), "basis(d, i)", "0"], name="now")]])],
        [Take(), Have(CONDITION, name="entries"), *EXCHANGED, *DESCENDS]])],
        example={"d": 1, "A": 1, "B": 0})  # fmt: skip
    item.note("In every dimension, for the metrics H(w) = A + sum_k w_k B_k, where dH_ij/dw_k = (B_k)_ij: (6) holds if and only if some field has the "
              "Jacobian H, and then the field is a gradient. A field with the Jacobian H and the value 0 at 0 is the line integral of H(s w) w over "
              "[0, 1], which is G, so nothing is lost by naming it. Arbitrary metrics: eq-5.")  # fmt: skip


@paper.remark("eq-6-ridge", "Necessity of the condition", where="Section 3, cross-check", provenance="derived")
def ridge(item):
    item.printed("(not in the paper) Q(w) = q(c'w) has the Hessian h(c'w) c c' with h = q'', and that satisfies (6).")
    item.let(h="real curve", z="real", ci="real", cj="real", ck="real")
    item.conclude("diff(h[z + s*ck]*ci*cj, (s, 0)) == diff(h[z + s*cj]*ci*ck, (s, 0))", expected="proved")
    item.note("z = c'w; along w + s e_k it is z + s c_k. Both sides of (6) are linear in H, so sums of such functions satisfy it as well, and every "
              "polynomial on R^d is a finite sum of powers of linear forms (a classical fact, cited).")  # fmt: skip


@paper.remark("eq-6-along-a-ray", "Sufficiency of the condition", where="Section 3, cross-check", provenance="derived")
def along_a_ray(item):
    item.printed("(not in the paper) With (6), the line integral of H from 0 to w has the Jacobian H: the fundamental theorem along the ray.")
    item.let(f="real curve", P="real curve", U="real curve")
    item.suppose("under the integral", "forall(s, [0, 1], diff(P[s], s) == s*U[s] + f[s])")
    item.suppose("eq-6", "forall(s, [0, 1], U[s] == diff(f[s], s))")
    item.conclude("P[1] - P[0] == f[1]", expected="proved", argument=[
        Have("forall(x, [0, 1], P[x] - P[0] == x*f[x])", name="along", by=[Take("x"), Ladder("x", "0", time="s", slope=[
            Have("s >= 0 and s <= 1", name="inside", by=[Split([[], []])]),
            Use("under the integral", at=["s"], premises=[[]], name="rate"),
            Use("eq-6", at=["s"], premises=[[]], name="same")])]),
        Use("along", at=["1"], name="end", premises=[[]])], example={"f": 0, "P": 0, "U": 0})  # fmt: skip
    item.without("eq-6", counterexample={"f": 0, "P": "s**2/2", "U": 1})
    item.note("f(s) = H_ik(s w), U(s) = sum_j w_j (d_k H_ij)(s w), and the gradient is G_i(w) = integral over [0, 1] of sum_j H_ij(s w) w_j ds. "
              "Differentiation under the integral gives d_k G_i = P(1) - P(0), which is H_ik(w).")  # fmt: skip
