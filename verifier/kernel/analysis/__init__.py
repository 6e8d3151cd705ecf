"""Limits, derivatives, integrals, series, curves."""
