"""Derivatives of the loss as NumPy functions that are vectorised over a batch: programs of matrix operations."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from verifier.derive.concrete import Concrete
from verifier.derive.entry_sources import batch_axes, batch_shape, entry_source, more_letters
from verifier.derive.formulas import Formulas, Refused
from verifier.derive.program import Node, NoProgram, Program
from verifier.derive.running import run
from verifier.kernel.terms.expr import head
from verifier.models.model import Model

OF_THE_LOSS = ("loss", "gradient", "flow", "descent-step", "momentum-step")
MOST = 2_000_000  # products of numbers in the powers of a transition


def numpy_source(answer: Formulas) -> str:
    """A NumPy function for the formulas, at given sizes.

    Letters that are matrices have the shape (..., rows, columns), numbers (...), sequences (..., terms); the leading
    axes are a batch.  Derivatives of the loss are computed by reverse accumulation, not from the displayed formula.
    What the program computes has been compared with the loss and its exact slope at a point.  Raises `Refused`.
    """
    model = answer.model
    by_entries = answer.query not in OF_THE_LOSS or model.kernel not in ("", "sum")
    if by_entries and (not answer.formulas or any(f.term is None for f in answer.formulas)):
        return entry_source(answer, "numpy")
    if answer.sizes is None:
        raise Refused(f"NumPy source of {answer.query}: loops are unrolled, so give sizes, as in --size k=10")
    program = Program({**model.sorts, **answer.letters}, answer.sizes)
    try:
        outputs = _outputs(program, answer)
        same = answer.query not in OF_THE_LOSS or _agrees(program, outputs, answer)
    except NoProgram as error:
        raise Refused(f"NumPy source of {answer.query} of {model.name}: {error}") from None
    if not same:
        raise Refused(f"NumPy source of {answer.query} of {model.name}: the program is not what it should be")
    letters = [*model.parameters, *model.data, *(n for n in answer.letters if n not in model.sorts)]
    name = answer.query.replace("-", "_")
    shapes = ", ".join(f"{n}: {_described(program, n)}" for n in letters)
    if "np" in letters:
        raise Refused(f"NumPy source of {answer.query}: the letter np is NumPy's own name; rename it")
    lean = [i for i in outputs if len(_needed_letters(program, i)) < len(letters)]
    batch = batch_shape({n: batch_axes(answer, n) for n in letters}, "np") if lean and letters else ""
    says = f"{answer.query} of {model.title}\n\n    {shapes}."
    return _written(program, name, letters, outputs, says, (lean, batch))


def _agrees(program: Program, outputs: Sequence[int], answer: Formulas) -> bool:
    """The program run on exact numbers, against the loss and its slope along a direction of each parameter."""
    model, sizes = answer.model, answer.sizes or {}
    if model.response and sizes["d"] ** 3 * sizes["k"] ** 2 > MOST:
        raise NoProgram(f"the sizes are too large to check it on exact numbers; take d**3*k**2 <= {MOST}")
    made = Concrete(model, sizes, more_letters(answer))
    source = random.Random(f"source {answer.model.name}")
    point = {i: Fraction(source.randint(1, 30), source.randint(1, 3)) for i in range(len(made.names))}
    eta, mu = Fraction(2, 7), Fraction(3, 5)
    at = {**made.letters_at(point), "eta": eta, "mu": mu}
    values, term = run(program, outputs, at), answer.model.loss_term
    if answer.query == "loss":
        return bool(values[0] == made.value(term, point))
    for letter, value in zip(_wrt(answer), values, strict=True):
        places = made.places[letter]
        direction = {p: Fraction(source.randint(1, 30)) for p in set(places.values())}
        right, total = made.slope(term, point, direction), Fraction(0)
        for (i, j), place in places.items():
            now = point[place]
            found = value[i][j] if isinstance(value, list) else value
            kept = mu * (now - _entry(at[f"{letter}_previous"], i, j)) if answer.query == "momentum-step" else 0
            slope = {"gradient": found, "flow": -found}.get(answer.query, (now + kept - found) / eta)
            total += slope * direction[place]
        if total != right:
            return False
    return True


def _entry(x: Any, i: int, j: int) -> Any:
    return x[i][j] if isinstance(x, list) else x


def _described(program: Program, letter: str) -> str:
    sort = program.sorts[letter]
    if head(sort) == "matrix":
        m, n = program._shape_of_letter(letter)
        return f"(..., {m}, {n})"
    return "(..., terms)" if head(sort) == "sequence" else "(...)"


def _outputs(program: Program, answer: Formulas) -> list[int]:
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
        steps = [program.plus(program.trace(x, {}), program.times(eta, g)) for x, g in zip(wrt, found, strict=True)]
        if answer.query == "descent-step":
            return steps
        mu, back = program.trace("mu", {}), program.number(-1)
        kept = [
            program.plus(program.trace(x, {}), program.times(back, program.trace(f"{x}_previous", {}))) for x in wrt
        ]
        return [program.plus(s, program.times(mu, k)) for s, k in zip(steps, kept, strict=True)]
    return [program.trace(f.term, {}) for f in answer.formulas if f.term is not None]


def _wrt(answer: Formulas) -> tuple[str, ...]:
    names = {f.name for f in answer.formulas}
    return tuple(n for n in answer.model.parameters if name_of(answer.query, n) in names)


def name_of(query: str, letter: str) -> str:
    """The name of the formula that a query about the loss gives for a letter."""
    return {
        "gradient": f"dL/d{letter}",
        "flow": f"d{letter}/dt",
        "descent-step": f"{letter}_next",
        "momentum-step": f"{letter}_next",
    }.get(query, letter)


def _structured(program: Program, model: Model, letter: str, slope: int) -> int:
    text = model.parameters[letter]
    if text.startswith("symmetric"):
        return program.times(program.number(Fraction(1, 2)), program.plus(slope, program.transpose(slope)))
    if text.startswith("diagonal"):
        return program.add("diagonal part", (slope,), shape=program.shape(slope))
    return slope


def _needed_letters(program: Program, output: int) -> set[str]:
    """The arguments on which the value of an operation depends."""
    return {
        str(program.nodes[i].data[0]) for i in _needed(program, [output]) if program.nodes[i].op in ("letter", "at")
    }


def _written(
    program: Program, name: str, letters: Sequence[str], outputs: Sequence[int], says: str,
    batch: tuple[Sequence[int], str],
) -> str:  # fmt: skip
    """The function; outputs that do not depend on every argument get the batch axes of all of them."""
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
    lean, shape = batch
    if shape:
        lines.append(f"    batch_ = np.zeros({shape}, dtype=int)")
    shown = (
        names[i] + (" + batch_" + "[..., None, None]" * bool(program.shape(i))) * (bool(shape) and i in lean)
        for i in outputs
    )
    lines.append(f"    return {', '.join(shown)}")
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
