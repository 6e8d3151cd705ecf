"""Texts and claim files that are made to break a reader: used by the tests and by `benchmarks/attacks.py`."""

from __future__ import annotations

from collections.abc import Callable

DECLARED = 'x = "real", y = "real", n = "positive integer", A = "matrix(n, n)", s = "real sequence"'

#: no claims: each gets one line with its place
TEXTS: dict[str, str] = {
    "nested huge powers": "x > 9**9**9",
    "a power of ten": "x > 2**(10**9)",
    "a power of a sum of powers": "x == (2**9999 + 1)**(2**40)",
    "a negative tower": "x == 2**-9**9**9",
    "powers behind a name": "x == x**(y - y + 10**6)**(10**6)**(10**9)",
    "a power by division": "x > 2**(10**9/1)",
    "decimal power": "x > 1e999 ** 1e3",
    "subclasses": "().__class__.__bases__[0].__subclasses__() == x",
    "globals": "Max.__globals__ == x",
    "format": "'{0.__class__}'.format(x) == x",
    "nested formatted text": "f'{f\"{x}\"}' == 0",
    "set comprehension": "{i for i in s} == 0",
    "dict comprehension": "{i: i for i in s} == 0",
    "lambda default": "(lambda a=open('f'): a)() > 0",
    "walrus in a call": "sin(z := 3) > 0",
    "call of a call": "sin(x)(y) > 0",
    "call of an entry": "s[0](x) > 0",
    "attribute of a number": "(1).real > 0",
    "attribute after T": "A.T.__class__ == A",
    "exec": "exec('x') > 0",
    "open": "open('/etc/passwd') > 0",
    "two lines": "x > 0\nimport os",
    "carriage return": "x > 0\r\nimport os",
    "form feed": "x > 0 \f",
    "byte order mark": "\ufeffx > 0",
    "mathematical letter": "\U0001d465 > 0",
    "ligature": "\ufb01 > 0",
    "combining accent": "x\u0301 > 0",
    "right to left": "\u202ex > 0\u202c",
    "isolate": "x \u2066> 0\u2069",
    "arabic digit": "x > \u0663",
    "superscript": "x\u00b2 > 0",
    "greater or equal": "x \u2265 0",
    "minus sign": "x > \u22121",
    "non-breaking space": "x\u00a0> 0",
    "line separator": "x > 0\u2028",
    "delete": "x\x7f > 0",
    "escape": "x > 0 \x1b[2J",
    "huge entries": "A[" * 5_000 + "0" + "]" * 5_000 + " > 0",
    "deep cases": "Piecewise((" * 3_000 + "x" + ", x > 0))" * 3_000 + " > 0",
    "deep implications": "implies(x > 0, " * 3_000 + "x > 0" + ")" * 3_000,
    "deep sums": "Sum(" * 3_000 + "x" + ", (j, 0, 1))" * 3_000 + " > 0",
    "a long chain": "x" + " < x" * 6_000,
    "many relations": " and ".join(["x > 0"] * 3_000),
    "million digits after the point": "x > 0." + "1" * 19_000,
    "a long name": "x" * 10_000 + " > 0",
    "a long text": "x > 0" + " " * 1_000_000 + "+ 1",
    "an unfinished text": "x > '",
    "an unfinished raw text": "r'" + "\\" * 5_000 + " > x",
    "a name as a function": "x(x) > 0",
    "a keyword": "class > 0",
    "match": "match x: case _: pass",
    "a type": "x: int > 0",
    "matrix product": "A @ A == A",
    "shift": "x << 10**9 > 0",
    "not in": "x not in s",
    "is": "x is y",
    "star": "*s > 0",
    "two stars": "sin(**s) > 0",
}  # fmt: skip

_HEAD = '[[claim]]\nid = "a"\n'


