"""Section 9 and the figures: experiments."""

from . import paper

EXPERIMENTS = {
    "exp-setup": ("Sparse regression", "Section 9", "recalled",
                  "x^(n) ~ N(0, I_d), y^(n) ~ N(<w*, x^(n)>, 0.01), w* r*-sparse with entries 1/(r*)^(1/2); d = 1000, N = 100, r* = 5.",
                  ["the minimum l1 solution needs Omega(r* log d) samples, the minimum l2 solution Omega(d)"]),
    "fig-7.1": ("Population error against scale, by shape", "Figure 7.1", "printed",
                "Population error against alpha for s in {0, 0.5, 0.7, 0.9, 0.99}.",
                ["the error increases with alpha and with s", "at small alpha and s = 0 the solution is nearly sparse",
                 "at s = 0.99 it is close to the minimum l2 solution even for small alpha"]),
    "claim-7.1c": ("Balanced starts are best", "Section 7.1", "printed",
                   "The learned model will perform best when trained with a balanced start (s = 0).",
                   ["at each fixed alpha the error of Figure 7.1 is least at s = 0"]),
    "fig-q-vs-gd": ("The potential against gradient descent", "Section 9", "recalled",
                    "d = 100, N = 10, alpha = 1e-4, s = 0.5: |w_GD - argmin Q| -> 0; single neurons at alpha in {0.01, 0.1}, s in {0, 0.5, 0.95}.",
                    ["the limit of gradient descent with small steps approaches argmin Q"]),
    "fig-7.2": ("Level sets of the potential", "Figure 7.2", "printed",
                "Level sets of Q for d = 2, orientation u = (0.6, 0.8): alpha = 2, s in {0, 0.2, 0.8}; s = 0.1, alpha in {0.01, 1, 2.5}.",
                ["a unique minimum at w(0) = alpha u", "nearly circular about alpha u for s = 0.8", "nearly circular about 0 for alpha = 0.01"]),
    "fig-qhat": ("The profile of the potential", "Section 9", "recalled", "q_delta(x) for delta in {0, 1, 2, 5}.", ["monotone increasing in x"]),
}  # fmt: skip


def experiment(id, title, where, provenance, words, criteria):
    @paper.figure(id, title, where=where, provenance=provenance)
    def page(item):
        item.printed(words)
        for one in criteria:
            item.criterion(one)
        if id == "fig-qhat":
            item.let(x="positive", D="nonnegative")
            item.conclude("3/2*sqrt(sqrt(x**2 + D**2/4) - D/2) > 0")
            item.note("The derivative of q_delta at x > 0 is positive, for every delta >= 0.")


for id, (title, where, provenance, words, criteria) in EXPERIMENTS.items():
    experiment(id, title, where, provenance, words, criteria)
