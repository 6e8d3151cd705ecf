"""What a claim says once its asymptotic orders, probabilities and expectations are written out."""

from __future__ import annotations

import re

from verifier.language.claim import Claim
from verifier.language.text.printing import to_text
from verifier.language.text.vocabulary import EXPANDING

_USED = re.compile(rf"\b(?:{'|'.join(sorted(EXPANDING))})\s*\(")


def expansion(claim: Claim) -> str | None:
    """The hypotheses and the goal written out; None where the claim has none of these words."""
    texts = [claim.goal_text, *(h.text for h in claim.given), *(d.text for d in claim.definitions)]
    if not any(_USED.search(text) for text in texts):
        return None
    given = ", ".join(to_text(h.formula) for h in claim.given)
    return f"{given} |- {to_text(claim.goal)}" if given else to_text(claim.goal)
