"""How claims about numbers and functions are decided: a driver that takes formulas apart, and closers."""
