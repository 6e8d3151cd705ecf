"""Equations and inequalities: matrices of any size, a commutative field, integers, finite sums."""
