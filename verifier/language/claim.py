"""A claim: variables with domains, named hypotheses and a goal, universally quantified outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, Malformed, from_json
from verifier.language.definitions import Definition
from verifier.language.errors import ClaimError, ClaimTypeError, one_line
from verifier.language.named import substitute
from verifier.language.ranges import Domain
from verifier.language.text.latex import claim_latex
from verifier.language.text.printing import to_text
from verifier.language.text.scan import is_name
from verifier.language.text.settling import check_size, obvious, tidy
from verifier.language.text.text import parse, read_definitions, read_domain
from verifier.language.text.vocabulary import is_formula

MAX_VARIABLES = 200  # one quantifier inside the other; Python's stack holds a few frames for each
MAX_GIVEN = 500
_EVALUATED = (
    "it is a truth value, not a statement: Python or SymPy evaluated the statement before it got here "
    "(for real x, SymPy turns x**2 >= 0 into True); give the statement as text"
)


@dataclass(frozen=True)
class Variable:
    """A name and the domain over which it ranges."""

    name: str
    domain: Domain


@dataclass(frozen=True)
class Hypothesis:
    """A named assumption, with the text it was written as."""

    name: str
    formula: Expr
    text: str = ""


@dataclass(frozen=True, eq=False)
class Claim:
    """For all `variables` in their domains that satisfy every `given`, `goal` holds.

    `argument`, `counterexample` and `example` are untrusted suggestions.  `lemmas` are closed statements
    that a proof may cite.  `because` names what an inference claim follows from.  Two claims are equal
    when their ids and meanings are.  Raises `ClaimError` for undeclared or repeated names and for
    anything that is no exact statement.
    """

    id: str
    variables: tuple[Variable, ...]
    given: tuple[Hypothesis, ...]
    goal: Expr
    goal_text: str = ""
    note: str = ""
    definitions: tuple[Definition, ...] = ()
    argument: tuple[object, ...] = ()
    lemmas: tuple[tuple[str, Expr], ...] = ()
    counterexample: Mapping[str, Expr] | None = None
    example: Mapping[str, Expr] | None = None
    because: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        where = f"claim {one_line(self.id, 80)!r}"
        declared: set[str] = set()
        for v in self.variables:
            if v.name in declared:
                raise ClaimError(f"{v.name} is declared twice", where)
            if late := v.domain.mentions() - declared:
                names = ", ".join(sorted(late))
                raise ClaimError(f"the domain of {v.name} mentions {names} before its declaration", where)
            declared.add(v.name)
        labels = [h.name for h in self.given]
        if len(set(labels)) != len(labels):
            twice = next(name for name in labels if labels.count(name) > 1)
            raise ClaimError(f"two hypotheses have the name {twice!r}", where)
        for h in self.given:
            _check_formula(h.formula, declared, f"{where}, hypothesis {h.name!r}")
        _check_formula(self.goal, declared, f"{where}, goal")
        for label, lemma in self.lemmas:
            _check_formula(lemma, set(), f"{where}, lemma {label!r}")

    def __bool__(self) -> bool:
        raise TypeError("a claim is not a truth value: decide it")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Claim) and (self.id, self.digest) == (other.id, other.digest)

    def __hash__(self) -> int:
        return hash((self.id, self.digest))

    def statement(self) -> Statement:
        """The kernel's form: conditions of the domains (``A.symmetric``) first, then the hypotheses."""
        return self._statement

    @cached_property
    def _statement(self) -> Statement:
        conditions = [c for v in self.variables for c in v.domain.conditions(v.name)]
        return Statement(
            tuple((v.name, v.domain.sort) for v in self.variables),
            (*conditions, *((h.name, h.formula) for h in self.given)),
            self.goal,
        )

    @cached_property
    def digest(self) -> str:
        """Identifies the meaning; renaming a variable, bound or not, does not change it."""
        return self._statement.digest()

    @cached_property
    def cited(self) -> dict[str, Statement]:
        """The lemmas by their digests, as a certificate cites them."""
        return {s.digest(): s for s in (Statement((), (), formula) for _, formula in self.lemmas)}

    def latex(self) -> str:
        """The claim as LaTeX, for display mode."""
        return claim_latex(self)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def __str__(self) -> str:
        lines = [f"{v.name}: {v.domain.text}" for v in self.variables]
        lines += [f"{h.name}: {h.text or to_text(h.formula)}" for h in self.given]
        return "\n".join([*lines, f"|- {self.goal_text or to_text(self.goal)}"])

    def sorts(self) -> dict[str, Expr]:
        """The sort of each variable."""
        return {v.name: v.domain.sort for v in self.variables}

    def without(self, name: str, id: str | None = None) -> Claim:
        """The claim without a hypothesis, or without a condition of a domain such as ``A.symmetric``.

        Raises `ClaimError` where there is no such hypothesis.  Suggestions are not taken over.
        """
        new_id = id or f"{self.id}-without:{name}"
        kept = tuple(h for h in self.given if h.name != name)
        if len(kept) < len(self.given):
            return replace(self, id=new_id, given=kept, argument=(), counterexample=None, example=None)
        variable, _, label = name.partition(".")
        if not label or all(v.name != variable for v in self.variables):
            raise ClaimError(f"there is no hypothesis {name!r}", f"claim {self.id!r}")
        changed = tuple(
            Variable(v.name, v.domain.without(label)) if v.name == variable else v for v in self.variables
        )
        return replace(self, id=new_id, variables=changed, argument=(), counterexample=None, example=None)

    def with_goal(self, goal: str | Expr, id: str | None = None) -> Claim:
        """The same variables and hypotheses with another goal.  Raises `ClaimError`."""
        declared = {v.name: v.domain for v in self.variables}
        formula, text = _formula(goal, declared, self.definitions, f"claim {id or self.id!r}, goal")
        return replace(
            self, id=id or self.id, goal=formula, goal_text=text, argument=(), counterexample=None,
            example=None,
        )  # fmt: skip

    def instance(self, values: Mapping[str, str | int | Expr], id: str | None = None) -> Claim:
        """The claim with some variables replaced by values (which may mention the other variables).

        Raises `ClaimError` for unknown variables and for those of a gradient.
        The conditions of their domains become hypotheses, labelled like ``d.lower``, unless they compare
        numbers and are true.
        """
        name = id or f"{self.id}[{', '.join(f'{k}={v}' for k, v in values.items())}]"
        where = f"claim {name!r}"
        known = {v.name: v.domain for v in self.variables}
        if missing := [k for k in values if k not in known]:
            raise ClaimError(f"there is no variable {missing[0]!r}", where)
        rest = {k: d for k, d in known.items() if k not in values}
        exact = {k: _value(v, rest, self.definitions, f"{where}, {k}") for k, v in values.items()}
        parts = [s for f in (*(h.formula for h in self.given), self.goal) for s in subexpressions(f)]
        if any(isinstance(s, tuple) and s[0] == "grad" and s[3] in exact for s in parts):
            raise ClaimError("a variable of a gradient cannot be replaced by a value", where)
        given: list[Hypothesis] = []
        for v in self.variables:
            if v.name not in exact:
                continue
            for label, condition in [*range_conditions(v), *v.domain.conditions(v.name)]:
                at_value = tidy(substitute(condition, exact))
                if not obvious(at_value):
                    given.append(Hypothesis(label, at_value))
        given += [Hypothesis(h.name, tidy(substitute(h.formula, exact))) for h in self.given]
        variables = _ordered({k: d.substitute(exact) for k, d in rest.items()}, where)
        return replace(
            self, id=name, variables=variables, given=tuple(given), goal=tidy(substitute(self.goal, exact)),
            goal_text="", argument=(), counterexample=None, example=None,
        )  # fmt: skip


