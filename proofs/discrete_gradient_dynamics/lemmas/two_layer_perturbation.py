"""Two gradient flows of a two-layer linear network whose input covariances differ by R stay |R| exp(c t^2) close.

(W, Z) follows the flow with S = X'X/n and Q = X'Y/n, (A, B) the flow with another symmetric matrix M in place of S, from the
same start, |A|^2 and |B|^2 at most K.  With E = W - A, F = Z - B, C = EF, G = EB + AF and u = |E|^2 + |F|^2,

    u' = 4 tr(E'QF') - 4 tr(C'SAB) - 2 |S^(1/2)(G + 3C/2)|^2 + tr(C'SC)/2 - 2 tr(E'RABB') - 2 tr(F'A'RAB),
    tr(C'SC)/2 - 2 |S^(1/2)(G + 3C/2)|^2 = tr(G'SG)/4 - |S^(1/2)(3G/2 + 2C)|^2,

so that u' <= a u + g |R|^2: what is of third and fourth order in the gap only brings the flows together.  All sizes, all ranks.
(Gidel, Bach and Lacoste-Julien 2019, Appendix B.2, by another route: no compactness and no derivative bounds.)
"""

from __future__ import annotations

from verifier.language.script import Have, Inside, Ladder, Linear, Numbers, Order, Square, Step, Take, Use

SIZES = {"d": "positive integer", "h": "positive integer", "p": "positive integer", "n": "positive integer"}
MATRICES = {"X": "matrix(n, d)", "Y": "matrix(n, p)", "S": "matrix(d, d)", "Q": "matrix(d, p)"}
DATA = {"Sigma_x": "n*S == X.T*X", "Sigma_xy": "n*Q == X.T*Y"}


def flow(first: str, second: str, covariance: str) -> tuple[str, str]:
    """The equations of the two layers, for times t >= 0."""
    error = f"(Q - {covariance}*{first}[t]*{second}[t])"
    return (f"forall(t, [0, oo), diff({first}[t], t) == {error}*{second}[t].T)",
            f"forall(t, [0, oo), diff({second}[t], t) == {first}[t].T*{error})")  # fmt: skip


SAMPLES: list[Step] = [
    Have("n != 0", name="n not 0"), Have("n > 0", name="n above 0"), Have("1/n > 0", name="1/n"),
    Have("S.T == S", name="symmetric", by=[
        Linear(terms=[Inside("Sigma_x", "1/n*HOLE.T"), ("Sigma_x", "-1/n", "1")], nonzero=["n not 0"])]),
]  # fmt: skip
_N = "W[t]*Z[t]"


def grows(layer: str) -> list[Step]:
    """``|W| grows`` or ``|Z| grows``: the square of a layer's norm at time T is at most that at 0 plus T |Y|^2/(2n)."""
    name = f"|{layer}| grows"
    slope = f"2*trace({layer}[t].T*HOLE)"
    return [
        Have(f"forall(T, [0, oo), trace({layer}[T].T*{layer}[T]) <= trace({layer}[0].T*{layer}[0]) + T*trace(Y.T*Y)/(2*n))",
             name=name, by=[
            Take("T"),
            Use("linear growth", at=[(f"trace({layer}[t].T*{layer}[t])", "t"), "trace(Y.T*Y)/(2*n)", "T"], name="grown", premises=[[], [
                Take("t"), Use(f"flow of {layer}", at=["t"], name="now"),
                Order(positive=[Square(root=f"X*{_N} - 1/2*Y", weight="2", facts=["1/n"])], nonzero=["n not 0"], terms=[
                    Inside("now", "-" + slope),
                    Inside("Sigma_xy", f"-2/n*trace(({_N}).T*HOLE)"), Inside("Sigma_x", f"2/n*trace(({_N}).T*HOLE*{_N})")])]])]),
    ]  # fmt: skip


