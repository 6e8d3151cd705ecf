"""Identities of a trace by FLINT's polynomials, and derivations about integers by sums of rows."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import flint
from trace_models import bounds, integer_names
from trace_terms import FALSE, alike, inward, nameless, names, need, op, turned

EXTENDED = ("limit", "integrate", "Sum", "Product", "oo")


class Fractions:
    """Terms as quotients of polynomials in the atoms that the trace lists."""

    def __init__(self, atoms, forms):
        self.places = {}
        for number, e in [*enumerate(atoms), *forms]:
            self.places.setdefault(nameless(e), number)
        self.ring = flint.fmpq_mpoly_ctx.get([f"x{i}" for i in range(max(1, len(atoms)))], "lex")
        self.atoms = self.ring.gens()

    def number(self, q):
        q = Fraction(q)
        return self.ring.constant(flint.fmpq(q.numerator, q.denominator))

    def poly(self, data):
        """A polynomial as the trace writes it."""
        total = self.number(0)
        for c, powers in data:
            piece = self.number(c)
            for atom, n in powers:
                piece = piece * self.atoms[atom] ** n
            total = total + piece
        return total

    def read(self, e):
        """(numerator, denominator)."""
        one = self.number(1)
        if isinstance(e, int):
            return self.number(e), one
        if nameless(e) in self.places:
            return self.atoms[self.places[nameless(e)]], one
        need(isinstance(e, tuple), f"the atom {e!r:.80} is not listed")
        word, args = e[0], e[1:]
        if word == "^":
            k = args[1][1] * -1 if op(args[1]) == "neg" and isinstance(args[1][1], int) else args[1]
            if not isinstance(k, int):
                top, below = self.read(args[1])
                need(top.is_constant() and below.is_constant(), f"the power {e!r:.80} is not listed")
                q = top.to_dict().get((0,) * len(self.atoms), flint.fmpq(0)) / below.leading_coefficient()
                need(q.q == 1, "a fractional power that is not listed")
                k = int(q.p)
            top, below = self.read(args[0])
            return (top**k, below**k) if k >= 0 else (below**-k, top**-k)
        need(word in ("+", "-", "*", "/", "neg"), f"the atom {e!r:.80} is not listed")
        parts = [self.read(a) for a in args]
        if word == "neg":
            return -parts[0][0], parts[0][1]
        total = parts[0]
        for p in parts[1:]:
            total = self.join(word, total, p)
        return total

    def join(self, word, a, b):
        if word == "*":
            return a[0] * b[0], a[1] * b[1]
        if word == "/":
            need(b[0] != 0, "a division by zero")
            return a[0] * b[1], a[1] * b[0]
        if a[1] == b[1]:
            return (a[0] + b[0] if word == "+" else a[0] - b[0]), a[1]
        left, right = a[0] * b[1], b[0] * a[1]
        return (left + right if word == "+" else left - right), a[1] * b[1]

    def same(self, a, b) -> bool:
        """Whether two atoms are one operation of equal arguments."""
        if alike(a, b):
            return True
        if op(a) is None or op(a) != op(b) or len(a) != len(b):
            return False
        start = 2 if a[0] == "fn" else 1
        if a[:start] != b[:start]:
            return False
        for x, y in zip(a[start:], b[start:], strict=True):
            if alike(x, y):
                continue
            if a[0] in ("at", "rate") and x is a[start]:
                return False
            (p, q), (r, t) = self.read(x), self.read(y)
            if p * t != r * q:
                return False
        return True


def gap(f, fractions):
    """Right side minus left side of a relation."""
    f = turned(f)
    return fractions.join("-", fractions.read(f[2]), fractions.read(f[1]))


def summand(entry, facts, fractions):
    """A weighted product of facts and a square, and whether it is surely positive."""
    total = fractions.number(entry.get("weight", 1)), fractions.number(1)
    need(Fraction(entry.get("weight", 1)) > 0, "a weight that is not positive")
    strict = True
    for label in entry.get("facts", []):
        f = turned(inward(facts[label]))
        need(op(f) in ("<", "<=", "!="), "a factor that is no inequality")
        strict = strict and op(f) != "<="
        for _ in range(2 if op(f) == "!=" else 1):
            total = fractions.join("*", total, gap(f, fractions))
    if "square" in entry:
        root = fractions.read(entry["square"])
        strict = strict and root[0].is_constant() and root[1].is_constant() and root[0] != 0
        total = fractions.join("*", fractions.join("*", total, root), root)
    return total, strict


def identity(rule, goal, facts, data, found, integers):
    """The sum of the multipliers times the hypotheses is the goal; denominators are shown not to vanish."""
    [atoms] = [f["atoms"] for f in found if "atoms" in f]
    coerced = {n for f in found for n in f.get("coerced", ())}
    need(coerced == {e for e in atoms if isinstance(e, str)} & integers, "other integers stand as real numbers")
    forms = [(f["same"], f["form"]) for f in found if "same" in f]
    fractions = Fractions(atoms, forms)
    for number, form in forms:
        need(fractions.same(atoms[number], form), f"{form!r:.80} is not {atoms[number]!r:.80}")
    total = fractions.number(0), fractions.number(1)
    goal = turned(goal)
    if rule == "field":
        need(op(goal) == "==", "no equation")
        total = fractions.join("-", total, gap(goal, fractions))
    else:
        parts = [summand(p, facts, fractions) for p in data.get("products", [])]
        if goal != FALSE:
            need(op(goal) in ("<", "<="), "no inequality")
            multiplier = fractions.number(0), fractions.number(1)
            times = [summand(p, facts, fractions) for p in data.get("multiplier", [{}])]
            need(any(strict for _, strict in times), "the multiplier may be 0")
            for value, _ in times:
                multiplier = fractions.join("+", multiplier, value)
            total = fractions.join("*", multiplier, gap(goal, fractions))
        need(op(goal) == "<=" or any(strict for _, strict in parts), "nothing is strict")
        for value, _ in parts:
            total = fractions.join("-", total, value)
    for entry in data.get("terms", []):
        f = facts[entry["fact"]]
        need(op(f) == "==", "a term that is no equation")
        times = fractions.read(entry.get("times", 1))
        total = fractions.join("-", total, fractions.join("*", times, gap(f, fractions)))
    need(total[0] == 0, f"{rule}: the sides differ")
    shown = {}
    for entry in (f for f in found if "nonzero" in f):
        top, below = fractions.read(entry["nonzero"])
        product = fractions.number(entry["times"])
        for p, n in entry["powers"]:
            shown[str(fractions.poly(p))] = None
            product = product * fractions.poly(p) ** n
        need(product * below == top, "a denominator is not the product of its factors")
    allowed = fractions.number(1)
    for entry in (f for f in found if "denominator" in f):
        factor = fractions.poly(entry["denominator"])
        need(str(factor) in shown, "a denominator of which nothing is shown")
        allowed = allowed * factor
    for factor, _ in total[1].factor()[1]:  # what my own reading divides by
        need(divmod(allowed, factor)[1] == 0, "a denominator that is not listed")


# -- integers -----------------------------------------------------------------------------------------------
def row(e):
    """A polynomial with integer coefficients: sorted atoms -> coefficient.  Raises `ValueError` for others."""
    if isinstance(e, int):
        return {(): e} if e else {}
    if isinstance(e, str):
        return {(e,): 1}
    word, args = e[0], e[1:]
    if word == "mod":
        inner = tuple(tuple(sorted(row(a).items(), key=repr)) for a in args)
        return {(("mod", *inner),): 1}
    if word == "neg":
        return combined(-1, row(args[0]), 0, {})
    if word in ("+", "-"):
        total = row(args[0])
        for a in args[1:]:
            total = combined(1, total, 1 if word == "+" else -1, row(a))
        return total
    if word == "*":
        total = row(args[0])
        for a in args[1:]:
            total = product(total, row(a))
        return total
    if word == "^" and set(row(args[1])) <= {()} and 0 <= row(args[1]).get((), 0) <= 8:
        total = {(): 1}
        for _ in range(row(args[1]).get((), 0)):
            total = product(total, row(args[0]))
        return total
    raise ValueError(word)


def product(p, q):
    total = {}
    for m, c in p.items():
        for n, d in q.items():
            key = tuple(sorted((*m, *n), key=repr))
            total[key] = total.get(key, 0) + c * d
    return {m: c for m, c in total.items() if c}


def combined(a, p, b, q):
    total = {m: a * p.get(m, 0) + b * q.get(m, 0) for m in {*p, *q}}
    return {m: c for m, c in total.items() if c}


def divided(r):
    g = 0
    for m, c in r.items():
        g = gcd(g, c) if m else g
    return {m: c // g for m, c in r.items() if c // g} if g > 1 else r


def frozen(r):
    return frozenset(r.items())


def conditions(sorts, facts):
    """What the scope says of integers, as terms that are at least 0."""
    integers = integer_names(sorts)
    found = [b for b in bounds(sorts) if names(b) <= integers]
    for f in facts.values():
        f = turned(inward(f))
        if op(f) not in ("==", "<", "<=") or not names(f) <= integers:
            continue
        try:
            row(f[1]), row(f[2])
        except ValueError:
            continue
        found.append(("-", ("-", f[2], f[1]), 1) if op(f) == "<" else ("-", f[2], f[1]))
        found += [("-", f[1], f[2])] if op(f) == "==" else []
    return found


def remainder(r, shown) -> bool:
    """0 <= mod(a, n) < n where n >= 1 was shown, or mod(a, n) == a where also 0 <= a < n was."""

    def known(e):
        return (set(e) <= {()} and e.get((), 0) >= 0) or frozen(e) in shown

    one = {(): 1}
    for t in {a for m in r for a in m if isinstance(a, tuple)}:
        (value, size), here = (dict(p) for p in t[1:]), {(t,): 1}
        if r in (here, combined(1, combined(1, size, -1, here), -1, one)) and known(combined(1, size, -1, one)):
            return True
        moved = combined(1, here, -1, value)
        within = known(value) and known(combined(1, combined(1, size, -1, value), -1, one))
        if r in (moved, combined(-1, moved, 0, {})) and within:
            return True
    return False


def implicit(r, rows, shown) -> bool:
    """A bound of a remainder, or a product of two lower bounds that other rows say."""
    if remainder(r, shown):
        return True
    squares = [(m, c) for m, c in r.items() if len(m) == 2]
    if len(squares) != 1 or squares[0][1] != 1:
        return False
    (x, y), _ = squares[0]
    p, q = -r.get((y,), 0), -r.get((x,), 0)  # (x - p)*(y - q)
    if x == y:
        p = q = -r.get((x,), 0) // 2
    wanted = product(combined(1, {(x,): 1}, -p, {(): 1}), combined(1, {(y,): 1}, -q, {(): 1}))
    return wanted == r and all(lower(rows, a, least) for a, least in ((x, p), (y, q)))


def lower(rows, atom, least) -> bool:
    """Some row says that the atom is at least this."""
    for r in map(dict, rows):
        if {m for m in r if m} == {(atom,)} and r[(atom,)] > 0:
            c = r[(atom,)]
            if -((r.get((), 0)) // c) >= least:
                return True
    return False


def derivation(entry, known, integers, shown):
    """The lines follow from what is known, each from earlier ones, and end with a negative number.

    `integers` are those in scope; what is local speaks of others, which something inside of a term binds.  `shown` was
    derived before.
    """
    goal = None if entry["integers"] is None else row(entry["integers"])
    rows, plain = [], set(known)
    for line in entry["lines"]:
        if line[0] in ("fact", "local", "denied"):
            plain.add(frozen(row(line[1])))
    for kind, *line in entry["lines"]:
        if kind == "sum":
            a, i, b, j, shown = line
            need(a > 0 and b > 0 and 0 <= i < len(rows) and 0 <= j < len(rows), "a multiplier that is not positive")
            r = divided(combined(a, rows[i], b, rows[j]))
            need(r == row(shown), "a line is not the sum that it says")
        else:
            r = row(line[0])
            if kind == "fact":
                need(frozen(r) in known, f"{line[0]!r:.100} is not known")
            elif kind == "denied":
                need(goal is not None and r == combined(-1, goal, -1, {(): 1}), "not the denial of the goal")
            elif kind == "local":
                own = {a for m in r for a in m if isinstance(a, str)} - integers
                need(own, f"{line[0]!r:.100} speaks of nothing that is bound")
            else:
                need(kind == "implicit" and implicit(r, plain, shown), f"{line[0]!r:.100} is not implied")
        rows.append(divided(r))
    need(set(rows[-1]) <= {()} and rows[-1].get((), 0) < 0, "the last line is no contradiction")
