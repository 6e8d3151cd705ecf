"""Where theorems of the library come from: a statement and a script each, of which the prover makes the proof tree.

    python -m verifier.library.scripts [NAME ...]

writes them to ``theorems.json`` again.  Nothing that runs otherwise reads this file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verifier.claims.claim import Claim, claim
from verifier.claims.script import (
    Cases,
    Converge,
    Have,
    Induct,
    Inside,
    Linear,
    Negate,
    Obtain,
    Order,
    Square,
    Step,
    Take,
    Unfold,
    Use,
    Vanish,
    Witness,
)
from verifier.kernel.expr import HEADS


@dataclass(frozen=True)
class Source:
    """What a theorem says, in words and as a text, and why it holds."""

    says: str
    statement: str
    script: Sequence[Step]

    def claim(self, name: str) -> Claim:
        return claim(name, self.statement, argument=list(self.script))


_EQUAL = "forall(t, integer[a, oo], s[t] == v)"


def _there(distance: str, within: str) -> list[Step]:
    """The distance is 0 from an index on, so it is below every h."""
    close: list[Step] = [
        Take("t"), Use("given", at=["t"], name="same"),
        Have(f"{distance} == 0", name="none", by=[Linear(terms=[Inside("same", within)])]),
        Order(positive=[Square(facts=["given1"])], terms=[("none", "-1", "1")]),
    ]  # fmt: skip
    return [Converge(), Take("h"), Cases("a >= 0", yes=[Witness("a"), *close], no=[Witness("0"), *close])]


def _constant(distance: str, gap: str) -> list[Step]:
    """The distance is below its half, so it is not above 0."""
    return [
        Unfold("given", name="near"),
        Have(f"{distance} <= 0", name="small", by=[
            Negate("large"),
            Have(f"{distance}/2 > 0", name="half", by=[Order(positive=[Square(weight="1/2", facts=["large"])])]),
            Use("near", at=[f"{distance}/2"], premises=[[Order(positive=[Square(facts=["half"])])]], name="soon"),
            Obtain("soon", "N", label="there"),
            Use("there", at=["N"], name="here"), Order(positive=[Square(facts=["here"]), Square(facts=["half"])])]),
        Vanish("small", squares=[Square(root=gap, name="zero")]), Linear(terms=[("zero", "-1", "1")]),
    ]  # fmt: skip


SOURCES = {
    "sum-vanish": Source(
        "numbers that are at least 0 and whose sum is at most 0 are at most 0",
        "forall(F, real sequence, forall(lo, integer, forall(hi, integer, implies("
        "forall(j, integer[lo, hi], F[j] >= 0), implies(Sum(F[j], (j, lo, hi)) <= 0,"
        " forall(j, integer[lo, hi], F[j] <= 0))))))",
        [
            Take("F", "lo", "hi", "j"),
            Have("forall(n, integer[lo - 1, hi], Sum(F[i], (i, lo, n)) >= 0)", name="start", by=[
                Induct("n", base=[Order()], step=[
                    Use("given", at=["n+1"], name="next"),
                    Order(positive=[Square(facts=["IH"]), Square(facts=["next"])]),
                ])]),
            Have("forall(n, integer[j, hi], F[j] <= Sum(F[i], (i, lo, n)))", name="above", by=[
                Induct("n", base=[Use("start", at=["j-1"], name="before"), Order(positive=[Square(facts=["before"])])],
                       step=[Use("given", at=["n+1"], name="next"),
                             Order(positive=[Square(facts=["IH"]), Square(facts=["next"])])])]),
            Use("above", at=["hi"], name="last"),
            Order(positive=[Square(facts=["last"]), Square(facts=["given1"])]),
        ]),
    "eventually-equal": Source(
        "a sequence of numbers that is equal to a number from an index on converges to it",
        f"forall(s, real sequence, forall(v, real, forall(a, integer, implies({_EQUAL}, tends(s[t], t, v)))))",
        [Take("s", "v", "a"), *_there("(s[t] - v)**2", "(s[t] - v)*HOLE")],
    ),
    "eventually-equal-matrices": Source(
        "a sequence of matrices that is equal to a matrix from an index on converges to it",
        "forall(m, nonnegative integer, forall(n, nonnegative integer, forall(s, matrix(m, n) sequence,"
        f" forall(v, matrix(m, n), forall(a, integer, implies({_EQUAL}, tends(s[t], t, v)))))))",
        [Take("m", "n", "s", "v", "a"), *_there("trace((s[t] - v).T*(s[t] - v))", "trace((s[t] - v).T*HOLE)")],
    ),
    "constant-limit": Source(
        "a number to which a constant converges is this constant",
        "forall(c, real, forall(v, real, implies(tends(c, t, v), v == c)))",
        [Take("c", "v"), *_constant("(c - v)**2", "c - v")],
    ),
    "constant-limit-matrices": Source(
        "a matrix to which a constant converges is this constant",
        "forall(m, nonnegative integer, forall(n, nonnegative integer, forall(c, matrix(m, n), forall(v, matrix(m, n),"
        " implies(tends(c, t, v), v == c)))))",
        [Take("m", "n", "c", "v"), *_constant("trace((c - v).T*(c - v))", "c - v")],
    ),
}  # fmt: skip


_LABELS = ("as", "name", "range", "bounds", "index", "value", "point", "time", "before", "run")


def primed(tree: Any) -> Any:
    """The tree with a prime on all names and labels that it makes, so that they are not those of where it is used."""
    made: set[str] = set()

    def collect(node: Any) -> None:
        if isinstance(node, dict):
            named = node.get("rule") in ("instance", "axiom", "integral")
            made.update(node[k] for k in _LABELS if isinstance(node.get(k), str) and not (named and k == "name"))
        for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            collect(part)

    def renamed(node: Any) -> Any:
        if isinstance(node, dict):
            return {k: v if k == "rule" or (k == "name" and v not in made) else renamed(v) for k, v in node.items()}
        if isinstance(node, list):
            return [renamed(part) for part in node]
        stem, dot, part = node.partition(".") if isinstance(node, str) else ("", "", "")
        return f"{stem}'{dot}{part}" if stem in made else node

    collect(tree)
    made.discard("")
    if made & HEADS.keys():
        raise SystemExit(f"names of operations are used for something else: {made & HEADS.keys()}")
    return renamed(tree)


def proved(name: str) -> dict[str, Any]:
    """The theorem as the library keeps it.  Raises `SystemExit` where the script does not prove it."""
    from verifier.claims.named import to_json
    from verifier.kernel.check import check
    from verifier.kernel.statement import Statement
    from verifier.methods.portfolio import decide

    source = SOURCES[name]
    asked = source.claim(name)
    verdict = decide(asked, 60)
    if verdict.verdict != "proved":
        raise SystemExit(f"{name}: {verdict.verdict} {verdict.tried}")
    formula = asked.statement().goal
    found: dict[str, Any] = json.loads(json.dumps(verdict.certificate))
    certificate = {**found, "tree": primed(found["tree"])}
    check(Statement((), (), formula), certificate)
    more = {"defined": certificate["defined"]} if "defined" in certificate else {}
    return {"says": source.says, "statement": to_json(formula), "tree": certificate["tree"], **more}


def main() -> None:
    from verifier.library.theorems import FILE

    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", choices=[*SOURCES, []])
    names = options.parse_args().names or SOURCES
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    kept.update({name: proved(name) for name in names})
    lines = (
        f" {json.dumps(name)}: {{\n" + ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in t.items()) + "\n }"
        for name, t in kept.items()
    )
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
