"""Section 3: functionals on C_0(R, R^d), Eq. (5), and the properties of Definition 3.1 in formulas.

C_0 has as many elements as there are real numbers, so that its elements are written x^(l), l real, each at least once: x is a
function of (l, s) with x(l, s) the value of x^(l) at the time s, and H(l, t) is H_t(x^(l)).
"""

from verifier.language.script import Split, Take, Use, Witness

from . import paper
from .rate import quantified


def signal(label, time):
    """The value of the signal with this label at this time."""
    return f"x[({label})*basis(2, 0) + ({time})*basis(2, 1)]"


def output(label, time):
    """H_t(x^(l))."""
    return f"H[({label})*basis(2, 0) + ({time})*basis(2, 1)]"


def vanishing(f):
    """The function is continuous and tends to 0 at both ends."""
    return (f"forall(r, real, forall(h, positive, exists(w, positive, forall(q, [r - w, r + w], norm2({f('q')} - {f('r')}) <= h))))"
            f" and littleo(norm2({f('s')}), 1, s, oo) and littleo(norm2({f('s')}), 1, s, -oo)")  # fmt: skip


def below_one(label):
    """The norm of the signal is at most 1."""
    return f"forall(r, real, forall(i, integer[0, d-1], Abs({signal(label, 'r')}[i, 0]) <= 1))"


def of_curve(r):
    return "diff(Z[r], r)" if r == "r" else f"diff(Z[g], (g, {r}))"


#: The x^(l) are the elements of C_0(R, R^d).  A continuous function is the derivative of a curve Z.
SIGNALS = (f"forall(l, real, {vanishing(lambda s: signal('l', s))} and exists(Z, matrix(d, 1) curve, forall(s, real, {signal('l', 's')} == diff(Z[s], s))))"
           f" and forall(Z, matrix(d, 1) curve, implies({vanishing(of_curve)}, exists(l, real, forall(s, real, {signal('l', 's')} == diff(Z[s], s)))))")  # fmt: skip
LINEAR = quantified([("forall", name, "real") for name in ("j", "k", "l", "a", "b")],
                    f"implies(forall(s, real, {signal('l', 's')} == a*{signal('j', 's')} + b*{signal('k', 's')}),"
                    f" {output('l', 't')} == a*{output('j', 't')} + b*{output('k', 't')})")  # fmt: skip
CONTINUOUS = f"exists(C, positive, forall(l, real, implies({below_one('l')}, Abs({output('l', 't')}) <= C)))"
CAUSAL = f"forall(k, real, forall(l, real, implies(forall(s, (-oo, t], {signal('k', 's')} == {signal('l', 's')}), {output('k', 't')} == {output('l', 't')})))"
#: x^(l_n) -> 0 for almost every s: the other s lie in intervals of total length at most h, for every h > 0.
ALMOST_EVERYWHERE = (
    "forall(h, positive, exists(a, real sequence, exists(b, real sequence, forall(j, nonnegative integer, a[j] <= b[j]"
    " and Sum(b[i] - a[i], (i, 0, j)) <= h) and forall(s, real, exists(j, nonnegative integer, a[j] < s and s < b[j])"
    f" or forall(r, positive, exists(N, nonnegative integer, forall(n, integer[N, oo], norm2({signal('l[n]', 's')}) <= r)))))))"
)
REGULAR = (f"forall(l, real sequence, implies(forall(n, nonnegative integer, {below_one('l[n]')}) and {ALMOST_EVERYWHERE},"
           f" forall(h, positive, exists(N, nonnegative integer, forall(n, integer[N, oo], Abs({output('l[n]', 't')}) <= h)))))")  # fmt: skip
HOMOGENEOUS = quantified([("forall", name, "real") for name in ("k", "l", "t", "tau")],
                         f"implies(forall(s, real, {signal('l', 's')} == {signal('k', 's - tau')}), {output('k', 't')} == {output('l', 't + tau')})")  # fmt: skip
#: H_t is linear, continuous, causal and regular.
ONE = f"{LINEAR} and {CONTINUOUS} and {CAUSAL} and {REGULAR}"
FAMILY = f"{SIGNALS} and forall(t, real, {ONE}) and {HOMOGENEOUS}"
FUNCTIONALS = {"d": "positive integer", "x": "matrix(d, 1) function of matrix(2, 1)", "H": "real function of matrix(2, 1)"}


@paper.equation("eq-5", "Functionals in continuous time", where="Section 3, Eq. (5)", provenance="derived")
def functionals(item):
    item.printed("y_t = H_t(x), t in R, each H_t a functional on X.")
    item.let(d="positive integer", x="matrix(d, 1) function of matrix(2, 1)", v="matrix(d, 1)")
    item.conclude(f"implies({SIGNALS}, exists(H, real function of matrix(2, 1), forall(k, real, forall(l, real, implies(forall(s, real, {signal('k', 's')} == {signal('l', 's')}),"
                  f" forall(t, real, {output('k', 't')} == {output('l', 't')})))) and forall(l, real, forall(t, real, {output('l', 't')} == trace(v.T*{signal('l', 't')})))))", argument=[
        Take(), Witness("trace(v.T*x[q])", index="q"), Split([[Take("k", "l", "t"), Use("given1", at=["t"], name="now")], [Take("l", "t")]])],
        expected="proved")  # fmt: skip
    item.note("A definition: the output at t depends on the signal, not on how it is written. It is inhabited by x -> v' x_t.")
