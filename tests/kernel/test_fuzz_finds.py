"""The fuzz of rules finds what is wrong: each rule here forgets one thing that it has to ask, and is found out.

Not one of these faults is in the kernel; each is one that the fuzz once missed.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import pytest
from fuzz.registry import GENERATORS
from fuzz.tally import run

from verifier.kernel.algebra import scalars
from verifier.kernel.analysis import curves
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.meaning import conditions
from verifier.kernel.terms.expr import BINDERS, INTEGER, Expr, head

INSTANCES = 1000  # accepted ones, as in `test_rule_fuzz`: each fault is found long before


def found(name: str, seed: int = 1) -> bool:
    return bool(run(GENERATORS[name], INSTANCES, seed, first=True).found)


#: rules that ask whether a term is real, the module and the function that asks
REAL: list[tuple[str, str, str]] = [
    ("ladder", "derivative", "is_real"), ("ladder", "derivative", "is_real_curve"),
    ("agree", "curves", "is_real"), ("agree", "curves", "is_real_curve"),
    ("intermediate", "curves", "is_real"), ("intermediate", "curves", "is_real_curve"),
    ("bounded", "curves", "is_real"), ("bounded", "curves", "is_real_curve"),
    ("bootstrap", "curves", "is_real"),
    ("antiderivative", "antiderivatives", "is_real"), ("antiderivative", "antiderivatives", "is_real_curve"),
    ("inverse", "antiderivatives", "is_real_curve"), ("diff", "derivative", "is_real_curve"),
    ("primitive", "integrals", "is_real_curve"), ("substitution", "integrals", "is_real_curve"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "module", "word"), REAL)
def test_a_rule_that_takes_complex_terms_for_real_ones_is_found(
    monkeypatch: pytest.MonkeyPatch, name: str, module: str, word: str
) -> None:
    monkeypatch.setattr(import_module(f"verifier.kernel.analysis.{module}"), word, lambda e, sorts: True)
    assert found(name)


@pytest.mark.parametrize("name", ["recursion", "witness/sequence", "witness"])
def test_a_rule_that_takes_values_of_another_sort_is_found(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(Checker, "fits", lambda self, sequent, value, sort, index=None: None)
    assert found(name)


def test_a_sum_whose_terms_are_no_numbers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.kernel.algebra import sums

    monkeypatch.setattr(sums, "scalar", lambda s, f, j: None)
    assert found("sum-range")


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_field_that_asks_of_the_first_denominators_alone_is_found(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    def close(self: scalars.Identity) -> None:
        asked, check = iter(range(count)), self.c.check
        self.c.check = lambda s, goal, node: check(s, goal, node) if next(asked, None) is not None else None  # type: ignore
        try:
            whole(self)
        finally:
            self.c.check = check  # type: ignore[method-assign]

    whole = scalars.Identity.close
    monkeypatch.setattr(scalars.Identity, "close", close)
    assert found("field")


@pytest.mark.parametrize("name", ["intermediate", "bootstrap"])
def test_ends_that_depend_on_the_variable_are_found(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Three conditions keep them away: that the ends are without the variable, in scope, and real there."""
    monkeypatch.setattr(curves, "free_names", lambda e: frozenset())
    monkeypatch.setattr(curves, "is_real", lambda e, sorts: True)
    monkeypatch.setattr(Sequent, "scoped", lambda self, e, extra=frozenset(): None)
    assert found(name)


def test_a_sum_whose_ends_are_taken_for_integers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = conditions.within

    def within(e: Expr, sorts: Mapping[str, Expr]) -> tuple[tuple[Expr, ...], Mapping[str, Expr]]:
        args, inner = right(e, sorts)
        return args, dict.fromkeys(inner, INTEGER) if head(e) in BINDERS else inner

    monkeypatch.setattr(conditions, "within", within)
    assert found("defined")
