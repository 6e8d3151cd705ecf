"""Appendix B.1: the metric (23) is the Hessian of no function near any point, and what follows for several neurons.

Polar coordinates say why.  On a sphere the metric is a multiple of the identity, h(r), so a field G with the Jacobian (23)
changes along an arc of radius r by h(r) r times the difference of the directions.  Along a ray it is 1/(2 S) in the
direction of the ray.  Both together need (r h(r))' = 1/(2 S), which fails at every r > 0.
"""

from verifier.language.script import (
    At,
    Cases,
    Contradict,
    Have,
    Induct,
    Ladder,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    SameSlope,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)
from verifier.language.script_parts import named_number as named

from . import paper

#: (23) at x with delta = c and h = S(x).
METRIC = "H(x, c, h) := 1/(h + c/2)*(eye(d) - 1/(2*h*(h + c/2))*x*x.T)"
INSIDE = "forall(t, real, norm2(u[t]) > 0 and norm2(u[t] - w) <= D)"
SOLVED = ("forall(u, matrix(d, 1) curve, implies(" + INSIDE + ", exists(q, matrix(d, 1) curve, forall(t, real,"
          " q[t] == G[u[t]] and forall(h, positive, implies(h**2 == norm2(u[t]) + delta**2/4, diff(q[t], t) == H(u[t], delta, h)*diff(u[t], t)))))))")  # fmt: skip
#: A direction of the length of w that is orthogonal to it: the plane is spanned by w and v.
ORTHOGONAL = [
    Have("exists(o, matrix(d, 1), trace(o.T*w) == 0 and norm2(o) > 0)", name="a direction", by=[
        Cases("w[0, 0] == 0", name="first", yes=[Witness("basis(d, 0)"), Split([[], []])],
              no=[Have("w[0, 0]**2 > 0", name="square", by=[
                      Set("l", "w[0, 0]"), Have("l != 0", name="l not 0", by=[Negate("zero"), Contradict("first", [])]),
                      Have("l**2 > 0", name="l2")]),
                  Witness("w[1, 0]*basis(d, 0) - w[0, 0]*basis(d, 1)"), Split([[], []])])]),
    Obtain("a direction", "o", label="o"),
    *named("A", "norm2(o)", also="A > 0", by=[Split([[], []])]),
    Have("exists(v, matrix(d, 1), trace(v.T*w) == 0 and norm2(v) == R)", name="of the same length", by=[
        *named("f", "sqrt(R/A)", also="f**2*A == R", by=[Split([[], []])]),
        Witness("f*o"), Split([[], []])]),
    Obtain("of the same length", "v", label="v"),
]  # fmt: skip
E = "(p[{0}]*w + s[{0}]*v)"
#: From w along the circle of its radius, to an end at time T that is not w, and never far from w: |E(t) - w|^2 <= 2 k^2 R.
ARC = [
    *named("k", "D/((1 + D)*(3 + 3*R))", also="k > 0 and k < 1 and 5*R*k**2 <= D", by=[Split([[], *([[]]*3)])]),
    Have("exists(T, real, exists(b, real curve, exists(p, real curve, exists(s, real curve, T > 0 and s[0] == 0 and s[T] != 0 and forall(t, real,"
         " p[t]**2 + s[t]**2 == 1 and diff(p[t], t) == -s[t]*b[t] and diff(s[t], t) == p[t]*b[t] and p[t] >= 1 - k**2)))))", name="an arc", by=[
        Witness("pi/2"), Witness("k*cos(t)", index="t"), Witness("cos(k*sin(t))", index="t"), Witness("sin(k*sin(t))", index="t"), Split([
            [], [], [], [Take("t"), Split([[], [], [], [
                Have("(k*sin(t))**2 <= k**2", name="angle"),
                Have("cos(k*sin(t)) >= 1 - (k*sin(t))**2/2", name="cosine", by=[
                    Have("forall(y, real, cos(y) >= 1 - y**2/2)", name="below", by=[Take("y"), Numbers(using=[])]), Use("below", at=["k*sin(t)"])])]])]])]),
    Obtain("an arc", "T", label="T is"), Obtain("T is", "b", label="b is"), Obtain("b is", "p", label="p is"), Obtain("p is", "s", label="s is"),
]  # fmt: skip
#: c E(t) stays in the ball for |c - 1| <= k.
IN_THE_BALL = Have(f"forall(c, real, implies(c > 0 and (c - 1)**2 <= k**2, forall(t, real, norm2(c*{E.format('t')}) == c**2*R"
                   f" and norm2(c*{E.format('t')}) > 0 and norm2(c*{E.format('t')} - w) <= D)))", name="inside", by=[
    Take("c", "t"), Use("s is.3", at=["t"], name="now"),
    Have(f"norm2(c*{E.format('t')}) == c**2*R", name="length"),
    Have("c**2*R > 0", name="positive"),
    Have("R*((c - 1)**2 + 2*c*(1 - p[t])) <= D", name="numbers", by=[
        Have("c < 2", name="c<2"), Set("g", "p[t]"), Have("g >= 1 - k**2", name="g>="),
        Have("(c - 1)**2 + 2*c*(1 - g) <= 5*k**2", name="short"),
        Have("R*((c - 1)**2 + 2*c*(1 - g)) <= R*(5*k**2)", name="scaled"),
        Numbers(using=["scaled", "k.3", "g"])]),
    Split([[], [], [Order(positive=[Square(facts=["numbers"])], terms=[
        ("length", "-1", "1"), ("v.0", "2*c*s[t]", "1"), ("R.0", "1 - 2*c*p[t]", "1")])]])])  # fmt: skip