def files() -> dict[str, str | bytes]:
    """Files that are none of claims: each gets one line that names the file."""
    deep = 40_000
    return {
        "deep arrays": "a = " + "[" * deep + "]" * deep,
        "deep tables": "a = " + "{b = " * deep + "1" + "}" * deep,
        "deep with spaces": "a = " + "[\n" * deep,
        "deep with comments": "a = " + "[ # \n" * deep,
        "deep behind values": "a = " + "[1, " * deep + "1" + "]" * deep,
        "deep tables behind values": "a = " + "{c = 1, b = " * deep + "1" + "}" * deep,
        "mixed nesting": "a = " + "[{b = " * deep,
        "a long dotted key": "a" + ".a" * deep + " = 1",
        "a long table name": "[a" + ".a" * deep + "]\n",
        "a long array of tables": "[[a" + ".a" * deep + "]]\n",
        "many dotted keys": "".join(f"a{'.a' * 200}.b{i} = 1\n" for i in range(5_000)),
        "dotted keys that grow": "".join(f"{'.'.join(['a'] * i)}.b{i} = 1\n" for i in range(1, 1_500)),
        "dotted table names that grow": "".join(f"[{'.'.join(['a'] * i)}.b{i}]\n" for i in range(1, 1_500)),
        "duplicate keys": _HEAD + 'goal = "1 < 2"\ngoal = "1 < 2"\n',
        "duplicate tables": "[claim]\n[claim]\n",
        "a redefined table": "a = 1\n[a.b]\n",
        "many keys": "".join(f"k{i} = 1\n" for i in range(200_000)),
        "many tables": "[[claim]]\n" * 200_000,
        "many empty tables": "".join(f"[t{i}]\n" for i in range(200_000)),
        "a huge file": "#" * 50_000_000,
        "a huge text": _HEAD + 'goal = "' + "x" * 3_900_000 + '"',
        "a huge integer": "version = " + "9" * 1_000_000,
        "a huge float": "version = 1" + "0" * 1_000_000 + ".0",
        "digits with underscores": "version = " + "1_" * 1_000_000 + "1",
        "a huge exponent": "version = 1e" + "9" * 100_000,
        "a huge hexadecimal": "version = 0x" + "f" * 3_000_000,
        "a long date": "version = 1979-05-27T07:32:00." + "9" * 1_000_000,
        "no end of a text": 'a = """' + "\n" * 1_000_000,
        "escapes": 'a = "' + "\\u0041" * 500_000 + "\\q",
        "many quotes": "a = " + '"' * 1_000_000,
        "invalid UTF-8": _HEAD.encode() + b'goal = "\xff\xfe"',
        "overlong UTF-8": _HEAD.encode() + b'goal = "\xc0\xaf"',
        "UTF-16": (_HEAD + 'goal = "1 < 2"').encode("utf-16"),
        "a surrogate": _HEAD.encode() + b'goal = "\xed\xa0\x80"',
        "NUL": _HEAD + 'goal = "1 < 2\0"',
        "an escaped surrogate": _HEAD + 'goal = "\\ud800"',
        "nothing": "",
        "not a number": "version = nan",
        "infinity": "version = inf",
        "true": "version = true",
        "a date": "version = 1979-05-27",
        "claims that are no tables": "claim = [1, 2]",
        "a claim in a table": _HEAD + "goal = { a = 1 }",
        "hypotheses in tables": _HEAD + 'goal = "1 < 2"\ngiven = [{ a = "1 < 2" }]',
        "variables in a list": _HEAD + 'goal = "1 < 2"\nvariables = ["x"]',
        "a domain in a table": _HEAD + 'goal = "1 < 2"\nvariables = { x = { y = "real" } }',
        "too many claims": "".join(f'[[claim]]\nid = "{i}"\ngoal = "1 < 2"\n' for i in range(20_000)),
        "an id that is a path": '[[claim]]\nid = "../../' + "a" * 100_000 + '"\ngoal = "1 < 2"',
        "an id with controls": '[[claim]]\nid = "\\u001b[2J"\ngoal = "1 < 2"',
        "a cycle": _HEAD + 'goal = "1 < 2"\nbecause = ["a"]',
        "a dunder variable": _HEAD + 'goal = "1 < 2"\nvariables = { __class__ = "real" }',
        "a variable with a look-alike": _HEAD + 'goal = "1 < 2"\nvariables = { "\u0445" = "real" }',
        "a variable that is no name": _HEAD + 'goal = "1 < 2"\nvariables = { "x; import os" = "real" }',
        "a huge size": _HEAD + 'goal = "1 < 2"\nvariables = { A = "matrix(9**9**9, 2)" }',
        "a domain without end": _HEAD + 'goal = "1 < 2"\nvariables = { x = "' + "[" * 100_000 + '" }',
        "a domain that calls": _HEAD + 'goal = "1 < 2"\nvariables = { x = "[open(1), 2]" }',
        "definitions that double": _HEAD + 'goal = "d60 == 0"\ndefinitions = ["d0 := 2 + 2", '
        + ", ".join(f'"d{i + 1} := d{i}*d{i}"' for i in range(60)) + "]",
        "definitions of powers": _HEAD + 'goal = "f(f(f(f(f(9))))) == 0"\ndefinitions = ["f(u) := u**u"]',
    }  # fmt: skip