#: u' <= (a + b t) u + g on [0, T) with numbers a, b, g >= 0 gives u(T) <= exp(a T + b T^2/2) (u(0) + g T).
GROWING_RATE = Have(
    "forall(path, real curve, forall(first, nonnegative, forall(second, nonnegative, forall(push, nonnegative, forall(until, nonnegative,"
    " implies(forall(t, [0, until), diff(path[t], t) <= (first + second*t)*path[t] + push),"
    " path[until] <= exp(first*until + second*until**2/2)*(path[0] + push*until)))))))",
    name="growing rate",
    by=[
        Take("path", "first", "second", "push", "until"),
        Have("exp(-first*until - second*until**2/2)*path[until] - push*until <= path[0]", name="weighted", by=[Ladder(
            "until", "0", time="moment",
            slope=[
                Use("given4", at=["moment"], premises=[[]], name="speed"),
                Have("exp(-first*moment - second*moment**2/2) > 0", name="weight"),
                Have("exp(-first*moment - second*moment**2/2) <= 1", name="small"),
                Have("exp(-first*moment - second*moment**2/2)*(diff(path[moment], moment) - (first + second*moment)*path[moment] - push) <= 0",
                     name="scaled"),
                Have("exp(-first*moment - second*moment**2/2)*push <= push", name="pushed"),
            ],
            base=[Have("exp(-first*0 - second*0**2/2)*path[0] == path[0]", name="one")],
        )]),
        Have("exp(first*until + second*until**2/2) > 0", name="factor"),
        Have("exp(first*until + second*until**2/2)*exp(-first*until - second*until**2/2) == 1", name="inverse"),
    ],
)  # fmt: skip
_E, _F, _R, _AB = "(W[t] - A[t])", "(Z[t] - B[t])", "(S - M)", "A[t]*B[t]"
_C, _ROOT = f"({_E}*{_F})", f"({_E}*B[t] + A[t]*{_F} + 3/2*{_E}*{_F})"
GAP = f"(trace({_E}.T*{_E}) + trace({_F}.T*{_F}))"
_PARTS = {
    "Q": f"4*trace({_E}.T*Q*{_F}.T)", "N": f"4*trace({_C}.T*S*{_AB})", "square": f"2*trace({_ROOT}.T*S*{_ROOT})",
    "C": f"1/2*trace({_C}.T*S*{_C})", "RE": f"2*trace({_E}.T*{_R}*{_AB}*B[t].T)", "RF": f"2*trace({_F}.T*A[t].T*{_R}*{_AB})",
}  # fmt: skip
SPEED = f"2*trace({_E}.T*(diff(W[t], t) - diff(A[t], t))) + 2*trace({_F}.T*(diff(Z[t], t) - diff(B[t], t)))"
MOTION = f"{SPEED} == {_PARTS['Q']} - {_PARTS['N']} - {_PARTS['square']} + {_PARTS['C']} - {_PARTS['RE']} - {_PARTS['RF']}"
#: ``motion``: how u moves.  Needs `SAMPLES` and the four flows.
MOVES: list[Step] = [Have(f"forall(t, [0, oo), {MOTION})", name="motion", by=[
    Take("t"),
    Use("flow of W", at=["t"], name="of W"), Use("flow of Z", at=["t"], name="of Z"),
    Use("flow of A", at=["t"], name="of A"), Use("flow of B", at=["t"], name="of B")])]  # fmt: skip

#: What is known of the sizes: numbers s_1, s_2, s_3, K, eps.
BOUNDS = {
    "S size": "trace(S.T*S) <= s_1",
    "Q size": "trace(Q.T*Q) <= s_2",
    "Y size": "trace(Y.T*Y) <= n*s_3",
    "R size": f"trace({_R}.T*{_R}) <= eps**2",
    "bounded": "forall(t, [0, oo), trace(A[t].T*A[t]) <= K and trace(B[t].T*B[t]) <= K)",
    "same start": "W[0] == A[0] and Z[0] == B[0]",
}
NUMBERS = {"s_1": "nonnegative", "s_2": "nonnegative", "s_3": "nonnegative", "K": "nonnegative", "eps": "real"}
FIRST, SECOND, PUSH = "(5 + 2*s_2 + 2*s_1*K**2 + (1 + s_1)*K)", "((1 + s_1)*s_3/4)", "(2*K**3*eps**2)"
_e, _f = f"trace({_E}.T*{_E})", f"trace({_F}.T*{_F})"


