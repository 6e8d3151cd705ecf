"""On the curse of memory in recurrent neural networks, audited: its main statements.

Most formulas of the source were lost in extraction; each page says where its formula comes from.  The loss has no factor 1/2,
the width is m, the inverse memory length omega; neurons count from 0.
"""

from verifier.papers.paper import Paper

paper = Paper(
    "curse-of-memory",
    title="On the Curse of Memory in Recurrent Neural Networks: Approximation and Optimization Analysis",
    authors=["Zhong Li", "Jiequn Han", "Weinan E", "Qianxiao Li"],
    year=2021,
    source="arXiv:2009.07799",
    venue="ICLR 2021",
)

sections = [
    "section_3_setup", "section_3_families", "section_3_stability", "section_3_hidden", "section_3_response",
    "section_3_functionals", "section_4_approximation", "section_4_universal", "section_4_density", "section_4_theorem",
    "section_4_continuity", "section_4_rate", "section_4_counterexample", "section_4_truncation", "section_4_best_rate", "section_4_total",
    "section_5_loss", "section_5_isometry", "section_5_optimisation", "section_5_gradient",
    "section_5_mechanism", "section_5_figures",
    "appendix_c_decay", "appendix_c_memory", "appendix_c_independence", "appendix_c_spaces", "appendix_c_minimisers",
    "appendix_c_plateau", "appendix_c_gradient", "appendix_c_hessian", "appendix_c_spectrum", "appendix_c_curvature",
    "appendix_c_eigenvalues", "appendix_c_eigenvalue_order", "appendix_c_energy", "appendix_c_distance", "appendix_c_loss",
    "appendix_c_floor", "appendix_c_transforms", "appendix_c_slope", "appendix_c_gap",
    "appendix_c_theorem", "appendix_c_escape_times", "appendix_c_escape", "appendix_c_starts",
    "appendix_d_landscape", "appendix_d_spaces", "appendix_d_assignments", "appendix_d_recovery", "appendix_d_counts",
    "appendix_d_hessian", "appendix_d_plateaus", "appendix_d_monotonic", "appendix_d_best", "appendix_d_order", "appendix_d_positive",
    "appendix_d_index", "appendix_d_vectors", "appendix_d_power", "appendix_d_totals", "appendix_d_two_neurons",
    "appendix_d_both_kinds", "appendix_e", "appendix_e_discrete", "appendix_e_momentum",
]
