"""The loss of a continuous-time linear RNN with any stable W, through Lyapunov's equation; exact over the rationals.

With white noise as input the loss is the integral of |U' e^(W' s) c - U*' e^(W*' s) c*|^2.  It is the squared norm of
the impulse response of one larger system, the difference of student and teacher, and that is c' P c, P the solution of
W P + P W' + U U' = 0.  With the adjoint W' Q + Q W + c c' = 0: dJ/dW = 2 Q P, dJ/dU = 2 Q U, dJ/dc = 2 P c.

Source: Li, Han, E and Li (ICLR 2021), equations (7)-(9) and (74)-(75), for W that is not diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verifier.derive.exact_numbers import NotVerified, rational, symbol_free
from verifier.language.claim import claim
from verifier.language.script import Inside, Linear


class NoLoss(ValueError):
    """The system is not stable, or its matrices do not fit each other."""


@dataclass(frozen=True)
class System:
    """dh/dt = W h + U x, y = c' h: exact rational SymPy matrices W (n x n), U (n x d), c (n x 1)."""

    W: Any
    U: Any
    c: Any

    @property
    def states(self) -> int:
        """The number n of states."""
        return int(self.W.rows)

    def verify(self) -> bool:
        """W is stable, and the sizes fit."""
        n = self.states
        return hurwitz(self.W) and self.W.cols == self.U.rows == n and self.c.shape == (n, 1)

    def kernel_moment(self, k: int) -> Any:
        """The row c' W^k U, the k-th derivative of the impulse response at 0, 1 x d."""
        return self.c.T * self.W**k * self.U


def system(W: Any, U: Any, c: Any) -> System:
    """A system from nested lists (or SymPy matrices) of exact rationals; c may be a flat list.

    Raises `NoLoss` where the sizes do not fit or an eigenvalue of W has no negative real part; `Inexact` for floats.
    """
    from sympy import Matrix

    def read(rows: Any, name: str) -> Any:
        made = Matrix(rows)
        return made.applyfunc(lambda x: symbol_free(rational(x, f"an entry of {name}")))

    found = System(read(W, "W"), read(U, "U"), read(c, "c"))
    n = found.W.rows
    if found.W.cols != n or found.U.rows != n or found.c.shape != (n, 1) or found.U.cols < 1:
        sizes = f"W is {found.W.shape}, U is {found.U.shape}, c is {found.c.shape}"
        raise NoLoss(f"{sizes}; with n states W is (n, n), U is (n, d), c is (n, 1)")
    if not hurwitz(found.W):
        raise NoLoss("W is not stable: an eigenvalue has a real part that is not negative, and the loss is infinite")
    return found


def hurwitz(W: Any) -> bool:
    """Whether all eigenvalues of a rational matrix have negative real parts, by Routh's array (exact)."""
    from sympy import Symbol

    coefficients = [rational(x) for x in W.charpoly(Symbol("z")).all_coeffs()]
    if any(x <= 0 for x in coefficients):
        return False
    upper, lower = coefficients[0::2], coefficients[1::2]
    while lower:
        if lower[0] <= 0:
            return False
        ratio = upper[0] / lower[0]
        padded = [*lower, Fraction(0)]
        rest = [upper[i] - ratio * padded[i] for i in range(1, len(upper))]
        upper, lower = lower, rest
    return True


def solve_lyapunov(W: Any, right: Any) -> Any:
    """The symmetric P with W P + P W' + right = 0 for a stable rational W and a symmetric `right`, exact.

    It is the integral of e^(W s) right e^(W' s) over s >= 0.  Raises `NoLoss` where W is not stable.
    """
    from flint import fmpq, fmpq_mat
    from sympy import Matrix

    if not hurwitz(W):
        raise NoLoss("Lyapunov's equation has the integral as its solution only for a stable W")
    n = W.rows
    w = [[fmpq(int(x.p), int(x.q)) for x in W.row(i)] for i in range(n)]
    index = {(i, j): position for position, (i, j) in enumerate((i, j) for i in range(n) for j in range(i, n))}
    size = len(index)
    matrix = [[fmpq(0)] * size for _ in range(size)]
    for (i, j), row in index.items():  # entry (i, j) of W P + P W', with P_ij = P_ji one unknown
        for k in range(n):
            matrix[row][index[min(k, j), max(k, j)]] += w[i][k]
            matrix[row][index[min(k, i), max(k, i)]] += w[j][k]
    values = [-fmpq(int(right[i, j].p), int(right[i, j].q)) for i, j in index]
    solution = fmpq_mat(size, size, [x for row in matrix for x in row]).solve(fmpq_mat(size, 1, values))

    def entry(i: int, j: int) -> Any:
        x = solution[index[min(i, j), max(i, j)], 0]
        return symbol_free(Fraction(int(x.p), int(x.q)))

    return Matrix(n, n, entry)


