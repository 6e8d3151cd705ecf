"""Appendix A, Eq. (32): H_t(x) is continuous in t, for every signal x in C_0."""

from verifier.language.script import (
    Cases,
    Compact,
    Have,
    Numbers,
    Obtain,
    Order,
    Rewritten,
    Set,
    Split,
    Square,
    Take,
    Use,
    Witness,
)
from verifier.language.script_parts import positive_ratio
from verifier.library.short_names import BOX

from . import paper
from .section_3_families import FAMILY, FUNCTIONALS, SIGNALS, below_one, output, signal
from .section_4_theorem import SHIFTS


def apart(label, first, second):
    """|x_q - x_r|^2."""
    return f"norm2({signal(label, first)} - {signal(label, second)})"


NEAR_R = f"forall(q, real, implies((q - r)**2 <= rad, {apart('l', 'q', 'r')} <= h))"
#: |a - b|^2 <= 2 |a - c|^2 + 2 |b - c|^2 for matrices, with c = 0 too.
PAIR = Have("forall(f, matrix(d, 1), forall(g, matrix(d, 1), forall(z, matrix(d, 1), forall(y, real, implies(norm2(f - z) <= y/4 and norm2(g - z) <= y/4, norm2(f - g) <= y)))))", name="pair", by=[
    Take("f", "g", "z", "y")])  # fmt: skip
LESS = Have("forall(xx, positive, forall(yy, positive, exists(w, positive, w <= xx and w <= yy)))", name="less", by=[
    Take("xx", "yy"), Cases("xx <= yy", yes=[Witness("xx"), Split([[], [Split([[], []])]])], no=[Witness("yy"), Split([[], [Split([[], []])]])])])  # fmt: skip

def far(side, where):
    """Both x_q and x_r are small where r is far out on one side, by the facts of `UNIFORM`."""
    return [
        *(step for p in "qr" for step in (
            Use(f"N{side}.1", at=[p], premises=[[]], name=f"small {p}"), Set(f"n{p}", f"norm2({signal('l', p)})"),
            Have(f"n{p} <= h/4", name=f"n{p} small"), Rewritten(f"n{p} small", [f"n{p}"], name=f"{p} is small", forwards=True))),
        Use("pair", at=[signal("l", "q"), signal("l", "r"), "zeros(d, 1)", "h"], premises=[[Split([
            [], []])]])]  # fmt: skip


#: A signal is uniformly continuous: by compactness on [-T, T], and small outside.
UNIFORM = f"forall(l, real, forall(h, positive, exists(w, positive, forall(r, real, forall(q, real, implies((q - r)**2 <= w, {apart('l', 'q', 'r')} <= h))))))"
UNIFORMLY = [
    Take("l", "h"), Use("given.0", at=["l"], name="member"),
    *(step for side in (1, 2) for step in (Use(f"member.{side}", at=["h/4"], premises=[[]], name=f"late {side}"), Obtain(f"late {side}", f"N{side}", label=f"N{side}"))),
    Compact(NEAR_R, "r", "rad", "-(N1 + N2 + 1)", "N1 + N2 + 1", name="inside", local=[
        Take("c"), Use("member.0", at=["c", "h/4"], premises=[[]], name="near"), Obtain("near", "w", label="w"),
        Witness("w**2/4"), Split([[], [Take("r", "q"),
            Use("box", at=["r - c", "w/2"], premises=[[Split([[], []])]], name="r in"),
            Use("box", at=["q - r", "w/2"], premises=[[Split([[], []])]], name="q in"),
            Use("w.1", at=["r"], premises=[[Split([[], []])]], name="at r"),
            Use("w.1", at=["q"], premises=[[Split([[], []])]], name="at q"),
            Use("pair", at=[signal("l", "q"), signal("l", "r"), signal("l", "c"), "h"], premises=[[Split([[], []])]])]])],
        smaller=[Take("r", "rad", "small", "q"), Use("given2.3", at=["q"], premises=[[]])]),
    Obtain("inside", "rad", label="rad"), Use("less", at=["rad", "1"], premises=[[], []], name="a radius"), Obtain("a radius", "w", label="w"), Witness("w"), Split([[], [
        Take("r", "q"), Use("box", at=["q - r", "1"], premises=[[Split([[], []])]], name="near"),
        Cases("-(N1 + N2 + 1) <= r and r <= N1 + N2 + 1", name="inside now", yes=[
            Use("rad.1", at=["r", "q"], premises=[[], []])], no=[
            Cases("r > N1 + N2 + 1", name="right", yes=far(1, "right"), no=[
                Have("r < -(N1 + N2 + 1)", name="left", by=[Numbers(using=["inside now", "right"])]), *far(2, "left")])])]])]  # fmt: skip


