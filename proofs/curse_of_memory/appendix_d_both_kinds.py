"""Appendix D: Remark D.8, saddles and degenerate stable points on one line, and what Proposition D.1's conditions are for."""

from verifier.language.script import (
    At,
    Cases,
    CasesOn,
    Choose,
    Have,
    Numbers,
    Rewritten,
    Split,
    Take,
    Use,
    Witness,
)

from . import paper
from .appendix_d_two_neurons import FORM, NEGATIVE, NONNEGATIVE

FORM_ON = FORM.replace("Q(x1", "Q(a1, a2, x1")
#: The loss of one exponential against two, and what is left after the best amplitude.
J1 = "x**2/(2*v) - 2*x*(al/(v + w1) + be/(v + w2)) + al**2/(2*w1) + 2*al*be/(w1 + w2) + be**2/(2*w2)"


def on(a1, a2, formula):
    """A statement about the form at a point of the line."""
    return formula.replace("Q(", f"Q({a1}, {a2}, ")


PARTS = ("(x - 2*v*(al/(v + w1) + be/(v + w2)))**2/(2*v)",
         "(al*(w1 - v)/(w1 + v) + 2*w1*(be*(w2 - v)/(w2 + v))/(w1 + w2))**2/(2*w1)",
         "(be*(w2 - v)/(w2 + v))**2*((w2 - w1)**2/((w2 + w1)**2*(2*w2)))")
SUMMED = Use("positive sum", at=[*PARTS, J1], premises=[[Split([[], [], [], [], []])]])
#: Squares: best amplitude first; then the residual, with the factors (w - v)/(w + v), in the same way.
POSITIVE = [
    Have("forall(s, real, forall(t, real, forall(u, real, forall(j, real, implies(j == s + t + u and s >= 0 and t >= 0 and u >= 0"
         " and (t > 0 or u > 0), j > 0)))))", name="positive sum", by=[Take("s", "t", "u", "j"), CasesOn("given.4", [
             [], []], name="side")]),
    Have(f"{J1} == (x - 2*v*(al/(v + w1) + be/(v + w2)))**2/(2*v) + (al*(w1 - v)/(w1 + v) + 2*w1*(be*(w2 - v)/(w2 + v))/(w1 + w2))**2/(2*w1)"
         " + (be*(w2 - v)/(w2 + v))**2*((w2 - w1)**2/((w2 + w1)**2*(2*w2)))", name="squares"),
    Have("(x - 2*v*(al/(v + w1) + be/(v + w2)))**2/(2*v) >= 0", name="one"),
    Have("(al*(w1 - v)/(w1 + v) + 2*w1*(be*(w2 - v)/(w2 + v))/(w1 + w2))**2/(2*w1) >= 0", name="two"),
    Cases("w2 == v", name="meets", yes=[
        Have("(al*(w1 - v)/(w1 + v) + 2*w1*(be*(w2 - v)/(w2 + v))/(w1 + w2))**2/(2*w1) > 0", name="two now", by=[
            Have("al*(w1 - v) != 0", name="left"),
            Have("al*(w1 - v)/(w1 + v) + 2*w1*(be*(w2 - v)/(w2 + v))/(w1 + w2) == al*(w1 - v)/(w1 + v)", name="short"),
            Have("(al*(w1 - v)/(w1 + v))**2/(2*w1) > 0", name="kept"),
            Have("forall(s, real, forall(t, real, implies(s == t and t**2/(2*w1) > 0, s**2/(2*w1) > 0)))", name="alike", by=[
                Take("s", "t"), Rewritten("given.1", ["given.0"], name="now")]),
            Use("alike", at=["al*(w1 - v)/(w1 + v) + 2*w1*(be*(w2 - v)/(w2 + v))/(w1 + w2)", "al*(w1 - v)/(w1 + v)"], premises=[[Split([[], []])]])]),
        Have("(be*(w2 - v)/(w2 + v))**2*((w2 - w1)**2/((w2 + w1)**2*(2*w2))) >= 0", name="three"),
        Have(f"{PARTS[1]} > 0 or {PARTS[2]} > 0", name="strict", by=[Choose(0)]), SUMMED], no=[
        Have("be*(w2 - v) != 0", name="left"),
        Have("(be*(w2 - v)/(w2 + v))**2*((w2 - w1)**2/((w2 + w1)**2*(2*w2))) > 0", name="three", by=[
            Have("(be*(w2 - v)/(w2 + v))**2 > 0", name="a"),
            Have("(w2 - w1)**2/((w2 + w1)**2*(2*w2)) > 0", name="b"),
            Have("forall(s, real, forall(t, real, implies(s > 0 and t > 0, s*t > 0)))", name="product", by=[Take("s", "t")]),
            Use("product", at=["(be*(w2 - v)/(w2 + v))**2", "(w2 - w1)**2/((w2 + w1)**2*(2*w2))"], premises=[[Split([[], []])]])]),
        Have(f"{PARTS[2]} >= 0", name="three too"),
        Have(f"{PARTS[1]} > 0 or {PARTS[2]} > 0", name="strict", by=[Choose(1)]), SUMMED]),
]


