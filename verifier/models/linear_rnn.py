"""The discrete-time linear recurrent network s_t = A s_(t-1) + B x_t, y_t = C s_t, s_0 = 0.

Its impulse response is C A^j B.  Trained on sequences of length k with white noise of unit variance as inputs, the
population loss of the last output is the squared distance of the first k terms of the impulse responses of student and
teacher.  (Cohen-Karlik et al. 2022, Sections 3 and C; Cohen-Karlik et al. 2023, Sections 3 and 4, Appendix D.)

`recurrent` makes the model of any teacher, loss and transition, with one or several inputs and outputs; its name is
linear-rnn with the options behind it, as in linear-rnn-mimo-memoryless-accumulating-symmetric.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.language.script import Have, Induct, Linear, Take, Use
from verifier.models import simulation
from verifier.models.model import Meaning, Model, ModelError, Scaling, Symmetry

SOURCE = "Cohen-Karlik et al. 2022 (2), Section 3; 2023, Section 3"
RESPONSE = "C*A**j*B"

#: A change of basis of the hidden states.
BASIS = Symmetry(
    "change of basis", {"A": "M", "B": "P*B", "C": "C*Q"},
    {"P": "matrix(d, d)", "Q": "matrix(d, d)", "M": "matrix(d, d)"},
    ("M == P*A*Q", "Q*P == eye(d)", "P*Q == eye(d)"), {"M": "P*A**j*Q"},
)  # fmt: skip
ORTHOGONAL = Symmetry(
    "orthogonal change of basis", {"A": "M", "B": "Q.T*B", "C": "C*Q"}, {"Q": "matrix(d, d)", "M": "matrix(d, d)"},
    ("M == Q.T*A*Q", "Q*Q.T == eye(d)", "Q.T*Q == eye(d)"), {"M": "Q.T*A**j*Q"},
)  # fmt: skip
SIGN = Symmetry("sign of input and output", {"B": "-B", "C": "-C"})


@dataclass(frozen=True)
class Teacher:
    """What the student is to learn: words, data, its impulse response at j, and where that scales with B.

    `answer` is its last output where that is not the sum of the responses; `by` names the simulation.
    """

    words: str
    data: Mapping[str, str]
    response: str
    by: str
    sizes: Mapping[str, int] = field(default_factory=dict)
    scaled: str = ""
    note: str = ""


#: one input and one output: n is the teacher's state dimension, or its delay
ONE = {
    "": Teacher("any teacher's impulse response v", {"v": "real sequence"}, "v[j]", "response", {}, "v"),
    "memoryless": Teacher("memoryless teacher y = w x", {"w": "real"}, "", "memoryless", {}, "w"),
    "teacher": Teacher("linear recurrent teacher of state dimension n",
                       {"Ahat": "matrix(n, n)", "Bhat": "matrix(n, 1)", "Chat": "matrix(1, n)"}, "Chat*Ahat**j*Bhat",
                       "recurrent", {"n": 1}, "Bhat"),
    "balanced": Teacher("balanced teacher: symmetric transition, output equals input weights",
                        {"Ahat": "symmetric matrix(n)", "Bhat": "matrix(n, 1)"}, "Bhat.T*Ahat**j*Bhat", "balanced", {"n": 1}),
    "delay": Teacher("the teacher repeats its input after n steps", {}, "delta(j, n)", "delay", {"n": 1},
                     note="A delay of n >= k steps is not heard within a sequence of length k."),
    "random-shift": Teacher("the teacher shifts by j steps with probability p_j", {"p": "nonnegative sequence"}, "p[j]",
                            "random shift", note="The loss leaves out the sum of p_j (1 - p_j), the same for every student."),
}  # fmt: skip
#: n inputs and m outputs: p is the teacher's state dimension
SEVERAL = {
    "": Teacher("linear recurrent teacher of state dimension p",
                {"Ahat": "matrix(p, p)", "Bhat": "matrix(p, n)", "Chat": "matrix(m, p)"}, "Chat*Ahat**j*Bhat", "recurrent",
                {"p": 1}, "Bhat"),
    "memoryless": Teacher("memoryless teacher y = W x", {"W": "matrix(m, n)"}, "", "memoryless", {}, "W"),
}  # fmt: skip
LOSSES = {"": "", "accumulating": "the loss of every step added up",
          "weighted": "weight c_j for the j-th term of the impulse response",
          "empirical": "N sequences x_s (row s of X, the last input first) with outputs y_s"}  # fmt: skip
TRANSITIONS = {"": "", "symmetric": "a symmetric transition", "diagonal": "a diagonal transition"}


def recurrent(teacher: str = "", loss: str = "", transition: str = "", mimo: bool = False) -> Model:
    """The model of a teacher, a loss and a transition, by their names; "" is the first of each.

    Raises `ModelError` for a combination that there is not, with those that there are.
    """
    teachers = SEVERAL if mimo else ONE
    if teacher not in teachers or (loss == "empirical" and (teacher or mimo)):
        raise ModelError(_no(teacher, loss, mimo))
    told = teachers[teacher]
    if loss and told.by == "random shift":
        raise ModelError(f"linear-rnn: a random shift has the loss of the last step only, not {loss}")
    parts = ["mimo" * mimo, teacher, loss, transition]
    data, sizes = dict(told.data), {"d": 2, "k": 2 if mimo else 3, **({"n": 2, "m": 2} if mimo else {}), **told.sizes}
    if loss == "weighted":
        data["c"] = "real sequence"
    if loss == "empirical":
        data, sizes = {"X": "matrix(N, k)", "y": "matrix(N, 1)"}, {**sizes, "N": 2}
    a = {"": "matrix(d, d)", "symmetric": "symmetric matrix(d)", "diagonal": "diagonal matrix(d)"}[transition]
    note = (
        "The sum over the N sequences, not their mean; a factor 1/N rescales time only."
        if loss == "empirical"
        else told.note
    )
    scaled: tuple[Scaling, ...] = (Scaling("response", {"B": 1, told.scaled: 1}, 2),) if told.scaled else ()
    if loss == "empirical":
        scaled = (Scaling("outputs", {"B": 1, "y": 1}, 2),)
    if told.by == "balanced":
        scaled = (Scaling("response", {"B": 2, "Bhat": 1}, 4),)
    return Model(
        name="-".join(p for p in ("linear-rnn", *parts) if p), title=_title(told, loss, transition, mimo), source=SOURCE,
        sizes=sizes, data=data, loss=_loss(told, loss, mimo), predictor=RESPONSE, response=RESPONSE, resting=("B", "C"),
        parameters={"A": a, "B": f"matrix(d, {'n' if mimo else 1})", "C": f"matrix({'m' if mimo else 1}, d)"},
        families=_balance(transition, mimo), scalings=scaled, note=note, meaning=_meaning(told, loss, mimo),
        symmetries={"": (BASIS, SIGN), "symmetric": (ORTHOGONAL, SIGN), "diagonal": (SIGN,)}[transition],
    )  # fmt: skip


def _no(teacher: str, loss: str, mimo: bool) -> str:
    if loss == "empirical":
        return "linear-rnn: an empirical loss has its data in place of a teacher, with one input and output: linear-rnn-empirical"
    known = ", ".join(t for t in (SEVERAL if mimo else ONE) if t)
    return f"linear-rnn with {'several inputs' if mimo else 'one input'}: no teacher {teacher!r:.40}; they are {known}"


def _title(told: Teacher, loss: str, transition: str, mimo: bool) -> str:
    parts = [
        "linear RNN" + " with n inputs and m outputs" * mimo + (" with " * bool(transition)) + TRANSITIONS[transition]
    ]
    if told.response != "v[j]" or not (loss or transition):
        parts.append(told.words)
    return ", ".join([*parts, *([LOSSES[loss]] if loss else [])])


def _balance(transition: str, mimo: bool) -> tuple[str, ...]:
    """What stays along the flow for all sizes, in the form of matrices."""
    if transition == "symmetric":
        return ("trace(B*B.T) - trace(C.T*C)",) if mimo else ("B.T*B - C*C.T",)
    return () if transition else ("A*A.T - A.T*A + B*B.T - C.T*C",)


def _loss(told: Teacher, loss: str, mimo: bool) -> str:
    def square(e: str) -> str:
        return f"norm2({e})" if mimo else f"({e})**2"

    if loss == "empirical":
        return "Sum((Sum(C*A**j*B*X[s,j], (j, 0, k-1)) - y[s,0])**2, (s, 0, N-1))"
    weight = {"": "", "accumulating": "(k-j)*", "weighted": "c[j]*"}[loss]
    if told.by == "memoryless":  # the teacher answers at j = 0 only
        first = {"": "", "accumulating": "k*", "weighted": "c[0]*"}[loss]
        return f"{first}{square('C*B - W' if mimo else 'C*B - w')} + Sum({weight}{square(RESPONSE)}, (j, 1, k-1))"
    return f"Sum({weight}{square(f'{RESPONSE} - {told.response}')}, (j, 0, k-1))"


# -- what the losses are by definition ------------------------------------------------------------------------

#: Each term i of a sequence is in the sums that end at i, ..., m-1.
COUNT = Have(
    "forall(r, real sequence, forall(m_, nonnegative integer,"
    " Sum(Sum(r[i], (i, 0, j)), (j, 0, m_-1)) == Sum((m_-i)*r[i], (i, 0, m_-1))))", name="count",
    by=[Take("r"), Induct("m_", step=[Linear(terms=[("IH", "1", "1")])])],
)  # fmt: skip
WHITE = "the inputs white with unit variance"


def _meaning(told: Teacher, loss: str, mimo: bool) -> Meaning:
    """The mean of the squared error of the output, the output being that of the recurrence."""
    simulate = simulation.recurrent(told.by, loss)
    if loss == "empirical":
        goal = "Sum((Sum(C*A**j*B*X[s,j], (j, 0, k-1)) - y[s,0])**2, (s, 0, N-1)) == "
        return Meaning("the sum of the squared errors of the last output", goal + _loss(told, loss, mimo), simulate)
    end = "t" if loss == "accumulating" else "k-1"

    def heard(response: str) -> str:
        """The output at the end of an impulse response."""
        return f"Sum({response}*{'x[' + end + '-j]' if mimo else 'x[' + end + '-j,0]'}, (j, 0, {end}))"

    silent = told.by == "memoryless"
    answer = f"{'W*x[' + end + ']' if mimo else 'w*x[' + end + ',0]'}" if silent else heard(told.response)
    error = f"{heard(RESPONSE)} - {answer}"
    error = f"norm2({error})" if mimo else f"({error})**2"
    own = _loss(told, loss, mimo)
    goal = f"expect({error}) == {own}"
    argument: tuple[Any, ...] = ()
    if loss == "accumulating":
        goal = f"Sum(expect({error}), (t, 0, k-1)) == {own}"
        argument = _counted(told, mimo)
    if told.by == "random shift":
        alone = heard(RESPONSE)
        goal = (f"Sum(p[i]*expect(({alone} - x[k-1-i,0])**2), (i, 0, k-1))"
                f" + (1 - Sum(p[i], (i, 0, k-1)))*expect({alone}**2) == {own} + Sum(p[i]*(1-p[i]), (i, 0, k-1))")  # fmt: skip
    says = {
        "": f"the mean squared error of the last output, {WHITE}",
        "accumulating": f"the mean squared errors of the outputs of all steps, added up, {WHITE}",
        "weighted": "the mean squared error of the last output, the input j steps before it with variance c_j, uncorrelated",
    }[loss]
    return Meaning(says, goal, simulate, {"x": "random matrix(n, 1) sequence" if mimo else "random matrix(k, 1)"},
                   {"white": _white(loss, mimo)}, argument)  # fmt: skip


def _counted(told: Teacher, mimo: bool) -> tuple[Any, ...]:
    """How often each squared error is counted in the sum over the steps of the errors up to each."""
    response = (
        (told.response or ("delta(j, 0)*W" if mimo else "delta(j, 0)*w")).replace("[j]", "[i]").replace("**j", "**i")
    )
    error = f"C*A**i*B - {response.replace('(j,', '(i,')}"
    at = (f"norm2({error})" if mimo else f"({error})**2", "i")
    return (COUNT, Use("count", at=[at, "k"], name="counted"), Linear(rewrite=["white"], terms=[("counted", "1", "1")]))


def _white(loss: str, mimo: bool) -> str:
    pair = "x[i]*x[j].T" if mimo else "x[i,0]*x[j,0]"
    if loss != "weighted" and not mimo:
        return "expect(x*x.T) == eye(k)"
    variance = "c[k-1-j]*" if loss == "weighted" else ""
    unit = "*eye(n)" if mimo else ""
    return f"forall(i, integer[0, k-1], forall(j, integer[0, k-1], expect({pair}) == {variance}delta(i, j){unit}))"


# -- names -----------------------------------------------------------------------------------------------------


def named(name: str) -> Model | None:
    """The model of a name such as linear-rnn-mimo-weighted; None for another name.  Raises `ModelError`."""
    if name != "linear-rnn" and not name.startswith("linear-rnn-"):
        return None
    rest = name.removeprefix("linear-rnn").replace("random-shift", "random_shift").split("-")[1:]
    found: dict[str, str] = {}
    kinds = {"teacher": [*ONE, *SEVERAL], "loss": LOSSES, "transition": TRANSITIONS, "mimo": ["mimo"]}
    for part in (p.replace("random_shift", "random-shift") for p in rest):
        kind = next((k for k, known in kinds.items() if part in known and part and k not in found), None)
        if kind is None:
            raise ModelError(f"no model {name!r:.60}: {part!r:.30} is unknown or twice; {OPTIONS}")
        found[kind] = part
    return recurrent(found.get("teacher", ""), found.get("loss", ""), found.get("transition", ""), "mimo" in found)


OPTIONS = (
    f"linear-rnn takes -mimo, a teacher (-{', -'.join(t for t in ONE if t)}), a loss (-{', -'.join(x for x in LOSSES if x)})"
    f" and a transition (-{', -'.join(t for t in TRANSITIONS if t)}), in this order or another"
)
MODELS = (
    recurrent(), recurrent("memoryless"), recurrent("teacher"), recurrent("balanced"), recurrent("delay"),
    recurrent("random-shift"), recurrent(loss="accumulating"), recurrent(loss="weighted"), recurrent(loss="empirical"),
    recurrent(transition="symmetric"), recurrent(transition="diagonal"), recurrent(mimo=True),
)  # fmt: skip
