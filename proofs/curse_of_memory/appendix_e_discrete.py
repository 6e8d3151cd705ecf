"""Appendix E: gradient descent with momentum, what it discretises and with which error, and its exact rates on both modes."""

from verifier.language.script import Have, Induct, Ladder, Linear, Negate, Order, Split, Square, Take, Use

from . import paper


@paper.equation("eq-153", "Gradient descent with momentum", where="Appendix E, Eq. (153)", provenance="recalled")
def momentum(item):
    item.printed("v_(k+1) = mu v_k - eta grad J(x_k), x_(k+1) = x_k + v_(k+1), 0 <= mu <= 1.")
    item.let(n="positive integer", x="matrix(n, 1) sequence", v="matrix(n, 1) sequence", g="matrix(n, 1) sequence", mu="[0, 1]", eta="positive")
    item.suppose("velocity", "forall(k, nonnegative integer, v[k+1] == mu*v[k] - eta*g[k])")
    item.suppose("position", "forall(k, nonnegative integer, x[k+1] == x[k] + v[k+1])")
    item.conclude("forall(k, nonnegative integer, x[k+2] == x[k+1] + mu*(x[k+1] - x[k]) - eta*g[k+1])", expected="proved", argument=[
        Take("k"), Use("velocity", at=["k+1"], name="v"), Use("position", at=["k+1"], name="next"), Use("position", at=["k"], name="now")],
        example={"n": 1, "x": 0, "v": 0, "g": 0, "mu": 0, "eta": 1})  # fmt: skip
    item.without("velocity", counterexample={"n": 1, "x": "t", "v": 1, "g": 0, "mu": 0, "eta": 1})
    item.without("position", counterexample={"n": 1, "x": "t**2", "v": 0, "g": 0, "mu": 0, "eta": 1})
    item.note("In every dimension and for every loss, g_k = grad J(x_k): the iteration without velocities.")


def taylor(order, size, sign, up):
    """Bounds of Taylor's remainder of X, V or A at t, from the bound `size` of the derivative after the last one used, ahead of t or behind it."""
    gap = "(b - t)"
    length = "(b - t)" if up else "(t - b)"
    told = {("A", 1): ("A[b] - A[t]", f"{size}*{length}"), ("V", 2): (f"V[b] - V[t] - {gap}*A[t]", f"{size}*{length}**2/2"),
            ("X", 3): (f"X[b] - X[t] - {gap}*V[t] - {gap}**2*A[t]/2", f"{size}*{length}**3/6"),
            ("V", 1): ("V[b] - V[t]", f"{size}*{length}"), ("X", 2): (f"X[b] - X[t] - {gap}*V[t]", f"{size}*{length}**2/2")}  # fmt: skip
    left, right = told[order]
    return f"{left} <= {right}" if sign == "+" else f"{left} >= -({right})"


RANGE = {True: "[t, t + s]", False: "[t - s, t]"}
SLOPE = {"X": "diff(X[r], r) == V[r]", "V": "diff(V[r], r) == A[r]"}


def remainder(order, size, up, below):
    """`taylor` for both signs from the same for the derivative (`below`), or from the bound of the derivative itself."""
    name = f"{order[0]}{order[1]} {'ahead' if up else 'behind'}"
    return Have(f"forall(b, {RANGE[up]}, {taylor(order, size, '+', up)} and {taylor(order, size, '-', up)})", name=name, by=[Take("b"), Split([
        [Ladder("b", "t", time="r", right=not up, slope=[
            Use("path", at=["r"], name="moves"),
            Use(below, at=["r"], premises=[[]], name="bound")])]
        for _ in range(2)])])  # fmt: skip


PATH = "forall(r, real, diff(X[r], r) == V[r] and diff(V[r], r) == A[r])"


def expansion(id, title, printed, up):
    @paper.remark(id, title, where="Appendix E, cross-check", provenance="derived")
    def page(item):
        item.printed(printed)
        item.let(X="real curve", V="real curve", A="real curve", t="real", s="positive", M="nonnegative")
        item.suppose("path", PATH)
        item.suppose("third", f"forall(r, {RANGE[up]}, -M <= diff(A[r], r) and diff(A[r], r) <= M)")
        where = "ahead" if up else "behind"
        goal = f"{taylor(('X', 3), 'M', '+', up)} and {taylor(('X', 3), 'M', '-', up)}"
        item.conclude(f"forall(b, {RANGE[up]}, {goal})", expected="proved", argument=[
            remainder(("A", 1), "M", up, "third"), remainder(("V", 2), "M", up, f"A1 {where}"), remainder(("X", 3), "M", up, f"V2 {where}")],
            example={"X": 0, "V": 0, "A": 0, "t": 0, "s": 1, "M": 0})  # fmt: skip

    return page


