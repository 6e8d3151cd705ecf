"""What gradient flow or a vector field conserves: matrix families for all sizes, all polynomials at given sizes."""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verifier.derive.answer import Answer, Check, demanded
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.conservation.complete_laws import CompleteLaws, laws_for_every_data_set, laws_of_fields
from verifier.derive.conservation.conserved_polynomials import NotFound
from verifier.derive.conservation.descent_drift import descent_drift
from verifier.derive.conservation.logarithmic_laws import logarithmic_laws
from verifier.derive.conservation.polynomial_programs import NotPolynomial, field_from_sympy, loss_from_sympy
from verifier.derive.conservation.separated_laws import extra_laws
from verifier.derive.factored import TooLarge
from verifier.derive.formulas import Formula, Refused
from verifier.derive.queries.quadratic_families import families
from verifier.models.model import ModelError

MOST_VARIABLES = 40
MOST_LAURENT = 400  # Laurent monomials in the search for laws with logarithms
LONG = 400  # characters of a drift beyond which it is left out


def conserved(ask: Ask) -> Answer:
    """Polynomials that gradient flow on the loss, or the user's vector field, does not change, for every data set.

    For all sizes the matrices of quadratic polynomials that the model lists or a search finds, each proved; for given
    sizes all polynomials up to the degree of the option `degree` (2), with a bound on the number of independent laws of
    any kind and its certificate, further laws with logarithms where the bound leaves room, and the drift of each law in
    a step of gradient descent.  The option `data` gives all symbols of the data numbers: then also the further laws of
    that one loss.
    """
    if ask.sizes is None:
        if ask.model.rates:
            raise Refused("conserved of a vector field for all sizes: give sizes (--size), which are all searched")
        if ask.options.get("data") or ask.options.get("degree"):
            raise Refused(f"conserved of {ask.model.name}: --set and --degree go with given sizes, not with all")
        return families(ask)
    try:
        return _Search(ask).answer()
    except TooLarge as error:
        raise TooLarge(f"{error}; polynomials and rational functions of moderate size are searched") from None


