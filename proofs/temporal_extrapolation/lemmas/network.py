"""The discrete-time linear recurrent network, as abbreviations of the text language.

s_t = A s_(t-1) + B x_t, y_t = C s_t, s_0 = 0, with A of size d x d, B of size d x n, C of size m x d; the
single-input single-output network has n = m = 1.  Its impulse response is C A^j B, j = 0, 1, ...; training
on sequences of length k sees j = 0..k-1.  (Cohen-Karlik et al. 2022, Sections 3 and C.)
"""

from __future__ import annotations

from collections.abc import Mapping

#: One input, one output; w is the weight of the memoryless teacher.
SISO_VARIABLES: Mapping[str, str] = {
    "d": "positive integer",
    "k": "positive integer",
    "A": "matrix(d, d)",
    "B": "matrix(d, 1)",
    "C": "matrix(1, d)",
    "w": "real",
}

#: n inputs, m outputs; W is the teacher.
MIMO_VARIABLES: Mapping[str, str] = {
    "d": "positive integer",
    "k": "positive integer",
    "n": "positive integer",
    "m": "positive integer",
    "A": "matrix(d, d)",
    "B": "matrix(d, n)",
    "C": "matrix(m, d)",
    "W": "matrix(m, n)",
}

IMPULSE_RESPONSE = "h(j) := C*A**j*B"

#: Population loss, its gradients (printed form), minimisers and extrapolation; one input, one output.
SISO: tuple[str, ...] = (
    IMPULSE_RESPONSE,
    "loss(P, Q, R) := (R*Q - w)**2 + Sum((R*P**i*Q)**2, (i, 1, k-1))",
    "gradB(P, Q, R) := 2*(R*Q - w)*R.T + 2*Sum((R*P**i*Q)*P.T**i*R.T, (i, 1, k-1))",
    "gradC(P, Q, R) := 2*(R*Q - w)*Q.T + 2*Sum((R*P**i*Q)*Q.T*P.T**i, (i, 1, k-1))",
    "gradA(P, Q, R) := 2*Sum((R*P**i*Q)*Sum(P.T**r*R.T*Q.T*P.T**(i-r-1), (r, 0, i-1)), (i, 1, k-1))",
    "minimiser(X, Y, Z) := forall(P, matrix(d, d), forall(Q, matrix(d, 1), forall(R, matrix(1, d),"
    " loss(X, Y, Z) <= loss(P, Q, R))))",
    "memoryless(X, Y, Z) := Z*Y == w and forall(j, positive integer, Z*X**j*Y == 0)",
    "extrapolates(X, Y, Z) := forall(q, positive integer, forall(u, real sequence,"
    " Sum(Z*X**i*Y*u[q-i], (i, 0, q-1)) == w*u[q]))",
)

#: The same for several inputs and outputs.
MIMO: tuple[str, ...] = (
    "H(j) := C*A**j*B",
    "loss(P, Q, R) := norm2(R*Q - W) + Sum(norm2(R*P**i*Q), (i, 1, k-1))",
    "gradB(P, Q, R) := 2*R.T*(R*Q - W) + 2*Sum(P.T**i*R.T*(R*P**i*Q), (i, 1, k-1))",
    "gradC(P, Q, R) := 2*(R*Q - W)*Q.T + 2*Sum((R*P**i*Q)*Q.T*P.T**i, (i, 1, k-1))",
    "gradA(P, Q, R) := 2*Sum(Sum(P.T**r*R.T*(R*P**i*Q)*Q.T*P.T**(i-r-1), (r, 0, i-1)), (i, 1, k-1))",
    "minimiser(X, Y, Z) := forall(P, matrix(d, d), forall(Q, matrix(d, n), forall(R, matrix(m, d),"
    " loss(X, Y, Z) <= loss(P, Q, R))))",
    "silent(X, Y, Z) := forall(j, positive integer, Z*X**j*Y == zeros(m, n))",
    "memoryless(X, Y, Z) := Z*Y == W and silent(X, Y, Z)",
)

#: Gradient descent with one step size for all weights, from the printed gradients.
DESCENT = (
    "forall(t, nonnegative integer, A[t+1] == A[t] - eta*gradA(A[t], B[t], C[t])"
    " and B[t+1] == B[t] - eta*gradB(A[t], B[t], C[t]) and C[t+1] == C[t] - eta*gradC(A[t], B[t], C[t]))"
)

#: As many outputs as inputs: what a start with B = C' forces.
MIMO_TIED: tuple[str, ...] = tuple(text.replace("(m, ", "(n, ") for text in MIMO)
