"""Certificates of claims with known truth: damaged ones, and honest ones that are offered for other statements.

A damaged certificate is rejected, with `Rejected` and nothing else, or it still shows what is true.  A certificate that
is accepted for a corrupted statement shows something that follows from the claim, or that holds at all sample points.
"""

import copy
import json
import random
from collections import Counter
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path

import mpmath
import pytest
from pace import within_bounds

from verifier.kernel.check import check
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import INTEGER, REAL, RELATIONS, head
from verifier.language.files import load
from verifier.language.named import closed, negation, operands
from verifier.language.text.printing import to_text
from verifier.prove.portfolio import decide

CLAIMS = Path(__file__).parent / "claims"
TRUE, FALSE = (frozenset(json.loads((CLAIMS / "truth.json").read_text())[k]) for k in ("true", "false"))
FLOOR = frozenset(json.loads((CLAIMS / "floor.json").read_text()))
BUDGET = 1.0  # seconds a claim
WANTED = {True: 45, False: 20}
LEAST = {True: 15, False: 6}  # where the budget of many ends on a busy machine
DAMAGED = 1500  # certificates
LONGEST = 40_000  # characters of a certificate; longer ones take long to copy
NUDGED = 25  # corrupted statements for one certificate
POINTS = 120


@pytest.fixture(scope="module")
def decided():
    """(statement, certificate as text) by truth and id; the claims come from all files in turn."""
    found = {True: {}, False: {}}
    files = [[c for c in load(f) if c.id in FLOOR] for f in sorted(CLAIMS.glob("*.toml"))]
    for c in (c for row in zip_longest(*files) for c in row if c is not None):
        known = found[c.id in TRUE]
        if len(known) < WANTED[c.id in TRUE]:
            verdict = decide(c, BUDGET)
            assert verdict.verdict != ("refuted" if c.id in TRUE else "proved"), c.id
            if verdict.verdict in ("proved", "refuted"):
                text = json.dumps(verdict.certificate)
                if len(text) < LONGEST:
                    known[c.id] = c.statement(), text
    assert all(len(found[truth]) >= LEAST[truth] for truth in found)
    return found


def shown(statement, certificate):
    """What the kernel says a certificate establishes; None where it rejects it.  Anything else it raises is a fault."""
    try:
        with within_bounds():
            report = check(statement, certificate)
    except Rejected:
        report = None
    assert report is None or report.assumes == ()
    return None if report is None else report.establishes


# -- damage ------------------------------------------------------------------------------------------------

WORDS = ("", "x", "n", "oo", "-oo", "_0", "goal", "1/0", "1e9", "-1", "field", "positive", "split", "vacuous",
         "proof", "inhabited", "undefined", "refutation", "exp", "<", "<=", "==", "+", "*", "label")  # fmt: skip
STRANGE = (None, True, 1.5, float("nan"), [], {}, [[]], 10**40, -(10**4000), "x" * 50)


def places(data, path=()):
    yield path, data
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*path, key))


def damaged(data, rng):
    """A copy with a number or a string changed, a node dropped, doubled or put elsewhere, or two children exchanged."""
    data = copy.deepcopy(data)
    everywhere = [p for p in places(data) if p[0]]
    path, old = rng.choice(everywhere)
    parent = data
    for key in path[:-1]:
        parent = parent[key]
    last, kind = path[-1], rng.randrange(7)
    if kind < 2 and type(old) is int:
        parent[last] = rng.choice((old + 1, old - 1, -old, 2 * old, 0, 10**6))
    elif kind < 2 and isinstance(old, str):
        strings = [v for _, v in everywhere if isinstance(v, str)]
        parent[last] = rng.choice((rng.choice(strings), rng.choice(WORDS)))
    elif kind == 2:
        del parent[last]
    elif kind == 3 and isinstance(parent, list):
        parent.insert(last, copy.deepcopy(old))
    elif kind == 4 and len(parent) > 1:
        other = rng.choice([k for k in (parent if isinstance(parent, dict) else range(len(parent))) if k != last])
        parent[last], parent[other] = parent[other], parent[last]
    elif kind == 5:
        parent[last] = rng.choice(STRANGE)
    else:  # something of the same kind from elsewhere in the certificate
        alike = [v for _, v in everywhere if type(v) is type(old)]
        parent[last] = copy.deepcopy(rng.choice(alike))
    return data


