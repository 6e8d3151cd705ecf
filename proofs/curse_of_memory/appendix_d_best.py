"""Appendix D: the spaces V_n, Kammler's theorem on best approximations in them, and the minimisers that it gives."""

from verifier.language.script import Cases, Contradict, Have, Obtain, Rewritten, Split, Take, Use, Witness

from . import paper
from .lemmas.exponential_chains import CHAINS_OF_POWERS, CHAINS_OF_SUMS, LONGER_CHAINS
from .minimisers import TARGET, distance, distinct, has_minimiser, in_index_set, in_space, model

#: rho is completely monotonic on (0, oo): F_k(s) is its k-th derivative at e^s, for k = 0, ..., N and every N.
MONOTONIC = (f"forall(N, positive integer, exists(F, matrix(N+1, 1) curve, forall(t, positive, F[log(t)][0, 0] == {TARGET}"
             " and forall(k, integer[0, N], (-1)**k*F[log(t)][k, 0] >= 0)) and forall(s, real, forall(k, integer[0, N-1],"
             " diff(F[s], s)[k, 0] == exp(s)*F[s][k+1, 0]))))")  # fmt: skip
ENERGY = f"exists(E, real, {distance(TARGET, 'E')})"
#: No member of V_n is nearer to the target than the square root of d.
NEAREST = f"forall(y, real curve, forall(e, real, implies({in_space('n', 'y[t]')} and {distance(f'y[t] - {TARGET}', 'e')}, d <= e)))"
BEST = f"{in_space('n', 'v[t]')} and {distance(f'v[t] - {TARGET}', 'd')} and {NEAREST}"


def transform(weight, value):
    """The integral of weight(t) rho(t) over [0, oo) is `value`."""
    return (f"exists(G, real curve, G[0] == 0 and forall(t, [0, oo), diff(G[t], t) == ({weight})*{TARGET})"
            f" and forall(h, positive, exists(T, nonnegative, forall(t, [T, oo), Abs(G[t] - {value}) <= h))))")  # fmt: skip


INTERPOLATES = (f"forall(j, integer[0, n-1], {transform('exp(-w[j]*t)', 'Sum(a[i]/(w[i] + w[j]), (i, 0, n-1))')}"
                f" and {transform('t*exp(-w[j]*t)', 'Sum(a[i]/(w[i] + w[j])**2, (i, 0, n-1))')})")  # fmt: skip
KAMMLER = (f"forall(R, real curve, forall(n, positive integer, implies({MONOTONIC} and {ENERGY}, exists(v, real curve, exists(d, real, {BEST}))"
           f" and implies(not {in_space('n', TARGET)}, forall(v, real curve, forall(d, real, implies({BEST}, exists(a, positive sequence,"
           f" exists(w, positive sequence, {distinct('n', 'w')} and forall(t, [0, oo), v[t] == {model('n', 'a', 'w')}) and {INTERPOLATES})))))))))")  # fmt: skip


def wider(member):
    """From V_p to V_n: the chain becomes longer, its rates stay."""
    return [
        Obtain(member, "w", label="w"), Obtain("w.1", "U", label="U"),
        Use("longer chains", at=["n", "p", ("w[j]", "j"), ("U[t]", "t")], name="longer", premises=[[
            Take("t"), Use("U", at=["t"], premises=[[]], name="now"), Split([[Use("now.1")], [Use("now.2")]])]]), Obtain("longer", "Z", label="Z"),
        Witness("w[j]", index="j"), Split([[Use("w.0")], [
            Witness("Z[t]", index="t"), Take("t"), Use("Z", at=["t"], premises=[[]], name="then"), Use("U", at=["t"], premises=[[]], name="now"),
            Split([[Rewritten("now.0", ["then.0"], name="start"), Use("start")], [Use("then.1")], [Use("then.2")]])]])]  # fmt: skip


