"""Continuous-time networks: exponential sums, Lyapunov losses, memory."""
