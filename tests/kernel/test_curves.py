"""Curves, their derivatives, bounds of continuous terms and the continuity method; and what must not pass as one."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.kernel.analysis.derivative import has_real_values
from verifier.kernel.check import check
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import Expr
from verifier.language.claim import claim
from verifier.language.errors import ClaimError
from verifier.language.named import apply_value, operands, substitute, to_json
from verifier.language.text.printing import to_text
from verifier.language.text.text import parse
from verifier.language.typing.typing import IllTyped, check_types

Node = dict[str, Any]
REAL: Expr = ("real",)
CURVE: Expr = ("curve", REAL)
SQUARE: Expr = ("matrix", "d", "d")
SIZE = ("d", ("integer", 1, "oo"))
TRIVIAL: Node = {"rule": "split", "nodes": []}
FIELD: Node = {"rule": "field"}
LINEAR: Node = {"rule": "linear"}


def rejected(variables: list[tuple[str, Expr]], given: list[tuple[str, Expr]], goal: Expr, tree: Node) -> str:
    """Why a proof is rejected; "" where it is accepted."""
    try:
        check(Statement(tuple(variables), tuple(given), goal), {"kind": "proof", "tree": tree})
    except Rejected as error:
        return str(error)
    return ""


def text(formula: str, **sorts: Expr) -> Expr:
    return parse(formula, declared=sorts)


def by_diff(of: Expr, then: Node) -> Node:
    """Take a derivative, put it into the goal, and go on."""
    replace = {"rule": "replace", "fact": "slope", "then": then}
    return {"rule": "diff", "of": to_json(of), "smooth": TRIVIAL, "as": "slope", "then": replace}


MATRICES: list[tuple[str, Expr]] = [SIZE, ("A", ("curve", SQUARE)), ("B", ("curve", SQUARE)), ("t", REAL)]


@pytest.mark.parametrize(
    ("left", "right", "true"),
    [
        ("trace(A[t]*B[t])", "trace(diff(A[t], t)*B[t]) + trace(A[t]*diff(B[t], t))", True),
        ("trace(A[t].T*A[t])", "2*trace(A[t].T*diff(A[t], t))", True),
        ("trace(A[t]**2*B[0])", "trace((diff(A[t], t)*A[t] + A[t]*diff(A[t], t))*B[0])", True),
        ("trace(A[t]**2*B[t])", "2*trace(A[t]*diff(A[t], t)*B[t]) + trace(A[t]**2*diff(B[t], t))", False),
        ("trace((A[t] - B[t])**3)", "3*trace((A[t] - B[t])**2*(diff(A[t], t) - diff(B[t], t)))", True),
        ("trace(A[t]*A[t].T)", "2*trace(A[t]*diff(A[t], t))", False),
        ("trace(A[2*t])", "2*trace(diff(A[s], (s, 2*t)))", True),
        ("trace(A[2*t])", "trace(diff(A[s], (s, 2*t)))", False),
        ("A[t]*A[t].T", "diff(A[t], t)*A[t].T + A[t]*diff(A[t], t).T", True),
        ("A[t]*A[t].T", "2*diff(A[t], t)*A[t].T", False),
        ("A[t]*B[t]", "diff(A[t], t)*B[t] + A[t]*diff(B[t], t)", True),
        ("A[t]*B[t]", "B[t]*diff(A[t], t) + A[t]*diff(B[t], t)", False),
        ("A[t]**2", "diff(A[t], t)*A[t] + A[t]*diff(A[t], t)", True),
        ("A[t]**2", "2*A[t]*diff(A[t], t)", False),
        ("t*A[2*t]", "A[2*t] + 2*t*diff(A[s], (s, 2*t))", True),
        ("t*A[2*t]", "A[2*t] + t*diff(A[s], (s, 2*t))", False),
    ],
)  # fmt: skip
def test_derivatives_of_traces_and_matrices_keep_the_order_of_products(left, right, true):
    sorts = dict(MATRICES)
    term = text(f"diff({left}, t)", **sorts)
    goal = ("==", term, text(right, **sorts))
    assert (rejected(MATRICES, [], goal, by_diff(term, LINEAR)) == "") is true


@pytest.mark.parametrize(
    ("body", "real"),
    [
        (("*", "t", ("at", "A", "t")), True),
        (("*", ("abs", "t"), ("at", "A", "t")), True),
        (("*", "z", ("at", "A", "t")), False),
        (("*", ("at", "w", 0), ("at", "A", "t")), False),
        (("*", ("fn", "I"), ("at", "A", "t")), False),
        (("*", ("abs", ("*", "z", "t")), ("at", "A", "t")), False),
        (("*", ("fn", "limit", ("forall", "y", REAL, "y"), "t", 0), ("at", "A", "t")), False),
    ],
)  # fmt: skip
def test_matrices_that_may_not_be_real_have_no_derivative(body, real):
    s = Sequent()
    for name, sort in [*MATRICES, ("z", ("complex",)), ("w", ("sequence", ("complex",)))]:
        s = s.declare(name, sort)
    assert has_real_values(marked(("fn", "diff", ("forall", "t", REAL, body), "t", 1)), s) is real
    assert not has_real_values(marked(("fn", "diff", ("forall", "t", REAL, ("at", "A", "t")), "z", 1)), s)


def test_a_symbolic_power_of_a_matrix_has_the_sum_as_derivative():
    variables = [*MATRICES, ("n", ("integer", 0, "oo"))]
    sorts = dict(variables)
    term = text("diff(trace(A[t]**n*B[0]), t)", **sorts)
    right = "Sum(trace(A[t]**r*diff(A[t], t)*A[t]**(n-1-r)*B[0]), (r, 0, n-1))"
    tree = by_diff(term, LINEAR) | {"smooth": {"rule": "arith"}}
    assert rejected(variables, [], ("==", term, text(right, **sorts)), tree) == ""
    wrong = text("n*trace(A[t]**(n+1)*diff(A[t], t)*B[0])", **sorts)
    assert rejected(variables, [], ("==", term, wrong), tree) != ""


@pytest.mark.parametrize("formula", ["diff(s[n], n) == 0", "diff(z[t], t) == Z", "z[t] == z", "Z[t, t] == 0"])
def test_only_curves_have_a_derivative(formula):
    variables = {"s": "real sequence", "n": "integer", "z": "real curve", "t": "real", "d": "positive integer",
                 "Z": "matrix(d, d) curve"}  # fmt: skip
    with pytest.raises(IllTyped):
        check_types(claim("c", formula, variables=variables).statement())


@pytest.mark.parametrize("domain", ["integer curve", "real sequence curve", "complex curve", "random real curve"])
def test_curves_run_through_reals_and_real_matrices(domain):
    with pytest.raises(ClaimError):
        claim("c", "z[t] == z[t]", variables={"z": domain, "t": "real"})


def test_the_derivative_at_a_point_is_printed_as_it_is_read():
    sorts = {"z": CURVE, "t": REAL}
    for formula in ("diff(z[t], t) == 0", "diff(z[s], (s, 2*t + 1)) == z[0]"):
        e = text(formula, **sorts)
        assert text(to_text(e), **sorts) == e


def test_a_value_is_put_into_a_curve_and_its_derivative():
    goal = text("diff(z[t], t) == 2*z[t]", z=CURVE, t=REAL)
    put = apply_value(goal, "z", ("curve", REAL), ("^", "s", 2), "s", {})
    assert "rate" not in repr(put) and substitute(put, {"t": 1}) != put
    with pytest.raises(Rejected):
        apply_value(goal, "z", ("curve", REAL), ("*", "M", "s"), "s")  # nobody says what M is


@pytest.mark.parametrize(
    ("value", "fits"),
    [(("^", "s", 2), True), (("fn", "exp", "s"), True), (("abs", "s"), False), (("sqrt", "s"), False),
     (("/", 1, "s"), False), (("fn", "floor", "s"), False), (("floor", "s"), False), (("fn", "sign", "s"), False)],
)  # fmt: skip
def test_a_curve_is_differentiable_everywhere(value, fits):
    goal: Expr = ("exists", "z", CURVE, ("==", ("at", "z", 0), ("at", "z", 0)))
    tree = {"rule": "witness", "value": to_json(value), "index": "s", "then": FIELD}
    assert (rejected([], [], goal, tree) == "") is fits


def bounded(of: str, low: int, high: int, **more: Any) -> Node:
    found = {"rule": "exact", "fact": "bound"}
    return {"rule": "bounded", "of": to_json(text(of, x=REAL, z=CURVE)), "name": "x", "low": low, "high": high,
            "bounds": "between", "continuous": TRIVIAL, "as": "bound", "then": found, **more}  # fmt: skip


def within(term: str, low: int, high: int) -> Expr:
    inside: Expr = ("and", ("<=", low, "x"), ("<=", "x", high))
    body: Expr = ("forall", "x", REAL, ("implies", inside, ("<=", text(term, x=REAL, z=CURVE), "M")))
    return ("exists", "M", REAL, body)


def test_a_continuous_term_is_bounded_between_two_numbers():
    z: list[tuple[str, Expr]] = [("z", CURVE)]
    assert rejected(z, [], within("z[x]**2 + x", 0, 3), bounded("z[x]**2 + x", 0, 3)) == ""
    assert rejected(z, [], within("1/x", 0, 3), bounded("1/x", 0, 3)) != ""
    assert rejected(z, [], within("floor(x)", 0, 3), bounded("floor(x)", 0, 3)) != ""
    assert "real" in rejected([("w", ("complex",))], [], within("x", 0, 3), bounded("x", 0, 3) | {"low": "w"})
    unbounded: Expr = ("exists", "M", REAL, ("forall", "x", REAL, ("<=", ("at", "z", "x"), "M")))
    assert rejected(z, [], unbounded, bounded("z[x]", 0, 3)) != ""


def exact(fact: str) -> Node:
    return {"rule": "exact", "fact": fact}


def bootstrap(**more: Any) -> Node:
    return {"rule": "bootstrap", "time": "t", "as": "s", "bounds": "time", "before": "before", "continuous": TRIVIAL,
            "start": exact("start"), "step": exact("before"), **more}  # fmt: skip


def always(formula: str, times: str = "[0, oo)") -> Expr:
    return text(f"forall(t, {times}, {formula})", z=CURVE, T=REAL)


START: list[tuple[str, Expr]] = [("start", ("<", ("at", "z", 0), 1))]
NEXT: Node = {"rule": "use", "fact": "step", "at": ["s"], "as": "now", "premises": [exact("time"), exact("before")],
              "then": exact("now")}  # fmt: skip


def test_the_continuity_method():
    """z(0) < 1, and z(s) < 1 wherever z < 1 before s: then z < 1 always."""
    earlier = "forall(r, real, implies(0 <= r and r < s, z[r] < 1))"
    step = text(f"forall(s, real, implies(0 < s, implies({earlier}, z[s] < 1)))", z=CURVE)
    given = [*START, ("step", step)]
    assert rejected([("z", CURVE)], given, always("z[t] < 1"), bootstrap(step=NEXT)) == ""
    # not with a goal that holds on a set that is not open, without the step, or from another start
    weak = [("start", text("z[0] <= 1", z=CURVE)), ("step", substitute(step, {}))]
    assert "strict" in rejected([("z", CURVE)], weak, always("z[t] <= 1"), bootstrap(step=NEXT))
    assert rejected([("z", CURVE)], START, always("z[t] < 1"), bootstrap()) != ""
    assert rejected([("z", CURVE)], given, always("z[t] < 1", "[-1, oo)"), bootstrap(step=NEXT)) != ""
    assert rejected([("z", CURVE)], given, always("z[t] < 1", "(-1, oo)"), bootstrap(step=NEXT)) != ""


def test_the_continuity_method_needs_continuity():
    """ceiling(x) <= 0 at 0, and at every s before which it holds: not at 1."""
    goal = text("forall(t, [0, oo), floor(t) < 1)")
    tree = bootstrap(start={"rule": "arith"}, step=TRIVIAL)
    assert rejected([], [], goal, tree) != ""


def continued(formula: str) -> str:
    """Why the continuity method is rejected for a formula in t that holds at 0 and wherever it holds before."""
    sorts: dict[str, Expr] = {"l": ("sequence", REAL), "z": CURVE}
    goal = text(f"forall(t, [0, oo), {formula})", **sorts)
    here: Expr = operands(operands(goal)[2])[1]
    before: Expr = ("and", ("<=", 0, "r"), ("<", "r", "s"))
    earlier: Expr = ("forall", "r", REAL, ("implies", before, substitute(here, {"t": "r"})))
    step: Expr = ("forall", "s", REAL, ("implies", ("<", 0, "s"), ("implies", earlier, substitute(here, {"t": "s"}))))
    given = [("start", substitute(here, {"t": 0})), ("step", step)]
    return rejected(list(sorts.items()), given, goal, bootstrap(step=NEXT))


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        ("exists(n, nonnegative integer, t < l[n])", ""),
        ("exists(x, real, z[x] < t and t < z[t + x])", ""),
        ("exists(n, nonnegative integer, exists(k, nonnegative integer, l[k] < t or t < l[n]))", ""),
        ("exists(n, nonnegative integer, t <= l[n])", "strict"),  # l_n = 0 fails behind 0, with no first time
        ("exists(n, nonnegative integer, floor(t) < n and n < 1)", "floor"),
        ("forall(n, nonnegative integer, t < l[n])", "strict"),  # the intersection of many open sets need not be open
        ("exists(x, real sequence, t < x[0])", "no number"),
        ("exists(n, nonnegative integer, t == l[n])", "strict"),
    ],
)
def test_the_continuity_method_with_there_is(formula, why):
    """Unions of open sets are open: 'there is a number' may stand before strict inequalities."""
    found = continued(formula)
    assert (found == "") is (why == "") and why in found


def test_a_ladder_on_a_curve():
    """z' <= 0 gives z(t) <= z(0) for t >= 0, and not z(0) <= z(t)."""
    falls: list[tuple[str, Expr]] = [("falls", text("forall(s, real, diff(z[s], s) <= 0)", z=CURVE)),
                                     ("later", text("t >= 0", t=REAL))]  # fmt: skip
    slope = {"rule": "use", "fact": "falls", "at": ["r"], "as": "now", "premises": [],
             "then": {"rule": "positive", "sum": [{"facts": ["now"]}]}}  # fmt: skip
    tree = {"rule": "ladder", "of": "t", "at": 0, "from": "left", "as": "r", "bounds": "between",
            "side": {"rule": "exact", "fact": "later"}, "base": {"rule": "positive", "sum": []},
            "continuous": TRIVIAL, "smooth": TRIVIAL, "slope": slope}  # fmt: skip
    variables: list[tuple[str, Expr]] = [("z", CURVE), ("t", REAL)]
    assert "slope" not in rejected(variables, falls, text("z[t] <= z[0]", z=CURVE, t=REAL), tree)
    assert rejected(variables, falls, text("z[0] <= z[t]", z=CURVE, t=REAL), tree) != ""


