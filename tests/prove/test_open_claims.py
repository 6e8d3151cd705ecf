"""Meeting lines, signs of parameters, excluded integers, thresholds, tangents: what is proved; twins are not."""

from __future__ import annotations

import pytest
from driving import lines, proved

from verifier.prove.existence.thresholds import thresholds


@pytest.mark.parametrize("line", lines("""
p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 0 | p q in (0,1)
p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)**2 | p q in (0,1)
x*asinh(x) - sqrt(1+x**2) + 1 >= 0 | x in real
cosh(x) <= exp(x**2/2) | x in real
(a-b)/(log(a)-log(b)) < (a+b)/2 | a b in positive | a > b
sqrt(a*b) <= (a-b)/(log(a)-log(b)) | a b in positive | a != b
"""))  # fmt: skip
def test_sides_that_meet_along_a_line(line: str) -> None:
    assert proved(line)


@pytest.mark.parametrize("line", lines("""
p*log(p/q) + (1-p)*log((1-p)/(1-q)) > 0 | p q in (0,1)
p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= (2+1/100)*(p-q)**2 | p q in (0,1)
x*asinh(x) - sqrt(1+x**2) + 1 > 0 | x in real
x*asinh(x) - sqrt(1+x**2) + 1 >= x**2/2 | x in real
cosh(x) < exp(x**2/2) | x in real
cosh(x) <= exp(x**2/2 - x**4/10) | x in real
(a-b)/(log(a)-log(b)) < (a+b)/2 - (a-b)**2/100 | a b in positive | a > b
sqrt(a*b)*(1+1/1000) <= (a-b)/(log(a)-log(b)) | a b in positive | a != b
"""))  # fmt: skip
def test_sides_that_cross_on_or_near_the_line_are_not_compared(line: str) -> None:
    assert not proved(line, seconds=1.2)


@pytest.mark.parametrize("line", lines("""
limit((x*asinh(x/s) - sqrt(s**2+x**2) + s)*s, s, oo) == x**2/2 | x in real
limit((x*asinh(x/s) - sqrt(s**2+x**2) + s)/log(1/s), s, 0, '+') == Abs(x) | x in real
limit(asinh(x/s)*s, s, oo) == x | x in real
"""))  # fmt: skip
def test_limits_are_found_for_each_sign_of_a_parameter(line: str) -> None:
    assert proved(line)


@pytest.mark.parametrize("line", lines("""
limit((x*asinh(x/s) - sqrt(s**2+x**2) + s)*s, s, oo) == x*Abs(x)/2 | x in real
limit((x*asinh(x/s) - sqrt(s**2+x**2) + s)/log(1/s), s, 0, '+') == x | x in real
limit(asinh(x/s)*s, s, oo) == Abs(x) | x in real
limit(x/(x*s), s, oo) == 1 | x in real
"""))  # fmt: skip
def test_limits_that_differ_for_one_sign_are_not_proved(line: str) -> None:
    assert not proved(line, seconds=1.5)


@pytest.mark.parametrize("line", lines("""
2**n >= n**2 | n in integer | n >= 1; n != 3
2**n > n**2 | n in integer | n >= 0; n < 4; n != 3; n != 2
"""))  # fmt: skip
def test_integers_that_are_excluded_are_passed_over(line: str) -> None:
    assert proved(line)


@pytest.mark.parametrize("line", lines("""
2**n >= n**2 | n in integer | n >= 1
2**n >= n**2 | n in integer | n >= 1; n != 4
2**n > n**2 | n in integer | n >= 1; n != 3
2**n > n**2 | n in integer | n >= 0; n < 5; n != 3; n != 2
"""))  # fmt: skip
def test_integers_at_which_the_goal_fails_are_not_passed_over(line: str) -> None:
    assert not proved(line, seconds=1.5)


@pytest.mark.parametrize("line", lines("""
exists(N, positive integer, forall(n, positive integer, implies(n >= N, 1/n < 1/1000)))
exists(N, positive integer, forall(n, positive integer, implies(n >= N, n**2 > 100*n + 17)))
exists(N, positive, forall(x, real, implies(x >= N, x**2 > 300*x + 1)))
"""))  # fmt: skip
def test_where_something_holds_from_some_number_on(line: str) -> None:
    assert proved(line)


@pytest.mark.parametrize("line", lines("""
exists(N, positive integer, forall(n, positive integer, implies(n <= N, 1/n < 1/1000)))
exists(N, positive integer, forall(n, positive integer, implies(n >= N, 1/n < 0)))
exists(N, positive integer, forall(n, positive integer, implies(n >= N, n**2 > 100*n + 17)) and N < 100)
"""))  # fmt: skip
def test_no_number_is_named_where_there_is_none(line: str) -> None:
    assert not proved(line, seconds=1.5)


def test_thresholds_come_from_the_greatest_solution() -> None:
    body = ("forall", "n", ("integer", 1, "oo"), ("implies", (">=", "n", "N"), ("<", ("/", 1, "n"), ("/", 1, 1000))))
    found = list(thresholds("N", ("integer", 1, "oo"), body, {}))
    assert found[:2] == [1000, 1001]
    assert list(thresholds("M", ("integer", 1, "oo"), body, {})) == []


@pytest.mark.parametrize("line", lines("""
sin(A) + sin(B) + sin(C) <= 3*sqrt(3)/2 | A B C in positive | A + B + C == pi
exp(x) + exp(y) + exp(z) >= 3 | x y z in real | x + y + z == 0
"""))  # fmt: skip
def test_sums_lie_above_their_tangents(line: str) -> None:
    assert proved(line)


@pytest.mark.parametrize("line", lines("""
sin(A) + sin(B) + sin(C) < 3*sqrt(3)/2 | A B C in positive | A + B + C == pi
sin(A) + sin(B) + sin(C) <= 2598/1000 | A B C in positive | A + B + C == pi
sin(A) + sin(B) + sin(C) <= 3*sqrt(3)/2 | A B C in positive | A + B + C == 4*pi
sin(A) + sin(B) + 2*sin(C) <= 2*sqrt(3) | A B C in positive | A + B + C == pi
exp(x) + exp(y) + exp(z) >= 3 | x y z in real | x + y - z == 0
"""))  # fmt: skip
def test_sums_below_the_tangent_at_the_middle_are_not_proved(line: str) -> None:
    assert not proved(line, seconds=1.2)


@pytest.mark.parametrize("line", lines("""
Abs(cos(x)/x - 2*sin(x)/x**2 + 2*(1-cos(x))/x**3) <= 1/3 | x in real | x != 0
x*exp(-x) <= exp(-1) + 1/10**30 | x in real
x*sin(x) < x**2 | x in real | x != 0
"""))  # fmt: skip
def test_halves_of_the_line_and_points_that_nearly_touch(line: str) -> None:
    assert proved(line)


@pytest.mark.parametrize("line", lines("""
Abs(sin(x)/x) <= 1 - x**2/6 | x in real | x != 0
x*exp(-x) <= exp(-1) - 1/10**30 | x in real
x*sin(x) < x**2 | x in real
x**3*sin(x)/Abs(x) < x**2 | x in real | x != 0
x*Abs(x) + x**2 + exp(-x**2) > 1 | x in real | x != 0
"""))  # fmt: skip
def test_what_fails_on_one_half_is_not_proved(line: str) -> None:
    assert not proved(line, seconds=1.2)
