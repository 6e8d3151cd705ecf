"""Inequalities in one variable: ladders of derivatives, touching points, parity."""
