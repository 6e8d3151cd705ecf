"""What is said: variables and domains, claims, the safe text language, claim files."""

from verifier.claims.claim import Claim, Hypothesis, Variable, claim, declare
from verifier.claims.definitions import Definition
from verifier.claims.domains import Domain
from verifier.claims.errors import ClaimError, ClaimTypeError
from verifier.claims.printing import to_text
from verifier.claims.text import parse, read_definitions, read_domain
from verifier.claims.typing import IllTyped, check_types, shape_of

__all__ = [
    "Claim",
    "ClaimError",
    "ClaimTypeError",
    "Definition",
    "Domain",
    "Hypothesis",
    "IllTyped",
    "Variable",
    "check_types",
    "claim",
    "declare",
    "parse",
    "read_definitions",
    "read_domain",
    "shape_of",
    "to_text",
]
