"""Pages of text: what they say, what their lines mean, and what is wrong with a page that cannot be read."""

from __future__ import annotations

import pytest

from verifier.language import script as S
from verifier.language.errors import ClaimError
from verifier.language.pages.page import TextItem, items
from verifier.language.text.text import parse, read_definitions
from verifier.language.text.written import Written, joined, line_of_file

HEAD = 'theorem t "A theorem"\n  let x, y: real; n: positive integer\n  suppose low: x >= 0\n'


def one(body: str, proof: str = "") -> TextItem:
    """The one item of a page, with a proof."""
    [item] = items(HEAD + body + ("" if not proof else "\nproof\n" + proof + "\nqed\n"))
    return item


def steps(proof: str) -> tuple[S.Step, ...]:
    return one("  conclude x + y >= y\n", proof).argument


def wrong(text: str) -> str:
    with pytest.raises(ClaimError) as error:
        items(text)
    return str(error.value)


# -- items -------------------------------------------------------------------------------------------------------------
def test_an_item_has_declarations_hypotheses_and_a_conclusion() -> None:
    item = one("  define f(u) := u^2\n  conclude f(x) >= 0    # a remark\n")
    assert (item.kind, item.id, item.title, item.line) == ("theorem", "t", "A theorem", 1)
    assert item.variables == {"x": "real", "y": "real", "n": "positive integer"}
    assert item.given == {"low": "x >= 0"}
    assert item.definitions == {"f": "f(u) := u**2"}
    assert item.conclusion == "f(x) >= 0"


def test_what_a_section_declares_holds_for_the_items_after_it() -> None:
    page = 'section "S"\n  let x: real\n\nlemma a\n  conclude x = x\n\nlemma b\n  let x: positive\n  conclude x > 0\n'
    a, b = items(page)
    assert (a.variables["x"], b.variables["x"]) == ("real", "positive")
    [c] = items('section\n  let x: real\nsection\n  let y: real\nlemma c\n  conclude y = y\n')
    assert set(c.variables) == {"y"}


def test_a_statement_goes_on_where_it_is_indented_more() -> None:
    assert one("  conclude x\n      + y\n    >= y\n").conclusion == "x + y >= y"


# -- formulas ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("x ≤ y² + 1", "x <= y**2 + 1"),
        ("x ≠ y ∧ x ≥ -1", "x != y and x >= -1"),
        ("x = y", "x == y"),
        ("x == y", "x == y"),
        ("x^2 = y^10", "x**2 == y**10"),
        ("x¹² ≥ 0", "x**12 >= 0"),
        ("Aᵀ·A = A", "A.T*A == A"),
        ("Aᵀ² = A", "A.T**2 == A"),
        ("x − y < 0", "x - y < 0"),
    ],
)
def test_signs_of_mathematics(written: str, plain: str) -> None:
    declared = {"x": ("real",), "y": ("real",), "A": ("matrix", 2, 2)}
    assert parse(line_of_file(written, 3), declared=declared) == parse(plain, declared=declared)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("u >= y for all u: real", "forall(u, real, u >= y)"),
        ("u >= y for all u: positive", "forall(u, positive, u >= y)"),
        ("u >= v for all u, v: real", "forall(u, real, forall(v, real, u >= v))"),
        ("u >= v for all u: real, v: [0, u]", "forall(u, real, forall(v, [0, u], u >= v))"),
        ("u >= v for all u: real, v: real with u > v", "forall(u, real, forall(v, real, implies(u > v, u >= v)))"),
        ("implies(y > 0, u > y) for all u: real", "forall(u, real, implies(y > 0, u > y))"),
        ("x > 0 or u > y for all u: real", "forall(u, real, x > 0 or u > y)"),
        ("y >= x for all x: real", "forall(x, real, y >= x)"),
        ("x >= 0 and forall(v, real, v >= u) for all u: [x, oo)",
         "forall(u, [x, oo), x >= 0 and forall(v, real, v >= u))"),
    ],
)  # fmt: skip
def test_for_all_at_the_end_of_a_line_holds_for_the_whole_line(written: str, plain: str) -> None:
    declared = {"x": ("real",), "y": ("real",)}
    assert parse(written, declared=declared) == parse(plain, declared=declared)


