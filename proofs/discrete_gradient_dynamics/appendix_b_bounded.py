"""Appendix B.2, Lemma 2: where the product of the two layers goes.

W and Z are the layers W_1 and W_2; S, Q are Sigma_x, Sigma_xy, and P is the pseudoinverse of S.
"""

from verifier.language.script import (
    At,
    Choose,
    Have,
    Inside,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)
from verifier.library.short_names import GRONWALL, LINEAR_GROWTH
from verifier.library.short_names import PRODUCT as LONG_PRODUCT
from verifier.papers.setting import Setting

from . import paper
from .appendix_b_perturbation import (
    GROWS,
    LAYER_NAMES,
    LAYERS,
    PARTED,
    RATE,
    REST,
    RESTS,
    TURNS,
    WITHIN_1,
    ZERO,
    beyond,
    perturbed,
    two_layers,
)
from .lemmas.least_squares_flow import PENROSE, RANGE
from .lemmas.two_layer_perturbation import DATA, SAMPLES

with_inverse = Setting(let={**LAYERS, "P": "matrix(d, d)"}, suppose={**two_layers.suppose, **PENROSE})
OUTSIDE = "((eye(d) - S*P)*W[t])"


#: with S = 0 the layers of dW/dt = Q Z', dZ/dt = W'Q grow
FREE = {"S": 0, "P": 0}
GROWING = {"W": "exp(t)", "Z": "exp(t)"}
@paper.equation("eq-54", "The first layer stays in the span of the inputs", where="Appendix B.2, Eq. (54)")
def span(item):
    item.printed("The columns of W_1(t) stay in span(X') if they start there.")
    item.use(with_inverse)
    item.suppose("start", "W[0] == S*P*W[0]")
    at = {time: OUTSIDE.replace("[t]", f"[{time}]") for time in ("0", "T")}
    item.conclude("forall(T, [0, oo), W[T] == S*P*W[T])", expected="proved", argument=[
        GRONWALL, *RANGE, Take("T"),
        Use("gronwall", at=[(f"trace({OUTSIDE}.T*{OUTSIDE})", "t"), "0", "T"], name="still", premises=[[], [
            Take("t"), Use("flow of W", at=["t"], name="now"),
            Order(terms=[Inside("now", f"-2*trace({OUTSIDE}.T*(eye(d) - S*P)*HOLE)"), Inside("in range", f"2*trace({OUTSIDE}.T*HOLE*Z[t].T)"),
                         Inside("SPS", f"-2*trace({OUTSIDE}.T*HOLE*W[t]*Z[t]*Z[t].T)")])]]),
        Have(f"trace({at['0']}.T*{at['0']}) == 0", name="none", by=[Linear(terms=[Inside("start", f"trace({at['0']}.T*HOLE)")])]),
        Have(f"trace({at['T']}.T*{at['T']}) <= 0", name="end", by=[Numbers(using=["still", "none"])]),
        Vanish("end", squares=[Square(root=at["T"], name="zero")]), Linear(terms=[("zero", "1", "1")])],
        example={**REST, "P": 1})  # fmt: skip
    item.without("start", counterexample={**REST, "X": 0, "S": 0, "P": 0, "W": 1, "Z": 0})
    item.without("Sigma_x", counterexample={**REST, "Y": 1, "Q": 1, **FREE, "W": "sinh(t)", "Z": "cosh(t)"})
    item.without("Sigma_xy", counterexample={**REST, "X": 0, "Q": 1, **FREE, "W": "sinh(t)", "Z": "cosh(t)"})
    item.without("flow of W", counterexample={**REST, "X": 0, **FREE, "W": "t"})
    item.note("S P is the projection onto span(X').")


#: S P = I where the first layer has full row rank and stays in the span; then P is the inverse of S
ONTO = [
    Have("S*P == eye(d)", name="onto", by=[Linear(terms=[
        Inside("full rank", "-S*P*HOLE.T"), ("span", "-1", "G.T"), Inside("full rank", "HOLE.T")])]),
]  # fmt: skip
SOLVES = [
    Have("S*W*Z == Q", name="fits", by=[Linear(terms=[("rest.1", "-G", "1"), ("full rank", "1", "Q - S*W*Z")])]),
    Split([[], []]),
]  # fmt: skip


