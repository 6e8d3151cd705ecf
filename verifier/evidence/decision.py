"""What was decided of a claim, as it travels: from the process in which the kernel ran to the report.

A `Verdict` never leaves the process that made it; what is sent, stored and shipped is the JSON form of a `Decision`.
That form is made and read here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Certificate = Mapping[str, Any]  # plain JSON, which the kernel reads
AXIOM = "axiom: "  # how a list of what is trusted names the axioms


@dataclass(frozen=True)
class Decision:
    """A verdict and why it can be believed.  `assumes`: digests of the claims that the certificates cite.

    `example`: a certificate that the hypotheses can be met.  `given`: names of the claims that are assumed, once
    citations are followed.
    """

    verdict: str
    reason: str = ""
    method: str = ""
    certificate: Certificate | None = None
    example: Certificate | None = None
    counterexample: Mapping[str, str] | None = None
    trust: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    scope: str = "all values"
    seconds: float = 0.0
    vacuity: str = "unknown"
    tried: tuple[str, ...] = ()
    details: Mapping[str, str | int] = field(default_factory=dict)  # of samples: how many, and how they were drawn
    given: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        raise TypeError("a decision is not a truth value: compare its .verdict with a word")

    @property
    def kind(self) -> str | None:
        """Of the certificate: proof, refutation, vacuous or undefined; None where there is none."""
        return None if self.certificate is None else str(self.certificate["kind"])

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
            "details": {**self.details, **({} if self.example is None else {"inhabited": self.example})},
        }

    @staticmethod
    def from_json(data: Any) -> Decision:
        """Raises `ValueError` where `data` is not what `to_json` gives."""
        try:
            details = dict(data["details"])
            example, point, certificate = details.pop("inhabited", None), data["counterexample"], data["certificate"]
            for part in (example, certificate):
                if part is not None and not isinstance(part, dict):
                    raise TypeError("a certificate is none")
            return Decision(
                str(data["verdict"]), str(data["reason"]), str(data["method"]), certificate, example,
                None if point is None else {str(k): str(v) for k, v in point.items()},
                _texts(data["trust"]), _texts(data["assumes"]), str(data["scope"]), float(data["seconds"]),
                str(data["vacuity"]), _texts(data["tried"]), details,
            )  # fmt: skip
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ValueError(f"not a decision: {error!r:.120}") from None


def _texts(data: Any) -> tuple[str, ...]:
    if not isinstance(data, list):
        raise TypeError("a list is none")
    return tuple(str(text) for text in data)