def file(goal: str, variables: str = DECLARED) -> str:
    """A file with one claim."""
    quoted = goal.replace("\\", "\\\\").replace('"', '\\"')
    for c in quoted:
        if c < " " or c == "\x7f":
            quoted = quoted.replace(c, f"\\u{ord(c):04x}")
    return f'{_HEAD}variables = {{ {variables} }}\ngoal = "{quoted}"\n'


def matrix(size: int, entry: str) -> str:
    """A square matrix with the same entry everywhere, but for {i} and {j}."""
    rows = (", ".join(entry.format(i=i, j=j) for j in range(size)) for i in range(size))
    return "Matrix([" + ", ".join(f"[{row}]" for row in rows) + "])"


#: claims, however large: each gets an honest verdict
LARGE: dict[str, str] = {
    "factorial": "factorial(10**9) > x",
    "factorials of factorials": "factorial(factorial(factorial(10))) > 0",
    "binomial": "binomial(10**9, 5*10**8) > 1",
    "binomial below": "binomial(-10**30, 10**9) != 0",
    "fibonacci": "fibonacci(10**12) > 0",
    "bell": "bell(10**6) > 0",
    "stirling": "stirling2(10**6, 10**5) > stirling1(10**5, 10**4)",
    "harmonic": "harmonic(10**9) > 21",
    "harmonic of an order": "harmonic(10**4, -10**4) > 21",
    "zeta": "zeta(-10**9 - 1) != 0",
    "gamma": "gamma(10**100) > 0",
    "loggamma": "loggamma(10**1000) > 0",
    "rising": "RisingFactorial(x, 10**9) == 0",
    "falling": "FallingFactorial(10**9, 10**8) > 0",
    "exponentials": "exp(exp(exp(exp(100)))) > x",
    "logarithm of a power": "log(10**10000)**9999 > 0",
    "floor of an exponential": "floor(exp(10**6)) > 0",
    "floor of a power": "floor(pi**10000) > 0",
    "remainder": "Mod(7**10000, 10**9) == 1",
    "sine far out": "sin(10**10000) > 0",
    "root": "root(2, 10**9) > 1",
    "root of a power": "root(2**10000, 9999) > 1",
    "almost equal": "pi != 31415926535897932384626433832795028841971693993751/10**49",
    "almost zero": "exp(-10**9) > 0",
    "power of a sum": "(x + y + 1)**5000 == 0",
    "powers of powers": "((x + 1)**100)**100 == x",
    "many terms": "(x + y + x*y + 1)**60 == (x + 1)**60*(y + 1)**60",
    "a large power": "x**10000 + y**10000 >= 0",
    "symbolic power": "x**(n**n**n) >= 0",
    "a long sum": "Sum(j**2, (j, 0, 10**12)) > 0",
    "a long product": "Product(j + 1, (j, 0, 10**9)) > 0",
    "a sum of sums": "Sum(Sum(Sum(i*j*k, (i, 0, 10**6)), (j, 0, 10**6)), (k, 0, 10**6)) > 0",
    "a sum of factorials": "Sum(factorial(j), (j, 0, 10**6)) > 0",
    "a sum up to a power": "Sum(1/j, (j, 1, 2**9999)) > 7000",
    "a series": "Sum(1/(j**2 + 1)**(1/3), (j, 0, oo)) > 0",
    "derivatives": "diff(exp(sin(x)**9)*tan(x**5)**7, x, 12) == 0",
    "a derivative of a tower": "diff(x**x**x**x, x, 9) > 0",
    "mixed derivatives": "diff(diff(diff(sin(x*y)**5, x, 4), y, 4), x, 4) == 0",
    "an integral": "integrate(exp(sin(t)**50*cos(t**9)), (t, 0, 10**6)) > 0",
    "integrals inside integrals": "integrate(integrate(integrate(sin(t*u*v)**9, (t, 0, u)), (u, 0, v)), (v, 0, 9)) > 0",
    "a limit": "limit(sin(tan(t)) - tan(sin(t)) + t**30*exp(1/t), t, 0) == 0",
    "limits of limits": "limit(limit(limit(t**u**v, t, oo), u, oo), v, oo) == oo",
    "an identity matrix": "det(eye(10**9)) == 1",
    "a zero matrix": "zeros(10**6, 10**6) == zeros(10**6, 10**6)",
    "a power of a matrix": "Matrix([[1, 1], [1, 0]])**10000 == eye(2)",
    "a large determinant": f"det({matrix(24, 'x + {i}*{j}')}) == 0",
    "an inverse": f"inverse({matrix(20, '1/({i} + {j} + 1)')})[0, 0] == 400",
    "powers of a matrix variable": "trace(A**10000) == trace(A.T**10000)",
    "a power of a function": "x > 2**factorial(20)**factorial(20)**factorial(20)",
    "a high derivative": "diff(exp(x**x), x, 13) > 0",
    "a wide matrix": "Matrix([[" + "1, " * 6_000 + "1]]) == A",
    "nested roots": "sqrt(" * 25 + "x**2 + 1" + " + 1)" * 25 + " > 0",
    "nested absolute values": "Abs(" * 40 + "x" + " - 1)" * 40 + " >= 0",
    "nested cases": "Piecewise((" * 15 + "x" + ", x > 0), (0, True))" * 15 + " >= 0",
    "nested exponentials": "exp(" * 40 + "x" + ")" * 40 + " > 0",
    "quantifiers": "forall(a, real, exists(b, real, forall(c, real, exists(d, real, a*b*c*d + x*b - c*d**3 == a**5))))",
    "a wide range": "forall(j, integer[0, 10**12], j**2 + j >= 0)",
    "a wide search": "exists(j, integer[0, 10**12], j**7 + 3*j == 10**50)",
    "many parts": " + ".join(f"{i}*x**{i % 40}*y**{i % 37}" for i in range(1, 900)) + " >= 0",
    "many cases": " or ".join(f"x*y**{i} > {i}" for i in range(1, 400)),
    "many numbers": " + ".join(f"1/{10**20 + i}" for i in range(600)) + " < 1",
    "many roots": " + ".join(f"sqrt({i})" for i in range(2, 300)) + " < 4000",
    "long numbers": "9" * 1_000 + "*x**2 + " + "7" * 1_000 + "*x >= -" + "8" * 1_000,
}  # fmt: skip