@paper.equation("eq-55", "Where the dynamics can converge to", where="Appendix B.2, Eq. (55)")
def rest_points(item):
    item.printed("If the dynamics converge, the columns of the limit lie in the intersection of span(X') and the least-squares solutions, "
                 "which is {Sigma_x^+ Sigma_xy}.")  # fmt: skip
    item.leads_to("lemma-2")
    item.let(**{**LAYERS, "W": "matrix(d, h)", "Z": "matrix(h, p)", "P": "matrix(d, d)"})
    for name, formula in {**DATA, **PENROSE}.items():
        item.suppose(name, formula)
    item.suppose("rest", "(Q - S*W*Z)*Z.T == zeros(d, h) and W.T*(Q - S*W*Z) == zeros(h, p)")
    item.suppose("span", "W == S*P*W")
    item.conclude("W*Z == P*Q", expected="refuted", counterexample={
        "d": 2, "h": 1, "p": 2, "n": 2, "X": "eye(2)", "Y": "Matrix([[1, 0], [0, 1]])", "S": "1/2*eye(2)", "Q": "1/2*eye(2)", "P": "2*eye(2)",
        "W": "basis(2, 0)", "Z": "basis(2, 0).T"})  # fmt: skip
    with item.repair("where the first layer has full row rank") as r:
        r.let(G="matrix(d, h)")
        r.suppose("full rank", "G*W.T == eye(d)")
        r.conclude("W*Z == P*Q and S*(W*Z) == Q", expected="proved", argument=[
            *ONTO, Have("P*S == eye(d)", name="inverse", by=[
                Have("norm2(eye(d) - P*S) <= 0", name="flat"),
                Vanish("flat", [Square("eye(d) - P*S", name="none")])]),
            *SOLVES], example={**REST, "P": 1, "Y": 1, "Q": 1, "W": 1, "Z": 1, "G": 1})  # fmt: skip
        r.without("PS", argument=[
            *ONTO, *RANGE[:4], Have("P.T*S == eye(d)", name="transposed", by=[
                Linear(terms=[Inside("onto", "HOLE.T"), ("symmetric", "-P.T", "1")])]),
            Have("P.T == P", name="P sym", by=[Linear(terms=[("onto", "-P.T", "1"), ("transposed", "1", "P")])]),
            Have("P*S == eye(d)", name="inverse", by=[Linear(terms=[("transposed", "1", "1"), ("P sym", "-1", "S")])]), *SOLVES])
    item.note("A limit is a rest point of the flow of the two layers, and these include saddles: the truncated solutions of every rank, as in the "
              "counterexample, where one neuron fits one of two components, and W_1 = W_2 = 0. The intersection itself is {Sigma_x^+ Sigma_xy} "
              "indeed.")  # fmt: skip


@paper.equation("eq-56", "The loss decreases", where="Appendix B.2, Eq. (56)")
def decrease(item):
    item.printed("df/dt = -sum_l |grad_l f|^2.")
    item.use(two_layers)
    rate = "norm2(diff(W[t], t)) + norm2(diff(Z[t], t))"
    slope = "-trace((Y - X*W[t]*Z[t]).T*X*(diff(W[t], t)*Z[t] + W[t]*diff(Z[t], t)))"
    item.conclude(f"forall(t, [0, oo), diff(norm2(Y - X*W[t]*Z[t])/2, t) == -n*({rate}))", expected="proved", argument=[
        Take("t"), Use("flow of W", at=["t"], name="a"), Use("flow of Z", at=["t"], name="b"),
        Have(f"diff(norm2(Y - X*W[t]*Z[t])/2, t) == {slope}", name="slope")], example=REST)  # fmt: skip
    item.without("Sigma_x", counterexample={**REST, "Y": 1, "S": 0, "Q": 1, **GROWING})
    item.without("Sigma_xy", counterexample={**REST, "X": 0, "S": 0, "Q": 1, **GROWING})
    item.note("n times the loss. The gradients are the velocities.")


