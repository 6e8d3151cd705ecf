"""Linear students of linear teachers: the experiments of "Learning low dimensional state spaces", in double precision.

    python benchmarks/low_dimensional_training.py [--full] [--only exact | first-order | start]

Needs NumPy only; under half a minute without ``--full``.  Three tables; nothing here enters a verdict.

exact        Section 5.1 without its optimiser: a balanced diagonal student of width d = 4n, (a_i, b_i), is driven to
             machine zero of the loss sum_{j<k} (sum_i b_i^2 a_i^j - w_j)^2 by Levenberg-Marquardt, for n = 1, 2, 3 and
             k = 1, ..., 2n+4.  The tail error is the largest difference of the responses at j = k, ..., k+3n; "zeros"
             is that of the response of zeros; medians over three teachers and starts.  Theory (Lemma 7 and its
             sharpness): a zero of the loss forces the tail from k = 2n + 1 on, and not before.
first-order  The published protocol: Adam on the same loss with step 1e-3.  ``--full``: n = 5, d = 40, 15000 steps; else
             n = 2, d = 8, 2000 steps.  Loss, tail error and "zeros" side by side.
start        Appendix E.4: gradient flow (Runge-Kutta) on all of A, B, C with d = 21, k = 5 and a teacher with n = 2 and
             first value w_0 = 1, from entries N(0, eps^2/size); |Y|/|W|, |A|/|W| and |W| for Y = B - C', W = B + C' at
             the time t = c ln(1/sqrt(eps)), and the slopes of their logarithms in log eps.  Linear theory for the flow
             of the loss as defined (its gradients have the factor 2): |Y| ~ eps^(1 + w_0 c), |W| ~ eps^(1 - w_0 c).

Teachers as in Appendix C.2.1: eigenvalues uniform on [0.6, 1.05], b from N(0.5, 1), scaled to w_0 = 1.  Their moments
are badly conditioned, so the first table has teachers "apart" as well: eigenvalues 0.9 cos((2i+1) pi/(2n)), 0.9 for
n = 1.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

Array = np.ndarray


def teacher(n: int, source: np.random.Generator, length: int, apart: bool = False) -> Array:
    """The first `length` values of the impulse response of a balanced diagonal teacher with w_0 = 1."""
    atoms, b = source.uniform(0.6, 1.05, n), source.normal(0.5, 1.0, n)
    if apart:
        atoms = 0.9 * np.cos((2 * np.arange(n) + 1) * np.pi / (2 * n)) if n > 1 else np.array([0.9])
    return response(atoms, b / np.linalg.norm(b), length)


def response(a: Array, b: Array, length: int) -> Array:
    """sum_i b_i^2 a_i^j for j = 0, ..., length - 1."""
    return np.array([(b**2) @ a**j for j in range(length)])


def jacobian(a: Array, b: Array, k: int) -> Array:
    """Of the first k values, in a and then in b; k x 2d."""
    rows = [np.concatenate([b**2 * (j * a ** max(j - 1, 0)), 2 * b * a**j]) for j in range(k)]
    return np.array(rows)


def levenberg_marquardt(w: Array, a: Array, b: Array, steps: int) -> tuple[Array, Array]:
    """A student whose first values are w, as exactly as double precision lets it; `steps` is the most it takes."""
    d, damping = len(a), 1e-2
    errors = response(a, b, len(w)) - w
    for _ in range(steps):
        size = np.linalg.norm(errors)
        if size < 1e-16:
            break
        # near degenerate zeros the squares of the small singular values are of the order of the error
        u, s, v = np.linalg.svd(jacobian(a, b, len(w)), full_matrices=False)
        step = v.T @ (s / (s**2 + damping * size) * (u.T @ errors))
        new_a, new_b = a - step[:d], b - step[d:]
        new_errors = response(new_a, new_b, len(w)) - w
        if np.linalg.norm(new_errors) < size:
            a, b, errors, damping = new_a, new_b, new_errors, max(damping / 4, 1e-12)
        elif damping > 1e12:
            break
        else:
            damping *= 3
    return a, b


def adam(w: Array, a: Array, b: Array, steps: int, rate: float = 1e-3) -> tuple[Array, Array]:
    """Adam with its usual constants on sum_j (response_j - w_j)^2."""
    x, first, second = np.concatenate([a, b]), np.zeros(2 * len(a)), np.zeros(2 * len(a))
    d, k = len(a), len(w)
    for t in range(1, steps + 1):
        gradient = 2 * jacobian(x[:d], x[d:], k).T @ (response(x[:d], x[d:], k) - w)
        first, second = 0.9 * first + 0.1 * gradient, 0.999 * second + 0.001 * gradient**2
        x = x - rate * (first / (1 - 0.9**t)) / (np.sqrt(second / (1 - 0.999**t)) + 1e-8)
    return x[:d], x[d:]


def start(d: int, source: np.random.Generator, scale: float, low: float = 0.0) -> tuple[Array, Array]:
    return source.uniform(low, 1.0, d), scale * source.normal(size=d) / np.sqrt(d)


def measured(w: Array, k: int, a: Array, b: Array) -> tuple[float, float, float]:
    """Loss, tail error and baseline of a student; w reaches to the end of the tail."""
    errors = response(a, b, len(w)) - w
    return float(errors[:k] @ errors[:k]), float(np.max(np.abs(errors[k:]))), float(np.max(np.abs(w[k:])))


def exact(full: bool) -> None:
    print("Levenberg-Marquardt, balanced diagonal student, d = 4n, medians over 3 seeds\n")
    print(f"{'':>15} {'teachers apart':^31} {'teachers as in Appendix C.2.1':^31}")
    print(f"{'n':>3} {'k':>3} {'k - 2n':>7}" + f" {'loss':>10} {'tail error':>11} {'zeros':>8}" * 2)
    for n in (1, 2, 3):
        for k in range(1, 2 * n + 5):
            columns = []
            for apart in (True, False):
                rows = []
                for seed in range(3):
                    source = np.random.default_rng(seed)
                    w = teacher(n, source, k + 3 * n + 1, apart)
                    begin = start(4 * n, source, 1.0, -1.0 if apart else 0.0)
                    rows.append(measured(w, k, *levenberg_marquardt(w[:k], *begin, steps=20000 if full else 2000)))
                loss, tail, zeros = np.median(rows, axis=0)
                columns.append(f" {loss:>10.1e} {tail:>11.1e} {zeros:>8.2f}")
            print(f"{n:>3} {k:>3} {k - 2 * n:>7}" + "".join(columns))
        print()


def first_order(full: bool) -> None:
    n, d, steps = (5, 40, 15000) if full else (2, 8, 2000)
    print(f"Adam, step 1e-3, {steps} steps, n = {n}, d = {d}, medians over 3 seeds\n")
    print(f"{'k':>3} {'k - 2n':>7} {'loss':>10} {'tail error':>11} {'zeros':>8}")
    for k in range(1, 2 * n + 5):
        rows = []
        for seed in range(3):
            source = np.random.default_rng(seed)
            w = teacher(n, source, k + 3 * n + 1)
            rows.append(measured(w, k, *adam(w[:k], *start(d, source, 0.1), steps)))
        loss, tail, zeros = np.median(rows, axis=0)
        print(f"{k:>3} {k - 2 * n:>7} {loss:>10.1e} {tail:>11.1e} {zeros:>8.2f}")
    print()


def slopes(state: tuple[Array, Array, Array], w: Array) -> tuple[Array, Array, Array]:
    """-dL/dA, -dL/dB, -dL/dC, B and C as vectors: Lemma E.4 with its factor 2, and Eq. (E.81) likewise."""
    a, b, c = state
    right, left = [b], [c]
    for _ in range(len(w) - 1):
        right.append(a @ right[-1])
        left.append(a.T @ left[-1])
    error = [c @ r - v for r, v in zip(right, w, strict=True)]
    db = -2 * sum(e * x for e, x in zip(error, left, strict=True))
    dc = -2 * sum(e * x for e, x in zip(error, right, strict=True))
    da = np.zeros_like(a)
    for i in range(1, len(w)):
        for r in range(i):
            da -= 2 * error[i] * np.outer(left[r], right[i - r - 1])
    return da, db, dc


def flow(state: tuple[Array, Array, Array], w: Array, end: float, step: float) -> tuple[Array, Array, Array]:
    """Gradient flow to the time `end` by the classical Runge-Kutta method."""
    count = max(1, round(end / step))
    h = end / count

    def moved(s: tuple[Array, Array, Array], v: tuple[Array, Array, Array], by: float) -> tuple[Array, Array, Array]:
        return s[0] + by * v[0], s[1] + by * v[1], s[2] + by * v[2]

    for _ in range(count):
        k1 = slopes(state, w)
        k2 = slopes(moved(state, k1, h / 2), w)
        k3 = slopes(moved(state, k2, h / 2), w)
        k4 = slopes(moved(state, k3, h), w)
        for v, weight in ((k1, 1), (k2, 2), (k3, 2), (k4, 1)):
            state = moved(state, v, weight * h / 6)
    return state


def near_zero(full: bool) -> None:
    d, k, scales = 21, 5, [10.0**-e for e in range(2, 9)]
    atoms, weights = np.array([0.9, 0.5]), np.array([0.7, 0.3])
    w = np.array([weights @ atoms**j for j in range(k)])
    print(f"gradient flow from eps-normal entries, d = {d}, k = {k}, n = 2, w_0 = 1, t = c ln(1/sqrt(eps)), 3 seeds\n")
    print(f"{'c':>5} " + " ".join(f"{f'eps={e:.0e}':>10}" for e in scales) + "   slope")
    for c in (0.1, 0.25, 0.5, 1.0):
        table: dict[str, list[float]] = {"|Y|/|W|": [], "|A|/|W|": [], "|W|": []}
        for eps in scales:
            found = []
            for seed in range(3):
                source = np.random.default_rng(seed)
                b, x = (eps * source.normal(size=d) / np.sqrt(d) for _ in "BC")
                begin = (eps * source.normal(size=(d, d)) / d, b, x)
                a, b, x = flow(begin, w, c * np.log(1 / np.sqrt(eps)), 0.01 if full else 0.05)
                size = np.linalg.norm(b + x)
                found.append((np.linalg.norm(b - x) / size, np.linalg.norm(a) / size, size))
            for row, value in zip(table.values(), np.median(found, axis=0), strict=True):
                row.append(float(value))
        for name, row in table.items():
            slope = np.polyfit(np.log(scales), np.log(row), 1)[0]
            print(f"{c:>5} " + " ".join(f"{r:>10.1e}" for r in row) + f"   {slope:>5.2f}  {name}")
    print()


PARTS = {"exact": exact, "first-order": first_order, "start": near_zero}


def main() -> None:
    parser = argparse.ArgumentParser(description="Experiments of one paper, reproduced in double precision.")
    parser.add_argument("--full", action="store_true", help="the published sizes; minutes")
    parser.add_argument("--only", choices=sorted(PARTS), help="one table")
    chosen = parser.parse_args()
    for name, part in PARTS.items():
        if chosen.only in (None, name):
            begun = time.monotonic()
            part(chosen.full)
            print(f"({name}: {time.monotonic() - begun:.0f} s)\n")


if __name__ == "__main__":
    main()
