"""From a script to a proof: its steps shape the goal or add facts, and the driver closes the gaps."""
