"""From a script to a proof tree: each step shapes the goal or adds facts, the rest is found automatically.

Decides: what a script (see `script`) breaks down into goals that the driver closes.  How: one method a step,
in the order of the script; a gap is a question to the driver, and a step that does not fit raises `Stuck` with its
place.  Complete for: nothing.  Cannot do: change the order of steps or guess a missing one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verifier.kernel.facts.schemas import TABLE
from verifier.kernel.logic.proofs import Checker
from verifier.kernel.logic.sequents import Rejected, Sequent
from verifier.kernel.terms.binding import marked
from verifier.kernel.terms.expr import FALSE, TRUE, Expr, head
from verifier.kernel.terms.shapes import Shapes
from verifier.language import script as S
from verifier.language.named import AXIOMS, apply_value, fresh, named_sequent, negation, operands, substitute, to_json
from verifier.language.text.printing import to_text
from verifier.library.theorems import have, inlined
from verifier.prove.driver.driver import Driver, Node

EFFORT = 2  # for a gap between two steps
GAP = {"rule": "gap"}  # what stands for a proof where only the steps are looked at
Parse = Callable[[str, Mapping[str, Expr]], Expr]  # text and the sorts in scope -> expression


class Stuck(ValueError):
    """A step of a script does not fit or a gap does not close; one line says which."""


def _index(name: str | None, sort: Expr) -> dict[str, Expr]:
    """The index in the value of a sequence or of a curve, the argument in that of a function."""
    own: Expr = ("real",) if head(sort) == "curve" else ("integer", 0, "oo")
    return {} if name is None else {name: operands(sort)[0] if head(sort) == "function" else own}


def _applied(text: str, index: str | None, sort: Expr, s: Sequent) -> tuple[str, str | None]:
    """A value and its index; of a sequence, a curve or a function the name alone stands for it."""
    if index is None and text in s.sorts and head(sort) in ("sequence", "curve", "function"):
        index = fresh("t", frozenset(s.sorts))
        text = f"{text}[{index}]"
    return text, index


def after(s: Sequent, probe: Node) -> Sequent | None:
    """The sequent after a step that adds facts, if the kernel accepts the step."""

    result: list[Sequent] = []

    class _Spy(Checker):
        def check(self, sequent: Sequent, goal: Expr, node: object) -> None:  # type: ignore[override]
            if node == {"rule": "?"}:
                result.append(named_sequent(sequent))
                return
            if node == GAP:
                return
            super().check(sequent, goal, node)  # type: ignore[arg-type]

    try:
        _Spy().check(s, TRUE, {**probe, "then": {"rule": "?"}})
    except Rejected:
        return None
    return result[0] if result else None


def only(s: Sequent, names: Sequence[str]) -> Sequent:
    """The facts of these names with their parts, the conditions of domains, and what was supposed without a name."""

    def kept(label: str) -> bool:
        stem, _, part = label.partition(".")
        of_domain = stem in s.sorts and part != "" and not part[0].isdigit()
        return label in names or stem in names or of_domain or re.fullmatch(r"given\d*", stem) is not None

    return Sequent(s.sorts, {n: f if kept(n) else TRUE for n, f in s.facts.items()}, s.context)


class Tactics:
    """Runs scripts; `parse` reads formulas in the scope where a step stands, `driver` closes the gaps."""

    def __init__(self, parse: Parse, driver: Driver) -> None:
        self.parse, self.driver = parse, driver

    def prove(self, s: Sequent, goal: Expr, steps: Sequence[S.Step], where: str = "") -> Node:
        """A proof tree for the goal.  Raises `Stuck`."""
        self.driver.tick()
        if head(goal) == "not":
            goal = negation(operands(goal)[0])
        if not steps:
            node = self.driver.search(s, goal, EFFORT)
            if node is None:
                raise Stuck(f"{where or 'the goal'}: no proof found of {to_text(goal)}")
            return node
        step, rest = steps[0], steps[1:]
        method = getattr(self, "_" + type(step).__name__.lower())
        node = method(
            s, goal, step, rest, f"{where} > {type(step).__name__}" if where else type(step).__name__
        )
        assert isinstance(node, dict)
        return node

    def text(self, s: Sequent, text: str, extra: Mapping[str, Expr] | None = None) -> Expr:
        try:
            return self.parse(text, {**s.sorts, **(extra or {})})
        except ValueError as error:
            raise Stuck(f"{text!r}: {error}") from None

    def _name(self, s: Sequent, wanted: str, stem: str) -> str:
        return wanted or fresh(stem, frozenset(s.facts))

    # -- shaping the goal -----------------------------------------------------------------------------
    def _take(self, s: Sequent, goal: Expr, step: S.Take, rest: Sequence[S.Step], where: str) -> Node:
        """Each name takes one 'for all'; conditions in between become facts."""
        if head(goal) == "implies":
            label = self._name(s, "", "given")
            node = self._take(s.assume(label, operands(goal)[0]), operands(goal)[1], step, rest, where)
            return {"rule": "intro", "as": label, "then": node}
        if not step.names:
            return self.prove(s, goal, rest, where)
        if head(goal) != "forall":
            raise Stuck(f"{where}: the goal is no 'for all'")
        bound, sort, body = operands(goal)
        name = step.names[0]
        inner = s.declare(name, sort)
        node = self._take(inner, substitute(body, {str(bound): name}), S.Take(*step.names[1:]), rest, where)
        return {"rule": "intro", "as": name, "then": node}

    def _assume(self, s: Sequent, goal: Expr, step: S.Assume, rest: Sequence[S.Step], where: str) -> Node:
        if head(goal) != "implies":
            raise Stuck(f"{where}: the goal is no 'if ... then'")
        supposed, then = operands(goal)
        if marked(self.text(s, step.formula)) != marked(supposed):
            raise Stuck(f"{where}: the goal supposes {to_text(supposed)}")
        node = self.prove(s.assume(step.name, supposed), then, rest, where)
        return {"rule": "intro", "as": step.name, "then": node}

    def _by(self, s: Sequent, goal: Expr, step: S.By, rest: Sequence[S.Step], where: str) -> Node:
        """The goal from the facts that are named; those that are taken at values come first."""
        if rest:
            raise Stuck(f"{where}: nothing follows what closes the goal")
        names: list[str] = []
        uses: list[S.Use | S.Recall] = []
        for fact in step.facts:
            name, at = (fact, ()) if isinstance(fact, str) else fact
            if name not in s.facts and name in AXIOMS:
                return self.prove(s, goal, [S.Axiom(name), step], where)
            if name in TABLE and not {name, f"cited:{name}"} & s.facts.keys():
                names.append(f"{name} ({len(uses)})")
                uses.append(S.Recall(name, [str(value) for value in at], name=names[-1]))
                continue
            label = name if name in s.sorts else self._label(s, name, where)
            if at:
                uses.append(S.Use(label, at, name=f"{label} ({len(uses)})", exactly=True))
                label = f"{label} ({len(uses) - 1})"
            names.append(label)
        named = only(s, names) if names else s
        if uses:
            named = only(s, [*names, *(use.fact for use in uses)])
            return self.prove(named, goal, [*uses, S.By(names)], where)
        node = self.driver.search(named, goal, EFFORT)
        if node is None:
            shown = f" from {', '.join(names)}" if names else ""
            raise Stuck(f"{where}: no proof found of {to_text(goal)}{shown}")
        return node

    _chain = _by

    def _split(self, s: Sequent, goal: Expr, step: S.Split, rest: Sequence[S.Step], where: str) -> Node:
        parts = operands(goal)
        if head(goal) != "and" or len(parts) != len(step.scripts):
            raise Stuck(f"{where}: the goal has not that many parts")
        nodes = [
            self.prove(s, p, [*sc, *rest], f"{where} {i}")
            for i, (p, sc) in enumerate(zip(parts, step.scripts, strict=True))
        ]
        return {"rule": "split", "nodes": nodes}

    def _choose(self, s: Sequent, goal: Expr, step: S.Choose, rest: Sequence[S.Step], where: str) -> Node:
        if head(goal) != "or" or step.index >= len(operands(goal)):
            raise Stuck(f"{where}: the goal has no such part")
        then = self.prove(s, operands(goal)[step.index], rest, where)
        return {"rule": "choose", "index": step.index, "then": then}

    def _witness(self, s: Sequent, goal: Expr, step: S.Witness, rest: Sequence[S.Step], where: str) -> Node:
        if head(goal) != "exists":
            raise Stuck(f"{where}: the goal is no 'there is'")
        name, sort, body = operands(goal)
        text, index = _applied(step.value, step.index, sort, s)
        value = self.text(s, text, _index(index, sort))
        try:
            Checker().fits(s, value, sort, index)
        except ValueError as error:
            raise Stuck(f"{where}: {step.value}: {error}") from None
        then = self.prove(s, apply_value(body, str(name), sort, value, index, s.sorts), rest, where)
        node: Node = {"rule": "witness", "value": to_json(value), "then": then}
        return {**node, "index": index} if index else node

    def _induct(self, s: Sequent, goal: Expr, step: S.Induct, rest: Sequence[S.Step], where: str) -> Node:
        if head(goal) != "forall" or head(operands(goal)[1]) != "integer":
            raise Stuck(f"{where}: the goal is not 'for all integers'")
        bound, sort, body = operands(goal)
        if step.outermost and bound != step.name:
            raise Stuck(f"{where}: the goal's outermost variable is {bound}, not {step.name}")
        lo, hi = operands(sort)
        name, bound = step.name, str(bound)
        if step.strong:
            inner = s.declare(name, sort)
            below: Expr = ("forall", bound, ("integer", lo, ("-", name, 1)), body)
            inner = inner.assume(step.hypothesis, below)
            then = self.prove(inner, substitute(body, {bound: name}), [*step.step, *rest], f"{where} step")
            return {"rule": "induction", "strong": True, "name": name, "as": step.hypothesis, "step": then}
        label = self._name(s, "", "range")
        start = s if hi == "oo" else s.assume(label, ("<=", lo, hi))
        base = self.prove(start, substitute(body, {bound: lo}), [*step.base, *rest], f"{where} base")
        inner = s.declare(name, ("integer", lo, hi if hi == "oo" else ("-", hi, 1)))
        inner = inner.assume(step.hypothesis, substitute(body, {bound: name}))
        then = self.prove(
            inner, substitute(body, {bound: ("+", name, 1)}), [*step.step, *rest], f"{where} step"
        )
        return {
            "rule": "induction",
            "name": name,
            "as": step.hypothesis,
            "base": base,
            "step": then,
            "range": label,
        }

    def _negate(self, s: Sequent, goal: Expr, step: S.Negate, rest: Sequence[S.Step], where: str) -> Node:
        then = self.prove(s.assume(step.name, negation(goal)), FALSE, rest, where)
        return {"rule": "negate", "as": step.name, "then": then}

    def _cases(self, s: Sequent, goal: Expr, step: S.Cases, rest: Sequence[S.Step], where: str) -> Node:
        formula = self.text(s, step.formula)
        yes = self.prove(s.assume(step.name, formula), goal, [*step.yes, *rest], f"{where} yes")
        no = self.prove(s.assume(step.name, negation(formula)), goal, [*step.no, *rest], f"{where} no")
        return {"rule": "either", "formula": to_json(formula), "as": step.name, "yes": yes, "no": no}

    def _caseson(self, s: Sequent, goal: Expr, step: S.CasesOn, rest: Sequence[S.Step], where: str) -> Node:
        fact = self._fact(s, step.fact, where)
        parts = operands(fact)
        if head(fact) != "or" or len(parts) != len(step.scripts):
            raise Stuck(f"{where}: {step.fact} has not that many cases")
        nodes = [
            self.prove(s.assume(step.name, p), goal, [*sc, *rest], f"{where} {i}")
            for i, (p, sc) in enumerate(zip(parts, step.scripts, strict=True))
        ]
        return {"rule": "cases", "fact": step.fact, "as": step.name, "nodes": nodes}

    # -- adding facts ---------------------------------------------------------------------------------
    def _label(self, s: Sequent, name: str, where: str) -> str:
        """The label of a fact: its name, or that of a cited statement.  Raises `Stuck`."""
        label = name if name in s.facts else f"cited:{name}"
        if label not in s.facts:
            raise Stuck(f"{where}: there is no fact {name!r}; there are {', '.join(s.facts)}")
        return label

    def _fact(self, s: Sequent, label: str, where: str) -> Expr:
        if label not in s.facts:
            raise Stuck(f"{where}: there is no fact {label!r}; there are {', '.join(s.facts)}")
        return s.facts[label]

    def _have(self, s: Sequent, goal: Expr, step: S.Have, rest: Sequence[S.Step], where: str) -> Node:
        formula = self.text(s, step.formula)
        proof = self.prove(s, formula, step.by, f"{where} {step.name or step.formula}")
        name = self._name(s, step.name, "have")
        then = self.prove(s.assume(name, formula), goal, rest, where.rpartition(" > ")[0])
        return {"rule": "have", "formula": to_json(formula), "proof": proof, "as": name, "then": then}

    def _use(self, s: Sequent, goal: Expr, step: S.Use, rest: Sequence[S.Step], where: str) -> Node:
        label = self._label(s, step.fact, where)
        formula, values, premises = s.facts[label], list(step.at), list(step.premises)
        at: list[Any] = []
        proofs: list[Node] = []
        while True:
            args = operands(formula)
            if head(formula) == "forall" and values:
                given = values.pop(0)
                text, index = given if isinstance(given, tuple) else (given, None)
                text, index = _applied(text, index, args[1], s)
                value = self.text(s, text, _index(index, args[1]))
                try:
                    Checker().fits(s, value, args[1], index)
                except ValueError as error:
                    raise Stuck(f"{where}: {text}: {error}") from None
                at.append({"value": to_json(value), "index": index} if index else to_json(value))
                formula = apply_value(args[2], str(args[0]), args[1], value, index, s.sorts)
            elif (
                head(formula) == "implies"
                and (premises or not values or step.exactly) and (premises or step.premises == ())
            ):
                last = args[1]
                while head(last) == "forall":
                    last = operands(last)[2]
                parts = operands(args[0]) if head(args[0]) == "and" and head(last) != "implies" else ()
                if len(premises) == len(parts) > 1:
                    premises = [[S.Split(premises)]]  # a script for each part of the last condition
                proofs.append(self.prove(s, args[0], premises.pop(0) if premises else (), f"{where} premise"))
                formula = args[1]
            else:
                break
        if values and step.exactly:
            raise Stuck(f"{where}: {step.fact} takes {len(at)} values, not {len(step.at)}")
        name = self._name(s, step.name, "used")
        then = self.prove(s.assume(name, formula), goal, rest, where.rpartition(" > ")[0])
        return {"rule": "use", "fact": label, "at": at, "premises": proofs, "as": name, "then": then}

    def _cite(self, s: Sequent, goal: Expr, step: S.Cite, rest: Sequence[S.Step], where: str) -> Node:
        """The theorem that the claim cites, or, where it cites none, the theorem with its proof."""
        name, label = step.name or step.theorem, f"cited:{step.theorem}"
        if label in s.facts:  # from here on it has one name
            once = Sequent(s.sorts, {n: TRUE if n == label else f for n, f in s.facts.items()}, s.context)
            then = self.prove(once.assume(name, s.facts[label]), goal, rest, where)
            return {"rule": "use", "fact": label, "at": [], "premises": [], "as": name, "then": then}
        proved = [(f"cited:{n}", formula, tree) for n, formula, tree in inlined(step.theorem)]
        proved = [one for one in proved if one[0] not in s.facts]
        if not proved:
            raise Stuck(f"{where}: there is no theorem {step.theorem!r}")
        for above, formula, _ in proved:
            s = s.assume(above, formula)
        node = self._cite(s, goal, step, rest, where)
        for above, formula, tree in reversed(proved):
            node = have(formula, tree, above, node)
        return node

    def _obtain(self, s: Sequent, goal: Expr, step: S.Obtain, rest: Sequence[S.Step], where: str) -> Node:
        source = self._label(s, step.fact, where)
        if head(s.facts[source]) == "and":  # conditions of a domain stand before what is promised next
            source = f"{source}.{len(operands(s.facts[source])) - 1}"
        fact = self._fact(s, source, where)
        if head(fact) != "exists":
            raise Stuck(f"{where}: {step.fact} is no 'there is'")
        bound, sort, body = operands(fact)
        label = self._name(s, step.label, step.name)
        inner = s.declare(step.name, sort).assume(label, substitute(body, {str(bound): step.name}))
        then = self.prove(inner, goal, rest, where.rpartition(" > ")[0])
        return {"rule": "obtain", "fact": source, "name": step.name, "as": label, "then": then}

    def _set(self, s: Sequent, goal: Expr, step: S.Set, rest: Sequence[S.Step], where: str) -> Node:
        value = self.text(s, step.value)
        try:
            shape = Shapes(s.sorts, s.context).term(value)
        except ValueError as error:
            raise Stuck(f"{where}: {step.value}: {error}") from None
        sort: Expr = ("real",) if shape is None else ("matrix", *(n.expr() for n in shape))
        exists: Expr = ("exists", step.name, sort, ("==", step.name, value))
        node = self._witness(s, exists, S.Witness(step.value), (), f"{where} {step.name}")
        own = step.label or step.name
        inner = s.declare(step.name, sort).assume(own, ("==", step.name, value))
        then = self.prove(inner, goal, rest, where.rpartition(" > ")[0])
        label = fresh(f"value of {step.name}", frozenset(s.facts))
        then = {"rule": "obtain", "fact": label, "name": step.name, "as": own, "then": then}
        return {"rule": "have", "formula": to_json(exists), "proof": node, "as": label, "then": then}

    def _after(self, s: Sequent, node: Node, where: str) -> Sequent:
        """The sequent after a forward step that the kernel accepts."""
        found = after(s, node)
        if found is not None:
            return found
        try:
            Checker().check(s, ("true",), {**node, "then": {"rule": "split", "nodes": []}})
        except Rejected as error:
            raise Stuck(f"{where}: {error}") from None
        raise Stuck(f"{where}: the step adds nothing")

    def _contradict(
        self, s: Sequent, goal: Expr, step: S.Contradict, rest: Sequence[S.Step], where: str
    ) -> Node:
        fact = self._fact(s, step.fact, where)
        return {
            "rule": "contradict",
            "fact": step.fact,
            "proof": self.prove(s, negation(fact), [*step.by, *rest], where),
        }

