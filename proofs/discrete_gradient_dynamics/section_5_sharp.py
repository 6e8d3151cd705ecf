"""Section 5: the factors of Theorem 3 cannot be improved, in the normal form z = lambda w/sigma, y = eta sigma."""

from verifier.language.script import Have, Negate, Numbers, Rewritten, Split, Take, Use
from verifier.library.real_numbers import named_number, positive_ratio

from . import paper
from .section_5_steps import NEXT

#: With K = 1 + y (1 - z) one step takes u = 1/z - 1 to (1 - z K^2)/(z K^2).
K = [*named_number("K", "1 + y*(1 - z)"), Have("K >= 1 and K <= 1 + y", name="K size", by=[
    Split([[Numbers(using=["K", "y", "z below"])], [Numbers(using=["K", "y", "z above"])]])])]  # fmt: skip
STEP = [
    *K, Have("z*K**2 > 0", name="zK", by=[Numbers(using=["z above", "K size"])]),
    *named_number("U", "1/z - 1"), *named_number("I", "1/(z*K**2)"),
    Have("U*z == 1 - z", name="U times", by=[Numbers(using=["U", "z above"])]),
    Have("I*(z*K**2) == 1", name="I times", by=[Numbers(using=["I", "zK"])]),
]  # fmt: skip


@paper.remark("thm-3/best-lower", "The factor of the first bound is the best", where="Section 5, cross-check", provenance="derived")
def best_lower(item):
    item.printed("(not in the paper) If u_{t+1} >= c u_t for one step from everywhere below the limit, then c <= 1 - 2 eta sigma.")
    item.let(y="(0, 1/2]", c="real")
    item.conclude(f"implies(forall(z, (0, 1), 1/({NEXT}) - 1 >= c*(1/z - 1)), c <= 1 - 2*y)", expected="proved", argument=[
        Take(), Negate("more"), *named_number("g", "c - (1 - 2*y)"), Have("g > 0", name="g above", by=[Numbers(using=["g", "more"])]),
        *positive_ratio("s", "g", "2*(1 + g)", ["g above"]),
        Have("s < 1 and s < g", name="s small", by=[Split([[Numbers(using=["s.0", "s.1", "g above"])], [Numbers(using=["s.0", "s.1", "g above"])]])]),
        *named_number("z", "1 - s"), Have("z > 0", name="z above", by=[Numbers(using=["z", "s small"])]),
        Have("z < 1", name="z below", by=[Numbers(using=["z", "s.0"])]),
        Use("given", at=["z"], name="step", premises=[[Numbers(using=["z above", "z below"])]]), *STEP,
        Have("1 - z*K**2 >= c*(1 - z)*K**2", name="times", by=[
            Rewritten("step", ["K", "I", "U"], name="short"),
            Have("(I - 1 - c*U)*(z*K**2) >= 0", name="product", by=[Numbers(using=["short", "zK"])]),
            Have("(I - 1 - c*U)*(z*K**2) == 1 - z*K**2 - c*(1 - z)*K**2", name="written", by=[Numbers(using=["I times", "U times"])]),
            Numbers(using=["product", "written"])]),
        Have("1 - z*K**2 <= s*(1 - 2*y + s)", name="expanded", by=[Numbers(using=["K", "z", "s.0", "s small", "y"])]),
        Have("c*s*K**2 > s*(1 - 2*y + s)", name="against", by=[
            Have("1 - 2*y + s < c", name="less", by=[Numbers(using=["g", "s small"])]),
            Have("c > 0", name="c above", by=[Numbers(using=["less", "s.0", "y"])]),
            Have("c*s > s*(1 - 2*y + s)", name="scaled", by=[Numbers(using=["less", "s.0"])]),
            Have("c*s*K**2 >= c*s", name="wider", by=[
                Have("c*s > 0", name="cs", by=[Numbers(using=["c above", "s.0"])]), Numbers(using=["cs", "K size"])]),
            Numbers(using=["scaled", "wider"])]),
        Have("1 - z == s", name="s is", by=[Numbers(using=["z"])]),
        Have("c*(1 - z)*K**2 == c*s*K**2", name="same", by=[Numbers(using=["s is"])]),
        Numbers(using=["times", "expanded", "against", "same"])])  # fmt: skip
    item.note("Near the limit, z -> 1, one step multiplies u by a factor that tends to 1 - 2y: the constant of Eq. (83)-(85) and (81) in "
              "reading B is sharp for every step-size.")  # fmt: skip


@paper.remark("thm-3/best-upper", "The sharp factor of the second bound", where="Section 5, cross-check", provenance="derived")
def best_upper(item):
    item.printed("(not in the paper) If u_{t+1} <= c u_t for one step from everywhere below the limit, then c >= 1/(1 + eta sigma)^2.")
    item.let(y="(0, 1/2]", c="real")
    item.conclude(f"implies(forall(z, (0, 1), 1/({NEXT}) - 1 <= c*(1/z - 1)), c*(1 + y)**2 >= 1)", expected="proved", argument=[
        Take(), Negate("less"), *named_number("g", "1 - c*(1 + y)**2"), Have("g > 0", name="g above", by=[Numbers(using=["g", "less"])]),
        *positive_ratio("z", "g", "4*(1 + g)", ["g above"]), Have("z > 0", name="z above"),
        Have("z < 1", name="z below", by=[Numbers(using=["z.0", "z.1", "g above"])]),
        Have("4*z < g", name="z small", by=[Numbers(using=["z.0", "z.1", "g above"])]),
        Use("given", at=["z"], name="step", premises=[[Numbers(using=["z above", "z below"])]]), *STEP,
        Have("1 - z*K**2 <= c*(1 - z)*K**2", name="times", by=[
            Rewritten("step", ["K", "I", "U"], name="short"),
            Have("(I - 1 - c*U)*(z*K**2) <= 0", name="product", by=[Numbers(using=["short", "zK"])]),
            Have("(I - 1 - c*U)*(z*K**2) == 1 - z*K**2 - c*(1 - z)*K**2", name="written", by=[Numbers(using=["I times", "U times"])]),
            Numbers(using=["product", "written"])]),
        Have("K**2 <= (1 + y)**2 and (1 + y)**2 < 4", name="square", by=[Split([[Numbers(using=["K size", "y"])], [Numbers(using=["y"])]])]),
        Have("z*K**2 < g", name="short step", by=[Numbers(using=["square", "z small", "z above"])]),
        Have("4*z < 1", name="z tiny", by=[Numbers(using=["z.0", "z.1", "g above"])]),
        Have("z*K**2 < 1", name="shorter", by=[Numbers(using=["square", "z tiny", "z above"])]),
        Have("c > 0", name="c above", by=[Negate("not above"), Have("(1 - z)*K**2 > 0", name="factor", by=[Numbers(using=["z below", "K size"])]),
                                          Have("c*((1 - z)*K**2) <= 0", name="product", by=[Numbers(using=["factor", "not above"])]),
                                          Numbers(using=["times", "shorter", "product"])]),
        Have("c*(1 - z)*K**2 <= c*(1 + y)**2", name="bound", by=[
            Have("(1 - z)*K**2 <= (1 + y)**2", name="factor", by=[Numbers(using=["square", "z above", "z below"])]),
            Numbers(using=["factor", "c above"])]),
        Numbers(using=["times", "bound", "short step", "g"])])  # fmt: skip
    item.note("Near 0 one step multiplies u by a factor that tends to 1/(1 + y)^2, the constant of eq-92-sharp; 1 - 2y + 3y^2 of Eq. (90)-(92) "
              "is larger and can be improved to it.")  # fmt: skip