#: The size S at radius c |w|.
SIZE = "sqrt({0}**2*R + delta**2/4)"
#: The change of G along an arc of radius c |w|, on which the metric is the multiple 1/(S + delta/2) of the identity.
ALONG_THE_ARC = Have("forall(c, real, implies(c > 0 and (c - 1)**2 <= k**2,"
                     f" ({SIZE.format('c')} + delta/2)*(G[c*{E.format('T')}] - G[c*{E.format('0')}]) == c*({E.format('T')} - {E.format('0')})))", name="arcs", by=[
    Take("c"), Use("inside", at=["c"], premises=[[]], name="here"),
    Use("solved.0", at=[(f"c*{E.format('t')}", "t")], premises=[[Take("t"), Use("here", at=["t"], name="now"), Split([[], []])]], name="along"),
    Obtain("along", "q", label="q"),
    *named("h", SIZE.format("c"), also="h + delta/2 > 0 and h > 0 and 2*h*(h + delta/2) > 0 and h**2 == c**2*R + delta**2/4", by=[Have("c**2*R > 0", name="positive"), Split([
        [], [], [], [], []])]),
    Have(f"forall(e, matrix(d, 1), forall(t, [0, oo), (h + delta/2)*trace(e.T*(q[t] - q[0])) == c*trace(e.T*({E.format('t')} - {E.format('0')}))))", name="moves", by=[
        Take("e", "t"), Ladder("t", "0", time="r", slope=[
            Use("q", at=["r"], name="q now"), Use("here", at=["r"], name="length"), Use("s is.3", at=["r"], name="turn"),
            Use("q now.1", at=["h"], premises=[[], []], name="q moves"),
            Have(f"trace({E.format('r')}.T*(diff(p[r], r)*w + diff(s[r], r)*v)) == 0", name="tangent"),
            Linear(terms=[("q moves", "-(h + delta/2)*e.T", "1"), ("tangent", f"c**3/(2*h*(h + delta/2))*e.T*{E.format('r')}", "1")], nonzero=["h.1", "h.2", "h.3"])])]),
    *(Use("moves", at=[f"(h + delta/2)*(q[T] - q[0]) - c*({E.format('T')} - {E.format('0')})", "T"], premises=[[]], name="end"),
      Have(f"norm2((h + delta/2)*(q[T] - q[0]) - c*({E.format('T')} - {E.format('0')})) <= 0", name="flat", by=[Order(terms=[("end", "-1", "1")])]),
      Vanish("flat", squares=[Square(root=f"(h + delta/2)*(q[T] - q[0]) - c*({E.format('T')} - {E.format('0')})", name="gone")])),
    Use("q", at=["T"], name="q end"), Use("q", at=["0"], name="q start")])  # fmt: skip
RADIUS = "x[t]"
ACROSS = f"({E.format('T')} - {E.format('0')})"


