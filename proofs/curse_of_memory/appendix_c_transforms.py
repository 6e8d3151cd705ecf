"""Appendix C.3: the transform of the memory, as a limit of integrals, and its sizes by Lemma C.1."""

from verifier.language.script import Cases, Have, Numbers, Obtain, Rewritten, Set, Split, Take, Use, Witness

from . import paper

#: L(s) = int_0^oo e^(-s t) rho_0(t - u) dt and L1(s) = int_0^oo t e^(-s t) rho_0(t - u) dt, for s > low, as limits of integrals.
BEYOND = ("forall(s, (low, oo), exists(F, real curve, exists(F1, real curve, F[0] == 0 and F1[0] == 0"
             " and forall(t, [0, oo), diff(F[t], t) == exp(-s*t)*rho(t - u) and diff(F1[t], t) == t*exp(-s*t)*rho(t - u))"
             " and forall(e, positive, exists(R, positive, forall(T, [R, oo), Abs(F[T] - L[s]) <= e and Abs(F1[T] - L1[s]) <= e))))))")  # fmt: skip
#: The same for every s > 0.
TRANSFORM = BEYOND.replace("(low, oo)", "positive")
#: The memory is the derivative of Rho.
MEMORY = "rho(t) := diff(Rho[r], (r, t))"
#: |rho_0| is continuous with a primitive, is bounded by top, and vanishes at -oo.
SIZE = "forall(t, real, diff(N[t], t) == Abs(rho(t)) and Abs(rho(t)) <= top)"
FORGETS = "forall(e, positive, exists(s, real, forall(t, real, implies(t <= s, Abs(rho(t)) <= e))))"
TAIL = "forall(t, real, implies(Abs(t) >= t0, Abs(rho(t)) <= c*exp(-2*p**2*t**2)))"
#: For the tail |rho_0(t)| <= c e^(-2 p^2 t^2), |t| >= t0.
CONSTANT = "(c + top*exp(2*p**2*t0**2))*sqrt(pi)/p*exp((1 + wlow**2)/(4*p**2))"
SMALL = ("forall(w, positive, forall(E, positive, exists(u0, positive, forall(u, [u0, oo), forall(low, [0, w), forall(L, real curve, forall(L1, real curve,"
         f" implies({BEYOND}, forall(s, [w, oo), L[s]**2 <= E**2 and L1[s]**2 <= E**2)))))))))")  # fmt: skip
#: A bound of all integrals up to T bounds the limit.
LIMIT = [
    Have("forall(x, real, forall(y, real, implies(forall(e, positive, x <= y + e), x <= y)))", name="closed", by=[
        Take("x", "y"), Cases("x <= y", name="order", yes=[Use("order")], no=[
            Use("given", at=["(x - y)/2"], premises=[[]], name="half")])]),
    Have("forall(Y, real curve, forall(x, real, forall(E, positive, implies(forall(T, nonnegative, Y[T] <= E and -Y[T] <= E)"
         " and forall(e, positive, exists(R, positive, forall(T, [R, oo), Abs(Y[T] - x) <= e))), x**2 <= E**2))))", name="limit", by=[
        Take("Y", "x", "E"), Have("forall(e, positive, x <= E + e and -x <= E + e)", name="nearly", by=[
            Take("e"), Use("given1.1", at=["e"], premises=[[Use("given2")]], name="far out"), Obtain("far out", "R", label="R"),
            Use("R.1", at=["R"], premises=[[]], name="near"), Use("given1.0", at=["R"], premises=[[]], name="bound"),
            Split([[], []])]),
        Use("closed", at=["x", "E"], premises=[[Take("e"), Use("nearly", at=["e"], premises=[[Use("given2")]], name="now"), Use("now.0")]], name="up"),
        Use("closed", at=["-x", "E"], premises=[[Take("e"), Use("nearly", at=["e"], premises=[[Use("given2")]], name="now"), Use("now.1")]], name="down"),
        Have("E - x >= 0 and E + x >= 0", name="gaps", by=[Split([[], []])])]),
]  # fmt: skip
#: What has a slope of at most e^(-w t) |rho_0(t - u)|, or t times that.
POINTWISE = Have(
    "forall(w, positive, forall(s, [w, oo), forall(t, nonnegative, forall(x, real, exp(-s*t)*x <= exp(-w*t)*Abs(x) and -(exp(-s*t)*x) <= exp(-w*t)*Abs(x)"
    " and t*exp(-s*t)*x <= t*exp(-w*t)*Abs(x) and -(t*exp(-s*t)*x) <= t*exp(-w*t)*Abs(x)))))", name="pointwise", by=[
        Take("w", "s", "t", "x"), Have("exp(-s*t) > 0 and exp(-s*t) <= exp(-w*t)", name="slower", by=[Split([[], []])]),
        Have("forall(f, positive, forall(g, [f, oo), f*x <= g*Abs(x) and -(f*x) <= g*Abs(x)))", name="one", by=[
            Take("f", "g"), Have("(g - f)*Abs(x) >= 0", name="more"), Split([[], []])]),
        Use("one", at=["exp(-s*t)", "exp(-w*t)"], premises=[[Use("slower.0")], [Use("slower.1")]], name="now"),
        Set("x1", "exp(-s*t)*x"), Set("x2", "exp(-w*t)*Abs(x)"),
        Have("x2 - x1 >= 0 and x2 + x1 >= 0", name="in letters", by=[Split([[], []])]),
        Have("t*x1 <= t*x2 and -(t*x1) <= t*x2", name="times", by=[Split([
            [], []])]),
        Split([[Use("now.0")], [Use("now.1")], [], []])])  # fmt: skip


