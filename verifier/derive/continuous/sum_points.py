"""Critical points of exponential sums: equations for all widths, spaces of minimisers, all points of one neuron."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.derive.answer import Answer, Check, decided, demanded
from verifier.derive.ask import Ask
from verifier.derive.continuous.exponential_networks import Residual, plain, residual
from verifier.derive.continuous.exponential_sum_claims import coincidence_claims
from verifier.derive.continuous.exponential_sums import same
from verifier.derive.continuous.sum_checks import MEANING, derivatives, entries, refused, timed, unfolded
from verifier.derive.exact_numbers import rational
from verifier.derive.formulas import Formula
from verifier.derive.stationary import one_neuron
from verifier.derive.stationary.minima_counting import AffineSpace, NoMinimum, count, minimising_spaces
from verifier.kernel.terms.expr import Expr
from verifier.models.model import ModelError

MOST_SPACES = 40

def critical_points(ask: Ask) -> Answer:
    """Where the gradient vanishes: for all widths the equations and the spaces of merged neurons.

    At given sizes, for a target of exponentials: with numbers for the data all points of one neuron, else all points
    with loss 0, which are affine spaces (one for each partition of the neurons).
    """
    if ask.sizes is None:
        return _equations(ask)
    if ask.model.kernel != "sum":
        raise refused(ask, "critical-points", "the equations are transcendental; ask with --all-sizes for them")
    if not ask.options.get("data"):
        return _minimisers(ask)
    if any(v <= 0 for _, v in _numbers(ask)):
        raise refused(ask, "critical-points", "the exponents v_j of the target are positive")
    if ask.sizes["m"] == 1:
        return _one_neuron(ask)
    raise refused(ask, "critical-points", "with numbers for the data one neuron is solved completely (--size m=1); "
                  "for several, all points with loss 0 are shown without --set")  # fmt: skip


def _one_neuron(ask: Ask) -> Answer:
    """All critical points of one neuron: the roots of a polynomial in w, isolated by Sturm sequences."""
    from sympy import ImmutableMatrix

    terms = _numbers(ask)
    try:
        found = one_neuron.one_neuron(terms)
    except ValueError as error:
        raise refused(ask, "critical-points", str(error)) from None
    formulas = [Formula(f"point {i}", rf"\theta_{{{i}}}", None, ImmutableMatrix([[p.a, p.w]]))
                for i, p in enumerate(found, 1)]  # fmt: skip
    notes = [f"point {i}: {p.kind}, at w = {p.w.evalf(10)}" for i, p in enumerate(found, 1)]

    def checks() -> list[Check]:
        how = "in the field of each exponent, the roots counted by Sturm's theorem"
        return [timed("both partial derivatives vanish, and no point with w > 0 is missing", how,
                       lambda: one_neuron.verify(terms, found))]  # fmt: skip

    return demanded(Answer("critical-points", ask.model, ask.sizes, tuple(formulas), verifier=checks,
                           notes=("entries in the order a_0, w_0; these are all", *notes, *ask.notes)))  # fmt: skip


def _numbers(ask: Ask) -> list[tuple[Any, Any]]:
    """The pairs (s_j, v_j) that the user gave, all of them; raises `ModelError`, `Refused`."""
    assert ask.sizes is not None

    given, needed = ask.options["data"], [f"{x}_{j}" for j in range(ask.sizes["n"]) for x in "sv"]
    unknown = [n for n in given if n not in needed]
    if unknown:
        raise ModelError(f"{unknown[0]!r} is no symbol of the data; they are {', '.join(needed)}")
    missing = [n for n in needed if n not in given]
    if missing:
        raise refused(ask, "critical-points", f"give every symbol a number, as in --set {missing[0]}=1")
    return [(rational(given[f"s_{j}"], f"s_{j}"), rational(given[f"v_{j}"], f"v_{j}")) for j in range(ask.sizes["n"])]


def _equations(ask: Ask) -> Answer:
    from sympy import Eq, Function, Indexed, IndexedBase, Symbol

    model, found = ask.model, residual(ask)
    k = Symbol("k", integer=True)
    a, w = (Indexed(IndexedBase(x), k) for x in "aw")
    letters: dict[str, Expr] = {"S": ("matrix", "m", "p"), "b": ("matrix", "p", 1), "u": ("matrix", "p", 1),
                                "p": ("integer", 1, "oo")}  # fmt: skip
    formulas = [
        Formula("dL/da_k = 0", r"\partial_{a_k} L = 0", None, Eq(Function("I_0")(w), 0)),
        Formula("dL/dw_k = 0", r"\partial_{w_k} L = 0", None, Eq(a * Function("I_1")(w), 0)),
        *unfolded(found, (0, 1)),
        Formula("w", "w", model.read("S*u", letters)), Formula("b", "b", model.read("S.T*a", letters)),
    ]  # fmt: skip
    notes = (
        "critical exactly where the first two lines hold for every neuron k: the transforms of student and target agree"
        " at w_k, and their derivatives where a_k is not 0",
        "from a critical point (b, u) of width p < m with all b_j not 0 and u_j distinct: each matrix S whose rows are"
        " unit vectors, no column 0, gives an affine space of critical points of dimension m - p",
        "there are p! S(m, p) such S, S(m, p) the number of partitions of m neurons into p blocks",
        MEANING, *found.notes, model.note,
    )  # fmt: skip

    def checks() -> list[Check]:
        proofs = [decided(c.id, c) for c in coincidence_claims()]
        return [*derivatives("gradient"), *proofs, *entries(ask), _counted()]

    return demanded(Answer("critical-points", model, None, tuple(formulas), notes=notes, verifier=checks,
                           letters=letters))  # fmt: skip


def _counted() -> Check:
    """p! S(m, p) and the dimension m - p against the spaces one by one, for small m."""
    def right() -> bool:
        try:
            made = [count(m, p) for m in range(1, 6) for p in range(1, m + 1)]
        except NoMinimum:
            return False
        return all(c.enumerated == c.formula and c.dimension == c.neurons - c.target_terms for c in made)

    return timed("p! S(m, p) spaces of dimension m - p", "enumerated for m up to 5", right)


def _minimisers(ask: Ask) -> Answer:
    """All points with loss 0, for a target with distinct exponents and amplitudes other than 0."""
    from sympy import ImmutableMatrix, Symbol

    assert ask.sizes is not None
    m, n = ask.sizes["m"], ask.sizes["n"]
    if m < n:
        raise refused(ask, "critical-points", f"{m} neurons do not reach {n} terms: give numbers, --set s_0=1 ...")
    found = residual(ask)
    target = tuple((Symbol(f"s_{j}", real=True), Symbol(f"v_{j}", positive=True)) for j in range(n))
    spaces: list[AffineSpace] = []
    if m <= 6:
        for r in range(m - n + 1):
            for one in minimising_spaces(m, [(1, j + 1) for j in range(n)], r):
                spaces.append(AffineSpace(target, one.blocks, one.null_blocks, one.null_exponents))
                if len(spaces) > MOST_SPACES:
                    break
    if not spaces or len(spaces) > MOST_SPACES:
        raise refused(ask, "critical-points", f"over {MOST_SPACES} spaces of minimisers; take smaller sizes")
    formulas, kinds = [], []
    for i, space in enumerate(spaces, 1):
        a, w, free = space.parametrisation()
        renamed = {x: Symbol(f"a_{int(x.name[1:]) - 1}" if x.name.startswith("a") else f"u_{int(x.name[1:]) - 1}")
                   for x in free}  # fmt: skip
        point = ImmutableMatrix([[*a, *w]]).xreplace(renamed)
        formulas.append(Formula(f"space {i}", rf"\theta_{{{i}}}", None, plain(point)))
        idle = ", with idle neurons, whose amplitudes have the sum 0" if space.degenerate else ""
        kinds.append(f"space {i}: dimension {len(free)}{idle}")

    def checks() -> list[Check]:
        return [timed("loss and gradient vanish at each", "substituted exactly", lambda: _zero_at(found, spaces)),
                _counts(m, n, spaces)]  # fmt: skip

    order = ", ".join(str(x) for x in (*found.a, *found.w))
    notes = (
        f"entries in the order {order}; an a_i stands for any real value, a u_i for any positive one",
        "all points with loss 0, if the v_j are distinct and no s_j is 0: exponentials with distinct exponents are"
        " linearly independent",
        "for the other critical points give numbers, --set s_0=1 and so on", *kinds, *ask.notes,
    )  # fmt: skip
    return demanded(Answer("critical-points", ask.model, ask.sizes, tuple(formulas), notes=notes, verifier=checks))


def _zero_at(found: Residual, spaces: Sequence[Any]) -> bool:
    own = (*found.a, *found.w)
    slopes = [found.loss, *(found.loss.diff(x) for x in own)]
    for space in spaces:
        a, w, _ = space.parametrisation()
        values = dict(zip(own, (*a, *w), strict=True))
        if not all(same(g.subs(values, simultaneous=True)) for g in slopes):
            return False
    return True


def _counts(m: int, n: int, spaces: Sequence[Any]) -> Check:
    def right() -> bool:
        return all(count(m, n, r).formula == sum(len(s.null_blocks) == r for s in spaces) for r in range(m - n + 1))

    return timed("their number", "(n + r)!/r! S(m, n + r) with r null blocks", right)
