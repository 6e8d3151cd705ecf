"""A certificate as a proof that a person can read: every line is a formula and the reason why it holds.

It is made from the steps that are recorded while the kernel checks the certificate, so that what is shown is what was
checked: the formulas come from the kernel's own sequents and not from the certificate's author.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.evidence.trace import Step, recorded
from verifier.kernel.algebra.field import is_real
from verifier.kernel.check import NO_CLAIMS
from verifier.kernel.logic.proofs import Sequent, as_less
from verifier.kernel.statement import Statement
from verifier.kernel.terms.expr import FALSE, Expr, from_json, head
from verifier.language.named import operands
from verifier.language.text.printing import sort_text, to_text

#: why a step holds; a rule that is not here only takes the goal apart, which its sub-proofs show
REASONS = {
    "agree": "equal functions have equal derivatives",
    "arith": "integer arithmetic", "asymptotic": "asymptotic expansion",
    "box": "interval arithmetic", "cases": "in each case",
    "choose": "the part that holds",
    "contradict": "a contradiction", "convergence": "definition of the limit",
    "diff": "differentiation",
    "divergent": "a part of it diverges", "either": "in both cases",
    "by-entries": "entry by entry",
    "exact": "shown above", "have": "shown on the way", "field": "algebra",
    "identical": "it has a value", "induction": "induction", "instance": "known fact",
    "integral-enclosed": "Taylor's formula on parts of the range", "intro": "", "ladder": "sign of the derivative",
    "limit": "passing to the limit",
    "linear": "matrix algebra",
    "linear-integral": "linearity of the integral", "limit-definition": "definition of the limit",
    "choice": "choosing one for each argument", "compact": "finitely many neighbourhoods cover a closed interval",
    "differentiable": "it has a derivative at every point",
    "antiderivative": "a continuous function has an antiderivative", "inverse": "derivative of an inverse function",
    "bootstrap": "continuity method: there is no first time at which it fails",
    "bounded": "a continuous function is bounded on a closed interval",
    "intermediate": "intermediate value theorem", "negate": "otherwise a contradiction", "obtain": "taking one",
    "order": "sum of squares", "piece": "the case that applies", "pieces": "cutting the range",
    "positive": "nonnegative combination", "primitive": "fundamental theorem of calculus",
    "replace": "substituting equals",
    "recursion": "definition by recursion",
    "expectation": "monotony of expectations",
    "series-definition": "limit of the partial sums",
    "series-derivative": "differentiating a power series",
    "split": "each part",
    "substitution": "substitution in the integral",
    "taylor": "Taylor's formula",
    "sum-range": "splitting terms off",
    "use": "a fact used at these values",
    "witness": "the value exists",
}  # fmt: skip
QUIET = frozenset(("split", "exact", "arith"))  # side conditions that nobody wants to read


def explain(
    statement: Statement, certificate: Mapping[str, Any], claims: Mapping[str, Statement] = NO_CLAIMS
) -> list[str]:
    """The certificate's proof, one line a step, sub-proofs indented; `claims` are those that it may cite.

    Raises `Rejected` where the kernel does not accept the certificate for the statement.
    """
    lines = []
    for part, step in recorded(statement, certificate, claims)[1]:
        if part == "defined":
            count = "" if len(step) == 1 else f" ({len(step)} steps)"
            lines.append(f"everything is defined: {said(step.goal)}{count}")
            continue
        if certificate["kind"] == "proof":
            lines += _scope(Sequent(), step.sequent)
        else:
            lines.append(f"to show: {said(step.goal)}")
        lines += _proof(step)
    return lines


def tidy(e: Expr) -> Expr:
    """The same term as a person writes it: no factors 1, minus for plus minus.  For display alone."""
    if not isinstance(e, tuple):
        return e
    op, *args = (e[0], *(tidy(a) for a in e[1:]))
    if op == "*":
        args = [a for a in args if a != 1] or [1]
        if args[0] == -1 and len(args) > 1:
            return ("neg", args[1] if len(args) == 2 else ("*", *args[1:]))
        return args[0] if len(args) == 1 else ("*", *args)
    if op == "^" and args[1] == 1:
        return args[0]
    if op == "+":
        total: Expr = args[0]
        for a in args[1:]:
            if isinstance(a, int) and a < 0:
                total = ("-", total, -a)
            elif head(a) == "neg":
                total = ("-", total, operands(a)[0])
            else:
                total = ("+", *operands(total), a) if head(total) == "+" else ("+", total, a)
        return total
    return (op, *args)


def said(e: Expr) -> str:
    return to_text(tidy(e))


def _scope(outer: Sequent, inner: Sequent) -> list[str]:
    """What is new in scope: variables by their sort, and the facts about them."""
    sorts: dict[str, list[str]] = {}
    for name, sort in inner.sorts.items():
        if name not in outer.sorts:
            sorts.setdefault(sort_text(sort), []).append(name)
    lets = [f"{', '.join(names)} {sort}" for sort, names in sorts.items()]
    facts = ", ".join(dict.fromkeys(said(f) for f in _new(outer, inner)))
    if not lets:
        return [f"assume {facts}"] if facts else []
    return [f"let {'; '.join(lets)}" + (f", with {facts}" if facts else "")]


def _proof(step: Step) -> list[str]:
    """The lines that prove the step's goal; the last one is the goal itself."""
    lines: list[str] = []
    goal = step.goal
    while True:
        onward = step.parts[-1] if step.parts and _continues(step) else None
        sides = step.parts[:-1] if onward else step.parts
        known = {as_less(f) for f in step.sequent.facts.values()}
        if step.rule == "have":
            proof = [] if as_less(step.parts[0].goal) in known else _proof(step.parts[0])
            lines += _indented(proof[:-1]) + proof[-1:]
        elif onward is not None:
            shown = [_told(step, f) for f in _new(step.sequent, onward.sequent)]
            if step.rule == "intro":
                shown = _scope(step.sequent, onward.sequent)
            elif onward.goal != step.goal and not shown:
                shown = [f"it is enough that {said(onward.goal)}    [{_reason(step)}]"]
            lines += [line for side in sides for line in _side(step, side)] + shown
        if onward is None:
            parts = [line for side in step.parts for line in _side(step, side)]
            told = f"{said(step.goal)}    [{_reason(step)}]"
            again = step.rule == "exact" and bool(lines) and lines[-1].startswith(f"{said(step.goal)}    ")
            result = [*lines, *parts, *([] if again else [told])]
            return result if step.goal == goal or step.rule == "intro" else [*result, f"{said(goal)}    [so]"]
        step = onward


