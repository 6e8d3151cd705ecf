"""Certificates of polynomial identities: the kernel takes the right ones and no others."""

import copy

import pytest

from verifier.evidence.kernel.polynomials import Ring, close_entries

REALS = {"x": ("real",), "y": ("real",), "z": ("real",)}
M22 = {"A": ("matrix", 2, 2), "B": ("matrix", 2, 1), "C": ("matrix", 1, 2)}


def accepts(goal, node=None, facts=None, sorts=None):
    try:
        close_entries(
            goal, facts or {}, {**REALS, **M22, **(sorts or {})}, {"rule": "entries", **(node or {})}
        )
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    "goal",
    [
        ("==", ("^", ("+", "x", "y"), 2), ("+", ("^", "x", 2), ("*", 2, "x", "y"), ("^", "y", 2))),
        (
            "==",
            ("trace", ("*", "A", ("T", "A"))),
            ("sum", ("sum", ("^", ("entry", "A", "i", "j"), 2), "j", 0, 1), "i", 0, 1),
        ),
        ("==", ("^", "A", 2), ("-", ("*", ("trace", "A"), "A"), ("*", ("det", "A"), ("eye", 2)))),
        (
            "==",
            ("grad", ("det", "A"), "A"),
            (
                "matrix",
                ("row", ("entry", "A", 1, 1), ("neg", ("entry", "A", 1, 0))),
                ("row", ("neg", ("entry", "A", 0, 1)), ("entry", "A", 0, 0)),
            ),
        ),
        ("==", ("*", "C", "B", "A"), ("*", "A", ("*", "C", "B"))),
        ("==", ("sum", ("*", "j", "A"), "j", 1, 0), ("zeros", 2, 2)),
        ("==", ("/", "x", 2), ("*", ("/", 1, 2), "x")),
        (
            "==",
            ("*", "A", ("basis", 2, 1)),
            ("matrix", ("row", ("entry", "A", 0, 1)), ("row", ("entry", "A", 1, 1))),
        ),
        ("==", ("grad", ("grad", ("*", ("^", "x", 2), "y"), "x"), "y"), ("*", 2, "x")),
        ("==", ("delta", ("+", "x", 1), "x"), 0),
    ],
)
def test_identities(goal):
    assert accepts(goal)


@pytest.mark.parametrize(
    "goal",
    [
        ("==", ("*", "x", "y"), "x"),
        ("==", ("*", "A", ("T", "A")), ("*", ("T", "A"), "A")),
        ("==", "A", "B"),
        ("==", ("/", "x", "x"), 1),
        ("==", ("^", "x", -1), ("/", 1, "x")),
        ("==", ("delta", "x", "y"), 0),
        ("==", ("sqrt", ("^", "x", 2)), "x"),
        ("==", "unknown", "unknown"),
        ("==", ("grad", "x", ("+", "x", "y")), 0),
        ("<=", "A", "A"),
        ("and", ("==", 0, 0), ("==", 0, 0)),
        ("==", ("entry", "A", 2, 0), ("entry", "A", 2, 0)),
    ],
)
def test_what_is_no_identity_is_rejected(goal):
    assert not accepts(goal)


FACTS = {
    "xy": ("==", ("*", "x", "y"), 1),
    "y0": ("==", "y", 0),
    "pos": (">", "x", 0),
    "non": (">=", "y", 0),
    "ne": ("!=", "z", 0),
    "AB": ("==", ("*", "A", "B"), ("zeros", 2, 1)),
    "sq": ("==", ("+", ("^", "x", 2), ("^", "y", 2)), 0),
}

GOOD = [
    (("==", ("*", "x", "x", "y"), "x"), {"terms": [{"fact": "xy", "times": "x"}]}),
    (
        ("==", ("*", "C", "A", "B"), 0),
        {"terms": [{"fact": "AB", "at": [i, 0], "times": ["entry", "C", 0, i]} for i in (0, 1)]},
    ),
    (
        ("<=", ("*", 2, "x", "y"), ("+", ("^", "x", 2), ("^", "y", 2))),
        {"squares": [{"weight": "1", "of": ["-", "x", "y"]}]},
    ),
    (("<", 0, ("+", ("^", "x", 2), 1)), {"squares": [{"weight": 1, "of": "x"}, {"weight": 1, "of": 1}]}),
    ((">=", ("*", "x", "y"), 0), {"products": [{"weight": 1, "facts": ["pos", "non"]}]}),
    ((">", ("^", "x", 3), 0), {"products": [{"weight": 1, "facts": ["pos", "pos", "pos"]}]}),
    (("!=", "z", 0), {"products": [{"weight": 1, "facts": ["ne"]}]}),
    (
        ("==", "x", 0),
        {"terms": [{"fact": "sq", "times": 1}], "squares": [{"weight": 1, "of": "y"}], "power": 2},
    ),
    (
        ("false",),
        {
            "terms": [{"fact": "xy", "times": 1}, {"fact": "y0", "times": ["neg", "x"]}],
            "squares": [{"weight": 1, "of": 1}],
        },
    ),
    (("==", ("/", "y", "x"), ("*", "y", ("/", 1, "x"))), {"clear": [{"of": "x", "nonzero": "pos"}]}),
    (
        ("==", ("/", 1, "x"), "y"),
        {"clear": [{"of": "x", "nonzero": "pos"}], "terms": [{"fact": "xy", "times": ["/", -1, "x"]}]},
    ),
    (
        ("==", ("grad", ("/", 1, ("*", 2, "x")), "x"), ("/", -1, ("*", 2, ("^", "x", 2)))),
        {"clear": [{"of": "x", "nonzero": "pos"}]},
    ),
]


