"""Implicit regularization of discrete gradient dynamics in linear neural networks, audited: its main statements.

Most formulas of the source were lost in extraction; each page says where its formula comes from.  The step-size is eta, the
scale of the initialisation exp(-kappa delta) with kappa > 0, which covers both published conventions (kappa = 1 for the
product of the layers, kappa = 2 for each layer).  Layers, modes and entries count as in the paper, from 1, unless a page
says otherwise; a real number `lam` is the paper's lambda.
"""

from verifier.papers.paper import Paper

paper = Paper(
    "discrete-gradient-dynamics",
    title="Implicit Regularization of Discrete Gradient Dynamics in Linear Neural Networks",
    authors=["Gauthier Gidel", "Francis Bach", "Simon Lacoste-Julien"],
    year=2019,
    source="arXiv:1904.13262",
    venue="NeurIPS 2019",
)

sections = [
    "section_2_model",
    "section_2_rank",
    "section_3_dynamics",
    "section_3_linear",
    "section_3_rescaled",
    "section_3_assumption",
    "section_3_secular",
    "section_3_spectral",
    "section_3_eigenvector",
    "section_3_simultaneous",
    "section_3_singular",
    "section_3_commuting",
    "appendix_b_modes",
    "appendix_b_growth",
    "appendix_b_existence",
    "appendix_b_lemma_1",
    "appendix_b_products",
    "appendix_b_invariance",
    "appendix_b_gronwall",
    "appendix_b_perturbation",
    "appendix_b_parting",
    "appendix_b_bounded",
    "section_3_closed_form",
    "section_3_theorem_1",
    "section_4_sequential",
    "section_4_norms",
    "section_4_corollaries",
    "section_5_linear",
    "section_5_steps",
    "section_5_rates",
    "section_5_sharp",
    "section_5_lines",
    "section_5_not_commuting",
    "section_5_transitions",
    "section_5_corollary",
    "appendix_a",
    "appendix_a_flow",
    "experiments",
]
