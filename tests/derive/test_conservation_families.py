"""Matrix families: laws and drifts for all sizes, corrupted twins, the same laws at a small size by other means."""

import doctest
from dataclasses import replace

import pytest
import sympy as sp

from verifier.derive.conservation import conservation_families, matrix_laws
from verifier.derive.conservation.conservation_families import (
    FAMILIES,
    UnknownFamily,
    exponential_sum_laws,
    family,
    proved_drift,
    proved_laws,
)
from verifier.derive.conservation.matrix_laws import Family, NotConserved, prove_drift, prove_family, prove_law
from verifier.derive.conservation.output_maps import linear_network
from verifier.language.claim import claim
from verifier.language.errors import ClaimError
from verifier.prove.portfolio import decide


@pytest.mark.parametrize("name", FAMILIES)
def test_the_laws_of_each_family_are_proved_for_all_sizes(name):
    found = proved_laws(name)
    gradients = len(found.family.gradients) if found.family.loss else 0
    assert len(found.claims) == gradients + len(found.family.laws) and found.verify()
    assert all(law in str(found) for law in found.family.laws)
    assert found.latex().count("constant") == len(found.family.laws)


#: the drift depends on the law alone: one family for each law, and one with sums in its gradients
@pytest.mark.parametrize("name", [n for n in FAMILIES if not n.startswith("linear-rnn-")] + ["linear-rnn-mimo"])
def test_the_drift_of_each_family_is_proved_for_all_sizes(name):
    found = proved_drift(name)
    assert len(found.claims) == 2 * len(found.family.laws) and found.verify()


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("linear-rnn", "+ B*B.T", "- B*B.T"),
        ("linear-rnn-weighted", "- A.T*A", "- 2*A.T*A"),
        ("linear-rnn-mimo", "- C.T*C", "+ C.T*C"),
        ("diagonal-rnn", "- c", "+ c"),
        ("deep-linear", "- V.T*V", "+ V.T*V"),
        ("deep-linear", "- V.T*V", ""),
        ("two-layer", "- W.T*W", "+ W.T*W"),
        ("autoencoder", "W*W.T - ", "W*S*W.T - "),
        ("diagonal-network", "v[i, 0]**2", "2*v[i, 0]**2"),
        ("diagonal-network-signed", "u[i, 0]*q[i, 0] +", "u[i, 0]*q[i, 0] -"),
        ("leaky-relu-neuron", "a**2", "a"),
    ],
)
def test_a_corrupted_law_is_refuted_at_a_point(name, right, wrong):
    laws = [text.replace(right, wrong) for text in family(name).laws]
    assert laws != list(family(name).laws)
    twin = replace(family(name), loss="", laws=tuple(x for x in laws if x not in family(name).laws))
    with pytest.raises(NotConserved, match="refuted at") as error:
        prove_family(twin)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["linear-rnn", "deep-linear", "two-layer"])
def test_a_corrupted_gradient_is_refused(name):
    (first, text), *rest = family(name).gradients
    with pytest.raises(NotConserved):
        prove_family(replace(family(name), gradients=((first, f"2*({text})"), *rest)), budget=3)
    with pytest.raises(NotConserved, match="law of"):
        prove_family(replace(family(name), loss="", gradients=((first, f"2*({text})"), *rest)), budget=3)


@pytest.mark.parametrize("part", ["law", "gradient", "equation"])
def test_a_corrupted_continuous_time_network_is_not_proved(part):
    right = family("linear-rnn-continuous-time")
    (name, _), *rest = right.gradients
    twin = {
        "law": replace(right, laws=("A*A.T - A.T*A - B*B.T - C.T*C",)),
        "gradient": replace(right, gradients=((name, "2*K[t]"), *rest)),
        "equation": replace(right, given=(right.given[0], right.given[1].replace("+ C.T", "- C.T"))),
    }[part]
    with pytest.raises(NotConserved):
        prove_family(twin, budget=2)


def test_a_drift_of_another_order_is_refused():
    cubic = Family("cubic", (("u", "real"), ("v", "real"), ("g", "real")), (("u", "g*v"), ("v", "g*u")),
                   ("u*(u**2 - v**2)",))  # fmt: skip
    with pytest.raises(NotConserved, match="refuted"):
        prove_drift(cubic)
    square = replace(cubic, laws=("(u**2 - v**2)**2",))
    assert prove_family(square).verify()  # conserved, but its drift is no quadratic one
    with pytest.raises(NotConserved, match="drift"):
        prove_drift(square)


