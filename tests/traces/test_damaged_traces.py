"""Damage to a trace is noticed: in each step that the replay judges by its rule, and in each thing that was found."""

import copy
import random
from collections import Counter
from functools import cache
from itertools import islice

import pytest
from trace_forms import ONE, formed
from trace_replay import Replay
from trace_samples import CUT, shortest, varied
from trace_terms import FALSE, Wrong

REFUSED = (Wrong, KeyError, TypeError, IndexError, ValueError)
OTHER = ("==", 0, 1)
JUDGED = sorted(n.removeprefix("rule_").replace("_", "-") for n in dir(Replay) if n.startswith("rule_"))
NAMED = ("instance",)  # the trace has the name of the fact alone: the replay knows no list of them
MOST = 12  # steps of a rule, or with a finding, that are damaged in one way


@cache
def replays():
    """Traces after their replay, each with all that is in scope at its steps."""
    found = [Replay(one) for one in (*shortest(frozenset((*JUDGED, CUT))), *varied())]
    for one in found:
        one.run()
    return found


def refused(one, step, change):
    """Whether the replay refuses the step with a change; None where there is nothing to change."""
    s = copy.deepcopy(step)
    parts = [copy.deepcopy(one.steps[p]) for p in s["parts"]]
    if change(s, parts) is None:
        return None
    try:
        one.judge(s, parts)
    except REFUSED:
        return True
    return False


def judged(wanted, change):
    """For steps in which there is something to change, `MOST` of those that are wanted, if the replay refuses it."""
    steps = [(one, s) for one in replays() for s in one.steps if wanted(s)]
    random.Random(5).shuffle(steps)
    return list(islice((r for one, s in steps if (r := refused(one, s, change)) is not None), MOST))


# -- a step and its parts -----------------------------------------------------------------------------------
def goal(s, parts):
    if s["rule"] == "contradict" or any(f.get("integers", 0) is None for f in s["found"]):
        return None  # any goal follows
    if s["rule"] == "box" and (s["data"].get("given") or not any(f.get("bounds") for f in s["found"])):
        return None  # the box may be empty, or the formula another one
    s["goal"] = OTHER
    return s


def by_value(s):
    """Whether a value is that of a function: then the replay does not put it in."""
    return any(isinstance(v, dict) for v in (*s["data"].get("at", ()), s["data"] if "index" in s["data"] else 0))


def first_part(s, parts):
    if s["rule"] in NAMED or not parts or (s["rule"] in ("witness", "use") and by_value(s)):
        return None
    if any(isinstance(v, dict) for t in s["data"].get("terms", ()) for v in t.get("at", ())):
        return None
    parts[0]["goal"] = OTHER
    return parts


def last_part(s, parts):
    if not parts or (s["rule"] == "witness" and by_value(s)):
        return None
    if any(isinstance(v, dict) for t in s["data"].get("terms", ()) for v in t.get("at", ())):
        return None
    parts[-1]["goal"] = OTHER
    return parts


def assumption(s, parts):
    known = [p for p in parts if p["facts"]]
    if not known or s["rule"] in NAMED or (s["rule"] == "use" and by_value(s)):
        return None
    label = min(known[-1]["facts"], key=len)
    known[-1]["facts"][label] = known[-1]["all facts"][label] = FALSE
    return known


def further_assumption(s, parts):
    for p in parts[-1:]:
        p["facts"]["nowhere"] = FALSE
    return parts or None


def further_variable(s, parts):
    for p in parts[-1:]:
        p["sorts"]["nowhere"] = ("integer", 1, 0)
    return parts or None


def variable_in_use(s, parts):
    for p in parts[-1:]:
        p["sorts"] |= dict(list(s["all sorts"].items())[:1])
    return parts if parts and s["all sorts"] else None


def missing_part(s, parts):
    s["parts"] = s["parts"][:-1]
    return parts.pop() if parts else None


def other_fact(s, parts):
    if "fact" not in s["data"]:
        return None
    s["data"]["fact"] = "nowhere"
    return s


def unknown_name(s, parts):
    s["goal"] = ("==", "nowhere", "nowhere")
    return s


STEPS = [goal, first_part, last_part, assumption, further_assumption, further_variable, variable_in_use,
         missing_part, other_fact, unknown_name]  # fmt: skip


@pytest.mark.parametrize("rule", JUDGED)
def test_damage_to_a_step_is_noticed(rule):
    tried = Counter()
    for change in STEPS:
        found = judged(lambda s: s["rule"] == rule, change)
        tried[change] = len(found)
        assert all(found), (change.__name__, found)
    assert tried[unknown_name] and (tried[goal] or rule == "contradict")
    assert bool(tried[last_part]) == any(s["parts"] for one in replays() for s in one.steps if s["rule"] == rule)


@pytest.mark.parametrize("change", [missing_part, variable_in_use, unknown_name], ids=lambda c: c.__name__)
def test_damage_to_the_parts_of_another_rule_is_noticed(change):
    found = judged(lambda s: s["rule"] not in JUDGED, change)
    assert found and all(found), found


# -- what was found -----------------------------------------------------------------------------------------
def entries(s, word):
    """What was found of one kind."""
    return [f for f in s["found"] if word in f]


def lines(change):
    """A change of one line of a derivation about integers; what it gives is the line, or None for no change."""

    def changed(s, parts):
        for f in entries(s, "integers"):
            for i, line in enumerate(f["lines"]):
                if (other := change(line)) is not None:
                    f["lines"] = (*f["lines"][:i], *other, *f["lines"][i + 1 :])
                    return f
        return None

    return changed


def line_of(kind, change):
    return lines(lambda line: change(line) if line[0] == kind else None)


