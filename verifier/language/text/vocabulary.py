"""The words of the text language: functions with their numbers of arguments, and constants.

Words without a head of their own in the kernel become ``("fn", word, arguments...)``.  A function
argument of theirs (what is summed, integrated, differentiated) is written with the binder ``forall``, so
that its variable is bound for every tool that knows the kernel's binders:

* ``("fn", "diff", ("forall", x, ("real",), f), point, order)``
* ``("fn", "integrate", ("forall", x, ("real",), f), lo, hi)``
* ``("fn", "limit", ("forall", x, ("real",), f), point, side)`` with side 1, -1, or 0 for both
* ``("fn", "Sum" or "Product", ("forall", j, ("integer", lo, hi), f))`` where an end is infinite
* ``("fn", "Piecewise", v1, c1, v2, c2, ...)`` with formulas c1, c2, ...
"""

from __future__ import annotations

from verifier.kernel.terms.expr import INTEGER, RELATIONS, Expr, head


def words_of(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


CONSTANTS = frozenset(("pi", "E", "I", "oo", "EulerGamma", "GoldenRatio", "Catalan"))

#: functions of scalars without a kernel head -> least and largest number of arguments
SCALAR_FUNCTIONS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(
        words_of(
            "exp cbrt sign ceiling sin cos tan cot sec csc asin acos atan acot sinh cosh tanh coth sech csch "
            "asinh acosh atanh erf erfc gamma loggamma digamma zeta factorial bell fibonacci re im conjugate "
            "arg"
        ),
        (1, 1),
    ),
    **dict.fromkeys(
        words_of("root atan2 beta binomial stirling1 stirling2 RisingFactorial FallingFactorial"), (2, 2)
    ),
    **dict.fromkeys(words_of("log lambertw harmonic"), (1, 2)),
}

#: functions with a kernel head -> head, least and largest number of arguments
HEAD_FUNCTIONS: dict[str, tuple[str, int, int]] = {
    "sqrt": ("sqrt", 1, 1), "Abs": ("abs", 1, 1), "floor": ("floor", 1, 1), "Mod": ("mod", 2, 2),
    "Min": ("min", 2, 99), "Max": ("max", 2, 99), "transpose": ("T", 1, 1), "trace": ("trace", 1, 1),
    "det": ("det", 1, 1), "inverse": ("inverse", 1, 1), "eye": ("eye", 1, 1), "zeros": ("zeros", 1, 2),
    "basis": ("basis", 2, 2), "delta": ("delta", 2, 2),
}  # fmt: skip

ALIASES = {"abs": "Abs", "ceil": "ceiling", "min": "Min", "max": "Max"}

#: asymptotic orders and statements near a point: they expand into quantifiers while a text is read
ORDERS = words_of("bigo bigomega bigtheta littleo asymptotic lesssim eventually small")

#: statements and terms about named laws: they expand into integrals and sums
CHANCES = words_of("probability expectation variance covariance")

EXPANDING = ORDERS | CHANCES  #: what is shown written out

#: functions that read their arguments in a way of their own
SPECIAL = EXPANDING | words_of(
    "Sum Product diff integrate limit Piecewise Matrix grad expect tends norm2 implies iff forall exists"
)

FUNCTIONS = frozenset((*SCALAR_FUNCTIONS, *HEAD_FUNCTIONS, *ALIASES, *SPECIAL))

#: domains of integers that have names of their own -> their sorts
INTEGERS: dict[str, Expr] = {
    "integer": INTEGER,
    "positive integer": ("integer", 1, "oo"),
    "nonnegative integer": ("integer", 0, "oo"),
    "negative integer": ("integer", "-oo", -1),
    "nonpositive integer": ("integer", "-oo", 0),
    "nonzero integer": INTEGER,
}

FORMULA_HEADS = frozenset(
    (*RELATIONS, "and", "or", "not", "implies", "true", "false", "forall", "exists", "tends", "near")
)

OO: Expr = ("fn", "oo")


def is_formula(e: Expr) -> bool:
    """Whether an expression states something rather than naming an object."""
    return head(e) in FORMULA_HEADS


def is_constant(e: Expr) -> bool:
    """Whether an expression is one of the named constants."""
    return isinstance(e, tuple) and len(e) == 2 and e[0] == "fn" and e[1] in CONSTANTS
