"""On the implicit bias of initialization shape: beyond infinitesimal mirror descent, audited: its main statements.

Most formulas of the source were lost in extraction; each page says where its formula comes from.  The columns of X (d x N) are
the samples, y (N x 1) the outputs; entries count from 0.
"""

from verifier.papers.paper import Paper

paper = Paper(
    "initialization-shape",
    title="On the Implicit Bias of Initialization Shape: Beyond Infinitesimal Mirror Descent",
    authors=["Shahar Azulay", "Edward Moroshko", "Mor Shpigel Nacson", "Blake Woodworth", "Nathan Srebro", "Amir Globerson",
             "Daniel Soudry"],
    year=2021,
    source="arXiv:2102.09769",
    venue="ICML 2021",
)  # fmt: skip

sections: list[str] = [
    "section_3_mirror_descent",
    "section_3_poincare",
    "section_3_potentials",
    "section_3_hessian_maps",
    "appendix_a",
    "appendix_a_minimum",
    "appendix_a_theorem_1",
    "appendix_a_biased",
    "section_5_time_warping",
    "appendix_b_norms",
    "appendix_b_flow",
    "appendix_b_metric",
    "appendix_b_potential",
    "appendix_b_coordinates",
    "appendix_b_theorem_2",
    "section_6_boundaries",
    "appendix_b_no_potential",
    "section_5_several_neurons",
    "appendix_b_smooth",
    "appendix_b_time_warp",
    "appendix_b_clock",
    "section_6_shape",
    "section_6_products",
    "section_6_rates",
    "section_6_infinitesimal",
    "section_7_neuron",
    "section_7_limits",
    "appendix_c",
    "appendix_d",
    "appendix_e",
    "appendix_e_minimisers",
    "appendix_f",
    "appendix_f_expansion",
    "appendix_g",
    "appendix_g_inclusion",
    "appendix_g_steps",
    "appendix_h",
    "section_9",
]
