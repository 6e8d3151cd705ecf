"""How a claim is decided: the portfolio of methods, and what each may spend."""
