"""When a statement is well defined: what the kernel asks for, and what it no longer has to ask."""

from __future__ import annotations

import pytest

from verifier.kernel.check import check
from verifier.kernel.facts.function_table import FUNCTIONS, formula
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.meaning.conditions import decided, without_complex
from verifier.kernel.terms.binding import free_names
from verifier.kernel.terms.expr import FALSE, REAL, TRUE, Expr
from verifier.kernel.work import bounded
from verifier.language.claim import claim
from verifier.language.errors import ClaimError
from verifier.language.named import definedness, meaningful, negation, operands
from verifier.language.text.printing import to_text
from verifier.language.text.vocabulary import CONSTANTS, HEAD_FUNCTIONS, SCALAR_FUNCTIONS
from verifier.prove.driver.closers import prover
from verifier.prove.driver.effort import now
from verifier.prove.portfolio import decide

ASKED = [
    # variables, hypotheses, goal, what must hold
    ({"x": "real"}, [], "1/x == 1/x", "x != 0"),
    ({"x": "real"}, ["x > 1"], "1/(x - 1) > 0", "implies(x > 1, x - 1 != 0)"),
    ({"x": "real"}, ["1/x > 0"], "1/x > 0", "implies(x != 0 and 1/x > 0, x != 0)"),
    ({"x": "real"}, [], "x != 0 and 1/x != 0", "implies(x != 0, x != 0)"),
    ({"x": "real"}, [], "x == 0 or 1/x != 0", "implies(x != 0, x != 0)"),
    ({"x": "real"}, [], "1/x != 0 or x == 0", "x != 0"),
    ({"x": "real"}, [], "implies(x > 0, log(x) < x)", "implies(x > 0, x > 0)"),
    ({"x": "real"}, [], "sqrt(x) >= 0", "x >= 0"),
    ({"x": "real"}, [], "asin(x) <= 2", "-1 <= x and x <= 1"),
    ({"x": "real"}, [], "tan(x) == 0", "cos(x) != 0"),
    ({"x": "real"}, [], "x**(1/3) >= 0", "x >= 0"),
    ({"x": "real"}, [], "x**(-1/3) >= 0", "x > 0"),
    ({"x": "real", "y": "real"}, [], "x**y >= 0", "x > 0 or x == 0 and y > 0"),
    ({"x": "real"}, [], "x**(-2) > 0", "x != 0"),
    ({"x": "real"}, [], "Piecewise((1/x, x != 0), (0, True)) >= -1", "implies(x != 0, x != 0)"),
    ({"x": "real", "y": "real"}, [], "Piecewise((1/x, y > 0), (0, True)) >= -1", "implies(y > 0, x != 0)"),
    ({"n": "integer"}, [], "factorial(n) > 0", "n >= 0"),
    ({"n": "positive integer"}, [], "Sum(1/k, (k, 0, n)) > 0", "forall(k, integer[0, n], k != 0)"),
    ({"x": "real"}, [], "diff(Abs(x), x) == 1", "x != 0"),
    ({"x": "real"}, [], "diff(log(x), x) == 1/x", "x > 0 and x != 0"),
]  # fmt: skip

NOT_ASKED = [
    ({"x": "real"}, ["1/x > 0"], "x > 0"),
    ({"x": "real"}, [], "x/3 + x**2 == x**2 + x/3"),
    ({"x": "real"}, [], "2**x > 0"),
    ({"n": "positive integer"}, [], "1/n > 0"),
    ({"n": "positive integer"}, [], "Sum(1/k, (k, 1, n)) >= 1"),
    ({"n": "nonnegative integer", "x": "real"}, [], "x**n == x**n"),
    ({"n": "integer"}, [], "(-1)**n != 0"),
    ({}, [], "limit(1/x, x, oo) == 0"),
    ({"A": "matrix(2, 2)", "k": "positive integer"}, [], "A**k == A**k"),
    ({"x": "real"}, [], "atan(x) + exp(x) + Abs(x) + floor(x) >= x"),
]  # fmt: skip


@pytest.mark.parametrize("case", ASKED, ids=lambda c: c[2])
def test_what_must_hold(case) -> None:
    variables, given, goal, wanted = case
    assert to_text(definedness(claim("c", goal, variables=variables, given=given).statement())) == wanted


@pytest.mark.parametrize("case", NOT_ASKED, ids=lambda c: c[2])
def test_nothing_is_asked_where_nothing_can_fail(case) -> None:
    variables, given, goal = case
    assert definedness(claim("c", goal, variables=variables, given=given).statement()) == TRUE


