"""Steps of arguments about Frobenius norms, for all sizes.

`PRODUCT` speaks of squares, |X|^2 = trace(X.T*X).  The facts that `norms` gives speak of the norms themselves, which
are square roots: a claim that uses them takes the abbreviation `NORM` among its definitions.  For a number norm(x) is
|x|, for a column or a row it is the Euclidean norm.
"""

from __future__ import annotations

from verifier.language.script import (
    Axiom,
    Cases,
    Have,
    Induct,
    Inside,
    Linear,
    Negate,
    Order,
    Root,
    Split,
    Square,
    Step,
    Take,
    Use,
    Vanish,
)

#: |X Z|^2 <= |X|^2 |Z|^2, by Lagrange's identity: the difference is half the sum of |x_j z_h - x_h z_j|^2, with the
#: columns x_j of X and the rows z_j of Z.
PRODUCT = Have(
    "forall(p, positive integer, forall(q, positive integer, forall(r, positive integer,"
    " forall(X, matrix(p, q), forall(Z, matrix(q, r),"
    " trace((X*Z).T*(X*Z)) <= trace(X.T*X)*trace(Z.T*Z))))))",
    name="norm of a product",
    by=[
        Take("p", "q", "r", "X", "Z"),
        Axiom("resolution-of-identity"),
        Use("resolution-of-identity", at=["q"], name="identity"),
        Order(positive=[Square(
            root="X*basis(q, j)*basis(q, h).T*Z - X*basis(q, h)*basis(q, j).T*Z", weight="1/2",
            over=[("j", "0", "q-1"), ("h", "0", "q-1")],
        )], terms=[
            Inside("identity", "trace(X*HOLE*X.T)*trace(Z.T*Z)"),
            Inside("identity", "Sum(basis(q, j).T*X.T*X*basis(q, j), (j, 0, q-1))*trace(Z.T*HOLE*Z)"),
            Inside("identity", "-trace(X*HOLE*Z*Z.T*X.T)"),
            Inside("identity", "-Sum(basis(q, h).T*Z*Z.T*HOLE*X.T*X*basis(q, h), (h, 0, q-1))"),
        ]),
    ],
)  # fmt: skip

NORM = "norm(X) := sqrt(norm2(X))"


def _for(sizes: str, formula: str) -> str:
    """For all positive integers with these names: the formula."""
    names = sizes.split()
    return "".join(f"forall({n}, positive integer, " for n in names) + formula + ")" * len(names)


def _compared(left: str, right: str, nonnegative: Step, *squares: Step) -> Use:
    """left <= right, since right >= 0 and the squares are so ordered."""
    return Use("squares", at=[left, right], premises=[[Split([[nonnegative], list(squares)])]])


def _nothing(matrix: str, zero: str) -> list[Step]:
    """A matrix whose norm is 0 is 0."""
    return [
        Have(f"norm2({matrix}) <= 0", name="flat"),
        Vanish("flat", squares=[Square(root=matrix, name="gone")]),
    ]  # fmt: skip


