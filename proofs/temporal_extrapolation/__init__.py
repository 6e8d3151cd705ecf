"""On the implicit bias of gradient descent for temporal extrapolation, audited.

Most formulas of the source were lost in extraction; provenance is therefore `derived` unless a page says
otherwise: the formula is forced by the proof around it.  Indices of basis vectors and entries count from 0.
"""

from verifier.papers.paper import Paper

paper = Paper(
    "temporal-extrapolation",
    title="On the Implicit Bias of Gradient Descent for Temporal Extrapolation",
    authors=["Edo Cohen-Karlik", "Avichai Ben David", "Nadav Cohen", "Amir Globerson"],
    year=2022,
    source="arXiv:2202.04302",
    venue="AISTATS 2022",
)

sections = [
    "section_3",
    "section_4",
    "section_5",
    "section_6",
    "section_6_proof",
    "section_7",
    "appendix_ab",
    "appendix_c",
    "appendix_c_bias",
    "appendix_c_loss",
    "appendix_d",
]
