"""Inequalities by linear arithmetic, sums of squares and products of facts."""
