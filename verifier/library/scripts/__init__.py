"""Arguments as scripts that more than one paper uses."""