def odd_files() -> dict[str, str]:
    """Files of claims that are odd, or many; each gets verdicts or one line."""
    names = [f"v{i}" for i in range(150)]
    reals: Callable[[list[str]], str] = lambda found: ", ".join(f'{name} = "real"' for name in found)  # noqa: E731
    return {
        "many variables": file(" + ".join(f"{v}**2" for v in names) + " >= 0", reals(names)),
        "ten thousand variables": file("v0**2 >= 0", reals([f"v{i}" for i in range(10_000)])),
        "many integers": file(" + ".join(names) + " >= 300", ", ".join(f'{v} = "positive integer"' for v in names)),
        "many hypotheses": file("x >= 0", 'x = "real"')
        + "given = [" + ", ".join(f'"x**{i % 90} + {i}*x >= {i}"' for i in range(400)) + "]",
        "large matrices": file("A*B == B*A", 'A = "matrix(200, 200)", B = "matrix(200, 200)"'),
        "huge matrices": file("trace(A*B) == trace(B*A)", 'A = "matrix(10**9, 10**9)", B = "matrix(10**9, 10**9)"'),
        "an odd size": file("A == A", 'n = "integer", A = "matrix(n**9 - 7, n - n)"'),
        "names of functions": file("sin + cos*exp >= sin", 'sin = "real", cos = "positive", exp = "positive"'),
        "names of constants": file("E*I + pi >= oo0", 'E = "real", I = "real", pi = "real", oo0 = "real"'),
        "names of Python": file("print + list*eval >= None1", reals(["print", "list", "eval", "None1"])),
        "names of binders": file("Sum(j, (j, 0, 3)) == j", 'j = "real"'),
        "a function called": file("sin(sin) >= 0", 'sin = "real"'),
        "true as a name": file("1 < 2", 'True = "real"'),
        "a keyword as a name": file("1 < 2", 'lambda = "real"'),
        "names of the kernel": file("h1 + goal >= 0", reals(["h1", "goal"])) + 'given = ["h1 >= 0", "goal >= 0"]',
        "a vacuous domain": file("x > 0", 'x = "(1, 0)"'),
        "ends out of proportion": file("x > 0", 'x = "[10**9000, 10**9999]"'),
    }  # fmt: skip
