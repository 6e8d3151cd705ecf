"""dL/dA of the linear recurrent network, by five routes, up to where each dies.

    python benchmarks/gradient.py [--limit SECONDS]

Each case runs in a process of its own and proves that the printed formula (7) is the gradient of the loss:
SymPy `expand`, SymPy `ring`, python-flint (the fixed-size method), the kernel's own expansion, all at concrete
(d, k), and once the dimension-free route, which proves it for all d and k.  Imports and the building of the
network are not counted; everything from the matrices on is.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

SIZES = [(1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (3, 6), (4, 5)]
Matrix = list[list[Any]]


def times(a: Matrix, b: Matrix) -> Matrix:
    return [[sum((x * b[m][j] for m, x in enumerate(row)), start=0) for j in range(len(b[0]))] for row in a]


def turned(a: Matrix) -> Matrix:
    return [list(column) for column in zip(*a, strict=True)]


def loss_and_formula(a: Matrix, b: Matrix, c: Matrix, w: Any, k: int) -> tuple[Any, Matrix]:
    """The loss (4) and the printed gradient (7), in whatever ring the entries live."""
    d = len(a)
    states, left = [b], [turned(c)]
    for _ in range(k):
        states.append(times(a, states[-1]))
        left.append(times(turned(a), left[-1]))
    h = [times(c, s)[0][0] for s in states]
    loss = (h[0] - w) ** 2
    gradient: Matrix = [[0] * d for _ in range(d)]
    for i in range(1, k):
        loss = loss + h[i] ** 2
        inner = [[sum((left[r][p][0] * states[i - r - 1][q][0] for r in range(i)), start=0) for q in range(d)]
                 for p in range(d)]  # fmt: skip
        gradient = [[gradient[p][q] + 2 * h[i] * inner[p][q] for q in range(d)] for p in range(d)]
    return loss, gradient


def cut(letters: list[Any], d: int) -> tuple[Matrix, Matrix, Matrix, Any]:
    a = [letters[d * i : d * (i + 1)] for i in range(d)]
    b, c = letters[d * d : d * d + d], letters[d * d + d : d * d + 2 * d]
    return a, [[x] for x in b], [list(c)], letters[-1]


def sympy_expand(d: int, k: int) -> Callable[[], bool]:
    from sympy import diff, expand, symbols
    from sympy.core.cache import clear_cache

    a, b, c, w = cut(list(symbols(f"x:{d * d + 2 * d + 1}")), d)

    def run() -> bool:
        clear_cache()  # or the second run only looks up the first
        loss, gradient = loss_and_formula(a, b, c, w, k)
        full = expand(loss)
        return all(expand(diff(full, a[i][j]) - gradient[i][j]) == 0 for i in range(d) for j in range(d))

    return run


def sympy_ring(d: int, k: int) -> Callable[[], bool]:
    from sympy import ZZ, ring

    _, *letters = ring(f"x:{d * d + 2 * d + 1}", ZZ)
    a, b, c, w = cut(letters, d)

    def run() -> bool:
        loss, gradient = loss_and_formula(a, b, c, w, k)
        return all(loss.diff(a[i][j]) - gradient[i][j] == 0 for i in range(d) for j in range(d))

    return run


def statement(d: int, k: int) -> Any:
    from proofs.temporal_extrapolation.lemmas.network import SISO, SISO_VARIABLES
    from verifier.language.claim import claim

    general = claim(
        "eq-7", "grad(loss(A, B, C), A) == gradA(A, B, C)", variables=SISO_VARIABLES, definitions=SISO
    )
    return (general.instance({"d": d, "k": k}) if d else general).statement()


def python_flint(d: int, k: int) -> Callable[[], bool]:
    import flint  # noqa: F401

    from verifier.prove.matrices.at_sizes.polynomials_at_sizes import prove_identity

    s = statement(d, k)
    return lambda: prove_identity(s) is not None


def kernel(d: int, k: int) -> Callable[[], bool]:
    from verifier.kernel.check import check

    s = statement(d, k)
    return lambda: check(s, {"kind": "proof", "tree": {"rule": "entries"}}).establishes == "statement"


def dimension_free(d: int, k: int) -> Callable[[], bool]:
    from verifier.papers.book import Book
    from verifier.papers.discover import shipped_folder
    from verifier.papers.load import load
    from verifier.prove.portfolio import decide

    paper = load(shipped_folder() / "temporal_extrapolation")
    item = next(i for i in paper.items if i.id == "eq-7")
    claim = Book(paper).entries(item)[0].claim
    claim.statement()
    return lambda: decide(claim).verdict == "proved"


ROUTES = {
    "SymPy expand": sympy_expand,
    "SymPy ring": sympy_ring,
    "python-flint": python_flint,
    "kernel": kernel,
}


def case(route: Callable[[int, int], Callable[[], bool]], d: int, k: int, answer: Any) -> None:
    """Prepare, then time a first run and the best of some more while they are short."""
    run = route(d, k)
    answer.send(None)  # ready: the limit counts from here
    best, spent = float("inf"), 0.0
    for _ in range(5):
        start = time.perf_counter()
        if not run():
            answer.send("not proved")
            return
        best = min(best, time.perf_counter() - start)
        spent += time.perf_counter() - start
        if spent > 0.5:
            break
    answer.send(best)


def timed(route: Callable[[int, int], Callable[[], bool]], d: int, k: int, limit: float) -> float | str:
    """Seconds, or why there are none."""
    receive, send = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=case, args=(route, d, k, send))
    process.start()
    send.close()
    try:
        if not receive.poll(60):
            return "no start"
        receive.recv()
        return receive.recv() if receive.poll(limit) else f"> {limit:g}"
    except EOFError:
        return "died"
    finally:
        process.kill()
        process.join()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    options.add_argument("--limit", type=float, default=20.0, help="seconds for one case")
    limit = options.parse_args().limit
    free = timed(dimension_free, 0, 0, limit)
    if not isinstance(free, float):
        print(f"the dimension-free route: {free}")
        return 1
    print(f"dimension-free, all d and k at once: {free * 1000:.2f} ms; in brackets: multiples of it\n")
    print(f"{'(d, k)':8}" + "".join(f"{name:>24}" for name in ROUTES))
    dead: set[str] = set()
    for d, k in SIZES:
        cells = []
        for name, route in ROUTES.items():
            seconds = "-" if name in dead else timed(route, d, k, limit)
            if isinstance(seconds, float):
                cells.append(f"{seconds * 1000:.2f} ms ({seconds / free:.2g}x)")
            else:
                cells.append(seconds)
                dead.add(name)
        print(f"({d}, {k})  " + "".join(f"{cell:>24}" for cell in cells), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
