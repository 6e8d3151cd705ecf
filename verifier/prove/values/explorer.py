"""The kernel's expansions, with hooks that notice what the scale lacks: `limit_expansions` adds it and tries again."""

from __future__ import annotations

from verifier.kernel.algebra.field import Ratio
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.analysis.asymptotics import Asymptotics
from verifier.kernel.analysis.scales import ONE, ZERO, Expansion, Wanted
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import Expr


class Missing(Exception):
    """The scale needs an element (kinds "scale" and "chain"), or a bound of a term ("bounded")."""

    def __init__(self, kind: str, of: Expr) -> None:
        super().__init__(f"{kind} {of!r:.80}")
        self.kind, self.of = kind, of


class Explorer(Asymptotics):
    """Expands as the kernel does, and raises `Missing` where a larger scale or a bound would help."""

    def exp(self, a: Expansion, i: int) -> Expansion:
        try:
            return super().exp(a, i)
        except Wanted as wanted:
            kind = wanted.kind
            if kind not in ("scale", "large"):
                raise
        if kind == "scale":
            a, i = self.ratio(self.parted(a)[0], i + 1), i + 1
        k, _ = self.lead_of(a, i)
        e, c = a.terms[0]  # the whole leading term: its coefficient may have infinitely many terms that tend to oo
        h = self.expr(self.over(c, k))
        if e != ZERO:
            b = self.basis[i] if e == ONE else ("^", self.basis[i], self.expr(e))
            h = b if h == 1 else ("*", h, b)
        raise Missing("scale", ("fn", "exp", h))

    def ratio(self, r: Ratio, i: int) -> Expansion:
        if i >= len(self.basis) and not self.fixed(r):
            log: Expr = ("fn", "log", self.basis[-1])
            numbers = {a for p in (r[0], *map(dict, r[1])) for m in p for a, _ in m}
            if any(log in subexpressions(self.field.sources[a]) for a in numbers):
                raise Missing("chain", log)
        return super().ratio(r, i)

    def _function(self, name: str, u: Expr, i: int) -> Expansion:
        try:
            return super()._function(name, u, i)
        except Wanted:
            raise
        except Unknown:
            if name in ("sin", "cos", "log", "exp", "atan", "tanh", "erf", "asinh"):
                raise Missing("bounded", ("fn", name, u)) from None
            raise
