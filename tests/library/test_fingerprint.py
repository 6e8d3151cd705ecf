"""What verdicts are remembered under: the kernel and the library belong to it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from verifier.papers.discover import package_folder
from verifier.run import fingerprint


@pytest.mark.parametrize("changed", ["kernel/logic/rules.py", "library/pages/evidence.json", "library/trees.py"])
def test_another_kernel_or_library_is_another_program(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "verifier"
    for part in fingerprint.DECIDING:
        shutil.copytree(package_folder() / part, copy / part)
    monkeypatch.setattr(fingerprint, "package_folder", lambda: copy)
    before = fingerprint.of_deciding_code()
    assert fingerprint.of_deciding_code() == before
    with (copy / changed).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert fingerprint.of_deciding_code() != before