def test_a_division_by_zero_is_never_well_defined() -> None:
    assert definedness(claim("c", "1/0 == 1/0").statement()) == FALSE


def test_an_undefined_point_is_checked() -> None:
    statement = claim("c", "1/x == 1/x", variables={"x": "real"}).statement()
    equal = {"rule": "field"}
    assert check(statement, {"kind": "undefined", "values": {"x": 0}, "tree": equal}).establishes == "undefined"
    with pytest.raises(Rejected):
        check(statement, {"kind": "undefined", "values": {"x": 1}, "tree": equal})


def test_where_a_derivative_exists_is_not_read_off_its_form() -> None:
    statement = claim("c", "diff(x*Abs(x), x) == 2*Abs(x)", variables={"x": "real"}).statement()
    with pytest.raises(Rejected, match="derivative"):
        check(statement, {"kind": "undefined", "values": {"x": 0}, "tree": {"rule": "field"}})


# -- every function and every operation: points where it has a value, and points where it has none ---------------------
ENTIRE = ("exp", "sin", "cos", "sinh", "cosh", "asinh", "erf", "erfc", "re", "im", "conjugate", "Abs", "sign")
POINTS: dict[str, tuple[str, str]] = {
    # function: arguments at which it has a value; arguments at which it has none
    **dict.fromkeys(ENTIRE, ("0; -3/2; pi; 2 + I", "")),
    "cbrt": ("0; -8; 2 + I", ""),
    "ceiling": ("0; -3/2; pi", "I; 2 + I"),
    "floor": ("0; -3/2; pi", "I; 2 + I"),
    "tan": ("0; pi/4; 1 + I", "pi/2; -3*pi/2"),
    "sec": ("0; pi/4", "pi/2"),
    "cot": ("pi/2; 1", "0; pi"),
    "csc": ("pi/2; 1", "0; pi"),
    "asin": ("-1; 1; 0; I", "2; -3/2"),
    "acos": ("-1; 1; 0; I", "2; -3/2"),
    "atan": ("-3; 2*I", "I; -I"),
    "acot": ("-3; 0; 2*I", "I; -I"),
    "tanh": ("-3; 1 + I", "I*pi/2"),
    "sech": ("-3; 1 + I", "I*pi/2"),
    "coth": ("-3; 1 + I", "0"),
    "csch": ("-3; 1 + I", "0"),
    "acosh": ("1; 7; I", "0; 1/2; -2"),
    "atanh": ("0; -1/2; I", "1; -1; 2"),
    "gamma": ("1/2; -1/2; 3; I", "0; -1; -7"),
    "digamma": ("1/2; -1/2; 3; I", "0; -1; -7"),
    "loggamma": ("1/2; 3; I", "0; -1/2; -1"),
    "zeta": ("2; 0; -1; 1/2; I", "1"),
    "arg": ("1; -1; I", "0"),
    "log": ("1/2; I; 2, 3; 2, 1/3", "0; -1; 2, 1; -2, 3; 2, 0; 2, -3"),
    "sqrt": ("0; 2; I", "-1; -1/4"),
    "root": ("8, 3; -8, 3; 0, 2; 4, 2; I, 3", "-4, 2; 4, 0; -8, -3; 4, -2; I, 0; I, -1"),
    "atan2": ("0, 1; -1, 0; 0, -1", "0, 0; I, 1; 1, I"),
    "beta": ("1/2, 1/2; -1/2, 3", "0, 1; 1, -1; -2, -2"),
    "factorial": ("0; 5; 1/2; -1/2; I", "-1; -2"),
    "harmonic": ("0; 5; 1/2; -1/2; 3, 2; 0, -1", "-1; -2; -1, 2; 1/2, 2; I, 2"),
    "binomial": ("5, 2; 2, 5; -1, 3; 5, -2; 1/2, 1/3; 5/2, 2; -1/2, 1/2; -1, -1", "-1, 1/2; -2, 1/3; -3, -1/2; 1, I"),
    "RisingFactorial": ("1/2, 3; -2, 5; 1/2, 1/2; I, 2", "2, -1; -1/2, 1/2; -5/2, 3/2; 2, I"),
    "FallingFactorial": ("1/2, 3; -2, 5; 1/2, 1/2; I, 2", "2, -1; -1, 1/2; 2, I"),
    "stirling1": ("0, 0; 5, 2; 2, 5", "-1, 2; 2, -1; 1/2, 1; 3, 1/2; I, 1"),
    "stirling2": ("0, 0; 5, 2; 2, 5", "-1, 2; 2, -1; 1/2, 1; 3, 1/2; I, 1"),
    "bell": ("0; 5", "-1; 1/2; I"),
    "fibonacci": ("0; 5; -5", "1/2; I"),
    "lambertw": ("0; 5; -1/E; -1/5; 0, 0; -1/5, -1; I, 3", "-1; -1/2; 1, -1; 0, -1; 1, 1; 0, 1; I, 1/2; I, I"),
    "Mod": ("5, 3; -5, 3; 5, -3", "5, 0"),
    "Min": ("1, 2", "1, I"),
    "Max": ("1, 2", "I, 1"),
    "delta": ("1, 2; 1, 1", ""),
    "eye": ("0; 3", "k - 1"),
    "zeros": ("0, 2; 3, 1", "k - 1, 2; 2, k - 1"),
    "basis": ("3, 0; 3, 2; 3, k + 2", "3, k - 1; k, k; k, 0"),
    "inverse": ("Matrix([[1, 2], [3, 4]]); 2*eye(2)", "Matrix([[1, 2], [2, 4]])"),
    "det": ("Matrix([[1, 2], [2, 4]]); eye(2)", ""),
    "trace": ("Matrix([[1, 2], [2, 4]]); eye(2)", ""),
    "transpose": ("Matrix([[1, 2], [2, 4]]); zeros(2, 3)", ""),
}  # fmt: skip
#: the same for what is written with signs; k is 0
TERMS: tuple[tuple[str, bool], ...] = (
    ("1/(k + 1)", True), ("1/k", False), ("0**k", True), ("0**(k - 1)", False), ("2**(k - 1)", True),
    ("(-1)**(1/2)", False), ("0**(-1/2)", False), ("0**(1/2)", True), ("0**pi", True), ("(-2)**pi", False),
    ("Matrix([[1, 2], [2, 4]])**k", True), ("Matrix([[1, 2], [3, 4]])**(k - 1)", False),
    ("Matrix([[1, 2], [3, 4]])[k, 1]", True), ("Matrix([[1, 2], [3, 4]])[k - 1, 1]", False),
    ("Matrix([[1, 2], [3, 4]])[0, k + 2]", False), ("(eye(2)*zeros(2, 3))[k + 1, 2]", True),
    ("(eye(2)*zeros(2, 3)).T[k + 1, 2]", False), ("Sum(1/j, (j, 1, k))", True), ("Sum(1/j, (j, k, 3))", False),
    ("Product(1/j, (j, k, 3))", False), ("Sum(j, (j, 0, factorial(k)))", True),
    ("Sum(j, (j, 0, factorial(k - 1)))", False),
    ("Sum(eye(3)[j, j], (j, k, 2))", True), ("Sum(eye(3)[j, j], (j, k, 3))", False), ("diff(sqrt(x), (x, k))", False),
    ("diff(Abs(x), (x, k))", False), ("diff(x**2, (x, k))", True), ("Piecewise((1/k, k > 0), (2, True))", True),
    ("Piecewise((1/k, k >= 0), (2, True))", False), ("Piecewise((1, k > 0))", False),
)  # fmt: skip


