"""What the impulse response says about the state: Hankel matrix, characteristic polynomial, minimal realisation."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from verifier.derive.answer import Answer, Check, demanded, proved
from verifier.derive.ask import Ask
from verifier.derive.concrete import Concrete
from verifier.derive.exact_values import value_at
from verifier.derive.factored import TooLarge
from verifier.derive.formulas import Formula, Refused
from verifier.derive.queries.responses import power_of, response_of
from verifier.derive.readable_terms import plus, power, times
from verifier.kernel.terms.expr import Expr
from verifier.language.named import substitute
from verifier.language.script import Have
from verifier.models.model import Model

WHOLE: Expr = ("integer", 0, "oo")
DEGREE = 3  # coefficients for all sizes, unless told
Powers = tuple[int, ...]  # how often tr A, tr A^2, ... occur in a product
STATE = "where H_0 = (h(p+q)), p, q < d, is invertible, A is similar to H_0^-1 H_1 with H_1 = (h(p+q+1))"


def hankel(ask: Ask) -> Answer:
    """The Hankel matrix h(p+q) of the impulse response: observability times reachability, so its rank is at most d."""
    return _hankel_all(ask) if ask.sizes is None else _hankel_at(ask)


def _hankel_all(ask: Ask) -> Answer:
    model, text = ask.model, response_of(ask.model, "hankel")
    p, q = ("p", "q") if not {"p", "q"} & set(model.variables) else ("r", "s")
    letters = {p: WHOLE, q: WHOLE}
    term, left, right = (model.read(t, letters) for t in (text.replace("j", f"({p}+{q})"), f"C*A**{p}", f"A**{q}*B"))

    def checks() -> list[Check]:
        domains = dict.fromkeys((p, q), "nonnegative integer")
        found = [proved("H = O R", ("==", term, ("*", left, right)), model, domains)]
        return [*found, *_similar(model)] if _single(model) else found

    notes = ["rank H <= d, the number of columns of O"]
    if _single(model):
        notes.append(f"{STATE}, so 2d terms of the response tell the network up to a change of basis")
    formulas = (Formula(f"H[{p}, {q}]", f"H_{{{p}{q}}}", term), Formula(f"O[{p}]", f"O_{{{p}}}", left),
                Formula(f"R[{q}]", f"R_{{{q}}}", right))  # fmt: skip
    return demanded(
        Answer("hankel", model, None, formulas, notes=(*notes, *ask.notes), letters=letters, verifier=checks)
    )


def _single(model: Model) -> bool:
    return model.parameters["B"].replace(" ", "").endswith(",1)")


def _similar(model: Model) -> list[Check]:
    """H_0 = O R and H_1 = O A R with O and R invertible, P and Q their inverses: H_0^-1 H_1 = M is similar to A."""
    letters = {**model.free, **dict.fromkeys(("O", "R", "P", "Q", "M"), "matrix(d, d)")}
    given = {"left": "P*O == eye(d)", "right": "R*Q == eye(d)", "turned": "Q*R == eye(d)", "similar": "M == Q*A*R"}
    goal = "forall(j, nonnegative integer, C*R*M**j*Q*B == C*A**j*B)"
    powers = Have("forall(j, nonnegative integer, M**j == Q*A**j*R)", name="powers")
    return [proved("H_0^-1 H_1 = R^-1 A R", "Q*P*(O*A*R) == M", model, letters, given),
            proved("R^-1 A R has the same response", goal, model, letters, given, [powers])]  # fmt: skip


def _hankel_at(ask: Ask) -> Answer:
    import sympy

    model, text = ask.model, response_of(ask.model, "hankel")
    made = Concrete(model, ask.sizes or {})
    size = (made.sizes["k"] + 1) // 2
    term = model.read(text, {"j": WHOLE})
    h = [made.matrix(substitute(term, {"j": j})) for j in range(2 * size - 1)]
    shown = [made.sympy(x) for x in h]
    value = sympy.ImmutableMatrix(sympy.BlockMatrix([[shown[p + q] for q in range(size)] for p in range(size)]))
    left = sympy.ImmutableMatrix.vstack(*(made.sympy(made.matrix(("*", "C", power_of(p)))) for p in range(size)))
    right = sympy.ImmutableMatrix.hstack(*(made.sympy(made.matrix(("*", power_of(q), "B"))) for q in range(size)))

    def checks() -> list[Check]:
        return [_factored(made, value, left, right), _rank(made, value), *([_realised(made)] if _single(model) else [])]

    m, n = left.rows, right.cols
    full = min(made.sizes["d"], m, n)
    notes = [f"the {size} by {size} block matrix of h(0), ..., h({2 * size - 2}); its rank is at most d,"
             f" and for almost all networks {full}"]  # fmt: skip
    if _single(model):
        notes.append(STATE)
    formulas = (Formula("H", "H", None, value), Formula("O", r"\mathcal{O}", None, left),
                Formula("R", r"\mathcal{R}", None, right))  # fmt: skip
    return demanded(Answer("hankel", model, made.sizes, formulas, notes=(*notes, *ask.notes), verifier=checks))


def _exact_point(made: Concrete) -> dict[int, Fraction]:
    source = random.Random(f"state {made.model.name} {sorted(made.sizes.items())}")
    return {i: Fraction(source.randint(-9, 9) or 1, source.randint(1, 5)) for i in range(len(made.names))}


def _factored(made: Concrete, value: Any, left: Any, right: Any) -> Check:
    """The displayed H is the product of the displayed O and R, at exact points; O R has rank at most d."""
    start = time.monotonic()
    at = made.named(_exact_point(made))
    seen: dict[Any, Any] = {}
    h, o, r = (value_at(x, at, seen) for x in (value, left, right))
    same = all(
        h[i][j] == sum(o[i][q] * r[q][j] for q in range(len(r))) for i in range(len(h)) for j in range(len(h[0]))
    )
    return Check(
        "H = O R", "checked" if same else "refuted", "multiplied out at an exact point", time.monotonic() - start
    )


def rank(rows: Sequence[Sequence[Any]]) -> int:
    """The rank of a matrix of exact numbers, by elimination."""
    table, found = [[Fraction(x) for x in row] for row in rows], 0
    for column in range(len(table[0]) if table else 0):
        pivot = next((i for i in range(found, len(table)) if table[i][column]), None)
        if pivot is None:
            continue
        table[found], table[pivot] = table[pivot], table[found]
        for i in range(found + 1, len(table)):
            factor = table[i][column] / table[found][column]
            table[i] = [x - factor * y for x, y in zip(table[i], table[found], strict=True)]
        found += 1
    return found


def _rank(made: Concrete, value: Any) -> Check:
    """The rank of H is as large as it can be at an exact point, hence outside the zeros of a polynomial."""
    start = time.monotonic()
    found = rank(value_at(value, made.named(_exact_point(made))))
    full = min(made.sizes["d"], value.rows, value.cols)
    return Check(f"rank H = {full} for almost all networks", "checked" if found == full else "refuted",
                 f"it is {found} at an exact point", time.monotonic() - start)  # fmt: skip


def _realised(made: Concrete) -> Check:
    """From 2d terms of the response alone, H_0^-1 H_1 gives the terms up to 3d of the network, at an exact point."""
    from sympy import QQ, Rational
    from sympy.polys.matrices import DomainMatrix

    start = time.monotonic()
    at, d = made.letters_at(_exact_point(made)), made.sizes["d"]
    state, h = [row[0] for row in at["B"]], []
    for _ in range(3 * d):
        h.append(sum((c * s for c, s in zip(at["C"][0], state, strict=True)), Fraction(0)))
        state = [sum((a * s for a, s in zip(row, state, strict=True)), Fraction(0)) for row in at["A"]]

    def table(shift: int) -> Any:
        rows = [[QQ.from_sympy(Rational(str(h[p + q + shift]))) for q in range(d)] for p in range(d)]
        return DomainMatrix(rows, (d, d), QQ)

    first = table(0)
    moved = first.inv() * table(1)
    row, same = first[0, :], True  # C is the first row of H_0, B is e_1
    for j in range(3 * d):
        same = same and Fraction(str(row[0, 0].element)) == h[j]
        row = row * moved
    return Check("h(0), ..., h(2d-1) determine the response", "checked" if same else "refuted",
                 "H_0^-1 H_1 realises h(0), ..., h(3d-1) at an exact point", time.monotonic() - start)  # fmt: skip


# -- characteristic polynomial ----------------------------------------------------------------------------------


def characteristic_polynomial(ask: Ask) -> Answer:
    """det(x - A): for given sizes the polynomial, for all sizes its first coefficients in the traces of powers of A."""
    response_of(ask.model, "characteristic-polynomial")
    degree = ask.options.get("degree")
    if ask.sizes is None:
        return _coefficients(ask, DEGREE if degree is None else int(degree))
    if degree is not None:
        raise Refused("characteristic-polynomial: the degree counts coefficients for all sizes; ask with --all-sizes")
    return _polynomial(ask)


def _coefficients(ask: Ask, count: int) -> Answer:
    """c_n in det(x - A) = x^d + c_1 x^(d-1) + ... + c_d, by Newton's identities n c_n = -sum_i c_(n-i) tr A^i."""
    model = ask.model
    found = newton(count)
    formulas = tuple(Formula(f"c_{n}", f"c_{{{n}}}", _word(found[n])) for n in range(1, count + 1))
    notes = ("det(x - A) = x^d + c_1 x^(d-1) + ... + c_d; c_n = 0 for n > d",
             "h(j+d) + c_1 h(j+d-1) + ... + c_d h(j) = 0 for every j (Cayley-Hamilton)", *ask.notes)  # fmt: skip

    def checks() -> list[Check]:
        return [_symmetric_functions(found[n], n) for n in range(1, count + 1)]

    return demanded(Answer("characteristic-polynomial", model, None, formulas, notes=notes, verifier=checks))


