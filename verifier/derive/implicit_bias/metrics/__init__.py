"""Metrics J J' of equivalent linear predictors: found, checked, Hessian maps, time warps."""
