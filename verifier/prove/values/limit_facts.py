"""What the kernel's expansions want to know about constants, found in floating point and proved by the driver."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verifier.kernel.analysis.asymptotics import Asymptotics
from verifier.kernel.analysis.limits import bounded_term
from verifier.kernel.analysis.scales import Wanted
from verifier.kernel.logic.sequents import as_less
from verifier.kernel.terms.binding import free_names, marked, same, subexpressions
from verifier.kernel.terms.expr import REAL, TRUE, Expr, head
from verifier.language.named import fresh, meaningful, operands, replaced, substitute
from verifier.library.facts import values
from verifier.prove.driver.driver import Branch, Node
from verifier.prove.numbers.shared_terms import number
from verifier.prove.refute.floating.approximation import NoValue, value
from verifier.prove.values.explorer import Explorer

DIGITS = 60
_ATOMIC = ("pi", "E", "EulerGamma", "GoldenRatio", "Catalan")


class Facts:
    """Facts about constants, which are added to a branch as they are needed."""

    def __init__(self, branch: Branch, y: str, effort: int) -> None:
        self.branch, self.y, self.effort = branch, y, effort
        self.used: list[str] = []
        self.tried: set[Expr] = set()

    def labels(self) -> list[str]:
        """Facts that divide come last: that their denominators do not vanish must be known before."""
        return sorted(self.used, key=lambda label: _divides(self.branch.s.facts[label]))

    def known(self) -> list[Expr]:
        return [self.branch.s.facts[label] for label in self.labels()]

    def scale(self, depth: int) -> Explorer:
        """The kernel's expansions, with these facts."""
        s = self.branch.s
        scale = Explorer({**s.sorts, self.y: REAL}, self.y, depth)
        for formula in self.known():
            e = bounded_term(formula, self.y, dict(s.sorts))
            if e is None:
                scale.learn(as_less(formula))
            else:
                scale.bounded.add(marked(e))
        return scale

    def need(self, formula: Expr, effort: int | None = None, proof: Node | None = None) -> bool:
        """Prove a formula and keep it."""
        label = self.branch.have(formula, proof, min(self.effort, 2) if effort is None else effort)
        if label is not None:
            self.used.append(label)
        return label is not None

    # -- constants that are simpler than they look ----------------------------------------------------
    def constants(self, scale: Asymptotics) -> bool:
        """Whether something new was found out about the constants that occur."""
        news = False
        for source in list(scale.field.sources):
            if source in self.tried or not isinstance(source, tuple) or scale.x in free_names(source):
                continue
            self.tried.add(source)
            if any(self.need(("==", source, v), 1) or self._inside(source, v) for v in self.simpler(source)):
                news = True
        return news

    def _inside(self, source: Expr, v: Expr) -> bool:
        """source == v, by an equation for a part of it."""
        for label, fact in zip(self.labels(), self.known(), strict=True):
            if head(fact) == "==" and operands(fact)[0] in tuple(subexpressions(source))[1:]:
                goal = replaced(("==", source, v), *operands(fact))
                proof = self.branch.driver.prove(self.branch.s, goal, 1)
                if proof is not None:
                    return self.need(("==", source, v), 1, {"rule": "replace", "fact": label, "then": proof})
        return False

    def simpler(self, e: Expr) -> Iterator[Expr]:
        """Simpler expressions that a constant may be equal to."""
        op, args = head(e), operands(e)
        if op == "fn" and args[0] in _ATOMIC:
            return
        for fact in values():
            if head(fact) == "==" and same(operands(fact)[0], e):
                yield operands(fact)[1]
        if op == "fn" and args[0] == "log" and len(args) == 2:
            yield from _prime_logs(args[1])
        if free_names(e):
            return
        try:
            v = value(e, {}, DIGITS)
        except NoValue:
            return
        import mpmath

        if op == "sqrt" or (op == "^" and args[1] == ("/", 1, 2)):
            yield from _plain_root(args[0])
        with mpmath.workdps(DIGITS):
            for unit, shown in ((mpmath.mpf(1), None), (mpmath.pi, ("fn", "pi"))):
                q = _rational(v / unit)
                if q is not None:
                    yield number(q) if shown is None else shown if q == 1 else ("*", number(q), shown)
                    return

    # -- what the kernel asked for --------------------------------------------------------------------
    def supply(self, wanted: Wanted) -> bool:
        e = wanted.of
        asked: Expr = ("wanted", wanted.kind, e)
        if asked in self.tried:
            return False
        self.tried.add(asked)
        if wanted.kind == "fact":
            return self.need(e, effort=self.effort)
        if wanted.kind == "floor":
            try:
                n = int(value(("floor", e), {}, DIGITS))
            except (NoValue, OverflowError, ValueError):
                return False
            label = self.branch.instance("floor-value", e, n, effort=1)
            if label is not None:
                self.used.append(label)
            return label is not None
        if wanted.kind not in ("sign", "nonzero"):
            return False
        options: list[Expr] = [("<", 0, e), ("<", e, 0), ("==", e, 0)]
        if not free_names(e):
            try:
                v = value(e, {}, DIGITS)
            except NoValue:
                return False
            options = [options[2]] if abs(v) < 10 ** (15 - DIGITS) else [options[0 if v > 0 else 1]]
        elif wanted.kind == "nonzero":
            options.append(("!=", e, 0))
        return any(self.need(p, effort) for effort in (1, self.effort) for p in options)

    def bounded(self, e: Expr) -> bool:
        """Prove that a term stays between two numbers."""
        v = fresh("v", frozenset(self.branch.s.sorts) | {self.y})
        name, u = str(operands(e)[0]), operands(e)[1]
        here = substitute(e, {self.y: v})
        needed = meaningful(here, {**self.branch.s.sorts, v: REAL})
        defined = operands(needed) if head(needed) == "and" else () if needed == TRUE else (needed,)
        for low, high in self._ranges(name, u):
            for start in (1, 100):
                said: Expr = ("and", ("<=", low, here), ("<=", here, high), *defined)
                formula: Expr = ("forall", v, REAL, ("implies", ("<=", start, v), said))
                if formula not in self.tried:
                    self.tried.add(formula)
                    if self.need(formula, proof=self._monotone(name, u, low, high, start, v, said)):
                        return True
        return False

    def _monotone(self, name: str, u: Expr, low: Expr, high: Expr, start: Expr, v: str, said: Expr) -> Node | None:
        """Bounds of sine and cosine, or of an increasing function by bounds of its argument."""
        if name not in ("log", "exp", "sin", "cos"):
            return None
        driver, s = self.branch.driver, self.branch.s
        label = self.branch.label("from")
        inner = Branch(driver, s.declare(v, REAL).assume(label, ("<=", start, v)))
        inner.have(("<", 0, v))
        here, ends = substitute(u, {self.y: v}), (*operands(low)[1:2], *operands(high)[1:2])
        if not ends:
            inner.have(("<", 0, ("/", 1, v)))
            inner.instance(f"{name}-lower", here)
            inner.instance(f"{name}-upper", here)
        for a, b in ((ends[0], here), (here, ends[1])) if ends else ():
            if inner.have(("<=", a, b)) is None or inner.instance(f"{name}-monotone-weak", a, b, effort=1) is None:
                return None
        end = inner.wrap(driver.prove(inner.s, said, 1))
        return None if end is None else {"rule": "intro", "as": v, "then": {"rule": "intro", "as": label, "then": end}}

    def _ranges(self, name: str, u: Expr) -> Iterator[tuple[Expr, Expr]]:
        pi: Expr = ("fn", "pi")
        if name in ("sin", "cos", "tanh", "erf"):
            yield -1, 1
        if name == "atan":
            yield ("neg", ("/", pi, 2)), ("/", pi, 2)
        if name in ("log", "exp", "asinh"):
            samples = []
            for k in range(60):
                try:
                    samples.append(value(u, {self.y: 100 + Fraction(37 * k, 10)}, 20))
                except NoValue:
                    return
            if max(map(abs, samples)) > 50:
                return
            low, high = Fraction(int(min(samples) * 8) - 2, 8), Fraction(int(max(samples) * 8) + 2, 8)
            if name != "log" or low > 0:
                yield ("fn", name, number(low)), ("fn", name, number(high))


