"""Appendix F: what the potential of a single neuron becomes at extreme scales and shapes.

k = (1 - s)/(1 + s) is |w_1(0)|/|a(0)|, A is |a(0)|: alpha = k A^2.  On a line through w(0), w(0) + t v, with |w(0)| = alpha and
p = u'v, n = |v|^2, |w|^2 = alpha^2 + 2 alpha p t + n t^2.
"""

from verifier.language.script import Have, Order, Rewritten, Set, Split, Square, Take, Use, Witness
from verifier.language.script_parts import named_number as named

from . import paper

SLOPE = "3/2*sqrt(sqrt(x**2 + D**2/4) - D/2)"


def line(id, title, provenance="derived"):
    return paper.equation(id, title, where="Appendix F", provenance=provenance)


@line("F.1", "Small scale: the least norm")
def small_scale(item):
    item.printed("For any s, alpha -> 0 gives z -> 0, and q is increasing: argmin Q tends to argmin |w| (anti-NTK).")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", nu="matrix(N, 1)", mu="nonnegative")
    item.suppose("least norm", "norm2(X*nu) == mu**2")
    item.conclude(
        "forall(eta, positive, exists(alpha0, positive, forall(u, matrix(d, 1), forall(k, (0, 1], forall(A, positive, forall(a, positive,"
        " forall(b, matrix(d, 1), implies(k*A**2 <= alpha0 and norm2(u) == 1 and a**2 - norm2(b) == A**2 - k**2*A**2"
        " and forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), v.T*(b - k*A*u) == 0)) and a*X.T*b == X.T*X*nu,"
        " norm2(a*b - X*nu) <= eta**2))))))))", because=["neuron-least-norm"], argument=[
            Take("eta"),
            *named("h", "eta**2/((1 + eta**2)*(1 + mu))", also="0 < h and h <= 1 and h*(1 + mu) <= eta**2", by=[Split([
                [], [], [], []])]),
            Witness("h"), Split([[], [
                Take("u", "k", "A", "a", "b"),
                Use("cited:neuron-least-norm", at=["d", "N", "X", "u", "k", "A", "a", "b", "nu", "mu"], name="bound"),
                Set("al", "k*A**2"),
                Have("al <= h", name="scale"),
                Have("al > 0", name="al>0", by=[
                    Have("k*A**2 > 0", name="plain")]),
                Have("(A**2 + mu)*k**2*A**2 == al**2 + mu*k*al", name="same"),
                Have("mu*k*al <= mu*al", name="k<1"),
                Have("al**2 + mu*al <= h*(1 + mu)", name="small"),
                Have("(A**2 + mu)*k**2*A**2 <= eta**2", name="last"),
            ]])], expected="proved")  # fmt: skip
    item.note("A = |a(0)| and k = (1 - s)/(1 + s), so alpha = k A^2; (a, b) are the layers of the minimiser w_Q = a b of Q: balanced and stationary, which makes it the "
              "minimiser (neuron-argmin); w* = X nu.")
    item.note("With the rate |w - w*|^2 <= alpha^2 + alpha |w*| (1 - s)/(1 + s): uniform in the shape s in [0, 1), the orientation and the data, "
              "w* = X nu of least norm. z -> 0 alone does not give it: what is bounded here is the whole pull of the start.")  # fmt: skip