def newton(count: int) -> list[dict[Powers, Fraction]]:
    """The coefficients c_0, ..., c_count as polynomials in the traces of the powers."""
    found: list[dict[Powers, Fraction]] = [{(0,) * count: Fraction(1)}]
    for n in range(1, count + 1):
        total: dict[Powers, Fraction] = {}
        for i in range(1, n + 1):
            for powers, weight in found[n - i].items():
                more = tuple(e + (place == i - 1) for place, e in enumerate(powers))
                total[more] = total.get(more, Fraction(0)) - weight / n
        found.append({p: w for p, w in total.items() if w})
    return found


def _word(polynomial: dict[Powers, Fraction]) -> Expr:
    def factor(i: int, e: int) -> Expr:
        return power(("trace", power("A", i)), e)

    return plus(times(("/", w.numerator, w.denominator), *(factor(i, e) for i, e in enumerate(p, 1) if e))
                for p, w in polynomial.items())  # fmt: skip


def _symmetric_functions(polynomial: dict[Powers, Fraction], n: int) -> Check:
    """c_n against (-1)^n e_n of n eigenvalues, as polynomials.

    Both sides are symmetric of degree n in the eigenvalues of A, and a symmetric polynomial of degree n is zero when it
    is zero for n variables: every monomial in it has at most n of them.  So n eigenvalues decide for every d.
    """
    from sympy import QQ
    from sympy.polys.rings import ring

    start = time.monotonic()
    made, *roots = ring([f"l_{i}" for i in range(n)], QQ)
    sums = [sum((x**i for x in roots), made.zero) for i in range(1, n + 1)]
    mine = sum((reduce(lambda a, b: a * b, (s**e for s, e in zip(sums, p, strict=False)), made.one)
                * QQ(w.numerator, w.denominator) for p, w in polynomial.items()), made.zero)  # fmt: skip
    right = (-1) ** n * sum((reduce(lambda a, b: a * b, part) for part in itertools.combinations(roots, n)), made.zero)
    what = f"c_{n} = {'-' * (n % 2)}e_{n}, the elementary symmetric function of the eigenvalues"
    how = f"equal as polynomials in {n} eigenvalue{'s' * (n > 1)}, which decide for every d"
    return Check(what, "checked" if mine == right else "refuted", how, time.monotonic() - start)


