"""Two points of one function, zeros, remainders, floors, entries of matrices: what is proved; twins are not."""

from __future__ import annotations

from types import ModuleType

import pytest
from driving import lines
from driving import proved as proved_by

from verifier.language.claim import claim
from verifier.prove.equations import identities
from verifier.prove.integers import floors, number_fields, remainders
from verifier.prove.numbers import basic, entries
from verifier.prove.order import contrapositive, distinct, factoring, monotone, numeric, plain_signs
from verifier.prove.order.certificates import linear
from verifier.prove.portfolio import decide

PLAIN: tuple[ModuleType, ...] = (basic, numeric, plain_signs, identities, linear)


def proved(line: str, *more: ModuleType, effort: int = 2) -> bool:
    return proved_by(line, (*PLAIN, *more), effort, 20.0)


@pytest.mark.parametrize("line", lines("""
atan(x) < atan(y) | x y in real | x < y
tan(x) < tan(y) | x y in (-pi/2, pi/2) | x < y
x*exp(x) < y*exp(y) | x y in positive | x < y
zeta(y) < zeta(x) | x y in (1, oo) | x < y
Abs(atan(x) - atan(y)) <= Abs(x - y) | x y in real
sinh(x) <= sinh(y) | x y in real | x <= y
"""))  # fmt: skip
def test_functions_are_compared_at_two_points(line: str) -> None:
    assert proved(line, monotone, factoring)


@pytest.mark.parametrize("line", lines("""
atan(x) < atan(y) | x y in real | x <= y
tan(x) < tan(y) | x y in (-pi/2, 3*pi/2) | x < y; cos(x) != 0; cos(y) != 0
x*exp(x) < y*exp(y) | x y in real | x < y
zeta(x) < zeta(y) | x y in (1, oo) | x < y
Abs(2*atan(x) - 2*atan(y)) <= Abs(x - y) | x y in real
Abs(atan(x) - atan(y)) < Abs(x - y) | x y in real
1/x > 1/y | x y in nonzero | x < y
sin(x) <= sin(y) | x y in [-pi/2, pi] | x <= y
"""))  # fmt: skip
def test_functions_that_do_not_rise_are_not_compared(line: str) -> None:
    assert not proved(line, monotone, factoring)


def test_the_inverse_of_a_function_is_used_where_it_rises() -> None:
    both = (monotone, contrapositive)
    assert proved("x < y | x y in real | exp(x) < exp(y)", *both)
    assert proved("x == y | x y in positive | log(x) == log(y)", *both)
    assert not proved("x < y | x y in real | exp(x) <= exp(y)", *both)
    assert not proved("x == y | x y in real | cosh(x) == cosh(y)", *both)
    assert not proved("x < y | x y in real | exp(-x) < exp(-y)", *both)


@pytest.mark.parametrize(("line", "good"), [
    ("x**2 - 2*sqrt(2)*x + 2 >= 0 | x in real", True),
    ("x**2 - 2*sqrt(2)*x + 2 > 0 | x in real", False),
    ("x**2 - 2*sqrt(2)*x + 2 > 0 | x in real | x != sqrt(2)", True),
    ("x**2 - 2*sqrt(2)*x + 2 > 0 | x in real | x != -sqrt(2)", False),
    ("x**4 - 5*x**2 + 6 < 0 | x in (sqrt(2), sqrt(3))", True),
    ("x**4 - 5*x**2 + 6 < 0 | x in [sqrt(2), sqrt(3))", False),
    ("x**4 - 5*x**2 + 6 <= 0 | x in [sqrt(2), sqrt(3)]", True),
    ("x**4 - 2*sqrt(6)*x**2 + 6 >= 0 | x in real", True),
    ("x**4 - 2*sqrt(6)*x**2 + 599/100 >= 0 | x in real", False),
    ("3*x**2 - 4 != 0 | x in (1, oo) | x != 2/sqrt(3)", True),
    ("3*x**2 - 4 != 0 | x in real | x != 2/sqrt(3)", False),
    ("x**3*y - x*y**3 != 0 | x y in real | x != y; x != -y; x != 0; y != 0", True),
    ("x**3*y - x*y**3 != 0 | x y in real | x != y; x != 0; y != 0", False),
    ("log(x) != 0 | x in positive | x != 1", True),
    ("log(x) != 0 | x in positive | x != 2", False),
    ("cosh(x) != 2 | x in real | x != 0", False),
], ids=str)  # fmt: skip
def test_square_roots_are_adjoined_and_points_left_out(line: str, good: bool) -> None:
    assert proved(line, factoring, number_fields, distinct, monotone) == good


