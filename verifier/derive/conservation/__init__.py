"""What a flow conserves, and how many laws there can be."""
