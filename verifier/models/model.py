"""What a model is: its letters with shapes, its loss, what it computes, its symmetries, its source.

A model is said in the text language with symbolic sizes, so one description serves every query for all sizes and for
given ones, and everything that is said about it can be proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from verifier.kernel.terms.expr import TRUE, Expr
from verifier.language.claim import Claim, claim
from verifier.language.errors import ClaimError
from verifier.language.ranges import Domain
from verifier.language.text.text import parse
from verifier.language.typing.typing import IllTyped, shape_of
from verifier.models.simulation import Simulation


class ModelError(ValueError):
    """A letter, size or property that a model does not have, with one line that says what it has."""


@dataclass(frozen=True)
class Symmetry:
    """A change of the parameters that leaves the loss as it is: the new value of each letter that changes.

    `letters` are further variables of the transformation with their domains, `given` what is supposed of them, `powers`
    says what the j-th power of a letter is, which is proved by induction.
    """

    name: str
    change: Mapping[str, str]
    letters: Mapping[str, str] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    powers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Scaling:
    """A change of scale of parameters and data: each letter times t to its power, and the loss times t to `loss`."""

    name: str
    powers: Mapping[str, int]
    loss: int


@dataclass(frozen=True)
class Meaning:
    """What a loss is by definition, in a sentence, as a statement for all sizes, and as a computation at given ones.

    `goal` equates the definition and the loss; `letters`, `given` and `argument` are further variables, what is supposed,
    and the proof (`verifier.language.script`).  `simulate` gives the loss at exact values of the letters without using a
    formula for it (`verifier.models.simulation`).
    """

    says: str
    goal: str
    simulate: Simulation = field(compare=False, repr=False)
    letters: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    argument: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Model:
    """A model with its training loss.

    `sizes` gives the letters of the shapes with small values for a first look; `parameters` are trained, `data` is
    given, all with their domains; `structure` says of which structure a parameter stays (symmetric, diagonal).
    `predictor` is the equivalent linear predictor or, for a recurrent network, the impulse response at j.  Where the
    letters `resting` vanish (all parameters, unless it says otherwise) the gradient does, if at all for every data set.
    `meaning` says what the loss is by definition.  `kernel` says by what target a continuous-time network is trained,
    with queries of its own (`verifier.derive.continuous.exponential_networks`).  `network` names the function of
    `verifier.derive.implicit_bias.networks` that describes the same network for the implicit bias.
    `indices` are the letters in `families` that run below a size.  `rates` are the time derivatives of the parameters in
    place of a loss: a user's vector field.
    `normal` are S, Q and c where the loss of two layers is c + tr(Z'SZ)/2 - tr(Z'Q) of their end-to-end matrix Z.
    """

    name: str
    title: str
    source: str
    sizes: Mapping[str, int]
    parameters: Mapping[str, str]
    data: Mapping[str, str]
    loss: str
    definitions: tuple[str, ...] = ()
    predictor: str = ""
    response: str = ""
    families: tuple[str, ...] = ()
    indices: Mapping[str, str] = field(default_factory=dict)
    symmetries: tuple[Symmetry, ...] = ()
    scalings: tuple[Scaling, ...] = ()
    resting: tuple[str, ...] = ()
    meaning: Meaning | None = None
    kernel: str = ""
    network: str = ""
    normal: tuple[str, ...] = ()
    rates: Mapping[str, str] = field(default_factory=dict)
    note: str = ""

    @cached_property
    def variables(self) -> dict[str, str]:
        """All letters with their domains: sizes first."""
        return {**dict.fromkeys(self.sizes, "positive integer"), **self.parameters, **self.data}

    @cached_property
    def frame(self) -> Claim:
        """A claim with the model's letters and abbreviations, in which texts about the model are read."""
        return claim(self.name, TRUE, variables=self.variables, definitions=self.definitions)

    @cached_property
    def domains(self) -> dict[str, Domain]:
        return {v.name: v.domain for v in self.frame.variables}

    @cached_property
    def sorts(self) -> dict[str, Expr]:
        return dict(self.frame.sorts())

    @cached_property
    def symmetric(self) -> frozenset[str]:
        """The letters that stand for symmetric matrices."""
        return frozenset(n for n, text in self.variables.items() if text.startswith(("symmetric", "diagonal", "psd")))

    @cached_property
    def free(self) -> dict[str, str]:
        """All letters with their domains, the parameters without their structure: that is how gradients are taken."""
        wider = {
            n: t.replace("diagonal", "symmetric") for n, t in self.data.items()
        }  # what holds for these holds for those
        loose = {n: f"matrix{t[t.index('('):]}".replace("(", f"({_size(t)}, ", 1) if _structured(t) else t
                 for n, t in self.parameters.items()}  # fmt: skip
        return {**self.variables, **wider, **loose}

    def read(self, text: str, more: Mapping[str, Expr] | None = None) -> Expr:
        """A term about the model.  Raises `ClaimError`."""
        return parse(text, declared={**self.sorts, **(more or {})}, definitions=self.frame.definitions)

    @cached_property
    def loss_term(self) -> Expr:
        return self.read(self.loss)

    def with_sizes(self, given: Mapping[str, int]) -> dict[str, int]:
        """The sizes, those that are given in place of the small ones.  Raises `ModelError`."""
        for name, value in given.items():
            if name not in self.sizes:
                raise ModelError(f"{self.name} has no size {name!r}; its sizes are {', '.join(self.sizes)}")
            if not 1 <= value <= 64:
                raise ModelError(f"{name} = {value}: a size lies between 1 and 64")
        return {**self.sizes, **given}

    def trained(self, wrt: str | None) -> tuple[str, ...]:
        """The parameters that a query is about: all of them, or the one that is named.  Raises `ModelError`."""
        if wrt is None:
            return tuple(self.parameters)
        if wrt not in self.parameters:
            raise ModelError(f"{wrt!r} is no parameter of {self.name}; its parameters are {', '.join(self.parameters)}")
        return (wrt,)


