"""Appendix D: the totals for completely monotonic targets, from Theorems D.1 and D.5."""

from verifier.claims.script import Have, Induct, Numbers, Order, Split, Square, Take, Use

from . import paper
from .appendix_d_counts import COUNT, POLY, TOTAL

TERM = "factorial(n)*stirling2(m, n)"
#: More spaces than surjections for each n <= h, and no negative number of them: more in total.
MORE = Have(
    "forall(f, real sequence, forall(g, real sequence, forall(q, nonnegative integer, implies("
    "forall(n, integer[1, q], f[n] >= g[n]), Sum(f[n], (n, 1, q)) >= Sum(g[n], (n, 1, q))))))", name="more", by=[
        Take("f", "g"), Induct("q", base=[Take(), Numbers(using=[])], step=[
            Take(), Use("IH", premises=[[Take("n"), Use("given", at=["n"])]], name="before"), Use("given", at=["q+1"], name="last"),
            Order(positive=[Square(facts=["before"]), Square(facts=["last"])])])],
)  # fmt: skip
CUT = Have("forall(f, real sequence, Sum(f[n], (n, 1, m)) == Sum(f[n], (n, 1, h)) + Sum(f[n+h], (n, 1, m-h)))", name="cut")
AT_LEAST = [
    MORE, CUT, Take("c"), Use("cut", at=[("c[n]", "n")], name="apart"),
    Use("more", at=[("c[n+h]", "n"), ("0", "n"), "m-h"], premises=[[Take("n"), Use("given.0", at=["n+h"])]], name="rest"),
    Have("Sum(c[n+h], (n, 1, m-h)) >= 0", name="rest now", by=[Order(positive=[Square(facts=["rest"])])]),
    Use("more", at=[("c[n]", "n"), (TERM, "n"), "h"], premises=[[Take("n"), Use("given.1", at=["n"])]], name="first"),
    Numbers(using=["apart", "rest now", "first"]),
]


@paper.theorem("thm-D.6", "The total for completely monotonic targets", where="Appendix D, Theorem D.6", provenance="recalled")
def total(item):
    item.printed("With n_rho the supremum of the n with rho not in V_n, J_m has at least sum_(n=1)^(min{m, n_rho}) n! S(m, n) coincided critical affine spaces.")
    item.let(m="positive integer", h="positive integer")
    item.suppose("min", "h <= m")
    item.conclude(f"forall(c, real sequence, implies(forall(n, integer[1, m], c[n] >= 0) and forall(n, integer[1, h], c[n] >= {TERM}),"
                  f" Sum(c[n], (n, 1, m)) >= Sum({TERM}, (n, 1, h))))", fidelity="fragment", argument=AT_LEAST, example={"m": 1, "h": 1})  # fmt: skip
    item.note("The hypotheses on c are the two results: c_n is the number of n-coincided critical affine spaces of J_m, h = min{m, n_rho}, which is m where n_rho is infinite. rho is in no V_n with "
              "n <= n_rho (footnote 14: V_n increases), so Theorem D.5 gives non-degenerate minimisers of J_1, ..., J_h, and Theorem D.1 the bounds. "
              "Spaces with different n are disjoint, since n counts the different rates. Theorem D.5 rests on Theorem D.4, which is cited.")
    item.note("The numbers of spaces and of minimisers are letters here: what is proved is the counting, from the two results as hypotheses.")


@paper.remark("rem-D.7", "Totals for the examples", where="Appendix D, Remark D.7", provenance="recalled")
def examples_total(item):
    item.printed("(1 + t)^(-p): n_rho = oo, total at least sum_(n=1)^m n! S(m, n); a positive sum of m exponentials: n_rho = m - 1, the sum up to m - 1.")
    item.let(m="integer[2, oo]")
    item.conclude(
        "forall(c, real sequence, implies(forall(n, integer[1, m], c[n] >= 0),"
        f" implies(forall(n, integer[1, m], c[n] >= {TERM}), Sum(c[n], (n, 1, m)) >= Sum({TERM}, (n, 1, m)))"
        f" and implies(forall(n, integer[1, m-1], c[n] >= {TERM}), Sum(c[n], (n, 1, m)) >= {TOTAL})))",
        because=["thm-D.6"], fidelity="fragment", argument=[Take("c"), Split([
            [Take(), Use("cited:thm-D.6", at=["m", "m"], premises=[[]], name="all"), Use("all", at=[("c[n]", "n")], premises=[[Split([[], []])]])],
            [Take(), Use("cited:thm-D.6", at=["m", "m-1"], premises=[[]], name="all"), Use("all", at=[("c[n]", "n")], premises=[[Split([[], []])]])]])],
        example={"m": 2})  # fmt: skip
    item.step("difference", f"Sum({TERM}, (n, 1, m)) == {TOTAL} + factorial(m)", because=["definitions"], says="the two totals differ by m! points",
              argument=[Have("stirling2(m, m) == 1", name="one", by=[Numbers(using=["m"])]),
                        Have("forall(f, real sequence, Sum(f[n], (n, 1, m)) == Sum(f[n], (n, 1, m-1)) + f[m])", name="last"),
                        Use("last", at=[(TERM, "n")], name="now"), Numbers(using=["one", "now"])])  # fmt: skip
    item.note("A positive sum of m exponentials lies in V_m and, by Lemma C.2, not in V_(m-1); (1 + t)^(-p) is no exponential sum and lies in no V_n.")
    item.note("The numbers of spaces and of minimisers are letters here: what is proved is the counting, from the two results as hypotheses.")


@paper.theorem("thm-D.7", "Theorem D.2 for positive amplitudes", where="Appendix D, Theorem D.7", provenance="recalled")
def positive_amplitudes(item):
    item.printed("As Theorem D.2 with a*_j > 0 and no assumption on N_rho: the ratio is at least (m + 1)(3 m - 2)/24.")
    item.let(m="integer[2, oo]", minimisers="nonnegative")
    item.suppose("(135)", "factorial(m) <= minimisers and minimisers <= factorial(m)")
    item.conclude(f"forall(c, real sequence, implies(forall(n, integer[1, m], c[n] >= 0) and forall(n, integer[1, m-1], c[n] >= {TERM}),"
                  f" Sum(c[n], (n, 1, m)) >= ({POLY})*minimisers))", because=["thm-D.6"], fidelity="fragment", argument=[
        COUNT, Take("c"), Use("cited:thm-D.6", at=["m", "m-1"], premises=[[]], name="all"), Use("all", at=[("c[n]", "n")], premises=[[Split([[], []])]], name="total"),
        Numbers(using=["total", "count", "(135)"])], example={"m": 2, "minimisers": 2})  # fmt: skip
    item.note("m - 1 is in N_rho by Theorem D.5: the target is completely monotonic, in V_m and not in V_(m-1) (Lemma C.2). The rest is Theorem D.2.")
    item.note("The numbers of spaces and of minimisers are letters here: what is proved is the counting, from the two results as hypotheses.")
