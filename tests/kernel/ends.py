"""Between the kernel's intervals and mpmath's numbers, with which they are compared; both ways exactly."""

from __future__ import annotations

from typing import Any

from mpmath import libmp, mp, mpf

from verifier.kernel.enclosures.balls import MOO, OO, End, Interval, binary


def end(x: Any) -> End:
    """A number of mpmath as an end."""
    sign, man, exp, _ = (x if isinstance(x, mpf) else mpf(x))._mpf_  # mpf() rounds a number of mpmath
    if not man and exp:
        return MOO if x < 0 else OO
    return binary(-int(man) if sign else int(man), int(exp))


def interval(a: Any, b: Any) -> Interval:
    return Interval(end(a), end(b))


def number(x: End) -> Any:
    """An end as a number of mpmath."""
    if x in (OO, MOO):
        return mp.inf if x == OO else -mp.inf
    m, e = (int(part) for part in x.man_exp())
    return mp.make_mpf(libmp.from_man_exp(m, e))


def numbers(u: Interval) -> tuple[Any, Any]:
    return number(u.lo), number(u.hi)


def contains(u: Interval, y: Any, slack: Any = 0) -> bool:
    """Whether a number lies in an interval, up to the error of the number."""
    lo, hi = numbers(u)
    return bool(lo - slack <= y <= hi + slack)
