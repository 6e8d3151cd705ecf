"""Appendix D: the loss that is accumulated over all prefixes of a sequence."""

from verifier.language.script import (
    At,
    Choose,
    Have,
    Induct,
    Linear,
    Negate,
    Obtain,
    Order,
    Split,
    Square,
    Take,
    Use,
    Vanish,
    Witness,
)

from . import paper
from .lemmas.balanced_flow import stays_balanced
from .lemmas.path_graphs import prescribed
from .notation import sampled, systems, teacher

#: The weighted loss of Eq. (D.3), any student.
WEIGHTED = "weighted(X, Y, Z) := Sum((k-i)*(Z*X**i*Y - w(i))**2, (i, 0, k-1))"


@paper.equation("eq-D.1", "The accumulated empirical loss", where="Appendix D, Eq. (D.1)", provenance="printed")
def accumulated(item):
    item.printed("L_S = (1/N) sum_{i=1}^N sum_{j=0}^{k-1} l(RNN(x_j^(i)), y_j^(i)).")
    item.use(systems)
    item.let(N="positive integer", X="matrix(N, k)", Y="matrix(N, k)", R="matrix(N, k)")
    item.suppose("outputs", "forall(i, integer[0, N-1], forall(j, integer[0, k-1],"
                 " R[i, j] == Sum(C*A**(j-s)*B*X[i, s], (s, 0, j))))")  # fmt: skip
    item.conclude("1/N*Sum(Sum((R[i, j] - Y[i, j])**2, (j, 0, k-1)), (i, 0, N-1)) =="
                  " 1/N*Sum(Sum((Sum(C*A**(j-s)*B*X[i, s], (s, 0, j)) - Y[i, j])**2, (j, 0, k-1)), (i, 0, N-1))",
                  argument=[Have("N > 0", name="some data")])  # fmt: skip
    item.note("A definition. x_j is read as the prefix (x_0, ..., x_j), whose label is the output behind it, as in Section 3.")


@paper.equation("eq-D.2", "The accumulated population loss", where="Appendix D.1, Eq. (D.2)", provenance="printed")
def accumulated_population(item):
    item.printed("E[sum_{j=0}^{k-1} l(RNN(x_j), y_j)] = sum_{j=0}^{k-1} sum_{i=0}^{j} (C A^i B - w_i)^2.")
    item.use(sampled)
    item.suppose("white", "expect(x*x.T) == eye(k)")
    item.conclude("Sum(expect((Sum(g(j-s)*x[s, 0], (s, 0, j)) - Sum(w(j-s)*x[s, 0], (s, 0, j)))**2), (j, 0, k-1)) =="
                  " Sum(Sum(e(i)**2, (i, 0, j)), (j, 0, k-1))", expected="proved")  # fmt: skip


#: Each entry i of a sequence is in the prefixes i, ..., m-1.
COUNT = Have(
    "forall(r, real sequence, forall(m, nonnegative integer,"
    " Sum(Sum(r[i], (i, 0, j)), (j, 0, m-1)) == Sum((m-i)*r[i], (i, 0, m-1))))", name="count",
    by=[Take("r"), Induct("m", step=[Linear(terms=[("IH", "1", "1")])])],
)  # fmt: skip

#: The weights k - i are at least 1: the weighted loss of any student is at least its loss.
LARGER = Have(
    "forall(r, real sequence, forall(m, nonnegative integer,"
    " Sum(r[i]**2, (i, 0, m-1)) <= Sum(Sum(r[i]**2, (i, 0, j)), (j, 0, m-1))))", name="larger",
    by=[Take("r"), Induct("m", step=[Order(positive=[Square(facts=["IH"]), Square(root="r[i]", over=[("i", "0", "m-1")])])])],
)  # fmt: skip
ERRORS = Square(root="e(i)", over=[("i", "0", "k-1")], name="seen")
FITTED = Linear(terms=[("now", "1", "1")])


