"""Appendix E.4: what becomes of a start near zero, for all sizes: the statements that the lines are about."""

from verifier.language.script import Have, Numbers, Obtain, Set, Split, Take, Use, Witness
from verifier.papers.setting import Setting

from . import paper
from .lemmas.linear_teacher import TEACHER, TEACHER_VARIABLES
from .lemmas.near_zero import CORRECTIONS, RATE
from .lemmas.near_zero_flow import FLOW, NEAR_ZERO, STEPS, SUMS_ARE_POSITIVE, size, square

#: The gain w_0 of the teacher, and two numbers made of its response.
near_zero = Setting(
    let={**TEACHER_VARIABLES, "w0": "positive", "L": "nonnegative", "S": "nonnegative"},
    define=TEACHER,
    suppose={"w0": "w0 == trace(w(0))", "L": f"L == {RATE}", "S": f"S == {CORRECTIONS}"},
)


@paper.remark("flow-near-zero", "The flow while everything is small", where="Appendix E.4, cross-check")
def while_small(item):
    item.printed("(not in the paper) Where (|A(0)|^2 + |B(0)|^2 + |C(0)|^2) exp(L T) <= v^2 < 1 with L = sum_i (i + 2)(1 + w_i^2): "
                 "|C' - B|^2 <= exp(-4 w_0 T) |C' - B|^2(0) + K v^3, |C' + B|^2 >= exp(4 w_0 T) (|C' + B|^2(0) - K v^3), "
                 "|A|^2 + |B|^2 + |C|^2 <= v^2 and |A|^2 <= |A(0)|^2 + 8 L v^3 T at time T, with K = (4 S + 1)/w_0, "
                 "S = sum_{i >= 1} (1 + w_i^2).")  # fmt: skip
    item.use(near_zero)
    item.conclude(NEAR_ZERO.formula, argument=[*STEPS, *NEAR_ZERO.by], expected="proved")
    item.note("Gradient flow on the loss of Eq. (3.4), with its factor 2, for every A. The norm of the student grows at most at the "
              "rate L as long as it is below 1, and by the continuity method it stays there up to T; the equations of C' - B and "
              "C' + B are linear up to terms of the third order.")  # fmt: skip


START = "(trace(A0.T*A0) + trace(B0.T*B0) + trace(C0*C0.T))"
TIME = "(log(1/eps)/(2*(L + 1)))"
FLOWS = f"A[0] == eps*A0 and B[0] == eps*B0 and C[0] == eps*C0 and {FLOW}"
ALIGNED = (
    f"forall(tau, real, implies(tau == {TIME},"
    f" {square('-', 'tau')} <= eta*{square('+', 'tau')} and trace(A[tau].T*A[tau]) <= eta*{square('+', 'tau')}"
    f" and {square('+', 'tau')} > 0))"
)


#: s^2 = n0 + 1, Q = (4S + 1)/w_0, and rho with rho (s + 1) <= 1 and 2 Q s^3 rho <= x0.
RADIUS = [
    Have("exists(s, real, s > 0 and s**2 == n0 + 1)", name="root", by=[Witness("sqrt(n0 + 1)")]),
    Obtain("root", "s", label="s"),
    Set("Q", "(4*S + 1)/w0"),
    Have("Q > 0", name="Q positive", by=[
        Have("(4*S + 1)/w0 > 0", name="ratio")]),
    Have("exists(rho, real, rho > 0 and rho*(s + 1) <= 1 and rho*(2*(Q*s**3 + x0)) <= x0)", name="radius", by=[
        Have("s**3 > 0", name="cube"),
        Have("Q*s**3 + x0 > 0", name="wide"),
        Set("P", "Q*s**3 + x0"),
        Witness("x0/(2*P*(s + 1))"),
        Have("P >= x0", name="P large"),
        Split([[], [],
               []]),
    ]),
    Obtain("radius", "rho", label="rho"),
    Have("rho < 1", name="rho small"),
]  # fmt: skip

