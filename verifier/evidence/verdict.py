"""Verdicts: what is known of a claim, how strongly, and why it can be believed.

A `Verdict` is made by the functions of this module alone.  ``proved``, ``refuted`` and a vacuous
``ill-posed`` come only out of `judge`, which runs the kernel on the certificate; nobody can write one
by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from verifier.kernel.check import check
from verifier.kernel.expr import Statement
from verifier.kernel.logic import Rejected

VERDICTS = ("proved", "refuted", "computed", "supported", "assumed", "undecided", "ill-posed")

_SEAL = object()


@dataclass(frozen=True, repr=False)
class Verdict:
    """One claim's verdict with its evidence; `to_json` gives it as the object that `verifier check --json` prints."""

    verdict: str
    reason: str
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
    about: Any = field(default=None, repr=False, compare=False)  #: the claim, for display and `recheck`
    seal: object = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.seal is not _SEAL:
            raise TypeError("a verdict is made by the evidence package alone")
        if self.verdict not in VERDICTS:
            raise ValueError(f"{self.verdict!r} is no verdict")

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
        if self.certificate is None or self.about is None:
            raise ValueError(f"a verdict of {self.verdict} has no certificate to check")
        return judge(self.about.statement(), self.certificate, self.method).verdict == self.verdict

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
        return replace(self, seconds=seconds, tried=tuple(tried))

    def with_vacuity(self, vacuity: str, certificate: Mapping[str, Any] | None = None) -> Verdict:
        """The same verdict with what is known of the hypotheses (inhabited, unknown or exempt), and why."""
        if certificate is None:
            return replace(self, vacuity=vacuity)
        return replace(self, vacuity=vacuity, details={**self.details, "inhabited": certificate})

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


def judge(
    statement: Statement, certificate: Mapping[str, Any], method: str, reason: str = "",
    counterexample: Mapping[str, str] | None = None,
) -> Verdict:  # fmt: skip
    """Run the kernel on a certificate and give the verdict it earns.

    Raises `Rejected` (with the kernel's one line) when the certificate does not establish anything.
    """
    report = check(statement, certificate)
    shared: dict[str, Any] = {"method": method, "certificate": certificate, "assumes": report.assumes,
                              "trust": tuple(f"axiom: {a}" for a in report.axioms), "seal": _SEAL}  # fmt: skip
    if report.establishes == "statement":
        return Verdict("proved", reason or f"proved by {method}", **shared)
    if report.establishes == "denial":
        return Verdict("refuted", reason or f"refuted by {method}", counterexample=counterexample, **shared)
    if report.establishes == "vacuity":
        return Verdict("ill-posed", reason or "the hypotheses contradict each other (vacuous)", **shared)
    if report.establishes == "undefined":
        why = reason or "a term is undefined at a point that the hypotheses allow"
        return Verdict("ill-posed", why, counterexample=counterexample, **shared)
    raise Rejected(f"the certificate establishes {report.establishes}, which is no verdict on the claim")


def supported(method: str, reason: str, **details: Any) -> Verdict:
    """No counterexample in N honest tries; `details` says N, seed and strategy."""
    return Verdict("supported", reason, method=method, details=details, seal=_SEAL)


def computed(method: str, reason: str, trust: Sequence[str]) -> Verdict:
    """A trusted algorithm said so, and nothing small can be re-checked; `trust` names what was trusted."""
    if not trust:
        raise ValueError("a computed verdict names what was trusted")
    return Verdict("computed", reason, method=method, trust=tuple(trust), seal=_SEAL)


def assumed(citation: str) -> Verdict:
    """Cited from elsewhere, not checked here."""
    return Verdict("assumed", f"cited, not checked here: {citation}", method="citation", seal=_SEAL)


def ill_posed(reason: str) -> Verdict:
    """The statement does not typecheck; `reason` says where."""
    return Verdict("ill-posed", reason, method="typing", seal=_SEAL)


def undecided(reason: str, tried: Sequence[str] = ()) -> Verdict:
    """Budget spent, nothing found."""
    return Verdict("undecided", reason, tried=tuple(tried), seal=_SEAL)


def restore(statement: Statement, data: Mapping[str, Any]) -> Verdict:
    """A verdict from its stored JSON form; what the kernel decides is decided again by the kernel.

    Raises `Rejected` when the stored certificate does not earn the stored verdict.
    """
    verdict = str(data.get("verdict"))
    if data.get("certificate") is not None:
        found = judge(
            statement, data["certificate"], str(data.get("method", "")), str(data.get("reason", "")),
            data.get("counterexample"),
        )  # fmt: skip
        if found.verdict != verdict:
            raise Rejected(f"stored as {verdict}, but the evidence makes it {found.verdict}")
        return replace(found, vacuity=str(data.get("vacuity", "unknown")), seconds=float(data.get("seconds", 0.0)),
                       tried=tuple(data.get("tried", ())), details=dict(data.get("details", {})))  # fmt: skip
    if verdict in ("proved", "refuted"):
        raise Rejected(f"stored as {verdict} without a certificate")
    trust = tuple(str(t) for t in data.get("trust", ())) if verdict == "computed" else ()
    return Verdict(
        verdict, str(data.get("reason", "")), method=str(data.get("method", "")), seconds=float(data.get("seconds", 0)),
        trust=trust,
        tried=tuple(data.get("tried", ())), details=dict(data.get("details", {})),
        vacuity=str(data.get("vacuity", "unknown")), seal=_SEAL,
    )  # fmt: skip
