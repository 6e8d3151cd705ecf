"""What the form of a term says about functions in it: signs, and the facts that hold for every argument.

A new function is one line in a table here, where its named facts are in the kernel's table.
"""

from __future__ import annotations

from verifier.kernel.algebra.field import is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.terms.binding import subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, to_json
from verifier.prove.driver.driver import Branch, Node
from verifier.prove.driver.standing import Standing
from verifier.prove.order.sign_facts import Sign, SignFacts, said

#: positive for every real argument, by the fact that says so
ALWAYS = {"exp": "exp-positive"}
#: of the sign of the argument, where that is positive: the fact for it
POSITIVE = {"gamma": "gamma-positive"}
PI: Expr = ("fn", "pi")
_OPEN = Standing()  # arguments of logarithms that are being compared with 1


def _sign(op: str, label: str | None) -> Sign | None:
    return None if label is None else Sign(op, label)


def _follows(signs: SignFacts, op: str, e: Expr, labels: list[str], terms: list[tuple[str, object]]) -> Sign | None:
    """A sign of e that is the sum of facts (and of equations times numbers)."""
    node: Node = {
        "rule": "positive", "products": [{"facts": [x]} for x in labels],
        "terms": [{"fact": x, "times": t} for x, t in terms],
    }  # fmt: skip
    return signs.keep(op, e, node, labels + [x for x, _ in terms])


def sign_of(signs: SignFacts, e: Expr) -> Sign | None:
    """The sign of an operation that is no arithmetic."""
    branch = signs.branch
    op, args = head(e), operands(e)
    if op == "abs":
        return _abs(signs, e, args[0])
    if op == "sqrt":
        x = signs.sign(args[0])
        if x is not None and x.op in (">", ">="):
            strict = x.op == ">"
            return _sign(x.op, branch.instance("sqrt-positive" if strict else "sqrt-nonnegative", args[0]))
        return None
    if op in ("min", "max"):
        return _extreme(signs, e, str(op), args)
    if op != "fn":
        return None
    name, rest = str(args[0]), args[1:]
    if name in ALWAYS:
        return _sign(">", branch.instance(ALWAYS[name], *rest))
    if name in POSITIVE:
        x = signs.sign(rest[0])
        return _sign(">", branch.instance(POSITIVE[name], *rest)) if x is not None and x.op == ">" else None
    special = _SPECIAL.get(name)
    return None if special is None else special(signs, e, rest)


def _pi(signs: SignFacts, e: Expr, rest: tuple[Expr, ...]) -> Sign | None:
    label = signs.branch.instance("pi-positive")
    if label is None:
        return None
    node: Node = {"rule": "positive", "products": [{"facts": [label]}, {"weight": "3"}]}
    return signs.keep(">", e, node, [label])


def _e(signs: SignFacts, e: Expr, rest: tuple[Expr, ...]) -> Sign | None:
    same, up = signs.branch.instance("E"), signs.branch.instance("exp-positive", 1)
    return None if same is None or up is None else _follows(signs, ">", e, [up], [(same, 1)])


def _golden(signs: SignFacts, e: Expr, rest: tuple[Expr, ...]) -> Sign | None:
    same, up = signs.branch.instance("GoldenRatio"), signs.sign(("sqrt", 5))
    if same is None or up is None:
        return None
    node: Node = {
        "rule": "positive", "products": [{"weight": "1/2", "facts": [up.label]}, {"weight": "1/2"}],
        "terms": [{"fact": same, "times": ["/", -1, 2]}],
    }  # fmt: skip
    return signs.keep(">", e, node, [up.label])


def _cosh(signs: SignFacts, e: Expr, rest: tuple[Expr, ...]) -> Sign | None:
    label = signs.branch.instance("cosh-bound", *rest)
    if label is None:
        return None
    return signs.keep(">", e, {"rule": "positive", "products": [{"facts": [label]}, {}]}, [label])


def _log(signs: SignFacts, e: Expr, rest: tuple[Expr, ...]) -> Sign | None:
    """log(a) has the sign of a - 1."""
    if len(rest) != 1:
        return None
    a, branch = rest[0], signs.branch
    positive = signs.sign(a)
    if positive is None or positive.op != ">":
        return None
    x = signs.sign(("-", a, 1))
    one = branch.instance("log-one")
    if x is None or one is None or x.op not in (">", "<", ">=", "<="):
        return _log_apart(signs, a)
    strict = x.op in (">", "<")
    small, large = (1, a) if x.op in (">", ">=") else (a, 1)
    if branch.have((("<" if strict else "<="), small, large), signs.shifted(small, large, x)) is None:
        return None
    label = branch.instance("log-monotone" if strict else "log-monotone-weak", small, large)
    return None if label is None else _follows(signs, x.op, e, [label], [(one, -1 if small == 1 else 1)])


