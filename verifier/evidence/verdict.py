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

from verifier.evidence.existence import inhabited, unconstrained
from verifier.evidence.manner import manner
from verifier.evidence.reading import line
from verifier.kernel.check import NO_CLAIMS, Report, check
from verifier.kernel.logic import Rejected
from verifier.kernel.statement import Statement

ELSEWHERE = " (searched elsewhere, not repeated here)"
VERDICTS = ("proved", "refuted", "computed", "supported", "assumed", "undecided", "ill-posed")


@dataclass(frozen=True)
class _Content:
    """What a verdict says; verdicts are known by the statement that they are about."""

    verdict: str
    reason: str
    statement: Statement | None = None
    claims: Mapping[str, Statement] = field(default_factory=dict)  # that the certificate may cite
    method: str = ""
    certificate: Mapping[str, Any] | None = None
    counterexample: Mapping[str, str] | None = None
    trust: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    scope: str = "all values"
    seconds: float = 0.0
    vacuity: str = "unknown"
    tried: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
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
    certificate: Mapping[str, Any] | None
    counterexample: Mapping[str, str] | None
    trust: tuple[str, ...]
    assumes: tuple[str, ...]
    scope: str
    seconds: float
    vacuity: str
    tried: tuple[str, ...]
    details: Mapping[str, Any]
    about: Any  #: the claim, for display and `recheck`

    def __init__(self, *_: object, **__: object) -> None:
        raise TypeError("a verdict is made by the evidence package alone")

    def __init_subclass__(cls, **_: object) -> Never:
        raise TypeError("there is one kind of verdict")

    def __reduce_ex__(self, _: object) -> Never:
        raise TypeError("a verdict is not copied: send its statement and certificate, and let the kernel judge again")

    def __getattr__(self, name: str) -> Any:
        content = _said.get(self)
        if content is None or name not in _Content.__dataclass_fields__:
            raise AttributeError(f"a verdict has no {name!r:.40}")
        return getattr(content, name)

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
        return _made(replace(_said[self], seconds=seconds, tried=tuple(tried)))

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
        return _made(replace(
            content, vacuity="inhabited", details={**self.details, "inhabited": certificate},
            assumes=tuple(sorted({*self.assumes, *report.assumes})),
            trust=(*self.trust, *(a for a in axioms(report) if a not in self.trust)),
        ))  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            "scope": self.scope,
            "method": self.method,
            "trust": list(self.trust),
            "seconds": round(self.seconds, 4),
            "counterexample": None if self.counterexample is None else dict(self.counterexample),
            "certificate": self.certificate,
            "assumes": list(self.assumes),
            "vacuity": self.vacuity,
            "reason": self.reason,
            "tried": list(self.tried),
            "details": dict(self.details),
        }


_said: WeakKeyDictionary[Verdict, _Content] = WeakKeyDictionary()


def _made(content: _Content) -> Verdict:
    found = object.__new__(Verdict)
    _said[found] = content
    return found


def judge(
    statement: Statement, certificate: Mapping[str, Any], method: str, reason: str = "",
    counterexample: Mapping[str, str] | None = None, claims: Mapping[str, Statement] = NO_CLAIMS,
) -> Verdict:  # fmt: skip
    """Run the kernel on a certificate, which may cite the `claims`, and give the verdict it earns.

    A refutation has a point at which the hypotheses hold; where nothing constrains the variables, there is one anyway.
    Raises `Rejected` (with the kernel's one line) when the certificate does not establish anything.
    """
    report = check(statement, certificate, claims)
    shared: dict[str, Any] = {
        "statement": statement, "claims": claims, "method": method, "certificate": certificate,
        "assumes": report.assumes, "trust": axioms(report),
    }  # fmt: skip
    if report.establishes == "statement":
        vacuity = "inhabited" if unconstrained(statement) else "unknown"
        return _made(_Content("proved", reason or f"proved by {method}", vacuity=vacuity, **shared))
    if report.establishes == "denial":
        return _made(_Content("refuted", reason or f"refuted by {method}", counterexample=counterexample,
                              vacuity="inhabited", **shared))  # fmt: skip
    if report.establishes == "vacuity":
        return _made(_Content("ill-posed", reason or "the hypotheses contradict each other (vacuous)", **shared))
    if report.establishes == "undefined":
        why = reason or "a term is undefined at a point that the hypotheses allow"
        return _made(_Content("ill-posed", why, counterexample=counterexample, **shared))
    raise Rejected(f"the certificate establishes {report.establishes}, which is no verdict on the claim")