#: Two inputs and outputs, one neuron, Y = X/4: the first mode is at its limit 1/4, the second one cannot be reached.
NARROW = {"d": 2, "h": 1, "p": 2, "n": 2, "X": "eye(2)", "Y": "Matrix([[1/4, 0], [0, 1/8]])", "S": "Matrix([[1/2, 0], [0, 1/2]])",
          "Q": "Matrix([[1/8, 0], [0, 1/16]])", "P": "Matrix([[2, 0], [0, 2]])", "W": "Matrix([[1/2], [0]])", "Z": "Matrix([[1/2, 0]])"}


def each_is_needed(item, rest=REST):
    """Predictions that grow, where a layer does not follow the flow or the flow is not that of the data."""
    late = [At({"goal": [Witness("3"), Split([[], [Numbers()]])]})]
    item.without("flow of W", counterexample={**rest, "W": "t", "Z": "exp(-t**3/3)"}, argument=late)
    item.without("flow of Z", counterexample={**rest, "Z": "t", "W": "exp(-t**3/3)"}, argument=late)
    free = {k: v for k, v in FREE.items() if k in rest}
    item.without("Sigma_x", counterexample={**rest, "Y": 1, **free, "Q": 1, "W": "sinh(t)", "Z": "cosh(t)"}, argument=late)


@paper.remark("lemma-2/bounded", "The predictions stay bounded", where="Appendix B.2, cross-check")
def bounded_predictions(item):
    item.printed("(not in the paper) |X W_1(t) W_2(t)|^2 <= 2 |Y|^2 + 2 |Y - X W_1(0) W_2(0)|^2 for all t >= 0, for every start.")
    item.use(two_layers)
    item.conclude("forall(T, [0, oo), norm2(X*W[T]*Z[T]) <= 2*norm2(Y) + 2*norm2(Y - X*W[0]*Z[0]))", because=["eq-56"], argument=[
        LINEAR_GROWTH, Use("cited:eq-56", at=LAYER_NAMES, name="falls"), Take("T"),
        Use("linear growth", at=[("norm2(Y - X*W[t]*Z[t])/2", "t"), "0", "T"], name="less", premises=[[], [
            Take("t"), Use("falls", at=["t"], name="now"), Have("norm2(diff(W[t], t)) >= 0", name="first"),
            Have("norm2(diff(Z[t], t)) >= 0", name="second"), Have("n > 0", name="samples"),
            Numbers(using=["now", "first", "second", "samples"])]]),
        Order(positive=[Square(root="2*Y - X*W[T]*Z[T]"), Square(facts=["less"], weight="4")])], expected="proved", example=REST)
    each_is_needed(item)


@paper.lemma("lemma-2", "The product converges", where="Appendix B.2, Lemma 2", provenance="recalled")
def convergence(item):
    item.printed("W(t) = W_1 W_2 converges to Sigma_x^+ Sigma_xy and is therefore bounded on [0, infinity).")
    item.use(with_inverse)
    item.suppose("start", "W[0] == S*P*W[0]")
    item.conclude("forall(eps, positive, exists(D, positive, forall(T, [D, oo), norm2(W[T]*Z[T] - P*Q) <= eps)))", expected="refuted",
                  counterexample=NARROW, argument=[At({"goal": [Witness("1/100"), Split([[], [
                      Take("D"), Negate("all"), Use("all.1", at=["D"], name="now"),
                      Have("norm2(Matrix([[1/2], [0]])*Matrix([[1/2, 0]]) - Matrix([[2, 0], [0, 2]])*Matrix([[1/8, 0], [0, 1/16]])) == 1/64",
                           name="value"), Numbers(using=["now", "value"])]])]})])  # fmt: skip
    with item.repair("bounded, without convergence") as r:
        r.conclude("forall(T, [0, oo), norm2(X*W[T]*Z[T]) <= 2*norm2(Y) + 2*norm2(Y - X*W[0]*Z[0]))", because=["lemma-2/bounded"],
                   argument=[Use("cited:lemma-2/bounded", at=LAYER_NAMES, name="all")], expected="proved",
            example={**REST, "P": 1})  # fmt: skip
        each_is_needed(r, {**REST, "P": 1})
    item.note("The product need not converge to Sigma_x^+ Sigma_xy: with fewer neurons than the rank of Sigma_xy it cannot (the "
              "counterexample, at rest: the start of Theorem 1 for one neuron, kappa delta_1 = ln 4, with sigma = (1/8, 1/16) and lambda_i = 1/2), and from 0, or with a mode that starts at 0, it stops at a saddle. What the proof of Theorem 1 "
              "needs is only a bound, and that holds for every start: X W is bounded since the loss falls. Whether the product converges to it for epsilon > 0, "
              "enough neurons and the start of Theorem 1 is left open. thm-1 does without "
              "(eq-61/steep).")  # fmt: skip


