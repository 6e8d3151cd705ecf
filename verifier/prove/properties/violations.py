"""Points that are built for the hypotheses and at which the goal is seen to fail, as closed terms.

Decides nothing: what is seen of a goal that speaks of infinitely many values may be wrong, and a hypothesis may fail
where nobody looked.  Whoever uses a point proves what it needs there.
"""

from __future__ import annotations

from collections.abc import Mapping

from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr
from verifier.language.named import apart
from verifier.prove.driver.effort import now
from verifier.prove.properties.ball_values import precision
from verifier.prove.properties.building import Builder, as_terms
from verifier.prove.properties.seeing import Seeing
from verifier.prove.properties.solving import LOST

POINTS = 200
MOST = 4  # points that are handed on


def violations(statement: Statement, seconds: float) -> list[Mapping[str, Expr]]:
    """Values of all variables, those of sequences, curves and functions as terms; the shortest first."""
    end = now() + seconds
    form = apart(statement)
    found: list[Mapping[str, Expr]] = []
    for env in Builder(form, closed=True).points(POINTS, now() + 0.6 * seconds):
        values = as_terms(form, env)
        if values is None or "__law__" in env:
            continue
        try:
            with precision():
                seen = Seeing(end).asked(form.goal, env)[0]
        except LOST:
            continue
        if seen is False:
            found.append(values)
    return sorted(found, key=lambda values: len(repr(values)))[:MOST]
