"""Potentials: from the metric and the start, with their limits, scales, duals and divergences."""