@paper.equation("eq-15", "The perturbation bound, displayed", where="Section 3.1, Eq. (15)", provenance="recalled")
def perturbation(item):
    item.printed("W_j(t) = W_j^0(t) + W_j^eps(t), |W_j^eps(t)| <= eps exp(c t^2), j = 1, 2, for all t >= 0, c not depending on eps and t.")
    item.use(perturbed)
    item.let(c="real")
    item.suppose("c", f"c == {RATE}")
    first, second = "trace((W[T] - A[T]).T*(W[T] - A[T]))", "trace((Z[T] - B[T]).T*(Z[T] - B[T]))"
    item.conclude(f"forall(T, [0, oo), {first} <= eps**2*exp(2*c*T**2) and {second} <= eps**2*exp(2*c*T**2))", because=["eq-62/parting"],
                  expected="proved", argument=[
        *PARTED, Take("T"), Use("final", at=["T"], name="now"), Have(f"{first} >= 0", name="one"),
        Have(f"{second} >= 0", name="two"),
        Split([[Numbers(using=["now", "two"])], [Numbers(using=["now", "one"])]])], example={**RESTS, "c": "49/8"})  # fmt: skip
    for layer, (name, moved) in enumerate((("flow of A", "A"), ("flow of B", "B"))):
        point = {**ZERO, moved: "tanh(t)", "K": 1, "c": 8}
        item.without(name, counterexample=point, argument=[At({"bounded": WITHIN_1, "goal": beyond("1", Choose(layer))})])
    item.without("bounded", counterexample={**GROWS, "c": "19801/1600"}, argument=[At({"goal": beyond("1/10", Choose(0))})])
    item.without("R size", counterexample={**TURNS, "c": 8}, argument=[At({"bounded": WITHIN_1, "goal": beyond("1", Choose(0))})])
    item.without("c", counterexample={**TURNS, "eps": 2, "c": -8}, argument=[At({"bounded": WITHIN_1, "goal": beyond("1", Choose(0))})])
    item.note("Squared, for each layer; c is the number of eq-62/squares, made of the bounds s_1, s_2, s_3, K only.")


@paper.remark("prose-T1-general", "The initial singular vectors", where="Section 3.1, after Theorem 1", provenance="printed")
def initial_vectors(item):
    item.printed("The initialisation must have the singular vectors of Sigma_xy. For the autoencoder one can set W_1(0) = W_2(0)' = "
                 "e^{-kappa delta/2} I.")  # fmt: skip
    item.let(d="positive integer", a="real", u="matrix(d, 1) sequence")
    item.suppose("basis", "Sum(u[i]*u[i].T, (i, 0, d-1)) == eye(d)")
    item.conclude("a*eye(d) == Sum(a*u[i]*u[i].T, (i, 0, d-1))", expected="proved", argument=[],
                  example={"d": 1, "a": 1, "u": 1})  # fmt: skip
    item.note("a I is diagonal in every orthonormal basis, so in the eigenvectors of Sigma_x = Sigma_xy, which need not be known; "
              "W_1 and W_2 are U diag(a) Q' and Q diag(a) V' with Q = U = V. The first sentence repeats a hypothesis of Theorem 1; what is shown "
              "is the second.")  # fmt: skip


