"""Replays a trace: each step has the parts that its rule demands, and what it found is so.

Raises `Wrong` where something is not as it is said.  What was replayed, and what could not be, is counted.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

from trace_identities import combined, derivation, identity, known_rows, row
from trace_models import Cannot, Model, assignments, equal, integer_names, times
from trace_models import bounds as bounds_of
from trace_terms import FALSE, TRUE, alike, denied, inward, names, need, op, put, same_fact, term, turned

HOLE = "_"
#: rewrites of one value, which say that it stays the same (`transpose`: that it is transposed)
ONE = ("inside", "merge", "transpose", "collapse", "shift", "split", "write out", "swap", "empty", "normal")


class Replay:
    """One trace.  `sampled`: how many models each value is compared in."""

    def __init__(self, trace, sampled=1):
        self.steps = [term_fields(s) for s in trace["steps"]]
        self.trace, self.sampled = trace, sampled
        self.count = Counter()
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
        parts = [self.steps[p] for p in s["parts"]]
        demanded = list(places(s["data"]))
        need(sorted(demanded) == list(range(len(parts))), f"{s['rule']}: the parts are not those of the certificate")
        need(not loose(s["data"], True), f"{s['rule']}: a part of the certificate that is not shown")
        rule = getattr(self, "rule_" + s["rule"].replace("-", "_"), None)
        if rule is not None:
            rule(s, inward(s["goal"]), s["data"], parts)
            self.count["by rule"] += 1
        else:
            self.count["by parts alone"] += 1
        rows = known_rows(s["all sorts"], s["all facts"])
        for entry in s["found"]:
            if "integers" in entry:
                derivation(entry, rows, integer_names(s["all sorts"]))
                self.count["derivations"] += 1

    # -- logic ----------------------------------------------------------------------------------------------
    def fact(self, s, label):
        need(label in s["all facts"], f"there is no fact {label}")
        return s["all facts"][label]

    def assumes(self, part, label, formula):
        """The part knows the formula under the label, and besides only its conjuncts."""
        need(label in part["facts"] and same_fact(part["facts"][label], formula), f"{label} is another fact")
        need(all(n == label or n.startswith(label + ".") for n in part["facts"]), "facts from nowhere")
        for n, f in part["facts"].items():
            above, _, i = n.rpartition(".")
            if n != label:
                whole = inward(part["facts"][above])
                need(op(whole) == "and" and same_fact(f, whole[1 + int(i)]), f"{n} is no part of {above}")

    def plain(self, *parts):
        for part in parts:
            need(not part["facts"] and not part["sorts"], "something new in scope")

    def proves(self, part, goal):
        need(alike(inward(part["goal"]), inward(goal)), "a part proves something else")

    def onward(self, s, goal, part, label=None):
        """The last part proves the goal, and may know one fact more."""
        self.proves(part, goal)
        if label is not None:
            need(label in part["facts"], f"{label} is not known")

    def rule_intro(self, s, goal, data, parts):
        [part] = parts
        if op(goal) == "forall":
            need(dict(part["sorts"]) == {data["as"]: goal[2]} and not part["facts"], "another variable")
            self.proves(part, put(goal[3], {goal[1]: data["as"]}))
        elif op(goal) == "implies":
            self.assumes(part, data["as"], goal[1])
            self.proves(part, goal[2])
        else:
            need(op(goal) == "!=", "intro of something else")
            self.assumes(part, data["as"], ("==", *goal[1:]))
            self.proves(part, FALSE)

    def rule_split(self, s, goal, data, parts):
        need(op(goal) == "and" and len(parts) == len(goal) - 1, "not each part of the conjunction")
        self.plain(*parts)
        for part, formula in zip(parts, goal[1:], strict=True):
            self.proves(part, formula)

    def rule_choose(self, s, goal, data, parts):
        [part] = parts
        need(op(goal) == "or", "no disjunction")
        self.plain(part)
        self.proves(part, goal[1 + data["index"]])

    def rule_witness(self, s, goal, data, parts):
        [part] = parts
        need(op(goal) == "exists", "no 'exists'")
        self.plain(part)
        if "index" not in data or data["index"] is None:
            self.proves(part, put(goal[3], {goal[1]: data["value"]}))

    def rule_have(self, s, goal, data, parts):
        proof, then = parts
        self.plain(proof)
        self.proves(proof, data["formula"])
        self.assumes(then, data["as"], data["formula"])
        self.proves(then, goal)

    def applied(self, s, formula, data, parts):
        """The fact at its values; the parts prove its premises.  None where a value is that of a function."""
        values, premises = list(data.get("at", [])), list(parts)
        while formula is not None and (values or premises):
            if op(formula) == "forall" and values:
                value = values.pop(0)
                if isinstance(value, dict):
                    return None
                formula = put(formula[3], {formula[1]: value})
            else:
                need(op(formula) == "implies" and premises, "more values or premises than the fact takes")
                self.proves(premises.pop(0), formula[1])
                formula = formula[2]
        if "part" in data:
            formula = formula[1 + data["part"]]
        return formula

    def rule_use(self, s, goal, data, parts):
        *premises, then = parts
        need(len(premises) == len(data.get("premises", [])), "not each premise")
        formula = self.applied(s, self.fact(s, data["fact"]), data, premises)
        if formula is not None:
            self.plain(*premises)
            self.assumes(then, data["as"], formula)
        self.onward(s, goal, then, data["as"])

    def rule_instance(self, s, goal, data, parts):
        need(len(parts) == len(data.get("premises", [])) + 1, "not each premise")
        self.plain(*parts[:-1])
        self.onward(s, goal, parts[-1], data["as"])

    rule_axiom = rule_instance

    def rule_obtain(self, s, goal, data, parts):
        [part] = parts
        fact = self.fact(s, data["fact"])
        need(op(fact) == "exists" and dict(part["sorts"]) == {data["name"]: fact[2]}, "another variable")
        need(data["name"] not in s["all sorts"] and data["name"] not in names(goal), "a name that is in use")
        self.assumes(part, data["as"], put(fact[3], {fact[1]: data["name"]}))
        self.proves(part, goal)

    def rule_cases(self, s, goal, data, parts):
        fact = self.fact(s, data["fact"])
        need(op(fact) == "or" and len(parts) == len(fact) - 1, "not each case")
        for part, formula in zip(parts, fact[1:], strict=True):
            self.assumes(part, data["as"], formula)
            self.proves(part, goal)

    def rule_either(self, s, goal, data, parts):
        yes, no = parts
        self.assumes(yes, data["as"], data["formula"])
        self.assumes(no, data["as"], denied(data["formula"]))
        for part in parts:
            self.proves(part, goal)

    def rule_exact(self, s, goal, data, parts):
        need(not parts and same_fact(goal, self.fact(s, data["fact"])), "the fact is another formula")

    def rule_trivial(self, s, goal, data, parts):
        need(not parts and goal == TRUE, "not 'true'")

    def rule_contradict(self, s, goal, data, parts):
        [part] = parts
        self.plain(part)
        self.proves(part, denied(self.fact(s, data["fact"])))

    def rule_negate(self, s, goal, data, parts):
        [part] = parts
        self.assumes(part, data["as"], denied(goal))
        self.proves(part, FALSE)

    def rule_induction(self, s, goal, data, parts):
        need(op(goal) == "forall" and op(goal[2]) == "integer", "not about integers")
        _, bound, (_, lo, hi), body = goal
        name = data["name"]
        step = parts[-1]
        if data.get("strong"):
            need(len(parts) == 1 and step["sorts"] == {name: goal[2]}, "another variable")
            self.assumes(step, data["as"], ("forall", bound, ("integer", lo, ("-", name, 1)), body))
            self.proves(step, put(body, {bound: name}))
            return
        need(len(parts) == 2, "no base")
        if hi == "oo":
            self.plain(parts[0])
        else:
            self.assumes(parts[0], data.get("range", "range"), ("<=", lo, hi))
        self.proves(parts[0], put(body, {bound: lo}))
        need(step["sorts"] == {name: ("integer", lo, hi if hi == "oo" else ("-", hi, 1))}, "another variable")
        self.assumes(step, data["as"], put(body, {bound: name}))
        self.proves(step, put(body, {bound: ("+", name, 1)}))

    def rule_enumerate(self, s, goal, data, parts):
        need(op(goal) == "forall" and op(goal[2]) == "integer", "not about integers")
        lo, hi = (row(e).get((), 0) for e in goal[2][1:])
        need(len(parts) == max(0, hi - lo + 1), "not each value")
        self.plain(*parts)
        for i, part in enumerate(parts, lo):
            self.proves(part, put(goal[3], {goal[1]: i}))

    def rule_replace(self, s, goal, data, parts):
        [part] = parts
        [positions] = [f["positions"] for f in s["found"] if "positions" in f]
        old, new = self.fact(s, data["fact"])[1:]
        old, new = (new, old) if data.get("back") else (old, new)
        result = self.fact(s, data["on"]) if "on" in data else goal
        for path in positions:
            result = at_place(result, path, old, new)
        if "on" in data:
            self.assumes(part, data["as"], result)
            self.proves(part, goal)
        else:
            self.plain(part)
            self.proves(part, result)

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
        identity(s["rule"], goal, s["all facts"], data, s["found"])
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

    # -- normal forms ---------------------------------------------------------------------------------------
    def rule_linear(self, s, goal, data, parts):
        self.balance(s, data, parts, ("-", *goal[1:]))

    def rule_order(self, s, goal, data, parts):
        goal = turned(goal)
        self.balance(s, data, parts, 0 if goal == FALSE else ("-", goal[2], goal[1]))

    def rule_vanish(self, s, goal, data, parts):
        fact = turned(self.fact(s, data["fact"]))
        self.balance(s, data, parts[:-1], ("-", *fact[1:]))
        self.proves(parts[-1], goal)

    def balance(self, s, data, parts, start):
        """The parts add up to what is left, which the rewrites take to nothing."""
        reads = [f for f in s["found"] if "read" in f]
        pieces, terms = data.get("positive", []), data.get("terms", [])
        wanted = [(1, [start])]
        for p in pieces:
            need(Fraction(p["weight"]) > 0, "a weight that is not positive")
            wanted.append((-Fraction(p["weight"]), self.piece(s, p)))
        left = list(parts)
        for t in terms:
            own = [left.pop(0) for _ in t.get("premises", [])]
            wanted.append((-1, self.equation(s, t, own)))
        need(not left and len(reads) == len(wanted), "not each term")
        total = {}
        for entry, (weight, options) in zip(reads, wanted, strict=True):
            need(Fraction(entry["weight"]) == weight, "another weight")
            fits = options is None or any(alike(e, entry["read"]) for e in options)
            need(fits, f"{entry['read']!r:.100} is not what was to be read")
            total = added(total, weight, entry["value"])
        for entry in s["found"]:
            if entry.get("rewrite") in ("empty", "clear", "normal") and added({}, 1, entry["of"][0]) == total:
                total = added({}, 1, entry["to"])
        need(not total, f"{s['rule']}: {len(total)} terms are left")
        self.evaluated(s)

    def piece(self, s, p):
        product = []
        for label in p.get("facts", []):
            f = turned(self.fact(s, label))
            need(op(f) in ("<", "<="), "no inequality")
            product.append(("-", f[2], f[1]))
        if "square" in p:
            q = p["square"]
            pairs = [("^", q, 2), ("trace", ("*", ("T", q), q))]
            return summed_up(p, [("*", 1, *product, pair) for pair in pairs])
        return summed_up(p, [("*", 1, *product)])

    def equation(self, s, t, premises):
        f = self.applied(s, self.fact(s, t["fact"]), t, premises)
        if f is None:
            return None
        need(op(f) == "==", "no equation")
        sides = [put(t.get("in", HOLE), {HOLE: side}) for side in f[1:]]
        return summed_up(t, [("-", *sides)])

    def evaluated(self, s):
        """Each value is that of its expression, and each rewrite changes no value, in random models."""
        for entry in s["found"]:
            if "read" in entry:
                self.compare(s, [entry["read"]], entry["value"], [], None, "values")
            elif "rewrite" in entry:
                need(formed(entry["rewrite"], entry["of"], entry["to"]), f"no {entry['rewrite']!r:.40} looks like this")
                self.compare(s, entry["of"], entry["to"], entry["where"], entry["rewrite"], entry["rewrite"])

    def compare(self, s, of, to, where, rewrite, counted):
        result = summed(to)
        given = [o if rewrite is None else summed(o) for o in of] if rewrite != "rotate" else [summed(of[0])]
        free = set().union(*(names(e) for e in (result, *given)))
        if rewrite == "rotate":
            free |= names(of[1])
        tried = False
        for model in self.models(s, free, where, self.sampled):
            try:
                values = [model.value(e) for e in given]
                wanted = model.value(result)
                if rewrite == "rotate" and of[1] is not None:
                    given_trace = model.value(("trace", ("*", ("eye", of[1]), given[0])))
            except Cannot:
                continue
            if rewrite == "distribute":
                try:
                    good = equal(model.value(("*", *given)), wanted)
                except Cannot:
                    continue
            elif rewrite == "transpose":
                good = equal(model.value(("T", given[0])), wanted)
            elif rewrite == "rotate":
                good = equal(given_trace if of[1] is not None else values[0], wanted)
            elif rewrite == "clear":
                good = any(equal(times(values[1] ** k, values[0]), wanted) for k in range(1, 9))
            else:
                good = equal(values[0], wanted)
            need(good, f"{s['rule']}: {counted} changes a value")
            tried = True
        self.count[counted if tried else counted + ", not evaluated"] += 1

    def models(self, s, free, where, wanted):
        """Models of the scope in which the conditions on integers hold."""
        sorts = s["all sorts"]
        if "conditions" not in s:
            s["conditions"] = self.conditions(s)
        known = s["conditions"]
        relevant = set()
        growing = set(free)
        while growing - relevant:  # what the sizes and the conditions of these speak of
            relevant |= growing
            growing |= {n for name in relevant for n in names(sorts.get(name, 0))}
            growing |= {n for c in known if names(c) & relevant & integer_names(sorts) for n in names(c)}
        bound = {n for n in relevant if n not in sorts and n[:1] in "_#!" and n != "_w"}
        integers = (relevant & integer_names(sorts)) | bound
        conditions = [c for c in [*known, *where] if names(c) <= integers]
        for at in assignments(sorts, integers, conditions, 7, wanted):
            yield Model(sorts, at, repr(sorted(at.items())))

    def conditions(self, s):
        found = [b for b in bounds_of(s["all sorts"]) if names(b) <= integer_names(s["all sorts"])]
        for f in s["all facts"].values():
            f = turned(inward(f))
            if op(f) in ("==", "<", "<=") and names(f) <= integer_names(s["all sorts"]):
                try:
                    row(f[1]), row(f[2])
                except ValueError:
                    continue
                found.append(("-", ("-", f[2], f[1]), 1) if op(f) == "<" else ("-", f[2], f[1]))
                found += [("-", f[1], f[2])] if op(f) == "==" else []
        return found

    # -- boxes ----------------------------------------------------------------------------------------------
    def rule_box(self, s, goal, data, parts):
        need(not parts, "parts of an enclosure")
        boxes = [f for f in s["found"] if "box" in f]
        if boxes:
            self.around(s, [self.fact(s, label) for label in data.get("facts", [])], boxes[0]["bounds"])
            rest = self.tile(s, data["tree"], boxes[0]["bounds"], boxes)
            need(not rest, "boxes that are not in the tree")
            self.count["boxes"] += len(boxes)

    def around(self, s, facts, bounds):
        """The whole box has all points in it that meet the facts."""
        for seed in range(40):
            dice = random.Random(seed)
            reals = {n for n, sort in s["all sorts"].items() if op(sort) in ("real", "integer")}
            at = {n: Fraction(dice.randint(-40, 40), 1 if op(s["all sorts"][n]) == "integer" else 4) for n in reals}
            model = Model(s["all sorts"], at, seed)
            model.exact = True
            try:
                if not all(model.holds(inward(f)) for f in facts) or any(
                    model.value(b) < 0 for b in bounds_of(s["all sorts"])
                ):
                    continue
            except Cannot:
                continue
            for n, ends in bounds.items():
                lo, hi = map(point, ends)
                need(lo <= at[n] <= hi, f"a box without {n} = {at[n]}")
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


def sums(e):
    """The sums around a term, outermost first: kind, name and ends."""
    return [(e[0], *e[2:]), *sums(e[1])] if op(e) in ("sum", "prefix") else []


def formed(rewrite, of, to) -> bool:
    """Whether a rewrite of this name has this form; whether it is true is seen in models."""
    if rewrite in ("distribute", "rotate", "clear"):
        return len(of) == 2
    if rewrite not in ONE or len(of) != 1:
        return False
    around, after = [sums(e) for _, e in of[0]], [sums(e) for _, e in to]
    fixed = any(v[0] == "#" for a in after for _, v, *_ in a)  # names that only `swap` gives
    if rewrite in ("transpose", "normal"):
        return True
    if rewrite == "empty":
        return {e for _, e in to} < {e for _, e in of[0]}
    if rewrite == "inside":
        kinds = {kind for a in (*around, *after) for kind, *_ in a}
        return not fixed and kinds == {"sum"} and all(around)
    if len(of[0]) != 1 or of[0][0][0] != 1 or fixed != (rewrite == "swap"):
        return False
    [around] = around
    before, kinds = prefixes(around), [prefixes(a) for a in after]
    if rewrite == "split":  # a plain sum is a prefix sum in each term
        return len(around) > before and len(to) <= 2 and all(n == before + 1 for n in kinds)
    if rewrite == "write out":
        return before > 0 and all(n <= before for n in kinds)
    if rewrite == "collapse":
        return any(op(e) == "delta" for e in subterms(of[0][0][1]))
    single = len(to) == 1 and to[0][0] == 1 and len(after[0]) == len(around) and kinds[0] == before
    if rewrite == "merge":
        return single and around == after[0]
    return single and bool(around)  # shift and swap


def prefixes(around):
    return sum(kind == "prefix" for kind, *_ in around)


def subterms(e):
    yield e
    for a in e[1:] if isinstance(e, tuple) else ():
        yield from subterms(a)


def summed(value):
    """A value as one term."""
    parts = []
    for c, e in value:
        p, q = Fraction(c).as_integer_ratio()
        parts.append(("*", p if q == 1 else ("/", p, q), e))
    return ("+", *parts) if parts else 0


def added(total, weight, value):
    total = dict(total)
    for c, e in value:
        total[e] = total.get(e, 0) + weight * Fraction(c)
    return {e: c for e, c in total.items() if c}


def summed_up(part, options):
    """One of these over the ranges of a part; which one depends on shapes, and is compared by value."""
    options = list(options)
    for v, lo, hi in reversed(part.get("over", ())):
        options = [("sum", e, v, lo, hi) for e in options]
    return options


def at_place(e, path, old, new):
    if not path:
        need(alike(e, old), "something else stands at the position")
        return new
    i, *rest = path
    return (*e[: 1 + i], at_place(e[1 + i], rest, old, new), *e[2 + i :])


def replay(trace, sampled=1):
    return Replay(trace, sampled).run()
