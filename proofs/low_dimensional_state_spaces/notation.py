"""The standing notation of the paper."""

from verifier.papers.setting import Setting

from .lemmas.linear_teacher import SYSTEM_VARIABLES, SYSTEMS, TEACHER, TEACHER_VARIABLES

#: A teacher (Ahat, Bhat, Chat) of width n alone, for statements that look for students.
teacher = Setting(let=TEACHER_VARIABLES, define=TEACHER)

#: A student (A, B, C) of width d and a teacher (Ahat, Bhat, Chat) of width n, trained on sequences of length k.
systems = Setting(let=SYSTEM_VARIABLES, define=SYSTEMS)

#: The same with symmetric transition matrices, as Section 3 assumes.
symmetric = Setting(
    let=SYSTEM_VARIABLES, define=SYSTEMS,
    suppose={"student symmetric": "A.T == A", "teacher symmetric": "Ahat.T == Ahat"},
)  # fmt: skip

#: Section 4: balanced as well.
balanced = Setting(
    let=SYSTEM_VARIABLES, define=SYSTEMS,
    suppose={**symmetric.suppose, "student balanced": "C == B.T", "teacher balanced": "Chat == Bhat.T"},
)  # fmt: skip

#: Gradient flow on the loss, for times t >= 0; only the motion of B and C.
flow = Setting(
    let={**TEACHER_VARIABLES, "A": "matrix(d, d) curve", "B": "matrix(d, 1) curve", "C": "matrix(1, d) curve"},
    define=TEACHER,
    suppose={
        "flow of B": "forall(t, [0, oo), diff(B[t], t) == -gradB(A[t], B[t], C[t]))",
        "flow of C": "forall(t, [0, oo), diff(C[t], t) == -gradC(A[t], B[t], C[t]))",
    },
)

#: The same with the motion of A, and the gradients of Appendix E.4: those of half the loss.
half_flow = Setting(
    let=flow.let,
    define=(*TEACHER, "e(i, t) := C[t]*A[t]**i*B[t] - w(i)"),
    suppose={
        "flow of A": "forall(t, [0, oo), diff(A[t], t) == -gradA(A[t], B[t], C[t])/2)",
        "flow of B": "forall(t, [0, oo), diff(B[t], t) == -gradB(A[t], B[t], C[t])/2)",
        "flow of C": "forall(t, [0, oo), diff(C[t], t) == -gradC(A[t], B[t], C[t])/2)",
    },
)

#: A random input sequence x_0, ..., x_{k-1}; the teacher labels it.
sampled = Setting(
    let={**SYSTEM_VARIABLES, "x": "random matrix(k, 1)"},
    define=(
        *SYSTEMS,
        "output := Sum(g(k-1-j)*x[j, 0], (j, 0, k-1))",
        "label := Sum(w(k-1-j)*x[j, 0], (j, 0, k-1))",
        "population := expect((output - label)**2)",
    ),
)
