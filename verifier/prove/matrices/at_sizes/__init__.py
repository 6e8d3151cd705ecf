"""Matrices of given sizes: polynomial identities and implications, entry by entry, and ideal membership."""