_FACTS: dict[str, tuple[str, list[Step], tuple[str, ...]]] = {
    # name: statement, argument, what the argument uses
    "norms": (
        _for("p q", "forall(X, matrix(p, q), norm(X) >= 0 and norm(X)**2 == norm2(X))"),
        [Take("p", "q", "X"), Have("norm2(X) >= 0"), Root("norm2(X)")],
        (),
    ),
    "sizes": (
        "forall(xx, real, norm(xx) >= 0 and norm(xx)**2 == xx**2 and xx <= norm(xx) and -xx <= norm(xx))",
        [Take("xx"), Root("xx**2"), Have("xx <= norm(xx) and -xx <= norm(xx)")],
        (),
    ),
    "size of a difference": (
        "forall(xx, real, forall(yy, real, norm(xx - yy) <= norm(xx) + norm(yy)))",
        [Take("xx", "yy"),
         Use("sizes", at=["xx"], name="|x|"),
         Use("sizes", at=["yy"], name="|y|"),
         Use("sizes", at=["xx - yy"], name="|x-y|"),
         _compared("norm(xx - yy)", "norm(xx) + norm(yy)",
                   Order(positive=[Square(facts=["|x|.0"]), Square(facts=["|y|.0"])]),
                   Order(positive=[Square(facts=["|x|.2", "|y|.2"]), Square(facts=["|x|.3", "|y|.3"])],
                         terms=[("|x-y|.1", "-1", "1"), ("|x|.1", "1", "1"), ("|y|.1", "1", "1")]))],
        ("sizes", "squares"),
    ),
    "squares": (
        "forall(uu, real, forall(vv, real, implies(vv >= 0 and uu**2 <= vv**2, uu <= vv)))", [], (),
    ),
    "strict squares": (
        "forall(uu, real, forall(vv, real, implies(vv > 0 and uu**2 < vv**2, uu < vv)))", [], (),
    ),
    "size between": (
        "forall(xx, real, forall(yy, real, implies(-yy <= xx and xx <= yy, norm(xx) <= yy)))",
        [Take("xx", "yy"), Use("sizes", at=["xx"], name="|x|"),
         _compared("norm(xx)", "yy",
                   Order(positive=[Square(facts=["given.0"], weight="1/2"), Square(facts=["given.1"], weight="1/2")]),
                   Order(positive=[Square(facts=["given.0", "given.1"])], terms=[("|x|.1", "-1", "1")]))],
        ("sizes", "squares"),
    ),
    "norm of a transpose": (
        _for("p q", "forall(X, matrix(p, q), norm(X.T) == norm(X))"), [Take("p", "q", "X"), Linear()], (),
    ),
    "product of norms": (
        _for("p q r", "forall(X, matrix(p, q), forall(Z, matrix(q, r), norm(X*Z) <= norm(X)*norm(Z)))"),
        [Take("p", "q", "r", "X", "Z"),
         Use("norm of a product", at=["p", "q", "r", "X", "Z"], name="product"),
         Use("norms", at=["p", "q", "X"], name="|X|"),
         Use("norms", at=["q", "r", "Z"], name="|Z|"),
         Use("norms", at=["p", "r", "X*Z"], name="|XZ|"),
         _compared("norm(X*Z)", "norm(X)*norm(Z)",
                   Order(positive=[Square(facts=["|X|.0", "|Z|.0"])]),
                   Order(positive=[Square(facts=["product"])],
                         terms=[("|XZ|.1", "-1", "1"), ("|X|.1", "1", "norm(Z)**2"), ("|Z|.1", "norm2(X)", "1")]))],
        ("norms", "squares", "norm of a product"),
    ),
    # |b X - a Z|^2 >= 0 with a = |X|, b = |Z|; where one of them is 0 its matrix is 0
    "inner product": (
        _for("p q", "forall(X, matrix(p, q), forall(Z, matrix(p, q), trace(X.T*Z) <= norm(X)*norm(Z)))"),
        [Take("p", "q", "X", "Z"),
         Use("norms", at=["p", "q", "X"], name="|X|"),
         Use("norms", at=["p", "q", "Z"], name="|Z|"),
         Cases("norm(X) == 0", name="no X",
               yes=[*_nothing("X", "no X")],
               no=[Cases("norm(Z) == 0", name="no Z",
                         yes=[*_nothing("Z", "no Z")],
                         no=[Have("norm(X) > 0", name="X is there"),
                             Have("norm(Z) > 0", name="Z is there"),
                             Negate("more"),
                             Order(positive=[Square(facts=["X is there", "Z is there", "more"], weight="2"),
                                             Square(root="norm(Z)*X - norm(X)*Z")],
                                   terms=[("|X|.1", "norm(Z)**2", "1"), ("|Z|.1", "norm(X)**2", "1")])])])],
        ("norms",),
    ),
    "triangle": (
        _for("p q", "forall(X, matrix(p, q), forall(Z, matrix(p, q), norm(X + Z) <= norm(X) + norm(Z)))"),
        [Take("p", "q", "X", "Z"),
         Use("norms", at=["p", "q", "X"], name="|X|"),
         Use("norms", at=["p", "q", "Z"], name="|Z|"),
         Use("norms", at=["p", "q", "X + Z"], name="|X+Z|"),
         Use("inner product", at=["p", "q", "X", "Z"], name="inner"),
         _compared("norm(X + Z)", "norm(X) + norm(Z)",
                   Order(positive=[Square(facts=["|X|.0"]), Square(facts=["|Z|.0"])]),
                   Order(positive=[Square(facts=["inner"], weight="2")],
                         terms=[("|X+Z|.1", "-1", "1"), ("|X|.1", "1", "1"), ("|Z|.1", "1", "1")]))],
        ("norms", "squares", "inner product"),
    ),
    "multiple": (
        "forall(cc, real, " + _for("p q", "forall(X, matrix(p, q), norm(cc*X) <= norm(cc)*norm(X))") + ")",
        [Take("cc", "p", "q", "X"),
         Use("norms", at=["p", "q", "X"], name="|X|"),
         Use("norms", at=["p", "q", "cc*X"], name="|cX|"),
         Use("sizes", at=["cc"], name="|c|"),
         _compared("norm(cc*X)", "norm(cc)*norm(X)",
                   Order(positive=[Square(facts=["|X|.0", "|c|.0"])]),
                   Order(terms=[("|cX|.1", "-1", "1"), ("|X|.1", "norm(cc)**2", "1"), ("|c|.1", "norm2(X)", "1")]))],
        ("norms", "squares", "sizes"),
    ),
    "norm of a sum": (
        _for("p q", "forall(FF, matrix(p, q) sequence, forall(kk, nonnegative integer,"
                    " norm(Sum(FF[j], (j, 0, kk-1))) <= Sum(norm(FF[j]), (j, 0, kk-1))))"),
        [Take("p", "q", "FF"),
         Induct("kk",
                base=[Use("norms", at=["p", "q", "zeros(p, q)"], name="|0|"),
                      Have("norm(zeros(p, q)) <= 0", name="none", by=[
                          _compared("norm(zeros(p, q))", "0", Order(), Order(terms=[("|0|.1", "-1", "1")]))]),
                      Order(positive=[Square(facts=["none"])])],
                step=[Use("triangle", at=["p", "q", "Sum(FF[j], (j, 0, kk-1))", "FF[kk]"], name="one more")])],
        ("norms", "squares", "triangle"),
    ),
    "norm of a later sum": (
        _for("p q", "forall(FF, matrix(p, q) sequence, forall(kk, positive integer,"
                    " norm(Sum(FF[j], (j, 1, kk-1))) <= Sum(norm(FF[j]), (j, 1, kk-1))))"),
        [Take("p", "q", "FF", "kk"),
         Use("norm of a sum", at=["p", "q", ("FF[j+1]", "j"), "kk-1"], name="shifted")],
        ("norm of a sum",),
    ),
    "powers": (
        _for("p q", "forall(X, matrix(p, p), forall(Z, matrix(p, q), forall(jj, nonnegative integer,"
                    " norm(X**jj*Z) <= norm(X)**jj*norm(Z))))"),
        [Take("p", "q", "X", "Z"),
         Induct("jj", step=[
             Use("product of norms", at=["p", "p", "q", "X", "X**jj*Z"], name="one more"),
             Use("norms", at=["p", "p", "X"], name="|X|"),
             Order(positive=[Square(facts=["one more"]), Square(facts=["|X|.0", "IH"])])])],
        ("norms", "product of norms"),
    ),
    "norm of a power": (
        _for("p", "forall(X, matrix(p, p), forall(jj, positive integer, norm(X**jj) <= norm(X)**jj))"),
        [Take("p", "X", "jj"),
         Use("powers", at=["p", "p", "X", "X", "jj-1"], name="all but one")],
        ("powers",),
    ),
    "sum of bounds": (
        "forall(uu, real sequence, forall(vv, real sequence, forall(kk, nonnegative integer,"
        " implies(forall(j, integer[0, kk-1], uu[j] <= vv[j]),"
        " Sum(uu[j], (j, 0, kk-1)) <= Sum(vv[j], (j, 0, kk-1))))))",
        [Take("uu", "vv"),
         Induct("kk", step=[
             Take(), Use("IH", premises=[[Take("jj"), Use("given", at=["jj"])]], name="before"),
             Use("given", at=["kk"], name="last")])],
        (),
    ),
    "later bounds": (
        "forall(uu, real sequence, forall(vv, real sequence, forall(kk, positive integer,"
        " implies(forall(j, integer[1, kk-1], uu[j] <= vv[j]),"
        " Sum(uu[j], (j, 1, kk-1)) <= Sum(vv[j], (j, 1, kk-1))))))",
        [Take("uu", "vv"),
         Induct("kk", step=[
             Take(), Use("IH", premises=[[Take("jj"), Use("given", at=["jj"])]], name="before"),
             Use("given", at=["kk"], name="last"),
             Order(positive=[Square(facts=["before"]), Square(facts=["last"])])])],
        (),
    ),
}  # fmt: skip


