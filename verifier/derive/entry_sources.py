"""Answers as source code entry by entry: Python functions of exact numbers, NumPy functions over a batch.

The formulas are SymPy expressions; common parts are computed once.  In Python, matrices are lists of rows and exact
fractions stay exact where only arithmetic is needed; in NumPy the leading axes of every argument are a batch.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verifier.derive.concrete import Concrete
from verifier.derive.formulas import Formulas, Refused
from verifier.language.values.semantics import Evaluator

STACKED = """def _stacked(rows, columns, *entries):
    whole = numpy.stack(numpy.broadcast_arrays(*entries), axis=-1)
    return whole.reshape((*whole.shape[:-1], rows, columns))


"""


def entry_source(answer: Formulas, language: str) -> str:
    """The source in the language "python" or "numpy".  Raises `Refused` where the formulas are those for all sizes."""
    import sympy

    sized = [f for f in answer.formulas if f.term is None]  # of a mixed answer what has entries
    if answer.formulas and not sized:
        raise Refused(f"Python source of {answer.query}: it works entry by entry, so give sizes, as in --size d=2")
    values = [f.value for f in sized]
    flat = [x for v in values for x in (v if isinstance(v, sympy.MatrixBase) else [sympy.sympify(v)])]
    # source code has no roots of polynomials: their decimals, to the precision of a float
    flat = [e.xreplace({r: r.evalf(17) for r in e.atoms(sympy.CRootOf)}) for e in flat]
    free = sorted({s for e in flat for s in e.free_symbols}, key=str)
    names = {s: sympy.Symbol(_identifier(s.name)) for s in free}
    if any(e.has(sympy.Sum, sympy.Product, sympy.Indexed, sympy.Rel) for e in flat):
        raise Refused(f"{_SAID[language]} source of {answer.query}: it works entry by entry, so give sizes")
    common, reduced = sympy.cse([e.xreplace(names) for e in flat], symbols=_fresh(names.values()))
    letters, lines = _letters(answer, [s.name for s in names.values()], language)
    try:
        return _source(answer, language, values, common, reduced, letters, lines)
    except NotImplementedError as error:  # PrintMethodNotImplementedError
        name = str(error).splitlines()[0].rsplit(": ", 1)[-1]
        raise Refused(f"{_SAID[language]} source of {answer.query}: there is no function {name} in {_SAID[language]};"
                      " ask for latex or sympy") from None  # fmt: skip


_SAID = {"python": "Python", "numpy": "NumPy"}


def _source(answer: Formulas, language: str, values: Sequence[Any], common: Any, reduced: Any, letters: list[str],
            lines: list[str]) -> str:  # fmt: skip
    printer = _printer(language)
    lines += [f"    {s} = {printer.doprint(e)}" for s, e in common]
    entries = iter(reduced)
    shown = [_written(v, entries, printer, language) for v in values]
    if language == "numpy":
        shown = _batched(answer, values, shown, letters, lines)
    lines.append(f"    return {', '.join(shown) or 'None'}")
    says = f"{answer.query} of {answer.model.title}"
    if len(values) < len(answer.formulas):  # the others hold for all sizes and have no entries
        says += f": {', '.join(f.name for f in answer.formulas if f.term is None)}"
    head = [f"def {answer.query.replace('-', '_')}({', '.join(letters)}):", f'    """{says}."""']
    body = "\n".join([*head, *lines]) + "\n"
    module = "numpy" if language == "numpy" else "math"
    if language == "numpy" and "_stacked(" in body:
        body = STACKED + body
    return f"import {module}\n\n\n{body}" if f"{module}." in body else body


def _batched(
    answer: Formulas, values: Sequence[Any], shown: list[str], letters: list[str], lines: list[str]
) -> list[str]:
    """The values with the batch axes of all arguments, where one does not occur in them."""
    import sympy

    found, axes = [], {n: batch_axes(answer, n) for n in letters}
    for value, text in zip(values, shown, strict=True):
        entries = value if isinstance(value, sympy.MatrixBase) else [sympy.sympify(value)]
        seen = {s.name for e in entries for s in e.free_symbols}
        if all(n in seen or any(re.fullmatch(rf"{n}(_\d+)+", s) for s in seen) for n in letters):
            found.append(text)
            continue
        if not any(line.startswith("    batch_ = ") for line in lines):
            lines.append(f"    batch_ = numpy.zeros({batch_shape(axes, 'numpy')}, dtype=int)")
        found.append(f"{text} + batch_[..., None, None]" if isinstance(value, sympy.MatrixBase) else f"{text} + batch_")
    return found


def batch_axes(answer: Formulas, letter: str) -> int:
    """How many trailing axes of an argument are no batch: two of a matrix, one of a sequence, none of a number."""
    sort = answer.sorts.get(letter)
    kind = sort[0] if isinstance(sort, tuple) else ""
    return {"matrix": 2, "sequence": 1}.get(str(kind), 0) if answer.sizes is not None else 0


def batch_shape(axes: Mapping[str, int], module: str) -> str:
    """The source of the common batch shape of arguments."""
    parts = (f"{module}.shape({n})" + (f"[:-{k}]" if k else "") for n, k in axes.items())
    return f"{module}.broadcast_shapes({', '.join(parts)})"


def _identifier(name: str) -> str:
    found = re.sub(r"\W", "_", name)
    return f"{found}_" if keyword.iskeyword(found) else found


def _fresh(taken: Any) -> Iterator[Any]:
    import itertools

    import sympy

    used = {s.name for s in taken}
    return (sympy.Symbol(f"t{i}") for i in itertools.count(1) if f"t{i}" not in used)


def _letters(answer: Formulas, used: Sequence[str], language: str) -> tuple[list[str], list[str]]:
    """The arguments, and the lines that take their entries."""
    if answer.sizes is None:
        return list(used), []

    made, model = Concrete(answer.model, answer.sizes, more_letters(answer)), answer.model
    own = [n for n in (*model.parameters, *model.data) if model.sorts[n][0] != "curve"]  # type: ignore[index]
    letters = [*own, *(n for n in answer.letters if n not in model.sorts)]
    lines, left = [], set(used)
    for letter in letters:
        for place, generator in made.places.get(letter, {}).items():
            symbol = made.names[generator]
            if symbol in left and symbol != letter:
                lines.append(f"    {symbol} = {letter}{_index(place, made.is_sequence(letter), language)}")
            left.discard(symbol)
    if used and not set(used) & set(made.names):  # a formula in letters of its own
        return sorted(used), []
    return [*letters, *sorted(left - set(letters))], lines


def more_letters(answer: Formulas) -> dict[str, str]:
    """Numbers and matrices beyond the model's letters, with a text of their domain at the answer's sizes."""
    def domain(sort: Any) -> str:
        rows, columns = (Evaluator().size(e, dict(answer.sizes or {})) for e in sort[1:])
        return f"matrix({rows}, {columns})"

    more = {n: sort for n, sort in answer.letters.items() if n not in answer.model.sorts and isinstance(sort, tuple)}
    kept = {n: sort for n, sort in more.items() if sort[0] in ("real", "matrix")}
    return {n: "real" if sort[0] == "real" else domain(sort) for n, sort in kept.items()}


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
