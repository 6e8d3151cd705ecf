"""What a term means at concrete values, exactly."""
