"""Matrices: scripts, and what is found without one, at symbolic and at fixed sizes."""