@pytest.mark.parametrize(("line", "good"), [
    ("Mod(n*(n + 1)*(n + 2), 6) == 0 | n in integer", True),
    ("Mod(n*(n + 1)*(n + 2), 12) == 0 | n in integer", False),
    ("Mod(10**n, 9) == 1 | n in nonnegative integer", True),
    ("Mod(10**n, 11) == 1 | n in nonnegative integer", False),
    ("Mod(a, 3) == 0 | a b in integer | Mod(a**2 + b**2, 3) == 0", True),
    ("Mod(a, 5) == 0 | a b in integer | Mod(a**2 + b**2, 5) == 0", False),
    ("floor(x) + floor(y) <= floor(x + y) | x y in real", True),
    ("floor(x) + floor(y) >= floor(x + y) | x y in real", False),
    ("floor(x + y) <= floor(x) + floor(y) + 1 | x y in real", True),
    ("floor(x + y) < floor(x) + floor(y) + 1 | x y in real", False),
    ("floor(n/2) + ceiling(n/2) == n | n in integer", True),
    ("floor(n/2) + ceiling(n/2) == n | n in real", False),
    ("n <= floor(x) | n in integer; x in real | n <= x", True),
    ("n < floor(x) | n in integer; x in real | n < x", False),
    ("y <= floor(x) | y in real; x in real | y <= x", False),
    ("ceiling(x) - floor(x) <= 1 | x in real", True),
    ("ceiling(x) - floor(x) == 1 | x in real", False),
], ids=str)  # fmt: skip
def test_remainders_and_floors(line: str, good: bool) -> None:
    assert proved(line, remainders, floors) == good


@pytest.mark.parametrize(("line", "good"), [
    ("trace(A)**2 >= 4*det(A) | A in symmetric matrix(2)", True),
    ("trace(A)**2 > 4*det(A) | A in symmetric matrix(2)", False),
    ("A*inverse(A) == eye(2) | A in matrix(2, 2) | det(A) != 0", True),
    ("A*inverse(A) == eye(2) | A in matrix(2, 2)", False),
    ("inverse(A*B) == inverse(B)*inverse(A) | A B in matrix(2, 2) | det(A) != 0; det(B) != 0", True),
    ("inverse(A*B) == inverse(B)*inverse(A) | A B in matrix(2, 2) | det(A) != 0", False),
    ("Matrix([[1, a], [0, 1]])**n == Matrix([[1, n*a], [0, 1]]) | n in nonnegative integer; a in real", True),
    ("Matrix([[1, a], [0, 1]])**n == Matrix([[1, n*a], [0, 1]]) | n in integer; a in real", False),
    ("Matrix([[1, a], [0, 1]])**n == Matrix([[1, a], [0, 1]]) | n in positive integer; a in real", False),
    ("A == B | A B in matrix(2, 2) | det(A) == det(B); trace(A) == trace(B)", False),
], ids=str)  # fmt: skip
def test_matrices_by_their_entries(line: str, good: bool) -> None:
    from verifier.prove.order.certificates import squares

    assert proved(line, entries, factoring, number_fields, squares) == good


@pytest.mark.parametrize(("goal", "verdict"), [
    ("exists(x, real, x**5 - x - 1 == 0)", "proved"),
    ("exists(x, (2, 3), x**3 - 2*x - 5 == 0)", "proved"),
    ("forall(x, real, x**5 - x - 1 != 0)", "refuted"),
    ("exists(x, real, x**4 - x + 1 == 0)", "refuted"),
])  # fmt: skip
def test_zeros_without_a_closed_form(goal: str, verdict: str) -> None:
    assert decide(claim("c", goal), 20).verdict == verdict


def test_no_zero_is_found_next_to_a_pole_or_outside_of_the_range() -> None:
    for goal in ("exists(x, (-1, 1), 1/x == 0 and x != 0)", "exists(x, (0, 1), x**3 - 2*x - 5 == 0)"):
        assert decide(claim("c", goal), 6).verdict != "proved"
