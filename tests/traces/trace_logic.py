"""Replaying the rules of logic: what each of them demands of its parts."""

from __future__ import annotations

from trace_terms import FALSE, TRUE, alike, denied, inward, need, op, put, same_fact


class Logic:
    """The rules that take a goal apart.  A step is a dictionary, with `all sorts` and `all facts` in scope there."""

    def fact(self, s, label):
        need(label in s["all facts"], f"there is no fact {label}")
        return s["all facts"][label]

    def assumes(self, part, label, formula, sorts=()):
        """The part knows the formula under the label, and besides only its conjuncts; `sorts` are of new variables."""
        self.assumed(part, label, sorts)
        need(same_fact(part["all facts"][label], formula), f"{label} is another fact")
        for n, f in part["facts"].items():
            above, _, i = n.rpartition(".")
            if n != label:
                whole = inward(part["all facts"][above])
                need(op(whole) == "and" and same_fact(f, whole[1 + int(i)]), f"{n} is no part of {above}")

    def assumed(self, part, label, sorts=()):
        """The part knows one fact more, of which only the label is known here."""
        need(label in part["all facts"], "not the one fact more")
        need(part["sorts"] == dict(sorts), "another variable")
        need(all(n == label or n.startswith(label + ".") for n in part["facts"]), "facts from nowhere")

    def plain(self, *parts):
        for part in parts:
            need(not part["facts"] and not part["sorts"], "something new in scope")

    def proves(self, part, goal):
        need(alike(inward(part["goal"]), inward(goal)), "a part proves something else")

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
        formulas = () if goal == TRUE else goal[1:]  # 'true' is the conjunction of nothing
        need(goal == TRUE or op(goal) == "and", "no conjunction")
        need(len(parts) == len(formulas), "not each part of the conjunction")
        self.plain(*parts)
        for part, formula in zip(parts, formulas, strict=True):
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
        self.plain(*premises)
        if formula is None:
            self.assumed(then, data["as"])
        else:
            self.assumes(then, data["as"], formula)
        self.proves(then, goal)

    def rule_instance(self, s, goal, data, parts):
        need(len(parts) == len(data.get("premises", [])) + 1, "not each premise")
        self.plain(*parts[:-1])
        self.assumed(parts[-1], data["as"])
        self.proves(parts[-1], goal)

    def rule_obtain(self, s, goal, data, parts):
        [part] = parts
        fact = self.fact(s, data["fact"])
        need(op(fact) == "exists", "no 'exists'")
        self.assumes(part, data["as"], put(fact[3], {fact[1]: data["name"]}), {data["name"]: fact[2]})
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

    def rule_identical(self, s, goal, data, parts):
        need(not parts and op(goal) == "==" and alike(*goal[1:]), "the sides differ")

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
            need(len(parts) == 1, "a base")
            below = ("forall", bound, ("integer", lo, ("-", name, 1)), body)
            self.assumes(step, data["as"], below, {name: goal[2]})
            self.proves(step, put(body, {bound: name}))
            return
        need(len(parts) == 2, "no base")
        if hi == "oo":
            self.plain(parts[0])
        else:
            self.assumes(parts[0], data.get("range", "range"), ("<=", lo, hi))
        self.proves(parts[0], put(body, {bound: lo}))
        sorts = {name: ("integer", lo, hi if hi == "oo" else ("-", hi, 1))}
        self.assumes(step, data["as"], put(body, {bound: name}), sorts)
        self.proves(step, put(body, {bound: ("+", name, 1)}))

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


def at_place(e, path, old, new):
    if not path:
        need(alike(e, old), "something else stands at the position")
        return new
    i, *rest = path
    return (*e[: 1 + i], at_place(e[1 + i], rest, old, new), *e[2 + i :])
