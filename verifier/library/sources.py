"""Theorems of the library: a statement and a script each, of which `scripts` has the prover make the proof tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.language.claim import Claim, claim
from verifier.language.script import (
    Bootstrap,
    Cases,
    Converge,
    Have,
    Induct,
    Inside,
    Linear,
    Negate,
    Numbers,
    Obtain,
    Order,
    Recall,
    Rewritten,
    Square,
    Step,
    Take,
    Unfold,
    Use,
    Vanish,
    Witness,
)


@dataclass(frozen=True)
class Source:
    """What a theorem says, in words and as a text, and why it holds."""

    says: str
    statement: str
    script: Sequence[Step]

    def claim(self, name: str) -> Claim:
        return claim(name, self.statement, argument=list(self.script))


_EQUAL = "forall(t, integer[a, oo], s[t] == v)"


def _later(near: str, h: str, a: str, close: list[Step], before: Sequence[Step] = ()) -> list[Step]:
    """From an index on that is at least `a`, what is near at `h`."""
    found: list[Step] = [*before, Use(near, at=[h], premises=[[]], name="soon"), Obtain("soon", "N", label="there")]
    last: list[Step] = [Take("t"), *close]
    return [*found, Cases(f"N >= {a}", yes=[Witness("N"), *last], no=[Witness(a), *last])]


_GROWTH = (
    "forall(s, real sequence, forall(r, real sequence, forall(a, integer,"
    " implies(forall(t, integer[a, oo], s[t] == r[t]),"
    " implies(forall(h, real, exists(N, nonnegative integer, forall(t, integer[N, oo], h <> r[t]))),"
    " forall(h, real, exists(N, nonnegative integer, forall(t, integer[N, oo], h <> s[t]))))))))"
)


def _grown(way: str) -> list[Step]:
    close: list[Step] = [
        Take("t"), Use("given", at=["t"], name="same"), Use("there", at=["t"], name="far"),
        Order(positive=[Square(facts=["far"])], terms=[("same", way, "1")]),
    ]  # fmt: skip
    return [
        Take("s", "r", "a", "h"), Use("given1", at=["h"], name="soon"), Obtain("soon", "N", label="there"),
        Cases("N >= a", yes=[Witness("N"), *close], no=[Witness("a"), *close]),
    ]  # fmt: skip


def _both() -> list[Step]:
    """Two partial sums are near their limits, and so is their sum: (p + q)^2 <= 2 p^2 + 2 q^2."""
    p, q = "(Sum(F[j], (j, a, t)) - v)", "(Sum(H[j], (j, a, t)) - w)"
    g = "(Sum(G[j], (j, a, t)) - z)"
    return [
        Take("t"), Use("sums", at=["t"], name="total"), Use("there", at=["t"], name="close"),
        Use("there2", at=["t"], name="close2"),
        Have(f"{g} == {p} + {q}", name="gap", by=[Linear(terms=[("total", "1", "1"), ("given1", "-1", "1")])]),
        Have(f"{g}**2 == ({p} + {q})**2", name="equal", by=[
            Linear(terms=[Inside("gap", f"{g}*HOLE"), Inside("gap", f"HOLE*({p} + {q})")])]),
        Order(positive=[Square(root=f"{p} - {q}"), Square(weight="2", facts=["close"]),
                        Square(weight="2", facts=["close2"])], terms=[("equal", "-1", "1")]),
    ]  # fmt: skip


def _moved(total: str) -> list[Step]:
    """A partial sum differs from its limit as another one does from its own."""
    g, p = f"({total} - z)", "(Sum(F[j], (j, a, t)) - v)"
    return [
        Use("sums", at=["t"], name="total"), Use("there", at=["t"], name="close"),
        Have(f"{g} == {p}", name="gap", by=[Linear(terms=[("total", "1", "1"), ("given1", "-1", "1")])]),
        Have(f"{g}**2 == {p}**2", name="equal", by=[
            Linear(terms=[Inside("gap", f"{g}*HOLE"), Inside("gap", f"HOLE*{p}")])]),
        Order(positive=[Square(facts=["close"])], terms=[("equal", "-1", "1")]),
    ]  # fmt: skip


def _shifted() -> list[Step]:
    g, p = "(Sum(G[j], (j, b, t)) - v)", "(Sum(F[j], (j, a, t + d)) - v)"
    return [
        Take("t"), Use("sums", at=["t"], name="total"), Use("there", at=["t + d"], name="close"),
        Have(f"{g}**2 == {p}**2", name="equal", by=[
            Linear(terms=[Inside("total", f"{g}*HOLE"), Inside("total", f"HOLE*{p}")])]),
        Order(positive=[Square(facts=["close"])], terms=[("equal", "-1", "1")]),
    ]  # fmt: skip


def _there(distance: str, within: str) -> list[Step]:
    """The distance is 0 from an index on, so it is below every h."""
    close: list[Step] = [
        Take("t"), Use("given", at=["t"], name="same"),
        Have(f"{distance} == 0", name="none", by=[Linear(terms=[Inside("same", within)])]),
        Order(positive=[Square(facts=["given1"])], terms=[("none", "-1", "1")]),
    ]  # fmt: skip
    return [Converge(), Take("h"), Cases("a >= 0", yes=[Witness("a"), *close], no=[Witness("0"), *close])]


def _constant(distance: str, gap: str) -> list[Step]:
    """The distance is below its half, so it is not above 0."""
    return [
        Unfold("given", name="near"),
        Have(f"{distance} <= 0", name="small", by=[
            Negate("large"),
            Have(f"{distance}/2 > 0", name="half", by=[Order(positive=[Square(weight="1/2", facts=["large"])])]),
            Use("near", at=[f"{distance}/2"], premises=[[Order(positive=[Square(facts=["half"])])]], name="soon"),
            Obtain("soon", "N", label="there"),
            Use("there", at=["N"], name="here"), Order(positive=[Square(facts=["here"]), Square(facts=["half"])])]),
        Vanish("small", squares=[Square(root=gap, name="zero")]), Linear(terms=[("zero", "-1", "1")]),
    ]  # fmt: skip


_DIVIDED = (
    "forall(n, integer, forall(m, positive integer, exists(q, integer, exists(r, integer[0, m - 1], n == m*q + r))))"
)
_DIVISION: list[Step] = [
    Take("n", "m"),
    Have("forall(k, nonnegative integer, exists(q, integer, exists(r, integer[0, m - 1], k == m*q + r)))", name="up",
         by=[Induct("k", base=[Witness("0"), Witness("0"), Numbers()], step=[
             Obtain("IH", "q", label="some"), Obtain("some", "r", label="before"),
             Cases("r + 1 <= m - 1", yes=[Witness("q"), Witness("r + 1"), Numbers()],
                   no=[Witness("q + 1"), Witness("0"), Numbers()])])]),
    Cases("n >= 0", yes=[Use("up", at=["n"])], no=[
        Use("up", at=["-1 - n"], name="mirrored"), Obtain("mirrored", "q", label="some"),
        Obtain("some", "r", label="before"), Witness("-q - 1"), Witness("m - 1 - r"), Numbers()]),
]  # fmt: skip


SOURCES = {
    "sum-nonnegative": Source(
        "a sum of numbers that are at least 0 is at least 0",
        "forall(F, real sequence, forall(lo, integer, forall(hi, integer[lo - 1, oo], implies("
        "forall(j, integer[lo, hi], F[j] >= 0), Sum(F[j], (j, lo, hi)) >= 0))))",
        [
            Take("F", "lo", "hi"),
            Have("forall(n, integer[lo - 1, hi], Sum(F[i], (i, lo, n)) >= 0)", name="start", by=[
                Induct("n", base=[Order()], step=[
                    Use("given", at=["n+1"], name="next"),
                    Order(positive=[Square(facts=["IH"]), Square(facts=["next"])]),
                ])]),
            Use("start", at=["hi"]),
        ]),
    "sum-monotone": Source(
        "sums are ordered as their terms",
        "forall(F, real sequence, forall(G, real sequence, forall(lo, integer, forall(hi, integer[lo - 1, oo], implies("
        "forall(j, integer[lo, hi], F[j] <= G[j]), Sum(F[j], (j, lo, hi)) <= Sum(G[j], (j, lo, hi)))))))",
        [
            Take("F", "G", "lo", "hi"),
            Have("forall(n, integer[lo - 1, hi], Sum(F[i], (i, lo, n)) <= Sum(G[i], (i, lo, n)))", name="start", by=[
                Induct("n", base=[Order()], step=[
                    Use("given", at=["n+1"], name="next"),
                    Order(positive=[Square(facts=["IH"]), Square(facts=["next"])]),
                ])]),
            Use("start", at=["hi"]),
        ]),
    "sum-linear": Source(
        "a sum of combinations is the combination of the sums",
        "forall(F, real sequence, forall(G, real sequence, forall(a, real, forall(b, real, forall(lo, integer,"
        " forall(hi, integer, Sum(a*F[j] + b*G[j], (j, lo, hi)) == a*Sum(F[j], (j, lo, hi))"
        " + b*Sum(G[j], (j, lo, hi))))))))",
        [Take("F", "G", "a", "b", "lo", "hi"), Linear()],
    ),
    "sum-vanish": Source(
        "numbers that are at least 0 and whose sum is at most 0 are at most 0",
        "forall(F, real sequence, forall(lo, integer, forall(hi, integer, implies("
        "forall(j, integer[lo, hi], F[j] >= 0), implies(Sum(F[j], (j, lo, hi)) <= 0,"
        " forall(j, integer[lo, hi], F[j] <= 0))))))",
        [
            Take("F", "lo", "hi", "j"),
            Have("forall(n, integer[lo - 1, hi], Sum(F[i], (i, lo, n)) >= 0)", name="start", by=[
                Induct("n", base=[Order()], step=[
                    Use("given", at=["n+1"], name="next"),
                    Order(positive=[Square(facts=["IH"]), Square(facts=["next"])]),
                ])]),
            Have("forall(n, integer[j, hi], F[j] <= Sum(F[i], (i, lo, n)))", name="above", by=[
                Induct("n", base=[Use("start", at=["j-1"], name="before"), Order(positive=[Square(facts=["before"])])],
                       step=[Use("given", at=["n+1"], name="next"),
                             Order(positive=[Square(facts=["IH"]), Square(facts=["next"])])])]),
            Use("above", at=["hi"], name="last"),
            Order(positive=[Square(facts=["last"]), Square(facts=["given1"])]),
        ]),
    "eventually-equal": Source(
        "a sequence of numbers that is equal to a number from an index on converges to it",
        f"forall(s, real sequence, forall(v, real, forall(a, integer, implies({_EQUAL}, tends(s[t], t, v)))))",
        [Take("s", "v", "a"), *_there("(s[t] - v)**2", "(s[t] - v)*HOLE")],
    ),
    "eventually-equal-matrices": Source(
        "a sequence of matrices that is equal to a matrix from an index on converges to it",
        "forall(m, nonnegative integer, forall(n, nonnegative integer, forall(s, matrix(m, n) sequence,"
        f" forall(v, matrix(m, n), forall(a, integer, implies({_EQUAL}, tends(s[t], t, v)))))))",
        [Take("m", "n", "s", "v", "a"), *_there("trace((s[t] - v).T*(s[t] - v))", "trace((s[t] - v).T*HOLE)")],
    ),
    "quadratic-forms": Source(
        "what three squares of combinations of two things say of the means of their squares and of their product",
        "forall(p, real, forall(q, real, forall(r, real, implies(p >= 0, implies(r >= 0,"
        " implies(0 <= (p*r - q**2)*p, implies(0 <= (p*r - q**2)*r, implies(0 <= p + 2*q + r,"
        " implies(0 <= p - 2*q + r, q**2 <= p*r)))))))))",
        [
            Take("p", "q", "r"),
            Cases("r > 0", [Numbers()], [Cases("p > 0", [Numbers()], [Numbers()], "other")]),
        ],
    ),
    "constant-limit": Source(
        "a number to which a constant converges is this constant",
        "forall(c, real, forall(v, real, implies(tends(c, t, v), v == c)))",
        [Take("c", "v"), *_constant("(c - v)**2", "c - v")],
    ),
    "constant-limit-matrices": Source(
        "a matrix to which a constant converges is this constant",
        "forall(m, nonnegative integer, forall(n, nonnegative integer, forall(c, matrix(m, n), forall(v, matrix(m, n),"
        " implies(tends(c, t, v), v == c)))))",
        [Take("m", "n", "c", "v"), *_constant("trace((c - v).T*(c - v))", "c - v")],
    ),
    "common-radius": Source(
        "three positive numbers have a positive number below them",
        "forall(a, real, forall(b, real, forall(c, real, implies(a > 0 and b > 0 and c > 0,"
        " exists(r, real, r > 0 and r <= a and r <= b and r <= c)))))",
        [Take("a", "b", "c"), Witness("Min(Min(a, b), c)"), Numbers()],
    ),
    "common-bound": Source(
        "three numbers have a positive number above them",
        "forall(a, real, forall(b, real, forall(c, real, exists(r, real, r > 0 and r >= a and r >= b and r >= c))))",
        [Take("a", "b", "c"), Witness("Abs(a) + Abs(b) + Abs(c) + 1"), Numbers()],
    ),
    "strictly-below": Source(
        "a < b and b <= c give a < c",
        "forall(a, real, forall(b, real, forall(c, real, implies(a < b, implies(b <= c, a < c)))))",
        [Take("a", "b", "c"), Order(positive=[Square(facts=["given"]), Square(facts=["given1"])])],
    ),
    "below-strictly": Source(
        "a <= b and b < c give a < c",
        "forall(a, real, forall(b, real, forall(c, real, implies(a <= b, implies(b < c, a < c)))))",
        [Take("a", "b", "c"), Order(positive=[Square(facts=["given"]), Square(facts=["given1"])])],
    ),
    "integer-beyond": Source(
        "there is an integer above every real number",
        "forall(x, real, exists(n, integer, x < n))",
        [
            Take("x"),
            Have("forall(t, real, implies(0 <= t, exists(n, integer, t < n)))", name="always", by=[
                Bootstrap("now", start=[Witness("1"), Numbers()], step=[
                    Cases("now < 1", name="early", yes=[Witness("1")], no=[
                    Use("before", at=["now - 1"], premises=[[Numbers(using=["early", "time"])]], name="some"),
                    Obtain("some", "n", label="above"), Witness("n + 1"), Numbers(using=["above"])])])]),
            Cases("x >= 0", yes=[Use("always", at=["x"])], no=[Witness("0"), Numbers()]),
        ],
    ),
    "division": Source("an integer is a multiple of a positive one and a remainder", _DIVIDED, _DIVISION),
    "coprime-moduli": Source(
        "what leaves c modulo two coprime numbers leaves c modulo their product",
        "forall(x, integer, forall(c, integer, forall(a, positive integer, forall(b, positive integer,"
        " forall(p, positive integer, forall(u, integer, forall(v, integer, implies(p == a*b, implies(u*a + v*b == 1,"
        " implies(0 <= c and c < p, implies(Mod(x - c, a) == 0, implies(Mod(x - c, b) == 0, Mod(x, p) == c))))))))))))",
        [
            Take("x", "c", "a", "b", "p", "u", "v"),
            Have(_DIVIDED, name="division", by=_DIVISION),
            Have("forall(y, integer, forall(j, positive integer, implies(Mod(y, j) == 0, exists(q, integer,"
                 " y == j*q))))", name="multiple", by=[
                Take("y", "j"), Use("division", at=["y", "j"], name="some"), Obtain("some", "q", label="more"),
                Obtain("more", "r", label="parts"), Rewritten("given5", ["parts"], name="left", forwards=True),
                Witness("q"), Numbers()]),
            Use("multiple", at=["x - c", "a"], premises=[[]], name="one"), Obtain("one", "q", label="first"),
            Use("multiple", at=["x - c", "b"], premises=[[]], name="other"), Obtain("other", "s", label="second"),
            Have("x == c + p*(u*s + v*q)", name="whole", by=[Linear(terms=[
                ("first", "v*b", "1"), ("second", "u*a", "1"), ("given1", "-(x - c)", "1"),
                ("given", "-(u*s + v*q)", "1")])]),
            Have("Mod(c + p*(u*s + v*q), p) == c", name="left", by=[Numbers()]),
            Rewritten("left", ["whole"]),
        ],
    ),
    "power-remainder": Source(
        "powers of an integer whose exponents differ by multiples of a period have one remainder",
        "forall(a, integer, forall(b, integer, forall(m, integer, forall(u, integer, forall(s, integer,"
        " forall(t, integer, forall(c, nonnegative integer, forall(d, nonnegative integer,"
        " implies(a**c == b, implies(a**d == u + m*s, implies(b*u == u + m*t,"
        " forall(q, nonnegative integer, exists(p, integer, a**(c*q + d) == u + m*p)))))))))))))",
        [
            Take("a", "b", "m", "u", "s", "t", "c", "d"),
            Induct("q", base=[Witness("s"), Linear(terms=[("given1", "1", "1")])], step=[
                Obtain("IH", "p", label="before"), Witness("t + b*p"),
                Have("a**(c*(q + 1) + d) == a**(c*q + d)*a**c", name="next", by=[Numbers(using=[])]),
                Linear(terms=[("next", "1", "1"), ("before", "1", "a**c"), ("given", "u + m*p", "1"),
                              ("given2", "1", "1")])]),
        ],
    ),
    "same-limit": Source(
        "two sequences that are equal from an index on have one limit",
        "forall(s, real sequence, forall(r, real sequence, forall(v, real, forall(a, integer,"
        " implies(forall(t, integer[a, oo], s[t] == r[t]), implies(tends(r[t], t, v), tends(s[t], t, v)))))))",
        [Take("s", "r", "v", "a"), Unfold("given1", name="near"), Converge(), Take("h"),
         *_later("near", "h", "a", [
             Use("given", at=["t"], name="same"), Use("there", at=["t"], name="close"),
             Have("(s[t] - v)**2 == (r[t] - v)**2", name="equal", by=[
                 Linear(terms=[Inside("same", "(s[t] - v)*HOLE"), Inside("same", "HOLE*(r[t] - v)")])]),
             Order(positive=[Square(facts=["close"])], terms=[("equal", "-1", "1")])])],
    ),
    "series-combine-1": Source(
        "the partial sums of c F[j] converge to c v, where those of F[j] converge to v",
        "forall(c, real, forall(F, real sequence, forall(G, real sequence, forall(v, real, forall(z, real,"
        " forall(a, integer, implies(forall(j, integer[a, oo], G[j] == c*F[j]), implies(z == c*v,"
        " implies(tends(Sum(F[j], (j, a, t)), t, v), tends(Sum(G[j], (j, a, t)), t, z))))))))))",
        [Take("c", "F", "G", "v", "z", "a"), Unfold("given2", name="near"), Converge(), Take("h"),
         Have("forall(t, integer[a - 1, oo], Sum(G[j], (j, a, t)) == c*Sum(F[j], (j, a, t)))", name="sums", by=[
             Induct("t", step=[Use("given", at=["t + 1"], name="term"),
                               Linear(terms=[("IH", "1", "1"), ("term", "1", "1")])])]),
         Have("c**2 + 1 > 0", name="scale", by=[Numbers()]),
         Have("h/(c**2 + 1) > 0", name="part", by=[Numbers()]),
         *_later("near", "h/(c**2 + 1)", "a", [
             Use("sums", at=["t"], name="total"), Use("there", at=["t"], name="close"),
             Use("close enough", at=["c", "Sum(F[j], (j, a, t)) - v", "h"], premises=[[], []], name="enough"),
             Have("Sum(G[j], (j, a, t)) - z == c*(Sum(F[j], (j, a, t)) - v)", name="gap", by=[
                 Linear(terms=[("total", "1", "1"), ("given1", "-1", "1")])]),
             Have("(Sum(G[j], (j, a, t)) - z)**2 == (c*(Sum(F[j], (j, a, t)) - v))**2", name="equal", by=[
                 Linear(terms=[Inside("gap", "(Sum(G[j], (j, a, t)) - z)*HOLE"),
                               Inside("gap", "HOLE*(c*(Sum(F[j], (j, a, t)) - v))")])]),
             Order(positive=[Square(facts=["enough"])], terms=[("equal", "-1", "1")])], before=[
             Have("forall(p, real, forall(q, real, forall(e, real, implies(e > 0, implies(q**2 <= e/(p**2 + 1),"
                  " (p*q)**2 <= e)))))", name="close enough", by=[
                 Take("p", "q", "e"), Have("p**2 + 1 > 0", name="above", by=[Numbers(using=[])]),
                 Have("(p**2 + 1)*q**2 <= e", name="whole", by=[Numbers()]),
                 Order(positive=[Square(facts=["whole"]), Square(root="q")])])])],
    ),
    "series-sum": Source(
        "the partial sums of F[j] + H[j] converge to v + w, where those of F[j] and H[j] converge to v and w",
        "forall(F, real sequence, forall(H, real sequence, forall(G, real sequence, forall(v, real, forall(w, real,"
        " forall(z, real, forall(a, integer, implies(forall(j, integer[a, oo], G[j] == F[j] + H[j]),"
        " implies(z == v + w, implies(tends(Sum(F[j], (j, a, t)), t, v), implies(tends(Sum(H[j], (j, a, t)), t, w),"
        " tends(Sum(G[j], (j, a, t)), t, z))))))))))))",
        [Take("F", "H", "G", "v", "w", "z", "a"), Unfold("given2", name="one"), Unfold("given3", name="other"),
         Converge(), Take("h"),
         Have("forall(t, integer[a - 1, oo], Sum(G[j], (j, a, t)) == Sum(F[j], (j, a, t)) + Sum(H[j], (j, a, t)))",
              name="sums", by=[Induct("t", step=[
                  Use("given", at=["t + 1"], name="term"), Linear(terms=[("IH", "1", "1"), ("term", "1", "1")])])]),
         Have("h/4 > 0", name="part", by=[Numbers()]),
         Use("one", at=["h/4"], premises=[[]], name="soon"), Obtain("soon", "N", label="there"),
         Use("other", at=["h/4"], premises=[[]], name="soon2"), Obtain("soon2", "M", label="there2"),
         Cases("a >= 0", yes=[Witness("N + M + a"), *_both()], no=[Witness("N + M"), *_both()])],
    ),
    "series-drop": Source(
        "the partial sums from a later index on converge to what is left of the limit",
        "forall(F, real sequence, forall(v, real, forall(z, real, forall(a, integer, forall(m, integer,"
        " implies(a <= m, implies(z == v - Sum(F[j], (j, a, m - 1)),"
        " implies(tends(Sum(F[j], (j, a, t)), t, v), tends(Sum(F[j], (j, m, t)), t, z)))))))))",
        [Take("F", "v", "z", "a", "m"), Unfold("given2", name="near"), Converge(), Take("h"),
         Have("forall(t, integer[m - 1, oo], Sum(F[j], (j, m, t)) == Sum(F[j], (j, a, t)) - Sum(F[j], (j, a, m - 1)))",
              name="sums", by=[Induct("t", step=[Linear(terms=[("IH", "1", "1")])])]),
         *_later("near", "h", "m", _moved("Sum(F[j], (j, m, t))"))],
    ),
    "series-add": Source(
        "the partial sums from an earlier index on converge to the limit and the terms before",
        "forall(F, real sequence, forall(v, real, forall(z, real, forall(a, integer, forall(m, integer,"
        " implies(m <= a, implies(z == v + Sum(F[j], (j, m, a - 1)),"
        " implies(tends(Sum(F[j], (j, a, t)), t, v), tends(Sum(F[j], (j, m, t)), t, z)))))))))",
        [Take("F", "v", "z", "a", "m"), Unfold("given2", name="near"), Converge(), Take("h"),
         Have("forall(t, integer[a - 1, oo], Sum(F[j], (j, m, t)) == Sum(F[j], (j, a, t)) + Sum(F[j], (j, m, a - 1)))",
              name="sums", by=[Induct("t", step=[Linear(terms=[("IH", "1", "1")])])]),
         *_later("near", "h", "a", _moved("Sum(F[j], (j, m, t))"))],
    ),
    "series-move": Source(
        "partial sums with a moved index converge to the same limit",
        "forall(F, real sequence, forall(G, real sequence, forall(v, real, forall(a, integer, forall(b, integer,"
        " forall(d, integer, implies(a == b + d, implies(forall(j, integer, G[j] == F[j + d]),"
        " implies(tends(Sum(F[j], (j, a, t)), t, v), tends(Sum(G[j], (j, b, t)), t, v))))))))))",
        [Take("F", "G", "v", "a", "b", "d"), Unfold("given2", name="near"), Converge(), Take("h"),
         Have("forall(t, integer[b - 1, oo], Sum(G[j], (j, b, t)) == Sum(F[j], (j, a, t + d)))", name="sums", by=[
             Induct("t", step=[Use("given1", at=["t + 1"], name="term"),
                               Linear(terms=[("IH", "1", "1"), ("term", "1", "1")])])]),
         Use("near", at=["h"], premises=[[]], name="soon"), Obtain("soon", "N", label="there"),
         Cases("N >= a", yes=[
             Cases("N - d >= 0", name="up", yes=[Witness("N - d"), *_shifted()], no=[Witness("0"), *_shifted()])],
               no=[Cases("b >= 0", name="up", yes=[Witness("b"), *_shifted()], no=[Witness("0"), *_shifted()])])],
    ),
    "abs-quotient": Source(
        "w != 0 -> abs(z/w) == abs(z)/abs(w)",
        "forall(w, complex, forall(z, complex, implies(w != 0, Abs(z/w) == Abs(z)/Abs(w))))",
        [Take("w", "z"), Recall("abs-product", at=["w", "z/w"], name="here"),
         Have("z/w*w == z", name="whole", by=[Numbers(using=["given"])]),
         Rewritten("here", ["whole"], name="sizes", forwards=True),
         Recall("abs-apart", at=["w"], name="apart"),
         Have("forall(a, real, forall(b, real, forall(c, real, implies(c > 0, implies(b == a*c, a == b/c)))))",
              name="divided", by=[Take("a", "b", "c"), Numbers()]),
         Use("divided", at=["Abs(z/w)", "Abs(z)", "Abs(w)"])],
    ),
    "asinh-monotone-weak": Source(
        "a <= b -> asinh(a) <= asinh(b)",
        "forall(a, real, forall(b, real, implies(a <= b, asinh(a) <= asinh(b))))",
        [Take("a", "b"), Cases("a < b", yes=[
            Recall("asinh-monotone", at=["a", "b"], name="up"), Numbers(using=["up"])], no=[
            Have("a == b", name="same", by=[Numbers()]), Numbers(using=["same"])])],
    ),
    "same-growth-up": Source(
        "a sequence that is in the end equal to one that tends to oo tends to oo",
        _GROWTH.replace("<>", "<"), _grown("1"),
    ),
    "same-growth-down": Source(
        "a sequence that is in the end equal to one that tends to -oo tends to -oo",
        _GROWTH.replace("<>", ">"), _grown("-1"),
    ),
}  # fmt: skip