def _log_apart(signs: SignFacts, a: Expr) -> Sign | None:
    """log(a) != 0 from a != 1, whose proof may ask for the sign of the same logarithm, under more facts."""
    if a in _OPEN:
        return None
    with _OPEN.asking(a):
        return _sign("!=", signs.branch.instance("log-apart", a))


def _sinh(signs: SignFacts, e: Expr, rest: tuple[Expr, ...]) -> Sign | None:
    """sinh(a) has the sign of a, as exp(a) > exp(-a) for a > 0."""
    a, branch = rest[0], signs.branch
    x = signs.sign(a)
    if x is None or x.op not in (">", "<", ">=", "<="):
        return None
    strict, other = x.op in (">", "<"), ("neg", a)
    small, large = (other, a) if x.op in (">", ">=") else (a, other)
    proof: Node = {"rule": "positive", "products": [{"weight": "2", "facts": [x.label]}]}
    relation: Expr = (("<" if strict else "<="), small, large)
    entries = signs.nonzero([relation])
    if entries is None or branch.have(relation, {**proof, "nonzero": entries}) is None:
        return None
    label = branch.instance("exp-monotone" if strict else "exp-monotone-weak", small, large)
    same = branch.instance("sinh", a)
    if label is None or same is None:
        return None
    up = x.op in (">", ">=")
    node: Node = {
        "rule": "positive", "products": [{"weight": "1/2", "facts": [label]}],
        "terms": [{"fact": same, "times": ["/", -1 if up else 1, 2]}],
    }  # fmt: skip
    return signs.keep(x.op, e, node, [label])


def _cbrt(signs: SignFacts, e: Expr, rest: tuple[Expr, ...]) -> Sign | None:
    """cbrt(a) has the sign of a: the cube of a number of the wrong sign has the wrong sign."""
    branch, x = signs.branch, signs.sign(rest[0])
    cube = branch.instance("cbrt-cube", rest[0])
    if x is None or cube is None or x.op not in (">", "<", ">=", "<="):
        return None
    no = branch.label("no")
    up = x.op in (">", ">=")
    end: Node = {
        "rule": "positive", "products": [{"facts": [x.label]}, {"facts": [no, no, no]}],
        "terms": [{"fact": cube, "times": -1 if up else 1}],
    }  # fmt: skip
    entries = signs.nonzero([rest[0]])
    node: Node = {"rule": "negate", "as": no, "then": {**end, "nonzero": entries} if entries else end}
    formula = said(x.op, e)
    return _sign(x.op, branch.have(formula, node)) if signs.driver.accepts(branch.s, formula, node) else None


def _factorial(signs: SignFacts, e: Expr, rest: tuple[Expr, ...]) -> Sign | None:
    x = signs.sign(rest[0])
    if x is None or x.op not in (">", ">="):
        return None
    return _sign(">", signs.branch.instance("factorial-positive", rest[0]))


def _binomial(signs: SignFacts, e: Expr, rest: tuple[Expr, ...]) -> Sign | None:
    for name, op in (("binomial-positive", ">"), ("binomial-nonnegative", ">=")):
        label = signs.branch.instance(name, rest[1], rest[0])
        if label is not None:
            return _sign(op, label)
    return None


def _sin(signs: SignFacts, e: Expr, rest: tuple[Expr, ...]) -> Sign | None:
    low = signs.sign(rest[0])
    if low is None or low.op != ">":
        return None
    return _sign(">", signs.branch.instance("sin-positive", *rest))


def _cos(signs: SignFacts, e: Expr, rest: tuple[Expr, ...]) -> Sign | None:
    return _sign(">", signs.branch.instance("cos-positive", *rest))


_SPECIAL = {
    "pi": _pi, "E": _e, "GoldenRatio": _golden, "cosh": _cosh, "log": _log, "sinh": _sinh,
    "cbrt": _cbrt, "factorial": _factorial, "binomial": _binomial, "sin": _sin, "cos": _cos,
}  # fmt: skip


def _abs(signs: SignFacts, e: Expr, a: Expr) -> Sign | None:
    label = signs.branch.instance("abs-nonnegative", a)
    x = signs.sign(a) if is_real(a, signs.branch.s.sorts) else None
    if label is None or x is None or x.op not in (">", "<", "!="):
        return _sign(">=", label)
    square = signs.branch.instance("abs-square", a)
    if square is None:
        return _sign(">=", label)
    no = signs.branch.label("no")
    twice = [x.label] * (1 if x.op == "!=" else 2)  # a^2 > 0, while |a| <= 0 gives -|a|^2 >= 0
    end: Node = {
        "rule": "positive", "products": [{"facts": twice}, {"facts": [label, no]}],
        "terms": [{"fact": square, "times": -1}],
    }  # fmt: skip
    entries = signs.nonzero([a])
    if entries:
        end["nonzero"] = entries
    found = signs.branch.have(("<", 0, e), {"rule": "negate", "as": no, "then": end})
    return _sign(">", found)