def axioms(report: Report) -> tuple[str, ...]:
    """The axioms of a check, as a list of what is trusted names them."""
    return tuple(f"axiom: {a}" for a in report.axioms)


def supported(method: str, reason: str, **details: Any) -> Verdict:
    """No counterexample in N honest tries; `details` says N, seed and strategy."""
    return _made(_Content("supported", reason, method=method, details=details))


def computed(statement: Statement, method: str, reason: str, trust: Sequence[str]) -> Verdict:
    """A trusted algorithm said so, and nothing small can be re-checked; `trust` names what was trusted."""
    if not trust:
        raise ValueError("a computed verdict names what was trusted")
    vacuity = "inhabited" if unconstrained(statement) else "unknown"
    return _made(_Content("computed", reason, statement, method=method, trust=tuple(trust), vacuity=vacuity))


def assumed(citation: str) -> Verdict:
    """Cited from elsewhere, not checked here."""
    return _made(_Content("assumed", f"cited, not checked here: {citation}", method="citation"))


def ill_posed(reason: str) -> Verdict:
    """The statement does not typecheck; `reason` says where."""
    return _made(_Content("ill-posed", reason, method="typing"))


def undecided(reason: str, tried: Sequence[str] = ()) -> Verdict:
    """Budget spent, nothing found."""
    return _made(_Content("undecided", reason, tried=tuple(tried)))


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
        return _exemplified(_made(replace(_said[found], method=method, reason=reason)), data, claims)
    if verdict not in ("supported", "undecided"):
        raise Rejected(f"stored as {verdict!r:.40} without a certificate")
    reason = line(data.get("reason", "")).removesuffix(ELSEWHERE) + ELSEWHERE
    details = {str(k): v for k, v in dict(data.get("details") or {}).items() if type(v) is int}
    return _made(_Content(verdict, reason, method=line(data.get("method", "")), details=details))


def received(
    statement: Statement, data: Mapping[str, Any], claims: Mapping[str, Statement] = NO_CLAIMS
) -> Verdict:
    """A verdict from what a process of this run sends, with its words for the reader.

    What it says with a certificate is judged by the kernel; without one its word is taken for what needs none.
    """
    if data.get("certificate") is not None:
        return _judged_again(statement, data, claims)
    verdict = str(data.get("verdict"))
    if verdict not in ("supported", "undecided", "computed", "ill-posed"):
        raise Rejected(f"sent as {verdict:.40} without a certificate")
    trust = tuple(str(t) for t in data.get("trust", ()))
    found = (
        computed(statement, str(data.get("method", "")), str(data.get("reason", "")), trust)
        if verdict == "computed"
        else _made(_Content(verdict, str(data.get("reason", "")), method=str(data.get("method", ""))))
    )
    found = _made(replace(_said[found], details=_without_example(data)))
    return _as_told(_exemplified(found, data, claims), data)


def _judged_again(statement: Statement, data: Mapping[str, Any], claims: Mapping[str, Statement]) -> Verdict:
    """The verdict that the certificate earns, if that is the one that is stored.  Raises `Rejected`."""
    point = data.get("counterexample")
    found = judge(
        statement, data["certificate"], line(data.get("method", "")), line(data.get("reason", "")),
        None if point is None else {line(k): line(v) for k, v in dict(point).items()}, claims,
    )  # fmt: skip
    return _as_told(_exemplified(_as_stored(found, data.get("verdict")), data, claims), data)


def _as_stored(found: Verdict, verdict: Any) -> Verdict:
    """The verdict, if it is the one that is stored.  Raises `Rejected`."""
    if found.verdict != verdict:
        raise Rejected(f"stored as {verdict!r:.40}, but the evidence makes it {found.verdict}")
    return found


def _exemplified(found: Verdict, data: Mapping[str, Any], claims: Mapping[str, Statement]) -> Verdict:
    """With the point of the hypotheses that is stored, where there is one.  Raises `Rejected`."""
    example = dict(data.get("details") or {}).get("inhabited")
    return found if example is None else found.with_example(example, claims)


def _without_example(data: Mapping[str, Any]) -> dict[str, Any]:
    return {line(k): v for k, v in dict(data.get("details") or {}).items() if k != "inhabited"}


def _as_told(found: Verdict, data: Mapping[str, Any]) -> Verdict:
    return found.timed(float(data.get("seconds", 0.0)), [line(t) for t in data.get("tried", ())])
