"""Section 4.2: the steps of the proof sketch of Theorem 8, with the constants behind each O(.) written out.

At one index j the response is two numbers: u = C A^j B and what = Chat Ahat^j Bhat, with the gains c = C B and
chat = Chat Bhat > 0; m = u/c and mhat = what/chat.
"""

from verifier.language.script import Cases, Have, Linear, Numbers, Order, Split, Square, Take, Use
from verifier.library.short_names import MODULUS, POWERS, WITHIN
from verifier.papers.setting import Setting

from . import paper
from .appendix_e3_distances import BY_TAU, EQUAL, coupling, stable
from .lemmas.couplings import APART, MONOTONE, higher_cost, jensen, moment_gap
from .notation import systems

BASE = [MONOTONE, POWERS, *APART]
#: Both laws are the point mass at 0.
AT_ZERO = {"N": "1", "c": "1", "x": "0", "y": "0", "r": "0"}


@paper.remark("4.2/s1", "The gains are close", where="Section 4.2", provenance="printed")
def gains(item):
    item.printed("L <= delta implies |C B - Chat Bhat| <= sqrt(delta).")
    item.use(systems)
    item.let(delta="nonnegative")
    item.suppose("small", "loss(A, B, C) <= delta")
    item.conclude("Abs(C*B - Chat*Bhat) <= sqrt(delta)", expected="proved", argument=[
        Have("loss(A, B, C) == (C*B - Chat*Bhat)**2 + Sum(e(i)**2, (i, 1, k-1))", name="parts"),
        Have("(C*B - Chat*Bhat)**2 <= delta", name="first", by=[Order(positive=[
            Square(root="e(i)", over=[("i", "1", "k-1")]), Square(facts=["small"])], terms=[("parts", "1", "1")])]),
        Have("forall(x, real, implies(x**2 <= delta, Abs(x) <= sqrt(delta)))", name="root",
             by=[Take("x")]),
        Use("root", at=["C*B - Chat*Bhat"])])  # fmt: skip


#: One index of the response.
index = Setting(
    let={"u": "real", "what": "real", "c": "real", "chat": "positive", "delta": "nonnegative"},
    define=("m := u/c", "mhat := what/chat"),
    suppose={"student": "c != 0", "gain": "(c - chat)**2 <= delta"},
)  # fmt: skip


@paper.remark("4.2/s2", "Normalised moments are close", where="Section 4.2", provenance="printed")
def close(item):
    item.printed("L <= delta implies |m_j - mhat_j| <= O(sqrt(delta)) for every j = 1, ..., k-1.")
    item.use(index)
    item.let(M="nonnegative")
    item.suppose("term", "(u - what)**2 <= delta")
    item.suppose("moment", "Abs(m) <= M")
    item.conclude("Abs(m - mhat) <= (1 + M)/chat*sqrt(delta)", expected="proved", argument=[
        Have("forall(x, real, implies(x**2 <= delta, Abs(x) <= sqrt(delta)))", name="root",
             by=[Take("x")]),
        Use("root", at=["c - chat"], name="gains"),
        Use("root", at=["u - what"], name="terms"),
        Have("chat*(m - mhat) == (u - what) - m*(c - chat)", name="parts"),
        Have("forall(x, real, forall(y, real, forall(z, real, forall(D, real, forall(G, real, implies(Abs(x) <= G and Abs(y) <= G"
             " and Abs(z) <= M and chat*D == x - z*y, chat*Abs(D) <= (1 + M)*G))))))", name="bound",
             by=[Take("x", "y", "z", "D", "G"),
                 Have("Abs(z)*Abs(y) <= M*G", name="product"),
                 Have("chat*Abs(D) == Abs(x - z*y)", name="size"),
                 Have("Abs(x - z*y) <= Abs(x) + Abs(z)*Abs(y)", name="triangle", by=[Numbers(using=[])])]),
        Use("bound", at=["u - what", "c - chat", "m", "m - mhat", "sqrt(delta)"], name="scaled")])  # fmt: skip
    item.without("moment", counterexample={"u": "1", "what": "1", "c": "1/10", "chat": "1", "delta": "81/100", "M": "0"})
    item.note("The constant is (1 + M)/(Chat Bhat). For a balanced student bounded by tau, |m_j| <= M = tau^(k-1) (E.35c/moments), so "
              "it depends on the teacher's gain, on tau and on k only. C B > 0 as soon as delta < (Chat Bhat)^2.")  # fmt: skip