expansion("E-HB-ahead", "A path ahead of a time", "(not in the paper) X(b) = X + (b - t) X' + (b - t)^2 X''/2 up to M (b - t)^3/6 for b >= t, "
          "where M bounds the third derivative.", True)  # fmt: skip
expansion("E-HB-behind", "A path before a time", "(not in the paper) X(b) = X + (b - t) X' + (b - t)^2 X''/2 up to M (t - b)^3/6 for b <= t, "
          "where M bounds the third derivative.", False)  # fmt: skip


@paper.equation("E-HB", "Heavy ball and its continuous limit", where="Appendix E", provenance="recalled")
def heavy_ball(item):
    item.printed("x'' + ((1 - mu)/sqrt(eta)) x' + grad J(x) = 0 with the step sqrt(eta), x'(0) = 0, discretisation error O(sqrt(eta)).")
    item.let(X="real curve", V="real curve", A="real curve", g="real", t="real", s="positive", kappa="nonnegative", K="nonnegative", M="nonnegative")
    item.suppose("path", "forall(r, real, diff(X[r], r) == V[r] and diff(V[r], r) == A[r])")
    item.suppose("equation", "A[t] + kappa*V[t] + g == 0")
    item.suppose("second", "forall(r, [t - s, t + s], -K <= A[r] and A[r] <= K)")
    item.suppose("third", "forall(r, [t - s, t + s], -M <= diff(A[r], r) and diff(A[r], r) <= M)")
    step = "X[t + s] - X[t] - (1 - kappa*s)*(X[t] - X[t - s]) + s**2*g"
    bound = "s**2*(s*(M/3 + kappa*K/2))"
    item.conclude(f"-({bound}) <= {step} and {step} <= {bound}", because=["E-HB-ahead", "E-HB-behind"], expected="proved", argument=[
        *(Use(f"cited:E-HB-{where}", at=[("X[r]", "r"), ("V[r]", "r"), ("A[r]", "r"), "t", "s", "M"], name=where, premises=[[Split([
            [], [], [], [Take("r"), Use("third", at=["r"], premises=[[]])]])]]) for where in ("ahead", "behind")),
        remainder(("V", 1), "K", False, "second"), remainder(("X", 2), "K", False, "V1 behind"),
        Use("ahead", at=["t + s"], premises=[[]], name="after"),
        Use("behind", at=["t - s"], premises=[[]], name="before"),
        Use("X2 behind", at=["t - s"], premises=[[]], name="first"),
        Split([[Order(positive=[Square(facts=["after.1"]), Square(facts=["before.1"]), Square(facts=["first.0", "kappa.nonnegative", "s.positive"])],
                      terms=[("equation", "s**2", "1")])],
               [Order(positive=[Square(facts=["after.0"]), Square(facts=["before.0"]), Square(facts=["first.1", "kappa.nonnegative", "s.positive"])],
                      terms=[("equation", "-s**2", "1")])]]),
    ], example={"X": 0, "V": 0, "A": 0, "g": 0, "t": 0, "s": 1, "kappa": 0, "K": 0, "M": 0})  # fmt: skip
    item.step("difference", "forall(a, real, forall(b, real, forall(c, real, forall(h, real, forall(mu, real, forall(eta, positive, implies("
              "c - b == mu*(b - a) - eta*h, (c - 2*b + a)/eta + (1 - mu)/sqrt(eta)*((b - a)/sqrt(eta)) + h == 0)))))))",
              says="the iteration is the difference equation with second and first differences at the step sqrt(eta), exactly", argument=[
        Take("a", "b", "c", "h", "mu", "eta"),
        Have("(1 - mu)/sqrt(eta)*((b - a)/sqrt(eta)) == (1 - mu)*(b - a)/eta", name="friction"),
        Have("((c - 2*b + a) + (1 - mu)*(b - a) + eta*h)/eta == 0", name="all", by=[
            Have("(c - 2*b + a) + (1 - mu)*(b - a) + eta*h == 0", name="top")])])  # fmt: skip
    still = {"X": 0, "V": 0, "A": 0, "g": 0, "t": 0, "s": 1, "kappa": 0, "K": 0, "M": 0}
    item.without("equation", counterexample={**still, "g": 1})
    item.without("path", counterexample={**still, "X": "t**2"})
    item.without("second", counterexample={**still, "kappa": 1, "X": "t**2/2", "V": "t", "A": 1, "g": -1})
    item.without("third", counterexample={**still, "X": "t**4", "V": "4*t**3", "A": "12*t**2", "K": 12})
    item.without("s.positive", counterexample={**still, "s": -1, "M": 1})
    item.without("kappa.nonnegative", counterexample={**still, "kappa": -1, "K": 1})
    item.note("One coordinate of the path, in any dimension; g is that of grad J at X(t), s = sqrt(eta), mu = 1 - kappa s. One step of the iteration from X(t - s), X(t) "
              "misses X(t + s) by at most eta times sqrt(eta) (M/3 + kappa K/2), where K and M bound the second and third derivatives nearby: the equation is "
              "discretised with a residual O(sqrt(eta)). How the error adds up over many steps: E-HB-growth.")


