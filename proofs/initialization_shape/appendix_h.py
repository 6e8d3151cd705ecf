"""Appendix H: auxiliary lemmas on scale, shape and balancedness of the start, and on kernel predictors."""

from verifier.language.script import Have, Inside, Linear, Order, Root, Split, Square, Take, Witness
from verifier.language.script_parts import named_number as named

from . import paper

#: Scale and shape of the start of one coordinate or of one neuron, with |u| and |v| for the sizes of its two layers.
ALPHA, SHAPE = "Abs(u)*Abs(v)", "(Abs(u) - Abs(v))/(Abs(u) + Abs(v))"


@paper.definition("def-shape-scale-diag", "Shape and scale of a diagonal network's start", where="Section 7.1", provenance="recalled")
def diagonal_shape(item):
    item.printed("s_i = (|u_i| - |v_i|)/(|u_i| + |v_i|), alpha_i = |u_i| |v_i|.")
    item.let(u="nonzero", v="nonzero")
    item.conclude(f"-1 < {SHAPE} and {SHAPE} < 1 and {ALPHA} > 0", expected="proved")
    item.step("inhabited", "forall(alpha, positive, forall(s, (-1, 1), exists(x, positive, exists(y, positive,"
              " x*y == alpha and x - y == s*(x + y)))))", says="every scale and every shape in (-1, 1) occur", argument=[
        Take("alpha", "s"),
        Have("1 - s**2 > 0", name="room"),
        *named("k", "alpha/(1 - s**2)", also="k > 0 and k*(1 - s**2) == alpha", by=[
            Split([[], [], []])]),
        Root("k", name="q"), Have("sqrt(k) > 0", name="q>0"),
        Witness("sqrt(k)*(1 + s)"), Split([[], [Witness("sqrt(k)*(1 - s)"), Split([
            [], [Split([[], []])]])]]),
    ])  # fmt: skip
    item.note("Where one layer is 0, alpha = 0 and s is 1 or -1; where both are, s has no value.")


@paper.lemma("lemma-1", "k by scale and shape", where="Appendix H, Lemma 1", provenance="derived")
def constant_of_coordinate(item):
    item.printed("k_i^(1/2) = 4 alpha_i (1 + s_i^2)/(1 - s_i^2), where k_i^(1/2) = 2 (u_i^2 + v_i^2).")
    item.let(u="nonzero", v="nonzero")
    item.define(f"alpha := {ALPHA}", f"s := {SHAPE}")
    item.conclude("2*(u**2 + v**2) == 4*alpha*(1 + s**2)/(1 - s**2)", expected="proved")
    item.step("sum", "(Abs(u) + Abs(v))**2 == 4*alpha/(1 - s**2)", because=["definitions"], says="the square of |u| + |v|")
    item.step("difference", "(Abs(u) - Abs(v))**2 == 4*alpha*s**2/(1 - s**2)", because=["definitions"], says="the square of |u| - |v|")
    item.note("For a layer that is 0 both sides of the lemma lose their meaning: s^2 = 1.")


@paper.definition("def-shape-scale-fc", "Shape, scale and orientation of a neuron's start", where="Section 7.2", provenance="recalled")
def neuron_shape(item):
    item.printed("s = (|a(0)| - |w(0)|)/(|a(0)| + |w(0)|), alpha = |a(0)| |w(0)|, u = w(0)/|w(0)|; Theorem 2 is correct for "
                 "0 <= s < 1 and any alpha > 0.")  # fmt: skip
    item.let(a="positive", n="positive")
    item.define("alpha := a*n", "s := (a - n)/(a + n)")
    item.conclude("-1 < s and s < 1 and alpha > 0 and iff(0 <= s, a**2 - n**2 >= 0)", expected="proved")
    item.step("layers", "a**2 == alpha*(1 + s)/(1 - s) and n**2 == alpha*(1 - s)/(1 + s)", because=["definitions"],
              says="the layers by scale and shape")  # fmt: skip
    item.note("a = |a(0)|, n = |w(0)|: s >= 0 says exactly that delta >= 0, the hypothesis of Theorem 2. For a(0) < 0 the predictor "
              "starts at -alpha u. Where one layer is 0, alpha = 0; at w(0) = 0 there is no orientation.")  # fmt: skip


