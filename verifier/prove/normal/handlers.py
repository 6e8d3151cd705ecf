"""What normal forms know of functions: which one is rewritten by whom, and how terms are shown not to vanish."""

from __future__ import annotations

from verifier.prove.normal import angles_of_points, complexes, exponentials, inverses, radicals, special, trigonometric
from verifier.prove.normal.normal import Ways
from verifier.prove.order.apart import nonzero

WAYS = Ways(
    {
        **exponentials.HANDLERS, **trigonometric.HANDLERS, **radicals.HANDLERS, **inverses.HANDLERS,
        **special.HANDLERS, **complexes.HANDLERS, **angles_of_points.HANDLERS,
    },
    nonzero,
)  # fmt: skip
