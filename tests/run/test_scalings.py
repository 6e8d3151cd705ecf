"""Changes of scale: statements that say the same after them, and bounds whose sides scale differently."""

from __future__ import annotations

import pytest


def page(goal: str, scaling: str, given: str = "", let: str = "") -> str:
    return f"""
        @paper.lemma("lemma-1", "")
        def page(item):
            item.let(t="positive", w="positive", a="positive", b="positive", m="positive integer"{let})
            {given or "pass"}
            item.conclude({goal!r})
            item.scaling("time", {scaling})
    """


@pytest.mark.parametrize(
    ("goal", "scaling", "verdict"),
    [
        ("exp(-w*t) <= 1/(1 + w*t)", {"t": 1, "w": -1}, "proved"),
        ("exp(-w*t) <= 1/(1 + w*t)", {"t": 1}, "refuted"),
        ("t*exp(-w*t) <= 1/w", {"t": 1, "w": -1}, "proved"),
        ("a*t*exp(-w*t) <= a*t", {"t": 1, "w": -1}, "proved"),  # both sides times s
        ("t*exp(-w*t) <= t**2*w + 1/w**2", {"t": 1, "w": -1}, "refuted"),  # s against s^2
        ("exists(C, positive, forall(u, positive, u*exp(-w*u) <= C/w))", {"u": 1, "w": -1}, "proved"),
        ("exists(C, positive, forall(u, positive, u*exp(-w*u) <= C))", {"u": 1, "w": -1}, "refuted"),
        ("exists(C, positive, forall(u, positive, u*exp(-w*u) <= C))", {"u": 1, "w": -1, "C": 1}, "proved"),
        ("forall(u, [0, oo), exp(-w*u) > 0)", {"u": 1, "w": -1}, "proved"),
        ("exp(-w*t)*exp(w*t) == 1", {"t": 1, "w": -1}, "proved"),
        ("exp(t)*exp(-t) == 1 and w*t == t*w", {"t": 2, "w": 1}, "proved"),
        ("sin(t) <= 1 and t*w <= 1 + t**2*w**2", {"t": 1, "w": -1}, "refuted"),
    ],
)  # fmt: skip
def test_whether_two_sides_scale_alike_is_decided(write, audit, goal, scaling, verdict):
    expected = ', expected="refuted"' if verdict == "refuted" else ""
    item = audit(write(page(goal, f"{scaling}{expected}")))["by_id"]["lemma-1"]
    [change] = item["scalings"]
    assert (change["id"], change["verdict"]) == ("lemma-1~time", verdict)


def test_hypotheses_have_to_be_carried_over_to_themselves(write, audit):
    fixed = page("exp(-w*t) <= exp(-1)", "{'t': 1, 'w': -1}", 'item.suppose("late", "t >= 1/w")')
    [change] = audit(write(fixed))["by_id"]["lemma-1"]["scalings"]
    assert change["verdict"] == "proved"
    moved = page("exp(-w*t) <= exp(-w)", "{'t': 1, 'w': -1}, expected='refuted'", 'item.suppose("late", "t >= 1")')
    [change] = audit(write(moved))["by_id"]["lemma-1"]["scalings"]
    assert change["verdict"] == "refuted"


def test_a_curve_moves_with_its_time(write, audit):
    curve = page(
        "forall(u, real, diff(y[u], u) == -w*y[u])", "{'y': (1, 1), 'w': 1, 'u': -1}",
        let=", y='real curve'",
    )  # fmt: skip
    [change] = audit(write(curve))["by_id"]["lemma-1"]["scalings"]
    assert "s*y[" in change["formal"]


def test_an_equation_between_matrices_is_scaled_as_a_whole(write, audit):
    equation = page("a*A*B == A*(a*B)", "{'a': 1, 'A': -1}", let=", A='matrix(m, m)', B='matrix(m, m)'")
    [change] = audit(write(equation))["by_id"]["lemma-1"]["scalings"]
    assert change["verdict"] == "proved"


def test_only_a_curve_has_a_time_to_change(write, audit):
    item = audit(write(page("t > 0", "{'t': (1, 1)}")))["by_id"]["lemma-1"]
    assert "'t' is no curve" in item["fault"]


def test_letters_that_nobody_declared_are_a_fault(write, audit):
    item = audit(write(page("t > 0", "{'q': 1}")))["by_id"]["lemma-1"]
    assert "there is no variable 'q'" in item["fault"]