@pytest.mark.parametrize(
    "written",
    ["for all u: real", "u >= y for all u", "u >= y for all", "u >= y for all u: real with", "u >= y for all u: ",
     "u >= y for all u, v", "x + 1 for all u: real", "u >= y for all 2: real", "u >= y for all u: reel"],
)  # fmt: skip
def test_for_all_needs_a_statement_names_and_domains(written: str) -> None:
    with pytest.raises(ClaimError):
        parse(written, declared={"x": ("real",), "y": ("real",)})


def test_an_error_points_into_the_file() -> None:
    text = line_of_file("  conclude x² + z ≥ y", 7)
    with pytest.raises(ClaimError, match="line 7, column 17: undeclared name z"):
        parse(text.part(10, len(text)), declared={"x": ("real",), "y": ("real",)})


def test_texts_that_are_joined_keep_their_places() -> None:
    a, b = line_of_file("x²", 2), line_of_file("+ y", 9)
    both = joined([a, b])
    assert (both, both.place(0), both.place(2), both.place(5)) == ("x**2 + y", (2, 1), (2, 2), (9, 1))
    assert isinstance(both.part(5, 8), Written)


# -- proofs ------------------------------------------------------------------------------------------------------------
def test_a_line_is_a_formula_and_the_names_that_it_follows_from() -> None:
    have, end = steps("  1. x + y >= y    by low\n  by 1")
    assert have == S.Have("x + y >= y", by=[S.By(("low",))], name="1")
    assert end == S.By(("1",))


def test_without_reasons_everything_may_be_used() -> None:
    assert steps("  1. x >= 0") == (S.Have("x >= 0", [], name="1"),)


def test_a_reason_at_values() -> None:
    [have] = steps("  1. x >= 0   by low(x, y^2 in t), low")
    assert have == S.Have("x >= 0", by=[S.By((("low", ("x", ("y**2", "t"))), "low"))], name="1")


def test_a_chain_has_a_reason_on_each_link() -> None:
    [have] = steps("  1. x\n       = x + 0\n       <= x + 1   by low\n       < x + 2")
    assert isinstance(have, S.Have)
    assert have.formula == "x < x + 2"
    assert [step.formula for step in have.by[:-1]] == ["x == x + 0", "x + 0 <= x + 1", "x + 1 < x + 2"]  # type: ignore[union-attr]
    assert have.by[-1] == S.Chain(("1a", "1b", "1c"))


def test_a_chain_of_equations_is_one() -> None:
    [have] = steps("  1. x\n     = x + 0\n     = 0 + x")
    assert isinstance(have, S.Have)
    assert have.formula == "x == 0 + x"


def test_a_line_with_a_proof_of_its_own() -> None:
    [have] = steps("  1. u >= u for all u: real:\n       take u\n       2. u >= u")
    assert have == S.Have("u >= u for all u: real", by=[S.Take("u"), S.Have("u >= u", [], name="2")], name="1")


def test_cases_are_shown_to_be_all() -> None:
    either, cases = steps("  case x > 1:\n    1. x >= 0\n  case x <= 1 as small:\n    2. x >= 0")
    assert either == S.Have("(x > 1) or (x <= 1)", name="small or")
    assert isinstance(cases, S.CasesOn)
    assert (cases.fact, cases.name, len(cases.scripts)) == ("small or", "small", 2)


def test_inductions() -> None:
    [have] = steps("  1. j >= 0 for all j: nonnegative integer  by induction on j:\n       base:\n"
                   "         2. 0 >= 0\n       step:\n         3. j + 1 >= 0  by IH")  # fmt: skip
    assert isinstance(have, S.Have)
    [induct] = have.by
    assert induct == S.Induct("j", base=[S.Have("0 >= 0", [], name="2")],
                              step=[S.Have("j + 1 >= 0", by=[S.By(("IH",))], name="3")], outermost=True)  # fmt: skip
    [plain] = steps("  1. j >= 0 for all j: nonnegative integer  by induction on j, low")
    assert isinstance(plain, S.Have)
    assert plain.by == [S.Induct("j", base=[S.By(("low",))], step=[S.By(("low", "IH"))], outermost=True)]


