"""Functions of matrices: equal arguments give equal values, what is put in is total, and nothing else is known."""

from __future__ import annotations

import pytest
from test_curves import FIELD, LINEAR, REAL, TRIVIAL, Node, rejected

from verifier import check as ask
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.check import check
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import Expr
from verifier.language.claim import claim
from verifier.language.errors import ClaimError
from verifier.language.named import to_json
from verifier.language.script import Inside, Linear, Step, Take, Use, Witness
from verifier.language.text.latex import claim_latex
from verifier.language.text.printing import to_text
from verifier.language.typing.typing import IllTyped, check_types
from verifier.prove.portfolio import decide

VECTOR: Expr = ("matrix", "n", 1)
SIZE: tuple[str, Expr] = ("n", ("integer", 1, "oo"))
NUMBER_OF: Expr = ("function", VECTOR, REAL)
MATRIX_OF: Expr = ("function", VECTOR, ("matrix", "n", "n"))
SCOPE: list[tuple[str, Expr]] = [SIZE, ("w", VECTOR), ("u", VECTOR), ("Q", NUMBER_OF), ("A", MATRIX_OF), ("t", REAL)]
LETTERS = {"n": "positive integer", "w": "matrix(n, 1)", "u": "matrix(n, 1)", "Q": "real function of matrix(n, 1)",
           "A": "matrix(n, n) function of matrix(n, 1)", "G": "matrix(n, 1) function of matrix(n, 1)", "t": "real",
           "y": "matrix(n, 1) sequence", "c": "matrix(n, 1) curve"}  # fmt: skip


# -- the kernel -------------------------------------------------------------------------------------------------------
def of(f: str, argument: Expr) -> Expr:
    return ("at", f, argument)


@pytest.mark.parametrize(("one", "other", "equal"), [
    (("+", "w", "u"), ("+", "u", "w"), True),
    (("-", ("*", 2, "w"), "w"), "w", True),
    (("*", ("^", ("+", "t", 1), 2), "w"), ("+", ("*", ("^", "t", 2), "w"), ("*", 2, "t", "w"), "w"), True),
    ("w", "u", False),
    (("*", 2, "w"), "w", False),
    (("neg", "w"), "w", False),
])  # fmt: skip
@pytest.mark.parametrize("f", ["Q", "A"])
def test_equal_arguments_give_equal_values(f: str, one: Expr, other: Expr, equal: bool) -> None:
    why = rejected(SCOPE, [], ("==", of(f, one), of(f, other)), LINEAR)
    assert (why == "") == equal


def test_equations_are_put_into_an_argument_and_not_next_to_it() -> None:
    tree = {"rule": "linear", "terms": [{"fact": "h", "in": to_json(of("Q", "_"))}]}
    assert not rejected(SCOPE, [("h", ("==", "w", "u"))], ("==", of("Q", "w"), of("Q", "u")), tree)
    assert rejected(SCOPE, [("h", ("==", "w", "u"))], ("==", of("Q", "w"), of("Q", ("*", 2, "u"))), tree)
    assert rejected(SCOPE, [("h", ("==", of("Q", "w"), of("Q", "u")))], ("==", "w", "u"), tree)


def test_a_function_has_no_derivative_and_no_bound() -> None:
    line = of("Q", ("*", "t", "w"))
    slope: Expr = ("fn", "diff", ("forall", "t", REAL, line), 0, 1)
    for smooth in (TRIVIAL, FIELD, LINEAR):
        tree: Node = {"rule": "diff", "of": to_json(slope), "smooth": smooth, "as": "s", "then": LINEAR}
        assert rejected(SCOPE, [], ("==", slope, 0), tree)
    moving = of("Q", ("*", "s", "w"))
    bounded: Node = {"rule": "bounded", "name": "s", "of": to_json(moving), "low": 0, "high": 1, "continuous": TRIVIAL,
                     "bounds": "b", "as": "M", "then": {"rule": "exact", "fact": "M"}}  # fmt: skip
    inside: Expr = ("and", ("<=", 0, "s"), ("<=", "s", 1))
    small: Expr = ("<=", moving, "M")
    goal: Expr = ("exists", "M", REAL, ("forall", "s", REAL, ("implies", inside, small)))
    assert "no curve" in rejected(SCOPE, [], goal, bounded)


def test_a_limit_does_not_pass_into_a_function() -> None:
    variables = [*SCOPE, ("y", ("sequence", VECTOR))]
    zero: Expr = ("forall", "m", ("integer", 0, "oo"), ("==", of("Q", ("at", "y", "m")), 0))
    given = [("zero", zero), ("near", ("tends", ("at", "y", "m"), "m", "w"))]
    tree = {"rule": "limit", "fact": "zero", "limits": ["near"], "as": "k", "then": {"rule": "exact", "fact": "k"}}
    assert rejected(variables, given, ("==", of("Q", "w"), 0), tree)


