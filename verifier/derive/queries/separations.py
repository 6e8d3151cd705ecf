"""Coordinates in which the flow of a two-layer or diagonal network separates into modes: proved for all sizes."""

from __future__ import annotations

from collections.abc import Callable

from verifier.derive.answer import Check, proved
from verifier.derive.formulas import Formula
from verifier.derive.queries.training import gradients
from verifier.derive.readable_terms import Scope, tidied, times
from verifier.derive.trajectories.separated_modes import SeparatedMode, diagonal_mode, tied_mode
from verifier.kernel.terms.expr import Expr
from verifier.language.named import substitute
from verifier.language.text.latex import to_latex
from verifier.language.text.printing import to_text
from verifier.models.model import Model

#: kinds of diagonal networks: the mode, and w in the letters of coordinate i
COORDINATES: dict[str, tuple[Callable[[], SeparatedMode], str]] = {
    "diagonal": (diagonal_mode, "up[i,0]*vp[i,0] - um[i,0]*vm[i,0]"),
    "tied_diagonal": (tied_mode, "up[i,0]**2 - um[i,0]**2"),
}
Separated = tuple[tuple[Formula, ...], Callable[[], list[Check]], dict[str, Expr], tuple[str, ...]]


def separable(model: Model) -> bool:
    """Whether two layers of matrices, or a vector and a number, have their normal equations listed."""
    return bool(model.normal) and len(model.parameters) == 2


def common_basis(model: Model) -> Separated:
    """The layers in the common singular basis of S and Q; the flow is then that of M and N, proved for all sizes."""
    scope = Scope(model.sorts, model.symmetric)
    first, second = model.predictor.split("*")
    if scope.shape(first)[0] == "scalar":
        return _along_a_vector(model, second, first)
    s, q, _ = model.normal
    d, h = map(to_text, scope.shape(first)[1:])
    p = to_text(scope.shape(second)[2])
    U, V, B, D, E, M, N = (next(n for n in (x, f"{x}_", f"{x}__") if n not in model.sorts) for x in "UVBDEMN")
    domains = {U: (d, d), V: (p, p), B: (h, h), D: (d, d), E: (d, p), M: (d, h), N: (h, p)}
    letters = {x: f"matrix({a}, {b})" for x, (a, b) in domains.items()} | {D: f"symmetric matrix({d})"}
    given = {"U": f"{U}.T*{U} == eye({d})", "B": f"{B}.T*{B} == eye({h})", "S": f"{s} == {U}*{D}*{U}.T"}
    if s == q:  # the same basis on both sides
        V, E = U, D
    else:
        given |= {"V": f"{V}.T*{V} == eye({p})", "Q": f"{q} == {U}*{E}*{V}.T"}
    sorts: dict[str, Expr] = {x: ("matrix", *_sizes(scope, first, second, pair)) for x, pair in domains.items()}
    layers = {first: f"{U}*{M}*{B}.T", second: f"{B}*{N}*{V}.T"}
    moving = {first: f"{U}*(({E} - {D}*{M}*{N})*{N}.T)*{B}.T", second: f"{B}*({M}.T*({E} - {D}*{M}*{N}))*{V}.T"}
    data, bases = ", ".join(x for n, x in given.items() if n in "SQ"), ", ".join(dict.fromkeys((U, V, B)))
    diagonal = f"{D} (lambda = sigma)" if s == q else f"{D} (lambda) and {E} (sigma)"
    notes = (
        f"where {data} with orthogonal {bases}: {M}' = ({E} - {D} {M} {N}) {N}^T, {N}' = {M}^T ({E} - {D} {M} {N})",
        f"for diagonal {diagonal}, diagonal {M} and {N} stay diagonal: each pair of entries is a mode m, n",
    )
    return _made(model, layers, moving, letters, given, sorts, notes)


def _sizes(scope: Scope, first: str, second: str, pair: tuple[str, str]) -> tuple[Expr, Expr]:
    """The sizes of a matrix as expressions, from their texts."""
    known: dict[str, Expr] = {to_text(x): x for name in (first, second) for x in scope.shape(name)[1:]}
    return known[pair[0]], known[pair[1]]


def _along_a_vector(model: Model, vector: str, number: str) -> Separated:
    """One neuron: the weights along an eigenvector u of S to which Q is parallel."""
    s, q, _ = model.normal
    size = Scope(model.sorts, model.symmetric).shape(vector)[1]
    letters = {"u": f"matrix({to_text(size)}, 1)", "sigma": "real", "lambda_": "real", "m": "real", "n": "real"}
    sorts: dict[str, Expr] = {"u": ("matrix", size, 1), **dict.fromkeys(("sigma", "lambda_", "m", "n"), ("real",))}
    given = {"u": "u.T*u == 1", "S": f"{s}*u == lambda_*u", "Q": f"{q} == sigma*u"}
    layers = {vector: "m*u", number: "n"}
    moving = {vector: "n*(sigma - lambda_*m*n)*u", number: "m*(sigma - lambda_*m*n)"}
    notes = (f"where {', '.join(given.values())} (for one sample always): m' = n (sigma - lambda m n), "
             "n' = m (sigma - lambda m n)",)  # fmt: skip
    return _made(model, layers, moving, letters, given, sorts, notes)


def _made(
    model: Model, layers: dict[str, str], moving: dict[str, str], letters: dict[str, str], given: dict[str, str],
    sorts: dict[str, Expr], notes: tuple[str, ...],
) -> Separated:  # fmt: skip
    terms = {x: model.read(text, sorts) for x, text in layers.items()}

    def checks() -> list[Check]:
        slopes = gradients(model, tuple(model.parameters))
        return [
            proved(f"d{x}/dt there", ("==", tidied(times(-1, substitute(slopes[x], terms))), model.read(text, sorts)),
                   model, {**model.free, **letters}, given)
            for x, text in moving.items()
        ]  # fmt: skip

    formulas = tuple(Formula(x, to_latex(x), term) for x, term in terms.items())
    return formulas, checks, sorts, notes


def coordinates(model: Model) -> tuple[SeparatedMode, Callable[[], list[Check]], tuple[str, ...]]:
    """The mode of each coordinate of a diagonal network whose data have a diagonal X X'; proved for all sizes."""
    make, product = COORDINATES[model.network]
    mode = make()
    more: dict[str, Expr] = {"i": ("integer", 0, "oo"), "l": ("matrix", "d", 1)}
    letters = {"i": "nonnegative integer", "l": "matrix(d, 1)"}
    given = {"i": "i <= d - 1", "data": "X*X.T == Sum(l[j,0]*basis(d, j)*basis(d, j).T, (j, 0, d-1))"}

    def checks() -> list[Check]:
        slopes = gradients(model, tuple(model.parameters))
        found = []
        for x, rate in mode.rates.items():
            factor = str(rate)
            for letter in mode.values:
                factor = factor.replace(letter, f"{letter}[i,0]")
            speed = model.read(f"({factor})*((X*y)[i,0] - l[i,0]*({product}))", more)
            goal: Expr = ("==", ("entry", tidied(times(-1, slopes[x])), "i", 0), speed)
            found.append(proved(f"d{x}_i/dt", goal, model, letters, given))
        return found

    rates = "; ".join(f"{x}' = {rate}*(sigma - lambda*w)" for x, rate in mode.rates.items())
    notes = ("for each coordinate i, where X X' is diagonal with the entries lambda_i (whitened data, or d = 1); "
             f"sigma_i = (X y)_i, w = {mode.product}: {rates}",)  # fmt: skip
    return mode, checks, notes
