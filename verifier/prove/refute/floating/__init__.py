"""What floating point suggests to a search for counterexamples; nothing is decided here."""
