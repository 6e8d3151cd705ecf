"""Named distributions: parameters with their domains, density or mass, support, distribution function, moments.

Everything is text in the language of claims, about a value x (t for the distribution function), by the standard
definitions; sources are chapters of Johnson, Kotz, Balakrishnan, Continuous Univariate Distributions (2nd ed.), and
Johnson, Kemp, Kotz, Univariate Discrete Distributions (3rd ed.).  Probabilities and expectations are read from density
and support alone; moments and distribution functions are claims about these, which tests check.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Law:
    """The law of a real (or, with `whole`, an integer) random variable.

    `density` is the density (or mass) at x on the support from `low` to `high`, which may be oo or -oo; `domain` says
    when the parameters make a law.  `cdf` is P(X <= t) for t in the support where it has a closed form in the language;
    `mean` and `variance` exist under the conditions `finite` (none: always).
    """

    name: str
    params: tuple[str, ...]
    domain: tuple[str, ...]
    density: str
    low: str
    high: str
    source: str
    whole: bool = False
    cdf: str | None = None
    mean: str | None = None
    variance: str | None = None
    finite: tuple[str, ...] = ()


LAWS: dict[str, Law] = {
    law.name: law
    for law in (
        Law("normal", ("m", "s"), ("s > 0",), "exp(-(x - m)**2/(2*s**2))/(s*sqrt(2*pi))", "-oo", "oo",
            "mean and standard deviation; Continuous 1, ch. 13",
            cdf="(1 + erf((t - m)/(s*sqrt(2))))/2", mean="m", variance="s**2"),
        Law("uniform", ("a", "b"), ("b - a > 0",), "1/(b - a)", "a", "b", "ends; Continuous 2, ch. 26",
            cdf="(t - a)/(b - a)", mean="(a + b)/2", variance="(b - a)**2/12"),
        Law("exponential", ("l",), ("l > 0",), "l*exp(-l*x)", "0", "oo", "rate; Continuous 1, ch. 19",
            cdf="1 - exp(-l*t)", mean="1/l", variance="1/l**2"),
        Law("gamma", ("k", "h"), ("k > 0", "h > 0"), "x**(k - 1)*exp(-x/h)/(gamma(k)*h**k)", "0", "oo",
            "shape and scale; Continuous 1, ch. 17", mean="k*h", variance="k*h**2"),
        Law("chi_squared", ("k",), ("k > 0",), "x**(k/2 - 1)*exp(-x/2)/(2**(k/2)*gamma(k/2))", "0", "oo",
            "degrees of freedom; Continuous 1, ch. 18", mean="k", variance="2*k"),
        Law("beta", ("a", "b"), ("a > 0", "b > 0"), "x**(a - 1)*(1 - x)**(b - 1)/beta(a, b)", "0", "1",
            "shapes; Continuous 2, ch. 25", mean="a/(a + b)", variance="a*b/((a + b)**2*(a + b + 1))"),
        Law("student", ("n",), ("n > 0",),
            "gamma((n + 1)/2)/(sqrt(n*pi)*gamma(n/2))*(1 + x**2/n)**(-(n + 1)/2)", "-oo", "oo",
            "degrees of freedom; Continuous 2, ch. 28", mean="0", variance="n/(n - 2)", finite=("n > 2",)),
        Law("cauchy", ("m", "s"), ("s > 0",), "1/(pi*s*(1 + ((x - m)/s)**2))", "-oo", "oo",
            "location and scale; Continuous 1, ch. 16", cdf="1/2 + atan((t - m)/s)/pi"),
        Law("laplace", ("m", "s"), ("s > 0",), "exp(-Abs(x - m)/s)/(2*s)", "-oo", "oo",
            "location and scale; Continuous 2, ch. 24", mean="m", variance="2*s**2"),
        Law("bernoulli", ("p",), ("p >= 0", "p <= 1"), "p**x*(1 - p)**(1 - x)", "0", "1",
            "probability of 1; Discrete, ch. 3", whole=True, mean="p", variance="p*(1 - p)"),
        Law("binomial", ("n", "p"), ("n >= 0", "p >= 0", "p <= 1"), "binomial(n, x)*p**x*(1 - p)**(n - x)", "0", "n",
            "trials and probability of success; Discrete, ch. 3", whole=True, mean="n*p", variance="n*p*(1 - p)"),
        Law("poisson", ("l",), ("l >= 0",), "l**x*exp(-l)/factorial(x)", "0", "oo", "mean; Discrete, ch. 4",
            whole=True, mean="l", variance="l"),
        Law("geometric", ("p",), ("p > 0", "p <= 1"), "p*(1 - p)**(x - 1)", "1", "oo",
            "trials up to the first success; Discrete, ch. 5", whole=True,
            cdf="1 - (1 - p)**t", mean="1/p", variance="(1 - p)/p**2"),
    )
}  # fmt: skip