def at_least(name, error):
    """The facts that the weighted loss with these errors is counted by prefixes and is at least the loss."""
    return [Use("count", at=[(f"({error})**2", "i"), "k"], name=f"{name} counted"),
            Use("larger", at=[(error, "i"), "k"], name=f"{name} larger")]  # fmt: skip


@paper.equation("eq-D.3", "The weighted population loss", where="Appendix D.1, Eq. (D.3)", provenance="printed")
def weighted(item):
    item.printed("(D.2) = sum_{i=0}^{k-1} (k - i) (C A^i B - w_i)^2.")
    item.use(systems)
    item.conclude("Sum(Sum(e(i)**2, (i, 0, j)), (j, 0, k-1)) == Sum((k-i)*e(i)**2, (i, 0, k-1))", expected="proved",
                  argument=[COUNT, Use("count", at=[("e(i)**2", "i"), "k"])])  # fmt: skip
    item.note("The error at i is seen by the k - i prefixes that are longer than i.")


BEST = "forall(P, matrix(d, d), forall(Q, matrix(d, 1), forall(R, matrix(1, d), implies(P.T == P, {0}(X, Y, Z) <= {0}(P, Q, R)))))"
#: d = 1, k = 3, the values 1, 0, 1: 3(u-1)^2 + 2(ua)^2 + (ua^2-1)^2 - 1 = 2(u-1)^2 + (u-1+ua^2)^2 for u = RQ, a = P.
NARROW = [Choose(0), Choose(0), Split([
    [Take("P", "Q", "R"), Order(positive=[Square(root="R*Q - 1", weight="2"), Square(root="R*Q - 1 + R*P**2*Q")])],
    [Witness("2"), Negate("equal"), Order(positive=[Square()], terms=[("equal", "1", "1")])]])]  # fmt: skip


@paper.remark("D.1/min", "The accumulated loss has the same minimisers", where="Appendix D.1", provenance="printed")
def same_minimisers(item):
    item.printed("The minimisers of (D.2) are those of (3.4), i.e. C A^i B = w_i for i = 0, ..., k-1; so Lemma 7 holds as it is.")
    item.use(systems)
    item.define(WEIGHTED, "best(X, Y, Z) := " + BEST.format("loss"), "bestweighted(X, Y, Z) := " + BEST.format("weighted"))
    item.suppose("student symmetric", "A.T == A")
    item.suppose("wide", "d > k")
    item.conclude(
        "iff(bestweighted(A, B, C), fits) and iff(best(A, B, C), fits)", expected="proved",
        argument=[
            COUNT, LARGER,
            *prescribed(),
            Use("prescribed", at=[("w(t)", "t"), "k"], name="there is"),
            Obtain("there is", "c", label="reached"),
            Have("weighted(S, basis(d, 0), c) == 0", name="weighted zero"),
            Have("loss(S, basis(d, 0), c) == 0", name="zero"),
            *at_least("mine", "e(i)"),
            Split([[Split([
                [Take(), Use("given", at=["S", "basis(d, 0)", "c"], name="least"),
                 Have("loss(A, B, C) <= 0", name="small", by=[Order(
                     positive=[Square(facts=["least"]), Square(facts=["mine larger"])],
                     terms=[("mine counted", "-1", "1"), ("weighted zero", "-1", "1")])]),
                 Vanish("small", squares=[ERRORS]), Take("i"), Use("seen", at=["i"], name="now"), FITTED],
                [Take(), Take("P", "Q", "R"), *at_least("theirs", "R*P**i*Q - w(i)"),
                 Order(positive=[Square(facts=["theirs larger"]), Square(root="R*P**i*Q - w(i)", over=[("i", "0", "k-1")])],
                       terms=[("theirs counted", "-1", "1")], rewrite=["given"])],
            ])], [Split([
                [Take(), Use("given", at=["S", "basis(d, 0)", "c"], name="least"),
                 Have("loss(A, B, C) <= 0", name="small", by=[
                     Order(positive=[Square(facts=["least"])], terms=[("zero", "-1", "1")])]),
                 Vanish("small", squares=[ERRORS]), Take("i"), Use("seen", at=["i"], name="now"), FITTED],
                [Take(), Take("P", "Q", "R")],
            ])]]),
        ],
    )  # fmt: skip
    item.step("zero loss", "implies(weighted(A, B, C) == 0, fits)", says="Lemma 7 holds with no modification: it asks for fits",
              argument=[COUNT, LARGER, *at_least("mine", "e(i)"), Take(),
                        Have("loss(A, B, C) <= 0", name="small", by=[Order(
                            positive=[Square(facts=["mine larger"])], terms=[("mine counted", "-1", "1"), ("given", "-1", "1")])]),
                        Vanish("small", squares=[ERRORS]), Take("i"), Use("seen", at=["i"], name="now"), FITTED])  # fmt: skip
    item.without("wide", counterexample={
        "d": "1", "n": "2", "k": "3", "A": "0", "B": "1", "C": "1", "Ahat": "Matrix([[0, 1], [1, 0]])",
        "Bhat": "Matrix([[1], [0]])", "Chat": "Matrix([[1, 0]])"}, argument=[At({"goal": NARROW})])  # fmt: skip
    item.note("Students with symmetric A; d > k (d >= k is enough) lets some student fit (Proposition 3). A student that is too "
              "narrow to fit has other minimisers: with d = 1, k = 3 and the teacher's values 1, 0, 1 the student a = 0, "
              "CB = 1 is a minimiser of (D.3) and not of (3.4).")  # fmt: skip



