"""How the answers about exponential sums are checked: proofs for all widths, formulas at small sizes, balls."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from verifier.derive.answer import Answer, Check, decided, demanded
from verifier.derive.ask import Ask
from verifier.derive.continuous import exponential_sum_claims as claims
from verifier.derive.continuous.exponential_networks import Residual, plain, residual
from verifier.derive.continuous.exponential_sum_claims import integral_claims
from verifier.derive.continuous.exponential_sum_entries import all_widths
from verifier.derive.continuous.exponential_sums import same
from verifier.derive.continuous.moment_integrals import airy_laplace, enclosure, squared_distance
from verifier.derive.enclosed_numbers import decimals
from verifier.derive.formulas import Formula, Refused
from verifier.kernel.terms.expr import Expr

MEANING = "I_n(x) is the integral over t >= 0 of t^n e^(-x t) times student's minus target's kernel"
SMALL = ({"m": 1, "n": 1}, {"m": 2, "n": 1}, {"m": 3, "n": 2})


def unfolded(found: Residual, orders: Sequence[int]) -> list[Formula]:
    """The formulas of I_n; where there are none to show, R and the squared norm."""
    from sympy import Symbol

    x = Symbol("x", positive=True)
    if not orders:
        return [Formula("R(x)", "R(x)", None, plain(found.R(x)))]
    return [Formula(f"I_{n}(x)", f"I_{n}(x)", None, plain(found.moment(n, x))) for n in orders]


def answer(ask: Ask, found: Residual, query: str, formulas: Sequence[Formula], checks: Any,
            letters: dict[str, Expr] | None = None, notes: Sequence[str] = ()) -> Answer:  # fmt: skip
    meaning = (MEANING,) if any("I_" in f.name or "I_" in str(f.value) for f in formulas) else ()
    shown = (*notes, *meaning, *found.notes, *ask.notes)
    if query == "momentum-step" and found.memory is not None:
        shown = ("mu_ is the weight of the step before, mu the place of the memory", *shown)
    return demanded(Answer(query, ask.model, ask.sizes, tuple(formulas), notes=shown, verifier=checks,
                           letters=letters or {}))  # fmt: skip


def widths() -> Any:
    return all_widths()


def integrals(count: int) -> list[Check]:
    return [decided(c.id, c) for c in integral_claims()[:count]]


def derivatives(order: str) -> list[Check]:
    """The kernel's proofs for all widths and targets."""
    own = claims.gradient_claims() + (claims.hessian_claims() if order == "hessian" else ())
    needed = (*claims.integral_claims(), *claims.speed_claims())
    if order == "gradient":
        needed = (*claims.integral_claims()[:2], claims.speed_claims()[0])
    return [decided(c.id, c) for c in (*needed, *own)]


def timed(what: str, how: str, right: Any) -> Check:
    began = time.monotonic()
    verdict = "checked" if right() else "refuted"
    return Check(what, verdict, how, time.monotonic() - began)


def derivation(found: Residual) -> list[Check]:
    """The transform of the memory, derived again."""
    if found.memory is None:
        return []
    return [timed("the transform and the norm of the memory", found.memory.derivation, found.memory.verify)]


def entries(ask: Ask) -> list[Check]:
    """The formulas for all widths, with their sums written out, against derivatives of the closed form."""
    found = residual(ask)

    def right() -> bool:
        return all(_same_moments(ask, found, sizes) for sizes in small)

    small = SMALL if found.memory is None else SMALL[1:2]  # the target adds to each I_n a term without the neurons
    how = f"sums written out, equal to derivatives of the closed form at m = {', '.join(str(s['m']) for s in small)}"
    return [*derivation(found), timed("the formulas entry by entry", how, right)]


def _same_moments(ask: Ask, general: Residual, sizes: dict[str, int]) -> bool:
    """I_0 and I_1 for all widths at given sizes: twice I_0(w_k) and -2 a_k I_1(w_k) are the partial derivatives.

    I_2 is compared through d^2L/dw_k^2 = a_k^2/(2 w_k^3) + 2 a_k I_2(w_k).
    """
    from sympy import Symbol

    own = residual(Ask(ask.model, {n: sizes[n] for n in ask.model.sizes}, None, ask.options))
    y, k = Symbol("x", positive=True), 0
    moments = [written_out(general.moment(n, y), own, sizes).subs(y, own.w[k]) for n in range(3)]
    a, w = own.a[k], own.w[k]
    wanted = [own.loss.diff(a), own.loss.diff(w), own.loss.diff(w, 2)]
    given = [2 * moments[0], -2 * a * moments[1], a**2 / (2 * w**3) + 2 * a * moments[2]]
    return all(same(x.doit() - z.doit()) for x, z in zip(wanted, given, strict=True))