def report(capsys, what, count, false, more=""):
    """Print the tally, and let nothing false pass."""
    tried, rejected = count["tried"], count["rejected"]
    with capsys.disabled():
        print(f"\n{what}: {tried} tried, {rejected} rejected, {tried - rejected - len(false)} accepted and true{more},",
              f"{len(false)} accepted and FALSE")  # fmt: skip
    assert not false, false[:3]


def test_a_damaged_certificate_shows_nothing_false(decided, capsys):
    rng, count, false = random.Random(20), Counter(), []
    every = [(s, json.loads(text), truth) for truth in (True, False) for s, text in decided[truth].values()]
    while count["tried"] < DAMAGED:
        for statement, certificate, truth in every:
            changed = damaged(certificate, rng)
            changed = changed if rng.randrange(4) else damaged(changed, rng)
            what = shown(statement, changed)
            count.update(("tried", "rejected" if what is None else "accepted"))
            count["the same"] += changed == certificate
            # an example of the hypotheses says nothing about the goal
            if what not in (None, "inhabited", "statement" if truth else "denial"):
                false.append(changed)
    report(capsys, "damaged certificates", count, false, f" ({count['the same']} of them undamaged)")
    assert count["rejected"] > count["tried"] // 2


def test_no_certificate_shows_another_claim_to_be_what_it_is_not(decided, capsys):
    count, false = Counter(), []
    for truth in (True, False):
        for _, text in decided[truth].values():
            certificate = json.loads(text)
            for statement, _ in decided[not truth].values():
                what = shown(statement, certificate)
                count.update(("tried", "rejected" if what is None else "accepted"))
                if what not in (None, "denial" if truth else "statement"):
                    false.append((to_text(closed(statement)), certificate))
    report(capsys, "certificates for claims of the other truth", count, false)
    assert count["rejected"] >= LEAST[True] * LEAST[False]


# -- other statements --------------------------------------------------------------------------------------

FLIPS = {
    "<": ("<=", ">", ">=", "=="), "<=": ("<", ">=", ">", "=="), ">": (">=", "<", "<=", "=="),
    ">=": (">", "<=", "<", "=="), "==": ("!=", "<", "<=", ">", ">="), "!=": ("==", "<"),
}  # fmt: skip
#: relation -> relations that follow from it
WEAKER = {"<": ("<=", "!="), ">": (">=", "!="), "==": ("<=", ">=")}


def parts(e, sign=1, path=()):
    """Places of an expression; whether a weaker formula there makes the whole one weaker (1) or stronger (-1), or 0."""
    yield path, e, sign
    op = head(e)
    inner = sign if op in ("and", "or", "forall", "exists") else -sign if op == "not" else 0
    for i, a in enumerate(operands(e), 1):
        if op == "fn" and i == 1:
            continue
        yield from parts(a, (-sign if i == 1 else sign) if op == "implies" else inner, (*path, i))


def put(e, path, new):
    return new if not path else (*e[: path[0]], put(e[path[0]], path[1:], new), *e[path[0] + 1 :])


def corrupted(s):
    """(statement, how it came about, whether it follows from `s` by the meaning of relations alone)."""
    formulas = [(None, s.goal, 1), *((label, f, -1) for label, f in s.given)]
    for label, formula, outside in formulas:

        def with_(new, label=label):
            if label is None:
                return Statement(s.variables, s.given, new)
            return Statement(s.variables, tuple((n, new if n == label else f) for n, f in s.given), s.goal)

        for path, e, sign in parts(formula, outside):
            if type(e) is int:
                for new in (e + 1, e - 1):
                    yield with_(put(formula, path, new)), "number", False
            if head(e) in RELATIONS:
                op, a, b = e
                for new in FLIPS[op]:
                    follows = (sign > 0 and new in WEAKER.get(op, ())) or (sign < 0 and op in WEAKER.get(new, ()))
                    yield with_(put(formula, path, (new, a, b))), "relation", follows
                yield with_(put(formula, path, (op, b, a))), "sides", sign != 0 and op in ("==", "!=")
            elif head(e) in ("-", "/", "^"):
                yield with_(put(formula, path, (e[0], e[2], e[1]))), "sides", False
        yield with_(negation(formula)), "denied", False
    for label, _ in s.given:
        yield Statement(s.variables, tuple(g for g in s.given if g[0] != label), s.goal), "dropped", False
    for i, (name, sort) in enumerate(s.variables):
        for new in (INTEGER, REAL) if head(sort) == "integer" else ():
            if new != sort:
                variables = (*s.variables[:i], (name, new), *s.variables[i + 1 :])
                yield Statement(variables, s.given, s.goal), "domain", False


