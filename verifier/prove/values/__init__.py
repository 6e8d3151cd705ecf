"""The values of limits, integrals and sums."""
