"""Replays a trace: each step has the parts that its rule demands, and what it found is so.

Raises `Wrong` where something is not as it is said.  What was replayed, and what could not be, is counted.
"""

from __future__ import annotations

import random
from fractions import Fraction

from trace_balls import NoBall, surely_false
from trace_forms import NormalForms
from trace_identities import combined, conditions, derivation, frozen, identity, row
from trace_models import Cannot, Model, bounds, equal, integer_names
from trace_terms import alike, inward, names, need, op, term, turned


class Replay(NormalForms):
    """One trace."""

    def __init__(self, trace, sampled=1):
        super().__init__(sampled)
        self.steps = [term_fields(s) for s in trace["steps"]]
        self.trace = trace
        self.seen = set()

    def run(self):
        for proof in self.trace["proofs"]:
            self.step(proof["step"], {}, {})
        need(len(self.seen) == len(self.steps), "a step that no other demands")
        return self.count

    def step(self, number, sorts, facts):
        need(number not in self.seen, "a step in two places")
        self.seen.add(number)
        s = self.steps[number]
        gone = set(s["gone"])
        s["all sorts"] = {n: e for n, e in sorts.items() if n not in gone} | s["sorts"]
        s["all facts"] = {n: e for n, e in facts.items() if n not in gone} | s["facts"]
        for part in s["parts"]:
            need(part > number, "a step behind its part")
            self.step(part, s["all sorts"], s["all facts"])
        self.judge(s, [self.steps[p] for p in s["parts"]])

    def judge(self, s, parts):
        """One step and what it says of its parts; all that is in scope there is known."""
        for e in (s["goal"], *(s["all facts"] if s["gone"] else s["facts"]).values()):
            need(names(e) <= set(s["all sorts"]), f"a name that is not in scope in {e!r:.100}")
        for part in parts:
            need(not set(part["sorts"]) & set(s["all sorts"]), "a name that is in use")
        demanded = list(places(s["data"]))
        need(sorted(demanded) == list(range(len(parts))), f"{s['rule']}: the parts are not those of the certificate")
        need(not loose(s["data"], True), f"{s['rule']}: a part of the certificate that is not shown")
        rule = self.judges(s["rule"])
        (rule or self.other)(s, inward(s["goal"]), s["data"], parts)
        self.count["by rule" if rule else "by parts alone"] += 1
        derivations = [f for f in s["found"] if "integers" in f]
        rows = {frozen(row(e)) for e in conditions(s["all sorts"], s["all facts"])} if derivations else set()
        shown = set()
        for entry in derivations:
            derivation(entry, rows, integer_names(s["all sorts"]), shown)
            shown |= {frozen(row(entry["integers"]))} if entry["integers"] is not None else set()
            self.count["derivations"] += 1

    def judges(self, rule):
        """What judges a step by its rule; None where the rule's theorem is not replayed."""
        return getattr(self, "rule_" + rule.replace("-", "_"), None)

    def other(self, s, goal, data, parts):
        """A rule whose theorem is not replayed: where it adds a fact, the proof goes on with the same goal.

        It may add a variable of which the fact speaks.
        """
        if "as" in data and "then" in data:
            then = parts[data["then"]["part"]]
            self.assumed(then, data["as"], then["sorts"])
            self.proves(then, goal)

    # -- arithmetic -----------------------------------------------------------------------------------------
    def rule_arith(self, s, goal, data, parts):
        need(not parts, "parts of an answer")
        shown = [f["integers"] for f in s["found"] if "integers" in f]
        if None in shown:
            return
        rows = [row(e) for e in shown]

        def follows(r):
            return r in rows or (set(r) <= {()} and r.get((), 0) >= 0)

        goals = list(conjuncts(turned(goal)))
        for g in goals:
            g = turned(g)
            need(op(g) in ("==", "!=", "<", "<="), "no relation between integers")
            r = combined(1, row(g[2]), -1, row(g[1]))
            back = combined(-1, r, 0, {})
            one = {(): 1}
            if op(g) == "!=":
                need(follows(combined(1, r, -1, one)) or follows(combined(1, back, -1, one)), "nothing is derived")
            elif op(g) == "==":
                need(follows(r) and follows(back), "nothing is derived")
            else:
                need(follows(combined(1, r, -1, one) if op(g) == "<" else r), "nothing is derived")

    def rule_field(self, s, goal, data, parts):
        self.nonzero(s, data, parts)
        identity(s["rule"], goal, s["all facts"], data, s["found"], integer_names(s["all sorts"]))
        self.count["identities"] += 1

    rule_positive = rule_field

    def nonzero(self, s, data, parts):
        entries = data.get("nonzero", [])
        need(len(entries) == len(parts), "not each denominator")
        self.plain(*parts)
        for entry, part in zip(entries, parts, strict=True):
            self.proves(part, ("!=", entry["of"], 0))
            self.apart(s, entry["of"])
        shown = [f["nonzero"] for f in s["found"] if "nonzero" in f]
        need(all(any(alike(e, x["of"]) for x in entries) for e in shown), "a denominator that is not shown")

    def apart(self, s, e):
        """At points that meet what can be decided of the facts, the denominator is not 0."""
        for model in self.models(s, names(e), [], 6):
            model.exact = True
            try:
                if not all(self.met(model, f) for f in s["all facts"].values()):
                    continue
                value = model.value(e)
            except Cannot:
                continue
            need(not equal(value, Fraction(0)), f"{e!r:.80} is 0 at a point")
            self.count["denominators at points"] += 1

    def met(self, model, f):
        try:
            return model.holds(inward(f))
        except Cannot:
            return True

    # -- boxes ----------------------------------------------------------------------------------------------
    def rule_box(self, s, goal, data, parts):
        need(not parts, "parts of an enclosure")
        boxes = [f for f in s["found"] if "box" in f]
        if boxes:
            self.around(s, [self.fact(s, label) for label in data.get("facts", [])], boxes[0]["bounds"])
            rest = self.tile(s, data["tree"], boxes[0]["bounds"], boxes)
            need(not rest, "boxes that are not in the tree")
            self.count["boxes"] += len(boxes)
            if not data.get("given"):
                for b in boxes:
                    self.inside(s, goal, b["bounds"])

    def around(self, s, facts, ends):
        """The whole box has all points in it that meet the facts."""
        for seed in range(40):
            dice = random.Random(seed)
            reals = {n for n, sort in s["all sorts"].items() if op(sort) in ("real", "integer")}
            at = {n: Fraction(dice.randint(-40, 40), 1 if op(s["all sorts"][n]) == "integer" else 4) for n in reals}
            model = Model(s["all sorts"], at, seed)
            model.exact = True
            try:
                if not all(model.holds(inward(f)) for f in facts) or any(
                    model.value(b) < 0 for b in bounds(s["all sorts"])
                ):
                    continue
            except Cannot:
                continue
            for n, (low, high) in ends.items():
                lo, hi = point(low), point(high)
                need(lo <= at[n] <= hi, f"a box without {n} = {at[n]}")
            self.count["points in boxes"] += 1

    def inside(self, s, goal, bounds):
        """The formula does not fail in the middle of the box, nor near its ends."""
        whole = {n for n, sort in s["all sorts"].items() if op(sort) == "integer"}
        for part in (Fraction(1, 2), Fraction(1, 64), Fraction(63, 64)):
            at = {}
            for n, (low, high) in bounds.items():
                lo, hi = point(low), point(high)
                lo = (0 if hi > 7 else hi - 7) if lo == float("-inf") else lo
                hi = lo + 7 if hi == float("inf") else hi
                value = lo + (hi - lo) * part
                at[n] = Fraction(value.numerator // value.denominator) if n in whole else value
            try:
                need(not surely_false(goal, at), f"the formula fails at {at}")
            except NoBall:
                return
            self.count["points in boxes"] += 1

    def tile(self, s, tree, wanted, boxes):
        """The boxes are those into which the tree cuts; what is left of the list."""
        here, *rest = boxes
        need(here["bounds"] == wanted, "a box with other bounds")
        if isinstance(tree, str):
            need(here["box"] == tree, "a leaf of another kind")
            return rest
        x = tree.get("split", tree.get("face"))
        lo, hi = wanted.get(x, ("-oo", "oo"))
        if "face" in tree:
            need(here["box"] == "face", "no face")
            end = lo if tree["to"] == "low" else hi
            return self.tile(s, tree["then"], {**wanted, x: (end, end)}, rest)
        need(here["box"] == "split", "no cut")
        m, e = tree["at"]
        cut = Fraction(m) * Fraction(2) ** e
        below, above = cut, cut
        if op(s["all sorts"].get(x)) == "integer":
            below = Fraction(cut.numerator // cut.denominator)
            above = below + 1
        for half, ends in (("low", (lo, below)), ("high", (above, hi))):
            ends = self.met_ends(ends, (lo, hi))
            if ends is None:
                continue
            need(rest, "a box that is missing")
            shown = rest[0]["bounds"].get(x, ("-oo", "oo"))
            need(tuple(map(point, shown)) == ends, "a half with other ends")
            rest = self.tile(s, tree[half], {**wanted, x: shown}, rest)
        return rest

    def met_ends(self, ends, outer):
        lo, hi = map(point, ends)
        low, high = map(point, outer)
        lo, hi = max(lo, low), min(hi, high)
        return (lo, hi) if lo <= hi else None


def point(end):
    """An end as a number; the infinite ones as floats, which are only compared."""
    if isinstance(end, str):
        return float("inf") if end == "oo" else float("-inf")
    return Fraction(end[0]) * Fraction(2) ** end[1] if isinstance(end, tuple) else end


def term_fields(s):
    """A step with terms in the place of lists."""
    return {
        **s,
        "goal": term(s["goal"]),
        "sorts": {n: term(e) for n, e in s["sorts"].items()},
        "facts": {n: term(e) for n, e in s["facts"].items()},
        "data": {k: deep(v) for k, v in s["data"].items()},
        "found": [{k: deep(v) for k, v in f.items()} for f in s["found"]],
    }


def deep(data):
    if isinstance(data, dict):
        return {k: deep(v) for k, v in data.items()}
    return tuple(deep(v) for v in data) if isinstance(data, list) else data


def places(data):
    """The parts that the rule's data name, in their order."""
    if isinstance(data, dict):
        if set(data) == {"part"}:
            yield data["part"]
        else:
            for v in data.values():
                yield from places(v)
    elif isinstance(data, tuple):
        for v in data:
            yield from places(v)


def loose(data, outer):
    if isinstance(data, dict):
        return (not outer and "rule" in data) or any(loose(v, False) for v in data.values())
    return isinstance(data, tuple) and any(loose(v, False) for v in data)


def conjuncts(f):
    if op(f) == "and":
        for a in f[1:]:
            yield from conjuncts(a)
    else:
        yield f


def replay(trace, sampled=1):
    return Replay(trace, sampled).run()