class NoValue(ValueError):
    """Undefined at the point, or not evaluated here."""


CONSTANTS = {"pi": "pi", "E": "e", "EulerGamma": "euler", "GoldenRatio": "phi", "Catalan": "catalan"}
PLAIN = ("exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asinh", "atan", "erf", "erfc", "cot", "sec", "csc")
INSIDE = {
    "log": lambda x: x > 0, "asin": lambda x: abs(x) <= 1, "acos": lambda x: abs(x) <= 1, "acosh": lambda x: x >= 1,
    "atanh": lambda x: abs(x) < 1, "gamma": lambda x: x > 0, "loggamma": lambda x: x > 0, "digamma": lambda x: x > 0,
    "harmonic": lambda x: x >= 0,
}  # fmt: skip
INSIDE |= dict.fromkeys(("factorial", "fibonacci", "bell"), lambda x: x >= 0 and x == int(x))


def value(e, at):
    """A term in real numbers, by mpmath.  Raises `NoValue`."""
    if isinstance(e, int):
        return mpmath.mpf(e)
    if isinstance(e, str):
        if e not in at:
            raise NoValue
        return at[e]
    op, args = e[0], e[1:]
    if op in ("sum", "product"):
        f, j, lo, hi = args
        ends = [value(x, at) for x in (lo, hi)]
        if any(x != int(x) for x in ends) or ends[1] - ends[0] > 60:
            raise NoValue
        terms = [value(f, {**at, j: mpmath.mpf(i)}) for i in range(int(ends[0]), int(ends[1]) + 1)]
        return mpmath.fsum(terms) if op == "sum" else mpmath.fprod(terms)
    if op == "fn" and args[0] == "Piecewise":
        for v, case in zip(args[1::2], args[2::2], strict=True):
            if true(case, at, 0):
                return value(v, at)
        raise NoValue
    if op == "fn" and args[0] == "diff":
        name, _, body = operands(args[1])
        return mpmath.diff(lambda x: value(body, {**at, name: x}), value(args[2], at), args[3])
    if op == "fn":
        return applied(args[0], [value(a, at) for a in args[1:]])
    v = [value(a, at) for a in args]
    if op == "+":
        return mpmath.fsum(v)
    if op == "*":
        return mpmath.fprod(v)
    if op in ("-", "neg"):
        return v[0] - v[1] if op == "-" else -v[0]
    if op in ("/", "mod"):
        if v[1] == 0 or (op == "mod" and v[1] < 0):
            raise NoValue
        return v[0] / v[1] if op == "/" else v[0] - v[1] * mpmath.floor(v[0] / v[1])
    if op == "^":
        if abs(v[1]) > 10**4 or (v[0] == 0 and v[1] < 0) or (v[0] < 0 and v[1] != int(v[1])):
            raise NoValue
        return v[0] ** int(v[1]) if v[1] == int(v[1]) else v[0] ** v[1]
    if op == "sqrt" and v[0] >= 0:
        return mpmath.sqrt(v[0])
    if op in ("abs", "floor", "min", "max"):
        return {"abs": abs, "floor": mpmath.floor, "min": min, "max": max}[op](*v)
    raise NoValue


def applied(word, v):
    if word in CONSTANTS:
        return +getattr(mpmath, CONSTANTS[word])
    if len(v) == 2 and word == "binomial" and all(x == int(x) for x in v) and v[0] >= 0:
        return mpmath.binomial(*v) if 0 <= v[1] <= v[0] else mpmath.mpf(0)
    if len(v) == 2 and word == "log" and v[0] > 0 and v[1] > 0 and v[1] != 1:
        return mpmath.log(v[0]) / mpmath.log(v[1])
    if len(v) != 1 or (word in ("exp", "sinh", "cosh", "gamma", "factorial") and abs(v[0]) > 10**4):
        raise NoValue
    (x,) = v
    try:
        if word == "bell" and INSIDE[word](x):
            return mpmath.bell(x)
        if word in PLAIN or (word in INSIDE and INSIDE[word](x)):
            return getattr(mpmath, word)(x)
    except (ValueError, ZeroDivisionError):
        raise NoValue from None
    more = {"sign": mpmath.sign, "ceiling": mpmath.ceil, "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
            "acot": lambda x: mpmath.atan(1 / x) if x else mpmath.pi / 2}  # fmt: skip
    if word not in more:
        raise NoValue
    return more[word](x)