@paper.equation("eq-141", "The closure of exponential sums", where="Appendix D, Eq. (141)", provenance="recalled")
def closure(item):
    item.printed("V_n(R_+) = {v: prod_j (D + w_j) v = 0 for some w_j > 0}; V_n is contained in V_(n+1).")
    item.conclude(
        f"forall(n, positive integer, forall(p, integer[1, n], forall(x, real curve, implies({in_space('p', 'x[t]')}, {in_space('n', 'x[t]')})))"
        f" and forall(a, real sequence, forall(u, positive sequence, {in_space('n', model('n', 'a', 'u'))}))"
        f" and forall(k, integer[0, n-1], forall(s, positive, {in_space('n', 't**k*exp(-s*t)')})))", expected="proved", argument=[
            LONGER_CHAINS, CHAINS_OF_SUMS, CHAINS_OF_POWERS, Take("n"), Split([
                [Take("p", "x"), *wider("given")],
                [Take("a", "u"), Use("chains of sums", at=[("a[i]", "i"), ("u[i]", "i"), "n"], name="sum"), Witness("u[i]", index="i"), Split([[], [Use("sum")]])],
                [Take("k", "s"), Use("chains of powers", at=["s", "k"], name="power"), Obtain("power", "U", label="U"),
                 Use("longer chains", at=["n", "k+1", ("s", "j"), ("U[t]", "t")], name="longer", premises=[[
                     Take("t"), Use("U", at=["t"], name="now"), Split([[Use("now.2")], [Use("now.3")]])]]), Obtain("longer", "Z", label="Z"),
                 Witness("s", index="j"), Split([[], [Witness("Z[t]", index="t"), Take("t"), Use("Z", at=["t"], premises=[[]], name="then"), Use("U", at=["t"], name="now"),
                     Split([[Rewritten("now.0", ["then.0"], name="start"), Use("start")], [Use("then.1")], [Use("then.2")]])]])],
            ])])  # fmt: skip
    item.note("A definition, as a chain: v lies in V_n where there are rates w_j > 0 and functions u_0 = v, u_(j+1) = (D + w_j) u_j with u_n = 0, on [0, oo); the first n "
              "rates of the sequence w count. Every member is smooth, so a curve. Said of it, for all n: V_p is contained in V_n for p <= n; every sum of n exponentials "
              "with positive rates, equal or not, and any amplitudes lies in V_n; so does t^k e^(-s t) for k < n and s > 0.")


@paper.remark("fn-14", "Outside one space, outside the smaller ones", where="Appendix D, Theorem D.6, footnote 14", provenance="recalled")
def smaller_spaces(item):
    item.printed("rho not in V_n implies rho not in V_n' for n' <= n.")
    item.let(R="real curve", n="positive integer")
    item.conclude(f"implies(not {in_space('n', TARGET)}, forall(p, integer[1, n], not {in_space('p', TARGET)}))", expected="proved", argument=[
        LONGER_CHAINS, Take(), Take("p"), Cases(in_space("p", TARGET), name="smaller", yes=[
            Have(in_space("n", TARGET), name="larger", by=wider("smaller")), Contradict("larger", [Use("given")])])])  # fmt: skip
    item.note("For every continuous target rho = R'.")


@paper.cited("thm-D.4", "Best approximations of completely monotonic functions", where="Appendix D, Theorem D.4, cited", provenance="recalled")
def kammler(item):
    item.printed("For completely monotonic rho a best L^2 approximation in V_n exists; if rho is not in V_n, every one is non-degenerate with "
                 "positive amplitudes and satisfies L[vhat](what_j) = L[rho](what_j), L[vhat]'(what_j) = L[rho]'(what_j).")  # fmt: skip
    item.cites("Kammler 1979a")
    item.conclude(KAMMLER)
    item.note("The whole statement, for every n and rho = R' with a finite norm. d is the squared distance; L[vhat](s) = sum_i ahat_i/(what_i + s).")


