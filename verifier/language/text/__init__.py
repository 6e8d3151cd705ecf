"""Text to terms and back, also as LaTeX: bounded, parsed, never evaluated."""