#: How small eps has to be, for a given eta: eps0 <= rho^4 and eps0 <= exp(-M/pace).
THRESHOLD = [
    *RADIUS,
    Set("M", "(2*y0 + x0 + 2*n0 + 32*s**3)/(eta*x0)"),
    Have("M*(eta*x0) == 2*y0 + x0 + 2*n0 + 32*s**3", name="M times"),
    Have("M > 0", name="M positive", by=[
        Have("eta*x0 > 0", name="below"),
        Have("s**3 > 0", name="cube"),
        Have("2*y0 + x0 + 2*n0 + 32*s**3 > 0", name="above")]),
    Set("pace", "2*w0/(L + 1)"),
    Have("pace > 0", name="pace positive", by=[
        Have("2*w0/(L + 1) > 0", name="ratio")]),
    Set("u", "-M/pace"),
    Have("u*pace == -M", name="u times"),
    Have("u <= 0", name="u negative"),
    Have("exists(eps0, real, eps0 > 0 and eps0 <= rho**4 and eps0 <= exp(u))", name="threshold", by=[
        Witness("rho**4*exp(u)"),
        Have("exp(u) > 0", name="e"),
        Have("exp(u) <= 1", name="e small"),
        Have("rho**4 > 0", name="r"),
        Have("rho**4 <= 1", name="r small"),
        Split([[], [], []]),
    ]),
    Obtain("threshold", "eps0", label="eps0"),
    Witness("eps0"),
]  # fmt: skip

