"""Positive definite matrices have inverses of the form Z Z': a proof for all sizes, as a script.

Induction on the size by bordering: with A in blocks B, b, d and B^-1 = Y = Z Z', the vector u = (-Y b, 1) has
A u = s e for the last basis vector e and s = u' A u > 0, so that Z and u/sqrt(s) together are the next Z.
"""

from __future__ import annotations

from verifier.language.script import (
    Axiom,
    Have,
    Induct,
    Inside,
    Linear,
    Obtain,
    Order,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)

_FIRST = "Sum(basis(NN+1, i)*basis(NN, i).T, (i, 0, NN-1))"
_LAST = "basis(NN+1, NN)"
_DEFINITE = "AA.T == AA and forall(xx, matrix({n}, 1), trace(xx.T*AA*xx) >= ee*norm2(xx))"

#: For every symmetric A with x'Ax >= e |x|^2, e > 0, there is Z with A Z Z' = I.
INVERSE = Have(
    "forall(NN, positive integer, forall(AA, matrix(NN, NN), forall(ee, positive, implies("
    + _DEFINITE.format(n="NN")
    + ", exists(ZZ, matrix(NN, NN), AA*ZZ*ZZ.T == eye(NN))))))",
    name="definite inverse",
    by=[
        Have("forall(yy, positive, exists(zz, real, zz**2*yy == 1))", name="root", by=[
            Take("yy"), Witness("1/sqrt(yy)")]),
        Induct("NN", base=[
            Take("AA", "ee"),
            Use("given1.1", at=["eye(1)"], name="sign"),
            Have("trace(AA) > 0", name="positive"),
            Use("root", at=["trace(AA)"], premises=[[Use("positive")]], name="there is z"), Obtain("there is z", "zz", label="z"),
            Witness("zz*eye(1)"),
        ], step=[
            Take("AA", "ee"), Axiom("resolution-of-identity"),
            Use("resolution-of-identity", at=["NN"], name="n"), Use("resolution-of-identity", at=["NN+1"], name="n + 1"),
            Set("JJ", _FIRST),
            Have("JJ.T*JJ == eye(NN)", name="isometry"),
            Have(f"JJ*JJ.T == eye(NN+1) - {_LAST}*{_LAST}.T", name="range"),
            Have(f"JJ.T*{_LAST} == zeros(NN, 1)", name="last"),
            Use("IH", at=["JJ.T*AA*JJ", "ee"], name="there is Z", premises=[[Use("given")], [
                Split([[], [
                    Take("xx"), Use("given1.1", at=["JJ*xx"], name="now"),
                    Order(positive=[Square(facts=["now"])], terms=[("isometry", "ee*xx.T", "xx")])]])]]),
            Obtain("there is Z", "ZZ", label="Z"),
            Set("uu", f"{_LAST} - JJ*ZZ*ZZ.T*JJ.T*AA*{_LAST}"),
            Have("JJ.T*AA*uu == zeros(NN, 1)", name="above"),
            Have(f"{_LAST}.T*uu == 1", name="corner"),
            Set("ss", f"{_LAST}.T*AA*uu"),
            Have(f"AA*uu == ss*{_LAST}", name="column", by=[
                Linear(terms=[("range", "-1", "AA*uu"), ("above", "JJ", "1"), ("ss", f"-1*{_LAST}", "1")])]),
            Have("norm2(uu) >= 1", name="length", by=[Order(positive=[Square(root="JJ.T*uu")], terms=[
                ("range", "-uu.T", "uu"), ("corner", f"1 + uu.T*{_LAST}", "1")])]),
            Have("ss > 0", name="pivot", by=[
                Use("given1.1", at=["uu"], name="now"),
                Have("trace(uu.T*AA*uu) == ss", name="pivot form")]),
            Use("root", at=["ss"], premises=[[Use("pivot")]], name="there is z"), Obtain("there is z", "zz", label="z"),
            Set("WW", f"JJ*ZZ*JJ.T + zz*uu*{_LAST}.T"),
            Have("WW*WW.T == JJ*ZZ*ZZ.T*JJ.T + zz**2*uu*uu.T", name="product"),
            Witness("WW"), Linear(terms=[
                ("product", "AA", "1"), ("range", "-1", "AA*JJ*ZZ*ZZ.T*JJ.T"), ("Z", "JJ", "JJ.T"), ("range", "1", "1"),
                ("column", "zz**2", "uu.T"), ("z", f"{_LAST}", "uu.T"),
                Inside("uu", f"{_LAST}*HOLE.T"), ("given1.0", f"-1*{_LAST}*{_LAST}.T", "JJ*ZZ*ZZ.T*JJ.T")]),
        ]),
    ],
)  # fmt: skip