def true(p, at, slack):
    """A formula, its relations up to a relative error: with slack < 0 they have to hold clearly, or exactly."""
    op, args = head(p), operands(p)
    if op in ("true", "false"):
        return op == "true"
    if op == "not":
        return not true(args[0], at, -slack)
    if op == "and":
        return all(true(a, at, slack) for a in args)
    if op == "or":
        return any(true(a, at, slack) for a in args)
    if op == "implies":
        return not true(args[0], at, -slack) or true(args[1], at, slack)
    if op not in RELATIONS:
        raise NoValue
    a, b = (value(x, at) for x in args)
    if a == b:
        return op in ("==", "<=", ">=") or (slack > 0 and op != "!=" and not all(type(x) is int for x in args))
    room = slack * (1 + abs(a) + abs(b))
    if op in ("==", "!="):
        return (abs(a - b) <= max(room, 0)) == (op == "==")
    return b - a > -room if op in ("<", "<=") else a - b > -room


SMALL = (0, 1, -1, "1/2", 2, -2, "-1/2", 3, "1/4", "1/3", "5/2", -3)
GRID = [mpmath.mpf(Fraction(q).numerator) / Fraction(q).denominator for q in SMALL]


def points(s, rng):
    """Points of the domains; small numbers often, so that equations among the hypotheses are met."""
    for _ in range(POINTS):
        at = {}
        for name, sort in s.variables:
            if head(sort) == "integer":
                low = value(sort[1], at) if sort[1] != "-oo" else mpmath.mpf(-12)
                high = value(sort[2], at) if sort[2] != "oo" else max(low, 0) + 12
                if high < low:
                    return
                at[name] = mpmath.mpf(rng.randint(int(low), int(high)))
            elif sort == REAL:
                anywhere = mpmath.mpf(rng.gauss(0, 1)) * rng.choice((1, 10, 0.1))
                at[name] = rng.choice(GRID) if rng.random() < 0.6 else anywhere
            else:
                raise NoValue
        yield at


def refuted(s, rng):
    """A point where the hypotheses hold and the goal fails clearly (or None), and how many points were tried."""
    tried = 0
    slack = mpmath.mpf(10) ** -20
    for at in points(s, rng):
        try:
            if not all(true(f, at, -slack) for _, f in s.given):
                continue
            good = true(s.goal, at, slack)
        except NoValue:
            continue
        tried += 1
        if not good:
            return at, tried
    return None, tried


def test_what_is_accepted_for_a_corrupted_statement_is_true(decided, capsys):
    rng, count, made, false = random.Random(21), Counter(), Counter(), []
    with mpmath.workdps(40):
        for name, (statement, text) in decided[True].items():
            certificate = json.loads(text)
            others = [c for c in corrupted(statement) if c[0].digest() != statement.digest()]
            for other, how, follows in others if len(others) <= NUDGED else rng.sample(others, NUDGED):
                what = shown(other, certificate)
                count.update(("tried", "rejected" if what is None else "accepted"))
                if what is None:
                    continue
                assert what == "statement", name
                made[how] += 1
                if follows:
                    count["follow"] += 1
                    continue
                try:
                    at, tried = refuted(other, rng)
                except NoValue:
                    at, tried = None, 0
                false += [(name, to_text(closed(other)), at)] if at is not None else []
                count["hold at all points" if tried else "at no point tried"] += 1
    ways = ", ".join(f"{n} {word}" for word, n in made.items())
    report(capsys, "corrupted statements", count, false, f" ({ways}; {count['follow']} follow from the claim)")
    assert count["tried"] >= 200 and count["rejected"] > 0.7 * count["tried"]
    assert count["hold at all points"] > 5


def test_the_sample_points_find_what_is_false(decided):
    """Most corrupted statements are false, and the points show it: otherwise the test above could not fail."""
    rng, found, tried = random.Random(22), 0, 0
    with mpmath.workdps(40):
        for statement, _ in decided[True].values():
            for other, _, _ in rng.sample(list(corrupted(statement)), 4):
                try:
                    at, met = refuted(other, rng)
                except NoValue:
                    continue
                tried, found = tried + bool(met), found + (at is not None)
    assert found > 10 and found > tried // 3