def along_the_ray(name, end):
    """G along the ray through E(end), where its slope is 1/(2 S) times the velocity."""
    point, size = f"{RADIUS}*{E.format(end)}", SIZE.format(RADIUS)
    return [
        Use("solved.0", at=[(point, "t")], premises=[[Take("t"), Use("x is.2", at=["t"], name="c"), Use("inside", at=[RADIUS, end], premises=[[]], name="now"),
                                                    Split([[], []])]], name=f"ray {name}"),
        Obtain(f"ray {name}", name, label=name),
        Have(f"forall(t, real, 2*{size}*diff({name}[t], t) == diff(x[t], t)*{E.format(end)})", name=f"slope of {name}", by=[
            Take("t"), Use(name, at=["t"], name="q now"), Use("x is.2", at=["t"], name="radius"), Use("inside", at=[RADIUS, end], premises=[[]], name="length"),
            *named("h", SIZE.format(RADIUS), also=f"h**2 == {RADIUS}**2*R + delta**2/4 and h > 0 and h + delta/2 > 0 and 2*h*(h + delta/2) > 0", by=[
                Have(f"{RADIUS}**2*R > 0", name="positive"), Split([[], *[[]]*4])]),
            Use("q now.1", at=["h"], premises=[[], []], name="q moves"),
            Linear(terms=[("h.0", f"-2*diff({name}[t], t)", "1"), ("q moves", "2*h", "1"), ("length.0", f"-diff(x[t], t)*1/(h + delta/2)*1/(h + delta/2)*{E.format(end)}", "1"),
                          ("h.1", f"diff(x[t], t)*1/(h + delta/2)*1/(h + delta/2)*{E.format(end)}", "1")], nonzero=["h.2", "h.3", "h.4"])]),
    ]  # fmt: skip


PROOF = [
    *named("R", "norm2(w)", also="R > 0", by=[Split([[], []])]),
    *ORTHOGONAL, *ARC, IN_THE_BALL, ALONG_THE_ARC,
    Have("exists(x, real curve, x[0] == 1 and diff(x[t], (t, 0)) == k and forall(t, real, x[t] > 0 and (x[t] - 1)**2 <= k**2))", name="radii", by=[
        Witness("1 + k*sin(t)", index="t"), Split([[], [], [Take("t"), Split([[], []])]])]),
    Obtain("radii", "x", label="x is"),
    *along_the_ray("q0", "0"), *along_the_ray("q1", "T"),
    *named("g", f"norm2({ACROSS})", also="g > 0", by=[
        Set("m", "s[T]"), Have("m**2*R > 0", name="apart", by=[Numbers(using=["m", "s is.2", "R.1"])]),
        Have("(p[T] - p[0])**2*R >= 0", name="square"),
        Split([[], [Order(positive=[Square(facts=["apart"]), Square(facts=["square"])], terms=[
            ("m", "-R*(m + s[T])", "1"), ("s is.1", "R*(s[0] - 2*s[T])", "1"), ("R.0", "-(p[T] - p[0])**2", "1"),
            ("v.0", "2*(p[T] - p[0])*(s[T] - s[0])", "1"), ("v.1", "(s[T] - s[0])**2", "1")])]])]),
    Have(f"forall(t, real, ({SIZE.format('x[t]')} + delta/2)*trace({ACROSS}.T*(q1[t] - q0[t])) == x[t]*g)", name="between the rays", by=[
        Take("t"), Use("q0", at=["t"], name="now 0"), Use("q1", at=["t"], name="now 1"), Use("x is.2", at=["t"], name="radius"),
        Use("arcs", at=["x[t]"], premises=[[]], name="arc"), Linear(terms=[
            ("arc", f"{ACROSS}.T", "1"), ("now 1.0", f"({SIZE.format('x[t]')} + delta/2)*{ACROSS}.T", "1"),
            ("now 0.0", f"-({SIZE.format('x[t]')} + delta/2)*{ACROSS}.T", "1"), ("g.0", "-x[t]", "1")])]),
    SameSlope(f"({SIZE.format('x[t]')} + delta/2)*trace({ACROSS}.T*(q1[t] - q0[t]))", "x[t]*g", "t", "0", "-1", "1", name="slopes",
              by=[Use("between the rays", at=["t"])], place=[]),
    Use("slope of q0", at=["0"], name="rate 0"), Use("slope of q1", at=["0"], name="rate 1"), Use("between the rays", at=["0"], name="start"),
    *named("h", SIZE.format("x[0]"), also="h > 0 and h**2 == x[0]**2*R + delta**2/4", by=[Split([[], [], []])]),
    Have("h**2 == R + delta**2/4", name="h2"),
    Set("y", f"trace({ACROSS}.T*(q1[0] - q0[0]))"), Set("z", f"trace({ACROSS}.T*(diff(q1[t], (t, 0)) - diff(q0[t], (t, 0))))"),
    Have("2*h*z == k*g", name="rates", by=[Linear(terms=[
        ("z", "2*h", "1"), ("h.0", f"2*trace({ACROSS}.T*(diff(q1[t], (t, 0)) - diff(q0[t], (t, 0))))", "1"), ("rate 1", f"{ACROSS}.T", "1"), ("rate 0", f"-{ACROSS}.T", "1"),
        ("x is.1", f"norm2({ACROSS})", "1"), ("g.0", "-k", "1")])]),
    Have("(h + delta/2)*y == g", name="ends", by=[Linear(terms=[
        ("y", "h + delta/2", "1"), ("h.0", f"trace({ACROSS}.T*(q1[0] - q0[0]))", "1"), ("start", "1", "1"), ("x is.0", "g", "1")])]),
    Have("k*R/h*y + (h + delta/2)*z == k*g", name="slope", by=[
        Rewritten("slopes", ["h.0"], name="slopes now"), Linear(terms=[
            ("slopes now", "1", "1"), ("y", "k*R/h", "1"), ("z", "h + delta/2", "1"), ("x is.1", "g", "1"),
            ("x is.1", f"-R/h*trace({ACROSS}.T*(q1[0] - q0[0]))", "1"), ("x is.0", f"-diff(x[t], (t, 0))*R/h*trace({ACROSS}.T*(q1[0] - q0[0]))", "1")],
            nonzero=["h.1"])]),
    Have("k*g*R == 0", name="no radius", by=[Linear(terms=[("slope", "2*h*(h + delta/2)", "1"), ("ends", "-2*k*R", "1"), ("rates", "-(h + delta/2)**2", "1"),
                                                            ("h2", "k*g", "1")], nonzero=["h.1"])]),
    Numbers(using=["no radius", "k.1", "g.1", "R.1"]),
]  # fmt: skip