@line("F.2/step-1", "The slopes of the potential at the start")
def slopes(item):
    item.printed("grad Q(w(0)) = 0; q'(alpha) = (3/2) (alpha (1 - s)/(1 + s))^(1/2); q''(alpha) = (3/4) (1 + s)^(3/2) (1 - s)^(1/2)/"
                 "(alpha^(1/2) (1 + s^2)).")  # fmt: skip
    item.let(alpha="positive", s="[0, 1)", D="nonnegative", d="positive integer", u="matrix(d, 1)")
    item.suppose("delta", "4*alpha*s == D*(1 - s**2)")
    item.define("S(x) := sqrt(x**2 + D**2/4)", "slope(x) := 3/2*sqrt(S(x) - D/2)", "z := -3/2*sqrt(S(alpha) - D/2)/alpha*(alpha*u)")  # fmt: skip
    bent, printed = "3/4*alpha/(S(alpha)*sqrt(S(alpha) - D/2))", "3/4*(1 + s)**(3/2)*(1 - s)**(1/2)/(alpha**(1/2)*(1 + s**2))"
    item.conclude("slope(alpha)/alpha*(alpha*u) + z == zeros(d, 1) and slope(alpha) == 3/2*sqrt(alpha*(1 - s)/(1 + s))"
                  f" and diff(slope(x), (x, alpha)) == {printed}",
                  expected="proved", argument=[
        Have("forall(l, real, forall(m, real, forall(r, real, forall(c, real, implies(l == c*m and m == r, l == c*r)))))", name="chain", by=[
            Take("l", "m", "r", "c")]),
        Have("forall(l, real, forall(m, real, forall(r, real, implies(l == m and m == r, l == r))))", name="follows", by=[
            Take("l", "m", "r")]),
        Have("forall(e, nonnegative, forall(y, positive, diff(3/2*sqrt(sqrt(x**2 + e**2/4) - e/2), (x, y))"
             " == 3/4*y/(sqrt(y**2 + e**2/4)*sqrt(sqrt(y**2 + e**2/4) - e/2))))", name="curvatures", by=[Take("e", "y")]),
        Have("forall(l, positive, forall(p, positive, forall(m, positive, 3/4*l*p*m/(l*(1 + s**2)*sqrt(l*m/p)) == 3/4*p**(3/2)*m**(1/2)/(l**(1/2)*(1 + s**2)))))",
             name="roots", by=[Take("l", "p", "m"),
                 Have("forall(g, positive, 3/4*l*p*m/(l*g*sqrt(l*m/p)) == 3/4*p**(3/2)*m**(1/2)/(l**(1/2)*g))", name="letters", by=[
                     Take("g")]),
                 Use("letters", at=["1 + s**2"], premises=[[]])]),
        Have("1 - s**2 > 0", name="room"), Have("D == 4*alpha*s/(1 - s**2)", name="D is"),
        Use("curvatures", at=["D", "alpha"], premises=[[], []], name="curvature"),
        Have("S(alpha) == alpha*(1 + s**2)/(1 - s**2)", name="S"),
        Have("S(alpha) - D/2 == alpha*(1 - s)/(1 + s)", name="inside"),
        Have("sqrt(S(alpha) - D/2) == sqrt(alpha*(1 - s)/(1 + s))", name="root"),
        Split([
            [],
            [Use("chain", at=["slope(alpha)", "sqrt(S(alpha) - D/2)", "sqrt(alpha*(1 - s)/(1 + s))", "3/2"], premises=[[Split([[], []])]])],
            [Use("roots", at=["alpha", "1 + s", "1 - s"], premises=[[], [], []], name="rooted"),
             Have("forall(r, positive, 3/4*alpha/(alpha*(1 + s**2)/(1 - s**2)*r) == 3/4*alpha*(1 + s)*(1 - s)/(alpha*(1 + s**2)*r))", name="letters", by=[
                 Take("r")]),
             Have("sqrt(alpha*(1 - s)/(1 + s)) > 0", name="positive"),
             Use("letters", at=["sqrt(alpha*(1 - s)/(1 + s))"], premises=[[]], name="plain"),
             Rewritten("plain", ["S", "root"], name="put in"), Rewritten("rooted", ["root"], name="value"),
             Use("follows", at=[bent, "3/4*alpha*(1 + s)*(1 - s)/(alpha*(1 + s**2)*sqrt(S(alpha) - D/2))", printed], premises=[[Split([[], []])]],
                 name="printed"),
             Use("follows", at=["diff(slope(x), (x, alpha))", bent, printed], premises=[[Split([[], []])]])]])],
        example={"alpha": 1, "s": 0, "D": 0, "d": 1, "u": 1})  # fmt: skip
    item.note("w(0) = alpha u; D is delta, by Lemma 2. q' is `slope` (B/step-7), and the gradient of q(|w|) + z'w is q'(|w|) w/|w| + z (eq-12).")


