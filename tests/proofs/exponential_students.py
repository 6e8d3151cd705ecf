"""Loss, moments, Hessian and rank of students sum_i a_i e^(-w_i t) in exact fractions; shares nothing with the pages.

A target is a list of pairs (amplitude, rate).
"""

from fractions import Fraction
from itertools import product
from math import factorial


def student_loss(a, w, target):
    terms = [*zip(a, w, strict=True), *((-x, v) for x, v in target)]
    return sum(x * y / (v + u) for x, v in terms for y, u in terms)


def moment(n, s, a, w, target):
    """I_n(s) for rational data."""
    terms = [*zip(a, w, strict=True), *((-x, v) for x, v in target)]
    return sum(factorial(n) * x / (s + v) ** (n + 1) for x, v in terms)


def hessian(a, w, target):
    m = len(a)
    found = [[Fraction(0)] * (2 * m) for _ in range(2 * m)]
    for k, j in product(range(m), range(m)):
        s = w[k] + w[j]
        found[k][j] = 2 / s
        found[m + k][j] = found[j][m + k] = -2 * a[k] / s**2 - (2 * moment(1, w[k], a, w, target) if j == k else 0)
        found[m + k][m + j] = 4 * a[k] * a[j] / s**3 + (2 * a[k] * moment(2, w[k], a, w, target) if j == k else 0)
    return found


def rank(rows):
    rows, found = [list(r) for r in rows], 0
    for column in range(len(rows[0])):
        pivot = next((r for r in rows[found:] if r[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows.insert(found, pivot)
        for r in rows[found + 1 :]:
            factor = r[column] / pivot[column]
            r[:] = [x - factor * y for x, y in zip(r, pivot, strict=True)]
        found += 1
    return found
