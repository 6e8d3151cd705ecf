"""Which generator goes with which rule."""

from __future__ import annotations

from fuzz.algebra import ALGEBRA
from fuzz.analysis import ANALYSIS
from fuzz.discrete import DISCRETE
from fuzz.existence import EXISTENCE
from fuzz.fields import FIELDS
from fuzz.foundations import FOUNDATIONS
from fuzz.harness import Generator
from fuzz.infinite_rules import INFINITE
from fuzz.integral_rules import INTEGRALS
from fuzz.limit_rules import LIMITS
from fuzz.logic_rules import LOGIC
from fuzz.means import MEANS
from fuzz.radii import RADII_RULES
from fuzz.series_rules import SERIES
from fuzz.slopes import SLOPES
from fuzz.sums_and_facts import SUMS_AND_FACTS

#: by the name of the rule; after a slash, or without a rule of that name, what else is asked
GENERATORS: dict[str, Generator] = {
    **LOGIC,
    **ALGEBRA,
    **SUMS_AND_FACTS,
    **ANALYSIS,
    **EXISTENCE,
    **FIELDS,
    **INFINITE,
    **INTEGRALS,
    **SLOPES,
    **SERIES,
    **LIMITS,
    **RADII_RULES,
    **DISCRETE,
    **FOUNDATIONS,
    **MEANS,
}
