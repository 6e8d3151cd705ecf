"""Derivation queries against SymPy's own route, and generated NumPy source against source written by hand.

    python benchmarks/derive.py [--limit SECONDS]

Medians of five runs after import, verification included.  SymPy's route builds the loss from matrices of symbols and
calls `diff`; it runs in a process of its own and is stopped at the limit.
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def median(run: Callable[[], Any], times: int = 5) -> float:
    run()
    found = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def sympy_loss(d: int, k: int) -> tuple[Any, list[Any]]:
    import sympy

    a, b, c = (sympy.Matrix(m, n, sympy.symbols(f"{x}:{m * n}")) for x, m, n in (("a", d, d), ("b", d, 1), ("c", 1, d)))
    v = sympy.symbols(f"v:{k}")
    total, state = sympy.Integer(0), b
    for j in range(k):
        total += ((c * state)[0] - v[j]) ** 2
        state = (a * state).applyfunc(sympy.expand)
    return total, [*a, *b, *c]


def by_sympy(what: str, d: int, k: int) -> None:
    loss, letters = sympy_loss(d, k)
    first = [loss.diff(x) for x in letters]
    if what == "hessian":
        for i, f in enumerate(first):
            for x in letters[: i + 1]:
                f.diff(x)


def limited(what: str, d: int, k: int, limit: float) -> float | None:
    """Seconds of SymPy's route, or None where it did not finish."""
    import sympy  # noqa: F401  imported before the fork, so that it is not counted

    process = multiprocessing.get_context("fork").Process(target=by_sympy, args=(what, d, k))
    start = time.perf_counter()
    process.start()
    process.join(limit)
    taken = time.perf_counter() - start
    if process.is_alive():
        process.kill()
        process.join()
        return None
    return taken


def written_by_hand(A: Any, B: Any, C: Any, v: Any) -> tuple[Any, Any, Any]:
    """Backpropagation through time over a batch, as one writes it."""
    import numpy as np

    k = v.shape[-1]
    states = [B]
    for _ in range(k - 1):
        states.append(A @ states[-1])
    errors = [2 * ((C @ s)[..., 0, 0] - v[..., j])[..., None, None] for j, s in enumerate(states)]
    slope_c = sum(e * np.swapaxes(s, -1, -2) for e, s in zip(errors, states, strict=True))
    turned, back_c = np.swapaxes(A, -1, -2), np.swapaxes(C, -1, -2)
    back: Any = errors[-1] * back_c
    slope_a: Any = 0
    for j in range(k - 2, -1, -1):
        slope_a = slope_a + back @ np.swapaxes(states[j], -1, -2)
        back = turned @ back + errors[j] * back_c
    return slope_a, back, slope_c


def batch(count: int, d: int, k: int) -> tuple[float, float, float]:
    """Seconds of the generated gradient and of the one by hand, and their largest relative difference."""
    import numpy as np

    from verifier.derive.answer import Answer
    from verifier.derive.batch_sources import numpy_source
    from verifier.derive.formulas import Formula
    from verifier.models import find

    sizes = {"d": d, "k": k}  # the source alone: the formula at these sizes is too long to be shown
    source = numpy_source(Answer("gradient", find("linear-rnn"), sizes, tuple(Formula(f"dL/d{x}", "") for x in "ABC")))
    space: dict[str, Any] = {}
    exec(source, space)
    rng = np.random.default_rng(0)
    given = {"A": rng.normal(size=(count, d, d)) / d, "B": rng.normal(size=(count, d, 1)),
             "C": rng.normal(size=(count, 1, d)), "v": rng.normal(size=(count, k))}  # fmt: skip
    own, hand = space["gradient"](**given), written_by_hand(**given)
    apart = max(float(np.max(np.abs(x - y)) / np.max(np.abs(y))) for x, y in zip(own, hand, strict=True))
    return median(lambda: space["gradient"](**given)), median(lambda: written_by_hand(**given)), apart


def main() -> None:
    parser = argparse.ArgumentParser(description="Derivation queries, measured.")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for SymPy's route")
    limit = parser.parse_args().limit

    from verifier.derive import derive
    from verifier.models import MODELS

    general = [median(lambda n=n, x=x: derive("gradient", n, all_sizes=True, wrt=x))
               for n, m in MODELS.items() if not m.kernel for x in m.parameters]  # fmt: skip
    models = sum(not m.kernel for m in MODELS.values())
    print(f"gradient with respect to one letter, all sizes: median {statistics.median(general) * 1000:.0f} ms, "
          f"largest {max(general) * 1000:.0f} ms over {len(general)} letters of {models} models")  # fmt: skip
    for what, d, k in (("gradient", 3, 4), ("gradient", 3, 6), ("hessian", 3, 4)):
        own = median(partial(derive, what, "linear-rnn", {"d": d, "k": k}), 3)
        other = limited(what, d, k, limit)
        shown = f"more than {limit:.0f} s" if other is None else f"{other:.2f} s"
        ratio = "" if other is None else f", {other / own:.1f} times as long"
        print(f"{what} of linear-rnn at (d, k) = ({d}, {k}): {own:.2f} s; SymPy's route {shown}{ratio}")
    laws = median(lambda: derive("conserved", "linear-rnn", {"d": 3, "k": 4}), 3)
    print(f"conserved quantities up to degree two at (d, k) = (3, 4): {laws:.2f} s")
    own, hand, apart = batch(10_000, 5, 10)
    print(f"NumPy gradient at (d, k) = (5, 10), 10000 points: {own:.3f} s, {own / hand:.2f} times one written by hand; "
          f"largest relative difference {apart:.0e}")  # fmt: skip


if __name__ == "__main__":
    main()