#: V = S P W, the part of the first layer in the span of the inputs; N the rest, which rests; V'V - ZZ' = K is conserved.
_V, _N = "(S*P*W[t])", "((eye(d) - S*P)*W[0])"
_K = f"(W[0].T*W[0] - Z[0]*Z[0].T - {_N}.T*{_N})"
_H = "(W[t].T*W[t] - Z[t]*Z[t].T - (W[0].T*W[0] - Z[0]*Z[0].T))"
_G = "((eye(d) - S*P)*(W[t] - W[0]))"
_LOSS = "(2*norm2(Y) + 2*norm2(Y - X*W[0]*Z[0]))"
_M = f"(1/n*(1/n)*norm2(P*X.T)*{_LOSS})"
_F = "(1/n*P*X.T*(X*W[t]*Z[t]))"
_Q = f"(h*(2*{_M} + norm2({_K})))"


def still(name, curve, terms):
    """``name``: a curve of matrices that is 0 at time 0 and does not move is 0 at all times."""
    at = {time: curve.replace("[t]", f"[{time}]") for time in ("0", "T")}
    return Have(f"forall(T, [0, oo), trace({at['T']}.T*{at['T']}) <= 0)", name=name, by=[
        Take("T"),
        Use("gronwall", at=[(f"trace({curve}.T*{curve})", "t"), "0", "T"], name="growth", premises=[[], [
            Take("t"), Use("flow of W", at=["t"], name="a"), Use("flow of Z", at=["t"], name="b"), Order(terms=terms)]]),
        Have(f"trace({at['0']}.T*{at['0']}) == 0", name="none"), Numbers(using=["growth", "none"])])  # fmt: skip


BOUNDED = [
    GRONWALL, LONG_PRODUCT, *RANGE, Have("h > 0", name="width"), Have("1/h > 0", name="1/h"),
    Have("h != 0", name="h not 0"),
    still("conserved", _H, [Inside("a", f"-2*trace({_H}.T*HOLE.T*W[t])"), Inside("a", f"-2*trace({_H}.T*W[t].T*HOLE)"),
                            Inside("b", f"2*trace({_H}.T*HOLE*Z[t].T)"), Inside("b", f"2*trace({_H}.T*Z[t]*HOLE.T)")]),
    still("rests", _G, [Inside("a", f"-2*trace({_G}.T*(eye(d) - S*P)*HOLE)"), Inside("in range", f"2*trace({_G}.T*HOLE*Z[t].T)"),
                        Inside("SPS", f"-2*trace({_G}.T*HOLE*W[t]*Z[t]*Z[t].T)")]),
    Use("cited:lemma-2/bounded", at=LAYER_NAMES, name="fitted"),
    Have("(S*P).T*(S*P) == S*P", name="projects"),
    Have("S*P*P*S == S*P", name="seen", by=[Linear(terms=[("SP", "-1", "P*S"), Inside("symmetric", "P.T*HOLE*P*S"), ("SPS", "P.T", "1"), ("symmetric", "-P.T", "1"), ("SP", "1", "1")])]),
    Have(f"forall(t, [0, oo), trace({_V}.T*{_V})**2 <= {_Q} and trace(W[t].T*W[t]) == trace({_V}.T*{_V}) + trace({_N}.T*{_N})"
         f" and trace(Z[t].T*Z[t]) == trace({_V}.T*{_V}) - trace({_K}))", name="sizes", by=[
        Take("t"), Use("conserved", at=["t"], name="flat"), Vanish("flat", [Square(_H, name="same")]),
        Use("rests", at=["t"], name="flat too"), Vanish("flat too", [Square(_G, name="rest")]),
        Have(f"W[t] == {_V} + {_N}", name="parts"),
        Have(f"{_V}.T*{_N} == zeros(h, h)", name="apart", by=[
            Linear(terms=[Inside("SP", f"W[t].T*HOLE*{_N}"), ("SPS", "-W[t].T", "P*W[0]")])]),
        Have(f"W[t].T*W[t] == {_V}.T*{_V} + {_N}.T*{_N}", name="squares", by=[Linear(terms=[
            Inside("parts", "HOLE.T*W[t]"), ("parts", f"({_V} + {_N}).T", "1"), ("apart", "1", "1"), Inside("apart", "HOLE.T")])]),
        Have(f"{_V}.T*{_V} == Z[t]*Z[t].T + {_K}", name="balance", by=[Linear(terms=[("same", "1", "1"), ("squares", "-1", "1")])]),
        Use("fitted", at=["t"], name="fit"),
        Use("norm of a product", at=["d", "n", "p", "P*X.T", "X*W[t]*Z[t]"], name="product"),
        Have("norm2(P*X.T) >= 0", name="P above"),
        Have(f"trace(({_V}*Z[t]).T*({_V}*Z[t])) <= {_M}", name="VZ", by=[
            Have(f"{_V}*Z[t] == S*P*{_F}", name="VZ is"),
            Order(positive=[Square(facts=["1/n", "1/n", "product"]), Square(facts=["1/n", "1/n", "P above", "fit"]),
                            Square(root=f"{_F} - S*P*{_F}")], nonzero=["n not 0"], terms=[
                Inside("VZ is", f"-trace(({_V}*Z[t]).T*HOLE)"), Inside("VZ is", f"-trace(HOLE.T*(S*P*{_F}))"),
                Inside("projects", f"-2*trace({_F}.T*HOLE*{_F})")])]),
        Have(f"trace(({_V}.T*{_V}).T*({_V}.T*{_V})) <= 2*{_M} + norm2({_K})", name="fourth", by=[
            Order(positive=[Square(facts=["VZ"], weight="2"), Square(root=f"{_V}.T*{_V} - {_K}")], nonzero=["n not 0"], terms=[
                Inside("balance", f"-2*trace(({_V}.T*{_V})*HOLE)")])]),
        Split([
            [Order(positive=[Square(facts=["width", "fourth"]), Square(root=f"{_V}.T*{_V} - 1/h*trace({_V}.T*{_V})*eye(h)", facts=["width"])],
                   nonzero=["n not 0", "h not 0"])],
            [],
            []])]),
]  # fmt: skip
SIZES_AT = next(step.formula for step in BOUNDED if isinstance(step, Have) and step.name == "sizes")


