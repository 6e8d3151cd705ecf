"""Section 3: stable matrices, Lyapunov's equation, and how fast e^(Ws) decays (all sizes)."""

from verifier.language.script import (
    At,
    Axiom,
    CasesOn,
    Contradict,
    Have,
    Induct,
    Inside,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio
from verifier.library.short_names import GRONWALL, PRODUCT

from . import paper
from .notation import curve
from .signals import EXPONENTIAL, SEMIDEFINITE, hurwitz

#: A sum of numbers that are at least 0.
SUMS = Have(
    "forall(ff, real sequence, forall(kk, nonnegative integer, implies(forall(j, integer[0, kk-1], ff[j] >= 0), Sum(ff[j], (j, 0, kk-1)) >= 0)))",
    name="sums", by=[Take("ff"), Induct("kk", base=[Take()], step=[
        Take(), Use("IH", premises=[[Take("j"), Use("given", at=["j"])]], name="before"), Use("given", at=["kk"], name="last")])])  # fmt: skip
#: |E|^2 + w E'PE falls at the rate k, where k (1 + w p) = 1.
SIZE, FORM = "trace(E[s].T*E[s])", "trace(E[s].T*P*E[s])"
CONSTANTS = [
    Set("w", "2 + trace(W.T*W)"), Set("p", "(1 + trace(P.T*P))/2"),
    Have("trace(W.T*W) >= 0", name="W size"),
    Have("trace(P.T*P) >= 0", name="P size"),
    Have("w > 0", name="w positive"),
    Have("p > 0", name="p positive"),
    Have("1 + w*p > 0", name="positive"),
    *positive_ratio("k", "1", "1 + w*p", ["positive"]),
    Have("forall(X, matrix(m, m), trace(X.T*P*X) >= 0)", name="semidefinite", by=[
        Take("X"), Axiom("resolution-of-identity"), Use("resolution-of-identity", at=["m"], name="identity"),
        Use("sums", at=[("trace((X*basis(m, j)).T*P*(X*basis(m, j)))", "j"), "m"], name="all", premises=[[
            Take("j"), Use("psd", at=["X*basis(m, j)"], name="one")]]),
        Order(positive=[Square(facts=["all"])], terms=[Inside("identity", "trace(X.T*P*X*HOLE)")])]),
    Use("semidefinite", at=["eye(m)"], name="P trace"),
    Set("C", "m + w*trace(P)"),
    Have("C > 0", name="C positive", by=[
        Have("w*trace(P) >= 0", name="part", by=[Order(positive=[Square(facts=["w positive", "P trace"])])]),
        Have("m >= 1", name="one")]),
]
FALLS = [
    Take("E", "T"),
    Have(f"forall(s, real, {FORM} <= p*{SIZE})", name="upper", by=[
        Take("s"), Use("norm of a product", at=["m", "m", "m", "P", "E[s]"], name="product"),
        Order(positive=[Square(root="E[s] - P*E[s]", weight="1/2"), Square(facts=["product"], weight="1/2")],
              terms=[("p", SIZE, "1")])]),
    Have(f"forall(s, real, 2*trace(E[s].T*W*E[s]) <= (w - 1)*{SIZE})", name="growth", by=[
        Take("s"), Use("norm of a product", at=["m", "m", "m", "W", "E[s]"], name="product"),
        Order(positive=[Square(root="E[s] - W*E[s]"), Square(facts=["product"])], terms=[("w", SIZE, "1")])]),
    Use("gronwall", at=[(f"{SIZE} + w*{FORM}", "s"), "-k", "T"], name="falls", premises=[[], [
        Take("s"), Use("given.1", at=["s"], name="e"), Use("upper", at=["s"], name="up"), Use("growth", at=["s"], name="g"),
        Order(positive=[Square(facts=["g"]), Square(facts=["up", "k.0", "w positive"])], rewrite=["e"],
              terms=[("k.1", "-" + SIZE, "1"), Inside("Lyapunov", "-w*trace(E[s].T*HOLE*E[s])")])]]),
    Use("semidefinite", at=["E[T]"], name="form"),
    Have("trace(E[0].T*E[0]) + w*trace(E[0].T*P*E[0]) == C", name="start"),
    Have("w*trace(E[T].T*P*E[T]) >= 0", name="more"),
    Numbers(using=["falls", "start", "more"]),
]


@paper.definition("eq-8", "Stable matrices", where="Section 3, Eq. (8)", provenance="derived")
def stable(item):
    item.printed("W_m: the m x m matrices whose eigenvalues have negative real parts.")
    item.let(m="positive integer")
    item.conclude(hurwitz("(-eye(m))"), argument=[
        Take("a", "b", "u", "v"), Set("n", "norm2(u) + norm2(v)"),
        Have("n > 0", name="n sign"),
        Have("a*n == -n", name="short", by=[Linear(terms=[("given.0", "-u.T", "1"), ("given.1", "-v.T", "1"), ("n", "a + 1", "1")])])], expected="proved")  # fmt: skip
    item.note("A definition: a + i b is an eigenvalue with the eigenvector u + i v, complex ones included. -I lies in W_m for every m, and so does every "
              "W with a Lyapunov matrix (stable-Lyapunov); that each W in W_m has one is Lyapunov's theorem (ext-Lyapunov).")  # fmt: skip


@paper.remark("stable-Lyapunov", "A matrix with a Lyapunov matrix is stable", where="Section 3, cross-check", provenance="derived")
def stable_by_lyapunov(item):
    item.printed("(not in the paper) W'P + PW = -I with P >= 0 makes the real parts of all eigenvalues of W negative.")
    item.let(m="positive integer", W="matrix(m, m)", P="symmetric matrix(m)")
    item.suppose("Lyapunov", "W.T*P + P*W == -eye(m)")
    item.suppose("psd", SEMIDEFINITE)
    item.conclude(hurwitz(), argument=[
        Take("a", "b", "u", "v"), Use("psd", at=["u"], name="pu"), Use("psd", at=["v"], name="pv"),
        Have("2*a*(u.T*P*u + v.T*P*v) == -norm2(u) - norm2(v)", name="value", by=[Linear(terms=[
            ("Lyapunov", "u.T", "u"), ("Lyapunov", "v.T", "v"), ("given.0", "-2*u.T*P", "1"), ("given.1", "-2*v.T*P", "1")], rewrite=["P.symmetric"])]),
        Set("q", "u.T*P*u + v.T*P*v"), Set("n", "norm2(u) + norm2(v)"),
        Have("q >= 0", name="q sign"),
        Have("n > 0", name="n sign"),
        Have("2*a*q == -n", name="short", by=[Linear(terms=[("value", "1", "1"), ("q", "2*a", "1"), ("n", "1", "1")])])], example={"m": 1, "W": -1, "P": "1/2"}, expected="proved")  # fmt: skip
    item.without("Lyapunov", counterexample={"m": 1, "W": 0, "P": 0})
    item.without("psd", counterexample={"m": 1, "W": 1, "P": "-1/2"})


@paper.cited("ext-Lyapunov", "A stable matrix has a Lyapunov matrix", where="Section 3, Proposition 3.1, cited", provenance="derived")
def lyapunov(item):
    item.printed("(used without mention) If all eigenvalues of W have negative real parts, W'P + PW = -I has a solution P >= 0.")
    item.cites("Lyapunov 1892; Horn and Johnson, Topics in Matrix Analysis, Theorem 2.2.1")
    item.let(m="positive integer", W="matrix(m, m)")
    item.conclude(f"implies({hurwitz()}, exists(P, symmetric matrix(m), W.T*P + P*W == -eye(m) and {SEMIDEFINITE}))")
    item.note("P is the integral of e^(W's) e^(Ws) over s >= 0.")


def no_decay(solution, growth, close, before=(), start=(), slope=()):
    """For a witness that the conclusion of the next item fails: this solution of E' = W E does not decay."""
    return [At({"goal": [
        *before, Negate("decay"), Obtain("decay", "C", label="C"), Obtain("C.1", "k", label="k"), *positive_ratio("T", "C", "k", ["C.0", "k.0"]), Use("k.1", at=[(solution, "s")], name="falls"),
        Have(f"trace(({growth}).T*({growth})) <= C*exp(-k*T)", name="now", by=[CasesOn("falls", [
            [CasesOn("case", [[Contradict("part", [Linear(terms=start)])], [Obtain("part", "s", label="s"), Contradict("s.1", [*slope, Linear(terms=[("now", "1", "1")] if slope else ())])]], name="part")],
            [Use("case", at=["T"], name="or"), CasesOn("or", [[Contradict("part", [Numbers(using=["T.0"])])], [Use("part")]], name="part")]])]),
        Have("exp(-C)*C < 1", name="less", by=[Numbers(using=["C.0"])]), Have("-k*T == -C", name="exponent", by=[Numbers(using=["T.1"])]), Rewritten("now", ["exponent"], name="short", forwards=True),
        Set("z", "exp(-C)"), Rewritten("short", ["z"], name="in z"), Have("1 <= C*z", name="above", by=close), Numbers(using=["above", "less", "z"])]})]  # fmt: skip


@paper.remark("stable-decay", "A Lyapunov matrix makes e^(Ws) decay", where="Section 3, cross-check", provenance="derived")
def decay(item):
    item.printed("(not in the paper) W'P + PW = -I with P >= 0 gives |e^(Ws)|^2 <= C e^(-k s), C and k > 0 depending on W and P alone.")
    item.let(m="positive integer", W="matrix(m, m)", P="symmetric matrix(m)")
    item.suppose("Lyapunov", "W.T*P + P*W == -eye(m)")
    item.suppose("psd", SEMIDEFINITE)
    item.conclude(f"exists(C, positive, exists(k, positive, forall(E, matrix(m, m) curve, implies({EXPONENTIAL},"
                  " forall(T, nonnegative, trace(E[T].T*E[T]) <= C*exp(-k*T))))))",
                  argument=[GRONWALL, PRODUCT, SUMS, *CONSTANTS, Witness("C"), Split([[], [Witness("k"), Split([[], FALLS])]])],
                  example={"m": 1, "W": -1, "P": "1/2"}, expected="proved")  # fmt: skip
    item.without("Lyapunov", counterexample={"m": 1, "W": 0, "P": 0}, argument=no_decay("1", "1", [Order(positive=[Square(facts=["in z"])])]))
    item.without("psd", counterexample={"m": 1, "W": 1, "P": "-1/2"}, argument=no_decay("u[s]", "u[T]", [
        Use("u", at=["T"], name="u now"), Have("exp(T) >= 1", name="more", by=[Numbers(using=["T.0"])]), Have("u[T] >= 1", name="grows", by=[Numbers(using=["u now.0", "more"])]),
        Order(positive=[Square(facts=["in z"]), Square(facts=["grows", "grows"]), Square(facts=["grows"], weight="2")])],
        before=[*curve("u", "exp(s)", "exp(s)", [], "s"), Use("u", at=["0"], name="u first"), Have("exp(0) == 1", name="one", by=[Numbers(using=[])]), Have("u[0] == 1", name="start", by=[Numbers(using=["u first.0", "one"])])],
        start=[("start", "1", "1")], slope=[Use("u", at=["s"], name="u s"), Have("diff(u[s], s) == u[s]", name="now", by=[Numbers(using=["u s.0", "u s.1"])])]))
    item.note("For all m. k = 1/(1 + w p) and C = m + w tr P with w = 2 + |W|^2, p = (1 + |P|^2)/2: |E|^2 + w tr(E'PE) falls at the rate k, "
              "as 2 tr(E'WE) <= (1 + |W|^2) |E|^2 and tr(E'PE) <= p |E|^2.")  # fmt: skip


@paper.remark("kernel-decay", "The kernel of a stable network decays exponentially", where="Section 3, cross-check", provenance="derived")
def kernel_decay(item):
    item.printed("(Proposition 3.1, in its proof) For W in W_m: |U' e^(W's) c| <= K e^(-k s), so that the kernel is in L^1.")
    item.let(m="positive integer", d="positive integer", W="matrix(m, m)", U="matrix(m, d)", c="matrix(m, 1)")
    item.conclude(f"implies({hurwitz()}, exists(K, positive, exists(k, positive, forall(E, matrix(m, m) curve, implies({EXPONENTIAL},"
                  " forall(s, nonnegative, norm2(U.T*E[s].T*c) <= K*exp(-2*k*s)))))))", because=["ext-Lyapunov", "stable-decay"], argument=[
        Take(), PRODUCT, Have("trace(c.T*c) >= 0", name="c size"), Use("cited:ext-Lyapunov", at=["m", "W"], premises=[[]], name="there is P"), Obtain("there is P", "P", label="P"),
        Use("cited:stable-decay", at=["m", "W", "P"], name="decay", premises=[[]]*3), Obtain("decay", "C", label="C"), Obtain("C.1", "r", label="r"),
        Set("K", "1 + C*(trace(U.T*U)*trace(c.T*c))"), Set("k", "r/2"),
        Set("uc", "trace(U.T*U)*trace(c.T*c)"),
        Have("uc >= 0", name="uc sign", by=[Order(positive=[Square(root="U", facts=["c size"])], terms=[("uc", "1", "1")])]),
        Have("K > 0 and K >= C*uc", name="K positive"),
        Have("k > 0", name="k positive"),
        Witness("K"), Split([[], [Witness("k"), Split([[], [
            Take("E", "s"), Use("r.1", at=[("E[q]", "q")], premises=[[]], name="all"), Use("all", at=["s"], premises=[[]], name="now"),
            Use("norm of a product", at=["d", "m", "1", "U.T", "E[s].T*c"], name="outer"), Use("norm of a product", at=["m", "m", "1", "E[s].T", "c"], name="inner"),
            Set("e", "exp(-r*s)"), Set("n", "trace(E[s].T*E[s])"),
            Have("exp(-2*k*s) == e", name="same"),
            Have("n <= C*e", name="size"),
            Have("norm2(U.T*E[s].T*c) <= uc*n", name="product", by=[Order(positive=[
                Square(facts=["outer"]), Square(root="U", facts=["inner"])], terms=[("uc", "n", "1"), ("n", "trace(U.T*U)*trace(c.T*c)", "1")])]),
            Have("uc*n <= uc*(C*e)", name="scaled"),
            Have("e > 0", name="e sign"),
            Have("uc*(C*e) <= K*e", name="last"),
            Numbers(using=["product", "scaled", "last", "same"]),
            ]])]])
        ], expected="proved")  # fmt: skip
