"""Inequalities that must be proved, and their corrupted twins, which must not: order of numbers, sums of squares."""

from __future__ import annotations

from types import ModuleType

import pytest
from driving import lines, proved

from verifier.prove.numbers import basic, cases
from verifier.prove.order import factoring, plain_signs
from verifier.prove.order.certificates import linear, squares
from verifier.prove.order.one_variable import reciprocals

SIGNS: tuple[ModuleType, ...] = (basic, plain_signs)
LINEAR: tuple[ModuleType, ...] = (basic, plain_signs, linear)
ALL: tuple[ModuleType, ...] = (basic, plain_signs, linear, cases, factoring, reciprocals, squares)


BY_SIGNS = """
0 < x**2 + 1 | x in real
x**2 > 0 | x in nonzero
x/y < 0 | x in positive; y in negative
x**2*(1 - x)/(3 + x)**2 >= 0 | x in [0, 1]
(x - 1)*(x - 2) < 0 | x in (1, 2)
x/(1 + 1/(x + 1/y)) > 0 | x y in positive
exp(x)/(1 + exp(x)) > 0 | x in real
log(x) > 0 | x in (1, oo)
log(x) <= 0 | x in (0, 1]
sinh(x) < 0 | x in negative
Abs(x) > 0 | x in nonzero
Min(x, 1) > 0 | x in positive
Max(x, 1) > 0 | x in real
x > 0 | x in nonnegative | x != 0
1/(x - y) > 0 | x y in real | y < x
(a - c)*(b - d) > 0 | a b c d in real | c < a; d < b
x**(-3) < 0 | x in negative
x**(2/3) >= 0 | x in nonnegative
1/n > 0 | n in positive integer
factorial(n) + n >= 0 | n in nonnegative integer
x*y == 0 | x y in real | x == 0
pi**2 > 0
"""

NOT_BY_SIGNS = """
x**2 > 0 | x in real
x/y != 0 | x in real; y in nonzero
3 - 2*x > 0 | x in (0, 2)
log(x) < 0 | x in (0, 1]
Abs(x) > 0 | x in real
Min(x, 1) > 0 | x in real
Max(x, y) > 0 | x in real; y in nonnegative
a - b > 0 | a b in positive
(x - 1)*(x - 2) <= 0 | x in (1, 3)
x**(-3) > 0 | x in nonzero
x**3 > 0 | x in real
1/n > 0 | n in integer | n != 0
x**2 - 1 >= 0 | x in [0, 1]
sqrt(x) > 0 | x in nonnegative
sin(x) > 0 | x in (0, 4)
(a - c)*(b - d) > 0 | a b c d in real | c < a
x*y == 0 | x y in real | x >= 0
"""


@pytest.mark.parametrize("line", lines(BY_SIGNS))
def test_signs_that_show(line: str) -> None:
    assert proved(line, SIGNS, 0)


@pytest.mark.parametrize("line", lines(NOT_BY_SIGNS))
def test_signs_that_do_not_hold(line: str) -> None:
    assert not proved(line, ALL, 2, 3.0)


LINEARLY = """
x + y < 3 | x in (0, 1); y in (0, 2)
x + y < z | x y z in real | x < 1; y <= 1; z >= 2
a + b < 3 | a b in real | a <= 1; b == 1
x == 1 | x in real | x <= 1; x >= 1
x*y >= x + y - 1 | x y in [1, oo)
x**2 + y**2 + z**2 >= x*y + y*z + z*x | x y z in real
x + 1/x >= 2 | x in positive
x + 1/x <= -2 | x in negative
2*x/(1 + x**2) <= 1 | x in real
a*c <= b*c | a b c in positive | a <= b
x == 0 | x y in real | x**2 + y**2 == 0
n <= n*n | n in integer
y > 3 | x y in integer | x + 3 <= 2; y + 2*x >= 3
x >= 2 | x in integer | x**2 >= 2; x >= 0
x < y | x y in real | x <= y; x != y
x >= y | x y in real | x < y; y < x
y == 2 | x y in real | x*y == 2*x; x != 0
x**3 == 1/2 | x y in real | x**2*y == 1; x*y**2 == 2
y**3 == z**2 | x y z in real | x**2 == y; x**3 == z
sin(x) > 0 | x in (0, 1)
a**2 + b**2 + c**2 >= 1/3 | a b c in real | a + b + c == 1
"""