def _divides(formula: Expr) -> bool:
    return any(head(e) == "/" and not isinstance(operands(e)[1], int) for e in subexpressions(formula))


def _rational(v: Any) -> Fraction | None:
    """A rational number of small height that agrees to many digits."""
    import mpmath

    if abs(v) > 10**12:
        return None
    for below in range(1, 61):
        n = mpmath.nint(v * below)
        if abs(v * below - n) < mpmath.mpf(10) ** (20 - DIGITS):
            return Fraction(int(n), below)
    return None


def _plain_root(e: Expr) -> Iterator[Expr]:
    """The square root of a rational as a rational times the root of a square-free number."""
    above, below = (e, 1) if isinstance(e, int) else operands(e) if head(e) == "/" else (0, 0)
    if not isinstance(above, int) or not isinstance(below, int) or not 0 < above * below < 10**9:
        return
    free, front, p = above * below, Fraction(1, below), 2
    while p * p <= free:
        while free % (p * p) == 0:
            free, front = free // (p * p), front * p
        p += 1
    if free > 1 and (front != 1 or head(e) == "/"):
        yield ("*", number(front), ("sqrt", free))


def _prime_logs(e: Expr) -> Iterator[Expr]:
    """log of a composite number by logs of primes."""
    if isinstance(e, int):
        above, below = e, 1
    elif head(e) == "/" and all(isinstance(a, int) for a in operands(e)):
        above, below = operands(e)  # type: ignore[assignment]
    else:
        return
    if not 0 < above < 10**9 or not 0 < below < 10**9:
        return
    powers: dict[int, int] = {}
    for n, sign in ((above, 1), (below, -1)):
        p = 2
        while n > 1:
            if p * p > n:
                p = n
            while n % p == 0:
                powers[p] = powers.get(p, 0) + sign
                n //= p
            p += 1
    terms: list[Expr] = [("*", k, ("fn", "log", p)) for p, k in sorted(powers.items()) if k]
    if len(terms) > 1 or (len(terms) == 1 and above * below not in powers):
        yield terms[0] if len(terms) == 1 else ("+", *terms)