def norms(*names: str) -> list[Step]:
    """The facts with these names, and before them what they rest on; every one is proved where it stands.

    |X| >= 0 and |X|^2 = trace(X'X) ("norms"), for numbers also -|x| <= x <= |x| ("sizes"), |x - y| <= |x| + |y| ("size
    of a difference") and |x| <= y from -y <= x <= y ("size between"); u <= v and u < v from the squares ("squares",
    "strict squares"); |X'| = |X| ("norm of a transpose"); |XZ| <= |X||Z| ("product of norms"); tr(X'Z) <= |X||Z|
    ("inner product"); |X + Z| <= |X| + |Z| ("triangle"); |cX| <= |c||X| ("multiple"); the norm of a sum of k terms
    ("norm of a sum", without the first one "norm of a later sum"); |A^i Z| <= |A|^i |Z| for i >= 0 ("powers"); |A^i| <=
    |A|^i for i >= 1 ("norm of a power", false for i = 0: |I| = sqrt(d)); sums of k numbers term by term ("sum of
    bounds", without the first one "later bounds").
    """
    found: dict[str, Step] = {}

    def add(name: str) -> None:
        if name in found:
            return
        if name == PRODUCT.name:
            found[name] = PRODUCT
            return
        formula, by, needs = _FACTS[name]
        for other in needs:
            add(other)
        found[name] = Have(formula, by, name)

    for name in names:
        add(name)
    return list(found.values())
