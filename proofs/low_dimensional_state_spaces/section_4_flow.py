"""Section 4.1 and Appendix E.1: gradient flow keeps what is balanced balanced."""

from verifier.claims.script import Bounded, Have, Inside, Linear, Numbers, Obtain, Order, Square, Take, Use, Vanish
from verifier.theory.flows import GRONWALL
from verifier.theory.norms import PRODUCT

from . import paper
from .notation import flow

STAYS = [
    PRODUCT,
    GRONWALL,
    Have("forall(X, matrix(d, d), forall(Z, matrix(d, 1),"
         " trace(Z.T*X*Z) <= (1 + trace(X.T*X))*trace(Z.T*Z)))", name="form", by=[
             Take("X", "Z"),
             Use("norm of a product", at=["d", "d", "1", "X", "Z"], name="product"),
             Have("trace(X.T*X) >= 0", name="norm of X"),
             Order(positive=[Square(root="Z - X*Z", weight="1/2"), Square(facts=["product"], weight="1/2"),
                             Square(root="Z", weight="1/2"), Square(root="Z", facts=["norm of X"], weight="1/2")]),
         ]),
    Have("forall(t, [0, oo), diff(B[t], t) - diff(C[t], t).T == S(t)*Y(t)/2)", name="motion"),
    Take("T"),
    Bounded("1 + trace(S(t).T*S(t))", "t", "0", "T", name="bounded"),
    Obtain("bounded", "M", label="bound"),
    Use("gronwall", at=[("trace(Y(t).T*Y(t))", "t"), "M", "T"], name="growth", premises=[[], [
        Take("t"),
        Use("form", at=["S(t)", "Y(t)"], name="form now"),
        Use("motion", at=["t"], name="motion now"),
        Use("bound", at=["t"], name="bound now"),
        Order(positive=[Square(root="Y(t)", facts=["bound now"]), Square(facts=["form now"])],
              terms=[("motion now", "-2*Y(t).T", "1")]),
    ]]),
    Have("trace(Y(0).T*Y(0)) == 0", name="start"),
    Have("trace(Y(T).T*Y(T)) <= 0", name="end", by=[Numbers(using=["growth", "start"])]),
    Vanish("end", squares=[Square(root="Y(T)", name="zero")]),
    Linear(terms=[Inside("zero", "-HOLE.T")]),
]


@paper.lemma("lemma-6", "Gradient flow preserves balancedness", where="Section 4.1, Lemma 6", provenance="printed")
def balancedness(item):
    item.printed("Gradient flow from a balanced initialisation stays balanced at all times.")
    item.use(flow)
    item.define("Y(t) := B[t] - C[t].T", "S(t) := 4*Sum((C[t]*A[t]**i*B[t] - w(i))*A[t]**i, (i, 0, k-1))")
    item.suppose("symmetric", "forall(t, [0, oo), A[t].T == A[t])")
    item.suppose("balanced at the start", "C[0] == B[0].T")
    item.conclude("forall(t, [0, oo), C[t] == B[t].T)", argument=STAYS, expected="proved")