@paper.remark("memory-transforms", "The transform of the memory is small", where="Appendix C.3, from Lemma C.1", provenance="derived")
def transforms(item):
    item.printed("(not in the paper) L(s) = int_0^oo e^(-s t) rho_0(t - 1/omega) dt and -L'(s) are at most E for all s >= w once omega is small.")
    item.let(Rho="real curve", N="real curve", top="nonnegative")
    item.define(MEMORY)
    item.suppose("size", SIZE)
    item.suppose("forgets", FORGETS)

    def small(curve, part, n, bound):
        """curve(T) <= E and -curve(T) <= E"""
        def one(sign, k):
            return [Use(f"{bound}.1", at=["u", (f"{sign}{curve}[t]", "t"), "T"], premises=[[], [Split([[], [
                Take("t"), Use("FH.2", at=["t"], premises=[[]], name="rate"), Use("pointwise", at=["w", "s", "t", "rho(t - u)"], premises=[[], [], []], name="slower"),
                Use("size", at=["t - u"], name="q now")]])], []])]
        return [Take("T"), Split([one("", 0), one("-", 1)])]

    item.conclude(SMALL, because=["lem-C.1-vanishes"], expected="proved", argument=[
        *LIMIT, POINTWISE, Take("w", "E"),
        *(Use("cited:lem-C.1-vanishes", at=[n, "w", "top", ("N[t]", "t")], name=f"moment {n}", premises=[[Split([
            [Use("given")], [Use("top.nonnegative")],
            [Take("t"), Use("size", at=["t"], name="now"), Split([[], []])],
            [Take("e"), Use("forgets", at=["e"], premises=[[]], name="early"), Obtain("early", "s", label="s"), Witness("s"), Take("t"),
             Use("s", at=["t"], premises=[[]], name="low"), Use("size", at=["t"], name="now")]])]]) for n in "01"),
        *(step for n in "01" for step in (Use(f"moment {n}", at=["E"], premises=[[Use("given1")]], name=f"there is u{n}"), Obtain(f"there is u{n}", f"u{n}", label=f"u{n}"))),
        Witness("u0 + u1"), Split([[], [
            Take("u", "low", "L", "L1", "s"), Have("u >= u0 and u >= u1", name="both", by=[Split([[], []])]),
            Have("s > 0 and s > low", name="s positive", by=[Split([[], []])]),
            Use("given4", at=["s"], premises=[[Use("s positive.1")]], name="there are F, H"), Obtain("there are F, H", "F", label="there is H"), Obtain("there is H", "H", label="FH"),
            Split([[Use("limit", at=[("F[t]", "t"), "L[s]", "E"], premises=[[], [Split([small("F", 0, 0, "u0"), [
                        Take("e"), Use("FH.3", at=["e"], premises=[[]], name="end"), Obtain("end", "R", label="R"), Witness("R"), Split([[], [
                            Take("T"), Use("R.1", at=["T"], premises=[[]], name="now"), Use("now.0")]])]])]])],
                   [Use("limit", at=[("H[t]", "t"), "L1[s]", "E"], premises=[[], [Split([small("H", 1, 1, "u1"), [
                        Take("e"), Use("FH.3", at=["e"], premises=[[]], name="end"), Obtain("end", "R", label="R"), Witness("R"), Split([[], [
                            Take("T"), Use("R.1", at=["T"], premises=[[]], name="now"), Use("now.1")]])]])]])]])]])],
        example={"Rho": 0, "N": 0, "top": 0})  # fmt: skip
    item.note("L(s) and L1(s) are the limits of int_0^T e^(-s t) rho_0(t - u) dt and of int_0^T t e^(-s t) rho_0(t - u) dt, u = 1/omega, for every s > low, where 0 <= low < w; u0 depends on w, E, top = sup |rho_0| and "
              "on how rho_0 vanishes at -oo. N is a primitive of |rho_0|.")  # fmt: skip


