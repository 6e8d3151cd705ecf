"""Sections 4 and 7.1, Appendix E: the minimisers of the diagonal potential at large and at small k; c = k^(1/2), the same for all coordinates."""

from verifier.language.script import Axiom, Cases, Have, Ladder, Linear, Numbers, Order, Set, Split, Square, Take, Use
from verifier.language.script_parts import named_number as named
from verifier.library.short_names import norms

from . import paper
from .appendix_e import Q


@paper.remark("app-E-below-all", "A lower bound for all arguments", where="Appendix E, cross-check")
def below_all(item):
    item.printed("(not in the paper) 1 - (1 + z^2)^(1/2) + z arcsinh z >= 4 z^2/(8 + z^2), z >= 0; both sides are even.")
    item.let(z="nonnegative")
    item.conclude("4*z**2/(8 + z**2) <= 1 - sqrt(1 + z**2) + z*asinh(z)", expected="proved", argument=[
        Have("forall(x, nonnegative, 64*x/(8 + x**2)**2 <= asinh(x))", name="slope", by=[Take("x")]),
        Ladder("z", "0", slope=[Use("slope", at=["r"], name="now", premises=[[]])], smooth=[Split([[], []])])])  # fmt: skip


#: q(x, c) is (c/4) j with z = 2 |x|/c.
LETTERS = [
    *named("z", "2*Abs(x)/c", also="z >= 0 and c*z == 2*Abs(x)", by=[Split([[], [], []])]),
    Set("j", "1 - sqrt(1 + z**2) + z*asinh(z)"),
    Have("q(x, c) == c/4*j", name="q is", by=[
        Have("2*x/c*asinh(2*x/c) == z*asinh(z)", name="even", by=[Cases("x >= 0", name="side", yes=[
            Have("2*x/c == z", name="same")], no=[
            Have("2*x/c == -z", name="same"),
            Have("forall(y, real, asinh(-y) == -asinh(y))", name="odd", by=[Take("y")]), Use("odd", at=["z"], name="odd now"),
            Use("cited:arcsinh-congruent", at=["2*x/c", "-z"], name="equal"),
            Have("forall(p, real, forall(y, real, forall(g, real, forall(h, real, forall(l, real, implies(p == -y and g == h and h == -l, p*g == y*l))))))",
                 name="product", by=[Take("p", "y", "g", "h", "l")]),
            Use("product", at=["2*x/c", "z", "asinh(2*x/c)", "asinh(-z)", "asinh(z)"])])]),
        Have("(2*x/c)**2 == z**2", name="squares"),
        Have("forall(a, nonnegative, forall(b, real, implies(b == a, sqrt(1 + b) == sqrt(1 + a))))", name="roots", by=[
            Take("a", "b")]),
        Use("roots", at=["z**2", "(2*x/c)**2"], name="root", premises=[[], []]),
        Have("forall(g, real, forall(h, real, forall(e, real, forall(f, real, implies(g == h and e == f and j == 1 - f + h,"
             " c/4*(1 - e + g) == c/4*j)))))",
             name="put", by=[Take("g", "h", "e", "f")]),
        Use("put", at=["2*x/c*asinh(2*x/c)", "z*asinh(z)", "sqrt(1 + (2*x/c)**2)", "sqrt(1 + z**2)"])]),
]  # fmt: skip


@paper.remark("app-E-ball", "The potential between two parabolas", where="Appendix E, cross-check")
def ball(item):
    item.printed("(not in the paper) c x^2/(2 c^2 + m) <= q_k(x) <= x^2/(2 c) for x^2 <= m, c = k^(1/2).")
    item.let(x="real", c="positive", m="real")
    item.define(Q)
    item.suppose("inside", "x**2 <= m")
    item.conclude("c*x**2 <= (2*c**2 + m)*q(x, c) and 2*c*q(x, c) <= x**2", because=["arcsinh-congruent", "app-E-below", "app-E-below-all"], expected="proved", argument=[
        *LETTERS,
        Use("cited:app-E-below", at=["z"], name="high"), Use("cited:app-E-below-all", at=["z"], name="low", premises=[[]]),
        Have("c**2*z**2 == 4*x**2", name="zx", by=[Have("Abs(x)**2 == x**2", name="abs")]),
        Have("4*z**2/(8 + z**2) <= j and j <= z**2/2", name="in letters", by=[Split([
            [], []])]),
        Have("4*z**2 <= (8 + z**2)*j", name="cleared"),
        Have("j >= 0", name="j>=0"),
        Have("c*x**2 <= (2*c**2 + m)*(c/4*j) and 2*c*(c/4*j) <= x**2", name="plain", by=[Split([
            [Have("c**2*(4*z**2) <= c**2*((8 + z**2)*j)", name="scaled"),
             Have("4*(4*x**2) <= (8*c**2 + 4*x**2)*j", name="in x"),
             Have("4*x**2*j <= 4*m*j", name="wider"),
             Have("4*x**2 <= (2*c**2 + m)*j", name="both")],
            [Have("c**2*j <= c**2*(z**2/2)", name="scaled")]])]),
        Have("forall(p, real, forall(e, real, implies(p == e and c*x**2 <= (2*c**2 + m)*e and 2*c*e <= x**2,"
             " c*x**2 <= (2*c**2 + m)*p and 2*c*p <= x**2)))", name="put in", by=[Take("p", "e"), Split([
                 [Numbers(using=["given"])], []])]),
        Use("put in", at=["q(x, c)", "c/4*j"])])  # fmt: skip