def _size(name: str, term: str) -> Step:
    return Have(f"trace(({term}).T*({term})) >= 0", name=name)


def _product(name: str, sizes: str, left: str, right: str) -> Step:
    return Use("norm of a product", at=[*sizes.split(), left, right], name=name)


_ABF, _ABB, _RAB = f"{_AB}*{_F}.T", f"{_AB}*B[t].T", f"{_R}*{_AB}"
_G = f"({_E}*B[t] + A[t]*{_F})"
STEEP = f"forall(t, [0, oo), {SPEED} <= {FIRST}*{GAP} + {PUSH})"
#: ``steep``: u' <= FIRST u + PUSH for t >= 0.  Needs `PRODUCT`, `SAMPLES` and `MOVES`.
STEEPNESS: list[Step] = [Have(STEEP, name="steep", by=[
    Take("t"),
    Use("motion", at=["t"], name="now"), Use("bounded", at=["t"], name="small"),
    _size("e above", _E), _size("f above", _F), _size("A above", "A[t]"), _size("B above", "B[t]"),
    _size("N above", _AB), _size("ABF above", _ABF), _size("ABB above", _ABB), _size("G above", _G), _size("RAB above", _RAB),
    Have("eps**2 >= 0", name="eps above"),
    _product("N product", "d h p", "A[t]", "B[t]"),
    Have(f"trace(({_AB}).T*({_AB})) <= K**2", name="N size", by=[Order(positive=[
        Square(facts=["N product"]), Square(facts=["K.nonnegative", "small.0"]), Square(facts=["A above", "small.1"])])]),
    _product("ABF product", "d p h", _AB, f"{_F}.T"), _product("SABF product", "d d h", "S", _ABF),
    _product("QF product", "d p h", "Q", f"{_F}.T"),
    Have(f"{_PARTS['Q']} <= 2*{_e} + 2*s_2*{_f}", name="Q part", by=[Order(positive=[
        Square(root=f"{_E} - Q*{_F}.T", weight="2"), Square(facts=["QF product"], weight="2"),
        Square(facts=["Q size", "f above"], weight="2")])]),
    Have(f"-{_PARTS['N']} <= 2*{_e} + 2*s_1*K**2*{_f}", name="N part", by=[Order(rewrite=["symmetric"], positive=[
        Square(root=f"{_E} + S*{_ABF}", weight="2"), Square(facts=["SABF product"], weight="2"),
        Square(facts=["S size", "ABF above"], weight="2"), Square(facts=["s_1.nonnegative", "ABF product"], weight="2"),
        Square(facts=["s_1.nonnegative", "N size", "f above"], weight="2")])]),
    _product("EB product", "d h p", _E, "B[t]"), _product("AF product", "d h p", "A[t]", _F), _product("SG product", "d d p", "S", _G),
    Have(f"trace({_G}.T*{_G}) <= 2*K*{_e} + 2*K*{_f}", name="G size", by=[Order(positive=[
        Square(root=f"{_E}*B[t] - A[t]*{_F}"), Square(facts=["EB product"], weight="2"), Square(facts=["e above", "small.1"], weight="2"),
        Square(facts=["AF product"], weight="2"), Square(facts=["small.0", "f above"], weight="2")])]),
    Have("1 + s_1 >= 0", name="1 + s"),
    Have(f"1/4*trace({_G}.T*S*{_G}) <= 1/4*(1 + s_1)*K*({_e} + {_f})", name="G part", by=[Order(rewrite=["symmetric"], positive=[
        Square(root=f"{_G} - S*{_G}", weight="1/8"), Square(facts=["SG product"], weight="1/8"),
        Square(facts=["S size", "G above"], weight="1/8"), Square(facts=["1 + s", "G size"], weight="1/8")])]),
    Have(f"{_PARTS['C']} - {_PARTS['square']} <= 1/4*trace({_G}.T*S*{_G})", name="C part", by=[Order(
        positive=[Square(root=f"X*(3/2*{_G} + 2*{_C})", facts=["1/n"])], rewrite=["symmetric"], nonzero=["n not 0"],
        terms=[Inside("Sigma_x", f"1/n*trace((3/2*{_G} + 2*{_C}).T*HOLE*(3/2*{_G} + 2*{_C}))")])]),
    _product("ABB product", "d p h", _AB, "B[t].T"), _product("RABB product", "d d h", _R, _ABB),
    Have(f"-{_PARTS['RE']} <= {_e} + eps**2*K**3", name="RE part", by=[Order(rewrite=["symmetric"], positive=[
        Square(root=f"{_E} + {_R}*{_ABB}"), Square(facts=["RABB product"]), Square(facts=["R size", "ABB above"]),
        Square(facts=["eps above", "ABB product"]), Square(facts=["eps above", "N size", "B above"]),
        Square(root="K", facts=["eps above", "small.1"])])]),
    _product("RAB product", "d d p", _R, _AB), _product("ARAB product", "h d p", "A[t].T", _RAB),
    Have(f"-{_PARTS['RF']} <= {_f} + eps**2*K**3", name="RF part", by=[Order(rewrite=["symmetric"], positive=[
        Square(root=f"{_F} + A[t].T*{_RAB}"), Square(facts=["ARAB product"]), Square(facts=["small.0", "RAB above"]),
        Square(facts=["K.nonnegative", "RAB product"]), Square(facts=["K.nonnegative", "R size", "N above"]),
        Square(facts=["K.nonnegative", "eps above", "N size"])])]),
    Order(terms=[("now", "-1", "1")], positive=[
        Square(facts=["Q part"]), Square(facts=["N part"]), Square(facts=["C part"]), Square(facts=["G part"]), Square(facts=["RE part"]),
        Square(facts=["RF part"]), Square(facts=["s_2.nonnegative", "e above"], weight="2"),
        Square(root="K", facts=["s_1.nonnegative", "e above"], weight="2"),
        Square(facts=["1 + s", "K.nonnegative", "e above"], weight="3/4"),
        Square(facts=["1 + s", "K.nonnegative", "f above"], weight="3/4"), Square(facts=["f above"], weight="4")]),
])]  # fmt: skip

PARTING = f"forall(T, [0, oo), {GAP.replace('[t]', '[T]')} <= exp({FIRST}*T)*({PUSH}*T))"
#: ``first above``: FIRST >= 0
FIRST_ABOVE = Have(f"{FIRST} >= 0", name="first above", by=[
    Have("s_1*K**2 >= 0", name="sK"), Have("(1 + s_1)*K >= 0", name="tK")])  # fmt: skip
#: ``parting``: u(T) <= exp(FIRST T) PUSH T for all T >= 0.  Needs `GROWING_RATE` and ``steep``.
APART: list[Step] = [Have(PARTING, name="parting", by=[
    Take("T"), FIRST_ABOVE,
    Have(f"{PUSH} >= 0", name="push above"),
    Use("growing rate", at=[(GAP, "t"), FIRST, "0", PUSH, "T"], name="grown", premises=[
        [], [], [], [], [
            Take("t"), Use("steep", at=["t"], name="now"), Order(positive=[Square(facts=["now"])])]]),
    Have(f"{GAP.replace('[t]', '[0]')} == 0", name="start"),
    Numbers(using=["grown", "start"])])]  # fmt: skip
