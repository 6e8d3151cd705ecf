"""The values of integrals."""