def instance(value: Expr, index: str | None = "s", sort: Expr = NUMBER_OF) -> str:
    """Why the value is none of a function of the sort; "" where it is one."""
    lemma: Expr = ("forall", "f", sort, ("==", ("at", "f", "w"), ("at", "f", "w")))
    at = {"value": to_json(value), "index": index} if index else to_json(value)
    use = {"rule": "use", "fact": "h", "at": [at], "as": "k", "then": LINEAR}
    proof = {"rule": "intro", "as": "g", "then": LINEAR}
    tree = {"rule": "have", "as": "h", "formula": to_json(lemma), "proof": proof, "then": use}
    return rejected(SCOPE, [], ("==", 0, 0), tree)


NORM: Expr = ("trace", ("*", ("T", "s"), "s"))


def test_values_that_are_put_in() -> None:
    assert not instance(NORM) and not instance(("+", NORM, ("at", "Q", ("*", 2, "s")), 1))
    assert not instance(("*", "s", ("T", "w")), sort=MATRIX_OF)


@pytest.mark.parametrize("value", [
    ("/", 1, NORM), ("sqrt", ("-", NORM, 1)), ("^", NORM, -1), ("fn", "log", NORM), "s", ("*", "s", ("T", "s")), "v",
    ("at", "Q", 1), ("fn", "I"), ("rate", "Q", "s"), "Q",
])  # fmt: skip
def test_values_that_are_no_function(value: Expr) -> None:
    assert instance(value)


def test_a_value_needs_the_name_of_its_argument() -> None:
    assert instance(3, index=None)
    assert instance(NORM, index="w")  # taken


@pytest.mark.parametrize("sort", [
    ("function", REAL, REAL), ("function", ("complex",), REAL), ("function", VECTOR, ("complex",)),
    ("function", VECTOR, NUMBER_OF), ("function", NUMBER_OF, REAL), ("sequence", NUMBER_OF), ("random", NUMBER_OF),
    ("curve", NUMBER_OF), ("function", ("sequence", VECTOR), REAL), ("function", ("integer", 0, 5), REAL),
])  # fmt: skip
def test_sorts_that_are_none(sort: Expr) -> None:
    assert rejected([SIZE, ("f", sort)], [], ("==", 0, 0), LINEAR)


@pytest.mark.parametrize("term", [
    "Q", of("Q", 1), of("Q", ("T", "w")), of("Q", ("*", "w", ("T", "w"))), of("Q", "Q"),
    ("rate", "Q", "w"), of("w", "w"), ("*", of("A", "w"), of("Q", "w"), ("T", "w")),
])  # fmt: skip
def test_terms_without_a_meaning(term: Expr) -> None:
    assert rejected([SIZE, ("w", VECTOR), ("Q", NUMBER_OF), ("A", MATRIX_OF)], [], ("==", term, term), LINEAR)


def test_a_point_with_functions() -> None:
    statement = Statement(tuple(SCOPE), (), ("==", of("Q", "w"), of("Q", "u")))
    values = {"n": 1, "w": 0, "u": 1, "t": 0, "A": {"index": "s", "value": 1}}
    then = {"rule": "order", "terms": [{"fact": "k"}], "positive": [{"weight": 1}]}
    tree = {"rule": "intro", "as": "k", "then": then}
    for value, good in (("s", True), (NORM, True), (3, False), (("/", 1, "s"), False)):
        point = {**values, "Q": {"index": "s", "value": to_json(value)}}
        certificate = {"kind": "refutation", "values": point, "tree": tree}
        if good:
            check(statement, certificate)
            continue
        with pytest.raises(Rejected):
            check(statement, certificate)


# -- the language -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("domain", [
    "real function of real", "real function of symmetric matrix(2)", "complex function of matrix(2, 1)",
    "function of matrix(2, 1)", "real function of matrix(2, 1) sequence", "real curve function of matrix(2, 1)",
    "random real function of matrix(2, 1)",
])  # fmt: skip
def test_domains_that_are_none_are_refused_in_one_line(domain: str) -> None:
    with pytest.raises(ClaimError) as error:
        claim("x", "1 == 1", variables={"f": domain})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("goal", "says"), [
    ("Q[t] == 0", "not of a number"), ("Q == 0", "is a function"), ("diff(Q[w], t) == Q", "a function"),
    ("Q[w, 0] == 0", "function"), ("Q[w.T] == 0", "not of a matrix of 1 x n"), ("A[w]*A[u] == w", "=="),
    ("diff(Q[t], t) == 0", "has no derivative"),
])  # fmt: skip
def test_what_does_not_type_says_so_in_one_line(goal: str, says: str) -> None:
    with pytest.raises((IllTyped, ClaimError)) as error:
        check_types(claim("x", goal, variables=LETTERS).statement())
    assert says in str(error.value) and "\n" not in str(error.value)


