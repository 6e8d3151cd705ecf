"""What is taken as known: functions, their facts, integrals, axioms."""