#: At one eps = r^4 below eps0.
BELOW = [
    Take("eps", "tau"),
    Have("exists(r, real, r > 0 and r**4 == eps)", name="fourth root", by=[
        Witness("eps**(1/4)"), Split([[], []])]),
    Obtain("fourth root", "r", label="r"),
    Have("r < rho", name="r small", by=[
        Have("r**4 < rho**4", name="powers")]),
    Have("r*(s + 1) < 1", name="first"),
    Have("r < 1", name="r below 1"),
    Have("s*r**3 < 1", name="v small", by=[
        Have("s*r < 1", name="sr"),
        Have("r**2 < 1", name="rr"),
        Have("s*r > 0", name="positive")]),
    Have("2*Q*s**3*r <= x0", name="second", by=[
        Have("s**3 > 0", name="cube"),
        Have("Q*s**3 > 0", name="Qs"),
        Have("r*(Q*s**3) <= rho*(Q*s**3)", name="a"),
        Have("rho*x0 > 0", name="b")]),
    Have("eps < 1", name="eps small"),
    Set("l", "log(1/eps)"),
    Have("log(1/eps) == -log(eps)", name="inverse"),
    Have("l == -log(eps)", name="l is"),
    Have("l >= -u", name="l large", by=[
        Have("log(eps) <= log(exp(u))", name="rises"),
        Have("log(exp(u)) == u", name="back")]),
    Have("l <= -4*log(r)", name="l bounded", by=[
        Have("log(r**4) <= log(eps)", name="rises"),
        Have("log(r**4) == 4*log(r)", name="power")]),
    Have("l > 0", name="l positive", by=[
        Have("log(r) < 0", name="negative"),
        Have("log(eps) < 0", name="plain")]),
    Have("tau*(2*(L + 1)) == l", name="tau times"),
    Have("tau >= 0", name="tau positive"),
    Have("L*tau <= l/2", name="L tau"),
    Have("4*w0*tau >= M", name="w tau", by=[
        Have("pace*(L + 1) == 2*w0", name="pace times"),
        Have("4*w0*tau == pace*l", name="same"),
        Have("pace*l >= pace*(-u)", name="large", by=[Numbers(using=["l large", "pace positive"])]),
        Numbers(using=["same", "large", "u times"])]),
    Have("exp(4*w0*tau) >= M", name="grown", by=[
        Have("forall(h, real, exp(h) >= h)", name="exponential", by=[Take("h")]),
        Use("exponential", at=["4*w0*tau"], name="linear"), Numbers(using=["linear", "w tau"])]),
    Have("exp(-4*w0*tau) <= 1", name="decayed", by=[
        Have("forall(h, real, implies(h <= 0, exp(h) <= 1))", name="exponential", by=[Take("h")]),
        Have("-4*w0*tau <= 0", name="sign"),
        Use("exponential", at=["-4*w0*tau"])]),
    Have("exp(L*tau)*r**2 <= 1", name="little", by=[
        Have("L*tau <= -2*log(r)", name="exponent"),
        Have("exp(L*tau) <= exp(-2*log(r))", name="rises"),
        Have("exp(-2*log(r))*r**2 == 1", name="power"),
        Have("r**2 > 0", name="square")]),
    Have("eps**2 == r**8", name="eighth"),
    Witness("s*r**3"),
    Split([
        [], [Split([[], [],
        [
            Have("eps**2*n0*exp(L*tau) == r**6*n0*(exp(L*tau)*r**2)", name="same"),
            Have("r**6*n0 >= 0", name="front"),
            Have("r**6*n0*(exp(L*tau)*r**2) <= r**6*n0", name="bound", by=[Numbers(using=["front", "little"])]),
            Have("(s*r**3)**2 == r**6*n0 + r**6", name="square"),
            Have("r**6 > 0", name="sixth"),
        ],
        [
            Take("a", "b", "c"),
            Set("q", "(4*S + 1)*(s*r**3)**3/w0"),
            Have("q == Q*s**3*r**9", name="q is", by=[Numbers(using=["q", "Q", "w0"])]),
            Have("r**8 > 0", name="front"),
            Have("2*q <= r**8*x0", name="q small", by=[
                Have("r**8*(2*Q*s**3*r) <= r**8*x0", name="scaled")]),
            Have("exp(-4*w0*tau)*(eps**2*y0) <= r**8*y0", name="decay", by=[
                Have("r**8*y0 >= 0", name="y"),
                Have("exp(-4*w0*tau)*(r**8*y0) <= r**8*y0", name="d")]),
            Have("a <= r**8*y0 + q", name="above", by=[Numbers(using=["given3.0", "decay", "q", "w0"])]),
            Have("b >= exp(4*w0*tau)*(r**8*x0 - q)", name="grow", by=[
                Have("exp(4*w0*tau)*(eps**2*x0 - (4*S + 1)*(s*r**3)**3/w0) == exp(4*w0*tau)*(r**8*x0 - q)", name="same",
                     by=[Numbers(using=["eighth", "q", "w0"])]),
                Numbers(using=["given3.1", "same", "w0"])]),
            Have("r**8*x0 - q >= r**8*x0/2", name="left"),
            Have("r**8*x0/2 > 0", name="half"),
            Have("exp(4*w0*tau)*(r**8*x0 - q) >= M*(r**8*x0/2)", name="grows"),
            Have("b >= M*(r**8*x0/2)", name="below"),
            Have("eta*(M*(r**8*x0/2)) == r**8*y0 + r**8*x0/2 + r**8*n0 + 16*(r**8*s**3)", name="value"),
            Have("eta*b >= eta*(M*(r**8*x0/2))", name="times eta"),
            Have("s**3 > 0", name="cube"),
            Have("r**8*n0 >= 0", name="start"),
            Have("r**8*s**3 >= 0", name="rest"),
            Have("r**8*y0 >= 0", name="y"),
            Split([
                [Numbers(using=["above", "q small", "value", "times eta", "start", "rest"])],
                [
                    Have("L*tau*r <= 2", name="time", by=[
                        Have("-log(r)*r <= 1", name="logarithm", by=[
                            Have("-log(r) <= 1/r", name="below 1/r"),
                            Have("1/r*r == 1", name="unit"),
                            Have("-log(r)*r <= 1/r*r", name="times r")]),
                        Have("L*tau <= -2*log(r)", name="exponent"),
                        Have("L*tau*r <= -2*log(r)*r", name="times r"),
                        Numbers(using=["logarithm", "times r", "r"])]),
                    Have("8*L*(s*r**3)**3*tau == 8*(r**8*s**3)*(L*tau*r)", name="same"),
                    Have("(r**8*s**3)*(L*tau*r) <= 2*(r**8*s**3)", name="bounded", by=[Numbers(using=["rest", "time"])]),
                    Have("c <= r**8*n0 + 16*(r**8*s**3)", name="c bounded", by=[Numbers(using=["given3.2", "eighth", "same", "bounded"])]),
                    Numbers(using=["c bounded", "value", "times eta", "y", "half"]),
                ],
                [Have("M*(r**8*x0/2) > 0", name="positive"),
                 Numbers(using=["below", "positive"])],
            ]),
        ],
        ])],
    ]),
]  # fmt: skip

