"""The store is a cache: its keys name all that an answer depends on, and what was no answer is not kept."""

from __future__ import annotations

from verifier.audit import fingerprint
from verifier.audit.discover import package_folder
from verifier.audit.nursery import Limits
from verifier.audit.runner import Job, Runner

LIMITS = Limits(wall=60, cpu=60)


def test_what_decides_a_claim_is_part_of_the_key_of_its_verdict():
    with Runner(1) as running:
        [(_, reply)] = running.run([Job(0, "nursery_fakes:files_after_a_search", (), LIMITS)])
    assert reply.failure is None and len(reply.value) > 50
    known = {str(f) for f in fingerprint.deciding_files()}
    beside = {str(package_folder() / name) for name in ("__init__.py", "audit/__init__.py")}  # hand names on
    assert set(reply.value) - known - beside == set()


def test_a_library_that_was_missing_makes_another_key(monkeypatch):
    from importlib import metadata

    before, there = fingerprint.of_deciding_code(), metadata.version

    def without(name):
        if name == "z3-solver":
            raise metadata.PackageNotFoundError(name)
        return there(name)

    monkeypatch.setattr(metadata, "version", without)
    assert fingerprint.of_deciding_code() != before
