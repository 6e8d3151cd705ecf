"""Powers with symbolic integer exponents in normal form: z^n for variables n, over prime numbers and atoms z.

The handler of `neighbouring` for ``("^", z, u)``: products and quotients in the base and sums in the exponent are
split; where z may be 0, no exponent becomes negative.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.field import Field, Mono
from verifier.kernel.algebra.integers import Index, Unknown
from verifier.kernel.algebra.sums import joined
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, replaced
from verifier.prove.normal.term_rewriting import Groups, Rewriter, field_node, integer, lowest
from verifier.prove.numbers.basic import term_of
from verifier.prove.numbers.shared_terms import number


def power(r: Rewriter, term: Expr, groups: Groups) -> bool:
    base, exponent = operands(term)
    u = integer(r.branch, exponent)
    if u is None or u.constant is not None:
        return False
    if base == 1:
        label = r.instance("power-one", exponent)
        return label is not None and r.keep(term, 1, [(label, -1)])
    if _base(r, term, base, exponent, u):
        return True
    return _exponent(r, term, base, u, groups)


def _base(r: Rewriter, term: Expr, base: Expr, exponent: Expr, u: Index) -> bool:
    """A product or quotient in the base: a product or quotient of powers."""
    field = Field(r.branch.s.sorts)
    top, below = field.read(base)
    if not top:
        label = r.instance("power-natural-zero", u)
        return label is not None and r.keep(term, 0, [(label, -1)])
    if len(top) == 1 and not below:
        ((mono, c),) = top.items()
        q = Fraction(c)
        if not mono:
            return _number_base(r, term, q, exponent, u)
        if q != 1 or len(mono) > 1 or mono[0][1] > 1:
            return _factors(r, term, field, mono, q, exponent, u)
        return False
    if below and (head(base) == "/" or head(base) == "neg" or head(base) == "*"):
        return _quotient(r, term, base, exponent, u)
    return False


def _split_product(r: Rewriter, term: Expr, left: Expr, right: Expr, exponent: Expr, u: Index) -> bool:
    """(left * right)^u == left^u * right^u, where term is this power."""
    name = "power-natural-product" if r.entails(u) else "power-integer-product"
    label = r.instance(name, exponent, right, left)
    if label is None:
        return False
    return r.keep(term, ("*", ("^", left, exponent), ("^", right, exponent)), [(label, -1)])


def _number_base(r: Rewriter, term: Expr, q: Fraction, exponent: Expr, u: Index) -> bool:
    if q < 0 and q != -1:
        return _split_product(r, term, -1, number(-q), exponent, u)
    if q.denominator != 1:  # q^u = p^u / d^u from (q * d)^u = q^u * d^u
        label = r.instance("power-integer-product", exponent, q.denominator, number(q))
        if label is None:
            return False
        top: Expr = 1 if q.numerator == 1 else ("^", q.numerator, exponent)
        terms: list[tuple[str, Expr]] = [(label, ("/", 1, ("^", q.denominator, exponent)))]
        if q.numerator == 1:
            one = r.instance("power-one", exponent)
            if one is None:
                return False
            terms.append((one, ("/", -1, ("^", q.denominator, exponent))))
        return r.keep(term, ("/", top, ("^", q.denominator, exponent)), terms)
    n = q.numerator
    p = next((d for d in range(2, 200) if n > 1 and n % d == 0), n)
    if p == n:
        return False
    e, rest = 0, n
    while rest % p == 0:
        e, rest = e + 1, rest // p
    if rest != 1:
        return _split_product(r, term, p**e, rest, exponent, u)
    label = r.instance("power-integer-multiple", e, exponent, p)
    return label is not None and r.keep(term, ("^", ("^", p, exponent), e), _multiple(r, term, label, p, e, exponent))


def _multiple(r: Rewriter, term: Expr, label: str, p: Expr, e: int, exponent: Expr) -> list[tuple[str, Expr]]:
    """(p^e)^u == p^(e*u) == (p^u)^e: the two instances and their factors."""
    other = r.instance("power-integer-multiple", exponent, e, p)
    if other is None:
        raise Unknown("no power of a power")
    return [(label, -1), (other, 1)]


def _factors(
    r: Rewriter, term: Expr, field: Field, mono: Mono, q: Fraction, exponent: Expr, u: Index
) -> bool:
    """(q * x * y^2)^u."""
    if q != 1:
        return _split_product(r, term, number(q), term_of(field, ((mono, 1),)), exponent, u)
    if len(mono) > 1:
        return _split_product(r, term, term_of(field, ((mono[:1], 1),)), term_of(field, ((mono[1:], 1),)), exponent, u)
    (atom, e) = mono[0]
    x = field.sources[atom]
    return _split_product(r, term, x, x if e == 2 else ("^", x, e - 1), exponent, u)


def _quotient(r: Rewriter, term: Expr, base: Expr, exponent: Expr, u: Index) -> bool:
    """(x/y)^u == x^u / y^u, from (x/y * y)^u."""
    if head(base) == "neg":
        return _split_product(r, term, -1, operands(base)[0], exponent, u)
    if head(base) == "*":
        left, *rest = operands(base)
        return _split_product(r, term, left, rest[0] if len(rest) == 1 else ("*", *rest), exponent, u)
    x, y = operands(base)
    name = "power-natural-product" if r.entails(u) else "power-integer-product"
    label = r.instance(name, exponent, y, base)
    whole: Expr = ("*", base, y)
    node = field_node(r.driver, r.branch.s, ("==", whole, x), [])
    if label is None or node is None:
        return False
    same = r.branch.have(("==", whole, x), node)
    assert same is not None
    fact = r.branch.s.facts[label]
    moved = replaced(fact, whole, x)
    label = r.branch.step({"rule": "replace", "fact": same, "on": label}, moved, "power")
    below: Expr = ("^", y, exponent)
    terms: list[tuple[str, Expr]] = [(label, ("/", 1, below))]
    top: Expr = ("^", x, exponent)
    if x == 1:
        one = r.instance("power-one", exponent)
        if one is None:
            return False
        terms.append((one, ("/", -1, below)))
        top = 1
    return r.keep(term, ("/", top, below), terms)


def _exponent(r: Rewriter, term: Expr, base: Expr, u: Index, groups: Groups) -> bool:
    """z^(2*n + m + 3) by z^n, z^m and numbers; where z may be 0, no exponent becomes negative."""
    mono = [(m, c) for m, c in u if m != ()]
    free = r.driver.prove(r.branch.s, ("!=", base, 0), 0) is not None
    if len(mono) == 1:
        variable = Index.of({mono[0][0]: 1})
        c, offset = mono[0][1], u.offset
        _, least = lowest(r, term, groups)
        keep = 0 if free else min(0, least)
        if offset != keep:
            rest = u.plus(keep - offset)
            name = "power-integer-add" if free else "power-natural-add"
            label = r.instance(name, rest, offset - keep, base)
            if label is None:
                return False
            value: Expr = ("*", ("^", base, rest.expr()), ("^", base, offset - keep))
            return r.keep(term, value, [(label, -1)])
        if c != 1 and offset == 0:
            name = "power-integer-multiple" if free else "power-natural-multiple"
            label = r.instance(name, variable, c, base)
            if label is None:
                return False
            if base == -1 and c % 2 == 0:
                even = r.instance("power-even", variable)
                if even is None:
                    return False
                inner: Expr = ("^", -1, variable.expr())
                factor = _even_factor(inner, c)
                return factor is not None and r.keep(term, 1, [(label, 1), (even, factor)])
            return r.keep(term, ("^", ("^", base, variable.expr()), c), [(label, 1)])
        return False
    first = Index.of(dict(mono[:1]))
    rest = u - first
    if not free and not (r.entails(first) and r.entails(rest)):
        return False
    label = r.instance("power-integer-add" if free else "power-natural-add", first, rest, base)
    if label is None:
        return False
    return r.keep(term, ("*", ("^", base, first.expr()), ("^", base, rest.expr())), [(label, -1)])


def _even_factor(inner: Expr, c: int) -> Expr | None:
    """The factor f with f * (1 - inner^2) == 1 - inner^c, for even c from 2 to 12, up to its sign."""
    if not 2 <= c <= 12:
        return None
    return joined("sum", [("*", -1, ("^", inner, 2 * i)) for i in range(c // 2)])
