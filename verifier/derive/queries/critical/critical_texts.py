"""Pieces of a critical set as SymPy points and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verifier.derive.stationary.critical_sets import Piece
from verifier.derive.stationary.inertia import AtRoot, Inertia, Stratum
from verifier.derive.stationary.ring_polynomials import last_of, variables_of

LONG = 80  # characters of a value beyond which it is shown in decimals


def shown_value(piece: Piece, ring: Any, names: Sequence[str]) -> Any:
    """The entries of a piece in its free letters, a row of SymPy expressions."""
    import sympy

    solved = piece.solved
    entries = [_expression(solved[i], piece.at) if i in solved else ring.symbols[i] for i in range(len(names))]
    return sympy.ImmutableMatrix([entries])


def described(piece: Piece, variables: int, nonnegative: bool) -> str:
    """Dimension, conditions, loss and inertia of a piece; of a loss that is a sum of squares where `nonnegative`."""
    free = len(piece.free(variables))
    dimension = free - len(piece.case.equations)
    parts = [f"dimension {dimension}"] if free else []
    parts += [f"where {_text(q, piece.at)} = 0" for q in piece.case.equations]
    parts += [f"{_text(u, piece.at)} != 0" for u in piece.away_from]
    loss = _expression(piece.value, piece.at)
    parts.append(f"loss {loss}" if len(str(loss)) < LONG else f"loss about {loss.evalf(12)}")
    if piece.at is not None and not free and piece.at.polynomial.degree() > 2:
        decimals = (_expression(ratio, piece.at).evalf(8) for _, ratio in sorted(piece.solved.items()))
        parts.append(f"about ({', '.join(map(str, decimals))})")
    if nonnegative and not piece.value[0]:
        parts.append("the least value of a sum of squares")
    return "; ".join([", ".join(parts), *_kinds(piece, dimension)])


def _kinds(piece: Piece, dimension: int) -> list[str]:
    if not piece.strata:
        return [f"inertia not classified: {piece.why}"]
    groups: dict[Inertia | None, list[str]] = {}
    for stratum in piece.strata:
        groups.setdefault(stratum.inertia, []).append(_where(stratum, piece))
    found = []
    for inertia, where in groups.items():
        at = "" if len(groups) == 1 else f" where {' or '.join(where)}"
        found.append(f"{_kind(inertia, dimension)}{at}" if inertia is not None else f"inertia not classified{at}")
    return found


def _where(stratum: Stratum, piece: Piece) -> str:
    known = piece.solved
    parts = [f"{_letter(stratum, x)} = {_expression((a, b), stratum.at)}"
             for x, a, b in stratum.case.solved if x not in known]  # fmt: skip
    parts += [f"{_text(p, stratum.at)} {'<=>'[s + 1]} 0" for p, s in stratum.signs]
    before = set(piece.case.nonzero)
    signed = {p for p, _ in stratum.signs}
    parts += [f"{_text(u, stratum.at)} != 0" for u in stratum.case.nonzero if u not in before and u not in signed]
    return "(" + ", ".join(parts) + ")" if parts else "(elsewhere)"


def _letter(stratum: Stratum, x: int) -> str:
    return str(stratum.case.solved[0][1].ring.symbols[x])


def _kind(inertia: Inertia, dimension: int) -> str:
    """What the inertia says; along a family of dimension d there are d zeros at least."""
    shown = f"inertia {inertia.positive}, {inertia.negative}, {inertia.zero}"
    if inertia.positive and inertia.negative:
        return f"saddle{'s' if dimension else ''} ({shown})"
    if inertia.zero == dimension and (inertia.positive or inertia.negative):
        kind = "minim" if inertia.positive else "maxim"
        if dimension:
            return f"local {kind}a, not degenerate across the family ({shown})"
        return f"strict local {kind}um ({shown})"
    if inertia.negative:
        return f"degenerate, no local minimum ({shown})"
    return f"degenerate{', no local maximum' if inertia.positive else ''} ({shown})"


def _text(p: Any, at: AtRoot | None) -> str:
    return str(_expression((p, p.ring.one), at))


def _expression(ratio: tuple[Any, Any], at: AtRoot | None) -> Any:
    """As SymPy; an algebraic number is put in where the denominator is free of it."""
    import sympy

    top, bottom = ratio
    if at is None:
        return top.as_expr() / bottom.as_expr()
    letter, modulus = top.ring.symbols[-1], at.polynomial.as_expr()
    rest = top.ring.one
    lead, factors = bottom.factor_list()
    scale = sympy.Poly(sympy.Rational(int(lead.numerator), int(lead.denominator)), letter, domain="QQ")
    for f, e in factors:
        if variables_of(f) <= {last_of(f)}:
            scale = (scale * sympy.Poly(f.as_expr(), letter, domain="QQ") ** e).rem(at.polynomial)
        else:
            rest = rest * f**e
    inverse = scale.invert(sympy.Poly(modulus, letter, domain="QQ"))
    whole = (top * top.ring.from_expr(inverse.as_expr())).rem(top.ring.from_expr(modulus))
    root = sympy.real_roots(at.polynomial)[at.number]
    return sympy.expand(whole.as_expr().subs(letter, root)) / rest.as_expr().subs(letter, root)
