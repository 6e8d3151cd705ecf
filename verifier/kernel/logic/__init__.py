"""Proof trees: the rules of logic, recursion and means."""