#: The bound of Lemma C.1 at wlow - omega, for n = 0 and 1, is at most u^n D.
BOUNDS = [
    Set("y", "wlow - 1/u"),
    Have("y > 0 and y <= wlow and y*u == wlow*u - 1", name="y is", by=[Split([[], [], []])]),
    Set("front", "(c + top*exp(2*p**2*t0**2))*sqrt(pi)/p"),
    Have("front >= 0", name="front sign"),
    Have("C == front*exp((1 + wlow**2)/(4*p**2))", name="C is"),
    Have("D == front*exp((1 + wlow**2)/(4*p**2))*exp(1)/exp(wlow*u)", name="D is"),
    Have("forall(nu, nonnegative, implies(2*p**2*nu <= 1, front*(exp(p**2*nu**2)*exp(p**2*(y/(2*p**2))**2 - y*u)) <= D))", name="below D", by=[
        Take("nu"), Have("p**2*nu**2 <= 1/(4*p**2)", name="first", by=[
            Have("(2*p**2*nu)**2 <= 1", name="square")]),
        Have("p**2*(y/(2*p**2))**2 <= wlow**2/(4*p**2)", name="second", by=[
            Have("y**2 <= wlow**2", name="square")]),
        Have("p**2*nu**2 + (p**2*(y/(2*p**2))**2 - y*u) <= (1 + wlow**2)/(4*p**2) + 1 - wlow*u", name="exponents", by=[
            Have("(1 + wlow**2)/(4*p**2) == 1/(4*p**2) + wlow**2/(4*p**2)", name="parts"),
            Have("forall(x1, real, forall(x2, real, forall(x3, real, forall(x4, real, forall(x5, real, implies(x1 <= x3 and x2 <= x4 and x5 == x3 + x4, x1 + (x2 - y*u) <= x5 + 1 - wlow*u))))))",
                 name="added", by=[Take("x1", "x2", "x3", "x4", "x5")]),
            Use("added", at=["p**2*nu**2", "p**2*(y/(2*p**2))**2", "1/(4*p**2)", "wlow**2/(4*p**2)", "(1 + wlow**2)/(4*p**2)"], premises=[[Split([[Use("first")], [Use("second")], [Use("parts")]])]])]),
        Have("forall(x1, real, forall(x2, real, forall(x3, real, implies(x1 + x2 <= x3 + 1 - wlow*u, exp(x1)*exp(x2) <= exp(x3)*exp(1)/exp(wlow*u)))))", name="powers", by=[
            Take("x1", "x2", "x3"), Have("exp(x1 + x2) <= exp(x3 + 1 - wlow*u)", name="rises"),
            Have("exp(x1)*exp(x2) == exp(x1 + x2)", name="left"),
            Have("exp(x3)*exp(1)/exp(wlow*u) == exp(x3 + 1 - wlow*u)", name="right")]),
        Use("powers", at=["p**2*nu**2", "p**2*(y/(2*p**2))**2 - y*u", "(1 + wlow**2)/(4*p**2)"], premises=[[Use("exponents")]], name="weights"),
        Set("k1", "exp(p**2*nu**2)*exp(p**2*(y/(2*p**2))**2 - y*u)"),
        Set("k2", "exp((1 + wlow**2)/(4*p**2))*exp(1)/exp(wlow*u)"),
        Rewritten("weights", ["k1", "k2"], name="in letters"),
        Have("k2 - k1 >= 0", name="gap"),
        Have("D == front*k2", name="D in letters"),
        Have("front*k1 <= D", name="product"),
        Rewritten("product", ["k1"], name="written out", forwards=True), Use("written out")]),
]  # fmt: skip


