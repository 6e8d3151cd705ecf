"""Enclosures by balls."""