@paper.remark("signals-uniform", "Signals are uniformly continuous", where="Appendix A, Eq. (32), in its proof", provenance="derived")
def uniformly(item):
    item.printed("Every x in C_0(R, R^d) is uniformly continuous.")
    item.let(d="positive integer", x="matrix(d, 1) function of matrix(2, 1)")
    item.conclude(f"implies({SIGNALS}, {UNIFORM})", argument=[BOX, PAIR, LESS, Take(), *UNIFORMLY], expected="proved")
    item.note("For x = x^(l), any l. By compactness on [-T, T], and small outside.")


def slope(curve, at):
    return f"diff({curve}[g], (g, {at}))"


def together(parts, bound):
    """|c (a - b)|^2 <= h from |a|^2 <= y, |b|^2 <= y, 4 (1 + c^2) y = h; the facts `parts` say so of signals, which Z1, Z2 are."""
    a, b = parts
    return Order(positive=[Square(root=f"c*({a} + {b})"), Square(root="c", facts=["first"], weight="2"), Square(root="c", facts=["second"], weight="2"), Square(facts=["y.0"], weight="4")],
                 terms=[("y.1", "-1", "1")], rewrite=bound)  # fmt: skip


#: A multiple of a difference of signals is a signal.
DIFFERENCES = f"forall(j, real, forall(k, real, forall(c, real, exists(l, real, forall(s, real, {signal('l', 's')} == c*({signal('j', 's')} - {signal('k', 's')}))))))"
DIFFERENCE = [
    Take("j", "k", "c"), Use("given.0", at=["j"], name="one"), Obtain("one.3", "Z1", label="Z1"), Use("given.0", at=["k"], name="two"), Obtain("two.3", "Z2", label="Z2"),
    Have("4*(1 + c**2) > 0", name="factor"),
    Use("given.1", at=[("c*(Z1[q] - Z2[q])", "q")], name="there is l", premises=[[Split([
        [Take("r", "h"), *positive_ratio("y", "h", "4*(1 + c**2)", ["given1", "factor"]),
         Use("one.0", at=["r", "y"], premises=[[]], name="near 1"), Obtain("near 1", "w1", label="w1"), Use("two.0", at=["r", "y"], premises=[[]], name="near 2"), Obtain("near 2", "w2", label="w2"),
         Use("less", at=["w1", "w2"], premises=[[], []], name="a radius"), Obtain("a radius", "w", label="w"), Witness("w"), Split([[], [
            Take("q"), Use("w1.1", at=["q"], premises=[[Split([[], []])]], name="first"),
            Use("w2.1", at=["q"], premises=[[Split([[], []])]], name="second"),
            *(Use(f"Z{i}", at=[at], name=f"Z{i} {at}") for i in (1, 2) for at in "qr"),
            together([f"{slope('Z1', 'q')} - {slope('Z1', 'r')}", f"{slope('Z2', 'q')} - {slope('Z2', 'r')}"], ["Z1 q", "Z1 r", "Z2 q", "Z2 r"])]])],
        *([Take("h"), *positive_ratio("y", "h", "4*(1 + c**2)", ["given1", "factor"]),
           Use(f"one.{side}", at=["y"], premises=[[]], name="late 1"), Obtain("late 1", "N1", label="N1"), Use(f"two.{side}", at=["y"], premises=[[]], name="late 2"), Obtain("late 2", "N2", label="N2"),
           Witness("N1 + N2"), Split([[], [
               Take("s"), Use("Z1", at=["s"], name="Z1 s"), Use("Z2", at=["s"], name="Z2 s"),
               *(step for i, (label, name) in enumerate((("j", "first"), ("k", "second")), 1) for step in (
                   Use(f"N{i}.1", at=["s"], premises=[[]], name=f"small {i}"), Set(f"n{i}", f"norm2({signal(label, 's')})"),
                   Have(f"n{i} <= y", name=f"n{i} small"), Rewritten(f"n{i} small", [f"n{i}"], name=name, forwards=True))),
               Set("n", f"norm2(c*({slope('Z1', 's')} + (-{slope('Z2', 's')})))"),
               Have("n >= 0 and n <= h", name="n in", by=[Split([[Order(positive=[Square(root=f"c*({slope('Z1', 's')} - {slope('Z2', 's')})")], terms=[("n", "1", "1")])], [
                   Have(f"norm2(c*({slope('Z1', 's')} + (-{slope('Z2', 's')}))) <= h", name="bound", by=[together([slope("Z1", "s"), slope("Z2", "s")], ["Z1 s", "Z2 s"])]), Rewritten("bound", ["n"], name="done"), Use("done")]])]),
               Have("Abs(n) <= h", name="modulus"), Rewritten("modulus", ["n"], name="done", forwards=True), Use("done")]])] for side in (1, 2))])]]),
    Obtain("there is l", "l", label="l"), Witness("l"), Take("s"), Use("l", at=["s"], name="now"), Use("Z1", at=["s"], name="Z1 s"), Use("Z2", at=["s"], name="Z2 s")]  # fmt: skip


