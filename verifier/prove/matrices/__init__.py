"""Matrices: the algebra of words at symbolic sizes, equations, inequalities, rewriting."""
