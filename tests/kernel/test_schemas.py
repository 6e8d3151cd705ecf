"""Every line of the table of known facts, at random and at special points, with mpmath; and lines that are false.

A point counts where the conditions of the line hold.  Functions are total in the kernel, with unknown values where
they are undefined: a value outside of a function's domain fails the test unless the conditions exclude the point.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import mpmath
import pytest

from verifier.kernel.facts.schemas import TABLE
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, schema

DIGITS = 60
STRICT_DIGITS = 250  # where 1 - tanh(a) has to be seen
REALS = ["0", "1", "-1", "1/2", "-1/2", "2", "-2", "pi", "-pi", "pi/2", "-pi/2", "3", "-3", "1/3", "10", "-7/3"]
REALS += ["1e-3", "-1/E"]
WHOLE = [0, 1, -1, 2, -2, 3, -3, 4, 7]


class Undefined(ValueError):
    """A function is met outside of its domain."""


def real(text: str) -> Any:
    if text == "-1/E":
        return -mpmath.exp(-1)
    top, _, bottom = text.replace("pi", "0").partition("/")
    if "pi" in text:
        sign = -1 if text[0] == "-" else 1
        return sign * mpmath.pi / (int(bottom) if bottom else 1)
    return mpmath.mpf(top) / (int(bottom) if bottom else 1)


def isreal(x: Any) -> bool:
    return not isinstance(x, mpmath.mpc) or x.imag == 0


def need(condition: bool) -> None:
    if not condition:
        raise Undefined


def sequence_value(word: str, n: int, k: int = 0) -> int:
    """Combinatorial numbers from their definitions by counting or summation, not by the recurrences of the table."""
    need(n >= 0 and k >= 0)
    if word == "stirling2":
        total = sum((-1) ** (k - j) * mpmath.binomial(k, j) * mpmath.mpf(j) ** n for j in range(k + 1))
        return int(mpmath.nint(total / mpmath.factorial(k)))
    if word == "stirling1":  # the coefficient of x^k in x*(x + 1)*...*(x + n - 1)
        row = [1]
        for i in range(n):
            row = [i * a + b for a, b in zip([*row, 0], [0, *row], strict=True)]
        return row[k] if k <= n else 0
    assert word == "bell"
    return sum(sequence_value("stirling2", n, j) for j in range(n + 1))


def function(word: str, args: list[Any]) -> Any:
    m = mpmath
    x = args[0] if args else None
    if word in ("pi", "E", "I", "EulerGamma", "GoldenRatio", "Catalan", "oo"):
        return {"oo": m.inf, "pi": m.pi, "E": m.e, "I": m.mpc(0, 1), "EulerGamma": m.euler, "GoldenRatio": m.phi,
                "Catalan": m.catalan}[word] * 1  # fmt: skip
    if word in ("exp", "sin", "cos", "sinh", "cosh"):
        return getattr(m, word)(x)
    if word in ("re", "im"):
        return m.mpf(getattr(m.mpmathify(x), "real" if word == "re" else "imag"))
    if word == "conjugate":
        return m.conj(x)
    if word == "binomial":
        n, k = int(args[0]), int(args[1])
        return m.mpf(0) if k < 0 else m.mpf(m.nint(m.ff(n, k) / m.factorial(k)))
    if word == "RisingFactorial":
        return m.fprod(x + i for i in range(int(args[1])))
    if word == "FallingFactorial":
        return m.fprod(x - i for i in range(int(args[1])))
    if word == "arg":
        need(x != 0)
        return m.arg(x)
    need(all(isreal(a) for a in args))
    x = m.re(x)
    if word in ("tanh", "sech", "asinh", "atan", "erf", "erfc"):
        return getattr(m, word)(x)
    if word in ("tan", "sec", "cot", "csc"):
        need(abs(m.cos(x) if word in ("tan", "sec") else m.sin(x)) > 1e-30)
        return getattr(m, word)(x)
    if word in ("coth", "csch"):
        need(x != 0)
        return getattr(m, word)(x)
    if word == "acot":
        return m.pi / 2 if x == 0 else m.atan(1 / x)
    if word == "atan2":
        need(x != 0 or args[1] != 0)
        return m.atan2(x, args[1])
    if word in ("asin", "acos"):
        need(-1 <= x <= 1)
        return getattr(m, word)(x)
    if word == "atanh":
        need(-1 < x < 1)
        return m.atanh(x)
    if word == "acosh":
        need(x >= 1)
        return m.acosh(x)
    if word == "log":
        need(x > 0 and (len(args) < 2 or (args[1] > 0 and args[1] != 1)))
        return m.log(x) if len(args) < 2 else m.log(x) / m.log(args[1])
    if word == "sign":
        return m.sign(x)
    if word == "ceiling":
        return m.ceil(x)
    if word == "cbrt":
        return m.sign(x) * m.cbrt(abs(x))
    if word == "root":
        n = int(args[1])
        need(n >= 1 and (x >= 0 or n % 2 == 1))
        return m.sign(x) * m.root(abs(x), n)
    if word in ("gamma", "loggamma", "digamma", "beta"):
        need(all(a > 0 or (word == "gamma" and a != m.floor(a)) for a in args))
        return getattr(m, word)(*args)
    if word == "lambertw":
        least = -m.exp(-1)
        need(x >= least - m.mpf(10) ** (5 - m.mp.dps))
        return m.re(m.lambertw(max(x, least)))
    if word in ("factorial", "harmonic", "fibonacci"):
        need(x >= 0 or word == "fibonacci")
        return getattr(m, word)(int(x))
    if word in ("stirling1", "stirling2", "bell"):
        return m.mpf(sequence_value(word, *(int(a) for a in args)))
    if word == "zeta":
        return m.zeta(x)
    raise AssertionError(f"no meaning of {word}")


def value(e: Expr, at: dict[str, Any]) -> Any:
    if isinstance(e, int):
        return mpmath.mpf(e)
    if isinstance(e, str):
        return at[e]
    op, args = e[0], e[1:]
    if op == "sum":
        lo, hi = int(value(args[2], at)), int(value(args[3], at))
        return mpmath.fsum(value(args[0], {**at, str(args[1]): mpmath.mpf(j)}) for j in range(lo, hi + 1))
    if op == "fn" and args[0] in ("Sum", "Product"):
        name, sort, body = operands(args[1])
        start = int(value(operands(sort)[0], at))
        with mpmath.workdps(25):
            run = mpmath.nsum if args[0] == "Sum" else mpmath.nprod
            return run(lambda k: value(body, {**at, str(name): k}), [start, mpmath.inf])
    if op == "fn":
        return function(str(args[0]), [value(a, at) for a in args[1:]])
    v = [value(a, at) for a in args]
    if op in ("+", "*"):
        total = v[0]
        for x in v[1:]:
            total = total + x if op == "+" else total * x
        return total
    if op in ("-", "neg"):
        return v[0] - v[1] if op == "-" else -v[0]
    if op == "/":
        need(v[1] != 0)
        return v[0] / v[1]
    if op == "^":
        u, r = v
        if isreal(r) and mpmath.re(r) == int(mpmath.re(r)):
            n = int(mpmath.re(r))
            need(u != 0 or n >= 0)
            return mpmath.mpf(1) if n == 0 else u**n
        need(isreal(u) and isreal(r) and (mpmath.re(u) > 0 or (mpmath.re(u) == 0 and mpmath.re(r) > 0)))
        return mpmath.re(u) ** mpmath.re(r) if mpmath.re(u) else mpmath.mpf(0)
    if op == "sqrt":
        need(isreal(v[0]) and mpmath.re(v[0]) >= 0)
        return mpmath.sqrt(mpmath.re(v[0]))
    if op == "abs":
        return abs(v[0])
    if op == "floor":
        return mpmath.floor(v[0])
    if op in ("min", "max"):
        return min(v) if op == "min" else max(v)
    raise AssertionError(f"no meaning of {op}")


def compared(op: Any, a: Any, b: Any) -> bool:
    a, b = mpmath.re(a), mpmath.re(b)
    return bool({"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op])


def holds(p: Expr, at: dict[str, Any], slack: Any) -> bool:
    """Whether a relation holds, up to rounding; `slack` < 0 wants it to hold clearly or exactly (conditions)."""
    op, args = head(p), operands(p)
    if op == "and":
        return all(holds(a, at, slack) for a in args)
    a, b = (value(x, at) for x in args)
    if mpmath.isinf(a) or mpmath.isinf(b):
        return compared(op, a, b)
    size = 1 + abs(a) + abs(b)
    if op in ("==", "!="):
        return bool((abs(a - b) <= abs(slack) * size) == (op == "=="))
    a, b = mpmath.re(a), mpmath.re(b)
    gap = b - a if op in ("<", "<=") else a - b
    if slack > 0 and op in ("<", ">"):
        return bool(gap > 0)
    if slack < 0:  # a condition: where it cannot be told from a tie, only a weak one counts
        return bool(gap > -slack * size or (op in ("<=", ">=") and gap >= slack * size))
    return bool(gap >= -slack * size)


def points(letters: tuple[str, ...], draw: random.Random) -> Iterator[dict[str, Any]]:
    special = {
        x: [mpmath.mpf(n) for n in WHOLE] if x in "kmn" else [real(t) for t in REALS]
        + ([mpmath.mpc(0, 1), mpmath.mpc(1, -2), mpmath.mpc(0, 0)] if x in "zw" else [])
        for x in letters
    }  # fmt: skip
    every = 1
    for x in letters:
        every *= len(special[x])
    if every <= 5000:
        for choice in itertools.product(*(special[x] for x in letters)):
            yield dict(zip(letters, choice, strict=True))
    for _ in range(0 if not letters else 400):
        at: dict[str, Any] = {}
        for x in letters:
            if draw.random() < 0.3:
                at[x] = draw.choice(special[x])
            elif x in "kmn":
                at[x] = mpmath.mpf(draw.randrange(-6, 7))
            elif x in "zw":
                at[x] = mpmath.mpc(draw.gauss(0, 2), draw.gauss(0, 2))
            else:
                at[x] = mpmath.mpf(draw.gauss(0, 1)) * draw.choice((1, 0.2, 5))
        yield at


def endless(e: Expr) -> bool:
    return any(head(x) == "fn" and operands(x)[0] in ("Sum", "Product") for x in subexpressions(e))


def tally(letters: tuple[str, ...], conditions: tuple[Expr, ...], fact: Expr) -> tuple[int, list[str]]:
    """How many points satisfied the conditions, and those at which the fact then failed."""
    met, failed = 0, []
    long = endless(fact)  # few points, where the sum is known to ten digits
    by_powers = any(head(x) == "fn" and operands(x)[0] == "zeta" for x in subexpressions(fact))
    digits = STRICT_DIGITS if head(fact) in ("<", ">", "and") else DIGITS
    with mpmath.workdps(digits):
        for at in points(letters, random.Random(1)):
            if long and (met >= 12 or any(abs(abs(x) - 1) < 0.2 and abs(x) != 1 for x in at.values())):
                continue
            try:
                if not all(holds(c, at, -mpmath.mpf(10) ** -30) for c in conditions):
                    continue
                if long and any(abs(x) > 4 or (by_powers and x != int(x)) for x in at.values()):
                    continue
            except Undefined:
                continue
            met += 1
            try:
                good = holds(fact, at, mpmath.mpf(10) ** (-9 if long else -22))
            except Undefined:
                good = False
            if not good:
                failed.append(str({k: mpmath.nstr(v, 6) for k, v in at.items()}))
    return met, failed


@pytest.mark.parametrize("name", sorted(TABLE))
def test_every_line_holds_where_its_conditions_do(name: str) -> None:
    met, failed = tally(*schema(name))
    assert not failed, f"{name}: {TABLE[name]} fails at {failed[:3]}"
    least = 5 if schema(name)[0] and not endless(schema(name)[2]) else 1
    assert met >= least, f"{name}: only {met} points satisfy the conditions"


#: lines that are false, most of them a line of the table without a condition
FALSE_LINES = (
    "sqrt(a**2) == a", "log(a**2) == 2*log(a)", "log(a*b) == log(a) + log(b)", "exp(log(a)) == a", "asin(sin(a)) == a",
    "atan(tan(a)) == a", "acos(cos(a)) == a", "sqrt(a*b) == sqrt(a)*sqrt(b)", "a > 0 -> (a**b)**c == a**(b**c)",
    "b > 0 and c > 0 -> (a**b)**c == a**(b*c)", "acot(a) == atan(1/a)", "a >= 0 -> acot(-a) == -acot(a)",
    "exp(a) > 1 + a",
    "a <= b -> exp(a) < exp(b)", "a > 0 -> log(a) < a - 1", "tan(a)*cos(a) == sin(a)", "z**(m + n) == z**m * z**n",
    "abs(z + w) == abs(z) + abs(w)", "abs(z)**2 == z**2", "atan(a) + atan(b) == atan((a + b)/(1 - a*b))",
    "a*b > 1 -> atan(a) + atan(b) == atan((a + b)/(1 - a*b)) + pi", "cos(a/2) == sqrt((1 + cos(a))/2)",
    "sin(a/2) == sqrt((1 - cos(a))/2)", "0 <= a and a <= pi -> sin(a) > 0", "lambertw(a*exp(a)) == a", "a < floor(a)",
    "cosh(a) > 1", "asinh(a) == log(a - sqrt(a**2 + 1))", "atanh(a) == log((1 + a)/(1 - a))", "(z*w)**n == z**n * w**n",
    "sin(z + pi*n) == sin(z)", "cos(pi*n) == 1", "conjugate(z*w) == conjugate(z)*w", "a**0 == a", "0**b == 0",
    "a >= 0 and b >= 0 -> a**b > 0", "binomial(n, n) == 1", "zeta(0) == 1/2", "fibonacci(n) > 0", "sign(a)*a == a",
    "a >= -1/E -> lambertw(a) > -1", "gamma(a + 1) == gamma(a)", "sinh(I*z) == sin(z)", "abs(a + I*b) == a + b",
    "a**2 + b**2 > 0 -> arg(a + I*b) == atan2(a, b)", "a < 0 -> arg(a) == -pi",
    "a < 0 -> atan2(b, a) == atan(b/a) + pi",
    "b >= 0 and a != 0 -> atan2(b, a) == pi/2 - atan(a/b)", "b > 0 -> atan2(b*sin(a), b*cos(a)) == a",
    "a > 0 -> digamma(a) < log(a) - 1/a", "a > 0 -> digamma(a) > log(a) - 1/(2*a)",
    "0 < a and a <= b -> digamma(a) < digamma(b)",
    "0 < a and a < 1 -> gamma(a)*gamma(1 - a)*sin(a) == pi",
    "0 < a and a < 1 -> digamma(1 - a) - digamma(a) == -pi*cot(pi*a)",
    "a > 0 -> gamma(a)*gamma(a + 1/2) == 2**(1 + 2*a)*sqrt(pi)*gamma(2*a)", "erfc(a) <= exp(-a**2)",
    "a > 0 -> erfc(a) > exp(-a**2)",
    "a > 1 -> zeta(a) > 1 + 1/(a - 1)", "12*zeta(-1) == 1", "n >= 0 -> zeta(-2*n) == 0",
    "abs(abs(z) - abs(w)) <= abs(z + w)/2",
    "n >= 0 and k >= 0 -> FallingFactorial(n, k)*factorial(k) == factorial(n)",
    "a >= -1/E -> lambertw(a) >= 0", "root(a**4, 4) == a",
    "a > 0 -> log(a) != 0", "a >= 0 -> lambertw(a) == log(a) - log(lambertw(a))", "root(a**3, 3) == abs(a)",
)  # fmt: skip


@pytest.mark.parametrize("line", FALSE_LINES)
def test_a_false_line_is_noticed(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TABLE, f"false {line}", line)
    met, failed = tally(*schema(f"false {line}"))
    assert met and failed


def test_letters_of_integers_and_complex_numbers_are_the_ones_the_rule_checks() -> None:
    for name in TABLE:
        letters, _, fact = schema(name)
        assert set(letters) <= set("abckmnwz"), name
        if head(fact) in ("<", "<=", ">", ">="):  # order is about real terms only
            inside = {x for x in free_names(fact) if x in "zw"}
            assert not inside or "abs(" in TABLE[name] or "exp(z) != 0" in TABLE[name], name
