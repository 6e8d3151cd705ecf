"""Section 4, Theorem 1, and Appendix A: diagonal linear networks, from their flow to the minimum of their potential.

c_i = u_i^2 + v_i^2, so that sqrt(k_i) = 2 c_i; s_i is the running integral of (X r)_i.
"""

from verifier.claims.script import Have, Inside, Ladder, Linear, Limit, Numbers, Obtain, Split, Take, Use, Witness
from verifier.theory.real_numbers import named_number as named

from . import paper

INSIDE = [[Numbers(using=["between"])]]
#: One coordinate of the flow of f(x) = (up vp - um vm)'x.
COORDINATE = {
    "flow of u": "forall(t, [0, oo), diff(up[t], t) == vp[t]*diff(s[t], t) and diff(um[t], t) == -vm[t]*diff(s[t], t))",
    "flow of v": "forall(t, [0, oo), diff(vp[t], t) == up[t]*diff(s[t], t) and diff(vm[t], t) == -um[t]*diff(s[t], t))",
}


def grows(name, plus, sign, rate):
    """u + v or u - v of one layer times exp(-+s) stays what it was."""
    return Have(f"forall(t, [0, oo), ({plus.format('t')})*exp({rate}*(s[t] - s[0])) == {plus.format('0')})", name=name, by=[
        Take("t"), Ladder("t", "0", time="m", slope=[
            Use("flow of u", at=["m"], premises=INSIDE, name="u moves"), Use("flow of v", at=["m"], premises=INSIDE, name="v moves"),
            Numbers(using=["u moves", "v moves"])], base=[Numbers(using=[])])])  # fmt: skip


@paper.remark("A/closed", "One coordinate in closed form", where="Appendix A, cross-check", provenance="derived")
def closed_form(item):
    item.printed("(not in the paper) From an unbiased start w_i(t) = (u_i^2 + v_i^2) sinh(2 (s_i(t) - s_i(0))).")
    item.let(up="real curve", um="real curve", vp="real curve", vm="real curve", s="real curve", u="real", v="real")
    for name, formula in COORDINATE.items():
        item.suppose(name, formula)
    item.suppose("unbiased", "up[0] == u and um[0] == u and vp[0] == v and vm[0] == v")
    item.conclude("forall(t, [0, oo), up[t]*vp[t] - um[t]*vm[t] == (u**2 + v**2)*sinh(2*(s[t] - s[0])))", argument=[
        Have("forall(p, real, forall(c, real, forall(h, real, forall(q, real, implies(p == c*q and h == q, p == c*h)))))", name="put in",
             by=[Take("p", "c", "h", "q"), Numbers(using=["given"])]),
        grows("a", "up[{0}] + vp[{0}]", "+", "-1"), grows("b", "up[{0}] - vp[{0}]", "-", "1"),
        grows("c", "um[{0}] + vm[{0}]", "+", "1"), grows("e", "um[{0}] - vm[{0}]", "-", "-1"),
        Take("t"), *(Use(x, at=["t"], name=f"{x} now") for x in "abce"),
        Have("forall(y, real, exp(y) > 0 and exp(-1*y) == 1/exp(y) and exp(1*y) == exp(y) and sinh(2*y) == (exp(y)**2 - 1/exp(y)**2)/2)",
             name="exponentials", by=[Take("y"), Split([[Numbers(using=[])], [Numbers(using=[])], [Numbers(using=[])], [Numbers(using=[])]])]),
        Have("exists(g, real, g > 0 and exp(-1*(s[t] - s[0])) == 1/g and exp(1*(s[t] - s[0])) == g and sinh(2*(s[t] - s[0])) == (g**2 - 1/g**2)/2)", name="there is g",
             by=[Witness("exp(s[t] - s[0])"), Use("exponentials", at=["s[t] - s[0]"])]),
        Obtain("there is g", "g", label="g facts"),
        Have("up[t] + vp[t] == (u + v)*g and up[t] - vp[t] == (u - v)/g", name="plus", by=[Split([
            [Numbers(using=["a now", "g facts", "unbiased"])], [Numbers(using=["b now", "g facts", "unbiased"])]])]),
        Have("um[t] + vm[t] == (u + v)/g and um[t] - vm[t] == (u - v)*g", name="minus", by=[Split([
            [Numbers(using=["c now", "g facts", "unbiased"])], [Numbers(using=["e now", "g facts", "unbiased"])]])]),
        Have("g**2 > 0", name="g2", by=[Numbers(using=["g facts.0"])]),
        Have("up[t] == ((u + v)*g + (u - v)/g)/2", name="up is", by=[Linear(terms=[("plus.0", "1/2", "1"), ("plus.1", "1/2", "1")], nonzero=["g facts.0"])]),
        Have("vp[t] == ((u + v)*g - (u - v)/g)/2", name="vp is", by=[Linear(terms=[("plus.0", "1/2", "1"), ("plus.1", "-1/2", "1")], nonzero=["g facts.0"])]),
        Have("um[t] == ((u + v)/g + (u - v)*g)/2", name="um is", by=[Linear(terms=[("minus.0", "1/2", "1"), ("minus.1", "1/2", "1")], nonzero=["g facts.0"])]),
        Have("vm[t] == ((u + v)/g - (u - v)*g)/2", name="vm is", by=[Linear(terms=[("minus.0", "1/2", "1"), ("minus.1", "-1/2", "1")], nonzero=["g facts.0"])]),
        Have("up[t]*vp[t] - um[t]*vm[t] == (u**2 + v**2)*((g**2 - 1/g**2)/2)", name="product", by=[Linear(terms=[
            ("up is", "vp[t]", "1"), ("vp is", "((u + v)*g + (u - v)/g)/2", "1"), ("um is", "-vm[t]", "1"),
            ("vm is", "-((u + v)/g + (u - v)*g)/2", "1")], nonzero=["g facts.0", "g2"])]),
        Use("put in", at=["up[t]*vp[t] - um[t]*vm[t]", "u**2 + v**2", "sinh(2*(s[t] - s[0]))", "(g**2 - 1/g**2)/2"])],
        expected="proved", example={"up": 1, "um": 1, "vp": 0, "vm": 0, "s": 0, "u": 1, "v": 0})  # fmt: skip


@paper.remark("A/tangent", "The potential lies above its tangents", where="Appendix A, cross-check", provenance="derived")
def tangent(item):
    item.printed("(not in the paper) q(y) > q(x) + q'(x) (y - x) for y != x, with q'(x) = arcsinh(x/c)/2 and sqrt(k) = 2c.")
    item.let(c="positive", a="real", b="real")
    item.suppose("apart", "a != b")
    item.conclude("c/2*(1 - cosh(b) + b*sinh(b)) - c/2*(1 - cosh(a) + a*sinh(a)) > a/2*(c*sinh(b) - c*sinh(a))", expected="proved")
