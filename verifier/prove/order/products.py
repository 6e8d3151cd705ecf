"""Signs of terms in normal form: what is compared with 0 is brought to one fraction and factored.

Decides: a < b, a <= b, a != b where the normal form of b - a (see `normal`) is a product of factors whose signs the
driver proves, or that do not vanish and have a sign in the weak sense.  tan(x/2) > 0 becomes sin(x/2)/cos(x/2) > 0.
Complete for nothing; sums whose terms have different signs are left to others.
"""

from __future__ import annotations

from fractions import Fraction

from verifier.kernel.algebra.field import Poly, constant, is_real
from verifier.kernel.algebra.integers import Unknown
from verifier.kernel.logic.sequents import Rejected, Sequent, as_less
from verifier.kernel.terms.binding import same, subexpressions
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands, to_json
from verifier.library.trees import compared
from verifier.prove.driver.driver import Driver, Node, accepts
from verifier.prove.normal.handlers import WAYS
from verifier.prove.normal.linear_terms import factored, product
from verifier.prove.normal.normal import Normal, powers_of
from verifier.prove.numbers.gathered import stem_of
from verifier.prove.numbers.shared_terms import number

NAME = "signs of factors"
EFFORT = 1
_WORDS = frozenset(("fn", "sqrt", "^", "/", "abs"))


def close(driver: Driver, s: Sequent, goal: Expr, effort: int) -> Node | None:
    if head(goal) not in ("<", "<=", ">", ">=", "!="):
        return None
    goal = as_less(goal)
    if head(goal) != "!=" and not all(is_real(a, s.sorts) for a in operands(goal)):
        return None
    if not any(head(e) in _WORDS for e in subexpressions(goal)):
        return None
    others = driver.asking(c for c in driver.closers if c.NAME != NAME)  # never back to here
    normal = Normal(others, s, effort, stem_of(s, goal), WAYS)
    normal.asking = min(effort - 1, 1)
    try:
        node = _signs(normal, goal)
    except (Unknown, Rejected) as error:
        driver.notes.append(f"{NAME}: {error}"[:200])
        return None
    return node if node is not None and accepts(s, goal, node) else None


def _signs(normal: Normal, goal: Expr) -> Node | None:
    a, b = operands(goal)
    op = str(head(goal))
    if a == 0 and (plain := normal.evident(goal)) is not None:
        return normal.steps.wrap(plain)
    gap: Expr = b if a == 0 else ("-", b, a)
    normal.learn(gap)
    if op == "!=":
        return _apart(normal, gap)
    form = normal.canonical(gap)
    c, parts = factored(normal, form)
    if c == 0 or not parts:
        return None
    if len(parts) == 1 and parts[0][1] == 1 and same(form, gap):
        return None
    labels: list[str] = []
    total = c
    for f, k in parts:
        found = _factor(normal, f, k, op)
        if found is None:
            return None
        label, sign = found
        if label:
            labels.append(label)
        total *= sign
    if total < 0:
        return None
    whole = product([number(c), *(_power(f, k) for f, k in parts)])
    equal = normal.equation(gap, whole)
    if equal is None:
        return None
    known = normal.have(("==", gap, whole), equal)
    entries = list(normal.denominators(gap, whole, *(operands(normal.fact(n))[i] for n in labels for i in (0, 1))))
    end: Node = {
        "rule": "positive", "products": [{"weight": str(abs(c)), "facts": labels}],
        "terms": [{"fact": known, "times": -1}], "nonzero": entries,
    }  # fmt: skip
    return normal.steps.wrap(end)


def _apart(normal: Normal, gap: Expr) -> Node | None:
    """a != b because b - a does not vanish, as a polynomial in atoms."""
    top, below = normal.field.read(gap)
    label = None if below or not top else normal.apart(tuple(sorted(top.items())))
    if label is None:
        return None
    assumed = f"{normal.steps.stem}.0"
    proof: Node = {"rule": "field", "terms": [{"fact": assumed, "times": 1}]}
    then: Node = {"rule": "contradict", "fact": label, "proof": proof}
    return normal.steps.wrap({"rule": "intro", "as": assumed, "then": then})


def _power(f: Expr, k: int) -> Expr:
    return f if k == 1 else ("/", 1, f) if k == -1 else ("^", f, k)


