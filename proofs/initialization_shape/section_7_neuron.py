"""Section 7.2: the potential of a single neuron and its minimisers, in the layers a, b of the predictor w = a b.

The start is w(0) = A (k A u) with |a(0)| = A, |w_1(0)| = k A and the unit vector u: scale alpha = k A^2, shape s = (1 - k)/(1 + k),
delta = (1 - k^2) A^2 >= 0.  Every w is a b with a > 0 and a^2 - |b|^2 = delta, a^2 = S + delta/2; there q(|w|) = a^3 - (3/2) delta a and
grad q(|w|) = (3/2) b.  So Q(w) = a^3 - (3/2) delta a - (3/2) k A u'w, and it is stationary on X'w = y where b - k A u is orthogonal
to every v that is orthogonal to the samples.
"""

from verifier.language.script import Have, Inside, Linear, Numbers, Order, Set, Split, Square, Use
from verifier.papers.setting import Setting

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
#: The same for any k: neither the sign nor the size of k matters for how far the layers move.
any_shape = Setting(let={**neuron.let, "k": "real"}, suppose=neuron.suppose)
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
        Have("S == (a**2 + n**2)/2", name="S"),
        Have("sqrt(S - D/2) == n", name="root", by=[
            Have("sqrt((a**2 + n**2)/2 - (a**2 - n**2)/2) == n", name="plain")]),
        Split([[], []])])  # fmt: skip


@check("neuron-argmin", "A stationary point is the minimiser",
       "Q(w) - Q(a b) = (x - a)^2 (x + 2 a)/4 + (3/4) x |w/x - b|^2 for every w = x (w/x) with the same outputs.")
def argmin(item):
    item.use(neuron)
    item.let(w="matrix(d, 1)", x="positive")
    item.define("D := A**2 - k**2*A**2", "Q(t, c) := c**3 - 3/2*D*c - 3/2*k*A*trace(u.T*t)")
    item.suppose("layers", "x**4 - D*x**2 == norm2(w)")
    item.suppose("feasible", "X.T*w == a*X.T*b")
    item.conclude("Q(w, x) - Q(a*b, a) == (x - a)**2*(x + 2*a)/4 + 3/4*x*norm2(1/x*w - b)", argument=[
        Use("stationary", at=["w - a*b"], name="along", premises=[[]]),
        Linear(terms=[("along", "3/2", "1"), ("layers", "3/4*1/x", "1"), ("balance", "3/4*x - 3/2*a", "1")], nonzero=["x.positive"])],
        expected="proved", example={**UNIT, "w": 1, "x": 1})  # fmt: skip
    item.without("balance", counterexample={**UNIT, "a": 4, "b": 1, "w": 4, "x": 2})
    item.without("stationary", counterexample={**UNIT, "X": 0, "a": 2, "b": 2, "w": 1, "x": 1})
    item.without("layers", counterexample={**UNIT, "X": 0, "w": 0, "x": 1})
    item.without("feasible", counterexample={**UNIT, "a": 2, "b": 2, "w": 1, "x": 1})
    item.note("Both terms vanish only at x = a, w = a b: the minimiser is unique.")


NEAR_LEAST_NORM = [
    Set("e", "a*b - X*nu"),
    Have("e.T*X == zeros(1, N)", name="orthogonal"),
    Use("stationary", at=["e"], name="along", premises=[[]]),
    Have("norm2(e) == trace(e.T*(a*k*A*u))", name="size"),
    Have("norm2(e) <= a**2*k**2*A**2", name="short", by=[
        Order(positive=[Square(root="e - a*k*A*u")], terms=[("size", "-2", "1"), ("unit", "-a**2*k**2*A**2", "1")])]),
    Have("norm2(a*b) == norm2(e) + mu**2", name="parts"),
    Set("h", "a**2"), Have("h >= 0", name="h>=0"),
    Have("h**2 <= mu**2 + A**2*h", name="quadratic", by=[Order(positive=[Square(facts=["short"])], terms=[
        ("parts", "-1", "1"), ("balance", "-a**2", "1"), ("h", "-1", "h + a**2"), ("h", "A**2", "1")])]),
    Have("h <= A**2 + mu", name="bounded"),
    Have("a**2*k**2*A**2 <= (A**2 + mu)*k**2*A**2", name="last"),
    Order(positive=[Square(facts=["short"]), Square(facts=["last"])], terms=[("e", "(e + a*b - X*nu).T", "1")]),
]  # fmt: skip
#: No sample sees anything: the start is the minimiser.
BLIND = {**UNIT, "X": 0}