NETWORK = {
    "m": "positive integer", "n": "positive integer", "q": "positive integer", "W": "matrix(m, n)",
    "U": "matrix(q, m)", "Y": "matrix(q, n)",
}  # fmt: skip


def test_a_law_is_proved_from_the_loss_alone():
    assert prove_law("W*W.T - U.T*U", NETWORK, ["W", "U"], loss="norm2(U*W - Y)").verify()
    assert prove_law("trace(W*W.T) - trace(U.T*U)", NETWORK, ["W", "U"], loss="norm2(U*W - Y)**2 + 3").verify()


@pytest.mark.parametrize(
    ("law", "loss", "says"),
    [
        ("W*W.T + U.T*U", "norm2(U*W - Y)", "gradients as text"),
        ("W*W.T - U.T*U", "norm2(U*W - Y) + norm2(W)", "gradients as text"),  # weight decay of one layer
        ("W.T*W - U.T*U", "norm2(U*W - Y)", "not well typed"),
        ("Y*Y.T", "norm2(U*W - Y)", "none of the trained"),
        ("floor(trace(U*U.T))", "norm2(U*W - Y)", "no rule for the derivative of 'floor'"),
        ("W*W.T - U.T*U", "", "neither the gradients nor the loss"),
    ],
)
def test_what_is_no_law_is_refused_in_one_line(law, loss, says):
    with pytest.raises(NotConserved, match=says) as error:
        prove_law(law, NETWORK, ["W", "U"], loss=loss, budget=3)
    assert "\n" not in str(error.value)


def test_bad_names_and_texts_are_refused():
    with pytest.raises(NotConserved, match="no variable"):
        prove_law("W*W.T", NETWORK, ["Z"], loss="norm2(W)")
    with pytest.raises(ClaimError):
        prove_law("W*W.T -", NETWORK, ["W"], loss="norm2(W)")
    with pytest.raises(UnknownFamily, match="linear-rnn"):
        family("transformer")


def test_a_proof_of_another_claim_does_not_verify():
    found = proved_laws("two-layer")
    other = claim("other", "a*a.T == W.T*W", variables=dict(found.family.variables))
    assert not replace(found, claims=(*found.claims[:-1], other)).verify()
    assert not replace(found, family=replace(found.family, laws=("a*a.T + W.T*W",))).verify()
    unproved = decide(other, 2)
    assert not replace(found, verdicts=(*found.verdicts[:-1], unproved)).verify()


def test_the_law_of_two_layers_is_what_linear_algebra_finds_at_a_small_size():
    """d = 2, m = 3: the entries of a a' - W'W are in the span of all quadratic laws, and no fewer are there."""
    found = linear_network(2, 3, 1).laws().laws
    symbols = [sp.Symbol(n) for n in found.variables]
    layer = sp.Matrix(3, 2, symbols[:6])  # the layer is W', the last one a'
    last = sp.Matrix(1, 3, symbols[6:])
    law = last.T * last - layer * layer.T
    wanted = [sp.Poly(law[i, j], *symbols).as_dict() for i in range(3) for j in range(i, 3)]
    rows = [*(sp.Poly(q, *symbols).as_dict() for q in found.sympy()), *wanted]
    keys = sorted({key for q in rows for key in q})
    assert sp.Matrix([[q.get(key, 0) for key in keys] for q in rows]).rank() == len(found.laws) == 6


def test_an_index_of_a_sum_in_a_law_is_not_captured_by_a_gradient():
    """The gradient mentions the variable i of the family; the law sums over an i of its own."""
    letters = (("d", "positive integer"), ("i", "integer[0, d-1]"), ("u", "matrix(d, 1)"), ("v", "matrix(d, 1)"))
    rotated = Family("rotated", letters, (("u", "u[i, 0]*v"), ("v", "-u[i, 0]*u")),
                     ("Sum(u[i, 0]**2 + v[i, 0]**2, (i, 0, d-1))",))  # fmt: skip
    assert prove_family(rotated).verify()
    with pytest.raises(NotConserved):
        prove_family(replace(rotated, laws=("Sum(u[i, 0]**2 - v[i, 0]**2, (i, 0, d-1))",)), budget=3)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_a_sum_of_exponentials_conserves_nothing(m):
    found = exponential_sum_laws(m)
    assert found.complete and found.laws.laws == () and found.bound.bound == 0 and found.verify()


def test_the_examples_of_the_docstrings_run():
    for module in (matrix_laws, conservation_families):
        found = doctest.testmod(module)
        assert found.attempted and not found.failed
