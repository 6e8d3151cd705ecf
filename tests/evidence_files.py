"""Evidence files as tests change them: every part written out, no two places share one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from verifier.evidence.strict_json import of_this_version, read_json


def plain(path: Path) -> dict[str, Any]:
    """What a file says, without shared parts."""
    data = dict(of_this_version(read_json(path)))
    data.pop("shared", None)
    return json.loads(json.dumps(data))
