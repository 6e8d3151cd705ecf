"""Processes with limits, the store, shipped evidence, and the audit that uses them."""