def test_slopes() -> None:
    [have] = steps("  1. x >= y  by strictly monotone in x from 0, low")
    assert isinstance(have, S.Have)
    assert have.by == [S.Ladder("x", "0", slope=[S.By(("low", "between"))], base=[S.By(("low",))], strict="slope")]


def test_other_lines() -> None:
    found = steps("  obtain u, v from low as pair\n  choose u^2\n  contradiction as no\n  by pair, no")
    assert found == (S.Obtain("low", "u", label="pair for u"), S.Obtain("pair for u", "v", label="pair"),
                     S.Witness("u**2"), S.Negate("no"), S.By(("pair", "no")))  # fmt: skip
    assert steps("  assume more: y > 0\n  by more")[0] == S.Assume("y > 0", "more")
    assert steps("  unfold low as near\n  unfold")[:2] == (S.Unfold("low", "near"), S.Converge())
    unfolded = steps("  unfold low(x) as near\n  by near")
    assert unfolded[0] == S.Use("low", at=("x",), name="near of low", exactly=True)
    assert unfolded[1] == S.Unfold("near of low", "near")
    [line] = steps("  1. x > 0 by continuity in t:\n    base:\n      by low\n    step:\n      by earlier, times")
    assert line.by == [
        S.Bootstrap("t", start=[S.By(("low",))], step=[S.By(("earlier", "times"))], bounds="times", before="earlier")]


def test_a_known_fact_of_the_kernel_is_a_reason_and_not_cited() -> None:
    item = one("  conclude sin(2*x) = 2*sin(x)*cos(x)\n", "  by sin-add(x, x)")
    assert (item.argument, item.because) == ((S.By((("sin-add", ("x", "x")),)),), ())


def test_points_where_hypotheses_hold_and_where_the_conclusion_fails() -> None:
    item = one("  conclude x*y >= 0\n  example x := 1; y := 2\n  counterexample x := 1; y := -1/2\n")
    assert item.example == {"x": "1", "y": "2"} and item.counterexample == {"x": "1", "y": "-1/2"}


