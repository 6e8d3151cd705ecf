"""All real critical points, their inertia, families of minima."""