@paper.remark("signals-differences", "Multiples of differences of signals", where="Appendix A, Eq. (32), in its proof", provenance="derived")
def differences(item):
    item.printed("c (x - z) lies in C_0(R, R^d) for x and z in it.")
    item.let(d="positive integer", x="matrix(d, 1) function of matrix(2, 1)")
    item.conclude(f"implies({SIGNALS}, {DIFFERENCES})", argument=[LESS, Take(), *DIFFERENCE], expected="proved")


@paper.remark("eq-32", "Continuity in time", where="Appendix A, Lemma A.1, Eq. (32)", provenance="recalled")
def continuity(item):
    item.printed("t -> H_t(x) is continuous for every x in X.")
    item.let(**FUNCTIONALS)
    item.conclude(f"implies({FAMILY}, forall(l, real, forall(t, real, forall(e, positive, exists(w, positive, forall(u, [t - w, t + w], Abs({output('l', 'u')} - {output('l', 't')}) <= e))))))", because=["signals-uniform", "signals-differences"], argument=[
        Take(), *(Use(f"cited:{name}", at=["d", ("x[q]", "q")], premises=[[Split([[], []])]], name=label) for name, label in (("signals-uniform", "uniform"), ("signals-differences", "differences"))), SHIFTS, Take("l", "t", "e"), Use("given.2", at=["0"], name="at 0"), Obtain("at 0.1", "C", label="C"),
        *positive_ratio("c", "C", "e", ["C.0", "given1"]), Have("c**2 > 0", name="square"), *positive_ratio("y", "1", "c**2", ["square"]),
        Use("uniform", at=["l", "y"], premises=[[]], name="there is W"), Obtain("there is W", "W", label="W"), *positive_ratio("w", "W", "1 + W", ["W.0"]), Witness("w"), Split([[], [
            Take("u"), Have("(u - t)**2 <= W", name="near", by=[Have("w <= 1 and w <= W", name="w less", by=[Split([[], []])]),
                Have("w**2 <= W", name="w square"), Have("(u - t)**2 <= w**2", name="u square")]),
            *(step for name, time in (("k1", "u"), ("k2", "t")) for step in (
                Use("moved", at=["l", time], name=f"there is {name}"), Obtain(f"there is {name}", name, label=name),
                Have(f"{output('l', time)} == {output(name, '0')}", name=f"value {name}", by=[
                    Use("given.3", at=["l", name, time, f"-{time}"], premises=[[Take("s"), Use(name, at=["s"], name="now")]], name="value")]))),
            Use("differences", at=["k1", "k2", "c"], name="there is k"), Obtain("there is k", "k", label="k"),
            Have(below_one("k"), name="unit", by=[
                Take("r", "i"), Use("k", at=["r"], name="k now"), Use("k1", at=["r"], name="k1 now"), Use("k2", at=["r"], name="k2 now"),
                Use("W.1", at=["r + t", "r + u"], premises=[[]], name="close"),
                Have(f"norm2({signal('k', 'r')}) <= 1", name="size", by=[Order(positive=[Square(root="c", facts=["close"])], terms=[("y.1", "-1", "1")], rewrite=["k now", "k1 now", "k2 now"])]),
                Set("z", f"{signal('k', 'r')}[i, 0]"),
                Have("z**2 <= 1", name="z square", by=[Order(positive=[Square(root=f"{signal('k', 'r')} - {signal('k', 'r')}[i, 0]*basis(d, i)"), Square(facts=["size"])], terms=[("z", f"-z - {signal('k', 'r')}[i, 0]", "1")])]),
                Have("Abs(z) <= 1", name="modulus"), Rewritten("modulus", ["z"], name="done", forwards=True), Use("done")]),
            Use("at 0.0", at=["k1", "k2", "k", "c", "-c"], premises=[[Take("s"), Use("k", at=["s"], name="now")]], name="linear"),
            Use("C.1", at=["k"], premises=[[]], name="bound"), Set("z", output("k", "0")), Set("a", output("l", "u")), Set("b", output("l", "t")),
            Have("z == c*(a - b)", name="z is"),
            Have("Abs(z) <= c*e", name="z size", by=[Rewritten("bound", ["z"], name="in z")]),
            Have("Abs(a - b) <= e", name="within", by=[
                Have("-c*e <= c*(a - b) and c*(a - b) <= c*e", name="both", by=[Split([[], []])]),
                Have("-e <= a - b and a - b <= e", name="in", by=[Split([[], []])])]),
            Rewritten("within", ["a", "b"], name="done", forwards=True), Use("done")]])],
        expected="proved")  # fmt: skip
    item.note("For the families of Lemma A.1: H_u(x) - H_t(x) = H_0(x_(.+u) - x_(.+t)), where signals are uniformly continuous and H_0 is bounded. No measure is needed.")
