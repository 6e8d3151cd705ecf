"""Tails of the chi-squared law, from Markov's inequality for exponentials (Chernoff's method).

A number p that is at most exp(-t a) E[exp(t X)] for all admissible t, as P(X >= a) is by Markov's inequality, obeys the
bounds of Laurent and Massart (2000, Lemma 1).  With m degrees of freedom E[exp(t X)] = (1 - 2 t)^(-m/2) for t < 1/2;
x = m r^2.
"""

from __future__ import annotations

from verifier.language.script import Cases, Have, Numbers, Step, Take, Use

#: From p <= exp(a) g and g = exp(b) to p <= exp(c) where a + b <= c.
TOGETHER = Have(
    "forall(pp, real, forall(aa, real, forall(gg, real, forall(bb, real, forall(cc, real,"
    " implies(pp <= exp(aa)*gg and gg == exp(bb) and aa + bb <= cc, pp <= exp(cc)))))))",
    name="together",
    by=[
        Take("pp", "aa", "gg", "bb", "cc"),
        Have("exp(aa)*exp(bb) == exp(aa + bb)", name="product"),
        Have("exp(aa + bb) <= exp(cc)", name="rise"),
        Have("exp(aa)*gg == exp(aa)*exp(bb)", name="put in"),
    ],
)

_SIGNS = ["m.positive", "r.positive"]


def chernoff(
    p: str, fact: str, at: str, level: str, moment: str, exponent: str, bound: str, signs: list[str],
    steps: list[Step], name: str,
) -> list[Step]:  # fmt: skip
    """The fact `name`: p <= exp(bound), from the fact "for all t: p <= exp(level) moment" at one t.

    The value of the moment there is exp(exponent); `level`, `moment` and `exponent` are written out at that t.
    `steps` add what is needed for level + exponent <= bound; `signs` are the facts that may be used.
    """
    return [
        Use(fact, at=[at], name=f"{name} at", premises=[[]]),
        Have(f"{moment} == exp({exponent})", name=f"{name} moment"),
        *steps,
        Have(f"{level} + {exponent} <= {bound}", name=f"{name} exponent"),
        Use("together", at=[p, level, moment, exponent, bound], name=name),
    ]  # fmt: skip


#: p <= exp(-x) with high = m + 2 m r + 2 x, x = m r^2: the fact "Markov, upper tail" at t = r/(1 + 2 r).
UPPER = chernoff(
    "p", "Markov, upper tail", "r/(1+2*r)",
    level="-(r/(1+2*r))*high", moment="(1 - 2*(r/(1+2*r)))**(-m/2)", exponent="m*log(1+2*r)/2", bound="-x",
    signs=_SIGNS, name="upper",
    steps=[Have("log(1+2*r) <= 2*r*(1+r)/(1+2*r)", name="logarithm", by=[Numbers(using=_SIGNS)])],
)  # fmt: skip

_HERE = [*_SIGNS, "in range"]
_TILT = "((exp(2*r**2)-1)/2)"
#: q <= exp(-x) with low = m - 2 m r: at t = r/(1 - 2 r), or, where low <= 0, at t = (exp(2 r^2) - 1)/2.
LOWER: list[Step] = [
    Cases("r < 1/2", name="in range",
          yes=chernoff(
              "q", "Markov, lower tail", "r/(1-2*r)",
              level="r/(1-2*r)*low", moment="(1 + 2*(r/(1-2*r)))**(-m/2)", exponent="m*log(1-2*r)/2", bound="-x",
              signs=_HERE, name="lower",
              steps=[Have("log(1-2*r) <= -2*r - 2*r**2", name="lower logarithm", by=[Numbers(using=_HERE)])]),
          no=chernoff(
              "q", "Markov, lower tail", _TILT,
              level=f"{_TILT}*low", moment=f"(1 + 2*{_TILT})**(-m/2)", exponent="-(m*r**2)", bound="-x",
              signs=_HERE, name="lower",
              steps=[Have(f"{_TILT} >= 0", name="tilt")])),
]  # fmt: skip
