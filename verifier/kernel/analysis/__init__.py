"""Limits, derivatives, integrals, series, curves: rules, and the one judgement of regularity."""
