"""Normal forms of scalar terms, one handler for each kind of function."""
