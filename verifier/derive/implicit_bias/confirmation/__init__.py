"""Flows to many digits and random problems: they confirm formulas or warn, and decide nothing."""
