"""Cauchy's form as an integral: sum_ik f_i f_k/(w_i + w_k) is the integral of (sum_i f_i e^(-w_i t))^2 over [0, oo), for all sizes.

With e_i(t) = e^(-w_i t) and K_ik = 1/(w_i + w_k) the integral up to T is sum_ik f_i f_k K_ik (1 - e_i(T) e_k(T)).  What is missing
from the form, q = sum_ik f_i f_k K_ik e_i e_k, is a form itself, hence at least 0, and T q <= C for
C = sum_i f_i^2 (sum_k K_ik)/w_i, because 2 f_i e_i f_k e_k <= (f_i e_i)^2 + (f_k e_k)^2 and T e_i^2 <= 1/w_i.
"""

from __future__ import annotations

from verifier.language.script import (
    Cases,
    Contradict,
    Have,
    Induct,
    Linear,
    Negate,
    Obtain,
    Order,
    Rewritten,
    SameSlope,
    Split,
    Square,
    Step,
    Take,
    Use,
    Witness,
)  # fmt: skip

from .cauchy_forms import form
from .cauchy_matrices import TERMWISE, double_sums
from .exact_recovery import ERROR, LOSS

MODEL = "Sum(f[i]*exp(-w[i, 0]*t), (i, 0, m-1))"
PRIMITIVE = "Sum(Sum(f[i]*f[k]*K[i, k]*(1 - e[t][i, 0]*e[t][k, 0]), (k, 0, m-1)), (i, 0, m-1))"
#: The exponentials as a curve of vectors.
_EXPONENTIALS: list[Step] = [
    Have("forall(q, integer[0, m], exists(e, matrix(m, 1) curve, forall(t, real, forall(i, integer[0, q-1], e[t][i, 0] == exp(-w[i, 0]*t)))))", name="exponentials", by=[
        Induct("q", base=[Witness("zeros(m, 1)", index="t"), Take("t", "i")], step=[
            Obtain("IH", "e0", label="e0"),
            Have("exists(x, real curve, forall(t, real, x[t] == exp(-w[q, 0]*t)))", name="there is x", by=[Witness("exp(-w[q, 0]*t)", index="t")]), Obtain("there is x", "x", label="x"),
            Have("exists(e1, matrix(m, 1) curve, forall(t, real, forall(i, integer[0, q-1], e1[t][i, 0] == e0[t][i, 0]) and e1[t][q, 0] == x[t]))", name="there is e1", by=[
                Witness("e0[t] + (x[t] - e0[t][q, 0])*basis(m, q)", index="t"), Take("t"), Split([[Take("i")], []])]),
            Obtain("there is e1", "e1", label="e1"), Witness("e1[t]", index="t"), Take("t", "i"), Use("e1", at=["t"], name="now"), Use("chain", at=["e1[t][i, 0]"], name="from"),
            Cases("i <= q-1", name="earlier", yes=[
                Use("now.0", at=["i"], name="kept"), Use("e0", at=["t", "i"], name="old"), Use("from", at=["e0[t][i, 0]", "exp(-w[i, 0]*t)"], premises=[[Split([[], []])]])], no=[
                Have("i == q", name="last"), Use("x", at=["t"], name="value"), Use("chain", at=["e1[t][q, 0]", "x[t]", "exp(-w[q, 0]*t)"], premises=[[Split([[], []])]], name="so"),
                Rewritten("so", ["last"], name="here"), Use("here")])])]),
    Use("exponentials", at=["m"], name="there is e"), Obtain("there is e", "e", label="e"),
    Have("forall(x, nonnegative, x*exp(-x) <= 1 and exp(-x) <= 1 and exp(-x) >= 0)", name="decay", by=[Take("x"), Split([[], [], []])]),
    Have("forall(i, integer[0, m-1], forall(t, nonnegative, e[t][i, 0] >= 0 and 2*K[i, i] - t*e[t][i, 0]**2 >= 0))", name="bounds", by=[
        Take("i", "t"), Use("rates", at=["i"], name="sign"), Use("e", at=["t", "i"], name="value"), Have("w[i, 0]*t >= 0", name="argument"),
        Use("decay", at=["w[i, 0]*t"], premises=[[]], name="small"), Use("kernel", at=["i", "i"], name="entry"),
        Have("forall(x, real, forall(y, real, forall(z, real, forall(k, real, forall(p, real, implies(z >= 0 and p*y <= 1 and y <= 1 and y >= 0 and x > 0 and (x + x)*k == 1 and p == x*z, 2*k - z*y**2 >= 0))))))",
             name="least", by=[Take("x", "y", "z", "k", "p"), Have("k >= 0", name="reciprocal"),
                               Have("1 - p*y >= 0 and 1 - y >= 0 and y >= 0 and z >= 0", name="signs", by=[Split([[]] * 4)]),
                               Order(positive=[Square(weight="2", facts=["reciprocal", "signs.0", "signs.2"]), Square(weight="2", facts=["reciprocal", "signs.1"])],
                                     terms=[("given1.5", "z*y**2", "1"), ("given1.6", "2*k*y**2", "1")])]),
        Have("forall(x, real, forall(y, real, forall(z, real, implies(x == y and z*y <= 1 and y <= 1 and y >= 0, z*x <= 1 and x <= 1 and x >= 0))))", name="put in", by=[
            Take("x", "y", "z"), Split([[], [], []])]),
        Have("-w[i, 0]*t == -(w[i, 0]*t)", name="exponent"),
        Have("e[t][i, 0] == exp(-(w[i, 0]*t))", name="e now"),
        Use("put in", at=["e[t][i, 0]", "exp(-(w[i, 0]*t))", "w[i, 0]*t"], premises=[[Split([[], [Use("small.0")], [Use("small.1")], [Use("small.2")]])]], name="so"),
        Split([[Use("so.2")], [Use("least", at=["w[i, 0]", "e[t][i, 0]", "t", "K[i, i]", "w[i, 0]*t"], premises=[[Split([[], [Use("so.0")], [Use("so.1")], [Use("so.2")], [], [], []])]])]])]),
]  # fmt: skip
#: q: what is missing from the form at the time t.
REST = "Sum(Sum(f[i]*f[k]*K[i, k]*(e[t][i, 0]*e[t][k, 0]), (k, 0, m-1)), (i, 0, m-1))"
_WEIGHTED = "Sum(f[i]**2*e[t][i, 0]**2*Sum(K[i, k], (k, 0, m-1)), (i, 0, m-1))"
CONSTANT = "Sum(f[i]**2*Sum(K[i, k], (k, 0, m-1))*(2*K[i, i]), (i, 0, m-1))"
_SMALL: list[Step] = [
    Have("forall(n, nonnegative integer, forall(x, real sequence, implies(forall(j, integer[0, n-1], x[j] >= 0), Sum(x[j], (j, 0, n-1)) >= 0)))", name="sums", by=[
        Induct("n", base=[Take("x")], step=[Take("x"), Use("IH", at=[("x[t]", "t")], premises=[[Take("j"), Use("given", at=["j"])]], name="before"), Use("given", at=["n"], name="last")])]),
    Have("forall(i, integer[0, m-1], forall(k, integer[0, m-1], K[i, k] >= 0))", name="K positive", by=[
        Take("i", "k"), Use("rates", at=["i"], name="wi"), Use("rates", at=["k"], name="wk"), Use("kernel", at=["i", "k"], name="entry"),
        Have("forall(x, real, forall(y, real, forall(z, real, implies(x > 0 and y > 0 and (x + y)*z == 1, z >= 0))))", name="reciprocal", by=[Take("x", "y", "z")]),
        Use("reciprocal", at=["w[i, 0]", "w[k, 0]", "K[i, k]"], premises=[[Split([[], [], []])]])]),
    Have("forall(i, integer[0, m-1], forall(k, integer[0, m-1], K[i, k] == K[k, i]))", name="symmetric", by=[
        Take("i", "k"), Use("kernel", at=["i", "k"], name="one"), Use("kernel", at=["k", "i"], name="other")]),
    Have("forall(i, integer[0, m-1], Sum(K[i, k], (k, 0, m-1)) >= 0)", name="rows positive", by=[
        Take("i"), Use("sums", at=["m", ("K[i, k]", "k")], premises=[[Take("j"), Use("K positive", at=["i", "j"])]])]),
    Have(f"forall(t, nonnegative, {REST} >= 0 and t*{REST} <= {CONSTANT})", name="small", by=[
        Take("t"), Use("form", at=[("f[i]*e[t][i, 0]", "i")], name="own"),
        Have(f"{_WEIGHTED} - {REST} >= 0", name="mean", by=[
            Have("Sum(Sum(K[i, k]*(f[i]*e[t][i, 0] - f[k]*e[t][k, 0])**2, (k, 0, m-1)), (i, 0, m-1)) >= 0", name="squares", by=[
                Use("sums", at=["m", ("Sum(K[i, k]*(f[i]*e[t][i, 0] - f[k]*e[t][k, 0])**2, (k, 0, m-1))", "i")], premises=[[Take("j"),
                    Use("sums", at=["m", ("K[j, k]*(f[j]*e[t][j, 0] - f[k]*e[t][k, 0])**2", "k")], premises=[[
                        Take("k"), Use("K positive", at=["j", "k"], name="sign")]])]])]),
            double_sums("K[i, k]*(f[k]*e[t][k, 0])**2", "K[k, i]*(f[k]*e[t][k, 0])**2", ("m-1", "m-1"), [
                Use("symmetric", at=["i", "k"], name="sides")], "turned"),
            Order(positive=[Square(weight="1/2", facts=["squares"])], terms=[("turned", "-1/2", "1")])]),
        Have(f"{CONSTANT} - t*{_WEIGHTED} >= 0", name="bound", by=[
            Use("sums", at=["m", ("f[i]**2*Sum(K[i, k], (k, 0, m-1))*(2*K[i, i] - t*e[t][i, 0]**2)", "i")], name="terms", premises=[[
                Take("j"), Use("bounds", at=["j", "t"], premises=[[]], name="b"), Use("rows positive", at=["j"], name="row"), Order(positive=[Square(facts=["row", "b.1"], root="f[j]")])]]),
            Order(positive=[Square(facts=["terms"])])]),
        Split([[Order(positive=[Square(facts=["own.0"])])], [Order(positive=[Square(facts=["bound"]), Square(facts=["given", "mean"])])]])]),
]  # fmt: skip
#: The form is the limit of the integrals up to t.
INTEGRAL = (
    f"exists(L, real curve, L[0] == 0 and forall(t, [0, oo), diff(L[t], t) == ({MODEL})**2)"
    f" and forall(h, positive, exists(T, nonnegative, forall(t, [T, oo), Abs(L[t] - ({form('f', 'm')})) <= h))))"
)
#: From ``rates``, ``kernel`` and the fact ``form`` that the form with this kernel is never negative.
INTEGRAL_BY: list[Step] = [
    TERMWISE, Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x1 == x2 and x2 == x3, x1 == x3))))", name="chain", by=[
        Take("x1", "x2", "x3")]),
    *_EXPONENTIALS, *_SMALL, Have(f"exists(L, real curve, forall(t, real, L[t] == {PRIMITIVE}))", name="there is L", by=[Witness(PRIMITIVE, index="t")]),
    Obtain("there is L", "L", label="L"), Witness("L[t]", index="t"), Split([[
        Use("L", at=["0"], name="at 0"),
        Have("forall(i, integer[0, m-1], e[0][i, 0] == 1)", name="start", by=[Take("i"), Use("e", at=["0", "i"], name="value"), Have("exp(-w[i, 0]*0) == 1", name="one"),
            Use("chain", at=["e[0][i, 0]", "exp(-w[i, 0]*0)", "1"], premises=[[Split([[], []])]])]), Linear(terms=[("at 0", "1", "1")], rewrite=["start"])], [
        Take("t"), Have("forall(i, integer[0, m-1], diff(e[t], t)[i, 0] == -w[i, 0]*e[t][i, 0])", name="slope", by=[
            Take("i"), SameSlope("e[s][i, 0]", "exp(-w[i, 0]*s)", "s", "t", "t-1", "t+1", name="slope", by=[Use("e", at=["s", "i"])]), Use("e", at=["t", "i"], name="value")]),
        SameSlope("L[s]", PRIMITIVE.replace("[t]", "[s]"), "s", "t", "t-1", "t+1", name="moves", by=[Use("L", at=["s"])]),
        double_sums("f[i]*f[k]*(K[i, k]*(w[i, 0] + w[k, 0]))*(e[t][i, 0]*e[t][k, 0])", "f[i]*f[k]*(e[t][i, 0]*e[t][k, 0])", ("m-1", "m-1"), [
            Use("kernel", at=["i", "k"], name="entry")], "unit"),
        Use("termwise", at=["m-1", ("f[i]*e[t][i, 0]", "i"), ("f[i]*exp(-w[i, 0]*t)", "i")], name="value", premises=[[
            Take("k"), Use("e", at=["t", "k"], name="now"), Have("forall(x, real, forall(y, real, forall(z, real, implies(x == y, z*x == z*y))))", name="scaled", by=[
                Take("x", "y", "z")]), Use("scaled", at=["e[t][k, 0]", "exp(-w[k, 0]*t)", "f[k]"], premises=[[]])]]),
        Have("forall(x, real, forall(y, real, forall(z, real, implies(x == y and z == x**2, z == y**2))))", name="square", by=[
            Take("x", "y", "z")]),
        Use("square", at=["Sum(f[i]*e[t][i, 0], (i, 0, m-1))", MODEL, "diff(L[t], t)"], premises=[[Split([[Use("value")], [
            Linear(rewrite=["slope"], terms=[("moves", "1", "1"), ("unit", "1", "1")])]])]], name="so"), Use("so")], [
        Take("h"), Have("forall(i, integer[0, m-1], f[i]**2*Sum(K[i, k], (k, 0, m-1))*(2*K[i, i]) >= 0)", name="parts", by=[
            Take("i"), Use("rows positive", at=["i"], name="row"), Use("K positive", at=["i", "i"], name="own"), Order(positive=[Square(facts=["row", "own"], root="f[i]", weight="2")])]),
        Use("sums", at=["m", ("f[i]**2*Sum(K[i, k], (k, 0, m-1))*(2*K[i, i])", "i")], premises=[[Take("j"), Use("parts", at=["j"])]], name="constant"),
        Have(f"exists(C, nonnegative, C == {CONSTANT})", name="there is C", by=[Witness(CONSTANT)]), Obtain("there is C", "C", label="C"),
        Have("forall(x, real, forall(q, real, forall(z, real, implies(x == -q and q >= 0 and z*q <= C and z >= C/h + 1, Abs(x) <= h))))", name="near", by=[
            Take("x", "q", "z"), Have("q <= h", name="less", by=[Negate("more"), Have("z*q > C", name="large"), Contradict("large", [])])]),
        Witness("C/h + 1"), Split([[], [
        Take("t"), Have("t >= 0", name="late"),
        Use("small", at=["t"], premises=[[Use("late")]], name="now"), Use("L", at=["t"], name="value"),
        Use("near", at=[f"L[t] - ({form('f', 'm')})", REST, "t"], premises=[[Split([[], [Use("now.0")], [], [Use("given1")]])]], name="so"),
        Use("so")]])]]),
]  # fmt: skip

