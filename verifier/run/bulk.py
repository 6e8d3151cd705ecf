"""A report without its certificates, which are nine tenths of its bytes: a table of verdicts need not read them."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
#: the fields of a report that hold a certificate
FIELDS = ("certificate", "inhabited")


def apart(report: Json) -> tuple[Json, list[Json]]:
    """The report with ``{"kind", "kept": number}`` in the place of each certificate, and the certificates."""
    certificates: list[Json] = []

    def without(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: kept(v) if key in FIELDS and isinstance(v, dict) else without(v) for key, v in value.items()}
        return [without(v) for v in value] if isinstance(value, list | tuple) else value

    def kept(certificate: Json) -> Json:
        certificates.append(certificate)
        return {"kind": certificate.get("kind"), "kept": len(certificates) - 1}

    bare: Json = without(report)
    return bare, certificates


def together(bare: Json, certificates: list[Json]) -> Json:
    """The whole report again.  Raises `IndexError` where a certificate is missing."""

    def with_them(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: kept(v) if k in FIELDS and isinstance(v, dict) else with_them(v) for k, v in value.items()}
        return [with_them(v) for v in value] if isinstance(value, list) else value

    def kept(mark: Json) -> Json:
        return certificates[mark["kept"]]

    whole: Json = with_them(bare)
    return whole
