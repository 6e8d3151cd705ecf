"""A certificate told as a proof: what it says is what the kernel checked, and the proof ends with the goal."""

import copy
import json
import re
from fractions import Fraction

import pytest
from click.testing import CliRunner

from verifier import check
from verifier.cli import cli
from verifier.kernel.logic.rules import RULES
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import head
from verifier.language.claim import claim
from verifier.language.named import operands
from verifier.report.explain import REASONS, explain, tidy


def told(goal, **variables):
    verdict = check(goal, **variables)
    return explain(verdict.about.statement(), verdict.certificate), verdict


def test_every_rule_has_words():
    assert set(RULES) == set(REASONS)


def test_a_sum_of_squares_is_shown():
    lines, _ = told("a**2 + b**2 >= 2*a*b", a="real", b="real")
    assert lines[0] == "let a, b real"
    assert "(a - b)**2" in "".join(lines)
    assert lines[-1].startswith("a**2 + b**2 >= 2*a*b ")


@pytest.mark.parametrize(
    "goal, variables",
    [
        ("x*exp(-x) <= exp(-1)", {"x": "real"}),
        ("Sum(k, (k, 0, n)) == n*(n + 1)/2", {"n": "nonnegative integer"}),
        ("limit(sin(x)/x, x, 0) == 1", {}),
        ("trace(A*B) == trace(B*A)", {"n": "positive integer", "A": "matrix(n, n)", "B": "matrix(n, n)"}),
    ],
)
def test_the_proof_arrives_at_the_goal(goal, variables):
    lines, verdict = told(goal, **variables)
    assert verdict.verdict == "proved"
    assert any(re.sub(r"\s+\[.*", "", line).removeprefix("it is enough that ") == goal for line in lines), lines
    assert all(line.strip() for line in lines)


@pytest.mark.parametrize(
    "goal, variables",
    [
        ("Sum(k, (k, 0, n)) + Sum(2*m, (m, 0, n)) == 3*n*(n + 1)/2", {"n": "nonnegative integer"}),
        ("forall(h, positive, exists(u, positive, u < h))", {}),
        ("forall(v, matrix(n, 1), forall(u, matrix(n, 1), trace(u*v.T) == trace(v*u.T)))", {"n": "positive integer"}),
    ],
)
def test_bound_variables_have_the_names_that_were_typed(goal, variables):
    lines, verdict = told(goal, **variables)
    assert verdict.verdict == "proved"
    assert goal in "\n".join(lines)


def test_a_refutation_says_what_was_shown_at_the_point():
    lines, verdict = told("sqrt(x**2) == x", x="real")
    assert verdict.counterexample == {"x": "-1"}
    assert lines[0] == "to show: sqrt((-1)**2) != -1"


def test_a_certificate_of_another_claim_is_not_told():
    _, verdict = told("a**2 + b**2 >= 2*a*b", a="real", b="real")
    claim = verdict.about.statement()
    with pytest.raises(Rejected):
        explain(Statement(claim.variables, claim.given, (">", *claim.goal[1:])), verdict.certificate)
    damaged = json.loads(json.dumps(copy.deepcopy(verdict.certificate)).replace('"weight": "1', '"weight": "7', 1))
    assert damaged != verdict.certificate
    with pytest.raises(Rejected):
        explain(claim, damaged)


def value(e, at):
    if isinstance(e, int):
        return Fraction(e)
    if isinstance(e, str):
        return at[e]
    total, *rest = (value(a, at) for a in operands(e))
    for a in rest:
        total = {"+": total + a, "*": total * a, "-": total - a}[head(e)]
    return -total if head(e) == "neg" else total


TERMS = [
    ("+", "a", ("*", -1, "b")),
    ("*", 1, "a", 1),
    ("+", ("*", -1, "a", "b"), -3, ("*", -1, ("+", "a", -1))),
    ("*", -1, ("+", 2, ("*", -1, "b"), "a")),
    ("-", ("*", -1, 1), ("+", ("*", -1, "a"), ("neg", "b"), 4)),
    ("+", -2, "a", ("*", 1, 1)),
]


@pytest.mark.parametrize("term", TERMS)
def test_tidy_changes_how_a_term_is_written_and_not_what_it_means(term):
    for at in ({"a": Fraction(2, 3), "b": Fraction(-5)}, {"a": Fraction(0), "b": Fraction(7, 2)}):
        assert value(tidy(term), at) == value(term, at)


def test_the_command_line_tells_the_proof():
    found = CliRunner().invoke(cli, ["check", "x**2 + 1 > 0", "--explain"])
    assert found.exit_code == 0
    assert "let x real" in found.output


def test_squares_of_numbers_are_shown_and_those_of_matrices_are_named():
    """Whichever rule the proof was found by."""
    square = {"weight": "1", "square": ["+", "a", ["*", -1, "b"]]}
    tree = {"rule": "order", "positive": [square]}
    about = claim("c", "a**2 + b**2 >= 2*a*b", variables={"a": "real", "b": "real"}).statement()
    assert explain(about, {"kind": "proof", "tree": tree})[-1].endswith("[the difference is (a - b)**2]")
    lengths = claim("c", "norm2(a - b) >= 0", variables=dict.fromkeys("ab", "matrix(3, 1)")).statement()
    assert explain(lengths, {"kind": "proof", "tree": tree})[-1].endswith("[sum of squares]")
