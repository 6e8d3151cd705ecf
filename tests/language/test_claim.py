"""Claims: what they refuse, what identifies them, what can be made of them."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest

from verifier.kernel.terms.expr import Expr
from verifier.language.claim import Claim, Hypothesis, claim
from verifier.language.errors import ClaimError
from verifier.language.typing.typing import check_types

MODEL = {
    "A": "matrix(d, d)",
    "d": "positive integer",
    "B": "matrix(d, 1)",
    "C": "matrix(1, d)",
    "w": "nonzero",
}


def theorem(**changes: object) -> Claim:
    fields: dict[str, object] = {
        "variables": {**MODEL, "k": "positive integer"},
        "definitions": ["h(j) := C*A**j*B"],
        "given": {"long": "k > d", "zero": "forall(j, integer[1, k - 1], h(j) == 0)"},
    }
    return claim("thm", "forall(j, positive integer, h(j) == 0)", **{**fields, **changes})  # type: ignore[arg-type]


def test_the_statement_lists_conditions_of_domains_before_hypotheses() -> None:
    statement = theorem().statement()
    assert [label for label, _ in statement.given] == ["w.nonzero", "long", "zero"]
    assert [name for name, _ in statement.variables] == ["d", "A", "B", "C", "w", "k"]
    check_types(statement)


def test_renaming_any_variable_does_not_change_the_digest() -> None:
    a = claim("a", "forall(t, positive, x*t >= y)", variables={"x": "real", "y": "real"}, given=["x > y"])
    b = claim("b", "forall(u, positive, p*u >= q)", variables={"p": "real", "q": "real"}, given=["p > q"])
    assert a.digest == b.digest
    one = claim("a", "diff(f**2, f) == Sum(j*f, (j, 0, oo))", variables={"f": "real"})
    two = claim("a", "diff(g**2, g) == Sum(i*g, (i, 0, oo))", variables={"g": "real"})
    assert one.digest == two.digest


@pytest.mark.parametrize(
    ("goal", "variables", "given"),
    [
        ("forall(t, positive, x*t > y)", {"x": "real", "y": "real"}, ["x > y"]),
        ("forall(t, nonnegative, x*t >= y)", {"x": "real", "y": "real"}, ["x > y"]),
        ("exists(t, positive, x*t >= y)", {"x": "real", "y": "real"}, ["x > y"]),
        ("forall(t, positive, y*t >= x)", {"x": "real", "y": "real"}, ["x > y"]),
        ("forall(t, positive, x*t >= y)", {"x": "positive", "y": "real"}, ["x > y"]),
        ("forall(t, positive, x*t >= y)", {"x": "real", "y": "real"}, []),
        ("forall(t, positive, x*t >= y + 1)", {"x": "real", "y": "real"}, ["x > y"]),
    ],
)
def test_a_real_change_changes_the_digest(goal: str, variables: dict[str, str], given: list[str]) -> None:
    a = claim("a", "forall(t, positive, x*t >= y)", variables={"x": "real", "y": "real"}, given=["x > y"])
    assert claim("a", goal, variables=variables, given=given).digest != a.digest


def test_labels_notes_and_texts_do_not_change_the_digest() -> None:
    a, b = theorem(), theorem(note="n", given={"l": "k>d", "z": "forall(i, integer[1,k-1], C*A**i*B==0)"})
    assert a.digest == b.digest and a == b and hash(a) == hash(b)


@pytest.mark.parametrize(
    ("goal", "words"),
    [(True, "evaluated"), (0.5, "is a float"), (("<", "x", 0.1), "0.1"), (("<", "x", True), "True"),
     (3, "int"),
     (None, "NoneType")],
)  # fmt: skip
def test_truth_values_and_floats_are_refused_with_the_reason(goal: object, words: str) -> None:
    with pytest.raises(TypeError, match=words) as caught:
        claim("c", goal, variables={"x": "real"})  # type: ignore[arg-type]
    assert isinstance(caught.value, ClaimError) and "\n" not in str(caught.value)


def test_a_claim_is_no_truth_value_and_cannot_be_changed() -> None:
    c = theorem()
    with pytest.raises(TypeError, match="not a truth value"):
        bool(c)
    with pytest.raises(dataclasses.FrozenInstanceError):
        c.id = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("goal", "extra", "line"),
    [
        ("x > q", {}, "claim 'c', goal, line 1, column 5: undeclared name q"),
        ("x + 1", {}, "claim 'c', goal, line 1, column 1: a statement is expected here"),
        ("x > 0", {"given": {"g": "x >"}},
         "claim 'c', given 'g', line 1, column 4: no expression: invalid syntax"),
        ("x > 0", {"given": "x > 1"}, "claim 'c': given is a list or a table of statements"),
        ("x > 0", {"variables": {"x": "large"}},
         "claim 'c', domain of x, line 1, column 1: unknown domain 'large'"),
        ("x > 0", {"variables": {"x": 3}}, "claim 'c': the domain of x must be a text, not int"),
        ("x > 0", {"variables": {"x__": "real"}}, "claim 'c': 'x__' is no name for a variable"),
        ("x > 0", {"variables": {"x": "(y, 1)", "y": "(x, 1)"}},
         "claim 'c': the domain of x depends on itself or on an undeclared name"),
        ("x > 0", {"lemmas": [("l", "x > 0")]}, "claim 'c', lemma 'l', line 1, column 1: undeclared name x"),
        ("x > 0", {"counterexample": {"x": "1/"}},
         "claim 'c', counterexample x, line 1, column 3: no expression: invalid syntax"),
        ("x > 0", {"counterexample": {"x": 0.5}}, "claim 'c', counterexample x: 0.5 is a float"),
    ],
)  # fmt: skip
def test_errors_name_the_claim_the_field_and_the_place(
    goal: str, extra: dict[str, object], line: str
) -> None:
    with pytest.raises(ClaimError) as caught:
        claim("c", goal, **{"variables": {"x": "real"}, **extra})  # type: ignore[arg-type]
    assert str(caught.value).startswith(line)


def test_hypotheses_need_different_names() -> None:
    goal: Expr = ("true",)
    with pytest.raises(ClaimError, match="two hypotheses have the name 'h'"):
        Claim("c", (), (Hypothesis("h", goal), Hypothesis("h", goal)), goal)


def test_dropping_a_hypothesis_or_a_condition_of_a_domain() -> None:
    c = theorem(counterexample={"d": 1})
    assert [h.name for h in c.without("long").given] == ["zero"]
    assert c.without("long").id == "thm-without:long" and c.without("long").counterexample is None
    assert "w.nonzero" not in [label for label, _ in c.without("w.nonzero").statement().given]
    for wrong in ("short", "w.positive", "q.positive"):
        with pytest.raises(ClaimError):
            c.without(wrong)


def test_another_goal_reads_the_same_abbreviations() -> None:
    c = theorem().with_goal("h(1) == 0", "thm/s1")
    assert c.id == "thm/s1" and c.goal == ("==", ("*", "C", ("^", "A", 1), "B"), 0)


def test_an_instance_fixes_sizes_everywhere() -> None:
    c = theorem().instance({"d": 2, "k": "3"})
    assert c.sorts()["A"] == ("matrix", 2, 2)
    assert [h.name for h in c.given] == ["long", "zero"]  # 2 >= 1 and 3 >= 1 need no hypothesis
    assert c.given[0].formula == (">", 3, 2)
    assert [v.domain.text for v in c.variables][:2] == ["matrix(2, 2)", "matrix(2, 1)"]
    check_types(c.statement())
    outside = theorem().instance({"d": "0"})
    assert (">=", 0, 1) in [h.formula for h in outside.given]
    longer = theorem().instance({"k": "d + 1"})
    assert (">", ("+", "d", 1), "d") in [h.formula for h in longer.given]


def test_an_instance_never_replaces_the_variable_of_a_gradient() -> None:
    c = claim("c", "grad(x*y, x) == y", variables={"x": "real", "y": "real"})
    with pytest.raises(ClaimError, match="gradient"):
        c.instance({"x": "y"})


def test_suggestions_may_mention_variables_and_the_index_of_a_sequence() -> None:
    c = claim(
        "c",
        "s[0] == x",
        variables={"s": "real sequence", "x": "real"},
        counterexample={"s": "1/(t + 1)", "x": "0.5"},
    )
    assert c.counterexample == {"s": ("/", 1, ("+", "t", 1)), "x": ("/", 1, 2)}


def test_reading_claims_does_not_import_sympy() -> None:
    modules = ("verifier.language.claim", "verifier.language.files", "verifier.language.sympy_view.sympy_bridge")
    code = f"import sys, {', '.join(modules)}; print('sympy' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"
