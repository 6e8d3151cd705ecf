"""The three papers of the first pass: every statement of their catalogues has a page, and every page can be read."""

import pytest
import shipped

#: The catalogue of each paper: what the audit must contain at least.
CATALOGUES = {
    "initialization_shape": """
        def-loss-gf def-linear-model eq-1 eq-2 claim-3/kkt-sufficient eq-3 eq-4 imd/step-1 imd/step-2 imd/step-3
        eq-5 eq-6 fn-3 claim-imd-fails-fc eq-7 claim-3.1a claim-3.1b claim-3.1c eq-8/eq-16 def-unbiased thm-1
        eq-9 A/step-2 eq-17 A/step-4 eq-20 A/step-5 A/step-6 A/step-7 A/step-8 A/step-9 app-A-biased
        rem-woodworth rem-woodworth-regimes rem-shared-model warp/step-1 eq-10 eq-11 warp/step-2 warp/step-3
        claim-5-surprise eq-12 eq-13 eq-14 eq-15 claim-5-multi def-fc ext-du-2.1 ext-du-2.2 ext-sherman-morrison
        ext-woodbury thm-2 B/step-2 eq-21 B/step-3 eq-22 B/step-4 eq-23 eq-24 B/step-5 B/step-6 B/step-7
        B/step-8 B/step-9 B/step-10 cor-2-delta0 B1-a B1-b B1-c B1-d B1-e B1-f B1-g prop-1 C/step-1 C/step-2
        C/step-3 C/step-4 C/step-5 C/step-6 C/step-7 C/step-8 eq-25 thm-3 D/step-1 D/step-2 D/step-3 D/step-4
        D/step-5 D/step-6 rem-anti-NTK def-shape-scale-diag lemma-1 claim-7.1a app-E/NTK app-E/rich claim-7.1b
        claim-7.1c def-shape-scale-fc lemma-2 lemma-3 lemma-4 F.1 F.2/step-1 F.2/step-2 eq-27 F.2/step-3 eq-26
        F.2/step-4 F.2/step-5 F.2.1 F.2.2 claim-7.2a claim-7.2b claim-7.2c claim-7.2d claim-7.2e def-leaky
        def-kkt-G thm-4 eq-28 G/step-1 eq-29 eq-30 G/step-2 G/step-3 G/step-4 eq-31 rem-vardi exp-setup fig-7.1
        fig-q-vs-gd fig-7.2 fig-qhat
    """,
    "curse_of_memory": """
        def-3.1 prop-3.1 eq-10 rem-trivial-linear thm-4.1 eq-12 thm-A.1 lem-A.1 lem-A.2 thm-4.2 rem-dim eq-64-65
        eq-66 truncation eq-67 eq-68 eq-69 eq-70/15 eq-71/16 rem-curse eq-17/72 eq-73 eq-74 eq-75 eq-76 eq-77/18
        eq-80/21 eq-19/90/91 rem-plateau-mechanism eq-20 assump-rho0 lem-C.1 lem-C.2 def-C.1 lem-C.3 rem-C.2
        prop-C.1 prop-C.2 eq-97-101 eq-102-103 prop-C.3 eq-106/107 thm-5.1 thm-C.1 rem-C.3 rem-C.4 rem-C.5
        eq-127 def-D.1 def-D.2 lem-D.1 rem-D.1 thm-D.1 thm-D.2 rem-D.2 rem-D.3 eq-137-139 thm-D.3 rem-D.4
        rem-D.5 def-D.3 rem-D.6 eq-141 thm-D.4 thm-D.5 thm-D.6 rem-D.7 thm-D.7 prop-D.1 rem-D.8 E-setup E-GD
        eq-152 E-HB eq-153 eq-154 E-conclusion fig-1 fig-2 fig-3 fig-4 eq-1 eq-2 eq-3 eq-4 eq-5 eq-6 eq-7 eq-8
        eq-9
    """,
    "discrete_gradient_dynamics": """
        norm-1 eq-1 eq-2 eq-7 eq-3 eq-4 ext-RV eq-4b eq-5 eq-6 eq-8 prop-1 eq-9 eq-34 eq-35 eq-10
        prose-lin-rescaled prose-lin-simultaneous eq-11 eq-12 prose-commute assump-1 eq-13 assump-1/B0
        saxe-footnote ex-autoencoder eq-14 app-A ex-multiclass thm-1 eq-15 eq-16 eq-16b/A eq-16b/B
        prose-T1-general eq-36 eq-37 eq-38 eq-39 diag-invariance eq-40 eq-41 eq-42 eq-43 lemma-1 eq-44..46 eq-47
        eq-48..50 eq-51 eq-52 eq-53 lemma-2 eq-54 eq-55 eq-56 lemma-3/A lemma-3/B eq-57 eq-58 lemma-4 eq-59
        eq-60 eq-61 eq-62 eq-17 eq-63 thm-2 eq-18 eq-64 eq-65 cor-1 eq-19 prose-any-norm prose-rank cor-2 eq-20
        prose-zero-init prose-stepsize-lip disc-lin eq-66 eq-67 eq-21 disc-2layer eq-68 eq-69 eq-70 lemma-5
        eq-71 eq-22 eq-72 lemma-6 eq-73 eq-74 eq-75 eq-76..78 eq-79 eq-80 eq-24 ineq-elem thm-3 eq-23 eq-81
        eq-82 thm-3/A thm-3/B eq-83..85 eq-86..88 eq-89 eq-90..92 eq-93..95 eq-96 thm-3/zero eq-97 eq-98..100
        eq-101 eq-102 case-B-nonzero eq-25 cor-3 eq-26 cor-3/A cor-3/B cor-3/C eq-103 eq-104 eq-105 prose-gap
        prose-bounded-eta-horizon eq-29 eq-30..32 appA-disc appA-cont eq-33 tab-1 eq-27 fig-1 fig-2 eq-28
    """,
}


@pytest.mark.parametrize("folder", CATALOGUES)
def test_every_statement_has_a_page_that_can_be_read(folder):
    book = shipped.book(folder)
    paper = book.paper
    assert not paper.faults and not [i.fault for i in paper.items if i.fault]
    assert set(CATALOGUES[folder].split()) <= {item.id for item in paper.items}
    assert all(item.statement for item in paper.items)
    assert sum(len(list(book.entries(item))) for item in paper.items) >= 150