def has_value(term: str) -> bool | None:
    """What the kernel says of a term at k = 0: proved or disproved from `definedness`."""
    k = {"k": "integer"} if "k" in term else {}
    statement = claim("c", f"{term} == {term}", variables=k, given=["k == 0"] if k else []).statement()
    needed = definedness(statement, least=False)
    s = Sequent().declare("k", ("integer", "-oo", "oo")).assume("zero", ("==", "k", 0))
    for formula_, answer in ((needed, True), (operands(needed)[1] if k and needed != TRUE else needed, False)):
        if formula_ in (TRUE, FALSE):
            if (formula_ == TRUE) == answer:
                return answer
            continue
        driver = prover(now() + 60)
        if driver.prove(s, formula_ if answer else negation(formula_), 1) is not None:
            return answer
    return None


def listed() -> list[tuple[str, bool]]:
    calls = [(f"{name}({one.strip()})", i == 0) for name, both in POINTS.items()
             for i, side in enumerate(both) for one in side.split(";") if one.strip()]  # fmt: skip
    return [*calls, *TERMS]


@pytest.mark.parametrize(("term", "defined"), listed())
def test_each_operation_has_a_value_in_its_domain_and_none_outside(term: str, defined: bool) -> None:
    if not defined:
        try:
            assert has_value(term) is False
        except ClaimError:  # said by its form
            return
    else:
        assert has_value(term) is True


def test_the_table_of_points_has_every_function_of_the_language() -> None:
    assert POINTS.keys() == (SCALAR_FUNCTIONS.keys() | HEAD_FUNCTIONS.keys()) - {"expect"}


