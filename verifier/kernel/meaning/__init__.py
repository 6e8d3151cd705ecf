"""Where a term has a value, is continuous, is differentiable: the one judgement that every rule asks."""