def least_norm_roles(item):
    """Each hypothesis of the distance from the least norm is needed."""
    blind = {**BLIND, "nu": 0, "mu": 0}
    item.without("mu.nonnegative", counterexample={**UNIT, "a": 2, "b": 2, "nu": 4, "mu": -4})
    item.without("unit", counterexample={**blind, "u": 2, "a": 2, "b": 2})
    item.without("balance", counterexample={**blind, "a": 2})
    item.without("stationary", counterexample={**blind, "a": 2, "b": 2})
    item.without("least", counterexample={**UNIT, "nu": -1, "mu": 0})


@check("neuron-least-norm", "How far the minimiser is from the least norm",
       "|a b - X nu|^2 <= (A^2 + |X nu|) k^2 A^2: alpha^2 + alpha |X nu| (1 - s)/(1 + s), where X nu is the solution of least norm.")
def least_norm(item):
    item.use(neuron)
    item.let(nu="matrix(N, 1)", mu="nonnegative")
    item.suppose("least", "a*X.T*b == X.T*X*nu and norm2(X*nu) == mu**2")
    item.conclude("norm2(a*b - X*nu) <= (A**2 + mu)*k**2*A**2", argument=NEAR_LEAST_NORM, expected="proved", example={**UNIT, "nu": 1, "mu": 1})
    least_norm_roles(item)


def distance_roles(item, more):
    """What a neuron that sees nothing says of a distance that is 0 when the displacement f is."""
    blind = {**BLIND, **more}
    item.without("a.positive", counterexample={**blind, "a": -1})
    item.without("A.positive", counterexample={**blind, "A": -1, "b": -1})
    item.without("unit", counterexample={**blind, "u": 2, "a": 2, "b": 2})
    item.without("balance", counterexample={**blind, "a": 2})
    item.without("stationary", counterexample={**blind, "a": 2, "b": 2})


#: One sample e_0 and the orientation e_1: the minimiser with the output 15/16 is (15/16, 5/4), the start (0, 1).
BESIDE = {**UNIT, "d": 2, "X": "basis(2, 0)", "u": "basis(2, 1)", "a": "5/4", "b": "3/4*basis(2, 0) + basis(2, 1)", "f": "zeros(2, 1)",
          "z": "15/16*basis(2, 0)"}  # fmt: skip


@check("neuron-move", "How far the layers move",
       "|b - b(0)|^2 + (a - A)^2 <= 4 |f|^2/A^2 for every displacement f from w(0) to a point with the outputs of a b.")
def move(item):
    item.use(any_shape)
    item.let(f="matrix(d, 1)")
    item.suppose("feasible", "X.T*(k*A**2*u + f) == a*X.T*b")
    item.conclude(f"A**2*(norm2{BETA} + (a - A)**2) <= 4*norm2(f)", because=["norm-product"], argument=[
        Set("e", BETA[1:-1]),
        Have("norm2(e) + 2*k*A*trace(u.T*e) == (a - A)*(a + A)", name="radii"),
        Use("stationary", at=["a*b - k*A**2*u - f"], name="along", premises=[[Linear(terms=[Inside("feasible", "-HOLE.T")])]]),
        Have("(a + A)/2*(norm2(e) + (a - A)**2) == trace(f.T*e)", name="identity"),
        Set("g", "norm2(e)"), Set("h", "norm2(f)"), Set("t", "trace(f.T*e)"), Set("z", "(a - A)**2"),
        Have("norm2(e) >= 0", name="e>=0"), Have("norm2(f) >= 0", name="f>=0"),
        Have("g >= 0 and h >= 0 and z >= 0", name="signs", by=[Split([
            [], [], []])]),
        Have("t**2 <= h*g", name="product", by=[
            Use("cited:norm-product", at=["1", "d", "1", "f.T", "e"], name="plain"),
            Order(rewrite=["t", "h", "g"], positive=[Square(facts=["plain"])])]),
        Have("(a + A)*(g + z) == 2*t", name="in numbers"),
        Have("A**2*(g + z) <= 4*h", name="numbers", by=[
            Set("w", "g + z"), Have("w >= 0", name="w>=0"),
            Have("A*w <= 2*t", name="half", by=[Have("a*w >= 0", name="rest"),
                                                Have("(a + A)*w == 2*t", name="sum")]),
            Have("A**2*w**2 <= 4*t**2", name="squares", by=[
                Have("A*w >= 0", name="left")]),
            Have("4*t**2 <= 4*h*w", name="above"),
            Have("A**2*w**2 <= 4*h*w", name="chain"),
            Have("A**2*w <= 4*h", name="cancelled"),
            Numbers(using=["cancelled", "w"])]),
        Order(positive=[Square(facts=["numbers"])], terms=[
            ("g", "A**2", "1"), ("z", "A**2", "1"), ("h", "-4", "1"), ("e", f"A**2*(e + {BETA}).T", "1")]),
    ], expected="proved", example={**UNIT, "f": 0})  # fmt: skip
    distance_roles(item, {"f": 0})
    item.without("feasible", counterexample={**UNIT, "a": 2, "b": 2, "f": 0})


