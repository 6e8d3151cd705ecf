"""Appendix D: Proposition D.1, the line of critical points for two neurons and two exponentials, and Remark D.8."""

from verifier.language.script import (
    At,
    Cases,
    CasesOn,
    Choose,
    Contradict,
    Have,
    Linear,
    Negate,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

from . import paper

#: q = 1/(2 what), p and z = 1/(what + w*_j); the optimality of (ahat, what) for J_1; r = I_2(what).
LETTERS = {"p": "positive", "z": "positive", "q": "positive", "A": "positive", "al": "nonzero", "be": "nonzero"}
OPTIMAL = "A*q == al*p + be*z and A*q**2 == al*p**2 + be*z**2"
R = "r := 2*(A*q**3 - al*p**3 - be*z**3)"
#: The Hessian of J_2 on the line, as a quadratic form; a1 + a2 = A.
FORM = "Q(x1, x2, y1, y2) := 2*q*(x1 + x2)**2 - 4*q**2*(x1 + x2)*(a1*y1 + a2*y2) + 4*q**3*(a1*y1 + a2*y2)**2 + 2*r*(a1*y1**2 + a2*y2**2)"
NONNEGATIVE = "forall(x1, real, forall(x2, real, forall(y1, real, forall(y2, real, Q(x1, x2, y1, y2) >= 0))))"
NEGATIVE = "exists(x1, real, exists(x2, real, exists(y1, real, exists(y2, real, Q(x1, x2, y1, y2) < 0))))"


@paper.remark("prop-D.1-sign", "The sign of I_2 at the minimiser of J_1", where="Appendix D, Proposition D.1, Eqs. (150), (151)", provenance="derived")
def sign(item):
    item.printed("(not in the paper) r = I_2(what) is positive if a*_1 a*_2 < 0 and negative if a*_1 a*_2 > 0.")
    item.let(**LETTERS)
    item.define(R)
    item.suppose("distinct", "p != z")
    item.suppose("optimal", OPTIMAL)
    item.conclude("implies(al*be < 0, r > 0) and implies(al*be > 0, r < 0)", expected="proved", argument=[
        Have("r == -2*(al*p*(p - q)**2 + be*z*(z - q)**2)", name="squares"),
        Have("al*p*(p - q) == -be*z*(z - q)", name="balance"),
        Have("z != q", name="z off", by=[Negate("z is q"), Have("al*p*(p - q) == 0", name="flat"),
                                         Have("al*p != 0", name="alp"),
                                         Have("p - q == 0", name="p on", by=[Linear(terms=[("flat", "1/(al*p)", "1")], nonzero=["alp"])]), Contradict("distinct", [])]),
        Have("al*p*(al*p*(p - q)**2 + be*z*(z - q)**2) == be*z*(z - q)**2*(A*q)", name="product"),
        Have("(z - q)**2 > 0", name="apart"),
        Have("A*q > 0", name="Aq"),
        Have("(z - q)**2*(A*q) > 0", name="large"),
        Have("al*p*(al*p*(p - q)**2 + be*z*(z - q)**2) == be*(z*((z - q)**2*(A*q)))", name="again"),
        Have("z*((z - q)**2*(A*q)) > 0", name="front"),
        Have("p*r*al == -2*(be*(z*((z - q)**2*(A*q))))", name="whole"),
        Have("p*(r*al**2) == -2*((al*be)*(z*((z - q)**2*(A*q))))", name="scaled"),
        Have("al**2 > 0", name="al2"),
        Split([[Take(), Have("(al*be)*(z*((z - q)**2*(A*q))) < 0", name="n"),
                Have("p*(r*al**2) > 0", name="m"),
                Have("r*al**2 > 0", name="k")],
               [Take(), Have("(al*be)*(z*((z - q)**2*(A*q))) > 0", name="n"),
                Have("p*(r*al**2) < 0", name="m"),
                Have("r*al**2 < 0", name="k")]]),
    ], example={"p": "2/3", "z": "1/3", "q": "1/2", "A": 1, "al": "3/8", "be": "3/4"})  # fmt: skip
    item.without("distinct", counterexample={"p": 1, "z": 1, "q": 1, "A": 1, "al": 2, "be": -1})


@paper.remark("prop-D.1-form", "The Hessian on the line as a quadratic form", where="Appendix D, Proposition D.1, Eqs. (148), (149)", provenance="derived")
def form(item):
    item.printed("(not in the paper) With r = I_2: the form is negative somewhere if r a_1 a_2 < 0, and nowhere if r a_1 a_2 >= 0.")
    item.let(q="positive", A="positive", a1="real", a2="real", r="nonzero")
    item.define(FORM)
    item.suppose("line", "a1 + a2 == A")
    item.suppose("minimiser", "r + q**3*A >= 0")
    item.conclude(f"implies(r*(a1*a2) < 0, {NEGATIVE}) and implies(r*(a1*a2) >= 0, {NONNEGATIVE})", expected="proved", argument=[Split([
        [Take(), Witness("0"), Witness("0"), Witness("a2"), Witness("-a1"),
         Have("2*(r*(a1*a2))*A < 0", name="n"),
         Have("Q(0, 0, a2, -a1) == 2*(r*(a1*a2))*A", name="value")],
        [Take(), Take("x1", "x2", "y1", "y2"),
         Have("Q(x1, x2, y1, y2) == 2*q*(x1 + x2 - q*(a1*y1 + a2*y2))**2 + 2*q**3*(a1*y1 + a2*y2)**2 + 2*r*(a1*y1**2 + a2*y2**2)", name="squares"),
         Have("(a1*y1 + a2*y2)**2 == A*(a1*y1**2 + a2*y2**2) - a1*a2*(y1 - y2)**2", name="lagrange"),
         Have("q**3 > 0", name="q3"),
         Cases("r*(a1*y1**2 + a2*y2**2) >= 0", name="sign", yes=[
             Order(positive=[Square(root="x1 + x2 - q*(a1*y1 + a2*y2)", facts=["q.positive"], weight="2"),
                             Square(root="a1*y1 + a2*y2", facts=["q3"], weight="2"), Square(facts=["sign"], weight="2")])],
             no=[
             Cases("r > 0", name="r", yes=[
                 Have("a1*a2 >= 0", name="both"),
                 Have("a1 >= 0 and a2 >= 0", name="signs", by=[Split([[], []])]),
                 Contradict("sign", [])],
                 no=[
                 Have("r != 0", name="some", by=[
                     Negate("zero"), Have("r*(a1*y1**2 + a2*y2**2) == 0", name="none")]), Have("r < 0", name="negative"),
                 Have("-a1*a2 >= 0", name="opposite"),
                 Have("a1*y1**2 + a2*y2**2 >= 0", name="mass"),
                 Order(positive=[Square(root="x1 + x2 - q*(a1*y1 + a2*y2)", facts=["q.positive"], weight="2"),
                                 Square(root="y1 - y2", facts=["q3", "opposite"], weight="2"), Square(facts=["minimiser", "mass"], weight="2")],
                       terms=[("lagrange", "2*q**3", "1")])])])],
    ])])  # fmt: skip
    item.without("minimiser", counterexample={"q": 1, "A": 1, "a1": 0, "a2": 1, "r": -2})
    item.without("line", counterexample={"q": 1, "A": 1, "a1": -1, "a2": -1, "r": 1})
    item.without("q.positive", counterexample={"q": -1, "A": 1, "a1": 1, "a2": 0, "r": 1}, argument=[At({"goal": [
        Choose(1), Split([[], [Witness("1"), Witness("0"), Witness("0"), Witness("0")]])]})])
    item.without("A.positive", counterexample={"q": 1, "A": -2, "a1": -1, "a2": -1, "r": 2}, argument=[At({"goal": [
        Choose(1), Split([[], [Witness("0"), Witness("0"), Witness("1"), Witness("-1")]])]})])


#: A sign of the product makes both amplitudes different from 0.
SIGN = [Have("al != 0", name="first counts"), Have("be != 0", name="second counts"),
        Use("cited:prop-D.1-sign", at=["p", "z", "q", "A", "al", "be"], name="sign")]  # fmt: skip
PREMISES = [Split([[], [], [], [], []])]


@paper.proposition("prop-D.1", "Two neurons against two exponentials", where="Appendix D, Proposition D.1", provenance="derived")
def two_neurons_on_the_line(item):
    item.printed("m = 2, rho = a*_1 e^(-w*_1 t) + a*_2 e^(-w*_2 t), (ahat, what) the minimiser of J_1, ahat > 0, H(a_1) the Hessian of J_2 at "
                 "(a_1, ahat - a_1, what, what). If a*_1 a*_2 < 0, its least eigenvalue is 0 for a_1 in [0, ahat] and negative outside; if "
                 "a*_1 a*_2 > 0, it is negative in (0, ahat) and 0 otherwise.")  # fmt: skip
    item.let(**LETTERS, a1="real", a2="real")
    item.define(R, FORM)
    item.suppose("distinct", "p != z")
    item.suppose("optimal", OPTIMAL)
    item.suppose("minimiser", "r + q**3*A >= 0")
    item.suppose("line", "a1 + a2 == A")
    item.conclude(
        f"implies(al*be < 0, implies(0 <= a1 and a1 <= A, {NONNEGATIVE}) and implies(a1 < 0 or a1 > A, {NEGATIVE}))"
        f" and implies(al*be > 0, implies(0 < a1 and a1 < A, {NEGATIVE}) and implies(a1 <= 0 or a1 >= A, {NONNEGATIVE}))"
        " and forall(x1, real, forall(x2, real, forall(y1, real, forall(y2, real, Q(1 + x1, x2 - 1, y1, y2) == Q(x1, x2, y1, y2)))))",
        because=["prop-D.1-sign", "prop-D.1-form"], expected="proved", argument=[
            Have("forall(x, real, forall(y, real, implies(x + y == A and (x < 0 or x > A), x*y < 0)))", name="outside", by=[
                Take("x", "y"), Have("y == A - x", name="y"),
                CasesOn("given.1", [[], []], name="side")]),
            Have("forall(x, real, forall(y, real, implies(x + y == A and 0 <= x and x <= A, x*y >= 0)))", name="within", by=[
                Take("x", "y"), Have("y >= 0", name="y")]),
            Have("forall(x, real, forall(y, real, implies(x + y == A and 0 < x and x < A, x*y > 0)))", name="inside", by=[
                Take("x", "y"), Have("y > 0", name="y")]),
            Have("forall(x, real, forall(y, real, implies(x + y == A and (x <= 0 or x >= A), x*y <= 0)))", name="beyond", by=[
                Take("x", "y"), Have("y == A - x", name="y"),
                CasesOn("given.1", [[], []], name="side")]),
            *[Have(f"forall(x, real, forall(y, real, implies(x {a} 0 and y {b} 0, x*y {c} 0)))", name=f"sign {a}{b}", by=[
                Take("x", "y")]) for a, b, c in ((">", "<", "<"), (">", ">=", ">="), ("<", ">", "<"), ("<", "<=", ">="))],
            Split([
                [Take(), *SIGN, Use("sign.0", premises=[[]], name="r"),
                 Use("cited:prop-D.1-form", at=["q", "A", "a1", "a2", "r"], name="form", premises=[PREMISES]), Split([
                    [Take(), Use("within", at=["a1", "a2"], premises=[[]], name="w"), Use("sign >>=", at=["r", "a1*a2"], premises=[[]], name="n"),
                     Use("form.1", premises=[[]])],
                    [Take(), Use("outside", at=["a1", "a2"], premises=[[]], name="w"), Use("sign ><", at=["r", "a1*a2"], premises=[[]], name="n"),
                     Use("form.0", premises=[[]])]])],
                [Take(), *SIGN, Use("sign.1", premises=[[]], name="r"),
                 Use("cited:prop-D.1-form", at=["q", "A", "a1", "a2", "r"], name="form", premises=[PREMISES]), Split([
                    [Take(), Use("inside", at=["a1", "a2"], premises=[[]], name="w"), Use("sign <>", at=["r", "a1*a2"], premises=[[]], name="n"),
                     Use("form.0", premises=[[]])],
                    [Take(), Use("beyond", at=["a1", "a2"], premises=[[]], name="w"), Use("sign <<=", at=["r", "a1*a2"], premises=[[]], name="n"),
                     Use("form.1", premises=[[]])]])],
                [],
            ]),
        ], example={"p": "2/3", "z": "1/3", "q": "1/2", "A": 1, "al": "3/8", "be": "3/4", "a1": "1/2", "a2": "1/2"})  # fmt: skip
    item.without("distinct", counterexample={"p": 1, "z": 1, "q": 1, "A": 1, "al": 2, "be": -1, "a1": -1, "a2": 2}, argument=[At({"goal": [
        Choose(0), Split([[], [Choose(1), Split([[], [Take("x1", "x2", "y1", "y2"), Order(positive=[
            Square(root="x1 + x2 - (-y1 + 2*y2)", weight="2"), Square(root="-y1 + 2*y2", weight="2")])]])]])]})])
    item.without("optimal", counterexample={"p": 1, "z": "1/2", "q": 1, "A": 1, "al": "3/2", "be": -1, "a1": "1/2", "a2": "1/2"}, argument=[At({"goal": [
        Choose(0), Split([[], [Choose(0), Split([[], [Witness("0"), Witness("0"), Witness("1"), Witness("-1")]])]])]})])
    item.without("minimiser", counterexample={"p": "9/5", "z": "1/5", "q": 1, "A": 1, "al": "5/18", "be": "5/2", "a1": 0, "a2": 1}, argument=[At({"goal": [
        Choose(1), Split([[], [Choose(1), Split([[], [Witness("0"), Witness("1"), Witness("0"), Witness("1")]])]])]})])
    item.without("line", counterexample={"p": "9/10", "z": "4/5", "q": 1, "A": 1, "al": "20/9", "be": "-5/4", "a1": 0, "a2": "-1/100"}, argument=[At({"goal": [
        Choose(0), Split([[], [Choose(0), Split([[], [Witness("0"), Witness("-1/100"), Witness("0"), Witness("1")]])]])]})])
    middle = [Witness("0"), Witness("0"), Witness("1"), Witness("-1")]
    item.without("p.positive", counterexample={"p": -1, "z": "5/4", "q": 1, "A": 1, "al": "-1/9", "be": "32/45", "a1": "1/2", "a2": "1/2"}, argument=[At({"goal": [
        Choose(0), Split([[], [Choose(0), Split([[], middle])]])]})])
    item.without("z.positive", counterexample={"p": "5/4", "z": -1, "q": 1, "A": 1, "al": "32/45", "be": "-1/9", "a1": "1/2", "a2": "1/2"}, argument=[At({"goal": [
        Choose(0), Split([[], [Choose(0), Split([[], middle])]])]})])
    item.without("A.positive", counterexample={"p": 2, "z": "1/2", "q": 1, "A": -1, "al": "-1/6", "be": "-4/3", "a1": "-1/2", "a2": "-1/2"}, argument=[At({"goal": [
        Choose(1), Split([[], [Choose(1), Split([[], middle])]])]})])
    item.step("entries", "forall(v, positive, forall(x1, real, forall(x2, real, forall(y1, real, forall(y2, real, implies(q == 1/(2*v),"
              " (x1 + x2)**2/v - 4*(x1 + x2)*(a1*y1 + a2*y2)/(2*v)**2 + 4*(a1*y1 + a2*y2)**2/(2*v)**3 + 2*r*(a1*y1**2 + a2*y2**2)"
              " == Q(x1, x2, y1, y2)))))))", because=["definitions"], says="the entries (137)-(139) with I_0 = I_1 = 0 and I_2 = r",
              argument=[Take("v", "x1", "x2", "y1", "y2"), Have("1/v == 2*q", name="i"),
                        Have("q*(2*v) == 1", name="one"),
                        Set("X", "x1 + x2"), Set("Y", "a1*y1 + a2*y2"), Set("W", "a1*y1**2 + a2*y2**2"),
                        Set("S", "r"),
                        Have("X**2/v - 4*X*Y/(2*v)**2 + 4*Y**2/(2*v)**3 + 2*S*W == 2*q*X**2 - 4*q**2*X*Y + 4*q**3*Y**2 + 2*S*W", name="main",
                             by=[Have("forall(b1, real, forall(b2, real, b1**2/v - 4*b1*b2/(2*v)**2 + 4*b2**2/(2*v)**3"
                                      " == 2*(1/(2*v))*b1**2 - 4*(1/(2*v))**2*b1*b2 + 4*(1/(2*v))**3*b2**2))", name="plain",
                                      by=[Take("b1", "b2")]),
                                 Use("plain", at=["X", "Y"], name="now")]),
                        Linear(rewrite=["X", "Y", "W", "S"], terms=[("main", "1", "1")])])  # fmt: skip
    item.note("q = 1/(2 what), p = 1/(what + w*_1), z = 1/(what + w*_2); the optimality (150) and the second-order condition r + q^3 ahat >= 0 are "
              "those of J_1. H is never positive definite: the last part says that moving amplitude between the neurons does not change the "
              "form. So the least eigenvalue is 0 where the form has no negative value. r >= 0 or <= 0 is not assumed but proved.")
    item.note("The condition that the second case had lost in the source is not needed: the signs of a*_1 a*_2 alone decide.")
