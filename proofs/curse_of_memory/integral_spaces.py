"""Coincided critical spaces of the loss by its integral: the target is rho = R', the rates are e^(v_k).

The gradient of J_n is that of Eqs. (90), (91), with the transforms of rho and of t rho at each rate as limits of integrals.
"""

from itertools import takewhile

from verifier.language.script import Have, Obtain, Rewritten, Split, Step, Take, Use, Witness
from verifier.language.script_parts import renamed

from .lemmas.coincided_totals import CARRIED as POINTS
from .lemmas.coincided_totals import CONG, assignment, nondegenerate, spaces_listed
from .minimisers import TARGET, distance, least


def transform(weight: str, value: str) -> str:
    """The integral of weight(t) rho(t) over [0, oo) is `value`."""
    return (f"exists(G, real curve, G[0] == 0 and forall(t, [0, oo), diff(G[t], t) == ({weight})*{TARGET})"
            f" and forall(h, positive, exists(T, nonnegative, forall(t, [T, oo), Abs(G[t] - {value}) <= h))))")  # fmt: skip


def sums(n: str, a: str, w: str, z: str, power: str = "") -> str:
    """The transform of n exponentials, or of t times it, at the rate e^z."""
    return f"Sum({a}[j, 0]/(exp({z}) + exp({w}[j, 0])){power}, (j, 0, {n}-1))"


def minimiser(n: str, b: str, v: str) -> str:
    """(b, v) is a global minimiser of J_n, Eqs. (127), (128)."""
    return f"exists(d, real, {distance(f'Sum({b}[i, 0]*exp(-exp({v}[i, 0])*t), (i, 0, {n}-1)) - {TARGET}', 'd')} and {least(n, 'd')})"


def critical(n: str, a: str, w: str) -> str:
    """The gradient of J_n vanishes at (a, w): Eqs. (90), (91)."""
    z = f"{w}[i, 0]"
    return (f"forall(i, integer[0, {n}-1], exists(lam, real, exists(mu, real, {transform(f'exp(-exp({z})*t)', 'lam')} and {transform(f't*exp(-exp({z})*t)', 'mu')}"
            f" and 2*({sums(n, a, w, z)} - lam) == 0 and -2*{a}[i, 0]*({sums(n, a, w, z, '**2')} - mu) == 0)))")  # fmt: skip


def has_minimiser(n: str) -> str:
    """J_n has a non-degenerate global minimiser, at which its gradient vanishes."""
    return f"exists(b, matrix({n}, 1), exists(v, matrix({n}, 1), {minimiser(n, 'b', 'v')} and {nondegenerate(n, 'b', 'v')} and {critical(n, 'b', 'v')}))"


#: The vectors b and v are the amplitudes and the logarithms of the rates of two sequences.
ALIKE = "forall(p, integer[0, size-1], bb[p, 0] == aa[p] and exp(vv[p, 0]) == ww[p])"


def _turned(term: str) -> str:
    """Its denominator in the order of the sequences."""
    return term.replace("{z} + {u}", "{u} + {z}")


def _equal(term: str, point: str, letter: str, name: str) -> list[Step]:
    """The sums over p of a term in {x}, {u} and {z} are equal: for the vectors, and for the sequences."""
    left = term.format(x="bb[p, 0]", u="exp(vv[p, 0])", z=f"exp(vv[{point}, 0])")
    right = _turned(term).format(x="aa[p]", u="ww[p]", z=f"ww[{point}]")
    at = ["bb[p, 0]", "aa[p]", "exp(vv[p, 0])", "ww[p]", f"exp(vv[{point}, 0])", f"ww[{point}]"]
    return [Use("same terms", at=["size", (left, "p"), (right, "p")], premises=[[
        Take("p"), Use("alike", at=["p"], name="now"), Use("positive", at=["p"], name="sign"),
        Use(name, at=at if letter else [*at[:4], "t"], premises=[[Split([[], [], [], *([[], []] if letter else [])])]])]])]  # fmt: skip