class _Search:
    """All polynomial laws at given sizes."""

    def __init__(self, ask: Ask) -> None:
        import sympy

        self.ask, self.model, self.degree = ask, ask.model, int(ask.options.get("degree", 2))
        self.made = made = Concrete(ask.model, ask.sizes or {})
        own = made.own(tuple(self.model.parameters))
        if len(own) > MOST_VARIABLES:
            raise Refused(f"conserved of {self.model.name}: {len(own)} unknowns at these sizes, over {MOST_VARIABLES}")
        self.variables = [sympy.Symbol(made.names[p]) for *_, p in own]
        self.names = [v.name for v in self.variables]
        self.gradient_flow = not self.model.rates
        self.loss: Any = None
        if self.model.rates:
            table = {x: made.sympy(made.matrix(self.model.read(text))) for x, text in self.model.rates.items()}
            self.field = {v: table[x][i, j] for v, (x, i, j, _) in zip(self.variables, own, strict=True)}
        else:
            value = made.number(self.model.loss_term)
            self.loss = made.sympy(value)
            places = [made.places[x] for x in self.model.parameters]
            self.field = {}
            if any(len(set(p.values())) < len(p) for p in places) or _has_denominator(self.loss):
                slopes = {x: made.sympy(made.gradient(value, x)) for x in self.model.parameters}
                self.field = {v: -_entry(slopes[x], i, j) for v, (x, i, j, _) in zip(self.variables, own, strict=True)}
        used = self.loss.free_symbols if self.loss is not None else set()
        used = used.union(*(f.free_symbols for f in self.field.values()))
        self.data = sorted(s.name for s in used - set(self.variables))

    def answer(self) -> Answer:
        found = self._laws({})
        laws = found.laws
        more, lines = self._further(found)
        formulas = [Formula(f"Q{i}", f"Q_{{{i}}}", None, q) for i, q in enumerate(laws.sympy(self.variables), 1)]
        logarithmic = more.sympy(self.variables) if more is not None else ()
        formulas += [Formula(f"R{i}", f"R_{{{i}}}", None, q) for i, q in enumerate(logarithmic, 1)]
        drifts = self._drifts(laws)
        separated, extra = self._separated(found)
        formulas += [Formula(f"E{i}", f"E_{{{i}}}", None, e.law.sympy(self.variables)) for i, e in enumerate(extra, 1)]
        notes = [line for line in str(found).splitlines() if not line.startswith("  ")]
        notes += [self._certificate(found), *lines, *(text for text, _ in drifts if text), *separated]
        if poles := self._poles():
            notes.append(f"the field is defined where {', '.join(f'{p} != 0' for p in poles)}")

        def checks() -> list[Check]:
            verdicts = [_timed(f"each Q is conserved, and none up to degree {self.degree} is missing", found.verify,
                               "exact linear algebra")]  # fmt: skip
            if more is not None:
                verdicts.append(_timed("each R is conserved", more.verify, "expanded exactly"))
            if drifts:
                verdicts.append(_timed("the drift in a step of descent", lambda: all(d.verify() for _, d in drifts),
                                       "Taylor's formula, and steps from exact points"))  # fmt: skip
            if separated:
                verdicts.append(_timed("the further laws at these data", self._again, "exact linear algebra"))
            return verdicts

        return demanded(Answer("conserved", self.model, self.made.sizes, tuple(formulas), verifier=checks,
                               notes=(*notes, *self.ask.notes)))  # fmt: skip

    def _laws(self, values: Mapping[Any, Any]) -> CompleteLaws:
        """The laws for all data, or where symbols of the data have values."""
        try:
            if self.field:
                field = field_from_sympy({v: f.subs(values) for v, f in self.field.items()})
                return laws_of_fields([field], self.names, self.degree, ["F"], parameters=field.parameters)
            loss = loss_from_sympy(self.loss.subs(values), self.variables)
            return laws_for_every_data_set(loss, self.names, loss.parameters, self.degree)
        except NotPolynomial as error:
            raise Refused(f"conserved of {self.model.name}: {error}") from None

    def _poles(self) -> list[Any]:
        """The irreducible polynomials at whose zeros the field is not defined."""
        import sympy

        bottoms = [sympy.fraction(sympy.together(f))[1] for f in self.field.values()]
        return [f for f, _ in sympy.factor_list(sympy.lcm_list(bottoms))[1]] if bottoms else []

    def _certificate(self, found: CompleteLaws) -> str:
        bound = found.bound
        if not bound.dimension:
            return "nothing moves, so that every function is conserved"
        at = ", ".join(f"{n} = {x}" for n, x in bound.point)
        fields = ", ".join(bound.certificate()["fields"])
        return (f"certificate of the bound {len(bound.variables)} - {bound.dimension}: at {at} the fields {fields} "
                f"have in the columns {', '.join(bound.columns)} the minor {bound.minor}")  # fmt: skip

    def _further(self, found: CompleteLaws) -> tuple[Any, list[str]]:
        """Laws with logarithms and Laurent monomials, where polynomials do not meet the bound."""
        degree = min(self.degree, 2)
        if found.complete or (2 * degree + 1) ** len(self.names) > MOST_LAURENT:
            return None, []
        laws = found.laws
        try:
            more = logarithmic_laws(laws.flow, self.names, laws.parameters, degree)
        except NotFound:
            return None, []
        if more.independent <= laws.independent:
            return None, []
        end = ": every law is, near generic points, a function of these" if more.meets(found) else ""
        return more, [f"R: {more.independent} independent where no variable is 0{end}"]

    def _drifts(self, laws: Any) -> list[tuple[str, Any]]:
        """The drift of each law in a step of gradient descent, in letters for the gradient."""
        if not self.gradient_flow or self.field:
            return []
        found = []
        for i, law in enumerate(laws.laws, 1):
            drift = descent_drift(law, laws.flow, self.names, laws.parameters)
            text = str(drift.sympy())
            if len(text) <= LONG:
                found.append((f"in a step x - eta*G along the gradient G, Q{i} changes by {text}", drift))
        if len(found) > 1 and all({len(m) for m, _ in law.terms} == {2} for law in laws.laws):
            same = "in a step x - eta*G along the gradient G each Q changes by eta**2 times Q at G"
            return [(same, found[0][1]), *(("", drift) for _, drift in found[1:])]
        return found

    def _separated(self, found: CompleteLaws) -> tuple[list[str], list[Any]]:
        """The further laws at the given data."""
        import sympy

        given = self.ask.options.get("data", {})
        if unknown := sorted(set(given) - set(self.data)):
            raise ModelError(f"{unknown[0]!r} is no symbol of the data; they are {', '.join(self.data) or 'none'}")
        if not given:
            return [], []
        if missing := [n for n in self.data if n not in given]:
            raise Refused(f"conserved: --set gives all symbols of the data numbers; missing are {', '.join(missing)}")
        values = {n: Fraction(given[n]) for n in self.data}
        at = {sympy.Symbol(n): sympy.Rational(x.numerator, x.denominator) for n, x in values.items()}
        self.one = self._laws(at)
        extra = list(extra_laws(found.laws, self.one.laws, values))
        lines = [f"at {', '.join(f'{n} = {x}' for n, x in values.items())}: "
                 + ("further laws E" if extra else f"no further polynomial law to degree {self.degree}")]  # fmt: skip
        lines += [f"E{i} needs {', '.join(f'{c} = 0' for c in e.needs())}" for i, e in enumerate(extra, 1)]
        return lines, extra

    def _again(self) -> bool:
        return self.one.verify()


def _timed(what: str, test: Any, how: str) -> Check:
    start = time.monotonic()
    return Check(what, "checked" if test() else "refuted", how, time.monotonic() - start)


def _entry(slope: Any, i: int, j: int) -> Any:
    return slope[i, j] if hasattr(slope, "shape") else slope


def _has_denominator(loss: Any) -> bool:
    import sympy

    return bool(sympy.fraction(sympy.together(loss))[1].free_symbols)