def _polynomial(ask: Ask) -> Answer:
    import sympy

    model = ask.model
    made = Concrete(model, ask.sizes or {})
    size, x = made.sizes["d"], sympy.Symbol("x")
    parts = coefficients(made)
    value = sum((c * x ** (size - i) for i, c in enumerate(parts)), sympy.Integer(0))

    def checks() -> list[Check]:
        return [_determinant(made, value), _recurrence(made, parts)]

    notes = ("h(j+d) + c_1 h(j+d-1) + ... + c_d h(j) = 0 for every j, c_i the coefficient of x^(d-i)", *ask.notes)
    formula = Formula("det(x - A)", r"\det(x I - A)", None, value)
    return demanded(Answer("characteristic-polynomial", model, made.sizes, (formula,), notes=notes, verifier=checks))


def coefficients(made: Concrete) -> list[Any]:
    """The coefficients of det(x - A) as SymPy expressions, highest power first, without division (Berkowitz 1984).

    Raises `TooLarge`.
    """
    from sympy.polys.matrices import DomainMatrix

    size, entries = made.sizes["d"], made.matrix("A").entries
    most = 12 if made.model.parameters["A"].startswith("diagonal") else 7
    if size > most:
        raise TooLarge(
            f"characteristic-polynomial at d = {size} is too long to write out; d <= {most}, or ask for all sizes"
        )
    domain = made.ring.domain_of_polynomials()
    rows = [[made.one.expanded() * 0 if x == 0 else x.expanded() for x in row] for row in entries]
    return [x.as_expr() for x in DomainMatrix(rows, (size, size), domain).charpoly()]


