"""Answers as source code: NumPy functions that are vectorised over a batch, Python functions of exact numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verifier.derive.program import Node, NoProgram, Program
from verifier.evidence.kernel.expr import head

if TYPE_CHECKING:
    from verifier.derive.answer import Answer
    from verifier.theory.models.model import Model


def numpy_source(answer: Answer) -> str:
    """A NumPy function for the formulas, at given sizes.

    Letters that are matrices have the shape (..., rows, columns), numbers (...), sequences (..., terms); the leading
    axes are a batch.  Derivatives of the loss are computed by reverse accumulation, not from the displayed formula.
    Raises `Refused`.
    """
    from verifier.derive.answer import Refused

    model = answer.model
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
    if answer.query in ("loss", "gradient", "flow", "descent-step"):
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
    terms = [f.term for f in answer.formulas]
    if any(t is None for t in terms):
        raise NoProgram("it is a table of entries; sympy.lambdify of its SymPy form serves")
    return [program.trace(t, {}) for t in terms if t is not None]


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


def run_numpy(source: str, name: str, values: Mapping[str, Any]) -> Any:
    """Run generated source, which is this module's own, on arrays."""
    space: dict[str, Any] = {}
    exec(compile(source, f"<{name}>", "exec"), space)
    return space[name](**values)


# -- Python --------------------------------------------------------------------------------------------------


def python_source(answer: Answer) -> str:
    """A Python function of nested lists of numbers (exact fractions stay exact).  Raises `Refused` for all sizes."""
    import sympy

    from verifier.derive.answer import Refused
    from verifier.derive.concrete import Concrete

    if answer.sizes is None:
        raise Refused(f"Python source of {answer.query}: it works entry by entry, so give sizes, as in --size d=2")
    made = Concrete(answer.model, answer.sizes)
    values = [f.value for f in answer.formulas]
    flat = [x for v in values for x in (v if isinstance(v, sympy.MatrixBase) else [v])]
    common, reduced = sympy.cse(flat, symbols=(sympy.Symbol(f"t{i}") for i in range(1, 10**6)))
    model = answer.model
    letters = [*model.parameters, *model.data, *(n for n in answer.letters if n not in model.sorts)]
    name = answer.query.replace("-", "_")
    says = f"{answer.query} of {model.title}; matrices are lists of rows."
    lines = [f"def {name}({', '.join(letters)}):", f'    """{says}"""']
    used = {s.name for e in flat for s in e.free_symbols}
    for letter in letters:
        for place, generator in made.places.get(letter, {}).items():
            symbol = made.names[generator]
            if symbol in used and symbol != letter:
                index = f"[{place[0]}]" if made.is_sequence(letter) else f"[{place[0]}][{place[1]}]"
                lines.append(f"    {symbol} = {letter}{index}")
                used.discard(symbol)
    printer = _printer()
    lines += [f"    {s} = {printer.doprint(e)}" for s, e in common]
    source = iter(reduced)
    shown = [_rows(v, source, printer) if isinstance(v, sympy.MatrixBase) else printer.doprint(next(source))
             for v in values]  # fmt: skip
    return "\n".join([*lines, f"    return {', '.join(shown)}"]) + "\n"


def _printer() -> Any:
    """SymPy's Python printer, with divisions last: exact numbers stay exact, where 1/2 would be a float."""
    from sympy import Add, Integer, Mul
    from sympy.printing.pycode import PythonCodePrinter

    class Exact(PythonCodePrinter):  # type: ignore[misc]
        def _print_Mul(self, e: Any) -> str:
            number, rest = e.as_coeff_Mul()
            if not number.is_Rational or number.q == 1:
                return str(super()._print_Mul(e))
            top = rest if number.p == 1 else -rest if number.p == -1 else Mul(Integer(number.p), rest, evaluate=False)
            return f"({self._print(top)})/{number.q}"

        def _print_Add(self, e: Any, order: Any = None) -> str:
            number, rest = e.as_coeff_Add()
            if not number.is_Rational or number.q == 1:
                return str(super()._print_Add(e, order))
            return f"({self._print(Add(number.q * rest, Integer(number.p)))})/{number.q}"

    return Exact({"fully_qualified_modules": True})


def _rows(value: Any, source: Any, printer: Any) -> str:
    rows = [[printer.doprint(next(source)) for _ in range(value.cols)] for _ in range(value.rows)]
    return "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"
