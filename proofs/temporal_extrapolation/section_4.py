"""Section 4: training sequences longer than the network is wide guarantee extrapolation."""

from verifier.language.script import Cases, Cite, Have, Induct, Obtain, Take, Use, Witness

from . import paper
from .notation import ZERO_IS_ATTAINED, network

ANNIHILATED = "exists(a, matrix(d, 1), A**d == -Sum(a[i, 0]*A**i, (i, 0, d-1)))"
RELATION = "A**d == -Sum(a[i, 0]*A**i, (i, 0, d-1))"
SEEN = "C*B == w and forall(j, integer[1, k-1], h(j) == 0)"

#: All of the impulse response behind its first d + 1 values.
LONG_RUN = [
    ZERO_IS_ATTAINED,
    Have(SEEN, name="seen"),
    Cite("silent-response"),
    Have("forall(j, positive integer, C*A**j*B == 0)", name="silent",
         by=[Take("j"), Use("silent-response", at=["d", "1", "1", "j", "A", "B", "C"])]),
]


@paper.cited("ext-CH", "Cayley-Hamilton theorem", where="Section 4, cited", provenance="printed")
def cayley_hamilton(item):
    item.printed("Every square matrix over a commutative ring satisfies its characteristic polynomial.")
    item.cites("Zhang 1997; Frobenius 1877")
    item.let(d="positive integer", A="matrix(d, d)")
    item.conclude(ANNIHILATED, fidelity="fragment")
    item.note("What the paper uses: A^d is a combination of I, A, ..., A^(d-1). The main theorem is also proved "
              "here without it, from the linear dependence of d+1 vectors in R^d.")  # fmt: skip
    item.instance("d=1", {"d": "1"}, argument=[Witness("-A")])
    item.instance("d=2", {"d": "2"}, argument=[
        Witness("Matrix([[A[0,0]*A[1,1] - A[0,1]*A[1,0]], [-A[0,0] - A[1,1]]])")])  # fmt: skip


@paper.theorem("thm-4.1", "Long training sequences guarantee extrapolation", where="Section 4")
def long_sequences_guarantee_extrapolation(item):
    item.printed("Assume that k > d, and let (A, B, C) minimise the loss (4). Then C A^j B = 0 for all j >= 1, "
                 "meaning the learned model extrapolates.")  # fmt: skip
    item.use(network)
    item.suppose("long", "k > d")
    item.suppose("minimiser", "minimiser(A, B, C)")
    item.conclude(
        "memoryless(A, B, C)", argument=LONG_RUN, expected="proved",
        example={"d": "1", "k": "2", "A": "0", "B": "1", "C": "1", "w": "1"},
    )  # fmt: skip
    item.without("long", counterexample={"d": "1", "k": "1", "A": "1", "B": "1", "C": "1", "w": "1"})
    item.without("minimiser", counterexample={"d": "1", "k": "2", "A": "1", "B": "1", "C": "1", "w": "1"})
    item.step("s1", ANNIHILATED, because=["ext-CH"], says="Cayley-Hamilton: p(A) = 0, solved for A^d",
              fidelity="fragment")  # fmt: skip
    item.step("s3", f"forall(a, matrix(d, 1), implies({RELATION},"
              " C*A**(d+1)*B == -Sum(a[i, 0]*C*A**(i+1)*B, (i, 0, d-1))))", because=["definitions"],
              says="multiply by A, then by C on the left and B on the right",
              argument=[Take("a")])  # fmt: skip
    item.step("s3/other-power", f"forall(a, matrix(d, 1), implies({RELATION},"
              " C*A**k*B == -Sum(a[i, 0]*C*A**(i+k-d)*B, (i, 0, d-1))))", because=["long", "definitions"],
              says="the same, multiplied by A^(k-d)",
              argument=[Take("a")])  # fmt: skip
    item.step("s4", SEEN, because=["minimiser", "definitions"], says="the minimum is 0", argument=[ZERO_IS_ATTAINED])
    item.step("s5", f"forall(a, matrix(d, 1), implies({RELATION}, C*A**(d+1)*B == 0))", because=["s4", "long", "definitions"],
              says="hence", argument=[Take("a"), ZERO_IS_ATTAINED, Have(SEEN, name="seen")],
              inference_argument=[Take("a")])  # fmt: skip
    item.step("s6", "forall(j, positive integer, h(j) == 0)", because=["s1", "s4", "long", "definitions"],
              says="continuing in this fashion", argument=LONG_RUN,
              inference_argument=[
                  Obtain("s1", "a", label="relation"),
                  Induct("j", strong=True, step=[
                      Cases("j <= d", yes=[]),
                  ]),
              ])  # fmt: skip
    item.instance("boundary k=d", {"k": "d"}, drop=["long"], expected="refuted",
                  counterexample={"d": "1", "A": "1", "B": "1", "C": "1", "w": "1"})  # fmt: skip


@paper.remark("thm-4.1-cofactors", "The long-sequence theorem at small sizes, by cofactors", where="cross-check")
def at_small_sizes(item):
    item.printed("(not in the paper) For d = 1, 2, 3: C A^(d+1) B lies in the ideal of C A B, ..., C A^d B.")
    for d in (1, 2, 3):
        letters = {"A": f"matrix({d}, {d})", "B": f"matrix({d}, 1)", "C": f"matrix(1, {d})"}
        item.let(**{f"{name}{d}": domain for name, domain in letters.items()})
        for j in range(1, d + 1):
            item.suppose(f"d={d},j={j}", f"C{d}*A{d}**{j}*B{d} == 0")
    for d in (1, 2, 3):
        item.step(f"d={d}", f"C{d}*A{d}**{d + 1}*B{d} == 0", because=[f"d={d},j={j}" for j in range(1, d + 1)])
    item.conclude("C1*A1**2*B1 == 0 and C2*A2**3*B2 == 0 and C3*A3**4*B3 == 0")
