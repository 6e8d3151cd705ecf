"""Derivatives of the loss as NumPy functions that are vectorised over a batch: programs of matrix operations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from verifier.derive.entry_sources import entry_source
from verifier.derive.program import Node, NoProgram, Program
from verifier.evidence.kernel.expr import head

if TYPE_CHECKING:
    from verifier.derive.answer import Answer
    from verifier.theory.models.model import Model

OF_THE_LOSS = ("loss", "gradient", "flow", "descent-step")


def numpy_source(answer: Answer) -> str:
    """A NumPy function for the formulas, at given sizes.

    Letters that are matrices have the shape (..., rows, columns), numbers (...), sequences (..., terms); the leading
    axes are a batch.  Derivatives of the loss are computed by reverse accumulation, not from the displayed formula.
    Raises `Refused`.
    """
    from verifier.derive.answer import Refused

    model = answer.model
    if answer.query not in OF_THE_LOSS and (not answer.formulas or any(f.term is None for f in answer.formulas)):
        return entry_source(answer, "numpy")
    if answer.sizes is None:
        raise Refused(f"NumPy source of {answer.query}: loops are unrolled, so give sizes, as in --size k=10")
    program = Program({**model.sorts, **answer.letters}, answer.sizes)
    try:
        outputs = _outputs(program, answer)
    except NoProgram as error:
        raise Refused(f"NumPy source of {answer.query} of {model.name}: {error}") from None
    letters = [*model.parameters, *model.data, *(n for n in answer.letters if n not in model.sorts)]
    name = answer.query.replace("-", "_")
    shapes = ", ".join(f"{n}: {_described(program, n)}" for n in letters)
    return _written(program, name, letters, outputs, f"{answer.query} of {model.title}\n\n    {shapes}.")


def _described(program: Program, letter: str) -> str:
    sort = program.sorts[letter]
    if head(sort) == "matrix":
        m, n = program._shape_of_letter(letter)
        return f"(..., {m}, {n})"
    return "(..., terms)" if head(sort) == "sequence" else "(...)"


def _outputs(program: Program, answer: Answer) -> list[int]:
    """The operations whose values the function returns."""
    model, wrt = answer.model, _wrt(answer)
    if answer.query in OF_THE_LOSS:
        loss = program.trace(model.loss_term, {})
        if answer.query == "loss":
            return [loss]
        slopes = program.gradients(loss, wrt)
        found = [_structured(program, model, x, slopes[x]) for x in wrt]
        if answer.query == "gradient":
            return found
        if answer.query == "flow":
            return [program.times(program.number(-1), g) for g in found]
        eta = program.times(program.number(-1), program.trace("eta", {}))
        return [program.plus(program.trace(x, {}), program.times(eta, g)) for x, g in zip(wrt, found, strict=True)]
    return [program.trace(f.term, {}) for f in answer.formulas if f.term is not None]


def _wrt(answer: Answer) -> tuple[str, ...]:
    names = {f.name for f in answer.formulas}
    return tuple(n for n in answer.model.parameters if _of(answer.query, n) in names)


def _of(query: str, letter: str) -> str:
    return {"gradient": f"dL/d{letter}", "flow": f"d{letter}/dt", "descent-step": f"{letter}_next"}.get(query, letter)


def _structured(program: Program, model: Model, letter: str, slope: int) -> int:
    text = model.parameters[letter]
    if text.startswith("symmetric"):
        return program.times(program.number(Fraction(1, 2)), program.plus(slope, program.transpose(slope)))
    if text.startswith("diagonal"):
        return program.add("diagonal part", (slope,), shape=program.shape(slope))
    return slope


def _written(program: Program, name: str, letters: Sequence[str], outputs: Sequence[int], says: str) -> str:
    lines = ["import numpy as np", "", "", f"def {name}({', '.join(letters)}):", f'    """{says}"""']
    needed = _needed(program, outputs)
    last = {a: i for i in needed for a in program.nodes[i].arguments} | dict.fromkeys(outputs, len(program.nodes))
    names: dict[int, str] = {}
    idle: list[str] = []  # names whose value is not needed again: taken over, so that the memory is, too
    count = 0
    for i in needed:
        node = program.nodes[i]
        if node.op in ("letter", "number"):
            names[i] = node.data[0] if node.op == "letter" else _number(node.data[0])
            continue
        written = _operation(program, node, names)
        for a in dict.fromkeys(node.arguments):
            if last[a] == i and program.nodes[a].op not in ("letter", "number"):
                idle.append(names[a])
        if not idle:
            idle.append(f"t{(count := count + 1)}")
        names[i] = idle.pop()
        lines.append(f"    {names[i]} = {written}")
    lines.append(f"    return {', '.join(names[i] for i in outputs)}")
    return "\n".join(lines) + "\n"


def _needed(program: Program, outputs: Sequence[int]) -> list[int]:
    found: set[int] = set()
    todo = list(outputs)
    while todo:
        i = todo.pop()
        if i not in found:
            found.add(i)
            todo.extend(program.nodes[i].arguments)
    return sorted(found)


def _number(x: Fraction) -> str:
    return str(x.numerator) if x.denominator == 1 else f"({x.numerator} / {x.denominator})"


def _operation(program: Program, node: Node, names: Mapping[int, str]) -> str:
    a, b = ([names[i] for i in node.arguments] + ["", ""])[:2]
    op, data = node.op, node.data
    if op == "scale":
        value = program.constant(node.arguments[0])
        if value is not None:
            front = "" if value.numerator == 1 else "-" if value.numerator == -1 else f"{value.numerator} * "
            return f"{front}{b}" + (f" / {value.denominator}" if value.denominator > 1 else "")
        wide = f"np.asarray({a})" if program.nodes[node.arguments[0]].op == "letter" else a
        return f"{wide}[..., None, None] * {b}" if node.shape else f"{a} * {b}"
    written: dict[str, str] = {
        "+": f"{a} + {b}", "@": f"{a} @ {b}", "T": f"np.swapaxes({a}, -1, -2)",
        "dot": f"np.sum({a} * {b}, axis=(-2, -1))",
        "inverse": f"np.linalg.inv({a})", "lift": f"np.asarray({a})[..., None, None]",
    }  # fmt: skip
    if op in written:
        return written[op]
    if op == "item":
        return f"{a}[..., {data[0]}, {data[1]}]"
    if op == "at":
        return f"{data[0]}[..., {data[1]}]"
    if op == "pow":
        return f"{a} ** {data[0]}" if data[0] >= 0 else f"1 / {a} ** {-data[0]}" if data[0] < -1 else f"1 / {a}"
    if op == "fn":
        return f"np.{data[0]}({a})"
    if op == "eye":
        return f"np.eye({data[0]}, dtype=int)"
    if op == "zeros":
        return f"np.zeros({data}, dtype=int)"
    if op == "basis":
        return f"np.eye({data[0]}, dtype=int)[:, {data[1]}:{data[1] + 1}]"
    if op == "spread":
        m, n = node.shape
        unit = f"np.eye({m}, dtype=int)[:, {data[0]}:{data[0] + 1}] * np.eye({n}, dtype=int)[{data[1]}:{data[1] + 1}]"
        return f"np.asarray({a})[..., None, None] * ({unit})"
    if op == "diagonal part":
        return f"{a} * np.eye({node.shape[0]}, dtype=int)"
    raise NoProgram(f"no NumPy form of {op!r}")
