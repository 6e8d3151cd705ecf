"""Verdicts: what is known of a claim, how strongly, and why it can be believed.

A `Verdict` is made by the functions of this module alone.  ``proved``, ``refuted``, a vacuous ``ill-posed`` and
``inhabited`` come only out of the kernel, which checks the certificate for the statement; nobody can write one by
hand, change one, or copy one to another claim.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, Never
from weakref import WeakKeyDictionary

from verifier.evidence.decision import AXIOM, Certificate, Decision
from verifier.evidence.inhabited import inhabited, unconstrained
from verifier.evidence.manner import manner
from verifier.evidence.strict_json import line
from verifier.kernel.check import NO_CLAIMS, Report, check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement

ELSEWHERE = " (searched elsewhere, not repeated here)"
VERDICTS = ("proved", "refuted", "computed", "supported", "assumed", "undecided", "ill-posed")


@dataclass(frozen=True)
class _Content:
    """What a verdict says; verdicts are known by the statement that they are about."""

    says: Decision
    statement: Statement | None = None
    claims: Mapping[str, Statement] = field(default_factory=dict)  # that the certificate may cite
    about: Any = None


class Verdict:
    """One claim's verdict with its evidence; `to_json` gives it as the object that `verifier check --json` prints.

    It has no state of its own that could be set: what it says is kept by this module under its identity.  It can be
    neither called into being, subclassed, copied nor unpickled.
    """

    __slots__ = ("__weakref__",)

    verdict: str
    reason: str
    method: str
    certificate: Certificate | None
    example: Certificate | None
    counterexample: Mapping[str, str] | None
    trust: tuple[str, ...]
    assumes: tuple[str, ...]
    scope: str
    seconds: float
    vacuity: str
    tried: tuple[str, ...]
    details: Mapping[str, str | int]
    about: Any  #: the claim, for display and `recheck`
    said: Decision  #: all of the above, for other processes

    def __init__(self, *_: object, **__: object) -> None:
        raise TypeError("a verdict is made by the evidence package alone")

    def __init_subclass__(cls, **_: object) -> Never:
        raise TypeError("there is one kind of verdict")

    def __reduce_ex__(self, _: object) -> Never:
        raise TypeError("a verdict is not copied: send its statement and certificate, and let the kernel judge again")

    def __getattr__(self, name: str) -> Any:
        content = _said.get(self)
        if content is not None and name in ("about", "said"):
            return content.about if name == "about" else content.says
        if content is None or name not in Decision.__dataclass_fields__:
            raise AttributeError(f"a verdict has no {name!r:.40}")
        return getattr(content.says, name)

    def __bool__(self) -> bool:
        raise TypeError("a verdict is not a truth value: compare its .verdict with a word")

    def __repr__(self) -> str:
        shown = [self.verdict, self.method, f"{self.seconds * 1000:.0f} ms"]
        if self.counterexample:
            shown.append("at " + ", ".join(f"{k} = {v}" for k, v in self.counterexample.items()))
        return f"Verdict({', '.join(part for part in shown if part)})"

    def recheck(self) -> bool:
        """Run the kernel on the certificate once more.

        Raises `ValueError` where there is none, and `Rejected` where the kernel does not accept it.
        """
        statement, claims = _said[self].statement, _said[self].claims
        if self.certificate is None or statement is None:
            raise ValueError(f"a verdict of {self.verdict} has no certificate to check")
        return judge(statement, self.certificate, self.method, claims=claims).verdict == self.verdict

    def _repr_latex_(self) -> str | None:
        return None if self.about is None else str(self.about._repr_latex_())

    def _repr_html_(self) -> str:
        color = {"proved": "#1a7f37", "refuted": "#b42318"}.get(self.verdict, "#8a6100")
        point = "; at " + ", ".join(f"{k} = {v}" for k, v in self.counterexample.items()) if self.counterexample else ""
        claim = "" if self.about is None else f"<div>{self.about._repr_latex_()}</div>"
        return (
            f'{claim}<div><b style="color:{color}">{escape(self.verdict)}</b> {escape(self.reason + point)} '
            f'<small style="color:#666">({escape(self.method)}, {self.seconds * 1000:.0f} ms)</small></div>'
        )

    @property
    def decided(self) -> bool:
        return self.verdict in ("proved", "refuted")

    def timed(self, seconds: float, tried: Sequence[str] = ()) -> Verdict:
        """The same verdict with the time it took and the methods that were tried."""
        return _saying(self, seconds=seconds, tried=tuple(tried))

    def of(self, claim: Any) -> Verdict:
        """The same verdict with the claim that it is about, for display.  Raises `ValueError` for another claim."""
        content = _said[self]
        if content.statement is not None and content.statement != claim.statement():
            raise ValueError("a verdict on one claim is none on another")
        return _made(replace(content, about=claim))

    def with_example(self, certificate: Mapping[str, Any], claims: Mapping[str, Statement] = NO_CLAIMS) -> Verdict:
        """The same verdict with a point at which the hypotheses hold; it rests on what that rests on, too.

        Raises `Rejected` where the kernel sees no such point.
        """
        content = _said[self]
        if content.statement is None:
            raise Rejected("the example of the hypotheses is none")
        report = inhabited(content.statement, certificate, claims)
        return _saying(
            self, vacuity="inhabited", example=certificate, assumes=tuple(sorted({*self.assumes, *report.assumes})),
            trust=(*self.trust, *(a for a in axioms(report) if a not in self.trust)),
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return self.said.to_json()


_said: WeakKeyDictionary[Verdict, _Content] = WeakKeyDictionary()


def _made(content: _Content) -> Verdict:
    found = object.__new__(Verdict)
    _said[found] = content
    return found


def _saying(found: Verdict, **other: Any) -> Verdict:
    """A verdict on the same statement that says something else of it."""
    content = _said[found]
    return _made(replace(content, says=replace(content.says, **other)))


def judge(
    statement: Statement, certificate: Certificate, method: str, reason: str = "",
    counterexample: Mapping[str, str] | None = None, claims: Mapping[str, Statement] = NO_CLAIMS,
) -> Verdict:  # fmt: skip
    """Run the kernel on a certificate, which may cite the `claims`, and give the verdict it earns.

    A refutation has a point at which the hypotheses hold; where nothing constrains the variables, there is one anyway.
    Raises `Rejected` (with the kernel's one line) when the certificate does not establish anything.
    """
    report = check(statement, certificate, claims)
    vacuity = "inhabited" if report.establishes == "denial" or unconstrained(statement) else "unknown"
    word, default, point = {
        "statement": ("proved", f"proved by {method}", None),
        "meant": ("proved", f"proved by {method}", None),
        "denial": ("refuted", f"refuted by {method}", counterexample),
        "vacuity": ("ill-posed", "the hypotheses contradict each other (vacuous)", None),
        "undefined": ("ill-posed", "a term is undefined at a point that the hypotheses allow", counterexample),
    }.get(report.establishes, ("", "", None))
    if not word:
        raise Rejected(f"the certificate establishes {report.establishes}, which is no verdict on the claim")
    says = Decision(
        word, reason or default, method, certificate, None, point, axioms(report), report.assumes,
        vacuity="unknown" if word == "ill-posed" else vacuity,
    )  # fmt: skip
    return _made(_Content(says, statement, claims))


def axioms(report: Report) -> tuple[str, ...]:
    """The axioms of a check, as a list of what is trusted names them."""
    return tuple(AXIOM + a for a in report.axioms)


def supported(method: str, reason: str, **details: Any) -> Verdict:
    """No counterexample in N honest tries; `details` says N, seed and strategy."""
    return _made(_Content(Decision("supported", reason, method, details=details)))


def computed(statement: Statement, method: str, reason: str, trust: Sequence[str]) -> Verdict:
    """A trusted algorithm said so, and nothing small can be re-checked; `trust` names what was trusted."""
    if not trust:
        raise ValueError("a computed verdict names what was trusted")
    vacuity = "inhabited" if unconstrained(statement) else "unknown"
    return _made(_Content(Decision("computed", reason, method, trust=tuple(trust), vacuity=vacuity), statement))


def assumed(citation: str) -> Verdict:
    """Cited from elsewhere, not checked here."""
    return _made(_Content(Decision("assumed", f"cited, not checked here: {citation}", "citation")))


def ill_posed(reason: str) -> Verdict:
    """The statement does not typecheck; `reason` says where."""
    return _made(_Content(Decision("ill-posed", reason, "typing")))


def undecided(reason: str, tried: Sequence[str] = ()) -> Verdict:
    """Budget spent, nothing found."""
    return _made(_Content(Decision("undecided", reason, tried=tuple(tried))))


def restore(
    statement: Statement, data: Mapping[str, Any], claims: Mapping[str, Statement] = NO_CLAIMS
) -> Verdict:
    """A verdict from what a file says of a statement: what the kernel decides is decided again by the kernel.

    Of an entry with a certificate nothing else is believed: method and reason are read off the certificate.  Without
    one a file says at most that a search elsewhere found nothing better: ``supported`` or ``undecided``.  Raises
    `Rejected` when it says anything else, or the certificate does not earn the verdict.
    """
    verdict, certificate = data.get("verdict"), data.get("certificate")
    if certificate is not None:
        found = _as_stored(judge(statement, certificate, "", claims=claims), verdict)
        method, reason = manner(statement, certificate)
        example = dict(data.get("details") or {}).get("inhabited")
        return _exemplified(_saying(found, method=method, reason=reason), example, claims)
    if verdict not in ("supported", "undecided"):
        raise Rejected(f"stored as {verdict!r:.40} without a certificate")
    reason = line(data.get("reason", "")).removesuffix(ELSEWHERE) + ELSEWHERE
    details = {str(k): v for k, v in dict(data.get("details") or {}).items() if type(v) is int}
    return _made(_Content(Decision(verdict, reason, line(data.get("method", "")), details=details)))


def received(statement: Statement, sent: Decision, claims: Mapping[str, Statement] = NO_CLAIMS) -> Verdict:
    """A verdict from what a process of this run sends, with its words for the reader.

    What it says with a certificate is judged by the kernel; without one its word is taken for what needs none.
    """
    method, reason = line(sent.method), line(sent.reason)
    if sent.certificate is not None:
        point = sent.counterexample
        words = None if point is None else {line(k): line(v) for k, v in point.items()}
        found = _as_stored(judge(statement, sent.certificate, method, reason, words, claims), sent.verdict)
    elif sent.verdict == "computed":
        found = computed(statement, method, reason, [line(t) for t in sent.trust])
    elif sent.verdict in ("supported", "undecided", "ill-posed"):
        found = _made(_Content(Decision(sent.verdict, reason, method, details=sent.details)))
    else:
        raise Rejected(f"sent as {sent.verdict:.40} without a certificate")
    return _exemplified(found, sent.example, claims).timed(sent.seconds, [line(t) for t in sent.tried])


def _as_stored(found: Verdict, verdict: Any) -> Verdict:
    """The verdict, if it is the one that is stored.  Raises `Rejected`."""
    if found.verdict != verdict:
        raise Rejected(f"stored as {verdict!r:.40}, but the evidence makes it {found.verdict}")
    return found


def _exemplified(found: Verdict, example: Certificate | None, claims: Mapping[str, Statement]) -> Verdict:
    """With the point of the hypotheses that is stored, where there is one.  Raises `Rejected`."""
    return found if example is None else found.with_example(example, claims)