#: One weighted square is at most the whole sum; its root, named u, with the weight m.
EACH = [
    Have("forall(r, real sequence, forall(p, integer[0, k], Sum((k-l)*r[l]**2, (l, 0, p-1)) >= 0))", name="sums", by=[
        Take("r"), Induct("p", step=[Have("k - p >= 0", name="weight"),
                                     Order(positive=[Square(facts=["IH"]), Square(root="r[p]", facts=["weight"])])])]),
    Take("i"),
    Use("sums", at=[("e(l)*(1 - delta(l, i))", "l"), "k"], name="others"),
    Have("(k-i)*e(i)**2 <= level", name="one"),
    Have("k - i >= 1", name="weight"),
]  # fmt: skip


def root(formula):
    """The fact for numbers that is needed at v = k - i and u = e(i)."""
    return Have(f"forall(v, real, forall(u, real, implies(v >= 1 and v*u**2 <= level, {formula})))", name="root",
                by=[Take("v", "u"), Have("level >= 0", name="bound")])  # fmt: skip


ROOT = Use("root", at=["k-i", "e(i)"], premises=[[Split([[], []])]])


def small_loss(item):
    item.use(systems)
    item.define(WEIGHTED)
    item.let(level="nonnegative")
    item.suppose("small", "weighted(A, B, C) <= level")


@paper.remark("D.2/a", "Each weighted error is small", where="Appendix D.2", provenance="printed")
def weighted_error(item):
    item.printed("If the loss is at most delta, sqrt(k-i) (C A^i B - w_i) <= sqrt(delta) for i = 0, ..., k-1.")
    small_loss(item)
    item.conclude("forall(i, integer[0, k-1], sqrt(k-i)*e(i) <= sqrt(level))", expected="proved",
                  argument=[root("sqrt(v)*u <= sqrt(level)"), *EACH, ROOT])  # fmt: skip


@paper.remark("D.2/b", "Each error is small", where="Appendix D.2", provenance="printed")
def error(item):
    item.printed("Since k - i >= 1 for i = 0, ..., k-1: C A^i B - w_i <= sqrt(k-i) (C A^i B - w_i) <= sqrt(delta).")
    small_loss(item)
    item.leads_to("D.1/min")
    item.conclude("forall(i, integer[0, k-1], e(i) <= sqrt(k-i)*e(i) and sqrt(k-i)*e(i) <= sqrt(level))", expected="refuted",
                  counterexample={"d": "1", "n": "1", "k": "2", "A": "0", "B": "0", "C": "0", "Ahat": "0", "Bhat": "1",
                                  "Chat": "1", "level": "2"},
                  argument=[At({"goal": [Witness("0"), Choose(0), Have("sqrt(2 - 0) > 1", name="root")]})])  # fmt: skip
    with item.repair("between absolute values") as r:
        r.conclude("forall(i, integer[0, k-1], Abs(e(i)) <= sqrt(k-i)*Abs(e(i)) and sqrt(k-i)*Abs(e(i)) <= sqrt(level))",
                   expected="proved",
                   argument=[root("Abs(u) <= sqrt(v)*Abs(u) and sqrt(v)*Abs(u) <= sqrt(level)"), *EACH, ROOT])  # fmt: skip
    item.note("A negative error is made smaller by the factor sqrt(k-i) >= 1. Without absolute values the chain breaks at its first "
              "link, and it bounds the error from one side only; with them it gives what Theorem 8 needs.")  # fmt: skip


