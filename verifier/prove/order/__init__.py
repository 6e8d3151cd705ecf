"""Closers for inequalities."""
