"""Section 7.2: the potential of a single neuron and its minimisers, in the layers a, b of the predictor w = a b.

The start is w(0) = A (k A u) with |a(0)| = A, |w_1(0)| = k A and the unit vector u: scale alpha = k A^2, shape s = (1 - k)/(1 + k),
delta = (1 - k^2) A^2 >= 0.  Every w is a b with a > 0 and a^2 - |b|^2 = delta, a^2 = S + delta/2; there q(|w|) = a^3 - (3/2) delta a and
grad q(|w|) = (3/2) b.  So Q(w) = a^3 - (3/2) delta a - (3/2) k A u'w, and it is stationary on X'w = y where b - k A u is orthogonal
to every v that is orthogonal to the samples.
"""

from verifier.audit.setting import Setting
from verifier.claims.script import Have, Inside, Linear, Numbers, Order, Split, Square, Take, Use
from verifier.theory.linear_dependence import named as named_matrix
from verifier.theory.real_numbers import named_number as named

from . import paper

SPACE = {"d": "positive integer", "N": "positive integer", "X": "matrix(d, N)", "u": "matrix(d, 1)", "k": "(0, 1]", "A": "positive"}
BETA = "(b - k*A*u)"
#: A start of the neuron, and a stationary point a b of its potential on the set of all w with the same outputs.
neuron = Setting(
    let={**SPACE, "a": "positive", "b": "matrix(d, 1)"},
    suppose={
        "unit": "norm2(u) == 1",
        "balance": "a**2 - norm2(b) == A**2 - k**2*A**2",
        "stationary": f"forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), v.T*{BETA} == 0))",
    },
)
UNIT = {"d": 1, "N": 1, "X": 1, "u": 1, "k": 1, "A": 1, "a": 1, "b": 1}


def check(id, title, words):
    def page(build):
        def full(item):
            item.printed("(not in the paper) " + words)
            build(item)

        return paper.remark(id, title, where="Section 7.2, cross-check")(full)

    return page


@check("neuron-layers", "The potential in terms of the layers", "q(x) of Theorem 2 is a^3 - (3/2) delta a and q'(x) = (3/2) n for x = a n, delta = a^2 - n^2.")
def layers(item):
    item.let(a="positive", n="positive")
    item.define("D := a**2 - n**2", "x := a*n", "S := sqrt(x**2 + D**2/4)")
    item.conclude("S == (a**2 + n**2)/2 and (x**2 - D/2*(D/2 + S))*sqrt(S - D/2)/x == a**3 - 3/2*D*a", expected="proved", argument=[
        Have("S == (a**2 + n**2)/2", name="S", by=[Numbers()]),
        Have("sqrt(S - D/2) == n", name="root", by=[
            Have("sqrt((a**2 + n**2)/2 - (a**2 - n**2)/2) == n", name="plain", by=[Numbers()]), Numbers(using=["S", "plain", "n", "a"])]),
        Split([[Numbers(using=["S"])], [Numbers(using=["S", "root", "a", "n"])]])])  # fmt: skip


@check("neuron-argmin", "A stationary point is the minimiser",
       "Q(w) - Q(a b) = (x - a)^2 (x + 2 a)/4 + (3/4) x |w/x - b|^2 for every w = x (w/x) with the same outputs.")
def argmin(item):
    item.use(neuron)
    item.let(w="matrix(d, 1)", x="positive")
    item.define("D := A**2 - k**2*A**2", "Q(t, c) := c**3 - 3/2*D*c - 3/2*k*A*trace(u.T*t)")
    item.suppose("layers", "x**4 - D*x**2 == norm2(w)")
    item.suppose("feasible", "X.T*w == a*X.T*b")
    item.conclude("Q(w, x) - Q(a*b, a) == (x - a)**2*(x + 2*a)/4 + 3/4*x*norm2(1/x*w - b)", argument=[
        Use("stationary", at=["w - a*b"], name="along", premises=[[Linear(terms=[Inside("feasible", "HOLE.T")])]]),
        Linear(terms=[("along", "3/2", "1"), ("layers", "3/4*1/x", "1"), ("balance", "3/4*x - 3/2*a", "1")], nonzero=["x.positive"])],
        expected="proved", example={**UNIT, "w": 1, "x": 1})  # fmt: skip
    item.note("Both terms vanish only at x = a, w = a b: the minimiser is unique.")


@check("neuron-least-norm", "How far the minimiser is from the least norm",
       "|a b - X nu|^2 <= (A^2 + |X nu|) k^2 A^2: alpha^2 + alpha |X nu| (1 - s)/(1 + s), where X nu is the solution of least norm.")
