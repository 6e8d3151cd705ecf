"""Expressions and claims as LaTeX.  Indices of entries count from 0, as in the text language."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from verifier.kernel.terms.expr import RELATIONS, Expr
from verifier.language.laws.outcomes import as_written
from verifier.language.ranges import Domain
from verifier.language.text.printing import to_text
from verifier.language.text.vocabulary import words_of

if TYPE_CHECKING:
    from verifier.language.claim import Claim

__all__ = ["claim_latex", "to_latex", "to_text"]

IMPLICATION, OR, AND, NOT, RELATION, SUM, SIGN, BIG, PRODUCT, POWER, ATOM = range(11)

_GREEK = words_of(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi "
    "chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
_NEW_ROW = r" \\ "
_SPELLED = {"lam": "lambda", "eps": "varepsilon"}
_RELATION_SIGNS = {"==": "=", "!=": r"\ne", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge"}
_OWN_COMMAND = words_of("exp log sin cos tan cot sec csc sinh cosh tanh coth arg")
_CONSTANTS = {
    "pi": r"\pi", "E": r"\mathrm{e}", "I": r"\mathrm{i}", "oo": r"\infty", "EulerGamma": r"\gamma",
    "GoldenRatio": r"\varphi", "Catalan": "G",
}  # fmt: skip
_NAMED = {
    "asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "gamma": r"\Gamma", "digamma": r"\psi",
    "zeta": r"\zeta", "beta": r"\mathrm{B}", "loggamma": r"\log\Gamma", "lambertw": "W",
    "re": r"\operatorname{Re}", "im": r"\operatorname{Im}",
    "sign": r"\operatorname{sgn}", "fibonacci": "F", "harmonic": "H", "bell": "B",
}  # fmt: skip
_OPERATORS = {
    "trace": r"\operatorname{tr}", "det": r"\det", "min": r"\min", "max": r"\max",
    "expect": r"\mathbb{E}",
}  # fmt: skip
_WORDS = {
    "symmetric": "symmetric", "skew": "skew-symmetric", "diagonal": "diagonal", "orthogonal": "orthogonal",
    "invertible": "invertible", "psd": "positive semidefinite", "pd": "positive definite",
}  # fmt: skip


def name_latex(name: str) -> str:
    """A variable's name: Greek letters, trailing numbers and parts after ``_`` as subscripts."""
    stem, _, rest = name.partition("_")
    if not rest and (found := re.fullmatch(r"([A-Za-z]+?)(\d+)", name)):
        stem, rest = found[1], found[2]
    stem = _SPELLED.get(stem, stem)
    if stem in _GREEK or stem == "varepsilon":
        shown = "\\" + stem
    else:
        shown = stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    if not rest:
        return shown
    parts = [p if len(p) == 1 or p.isdigit() else rf"\mathrm{{{p}}}" for p in rest.split("_") if p]
    return f"{shown}_{{{','.join(parts)}}}"


def to_latex(e: Expr) -> str:
    """The expression as LaTeX.

    >>> to_latex(("==", ("*", "C", ("^", "A", "j"), "B"), 0))
    'C A^{j} B = 0'
    """
    return _show(e)[0]


def _at(e: Expr, level: int) -> str:
    text, own = _show(e)
    return text if own >= level else rf"\left({text}\right)"


