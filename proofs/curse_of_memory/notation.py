"""What several pages share: the loss around two neurons, states of diagonal networks as curves, Laplace transforms.

An integral of a continuous function is written by a primitive: F with F' = f and F(0) = 0.  The residual less its neurons k
and j enters through its Laplace transform P alone; P1 = -P' and -P1' are the transforms of t and t^2 times it.
"""

from verifier.language.script import Have, Induct, Obtain, Split, Take, Use, Witness
from verifier.papers.setting import Setting

#: The neurons k: (x, v) and j: (y, u); the rest of the residual by P, P1, P2.  For every m and every target in L^2.
two_neurons = Setting(
    let={"x": "real", "y": "real", "v": "positive", "u": "positive", "P": "real curve", "P1": "real curve"},
    define=(
        "J(x, v, y, u) := x**2/(2*v) + y**2/(2*u) + 2*x*y/(v + u) + 2*x*P[v] + 2*y*P[u]",
        "I0(x, v, y, u) := x/(2*v) + y/(v + u) + P[v]",
        "I1(x, v, y, u) := x/(2*v)**2 + y/(v + u)**2 + P1[v]",
        "I2(x, v, y, u) := 2*x/(2*v)**3 + 2*y/(v + u)**3 - diff(P1[v], v)",
    ),
    suppose={"P'": "forall(s, positive, diff(P[s], s) == -P1[s])"},
)


def curve(name, value, slope, using=(), time="t"):
    """A letter for a curve: its value is ``name.0`` at each time, its slope ``name.1``."""
    said = f"forall({time}, real, {name}[{time}] == {value} and diff({name}[{time}], {time}) == {slope})"
    return [
        Have(f"exists({name}, real curve, {said})", name=f"a curve {name}",
             by=[Witness(value, index=time), Take(time), Split([[], []])]),
        Obtain(f"a curve {name}", name, label=name),
    ]  # fmt: skip


#: Polynomials without constant term in a curve u are curves.
POLYNOMIAL_CURVE = [Have(
    "forall(b, real sequence, forall(n, nonnegative integer, exists(v, real curve, exists(k, real curve,"
    " forall(s, real, v[s] == u[s]**n and k[s] == Sum(b[j]*u[s]**(j+1), (j, 0, n-1)))))))", name="polynomials of u", by=[Take("b"), Induct("n", base=[
        Witness("1", index="s"), Witness("0", index="s"), Take("s"), Split([[], []])], step=[
        Obtain("IH", "v", label="v"), Obtain("v", "k", label="k"), Witness("v[s]*u[s]", index="s"), Witness("k[s] + b[n]*(v[s]*u[s])", index="s"), Take("s"),
        Use("k", at=["s"], name="now"), Split([[], []])])])]  # fmt: skip
