"""Theorems that were proved once, with their proof trees; steps of arguments."""