@paper.remark("prop-D.1-conditions", "What the sign conditions are for", where="Appendix D, Proposition D.1", provenance="derived")
def conditions(item):
    item.printed("(not in the paper) Neither sign pattern of Proposition D.1 holds under the other condition: at the midpoint of [0, ahat] the form is "
                 "negative somewhere for (a*_1, a*_2) = (3/8, 3/4), (w*_1, w*_2) = (1/2, 2), and nowhere for a*_1 = 20/9, a*_2 = -5/4 with 1/(what + w*_j) = 9/10, 4/5.")
    item.let(q="positive", A="positive", r="real", al="real", be="real", p="positive", z="positive")
    item.define(FORM_ON)
    item.conclude(
        "implies(q == 1/2 and A == 1 and al == 3/8 and be == 3/4 and p == 2/3 and z == 1/3 and r == 2*(A*q**3 - al*p**3 - be*z**3),"
        f" A*q == al*p + be*z and A*q**2 == al*p**2 + be*z**2 and r + q**3*A > 0 and {on('1/2', '1/2', NEGATIVE)})"
        " and implies(q == 1 and A == 1 and al == 20/9 and be == -5/4 and p == 9/10 and z == 4/5 and r == 2*(A*q**3 - al*p**3 - be*z**3),"
        f" A*q == al*p + be*z and A*q**2 == al*p**2 + be*z**2 and r + q**3*A > 0 and {on('1/2', '1/2', NONNEGATIVE)})",
        expected="proved", argument=[Split([
            [Take(), Have("r == -1/36", name="r is"), Split([[], [],
             [], [Witness("0"), Witness("0"), Witness("1"), Witness("-1")]])],
            [Take(), Have("r == 1/25", name="r is"), Split([[], [],
             [], [Take("x1", "x2", "y1", "y2"), Have("q == 1", name="q is")]])],
        ])])  # fmt: skip


def used(part, a1, a2):
    """The form's sign at a point of the line."""
    return [Use("cited:prop-D.1-form", at=["q", "A", a1, a2, "r"], name="form", premises=[[Split([
        [], [], [], [], []])]]),
        Use(f"form.{part}", premises=[[]])]


