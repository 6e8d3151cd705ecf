"""Section 3: hidden dynamical systems, and a target that comes from no stable linear one."""

from verifier.language.script import (
    CasesOn,
    Have,
    Negate,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio

from . import paper
from .signals import EXPONENTIAL, hurwitz


@paper.equation("eq-10", "Hidden dynamical systems", where="Section 3, Eq. (10)", provenance="recalled")
def hidden(item):
    item.printed("dh/dt = f(h, x), y = g(h) is not assumed of the target.")
    item.let(n="positive integer", d="positive integer", P="matrix(n + d, n)", Q="matrix(n + d, d)", f="matrix(n, 1) function of matrix(n + d, 1)",
             g="real function of matrix(n, 1)")  # fmt: skip
    system = ("forall(v, matrix(n, 1), forall(z, matrix(d, 1), forall(w, matrix(n, 1), implies(forall(t, real, f[P*(v + t*w) + Q*z] == w),"
              " exists(h, matrix(n, 1) curve, exists(x, matrix(d, 1) curve, exists(y, real function of matrix(1, 1), h[0] == v and x[0] == z"
              " and forall(t, real, diff(h[t], t) == f[P*h[t] + Q*x[t]] and y[t] == g[h[t]]))))))))")  # fmt: skip
    power = (f"forall(m, positive integer, forall(W, matrix(m, m), forall(b, matrix(m, 1), forall(c, matrix(m, 1), forall(E, matrix(m, m) curve, implies({hurwitz()} and {EXPONENTIAL},"
             " exists(s, nonnegative, trace(c.T*E[s]*b)*(1 + s)**2 != 1)))))))")  # fmt: skip
    item.conclude(f"{system} and {power}", because=["kernel-decay"], argument=[Split([
        [Take("v", "z", "w"), Witness("v + t*w", index="t"), Witness("z", index="t"), Witness("g[v + t*w]", index="t"), Split([[], [], [
            Take("t"), Use("given", at=["t"], name="now"), Split([[], []])]])],
        [Take("m", "W", "b", "c", "E"), Use("cited:kernel-decay", at=["m", "1", "W", "b", "c"], premises=[[]], name="decay"), Obtain("decay", "K", label="K"), Obtain("K.1", "k", label="k"),
         Use("k.1", at=[("E[q]", "q")], premises=[[]], name="kernel"), Set("a", "2*k/5"), Have("a > 0 and a**5 > 0", name="a sign", by=[Split([[], []])]),
         *positive_ratio("N", "16*K", "a**5", ["K.0", "a sign.1"]), Set("s", "1 + N"), Have("s >= 1", name="late"),
         Negate("fits"), Have("trace(c.T*E[s]*b)*(1 + s)**2 == 1", name="now", by=[Use("fits", at=["s"], name="or"), CasesOn("or", [[], [Use("early")]], name="early")]), Use("kernel", at=["s"], premises=[[Numbers(using=["late"])]], name="small"),
         Set("x", "trace(c.T*E[s]*b)"), Have("norm2(b.T*E[s].T*c) == x**2", name="square"),
         Have("x*(1 + s)**2 == 1", name="power"),
         Set("y", "a*s"), Set("e", "exp(-2*k*s)"), Have("-2*k*s == -5*y", name="exponent"),
         Have("y > 0", name="y sign"), Have("e*(1 + y)**5 <= 1", name="falls", by=[Have("exp(-5*y)*(1 + y)**5 <= 1", name="power five", by=[Numbers(using=["y sign"])]),
             Rewritten("power five", ["exponent"], name="spelled")]),
         Have("x**2 <= K*e", name="bound", by=[Rewritten("small", ["e"], name="in e"), Order(positive=[Square(facts=["in e"])], terms=[("square", "1", "1")])]),
         Have("(1 + y)**5 <= K*(1 + s)**4", name="growth", by=[
             Have("1 + y > 0", name="one more"),
             Order(positive=[Square(root="(1 + s)**2", facts=["K.0", "falls"]), Square(root="(1 + s)**2*(1 + y)**2", facts=["bound", "one more"])],
                   terms=[("power", "(1 + y)**5*(x*(1 + s)**2 + 1)", "1")])]),
         Have("a**5*s**5 <= 16*K*s**4", name="power fives", by=[
             Have("y**5 <= (1 + y)**5", name="less"), Have("(1 + s)**4 <= 16*s**4", name="double"),
             Order(positive=[Square(facts=["less"]), Square(facts=["growth"]), Square(facts=["double", "K.0"])], terms=[("y", "y**4 + y**3*a*s + y**2*a**2*s**2 + y*a**3*s**3 + a**4*s**4", "1")])]),
         Set("r", "16*K - a**5*s"), Have("r*s**4 >= 0", name="product", by=[Order(positive=[Square(facts=["power fives"])], terms=[("r", "s**4", "1")])]),
         Have("r >= 0", name="last"), Set("a5", "a**5"),
         Have("r == -a5", name="short"),
         Numbers(using=["last", "short", "a5", "a sign.1"])]])],
        example={"n": 1, "d": 1, "P": "Matrix([[1], [0]])", "Q": "Matrix([[0], [1]])", "f": 0, "g": 0}, expected="proved")  # fmt: skip
    item.note("A definition, inhabited for all n, d, f and g: a constant input z drives the states v + t w where f = w all along them (f = 0, say, or any state of rest). The pair (h, x) is P h + Q x, "
              "for any P and Q. What is not assumed is no idle condition: the kernel (1 + s)^(-2), integrable, is that of no stable linear hidden system of any dimension m, "
              "since theirs decay exponentially; the same target under a nonlinear f is not excluded.")  # fmt: skip
