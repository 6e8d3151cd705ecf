"""SymPy as a view of a statement, in both directions."""