@paper.equation("eq-4.1", "What suffices", where="Section 4.2, Eq. (4.1)", provenance="printed")
def suffices(item):
    item.printed("To conclude the proof it suffices to show that |m_j - mhat_j| <= O(eps) for all j in {1, ..., q-1}, given a small "
                 "enough choice for delta.")  # fmt: skip
    item.use(index)
    item.let(K="nonnegative", epsilon="(0, 1]")
    item.suppose("stable", "Abs(mhat) <= 1")
    item.suppose("close", "Abs(m - mhat) <= K*epsilon")
    item.suppose("choice", "delta <= epsilon**2")
    item.conclude("Abs(c - chat) <= epsilon and Abs(u - what) <= (K*(chat + 1) + 1)*epsilon", expected="proved", argument=[
        MODULUS,
        Have("(c - chat)**2 <= epsilon**2", name="squares"),
        Use("modulus", at=["c - chat", "epsilon"], name="gains are close"),
        Split([[], [
            Have("u - what == c*(m - mhat) + (c - chat)*mhat", name="parts"),
            Have("-epsilon <= c - chat and c - chat <= epsilon", name="gains"),
            Have("Abs(c) <= chat + 1", name="size"),
            Have("forall(x, real, forall(y, real, forall(z, real, forall(G, real, implies(Abs(x) <= G and Abs(y) <= K*epsilon"
                 " and Abs(z) <= 1 and -epsilon <= x - chat and x - chat <= epsilon and epsilon > 0,"
                 " Abs(x*y + (x - chat)*z) <= (K*G + 1)*epsilon)))))", name="bound", by=[
                     Take("x", "y", "z", "G"),
                     Have("Abs(x)*Abs(y) <= G*(K*epsilon)", name="one"),
                     Have("Abs(x - chat)*Abs(z) <= epsilon", name="two"),
                     Have("Abs(x*y + (x - chat)*z) <= Abs(x)*Abs(y) + Abs(x - chat)*Abs(z)", name="triangle", by=[Numbers(using=[])])]),
            Use("bound", at=["c", "m - mhat", "mhat", "chat + 1"], name="end"),
            Have("forall(x, real, forall(y, real, forall(z, real, implies(x == y and Abs(y) <= z, Abs(x) <= z))))", name="same",
                 by=[Take("x", "y", "z")]),
            Use("same", at=["u - what", "c*(m - mhat) + (c - chat)*mhat", "(K*(chat + 1) + 1)*epsilon"])]])])  # fmt: skip
    item.without("choice", counterexample={"u": "2", "what": "1", "c": "2", "chat": "1", "delta": "1", "K": "0", "epsilon": "1/2"})
    item.note("The un-normalised response is what Definition 2 is about: u - what = c (m - mhat) + (c - chat) mhat, so the gains must "
              "be close too. The small choice of delta is needed for that: delta <= eps^2.")  # fmt: skip


@paper.remark("4.2/s3", "The distance of order 1", where="Section 4.2", provenance="printed")
def first_distance(item):
    item.printed("|m_j - mhat_j| <= O(sqrt(delta)) for j = 1, ..., 2n implies W_1 <= O(delta^(1/(4n))).")
    item.use(coupling)
    item.let(K="nonnegative", s="nonnegative", a="[-1, 1]")
    item.suppose("one atom", "forall(t, integer[0, N-1], y[t] == a)")
    item.suppose("moments", "-K*s**2 <= gap(1) and gap(1) <= K*s**2 and -K*s**2 <= gap(2) and gap(2) <= K*s**2")
    item.conclude("cost(1) <= sqrt(3*K)*s", fidelity="special case",
                  example={**AT_ZERO, "K": "0", "s": "0", "a": "0"}, argument=[
        *BASE, *jensen("2"),
        Have("cost(2) == gap(2) - 2*a*gap(1)", name="variance", by=[
            Have("forall(t, integer[0, N-1], r[t]**2 == (x[t] - y[t])**2)", name="squares", by=[
                Take("t"), Use("distances", at=["t"], name="distance")]),
            Linear(rewrite=["squares", "one atom"])]),
        Have("mu**2 <= 3*K*s**2", name="square", by=[
            Have("forall(u, real, forall(v, real, implies(-K*s**2 <= u and u <= K*s**2 and v <= K*s**2, v - 2*a*u <= 3*K*s**2)))",
                 name="both", by=[Take("u", "v")]),
            Use("both", at=["gap(1)", "gap(2)"], name="difference")]),
        Have("mu <= sqrt(3*K)*s", name="end")])  # fmt: skip
    item.note("s is delta^(1/4). Audited for a teacher with one atom a, n = 1; the general case is the cited ext-WY-P2, whose exponent "
              "1/(2n) at sqrt(delta) is delta^(1/(4n)).")  # fmt: skip