NUMBERS = (
    "forall(eta, positive, exists(eps0, positive, forall(eps, (0, eps0), forall(tau, real, implies("
    f"tau == {TIME}, exists(v, nonnegative, v < 1 and tau >= 0 and eps**2*n0*exp(L*tau) <= v**2 and forall(a, real, forall(b, real,"
    " forall(c, real, implies("
    "a <= exp(-4*w0*tau)*(eps**2*y0) + (4*S + 1)*v**3/w0 and b >= exp(4*w0*tau)*(eps**2*x0 - (4*S + 1)*v**3/w0)"
    " and c <= eps**2*n0 + 8*L*v**3*tau, a <= eta*b and c <= eta*b and b > 0))))))))))"
)


@paper.remark("near-zero-numbers", "How small is small enough", where="Appendix E.4, cross-check")
def numbers_near_zero(item):
    item.printed("(not in the paper) For every eta there is eps_0 such that for eps < eps_0 and tau = ln(1/eps)/(2(L + 1)) the bounds "
                 "of flow-near-zero, with some v < 1, make |C' - B|^2 at most eta |C' + B|^2.")  # fmt: skip
    item.let(n0="nonnegative", y0="nonnegative", x0="positive", w0="positive", L="nonnegative", S="nonnegative")
    item.conclude(NUMBERS, argument=[Take("eta"), *THRESHOLD, Split([[], BELOW])], expected="proved")


@paper.lemma("lemma-E.12", "Near zero, Y and A become small against W", where="Appendix E.4, Lemma E.12, Eq. (E.47)",
             provenance="printed")  # fmt: skip
def small_against_w(item):
    item.printed("Let w_0 > 0 and A, B, C be eps-normal, A not necessarily symmetric. Then there is t such that |Y(t)|^2/|W(t)|^2 -> 0 "
                 "and |A(t)|_F^2/|W(t)|^2 -> 0 as eps -> 0.")  # fmt: skip
    item.by_another_route()
    item.use(near_zero)
    item.let(A0="matrix(d, d)", B0="matrix(d, 1)", C0="matrix(1, d)")
    item.suppose("start", "trace((C0.T + B0).T*(C0.T + B0)) > 0")
    item.conclude(
        "forall(eta, positive, exists(eps0, positive, forall(eps, (0, eps0), forall(A, matrix(d, d) curve,"
        f" forall(B, matrix(d, 1) curve, forall(C, matrix(1, d) curve, implies({FLOWS}, {ALIGNED})))))))",
        because=["flow-near-zero", "near-zero-numbers"], argument=[
            Take("eta"),
            Set("n0", START), Set("y0", "trace((C0.T - B0).T*(C0.T - B0))"), Set("x0", "trace((C0.T + B0).T*(C0.T + B0))"),
            Have(f"{START} >= 0", name="size"), Have("n0 >= 0", name="n0 positive", by=[Numbers(using=["size", "n0"])]),
            Have("trace((C0.T - B0).T*(C0.T - B0)) >= 0", name="apart"),
            Have("y0 >= 0", name="y0 positive", by=[Numbers(using=["apart", "y0"])]),
            Have("x0 > 0", name="x0 positive", by=[Numbers(using=["start", "x0"])]),
            *SUMS_ARE_POSITIVE,
            Use("cited:near-zero-numbers", at=["n0", "y0", "x0", "w0", "L", "S"], name="numbers"),
            Use("numbers", at=["eta"], name="for eta"),
            Obtain("for eta", "eps0", label="threshold"),
            Witness("eps0"),
            Split([[], [
                Take("eps", "A", "B", "C", "tau"),
                Use("threshold.1", at=["eps", "tau"], premises=[[], []], name="a bound"),
                Obtain("a bound", "v", label="small"),
                Have(f"{size('0')} == eps**2*n0", name="size at 0"),
                Have(f"{square('-', '0')} == eps**2*y0", name="apart at 0"),
                Have(f"{square('+', '0')} == eps**2*x0", name="together at 0"),
                Use("cited:flow-near-zero", at=["d", "n", "k", "Ahat", "Bhat", "Chat", "w0", "L", "S"], name="flow"),
                Use("flow", at=[("A[t]", "t"), ("B[t]", "t"), ("C[t]", "t"), "v", "tau"], name="near", premises=[
                    [], [], [], [Split([[Numbers(using=["size at 0", "small.1.2"])], []])]]),
                Use("small.1.3", at=[square("-", "tau"), square("+", "tau"), "trace(A[tau].T*A[tau])"], name="aligned", premises=[[Split([
                    [Have(f"exp(-4*w0*tau)*{square('-', '0')} == exp(-4*w0*tau)*(eps**2*y0)", name="same", by=[Numbers(using=["apart at 0"])]),
                     Numbers(using=["near.0", "same", "w0.positive"])],
                    [Have(f"exp(4*w0*tau)*({square('+', '0')} - (4*S + 1)*v**3/w0) == exp(4*w0*tau)*(eps**2*x0 - (4*S + 1)*v**3/w0)",
                          name="same", by=[Numbers(using=["together at 0", "w0.positive"])]),
                     Numbers(using=["near.1", "same", "w0.positive"])],
                    [Have("trace(A[0].T*A[0]) == eps**2*trace(A0.T*A0)", name="A at 0"),
                     Have("trace(A0.T*A0) <= n0", name="part", by=[
                         Have("trace(B0.T*B0) >= 0", name="B"), Have("trace(C0*C0.T) >= 0", name="C"), Numbers(using=["B", "C", "n0"])]),
                     Have("eps**2*trace(A0.T*A0) <= eps**2*n0", name="scaled"),
                     Numbers(using=["near.3", "A at 0", "scaled"])]])]]),
            ]]),
        ],
        expected="proved",
    )  # fmt: skip
    item.note("True for another reason. The printed proof takes t up to ln(1/eps^0.5) and loses an exponent there (E.52, E.53, E.76), "
              "so its bounds fail at the times that it uses. At t = ln(1/eps)/(2(L + 1)), L = sum_i (i + 2)(1 + w_i^2), all that it "
              "needs holds: see flow-near-zero.")  # fmt: skip
    item.note("eps A0, eps B0, eps C0 is the start. Only C0' + B0 != 0 is asked of it, which has probability 1 for a normal start, in "
              "every width. Limits are said with eta and eps0.")  # fmt: skip


