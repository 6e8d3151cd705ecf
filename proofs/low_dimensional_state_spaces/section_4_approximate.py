"""Section 4.2 and Appendix E.3: approximate extrapolation, line by line.

At one index j the proof is about numbers: u = C A^j B, what = Chat Ahat^j Bhat, c = C B, chat = Chat Bhat > 0, beta = chat - c,
kappa = u/(chat (beta - chat)), m = u/c and mhat = what/chat; formulas write b for beta.
"""

from verifier.language.script import Have, Order, Square, Take
from verifier.papers.setting import Setting

from . import paper
from .notation import systems

#: One index of the response.
numbers = Setting(
    let={"u": "real", "what": "real", "c": "real", "chat": "positive", "delta": "nonnegative"},
    define=("b := chat - c", "kappa := u/(chat*(b - chat))", "m := u/c", "mhat := what/chat"),
    suppose={"student": "c != 0"},
)

EACH_TERM = [
    Take("j"),
    Have("loss(A, B, C) == Sum(e(i)**2, (i, 0, j-1)) + e(j)**2 + Sum(e(i)**2, (i, j+1, k-1))", name="parts"),
    Order(positive=[Square(root="e(i)", over=[("i", "0", "j-1")]), Square(root="e(i)", over=[("i", "j+1", "k-1")]),
                    Square(facts=["small"])], terms=[("parts", "1", "1")]),
]  # fmt: skip


@paper.equation("E.28", "Each term of the loss is small", where="Appendix E.3, Eq. (E.28)", provenance="printed")
def each_term(item):
    item.printed("L = sum_j (C A^j B - Chat Ahat^j Bhat)^2 <= delta; each term (C A^j B - Chat Ahat^j Chat)^2 <= delta.")
    item.use(systems)
    item.let(delta="nonnegative")
    item.suppose("small", "loss(A, B, C) <= delta")
    item.conclude("forall(j, integer[0, k-1], e(j)**2 <= delta)", argument=EACH_TERM)
    item.note("Audited with Bhat where the second formula prints Chat: Chat Ahat^j Chat is no number unless n = 1.")


@paper.equation("E.28b", "The gain is off by at most sqrt(delta)", where="Appendix E.3", provenance="printed")
def gain(item):
    item.printed("beta = Chat Bhat - C B lies in [-sqrt(delta), sqrt(delta)]; each term divided by (Chat Bhat)^2 is at most "
                 "delta (Chat Bhat)^{-2}.")  # fmt: skip
    item.use(numbers)
    item.suppose("gain", "(c - chat)**2 <= delta")
    item.suppose("term", "(u - what)**2 <= delta")
    item.conclude("-sqrt(delta) <= b and b <= sqrt(delta) and ((u - what)/chat)**2 <= delta/chat**2")


def identity(name, left, right, printed, title="A rearrangement"):
    @paper.equation(name, title, where=f"Appendix E.3, Eq. ({name})", provenance="printed")
    def page(item):
        item.printed(printed)
        item.use(numbers)
        item.conclude(f"{left} == {right}", expected="proved")

    return page


identity("E.29", "(u/chat - what/chat)**2", "(u/chat - u/c + u/c - what/chat)**2", "Add and subtract C A^j B / C B.")
identity("E.30", "(u/chat - u/c + u/c - what/chat)**2", "(u*(1/chat - 1/c) + (m - mhat))**2",
         "= (C A^j B (1/(Chat Bhat) - 1/(C B)) + (m_j - mhat_j))^2.")  # fmt: skip
identity("E.31", "1/chat - 1/c", "b/(chat*(b - chat))",
         "1/(Chat Bhat) - 1/(C B) = beta/(Chat Bhat (beta - Chat Bhat)).")  # fmt: skip
identity("E.33", "(b*u/(chat*(b - chat)) + (m - mhat))**2",
         "b**2*kappa**2 + 2*b*kappa*(m - mhat) + (m - mhat)**2", "Expand the square.")  # fmt: skip


@paper.equation("E.32", "The normalised error", where="Appendix E.3, Eq. (E.32)", provenance="printed")
def normalised(item):
    item.printed("delta (Chat Bhat)^{-2} >= (C A^j B/(Chat Bhat) - Chat Ahat^j Bhat/(Chat Bhat))^2 = "
                 "(beta C A^j B/(Chat Bhat (beta - Chat Bhat)) + (m_j - mhat_j))^2.")  # fmt: skip
    item.use(numbers)
    item.suppose("term", "(u - what)**2 <= delta")
    item.conclude("delta/chat**2 >= (u/chat - what/chat)**2 and"
                  " (u/chat - what/chat)**2 == (b*u/(chat*(b - chat)) + (m - mhat))**2")  # fmt: skip


@paper.equation("E.34", "Drop a square", where="Appendix E.3, Eq. (E.34)", provenance="printed")
def drop_a_square(item):
    item.printed(">= 2 beta kappa (m_j - mhat_j) + (m_j - mhat_j)^2.")
    item.use(numbers)
    item.conclude("b**2*kappa**2 + 2*b*kappa*(m - mhat) + (m - mhat)**2 >= 2*b*kappa*(m - mhat) + (m - mhat)**2",
                  expected="proved")  # fmt: skip


@paper.equation("E.35", "Replace beta by its bound", where="Appendix E.3, Eq. (E.35)", provenance="printed")
def bound_beta(item):
    item.printed(">= -2 |delta kappa (m_j - mhat_j)| + (m_j - mhat_j)^2.")
    item.leads_to("E.36")
    item.let(b="real", kappa="real", x="real", delta="nonnegative")
    item.suppose("gain", "-sqrt(delta) <= b and b <= sqrt(delta)")
    item.conclude("2*b*kappa*x + x**2 >= -2*Abs(delta*kappa*x) + x**2", expected="refuted")
    with item.repair("with sqrt(delta), the bound of b") as r:
        r.conclude("2*b*kappa*x + x**2 >= -2*Abs(sqrt(delta)*kappa*x) + x**2", expected="proved")
    item.note("x is m_j - mhat_j. |beta| <= sqrt(delta), which is larger than delta for delta < 1: the case of interest.")


@paper.equation("E.35b", "Normalised moments of a stable teacher", where="Appendix E.3", provenance="printed")
def stable_moments(item):
    item.printed("Since the teacher is stable, mhat_j <= Chat Bhat for j = 0, ..., k-1.")
    item.leads_to("E.36", "E.36b")
    item.let(a="[-1, 1]", chat="positive", j="nonnegative integer")
    item.conclude("chat*a**j/chat <= chat", expected="refuted")
    with item.repair("at most 1") as r:
        r.conclude("chat*a**j/chat <= 1")
    item.note("Audited for a teacher with one atom a: Chat Ahat^j Bhat = chat a^j. mhat_j is a moment of a law on [-1, 1], so at "
              "most 1; it is what chat bounds before it is divided by chat.")  # fmt: skip
