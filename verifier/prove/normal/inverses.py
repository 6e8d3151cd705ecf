"""Inverse functions: trigonometric ones at known angles, shifted by periods, sums of arcus tangents; Lambert's W.

acos is pi/2 - asin, acot(u) = atan(1/u) where the sign of u is known.  f(u) for a closed u whose value is a rational
multiple of pi with a small denominator is proved to be that multiple by its inverse.  asin(sin(v)), atan(tan(v)),
acos(cos(v)) are v shifted by a multiple of pi that is read off at a sample and proved by the bounds of v.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verifier.kernel.logic.sequents import Sequent
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import RELATIONS, Expr, head
from verifier.language.named import operands
from verifier.prove.normal.exponentials import by_inverse, fn
from verifier.prove.normal.linear_terms import scaled
from verifier.prove.normal.normal import Handler, Normal
from verifier.prove.normal.special import leads_negative
from verifier.prove.numbers.shared_terms import number
from verifier.prove.refute.floating.approximation import NoValue, samples, truth, value

PI: Expr = ("fn", "pi")
MOST_DENOMINATOR = 60
_DIRECT = {"asin": "sin", "acos": "cos", "atan": "tan"}


def arcus(normal: Normal, e: Expr, atom: int) -> None:
    plain = operands(e)[1]
    e = normal.settle(e)
    word, u = operands(e)
    if _shifted(normal, e, str(word), u, plain) or _closed(normal, e, str(word), u):
        return
    if word == "acos":
        if normal.rule(normal.instance("acos", u), e):
            normal.learn(fn("asin", u))
        return
    if leads_negative(normal, u):
        other = normal.canonical(("neg", u))
        if normal.rule(normal.instance(f"{word}-negative", other), e):
            normal.learn(fn(str(word), other))


def _closed(normal: Normal, e: Expr, word: str, u: Expr) -> bool:
    """A closed argument whose angle is a rational multiple of pi."""
    import mpmath

    if free_names(u):
        return False
    if u == 0 and word != "acos":
        return normal.rule(normal.instance(f"{word}-zero"), e)
    try:
        with mpmath.workdps(30):
            ratio = value(e, {}, 30) / mpmath.pi
            q = Fraction(str(mpmath.nstr(ratio, 25))).limit_denominator(MOST_DENOMINATOR)
            if abs(ratio - mpmath.mpf(q.numerator) / q.denominator) > mpmath.mpf(10) ** -20:
                return False
    except (NoValue, ValueError):
        return False
    angle = scaled(q, PI) if q else 0
    return by_inverse(normal, e, f"{word}-{_DIRECT[word]}", angle, fn(_DIRECT[word], angle))


def point_of(s: Sequent, names: frozenset[str]) -> dict[str, Any] | None:
    """Values that satisfy the facts about the names: samples, or the middle between the bounds of one name."""
    if not names:
        return {}
    found = next(iter(samples(s, names, 1)), None)
    if found is not None or len(names) != 1:
        return found
    (x,) = names
    about = [f for f in s.facts.values() if head(f) in RELATIONS and free_names(f) == names]
    try:
        ends = [value(e, {}) for f in about for e in operands(f) if not free_names(e)]
        middles = [{x: (a + b) / 2} for i, a in enumerate(ends) for b in ends[i + 1 :]]
        return next((at for at in middles if all(truth(f, at) for f in about)), None)
    except NoValue:
        return None


def _shifted(normal: Normal, e: Expr, word: str, u: Expr, plain: Expr) -> bool:
    """asin(sin(v)) and its kin, by the value at a sample."""
    import mpmath

    plainly = head(plain) == "fn" and operands(plain)[0] in _DIRECT.values()
    v = operands(plain)[1] if plainly else _inner(normal, word, u)
    if v is None:
        return False
    try:
        at = point_of(normal.start, free_names(v))
        if at is None:
            return False
        angle, goal = value(v, at), value(e, at)
        for sign in (1, -1):
            turns = (goal - sign * angle) / mpmath.pi
            k = round(turns)
            if abs(turns - k) < mpmath.mpf(10) ** -12:
                shift: Expr = ("+", scaled(sign, v), scaled(k, PI)) if k else scaled(sign, v)
                shift, direct = normal.canonical(shift), _DIRECT[word]
                return by_inverse(normal, e, f"{word}-{direct}", shift, fn(direct, shift))
    except (NoValue, ValueError):
        return False
    return False


def _inner(normal: Normal, word: str, u: Expr) -> Expr | None:
    """v where u is the direct function of v: sin(v) or cos(v), up to sign, or sin(v)/cos(v)."""
    for atom in {a for m in normal.field.read(u)[0] for a, _ in m}:
        source = normal.field.sources[atom]
        if head(source) == "fn" and operands(source)[0] in ("sin", "cos", "tan"):
            v = operands(source)[1]
            if word == "atan" or u in (source, normal.canonical(("neg", source))):
                return v
    return None


def cotangent(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    u = operands(e)[1]
    name = "acot-zero" if u == 0 else None
    if name is None:
        for relation, found in ((">", "acot-positive"), ("<", "acot-negative")):
            if normal.ask((relation, u, 0)) is not None:
                name = found
                break
    if name is not None and normal.rule(normal.instance(name, *([] if u == 0 else [u])), e):
        normal.learn(fn("atan", ("/", 1, u)) if u != 0 else PI)


def lambert(normal: Normal, e: Expr, atom: int) -> None:
    """W(u) of u = v*exp(v); otherwise W(u)*exp(W(u)) == u is a relation for the exponential."""
    if len(operands(e)) != 2:
        return
    e = normal.settle(e)
    u = operands(e)[1]
    for f in {a for m in normal.field.read(u)[0] for a, _ in m}:
        source = normal.field.sources[f]
        if head(source) == "fn" and operands(source)[0] == "exp":
            v = normal.canonical(operands(source)[1])
            if normal.equation(("*", v, ("fn", "exp", v)), u) is not None:
                by_inverse(normal, e, "lambertw-value", v, ("*", v, ("fn", "exp", v)))
                return
    if _lambert_value(normal, e, u):
        return
    label = normal.instance("lambertw", u)
    if label is not None:
        inner: Expr = ("fn", "log", e)
        if normal.rule(normal.instance("lambertw-log", u), inner):
            normal.learnt.add(normal.atom(inner))
            normal.learn(("fn", "log", u))
        power: Expr = ("fn", "exp", e)
        normal.learn(power)
        if u == 0:
            normal.rule(normal.instance("lambertw-zero"), e)
        elif normal.vanishes_not(e) is not None:
            normal.rule(label, power)


def _lambert_value(normal: Normal, e: Expr, u: Expr) -> bool:
    """W(u) of a number u = v*exp(v) where v, or exp(v), is a rational number that is read off the digits."""
    import mpmath

    if free_names(u) or u == 0:
        return False
    try:
        x = value(u, {}, 30)
        with mpmath.workdps(30):
            w = mpmath.re(mpmath.lambertw(max(x, -mpmath.exp(-1))))
            for digits, make in ((w, number), (mpmath.exp(w), lambda q: ("fn", "log", number(q)))):
                q = Fraction(mpmath.nstr(digits, 25)).limit_denominator(100)
                if abs(digits - mpmath.mpf(q.numerator) / q.denominator) > mpmath.mpf(10) ** -12:
                    continue
                v: Expr = make(q)
                normal.learn(v)
                if by_inverse(normal, e, "lambertw-value", v, ("*", v, ("fn", "exp", v))):
                    return True
    except (NoValue, ValueError):
        return False
    return False


HANDLERS: dict[str, Handler] = {
    "asin": arcus, "acos": arcus, "atan": arcus, "acot": cotangent, "lambertw": lambert,
}  # fmt: skip