def _show(e: Expr) -> tuple[str, int]:
    if isinstance(e, int):
        return str(e), SIGN if e < 0 else ATOM
    if isinstance(e, str):
        return {"oo": r"\infty", "-oo": r"-\infty"}.get(e) or name_latex(e), ATOM
    op, args = str(e[0]), e[1:]
    if op in RELATIONS:
        return f"{_at(args[0], SUM)} {_RELATION_SIGNS[op]} {_at(args[1], SUM)}", RELATION
    if op == "and" and (chain := _chain(args)):
        return chain, RELATION
    if op in ("and", "or") and len(args) > 1:
        level = AND if op == "and" else OR
        sign = r" \land " if op == "and" else r" \lor "
        return sign.join(_at(a, level + 1) for a in args), level
    if op == "not":
        return rf"\lnot {_at(args[0], NOT)}", NOT
    if op == "implies":
        return rf"{_at(args[0], OR)} \implies {_at(args[1], IMPLICATION)}", IMPLICATION
    if op in ("true", "false"):
        return rf"\text{{{op}}}", ATOM
    if op == "+" and len(args) > 1:
        parts = [_at(args[0], SUM)]
        parts += [_at(a, BIG) for a in args[1:]]
        return " + ".join(parts), SUM
    if op == "-":
        return f"{_at(args[0], SUM)} - {_at(args[1], BIG)}", SUM
    if op == "neg":
        return f"-{_at(args[0], BIG)}", SIGN
    if op == "*" and len(args) > 1:
        return _times(args), PRODUCT
    if op == "/":
        return rf"\frac{{{to_latex(args[0])}}}{{{to_latex(args[1])}}}", POWER
    if op == "^":
        return f"{_at(args[0], ATOM)}^{{{to_latex(args[1])}}}", POWER
    if op in ("sum", "product"):
        sign = r"\sum" if op == "sum" else r"\prod"
        body, lo, hi = _at(args[0], PRODUCT), to_latex(args[2]), to_latex(args[3])
        return f"{sign}_{{{name_latex(str(args[1]))}={lo}}}^{{{hi}}} {body}", BIG
    if op in ("forall", "exists"):
        ranged = f"{name_latex(str(args[0]))} {_membership(args[1])}"
        return rf"\{op} {ranged} :\; {to_latex(args[2])}", IMPLICATION
    if op == "tends":
        t = name_latex(str(args[1]))
        return rf"\lim_{{{t} \to \infty}} {_at(args[0], PRODUCT)} = {_at(args[2], SUM)}", RELATION
    if op == "fn":
        return _function(args)
    return _object(op, args, e)


def _chain(args: tuple[Expr, ...]) -> str | None:
    """``a <= b and b <= c`` as one chain; None where the relations do not meet."""
    links = [a for a in args if isinstance(a, tuple) and a[0] in RELATIONS]
    if len(links) < len(args) or any(a[2] != b[1] for a, b in itertools.pairwise(links)):
        return None
    shown = _at(links[0][1], SUM)
    for link in links:
        shown += f" {_RELATION_SIGNS[str(link[0])]} {_at(link[2], SUM)}"
    return shown


def _times(args: tuple[Expr, ...]) -> str:
    last = len(args) - 1
    parts = [_at(args[0], PRODUCT)]
    parts += [_at(a, BIG if i == last and _big(a) else POWER) for i, a in enumerate(args[1:], 1)]
    shown = parts[0]
    for part in parts[1:]:
        # a digit after a digit or a fraction would read as one number
        shown += (r" \cdot " if part[0].isdigit() or part.startswith(r"\frac") else " ") + part
    return shown


def _big(e: Expr) -> bool:
    return isinstance(e, tuple) and e[0] in ("sum", "product")


def _object(op: str, args: tuple[Expr, ...], e: Expr) -> tuple[str, int]:
    if op == "T":
        return rf"{_at(args[0], ATOM)}^{{\top}}", POWER
    if op == "inverse":
        return rf"{_at(args[0], ATOM)}^{{-1}}", POWER
    if op == "entry":
        return rf"{_at(args[0], ATOM)}_{{{to_latex(args[1])},{to_latex(args[2])}}}", POWER
    if op == "at":
        return rf"{_at(args[0], ATOM)}_{{{to_latex(args[1])}}}", POWER
    if op == "value":
        return rf"{to_latex(args[0])}\left({to_latex(args[1])}\right)", POWER
    if op == "rate":
        return rf"\dot{{{to_latex(args[0])}}}_{{{to_latex(args[1])}}}", POWER
    if op == "abs":
        return rf"\left\lvert {to_latex(args[0])} \right\rvert", ATOM
    if op == "sqrt":
        return rf"\sqrt{{{to_latex(args[0])}}}", ATOM
    if op == "floor":
        return rf"\left\lfloor {to_latex(args[0])} \right\rfloor", ATOM
    if op == "mod":
        return rf"{_at(args[0], POWER)} \bmod {_at(args[1], POWER)}", SUM
    if op == "delta":
        return rf"\delta_{{{to_latex(args[0])},{to_latex(args[1])}}}", ATOM
    if op == "eye":
        return f"I_{{{to_latex(args[0])}}}", ATOM
    if op == "zeros":
        return rf"0_{{{to_latex(args[0])} \times {to_latex(args[1])}}}", ATOM
    if op == "basis":
        return f"e^{{({to_latex(args[0])})}}_{{{to_latex(args[1])}}}", POWER
    if op == "grad":
        at = "" if args[1] == args[2] else rf"\big|_{{{to_latex(args[1])} = {to_latex(args[2])}}}"
        return rf"\nabla_{{{to_latex(args[1])}}} {_at(args[0], PRODUCT)}{at}", BIG
    if op == "trace" and (core := _squared(args[0])) is not None:
        return rf"\left\lVert {to_latex(core)} \right\rVert_F^{{2}}", POWER
    if op == "matrix" and all(isinstance(r, tuple) and r[0] == "row" for r in args):
        rows = [" & ".join(to_latex(x) for x in r[1:]) for r in args if isinstance(r, tuple)]
        return rf"\begin{{pmatrix}} {_NEW_ROW.join(rows)} \end{{pmatrix}}", ATOM
    if op in _OPERATORS:
        if op == "expect":
            inside = to_latex(as_written(args[0], str(args[1])))
            return rf"{_OPERATORS[op]}\left[{inside}\right]", ATOM
        inside = ", ".join(to_latex(a) for a in args)
        return rf"{_OPERATORS[op]}\left({inside}\right)", ATOM
    if op in ("real", "complex", "integer", "matrix", "sequence", "curve", "function", "random"):
        return sort_latex(e), ATOM
    inside = ", ".join(to_latex(a) for a in args)
    return rf"\operatorname{{{op}}}\left({inside}\right)", ATOM