WORDS: list[tuple[str, Expr]] = [("X", ("matrix", 2, 2)), ("Y", ("matrix", 2, 2)), ("x", REAL)]
CUBE = "trace((x*X + Y)**3*Y)"
WRONG = "3*trace((x*X + Y)**2*X*Y)"
RIGHT = "trace((X*(x*X + Y)**2 + (x*X + Y)*X*(x*X + Y) + (x*X + Y)**2*X)*Y)"


@pytest.mark.parametrize(("slope", "true"), [(WRONG, False), (RIGHT, True)])
def test_a_power_of_a_matrix_that_moves(slope, true):
    """The power rule of numbers does not hold for matrices, wherever a derivative is taken."""
    sorts = dict(WORDS)
    term = text(f"diff({CUBE}, x)", **sorts)
    assert (rejected(WORDS, [], ("==", term, text(slope, **sorts)), by_diff(term, LINEAR)) == "") is true


def test_rules_that_know_no_matrices_take_no_derivative_of_one():
    from verifier.kernel.algebra.integers import Unknown
    from verifier.language.named import conditions, derivative

    cube = text(CUBE, **dict(WORDS))
    for take in (lambda: derivative(cube, "x"), lambda: conditions(cube, "x", True)):
        with pytest.raises(Unknown):
            take()
    members: dict[str, Expr] = {"S": ("sequence", ("matrix", 2, 2)), "x": REAL}
    power = text("trace((x*S[0] + S[1])**3)", **members)
    assert ("sum" in repr(derivative(power, "x", members))) and derivative(power, "x", members) != 0