_SAME, _MODEL, _LINEAR, _SQUARE = "x == y and u == f and 0 < f", "{x}*exp(-{u}*t)", "{x}/({z} + {u})", "{x}/({z} + {u})**2"


#: Quotients of equal numbers are equal.
_QUOTIENTS = [
    Have("forall(x, real, forall(y, real, forall(d, positive, forall(e, positive, implies(x*e == y*d, x/d == y/e)))))", name="cross", by=[
        Take("x", "y", "d", "e")]),
    *(Have("".join(f"forall({c}, real, " for c in "xyufzg") + f"implies({_SAME} and z == g and 0 < g, {term.format(x='x', u='u', z='z')} == {_turned(term).format(x='y', u='f', z='g')})))))))",
           name=f"same {i}", by=[
        Take(*"xyufzg"), Have(f"0 < (z + u){power}", name="left"), Have(f"0 < (f + g){power}", name="right"),
        Have(f"x*(f + g){power} == y*(z + u){power}", name="products"),
        Use("cross", at=["x", "y", f"(z + u){power}", f"(f + g){power}"], premises=[[], [], []])]) for i, (term, power) in enumerate(((_LINEAR, ""), (_SQUARE, "**2")))),
]  # fmt: skip


def _sums(term: str, point: str) -> str:
    """The two sums are equal."""
    left = term.format(x="bb[p, 0]", u="exp(vv[p, 0])", z=f"exp(vv[{point}, 0])")
    right = _turned(term).format(x="aa[p]", u="ww[p]", z=f"ww[{point}]")
    return f"Sum({left}, (p, 0, size-1)) == Sum({right}, (p, 0, size-1))"


#: Vectors b = a and v = log w for sequences of amplitudes and rates, and what is then equal.
VECTORS: list[Step] = [
    *renamed([CONG], {"n": "size"}),
    Have("forall(x, real, forall(y, real, forall(z, real, forall(c, real, implies(x == y and z == y, 2*(x - z) == 0 and -2*c*(x - z) == 0)))))", name="no gradient", by=[
        Take("x", "y", "z", "c"), Have("x - z == 0", name="equal"),
        Split([[], []])]),
    Have(f"forall(size, positive integer, forall(aa, real sequence, forall(ww, positive sequence, exists(bb, matrix(size, 1), exists(vv, matrix(size, 1), {ALIKE})))))", name="vectors", by=[
        Take("size", "aa", "ww"),
        Have("exists(f, real sequence, forall(p, nonnegative integer, exp(f[p]) == ww[p]))", name="there is f", by=[
            Witness("log(ww[p])", index="p"), Take("p"), Use("given", at=["p"], name="positive")]), Obtain("there is f", "f", label="f"),
        Have("exists(u, matrix(size, 1), forall(p, integer[0, size-1], u[p, 0] == f[p]))", name="there is u", by=[Witness("Sum(f[p]*basis(size, p), (p, 0, size-1))"), Take("p")]),
        Obtain("there is u", "u", label="u"), Witness("Sum(aa[p]*basis(size, p), (p, 0, size-1))"), Witness("u"), Take("p"), Use("u", at=["p"], name="up"), Use("f", at=["p"], name="fp"),
        Rewritten("fp", ["up"], name="done"), Split([[], [Use("done")]])]),
    Have("".join(f"forall({c}, real, " for c in "xyuft") + f"implies({_SAME}, x*exp(-u*t) == y*exp(-f*t)))))))", name="same model", by=[
        Take(*"xyuft")]), *_QUOTIENTS,
    Have(f"forall(size, positive integer, forall(aa, real sequence, forall(ww, positive sequence, forall(bb, matrix(size, 1), forall(vv, matrix(size, 1), implies({ALIKE},"
         f" forall(t, real, {_sums(_MODEL, '')}) and forall(o, integer[0, size-1], {_sums(_LINEAR, 'o')} and {_sums(_SQUARE, 'o')})))))))", name="sums", by=[
        Take("size", "aa", "ww", "bb", "vv"), Have(ALIKE, name="alike"), Have("forall(p, nonnegative integer, ww[p] > 0)", name="positive"), Split([
            [Take("t"), *_equal(_MODEL, "", "", "same model")],
            [Take("o"), Use("alike", at=["o"], name="at o"), Use("positive", at=["o"], name="sign o"),
             Split([_equal(_LINEAR, "o", "z", "same 0"), _equal(_SQUARE, "o", "z", "same 1")])]])]),
]  # fmt: skip