def _squared(e: Expr) -> Expr | None:
    """M where `e` is M.T*M."""
    if isinstance(e, tuple) and e[0] == "*" and len(e) == 3 and e[1] == ("T", e[2]):
        return e[2]
    return None


def _membership(sort: Expr) -> str:
    if isinstance(sort, tuple) and sort[0] == "integer" and sort[2] == "oo" and sort[1] != "-oo":
        return rf"\in \mathbb{{Z}}_{{\ge {to_latex(sort[1])}}}"
    if isinstance(sort, tuple) and sort[0] == "random":
        return rf"\text{{ random in }} {sort_latex(sort[1])}"
    if isinstance(sort, tuple) and sort[0] == "function":
        return rf"\colon {sort_latex(sort[1])} \to {sort_latex(sort[2])}"
    return rf"\in {sort_latex(sort)}"


def _applied(e: Expr, functions: frozenset[str]) -> Expr:
    """The expression with the values of functions of matrices told from members of sequences and points of curves."""
    if not isinstance(e, tuple):
        return e
    if e[0] in ("forall", "exists"):
        functions = functions | {str(e[1])} if e[2][0] == "function" else functions - {str(e[1])}  # type: ignore[index]
    parts = tuple(_applied(a, functions) for a in e[1:])
    return ("value" if e[0] == "at" and e[1] in functions else e[0], *parts)


def sort_latex(sort: Expr) -> str:
    """A sort as a set."""
    assert isinstance(sort, tuple)
    if sort[0] == "integer":
        lo, hi = sort[1:]
        if lo == "-oo" and hi == "oo":
            return r"\mathbb{Z}"
        if hi == "oo":
            return rf"\mathbb{{Z}}_{{\ge {to_latex(lo)}}}"
        if lo == "-oo":
            return rf"\mathbb{{Z}}_{{\le {to_latex(hi)}}}"
        return rf"\{{{to_latex(lo)}, \dots, {to_latex(hi)}\}}"
    if sort[0] == "matrix":
        return rf"\mathbb{{R}}^{{{to_latex(sort[1])} \times {to_latex(sort[2])}}}"
    if sort[0] == "sequence":
        return rf"\left({sort_latex(sort[1])}\right)^{{\mathbb{{Z}}}}"
    if sort[0] == "curve":
        return rf"C\left(\mathbb{{R}}, {sort_latex(sort[1])}\right)"
    if sort[0] == "function":
        return rf"\left({sort_latex(sort[2])}\right)^{{{sort_latex(sort[1])}}}"
    if sort[0] == "random":
        return rf"\operatorname{{Law}}\left({sort_latex(sort[1])}\right)"
    return r"\mathbb{C}" if sort[0] == "complex" else r"\mathbb{R}"


