"""Counterexamples: candidates in floating point, exact points, points that are built."""