def _extreme(signs: SignFacts, e: Expr, op: str, args: tuple[Expr, ...]) -> Sign | None:
    """A minimum of positive numbers, or a maximum of negative ones; the other way round one sign is enough."""
    found = [signs.sign(a) for a in args]
    ops = [x.op for x in found if x is not None]
    for relation in (">", ">=", "<", "<="):
        good = [o == relation or o + "=" == relation for o in ops]
        needs_all = (op == "min") == (relation[0] == ">")
        if not (len(good) == 2 and all(good)) and (needs_all or not any(good)):
            continue
        branch, names = signs.branch, (f"{op}-left", f"{op}-right")
        a, b = args
        label = branch.label("order")
        parts: list[Node | None] = []
        for formula, name in ((("<=", a, b), names[op == "max"]), (("<", b, a), names[op == "min"])):
            chosen = a if name.endswith("left") else b
            inner = Branch(signs.driver, branch.s.assume(label, formula))
            at = inner.instance(name, a, b)
            then = signs.driver.prove(inner.s, said(relation, chosen), 0)
            known = at is not None and then is not None
            parts.append(inner.wrap({"rule": "replace", "fact": at, "then": then}) if known else None)
        if parts[0] is None or parts[1] is None:
            continue
        node: Node = {
            "rule": "either", "formula": to_json(("<=", a, b)), "as": label, "yes": parts[0], "no": parts[1],
        }  # fmt: skip
        return _sign(relation, branch.have(said(relation, e), node))
    return None


def power_sign(signs: SignFacts, e: Expr, base: Expr, exponent: Expr) -> Sign | None:
    """Powers with exponents that are no literal integers."""
    x = signs.sign(base)
    if x is not None and x.op == ">":
        return _sign(">", signs.branch.instance("power-positive", base, exponent))
    if x is not None and x.op in (">=", "=="):
        y = signs.sign(exponent)
        if y is not None and y.op in (">", ">="):
            return _sign(">=", signs.branch.instance("power-nonnegative", base, exponent))
    if x is not None and x.op in ("<", "!="):
        try:
            label = signs.branch.instance("power-nonzero", exponent, base)
        except Unknown:
            return None
        return _sign("!=", label)
    return None


#: facts that hold for every argument: (word, names of facts); all of them take the argument as their only term
_BOUNDS: dict[str, tuple[str, ...]] = {
    "sin": ("sin-upper", "sin-lower"), "cos": ("cos-upper", "cos-lower"), "exp": ("exp-positive",),
    "cosh": ("cosh-bound",), "atan": ("atan-range",), "erf": ("erf-upper", "erf-lower"), "erfc": ("erfc-positive",),
}  # fmt: skip
#: facts that need the argument in the function's domain
_BOUNDS_INSIDE: dict[str, tuple[str, ...]] = {
    "digamma": ("digamma-upper", "digamma-lower", "digamma-lower-far"),
    "lambertw": ("lambertw-above", "lambertw-lower"),
    "zeta": ("zeta-lower", "zeta-lower-near", "zeta-upper"), "erfc": ("erfc-bound",),
}  # fmt: skip


def bounds(branch: Branch, exprs: list[Expr]) -> None:
    """Add the facts that need no conditions about the operations that occur."""
    seen: set[Expr] = set()
    for e in exprs:
        for part in subexpressions(e):
            if not isinstance(part, tuple) or part in seen or len(seen) > 40:
                continue
            seen.add(part)
            if part[0] == "abs":
                branch.instance("abs-nonnegative", part[1])
                inner = part[1]
                if head(inner) == "-" and all(head(a) == "abs" for a in operands(inner)):
                    branch.instance("abs-difference", *(operands(a)[0] for a in reversed(operands(inner))))
            elif part[0] == "floor":
                branch.instance("floor-below", part[1])
                branch.instance("floor-above", part[1])
            elif part == PI:
                branch.instance("pi-positive")
            elif part[0] == "fn" and len(part) == 3 and part[1] in _BOUNDS and is_real(part[2], branch.s.sorts):
                for name in _BOUNDS[str(part[1])]:
                    branch.instance(name, part[2])
            if part[0] == "fn" and len(part) == 3 and part[1] in _BOUNDS_INSIDE and is_real(part[2], branch.s.sorts):
                for name in _BOUNDS_INSIDE[str(part[1])]:
                    branch.instance(name, part[2])
