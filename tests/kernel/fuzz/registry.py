"""Which generator goes with which rule."""

from __future__ import annotations

from fuzz.algebra import ALGEBRA
from fuzz.analysis import ANALYSIS
from fuzz.fields import FIELDS
from fuzz.foundations import FOUNDATIONS
from fuzz.harness import Generator
from fuzz.integral_rules import INTEGRALS
from fuzz.logic_rules import LOGIC
from fuzz.slopes import SLOPES
from fuzz.sums_and_facts import SUMS_AND_FACTS

#: by the name of the rule; after a slash, or without a rule of that name, what else is asked
GENERATORS: dict[str, Generator] = {
    **LOGIC,
    **ALGEBRA,
    **SUMS_AND_FACTS,
    **ANALYSIS,
    **FIELDS,
    **INTEGRALS,
    **SLOPES,
    **FOUNDATIONS,
}

#: rules whose conclusions no model here can decide: functions and radii that exist
UNDECIDED = frozenset(("compact", "choice", "differentiable", "ladder-limit"))

#: rules without a generator so far, most of which no shipped certificate uses
LEAVING = frozenset((
    "series-limit", "series-combine", "series-shift", "series-derivative", "pieces", "piece", "divergent",
    "limit-between", "limit-side", "residues",
))  # fmt: skip