def _continues(step: Step) -> bool:
    return "then" in step.node and step.rule not in ("ladder", "negate") and step.parts[-1].node is step.node["then"]


def _new(outer: Sequent, inner: Sequent) -> list[Expr]:
    new = [k for k in inner.facts if k not in outer.facts]
    return [inner.facts[k] for k in new if k.rpartition(".")[0] not in new]


def _told(step: Step, fact: Expr) -> str:
    if step.rule in ("intro", "negate"):
        return f"assume {said(fact)}"
    return f"{said(fact)}    [{_reason(step)}]"


def _side(outer: Step, side: Step) -> list[str]:
    """A sub-proof, indented under what it assumes beyond the step that needs it."""
    known = {as_less(f) for f in side.sequent.facts.values()}
    if not side.parts and (side.rule in QUIET or as_less(side.goal) in known):
        return []
    scope = _scope(outer.sequent, side.sequent)
    return [f"{scope[0]}:", *_indented(_proof(side))] if scope else _indented(_proof(side))


def _indented(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


def _reason(step: Step) -> str:
    node = step.node
    words = REASONS.get(step.rule, step.rule)
    if step.rule == "instance":
        return f"{words}: {node['name']}"
    if step.rule == "box":
        count = _leaves(node["tree"])
        return words if count == 1 else f"{words} on {count} boxes"
    if step.rule in ("positive", "order"):
        return _combination(step) or words
    if step.rule == "ladder" and "at" in node:
        return f"{words}, from {node['of']} = {said(from_json(node['at']))}"
    return words


def _leaves(tree: Any) -> int:
    if not isinstance(tree, Mapping):
        return 1
    inner = [v for k, v in tree.items() if k in ("low", "high", "then")]
    return sum(_leaves(v) for v in inner) or 1


def _combination(step: Step) -> str:
    """The nonnegative terms that the difference of the two sides is made of, where they are few."""
    node = step.node
    products = node.get("products") or node.get("positive")
    if not products or any(node.get(key) for key in ("terms", "rewrite", "multiplier")):
        return ""
    terms = []
    for product in products:
        root = from_json(product.get("square", 0))
        if set(product) - {"weight", "facts", "square"} or not is_real(root, step.sequent.sorts):
            return ""  # a sum of squares, or the square of a matrix
        factors = [str(product["weight"])] if str(product.get("weight", "1")) != "1" else []
        for label in product.get("facts", ()):
            fact = step.sequent.facts[label]
            if head(fact) not in ("<", "<=", ">", ">="):
                return ""
            low, high = operands(as_less(fact))
            factors.append(f"({said(high if low == 0 else ('-', high, low))})")
        if "square" in product:
            factors.append(f"({said(from_json(product['square']))})**2")
        terms.append("*".join(factors) or "1")
    text = " + ".join(terms)
    told = f"0 would be {text}" if step.goal == FALSE else f"the difference is {text}"
    return told if len(text) <= 160 else ""
