"""Closers for equations."""
