"""Appendix E.4: exponents, constants and probabilities of the near-zero initialisation, as printed."""

from . import paper

RATES = {"c1": "positive", "c2": "positive", "c3": "positive", "c4": "positive", "w0": "positive", "c": "positive",
         "epsilon": "(0, 1)"}  # fmt: skip
NOTE = ("exp(a ln(1/eps^0.5)) = eps^(-a/2): the logarithm belongs to the exponent. Printed is the product of eps^0.5 (or its "
        "inverse) and exp(a), which agrees with it for a = 1 at most at one eps.")


@paper.equation("E.52", "What is left of Y", where="Appendix E.4, Eq. (E.52)", provenance="printed")
def decay(item):
    item.printed("At t = C ln(1/eps^0.5): c_1 eps^2 exp(-2 w_0 C ln(1/eps^0.5)) + c_2 eps^2.5 = "
                 "(c_1 exp(-2 w_0 C) + c_2) eps^2.5.")  # fmt: skip
    item.leads_to("E.54", "lemma-E.12")
    item.let(**RATES)
    left = "c1*epsilon**2*exp(-2*w0*c*log(1/epsilon**(1/2))) + c2*epsilon**(5/2)"
    item.conclude(f"{left} == (c1*exp(-2*w0*c) + c2)*epsilon**(5/2)", expected="refuted")
    with item.repair("with the power law that the exponential is") as r:
        r.conclude(f"{left} == c1*epsilon**(2 + w0*c) + c2*epsilon**(5/2)", expected="proved")
    item.note(NOTE)


@paper.equation("E.53", "How W has grown", where="Appendix E.4, Eq. (E.53)", provenance="printed")
def growth(item):
    item.printed("c_3 eps^2 exp(2 w_0 C ln(1/eps^0.5)) - c_4 eps^2.5 = c_3 exp(2 w_0 C) eps^1.5 - c_4 eps^2.5.")
    item.leads_to("E.54", "E.55", "lemma-E.12")
    item.let(**RATES)
    left = "c3*epsilon**2*exp(2*w0*c*log(1/epsilon**(1/2))) - c4*epsilon**(5/2)"
    item.conclude(f"{left} == c3*exp(2*w0*c)*epsilon**(3/2) - c4*epsilon**(5/2)", expected="refuted")
    with item.repair("with the power law that the exponential is") as r:
        r.conclude(f"{left} == c3*epsilon**(2 - w0*c) - c4*epsilon**(5/2)", expected="proved")
    item.note(NOTE)


@paper.equation("E.54", "The ratio of Y and W", where="Appendix E.4, Eq. (E.54)", provenance="printed")
def ratio(item):
    item.printed("lim_{eps -> 0} (c_1' + c_2) eps^2.5 / (c_3' eps^1.5 - c_4 eps^2.5) = 0.")
    item.let(c1="positive", c2="positive", c3="positive", c4="positive")
    item.conclude("limit((c1 + c2)*epsilon**(5/2)/(c3*epsilon**(3/2) - c4*epsilon**(5/2)), epsilon, 0, '+') == 0")
    item.note("Audited with the printed exponents of (E.52) and (E.53), which are refuted.")


@paper.equation("E.55", "The ratio of A and W", where="Appendix E.4, Eq. (E.55)", provenance="printed")
def ratio_of_a(item):
    item.printed("lim_{eps -> 0} M_2 eps^2 / (c_3' eps^1.5 - c_4 eps^2.5) = 0, from |A|_F <= M_2 eps.")
    item.let(c3="positive", c4="positive", M2="positive")
    item.conclude("limit(M2*epsilon**2/(c3*epsilon**(3/2) - c4*epsilon**(5/2)), epsilon, 0, '+') == 0")
    item.note("|A|_F^2 is at most M_2^2 eps^2; the limit is the same.")


