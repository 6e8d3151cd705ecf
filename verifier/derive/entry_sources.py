"""Answers as source code entry by entry: Python functions of exact numbers, NumPy functions over a batch.

The formulas are SymPy expressions; common parts are computed once.  In Python, matrices are lists of rows and exact
fractions stay exact where only arithmetic is needed; in NumPy the leading axes of every argument are a batch.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.derive.answer import Answer

STACKED = """def _stacked(rows, columns, *entries):
    whole = numpy.stack(numpy.broadcast_arrays(*entries), axis=-1)
    return whole.reshape((*whole.shape[:-1], rows, columns))


"""


def entry_source(answer: Answer, language: str) -> str:
    """The source in the language "python" or "numpy".  Raises `Refused` where the formulas are those for all sizes."""
    import sympy

    from verifier.derive.answer import Refused

    sized = [f for f in answer.formulas if f.term is None]  # of a mixed answer what has entries
    if answer.formulas and not sized:
        raise Refused(f"Python source of {answer.query}: it works entry by entry, so give sizes, as in --size d=2")
    values = [f.value for f in sized]
    flat = [x for v in values for x in (v if isinstance(v, sympy.MatrixBase) else [sympy.sympify(v)])]
    # source code has no roots of polynomials: their decimals, to the precision of a float
    flat = [e.xreplace({r: r.evalf(17) for r in e.atoms(sympy.CRootOf)}) for e in flat]
    free = sorted({s for e in flat for s in e.free_symbols}, key=str)
    names = {s: sympy.Symbol(_identifier(s.name)) for s in free}
    common, reduced = sympy.cse([e.xreplace(names) for e in flat], symbols=_fresh(names.values()))
    letters, lines = _letters(answer, [s.name for s in names.values()], language)
    printer = _printer(language)
    lines += [f"    {s} = {printer.doprint(e)}" for s, e in common]
    entries = iter(reduced)
    shown = [_written(v, entries, printer, language) for v in values]
    lines.append(f"    return {', '.join(shown) or 'None'}")
    says = f"{answer.query} of {answer.model.title}"
    if len(sized) < len(answer.formulas):
        says += f": {', '.join(f.name for f in sized)}"
    head = [f"def {answer.query.replace('-', '_')}({', '.join(letters)}):", f'    """{says}."""']
    body = "\n".join([*head, *lines]) + "\n"
    module = "numpy" if language == "numpy" else "math"
    if language == "numpy" and "_stacked(" in body:
        body = STACKED + body
    return f"import {module}\n\n\n{body}" if f"{module}." in body else body


def _identifier(name: str) -> str:
    found = re.sub(r"\W", "_", name)
    return f"{found}_" if keyword.iskeyword(found) else found


def _fresh(taken: Any) -> Iterator[Any]:
    import itertools

    import sympy

    used = {s.name for s in taken}
    return (sympy.Symbol(f"t{i}") for i in itertools.count(1) if f"t{i}" not in used)


def _letters(answer: Answer, used: Sequence[str], language: str) -> tuple[list[str], list[str]]:
    """The arguments, and the lines that take their entries."""
    if answer.sizes is None:
        return list(used), []
    from verifier.derive.concrete import Concrete

    made, model = Concrete(answer.model, answer.sizes, _domains(answer)), answer.model
    letters = [*model.parameters, *model.data, *(n for n in answer.letters if n not in model.sorts)]
    lines, left = [], set(used)
    for letter in letters:
        for place, generator in made.places.get(letter, {}).items():
            symbol = made.names[generator]
            if symbol in left and symbol != letter:
                lines.append(f"    {symbol} = {letter}{_index(place, made.is_sequence(letter), language)}")
            left.discard(symbol)
    return [*letters, *sorted(left - set(letters))], lines


def _domains(answer: Answer) -> dict[str, str]:
    """Column letters beyond the model's, as a text of their domain."""
    return {n: "matrix(d, 1)" for n, sort in answer.letters.items() if isinstance(sort, tuple) and sort[0] == "matrix"}


def _index(place: tuple[int, int], sequence: bool, language: str) -> str:
    if language == "numpy":
        return f"[..., {place[0]}]" if sequence else f"[..., {place[0]}, {place[1]}]"
    return f"[{place[0]}]" if sequence else f"[{place[0]}][{place[1]}]"


def _written(value: Any, entries: Iterator[Any], printer: Any, language: str) -> str:
    import sympy

    if not isinstance(value, sympy.MatrixBase):
        return str(printer.doprint(next(entries)))
    rows = [[printer.doprint(next(entries)) for _ in range(value.cols)] for _ in range(value.rows)]
    if language == "numpy":
        return f"_stacked({value.rows}, {value.cols}, {', '.join(e for row in rows for e in row)})"
    return "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"


def _printer(language: str) -> Any:
    """SymPy's printer with divisions last: exact numbers stay exact, where 1/2 would be a float."""
    from sympy import Add, Integer, Mul
    from sympy.printing.numpy import NumPyPrinter
    from sympy.printing.pycode import PythonCodePrinter

    parent: Any = NumPyPrinter if language == "numpy" else PythonCodePrinter

    class Exact(parent):  # type: ignore[misc]
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