@paper.remark("app-E-cone", "The potential and the absolute value", where="Appendix E, cross-check")
def cone(item):
    item.printed("(not in the paper) L |x|/2 - 1/8 <= q_k(x) <= (L |x| + |x| log(1 + 4 |x|))/2 for c = k^(1/2) < 1, L = log(1/c).")
    item.let(x="real", c="(0, 1)", L="real")
    item.suppose("L", "L == log(1/c)")
    item.define(Q)
    item.conclude("L*Abs(x)/2 - 1/8 <= q(x, c) and q(x, c) <= L*Abs(x)/2 + Abs(x)*log(1 + 4*Abs(x))/2", because=["arcsinh-congruent", "app-E-rich-bound"], expected="proved", argument=[
        *LETTERS, *named("y", "Abs(x)", also="y >= 0", by=[Split([[], []])]),
        Have("c*z == 2*y and z == 2*y/c", name="zy", by=[Split([[], []])]),
        Have("forall(u, nonnegative, asinh(u) >= 0 and sinh(asinh(u)) == u and cosh(asinh(u)) == sqrt(1 + u**2))", name="inverses", by=[
            Take("u"), Split([[], [], []])]),
        Use("inverses", at=["z"], name="inverse", premises=[[]]),
        Use("cited:app-E-rich-bound", at=["asinh(z)", "L"], name="low", premises=[[]]),
        Have("forall(p, real, forall(e, real, forall(s, real, forall(l, real, implies(L*p - (cosh(L) - 1) <= 1 - e + s*p and p == z and e == l,"
             " L*z - (cosh(L) - 1) <= 1 - l + z*s)))))", name="put", by=[Take("p", "e", "s", "l"), Numbers(using=["given"])]),
        Use("put", at=["sinh(asinh(z))", "cosh(asinh(z))", "asinh(z)", "sqrt(1 + z**2)"], name="plain"),
        Have("cosh(L) == (c + 1/c)/2", name="cosh"),
        Have("L*z - ((c + 1/c)/2 - 1) <= j", name="low now", by=[
            Have("forall(e, real, forall(g, real, forall(h, real, implies(L*z - (e - 1) <= g and e == h and j == g, L*z - (h - 1) <= j))))",
                 name="let", by=[Take("e", "g", "h")]),
            Use("let", at=["cosh(L)", "1 - sqrt(1 + z**2) + z*asinh(z)", "(c + 1/c)/2"])]),
        Have("j <= z*log(1 + 2*z)", name="high", by=[
            Have("asinh(z) <= log(1 + 2*z)", name="log", by=[Numbers(using=["z.1"])]),
            Have("1 - sqrt(1 + z**2) <= 0", name="root"),
            Have("z*asinh(z) <= z*log(1 + 2*z)", name="product")]),
        Have("log(1 + 2*z) <= L + log(1 + 4*y)", name="logs", by=[
            Have("1 + 2*z <= (1 + 4*y)/c", name="inner"),
            Have("log((1 + 4*y)/c) == log(1/c) + log(1 + 4*y)", name="sum"),
            Have("log(1 + 2*z) <= log((1 + 4*y)/c)", name="grows")]),
        Have("L*y/2 - 1/8 <= c/4*j and c/4*j <= L*y/2 + y*log(1 + 4*y)/2", name="scaled", by=[
            Set("lg", "log(1 + 4*y)"), Set("l2", "log(1 + 2*z)"),
            Split([
                [Have("c/4*(L*z - ((c + 1/c)/2 - 1)) <= c/4*j", name="times"),
                 Have("c/4*(L*z - ((c + 1/c)/2 - 1)) == L*y/2 - (1 - c)**2/8", name="is"),
                 Numbers(using=["times", "is", "c"])],
                [Have("j <= z*(L + lg)", name="above", by=[
                    Have("j <= z*l2 and l2 <= L + lg", name="parts", by=[Split([[], []])])]),
                 Have("c/4*j <= c/4*(z*(L + lg))", name="times"),
                 Have("c/4*(z*(L + lg)) == y*(L + lg)/2", name="is"),
                 Numbers(using=["times", "is", "lg"])]])]),
        Have("forall(p, real, forall(e, real, forall(l, real, forall(h, real, implies(p == e and l <= e and e <= h, l <= p and p <= h)))))",
             name="put in", by=[Take("p", "e", "l", "h"), Split([[], []])]),
        Have("L*Abs(x)/2 - 1/8 <= c/4*j and c/4*j <= L*Abs(x)/2 + Abs(x)*log(1 + 4*Abs(x))/2", name="back", by=[
            Split([[], []])]),
        Use("put in", at=["q(x, c)", "c/4*j", "L*Abs(x)/2 - 1/8", "L*Abs(x)/2 + Abs(x)*log(1 + 4*Abs(x))/2"])],
        example={"x": 0, "c": "1/2", "L": "log(2)"})  # fmt: skip