@paper.remark("4.2/s4", "Higher distances from the first", where="Section 4.2", provenance="printed")
def higher_distances(item):
    item.printed("For any p, W_p <= O(W_1^(1/p)) (see Section 2.3 in Panaretos & Zemel (2019)).")
    item.use(coupling)
    item.let(p="positive integer", gamma="real")
    item.suppose("range", "forall(t, integer[0, N-1], r[t] <= gamma)")
    item.conclude("cost(p) <= gamma**(p-1)*cost(1)", expected="proved", argument=[
        *BASE, *higher_cost("p", "1", "gamma")])  # fmt: skip
    item.note("With the p-th root on both sides: W_p <= gamma^(1 - 1/p) W_1^(1/p); the constant depends on p and on the diameter.")


@paper.remark("4.2/s5", "Moments and distances", where="Section 4.2", provenance="printed")
def moments_and_distances(item):
    item.printed("For any p, |m_p - mhat_p| <= O(W_p) (see Section 1.2 in Biswas & Mackey (2021)).")
    stable(item)
    item.let(V="nonnegative")
    item.suppose("W_q", "cost(q) == V**q")
    item.conclude("Abs(gap(q)) <= q*tau**(q-1)*V", expected="proved", example=EQUAL, argument=[
        *BASE, *BY_TAU, *moment_gap("q", "tau"), WITHIN, *jensen("q"),
        Have("mu <= V", name="mean of distances", by=[
            Cases("mu <= V", name="case", yes=[], no=[
                Have("V < mu", name="exceeds"),
                Have("forall(xx, real, forall(yy, real, implies(0 <= yy and yy < xx, yy**q < xx**q)))", name="powers grow",
                     by=[Take("xx", "yy")]),
                Use("powers grow", at=["mu", "V"], name="grown")])]),
        Have("0 <= tau", name="scale"),
        Use("powers", at=["q-1", "tau", "tau"], name="scales"),
        Have("0 <= q", name="order"),
        Have("-(q*tau**(q-1)*V) <= gap(q) and gap(q) <= q*tau**(q-1)*V", name="ends", by=[Split([
            [Order(positive=[Square(facts=["gap.0"]), Square(facts=["mean of distances", "scales.0", "order"])], terms=[("mean", "q*tau**(q-1)", "1")])],
            [Order(positive=[Square(facts=["gap.1"]), Square(facts=["mean of distances", "scales.0", "order"])], terms=[("mean", "q*tau**(q-1)", "1")])],
        ])]),
        Use("within", at=["gap(q)", "q*tau**(q-1)*V"])])  # fmt: skip
    item.note("p is written q, V is W_q. The constant q tau^(q-1) depends on the order and on the supports, as O(.) allows here; "
              "with constant 1, as Appendix E.3 has it, the bound fails (E.36e).")  # fmt: skip


