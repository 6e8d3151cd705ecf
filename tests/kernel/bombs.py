"""Evidence files that are made to break the kernel's reader or to keep it busy.

Used by the tests and by `benchmarks/attacks.py`; see `test_work` for certificates that are long work by themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from verifier.kernel.statement import Statement

REAL = ("real",)
TRIVIAL: dict[str, Any] = {"rule": "split", "nodes": []}
ITSELF = {"rule": "use", "fact": "cited:c", "at": ["x", "n"], "premises": [], "as": "h",
          "then": {"rule": "exact", "fact": "h"}}  # fmt: skip
#: false, so that whatever is accepted is an error
FALSE = Statement((("x", REAL), ("n", ("integer", 0, "oo"))), (), ("<", ("*", "x", "n"), 0))


def evidence(certificate: Any, statement: Statement = FALSE) -> str:
    """An evidence file with one certificate, as `verifier check --json` prints it."""
    digest = statement.digest() if len(statement.variables) < 200 else "0"
    entry = {"id": "bomb", "digest": digest, "statement": statement.to_json(), "verdict": "proved"}
    return json.dumps([{**entry, "certificate": certificate}])


def proof(tree: Any) -> str:
    return evidence({"kind": "proof", "tree": tree})


def with_raw(text: str) -> str:
    """A proof with a piece of JSON that Python would not write."""
    return proof({"rule": "have", "formula": "@", "proof": TRIVIAL, "as": "h", "then": TRIVIAL}).replace('"@"', text)


def nested(depth: int, first: str, last: str, inside: str = "1") -> str:
    return first * depth + inside + last * depth


def have(formula: Any, by: Any = None) -> str:
    return proof({"rule": "have", "formula": formula, "proof": by or {"rule": "field"}, "as": "h", "then": TRIVIAL})


def tower(base: Any, exponent: int, height: int) -> Any:
    for _ in range(height):
        base = ["^", base, exponent]
    return base


def box(tree: Any, **more: Any) -> dict[str, Any]:
    return {"rule": "box", "prec": 53, "tree": tree, "facts": [], "given": [], **more}


def a_tree_of_boxes(depth: int) -> str:
    """A tree of 2**depth boxes."""
    tree = '"pass"'
    for _ in range(depth):
        tree = f'{{"split": "x", "at": [0, 0], "low": {tree}, "high": {tree}}}'
    return proof(box("@")).replace('"@"', tree)


def a_chain_of_boxes(depth: int) -> str:
    start = '{"split": "x", "at": [0, 0], "low": "pass", "high": '
    return proof({"rule": "box", "prec": 53, "tree": "@"}).replace('"@"', nested(depth, start, "}", '"pass"'))


def cases(depth: int) -> Any:
    """A proof of 2**depth branches."""
    if not depth:
        return {"rule": "field"}
    below = cases(depth - 1)
    return {"rule": "either", "formula": ["<", "x", 0], "as": f"t{depth}", "yes": below, "no": below}


def asymptotic(depth: Any, term: Any) -> dict[str, Any]:
    limit = ["fn", "limit", ["forall", "t", ["real"], term], ["fn", "oo"], 0]
    way = {"scale": ["y"], "depth": depth, "facts": []}
    return {"rule": "asymptotic", "of": limit, "value": 0, "name": "y", "ways": [way], "as": "f", "then": TRIVIAL}


def wrong_types() -> str:
    """Data of another type in every place of a small proof, one after the other in one file."""
    good: dict[str, Any] = {
        "kind": "proof", "cites": {}, "defined": TRIVIAL,
        "tree": {"rule": "have", "formula": ["==", "x", "x"], "proof": {"rule": "field", "terms": [], "nonzero": []},
                 "as": "h", "then": box("pass", prec=53)},
    }  # fmt: skip

    def places(data: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        yield path
        for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
            yield from places(data[key], (*path, key))

    entries = []
    for path in places(good, ()):
        for wrong in (None, True, 0.5, -1, 10**400, "", "x" * 1000, [], [[]], {}, {"rule": 3}):
            copy = json.loads(json.dumps({"top": good}))
            inner = copy
            for key in ("top", *path)[:-1]:
                inner = inner[key]
            inner[("top", *path)[-1]] = wrong
            entries += json.loads(evidence(copy["top"]))
    return json.dumps(entries)


POWERS: dict[str, Any] = {
    "9**9**9": tower(9, 9, 2), "a tower": tower(9, 9**9, 40), "x to a tower": ["^", "x", tower(9, 9, 9)],
    "a power": ["^", "x", 10**9], "a negative power": ["^", ["+", "x", 1], -(10**9)],
    "a long power": ["^", ["+", "x", "n", 1], 3_999], "a power of a number": ["^", 3, 10**15],
    "a long exponent": ["^", 2, 10**4_000],
}  # fmt: skip
WORDS: dict[str, list[Any]] = {
    "factorial": [10**9], "binomial": [10**9, 10**8], "fibonacci": [10**12], "bell": [10**6],
    "stirling2": [10**6, 10**5], "harmonic": [10**9, 10**9], "gamma": [10**100], "zeta": [-(10**9)],
    "root": [2, 10**9], "lambertw": [tower(10, 99, 3)],
}  # fmt: skip
SUMS: dict[str, Any] = {
    "a sum": ["sum", ["^", "j", 2], "j", 0, 10**12],
    "sums of sums": ["sum", ["sum", "j", "i", 0, 399], "j", 0, 399],
    "a product": ["product", ["+", "j", 1], "j", 0, 10**9],
}


def files() -> Iterator[tuple[str, str]]:
    """Name and text of every file; none of them may be accepted."""
    yield from data()
    yield from numbers()
    yield from long_work()
    yield "wrong types", wrong_types()


def data() -> Iterator[tuple[str, str]]:
    """What is deep, long, or no number."""
    yield "deep arrays", with_raw(nested(1_000_000, "[", "]"))
    yield "deep objects", with_raw(nested(500_000, '{"a":', "}"))
    yield "deep expression", with_raw(nested(900, '["neg", ', "]", '"x"'))
    yield "deep proof", proof("@").replace('"@"', nested(900, '{"rule": "intro", "as": "a", "then": ', "}"))
    yield "deep file", nested(1_000_000, "[", "]")
    yield "no end", "[" * 1_000_000
    yield "a huge integer", with_raw('["==", ' + "9" * 5_000_000 + ", 1]")
    yield "huge integers", with_raw('["+", ' + ", ".join(["9" * 4_000] * 3_000) + "]")
    yield "NaN", with_raw("NaN")
    yield "Infinity", with_raw('["==", Infinity, -Infinity]')
    yield "a huge float", with_raw('["==", 1e400, 1]')
    yield "a million nodes", proof({"rule": "split", "nodes": [TRIVIAL] * 1_000_000})
    yield "a million terms", have(["==", ["+", *["x"] * 1_000_000], 0])
    yield "a million facts", proof({"rule": "linear", "terms": [{"fact": "h"}] * 500_000})
    yield "a million keys", proof({f"k{i}": i for i in range(500_000)})
    yield "a million entries", "[" + ", ".join(["{}"] * 1_000_000) + "]"
    yield "a long name", have(["==", "x" * 5_000_000, 1])
    yield "a long rule", proof({"rule": "x" * 5_000_000})
    yield "a proof of itself", evidence({"kind": "proof", "cites": {"c": FALSE.digest()}, "tree": ITSELF})
    yield "not UTF-8", '[{"id": "\udcff"}]'
    yield "a surrogate", proof({"rule": "\\ud800"}).replace("\\\\", "\\")
    yield "controls", evidence({"kind": "proof", "tree": {"rule": "\x1b[2J\n"}})
    for i, claims in enumerate((
        "[1]", '{"a": [1]}', '{"a": {"b": 1}}', '{"a": {"b": null}}', '{"a": {"b": {"verdict": 5}}}',
    )):
        yield f"other data {i}", f'{{"claims": {claims}}}'
    many = Statement(tuple((f"v{i}", REAL) for i in range(3_000)), (), ("<", 1, 0))
    yield "many variables", evidence({"kind": "proof", "tree": TRIVIAL}, many)
    given = Statement((), tuple((f"h{i}", ("<", 0, 1)) for i in range(30_000)), ("<", 1, 0))
    yield "many hypotheses", evidence({"kind": "proof", "tree": TRIVIAL}, given)


def numbers() -> Iterator[tuple[str, str]]:
    """What is large."""
    for name, e in POWERS.items():
        for rule in ("field", "linear", "arith", "identical", "box"):
            yield f"{name}, by {rule}", have(["==", e, 0], box("pass") if rule == "box" else {"rule": rule})
    for word, arguments in WORDS.items():
        e = ["fn", word, *arguments]
        yield f"the {word} of much, counted", have(["==", e, 0], {"rule": "field"})
        yield f"the {word} of much, in a box", have(["<", e, 0], box("pass", prec=1_000))
    for name, e in SUMS.items():
        yield f"{name} in a box", have(["<", e, 0], box("pass"))
        yield f"{name} written out", proof({"rule": "sum-range", "of": e, "range": [["+", e[4], 1], e[4]],
                                           "as": "f", "then": TRIVIAL})  # fmt: skip
    for prec in (10**9, 10**400, -1, 0, 4_000, 1e9, "53", True, None):
        yield f"a precision of {str(prec)[:12]}", have(["<", ["fn", "exp", ["fn", "pi"]], 0], box("pass", prec=prec))
    for cut in ([10**4_000, 0], [1, 10**9], [1, -(10**400)], [0.5, 0], ["1", 0], [1], None):
        yield f"a cut at {str(cut)[:20]}", proof(box({"split": "x", "at": cut, "low": "pass", "high": "pass"}))
    yield "a product of huge integers", have(["==", ["*", *[10**4_000 + i for i in range(900)]], 1])
    yield "long fractions", proof({"rule": "positive", "products": [{"weight": "1/" + "9" * 2_000}] * 3_000})
    yield "a fraction of millions", proof({"rule": "positive", "products": [{"weight": "1/" + "9" * 2_000_000}]})
    yield "a huge matrix", have(["==", ["^", ["eye", 10**9], 2], 0], {"rule": "by-entries", "then": TRIVIAL})


def long_work() -> Iterator[tuple[str, str]]:
    """What takes many steps."""
    yield "many branches", proof(cases(10))
    yield "a million boxes", a_tree_of_boxes(20)
    yield "a quarter of a million boxes", a_tree_of_boxes(18)
    yield "sixteen thousand boxes", a_tree_of_boxes(14)
    yield "a chain of boxes", a_chain_of_boxes(900)
    yield "a long chain of boxes", a_chain_of_boxes(100_000)
    deep = ["fn", "diff", ["forall", "t", ["real"], tower(["fn", "sin", "t"], 3, 60)], "x", 12]
    yield "a deep derivative", proof({"rule": "diff", "of": deep, "smooth": TRIVIAL, "as": "d", "then": TRIVIAL})
    quotient: Any = "t"
    for i in range(18):
        quotient = ["fn", "sin", quotient] if i > 2 else ["/", ["fn", "exp", quotient], ["+", 1, ["*", quotient, "t"]]]
    yield "a long expansion", proof(asymptotic(30, quotient))
    yield "a depth of a million", proof(asymptotic(10**6, ["/", 1, "t"]))
    integral = ["fn", "integrate", ["forall", "t", ["real"], ["fn", "exp", "t"]], 0, 1]
    bounds = ["and", ["==", integral, "v"], ["<=", 0, "v"], ["<=", "v", 1]]
    parts = {"cuts": [f"{i}/2000" for i in range(1, 2_000)], "orders": [40] * 2_000}
    rule = {"rule": "integral-enclosed", "low": 0, "high": 1, "prec": 2_000}
    yield "many parts of an integral", have(["exists", "v", ["real"], bounds], {**rule, **parts})
