"""What words and their normal form refuse by themselves: the reader has refused it, or has settled it, before."""

from __future__ import annotations

import pytest

from verifier.kernel.algebra.canonical import _tidy
from verifier.kernel.algebra.integers import Index, Unknown
from verifier.kernel.algebra.words import ONE, TERMS, ZERO, Algebra, Mono, freeze
from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.expr import REAL

N, V = Index.var("n"), Index.var("#0")
SUM = ("#0", ZERO, N)


def algebra() -> Algebra:
    return Sequent().declare("n", ("integer", 0, "oo")).declare("s", ("sequence", REAL)).reader()


def test_there_are_no_words_over_other_numbers() -> None:
    with pytest.raises(Unknown, match="an algebra over 'complex'"):
        algebra().sort_shape(("sequence", ("complex",)))


def test_no_sum_inside_catches_an_index() -> None:
    inside: Mono = ((SUM,), ((("seq", "s", N + V), ONE),), ())
    root = ("sqrt", freeze({inside: 1}))
    assert algebra().move(root, {"#0": N}) == root  # another variable than the one inside
    with pytest.raises(Unknown, match="an index under a sum of the same name"):
        algebra().move(root, {"n": V})


def test_a_product_of_long_sums_is_not_written_out() -> None:
    long = {((), ((("seq", "s", Index.const(i)), ONE),), ()): 1 for i in range(1 + int(TERMS**0.5))}
    with pytest.raises(Unknown, match="too many terms"):
        algebra().times(long, long, algebra().context)


def test_a_sum_that_a_delta_has_carried_out_is_no_sum_with_another_variable() -> None:
    a = algebra()
    m: Mono = ((SUM,), ((("delta", V, ZERO), ONE), (("seq", "s", V), ONE)), ())
    with pytest.raises(Unknown, match="a sum that a delta has carried out"):
        _tidy(a, m, a.context)