@paper.remark("E-HB-roots", "The iterates on a mode", where="Appendix E, cross-check", provenance="derived")
def iterates(item):
    item.printed("(not in the paper) With s = sqrt(eta), mu = 1 - kappa s and the curvature -eps, y_k = ((y_1 - q y_0) p^k - (y_1 - p y_0) q^k)/(p - q), "
                 "p = 1 + s u, q = 1 - s (u + kappa - eps s), u = rate(kappa - eps s, eps): exactly the continuous rate at a slightly smaller friction.")
    item.let(s="positive", kappa="real", eps="real", u="real", p="real", q="real", y="real sequence")
    item.suppose("roots", "p == 1 + s*u and q == 1 - s*(u + kappa - eps*s)")
    item.suppose("iteration", "forall(k, nonnegative integer, y[k+2] == y[k+1] + (1 - kappa*s)*(y[k+1] - y[k]) + s**2*eps*y[k+1])")
    item.suppose("rate", "u**2 + (kappa - eps*s)*u == eps")
    item.conclude("p*q == 1 - kappa*s and p + q == 2 - kappa*s + s**2*eps"
                  " and forall(k, nonnegative integer, y[k]*(p - q) == (y[1] - q*y[0])*p**k - (y[1] - p*y[0])*q**k)", expected="proved", argument=[
        Have("p*q == 1 - kappa*s", name="product"),
        Have("p + q == 2 - kappa*s + s**2*eps", name="sum"),
        Have("forall(k, nonnegative integer, y[k+1] - q*y[k] == (y[1] - q*y[0])*p**k)", name="one", by=[Induct("k", step=[
            Use("iteration", at=["k"], name="now"), Linear(terms=[("now", "1", "1"), ("IH", "p", "1"), ("product", "y[k]", "1"), ("sum", "-y[k+1]", "1")])])]),
        Have("forall(k, nonnegative integer, y[k+1] - p*y[k] == (y[1] - p*y[0])*q**k)", name="other", by=[Induct("k", step=[
            Use("iteration", at=["k"], name="now"), Linear(terms=[("now", "1", "1"), ("IH", "q", "1"), ("product", "y[k]", "1"), ("sum", "-y[k+1]", "1")])])]),
        Split([[Use("product")], [Use("sum")], [Take("k"), Use("one", at=["k"], name="a"), Use("other", at=["k"], name="b")]])],
        example={"s": 1, "kappa": 1, "eps": 1, "u": 1, "p": 2, "q": 0, "y": 0})  # fmt: skip
    item.without("iteration", counterexample={"s": 1, "kappa": 1, "eps": 1, "u": 1, "p": 2, "q": 0, "y": "t**2"})
    item.without("rate", counterexample={"s": 1, "kappa": 0, "eps": 1, "u": 0, "p": 1, "q": 2, "y": 0})
    item.without("roots", counterexample={"s": 1, "kappa": 1, "eps": 1, "u": 1, "p": 0, "q": 0, "y": 0})
    item.note("For all steps k and every curvature lambda = -eps whose characteristic roots are real, -eps = 1 of the fast mode with kappa >= 2 + s among them; "
              "for complex ones see E-HB-fast.")


