"""Mutants of the kernel: each kind is generated, is put into a process, and changes what the kernel accepts.

`benchmarks/mutants.py` runs the kernel's tests against them; here a few are put in, each in a process of its own.
"""

from __future__ import annotations

import ast
import importlib
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "benchmarks"))

from mutations import Mutant, apply, full_name, mutants, mutated, sources, with_probes  # noqa: E402

from verifier.kernel.logic.proofs import Checker  # noqa: E402
from verifier.kernel.logic.sequents import Rejected, Sequent  # noqa: E402
from verifier.kernel.terms.expr import FALSE, REAL  # noqa: E402

KINDS = {"raise", "operand", "order", "constant", "call", "element", "conjunct", "premise"}
SOURCES = sources()
ALL = [m for name, text in SOURCES.items() for m in mutants(name, text)]


def alone(question: Callable[[], bool]) -> bool:
    """The answer of a process of its own."""
    pid = os.fork()
    if not pid:
        answer = 2
        try:
            answer = int(question())
        finally:
            os._exit(answer)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert status in (0, 1)
    return bool(status)


def accepted(goal: object, node: dict[str, object], s: Sequent | None = None) -> bool:
    try:
        Checker().check(s or Sequent(), goal, node)  # type: ignore[arg-type]
    except Rejected:
        return False
    return True


def found(module: str, kind: str, text: str) -> Mutant:
    return next(m for m in ALL if m.module == module and m.kind == kind and text in m.text)


def test_what_only_tells_a_recorder_has_no_mutant_and_an_obligation_beside_it_has() -> None:
    assert not mutants("words", "context.told('merge', given, m)\n")
    assert [m.kind for m in mutants("words", "c.told(m)\nc.check(m)\n")] == ["call"]


def test_every_kind_is_generated_and_keys_differ() -> None:
    assert {m.kind for m in ALL} == KINDS
    assert len({m.key for m in ALL}) == len(ALL)


def test_a_mutant_differs_from_its_source_and_is_a_program() -> None:
    for m in random.Random(3).sample(ALL, 60):
        tree = mutated(SOURCES[m.module], m)
        compile(tree, m.module, "exec")
        assert ast.dump(tree) != ast.dump(ast.parse(SOURCES[m.module])), m


def test_most_mutants_reach_the_loaded_kernel() -> None:
    for name in SOURCES:
        importlib.import_module(full_name(name))
    some = random.Random(5).sample([m for m in ALL if m.statement], 4)  # each walks all objects
    assert all(alone(lambda m=m: apply(m, SOURCES[m.module]) > 0) for m in some)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("module", "kind", "text", "goal", "node"),
    [
        ("rules", "call", "split: not that many parts", FALSE, {"rule": "split", "nodes": []}),
        ("scalars", "raise", "the sides differ by", ("==", 1, 2), {"rule": "field"}),
        ("schemas", "premise", "a >= 0 in: a >= 0 -> sqrt(a)**2 == a", ("==", ("^", ("sqrt", "x"), 2), "x"),
         {"rule": "instance", "name": "sqrt-square", "at": ["x"], "premises": [], "as": "f",
          "then": {"rule": "exact", "fact": "f"}}),
    ],
)  # fmt: skip
def test_a_condition_that_is_gone_is_noticed(
    module: str, kind: str, text: str, goal: object, node: dict[str, object]
) -> None:
    s, m = Sequent().declare("x", REAL), found(module, kind, text)
    assert not accepted(goal, node, s)
    assert alone(lambda: apply(m, SOURCES[module]) > 0 and accepted(goal, node, s))


def test_probes_name_the_lines_that_are_reached() -> None:
    seen: list[int] = []
    scope = {"_reached": seen.append}
    exec(with_probes("def f(x):\n    if x:\n        return 1\n    return 2\n", "here"), scope)
    assert scope["f"](0) == 2 and seen == [2, 4]  # type: ignore[operator]


def test_every_argument_for_equivalence_is_about_a_mutant() -> None:
    from mutants import arguments, equivalent

    known = arguments()
    for a in known:
        assert a["why"] and any(equivalent(m, [a]) for m in ALL), a
