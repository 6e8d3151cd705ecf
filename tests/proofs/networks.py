"""Linear recurrent networks over the rationals, for second routes: numpy arrays of fractions, nothing else.

Nothing here is shared with the program: losses and gradients are written down again, by loops.
"""

from fractions import Fraction

import numpy as np

ONE, ZERO = Fraction(1), Fraction(0)


def exact(rows):
    """A matrix of fractions."""
    return np.array([[Fraction(x) for x in row] for row in rows], dtype=object)


def zeros(m, n):
    return exact([[0] * n for _ in range(m)])


def eye(n):
    return exact([[int(i == j) for j in range(n)] for i in range(n)])


def basis(n, i):
    return eye(n)[:, [i]]


def draw(source, m, n, top=3, below=2):
    """A matrix of small random fractions, zeros included."""
    return exact(
        [[Fraction(source.randint(-top, top), source.randint(1, below)) for _ in range(n)] for _ in range(m)]
    )


def power(a, j):
    result = eye(len(a)) if a.dtype == object else np.eye(len(a))
    for _ in range(j):
        result = result @ a
    return result


def response(a, b, c, length):
    """H_0, ..., H_(length - 1) with H_j = C A^j B, by simulating one impulse for each input."""
    found, state = [], b
    for _ in range(length):
        found.append(c @ state)
        state = a @ state
    return found


def norm2(m):
    return sum(x * x for x in np.asarray(m).flat)


def loss(a, b, c, w, k):
    h = response(a, b, c, k)
    return norm2(h[0] - w) + sum(norm2(x) for x in h[1:])


def gradients(a, b, c, w, k):
    """(dL/dA, dL/dB, dL/dC) by running the derivative backwards through the states (no formula of the paper).

    The states are s_0 = B, s_(j+1) = A s_j, and the loss is |C s_0 - W|^2 + sum |C s_j|^2.
    """
    states = [b]
    for _ in range(k - 1):
        states.append(a @ states[-1])
    da, dc, back = a * 0, c * 0, b * 0
    for j in reversed(range(k)):
        error = 2 * (c @ states[j] - (w if j == 0 else 0 * w))
        dc = dc + error @ states[j].T
        back = back + c.T @ error
        if j:
            da = da + back @ states[j - 1].T
            back = a.T @ back
    return da, back, dc


def step(a, b, c, w, k, eta):
    """One step of gradient descent."""
    da, db, dc = gradients(a, b, c, w, k)
    return a - eta * da, b - eta * db, c - eta * dc


def invertible(source, n):
    """(P, P^-1) with P a product of random unit triangular matrices."""
    p = q = eye(n)
    for i in range(n):
        for j in range(n):
            if i != j:
                x = Fraction(source.randint(-2, 2))
                e = basis(n, i) @ basis(n, j).T
                p, q = p @ (eye(n) + x * e), (eye(n) - x * e) @ q
    return p, q


def same(x, y):
    return np.array_equal(np.asarray(x), np.asarray(y))


def rank(m):
    """The rank over Q, by elimination."""
    rows, count = [list(r) for r in np.asarray(m)], 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((r for r in range(count, len(rows)) if rows[r][column]), None)
        if pivot is None:
            continue
        rows[count], rows[pivot] = rows[pivot], rows[count]
        for r in range(count + 1, len(rows)):
            factor = rows[r][column] / rows[count][column]
            rows[r] = [x - factor * y for x, y in zip(rows[r], rows[count], strict=True)]
        count += 1
    return count


def cyclic(d, inside=None):
    """The shift with ones at (i, i+1 mod d), padded by zeros to size `inside`."""
    n = inside or d
    return exact([[int(i < d and j == (i + 1) % d) for j in range(n)] for i in range(n)])
