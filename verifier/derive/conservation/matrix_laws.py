"""Conservation laws with matrices of symbolic size: decided for all sizes, from the gradient of the loss as text.

A matrix formula Q of the parameters X is conserved by dX/dt = -G_X when its derivative along the directions G_X is
zero.  The derivative is formed by the product rule, and that it is zero is a claim, decided by the portfolio with
evidence that the kernel checks.  Where the loss is given too, that each G_X is its gradient is a claim of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from verifier.derive.matrix_calculus import NoDerivative, directional
from verifier.derive.readable_terms import Scope
from verifier.kernel.check import check
from verifier.kernel.logic.proofs import Rejected
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr
from verifier.language.claim import Claim, claim, declare
from verifier.language.named import fresh, substitute
from verifier.language.script import Step
from verifier.language.text.latex import to_latex
from verifier.language.text.printing import to_text
from verifier.language.text.text import parse, read_definitions
from verifier.language.typing.typing import IllTyped, shape_of
from verifier.prove.portfolio import decide

STEP = "eta"  # the step size of gradient descent


class NotConserved(ValueError):
    """The law, its gradient or its drift was refuted or not proved; the message has the verdict."""


@dataclass(frozen=True)
class Family:
    """A family of models of all sizes: parameters, gradients of the loss, and formulas that gradient flow conserves.

    `variables` are names and domains in the language of claims; `gradients` maps each trained parameter to its
    gradient, a text, or to "" for the gradient of the loss, which is then taken by rule (other variables stand still);
    `laws` are the conserved formulas.  An index variable in a law stands for each of its values.  `argument` is a hint
    for the proof that each law is conserved, `example` a point that satisfies what is given; neither is believed.
    """

    name: str
    variables: tuple[tuple[str, str], ...]
    gradients: tuple[tuple[str, str], ...]
    laws: tuple[str, ...]
    loss: str = ""
    definitions: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    says: str = ""
    source: str = ""
    argument: tuple[Step, ...] = field(default=(), repr=False)
    example: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class ProvedFamily:
    """Claims about a family, each with its verdict `proved`."""

    family: Family
    claims: tuple[Claim, ...]
    verdicts: tuple[Any, ...] = field(repr=False)
    drift: bool = False

    def verify(self) -> bool:
        """Whether these are the claims of the family, and the kernel accepts each certificate once more."""
        if [c.digest for c in self.claims] != [c.digest for c in _claims(self.family, self.drift)]:
            return False
        for stated, verdict in zip(self.claims, self.verdicts, strict=True):
            if verdict.verdict != "proved" or verdict.certificate is None:
                return False
            try:
                report = check(stated.statement(), verdict.certificate, stated.cited)
            except Rejected:
                return False
            if report.establishes != "statement" or report.assumes:
                return False
        return True

    def latex(self) -> str:
        """The laws as LaTeX, one line each."""
        laws = (to_latex(_read(self.family, text, f"law of {self.family.name}")) for text in self.family.laws)
        return r" \\ ".join(rf"{law} = \text{{constant}}" for law in laws)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle \begin{{gathered}} {self.latex()} \end{{gathered}}$"

    def __str__(self) -> str:
        says = "is conserved"
        if self.drift:
            moved = ", ".join(f"{x} - {STEP}*G{x}" for x, _ in self.family.gradients)
            says = f"changes by {STEP}**2 times itself at the gradients G in a step to {moved}"
        return "\n".join([f"{self.family.name}, all sizes:", *(f"  {law} {says}" for law in self.family.laws)])


def prove_family(family: Family, budget: float = 20.0) -> ProvedFamily:
    """Decide, for all sizes, that the gradients are those of the loss (where given), and that each law is conserved.

    Raises `NotConserved` with one line where a claim is refuted (with the counterexample) or not proved, and
    `ClaimError` for texts that cannot be read.

    >>> letters = (("u", "real"), ("v", "real"), ("g", "real"))
    >>> print(prove_family(Family("scalar", letters, (("u", "g*v"), ("v", "g*u")), ("u**2 - v**2",))))
    scalar, all sizes:
      u**2 - v**2 is conserved
    """
    claims = _claims(family, drift=False)
    advice = "" if all(text for _, text in family.gradients) else " (gradients as text would allow a counterexample)"
    return ProvedFamily(family, tuple(claims), tuple(_proved(c, budget, advice) for c in claims))


def prove_law(
    law: str, variables: Mapping[str, str], trained: Sequence[str] | Mapping[str, str], *, loss: str = "",
    definitions: Sequence[str] = (), given: Sequence[str] = (), budget: float = 20.0,
) -> ProvedFamily:  # fmt: skip
    """Decide, for all sizes, that gradient flow conserves a formula.

    `trained` lists the parameters that move by the gradient of `loss`, or maps each to the text of its gradient.
    Raises as `prove_family`.

    >>> sizes = {"m": "positive integer", "n": "positive integer"}
    >>> letters = {**sizes, "W": "matrix(m, n)", "a": "matrix(n, 1)", "y": "matrix(m, 1)"}
    >>> print(prove_law("a*a.T - W.T*W", letters, ["W", "a"], loss="norm2(W*a - y)**2"))
    law, all sizes:
      a*a.T - W.T*W is conserved
    """
    moves = dict(trained) if isinstance(trained, Mapping) else dict.fromkeys(trained, "")
    return prove_family(
        Family("law", tuple(variables.items()), tuple(moves.items()), (law,), loss, tuple(definitions), tuple(given)),
        budget,
    )


def prove_drift(family: Family, budget: float = 20.0) -> ProvedFamily:
    """Decide, for all sizes, that one step of gradient descent changes each law Q by eta^2 Q(gradients), no more.

    X becomes X - eta G_X for each trained parameter.  Two claims for each law: its derivative along the gradients
    vanishes, and Q(X - eta G) = Q(X) + eta^2 Q(G) for all letters G along which it vanishes; put the gradients for the
    letters.  This is so for conserved homogeneous quadratic formulas; others are refused with `NotConserved`
    (`descent_drift` has their exact drift at given sizes).
    """
    claims = _claims(family, drift=True)
    return ProvedFamily(family, tuple(claims), tuple(_proved(c, budget) for c in claims), drift=True)


def conservation_claim(family: Family, law: str) -> Claim:
    """The claim that the derivative of a formula along the gradients of the family vanishes."""
    where = f"law of {family.name}"
    formula = _read(family, law, where)
    directions = _directions(family)
    if not free_names(formula) & directions.keys():
        raise NotConserved(f"{law} has none of the trained parameters {', '.join(directions)}: nothing to conserve")
    rate = _rate(family, formula, directions)
    return _claim(family, f"{where}: {law}", ("==", rate, _zero(family, formula)), argument=family.argument)


def drift_claim(family: Family, law: str) -> Claim:
    """The claim Q(X - eta G) == Q(X) + eta^2 Q(G) for all G along which the derivative of Q vanishes."""
    if any(name == STEP for name, _ in family.variables):
        raise NotConserved(f"{STEP} is the step size of gradient descent: give the variable another name")
    formula, sorts = _read(family, law, f"law of {family.name}"), _sorts(family)
    further = {STEP: "real"}
    letters: dict[str, Expr] = {}
    for x in _directions(family):
        letter = fresh(f"G{x}", sorts.keys() | further.keys())
        size, letters[x] = sorts[x][1:], letter
        further[letter] = f"matrix({', '.join(map(to_text, size))})" if sorts[x][0] == "matrix" else "real"
    moved: dict[str, Expr] = {x: ("-", x, ("*", STEP, g)) for x, g in letters.items()}
    square: Expr = ("*", ("^", STEP, 2), substitute(formula, letters))
    goal: Expr = ("==", substitute(formula, moved), ("+", formula, square))
    rate: Expr = ("==", _rate(family, formula, letters), _zero(family, formula))
    return _claim(family, f"drift of {family.name}: {law}", goal, further, {"conserved": rate})


def _rate(family: Family, formula: Expr, directions: Mapping[str, Expr]) -> Expr:
    """The derivative of a formula when each name moves in its direction.  Raises `NotConserved`."""
    sorts = _sorts(family)
    names = free_names(formula).union(sorts, *(free_names(e) for e in directions.values()))
    letters = {x: fresh(f"d{x}", names) for x in free_names(formula) & directions.keys()}
    moving = {letter: sorts[x] for x, letter in letters.items()}
    structured = frozenset(n for n, text in family.variables if text.startswith(("symmetric", "diagonal", "psd")))
    try:
        found = directional(formula, letters, Scope({**sorts, **moving}, structured))
    except NoDerivative as error:
        raise NotConserved(f"{_text(formula)}: {error}") from None
    return substitute(found, {letter: directions[x] for x, letter in letters.items()})


def _claims(family: Family, drift: bool) -> list[Claim]:
    if drift:
        return [make(family, law) for law in family.laws for make in (conservation_claim, drift_claim)]
    gradients = [_gradient_claim(family, name, text) for name, text in family.gradients if family.loss and text]
    return gradients + [conservation_claim(family, law) for law in family.laws]


def _gradient_claim(family: Family, name: str, text: str) -> Claim:
    where = f"gradient of {family.name}"
    loss, stated = _read(family, family.loss, where), _read(family, text, where)
    return _claim(family, f"{where}: {name}", ("==", ("grad", loss, name, name), stated))


def _claim(
    family: Family, name: str, goal: Expr, further: Mapping[str, str] | None = None,
    supposed: Mapping[str, Expr] | None = None, argument: Sequence[Step] = (),
) -> Claim:  # fmt: skip
    given: dict[str, str | Expr] = {f"given {i}": text for i, text in enumerate(family.given, 1)}
    return claim(
        name[:200], goal, variables={**dict(family.variables), **(further or {})}, given={**given, **(supposed or {})},
        definitions=family.definitions, argument=argument, example=dict(family.example) if argument else None,
    )  # fmt: skip


def _read(family: Family, text: str, where: str) -> Expr:
    declared = {v.name: v.domain for v in declare(dict(family.variables), where)}
    macros = read_definitions(family.definitions, declared=declared, where=where)
    return parse(text, declared=declared, definitions=macros, kind="term", where=where)


def _directions(family: Family) -> dict[str, Expr]:
    declared = dict(family.variables)
    for name, _ in family.gradients:
        if name not in declared:
            raise NotConserved(f"there is a gradient for {name}, which is no variable: {', '.join(declared)}")
    where = f"gradient of {family.name}"
    if not family.loss and any(not text for _, text in family.gradients):
        raise NotConserved(f"{family.name} has neither the gradients nor the loss: give one of them")
    return {
        name: _read(family, text, where) if text else ("grad", _read(family, family.loss, where), name, name)
        for name, text in family.gradients
    }


def _sorts(family: Family) -> dict[str, Any]:
    return {v.name: v.domain.sort for v in declare(dict(family.variables), family.name)}


def _zero(family: Family, formula: Expr) -> Expr:
    try:
        shape = shape_of(formula, _sorts(family))
    except IllTyped as error:
        raise NotConserved(f"{_text(formula)} is not well typed: {error}") from None
    return ("zeros", *shape[1:]) if shape[0] == "matrix" else 0


def _proved(stated: Claim, budget: float, advice: str = "") -> Any:
    verdict = decide(stated, budget)
    if verdict.verdict == "proved" and verdict.vacuity != "unknown":
        return verdict
    at = ""
    if verdict.counterexample:
        at = " at " + ", ".join(f"{k} = {v}" for k, v in verdict.counterexample.items())
    raise NotConserved(f"{stated.id}: {verdict.verdict}{at}: {verdict.reason}{advice}")


def _text(e: Expr) -> str:
    shown = to_text(e)
    return shown if len(shown) <= 80 else shown[:77] + "..."