@paper.remark("B1-a", "The metric (23) is no Hessian map", where="Appendix B.1", provenance="printed")
def no_hessian(item):
    item.printed("H of (23) is no Hessian map: for delta = 0 it is (1/|w|)(I - w w'/(2|w|^2)), which violates eq-6.")
    item.let(d="positive integer", delta="nonnegative", w="matrix(d, 1)", D="positive", G="matrix(d, 1) function of matrix(d, 1)")
    item.define(METRIC)
    item.suppose("not 0", "norm2(w) > 0")
    item.conclude(f"implies({SOLVED}, d == 1)", expected="proved", argument=[
        Negate("solved"), Have("d >= 2", name="dimension", by=[
            Negate("small"), Have("d == 1", name="one"), Contradict("solved.1", [])]), *PROOF], example={"d": 2, "delta": 0, "w": "basis(2, 0)", "D": 1, "G": "zeros(2, 1)"})  # fmt: skip
    item.note("For every d >= 2, every delta >= 0, every w != 0 and every ball around it: no field G has the Jacobian (23) in that ball, so (23) is the "
              "Hessian of no function there. That G has the Jacobian H is said along the curves u that stay in the ball and away from 0: the derivative of "
              "G(u(t)) is H(u(t)) u'(t). Each ball around 0 contains one around another point.")  # fmt: skip
    item.note("The printed argument looks at delta = 0 only, which shows that no formula in delta serves all delta at once; here each single metric fails. "
              "How (6) fails, entry by entry: B1-a-entries. For d = 1 (23) is 1/(2 S), which is a second derivative.")  # fmt: skip


