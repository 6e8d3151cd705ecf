"""Sines and cosines of independent angles, with one relation sin^2 + cos^2 = 1 for each.

An angle is split into rational multiples of monomials with one common denominator each; multiples are expanded,
multiples of pi are reduced to the first octant and to known values, I*u gives hyperbolic functions, and tan, cot,
sec, csc are quotients where the denominator is known not to vanish.  Complete for identities between polynomials in
sin and cos of such angles with multiples up to `MOST`.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.prove.normal.exponentials import fn, imaginary
from verifier.prove.normal.inverses import point_of
from verifier.prove.normal.linear_terms import MOST, Part, primes, rest_of, scaled, sole_atom, split, total
from verifier.prove.normal.normal import Handler, Normal
from verifier.prove.normal.special import is_integer
from verifier.prove.refute.floating.approximation import NoValue, value

PI: Expr = ("fn", "pi")
#: fractions of pi whose cosine (sine) has a line in the table of known facts
COSINES = {
    Fraction(0): "cos-zero", Fraction(1, 2): "cos-half-pi", Fraction(1, 3): "cos-third-pi",
    Fraction(1, 4): "cos-quarter-pi", Fraction(1, 6): "cos-sixth-pi", Fraction(1, 5): "cos-fifth-pi",
    Fraction(1): "cos-pi",
}  # fmt: skip
SINES = {
    Fraction(0): "sin-zero", Fraction(1, 2): "sin-half-pi", Fraction(1, 3): "sin-third-pi",
    Fraction(1, 4): "sin-quarter-pi", Fraction(1, 6): "sin-sixth-pi", Fraction(1): "sin-pi",
}  # fmt: skip


def circular(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    both(normal, operands(e)[1])


def both(normal: Normal, u: Expr) -> None:
    """Rules for sin(u) and cos(u), u in normal form."""
    sine, cosine = fn("sin", u), fn("cos", u)
    normal.learnt |= {normal.atom(sine), normal.atom(cosine)}
    parts = split(normal, u)
    turns = [p for p in parts if p.of == PI]
    if len(parts) > 1:
        first = turns[0] if turns else parts[0]
        _sum(normal, sine, cosine, rest_of([p for p in parts if p is not first]), rest_of([first]))
    elif not parts:
        normal.rule(normal.instance("sin-zero"), sine)
        normal.rule(normal.instance("cos-zero"), cosine)
    elif turns:
        _turn(normal, sine, cosine, parts[0].factor)
    else:
        _single(normal, sine, cosine, parts[0])


def _sum(normal: Normal, sine: Expr, cosine: Expr, z: Expr, w: Expr) -> None:
    """Addition theorems: letters w, z in the table."""
    normal.rule(normal.instance("sin-add", w, z), sine)
    normal.rule(normal.instance("cos-add", w, z), cosine)
    for part in (z, w):
        if normal.atom(fn("sin", part)) not in normal.learnt:
            both(normal, part)


def _single(normal: Normal, sine: Expr, cosine: Expr, part: Part) -> None:
    inner = imaginary(normal, part)
    if inner is not None:
        y = scaled(part.factor, inner)
        if normal.rule(normal.instance("sin-imaginary", y), sine):
            normal.learn(fn("sinh", y))
        if normal.rule(normal.instance("cos-imaginary", y), cosine):
            normal.learn(fn("cosh", y))
        return
    n = _over_pi(normal, part)
    if n is not None and part.factor.denominator == 1:
        times = scaled(part.factor, n)
        normal.rule(normal.instance("sin-multiple-pi", times), sine)
        if normal.rule(normal.instance("cos-multiple-pi", times), cosine):
            normal.learn(("^", -1, times))
        return
    if part.factor < 0:
        _negative(normal, sine, cosine, scaled(-part.factor, part.of))
        return
    d = normal.common(("angle", part.key), part.factor.denominator)
    n_times = part.factor * d
    if n_times.denominator == 1 and 1 < n_times <= MOST:
        base = scaled(Fraction(1, d), part.of)
        _multiple(normal, sine, cosine, int(n_times), base)
        return
    if part.factor == 1:
        atom = sole_atom(normal.field, part)
        if head(atom or 0) == "fn" and _inverse(normal, sine, cosine, atom or 0):
            return
    normal.rule(normal.instance("sin-cos", operands(sine)[1]), cosine)


def _negative(normal: Normal, sine: Expr, cosine: Expr, u: Expr) -> None:
    normal.rule(normal.instance("sin-negative", u), sine)
    normal.rule(normal.instance("cos-negative", u), cosine)
    if normal.atom(fn("sin", u)) not in normal.learnt:
        both(normal, u)


def _multiple(normal: Normal, sine: Expr, cosine: Expr, n: int, base: Expr) -> None:
    low = n // 2
    _sum(normal, sine, cosine, scaled(low, base), scaled(n - low, base))


def _over_pi(normal: Normal, part: Part) -> Expr | None:
    """k where the part is a multiple of k*pi with an integer term k."""
    ((m, _),) = part.poly.items()
    powers = dict(m)
    pi = next((a for a in powers if normal.field.sources[a] == PI), None)
    if pi is None or powers[pi] != 1 or normal.field.read(part.of)[1]:
        return None
    k = normal.expr(({tuple((a, e) for a, e in m if a != pi): 1}, {}))
    return k if is_integer(normal, k) else None


def _inverse(normal: Normal, sine: Expr, cosine: Expr, u: Expr) -> bool:
    """sin and cos of asin(v), acos(v), atan(v)."""
    word, *args = operands(u)
    if word not in ("asin", "acos", "atan"):
        return False
    v = args[0]
    first, second = normal.instance(f"sin-{word}", v), normal.instance(f"cos-{word}", v)
    if first is None or second is None:
        return False
    normal.rule(first, sine)
    normal.rule(second, cosine)
    for label in (first, second):
        for side in operands(normal.fact(label)):
            normal.learn(side)
    return True


def _turn(normal: Normal, sine: Expr, cosine: Expr, q: Fraction) -> None:
    """sin(q*pi) and cos(q*pi)."""
    if not -1 < q <= 1:
        n = (q + 1) // 2 if (q + 1) % 2 else (q - 1) // 2
        z = scaled(q - 2 * n, PI) if q != 2 * n else 0
        normal.rule(normal.instance("sin-period", int(n), z), sine)
        normal.rule(normal.instance("cos-period", int(n), z), cosine)
        if normal.atom(fn("sin", z)) not in normal.learnt:
            both(normal, z)
        return
    if q < 0:
        _negative(normal, sine, cosine, scaled(-q, PI))
        return
    if q in COSINES:
        label = normal.instance(COSINES[q])
        if normal.rule(label, cosine) and label:
            normal.learn(operands(normal.fact(label))[1])
    if q in SINES:
        label = normal.instance(SINES[q])
        if normal.rule(label, sine) and label:
            normal.learn(operands(normal.fact(label))[1])
    elif q in COSINES:
        normal.rule(normal.instance("sin-cos", operands(sine)[1]), sine)
    if q in COSINES:
        return
    if q > Fraction(1, 2):
        _sum(normal, sine, cosine, scaled(q - Fraction(1, 2), PI), scaled(Fraction(1, 2), PI))
        return
    r = q.denominator
    coprime = next((p**k for p, k in primes(r) if p**k != r), None)
    if coprime is not None:  # q = a/coprime + b/rest
        rest = r // coprime
        a = q.numerator * pow(rest, -1, coprime) % coprime
        first = Fraction(a, coprime)
        _sum(normal, sine, cosine, scaled(q - first, PI), scaled(first, PI))
    elif q.numerator > 1:
        if q.numerator <= MOST:
            _multiple(normal, sine, cosine, q.numerator, scaled(Fraction(1, r), PI))
    elif r % 2 == 0:
        whole = scaled(2 * q, PI)
        labels = normal.instance("sin-half", whole), normal.instance("cos-half", whole)
        for label, e in zip(labels, (sine, cosine), strict=True):
            if normal.rule(label, e) and label:
                normal.learn(operands(normal.fact(label))[1])
    else:
        normal.rule(normal.instance("sin-cos", operands(sine)[1]), sine)
        _odd_part(normal, cosine, r)


def _odd_part(normal: Normal, cosine: Expr, r: int) -> None:
    """For odd r: cos(r*t) + 1 == (cos(t) + 1)*p(cos(t))^2, so cos(pi/r) is a root of p."""
    if r > 31:
        return
    angle = operands(cosine)[1]
    whole = _in_powers(chebyshev([Fraction(1)], [Fraction(0), Fraction(1)], r), cosine)
    root = _in_powers(chebyshev([Fraction(1)], [Fraction(-1), Fraction(2)], r // 2), cosine)
    top = fn("cos", ("*", r, angle))
    known, value = _multiple_angle(normal, top, whole, r, angle), normal.instance("cos-pi")
    positive = normal.ask((">", cosine, 0))
    if known is None or value is None or positive is None:
        return
    products = [{"facts": [positive]}, {}]
    lower = normal.have((">", ("+", cosine, 1), 0), {"rule": "positive", "products": products})
    assumed = f"{normal.steps.stem}.ne"
    end = {
        "rule": "positive", "products": [{"facts": [lower, assumed]}],
        "terms": [{"fact": known, "times": -1}, {"fact": value, "times": 1}],
    }  # fmt: skip
    normal.rule(normal.have(("==", root, 0), {"rule": "negate", "as": assumed, "then": end}), cosine)


def chebyshev(p: list[Fraction], q: list[Fraction], n: int) -> list[Fraction]:
    """Coefficients of p_n where p_0 = p, p_1 = q, p_(k+1) = 2*x*p_k - p_(k-1)."""
    for _ in range(n - 1):
        shifted = [Fraction(0)] + [2 * c for c in q]
        p, q = q, [c - (p[i] if i < len(p) else 0) for i, c in enumerate(shifted)]
    return q


def _in_powers(coefficients: list[Fraction], x: Expr) -> Expr:
    parts = [scaled(c, ("^", x, i) if i > 1 else x if i else 1) for i, c in enumerate(coefficients) if c]
    return total(parts)


def _multiple_angle(normal: Normal, top: Expr, whole: Expr, r: int, angle: Expr) -> str | None:
    """The fact cos(r*angle) == T_r(cos(angle)), by addition theorems alone."""
    inner = Normal(normal.driver, normal.start, 0, f"{normal.steps.stem}t{r}", normal.ways)
    _halved(inner, angle, r)
    gap = inner.field.add(inner.field.read(top), inner.field.read(whole), -1)
    rest, terms = inner.reduce(gap)
    node = None if rest[0] else inner.steps.wrap(inner.combination(gap, terms))
    return None if node is None else normal.have(("==", top, whole), node)


def _halved(normal: Normal, angle: Expr, r: int) -> None:
    """Rules for the multiples of an angle that halving r meets, whatever the angle is."""
    sine, cosine = fn("sin", scaled(r, angle)), fn("cos", scaled(r, angle))
    normal.learnt |= {normal.atom(sine), normal.atom(cosine)}
    if r == 1:
        normal.rule(normal.instance("sin-cos", angle), sine)
        return
    low = r // 2
    for k in {low, r - low}:
        if normal.atom(fn("sin", scaled(k, angle))) not in normal.learnt:
            _halved(normal, angle, k)
    w, z = scaled(r - low, angle), scaled(low, angle)
    normal.rule(normal.instance("sin-add", w, z), sine)
    normal.rule(normal.instance("cos-add", w, z), cosine)


def quotient(normal: Normal, e: Expr, atom: int) -> None:
    e = normal.settle(e)
    word, u = operands(e)
    below = "cos" if word in ("tan", "sec") else "sin"
    normal.learn(fn("sin", u))
    normal.learn(fn("cos", u))
    if normal.vanishes_not(fn(below, u)) is not None:
        normal.rule(normal.instance(str(word), u), e)


def sign_by_shift(normal: Normal, e: Expr) -> tuple[str, str, int] | None:
    """For sin(u) or cos(u) with u between neighbouring zeros: the facts f(v) > 0 and f(v) == sign*e, and the sign."""
    import mpmath

    word, u = operands(e)

    try:
        at = point_of(normal.start, free_names(u))
        if at is None:
            return None
        turns = value(u, at) / mpmath.pi
    except (NoValue, ValueError):
        return None
    k = int(mpmath.nint(turns)) if word == "cos" else int(mpmath.floor(turns))
    moved = normal.canonical(("-", u, scaled(k, PI))) if k else u
    positive = normal.instance(f"{word}-positive", moved, effort=1)
    other, sign = fn(str(word), moved), (-1) ** k
    node = None if positive is None else normal.equation(other, scaled(sign, e))
    if positive is None or node is None:
        return None
    return positive, normal.have(("==", other, scaled(sign, e)), node), sign


def apart_by_shift(normal: Normal, e: Expr) -> str | None:
    """sin(u) != 0 or cos(u) != 0 from bounds of u between neighbouring zeros."""
    found = sign_by_shift(normal, e)
    if found is None:
        return None
    positive, equal, sign = found
    assumed = f"{normal.steps.stem}.z"
    terms = [{"fact": equal, "times": 1}, {"fact": assumed, "times": sign}]
    end = {"rule": "positive", "products": [{"facts": [positive]}], "terms": terms}
    return normal.have(("!=", e, 0), {"rule": "intro", "as": assumed, "then": end})


HANDLERS: dict[str, Handler] = {
    "sin": circular, "cos": circular, **dict.fromkeys(("tan", "cot", "sec", "csc"), quotient),
}  # fmt: skip
