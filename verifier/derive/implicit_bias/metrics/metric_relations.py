"""J J' as a function of the predictor and of what its flow conserves: the relation found, checked and solved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from verifier.derive.implicit_bias.algebra import NoRelation, Variety
from verifier.derive.implicit_bias.proving import Proved, attempt, text

MOST = 4  # the highest power of J J' in the ansatz


def persistent(variety: Variety, quantities: Sequence[Any], start: Sequence[Any]) -> tuple[Any, ...]:
    """The linear combinations of conserved quantities that vanish where the relations of the start hold.

    They stay zero along the flow.  `variety`: the letters without relations.
    """
    import sympy

    if not start or not quantities:
        return ()
    at_start = Variety(variety.letters, tuple(start), variety.weights)
    forms = [at_start.reduce(q) for q in quantities]
    terms = sorted({m for f in forms for m in f})
    if not terms:
        return tuple(quantities)
    table = sympy.Matrix([[sympy.Rational(str(f.get(m, 0))) for f in forms] for m in terms])
    return tuple(
        sympy.expand(sum(c * q for c, q in zip(v, quantities, strict=True))) for v in table.nullspace()
    )


def solved(
    target: Any, given: Mapping[Any, Any], variety: Variety, names: Mapping[Any, str],
    nonnegative: Set[Any] = frozenset(),
) -> tuple[int, dict[int, Any], Any, tuple[Proved, ...]]:  # fmt: skip
    """target as a function of what `given` stands for: the power, the coefficients, the root and its evidence.

    A relation of the second power gives -c_1/2 + sqrt(c_1^2/4 - c_0) where target >= -c_1/2 is proved for all real
    parameters (letters of `nonnegative`: all values >= 0); higher powers only target^n + c_0 = 0 with target >= 0.
    Raises `NoRelation`.
    """
    import sympy

    for power in range(1, MOST + 1):
        c = variety.dependence(target, given, power)
        if c is None:
            continue
        whole = target**power + sum(e.subs(given, simultaneous=True) * target**i for i, e in c.items())
        if not variety.vanishes(whole):  # by another route than it was found
            raise NoRelation("a relation does not expand to zero")
        shown = _shown(target, given, c, power, names) if not variety.relations else ()
        if power == 1:
            return power, c, -c[0], shown
        if power > 2 and any(c[i] != 0 for i in range(1, power)):
            raise NoRelation(f"J J' is a root of an equation of degree {power} over w, with no solution by one radical")
        lower = c[power - 1].subs(given, simultaneous=True) if power == 2 else 0
        renamed = {s: sympy.Symbol(n, real=True) for s, n in names.items()}
        form = sympy.expand((2 * target + lower).subs(renamed, simultaneous=True))
        domain = {n: "nonnegative" if s in nonnegative else "real" for s, n in names.items() if form.has(renamed[s])}
        sign = attempt("sign of the root", f"{text(form)} >= 0", domain)
        if sign is None:
            raise NoRelation("which root of a quadratic equation J J' is depends on the parameters")
        if power > 2:
            return power, c, (-c[0]) ** sympy.Rational(1, power), (*shown, sign)
        return power, c, -c[1] / 2 + sympy.sqrt(sympy.factor(c[1] ** 2 / 4 - c[0])), (*shown, sign)
    raise NoRelation(f"no relation up to the power {MOST} makes J J' a function of w and what is conserved")


def _shown(
    target: Any, given: Mapping[Any, Any], c: Mapping[int, Any], power: int, names: Mapping[Any, str]
) -> tuple[Proved, ...]:
    """The relation as a polynomial identity with a certificate, where the kernel takes it in a second."""
    import sympy

    renamed = {s: sympy.Symbol(n, real=True) for s, n in names.items()}
    sides = (target**power, -sum(e.subs(given, simultaneous=True) * target**i for i, e in c.items()))
    left, right = (text(sympy.sympify(e).subs(renamed, simultaneous=True)) for e in sides)
    found = attempt("relation along the flow", f"{left} == {right}", dict.fromkeys(names.values(), "real"), seconds=1.0)
    return (found,) if found else ()
