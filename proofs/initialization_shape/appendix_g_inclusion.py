"""Appendix G, Eq. (28): the gradient inclusion of a leaky ReLU network, on and off the kinks.

Along every direction the activations are affine for a while: sigma(z + s t) = sigma(z) + s h t for small s >= 0, with a slope h of
sigma at z.  So the loss has a right derivative in every direction, and it is given by slopes of sigma.
"""

from verifier.language.script import (
    Axiom,
    Cases,
    Have,
    Induct,
    Linear,
    Numbers,
    Obtain,
    Rewritten,
    Set,
    Split,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import named_number as named

from . import paper
from .appendix_g import SIGMA, SLOPES
from .lemmas.poincare import named as named_matrix

Z, T = "trace((W*basis(m, i)).T*X*basis(N, n))", "trace((V*basis(m, i)).T*X*basis(N, n))"
#: The slope of sigma at z in the direction t.
TOWARDS = "h(z, t) := Piecewise((1, z > 0), (rho, z < 0), (1, t >= 0), (rho, True))"
FOR_A_WHILE = Have("forall(z, real, forall(t, real, exists(D, positive, forall(s, [0, D], sigma(z + s*t) == sigma(z) + s*(h(z, t)*t)))))", name="for a while", by=[
    Take("z", "t"), Cases("z > 0", name="side", yes=[Witness("z/(1 + t**2)"), Split([[], [
        Take("s"), Have("z + s*t > 0", name="there")]])],
        no=[Cases("z < 0", name="below", yes=[Witness("-z/(1 + t**2)"), Split([[], [
            Take("s"), Have("z + s*t < 0", name="there")]])],
            no=[Have("z == 0", name="kink"), Witness("1"), Split([[], [
                Take("s"), Cases("t >= 0", name="way", yes=[Have("z + s*t >= 0", name="there")],
                                 no=[Cases("s == 0", name="start", no=[
                                     Have("z + s*t < 0", name="there")])])]])])])])  # fmt: skip


#: The smaller of two times, up to which both are affine.
SMALLER = [
    *named("D", "Min(C, B)", also="D > 0 and D <= C and D <= B", by=[Split([[], *[[]]*3])]),
]  # fmt: skip


def affine(i, n, end):
    """The activation of neuron i on sample n is affine up to this time."""
    z, t = (x.replace("basis(m, i)", f"basis(m, {i})").replace("basis(N, n)", f"basis(N, {n})") for x in (Z, T))
    return f"forall(s, [0, {end}], sigma({z} + s*{t}) == sigma({z}) + s*(h({z}, {t})*{t}))"


SAMPLES = f"exists(C, positive, forall(n, integer[0, l-1], {affine('i', 'n', 'C')}))"
NEURONS = f"exists(C, positive, forall(i, integer[0, l-1], forall(n, integer[0, N-1], {affine('i', 'n', 'C')})))"
#: All activations are affine up to one time.
TOGETHER = [
    Have(f"forall(i, integer[0, m-1], forall(l, integer[0, N], {SAMPLES}))", name="samples", by=[
        Take("i"), Induct("l", base=[Witness("1"), Split([[], [Take("n")]])], step=[
            Obtain("IH", "C", label="C"), Use("for a while", at=[Z.replace("basis(N, n)", "basis(N, l)"), T.replace("basis(N, n)", "basis(N, l)")], name="one"),
            Obtain("one", "B", label="B"), *SMALLER, Witness("D"), Split([[], [
                Take("n", "s"), Cases("n <= l - 1", name="before", yes=[Use("C.1", at=["n", "s"], premises=[[]])],
                                      no=[Have("n == l", name="last"), Use("B.1", at=["s"], premises=[[]], name="now"),
                                          Rewritten("now", ["last"])])]])])]),
    Have(f"forall(l, integer[0, m], {NEURONS})", name="neurons", by=[
        Induct("l", base=[Witness("1"), Split([[], [Take("i")]])], step=[
            Obtain("IH", "C", label="C"), Use("samples", at=["l", "N"], name="one"), Obtain("one", "B", label="B"), *SMALLER, Witness("D"), Split([[], [
                Take("i", "n", "s"), Cases("i <= l - 1", name="before", yes=[Use("C.1", at=["i", "n", "s"], premises=[[]])],
                                           no=[Have("i == l", name="last"), Use("B.1", at=["n", "s"], premises=[[]], name="now"),
                                               Rewritten("now", ["last"])])]])])]),
    Use("neurons", at=["m"], name="together"), Obtain("together", "D", label="D"),
]  # fmt: skip


#: A(W + s V) = A(W) + s M for s from 0 to D.
LINE = [
    Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="neurons add up"), Use("resolution-of-identity", at=["N"], name="samples add up"),
    Have("forall(Q, matrix(m, N), implies(forall(i, integer[0, m-1], forall(n, integer[0, N-1], Q[i, n] == 0)), Q == zeros(m, N)))", name="by entries", by=[
        Take("Q"), Have("forall(i, integer[0, m-1], basis(m, i).T*Q == zeros(1, N))", name="rows", by=[
            Take("i")]),
        Linear(rewrite=["rows"], terms=[("neurons add up", "1", "Q")])]),
    Have("forall(p, real, forall(q, real, implies(p == q, sigma(p) == sigma(q))))", name="same output", by=[Take("p", "q")]),
    Have("forall(p, real, forall(q, real, forall(c, real, forall(g, real, forall(k, real, implies(p == q and q == c and c == g + k, p == g + k))))))", name="chain", by=[
        Take("p", "q", "c", "g", "k")]),
    Have(f"forall(s, [0, D], forall(i, integer[0, m-1], forall(n, integer[0, N-1], A[W + s*V][i, n] == sigma({Z}) + s*(h({Z}, {T})*{T}))))", name="entries", by=[
        Take("s", "i", "n"), Use("activations", at=["W + s*V", "i", "n"], name="there"), Use("D.1", at=["i", "n", "s"], premises=[[]], name="line"),
        Use("same output", at=["trace(((W + s*V)*basis(m, i)).T*X*basis(N, n))", f"{Z} + s*{T}"], premises=[[]], name="same"),
        Use("chain", at=["A[W + s*V][i, n]", "sigma(trace(((W + s*V)*basis(m, i)).T*X*basis(N, n)))", f"sigma({Z} + s*{T})", f"sigma({Z})", f"s*(h({Z}, {T})*{T})"],
            premises=[[Split([[], [], []])]])]),
    *named_matrix("M", "1/D*(A[W + D*V] - A[W])", "m, N"),
    Have("forall(p, real, forall(g, real, forall(k, real, forall(e, real, forall(z, real, forall(c, real, forall(s, real, implies("
         "p == g + s*k and e == g and c == g + D*k and D*z == c - e, p == e + s*z and z == k))))))))", name="letters", by=[
        Take("p", "g", "k", "e", "z", "c", "s"), Have("D*(z - k) == 0", name="same"),
        Have("z == k", name="is"), Split([[], []])]),
    Have(f"forall(s, [0, D], forall(i, integer[0, m-1], forall(n, integer[0, N-1], A[W + s*V][i, n] == A[W][i, n] + s*M[i, n] and M[i, n] == h({Z}, {T})*{T})))", name="moved", by=[
        Take("s", "i", "n"), Use("entries", at=["s", "i", "n"], premises=[[]], name="now"), Use("entries", at=["D", "i", "n"], premises=[[]], name="end"),
        Use("activations", at=["W", "i", "n"], name="here"), Have("D*M[i, n] == A[W + D*V][i, n] - A[W][i, n]", name="M now"),
        Use("letters", at=["A[W + s*V][i, n]", f"sigma({Z})", f"h({Z}, {T})*{T}", "A[W][i, n]", "M[i, n]", "A[W + D*V][i, n]", "s"], premises=[[Split([[], [], [], []])]])]),
    Have("forall(s, [0, D], A[W + s*V] == A[W] + s*M)", name="line", by=[
        Take("s"), Use("by entries", at=["A[W + s*V] - A[W] - s*M"], name="zero", premises=[[
            Take("i", "n"), Use("moved", at=["s", "i", "n"], premises=[[]], name="now")]])]),
]  # fmt: skip