@line("eq-27", "The matrix of the second order")
def matrix(item):
    item.printed("B = I - [(1 - s)^2/(2 (1 + s^2))] u u'.")
    item.let(k="(0, 1]", d="positive integer", u="matrix(d, 1)")
    item.define("s := (1 - k)/(1 + k)")
    item.suppose("unit", "norm2(u) == 1")
    item.conclude("(1 - s)**2/(2*(1 + s**2)) == k**2/(1 + k**2) and forall(v, matrix(d, 1), "
                  " 2*(norm2(v) - k**2/(1 + k**2)*trace(u.T*v)**2) >= norm2(v))", argument=[Split([
        [],
        [Take("v"), *named("h", "k**2/(1 + k**2)", also="0 <= h and h <= 1/2", by=[Split([
            [], [], []])]),
         Have("1 - 2*h >= 0", name="room"),
         Order(rewrite=["~h.0", "unit"], positive=[Square(root="v", facts=["room"]), Square(root="v - trace(u.T*v)*u", facts=["h.1"], weight="2")])]])],
        expected="proved")  # fmt: skip
    item.note("B is positive definite, with eigenvalues between 1/2 and 1, uniformly in the shape.")


@paper.remark("F.2/third", "The third order against the second", where="Appendix F.2, cross-check")
def third_order(item):
    item.printed("(not in the paper) With p^2 <= n: the third-order coefficient is at most n^(1/2) k times the second-order one.")
    item.let(k="(0, 1]", A="positive", p="real", n="nonnegative")
    item.suppose("inner product", "p**2 <= n")
    item.conclude("(p*(3*n*(1 + k**2)**2 - p**2*(3*k**4 + 7*k**2)))**2 <= n*(3*(1 + k**2)**2*((1 + k**2)*n - k**2*p**2))**2",
                  expected="proved", argument=[
        Set("x", "3*n*(1 + k**2)**2 - p**2*(3*k**4 + 7*k**2)"), Set("y", "3*(1 + k**2)**2*((1 + k**2)*n - k**2*p**2)"),
        Set("q", "p**2"), Have("q >= 0 and q <= n", name="range", by=[Split([[], []])]),
        *named("h", "k**2", also="0 < h and h <= 1", by=[Split([[], [], []])]),
        Have("x == (3 - h)*q + 3*(1 + h)**2*(n - q)", name="x is"),
        Have("y == x + h*(3*(1 + h)**2*(n - q) + q*(3*h + 7))", name="y is"),
        Have("0 <= x and x <= y", name="order", by=[Split([[], []])]),
        Have("q*x**2 <= n*y**2", name="squares", by=[
            Have("x**2 <= y**2", name="plain"),
            Have("q*x**2 <= n*x**2", name="first"),
            Have("n*x**2 <= n*y**2", name="second")]),
        Have("p**2*(3*n*(1 + k**2)**2 - p**2*(3*k**4 + 7*k**2))**2 <= n*(3*(1 + k**2)**2*((1 + k**2)*n - k**2*p**2))**2", name="open", by=[
            Order(rewrite=["q", "x", "y"], positive=[Square(facts=["squares"])])])])  # fmt: skip
    item.step("second", "3/4*1/A*(n - k**2/(1 + k**2)*p**2)*(k/A**2) =="
              " k/(4*(1 + k**2)**3*A**3)*(3*(1 + k**2)**2*((1 + k**2)*n - k**2*p**2))", says="c2 k/A^2, with the factor k/(4 (1 + k^2)^3 A^3)")
    item.note("Along w(0) + t v, Q is c2 t^2 + c3 t^3 up to the fourth order, c2 = (3/4) v'B v/A and c3 = -k p (3 n (1 + k^2)^2 "
              "- p^2 (3 k^4 + 7 k^2))/(4 (1 + k^2)^3 A^3), with p = u'v, n = |v|^2. So |c3| <= (k/A^2) |v| c2 where k/A^2 = (1 - s)^2/((1 + s)^2 "
              "alpha): the displacement |v| belongs to the condition.")  # fmt: skip