#: The integral of the squared error of a student is its loss in closed form; from the facts ``integral`` (of the form) and ``loss``.
CLOSED_LOSS_BY: list[Step] = [
    Obtain("integral", "L", label="L"), Witness("L[t]", index="t"),
    Have("forall(x, real, forall(y, real, forall(z, real, forall(t, real, implies(x == y and y == z, exp(-x*t) == exp(-z*t))))))", name="same exponential", by=[
        Take("x", "y", "z", "t"), Have("-x*t == -z*t", name="exponent"),
        Have("forall(x1, real, forall(x2, real, implies(x1 == x2, exp(x1) == exp(x2))))", name="function", by=[Take("x1", "x2")]),
        Use("function", at=["-x*t", "-z*t"], premises=[[]])]),
    Have("forall(x, real, forall(y, real, forall(c, real, forall(d, real, implies(x == y and c == d, c*x == d*y)))))", name="same product", by=[
        Take("x", "y", "c", "d")]),
    Have("forall(x, real, forall(y, real, forall(z, real, forall(a, real, forall(c, real, implies(x == y + z and y == a and z == -c, x == a - c))))))", name="difference", by=[
        Take("x", "y", "z", "a", "c")]),
    Have("forall(x, real, forall(y, real, forall(z, real, implies(z == x**2 and x == y, z == y**2))))", name="square", by=[
        Take("x", "y", "z")]),
    Have("forall(x, real, forall(y, real, forall(z, real, forall(h, real, implies(x == y and Abs(z - x) <= h, Abs(z - y) <= h)))))", name="same limit", by=[
        Take("x", "y", "z", "h"), Rewritten("given.1", ["given.0"], name="so", forwards=True), Use("so")]),
    Have("forall(q, real sequence, Sum(-A[j, 0]*q[j], (j, 0, n-1)) == -Sum(A[j, 0]*q[j], (j, 0, n-1)))", name="sign", by=[Take("q")]),
    Split([[Use("L.0")], [
        Take("t"), Use("L.1", at=["t"], premises=[[]], name="slope"), Use("halves", at=[("exp(-w[i, 0]*t)", "i")], name="both"),
        Use("termwise", at=["m-1", ("f[k]*exp(-w[k, 0]*t)", "k"), ("b[k, 0]*exp(-exp(v[k, 0])*t)", "k")], name="student", premises=[[
            Take("k"), Use("f.0", at=["k"], name="fk"), Use("w is", at=["k"], name="wk"), Use("e.0", at=["k"], name="ek"),
            Use("same exponential", at=["w[k, 0]", "e[k]", "exp(v[k, 0])", "t"], premises=[[Split([[], []])]], name="factor"),
            Use("same product", at=["exp(-w[k, 0]*t)", "exp(-exp(v[k, 0])*t)", "f[k]", "b[k, 0]"], premises=[[Split([[], []])]])]]),
        Use("termwise", at=["n-1", ("f[m+k]*exp(-w[m+k, 0]*t)", "k"), ("-A[k, 0]*exp(-exp(W[k, 0])*t)", "k")], name="atoms now", premises=[[
            Take("k"), Use("f.1", at=["k"], name="fk"), Use("w is", at=["m+k"], name="wk"), Use("e.1", at=["k"], name="ek"),
            Use("same exponential", at=["w[m+k, 0]", "e[m+k]", "exp(W[k, 0])", "t"], premises=[[Split([[], []])]], name="factor"),
            Use("same product", at=["exp(-w[m+k, 0]*t)", "exp(-exp(W[k, 0])*t)", "f[m+k]", "-A[k, 0]"], premises=[[Split([[], []])]])]]),
        Use("sign", at=[("exp(-exp(W[j, 0])*t)", "j")], name="negative"),
        Use("chain", at=["Sum(f[m+k]*exp(-w[m+k, 0]*t), (k, 0, n-1))", "Sum(-A[k, 0]*exp(-exp(W[k, 0])*t), (k, 0, n-1))", "-Sum(A[k, 0]*exp(-exp(W[k, 0])*t), (k, 0, n-1))"],
            premises=[[Split([[Use("atoms now")], [Use("negative")]])]], name="target now"),
        Use("difference", at=["Sum(f[k]*exp(-w[k, 0]*t), (k, 0, m+n-1))", "Sum(f[k]*exp(-w[k, 0]*t), (k, 0, m-1))", "Sum(f[m+k]*exp(-w[m+k, 0]*t), (k, 0, n-1))",
                              "Sum(b[k, 0]*exp(-exp(v[k, 0])*t), (k, 0, m-1))", "Sum(A[k, 0]*exp(-exp(W[k, 0])*t), (k, 0, n-1))"],
            premises=[[Split([[Use("both")], [Use("student")], [Use("target now")]])]], name="error"),
        Use("square", at=["Sum(f[k]*exp(-w[k, 0]*t), (k, 0, m+n-1))", ERROR, "diff(L[t], t)"], premises=[[Split([[Use("slope")], [Use("error")]])]], name="so"), Use("so")], [
        Take("h"), Use("L.2", at=["h"], premises=[[]], name="there is T"), Obtain("there is T", "T", label="T"), Witness("T"), Split([[Use("T.0")], [
            Take("t"), Use("T.1", at=["t"], premises=[[]], name="near"),
            Use("same limit", at=[form("f", "(m+n)"), LOSS, "L[t]", "h"], premises=[[Split([[Use("loss")], [Use("near")]])]], name="so"), Use("so")]])]]),
]  # fmt: skip
