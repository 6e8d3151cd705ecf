"""Replaying normal forms: what was read adds up to nothing, and rewrites change no value in random models."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from trace_identities import conditions
from trace_logic import Logic
from trace_models import Cannot, Model, assignments, equal, integer_names, times
from trace_terms import FALSE, alike, names, need, op, put, turned

HOLE = "_"
#: rewrites of one value, which say that it stays the same (`transpose`: that it is transposed)
ONE = ("inside", "merge", "transpose", "collapse", "shift", "split", "write out", "swap", "empty", "normal")


class NormalForms(Logic):
    """The rules that close by a normal form.  `sampled`: how many models each value is compared in."""

    def __init__(self, sampled):
        self.sampled = sampled
        self.count = Counter()

    def rule_linear(self, s, goal, data, parts):
        self.balance(s, data, parts, ("-", *goal[1:]))

    def rule_order(self, s, goal, data, parts):
        goal = turned(goal)
        need(op(goal) == "<=" or any(self.strict(s, p) for p in data.get("positive", ())), "nothing is strict")
        self.balance(s, data, parts, 0 if goal == FALSE else ("-", goal[2], goal[1]))

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
            ranges = {v: ("integer", lo, hi) for v, lo, hi in t.get("over", ())}
            need(all(p["sorts"] == ranges and not p["facts"] for p in own), "something new in scope")
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
                if entry["rewrite"] == "clear":
                    self.denominator(s, entry["of"][1], data)
        need(not total, f"{s['rule']}: {len(total)} terms are left")
        self.evaluated(s)

    def denominator(self, s, below, data):
        """It is a number, or a multiple of what a fact that the rule names says not to be 0."""
        if {e for _, e in below} == {1}:
            return
        labels = [f["fact"] for f in s["found"] if "fact" in f and f["nonzero"] == below]
        need(labels and labels[0] in data.get("nonzero", ()), "a denominator of which nothing is said")
        f = turned(self.fact(s, labels[0]))
        need(op(f) in ("!=", "<"), "a fact that says of nothing that it is not 0")
        ratios = set()
        for model in self.models(s, names(summed(below)) | names(f), [], 3):
            try:
                value, other = model.value(summed(below)), model.value(("-", *f[1:]))
            except Cannot:
                continue
            need((value == 0) == (other == 0), "the fact is about something else")
            ratios |= {Fraction(value) / other} if other != 0 else set()
        need(len(ratios) <= 1, "the fact is about something else")
        self.count["denominators by facts"] += len(ratios)

    def strict(self, s, p):
        """Whether a piece is surely positive."""
        facts = [turned(self.fact(s, label)) for label in p.get("facts", ())]
        return not p.get("over") and all(op(f) == "<" for f in facts) and ("square" not in p or "nonzero" in p)

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
            s["conditions"] = conditions(sorts, s["all facts"])
        known = s["conditions"]
        relevant = set()
        growing = set(free)
        while growing - relevant:  # what the sizes and the conditions of these speak of
            relevant |= growing
            growing |= {n for name in relevant for n in names(sorts.get(name, 0))}
            growing |= {n for c in known if names(c) & relevant & integer_names(sorts) for n in names(c)}
        bound = {n for n in relevant if n not in sorts and n[:1] in "_#!" and n != "_w"}
        integers = (relevant & integer_names(sorts)) | bound
        met = [c for c in [*known, *where] if names(c) <= integers]
        for at in assignments(sorts, integers, met, 7, wanted):
            yield Model(sorts, at, repr(sorted(at.items())))


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