def _structured(text: str) -> bool:
    return text.startswith(("symmetric", "diagonal", "skew", "psd", "orthogonal"))


def _size(text: str) -> str:
    return text[text.index("(") + 1 : text.rindex(")")]


def own_loss(loss: str, variables: Mapping[str, str], parameters: tuple[str, ...]) -> Model:
    """A model from a user's own loss.  Raises `ModelError` or `ClaimError`."""
    for name in parameters:
        if name not in variables:
            raise ModelError(f"the parameter {name!r} has no domain; give it with --var {name}=...")
    sizes = {n: 2 for n, text in variables.items() if text == "positive integer"}
    trained = {n: variables[n] for n in parameters}
    data = {n: text for n, text in variables.items() if n not in sizes and n not in trained}
    made = Model("own", "a loss of the user's", "", sizes, trained, data, loss)
    if made.loss_term is None:
        raise ClaimError("no loss")
    return made


def own_field(rates: Mapping[str, str], variables: Mapping[str, str]) -> Model:
    """A model from a user's own vector field: the time derivative of each letter as text; letters are real unless said.

    Raises `ModelError` where a derivative does not have the shape of its letter, `ClaimError` for texts.
    """
    if whole := [n for n in rates if "integer" in variables.get(n, "")]:
        raise ModelError(f"{whole[0]} is an integer and does not move; declare it real")
    letters = {**dict.fromkeys(rates, "real"), **variables}
    sizes = {n: 2 for n, text in letters.items() if text == "positive integer"}
    data = {n: text for n, text in letters.items() if n not in sizes and n not in rates}
    moving = {n: letters[n] for n in rates}
    made = Model("own", "a vector field of the user's", "", sizes, moving, data, "0", rates=dict(rates))
    for name, text in rates.items():
        try:
            same = shape_of(made.read(text), made.sorts) == shape_of(name, made.sorts)
        except IllTyped as error:
            raise ModelError(f"the time derivative of {name}: {error}") from None
        except ClaimError as error:
            raise ModelError(f"the time derivative of {name}: {error} (--var declares letters)") from None
        if not same:
            raise ModelError(f"the time derivative of {name} has another shape than {name}, which is {letters[name]}")
    return made
