"""The driver: takes goals apart, asks closers, uses hypotheses at terms of the goal."""
