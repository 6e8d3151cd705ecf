"""Claim files: what they say, and errors that name file, claim, line and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.language.errors import ClaimError
from verifier.language.files import MAX_BYTES, load, loads
from verifier.language.typing.typing import check_types

SAMPLE = """
[[claim]]
id = "ak.57f"
variables = { x = "(-pi/2, pi/2)" }
goal = "diff(log(Abs(cos(x))),x) == tan(x)"

[[claim]]
id = "ak.153"
variables = {}
goal = "inverse(Matrix([[1,2],[3,4]])) == Matrix([[-2,1],[3/2,-1/2]])"

[[claim]]
id = "coq.8n"
variables = { x = "[1/2, 2.01]" }
goal = "Abs(sqrt(x)-(((122/7397*x+(-1733)/13547)*x+529/1274)*x+227/925)) <= 4/65536"

[[claim]]
id = "sos.6"
variables = { a = "real", b = "nonnegative", c = "nonnegative", x = "nonnegative", y = "nonnegative" }
given = ["x**2 == c", "y**2 == a**2*c+b"]
goal = "a*c <= y*x"

[[claim]]
id = "lim.017"
variables = {}
goal = "limit(1 / (x - 1), x, 1, '-') == -oo"

[[claim]]
id = "sum.14"
variables = { n = "nonnegative integer" }
goal = "Sum(binomial(n,k)*2**k,(k,0,n)) == 3**n"
note = "the binomial theorem"

[[claim]]
id = "hp.2"
variables = {}
goal = "integrate(atan(x)/x,(x,0,1)) == Catalan"

[[claim]]
id = "meti.asin-8-sqrt3"
variables = { x = "(0, 1)" }
goal = "asin(x) <= 0.05 + 3.1416*(1.415+1/2)*(sqrt(1+x)-sqrt(1-x))/(4+sqrt(1+x)+sqrt(1-x))"

[[claim]]
id = "edge/one"
variables = { x = "(1/2+(2.5*10**(-8)), 1-10**(-8))", A = "matrix(3,3)", z = "complex" }
goal = "x > 0 and det(A.T) == det(A) and ceil(x) == 1 and zeta(3) > 1 and Abs(z) >= 0"
"""


def test_sample_claims_are_read_and_typed() -> None:
    claims = loads(SAMPLE)
    assert [c.id for c in claims][:2] == ["ak.57f", "ak.153"] and len(claims) == 9
    for c in claims:
        check_types(c.statement())
    assert claims[3].given[1].name == "h2"
    assert claims[5].note == "the binomial theorem"


INFERENCE = """
[[claim]]
id = "square"
variables = { a = "real", n = "positive integer", M = "matrix(n, n)" }
goal = "a**2 >= 0"

[[claim]]
id = "bound"
variables = { a = "real", b = "positive" }
given = ["b > 1"]
goal = "a**2 <= b"

[[claim]]
id = "both"
variables = { c = "real", a = "real" }
given = { extra = "c > b" }
because = ["square", "bound"]
goal = "0 <= b < c"
"""


def test_a_line_has_its_own_hypotheses_and_the_variables_it_uses() -> None:
    c = loads(INFERENCE)[2]
    assert [(h.name, h.formula) for h in c.given] == [("extra", (">", "c", "b"))]
    assert [v.name for v in c.variables] == ["c", "a", "b"]  # b is taken from what is cited; n and M are not used
    assert next(label for label, _ in c.statement().given) == "b.positive"
    assert c.because == ("square", "bound")


def table(**fields: str) -> str:
    base = {"id": '"c"', "variables": '{ x = "real" }', "goal": '"x > 0"', **fields}
    return "[[claim]]\n" + "\n".join(f"{k} = {v}" for k, v in base.items() if v)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (table(goal='"x >\\n q"'), "f.toml, claim 'c', goal, line 2, column 2: undeclared name q"),
        (table(goal=""), "f.toml, claim 'c': the goal is missing"),
        (table(goal="true"), "f.toml, claim 'c': the goal must be a statement as text, not a truth value"),
        (table(goal="0.5"), "f.toml, claim 'c': the goal must be a statement as text, not float"),
        (table(id='"a b"'),
         "f.toml: claim number 1: its id 'a b' is not made of letters, digits and . _ / -"),
        (table(id='"../é"'), "f.toml: claim number 1: its id"),
        (table(id=""), "f.toml: claim number 1: its id is missing"),
        (table(id="3"), "f.toml: claim number 1: its id 3 is not"),
        (table() + "\n" + table(), "f.toml: claim 'c': there is an earlier claim of this id"),
        (table(goals='"x"'), "f.toml, claim 'c': unknown key 'goals'; known are"),
        (table(variables='["x"]'), "f.toml, claim 'c': variables must be a table"),
        (table(variables="{ x = 1 }"), "f.toml, claim 'c': the domain of 'x' must be a text"),
        (table(variables='{ x = "[0, q]" }'),
         "f.toml, claim 'c', domain of x, line 1, column 5: undeclared name q"),
        (table(given='"x > 1"'), "f.toml, claim 'c': given must be a list of texts"),
        (table(given='["x >"]'), "f.toml, claim 'c', given 'h1', line 1, column 4: no expression"),
        (table(note="1"), "f.toml, claim 'c': note must be a text"),
        (table(because='["d"]'), "f.toml, claim 'c': because names 'd', which is no earlier claim"),
        (table() + "\n" + table(id='"d"', because='["c", "c"]'), "f.toml, claim 'd': because names 'c' twice"),
        (table() + "\n" + table(id='"d"', variables='{ x = "complex" }', goal='"x == 0"', because='["c"]'),
         "f.toml, claim 'd': x is 'complex' here and 'real' in 'c'"),
        (table() + "\n" + table(id='"d"', given="{ c = \"x > 1\" }", because='["c"]'),
         "f.toml, claim 'd': the hypothesis 'c' has the name of a claim in because"),
        (table(definitions='["E := x**2"]') + "\n" + table(id='"d"', definitions='["E := x**3"]', because='["c"]'),
         "f.toml, claim 'd': E is defined differently in 'c'"),
        ("version = 2", "f.toml: version 2 is not known, only 1"),
        ("claims = 1", "f.toml: unknown key 'claims'"),
        ("claim = 1", "f.toml: claims are written as [[claim]] tables"),
        ("[[claim]\n", "f.toml: no TOML: "),
        ("a = " + "[" * 50_000, "f.toml: line 1: nested too deeply"),
        ("a = " + "{b=" * 50_000, "f.toml: "),
        ("a = " + "9" * 50_000, "f.toml: "),
        ("a" + ".a" * 20_000 + " = 1", "f.toml: "),
    ],
)  # fmt: skip
def test_mistakes_in_files_are_one_line(text: str, line: str, tmp_path: Path) -> None:
    with pytest.raises(ClaimError) as caught:
        loads(text, "f.toml")
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 1_000


def test_files_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    missing, binary, large = (tmp_path / name for name in ("missing.toml", "binary.toml", "large.toml"))
    binary.write_bytes(b"\xff\xfe")
    large.write_bytes(b"#" * (MAX_BYTES + 1))
    for path, words in [
        (missing, "cannot be read"),
        (binary, "not UTF-8"),
        (large, "at most"),
        (tmp_path, "cannot"),
    ]:
        with pytest.raises(ClaimError, match=words) as caught:
            load(path)
        assert str(caught.value).startswith(str(path))


def test_an_empty_file_has_no_claims(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text("version = 1\n")
    assert load(path) == []