@paper.remark("E-HB-fast", "The iterates on the fast mode", where="Appendix E, cross-check", provenance="derived")
def fast_iterates(item):
    item.printed("(not in the paper) x_(k+1)^2 - (1 + mu - eta lambda) x_(k+1) x_k + mu x_k^2 = mu^k times its first value, for every curvature lambda.")
    item.let(mu="real", eta="real", lam="real", x="real sequence")
    item.suppose("iteration", "forall(k, nonnegative integer, x[k+2] == (1 + mu - eta*lam)*x[k+1] - mu*x[k])")
    form = "x[{1}]**2 - (1 + mu - eta*lam)*x[{1}]*x[{0}] + mu*x[{0}]**2"
    item.conclude(f"forall(k, nonnegative integer, {form.format('k', 'k+1')} == mu**k*({form.format('0', '1')}))", expected="proved", argument=[
        Induct("k", step=[Use("iteration", at=["k"], name="now")])],
        example={"mu": 0, "eta": 1, "lam": 1, "x": 0})  # fmt: skip
    item.without("iteration", counterexample={"mu": 0, "eta": 0, "lam": 0, "x": "t"})
    item.note("For complex roots the form is positive definite: |x_k| is of the order mu^(k/2), whatever eta lambda is. In continuous time: eq-154-fast.")


@paper.remark("E-HB-growth", "The growth of the iterates against the continuous rate", where="Appendix E, cross-check", provenance="derived")
def growth(item):
    item.printed("(not in the paper) ln(1 + s u)/s, the growth of the iterates in a unit of time, differs from the rate r by at most s (eps + u^2/2), u = rate(kappa - eps s, eps).")
    item.define("rate(kappa, eps) := (-kappa + sqrt(kappa**2 + 4*eps))/2")
    item.let(s="positive", kappa="nonnegative", eps="positive", u="positive", r="positive")
    item.suppose("u", "u**2 + (kappa - eps*s)*u == eps")
    item.suppose("r", "r**2 + kappa*r == eps")
    item.conclude("r <= u and u <= r + eps*s and u - s*u**2/2 <= log(1 + s*u)/s and log(1 + s*u)/s <= u", expected="proved", argument=[
        Have("(u - r)*(u + r + kappa) == eps*s*u", name="gap"),
        Have("forall(x1, real, forall(x2, positive, forall(x3, positive, forall(x4, nonnegative, forall(x5, positive, implies("
             "x1*(x2 + x3 + x4) == x5*x2, 0 <= x1 and x1 <= x5))))))", name="quotient", by=[Take("x1", "x2", "x3", "x4", "x5"), Split([
                 [Negate("below")],
                 [Negate("above"), Have("x1 >= 0", name="pos"), Have("x1*(x2 + x3 + x4) >= x1*x2", name="more")]])]),
        Use("quotient", at=["u - r", "u", "r", "kappa", "eps*s"], name="between",
            premises=[[], [], [], [], []]),
        Have("s*u > 0", name="su"), Have("forall(z, positive, z - z**2/2 <= log(1 + z) and log(1 + z) <= z)", name="log", by=[
            Take("z"), Split([[], []])]),
        Use("log", at=["s*u"], name="l"),
        Have("forall(x1, real, forall(x2, real, implies(s*x1 <= x2, x1 <= x2/s) and implies(x2 <= s*x1, x2/s <= x1)))", name="divide", by=[
            Take("x1", "x2"), Split([[Take()], [Take()]])]),
        Use("divide", at=["u - s*u**2/2", "log(1 + s*u)"], name="lower"), Use("divide", at=["u", "log(1 + s*u)"], name="upper"),
        Split([[], [],
               [Use("lower.0", premises=[[]])], [Use("upper.1", premises=[[]])]])],
        example={"s": 1, "kappa": 0, "eps": "1/2", "u": 1, "r": "sqrt(1/2)"})  # fmt: skip
    item.note("So r - s u^2/2 <= ln(1 + s u)/s <= r + s eps: the error in the growth rate is O(sqrt(eta)), for all times at once.")