TARGET = "(k*A**2*u + A**2*(z + k**2*trace(u.T*z)*u))"  #: w(0) + K z, with K = A^2 (I + k^2 u u') the tangent kernel's matrix
REST = f"(a*b - {TARGET})"


@check("neuron-kernel", "How far the minimiser is from that of the kernel",
       "|a b - w_K| <= 4 2^(1/2) |f|^2/A^2 where w_K = w(0) + K z has the outputs of a b, z in the span of the samples, K = A^2 (I + k^2 u u'), "
       "and f is any displacement from w(0) to a point with these outputs.")  # fmt: skip
def kernel(item):
    item.use(neuron)
    item.let(f="matrix(d, 1)", z="matrix(d, 1)")
    item.suppose("feasible", "X.T*(k*A**2*u + f) == a*X.T*b")
    item.suppose("kernel", "forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), v.T*z == 0))")
    item.suppose("outputs", f"X.T*{TARGET} == a*X.T*b")
    item.conclude(f"A**4*norm2{REST} <= 32*norm2(f)**2", because=["neuron-move"], argument=[
        Use("cited:neuron-move", at=["d", "N", "X", "u", "k", "A", "a", "b", "f"], name="moved"),
        Set("e", REST[1:-1]), Set("g", BETA[1:-1]),
        Set("c", "z - 1/A*g"), Set("r", "a*b - k*A**2*u - A*(g + k**2*trace(u.T*g)*u)"),
        Have("e.T*X == zeros(1, N)", name="orthogonal", by=[Linear(rewrite=["e"], terms=[Inside("outputs", "-HOLE.T")])]),
        Use("kernel", at=["e"], name="e and z", premises=[[]]), Use("stationary", at=["e"], name="e and b", premises=[[]]),
        Have("trace(e.T*c) == 0", name="e and c", by=[Linear(terms=[
            ("c", "e.T", "1"), ("e and z", "1", "1"), ("g", "-1/A*e.T", "1"), ("e and b", "-1/A", "1")], nonzero=["A.positive"])]),
        Have("r == e + A**2*(c + k**2*trace(u.T*c)*u)", name="split"),
        Have("1 - k**2 >= 0 and k > 0", name="k range", by=[Split([[], []])]),
        Have("(1 + k**2)*norm2(e) <= 2*(1 + k**2)*norm2(r)", name="doubled", by=[Order(positive=[
            Square(root="k*trace(u.T*r)", weight="2"), Square(root="k*e - k*trace(u.T*e)*u", weight="2"), Square(root="e", facts=["k range.0"]),
            Square(root="A**2*c", weight="2"), Square(root="k*A**2*c", weight="2"), Square(root="k*A**2*trace(u.T*c)", weight="2"),
            Square(root="k**2*A**2*trace(u.T*c)", weight="2")],
            rewrite=["split", "unit", "e and c"])]),
        Set("P", "norm2(g)"), Set("q", "trace(u.T*g)"), Set("h", "a - A"), Set("F", "norm2(f)"),
        Set("x", "norm2(e)"), Set("y", "norm2(r)"),
        Have("norm2(g) >= 0", name="g>=0"), Have("P >= 0", name="P>=0"),
        Have("norm2(f) >= 0", name="f>=0"), Have("F >= 0", name="F>=0"),
        Have("P + 2*k*A*q == 2*A*h + h**2", name="radii", by=[
            Linear(rewrite=["P", "q", "h", "g"], terms=[("balance", "-1", "1"), ("unit", "-k**2*A**2", "1")])]),
        Have("y == h**2*P + 2*h*k*(A*h - k*A*q)*q + k**2*(A*h - k*A*q)**2", name="y is", by=[
            Have("r == h*g + k*(A*h - k*A*q)*u", name="r is"),
            Linear(rewrite=["y", "r is", "unit"], terms=[("q", "-2*h*k*(A*h - k*A*q)", "1"), ("P", "-h**2", "1")])]),
        Have("2*(A*h - k*A*q) == P - h**2", name="excess"),
        Have("h > -A", name="h>-A"),
        Have("y <= (P + h**2)**2", name="y small", by=[
            Set("t", "P - h**2"), Have("A*h - k*A*q == t/2", name="half"),
            Have("A*k*q == A*h - t/2", name="kq"),
            Have("A*y == A*h**2*P + h*t*(A*h - t/2) + A*k**2*t**2/4", name="A y", by=[
                Linear(terms=[("y is", "A", "1"), ("half", "2*A*h*k*q + A*k**2*(A*h - k*A*q) + A*k**2*t/2", "1"), ("kq", "h*t", "1")])]),
            Have("A*h**2*P + h*t*(A*h - t/2) + A*k**2*t**2/4 <= A*(P + h**2)**2", name="bound", by=[
                Have("-h*t**2/2 <= A*t**2/2", name="1"),
                Have("A*k**2*t**2/4 <= A*t**2/4", name="2"),
                Have("A*h**2*P + A*h**2*t + 3/4*A*t**2 <= A*(P + h**2)**2", name="3", by=[
                    Have("h**2*P + h**2*t + 3/4*t**2 <= (P + h**2)**2", name="plain")])]),
            Have("A*y <= A*(P + h**2)**2", name="both")]),
        Have("x <= 2*y", name="x and y", by=[
            Have("(1 + k**2)*x <= 2*(1 + k**2)*y", name="scaled", by=[Order(rewrite=["x", "y"], positive=[Square(facts=["doubled"])])]),
            Numbers(using=["scaled", "k"])]),
        Have("A**2*(P + h**2) <= 4*F", name="moved now", by=[Order(rewrite=["P", "h", "F", "g"], positive=[Square(facts=["moved"])])]),
        Have("A**4*(P + h**2)**2 <= 16*F**2", name="squared", by=[
            Have("A**2*(P + h**2) >= 0", name="left"),
            Have("(A**2*(P + h**2))**2 <= (4*F)**2", name="w")]),
        Have("A**4*x <= 32*F**2", name="numbers", by=[
            Have("A**4*x <= 2*A**4*(P + h**2)**2", name="first", by=[
                Have("x <= 2*(P + h**2)**2", name="plain")])]),
        Order(positive=[Square(facts=["numbers"])], terms=[
            ("x", "A**4", "1"), ("F", "-32*(F + norm2(f))", "1"), ("e", f"A**4*(e + {REST}).T", "1")]),
    ], expected="proved", example={**UNIT, "f": 0, "z": 0})  # fmt: skip
    distance_roles(item, {"f": 0, "z": 0})
    item.without("feasible", counterexample=BESIDE)
    item.without("kernel", counterexample={**BLIND, "f": 0, "z": 1})
    item.without("outputs", counterexample={**UNIT, "f": 0, "z": 1})