# -- values of matrix curves with functions among their entries --------------------------------------------------------
@pytest.mark.parametrize(("value", "rows", "columns", "fits"), [
    ("exp(-t)*basis(2, 0) + basis(2, 1)", 2, 1, True),
    ("exp(-t)*basis(2, 0).T", 1, 2, True),
    ("2 - exp(-t)", 1, 1, True),
    ("2 - exp(-t)", 2, 1, False),
    ("exp(-t)*basis(2, 0) + basis(2, 1)", 1, 2, False),
    ("exp(-t)*basis(2, 0) + basis(3, 1)", 2, 1, False),
    ("log(t)*basis(2, 0)", 2, 1, False),
    ("Abs(t)*exp(t)*basis(2, 0)", 2, 1, False),
    ("exp(I*t)*basis(2, 0)", 2, 1, False),
    ("I*exp(t)*basis(2, 0)", 2, 1, False),
    ("Matrix([[exp(t), I]])", 1, 2, False),
    ("exp(t)*z*basis(2, 0)", 2, 1, False),
])  # fmt: skip
def test_functions_among_the_entries_of_a_value(value: str, rows: int, columns: int, fits: bool) -> None:
    s = Sequent().declare("z", ("complex",))
    sort: Expr = ("curve", ("matrix", rows, columns))
    try:
        Checker().fits(s, text(value, t=REAL, z=("complex",)), sort, "t")
    except ValueError:
        assert not fits
    else:
        assert fits
