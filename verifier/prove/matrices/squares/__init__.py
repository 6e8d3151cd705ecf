"""Sums of squares of matrix words: Cauchy-Schwarz, visible squares, squares that vanish."""