def _function(args: tuple[Expr, ...]) -> tuple[str, int]:
    name, rest = str(args[0]), args[1:]
    if not rest:
        return _CONSTANTS.get(name, rf"\mathrm{{{name}}}"), ATOM
    f = rest[0]
    if isinstance(f, tuple) and f[0] == "forall":
        return _analysis(name, f, rest[1:])
    if name == "Piecewise":
        lines = [rf"{to_latex(v)} & {to_latex(c)}" for v, c in zip(rest[::2], rest[1::2], strict=True)]
        return rf"\begin{{cases}} {_NEW_ROW.join(lines)} \end{{cases}}", ATOM
    shown = [to_latex(a) for a in rest]
    if name == "norm2":
        return rf"\left\lVert {shown[0]} \right\rVert^{{2}}", POWER
    if name in ("binomial", "stirling2", "stirling1"):
        left, right = {"binomial": "()", "stirling2": ("\\{", "\\}"), "stirling1": "[]"}[name]
        return rf"\left{left}{{{shown[0]} \atop {shown[1]}}}\right{right}", ATOM
    if name == "factorial":
        return f"{_at(f, ATOM)}!", POWER
    if name == "cbrt" or name == "root":
        return rf"\sqrt[{'3' if name == 'cbrt' else shown[1]}]{{{shown[0]}}}", ATOM
    if name == "ceiling":
        return rf"\left\lceil {shown[0]} \right\rceil", ATOM
    if name == "conjugate":
        return rf"\overline{{{shown[0]}}}", ATOM
    command = f"\\{name}" if name in _OWN_COMMAND else _NAMED.get(name, rf"\operatorname{{{name}}}")
    return rf"{command}\left({', '.join(shown)}\right)", ATOM


def _analysis(name: str, f: tuple[Expr, ...], rest: tuple[Expr, ...]) -> tuple[str, int]:
    x, body = name_latex(str(f[1])), _at(f[3], PRODUCT)
    if name == "integrate":
        return rf"\int_{{{to_latex(rest[0])}}}^{{{to_latex(rest[1])}}} {body} \, \mathrm{{d}}{x}", BIG
    if name == "limit":
        side = {1: "^{+}", -1: "^{-}"}.get(rest[1], "") if isinstance(rest[1], int) else ""
        return rf"\lim_{{{x} \to {to_latex(rest[0])}{side}}} {body}", BIG
    if name == "diff":
        order = "" if rest[1] == 1 else f"^{{{rest[1]}}}"
        shown = rf"\frac{{\mathrm{{d}}{order}}}{{\mathrm{{d}}{x}{order}}} {body}"
        if rest[0] == f[1]:
            return shown, BIG
        return rf"\left. {shown} \right\rvert_{{{x}={to_latex(rest[0])}}}", ATOM
    sort = f[2]
    assert isinstance(sort, tuple)
    sign = r"\sum" if name == "Sum" else r"\prod"
    return f"{sign}_{{{x}={to_latex(sort[1])}}}^{{{to_latex(sort[2])}}} {body}", BIG


def domain_latex(name: str, domain: Domain) -> str:
    """``A \\in \\mathbb{R}^{d \\times d} \\text{ symmetric}``."""
    labels = [label for label, _ in domain.facts]
    shown = f"{name_latex(name)} {_membership(domain.sort)}"
    if labels == ["nonnegative", "total"]:
        return rf"{shown} \text{{ a probability vector}}"
    if set(labels) <= _WORDS.keys() and labels:
        words = [_WORDS[x] for x in labels if not (x == "symmetric" and len(labels) > 1)]
        return rf"{shown} \text{{ {', '.join(words)}}}"
    return ",\\ ".join([shown, *(to_latex(c) for _, c in domain.conditions(name))])


def claim_latex(claim: Claim) -> str:
    """A claim as an aligned display: declarations, hypotheses, conclusion."""
    lines = []
    functions = frozenset(v.name for v in claim.variables if v.domain.sort[0] == "function")  # type: ignore[index]
    if claim.variables:
        declared = r",\quad ".join(domain_latex(v.name, v.domain) for v in claim.variables)
        lines.append(rf"&\text{{Let }} {declared}.")
    for i, h in enumerate(claim.given):
        word = "Suppose" if i == 0 else "and"
        lines.append(rf"&\text{{{word} }} {to_latex(_applied(h.formula, functions))}")
    word = "Then " if lines else ""
    goal = to_latex(_applied(claim.goal, functions))
    lines.append(rf"&\text{{{word}}} {goal}." if word else f"&{goal}.")
    return r"\begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}"
