"""Inequalities between sums, means, integrals and inner products."""