@paper.remark("rem-D.8", "Saddles and degenerate stable points on one line", where="Appendix D, Remark D.8", provenance="recalled")
def both_kinds(item):
    item.printed("Both saddles and degenerate stable points occur on the line, each forming affine pieces; none is globally minimal.")
    item.let(q="positive", A="positive", r="nonzero", b1="real", b2="real", c1="real", c2="real", al="nonzero", be="nonzero", v="positive", w1="positive", w2="positive")
    item.define(FORM_ON)
    item.suppose("minimiser", "r + q**3*A >= 0")
    item.suppose("points", "b1 + b2 == A and 0 < b1 and b1 < A and c1 + c2 == A and (c1 < 0 or c1 > A)")
    item.suppose("distinct", "w1 != w2")
    inner, outer = ("b1", "b2"), ("c1", "c2")
    item.conclude(
        f"((r > 0 and {on(*inner, NONNEGATIVE)} and {on(*outer, NEGATIVE)}) or (r < 0 and {on(*inner, NEGATIVE)} and {on(*outer, NONNEGATIVE)}))"
        " and forall(a1, real, forall(a2, real, Q(a1, a2, 1, 0, 0, 0) > 0 and forall(x1, real, forall(x2, real, forall(y1, real, forall(y2, real,"
        " Q(a1, a2, 1 + x1, x2 - 1, y1, y2) == Q(a1, a2, x1, x2, y1, y2)))))))"
        f" and forall(x, real, {J1} > 0)",
        because=["prop-D.1-form"], expected="proved", argument=[
            Have("b1*b2 > 0 and c1*c2 < 0", name="signs", by=[Split([
                [Have("b2 > 0", name="b2")],
                [Have("c2 == A - c1", name="c2"),
                 CasesOn("points.4", [[], []], name="side")]])]),
            Split([
                [Cases("r > 0", name="case", yes=[Choose(0), Split([[], used("1", *inner), used("0", *outer)])], no=[
                    Choose(1), Split([[], used("0", *inner), used("1", *outer)])])],
                [Take("a1", "a2"), Split([[], [Take("x1", "x2", "y1", "y2")]])],
                [Take("x"), *POSITIVE],
            ])],
        example={"q": 1, "A": 1, "r": 1, "b1": "1/2", "b2": "1/2", "c1": 2, "c2": -1, "al": 1, "be": 1, "v": 1, "w1": 1, "w2": 2})  # fmt: skip
    item.without("minimiser", counterexample={"q": 1, "A": 1, "r": -50, "b1": "1/2", "b2": "1/2", "c1": 2, "c2": -1, "al": 1, "be": 1, "v": 1, "w1": 1, "w2": 2})
    item.without("distinct", counterexample={"q": 1, "A": 1, "r": 1, "b1": "1/2", "b2": "1/2", "c1": 2, "c2": -1, "al": 1, "be": -1, "v": 1, "w1": 1, "w2": 1})
    at = {"q": 1, "A": 1, "r": 1, "b1": "1/2", "b2": "1/2", "c1": 2, "c2": -1, "al": 1, "be": 1, "v": 1, "w1": 1, "w2": 2}
    item.without("points", counterexample={**at, "b1": 2, "b2": -1})
    item.without("r.nonzero", counterexample={**at, "r": 0})
    item.without("q.positive", counterexample={**at, "q": -1})
    item.without("v.positive", counterexample={**at, "v": -1, "w1": 2, "w2": 3}, argument=[At({"goal": [Choose(2), Witness("100"), Numbers()]})])
    item.without("w1.positive", counterexample={**at, "w1": -2, "w2": 1}, argument=[At({"goal": [Choose(2), Witness("0"), Numbers()]})])
    item.without("w2.positive", counterexample={**at, "w1": 1, "w2": -2}, argument=[At({"goal": [Choose(2), Witness("0"), Numbers()]})])
    item.without("al.nonzero", counterexample={**at, "al": 0, "w1": 2, "w2": 1})
    item.without("be.nonzero", counterexample={**at, "be": 0})
    item.note("For r = I_2(what) > 0 the points of (0, ahat) are degenerate stable (the form is nowhere negative, and 0 along (1, -1, 0, 0)) and the points outside "
              "[0, ahat] are saddles (there is always a positive direction); for r < 0 the other way round. J_2 on the line is the loss of one "
              "exponential (x, v) against two, which is positive for all x and v, while min J_2 = 0.")
