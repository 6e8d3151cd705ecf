"""Traces of shipped certificates, read back from JSON, for the tests that replay and damage them."""

import json
from functools import cache
from pathlib import Path

from evidence_files import plain

from verifier.evidence.steps import trace
from verifier.kernel.statement import Statement

PROOFS = Path(__file__).resolve().parents[2] / "proofs"
SMALL = "temporal_extrapolation"
SAMPLE = {"curse_of_memory": 80, "discrete_gradient_dynamics": 80, "initialization_shape": 80,
          "low_dimensional_state_spaces": 80}  # fmt: skip
EACH = 3  # certificates for each rule
CUT = "box in parts"


@cache
def claims(paper):
    return plain(PROOFS / paper / "evidence.json")["claims"]


@cache
def cited(paper):
    return {d: Statement.from_json(next(iter(entries.values()))["statement"]) for d, entries in claims(paper).items()}


def shipped(paper, step=1, start=0):
    """Certificates of a paper, each once: (statement, certificate)."""
    seen = set()
    for digest in sorted(claims(paper))[start::step]:
        for _, entry in sorted(claims(paper)[digest].items()):
            certificate = entry["verdict"].get("certificate")
            if certificate is not None and (text := json.dumps(certificate, sort_keys=True)) not in seen:
                seen.add(text)
                yield Statement.from_json(entry["statement"]), certificate


def written(statement, certificate, known=None):
    """The trace as it is read back from JSON."""
    return json.loads(json.dumps(trace(statement, certificate, known or {})))


@cache
def varied():
    """Traces of short certificates in which each kind of rewrite is found."""
    return [written(s, c, cited(paper)) for paper, step in {SMALL: 15, **SAMPLE}.items()
            for s, c in shipped(paper, step) if len(json.dumps(c)) < 8_000]  # fmt: skip


@cache
def shortest(rules):
    """The traces of the shortest certificates that use a rule, for each of these rules."""
    chosen = {}
    for paper in (SMALL, *SAMPLE):
        for statement, certificate in shipped(paper):
            text = json.dumps(certificate)
            for rule in rules.intersection(used(certificate)):
                chosen.setdefault(rule, []).append((len(text), text, statement, certificate, paper))
    each = {text: rest for found in chosen.values()
            for _, text, *rest in sorted(found, key=lambda one: one[:2])[:EACH]}  # fmt: skip
    return [written(s, c, cited(paper)) for _, (s, c, paper) in sorted(each.items())]


def used(data):
    """The names of the rules in a certificate, and `CUT`."""
    if isinstance(data, dict):
        if isinstance(data.get("rule"), str):
            yield data["rule"]
            if data["rule"] == "box" and isinstance(data["tree"], dict):
                yield CUT
        data = list(data.values())
    if isinstance(data, list):
        for v in data:
            yield from used(v)