# -- what is wrong -----------------------------------------------------------------------------------------------------
WRONG = {
    "theorem t\n  let x: real\n": "t concludes nothing",
    "theorm t\n  conclude 0 = 0\n": "an item begins with its kind",
    HEAD + "  conclude x >= 0\n  example x := 1;\n": "a point is written x := 1; y := 2",
    HEAD + "  conclude x >= 0\n  example x = 1\n": "a point is written x := 1; y := 2",
    HEAD + "  conclude x >= 0\n  example x := 1; x := 2\n": "x is said twice",
    HEAD + "  conclude x >= 0\n  example x := 1\n  example x := 2\n": "the example is said twice",
    HEAD + "  conclude x >= 0\nproof\n  unfold low\nqed\n": "unfold FACT as NAME",
    HEAD + "  conclude x >= 0\nproof\n  unfold lo as near\nqed\n": "lo is no hypothesis",
    HEAD + "  conclude x >= 0\nproof\n  earlier. x >= 0\nqed\n": "earlier is a name that proofs use",
    "theorem t\n  conclud 0 = 0\n": "did you mean conclude?",
    "theorem t\n  conclude 0 = 0\n  conclude 1 = 1\n": "line 3, column 3: there is a conclusion already",
    "theorem t\n  conclude 0 = 0\ntheorem t\n  conclude 0 = 0\n": "line 3, column 9: there is an item t already",
    "theorem t\n  let x, x: real\n  conclude 0 = 0\n": "line 2, column 10: x is declared twice",
    "theorem t\n  let x: real\n  let x: positive\n  conclude 0 = 0\n": "line 3, column 3: x is said twice",
    "theorem t\n  suppose x > 0\n  conclude 0 = 0\n": "a hypothesis has a name",
    "theorem t\n  suppose a: 0 = 0\n  suppose a: 1 = 1\n  conclude 0 = 0\n": "a is said twice",
    "theorem t\n  let by: real\n  conclude by = by\n": "by is a word of the language",
    "theorem t\n  let x real\n  conclude x = x\n": "a variable is declared with its domain",
    "theorem t\n  note nothing\n  conclude 0 = 0\n": "words in quotation marks",
    "theorem t\n\tconclude 0 = 0\n": "line 2, column 1: a tab",
    "theorem t\n    let x: real\n  conclude x = x\n": "line 3, column 3: it is indented unlike",
    "proof\n  1. 0 = 0\nqed\n": "a proof stands after the item",
    HEAD + "  conclude x >= 0\nproof\n  1. x >= 0  by lo\nqed\n": "line 6, column 17: lo is no hypothesis",
    HEAD + "  conclude x >= 0\nproof\n  1. x >= 0  by 2\n  2. x >= 0\nqed\n": "2 is no hypothesis, no line before",
    HEAD + "  conclude x >= 0\nproof\n  1. x >= 0\n  1. x >= 0\nqed\n": "line 7, column 3: 1 is taken",
    HEAD + "  conclude x >= 0\nproof\n  low. x >= 0\nqed\n": "low is taken",
    HEAD + "  conclude x >= 0\nproof\n  take x\nqed\n": "x is taken",
    HEAD + "  conclude x >= 0\nproof\n  1. x >= 0:\n    2. x >= 0\n  by 2\nqed\n": "2 is no hypothesis",
    HEAD + "  conclude x >= 0\nproof\n  x >= 0\nqed\n": "a line of a proof begins with a label",
    HEAD + "  conclude x >= 0\nproof\n  1. x >= 0 by magic trick\nqed\n": "'magic trick' is no name of a fact",
    HEAD + "  conclude x >= 0\nproof\n  case x > 0:\n    1. x >= 0\nqed\n": "there are two cases or more",
    HEAD + "  conclude x >= 0\nproof\n  1. x\n     <= 1\n     >= 0\nqed\n": "the relations of a chain",
    HEAD + "  conclude x >= 0\nproof\n  1. x\n     != 1\n     != 0\nqed\n": "the relations of a chain",
    HEAD + "  conclude x >= 0\nproof\n  1. x >= 0 by low:\n     2. x >= 0\nqed\n": "only an induction, or a line",
    HEAD + "  conclude x >= 0\nproof\n  by low\n    more\nqed\n": "is no name of a fact",
}


@pytest.mark.parametrize(("text", "said"), WRONG.items())
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    assert said in wrong(text)


def test_names_of_other_theorems_are_known_and_the_nearest_is_shown() -> None:
    text = HEAD + "  conclude x >= 0\nproof\n  by young\nqed\n"
    [item] = items(text, elsewhere=["young"])
    assert item.because == ("young",)
    with pytest.raises(ClaimError, match="did you mean young"):
        items(text.replace("by young", "by yuong"), elsewhere=["young"])


