"""The kernel's one entry: does this certificate establish this statement?

A certificate is plain data of one of five kinds:

* ``proof``: a tree that proves the statement from its variables and hypotheses;
* ``refutation``: exact values of the variables, and a tree that proves every hypothesis and the negation
  of the goal at these values; or, with ``somewhere``, a tree that proves that there is such a point, where the
  claim is well defined;
* ``undefined``: values at which a term of the statement is undefined though all that guards it holds;
* ``vacuous``: a tree that derives a contradiction from the hypotheses;
* ``inhabited``: values and a tree that proves every hypothesis there; ``somewhere`` as above.

A value is put in for its variable; where a gradient is taken at that variable it stands as an equation instead, since
gradients are read at variables alone.  A hypothesis that holds is defined: a proof may use that for the
hypotheses that it names under ``meant``.  It proves the statement then, and not its closed formula, in which functions
are total and log(-1) == log(-1) holds: no other proof may cite it.

A proof has a second tree, ``defined``, where the statement uses operations that are not defined everywhere (see
`definedness`); a refutation and an inhabited one have it for their point.

A certificate may cite claims: under a label of its own stands the digest of a claim.  The caller hands over the claims
that may be cited; that each is the one of its digest is computed here.  What is established then holds if the cited
claims do, whose digests are reported in `Report.assumes`; whether they do is decided by `closure`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.instances import apply_value
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.meaning.definedness import definedness, meaningful
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import (
    bind,
    free_names,
    negation,
    new_name,
    opened,
    operands,
    outer,
    read,
    subexpressions,
    substitute,
    under,
)
from verifier.kernel.terms.expr import BINDERS, FALSE, TRUE, Expr, Malformed, conjunction, head, rational
from verifier.kernel.work import TooMuch, bounded

_ESTABLISHES = {"proof": "statement", "refutation": "denial", "vacuous": "vacuity", "inhabited": "inhabited",
                "undefined": "undefined"}  # fmt: skip
NO_CLAIMS: Mapping[str, Statement] = {}
Obligation: TypeAlias = tuple[str, Sequent, Expr, Any]


@dataclass(frozen=True)
class Report:
    """What was established, from which cited claims (digests): statement, denial, vacuity, inhabited or undefined.

    Or ``meant``: the statement at all points at which its hypotheses are defined and hold; not its closed formula.
    """

    establishes: str
    assumes: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()


def check(
    statement: Statement, certificate: Mapping[str, Any], claims: Mapping[str, Statement] = NO_CLAIMS
) -> Report:
    """Re-check a certificate, which may cite the `claims` by their digests.

    Raises `Rejected` with one line where it establishes nothing, or takes too much work.
    """
    try:
        with bounded():
            return _check(statement, certificate, claims)
    except TooMuch as error:
        raise Rejected(str(error)) from None
    except (Malformed, Unknown) as error:
        raise Rejected(str(error)) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        if isinstance(error, Rejected):
            raise
        raise Rejected(f"the certificate is not of the form it should be ({error!r:.80})") from None
    except (ArithmeticError, AssertionError, StopIteration) as error:
        raise Rejected(f"the certificate is not of the form it should be ({error!r:.80})") from None
    except RecursionError:
        raise Rejected("the certificate is nested too deep") from None


def under_law(
    checker: Checker, sequent: Sequent, formula: Expr, random: Mapping[str, Expr], law: Mapping[str, Any]
) -> Expr:
    """Every expectation as a finite sum: outcome s has probability weights[s] and values outcomes[name][s].

    Raises `Rejected` unless the weights are a probability and all random variables stand inside expectations.
    """
    weights = [rational(w) for w in law["weights"]]
    if any(w < 0 for w in weights) or sum(weights) != 1:
        raise Rejected("the weights of the law are no probability")
    outcomes: dict[str, list[tuple[Expr, str | None]]] = {}
    for name, sort in random.items():
        listed = list(law["outcomes"][name])
        if len(listed) != len(weights):
            raise Rejected(f"{name} has not as many outcomes as there are weights")
        outcomes[name] = []
        for data in listed:
            index = data.get("index") if isinstance(data, Mapping) else None
            value = read(data["value"] if isinstance(data, Mapping) else data)
            checker.fits(sequent, value, operands(sort)[0], index)  # closed: nothing is declared
            outcomes[name].append((value, index))

    def mean(body: Expr, w: str) -> Expr:
        terms: list[Expr] = []
        for i, weight in enumerate(weights):
            part = body
            for name, listed in outcomes.items():
                part = apply_value(part, name, random[name], *listed[i])
            terms.append(("*", ("/", weight.numerator, weight.denominator), part))
        return ("+", *terms)

    def walk(e: Expr) -> Expr:
        if not isinstance(e, tuple) or free_names(e).isdisjoint(random):
            return e
        if e[0] == "expect":
            w = new_name()
            return mean(walk(opened(e, w)[0]), w)  # the means inside first: they are numbers
        return under(e, walk) if e[0] in BINDERS else (e[0], *(walk(a) for a in operands(e)))

    found = walk(formula)
    if free_names(found) & set(random):
        raise Rejected("a random variable outside every expectation")
    return found


def at_value(formula: Expr, name: str, sort: Expr, value: Expr, index: str | None = None) -> Expr:
    """The formula at a value of a variable; where a gradient is taken at it, for all that equal the value.

    That is the same, since the value is closed and belongs to the sort; gradients are read at variables alone.
    """
    taken = any(head(e) == "grad" and outer(e) == (name,) for e in subexpressions(formula))
    if not taken or head(sort) not in ("real", "matrix"):
        return apply_value(formula, name, sort, value, index)
    return bind("forall", name, sort, ("implies", ("==", name, value), formula))


def _check(
    statement: Statement, certificate: Mapping[str, Any], claims: Mapping[str, Statement] = NO_CLAIMS
) -> Report:
    checker = Checker()
    cites, parts = obligations(checker, statement, certificate, claims)
    for _, sequent, goal, tree in parts:
        checker.check(sequent, goal, tree)
    return Report(established(certificate), tuple(sorted(cites)), tuple(sorted(checker.axioms)))


def established(certificate: Mapping[str, Any]) -> str:
    """What a certificate establishes where it is accepted."""
    found = _ESTABLISHES[certificate["kind"]]
    return "meant" if found == "statement" and certificate.get("meant") else found


def _cited(digest: Any, claims: Mapping[str, Statement], label: str) -> Expr:
    """The closed formula of the claim of this digest.  Raises `Rejected` where it is not at hand or is another one."""
    claim = claims.get(digest) if isinstance(digest, str) else None
    if claim is None:
        raise Rejected(f"the claim that is cited as {label!r:.60} is not at hand")
    if claim.digest() != digest:
        raise Rejected(f"the claim that is cited as {label!r:.60} is not the one of its digest")
    formula = claim.closed()
    if free_names(formula):
        raise Rejected(f"the claim that is cited as {label!r:.60} is not closed")
    return formula


def obligations(
    checker: Checker, statement: Statement, certificate: Mapping[str, Any],
    claims: Mapping[str, Statement] = NO_CLAIMS,
) -> tuple[set[str], list[Obligation]]:  # fmt: skip
    """The digests of what is cited, and what the trees must prove: (field of the certificate, sequent, goal, tree).

    Raises `Rejected` where the certificate does not fit the statement.
    """
    statement = statement.marked()
    kind = certificate.get("kind")
    if kind not in _ESTABLISHES:
        raise Rejected(f"unknown kind of certificate {kind!r:.40}")
    sequent = Sequent()
    cites: set[str] = set()
    for label, digest in dict(certificate.get("cites", {})).items():
        formula = _cited(digest, claims, label)
        sequent.formula(formula)
        cites.add(digest)
        sequent = sequent.assume(f"cited:{label}", formula)
    inside = sequent
    for name, sort in statement.variables:
        inside = inside.declare(name, sort)
    declared = inside
    for label, formula in statement.given:
        inside.formula(formula)
        inside = inside.assume(label, formula)
    inside.formula(statement.goal)
    for label in certificate.get("meant", ()):
        formula = dict(statement.given)[label]
        inside = inside.assume(f"meant:{label}", meaningful(formula, dict(statement.variables), asserted=True))
    if kind in ("proof", "vacuous"):
        goal = statement.goal if kind == "proof" else FALSE
        proof: list[Obligation] = [("tree", inside, goal, certificate["tree"])]
        if kind == "proof" and (needed := definedness(statement)) != TRUE:
            if "defined" not in certificate:
                raise Rejected("the statement is not shown to be well defined")
            proof.insert(0, ("defined", declared, needed, certificate["defined"]))
        return cites, proof
    parts = [f for _, f in statement.given]
    if kind == "refutation":
        parts.append(negation(statement.goal))
    formula = conjunction(parts)
    meant = Statement(statement.variables, statement.given, TRUE) if kind == "inhabited" else statement
    needed = definedness(meant, everything=kind != "undefined", least=kind == "undefined")
    if kind == "undefined":
        terms = (e for p in (*parts, statement.goal) for e in subexpressions(p))
        if any(head(e) in ("expect", "grad") or (head(e) == "fn" and operands(e)[0] == "diff") for e in terms):
            raise Rejected("where a derivative or an expectation exists is not decided by its form")
        formula, needed = negation(needed), TRUE
    if kind != "undefined" and certificate.get("somewhere"):
        if any(head(sort) == "random" for _, sort in statement.variables):
            raise Rejected("there is no 'there is' for a random variable")
        formula = conjunction([formula, needed])
        for name, sort in reversed(statement.variables):
            formula = bind("exists", name, sort, formula)
        return cites, [("tree", sequent, formula, certificate["tree"])]
    done: dict[str, Expr] = {}
    for name, sort in statement.variables:
        if head(sort) == "random" and name not in certificate["values"]:
            continue
        data = certificate["values"][name]
        index = data.get("index") if isinstance(data, Mapping) else None
        value = read(data["value"] if isinstance(data, Mapping) else data)
        sort = substitute(sort, done)
        checker.fits(sequent, value, sort, index)  # closed: nothing is declared
        formula = at_value(formula, name, sort, value, index)
        needed = at_value(needed, name, sort, value, index)
        if index is None:
            done[name] = value
    random = {n: substitute(s, done) for n, s in statement.variables if n not in certificate["values"]}
    if random:
        formula = under_law(checker, sequent, formula, random, certificate["law"])
        needed = under_law(checker, sequent, needed, random, certificate["law"])
    point: list[Obligation] = [("tree", sequent, formula, certificate["tree"])]
    if needed != TRUE:
        point.append(("defined", sequent, needed, certificate["defined"]))
    return cites, point
