"""Lemmas of this paper as scripts, which its pages use."""
