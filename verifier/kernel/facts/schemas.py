"""What is known of the elementary and the combinatorial functions: named facts, for all values of their letters.

This table is part of what is trusted, so it is written to be read.  A line is ``conditions -> fact``.  Letters
a, b, c, ... stand for real terms, k, m, n for integer ones, z, w for scalars that may be complex.  Outside of
the conditions nothing is claimed: functions are total in the kernel, with unknown values where they are
undefined.  Real powers a^b are those of positive a, except for integer exponents.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

from verifier.kernel.algebra.field import Field, is_real
from verifier.kernel.facts.axioms import AXIOMS
from verifier.kernel.facts.integral_table import TABLE as INTEGRALS
from verifier.kernel.facts.integral_table import integral_line
from verifier.kernel.facts.special_facts import SPECIAL
from verifier.kernel.logic.sequents import Checking, Node, Rejected, Sequent
from verifier.kernel.terms.binding import bind, free_names, operands, substitute
from verifier.kernel.terms.expr import BINDERS, HEADS, INTEGER, Expr, head
from verifier.kernel.work import bounded

PREFIX = "integral-"  # of the names of lines of the table of integrals
TABLE: dict[str, str] = {
    # order and absolute value
    "abs-positive": "a >= 0 -> abs(a) == a",
    "abs-negative": "a <= 0 -> abs(a) == -a",
    "abs-nonnegative": "abs(z) >= 0",
    "abs-square": "abs(a)**2 == a**2",
    "abs-product": "abs(z*w) == abs(z)*abs(w)",
    "abs-difference": "abs(abs(z) - abs(w)) <= abs(z - w)",
    "abs-apart": "z != 0 -> abs(z) > 0",
    "min-left": "a <= b -> min(a, b) == a",
    "min-right": "b <= a -> min(a, b) == b",
    "max-left": "b <= a -> max(a, b) == a",
    "max-right": "a <= b -> max(a, b) == b",
    "min-abs": "2*min(a, b) == a + b - abs(a - b)",
    "max-abs": "2*max(a, b) == a + b + abs(a - b)",
    "sign-positive": "a > 0 -> sign(a) == 1",
    "sign-negative": "a < 0 -> sign(a) == -1",
    "sign-zero": "sign(0) == 0",
    "floor-below": "floor(a) <= a",
    "floor-above": "a < floor(a) + 1",
    "floor-value": "n <= a and a < n + 1 -> floor(a) == n",
    "ceiling": "ceiling(a) == -floor(-a)",
    "integer-step": "m < n -> m + 1 <= n",
    # roots and powers
    "sqrt-square": "a >= 0 -> sqrt(a)**2 == a",
    "sqrt-nonnegative": "a >= 0 -> sqrt(a) >= 0",
    "sqrt-positive": "a > 0 -> sqrt(a) > 0",
    "sqrt-abs": "sqrt(a**2) == abs(a)",
    "sqrt-product": "a >= 0 and b >= 0 -> sqrt(a*b) == sqrt(a)*sqrt(b)",
    "sqrt-power": "a >= 0 -> a**(1/2) == sqrt(a)",
    "cbrt-cube": "cbrt(a)**3 == a",
    "root-power": "n >= 1 and a >= 0 -> root(a, n) == a**(1/n)",
    "root-odd": "n >= 0 -> root(-a, 2*n + 1) == -root(a, 2*n + 1)",
    "root-odd-power": "n >= 0 -> root(a**(2*n + 1), 2*n + 1) == a",
    "root-even-power": "n >= 1 -> root(a**(2*n), 2*n) == abs(a)",
    "power-positive": "a > 0 -> a**b > 0",
    "power-nonnegative": "a >= 0 and b >= 0 -> a**b >= 0",
    "power-zero": "b > 0 -> 0**b == 0",
    "power-one": "1**b == 1",
    "power-power": "a > 0 -> (a**b)**c == a**(b*c)",
    "power-power-nonnegative": "a >= 0 and b > 0 and c > 0 -> (a**b)**c == a**(b*c)",
    "power-integer-power": "a > 0 -> (a**n)**b == a**(n*b)",
    "power-product": "a > 0 and b > 0 -> (a*b)**c == a**c * b**c",
    "power-exp": "a > 0 -> a**b == exp(b*log(a))",
    "power-integer-add": "z != 0 -> z**(m + n) == z**m * z**n",
    "power-natural-add": "m >= 0 and n >= 0 -> z**(m + n) == z**m * z**n",
    "power-integer-multiple": "z != 0 -> (z**m)**n == z**(m*n)",
    "power-integer-product": "z != 0 and w != 0 -> (z*w)**n == z**n * w**n",
    "power-natural-product": "n >= 0 -> (z*w)**n == z**n * w**n",
    "power-inverse": "z != 0 -> (1/z)**n * z**n == 1",
    "power-nonzero": "z != 0 -> z**n != 0",
    "power-natural-one": "a >= 1 and n >= 0 -> a**n >= 1",
    "power-even": "((-1)**n)**2 == 1",
    # exponential and logarithm
    "E": "exp(1) == E",
    "exp-zero": "exp(0) == 1",
    "exp-add": "exp(z + w) == exp(z)*exp(w)",
    "exp-multiple": "exp(n*z) == exp(z)**n",
    "exp-nonzero": "exp(z) != 0",
    "exp-positive": "exp(a) > 0",
    "exp-power": "exp(a*b) == exp(a)**b",
    "exp-monotone": "a < b -> exp(a) < exp(b)",
    "exp-monotone-weak": "a <= b -> exp(a) <= exp(b)",
    "log-one": "log(1) == 0",
    "log-exp": "log(exp(a)) == a",
    "exp-log": "a > 0 -> exp(log(a)) == a",
    "log-monotone": "0 < a and a < b -> log(a) < log(b)",
    "log-monotone-weak": "0 < a and a <= b -> log(a) <= log(b)",
    "log-base": "a > 0 and b > 0 and b != 1 -> log(a, b)*log(b) == log(a)",
    # hyperbolic functions by exponentials
    "sinh": "2*sinh(z) == exp(z) - exp(-z)",
    "cosh": "2*cosh(z) == exp(z) + exp(-z)",
    "tanh": "tanh(a)*(exp(a) + exp(-a)) == exp(a) - exp(-a)",
    "coth": "a != 0 -> coth(a)*sinh(a) == cosh(a)",
    "sech": "sech(a)*cosh(a) == 1",
    "csch": "a != 0 -> csch(a)*sinh(a) == 1",
    "cosh-bound": "cosh(a) >= 1",
    "asinh": "asinh(a) == log(a + sqrt(a**2 + 1))",
    "acosh": "a >= 1 -> acosh(a) == log(a + sqrt(a**2 - 1))",
    "atanh": "-1 < a and a < 1 -> 2*atanh(a) == log((1 + a)/(1 - a))",
    # trigonometric functions
    "pi-positive": "pi > 3",
    "pi-over-zero": "pi > 0",
    "sin-zero": "sin(0) == 0",
    "cos-zero": "cos(0) == 1",
    "sin-pi": "sin(pi) == 0",
    "cos-pi": "cos(pi) == -1",
    "sin-half-pi": "sin(pi/2) == 1",
    "cos-half-pi": "cos(pi/2) == 0",
    "sin-sixth-pi": "2*sin(pi/6) == 1",
    "cos-sixth-pi": "2*cos(pi/6) == sqrt(3)",
    "sin-quarter-pi": "2*sin(pi/4) == sqrt(2)",
    "cos-quarter-pi": "2*cos(pi/4) == sqrt(2)",
    "cos-fifth-pi": "4*cos(pi/5) == 1 + sqrt(5)",
    "sin-half": "0 <= a and a <= 2*pi -> sin(a/2) == sqrt((1 - cos(a))/2)",
    "cos-half": "-pi <= a and a <= pi -> cos(a/2) == sqrt((1 + cos(a))/2)",
    "sin-cos": "sin(z)**2 + cos(z)**2 == 1",
    "sin-add": "sin(z + w) == sin(z)*cos(w) + cos(z)*sin(w)",
    "cos-add": "cos(z + w) == cos(z)*cos(w) - sin(z)*sin(w)",
    "sin-negative": "sin(-z) == -sin(z)",
    "cos-negative": "cos(-z) == cos(z)",
    "sin-period": "sin(z + 2*pi*n) == sin(z)",
    "cos-period": "cos(z + 2*pi*n) == cos(z)",
    "sin-multiple-pi": "sin(pi*n) == 0",
    "cos-multiple-pi": "cos(pi*n) == (-1)**n",
    "sin-imaginary": "sin(I*z) == I*sinh(z)",
    "cos-imaginary": "cos(I*z) == cosh(z)",
    "sin-positive": "0 < a and a < pi -> sin(a) > 0",
    "cos-positive": "-pi/2 < a and a < pi/2 -> cos(a) > 0",
    "sin-upper": "sin(a) <= 1",
    "sin-lower": "sin(a) >= -1",
    "cos-upper": "cos(a) <= 1",
    "cos-lower": "cos(a) >= -1",
    "tan": "cos(a) != 0 -> tan(a)*cos(a) == sin(a)",
    "cot": "sin(a) != 0 -> cot(a)*sin(a) == cos(a)",
    "sec": "cos(a) != 0 -> sec(a)*cos(a) == 1",
    "csc": "sin(a) != 0 -> csc(a)*sin(a) == 1",
    "asin-sin": "-pi/2 <= a and a <= pi/2 -> asin(sin(a)) == a",
    "sin-asin": "-1 <= a and a <= 1 -> sin(asin(a)) == a",
    "cos-asin": "-1 <= a and a <= 1 -> cos(asin(a)) == sqrt(1 - a**2)",
    "asin-zero": "asin(0) == 0",
    "asin-negative": "-1 <= a and a <= 1 -> asin(-a) == -asin(a)",
    "acos": "-1 <= a and a <= 1 -> acos(a) == pi/2 - asin(a)",
    "acos-cos": "0 <= a and a <= pi -> acos(cos(a)) == a",
    "cos-acos": "-1 <= a and a <= 1 -> cos(acos(a)) == a",
    "sin-acos": "-1 <= a and a <= 1 -> sin(acos(a)) == sqrt(1 - a**2)",
    "atan-tan": "-pi/2 < a and a < pi/2 -> atan(tan(a)) == a",
    "sin-atan": "sin(atan(a))*sqrt(1 + a**2) == a",
    "cos-atan": "cos(atan(a))*sqrt(1 + a**2) == 1",
    "atan-sum": "a*b < 1 -> atan(a) + atan(b) == atan((a + b)/(1 - a*b))",
    "atan-sum-above": "a > 0 and a*b > 1 -> atan(a) + atan(b) == atan((a + b)/(1 - a*b)) + pi",
    "atan-sum-below": "a < 0 and a*b > 1 -> atan(a) + atan(b) == atan((a + b)/(1 - a*b)) - pi",
    "atan-range": "-pi/2 < atan(a) and atan(a) < pi/2",
    "atan-negative": "atan(-a) == -atan(a)",
    "atan-zero": "atan(0) == 0",
    "acot-positive": "a > 0 -> acot(a) == atan(1/a)",
    "acot-negative": "a < 0 -> acot(a) == atan(1/a)",
    "acot-zero": "acot(0) == pi/2",
    "atan2-right": "a > 0 -> atan2(b, a) == atan(b/a)",
    "atan2-left-up": "a < 0 and b >= 0 -> atan2(b, a) == atan(b/a) + pi",
    "atan2-left-down": "a < 0 and b < 0 -> atan2(b, a) == atan(b/a) - pi",
    "atan2-up": "b > 0 -> atan2(b, a) == pi/2 - atan(a/b)",
    "atan2-down": "b < 0 -> atan2(b, a) == -pi/2 - atan(a/b)",
    "atan2-polar": "-pi < a and a <= pi and b > 0 -> atan2(b*sin(a), b*cos(a)) == a",
    # functions that rise (or fall) with their argument
    "sqrt-monotone": "0 <= a and a < b -> sqrt(a) < sqrt(b)",
    "sqrt-monotone-weak": "0 <= a and a <= b -> sqrt(a) <= sqrt(b)",
    "power-monotone-weak": "0 < a and a <= b and c >= 0 -> a**c <= b**c",
    "power-falling-weak": "0 < a and a <= b and c <= 0 -> b**c <= a**c",
    "exponent-monotone-weak": "a >= 1 and b <= c -> a**b <= a**c",
    "sinh-monotone-weak": "a <= b -> sinh(a) <= sinh(b)",
    "asinh-monotone": "a < b -> asinh(a) < asinh(b)",
    "erf-monotone": "a < b -> erf(a) < erf(b)",
    "euler": "exp(I*z) == cos(z) + I*sin(z)",
    "I": "I**2 == -1",
    # complex numbers
    "re-im": "z == re(z) + I*im(z)",
    "re-cartesian": "re(a + I*b) == a",
    "im-cartesian": "im(a + I*b) == b",
    "conjugate": "conjugate(z) == re(z) - I*im(z)",
    "abs-complex": "abs(z)**2 == re(z)**2 + im(z)**2",
    "abs-cartesian": "abs(a + I*b) == sqrt(a**2 + b**2)",
    "arg-positive": "a > 0 -> arg(a) == 0",
    "arg-negative": "a < 0 -> arg(a) == pi",
    "arg-cartesian": "a**2 + b**2 > 0 -> arg(a + I*b) == atan2(b, a)",
    # oo and -oo, with which no arithmetic is done
    "infinities": "-oo < oo and -oo <= oo and -oo != oo and oo != -oo and oo <= oo and -oo <= -oo and oo == oo"
    " and -oo == -oo",
    "finite": "-oo < a and a < oo and -oo <= a and a <= oo and a != oo and oo != a and a != -oo and -oo != a",
    # constants
    "GoldenRatio": "2*GoldenRatio == 1 + sqrt(5)",
    # combinatorial functions, by their recurrences
    "factorial": "n >= 0 -> factorial(n + 1) == (n + 1)*factorial(n)",
    "factorial-positive": "n >= 0 -> factorial(n) > 0",
    "factorial-gamma": "n >= 0 -> factorial(n) == gamma(n + 1)",
    "binomial-zero": "binomial(n, 0) == 1",
    "binomial-outside": "n >= 0 and k > n -> binomial(n, k) == 0",
    "binomial-negative": "n >= 0 and k < 0 -> binomial(n, k) == 0",
    "binomial-same": "n >= 0 -> binomial(n, n) == 1",
    "binomial-pascal": "n >= 0 -> binomial(n + 1, k + 1) == binomial(n, k) + binomial(n, k + 1)",
    "binomial-absorb": "n >= 0 and k >= 0 -> (k + 1)*binomial(n, k + 1) == (n - k)*binomial(n, k)",
    "binomial-upper": "n >= 0 and k >= 0 -> (n + 1 - k)*binomial(n + 1, k) == (n + 1)*binomial(n, k)",
    "binomial-nonnegative": "n >= 0 -> binomial(n, k) >= 0",
    "binomial-positive": "0 <= k and k <= n -> binomial(n, k) > 0",
    "fibonacci": "n >= 0 -> fibonacci(n + 2) == fibonacci(n + 1) + fibonacci(n)",
    "harmonic": "n >= 0 -> harmonic(n + 1) == harmonic(n) + 1/(n + 1)",
    "stirling2-zero": "n >= 1 -> stirling2(n, 0) == 0",
    "stirling2-outside": "n >= 0 and k > n -> stirling2(n, k) == 0",
    "stirling2": "n >= 0 and k >= 0 -> stirling2(n + 1, k + 1) == (k + 1)*stirling2(n, k + 1) + stirling2(n, k)",
    "stirling1-zero": "n >= 1 -> stirling1(n, 0) == 0",
    "stirling1-outside": "n >= 0 and k > n -> stirling1(n, k) == 0",
    "stirling1": "n >= 0 and k >= 0 -> stirling1(n + 1, k + 1) == n*stirling1(n, k + 1) + stirling1(n, k)",
    "bell": "n >= 0 -> bell(n + 1) == sum(binomial(n, k)*bell(k), k, 0, n)",
    "bell-stirling": "n >= 0 -> sum(stirling2(n, k), k, 0, n) == bell(n)",
    "stirling2-nonnegative": "n >= 0 and k >= 0 -> stirling2(n, k) >= 0",
    "stirling1-nonnegative": "n >= 0 and k >= 0 -> stirling1(n, k) >= 0",
    "bell-positive": "n >= 0 -> bell(n) >= 1",
    "rising-zero": "RisingFactorial(z, 0) == 1",
    "rising": "n >= 0 -> RisingFactorial(z, n + 1) == (z + n)*RisingFactorial(z, n)",
    "falling-zero": "FallingFactorial(z, 0) == 1",
    "falling": "n >= 0 -> FallingFactorial(z, n + 1) == (z - n)*FallingFactorial(z, n)",
    "falling-factorial": "0 <= k and k <= n -> FallingFactorial(n, k)*factorial(n - k) == factorial(n)",
    "falling-binomial": "n >= 0 and k >= 0 -> binomial(n, k)*factorial(k) == FallingFactorial(n, k)",
    **SPECIAL,
}

_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}
_RELATIONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_CONSTANTS = frozenset(("pi", "E", "I", "EulerGamma", "GoldenRatio", "Catalan", "oo"))
_INTEGERS, _SCALARS = frozenset("kmn"), frozenset("zw")


def _built(node: Any) -> Expr:
    """A line of the table as an expression."""
    if isinstance(node, ast.Constant):
        assert isinstance(node.value, int)
        return node.value
    if isinstance(node, ast.Name):
        return ("fn", node.id) if node.id in _CONSTANTS else node.id
    if isinstance(node, ast.UnaryOp):
        inner = _built(node.operand)
        return -inner if isinstance(inner, int) else ("neg", inner)
    if isinstance(node, ast.BinOp):
        return (_OPERATORS[type(node.op)], _built(node.left), _built(node.right))
    if isinstance(node, ast.Compare):
        return (_RELATIONS[type(node.ops[0])], _built(node.left), _built(node.comparators[0]))
    if isinstance(node, ast.BoolOp):
        return ("or" if isinstance(node.op, ast.Or) else "and", *(_built(v) for v in node.values))
    args = tuple(_built(a) for a in node.args)
    if node.func.id in ("Sum", "Product"):  # Sum(term, k, first): to infinity
        return ("fn", node.func.id, bind("forall", str(args[1]), ("integer", args[2], "oo"), args[0]))
    if node.func.id in BINDERS:
        return bind(node.func.id, str(args[1]), args[0], *args[2:])
    return (node.func.id, *args) if node.func.id in HEADS else ("fn", node.func.id, *args)


@cache
def schema(name: str) -> tuple[tuple[str, ...], tuple[Expr, ...], Expr]:
    """Letters in alphabetical order, conditions, fact.  Raises `Rejected` for a name that is not in the table."""
    if name in AXIOMS:
        return (), (), AXIOMS[name]
    if name.startswith(PREFIX) and name.removeprefix(PREFIX) in INTEGRALS:
        return integral_line(name.removeprefix(PREFIX))
    if name not in TABLE:
        raise Rejected(f"there is no known fact {name!r:.60}")
    with bounded():  # read once for all checks: none of them pays for it, lest its work depend on those before it
        return _read(TABLE[name])


def _read(line: str) -> tuple[tuple[str, ...], tuple[Expr, ...], Expr]:
    before, arrow, after = line.rpartition(" -> ")
    fact = _built(ast.parse(after, mode="eval").body)
    conditions: tuple[Expr, ...] = ()
    if arrow:
        condition = _built(ast.parse(before, mode="eval").body)
        conditions = operands(condition) if head(condition) == "and" else (condition,)
    letters = free_names(fact).union(*(free_names(c) for c in conditions))
    return tuple(sorted(letters)), conditions, fact


def instance(c: Checking, s: Sequent, goal: Expr, node: Node) -> None:
    """Use a known fact at given terms (in the alphabetical order of its letters), proving its conditions.

    It is a line of this table or of that of integrals, or an axiom, which the report of the check names.
    """
    letters, conditions, fact = schema(str(node["name"]))
    terms = list(node.get("at", []))
    premises = list(node.get("premises", []))
    if len(terms) != len(letters) or len(premises) != len(conditions):
        raise Rejected(f"instance: {node['name']} takes {len(letters)} terms and {len(conditions)} premises")
    values: dict[str, Expr] = {}
    for letter, data in zip(letters, terms, strict=True):
        term = c.expression(s, data)
        if letter in _INTEGERS:
            c.fits(s, term, INTEGER)
        elif letter not in _SCALARS and not is_real(term, s.sorts):
            raise Rejected(f"instance: {node['name']} is about real terms")
        Field(s.sorts).read(term)  # a scalar, and no matrix
        values[letter] = term
    if node["name"] in AXIOMS:
        c.axioms.add(node["name"])
    for condition, premise in zip(conditions, premises, strict=True):
        c.check(s, substitute(condition, values), premise)
    c.check(s.assume(node["as"], substitute(fact, values)), goal, node["then"])
