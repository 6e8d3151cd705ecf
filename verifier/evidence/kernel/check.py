"""The kernel's one entry: does this certificate establish this statement?

A certificate is plain data of one of four kinds:

* ``proof``: a tree that proves the statement from its variables and hypotheses;
* ``refutation``: exact values of the variables, and a tree that proves every hypothesis and the negation
  of the goal at these values;
* ``vacuous``: a tree that derives a contradiction from the hypotheses;
* ``inhabited``: values and a tree that proves every hypothesis there.

A proof may cite closed formulas under labels; their digests are reported in `Report.assumes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verifier.evidence.kernel.expr import (
    FALSE,
    Expr,
    Malformed,
    Statement,
    conjunction,
    free_names,
    from_json,
    negation,
    substitute,
)
from verifier.evidence.kernel.integers import Unknown
from verifier.evidence.kernel.logic import Checker, Rejected, Sequent, apply_value

_ESTABLISHES = {"proof": "statement", "refutation": "denial", "vacuous": "vacuity", "inhabited": "inhabited"}


@dataclass(frozen=True)
class Report:
    """What was established: statement, denial, vacuity or inhabited; from which cited formulas."""

    establishes: str
    assumes: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()


def check(statement: Statement, certificate: Mapping[str, Any]) -> Report:
    """Re-check a certificate.  Raises `Rejected` with one line where it establishes nothing."""
    try:
        return _check(statement, certificate)
    except (Malformed, Unknown) as error:
        raise Rejected(str(error)) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        if isinstance(error, Rejected):
            raise
        raise Rejected(f"the certificate is not of the form it should be ({error!r:.80})") from None
    except RecursionError:
        raise Rejected("the certificate is nested too deep") from None


def _check(statement: Statement, certificate: Mapping[str, Any]) -> Report:
    kind = certificate.get("kind")
    if kind not in _ESTABLISHES:
        raise Rejected(f"unknown kind of certificate {kind!r:.40}")
    checker = Checker()
    sequent = Sequent()
    cites: dict[str, Expr] = {}
    for label, data in dict(certificate.get("cites", {})).items():
        formula = from_json(data)
        if free_names(formula):
            raise Rejected(f"the cited formula {label!r:.40} is not closed")
        cites[label] = formula
        sequent = sequent.assume(f"cited:{label}", formula)
    if kind in ("proof", "vacuous"):
        for name, sort in statement.variables:
            sequent = sequent.declare(name, sort)
        for label, formula in statement.given:
            sequent.scoped(formula)
            sequent = sequent.assume(label, formula)
        sequent.scoped(statement.goal)
        checker.check(sequent, statement.goal if kind == "proof" else FALSE, certificate["tree"])
    else:
        parts = [f for _, f in statement.given]
        if kind == "refutation":
            parts.append(negation(statement.goal))
        formula = conjunction(parts)
        done: dict[str, Expr] = {}
        for name, sort in statement.variables:
            data = certificate["values"][name]
            index = data.get("index") if isinstance(data, Mapping) else None
            value = from_json(data["value"] if isinstance(data, Mapping) else data)
            if free_names(value) - ({index} if index else set()):
                raise Rejected(f"the value of {name} is not closed")
            checker.fits(sequent, value, substitute(sort, done), index)
            formula = apply_value(formula, name, value, index)
            if index is None:
                done[name] = value
        checker.check(sequent, formula, certificate["tree"])
    assumes = tuple(sorted(Statement((), (), f).digest() for f in cites.values()))
    return Report(_ESTABLISHES[str(kind)], assumes, tuple(sorted(checker.axioms)))