@dataclass(frozen=True)
class LyapunovLoss:
    """The loss of `student` against `teacher` (None: the target 0) with its Gramians and gradient; all exact.

    `P` and `Q` are the Gramians of the difference system with W (+) W*, U over U*, c over -c*.
    `gradient_W` (n x n), `gradient_U` (n x d), `gradient_c` (n x 1) are with respect to the student's matrices.
    """

    student: System
    teacher: System | None
    value: Any
    P: Any
    Q: Any
    gradient_W: Any
    gradient_U: Any
    gradient_c: Any

    def difference_system(self) -> System:
        """The system whose impulse response is that of the student less that of the teacher."""
        from sympy import diag

        if self.teacher is None:
            return self.student
        s, t = self.student, self.teacher
        return System(diag(s.W, t.W), s.U.col_join(t.U), s.c.col_join(-t.c))

    def verify(self) -> bool:
        """Both Lyapunov equations, the two forms of the loss, each partial derivative by implicit differentiation."""
        from sympy import zeros

        s = self.difference_system()
        n, own = s.states, self.student.states
        first = s.W * self.P + self.P * s.W.T + s.U * s.U.T
        second = s.W.T * self.Q + self.Q * s.W + s.c * s.c.T
        if not (first.is_zero_matrix and second.is_zero_matrix):
            return False
        primal, dual = (s.c.T * self.P * s.c)[0, 0], (s.U.T * self.Q * s.U).trace()
        if not self.value == primal == dual >= 0:
            return False
        for i in range(own):
            for j in range(own):
                turned = zeros(n, n)
                turned[i, j] = 1
                moved = solve_lyapunov(s.W, turned * self.P + self.P * turned.T)
                if (s.c.T * moved * s.c)[0, 0] != self.gradient_W[i, j]:
                    return False
            for j in range(s.U.cols):
                pushed = zeros(n, s.U.cols)
                pushed[i, j] = 1
                moved = solve_lyapunov(s.W, pushed * s.U.T + s.U * pushed.T)
                if (s.c.T * moved * s.c)[0, 0] != self.gradient_U[i, j]:
                    return False
            if self.gradient_c[i] != 2 * (self.P.row(i) * s.c)[0, 0]:
                return False
        return True

    def _repr_latex_(self) -> str:
        from sympy import latex

        return f"$\\displaystyle J = {latex(self.value)}$"


def lyapunov_loss(student: System, teacher: System | None = None) -> LyapunovLoss:
    """The loss of a student against a teacher (any numbers of states, the same number of inputs), and its gradient.

    Raises `NoLoss` where the numbers of inputs differ.

    >>> lyapunov_loss(system([[-1, 1], [0, -2]], [[0], [1]], [1, 0])).value
    1/12
    """
    if teacher is not None and teacher.U.cols != student.U.cols:
        raise NoLoss(f"the student has {student.U.cols} inputs and the teacher {teacher.U.cols}")
    whole = LyapunovLoss(student, teacher, *(None,) * 6).difference_system()
    n = student.states
    P = solve_lyapunov(whole.W, whole.U * whole.U.T)
    Q = solve_lyapunov(whole.W.T, whole.c * whole.c.T)
    result = LyapunovLoss(
        student, teacher, (whole.c.T * P * whole.c)[0, 0], P, Q,
        (2 * Q * P)[:n, :n], (2 * Q * whole.U)[:n, :], (2 * P * whole.c)[:n, :],
    )  # fmt: skip
    if not result.verify():
        raise NotVerified("a Lyapunov equation or a partial derivative fails")
    return result


def all_sizes_claims() -> tuple[Any, ...]:
    """What the program proves for every number of states and inputs: the loss, its two forms, its gradient in W.

    In ``loss``, F is the curve e^(t W): c' F P F' c decreases at the rate |U' F' c|^2, so that, from F(0) = I and
    F(t) -> 0, c' P c is the integral.  `verifier.prove.portfolio.decide` proves each.
    """
    sizes = {
        "n": "positive integer", "d": "positive integer", "W": "matrix(n, n)", "P": "symmetric matrix(n)",
        "Q": "symmetric matrix(n)", "U": "matrix(n, d)", "c": "matrix(n, 1)",
    }  # fmt: skip
    first = {"P": "W*P + P*W.T + U*U.T == zeros(n, n)"}
    both = {**first, "Q": "W.T*Q + Q*W + c*c.T == zeros(n, n)"}
    adjoint = [Linear(terms=[Inside("Q", "trace(HOLE*P)"), Inside("P", "-trace(Q*HOLE)")])]
    turned = [Linear(terms=[
        Inside("Q", "trace(HOLE*D)"), Inside("D", "-trace(Q*HOLE)"), Inside("P.symmetric", "trace(HOLE*V.T*Q.T)"),
        Inside("Q.symmetric", "trace(P*V.T*HOLE)"),
    ])]  # fmt: skip
    return (
        claim("lyapunov-loss", "diff(trace(c.T*F[t]*P*F[t].T*c), t) == -trace(c.T*F[t]*U*U.T*F[t].T*c)",
              variables={**{k: v for k, v in sizes.items() if k != "Q"}, "F": "matrix(n, n) curve", "t": "real"},
              given={**first, "F": "forall(s, real, diff(F[s], s) == F[s]*W)"}),
        claim("lyapunov-adjoint", "trace(c.T*P*c) == trace(U.T*Q*U)", variables=sizes, given=both, argument=adjoint),
        # D is the derivative of P in the direction V of W
        claim("lyapunov-gradient", "trace(c.T*D*c) == 2*trace(V.T*Q*P)",
              variables={**sizes, "D": "matrix(n, n)", "V": "matrix(n, n)"},
              given={**both, "D": "W*D + D*W.T + V*P + P*V.T == zeros(n, n)"}, argument=turned),
    )  # fmt: skip
