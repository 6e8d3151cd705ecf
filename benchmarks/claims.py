"""The claim files through verifier, SymPy, z3 and Alkahest, in one run: solved, wrong, median time.

    python benchmarks/claims.py [--limit SECONDS] [--file NAME ...]

Every claim runs in a process of its own under the same limit.  SymPy is asked ``simplify(lhs - rhs) == 0`` for an
equation and `ask`, after `simplify`, for anything else; z3 gets the claims that its language can say; Alkahest is
asked likewise, with its own provers for inequalities.  An engine that is not installed is left out.  "solved" counts
answers that agree with the known truth, "wrong" those that contradict it.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]
CLAIMS = ROOT / "tests" / "gate" / "claims"


def by_verifier(claim: Any, limit: float) -> bool | None:
    from verifier.prove.portfolio import decide

    return {"proved": True, "refuted": False}.get(decide(claim, limit).verdict)


def by_sympy(claim: Any, limit: float) -> bool | None:
    """The hypotheses go into the symbols' assumptions and into `ask`."""
    import sympy

    from verifier.language.sympy_view.sympy_bridge import symbol, to_sympy

    statement = claim.statement()
    sorts = dict(statement.variables)
    goal = to_sympy(statement.goal, sorts)
    signs = {">": "positive", "<": "negative", ">=": "nonnegative", "<=": "nonpositive", "!=": "nonzero"}
    known: dict[str, dict[str, bool]] = {}
    facts = []
    for label, formula in statement.given:
        if "." in label and isinstance(formula, tuple) and formula[0] in signs and formula[2] == 0:
            known.setdefault(str(formula[1]), {})[signs[str(formula[0])]] = True
        else:
            facts.append(to_sympy(formula, sorts))
    change = {}
    for name, sort in statement.variables:
        kind = {"real": {"real": True}, "integer": {"integer": True}}.get(sort[0], {})  # type: ignore[index, union-attr]
        change[symbol(name, sort)] = sympy.Symbol(name, **kind, **known.get(name, {}))
    if goal in (sympy.true, sympy.false):
        return bool(goal)
    goal = goal.xreplace(change)
    given = sympy.And(*(f.xreplace(change) for f in facts))
    if isinstance(goal, sympy.Equality):
        gap = sympy.simplify((goal.lhs - goal.rhs).doit())
        return True if gap == 0 else False if gap.is_number and gap.is_zero is False else None
    simple = sympy.simplify(goal.doit())
    if simple in (sympy.true, sympy.false):
        return bool(simple)
    try:
        found = sympy.ask(sympy.Q.is_true(simple), given)
    except (TypeError, ValueError):
        return None
    return None if found is None else bool(found)


def by_z3(claim: Any, limit: float) -> bool | None:
    from verifier.prove.solver import Unsayable, ask

    try:
        return {"unsat": True, "sat": False}.get(ask(claim.statement(), limit)[0])
    except Unsayable:
        return None


def by_alkahest(claim: Any, limit: float) -> bool | None:
    """An equation by its simplifiers, a limit by `limit`, an inequality by `prove_nonneg`, and by `verified_sign` on a
    bounded box."""
    import alkahest

    statement = claim.statement()
    goal, pool = statement.goal, alkahest.ExprPool()
    read = _Alkahest(pool)
    op = goal[0]
    if op == "==" and goal[1][:2] == ("fn", "limit"):
        _, _, (_, name, _, body), point, side = goal[1]
        direction = {1: "+", -1: "-", 0: None}[side]
        value = alkahest.limit(read(body), pool.symbol(name), read(point), direction)
        return read.vanishes(getattr(value, "value", value) - read(goal[2]))
    if op == "==":
        return read.vanishes(read(goal[1]) - read(goal[2]))
    if op not in ("<", "<=", ">", ">="):
        return None
    low, high = (goal[1], goal[2]) if op in ("<", "<=") else (goal[2], goal[1])
    gap = read(("-", high, low))
    names = [name for name, _ in statement.variables]
    symbols = [pool.symbol(n) for n in names]
    box: dict[str, dict[str, Any]] = {n: {} for n in names}
    constraints = []
    for _, fact in statement.given:
        if fact[0] in (">=", ">") and fact[1] in box and not isinstance(fact[2], str):
            box[fact[1]]["low"] = fact[2]
        if fact[0] in ("<=", "<") and fact[1] in box and not isinstance(fact[2], str):
            box[fact[1]]["high"] = fact[2]
        if fact[0] in (">=", ">", "<=", "<"):
            a, b = (fact[1], fact[2]) if fact[0] in (">=", ">") else (fact[2], fact[1])
            constraints.append(read(("-", a, b)))
    if names and all(len(ends) == 2 for ends in box.values()):
        ranges = [(s, read(box[n]["low"]), read(box[n]["high"])) for s, n in zip(symbols, names, strict=True)]
        found = alkahest.verified_sign(gap, ranges, "positive" if op in ("<", ">") else "nonnegative")
        if str(found) in ("true", "false"):
            return str(found) == "true"
    if op in ("<=", ">="):
        found = alkahest.prove_nonneg(gap, symbols, constraints=tuple(constraints))
        return True if found else None
    return None


