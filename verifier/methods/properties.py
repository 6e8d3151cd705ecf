"""Every claim as a Hypothesis property: exact values drawn by Hypothesis, exact evaluation, its shrinking.

A run finds counterexamples and counts how many points satisfied the hypotheses.  It proves nothing.
"""

from __future__ import annotations

import contextlib
from typing import Any

from verifier.claims.semantics import Limits
from verifier.kernel.statement import Statement
from verifier.methods.sampling import QUICK, SampleReport, constant_form, judge, sample, strategy_for


class _Violated(Exception):
    """Tells Hypothesis that a point is a counterexample."""


def property_run(statement: Statement, n: int = 50, seed: int = 0, limits: Limits = QUICK) -> SampleReport:
    """`n` points from Hypothesis, then, where few of them met the hypotheses, `n` structured samples.

    A violation is the one that Hypothesis has shrunk to.  Raises nothing on hopeless statements.
    """
    import hypothesis
    from hypothesis.errors import HypothesisException

    flat = constant_form(statement)
    counts = {"tried": 0, "satisfied": 0, "undecided": 0}
    found: list[dict[str, Any]] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=n, deadline=None, database=None, print_blob=False, report_multiple_bugs=False,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
    )  # fmt: skip
    @hypothesis.given(strategy_for(statement))
    def holds_there(env: dict[str, Any]) -> None:
        verdicts = judge(flat, env, limits)
        if not found:  # what comes after the first violation is shrinking, no further sample
            counts["tried"] += 1
            counts["satisfied"] += verdicts is not None and verdicts[0] is True
            counts["undecided"] += verdicts is not None and verdicts[0] is True and verdicts[1] is None
        if verdicts is not None and verdicts[0] is True and verdicts[1] is False:
            found.append(env)
            raise _Violated

    with contextlib.suppress(_Violated, HypothesisException):
        holds_there()
    if found:
        return SampleReport(counts["tried"], counts["satisfied"], 1, counts["undecided"], seed, found[-1])
    if counts["satisfied"] >= n // 2:
        return SampleReport(counts["tried"], counts["satisfied"], 0, counts["undecided"], seed)
    more = sample(statement, n, seed, limits)
    return SampleReport(
        counts["tried"] + more.tried, counts["satisfied"] + more.satisfied, more.violated,
        counts["undecided"] + more.undecided, seed, more.violation,
    )  # fmt: skip
