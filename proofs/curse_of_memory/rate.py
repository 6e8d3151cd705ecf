"""The statement of Theorem 4.2 in formulas: memory (13), networks of width m, and how far they are from the target.

Y[t] holds the derivatives of the responses to constant inputs: Y[t][k, i] is y_i^(k)(t), so that row 1 is the kernel rho.
E is the matrix exponential: E(0) = I, E' = W E; W is stable where E tends to 0.  x is an input seen backwards from t, and
F(s) the integral over [s, oo) of x' (rho - U' E' c), so that F(0) is H_t(x) - Hhat_t(x).
"""


def quantified(pairs, body):
    """The body behind (word, name, domain), the first one outermost."""
    for word, name, domain in reversed(pairs):
        body = f"{word}({name}, {domain}, {body})"
    return body


def memory(alpha="alpha", d="d", beta="beta", gamma="gamma", smooth=False):
    """(13) with o(1): for the rows 1, ..., alpha + 1 of Y; y(0) = 0.

    `smooth`: y = 0 for t < 0 continues y to a function of the class C^(alpha+1) on the whole line.
    """
    rows = f"integer[1, {alpha}+1]"
    start = f"forall(k, integer[0, {alpha}+1], forall(i, integer[0, {d}-1], Y[0][k, i] == 0))"
    return (
        f"{start if smooth else f'forall(i, integer[0, {d}-1], Y[0][0, i] == 0)'}"
        f" and forall(t, [0, oo), forall(k, integer[0, {alpha}], forall(i, integer[0, {d}-1], diff(Y[t], t)[k, i] == Y[t][k+1, i])))"
        f" and forall(k, {rows}, forall(i, integer[0, {d}-1], littleo(exp({beta}*t)*Y[t][k, i], 1, t, oo)"
        f" and forall(t, [0, oo), Abs(exp({beta}*t)*Y[t][k, i])/{beta}**k <= {gamma})))"
    )


def network(m="m"):
    """E is the exponential of a stable W."""
    return f"E[0] == eye({m}) and forall(s, [0, oo), diff(E[s], s) == W*E[s]) and littleo(trace(E[s].T*E[s]), 1, s, oo)"


def tried(d="d"):
    """x is an input of norm at most 1, and F the integral of its product with the difference of the kernels."""
    return (
        f"forall(i, integer[0, {d}-1], littleo(x[s][i, 0], 1, s, oo) and forall(s, [0, oo), Abs(x[s][i, 0]) <= 1))"
        " and littleo(F[s], 1, s, oo)"
        f" and forall(s, [0, oo), diff(F[s], s) == c.T*E[s]*U*x[s] - Sum(Y[s][1, i]*x[s][i, 0], (i, 0, {d}-1)))"
    )


def networks(d="d", m="m"):
    return [("exists", "W", f"matrix({m}, {m})"), ("exists", "U", f"matrix({m}, {d})"), ("exists", "c", f"matrix({m}, 1)"),
            ("exists", "E", f"matrix({m}, {m}) curve")]  # fmt: skip


INPUTS = [("forall", "x", "matrix(d, 1) curve"), ("forall", "F", "real curve")]


def rate(bound):
    """For all smooth targets with memory (13) there is a network of width m whose error is at most the bound."""
    near = quantified(INPUTS, f"implies({tried()}, Abs(F[0]) <= {bound})")
    return quantified(
        [("exists", "C", "positive"), ("forall", "d", "positive integer"), ("forall", "m", "positive integer"),
         ("forall", "beta", "positive"), ("forall", "gamma", "positive"), ("forall", "Y", "matrix(alpha+2, d) curve")],
        f"implies({memory(smooth=True)}, {quantified(networks(), f'{network()} and {near}')})")  # fmt: skip
