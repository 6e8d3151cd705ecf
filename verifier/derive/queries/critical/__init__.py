"""Critical points: all of them at given sizes, and what they have in common for all sizes."""
