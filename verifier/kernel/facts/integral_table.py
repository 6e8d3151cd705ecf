"""Integrals whose integrand has no elementary primitive: classical values, for all admissible parameters.

This table is part of what is trusted, as that of `schemas`, whose rule ``instance`` has its lines under the names
``integral-...``.  A line is: parameters, conditions on them, integrand in x, ends, value.
Everything that follows from these by substitution, scaling, splitting, linearity or by parts is left to those
rules.  Parameters are real.
"""

from __future__ import annotations

from verifier.kernel.terms.binding import bind, operands, substitute
from verifier.kernel.terms.expr import REAL, Expr

Line = tuple[tuple[str, ...], tuple[Expr, ...], Expr, Expr, Expr, Expr]


def _fn(name: str, *args: Expr) -> Expr:
    return ("fn", name, *args)


OO = _fn("oo")
LEFT: Expr = ("neg", OO)
_PI, _A, _B = _fn("pi"), _fn("gamma", "a"), _fn("gamma", "b")
_LOG = _fn("log", "x")
_DECAY = _fn("exp", ("neg", "x"))
_GAUSS = _fn("exp", ("neg", ("^", "x", 2)))
_HALF_PI: Expr = ("/", _PI, 2)
_POSITIVE: tuple[Expr, ...] = (("<", 0, "a"),)
_BOTH: tuple[Expr, ...] = (("<", 0, "a"), ("<", 0, "b"))
_ABOVE: tuple[Expr, ...] = (("<", 1, "a"),)
_POWER: Expr = ("^", "x", ("-", "a", 1))
_EULER: Expr = ("*", _POWER, ("^", ("-", 1, "x"), ("-", "b", 1)))
_BETA: Expr = ("/", ("*", _A, _B), _fn("gamma", ("+", "a", "b")))
_SQUARE: Expr = ("^", "x", 2)

TABLE: dict[str, Line] = {
    # Gauss: exp(-x^2) on the line; with a cosine (the Fourier transform of a Gaussian)
    "gauss": ((), (), _GAUSS, LEFT, OO, ("sqrt", _PI)),
    "gauss-cos": (
        ("a",), (), ("*", _GAUSS, _fn("cos", ("*", "a", "x"))), LEFT, OO,
        ("*", ("sqrt", _PI), _fn("exp", ("neg", ("/", ("^", "a", 2), 4)))),
    ),
    # Euler: gamma and beta, and their derivatives by a
    "gamma": (("a",), _POSITIVE, ("*", _POWER, _DECAY), 0, OO, _A),
    "gamma-log": (("a",), _POSITIVE, ("*", _POWER, _LOG, _DECAY), 0, OO, ("*", _A, _fn("digamma", "a"))),
    "beta": (("a", "b"), _BOTH, _EULER, 0, 1, _BETA),
    "beta-log": (
        ("a", "b"), _BOTH, ("*", _EULER, _LOG), 0, 1,
        ("*", _BETA, ("-", _fn("digamma", "a"), _fn("digamma", ("+", "a", "b")))),
    ),
    # x^(a-1)/(1+x)^(a+b): beta again, on the half line
    "beta-prime": (
        ("a", "b"), _BOTH, ("/", _POWER, ("^", ("+", 1, "x"), ("+", "a", "b"))), 0, OO, _BETA,
    ),
    # Bose and Fermi
    "bose": (
        ("a",), _ABOVE, ("/", _POWER, ("-", _fn("exp", "x"), 1)), 0, OO, ("*", _A, _fn("zeta", "a")),
    ),
    "fermi": (
        ("a",), _ABOVE, ("/", _POWER, ("+", _fn("exp", "x"), 1)), 0, OO,
        ("*", ("-", 1, ("^", 2, ("-", 1, "a"))), _A, _fn("zeta", "a")),
    ),
    # Dirichlet, Fresnel, Laplace
    "dirichlet": ((), (), ("/", _fn("sin", "x"), "x"), 0, OO, _HALF_PI),
    "fresnel-cos": ((), (), _fn("cos", _SQUARE), 0, OO, ("sqrt", ("/", _PI, 8))),
    "fresnel-sin": ((), (), _fn("sin", _SQUARE), 0, OO, ("sqrt", ("/", _PI, 8))),
    "laplace-cos": (
        ("a",), (("<=", 0, "a"),), ("/", _fn("cos", ("*", "a", "x")), ("+", 1, _SQUARE)), 0, OO,
        ("*", _HALF_PI, _fn("exp", ("neg", "a"))),
    ),
    # logarithms: Euler's log-sine integral, the dilogarithm at 1 and -1, Catalan's constant
    "log-sin": ((), (), _fn("log", _fn("sin", "x")), 0, _HALF_PI, ("neg", ("*", _HALF_PI, _fn("log", 2)))),
    "dilog": ((), (), ("/", _fn("log", ("-", 1, "x")), "x"), 0, 1, ("neg", ("/", ("^", _PI, 2), 6))),
    "dilog-minus": ((), (), ("/", _fn("log", ("+", 1, "x")), "x"), 0, 1, ("/", ("^", _PI, 2), 12)),
    "catalan": ((), (), ("/", _fn("atan", "x"), "x"), 0, 1, _fn("Catalan")),
    "catalan-log": ((), (), ("/", _LOG, ("+", 1, _SQUARE)), 0, 1, ("neg", _fn("Catalan"))),
    # Serret
    "serret": (
        (), (), ("/", _fn("log", ("+", 1, "x")), ("+", 1, _SQUARE)), 0, 1, ("/", ("*", _PI, _fn("log", 2)), 8),
    ),
}  # fmt: skip


def integral_line(name: str) -> tuple[tuple[str, ...], tuple[Expr, ...], Expr]:
    """Letters, conditions and fact of a line of the table."""
    letters, needed, f, lo, hi, value = TABLE[name]
    return letters, needed, ("==", ("fn", "integrate", bind("forall", "x", REAL, f), lo, hi), value)


def line(name: str, *terms: Expr) -> tuple[list[Expr], Expr, Expr]:
    """Conditions, integral and value of a line of the table at given terms."""
    letters, needed, fact = integral_line(name)
    at: dict[str, Expr] = dict(zip(letters, terms, strict=True))
    term, value = operands(fact)
    return [substitute(p, at) for p in needed], substitute(term, at), substitute(value, at)