@check("neuron-projection", "How far the minimiser is from the projection of the start",
       "|a b - w_E| <= 2 k |f| where w_E is the point with the outputs of a b that is closest to w(0), k = (1 - s)/(1 + s).")
def projection(item):
    item.use(neuron)
    item.let(f="matrix(d, 1)", z="matrix(d, 1)")
    item.suppose("feasible", "X.T*(k*A**2*u + f) == a*X.T*b")
    item.suppose("closest", "forall(v, matrix(d, 1), implies(v.T*X == zeros(1, N), v.T*z == 0))")
    item.suppose("outputs", "X.T*(k*A**2*u + z) == a*X.T*b")
    item.conclude("norm2(a*b - k*A**2*u - z) <= 4*k**2*norm2(f)", because=["neuron-move"], argument=[
        Use("cited:neuron-move", at=["d", "N", "X", "u", "k", "A", "a", "b", "f"], name="moved"),
        Set("e", "a*b - k*A**2*u - z"),
        Have("e.T*X == zeros(1, N)", name="orthogonal", by=[Linear(rewrite=["e"], terms=[Inside("outputs", "-HOLE.T")])]),
        Use("closest", at=["e"], name="e and z", premises=[[]]), Use("stationary", at=["e"], name="e and b", premises=[[]]),
        Have("norm2(e) == trace(e.T*((a - A)*k*A*u))", name="size"),
        Have("norm2(e) <= (a - A)**2*k**2*A**2", name="short", by=[Order(positive=[Square(root="e - (a - A)*k*A*u")], terms=[
            ("size", "-2", "1"), ("unit", "-(a - A)**2*k**2*A**2", "1")])]),
        Order(positive=[Square(facts=["short"]), Square(facts=["moved"], root="k"), Square(root=f"k*A*{BETA}")],
              terms=[("e", "(e + a*b - k*A**2*u - z).T", "1")]),
    ], expected="proved", example={**UNIT, "f": 0, "z": 0})  # fmt: skip
    distance_roles(item, {"f": 0, "z": 0})
    item.without("feasible", counterexample=BESIDE)
    item.without("closest", counterexample={**BLIND, "f": 0, "z": 1})
    item.without("outputs", counterexample={**UNIT, "f": 0, "z": 1})
    item.note("Uniform in the scale: only k^2 |f|^2 enters. f may be z itself.")
