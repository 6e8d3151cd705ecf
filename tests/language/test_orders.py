"""Asymptotic orders are read as nested quantifiers, shown written out, and decided as such."""

from __future__ import annotations

import pytest

from verifier.kernel.terms.expr import Expr
from verifier.language.claim import claim
from verifier.language.errors import ClaimError
from verifier.language.laws.expansion import expansion
from verifier.language.named import negation
from verifier.language.text.printing import to_text
from verifier.language.text.text import parse
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.driver.task import Task
from verifier.prove.matrices.equations import OutOfTime, accepts

DECLARED = dict.fromkeys("abcmrxyNC", ("real",)) | {"n": ("integer", 0, "oo")}

MEANINGS = """
bigo(sin(x), x, x, 0, '+')    | exists(C, positive, exists(r, positive, forall(x, (0, r), Abs(sin(x)) <= C*Abs(x))))
bigo(x, 1, x, oo)             | exists(C, positive, exists(N, positive, forall(x, (N, oo), Abs(x) <= C)))
bigo(x, 1, x, -oo)            | exists(C, positive, exists(N, positive, forall(x, (-oo, -N), Abs(x) <= C)))
bigomega(x, 2, x, 1, '-')     | exists(c, positive, exists(r, positive, forall(x, (1 - r, 1), c*2 <= Abs(x))))
littleo(x, a, x, 0, '+')      | forall(c, positive, exists(r, positive, forall(x, (0, r), Abs(x) <= c*Abs(a))))
asymptotic(x, a, x, oo)       | forall(c, positive, exists(N, positive, forall(x, (N, oo), Abs(x - a) <= c*Abs(a))))
lesssim(a, x, x, oo)          | exists(C, positive, exists(N, positive, forall(x, (N, oo), a <= C*x)))
small(x, x < a)               | exists(r, positive, forall(x, (0, r), x < a))
eventually(x > a, x, oo)      | exists(N, positive, forall(x, (N, oo), x > a))
eventually(log(log(x)) > a, x, oo) | exists(N, positive, forall(x, (N, oo), log(x) > 0 and log(log(x)) > a))
small(x, sqrt(a - x) < 1)     | exists(r, positive, forall(x, (0, r), a - x >= 0 and sqrt(a - x) < 1))
small(x, x**a*log(1/x) < 1)   | exists(r, positive, forall(x, (0, r), x**a*log(1/x) < 1))
small(x, x**n < 1)            | exists(r, positive, forall(x, (0, r), x**n < 1))
eventually((-x)**n > 0, x, oo) | exists(N, positive, forall(x, (N, oo), (-x)**n > 0))
"""  # fmt: skip


@pytest.mark.parametrize("line", MEANINGS.strip().splitlines())
def test_a_word_is_read_as_its_definition(line):
    said, meant = line.split("|")
    e = parse(said.strip(), declared=DECLARED)
    assert to_text(e) == meant.strip()
    assert parse(meant, declared=DECLARED) == e  # what is shown can be asked


def test_both_sides_of_a_point_leave_the_point_out():
    e = parse("bigo(1/(x - 1), 1/(x - 1)**2, x, 1)", declared={})
    assert "x > 1 - r and x < 1 + r and x != 1" in to_text(e)


def test_constants_stand_inside_what_is_quantified_outside():
    inside = parse("forall(a, positive, bigo(a*x, x, x, 0))", declared={})
    assert to_text(inside).startswith("forall(a, positive, exists(C, positive, exists(r, positive, forall(x,")


CAUGHT = """
bigo(C*x, r*x, x, 0, '+')   | exists(C1, positive, exists(r1, positive, forall(x, (0, r1), Abs(C*x) <= C1*Abs(r*x))))
eventually(N*x > C, x, oo)  | exists(N1, positive, forall(x, (N1, oo), N*x > C))
littleo(c*x, r, x, m, '+')  | forall(c1, positive, exists(r1, positive, forall(x, (m, m + r1), Abs(c*x) <= c1*Abs(r))))
small(r, small(x, x < r))   | exists(r2, positive, forall(r, (0, r2), exists(r1, positive, forall(x, (0, r1), x < r))))
"""


@pytest.mark.parametrize("line", CAUGHT.strip().splitlines())
def test_constants_catch_no_names(line):
    said, meant = line.split("|")
    assert to_text(parse(said.strip(), declared=DECLARED)) == meant.strip()


def test_the_point_may_have_the_name_of_the_variable():
    e = parse("bigo(x, 1, x, x)", declared=DECLARED)
    assert to_text(e) == (
        "exists(C, positive, exists(r, positive, forall(x1, real, implies(x1 > x - r and x1 < x + r and x1 != x, "
        "Abs(x1) <= C))))"
    )