def _determinant(made: Concrete, value: Any) -> Check:
    """The displayed polynomial at d+1 numbers x against det(x - A) by elimination, at an exact point."""
    from sympy import QQ, Rational
    from sympy.polys.matrices import DomainMatrix

    start = time.monotonic()
    point, d = _exact_point(made), made.sizes["d"]
    a, verdict = made.letters_at(point)["A"], "checked"
    for x in range(d + 1):
        rows = [[QQ.from_sympy(Rational(str(x * (i == j) - y))) for j, y in enumerate(row)] for i, row in enumerate(a)]
        right = Fraction(str(DomainMatrix(rows, (d, d), QQ).det()))
        if value_at(value, {**made.named(point), "x": Fraction(x)}) != right:
            verdict = "refuted"
    how = f"equal to determinants by elimination for x = 0, ..., {d} at an exact point"
    return Check("det(x - A)", verdict, how, time.monotonic() - start)


def _recurrence(made: Concrete, parts: Sequence[Any]) -> Check:
    """Cayley and Hamilton: the polynomial of A with these coefficients is zero, by Horner's rule, at an exact point."""
    start = time.monotonic()
    point, d = _exact_point(made), made.sizes["d"]
    a = made.letters_at(point)["A"]
    seen: dict[Any, Any] = {}
    weights = [value_at(c, made.named(point), seen) for c in parts]
    total = [[Fraction(0)] * d for _ in range(d)]
    for weight in weights:
        total = [[sum((a[i][q] * total[q][j] for q in range(d)), Fraction(0)) + weight * (i == j) for j in range(d)]
                 for i in range(d)]  # fmt: skip
    same = all(x == 0 for row in total for x in row)
    return Check("h(j+d) + c_1 h(j+d-1) + ... + c_d h(j) = 0", "checked" if same else "refuted",
                 "the polynomial of A is zero at an exact point", time.monotonic() - start)  # fmt: skip