@paper.lemma("lemma-2", "Scale, shape and balancedness", where="Appendix H, Lemma 2", provenance="guess")
def balancedness(item):
    item.printed("1. delta = 4 alpha s/(1 - s^2). 2. (( |w(0)|^2 + delta^2/4 )^(1/2) - delta/2)^(1/2) = (alpha (1 - s)/(1 + s))^(1/2). "
                 "3. (|w(0)|^2 + delta^2/4)^(1/2) = alpha (1 + s^2)/(1 - s^2). Here w(0) = a(0) w_1(0) is the predictor.")  # fmt: skip
    item.let(a="positive", n="positive")
    item.define("alpha := a*n", "s := (a - n)/(a + n)", "D := a**2 - n**2")
    item.conclude("D == 4*alpha*s/(1 - s**2)"
                  " and sqrt(sqrt((a*n)**2 + D**2/4) - D/2) == sqrt(alpha*(1 - s)/(1 + s))"
                  " and sqrt((a*n)**2 + D**2/4) == alpha*(1 + s**2)/(1 - s**2)", expected="proved")  # fmt: skip
    item.note("D is delta. Both roots are powers of the layers: the third is (|a|^2 + |w_1|^2)/2, the second is |w_1|. Also for s < 0.")


@paper.lemma("lemma-3", "The slope of the potential at 0", where="Appendix H, Lemma 3", provenance="derived")
def slope_at_zero(item):
    item.printed("For delta > 0 and x >= 0 let q'(x) = ((x^2 + delta^2/4)^(1/2) - delta/2)^(1/2). Then lim_{x -> 0+} q'(x)/x = "
                 "1/delta^(1/2).")  # fmt: skip
    item.let(delta="positive")
    item.define("S(x) := sqrt(x**2 + delta**2/4)")
    item.conclude("limit(sqrt(S(x) - delta/2)/x, x, 0, '+') == 1/sqrt(delta)", expected="proved")
    item.step("hospital", "limit((S(x) - delta/2)/x**2, x, 0, '+') == 1/delta", because=["definitions"],
              says="L'Hopital's rule, 1/(2 S) at 0")  # fmt: skip
    item.step("rate", "forall(x, positive, x**2*(1/delta - x**2/delta**3) <= S(x) - delta/2 and S(x) - delta/2 <= x**2/delta)",
              because=["definitions"], says="with its rate, for all x > 0 at once", argument=[
        Take("x"),
        *named("R", "S(x)", also="R > 0 and R**2 == x**2 + delta**2/4", by=[Split([
            [], [], []])]),
        *named("h", "x**2/delta", also="h > 0 and h*delta == x**2", by=[Split([
            [], [], []])]),
        Have("R - delta/2 <= h", name="high"),
        *named("e", "1/delta", also="e > 0 and e*delta == 1", by=[Split([
            [], [], []])]),
        Have("R - delta/2 >= h - h**2*e", name="low", by=[
            Have("(R - delta/2)*(delta + h) >= h*delta", name="cross", by=[
                Have("R - delta/2 >= 0", name="above")]),
            Have("delta*(R - delta/2) >= h*delta - h**2", name="times")]),
        Have("x**2*(1/delta - x**2/delta**3) == h - h**2*e", name="same"),
        Have("x**2/delta == h", name="also"),
        Split([[Order(positive=[Square(facts=["low"])], terms=[("R.0", "-1", "1"), ("same", "-1", "1")], nonzero=["delta.positive"])],
               []]),
    ])  # fmt: skip
    item.note("The rate is not printed: the square of the quotient lies at most x^2/delta^3 below its limit. At delta = 0, "
              "q'(x)/x = x^(-1/2) is unbounded.")  # fmt: skip


@paper.lemma("lemma-4", "The norm of a kernel predictor", where="Appendix H, Lemma 4", provenance="derived")
def kernel_norm(item):
    item.printed("Let B be positive definite and f(x) = w'x a kernel predictor for K(x, x') = x'B x'. Then |f|_K^2 = w'B^-1 w.")
    item.let(d="positive integer", m="positive integer", B="matrix(d, d)", G="matrix(d, d)", F="matrix(m, d)", w="matrix(d, 1)")
    item.suppose("features", "B == F.T*F")
    item.suppose("inverse", "B*G == eye(d) and G*B == eye(d)")
    item.conclude("F.T*(F*G*w) == w and norm2(F*G*w) == trace(w.T*G*w)"
                  " and forall(b, matrix(m, 1), implies(F.T*b == w, norm2(b) >= trace(w.T*G*w)))", argument=[
        Have("G.T == G", name="symmetric", by=[Linear(terms=[
            ("inverse.0", "-G.T", "1"), Inside("inverse.0", "HOLE.T*G"), Inside("features", "G.T*HOLE*G"), Inside("features", "-G.T*HOLE.T*G")])]),
        Split([[],
               [],
               [Take("b"), Order(positive=[Square(root="b - F*G*w")], rewrite=["symmetric"], terms=[
                   ("given", "2*w.T*G", "1"), ("features", "w.T*G", "G*w"), ("inverse.0", "-w.T*G", "w")])]])],
        expected="proved")  # fmt: skip
    item.note("phi(x) = F x is any feature map, K(x, x') = phi(x)'phi(x'), for example F = B^(1/2). |f|_K is the least |b| with "
              "f(x) = b'phi(x) for all x; it is attained at b = F B^-1 w, whatever F is.")  # fmt: skip