@paper.remark("lemma-3/sizes", "The sizes of the layers", where="Appendix B.2, cross-check")
def layer_sizes(item):
    item.printed("(not in the paper) With V = S P W_1 and N = (I - S P) W_1(0): |V|^4 <= h (2 m + |K|^2), |W_1|^2 = |V|^2 + |N|^2 and "
                 "|W_2|^2 = |V|^2 - tr K at all times, where K = W_1'W_1 - W_2 W_2' - N'N at time 0 and m = |P X'|^2 (2 |Y|^2 + 2 |Y - X W(0)|^2)"
                 "/n^2.")  # fmt: skip
    item.use(two_layers)
    item.let(P="matrix(d, d)")
    item.suppose("SPS", PENROSE["SPS"])
    item.suppose("SP", PENROSE["SP"])
    item.conclude(SIZES_AT, because=["lemma-2/bounded"], argument=BOUNDED, expected="proved", example={**REST, "P": 1})
    item.without("Sigma_x", counterexample={**REST, "d": 2, "X": "zeros(1, 2)", "S": "Matrix([[0, 1], [0, 0]])", "Q": "zeros(2, 1)",
                                            "P": "Matrix([[0, 0], [1, 0]])", "W": "Matrix([[1], [0]])", "Z": 1})  # fmt: skip
    item.without("Sigma_xy", counterexample={**REST, "X": 0, "Q": 1, **FREE, **GROWING})
    item.without("SPS", counterexample={**REST, "Y": 1, "Q": 1, "P": -1, "W": 1, "Z": 1})
    item.without("SP", counterexample={**REST, "d": 2, "X": "Matrix([[1, 0]])", "S": "Matrix([[1, 0], [0, 0]])", "Q": "zeros(2, 1)",
                                       "P": "Matrix([[1, 1], [0, 0]])", "W": "Matrix([[1], [1]])"})  # fmt: skip
    item.note("W_1'W_1 - W_2 W_2' is conserved, and so is the part of W_1 outside the span of the inputs.")


