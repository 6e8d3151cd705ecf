"""Abbreviations ``h(j) := C*A**j*B``: macros with parameters, expanded while a text is read.

Expansion is substitution that renames bound variables where they would capture a name, so an abbreviation
means the same wherever it is used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.errors import ClaimError
from verifier.language.named import operands, substitute
from verifier.language.text.scan import Source, is_name
from verifier.language.text.vocabulary import FUNCTIONS

_HEADER = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*(\(([^():=]*)\))?\s*:=")


@dataclass(frozen=True)
class Definition:
    """An abbreviation: its parameters occur as free names in `body`, everything else is expanded there.

    `inner`: the names that they have there, where these differ: a parameter of the name of something that an earlier
    abbreviation mentions is another thing.  `unknown` lists the names that were not declared when it was read.
    """

    name: str
    params: tuple[str, ...]
    body: Expr
    text: str = ""
    unknown: tuple[str, ...] = ()
    inner: tuple[str, ...] = ()

    def __str__(self) -> str:
        shown = f"({', '.join(self.params)})" if self.params else ""
        return f"{self.name}{shown} := {self.text}"

    def outer_names(self) -> frozenset[str]:
        """The variables of the claim that the abbreviation mentions."""
        return free_names(self.body) - set(self.inner or self.params)

    def expand(self, arguments: Sequence[Expr]) -> Expr:
        """The body at the arguments; raises `ClaimError` for a wrong number or a senseless gradient."""
        if len(arguments) != len(self.params):
            wanted = f"{len(self.params)} argument{'s' * (len(self.params) != 1)}"
            raise ClaimError(f"{self.name} takes {wanted}, not {len(arguments)}")
        values = dict(zip(self.inner or self.params, arguments, strict=True))
        self._check_gradients(self.body, values)
        return named_after_points(substitute(self.body, values))

    def _check_gradients(self, e: Expr, values: dict[str, Expr]) -> None:
        # grad(f, A) names its variable: an argument put in its place must be a variable that occurs in f
        # through this parameter only, otherwise the derivative would be taken in other places too
        if head(e) == "grad":
            assert isinstance(e, tuple)
            variable, inside = e[3], free_names(e[1])
            if isinstance(variable, str):
                others = inside - {variable}
                reached = frozenset().union(*(free_names(values.get(n, n)) for n in others))
                target = values.get(variable, variable)
                if not isinstance(target, str) or target in reached:
                    raise ClaimError(
                        f"{self.name} takes a gradient with respect to {variable}: give it a variable there "
                        "that the other arguments do not mention"
                    )
        for part in operands(e):
            self._check_gradients(part, values)


def named_after_points(e: Expr) -> Expr:
    """Gradients as they are written: the function's variable has the name of the variable that they are taken at."""
    if not isinstance(e, tuple):
        return e
    e = (e[0], *(named_after_points(a) for a in e[1:]))
    if e[0] == "grad" and isinstance(e[3], str) and e[3] not in free_names(e[1]):
        return ("grad", substitute(e[1], {str(e[2]): e[3]}), e[3], e[3])
    return e


def defined_name(abbreviation: str) -> str:
    """The name that an abbreviation ``name(...) := ...`` introduces, without reading it."""
    return abbreviation.split(":=", 1)[0].split("(", 1)[0].strip()


def header(source: Source) -> tuple[str, tuple[str, ...], Source]:
    """Name, parameters and body of an abbreviation.  Raises `ClaimError`."""
    found = _HEADER.match(source.text)
    if not found:
        raise source.error("an abbreviation is written name(parameters) := expression")
    name = found[1]
    params = [p.strip() for p in found[3].split(",")] if found[3] and found[3].strip() else []
    for p in (name, *params):
        if not is_name(p):
            raise source.error(f"{p!r} is no name for an abbreviation or its parameter", found.start(1))
    if found[2] is not None and not params:
        raise source.error(f"{name} has no parameters: leave out the brackets", found.start(2))
    if name in FUNCTIONS or name in ("oo", "True", "False"):
        raise source.error(f"{name} has a meaning of its own and cannot be redefined", found.start(1))
    if len(set(params)) != len(params):
        raise source.error(f"{name} has two parameters of the same name", found.start(2))
    return name, tuple(params), source.part(found.end(), source.end)
