"""Section 5: the factors of Theorem 3 cannot be improved, in the normal form z = lambda w/sigma, y = eta sigma."""

from verifier.language.script import Have, Negate, Numbers, Rewritten, Set, Split, Take, Use
from verifier.language.script_parts import positive_ratio

from . import paper
from .section_5_steps import NEXT

#: With K = 1 + y (1 - z) one step takes u = 1/z - 1 to (1 - z K^2)/(z K^2).
K = [Set("K", "1 + y*(1 - z)"), Have("K >= 1 and K <= 1 + y", name="K size", by=[
    Split([[], []])])]  # fmt: skip
STEP = [
    *K, Have("z*K**2 > 0", name="zK"),
    Set("U", "1/z - 1"), Set("I", "1/(z*K**2)"),
    Have("U*z == 1 - z", name="U times"),
    Have("I*(z*K**2) == 1", name="I times"),
]  # fmt: skip


@paper.remark("thm-3/best-lower", "The factor of the first bound is the best", where="Section 5, cross-check", provenance="derived")
def best_lower(item):
    item.printed("(not in the paper) If u_{t+1} >= c u_t for one step from everywhere below the limit, then c <= 1 - 2 eta sigma.")
    item.let(y="(0, 1/2]", c="real")
    item.conclude(f"implies(forall(z, (0, 1), 1/({NEXT}) - 1 >= c*(1/z - 1)), c <= 1 - 2*y)", expected="proved", argument=[
        Take(), Negate("more"), Set("g", "c - (1 - 2*y)"), Have("g > 0", name="g above"),
        *positive_ratio("s", "g", "2*(1 + g)", ["g above"]),
        Have("s < 1 and s < g", name="s small", by=[Split([[], []])]),
        Set("z", "1 - s"), Have("z > 0", name="z above"),
        Have("z < 1", name="z below"),
        Use("given", at=["z"], name="step", premises=[[]]), *STEP,
        Have("1 - z*K**2 >= c*(1 - z)*K**2", name="times", by=[
            Rewritten("step", ["K", "I", "U"], name="short"),
            Have("(I - 1 - c*U)*(z*K**2) >= 0", name="product"),
            Have("(I - 1 - c*U)*(z*K**2) == 1 - z*K**2 - c*(1 - z)*K**2", name="written")]),
        Have("1 - z*K**2 <= s*(1 - 2*y + s)", name="expanded", by=[Numbers(using=["K", "z", "s.0", "s small", "y"])]),
        Have("c*s*K**2 > s*(1 - 2*y + s)", name="against", by=[
            Have("1 - 2*y + s < c", name="less"),
            Have("c > 0", name="c above"),
            Have("c*s > s*(1 - 2*y + s)", name="scaled"),
            Have("c*s*K**2 >= c*s", name="wider", by=[
                Have("c*s > 0", name="cs")])]),
        Have("1 - z == s", name="s is"),
        Have("c*(1 - z)*K**2 == c*s*K**2", name="same")])  # fmt: skip
    item.note("Near the limit, z -> 1, one step multiplies u by a factor that tends to 1 - 2y: the constant of Eq. (83)-(85) and (81) in "
              "reading B is sharp for every step-size.")  # fmt: skip


@paper.remark("thm-3/best-upper", "The sharp factor of the second bound", where="Section 5, cross-check", provenance="derived")
def best_upper(item):
    item.printed("(not in the paper) If u_{t+1} <= c u_t for one step from everywhere below the limit, then c >= 1/(1 + eta sigma)^2.")
    item.let(y="(0, 1/2]", c="real")
    item.conclude(f"implies(forall(z, (0, 1), 1/({NEXT}) - 1 <= c*(1/z - 1)), c*(1 + y)**2 >= 1)", expected="proved", argument=[
        Take(), Negate("less"), Set("g", "1 - c*(1 + y)**2"), Have("g > 0", name="g above"),
        *positive_ratio("z", "g", "4*(1 + g)", ["g above"]), Have("z > 0", name="z above"),
        Have("z < 1", name="z below"),
        Have("4*z < g", name="z small"),
        Use("given", at=["z"], name="step", premises=[[]]), *STEP,
        Have("1 - z*K**2 <= c*(1 - z)*K**2", name="times", by=[
            Rewritten("step", ["K", "I", "U"], name="short"),
            Have("(I - 1 - c*U)*(z*K**2) <= 0", name="product"),
            Have("(I - 1 - c*U)*(z*K**2) == 1 - z*K**2 - c*(1 - z)*K**2", name="written")]),
        Have("K**2 <= (1 + y)**2 and (1 + y)**2 < 4", name="square", by=[Split([[], []])]),
        Have("z*K**2 < g", name="short step"),
        Have("4*z < 1", name="z tiny"),
        Have("z*K**2 < 1", name="shorter"),
        Have("c > 0", name="c above", by=[Negate("not above"), Have("(1 - z)*K**2 > 0", name="factor"),
                                          Have("c*((1 - z)*K**2) <= 0", name="product")]),
        Have("c*(1 - z)*K**2 <= c*(1 + y)**2", name="bound", by=[
            Have("(1 - z)*K**2 <= (1 + y)**2", name="factor")])])  # fmt: skip
    item.note("Near 0 one step multiplies u by a factor that tends to 1/(1 + y)^2, the constant of eq-92-sharp; 1 - 2y + 3y^2 of Eq. (90)-(92) "
              "is larger and can be improved to it.")  # fmt: skip
