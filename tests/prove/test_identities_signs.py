"""Signs through normal forms: factors, angles between zeros, moduli of complex terms, pieces; and what must fail."""

from __future__ import annotations

import pytest

from verifier.language.claim import claim
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.matrices.equations import OutOfTime, accepts

TWIN = 0.6  # seconds, more than three times what any of the true ones needs

TRUE = """
tan(x/2) > 0 | x in (0, pi)
1/cos(x)+tan(x) > 0 | x in (-pi/2, pi/2)
sqrt(1-x**2) != 0 | x in (-1, 1)
x**3+1 != 0 | x in real | x != -1
(x+1)**2/(x**2-x+1) > 0 | x in real | x != -1
x**2+sqrt(2)*x+1 > 0 | x in real
1-sin(x)**2 >= 0 | x in real
sin(x) < 0 | x in (pi, 2*pi)
cos(x) != 0 | x in (pi/2, 3*pi/2)
cos(x) < 0 | x in (pi/2, 3*pi/2)
lambertw(x) > 0 | x in positive
exp(pi*I) != 1
Abs(sin(x+y*I)) <= cosh(y) | x in real; y in real
Abs(re(z)) <= Abs(z) | z in complex
Piecewise((2*x, x > 0), (-2*x, True)) == 2*Abs(x) | x in real
Piecewise((1, x < 2*x), (2, True)) == 1 | x in positive
"""

FALSE = """
tan(x/2) > 0 | x in (-pi, pi)
1/cos(x)+tan(x) > 1 | x in (-pi/2, pi/2)
sqrt(1-x**2) != 0 | x in [-1, 1]
x**3+1 != 0 | x in real | x != 1
(x+1)**2/(x**2-x+1) > 0 | x in real
x**2+2*sqrt(2)*x+2 > 0 | x in real
1-sin(x)**2 > 0 | x in real
sin(x) < 0 | x in [pi, 2*pi)
sin(x) < 0 | x in (pi, 2*pi+1/10)
cos(x) != 0 | x in (pi/2, 3*pi/2]
cos(x) > 0 | x in (pi/2, 3*pi/2)
lambertw(x) > 0 | x in nonnegative
exp(2*pi*I) != 1
Abs(sin(x+y*I)) < cosh(y) | x in real; y in real
Abs(sin(x+y*I)) <= cosh(y)-1/100 | x in real; y in real
Abs(re(z)) < Abs(z) | z in complex
Abs(z) <= Abs(re(z)) | z in complex
Piecewise((2*x, x > 0), (-2*x, True)) == 2*x | x in real
Piecewise((1, x < 2*x), (2, True)) == 1 | x in real
Piecewise((1, x > 0), (2, x > -1), (3, True)) == 2 | x in real
"""


def rows(text: str) -> list[tuple[str, str, str]]:
    parts = [[p.strip() for p in line.split("|")] for line in text.strip().splitlines()]
    return [(p[0], p[1] if len(p) > 1 else "", p[2] if len(p) > 2 else "") for p in parts]


def proved(goal: str, domains: str, given: str, seconds: float) -> bool:
    variables = dict(part.strip().split(" in ") for part in domains.split(";") if part)
    task = Task(claim("c", goal, variables=variables, given=[g for g in given.split(";") if g]), now() + 60)
    try:
        node = prover(now() + seconds).prove(task.sequent, task.statement.goal, 3)
    except OutOfTime:
        return False
    return node is not None and accepts(task.sequent, task.statement.goal, node)


@pytest.mark.parametrize(("goal", "domains", "given"), rows(TRUE))
def test_a_sign_is_proved(goal: str, domains: str, given: str) -> None:
    assert proved(goal, domains, given, 8.0)


@pytest.mark.parametrize(("goal", "domains", "given"), rows(FALSE))
def test_a_false_sign_is_not_proved(goal: str, domains: str, given: str) -> None:
    assert not proved(goal, domains, given, TWIN)
