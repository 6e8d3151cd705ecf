"""Property runs: points built to satisfy the hypotheses, and what can be seen at them."""