SUP = "exists(R, real, forall(T, [0, oo), trace(W[T].T*W[T]) <= R and trace(Z[T].T*Z[T]) <= R))"


#: a P with S P S = S and a symmetric S P, from the spectral theorem: 1/lam_i where lam_i is not 0
INVERTED = [
    *SAMPLES, Use("cited:spectral-theorem", at=["d", "S"], premises=[[]], name="spectrum"),
    Obtain("spectrum", "u"), Obtain("u", "lam", label="it"),
    Have("exists(q, real sequence, forall(i, integer[0, d-1], lam[i]**2*q[i] == lam[i]))", name="there is q", by=[
        Witness("Piecewise((0, lam[i] == 0), (1/lam[i], True))", index="i"), Take("i")]),
    Obtain("there is q", "q", label="q"), Set("P", "Sum(q[i]*u[i]*u[i].T, (i, 0, d-1))"),
    Have("S*P == Sum(lam[i]*q[i]*u[i]*u[i].T, (i, 0, d-1))", name="S P"),
]  # fmt: skip


@paper.lemma("lemma-3/A", "The layers stay bounded", where="Appendix B.2, Lemma 3", provenance="recalled")
def bounded_layers(item):
    item.printed("sup_t |W_1(t)| < infinity and sup_t |W_2(t)| < infinity.")
    item.use(two_layers)
    item.conclude(SUP, because=["lemma-3/sizes", "spectral-theorem"], expected="proved", argument=[
        Have("forall(aa, real, forall(bb, real, forall(cc, real, forall(ee, real, implies(aa**2 <= bb and cc >= 0,"
             " aa + cc <= 1 + bb + cc + ee**2 + 1 and aa - ee <= 1 + bb + cc + ee**2 + 1)))))", name="numbers", by=[
            Take("aa", "bb", "cc", "ee"), Have("aa <= 1 + bb", name="first"),
            Split([[], []])]),
        *INVERTED, Use("cited:lemma-3/sizes", at=[*LAYER_NAMES, "P"], name="sizes", premises=[[Split([
            *[[] for fact in DATA], [], [],
            [],
            []])]]),
        Witness(f"1 + {_Q} + trace({_N}.T*{_N}) + trace({_K})**2 + 1"), Take("T"), Use("sizes", at=["T"], name="now"),
        Have(f"trace({_N}.T*{_N}) >= 0", name="rest above"),
        Use("numbers", at=[f"trace({_V.replace('[t]', '[T]')}.T*{_V.replace('[t]', '[T]')})", _Q, f"trace({_N}.T*{_N})", f"trace({_K})"], name="bound"),
        Split([[Order(positive=[Square(facts=["bound.0"])], terms=[("now.1", "-1", "1")], nonzero=["n not 0"])],
               [Order(positive=[Square(facts=["bound.1"])], terms=[("now.2", "-1", "1")], nonzero=["n not 0"])]])],
        example=REST)  # fmt: skip
    unbounded = [At({"goal": [Take("R"), Witness("Abs(R)"), Split([[Numbers(using=[])], [Choose(0), Numbers(using=[])]])]})]
    item.without("Sigma_x", counterexample={**REST, "Y": 1, "S": 0, "Q": 1, **GROWING}, argument=unbounded)
    item.without("Sigma_xy", counterexample={**REST, "X": 0, "S": 0, "Q": 1, **GROWING}, argument=unbounded)
    item.without("flow of W", counterexample={**REST, "W": "exp(t)"}, argument=unbounded)
    item.without("flow of Z", counterexample={**REST, "Z": "exp(t)"}, argument=[
        At({"goal": [Take("R"), Witness("Abs(R)"), Split([[Numbers(using=[])], [Choose(1), Numbers(using=[])]])]})])
    item.note("For every start, every width and every X, also where the product does not converge to Sigma_x^+ Sigma_xy (Lemma 2).")
