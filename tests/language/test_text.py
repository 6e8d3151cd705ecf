"""The text language: what a text becomes, and where it is refused."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.kernel.terms.expr import Expr
from verifier.language.errors import ClaimError
from verifier.language.text.printing import to_text
from verifier.language.text.text import parse, read_definitions

REAL: Expr = ("real",)
DECLARED: dict[str, Expr] = {
    **dict.fromkeys("abcxyz", REAL),
    "n": ("integer", 1, "oo"),
    "k": ("integer", 0, "oo"),
    "A": ("matrix", "n", "n"),
    "B": ("matrix", "n", 1),
    "s": ("sequence", REAL),
}

MEANINGS: list[tuple[str, Expr]] = [
    ("a + b + c", ("+", "a", "b", "c")),
    ("a + (b + c)", ("+", "a", ("+", "b", "c"))),
    ("a - b - c", ("-", ("-", "a", "b"), "c")),
    ("a + b - c + x", ("+", ("-", ("+", "a", "b"), "c"), "x")),
    ("a*b*c", ("*", "a", "b", "c")),
    ("a/b*c", ("*", ("/", "a", "b"), "c")),
    ("6/4", ("/", 6, 4)),
    ("-3", -3),
    ("-a", ("neg", "a")),
    ("-3**2", ("neg", ("^", 3, 2))),
    ("(-3)**2", ("^", -3, 2)),
    ("a**b**c", ("^", "a", ("^", "b", "c"))),
    ("0.1", ("/", 1, 10)),
    ("2.50", ("/", 5, 2)),
    ("1e-3", ("/", 1, 1000)),
    ("2.0", 2),
    ("pi", ("fn", "pi")),
    ("exp(x)", ("fn", "exp", "x")),
    ("ceil(x)", ("fn", "ceiling", "x")),
    ("Abs(x) + sqrt(y)", ("+", ("abs", "x"), ("sqrt", "y"))),
    ("Max(a, b, c)", ("max", ("max", "a", "b"), "c")),
    ("Mod(k, n)", ("mod", "k", "n")),
    ("A.T", ("T", "A")),
    ("A[0, k]", ("entry", "A", 0, "k")),
    ("s[k + 1]", ("at", "s", ("+", "k", 1))),
    ("zeros(n)", ("zeros", "n", "n")),
    ("trace(A**3)", ("trace", ("^", "A", 3))),
    ("norm2(A)", ("trace", ("*", ("T", "A"), "A"))),
    ("norm2(x)", ("^", "x", 2)),
    ("norm2(B.T*B)", ("^", ("*", ("T", "B"), "B"), 2)),
    ("Matrix([[1, a], [0, 1]])", ("matrix", ("row", 1, "a"), ("row", 0, 1))),
    ("Sum(j*x, (j, 0, n - 1))", ("sum", ("*", "j", "x"), "j", 0, ("-", "n", 1))),
    ("Sum(i*j, (i, 0, j), (j, 0, 3))", ("sum", ("sum", ("*", "i", "j"), "i", 0, "j"), "j", 0, 3)),
    ("Sum(x**j, (j, 0, oo))", ("fn", "Sum", ("forall", "j", ("integer", 0, "oo"), ("^", "x", "j")))),
    ("grad(trace(A*A), A)", ("grad", ("trace", ("*", "A", "A")), "A", "A")),
    ("diff(x**2, x)", ("fn", "diff", ("forall", "x", REAL, ("^", "x", 2)), "x", 1)),
    ("limit(1/t, t, 0, '+')", ("fn", "limit", ("forall", "t", REAL, ("/", 1, "t")), 0, 1)),
    ("integrate(t, (t, 0, oo))", ("fn", "integrate", ("forall", "t", REAL, "t"), 0, ("fn", "oo"))),
    ("a <= b < c", ("and", ("<=", "a", "b"), ("<", "b", "c"))),
    ("a == b and not b != c or True",
     ("or", ("and", ("==", "a", "b"), ("not", ("!=", "b", "c"))), ("true",))),
    ("iff(a < b, b > a)", ("and", ("implies", ("<", "a", "b"), (">", "b", "a")),
                           ("implies", (">", "b", "a"), ("<", "a", "b")))),
    ("tends(1/(t + 1), t, 0)", ("tends", ("/", 1, ("+", "t", 1)), "t", 0)),
    ("forall(j, positive integer, j > 0)", ("forall", "j", ("integer", 1, "oo"), (">", "j", 0))),
    ("forall(j, integer[1, k-1], j > 0)", ("forall", "j", ("integer", 1, ("-", "k", 1)), (">", "j", 0))),
    ("forall(t, '(0, 1]', t > 0)",
     ("forall", "t", REAL, ("implies", ("and", (">", "t", 0), ("<=", "t", 1)), (">", "t", 0)))),
    ("exists(t, [0, 1), t == x)",
     ("exists", "t", REAL, ("and", (">=", "t", 0), ("<", "t", 1), ("==", "t", "x")))),
    ("exists(S, symmetric matrix(n), S == A)",
     ("exists", "S", ("matrix", "n", "n"), ("and", ("==", ("T", "S"), "S"), ("==", "S", "A")))),
    ("forall(x, real sequence, x[0] == 0)",
     ("forall", "x", ("sequence", REAL), ("==", ("at", "x", 0), 0))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_text_has_its_meaning_and_prints_back(text: str, meaning: Expr) -> None:
    assert parse(text, declared=DECLARED) == meaning
    assert parse(to_text(meaning), declared=DECLARED) == meaning


REFUSED = [
    ("y +", 1, 4, "no expression"),
    ("", 1, 1, "missing"),
    ("a ==\n  q", 2, 3, "undeclared name q"),
    ("a = b", 1, 3, "write == for equality"),
    ("a ^ b", 1, 1, "write ** for powers"),
    ("a // b", 1, 1, "floor"),
    ("a % b", 1, 1, "Mod"),
    ("(a]", 1, 3, "closing"),
    ("(a", 1, 1, "never closed"),
    ("a + (b > c)", 1, 6, "a number or an object is expected"),
    ("a and b > c", 1, 1, "a statement is expected"),
    ("sin", 1, 1, "is a function"),
    ("sin(a, b)", 1, 1, "sin takes 1 argument, not 2"),
    ("a(b)", 1, 1, "is a variable"),
    ("foo(a)", 1, 1, "unknown function foo"),
    ("a if b > 0 else c", 1, 1, "if ... else"),
    ("x[1:2]", 1, 3, "slices"),
    ("A[0, 0, 0]", 1, 3, "two indices"),
    ("a, b", 1, 1, "a comma"),
    ("a < b in c", 1, 1, "no relation"),
    ("'a'", 1, 1, "a text"),
    ("limit(a, t, 0, 'x')", 1, 16, "the side of a limit"),
    ("Sum(a, j)", 1, 8, "a range of Sum"),
    ("diff(a, b + c)", 1, 9, "plain name"),
    ("grad(x, x*y)", 1, 9, "with respect to a variable"),
    ("forall(t, banana, t > 0)", 1, 11, "unknown domain 'banana'"),
    ("forall(t, integer[1, q], t > 0)", 1, 22, "undeclared name q"),
    ("forall(1, real, a > 0)", 1, 8, "plain name"),
    ("Matrix([[1, 2], [3]])", 1, 17, "same length"),
]


@pytest.mark.parametrize(("text", "line", "column", "words"), REFUSED)
def test_mistakes_are_reported_at_their_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(ClaimError) as caught:
        parse(text, declared=DECLARED, where="claim 'c'")
    error = caught.value
    assert (error.line, error.column) == (line, column), str(error)
    assert words in error.what
    assert str(error).startswith(f"claim 'c', line {line}, column {column}: ")


ATTACKS = {
    "import": "__import__('os').system('true')",
    "class attribute": "x.__class__ == 0",
    "attribute": "x.real > 0",
    "transposed attribute": "A.T.T.args == 0",
    "lambda": "(lambda: 1)() > 0",
    "comprehension": "[i for i in s] == 0",
    "generator": "Max(i for i in s) > 0",
    "formatted text": "f'{x}' == 0",
    "bytes": "x == b'a'",
    "walrus": "(y := 3) > x",
    "starred": "Max(*s) > 0",
    "keyword": "sin(x=3) > 0",
    "dictionary": "{1: 2} == x",
    "statement": "x > 0; y",
    "comment": "x > 0 # y",
    "assignment": "import os",
    "await": "await x",
    "yield": "(yield x)",
    "power tower": "x == 9**9**9**9",
    "powers of powers": "x == ((9**9999)**9999)**9999",
    "huge exponent": "x**10001 > 0",
    "huge decimal exponent": "x > 1e999999999",
    "million digits": "x > " + "9" * 19_000,
    "brackets": "(" * 9_000 + "x" + ")" * 9_000 + " > 0",
    "calls": "sin(" * 4_000 + "x" + ")" * 4_000 + " > 0",
    "subscripts": "s" + "[0]" * 6_000 + " > 0",
    "transposes": "A" + ".T" * 9_000 + " == A",
    "signs": "-" * 19_000 + "x > 0",
    "negations": "not " * 4_000 + "x > 0",
    "right powers": "x**" * 6_000 + "x > 0",
    "long": "x + " * 10_000 + "x > 0",
    "NUL": "x\0 > 0",
    "look-alike name": "\u0445 > 0",
    "look-alike after a name": "x\u0430 > 0",
    "zero width": "x\u200b > 0",
    "full width": "\uff58 > 0",
    "bidirectional": "x > 0 \u202e",
    "backslash": "x == '\\x41'",
    "dunder": "x__y > 0",
    "underscore": "_ > 0",
    "mask": "____ > 0",
    "complex literal": "x > 1j",
    "hexadecimal": "x > 0x10",
    "digit groups": "x > 1_000",
    "ellipsis": "x > ...",
    "none": "x == None",
    "quantifiers": "forall(t, real, " * 2_000 + "x > 0" + ")" * 2_000,
    "unclosed quantifiers": "forall(t, " * 2_000,
    "nested domain": "forall(t, integer[1, " * 50 + "1], x > 0)" * 50,
    "quotes": "'" * 10_000,
    "derivatives": "diff(x, x, 10**9) == 0",
    "order": "diff(x, x, 1000000) == 0",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_get_one_short_line(name: str) -> None:
    with pytest.raises(ClaimError) as caught:
        parse(ATTACKS[name], declared=DECLARED)
    line = str(caught.value)
    assert "\n" not in line and line.isprintable() and len(line) < 600
    assert caught.value.line is not None


def test_no_attack_reaches_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("evaluated")

    monkeypatch.setattr("builtins.eval", forbidden)
    monkeypatch.setattr("builtins.exec", forbidden)
    for text in ATTACKS.values():
        with pytest.raises(ClaimError):
            parse(text, declared=DECLARED)


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(ClaimError):
        parse(text, undeclared="real")


@given(st.text(alphabet="ax0123 +-*/().,[]<=>'TSum(forall,real", max_size=60))
@settings(max_examples=500, deadline=None)
def test_anything_that_looks_like_the_language_is_read_or_refused(text: str) -> None:
    try:
        e = parse(text, undeclared="real")
    except ClaimError:
        return
    assert parse(to_text(e), undeclared="real") == e


LEAVES = st.one_of(st.sampled_from(["a", "b", "x"]), st.integers(-20, 20), st.just(("fn", "pi")))


def _more(terms: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    pair = st.tuples(terms, terms)
    return st.one_of(
        pair.map(lambda p: ("+", *p)), pair.map(lambda p: ("-", *p)), pair.map(lambda p: ("*", *p)),
        pair.map(lambda p: ("/", *p)), terms.map(lambda t: ("neg", t)), terms.map(lambda t: ("abs", t)),
        st.tuples(terms, st.integers(-3, 5)).map(lambda p: ("^", *p)),
        pair.map(lambda p: ("fn", "beta", *p)), terms.map(lambda t: ("sum", t, "j", 0, "x")),
        pair.map(lambda p: ("entry", ("T", p[0]), p[1], 0)),
    )  # fmt: skip


TERMS = st.recursive(LEAVES, _more, max_leaves=12)


def _statements(parts: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    pair = st.tuples(parts, parts)
    return st.one_of(
        pair.map(lambda p: ("and", *p)), pair.map(lambda p: ("or", *p)), parts.map(lambda p: ("not", p)),
        pair.map(lambda p: ("implies", *p)), parts.map(lambda p: ("forall", "x", ("integer", 0, "a"), p)),
        parts.map(lambda p: ("exists", "A", ("matrix", 2, ("+", "x", 1)), p)),
    )  # fmt: skip


RELATIONS = st.tuples(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), TERMS, TERMS)
FORMULAS = st.recursive(RELATIONS, _statements, max_leaves=5)


@given(FORMULAS)
@settings(max_examples=400, deadline=None)
def test_printing_and_reading_agree(e: Expr) -> None:
    # reading flattens sums and products from the left, so one reading brings `e` into the form of a text
    read = parse(to_text(e), declared=DECLARED)
    assert parse(to_text(read), declared=DECLARED) == read


def test_long_sums_are_read_without_deep_recursion() -> None:
    e = parse("+".join(f"{i}*x**{i % 9}" for i in range(1, 600)), declared=DECLARED)
    assert isinstance(e, tuple) and len(e) == 600


def test_undeclared_names_are_real_on_request_and_reported() -> None:
    found: set[str] = set()
    assert parse("q + x > p", declared={"x": REAL}, undeclared="real", found=found, kind="formula")
    assert found == {"p", "q"}


def test_declared_names_win_over_constants() -> None:
    assert parse("E*I", declared={"E": REAL, "I": REAL}) == ("*", "E", "I")
    assert parse("E*I") == ("*", ("fn", "E"), ("fn", "I"))


class TestDefinitions:
    def test_abbreviations_expand_with_and_without_parameters(self) -> None:
        macros = read_definitions(["g := x + 1", "h(j) := g*A**j", "twice(u) := u + u"], declared=DECLARED)
        assert parse("h(k)", declared=DECLARED, definitions=macros) == ("*", ("+", "x", 1), ("^", "A", "k"))
        assert parse("twice(a) + b", declared=DECLARED, definitions=macros) == ("+", "a", "a", "b")

    def test_expansion_renames_bound_variables_that_would_capture(self) -> None:
        macros = read_definitions(["g := x + 1", "le(y) := forall(x, real, x >= y)"], declared=DECLARED)
        inside = parse("forall(x, real, g > x)", declared=DECLARED, definitions=macros)
        assert inside == ("forall", "x1", REAL, (">", ("+", "x", 1), "x1"))
        applied = parse("le(x)", declared=DECLARED, definitions=macros)
        assert applied == ("forall", "x1", REAL, (">=", "x1", "x"))

    def test_a_gradient_inside_needs_a_variable_of_its_own(self) -> None:
        macros = read_definitions(
            ["l(P, Q) := trace(P*Q)", "dl(P, Q) := grad(l(P, Q), P)"], declared=DECLARED
        )
        names: dict[str, Expr] = {"U": ("matrix", 2, 2), "V": ("matrix", 2, 2)}
        assert parse("dl(U, V)", declared=names, definitions=macros) == (
            "grad",
            ("trace", ("*", "U", "V")),
            "U", "U",
        )
        for wrong in ("dl(U, U)", "dl(U*V, V)", "dl(U, V*U)"):
            with pytest.raises(ClaimError, match="gradient with respect to P"):
                parse(wrong, declared=names, definitions=macros)

    def test_the_domain_of_a_bound_variable_may_mention_an_outer_one_of_the_same_name(self) -> None:
        e = parse("exists(x, [x, oo), x > 1)", declared=DECLARED)
        assert e == ("exists", "x1", REAL, ("and", (">=", "x1", "x"), (">", "x1", 1)))

    @pytest.mark.parametrize(
        ("lines", "words"),
        [
            (["h(j) = j"], "name(parameters) := expression"),
            (["sin(x) := x"], "meaning of its own"),
            (["h(j, j) := j"], "two parameters"),
            (["h() := 1"], "no parameters"),
            (["h := 1", "h := 2"], "defined twice"),
            (["x := 1"], "declared as a variable"),
            (["h(j) := h(j)"], "unknown function h"),
            (["h(_j) := 1"], "no name"),
        ],
    )
    def test_mistakes_in_abbreviations(self, lines: list[str], words: str) -> None:
        with pytest.raises(ClaimError) as caught:
            read_definitions(lines, declared=DECLARED)
        assert words in str(caught.value)

    def test_columns_count_in_the_whole_abbreviation(self) -> None:
        with pytest.raises(ClaimError) as caught:
            read_definitions(["h(j) := j + x.y"], declared=DECLARED)
        assert (caught.value.where, caught.value.column) == ("definition h", 13)

    def test_wrong_numbers_of_arguments_and_unknown_names_are_errors_where_used(self) -> None:
        macros = read_definitions(["h(j) := j*q", "g := h(1)"], declared=DECLARED)
        for text, words in [("h(1, 2)", "takes 1 argument"), ("h(1)", "undeclared name q"), ("g", "name q")]:
            with pytest.raises(ClaimError, match=words):
                parse(text, declared=DECLARED, definitions=macros)

    def test_expansion_is_bounded(self) -> None:
        doubling = ["d0 := x*x", *(f"d{i + 1} := d{i}*d{i}" for i in range(60))]
        with pytest.raises(ClaimError, match="more than"):
            read_definitions(doubling, declared=DECLARED)
        macros = read_definitions(["f(y) := y*y*y*y*y*y*y*y", "p(m) := x**m"], declared=DECLARED)
        for text in ("f(" * 50 + "x" + ")" * 50, "p(10**9)"):
            with pytest.raises(ClaimError):
                parse(text, declared=DECLARED, definitions=macros)


@pytest.mark.parametrize(
    ("definitions", "goal", "means"),
    [
        (["g := x**2", "h(x) := g + x"], "h(5)", "x**2 + 5"),
        (["g := x**2", "h(y) := g + y"], "h(5)", "x**2 + 5"),
        (["g(u) := x*u", "h(x) := g(x) + x"], "h(5)", "x*5 + 5"),
        (["g := x", "h(x) := Sum(x*g, (k, 0, 3))"], "h(2)", "Sum(2*x, (k, 0, 3))"),
    ],
)
def test_a_parameter_is_not_what_an_earlier_abbreviation_mentions(definitions, goal, means):
    declared = {"x": ("real",)}
    read = read_definitions(definitions, declared=declared)
    assert parse(goal, declared=declared, definitions=read) == parse(means, declared=declared)
    assert [str(d) for d in read] == definitions


def test_an_undeclared_name_of_an_abbreviation_is_not_a_parameter_of_another():
    read = read_definitions(["w := x**2", "v(x) := w + x"])
    with pytest.raises(ClaimError, match="undeclared name x"):
        parse("v(3) == 12", definitions=read)
