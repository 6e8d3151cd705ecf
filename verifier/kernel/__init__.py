"""What is trusted, alone: a statement, a certificate, and whether the one establishes the other."""