def test_it_prints_and_reads_back() -> None:
    goal = "forall(f, matrix(n, n) function of matrix(n, 1), f[w + u] == A[w])"
    made = claim("x", goal, variables=LETTERS)
    again = claim("x", to_text(made.goal), variables=LETTERS)
    assert made.statement().digest() == again.statement().digest()
    assert made.statement().digest() != claim("x", goal.replace("w + u", "w"), variables=LETTERS).statement().digest()
    latex = claim_latex(made)
    assert r"f\left(w + u\right)" in latex and r"Q \colon \mathbb{R}^{n \times 1} \to \mathbb{R}" in latex
    positive = claim("x", "Q[w] > 0", variables={**LETTERS, "Q": "positive function of matrix(n, 1)"},
                     argument=[Use("Q.positive", at=["w"])])  # fmt: skip
    assert decide(positive, 5).verdict == "proved"


PROVED: list[tuple[str, list[Step]]] = [
    ("implies(w == u, Q[w] == Q[u])", [Take(), Linear(terms=[Inside("given", "Q[HOLE]")])]),
    ("implies(forall(f, real function of matrix(n, 1), f[w] == f[u]), norm2(w) == norm2(u))",
     [Take(), Use("given", at=[("norm2(v)", "v")])]),
    ("exists(f, real function of matrix(n, 1), f[w] == norm2(w) + 1)", [Witness("norm2(v) + 1", index="v")]),
    ("grad(Q[u], w) == zeros(n, 1)", []),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "script"), PROVED)
def test_what_is_proved(goal: str, script: list[Step]) -> None:
    assert decide(claim("x", goal, variables=LETTERS, argument=script), 10).verdict == "proved"


@pytest.mark.parametrize("goal", [
    "grad(Q[w], w) == zeros(n, 1)",
    "implies(tends(y[m], m, w), tends(Q[y[m]], m, Q[w]))",
    "Sum(Q[basis(n, k)], (k, 0, n-1)) == n*Q[basis(n, 0)]",
    "exists(M, real, forall(s, [0, 1], Q[s*w] <= M))",
    "integrate(Q[s*w], (s, 0, 1)) == Q[w]",
    "limit(Q[s*w], s, 0) == Q[zeros(n, 1)]",
    "diff(Q[c[t]], t) == 0",
])  # fmt: skip
def test_no_continuity_is_assumed(goal: str) -> None:
    assert ask(goal, budget=1, **LETTERS).verdict != "proved"


@pytest.mark.parametrize("goal", [
    "expect(Q[X]) == Q[expect(X)]", "expect(Q[X]**2) == expect(Q[X])**2", "expect(A[X]*X) == expect(A[X])*expect(X)",
])  # fmt: skip
def test_an_expectation_does_not_pass_into_a_function(goal: str) -> None:
    letters = {**{k: LETTERS[k] for k in ("n", "Q", "A")}, "X": "random matrix(n, 1)"}
    assert ask(goal, budget=1, **letters).verdict != "proved"


@pytest.mark.parametrize("goal", [
    "Q[w] == Q[u]", "Q[w + u] == Q[w] + Q[u]", "G[w] == w", "G[2*w] == 2*G[w]", "Q[w] >= 0", "A[w].T == A[w]",
    "A[w]*u == A[u]*w",
])  # fmt: skip
def test_simple_functions_refute(goal: str) -> None:
    assert ask(goal, budget=4, **LETTERS).verdict == "refuted"


@pytest.mark.parametrize(("least", "fits"), [(2, True), (1, False)])
def test_what_is_put_in_for_a_function_is_total_as_far_as_the_sizes_say(least: int, fits: bool) -> None:
    """e_1 has a value in two dimensions and more: the range of n settles what the value asks for."""
    s = Sequent().declare("n", ("integer", least, "oo"))
    value: Expr = ("*", ("basis", "n", 1), ("trace", ("*", ("T", "x"), "x")))
    sort: Expr = ("function", VECTOR, VECTOR)
    if fits:
        Checker().fits(s, value, sort, "x")
    else:
        with pytest.raises((Rejected, Unknown)):
            Checker().fits(s, value, sort, "x")