def written_out(e: Any, own: Residual, sizes: dict[str, int]) -> Any:
    """A formula for all widths at given sizes: sums written out, indexed letters replaced by symbols."""
    from sympy import Indexed, Sum, Symbol

    ends = {Symbol(n, integer=True): v for n, v in sizes.items()}
    e = e.replace(lambda x: isinstance(x, Sum), lambda x: x.subs(ends).doit())
    letters = {x.name: x for x in own.loss.free_symbols}
    return e.xreplace({x: letters[f"{x.base}_{x.indices[0]}"] for x in e.atoms(Indexed)})


def moments_agree(found: Residual, slopes: dict[str, Any]) -> list[Check]:
    """The derivatives of the closed form are 2 I_0(w_k) and -2 a_k I_1(w_k)."""
    def right() -> bool:
        pairs = zip(found.a, found.w, strict=True)
        wanted = [(2 * found.moment(0, w), -2 * a * found.moment(1, w)) for a, w in pairs]
        return all(same(g[i] - wanted[i]["aw".index(x)]) for x, g in slopes.items() for i in range(len(wanted)))

    return [*integrals(2), timed("dL/da_k = 2 I_0(w_k), dL/dw_k = -2 a_k I_1(w_k)", "equal as formulas", right)]


def second(found: Residual, own: Sequence[Any], table: Any) -> Check:
    """Each entry against the formulas for all widths, by residual moments."""
    def wanted(p: Any, q: Any) -> Any:
        (x, k), (y, j) = sorted(((str(z)[0], int(str(z).split("_")[1])) for z in (p, q)), reverse=True)
        a, w = found.a, found.w
        if x + y == "aa":
            return 2 / (w[k] + w[j])
        if x + y == "wa":
            return -2 * a[k] / (w[k] + w[j]) ** 2 - (2 * found.moment(1, w[k]) if k == j else 0)
        return 4 * a[k] * a[j] / (w[k] + w[j]) ** 3 + (2 * a[k] * found.moment(2, w[k]) if k == j else 0)

    def right() -> bool:
        n = len(own)
        return all(same(table[i, j] - wanted(own[i], own[j])) for i in range(n) for j in range(n))

    return timed("hess L by residual moments", "equal as formulas", right)


def confirmed(ask: Ask, found: Residual) -> list[Check]:
    """The derivation of the transform, and the closed form against the integral at a point, both in balls."""
    if found.kind == "transform":
        return []
    sized = found if ask.sizes is not None else residual(Ask(ask.model, dict(ask.model.sizes), None, ask.options))

    def right() -> bool:
        return enclosed(sized)

    how = "balls of closed form and integral meet at an exact point, radius below 1e-15"
    return [*derivation(found), timed("L is the integral of (student - target)^2", how, right)]


def enclosed(found: Residual, wrong: Any = 0) -> bool:
    """Whether the ball of the closed form (plus `wrong`) meets that of the integral at an exact point."""
    from flint import arb
    from sympy import Function, Rational

    letters = sorted(found.loss.free_symbols, key=str)
    point = {x: Rational(3 + 2 * i, 4 + i) for i, x in enumerate(letters)}
    point |= {x: Rational(7, 2) for x in letters if x.name == "mu"}  # beyond h
    value = found.loss.xreplace(point) + wrong
    terms = [(point[x], point[y]) for x, y in zip(found.a, found.w, strict=True)]
    rest = {x.name: q for x, q in point.items()}
    terms += [(-rest[n], rest[n.replace("s", "v")]) for n in rest if n.startswith("s_")]
    with decimals(35):
        known = {e: airy_laplace(*e.args) for e in value.atoms(Function) if type(e).__name__ == "A"}
        mine = enclosure(value, known)
        other = squared_distance(terms, "" if found.memory is None else found.kind, rest)
        return bool(mine.overlaps(other) and mine.rad() + other.rad() < arb("1e-15"))


def refused(ask: Ask, query: str, why: str) -> Refused:
    """The refusal of a query about these models."""
    return Refused(f"{query} of {ask.model.name}: {why}")


def no_answer(query: str, why: str) -> Callable[[Ask], Answer]:
    """A query to which these models have no answer, with the reason."""

    def answer(ask: Ask) -> Answer:
        raise refused(ask, query, why)

    return answer
