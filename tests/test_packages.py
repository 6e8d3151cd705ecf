"""An installed copy has every room of the package."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_room_is_installed():
    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])
    rooms = {".".join(f.parent.relative_to(ROOT).parts) for f in (ROOT / "verifier").rglob("__init__.py")}
    assert listed - {"verifier.proofs"} == rooms
