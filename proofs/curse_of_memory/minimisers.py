"""What the pages on best approximations share: the loss of an exponential sum, its minimisers, the spaces V_n, the distance.

The target is rho = R' for a curve R, so that every continuous rho is meant; integrals are primitives, and those up to oo their
limits.  Of sequences of amplitudes and rates the first n count.
"""

from .lemmas.exponential_chains import chain

TARGET = "diff(R[t], t)"


def model(n: str, a: str, w: str) -> str:
    """a_0 e^(-w_0 t) + ... + a_(n-1) e^(-w_(n-1) t)."""
    return f"Sum({a}[i]*exp(-{w}[i]*t), (i, 0, {n}-1))"


def distance(error: str, value: str) -> str:
    """The integral of error(t)^2 over [0, oo) is `value`."""
    return (f"exists(L, real curve, L[0] == 0 and forall(t, [0, oo), diff(L[t], t) == ({error})**2)"
            f" and forall(h, positive, exists(T, nonnegative, forall(t, [T, oo), Abs(L[t] - ({value})) <= h))))")  # fmt: skip


def loss(n: str, a: str, w: str, value: str) -> str:
    """J_n(a, w) = value, Eq. (127)."""
    return distance(f"{model(n, a, w)} - {TARGET}", value)


def distinct(n: str, w: str) -> str:
    """The first n rates differ."""
    return f"forall(i, integer[0, {n}-1], forall(j, integer[0, {n}-1], implies({w}[i] == {w}[j], i == j)))"


def nondegenerate(n: str, a: str, w: str) -> str:
    """Eq. (129)."""
    return f"forall(i, integer[0, {n}-1], {a}[i] != 0) and {distinct(n, w)}"


def least(n: str, value: str) -> str:
    """No J_n(b, u) is smaller, for amplitudes b and positive rates u."""
    return f"forall(b, real sequence, forall(u, positive sequence, forall(e, real, implies({loss(n, 'b', 'u', 'e')}, {value} <= e))))"


def has_minimiser(n: str) -> str:
    """J_n has a non-degenerate global minimiser, Eqs. (128), (129)."""
    return (f"exists(a, real sequence, exists(w, positive sequence, exists(d, real, {nondegenerate(n, 'a', 'w')}"
            f" and {loss(n, 'a', 'w', 'd')} and {least(n, 'd')})))")  # fmt: skip


def in_index_set(n: str) -> str:
    """n lies in N_rho, Eq. (130)."""
    return f"forall(k, integer[1, {n}], {has_minimiser('k')})"


def in_space(n: str, value: str) -> str:
    """The function lies in V_n(R_+), Eq. (141)."""
    return f"exists(w, positive sequence, exists(U, matrix({n}+1, 1) curve, {chain(n, value)}))"
