"""A paper: its items as they are written, the claims that they make, and what is said of them."""