@paper.equation("E.13/p1", "Norms at the start, one matrix at a time", where="Appendix E.4", provenance="printed")
def one_at_a_time(item):
    item.printed("Lemma E.10 with d > 20 gives probability at least 1 - 2 exp(-9 20^2/64) for A, 1 - 2 exp(-9 20/64) for B and C.")
    item.let(d="integer[21, oo]")
    item.conclude("1 - 2*exp(-9*d**2/64) >= 1 - 2*exp(-9*20**2/64) and 1 - 2*exp(-9*d/64) >= 1 - 2*exp(-9*20/64)")


@paper.equation("E.13/p2", "Norms at the start, jointly", where="Appendix E.4", provenance="printed")
def jointly(item):
    item.printed("The joint probability is at least (1 - 2 exp(-9 20/64))^3, approximately 0.83 > 0.75.")
    item.leads_to("lemma-E.13")
    item.conclude("(1 - 2*exp(-9*20/64))**3 > 3/4", expected="refuted")
    with item.repair("with the three probabilities that are there") as r:
        r.conclude("(1 - 2*exp(-9*20**2/64))*(1 - 2*exp(-9*20/64))**2 > 3/4", expected="proved")
    item.note("The printed bound is about 0.681. For A the exponent is 20^2 and not 20, and then the product is about 0.774.")


@paper.equation("E.75", "Gronwall over the whole time", where="Appendix E.4, Eq. (E.75)", provenance="printed")
def gronwall(item):
    item.printed("|gamma(s)| < exp(4 k M ln(1/eps^0.5)) |gamma(t_1)| = (4 eps)^2 exp(4 k M ln(1/eps^0.5)).")
    item.let(k="positive integer", M="positive", epsilon="(0, 1)", s="real", r="real")
    item.suppose("time", "s - r <= log(1/epsilon**(1/2))")
    item.conclude("exp(4*k*M*(s - r)) <= exp(4*k*M*log(1/epsilon**(1/2)))")
    item.note("r is t_1 and gamma(r) = (4 eps)^2 stands on both sides.")


@paper.equation("E.76", "The power of epsilon in Gronwall's bound", where="Appendix E.4, Eq. (E.76)", provenance="printed")
def power(item):
    item.printed("|gamma(s)| < 16 eps^2 eps^(-0.5) exp(4 k M) = 16 eps^1.5 exp(4 k M).")
    item.leads_to("E.77", "E.77b", "lemma-E.13")
    item.let(k="positive integer", M="positive", epsilon="(0, 1)")
    left = "(4*epsilon)**2*exp(4*k*M*log(1/epsilon**(1/2)))"
    item.conclude(f"{left} <= 16*epsilon**2*epsilon**(-1/2)*exp(4*k*M)"
                  " and 16*epsilon**2*epsilon**(-1/2)*exp(4*k*M) == 16*epsilon**(3/2)*exp(4*k*M)", expected="refuted")  # fmt: skip
    with item.repair("with the power law that the exponential is") as r:
        r.conclude(f"{left} == 16*epsilon**(2 - 2*k*M)", expected="proved")
    item.note(NOTE)
    item.note("The bound |B(s)| < M_1 eps^0.75 needs 2 - 2kM >= 1.5, that is k M <= 1/4. With t <= c ln(1/eps^0.5) for a "
              "small enough c it can be had: gamma(s) <= 16 eps^(2 - 2 k M c).")  # fmt: skip


@paper.equation("E.97", "The logarithm is smaller than its argument", where="Appendix E.4, Eq. (E.97)", provenance="printed")
def logarithm(item):
    item.printed("ln x < x for x > 0, so M' eps^1.5 ln(1/eps^0.5) <= M' eps^1.5 eps^-0.5 = M' eps.")
    item.let(M="positive", epsilon="(0, 1)", x="positive")
    item.conclude("log(x) < x and M*epsilon**(3/2)*log(1/epsilon**(1/2)) <= M*epsilon**(3/2)*epsilon**(-1/2)"
                  " and M*epsilon**(3/2)*epsilon**(-1/2) == M*epsilon")  # fmt: skip
