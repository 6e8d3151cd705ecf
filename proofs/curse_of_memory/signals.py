"""Inputs, stable matrices and the functionals of linear networks in formulas.

An input is written x = X' with a primitive X, so that every continuous input is one.  E is the matrix exponential: E(0) = I,
E' = W E.  Hhat_t(x) = y says that the integrals F(S) of c' e^(Ws) U x_(t-s) over [0, S] tend to y.
"""

#: E(s) = e^(Ws).
EXPONENTIAL = "E[0] == eye(m) and forall(s, [0, oo), diff(E[s], s) == W*E[s])"
SEMIDEFINITE = "forall(z, matrix(m, 1), z.T*P*z >= 0)"


def hurwitz(W="W", m="m"):
    """Every eigenvalue a + i b of W, with an eigenvector u + i v, has a < 0."""
    return (f"forall(a, real, forall(b, real, forall(u, matrix({m}, 1), forall(v, matrix({m}, 1),"
            f" implies({W}*u == a*u - b*v and {W}*v == b*u + a*v and norm2(u) + norm2(v) > 0, a < 0)))))")  # fmt: skip


def seen(slope, F="F"):
    """F(S) is the integral over [0, S] of c' e^(Ws) U x, where `slope` says that F' is that."""
    return f"{F}[0] == 0 and forall(s, [0, oo), {slope})"


def value(slope, y):
    """y is the integral over [0, oo) of c' e^(Ws) U x, where `slope` says that F' is that."""
    return f"exists(F, real curve, {seen(slope)} and littleo(F[s] - {y}, 1, s, oo))"


def past(X="X", t="t"):
    """F' = c' e^(Ws) U x for the input x = X' at the time t - s."""
    return f"diff(F[s], s) == trace(c.T*E[s]*U*diff({X}[r], (r, {t} - s)))"


def member(body, s="s"):
    """The body at q = n + atan(s)/8, where x_s = Z'(q) is the input number n of a sequence at the time s.

    A sequence of inputs is written in one curve Z: the n-th is x_s = Z'(n + atan(s)/8), s real.  Between these stretches Z'
    may be anything continuous, so that every sequence of continuous inputs with limits at both ends is one.
    """
    return f"forall(q, real, implies(q == n + atan({s})/8, {body}))"


PAST_MEMBER = member("diff(F[s], s) == trace(c.T*E[s]*U*diff(Z[q], q))", "t - s")
#: The norm of an input x = X' is at most 1.
def within_one(X="X"):
    return f"forall(r, real, forall(i, integer[0, d-1], Abs(diff({X}[r], r)[i, 0]) <= 1))"


CONTINUOUS = "forall(r, real, forall(e, positive, exists(h, positive, forall(q, [r - h, r + h], norm2(diff(Z[q], q) - diff(Z[r], r)) <= e))))"
#: x^(n)_s -> 0 for almost every s: the other s lie in intervals of total length at most h, for every h > 0.
ALMOST_EVERYWHERE = (
    "forall(h, positive, exists(p, real sequence, exists(q, real sequence, forall(j, nonnegative integer, p[j] <= q[j]"
    " and Sum(q[i] - p[i], (i, 0, j)) <= h) and forall(s, real, exists(j, nonnegative integer, p[j] < s and s < q[j])"
    f" or forall(e, positive, exists(N, nonnegative integer, forall(n, integer[N, oo], {member('norm2(diff(Z[q], q)) <= e')})))))))"
)
#: A bounded sequence of continuous inputs that tends to 0 almost everywhere.
VANISHING = f"{CONTINUOUS} and {within_one('Z')} and {ALMOST_EVERYWHERE}"
