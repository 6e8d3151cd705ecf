"""Section 5: several neurons have no factor in common.

G is a field on the matrices W of the neurons' predictors whose Jacobian is g times the blocks (23).  Moving column 0 leaves
column 1 of G as it is, so the derivative of that column along column 1, a multiple of g, is the same: g does not depend on
column 0.  Then G/g, in column 0 alone, has the Jacobian (23), and that there is none (B1-a).
"""

from verifier.language.script import (
    At,
    Cases,
    Contradict,
    Have,
    Ladder,
    Linear,
    Negate,
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
from .appendix_b_no_potential import METRIC, solved_blocks

FIRST, SECOND = "W*basis(m, 0)", "W*basis(m, 1)"


def at(first, second):
    """W with these two columns in front."""
    return f"(W + ({first} - {FIRST})*basis(m, 0).T + ({second} - {SECOND})*basis(m, 1).T)"


def near(a, column):
    return f"norm2({a} - {column}) <= r and norm2({a}) > 0"


def same_column(n):
    """From i == n: the basis vectors are equal."""
    return [Have(f"i == {n}", name="which"), Have(f"norm2(basis(m, i) - basis(m, {n})) <= 0", name="same"),
            Vanish("same", squares=[Square(root=f"basis(m, i) - basis(m, {n})", name="equal")])]  # fmt: skip


POINT = at("a", "b")
FITS = Have(f"forall(a, matrix(d, 1), forall(b, matrix(d, 1), implies({near('a', FIRST)} and {near('b', SECOND)}, norm2({POINT} - W) <= D"
            f" and forall(i, integer[0, m-1], norm2({POINT}*basis(m, i)) > 0))))", name="fits", by=[
    Take("a", "b"), Split([
        [Order(positive=[Square(facts=["given.0"]), Square(facts=["given.2"]), Square(facts=["r.2"])])],
        [Take("i"), Cases("i >= 2", name="later", yes=[Use("not 0", at=["i"], name="column")],
            no=[Cases("i >= 1", name="next", yes=[*same_column(1), Order(positive=[Square(facts=["given.3"])], terms=[
                    ("equal", f"(basis(m, i) + basis(m, 1)).T*{POINT}.T*{POINT}", "1")])],
                no=[*same_column(0), Order(positive=[Square(facts=["given.1"])], terms=[
                    ("equal", f"(basis(m, i) + basis(m, 0)).T*{POINT}.T*{POINT}", "1")])])])]])])  # fmt: skip
PATH = f"{FIRST} + x[t]*(a - {FIRST})"
#: Column 1 of G does not depend on column 0.
SEPARATE = Have(f"forall(a, matrix(d, 1), forall(b, matrix(d, 1), implies({near('a', FIRST)} and {near('b', SECOND)},"
                f" G[{POINT}]*basis(m, 1) == G[{at(FIRST, 'b')}]*basis(m, 1))))", name="separate", by=[
    Take("a", "b"),
    Use("solved.0", at=[(at(PATH, "b"), "t")], name="along", premises=[[
        Take("t"), Use("x is.2", at=["t"], name="x now"),
        Have(f"norm2(a - {FIRST}) >= 0", name="size"), Have(f"x[t]**2*norm2(a - {FIRST}) <= norm2(a - {FIRST})", name="shorter", by=[
            Order(positive=[Square(facts=["x now", "size"])])]),
        Have(near(PATH, FIRST).replace(f"norm2({PATH} -", f"norm2(({PATH}) -"), name="on the way", by=[Split([
            [],
            [Order(positive=[Square(root=f"{FIRST} + 2*x[t]*(a - {FIRST})", weight="1/2"), Square(facts=["shorter"]), Square(facts=["given.0"]), Square(facts=["r.3"], weight="1/4"),
                             Square(facts=["A.1"], weight="1/4")], terms=[("A.0", "-1/2", "1")])]])]),
        Use("fits", at=[PATH, "b"], premises=[[Split([[], [], [], []])]])]]),
    Obtain("along", "q", label="q"),
    Have("forall(e, matrix(d, 1), forall(T, [0, oo), trace(e.T*(q[T] - q[0])*basis(m, 1)) == 0))", name="kept", by=[
        Take("e", "T"), Ladder("T", "0", time="s", slope=[
            Use("q", at=["s"], name="q now"), Use("balances", at=["1"], name="balance"),
            Have("norm2(b) + delta[1, 0]**2/4 > 0", name="positive"),
            Use("root", at=["norm2(b) + delta[1, 0]**2/4"], premises=[[]], name="S"),
            Use("q now.1", at=["1", "delta[1, 0]", "sqrt(norm2(b) + delta[1, 0]**2/4)"], premises=[[], [], [Split([[], []])]], name="rate")])]),
    Use("kept", at=["(q[1] - q[0])*basis(m, 1)", "1"], premises=[[]], name="end"),
    Have("norm2((q[1] - q[0])*basis(m, 1)) <= 0", name="flat", by=[Order(terms=[("end", "-1", "1")])]),
    Vanish("flat", squares=[Square(root="(q[1] - q[0])*basis(m, 1)", name="gone")]),
    Use("q", at=["1"], name="q end"), Use("q", at=["0"], name="q start"),
    Have(f"G[{at(PATH, 'b').replace('x[t]', 'x[1]')}]*basis(m, 1) == G[{at(PATH, 'b').replace('x[t]', 'x[0]')}]*basis(m, 1)", name="ends"),
    Rewritten("ends", ["x is.0", "x is.1"], name="there", forwards=True)])  # fmt: skip


ROOT_OF_SECOND = "sqrt(y[0]**2*R + delta[1, 0]**2/4)"


def outwards(name, column):
    """G along the ray of column 1, with this column 0, at the start: 2 S times the slope is the factor times the velocity."""
    here = at(column, f"y[0]*{SECOND}")
    over = f"g[{here}]*diff(y[t], (t, 0))*1/(h + delta[1, 0]/2)*1/(h + delta[1, 0]/2)"
    return [
        Use("solved.0", at=[(at(column, f"y[t]*{SECOND}"), "t")], name=f"ray {name}", premises=[[
            Take("t"), Use("y is.2", at=["t"], name="y now"), Use("in reach", at=["t"], name="reach"),
            Use("fits", at=[column, f"y[t]*{SECOND}"], premises=[[Split([[], [], [], []])]])]]),
        Obtain(f"ray {name}", name, label=name), Use(name, at=["0"], name=f"{name} now"),
        Use(f"{name} now.1", at=["1", "delta[1, 0]", "h"], name=f"{name} moves", premises=[[], [], [Split([[], []])]]),
        Have(f"2*h*trace(({SECOND}).T*diff({name}[t], (t, 0))*basis(m, 1)) == g[{here}]*k*R", name=f"{name} slope", by=[Linear(terms=[
            (f"{name} moves", f"2*h*({SECOND}).T", "1"), ("h.1", f"{over}*norm2({SECOND})", "1"), ("R.0", f"{over}*y[0]**2*norm2({SECOND}) - g[{here}]*k", "1"),
            ("y is.1", f"g[{here}]*norm2({SECOND})", "1")], nonzero=["h.2", "h.3", "h.4"])]),
    ]  # fmt: skip


#: The factor does not depend on column 0.
CONSTANT = Have(f"forall(a, matrix(d, 1), implies({near('a', FIRST)}, g[{at('a', f'y[0]*{SECOND}')}] == g[{at(FIRST, f'y[0]*{SECOND}')}]))", name="constant", by=[
    Take("a"), Use("balances", at=["1"], name="balance"),
    *named("h", ROOT_OF_SECOND, also="h**2 == y[0]**2*R + delta[1, 0]**2/4 and h > 0 and h + delta[1, 0]/2 > 0 and 2*h*(h + delta[1, 0]/2) > 0", by=[
        Have("y[0]**2*R > 0", name="positive"), Split([[], *[[]]*4])]),
    *outwards("qa", "a"), *outwards("qw", FIRST),
    Have(f"forall(t, real, trace(({SECOND}).T*qa[t]*basis(m, 1)) == trace(({SECOND}).T*qw[t]*basis(m, 1)))", name="same way", by=[
        Take("t"), Use("in reach", at=["t"], name="reach"), Use("separate", at=["a", f"y[t]*{SECOND}"], premises=[[Split([[], [], [], []])]], name="same"),
        Use("qa", at=["t"], name="a now"), Use("qw", at=["t"], name="w now")]),
    SameSlope(f"trace(({SECOND}).T*qa[t]*basis(m, 1))", f"trace(({SECOND}).T*qw[t]*basis(m, 1))", "t", "0", "-1", "1", name="slopes",
              by=[Use("same way", at=["t"])], place=[], smooth=[]),
    Have("k*R > 0", name="moves"),
    Linear(terms=[("qa slope", "-1/(k*R)", "1"), ("qw slope", "1/(k*R)", "1"), ("slopes", "2*h/(k*R)", "1")], nonzero=["moves"])])  # fmt: skip


#: G/g in column 0 has the Jacobian (23), whose dimension is 1.
FINISH = [
    Use("balances", at=["0"], name="balance"), Set("f", f"g[{at(FIRST, f'y[0]*{SECOND}')}]"), Use("factor", at=[at(FIRST, f"y[0]*{SECOND}")], name="positive"),
    Have("f > 0", name="f>0"),
    *named("l", "1/f", also="l*f == 1", by=[Split([[], []])]), Use("in reach", at=["0"], name="reach"),
    Use("cited:B1-a", at=["d", "delta[0, 0]", FIRST, "r", (f"l*G[{at('t', f'y[0]*{SECOND}')}]*basis(m, 0)", "t")], name="one", premises=[[Split([[], [], []])], [
        Take("u"), Use("solved.0", at=[(at("u[t]", f"y[0]*{SECOND}"), "t")], name="along", premises=[[
            Take("t"), Use("given", at=["t"], name="now"), Use("fits", at=["u[t]", f"y[0]*{SECOND}"], premises=[[Split([[], [], [], []])]])]]),
        Obtain("along", "q", label="q"), Witness("l*q[t]*basis(m, 0)", index="t"), Take("t"), Use("q", at=["t"], name="q now"), Use("given", at=["t"], name="now"),
        Split([[], [
            Take("h"), Use("q now.1", at=["0", "delta[0, 0]", "h"], premises=[[], [], [Split([[], []])]], name="column"),
            Use("constant", at=["u[t]"], premises=[[Split([[], []])]], name="same"),
            Have(f"g[{at('u[t]', f'y[0]*{SECOND}')}] == f", name="factor now"),
            Have("h + delta[0, 0]/2 > 0 and 2*h*(h + delta[0, 0]/2) > 0", name="sizes", by=[Split([[], []])])]])]]),
    Contradict("solved.1", []),
]  # fmt: skip


@paper.claim("claim-5-multi", "Several neurons need several factors", where="Section 5", provenance="printed")
def several(item):
    item.printed("For m > 1 different g_i per neuron are needed.")
    item.let(d="positive integer", m="positive integer", delta="matrix(m, 1)", W="matrix(d, m)", D="positive", G="matrix(d, m) function of matrix(d, m)",
             g="real function of matrix(d, m)")  # fmt: skip
    item.define(METRIC)
    item.suppose("several", "m >= 2")
    item.suppose("balances", "forall(i, integer[0, m-1], delta[i, 0] >= 0)")
    item.suppose("not 0", "forall(i, integer[0, m-1], norm2(W*basis(m, i)) > 0)")
    item.suppose("factor", "forall(V, matrix(d, m), g[V] > 0)")
    item.conclude(f"implies({solved_blocks('g[U[t]]*')}, d == 1)", because=["B1-a"], expected="proved", argument=[
        Negate("solved"), Use("not 0", at=["0"], name="first"), Use("not 0", at=["1"], name="second"),
        *named("A", f"norm2({FIRST})", also="A > 0", by=[Split([[], []])]), *named("R", f"norm2({SECOND})", also="R > 0", by=[Split([[], []])]),
        *named("r", "D*A/(2*A + 4*D)", also="r > 0 and 2*r <= D and 4*r <= A", by=[Split([[], *[[]]*3])]),
        Have("forall(x, real, implies(x > 0, sqrt(x) > 0 and sqrt(x)**2 == x))", name="root", by=[Take("x"), Split([[], []])]),
        Have("exists(x, real curve, x[1] == 1 and x[0] == 0 and forall(t, real, x[t]**2 <= 1))", name="to and fro", by=[
            Witness("sin(pi*t/2)", index="t"), Split([[], [], [Take("t")]])]),
        Obtain("to and fro", "x", label="x is"), FITS, SEPARATE,
        *named("k", "r/((1 + r)*(1 + R))", also="k > 0 and k < 1 and R*k**2 <= r", by=[Split([[], *[[]]*3])]),
        Have("exists(y, real curve, y[0] == 1 and diff(y[t], (t, 0)) == k and forall(t, real, y[t] > 0 and (y[t] - 1)**2 <= k**2))", name="radii", by=[
            Witness("1 + k*sin(t)", index="t"), Split([[], [], [Take("t"), Split([[], []])]])]),
        Obtain("radii", "y", label="y is"),
        Have(f"forall(t, real, norm2(y[t]*{SECOND} - {SECOND}) <= r and norm2(y[t]*{SECOND}) > 0)", name="in reach", by=[
            Take("t"), Use("y is.2", at=["t"], name="y now"), Split([
                [Order(positive=[Square(facts=["y now.1", "R.1"]), Square(facts=["k.3"])], terms=[("R.0", "(y[t] - 1)**2", "1")])],
                [Have("y[t]**2*R > 0", name="positive"), Order(positive=[Square(facts=["positive"])], terms=[("R.0", "-y[t]**2", "1")])]])]),
        CONSTANT, *FINISH], example={
            "d": 1, "m": 2, "delta": "zeros(2, 1)", "W": "Matrix([[1, 1]])", "D": 1, "G": "zeros(1, 2)", "g": 1})  # fmt: skip
    two = {"d": 2, "m": 2, "delta": "zeros(2, 1)", "W": "eye(2)", "D": 1, "G": "zeros(2, 2)", "g": 1}
    item.without("factor", counterexample={**two, "g": 0}, argument=[At({"goal": [Split([[
        Take("U"), Witness("0*U[t]", index="t"), Take("t"), Split([[], [Take("i", "c", "h")]])], []])]})])  # fmt: skip
    item.note("The matrix W = (wt_1, ..., wt_m) of the neurons' predictors moves by the metric with the blocks (23). For m >= 2 and d >= 2 no positive factor g(W) "
              "common to all neurons, smooth or not, makes it the Jacobian of a field in any ball around a W without zero columns, whatever delta_i >= 0: not for equal "
              "delta_i either. h stands for S(wt_i), c for delta_i; curves stay in the ball and away from zero columns. For d = 1 a constant factor does.")  # fmt: skip
    item.note("With the factor g_i(wt_i) of B1-b for each neuron each block is a Hessian map, but the integrals nu_i of g_i r differ. As functions of the own "
              "|wt_i| the factors are proportional if and only if delta_1 = delta_2: claim-5-multi-own.")  # fmt: skip