class _Alkahest:
    """Claims in Alkahest's own language, through its parser."""

    def __init__(self, pool: Any) -> None:
        self.pool = pool

    def __call__(self, e: Any) -> Any:
        import alkahest

        from verifier.language.text.printing import to_text

        words = {"Abs": "abs", "ceiling": "ceil", "lambertw": "lambert_w"}
        text = to_text(e).replace("**", "^")
        for ours, theirs in words.items():
            text = text.replace(f"{ours}(", f"{theirs}(")
        return alkahest.parse(text, self.pool)

    def vanishes(self, gap: Any) -> bool | None:
        import alkahest

        for simplify in (alkahest.simplify, alkahest.simplify_expanded, alkahest.simplify_trig_normal_form,
                         alkahest.simplify_log_exp, alkahest.cancel):  # fmt: skip
            try:
                found = simplify(gap)
            except Exception:  # each simplifier refuses what it is not made for
                continue
            if str(getattr(found, "value", found)) == "0":
                return True
        return None


ENGINES: dict[str, tuple[str, Callable[[Any, float], bool | None]]] = {
    "verifier": ("verifier", by_verifier), "SymPy": ("sympy", by_sympy), "z3": ("z3", by_z3),
    "Alkahest": ("alkahest", by_alkahest),
}  # fmt: skip


def one(engine: str, claim: Any, limit: float) -> dict[str, Any]:
    """What runs in a claim's own process."""
    import time

    start = time.perf_counter()
    try:
        answer = ENGINES[engine][1](claim, limit)
    except Exception as error:  # an engine that cannot say the claim has no answer
        return {"answer": None, "seconds": time.perf_counter() - start, "why": f"{type(error).__name__}: {error}"[:200]}
    return {"answer": answer, "seconds": time.perf_counter() - start}


def main() -> None:
    from verifier.language.files import load
    from verifier.run.nursery import Limits
    from verifier.run.runner import Job, Runner

    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--limit", type=float, default=10.0)
    options.add_argument("--file", nargs="*", help="stems of claim files")
    chosen = options.parse_args()
    known = json.loads((CLAIMS / "truth.json").read_text())
    true = set(known["true"])
    files = [f for f in sorted(CLAIMS.glob("*.toml")) if not chosen.file or f.stem in chosen.file]
    claims = {f.stem: load(f) for f in files}
    engines = [e for e, (module, _) in ENGINES.items() if importlib.util.find_spec(module) is not None]
    bounds = Limits(wall=chosen.limit + 2, cpu=chosen.limit + 2)
    found: dict[tuple[str, str], dict[str, Any]] = {}
    with Runner() as runner:
        jobs = [Job((e, c.id), "claims:one", (e, c, chosen.limit), bounds)
                for e in engines for listed in claims.values() for c in listed]  # fmt: skip
        for job, reply in runner.run(jobs):
            found[job.key] = reply.value or {"answer": None, "seconds": chosen.limit}
    print(f"{'claims':28} {'n':>4}  " + "  ".join(f"{e:>24}" for e in engines))
    print(f"{'':28} {'':4}  " + "  ".join(f"{'solved wrong   median':>24}" for _ in engines))
    for stem, listed in [*claims.items(), ("all", [c for x in claims.values() for c in x])]:
        cells = []
        for e in engines:
            results = [(found[e, c.id], c.id in true) for c in listed]
            solved = sum(r["answer"] is truth for r, truth in results)
            wrong = sum(r["answer"] is (not truth) for r, truth in results)
            median = statistics.median(r["seconds"] for r, _ in results)
            cells.append(f"{solved:6} {wrong:5} {median:9.3f} s")
        print(f"{stem:28} {len(listed):4}  " + "  ".join(f"{cell:>24}" for cell in cells))
    for e in ENGINES:
        if e not in engines:
            print(f"{e} is not installed")
    for e in engines:
        lost = sorted(c.id for x in claims.values() for c in x if found[e, c.id]["answer"] is (c.id not in true))
        if lost:
            print(f"wrong by {e}: {', '.join(lost)}")


if __name__ == "__main__":
    main()
