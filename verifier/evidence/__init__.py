"""Why it can be believed: verdicts, bodies of evidence, traces."""