def range_conditions(v: Variable) -> list[tuple[str, Expr]]:
    """What the range of an integer says, as formulas with labels like ``d.lower``."""
    sort = v.domain.sort
    if not isinstance(sort, tuple) or sort[0] != "integer":
        return []
    ends: list[tuple[str, Expr]] = []
    if sort[1] != "-oo":
        ends.append((f"{v.name}.lower", (">=", v.name, sort[1])))
    if sort[2] != "oo":
        ends.append((f"{v.name}.upper", ("<=", v.name, sort[2])))
    return ends


def _check_formula(formula: Expr, declared: set[str], where: str) -> None:
    exact_expression(formula, where)
    if not is_formula(formula):
        raise ClaimError("a statement is expected, this is a number or an object", where)
    if undeclared := free_names(formula) - declared:
        raise ClaimError(f"undeclared name {', '.join(sorted(undeclared))}", where)


def exact_expression(e: Any, where: str) -> Expr:
    """`e` itself if it is an expression.  Raises `ClaimTypeError` for floats and truth values."""
    if isinstance(e, bool):
        raise ClaimTypeError(_EVALUATED, where)
    if isinstance(e, float):
        raise ClaimTypeError(f"{e!r} is a float; claims are exact: write 1/10, or a decimal as text", where)
    try:
        check_size(e)
        return from_json(e)
    except (ClaimError, Malformed) as error:
        raise ClaimTypeError(str(error), where) from None


def _formula(
    goal: Any, declared: Mapping[str, Domain], definitions: Sequence[Definition], where: str
) -> tuple[Expr, str]:
    if isinstance(goal, str):
        formula = parse(goal, declared=declared, definitions=definitions, kind="formula", where=where)
        return formula, " ".join(goal.split())
    if isinstance(goal, tuple):
        return exact_expression(goal, where), ""
    if isinstance(goal, (bool, float)) or type(goal).__name__ in ("BooleanTrue", "BooleanFalse", "bool_"):
        exact_expression(bool(goal) if not isinstance(goal, float) else goal, where)
    raise ClaimTypeError(f"a statement is expected, not {type(goal).__name__}", where)


