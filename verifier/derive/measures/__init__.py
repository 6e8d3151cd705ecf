"""Discrete measures, moments, set partitions."""
