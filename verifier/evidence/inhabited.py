"""That the hypotheses of a claim can be met: at a point, or by a proof that there is one.

A point has a closed value for each variable, and the kernel checks it as it stands (kind ``inhabited``).  A sequence
that a recurrence defines has no closed value.  For such points there is a certificate of the kind ``existence``: a
proof of the closed statement that there are values of the variables that meet all hypotheses, and at which these are
well defined.  The kernel checks that proof as it checks any other; what is added here is only the statement.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from verifier.kernel.check import NO_CLAIMS, Report, check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.meaning.definedness import definedness
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import operands
from verifier.kernel.terms.expr import TRUE, Expr, conjunction, head

KIND = "existence"


def existence(statement: Statement) -> Statement:
    """The closed statement that the hypotheses can be met.  Raises `Rejected` for random variables."""
    if any(head(sort) == "random" for _, sort in statement.variables):
        raise Rejected("there is no 'there is' for a random variable")
    needed = definedness(Statement(statement.variables, statement.given, TRUE), everything=True)
    formula = conjunction([*(f for _, f in statement.given), *([needed] if needed != TRUE else [])])
    for name, sort in reversed(statement.variables):
        formula = ("exists", name, sort, formula)
    return Statement((), (), formula)


def unconstrained(statement: Statement) -> bool:
    """Whether nothing restricts the variables, so that any values meet the hypotheses: there are none to meet.

    No domain is empty: chosen one after the other, integers are taken at least 0 where they may be, so that sizes that
    are made of such ones by addition and multiplication are; and what is made of other domains is not empty where these
    are not.
    """
    natural: set[str] = set()
    for name, sort in statement.variables:
        if head(sort) == "integer" and _high(operands(sort)[1]):
            natural.add(name)
        if not _has_values(sort, natural):
            return False
    return not statement.given


def _high(end: Expr) -> bool:
    """Whether a range that is not empty, with this end, has a member that is at least 0."""
    return end == "oo" or (isinstance(end, int) and end >= 0)


def _has_values(sort: Expr, natural: Collection[str]) -> bool:
    kind, args = head(sort), operands(sort)
    if kind == "integer":
        low, high = args
        return low == "-oo" or high == "oo" or (isinstance(low, int) and isinstance(high, int) and low <= high)
    if kind in ("sequence", "curve", "random"):
        return _has_values(args[0], natural)
    if kind == "matrix":
        return all(_natural(size, natural) for size in args)
    return _has_values(args[1], natural) if kind == "function" else kind in ("real", "complex")


def _natural(size: Expr, natural: Collection[str]) -> bool:
    if not isinstance(size, tuple):
        return size in natural if isinstance(size, str) else size >= 0
    return head(size) in ("+", "*") and all(_natural(a, natural) for a in operands(size))


def inhabited(
    statement: Statement, certificate: Mapping[str, Any], claims: Mapping[str, Statement] = NO_CLAIMS
) -> Report:
    """What the kernel says of a certificate that the hypotheses can be met.  Raises `Rejected` where it is none."""
    if certificate.get("kind") != KIND:
        report = check(statement, certificate, claims)
        if report.establishes != "inhabited":
            raise Rejected("the example of the hypotheses is none")
        return report
    if list(certificate.get("names", ())) != [name for name, _ in statement.variables]:
        raise Rejected("the names of the certificate are not those of the variables")
    report = check(existence(statement), {**certificate, "kind": "proof"}, claims)
    return Report("inhabited", report.assumes, report.axioms)