def _value(value: Any, declared: Mapping[str, Domain], definitions: Sequence[Definition], where: str) -> Expr:
    if isinstance(value, str):
        return parse(value, declared=declared, definitions=definitions, kind="term", where=where)
    return exact_expression(value, where)


def _suggestion(
    values: Mapping[str, Any] | None, declared: Mapping[str, Domain], definitions: Sequence[Definition],
    where: str,
) -> dict[str, Expr] | None:  # fmt: skip
    # a value may mention the other variables; t is the index in the values of a sequence
    if values is None:
        return None
    names: dict[str, Domain] = {"t": Domain("integer", ("integer", "-oo", "oo")), **declared}
    return {k: _value(v, names, definitions, f"{where} {k}") for k, v in values.items()}


def declare(variables: Mapping[str, str | Domain], where: str = "") -> tuple[Variable, ...]:
    """Variables from their domain texts, each after those that its domain mentions.  Raises `ClaimError`."""
    if not isinstance(variables, Mapping):
        raise ClaimError("variables are a table of names and domains", where)
    if len(variables) > MAX_VARIABLES:
        raise ClaimError(f"a claim has at most {MAX_VARIABLES} variables", where)
    waiting: dict[str, str | Domain] = {}
    for name, text in variables.items():
        if not isinstance(name, str) or not is_name(name):
            raise ClaimError(f"{name!r:.60} is no name for a variable", where)
        if not isinstance(text, (str, Domain)):
            raise ClaimError(f"the domain of {name} must be a text, not {type(text).__name__}", where)
        waiting[name] = text
    everything: dict[str, Domain | Expr] = dict.fromkeys(waiting, ("real",))
    read = {
        name: text if isinstance(text, Domain) else read_domain(
            text, declared=everything, where=f"{where}, domain of {name}" if where else f"domain of {name}"
        )
        for name, text in waiting.items()
    }  # fmt: skip
    return _ordered(read, where)


def _ordered(domains: Mapping[str, Domain], where: str) -> tuple[Variable, ...]:
    """Variables in the given order, except that each comes after those that its domain mentions."""
    waiting = {n: d.mentions() for n, d in domains.items()}
    done: dict[str, Domain] = {}
    while waiting:
        ready = next((n for n, mentioned in waiting.items() if mentioned <= done.keys()), None)
        if ready is None:
            stuck = next(iter(waiting))
            raise ClaimError(f"the domain of {stuck} depends on itself or on an undeclared name", where)
        done[ready] = domains[ready]
        del waiting[ready]
    return tuple(Variable(n, d) for n, d in done.items())


def claim(
    id: str,
    goal: str | Expr,
    *,
    variables: Mapping[str, str | Domain] | None = None,
    given: Mapping[str, str | Expr] | Sequence[str | Expr] = (),
    definitions: Sequence[str] = (),
    note: str = "",
    argument: Sequence[object] = (),
    lemmas: Sequence[tuple[str, str | Expr]] = (),
    counterexample: Mapping[str, str | int | Expr] | None = None,
    example: Mapping[str, str | int | Expr] | None = None,
    because: Sequence[str] = (),
) -> Claim:
    """A claim from texts (or expressions).

    Hypotheses without names are called h1, h2, ...  Raises `ClaimError` with the claim's id, the field,
    line and column; floats and truth values raise `ClaimTypeError`, which is a `TypeError` too.

    >>> claim("young", "a*b <= a**2/2 + b**2/2", variables={"a": "real", "b": "real"}).goal[0]
    '<='
    """
    if not isinstance(id, str) or not id.strip() or not id.isprintable() or len(id) > 200:
        raise ClaimError(f"{id!r:.60} is no id for a claim")
    where = f"claim {id!r}"
    declared_variables = declare(variables or {}, where)
    declared = {v.name: v.domain for v in declared_variables}
    macros = read_definitions(definitions, declared=declared, where=where)
    if isinstance(given, str):
        raise ClaimError("given is a list or a table of statements", where)
    if len(given) > MAX_GIVEN:
        raise ClaimError(f"a claim has at most {MAX_GIVEN} hypotheses", where)
    named = given if isinstance(given, Mapping) else {f"h{i}": g for i, g in enumerate(given, 1)}
    hypotheses = tuple(
        Hypothesis(name, *_formula(g, declared, macros, f"{where}, given {name!r}"))
        for name, g in named.items()
    )
    formula, text = _formula(goal, declared, macros, f"{where}, goal")
    cited = tuple((label, _formula(f, {}, macros, f"{where}, lemma {label!r}")[0]) for label, f in lemmas)
    return Claim(
        id, declared_variables, hypotheses, formula, text, note, macros, tuple(argument), cited,
        _suggestion(counterexample, declared, macros, f"{where}, counterexample"),
        _suggestion(example, declared, macros, f"{where}, example"), tuple(because),
    )  # fmt: skip
