"""SymPy as a finder: terms to SymPy and back, and a limit on its time.

What comes from here is a suggestion: a primitive, a root, a limit.  Nothing is believed before the kernel has
accepted a proof of it.  SymPy is imported when the first term is translated.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from verifier.kernel.logic.sequents import Sequent, as_less
from verifier.kernel.terms.expr import Expr, head
from verifier.language.named import operands
from verifier.language.sympy_view.sympy_reading import from_sympy as read
from verifier.machine import lost
from verifier.prove import overdue
from verifier.prove.driver import effort

T = TypeVar("T")
BROKEN = 3  # the exit code of a child that broke off for reasons that are not the claim's

_NAMES = {"lambertw": "LambertW", "Abs": "Abs"}
_HEADS = {"abs": "Abs", "floor": "floor", "min": "Min", "max": "Max"}
_OPAQUE = frozenset(("limit", "integrate", "Sum", "Product", "diff", "stirling1", "stirling2"))


def guarded(work: Callable[[], T], seconds: float) -> T | None:
    """The picklable result of `work`, done in a child process; None where so many seconds of effort are not enough.

    In a process of its own, since SymPy survives what breaks it off and remembers what it has done; what the child
    spent is paid for here.
    """
    if seconds <= 0.02:
        return None
    receive, send = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = BROKEN
        try:
            os.close(receive)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, overdue.net(seconds))  # kills what sits in C code
            data = pickle.dumps(_spent(work, seconds))
            with os.fdopen(send, "wb") as out:
                out.write(data)
            code = 0
        finally:  # a child never returns into the parent's code
            os._exit(code)
    os.close(send)
    chunks: list[bytes] = []
    ended = False
    try:
        while chunk := os.read(receive, 1 << 16):
            chunks.append(chunk)
        ended = True
    finally:
        os.close(receive)
        if not ended:
            os.kill(pid, signal.SIGKILL)
        status = os.waitpid(pid, 0)[1]
    if status:
        lost.told("SymPy", "its process broke off")
        return None
    # from the child that was forked here, through its own pipe; never from a file
    found, spent = pickle.loads(b"".join(chunks))
    effort.spend(spent)
    return found  # type: ignore[no-any-return]


def _spent(work: Callable[[], T], seconds: float) -> tuple[T | None, float]:
    """What the work gives, None where it breaks, and the seconds of effort that it took.  Raises one of `CAUSES`."""
    begun = effort.now()
    try:
        found = overdue.part(seconds, work)
    except lost.CAUSES:
        raise
    except Exception:
        found = None
    return found, effort.now() - begun


def symbol(name: str, s: Sequent) -> Any:
    """A SymPy symbol with what the sort and the facts say about its sign."""
    import sympy

    return sympy.Symbol(name, **dict.fromkeys(assumptions(name, s), True))


def assumptions(name: str, s: Sequent, rough: bool = False) -> tuple[str, ...]:
    """SymPy's words for what the sort and the facts say about a variable; of signs the strongest one (`rough`: > 0)."""
    kind = "integer" if head(s.sorts.get(name, 0)) == "integer" else "real"
    found: set[str] = set()
    for fact in s.facts.values():
        fact = as_less(fact)
        op, args = head(fact), operands(fact)
        if op not in ("<", "<=", "!=") or name not in args:
            continue
        low, high = args
        number = _number(low if high == name else high)
        if number is None:
            continue
        if op == "!=" and number == 0:
            found.add("nonzero")
        elif op != "!=" and high == name and number >= 0:
            found.add("positive" if op == "<" or number > 0 else "nonnegative")
        elif op != "!=" and low == name and number <= 0:
            found.add("negative" if op == "<" or number < 0 else "nonpositive")
    sort = s.sorts.get(name, 0)
    if head(sort) == "integer" and isinstance(operands(sort)[0], int) and operands(sort)[0] >= 0:  # type: ignore[operator]
        found.add("positive" if operands(sort)[0] else "nonnegative")
    for sign in ("positive",) if rough else ("positive", "negative", "nonzero", "nonnegative", "nonpositive"):
        if sign in found:
            return kind, sign
    return (kind,)


def _number(e: Expr) -> float | None:
    if isinstance(e, int):
        return float(e)
    if head(e) == "fn" and operands(e) in (("pi",), ("E",)):
        return 3.0
    values = [_number(a) for a in operands(e)] if head(e) in ("/", "neg", "*") else [None]
    if None in values:
        return None
    first = values[0] or 0.0
    return -first if head(e) == "neg" else first / (values[1] or 1.0) if head(e) == "/" else first * (values[1] or 0.0)


def to_sympy(e: Expr, symbols: Mapping[str, Any]) -> Any:
    """A scalar term as SymPy evaluates it.  Raises `ValueError` for what has no form there."""
    import sympy

    def write(e: Expr) -> Any:
        if isinstance(e, int):
            return sympy.Integer(e)
        if isinstance(e, str):
            if e not in symbols:
                raise ValueError(f"no symbol for {e}")
            return symbols[e]
        op, args = str(e[0]), e[1:]
        if op == "fn":
            name = str(args[0])
            if len(args) == 1:
                return getattr(sympy, name)
            if name in _OPAQUE or name == "Piecewise":
                raise ValueError(f"no form for {name}")
            if name in ("cbrt", "root"):
                return sympy.Pow(write(args[1]), sympy.Integer(1) / (3 if name == "cbrt" else write(args[2])))
            return getattr(sympy, _NAMES.get(name, name))(*(write(a) for a in args[1:]))
        if op in _HEADS:
            return getattr(sympy, _HEADS[op])(*(write(a) for a in args))
        values = [write(a) for a in args] if op in ("+", "-", "neg", "*", "/", "^", "sqrt") else None
        if values is None:
            raise ValueError(f"no form for {op}")
        if op == "+":
            return sympy.Add(*values)
        if op == "*":
            return sympy.Mul(*values)
        if op == "sqrt":
            return sympy.sqrt(values[0])
        if op == "neg":
            return -values[0]
        return values[0] - values[1] if op == "-" else values[0] / values[1] if op == "/" else values[0] ** values[1]

    try:
        return write(e)
    except (AttributeError, TypeError, ZeroDivisionError) as error:
        raise ValueError(str(error)) from None


def from_sympy(e: Any) -> Expr:
    """A SymPy term as a term.  Raises `ValueError` for what the language has no form for."""
    return read(e)[0]