@paper.remark("app-E-NTK-minimisers", "The minimisers tend to least l2 norm", where="Appendix E, cross-check")
def sums(item):
    item.printed("(not in the paper) If w minimises Q_k on X'w = y, then |w|^2 <= |v|^2 + |v|^4/k for every solution v with |v|^2 <= k.")
    item.let(d="positive integer", c="positive", m="nonnegative", V="nonnegative",
             **dict.fromkeys(("a", "b", "Qw", "Qv"), "real sequence"))  # fmt: skip
    item.suppose("below", "forall(i, integer[0, d-1], c*a[i] <= (2*c**2 + m)*Qw[i])")
    item.suppose("above", "forall(i, integer[0, d-1], 2*c*Qv[i] <= b[i])")
    item.suppose("minimal", "Sum(Qw[i], (i, 0, d-1)) <= Sum(Qv[i], (i, 0, d-1))")
    item.suppose("lengths", "Sum(a[i], (i, 0, d-1)) == m and Sum(b[i], (i, 0, d-1)) == V")
    item.suppose("large", "V <= c**2")
    item.conclude("m <= 2*V and c**2*(m - V) <= V**2", argument=[
        *norms("sum of bounds"),
        Use("sum of bounds", at=[("c*a[t]", "t"), ("(2*c**2 + m)*Qw[t]", "t"), "d"], name="lower", premises=[[Take("j"), Use("below", at=["j"])]]),
        Use("sum of bounds", at=[("2*c*Qv[t]", "t"), ("b[t]", "t"), "d"], name="upper", premises=[[Take("j"), Use("above", at=["j"])]]),
        Set("p", "Sum(Qw[i], (i, 0, d-1))"), Set("q", "Sum(Qv[i], (i, 0, d-1))"),
        Have("c*m <= (2*c**2 + m)*p and 2*c*q <= V and p <= q", name="numbers", by=[Split([
            [Order(positive=[Square(facts=["lower"])], terms=[("lengths.0", "c", "1"), ("p", "2*c**2 + m", "1")])],
            [Order(positive=[Square(facts=["upper"])], terms=[("lengths.1", "-1", "1"), ("q", "-2*c", "1")])],
            []])]),
        Have("2*c**2*m <= (2*c**2 + m)*V", name="chain", by=[
            Have("2*c*(c*m) <= (2*c**2 + m)*(2*c*q)", name="first", by=[
                Have("(2*c**2 + m)*p <= (2*c**2 + m)*q", name="wider"),
                Have("c*m <= (2*c**2 + m)*q", name="short")]),
            Have("(2*c**2 + m)*(2*c*q) <= (2*c**2 + m)*V", name="second")]),
        Have("m*V <= m*c**2", name="large now"),
        Have("c**2*m <= c**2*(2*V)", name="scaled"),
        Have("m <= 2*V", name="bounded", by=[Have("c**2 > 0", name="c2")]),
        Split([[], [Have("m*V <= 2*V*V", name="product")]])],
        expected="proved", example={"d": 1, "c": 1, "m": 0, "V": 0, "a": 0, "b": 0, "Qw": 0, "Qv": 0})  # fmt: skip
    item.without("large", counterexample={"d": 1, "c": "1/10", "m": 2, "V": "1/2", "a": 2, "b": "1/2", "Qw": 1, "Qv": 1})


