"""What can be asked of a model: one function a query."""
