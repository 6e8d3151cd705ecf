"""Exponential sums: symmetries, what is conserved, critical points; and what such a network has not."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from verifier.derive.answer import Answer, Check, Formula, Refused, decided, demanded
from verifier.derive.ask import Ask
from verifier.derive.kernels import Residual, plain, residual
from verifier.derive.queries import conservation
from verifier.derive.queries import critical_points as points
from verifier.derive.queries.kernel_training import _derivatives, _timed, refused
from verifier.evidence.kernel.expr import Expr
from verifier.theory.models.model import ModelError

MOST_SPACES = 40

#: letters of the targets -> the power of t_ with which they move when time runs t_ times as fast
TIME = {"w": 1, "v": 1, "kappa": 1, "mu": -1, "sigma": -1, "h": -1}
OUTPUTS = ("a", "s", "c")


def symmetries(ask: Ask) -> Answer:
    """Permutations of the neurons, the scales of outputs and of time."""
    model = ask.model
    unit: Expr = ("matrix", "m", "m")
    letters: dict[str, Expr] = {"P": unit, "t_": ("real",)}
    formulas = [Formula(f"permutation: {x}", x, model.read(f"P*{x}", letters)) for x in "aw"]
    if model.kernel == "transform":
        formulas += [Formula(f"scale of outputs: {n}", n, model.read(x, letters))
                     for n, x in (("a", "t_*a"), ("rho2", "t_**2*rho2"))]  # fmt: skip
        notes = ["P is a permutation matrix", "scale of outputs: R becomes t_*R, the loss is multiplied by t_**2"]
    else:
        own = [*model.parameters, *model.data]
        formulas += [Formula(f"scale of outputs: {x}", x, model.read(f"t_*{x}", letters)) for x in OUTPUTS if x in own]
        formulas += [Formula(f"scale of time: {x}", x, model.read(f"t_*{x}" if p == 1 else f"{x}/t_", letters))
                     for x, p in TIME.items() if x in own]  # fmt: skip
        notes = ["P is a permutation matrix", "scale of outputs: the loss is multiplied by t_**2",
                 "scale of time: the loss is multiplied by 1/t_, t_ > 0"]  # fmt: skip

    def checks() -> list[Check]:
        from verifier.theory.exponential_sum_claims import symmetry_claims

        if model.kernel == "transform":
            return [decided(c.id, c) for c in symmetry_claims()[:2]]
        return [*(decided(c.id, c) for c in symmetry_claims()), _scaled(ask)]

    return demanded(Answer("symmetries", model, None, tuple(formulas), notes=(*notes, model.note), verifier=checks,
                           letters=letters))  # fmt: skip


def _scaled(ask: Ask) -> Check:
    """The scaled target at t is the target at t_ t, and t_ times as large in the scale of outputs."""
    from sympy import Symbol, expand, simplify

    found = residual(Ask(ask.model, dict(ask.model.sizes), None, ask.options))
    z, t = Symbol("z", positive=True), Symbol("t", positive=True)
    rho = found.student(t) + (found.rho(t) if found.rho is not None else 0)
    if ask.model.kernel == "compact":
        rho = rho + found.memory.value.subs(found.memory.t, t) * Symbol("c", real=True)
    faster = {x: x * z ** TIME[_stem(x.name)] for x in rho.free_symbols if _stem(x.name) in TIME}
    larger = {x: x * z for x in rho.free_symbols if _stem(x.name) in OUTPUTS}

    def right() -> bool:
        return bool(simplify(rho.subs(faster, simultaneous=True) - rho.subs(t, z * t)) == 0
                    and expand(rho.subs(larger, simultaneous=True) - z * rho) == 0)  # fmt: skip

    return _timed("student and target under both scales", "equal as functions of t", right)


def _stem(name: str) -> str:
    return name.split("_")[0]


def conserved(ask: Ask) -> Answer:
    """Nothing is conserved for every target: the gradient fields of 2 m targets are independent at an exact point."""
    if ask.sizes is None:
        raise refused(ask, "conserved", "that nothing is conserved is certified by a minor for each width; give --size m=3")
    from verifier.theory.conservation_families import exponential_sum_laws

    m = ask.sizes["m"]
    if m > 6:
        raise refused(ask, "conserved", f"the minor of size {2 * m} takes long; m is at most 6")
    found = exponential_sum_laws(m, 1)  # the bound is one for functions of any kind

    def checks() -> list[Check]:
        start = time.monotonic()
        right = found.verify() and found.bound.bound == 0
        what = f"the gradient fields for the targets e^(-v t), v = 1, ..., {2 * m}, are independent at an exact point"
        return [Check(what, "checked" if right else "refuted", f"a minor of size {2 * m} is not 0",
                      time.monotonic() - start)]  # fmt: skip

    note = "no differentiable function of a and w but the constants is conserved for every target"
    own = conservation.conserved(ask) if ask.model.kernel == "sum" else None
    formulas = own.formulas if own is not None else ()
    single = [f"for the target with these symbols: {n}" for n in own.notes if n not in ask.notes] if own else []

    def all_checks() -> list[Check]:
        return [*checks(), *(own.verify() if own is not None else ())]

    return demanded(Answer("conserved", ask.model, ask.sizes, formulas, notes=(note, *single, ask.model.note),
                           verifier=all_checks))  # fmt: skip


# -- critical points ---------------------------------------------------------------------------------------


def critical_points(ask: Ask) -> Answer:
    """Where the gradient vanishes: for all widths the equations and the spaces of merged neurons.

    At given sizes, for a target of exponentials: with numbers for the data what elimination finds, else all points with
    loss 0, which are affine spaces (one for each partition of the neurons).
    """
    if ask.sizes is None:
        return _equations(ask)
    if ask.model.kernel != "sum":
        raise refused(ask, "critical-points", "the equations are transcendental; ask with --all-sizes for them")
    if not ask.options.get("data"):
        return _minimisers(ask)
    if any(v <= 0 for _, v in _numbers(ask)):
        raise refused(ask, "critical-points", "the exponents v_j of the target are positive")
    return _one_neuron(ask) if ask.sizes["m"] == 1 else points.solved(ask, positive="w")


def _one_neuron(ask: Ask) -> Answer:
    """All critical points of one neuron: the roots of a polynomial in w, isolated by Sturm sequences."""
    from sympy import ImmutableMatrix

    from verifier.theory import one_neuron

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
        return [_timed("both partial derivatives vanish, and no point with w > 0 is missing", how,
                       lambda: one_neuron.verify(terms, found))]  # fmt: skip

    return demanded(Answer("critical-points", ask.model, ask.sizes, tuple(formulas), verifier=checks,
                           notes=("entries in the order a_0, w_0; these are all", *notes, *ask.notes)))  # fmt: skip


def _numbers(ask: Ask) -> list[tuple[Any, Any]]:
    """The pairs (s_j, v_j) that the user gave, all of them; raises `ModelError`, `Refused`."""
    assert ask.sizes is not None
    from verifier.theory.exact_numbers import rational

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

    from verifier.derive.queries.kernel_training import MEANING, _entries, _unfolded

    model, found = ask.model, residual(ask)
    k = Symbol("k", integer=True)
    a, w = (Indexed(IndexedBase(x), k) for x in "aw")
    letters: dict[str, Expr] = {"S": ("matrix", "m", "p"), "b": ("matrix", "p", 1), "u": ("matrix", "p", 1),
                                "p": ("integer", 1, "oo")}  # fmt: skip
    formulas = [
        Formula("dL/da_k = 0", r"\partial_{a_k} L = 0", None, Eq(Function("I_0")(w), 0)),
        Formula("dL/dw_k = 0", r"\partial_{w_k} L = 0", None, Eq(a * Function("I_1")(w), 0)),
        *_unfolded(found, (0, 1)),
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
        from verifier.theory.exponential_sum_claims import coincidence_claims

        proofs = [decided(c.id, c) for c in coincidence_claims()]
        return [*_derivatives("gradient"), *proofs, *_entries(ask), _counted()]

    return demanded(Answer("critical-points", model, None, tuple(formulas), notes=notes, verifier=checks,
                           letters=letters))  # fmt: skip


def _counted() -> Check:
    """p! S(m, p) and the dimension m - p against the spaces one by one, for small m."""
    from verifier.theory.minima_counting import NoMinimum, count

    def right() -> bool:
        try:
            made = [count(m, p) for m in range(1, 6) for p in range(1, m + 1)]
        except NoMinimum:
            return False
        return all(c.enumerated == c.formula and c.dimension == c.neurons - c.target_terms for c in made)

    return _timed("p! S(m, p) spaces of dimension m - p", "enumerated for m up to 5", right)


def _minimisers(ask: Ask) -> Answer:
    """All points with loss 0, for a target with distinct exponents and amplitudes other than 0."""
    from sympy import ImmutableMatrix, Symbol

    from verifier.theory.minima_counting import AffineSpace, minimising_spaces

    assert ask.sizes is not None
    m, n = ask.sizes["m"], ask.sizes["n"]
    if m < n:
        raise refused(ask, "critical-points", f"{m} neurons do not reach {n} terms: give numbers, --set s_0=1 and so on")
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
        raise refused(ask, "critical-points", f"over {MOST_SPACES} spaces of minimisers at these sizes; take smaller ones")
    formulas, kinds = [], []
    for i, space in enumerate(spaces, 1):
        a, w, free = space.parametrisation()
        renamed = {x: Symbol(f"a_{int(x.name[1:]) - 1}" if x.name.startswith("a") else f"u_{int(x.name[1:]) - 1}")
                   for x in free}  # fmt: skip
        point = ImmutableMatrix([[*a, *w]]).xreplace(renamed)
        formulas.append(Formula(f"space {i}", rf"\theta_{{{i}}}", None, plain(point)))
        kinds.append(f"space {i}: dimension {len(free)}{', with idle neurons, whose amplitudes have the sum 0' if space.degenerate else ''}")

    def checks() -> list[Check]:
        return [_timed("loss and gradient vanish at each", "substituted exactly", lambda: _zero_at(found, spaces)),
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
    from verifier.theory.exponential_sums import same

    own = (*found.a, *found.w)
    slopes = [found.loss, *(found.loss.diff(x) for x in own)]
    for space in spaces:
        a, w, _ = space.parametrisation()
        values = dict(zip(own, (*a, *w), strict=True))
        if not all(same(g.subs(values, simultaneous=True)) for g in slopes):
            return False
    return True


def _counts(m: int, n: int, spaces: Sequence[Any]) -> Check:
    from verifier.theory.minima_counting import count

    def right() -> bool:
        return all(count(m, n, r).formula == sum(len(s.null_blocks) == r for s in spaces) for r in range(m - n + 1))

    return _timed("their number", "(n + r)!/r! S(m, n + r) with r null blocks", right)


# -- what there is not -------------------------------------------------------------------------------------


def closed_form(ask: Ask) -> Answer:
    """Refused."""
    raise refused(ask, "closed-form", "its flow is a rational system without a known solution; ask for the flow")


def _no_predictor(ask: Ask, query: str) -> Refused:
    return refused(ask, query, "its predictor is a function h on [0, oo), and the metric M of h (ask metric) depends on "
                               "a and w beyond any finite number of values of h")  # fmt: skip


def mirror_flow(ask: Ask) -> Answer:
    """Refused."""
    raise _no_predictor(ask, "mirror-flow")


def hessian_map(ask: Ask) -> Answer:
    """Refused."""
    raise _no_predictor(ask, "hessian-map")


def time_warp(ask: Ask) -> Answer:
    """Refused."""
    raise _no_predictor(ask, "time-warp")


def potential(ask: Ask) -> Answer:
    """Refused."""
    raise _no_predictor(ask, "potential")


def bregman(ask: Ask) -> Answer:
    """Refused."""
    raise _no_predictor(ask, "bregman")