@paper.remark("4.2/s6", "The three bounds together", where="Section 4.2", provenance="printed")
def together(item):
    item.printed("Combining the latter three inequalities, |m_p - mhat_p| <= O(delta^(1/(4np))) for any p.")
    item.let(n="positive", p="positive", a="nonnegative", U="nonnegative", V="nonnegative", K="positive", M="positive", rho="positive",
             delta="positive")  # fmt: skip
    item.suppose("s3", "U <= rho*delta**(1/(4*n))")
    item.suppose("s4", "V <= M*U**(1/p)")
    item.suppose("s5", "a <= K*V")
    item.conclude("a <= K*M*rho**(1/p)*delta**(1/(4*n*p))", expected="proved", argument=[
        Have("forall(x, real, forall(y, real, implies(0 <= x and x <= y, x**(1/p) <= y**(1/p))))", name="roots",
             by=[Take("x", "y")]),
        Use("roots", at=["U", "rho*delta**(1/(4*n))"], name="root", premises=[[Split([[], []])]]),
        Have("(rho*delta**(1/(4*n)))**(1/p) == rho**(1/p)*delta**(1/(4*n*p))", name="powers"),
        Have("K*V <= K*(M*U**(1/p))", name="five"),
        Have("forall(x, real, forall(y, real, implies(x <= y, K*(M*x) <= K*(M*y))))", name="scaled",
             by=[Take("x", "y")]),
        Use("scaled", at=["U**(1/p)", "(rho*delta**(1/(4*n)))**(1/p)"], name="six"),
        Numbers(using=["s5", "five", "six", "powers"])])  # fmt: skip
    item.note("a is |m_p - mhat_p|, U and V are W_1 and W_p. For all real n and p above 0. By the repair of (E.37) even "
              "|m_p - mhat_p| <= O(delta^(1/(4n))).")  # fmt: skip


@paper.remark("4.2/s7", "The choice of delta", where="Section 4.2", provenance="printed")
def choice(item):
    item.printed("Choosing delta = O(eps^(4n(q-1))) therefore establishes Equation (4.1).")
    item.let(n="positive", p="[1, oo)", q="real", epsilon="(0, 1]", delta="positive", K="positive", a="nonnegative", M="[1, oo)")
    item.suppose("index", "p <= q-1")
    item.suppose("choice", "delta <= M*epsilon**(4*n*(q-1))")
    item.suppose("s6", "a <= K*delta**(1/(4*n*p))")
    item.conclude("a <= K*M**(1/(4*n))*epsilon", expected="proved", argument=[
        Have("forall(x, real, forall(y, real, forall(z, real, implies(0 < x and x <= y and 0 < z, x**z <= y**z))))", name="roots",
             by=[Take("x", "y", "z")]),
        Have("1/(4*n*p) > 0", name="exponent"),
        Use("roots", at=["delta", "M*epsilon**(4*n*(q-1))", "1/(4*n*p)"], name="root", premises=[[Split([
            [], [], []])]]),
        Have("(M*epsilon**(4*n*(q-1)))**(1/(4*n*p)) == M**(1/(4*n*p))*epsilon**((q-1)/p)", name="powers"),
        Have("(q-1)/p >= 1", name="ratio"),
        Have("forall(x, real, forall(z, real, implies(0 < x and x <= 1 and 1 <= z, x**z <= x)))", name="shrink",
             by=[Take("x", "z")]),
        Use("shrink", at=["epsilon", "(q-1)/p"], name="small"),
        Have("M**(1/(4*n*p)) <= M**(1/(4*n))", name="constant"),
        Have("M**(1/(4*n*p)) > 0", name="positive"),
        Have("forall(x, real, forall(y, real, forall(z, real, forall(w, real, forall(r, real, forall(b, real, implies("
             "a <= K*x and x <= y and y == z*w and z <= r and w <= b and 0 < z and 0 < b, a <= K*r*b)))))))", name="chain",
             by=[Take("x", "y", "z", "w", "r", "b"),
                 Have("z*w <= r*b", name="product")]),
        Use("chain", at=["delta**(1/(4*n*p))", "(M*epsilon**(4*n*(q-1)))**(1/(4*n*p))", "M**(1/(4*n*p))", "epsilon**((q-1)/p)",
                         "M**(1/(4*n))", "epsilon"], premises=[[Split([
            [], [], [], [],
            [], [], []])]])])  # fmt: skip
    item.note("a is |m_p - mhat_p| for p = 1, ..., q-1; M and K are the constants behind the two O(.).")
    item.note("For q = 1 there is no such p, Eq. (4.1) says nothing, and this delta = O(1) does not make |C B - Chat Bhat| <= eps: the "
              "choice must also satisfy delta <= eps^2, which it does (up to the constant) for q >= 2.")  # fmt: skip