def test_the_table_of_functions_has_every_function_of_the_language() -> None:
    assert FUNCTIONS.keys() | {"root"} == SCALAR_FUNCTIONS.keys()
    for name, known in FUNCTIONS.items():
        least, most = SCALAR_FUNCTIONS[name]
        assert known.arity == least and (most == least or name in ("log", "lambertw", "harmonic"))
        letters = frozenset("ab"[: known.arity])
        for text in (known.line, known.plane or "", known.continuous or "", known.smooth or "", known.slope or ""):
            assert all(free_names(f) <= letters for f in formula(text))
        assert known.slope is None or known.continuous is not None


def test_what_is_in_no_table_has_no_value() -> None:
    for name, *args in (("foo", 1), ("exp",), ("exp", 1, 2), ("log",), ("atan2", 1), ("pi", 1)):
        term: Expr = ("fn", name, *args)  # type: ignore[assignment]
        assert meaningful(("==", term, term), {"a": REAL, "b": REAL}) == FALSE
    assert all(meaningful(("fn", name), {}) == TRUE for name in CONSTANTS - {"oo"})


def test_ends_sizes_and_indices_are_integers() -> None:
    x: Expr = ("fn", "exp", 1)
    sorts: dict[str, Expr] = {"s": ("sequence", REAL), "A": ("matrix", 3, 3)}
    for term in (("sum", "j", "j", 0, x), ("product", "j", "j", x, 3), ("eye", x), ("zeros", 2, x), ("basis", 3, x),
                 ("at", "s", x), ("entry", "A", 0, x), ("delta", x, 0)):  # fmt: skip
        assert ("==", ("floor", x), x) in (meaningful(term, sorts), *operands(meaningful(term, sorts))), term
    assert ("==", ("floor", x), x) == meaningful(("forall", "k", ("integer", 0, x), ("==", "k", "k")), {})


@pytest.mark.parametrize(("goal", "variables", "verdict"), [
    ("binomial(x, y) - binomial(x, y) == 0", {"x": "real", "y": "real"}, "ill-posed"),
    ("binomial(x, y) - binomial(x, y) == 0", {"x": "nonnegative", "y": "real"}, "proved"),
    ("binomial(x, n) - binomial(x, n) == 0", {"x": "real", "n": "integer"}, "proved"),
    ("binomial(-1, 1/2) == binomial(-1, 1/2)", {}, "ill-posed"),
    ("bell(x) == bell(x)", {"x": "nonnegative"}, "ill-posed"),
    ("trace(eye(n - 2)) == n - 2", {"n": "positive integer"}, "ill-posed"),
    ("trace(eye(n - 1)) == n - 1", {"n": "positive integer"}, "proved"),
    ("A[n, 0] == A[n, 0]", {"n": "nonnegative integer", "A": "matrix(2, 2)"}, "ill-posed"),
    ("A[n, 0] == A[n, 0]", {"n": "nonnegative integer", "A": "matrix(n + 1, 2)"}, "proved"),
    ("A[n, 0] == A[n, 0]", {"m": "positive integer", "n": "nonnegative integer", "A": "matrix(m, m)"}, "ill-posed"),
    ("s[n]*eye(n) == s[n]*eye(n)", {"n": "integer", "s": "real sequence"}, "ill-posed"),
])  # fmt: skip
def test_a_claim_without_a_meaning_somewhere_is_ill_posed(goal: str, variables: dict[str, str], verdict: str) -> None:
    found = decide(claim("c", goal, variables=variables), 60)
    assert found.verdict == verdict, found


@pytest.mark.parametrize("op", ["sum", "product"])
def test_the_ends_of_a_sum_are_outside_of_what_it_binds(op: str) -> None:
    """A complex number of the index's name is complex in an end, and the index is an integer in the term."""
    with bounded():
        assert without_complex((op, "k", "k", 1, "n"), {"k": ("complex",), "n": ("integer", 1, "oo")})
        assert not without_complex((op, "k", "k", 1, ("fn", "re", "k")), {"k": ("complex",)})
        assert not without_complex(("tends", 0, "k", "k"), {"k": ("complex",)})


def test_of_the_imaginary_part_of_a_real_number_only_that_it_is_0_is_true_by_its_form() -> None:
    with bounded():
        assert decided(("==", ("fn", "im", "x"), 0), {"x": REAL}) == TRUE
        assert decided(("==", ("fn", "im", "x"), 1), {"x": REAL}) != TRUE
        assert decided(("==", ("fn", "im", "z"), 0), {"z": ("complex",)}) != TRUE