@paper.remark("rem-woodworth-regimes", "Large and small alpha", where="Section 4", provenance="printed")
def regimes(item):
    item.printed("alpha large gives the minimum l2 norm (kernel regime), alpha small the minimum l1 norm (rich regime).")
    item.let(d="positive integer", N="positive integer", X="matrix(d, N)", alpha="positive", c="positive", w="matrix(d, 1)")
    item.define(Q)
    item.suppose("scale", "c == 4*alpha**2")
    item.suppose("minimal", "forall(v, matrix(d, 1), implies(X.T*v == X.T*w, Sum(q(w[i, 0], c), (i, 0, d-1))"
                 " <= Sum(q(v[i, 0], c), (i, 0, d-1))))")  # fmt: skip
    item.conclude(
        "forall(nu, matrix(N, 1), implies(X.T*X*nu == X.T*w and norm2(X*nu) <= c**2, c**2*norm2(w - X*nu) <= norm2(X*nu)**2))"
        " and forall(L, real, implies(c < 1 and L == log(1/(c)), forall(v, matrix(d, 1), implies(X.T*v == X.T*w,"
        " L*Sum(Abs(w[i, 0]), (i, 0, d-1)) <= L*Sum(Abs(v[i, 0]), (i, 0, d-1)) + Sum(Abs(v[i, 0])*log(1 + 4*Abs(v[i, 0])), (i, 0, d-1)) + d/4))))",
        because=["app-E-ball", "app-E-cone", "app-E-NTK-minimisers", "app-E-rich-minimisers"], expected="proved", argument=[
            Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["d"], name="identity"),
            Split([
                [Take("nu"), Set("v", "X*nu"),
                 Have("X.T*v == X.T*w", name="fits"),
                 Use("minimal", at=["v"], name="least"),
                 Set("m", "norm2(w)"), Set("V", "norm2(v)"),
                 Have("norm2(w) >= 0", name="w>=0"), Have("norm2(v) >= 0", name="v>=0"),
                 Have("m >= 0 and V >= 0", name="signs", by=[Split([[], []])]),
                 Use("cited:app-E-NTK-minimisers", at=["d", "c", "m", "V", ("w[t, 0]**2", "t"), ("v[t, 0]**2", "t"),
                                                       ("q(w[t, 0], c)", "t"), ("q(v[t, 0], c)", "t")], name="bound", premises=[[Split([
                     [], [], [],
                     [Take("i"), Use("cited:app-E-ball", at=["w[i, 0]", "c", "m"], name="now", premises=[[Split([
                         [], [Order(positive=[Square(root="w - w[i, 0]*basis(d, i)")], terms=[("m", "1", "1")])]])]])],
                     [Take("i"), Use("cited:app-E-ball", at=["v[i, 0]", "c", "V"], name="now", premises=[[Split([
                         [], [Order(positive=[Square(root="v - v[i, 0]*basis(d, i)")], terms=[("V", "1", "1")])]])]])],
                     [],
                     [Split([[Linear(terms=[("m", "-1", "1"), ("identity", "-w.T", "w")])], [Linear(terms=[("V", "-1", "1"), ("identity", "-v.T", "v")])]])],
                     [Order(positive=[Square(facts=["given.1"])], terms=[("V", "-1", "1"), ("v", "-(v + X*nu).T", "1")])]])]]),
                 Have("norm2(w - X*nu) == m - V", name="distance"),
                 Have("norm2(X*nu) == V", name="length"),
                 Order(positive=[Square(facts=["bound.1"])], terms=[("distance", "-c**2", "1"), ("length", "norm2(X*nu) + V", "1")])],
                [Take("L", "v"), Use("minimal", at=["v"], name="least"),
                 Have("forall(y, (0, 1), log(1/y) > 0)", name="logs", by=[Take("y")]),
                 Use("logs", at=["c"], name="positive", premises=[[Split([[], []])]]),
                 Use("cited:app-E-rich-minimisers", at=["d", "L", ("Abs(w[t, 0])", "t"), ("Abs(v[t, 0])", "t"),
                                                        ("Abs(v[t, 0])*log(1 + 4*Abs(v[t, 0]))", "t"),
                                                        ("q(w[t, 0], c)", "t"), ("q(v[t, 0], c)", "t")], premises=[[Split([
                     [],
                     [Take("i"), Use("cited:app-E-cone", at=["w[i, 0]", "c", "L"], name="now", premises=[[Split([[], [], []])]])],
                     [Take("i"), Use("cited:app-E-cone", at=["v[i, 0]", "c", "L"], name="now", premises=[[Split([[], [], []])]])], []])]])],
            ])], example={"d": 1, "N": 1, "X": 0, "alpha": "1/2", "c": 1, "w": 0})  # fmt: skip
    item.note("Here k^(1/2) = 4 alpha^2 for all coordinates and w minimises Q. Large alpha: |w - w*| <= |w*|^2/(4 alpha^2) where w* = X nu is the solution of "
              "least norm, as soon as 4 alpha^2 >= |w*|. Small alpha, L = log(1/(4 alpha^2)) > 0: |w|_1 exceeds the l1 norm of every solution v by at most "
              "(d/4 + sum_i |v_i| log(1 + 4 |v_i|))/L.")  # fmt: skip
    item.note("Both bounds depend on the data through w* and v alone: uniform over all X and y whose least-norm solution, respectively one of least l1 "
              "norm, stays bounded. The rates differ: alpha^-2 (safe; for one sample the distance is of order "
              "alpha^-4) against 1/log(1/alpha).")
