"""A linear recurrent student that is trained on the outputs of a linear recurrent teacher, as abbreviations of the language.

s_(t+1) = A s_t + B x_t, y_t = C s_t, s_0 = 0, of width d; the teacher (Ahat, Bhat, Chat) is of the same kind and of width n.
Training sees the first k values of the impulse responses g(j) = C A^j B and w(j) = Chat Ahat^j Bhat; with white inputs the
population loss is the sum of the squares of e(j) = g(j) - w(j).  (Cohen-Karlik et al. 2023, Section 3 and Appendix E.1.)
"""

from __future__ import annotations

from collections.abc import Mapping

TEACHER_VARIABLES: Mapping[str, str] = {
    "d": "positive integer",
    "n": "positive integer",
    "k": "positive integer",
    "Ahat": "matrix(n, n)",
    "Bhat": "matrix(n, 1)",
    "Chat": "matrix(1, n)",
}

#: Widths d and n, training length k, student and teacher with one input and one output.
SYSTEM_VARIABLES: Mapping[str, str] = {
    **TEACHER_VARIABLES,
    "A": "matrix(d, d)",
    "B": "matrix(d, 1)",
    "C": "matrix(1, d)",
}

#: The population loss of any student, and its exact gradients for a matrix without constraints.
TEACHER: tuple[str, ...] = (
    "w(j) := Chat*Ahat**j*Bhat",
    "loss(X, Y, Z) := Sum((Z*X**i*Y - w(i))**2, (i, 0, k-1))",
    "gradB(X, Y, Z) := 2*Sum((Z*X**i*Y - w(i))*X.T**i*Z.T, (i, 0, k-1))",
    "gradC(X, Y, Z) := 2*Sum((Z*X**i*Y - w(i))*Y.T*X.T**i, (i, 0, k-1))",
    "gradA(X, Y, Z) := 2*Sum((Z*X**i*Y - w(i))*Sum(X.T**r*Z.T*Y.T*X.T**(i-r-1), (r, 0, i-1)), (i, 1, k-1))",
)

#: Student and teacher: impulse responses and errors, zero loss and extrapolation.
SYSTEMS: tuple[str, ...] = (
    *TEACHER,
    "g(j) := C*A**j*B",
    "e(j) := g(j) - w(j)",
    "fits := forall(j, integer[0, k-1], g(j) == w(j))",
    "extrapolates := forall(j, nonnegative integer, g(j) == w(j))",
)