CITED = [
    Take("eta"),
    Use("cited:lemma-E.12", at=["d", "n", "k", "Ahat", "Bhat", "Chat", "w0", "L", "S", "A0", "B0", "C0"], name="all starts"),
    Use("all starts", at=["eta"], name="for eta"),
    Obtain("for eta", "eps0", label="threshold"),
    Witness("eps0"),
    Split([[], [
        Take("eps", "A", "B", "C", "tau"),
        Use("threshold.1", at=["eps", ("A[t]", "t"), ("B[t]", "t"), ("C[t]", "t"), "tau"], premises=[[], [], []], name="end"),
    ]]),
]  # fmt: skip
BALANCED_NOW = (
    "forall(eta, positive, exists(eps0, positive, forall(eps, (0, eps0), forall(A, matrix(d, d) curve,"
    f" forall(B, matrix(d, 1) curve, forall(C, matrix(1, d) curve, implies({FLOWS}, forall(tau, real, implies(tau == {TIME},"
    f" {square('-', 'tau')} <= eta*{square('+', 'tau')} and {square('+', 'tau')} > 0)))))))))"
)


def becomes_balanced(id, title, where, width):
    @paper.proposition(id, title, where=where, provenance="printed")
    def page(item):
        item.printed(f"Let d > {width}, the teacher balanced and non-degenerate, and gradient flow start from eps times standard normal "
                     "entries. With probability at least 0.75 there are times t_eps with |B(t_eps) - C'(t_eps)|_F / "
                     "|B(t_eps) + C'(t_eps)|_F -> 0 as eps -> 0.")  # fmt: skip
        item.by_another_route()
        item.use(near_zero)
        item.let(A0="matrix(d, d)", B0="matrix(d, 1)", C0="matrix(1, d)")
        item.suppose("start", "trace((C0.T + B0).T*(C0.T + B0)) > 0")
        item.conclude(BALANCED_NOW, because=["lemma-E.12"], argument=CITED, expected="proved")
        item.note(f"d > {width} and the probability 0.75 are not needed: the statement holds for every width and every start with "
                  "C0' + B0 != 0, so with probability 1, and the teacher only needs w_0 = Chat Bhat > 0.")  # fmt: skip


becomes_balanced("prop-9", "A start near zero becomes balanced", "Section 4.3, Proposition 9; Eq. (4.2)", 20)
becomes_balanced("prop-E.11", "A start near zero becomes balanced", "Appendix E.4, Proposition E.11; Eq. (E.45)", 4)
