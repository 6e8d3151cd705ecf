"""Many instances of one rule, and what became of them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from fuzz.complex_letters import complexified
from fuzz.harness import REFUSALS, Direct, Generator, Instance, Senseless, Wanted, applied, concludes, examined

ENOUGH = 200  # instances of which something is shown: then it is shown


@dataclass
class Tally:
    """Of one rule: instances by what became of them, and those that say too much."""

    accepted: int = 0
    rejected: int = 0
    follows: int = 0  # accepted instances with a model of what is asked for in which the conclusion holds
    fails: int = 0  # those with a model in which the conclusion fails, and something that is asked for does, too
    asked: Counter[str] = field(default_factory=Counter)  # obligations by their places
    needed: dict[str, str] = field(default_factory=dict)  # the obligations that alone reject something, and where
    found: list[tuple[str, Instance | Direct]] = field(default_factory=list)

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.follows < ENOUGH, self.fails < ENOUGH, self.needed)

    @property
    def idle(self) -> set[str]:
        """Obligations without an instance that they alone reject."""
        return self.asked.keys() - self.needed.keys()


def run(generator: Generator, instances: int, seed: int, most: int = 40, first: bool = False) -> Tally:
    """Instances until so many are accepted, or `most` times as many were tried; or until the `first` is unsound."""
    tally = Tally()
    for k in range(most * instances):
        if tally.accepted >= instances or (first and tally.found):
            break
        rng = random.Random(f"{seed} {k}")
        try:
            i = generator(rng)
            if isinstance(i, Instance):
                i = complexified(i, rng)
        except REFUSALS:
            continue
        if isinstance(i, Direct):
            tally.accepted += i.accepted
            tally.rejected += not i.accepted
            tally.follows += i.accepted and i.judged
            if i.accepted and i.verdict:
                tally.found.append((f"{i.verdict} at {k}", i))
            continue
        try:
            obligations = applied(i)
        except Senseless as error:
            tally.accepted += 1
            tally.found.append((f"{error} at {k}", i))
            continue
        if obligations is None:
            tally.rejected += 1
            continue
        tally.accepted += 1
        tally.asked.update({o.place for o in obligations[: -1 if concludes(i) else None]})
        finding = examined(i, obligations, rng, tally.wanted)
        tally.follows += finding.follows
        tally.fails += finding.fails
        for place in finding.needed:
            tally.needed.setdefault(place, f"at {k}")
        if finding.verdict:
            tally.found.append((f"{finding.verdict} at {k}", i))
    return tally