@paper.equation("eq-28", "The gradient inclusion", where="Appendix G", provenance="derived")
def inclusion(item):
    item.printed("da/dt = sum_n r^(n) sigma(w'x^(n)), dw/dt in a sum_n r^(n) (generalised derivative of sigma at w'x^(n)) x^(n).")
    item.let(d="positive integer", m="positive integer", N="positive integer", X="matrix(d, N)", y="matrix(N, 1)", a="matrix(m, 1)", W="matrix(d, m)",
             A="matrix(m, N) function of matrix(d, m)", b="matrix(m, 1)", V="matrix(d, m)", rho="positive")  # fmt: skip
    item.define(SIGMA, SLOPES, TOWARDS, "r := 1/N*(y - A[W].T*a)", "L(c, U) := norm2(y - A[U].T*c)/(2*N)")
    item.suppose("activations", "forall(U, matrix(d, m), forall(i, integer[0, m-1], forall(n, integer[0, N-1],"
                                " A[U][i, n] == sigma(trace((U*basis(m, i)).T*X*basis(N, n))))))")  # fmt: skip
    item.conclude(f"exists(M, matrix(m, N), forall(i, integer[0, m-1], forall(n, integer[0, N-1], exists(k, real, slope(k, {Z}) and M[i, n] == k*{T})))"
                  " and exists(P, real curve, exists(D, positive, forall(s, [0, D], P[s] == L(a + s*b, W + s*V))"
                  " and diff(P[s], (s, 0)) == -(trace(b.T*A[W]*r) + trace(a.T*M*r)))))", argument=[
        FOR_A_WHILE, *TOGETHER, *LINE, Have("forall(z, real, forall(t, real, slope(h(z, t), z)))", name="slopes", by=[Take("z", "t"), Numbers(using=["rho"])]),
        Have("N != 0", name="samples exist"), Set("o", "1/N"),
        Witness("M"), Split([
            [Take("i", "n"), Use("moved", at=["0", "i", "n"], premises=[[]], name="now"), Use("slopes", at=[Z, T], name="a slope"),
             Witness(f"h({Z}, {T})"), Split([[], []])],
            [Witness("1/2*o*norm2(y - (A[W] + s*M).T*(a + s*b))", index="s"), Witness("D"), Split([[], [Split([[
                Take("s"), Use("line", at=["s"], premises=[[]], name="now")],
                []])]])]])], expected="proved",
        example={"d": 1, "m": 1, "N": 1, "X": 0, "y": 0, "a": 0, "W": 0, "A": 0, "b": 0, "V": 0, "rho": 1})  # fmt: skip
    item.note("Any number m of neurons and N of samples; A(W) = sigma(W'X) entry by entry, L the loss, r the residuals with 1/N. In every direction (b, V) of the weights "
              "the loss has a right derivative: it agrees for a while with a curve P, whose slope is -b'(A r) - sum_i a_i sum_n r^(n) h_in v_i'x^(n), with slopes h_in of "
              "sigma at w_i'x^(n) (M_in = h_in v_i'x^(n)). So minus the gradient of L is the printed right-hand side.")  # fmt: skip
    item.note("Where no w_i'x^(n) is 0 the slopes are 1 or rho, the same for all directions: the gradient in the ordinary sense. At a kink they are 1 for the "
              "directions with v_i'x^(n) >= 0 and rho for the others: no single slope serves all directions (rho != 1), and what is left is the inclusion, any h_in between 1 and rho. The pages that follow take the inclusion "
              "as a hypothesis.")  # fmt: skip