def _factor(normal: Normal, f: Expr, k: int, op: str) -> tuple[str, int] | None:
    """A fact about the sign of f^k, and that sign as it enters the product."""
    power = _power(f, k)
    weak = op == "<=" and k > 0
    if k % 2 == 0:
        if op == "<=" and k > 0:
            return normal.have((">=", power, 0), _square(f, k // 2)), 1
        ne = normal.apart(tuple(sorted(normal.field.read(f)[0].items())))
        if ne is None:
            return None
        node = _even(normal, f, k, ne)
        return normal.have((">", power, 0), node), 1
    for relation, sign in ((">", 1), ("<", -1)):
        label = normal.ask((relation, f, 0)) or completed(normal, f, sign)
        if label is None and not weak:
            label = strictly(normal, f, sign)
        if label is not None:
            return _odd(normal, f, k, sign, label), sign
        if weak:
            label = normal.ask((relation + "=", f, 0))
            if label is not None:
                return _odd(normal, f, k, sign, label), sign
    return None


def _square(f: Expr, n: int) -> Node:
    return {"rule": "positive", "products": [{"square": to_json(f if n == 1 else ("^", f, n))}]}


def _even(normal: Normal, f: Expr, k: int, ne: str) -> Node:
    """0 < f^k for even k, from f != 0."""
    entries = [{"of": to_json(f), "proof": {"rule": "exact", "fact": ne}}] if k < 0 else []
    if k > 0:
        return {"rule": "positive", "products": [{"facts": [ne] * (k // 2)}]}
    return {
        "rule": "positive", "multiplier": [{"facts": [ne] * (-k // 2)}], "products": [{}], "nonzero": entries,
    }  # fmt: skip


def _odd(normal: Normal, f: Expr, k: int, sign: int, label: str) -> str:
    """The fact 0 < sign*f^k (or <=) from one about f."""
    if k == 1:
        return label
    power = _power(f, k)
    if k > 0:
        strict = head(normal.fact(label)) in ("<", ">")
        goal: Expr = ((">" if strict else ">=") if sign > 0 else ("<" if strict else "<="), power, 0)
        return normal.have(goal, {"rule": "positive", "products": [{"facts": [label] * k}]})
    goal = (">" if sign > 0 else "<", power, 0)
    ne = normal.apart(tuple(sorted(normal.field.read(f)[0].items())))
    entries = [{"of": to_json(f), "proof": {"rule": "exact", "fact": ne}}]
    node: Node = {
        "rule": "positive", "multiplier": [{"facts": [label] * -k}], "products": [{}], "nonzero": entries,
    }  # fmt: skip
    return normal.have(goal, node)


def completed(normal: Normal, f: Expr, sign: int) -> str | None:
    """0 < sign*f for a quadratic c*(x + b)^2 + d in one atom, with numbers c, d > 0 (roots allowed in b)."""
    top, below = normal.field.read(f)
    p: Poly = {m: sign * q for m, q in top.items()}
    for x in sorted({a for m in p for a, _ in m if a not in normal.rules}):
        by_degree = powers_of(p, x)
        c = by_degree.get(2, {}).get((), 0)
        if below or max(by_degree) != 2 or set(by_degree[2]) != {()} or c <= 0:
            continue
        half: Poly = {m: Fraction(q) / (2 * c) for m, q in by_degree.get(1, {}).items()}
        root = normal.field.plus({((x, 1),): 1}, half)
        square = normal.field.times(normal.field.times(root, root), {(): c})
        rest, terms = normal.reduce((normal.field.plus(p, square, -1), {}))
        d = constant(rest)
        if d is None or d <= 0:
            continue
        data: list[Node] = [{"fact": n, "times": to_json(normal.expr(times))} for n, times in terms]
        node: Node = {
            "rule": "positive", "terms": data,
            "products": [{"weight": str(c), "square": to_json(normal.expr((root, {})))}, {"weight": str(d)}],
        }  # fmt: skip
        return normal.have((">" if sign > 0 else "<", f, 0), node)
    return None


def strictly(normal: Normal, f: Expr, sign: int) -> str | None:
    """0 < sign*f from 0 <= sign*f and f != 0."""
    weak = normal.ask((">=" if sign > 0 else "<=", f, 0))
    if weak is None:
        return None
    ne = normal.apart(tuple(sorted(normal.field.read(f)[0].items())))
    if ne is None:
        return None
    case = f"{normal.steps.stem}.case"
    wrong: Node = {"rule": "contradict", "fact": weak, "proof": {"rule": "exact", "fact": case}}
    nodes = {
        "<" if sign > 0 else ">": wrong,
        "==": {"rule": "contradict", "fact": ne, "proof": {"rule": "exact", "fact": case}},
        ">" if sign > 0 else "<": {"rule": "exact", "fact": case},
    }  # fmt: skip
    goal: Expr = (">" if sign > 0 else "<", f, 0)
    return normal.have(goal, compared(f, 0, case, nodes))
