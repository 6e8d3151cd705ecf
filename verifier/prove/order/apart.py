"""What does not vanish: denominators, and everything that is divided by.

A polynomial in atoms is not 0 where the driver says so, where it is a sum of visibly positive terms, where its normal
form is a product of such factors, where it divides something that does not vanish (1 + sin(x) divides cos(x)^2), or
where its product with a conjugate does not vanish.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import Poly, Ratio, factors, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.binding import same
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, to_json
from verifier.prove.driver.driver import Node
from verifier.prove.normal.linear_terms import factored
from verifier.prove.normal.normal import Normal, Terms, exact_quotient, powers_of
from verifier.prove.normal.trigonometric import apart_by_shift
from verifier.prove.numbers.basic import term_of


def nonzero(normal: Normal, e: Expr, p: Poly) -> str | None:
    goal: Expr = ("!=", e, 0)
    for label, fact in normal.start.facts.items():
        if fact == goal:
            return label
    if head(e) == "fn" and operands(e)[0] == "exp":
        return normal.instance("exp-nonzero", operands(e)[1])
    if all(is_real(normal.field.sources[a], normal.start.sorts) for m in p for a, _ in m):
        for sign in (1, -1):
            products = normal.positive_sum({m: sign * c for m, c in p.items()}, strict=True)
            if products is not None:
                label = f"{normal.steps.stem}.0"
                end: Node = {"rule": "positive", "products": products, "terms": [{"fact": label, "times": sign}]}
                return normal.have(goal, {"rule": "intro", "as": label, "then": end})
    known = normal.ask(goal)
    if known is None and head(e) == "fn" and operands(e)[0] in ("sin", "cos") and is_real(e, normal.start.sorts):
        known = apart_by_shift(normal, e)
    if known is not None:
        return known
    try:
        normal.learn(e)
        new, terms = normal.reduce((p, {}))
    except (Unknown, Rejected):
        return None
    if not new[0]:
        return None
    if new != (p, {}):
        inside = apart_product(normal, new)
        if inside is not None:  # new == e - sum of cofactor * gap
            minus = [(label, _times(c, -1)) for label, c in terms]
            return _apart_from(normal, goal, e, ({(): -1}, {}), inside, minus)
    found = _by_factors(normal, goal, e, p) or _by_multiple(normal, goal, e, p) or _by_conjugate(normal, goal, e, p)
    if found is None:
        node = normal.asked(goal, min(1, normal.effort))
        found = None if node is None else normal.have(goal, node)
    return found


def _by_factors(normal: Normal, goal: Expr, e: Expr, p: Poly) -> str | None:
    """No factor of e vanishes."""
    if len(p) < 2:
        return None
    c, parts = factored(normal, e)
    if len(parts) == 1 and parts[0][1] == 1:
        return None
    labels = [normal.apart(tuple(sorted(normal.field.read(f)[0].items()))) for f, _ in parts]
    if None in labels:
        return None
    inverse: Expr = ("/", c.denominator, c.numerator)
    for f, k in parts:
        for _ in range(k):
            inverse = ("/", inverse, f)
    assumed, one = f"{normal.steps.stem}.0", f"{normal.steps.stem}.one"
    proofs = [
        {"of": to_json(f), "proof": {"rule": "exact", "fact": label}}
        for (f, _), label in zip(parts, labels, strict=True)
    ]
    divided: Node = {"rule": "field", "terms": [{"fact": assumed, "times": to_json(inverse)}], "nonzero": proofs}
    false: Node = {"rule": "positive", "products": [{}], "terms": [{"fact": one, "times": -1}]}
    then: Node = {"rule": "have", "formula": ["==", 0, 1], "as": one, "proof": divided, "then": false}
    return normal.have(goal, {"rule": "intro", "as": assumed, "then": then})


def _times(r: Ratio, q: int) -> Ratio:
    return {m: c * q for m, c in r[0].items()}, r[1]


def _by_multiple(normal: Normal, goal: Expr, e: Expr, p: Poly) -> str | None:
    """Something that does not vanish is a multiple of e."""
    known = [f for f in normal.start.facts.items() if head(f[1]) == "!=" and operands(f[1])[1] == 0]
    known += [(n, normal.fact(n)) for n in normal.known_apart.values() if n is not None]
    for label, fact in dict(known).items():
        other = operands(fact)[0]
        normal.learn(other)
        new, terms = normal.reduce(normal.field.read(other))
        new2, terms2 = normal.reduce((p, {}))
        if new2[1] or not new2[0] or not new[0]:
            continue
        if other == e:
            continue
        quotient = exact_quotient(new[0], new2[0])
        if quotient is None and is_real(other, normal.start.sorts):
            new, terms = normal.reduce(normal.field.multiply(normal.field.read(other), normal.field.read(other)))
            quotient = exact_quotient(new[0], new2[0]) if new[0] else None
            if quotient is not None:
                label = _squared(normal, other, label)
        if quotient is None:
            continue
        times: Ratio = (quotient, new[1])
        more = [(n, normal.field.multiply(_times(c, -1), times)) for n, c in terms2]
        return _apart_from(normal, goal, e, _times(times, -1), label, terms + more)
    return None


def _squared(normal: Normal, e: Expr, label: str) -> str:
    """e^2 != 0 from e != 0."""
    assumed = f"{normal.steps.stem}.0"
    end: Node = {
        "rule": "positive", "products": [{"facts": [label]}], "terms": [{"fact": assumed, "times": 1}],
    }  # fmt: skip
    return normal.have(("!=", ("^", e, 2), 0), {"rule": "intro", "as": assumed, "then": end})


def _by_conjugate(normal: Normal, goal: Expr, e: Expr, p: Poly) -> str | None:
    """e times its conjugate does not vanish."""
    roots = [a for m in p for a, _ in m if (rule := normal.rules.get(a)) is not None and rule.degree == 2]
    if not roots or len(roots) > 12:
        return None
    by_degree = powers_of(p, max(roots))
    if max(by_degree) > 1:
        return None
    high = normal.field.times(by_degree[1], {((max(roots), 1),): 1})
    other = normal.field.plus(by_degree.get(0, {}), high, -1)
    product, terms = normal.reduce((normal.field.times(p, other), {}))
    label = apart_product(normal, product) if product[0] else None
    if label is None:
        return None
    minus = [(n, _times(c, -1)) for n, c in terms]
    return _apart_from(normal, goal, e, (_times((other, {}), -1)[0], {}), label, minus)


def _apart_from(normal: Normal, goal: Expr, e: Expr, times: Ratio, label: str, terms: Terms) -> str | None:
    """e != 0, because e == 0 (used `times`) and other equations would contradict a fact X != 0."""
    other = operands(normal.fact(label))[0]
    node = normal.combination(normal.field.read(other), terms, (times,))
    if node is None:
        return None
    assumed = f"{normal.steps.stem}.0"
    data: list[Node] = [*node["terms"], {"fact": assumed, "times": to_json(normal.expr(times))}]  # type: ignore[misc]
    close: Node = {"rule": "contradict", "fact": label, "proof": {**node, "terms": data}}
    return normal.have(goal, {"rule": "intro", "as": assumed, "then": close})


def apart_product(normal: Normal, r: Ratio) -> str | None:
    """The label of the fact that a quotient does not vanish: no factor of its numerator does."""
    _, parts = factors(r[0])
    labels: list[str] = []
    for factor in [*parts, *r[1]]:
        label = normal.apart(factor)
        if label is None:
            return None
        labels.append(label)
    e = normal.expr(r)
    goal: Expr = ("!=", e, 0)
    if len(labels) == 1 and same(goal, normal.fact(labels[0])):
        return labels[0]
    # 0 == 1 would follow, by division
    assumed, one = f"{normal.steps.stem}.0", f"{normal.steps.stem}.one"
    proofs = [
        {"of": to_json(term_of(normal.field, f)), "proof": {"rule": "exact", "fact": normal.apart(f)}}
        for f in [*parts, *r[1]]
    ]
    times = to_json(normal.expr(normal.field.invert(r)))
    divided: Node = {"rule": "field", "terms": [{"fact": assumed, "times": times}], "nonzero": proofs}
    false: Node = {"rule": "positive", "products": [{}], "terms": [{"fact": one, "times": -1}]}
    then: Node = {"rule": "have", "formula": ["==", 0, 1], "as": one, "proof": divided, "then": false}
    return normal.have(goal, {"rule": "intro", "as": assumed, "then": then})
