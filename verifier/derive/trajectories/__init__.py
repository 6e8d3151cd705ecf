"""Training in closed form."""