NOT_LINEARLY = """
x + y < 2 | x in (0, 1); y in (0, 2)
x + y < z | x y z in real | x <= 1; y <= 1; z >= 2
x*y > x + y - 1 | x y in [1, oo)
x**2 + y**2 > 2*x*y | x y in real
x + 1/x > 2 | x in positive
x + 1/x >= 2 | x in nonzero
2*x/(1 + x**2) < 1 | x in real
a*c <= b*c | a b c in real | a <= b
n < n*n | n in integer
n <= n*n | n in real
x >= 2 | x in real | x**2 >= 2; x >= 0
y == 2 | x y in real | x*y == 2*x
y**2 == z**3 | x y z in real | x**2 == y; x**3 == z
x == y | x y in real | x**2 == y**2
x < y | x y in real | x <= y
"""


@pytest.mark.parametrize("line", lines(LINEARLY))
def test_farkas(line: str) -> None:
    assert proved(line, LINEAR, 2)


@pytest.mark.parametrize("line", lines(NOT_LINEARLY))
def test_farkas_leaves_what_is_false(line: str) -> None:
    assert not proved(line, ALL, 3, 3.0)


BY_SQUARES = """
x**4 - 2*x**2 + 1 >= 0 | x in real
x**3 <= x**2 | x in [0, 1]
x**3 - 3*x + 2 >= 0 | x in (-2, oo)
x**7 - x + 1 > 0 | x in nonnegative
(a**2 + b**2)*(c**2 + d**2) >= (a*c + b*d)**2 | a b c d in real
(a**2 + b**2 + c**2)**2 >= 3*(a**3*b + b**3*c + c**3*a) | a b c in real
x**4*y**2 + x**2*y**4 + 1 - 3*x**2*y**2 >= 0 | x y in real
x*(x - y)*(x - z) + y*(y - x)*(y - z) + z*(z - x)*(z - y) >= 0 | x y z in nonnegative
a/(b + c) + b/(c + a) + c/(a + b) >= 3/2 | a b c in positive
a**2/b + b**2/c + c**2/a >= a + b + c | a b c in positive
x + y + z >= 3 | x y z in positive | x*y*z == 1
x*y*z <= 1/27 | x y z in positive | x + y + z == 1
x**2*y + y**2*z + z**2*x <= 4/27 | x y z in nonnegative | x + y + z == 1
(a**4 + 4*b**4 + 1)/(a*b) >= 4 | a b in real | a*b > 0
x == y | x y in positive | x**2 == y**2
x == y | x y in real | x**3 == y**3
sqrt(x*y) <= (x + y)/2 | x y in nonnegative
(x*y*z)**(1/3) <= (x + y + z)/3 | x y z in positive
cbrt(1 + x) <= 1 + x/3 | x in nonnegative
sqrt(x + 1) - sqrt(x) < 1/(2*sqrt(x)) | x in positive
x*sqrt(1 - y**2) + y*sqrt(1 - x**2) <= 1 | x y in [0, 1]
x + sqrt(2 + 3*y**2) <= 2*sqrt(21)/3 | x y in positive | x**2 + y**2/2 == 1
(y**2/x**2)**(1/3) <= 1 | x y in positive | 1/x**2 + 2*y == 3
exp(x/3 + 2*y/3) <= exp(x)/3 + 2*exp(y)/3 | x y in real
Abs(a - b) <= Abs(a - c) + Abs(b - c) | a b c in real
Abs(Abs(x) - Abs(y)) <= Abs(x - y) | x y in real
Max(x, y) + Min(x, y) == x + y | x y in real
floor(m/p) <= floor(n/p) | m n in nonnegative integer; p in positive integer | m <= n
floor(m/n) <= m | m in nonnegative integer; n in positive integer
sqrt(a**2 + b**2) + sqrt(c**2 + d**2) >= sqrt((a + c)**2 + (b + d)**2) | a b c d in real
cbrt(x) + cbrt(y) <= cbrt(4*(x + y)) | x y in nonnegative
64*x**7 - 112*x**5 + 56*x**3 - 7*x <= 1 | x in [-1, 1]
(x**3 - 2)**2*(x + 1) >= 0 | x in [-1, oo)
(a - 1 + 1/b)*(b - 1 + 1/c)*(c - 1 + 1/a) <= 1 | a b c in positive | a*b*c == 1
a*x**2 + b*x + c != 0 | a b c x in real | b**2 < 4*a*c
"""

