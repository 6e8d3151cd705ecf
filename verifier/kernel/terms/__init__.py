"""Terms: their heads, what binds, their shapes."""