COLUMN = "{0}*basis(m, {1})"
#: Several neurons: G on the matrices of predictors, with the blocks (23) and a factor in front.
def solved_blocks(factor=""):
    moved = f"{factor}H(U[t]*basis(m, i), c, h)*diff(U[t], t)*basis(m, i)"
    return ("forall(U, matrix(d, m) curve, implies(forall(t, real, norm2(U[t] - W) <= D and forall(i, integer[0, m-1], norm2(U[t]*basis(m, i)) > 0)),"
            " exists(q, matrix(d, m) curve, forall(t, real, q[t] == G[U[t]] and forall(i, integer[0, m-1], forall(c, nonnegative, forall(h, positive,"
            f" implies(c == delta[i, 0] and h**2 == norm2(U[t]*basis(m, i)) + c**2/4, diff(q[t], t)*basis(m, i) == {moved}))))))))")  # fmt: skip


#: With a negative delta_i the hypothesis asks nothing.
NOTHING_ASKED = [Split([[Take("U"), Witness("0*U[t]", index="t"), Take("t"), Split([[], [
    Induct("i", base=[Take("c", "h"), Have("c == -1", name="negative", by=[Linear(terms=[("given3.0", "1", "1")])]), Contradict("negative", [Numbers(using=["given1"])])])]])], []])]  # fmt: skip
FIRST = "(W + (u[t] - W*basis(m, 0))*basis(m, 0).T)"


@paper.claim("claim-imd-fails-fc", "Mirror descent does not apply to fully connected networks", where="Sections 1, 3, 6", provenance="printed")
def networks(item):
    item.printed("For linear fully connected networks H is no Hessian map.")
    item.let(d="positive integer", m="positive integer", delta="matrix(m, 1)", W="matrix(d, m)", D="positive", G="matrix(d, m) function of matrix(d, m)")
    item.define(METRIC)
    item.suppose("balances", "forall(i, integer[0, m-1], delta[i, 0] >= 0)")
    item.suppose("not 0", "forall(i, integer[0, m-1], norm2(W*basis(m, i)) > 0)")
    item.conclude(f"implies({solved_blocks()}, d == 1)", because=["B1-a"], expected="proved", argument=[
        Negate("solved"),
        Have("m >= 1", name="m>=1"), Use("balances", at=["0"], name="balance"), Use("not 0", at=["0"], name="first"),
        Use("cited:B1-a", at=["d", "delta[0, 0]", "W*basis(m, 0)", "D", ("G[W + (t - W*basis(m, 0))*basis(m, 0).T]*basis(m, 0)", "t")], name="one", premises=[
            [Split([[], [], []])], [
            Take("u"), Use("solved.0", at=[(FIRST, "t")], name="along", premises=[[Take("t"), Use("given", at=["t"], name="now"), Split([
                [],
                [Take("i"), Cases("i >= 1", name="which", yes=[Use("not 0", at=["i"], name="column")],
                                  no=[Have("i == 0", name="first one"), Have("norm2(basis(m, i) - basis(m, 0)) <= 0", name="same"),
                                      Vanish("same", squares=[Square(root="basis(m, i) - basis(m, 0)", name="equal")]),
                                      Order(positive=[Square(facts=["now.0"])], terms=[("equal", f"(basis(m, i) + basis(m, 0)).T*{FIRST}.T*{FIRST}", "1")])])]])]]),
            Obtain("along", "q", label="q"), Witness("q[t]*basis(m, 0)", index="t"), Take("t"), Use("q", at=["t"], name="q now"),
            Split([[], [
                Take("h"), Use("q now.1", at=["0", "delta[0, 0]", "h"], premises=[[], [], [Split([[], []])]], name="column")]])]]),
        Contradict("solved.1", [])],
        example={"d": 2, "m": 1, "delta": 0, "W": "basis(2, 0)", "D": 1, "G": "zeros(2, 1)"})  # fmt: skip
    item.without("balances", counterexample={"d": 2, "m": 1, "delta": "-eye(1)", "W": "basis(2, 0)", "D": 1, "G": "zeros(2, 1)"}, argument=[
        At({"goal": NOTHING_ASKED})])
    item.note("m neurons: the matrix W = (wt_1, ..., wt_m) of their predictors moves by the metric with the blocks (23), one for each neuron with its own delta_i. "
              "In no ball around a W without zero columns there is a field G with that Jacobian, whatever d >= 2, m and delta_i >= 0.")  # fmt: skip