def space(w: str, g: str) -> str:
    """w are the rates, by their logarithms, of a coincided critical affine space of J_m with at most g different rates."""
    return (f"exists(n, integer[1, {g}], exists(b, matrix(n, 1), exists(v, matrix(n, 1), exists(S, matrix(m, n), {minimiser('n', 'b', 'v')}"
            f" and {nondegenerate('n', 'b', 'v')} and {assignment('S')} and {w} == S*v and exists(a, matrix(m, 1), S.T*a == b)"
            f" and forall(a, matrix(m, 1), implies(S.T*a == b, {critical('m', 'a', w)}))))))")  # fmt: skip


#: The list of all spaces for n <= p, from the fact ``N_rho``: for each n <= p there is a minimiser that is critical.
SPACES_LISTED = spaces_listed(space, [], [
    Have(f"forall(a, matrix(m, 1), implies(S1[s].T*a == b1, {critical('m', 'a', '(S1[s]*v1)')}))", name="critical now", by=[
        Take("a"), Use("cited:rem-carried-integral", at=["m", "g+1", ("R[t]", "t"), "b1", "v1", "S1[s]", "S1[s]*v1", "a"], premises=[
            [], [Split([[], []])], [], [Split([[], [Use("v1.3")]])]])])], top="p")  # fmt: skip


#: From the facts ``assigned``, ``rates``, ``amplitudes``, ``critical``: every point of a space is critical.
CARRIED: list[Step] = [
    Have("forall(x1, real, forall(x2, real, forall(y1, real, forall(b1, nonzero, forall(a1, real, implies(x1 == x2 and -2*b1*(x2 - y1) == 0, -2*a1*(x1 - y1) == 0))))))", name="cancel", by=[
        Take("x1", "x2", "y1", "b1", "a1")]),
    Have("forall(x1, real, forall(x2, real, forall(y1, real, implies(x1 == x2 and 2*(x2 - y1) == 0, 2*(x1 - y1) == 0))))", name="moved", by=[
        Take("x1", "x2", "y1")]),
    *takewhile(lambda step: step != Take("i"), POINTS), Take("i"), Use("rows", at=["i"], name="here"), Obtain("here", "k", label="k"),
    Use("same rate", at=["i", "k"], premises=[[]], name="rate"), Use("amplitudes", at=["k"], name="amplitude"),
    Have(critical("n", "b", "v"), name="critical"), Use("critical", at=["k"], name="there is r"), Obtain("there is r", "r", label="there is q"), Obtain("there is q", "q", label="now"),
    Use("first", at=["v[k, 0]"], name="one"), Use("second", at=["v[k, 0]"], name="two"),
    Use("moved", at=[sums("m", "a", "w", "v[k, 0]"), sums("n", "b", "v", "v[k, 0]"), "r"], premises=[[Split([[Use("one")], [Use("now.2")]])]], name="in a"),
    Use("cancel", at=[sums("m", "a", "w", "v[k, 0]", "**2"), sums("n", "b", "v", "v[k, 0]", "**2"), "q", "b[k, 0]", "a[i, 0]"],
        premises=[[], [Split([[Use("two")], [Use("now.3")]])]], name="in w"),
    Witness("r"), Witness("q"), Split([[Rewritten(fact, ["rate"], name="done"), Use("done")] for fact in ("now.0", "now.1", "in a", "in w")]),
]  # fmt: skip