def field(word, key, change, applies=lambda s, f: True):
    """A change of one field of the last entry of a kind."""

    def changed(s, parts):
        found = [f for f in entries(s, word) if f.get(key) not in (None, (), {}, []) and applies(s, f)]
        if not found:
            return None
        found[-1][key] = change(found[-1][key])
        return found

    return changed


def dropped(word, applies=lambda s: True):
    def changed(s, parts):
        if not entries(s, word) or not applies(s):
            return None
        s["found"].remove(entries(s, word)[-1])
        return s

    return changed


def data(key, change, applies=lambda s: True):
    """A change of the first entry of a list in the rule's data."""

    def changed(s, parts):
        if not s["data"].get(key) or not applies(s):
            return None
        s["data"][key] = (change(s["data"][key][0]), *s["data"][key][1:])
        return s

    return changed


def first(change):
    return lambda found: (change(found[0]), *found[1:])


def other_end(bounds):
    return {**bounds, min(bounds): ((1000, 0), (1001, 0))}


FOUND = {
    "a line that is no sum": line_of("sum", lambda x: [(x[0], x[1] + 1, *x[2:])]),
    "a sum with a multiplier that is not positive": line_of("sum", lambda x: [(x[0], 0, *x[2:])]),
    "a sum of later lines": line_of("sum", lambda x: [(*x[:2], 99, *x[3:])]),
    "a line that is missing": lines(lambda x: []),
    "a fact that is not known": line_of("fact", lambda x: [(x[0], ("+", x[1], 1))]),
    "a local fact of what is in scope": line_of("fact", lambda x: [("local", ("+", x[1], 1))]),
    "another goal that is denied": line_of("denied", lambda x: [(x[0], ("+", x[1], 1))]),
    "what nothing implies": line_of("implicit", lambda x: [(x[0], ("-", x[1], 1))]),
    "no contradiction at the end": field("integers", "lines", lambda found: found[:-1]),
    "another weight of what was read": field("read", "weight", lambda w: "5/7"),
    "another term than was to be read": field("read", "read", lambda e: ("+", e, 1)),
    "another coefficient of a value": field("read", "value", first(lambda t: ("5/7", *t[1:]))),
    "what was not read": dropped("read"),
    "a fact about another denominator": field("fact", "fact", lambda f: "nowhere"),
    "a multiplier of a fact": data("terms", lambda t: {**t, "times": ("+", t.get("times", 1), 1)},
                                   lambda s: s["rule"] == "field"),
    "a weight of a product": data("products", lambda p: {**p, "weight": "17/3"}),
    "a product with a negative weight": data("products", lambda p: {**p, "weight": "-1"}),
    "a square with a negative weight": data("positive", lambda p: {**p, "weight": "-1"}),
    "atoms that are not listed": field("atoms", "atoms", lambda found: ()),
    "atoms that are taken for one": field("same", "same", lambda i: i + 1),
    "other integers among the atoms": field("coerced", "coerced", lambda found: found[1:]),
    "a power of a denominator": field("powers", "powers", first(lambda p: (p[0], p[1] + 1))),
    "a denominator that is not shown": dropped("powers", lambda s: entries(s, "denominator")),
    "a box with other ends": field("box", "bounds", other_end),
    "a leaf of another kind": field("box", "box", lambda kind: "mean" if kind == "pass" else "pass"),
    "a box that is missing": dropped("box", lambda s: len(entries(s, "box")) > 1),
    "a position that is missing": field("positions", "positions", lambda found: found[1:]),
    "a position of something else": field("positions", "positions", first(lambda path: (*path, 0))),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_damage_to_what_was_found_is_noticed(name):
    found = judged(lambda s: s["found"], FOUND[name])
    assert found and all(found), found


# -- rewrites -----------------------------------------------------------------------------------------------
TWO = ("distribute", "rotate", "clear")


def rewrites(name):
    """Steps with rewrites of this name that say more than a little, at most two of each."""
    for one in replays():
        for s in one.steps:
            found = [f for f in s["found"] if f.get("rewrite") == name and len(repr(f["of"])) > 60]
            yield from ((one, s, f) for f in found[:2])


def holds(one, s, f, name, to):
    """Whether the rewrite passes as one of this name to this value; None where it has no value in any model."""
    if not formed(name, f["of"], to):
        return False
    before = one.count[name]
    try:
        one.compare(s, f["of"], to, f["where"], name, name)
    except REFUSED:
        return False
    return True if one.count[name] > before else None


@pytest.mark.parametrize("name", [n for n in (*TWO, *ONE) if n not in ("empty", "normal")])
def test_a_rewrite_to_another_value_is_noticed(name):
    """Where it has a value at all, and not 0."""
    seen = Counter(holds(one, s, f, name, (*f["to"], (1, 1))) for one, s, f in rewrites(name))
    assert seen[False] and not seen[True], seen


@pytest.mark.parametrize("name", [*TWO, *ONE])
def test_a_rewrite_under_another_name_is_noticed(name):
    """By its form or by its value.

    Always, where the two differ in what they are of.  Rewrites of one value all say that it stays the same, and some
    have the same form at times, as a shift of a sum that is merged as well.
    """
    found = list(rewrites(name))
    seen = {other: sum(holds(one, s, f, other, f["to"]) is not True for one, s, f in found)
            for other in {*TWO, *ONE, "simplify"} - {name, "normal", "empty"}}  # fmt: skip
    assert found and seen["simplify"] == len(found)
    for other, count in seen.items():
        if (other in TWO) != (name in TWO):
            assert count == len(found), other
    if name not in ("transpose", "normal", "empty"):
        assert sum(seen.values()) > 0.7 * len(found) * len(seen), seen
