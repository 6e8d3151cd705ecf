"""Points that are built for statements: what is seen at them, and that false statements fail there."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import flint
import pytest
from hypothesis import given, settings

from verifier.kernel.statement import Statement
from verifier.language.claim import claim
from verifier.language.values.arithmetic import Inexact
from verifier.prove.driver.effort import now
from verifier.prove.properties.ball_values import Balls, ball, precision
from verifier.prove.properties.building import Builder, example_point, shown
from verifier.prove.properties.dynamics import Equations
from verifier.prove.properties.moving import Flow, Late, Member
from verifier.prove.properties.seeing import Seeing
from verifier.prove.properties.solving import solved, squares
from verifier.prove.questions.properties import prenex, property_run, strategy_for


@pytest.fixture(autouse=True)
def _precise() -> Iterator[None]:
    with precision():
        yield


def said(goal: str, given: dict[str, str] | None = None, **variables: str) -> Statement:
    return claim("c", goal, variables=variables, given=given or {}).statement()


def seen(goal: str, env: dict[str, Any] | None = None, **variables: str) -> bool | None:
    return Seeing().decide(said(goal, **variables).goal, env or {}, [])


def near(x: Any, y: Any) -> bool:
    return bool(abs(ball(x) - ball(y)) < flint.arb(2) ** -40)


# -- values ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("exp(1)", flint.arb.const_e()),
        ("asinh(2)", flint.arb(2).asinh()),
        ("2**(1/2)", flint.arb(2).sqrt()),
        ("cbrt(-8)", -2),
        ("diff(x**3*exp(x), x)", 4 * flint.arb.const_e()),
        ("Piecewise((1, x > 2), (7, True))", 7),
        ("binomial(5, 2)", 10),
        ("floor(pi)", 3),
        ("Abs(-pi)", flint.arb.pi()),
    ],
)
def test_values(term: str, value: Any) -> None:
    statement = said(f"{term} == 0", x="real")
    env = {"x": Fraction(1)}
    seeing = Seeing()
    assert near(seeing.terms.value(statement.goal[1], env), value)  # type: ignore[index]


def test_numbers_stay_exact_as_long_as_they_can() -> None:
    assert Balls().value(("+", ("sqrt", 4), ("fn", "exp", 0)), {}) == 3


def test_a_ball_around_0_is_no_strict_inequality_and_no_difference() -> None:
    assert seen("sqrt(2)**2 == 2") is True
    assert seen("sqrt(2)**2 < 2") is None
    assert seen("sqrt(2)**2 != 2") is None
    assert seen("sqrt(2) < 3/2") is True
    assert seen("sqrt(2) == 3/2") is False


@pytest.mark.parametrize("goal", ["sqrt(x) > 0", "sign(x) == 0", "x**(1/3) == 0", "sqrt(x) != 0", "cbrt(x) == 0"])
def test_a_ball_around_0_is_not_0(goal: str) -> None:
    """Its root is wider than it, and it has no sign."""
    narrow = flint.arb(0, flint.arb(2) ** -60)
    assert Seeing().decide(said(goal, x="real").goal, {"x": narrow}, []) is not False
    assert Seeing().decide(said("sign(x) == 0", x="real").goal, {"x": narrow}, []) is None


# -- quantifiers ----------------------------------------------------------------------------------------------------
def test_what_holds_for_all_reals_is_seen_at_some() -> None:
    assert seen("forall(x, real, x**2 >= 0)") is True
    assert seen("forall(x, positive, x >= 1)") is False


def test_a_premise_that_no_value_met_shows_nothing() -> None:
    assert seen("forall(x, real, implies(x**2 == 2 and x > 10**6, x == 0))") is None


def test_what_is_not_found_is_open() -> None:
    assert seen("exists(x, real, x**5 == x + 1)") is True  # by the secant method, as a narrow ball
    assert seen("exists(x, real, exp(x) == -1)") is None
    assert seen("exists(k, integer[0, 3], k**2 == 5)") is False


def test_existence_of_a_curve_by_its_equation() -> None:
    assert seen("exists(p, real curve, forall(t, real, p[t] == t**2))") is True
    grows = "p[0] == 1 and forall(t, nonnegative, diff(p[t], t) == p[t] and p[t] > 0)"
    assert seen(f"exists(p, real curve, {grows})") is True


@pytest.mark.parametrize(("slope", "wanted"), [("2*x", True), ("2*x + 1", None), ("x", None)])
def test_a_derivative_by_its_definition(slope: str, wanted: bool | None) -> None:
    """No radius is found where the slope is wrong: every one that is tried has values with a gap."""
    text = (
        "forall(e, positive, exists(r, positive, forall(h, real, implies(h**2 <= r, "
        f"((x + h)**2 - x**2 - h*({slope}))**2 <= e*h**2))))"
    )
    assert seen(text, {"x": Fraction(1)}, x="real") is wanted


def test_convergence_is_an_impression() -> None:
    assert seen("tends(1/(n + 1), n, 0)") is True
    assert seen("tends(1/(n + 1), n, 1)") is None
    assert seen("tends((-1)**n, n, 1)") is not False


# -- curves ---------------------------------------------------------------------------------------------------------
def flow_of(start: dict[str, Any], **equations: Any) -> dict[str, Member]:
    flow = Flow(equations, "t", start, {})
    return {n: Member(flow, n) for n in equations}


def test_a_flow_is_its_solution() -> None:
    x = flow_of({"x": Fraction(1)}, x=("at", "x", "t"))["x"]
    for t in (Fraction(0), Fraction(1), Fraction(-3, 2), Fraction(7, 4)):
        assert near(x(t), ball(t).exp()) and near(x.rate(t), ball(t).exp())


def test_flows_of_each_other() -> None:
    both = flow_of({"x": Fraction(0), "y": Fraction(1)}, x=("at", "y", "t"), y=("neg", ("at", "x", "t")))
    assert near(both["x"](Fraction(3, 2)), ball(Fraction(3, 2)).sin())


def test_a_flow_that_blows_up_is_not_followed() -> None:
    x = flow_of({"x": Fraction(2)}, x=("^", ("at", "x", "t"), 2))["x"]
    assert near(x(Fraction(1, 4)), 4)
    with pytest.raises(Inexact) as caught:
        x(Fraction(3, 4))
    assert not isinstance(caught.value, Late)  # it is no solution for all times


def test_a_flow_at_rest_is_followed_for_ever() -> None:
    x = flow_of({"x": Fraction(1)}, x=("*", ("at", "x", "t"), ("-", 1, ("at", "x", "t"))))["x"]
    assert near(x(Fraction(1000)), 1)


def test_what_equations_say_of_curves() -> None:
    statement = said(
        "0 == 0",
        {"flow": "forall(t, nonnegative, diff(x[t], t) == -x[t])", "loss": "forall(t, real, l[t] == x[t]**2)",
         "itself": "forall(t, real, m[t] == m[t]**2)"},
        x="real curve", l="real curve", m="real curve",
    )  # fmt: skip
    found = Equations.of(iter([f for _, f in statement.given]), dict(statement.variables))
    assert set(found.rates) == {"x"} and set(found.terms) == {"l"} and len(found.met) == 2


def test_curves_that_lead_back_to_themselves_are_looked_at() -> None:
    given = {"p": "forall(t, real, p[t] == q[t])", "q": "forall(t, real, q[t] == p[t] + 1)"}
    statement = said("0 == 1", given, p="real curve", q="real curve")
    found = Equations.of(iter([f for _, f in statement.given]), dict(statement.variables))
    assert len(found.terms) == len(found.met) == 1
    assert not property_run(statement, 5, seconds=1).satisfied


# -- equations ------------------------------------------------------------------------------------------------------
def test_affine_equations_keep_what_is_free() -> None:
    equation = said("x + 2*y == 5", x="real", y="real").goal
    assert list(solved("x", (1, 1), {"y": Fraction(1)}, [equation], Fraction(0))) == [3]


def test_a_matrix_equation_is_solved_for_any_factor() -> None:
    statement = said("M*x == y", M="matrix(2, 2)", x="matrix(2, 1)", y="matrix(2, 1)")
    from verifier.language.values.arithmetic import Matrix

    env = {"x": Matrix.of([[1], [2]]), "y": Matrix.of([[3], [4]])}
    (found,) = solved("M", (2, 2), env, [statement.goal], Matrix.of([[0, 0], [0, 1]]))
    assert Seeing().decide(statement.goal, {**env, "M": found}, []) is True
    assert found.entries[1][1] == 1


def test_roots() -> None:
    square = said("x**2 == 2", x="real").goal
    assert all(Seeing().decide(square, {"x": x}, []) for x in solved("x", (1, 1), {}, [square], Fraction(0)))
    steep = said("x*exp(x) == 1", x="real").goal
    (root,) = solved("x", (1, 1), {}, [steep], Fraction(0))
    assert near(root, flint.arb(1).lambertw())


def test_a_loss_that_is_least_is_looked_for_at_0() -> None:
    goal = said("forall(z, real, (x - 3)**2 + (x*y)**2 <= (z - 3)**2)", x="real", y="real").goal
    assert len(list(squares(goal))) == 2


# -- points ---------------------------------------------------------------------------------------------------------
BUILT = [
    said("0 == 0", {"order": "0 < a and a < b and b < c and c < 1/10"}, a="real", b="real", c="real"),
    said("0 == 0", {"circle": "a**2 + b**2 == 1", "above": "b > 0"}, a="real", b="real"),
    said("0 == 0", {"product": "X == Y*Z"}, n="positive integer", X="matrix(n, n)", Y="matrix(n, n)", Z="matrix(n, n)"),
    said("0 == 0", {"inside": "trace(x.T*x) <= r**2", "r": "r > 0"}, n="positive integer", x="matrix(n, 1)", r="real"),
    said("0 == 0", {"flow": "forall(t, nonnegative, diff(W[t], t) == -W[t]*W[t].T*W[t])",
                    "start": "W[0].T*W[0] == eye(n)"}, n="positive integer", W="matrix(n, n) curve"),
    said("0 == 0", {"step": "forall(t, nonnegative integer, s[t + 1] == s[t]/2 + 1)", "start": "s[0] > 2"},
         s="real sequence"),
    said("0 == 0", {"root": "x*exp(x) == y", "y": "y > 0"}, y="real", x="real"),
    said("0 == 0", {"least": "forall(P, matrix(n, n), trace((A*B - M).T*(A*B - M)) <= trace((P*B - M).T*(P*B - M)))"},
         n="positive integer", M="matrix(n, n)", B="matrix(n, n)", A="matrix(n, n)"),
]  # fmt: skip


@pytest.mark.parametrize("statement", BUILT, ids=range(len(BUILT)))
def test_points_meet_their_hypotheses(statement: Statement) -> None:
    found = Builder(statement).points(10, now() + 20)
    assert len(found) == 10 == len({shown(env) for env in found})
    for env in found:
        assert all(Seeing().decide(f, env, []) is True for _, f in statement.given)


def test_hypotheses_that_no_point_meets_have_no_points() -> None:
    statement = said("0 == 0", {"a": "x > 1 and x < y and y < 1"}, x="real", y="real")
    assert not Builder(statement).points(5, now() + 1)


def test_an_example_is_a_point() -> None:
    statement = said("0 == 0", {"rare": "x**7 + x == 130"}, x="real")
    assert Builder(statement).points(1, now() + 5, known=example_point(statement, {"x": 2}))


# -- runs -----------------------------------------------------------------------------------------------------------
FLOWS = {"W": "forall(t, nonnegative, diff(W[t], t) == f[t]*a[t].T)",
         "a": "forall(t, nonnegative, diff(a[t], t) == W[t].T*f[t])"}  # fmt: skip
SORTS = {"d": "positive integer", "m": "positive integer", "f": "matrix(d, 1) curve", "W": "matrix(d, m) curve",
         "a": "matrix(m, 1) curve"}  # fmt: skip
BALANCE = "forall(t, nonnegative, W[t].T*W[t] - a[t]*a[t].T == W[0].T*W[0] - a[0]*a[0].T)"


def run(goal: str, given: dict[str, str], sorts: dict[str, str]) -> Any:
    return property_run(said(goal, given, **sorts), 25, seconds=15)


def test_a_law_of_conservation_of_matrix_flows_is_stressed() -> None:
    report = run(BALANCE, FLOWS, SORTS)
    assert report.satisfied == 25 and report.judged > 15 and not report.violated


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (BALANCE.replace("- a[t]*a[t].T ==", "+ a[t]*a[t].T =="), FLOWS),
        (BALANCE.replace("- a[0]*a[0].T", "+ a[0]*a[0].T"), FLOWS),
        (BALANCE, {**FLOWS, "a": FLOWS["a"].replace("W[t].T", "2*W[t].T")}),
        (BALANCE, {**FLOWS, "a": FLOWS["a"].replace("== W", "== -W")}),
    ],
)
def test_its_twins_fail(goal: str, given: dict[str, str]) -> None:
    assert run(goal, given, SORTS).violated


def test_the_premises_of_a_goal_are_hypotheses() -> None:
    inside = said("forall(x, positive, forall(y, real, implies(y >= x, y**2 >= x**2)))")
    opened = prenex(inside)
    assert [n for n, _ in opened.variables] == ["x", "y"] and len(opened.given) == 2
    assert property_run(inside, 10).satisfied == 10
    assert property_run(said("forall(x, real, forall(y, real, implies(y >= x, y**2 >= x**2)))"), 25).violated


def test_bound_names_do_not_meet_variables() -> None:
    opened = prenex(said("x > 0 or forall(x, real, x < 1)", x="real"))
    assert [n for n, _ in opened.variables] == ["x"]
    twice = prenex(Statement((("x", ("real",)),), (), ("forall", "x", ("real",), ("<", "x", 1))))
    assert len({n for n, _ in twice.variables}) == 2


def test_strategies_are_for_hypothesis() -> None:
    statement = BUILT[0]

    @settings(max_examples=20, deadline=None, database=None)
    @given(strategy_for(statement))
    def holds(env: dict[str, Any]) -> None:
        assert all(Seeing().decide(f, env, []) is True for _, f in statement.given)

    holds()
    with pytest.raises(ValueError, match="no point"):
        strategy_for(said("0 == 0", {"a": "x > 1 and x < 1"}, x="real"), seconds=1)
