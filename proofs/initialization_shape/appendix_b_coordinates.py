"""Appendix B: the potential of one neuron in the coordinates |w|, |a|, where it is a polynomial."""

from verifier.language.script import Cases, Have, Numbers, Obtain, Split, Use, Witness

from . import paper
from .neuron import POTENTIAL, ROOT_IS, SAME_SQUARE, root_is


@paper.remark("B/coordinates", "The potential in the coordinates of the neuron", where="Appendix B, cross-check", provenance="derived")
def coordinates(item):
    item.printed("(not in the paper) With n = |w|, A = |a|, A^2 - n^2 = delta and x = nA: S(x) = (A^2 + n^2)/2, "
                 "sqrt(S(x) - delta/2) = n and q_delta(x) = A (3 n^2 - A^2)/2.")  # fmt: skip
    item.let(delta="real", A="nonnegative", n="nonnegative", x="real")
    item.suppose("balance", "A**2 - n**2 == delta")
    item.suppose("length", "x == n*A")
    item.define(*POTENTIAL)
    item.conclude("S(x) == (A**2 + n**2)/2 and sqrt(S(x) - delta/2) == n and q(x) == A*(3*n**2 - A**2)/2", expected="proved", argument=[
        ROOT_IS,
        root_is("x**2 + delta**2/4", "(A**2 + n**2)/2", [], [], "S"),
        root_is("S(x) - delta/2", "n", [], [], "n"),
        Split([[], [], [Cases("x == 0", name="zero", yes=[
            Cases("n == 0", name="still", yes=[
                Have("Max(delta, 0)**(3/2) == A**3", name="power", by=[
                    Have("Max(delta, 0) == A**2", name="delta is"),
                    Numbers(using=["delta is", "A"])])],
                no=[
                Have("A == 0", name="off"),
                Have("Max(delta, 0)**(3/2) == 0", name="power", by=[
                    Have("Max(delta, 0) == 0", name="delta is")])])],
            no=[
            Have("n*A != 0", name="apart"),
            Have("((n*A)**2 - delta/2*(delta/2 + (A**2 + n**2)/2))*n/(n*A) == A*(3*n**2 - A**2)/2", name="quotient"),
            Have("(x**2 - delta/2*(delta/2 + S(x)))*sqrt(S(x) - delta/2)/x == A*(3*n**2 - A**2)/2", name="there")])]])])  # fmt: skip
    item.without("balance", counterexample={"delta": 0, "A": 1, "n": 0, "x": 0})
    item.without("length", counterexample={"delta": 0, "A": 1, "n": 1, "x": 4})
    item.without("n.nonnegative", counterexample={"delta": 0, "A": 1, "n": -1, "x": -1})
    item.without("A.nonnegative", counterexample={"delta": 1, "A": -1, "n": 0, "x": 0})


@paper.remark("B/polar", "Every length has such coordinates", where="Appendix B, cross-check", provenance="derived")
def polar(item):
    item.printed("(not in the paper) For x >= 0 and delta >= 0 there are n, A >= 0 with nA = x and A^2 - n^2 = delta.")
    item.let(delta="nonnegative", x="nonnegative")
    item.conclude("exists(n, nonnegative, exists(A, nonnegative, n*A == x and A**2 - n**2 == delta))", expected="proved", argument=[
        Have("exists(s, real, s >= 0 and s**2 == x**2 + delta**2/4)", name="there is s",
             by=[Witness("sqrt(x**2 + delta**2/4)"), Split([[], []])]),
        Obtain("there is s", "s", label="s"),
        Have("s >= delta/2", name="above"),
        Have("exists(n, real, n >= 0 and n**2 == s - delta/2)", name="there is n",
             by=[Witness("sqrt(s - delta/2)"), Split([[], []])]),
        Obtain("there is n", "n", label="n square"),
        Have("exists(A, real, A >= 0 and A**2 == s + delta/2)", name="there is A",
             by=[Witness("sqrt(s + delta/2)"), Split([[], []])]),
        Obtain("there is A", "A", label="A square"),
        Have("(n*A)**2 == x**2", name="product"),
        Have("n*A == x", name="length", by=[SAME_SQUARE, Use("same square", at=["n*A", "x"], premises=[[
            Split([[], [], []])]])]),
        Have("A**2 - n**2 == delta", name="balance"),
        Witness("n"), Split([[], [Witness("A")]])])  # fmt: skip


@paper.remark("B/tangent", "The potential lies above its tangents", where="Appendix B, cross-check", provenance="derived")
def tangent(item):
    item.printed("(not in the paper) q_delta(y) >= q_delta(x) + q_delta'(x) (y - x), with equality at y = x only.")
    item.let(delta="nonnegative", A="nonnegative", n="nonnegative", B="nonnegative", m="nonnegative")
    item.suppose("balance", "A**2 - n**2 == delta")
    item.suppose("balance there", "B**2 - m**2 == delta")
    item.define(*POTENTIAL)
    item.conclude("B*(3*m**2 - B**2)/2 - A*(3*n**2 - A**2)/2 >= 3/2*n*(m*B - n*A) and implies(A != B, B*(3*m**2 - B**2)/2 - A*(3*n**2 - A**2)/2 > 3/2*n*(m*B - n*A))")