@pytest.mark.parametrize("text, what", [
    ("bigo(x, x, x)", "is written bigo(f, g, x, point)"),
    ("bigo(x, x, x, oo, '+')", "approached from one side"),
    ("bigo(x, x, x, 0, 'left')", "'+' or '-'"),
    ("bigo(x, x, 1, 0)", "plain name"),
    ("bigo(x < 1, x, x, 0)", "a number or an object is expected"),
    ("eventually(x, x, oo)", "a statement is expected"),
    ("small(x)", "small(eps, P)"),
    ("bigo + 1 > 0", "is a function"),
    ("small(x, small(y, " * 25 + "x < 1" + "))" * 25, "brackets"),
    ("small(x, " * 40 + "x < 1" + ")" * 40, "more than|nested|parts"),
])  # fmt: skip
def test_what_cannot_be_read_is_one_line_with_its_place(text, what):
    try:
        parse(text, declared=DECLARED)
    except ClaimError as error:
        assert "\n" not in str(error)
    else:
        assert text.startswith("small(x, " * 3)  # deep, but of bounded size


def test_orders_are_shown_written_out():
    order = claim("order", "bigo(x, 1, x, 0)", given=["small(e, e < 1)"])
    assert expansion(order) == f"{to_text(order.given[0].formula)} |- {to_text(order.goal)}"
    assert expansion(claim("abbreviated", "close", definitions=["close := small(e, e < 1)"])) is not None
    assert expansion(claim("plain", "exists(r, positive, r < 1)")) is None
    assert expansion(claim("chance", "probability(X > 1, X, normal(0, 1)) < 1/2")).startswith("integrate(")


# -- decisions ---------------------------------------------------------------------------------------------
LONG = 60.0  # seconds for what is true, also on a machine that is busy


def proof(goal: Expr, variables: dict[str, str], seconds: float) -> bool:
    """Whether the driver finds a proof that the kernel accepts."""
    task = Task(claim("c", goal, variables=variables), now() + 60)
    try:
        node = prover(now() + seconds).prove(task.sequent, task.statement.goal, 2)
    except OutOfTime:
        return False
    return node is not None and accepts(task.sequent, task.statement.goal, node)


#: true statements, each with corrupted twins that are false
PAIRS = {
    "bigo(a*sin(x), x, x, 0, '+')": ["bigo(a*sin(x), x**2, x, 0, '+')"],
    "littleo(x**2*sin(1/x), x, x, 0, '+')": ["littleo(x*sin(1/x), x, x, 0, '+')"],
    "bigomega(x*(2 + cos(x)), x, x, oo)": ["bigomega(x*(1 + cos(x)), x, x, oo)"],
    "eventually(sin(log(x)) < 2, x, oo)": ["eventually(sin(log(x)) < 1, x, oo)"],
    "bigtheta(exp(-x) + x, x, x, oo)": ["bigtheta(exp(-x) + x, x, x, -oo)", "bigtheta(exp(-x), x, x, oo)"],
    "asymptotic(x + log(x), x, x, oo)": ["asymptotic(x + log(x), log(x), x, oo)"],
    "small(x, x < a)": ["small(x, a < x)"],
    "exists(C, positive, forall(x, nonnegative, x**3 <= C*exp(x/2)))":
        ["exists(C, positive, forall(x, nonnegative, x**3 <= C*(1 + x**2)))"],
    "forall(m, positive, eventually(exp(x) > x**m, x, oo))": ["forall(m, real, small(x, exp(x) > x**m))"],
}


@pytest.mark.parametrize("goal", PAIRS)
def test_a_true_order_is_proved(goal):
    assert proof(parse(goal, declared={"a": ("real",)}), {"a": "positive"}, LONG)


@pytest.mark.parametrize("goal", [twin for twins in PAIRS.values() for twin in twins])
def test_a_corrupted_order_is_not_proved(goal):
    assert not proof(parse(goal, declared={"a": ("real",)}), {"a": "positive"}, 1.0)


DENIED = [
    "bigo(x, log(x), x, oo)",
    "bigo(cos(1/x)/x, 1, x, 0, '+')",
    "littleo(sin(x), 1, x, oo)",
    "eventually(sin(x) < 1, x, -oo)",
    "bigtheta(sin(x), 1, x, oo)",
    "exists(C, positive, forall(e, (0, 1), e**2*exp(4*log(1/e**(1/2))) <= C*e**(3/2)))",
    "small(x, log(x - 1) < 5)",  # nothing is defined there
    "exists(C, positive, forall(x, nonnegative, x**3 <= C*(1 + x**2)))",
    "exists(C, positive, forall(a, positive, small(x, a*x <= C*x)))",
]


@pytest.mark.parametrize("goal", DENIED)
def test_what_fails_is_denied_with_points_ever_nearer(goal):
    assert proof(negation(parse(goal, declared={})), {}, LONG)
    assert not proof(parse(goal, declared={}), {}, 1.0)


ORDER_OF_QUANTIFIERS = [
    # the constant (or radius) would have to depend on what comes later
    "exists(C, positive, forall(a, positive, small(x, a*x <= C*x)))",
    "exists(r, positive, forall(c, positive, forall(x, (0, r), x <= c)))",
    "exists(N, positive, forall(a, positive, forall(x, (N, oo), exp(x) > x**a)))",
    "exists(C, positive, forall(n, positive integer, eventually(x**n <= C*x, x, oo)))",
    "forall(c, positive, exists(C, positive, forall(x, (0, 1), x**(-c) <= C)))",
]


@pytest.mark.parametrize("goal", ORDER_OF_QUANTIFIERS)
def test_a_constant_cannot_depend_on_what_is_quantified_later(goal):
    assert not proof(parse(goal, declared={}), {}, 1.5)
