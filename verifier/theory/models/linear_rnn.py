"""The discrete-time linear recurrent network s_t = A s_(t-1) + B x_t, y_t = C s_t, s_0 = 0.

Its impulse response is C A^j B.  Trained on sequences of length k with white noise of unit variance as inputs, the
population loss of the last output is the squared distance of the first k terms of the impulse responses of student and
teacher.  (Cohen-Karlik et al. 2022, Sections 3 and C; Cohen-Karlik et al. 2023, Sections 3 and 4.)
"""

from __future__ import annotations

from verifier.theory.models.model import Model, Scaling, Symmetry

SOURCE = "Cohen-Karlik et al. 2022 (2), Section 3; 2023, Section 3"
SIZES = {"d": 2, "k": 3}
STUDENT = {"A": "matrix(d, d)", "B": "matrix(d, 1)", "C": "matrix(1, d)"}
RESPONSE = "C*A**j*B"

#: A change of basis of the hidden states.
BASIS = Symmetry(
    "change of basis", {"A": "M", "B": "P*B", "C": "C*Q"},
    {"P": "matrix(d, d)", "Q": "matrix(d, d)", "M": "matrix(d, d)"},
    ("M == P*A*Q", "Q*P == eye(d)", "P*Q == eye(d)"), {"M": "P*A**j*Q"},
)  # fmt: skip
SIGN = Symmetry("sign of input and output", {"B": "-B", "C": "-C"})
#: Where A A' - A' A + B B' - C' C stays along the flow.
BALANCE = ("A*A.T - A.T*A + B*B.T - C.T*C",)


def _student(name: str, title: str, loss: str, data: dict[str, str], **more: object) -> Model:
    kept = {"families": BALANCE, "symmetries": (BASIS, SIGN), "predictor": RESPONSE, "response": RESPONSE, "source": SOURCE,
            "sizes": SIZES, "parameters": STUDENT, "resting": ("B", "C"), **more}  # fmt: skip
    return Model(name=name, title=title, loss=loss, data=data, **kept)  # type: ignore[arg-type]


SCALED = Scaling("response", {"B": 1, "v": 1}, 2)

MODELS = (
    _student("linear-rnn", "linear RNN, any teacher's impulse response v", "Sum((C*A**j*B - v[j])**2, (j, 0, k-1))",
             {"v": "real sequence"}, scalings=(SCALED,)),
    _student("linear-rnn-memoryless", "linear RNN, memoryless teacher y = w x",
             "(C*B - w)**2 + Sum((C*A**j*B)**2, (j, 1, k-1))", {"w": "real"},
             scalings=(Scaling("response", {"B": 1, "w": 1}, 2),)),
    _student("linear-rnn-teacher", "linear RNN, linear recurrent teacher of state dimension n",
             "Sum((C*A**j*B - Chat*Ahat**j*Bhat)**2, (j, 0, k-1))",
             {"Ahat": "matrix(n, n)", "Bhat": "matrix(n, 1)", "Chat": "matrix(1, n)"}, sizes={**SIZES, "n": 1},
             scalings=(Scaling("response", {"B": 1, "Bhat": 1}, 2),)),
    _student("linear-rnn-balanced", "linear RNN, balanced teacher: symmetric transition, output equals input weights",
             "Sum((C*A**j*B - Bhat.T*Ahat**j*Bhat)**2, (j, 0, k-1))",
             {"Ahat": "symmetric matrix(n)", "Bhat": "matrix(n, 1)"}, sizes={**SIZES, "n": 1},
             scalings=(Scaling("response", {"B": 2, "Bhat": 1}, 4),)),
    _student("linear-rnn-delay", "linear RNN, the teacher repeats its input after n steps",
             "Sum((C*A**j*B - delta(j, n))**2, (j, 0, k-1))", {}, sizes={**SIZES, "n": 1}),
    _student("linear-rnn-random-shift", "linear RNN, the teacher shifts by j steps with probability p_j",
             "Sum((C*A**j*B - p[j])**2, (j, 0, k-1))", {"p": "nonnegative sequence"}),
    _student("linear-rnn-accumulating", "linear RNN, the loss of every step added up",
             "Sum((k-j)*(C*A**j*B - v[j])**2, (j, 0, k-1))", {"v": "real sequence"}, scalings=(SCALED,)),
    _student("linear-rnn-weighted", "linear RNN, weight c_j for the j-th term of the impulse response",
             "Sum(c[j]*(C*A**j*B - v[j])**2, (j, 0, k-1))", {"v": "real sequence", "c": "real sequence"},
             scalings=(SCALED,)),
    _student("linear-rnn-empirical", "linear RNN, N sequences x_s (row s of X, the last input first) with outputs y_s",
             "Sum((Sum(C*A**j*B*X[s,j], (j, 0, k-1)) - y[s,0])**2, (s, 0, N-1))",
             {"X": "matrix(N, k)", "y": "matrix(N, 1)"}, sizes={**SIZES, "N": 2},
             scalings=(Scaling("outputs", {"B": 1, "y": 1}, 2),),
             note="The sum over the N sequences, not their mean; a factor 1/N rescales time only."),
    _student("linear-rnn-symmetric", "linear RNN with a symmetric transition",
             "Sum((C*A**j*B - v[j])**2, (j, 0, k-1))", {"v": "real sequence"}, families=("B.T*B - C*C.T",),
             parameters={**STUDENT, "A": "symmetric matrix(d)"}, symmetries=(
                 Symmetry("orthogonal change of basis", {"A": "M", "B": "Q.T*B", "C": "C*Q"},
                          {"Q": "matrix(d, d)", "M": "matrix(d, d)"},
                          ("M == Q.T*A*Q", "Q*Q.T == eye(d)", "Q.T*Q == eye(d)"), {"M": "Q.T*A**j*Q"}), SIGN), scalings=(SCALED,)),
    _student("linear-rnn-diagonal", "linear RNN with a diagonal transition",
             "Sum((C*A**j*B - v[j])**2, (j, 0, k-1))", {"v": "real sequence"}, families=(),
             parameters={**STUDENT, "A": "diagonal matrix(d)"}, symmetries=(SIGN,), scalings=(SCALED,)),
    _student("linear-rnn-mimo", "linear RNN with n inputs and m outputs, linear recurrent teacher of state dimension p",
             "Sum(norm2(C*A**j*B - Chat*Ahat**j*Bhat), (j, 0, k-1))",
             {"Ahat": "matrix(p, p)", "Bhat": "matrix(p, n)", "Chat": "matrix(m, p)"},
             sizes={"d": 2, "k": 2, "n": 2, "m": 2, "p": 1},
             parameters={"A": "matrix(d, d)", "B": "matrix(d, n)", "C": "matrix(m, d)"},
             scalings=(Scaling("response", {"B": 1, "Bhat": 1}, 2),)),
)  # fmt: skip
