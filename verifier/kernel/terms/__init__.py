"""Terms: their heads, what binds, which have a meaning and where."""