def least_norm(item):
    item.use(neuron)
    item.let(nu="matrix(N, 1)", mu="nonnegative")
    item.suppose("least", "a*X.T*b == X.T*X*nu and norm2(X*nu) == mu**2")
    item.conclude("norm2(a*b - X*nu) <= (A**2 + mu)*k**2*A**2", argument=[
        *named_matrix("e", "d, 1", "a*b - X*nu"),
        Have("e.T*X == zeros(1, N)", name="orthogonal", by=[Linear(rewrite=["e"], terms=[Inside("least.0", "HOLE.T")])]),
        Use("stationary", at=["e"], name="along", premises=[[]]),
        Have("norm2(e) == trace(e.T*(a*k*A*u))", name="size", by=[
            Linear(terms=[("e", "e.T", "1"), ("orthogonal", "-1", "nu"), ("along", "a", "1")])]),
        Have("norm2(e) <= a**2*k**2*A**2", name="short", by=[
            Order(positive=[Square(root="e - a*k*A*u")], terms=[("size", "-2", "1"), ("unit", "-a**2*k**2*A**2", "1")])]),
        Have("norm2(a*b) == norm2(e) + mu**2", name="parts", by=[
            Linear(terms=[("e", "-(a*b + e + X*nu).T", "1"), ("least.1", "1", "1"), ("orthogonal", "2", "nu")])]),
        *named("h", "a**2"), Have("h >= 0", name="h>=0", by=[Numbers(using=["h"])]),
        Have("h**2 <= mu**2 + A**2*h", name="quadratic", by=[Order(positive=[Square(facts=["short"])], terms=[
            ("parts", "-1", "1"), ("balance", "-a**2", "1"), ("h", "-1", "h + a**2"), ("h", "A**2", "1")])]),
        Have("h <= A**2 + mu", name="bounded", by=[Numbers(using=["quadratic", "mu", "A"])]),
        Have("a**2*k**2*A**2 <= (A**2 + mu)*k**2*A**2", name="last", by=[Numbers(using=["bounded", "h", "k", "A"])]),
        Order(positive=[Square(facts=["short"]), Square(facts=["last"])], terms=[("e", "(e + a*b - X*nu).T", "1")]),
    ], expected="proved", example={**UNIT, "nu": 1, "mu": 1})  # fmt: skip


@check("neuron-move", "How far the layers move",
       "|b - b(0)|^2 + (a - A)^2 <= 4 |f|^2/A^2 for every displacement f from w(0) to a point with the outputs of a b.")
def move(item):
    item.use(neuron)
    item.let(f="matrix(d, 1)")
    item.suppose("feasible", "X.T*(k*A**2*u + f) == a*X.T*b")
    item.conclude(f"A**2*(norm2{BETA} + (a - A)**2) <= 4*norm2(f)", because=["norm-product"], argument=[
        *named_matrix("e", "d, 1", BETA[1:-1]),
        Have("norm2(e) + 2*k*A*trace(u.T*e) == (a - A)*(a + A)", name="radii", by=[
            Linear(rewrite=["e"], terms=[("balance", "-1", "1"), ("unit", "-k**2*A**2", "1")])]),
        Use("stationary", at=["a*b - k*A**2*u - f"], name="along", premises=[[Linear(terms=[Inside("feasible", "-HOLE.T")])]]),
        Have("(a + A)/2*(norm2(e) + (a - A)**2) == trace(f.T*e)", name="identity", by=[
            Linear(terms=[("along", "1", "1"), ("radii", "-(a - A)/2", "1")], rewrite=["e"])]),
        *named("g", "norm2(e)"), *named("h", "norm2(f)"), *named("t", "trace(f.T*e)"), *named("z", "(a - A)**2"),
        Have("norm2(e) >= 0", name="e>=0"), Have("norm2(f) >= 0", name="f>=0"),
        Have("g >= 0 and h >= 0 and z >= 0", name="signs", by=[Split([
            [Numbers(using=["g", "e>=0"])], [Numbers(using=["h", "f>=0"])], [Numbers(using=["z"])]])]),
        Have("t**2 <= h*g", name="product", by=[
            Use("cited:norm-product", at=["1", "d", "1", "f.T", "e"], name="plain"),
            Order(rewrite=["t", "h", "g"], positive=[Square(facts=["plain"])])]),
        Have("(a + A)*(g + z) == 2*t", name="in numbers", by=[Linear(rewrite=["g", "z", "t"], terms=[("identity", "2", "1")])]),
        Have("A**2*(g + z) <= 4*h", name="numbers", by=[
            *named("w", "g + z"), Have("w >= 0", name="w>=0", by=[Numbers(using=["w", "signs"])]),
            Have("A*w <= 2*t", name="half", by=[Have("a*w >= 0", name="rest", by=[Numbers(using=["a", "w>=0"])]),
                                                Have("(a + A)*w == 2*t", name="sum", by=[Numbers(using=["w", "in numbers"])]),
                                                Numbers(using=["rest", "sum"])]),
            Have("A**2*w**2 <= 4*t**2", name="squares", by=[
                Have("A*w >= 0", name="left", by=[Numbers(using=["A", "w>=0"])]), Numbers(using=["half", "left"])]),
            Have("4*t**2 <= 4*h*w", name="above", by=[Numbers(using=["product", "w", "signs"])]),
            Have("A**2*w**2 <= 4*h*w", name="chain", by=[Numbers(using=["squares", "above"])]),
            Have("A**2*w <= 4*h", name="cancelled", by=[Numbers(using=["chain", "w>=0", "signs", "A"])]),
            Numbers(using=["cancelled", "w"])]),
        Order(positive=[Square(facts=["numbers"])], terms=[
            ("g", "A**2", "1"), ("z", "A**2", "1"), ("h", "-4", "1"), ("e", f"A**2*(e + {BETA}).T", "1")]),
    ], expected="proved", example={**UNIT, "f": 0})  # fmt: skip
