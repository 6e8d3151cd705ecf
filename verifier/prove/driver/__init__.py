"""The driver: takes goals apart and asks closers, with the facts that matter, within a budget of work."""
