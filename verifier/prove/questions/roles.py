"""The role of one hypothesis of a claim that is proved with it: does the claim hold without it?

Decides: superfluous, where the claim is proved without the hypothesis; needed, where it is refuted or undefined so.
How: the proof that is there may not use the hypothesis at all, or the hypothesis may say nothing new (`redundant`); a
point of all hypotheses, altered a little, may show that it is needed (`altered`).  Since the claim holds with it,
whatever happens without it happens where it fails, so its denial is one more hypothesis of the search.  A
counterexample found there is one; a proof found there, joined with the proof that is there, is a proof in both cases.
Complete for: hypotheses that the given proof does not use.  Cannot do: more than the methods that it is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

from verifier.evidence.verdict import Verdict, judge, restore
from verifier.kernel.logic.sequents import Rejected
from verifier.kernel.terms.binding import free_names, subexpressions
from verifier.kernel.terms.expr import Malformed, from_json, head
from verifier.language.claim import Claim, Hypothesis
from verifier.language.named import negation, to_json
from verifier.prove.driver.effort import metered, now
from verifier.prove.driver.task import Evidence, Task
from verifier.prove.overdue import part
from verifier.prove.questions import altered, redundant, vacuity, wellposed
from verifier.prove.questions.offer import Offer

NAME = "denied hypothesis"
LOOK = 1.0  # seconds after which a look that misses its own deadlines is broken off
DENIAL = 0.5  # seconds for a contradiction between the denial of the hypothesis and the others
#: Where the steps of a script name the facts that they use.
CITING = ("fact", "facts", "using", "rewrite", "nonzero", "terms")
Decider = Callable[[Claim, float], Verdict]


@metered()
def decide(claim: Claim, offer: Offer, budget: float, decider: Decider) -> Verdict:
    """The verdict on the claim without the hypothesis, within about the budget (seconds of effort)."""
    same = _as_it_stands(claim, offer)
    if same is not None:
        return same
    if claim.counterexample is not None:  # the page's point is the cheapest thing to try
        found = decider(claim, budget)
        if found.decided or found.verdict == "ill-posed":
            return found
        claim, budget = replace(claim, counterexample=None), budget / 4
    for look in (redundant.decide, altered.decide):
        near = part(LOOK, partial(look, claim, offer))
        if near is not None:
            return near
    denial = _denial(claim, offer)
    if not offer.hinted and _cites(claim.argument, [label for label, _ in offer.taken]):
        claim, budget = replace(claim, argument=()), budget / 2  # the argument would stop there
    if claim.argument or denial is None:
        found = decider(claim, budget if denial is None or offer.hinted else budget / 2)
        if found.decided or found.verdict == "ill-posed" or denial is None or offer.hinted:
            return found
        budget /= 2
    otherwise = replace(claim, given=(*claim.given, denial), argument=())
    denied = decider(otherwise, budget)
    if denied.certificate is None:
        contradictory = _contradictory(otherwise)
        denied = denied if contradictory is None else contradictory
    if denied.verdict == "refuted":
        return _at_the_same_point(claim, denied, budget, decider)
    joined = _joined(claim, offer, denied, budget)
    if joined is not None:
        return joined
    if denied.certificate is None:
        return denied  # nothing was found where the hypothesis fails, and it holds elsewhere
    return decider(replace(claim, argument=()), budget)


def _as_it_stands(claim: Claim, offer: Offer) -> Verdict | None:
    """The proof that is there, where it does not use the hypothesis or a variable that went with it.

    The example of the hypotheses is left behind: its evidence is about each of them.
    """
    if offer.proved.certificate is None:
        return None
    try:
        return restore(claim.statement(), replace(offer.proved, example=None).to_json(), claim.cited)
    except (Rejected, Malformed):
        return None


def _cites(script: Any, labels: Collection[str]) -> bool:
    """Whether a script uses one of these facts, or a part of one, and nowhere gives its name to another fact."""
    cited: set[str] = set()
    named: set[str] = set()
    todo: list[tuple[Any, str]] = [(script, "")]
    while todo:
        inside, place = todo.pop()
        if isinstance(inside, str):
            (cited if place in CITING else named).add(inside)
        elif is_dataclass(inside):
            todo += [(getattr(inside, f.name), f.name) for f in fields(inside)]
        elif isinstance(inside, (tuple, list)):
            todo += [(x, place) for x in inside]
    return any(re.sub(r"(\.\d+)+$", "", c) in labels or c in labels for c in cited - named)


def _contradictory(claim: Claim) -> Verdict | None:
    """That the hypothesis follows from the others, since its denial contradicts them."""
    return part(DENIAL, lambda: vacuity.contradiction(Task(claim, now() + DENIAL)))


def _denial(claim: Claim, offer: Offer) -> Hypothesis | None:
    """That the hypothesis fails; None where exact points could not be asked about that, or its variables are gone."""
    parts = subexpressions(offer.formula)
    quantified = any(head(e) in ("forall", "exists", "tends") for e in parts)
    if not offer.label or quantified or free_names(offer.formula) - claim.sorts().keys():
        return None
    return Hypothesis(offer.label, negation(offer.formula))


def _at_the_same_point(claim: Claim, denied: Verdict, budget: float, decider: Decider) -> Verdict:
    """The verdict on the claim, with the counterexample that was found where the hypothesis fails."""
    values = dict((denied.certificate or {}).get("values", {}))
    point = {n: from_json(v["value"] if isinstance(v, Mapping) else v) for n, v in values.items()}
    return decider(replace(claim, argument=(), counterexample=point or None), budget)


def _joined(claim: Claim, offer: Offer, denied: Verdict, budget: float) -> Verdict | None:
    """The proof by cases, where there is one: the hypothesis holds or it fails."""
    known, found = offer.proved.certificate, denied.certificate
    if not known or not found or known.get("kind") != "proof" or found.get("kind") not in ("proof", "vacuous"):
        return None
    fails = found["tree"]
    if found["kind"] == "vacuous":
        fails = {"rule": "negate", "as": "otherwise", "then": fails}
    tree = {"rule": "either", "formula": to_json(offer.formula), "as": offer.label, "yes": known["tree"], "no": fails}
    task = Task(claim, now() + budget)
    cites = {**known.get("cites", {}), **found.get("cites", {})}
    certificate = {"kind": "proof", "tree": tree, **({"cites": cites} if cites else {})}
    try:
        whole = wellposed.completed(task, Evidence(certificate, "proved with the hypothesis and with its denial"))
        if whole is None:
            return None
        return judge(claim.statement(), whole.certificate, offer.proved.method or NAME, whole.reason,
                     claims=claim.cited)  # fmt: skip
    except Rejected:
        return None
