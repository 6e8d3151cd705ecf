"""Witnesses: plain ones, crossings, thresholds."""