@paper.theorem("thm-D.5", "Non-degenerate minimisers exist", where="Appendix D, Theorem D.5, Eqs. (146), (147)", provenance="recalled")
def exist(item):
    item.printed("rho completely monotonic and not in V_n: J_n has non-degenerate global minimisers.")
    item.let(R="real curve", n="positive integer")
    item.conclude(f"implies({MONOTONIC} and {ENERGY} and not {in_space('n', TARGET)}, {has_minimiser('n')})", because=["eq-141", "thm-D.4"], argument=[
        Take(), Use("cited:thm-D.4", at=[("R[t]", "t"), "n"], premises=[[Split([[Use("given.0")], [Use("given.1")]])]], name="Kammler"),
        Use("cited:eq-141", at=["n"], name="space"), Obtain("Kammler.0", "v", label="there is d"), Obtain("there is d", "d", label="best"),
        Use("Kammler.1", premises=[[Use("given.2")]], name="every"),
        Use("every", at=[("v[t]", "t"), "d"], premises=[[Split([[Use("best.0")], [Use("best.1")], [Use("best.2")]])]], name="there is a"),
        Obtain("there is a", "a", label="a"), Obtain("a.1", "w", label="w"),
        Witness("a[i]", index="i"), Witness("w[i]", index="i"), Split([[Use("w.0")], [Witness("d"), Split([
            [Take("i"), Use("a.0", at=["i"], name="sign")], [Use("w.1.0")],
            [Obtain("best.1", "L", label="L"), Witness("L[t]", index="t"), Split([[Use("L.0")], [
                Take("t"), Use("L.1", at=["t"], premises=[[]], name="now"), Use("w.1.1", at=["t"], premises=[[]], name="value"),
                Rewritten("now", ["value"], name="done", forwards=True), Use("done")], [Use("L.2")]])],
            [Take("b", "u", "e"), Use("best.2", at=[(model("n", "b", "u"), "t"), "e"], premises=[[Split([
                [Use("space.1", at=[("b[i]", "i"), ("u[i]", "i")])], [Use("given1")]])]])],
        ])]])],
        expected="proved")  # fmt: skip
    item.note("The printed step is A_n within B_n within V_n, (146), (147): the best approximation in V_n is a sum of n exponentials with different rates and "
              "amplitudes that are not 0, and no other sum is nearer, as every sum with positive rates lies in V_n (Eq. (141)). The conclusion is Definition D.2: "
              "amplitudes a, rates w and the value d = J_n(a, w), which is the least of all. By Theorem D.4, which is cited, even a_i > 0.")
    item.note("The three conditions on the target are the premise of the implication. That (1 + t)^(-p), p > 1/2, meets them for every n is rem-D.7-norm, "
              "rem-D.7-monotonic and rem-D.7-outside; Remark D.7 also names positive sums of more than n exponentials.")


@paper.remark("thm-D.5-below", "Minimisers for all smaller widths", where="Appendix D, Theorems D.5 and D.6", provenance="derived")
def exist_below(item):
    item.printed("(not in the paper) rho completely monotonic and not in V_n: n lies in N_rho; J_k has non-degenerate global minimisers for every k <= n.")
    item.let(R="real curve", n="positive integer")
    item.conclude(f"implies({MONOTONIC} and {ENERGY} and not {in_space('n', TARGET)}, {in_index_set('n')})", because=["fn-14", "thm-D.5"], argument=[
        Take(), Use("cited:fn-14", at=[("R[t]", "t"), "n"], premises=[[Use("given.2")]], name="smaller"), Take("k"), Use("smaller", at=["k"], name="outside"),
        Use("cited:thm-D.5", at=[("R[t]", "t"), "k"], premises=[[Split([[Use("given.0")], [Use("given.1")], [Use("outside")]])]])], expected="proved")  # fmt: skip
    item.note("So sup N_rho is at least n_rho, the supremum of the n with rho not in V_n, as Theorem D.6 uses it.")