NOT_BY_SQUARES = """
x**4 - 2*x**2 + 1 > 0 | x in real
x**4 - 2*x**2 + 1 >= 1/10**12 | x in real
x**3 - 3*x + 2 > 0 | x in (-2, oo)
x**3 - 3*x + 2 >= 0 | x in (-3, oo)
x**2*y + y**2*z + z**2*x < 4/27 | x y z in nonnegative | x + y + z == 1
a/(b + c) + b/(c + a) + c/(a + b) > 3/2 | a b c in positive
a/(b + c) + b/(c + a) + c/(a + b) >= 3/2 + 1/10**10 | a b c in positive
x + y + z >= 3 | x y z in positive | x*y*z == 999/1000
x*y*z <= 1/27 | x y z in real | x + y + z == 1
(a**4 + 4*b**4 + 1)/(a*b) >= 4 | a b in nonzero
x == y | x y in nonzero | x**4 == y**4
sqrt(x*y) < (x + y)/2 | x y in nonnegative
(x*y*z)**(1/3) <= (x + y + z)/4 | x y z in positive
cbrt(1 + x) < 1 + x/3 | x in nonnegative
x + sqrt(2 + 3*y**2) < 2*sqrt(21)/3 | x y in positive | x**2 + y**2/2 == 1
(y**2/x**2)**(1/3) < 1 | x y in positive | 1/x**2 + 2*y == 3
exp(x/3 + 2*y/3) < exp(x)/3 + 2*exp(y)/3 | x y in real
Abs(a - b) < Abs(a - c) + Abs(b - c) | a b c in real
Max(x, y) > Min(x, y) | x y in real
floor(m/p) < floor(n/p) | m n in nonnegative integer; p in positive integer | m <= n
floor(m/p) <= floor(n/p) | m n p in integer | m <= n; p != 0
floor(m/n) < m | m in nonnegative integer; n in positive integer
sqrt(a**2 + b**2) + sqrt(c**2 + d**2) > sqrt((a + c)**2 + (b + d)**2) | a b c d in real
cbrt(x) + cbrt(y) <= cbrt(3*(x + y)) | x y in nonnegative
64*x**7 - 112*x**5 + 56*x**3 - 7*x < 1 | x in [-1, 1]
(x**3 - 2)**2*(x + 1) > 0 | x in (-1, oo)
(a - 1 + 1/b)*(b - 1 + 1/c)*(c - 1 + 1/a) < 1 | a b c in positive | a*b*c == 1
a*x**2 + b*x + c != 0 | a b c x in real | b**2 <= 4*a*c
"""


@pytest.mark.parametrize("line", lines(BY_SQUARES))
def test_sums_of_squares(line: str) -> None:
    assert proved(line, ALL, 3)


@pytest.mark.parametrize("line", lines(NOT_BY_SQUARES))
def test_sums_of_squares_leave_what_is_false(line: str) -> None:
    assert not proved(line, ALL, 3, 3.0)
