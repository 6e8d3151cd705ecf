"""Pages of text: items with hypotheses, a conclusion and a proof, as a mathematician would write them."""
