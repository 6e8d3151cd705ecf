"""Which function is rewritten by whom: word or head -> handler(normal, term, atom)."""

from __future__ import annotations

from verifier.prove.normal import angles_of_points, complexes, exponentials, inverses, radicals, special, trigonometric
from verifier.prove.normal.normal import Handler

HANDLERS: dict[str, Handler] = {
    **exponentials.HANDLERS, **trigonometric.HANDLERS, **radicals.HANDLERS, **inverses.HANDLERS,
    **special.HANDLERS, **complexes.HANDLERS, **angles_of_points.HANDLERS,
}  # fmt: skip