SLOPES = (
    WEIGHTED,
    "slopeB(X, Y, Z) := 2*Sum((k-i)*(Z*X**i*Y - w(i))*X.T**i*Z.T, (i, 0, k-1))",
    "slopeC(X, Y, Z) := 2*Sum((k-i)*(Z*X**i*Y - w(i))*Y.T*X.T**i, (i, 0, k-1))",
    "slopeA(X, Y, Z) := 2*Sum((k-i)*(Z*X**i*Y - w(i))*Sum(X.T**r*Z.T*Y.T*X.T**(i-r-1), (r, 0, i-1)), (i, 1, k-1))",
)


@paper.remark("D.3", "The gradients of the weighted loss have the same symmetries", where="Appendix D.3", provenance="printed")
def weighted_gradients(item):
    item.printed("For the weighted population loss the gradients differ, but the symmetries are all preserved: the gradient "
                 "computation boils down to adding an external summation. The steps of Section E.4 apply.")  # fmt: skip
    item.use(systems)
    item.define(*SLOPES)
    item.conclude(
        "grad(weighted(A, B, C), A) == slopeA(A, B, C) and grad(weighted(A, B, C), B) == slopeB(A, B, C)"
        " and grad(weighted(A, B, C), C) == slopeC(A, B, C) and B.T*slopeB(A, B, C) == slopeC(A, B, C)*C.T"
        " and forall(X, matrix(d, d), forall(Z, matrix(1, d), implies(X.T == X,"
        " slopeB(X, Z.T, Z) == slopeC(X, Z.T, Z).T and slopeA(X, Z.T, Z).T == slopeA(X, Z.T, Z))))",
        argument=[Split([[], [], [], [], [Take("X", "Z"), Split([[], []])]])],
        expected="proved",
    )  # fmt: skip
    item.note("So Lemmas E.4 (with its factor 2), E.6 and E.7 hold with the weights k - i. In Appendix E.4 the rate w_0 near zero "
              "becomes k w_0, since the first value of the response has the weight k; what is said there of the lines of E.4 holds "
              "here as well.")  # fmt: skip


@paper.remark("D.3/flow", "Gradient flow on the weighted loss preserves balancedness", where="Appendix D.3")
def weighted_balancedness(item):
    item.printed("(Lemma 6 for the weighted loss; the paper says that the symmetries are preserved.)")
    item.use(teacher)
    item.let(A="matrix(d, d) curve", B="matrix(d, 1) curve", C="matrix(1, d) curve")
    item.define(*SLOPES)
    item.suppose("flow of B", "forall(t, [0, oo), diff(B[t], t) == -slopeB(A[t], B[t], C[t]))")
    item.suppose("flow of C", "forall(t, [0, oo), diff(C[t], t) == -slopeC(A[t], B[t], C[t]))")
    item.suppose("symmetric", "forall(t, [0, oo), A[t].T == A[t])")
    item.suppose("balanced at the start", "C[0] == B[0].T")
    item.conclude("forall(t, [0, oo), C[t] == B[t].T)", argument=stays_balanced(weight="(k-i)"), expected="proved",
                  example={"d": "1", "n": "1", "k": "1", "Ahat": "0", "Bhat": "0", "Chat": "0", "A": "0", "B": "0", "C": "0"})  # fmt: skip