ATTACKS = {
    "theorem t\n  let x: real\n  suppose h: x >= 1 \" and x <= 0\n  conclude x >= 0\n":
        "a quotation mark is never closed",
    "theorem t\n  conclude 0 = 0\nproof\n  1. 0 = 0\nqed\nproof\n  1. 1 = 1\nqed\n": "a proof stands after the item",
    "theorem t\n  conclude 0 = 0\nproof\n  1. 0 = 0\n": "qed is missing",
    "theorem t\n  conclude 0 = 0\nproof\n  1. 0 = 0\nqed\n  suppose a: 1 = 0\n": "nothing stands below it",
    "theorem t\n  conclude 0 = 0\nqed\n": "qed ends a proof",
    "definition t\n  let x: real\nproof\n  1. 0 = 0\nqed\n": "a proof stands after the item",
    "section\n  conclude 1 = 0\n": "a section has clauses with let, define, suppose",
    "theorem 1.2\n  conclude 0 = 0\n": "an item begins with its kind",
    "theorem t\n  suppose given: 0 = 0\n  conclude 0 = 0\n": "given is no name for a hypothesis",
    "theorem t\n  suppose h:\n  conclude 0 = 0\n": "hypothesis h says nothing",
    "theorem t\n  let x: ; y: real\n  conclude y = y\n": "a domain is missing",
    "theorem t\n  let x y: real\n  conclude 0 = 0\n": "'x y' is no name for a variable",
    "section\n  let h: real\ntheorem t\n  suppose h: 0 = 0\n  conclude h = h\n": "h is no name for a hypothesis",
    "theorem t\n  suppose h: 0 = 0\n  let h: real\n  conclude h = h\n": "h is said twice",
    "theorem t\n  conclude 0 = 0\u202e\n": "a character that is not seen (U+202E)",
    "theorem t\u00a0\n  conclude 0 = 0\n": "a character that is not seen (U+00A0)",
    HEAD + "  conclude x >= 0\nproof\n  case x >= 1 as big:\n    by big\n  case x < 1 as small:\n    by low\nqed\n":
        "all cases have one name",
    HEAD + "  conclude x >= 0\nproof\n  induction on k:\n    base of it:\n      by low\n    step:\n      by low\nqed\n":
        "below an induction stand",
    HEAD + "  conclude x >= 0\nproof\n  induction on k:\n    base:\n      by low\n    base:\n      by low\nqed\n":
        "below an induction stand",
    HEAD + "  conclude x >= 0\nproof\n  IH. x >= 0\nqed\n": "line 6, column 3: IH is a name that proofs use",
    HEAD + "  conclude x >= 0\nproof\n  assume otherwise: x >= 0\nqed\n": "otherwise is a name that proofs use",
    HEAD + "  conclude x >= 0\nproof\n  1. not x\n    = 1\n    = 2\nqed\n": "a link of a chain is a relation",
    HEAD + "  conclude x >= 0\nproof\n  1. x >= 0  by low.\nqed\n": "'low.' is no name of a fact",
}


@pytest.mark.parametrize(("text", "said"), ATTACKS.items())
def test_what_would_be_read_as_something_else_is_refused(text: str, said: str) -> None:
    assert said in wrong(text)


@pytest.mark.parametrize("written", ["x²3 = 1", "x².5 = 1", "x²e1 = 1", "√2 = x", "xπ = 1", "2π = x", "A²[0, 0] = 1"])
def test_a_sign_never_joins_what_stands_beside_it(written: str) -> None:
    declared = {"x": ("real",), "A": ("matrix", 2, 2), "sqrt2": ("real",), "xpi": ("real",)}
    with pytest.raises(ClaimError):
        parse(line_of_file(written, 1), declared=declared)


def test_a_name_is_bound_once() -> None:
    with pytest.raises(ClaimError, match="u is bound twice"):
        parse("u >= 0 for all u, u: real")


@pytest.mark.parametrize(
    ("definitions", "goal", "means"),
    [
        (["g := x**2", "h(x) := g + x"], "h(5)", "x**2 + 5"),
        (["g := x**2", "h(y) := g + y"], "h(5)", "x**2 + 5"),
        (["g(u) := x*u", "h(x) := g(x) + x"], "h(5)", "x*5 + 5"),
        (["g := x", "h(x) := Sum(x*g, (k, 0, 3))"], "h(2)", "Sum(2*x, (k, 0, 3))"),
    ],
)
def test_a_parameter_is_not_what_an_earlier_abbreviation_mentions(
    definitions: list[str], goal: str, means: str
) -> None:
    declared = {"x": ("real",)}
    read = read_definitions(definitions, declared=declared)
    assert parse(goal, declared=declared, definitions=read) == parse(means, declared=declared)
    assert [str(d) for d in read] == definitions


def test_an_undeclared_name_of_an_abbreviation_is_not_a_parameter_of_another() -> None:
    read = read_definitions(["w := x**2", "v(x) := w + x"])
    with pytest.raises(ClaimError, match="undeclared name x"):
        parse("v(3) == 12", definitions=read)


def test_a_long_or_deep_page_is_refused() -> None:
    assert "at most" in wrong("#\n" * 60_000)
    deep = "theorem t\n  conclude 0 = 0\nproof\n" + "".join(f"{'  ' * (i + 1)}{i}. 0 = 0:\n" for i in range(40))
    assert "nested too deeply" in wrong(deep)