@pytest.mark.parametrize(("goal", "node"), GOOD)
def test_certificates(goal, node):
    assert accepts(goal, node, FACTS)


def _corrupted(node):
    for key, parts in node.items():
        if key == "power":
            yield {**node, "power": node["power"] + 1}
            continue
        yield {k: v for k, v in node.items() if k != key}
        for i, part in enumerate(parts):
            for field, bad in (
                ("times", 7),
                ("weight", "-1"),
                ("weight", 0.5),
                ("weight", "5"),
                ("fact", "nothing"),
                ("of", "z"),
                ("at", [5, 5]),
                ("entry", [1, 0]),
                ("facts", ["xy"]),
                ("nonzero", "non"),
            ):
                if field in part or (field == "entry" and key != "clear"):
                    changed = copy.deepcopy(node)
                    changed[key][i][field] = bad
                    yield changed


@pytest.mark.parametrize(("goal", "node"), GOOD)
def test_corrupted_certificates_are_rejected(goal, node):
    for bad in _corrupted(node):
        assert not accepts(goal, bad, FACTS), bad


@pytest.mark.parametrize(
    ("goal", "node"),
    [
        # strict goals need something strict
        (("<", 0, ("^", "x", 2)), {"squares": [{"weight": 1, "of": "x"}]}),
        (("<", 0, 0), {}),
        (("<", 0, 0), {"squares": [{"weight": 0, "of": 1}]}),
        ((">", ("*", "x", "y"), 0), {"products": [{"weight": 1, "facts": ["pos", "non"]}]}),
        ((">", ("*", "x", ("^", "y", 2)), 0), {"products": [{"weight": 1, "facts": ["pos"], "square": "y"}]}),
        (("false",), {}),
        # squares do not help an equation at odd power
        (("==", ("neg", ("^", "x", 2)), 0), {"squares": [{"weight": 1, "of": "x"}]}),
        (("==", "x", 0), {"terms": [{"fact": "sq", "times": 1}], "power": 2}),
        (("<=", "x", 0), {"power": 2}),
        (("==", "x", "x"), {"power": 0}),
        (("==", "x", "x"), {"note": "unknown part"}),
        # a weak fact is no reason to divide
        (("==", ("/", "y", "y"), 1), {"clear": [{"of": "y", "nonzero": "non"}]}),
        (("==", ("/", "y", "y"), 1), {"clear": [{"of": "y", "nonzero": "pos"}]}),
        (("==", ("/", 0, 0), 1), {"clear": [{"of": 0, "nonzero": "ne"}]}),
        # an inequality is no equation
        (("==", "x", 0), {"terms": [{"fact": "pos", "times": -1}]}),
        (("<=", 0, "y"), {"products": [{"weight": 1, "facts": ["y0"]}]}),
    ],
)
def test_traps(goal, node):
    assert not accepts(goal, node, FACTS)


def test_squares_alone_do_not_bound_from_above():
    assert not accepts(("<=", ("^", "x", 2), 0), {"squares": [{"weight": 1, "of": "x"}]})


def test_nested_reciprocals_differentiate_once():
    sorts, facts = {"x": ("real",)}, {"a": (">", "x", 0), "b": ("!=", ("+", 1, ("/", 1, "x")), 0)}
    clear = [{"of": "x", "nonzero": "a"}, {"of": ["+", 1, ["/", 1, "x"]], "nonzero": "b"}]
    f = ("/", 1, ("+", 1, ("/", 1, "x")))
    slope = ("*", ("^", f, 2), ("^", "x", -2))
    close_entries(("==", ("grad", f, "x"), slope), facts, sorts, {"rule": "entries", "clear": clear})
    with pytest.raises(ValueError, match="identity fails"):
        close_entries(
            ("==", ("grad", f, "x"), ("*", 2, slope)), facts, sorts, {"rule": "entries", "clear": clear}
        )


def test_sequences_are_atoms_and_symbolic_sizes_are_refused():
    sorts = {
        "a": ("sequence", ("real",)),
        "t": ("integer", 0, "oo"),
        "n": ("integer", 1, "oo"),
        "D": ("matrix", "n", "n"),
    }
    assert accepts(("==", ("at", "a", ("+", "t", 1)), ("at", "a", ("+", 1, "t"))), sorts=sorts)
    assert not accepts(("==", ("at", "a", ("+", "t", 1)), ("at", "a", "t")), sorts=sorts)
    assert not accepts(("==", "D", "D"), sorts=sorts)
    assert not accepts(("==", ("^", "x", "t"), ("^", "x", "t")), sorts=sorts)


def test_gradients_at_fixed_values_are_taken_before_the_values_go_in():
    ring = Ring({"A": ("matrix", 2, 2)}, {"A": ("matrix", ("row", 1, 2), ("row", 3, 4))})
    found = ring.entries(("grad", ("trace", ("*", "A", "A")), "A"))
    assert [p.terms for p in found] == [{0: 2}, {0: 6}, {0: 4}, {0: 8}]


def test_huge_exponents_are_refused():
    assert not accepts(("==", ("^", "x", 10**6), ("^", "x", 10**6)))
    assert not accepts(("==", ("^", ("+", "x", "y", "z", 1), 1000), 0))


@pytest.mark.parametrize(
    "node",
    [
        {"terms": 3},
        {"terms": [3]},
        {"terms": [{}]},
        {"squares": [{"weight": "1/0", "of": 1}]},
        {"squares": [{"weight": True, "of": 1}]},
        {"clear": [None]},
    ],
)
def test_malformed_certificates_are_rejected(node):
    assert not accepts(("<=", 0, 1), node, FACTS)
