"""The values of finite and infinite sums."""