@paper.remark("memory-transforms-tail", "The transform of a sub-Gaussian memory", where="Appendix C.3, from Lemma C.1 (iii)", provenance="derived")
def sub_gaussian(item):
    item.printed("(not in the paper) If rho_0 is sub-Gaussian, |L(s)| <= D and |L'(s)| <= D/omega for all s >= wlow - omega, D = C e^(1 - wlow/omega), where C depends on rho_0 and wlow alone.")
    item.let(Rho="real curve", N="real curve", top="nonnegative", wlow="positive", p="positive", c="positive", t0="positive", u="[1, oo)")
    item.define(MEMORY)
    item.suppose("size", SIZE)
    item.suppose("tail", TAIL)
    item.suppose("late", "wlow*u > 1")

    def bounded(curve, n, nu, value):
        def one(sign, k):
            return [Use("cited:lem-C.1-tail", at=[n, "y", "top", ("N[t]", "t"), "p", "c", "t0", "u", (f"{sign}{curve}[t]", "t"), "y/(2*p**2)", nu, "T"], premises=[
                [Split([[Use("y is.0")], [Use("top.nonnegative")], [Take("t"), Use("size", at=["t"], name="now"), Split([[], []])]])],
                [], [], [], [], [], [], [Split([
                    [Split([[], [], [Take("t"), Use("tail", at=["t"], premises=[[]], name="low"), Use("size", at=["t"], name="now")]])],
                    [Split([[], [Take("t"), Use("FH.2", at=["t"], premises=[[]], name="rate"),
                        Use("pointwise", at=["y", "s", "t", "rho(t - u)"], premises=[[Use("y is.0")], [Use("s late")], []], name="slower"),
                        Use("size", at=["t - u"], name="q now")]])]])], []], name="bound"),
                Use("below D", at=[nu], premises=[[], []], name="D now"),
                Set("k1", f"exp(p**2*({nu})**2)*exp(p**2*(y/(2*p**2))**2 - y*u)"),
                Rewritten("bound", ["k1", "front"], name="bound so far"), Rewritten("D now", ["k1"], name="D so far"),
                Have(f"{sign}{curve}[T] <= front*k1*u**{n}", name="bound here"),
                *([Numbers(using=["bound here", "D so far"])] if n == "0" else [
                    Have("front*k1*u <= u*D", name="times u"), Numbers(using=["bound here", "times u"])])]
        part = 0 if n == "0" else 1
        return [Use("limit", at=[(f"{curve}[t]", "t"), f"{'L' if n == '0' else 'L1'}[s]", value], premises=[
            [], [Split([[Take("T"), Split([one("", 0), one("-", 1)])], [
                Take("e"), Use("FH.3", at=["e"], premises=[[]], name="end"), Obtain("end", "R", label="R"), Witness("R"), Split([[], [
                    Take("T"), Use("R.1", at=["T"], premises=[[]], name="now"), Use(f"now.{part}")]])]])]])]

    item.conclude(f"forall(C, positive, forall(D, positive, implies(C == {CONSTANT} and D*exp(wlow*u) == C*exp(1), forall(L, real curve, forall(L1, real curve, implies({TRANSFORM},"
                  " forall(s, real, implies(s >= wlow - 1/u, L[s]**2 <= D**2 and L1[s]**2 <= (u*D)**2))))))))", because=["lem-C.1-tail"], expected="proved", argument=[
        *LIMIT, POINTWISE, Take("C", "D", "L", "L1"), Have(f"C == {CONSTANT}", name="constant", by=[Use("given2.0")]), Have("D*exp(wlow*u) == C*exp(1)", name="D size", by=[Use("given2.1")]),
        Have(TRANSFORM, name="transform", by=[Use("given3")]), *BOUNDS, Take("s"), Have("s >= y", name="s late"), Have("s > 0", name="s positive"),
        Use("transform", at=["s"], premises=[[Use("s positive")]], name="there are F, H"), Obtain("there are F, H", "F", label="there is H"), Obtain("there is H", "H", label="FH"),
        Split([bounded("F", "0", "0", "D"), bounded("H", "1", "1/(2*p**2)", "u*D")])],
        example={"Rho": 0, "N": 0, "top": 0, "wlow": 1, "p": 1, "c": 1, "t0": 1, "u": 2})  # fmt: skip
    item.note("C = (c + B e^(2 p^2 t0^2)) sqrt(pi)/p e^((1 + wlow^2)/(4 p^2)) for the tail |rho_0(t)| <= c e^(-2 p^2 t^2), |t| >= t0, B = sup |rho_0|; u = 1/omega >= 1 and omega < wlow. "
              "Used is Lemma C.1 (iii) at the rate wlow - omega, n = 0 and 1.")  # fmt: skip
