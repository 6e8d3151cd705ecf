"""Learning low dimensional state spaces with overparameterized recurrent neural nets, audited line by line.

The source is legible: unless a page says otherwise the formula is `printed`, and it is audited exactly as it stands there.
Provenance is `derived` where the line is missing in the source and its neighbours force it, and `recalled` where only the
published paper has it.  The teacher's state dimension is n, its matrices Ahat, Bhat, Chat; e(j) is the paper's nabla l_j.
Entries of vectors count from 0.
"""

from verifier.papers.paper import Paper

paper = Paper(
    "low-dimensional-state-spaces",
    title="Learning Low Dimensional State Spaces with Overparameterized Recurrent Neural Nets",
    authors=["Edo Cohen-Karlik", "Itamar Menuhin-Gruman", "Raja Giryes", "Nadav Cohen", "Amir Globerson"],
    year=2023,
    source="arXiv:2210.14064",
    venue="ICLR 2023",
)

sections = [
    "section_3", "section_4_exact", "section_4_flow", "section_4_sketch", "section_4_theorem_8", "section_4_approximate",
    "appendix_e3_moments", "appendix_e3_distances", "appendix_a", "appendix_c_teachers", "appendix_d", "appendix_e_auxiliary",
    "appendix_e_vandermonde", "appendix_e4_limit", "appendix_e4_start", "appendix_e4_small_times", "appendix_e4_rates",
    "appendix_e4_flow", "appendix_e4_norms", "appendix_e4_norm_of_a", "appendix_e4_comparison", "appendix_e4_difference",
    "appendix_e4_lemma_15", "external_moments",
]  # fmt: skip
