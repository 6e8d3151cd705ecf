"""How far Sigma_x is from diagonal in the left singular vectors of Sigma_xy, on given data, with certified digits.

Data are rational, Sigma_x = X'X/n and Sigma_xy = X'Y/n exact.  With D the diagonal of U'Sigma_x U,

    |Sigma_x - U D U'|^2 = |Sigma_x|^2 - |D|^2,   |A/|A| - (U D U')/|D||^2 = 2 - 2 |D|/|A|   for A = Sigma_x,

so everything is known with |D|.  The singular vectors enter through the eigenvectors of the small matrix
Sigma_xy'Sigma_xy, enclosed by balls (Arb).  On the kernel of Sigma_xy', of dimension k, U is free: there the diagonal
has a square sum between tr^2/k and |N'Sigma_x N|_F^2, both attained, and the enclosures are those of the two ends.
(Gidel, Bach and Lacoste-Julien 2019, Eq. (27).)
"""

from __future__ import annotations

import csv
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from flint import acb_mat, arb, ctx, fmpq, fmpq_mat

Rows = Sequence[Sequence[Fraction]]
SETS = {"iris": ("iris.csv", 1), "wine": ("wine_data.csv", 1), "breast-cancer": ("breast_cancer.csv", 1)}


class NoData(LookupError):
    """The data sets are not installed; one line says how to get them."""


class NotSimple(ArithmeticError):
    """Singular values that are not told apart, so that no singular vectors are determined."""


def shipped(name: str) -> tuple[list[list[Fraction]], list[int]]:
    """Inputs, as exact decimals, and classes of a data set in scikit-learn; nothing is imported or fetched.

    Raises `NoData` where scikit-learn is not installed or has no such file.
    """
    if name not in SETS:
        raise NoData(f"no data set {name!r}; known are {', '.join(SETS)}")
    file, header = SETS[name]
    found = importlib.util.find_spec("sklearn")
    places = list(found.submodule_search_locations or []) if found else []
    paths = [p for p in (Path(place) / "datasets" / "data" / file for place in places) if p.is_file()]
    if not paths:
        raise NoData(
            f"the data set {name} comes with scikit-learn, which is not installed: pip install 'verifier[data]'"
        )
    with paths[0].open(newline="", encoding="utf-8") as lines:
        rows = list(csv.reader(lines))[header:]
    return [[Fraction(x) for x in row[:-1]] for row in rows], [int(row[-1]) for row in rows]


def one_hot(classes: Sequence[int]) -> list[list[Fraction]]:
    """The classes 0, 1, ..., as rows of an identity matrix."""
    return [[Fraction(int(c == k)) for k in range(max(classes) + 1)] for c in classes]


@dataclass(frozen=True)
class Alignment:
    """Enclosures; a pair holds the values for the best and for the worst choice of U on the kernel."""

    isotropy: arb  # |A/|A| - I/|I||_F
    alignment: tuple[arb, arb]  # |A/|A| - (U D U')/|D||_F
    rest: tuple[arb, arb]  # |B|_F/|A|_F
    kernel: int  # dimension on which U is free


def _matrix(rows: Rows) -> fmpq_mat:
    return fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in rows])


def _trace(A: fmpq_mat) -> fmpq:
    return sum((A[i, i] for i in range(A.nrows())), fmpq(0))


def _square(A: fmpq_mat) -> fmpq:
    return sum((x * x for x in A.entries()), fmpq(0))


def _root(x: arb) -> arb:
    """The square root of a number that is at least 0, whatever its enclosure says."""
    return x.nonnegative_part().sqrt()


def alignment(X: Rows, Y: Rows, bits: int = 200) -> Alignment:
    """The quantities of Eq. (27) for inputs X and outputs Y.  Raises `NotSimple` for repeated or zero values."""
    inputs, outputs, n = _matrix(X), _matrix(Y), len(X)
    S, Q = (inputs.transpose() * inputs) / n, (inputs.transpose() * outputs) / n
    d, p = Q.nrows(), Q.ncols()
    gram, seen = Q.transpose() * Q, Q.transpose() * S * Q
    before, ctx.prec = ctx.prec, bits
    try:
        if gram.det() == 0:
            raise NotSimple("Sigma_xy has less than full column rank")
        try:
            _, vectors = acb_mat([[arb(x) for x in row] for row in gram.tolist()]).eig(right=True)
        except ValueError as error:
            raise NotSimple("the singular values of Sigma_xy are not told apart") from error
        diagonal = arb(0)
        for k in range(p):
            v = [vectors[i, k] for i in range(p)]
            above, below = (
                sum((v[i].conjugate() * arb(M[i, j]) * v[j] for i in range(p) for j in range(p)), arb(0)).real
                for M in (seen, gram)
            )
            diagonal += (above / below) ** 2
        outside = _kernel_projector(Q, gram)
        kernel = d - p
        free = S * outside
        best = diagonal + arb(_trace(free * free))
        worst = diagonal + (arb(_trace(free) ** 2) / kernel if kernel else 0)
        size, sides = arb(_square(S)), [best, worst]
        return Alignment(
            _root(2 - 2 * arb(_trace(S)) / (size * d).sqrt()),
            tuple(_root(2 - 2 * (D / size).sqrt()) for D in sides),  # type: ignore[arg-type]
            tuple(_root(1 - D / size) for D in sides),  # type: ignore[arg-type]
            kernel,
        )
    finally:
        ctx.prec = before


def _kernel_projector(Q: fmpq_mat, gram: fmpq_mat) -> fmpq_mat:
    """The exact orthogonal projector onto the kernel of Q'."""
    d = Q.nrows()
    identity = fmpq_mat([[fmpq(int(i == j)) for j in range(d)] for i in range(d)])
    return identity - Q * gram.inv() * Q.transpose()
