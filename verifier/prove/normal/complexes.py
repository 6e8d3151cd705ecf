"""Complex numbers: z = re(z) + I*im(z), and re, im, conjugate, abs of a + I*b.

A complex term is brought to the form a + I*b with real a, b by the same rules as real ones (I^2 == -1, Euler's
formula, sin and cos of I*y); then its parts have values, and abs(a + I*b) == sqrt(a^2 + b^2).
Inequalities between moduli are the closer `modulus_order`'s.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import Poly, Ratio, is_real
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, replaced, to_json
from verifier.prove.driver.driver import Node
from verifier.prove.normal.linear_terms import factored, product
from verifier.prove.normal.normal import Handler, Normal, powers_of
from verifier.prove.numbers.basic import term_of

UNIT: Expr = ("fn", "I")


def unit(normal: Normal, e: Expr, atom: int) -> None:
    normal.rule(normal.instance("I"), e)


def parts_of(normal: Normal, u: Expr) -> tuple[Expr, Expr] | None:
    """Real terms a, b with a + I*b as the normal form of u; None where it has no such form."""
    normal.learn(UNIT)
    r = normal.reduce(normal.field.read(u), below=True)[0]
    number = normal.atom(UNIT)
    if any(number in {a for a, _ in m} for f in r[1] for m, _ in f):
        r = _without_unit_below(normal, r, number)
    by_degree = powers_of(r[0], number)
    if max(by_degree, default=0) > 1 or any(number in {a for a, _ in m} for f in r[1] for m, _ in f):
        return None
    a = normal.expr(normal.cancel((by_degree.get(0, {}), r[1])))
    b = normal.expr(normal.cancel((by_degree.get(1, {}), r[1])))
    if not (is_real(a, normal.start.sorts) and is_real(b, normal.start.sorts)):
        return None
    return a, b


def _without_unit_below(normal: Normal, r: Ratio, number: int) -> Ratio:
    """Denominators multiplied by their conjugates."""
    field = normal.field
    top, below = r[0], {}
    for factor, e in r[1].items():
        by_degree = powers_of(dict(factor), number)
        if max(by_degree) == 0:
            below[factor] = e
            continue
        other: Poly = field.plus(by_degree.get(0, {}), field.times(by_degree[1], {((number, 1),): 1}), -1)
        norm = field.plus(field.power(by_degree.get(0, {}), 2), field.power(by_degree[1], 2))
        for _ in range(e):
            top = field.times(top, other)
            inverse = field.invert((norm, {}))
            top = field.times(top, inverse[0])
            for f, k in inverse[1].items():
                below[f] = below.get(f, 0) + k
    return normal.reduce((top, below), below=True)[0]


def cartesian(normal: Normal, e: Expr, u: Expr) -> tuple[Expr, Expr, Expr] | None:
    """The atom with its argument as a + I*b, and a, b."""
    found = parts_of(normal, u)
    if found is None:
        return None
    a, b = found
    form: Expr = ("+", a, ("*", UNIT, b))
    assert isinstance(e, tuple)
    new: Expr = (*e[:-1], form)
    if normal.field.read(new) != normal.field.read(e):
        node = normal.equation(u, form)
        if node is None:
            return None
        equal = normal.have(("==", u, form), node)
        proof: Node = {"rule": "replace", "fact": equal, "then": {"rule": "field"}}
        if not normal.rule(normal.have(("==", e, new), proof), e):
            return None
        normal.learnt.add(normal.atom(new))
    return new, a, b


def component(normal: Normal, e: Expr, atom: int) -> None:
    """re, im and conjugate."""
    e = normal.settle(e)
    word, u = operands(e)
    if isinstance(u, str) and head(normal.start.sorts.get(u, 0)) == "complex" and word in ("re", "im"):
        return
    if isinstance(u, str) and normal.rule(normal.instance("conjugate", u), e):
        return
    found = cartesian(normal, e, u)
    if found is None:
        return
    new, a, b = found
    if word == "conjugate":
        normal.rule(normal.instance("conjugate-cartesian", a, b), new)
    else:
        normal.rule(normal.instance(f"{word}-cartesian", a, b), new)


def modulus(normal: Normal, e: Expr, u: Expr) -> None:
    """abs(a + I*b) == sqrt(a^2 + b^2)."""
    found = cartesian(normal, e, u)
    if found is None:
        return
    new, a, b = found
    _square_sum(normal, a, b)
    label = normal.instance("abs-cartesian", a, b)
    if normal.rule(label, new) and label is not None:
        normal.learn(operands(normal.fact(label))[1])


def _square_sum(normal: Normal, a: Expr, b: Expr) -> None:
    """The fact a^2 + b^2 >= 0, also in normal form, and for the factor of it that may not be a square."""
    whole: Expr = ("+", ("^", a, 2), ("^", b, 2))
    products: list[Node] = [{"square": to_json(a)}, {"square": to_json(b)}]
    entries = list(normal.denominators(whole))
    known = normal.have((">=", whole, 0), {"rule": "positive", "products": products, "nonzero": entries})
    normal.learn(whole)
    form = normal.canonical(whole)
    node = normal.equation(whole, form)
    if node is None:
        return
    equal = normal.have(("==", whole, form), node)
    if form != whole:
        end: Node = {"rule": "replace", "fact": equal, "back": True, "then": {"rule": "exact", "fact": known}}
        if replaced((">=", form, 0), form, whole) != (">=", whole, 0):
            return
        known = normal.have((">=", form, 0), end)
    c, parts = factored(normal, form)
    odd = [(f, k) for f, k in parts if k % 2]
    if c <= 0 or len(odd) != 1:
        return
    ((f, k),) = odd
    root = product([_to(f, (1 - k) // 2), *(_to(g, -j // 2) for g, j in parts if g != f)])
    term: Node = {"weight": str(1 / c), "facts": [known], "square": to_json(root)}
    entries = list(normal.denominators(form, root))
    normal.have((">=", f, 0), {"rule": "positive", "products": [term], "nonzero": entries})


def _to(f: Expr, n: int) -> Expr:
    return 1 if n == 0 else f if n == 1 else ("^", f, n) if n > 0 else ("/", 1, f if n == -1 else ("^", f, -n))


def variable(normal: Normal, e: Expr, atom: int) -> None:
    """A complex variable by its parts."""
    if normal.fractions.get("cartesian") and normal.rule(normal.instance("re-im", e), e):
        normal.learnt |= {normal.atom(("fn", "re", e)), normal.atom(("fn", "im", e))}
        normal.learn(UNIT)
        _apart(normal, e)


def _apart(normal: Normal, z: Expr) -> None:
    """re(z)^2 + im(z)^2 > 0 where z != 0."""
    if not any(f == ("!=", z, 0) for f in normal.start.facts.values()):
        return
    size, square = normal.instance("abs-apart", z), normal.instance("abs-complex", z)
    whole: Expr = ("+", ("^", ("fn", "re", z), 2), ("^", ("fn", "im", z), 2))
    poly = normal.field.read(whole)[0]
    for form in (whole, term_of(normal.field, tuple(sorted(poly.items())))):
        node: Node = {"rule": "positive", "products": [{"facts": [size, size]}], "terms": [{"fact": square}]}
        label = normal.have((">", form, 0), node)
        zero = f"{normal.steps.stem}.0"
        end: Node = {"rule": "positive", "products": [{"facts": [label]}], "terms": [{"fact": zero, "times": 1}]}
        apart = normal.have(("!=", form, 0), {"rule": "intro", "as": zero, "then": end})
    normal.known_apart[tuple(sorted(poly.items()))] = apart


HANDLERS: dict[str, Handler] = {
    "I": unit, "re": component, "im": component, "conjugate": component, "": variable,
}  # fmt: skip
